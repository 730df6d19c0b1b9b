"""The public functions: a photo, a document or an object in; readings, scores or faults out."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .engine.between_two_castles.auditing import audit_board
from .engine.between_two_castles.board import Board, Place, set_up_board
from .engine.between_two_castles.castle import Castle, parse_castle
from .engine.between_two_castles.catalogue import Catalogue
from .engine.between_two_castles.neighbours import NeighbourBoard
from .engine.between_two_castles.placement import Orientation
from .engine.between_two_castles.score import Score
from .engine.between_two_castles.scoring import score_board
from .engine.between_two_castles.user_catalogue import load_catalogue
from .engine.languages import Language
from .engine.violations import Violation

if TYPE_CHECKING:
    from .vision.pieces import Image
    from .vision.read import Models
    from .vision.reading import Reading

CastleLike = Castle | Mapping[str, Any]


def score(
    castle: CastleLike,
    neighbours: Sequence[CastleLike] = (),
    *,
    catalogue: Catalogue | None = None,
) -> Score:
    """Score a castle.

    Parameters
    ----------
    castle
        A :class:`Castle` or the parsed JSON of a castle document. Illegal placements do not matter.
    neighbours
        The castles to its left and right, which ballrooms and one bonus card look at.
    catalogue
        Known tiles; by default the published ones and those that the user added.

    Raises
    ------
    DocumentError
        When a document is wrong, a tile unknown, or two tiles lie in one place.
    """
    catalogue = catalogue or load_catalogue()
    board = _board(castle, catalogue)
    beside = [NeighbourBoard(_board(neighbour, catalogue)) for neighbour in neighbours]
    return score_board(board, catalogue, beside)


def audit(
    castle: CastleLike,
    *,
    language: Language = Language.EN,
    orientations: Mapping[Place, Orientation] | None = None,
    catalogue: Catalogue | None = None,
) -> list[Violation]:
    """Check a castle against the placement rules, the contents of the box and its bonuses.

    Parameters
    ----------
    castle
        A :class:`Castle`, which may hold overlapping tiles and no or two throne rooms, or the parsed
        JSON of a castle document.
    language
        Of the messages.
    orientations
        How the tile in each place is turned, where known.
    catalogue
        Known tiles; by default the published ones and those that the user added.

    Returns
    -------
    list of Violation
        Empty for a castle that a whole legal game can have produced.

    Raises
    ------
    DocumentError
        When a document is wrong or a tile unknown.
    ValueError
        When the language is none of :class:`Language`.
    """
    catalogue = catalogue or load_catalogue()
    return audit_board(
        _board(castle, catalogue),
        catalogue,
        language=Language(language),
        orientations=orientations,
    )


def read(
    photo: "Path | str | Image",
    *,
    language: Language = Language.EN,
    catalogue: Catalogue | None = None,
    models: "Models | None" = None,
) -> "list[Reading]":
    """Read the castles of a photo.

    Parameters
    ----------
    photo
        A JPEG, HEIC, PNG, WebP, AVIF, TIFF, GIF or BMP file, or its pixels: uint8 RGB of shape (H, W, 3).
    language
        Of the sentences in the readings.
    catalogue
        Known tiles; by default the published ones and those that the user added.
    models
        The networks; by default those that come with castlescan.

    Returns
    -------
    list of Reading
        One for each castle, larger ones first; empty where none was found.

    Raises
    ------
    DocumentError
        When the file is no picture that can be read.
    """
    # Imported here, since scoring documents should not wait for networks.
    from .vision.read import load_models
    from .vision.read import read as read_photo

    known = catalogue or load_catalogue()
    return read_photo(photo, models or load_models(known), known, language=Language(language))


def _board(castle: CastleLike, catalogue: Catalogue) -> Board:
    if not isinstance(castle, Castle):
        castle = parse_castle(castle, catalogue)
    return set_up_board(castle.require_known(catalogue), catalogue)
