"""The table seen from straight above, as the tiles on it tell: they are all squares of one size.

Seen from the side, near tiles are large and far ones small and flat. A homography of the picture undoes that
for all castles on the table at once, before anything is measured from tile to tile.
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import Floats, are_convex, as_quads, centres, frames, project, signed_areas, sizes

_FEWEST = 6  # tiles that tell the slant of a table
_ROUNDS = 8
_USUAL_SIZE = 0.05  # deviations that count half: of the cube root of an area, as a share of it,
_USUAL_SHAPE = 0.15  # and of a side, or of the cosine between two sides
_LEVEL = 5e-4  # how much a table that is not tilted is preferred
_FURTHEST = 6.0  # how much farther off the far end of what was found may be than the near end
_FLATTEST = 5.0  # how much wider than high tiles may be


def to_table(quads: ArrayLike, trusted: ArrayLike) -> Floats:
    """Return the homography, (3, 3), after which tiles are squares of one size, as far as they agree.

    The identity where too few tiles tell, or what they tell is no view of a table.

    Parameters
    ----------
    quads
        Shape (N, 4, 2) in pixels: all that lies on the table.
    trusted
        Shape (N,): which of them are tiles to measure by.

    References
    ----------
    R. Hartley and A. Zisserman, Multiple View Geometry, 2nd ed. (2004), section 2.7: affine and then metric
    properties from images of planes.
    """
    array = as_quads(quads)
    tiles = array[np.asarray(trusted, bool) & are_convex(array)] if len(array) else array
    if len(tiles) < _FEWEST:
        return np.eye(3)
    middle = centres(tiles).mean(axis=0)
    extent = float(np.ptp(centres(tiles), axis=0).max())
    if extent <= 0:
        return np.eye(3)
    to_middle = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, extent]]) / extent
    level = _levelling(project(to_middle, tiles), project(to_middle, array))
    if level is None:
        return np.eye(3)
    flat = level @ to_middle
    square = _squaring(project(flat, tiles))
    if square is None:
        return np.eye(3)
    flat = square @ flat
    scale = float(np.median(sizes(tiles)) / np.median(sizes(project(flat, tiles))))
    scaled: Floats = np.diag([scale, scale, 1.0]) @ flat
    return scaled


def _levelling(tiles: Floats, everything: Floats) -> Floats | None:
    """Return the homography after which tiles are of one size; None where something is beyond the horizon.

    How large a small square of a plane is seen goes with the cube of a linear function of where it is seen.
    """
    size = np.cbrt(np.abs(signed_areas(tiles)))
    terms = np.column_stack([centres(tiles), np.ones(len(tiles))])
    ridge = np.diag([_LEVEL * len(tiles), _LEVEL * len(tiles), 0.0])
    weight = np.ones(len(tiles))
    numbers = np.zeros(3)
    for _ in range(_ROUNDS):
        weighted = terms * weight[:, None]
        numbers = np.linalg.solve(terms.T @ weighted + ridge * weight.mean(), weighted.T @ size)
        fitted = terms @ numbers
        if fitted.min() <= 0:
            return None
        off = np.abs(size / fitted - 1)
        weight = 1 / (1 + (off / max(_USUAL_SIZE, float(np.median(off)))) ** 2)
    seen = everything.reshape(-1, 2) @ numbers[:2] + numbers[2]
    if seen.min() * _FURTHEST < seen.max():
        return None
    return np.array([[1, 0, 0], [0, 1, 0], numbers / numbers[2]])


def _squaring(tiles: Floats) -> Floats | None:
    """Return the affine map, (3, 3), after which parallelograms are squares; None where it is extreme."""
    right, up = np.moveaxis(frames(tiles) / sizes(tiles)[:, None, None], 2, 0)
    rows = np.concatenate(
        [
            _products(right, up),  # is 0 where they are at a right angle,
            (_products(right, right) - _products(up, up)) / 2,  # and this where they are as long
        ]
    )
    weight = np.ones(len(rows))
    metric = np.eye(2)
    for _ in range(_ROUNDS):
        _, _, axes = np.linalg.svd(rows * np.sqrt(weight)[:, None], full_matrices=False)
        a, b, c = axes[-1] * np.sign(axes[-1][0] + axes[-1][2])
        metric = np.array([[a, b], [b, c]])
        least, most = np.linalg.eigvalsh(metric)
        if least * _FLATTEST**2 < most:
            return None
        weight = 1 / (1 + (rows @ axes[-1] / least / _USUAL_SHAPE) ** 2)
    square = np.eye(3)
    square[:2, :2] = np.linalg.cholesky(metric).T
    return square


def _products(a: Floats, b: Floats) -> NDArray[np.float64]:
    """Return what the three numbers of a metric are multiplied with in a product of vectors, (N, 3)."""
    (ax, ay), (bx, by) = a.T, b.T
    return np.stack([ax * bx, ax * by + ay * bx, ay * by], axis=1)


def slants(table: Floats, points: ArrayLike) -> Floats:
    """Return at which slant a table is seen, in degrees, shape (N,): 0 is from straight above.

    Parameters
    ----------
    table
        Shape (3, 3): the homography from the picture to the table.
    points
        Shape (N, 2): where, in the picture.
    """
    at = np.asarray(points, np.float64).reshape(-1, 2)
    w = at @ table[2, :2] + table[2, 2]
    there = project(table, at[:, None])[:, 0]
    slopes = (table[None, :2, :2] - there[:, :, None] * table[None, 2:, :2]) / w[:, None, None]
    long, short = np.moveaxis(np.linalg.svd(slopes, compute_uv=False), 1, 0)
    angles: Floats = np.degrees(np.arccos(np.clip(short / long, 0, 1)))
    return angles
