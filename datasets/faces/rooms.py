"""The empty rooms of the illustrations: walls, floors, vaults, halls in perspective, and open air.

All are drawn for a picture as wide as asked and 1000 high, whose floor begins at HORIZON.
"""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
from collections.abc import Callable

from .palette import Scheme, darker, lighter, mix
from .svg import circle, ellipse, faded, num, path, place, polygon, rect, stroke

HORIZON = 610.0
BOTTOM = 850.0

Room = Callable[[Scheme, float], str]


def _wall(s: Scheme, width: float) -> str:
    return rect(0, 0, width, HORIZON, s.wall, "wash", line="none")


def _pattern(s: Scheme, width: float, motif: str, step: float, rows: float) -> str:
    out = ""
    for j in range(int(HORIZON / rows) + 1):
        for i in range(int(width / step) + 2):
            out += place(motif, step * i - (step / 2 if j % 2 else 0), rows * j + 30)
    return faded(out, 0.5)


def _skirting(s: Scheme, width: float) -> str:
    return rect(0, HORIZON - 22, width, 24, darker(s.trim, 0.1), "lit") + rect(
        0, HORIZON - 30, width, 10, lighter(s.trim, 0.2), "lit"
    )


def _wainscot(s: Scheme, width: float) -> str:
    count = round(width / 125)
    step = width / count
    panels = "".join(
        rect(i * step + 12, HORIZON - 150, step - 24, 108, lighter(s.trim, 0.08), "deep", corner=4)
        for i in range(count)
    )
    return (
        rect(0, HORIZON - 178, width, 178, s.trim, "lit")
        + panels
        + rect(0, HORIZON - 190, width, 16, lighter(s.trim, 0.25), "lit")
        + _skirting(s, width)
    )


def plain(s: Scheme, width: float) -> str:
    """Papered walls with a motif, and a skirting."""
    tint = mix(s.wall, s.pick("#ffffff", s.cloth, s.cloth2), 0.35)
    motif = s.pick("lily", "dot", "diamond", "leaf")
    shape = {
        "lily": path(
            "M0 -26q14 16 0 34q-14 -18 0 -34zM-18 -8q14 0 15 20q-20 2 -15 -20zM18 -8q-14 0 -15 20q20 2 15 -20zM-10 16h20v5h-20z",
            tint,
            line="none",
        ),
        "dot": circle(0, 0, 9, tint, line="none") + circle(0, -22, 4, tint, line="none"),
        "diamond": polygon([(0, -24), (13, 0), (0, 24), (-13, 0)], tint, line="none"),
        "leaf": path(
            "M0 22q-26 -14 -20 -40q24 8 20 40zM0 22q26 -14 20 -40q-24 8 -20 40z", tint, line="none"
        ),
    }[motif]
    return _wall(s, width) + _pattern(s, width, shape, 84, 70) + _skirting(s, width)


def panel(s: Scheme, width: float) -> str:
    """Wainscot below, paper above."""
    return plain(s, width) + _wainscot(s, width)


def stripes(s: Scheme, width: float) -> str:
    """Striped paper."""
    tint = mix(s.wall, s.pick("#ffffff", s.cloth, s.cloth2), 0.3)
    bars = "".join(rect(x, 0, 34, HORIZON, tint, line="none") for x in range(6, int(width), 70))
    return (
        _wall(s, width)
        + faded(bars, 0.6)
        + (_wainscot if s.rng.random() < 0.5 else _skirting)(s, width)
    )


def brick(s: Scheme, width: float) -> str:
    """Plaster that has fallen off the bricks here and there."""
    out = _wall(s, width)
    tone = mix(s.trim, "#b8634a", 0.5)
    for _ in range(5):
        x, y = s.rng.uniform(0, width), s.rng.uniform(190, HORIZON - 60)
        for row in range(s.rng.randint(2, 4)):
            for column in range(s.rng.randint(1, 3)):
                out += rect(
                    x + 56 * column + (28 if row % 2 else 0),
                    y + 26 * row,
                    52,
                    23,
                    mix(tone, "#ffffff", s.rng.random() * 0.2),
                    "lit",
                    corner=4,
                )
    return out + _skirting(s, width)


