"""Readings put right by hand."""

import json
from dataclasses import replace

import numpy as np
import pytest

from castlescan.engine.between_two_castles.catalogue import Border, Hanging, TileType
from castlescan.engine.languages import Language
from castlescan.vision.composing import compose
from castlescan.vision.correcting import Correction, corrected, pieces_of, same_piece
from castlescan.vision.evidence import BORDERS, HANGINGS, TYPES
from castlescan.vision.pieces import PieceClass
from castlescan.vision.reading import MISFIT, PictureSize, Reading, Reason, Uncounted
from castlescan.vision.seen_pieces import SeenPiece
from castlescan.vision.sight import Cause, Fault


def piece(name, place, kind=PieceClass.TILE, *, confidence=0.99, others=(), size=(1, 1), **more):
    """Return a piece that lies where its place says, or far to the right."""
    x, y = place or (9, 0)
    width, height = size
    corners = [(x, -y), (x + width, -y), (x + width, height - y), (x, height - y)]
    ranked = () if name is None else ((name, confidence),)
    return SeenPiece(
        piece=kind,
        quad=60.0 * np.array(corners, np.float64),
        place=place,
        id=name,
        confidence=confidence,
        ranked=(*ranked, *others),
        turned=more.pop("turned", np.array([0.97, 0.01, 0.01, 0.01])),
        **more,
    )


def one_of(values, chosen):
    return np.array([0.95 if it is chosen else 0.01 for it in values])


def pieces():
    return [
        piece("throne/living-corridor", (0, 0), PieceClass.THRONE, size=(2, 1)),
        piece("food/bakery", (-1, 0), confidence=0.6, others=[("food/kitchen", 0.3)]),
        piece(None, (2, 0), confidence=0.8, others=[("corridor/echo-chamber", 0.1)]),
        piece(
            "food/buttery",
            (0, 1),
            misfit=MISFIT,
            contested=True,
            turned=np.array([0.1, 0.1, 0.7, 0.1]),
            border=one_of(BORDERS, Border.BLUE),
            hanging=one_of(HANGINGS, Hanging.SWORDS),
            tile_type=one_of(TYPES, TileType.LIVING),
        ),
        piece("bonus/width", None, PieceClass.CARD, confidence=0.7, size=(1, 1.5)),
        piece(None, None, PieceClass.ATTENDANT, confidence=0.8, size=(0.4, 0.4)),
    ]


@pytest.fixture
def reading(catalogue):
    return compose(pieces(), catalogue)


def reasons(reading):
    return [entry.reason for entry in reading.review]


def numbered(reading, name):
    return next(number for number, it in enumerate(reading.evidence) if it.id == name)


def test_pieces_compose_the_same_reading(reading, catalogue):
    assert compose(pieces_of(reading, catalogue), catalogue) == reading


def test_what_the_picture_made_hard_to_read_stays(catalogue):
    faults = (Fault(cause=Cause.BLURRED, measured=4.0, limit=1.2),)
    doubtful = [
        piece(name, (x, 0), confidence=0.5, others=[("food/kitchen", 0.3)], faults=faults)
        for x, name in ((2, "food/bakery"), (3, "food/pantry"), (4, "food/buttery"))
    ]
    size = PictureSize(width=285, height=400)  # ends within the last tile
    reading = compose([pieces()[0], *doubtful], catalogue, picture=size)
    assert {Reason.BLURRED, Reason.CUT_OFF} <= set(reasons(reading))
    assert compose(pieces_of(reading, catalogue), catalogue, picture=size) == reading
    answers = {numbered(reading, it.id): Correction(it.id) for it in doubtful}
    changed = corrected(reading, answers, catalogue)
    assert Reason.BLURRED not in reasons(changed)
    assert Reason.CUT_OFF in reasons(changed)
    assert changed.confidence > reading.confidence


