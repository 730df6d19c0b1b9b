"""What a detection is by its shape."""

import numpy as np
import pytest

from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.shapes import by_shape, one_of_each

TILES = [(0, 0, 40, 40), (40, 0, 80, 40), (0, 40, 40, 80), (0, 80, 40, 120)]
WIDE = (40, 40, 120, 80)


def seen(box: tuple[int, ...], piece: PieceClass, score: float = 0.9) -> Detection:
    return Detection(piece, from_boxes([box])[0].astype(np.float32), score)


def table(*more: Detection) -> list[Detection]:
    return [*(seen(box, PieceClass.TILE) for box in TILES), *more]


def tilted(found: list[Detection], slant: float = 0.3, flat: float = 0.6) -> list[Detection]:
    by = np.array([[1, 0], [slant, flat]], np.float32)
    return [Detection(it.piece, it.quad @ by, it.score) for it in found]


@pytest.mark.parametrize("flat", [1.0, 0.5])
def test_a_tile_twice_as_wide_as_others_is_a_throne_room(flat: float) -> None:
    found = tilted(table(seen(WIDE, PieceClass.TILE, 0.5)), flat=flat)
    assert [it.piece for it in by_shape(found)] == [*[PieceClass.TILE] * 4, PieceClass.THRONE]


def test_its_top_side_is_a_long_one() -> None:
    upright = seen((40, 40, 80, 120), PieceClass.TILE, 0.5)
    throne = by_shape(table(upright))[-1]
    assert throne.piece is PieceClass.THRONE
    assert np.linalg.norm(throne.quad[1] - throne.quad[0]) == pytest.approx(80)


@pytest.mark.parametrize("box", [(48, 32, 112, 88), (22, 40, 138, 80)])
@pytest.mark.parametrize("flat", [1.0, 0.6])
def test_a_throne_room_that_looks_nearly_square_or_too_wide_lies_as_the_tiles_beside_it(
    box: tuple[int, ...], flat: float
) -> None:
    throne = by_shape(tilted(table(seen(box, PieceClass.THRONE)), flat=flat))[-1]
    (expected,) = tilted([seen(WIDE, PieceClass.THRONE)], flat=flat)
    assert throne.piece is PieceClass.THRONE
    np.testing.assert_allclose(throne.quad, expected.quad, atol=1e-3)


def test_a_throne_room_that_looks_too_wide_keeps_its_direction() -> None:
    on_their_sides = [Detection(it.piece, np.roll(it.quad, 1, axis=0), it.score) for it in table()]
    throne = by_shape([*on_their_sides, seen((22, 40, 138, 80), PieceClass.THRONE)])[-1]
    corners = {tuple(it) for it in throne.quad.round().tolist()}
    assert corners == {(40, 40), (120, 40), (120, 80), (40, 80)}
    assert np.linalg.norm(throne.quad[1] - throne.quad[0]) == pytest.approx(80)


def test_a_throne_room_no_wider_than_tiles_is_a_tile() -> None:
    found = by_shape(table(seen((40, 40, 81, 80), PieceClass.THRONE, 0.5)))
    assert found[-1].piece is PieceClass.TILE


@pytest.mark.parametrize("flat", [1.0, 0.6])
def test_a_tile_as_small_as_an_attendant_is_one(flat: float) -> None:
    found = by_shape(tilted(table(seen((90, 50, 113, 73), PieceClass.TILE, 0.5)), flat=flat))
    assert [it.piece for it in found] == [*[PieceClass.TILE] * 4, PieceClass.ATTENDANT]


@pytest.mark.parametrize(
    "other",
    [
        seen(WIDE, PieceClass.THRONE),
        seen(WIDE, PieceClass.CARD),
        seen(WIDE, PieceClass.TILE, 0.95),
        seen((40, 40, 120, 120), PieceClass.TILE, 0.5),
        seen((40, 40, 90, 80), PieceClass.TILE, 0.5),
        seen((90, 50, 113, 73), PieceClass.TILE, 0.9),
        seen((90, 50, 100, 60), PieceClass.TILE, 0.5),
    ],
)
def test_what_fits_its_class_or_is_sure_stays(other: Detection) -> None:
    assert by_shape(table(other))[-1].piece is other.piece


def test_without_sure_tiles_to_compare_with_nothing_changes() -> None:
    found = [seen(TILES[0], PieceClass.TILE), seen(WIDE, PieceClass.TILE, 0.5)]
    assert by_shape(found) == found
    assert by_shape([]) == []


@pytest.mark.parametrize("piece", [PieceClass.CARD, PieceClass.ATTENDANT])
@pytest.mark.parametrize(("score", "stays"), [(0.5, True), (0.7, False)])
def test_a_tile_that_is_surer_a_card_or_attendant_is_none(
    piece: PieceClass, score: float, stays: bool
) -> None:
    tile = seen((160, 0, 200, 40), PieceClass.TILE, 0.6)
    other = seen((164, 2, 206, 44), piece, score)
    found = one_of_each(table(tile, other))
    assert (tile in found, other in found) == (stays, not stays)


def test_pieces_that_lie_on_others_or_beside_them_stay() -> None:
    throne = seen(WIDE, PieceClass.THRONE, 0.6)
    attendant = seen((45, 45, 75, 75), PieceClass.ATTENDANT, 0.9)
    token = seen((4, 4, 36, 36), PieceClass.TOKEN, 0.95)
    covering = seen((2, 2, 42, 42), PieceClass.TILE, 0.5)
    card = seen((40, 125, 80, 165), PieceClass.CARD, 0.99)
    found = table(throne, attendant, token, covering, card)
    assert one_of_each(found) == found
    assert one_of_each([]) == []


@pytest.mark.parametrize("piece", [PieceClass.CARD, PieceClass.ATTENDANT])
def test_an_attendant_or_card_that_was_found_twice_is_one(piece: PieceClass) -> None:
    found = [seen((160, 0, 200, 40), piece, 0.6), seen((162, 1, 203, 42), piece, 0.8)]
    assert one_of_each(found) == found[1:]
