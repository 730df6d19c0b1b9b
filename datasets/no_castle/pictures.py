"""Little paintings to print on cards, tiles, stamps and pages: landscapes, rooms, portraits, patterns.

Each fills the rectangle from (0, 0) to the width and height it is given, which is some hundred units.
"""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import TypeAlias

import cv2
import numpy as np

from ..faces.palette import INK, darker, lighter, mix
from ..faces.svg import circle, ellipse, faded, num, path, place, polygon, rect, stroke
from ..scenes.arrays import Image, as_image
from ..scenes.noise import smooth_noise
from .drawing import Rng, bare, fitted, graded, hue, one_in, pick, printed, thin
from .things import FURNITURE, LANDMARKS, draw_thing

Paint: TypeAlias = Callable[[Rng, float, float], str]

_SKIES = (
    ("#6fb7e6", "#e3f1e6"),
    ("#3f6fb8", "#f7c98c"),
    ("#25305f", "#8a6fa8"),
    ("#e98a5c", "#fbe3a0"),
    ("#9fb4c4", "#e6e8e4"),
    ("#10183a", "#3d5a94"),
)


def landscape(rng: Rng, wide: float, high: float) -> str:
    """Paint hills, or a sea, below a sky."""
    top, bottom = pick(rng, _SKIES)
    horizon = high * rng.uniform(0.4, 0.62)
    unit = min(wide, high) / 100
    out = graded(0, 0, wide, high, top, bottom)
    sun = pick(rng, ("#fff2b0", "#ffe07a", "#f6f2ea", "#ffb37a"))
    x, y = wide * rng.uniform(0.15, 0.85), high * rng.uniform(0.12, 0.35)
    out += bare(faded(circle(x, y, 22 * unit, sun), 0.35) + circle(x, y, 12 * unit, sun))
    for _ in range(int(rng.integers(0, 4))):
        out += bare(
            faded(_cloud(wide * rng.random(), high * rng.uniform(0.08, 0.4), 12 * unit), 0.85)
        )
    if one_in(rng, 3):
        peaks = np.linspace(-0.1, 1.1, int(rng.integers(4, 8))) * wide
        ridge = [
            (float(p), float(horizon - rng.uniform(0.0, 0.3) * high * (i % 2)))
            for i, p in enumerate(peaks)
        ]
        out += bare(
            polygon(
                [*ridge, (wide * 1.2, high), (-wide * 0.2, high)],
                mix(bottom, "#4a5068", 0.55),
                "lit",
            )
        )
    turn = pick(rng, (0.3, 0.25, 0.36, 0.12, 0.08))
    if one_in(rng, 4):
        out += graded(0, horizon, wide, high, "#8fd0e0", "#245f92")
        out += stroke(
            "".join(
                f"M{num(wide * rng.random())} {num(horizon + (high - horizon) * rng.random())}h{num(14 * unit)}"
                for _ in range(12)
            ),
            "#e8f6fa",
            unit,
            opacity=0.6,
        )
        out += draw_thing(
            rng, "boat", wide * rng.uniform(0.2, 0.8), horizon + 0.12 * high, 0.42 * unit
        )
        turn = 0.12
    else:
        out += bare(_hill(rng, wide, high, horizon, hue(rng, (0.25, 0.5), (0.6, 0.8), turn)))
        for _ in range(int(rng.integers(1, 4))):
            out += draw_thing(
                rng,
                pick(rng, LANDMARKS[:5]),
                wide * rng.uniform(0.1, 0.9),
                horizon - 2 * unit,
                0.26 * unit,
            )
    out += bare(
        _hill(
            rng, wide, high, high * rng.uniform(0.72, 0.84), hue(rng, (0.4, 0.7), (0.4, 0.65), turn)
        )
    )
    if not one_in(rng, 3):
        out += draw_thing(
            rng, pick(rng, LANDMARKS), wide * rng.uniform(0.2, 0.8), 0.66 * high, 0.5 * unit
        )
    for _ in range(int(rng.integers(0, 5))):
        out += draw_thing(
            rng,
            pick(rng, ("tree", "pine", "flower", "mushroom")),
            wide * rng.random(),
            high * rng.uniform(0.82, 0.95),
            0.2 * unit,
        )
    return out


