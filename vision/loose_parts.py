"""Parts of a castle that no tiles side by side join with its throne room, and whether they are its own."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..engine.between_two_castles.board import FOUR_SIDES, Place
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.placement import Orientation, allowed_level, wrong_level
from .pieces import PieceClass
from .reading import SURE
from .seen_pieces import SeenPiece, places_of
from .spots import LARGEST_PART

_ON_LATTICE = (PieceClass.TILE, PieceClass.THRONE)


def places_apart(throne: SeenPiece | None, tiles: Sequence[SeenPiece]) -> set[Place]:
    """Return the places that no tiles side by side join with the throne, or else with most tiles."""
    return set().union(*_parts_apart(throne, tiles))


def without_strangers(pieces: Sequence[SeenPiece], catalogue: Catalogue) -> list[SeenPiece]:
    """Return the pieces of a castle; parts apart that are rather of another castle have no place.

    What lies apart is on the lattice of a castle by chance, if it is of another one that the picture cuts
    off. That shows where one of its tiles is surely turned against the castle, or could not lie on its level.
    Larger parts do not lie there by chance: rather a tile between was not seen, and one of them lies wrongly.

    Parameters
    ----------
    pieces
        What was found of the castle.
    catalogue
        Knows all ids.
    """
    placed = [it for it in pieces if it.place is not None and it.piece in _ON_LATTICE]
    throne = next(
        (it for it in placed if it.piece is PieceClass.THRONE and it.place == (0, 0)), None
    )
    if throne is None:
        return list(pieces)
    others = [it for it in placed if it is not throne]
    strange: set[Place] = set()
    for part in _parts_apart(throne, others):
        own = [it for it in others if it.place in part and it.piece is PieceClass.TILE]
        is_small = len(part) <= LARGEST_PART
        if is_small and any(_is_out_of_place(it, catalogue) for it in own):
            strange |= part
    return [
        replace(it, place=None) if it in others and it.place in strange else it for it in pieces
    ]


def _parts_apart(throne: SeenPiece | None, tiles: Sequence[SeenPiece]) -> Iterator[set[Place]]:
    """Yield the places of each part but that of the throne, or else the largest."""
    left = {place for it in (*([throne] if throne else []), *tiles) for place in places_of(it)}
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
    yield from (it for it in parts if it is not main)


def _is_out_of_place(piece: SeenPiece, catalogue: Catalogue) -> bool:
    """Tell whether a tile is surely turned against its castle, or surely may not lie on its level."""
    is_sure = piece.turned is not None and piece.turned.max() >= SURE
    if is_sure and piece.orientation is not Orientation.UPRIGHT:
        return True
    if not piece.is_named_surely or piece.id is None or piece.place is None:
        return False
    _, y = piece.place
    return allowed_level(catalogue.tile(piece.id)) is wrong_level(y)
