"""Things with a flat top and upright sides: tiles, cards, sheets, mugs, dice."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...vision.pieces import PieceClass
from .arrays import Colour, Image, Points
from .pieces import Piece, turning


@dataclass(frozen=True)
class Solid:
    """A thing on the table.

    Attributes
    ----------
    top, bottom
        Shape (N, 3): the outline of its top and of its bottom in tiles, anticlockwise from above.
    face
        What is printed on its top, RGB or RGBA.
    face_corners
        Shape (4, 3): where the corners of that picture are, in upright order.
    side
        The colour of its sides.
    ground
        The height of what it casts its shadow on, in tiles.
    order
        Solids are painted in rising order, and from far to near where that is the same.
    gloss, roughness
        As those of :class:`.tables.Table`.
    piece
        Index of the piece of the game that it is; None for all else.
    convex
        Whether its outline is.
    opacity
        Below 1 for glass.
    """

    top: Points
    bottom: Points
    face: Image
    face_corners: Points
    side: Colour
    ground: float = 0.0
    order: float = 0.0
    gloss: float = 0.0
    roughness: float = 0.4
    piece: int | None = None
    convex: bool = True
    opacity: float = 1.0

    @property
    def height(self) -> float:
        """How far its top is above what it casts its shadow on, in tiles."""
        return float(self.top[:, 2].mean()) - self.ground


def rounded_rectangle(wide: float, high: float, radius: float, steps: int = 4) -> Points:
    """Return the outline of a rectangle around the origin, anticlockwise, shape (4 * steps, 2)."""
    radius = min(radius, wide / 2, high / 2)
    angle = np.linspace(0, np.pi / 2, steps)
    corner = radius * np.column_stack([np.cos(angle), np.sin(angle)])
    corner = corner + np.array([wide / 2 - radius, high / 2 - radius])
    mirror = np.array([-1.0, 1.0])
    upper = np.concatenate([corner, corner[::-1] * mirror])
    return np.concatenate([upper, -upper])


def circle(radius: float, steps: int = 36) -> Points:
    """Return the outline of a circle around the origin, anticlockwise, shape (steps, 2)."""
    angle = np.linspace(0, 2 * np.pi, steps, endpoint=False)
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


def prism(
    outline: Points,
    face: Image,
    side: Colour,
    *,
    at: ArrayLike,
    angle: float,
    base: float,
    height: float,
    order: float = 0.0,
    gloss: float = 0.0,
    roughness: float = 0.4,
    convex: bool = True,
    opacity: float = 1.0,
    ground: float | None = None,
    narrower: float = 1.0,
) -> Solid:
    """Stand a solid on the table whose face covers the box around its outline.

    Parameters
    ----------
    outline
        Shape (N, 2), anticlockwise, in tiles around its own origin.
    face, side, order, gloss, roughness, convex, opacity
        See :class:`Solid`.
    at, angle
        Where the origin is on the table, and by how much it is turned anticlockwise in radians.
    base, height
        On what height it stands and how high it is, in tiles.
    ground
        The height of what it casts its shadow on, if that is not ``base``.
    narrower
        How much smaller the bottom is than the top.
    """
    turn = turning(angle)
    low, high = outline.min(axis=0), outline.max(axis=0)
    box = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]])

    def lifted(points: Points, z: float) -> Points:
        flat = points @ turn.T + np.asarray(at, np.float64)
        return np.column_stack([flat, np.full(len(flat), z)])

    return Solid(
        top=lifted(outline, base + height),
        bottom=lifted(outline * narrower, base),
        face=face,
        face_corners=lifted(box, base + height),
        side=side,
        ground=base if ground is None else ground,
        order=order,
        gloss=gloss,
        roughness=roughness,
        convex=convex,
        opacity=opacity,
    )


def solid_of(
    piece: Piece, index: int, face: Image, side: Colour, gloss: float, roughness: float
) -> Solid:
    """Return a piece of the game as a solid; ``index`` is that in the list of pieces."""
    wide, high = piece.size
    if piece.kind is PieceClass.TOKEN:
        outline = circle(wide / 2)
    else:
        outline = rounded_rectangle(wide, high, 0.06 if piece.kind is PieceClass.CARD else 0.025)
    top = piece.on_top(outline)
    bottom = top - np.array([0.0, 0.0, piece.thickness])
    return Solid(
        top=top,
        bottom=bottom,
        face=face,
        face_corners=piece.corners(),
        side=side,
        ground=piece.base,
        order=1.0 + piece.base,
        gloss=gloss,
        roughness=roughness,
        piece=index,
    )
