"""Questions and answers."""

import io
from pathlib import Path

import cv2
import numpy as np
import pytest
from rich.console import Console

from castlescan.asking import Terminal, ask_about, ask_names, find_questions
from castlescan.engine.between_two_castles.modes import Mode
from castlescan.engine.languages import Language
from castlescan.photos import FoundCastle
from castlescan.terminal_pictures import half_blocks
from castlescan.vision.composing import compose
from castlescan.vision.correcting import Correction, corrected
from castlescan.vision.pieces import PieceClass
from castlescan.vision.reading import Reason, Uncounted
from castlescan.vision.seen_pieces import SeenPiece

TILE = 60


def piece(name, place, kind=PieceClass.TILE, *, confidence=0.5, others=(), size=(1, 1), **more):
    x, y = place or (4, 0)
    width, height = size
    corners = [(x, 2 - y), (x + width, 2 - y), (x + width, 2 - y + height), (x, 2 - y + height)]
    return SeenPiece(
        piece=kind,
        quad=TILE * np.array(corners, np.float64),
        place=place,
        id=name,
        confidence=confidence,
        ranked=((name, confidence), *others) if name else tuple(others),
        turned=more.pop("turned", np.eye(4)[0]),
        **more,
    )


PIECES = {
    "throne": piece(
        "throne/living-corridor",
        (0, 0),
        PieceClass.THRONE,
        others=[("throne/food-sleeping", 0.3)],
        size=(2, 1),
    ),
    "tile": piece("food/bakery", (0, 1), others=[("food/kitchen", 0.3), ("food/pantry", 0.1)]),
    "unnamed": piece(None, (1, 1), others=[("food/buttery", 0.2)]),
    "joins": piece("food/pantry", (2, 0), confidence=0.99),
    "crooked": piece("food/buttery", (3, 0), confidence=0.99, misfit=0.3),
    "follows": piece("food/kitchen", (4, 0), confidence=0.99),
    "card": piece("bonus/width", None, PieceClass.CARD, size=(1, 1.5)),
    "attendant": piece(None, None, PieceClass.ATTENDANT, size=(0.4, 0.4)),
    "aside": piece(
        "bonus/width",
        None,
        PieceClass.CARD,
        confidence=0.99,
        size=(1, 1.5),
        uncounted=Uncounted.ASIDE,
    ),
}


class Person:
    """Types prepared lines, then ends the input, and keeps what is said."""

    def __init__(self, *lines, end=EOFError):
        self.lines = list(lines)
        self.end = end
        self.heard = []
        self.shown = []

    def prompt(self, text):
        self.heard.append(text)
        if not self.lines:
            raise self.end
        return self.lines.pop(0)

    def say(self, what):
        self.heard.append(getattr(what, "plain", what))

    def hears(self, part):
        return any(part in it for it in self.heard)


@pytest.fixture
def castle(catalogue):
    """Build a castle of a sure throne and the pieces with these names."""

    def castle(*names):
        pieces = [PIECES[it] for it in names]
        if "throne" not in names:
            sure = piece(
                "throne/living-corridor", (0, 0), PieceClass.THRONE, confidence=1, size=(2, 1)
            )
            pieces.insert(0, sure)
        reading = compose(pieces, catalogue)
        return FoundCastle("photo.png", reading.castle, reading, Path("photo.png"))

    return castle


@pytest.fixture
def ask(catalogue):
    def ask(person, *castles, language=Language.EN):
        return ask_about(
            find_questions(castles, catalogue),
            [f"Castle {number + 1}" for number in range(len(castles))],
            catalogue,
            language,
            prompt=person.prompt,
            say=person.say,
            show=person.shown.append,
        )

    return ask


def test_what_is_sure_is_not_asked(castle, catalogue):
    assert find_questions([castle()], catalogue) == []
    assert find_questions([FoundCastle("x.json", castle("tile").castle)], catalogue) == []


def test_of_tiles_whose_places_hang_together_the_crooked_one_is_asked_about(castle, catalogue):
    found = castle("joins", "crooked", "follows")
    assert Reason.PLACE_FOLLOWS in [it.reason for it in found.reading.review]
    (question,) = find_questions([found], catalogue)
    assert question.seen.id == "food/buttery"


