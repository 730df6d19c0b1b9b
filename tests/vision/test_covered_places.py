"""Places of a castle that something covers."""

import numpy as np
import pytest

from castlescan.vision.covered_places import covered_places
from castlescan.vision.pieces import Image, PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.seen_pieces import SeenPiece

TABLE, HAND = (120, 110, 100), (150, 95, 60)
RING = [(x, y) for x in (-1, 0, 1) for y in (1, 2, 3) if (x, y) != (0, 2)]


def box(x: int, y: int) -> tuple[int, int, int, int]:
    """Return where a place is in the picture, the throne room's left half at its middle."""
    return 400 + 100 * x, 500 - 100 * y, 500 + 100 * x, 600 - 100 * y


def seen(kind: PieceClass, x: int, y: int) -> SeenPiece:
    left, top, right, bottom = box(x, y)
    wide = 100 * (kind is PieceClass.THRONE)
    return SeenPiece(
        kind, from_boxes([(left, top, right + wide, bottom)])[0], (x, y), "any", 0.99, ()
    )


def castle(places: list[tuple[int, int]], *, has_throne: bool = True) -> list[SeenPiece]:
    throne = [seen(PieceClass.THRONE, 0, 0)] if has_throne else []
    return [*throne, *(seen(PieceClass.TILE, x, y) for x, y in places)]


def picture(*covered: tuple[int, int], noise: float = 6.0) -> Image:
    image = np.full((900, 1000, 3), TABLE, np.float64)
    for x, y in covered:
        left, top, right, bottom = box(x, y)
        image[top:bottom, left:right] = HAND
    rng = np.random.default_rng(1)
    return (image + rng.normal(0, noise, image.shape)).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("has_throne", [True, False])
def test_a_place_between_tiles_that_shows_no_table_is_covered(has_throne: bool) -> None:
    pieces = castle(RING, has_throne=has_throne)
    ((place, quad),) = covered_places(picture((0, 2)), pieces)
    assert place == (0, 2)
    np.testing.assert_allclose(quad, from_boxes([box(0, 2)])[0], atol=1e-6)
    assert not list(covered_places(picture(), pieces))


def test_a_place_below_a_tile_is_covered_only_above_the_ground() -> None:
    tower = castle([(0, 1), (0, 3), (-1, -2), (0, -2), (0, -1)])
    assert [it for it, _ in covered_places(picture((0, 2)), tower)] == [(0, 2)]
    assert not list(covered_places(picture((-1, -1)), tower))
    assert not list(covered_places(picture(), tower))
    without = castle([(0, 0), (0, 1), (0, 3)], has_throne=False)
    assert not list(covered_places(picture((0, 2)), without))


def test_where_all_free_places_look_alike_nothing_covers_them() -> None:
    everywhere = [(x, y) for x in range(-4, 6) for y in range(-4, 6)]
    assert not list(covered_places(picture(*everywhere), castle(RING)))


def test_of_places_beside_the_castle_nothing_is_known() -> None:
    assert not list(covered_places(picture((2, 0), (-1, 0), (0, 4)), castle(RING[:1])))
    assert not list(covered_places(picture(), []))
