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
from .rectify import rectify_all

BORDER = 0.0555
"""Width of the border in tiles; the same on every tile, printed or drawn."""

_ALONG = np.linspace(0.1, 0.9, 25)  # where along a side the edge is looked at
_LEAST_CONTRAST = 0.3  # of the brightness range of the crop, mean over a side
_LEAST_RANGE = 8  # of the brightness of a crop, of 255
# How much green and blue count: blue borders are hardly darker than white ones then, beside which they lie.
_GREEN, _BLUE = 0.4, 0.6
_LIGHTEST = 0.95  # of all pixels these are darker than white is
_LEAST_LIGHT = 30  # of a channel, of 255
_MOST_GAIN = 3.0
_SIDES_NEEDED = 3
_SMOOTHED = 0.8  # standard deviation in pixels of a crop
_MOST_ROWS = 16_000  # OpenCV samples pictures of less than 32,768
_INWARD = np.array([-1, 1, 1, -1], np.float32)[:, None, None]  # the sign of the gradient
_LARGEST_CHANGE = 0.3  # of the area, and of a tile for the centre


@dataclass(frozen=True)
class _Pass:
    """How far around the expected edge to look, and how closely: in tiles, and pixels of a tile.

    ``pull`` is how much worse a line at the end of the reach is, as contrast.
    """

    reach: float
    step: float
    pixels: int
    pull: float


_LAST = _Pass(0.05, 0.004, 128, 0.05)
# Farther off the edges of the next tile mislead, but where corners were only foretold they may be as far.
_FOUND, _FORETOLD = (_Pass(0.2, 0.02, 64, 0.5), _LAST), (_Pass(0.2, 0.02, 64, 0.12), _LAST)


def refine(
    bright: Image, quads: ArrayLike, widths: ArrayLike = 1, *, foretold: bool = False
) -> Floats:
    """Move corners to where the borders of tiles end.

    Parameters
    ----------
    bright
        uint8, shape (H, W): the picture's :func:`brightness`.
    quads
        Shape (N, 4, 2), any corner first, but the top side of a throne is a long one.
    widths
        Shape (N,) or one number: 2 for thrones, else 1.
    foretold
        Whether the corners were not found, but foretold by other pieces, so that they may be far off.

    Returns
    -------
    ndarray
        Shape (N, 4, 2). Quads where no such edge is found stay as they are.
    """
    array = as_quads(quads)
    width = np.broadcast_to(np.asarray(widths, np.float64), len(array))
    convex = are_convex(array)
    if not convex.any():
        return array
    for wide in np.unique(width):
        rows = np.flatnonzero(convex & (width == wide))
        for how in _FORETOLD if foretold else _FOUND:
            moved, found = _moved_once(bright, array[rows], float(wide), how)
            rows = rows[found]  # of those whose edges were found: a closer look finds no others
            array[rows] = moved[found]
            if not len(rows):
                break
    return array


def clear_sides(bright: Image, quads: ArrayLike) -> NDArray[np.bool_]:
    """Return which sides of each tile have a clear edge near, shape (N, 4), of a border or of the tile.

    Tiles have one along nearly all of their sides, a bare table mostly where it ends at another tile.

    Parameters
    ----------
    bright
        uint8, shape (H, W): the picture's :func:`brightness`.
    quads
        Shape (N, 4, 2); convex. The first side is from the first corner to the second.
    """
    how = _FORETOLD[0]
    array = as_quads(quads)
    if not len(array):
        return np.zeros((0, 4), bool)
    edges = _edges_of(bright, array, 1.0, how)
    either = [_best_lines(np.maximum(it, 0), how)[1] for it in (edges, -edges)]
    clear: NDArray[np.bool_] = np.maximum(*either) >= _LEAST_CONTRAST
    return clear


