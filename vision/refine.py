"""Corners on the full picture: where the light border of each tile meets its dark frame.

A detector looks at a reduced picture and its corners are some hundredths of a tile off, which is what spoils
the naming of tiles. Every tile and throne has a border of the same width on all four sides, lighter than the
frame inside of it; that edge is found by trying straight lines near each side.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .pieces import Image
from .quads import Floats, are_convex, as_quads, centres, homographies, project, signed_areas, sizes
from .rectify import rectify

BORDER = 0.0555
"""Width of the border in tiles; the same on every tile, printed or drawn."""

_ALONG = np.linspace(0.1, 0.9, 33)  # where along a side the edge is looked at
_LEAST_CONTRAST = 0.3  # of the brightness range of the crop, mean over a side
_PULL = 0.12  # how much worse a line at the end of the reach is, as contrast
_SIDES_NEEDED = 3
_LARGEST_CHANGE = 0.3  # of the area, and of a tile for the centre


@dataclass(frozen=True)
class _Pass:
    """How far around the expected edge to look, and how closely: in tiles, and pixels of a tile."""

    reach: float
    step: float
    pixels: int


_PASSES = (_Pass(0.2, 0.0125, 64), _Pass(0.1, 0.008, 80), _Pass(0.05, 0.0045, 96))


def refine(image: Image, quads: ArrayLike, widths: ArrayLike = 1) -> Floats:
    """Move corners to where the borders of tiles end.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    quads
        Shape (N, 4, 2), any corner first, but the top side of a throne is a long one.
    widths
        Shape (N,) or one number: 2 for thrones, else 1.

    Returns
    -------
    ndarray
        Shape (N, 4, 2). Quads where no such edge is found stay as they are.
    """
    array = as_quads(quads)
    width = np.broadcast_to(np.asarray(widths, np.float64), len(array))
    for how in _PASSES:
        for index in np.flatnonzero(are_convex(array)):
            array[index] = _refined(image, array[index], float(width[index]), how)
    return array


def _refined(image: Image, quad: Floats, width: float, how: _Pass) -> Floats:
    margin = how.reach + 0.02
    homography = homographies(quad[None], width)[0]
    own = _face(width)  # the corners in the piece's own coordinates
    grown = own + margin * np.sign(own - own.mean(axis=0))
    scale = how.pixels
    shape = round((width + 2 * margin) * scale), round((1 + 2 * margin) * scale)
    crop = rectify(image, project(homography, grown), *shape)
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), 0.8)
    low, high = np.percentile(grey, (5, 95))
    if high - low < 8:
        return quad
    edges = _edges((grey / (high - low)).astype(np.float32), width, margin, how)
    offsets, strengths = _best_lines(edges, how)
    offsets[strengths < _LEAST_CONTRAST] = 0.0
    if (strengths >= _LEAST_CONTRAST).sum() < _SIDES_NEEDED:
        return quad
    inner = _corners(offsets, width)
    ideal = _corners(np.zeros((4, 2)), width)
    if not are_convex(inner[None])[0]:
        return quad
    outward = cv2.getPerspectiveTransform(ideal.astype(np.float32), inner.astype(np.float32))
    moved = project(homography, project(outward, own))
    return moved if _is_plausible(quad, moved, width) else quad


def _face(width: float) -> Floats:
    right = width - 0.5
    return np.array([[-0.5, 0.5], [right, 0.5], [right, -0.5], [-0.5, -0.5]])


def _edges(grey: NDArray[np.float32], width: float, margin: float, how: _Pass) -> Floats:
    """Return how much darker it gets inward, shape (4, along, across): sides as in a quad.

    Across runs inward, from ``reach`` outside of where the edge is expected to ``reach`` inside.
    """
    across = np.arange(-how.reach, how.reach + how.step / 2, how.step) + BORDER
    result = np.empty((4, len(_ALONG), len(across)))
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3) / 4
    right = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3) / 4
    scale = how.pixels
    for side, (gradient, sign) in enumerate(((down, -1), (right, 1), (down, 1), (right, -1))):
        along, depth = np.meshgrid(_ALONG, across, indexing="ij")
        x, y = {
            0: (along * width, depth),
            1: (width - depth, along),
            2: ((1 - along) * width, 1 - depth),
            3: (depth, 1 - along),
        }[side]
        at_x = ((x + margin) * scale - 0.5).astype(np.float32)
        at_y = ((y + margin) * scale - 0.5).astype(np.float32)
        sampled = cv2.remap(gradient, at_x, at_y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        result[side] = np.clip(sign * sampled, 0.0, 0.5)
    return result


def _best_lines(edges: Floats, how: _Pass) -> tuple[Floats, Floats]:
    """Return the offsets of the best line at both ends of each side, (4, 2), and its contrast, (4,)."""
    count = edges.shape[2]
    steps = np.arange(count)
    first, last = (it.ravel() for it in np.meshgrid(steps, steps, indexing="ij"))
    at = np.rint(first[:, None] * (1 - _ALONG) + last[:, None] * _ALONG).astype(np.int64)
    contrast = edges[:, np.arange(len(_ALONG)), at].mean(axis=2)  # (4, lines)
    offset = (np.stack([first, last], axis=1) - (count - 1) / 2) * how.step
    pull = _PULL * (offset**2).mean(axis=1) / how.reach**2
    best = (contrast - pull).argmax(axis=1)
    return offset[best], 2 * contrast[np.arange(4), best]


def _corners(offsets: Floats, width: float) -> Floats:
    """Return where the edges meet, in the piece's own coordinates.

    ``offsets`` has the shape (4, 2): how far inward of its expected place each side's edge lies, at the
    side's first and second corner.
    """
    depth = BORDER + offsets
    face = _face(width)
    inward = np.array([[0.0, -1.0], [-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    starts = face + depth[:, :1] * inward
    ends = np.roll(face, -1, axis=0) + depth[:, 1:] * inward
    lines = np.cross(_homogeneous(starts), _homogeneous(ends))
    meet = np.cross(np.roll(lines, 1, axis=0), lines)
    corners: Floats = meet[:, :2] / meet[:, 2:]
    return corners


def _homogeneous(points: Floats) -> Floats:
    return np.column_stack([points, np.ones(len(points))])


def _is_plausible(before: Floats, after: Floats, width: float) -> bool:
    if not np.isfinite(after).all() or not are_convex(after[None])[0]:
        return False
    area = float(signed_areas(after[None])[0] / signed_areas(before[None])[0])
    moved = np.linalg.norm(centres(after[None]) - centres(before[None]))
    size = float(sizes(before[None], width)[0])
    return abs(area - 1) < 2 * _LARGEST_CHANGE and bool(moved < _LARGEST_CHANGE * size)
