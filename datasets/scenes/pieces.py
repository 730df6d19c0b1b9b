"""The pieces of the game as things that lie on a table."""

from dataclasses import dataclass, replace

import numpy as np

from ...vision import true_sizes
from ...vision.pieces import PieceClass
from .arrays import Points

_TILE_MM = 45.0
SIZES: dict[PieceClass, tuple[float, float]] = {
    PieceClass.TILE: (1.0, 1.0),
    PieceClass.THRONE: (2.0, 1.0),
    **true_sizes.SIZES,
    PieceClass.TOKEN: (0.44, 0.44),
    PieceClass.TILE_BACK: (1.0, 1.0),
}
"""Width and height in tiles, as in observed photographs taken from straight above (187 to 192)."""

BOARD = 2.0 / _TILE_MM
PAPER = 0.3 / _TILE_MM


@dataclass(frozen=True)
class Piece:
    """A piece on the table.

    Attributes
    ----------
    kind
        Its class.
    id
        Its id, by which its face is known.
    centre
        Shape (2,), in tiles.
    angle
        By how much its upright is turned against that of the table, anticlockwise, in radians.
    base
        The height on which it lies, in tiles.
    slope
        Shape (2,): how much higher it gets per tile to its own right and top.
    thickness
        In tiles.
    castle, place, turns
        To which castle it belongs, where it lies there, and how many quarter turns clockwise it is
        turned against it; None for what belongs to none.
    """

    kind: PieceClass
    id: str
    centre: tuple[float, float]
    angle: float
    base: float = 0.0
    slope: tuple[float, float] = (0.0, 0.0)
    thickness: float = BOARD
    castle: int | None = None
    place: tuple[int, int] | None = None
    turns: int | None = None

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in tiles."""
        return SIZES[self.kind]

    @property
    def radius(self) -> float:
        """How far its corners are from its centre, in tiles."""
        return float(np.hypot(*self.size)) / 2

    def corners(self) -> Points:
        """Return the corners of its face in upright order, shape (4, 3) in tiles."""
        wide, high = self.size[0] / 2, self.size[1] / 2
        return self.on_top(np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]]))

    def on_top(self, points: Points) -> Points:
        """Return points of the face as points in space.

        Parameters
        ----------
        points
            Shape (N, 2), in tiles to its right and top from its centre.

        Returns
        -------
        ndarray
            Shape (N, 3), in tiles.
        """
        flat = points @ turning(self.angle).T + np.array(self.centre)
        height = self.base + self.thickness + points @ np.array(self.slope)
        return np.column_stack([flat, height])

    def moved(self, angle: float, shift: tuple[float, float]) -> "Piece":
        """Return the piece after the table was turned about its origin and then shifted."""
        x, y = turning(angle) @ np.array(self.centre) + np.array(shift)
        return replace(self, centre=(float(x), float(y)), angle=self.angle + angle)


def turning(angle: float) -> Points:
    """Return the rotation anticlockwise by an angle in radians, shape (2, 2)."""
    cos, sin = np.cos(angle), np.sin(angle)
    return np.array([[cos, -sin], [sin, cos]])
