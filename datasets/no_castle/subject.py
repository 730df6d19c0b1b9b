"""What a picture is made of, and how it is put on a table, lit and seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from ..scenes.arrays import Colour, Image, Points
from ..scenes.camera import ViewRange, aim, draw_view
from ..scenes.clutter import CLUTTER, hand
from ..scenes.lights import draw_light
from ..scenes.pieces import BOARD, PAPER, turning
from ..scenes.scene import Scene
from ..scenes.sensor import draw_sensor
from ..scenes.solids import Solid, prism, rounded_rectangle
from ..scenes.tables import Table, draw_table
from .drawing import Rng, one_in

LONGER_SIDE = 1600
ON_A_TABLE = ViewRange((0, 55), (0.5, 1.1), (0.55, 1.25))
FROM_ABOVE = ViewRange((0, 40), (0.5, 1.1), (0.6, 1.3))
ON_A_WALL = ViewRange((0, 32), (0.5, 1.1), (0.8, 1.3))
_FLOORS = ("planks", "carpet", "ceramic", "painted", "stone")


@dataclass(frozen=True)
class Subject:
    """What a picture shows.

    Attributes
    ----------
    solids
        All that lies around the origin, upright; lengths in the unit of :mod:`..scenes`, 45 mm on a table.
    surface
        What it lies on; None for any table.
    framed
        Half the width and height around the origin that the picture shows, where that is not what the
        solids take.
    views
        Tilts, focal lengths and framings.
    clutter
        Mean number of other things around it.
    is_upright
        Whether it hangs or stands upright, so that it is seen the right way up.
    """

    solids: tuple[Solid, ...] = ()
    surface: Table | None = None
    framed: tuple[float, float] | None = None
    views: ViewRange = ON_A_TABLE
    clutter: float = 1.6
    is_upright: bool = False


Draw: TypeAlias = Callable[[Rng], Subject]


def card(
    face: Image,
    wide: float,
    high: float,
    x: float,
    y: float,
    *,
    angle: float = 0.0,
    level: int = 0,
    side: Colour = (236, 233, 226),
    thickness: float = PAPER,
    corner: float = 0.07,
    gloss: float = 0.03,
) -> Solid:
    """Lay a card or tile of this size with its middle at a place.

    Parameters
    ----------
    face
        What is printed on it.
    wide, high, x, y
        Its size and place.
    angle
        By how much it is turned anticlockwise, in radians.
    level
        On how many others it lies.
    side, thickness, corner, gloss
        The colour of its edge, how thick it is, how round its corners are, how much it shines.
    """
    base = level * thickness
    return prism(
        rounded_rectangle(wide, high, corner), face, side, at=(x, y), angle=angle, base=base,
        height=thickness, order=1.0 + base, gloss=gloss, roughness=0.22,
    )  # fmt: skip


def tile(face: Image, wide: float, high: float, x: float, y: float, angle: float = 0.0) -> Solid:
    """Lay a piece of printed cardboard, as thick as those of board games."""
    return card(face, wide, high, x, y, angle=angle, thickness=BOARD, corner=0.025)


def polyomino(rng: Rng, count: int, compact: float = 0.5) -> list[tuple[int, int]]:
    """Return so many squares of a grid that hang together by their sides.

    ``compact`` from 0 to 1 says how much squares with several neighbours are preferred.
    """
    cells = [(0, 0)]
    while len(cells) < count:
        taken = set(cells)
        free = [
            (x + dx, y + dy)
            for x, y in cells
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
            if (x + dx, y + dy) not in taken
        ]
        weights = np.array([(1 + 4 * compact * (free.count(it) - 1)) for it in free])
        cells.append(free[int(rng.choice(len(free), p=weights / weights.sum()))])
    return cells


def by_hand(rng: Rng, places: Sequence[tuple[float, float]], care: float = 1.0) -> Points:
    """Return places as hands hit them, and angles, shape (N, 3); the middle of all is the origin.

    ``care`` of 1 is usual, larger numbers are more careless.
    """
    points = np.array(places, np.float64).reshape(-1, 2)
    low, high = points.min(axis=0), points.max(axis=0)
    off = rng.normal(0, 0.012 * care, points.shape)
    angles = rng.normal(0, 0.012 * care, len(points))
    return np.column_stack([points - (low + high) / 2 + off, angles])


def turned(solid: Solid, angle: float) -> Solid:
    """Return a solid turned anticlockwise about the origin by an angle in radians."""
    turn = np.eye(3)
    turn[:2, :2] = turning(angle)
    return replace(
        solid,
        top=solid.top @ turn.T,
        bottom=solid.bottom @ turn.T,
        face_corners=solid.face_corners @ turn.T,
    )


def scene_of(subject: Subject, rng: Rng) -> Scene:
    """Put a subject on a table, light it and aim a camera at it."""
    heading = 0.0 if subject.is_upright else _heading(rng)
    solids = [turned(it, heading) for it in subject.solids]
    low, high = _extent(subject)
    box = np.array([[low[0], low[1]], [high[0], low[1]], [high[0], high[1]], [low[0], high[1]]])
    level = float(np.mean([it.top[:, 2].mean() for it in solids])) if solids else 0.0
    corners = np.column_stack([box @ turning(heading).T, np.full(4, level)])
    view = draw_view(rng, subject.views, LONGER_SIDE)
    wide, tall = np.ptp(corners[:, :2], axis=0) * (1, np.cos(np.radians(view.tilt)))
    if (wide > tall) != (view.size[0] > view.size[1]) and not one_in(rng, 7):
        view = replace(view, size=view.size[::-1])  # the phone is held as it fits
    camera = aim(view, corners)
    low, high = corners[:, :2].min(axis=0), corners[:, :2].max(axis=0)
    centre, extent = (low + high) / 2, float((high - low).max())
    solids += _around(rng, subject.clutter, low, high)
    if one_in(rng, 12) and not subject.is_upright:
        solids += _hand_at(rng, centre, extent)
    return Scene(
        plans=(),
        pieces=(),
        clutter=tuple(solids),
        table=subject.surface or draw_table(rng),
        edges=_edges(rng, low, high, endless=subject.surface is not None),
        floor=str(rng.choice(_FLOORS)),
        view=view,
        camera=camera,
        light=draw_light(rng, centre, extent, camera),
        sensor=replace(draw_sensor(rng, LONGER_SIDE), scale=1.0),
        centre=centre,
    )


def _heading(rng: Rng) -> float:
    spread = rng.normal(0, 4) if one_in(rng, 2) else rng.normal(0, 18)
    return float(np.radians(rng.choice((0, 90, 180, 270), p=(0.7, 0.1, 0.1, 0.1)) + spread))


def _extent(subject: Subject) -> tuple[Points, Points]:
    if subject.framed is not None:
        half = np.array(subject.framed)
        return -half, half
    points = np.concatenate([it.top[:, :2] for it in subject.solids])
    return points.min(axis=0), points.max(axis=0)


def _around(rng: Rng, mean: float, low: Points, high: Points) -> list[Solid]:
    """Put things on the table beside the subject, where they touch neither it nor each other."""
    names = list(CLUTTER)
    weights = np.array([often for *_, often in CLUTTER.values()])
    taken: list[tuple[Points, float]] = []
    found: list[Solid] = []
    for _ in range(rng.poisson(mean)):
        make, radius, _ = CLUTTER[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
        for _ in range(20):
            at = rng.uniform(low - radius - 2, high + radius + 2)
            beyond = np.linalg.norm(np.maximum(np.maximum(low - at, at - high), 0))
            if beyond > radius and all(np.linalg.norm(at - o) > radius + r for o, r in taken):
                taken.append((at, radius))
                found += make(rng, at, float(rng.uniform(0, 2 * np.pi)))
                break
    return found


def _hand_at(rng: Rng, centre: Points, extent: float) -> list[Solid]:
    angle = float(rng.normal(0, 0.8))
    inward = np.array([-np.sin(angle), np.cos(angle)])
    return hand(rng, centre - inward * extent * rng.uniform(0.15, 0.5), angle)


def _edges(rng: Rng, low: Points, high: Points, *, endless: bool) -> Points:
    """Draw how far the table reaches beyond the subject, shape (4, 2)."""
    far = np.full((2, 2), 40.0) if endless else 1.2 + rng.exponential(8, (2, 2))
    left, bottom = low - far[0]
    right, top = high + far[1]
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])
