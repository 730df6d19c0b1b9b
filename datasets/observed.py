"""Where tiles lay in real photographs: the boxes of ``observed/tile-boxes.json``, as quads.

That file tells of each tile only its axis-aligned box, and of a throne only the icons of its scoring strip.
What is missing is how the table lay in the picture. All tiles of a photograph lie in one plane, are equally
large and turned nearly alike, so six numbers, a homography but for its shift, predict the boxes of all of
them: :func:`fit_view` finds those that agree best with the sizes of the boxes and let neighbours lie side
by side.

A quad made of a box is as wide and high as that, and lies where that lay: gaps, drift and crooked rows are
those of the photograph. How a single tile was turned against the others is not in the data.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import least_squares

from ..vision.lattice import QuadClass
from ..vision.quads import UNIT_SQUARE, Floats, project, to_boxes

# Cards and attendants have boxes too, but do not lie on the lattice.
_NO_TILES = ("attendant/", "bonus/")

# The centre of a throne's icons, in tiles from the middle of its face: measured from the neighbours of the
# thrones in photographs 125 to 193; it differs by some hundredths from throne to throne.
_STRIP = (0.115, -0.36)

# A box that is wrong by more than this share is that of a tile turned against the others.
_TURNED = 0.12

# How much boxes count beside the lattice, and from which deviation on they mislead: photographs 162 to 165
# show loose tiles, each turned its own way.
_BOX_WEIGHT = 3.0
_REGULAR = 0.04

_NEAR = 1.45  # in tiles, as the largest of the two distances: beside or at a corner
_QUARTERS: Floats = np.array(
    [[[1, 0], [0, 1]], [[0, -1], [1, 0]], [[-1, 0], [0, -1]], [[0, 1], [-1, 0]]], float
)


@dataclass(frozen=True, slots=True)
class ObservedTile:
    """A tile's id and its box in pixels: left, top, right, bottom."""

    id: str
    box: tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ObservedPhoto:
    """A photograph's number and what was seen in it, cards and attendants included."""

    number: int
    tiles: tuple[ObservedTile, ...]


@dataclass(frozen=True, slots=True)
class ObservedQuads:
    """The tiles and thrones of a photograph, as a detector would give them.

    Attributes
    ----------
    ids
        Their ids.
    classes
        "tile" or "throne", as :func:`..vision.lattice.build_layouts` wants them.
    quads
        Shape (N, 4, 2) in pixels.
    """

    ids: tuple[str, ...]
    classes: tuple[QuadClass, ...]
    quads: Floats


@dataclass(frozen=True, slots=True)
class View:
    """How a table lies in a picture: a homography but for where on the table its origin is.

    Attributes
    ----------
    centre
        The point of the picture that the rest refers to, in pixels.
    scale
        The unit of the rest, in pixels: about the size of a tile.
    frame
        Shape (2, 2): the steps to the right and to the top of one tile at the centre.
    horizon
        Shape (2,): how much larger a tile gets per unit.
    box_error
        By which share predicted boxes are too wide or high, root mean square.
    lattice_error
        How far neighbours lie from their expected place, in tiles, median.
    """

    centre: Floats
    scale: float
    frame: Floats
    horizon: Floats
    box_error: float
    lattice_error: float

    def frames(self, points: ArrayLike) -> Floats:
        """Return the steps to the right and to the top at points of the picture.

        ``points`` has the shape (N, 2), the result (N, 2, 2), as :func:`..vision.quads.frames` gives it.
        """
        local = (np.asarray(points, dtype=np.float64) - self.centre) / self.scale
        return _frames(self.frame, self.horizon, local) * self.scale

    def quads(self, points: ArrayLike, corners: ArrayLike) -> Floats:
        """Return shapes on the table as they look in the picture.

        Parameters
        ----------
        points
            Shape (N, 2): where they lie, in pixels.
        corners
            Shape (N, P, 2) or (P, 2): their corners from there, in tiles, ``y`` upward.

        Returns
        -------
        ndarray
            Shape (N, P, 2), in pixels.
        """
        point = np.asarray(points, dtype=np.float64)
        local = (point - self.centre) / self.scale
        # The inverse of a picture of the table, which is an affine map over 1 + horizon . local.
        onto = np.eye(3)
        onto[:2, :2] = np.linalg.inv(self.frame)
        onto[2, :2] = self.horizon
        table = project(onto, local)[:, None, :] + np.asarray(corners, dtype=np.float64)
        return project(np.linalg.inv(onto), table) * self.scale + self.centre


