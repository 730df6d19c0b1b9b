"""Patterns of tablecloths, which repeat without a seam."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from ..scenes.arrays import Colour, Field, Image, as_image

SIDE = 1024  # pixels of one repeat

_Rng = np.random.Generator
_Place = tuple[float, float]

_DYES: Sequence[Colour] = (
    (178, 34, 44), (24, 54, 110), (38, 96, 66), (222, 186, 92), (96, 44, 76), (60, 62, 68),
    (196, 110, 60), (120, 158, 176), (214, 150, 150), (142, 156, 104), (84, 58, 44), (30, 30, 34),
)  # fmt: skip
_GROUNDS: Sequence[Colour] = (
    (240, 236, 226), (232, 222, 200), (214, 206, 190), (226, 230, 232), (246, 240, 220),
)  # fmt: skip


def _dye(rng: _Rng, among: Sequence[Colour] = _DYES) -> Colour:
    red, green, blue = np.clip(
        np.array(among[int(rng.integers(len(among)))]) + rng.normal(0, 10, 3), 6, 250
    )
    return int(red), int(green), int(blue)


def _flat(colour: Colour) -> Field:
    return np.full((SIDE, SIDE, 3), colour, np.float32)


def _warp_and_weft(threads: Field, across: Field, per_repeat: int) -> Image:
    """Weave coloured threads, shape (N, 3) each way: every pixel shows the one that lies on top there."""
    index = np.arange(SIDE) * per_repeat // SIDE
    over = ((index[:, None] + index[None, :]) // 2 % 2)[..., None]  # twill
    lengthwise = threads[index * len(threads) // per_repeat % len(threads)][None, :]
    crosswise = across[index * len(across) // per_repeat % len(across)][:, None]
    return as_image(np.where(over == 0, lengthwise, crosswise))


def tartan(rng: _Rng) -> Image:
    """Return a plaid of a random sett."""
    colours = [_dye(rng) for _ in range(int(rng.integers(2, 5)))]
    if rng.random() < 0.6:
        colours[0] = _dye(rng, _GROUNDS)
    stripes: list[Colour] = []
    while len(stripes) < 64:
        stripes += [colours[int(rng.integers(len(colours)))]] * int(rng.choice((2, 4, 12, 20)))
    half = np.array(stripes[:64], np.float32)
    sett = np.concatenate([half, half[::-1]])
    return _warp_and_weft(sett, sett, 512)


def gingham(rng: _Rng) -> Image:
    """Return a checked cloth of one colour on a pale ground."""
    cells = int(rng.choice((4, 6, 8, 12)))
    pair = np.array([_dye(rng), _dye(rng, _GROUNDS)], np.float32)
    threads = np.repeat(np.tile(pair, (cells // 2, 1)), 256 // cells, axis=0)
    return _warp_and_weft(threads, threads, 512)


def stripes(rng: _Rng) -> Image:
    """Return a kitchen towel with stripes along it."""
    threads = np.repeat(np.array([_dye(rng, _GROUNDS)], np.float32), 128, axis=0)
    for _ in range(int(rng.integers(1, 5))):
        start, wide = int(rng.integers(118)), int(rng.integers(2, 18))
        threads[start : start + wide] = _dye(rng)
    plain = threads[:1] if rng.random() < 0.6 else threads
    return _warp_and_weft(threads, plain, 512)


def plain(rng: _Rng) -> Image:
    """Return a cloth of one colour with slubs in its threads."""
    base = np.array(_dye(rng, (*_DYES, *_GROUNDS, *_GROUNDS)), np.float32)
    shades = 1 + rng.normal(0, 0.05, (2, 256, 1)).astype(np.float32)
    return _warp_and_weft(base * shades[0], base * shades[1], 512)


def _wrapped(image: Image, at: _Place, draw: Callable[[Image, tuple[int, int]], None]) -> None:
    """Draw something that goes on at the other side where it crosses an edge."""
    for dx in (-SIDE, 0, SIDE):
        for dy in (-SIDE, 0, SIDE):
            draw(image, (round(at[0] + dx), round(at[1] + dy)))


def _flower(rng: _Rng, radius: float, petal: Colour, heart: Colour) -> Callable[..., None]:
    count, turn = int(rng.integers(5, 9)), float(rng.uniform(0, 360))
    darker = tuple(int(0.8 * part) for part in petal)

    def draw(image: Image, at: tuple[int, int]) -> None:
        for number in range(count):
            angle = turn + number * 360 / count
            direction = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
            x, y = np.array(at) + 0.55 * radius * direction
            axes = (int(0.5 * radius), int(1.5 * radius / count))
            centre = (round(float(x)), round(float(y)))
            cv2.ellipse(image, centre, axes, angle, 0, 360, petal, -1, cv2.LINE_AA)
            cv2.ellipse(image, centre, axes, angle, 0, 360, darker, 1, cv2.LINE_AA)
        cv2.circle(image, at, max(2, int(0.24 * radius)), heart, -1, cv2.LINE_AA)

    return draw


def _leaf(rng: _Rng, length: float, colour: Colour) -> Callable[..., None]:
    angle = float(rng.uniform(0, 360))

    def draw(image: Image, at: tuple[int, int]) -> None:
        axes = (int(length), int(0.3 * length))
        cv2.ellipse(image, at, axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
        tip = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))]) * length
        vein = tuple(int(0.75 * part) for part in colour)
        ends = [(round(float(x)), round(float(y))) for x, y in (at - tip, at + tip)]
        cv2.line(image, ends[0], ends[1], vein, 1, cv2.LINE_AA)

    return draw


def flowers(rng: _Rng) -> Image:
    """Return a print of flowers and leaves."""
    image = as_image(_flat(_dye(rng, _GROUNDS if rng.random() < 0.7 else _DYES)))
    inks = [_dye(rng) for _ in range(3)]
    greens = [_dye(rng, ((70, 110, 60), (110, 130, 80), (50, 84, 70))) for _ in range(2)]
    size = float(rng.uniform(28, 90))
    for _ in range(int(26000 / size**1.5) + 8):
        x, y = rng.uniform(0, SIDE, 2)
        draw = _leaf(rng, size * rng.uniform(0.4, 0.8), greens[int(rng.integers(2))])
        _wrapped(image, (float(x), float(y)), draw)
    for _ in range(int(16000 / size**1.5) + 6):
        x, y = rng.uniform(0, SIDE, 2)
        big = size * rng.uniform(0.5, 1.1)
        draw = _flower(rng, big, inks[int(rng.integers(3))], (226, 190, 80))
        _wrapped(image, (float(x), float(y)), draw)
    return np.asarray(cv2.GaussianBlur(image, (0, 0), 0.7), np.uint8)


def dots(rng: _Rng) -> Image:
    """Return a cloth with dots in rows."""
    image = as_image(_flat(_dye(rng)))
    ink = _dye(rng, _GROUNDS)
    rows = int(rng.choice((6, 8, 12, 16)))
    step = SIDE / rows
    radius = max(3, int(step * rng.uniform(0.12, 0.3)))

    def draw(canvas: Image, at: tuple[int, int]) -> None:
        cv2.circle(canvas, at, radius, ink, -1, cv2.LINE_AA)

    for row in range(rows):
        for column in range(rows):
            _wrapped(image, ((column + row % 2 / 2) * step, row * step), draw)
    return image


CLOTHS: Mapping[str, Callable[[_Rng], Image]] = {
    "plain": plain,
    "gingham": gingham,
    "tartan": tartan,
    "stripes": stripes,
    "flowers": flowers,
    "dots": dots,
}
"""Patterns by name; each returns one repeat of shape (1024, 1024, 3), RGB in sRGB."""
