"""The picture of a throne room, twice as wide as a tile, in the colours of the rooms it wants."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import random

from ...engine.between_two_castles.catalogue import Tile, TileType
from .palette import TYPE_COLOURS, Scheme, darker, lighter, mix, scheme_for
from .props import PROPS
from .svg import circle, path, place, polygon, rect, stroke

_FLOOR = 640.0


def _column(x: float, colour: str, gold: str) -> str:
    return (
        rect(x - 34, 170, 68, 500, colour, "round")
        + stroke(
            f"M{x - 12:.0f} 230V640M{x + 12:.0f} 230V640", darker(colour, 0.25), 4, opacity=0.6
        )
        + path(f"M{x - 56:.0f} 160h112l-14 60h-84z", gold, "lit")
        + rect(x - 60, 148, 120, 20, gold, "lit", corner=5)
        + rect(x - 50, 640, 100, 22, gold, "lit", corner=4)
        + rect(x - 58, 660, 116, 26, lighter(colour, 0.4), "lit", corner=4)
    )


def _arch(x: float, sky: str, s: Scheme) -> str:
    return (
        path(
            f"M{x - 120:.0f} 660v-330q0 -150 120 -164q120 14 120 164v330z",
            lighter(s.stone, 0.4),
            "lit",
        )
        + path(f"M{x - 96:.0f} 640v-306q0 -122 96 -134q96 12 96 134v306z", f"@{sky}")
        + path(
            f"M{x - 96:.0f} 560q60 -60 100 -20t92 -30v130h-192z",
            "#7fae6a" if sky == "day" else "#5a5a7a",
            line="none",
        )
        + place(
            rect(-26, -70, 22, 70, "#a8b4c4", line="none")
            + polygon([(-30, -70), (-15, -100), (0, -70)], s.cloth, line="none")
            + rect(2, -50, 30, 50, "#b8c4d0", line="none"),
            x + 10,
            560,
            1,
        )
        + stroke(f"M{x:.0f} 206V640M{x - 96:.0f} 420H{x + 96:.0f}", darker(s.wood, 0.1), 7)
        + rect(x - 128, 636, 256, 26, lighter(s.stone, 0.5), "lit", corner=4)
    )


def _throne(cloth: str, trim: str) -> str:
    """Draw the throne, its foot at the origin."""
    return (
        rect(-86, -60, 30, 60, "@gold", corner=5)
        + rect(56, -60, 30, 60, "@gold", corner=5)
        + path("M-84 -70v-230q20 -70 84 -86q64 16 84 86v230z", "@gold")
        + path("M-60 -84v-204q16 -50 60 -62q44 12 60 62v204z", cloth, "ball")
        + "".join(circle(x, y, 5, "#f0cc66") for x in (-30, 0, 30) for y in (-270, -220, -170))
        + rect(-78, -120, 156, 44, lighter(cloth, 0.2), "lit", corner=14)
        + path("M-92 -84h184v34q-92 26 -184 0z", "@gold")
        + rect(-108, -170, 36, 110, "@gold", corner=14)
        + rect(72, -170, 36, 110, "@gold", corner=14)
        + circle(-90, -176, 22, "@gold")
        + circle(90, -176, 22, "@gold")
        + path("M-52 -376l-10 -54l30 22l32 -48l32 48l30 -22l-10 54z", "@gold")
        + circle(0, -392, 10, trim, "ball")
    )


def draw_throne_room(tile: Tile) -> str:
    """Draw the picture of a throne room into (0, 0) to (2000, 1000)."""
    rng = random.Random(tile.id)
    s = scheme_for(TileType.THRONE, rng)
    one, two = (
        TYPE_COLOURS[want] if isinstance(want, TileType) else s.cloth
        for want in (*tile.wants, TileType.THRONE)[:2]
    )
    sky = rng.choice(("day", "dusk", "day"))
    wall = mix("#c9574a", rng.choice(("#e0b070", "#8f3a5a", "#b8433a", "#d98a5a")), 0.45)
    out = rect(0, 0, 2000, _FLOOR + 20, wall, "wash", line="none")
    for y in range(120, 640, 76):
        for x in range(30, 2000, 92):
            out += place(
                path(
                    "M0 -20q12 14 0 30q-12 -16 0 -30zM-14 8h28v5h-28z",
                    lighter(wall, 0.22),
                    line="none",
                ),
                x + (46 if y % 152 else 0),
                y,
            )
    out += rect(0, _FLOOR, 2000, 400, "#e2c79c", "lit", line="none")
    for row in range(5):
        y0, y1 = _FLOOR + 8 * row * (row + 1), _FLOOR + 8 * (row + 1) * (row + 2)
        for i in range(-12, 12):
            if (i + row) % 2:
                k0, k1 = 100 + 0.5 * (y0 - _FLOOR), 100 + 0.5 * (y1 - _FLOOR)
                out += polygon(
                    [
                        (1000 + i * k0, y0),
                        (1000 + (i + 1) * k0, y0),
                        (1000 + (i + 1) * k1, y1),
                        (1000 + i * k1, y1),
                    ],
                    mix("#e2c79c", "#a8674a", 0.4),
                    line="none",
                )
    for x in (300, 1700):
        out += _arch(x, sky, s)
    out += "".join(
        _column(x, colour, "#e6bb55")
        for x, colour in ((130, one), (500, two), (1500, one), (1870, two))
    )
    out += "".join(place(PROPS["banner"].draw(s, "crown"), x, 330, 1.15) for x in (640, 1360))
    out += stroke("M0 150H2000", "#2f1a17", 34) + stroke("M0 150H2000", "#e6bb55", 26)
    canopy = (
        path("M720 280q40 240 -20 400h100q80 -180 60 -420z", one, "side")
        + path("M1280 280q-40 240 20 400h-100q-80 -180 -60 -420z", two, "side")
        + rect(850, 250, 300, 420, darker(mix(one, two, 0.5), 0.35), "deep")
        + path(
            "M706 300q8 60 84 30q40 60 100 10q50 56 110 -2q60 58 110 2q60 50 100 -10q76 30 84 -30l-6 -50q-150 -150 -288 -150t-288 150z",
            darker(one, 0.05),
            "lit",
        )
        + circle(1000, 108, 20, "@gold")
        + stroke("M710 306q290 -66 580 0", "#f0cc66", 12)
    )
    steps = "".join(
        polygon(
            [
                (1000 - 230 - 46 * i, 640 + 36 * i),
                (1000 + 230 + 46 * i, 640 + 36 * i),
                (1000 + 262 + 46 * i, 676 + 36 * i),
                (1000 - 262 - 46 * i, 676 + 36 * i),
            ],
            mix("#d9c7b0", "#b08a72", i / 5),
            "lit",
        )
        for i in range(4)
    )
    carpet = polygon([(900, 640), (1100, 640), (1190, 860), (810, 860)], "#a81f2c", "lit") + stroke(
        "M914 640L836 860M1086 640L1164 860", "#f0cc66", 9
    )
    treads = stroke("M852 676H1148M838 712H1162M824 748H1176", "#6f1420", 5, opacity=0.6)
    out += (
        canopy
        + steps
        + carpet
        + treads
        + place(_throne(rng.choice((one, two, "#a81f2c")), two), 1000, 676, 0.98)
    )
    out += place(PROPS["candelabra"].draw(s, ""), 640, 780, 1.25) + place(
        PROPS["candelabra"].draw(s, ""), 1360, 780, 1.25
    )
    guests = [
        "armour",
        "big_plant",
        "statue",
        "chest:crown+gem",
        "stand:vase",
        "dog",
        "cat",
        "harp",
        "lectern",
        "hoard",
    ]
    rng.shuffle(guests)
    for word, x in zip(guests, (300, 1700), strict=False):
        name, _, what = word.partition(":")
        thing = PROPS[name]
        out += place(thing.draw(s, what), x, 785, min(1.25, 360 / thing.height))
    return (
        out
        + '<rect width="2000" height="1000" fill="url(#vignette)" fill-opacity=".5" stroke="none"/>'
    )
