"""What a detection is by its shape: a throne room is twice as wide as the tiles around it."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .pieces import Detection, PieceClass
from .quads import centres, frames, roll

_SURE = 0.5  # score of the tiles that others are compared with
_SURELY_TILE = 0.8  # score from which on a tile stays one, whatever its shape
_NEAREST = 3
_TWICE = 1.5  # from how often its height on a throne room is as wide
_AREA = (1.3, 3.0)  # of a throne room, in tiles
_NARROW = 1.25  # how wide in tiles, and how often its height, a tile may be


def by_shape(detections: Sequence[Detection]) -> list[Detection]:
    """Return detections of which tiles as wide as throne rooms are throne rooms, and the other way round.

    Each is measured in the frames of the nearest tiles that were found surely, so that a tilted camera does
    not matter; without three of them nothing changes.

    Parameters
    ----------
    detections
        What was found in a picture.
    """
    sure = [
        index
        for index, it in enumerate(detections)
        if it.piece is PieceClass.TILE and it.score >= _SURE
    ]
    if len(sure) <= _NEAREST:
        return list(detections)
    quads = np.stack([detections[index].quad for index in sure]).astype(np.float64)
    middles, to_tiles = centres(quads), np.linalg.pinv(frames(quads))
    return [
        _by_shape(it, index, np.array(sure), middles, to_tiles)
        for index, it in enumerate(detections)
    ]


def _by_shape(
    found: Detection, index: int, sure: np.ndarray, middles: np.ndarray, to_tiles: np.ndarray
) -> Detection:
    if found.piece not in (PieceClass.TILE, PieceClass.THRONE):
        return found
    quad = found.quad.astype(np.float64)
    away = np.linalg.norm(middles - quad.mean(axis=0), axis=1)
    away[sure == index] = np.inf
    nearest = np.argsort(away, kind="stable")[:_NEAREST]
    right, up = np.linalg.norm(
        np.median([to_tiles[it] @ frames(quad[None])[0] for it in nearest], axis=0), axis=0
    )
    wide, high = max(right, up), min(right, up)
    is_wide = wide >= _TWICE * high and _AREA[0] <= wide * high <= _AREA[1]
    if found.piece is PieceClass.TILE and is_wide and found.score < _SURELY_TILE:
        turned = roll(quad[None], 1 if up > right else 0)[0]
        return replace(found, piece=PieceClass.THRONE, quad=turned.astype(np.float32))
    if found.piece is PieceClass.THRONE and wide <= _NARROW * min(1.0, high):
        return replace(found, piece=PieceClass.TILE)
    return found
