"""Corners of what lies beside a castle, by the size that it has on the table.

A detector takes the shine around a card for a part of it, or a picture on it for all of it; but how large
attendants and bonus cards are beside tiles is known.
"""

import numpy as np

from .pieces import PieceClass
from .quads import UNIT_SQUARE, Floats, frames, project, signed_areas

SIZES: dict[PieceClass, tuple[float, float]] = {
    PieceClass.ATTENDANT: (0.58, 0.58),
    PieceClass.CARD: (0.98, 1.51),
}
"""Width and height in tiles, as measured in photographs taken from straight above."""


def in_true_size(quad: Floats, kind: PieceClass, to_castle: Floats) -> Floats:
    """Return corners in the same order, about the same middle, of a rectangle of the true size.

    Parameters
    ----------
    quad
        Shape (4, 2): the corners as they were found, in the picture's pixels.
    kind
        One of :data:`SIZES`.
    to_castle
        Shape (3, 3): the homography from the picture to the places of a castle on the same table.
    """
    corners = project(to_castle, quad)
    right, top = frames(corners[None])[0].T
    sense = 1.0 if right[0] * top[1] - right[1] * top[0] > 0 else -1.0
    # Both sides tell how it is turned; they are at a right angle.
    along = _unit(_unit(right) + sense * _unit(np.array([top[1], -top[0]])))
    across = sense * np.array([-along[1], along[0]])
    short, long = SIZES[kind]
    is_upright = np.linalg.norm(top) >= np.linalg.norm(right)
    wide, high = (short, long) if is_upright else (long, short)
    there = corners.mean(axis=0) + UNIT_SQUARE @ np.array([wide * along, high * across])
    return project(np.linalg.inv(to_castle), there)


def times_true_size(quad: Floats, kind: PieceClass, to_castle: Floats) -> float:
    """Return how many times as wide and high as one of its class a piece would be.

    ``quad``, ``kind`` and ``to_castle`` are those of :func:`in_true_size`.
    """
    (area,) = np.abs(signed_areas(project(to_castle, quad)[None]))
    return float(np.sqrt(area / np.prod(SIZES[kind])))


def _unit(vector: Floats) -> Floats:
    unit: Floats = vector / np.linalg.norm(vector)
    return unit
