"""Crops of pieces: straightened faces, and the colour cast of the light undone."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .pieces import Image
from .quads import Floats, are_convex, as_quads, frames

_MAX_REDUCTION = 8
_PLAUSIBLE_GAINS = (0.4, 2.5)


def rectify(image: Image, quad: ArrayLike, width: int, height: int) -> Image:
    """Return the face of a piece as if seen from straight above.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    quad
        Shape (4, 2): the corners in the picture, in the face's upright order. Outside of the picture its
        edge goes on. One that is not convex is read as the parallelogram of its mean sides.
    width, height
        Size of the result in pixels.

    Returns
    -------
    ndarray
        uint8 RGB, shape (height, width, 3). Where the face is reduced, pixels are averages.
    """
    face: Image = rectify_all(image, np.asarray(quad)[None], width, height)[0]
    return face


def rectify_all(
    image: Image, quads: ArrayLike, width: int, height: int, *, averaged: bool = True
) -> Image:
    """Return the faces of many pieces, uint8 of shape (N, height, width, 3); see :func:`rectify`.

    A grey picture, (H, W), gives grey faces, (N, height, width). Where faces are reduced, pixels are
    averages, or samples if those are not wanted, which takes less time.
    """
    faces = _convex(as_quads(quads))
    limit = np.array(image.shape[1::-1])
    low = np.clip(np.floor(faces.min(axis=1)).astype(int) - 2, 0, limit - 1)
    high = np.clip(np.ceil(faces.max(axis=1)).astype(int) + 3, 1, limit)
    # OpenCV counts from the middle of the first pixel.
    sources = (faces - low[:, None] - 0.5).astype(np.float32)
    crops = np.empty((len(faces), height, width, *image.shape[2:]), np.uint8)
    reductions = _reductions(faces, width, height) if averaged else [1] * len(faces)
    parts = zip(sources, low.tolist(), high.tolist(), reductions, strict=True)
    for crop, (source, (left, top), (right, bottom), times) in zip(crops, parts, strict=True):
        crop[:] = _straightened(image[top:bottom, left:right], source, width, height, times)
    return crops


def _straightened(
    region: Image, corners: NDArray[np.float32], width: int, height: int, times: int
) -> Image:
    """Return what lies between corners, (4, 2), sampled so many times along each side of a pixel."""
    wide, high = width * times, height * times
    target = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    straightened = cv2.warpPerspective(
        region,
        cv2.getPerspectiveTransform(target, corners),
        (wide, high),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if times > 1:
        straightened = cv2.resize(straightened, (width, height), interpolation=cv2.INTER_AREA)
    return straightened.astype(np.uint8, copy=False)


def _convex(quads: Floats) -> Floats:
    convex = are_convex(quads)
    if not convex.all():
        middle = quads.mean(axis=1, keepdims=True)
        right, top = np.moveaxis(frames(quads) / 2, 2, 0)
        mean = np.stack([top - right, top + right, right - top, -top - right], axis=1) + middle
        quads = np.where(convex[:, None, None], quads, mean)
        # A quad without any inside still has a middle.
        flat = ~are_convex(quads)
        square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])
        quads = np.where(flat[:, None, None], middle + square, quads)
    return quads


def _reductions(faces: Floats, width: int, height: int) -> list[int]:
    """Return how many samples along each side a pixel of each result needs."""
    side = np.linalg.norm(np.roll(faces, -1, axis=1) - faces, axis=2)
    most = np.maximum(side[:, [0, 2]].max(axis=1) / width, side[:, [1, 3]].max(axis=1) / height)
    return [int(it) for it in np.clip(np.rint(most), 1, _MAX_REDUCTION)]


# The colour of the light


def border_colours(crops: Image) -> Floats:
    """Return the colour of each face's border, shape (N, 3), 0 to 255: the median of its brighter half.

    The border is the outermost twentieth of a face; its very edge, where corners are inexact, is left out.
    """
    count, height, width, _ = crops.shape
    ring = crops.reshape(count, height * width, 3).take(_ring(height, width), axis=1)
    red, green, blue = np.moveaxis(ring.astype(np.uint16), 2, 0)
    brightness = red + green + blue
    colours = np.zeros((count, 3))
    for index, (pixels, sums) in enumerate(zip(ring, brightness, strict=True)):
        brighter = pixels.compress(sums >= _median(sums), axis=0)
        colours[index] = [_median(channel) for channel in brighter.T]
    return colours


@lru_cache(maxsize=8)
def _ring(height: int, width: int) -> NDArray[np.intp]:
    """Return the numbers of the pixels of a face that show its border, counted row by row."""
    down, across = np.ogrid[:height, :width]
    depth = np.minimum(
        np.minimum(across, width - 1 - across) / width, np.minimum(down, height - 1 - down) / height
    )
    return np.flatnonzero((depth >= 0.012) & (depth < 0.05))


def _median(values: NDArray[np.integer[Any]]) -> float:
    """Return the median of numbers, as np.median does and faster for few."""
    middle = [(len(values) - 1) // 2, len(values) // 2]
    low, high = np.partition(values, middle)[middle].tolist()
    return float(low + high) / 2


def light_gains(colours: ArrayLike, centres: ArrayLike, groups: Sequence[int]) -> Floats:
    """Estimate by how much each channel must be multiplied to make white borders white.

    Most tiles have white borders. So in each group the light is the median of all borders' colours; in
    groups of many tiles it may change evenly along a line. Only colour is changed, not brightness.

    Parameters
    ----------
    colours
        Shape (N, 3): as :func:`border_colours` returns them.
    centres
        Shape (N, 2): where the pieces lie, in pixels.
    groups
        N times the number of the castle.

    Returns
    -------
    ndarray
        Shape (N, 3).
    """
    colour, place = np.asarray(colours, np.float64), np.asarray(centres, np.float64)
    group = np.asarray(groups)
    logs = np.log(np.maximum(colour, 8.0))
    logs -= logs.mean(axis=1, keepdims=True)
    light = np.zeros_like(logs)
    for number in np.unique(group):
        own = group == number
        light[own] = _even_change(logs[own], place[own])
    gains: Floats = np.clip(np.exp(-light), *_PLAUSIBLE_GAINS)
    return gains


def _even_change(logs: Floats, centres: Floats) -> Floats:
    """Fit a plane to colours over the picture, leaving out those that are far off (blue borders)."""
    middle: Floats = np.median(logs, axis=0)
    if len(logs) < 8:
        return np.broadcast_to(middle, logs.shape)
    spread = np.ptp(centres, axis=0).max() or 1.0
    terms = np.column_stack([np.ones(len(logs)), (centres - centres.mean(axis=0)) / spread])
    fitted: Floats = np.broadcast_to(middle, logs.shape)
    ridge = np.diag([1e-6, 0.2, 0.2])
    for _ in range(3):
        weight = 1 / (1 + (np.linalg.norm(logs - fitted, axis=1) / 0.08) ** 2) ** 2
        weighted = terms * weight[:, None]
        fitted = terms @ np.linalg.solve(terms.T @ weighted + ridge, weighted.T @ logs)
    return fitted


def apply_gains(crops: Image, gains: NDArray[np.float64]) -> Image:
    """Multiply the channels of crops, (N, H, W, 3), by gains, (N, 3)."""
    levels = np.arange(256, dtype=np.float32)[:, None] * gains[:, None, :].astype(np.float32)
    tables = np.clip(np.rint(levels), 0, 255).astype(np.uint8)
    result = np.empty_like(crops)
    for crop, table, changed in zip(crops, tables, result, strict=True):
        cv2.LUT(crop, table[None], dst=changed)
    return result
