"""The reading document: what was found in a picture, how sure each part is, and what to look at."""

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any

import numpy as np
from pydantic import Field

from ..engine.between_two_castles.auditing import audit_board
from ..engine.between_two_castles.board import FOUR_SIDES, Board, Place, set_up_board
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import (
    Border,
    Catalogue,
    Counts,
    Specialty,
    Tile,
    TileType,
    Where,
)
from ..engine.between_two_castles.placement import Orientation
from ..engine.between_two_castles.rules import Rule
from ..engine.between_two_castles.score import Score
from ..engine.between_two_castles.scoring import score_board
from ..engine.between_two_castles.vocabulary import words_in
from ..engine.documents import DocumentModel
from ..engine.languages import Language
from ..engine.violations import Group, PlacedTile, Violation
from ..engine.words import Words
from .evidence import BORDERS, HANGINGS, TYPES
from .pieces import PieceClass
from .quads import Floats, sizes

SURE = 0.9
SMALL_TILE = 40.0
MISFIT = 0.4
_SHOWN_ALTERNATIVES = 3
_LEAST_ALTERNATIVE = 0.01

Corner = Annotated[list[float], Field(min_length=2, max_length=2)]
Probability = Annotated[float, Field(ge=0, le=1)]


class Reason(StrEnum):
    """Why a person should look at something."""

    LOW_CONFIDENCE = "low-confidence"
    UNKNOWN_PIECE = "unknown-piece"
    TYPE = "type"
    BORDER = "border"
    HANGING = "hanging"
    ORIENTATION = "orientation"
    CONFLICT = "conflict"
    OVERLAP = "overlap"
    PLACE = "place"
    APART = "apart"
    SMALL_TILES = "small-tiles"
    NO_THRONE = "no-throne"
    TWO_THRONES = "two-thrones"
    STRAY = "stray"
    COPIES = "copies"
    NOT_AUDITED = "not-audited"
    NEIGHBOURS = "neighbours"

    @property
    def is_doubt(self) -> bool:
        """Whether the reading itself may be wrong, not only what follows from it."""
        return self not in (Reason.NEIGHBOURS, Reason.NOT_AUDITED)


NO_SCORE = (Reason.NO_THRONE, Reason.TWO_THRONES, Reason.OVERLAP, Reason.UNKNOWN_PIECE)
"""Why a castle has no score, the surest reason first."""


class Alternative(DocumentModel):
    """Another id that a piece may have."""

    id: str
    confidence: Probability


class Evidence(DocumentModel):
    """A piece as it was seen.

    Attributes
    ----------
    id
        As in the catalogue; None where it could not be named.
    x, y
        Its place; for a token that of the tile below it; None for what lies beside the castle.
    confidence
        The probability that the id is right given the other pieces, as the classifier estimates it.
    quad
        Its corners in the picture's pixels, in the upright order of its face.
    alternatives
        The next best ids, best first.
    orientation
        Degrees clockwise by which it is turned against its castle: 0, 90, 180 or 270.
    border
        The border as seen; None for pieces that have none.
    """

    id: str | None
    x: int | None
    y: int | None
    confidence: Probability
    quad: Annotated[list[Corner], Field(min_length=4, max_length=4)]
    alternatives: list[Alternative]
    orientation: int
    border: Border | None


class ReviewedPiece(DocumentModel):
    """A piece to look at: its id, None where it has none, and its place, None beside the castle."""

    id: str | None
    x: int | None
    y: int | None


class Review(DocumentModel):
    """Something that a person should look at: the reason, the pieces, and a sentence."""

    reason: Reason
    tiles: list[ReviewedPiece]
    message: str


class Reading(DocumentModel):
    """One castle of a picture.

    Attributes
    ----------
    castle
        What lies in it. Tiles that could not be named are left out.
    evidence
        How each piece was seen.
    review
        What a person should look at; empty when nothing is in doubt.
    violations
        What an audit finds, as far as the picture tells.
    score
        None where it has no throne room or several, or two tiles lie on one place.
    """

    castle: Castle
    evidence: list[Evidence]
    review: list[Review]
    violations: list[Violation]
    score: Score | None

    @property
    def is_sure(self) -> bool:
        """Whether nothing about the reading itself is in doubt."""
        return not any(entry.reason.is_doubt for entry in self.review)


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def castle_letter(number: int) -> str:
    """Return what a castle of a photo with several is called: A is the largest, which is number 0."""
    return chr(ord("A") + number) if number < 26 else str(number + 1)


