"""Free places of a castle where a tile must lie, and what is seen is not the table: a hand or a sheet."""

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np

from ..engine.between_two_castles.board import ABOVE, FOUR_SIDES, Place
from .pieces import Image, PieceClass
from .quads import Floats
from .rectify import rectify_all
from .second_look import foretold_quads, free_places
from .seen_pieces import SeenPiece, cells_of

# In CIE Lab: how far the colour of a place is from that of all other free ones, if it is not the table.
# Of 80 places that were free it was 5 at most but for five, where something lay; of covered ones 10 to 25.
_OTHER_COLOUR = 9.0
_SIDE, _RIM = 16, 3  # pixels of what is compared, and of its edge, which shows the tiles beside it


def covered_places(image: Image, pieces: Sequence[SeenPiece]) -> Iterator[tuple[Place, Floats]]:
    """Yield the places where a tile may be hidden, with the corners that it would have, (4, 2).

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    pieces
        Those of a castle.
    """
    cells = cells_of(pieces)
    free = sorted(free_places(cells))
    missing = set(_missing(free, cells, has_levels=_has_throne(pieces)))
    if not missing:
        return
    quads = dict(zip(free, foretold_quads([(it,) for it in free], cells), strict=True))
    size = image.shape[1::-1]
    seen = {place: it for place, it in quads.items() if it is not None and _is_inside(it, size)}
    table = [it for place, it in seen.items() if place not in missing]
    if not table:
        return
    colours = _colours(image, table)
    for place in sorted(missing & seen.keys()):
        (colour,) = _colours(image, [seen[place]])
        if np.linalg.norm(colours - colour, axis=1).min() > _OTHER_COLOUR:
            yield place, seen[place]


def _missing(
    free: Sequence[Place], cells: Mapping[Place, Floats], *, has_levels: bool
) -> Iterator[Place]:
    """Yield the free places with tiles on all four sides, and those that must support the tile above.

    Rulebook p. 3, Building Your Castles, Note 1: nothing above the ground hangs in the air.
    """
    for x, y in free:
        is_enclosed = all((x + dx, y + dy) in cells for dx, dy in FOUR_SIDES)
        supports = has_levels and y >= 0 and (x + ABOVE[0], y + ABOVE[1]) in cells
        if is_enclosed or supports:
            yield x, y


def _has_throne(pieces: Sequence[SeenPiece]) -> bool:
    return any(it.piece is PieceClass.THRONE and it.place == (0, 0) for it in pieces)


def _is_inside(quad: Floats, size: tuple[int, ...]) -> bool:
    return bool(((quad >= 0) & (quad <= np.array(size))).all())


def _colours(image: Image, quads: Sequence[Floats]) -> Floats:
    """Return the mean colours of what lies within quads, in CIE Lab, shape (N, 3)."""
    crops = rectify_all(image, np.stack(quads), _SIDE, _SIDE)
    inner = crops[:, _RIM:-_RIM, _RIM:-_RIM].astype(np.float32) / 255
    lab = [cv2.cvtColor(it, cv2.COLOR_RGB2LAB).reshape(-1, 3).mean(axis=0) for it in inner]
    return np.array(lab, np.float64)