def timber(s: Scheme, width: float) -> str:
    """Half-timbered walls."""
    beam = darker(s.trim, 0.2)
    out = _wall(s, width)
    out += stroke(
        f"M0 {HORIZON - 200}L180 180M{width} {HORIZON - 200}L{width - 180} 180", "#2f1a17", 40
    )
    out += stroke(f"M0 {HORIZON - 200}L180 180M{width} {HORIZON - 200}L{width - 180} 180", beam, 33)
    for x in range(40, int(width), 230):
        out += rect(x, 0, 34, HORIZON, beam, "round")
    return (
        out + rect(0, 170, width, 34, beam, "lit") + rect(0, HORIZON - 34, width, 34, beam, "lit")
    )


def planks(s: Scheme, width: float) -> str:
    """Walls of boards."""
    out = ""
    x = 0.0
    while x < width:
        step = s.rng.uniform(48, 84)
        out += rect(x, 0, step, HORIZON, mix(s.wall, s.wood, s.rng.uniform(0.25, 0.5)), "side")
        if s.rng.random() < 0.5:
            out += ellipse(
                x + step / 2, s.rng.uniform(200, 560), 7, 12, darker(s.wood, 0.15), line="none"
            )
        x += step
    return out + _skirting(s, width)


def masonry(s: Scheme, width: float) -> str:
    """Walls of hewn stone."""
    base = mix(s.wall, s.stone, 0.3)
    out, y, row = "", -20.0, 0
    while y < HORIZON:
        height = s.rng.uniform(62, 84)
        x = -60.0 * (row % 2)
        while x < width:
            step = s.rng.uniform(90, 160)
            out += rect(
                x,
                y,
                step,
                height,
                mix(base, s.pick("#ffffff", "#2a2030", s.wall), s.rng.uniform(0, 0.16)),
                "lit",
                corner=9,
            )
            x += step
        y += height
        row += 1
    return (
        rect(0, 0, width, HORIZON, darker(base, 0.45), line="none")
        + f'<g stroke-opacity=".6">{out}</g>'
    )


def vault(s: Scheme, width: float) -> str:
    """A cellar of masonry under a round vault."""
    rise = "".join(
        polygon(
            [
                (width / 2 + r * c1 * width / 1000, 640 - r * k1),
                (width / 2 + r * c2 * width / 1000, 640 - r * k2),
                (width / 2 + (r + 120) * c2 * width / 1000, 640 - (r + 120) * k2),
                (width / 2 + (r + 120) * c1 * width / 1000, 640 - (r + 120) * k1),
            ],
            mix(s.wall, s.pick("#ffffff", "#1c1622"), 0.12),
            "lit",
        )
        for r in (440,)
        for i in range(13)
        for c1, k1, c2, k2 in (
            (
                math.cos(math.pi * i / 13),
                1.08 * math.sin(math.pi * i / 13),
                math.cos(math.pi * (i + 1) / 13),
                1.08 * math.sin(math.pi * (i + 1) / 13),
            ),
        )
    )
    return (
        masonry(s, width)
        + path(
            f"M0 0H{num(width)}V640H{num(width * 0.94)}A{num(width * 0.44)} 475 0 0 0 {num(width * 0.06)} 640H0Z",
            darker(s.wall, 0.5),
            "deep",
            line="none",
        )
        + rise
    )


def cave(s: Scheme, width: float) -> str:
    """Rough rock."""
    out = rect(0, 0, width, BOTTOM + 60, darker(s.wall, 0.35), "deep", line="none")
    for depth, share in ((0.28, 0.0), (0.14, 0.5), (0.0, 1.0)):
        points = []
        for i in range(26):
            angle = math.pi * (1.12 - 1.24 * i / 25)
            radius = s.rng.uniform(0.9, 1.06) * (0.36 + 0.1 * share)
            points.append(
                (
                    width * (0.5 + radius * math.cos(angle)),
                    640 - 1000 * radius * 1.0 * math.sin(angle),
                )
            )
        outer = [(width + 50, 760), (width + 50, -60), (-50, -60), (-50, 760)]
        out += polygon([*points, *outer], darker(s.wall, depth), "lit")
    for _ in range(14):
        x, y = (
            s.rng.choice((s.rng.uniform(0, width * 0.16), s.rng.uniform(width * 0.84, width))),
            s.rng.uniform(220, 600),
        )
        out += stroke(
            f"M{x:.0f} {y:.0f}l{s.rng.uniform(-30, 30):.0f} 40l20 24",
            darker(s.wall, 0.4),
            4,
            opacity=0.7,
        )
    return out


