"""Corners of small pieces, found by trying: those with which a piece looks most like one that is known.

Cards and attendants have no edge that is alike on all of them, and a detector's corners are up to a quarter
of a piece off, since it sees few of them and small.
"""

from collections.abc import Callable, Iterator

import numpy as np

from .pieces import Image
from .quads import Floats, are_convex, as_quads
from .rectify import rectify

Scorer = Callable[[Image], Floats]
"""Tells how well faces, uint8 RGB (N, H, W, 3), fit known ones, shape (N,): more is better."""

_STEPS = (0.14, 0.1, 0.07, 0.05, 0.035)  # in pieces: by how much corners are moved, each time less
_TRIES = 2  # at most with each step
_ENOUGH = 0.85  # what fits as well needs no closer fit

_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def fit_closely(image: Image, quads: Floats, score: Scorer, width: int, height: int) -> Floats:
    """Move corners to where pieces fit known faces best.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    quads
        Shape (N, 4, 2) in pixels.
    score
        Compares faces.
    width, height
        Size of the faces that it takes, in pixels.

    Returns
    -------
    ndarray
        Shape (N, 4, 2). Quads that nothing fits better stay as they are.
    """
    found = as_quads(quads)
    if not len(found):
        return found
    best = score(_faces(image, found, width, height))
    for step in _STEPS:
        moving = set(range(len(found)))
        for _ in range(_TRIES):
            moving = {row for row in moving if best[row] < _ENOUGH}
            tried = [(row, quad) for row in sorted(moving) for quad in _moved(found[row], step)]
            if not tried:
                break
            fits = score(_faces(image, np.stack([quad for _, quad in tried]), width, height))
            moving = set()
            for at in np.argsort(fits, kind="stable"):
                row, quad = tried[int(at)]
                if fits[at] > best[row]:
                    best[row], found[row] = fits[at], quad
                    moving.add(row)
    return found


def _faces(image: Image, quads: Floats, width: int, height: int) -> Image:
    return np.stack([rectify(image, quad, width, height) for quad in quads])


def _moved(quad: Floats, step: float) -> Iterator[Floats]:
    """Yield a quad shifted, scaled, stretched, sheared, turned and with one side longer, each both ways."""
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    x, y = _CORNERS.T
    none = np.zeros(4)
    ways = (
        (np.ones(4), none),
        (none, np.ones(4)),
        (2 * x, 2 * y),
        (2 * x, none),
        (none, 2 * y),
        (2 * y, none),
        (none, 2 * x),
        (-2 * y, 2 * x),
        (4 * x * y, none),
        (none, 4 * x * y),
    )
    for across, along in ways:
        for sign in (-0.5, 0.5):
            moved = quad + sign * step * (across[:, None] * right + along[:, None] * down)
            if are_convex(moved[None])[0]:
                yield moved
