"""Dominoes, tiles of mahjong, and a kingdom of picture dominoes."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math

import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import circle, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Colour, Image
from ..scenes.solids import Solid, prism, rounded_rectangle
from .drawing import Rng, bare, graded, hue, mottled, one_in, pick, printed, rgb, thin
from .subject import Subject, polyomino, tile
from .things import draw_thing

_PIPS = {
    0: (),
    1: (4,),
    2: (0, 8),
    3: (0, 4, 8),
    4: (0, 2, 6, 8),
    5: (0, 2, 4, 6, 8),
    6: (0, 2, 3, 5, 6, 8),
}


def dominoes(rng: Rng) -> Subject:
    """Lay a chain of dominoes that winds to and fro."""
    ivory, ink = pick(
        rng,
        (
            ("#f3ecd8", "#1c1a1a"),
            ("#1e1c1e", "#f6f2e6"),
            ("#c9a06a", "#2a1a10"),
            ("#f8f8f4", "#a02028"),
        ),
    )
    columns, rows = 2 * int(rng.integers(3, 7)), int(rng.integers(2, 6))
    way: list[tuple[int, int]] = []
    for row in range(rows):
        line = [(x, -3 * row) for x in range(columns)]
        way += line if row % 2 == 0 else line[::-1]
        if row < rows - 1:
            end = way[-1][0]
            way += [(end, -3 * row - 1), (end, -3 * row - 2)]
    ends = rng.integers(0, 7, len(way) // 2 + 1)
    solids = []
    middle = np.array([(columns - 1) / 2, -3 * (rows - 1) / 2])
    for index, (first, second) in enumerate(zip(way[::2], way[1::2], strict=True)):
        x, y = ((np.array(first) + np.array(second)) / 2 - middle) * 0.56 + rng.normal(0, 0.012, 2)
        angle = math.atan2(second[1] - first[1], second[0] - first[0]) + rng.normal(0, 0.015)
        face = _domino(int(ends[index]), int(ends[index + 1]), ivory, ink)
        solids.append(_thick(face, 1.1, 0.54, float(x), float(y), float(angle), rgb(ivory), 0.2))
    return Subject(tuple(solids))


def _thick(
    face: Image,
    wide: float,
    high: float,
    x: float,
    y: float,
    angle: float,
    side: Colour,
    height: float,
    base: float = 0.0,
) -> Solid:
    return prism(
        rounded_rectangle(wide, high, 0.07), face, side, at=(x, y), angle=angle, base=base,
        height=height, order=2.0 + base, gloss=0.045, roughness=0.1,
    )  # fmt: skip


def _domino(left: int, right: int, ivory: str, ink: str) -> Image:
    out = rect(0, 0, 200, 100, ivory, "lit", line="none") + stroke("M100 12V88", ink, 3)
    for start, number in ((0, left), (100, right)):
        out += bare(
            "".join(
                circle(start + 24 + 26 * (spot // 3), 24 + 26 * (spot % 3), 8.5, ink)
                for spot in _PIPS[number]
            )
        )
    return printed(out, 200, 100, 96)


# Mahjong


def mahjong(rng: Rng) -> Subject:
    """Pile up tiles of mahjong in layers, each smaller than the one below, or lay out some hands."""
    back = rgb(pick(rng, ("#2f7a4a", "#c98a2c", "#2a5a9a", "#5a3a28")))
    wide, high, thick = 0.72, 1.0, 0.5
    solids: list[Solid] = []
    columns, rows = int(rng.integers(5, 12)), int(rng.integers(3, 7))
    layers = int(rng.integers(1, 4))
    for layer in range(layers):
        across, deep = columns - 2 * layer, rows - 2 * layer
        for column in range(across):
            for row in range(deep):
                if one_in(rng, 12):
                    continue
                x, y = (column - (across - 1) / 2) * wide, (row - (deep - 1) / 2) * high
                x, y = x + rng.normal(0, 0.012), y + rng.normal(0, 0.012)
                face = _mahjong_face(rng)
                lower = _thick(
                    face, wide * 0.97, high * 0.97, x, y, 0.0, back, thick * 0.45, layer * thick
                )
                upper = _thick(
                    face,
                    wide * 0.97,
                    high * 0.97,
                    x,
                    y,
                    0.0,
                    (236, 230, 214),
                    thick * 0.55,
                    (layer + 0.45) * thick,
                )
                solids += [lower, upper]
    return Subject(tuple(solids))


def _mahjong_face(rng: Rng) -> Image:
    out = rect(0, 0, 72, 100, "#f6f1e2", "lit", line="none")
    kind, number = int(rng.integers(4)), int(rng.integers(1, 10))
    inks = ("#1f6a3c", "#a82430", "#24468a")
    spots = [
        (36 + 19 * dx, 50 + 26 * dy)
        for dx, dy in ((0, 0), (-1, -1), (1, 1), (1, -1), (-1, 1), (-1, 0), (1, 0), (0, -1), (0, 1))
    ]
    if kind == 0:  # circles
        for x, y in spots[1 - number % 2 : number + 1 - number % 2]:
            ink = pick(rng, inks)
            out += thin(circle(x, y, 9, "#f6f1e2", line=ink), 3) + bare(circle(x, y, 4.5, ink))
    elif kind == 1:  # bamboo
        for x, y in spots[1 - number % 2 : number + 1 - number % 2]:
            out += stroke(f"M{x} {y - 10}V{y + 10}", inks[0], 6) + stroke(
                f"M{x - 4} {y}H{x + 4}", "#f6f1e2", 1.6
            )
    elif kind == 2:  # signs
        ink = pick(rng, inks)
        for top in (10, 54):
            out += _sign(rng, 36, top + 18, 17, ink if top > 20 else "#22201e")
    else:  # flowers
        out += draw_thing(
            rng, pick(rng, ("flower", "bird", "butterfly", "mushroom", "pine")), 36, 54, 0.62
        )
        out += write(str(number), 12, 20, 17, colour=pick(rng, inks))
    return printed(out, 72, 100, 128)


def _sign(rng: Rng, x: float, y: float, size: float, ink: str) -> str:
    lines = ""
    for _ in range(int(rng.integers(4, 8))):
        at = rng.uniform(-0.9, 0.9)
        low, high = np.sort(rng.uniform(-1, 1, 2)) + np.array([-0.2, 0.2])
        lines += (
            f"M{x + size * low:.1f} {y + size * at:.1f}H{x + size * high:.1f}"
            if one_in(rng, 1.8)
            else f"M{x + size * at:.1f} {y + size * low:.1f}q{rng.normal(0, 4):.1f} {size * 0.5:.1f} {rng.normal(0, 6):.1f} {size * (high - low):.1f}"
        )
    return stroke(lines, ink, 3.4)


# Picture dominoes

_FIELDS = {
    "corn": "#e6bc3c",
    "wood": "#2f6a3a",
    "lake": "#3f86c2",
    "meadow": "#96c65a",
    "swamp": "#8a8468",
    "mine": "#5a4a48",
}
_ON_FIELD = {
    "corn": "windmill",
    "wood": "pine",
    "lake": "boat",
    "meadow": "flower",
    "swamp": "mushroom",
    "mine": "gem",
}


def picture_dominoes(rng: Rng) -> Subject:
    """Lay pieces of two fields each around a start square with a keep."""
    size = 5 if one_in(rng, 1.5) else 7
    cells = [
        it for it in polyomino(rng, size * size, 1.0) if max(abs(it[0]), abs(it[1])) <= size // 2
    ]
    free = set(cells) - {(0, 0)}
    solids = [tile(_start_face(rng), 1, 1, 0, 0, float(rng.normal(0, 0.02)))]
    solids += _keep(rng)
    for cell in cells:
        beside = [
            it
            for it in (
                (cell[0] + 1, cell[1]),
                (cell[0], cell[1] + 1),
                (cell[0] - 1, cell[1]),
                (cell[0], cell[1] - 1),
            )
            if it in free
        ]
        if cell not in free or not beside:
            continue
        other = pick(rng, beside)
        free -= {cell, other}
        angle = math.atan2(other[1] - cell[1], other[0] - cell[0]) + rng.normal(0, 0.012)
        x, y = (np.array(cell) + np.array(other)) / 2 + rng.normal(0, 0.012, 2)
        face = mottled(rng, _two_fields(rng), 0.03)
        solids.append(tile(face, 2, 1, float(x), float(y), float(angle)))
    return Subject(tuple(solids))


def _two_fields(rng: Rng) -> Image:
    out = ""
    for left in (0, 100):
        kind = pick(rng, list(_FIELDS))
        ground = _FIELDS[kind]
        out += graded(left, 0, 100, 100, lighter(ground, 0.2), darker(ground, 0.15))
        lines = "".join(f"M{left} {y}q25 -8 50 0t50 0" for y in range(10, 110, 14))
        out += stroke(lines, darker(ground, 0.25), 2.5, opacity=0.6)
        for x, y in rng.uniform(18, 82, (int(rng.integers(2, 6)), 2)):
            out += draw_thing(rng, _ON_FIELD[kind], left + x, y, rng.uniform(0.18, 0.32))
        for number in range(int(rng.choice((0, 0, 0, 1, 1, 2)))):
            out += draw_thing(rng, "crown", left + 16 + 22 * number, 15, 0.2)
    return printed(out + stroke("M1 1H199V99H1z", "#3a2c20", 3), 200, 100, 256)


def _start_face(rng: Rng) -> Image:
    ground = hue(rng, (0.1, 0.4), (0.5, 0.8))
    stones = "".join(
        rect(float(x), float(y), 12, 8, darker(ground, rng.uniform(0, 0.3)))
        for x, y in rng.uniform(0, 92, (50, 2))
    )
    return printed(rect(0, 0, 100, 100, ground, line="none") + thin(stones, 0.8), 100, 100, 192)


def _keep(rng: Rng) -> list[Solid]:
    paint = rgb(pick(rng, ("#e8a0b0", "#6fb0d8", "#e6c850", "#7fbf6a")))
    roof = rgb(pick(rng, ("#8a3a30", "#3a4a7a")))
    found = []
    for x, y, wide, high in ((0.0, 0.0, 0.5, 0.7), (-0.26, 0.2, 0.22, 1.0), (0.26, 0.2, 0.22, 0.9)):
        face = np.full((8, 8, 3), roof, np.uint8)
        found.append(
            prism(
                rounded_rectangle(wide, wide, 0.02),
                face,
                paint,
                at=(x, y),
                angle=0.0,
                base=0.04,
                height=high,
                order=3,
                gloss=0.01,
            )
        )
    return found
