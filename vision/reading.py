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
from ..engine.between_two_castles.score import Score
from ..engine.between_two_castles.scoring import score_board
from ..engine.between_two_castles.vocabulary import words_in
from ..engine.documents import DocumentModel
from ..engine.languages import Language
from ..engine.violations import PlacedTile
from ..engine.words import Words
from .castle_confidence import CastleSigns, castle_confidence
from .cut_off import CutOff, find_cut_off
from .evidence import BORDERS, HANGINGS, TYPES
from .pieces import PieceClass
from .quads import Floats, halves, sizes
from .seen_violations import SeenViolation, audit_seen, other_readings, sure_violations
from .sight import LIMITS, Cause, Fault

SURE = 0.9
MISFIT = 0.4
_SHOWN_ALTERNATIVES = 3
_LEAST_ALTERNATIVE = 0.01
_NAMED_ALTERNATIVES = 2  # in sentences
_NAMED_CAUSES = 2
_NAMED_PLACES = 4
_WHOLE_PICTURE = 2  # sentences about it, at most
_MANY = 2  # doubtful pieces with one cause, from which on it is the picture's

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
    CUT_OFF = "cut-off"
    FACE_DOWN = "face-down"
    RULE = "rule"
    DARK = "dark"
    BLURRED = "blurred"
    GLARE = "glare"
    SLANTED = "slanted"

    @property
    def is_doubt(self) -> bool:
        """Whether the reading itself may be wrong, not only what follows from it."""
        return self not in (Reason.NEIGHBOURS, Reason.NOT_AUDITED)


NO_SCORE = (Reason.NO_THRONE, Reason.TWO_THRONES, Reason.OVERLAP, Reason.UNKNOWN_PIECE)
"""Why a castle has no score, the surest reason first."""


_NOT_AS_READ = frozenset(
    {
        Reason.LOW_CONFIDENCE,
        Reason.TYPE,
        Reason.BORDER,
        Reason.HANGING,
        Reason.ORIENTATION,
        Reason.CONFLICT,
        Reason.OVERLAP,
        Reason.PLACE,
    }
)
"""Why a tile may be another or lie elsewhere."""

_ODD = frozenset(
    {
        Reason.NO_THRONE,
        Reason.TYPE,
        Reason.BORDER,
        Reason.HANGING,
        Reason.ORIENTATION,
        Reason.CONFLICT,
        Reason.OVERLAP,
        Reason.PLACE,
    }
)
"""Signs beside unsure names that something in a castle is wrong."""

_OF_THE_PICTURE = {
    Cause.DARK: Reason.DARK,
    Cause.BLURRED: Reason.BLURRED,
    Cause.GLARE: Reason.GLARE,
    Cause.SLANTED: Reason.SLANTED,
}


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
    faults
        What makes it hard to read; only measured where its name is in doubt.
    """

    id: str | None
    x: int | None
    y: int | None
    confidence: Probability
    quad: Annotated[list[Corner], Field(min_length=4, max_length=4)]
    alternatives: list[Alternative]
    orientation: int
    border: Border | None
    faults: list[Fault] = Field(default_factory=list)


class ReviewedPiece(DocumentModel):
    """A piece to look at: its id, None where it has none, and its place, None beside the castle."""

    id: str | None
    x: int | None
    y: int | None


class Review(DocumentModel):
    """Something that a person should look at: the reason, the pieces, and a sentence.

    ``causes`` tell why the picture leaves a name in doubt, as far as that can be measured.
    """

    reason: Reason
    tiles: list[ReviewedPiece]
    message: str
    causes: list[Cause] = Field(default_factory=list)


class PictureSize(DocumentModel):
    """Width and height of a picture in pixels."""

    width: int = Field(ge=1)
    height: int = Field(ge=1)


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
    confidence
        The probability that every tile and the throne room are right, with their places, and none is missing;
        None where that was not estimated.
    picture
        The size of the picture; None where the castle is from a document.
    """

    castle: Castle
    evidence: list[Evidence]
    review: list[Review]
    violations: list[SeenViolation]
    score: Score | None
    confidence: Probability | None = None
    picture: PictureSize | None = None

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
    faults
        What makes it hard to read.
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
    faults: tuple[Fault, ...] = ()

    @property
    def is_named_surely(self) -> bool:
        """Whether its name needs no second look."""
        return self.id is not None and self.confidence >= SURE

    @property
    def orientation(self) -> Orientation:
        """How it is turned against its castle, most likely."""
        return Orientation(0 if self.turned is None else 90 * int(self.turned.argmax()))