def brightness(image: Image) -> Image:
    """Return how bright a picture is in green and blue as if in white light, uint8 (H, W).

    ``image`` is uint8 RGB, shape (H, W, 3).
    """
    sample = image[::16, ::16].reshape(-1, 3)
    rank = int(_LIGHTEST * (len(sample) - 1))
    white = np.maximum([np.partition(it, rank)[rank] for it in sample.T], _LEAST_LIGHT)
    _, green, blue = np.minimum(white.max() / white, _MOST_GAIN)
    bright = cv2.addWeighted(
        cv2.extractChannel(image, 1),
        float(_GREEN * green),
        cv2.extractChannel(image, 2),
        float(_BLUE * blue),
        0.0,
    )
    return bright.astype(np.uint8, copy=False)


def _moved_once(
    bright: Image, quads: Floats, width: float, how: _Pass
) -> tuple[Floats, NDArray[np.bool_]]:
    """Return quads of one width with their corners where edges meet, and where enough of those are clear.

    ``bright`` is uint8 (H, W).
    """
    own = _face(width)  # the corners in the piece's own coordinates
    edges = _edges_of(bright, quads, width, how)
    offsets, strengths = _best_lines(np.maximum(edges, 0), how)
    is_clear = strengths >= _LEAST_CONTRAST
    inner = _corners(np.where(is_clear[:, :, None], offsets, 0.0), width)
    found = (is_clear.sum(axis=1) >= _SIDES_NEEDED) & np.isfinite(inner).all(axis=(1, 2))
    found[found] = are_convex(inner[found])
    moved = quads.copy()
    if found.any():
        (ideal,) = np.linalg.inv(homographies(_corners(np.zeros((1, 4, 2)), width), width))
        outward = homographies(inner[found], width) @ ideal
        moved[found] = project(homographies(quads[found], width), project(outward, own))
        found[found] = _are_plausible(quads[found], moved[found], width)
    return moved, found