def reading_words(language: Language) -> Words:
    """Return the words of readings and overlays in a language."""
    return Words(_table(), language)


# From pieces to the document


@dataclass(frozen=True, slots=True, eq=False)
class SeenPiece:
    """A piece of one castle, with all that was found out about it.

    Attributes
    ----------
    piece
        Its class.
    quad
        Shape (4, 2) in pixels, in the upright order of its face.
    place
        Where it lies in the castle; None beside it.
    id
        Its id; None where it could not be named.
    confidence
        Of the id.
    ranked
        All ids with their probabilities, best first.
    turned
        Shape (4,): the probabilities that it is turned by 0, 90, 180, 270 degrees against its castle.
    border, hanging, tile_type
        What the classifier's heads say, in the order of the catalogue's enums; None for no tiles.
    misfit
        How far it lies from its place, in tiles.
    contested
        Whether something else seems to lie on its place.
    """

    piece: PieceClass
    quad: Floats
    place: Place | None
    id: str | None
    confidence: float
    ranked: tuple[tuple[str, float], ...]
    turned: Floats | None = None
    border: Floats | None = None
    hanging: Floats | None = None
    tile_type: Floats | None = None
    misfit: float = 0.0
    contested: bool = False

    @property
    def orientation(self) -> Orientation:
        """How it is turned against its castle, most likely."""
        return Orientation(0 if self.turned is None else 90 * int(self.turned.argmax()))


def compose(
    pieces: Sequence[SeenPiece], catalogue: Catalogue, language: Language = Language.EN
) -> Reading:
    """Make the reading of one castle from its pieces.

    Parameters
    ----------
    pieces
        Places are counted from the throne on (0, 0), or from the lowest, leftmost one that has an id.
        Other thrones are among the rooms. Tiles on one place overlap. Pieces without an id are left out of
        the castle.
    catalogue
        Knows all ids.
    language
        Of the sentences.
    """
    pieces = _counted_from_throne(pieces)
    thrones = [it for it in pieces if it.piece is PieceClass.THRONE and it.place is not None]
    throne = next((it for it in thrones if it.place == (0, 0)), None)
    others = [it for it in thrones if it is not throne]
    tiles = sorted(
        (*others, *(it for it in pieces if it.piece is PieceClass.TILE and it.place is not None)),
        key=lambda it: (it.place or (0, 0))[::-1],
    )
    castle = Castle(
        throne=None if throne is None else throne.id,
        rooms=[
            PlacedTile(id=it.id, x=it.place[0], y=it.place[1]) for it in tiles if it.id and it.place
        ],
        attendants=_slugs(pieces, PieceClass.ATTENDANT),
        bonus_cards=_slugs(pieces, PieceClass.CARD),
    )
    board = set_up_board(castle, catalogue)
    unknown = frozenset(place for it in tiles if it.id is None for place in _places(it))
    words = reading_words(language)
    return Reading(
        castle=castle,
        evidence=[
            _evidence(it) for it in (*([throne] if throne else []), *tiles, *_beside(pieces))
        ],
        review=list(_review(pieces, throne, tiles, board, catalogue, words)),
        violations=_violations(board, catalogue, language, unknown, tiles),
        score=score_board(board, catalogue) if _is_scorable(board) else None,
    )


def reading_of(castle: Castle, catalogue: Catalogue, language: Language = Language.EN) -> Reading:
    """Return the reading of a castle that is known from a document: sure, and without evidence."""
    board = set_up_board(castle, catalogue)
    return Reading(
        castle=castle,
        evidence=[],
        review=[],
        violations=audit_board(board, catalogue, language=language),
        score=score_board(board, catalogue) if _is_scorable(board) else None,
    )


