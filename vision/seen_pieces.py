"""The pieces of a castle as they were seen, before they become a document."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.placement import Orientation
from .pieces import PieceClass
from .quads import Floats, halves
from .reading import SURE, SURELY_A_TILE, Uncounted
from .sight import Fault

LEAST_ALTERNATIVE = 0.01
"""Probability from which on another id is worth telling."""

_NAMED_ALTERNATIVES = 2  # in sentences


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
    uncounted
        Why an attendant or bonus card is no part of the castle; None for what is.
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
    uncounted: Uncounted | None = None

    @property
    def is_named_surely(self) -> bool:
        """Whether its name needs no second look."""
        least = SURELY_A_TILE if self.piece in (PieceClass.TILE, PieceClass.THRONE) else SURE
        return self.id is not None and self.confidence >= least

    @property
    def orientation(self) -> Orientation:
        """How it is turned against its castle, most likely."""
        return Orientation(0 if self.turned is None else 90 * int(self.turned.argmax()))


def cells_of(pieces: Sequence[SeenPiece]) -> dict[Place, Floats]:
    """Return the corners of the unit squares of a castle's tiles and thrones, upright, (4, 2) each."""
    cells: dict[Place, Floats] = {}
    for piece in pieces:
        if piece.place is None or piece.piece not in (PieceClass.TILE, PieceClass.THRONE):
            continue
        first = -int(piece.orientation) // 90
        upright = piece.quad.take(range(first, first + 4), axis=0, mode="wrap")
        is_wide = piece.piece is PieceClass.THRONE
        squares = [half[0] for half in halves(upright[None])] if is_wide else [upright]
        cells |= dict(zip(places_of(piece), squares, strict=True))
    return cells


def places_of(piece: SeenPiece) -> tuple[Place, ...]:
    """Return the places that a piece lies on."""
    if piece.place is None:
        return ()
    x, y = piece.place
    return ((x, y), (x + 1, y)) if piece.piece is PieceClass.THRONE else ((x, y),)


def beside_castle(pieces: Sequence[SeenPiece]) -> Iterator[SeenPiece]:
    """Yield what is no tile or throne room on a place: cards, attendants, tokens, strays, backs."""
    on_places = (PieceClass.TOKEN, PieceClass.TILE_BACK)
    return (it for it in pieces if it.piece in on_places or it.place is None)


def face_down_tiles(pieces: Sequence[SeenPiece]) -> Iterator[SeenPiece]:
    """Yield the face-down tiles on places of a castle."""
    back = PieceClass.TILE_BACK
    return (it for it in pieces if it.piece is back and it.place is not None)


def likely_others(piece: SeenPiece) -> list[str]:
    """Return the ids that a piece may have instead of its own, best first."""
    likely = [key for key, chance in piece.ranked if chance >= LEAST_ALTERNATIVE]
    return [key for key in likely if key != piece.id][:_NAMED_ALTERNATIVES]
