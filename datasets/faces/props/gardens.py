"""What stands in gardens and courts."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from ..palette import Scheme, darker, lighter, mix
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, sheer, stroke
from .creatures import horse, pig
from .furniture import big_plant
from .registry import on_ground, on_wall, prop
from .small import SMALLS, flower, row_of_smalls, small


@prop(190, 330)
def tree(s: Scheme, what: str) -> str:
    """A tree: ``cypress``, ``fir`` (with snow), ``bare``, or round with fruit ``apple``."""
    leaf = mix(s.leaf, s.pick("#d9d95a", "#2f6a3f", "#a8c84a"), 0.25)
    trunk = path("M-15 0q10 -60 2 -130h26q-8 70 2 130z", "#8a5a38", "round")
    if what == "cypress":
        return (
            path("M-10 0h20v-40h-20z", "#8a5a38")
            + path(
                "M0 -330q54 110 48 230q-8 74 -48 76q-40 -2 -48 -76q-6 -120 48 -230z", leaf, "ball"
            )
            + stroke(
                "M-20 -90q6 -40 20 -60M12 -160q8 20 10 50M-8 -220q4 -20 10 -30M16 -80q6 20 0 36",
                darker(leaf, 0.25),
                4,
            )
        )
    if what == "fir":
        out = rect(-12, -40, 24, 40, "#7a4f34", "round")
        for i, (y, half) in enumerate(((-30, 92), (-110, 74), (-184, 54))):
            out += path(
                f"M{-half} {y}q{half} -20 {2 * half} 0L0 {y - 130 + 10 * i}z",
                mix("#3f7a5f", "#6fa890", i / 4),
                "side",
            )
            out += path(
                f"M0 {y - 130 + 10 * i}l{half * 0.5:.0f} 62q-14 14 -24 0q-12 16 -24 0q-14 16 -30 2z",
                "#f6fbff",
                "lit",
                line="none",
            )
        return out
    if what == "bare":
        return outlined_stroke(
            "M0 0V-150M0 -120q-60 -30 -70 -110M0 -140q40 -40 70 -120M-50 -190l-40 -20M40 -200l-10 -60",
            "#8a6a58",
            14,
        )
    crown = (
        circle(-52, -170, 58, leaf, "ball")
        + circle(52, -172, 58, mix(leaf, "#ffffff", 0.06), "ball")
        + circle(0, -230, 70, lighter(leaf, 0.1), "ball")
        + circle(0, -160, 56, leaf, "ball", line="none")
    )
    fruit = ""
    if what in SMALLS:
        colour = {"apple": "#d9303a", "egg": "#f6c05a"}.get(what, "#f0a03a")
        fruit = "".join(
            circle(x, y, 11, colour, "ball")
            for x, y in (
                (-60, -160),
                (-20, -210),
                (30, -180),
                (56, -220),
                (0, -260),
                (-40, -240),
                (70, -150),
            )
        )
    leaves = "".join(
        stroke(
            f"M{s.rng.uniform(-80, 70):.0f} {s.rng.uniform(-270, -140):.0f}q8 -12 18 -2",
            lighter(leaf, 0.4),
            4,
            opacity=0.8,
        )
        for _ in range(12)
    )
    return trunk + crown + leaves + fruit


@prop(150, 110)
def bush(s: Scheme, what: str) -> str:
    """A bush, perhaps with blossoms (``flowers``)."""
    leaf = mix(s.leaf, s.pick("#d9d95a", "#2f6a3f", "#a8c84a"), 0.2)
    out = (
        circle(-42, -36, 38, leaf, "ball")
        + circle(42, -36, 38, leaf, "ball")
        + circle(0, -60, 46, lighter(leaf, 0.08), "ball")
        + rect(-60, -30, 120, 30, leaf, "lit", corner=14, line="none")
    )
    if what != "plain":
        colour = s.pick("#e85a7a", "#f0b83a", "#fff6ea", "#a86fd0", "#e8503a")
        out += "".join(
            flower(s, s.rng.uniform(-62, 62), s.rng.uniform(-86, -12), 12, colour) for _ in range(9)
        )
    return out


@prop(190, 100)
def flowers(s: Scheme, what: str) -> str:
    """A bed of flowers."""
    out = path("M-96 0q10 -24 96 -24t96 24z", "#7a4f34", "lit")
    for i in range(11):
        x = -84 + 17 * i
        y = -s.rng.uniform(46, 96)
        out += stroke(
            f"M{x} -12q{s.rng.uniform(-8, 8):.0f} -20 0 {y + 12:.0f}", "#4f8a3a", 5
        ) + flower(s, x, y, s.rng.uniform(15, 20))
    return out + "".join(
        place(
            path("M0 0q-14 -12 -8 -30q14 8 8 30z", "#5f9a3f", "lit"),
            x,
            -8,
            1,
            s.rng.uniform(-30, 30),
        )
        for x in range(-80, 90, 26)
    )


@prop(300, 290)
def fountain(s: Scheme, what: str) -> str:
    """A fountain of two basins."""
    pale = lighter(s.stone, 0.3)
    jets = stroke(
        "M0 -250q-40 -30 -70 60M0 -250q40 -30 70 60M0 -250q-18 -40 -30 66M0 -250q18 -40 30 66",
        "#d9f2fb",
        6,
        opacity=0.9,
    )
    falls = stroke(
        "M-84 -170q-30 20 -34 80M84 -170q30 20 34 80M-60 -160q-14 20 -16 70M60 -160q14 20 16 70M0 -156v66",
        "#d9f2fb",
        6,
        opacity=0.85,
    )
    return (
        ellipse(0, -40, 164, 40, pale, "lit")
        + path("M-164 -40q0 44 164 44t164 -44z", pale, "round")
        + ellipse(0, -44, 146, 30, "@water")
        + path("M-18 -40q10 -60 0 -120h36q-10 60 0 120z", pale, "round")
        + path("M-92 -174q10 50 92 50t92 -50z", pale, "round")
        + ellipse(0, -174, 92, 20, "@water")
        + path("M-10 -176q4 -30 -2 -60h24q-6 30 -2 60z", pale, "round")
        + path("M-34 -244q6 22 34 22t34 -22z", pale, "round")
        + jets
        + falls
        + stroke("M-90 -36q20 8 40 0M40 -30q20 8 40 0M-20 -24q16 6 30 0", "#ffffff", 5, opacity=0.8)
    )


@on_ground(460, 130)
def pond(s: Scheme, what: str) -> str:
    """A pond with ``fish``, ``lilies`` or someone who swims (``swim``)."""
    stones = "".join(
        ellipse(
            230 * c,
            -56 + 68 * d,
            s.rng.uniform(20, 32),
            s.rng.uniform(13, 19),
            s.pick(s.stone, lighter(s.stone), darker(s.stone, 0.12)),
            "ball",
        )
        for c, d in (
            (-1, 0),
            (-0.9, -0.5),
            (-0.65, -0.8),
            (-0.3, -0.98),
            (0.05, -1),
            (0.4, -0.94),
            (0.72, -0.72),
            (0.95, -0.36),
            (1, 0.1),
            (0.86, 0.52),
            (0.58, 0.84),
            (0.2, 1),
            (-0.2, 1),
            (-0.56, 0.85),
            (-0.85, 0.54),
        )
    )
    water = ellipse(0, -56, 228, 66, "@water") + stroke(
        "M-150 -66q20 10 40 0M60 -86q20 10 44 0M-20 -22q20 10 40 0M110 -40q16 8 34 0",
        "#e8f7ff",
        5,
        opacity=0.8,
    )
    life = ""
    if what == "fish":
        for x, y in ((-110, -50), (-30, -78), (50, -46), (120, -70), (-50, -24)):
            life += place(
                path(
                    "M-26 0q20 -22 44 0q-24 22 -44 0zM-22 0l-20 -13q6 13 0 26z",
                    s.pick("#f0813a", "#e8503a", "#fdf0e0", "#f6b84a"),
                    "ball",
                )
                + circle(8, -3, 2.5, "#2f1a17", line="none"),
                x,
                y,
                1.1,
                s.rng.uniform(-20, 20),
                flip=s.rng.random() < 0.5,
            )
    elif what == "swim":
        life = (
            ellipse(30, -56, 62, 20, "#fdf6e4", "lit")
            + ellipse(30, -58, 34, 10, "#5fb4d0")
            + "".join(
                polygon(
                    [
                        (30 + 50 * a, -58 + 16 * b),
                        (30 + 60 * a, -56 + 19 * b),
                        (30 + 52 * a + 14, -54 + 17 * b),
                    ],
                    "#d9303a",
                    line="none",
                )
                for a, b in ((-0.9, 0.3), (0.2, 1), (0.8, -0.4), (-0.4, -0.9))
            )
            + circle(-90, -80, 24, "#f0c9a0", "ball")
            + path("M-116 -84q0 -26 26 -26t26 26q-26 -12 -52 0z", "#d9303a")
            + stroke("M-130 -58q40 16 80 0", "#ffffff", 7)
        )
    if what in ("fish", "lilies", "swim", ""):
        for x, y in ((-160, -60), (150, -52), (100, -30), (-90, -18))[: 2 if what == "swim" else 4]:
            life += path(f"M{x} {y}l22 -9a30 12 0 1 0 4 14z", "#6fae4a", "lit") + flower(
                s, x - 8, y - 6, 11, "#f7a3c0"
            )
    return stones + water + life


@prop(300, 330)
def gazebo(s: Scheme, what: str) -> str:
    """A gazebo with a domed roof and ``what`` in it."""
    roof = s.pick("#4f8f86", "#b8433a", "#5f7fb0", "#8a5fa0")
    return (
        rect(-136, -30, 272, 30, s.stone, "lit", corner=4)
        + sheer(path("M-120 -30v-190h240v190z", "#ffffff", line="none"), 0.16)
        + place(small(s, what or "vase+bear"), 0, -30, 2.0)
        + "".join(rect(x, -220, 16, 192, "#fdf8ec", "round") for x in (-120, -56, 40, 104))
        + stroke("M-112 -70H-52M56 -70H112M-112 -46H-52M56 -46H112", "#fdf8ec", 8)
        + path(
            "M-112 -200q34 -30 64 0M-48 -200q48 -40 96 0M48 -200q34 -30 64 0",
            "none",
            line="#fdf8ec",
        )
        + path("M-150 -216q10 -90 150 -110q140 20 150 110z", roof, "ball")
        + stroke("M0 -326q-60 30 -76 110M0 -326q60 30 76 110M0 -326V-216", darker(roof, 0.3), 4)
        + path("M-158 -222h316v14h-316z", lighter(roof, 0.2), "lit")
        + outlined_stroke("M0 -322v-26", "#d9a52f", 7)
        + circle(0, -354, 11, "@gold")
    )


@prop(270, 340)
def birdcage(s: Scheme, what: str) -> str:
    """An aviary with birds."""
    birds = "".join(
        place(
            path(
                "M-24 0q10 -30 34 -22q14 4 12 18q-14 20 -32 12l-30 12q0 -14 16 -20z",
                s.pick("#e0543f", "#4f9ac0", "#f0b83a", "#6fae5a"),
                "ball",
            )
            + circle(10, -12, 3, "#2f1a17", line="none")
            + path("M21 -8l14 4l-13 4z", "#f0a02f"),
            x,
            y,
            1.15,
            flip=flip,
        )
        for x, y, flip in (
            (-50, -120, False),
            (40, -130, True),
            (-10, -210, False),
            (60, -60, True),
        )
    )
    return (
        sheer(path("M-116 -20v-170q0 -130 116 -140q116 10 116 140v170z", "#f4fbff", "lit"), 0.35)
        + outlined_stroke("M-80 -100H84M-50 -190H60", s.wood, 9)
        + birds
        + stroke(
            "M-116 -20v-170q0 -130 116 -140q116 10 116 140v170M-58 -20v-190q4 -90 58 -120q54 30 58 120v190M0 -330V-20M-116 -110h232M-114 -210h228",
            "#8a6a1c",
            9,
        )
        + stroke(
            "M-116 -20v-170q0 -130 116 -140q116 10 116 140v170M-58 -20v-190q4 -90 58 -120q54 30 58 120v190M0 -330V-20M-116 -110h232M-114 -210h228",
            "#e6bb4a",
            5,
        )
        + rect(-126, -30, 252, 30, s.wood, "lit", corner=5)
        + circle(0, -340, 13, "@gold")
    )


@prop(170, 250)
def target(s: Scheme, what: str) -> str:
    """A straw target with arrows."""
    rings = "".join(
        ellipse(0, -150, r, r * 1.02, c)
        for r, c in (
            (92, "#e0b84a"),
            (78, "#fdf6e4"),
            (62, "#3f6fae"),
            (46, "#d9303a"),
            (26, "#f6d04a"),
        )
    )
    arrow = outlined_stroke("M0 0L90 -40", "#e6d3a8", 5) + path(
        "M84 -46l30 -22l2 16l12 8l-34 14z", s.accent
    )
    return (
        outlined_stroke("M-50 -150L-80 0M50 -150L80 0", s.wood, 13)
        + rings
        + place(arrow, 4, -146)
        + place(arrow, -36, -110, 0.9, -10)
        + place(arrow, 30, -196, 0.85, 12)
    )


@prop(250, 220)
def coop(s: Scheme, what: str) -> str:
    """A hen house."""
    return (
        stroke("M-84 -60V0M84 -60V0", s.wood, 14)
        + polygon([(-100, -60), (-100, -150), (0, -210), (100, -150), (100, -60)], s.cloth, "lit")
        + stroke("M-60 -174V-60M-20 -198V-60M20 -198V-60M60 -174V-60", darker(s.cloth, 0.25), 3)
        + outlined_stroke("M-124 -140L0 -222L124 -140", lighter(s.wood, 0.15), 16)
        + path("M-34 -60v-50q0 -34 34 -34t34 34v50z", "#2f1a17", "deep")
        + polygon([(-26, -60), (26, -60), (70, 4), (6, 4)], s.wood, "side")
        + stroke("M-12 -46h48M4 -30h46M18 -12h44", lighter(s.wood, 0.3), 5)
        + circle(0, -170, 13, "#fdf6e4", "lit")
    )


@prop(260, 290)
def guard_tower(s: Scheme, what: str) -> str:
    """A guard house with battlements and a flag."""
    return (
        outlined_stroke("M0 -300V-390", s.wood, 6)
        + path("M2 -388q40 -14 80 4q-20 14 -6 34q-40 -10 -74 6z", s.cloth, "lit")
        + rect(-96, -250, 192, 250, s.stone, "side")
        + "".join(
            stroke(f"M{x} {y}h30", darker(s.stone, 0.25), 4)
            for x, y in (
                (-80, -40),
                (40, -70),
                (-70, -120),
                (46, -150),
                (-84, -190),
                (30, -210),
                (-10, -232),
            )
        )
        + "".join(rect(x, -304, 44, 50, lighter(s.stone, 0.1), "lit") for x in (-112, -50, 10, 70))
        + rect(-114, -270, 228, 26, lighter(s.stone, 0.15), "lit")
        + path("M-40 0v-80q0 -46 40 -46t40 46v80z", darker(s.wood, 0.2), "lit")
        + stroke("M-14 -118V0M14 -118V0", darker(s.wood, 0.5), 4)
        + path("M-16 -160v-34q0 -18 16 -18t16 18v34z", "#2f2026", "deep")
        + place(
            rect(-4, -120, 8, 120, s.wood)
            + polygon([(-10, -118), (0, -150), (10, -118)], "@steel"),
            70,
            0,
        )
    )


@prop(330, 250)
def stable(s: Scheme, what: str) -> str:
    """A stable with two horses."""
    return (
        place(horse(s, ""), -92, 0, 0.86)
        + place(horse(s, ""), 92, 0, 0.86, flip=True)
        + polygon([(-210, -190), (-170, -270), (170, -270), (210, -190)], "#b8563f", "lit")
        + "".join(
            stroke(f"M{-160 + 40 * i} -266l{-14 + 3.5 * i:.0f} 70", "#8a3a2a", 4) for i in range(9)
        )
    )


@prop(330, 140)
def sty(s: Scheme, what: str) -> str:
    """A sty with pigs in the mud."""
    fence = "".join(
        rect(x, -70, 20, 74, lighter(s.wood, 0.1), "round", corner=5) for x in range(-190, 200, 76)
    ) + stroke("M-196 -52H196M-196 -24H196", s.wood, 13)
    return (
        ellipse(0, -10, 210, 46, "#7a5236", "lit")
        + place(pig(s, ""), -96, -24, 1)
        + place(pig(s, ""), 84, -34, 1.1)
        + place(pig(s, ""), 0, -8, 0.7)
        + fence
    )


@prop(420, 160)
def net(s: Scheme, what: str) -> str:
    """A tennis net on a marked court, rackets and a ball."""
    racket = (
        rect(-6, 10, 12, 74, s.wood, "round", corner=5)
        + ellipse(0, -34, 34, 46, "#fdf6e4", "lit")
        + stroke("M-20 -66v64M0 -78v88M20 -66v64M-30 -50h60M-33 -30h66M-28 -10h56", "#8a8f96", 2)
        + ellipse(0, -34, 34, 46, "none", line=s.cloth)
    )
    return (
        polygon(
            [(-190, -150), (190, -150), (300, 30), (-300, 30)],
            s.pick("#c9703f", "#5f9a6a", "#6f94b8"),
            "lit",
        )
        + stroke("M-150 -142H150L224 22H-224ZM0 -142V22M-170 -100H170", "#fdf6e4", 6)
        + sheer(rect(-230, -150, 460, 74, "#fdf6e4", line="none"), 0.35)
        + "".join(stroke(f"M{x} -150v74", "#6a6f76", 2) for x in range(-220, 230, 20))
        + "".join(stroke(f"M-230 {y}h460", "#6a6f76", 2) for y in (-132, -114, -96))
        + stroke("M-230 -152h460", "#fdf6e4", 9)
        + outlined_stroke("M-232 -60V-160M232 -60V-160", s.wood, 11)
        + place(racket, -120, -20, 1.1, -34)
        + place(racket, 130, -10, 1.1, 28)
        + circle(10, -20, 17, "#d9e84a", "ball")
    )


@prop(330, 290)
def parasol(s: Scheme, what: str) -> str:
    """A table under a parasol, with ``what``."""
    stripes = "".join(
        path(f"M0 -300q{a} 20 {b} 96h{c}q-10 -70 {-(b + c)} -96z", s.cloth2, line="none")
        for a, b, c in ((-110, -130, 44), (-20, -46, 46), (70, 44, 46))
    )
    return (
        outlined_stroke("M0 -10V-310", lighter(s.wood, 0.2), 9)
        + path(
            "M-160 -196q20 -90 160 -110q140 20 160 110q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0q-20 24 -40 0z",
            s.cloth,
            "ball",
        )
        + stripes
        + circle(0, -312, 10, "@gold")
        + path("M-70 0q60 -40 70 -90q10 50 70 90z", s.wood, "lit")
        + ellipse(0, -96, 100, 20, "#fdf8ec", "lit")
        + place(row_of_smalls(s, what or "teapot+cup+fruit", 160, every=58, scale=1.1), 0, -94)
        + place(small(s, "pillow"), -140, -4, 1.2)
        + place(small(s, "pillow"), 140, -4, 1.2)
    )


@prop(420, 130)
def patch(s: Scheme, what: str) -> str:
    """Rows of a kitchen garden with ``what``."""
    out = ""
    for i, y in enumerate((-84, -40, 4)):
        half = 170 + 26 * i
        out += path(
            f"M{-half} {y}q{half} -36 {2 * half} 0q{-half} 22 {-2 * half} 0z", "#7a4f34", "lit"
        )
        out += place(
            row_of_smalls(
                s, what or "cabbage+carrot+pumpkin", 2 * half - 40, every=52, scale=0.9 + 0.16 * i
            ),
            0,
            y - 6,
        )
    return out


@prop(420, 290)
def vines(s: Scheme, what: str) -> str:
    """Rows of vines."""
    out = ""
    for y, size in ((-120, 0.65), (-50, 0.85), (20, 1.1)):
        row = ""
        for x in (-220, -110, 0, 110, 220):
            row += outlined_stroke(f"M{x} 0V-120", s.wood, 9)
        row += stroke("M-240 -104H240M-240 -60H240", "#8a6a48", 5)
        for x in range(-230, 240, 38):
            row += circle(
                x,
                -88 + s.rng.uniform(-14, 14),
                s.rng.uniform(22, 32),
                mix(s.leaf, "#d9d95a", s.rng.random() * 0.4),
                "ball",
            )
        for x in range(-200, 210, 76):
            grape = s.pick("#6a3a8a", "#8a2f5a", "#a8c04a")
            row += "".join(
                circle(x + dx, -50 + dy, 9, grape, "ball")
                for dx, dy in ((-12, 0), (0, -2), (12, 0), (-6, 13), (6, 13), (0, 25))
            )
        out += place(row, 0, y, size)
    return out


@on_ground(300, 190)
def way(s: Scheme, what: str) -> str:
    """A path of flagstones that winds to the horizon."""
    out = path(
        "M-20 -172q90 30 10 66q-120 50 30 120h240q-150 -60 -60 -110q80 -50 -176 -80z",
        mix(s.stone, "#f0dcb0", 0.5),
        "lit",
    )
    return out + "".join(
        ellipse(x, y, rx, rx * 0.36, lighter(s.stone, 0.3), "lit")
        for x, y, rx in (
            (20, -140, 16),
            (50, -116, 22),
            (24, -92, 26),
            (-20, -66, 32),
            (30, -40, 38),
            (90, -14, 42),
            (170, 10, 44),
            (120, -56, 30),
        )
    )


@prop(300, 330)
def glasshouse(s: Scheme, what: str) -> str:
    """A glass house with palms in it."""
    return (
        path("M-146 0v-170q0 -120 146 -140q146 20 146 140v170z", "#e4f6fb", "lit")
        + place(big_plant(s, ""), -70, -8, 0.95)
        + place(big_plant(s, ""), 74, -8, 0.8)
        + place(big_plant(s, "vase"), 4, -6, 1.15)
        + sheer(
            path("M-146 0v-170q0 -120 146 -140q146 20 146 140v170z", "@glass", line="none"), 0.25
        )
        + stroke(
            "M-146 0v-170q0 -120 146 -140q146 20 146 140v170M0 -310V0M-74 -280V0M74 -280V0M-146 -90H146M-146 -176H146",
            "#fdfdf6",
            9,
        )
        + stroke("M-110 -140l50 -80M30 -110l40 -60", "#ffffff", 10, opacity=0.7)
        + rect(-158, -16, 316, 18, s.stone, "lit", corner=4)
        + circle(0, -318, 11, "@gold")
    )


@prop(330, 150)
def beer_table(s: Scheme, what: str) -> str:
    """A long beer table with benches."""
    return (
        rect(-150, -54, 300, 14, darker(s.wood, 0.1), "lit", corner=4)
        + outlined_stroke(
            "M-110 0L-70 -104M-70 0L-110 -104M110 0L70 -104M70 0L110 -104", s.wood, 11
        )
        + rect(-164, -116, 328, 20, lighter(s.wood, 0.2), "lit", corner=4)
        + place(row_of_smalls(s, what or "mug+pie+mug+cheese", 290, every=60, scale=1.2), 0, -114)
        + rect(-176, -40, 352, 16, lighter(s.wood, 0.1), "lit", corner=4)
        + rect(-150, -26, 18, 30, s.wood)
        + rect(132, -26, 18, 30, s.wood)
    )


@prop(860, 170)
def balustrade(s: Scheme, what: str) -> str:
    """A stone balustrade with urns."""
    pale = lighter(s.stone, 0.35)
    balusters = "".join(
        path(f"M{x - 12} -20q-10 -24 6 -44q-6 -10 -4 -26h20q2 16 -4 26q16 20 6 44z", pale, "round")
        for x in range(-410, 420, 46)
    )
    urns = "".join(
        rect(x - 30, -120, 60, 120, pale, "lit") + place(small(s, "plant+vase"), x, -120, 1.4)
        for x in (-330, 330)
    )
    return (
        rect(-440, -22, 880, 22, pale, "lit")
        + balusters
        + rect(-440, -110, 880, 24, lighter(pale), "lit")
        + urns
    )


@prop(150, 120)
def stake(s: Scheme, what: str) -> str:
    """A stake with horseshoes round it."""
    shoe = "M-34 -6q-8 -54 34 -56q42 2 34 56h-18q10 -36 -16 -38q-26 2 -16 38z"
    return (
        ellipse(0, -6, 150, 36, "#d9b985", "lit")
        + place(path(shoe, "@steel"), -76, 4, 1, -30)
        + place(path(shoe, "#b9834a", "lit"), 82, 6, 1.05, 24)
        + outlined_stroke("M0 0V-130", "#8f949c", 13)
        + place(path(shoe, "@gold"), 6, 4, 1.1, 8)
    )


@on_ground(420, 120)
def bocce(s: Scheme, what: str) -> str:
    """A sand court with coloured balls."""
    balls = "".join(
        ellipse(x + 8, y + 24, 30, 10, "@shadow", line="none") + circle(x, y, r, c, "ball")
        for x, y, r, c in (
            (-150, -30, 32, "#c9302f"),
            (-70, -10, 34, "#3f6fd0"),
            (0, -44, 15, "#fdf6e4"),
            (60, -26, 32, "#c9302f"),
            (140, -8, 36, "#3f9a5a"),
            (40, -72, 26, "#3f6fd0"),
        )
    )
    return (
        polygon([(-170, -110), (170, -110), (250, 30), (-250, 30)], "#e6cfa0", "lit")
        + outlined_stroke("M-170 -112H170L252 32H-252Z", s.wood, 11)
        + balls
    )


@on_wall(420, 120)
def lanterns(s: Scheme, what: str) -> str:
    """Paper lanterns on a string."""
    out = stroke("M-260 -40q130 70 260 30t260 -40", "#6a4a38", 4)
    for x, y in ((-180, 0), (-90, 14), (0, 2), (90, -8), (180, -18)):
        tint = s.any_cloth
        out += (
            circle(x, y + 30, 60, "@glow", line="none")
            + ellipse(x, y + 30, 27, 32, lighter(tint, 0.3), "ball")
            + rect(x - 12, y - 6, 24, 9, "@gold")
        )
    return out


@prop(240, 650)
def tower(s: Scheme, what: str) -> str:
    """A high round tower with a pointed roof."""
    roof = s.pick("#b8433a", "#3f6fae", "#7a4f9a", "#3f8a6a")
    return (
        outlined_stroke("M0 -560V-640", s.wood, 6)
        + path("M2 -636q50 -20 100 4q-24 16 -8 40q-50 -14 -92 4z", s.cloth, "lit")
        + path("M-104 0q6 -200 0 -380h208q-6 180 0 380z", s.stone, "round")
        + "".join(
            stroke(f"M{x} {y}h34", darker(s.stone, 0.25), 4)
            for x, y in (
                (-80, -40),
                (30, -80),
                (-66, -130),
                (40, -180),
                (-84, -230),
                (20, -270),
                (-40, -320),
                (56, -330),
                (-10, -200),
                (-20, -90),
            )
        )
        + path(
            "M-126 -372h252v-40h-26v-24h-36v24h-26v-24h-36v24h-26v-24h-36v24h-26v-24h-36v24h-4z",
            lighter(s.stone, 0.12),
            "round",
        )
        + path("M-90 -430q50 -60 90 -140q40 80 90 140q-90 26 -180 0z", roof, "round")
        + stroke("M-40 -440q26 -60 40 -116M40 -440q-26 -60 -40 -116", darker(roof, 0.3), 4)
        + path("M-24 -220v-50q0 -30 24 -30t24 30v50z", "#2f2430", "deep")
        + path("M-20 -112v-34q0 -24 20 -24t20 24v34z", "#ffd98a", "deep")
        + "".join(
            circle(
                x, y, s.rng.uniform(16, 26), mix(s.leaf, "#d9d95a", s.rng.random() * 0.4), "ball"
            )
            for x, y in (
                (80, -20),
                (92, -60),
                (78, -100),
                (90, -140),
                (70, -176),
                (60, -40),
                (100, -10),
            )
        )
    )


@prop(260, 200)
def haycart(s: Scheme, what: str) -> str:
    """A cart of hay, or of ``what``."""
    wheel = (
        circle(0, 0, 44, "none", line=darker(s.wood))
        + "".join(
            place(rect(-4, -42, 8, 84, s.wood, line="none"), 0, 0, 1, a) for a in (0, 45, 90, 135)
        )
        + circle(0, 0, 40, "none", line=s.wood)
        + circle(0, 0, 10, "@gold")
    )
    load = (
        place(row_of_smalls(s, what, 200, every=44, scale=1.5), 0, -96)
        if what
        else path("M-120 -90q10 -90 80 -96q60 -40 110 10q50 20 50 86z", "#e0b84a", "ball")
    )
    return (
        load
        + path("M-136 -100h272l-20 60h-232z", s.wood, "lit")
        + stroke("M-130 -80h260", darker(s.wood, 0.3), 4)
        + outlined_stroke("M120 -60L206 -30", s.wood, 10)
        + place(wheel, -60, -42)
        + place(wheel, 70, -42)
    )


@prop(120, 150)
def birdbath(s: Scheme, what: str) -> str:
    """A bird bath."""
    return (
        path("M-40 0q40 -30 34 -100h12q-6 70 34 100z", s.stone, "round")
        + path("M-70 -120q10 36 70 36t70 -36z", s.stone, "round")
        + ellipse(0, -120, 70, 17, "@water")
    )


@prop(190, 330)
def ladder_tree(s: Scheme, what: str) -> str:
    """A tree with a swing."""
    return (
        tree(s, what)
        + stroke("M44 -150V-40M96 -140V-40", "#d9b06a", 5)
        + rect(34, -44, 72, 14, s.wood, "lit", corner=4)
    )


@prop(420, 90)
def balustrade_low(s: Scheme, what: str) -> str:
    """A low wall with battlements."""
    return rect(-220, -50, 440, 52, s.stone, "lit") + "".join(
        rect(x, -84, 50, 40, lighter(s.stone, 0.1), "lit") for x in range(-220, 200, 78)
    )


@prop(150, 200)
def rack_stand(s: Scheme, what: str) -> str:
    """Spears in a stand."""
    spears = "".join(
        place(
            rect(-4, -190, 8, 190, s.wood)
            + polygon([(-11, -186), (0, -226), (11, -186)], "@steel"),
            x,
            0,
            1,
            turn,
        )
        for x, turn in ((-44, -6), (-14, -2), (16, 3), (46, 7))
    )
    return (
        spears
        + rect(-74, -70, 148, 16, lighter(s.wood, 0.15), "lit")
        + rect(-70, -20, 140, 20, s.wood, "lit")
    )
