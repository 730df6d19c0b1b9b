"""What lies below ground and behind secret doors."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from ..palette import Scheme, darker, lighter, mix
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, sheer, stroke
from .registry import on_ceiling, on_ground, on_wall, prop
from .small import row_of_smalls, small


@prop(320, 160)
def sarcophagus(s: Scheme, what: str) -> str:
    """A stone coffin, its lid ajar."""
    return (
        path("M-130 -90h260l14 90h-288z", s.stone, "lit")
        + "".join(
            path(f"M{x} -18v-34q20 -26 40 0v34z", darker(s.stone, 0.3), "deep")
            for x in (-110, -50, 10, 70)
        )
        + path("M-140 -92h280l-20 -22h-240z", "#241c22")
        + circle(90, -112, 60, "@cool", line="none")
        + place(
            path("M-150 -96h260l-24 -34h-212z", lighter(s.stone, 0.15), "lit")
            + stroke("M-60 -112h120M30 -124v24", darker(s.stone, 0.3), 7),
            -8,
            -6,
            1,
            -4,
        )
    )


@prop(320, 260)
def crystals(s: Scheme, what: str) -> str:
    """A cluster of glowing crystals."""
    base = s.pick("#7fc8f0", "#c08af0", "#7ff0c0", "#f0a0d0")
    out = circle(0, -90, 190, "@cool", line="none")
    for x, height, width, turn in (
        (-90, 130, 46, -28),
        (90, 140, 46, 26),
        (-40, 190, 54, -10),
        (48, 176, 52, 12),
        (0, 240, 64, 1),
        (-120, 80, 36, -44),
        (122, 80, 36, 42),
    ):
        tint = mix(base, s.pick("#ffffff", base, "#8a6fe0"), 0.3)
        shard = polygon(
            [
                (-width / 2, 0),
                (-width / 2, -height * 0.72),
                (0, -height),
                (width / 2, -height * 0.72),
                (width / 2, 0),
            ],
            tint,
            "side",
        ) + polygon(
            [(-width / 2, 0), (-width / 2, -height * 0.72), (0, -height), (-width * 0.05, 0)],
            lighter(tint, 0.5),
            "lit",
        )
        out += place(shard, x * 0.7, 0, 1, turn)
    return out


@prop(240, 180)
def mushrooms(s: Scheme, what: str) -> str:
    """Toadstools; ``glow`` shine in the dark."""
    glow = (
        "".join(circle(x, -70, 90, "@cool", line="none") for x in (-50, 50))
        if what == "glow"
        else ""
    )
    out = glow
    for x, size in ((-84, 0.75), (84, 0.8), (-34, 1.15), (40, 1.45), (4, 0.6)):
        cap = s.pick("#d9403a", "#e08a3a", "#a86fd0", "#5fb0b0", "#c9a26a")
        out += place(
            path("M-14 0q8 -40 0 -70h28q-8 30 0 70q-14 8 -28 0z", "#f6ecd8", "round")
            + path("M-52 -64q4 -56 52 -58q48 2 52 58q-52 18 -104 0z", cap, "ball")
            + "".join(
                ellipse(a, b, r, r * 0.8, "#fff6e8", line="none")
                for a, b, r in ((-26, -82, 9), (4, -104, 8), (26, -80, 10), (0, -72, 6))
            ),
            x,
            0,
            size,
        )
    return out


@prop(330, 340)
def cage(s: Scheme, what: str) -> str:
    """A cell behind bars, with ``what`` in it."""
    bars = "".join(outlined_stroke(f"M{x} -318V-8", "#6d737d", 9) for x in range(-126, 130, 42))
    return (
        path("M-156 0v-230q0 -110 156 -110t156 110v230z", s.stone, "lit")
        + path("M-136 0v-224q0 -96 136 -96t136 96v224z", "#1f1a20", "deep")
        + place(small(s, what or "skull"), -40, -14, 1.6)
        + circle(52, -190, 5, "#ffe26a", line="none")
        + circle(76, -190, 5, "#ffe26a", line="none")
        + bars
        + stroke("M-138 -110h276M-138 -240h276", "#6d737d", 11)
        + rect(24, -150, 40, 46, "@steel", corner=5)
        + circle(44, -126, 6, "#2f1a17", line="none")
    )


@on_ground(300, 80)
def pit(s: Scheme, what: str) -> str:
    """A hole in the floor, with eyes in it or with a ``ladder``."""
    eyes = "".join(
        circle(x - 8, y, 4, "#ffe26a", line="none") + circle(x + 8, y, 4, "#ffe26a", line="none")
        for x, y in ((-70, -38), (36, -26), (86, -44))
    )
    ladder = outlined_stroke("M-20 -190L-6 -30M40 -190L34 -30", s.wood, 9) + "".join(
        stroke(f"M{-17 + 2.5 * i:.0f} {-160 + 30 * i}h{55 - 3 * i:.0f}", s.wood, 9)
        for i in range(5)
    )
    rim = "".join(
        place(rect(-24, -10, 48, 22, s.stone, "lit", corner=7), 164 * c, -40 + 50 * d, 1)
        for c, d in (
            (-1, 0),
            (-0.82, -0.55),
            (-0.45, -0.85),
            (0, -0.95),
            (0.45, -0.85),
            (0.82, -0.55),
            (1, 0),
        )
    )
    near = "".join(
        place(
            rect(-26, -12, 52, 24, lighter(s.stone, 0.1), "lit", corner=7), 164 * c, -40 + 50 * d, 1
        )
        for c, d in ((-0.84, 0.52), (-0.45, 0.85), (0, 0.96), (0.45, 0.85), (0.84, 0.52))
    )
    return (
        rim
        + ellipse(0, -40, 156, 46, "#120a10")
        + ellipse(0, -30, 130, 32, "#000000", line="none")
        + (ladder if what == "ladder" else eyes)
        + near
    )


@prop(270, 190)
def hoard(s: Scheme, what: str) -> str:
    """A heap of gold and jewels."""
    heap = path("M-140 0q20 -70 70 -90q60 -70 120 -10q60 20 90 100z", "@gold")
    coins = "".join(
        ellipse(s.rng.uniform(-100, 100), -s.rng.uniform(6, 66), 15, 7, "@gold") for _ in range(22)
    )
    return (
        circle(0, -80, 200, "@glow", line="none")
        + place(small(s, "trophy"), -60, -80, 1.4, -14)
        + place(small(s, "scroll"), 70, -70, 1.4, 20)
        + heap
        + coins
        + place(small(s, "crown"), 6, -104, 1.7, -6)
        + place(small(s, "gem"), -44, -34, 1.1)
        + place(small(s, "gem"), 62, -24, 1.0)
        + place(small(s, "gem"), 6, -10, 0.9)
    )


@prop(250, 300)
def sword_stone(s: Scheme, what: str) -> str:
    """A sword in a stone."""
    return (
        circle(0, -170, 150, "@glow", line="none")
        + path("M-10 -90v-140h20v140z", "@steel")
        + rect(-44, -246, 88, 18, "@gold", corner=8)
        + rect(-8, -296, 16, 52, s.cloth, "round")
        + circle(0, -304, 14, "@gold")
        + path("M-110 0q-10 -50 30 -64q20 -44 80 -36q70 -6 80 44q40 10 34 56z", s.stone, "ball")
        + stroke("M-60 -20l30 -30M20 -90l-10 30l24 16", darker(s.stone, 0.3), 4)
    )


@prop(260, 220)
def alembic(s: Scheme, what: str) -> str:
    """A table with flasks, tubes and coloured fluids."""
    one, two = s.pick("#59c06a", "#a05fd0", "#4fb0d9"), s.pick("#e0563f", "#f0c03a", "#f07ab0")
    return (
        rect(-118, -84, 22, 84, s.wood, "round")
        + rect(96, -84, 22, 84, s.wood, "round")
        + rect(-134, -102, 268, 22, lighter(s.wood, 0.12), "lit", corner=4)
        + circle(-60, -140, 70, "@glow", line="none")
        + outlined_stroke("M-62 -206q0 -34 40 -20t70 30q20 6 20 40", "#dff0f2", 9)
        + path("M-74 -206h24v30q30 10 30 36q0 36 -42 36t-42 -36q0 -26 30 -36z", "#dff0f2", "lit")
        + path("M-100 -146q20 -8 38 0t38 -2q6 46 -38 46t-38 -44z", one, "ball", line="none")
        + path("M46 -156h44v40q0 14 -22 14t-22 -14z", "#dff0f2", "lit")
        + path("M48 -134h40v18q0 12 -20 12t-20 -12z", two, "ball", line="none")
        + place(small(s, "potion"), 110, -102, 1.0)
        + place(small(s, "potion"), 4, -102, 0.9)
        + place(small(s, "skull+books"), -114, -102, 0.8)
        + "".join(
            circle(-62 + dx, -250 - dy, r, lighter(one, 0.4), "ball")
            for dx, dy, r in ((0, 0, 9), (12, 20, 7), (-6, 40, 11))
        )
    )


@on_wall(330, 250)
def slime(s: Scheme, what: str) -> str:
    """Mould and slime that creep over the wall."""
    tint = s.pick("#8fc04a", "#6fb08a", "#b0b84a")
    drips = "M-170 -130h340v60q-10 60 -24 0q-10 -30 -22 10q-8 90 -26 0q-14 -40 -30 20q-10 60 -26 -10q-16 -30 -30 30q-10 80 -26 -20q-20 -40 -34 20q-8 40 -22 -20q-14 -20 -24 20q-10 60 -26 -20q-8 -10 -10 -30z"
    spots = "".join(
        circle(
            s.rng.uniform(-150, 150),
            s.rng.uniform(-20, 110),
            s.rng.uniform(7, 22),
            mix(tint, "#f3f6d0", s.rng.random() * 0.5),
            "ball",
        )
        for _ in range(13)
    )
    return path(drips, tint, "ball") + spots


@on_wall(820, 330)
def padding(s: Scheme, what: str) -> str:
    """Quilted walls."""
    out = ""
    for j in range(5):
        for i in range(10):
            x, y = -420 + 92 * i - (46 if j % 2 else 0), -170 + 84 * j
            out += polygon(
                [(x, y - 84), (x + 46, y), (x, y + 84), (x - 46, y)], lighter(s.cloth, 0.25), "ball"
            )
    return out + "".join(
        circle(-420 + 92 * i - (46 if j % 2 else 0), -86 + 84 * j, 7, "@gold")
        for j in range(4)
        for i in range(10)
    )


@prop(200, 330)
def passage(s: Scheme, what: str) -> str:
    """A dark opening in the wall with steps; ``glow`` has light in it."""
    deep = circle(0, -130, 140, "@cool", line="none") if what == "glow" else ""
    stairs = "".join(
        rect(-74 + 9 * i, -24 - 26 * i, 148 - 18 * i, 26, mix(s.stone, "#241c22", i / 6), "lit")
        for i in range(5)
    )
    stones = "".join(
        place(
            rect(-26, -17, 52, 34, mix(s.stone, "#ffffff", s.rng.random() * 0.2), "lit", corner=5),
            x,
            y,
            1,
            turn,
        )
        for x, y, turn in (
            (-104, -20, 0),
            (-106, -62, 0),
            (-104, -104, 0),
            (-106, -146, 0),
            (-102, -190, 8),
            (-88, -236, 28),
            (-54, -272, 52),
            (0, -288, 0),
            (54, -272, -52),
            (88, -236, -28),
            (102, -190, -8),
            (106, -146, 0),
            (104, -104, 0),
            (106, -62, 0),
            (104, -20, 0),
        )
    )
    return path("M-90 0v-180q0 -96 90 -96t90 96v180z", "#17121a", "deep") + deep + stairs + stones


@prop(290, 340)
def secret_shelf(s: Scheme, what: str) -> str:
    """A book case that swings open on a dark room."""
    return (
        rect(-150, -330, 300, 326, s.wood, "lit", corner=4)
        + rect(-20, -316, 156, 308, "#0f1416", "deep")
        + circle(56, -120, 110, "@cool", line="none")
        + "".join(
            rect(10 + 10 * i, -30 - 24 * i, 110 - 14 * i, 24, mix(s.stone, "#101418", i / 5), "lit")
            for i in range(4)
        )
        + polygon(
            [(-140, -316), (-20, -300), (-20, -24), (-140, -4)], lighter(s.wood, 0.06), "side"
        )
        + "".join(
            place(row_of_smalls(s, what or "books", 104, every=40, scale=1.1), -80, y)
            + stroke(f"M-138 {y + 4}L-22 {y + 1}", lighter(s.wood, 0.2), 9)
            for y in (-230, -128, -26)
        )
    )


@prop(240, 330)
def rope(s: Scheme, what: str) -> str:
    """A rope that hangs through a hatch in the ceiling."""
    return (
        polygon([(-90, -430), (90, -430), (120, -370), (-120, -370)], "#14100f", "deep")
        + stroke("M0 -420q16 140 -6 260t30 156q-40 10 -70 -4q30 -22 60 -8", "#7a5424", 15)
        + stroke("M0 -420q16 140 -6 260t30 156q-40 10 -70 -4q30 -22 60 -8", "#d9b06a", 9)
        + "".join(circle(2, y, 10, "#d9b06a", "ball") for y in (-320, -230, -150))
    )


@on_ground(280, 110)
def trapdoor(s: Scheme, what: str) -> str:
    """A trap door in the floor, open."""
    return (
        polygon([(-110, -66), (110, -66), (140, 0), (-140, 0)], "#100b0d", "deep")
        + "".join(
            polygon(
                [
                    (-96 + 12 * i, -44 + 14 * i),
                    (96 - 12 * i, -44 + 14 * i),
                    (100 - 12 * i, -34 + 14 * i),
                    (-100 + 12 * i, -34 + 14 * i),
                ],
                mix(s.stone, "#181014", i / 4),
                "lit",
            )
            for i in range(3)
        )
        + circle(0, -30, 100, "@cool", line="none")
        + polygon([(-110, -66), (110, -66), (124, -196), (-96, -204)], s.wood, "lit")
        + stroke("M-58 -66l6 -134M0 -66l8 -132M56 -66l10 -130", darker(s.wood, 0.35), 4)
        + circle(16, -176, 14, "none", line="#d9a52f")
    )


@on_wall(300, 220)
def loose_stone(s: Scheme, what: str) -> str:
    """A wall with one stone pushed in."""
    out = ""
    for j in range(4):
        for i in range(4):
            x, y = -160 + 82 * i - (40 if j % 2 else 0), -106 + 54 * j
            odd = (i, j) == (2, 1)
            out += rect(
                x,
                y,
                78,
                50,
                "#1a1618" if odd else mix(s.stone, s.wall, s.rng.random() * 0.5),
                "deep" if odd else "lit",
                corner=8,
            )
            if odd:
                out += circle(x + 39, y + 25, 70, "@cool", line="none") + rect(
                    x + 12, y + 10, 56, 34, mix(s.stone, "#ffffff", 0.2), "lit", corner=6
                )
    hand = path(
        "M30 60q-10 -50 4 -62q12 -6 14 20q10 -8 14 4q10 -4 12 8q10 -2 10 10q4 40 -10 60h-34z",
        "#f0c9a0",
        "lit",
    )
    return (
        out
        + place(hand, -10, -20, 1, -8)
        + place(rect(-30, 0, 60, 60, s.cloth, "round", corner=8), 50, 38, 1, -8)
    )


@on_wall(240, 190)
def rainbow(s: Scheme, what: str) -> str:
    """A rainbow."""
    return "".join(
        stroke(
            f"M{-150 + 17 * i} 190A{150 - 17 * i} {170 - 17 * i} 0 0 1 {150 - 17 * i} 190",
            c,
            18,
            opacity=0.9,
        )
        for i, c in enumerate(("#e0453a", "#f0913a", "#f6d84a", "#5fb85a", "#4f8fd9", "#8a5fc0"))
    )


@prop(330, 190)
def shell_boat(s: Scheme, what: str) -> str:
    """A gilded shell boat on the water of a grotto."""
    return (
        ellipse(0, -20, 190, 40, "@water")
        + path(
            "M-130 -50q20 66 130 60q110 6 130 -60q-30 16 -60 8q-70 14 -140 0q-30 8 -60 -8z", "@gold"
        )
        + path(
            "M70 -46q70 -10 66 -120q-60 4 -90 60q-6 40 24 60z",
            s.pick("#f7c8b4", "#f6efe2", "#f0b0c0"),
            "ball",
        )
        + stroke("M80 -56q30 -40 50 -100M70 -60q10 -40 40 -84", "#b9785f", 4)
        + stroke(
            "M-170 -14q20 10 40 0M120 2q20 10 44 0M-60 12q20 8 40 0", "#e8f7ff", 5, opacity=0.8
        )
        + circle(-110, -64, 14, "@gold")
    )


@on_ground(430, 90)
def pool(s: Scheme, what: str) -> str:
    """A pool in the floor."""
    return (
        ellipse(0, -30, 220, 52, s.stone, "lit")
        + ellipse(0, -32, 192, 40, "@water")
        + stroke(
            "M-120 -36q20 10 40 0M10 -20q20 10 44 0M70 -48q16 8 34 0", "#e8f7ff", 5, opacity=0.8
        )
    )


@on_ground(360, 150)
def rails(s: Scheme, what: str) -> str:
    """Rails that run into a tunnel."""
    ties = "".join(
        rect(
            -30 - 26 * i,
            -150 + 20 * i + i * i * 1.6,
            60 + 52 * i,
            8 + 2 * i,
            s.wood,
            "lit",
            corner=3,
        )
        for i in range(6)
    )
    return (
        ties
        + stroke("M-18 -156L-120 10M18 -156L120 10", "#4a4e56", 13)
        + stroke("M-18 -156L-120 10M18 -156L120 10", "#c9d0d8", 6)
    )


@prop(220, 170)
def cart(s: Scheme, what: str) -> str:
    """A mine cart of ``what``."""
    return (
        place(row_of_smalls(s, what or "gem+coins", 170, every=44, scale=1.3), 0, -118)
        + path("M-110 -126h220l-24 100h-172z", "#6d6a72", "lit")
        + stroke("M-104 -100h208M-94 -56h188", "#4a464e", 6)
        + circle(-54, -18, 22, "#4a464e", "ball")
        + circle(54, -18, 22, "#4a464e", "ball")
        + circle(-54, -18, 7, "@gold")
        + circle(54, -18, 7, "@gold")
    )


@on_ceiling(700, 130)
def stalactites(s: Scheme, what: str) -> str:
    """Stalactites."""
    out = ""
    for x in range(-400, 401, 66):
        height = s.rng.uniform(60, 190)
        out += path(
            f"M{x - 40} -110h80q-20 {height * 0.5:.0f} -36 {height + 110:.0f}q-24 {-height * 0.5:.0f} -44 {-height - 110:.0f}z",
            mix(s.stone, s.wall, 0.7),
            "side",
        )
    return out


@on_wall(280, 120)
def peep(s: Scheme, what: str) -> str:
    """A portrait with moving eyes, a listening tube and spy holes."""
    return (
        rect(-70, -96, 140, 176, "@gold", corner=6)
        + rect(-56, -82, 112, 148, "#4a5a4a", "lit")
        + path("M-44 66q0 -60 44 -60t44 60z", s.cloth, "lit")
        + ellipse(0, -24, 28, 36, "#f0c9a0", "ball")
        + ellipse(-12, -30, 9, 6, "#fff", "")
        + ellipse(12, -30, 9, 6, "#fff", "")
        + circle(-8, -30, 4, "#2f1a17", line="none")
        + circle(16, -30, 4, "#2f1a17", line="none")
        + stroke("M-14 -4q14 16 28 0", "#5a3524", 6)
        + path("M-30 -40q0 -32 30 -32t30 32q-30 -16 -60 0z", "#3a2a26")
        + outlined_stroke("M130 80v-120q0 -20 -20 -20", "#c9913a", 10)
        + polygon([(112, -74), (112, -46), (90, -34), (90, -86)], "@gold")
    )


@prop(260, 240)
def hammock(s: Scheme, what: str) -> str:
    """A hammock between two posts."""
    return (
        outlined_stroke("M-130 0V-230M130 0V-230", s.wood, 13)
        + path("M-130 -200q130 190 260 0q-130 60 -260 0z", s.cloth, "lit")
        + stroke("M-100 -166q100 90 200 0M-70 -140q70 50 140 0", s.cloth2, 5)
        + place(small(s, "pillow"), -50, -120, 1.1, 24)
    )


@prop(90, 190)
def pedestal_jewel(s: Scheme, what: str) -> str:
    """A jewel under glass."""
    return (
        path("M-34 -90h68l12 90h-92z", s.stone, "round")
        + rect(-48, -104, 96, 18, lighter(s.stone), "lit", corner=4)
        + ellipse(0, -112, 36, 12, s.cloth, "lit")
        + place(small(s, what or "gem+crown"), 0, -114, 1.5)
        + sheer(path("M-46 -104v-60q0 -46 46 -46t46 46v60z", "#e8f7ff", "lit"), 0.25)
        + circle(0, -214, 8, "@gold")
    )


@prop(110, 90)
def rope_coil(s: Scheme, what: str) -> str:
    """A coil of rope."""
    return "".join(
        ellipse(0, -10 - 13 * i, 48 - 2 * i, 15, "#d9b06a", "round") for i in range(4)
    ) + ellipse(0, -52, 20, 7, "#5a3a1c")
