"""Where neighbours say that a piece lies."""

import numpy as np

from castlescan.vision.quads import from_boxes
from castlescan.vision.second_look import (
    covered_throne_glimpses,
    foretold_quads,
    glimpses_on_throne,
)


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


def test_a_throne_may_lie_under_a_sure_tile_and_an_unsure_one() -> None:
    cells = {(x, y): cell(x, y) for x in range(-1, 4) for y in (-1, 0, 1)}
    cells[0, 0] = cell(0, 0) + 12  # lies on the throne room, so it does not tell where that lies
    cells[1, 0] = cell(1, 0) + 9
    found = list(covered_throne_glimpses(cells, frozenset({(1, 0)}), (400, 400)))
    inside = {it.place: it.quad for it, seen in found if seen == (1, 0)}
    assert set(inside) == {(0, 0), (1, 0)}
    assert np.abs(inside[0, 0] - from_boxes([[100, 100, 180, 140]])[0]).max() < 1e-6
    assert all(seen not in cells for _, seen in found if seen != (1, 0))
    assert not list(covered_throne_glimpses(cells, frozenset({(1, 0)}), (50, 50)))  # out of view


def test_of_a_throne_under_a_tile_nothing_else_may_have_been_found() -> None:
    cells = {(x, y): cell(x, y) for x in range(-1, 4) for y in (-1, 0, 1)}
    cells[0, 0] = cell(0, 0) + 12
    del cells[1, 0]
    found = list(covered_throne_glimpses(cells, frozenset(), (400, 400)))
    quads = [it.quad for it, seen in found if (it.place, seen) == ((0, 0), (1, 0))]
    assert len(quads) == 1
    assert np.abs(quads[0] - from_boxes([[100, 100, 180, 140]])[0]).max() < 1e-6


def test_a_tile_on_a_throne_is_looked_for_on_both_halves_and_a_little_off_them() -> None:
    throne = np.stack([cell(4, 2)[0], cell(5, 2)[1], cell(5, 2)[2], cell(4, 2)[3]])
    found = list(glimpses_on_throne((4, 2), throne))
    assert {it.place for it in found} == {(4, 2), (5, 2)}
    for x in (4, 5):
        own = [it.quad for it in found if it.place == (x, 2)]
        assert any(np.allclose(it, cell(x, 2)) for it in own)
        side = np.linalg.norm(cell(x, 2)[1] - cell(x, 2)[0])
        off = np.linalg.norm(np.mean(own, axis=1) - cell(x, 2).mean(axis=0), axis=1)
        assert 0.25 * side < off.max() < 0.5 * side
    assert not list(glimpses_on_throne((0, 0), np.zeros((4, 2))))
