"""A look at a slanted table as if from straight above.

Seen from the side, tiles are flat and their corners hard to tell. But as soon as some are found they tell how
the table lies, see :mod:`.table_plane`; straightened, the picture shows the others as squares.
"""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import ArrayLike

from .pieces import GREY, Detection, Image, PieceClass, PieceDetector
from .quads import Floats, as_quads, centres, project, share_a_middle, sizes
from .table_plane import slants, to_table

_LARGE = (PieceClass.TILE, PieceClass.THRONE)
_SMALL = (PieceClass.ATTENDANT, PieceClass.CARD)
_SURE = 0.5  # score of the tiles that tell how the table lies, and of what one look alone needs to count
_SLANTED = 20.0  # degrees from which on such a look is worth its time; less is hardly measured
_TILE = 46.0  # pixels of a tile then
_LARGEST = 1120.0  # likewise, of the longer side of all
_MARGIN = 1.5  # tiles around all that was found
_AS_SURE = 0.9  # what it shows must be nearly as sure as what was seen before: else the table lies otherwise


def table_of(detections: Sequence[Detection]) -> Floats:
    """Return the homography, (3, 3), from a picture to its table as seen from straight above."""
    large = [it for it in detections if it.piece in _LARGE]
    if not large:
        return np.eye(3)
    return to_table(np.stack([it.quad for it in large]), [_tells(it) for it in large])


def look_from_above(
    image: Image, detections: Sequence[Detection], detector: PieceDetector
) -> list[Detection] | None:
    """Return the pieces of a picture, found anew as if from above; None where that shows no more.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    detections
        What was found in it.
    detector
        Finds them once more.
    """
    table = table_of(detections)
    if (table == np.eye(3)).all():
        return None
    quads = as_quads(np.stack([it.quad for it in detections]))
    tiles = quads[[_tells(it) for it in detections]]
    if np.median(slants(table, centres(tiles))) < _SLANTED:
        return None
    on_table = project(table, quads).reshape(-1, 2)
    tile = float(np.median(sizes(project(table, tiles))))
    low, high = on_table.min(axis=0) - _MARGIN * tile, on_table.max(axis=0) + _MARGIN * tile
    scale = min(_TILE / tile, _LARGEST / float((high - low).max()))
    to_view = np.diag([scale, scale, 1.0]) @ _shift(-low) @ table
    width, height = np.ceil((high - low) * scale).astype(int).tolist()
    reduction = max(1, int(float(np.median(sizes(tiles))) / (2 * _TILE)))
    seen = detector.detect(_straightened(image, to_view, (width, height), reduction))
    if _sureness(seen) < _AS_SURE * _sureness(detections):
        return None
    back = np.linalg.inv(to_view)
    found = [
        replace(it, quad=project(back, as_quads(it.quad[None]))[0].astype(np.float32))
        for it in seen
    ]
    # What the edge of the picture cuts off is no better seen from above, where all beyond is grey.
    edge = [it for it in detections if it.score >= _SURE and _reaches_out(it, image)]
    lost = [it for it in edge if not any(share_a_middle(it.quad, by.quad) for by in found)]
    # Either look misses small things now and then.
    small = [it for it in detections if it.piece in _SMALL and it.score >= _SURE]
    lost += [it for it in small if not any(_is_same(it, by) for by in (*found, *lost))]
    return [*found, *lost]


def _is_same(one: Detection, other: Detection) -> bool:
    return one.piece is other.piece and share_a_middle(one.quad, other.quad)


def _reaches_out(found: Detection, image: Image) -> bool:
    height, width = image.shape[:2]
    return bool((found.quad < 0).any() or (found.quad > (width, height)).any())


def _sureness(detections: Sequence[Detection]) -> float:
    return sum(it.score**2 for it in detections if it.piece in _LARGE)


def _tells(found: Detection) -> bool:
    return found.piece is PieceClass.TILE and found.score >= _SURE


def _straightened(image: Image, to_view: Floats, size: tuple[int, int], reduction: int) -> Image:
    """Return a picture after a homography, (height, width, 3).

    Near tiles become much smaller, so pixels are averaged: ``reduction`` by ``reduction`` before, two by two
    afterwards.
    """
    if reduction > 1:
        height, width = image.shape[:2]
        shape = max(1, width // reduction), max(1, height // reduction)
        image = np.asarray(cv2.resize(image, shape, interpolation=cv2.INTER_AREA), np.uint8)
        to_view = to_view @ np.diag([width / shape[0], height / shape[1], 1.0])
    # OpenCV counts from the middle of the first pixel.
    matrix = _shift(-0.5) @ np.diag([2.0, 2.0, 1.0]) @ to_view @ _shift(0.5)
    twice = 2 * size[0], 2 * size[1]
    large = cv2.warpPerspective(
        image, matrix, twice, flags=cv2.INTER_LINEAR, borderValue=(GREY,) * 3
    )
    return np.asarray(cv2.resize(large, size, interpolation=cv2.INTER_AREA), np.uint8)


def _shift(by: ArrayLike) -> Floats:
    """Return the homography, (3, 3), that moves points, by the same along both axes for one number."""
    moved = np.eye(3)
    moved[:2, 2] = by
    return moved
