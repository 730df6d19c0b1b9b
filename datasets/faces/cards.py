"""Bonus cards, attendants, tokens and backs."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
import random

from ...engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    WALL_HANGINGS,
    Attendant,
    BonusCard,
    Counts,
    TileType,
)
from ...engine.languages import Language
from . import icons
from .frame import marble
from .palette import FRAME, INK, PARCHMENT, TYPE_COLOURS, darker, lighter
from .people import draw_attendant
from .strip import CROSS, Sign, diagram, each_sign, lay_out, neighbour_castles, star_sign
from .svg import circle, ellipse, num, path, place, polygon, rect, stroke
from .text import number, write

CARD_WIDTH = 650.0
_AROUND = (
    (-1.0, 1.0),
    (0.0, 1.0),
    (1.0, 1.0),
    (-1.0, 0.0),
    (1.0, 0.0),
    (-1.0, -1.0),
    (0.0, -1.0),
    (1.0, -1.0),
)
_THRONE_SIDES = ((-0.5, 1.0), (0.5, 1.0), (-1.5, 0.0), (1.5, 0.0), (-0.5, -1.0), (0.5, -1.0))
_THRONE_CORNERS = ((-1.5, 1.0), (1.5, 1.0), (-1.5, -1.0), (1.5, -1.0))
_RED = TYPE_COLOURS[TileType.THRONE]


def _same(count: int) -> Sign:
    """Draw so many equal rooms of one type."""
    out, width = "", 0.0
    for i in range(count):
        x, y = (i % 3 - 1) * 64.0, (i // 3) * 64.0 - (32 if count > 3 else 0)
        if i >= 3:
            x += 32 * (6 - count)
        out += place(icons.any_badge(), x, y, 0.58)
        width = 190
    return width, out + stroke("M-108 96H108M-108 114H108", INK, 7)


def _level(up: bool) -> Sign:
    """Draw a castle's levels, those that count in red."""
    rows = ""
    for level in range(-2, 4):
        y = -level * 38 + 14
        counts = level >= 2 if up else level < 0
        cells = 3 if abs(level) < 2 else 2
        for i in range(cells):
            x = (i - (cells - 1) / 2) * 42
            rows += rect(
                x - 18, y - 16, 36, 32, "#c9202c" if counts else "#d9cfba", "lit", corner=4
            )
    ground = stroke("M-110 34H110", INK, 6)
    return 220, rows + ground


def _extent(upright: bool) -> Sign:
    """Draw a castle and the length that counts."""
    cells = ((0, 0), (1, 0), (-1, 0), (0, 1), (1, 1), (0, 2), (0, -1), (2, 0))
    drawn = "".join(
        rect(40 * x - 38, -40 * y + 2, 36, 36, "#d9cfba", "lit", corner=4) for x, y in cells
    )
    drawn += rect(-38, 2, 76, 36, _RED, "lit", corner=4)
    head = "M-14 20L0 0L14 20"
    if upright:
        line = (
            stroke("M104 -86V86", "#c9202c", 10)
            + place(stroke(head, "#c9202c", 10), 104, -90)
            + place(stroke(head, "#c9202c", 10), 104, 90, turn=180)
        )
    else:
        line = (
            stroke("M-78 106H78", "#c9202c", 10)
            + place(stroke(head, "#c9202c", 10), -84, 106, turn=-90)
            + place(stroke(head, "#c9202c", 10), 84, 106, turn=90)
        )
    return 250, drawn + line


def _pie() -> Sign:
    slices = ""
    kinds = [*REGULAR_TYPES, TileType.SPECIALTY]
    for i, kind in enumerate(kinds):
        a, b = 2 * math.pi * i / len(kinds), 2 * math.pi * (i + 1) / len(kinds)
        slices += path(
            f"M0 0L{88 * math.sin(a):.1f} {-88 * math.cos(a):.1f}A88 88 0 0 1 {88 * math.sin(b):.1f} {-88 * math.cos(b):.1f}Z",
            TYPE_COLOURS[kind],
            "lit",
        )
    return 180, slices + circle(0, 0, 34, "#fffdf6")


