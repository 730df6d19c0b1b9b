"""Measures how well a piece is seen in a picture: its sharpness, its light, and what lies on it."""

from collections.abc import Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from .cut_off import share_outside
from .pieces import Image
from .quads import Floats, are_convex, as_quads, frames, sizes
from .rectify import rectify
from .sight import LIMITS, Sight

_LARGE = 128.0  # pixels of a tile from which on blur is measured in a reduced picture
_SMOOTHED = 0.7  # standard deviation, against noise, of the picture whose edges are measured
_BLURRED_AGAIN = 1.5
_EDGES = 0.08  # share of a face with the strongest edges
_MOST_BLUR = 30.0
_REDUCED = 320  # pixels of the longer side of a whole picture whose blur is measured

_SIDE = 48  # pixels of a straightened face
_INSIDE = 4  # of these, where the border surely ends
_HOLLOW = 7  # pixels of a patch of print that has something dark on every face
_PALE = 0.55
_TOUCHING = 0.25  # share of a tile that others seem to take where corners are inexact
_BORDER = 4
_STEP_OF_COLOUR = 0.5  # between the logarithms of a border's colours
_RANGE_OF_COLOUR = 8.0  # what is darker than this, of 255, has no colour


def look_at(
    image: Image,
    quad: Floats,
    shape: tuple[float, float] = (1.0, 1.0),
    *,
    small: Sequence[Floats] = (),
    tiles: Sequence[Floats] = (),
) -> Sight:
    """Measure how well a piece is seen.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    quad
        Shape (4, 2): its corners in pixels of the picture.
    shape
        Its width and height in tiles.
    small, tiles
        The quads of other pieces that may lie on it: attendants, tokens and cards, and tiles, which may as
        well lie below.
    """
    outside = share_outside(quad, (image.shape[1], image.shape[0]))
    wide, high = shape
    size = float(sizes(quad[None], wide * high)[0])
    face = rectify(image, quad, round(_SIDE * wide / high), _SIDE)
    covered = sum(_overlap(quad, other) for other in small)
    if outside < LIMITS.outside:  # beyond the edge corners are guesses
        below = max((_overlap(quad, other) for other in tiles), default=0.0)
        covered += max(below - _TOUCHING, 0.0)
    return Sight(
        size=size,
        blur=_blur(image, quad, size),
        light=float(np.quantile(cv2.cvtColor(face, cv2.COLOR_RGB2GRAY), 0.9)) / 255,
        glare=_washed_out(face),
        covered=min(covered, 1.0),
        border=_hidden_border(face) if outside < LIMITS.outside else 0.0,
        slant=_slant(quad, wide / high),
        outside=outside,
    )


def blur_of(image: Image) -> float:
    """Estimate the blur of a picture, uint8 RGB (H, W, 3): its standard deviation by the longer side.

    It is measured in a reduced picture, so what is less than 0.002 cannot be told apart.
    """
    scale = min(1.0, _REDUCED / max(image.shape[:2]))
    shape = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    small = cv2.resize(image, shape, interpolation=cv2.INTER_AREA).astype(np.uint8)
    width, height = shape
    whole: Floats = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    return _blur(small, whole, 0.0) / float(max(shape))


def light_of(image: Image, share: float = 0.9) -> float:
    """Return the brightness below which a share of a picture's pixels lies, 0 to 1; uint8 (H, W, 3)."""
    return float(np.quantile(cv2.cvtColor(image, cv2.COLOR_RGB2GRAY), share)) / 255


def _overlap(quad: Floats, other: Floats) -> float:
    """Return the share of a quad's area that another one takes."""
    both = as_quads([quad, other])
    lie_apart = (both.max(axis=1) <= both[::-1].min(axis=1)).any()
    if lie_apart or not are_convex(both).all():
        return 0.0
    first, second = both.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(first, second)
    return float(shared / max(sizes(both[:1])[0] ** 2, 1e-6))


def _slant(quad: Floats, width: float) -> float:
    """Return how far a square must be tilted to look as this one does, in degrees."""
    longer, shorter = np.linalg.svd(frames(quad[None], width)[0], compute_uv=False)
    return float(np.degrees(np.arccos(np.clip(shorter / max(longer, 1e-6), 0, 1))))


# Sharpness: blurring once more hardly changes edges that are soft already.


def _blur(image: Image, quad: Floats, size: float) -> float:
    """Estimate the standard deviation of the blur at the strongest edges of a face, in pixels.

    References
    ----------
    S. Zhuo and T. Sim, Defocus map estimation from a single image (2011), section 3.
    """
    limit = np.array(image.shape[1::-1])
    low = np.clip(np.floor(quad.min(axis=0)).astype(int) - 3, 0, limit - 1)
    high = np.clip(np.ceil(quad.max(axis=0)).astype(int) + 3, 1, limit)
    region = image[low[1] : high[1], low[0] : high[0]]
    times = max(1, int(np.ceil(size / _LARGE)))
    grey = cv2.cvtColor(region, cv2.COLOR_RGB2GRAY).astype(np.float32)
    if times > 1:
        shape = (max(1, grey.shape[1] // times), max(1, grey.shape[0] // times))
        grey = cv2.resize(grey, shape, interpolation=cv2.INTER_AREA).astype(np.float32)
    inside = np.zeros(grey.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.rint((quad - low) / times).astype(np.int32), 1)
    once = cv2.GaussianBlur(grey, (0, 0), _SMOOTHED)
    twice = cv2.GaussianBlur(once, (0, 0), _BLURRED_AGAIN)
    edges, softer = _gradient(once), _gradient(twice)
    own = softer[inside > 0]
    if not own.size or own.max() <= 0:
        return 0.0
    strong = (inside > 0) & (softer >= np.quantile(own, 1 - _EDGES)) & (softer > 0)
    ratio = float(np.median(edges[strong] / softer[strong]))
    if ratio <= 1:
        return _MOST_BLUR * times
    variance = _BLURRED_AGAIN**2 / (ratio**2 - 1) - _SMOOTHED**2
    return float(min(np.sqrt(max(variance, 0.0)), _MOST_BLUR) * times)


def _gradient(grey: cv2.typing.MatLike) -> NDArray[np.float32]:
    across = cv2.Sobel(grey, cv2.CV_32F, 1, 0, ksize=3)
    down = cv2.Sobel(grey, cv2.CV_32F, 0, 1, ksize=3)
    return np.hypot(across, down).astype(np.float32)


# Reflections and what lies on a face


def _washed_out(face: Image) -> float:
    """Return the share of a straightened face where even the darkest print nearby is pale."""
    darkest = cv2.erode(face.min(axis=2), np.ones((_HOLLOW, _HOLLOW), np.uint8))
    inner = darkest[_INSIDE + 2 : -_INSIDE - 2, _INSIDE + 2 : -_INSIDE - 2]
    return float((inner >= _PALE * 255).mean())


def _hidden_border(face: Image) -> float:
    """Return the share of a straightened face's border that has another colour than most of it."""
    depth = _BORDER
    strips = (face[:depth], face[-depth:], face[:, :depth], face[:, -depth:])
    along = [strip if strip.shape[0] == depth else strip.transpose(1, 0, 2) for strip in strips]
    ring = np.concatenate([strip[:, depth:-depth] for strip in along], axis=1)
    logs = np.log(np.maximum(ring.astype(np.float64), _RANGE_OF_COLOUR))
    usual = np.median(logs[ring.sum(axis=2) >= np.median(ring.sum(axis=2))], axis=0)
    away = np.linalg.norm(logs - usual, axis=2).min(axis=0)
    return float((away > _STEP_OF_COLOUR).mean())
