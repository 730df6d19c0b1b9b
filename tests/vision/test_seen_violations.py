"""Faults that hang on doubtful tiles."""

import numpy as np

from castlescan.engine.languages import Language
from castlescan.vision.composing import compose
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.reading import PictureSize, Reason
from castlescan.vision.seen_pieces import SeenPiece


def piece(name, x, y, kind=PieceClass.TILE, *, confidence=0.99, others=()):
    width = 2 if kind is PieceClass.THRONE else 1
    box = [300 + 50 * x, 300 - 50 * y, 300 + 50 * (x + width), 350 - 50 * y]
    return SeenPiece(
        kind,
        from_boxes([box])[0],
        (x, y),
        name,
        confidence,
        ((name, confidence), *others),
        turned=np.array([0.97, 0.01, 0.01, 0.01]),
    )


def castle(*more):
    return [piece("throne/living-corridor", 0, 0, PieceClass.THRONE), *more]


def levels(reading):
    return [it for it in reading.violations if it.rule == "level"]


def test_a_sure_tile_is_accused(catalogue):
    reading = compose(castle(piece("food/bakery", 0, -1)), catalogue)
    (fault,) = levels(reading)
    assert fault.is_sure
    assert fault.message.startswith("Bakery (0, -1)")


def test_a_doubtful_tile_is_not(catalogue):
    doubtful = piece("food/bakery", 0, -1, confidence=0.6, others=[("food/kitchen", 0.3)])
    (fault,) = levels(compose(castle(doubtful), catalogue))
    assert [(it.id, it.x, it.y) for it in fault.doubtful] == [("food/bakery", 0, -1)]
    assert fault.message.startswith("If Bakery (0, -1) was read right: Bakery (0, -1)")
    (fault,) = levels(compose(castle(doubtful), catalogue, Language.DE))
    assert fault.message.startswith("Falls Bakery (0, -1) richtig gelesen ist: ")


def test_other_tiles_are_accused_as_ever(catalogue):
    doubtful = piece("food/pantry", -1, 0, confidence=0.6)
    (fault,) = levels(compose(castle(piece("food/bakery", 0, -1), doubtful), catalogue))
    assert fault.is_sure


def test_a_rule_that_only_this_reading_breaks_is_said_with_the_other_one(catalogue):
    doubtful = piece("food/bakery", 0, -1, confidence=0.6, others=[("corridor/dead-end", 0.3)])
    reading = compose(castle(doubtful), catalogue)
    (entry,) = [it for it in reading.review if it.reason is Reason.RULE]
    assert "Dead End" in entry.message
    assert [(it.id, it.x, it.y) for it in entry.tiles] == [("food/bakery", 0, -1)]


def test_a_rule_that_the_other_one_breaks_too_is_not(catalogue):
    doubtful = piece("food/bakery", 0, -1, confidence=0.6, others=[("food/kitchen", 0.3)])
    reading = compose(castle(doubtful), catalogue)
    assert all(it.reason is not Reason.RULE for it in reading.review)


def test_what_counts_all_tiles_hangs_on_each_doubtful_one_once(catalogue):
    throne = piece("throne/living-corridor", 0, 0, PieceClass.THRONE, confidence=0.5)
    utility = ("utility/mud-room", "utility/key-room", "utility/dumbwaiter")
    rooms = [piece(name, 2 + x, 0) for x, name in enumerate(utility)]
    faults = compose([throne, *rooms], catalogue).violations
    (forgotten,) = [it for it in faults if it.rule == "forgotten-bonus"]
    assert [it.id for it in forgotten.doubtful] == ["throne/living-corridor"]
    # How many tiles there are is not a question of their names.
    assert all(it.is_sure for it in faults if it.rule == "unfinished")


def cut_at_the_left(*more, width=900):
    """Return the reading of a castle whose leftmost tile, at x = -5, touches the edge of the picture."""
    row = ["food/bakery", "food/pantry", "food/kitchen", "food/buttery", "food/scullery"]
    tiles = [piece(name, -1 - at, 0) for at, name in enumerate(row)]
    return castle(*tiles, *more), PictureSize(width=width, height=600)


def test_what_tiles_beyond_the_picture_may_explain_accuses_nobody(catalogue):
    pieces, size = cut_at_the_left(
        piece("corridor/dead-end", -6, 1), piece("specialty/tower", 2, 0)
    )
    found = {it.rule: it for it in compose(pieces, catalogue, picture=size).violations}
    for rule in ("support", "unfinished"):
        fault = found[rule]
        assert fault.if_complete
        assert not fault.is_sure
        assert fault.message.startswith("If no tile is missing beyond the edge of the picture: ")
    german = compose(pieces, catalogue, Language.DE, picture=size)
    assert all(
        it.message.startswith("Falls jenseits des Bildrands kein Plättchen fehlt: ")
        for it in german.violations
        if it.if_complete
    )


def test_what_they_cannot_explain_does(catalogue):
    pieces, size = cut_at_the_left(
        piece("outdoor/sty", 2, 0),
        piece("corridor/hall-of-doors", 2, 2),
        piece("food/mill-room", 0, -1),
    )
    found = {it.rule: it for it in compose(pieces, catalogue, picture=size).violations}
    assert found["level"].is_sure
    assert found["support"].is_sure  # it lies far from the edge
    whole = compose(pieces, catalogue)
    assert all(it.is_sure for it in whole.violations)