def _cloud(x: float, y: float, size: float) -> str:
    return "".join(
        ellipse(x + dx * size, y + dy * size, size * r, size * r * 0.7, "#ffffff")
        for dx, dy, r in ((-1, 0.1, 0.8), (0, -0.2, 1.0), (1, 0.1, 0.8))
    )


def _hill(rng: Rng, wide: float, high: float, top: float, colour: str) -> str:
    steps = np.linspace(0, wide, 4)
    line = f"M0 {num(high)}V{num(top)}"
    for before, after in pairwise(steps):
        line += f"Q{num(float(before + after) / 2)} {num(top + rng.uniform(-0.12, 0.12) * high)} {num(float(after))} {num(top)}"
    return path(line + f"V{num(high)}z", colour, "lit")


def interior(rng: Rng, wide: float, high: float) -> str:
    """Paint a room from the front: wall, floor, a window or pictures, furniture."""
    unit = min(wide, high) / 100
    wall = hue(rng, (0.15, 0.65), (0.35, 0.9))
    floor = pick(rng, ("#8a6040", "#b58a5c", "#6a4c3a", "#a8a29a", "#7c6f78", "#c8b49a"))
    foot = high * rng.uniform(0.66, 0.78)
    out = graded(0, 0, wide, high, darker(wall, 0.2), lighter(wall, 0.15))
    out += _wall_pattern(rng, wide, foot, wall, unit)
    out += graded(0, foot, wide, high - foot, darker(floor, 0.25), floor)
    middle = wide / 2
    boards = "".join(
        f"M{num(middle + (x - middle) * 0.7)} {num(foot)}L{num(middle + (x - middle) * 1.5)} {num(high)}"
        for x in np.linspace(0, wide, 9)
    )
    out += stroke(boards, darker(floor, 0.4), 0.8 * unit, opacity=0.7)
    out += stroke(f"M0 {num(foot)}H{num(wide)}", darker(floor, 0.6), 2 * unit)
    for at in np.linspace(0, wide, int(rng.integers(2, 4)) + 2)[1:-1]:
        out += _on_wall(rng, float(at), foot * 0.42, unit)
    if one_in(rng, 2.5):
        out += bare(ellipse(middle, high * 0.9, 0.36 * wide, 0.07 * high, hue(rng), "lit"))
    count = max(2, round(wide / high * 2.4))
    for at in np.linspace(0, wide, count + 2)[1:-1]:
        size = rng.uniform(0.36, 0.5) * unit
        x = float(at + rng.normal(0, 3 * unit))
        out += bare(ellipse(x, foot + 10 * unit, 44 * size, 6 * size, "@shadow"))
        out += draw_thing(rng, pick(rng, FURNITURE), x, foot + 10 * unit - 48 * size, size)
    return out


def _wall_pattern(rng: Rng, wide: float, foot: float, wall: str, unit: float) -> str:
    kind, faint = int(rng.integers(4)), darker(wall, 0.25)
    if kind == 0:  # stone
        rows = "".join(
            f"M0 {num(y)}H{num(wide)}"
            + "".join(
                f"M{num(x + (row % 2) * 9 * unit)} {num(y)}v{num(10 * unit)}"
                for x in np.arange(0, wide, 18 * unit)
            )
            for row, y in enumerate(np.arange(0, foot, 10 * unit))
        )
        return stroke(rows, faint, unit, opacity=0.7)
    if kind == 1:  # stripes
        return "".join(
            bare(faded(rect(float(x), 0, 5 * unit, foot, lighter(wall, 0.4)), 0.4))
            for x in np.arange(0, wide, 11 * unit)
        )
    if kind == 2:  # panels
        return "".join(
            stroke(
                f"M{num(x)} {num(foot * 0.55)}h{num(16 * unit)}V{num(foot * 0.95)}h{num(-16 * unit)}z",
                faint,
                1.2 * unit,
            )
            for x in np.arange(3 * unit, wide, 20 * unit)
        ) + stroke(f"M0 {num(foot * 0.5)}H{num(wide)}", faint, 2 * unit)
    return ""


