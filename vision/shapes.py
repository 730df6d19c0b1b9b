"""What a detection is by its shape and by what else was found in its place.

A throne room is twice as wide as the tiles around it, an attendant about half as wide. Nothing is a tile and
a card or attendant at once.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .pieces import Detection, PieceClass
from .quads import Floats, centres, frames, roll, sizes

_SURE = 0.5  # score of the tiles that others are compared with
_SURELY_TILE = 0.8  # score from which on a tile stays one, whatever its shape
_NEAREST = 3
_TWICE = 1.5  # from how often its height on a throne room is as wide
_THRICE = 2.5  # from how often its height, or in tiles, it is too wide for one
_AREA = (1.3, 3.0)  # of a throne room, in tiles
_SAME = 0.35  # in tiles: how near the middles of two views of one piece lie
_THRONE = np.array([[-1, 0.5], [1, 0.5], [1, -0.5], [-1, -0.5]])  # in tiles, about its middle
_SMALL = (0.42, 0.74)  # of an attendant, in tiles along each side
_NARROW = 1.25  # how wide in tiles, and how often its height, a tile may be


def by_shape(detections: Sequence[Detection]) -> list[Detection]:
    """Return detections of which tiles as wide as throne rooms are throne rooms, and the other way round.

    Tiles as small as attendants are attendants.

    Throne rooms that look nearly square or three tiles wide lie as the tiles beside them do: the corners of
    large ones, and of those seen at 45 degrees, are sometimes off by that much.

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
    quads = np.stack([it.quad for it in detections]).astype(np.float64)
    to_tiles = np.linalg.pinv(frames(quads[sure]))
    away = np.linalg.norm(centres(quads)[:, None] - centres(quads[sure]), axis=2)
    away[sure, np.arange(len(sure))] = np.inf
    nearest = to_tiles[np.argsort(away, axis=1, kind="stable")[:, :_NEAREST]]
    own = np.median(nearest @ frames(quads)[:, None], axis=1)
    return [
        _by_shape(found, to_tile, frame)
        for found, to_tile, frame in zip(detections, np.median(nearest, axis=1), own, strict=True)
    ]


def _by_shape(found: Detection, to_tile: Floats, own: Floats) -> Detection:
    """Return what a detection is by its shape.

    ``to_tile``, (2, 2), is from pixels to the frame of the tiles nearest to it, ``own`` its frame in that.
    """
    if found.piece not in (PieceClass.TILE, PieceClass.THRONE):
        return found
    quad = found.quad.astype(np.float64)
    right, up = np.linalg.norm(own, axis=0)
    wide, high = max(right, up), min(right, up)
    is_wide = wide >= _TWICE * high and _AREA[0] <= wide * high <= _AREA[1]
    if found.piece is PieceClass.TILE and is_wide and found.score < _SURELY_TILE:
        turned = roll(quad[None], 1 if up > right else 0)[0]
        return replace(found, piece=PieceClass.THRONE, quad=turned.astype(np.float32))
    is_small = _SMALL[0] <= high and wide <= _SMALL[1]
    if found.piece is PieceClass.TILE and is_small and found.score < _SURELY_TILE:
        return replace(found, piece=PieceClass.ATTENDANT)
    if found.piece is PieceClass.THRONE and wide <= _NARROW * min(1.0, high):
        return replace(found, piece=PieceClass.TILE)
    if found.piece is PieceClass.THRONE and not _TWICE * high <= wide < _THRICE * max(1.0, high):
        frame = np.linalg.pinv(to_tile)
        if wide >= _TWICE * high and _is_across(own[:, 0] if right > up else own[:, 1]):
            frame = frame[:, ::-1] * (1, -1)  # the tiles there lie on a side
        upright = quad.mean(axis=0) + _THRONE @ frame.T
        return replace(found, quad=upright.astype(np.float32))
    return found


def _is_across(side: Floats) -> bool:
    return bool(abs(side[1]) > abs(side[0]))


def one_of_each(detections: Sequence[Detection]) -> list[Detection]:
    """Return detections without those of tiles, cards and attendants that are surer as another of these.

    Parameters
    ----------
    detections
        What was found in a picture. Tiles that lie on one another stay; cards and attendants do not.
    """
    beside = (PieceClass.ATTENDANT, PieceClass.CARD)
    rivals = [it for it in detections if it.piece is PieceClass.TILE or it.piece in beside]
    if not rivals:
        return list(detections)
    quads = np.stack([it.quad for it in rivals]).astype(np.float64)
    middles, extent = centres(quads), sizes(quads)
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < _SAME * np.minimum(
        extent[:, None], extent
    )
    scores = np.array([it.score for it in rivals])
    is_tile = np.array([it.piece is PieceClass.TILE for it in rivals])
    beaten = (near & ~(is_tile[:, None] & is_tile) & (scores > scores[:, None])).any(axis=1)
    lost = {id(it) for it, is_beaten in zip(rivals, beaten, strict=True) if is_beaten}
    return [it for it in detections if id(it) not in lost]
