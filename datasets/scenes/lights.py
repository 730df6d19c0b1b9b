"""Lamps, windows and the sun: what light falls on a table and what it reflects."""

from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Field, Points
from .camera import Camera
from .pieces import turning

GRID = 4  # light is worked out for every fourth pixel and row

# Linear RGB of black bodies, by temperature in kelvin, against daylight.
_KELVIN = np.array([1700, 2200, 2700, 3300, 4000, 5000, 6500, 8000, 11000], np.float64)
_BLACK_BODY = np.array(
    [
        [1.0, 0.24, 0.005],
        [1.0, 0.34, 0.05],
        [1.0, 0.45, 0.14],
        [1.0, 0.56, 0.27],
        [1.0, 0.69, 0.45],
        [1.0, 0.84, 0.72],
        [1.0, 0.98, 1.0],
        [0.82, 0.88, 1.0],
        [0.66, 0.77, 1.0],
    ]
)


@dataclass(frozen=True)
class Lamp:
    """A source of light.

    Attributes
    ----------
    position
        Shape (3,), in tiles.
    colour
        Shape (3,): linear RGB, the mean is 1.
    power
        How much light it throws on the subject, in the unit of the ambient light.
    radius
        Its size in tiles: the larger, the softer its shadows and the wider its reflections.
    is_window
        Whether its reflection has edges, as those of windows and softboxes.
    """

    position: Points
    colour: Points
    power: float
    radius: float
    is_window: bool = False


@dataclass(frozen=True)
class Shade:
    """A shadow of something outside the picture, a polygon on the table.

    Attributes
    ----------
    outline
        Shape (N, 2), in tiles.
    softness
        Over how many tiles it fades out.
    depth
        How much of a lamp's light it takes away, 0 to 1.
    lamp
        Of which lamp.
    is_bright
        Whether the light falls inside, as through a window, and the shadow is around it.
    """

    outline: Points
    softness: float
    depth: float
    lamp: int
    is_bright: bool = False


@dataclass(frozen=True)
class Light:
    """All light on a table.

    Attributes
    ----------
    lamps
        The strongest come first; only they cast shadows.
    ambient
        Shape (3,): linear RGB of the light from everywhere.
    shades
        Shadows of things outside the picture.
    vignetting
        How much darker the corners of the picture are, 0 to 1.
    """

    lamps: tuple[Lamp, ...]
    ambient: Points
    shades: tuple[Shade, ...] = ()
    vignetting: float = 0.0


def black_body(kelvin: float) -> Points:
    """Return the linear RGB of a glowing body, shape (3,), with the mean 1."""
    rgb = np.array(
        [
            np.interp(1 / kelvin, 1 / _KELVIN[::-1], _BLACK_BODY[::-1, channel])
            for channel in range(3)
        ]
    )
    return np.asarray(rgb / rgb.mean())


