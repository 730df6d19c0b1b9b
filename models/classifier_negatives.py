"""Pictures of what is no piece of the game: tables, playing cards, tiles of other games, noise."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from ..datasets.faces import Pixels
from ..datasets.scenes.noise import smooth_noise
from ..datasets.scenes.tables import draw_table
from .classifier_faces import resized

SIDE = 192
_Rng = np.random.Generator
_Colour = tuple[int, int, int]


def draw_tables(rng: _Rng, count: int) -> tuple[Pixels, ...]:
    """Return table tops, 512 px square, to cut backgrounds from."""
    return tuple(resized(draw_table(rng).texture, 512, 512) for _ in range(count))


def table_crop(rng: _Rng, tables: tuple[Pixels, ...], height: int, width: int) -> Pixels:
    """Return a random piece of a random table, at a random scale."""
    table = tables[int(rng.integers(len(tables)))]
    longest = max(height, width)
    side = int(min(512, max(24, longest * rng.uniform(0.3, 2.5))))
    high, wide = max(4, side * height // longest), max(4, side * width // longest)
    top, left = int(rng.integers(513 - high)), int(rng.integers(513 - wide))
    crop = table[top : top + high, left : left + wide]
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    return cv2.resize(crop, (width, height), interpolation=cv2.INTER_LINEAR).astype(np.uint8)


def draw_negative(rng: _Rng, tables: tuple[Pixels, ...]) -> Pixels:
    """Return a square picture, uint8 RGB, of something that no gallery knows."""
    kind = rng.random()
    if kind < 0.2:
        return table_crop(rng, tables, SIDE, SIDE)
    if kind < 0.4:
        return _playing_card(rng)
    if kind < 0.85:
        return _foreign_tile(rng, tables)
    return _texture(rng)


def _colour(rng: _Rng, low: int = 0, high: int = 256) -> _Colour:
    red, green, blue = (int(part) for part in rng.integers(low, high, 3))
    return red, green, blue


def _filled(colour: _Colour) -> Pixels:
    return np.full((SIDE, SIDE, 3), colour, np.uint8)


def _texture(rng: _Rng) -> Pixels:
    cells = int(2 ** rng.uniform(1, 6))
    coarse = rng.integers(0, 256, (cells, cells, 3)).astype(np.uint8)
    how = int(rng.choice([cv2.INTER_NEAREST, cv2.INTER_LINEAR, cv2.INTER_CUBIC]))
    return cv2.resize(coarse, (SIDE, SIDE), interpolation=how).astype(np.uint8)


@cache
def _marble() -> tuple[np.ndarray, ...]:
    rng = np.random.default_rng(7)
    return tuple(smooth_noise(rng, (SIDE, SIDE), (5, 5), 4) for _ in range(12))


def _playing_card(rng: _Rng) -> Pixels:
    image = _filled(_colour(rng, 215, 256))
    ink = (200, 20, 30) if rng.random() < 0.5 else (20, 20, 25)
    if rng.random() < 0.25:  # its back
        edge = int(rng.integers(6, 20))
        image[edge:-edge, edge:-edge] = _colour(rng)
        step = int(rng.integers(6, 24))
        line = _colour(rng)
        for offset in range(-SIDE, 2 * SIDE, step):
            cv2.line(image, (offset, 0), (offset + SIDE, SIDE), line, 2, cv2.LINE_AA)
            cv2.line(image, (offset, SIDE), (offset + SIDE, 0), line, 2, cv2.LINE_AA)
        return image
    if rng.random() < 0.3:  # a court card
        inner = image[30:-30, 40:-40]
        inner[:] = cv2.resize(
            rng.integers(0, 256, (9, 7, 3)).astype(np.uint8), inner.shape[1::-1], interpolation=0
        )
    else:
        for column in rng.choice([0.3, 0.5, 0.7], size=int(rng.integers(1, 4)), replace=False):
            for row in np.linspace(0.2, 0.8, int(rng.integers(1, 5))):
                _suit(image, rng, (int(column * SIDE), int(row * SIDE)), 16, ink)
    sign = str(rng.choice(list("A23456789JQK")))
    cv2.putText(image, sign, (8, 34), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
    turned = image[::-1, ::-1].copy()
    cv2.putText(turned, sign, (8, 34), cv2.FONT_HERSHEY_DUPLEX, 0.9, ink, 2, cv2.LINE_AA)
    return turned


def _suit(image: Pixels, rng: _Rng, at: tuple[int, int], size: int, ink: _Colour) -> None:
    x, y = at
    if rng.random() < 0.5:
        corners = np.array([[x, y - size], [x + size, y], [x, y + size], [x - size, y]])
        cv2.fillPoly(image, [corners.astype(np.int32)], ink, cv2.LINE_AA)
    else:
        for dx, dy in ((-size // 2, 0), (size // 2, 0), (0, -size // 2)):
            cv2.circle(image, (x + dx, y + dy), size // 2, ink, -1, cv2.LINE_AA)


def _foreign_tile(rng: _Rng, tables: tuple[Pixels, ...]) -> Pixels:
    """A tile of another game: perhaps a border, a frame, a picture, a banner, icons, a strip."""
    image = _filled(_colour(rng, 120, 256) if rng.random() < 0.6 else _colour(rng))
    edge = int(rng.integers(0, 22))
    frame = _colour(rng, 0, 90) if rng.random() < 0.6 else _colour(rng)
    cv2.rectangle(image, (edge, edge), (SIDE - 1 - edge, SIDE - 1 - edge), frame, -1)
    inside = edge + int(rng.integers(0, 8))
    size = SIDE - 2 * inside
    image[inside : inside + size, inside : inside + size] = _scene(rng, tables, size)
    if rng.random() < 0.4:
        top, high = int(rng.integers(inside, SIDE - 50)), int(rng.integers(12, 40))
        cv2.rectangle(image, (inside, top), (SIDE - inside, top + high), _colour(rng), -1)
        text = "".join(rng.choice(list("abcdefghijklmnopqrstuvwxyz "), int(rng.integers(3, 14))))
        font = int(rng.integers(0, 5))
        at = (inside + int(rng.integers(2, 30)), top + high - 6)
        cv2.putText(image, text, at, font, high / 34, _colour(rng), 1, cv2.LINE_AA)
    for _ in range(int(rng.integers(0, 6))):
        at = (int(rng.integers(SIDE)), int(rng.integers(SIDE)))
        radius = int(rng.integers(5, 20))
        cv2.circle(image, at, radius, _colour(rng), -1, cv2.LINE_AA)
        cv2.circle(image, at, radius, _colour(rng), 2, cv2.LINE_AA)
        _suit(image, rng, at, max(3, radius // 2), _colour(rng))
    return image


def _scene(rng: _Rng, tables: tuple[Pixels, ...], size: int) -> Pixels:
    kinds: tuple[Callable[[], Pixels], ...] = (
        lambda: table_crop(rng, tables, size, size),
        lambda: _gradient(rng, size),
        lambda: _clouds(rng, size),
    )
    scene = np.ascontiguousarray(kinds[int(rng.integers(len(kinds)))]())
    for _ in range(int(rng.integers(1, 14))):
        colour = _colour(rng)
        x, y = (int(part) for part in rng.integers(0, size, 2))
        wide, high = (int(part) for part in rng.integers(6, size // 2, 2))
        shape = rng.random()
        if shape < 0.35:
            cv2.rectangle(scene, (x, y), (x + wide, y + high), colour, -1)
        elif shape < 0.7:
            turn = float(rng.uniform(0, 180))
            cv2.ellipse(
                scene, (x, y), (wide // 2, high // 2), turn, 0, 360, colour, -1, cv2.LINE_AA
            )
        else:
            corners = np.array([x, y]) + rng.integers(-size // 4, size // 4, (4, 2))
            cv2.fillPoly(scene, [corners.astype(np.int32)], colour, cv2.LINE_AA)
    return scene


def _gradient(rng: _Rng, size: int) -> Pixels:
    first, second = np.array(_colour(rng), float), np.array(_colour(rng), float)
    share = np.linspace(0, 1, size)[:, None, None]
    rows = first * (1 - share) + second * share
    return np.broadcast_to(rows, (size, size, 3)).astype(np.uint8)


def _clouds(rng: _Rng, size: int) -> Pixels:
    noise = _marble()[int(rng.integers(12))][:size, :size, None]
    first, second = np.array(_colour(rng), float), np.array(_colour(rng), float)
    share = np.clip(0.5 + 0.4 * noise, 0, 1)
    return (first * (1 - share) + second * share).astype(np.uint8)
