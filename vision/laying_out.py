"""Where tiles and throne rooms lie: the castles of a picture, and what their corners have to do with it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from .comparing import ALIKE
from .cut_off import share_outside
from .from_above import table_of
from .lattice import Layout, build_layouts
from .pieces import Detection, PieceClass
from .quads import Floats, project
from .sight import LIMITS
from .spots import Spot

_FEWEST_TILES = 3  # of a castle without a throne, beside others that have one


def lay_out(detections: Sequence[Detection], size: tuple[int, int]) -> list[Spot]:
    """Return where each tile and throne lies; the castles are numbered from 0.

    ``size`` is the picture's width and height.
    """
    members = [
        index
        for index, found in enumerate(detections)
        if found.piece in (PieceClass.TILE, PieceClass.THRONE)
    ]
    spots = [
        Spot(
            it,
            detections[it].piece is PieceClass.THRONE,
            score=detections[it].score,
            is_foretold=detections[it].is_foretold,
        )
        for it in members
    ]
    if not members:
        return spots
    quads = np.stack([detections[index].quad for index in members]).astype(np.float64)
    layouts = build_layouts(
        project(table_of(detections), quads),
        [detections[index].piece.value for index in members],
        scores=[detections[index].score for index in members],
        cut_off=[share_outside(it, size) >= LIMITS.outside for it in quads],
    )
    for number, layout in enumerate(_castles(layouts)):
        for placed in (*layout.tiles, *([layout.throne] if layout.throne else [])):
            spot = spots[placed.index]
            spot.castle, spot.place = number, (placed.x, placed.y)
            spot.turns, spot.misfit = placed.turns, placed.misfit
        for conflict in layout.conflicts:
            for placed in conflict.alternatives:
                spot = spots[placed.index]
                spot.castle, spot.place = number, (placed.x, placed.y)
                spot.turns, spot.misfit, spot.under = placed.turns, placed.misfit, conflict.placed
    return spots


def _castles(layouts: Sequence[Layout]) -> list[Layout]:
    """Leave out what is no castle: a lone throne or a few tiles beside real ones."""
    whole = [it for it in layouts if it.throne is not None and it.tiles]
    if not whole:
        return list(layouts)
    return [it for it in layouts if it in whole or len(it.tiles) >= _FEWEST_TILES]


def with_better_corners(
    detections: Sequence[Detection],
    spots: Sequence[Spot],
    upright: Floats,
    known: Mapping[int, float],
    size: tuple[int, int],
) -> list[Detection] | None:
    """Return detections with the corners that were found later, if castles then have more of their tiles.

    A detector's corners may be off by so much that a tile seems to lie apart. None where better ones change
    nothing, or where any other sure tile would lose its place by them.

    Parameters
    ----------
    detections, size
        As for :func:`lay_out`.
    spots, upright
        What that made of them, and the corners as they are known by now, shape (N, 4, 2).
    known
        How surely each spot is a known piece, by its row.
    """
    sure = [row for row, chance in known.items() if chance >= ALIKE]
    if all(spots[row].castle is not None for row in sure):
        return None
    moved = list(detections)
    for row in sure:
        if not spots[row].is_foretold:
            at = spots[row].index
            moved[at] = replace(moved[at], quad=upright[row].astype(np.float32))
    anew = lay_out(moved, size)  # in the same order
    before, after = ({row for row in sure if _has_place(it[row])} for it in (spots, anew))
    is_better = after > before and _count(anew) == _count(spots)
    return moved if is_better else None


def _has_place(spot: Spot) -> bool:
    return spot.castle is not None and spot.under is None


def _count(spots: Sequence[Spot]) -> int:
    return len({it.castle for it in spots} - {None})
