"""Which of what a second look found is kept."""

import numpy as np
import pytest

from castlescan.vision.looking_again import _apart
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import Floats, from_boxes
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