def draw_light(rng: np.random.Generator, centre: Points, extent: float, camera: Camera) -> Light:
    """Draw the light of a room: by day, by night, mixed, dim, or coloured.

    Colours and contrasts go well beyond what feels natural, since light is what breaks recognition.

    Parameters
    ----------
    rng
        Source of chance.
    centre
        Shape (2,): the middle of the subject, in tiles.
    extent
        Its size in tiles.
    camera
        From where it is seen; a flash is there.
    """
    kind = str(
        rng.choice(
            [
                "window",
                "ceiling",
                "lamp",
                "sun",
                "flash",
                "mixed",
                "coloured",
                "overcast",
                "candle",
            ],
            p=[0.17, 0.15, 0.19, 0.09, 0.05, 0.17, 0.08, 0.06, 0.04],
        )
    )
    warm, cool = rng.uniform(1900, 3400), rng.uniform(5200, 10500)
    window = _placed(rng, centre, (15, 45), (10, 45), cool, 1.0, rng.uniform(4, 9), True)
    ceiling = _placed(
        rng, centre, (0, 18), (30, 55), rng.uniform(2500, 6500), 1.0, rng.uniform(0.6, 5)
    )
    lamp = _placed(rng, centre, (0, 1.2 * extent + 4), (8, 22), warm, 1.0, rng.uniform(0.5, 2.5))
    ambient_colour = black_body(rng.uniform(2700, 8500))
    shades: list[Shade] = []
    if kind == "window":
        lamps, ambient = [window], rng.uniform(0.25, 0.9)
    elif kind == "ceiling":
        more = [
            _placed(
                rng, centre, (5, 40), (30, 55), rng.uniform(2500, 6500), rng.uniform(0.2, 0.8), 1.5
            )
            for _ in range(int(rng.integers(0, 3)))
        ]
        lamps, ambient = [ceiling, *more], rng.uniform(0.15, 0.7)
    elif kind == "lamp":
        lamps, ambient = [lamp], rng.uniform(0.05, 0.5)
        ambient_colour = 0.5 * ambient_colour + 0.5 * lamp.colour
    elif kind == "sun":
        sun = _placed(rng, centre, (60, 200), (60, 200), rng.uniform(4200, 6000), 2.5, 0.9)
        lamps, ambient = [sun], rng.uniform(0.2, 0.6)
        ambient_colour = black_body(rng.uniform(6000, 10500))
        if rng.random() < 0.75:
            shades += _window_panes(rng, centre, extent)
    elif kind == "flash":
        flash = Lamp(camera.position + rng.normal(0, 0.15, 3), black_body(5800), 1.0, 0.15)
        lamps, ambient = [flash], rng.uniform(0.1, 0.5)
        ambient_colour = black_body(warm)
    elif kind == "mixed":
        lamps, ambient = [lamp, window], rng.uniform(0.1, 0.5)
        lamps = [
            Lamp(one.position, one.colour, rng.uniform(0.4, 1.2), one.radius, one.is_window)
            for one in lamps
        ]
    elif kind == "coloured":
        tint = rng.uniform(0.04, 1.0, 3) ** 1.3
        led = _placed(rng, centre, (5, 30), (8, 30), 5000, 1.0, rng.uniform(0.5, 4))
        led = Lamp(led.position, tint / tint.mean(), rng.uniform(0.5, 1.2), led.radius)
        lamps, ambient = [led, ceiling if rng.random() < 0.6 else window], rng.uniform(0.1, 0.5)
    elif kind == "overcast":
        weak = Lamp(window.position, window.colour, 0.3, 9.0, True)
        lamps, ambient = [weak], rng.uniform(0.8, 1.2)
    else:
        glow = _placed(rng, centre, (3, 12), (3, 7), 1750, 1.0, 0.25)
        lamps, ambient = [glow], rng.uniform(0.03, 0.2)
        ambient_colour = black_body(2000)
    shades += _passing_shadows(rng, centre, extent, len(lamps))
    return Light(
        tuple(lamps),
        ambient * ambient_colour,
        tuple(shades),
        float(rng.uniform(0.0, 0.3) if rng.random() < 0.8 else rng.uniform(0.3, 0.6)),
    )


def _placed(
    rng: np.random.Generator,
    centre: Points,
    reach: tuple[float, float],
    height: tuple[float, float],
    kelvin: float,
    power: float,
    radius: float,
    is_window: bool = False,
) -> Lamp:
    away = rng.uniform(*reach) * turning(rng.uniform(0, 2 * np.pi))[:, 0]
    position = np.array([*(centre + away), rng.uniform(*height)])
    return Lamp(position, black_body(kelvin), float(power), float(radius), is_window)


def _window_panes(rng: np.random.Generator, centre: Points, extent: float) -> list[Shade]:
    """Sunlight that falls through the panes of a window."""
    wide, high = rng.uniform(2.0, 7.0), rng.uniform(3.0, 10.0)
    bar = rng.uniform(0.2, 0.9)
    turn = turning(rng.uniform(0, np.pi))
    slant = np.array([[1, rng.normal(0, 0.4)], [0, 1]])
    corner = centre + rng.normal(0, 0.35 * extent, 2)
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64)
    depth, softness = rng.uniform(0.6, 0.95), float(rng.uniform(0.03, 0.3))
    return [
        Shade(
            ((square * [wide, high] + [column * (wide + bar), row * (high + bar)]) @ slant.T)
            @ turn.T
            + corner,
            softness,
            float(depth),
            0,
            is_bright=True,
        )
        for column in range(-1, int(rng.integers(1, 3)))
        for row in range(-1, int(rng.integers(1, 2)))
    ]


