"""From the pieces of a castle to its reading: the document, its faults, and how sure all of it is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..engine.between_two_castles.auditing import audit_board
from ..engine.between_two_castles.board import Board, Place, set_up_board
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.scoring import score_board
from ..engine.languages import Language
from ..engine.violations import PlacedTile
from ..engine.words import Words
from .castle_confidence import CastleSigns, castle_confidence
from .cut_off import find_cut_off
from .evidence import BORDERS
from .pieces import PieceClass
from .reading import (
    SURE,
    Alternative,
    Evidence,
    PictureSize,
    Reading,
    Reason,
    Review,
    ReviewedPiece,
    name_with_place,
    reading_words,
    tile_name,
)
from .review import review
from .secret_tokens import review_tokens
from .seen_pieces import (
    LEAST_ALTERNATIVE,
    SeenPiece,
    beside_castle,
    cells_of,
    face_down_tiles,
    likely_others,
    places_of,
)
from .seen_violations import SeenViolation, audit_seen, other_readings, sure_violations
from .touching import Touched

_SHOWN_ALTERNATIVES = 3

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
        Reason.PLACE_FOLLOWS,
        Reason.TOUCHES,
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
        Reason.PLACE_FOLLOWS,
        Reason.TOUCHES,
    }
)
"""Signs beside unsure names that something in a castle is wrong."""


def compose(
    pieces: Sequence[SeenPiece],
    catalogue: Catalogue,
    language: Language = Language.EN,
    picture: PictureSize | None = None,
    touched: Touched | None = None,
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
    touched
        Which other castles of the picture it touches.
    """
    pieces = _counted_from_throne(pieces)
    throne, tiles = _throne_and_tiles(pieces)
    castle = _castle(pieces, throne, tiles)
    board = set_up_board(castle, catalogue)
    words = reading_words(language)
    placed = [*([throne] if throne else []), *tiles]
    cut_off = None if picture is None else find_cut_off(cells_of(placed), _as_tuple(picture))
    evidence = [_evidence(it) for it in (*placed, *beside_castle(pieces))]
    entries = list(review(pieces, throne, tiles, board, catalogue, words, cut_off, touched))
    in_doubt = _in_doubt(pieces, placed, entries, catalogue, words)
    beyond = () if cut_off is None else cut_off.places
    violations, rule_broken = _audit(tiles, in_doubt, board, catalogue, words, beyond)
    tokens = review_tokens(
        pieces,
        board,
        words,
        unknown=in_doubt.unknown,
        doubtful=in_doubt.names,
        is_whole=throne is not None and cut_off is None,
    )
    return Reading(
        castle=castle,
        evidence=evidence,
        review=[*entries, *rule_broken, *tokens],
        violations=violations,
        score=score_board(board, catalogue) if _is_scorable(board) else None,
        confidence=_probability(castle_confidence(castle_signs(evidence, entries))),
        picture=picture,
    )


def castle_of(pieces: Sequence[SeenPiece]) -> Castle:
    """Return the document of one castle from its pieces, as :func:`compose` makes it."""
    pieces = _counted_from_throne(pieces)
    return _castle(pieces, *_throne_and_tiles(pieces))


def _throne_and_tiles(
    pieces: Sequence[SeenPiece],
) -> tuple[SeenPiece | None, list[SeenPiece]]:
    """Return the throne room that places are counted from, and all others with the tiles, row by row."""
    thrones = [it for it in pieces if it.piece is PieceClass.THRONE and it.place is not None]
    throne = next((it for it in thrones if it.place == (0, 0)), None)
    others = [it for it in thrones if it is not throne]
    tiles = sorted(
        (*others, *(it for it in pieces if it.piece is PieceClass.TILE and it.place is not None)),
        key=lambda it: (it.place or (0, 0))[::-1],
    )
    return throne, tiles