def _is_scorable(board: Board) -> bool:
    has_one_throne = board.throne is not None and not any(it.is_throne for it in board.rooms)
    return has_one_throne and not board.overlaps


def _counted_from_throne(pieces: Sequence[SeenPiece]) -> Sequence[SeenPiece]:
    """Move places so that a throne lies on (0, 0), of several one that has an id."""
    thrones = [
        (it.id is None, it.place != (0, 0), it.place[1], it.place[0])
        for it in pieces
        if it.piece is PieceClass.THRONE and it.place is not None
    ]
    if not thrones:
        return pieces
    *_, oy, ox = min(thrones)
    return [
        it if it.place is None else replace(it, place=(it.place[0] - ox, it.place[1] - oy))
        for it in pieces
    ]


def _places(piece: SeenPiece) -> tuple[Place, ...]:
    """Return the places that a piece lies on."""
    if piece.place is None:
        return ()
    x, y = piece.place
    return ((x, y), (x + 1, y)) if piece.piece is PieceClass.THRONE else ((x, y),)


def _slugs(pieces: Sequence[SeenPiece], kind: PieceClass) -> list[str]:
    return [it.id.partition("/")[2] for it in pieces if it.piece is kind and it.id is not None]


def _beside(pieces: Sequence[SeenPiece]) -> Iterator[SeenPiece]:
    return (it for it in pieces if it.piece is PieceClass.TOKEN or it.place is None)


def _evidence(piece: SeenPiece) -> Evidence:
    x, y = piece.place or (None, None)
    others = [
        Alternative(id=name, confidence=_probability(chance))
        for name, chance in piece.ranked
        if name != piece.id and chance >= _LEAST_ALTERNATIVE
    ]
    border = None if piece.border is None else BORDERS[int(piece.border.argmax())]
    return Evidence(
        id=piece.id,
        x=x,
        y=y,
        confidence=_probability(piece.confidence),
        quad=[[round(float(value), 2) for value in corner] for corner in piece.quad],
        alternatives=others[:_SHOWN_ALTERNATIVES],
        orientation=int(piece.orientation),
        border=border,
    )


def _probability(value: float) -> float:
    return round(min(max(float(value), 0.0), 1.0), 4)


# What an audit can tell from a picture

_NEED_THRONE = frozenset({Rule.ONE_THRONE, Rule.LEVEL, Rule.SUPPORT, Rule.ONE_PIECE})
_NEED_NEIGHBOURS = frozenset({Rule.SUPPORT, Rule.SHARES_EDGE, Rule.ONE_PIECE})


def _violations(
    board: Board,
    catalogue: Catalogue,
    language: Language,
    unknown: frozenset[Place],
    tiles: Sequence[SeenPiece],
) -> list[Violation]:
    """Audit a castle, leaving out what tiles that were not recognised may explain."""
    orientations = {
        it.place: it.orientation
        for it in tiles
        if it.place is not None and it.turned is not None and it.turned.max() >= SURE
    }
    found = audit_board(board, catalogue, language=language, orientations=orientations)
    if board.throne is None:
        # It is more likely cut off or overlooked than not there.
        found = [
            it for it in found if it.rule not in _NEED_THRONE and it.group is not Group.ECONOMY
        ]
    if unknown:
        found = [
            it for it in found if it.group is not Group.ECONOMY and not _explained(it, unknown)
        ]
    return found


def _explained(violation: Violation, unknown: frozenset[Place]) -> bool:
    return violation.rule in _NEED_NEIGHBOURS and any(
        abs(tile.x - x) + abs(tile.y - y) <= 1 for tile in violation.tiles for x, y in unknown
    )


# What a person should look at