def _passing_shadows(
    rng: np.random.Generator, centre: Points, extent: float, lamps: int
) -> list[Shade]:
    """Shadows of the phone, the hands and the head of the photographer, of players and furniture."""
    shades = []
    for _ in range(int(rng.choice((0, 0, 0, 1, 1, 2)))):
        lamp = int(rng.integers(lamps))
        at = centre + rng.normal(0, 0.5 * extent, 2)
        kind = int(rng.integers(3))
        if kind == 0:  # a phone and the hands that hold it
            size = np.array([1.7, 3.4]) * rng.uniform(0.9, 2.2)
            outline = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2 * size
        elif kind == 1:  # a head or a body
            angle = np.linspace(0, 2 * np.pi, 24, endpoint=False)
            wobble = 1 + 0.12 * np.sin(2 * angle + rng.uniform(0, 6)) + 0.08 * np.sin(3 * angle)
            radii = rng.uniform(2.5, 7.0, 2)
            outline = np.column_stack([np.cos(angle), np.sin(angle)]) * wobble[:, None] * radii
        else:  # an arm, a lamp's stand, the edge of a shelf
            outline = np.array([[-30, -0.5], [0, -0.5], [0, 0.5], [-30, 0.5]])
            outline = outline * [1, rng.uniform(0.6, 3.5)]
        shades.append(
            Shade(
                outline @ turning(rng.uniform(0, 2 * np.pi)).T + at,
                float(rng.uniform(0.05, 1.8)),
                float(rng.uniform(0.35, 0.97)),
                lamp,
            )
        )
    return shades


