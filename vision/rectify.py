"""Crops of pieces: straightened faces, and the colour cast of the light undone."""

from collections.abc import Sequence

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
    face = _convex(as_quads(np.asarray(quad)[None]))[0]
    low = np.floor(face.min(axis=0)).astype(int) - 2
    high = np.ceil(face.max(axis=0)).astype(int) + 3
    limit = np.array(image.shape[1::-1])
    low, high = np.clip(low, 0, limit - 1), np.clip(high, 1, limit)
    region = image[low[1] : high[1], low[0] : high[0]]
    times = _reduction(face, width, height)
    wide, high_px = width * times, height * times
    target = np.array([[0, 0], [wide, 0], [wide, high_px], [0, high_px]], np.float32) - 0.5
    # OpenCV counts from the middle of the first pixel.
    source = (face - low - 0.5).astype(np.float32)
    straightened = cv2.warpPerspective(
        region,
        cv2.getPerspectiveTransform(target, source),
        (wide, high_px),
        flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
        borderMode=cv2.BORDER_REPLICATE,
    )
    if times > 1:
        straightened = cv2.resize(straightened, (width, height), interpolation=cv2.INTER_AREA)
    return straightened.astype(np.uint8, copy=False)


def rectify_all(image: Image, quads: ArrayLike, width: int, height: int) -> Image:
    """Return the faces of many pieces, uint8 RGB of shape (N, height, width, 3); see :func:`rectify`."""
    crops = [rectify(image, quad, width, height) for quad in as_quads(quads)]
    return np.stack(crops) if crops else np.zeros((0, height, width, 3), np.uint8)


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


def _reduction(face: Floats, width: int, height: int) -> int:
    """Return how many samples along each side a pixel of the result needs."""
    side = np.linalg.norm(np.roll(face, -1, axis=0) - face, axis=1)
    most = max(side[[0, 2]].max() / width, side[[1, 3]].max() / height)
    return int(np.clip(np.ceil(most), 1, _MAX_REDUCTION))


# The colour of the light


def border_colours(crops: Image) -> Floats:
    """Return the colour of each face's border, shape (N, 3), 0 to 255: the median of its brighter half.

    The border is the outermost twentieth of a face; its very edge, where corners are inexact, is left out.
    """
    count, height, width, _ = crops.shape
    down, across = np.ogrid[:height, :width]
    depth = np.minimum(
        np.minimum(across, width - 1 - across) / width, np.minimum(down, height - 1 - down) / height
    )
    ring = crops[:, (depth >= 0.012) & (depth < 0.05)].astype(np.float64)
    colours = np.zeros((count, 3))
    for index, pixels in enumerate(ring):
        brightness = pixels.sum(axis=1)
        colours[index] = np.median(pixels[brightness >= np.median(brightness)], axis=0)
    return colours


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
    changed = crops.astype(np.float32) * gains[:, None, None, :].astype(np.float32)
    result: Image = np.clip(np.rint(changed), 0, 255).astype(np.uint8)
    return result


def undo_cast(crops: Image, centres: ArrayLike, groups: Sequence[int]) -> Image:
    """Make the white borders of each castle's tiles white; see :func:`light_gains`."""
    return np.stack(undo_cast_each(list(crops), centres, groups)) if len(crops) else crops


def undo_cast_each(
    crops: Sequence[Image], centres: ArrayLike, groups: Sequence[int]
) -> list[Image]:
    """Do as :func:`undo_cast` with crops of several sizes, (H, W, 3) each."""
    if not len(crops):
        return []
    colours = np.concatenate([border_colours(crop[None]) for crop in crops])
    gains = light_gains(colours, centres, groups)
    return [apply_gains(crop[None], gain[None])[0] for crop, gain in zip(crops, gains, strict=True)]
