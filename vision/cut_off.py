"""Where a castle reaches out of its picture, or may go on beyond its edge."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

import numpy as np

from ..engine.between_two_castles.board import FOUR_SIDES, Place
from .quads import Floats
from .second_look import foretold_quads
from .sight import LIMITS

_FARTHEST = (
    2.5  # from a square's box, in boxes: the free places beside it certainly do not reach farther
)
_UNSEEN = 0.97  # share of a free place out of the picture: what lies there cannot be seen at all

_Line: TypeAlias = tuple[int, int, int]


class Edge(StrEnum):
    """An edge of a picture."""

    LEFT = "left"
    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"


@dataclass(frozen=True, slots=True)
class CutOff:
    """Where a castle is cut off: at which edges of the picture, and its places there."""

    edges: tuple[Edge, ...]
    places: tuple[Place, ...]


def find_cut_off(cells: Mapping[Place, Floats], size: tuple[int, int]) -> CutOff | None:
    """Return where a castle is cut off; None where the picture shows it all.

    Parameters
    ----------
    cells
        The corners of all unit squares of the castle, upright in it, shape (4, 2) each.
    size
        Width and height of the picture.
    """
    edges: set[Edge] = set()
    places: list[Place] = []
    near_edge = _near_edges(cells, size)
    beside = {(x, y): [(x + dx, y + dy) for dx, dy in FOUR_SIDES] for x, y in near_edge}
    free = sorted({it for own in beside.values() for it in own} - cells.keys())
    foretold = dict(zip(free, foretold_quads([(it,) for it in free], cells), strict=True))
    for place in near_edge:
        free_quads = [it for at in beside[place] if (it := foretold.get(at)) is not None]
        unseen = [it for it in free_quads if share_outside(it, size) >= _UNSEEN]
        crossed = _edges_crossed(cells[place], size)
        if unseen or crossed:
            places.append(place)
            edges |= crossed | {_edge_of(it, size) for it in unseen}
    return CutOff(tuple(it for it in Edge if it in edges), tuple(places)) if places else None


def _near_edges(cells: Mapping[Place, Floats], size: tuple[int, int]) -> list[Place]:
    """Return the places, in order, whose free neighbours may lie out of the picture."""
    places = sorted(cells)
    quads = np.array([cells[it] for it in places]).reshape(-1, 4, 2)
    low, high = quads.min(axis=1), quads.max(axis=1)
    reach = _FARTHEST * (high - low)
    is_near = ((low - reach < 0) | (high + reach > size)).any(axis=1)
    return [place for place, near in zip(places, is_near, strict=True) if near]


def share_outside(quad: Floats, size: tuple[int, int]) -> float:
    """Return the share of a convex quad's area that is out of a picture of this width and height.

    References
    ----------
    I. E. Sutherland and G. W. Hodgman, Reentrant polygon clipping (1974).
    """
    is_inside = bool((quad >= 0).all() and (quad <= size).all())
    return 0.0 if is_inside else _share_beyond(quad, _lines(size))


def _lines(size: tuple[int, int]) -> list[_Line]:
    """Return the edges of a picture in the order of :class:`Edge`: axis, where, and the sense inward."""
    return [(0, 0, 1), (1, 0, 1), (0, size[0], -1), (1, size[1], -1)]


def _share_beyond(quad: Floats, lines: Sequence[_Line]) -> float:
    """Return the share of a convex quad's area that is beyond any of some lines."""
    inside = [(float(x), float(y)) for x, y in quad]
    whole = abs(_area(inside))
    for line in lines:
        inside = list(_clipped(inside, *line))
    return 1.0 - abs(_area(inside)) / whole if whole > 0 else 0.0


def _edges_crossed(quad: Floats, size: tuple[int, int]) -> set[Edge]:
    """Return the edges beyond which much of a quad is; the one with most where only all together are much."""
    if share_outside(quad, size) < LIMITS.outside:
        return set()
    beyond = {
        edge: _share_beyond(quad, [line]) for edge, line in zip(Edge, _lines(size), strict=True)
    }
    most = max(beyond.values())
    return {edge for edge, share in beyond.items() if share >= min(LIMITS.outside, most)}


def _clipped(
    polygon: Sequence[tuple[float, float]], axis: int, limit: float, sign: int
) -> Iterator[tuple[float, float]]:
    """Yield the corners of what remains of a polygon on one side of a line along an axis."""
    for start, end in zip(polygon, (*polygon[1:], *polygon[:1]), strict=True):
        before, after = sign * (start[axis] - limit), sign * (end[axis] - limit)
        if before >= 0:
            yield start
        if (before >= 0) != (after >= 0):
            along = before / (before - after)
            yield start[0] + along * (end[0] - start[0]), start[1] + along * (end[1] - start[1])


def _area(polygon: Sequence[tuple[float, float]]) -> float:
    following = (*polygon[1:], *polygon[:1])
    return sum(a * d - b * c for (a, b), (c, d) in zip(polygon, following, strict=True)) / 2


def _edge_of(quad: Floats, size: tuple[int, int]) -> Edge:
    """Return the edge that a quad lies farthest beyond."""
    width, height = size
    low, high = quad.min(axis=0), quad.max(axis=0)
    beyond = (-low[0], -low[1], high[0] - width, high[1] - height)
    return tuple(Edge)[int(np.argmax(beyond))]