def _card_signs(card: BonusCard) -> list[Sign]:
    kind = card.counts
    if kind is Counts.ROOMS_OF_TYPE and card.type is not None:
        return [(190, place(icons.type_badge(card.type), scale=1.9))]
    if kind is Counts.HANGINGS and card.hanging is not None:
        return [(200, place(icons.hanging_glyph(card.hanging), scale=2.2))]
    if kind is Counts.SPECIALTY:
        return [(190, place(icons.type_badge(TileType.SPECIALTY), scale=1.9))]
    if kind is Counts.SECRET:
        return [(190, place(icons.type_badge(TileType.SECRET), scale=1.9))]
    if kind is Counts.HANGING_SETS:
        return [(94, place(icons.hanging_glyph(hanging), scale=1.15)) for hanging in WALL_HANGINGS]
    if kind is Counts.NEIGHBOUR_SPECIALTY:
        width, drawn = neighbour_castles()
        return [
            (150, place(icons.type_badge(TileType.SPECIALTY), scale=1.4)),
            (width * 1.2, place(drawn, scale=1.2)),
        ]
    if kind is Counts.ATTENDANTS:
        bust = (
            circle(0, -26, 24, "#f0c9a0", "ball")
            + path("M-38 44q-4 -50 38 -50t38 50z", "#8b2f9c", "lit")
            + path("M-24 -44l-4 -24l14 10l14 -18l14 18l14 -10l-4 24z", "@gold")
        )
        return [(180, place(bust, 0, 0, 1.9))]
    width, drawn = {
        Counts.ROOM_TYPES: _pie,
        Counts.BELOW_GROUND: lambda: _level(False),
        Counts.UPPER_LEVELS: lambda: _level(True),
        Counts.HEIGHT: lambda: _extent(True),
        Counts.WIDTH: lambda: _extent(False),
        Counts.SURROUNDED: lambda: diagram(_AROUND, size=58),
        Counts.CROSS_SURROUNDED: lambda: diagram(CROSS, size=58),
        Counts.THRONE_NEIGHBOURS: lambda: diagram(
            (*_THRONE_SIDES, *_THRONE_CORNERS), size=52, wide=True, own=_RED
        ),
        Counts.FIVE_OF_A_KIND: lambda: _same(5),
        Counts.THREE_OF_A_KIND: lambda: _same(3),
        Counts.THRONE_VARIETY: _variety,
    }[kind]()
    return [(width, drawn)]


def _variety() -> Sign:
    """Draw a throne room whose neighbours are all different."""
    step = 60.0
    cells = "".join(
        rect(x * step - 26, -y * step - 26, 52, 52, TYPE_COLOURS[kind], "lit", corner=5)
        for (x, y), kind in zip(_THRONE_SIDES, REGULAR_TYPES, strict=False)
    )
    return 4 * step, cells + rect(-56, -26, 112, 52, _RED, "lit", corner=5)


def draw_bonus_card(card: BonusCard, language: Language | None) -> str:
    """Draw a bonus card into (0, 0) to (650, 1000)."""
    rng = random.Random(card.id)
    edge = "#f07a1f"
    cut = "M96 60H554L590 96V904L554 940H96L60 904V96Z"
    vine = "".join(
        place(
            stroke("M0 0q30 -20 20 -50q-20 -20 -34 2q-2 18 14 18", "#b9661a", 6),
            x,
            y,
            1,
            0,
            flip=flip,
        )
        for x, y, flip in ((84, 150, True), (566, 150, False), (84, 900, True), (566, 900, False))
    )
    name = "" if language is None else _card_name(card.name_in(language))
    return (
        rect(0, 0, CARD_WIDTH, 1000, edge, "lit", line="none")
        + rect(18, 18, CARD_WIDTH - 36, 964, "none", corner=16, line="#ffd9a0")
        + f'<clipPath id="sheet"><path d="{cut}"/></clipPath>'
        + f'<g clip-path="url(#sheet)">{marble(rng, CARD_WIDTH, 1000, "#f6f5f0", "#a8b4b8")}</g>'
        + path(cut, "none", line="#8a4a12")
        + vine
        + circle(325, 240, 170, "@glow", line="none")
        + place(icons.star(card.points, number), 325, 240, 1.9)
        + place(each_sign()[1], 325, 398, 1.3)
        + lay_out(_card_signs(card), 325, 586, 440, gap=22)
        + rect(120, 764, 410, 116, PARCHMENT, "lit", corner=14)
        + name
    )


def _card_name(name: str) -> str:
    words, lines = name.split(), [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) > 19:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    size = 44 if len(lines) < 3 else 34
    top = 822 - (len(lines) - 1) * size * 0.55 + size * 0.33
    return "".join(
        write(line, 325, top + size * 1.1 * i, size, widest=380) for i, line in enumerate(lines)
    )