def load_observed(path: Path) -> list[ObservedPhoto]:
    """Read ``observed/tile-boxes.json``.

    Raises
    ------
    OSError
        When the file cannot be read.
    ValueError
        When it is not JSON, or of another form.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    try:
        return [
            ObservedPhoto(
                int(photo["photo"]),
                tuple(_tile(entry["id"], entry["box"]) for entry in photo["tiles"]),
            )
            for photo in data
        ]
    except (KeyError, TypeError) as error:
        raise ValueError(f"{path} is no list of photographs with tiles: {error!r}") from error


def _tile(name: str, box: list[float]) -> ObservedTile:
    left, top, right, bottom = map(float, box)
    return ObservedTile(str(name), (left, top, right, bottom))


def observed_quads(photo: ObservedPhoto) -> ObservedQuads:
    """Return the tiles and thrones of a photograph as quads.

    All of them stand as the throne does; the boxes do not say how each tile was turned.

    Raises
    ------
    ValueError
        When the photograph has fewer than three tiles, so that nothing says how the table lies.
    """
    tiles = [it for it in photo.tiles if not it.id.startswith((*_NO_TILES, "throne/"))]
    thrones = [it for it in photo.tiles if it.id.startswith("throne/")]
    boxes = np.array([it.box for it in tiles])
    view = fit_view(boxes)
    points = _middle(boxes)
    quads = view.quads(points, UNIT_SQUARE)
    seen = to_boxes(quads)
    stretch = (boxes[:, 2:] - boxes[:, :2]) / (seen[:, 2:] - seen[:, :2])
    size = float(np.median(stretch))
    turned = (np.abs(stretch / size - 1) > _TURNED).any(axis=1)
    stretch[turned] = size  # all tiles are equally large, whatever their boxes
    quads = (quads - _middle(seen)[:, None]) * stretch[:, None] + points[:, None]
    found = [_throne(view, points, np.array(it.box), size) for it in thrones]
    if found:
        quads = np.roll(quads, -found[0][0], axis=1)
        quads = np.concatenate([quads, np.stack([quad for _, quad in found])])
    return ObservedQuads(
        tuple(it.id for it in (*tiles, *thrones)),
        (QuadClass.TILE,) * len(tiles) + (QuadClass.THRONE,) * len(thrones),
        quads,
    )


def fit_view(boxes: ArrayLike) -> View:
    """Find how the table lies in a picture from the boxes of the tiles on it.

    A tile whose box is smaller than its spacing is taken to lie apart from the others.

    The boxes of a square turned by 30 and by -30 degrees are alike; of the two, and of all else that
    explains the boxes, the view counts in which more tiles have neighbours.

    Parameters
    ----------
    boxes
        Shape (N, 4): left, top, right, bottom in pixels.

    Raises
    ------
    ValueError
        When there are fewer than three boxes.
    """
    box = np.asarray(boxes, dtype=np.float64)
    if len(box) < 3:
        raise ValueError(f"{len(box)} boxes do not say how the table lies")
    extent = box[:, 2:] - box[:, :2]
    centre, scale = _middle(box).mean(axis=0), float(np.sqrt(extent.mean(axis=0).prod()))
    fit = _Fit.of((_middle(box) - centre) / scale, extent / scale)
    starts = list(fit.starts())
    best = min(map(fit.refine, sorted(starts, key=fit.cost)[:2]), key=fit.cost)
    if fit.errors(best)[0].std() > _REGULAR:
        fit = replace(fit, apart=True)
        best = min((best, *map(fit.refine, starts[::3])), key=fit.cost)
    wrong, off, beside = fit.errors(best)
    return View(
        centre,
        scale,
        best[:4].reshape(2, 2),
        best[4:],
        float(np.sqrt((wrong**2).mean())),
        float(np.median(off[beside])) if beside.any() else 0.0,
    )


def _middle(boxes: Floats) -> Floats:
    middle: Floats = (boxes[..., :2] + boxes[..., 2:]) / 2
    return middle


def _frames(frame: Floats, horizon: Floats, local: Floats) -> Floats:
    """Return the derivative of the picture by the table: the frame at each point, (N, 2, 2)."""
    nearer = 1 + local @ horizon
    return nearer[:, None, None] * (
        (np.eye(2) + local[:, :, None] * horizon[None, None, :]) @ frame
    )


@dataclass(frozen=True, slots=True)
class _Fit:
    """Boxes to which a view is fitted: six numbers, the frame row by row and the horizon.

    Attributes
    ----------
    local, extent
        Their middles, and how wide and high they are, shape (N, 2), in the view's units.
    i, j
        The pairs of boxes that may be neighbours.
    apart
        Whether all tiles may be smaller than their spacing, by one share. Then boxes count less.
    """

    local: Floats
    extent: Floats
    i: NDArray[np.int64]
    j: NDArray[np.int64]
    apart: bool = False

    @classmethod
    def of(cls, local: Floats, extent: Floats) -> Self:
        distance = np.abs(local[:, None] - local[None]).max(axis=2)
        i, j = np.nonzero(np.triu(distance < 2.5 * extent.max(), 1))
        return cls(local, extent, i, j)

    def starts(self) -> Iterator[Floats]:
        """Yield views to start from: as large and as far tilted as the boxes are, turned by any angle."""
        wide, high = np.median(self.extent, axis=0)
        columns = np.column_stack([self.local, np.ones(len(self.local))])
        # Areas grow with the third power of how near the table is.
        areas = np.log(self.extent.prod(axis=1))
        horizon = np.linalg.lstsq(columns, areas / 3, rcond=None)[0][:2]
        for angle in np.deg2rad(np.arange(-45.0, 45.0, 3.0)):
            cos, sin = np.cos(angle), np.sin(angle)
            turned = np.array([[cos, sin], [sin, -cos]]) / (abs(cos) + abs(sin))
            yield np.concatenate([(np.diag([wide, high]) @ turned).ravel(), horizon])

    def errors(self, view: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """Return how wrong boxes are, how far pairs are off the lattice, which lie side by side."""
        frame = _frames(view[:4].reshape(2, 2), view[4:], self.local)
        wrong = np.log(np.maximum(np.abs(frame).sum(axis=2), 1e-6) / self.extent)
        mean = (frame[self.i] + frame[self.j]) / 2
        mean[np.abs(np.linalg.det(mean)) < 1e-9] = np.eye(2) * 1e-3
        between = self.local[self.j] - self.local[self.i]
        offset = np.linalg.solve(mean, between[:, :, None])[:, :, 0]
        step = np.rint(offset)
        off = np.linalg.norm(offset - step, axis=1)
        off[(step == 0).all(axis=1)] = 1.0
        off = np.where(np.abs(offset).max(axis=1) < _NEAR, np.minimum(off, 0.5), 0.0)
        beside = (np.abs(step).sum(axis=1) == 1) & (off < 0.35)
        return wrong, off, beside

    def residuals(self, view: Floats) -> Floats:
        wrong, off, _ = self.errors(view)
        return np.concatenate([self._weigh(wrong).ravel(), off])

    def cost(self, view: Floats) -> float:
        """Return how bad a view is: its errors, less the number of neighbours that a tile has."""
        wrong, off, beside = self.errors(view)
        error = np.abs(self._weigh(wrong)).mean() + off.sum() / len(self.local)
        return float(error - beside.sum() / len(self.local))

    def refine(self, view: Floats) -> Floats:
        """Return the best view near one."""
        found: Floats = least_squares(
            self.residuals, view, loss="soft_l1", f_scale=0.1, max_nfev=40, ftol=1e-4
        ).x
        return found

    def _weigh(self, wrong: Floats) -> Floats:
        return wrong - wrong.mean() if self.apart else _BOX_WEIGHT * wrong


def _throne(view: View, tiles: Floats, strip: Floats, size: float) -> tuple[int, Floats]:
    """Return how a throne lies from the box of the icons on its scoring strip.

    That strip runs along the throne's bottom. Of the four ways to lie, the throne has the one in which it
    covers no tile, lies in line with its neighbours, and its icons are wider than high.

    Returns
    -------
    tuple
        The quarter turns clockwise from the view's upright order, and the quad.
    """
    middle = _middle(strip)
    frame = view.frames(middle[None])[0]
    inverse = np.linalg.inv(frame)
    from_strip = (tiles - middle) @ inverse.T
    wide, high = np.abs(inverse) @ (strip[2:] - strip[:2])
    best: tuple[float, int] | None = None
    for turns in range(4):
        rotation = _QUARTERS[-turns % 4]
        own = from_strip @ rotation + np.array(_STRIP) * size  # tiles in the throne's coordinates
        cost = (0.0, 0.05, 0.1, 0.05)[turns]  # upright, where nothing else says
        for half in (-0.5, 0.5):
            offset = own - np.array([half, 0.0])
            apart = np.abs(offset).max(axis=1)
            cost += float(np.maximum(0, 0.8 - apart).sum()) * 3
            near = offset[(apart >= 0.5) & (apart < _NEAR)]
            off = np.abs(near - np.rint(near)).max(axis=1)
            cost += float(off.mean()) if len(off) else 0.5
        along, across = (wide, high) if turns % 2 == 0 else (high, wide)
        cost += 2 * float(along < across)
        if best is None or cost < best[0]:
            best = cost, turns
    assert best is not None
    turns = best[1]
    corners = (UNIT_SQUARE * np.array([2.0, 1.0]) - np.array(_STRIP)) @ _QUARTERS[-turns % 4].T
    return turns, view.quads(middle[None], corners * size)[0]
