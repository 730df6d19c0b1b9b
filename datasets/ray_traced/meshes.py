"""Shapes of things as polygons: slabs, boxes, and what a potter's wheel or a lathe makes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from ...vision.pieces import PieceClass
from ..scenes.arrays import Points
from ..scenes.pieces import Piece, turning
from ..scenes.solids import circle, rounded_rectangle

_PUNCHED = 0.008  # how far the edge of punched cardboard is rounded off, in tiles


@dataclass(frozen=True)
class Mesh:
    """A shape.

    Attributes
    ----------
    vertices
        Shape (N, 3), in tiles.
    faces
        The corners of each polygon as indices of vertices, anticlockwise from outside.
    finishes
        Of which of its thing's finishes each face is.
    uvs
        Shape (M, 2): texture coordinates of all corners of all faces in their order, the origin at the
        bottom left of the picture; None where there is no picture.
    smooth
        Whether it is shaded as if it were round.
    """

    vertices: Points
    faces: tuple[tuple[int, ...], ...]
    finishes: tuple[int, ...]
    uvs: Points | None = None
    smooth: bool = False

    def placed(self, at: ArrayLike, angle: float = 0.0, z: float = 0.0) -> "Mesh":
        """Return the mesh turned anticlockwise about the vertical and then moved."""
        turned = self.vertices.copy()
        turned[:, :2] = turned[:, :2] @ turning(angle).T
        return replace(self, vertices=turned + np.array([*np.asarray(at, np.float64)[:2], z]))

    def rotated(self, rotation: ArrayLike) -> "Mesh":
        """Return the mesh after a rotation of shape (3, 3)."""
        return replace(self, vertices=self.vertices @ np.asarray(rotation, np.float64).T)

    def with_finish(self, finish: int) -> "Mesh":
        """Return the mesh with all its faces of one finish."""
        return replace(self, finishes=(finish,) * len(self.faces))


def joined(meshes: Sequence[Mesh]) -> Mesh:
    """Return one mesh of several; it has texture coordinates where any has, and is smooth if the first is."""
    faces: list[tuple[int, ...]] = []
    start = 0
    for mesh in meshes:
        faces += [tuple(index + start for index in face) for face in mesh.faces]
        start += len(mesh.vertices)
    uvs = None
    if any(mesh.uvs is not None for mesh in meshes):
        uvs = np.concatenate(
            [np.zeros((sum(map(len, m.faces)), 2)) if m.uvs is None else m.uvs for m in meshes]
        )
    return Mesh(
        np.concatenate([mesh.vertices for mesh in meshes]),
        tuple(faces),
        tuple(finish for mesh in meshes for finish in mesh.finishes),
        uvs,
        meshes[0].smooth,
    )


def stacked(
    rings: Sequence[Points],
    finishes: Sequence[int],
    *,
    has_top: bool = True,
    has_bottom: bool = True,
    smooth: bool = False,
) -> Mesh:
    """Return the skin over closed rings of as many points each, from bottom to top.

    Parameters
    ----------
    rings
        Each of shape (N, 3), anticlockwise from above.
    finishes
        Of the bands between them from bottom to top, then of the top and the bottom.
    has_top, has_bottom
        Whether the last and the first ring are closed.
    smooth
        See :class:`Mesh`.
    """
    count = len(rings[0])
    faces: list[tuple[int, ...]] = []
    kinds: list[int] = []
    for band in range(len(rings) - 1):
        low, high = band * count, (band + 1) * count
        for i in range(count):
            j = (i + 1) % count
            faces.append((low + i, low + j, high + j, high + i))
            kinds.append(finishes[band])
    if has_top:
        last = (len(rings) - 1) * count
        faces.append(tuple(range(last, last + count)))
        kinds.append(finishes[len(rings) - 1])
    if has_bottom:
        faces.append(tuple(range(count - 1, -1, -1)))
        kinds.append(finishes[len(rings) if has_top else len(rings) - 1])
    return Mesh(np.concatenate(rings), tuple(faces), tuple(kinds), smooth=smooth)


def slab(piece: Piece) -> Mesh:
    """Return a piece of the game: finish 0 with texture coordinates is its face, finish 1 all else.

    The printed paper goes over the rounded edge of the cardboard, as far out as :meth:`.Piece.corners`.
    """
    wide, high = piece.size
    rim = min(_PUNCHED, 0.4 * piece.thickness)
    if piece.kind is PieceClass.TOKEN:
        outline, inner = circle(wide / 2), circle(wide / 2 - rim)
    else:
        radius = 0.06 if piece.kind is PieceClass.CARD else 0.025
        outline = rounded_rectangle(wide, high, radius)
        inner = rounded_rectangle(wide - 2 * rim, high - 2 * rim, radius - rim)
    shoulder = piece.on_top(outline) - np.array([0.0, 0.0, 0.6 * rim])
    bottom = piece.on_top(outline) - np.array([0.0, 0.0, piece.thickness])
    mesh = stacked([bottom, shoulder, piece.on_top(inner)], (1, 0, 0, 1))
    flat = np.concatenate([outline, outline, inner]) / (wide, high) + 0.5
    corners = [index for face in mesh.faces for index in face]
    return replace(mesh, uvs=flat[corners])


def extruded(outline: Points, height: float, bevel: float = 0.0) -> Mesh:
    """Return an upright prism on the ground over an outline of shape (N, 2), anticlockwise.

    A bevel moves the top's corners towards the origin. Its top covers the texture.
    """
    low, high = outline.min(axis=0), outline.max(axis=0)
    shrunk = outline * (1 - bevel / np.maximum(np.abs(outline).max(axis=0), 1e-6))
    rings = [np.column_stack([outline, np.zeros(len(outline))])]
    if bevel > 0:
        rings.append(np.column_stack([outline, np.full(len(outline), height - bevel)]))
    rings.append(np.column_stack([shrunk, np.full(len(outline), height)]))
    mesh = stacked(rings, (1,) + (0,) * (len(rings) - 1) + (1,))
    if bevel == 0:
        mesh = replace(mesh, finishes=(*(1,) * len(outline), 0, 1))
    flat = np.concatenate([(ring[:, :2] - low) / (high - low) for ring in rings])
    corners = [index for face in mesh.faces for index in face]
    return replace(mesh, uvs=flat[corners])


def lathed(profile: ArrayLike, steps: int = 48, *, closed: bool = False) -> Mesh:
    """Return what a lathe makes of a profile of shape (N, 2): radius and height, from bottom to top outside.

    With ``closed``, the profile goes on to the axis at both ends: a vessel's goes up outside, over the rim
    and down inside.
    """
    points = np.asarray(profile, np.float64)
    unit = circle(1.0, steps)
    rings = [np.column_stack([unit * max(r, 1e-4), np.full(steps, z)]) for r, z in points]
    kinds = (0,) * (len(rings) + 1)
    return stacked(rings, kinds, has_top=closed, has_bottom=closed, smooth=True)


def tube(path: ArrayLike, radius: float, steps: int = 10) -> Mesh:
    """Return a round bar along a path of shape (N, 3)."""
    points = np.asarray(path, np.float64)
    along = np.gradient(points, axis=0)
    along /= np.linalg.norm(along, axis=1, keepdims=True)
    side = np.cross(along, np.array([0.31, 0.87, 0.39]))
    side /= np.linalg.norm(side, axis=1, keepdims=True)
    other = np.cross(along, side)
    unit = circle(radius, steps)
    rings = [
        point + unit[:, :1] * u + unit[:, 1:] * v
        for point, u, v in zip(points, side, other, strict=True)
    ]
    return stacked(rings, (0,) * (len(rings) + 1), smooth=True)


def ball(radius: float, stretch: ArrayLike = (1.0, 1.0, 1.0), steps: int = 20) -> Mesh:
    """Return an ellipsoid that touches the ground at the origin."""
    angle = np.linspace(-np.pi / 2, np.pi / 2, steps // 2 + 1)
    mesh = lathed(np.column_stack([np.cos(angle), np.sin(angle)]), steps, closed=True)
    scale = radius * np.asarray(stretch, np.float64)
    return replace(mesh, vertices=mesh.vertices * scale + np.array([0.0, 0.0, scale[2]]))


def sheet(corners: ArrayLike, repeats: float | None = None) -> Mesh:
    """Return a flat polygon of shape (N, 3); with ``repeats`` its texture is that many tiles wide."""
    points = np.asarray(corners, np.float64)
    uvs = None if repeats is None else points[:, :2] / repeats
    return Mesh(points, (tuple(range(len(points))),), (0,), uvs)


def wall_with_window(
    centre: ArrayLike, towards: ArrayLike, size: tuple[float, float], panes: tuple[int, int],
    bar: float, reach: float,
) -> Mesh:  # fmt: skip
    """Return a wall that lets light through the panes of a window alone.

    Parameters
    ----------
    centre
        Shape (3,): the middle of the window, in tiles.
    towards
        Shape (3,): the direction of the light, which the wall faces.
    size
        Width and height of the window.
    panes
        How many there are side by side and on top of one another.
    bar
        How wide the bars between them are.
    reach
        How far the wall goes beyond the window.
    """
    normal = np.asarray(towards, np.float64) / np.linalg.norm(towards)
    right = np.cross(normal, np.array([0.0, 0.0, 1.0]))
    right /= np.linalg.norm(right)
    up = np.cross(right, normal)
    wide, high = size
    boxes = [
        (-reach, -reach, -wide / 2, reach),
        (wide / 2, -reach, reach, reach),
        (-wide / 2, -reach, wide / 2, -high / 2),
        (-wide / 2, high / 2, wide / 2, reach),
    ]
    across = np.linspace(-wide / 2, wide / 2, panes[0] + 1)[1:-1]
    upward = np.linspace(-high / 2, high / 2, panes[1] + 1)[1:-1]
    boxes += [(x - bar / 2, -high / 2, x + bar / 2, high / 2) for x in across]
    boxes += [(-wide / 2, y - bar / 2, wide / 2, y + bar / 2) for y in upward]
    middle = np.asarray(centre, np.float64)
    parts = []
    for left, low, end, top in boxes:
        flat = ((left, low), (end, low), (end, top), (left, top))
        parts.append(sheet([middle + u * right + v * up for u, v in flat]))
    return joined(parts)
