"""Why the picture leaves the names of some pieces in doubt: measured where that is so, nowhere else."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .picture_faults import look_at
from .pieces import Detection, Image, PieceClass
from .quads import sizes
from .seen_pieces import SeenPiece
from .sight import Sight, find_faults

# Widths and heights in tiles.
_SHAPES = {
    PieceClass.TILE: (1.0, 1.0),
    PieceClass.THRONE: (2.0, 1.0),
    PieceClass.CARD: (1.0, 1.5),
    PieceClass.ATTENDANT: (0.4, 0.4),
}
_TILES = (PieceClass.TILE, PieceClass.THRONE, PieceClass.TILE_BACK)
_SAME = 0.25  # tiles between the middles of two views of one piece


def explain_doubts(
    image: Image, pieces: Sequence[SeenPiece], detections: Sequence[Detection]
) -> list[SeenPiece]:
    """Return the pieces of a castle, the doubtful ones with what makes them hard to read.

    What has no likely id may be the bare table, so nothing is said about it.

    Parameters
    ----------
    image
        The picture, uint8 RGB, shape (H, W, 3).
    pieces
        Those of one castle.
    detections
        All of the picture, some of which may lie on a piece.
    """
    return [
        it
        if it.is_named_surely or it.piece not in _SHAPES or not it.ranked
        else replace(it, faults=find_faults(_look(image, it, detections)))
        for it in pieces
    ]


def _look(image: Image, piece: SeenPiece, detections: Sequence[Detection]) -> Sight:
    shape = _SHAPES[piece.piece]
    if piece.piece not in _TILES:  # others lie below it, and its border is no tile's
        return replace(look_at(image, piece.quad, shape), covered=0.0, border=0.0)
    near = _SAME * float(sizes(piece.quad[None], shape[0])[0])
    small, tiles = [], []
    for it in detections:
        away = np.linalg.norm(it.quad.mean(axis=0) - piece.quad.mean(axis=0))
        if it.piece not in _TILES:
            small.append(it.quad.astype(np.float64))
        elif away > near:
            tiles.append(it.quad.astype(np.float64))
    return look_at(image, piece.quad, shape, small=small, tiles=tiles)
