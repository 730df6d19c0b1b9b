"""How castles are seen: the size of their own tiles, and the angle at which they are looked at.

Annotations hold where corners appear, and the tilt of the camera where it is known, but no focal length.
That is told by the tiles: all are squares of one size on one table, so the right camera is the one in which
they come out as such when they are projected back. It is a pinhole whose axis goes through the middle of the
picture, so a picture that was cut to another middle is judged a little wrongly. A camera that looks straight
down sees squares whatever its focal length; there the usual one is taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import least_squares

from ..vision.pieces import PieceClass
from ..vision.quads import Floats, are_convex, as_quads, centres, sizes
from .scenes.annotations import AnnotatedPiece, Annotation

_USUAL_FOCAL = 0.7  # of the longer side
_FOCAL_SPREAD = 0.2  # of its logarithm
_FOCALS = (0.3, 3.0)  # of the longer side
_INEXACT = 0.02  # of a tile: how far its corners are off those of a square, or are annotated
_STEEPEST = np.radians(85.0)
# Where to look first for the side to which the table rises and, where that is not known, the tilt.
_ROLL_STEP = 15.0  # degrees
_TILTS = (0.2, 0.6, 0.9, 1.1)  # radians
_OF_TILES = (PieceClass.TILE, PieceClass.THRONE, PieceClass.TILE_BACK)


@dataclass(frozen=True, slots=True)
class CastleView:
    """How a castle is seen.

    Attributes
    ----------
    size
        Median size of its tiles and throne room in pixels: the root of the area of a tile.
    tilt
        Median angle in degrees between the vertical of the table and the lines from the camera to its tiles:
        0 is straight from above.
    """

    size: float
    tilt: float


@dataclass(frozen=True, slots=True, eq=False)
class TableView:
    """The camera against the table.

    Attributes
    ----------
    focal
        Focal length in pixels.
    normal
        Shape (3,): the vertical of the table, away from the camera, in the camera's axes (right, down,
        forward).
    middle
        Shape (2,): where the axis goes through the picture, in pixels.
    """

    focal: float
    normal: Floats
    middle: Floats

    def tilts(self, points: Floats) -> Floats:
        """Return the angles in degrees between the vertical and the lines to points (N, 2), shape (N,)."""
        rays = self._rays(points)
        cosine = rays @ self.normal / np.linalg.norm(rays, axis=1)
        return np.asarray(np.degrees(np.arccos(np.clip(cosine, -1, 1))))

    def _rays(self, points: Floats) -> Floats:
        ahead = (points - self.middle) / self.focal
        return np.concatenate([ahead, np.ones((*points.shape[:-1], 1))], axis=-1)

    def on_table(self, points: Floats) -> Floats:
        """Return what points (..., 2) show of the table, shape (..., 3), in distances to the table."""
        rays = self._rays(points)
        down = np.maximum(rays @ self.normal, 1e-3)  # at the horizon the table has no end
        flat: Floats = rays / down[..., None]
        return flat


def view_castles(annotation: Annotation) -> list[CastleView | None]:
    """Return how each castle of a picture is seen; None where none of its tiles is."""
    table = find_table(annotation)
    views: list[CastleView | None] = []
    for castle in range(len(annotation.castles)):
        quads, widths = _tiles([it for it in annotation.pieces if it.castle == castle])
        if table is None or not len(quads):
            views.append(None)
            continue
        size = float(np.median(sizes(quads, widths)))
        views.append(CastleView(size, float(np.median(table.tilts(centres(quads))))))
    return views


def find_table(annotation: Annotation) -> TableView | None:
    """Return the camera in which all tiles of a picture are most like squares of one size; None without any.

    The tilt of the camera is taken from the annotation where that has it.
    """
    quads, widths = _tiles(annotation.pieces)
    if not len(quads):
        return None
    side = max(annotation.image.width, annotation.image.height)
    middle = np.array([annotation.image.width, annotation.image.height]) / 2
    conditions = annotation.conditions
    known = None if conditions is None or conditions.tilt is None else np.radians(conditions.tilt)

    def table_of(numbers: Floats) -> TableView:
        focal, roll = np.exp(numbers[0]) * side, numbers[1]
        tilt = numbers[2] if known is None else known
        normal = np.array([np.sin(tilt) * np.sin(roll), np.sin(tilt) * np.cos(roll), np.cos(tilt)])
        return TableView(float(focal), normal, middle)

    def off(numbers: Floats) -> Floats:
        usual = (numbers[0] - np.log(_USUAL_FOCAL)) / _FOCAL_SPREAD
        return np.append(_off_squares(table_of(numbers).on_table(quads), widths) / _INEXACT, usual)

    starts = np.array(
        [
            (np.log(_USUAL_FOCAL), roll, tilt)
            for roll in np.radians(np.arange(0.0, 360.0, _ROLL_STEP))
            for tilt in _TILTS
        ]
    )[:: len(_TILTS) if known is not None else 1, : 3 if known is None else 2]
    start = min(starts, key=lambda it: float(np.log1p(off(it) ** 2).sum()))
    low, high = [np.log(_FOCALS[0]), -np.inf, 0.0], [np.log(_FOCALS[1]), np.inf, _STEEPEST]
    bounds = low[: len(start)], high[: len(start)]
    return table_of(least_squares(off, start, bounds=bounds, loss="soft_l1").x)


def _tiles(pieces: Sequence[AnnotatedPiece]) -> tuple[Floats, Floats]:
    """Return the quads of tiles and throne rooms, shape (N, 4, 2), and their widths in tiles, (N,)."""
    own = [it for it in pieces if PieceClass(it.kind) in _OF_TILES]
    quads = as_quads([it.quad for it in own])
    widths = np.array([2.0 if PieceClass(it.kind) is PieceClass.THRONE else 1.0 for it in own])
    convex = are_convex(quads)
    return quads[convex], widths[convex]


def _off_squares(corners: Floats, widths: Floats) -> Floats:
    """Return how far quads on the table are off squares of their median size, in tiles, flat.

    Parameters
    ----------
    corners
        Shape (N, 4, 3).
    widths
        Shape (N,), in tiles.
    """
    side = np.roll(corners, -1, axis=1) - corners
    right = (side[:, 0] - side[:, 2]) / (2 * widths[:, None])
    down = (side[:, 1] - side[:, 3]) / 2
    long = np.stack([np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)])
    tile = np.median(long)
    square = np.einsum("ni,ni->n", right, down) / tile**2
    bent = (side[:, 0] + side[:, 2]) / tile  # what is straight has opposite sides alike
    return np.concatenate([(long / tile - 1).ravel(), square, bent.ravel()])
