"""Asking a person about what a photo leaves in doubt, piece by piece in the terminal.

Each question shows the piece and what it may be. The person chooses a number, types a name (typing mistakes
are fine), keeps what was read, or says that the piece is none of the castle's; Enter leaves it open and in
the list of doubts. The end of the input and Ctrl-C end the questions, and what was answered stays.

How a piece lies is not asked, as its picture does not show it; that stays in the list too. But whose an
attendant or a bonus card is that was not counted is asked: a person knows.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import PIL.Image
from rich.console import Console, RenderableType
from rich.text import Text

from .engine.between_two_castles.catalogue import Catalogue
from .engine.between_two_castles.modes import MODES, Mode
from .engine.documents import is_printable, printable
from .engine.languages import Language
from .game_photos import default_names
from .photos import FoundCastle
from .terminal_pictures import half_blocks
from .vision.correcting import Correction, pieces_of
from .vision.decode import read_picture
from .vision.pieces import Image, PieceClass
from .vision.reading import Evidence, Reason, piece_name, reading_words
from .vision.rectify import rectify

Prompt = Callable[[str], str]
"""Prints a text and returns the line that is typed, as :func:`input` does."""
Say = Callable[[RenderableType], None]
"""Prints something."""

_NOT_ASKED = (Reason.ORIENTATION, Reason.STRAY, Reason.PLACE_FOLLOWS, Reason.TOUCHES)
_KEEP, _NOTHING, _SKIP = "k", "n", "s"
_MOST_MATCHES = 10
_LONGEST_NAME = 80

_CROP = {
    PieceClass.TILE: (360, 360),
    PieceClass.THRONE: (720, 360),
    PieceClass.CARD: (320, 480),
    PieceClass.ATTENDANT: (240, 240),
}
_COLUMNS = {
    PieceClass.TILE: 32,
    PieceClass.THRONE: 64,
    PieceClass.CARD: 28,
    PieceClass.ATTENDANT: 24,
}


@dataclass(frozen=True)
class Question:
    """A piece to ask about.

    Attributes
    ----------
    castle
        The number of its castle.
    piece
        Its number among the evidence there.
    seen
        How it was seen.
    kind
        Its class.
    may_go
        Whether it may be none of the castle's; every castle has a throne room.
    messages
        Why it is in doubt.
    """

    castle: int
    piece: int
    seen: Evidence
    kind: PieceClass
    may_go: bool
    messages: tuple[str, ...]


Show = Callable[[Question], None]
"""Shows the piece of a question."""


def find_questions(castles: Sequence[FoundCastle], catalogue: Catalogue) -> list[Question]:
    """Return a question for each piece of which its name, or whether it is there, is in doubt."""
    questions = []
    for number, found in enumerate(castles):
        reading = found.reading
        if reading is None:
            continue
        doubts = [it for it in reading.review if it.reason.is_doubt]
        asked = [it for it in doubts if it.reason not in _NOT_ASKED]
        two_thrones = any(it.reason is Reason.TWO_THRONES for it in asked)
        kinds = [it.piece for it in pieces_of(reading, catalogue)]
        for piece, (seen, kind) in enumerate(zip(reading.evidence, kinds, strict=True)):
            told = (
                entry.message
                for entry in (asked if seen.uncounted is None else doubts)
                if any(it.key == seen.key for it in entry.tiles)
            )
            messages = tuple(dict.fromkeys(told))  # two cards with one name have one sentence twice
            if messages and kind in _CROP:
                may_go = kind is not PieceClass.THRONE or two_thrones
                questions.append(Question(number, piece, seen, kind, may_go, messages))
    return questions


def ask_about(
    questions: Sequence[Question],
    names: Sequence[str],
    catalogue: Catalogue,
    language: Language,
    *,
    prompt: Prompt,
    say: Say,
    show: Show,
) -> list[dict[int, Correction]]:
    """Ask all questions.

    Parameters
    ----------
    questions
        What to ask.
    names
        What to call the castles.
    catalogue
        Gives the names of pieces.
    language
        Of the questions.
    prompt, say, show
        How to ask.

    Returns
    -------
    list of dict
        For each castle what was answered, by the number of the piece among its evidence.
    """
    answers: list[dict[int, Correction]] = [{} for _ in names]
    words = reading_words(language)
    try:
        for number, question in enumerate(questions):
            heading = words.say(
                "ask",
                "heading",
                castle=names[question.castle],
                number=number + 1,
                count=len(questions),
            )
            say("")
            say(Text(heading, "bold"))
            show(question)
            for message in question.messages:
                say(Text(f"- {message}"))
            answer = _Dialogue(question, catalogue, language, prompt, say).answer()
            if answer is not None:
                answers[question.castle][question.piece] = answer
    except _SkipRestError:
        pass
    except (EOFError, KeyboardInterrupt):
        say("")
        say(Text(words.say("ask", "stopped")))
    return answers


class _SkipRestError(Exception):
    """The person wants no more questions."""


@dataclass(frozen=True)
class _Dialogue:
    """The talk about one question."""

    question: Question
    catalogue: Catalogue
    language: Language
    prompt: Prompt
    say: Say

    def answer(self) -> Correction | None:
        """Return what the person says; None leaves it open."""
        words = reading_words(self.language)
        seen = self.question.seen
        choices = [(it.id, it.confidence) for it in seen.alternatives if self._fits(it.id)]
        self._list(
            [
                words.say("ask", "choice", piece=self._name(name), percent=round(100 * chance))
                for name, chance in choices
            ]
        )
        ids = [name for name, _ in choices]
        while True:
            typed = self.prompt("> ").strip()
            key = typed.casefold()
            if not key:
                return None
            if key == _SKIP:
                raise _SkipRestError
            if key == _KEEP:
                return None if seen.id is None else Correction(seen.id)
            if key == _NOTHING and self.question.may_go:
                return Correction(None)
            matches = self._search(typed) if len(key) > 1 else []
            chosen = ids[int(key) - 1] if key in _numbers(ids) else self._meant(typed, matches)
            if chosen is not None:
                self.say(Text(words.say("ask", "taken", piece=self._name(chosen)), "green"))
                return Correction(chosen)
            if matches:
                ids = matches[:_MOST_MATCHES]
                self.say(Text(words.say("ask", "unclear")))
                self._list([self._name(it) for it in ids])
            else:
                self.say(Text(words.say("ask", "not-found", name=printable(typed))))

    def _list(self, choices: Sequence[str]) -> None:
        words = reading_words(self.language)
        rows = [(str(number + 1), choice) for number, choice in enumerate(choices)]
        if self.question.seen.id is not None:
            kept = self._name(self.question.seen.id)
            variant = "keep" if self.question.seen.uncounted is None else "count"
            rows.append((_KEEP, words.say("ask", variant, piece=kept)))
        if self.question.may_go:
            rows.append((_NOTHING, words.say("ask", "nothing")))
        rows.append((_SKIP, words.say("ask", "skip")))
        for key, text in rows:
            self.say(Text.assemble("  ", (key, "bold cyan"), "  ", text))
        self.say(Text(words.say("ask", "how"), "dim"))

    def _search(self, typed: str) -> list[str]:
        """Return the pieces of its class with a name like that, best match first."""
        if self.question.kind in (PieceClass.TILE, PieceClass.THRONE):
            found = [it.id for it in self.catalogue.search(typed)]
        else:
            found = [it.id for it in self.catalogue.search_cards(typed)]
        return [it for it in found if self._fits(it)]

    def _meant(self, typed: str, matches: Sequence[str]) -> str | None:
        """Return the one piece with that very name, or else the only one with that in its name."""
        sought = _plain(typed)
        names = {it: (_plain(self._name(it)), _plain(it.partition("/")[2])) for it in matches}
        same = [it for it in matches if sought in (*names[it], _plain(it))]
        alike = same or [it for it in matches if any(sought in name for name in names[it])]
        return alike[0] if len(alike) == 1 else None

    def _fits(self, name: str) -> bool:
        kind = name.partition("/")[0]
        if self.question.kind in (PieceClass.TILE, PieceClass.THRONE):
            is_throne = self.question.kind is PieceClass.THRONE
            return name in self.catalogue.tiles and (kind == "throne") == is_throne
        if self.question.seen.id is None:
            return kind in ("bonus", "attendant")
        return kind == self.question.seen.id.partition("/")[0]

    def _name(self, name: str) -> str:
        return piece_name(name, self.catalogue, self.language)


def _plain(name: str) -> str:
    return " ".join(re.findall(r"\w+", name.casefold()))


def _numbers(items: Sequence[str]) -> list[str]:
    return [str(number + 1) for number in range(len(items))]


def ask_names(
    mode: Mode,
    people: int,
    given: Sequence[str],
    language: Language,
    *,
    prompt: Prompt,
    say: Say,
) -> list[str]:
    """Ask for the names of the players that are not given yet; Enter takes Player 1 and so on."""
    words = reading_words(language)
    defaults = default_names(people, language)
    names = list(given)
    while len(names) < people:
        number = len(names)
        question = words.say("ask", "name", number=number + 1, default=defaults[number])
        try:
            name = prompt(question).strip() or defaults[number]
        except (EOFError, KeyboardInterrupt):
            say("")
            say(Text(words.say("ask", "stopped")))
            return [*names, *defaults[number:]]
        taken = (*names, *MODES[mode].artificial)
        if name in taken or len(name) > _LONGEST_NAME or not is_printable(name):
            say(Text(words.say("ask", "name-taken")))
        else:
            names.append(name)
    return names


# The terminal


class Terminal:
    """Asks in the terminal: on stderr, so that what is printed can still be a document.

    Parameters
    ----------
    console
        Where to print.
    castles
        Know the photos that the pieces are cut out of.
    language
        Of what is printed.
    folder
        Gets the pictures of the pieces.
    """

    def __init__(
        self, console: Console, castles: Sequence[FoundCastle], language: Language, folder: Path
    ) -> None:
        self._console = console
        self._castles = castles
        self._words = reading_words(language)
        self._folder = folder
        self._photo: tuple[Path, Image] | None = None

    def say(self, what: RenderableType) -> None:
        """Print something."""
        self._console.print(what, soft_wrap=True)

    def prompt(self, text: str) -> str:
        """Print a text and return the line that is typed.

        Raises
        ------
        EOFError
            At the end of the input, or when it cannot be read.
        """
        return _prompt(self._console, text)

    def show(self, question: Question) -> None:
        """Cut the piece of a question out of its photo, say where its picture is, and draw it."""
        photo = self._castles[question.castle].photo
        if photo is None:
            return
        crop = rectify(self._read(photo), question.seen.quad, *_CROP[question.kind])
        path = self._folder / f"castle-{question.castle + 1}-piece-{question.piece + 1}.png"
        PIL.Image.fromarray(crop).save(path)
        if self._draws:
            columns = min(_COLUMNS[question.kind], self._console.width)
            self.say(half_blocks(crop, columns))
        self.say(Text(self._words.say("ask", "picture", file=printable(str(path)))))

    @property
    def _draws(self) -> bool:
        return self._console.color_system is not None and self._console.encoding.startswith("utf")

    def _read(self, path: Path) -> Image:
        if self._photo is None or self._photo[0] != path:
            self._photo = path, read_picture(path)
        return self._photo[1]


def ask_in_terminal(
    castles: Sequence[FoundCastle], names: Sequence[str], catalogue: Catalogue, language: Language
) -> list[dict[int, Correction]]:
    """Ask about all that is in doubt, as :func:`ask_about` does; pictures are removed in the end."""
    questions = find_questions(castles, catalogue)
    with TemporaryDirectory(prefix="castlescan-") as folder:
        terminal = Terminal(_console(), castles, language, Path(folder))
        return ask_about(
            questions,
            names,
            catalogue,
            language,
            prompt=terminal.prompt,
            say=terminal.say,
            show=terminal.show,
        )


def ask_names_in_terminal(
    mode: Mode, people: int, given: Sequence[str], language: Language
) -> list[str]:
    """Ask for names as :func:`ask_names` does."""
    console = _console()
    return ask_names(
        mode,
        people,
        given,
        language,
        prompt=lambda text: _prompt(console, text),
        say=console.print,
    )


def _prompt(console: Console, text: str) -> str:
    try:
        return console.input(Text(text))
    except (OSError, RuntimeError, UnicodeDecodeError):
        raise EOFError from None


def _console() -> Console:
    return Console(stderr=True, highlight=False, emoji=False, markup=False)
