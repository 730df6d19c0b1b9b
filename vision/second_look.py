"""Where a castle's neighbours say that a tile may lie: places to look at again, closely.

A detector misses a tile now and then, or its corners are too far off to name it. The tiles beside a place
tell where its corners would be.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from ..engine.between_two_castles.board import FOUR_SIDES, Place
from .pieces import PieceClass
from .quads import UNIT_SQUARE, Floats, are_convex, homographies, project
from .true_sizes import SIZES

ATTENDANT_SPOT = 0.62
"""In tiles, from the middle of a throne room to those of the two spots for attendants."""

_FURTHEST = 2  # in tiles, from where a place may be foretold
_INSIDE = 0.55  # of a face must be in the picture
_ASIDE = (-0.3, 0.0, 0.3)  # in tiles, off a half of a throne room: where tiles on it are looked for
_ATTENDANT, _ = SIZES[PieceClass.ATTENDANT]  # its side

# Points all over a face: how much each corner counts for each of them.
_U, _V = (it.ravel() for it in np.meshgrid(*2 * [np.linspace(0.05, 0.95, 7)]))
_GRID = np.stack([(1 - _U) * (1 - _V), _U * (1 - _V), _U * _V, (1 - _U) * _V], axis=1)


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
    places = sorted(free_places(sure) | doubtful)
    for place, quad in zip(places, _Foreteller(sure).corners_of(places), strict=True):
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
    foreteller = _Foreteller(cells)
    single = foreteller.corners_of([own[0] for own in places])
    return [
        quad if len(own) == 1 else foreteller.row(own, without=own)
        for own, quad in zip(places, single, strict=True)
    ]


def throne_glimpses(
    cells: Mapping[Place, Floats], doubtful: frozenset[Place], size: tuple[int, int]
) -> Iterator[Glimpse]:
    """Yield the pairs of free places beside a castle's tiles where its throne may lie."""
    sure = {place: quad for place, quad in cells.items() if place not in doubtful}
    edge = free_places(sure)
    lefts = edge | {(x - 1, y) for x, y in edge}
    foreteller = _Foreteller(sure)
    for x, y in sorted(lefts):
        if (x, y) in sure or (x + 1, y) in sure:
            continue
        quad = foreteller.row([(x, y), (x + 1, y)])
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
    foreteller = _Foreteller(sure)
    for x, y in sorted(sure):
        for left, seen in (((x, y), (x + 1, y)), ((x - 1, y), (x - 1, y))):
            if seen in sure:
                continue
            quad = foreteller.row([left, (left[0] + 1, y)], without=[(x, y)])
            if quad is not None and _is_inside(quad, size):
                yield Glimpse(left, quad), seen


def glimpses_on_throne(place: Place, throne: Floats) -> Iterator[Glimpse]:
    """Yield where a tile may lie on a throne room, by mistake: on either half, a little off any way.

    Parameters
    ----------
    place
        That of its left half.
    throne
        Its corners, upright, shape (4, 2); there are none where they are not convex.
    """
    if not are_convex(throne[None])[0]:
        return
    tried = np.array(list(product((0, 1), _ASIDE, _ASIDE)))
    middles = np.stack([tried[:, 0] + tried[:, 1], tried[:, 2]], axis=1)
    (to_picture,) = homographies(throne[None], 2)
    quads = project(to_picture, UNIT_SQUARE + middles[:, None])
    for half, quad, is_sound in zip(tried[:, 0], quads, are_convex(quads), strict=True):
        if is_sound:
            yield Glimpse((place[0] + int(half), place[1]), quad)


def free_places(cells: Mapping[Place, Floats]) -> set[Place]:
    """Return the free places beside the squares of a castle."""
    return {(x + dx, y + dy) for x, y in cells for dx, dy in FOUR_SIDES} - set(cells)


class _Foreteller:
    """Tells where the squares of a castle expect the corners of a place beside them.

    Parameters
    ----------
    cells
        The corners of the squares, upright, shape (4, 2) each.
    """

    def __init__(self, cells: Mapping[Place, Floats]) -> None:
        quads = np.array(list(cells.values())).reshape(-1, 4, 2)
        convex = are_convex(quads)
        self._places = np.array(list(cells), np.int64).reshape(-1, 2)[convex]
        self._to_picture = homographies(quads[convex])

    def corners_of(
        self, places: Sequence[Place], without: Sequence[Place] = ()
    ) -> list[Floats | None]:
        """Return the mean of where the nearest squares expect them, (4, 2); None where none is near.

        What lies on the place itself, or on some others, is left out.
        """
        steps = np.array(places, np.int64).reshape(-1, 1, 2) - self._places
        distance = np.abs(steps).sum(axis=2)
        left_out = [(self._places == other).all(axis=1) for other in without]
        distance[(distance == 0) | np.any(left_out, axis=0)] = _FURTHEST + 1
        nearest = distance.min(axis=1, initial=_FURTHEST + 1, keepdims=True)
        which, square = np.nonzero((distance == nearest) & (distance <= _FURTHEST))
        expected = project(
            self._to_picture[square], UNIT_SQUARE + steps[which, square][:, np.newaxis]
        )
        quads = np.zeros((len(places), 4, 2))
        np.add.at(quads, which, expected)
        count = np.bincount(which, minlength=len(places))
        quads /= np.maximum(count, 1)[:, np.newaxis, np.newaxis]
        quads[~np.isfinite(quads).all(axis=(1, 2))] = 0.0
        is_told = (count > 0) & are_convex(quads)
        return [quad if told else None for quad, told in zip(quads, is_told, strict=True)]

    def row(self, places: Sequence[Place], without: Sequence[Place] = ()) -> Floats | None:
        """Return those of a piece on places from left to right; None where squares near it tell none."""
        left, right = self.corners_of([places[0], places[-1]], without)
        if left is None or right is None:
            return None
        quad = np.stack([left[0], right[1], right[2], left[3]])
        return quad if are_convex(quad[None])[0] else None


def _is_inside(quad: Floats, size: tuple[int, int]) -> bool:
    """Tell whether enough of a face is in the picture, by a grid of points on it."""
    points = _GRID @ quad
    within = ((points >= 0) & (points <= np.array(size))).all(axis=1)
    return bool(within.mean() >= _INSIDE)


def attendant_spots(throne: Floats) -> list[Floats]:
    """Return the corners that attendants on a throne room have, (4, 2) each, from the left.

    They stand on its two spots, or carelessly between them.

    ``throne``, shape (4, 2), are its own; there are none where they are not convex.
    """
    if not are_convex(throne[None])[0]:
        return []
    (to_picture,) = homographies(throne[None], 2)
    return [
        project(to_picture, _ATTENDANT * UNIT_SQUARE + (0.5 + side * ATTENDANT_SPOT, 0.0))
        for side in (-1, 0, 1)
    ]
