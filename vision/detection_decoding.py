"""From what the detector's network gives to quads: peaks, corners, and which of those overlap.

The network looks at cells of :data:`STRIDE` pixels. For each cell and each of two layers it gives ten
numbers, :data:`SHAPE_CHANNELS`. With the corners as complex numbers ``x + iy`` (``y`` down, so that the
upright order runs clockwise) relative to the middle of the cell, and their discrete Fourier transform

    ``c[k] = m + a i**k + b (-1)**k + d i**-k``

these are ``m``, ``a**4 / |a|**3``, ``b (a/|a|)**2``, ``d a/|a|`` and the direction ``a/|a|`` turned so that 1
is upright, each as real and imaginary part, lengths in units of :data:`UNIT` pixels. ``a`` is the square in
the quad, ``d`` what makes it oblong or skewed, ``b`` what perspective does. The first eight numbers stay the
same when another corner is called the first one, and they change smoothly as a piece is turned. So where
the corners are never depends on which way up the face is, which is harder to see and is only asked of the
last two.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import Floats, are_convex, as_quads, signed_areas, to_boxes

STRIDE = 4
UNIT = 16.0
SHAPE_CHANNELS = 10
LAYER_OF_CLASS = (0, 0, 1, 0, 1, 0)
"""By class number: what lies on the table (0) or on other pieces (1)."""

LAYERS = 2
SAME_PIECE = 0.4
"""Intersection over union from which on two of a layer are one piece, found twice."""

_UPRIGHT = np.exp(0.75j * np.pi)  # turns the direction of an upright top left corner to 1
_POWERS = 1j ** np.arange(4)
_SMALL = 1e-9
_SURE = 0.35  # of the score of a peak: from which on the cell beside it knows the piece's shape too


@dataclass(frozen=True)
class Peaks:
    """What was found in one picture, best first.

    Attributes
    ----------
    classes
        Shape (N,): class numbers.
    quads
        Shape (N, 4, 2): corners in upright order, in pixels of the network's picture.
    scores
        Shape (N,): from 0 to 1.
    """

    classes: NDArray[np.int64]
    quads: Floats
    scores: Floats

    def __len__(self) -> int:
        return len(self.scores)

    def take(self, chosen: ArrayLike) -> "Peaks":
        """Return some of them, by index or mask."""
        index = np.asarray(chosen)
        return Peaks(self.classes[index], self.quads[index], self.scores[index])


def encode_quads(quads: ArrayLike, cells: ArrayLike) -> Floats:
    """Return the ten numbers that describe each quad as seen from the middle of a cell.

    Parameters
    ----------
    quads
        Shape (N, 4, 2) in pixels, clockwise.
    cells
        Shape (N, 2): the middle of the cell in pixels.

    Returns
    -------
    ndarray
        Shape (N, 10).
    """
    array = as_quads(quads)
    corner = array[..., 0] + 1j * array[..., 1]
    middle = corner.mean(axis=1)
    square = (corner * _POWERS.conj()).mean(axis=1)
    wedge = (corner * _POWERS**2).mean(axis=1)
    oblong = (corner * _POWERS).mean(axis=1)
    size = np.maximum(np.abs(square), _SMALL)
    unit = square / size
    cell = np.asarray(cells, dtype=np.float64).reshape(-1, 2)
    parts = (
        (middle - (cell[:, 0] + 1j * cell[:, 1])) / UNIT,
        unit**4 * size / UNIT,
        wedge * unit**2 / UNIT,
        oblong * unit / UNIT,
        unit * _UPRIGHT,
    )
    numbers: Floats = np.stack([it for part in parts for it in (part.real, part.imag)], axis=1)
    return numbers


def decode_shapes(shapes: ArrayLike, cells: ArrayLike) -> Floats:
    """Return quads from the ten numbers that :func:`encode_quads` gives, shape (N, 4, 2)."""
    array = np.asarray(shapes, dtype=np.float64).reshape(-1, SHAPE_CHANNELS)
    cell = np.asarray(cells, dtype=np.float64).reshape(-1, 2)
    middle, fourth, wedge, oblong, upright = (array[:, 0::2] + 1j * array[:, 1::2]).T
    size = np.abs(fourth)
    unit = np.exp(0.25j * np.angle(fourth))  # one of four that are as good
    first = np.angle(upright * np.conj(_UPRIGHT) * np.conj(unit))
    unit = unit * 1j ** np.rint(first / (np.pi / 2))
    corner = (
        middle[:, None]
        + (size * unit)[:, None] * _POWERS
        + (wedge * np.conj(unit) ** 2)[:, None] * _POWERS**2
        + (oblong * np.conj(unit))[:, None] * _POWERS.conj()
    ) * UNIT
    quads: Floats = np.stack([corner.real + cell[:, :1], corner.imag + cell[:, 1:]], axis=2)
    return quads


def find_peaks(
    heat: NDArray[np.float32], shapes: NDArray[np.float32], *, threshold: float, most: int = 400
) -> Peaks:
    """Find the pieces in what the network gave, overlapping ones included.

    Parameters
    ----------
    heat
        Shape (classes, H, W): how likely each cell is to hold the middle of a piece.
    shapes
        Shape (layers * 10, H, W).
    threshold
        The lowest score that counts.
    most
        How many to return at most.
    """
    kinds, height, width = heat.shape
    highest = np.stack([cv2.dilate(it, np.ones((3, 3), np.uint8)) for it in heat])
    peak = (heat >= threshold) & (heat >= highest)
    classes, rows, columns = np.nonzero(peak)
    scores = heat[classes, rows, columns].astype(np.float64)
    order = np.argsort(-scores, kind="stable")[:most]
    classes, rows, columns, scores = classes[order], rows[order], columns[order], scores[order]
    layer = np.array(LAYER_OF_CLASS[:kinds])[classes]
    numbers = shapes.reshape(LAYERS, SHAPE_CHANNELS, height, width)
    total = np.zeros(len(scores))
    mean = np.zeros((len(scores), SHAPE_CHANNELS))
    for dy, dx in np.ndindex(3, 3):  # the cells around a peak see the same piece
        row, column = rows + dy - 1, columns + dx - 1
        inside = (row >= 0) & (row < height) & (column >= 0) & (column < width)
        row, column = row.clip(0, height - 1), column.clip(0, width - 1)
        weight = heat[classes, row, column].astype(np.float64)
        weight *= inside & (weight > _SURE * scores)
        seen = numbers[layer, :, row, column].astype(np.float64)
        seen[:, 0] += (dx - 1) * STRIDE / UNIT
        seen[:, 1] += (dy - 1) * STRIDE / UNIT
        total += weight
        mean += weight[:, None] * seen
    cells = (np.stack([columns, rows], axis=1) + 0.5) * STRIDE
    quads = decode_shapes(mean / np.maximum(total, _SMALL)[:, None], cells)
    sound = are_convex(quads) & (signed_areas(quads) > STRIDE**2)
    return Peaks(classes, quads, scores).take(sound)


def suppress(peaks: Peaks, *, overlap: float = SAME_PIECE, inside: float = 0.75) -> Peaks:
    """Drop each piece that a better one of its layer covers.

    Parameters
    ----------
    peaks
        Best first.
    overlap
        Intersection over union from which on two are the same piece.
    inside
        Share of the smaller one from which on it is a part of the larger one.
    """
    layer = np.array(LAYER_OF_CLASS)[peaks.classes]
    areas = signed_areas(peaks.quads)
    boxes = to_boxes(peaks.quads)
    kept: list[int] = []
    for index in range(len(peaks)):
        near = [
            other
            for other in kept
            if layer[other] == layer[index] and _boxes_meet(boxes[other], boxes[index])
        ]
        if not any(
            _same(
                peaks.quads[other], peaks.quads[index], areas[other], areas[index], overlap, inside
            )
            for other in near
        ):
            kept.append(index)
    return peaks.take(np.array(kept, dtype=np.int64))


def _boxes_meet(a: Floats, b: Floats) -> bool:
    return bool((a[:2] < b[2:]).all() and (b[:2] < a[2:]).all())


def _same(a: Floats, b: Floats, size: float, other: float, overlap: float, inside: float) -> bool:
    common = intersection_area(a, b)
    return common > overlap * (size + other - common) or common > inside * min(size, other)


def intersection_area(a: ArrayLike, b: ArrayLike) -> float:
    """Return the area that two convex, clockwise quads share, in square pixels."""
    outline = [(float(x), float(y)) for x, y in np.asarray(a)]
    clip = [(float(x), float(y)) for x, y in np.asarray(b)]
    for (px, py), (qx, qy) in zip(clip, clip[1:] + clip[:1], strict=True):
        if not outline:
            return 0.0
        depth = [(qx - px) * (y - py) - (qy - py) * (x - px) for x, y in outline]
        outline = _clipped(outline, depth)
    return _area(outline)


def _clipped(
    outline: Sequence[tuple[float, float]], depth: Sequence[float]
) -> list[tuple[float, float]]:
    """Return the part of a polygon that lies where the depth is positive."""
    result: list[tuple[float, float]] = []
    for index, (x, y) in enumerate(outline):
        before = index - 1
        if (depth[before] >= 0) != (depth[index] >= 0):
            share = depth[before] / (depth[before] - depth[index])
            bx, by = outline[before]
            result.append((bx + share * (x - bx), by + share * (y - by)))
        if depth[index] >= 0:
            result.append((x, y))
    return result


def _area(outline: Sequence[tuple[float, float]]) -> float:
    following = [*outline[1:], *outline[:1]]
    pairs = zip(outline, following, strict=True)
    return abs(sum(ax * by - ay * bx for (ax, ay), (bx, by) in pairs)) / 2


def iou(a: ArrayLike, b: ArrayLike) -> float:
    """Return intersection over union of two convex, clockwise quads."""
    common = intersection_area(a, b)
    size, other = (float(signed_areas(np.asarray(quad)[None])[0]) for quad in (a, b))
    return common / (size + other - common)
