"""What is made of squares and strips underfoot, in the bath and on the bed: tiles, parquet, quilts."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from dataclasses import dataclass

import cv2
import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import circle, num, path, place, rect, stroke
from ..scenes.arrays import Image, as_image
from ..scenes.noise import smooth_noise
from ..scenes.tables import Table
from .drawing import Rng, bare, fitted, hue, mottled, one_in, paste, pick, printed, rgb, thin
from .pictures import interior, landscape, ornament, portrait, still_life
from .subject import ON_A_WALL, Subject

_SIDE = 2000  # pixels of a surface


# Bath


def bath_tiles(rng: Rng) -> Subject:
    """Look at wall or floor tiles: plain, patterned or painted in blue."""
    cells = int(rng.integers(8, 15))
    step = _SIDE // cells
    joint = max(2, int(step * rng.uniform(0.015, 0.05)))
    wall = np.full((_SIDE, _SIDE, 3), rng.uniform(110, 235), np.uint8)
    faces = _plain(rng) if one_in(rng, 3) else _delft(rng) if one_in(rng, 2) else _patterned(rng)
    for row in range(cells + 1):
        for column in range(cells + 1):
            face = fitted(pick(rng, faces), step - joint, step - joint)
            tone = float(rng.normal(1, 0.025))
            toned = np.asarray(cv2.convertScaleAbs(face, alpha=tone), np.uint8)
            paste(wall, toned, column * step, row * step)
    surface = Table("bath-tiles", mottled(rng, as_image(wall), 0.02), float(cells), 0.045, 0.06)
    half = rng.uniform(2.2, 4.5)
    return Subject(
        (), surface, (half, 0.75 * half), ON_A_WALL, clutter=0.0, is_upright=one_in(rng, 2)
    )


def _plain(rng: Rng) -> list[Image]:
    glazes = [hue(rng, (0.0, 0.5), (0.55, 1.0)) for _ in range(int(rng.integers(1, 4)))]
    rim = "M4 4H96V96H4z"
    return [
        printed(
            rect(0, 0, 100, 100, it, "ball", line="none")
            + stroke(rim, lighter(it, 0.5), 2, opacity=0.5),
            100,
            100,
            200,
        )
        for it in glazes
    ]


def _delft(rng: Rng) -> list[Image]:
    """Paint tiles in one colour on white, each with a picture and ornaments in its corners."""
    ink, glaze = (
        np.array(pick(rng, ((36, 66, 140), (90, 50, 90), (40, 90, 90)))),
        np.array((240, 241, 238)),
    )
    found = []
    corner = path("M0 0H16Q14 14 0 16z", "#333333") + circle(17, 17, 3, "#555555")
    for _ in range(12):
        paint = pick(rng, (landscape, still_life, portrait, interior, ornament))
        body = rect(0, 0, 100, 100, "#ffffff", line="none") + place(
            paint(rng, 100, 100), 18, 18, 0.64
        )
        body += "".join(
            place(place(thin(corner, 1), -50, -50), 50, 50, turn=90 * i) for i in range(4)
        )
        grey = printed(body, 100, 100, 240).mean(axis=2, keepdims=True) / 255
        share = np.clip(1.25 * grey - 0.1, 0, 1)
        found.append(as_image(ink * (1 - share) + glaze * share))
    return found


def _patterned(rng: Rng) -> list[Image]:
    one, other, ground = hue(rng), hue(rng), hue(rng, (0.0, 0.2), (0.8, 1.0))
    quarter = (
        circle(0, 0, 44, one)
        + circle(0, 0, 34, ground)
        + circle(0, 0, 24, other)
        + path("M50 50L92 58Q74 74 58 92z", one)
        + circle(88, 88, pick(rng, (8, 14, 20)), other)
        + path("M0 96Q50 96 50 60Q60 96 96 96", other)
    )
    face = printed(rect(0, 0, 100, 100, ground, line="none") + bare(quarter), 100, 100, 240)
    whole = printed(ornament(rng, 100, 100), 100, 100, 240)
    turned = [np.ascontiguousarray(np.rot90(face, turn)) for turn in range(4)]
    return pick(rng, (turned, [whole], [*turned, whole, whole]))


# Wood


def parquet(rng: Rng) -> Subject:
    """Look at a floor of wooden blocks."""
    wood = pick(rng, ("#b07a48", "#8a5a34", "#c99c64", "#6a4530", "#d8b888", "#9c6b4a"))
    size = 1000.0
    kind = int(rng.integers(3))
    if kind == 0:
        body, step = _herringbone(rng, wood, size)
    else:
        body, step = _basket(rng, wood, size, framed=kind == 2)
    drawn = printed(
        rect(0, 0, size, size, darker(wood, 0.6), line="none") + bare(body), size, size, _SIDE
    )
    streaks = smooth_noise(rng, (_SIDE, _SIDE), (200, 12), 3) + smooth_noise(
        rng, (_SIDE, _SIDE), (12, 200), 3
    )
    texture = as_image(drawn * (1 + 0.035 * streaks)[..., None])
    surface = Table("parquet", texture, size / step, 0.04, float(rng.uniform(0.06, 0.3)))
    half = rng.uniform(2.5, 5.0)
    return Subject((), surface, (half, 0.75 * half), clutter=0.4)


def _basket(rng: Rng, wood: str, size: float, *, framed: bool) -> tuple[str, float]:
    step, strips = size / int(rng.integers(8, 14)), int(rng.integers(3, 7))
    out = ""
    for row, y in enumerate(np.arange(0, size, step)):
        for column, x in enumerate(np.arange(0, size, step)):
            edge = 0.09 * step if framed else 0.0
            inner = step - 2 * edge
            if framed:
                out += rect(x + 1, y + 1, step - 2, step - 2, darker(wood, rng.uniform(0.1, 0.35)))
            wide = inner / strips
            for strip in range(strips):
                tone = darker(wood, float(np.clip(rng.normal(0.12, 0.09), 0, 0.5)))
                if (row + column) % 2:
                    out += rect(
                        x + edge + strip * wide + 0.5, y + edge + 0.5, wide - 1, inner - 1, tone
                    )
                else:
                    out += rect(
                        x + edge + 0.5, y + edge + strip * wide + 0.5, inner - 1, wide - 1, tone
                    )
    return out, step


def _herringbone(rng: Rng, wood: str, size: float) -> tuple[str, float]:
    wide = size / int(rng.integers(14, 26))
    times = int(rng.integers(3, 6))
    out = ""
    reach = int(1.6 * size / wide)
    for i in range(-reach, reach):
        for j in range(-reach, reach):
            if (i - j) % (2 * times):
                continue
            for x, y, w, h in ((i, j, times, 1), (i, j + 1, 1, times)):
                tone = darker(wood, float(np.clip(rng.normal(0.12, 0.09), 0, 0.5)))
                out += rect(x * wide + 0.6, y * wide + 0.6, w * wide - 1.2, h * wide - 1.2, tone)
    return place(out, size / 2, 0, turn=45), wide * times


# Cloth


def quilt(rng: Rng) -> Subject:
    """Look at a quilt of square blocks, with or without strips between them."""
    cells = int(rng.integers(6, 11))
    step = _SIDE // cells
    strip = int(step * rng.choice((0.0, 0.06, 0.14)))
    sash = rgb(hue(rng, (0.0, 0.4), (0.7, 1.0)))
    cloth = np.full((_SIDE, _SIDE, 3), sash, np.uint8)
    prints = [_draw_print(rng) for _ in range(int(rng.integers(4, 9)))]
    blocks = [_block(rng, prints) for _ in range(14)]
    is_plain = one_in(rng, 2)
    for row in range(cells + 1):
        for column in range(cells + 1):
            body = pick(rng, prints).cut(rng) if is_plain else pick(rng, blocks)
            paste(cloth, printed(bare(body), 100, 100, step - strip), column * step, row * step)
    folds = smooth_noise(rng, (_SIDE, _SIDE), (cells, cells), 3)
    threads = smooth_noise(rng, (_SIDE, _SIDE), (500, 500))
    texture = as_image(cloth * (1 + 0.05 * folds + 0.03 * threads)[..., None])
    half = rng.uniform(2.2, 4.2)
    surface = Table("quilt", texture, float(cells), 0.0, 0.5)
    return Subject((), surface, (half, 0.75 * half), clutter=0.4)


@dataclass(frozen=True)
class _Print:
    """A printed cloth that can be cut from anywhere."""

    ground: str
    ink: str
    kind: int
    step: float

    def cut(self, rng: Rng) -> str:
        out = rect(0, 0, 100, 100, self.ground)
        steps = [float(it) for it in np.arange(rng.uniform(-10, 0), 110, self.step)]
        grid = [(x, y) for x in steps for y in steps]
        if self.kind == 1:
            out += "".join(circle(x, y, self.step * 0.25, self.ink) for x, y in grid)
        elif self.kind == 2:
            out += "".join(rect(x, 0, self.step * 0.5, 100, self.ink) for x in steps)
        elif self.kind == 3:
            dot = circle(0, -0.2 * self.step, 0.16 * self.step, self.ink)
            petals = "".join(place(dot, turn=72 * i) for i in range(5))
            out += "".join(place(petals, x, y) for x, y in grid)
        elif self.kind == 4:
            half = self.step / 2
            out += "".join(
                rect(x, 0, half, 100, self.ink) + rect(0, x, 100, half, self.ink) for x in steps
            )
        return out


def _draw_print(rng: Rng) -> _Print:
    ground, ink = hue(rng, (0.05, 0.6), (0.35, 0.95)), hue(rng, (0.0, 0.5), (0.5, 1.0))
    return _Print(ground, ink, int(rng.integers(5)), rng.uniform(8, 20))


def _block(rng: Rng, prints: list[_Print]) -> str:
    one, other, third = (pick(rng, prints).cut(rng) for _ in range(3))
    kind = int(rng.integers(4))

    def cut(cloth: str, points: list[tuple[float, float]], name: str) -> str:
        outline = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "z"
        unique = f"{name}{int(rng.integers(1 << 30))}"
        return f'<clipPath id="{unique}"><path d="{outline}"/></clipPath><g clip-path="url(#{unique})">{cloth}</g>'

    if kind == 0:  # nine patch
        spots = [(x, y) for x in range(3) for y in range(3) if (x + y) % 2 == 0]
        return one + "".join(
            cut(
                other,
                [
                    (x * 33.4, y * 33.4),
                    (x * 33.4 + 33.4, y * 33.4),
                    (x * 33.4 + 33.4, y * 33.4 + 33.4),
                    (x * 33.4, y * 33.4 + 33.4),
                ],
                "p",
            )
            for x, y in spots
        )
    if kind == 1:  # pinwheel
        half = cut(other, [(50, 50), (50, 0), (100, 0)], "w")
        return one + "".join(place(place(half, -50, -50), 50, 50, turn=90 * i) for i in range(4))
    if kind == 2:  # star
        point = cut(other, [(50, 20), (20, 50), (0, 50), (25, 25), (50, 0)], "s")
        ray = cut(third, [(50, 50), (25, 25), (50, 0), (75, 25)], "r")
        return one + "".join(
            place(place(point + ray, -50, -50), 50, 50, turn=90 * i) for i in range(4)
        )
    out = one  # log cabin
    for ring in range(4):
        at, size = 12.5 * ring, 100 - 25 * ring
        cloth = pick(rng, prints).cut(rng)
        out += cut(cloth, [(at, at), (at + size, at), (at + size, at + size), (at, at + size)], "l")
        out += cut(
            other if ring % 2 else third,
            [(at, at), (at + size, at), (at + size, at + 12.5), (at, at + 12.5)],
            "m",
        )
    return out