def _on_wall(rng: Rng, x: float, y: float, unit: float) -> str:
    kind = int(rng.integers(4))
    if kind == 0:  # a window
        top, bottom = pick(rng, _SKIES)
        w, h = 20 * unit, 30 * unit
        return (
            rect(
                x - w / 2 - 2 * unit,
                y - h / 2 - 2 * unit,
                w + 4 * unit,
                h + 4 * unit,
                "#6a4630",
                "side",
            )
            + graded(x - w / 2, y - h / 2, w, h, top, bottom)
            + stroke(
                f"M{num(x)} {num(y - h / 2)}v{num(h)}M{num(x - w / 2)} {num(y)}h{num(w)}",
                "#6a4630",
                1.6 * unit,
            )
        )
    if kind == 1:  # a picture
        w, h = 22 * unit, 17 * unit
        return (
            rect(x - w / 2 - 2 * unit, y - h / 2 - 2 * unit, w + 4 * unit, h + 4 * unit, "@gold")
            + rect(x - w / 2, y - h / 2, w, h, hue(rng), "lit")
            + draw_thing(rng, None, x, y, 0.14 * unit)
        )
    if kind == 2:  # shelves
        out = ""
        for level in (-8 * unit, 8 * unit):
            out += rect(x - 15 * unit, y + level, 30 * unit, 2.5 * unit, "#7a5232")
            for step in (-9, 0, 9):
                out += draw_thing(
                    rng,
                    pick(rng, ("bottle", "book", "cup", "vase", "candle")),
                    x + step * unit,
                    y + level - 5 * unit,
                    0.1 * unit,
                )
        return out
    return draw_thing(rng, pick(rng, ("shield", "clock", "lantern", "candle")), x, y, 0.24 * unit)


def still_life(rng: Rng, wide: float, high: float) -> str:
    """Paint one thing on a plain or patterned ground."""
    unit = min(wide, high) / 100
    one = hue(rng, (0.1, 0.55), (0.6, 1.0))
    out = graded(0, 0, wide, high, lighter(one, 0.3), darker(one, 0.15))
    kind = int(rng.integers(4))
    middle = (wide / 2, high / 2)
    if kind == 0:
        rays = [math.pi * i / 8 for i in range(16)]
        reach = wide + high
        out += bare(
            faded(
                "".join(
                    polygon(
                        [
                            middle,
                            (middle[0] + reach * math.cos(a), middle[1] + reach * math.sin(a)),
                            (
                                middle[0] + reach * math.cos(a + 0.2),
                                middle[1] + reach * math.sin(a + 0.2),
                            ),
                        ],
                        "#ffffff",
                    )
                    for a in rays
                ),
                0.3,
            )
        )
    elif kind == 1:
        out += bare(
            faded(
                "".join(
                    circle(
                        wide * rng.random(),
                        high * rng.random(),
                        rng.uniform(1, 5) * unit,
                        "#ffffff",
                    )
                    for _ in range(24)
                ),
                0.4,
            )
        )
    elif kind == 2:
        out += bare(circle(*middle, 40 * unit, darker(one, 0.35), "lit"))
    out += bare(ellipse(middle[0], middle[1] + 36 * unit, 34 * unit, 6 * unit, "@shadow"))
    return out + draw_thing(
        rng, None, *middle, rng.uniform(0.62, 0.8) * unit, float(rng.normal(0, 5))
    )