def draw_attendant_tile(attendant: Attendant) -> str:
    """Draw an attendant with the scroll that says what he or she scores, into (0, 0) to (1000, 1000)."""
    scroll = (
        polygon(
            [(90, 800), (230, 760), (230, 920), (90, 940), (140, 870)],
            darker(PARCHMENT, 0.25),
            "lit",
        )
        + polygon(
            [(910, 800), (770, 760), (770, 920), (910, 940), (860, 870)],
            darker(PARCHMENT, 0.25),
            "lit",
        )
        + path("M180 750q320 50 640 0v176q-320 50 -640 0z", PARCHMENT, "lit")
    )
    glyph = (190.0, place(icons.hanging_glyph(attendant.hanging), scale=1.75))
    width, drawn = star_sign(1)
    points = (width * 1.5, place(drawn, scale=1.5))
    times = (50.0, place(each_sign()[1], scale=1.4))
    return (
        draw_attendant(attendant)
        + scroll
        + lay_out([points, times, glyph], 500, 856, 560, gap=20)
        + f'<rect x="14" y="14" width="972" height="972" rx="26" fill="none" stroke="{FRAME}" stroke-width="28"/>'
        + '<rect x="30" y="30" width="940" height="940" rx="16" fill="none" stroke="#d9a640" stroke-width="8"/>'
    )


def draw_token(kind: TileType) -> str:
    """Draw the round token of a room type into (0, 0) to (1000, 1000)."""
    colour = TYPE_COLOURS[kind]
    dots = "".join(
        circle(
            500 + 432 * math.cos(math.pi * i / 12),
            500 + 432 * math.sin(math.pi * i / 12),
            15,
            "#fff3cf",
        )
        for i in range(24)
    )
    return (
        f'<g stroke-width="10">{circle(500, 500, 490, "@gold")}</g>'
        + circle(500, 500, 466, FRAME)
        + dots
        + circle(500, 500, 398, "@gold")
        + circle(500, 500, 372, colour, "ball")
        + place(icons.type_glyph(kind), 500, 500, 5.6)
    )


def _lozenges(width: float, height: float, colour: str, step: float) -> str:
    out = ""
    for j in range(int(height / step * 2) + 2):
        for i in range(int(width / step) + 2):
            x, y = i * step + (step / 2 if j % 2 else 0), j * step / 2
            out += polygon(
                [
                    (x, y - step * 0.42),
                    (x + step * 0.42, y),
                    (x, y + step * 0.42),
                    (x - step * 0.42, y),
                ],
                colour,
                "lit",
                line="none",
            )
    return out


def _emblem(x: float, y: float, colour: str, scale: float) -> str:
    keep = (
        circle(0, 0, 190, FRAME)
        + circle(0, 0, 182, "@gold")
        + circle(0, 0, 158, colour, "ball")
        + place(icons.castle("#fff6dc"), -48, 12, 1.6)
        + place(icons.castle("@gold"), 62, 34, 1.35)
        + path("M-120 108q120 40 240 0q-50 44 -120 44t-120 -44z", "#7fae4a", "lit")
    )
    return place(keep, x, y, scale)


_BACKS = {
    "regular": ("#3f6f8f", "#33607f", "#e8f0f2"),
    "specialty": ("#9c2a30", "#861f28", "#f6e2b0"),
    "throne": ("#5a2f6f", "#4c2660", "#f6e2b0"),
    "card": ("#e07a24", "#cf6a18", "#fff0d0"),
}


def draw_back(kind: str, width: float) -> str:
    """Draw the back of regular tiles, specialty tiles, throne rooms or cards, 1000 high."""
    colour, dark, pale = _BACKS[kind]
    emblems = [width / 2] if width < 1500 else [width * 0.25, width * 0.75]
    badge = ""
    if kind == "specialty":
        badge = place(icons.type_glyph(TileType.SPECIALTY), width / 2, 800, 1.5)
    elif kind == "regular":
        badge = "".join(
            circle(500 + 66 * (i - 3.5), 800, 26, TYPE_COLOURS[each], "ball")
            for i, each in enumerate(REGULAR_TYPES)
        )
    corners = "".join(
        place(
            stroke("M0 120V40Q0 0 40 0H120", pale, 9)
            + stroke("M30 96V60q0 -30 30 -30h36", pale, 5)
            + circle(128, 0, 9, pale, line="none")
            + circle(0, 128, 9, pale, line="none")
            + polygon([(52, 40), (64, 52), (52, 64), (40, 52)], pale, line="none"),
            x,
            y,
            1,
            turn,
        )
        for x, y, turn in (
            (90, 90, 0),
            (width - 90, 90, 90),
            (width - 90, 910, 180),
            (90, 910, 270),
        )
    )
    return (
        rect(0, 0, width, 1000, dark, line="none")
        + _lozenges(width, 1000, colour, 96)
        + f'<rect x="34" y="34" width="{num(width - 68)}" height="932" rx="26" fill="none" stroke="{FRAME}" stroke-width="26"/>'
        + f'<rect x="34" y="34" width="{num(width - 68)}" height="932" rx="26" fill="none" stroke="#d9a640" stroke-width="12"/>'
        + corners
        + "".join(
            _emblem(x, 480, darker(colour, 0.25), 1.25 if width > 900 else 1.05) for x in emblems
        )
        + badge
        + ellipse(width / 2, 1000, 0, 0, lighter(pale))
    )