def test_each_doubtful_piece_is_asked_once_with_its_reasons(castle, catalogue):
    castles = [castle("tile", "unnamed"), castle("throne", "card", "attendant")]
    questions = find_questions(castles, catalogue)
    assert [(it.castle, it.kind) for it in questions] == [
        (0, PieceClass.TILE),
        (0, PieceClass.TILE),
        (1, PieceClass.THRONE),
        (1, PieceClass.CARD),
        (1, PieceClass.ATTENDANT),
    ]
    assert all(it.messages for it in questions)


def test_how_a_tile_is_turned_is_not_asked(castle, catalogue):
    turned = piece("food/bakery", (0, 1), confidence=1, turned=np.array([0.5, 0.0, 0.5, 0.0]))
    reading = compose([*[PIECES["throne"]], turned], catalogue)
    questions = find_questions([FoundCastle("x", reading.castle, reading)], catalogue)
    assert [it.kind for it in questions] == [PieceClass.THRONE]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        (["1"], Correction("food/kitchen")),
        (["2"], Correction("food/pantry")),
        (["k"], Correction("food/bakery")),
        (["K "], Correction("food/bakery")),
        (["n"], Correction(None)),
        (["Kitchen"], Correction("food/kitchen")),
        (["wine room"], Correction("food/wine-room")),
        (["brandy"], Correction("food/brandy-room")),
        (["brandi rom", "1"], Correction("food/brandy-room")),
        (["food/ice-house"], Correction("food/ice-house")),
        (["3", "xyzzy", "1"], Correction("food/kitchen")),
        ([""], None),
        (["s"], None),
        ([], None),
    ],
)
def test_answers_to_a_tile(castle, ask, typed, answer):
    person = Person(*typed)
    (answers,) = ask(person, castle("tile"))
    assert list(answers.values()) == ([] if answer is None else [answer])
    assert not person.lines
    assert len(person.shown) == 1


def test_the_question_shows_what_it_may_be(castle, ask):
    person = Person()
    ask(person, castle("tile"))
    for part in ("question 1 of 1", "Bakery (0, 1)", "Kitchen (30 %)", "keep Bakery", "Enter"):
        assert person.hears(part), part
    german = Person()
    ask(german, castle("tile"), language=Language.DE)
    assert german.hears("Frage 1 von 1")


def test_an_unclear_name_is_asked_again(castle, ask):
    person = Person("tea room", "1")
    (answers,) = ask(person, castle("tile"))
    assert list(answers.values()) == [Correction("food/afternoon-tea-room")]
    assert person.hears("Choose one of these")
    unknown = Person("xyzzy")
    ask(unknown, castle("tile"))
    assert unknown.hears("Nothing is called xyzzy")


def test_ballrooms_and_thrones_are_told_by_what_they_want(castle, ask):
    (answers,) = ask(Person("ballroom food"), castle("tile"))
    assert list(answers.values()) == [Correction("specialty/ballroom-food")]
    (answers,) = ask(Person("food sleeping"), castle("throne"))
    assert list(answers.values()) == [Correction("throne/food-sleeping")]


def test_a_throne_is_no_tile_and_does_not_go(castle, ask):
    person = Person("jammery", "n", "1")
    (answers,) = ask(person, castle("throne"))
    assert list(answers.values()) == [Correction("throne/food-sleeping")]
    assert not person.hears("leave it out")


def test_what_has_no_name_gets_one_or_goes(castle, ask):
    (answers,) = ask(Person("1", "painter"), castle("unnamed", "attendant"))
    assert list(answers.values()) == [
        Correction("food/buttery"),
        Correction("attendant/painter"),
    ]
    (answers,) = ask(Person("k", "n"), castle("unnamed", "attendant"))
    assert list(answers.values()) == [Correction(None)]


def test_a_card_is_another_card(castle, ask):
    (answers,) = ask(Person("xyzzy", "room types"), castle("card"))
    assert list(answers.values()) == [Correction("bonus/room-types")]


