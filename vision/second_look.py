"""Where a castle's neighbours say that a tile may lie: places to look at again, closely.

A detector misses a tile now and then, or its corners are too far off to name it. The tiles beside a place
tell where its corners would be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..engine.between_two_castles.board import FOUR_SIDES, Place
from .quads import Floats, are_convex, homographies, project

_FURTHEST = 2  # in tiles, from where a place may be foretold
_INSIDE = 0.75  # of a face must be in the picture
_SQUARE = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])


@dataclass(frozen=True, slots=True, eq=False)
class Glimpse:
    """A place where a tile, or the left half of a throne, may lie, and the corners it would have."""

    place: Place
    quad: Floats


def tile_glimpses(
    cells: Mapping[Place, Floats], doubtful: frozenset[Place], size: tuple[int, int]
) -> Iterator[Glimpse]:
    """Yield the free places beside a castle's tiles, and those where something was not recognised.

    Parameters
    ----------
    cells
        The corners of all unit squares of the castle, upright, shape (4, 2) each.
    doubtful
        Places of ``cells`` that were not recognised; they do not tell where others lie.
    size
        Width and height of the picture.
    """
    sure = {place: quad for place, quad in cells.items() if place not in doubtful}
    for place in sorted(free_places(sure) | doubtful):
        quad = _foretold(place, sure)
        if quad is not None and _is_inside(quad, size):
            yield Glimpse(place, quad)


def foretold_quads(
    places: Sequence[tuple[Place, ...]], cells: Mapping[Place, Floats]
) -> list[Floats | None]:
    """Return the corners that pieces of a castle have as the squares beside them tell, (4, 2) each.

    Parameters
    ----------
    places
        The squares of each piece: one, or two from left to right.
    cells
        The corners of all unit squares of the castle.

    Returns
    -------
    list
        None for pieces that have no near square beside them.
    """
    quads: list[Floats | None] = []
    for own in places:
        others = {place: quad for place, quad in cells.items() if place not in own}
        quads.append(_foretold_row(own, others))
    return quads


def _foretold_row(places: Sequence[Place], cells: Mapping[Place, Floats]) -> Floats | None:
    """Return the corners of a piece on places from left to right; None where squares near it tell none."""
    ends = [_foretold(place, cells) for place in places]
    left, right = ends[0], ends[-1]
    if left is None or right is None:
        return None
    quad = np.stack([left[0], right[1], right[2], left[3]])
    return quad if are_convex(quad[None])[0] else None


def throne_glimpses(
    cells: Mapping[Place, Floats], doubtful: frozenset[Place], size: tuple[int, int]
) -> Iterator[Glimpse]:
    """Yield the pairs of free places beside a castle's tiles where its throne may lie."""
    sure = {place: quad for place, quad in cells.items() if place not in doubtful}
    edge = free_places(sure)
    lefts = edge | {(x - 1, y) for x, y in edge}
    for x, y in sorted(lefts):
        if (x, y) in sure or (x + 1, y) in sure:
            continue
        quad = _foretold_row([(x, y), (x + 1, y)], sure)
        if quad is not None and _is_inside(quad, size):
            yield Glimpse((x, y), quad)


def covered_throne_glimpses(
    cells: Mapping[Place, Floats], doubtful: frozenset[Place], size: tuple[int, int]
) -> Iterator[tuple[Glimpse, Place]]:
    """Yield the pairs of places where a throne may lie of which a tile covers one half.

    What is seen of the other half may have been taken for a tile, which then was not recognised, or for
    nothing.

    Parameters
    ----------
    cells, doubtful, size
        As in :func:`tile_glimpses`.

    Yields
    ------
    tuple
        The glimpse, and the place of the half that is seen.
    """
    sure = {place: quad for place, quad in cells.items() if place not in doubtful}
    for x, y in sorted(sure):
        others = {place: quad for place, quad in sure.items() if place != (x, y)}
        for left, seen in (((x, y), (x + 1, y)), ((x - 1, y), (x - 1, y))):
            if seen in sure:
                continue
            quad = _foretold_row([left, (left[0] + 1, y)], others)
            if quad is not None and _is_inside(quad, size):
                yield Glimpse(left, quad), seen


def free_places(cells: Mapping[Place, Floats]) -> set[Place]:
    """Return the free places beside the squares of a castle."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in FOUR_SIDES} - set(cells)


def _foretold(place: Place, cells: Mapping[Place, Floats]) -> Floats | None:
    """Return the mean of where the nearest tiles expect the corners of a place; None where none is near."""
    near: dict[int, list[tuple[Place, Floats]]] = {}
    for (x, y), quad in cells.items():
        step = (place[0] - x, place[1] - y)
        near.setdefault(abs(step[0]) + abs(step[1]), []).append((step, quad))
    for distance in range(1, _FURTHEST + 1):
        steps = np.array([step for step, _ in near.get(distance, ())])
        quads = np.array([quad for _, quad in near.get(distance, ())])
        convex = are_convex(quads)
        if convex.any():
            squares = _SQUARE + steps[convex, None]
            mean: Floats = project(homographies(quads[convex]), squares).mean(axis=0)
            return mean if np.isfinite(mean).all() and are_convex(mean[None])[0] else None
    return None


def _is_inside(quad: Floats, size: tuple[int, int]) -> bool:
    """Tell whether enough of a face is in the picture, by a grid of points on it."""
    steps = np.linspace(0.05, 0.95, 7)
    u, v = (it.ravel()[:, None] for it in np.meshgrid(steps, steps))
    points = (1 - v) * ((1 - u) * quad[0] + u * quad[1]) + v * ((1 - u) * quad[3] + u * quad[2])
    within = ((points >= 0) & (points <= np.array(size))).all(axis=1)
    return bool(within.mean() >= _INSIDE)