def garden(s: Scheme, width: float, sky: str = "") -> str:
    """Open air: sky, clouds, hills, a far castle, a lawn; ``snow`` covers it in white."""
    snow = sky == "snow"
    top = {"dusk": "dusk", "night": "night"}.get(sky, "day")
    out = rect(0, 0, width, HORIZON, f"@{top}", line="none")
    if top == "night":
        out += "".join(
            circle(
                s.rng.uniform(0, width),
                s.rng.uniform(150, 420),
                s.rng.uniform(2, 5),
                "#fff6d0",
                line="none",
            )
            for _ in range(30)
        )
    sun = s.rng.uniform(0.3, 0.7) * width
    out += circle(sun, 260, 170, "@glow", line="none") + circle(
        sun, 260, 44, "#fff8d8", line="none"
    )
    for _ in range(4):
        x, y, k = s.rng.uniform(0, width), s.rng.uniform(180, 380), s.rng.uniform(0.6, 1.2)
        cloud = (
            ellipse(-44, 0, 50, 24, "#ffffff", line="none")
            + ellipse(0, -18, 50, 34, "#ffffff", line="none")
            + ellipse(48, 0, 50, 22, "#ffffff", line="none")
        )
        out += faded(place(cloud, x, y, k), 0.85 if top == "day" else 0.45)
    white = "#f4f8ff"
    tint = mix(s.leaf, "#7fa8c8", 0.45)
    for base, amount, share in ((470, 90, 0.55), (530, 60, 0.25)):
        colour = mix(white, "#9fb8d8", share) if snow else mix(tint, "#cfe0e8", share)
        if top == "dusk":
            colour = mix(colour, "#8a5a7a", 0.4)
        a, b = s.rng.uniform(-amount, amount), s.rng.uniform(-amount, amount)
        out += path(
            f"M0 {base}C{num(width * 0.25)} {num(base - a - amount)} {num(width * 0.4)} {num(base + a)} {num(width * 0.55)} {num(base - b / 2)}S{num(width * 0.85)} {num(base - amount + b)} {num(width)} {base}V{HORIZON + 40}H0Z",
            colour,
            "lit",
            line="none",
        )
    keep = mix(s.stone, "#b8cce0", 0.45)
    x = s.rng.choice((0.28, 0.5, 0.7)) * width + s.rng.uniform(-40, 40)
    towers = "".join(
        rect(dx, -h, w, h, keep, "side", line="none")
        + polygon(
            [(dx - 7, -h), (dx + w / 2, -h - w * 1.3), (dx + w + 7, -h)],
            mix(s.cloth, "#b8cce0", 0.35),
            "side",
            line="none",
        )
        for dx, h, w in ((-70, 76, 30), (-36, 110, 36), (6, 70, 44), (54, 96, 28))
    )
    out += place(towers, x, 520, 0.85)
    for _ in range(9):
        x, y = s.rng.uniform(0, width), s.rng.uniform(560, 590)
        out += circle(
            x,
            y,
            s.rng.uniform(18, 40),
            mix(white, "#8fb0a8", 0.3) if snow else mix(s.leaf, "#4f8a6a", s.rng.random()),
            "ball",
            line="none",
        )
    lawn = white if snow else mix(s.leaf, "#b4d455", 0.5)
    out += path(
        f"M0 {HORIZON - 20}Q{num(width * 0.3)} {HORIZON - 50} {num(width * 0.6)} {HORIZON - 22}T{num(width)} {HORIZON - 30}V1000H0Z",
        lawn,
        "lit",
        line="none",
    )
    if not snow:
        out += "".join(
            stroke(
                f"M{x:.0f} {y:.0f}q2 -14 -6 -20M{x + 6:.0f} {y:.0f}q0 -16 6 -22",
                darker(lawn, 0.2),
                4,
                opacity=0.6,
            )
            for x, y in (
                (s.rng.uniform(60, width - 60), s.rng.uniform(640, 830)) for _ in range(26)
            )
        )
    return out


def court(s: Scheme, width: float) -> str:
    """A paved court before a wall of stone, under the sky."""
    wall = mix(s.stone, s.wall, 0.5)
    out = garden(s, width)
    for row in range(4):
        for i in range(int(width / 110) + 2):
            out += rect(
                110 * i - 55 * (row % 2),
                HORIZON - 200 + 50 * row,
                108,
                49,
                mix(wall, "#ffffff", s.rng.uniform(0, 0.2)),
                "lit",
                corner=6,
            )
    out += "".join(
        rect(x, HORIZON - 244, 60, 46, lighter(wall, 0.1), "lit")
        for x in range(-10, int(width), 104)
    )
    return out + floor_tiles(s, width, mix(s.stone, "#e0cfa8", 0.5))