def _edges_of(bright: Image, quads: Floats, width: float, how: _Pass) -> NDArray[np.float32]:
    """Return the edges near the sides of pieces, shape (N, 4, along, across); see :func:`_edges`."""
    margin = _margin(how)
    own = _face(width)
    grown = project(homographies(quads, width), own + margin * np.sign(own - own.mean(axis=0)))
    shape = round((width + 2 * margin) * how.pixels), round((1 + 2 * margin) * how.pixels)
    at_once = max(1, _MOST_ROWS // shape[1])
    parts = [
        _edges(rectify_all(bright, some, *shape, averaged=False), width, how)
        for some in np.split(grown, range(at_once, len(grown), at_once))
    ]
    return np.concatenate(parts)


def _edges(crops: Image, width: float, how: _Pass) -> NDArray[np.float32]:
    """Return how much darker pieces get inward, shape (N, 4, along, across): sides as in a quad.

    Across runs inward, from ``reach`` outside of where the edge is expected to ``reach`` inside. What is all
    as bright has no edges.

    Parameters
    ----------
    crops
        The pieces with their margin, uint8 (N, h, w).
    """
    count, high, wide = crops.shape
    # One tall picture, since many small ones take longer. Edges are looked at where other crops do not show.
    blurred = cv2.GaussianBlur(crops.reshape(-1, wide).astype(np.float32), (0, 0), _SMOOTHED)
    tall = blurred.astype(np.float32, copy=False)
    low, most = _usual_ranges(tall.reshape(count, high, wide)[:, ::2, ::2])
    contrast = np.where(most - low >= _LEAST_RANGE, most - low, np.inf).astype(np.float32)
    at_x, at_y = _sampled(width, how)
    first_row = (high * np.arange(count, dtype=np.float32))[:, None, None, None]
    edges = np.empty((count, 4, *at_x.shape[1:]), np.float32)
    for side, (right, down) in enumerate(((0, 1), (1, 0))):  # and the one that lies opposite
        gradient = cv2.Sobel(tall, cv2.CV_32F, right, down, ksize=3, scale=0.25)
        y = at_y[side::2] + first_row
        x = np.broadcast_to(at_x[side::2], y.shape)
        flat = (-1, y.shape[3])
        seen = cv2.remap(gradient, x.reshape(flat), y.reshape(flat), cv2.INTER_LINEAR)
        edges[:, side::2] = seen.reshape(y.shape)
    edges *= _INWARD
    edges /= contrast[:, None, None, None]
    return np.clip(edges, -0.5, 0.5, out=edges)


def _usual_ranges(bright: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return what a twentieth of the pixels of each crop, (N, h, w), is darker than, and brighter than."""
    pixels = bright.reshape(len(bright), -1)
    last = pixels.shape[1] - 1
    ranks = round(0.05 * last), round(0.95 * last)
    # Quicker than np.percentile.
    low, high = np.partition(pixels, ranks, axis=1)[:, list(ranks)].T
    return low, high


def _margin(how: _Pass) -> float:
    """Return how much around a piece is looked at, in tiles."""
    return how.reach + 0.02


def _face(width: float) -> Floats:
    right = width - 0.5
    return np.array([[-0.5, 0.5], [right, 0.5], [right, -0.5], [-0.5, -0.5]])


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
    at, offset = _lines(how)
    sides = np.ascontiguousarray(edges.reshape(-1, *edges.shape[2:]).transpose(1, 2, 0))
    contrast = np.zeros((len(offset), sides.shape[2]), np.float32)
    # Adding up is as fast as a matrix product here, whose idle threads would keep a core busy for long.
    for along, where in zip(sides, at, strict=True):
        contrast += along[where]
    contrast /= len(at)
    pull = (how.pull * (offset**2).mean(axis=1) / how.reach**2).astype(np.float32)
    best = (contrast - pull[:, None]).argmax(axis=0)
    strengths = 2 * contrast[best, np.arange(len(best))].astype(np.float64)
    return offset[best].reshape(len(edges), 4, 2), strengths.reshape(len(edges), 4)


@lru_cache(maxsize=8)
def _lines(how: _Pass) -> tuple[NDArray[np.int64], Floats]:
    """Return all straight lines across a side: where they are along it, and their offsets at both ends.

    The first has the shape (along, lines) and counts steps across, the second (lines, 2) and is in tiles.
    """
    count = len(np.arange(-how.reach, how.reach + how.step / 2, how.step))
    first, last = (it.ravel() for it in np.meshgrid(*2 * [np.arange(count)], indexing="ij"))
    at = np.rint(first * (1 - _ALONG[:, None]) + last * _ALONG[:, None]).astype(np.int64)
    steps = np.stack([first, last], axis=1) - (count - 1) / 2
    return at, np.asarray(how.step * steps, np.float64)


def _corners(offsets: Floats, width: float) -> Floats:
    """Return where the edges meet, in the pieces' own coordinates, shape (N, 4, 2).

    ``offsets`` has that shape too: how far inward of its expected place each side's edge lies, at the
    side's first and second corner.
    """
    depth = BORDER + offsets
    face = _face(width)
    inward = np.array([[0.0, -1.0], [-1.0, 0.0], [0.0, 1.0], [1.0, 0.0]])
    starts = face + depth[:, :, :1] * inward
    along = np.roll(face, -1, axis=0) + depth[:, :, 1:] * inward - starts
    before, along_before = np.roll(starts, 1, axis=1), np.roll(along, 1, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):  # where edges are parallel
        share = _cross(starts - before, along) / _cross(along_before, along)
        corners: Floats = before + share[:, :, None] * along_before
    return corners


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product


def _are_plausible(before: Floats, after: Floats, width: float) -> NDArray[np.bool_]:
    """Tell which quads have hardly moved, and are still quads."""
    sound: NDArray[np.bool_] = np.all(np.isfinite(after), axis=(1, 2))
    after = np.where(sound[:, None, None], after, before)
    area = signed_areas(after) / signed_areas(before)
    moved = np.linalg.norm(centres(after) - centres(before), axis=1)
    near = (np.abs(area - 1) < 2 * _LARGEST_CHANGE) & (
        moved < _LARGEST_CHANGE * sizes(before, width)
    )
    plausible: NDArray[np.bool_] = sound & are_convex(after) & near
    return plausible
