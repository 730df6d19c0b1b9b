"""Icons of room types and hangings, the star of points, arrows and castles, around the origin."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
from collections.abc import Callable, Mapping
from functools import lru_cache

from ...engine.between_two_castles.catalogue import Arrow, Hanging, TileType
from .palette import TYPE_COLOURS, darker
from .svg import circle, ellipse, path, place, polygon, rect, sheer, stroke

GLYPH = "#fffdf6"


def _food() -> str:
    return (
        path("M-36 20a36 38 0 0 1 72 0z", GLYPH)
        + circle(0, -25, 8, GLYPH)
        + rect(-46, 22, 92, 13, GLYPH, corner=6)
        + stroke("M-20 8q4 -14 16 -18", TYPE_COLOURS[TileType.FOOD], 6)
    )


def _living() -> str:
    return (
        rect(-36, 24, 13, 20, GLYPH)
        + rect(23, 24, 13, 20, GLYPH)
        + path("M-28 0v-24q0 -16 16 -16h24q16 0 16 16v24z", GLYPH)
        + path(
            "M-44 2q-4 -18 10 -18t12 16v8h44v-8q-2 -16 12 -16t10 18q-4 6 -4 14v16h-80v-16q0 -8 -4 -14z",
            GLYPH,
        )
    )


def _utility() -> str:
    points = []
    for i in range(8):
        for share, far in ((0.06, 42.0), (0.44, 42.0), (0.56, 31.0), (0.94, 31.0)):
            angle = 2 * math.pi * (i + share) / 8
            points.append((far * math.cos(angle), far * math.sin(angle)))
    return polygon(points, GLYPH) + circle(0, 0, 14, TYPE_COLOURS[TileType.UTILITY])


def _outdoor() -> str:
    return (
        rect(-5, 0, 10, 44, GLYPH, corner=4)
        + path("M0 38q-32 -2 -34 -26q26 -2 34 26zM0 34q32 -4 34 -28q-26 0 -34 28z", GLYPH)
        + path(
            "M-24 -40q12 2 14 10q4 -10 10 -14q6 4 10 14q2 -8 14 -10q4 42 -24 46q-28 -4 -24 -46z",
            GLYPH,
        )
    )


def _sleeping() -> str:
    return path("M8 -42a42 42 0 1 0 34 58a34 34 0 1 1 -34 -58z", GLYPH) + polygon(
        [
            (
                24 + (15 if i % 2 == 0 else 6) * math.sin(math.pi * i / 5),
                -20 - (15 if i % 2 == 0 else 6) * math.cos(math.pi * i / 5),
            )
            for i in range(10)
        ],
        GLYPH,
    )


def _corridor() -> str:
    return (
        path("M-36 42v-46a36 38 0 0 1 72 0v46z", GLYPH)
        + path("M-20 42v-42a20 22 0 0 1 40 0v42z", darker(TYPE_COLOURS[TileType.CORRIDOR], 0.55))
        + path("M-7 18h14l8 24h-30z", GLYPH, line="none")
    )


def _downstairs() -> str:
    return path("M-42 -36h20v19h20v19h20v19h20v19h-80z", GLYPH)


def _activity() -> str:
    face = polygon([(0, -42), (38, -21), (0, 0), (-38, -21)], GLYPH)
    left = polygon([(-38, -21), (0, 0), (0, 44), (-38, 22)], "#e6dfc8")
    right = polygon([(38, -21), (0, 0), (0, 44), (38, 22)], "#cfc5a2")
    ink = "#3a2a14"
    pips = (
        ellipse(0, -21, 7, 4, ink, line="none")
        + "".join(ellipse(x, y, 5, 6, ink, line="none") for x, y in ((-28, -2), (-10, 28)))
        + "".join(ellipse(x, y, 5, 6, ink, line="none") for x, y in ((10, 6), (19, 11), (28, 16)))
    )
    return face + left + right + pips


def _specialty() -> str:
    return path("M-36 26l-8 -50l24 20l20 -34l20 34l24 -20l-8 50z", GLYPH) + rect(
        -36, 28, 72, 13, GLYPH, corner=5
    )


def _secret() -> str:
    return (
        circle(0, -16, 25, GLYPH)
        + path("M-13 -2h26l12 44h-50z", GLYPH)
        + circle(0, -16, 10, TYPE_COLOURS[TileType.SECRET])
    )


_TYPE_GLYPHS: Mapping[TileType, Callable[[], str]] = {
    TileType.FOOD: _food,
    TileType.LIVING: _living,
    TileType.UTILITY: _utility,
    TileType.OUTDOOR: _outdoor,
    TileType.SLEEPING: _sleeping,
    TileType.CORRIDOR: _corridor,
    TileType.DOWNSTAIRS: _downstairs,
    TileType.ACTIVITY: _activity,
    TileType.SECRET: _secret,
    TileType.SPECIALTY: _specialty,
    TileType.THRONE: _specialty,
}


@lru_cache(maxsize=32)
def type_glyph(kind: TileType) -> str:
    """Draw the white sign of a room type, about 90 wide."""
    return f'<g stroke-width="5">{_TYPE_GLYPHS[kind]()}</g>'


@lru_cache(maxsize=32)
def type_badge(kind: TileType) -> str:
    """Draw the sign of a room type on its colour, 100 wide, as in scoring strips."""
    colour = TYPE_COLOURS[kind]
    return rect(-50, -50, 100, 100, colour, "lit", corner=13) + place(type_glyph(kind), scale=0.88)


def any_badge() -> str:
    """Draw the sign for a room of any type."""
    slices = ""
    kinds = list(_TYPE_GLYPHS)[:8]
    for i, kind in enumerate(kinds):
        a, b = 2 * math.pi * i / 8, 2 * math.pi * (i + 1) / 8
        slices += path(
            f"M0 0L{44 * math.cos(a):.1f} {44 * math.sin(a):.1f}A44 44 0 0 1 {44 * math.cos(b):.1f} {44 * math.sin(b):.1f}Z",
            TYPE_COLOURS[kind],
            line="none",
        )
    return (
        rect(-50, -50, 100, 100, "#fbf4e2", "lit", corner=13)
        + slices
        + circle(0, 0, 44, "none")
        + circle(0, 0, 16, GLYPH)
    )


def _torch() -> str:
    return (
        path("M-9 6h18l-5 40h-8z", "#f3d9a8")
        + path("M-18 -6h36l-5 15h-26z", "#e6b75a")
        + path(
            "M-15 -8q-14 -22 2 -36q2 10 7 12q-2 -18 10 -28q0 14 8 20q3 -4 2 -9q14 18 3 41z",
            "#ffe9a8",
        )
    )


def _swords() -> str:
    sword = (
        path("M-5 24v-62l5 -10l5 10v62z", GLYPH)
        + rect(-16, 20, 32, 8, "#f0c860", corner=3)
        + rect(-4, 28, 8, 14, "#e6b75a")
        + circle(0, 45, 5, "#f0c860")
    )
    return place(sword, -2, 2, 1.05, -42) + place(sword, 2, 2, 1.05, 42)


def _painting() -> str:
    return (
        rect(-36, -42, 72, 84, "#f0c860", "lit", corner=4)
        + rect(-24, -30, 48, 60, GLYPH)
        + circle(8, -14, 7, "#f0c860", line="none")
        + path("M-22 28v-14q16 -24 26 -8t18 -6v28z", "#a9c08a", line="none")
    )


def _mirror() -> str:
    return (
        ellipse(0, 0, 34, 43, "#f0c860", "lit")
        + ellipse(0, 0, 23, 32, GLYPH)
        + stroke("M-10 12l18 -28M2 18l10 -16", "#a9c6d6", 5)
        + circle(0, -44, 6, "#f0c860")
    )


_HANGING_GLYPHS: Mapping[Hanging, Callable[[], str]] = {
    Hanging.TORCH: _torch,
    Hanging.SWORDS: _swords,
    Hanging.PAINTING: _painting,
    Hanging.MIRROR: _mirror,
    Hanging.NONE: lambda: "",
}


@lru_cache(maxsize=8)
def hanging_glyph(hanging: Hanging) -> str:
    """Draw a wall hanging, about 90 high."""
    return f'<g stroke-width="5">{_HANGING_GLYPHS[hanging]()}</g>'


def star(points: int, text: Callable[[str, float, float, float], str]) -> str:
    """Draw the golden star with its points, 130 wide; ``text`` writes a number."""
    outer = []
    for i in range(10):
        radius = 65 if i % 2 == 0 else 33
        outer.append((radius * math.sin(math.pi * i / 5), -radius * math.cos(math.pi * i / 5)))
    facets = "".join(
        sheer(
            polygon(
                [(0, 0), outer[i], outer[(i + 1) % 10]],
                "#fff4c0" if i % 2 else "#8a560f",
                line="none",
            ),
            0.34,
        )
        for i in range(10)
    )
    return polygon(outer, "@gold") + facets + text(str(points), 0, 26, 74)


_TURNS: Mapping[Arrow, float] = {Arrow.NORTH: 0, Arrow.EAST: 90, Arrow.SOUTH: 180, Arrow.WEST: 270}


def arrow(direction: Arrow) -> str:
    """Draw a bold white arrow, 90 long."""
    return place(
        f'<g stroke-width="5">{path("M0 -46l32 34h-17v58h-30v-58h-17z", GLYPH, "side")}</g>',
        turn=_TURNS[direction],
    )


def castle(fill: str) -> str:
    """Draw a small castle, about 90 wide, standing at y = 40."""
    return path(
        "M-44 40v-60h8v8h7v-8h8v8h7v-8h8v22h4v-54h-4v-16h8v8h6v-8h8v8h6v-8h8v16h-4v54h4v-22h8v8h7v-8h8v8h7v-8h8v60z"
        "m34 0h20v-18q-10 -14 -20 0z",
        fill,
    )
