"""The public functions: a castle in, as a document or an object, its score or faults out."""

from collections.abc import Mapping, Sequence
from typing import Any

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


def _board(castle: CastleLike, catalogue: Catalogue) -> Board:
    if not isinstance(castle, Castle):
        castle = parse_castle(castle, catalogue)
    return set_up_board(castle.require_known(catalogue), catalogue)
