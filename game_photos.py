"""From photos to a game: who sits where, which castles there are, and what the box lets them have.

Castles come in seat order, clockwise as the players: one photo (or castle document) each, or one photo of
the whole table. There the order is guessed by going round the table, see :func:`seat_order`, unless it is
given. Players without a name are called Player 1 and so on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from .engine.between_two_castles.castle import Castle
from .engine.between_two_castles.catalogue import Catalogue
from .engine.between_two_castles.game import Game, GameResult, judge_game
from .engine.between_two_castles.modes import MODES, Mode
from .engine.between_two_castles.roburg import Roburg, RoburgColumns
from .engine.between_two_castles.rules import Rule
from .engine.between_two_castles.vocabulary import words_in
from .engine.documents import parse_model, printable, shorten
from .engine.errors import DocumentError
from .engine.languages import Language
from .game_copies import Claim, castles_with, find_clashes, is_part_of, settle_copies
from .photos import FoundCastle
from .vision.correcting import Correction, corrected, same_piece
from .vision.pieces import PieceClass
from .vision.quads import centres
from .vision.reading import (
    Evidence,
    Reading,
    Reason,
    Review,
    ReviewedPiece,
    castle_letter,
    piece_name,
    reading_words,
)

ROBURG_EXAMPLE = "level=3,food=5,living=2"


@dataclass(frozen=True)
class Seating:
    """The castles of a game in seat order.

    Attributes
    ----------
    castles
        The castles, clockwise.
    letters
        Where all lie in one photo, their letters there, in seat order; else empty.
    left_out
        Letters of the castles in that photo that are no part of the game.
    guessed
        Whether the order is a guess.
    """

    castles: tuple[FoundCastle, ...]
    letters: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    guessed: bool = False


# Seats


def seat_castles(
    files: Sequence[Path], found: Sequence[Sequence[FoundCastle]], seats: str | None = None
) -> Seating:
    """Put castles in seat order.

    Parameters
    ----------
    files
        The files they are from, in seat order where each shows one castle.
    found
        The castles of each file.
    seats
        For one photo of several castles, their letters in seat order, such as ``B,A,C``: A is the
        largest. Castles that are left out are no part of the game.

    Raises
    ------
    DocumentError
        When one of several files is named twice or shows more than one castle, or seats do not fit the
        photo.
    """
    if len(files) > 1:
        _refuse_doubles(files)
        for path, castles in zip(files, found, strict=True):
            if len(castles) > 1:
                raise DocumentError(
                    f"shows {len(castles)} castles where one is needed; take a photo of that one "
                    "alone, or one photo of the whole table",
                    source=str(path),
                )
        if seats is not None:
            raise DocumentError(
                "--seats is for one photo of the whole table; name several files in seat order"
            )
        return Seating(tuple(castles[0] for castles in found))
    castles = found[0]
    letters = [castle_letter(number) for number in range(len(castles))]
    if seats is not None:
        chosen = [it.strip().upper() for it in seats.split(",")]
        if not set(chosen) <= set(letters) or len(set(chosen)) < len(chosen):
            raise DocumentError(
                f"--seats says {shorten(seats)}, but this photo shows {', '.join(letters)}; name "
                f"each once, in seat order, as --seats {','.join(letters)}",
                source=str(files[0]),
            )
        order, guessed = [letters.index(it) for it in chosen], False
    else:
        order = seat_order([it.reading for it in castles if it.reading is not None])
        order = order or list(range(len(castles)))
        guessed = len(castles) > 1
    return Seating(
        castles=tuple(castles[it] for it in order),
        letters=tuple(letters[it] for it in order) if len(castles) > 1 else (),
        left_out=tuple(it for number, it in enumerate(letters) if number not in order),
        guessed=guessed,
    )


def _refuse_doubles(files: Sequence[Path]) -> None:
    passed: set[Path] = set()
    for path in files:
        if path.resolve() in passed:
            raise DocumentError(
                "is named twice; name one file for each castle", source=printable(str(path))
            )
        passed.add(path.resolve())


def seat_order(readings: Sequence[Reading]) -> list[int]:
    """Return the castles of one photo clockwise around their middle, from the one at the left.

    Photos show the table from above, so clockwise in the picture is clockwise at the table.
    """
    if not readings:
        return []
    places = np.array([_middle(it) for it in readings])
    away = places - places.mean(axis=0)
    angle = np.arctan2(away[:, 1], away[:, 0])  # y grows downward, so this grows clockwise
    left = int(np.lexsort((places[:, 1], places[:, 0]))[0])
    turn = np.where(np.arange(len(angle)) == left, 0.0, (angle - angle[left]) % (2 * np.pi))
    return [int(it) for it in np.lexsort((np.arange(len(turn)) != left, turn))]


def _middle(reading: Reading) -> tuple[float, float]:
    placed = [it.quad for it in reading.evidence if it.x is not None] or [
        it.quad for it in reading.evidence
    ]
    x, y = centres(placed).mean(axis=0)
    return float(x), float(y)


def seating_notes(seating: Seating, language: Language) -> list[str]:
    """Say what was guessed about the seats, and which castles of the photo are left out."""
    words = reading_words(language)
    notes = []
    if seating.guessed:
        other = (*seating.letters[:1], *seating.letters[:0:-1])
        notes.append(
            words.say(
                "game",
                "seats-guessed",
                seats=", ".join(seating.letters),
                example=",".join(other),
            )
        )
    if seating.left_out:
        notes.append(words.say("game", "left-out", castles=", ".join(seating.left_out)))
    return notes


# Players and modes


def count_people(mode: Mode, castles: int, source: Path | None = None) -> int:
    """Return how many people play a mode with so many castles of tiles.

    ``source`` is the photo that shows them all, if it is one.

    Raises
    ------
    DocumentError
        When nobody plays that mode with so many castles.
    """
    people = _people(mode, castles)
    if people is not None:
        return people
    fitting = [it for it in Mode if _people(it, castles) is not None]
    others = " or ".join(f"--mode {it}" for it in fitting)
    raise DocumentError(
        f"{castles} castle{'s make' if castles > 1 else ' makes'} no game in the mode "
        f'"{mode}"; {f"say {others}, or " if others else ""}name photos that show all castles',
        source=None if source is None else printable(str(source)),
    )


def _people(mode: Mode, castles: int) -> int | None:
    rules = MODES[mode]
    people = castles + rules.has_roburg - len(rules.artificial)
    return people if rules.fewest <= people <= rules.most else None


def player_names(mode: Mode, people: int, given: Sequence[str], language: Language) -> list[str]:
    """Return the names of the people: those given, or Player 1 and so on.

    Raises
    ------
    DocumentError
        When some are named and not all, two share a name, or a name cannot be used.
    """
    rules = MODES[mode]
    names = list(given)
    if tuple(names[people:]) == rules.artificial:
        names = names[:people]
    if not names:
        return default_names(people, language)
    if len(names) != people:
        also = (
            ", or say --mode two-player"
            if mode is Mode.STANDARD and _people(Mode.TWO_PLAYER, people) == len(names)
            else ""
        )
        raise DocumentError(
            f"--player names {len(names)} where {people} {'plays' if people == 1 else 'play'} with "
            f"these castles; name each once, in seat order{also}"
        )
    played = parse_model(Game, {"mode": mode, "players": names, "castles": []})
    names = played.players
    seats = [*names, *rules.artificial]
    for name in seats:
        if seats.count(name) > 1:
            raise DocumentError(
                f"--player: two players are called {shorten(name)}; give each another name"
            )
    return names


def default_names(people: int, language: Language) -> list[str]:
    """Return Player 1 and so on."""
    words = reading_words(language)
    return [words.say("game", "player", number=number + 1) for number in range(people)]


def parse_roburg(text: str) -> Roburg:
    """Read Roburg from one option, such as ``level=3,food=5,living=2``.

    Raises
    ------
    DocumentError
        When it is not written like that.
    """
    values: dict[str, int] = {}
    try:
        for part in text.split(","):
            key, _, number = part.partition("=")
            if key.strip() in values:
                raise ValueError(key)
            values[key.strip()] = int(number)
        level = values.pop("level")
    except (KeyError, ValueError):
        raise DocumentError(
            f"--roburg says {shorten(text)}; write its level and the tiles of its columns, as "
            f"--roburg {ROBURG_EXAMPLE}"
        ) from None
    unknown = set(values) - set(RoburgColumns.model_fields)
    if unknown:
        raise DocumentError(
            f"--roburg has no column {shorten(min(unknown))}; it has "
            f"{', '.join(RoburgColumns.model_fields)}"
        )
    try:
        return parse_model(Roburg, {"level": level, "columns": values})
    except DocumentError as error:
        raise error.at("--roburg") from None


def require_roburg(mode: Mode, roburg: Roburg | None) -> None:
    """Check that Roburg is given in the modes that have it, and in no other.

    Raises
    ------
    DocumentError
        When it is not.
    """
    if MODES[mode].has_roburg and roburg is None:
        raise DocumentError(
            f'the mode "{mode}" has a Roburg; say its level and columns, as '
            f"--roburg {ROBURG_EXAMPLE}"
        )
    if roburg is not None and not MODES[mode].has_roburg:
        raise DocumentError(
            f'the mode "{mode}" has no Roburg; leave out --roburg, or say --mode automa or '
            "--mode introvert"
        )


# Castles


@dataclass(frozen=True)
class _Mark:
    """A piece of which there are too many: as it was seen, what was done, what it looked like, and where."""

    seen: Evidence
    variant: str
    looked_like: str
    castles: str


def settle_castles(
    castles: Sequence[FoundCastle],
    answers: Sequence[Mapping[int, Correction]],
    names: Sequence[str],
    catalogue: Catalogue,
    language: Language = Language.EN,
) -> list[FoundCastle]:
    """Return the castles of a game with answers applied and copies settled across them.

    Parameters
    ----------
    castles
        As they were read, or known from documents.
    answers
        For each castle what a person said, by the number of the piece among its evidence.
    names
        What to call the castles.
    catalogue
        Knows all ids.
    language
        Of the sentences.

    Returns
    -------
    list of FoundCastle
        What became another piece, or lies in too many castles, is in the review of its reading.
    """
    claims, pieces = _claims(castles, answers)
    ids = settle_copies(claims, catalogue)
    clashes = find_clashes(claims, ids, catalogue)
    before = [it.id for it in claims]
    first = find_clashes(claims, before, catalogue)
    corrections = [dict(own) for own in answers]
    marks: list[list[_Mark]] = [[] for _ in castles]
    for claim, name, piece in zip(claims, ids, pieces, strict=True):
        if piece is None:
            continue
        number, seen = piece
        clash, variant, having = is_part_of(name, clashes, catalogue), "copies", ids
        if name != claim.id:
            corrections[claim.castle][number] = _moved(claim, name)
            clash, variant, having = is_part_of(claim.id, first, catalogue), "copies-moved", before
        if clash is None:
            continue
        having_it = [names[it] for it in castles_with(clash, claims, having, catalogue)]
        marks[claim.castle].append(
            _Mark(
                seen,
                variant,
                piece_name(claim.id, catalogue, language),
                words_in(language).join(having_it),
            )
        )
    return [
        _settled(*each, catalogue, language)
        for each in zip(castles, corrections, marks, strict=True)
    ]


def _claims(
    castles: Sequence[FoundCastle], answers: Sequence[Mapping[int, Correction]]
) -> tuple[list[Claim], list[tuple[int, Evidence] | None]]:
    """Return what the castles have, and where in its reading each piece is that may be in doubt."""
    claims: list[Claim] = []
    pieces: list[tuple[int, Evidence] | None] = []
    for castle, (found, own) in enumerate(zip(castles, answers, strict=True)):
        if found.reading is None:
            names = _all_ids(found.castle)
            claims += [Claim(castle, name) for name in names]
            pieces += [None] * len(names)
            continue
        for number, seen in enumerate(found.reading.evidence):
            answer = own.get(number)
            name = seen.id if answer is None else answer.id
            if name is None or not _counts(name, seen, is_answered=answer is not None):
                continue
            others = tuple((it.id, it.confidence) for it in seen.alternatives)
            claims.append(
                Claim(castle, name, seen.confidence, others)
                if answer is None
                else Claim(castle, name)
            )
            pieces.append((number, seen) if answer is None else None)
    return claims, pieces


def _all_ids(castle: Castle) -> list[str]:
    return [
        *([castle.throne] if castle.throne else []),
        *(room.id for room in castle.rooms),
        *(f"attendant/{slug}" for slug in castle.attendants),
        *(f"bonus/{slug}" for slug in castle.bonus_cards),
    ]


def _counts(name: str, seen: Evidence, *, is_answered: bool) -> bool:
    """Tell whether a piece is part of its castle; tokens and what merely lies near it are not.

    What a person names is.
    """
    kind = name.partition("/")[0]
    if kind == PieceClass.TOKEN.value:
        return False
    if seen.uncounted is not None and not is_answered:
        return False
    return seen.x is not None or kind in ("attendant", "bonus")


def _moved(claim: Claim, name: str) -> Correction:
    chances = dict(claim.alternatives)
    others = [(claim.id, claim.confidence), *(it for it in claim.alternatives if it[0] != name)]
    return Correction(name, min(chances[name], 0.999), tuple(others))


def _settled(
    found: FoundCastle,
    corrections: Mapping[int, Correction],
    marks: Sequence[_Mark],
    catalogue: Catalogue,
    language: Language,
) -> FoundCastle:
    if found.reading is None:
        return found
    reading = corrected(found.reading, corrections, catalogue, language)
    entries = []
    for mark in marks:
        piece = same_piece(reading, mark.seen)
        if piece is None or piece.id is None:
            continue
        name = piece_name(piece.id, catalogue, language)
        message = reading_words(language).say(
            "review",
            mark.variant,
            tile=name if piece.x is None else f"{name} ({piece.x}, {piece.y})",
            other=mark.looked_like,
            castles=mark.castles,
        )
        tiles = [ReviewedPiece(id=piece.id, x=piece.x, y=piece.y)]
        entries.append(Review(reason=Reason.COPIES, tiles=tiles, message=message))
    if entries:
        reading = reading.model_copy(update={"review": [*reading.review, *entries]})
    return replace(found, castle=reading.castle, reading=reading)


# The game


def make_game(
    mode: Mode, players: Sequence[str], castles: Sequence[FoundCastle], roburg: Roburg | None = None
) -> Game:
    """Return the game document; it is judged as any other that was read from a file.

    Raises
    ------
    DocumentError
        When it is too much for a document.
    """
    return parse_model(
        Game,
        {
            "mode": mode,
            "players": list(players),
            "castles": [it.castle for it in castles],
            "roburg": roburg,
        },
    )


def judge_photos(
    game: Game, castles: Sequence[FoundCastle], catalogue: Catalogue, language: Language
) -> GameResult:
    """Score and audit a game that was read from photos.

    Scores and ranks are those of the document. Faults are what its photo tells of each castle: where tiles
    could not be named, nothing is reported that they may explain, and turned tiles, which documents do not
    know, are reported.

    Raises
    ------
    DocumentError
        As :func:`.judge_game` does.
    """
    result = judge_game(game, catalogue, language)
    judged = []
    for castle, found in zip(result.castles, castles, strict=True):
        if found.reading is not None:
            seen = found.reading.violations
            kept = [
                it for it in castle.violations if it in seen or it.rule == Rule.CARD_IN_PLAY.value
            ]
            more = [it for it in seen if it not in castle.violations]
            castle = castle.model_copy(update={"violations": [*kept, *more]})
        judged.append(castle)
    return result.model_copy(update={"castles": judged})
