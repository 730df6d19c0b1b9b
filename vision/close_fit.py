"""Corners of small pieces, found by trying: those with which a piece looks most like one that is known.

Cards and attendants have no edge that is alike on all of them, and a detector's corners are up to a quarter
of a piece off, since it sees few of them and small.
"""

from collections.abc import Callable

import numpy as np

from .pieces import Image
from .quads import Floats, are_convex, as_quads
from .rectify import rectify_all

Scorer = Callable[[Image], Floats]
"""Tells how well faces, uint8 RGB (N, H, W, 3), fit known ones, shape (N,): more is better."""

_STEPS = (0.14, 0.14, 0.1, 0.07, 0.05)  # in pieces: by how much corners are moved, each time less
_ENOUGH = 0.85  # what fits as well needs no closer fit
_SHARES = np.array([1.0, 0.5])  # of the way to where all moves together promise most
# Before each step: how far a piece may be below what is wanted.
_LAGS = (np.inf, 0.15, 0.1, 0.06, 0.04)
_WELL, _LITTLE = 0.75, 0.02  # what fits so well and gained so little in a step is left alone too
_BENT = 1e-3  # how much a fit must bend for its top to be told

_SIGNS = np.array([-1.0, 1.0])
_CORNERS = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def fit_closely(
    image: Image, quads: Floats, score: Scorer, width: int, height: int, *, least: float = 0.0
) -> Floats:
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
    least
        What fits worse in the end is of little use, so pieces that get nowhere near it are soon left alone.

    Returns
    -------
    ndarray
        Shape (N, 4, 2). Quads that nothing fits better stay as they are.
    """
    found = as_quads(quads)
    if not len(found):
        return found

    def fits_of(tried: Floats) -> Floats:
        """Return how well pieces fit with other corners, (..., 4, 2)."""
        flat = tried.reshape(-1, 4, 2)
        fits = np.where(are_convex(flat), score(rectify_all(image, flat, width, height)), -np.inf)
        return fits.reshape(tried.shape[:-2])

    best = fits_of(found)
    before = np.full(len(found), -np.inf)
    for step, lag in zip(_STEPS, _LAGS, strict=True):
        is_settled = (best >= _ENOUGH) | ((best >= _WELL) & (best - before < _LITTLE))
        rows, before = np.flatnonzero((best >= least - lag) & ~is_settled), best.copy()
        if not len(rows):
            break
        ways = np.stack([_ways(found[row], step) for row in rows])
        singly = found[rows, None, None] + ways[:, :, None] * _SIGNS[:, None, None]
        fits = fits_of(singly)
        promising = (_tops(best[rows], fits)[:, :, None, None] * ways).sum(axis=1)
        together = found[rows, None] + promising[:, None] * _SHARES[:, None, None]
        tried = np.concatenate([singly.reshape(len(rows), -1, 4, 2), together], axis=1)
        all_fits = np.concatenate([fits.reshape(len(rows), -1), fits_of(together)], axis=1)
        first = all_fits.argmax(axis=1)
        better = all_fits.max(axis=1) > best[rows]
        best[rows[better]] = all_fits.max(axis=1)[better]
        found[rows[better]] = tried[better, first[better]]
    return found


def _tops(before: Floats, fits: Floats) -> Floats:
    """Return how far along each way the fit is best, -1 to 1, if ways do not depend on one another.

    Parameters
    ----------
    before
        Shape (N,): how well pieces fit as they are.
    fits
        Shape (N, ways, 2): and moved back and forth along each way.
    """
    back, forth = np.moveaxis(np.maximum(fits, -1.0), 2, 0)
    bend = back + forth - 2 * before[:, None]
    tops: Floats = np.clip((back - forth) / (2 * np.minimum(bend, -_BENT)), -1, 1)
    return tops


def _ways(quad: Floats, step: float) -> Floats:
    """Return shifts of corners, (10, 4, 2): moved, scaled, stretched, sheared, turned, one side longer."""
    right = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
    down = (quad[3] - quad[0] + quad[2] - quad[1]) / 2
    x, y = _CORNERS.T
    none = np.zeros(4)
    ways = np.array(
        (
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
    )
    moved: Floats = 0.5 * step * (ways[:, 0, :, None] * right + ways[:, 1, :, None] * down)
    return moved