def _review(
    pieces: Sequence[SeenPiece],
    throne: SeenPiece | None,
    tiles: Sequence[SeenPiece],
    board: Board,
    catalogue: Catalogue,
    words: Words,
) -> Iterator[Review]:
    if throne is None:
        yield Review(reason=Reason.NO_THRONE, tiles=[], message=words.say("review", "no-throne"))
    apart = _places_apart(throne, tiles)
    for piece in (*([throne] if throne else []), *tiles):
        yield from _review_tile(piece, catalogue, words)
        if piece.id is not None and piece.place in apart:
            name = _named(catalogue.tile(piece.id), piece.place, words)
            yield _entry(piece, Reason.APART, words.say("review", "apart", tile=name))
    for piece in _beside(pieces):
        yield from _review_beside(piece, catalogue, words)
    yield from _review_thrones(board, words)
    for first, second in board.overlaps:
        names = [_named(room.tile, (room.x, room.y), words) for room in (first, second)]
        yield Review(
            reason=Reason.OVERLAP,
            tiles=[
                ReviewedPiece(id=room.placed.id, x=room.x, y=room.y) for room in (first, second)
            ],
            message=words.say("review", "overlap", tile=names[0], other=names[1]),
        )
    quads = [it.quad for it in tiles if it.piece is PieceClass.TILE]
    size = float(np.median(sizes(quads))) if quads else SMALL_TILE
    if size < SMALL_TILE:
        yield Review(
            reason=Reason.SMALL_TILES,
            tiles=[],
            message=words.say("review", "small-tiles", size=round(size), wanted=round(SMALL_TILE)),
        )
    if throne is None or any(it.id is None for it in (throne, *tiles)):
        yield Review(
            reason=Reason.NOT_AUDITED, tiles=[], message=words.say("review", "not-audited")
        )
    yield from _review_neighbours(board, catalogue, words)


def _places_apart(throne: SeenPiece | None, tiles: Sequence[SeenPiece]) -> set[Place]:
    """Return the places that no tiles side by side join with the throne, or else with most tiles."""
    left = {place for it in (*([throne] if throne else []), *tiles) for place in _places(it)}
    parts: list[set[Place]] = []
    while left:
        part: set[Place] = set()
        edge = {min(left)}
        while edge:
            part |= edge
            edge = {(x + dx, y + dy) for x, y in edge for dx, dy in FOUR_SIDES} & left - part
        parts.append(part)
        left -= part
    main = max(
        parts, key=lambda it: (throne is not None and throne.place in it, len(it)), default=set()
    )
    return set().union(*parts) - main


def _review_thrones(board: Board, words: Words) -> Iterator[Review]:
    """Name the throne rooms of a castle that has several."""
    rooms = [it for it in board.all_rooms if it.is_throne]
    if len(rooms) > 1:
        names = words.join([_named(it.tile, (it.x, it.y), words) for it in rooms])
        yield Review(
            reason=Reason.TWO_THRONES,
            tiles=[ReviewedPiece(id=it.placed.id, x=it.x, y=it.y) for it in rooms],
            message=words.say("review", "two-thrones", tiles=names),
        )


def _review_neighbours(board: Board, catalogue: Catalogue, words: Words) -> Iterator[Review]:
    """Name what scores neighbouring castles, which a picture does not tell apart from any others."""
    tiles, names = [], []
    for room in board.rooms:
        if room.rule is not None and room.rule.where is Where.NEIGHBOUR_CASTLES:
            tiles.append(ReviewedPiece(id=room.placed.id, x=room.x, y=room.y))
            names.append(_named(room.tile, (room.x, room.y), words))
    for slug in board.castle.bonus_cards:
        card = catalogue.bonus_card(slug)
        if card.counts is Counts.NEIGHBOUR_SPECIALTY:
            tiles.append(ReviewedPiece(id=card.id, x=None, y=None))
            names.append(card.name_in(words.language))
    if tiles:
        variant = "neighbours-one" if len(tiles) == 1 else "neighbours"
        message = words.say("review", variant, tiles=words.join(names))
        yield Review(reason=Reason.NEIGHBOURS, tiles=tiles, message=message)


def _entry(piece: SeenPiece, reason: Reason, message: str) -> Review:
    x, y = piece.place or (None, None)
    return Review(reason=reason, tiles=[ReviewedPiece(id=piece.id, x=x, y=y)], message=message)


