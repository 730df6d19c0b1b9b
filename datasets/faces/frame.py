"""What surrounds the picture of a tile: border, frame, name ribbon, plaques and parchment."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import random

from ...engine.between_two_castles.catalogue import Arrow, Border, Hanging, TileType
from .icons import arrow, hanging_glyph, type_glyph
from .palette import FRAME, INK, PARCHMENT, TYPE_COLOURS, darker, lighter, mix
from .strip import Sign, lay_out
from .svg import circle, num, path, place, polygon, rect, sheer, stroke
from .text import write

EDGE = 58.0
INNER = 80.0
STRIP_TOP = 808.0


def marble(rng: random.Random, width: float, height: float, colour: str, vein: str) -> str:
    """Draw a marble slab."""
    out = rect(0, 0, width, height, colour, line="none")
    for _ in range(int(9 * (width + height) / 2000)):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        lean = rng.uniform(-60, 60)
        d = f"M{x:.0f} {y:.0f}" + "".join(
            f"q{lean + rng.uniform(-30, 30):.0f} {rng.uniform(10, 40):.0f} {lean * 2 + rng.uniform(-40, 40):.0f} "
            f"{rng.uniform(40, 110):.0f}"
            for _ in range(4)
        )
        strength = rng.uniform(0.1, 0.26)
        out += stroke(d, vein, rng.uniform(14, 30), opacity=strength * 0.5) + stroke(
            d, vein, 3, opacity=strength * 1.8
        )
    return out


def border(rng: random.Random, kind: Border, width: float = 1000, height: float = 1000) -> str:
    """Draw the border: white marble, or light blue with wisps of cloud."""
    if kind is Border.BLUE:
        return marble(rng, width, height, "#84cdf2", "#eefaff")
    return marble(rng, width, height, "#f3f5f4", "#9fb0b8")


def _scroll() -> str:
    """Draw a curled leaf for a corner whose right angle is at the origin, towards +x and -y."""
    gold = "#b98a3c"
    curl = "M4 -150q4 90 44 106q40 10 42 -22q-4 -26 -26 -18q-14 8 -4 20M150 -4q-90 -4 -106 -44"
    return (
        path("M0 0V-160q16 92 54 112q20 40 106 48z", FRAME)
        + stroke(curl, INK, 12)
        + stroke(curl, gold, 6)
        + circle(20, -20, 9, "@gold")
    )


def frame(width: float = 1000) -> str:
    """Draw the dark frame around the picture, with bronze lines and leaves in the lower corners."""
    w = width - 2 * EDGE
    out = (
        f'<rect x="{num(EDGE + 9)}" y="{num(EDGE + 9)}" width="{num(w - 18)}" height="{num(1000 - 2 * EDGE - 18)}" '
        f'fill="none" stroke="{FRAME}" stroke-width="24" stroke-linejoin="round"/>'
    )
    out += f'<rect x="{num(EDGE + 6)}" y="{num(EDGE + 6)}" width="{num(w - 12)}" height="{num(1000 - 2 * EDGE - 12)}" rx="6" fill="none" stroke="#b98a3c" stroke-width="4"/>'
    foot = 1000 - EDGE - 14
    return (
        out
        + place(_scroll(), EDGE + 14, foot, 0.86)
        + place(_scroll(), width - EDGE - 14, foot, 0.86, flip=True)
    )


def ribbon(kind: TileType, name: str | None) -> str:
    """Draw the ribbon with the name; blank where the name is None."""
    colour = TYPE_COLOURS[kind]
    fold = darker(colour, 0.35)
    tail = polygon([(206, 92), (250, 92), (250, 172), (206, 172), (224, 132)], fold, "lit")
    dark_text = kind in (TileType.CORRIDOR, TileType.FOOD)
    body = (
        tail
        + place(tail, 1000, 0, flip=True)
        + polygon([(232, 162), (254, 162), (254, 180)], darker(colour, 0.6))
        + polygon([(768, 162), (746, 162), (746, 180)], darker(colour, 0.6))
        + rect(232, 80, 536, 84, colour, "lit", corner=5)
        + stroke("M240 90H760M240 154H760", lighter(colour, 0.45), 4, opacity=0.8)
    )
    if name is None:
        return body
    ink, edge = ("#3a1f0c", None) if dark_text else ("#fffdf2", darker(colour, 0.55))
    return body + write(name, 500, 138, 50, colour=ink, outline=edge, widest=500)


def _plaque(x: float, y: float, colour: str, *, round_: bool) -> str:
    if round_:
        shape = (
            circle(x, y, 72, FRAME) + circle(x, y, 68, "@gold") + circle(x, y, 56, colour, "ball")
        )
    else:
        shape = (
            rect(x - 70, y - 70, 140, 140, FRAME, corner=20)
            + rect(x - 66, y - 66, 132, 132, "@gold", corner=17)
            + rect(x - 55, y - 55, 110, 110, colour, "lit", corner=11)
        )
    return shape


def plaques(kind: TileType, hanging: Hanging, secret_arrow: str = "", width: float = 1000) -> str:
    """Draw the type icon top left (square) and the hanging top right (round, bare without one)."""
    colour = TYPE_COLOURS[kind]
    left_sign = secret_arrow or type_glyph(kind)
    right_sign = secret_arrow or place(hanging_glyph(hanging), scale=1.04)
    right = width - 146
    bare = "" if right_sign else circle(right, 146, 20, mix(colour, "#1d0d12", 0.3), "ball")
    return (
        _plaque(146, 146, colour, round_=False)
        + place(left_sign, 146, 146, 1.0)
        + _plaque(right, 146, colour, round_=True)
        + bare
        + place(right_sign, right, 146, 1.0)
    )


def parchment(rng: random.Random, signs: list[Sign], width: float = 1000) -> str:
    """Draw the parchment at the foot with the signs on it."""
    left, right, foot = INNER - 4, width - INNER + 4, 1000 - INNER + 4
    steps = int((right - left) / 40)
    top = f"M{num(left)} {num(foot)}V{num(STRIP_TOP)}"
    for i in range(steps):
        x = left + (right - left) * (i + 1) / steps
        top += f"L{num(x)} {num(STRIP_TOP + rng.uniform(-6, 7))}"
    shape = top + f"V{num(foot)}Z"
    stains = "".join(
        sheer(
            circle(
                rng.uniform(left + 60, right - 60),
                rng.uniform(STRIP_TOP + 30, foot - 20),
                rng.uniform(14, 44),
                "#c9a868",
                line="none",
            ),
            0.16,
        )
        for _ in range(7)
    )
    return (
        path(shape, PARCHMENT, "lit")
        + stains
        + lay_out(signs, width / 2, (STRIP_TOP + foot) / 2 + 2, 620 if width < 1500 else 900)
    )


def secret_sign(direction: Arrow) -> str:
    """Draw the arrow that a secret room shows in both corners."""
    return place(arrow(direction), scale=0.98)
