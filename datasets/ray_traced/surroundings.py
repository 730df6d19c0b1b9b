"""The room around a table, as a panorama that lights it from everywhere and is seen in what shines."""

from dataclasses import dataclass

import cv2
import numpy as np

from ..scenes.arrays import Field, Points

_SHAPE = (192, 384)


@dataclass(frozen=True)
class Room:
    """What a room looks like from its table.

    Attributes
    ----------
    ceiling, wall, floor
        Shape (3,): linear RGB of what they throw back.
    windows
        How many bright panes the walls have.
    furniture
        How many dark and coloured things stand along the walls.
    contrast
        How much brighter windows are than walls.
    """

    ceiling: Points
    wall: Points
    floor: Points
    windows: int
    furniture: int
    contrast: float


def draw_room(rng: np.random.Generator, windows: int, contrast: float) -> Room:
    """Draw a room with this many windows."""
    tint = rng.dirichlet(np.full(3, 30.0)) * 3
    return Room(
        ceiling=rng.uniform(0.6, 0.9) * np.ones(3),
        wall=rng.uniform(0.25, 0.75) * tint,
        floor=rng.uniform(0.06, 0.3) * np.array([1.2, 1.0, 0.75]),
        windows=windows,
        furniture=int(rng.integers(4, 16)),
        contrast=contrast,
    )


def panorama(room: Room, rng: np.random.Generator) -> Field:
    """Paint a room as an equirectangular picture that throws an irradiance of 1 on what faces upward.

    Returns
    -------
    ndarray
        Shape (192, 384, 3), linear RGB as radiance, straight up in the first row.
    """
    rows, columns = _SHAPE
    height = np.linspace(90, -90, rows)[:, None]
    shade = np.clip((height - 30) / 12, 0, 1)
    column = room.wall * (1 - shade[..., None]) + room.ceiling * shade[..., None]
    below = np.clip((-height - 22) / 6, 0, 1)[..., None]
    column = column * (1 - below) + room.floor * below
    picture: Field = np.broadcast_to(column, (rows, columns, 3)).astype(np.float32)
    # Corners of the room are darker, and so is what is far from the light.
    around = np.linspace(0, 2 * np.pi, columns, endpoint=False)[None, :]
    corners = 1 - 0.25 * np.abs(np.cos(2 * (around + rng.uniform(0, 2 * np.pi)))) ** 6
    side = 1 + 0.35 * np.cos(around - rng.uniform(0, 2 * np.pi))
    picture *= (corners * side)[..., None].astype(np.float32)
    for _ in range(room.furniture):
        x = int(rng.integers(columns))
        wide, high = int(rng.integers(6, 50)), float(rng.uniform(-5, 30))
        colour = rng.uniform(0.02, 0.5) * rng.dirichlet(np.full(3, 6.0)) * 3
        _box(picture, x, wide, high, float(rng.uniform(-50, -20)), colour)
    for _ in range(room.windows):
        x, wide = int(rng.integers(columns)), int(rng.integers(14, 40))
        bright = room.contrast * rng.uniform(0.6, 1.4) * np.array([0.95, 1.0, 1.08])
        top, bottom = float(rng.uniform(22, 38)), float(rng.uniform(-4, 6))
        for pane in range(int(rng.integers(1, 4))):
            _box(picture, x + pane * (wide + 3), wide, top, bottom, bright)
    soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.6), np.float32)
    up = np.sin(np.radians(np.maximum(height, 0))) * np.cos(np.radians(height))
    weight = up * (np.pi / rows) * (2 * np.pi / columns)
    falling = float((soft.mean(axis=2) * weight).sum())
    return np.asarray(soft / max(falling, 1e-6), np.float32)


def _box(picture: Field, x: int, wide: int, top: float, bottom: float, colour: Points) -> None:
    rows, columns = picture.shape[:2]
    first, last = (int((90 - degrees) / 180 * rows) for degrees in (top, bottom))
    picture[first:last, np.arange(x, x + wide) % columns] = colour