def floor_tiles(s: Scheme, width: float, colour: str = "") -> str:
    """Square tiles, some darker."""
    base = colour or s.floor
    other = mix(base, s.pick(s.trim, "#ffffff", s.cloth), 0.3)
    out = rect(0, HORIZON, width, 1000 - HORIZON, base, "lit", line="none")
    rows = [HORIZON + 250 * (i / 6) ** 1.5 for i in range(7)]
    for j in range(6):
        y0, y1 = rows[j], rows[j + 1]
        for i in range(-7, 7):
            if (i + j) % 2:
                continue
            k0, k1 = 74 + 0.42 * (y0 - HORIZON), 74 + 0.42 * (y1 - HORIZON)
            scale = width / 1000
            c = width / 2
            out += polygon(
                [
                    (c + i * k0 * scale, y0),
                    (c + (i + 1) * k0 * scale, y0),
                    (c + (i + 1) * k1 * scale, y1),
                    (c + i * k1 * scale, y1),
                ],
                other,
                line="none",
            )
    return out


def floor_boards(s: Scheme, width: float) -> str:
    """Boards that run to the back."""
    base = mix(s.floor, s.wood, 0.4)
    out = rect(0, HORIZON, width, 1000 - HORIZON, base, "lit", line="none")
    c = width / 2
    for i in range(-8, 8):
        x0, x1 = c + i * 74 * width / 1000, c + i * 110 * width / 1000
        out += polygon(
            [(x0, HORIZON), (x0 + 74, HORIZON), (x1 + 110, 860), (x1, 860)],
            mix(base, "#2f1a17", s.rng.uniform(0, 0.16)),
            line="none",
        )
        out += stroke(f"M{num(x0)} {HORIZON}L{num(x1)} 860", darker(base, 0.4), 3, opacity=0.7)
        y = s.rng.uniform(HORIZON + 20, 830)
        k = (y - HORIZON) / 250
        out += stroke(
            f"M{num(x0 + (x1 - x0) * k)} {num(y)}h{num(74 + 36 * k)}",
            darker(base, 0.4),
            3,
            opacity=0.7,
        )
    return out


def floor_flags(s: Scheme, width: float) -> str:
    """Uneven flagstones."""
    base = mix(s.floor, s.stone, 0.3)
    out = rect(0, HORIZON, width, 1000 - HORIZON, darker(base, 0.3), line="none")
    rows = [HORIZON + 2, 640, 680, 732, 796, 880]
    for j in range(5):
        x = -s.rng.uniform(10, 60)
        while x < width:
            step = s.rng.uniform(90, 130) * (0.8 + 0.2 * j)
            out += rect(
                x,
                rows[j],
                step - 6,
                rows[j + 1] - rows[j] - 5,
                mix(base, s.pick("#ffffff", "#1c1622"), s.rng.uniform(0, 0.15)),
                "lit",
                corner=8,
                line="none",
            )
            x += step
    return out


def floor_earth(s: Scheme, width: float) -> str:
    """Earth and pebbles."""
    base = mix(s.floor, "#6a4a38", 0.5)
    out = path(
        f"M0 {HORIZON + 10}Q{num(width * 0.3)} {HORIZON - 20} {num(width * 0.55)} {HORIZON + 6}T{num(width)} {HORIZON}V1000H0Z",
        base,
        "lit",
    )
    return out + "".join(
        ellipse(
            s.rng.uniform(60, width - 60),
            s.rng.uniform(650, 840),
            s.rng.uniform(8, 22),
            s.rng.uniform(5, 11),
            mix(base, s.stone, s.rng.random()),
            "ball",
        )
        for _ in range(16)
    )


WALLS: dict[str, Room] = {
    "plain": plain,
    "panel": panel,
    "stripes": stripes,
    "brick": brick,
    "timber": timber,
    "planks": planks,
    "masonry": masonry,
    "vault": vault,
    "cave": cave,
}
FLOORS: dict[str, Room] = {
    "tiles": floor_tiles,
    "boards": floor_boards,
    "flags": floor_flags,
    "earth": floor_earth,
}
