"""The reading document: what was found in a picture, how sure each part is, and what to look at."""

import tomllib
from enum import StrEnum
from functools import lru_cache
from importlib import resources
from typing import Annotated, Any, TypeAlias

from pydantic import Field

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import (
    Border,
    Catalogue,
    Specialty,
    Tile,
    TileType,
)
from ..engine.between_two_castles.score import Score
from ..engine.between_two_castles.vocabulary import words_in
from ..engine.documents import DocumentModel
from ..engine.languages import Language
from ..engine.words import Words
from .seen_violations import SeenViolation
from .sight import Cause, Fault

SURELY_A_TILE = 0.95
"""Confidence from which on the name of a tile or throne room needs no second look.

On rendered scenes 3 of 46 names from 0.9 to here were wrong, and 1 of 12,900 surer ones.
"""
SURE = 0.9
"""Confidence from which on the name of anything else, or what is said of a border or the like, needs none."""
MISFIT = 0.4
"""In tiles: how far off its place a piece lies so crookedly that the place is doubtful."""

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
    PLACE_FOLLOWS = "place-follows"
    APART = "apart"
    TOUCHES = "touches"
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
    TOKEN = "token"
    DARK = "dark"
    BLURRED = "blurred"
    GLARE = "glare"
    SLANTED = "slanted"

    @property
    def is_doubt(self) -> bool:
        """Whether the reading itself may be wrong, not only what follows from it."""
        return self not in (Reason.NEIGHBOURS, Reason.NOT_AUDITED, Reason.TOKEN)


NO_SCORE = (Reason.NO_THRONE, Reason.TWO_THRONES, Reason.OVERLAP, Reason.UNKNOWN_PIECE)
"""Why a castle has no score, the surest reason first."""


class Uncounted(StrEnum):
    """Why an attendant or bonus card that lies near a castle is none of its."""

    UNEARNED = "unearned"
    ASIDE = "aside"


class Alternative(DocumentModel):
    """Another id that a piece may have."""

    id: str
    confidence: Probability


PieceKey: TypeAlias = tuple[str | None, int | None, int | None]
"""The id of a piece and its place, which tell it from the others of its castle."""


class _Piece(DocumentModel):
    """A piece of a castle by its id, None where it has none, and its place, None beside the castle."""

    id: str | None
    x: int | None
    y: int | None

    @property
    def key(self) -> PieceKey:
        """Its id and place."""
        return self.id, self.x, self.y


class Evidence(_Piece):
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
    uncounted
        Why it is no part of the castle; None for what is, and for tiles and tokens.
    """

    confidence: Probability
    quad: Annotated[list[Corner], Field(min_length=4, max_length=4)]
    alternatives: list[Alternative]
    orientation: int
    border: Border | None
    faults: list[Fault] = Field(default_factory=list)
    uncounted: Uncounted | None = None


class ReviewedPiece(_Piece):
    """A piece to look at: its id, None where it has none, and its place, None beside the castle."""


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

    @property
    def doubtful(self) -> frozenset[PieceKey]:
        """The pieces on the review list that may be wrong, as :attr:`Evidence.key` tells them."""
        return frozenset(
            it.key for entry in self.review if entry.reason.is_doubt for it in entry.tiles
        )

    def resized(self, factor: float) -> "Reading":
        """Return it with corners as they are in a picture that is larger by a factor."""
        evidence = [
            it.model_copy(update={"quad": [[x * factor, y * factor] for x, y in it.quad]})
            for it in self.evidence
        ]
        return self.model_copy(update={"evidence": evidence})


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


# Names in sentences


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


def name_with_place(tile: Tile, place: Place, words: Words) -> str:
    """Name a tile as :func:`tile_name` does, with its place."""
    return f"{tile_name(tile, words.language)} ({place[0]}, {place[1]})"


def _name_beside(piece_id: str, catalogue: Catalogue, words: Words) -> str:
    slug = piece_id.partition("/")[2]
    found = catalogue.bonus_cards.get(slug) or catalogue.attendants.get(slug)
    return slug if found is None else found.name_in(words.language)
