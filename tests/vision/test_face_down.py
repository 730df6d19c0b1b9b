"""Face-down tiles in the lattice of a castle."""

import numpy as np
import pytest

from castlescan.vision.composing import compose
from castlescan.vision.correcting import Correction, corrected, pieces_of
from castlescan.vision.face_down import with_face_down_tiles
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import from_boxes, roll
from castlescan.vision.reading import Reason
from castlescan.vision.seen_pieces import SeenPiece


def piece(name, x, y, kind=PieceClass.TILE, confidence=0.99):
    width = 2 if kind is PieceClass.THRONE else 1
    box = [300 + 50 * x, 300 - 50 * y, 300 + 50 * (x + width), 350 - 50 * y]
    ranked = () if name is None else ((name, confidence),)
    return SeenPiece(kind, from_boxes([box])[0], (x, y), name, confidence, ranked)


def castle():
    return [
        piece("throne/living-corridor", 0, 0, PieceClass.THRONE),
        piece("food/bakery", -1, 0),
        piece("corridor/echo-chamber", 2, 0),
    ]


def back(left, top, size=50, turns=0):
    quad = roll(from_boxes([[left, top, left + size, top + size]]), turns)[0]
    return Detection(PieceClass.TILE_BACK, quad.astype(np.float32), 0.9)


@pytest.mark.parametrize("turns", [0, 1, 2])
def test_a_face_down_tile_on_a_free_place_is_said(catalogue, turns):
    pieces = with_face_down_tiles(castle(), [back(303, 248, turns=turns)])
    reading = compose(pieces, catalogue)
    (entry,) = [it for it in reading.review if it.reason is Reason.FACE_DOWN]
    assert "(0, 1)" in entry.message
    assert not reading.is_sure
    assert len(reading.castle.rooms) == 2


@pytest.mark.parametrize(
    "found", [back(330, 240), back(300, 250, size=80), back(600, 100), back(250, 300)]
)
def test_others_are_none_of_the_castle(found):
    """They lie between places, are too large, far away, or where a tile was named."""
    kinds = [it.piece for it in with_face_down_tiles(castle(), [found])]
    assert PieceClass.TILE_BACK not in kinds


def test_what_had_no_name_is_said_once(catalogue):
    pieces = with_face_down_tiles([*castle(), piece(None, 0, 1, confidence=0.8)], [back(300, 250)])
    reading = compose(pieces, catalogue)
    about = [it for it in reading.review if any(t.y == 1 for t in it.tiles)]
    assert [it.reason for it in about] == [Reason.FACE_DOWN]


def test_it_supports_what_lies_on_it(catalogue):
    above = piece("food/kitchen", 0, 2)
    floats = compose([*castle(), above], catalogue)
    assert any(it.rule == "support" for it in floats.violations)
    reading = compose(with_face_down_tiles([*castle(), above], [back(300, 250)]), catalogue)
    assert not any(it.rule == "support" for it in reading.violations)


def test_it_can_be_named_by_hand(catalogue):
    reading = compose(with_face_down_tiles(castle(), [back(300, 250)]), catalogue)
    assert compose(pieces_of(reading, catalogue), catalogue) == reading
    number = next(at for at, it in enumerate(reading.evidence) if it.id is None)
    changed = corrected(reading, {number: Correction("food/kitchen")}, catalogue)
    assert [it.id for it in changed.castle.rooms].count("food/kitchen") == 1
    assert changed.is_sure
