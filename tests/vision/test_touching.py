"""Castles that touch one another may be one."""

from dataclasses import replace

import numpy as np
import pytest

from castlescan.asking import find_questions
from castlescan.engine.between_two_castles.catalogue import Catalogue
from castlescan.engine.languages import Language
from castlescan.photos import FoundCastle
from castlescan.vision.composing import compose
from castlescan.vision.correcting import Correction, corrected
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.reading import Reading, Reason
from castlescan.vision.seen_pieces import SeenPiece
from castlescan.vision.touching import Touched, find_touching


def tile(name: str, x: int, y: int, right: float, flat: float = 1.0) -> SeenPiece:
    """Return a tile of a castle whose origin lies so many tiles to the right, seen so flatly."""
    left, top = 100 * (x + right), 100 * (5 - y)
    quad = from_boxes([[left, top, left + 100, top + 100]])[0] * (1, flat)
    return SeenPiece(PieceClass.TILE, quad, (x, y), name, 0.99, ((name, 0.99),))


def two_castles(apart: float, flat: float = 1.0) -> list[list[SeenPiece]]:
    """Return one of three tiles, and one of two tiles so far to the right of it and half a tile up."""
    large = [tile("food/bakery", x, 0, 0, flat) for x in range(3)]
    shifted = [tile("food/kitchen", 0, y, 3 + apart, flat) for y in range(2)]
    up = np.array([0.0, 50.0 * flat])
    small = [
        SeenPiece(it.piece, it.quad - up, it.place, it.id, it.confidence, it.ranked)
        for it in shifted
    ]
    return [large, small]


@pytest.mark.parametrize("flat", [1.0, 0.4])
@pytest.mark.parametrize(("apart", "touch"), [(0.05, True), (0.15, True), (0.6, False), (2, False)])
def test_castles_touch_where_their_tiles_are_as_near_as_neighbours(
    apart: float, touch: bool, flat: float
) -> None:
    found = find_touching(two_castles(apart, flat))
    wanted = [Touched((1,), is_smaller=False), Touched((0,), is_smaller=True)]
    assert found == (wanted if touch else [None, None])


def test_without_castles_or_tiles_nothing_touches() -> None:
    assert find_touching([]) == []
    assert find_touching([[], two_castles(0.1)[0]]) == [None, None]


def read(number: int, catalogue: Catalogue, language: Language = Language.EN) -> Reading:
    castles = two_castles(0.1)
    return compose(castles[number], catalogue, language, touched=find_touching(castles)[number])


def test_both_castles_are_doubted_and_the_smaller_in_all_its_places(catalogue: Catalogue) -> None:
    for number, letter, doubted in ((0, "B", 0), (1, "A", 2)):
        reading = read(number, catalogue)
        (entry,) = [it for it in reading.review if it.reason is Reason.TOUCHES]
        assert f"touches castle {letter} of" in entry.message
        assert len(entry.tiles) == doubted
        assert not reading.is_sure
    german = read(0, catalogue, Language.DE)
    assert any("berührt Schloss B" in it.message for it in german.review)


def test_castles_of_other_sizes_touch_each_other() -> None:
    (large, *_), (small, *_) = two_castles(0.0)
    tiny = replace(small, quad=from_boxes([[110, 530, 135, 555]])[0])
    assert [it is not None for it in find_touching([[large], [tiny]])] == [True, True]


def test_naming_a_tile_settles_no_place_of_a_castle_that_touches(catalogue: Catalogue) -> None:
    first = read(1, catalogue)
    (before,) = [it for it in first.review if it.reason is Reason.TOUCHES]
    reading = corrected(first, {0: Correction("food/pantry")}, catalogue)
    (entry,) = [it for it in reading.review if it.reason is Reason.TOUCHES]
    assert entry.message == before.message
    assert {it.id for it in entry.tiles} == {"food/pantry", "food/kitchen"}


def test_nobody_is_asked_for_names_of_tiles_whose_places_alone_are_in_doubt(
    catalogue: Catalogue,
) -> None:
    found = FoundCastle("photo.jpg, B", read(1, catalogue).castle, read(1, catalogue))
    assert find_questions([found], catalogue) == []
