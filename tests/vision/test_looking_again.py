"""Where to look again, and which of what was found there is kept."""

import numpy as np
import pytest

from castlescan.vision.looking_again import Look, _apart, _may_be_a_tile, _places_to_look
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import Floats, from_boxes
from castlescan.vision.second_look import Glimpse
from castlescan.vision.spots import Spot


def seen(column: float, row: float, flat: float) -> Floats:
    """Return a tile of 100 pixels on a table that is seen so flatly from the side."""
    box = [100 * column, 100 * row, 100 * (column + 1), 100 * (row + 1)]
    return from_boxes([box])[0] * (1, flat)


@pytest.mark.parametrize("flat", [1.0, 0.3])
@pytest.mark.parametrize(
    ("column", "row", "is_kept"),
    [(0, 1, True), (1, 0, True), (0.2, 0.1, False), (0.1, 0.4, False)],
)
def test_what_lies_beside_a_tile_is_kept_and_on_it_is_not(
    flat: float, column: float, row: float, is_kept: bool
) -> None:
    spots = [Spot(0, is_throne=False, castle=0, place=(0, 0))]
    upright = seen(0, 0, flat)[None]
    quad = seen(column, row, flat).astype(np.float32)
    found = (Detection(PieceClass.TILE, quad, 0.9, is_foretold=True), None)
    assert len(_apart([found], upright, spots, {0: 0.99})) == is_kept


def test_the_surer_of_two_on_one_place_is_kept() -> None:
    quads = [seen(0, row, 0.3).astype(np.float32) for row in (2.0, 2.2)]
    found = [
        (Detection(PieceClass.TILE, quad, score, is_foretold=True), None)
        for quad, score in zip(quads, (0.8, 0.9), strict=True)
    ]
    assert _apart(found, np.zeros((0, 4, 2)), [], {}) == [found[1]]


def look(*, is_marked: bool = False, replaces: int | None = None, open_sides: str = "") -> Look:
    """Return a look for a tile, whose open sides are named by letters: top, right, bottom, left."""
    glimpse = Glimpse((1, 0), seen(1, 0, 1.0))
    sides = tuple(it in open_sides for it in "trbl")
    return Look(PieceClass.TILE, glimpse, replaces, 0, is_marked=is_marked, open_sides=sides)


@pytest.mark.parametrize(
    ("clear", "open_sides", "is_worth"),
    [
        ("trbl", "tr", True),
        ("lb", "tr", False),  # only the tiles beside it have an edge
        ("tlb", "tr", True),
        ("t", "tr", False),
        ("lb", "", True),  # in a hole nothing tells them apart
        ("rl", "trl", True),
        ("trl", "b", True),  # a hand may hide the only side that is open
        ("tr", "bl", False),
    ],
)
def test_a_place_is_looked_at_where_an_edge_is_no_neighbours(
    clear: str, open_sides: str, is_worth: bool
) -> None:
    edges = np.array([it in clear for it in "trbl"])
    assert _may_be_a_tile(look(open_sides=open_sides), edges) == is_worth
    assert _may_be_a_tile(look(open_sides=open_sides, is_marked=True), edges)
    assert _may_be_a_tile(look(open_sides=open_sides, replaces=0), edges)


@pytest.mark.parametrize("kind", [PieceClass.ATTENDANT, PieceClass.TOKEN, PieceClass.CARD])
def test_what_lies_on_a_free_place_tells_whether_it_may_be_a_tile(kind: PieceClass) -> None:
    upright = np.stack([seen(column, 2, 1.0) for column in (1, 2)])
    spots = [
        Spot(row, is_throne=False, castle=0, place=(column, 0)) for row, column in enumerate((1, 2))
    ]
    there = Detection(kind, (0.4 * seen(0, 2, 1.0) + (30, 150)).astype(np.float32), 0.5)
    looks = _places_to_look([there], spots, upright, {0: 0.99, 1: 0.99}, (1000, 1000))
    tiles = {it.glimpse.place: it for it in looks if it.kind is PieceClass.TILE}
    assert tiles[3, 0].open_sides == (True, True, True, False)
    assert not tiles[3, 0].is_marked
    if kind is PieceClass.CARD:
        assert (0, 0) not in tiles
    else:
        assert tiles[0, 0].is_marked
