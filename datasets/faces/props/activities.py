"""Games, sports, music and the stage."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math

from ..palette import Scheme, darker, lighter
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, sheer, stroke
from .creatures import horse
from .registry import on_ground, on_wall, prop
from .small import row_of_smalls, small


@prop(370, 190)
def billiards(s: Scheme, what: str) -> str:
    """A billiard table."""
    felt = s.pick("#2f7f4f", "#2f6f7f", "#8a2f3a")
    balls = "".join(
        circle(x, y, 9, c, "ball")
        for x, y, c in (
            (-70, -118, "#fdf6e4"),
            (20, -128, "#d9303a"),
            (42, -122, "#f0c03a"),
            (44, -136, "#2f5fb0"),
            (66, -130, "#8a4fb0"),
            (64, -116, "#e0803a"),
            (-10, -108, "#2f1a17"),
        )
    )
    return (
        "".join(path(f"M{x} -84h34l-6 84h-20z", s.wood, "round") for x in (-150, 116))
        + path("M-180 -104h360v30q-180 20 -360 0z", s.wood, "lit")
        + polygon(
            [(-140, -150), (140, -150), (184, -102), (-184, -102)], lighter(s.wood, 0.15), "lit"
        )
        + polygon([(-128, -143), (128, -143), (160, -109), (-160, -109)], felt, "lit")
        + "".join(
            ellipse(x, y, 11, 7, "#1f1a18")
            for x, y in ((-126, -142), (126, -142), (-158, -110), (158, -110), (0, -143), (0, -108))
        )
        + balls
        + outlined_stroke("M-170 -60L-66 -120", "#e0b87a", 5)
    )


@prop(330, 210)
def bowling(s: Scheme, what: str) -> str:
    """Ten pins and a ball on a lane."""
    pin = path(
        "M-13 0q-12 -30 2 -50q6 -10 2 -22q2 -14 9 -14t9 14q-4 12 2 22q14 20 2 50z",
        "#fdf6e4",
        "round",
    ) + stroke("M-8 -62h16M-9 -54h18", "#c9302f", 4)
    pins = "".join(
        place(pin, x, y, size)
        for x, y, size in (
            (-60, -130, 0.85),
            (-20, -130, 0.85),
            (20, -130, 0.85),
            (60, -130, 0.85),
            (-40, -112, 0.95),
            (0, -112, 0.95),
            (40, -112, 0.95),
            (-20, -92, 1.05),
            (20, -92, 1.05),
            (0, -70, 1.15),
        )
    )
    return (
        polygon([(-90, -156), (90, -156), (170, 20), (-170, 20)], "#e0b87a", "deep")
        + stroke(
            "M-60 -156L-110 20M-30 -156L-56 20M0 -156V20M30 -156L56 20M60 -156L110 20", "#b98a4a", 3
        )
        + pins
        + circle(70, -20, 34, s.cloth, "ball")
        + "".join(
            circle(x, y, 4, "#2f1a17", line="none") for x, y in ((62, -34), (74, -36), (68, -24))
        )
    )


@prop(360, 270)
def boxing_ring(s: Scheme, what: str) -> str:
    """A boxing ring."""
    return (
        polygon([(-150, -90), (150, -90), (186, -40), (-186, -40)], "#e6dcc4", "lit")
        + rect(-186, -40, 372, 40, s.cloth, "lit")
        + stroke("M-150 -90V-214M150 -90V-214", s.wood, 11)
        + stroke("M-150 -204H150M-150 -164H150M-150 -126H150", s.cloth2, 7)
        + stroke("M-180 -40V-206M180 -40V-206", lighter(s.wood), 15)
        + stroke(
            "M-180 -196H180M-180 -146H180M-180 -96H180M-150 -204L-180 -196M150 -204L180 -196",
            "#c9302f",
            8,
        )
        + gloves(-30, -190)
        + rect(-200, -214, 40, 30, "#c9302f", "lit", corner=8)
        + rect(160, -214, 40, 30, "#3f6fd0", "lit", corner=8)
    )


def gloves(x: float, y: float) -> str:
    """Draw a pair of boxing gloves."""
    glove = (
        path("M-22 -10q-6 -36 22 -38q30 0 28 36q-2 16 -10 20v22h-34v-24z", "#c9302f", "ball")
        + path("M-22 -16q-16 -4 -14 14q4 14 18 10z", "#a8242a", "lit")
        + rect(-16, 14, 34, 16, "#fdf6e4", "lit", corner=4)
    )
    return (
        place(stroke("M0 -10q20 -50 40 -70q20 30 30 70", "#f0dcb4", 5), x, y)
        + place(glove, x, y, 1)
        + place(glove, x + 66, y + 8, 1, 0, flip=True)
    )


@prop(120, 280)
def punch_bag(s: Scheme, what: str) -> str:
    """A punch bag on a frame."""
    return (
        outlined_stroke("M-60 0V-300H20v30", s.wood, 12)
        + stroke("M20 -270L0 -236M20 -270L42 -236", width=4)
        + rect(-14, -238, 70, 170, s.cloth, "round", corner=26)
        + stroke("M-12 -190h66M-12 -110h66", darker(s.cloth, 0.3), 6)
    )


@prop(290, 210)
def chess(s: Scheme, what: str) -> str:
    """A chess table."""
    squares = ""
    for j in range(6):
        y0, y1 = -146 + 9 * j, -146 + 9 * (j + 1)
        w0, w1 = 92 + 5.5 * j, 92 + 5.5 * (j + 1)
        for i in range(8):
            if (i + j) % 2:
                continue
            a, b = i / 4 - 1, (i + 1) / 4 - 1
            squares += polygon(
                [(a * w0, y0), (b * w0, y0), (b * w1, y1), (a * w1, y1)], "#4a2f24", line="none"
            )
    pawn = "M-10 0q4 -20 6 -26h8q2 6 6 26zM-8 -34a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z"
    king = "M-13 0q2 -40 5 -52l-8 -16h32l-8 16q3 12 5 52zM-3 -84h6v16h-6z"
    knight = "M-12 0q0 -24 8 -34l-16 -2q4 -28 30 -32q14 20 4 68z"
    rook = "M-13 0l3 -40h-4v-18h7v6h5v-6h7v6h5v-6h-1v18h-1l3 40z"
    men = ""
    for cut, x, y, size, colour in (
        (king, -10, -134, 1.0, "#3a2a2a"),
        (rook, -72, -136, 0.8, "#3a2a2a"),
        (pawn, -40, -128, 0.8, "#3a2a2a"),
        (knight, 50, -132, 0.9, "#3a2a2a"),
        (pawn, 84, -124, 0.8, "#3a2a2a"),
        (king, 24, -102, 1.2, "#fdf6e4"),
        (knight, -62, -102, 1.15, "#fdf6e4"),
        (pawn, -18, -98, 1.0, "#fdf6e4"),
        (rook, 90, -100, 1.1, "#fdf6e4"),
        (pawn, 58, -104, 0.9, "#fdf6e4"),
    ):
        men += place(path(cut, colour, "round"), x, y, size)
    return (
        path("M-14 -90h28l10 70q34 4 46 20h-140q12 -16 46 -20z", s.wood, "round")
        + polygon([(-110, -154), (110, -154), (150, -84), (-150, -84)], s.wood, "lit")
        + polygon([(-92, -147), (92, -147), (126, -91), (-126, -91)], "#f3e0b8")
        + squares
        + rect(-150, -84, 300, 14, darker(s.wood, 0.15), "lit", corner=3)
        + men
    )


@on_ground(420, 130)
def dance_floor(s: Scheme, what: str) -> str:
    """An inlaid floor to dance on, with footprints."""
    return (
        ellipse(0, -50, 230, 62, s.cloth2, "lit")
        + ellipse(0, -50, 190, 50, s.cloth, "lit")
        + "".join(
            place(polygon([(0, -46), (12, 0), (0, 46), (-12, 0)], s.accent, "lit"), 0, -50, 1, a)
            for a in range(0, 180, 45)
        )
        + circle(0, -50, 14, "@gold")
    )


@prop(330, 330)
def dancers(s: Scheme, what: str) -> str:
    """A couple that dances."""
    skin = s.pick("#f0c9a0", "#d9a578", "#a8704a")
    return (
        path(
            "M-20 -210q-14 60 -10 90q-90 60 -90 120q80 26 150 0q-6 -80 -24 -120q8 -40 0 -90z",
            s.cloth,
            "ball",
        )
        + stroke("M-100 -16q60 22 118 2", s.cloth2, 8)
        + path(
            "M34 -204q40 -6 54 10l8 110l-8 84h-26l-6 -70l-14 70h-26l10 -110z",
            s.cloth2 if s.cloth2 != s.cloth else s.accent,
            "ball",
        )
        + outlined_stroke(
            "M-20 -196q-50 -10 -74 -50M84 -186q-60 30 -100 24M88 -188q-20 -50 -170 -60", skin, 11
        )
        + circle(-12, -236, 26, skin, "ball")
        + circle(-16, -238, 3, "#2f1a17", line="none")
        + circle(4, -238, 3, "#2f1a17", line="none")
        + stroke("M-12 -226q6 7 13 0", width=3)
        + path("M-40 -236q-4 -36 28 -36q30 2 26 30q-14 -14 -28 -12q-6 20 -26 18z", "#6a3a24")
        + circle(-44, -254, 13, "#6a3a24", "ball")
        + circle(60, -240, 26, skin, "ball")
        + circle(44, -240, 3, "#2f1a17", line="none")
        + circle(64, -240, 3, "#2f1a17", line="none")
        + stroke("M46 -228q6 7 13 0", width=3)
        + path("M34 -244q0 -30 28 -28q28 2 26 28q-20 -14 -54 0z", "#2f2426")
        + place(small(s, "hat"), 62, -258, 0.9)
    )


@prop(270, 190)
def drafting(s: Scheme, what: str) -> str:
    """A drawing board with a plan."""
    return (
        outlined_stroke("M-90 0L60 -120M90 0L-60 -120", s.wood, 12)
        + polygon(
            [(-120, -106), (120, -106), (100, -226), (-100, -226)], lighter(s.wood, 0.1), "lit"
        )
        + polygon([(-98, -116), (98, -116), (82, -216), (-82, -216)], "#e8f0f4", "lit")
        + stroke(
            "M-70 -130v-50h40v-20h60v20h40v50zM-30 -130v-50M30 -130v-50M-10 -130v-24h20v24M-30 -200l30 -12l30 12",
            "#2f5a8f",
            4,
        )
        + rect(-104, -142, 150, 12, "@gold", corner=2)
        + rect(-124, -110, 248, 14, s.wood, "lit", corner=4)
    )


@prop(90, 330)
def pole(s: Scheme, what: str) -> str:
    """A bare metal pole on a foot, for an odd feast."""
    return (
        path("M-70 0q70 -30 140 0z", "#8f949c", "lit")
        + outlined_stroke("M0 -10V-330", "#c9d0d8", 14)
        + stroke("M-4 -20V-324", "#ffffff", 4, opacity=0.8)
    )


@prop(110, 250)
def flute(s: Scheme, what: str) -> str:
    """A giant flute and notes in the air."""
    holes = "".join(ellipse(x, 0, 7, 8, "#2f1a17") for x in range(-60, 120, 30))
    return place(
        rect(-150, -18, 300, 36, s.pick("@gold", "@steel"), "", corner=12)
        + rect(-150, -22, 60, 44, s.wood, "lit", corner=8)
        + ellipse(-120, 0, 10, 8, "#2f1a17")
        + holes,
        0,
        -140,
        1,
        -32,
    ) + notes(0, -240)


def notes(x: float, y: float) -> str:
    """Draw notes in the air."""
    note = ellipse(-8, 0, 11, 8, "#2f1a17") + stroke("M2 -2v-44q16 6 18 22", width=6)
    two = (
        ellipse(-18, 6, 11, 8, "#2f1a17")
        + ellipse(22, 0, 11, 8, "#2f1a17")
        + stroke("M-8 4v-44l40 -6v44", width=6)
    )
    return (
        place(note, x - 70, y + 10, 1, -8)
        + place(two, x + 60, y - 10, 1)
        + place(note, x + 10, y - 50, 0.8, 10)
    )


@prop(330, 190)
def trumpet(s: Scheme, what: str) -> str:
    """A trumpet on a stand; ``sax`` is a saxophone."""
    if what == "sax":
        return (
            path("M-50 0q50 -30 100 0z", s.wood, "lit")
            + outlined_stroke("M60 -280q-40 -30 -60 4l-14 180q-4 70 46 70t52 -60", "#e0ae3c", 30)
            + path("M60 -70l-14 -84h74l-14 84z", "@gold")
            + ellipse(83, -154, 38, 13, "#8a5a1c", "ball")
            + "".join(circle(-8 - 2 * i, -230 + 36 * i, 11, "#fff0c0", "ball") for i in range(5))
            + outlined_stroke("M58 -282l34 -6", "#3a3030", 9)
            + notes(-110, -200)
        )
    return (
        path("M-60 0q60 -36 120 0z", s.wood, "lit")
        + outlined_stroke("M0 -10V-110", s.wood, 12)
        + outlined_stroke("M-150 -150H80M-70 -150q-30 44 20 44h80q50 0 20 -44", "#e0ae3c", 14)
        + path("M70 -162q60 -4 90 -50v124q-30 -46 -90 -50z", "@gold")
        + ellipse(160, -150, 14, 62, "#8a5a1c", "ball")
        + "".join(
            rect(x, -196, 16, 60, "@steel", corner=5) + circle(x + 8, -200, 9, "#fff6dc")
            for x in (-44, -20, 4)
        )
        + polygon(
            [(-60, -140), (60, -140), (52, -40), (30, -60), (0, -36), (-30, -60), (-52, -40)],
            s.cloth,
            "side",
        )
        + place(small(s, "crown"), 0, -70, 0.9)
        + notes(20, -270)
    )


@prop(210, 250)
def lute(s: Scheme, what: str) -> str:
    """A lute that leans, and a drum."""
    body = (
        path("M0 0q-70 -6 -66 -80q4 -60 54 -84h24q50 24 54 84q4 74 -66 80z", "#d9953f", "ball")
        + circle(0, -76, 22, "#5a3020", "ball")
        + rect(-11, -290, 22, 140, s.wood, "round")
        + rect(-16, -330, 32, 44, darker(s.wood), "round", corner=5)
        + stroke("M-5 -290V-20M0 -290V-20M5 -290V-20", "#fff6dc", 2)
        + rect(-26, -30, 52, 10, darker(s.wood))
    )
    return place(body, -30, 0, 0.85, 14) + place(small(s, "drum"), 76, 0, 1.7)


@prop(360, 370)
def stage(s: Scheme, what: str) -> str:
    """A little stage with curtains and scenery."""
    return (
        rect(-170, -350, 340, 290, "@" + s.pick("night", "dusk", "day"))
        + circle(70, -290, 26, "#fff6d0", line="none")
        + path("M-170 -130q80 -60 170 -20t170 -10v100h-340z", s.leaf, "lit")
        + polygon(
            [
                (-90, -120),
                (-90, -190),
                (-70, -190),
                (-70, -206),
                (-56, -206),
                (-56, -190),
                (-20, -190),
                (-20, -120),
            ],
            lighter(s.stone),
            "side",
        )
        + polygon([(-100, -190), (-55, -240), (-10, -190)], "#b8433a", "side")
        + place(small(s, what or "mask+crown+hat"), 70, -66, 1.8)
        + path("M-196 -360h90q10 130 -40 200q30 60 16 100h-66z", s.cloth, "side")
        + path("M196 -360h-90q-10 130 40 200q-30 60 -16 100h66z", s.cloth, "side")
        + path(
            "M-206 -380h412v52q-26 36 -52 0t-51 0t-52 0t-51 0t-52 0t-51 0t-52 0t-51 0z",
            lighter(s.cloth, 0.14),
            "lit",
        )
        + rect(-210, -64, 420, 30, lighter(s.wood, 0.2), "lit", corner=4)
        + rect(-204, -36, 408, 36, s.wood, "lit")
        + "".join(path(f"M{x} -36q16 -30 32 0z", "@gold") for x in (-170, -96, -20, 60, 136))
    )


@prop(300, 300)
def press(s: Scheme, what: str) -> str:
    """A printing press."""
    return (
        rect(-120, -310, 26, 310, s.wood, "round")
        + rect(94, -310, 26, 310, s.wood, "round")
        + rect(-134, -326, 268, 30, lighter(s.wood, 0.12), "lit", corner=4)
        + rect(-110, -240, 220, 24, s.wood, "lit")
        + rect(-14, -296, 28, 120, "@steel")
        + stroke("M-14 -280l28 14M-14 -260l28 14M-14 -210l28 14", "#5a6068", 4)
        + outlined_stroke("M0 -200H150", lighter(s.wood, 0.3), 11)
        + circle(152, -200, 12, "#b8433a", "ball")
        + rect(-70, -178, 140, 26, darker(s.wood, 0.1), "lit", corner=4)
        + rect(-130, -104, 260, 22, lighter(s.wood, 0.2), "lit", corner=4)
        + rect(-60, -124, 120, 20, "#fdf6e4", "lit")
        + stroke("M-120 -60q60 30 220 0", "#fdf6e4", 22)
        + stroke("M-100 -58q60 26 190 0", "#6a5a50", 3)
        + "".join(rect(-96, -40 - 8 * i, 70, 8, "#fdf6e4", line=None) for i in range(4))
    )


@prop(310, 150)
def puzzle_table(s: Scheme, what: str) -> str:
    """A giant puzzle on an easel-like table."""
    out = rect(-130, -250, 260, 220, darker(s.wood, 0.1), "lit", corner=6)
    piece = "M0 0h22q-6 -16 8 -16t8 16h22v22q16 -6 16 8t-16 8v22h-60z"
    for j in range(3):
        for i in range(4):
            if (i, j) in ((2, 0), (3, 2)):
                continue
            out += place(
                path(
                    piece,
                    s.pick("#d9534a", "#4f9ac0", "#f0c04a", "#6fae5a", "#a86fd0", "#f0e6d0"),
                    "lit",
                ),
                -122 + 61 * i,
                -236 + 66 * j,
                0.98,
            )
    return (
        out
        + place(small(s, "puzzle"), 120, 0, 2.0)
        + place(small(s, "puzzle"), -80, 4, 1.6)
        + place(small(s, "puzzle"), 30, 8, 1.3)
    )


@prop(330, 160)
def ping_pong(s: Scheme, what: str) -> str:
    """A table tennis table; the same net serves for tennis."""
    return (
        stroke("M-120 -70V0M120 -70V0M-80 -90V-20M80 -90V-20", darker(s.wood, 0.2), 12)
        + polygon(
            [(-120, -140), (120, -140), (172, -74), (-172, -74)],
            s.pick("#2f6f9f", "#2f7f5f"),
            "lit",
        )
        + stroke("M-110 -136H110L158 -78H-158ZM0 -136V-78", "#fdf6e4", 4)
        + rect(-168, -76, 336, 12, darker(s.wood, 0.1), "lit", corner=3)
        + sheer(path("M-152 -108h304v-44h-304z", "#fdf6e4"), 0.55)
        + stroke(
            "M-120 -152v44M-90 -152v44M-60 -152v44M-30 -152v44M0 -152v44M30 -152v44M60 -152v44M90 -152v44M120 -152v44M-152 -136h304M-152 -122h304",
            "#8a8f96",
            2,
        )
        + stroke("M-152 -154h304", "#fdf6e4", 6)
        + place(paddle("#c9302f"), -110, -84, 1, -30)
        + place(paddle("#2f5fb0"), 116, -150, 1, 34)
        + circle(20, -196, 12, "#fffaf0", "ball")
        + stroke("M-10 -190q-40 14 -60 50", "#fffaf0", 4, opacity=0.7)
    )


def paddle(colour: str) -> str:
    """Draw a table tennis bat."""
    return rect(-6, -6, 12, 34, "#e0b87a", "round", corner=4) + ellipse(
        0, -28, 25, 28, colour, "ball"
    )


@prop(350, 190)
def toy_train(s: Scheme, what: str) -> str:
    """A large toy train on its track."""
    wheel = circle(0, 0, 20, "#4a4046", "ball") + circle(0, 0, 7, "@gold")
    return (
        stroke("M-190 2H190", s.wood, 12)
        + "".join(rect(x, -4, 16, 14, darker(s.wood), "lit") for x in range(-180, 180, 36))
        + rect(-176, -92, 104, 66, s.accent, "lit", corner=8)
        + place(row_of_smalls(s, "bear+box+ball", 90, every=44, scale=1.0), -124, -90)
        + rect(-64, -40, 220, 18, darker(s.cloth, 0.2), "lit")
        + rect(-20, -104, 130, 66, s.cloth, "round", corner=28)
        + rect(-64, -146, 62, 108, lighter(s.cloth, 0.12), "lit", corner=5)
        + rect(-52, -132, 38, 36, "@day")
        + rect(-74, -160, 82, 18, s.cloth2, "lit", corner=8)
        + path("M66 -102l-6 -52h40l-6 52z", "#4a4046", "round")
        + rect(56, -164, 48, 14, "@gold", corner=5)
        + circle(30, -108, 14, "@gold")
        + polygon([(150, -40), (186, -8), (130, -8)], "@gold")
        + "".join(place(wheel, x, -16) for x in (-150, -98, -38, 16, 70, 120))
        + "".join(
            circle(x, y, r, "#fffaf0", "ball")
            for x, y, r in ((86, -186, 16), (112, -216, 22), (150, -246, 28))
        )
    )


@prop(300, 250)
def big_book(s: Scheme, what: str) -> str:
    """A huge book out of which a story rises."""
    return (
        circle(0, -150, 170, "@glow", line="none")
        + polygon(
            [
                (-34, -70),
                (-34, -150),
                (-20, -150),
                (-20, -164),
                (-6, -164),
                (-6, -150),
                (16, -150),
                (16, -180),
                (46, -180),
                (46, -70),
            ],
            "#c4b0d9",
            "side",
        )
        + polygon([(10, -180), (31, -226), (52, -180)], "#b8433a", "side")
        + place(small(s, what or "bear+crown+hat"), -80, -66, 1.6)
        + path("M70 -70q40 -20 30 -60q30 20 34 60z", s.leaf, "ball")
        + path(
            "M0 -20q-80 -30 -158 0v-56q80 -30 158 0q78 -30 158 0v56q-80 -30 -158 0z",
            "#fdf6e4",
            "lit",
        )
        + stroke(
            "M0 -74v54M-130 -66q50 -14 100 4M-130 -50q50 -14 100 4M30 -62q50 -18 100 -4M30 -46q50 -18 100 -4",
            "#8a7a6a",
            3,
        )
        + path(
            "M-166 -72v64q84 -26 166 0q82 -26 166 0v-64l-8 0v50q-80 -26 -158 2q-78 -28 -158 -2v-50z",
            s.cloth,
            "lit",
        )
    )


@prop(240, 330)
def organ(s: Scheme, what: str) -> str:
    """An organ with gilded pipes."""
    return (
        "".join(
            rect(
                -108 + 24 * i, -330 + 12 * abs(i - 4), 22, 210 - 12 * abs(i - 4), "@gold", corner=6
            )
            + path(f"M{-104 + 24 * i} -150q7 -16 14 0z", "#5a3a14")
            for i in range(9)
        )
        + rect(-124, -136, 248, 136, s.wood, "lit", corner=5)
        + rect(-92, -104, 184, 24, "#fffaf0", "lit")
        + "".join(rect(-84 + 22 * i, -104, 10, 14, "#2f1a17", line="none") for i in range(8))
        + rect(-110, -80, 220, 14, lighter(s.wood, 0.2), "lit", corner=4)
        + rect(-50, -40, 100, 16, lighter(s.wood, 0.25), "lit", corner=4)
        + rect(-40, -26, 12, 26, s.wood)
        + rect(28, -26, 12, 26, s.wood)
    )


@on_wall(260, 180)
def lattice(s: Scheme, what: str) -> str:
    """Coloured glass in a round window."""
    out = circle(0, 0, 112, lighter(s.stone, 0.25), "lit")
    for i in range(12):
        a, b = 2 * math.pi * i / 12, 2 * math.pi * (i + 1) / 12
        out += path(
            f"M0 0L{96 * math.cos(a):.0f} {96 * math.sin(a):.0f}A96 96 0 0 1 {96 * math.cos(b):.0f} {96 * math.sin(b):.0f}Z",
            s.pick("#d9534a", "#4f8fd0", "#f0c04a", "#6fae5a", "#a86fd0", "#f0a0c0"),
            "ball",
        )
    return out + circle(0, 0, 44, s.accent, "ball") + circle(0, 0, 20, "#fff0b0", "ball")


@prop(300, 330)
def locked_box(s: Scheme, what: str) -> str:
    """A machine of locks, clocks and riddles."""
    return (
        rect(-130, -290, 260, 286, s.wood, "lit", corner=8)
        + circle(-60, -214, 48, "#fdf6e4", "lit")
        + stroke("M-60 -214v-32M-60 -214l22 12", width=6)
        + "".join(rect(14 + 36 * i, -252, 30, 44, "#fdf6e4", "lit", corner=4) for i in range(3))
        + stroke("M24 -240h10l-8 22M60 -240h10v10h-10v12h10M96 -240v20h12M106 -240v22", width=4)
        + rect(20, -190, 96, 60, "#2f4a5a", "lit", corner=6)
        + "".join(
            circle(38 + 30 * i, -160, 11, s.pick("#d9303a", "#6fae5a", "#f0c04a"), "ball")
            for i in range(3)
        )
        + rect(-110, -140, 96, 110, "@gold", corner=10)
        + circle(-62, -100, 15, "#2f1a17")
        + path("M-68 -96h12l8 46h-28z", "#2f1a17")
        + stroke("M20 -100q30 -20 50 10t46 -6M20 -70q40 20 50 0t46 10M20 -40h96", "#d9b06a", 8)
        + place(small(s, "key"), 132, -2, 1.6, 20)
    )


@prop(330, 240)
def rocking_horse(s: Scheme, what: str) -> str:
    """A rocking horse among toys."""
    return (
        place(horse(s, "rocking"), -30, 0, 1.1)
        + place(small(s, "ball"), 128, 0, 1.3)
        + place(small(s, "blocks"), 80, 6, 1.0)
    )