def ground_grid(camera: Camera, step: int) -> Field:
    """Return the points of the table that every ``step``-th pixel shows, shape (H, W, 2) in tiles.

    What lies beyond the horizon gets a place far away.
    """
    width, height = camera.size
    x = ((np.arange(-(-width // step)) + 0.5) * step).astype(np.float32)[None, :]
    y = ((np.arange(-(-height // step)) + 0.5) * step).astype(np.float32)[:, None]
    inverse = np.linalg.inv(camera.plane())
    # The sign that points before the camera have.
    inverse = inverse * np.sign(inverse[2] @ camera.plane() @ np.array([*_below(camera), 1.0]))
    inverse = (inverse / np.abs(inverse[2]).max()).astype(np.float32)
    depth = 1 / np.maximum(inverse[2, 0] * x + inverse[2, 1] * y + inverse[2, 2], np.float32(1e-6))
    grid = np.empty((*depth.shape, 2), np.float32)
    for axis in range(2):
        along = (inverse[axis, 0] * x + inverse[axis, 1] * y + inverse[axis, 2]) * depth
        reach = float(camera.position[axis])
        np.clip(along, reach - 200, reach + 200, out=grid[..., axis])
    return np.asarray(grid, np.float32)


def _below(camera: Camera) -> Points:
    forward = camera.rotation[2]
    return np.asarray(
        camera.position[:2] - forward[:2] * camera.position[2] / min(forward[2], -1e-3)
    )


def lamp_fields(light: Light, camera: Camera, centre: Points) -> list[Field]:
    """Return how much light of each lamp falls on the table.

    Parameters
    ----------
    light
        The lamps and what shades them.
    camera
        Whose pixels are meant.
    centre
        Shape (2,): where each lamp throws its power, in tiles.

    Returns
    -------
    list
        Of each lamp shape (H / 4, W / 4), before the shadows of what lies in the picture.
    """
    grid = ground_grid(camera, GRID)
    fields = []
    for number, lamp in enumerate(light.lamps):
        height = lamp.position[2]
        across = grid[..., 0] - np.float32(lamp.position[0])
        along = grid[..., 1] - np.float32(lamp.position[1])
        squared = across * across + along * along + np.float32(height**2)
        at_centre = ((lamp.position[:2] - centre) ** 2).sum() + height**2
        nearer = np.float32(at_centre) / squared
        field = np.minimum(lamp.power * nearer * np.sqrt(nearer), 6 * lamp.power)
        for shade in light.shades:
            if shade.lamp == number and not shade.is_bright:
                field *= 1 - shade.depth * _mask(shade, camera)
        panes = [shade for shade in light.shades if shade.lamp == number and shade.is_bright]
        if panes:
            lit = np.max([_mask(pane, camera) for pane in panes], axis=0)
            field *= 1 - panes[0].depth * (1 - lit)
        fields.append(np.asarray(field, np.float32))
    return fields


def _mask(shade: Shade, camera: Camera) -> Field:
    """Return where a shade lies, 0..1, for every fourth pixel."""
    width, height = camera.size
    shape = (-(-height // GRID), -(-width // GRID))
    outline = np.column_stack([shade.outline, np.zeros(len(shade.outline))])
    seen = clipped(camera, outline)
    mask = np.zeros(shape, np.uint8)
    if len(seen) >= 3:
        corners = np.clip(camera.project(seen) / GRID, -3e4, 3e4)
        cv2.fillPoly(mask, [np.rint(corners * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    middle = np.array([*shade.outline.mean(axis=0), 0.0])
    scale = camera.focal / max(float(camera.depth(middle)), 1.0) / GRID
    sigma = float(np.clip(shade.softness * scale, 0.4, 60))
    blurred = np.asarray(cv2.GaussianBlur(mask, (0, 0), sigma), np.float32)
    return np.asarray(blurred / np.float32(255), np.float32)


def clipped(camera: Camera, polygon: Points, near: float = 0.2) -> Points:
    """Return the part of a polygon of shape (N, 3) that lies before the camera, shape (M, 3)."""
    depth = camera.depth(polygon) - near
    kept = []
    for index in range(len(polygon)):
        before = index - 1
        if (depth[before] > 0) != (depth[index] > 0):
            share = depth[before] / (depth[before] - depth[index])
            kept.append(polygon[before] + share * (polygon[index] - polygon[before]))
        if depth[index] > 0:
            kept.append(polygon[index])
    return np.array(kept, np.float64).reshape(-1, 3)


def reflections(
    light: Light,
    camera: Camera,
    grid: Field,
    slopes: Field,
    gloss: Field,
    roughness: Field,
) -> tuple[list[Field], Field]:
    """Return the light that surfaces throw back like mirrors.

    Parameters
    ----------
    light
        The lamps.
    camera
        From where the surfaces are seen.
    grid
        Shape (H, W, 2): the points that are seen, in tiles.
    slopes
        Shape (H, W, 2): how much the surface rises to the right and away.
    gloss, roughness
        Shape (H, W), as those of :class:`.tables.Table`.

    Returns
    -------
    tuple
        For each lamp shape (H, W), and for the light from everywhere shape (H, W).
    """
    points = grid
    x = np.float32(camera.position[0]) - points[..., 0]
    y = np.float32(camera.position[1]) - points[..., 1]
    z = np.float32(camera.position[2])
    norm = 1 / np.sqrt(x * x + y * y + z * z)
    x, y, up = x * norm, y * norm, z * norm
    # A mirror on a slope throws light back as a level one does, turned by twice the slope.
    facing = up - x * slopes[..., 0] - y * slopes[..., 1]
    rx = -2 * facing * slopes[..., 0] - x
    ry = -2 * facing * slopes[..., 1] - y
    rz = 2 * facing - up
    grazing = 1 - np.clip(facing, 0, 1)
    fresnel = gloss * (1 + 16 * grazing**5)
    lobes = []
    for lamp in light.lamps:
        lx = np.float32(lamp.position[0]) - points[..., 0]
        ly = np.float32(lamp.position[1]) - points[..., 1]
        lz = np.float32(lamp.position[2])
        squared = lx * lx + ly * ly + lz * lz
        distance = np.sqrt(squared)
        width = np.sqrt(roughness**2 + (0.6 * np.float32(lamp.radius) / distance) ** 2)
        if lamp.is_window:
            # Where the mirrored line of sight meets the upright plane of the window.
            along = np.maximum(rx * lx + ry * ly, 1e-3)
            share = (lx * lx + ly * ly) / along
            aside = (rx * ly - ry * lx) * share / np.sqrt(lx * lx + ly * ly)
            above = rz * share - lz
            soft = np.maximum(roughness * distance, 0.15)
            half = np.float32(lamp.radius)
            shape = np.float32(1.0) / (1 + np.exp(np.clip((np.abs(aside) - half) / soft, -20, 20)))
            shape /= 1 + np.exp(np.clip((np.abs(above) - 1.3 * half) / soft, -20, 20))
            lobe = np.where(rx * lx + ry * ly > 0, shape, 0)
            spread = np.maximum(width, half / distance)
        else:
            cosine = (rx * lx + ry * ly + rz * lz) / distance
            lobe = np.exp(np.clip((cosine - 1) / width**2, -30, 0))
            spread = width
        lobes.append(
            np.asarray(np.minimum(fresnel * lamp.power * lobe / (2 * spread**2), 8), np.float32)
        )
    return lobes, np.asarray(np.minimum(fresnel, 0.6), np.float32)
