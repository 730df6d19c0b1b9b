"""Putting a reading right: what a person says about a piece, or what other castles tell of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.languages import Language
from .composing import compose
from .evidence import BORDERS, HANGINGS, TYPES
from .pieces import PieceClass
from .quads import Floats, as_quads, sides
from .reading import MISFIT, Evidence, PieceKey, Reading, Reason
from .seen_pieces import SeenPiece
from .touching import Touched

_KINDS = {
    "throne": PieceClass.THRONE,
    "bonus": PieceClass.CARD,
    "attendant": PieceClass.ATTENDANT,
    "token": PieceClass.TOKEN,
}
# Heights by widths: cards are half as high again as wide, attendants square, thrones twice as wide as high.
_SLIM, _WIDE = 1.2, 0.67
_SURELY, _HARDLY = 1.0, 0.6


@dataclass(frozen=True, slots=True)
class Correction:
    """What a piece of a reading is instead.

    Attributes
    ----------
    id
        Its id; None for what is no piece of the castle at all.
    confidence
        Of the id; 1 where a person named it, which settles every doubt about the piece but how it is
        turned, and makes an uncounted one part of the castle.
    alternatives
        The next best ids with their probabilities, best first.
    """

    id: str | None
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()


def corrected(
    reading: Reading,
    corrections: Mapping[int, Correction],
    catalogue: Catalogue,
    language: Language = Language.EN,
) -> Reading:
    """Return a reading with some of its pieces put right, audited and scored anew.

    Parameters
    ----------
    reading
        The reading.
    corrections
        By the number of the piece among its evidence.
    catalogue
        Knows all ids.
    language
        Of the sentences.
    """
    if not corrections:
        return reading
    pieces, settled = [], []
    for number, piece in enumerate(pieces_of(reading, catalogue)):
        correction = corrections.get(number)
        if correction is None:
            pieces.append(piece)
        elif correction.id is not None:
            pieces.append(_with(piece, correction.id, correction))
            if correction.confidence == 1:
                settled.append(reading.evidence[number])
    # No name tells what it touches. Which castles those are is only in the sentence, which is kept.
    touches = next((it for it in reading.review if it.reason is Reason.TOUCHES), None)
    touched = None if touches is None else Touched((0,), is_smaller=bool(touches.tiles))
    changed = compose(pieces, catalogue, language, reading.picture, touched)
    sure = {it.key for seen in settled if (it := same_piece(changed, seen))}
    review = [
        entry.model_copy(update={"message": touches.message})
        if touches is not None and entry.reason is Reason.TOUCHES
        else entry
        for entry in changed.review
        if entry.reason not in (Reason.APART, Reason.PLACE_FOLLOWS)
        or any(it.key not in sure for it in entry.tiles)
    ]
    return changed.model_copy(update={"review": review})


def same_piece(reading: Reading, seen: Evidence) -> Evidence | None:
    """Return what became of a piece in the same reading put right, by where it was seen."""
    return next((it for it in reading.evidence if it.quad == seen.quad), None)


def pieces_of(reading: Reading, catalogue: Catalogue) -> list[SeenPiece]:
    """Return the pieces that a reading was composed of, as far as it tells.

    Composed again they make the same reading, but for alternatives too unlikely to be in it.
    """
    has_throne = all(it.reason is not Reason.NO_THRONE for it in reading.review)
    doubts: dict[PieceKey, set[Reason]] = {}
    for entry in reading.review:
        for tile in entry.tiles:
            doubts.setdefault(tile.key, set()).add(entry.reason)
    return [
        _seen(
            piece,
            doubts.get(piece.key, set()),
            catalogue,
            is_throne=has_throne and number == 0,
        )
        for number, piece in enumerate(reading.evidence)
    ]


def _with(piece: SeenPiece, name: str, correction: Correction) -> SeenPiece:
    turned_over = piece.piece is PieceClass.TILE_BACK
    changed = replace(
        piece,
        piece=PieceClass.TILE if turned_over else piece.piece,
        id=name,
        confidence=correction.confidence,
        ranked=((name, correction.confidence), *correction.alternatives),
        tile_type=None,
        hanging=None,
        border=None if piece.border is None else _HARDLY * (piece.border == piece.border.max()),
    )
    if correction.confidence < 1:
        return changed
    return replace(changed, misfit=0.0, contested=False, faults=(), uncounted=None)


def _seen(
    piece: Evidence, doubts: set[Reason], catalogue: Catalogue, *, is_throne: bool
) -> SeenPiece:
    tile = None if piece.id is None else catalogue.tiles.get(piece.id)
    own = () if piece.id is None else ((piece.id, piece.confidence),)
    border = hanging = tile_type = None
    if piece.border is not None:
        chance = _SURELY if Reason.BORDER in doubts else _HARDLY
        border = _likely(BORDERS.index(piece.border), len(BORDERS), chance)
    if tile is not None and Reason.HANGING in doubts:
        hanging = _likely(HANGINGS.index(tile.hanging) - 1, len(HANGINGS), _SURELY)
    if tile is not None and Reason.TYPE in doubts:
        tile_type = _likely(TYPES.index(tile.type) - 1, len(TYPES), _SURELY)
    turned = _HARDLY if Reason.ORIENTATION in doubts else _SURELY
    return SeenPiece(
        piece=_kind(piece, doubts, is_throne=is_throne),
        quad=as_quads([piece.quad])[0],
        place=None if piece.x is None or piece.y is None else (piece.x, piece.y),
        id=piece.id,
        confidence=piece.confidence,
        ranked=(*own, *((it.id, it.confidence) for it in piece.alternatives)),
        turned=_likely(piece.orientation // 90, 4, turned),
        border=border,
        hanging=hanging,
        tile_type=tile_type,
        misfit=MISFIT if Reason.PLACE in doubts else 0.0,
        contested=Reason.CONFLICT in doubts,
        faults=tuple(piece.faults),
        uncounted=piece.uncounted,
    )


def _kind(piece: Evidence, doubts: set[Reason], *, is_throne: bool) -> PieceClass:
    for name in (piece.id, *(it.id for it in piece.alternatives)):
        if name is not None:
            return _KINDS.get(name.partition("/")[0], PieceClass.TILE)
    if Reason.FACE_DOWN in doubts:
        return PieceClass.TILE_BACK
    if is_throne:
        return PieceClass.THRONE
    if Reason.UNKNOWN_PIECE not in doubts:
        return PieceClass.TOKEN
    lengths = np.linalg.norm(sides(as_quads([piece.quad]))[0], axis=1)
    shape = lengths[[1, 3]].mean() / max(lengths[[0, 2]].mean(), 1e-6)
    if piece.x is not None:
        return PieceClass.THRONE if shape < _WIDE else PieceClass.TILE
    return PieceClass.CARD if shape > _SLIM else PieceClass.ATTENDANT


def _likely(chosen: int, count: int, chance: float) -> Floats:
    chances = np.full(count, (1 - chance) / (count - 1))
    chances[chosen] = chance
    return chances