@pytest.mark.parametrize(
    ("cause", "remedy", "said"),
    [
        (Cause.BLURRED, "hold the camera still", "(blurred"),
        (Cause.COVERED, "clear it", "(partly covered"),
    ],
)
def test_each_remedy_is_said_once(catalogue, cause, remedy, said):
    def messages(count):
        faults = (Fault(cause=cause, measured=4.0, limit=1.2),)
        names = ("food/bakery", "food/pantry", "food/buttery")[:count]
        doubtful = [
            piece(name, (2 + x, 0), confidence=0.5, faults=faults) for x, name in enumerate(names)
        ]
        return " ".join(it.message for it in compose([pieces()[0], *doubtful], catalogue).review)

    for count in (1, 3):
        assert messages(count).count(remedy) == 1
        assert messages(count).count(said) == count


def test_classes_are_those_of_the_pieces(reading, catalogue):
    assert {it.piece for it in pieces_of(reading, catalogue) if it.place is None} == {
        PieceClass.CARD,
        PieceClass.ATTENDANT,
    }


def test_without_corrections_nothing_changes(reading, catalogue):
    assert corrected(reading, {}, catalogue) is reading


def test_a_named_tile_is_counted_and_in_no_doubt(reading, catalogue):
    at = numbered(reading, None)
    changed = corrected(reading, {at: Correction("corridor/echo-chamber")}, catalogue)
    assert ("corridor/echo-chamber", 2, 0) in [(it.id, it.x, it.y) for it in changed.castle.rooms]
    assert reasons(changed).count(Reason.UNKNOWN_PIECE) == 1  # the attendant
    assert changed.score.total > reading.score.total
    seen = same_piece(changed, reading.evidence[at])
    assert (seen.id, seen.confidence, seen.alternatives) == ("corridor/echo-chamber", 1.0, [])


def test_a_kept_tile_is_in_doubt_no_more(reading, catalogue):
    at = numbered(reading, "food/buttery")
    settled = {Reason.PLACE, Reason.CONFLICT, Reason.BORDER, Reason.HANGING, Reason.TYPE}
    assert settled | {Reason.ORIENTATION} <= set(reasons(reading))
    changed = corrected(reading, {at: Correction("food/buttery")}, catalogue)
    assert not settled & set(reasons(changed))
    # How it is turned is not told by its name.
    assert Reason.ORIENTATION in reasons(changed)
    assert changed.castle == reading.castle


def test_what_is_none_of_the_castles_goes(reading, catalogue):
    at = numbered(reading, "food/bakery")
    changed = corrected(reading, {at: Correction(None)}, catalogue)
    assert "food/bakery" not in [it.id for it in changed.castle.rooms]
    assert len(changed.evidence) == len(reading.evidence) - 1


def test_an_unsure_correction_stays_in_doubt(reading, catalogue):
    at = numbered(reading, "food/bakery")
    other = Correction("food/kitchen", 0.3, (("food/bakery", 0.6),))
    changed = corrected(reading, {at: other}, catalogue)
    (entry,) = [it for it in changed.review if it.tiles and it.tiles[0].id == "food/kitchen"]
    assert "Bakery" in entry.message


def test_a_tile_apart_can_be_kept(catalogue):
    reading = compose([*pieces()[:2], piece("food/pantry", (5, 0))], catalogue)
    at = numbered(reading, "food/pantry")
    assert Reason.APART in reasons(reading)
    kept = corrected(reading, {at: Correction("food/pantry")}, catalogue)
    assert Reason.APART not in reasons(kept)
    other = numbered(reading, "food/bakery")
    assert Reason.APART in reasons(corrected(reading, {other: Correction(None)}, catalogue))


def row_of(*names, misfit, at):
    """Return a throne room and tiles to its right, the one with a number of which lies crookedly."""
    tiles = [
        piece(name, (2 + number, 0), misfit=misfit if number == at else 0.0)
        for number, name in enumerate(names)
    ]
    return [pieces()[0], *tiles]


NAMES = ("food/bakery", "food/pantry", "food/buttery", "food/kitchen")


