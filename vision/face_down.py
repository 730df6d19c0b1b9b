"""Face-down tiles that lie where a castle's next tile would."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import Place
from .pieces import Detection, PieceClass
from .quads import Floats, centres, clockwise, frames, sides, sizes
from .second_look import foretold_quads, free_places
from .seen_pieces import SeenPiece, cells_of

_ASIDE = 0.3  # tiles, from where the castle foretells a tile
_LARGER = 1.25
_NEAR = 2.0  # longest sides of a square, from its middle
_TURNED = 0.35  # norm of the difference of frames, in tiles: about 15 degrees


def with_face_down_tiles(
    pieces: Sequence[SeenPiece], detections: Sequence[Detection]
) -> list[SeenPiece]:
    """Return the pieces of a castle and the face-down tiles on its free places, which have no id.

    Parameters
    ----------
    pieces
        Those of the castle. What has no name, but was found to be a face-down tile as well, is one.
    detections
        All of the picture.
    """
    backs = [clockwise(it.quad[None])[0] for it in detections if it.piece is PieceClass.TILE_BACK]
    squares = list(cells_of(pieces).values())
    quads = [it for it in backs if _near(it, squares).any()]
    if not quads:
        return list(pieces)
    kept = [
        it
        for it in pieces
        if it.piece is not PieceClass.TILE
        or it.id is not None
        or not any(_fits(quad, it.quad) for quad in quads)
    ]
    found = []
    for place, foretold in _free_near(quads, cells_of(kept)):
        quad = next((it for it in quads if _fits(it, foretold)), None)
        if quad is not None:
            found.append(SeenPiece(PieceClass.TILE_BACK, quad, place, None, 1.0, ()))
    places = {it.place for it in found}
    left = [it for it in pieces if it in kept or it.place not in places]
    return [*left, *found]


def _near(quad: Floats, squares: Sequence[Floats]) -> NDArray[np.bool_]:
    """Tell which of N squares a tile lies within two tiles of, middle to middle, shape (N,)."""
    quads = np.array(squares).reshape(-1, 4, 2)
    away = np.linalg.norm(centres(quads) - quad.mean(axis=0), axis=1)
    longest = np.linalg.norm(sides(quads), axis=2).max(axis=1)
    near: NDArray[np.bool_] = away < _NEAR * longest
    return near


def _free_near(
    quads: Sequence[Floats], cells: Mapping[Place, Floats]
) -> Iterator[tuple[Place, Floats]]:
    """Yield the free places beside squares near some tiles, with the corners of what would lie there."""
    near = np.any([_near(it, list(cells.values())) for it in quads], axis=0)
    squares = {place: cells[place] for place, is_near in zip(cells, near, strict=True) if is_near}
    free = sorted(free_places(squares) - cells.keys())
    for place, quad in zip(free, foretold_quads([(it,) for it in free], cells), strict=True):
        if quad is not None:
            yield place, quad


def _fits(quad: Floats, foretold: Floats) -> bool:
    """Tell whether a tile lies on a place, by its middle, its size and its sides up to quarter turns."""
    wanted, seen = frames(np.stack([foretold, quad]))
    to_tiles = np.linalg.pinv(wanted)
    aside = np.linalg.norm(to_tiles @ (quad.mean(axis=0) - foretold.mean(axis=0)))
    if aside > _ASIDE:
        return False
    size, own = sizes(np.stack([foretold, quad]))
    turned = to_tiles @ seen
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    apart = min(
        float(np.linalg.norm(turned - np.linalg.matrix_power(quarter, it))) for it in range(4)
    )
    return bool(1 / _LARGER <= own / size <= _LARGER and apart <= _TURNED)