def compose(
    pieces: Sequence[SeenPiece],
    catalogue: Catalogue,
    language: Language = Language.EN,
    picture: PictureSize | None = None,
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
    picture
        Its size. Without it nothing is said about castles that are cut off.
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
    words = reading_words(language)
    placed = [*([throne] if throne else []), *tiles]
    cut_off = None if picture is None else find_cut_off(cells_of(placed), _as_tuple(picture))
    evidence = [_evidence(it) for it in (*placed, *_beside(pieces))]
    review = list(_review(pieces, throne, tiles, board, catalogue, words, cut_off))
    violations, rule_broken = _audit(pieces, throne, tiles, review, board, catalogue, words)
    return Reading(
        castle=castle,
        evidence=evidence,
        review=[*review, *rule_broken],
        violations=violations,
        score=score_board(board, catalogue) if _is_scorable(board) else None,
        confidence=_probability(castle_confidence(castle_signs(evidence, review))),
        picture=picture,
    )


def reading_of(castle: Castle, catalogue: Catalogue, language: Language = Language.EN) -> Reading:
    """Return the reading of a castle that is known from a document: sure, and without evidence."""
    board = set_up_board(castle, catalogue)
    return Reading(
        castle=castle,
        evidence=[],
        review=[],
        violations=sure_violations(audit_board(board, catalogue, language=language)),
        score=score_board(board, catalogue) if _is_scorable(board) else None,
        confidence=1.0,
    )


def castle_signs(evidence: Sequence[Evidence], review: Sequence[Review]) -> CastleSigns:
    """Return what tells of a reading whether all of it is right."""
    return CastleSigns.of(
        [
            it.confidence
            for it in evidence
            if it.x is not None and it.id is not None and not it.id.startswith("token/")
        ],
        unnamed=sum(
            it.reason is Reason.UNKNOWN_PIECE and any(tile.x is not None for tile in it.tiles)
            for it in review
        ),
        odd=sum(it.reason in _ODD for it in review),
        cut_off=any(it.reason is Reason.CUT_OFF for it in review),
    )


def _as_tuple(picture: PictureSize) -> tuple[int, int]:
    return picture.width, picture.height


def cells_of(pieces: Sequence[SeenPiece]) -> dict[Place, Floats]:
    """Return the corners of the unit squares of a castle's tiles and thrones, upright, (4, 2) each."""
    cells: dict[Place, Floats] = {}
    for piece in pieces:
        if piece.place is None or piece.piece not in (PieceClass.TILE, PieceClass.THRONE):
            continue
        upright = np.roll(piece.quad, int(piece.orientation) // 90, axis=0)
        is_wide = piece.piece is PieceClass.THRONE
        squares = [half[0] for half in halves(upright[None])] if is_wide else [upright]
        cells |= dict(zip(_places(piece), squares, strict=True))
    return cells


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
    on_places = (PieceClass.TOKEN, PieceClass.TILE_BACK)
    return (it for it in pieces if it.piece in on_places or it.place is None)


def _face_down(pieces: Sequence[SeenPiece]) -> Iterator[SeenPiece]:
    back = PieceClass.TILE_BACK
    return (it for it in pieces if it.piece is back and it.place is not None)


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
        faults=list(piece.faults),
    )


def _probability(value: float) -> float:
    return round(min(max(float(value), 0.0), 1.0), 4)


# What an audit can tell from a picture


def _audit(
    pieces: Sequence[SeenPiece],
    throne: SeenPiece | None,
    tiles: Sequence[SeenPiece],
    review: Sequence[Review],
    board: Board,
    catalogue: Catalogue,
    words: Words,
) -> tuple[list[SeenViolation], list[Review]]:
    """Return the faults of a castle, and which doubtful tiles break a rule only as they were read."""
    orientations = {
        it.place: it.orientation
        for it in tiles
        if it.place is not None and it.turned is not None and it.turned.max() >= SURE
    }
    placed = [*([throne] if throne else []), *tiles]
    unnamed = (*(it for it in placed if it.id is None), *_face_down(pieces))
    in_doubt = {
        (tile.x, tile.y)
        for entry in review
        if entry.reason in _NOT_AS_READ
        for tile in entry.tiles
        if tile.x is not None and tile.y is not None
    }
    names: dict[Place, str] = {}
    alternatives: dict[Place, str] = {}
    for piece in placed:
        if piece.id is None or piece.place not in in_doubt:
            continue
        names |= dict.fromkeys(_places(piece), _named(catalogue.tile(piece.id), piece.place, words))
        others = _likely_others(piece)
        if others and piece.piece is PieceClass.TILE:
            alternatives[piece.place] = others[0]
    violations = audit_seen(
        board,
        catalogue,
        words,
        orientations=orientations,
        unknown=frozenset(place for it in unnamed for place in _places(it)),
        doubtful=names,
    )
    found = other_readings(violations, board, catalogue, alternatives, orientations)
    entries = []
    for other in found:
        read = board.at[other.place].placed
        instead = tile_name(catalogue.tile(other.instead), words.language)
        entries.append(
            Review(
                reason=Reason.RULE,
                tiles=[ReviewedPiece(id=read.id, x=read.x, y=read.y)],
                message=words.say("review", "rule", tile=names[other.place], other=instead),
            )
        )
    return violations, entries


# What a person should look at


def _review(
    pieces: Sequence[SeenPiece],
    throne: SeenPiece | None,
    tiles: Sequence[SeenPiece],
    board: Board,
    catalogue: Catalogue,
    words: Words,
    cut_off: CutOff | None,
) -> Iterator[Review]:
    if throne is None:
        yield Review(reason=Reason.NO_THRONE, tiles=[], message=words.say("review", "no-throne"))
    placed = [*([throne] if throne else []), *tiles]
    if cut_off is not None:
        yield _review_cut_off(cut_off, placed, words)
    of_picture = list(_review_picture(placed, words))
    yield from of_picture
    told = {cause for entry in of_picture for cause in entry.causes}
    apart = _places_apart(throne, tiles)
    for piece in placed:
        yield from _review_tile(piece, catalogue, words, told)
        if piece.id is not None and piece.place in apart:
            name = _named(catalogue.tile(piece.id), piece.place, words)
            yield _entry(piece, Reason.APART, words.say("review", "apart", tile=name))
    for piece in _beside(pieces):
        yield from _review_beside(piece, catalogue, words, told)
    for piece in _face_down(pieces):
        x, y = piece.place or (0, 0)
        yield _entry(piece, Reason.FACE_DOWN, words.say("review", "face-down", x=x, y=y))
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
    if throne is None or any(it.id is None for it in placed) or any(_face_down(pieces)):
        yield Review(
            reason=Reason.NOT_AUDITED, tiles=[], message=words.say("review", "not-audited")
        )
    yield from _review_neighbours(board, catalogue, words)


def _review_cut_off(found: CutOff, placed: Sequence[SeenPiece], words: Words) -> Review:
    """Say at which edges of the picture a castle is cut off, and where.

    The tiles there are in no doubt, so they are named in the sentence alone.
    """
    there = [it for it in placed if set(_places(it)) & set(found.places)]
    places = [f"({it.place[0]}, {it.place[1]})" for it in there if it.place is not None]
    if len(places) > _NAMED_PLACES:
        rest = len(places) - _NAMED_PLACES + 1
        places = [*places[: _NAMED_PLACES - 1], words.say("joined", "more", count=rest)]
    variant = "cut-off" if len(found.edges) == 1 else "cut-off-edges"
    edges = words.join([words.say("edge", edge) for edge in found.edges])
    return Review(
        reason=Reason.CUT_OFF,
        tiles=[],
        message=words.say("review", variant, edges=edges, places=words.join(places)),
        causes=[Cause.CUT_OFF],
    )


def _review_picture(placed: Sequence[SeenPiece], words: Words) -> Iterator[Review]:
    """Say what makes much of a picture hard to read, where names are in doubt, and how to mend that."""
    said = 0
    quads = [it.quad for it in placed if it.piece is PieceClass.TILE]
    size = float(np.median(sizes(quads))) if quads else LIMITS.size
    if size < LIMITS.size:
        said += 1
        yield Review(
            reason=Reason.SMALL_TILES,
            tiles=[],
            message=words.say("review", "small-tiles", size=round(size), wanted=round(LIMITS.size)),
            causes=[Cause.SMALL],
        )
    doubtful = [it for it in placed if it.faults]
    for cause, reason in _OF_THE_PICTURE.items():
        found = [fault for it in doubtful for fault in it.faults if fault.cause is cause]
        if len(found) < max(_MANY, len(doubtful) / 2) or said >= _WHOLE_PICTURE:
            continue
        said += 1
        measured = float(np.median([it.measured for it in found]))
        limit = float(np.median([it.limit for it in found]))
        yield Review(
            reason=reason,
            tiles=[],
            message=words.say(
                "review",
                reason.value,
                size=round(size),
                **_shown(cause, measured, limit),
            ),
            causes=[cause],
        )


_EDGE_WIDTH = 2.56  # standard deviations of the blur from a tenth to nine tenths of an edge


def _shown(cause: Cause, measured: float, limit: float) -> dict[str, int]:
    """Return a measure and its limit in edges' widths, degrees or percent, rounded away from each other."""
    factor = {Cause.BLURRED: _EDGE_WIDTH, Cause.SLANTED: 1.0}.get(cause, 100.0)
    low, high = sorted((factor * measured, factor * limit))
    rounded = max(int(np.floor(low)), 1), max(int(np.ceil(high)), 2)
    return dict(zip(("measured", "limit"), rounded[:: 1 if measured < limit else -1], strict=True))


def _why(piece: SeenPiece, words: Words, told: set[Cause]) -> tuple[str, list[Cause]]:
    """Return in brackets why a piece is hard to read, with each remedy that was not told before."""
    causes = [it.cause for it in piece.faults][:_NAMED_CAUSES]
    if not causes:
        return "", []
    said = [words.say("cause" if it in told else "remedy", it) for it in causes]
    told.update(causes)
    return f" ({'; '.join(said)})", [it.cause for it in piece.faults]


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


def _entry(piece: SeenPiece, reason: Reason, message: str, causes: Sequence[Cause] = ()) -> Review:
    x, y = piece.place or (None, None)
    where = [ReviewedPiece(id=piece.id, x=x, y=y)]
    return Review(reason=reason, tiles=where, message=message, causes=list(causes))


def _likely_others(piece: SeenPiece) -> list[str]:
    """Return the ids that a piece may have instead of its own, best first."""
    likely = [key for key, chance in piece.ranked if chance >= _LEAST_ALTERNATIVE]
    return [key for key in likely if key != piece.id][:_NAMED_ALTERNATIVES]


def _name_doubt(
    piece: SeenPiece, variant: str, catalogue: Catalogue, words: Words, told: set[Cause]
) -> Review:
    """Say that a piece is not surely named or not at all, what else it may be, and why."""
    x, y = piece.place or (None, None)
    others = [piece_name(it, catalogue, words.language) for it in _likely_others(piece)]
    name = "" if piece.id is None else piece_name(piece.id, catalogue, words.language)
    message = words.say(
        "review",
        variant if others else f"{variant}-alone",
        tile=name if x is None else f"{name} ({x}, {y})",
        others=words.say("joined", "or").join(others),
        x=x,
        y=y,
    )
    why, causes = _why(piece, words, told)
    reason = Reason.UNKNOWN_PIECE if piece.id is None else Reason.LOW_CONFIDENCE
    return _entry(piece, reason, message + why, causes)


def _review_tile(
    piece: SeenPiece, catalogue: Catalogue, words: Words, told: set[Cause]
) -> Iterator[Review]:
    def entry(reason: Reason, message: str, **values: object) -> Review:
        return _entry(piece, reason, words.say("review", message, **values))

    x, y = piece.place or (0, 0)
    if piece.id is None:
        is_seat = piece.piece is PieceClass.THRONE and (x, y) == (0, 0)
        kind = "unknown-throne" if is_seat else "unknown-piece"
        yield _name_doubt(piece, kind, catalogue, words, told)
        return
    tile = catalogue.tile(piece.id)
    name = _named(tile, (x, y), words)
    if not piece.is_named_surely:
        yield _name_doubt(piece, "low-confidence", catalogue, words, told)
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


def _review_beside(
    piece: SeenPiece, catalogue: Catalogue, words: Words, told: set[Cause]
) -> Iterator[Review]:
    if piece.piece in (PieceClass.TOKEN, PieceClass.TILE_BACK):
        return
    if piece.piece in (PieceClass.TILE, PieceClass.THRONE):
        if piece.id is not None:
            name = tile_name(catalogue.tile(piece.id), words.language)
            yield _entry(piece, Reason.STRAY, words.say("review", "stray", tile=name))
        return
    if piece.id is None:
        kind = "unknown-card" if piece.piece is PieceClass.CARD else "unknown-attendant"
        yield _name_doubt(piece, kind, catalogue, words, told)
    elif not piece.is_named_surely:
        yield _name_doubt(piece, "low-confidence", catalogue, words, told)


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