def test_what_a_crooked_tile_alone_joins_with_the_castle_is_doubted_with_it(catalogue):
    reading = compose(row_of(*NAMES, misfit=0.3, at=1), catalogue)
    doubts = {it.reason: it for it in reading.review}
    assert [it.id for it in doubts[Reason.PLACE].tiles] == ["food/pantry"]
    assert [it.id for it in doubts[Reason.PLACE_FOLLOWS].tiles] == ["food/buttery", "food/kitchen"]
    said = "The tiles at (4, 0) and (5, 0) are joined to the castle by Pantry (3, 0) alone"
    assert said in doubts[Reason.PLACE_FOLLOWS].message
    assert not reading.is_sure
    assert compose(pieces_of(reading, catalogue), catalogue) == reading
    answer = {numbered(reading, "food/pantry"): Correction("food/pantry")}
    kept = corrected(reading, answer, catalogue)
    assert not {Reason.PLACE, Reason.PLACE_FOLLOWS} & set(reasons(kept))


def test_what_follows_a_crooked_tile_can_be_kept(catalogue):
    reading = compose(row_of(*NAMES, misfit=0.3, at=1), catalogue)
    answers = {numbered(reading, name): Correction(name) for name in NAMES[2:]}
    kept = corrected(reading, answers, catalogue)
    assert Reason.PLACE in reasons(kept)
    assert Reason.PLACE_FOLLOWS not in reasons(kept)


def test_two_crooked_tiles_in_a_row_compose_the_same_reading(catalogue):
    row = row_of(*NAMES, misfit=0.3, at=0)
    row[2] = replace(row[2], misfit=0.6)
    reading = compose(row, catalogue)
    assert reasons(reading).count(Reason.PLACE) == 2
    assert compose(pieces_of(reading, catalogue), catalogue) == reading


def test_without_a_throne_room_only_the_smaller_side_follows(catalogue):
    names = (*NAMES[:2], "living/parlor", *NAMES[2:])
    row = row_of(*names, misfit=0.3, at=3)[1:]
    apart = [
        piece(name, (x, 5))
        for x, name in enumerate(("utility/sauna", "utility/kennel", "utility/tool-room"))
    ]
    reading = compose([*row, *apart], catalogue)
    (entry,) = [it for it in reading.review if it.reason is Reason.PLACE_FOLLOWS]
    assert [it.id for it in entry.tiles] == [names[-1]]


@pytest.mark.parametrize(
    ("misfit", "at"),
    [
        (0.2, 1),  # hardly crooked
        (0.3, 3),  # nothing follows it
    ],
)
def test_a_tile_may_lie_a_little_crookedly(catalogue, misfit, at):
    reading = compose(row_of(*NAMES, misfit=misfit, at=at), catalogue)
    assert not {Reason.PLACE, Reason.PLACE_FOLLOWS} & set(reasons(reading))


def test_what_another_tile_joins_too_does_not_hang_on_a_crooked_one(catalogue):
    around = [piece(name, (x, 1)) for x, name in ((2, "living/parlor"), (3, "living/gallery"))]
    beyond = piece("living/harp-room", (4, 1))
    row = row_of(*NAMES[:3], misfit=0.3, at=1)
    reading = compose([*row, *around, beyond], catalogue)
    assert not {Reason.PLACE, Reason.PLACE_FOLLOWS} & set(reasons(reading))


SENTENCES = {
    (Uncounted.UNEARNED, Language.EN): (
        "Width: beside the castle, but more than it has earned, so not counted"
    ),
    (Uncounted.ASIDE, Language.EN): (
        "Width: near the castle, but not straight beside it, so not counted"
    ),
    (Uncounted.UNEARNED, Language.DE): (
        "Gesamtbreite: neben dem Schloss, aber mehr als es verdient hat; zählt nicht"
    ),
    (Uncounted.ASIDE, Language.DE): (
        "Gesamtbreite: nahe am Schloss, aber nicht gerade daneben; zählt nicht"
    ),
}


