"""Geometry of quads: the four corners of a piece in a picture.

A quad is four points in pixels, ``x`` to the right and ``y`` down, in the upright order of the piece's
face: top left, top right, bottom right, bottom left. Many of them are one array of shape (N, 4, 2) and
dtype float64. "Upright" is the piece's own: a piece that lies upside down has its first corner at the
bottom right of the picture. Seen from above, that order runs clockwise.

A piece has its own coordinates too: one tile is the unit, ``x`` to its right, ``y`` to its top, the origin
in the centre of its leftmost tile. A piece of width 2 covers ``x`` from -0.5 to 1.5.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats: TypeAlias = NDArray[np.float64]

UNIT_SQUARE: Floats = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
"""The corners of a tile in its own coordinates."""

_NEXT = np.array([1, 2, 3, 0])  # the corner after each
_FLAT = 1e-9  # a quad whose area is this share of its squared extent has no inside


def as_quads(quads: ArrayLike) -> Floats:
    """Return quads as a new float64 array of shape (N, 4, 2).

    Raises
    ------
    ValueError
        When the shape is another, or a coordinate is not finite.
    """
    array = np.array(quads, dtype=np.float64)
    if array.size == 0:
        return np.zeros((0, 4, 2))
    if array.ndim != 3 or array.shape[1:] != (4, 2):
        raise ValueError(f"quads have the shape (N, 4, 2), not {array.shape}")
    if not np.isfinite(array).all():
        raise ValueError(f"quad {int(np.argwhere(~np.isfinite(array))[0, 0])} is not finite")
    return array


def from_boxes(boxes: ArrayLike) -> Floats:
    """Return axis-aligned boxes as quads that stand upright in the picture.

    Parameters
    ----------
    boxes
        Shape (N, 4): left, top, right, bottom in pixels.

    Raises
    ------
    ValueError
        When the shape is another, a coordinate is not finite, or a box has no inside.

    Examples
    --------
    >>> from_boxes([[10, 20, 40, 60]])[0].tolist()
    [[10.0, 20.0], [40.0, 20.0], [40.0, 60.0], [10.0, 60.0]]
    """
    array = np.array(boxes, dtype=np.float64)
    if array.size == 0:
        return np.zeros((0, 4, 2))
    if array.ndim != 2 or array.shape[1] != 4:
        raise ValueError(f"boxes have the shape (N, 4), not {array.shape}")
    bad = ~(np.isfinite(array).all(axis=1) & (array[:, :2] < array[:, 2:]).all(axis=1))
    if bad.any():
        raise ValueError(f"box {int(np.flatnonzero(bad)[0])} is not left, top, right, bottom")
    return array[:, [0, 1, 2, 1, 2, 3, 0, 3]].reshape(-1, 4, 2)


def to_boxes(quads: ArrayLike) -> Floats:
    """Return the smallest boxes around quads, shape (N, 4): left, top, right, bottom in pixels."""
    array = as_quads(quads)
    return np.concatenate([array.min(axis=1), array.max(axis=1)], axis=1)


def roll(quads: ArrayLike, turns: ArrayLike) -> Floats:
    """Return quads whose upright order is turned by quarter turns.

    Parameters
    ----------
    quads
        Shape (N, 4, 2).
    turns
        Shape (N,) or one number: the corner that becomes the top left one. 1 makes the top right
        corner the first, as for a piece whose face is turned clockwise by 90 degrees.
    """
    array = as_quads(quads)
    number = np.broadcast_to(np.asarray(turns, dtype=np.int64), len(array))
    order = (np.arange(4) + number[:, None]) % 4
    rolled: Floats = np.take_along_axis(array, order[:, :, None], axis=1)
    return rolled


def signed_areas(quads: ArrayLike) -> Floats:
    """Return the areas in square pixels, shape (N,): positive where the corners run clockwise."""
    array = as_quads(quads)
    a, b = array[:, 2] - array[:, 0], array[:, 3] - array[:, 1]
    area: Floats = (a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2
    return area


def clockwise(quads: ArrayLike) -> Floats:
    """Return quads with the corners of mirrored ones in reverse order, the first one kept.

    No piece can lie mirrored, so such an order is a detector's mistake. What remains of it, which
    corner comes first, is as good as any guess.
    """
    array = as_quads(quads)
    mirrored = signed_areas(array) < 0
    array[mirrored] = array[mirrored][:, [0, 3, 2, 1]]
    return array


def are_convex(quads: ArrayLike) -> NDArray[np.bool_]:
    """Return which quads are convex and have an inside, shape (N,), whichever way they run."""
    return _are_convex(as_quads(quads))


def _are_convex(array: Floats) -> NDArray[np.bool_]:
    side = array.take(_NEXT, axis=1) - array
    turn = _cross(side, side.take(_NEXT, axis=1))
    extent = np.ptp(array, axis=1).max(axis=1, initial=0.0)
    flat = _FLAT * extent**2
    convex: NDArray[np.bool_] = (turn.min(axis=1) > flat) | (turn.max(axis=1) < -flat)
    return convex


def centres(quads: ArrayLike) -> Floats:
    """Return the means of the corners, shape (N, 2) in pixels.

    Under perspective the middle of the face lies up to some hundredths of a tile away from it;
    :func:`project` finds that, less steadily where corners are noisy.
    """
    mean: Floats = as_quads(quads).mean(axis=1)
    return mean


def sides(quads: ArrayLike) -> Floats:
    """Return the four side vectors, shape (N, 4, 2) in pixels: top, right, bottom, left.

    Each runs from its corner to the next one, so the top side runs right and the bottom side left.
    """
    array = as_quads(quads)
    side: Floats = array.take(_NEXT, axis=1) - array
    return side


def contains(quad: ArrayLike, point: ArrayLike) -> bool:
    """Tell whether a point, shape (2,), lies in a convex quad, shape (4, 2), or on its edge."""
    corners = np.asarray(quad, np.float64)
    turn = _cross(corners.take(_NEXT, axis=0) - corners, np.asarray(point, np.float64) - corners)
    return bool((turn >= 0).all() or (turn <= 0).all())


def share_a_middle(a: ArrayLike, b: ArrayLike) -> bool:
    """Tell whether the middle of one of two convex quads, shape (4, 2) each, lies in the other."""
    first, second = np.asarray(a), np.asarray(b)
    return contains(first, second.mean(axis=0)) or contains(second, first.mean(axis=0))


def frames(quads: ArrayLike, widths: ArrayLike = 1) -> Floats:
    """Return the affine frames of pieces: what one tile to the right and one to the top is in pixels.

    Parameters
    ----------
    quads
        Shape (N, 4, 2).
    widths
        Shape (N,) or one number: the widths of the pieces in tiles.

    Returns
    -------
    ndarray
        Shape (N, 2, 2); column 0 is the step to the right, column 1 the step to the top, each the
        mean of two opposite sides. The determinant is negative, as ``y`` runs down in the picture.

    Examples
    --------
    >>> frames(from_boxes([[0, 0, 40, 30]]))[0].tolist()
    [[40.0, 0.0], [0.0, -30.0]]
    """
    side = sides(quads)
    width = np.broadcast_to(np.asarray(widths, dtype=np.float64), len(side))
    right = (side[:, 0] - side[:, 2]) / (2 * width[:, None])
    top = (side[:, 3] - side[:, 1]) / 2
    return np.stack([right, top], axis=2)


def sizes(quads: ArrayLike, widths: ArrayLike = 1) -> Floats:
    """Return the size of one tile of each piece in pixels, shape (N,): the root of its area."""
    area = np.abs(signed_areas(quads))
    size: Floats = np.sqrt(area / np.asarray(widths, dtype=np.float64))
    return size


def homographies(quads: ArrayLike, widths: ArrayLike = 1) -> Floats:
    """Return the homographies from the pieces' own coordinates to the picture.

    Parameters
    ----------
    quads
        Shape (N, 4, 2); convex.
    widths
        Shape (N,) or one number: the widths of the pieces in tiles.

    Returns
    -------
    ndarray
        Shape (N, 3, 3), the last entry of the map from the unit square being 1.

    Raises
    ------
    ValueError
        When a quad is not convex.

    References
    ----------
    P. Heckbert, Fundamentals of texture mapping and image warping (1989), section 2.2.3.
    """
    array = as_quads(quads)
    convex = _are_convex(array)
    if not convex.all():
        raise ValueError(f"quad {int(np.flatnonzero(~convex)[0])} is not convex")
    width = np.broadcast_to(np.asarray(widths, dtype=np.float64), len(array))
    p0, p1, p2, p3 = array.transpose(1, 0, 2)
    d1, d2, d3 = p1 - p2, p3 - p2, p0 - p1 + p2 - p3
    whole = _cross(d1, d2)
    g, h = _cross(d3, d2) / whole, _cross(d1, d3) / whole
    square = np.empty((len(array), 3, 3))  # from (0, 0) top left .. (1, 1) bottom right
    square[:, :2, 0] = p1 - p0 + g[:, None] * p1
    square[:, :2, 1] = p3 - p0 + h[:, None] * p3
    square[:, :2, 2] = p0
    square[:, 2, 0], square[:, 2, 1], square[:, 2, 2] = g, h, 1.0
    own = np.zeros((len(array), 3, 3))  # from the piece's coordinates to that square
    own[:, 0, 0] = 1 / width
    own[:, 0, 2] = 0.5 / width
    own[:, 1, 1], own[:, 1, 2], own[:, 2, 2] = -1.0, 0.5, 1.0
    product: Floats = square @ own
    return product


def project(homography: ArrayLike, points: ArrayLike) -> Floats:
    """Return where points lie after a homography.

    Parameters
    ----------
    homography
        Shape (..., 3, 3).
    points
        Shape (..., P, 2), with the same leading shape or one that broadcasts to it.

    Returns
    -------
    ndarray
        Shape (..., P, 2). Points on the horizon come out infinite.
    """
    matrix = np.asarray(homography, dtype=np.float64)
    point = np.asarray(points, dtype=np.float64)
    image = point @ np.swapaxes(matrix[..., :2], -1, -2) + matrix[..., None, :, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        result: Floats = image[..., :2] / image[..., 2:]
    return result


def halves(quads: ArrayLike) -> tuple[Floats, Floats]:
    """Return the left and the right half of pieces two tiles wide, each of shape (N, 4, 2).

    The cut is where the middle of the face lies under perspective; halfway along the sides for quads
    that are not convex.
    """
    array = as_quads(quads)
    top = (array[:, 0] + array[:, 1]) / 2
    bottom = (array[:, 2] + array[:, 3]) / 2
    convex = are_convex(array)
    if convex.any():
        cut = project(homographies(array[convex], 2), [[0.5, 0.5], [0.5, -0.5]])
        top[convex], bottom[convex] = cut[:, 0], cut[:, 1]
    left = np.stack([array[:, 0], top, bottom, array[:, 3]], axis=1)
    right = np.stack([top, array[:, 1], array[:, 2], bottom], axis=1)
    return left, right


def _cross(a: Floats, b: Floats) -> Floats:
    product: Floats = a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]
    return product
