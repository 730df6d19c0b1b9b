"""Corners on the full picture: where the light border of each tile meets its dark frame.

A detector looks at a reduced picture and its corners are some hundredths of a tile off, which is what spoils
the naming of tiles. Every tile and throne has a border of the same width on all four sides, lighter than the
frame inside of it; that edge is found by trying straight lines near each side.
"""

from dataclasses import dataclass
from functools import lru_cache

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
_LEAST_RANGE = 8  # of the brightness of a crop, of 255
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
    rows = np.flatnonzero(are_convex(array)).tolist()
    for how in _PASSES:
        edges = {
            row: found
            for row in rows
            if (found := _edges_around(image, array[row], float(width[row]), how)) is not None
        }
        if not edges:
            break
        rows = []  # of those whose edges were found: a closer look finds no others
        lines = zip(edges, *_best_lines(np.stack(list(edges.values())), how), strict=True)
        for row, offsets, strengths in lines:
            moved = _moved(array[row], float(width[row]), offsets, strengths)
            if moved is not None:
                array[row] = moved
                rows.append(row)
    return array


def _edges_around(
    image: Image, quad: Floats, width: float, how: _Pass
) -> NDArray[np.float32] | None:
    """Return the edges near the sides of a piece, see :func:`_edges`; None where it is all one grey."""
    margin = _margin(how)
    own = _face(width)  # the corners in the piece's own coordinates
    grown = own + margin * np.sign(own - own.mean(axis=0))
    shape = round((width + 2 * margin) * how.pixels), round((1 + 2 * margin) * how.pixels)
    crop = rectify(image, project(homographies(quad[None], width)[0], grown), *shape)
    grey = cv2.GaussianBlur(cv2.cvtColor(crop, cv2.COLOR_RGB2GRAY).astype(np.float32), (0, 0), 0.8)
    low, high = np.percentile(grey, (5, 95))
    if high - low < _LEAST_RANGE:
        return None
    return _edges((grey / (high - low)).astype(np.float32), width, how)


def _moved(quad: Floats, width: float, offsets: Floats, strengths: Floats) -> Floats | None:
    """Return a quad with its corners where the edges meet; None where too few edges are clear.

    ``offsets``, shape (4, 2), and ``strengths``, shape (4,), are those of :func:`_best_lines`.
    """
    is_clear = strengths >= _LEAST_CONTRAST
    if is_clear.sum() < _SIDES_NEEDED:
        return None
    inner = _corners(np.where(is_clear[:, None], offsets, 0.0), width)
    ideal = _corners(np.zeros((4, 2)), width)
    if not are_convex(inner[None])[0]:
        return None
    outward = cv2.getPerspectiveTransform(ideal.astype(np.float32), inner.astype(np.float32))
    moved = project(homographies(quad[None], width)[0], project(outward, _face(width)))
    return moved if _is_plausible(quad, moved, width) else None


def _margin(how: _Pass) -> float:
    """Return how much around a piece is looked at, in tiles."""
    return how.reach + 0.02


def _face(width: float) -> Floats:
    right = width - 0.5
    return np.array([[-0.5, 0.5], [right, 0.5], [right, -0.5], [-0.5, -0.5]])


def _edges(grey: NDArray[np.float32], width: float, how: _Pass) -> NDArray[np.float32]:
    """Return how much darker it gets inward, shape (4, along, across): sides as in a quad.

    Across runs inward, from ``reach`` outside of where the edge is expected to ``reach`` inside.
    """
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3) / 4
    right = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3) / 4
    at_x, at_y = _sampled(width, how)
    sampled = [
        cv2.remap(gradient, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE) * sign
        for gradient, sign, x, y in zip((down, right) * 2, (-1, 1, 1, -1), at_x, at_y, strict=True)
    ]
    return np.clip(np.stack(sampled), 0.0, 0.5).astype(np.float32, copy=False)


@lru_cache(maxsize=8)
def _sampled(width: float, how: _Pass) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return where the gradient is looked at, x and y in pixels of the crop, (4, along, across) each."""
    across = np.arange(-how.reach, how.reach + how.step / 2, how.step) + BORDER
    along, depth = np.meshgrid(_ALONG, across, indexing="ij")
    sides = (
        (along * width, depth),
        (width - depth, along),
        ((1 - along) * width, 1 - depth),
        (depth, 1 - along),
    )
    places = (np.array(sides) + _margin(how)) * how.pixels - 0.5
    return places[:, 0].astype(np.float32), places[:, 1].astype(np.float32)


def _best_lines(edges: NDArray[np.float32], how: _Pass) -> tuple[Floats, Floats]:
    """Return the offsets of the best line at both ends of each side, (N, 4, 2), and its contrast, (N, 4)."""
    mask, offset = _lines(how)
    contrast = edges.reshape(-1, len(mask)) @ mask
    pull = _PULL * (offset**2).mean(axis=1) / how.reach**2
    best = (contrast - pull).argmax(axis=1)
    strengths = 2 * contrast[np.arange(len(best)), best].astype(np.float64)
    return offset[best].reshape(len(edges), 4, 2), strengths.reshape(len(edges), 4)


@lru_cache(maxsize=8)
def _lines(how: _Pass) -> tuple[NDArray[np.float32], Floats]:
    """Return all straight lines across a side: their points' shares and their offsets at both ends.

    The shares have the shape (along * across, lines), so that a product is the mean over each line.
    """
    count = len(np.arange(-how.reach, how.reach + how.step / 2, how.step))
    first, last = (it.ravel() for it in np.meshgrid(*2 * [np.arange(count)], indexing="ij"))
    at = np.rint(first[:, None] * (1 - _ALONG) + last[:, None] * _ALONG).astype(np.int64)
    shares = np.zeros((len(_ALONG), count, len(first)), np.float32)
    shares[np.arange(len(_ALONG)), at, np.arange(len(first))[:, None]] = 1 / len(_ALONG)
    steps = np.stack([first, last], axis=1) - (count - 1) / 2
    flat: NDArray[np.float32] = shares.reshape(-1, len(first))
    return flat, np.asarray(how.step * steps, np.float64)


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