def beside(name, row, size, why=None, **more):
    kind = PieceClass.CARD if name.startswith("bonus/") else PieceClass.ATTENDANT
    found = piece(name, None, kind, size=size, uncounted=why, **more)
    return replace(found, quad=found.quad + 120.0 * np.array([0, row]))


def with_uncounted(why):
    """Return pieces of a castle with a card and an attendant that count, and one of each that do not."""
    return [
        *pieces()[:2],
        beside("bonus/height", 0, (1, 1.5)),
        beside("attendant/painter", 1, (0.4, 0.4)),
        beside("bonus/width", 2, (1, 1.5), why, confidence=0.6, others=[("bonus/mirror", 0.3)]),
        beside("attendant/knight", 3, (0.4, 0.4), why),
    ]


def uncounted(reading):
    return {it.id: it.uncounted for it in reading.evidence if it.uncounted is not None}


@pytest.mark.parametrize("why", list(Uncounted))
@pytest.mark.parametrize("language", list(Language))
def test_what_is_not_counted_is_shown_and_said_but_no_part_of_the_castle(catalogue, why, language):
    reading = compose(with_uncounted(why), catalogue, language)
    assert reading.castle.bonus_cards == ["height"]
    assert reading.castle.attendants == ["painter"]
    assert [it.id for it in reading.score.bonus_cards] == ["height"]
    assert uncounted(reading) == {"bonus/width": why, "attendant/knight": why}
    card, attendant = [it for it in reading.review if it.reason is Reason.STRAY]
    assert card.message == SENTENCES[why, language]
    assert [(it.id, it.x, it.y) for it in card.tiles] == [("bonus/width", None, None)]
    assert [it.id for it in attendant.tiles] == ["attendant/knight"]
    # That it is not counted is all that is said of it.
    told = [entry for entry in reading.review if any(it.id == "bonus/width" for it in entry.tiles)]
    assert told == [card]
    assert not reading.is_sure


def test_what_is_not_counted_is_audited_and_scored_as_if_it_were_not_there(catalogue):
    reading = compose(with_uncounted(Uncounted.ASIDE), catalogue)
    without = compose(with_uncounted(None)[:4], catalogue)
    assert reading.castle == without.castle
    assert reading.score == without.score
    assert reading.violations == without.violations
    assert reading.confidence == without.confidence


@pytest.mark.parametrize("why", list(Uncounted))
def test_what_was_not_counted_stays_so(catalogue, why):
    reading = compose(with_uncounted(why), catalogue)
    again = compose(pieces_of(reading, catalogue), catalogue)
    assert again == reading
    at = numbered(reading, "food/bakery")
    changed = corrected(reading, {at: Correction("food/kitchen")}, catalogue)
    assert uncounted(changed) == uncounted(reading)
    assert changed.castle.bonus_cards == ["height"]
    assert changed.castle.attendants == ["painter"]
    assert reasons(changed).count(Reason.STRAY) == 2


def test_what_is_not_counted_counts_when_a_person_says_so_or_is_taken_away(catalogue):
    reading = compose(with_uncounted(Uncounted.UNEARNED), catalogue)
    at = numbered(reading, "bonus/width")
    named = corrected(reading, {at: Correction("bonus/mirror")}, catalogue)
    assert uncounted(named) == {"attendant/knight": Uncounted.UNEARNED}
    assert sorted(named.castle.bonus_cards) == ["height", "mirror"]
    gone = corrected(reading, {at: Correction(None)}, catalogue)
    assert uncounted(gone) == {"attendant/knight": Uncounted.UNEARNED}
    assert reasons(gone).count(Reason.STRAY) == 1


def test_a_reading_without_a_word_of_it_counts_all(catalogue):
    """As they were before anything was left uncounted."""
    document = compose(with_uncounted(None), catalogue).model_dump(mode="json")
    for it in document["evidence"]:
        del it["uncounted"]
    reading = Reading.model_validate_json(json.dumps(document))
    assert uncounted(reading) == {}
    assert sorted(reading.castle.bonus_cards) == ["height", "width"]
    assert compose(pieces_of(reading, catalogue), catalogue) == reading