@pytest.mark.parametrize("end", [EOFError, KeyboardInterrupt])
def test_the_end_of_the_input_keeps_what_was_answered(castle, ask, end):
    person = Person("1", end=end)
    first, second = ask(person, castle("tile", "unnamed"), castle("tile"))
    assert list(first.values()) == [Correction("food/kitchen")]
    assert second == {}
    assert person.hears("the answers so far are kept")


def test_the_rest_can_be_skipped(castle, ask):
    person = Person("1", "s", "1")
    first, second = ask(person, castle("tile", "unnamed"), castle("tile"))
    assert (len(first), len(second)) == (1, 0)
    assert person.lines == ["1"]


# Names


@pytest.mark.parametrize(
    ("given", "typed", "names"),
    [
        ([], ["Ada", "Ben"], ["Ada", "Ben"]),
        (["Ada"], ["Ben"], ["Ada", "Ben"]),
        ([], ["", "Ben"], ["Player 1", "Ben"]),
        ([], ["Ada", "Ada", "Ludwig", "x" * 81, "\x07", " Ben "], ["Ada", "Ben"]),
        ([], ["Ada"], ["Ada", "Player 2"]),
    ],
)
def test_names_are_asked_for(given, typed, names):
    person = Person(*typed)
    asked = ask_names(Mode.TWO_PLAYER, 2, given, Language.EN, prompt=person.prompt, say=person.say)
    assert asked == names


# Pictures


def test_half_blocks_show_the_colours():
    image = np.zeros((40, 40, 3), np.uint8)
    image[:20, :, 0] = 200
    image[20:, :, 2] = 100
    text = half_blocks(image, 10)
    lines = text.plain.split("\n")
    assert [len(it) for it in lines] == [10] * 5
    first, last = text.spans[0].style, text.spans[-1].style
    assert (first.color.triplet, first.bgcolor.triplet) == ((200, 0, 0), (200, 0, 0))
    assert last.bgcolor.triplet == (0, 0, 100)
    assert len(half_blocks(image[:20], 10).plain.split("\n")) == 2


@pytest.mark.parametrize("colour", [None, "truecolor"])
def test_the_terminal_shows_the_piece_and_keeps_its_picture(castle, catalogue, tmp_path, colour):
    photo = tmp_path / "photo.png"
    picture = np.zeros((5 * TILE, 5 * TILE, 3), np.uint8)
    picture[TILE : 2 * TILE, :TILE] = (0, 0, 250)  # BGR, where the tile lies
    photo.write_bytes(cv2.imencode(".png", picture)[1].tobytes())
    found = castle("tile")
    found = FoundCastle(found.title, found.castle, found.reading, photo)
    out = io.StringIO()
    console = Console(file=out, force_terminal=colour is not None, color_system=colour, width=60)
    folder = tmp_path / "pieces"
    folder.mkdir()
    terminal = Terminal(console, [found], Language.EN, folder)
    (question,) = find_questions([found], catalogue)
    terminal.show(question)
    (file,) = folder.iterdir()
    crop = cv2.imread(str(file))
    assert crop.shape == (360, 360, 3)
    assert crop[..., 2].mean() > 230
    assert str(file) in out.getvalue()
    assert ("▀" in out.getvalue()) == (colour is not None)


@pytest.mark.parametrize(("typed", "cards"), [("k", ["width"]), ("n", []), ("", [])])
def test_whose_a_card_is_that_was_not_counted_is_asked(castle, ask, catalogue, typed, cards):
    found = castle("aside")
    assert found.castle.bonus_cards == []
    person = Person(typed)
    (answers,) = ask(person, found)
    assert person.hears("so not counted")
    assert person.hears("it is the castle's: count Width")
    assert corrected(found.reading, answers, catalogue).castle.bonus_cards == cards


def test_what_is_said_of_two_cards_with_one_name_is_said_once_of_each(castle, catalogue):
    questions = find_questions([castle("aside", "aside")], catalogue)
    assert [len(it.messages) for it in questions] == [1, 1]
