"""Where neighbours say that a piece lies."""

import numpy as np

from castlescan.vision.quads import from_boxes
from castlescan.vision.second_look import foretold_quads


def cell(x: int, y: int) -> np.ndarray:
    return from_boxes([[100 + 40 * x, 100 - 40 * y, 140 + 40 * x, 140 - 40 * y]])[0]


def test_neighbours_foretell_corners_however_wrong_those_of_the_piece_are() -> None:
    cells = {(x, y): cell(x, y) for x in range(3) for y in range(2)}
    cells[1, 1] = cell(1, 1) + 15
    (tile, throne) = foretold_quads([((1, 1),), ((0, 0), (1, 0))], cells | {(1, 1): cell(1, 1)})
    assert tile is not None
    assert throne is not None
    assert np.abs(tile - cell(1, 1)).max() < 1e-6
    assert np.abs(throne - from_boxes([[100, 100, 180, 140]])[0]).max() < 1e-6
    (moved,) = foretold_quads([((1, 1),)], cells)
    assert moved is not None
    assert np.abs(moved - cell(1, 1)).max() < 1e-6


def test_what_lies_alone_is_not_foretold() -> None:
    assert foretold_quads([((9, 9),)], {(9, 9): cell(9, 9), (0, 0): cell(0, 0)}) == [None]
