"""Room-type tokens that contradict the arrows of secret rooms."""

import numpy as np
import pytest

from castlescan.engine.languages import Language
from castlescan.vision.composing import compose
from castlescan.vision.correcting import pieces_of
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.reading import PictureSize, Reason
from castlescan.vision.seen_pieces import SeenPiece

EAST, WEST, SOUTH = (
    "secret/around-the-corner",
    "secret/behind-the-bookcase",
    "secret/climb-the-ladder",
)


def piece(name, x, y, kind=PieceClass.TILE, *, confidence=0.99, others=()):
    width, inset = {PieceClass.THRONE: (2, 0), PieceClass.TOKEN: (1, 15)}.get(kind, (1, 0))
    box = [300 + 50 * x, 300 - 50 * y, 300 + 50 * (x + width), 350 - 50 * y]
    box = [box[0] + inset, box[1] + inset, box[2] - inset, box[3] - inset]
    ranked = () if name is None else ((name, confidence), *others)
    turned = np.array([0.97, 0.01, 0.01, 0.01])
    return SeenPiece(kind, from_boxes([box])[0], (x, y), name, confidence, ranked, turned=turned)


def token(kind, x, y, **more):
    return piece(f"token/{kind}", x, y, PieceClass.TOKEN, **more)


def castle(*more):
    return [piece("throne/living-corridor", 0, 0, PieceClass.THRONE), *more]


def said(reading):
    return [it for it in reading.review if it.reason is Reason.TOKEN]


def test_a_token_that_agrees_with_the_arrow_is_not_spoken_of(catalogue):
    pieces = castle(piece(EAST, -2, 0), piece("food/bakery", -1, 0), token("food", -2, 0))
    assert said(compose(pieces, catalogue)) == []


def test_a_token_that_contradicts_it_is_with_both_types(catalogue):
    pieces = castle(piece(EAST, -2, 0), piece("food/bakery", -1, 0), token("living", -2, 0))
    reading = compose(pieces, catalogue)
    (entry,) = said(reading)
    assert entry.message == (
        "Around the Corner (-2, 0) has a token for living rooms, but its arrow leads to "
        "Bakery (-1, 0), so it counts among the food rooms; the score goes by the arrow"
    )
    assert [(it.id, it.x, it.y) for it in entry.tiles] == [(EAST, -2, 0), ("food/bakery", -1, 0)]
    assert reading.is_sure
    (entry,) = said(compose(pieces, catalogue, Language.DE))
    assert "Marker für Wohnräume" in entry.message
    assert "zählt es als Speiseraum" in entry.message


def test_arrows_are_followed_along_secret_rooms(catalogue):
    rooms = [piece(EAST, -2, 0), piece("secret/within-the-walls", -3, 0)]
    pieces = castle(*rooms, piece("food/bakery", -1, 0), token("living", -3, 0))
    (entry,) = said(compose(pieces, catalogue))
    assert "Bakery (-1, 0)" in entry.message
    assert len(entry.tiles) == 3


@pytest.mark.parametrize("doubtful", [EAST, "food/bakery"])
def test_doubtful_tiles_accuse_no_token(catalogue, doubtful):
    rooms = [
        piece(name, x, 0, confidence=0.6 if name == doubtful else 0.99)
        for name, x in ((EAST, -2), ("food/bakery", -1))
    ]
    pieces = castle(*rooms, token("living", -2, 0))
    (entry,) = said(compose(pieces, catalogue))
    assert entry.message.startswith("If ")
    assert " was read right: Around the Corner (-2, 0) has a token" in entry.message
    (entry,) = said(compose(pieces, catalogue, Language.DE))
    assert " richtig gelesen ist: Around the Corner (-2, 0) hat einen Marker" in entry.message


def test_a_doubtful_token_contradicts_nothing(catalogue):
    unsure = token("living", -2, 0, confidence=0.95, others=[("token/food", 0.05)])
    pieces = castle(piece(EAST, -2, 0), piece("food/bakery", -1, 0), unsure)
    assert said(compose(pieces, catalogue)) == []


def test_a_token_on_another_room_says_nothing(catalogue):
    pieces = castle(piece("food/bakery", -1, 0), token("living", -1, 0))
    assert said(compose(pieces, catalogue)) == []


def test_throne_rooms_and_empty_places_are_not_copied(catalogue):
    (entry,) = said(compose(castle(piece(EAST, -1, 0), token("food", -1, 0)), catalogue))
    assert "Throne Room" in entry.message
    assert "cannot be copied" in entry.message
    pieces = castle(piece(WEST, -1, 0), token("food", -1, 0))
    (entry,) = said(compose(pieces, catalogue))
    assert "no room that it can copy" in entry.message


def test_arrows_in_a_circle_copy_nothing(catalogue):
    pieces = castle(piece(EAST, -2, 0), piece(WEST, -1, 0), token("food", -2, 0))
    (entry,) = said(compose(pieces, catalogue))
    assert "no room that it can copy" in entry.message


def test_what_is_not_seen_is_not_known_to_be_empty(catalogue):
    unnamed = piece(None, -2, 0)
    pieces = castle(piece(WEST, -1, 0), token("food", -1, 0))
    assert said(compose([*pieces, unnamed], catalogue)) == []
    assert said(compose([*pieces, piece(None, -2, 0, PieceClass.TILE_BACK)], catalogue)) == []
    assert said(compose(pieces[1:], catalogue)) == []  # without the throne room
    cut = PictureSize(width=380, height=600)
    assert said(compose(pieces, catalogue, picture=cut)) == []


def test_a_reading_composed_again_says_the_same(catalogue):
    pieces = castle(piece(SOUTH, -1, 0), piece("food/bakery", -1, -1), token("living", -1, 0))
    reading = compose(pieces, catalogue)
    assert said(reading) == said(compose(pieces_of(reading, catalogue), catalogue))
    assert len(said(reading)) == 1
