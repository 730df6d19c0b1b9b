"""Tiles and throne rooms that were found, and where they lie in which castle."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ..engine.between_two_castles.board import Place
from .pieces import Detection
from .quads import Floats, clockwise, halves, roll

LARGEST_PART = 2
"""Tiles of a part that lies apart from its castle; more are of another one, whose throne is out of view."""


@dataclass(slots=True)
class Spot:
    """A tile or throne: which detection, in which castle (None for strays), and where.

    ``turns`` is the corner of its quad that lies top left in the castle, ``under`` the spot whose place it
    claims as well, ``score`` the detector's; ``is_foretold`` is that of the detection.
    """

    index: int
    is_throne: bool
    castle: int | None = None
    place: Place = (0, 0)
    turns: int = 0
    misfit: float = 0.0
    under: int | None = None
    score: float = 1.0
    is_foretold: bool = False


def upright_quads(detections: Sequence[Detection], spots: Sequence[Spot]) -> Floats:
    """Return the corners of spots as they lie in their castle, shape (N, 4, 2) in pixels."""
    quads = [detections[it.index].quad for it in spots]
    return roll(clockwise(np.array(quads)), [it.turns for it in spots])


def squares_of(spot: Spot, quad: Floats) -> dict[Place, Floats]:
    """Return the corners of the squares that a piece lies on, by their places from left to right.

    ``quad``, shape (4, 2), are those of the piece.
    """
    x, y = spot.place
    if not spot.is_throne:
        return {(x, y): quad}
    left, right = halves(quad[None])
    return {(x, y): left[0], (x + 1, y): right[0]}