def _review_tile(piece: SeenPiece, catalogue: Catalogue, words: Words) -> Iterator[Review]:
    def entry(reason: Reason, message: str, **values: object) -> Review:
        return _entry(piece, reason, words.say("review", message, **values))

    x, y = piece.place or (0, 0)
    if piece.id is None:
        is_seat = piece.piece is PieceClass.THRONE and (x, y) == (0, 0)
        kind = "unknown-throne" if is_seat else "unknown-piece"
        yield entry(Reason.UNKNOWN_PIECE, kind, x=x, y=y)
        return
    tile = catalogue.tile(piece.id)
    name = _named(tile, (x, y), words)
    if piece.confidence < SURE:
        others = [key for key, _ in piece.ranked if key != piece.id][:2]
        names = [tile_name(catalogue.tile(key), words.language) for key in others]
        joined = words.say("joined", "or").join(names) or "-"
        yield entry(Reason.LOW_CONFIDENCE, "low-confidence", tile=name, others=joined)
    for reason, head, own in (
        (Reason.TYPE, piece.tile_type, TYPES.index(tile.type)),
        (Reason.HANGING, piece.hanging, HANGINGS.index(tile.hanging)),
    ):
        if head is not None and head.max() >= SURE and int(head.argmax()) != own:
            yield entry(reason, reason.value, tile=name)
    if piece.border is not None and piece.border.max() >= SURE:
        seen = BORDERS[int(piece.border.argmax())]
        if seen is not tile.border:
            yield entry(Reason.BORDER, "border", tile=name, seen=words.say("border", seen.value))
    if piece.turned is not None and piece.turned.max() < SURE:
        yield entry(Reason.ORIENTATION, "orientation", tile=name)
    if piece.contested:
        yield entry(Reason.CONFLICT, "conflict", tile=name)
    if piece.misfit >= MISFIT:
        yield entry(Reason.PLACE, "place", tile=name)


def _review_beside(piece: SeenPiece, catalogue: Catalogue, words: Words) -> Iterator[Review]:
    where = [ReviewedPiece(id=piece.id, x=None, y=None)]
    if piece.piece is PieceClass.TOKEN:
        return
    if piece.piece in (PieceClass.TILE, PieceClass.THRONE):
        if piece.id is not None:
            name = tile_name(catalogue.tile(piece.id), words.language)
            message = words.say("review", "stray", tile=name)
            yield Review(reason=Reason.STRAY, tiles=where, message=message)
        return
    if piece.id is None:
        kind = "unknown-card" if piece.piece is PieceClass.CARD else "unknown-attendant"
        yield Review(reason=Reason.UNKNOWN_PIECE, tiles=where, message=words.say("review", kind))
    elif piece.confidence < SURE:
        names = {key: _name_beside(key, catalogue, words) for key, _ in piece.ranked}
        others = [names[key] for key, _ in piece.ranked if key != piece.id][:2]
        yield Review(
            reason=Reason.LOW_CONFIDENCE,
            tiles=where,
            message=words.say(
                "review",
                "low-confidence",
                tile=names.get(piece.id, piece.id),
                others=words.say("joined", "or").join(others) or "-",
            ),
        )


def _name_beside(piece_id: str, catalogue: Catalogue, words: Words) -> str:
    slug = piece_id.partition("/")[2]
    found = catalogue.bonus_cards.get(slug) or catalogue.attendants.get(slug)
    return slug if found is None else found.name_in(words.language)


def _named(tile: Tile, place: Place, words: Words) -> str:
    return f"{tile_name(tile, words.language)} ({place[0]}, {place[1]})"


def piece_name(piece_id: str, catalogue: Catalogue, language: Language) -> str:
    """Name a tile as :func:`tile_name` does, or a bonus card or attendant, by its id."""
    tile = catalogue.tiles.get(piece_id)
    if tile is not None:
        return tile_name(tile, language)
    return _name_beside(piece_id, catalogue, reading_words(language))


def tile_name(tile: Tile, language: Language) -> str:
    """Name a tile so that it is told from all others: throne rooms and ballrooms by what they want."""
    name = tile.name_in(language)
    if tile.type is not TileType.THRONE and tile.specialty is not Specialty.BALLROOM:
        return name
    words = words_in(language)
    wanted = (words.say("category", it) for it in tile.wants if isinstance(it, TileType))
    return f"{name} {' + '.join(wanted)}"
