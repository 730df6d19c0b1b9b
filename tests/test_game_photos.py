"""From readings to a game."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.modes import Mode
from castlescan.engine.errors import DocumentError
from castlescan.engine.languages import Language
from castlescan.engine.violations import PlacedTile
from castlescan.game_photos import (
    count_people,
    judge_photos,
    make_game,
    parse_roburg,
    player_names,
    require_roburg,
    seat_castles,
    seat_order,
    seating_notes,
    settle_castles,
)
from castlescan.photos import FoundCastle
from castlescan.vision.composing import compose
from castlescan.vision.correcting import Correction
from castlescan.vision.pieces import PieceClass
from castlescan.vision.reading import Reason, Uncounted
from castlescan.vision.seen_pieces import SeenPiece

PHOTO = Path("table.jpg")
THRONES = ("throne/living-corridor", "throne/food-sleeping", "throne/utility-food")


def piece(name, place, at=(0, 0), kind=PieceClass.TILE, confidence=0.99, others=(), turned=0):
    x, y = place
    width = 2 if kind is PieceClass.THRONE else 1
    corners = np.array([(x, -y), (x + width, -y), (x + width, 1 - y), (x, 1 - y)], np.float64)
    return SeenPiece(
        piece=kind,
        quad=60.0 * corners + at,
        place=place,
        id=name,
        confidence=confidence,
        ranked=((name, confidence), *others) if name else tuple(others),
        turned=np.eye(4)[turned],
    )


@pytest.fixture
def found(catalogue):
    """Build a castle of a photo: ``found(0, piece(...))``."""

    def found(number, *tiles, at=(0, 0)):
        throne = piece(THRONES[number], (0, 0), at, PieceClass.THRONE)
        reading = compose([throne, *tiles], catalogue)
        return FoundCastle(f"{PHOTO}, {'ABC'[number]}", reading.castle, reading, PHOTO)

    return found


def settle(castles, catalogue, answers=None):
    names = [f"Castle {number + 1}" for number in range(len(castles))]
    return settle_castles(castles, answers or [{} for _ in castles], names, catalogue)


def rooms(castle):
    return [it.id for it in castle.castle.rooms]


# Seats


@pytest.mark.parametrize("shift", [(0, 0), (4000, 3000)])
def test_seats_go_clockwise_from_the_left(found, shift):
    # y grows downward: right, left, and above between them.
    middles = ((900, 500), (100, 500), (500, 100))
    castles = [
        found(number, at=(x + shift[0], y + shift[1])) for number, (x, y) in enumerate(middles)
    ]
    assert seat_order([it.reading for it in castles]) == [1, 2, 0]
    seating = seat_castles([PHOTO], [castles])
    assert seating.letters == ("B", "C", "A")
    assert [it.title for it in seating.castles] == ["table.jpg, B", "table.jpg, C", "table.jpg, A"]
    (note,) = seating_notes(seating, Language.EN)
    assert "guessed clockwise from the castle at the left: B, C, A" in note
    assert "--seats B,A,C" in note
    assert "geraten" in seating_notes(seating, Language.DE)[0]


def test_given_seats_are_no_guess(found):
    castles = [found(number, at=(500 * number, 0)) for number in range(3)]
    seating = seat_castles([PHOTO], [castles], " c,a ,B")
    assert [it.title[-1] for it in seating.castles] == ["C", "A", "B"]
    assert seating_notes(seating, Language.EN) == []


def test_what_is_no_castle_can_be_left_out(found):
    castles = [found(number, at=(500 * number, 0)) for number in range(3)]
    seating = seat_castles([PHOTO], [castles], "C,A")
    assert len(seating.castles) == 2
    assert seating_notes(seating, Language.EN) == ["Left out of the photo: B"]


@pytest.mark.parametrize("seats", ["A,B,D", "A,A,B", "", "ABC"])
def test_seats_that_are_not_there_are_one_line(found, seats):
    castles = [found(number) for number in range(3)]
    with pytest.raises(DocumentError, match=r"^table.jpg: .* shows A, B, C; .* --seats A,B,C$"):
        seat_castles([PHOTO], [castles], seats)


def test_several_photos_are_in_seat_order(found):
    files = [Path("a.jpg"), Path("b.jpg")]
    castles = [[found(0)], [found(1)]]
    assert [it.castle.throne for it in seat_castles(files, castles).castles] == list(THRONES[:2])
    with pytest.raises(DocumentError, match=r"b.jpg: shows 2 castles"):
        seat_castles(files, [[found(0)], [found(1), found(2)]])
    with pytest.raises(DocumentError, match="--seats is for one photo"):
        seat_castles(files, castles, "B,A")
    with pytest.raises(DocumentError, match=r"a.jpg: is named twice"):
        seat_castles([files[0], Path("./a.jpg")], castles)


# Players and modes


@pytest.mark.parametrize(
    ("mode", "castles", "people"),
    [
        (Mode.STANDARD, 3, 3),
        (Mode.STANDARD, 8, 8),
        (Mode.TWO_PLAYER, 3, 2),
        (Mode.MAD_KINGS_DEMAND, 2, 2),
        (Mode.AUTOMA, 2, 1),
        (Mode.INTROVERT, 1, 1),
    ],
)
def test_castles_tell_how_many_play(mode, castles, people):
    assert count_people(mode, castles) == people
    names = player_names(mode, people, [], Language.DE)
    assert names == [f"Spieler {number + 1}" for number in range(people)]


def test_a_mode_that_does_not_fit_names_those_that_do():
    with pytest.raises(
        DocumentError, match=r"^table.jpg: 2 castles make no game .* automa"
    ) as info:
        count_people(Mode.STANDARD, 2, PHOTO)
    assert "--mode mad-kings-demand" in str(info.value)


@pytest.mark.parametrize(
    ("names", "hint"),
    [
        (["Ada", "Ben"], "two-player"),
        (["Ada", "Ben", "Cleo", "Dan"], "names 4"),
        (["Ada", "Ben", "Ada"], "two players"),
        (["Ada", "Ben", "\x1b[2J"], "control characters"),
    ],
)
def test_wrong_names_are_one_line(names, hint):
    with pytest.raises(DocumentError, match=hint):
        player_names(Mode.STANDARD, 3, names, Language.EN)


def test_ludwig_may_be_named_and_is_nobody_else():
    names = player_names(Mode.TWO_PLAYER, 2, ["Ada", "Ben", "Ludwig"], Language.EN)
    assert names == ["Ada", "Ben"]
    with pytest.raises(DocumentError, match="two players"):
        player_names(Mode.TWO_PLAYER, 2, ["Ada", "Ludwig"], Language.EN)


def test_roburg_is_one_option():
    roburg = parse_roburg("level=3, food=5,living=2")
    assert (roburg.level, roburg.columns.food, roburg.columns.living) == (3, 5, 2)
    require_roburg(Mode.AUTOMA, roburg)
    with pytest.raises(DocumentError, match="--roburg level=3"):
        require_roburg(Mode.INTROVERT, None)
    with pytest.raises(DocumentError, match="leave out --roburg"):
        require_roburg(Mode.STANDARD, roburg)


@pytest.mark.parametrize("text", ["", "food=5", "level", "level=x", "level=1,level=2", "level=99"])
def test_a_wrong_roburg_is_one_line(text):
    with pytest.raises(DocumentError, match=r"^--roburg"):
        parse_roburg(text)
    with pytest.raises(DocumentError, match="no column"):
        parse_roburg("level=1,secret=2")


# Castles


def test_a_copy_too_many_becomes_the_next_best_and_is_to_be_checked(found, catalogue):
    others = [("food/kitchen", 0.3)]
    castles = [
        found(0, piece("food/bakery", (-1, 0), confidence=0.6, others=others)),
        found(1, piece("food/bakery", (-1, 0))),
        found(2, piece("food/pantry", (-1, 0))),
    ]
    settled = settle(castles, catalogue)
    assert [rooms(it) for it in settled] == [["food/kitchen"], ["food/bakery"], ["food/pantry"]]
    assert settled[1:] == castles[1:]
    messages = [it.message for it in settled[0].reading.review if it.reason is Reason.COPIES]
    assert messages == [
        "Kitchen (-1, 0): it looks more like Bakery, but Castle 1 and Castle 2 would have more of "
        "that than the box holds"
    ]
    assert not settled[0].reading.is_sure
    game = make_game(Mode.STANDARD, ["Ada", "Ben", "Cleo"], settled)
    assert judge_photos(game, settled, catalogue, Language.EN).violations == []


def test_two_sure_copies_are_reported_and_to_be_checked(found, catalogue):
    castles = [found(number, piece("food/bakery", (-1, 0))) for number in range(2)]
    castles.append(found(2))
    settled = settle(castles, catalogue)
    assert [it.castle for it in settled] == [it.castle for it in castles]
    assert [Reason.COPIES in [e.reason for e in it.reading.review] for it in settled] == [
        True,
        True,
        False,
    ]
    game = make_game(Mode.STANDARD, ["Ada", "Ben", "Cleo"], settled)
    (fault,) = judge_photos(game, settled, catalogue, Language.EN).violations
    assert (fault.rule, fault.castles) == ("copies", [0, 1])


def test_answers_are_certain(found, catalogue):
    castles = [
        found(0, piece("food/bakery", (-1, 0), confidence=0.6, others=[("food/kitchen", 0.3)])),
        found(1, piece("food/bakery", (-1, 0), confidence=0.9, others=[("food/pantry", 0.09)])),
    ]
    answers = [{1: Correction("food/bakery")}, {}]
    assert [rooms(it) for it in settle(castles, catalogue, answers)] == [
        ["food/bakery"],
        ["food/pantry"],
    ]
    both = [{1: Correction("food/bakery")}, {1: Correction("food/bakery")}]
    settled = settle(castles, catalogue, both)
    assert [it.reading.review for it in settled] == [[], []]
    gone = settle(castles, catalogue, [{1: Correction(None)}, {}])
    assert [rooms(it) for it in gone] == [[], ["food/bakery"]]


def test_castle_documents_are_certain(found, catalogue):
    document = Castle(throne=THRONES[1], rooms=[PlacedTile(id="food/bakery", x=-1, y=0)])
    castles = [
        found(0, piece("food/bakery", (-1, 0), confidence=0.8, others=[("food/kitchen", 0.15)])),
        FoundCastle("castle.json", document),
    ]
    assert [rooms(it) for it in settle(castles, catalogue)] == [["food/kitchen"], ["food/bakery"]]


def test_faults_are_what_the_photo_tells(found, catalogue):
    castles = [
        # An unknown tile may support it.
        found(0, piece("food/bakery", (2, 1)), piece(None, (2, 0), confidence=0.9)),
        found(1, piece("food/kitchen", (0, 1), turned=2)),
        found(2),
    ]
    game = make_game(Mode.STANDARD, ["Ada", "Ben", "Cleo"], castles)
    result = judge_photos(game, castles, catalogue, Language.EN)
    for judged, castle in zip(result.castles, castles, strict=True):
        assert sorted(it.message for it in judged.violations) == sorted(
            it.message for it in castle.reading.violations
        )
    rules = [[it.rule for it in castle.violations] for castle in result.castles]
    assert "support" not in rules[0]
    assert "orientation" in rules[1]


def card(name, *, uncounted=None, confidence=0.99, others=()):
    seen = piece(name, (4, -2), kind=PieceClass.CARD, confidence=confidence, others=others)
    return replace(seen, place=None, turned=None, uncounted=uncounted)


@pytest.mark.parametrize("why", list(Uncounted))
def test_what_is_not_counted_is_no_copy(found, catalogue, why):
    unsure = {"confidence": 0.8, "others": [("bonus/height", 0.15)]}
    castles = [found(0, card("bonus/width", **unsure)), found(1, card("bonus/width"))]
    settled = settle(castles, catalogue)
    assert [it.castle.bonus_cards for it in settled] == [["height"], ["width"]]

    castles = [
        found(0, card("bonus/width", **unsure)),
        found(1, card("bonus/width", uncounted=why)),
    ]
    settled = settle(castles, catalogue)
    assert settled == castles
    assert [it.castle.bonus_cards for it in settled] == [["width"], []]

    castles = [
        found(0, card("bonus/width", uncounted=why, **unsure)),
        found(1, card("bonus/width", uncounted=why, **unsure)),
        found(2),
    ]
    settled = settle(castles, catalogue)
    assert settled == castles
    game = make_game(Mode.STANDARD, ["Ada", "Ben", "Cleo"], settled)
    assert judge_photos(game, settled, catalogue, Language.EN).violations == []


def test_what_a_person_counts_is_a_copy_like_any_other(found, catalogue):
    aside = card("bonus/mirror", uncounted=Uncounted.ASIDE)
    castles = [found(0, card("bonus/width", confidence=0.5)), found(1, aside)]
    settled = settle(castles, catalogue, [{}, {1: Correction("bonus/mirror")}])
    assert [it.castle.bonus_cards for it in settled] == [["width"], ["mirror"]]
    settled = settle(castles, catalogue, [{}, {1: Correction("bonus/width")}])
    assert settled[1].castle.bonus_cards == ["width"]
    assert any(it.reason is Reason.COPIES for it in settled[0].reading.review)
