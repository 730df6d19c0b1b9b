"""The light of rooms and gardens as lamps, windows, the sun and what stands in their way."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from ..scenes.arrays import Points
from ..scenes.camera import Camera
from ..scenes.lights import black_body
from ..scenes.pieces import turning
from .finishes import Finish
from .meshes import Mesh, joined, sheet, wall_with_window
from .props import Thing
from .surroundings import Room, draw_room

_Rng = np.random.Generator


@dataclass(frozen=True)
class Lamp:
    """A source of light that shines on the subject.

    Attributes
    ----------
    kind
        ``"rectangle"``, ``"disk"``, ``"bulb"`` or ``"sun"``.
    position
        Shape (3,), in tiles; of the sun only the direction counts.
    target
        Shape (3,): what it is aimed at.
    colour
        Shape (3,): linear RGB of mean 1.
    irradiance
        How much light falls on level ground at the target.
    size
        Width and height or radius in tiles; of the sun its angle in radians.
    is_mirrored
        Whether it is seen in what shines.
    """

    kind: str
    position: Points
    target: Points
    colour: Points
    irradiance: float
    size: tuple[float, float] = (1.0, 1.0)
    is_mirrored: bool = True


@dataclass(frozen=True)
class Lighting:
    """All light of a picture.

    Attributes
    ----------
    kind
        Its name among :data:`LIGHTS`.
    lamps
        The sources.
    room
        What is around.
    fill
        Shape (3,): linear RGB of the irradiance that the surroundings throw on level ground.
    blockers
        What throws shadows and is not seen.
    brightness
        From 0, where phones struggle, to 1, a bright day.
    """

    kind: str
    lamps: tuple[Lamp, ...]
    room: Room
    fill: Points
    blockers: tuple[Thing, ...] = ()
    brightness: float = 0.5


@dataclass(frozen=True)
class _Place:
    target: Points  # (3,), the middle of the subject
    extent: float
    camera: Camera


def _above(place: _Place, azimuth: float, elevation: float, distance: float) -> Points:
    """Return a point that the target sees in this direction; angles in degrees, 0 is to the right."""
    a, e = np.radians(azimuth), np.radians(elevation)
    direction = np.array([np.cos(a) * np.cos(e), np.sin(a) * np.cos(e), np.sin(e)])
    return np.asarray(place.target + distance * direction)


def _lamp(
    place: _Place,
    kind: str,
    at: Points,
    kelvin: float,
    irradiance: float,
    size: tuple[float, float],
) -> Lamp:
    return Lamp(kind, at, place.target, black_body(kelvin), irradiance, size)


def _fill(kelvin: float, strength: float) -> Points:
    return np.asarray(strength * black_body(kelvin))


def lamp_close_by(rng: _Rng, place: _Place) -> Lighting:
    """A warm lamp stands on the table or beside it, in the evening."""
    kelvin = rng.uniform(2200, 3100)
    distance = 0.5 * place.extent + rng.uniform(4, 11)
    at = _above(place, rng.uniform(-20, 200), rng.uniform(28, 60), distance)
    shade = float(rng.uniform(0.8, 2.2))
    lamps = [_lamp(place, "bulb", at, kelvin, 1.0, (shade, shade))]
    if rng.random() < 0.4:
        far = _above(place, rng.uniform(0, 360), rng.uniform(25, 70), rng.uniform(35, 60))
        lamps.append(_lamp(place, "bulb", far, rng.uniform(2400, 4000), 0.25, (3.0, 3.0)))
    room = draw_room(rng, 0, 1.0)
    dim = _fill(kelvin, rng.uniform(0.1, 0.4))
    return Lighting("warm lamp", tuple(lamps), room, dim, brightness=float(rng.uniform(0.05, 0.3)))


def pendant(rng: _Rng, place: _Place) -> Lighting:
    """A lamp hangs above the table."""
    kelvin = rng.uniform(2400, 3600)
    aside = turning(rng.uniform(0, 7))[0] * rng.uniform(0, 0.5) * place.extent
    at = place.target + np.array([*aside, rng.uniform(12, 22)])
    size = float(rng.uniform(0.9, 4.0))
    lamps = (_lamp(place, "disk", at, kelvin, 1.0, (size, size)),)
    dim = _fill(kelvin + 200, rng.uniform(0.15, 0.5))
    return Lighting(
        "pendant", lamps, draw_room(rng, 0, 1.0), dim, brightness=float(rng.uniform(0.15, 0.4))
    )


def window(rng: _Rng, place: _Place) -> Lighting:
    """By day, a window on one side of a room in which no lamp is lit."""
    kelvin = rng.uniform(5200, 8000)
    azimuth = float(rng.choice((0, 90, 180, 270), p=(0.32, 0.3, 0.32, 0.06)) + rng.normal(0, 20))
    at = _above(place, azimuth, rng.uniform(14, 38), rng.uniform(22, 60))
    size = (float(rng.uniform(18, 36)), float(rng.uniform(24, 32)))
    lamps = (_lamp(place, "rectangle", at, kelvin, 1.0, size),)
    dim = _fill(kelvin - 700, rng.uniform(0.12, 0.5))
    return Lighting(
        "window",
        lamps,
        draw_room(rng, int(rng.integers(0, 2)), 6.0),
        dim,
        brightness=float(rng.uniform(0.3, 0.8)),
    )


def sun(rng: _Rng, place: _Place) -> Lighting:
    """The sun shines through the panes of a window on a part of the table."""
    kelvin = rng.uniform(4200, 5600)
    azimuth, elevation = float(rng.uniform(-30, 210)), float(rng.uniform(22, 52))
    at = _above(place, azimuth, elevation, 50.0)
    off = np.array([*rng.normal(0, 0.3 * place.extent, 2), 0.0])
    lamps = [_lamp(place, "sun", at, kelvin, float(rng.uniform(2.5, 6.0)), (0.0093, 0.0))]
    panes = (int(rng.integers(1, 4)), int(rng.integers(1, 4)))
    size = (float(rng.uniform(8, 22)), float(rng.uniform(8, 18)))
    frame = wall_with_window(
        _above(place, azimuth, elevation, rng.uniform(26, 44)) + off,
        at - place.target,
        size,
        panes,
        float(rng.uniform(0.8, 1.8)),
        160.0,
    )
    blocker = Thing(frame, (Finish((120, 120, 120), roughness=0.9),), hides=False, is_seen=False)
    # The sky's light comes through the same window: its source is on this side of the wall.
    inside = _above(place, azimuth, elevation, 22.0)
    lamps.append(
        _lamp(place, "rectangle", inside, 7500, float(rng.uniform(0.3, 0.8)), (14.0, 14.0))
    )
    return Lighting(
        "sun",
        tuple(lamps),
        draw_room(rng, 1, 5.0),
        _fill(5600, rng.uniform(0.3, 0.7)),
        (blocker,),
        brightness=1.0,
    )


def flash(rng: _Rng, place: _Place) -> Lighting:
    """The flash of the phone beside its lens, in a dim room."""
    camera = place.camera
    right, down = camera.rotation[0], camera.rotation[1]
    at = camera.position + 0.3 * rng.choice((-1, 1)) * right + rng.uniform(-0.2, 0.2) * down
    lamps = [_lamp(place, "bulb", np.asarray(at), rng.uniform(5200, 6200), 1.0, (0.07, 0.07))]
    warm = rng.uniform(2500, 3600)
    if rng.random() < 0.6:
        above = _above(place, rng.uniform(0, 360), rng.uniform(50, 85), rng.uniform(18, 40))
        lamps.append(_lamp(place, "disk", above, warm, float(rng.uniform(0.05, 0.4)), (3.0, 3.0)))
    return Lighting(
        "flash",
        tuple(lamps),
        draw_room(rng, 0, 1.0),
        _fill(warm, rng.uniform(0.04, 0.2)),
        brightness=float(rng.uniform(0.3, 0.6)),
    )


def overcast(rng: _Rng, place: _Place) -> Lighting:
    """A grey day through large windows: hardly a shadow."""
    kelvin = rng.uniform(6000, 8500)
    at = _above(place, rng.uniform(0, 360), rng.uniform(35, 75), 60.0)
    lamps = (_lamp(place, "rectangle", at, kelvin, float(rng.uniform(0.3, 0.8)), (60.0, 50.0)),)
    return Lighting(
        "overcast",
        lamps,
        draw_room(rng, int(rng.integers(2, 5)), 5.0),
        _fill(kelvin, 0.7),
        brightness=float(rng.uniform(0.5, 0.9)),
    )


def spotlights(rng: _Rng, place: _Place) -> Lighting:
    """Several small lamps in the ceiling, each with a shadow of its own."""
    kelvin = rng.uniform(2700, 4600)
    count = int(rng.integers(3, 8))
    lamps = []
    for _ in range(count):
        aside = rng.uniform(-38, 38, 2)
        at = place.target + np.array([*aside, rng.uniform(34, 44)])
        share = float(rng.uniform(0.6, 1.4)) / count
        lamps.append(_lamp(place, "disk", at, kelvin + rng.normal(0, 80), share, (0.8, 0.8)))
    return Lighting(
        "spotlights",
        tuple(lamps),
        draw_room(rng, 0, 1.0),
        _fill(kelvin, rng.uniform(0.2, 0.5)),
        brightness=float(rng.uniform(0.25, 0.6)),
    )


def mixed(rng: _Rng, place: _Place) -> Lighting:
    """A blue window on one side and a warm lamp on the other."""
    azimuth = float(rng.choice((0, 180)) + rng.normal(0, 25))
    cold = _lamp(
        place,
        "rectangle",
        _above(place, azimuth, rng.uniform(15, 35), rng.uniform(22, 45)),
        rng.uniform(6500, 10500),
        float(rng.uniform(0.4, 1.2)),
        (22.0, 26.0),
    )
    warm = _lamp(
        place,
        "bulb",
        _above(
            place,
            azimuth + 180 + rng.normal(0, 40),
            rng.uniform(30, 65),
            0.5 * place.extent + rng.uniform(5, 20),
        ),
        rng.uniform(2200, 3000),
        float(rng.uniform(0.5, 1.2)),
        (1.5, 1.5),
    )
    return Lighting(
        "mixed",
        (cold, warm),
        draw_room(rng, 1, 4.0),
        _fill(4300, rng.uniform(0.15, 0.4)),
        brightness=float(rng.uniform(0.2, 0.6)),
    )


def coloured(rng: _Rng, place: _Place) -> Lighting:
    """A coloured strip of diodes adds to a lamp."""
    base = pendant(rng, place)
    hue = rng.dirichlet(np.full(3, 0.8)) * 3
    at = _above(place, rng.uniform(0, 360), rng.uniform(15, 40), rng.uniform(18, 40))
    strip = Lamp(
        "rectangle",
        at,
        place.target,
        np.asarray(0.75 * hue + 0.25),
        float(rng.uniform(0.15, 0.6)),
        (24.0, 1.5),
    )
    return Lighting(
        "coloured", (*base.lamps, strip), base.room, base.fill, brightness=base.brightness
    )


def garden(rng: _Rng, place: _Place) -> Lighting:
    """Outdoors: sun and blue sky, mostly with the shadows of leaves."""
    azimuth, elevation = float(rng.uniform(0, 360)), float(rng.uniform(28, 65))
    at = _above(place, azimuth, elevation, 50.0)
    lamp = _lamp(
        place, "sun", at, rng.uniform(4800, 5800), float(rng.uniform(2.0, 5.0)), (0.0093, 0.0)
    )
    room = draw_room(rng, 0, 1.0)
    room = Room(
        np.array([0.55, 0.75, 1.0]),
        np.array([0.2, 0.32, 0.14]),
        np.array([0.12, 0.2, 0.07]),
        0,
        room.furniture,
        1.0,
    )
    blockers: tuple[Thing, ...] = ()
    if rng.random() < 0.75:
        leaves = _leaves(rng, place, at, int(rng.integers(60, 320)))
        blockers = (
            Thing(leaves, (Finish((60, 90, 40), roughness=0.6),), hides=False, is_seen=False),
        )
    return Lighting(
        "garden",
        (lamp,),
        room,
        0.8 * black_body(8500) * np.array([1.0, 1.02, 0.95]),
        blockers,
        brightness=1.0,
    )


def _leaves(rng: _Rng, place: _Place, sun_at: Points, count: int) -> Mesh:
    direction = (sun_at - place.target) / np.linalg.norm(sun_at - place.target)
    angle = np.linspace(0, 2 * np.pi, 9)[:-1]
    parts = []
    for _ in range(count):
        size = rng.uniform(0.7, 2.0)
        leaf = size * np.column_stack(
            [np.cos(angle), 0.5 * np.sin(angle), 0.12 * np.cos(2 * angle)]
        )
        turn = np.linalg.qr(rng.normal(0, 1, (3, 3)))[0]
        spread = rng.normal(0, 0.55 * place.extent + 3, 3)
        at = place.target + direction * rng.uniform(24, 60) + spread
        parts.append(sheet(leaf @ turn.T + at))
    return joined(parts)


LIGHTS: Mapping[str, tuple[Callable[[_Rng, _Place], Lighting], float]] = {
    "warm lamp": (lamp_close_by, 1.4),
    "pendant": (pendant, 1.3),
    "window": (window, 1.5),
    "sun": (sun, 1.0),
    "flash": (flash, 0.9),
    "overcast": (overcast, 0.9),
    "spotlights": (spotlights, 1.0),
    "mixed": (mixed, 1.1),
    "coloured": (coloured, 0.4),
    "garden": (garden, 0.6),
}
"""Kinds of light by name, and how often they are drawn."""


def draw_lighting(
    rng: _Rng, centre: Points, extent: float, camera: Camera, kind: str | None = None
) -> Lighting:
    """Draw the light of a picture.

    Parameters
    ----------
    rng
        Source of chance.
    centre, extent
        Shape (2,): the middle of the subject, and how large it is, in tiles.
    camera
        From where it is seen.
    kind
        One of :data:`LIGHTS`; drawn where it is not given.
    """
    names = list(LIGHTS)
    often = np.array([weight for _, weight in LIGHTS.values()])
    drawn = names[int(rng.choice(len(names), p=often / often.sum()))]
    place = _Place(np.array([*centre, 0.0]), extent, camera)
    return LIGHTS[kind or drawn][0](rng, place)


def light_on_white(lighting: Lighting) -> Points:
    """Return the linear RGB of what falls on level ground at the subject, shape (3,)."""
    total = np.array(lighting.fill, np.float64)
    for lamp in lighting.lamps:
        total = total + lamp.irradiance * lamp.colour
    return total