def portrait(rng: Rng, wide: float, high: float) -> str:
    """Paint a person's head and shoulders."""
    unit = min(wide, high) / 100
    skin = pick(rng, ("#f0c8a4", "#d9a274", "#a8744c", "#6f4a34", "#f6d8c0"))
    hair = pick(rng, ("#2c2320", "#6a4426", "#b98a3c", "#c9c6c2", "#8a3a22"))
    cloth = hue(rng)
    ground = hue(rng, (0.1, 0.5), (0.4, 0.9))
    x, y = wide / 2, high * 0.45
    body = (
        path(f"M-44 62Q-40 26 -12 22H12Q40 26 44 62V{num(70)}H-44z", cloth, "lit")
        + path("M-14 22L0 40L14 22z", lighter(cloth, 0.6))
        + rect(-9, 10, 18, 18, darker(skin, 0.15))
        + path("M-28 -8Q-32 -46 0 -46Q32 -46 28 -8Q34 24 22 22V0H-22V22Q-34 24 -28 -8z", hair)
        + ellipse(0, -8, 22, 27, skin, "ball")
        + path("M-23 -12Q-18 -38 0 -36Q18 -38 23 -12Q10 -26 -4 -26Q-14 -26 -23 -12z", hair)
        + "".join(
            ellipse(dx, -8, 3, 3.6, INK) + stroke(f"M{dx - 5} -16q5 -3 10 0", hair, 2)
            for dx in (-9, 9)
        )
        + stroke("M0 -6q4 8 -2 9", darker(skin, 0.3), 2)
        + stroke(pick(rng, ("M-8 8Q0 14 8 8", "M-7 10H7", "M-6 9Q0 12 8 7")), "#9a3a34", 2.6)
    )
    hat = pick(rng, ("", "", "crown", "brim", "hood"))
    if hat == "crown":
        body += draw_thing(rng, "crown", 0, -48, 0.5)
    elif hat == "brim":
        body += ellipse(0, -34, 40, 8, cloth, "lit") + path(
            "M-22 -36Q-20 -62 0 -62Q20 -62 22 -36z", cloth, "lit"
        )
    elif hat == "hood":
        body += path(
            "M-34 28Q-46 -58 0 -58Q46 -58 34 28Q30 -36 0 -36Q-30 -36 -34 28z",
            darker(cloth, 0.3),
            "lit",
        )
    scale = 0.86 * max(unit, high / 150)
    return graded(0, 0, wide, high, lighter(ground), darker(ground)) + place(
        thin(body, 2), x, y + 6 * unit, scale
    )


def ornament(rng: Rng, wide: float, high: float) -> str:
    """Paint a pattern that is the same on all sides."""
    unit = min(wide, high) / 100
    one, other = hue(rng, (0.2, 0.8), (0.3, 0.95)), hue(rng, (0.1, 0.7), (0.6, 1.0))
    count = int(rng.choice((4, 6, 8, 12)))
    petal = pick(
        rng, ("M0 0Q14 -24 0 -44Q-14 -24 0 0z", "M0 -8L9 -26L0 -46L-9 -26z", "M-7 -12H7V-38H-7z")
    )
    ring = "".join(place(path(petal, other, "lit"), turn=360 * i / count) for i in range(count))
    dots = "".join(
        place(circle(0, -38, 3.4, lighter(one, 0.6)), turn=360 * (i + 0.5) / count)
        for i in range(count)
    )
    out = rect(0, 0, wide, high, one, line="none") + stroke(
        f"M{num(5 * unit)} {num(5 * unit)}H{num(wide - 5 * unit)}V{num(high - 5 * unit)}H{num(5 * unit)}z",
        other,
        2 * unit,
    )
    return out + place(
        thin(ring + dots + circle(0, 0, 9, lighter(other, 0.4), "ball"), 1.5),
        wide / 2,
        high / 2,
        0.95 * unit,
    )


PAINTINGS: Sequence[Paint] = (landscape, interior, still_life, still_life, portrait, ornament)


def painting(rng: Rng, wide: float, high: float) -> str:
    """Paint any of the paintings."""
    return pick(rng, PAINTINGS)(rng, wide, high)


def photograph(rng: Rng, wide: int, high: int) -> Image:
    """Return what a camera or an old album may have, RGB of this size in pixels.

    It is a painting with the softness, tones and grain of a photograph.
    """
    paint = pick(rng, (landscape, landscape, interior, portrait, still_life))
    across = 100 * wide / high
    picture = fitted(printed(paint(rng, across, 100), across, 100, high), wide, high)
    soft = cv2.GaussianBlur(picture, (0, 0), max(high / rng.uniform(90, 260), 0.3))
    light = 1 + 0.14 * smooth_noise(rng, (high, wide), (3, 3), 4)
    toned = soft * light[..., None]
    style = int(rng.integers(4))
    if style == 0:  # black and white, or brown
        grey = toned.mean(axis=2, keepdims=True)
        toned = grey * (np.array([1.06, 0.98, 0.82]) if one_in(rng, 2) else np.ones(3))
    elif style == 1:  # faded
        toned = 40 + 0.78 * toned * np.array([1.06, 1.0, 0.9])
    y, x = np.ogrid[-1 : 1 : high * 1j, -1 : 1 : wide * 1j]
    return as_image(toned * (1 - 0.12 * (x**2 + y**2))[..., None])
