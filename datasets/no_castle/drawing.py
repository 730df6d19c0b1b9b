"""Chance, colours and sheets to draw on, shared by all kinds of pictures."""

import colorsys
from collections.abc import Sequence
from typing import TypeVar

import cv2
import numpy as np

from ..faces.rasterise import rasterise
from ..faces.svg import document, num, rect
from ..scenes.arrays import Colour, Image, as_image
from ..scenes.noise import smooth_noise

Rng = np.random.Generator

_T = TypeVar("_T")
_SYLLABLES = [
    "ka",
    "lo",
    "ren",
    "mi",
    "tas",
    "or",
    "bel",
    "dun",
    "fa",
    "gri",
    "hol",
    "is",
    "jo",
    "kel",
    "lum",
    "nar",
    "os",
    "pra",
    "qui",
    "rus",
    "sel",
    "tor",
    "ul",
    "ven",
    "wick",
    "yar",
    "zet",
]


def pick(rng: Rng, options: Sequence[_T]) -> _T:
    """Choose one of several."""
    return options[int(rng.integers(len(options)))]


def one_in(rng: Rng, times: float) -> bool:
    """Return True once in so many times."""
    return bool(rng.random() * times < 1)


def hue(
    rng: Rng,
    saturation: tuple[float, float] = (0.35, 0.85),
    value: tuple[float, float] = (0.45, 0.95),
    turn: float | None = None,
) -> str:
    """Draw a colour as ``#rrggbb``, of any hue or that of a turn from 0 to 1."""
    angle = rng.random() if turn is None else (turn + rng.normal(0, 0.02)) % 1
    channels = colorsys.hsv_to_rgb(angle, rng.uniform(*saturation), rng.uniform(*value))
    return "#" + "".join(f"{round(255 * channel):02x}" for channel in channels)


def rgb(colour: str) -> Colour:
    """Return ``#rrggbb`` as numbers."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def words(rng: Rng, fewest: int = 1, most: int = 2) -> str:
    """Make up a name of so many words."""
    count = int(rng.integers(fewest, most + 1))
    return " ".join(
        "".join(pick(rng, _SYLLABLES) for _ in range(int(rng.integers(2, 4)))).capitalize()
        for _ in range(count)
    )


def bare(svg: str) -> str:
    """Draw shapes without outlines."""
    return f'<g stroke="none">{svg}</g>'


def thin(svg: str, width: float) -> str:
    """Draw outlines of this width."""
    return f'<g stroke-width="{width:g}">{svg}</g>'


def graded(x: float, y: float, wide: float, high: float, top: str, bottom: str) -> str:
    """Draw a rectangle that goes from one colour to another, from top to bottom, without an outline."""
    name = f"graded{top[1:]}{bottom[1:]}"
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient>'
        + rect(x, y, wide, high, f"@{name}", line="none")
    )


def inset(svg: str, x: float, y: float, wide: float, high: float, view: tuple[float, float]) -> str:
    """Put a drawing of the size ``view`` into a rectangle; what is outside of it is cut off."""
    return (
        f'<svg x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" '
        f'viewBox="0 0 {num(view[0])} {num(view[1])}" preserveAspectRatio="none">{svg}</svg>'
    )


def printed(body: str, wide: float, high: float, height_px: int) -> Image:
    """Rasterise a drawing of this size, so many pixels high, RGB."""
    width_px = max(2, round(height_px * wide / high))
    drawn = rasterise(document(body, wide, high), width_px, height_px)
    alpha = drawn[..., 3:].astype(np.float32) / 255
    return as_image(drawn[..., :3] * alpha + 255 * (1 - alpha))


def cut_out(body: str, wide: float, high: float, height_px: int) -> Image:
    """Rasterise a drawing of this size, so many pixels high, RGBA."""
    return rasterise(document(body, wide, high), max(2, round(height_px * wide / high)), height_px)


def mottled(rng: Rng, face: Image, strength: float, cells: float = 5) -> Image:
    """Make a face lighter here and darker there, as no print, wood or cloth is even."""
    noise = smooth_noise(rng, (face.shape[0], face.shape[1]), (cells, cells), 5, 0.6)
    return as_image(face * (1 + strength * noise)[..., None])


def paste(page: Image, picture: Image, left: int, top: int) -> None:
    """Put a picture on a page, as far as it lies on it."""
    high, wide = page.shape[:2]
    x, y = max(left, 0), max(top, 0)
    right, bottom = min(left + picture.shape[1], wide), min(top + picture.shape[0], high)
    if right > x and bottom > y:
        page[y:bottom, x:right] = picture[y - top : bottom - top, x - left : right - left]


def fitted(picture: Image, wide: int, high: int) -> Image:
    """Return a picture at this size in pixels."""
    shape = (max(1, wide), max(1, high))
    return np.asarray(cv2.resize(picture, shape, interpolation=cv2.INTER_AREA), np.uint8)