def _castle(
    pieces: Sequence[SeenPiece], throne: SeenPiece | None, tiles: Sequence[SeenPiece]
) -> Castle:
    return Castle(
        throne=None if throne is None else throne.id,
        rooms=[
            PlacedTile(id=it.id, x=it.place[0], y=it.place[1]) for it in tiles if it.id and it.place
        ],
        attendants=_slugs(pieces, PieceClass.ATTENDANT),
        bonus_cards=_slugs(pieces, PieceClass.CARD),
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


def castle_signs(evidence: Sequence[Evidence], entries: Sequence[Review]) -> CastleSigns:
    """Return what tells of a reading whether all of it is right."""
    return CastleSigns.of(
        [
            it.confidence
            for it in evidence
            if it.x is not None and it.id is not None and not it.id.startswith("token/")
        ],
        unnamed=sum(
            it.reason is Reason.UNKNOWN_PIECE and any(tile.x is not None for tile in it.tiles)
            for it in entries
        ),
        odd=sum(it.reason in _ODD for it in entries),
        cut_off=any(it.reason is Reason.CUT_OFF for it in entries),
    )


def _as_tuple(picture: PictureSize) -> tuple[int, int]:
    return picture.width, picture.height


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


def _slugs(pieces: Sequence[SeenPiece], kind: PieceClass) -> list[str]:
    return [
        it.id.partition("/")[2]
        for it in pieces
        if it.piece is kind and it.id is not None and it.uncounted is None
    ]


def _evidence(piece: SeenPiece) -> Evidence:
    x, y = piece.place or (None, None)
    others = [
        Alternative(id=name, confidence=_probability(chance))
        for name, chance in piece.ranked
        if name != piece.id and chance >= LEAST_ALTERNATIVE
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
        uncounted=piece.uncounted,
    )


def _probability(value: float) -> float:
    return round(min(max(float(value), 0.0), 1.0), 4)


# What can be told from a picture, though some tiles are in doubt


@dataclass(frozen=True, slots=True)
class _InDoubt:
    """What is not known of a castle.

    Attributes
    ----------
    names
        What to call the tiles that may be others, by their places.
    alternatives
        Their next likely ids.
    unknown
        The places of tiles without an id.
    """

    names: dict[Place, str]
    alternatives: dict[Place, str]
    unknown: frozenset[Place]


def _in_doubt(
    pieces: Sequence[SeenPiece],
    placed: Sequence[SeenPiece],
    entries: Sequence[Review],
    catalogue: Catalogue,
    words: Words,
) -> _InDoubt:
    unnamed = (*(it for it in placed if it.id is None), *face_down_tiles(pieces))
    places = {
        (tile.x, tile.y)
        for entry in entries
        if entry.reason in _NOT_AS_READ
        for tile in entry.tiles
        if tile.x is not None and tile.y is not None
    }
    names: dict[Place, str] = {}
    alternatives: dict[Place, str] = {}
    for piece in placed:
        if piece.id is None or piece.place not in places:
            continue
        names |= dict.fromkeys(
            places_of(piece), name_with_place(catalogue.tile(piece.id), piece.place, words)
        )
        others = likely_others(piece)
        if others and piece.piece is PieceClass.TILE:
            alternatives[piece.place] = others[0]
    unknown = frozenset(place for it in unnamed for place in places_of(it))
    return _InDoubt(names, alternatives, unknown)


def _audit(
    tiles: Sequence[SeenPiece],
    in_doubt: _InDoubt,
    board: Board,
    catalogue: Catalogue,
    words: Words,
    cut_off: Sequence[Place],
) -> tuple[list[SeenViolation], list[Review]]:
    """Return the faults of a castle, and which doubtful tiles break a rule only as they were read."""
    orientations = {
        it.place: it.orientation
        for it in tiles
        if it.place is not None and it.turned is not None and it.turned.max() >= SURE
    }
    violations = audit_seen(
        board,
        catalogue,
        words,
        orientations=orientations,
        unknown=in_doubt.unknown,
        doubtful=in_doubt.names,
        cut_off=cut_off,
    )
    found = other_readings(violations, board, catalogue, in_doubt.alternatives, orientations)
    rule_broken = []
    for other in found:
        read = board.at[other.place].placed
        instead = tile_name(catalogue.tile(other.instead), words.language)
        rule_broken.append(
            Review(
                reason=Reason.RULE,
                tiles=[ReviewedPiece(id=read.id, x=read.x, y=read.y)],
                message=words.say(
                    "review", "rule", tile=in_doubt.names[other.place], other=instead
                ),
            )
        )
    return violations, rule_broken
