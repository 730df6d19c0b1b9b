"""Furniture."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from ..palette import Scheme, darker, lighter, mix
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, stroke
from .registry import on_ground, prop
from .small import row_of_smalls, small
from .walls import picture


def _legs(s: Scheme, half: float, top: float, thick: float = 14) -> str:
    return rect(-half, top, thick, -top, s.wood, "round") + rect(
        half - thick, top, thick, -top, s.wood, "round"
    )


@prop(230, 330)
def shelf(s: Scheme, what: str) -> str:
    """Shelves full of ``what``."""
    inside = darker(s.wood, 0.5)
    out = rect(-115, -330, 230, 326, s.wood, "lit", corner=4) + rect(
        -101, -312, 202, 296, inside, "deep"
    )
    for y in (-232, -128, -22):
        out += place(row_of_smalls(s, what or "books", 196, every=44, scale=1.25), 0, y)
        out += rect(-103, y, 206, 11, lighter(s.wood, 0.15), "lit")
    return (
        out
        + path("M-125 -330h250l-12 -20h-226z", lighter(s.wood, 0.1), "lit")
        + rect(-120, -10, 240, 12, s.wood, "lit")
    )


@prop(300, 165)
def table(s: Scheme, what: str) -> str:
    """A table with ``what`` on it."""
    top = lighter(s.wood, 0.12)
    cloth = ""
    if s.rng.random() < 0.5:
        cloth = path(
            "M-128 -122h256v44q-16 20 -32 0t-32 0t-32 0t-32 0t-32 0t-32 0t-32 0t-32 0z",
            s.cloth2,
            "lit",
        )
    return (
        _legs(s, 130, -112)
        + path("M-118 -112h236v24q-118 24 -236 0z", s.wood, "deep")
        + rect(-148, -128, 296, 20, top, "lit", corner=6)
        + cloth
        + place(row_of_smalls(s, what or "vase", 260, every=62, scale=1.15), 0, -124)
    )


@prop(200, 150)
def round_table(s: Scheme, what: str) -> str:
    """A round table on one foot with ``what`` on it."""
    return (
        path("M-10 -110h20l8 84q30 6 44 26h-124q14 -20 44 -26z", s.wood, "round")
        + path(
            "M-96 -118h192q-4 44 -26 52q-20 -20 -40 2q-30 -24 -60 0q-20 -22 -40 -2q-22 -8 -26 -52z",
            s.cloth,
            "lit",
        )
        + ellipse(0, -118, 96, 20, lighter(s.cloth, 0.25), "lit")
        + place(row_of_smalls(s, what or "vase", 150, every=58, scale=1.15), 0, -114)
    )


@prop(90, 130)
def stand(s: Scheme, what: str) -> str:
    """A small pedestal that shows one of ``what``."""
    return (
        path("M-22 -92h44l10 80h-64z", s.stone, "round")
        + rect(-40, -14, 80, 14, s.stone, "lit", corner=3)
        + rect(-36, -104, 72, 16, lighter(s.stone), "lit", corner=4)
        + place(small(s, what or "vase"), 0, -103, 1.35)
    )


@prop(110, 190)
def chair(s: Scheme, what: str) -> str:
    """A chair seen from a little aside."""
    return (
        rect(-40, -60, 12, 60, s.wood, "round")
        + rect(28, -60, 12, 60, s.wood, "round")
        + path("M-40 -184q40 -26 80 0v110h-80z", s.wood, "side")
        + path("M-28 -170q28 -18 56 0v82h-56z", s.cloth, "ball")
        + path("M-46 -82h92l8 22h-108z", lighter(s.cloth, 0.15), "lit")
        + circle(-40, -190, 7, "@gold")
        + circle(40, -190, 7, "@gold")
    )


@prop(190, 190)
def armchair(s: Scheme, what: str) -> str:
    """A stuffed armchair."""
    dark = darker(s.cloth, 0.12)
    return (
        rect(-70, -20, 16, 20, s.wood)
        + rect(54, -20, 16, 20, s.wood)
        + path("M-66 -60v-90q4 -40 66 -40t66 40v90z", s.cloth, "ball")
        + "".join(circle(x, y, 4, dark) for x in (-32, 0, 32) for y in (-150, -118))
        + rect(-62, -84, 124, 40, lighter(s.cloth, 0.2), "lit", corner=14)
        + rect(-80, -52, 160, 36, s.cloth, "lit", corner=8)
        + rect(-92, -110, 38, 92, s.cloth, "round", corner=19)
        + rect(54, -110, 38, 92, s.cloth, "round", corner=19)
        + circle(-73, -94, 10, dark, "ball")
        + circle(73, -94, 10, dark, "ball")
    )


@prop(320, 175)
def sofa(s: Scheme, what: str) -> str:
    """A sofa with a curved gilded back."""
    pillow = place(small(s, "pillow"), -78, -72, 1.1, -8) + place(
        small(s, "pillow"), 78, -72, 1.1, 8
    )
    return (
        rect(-132, -20, 14, 20, "@gold")
        + rect(118, -20, 14, 20, "@gold")
        + path("M-138 -60v-64q40 -50 90 -32q48 -30 96 0q50 -18 90 32v64z", s.cloth, "ball")
        + stroke("M-138 -124q40 -50 90 -32q48 -30 96 0q50 -18 90 32", "#d9a52f", 9)
        + "".join(circle(x, -112, 4, "#d9a52f") for x in (-90, -45, 0, 45, 90))
        + rect(-134, -82, 268, 34, lighter(s.cloth, 0.22), "lit", corner=12)
        + path("M-140 -54h280v28q-140 18 -280 0z", s.cloth, "lit")
        + rect(-158, -108, 40, 88, s.cloth, "round", corner=20)
        + rect(118, -108, 40, 88, s.cloth, "round", corner=20)
        + (pillow if what != "plain" else "")
    )


@prop(330, 150)
def chaise(s: Scheme, what: str) -> str:
    """A long chair to lie on."""
    return (
        rect(-130, -22, 14, 22, "@gold")
        + rect(116, -22, 14, 22, "@gold")
        + path(
            "M-150 -60q-24 -80 10 -88q40 -6 56 56q120 16 230 8q10 30 -6 48h-280z", s.cloth, "ball"
        )
        + path("M-148 -40h296v18q-148 16 -296 0z", "@gold", "lit")
        + rect(66, -100, 66, 26, s.cloth2, "round", corner=13)
        + stroke("M-134 -132q24 10 34 44", lighter(s.cloth, 0.4), 4)
    )


@prop(90, 90)
def stool(s: Scheme, what: str) -> str:
    """A stool, perhaps with ``what`` on it."""
    return (
        polygon([(-30, -64), (-18, -64), (-30, 0), (-42, 0)], s.wood, "side")
        + polygon([(30, -64), (18, -64), (30, 0), (42, 0)], s.wood, "side")
        + rect(-42, -78, 84, 20, s.cloth, "lit", corner=9)
        + (place(small(s, what), 0, -78, 1.2) if what else "")
    )


@prop(250, 90)
def bench(s: Scheme, what: str) -> str:
    """A bench, perhaps with ``what`` on it."""
    return (
        path("M-108 -60h34l-8 60h-40z", s.wood, "side")
        + path("M74 -60h34l14 60h-40z", s.wood, "side")
        + rect(-125, -78, 250, 22, lighter(s.wood, 0.15), "lit", corner=5)
        + (place(row_of_smalls(s, what, 210, every=60, scale=1.1), 0, -78) if what else "")
    )


def _bedding(s: Scheme, width: float, top: float) -> str:
    half = width / 2
    quilt = s.cloth
    squares = "".join(
        rect(-half + 70 + 40 * i, top + 14 + 34 * j, 38, 32, lighter(quilt, 0.25), line="none")
        for i in range(int((width - 80) // 40))
        for j in range(2)
        if (i + j) % 2
    )
    return (
        rect(-half, top - 8, width, 84, "#f6efe2", "lit", corner=10)
        + place(
            path("M-34 -2q6 -14 0 -34q34 8 68 0q-6 20 0 34q-34 -6 -68 0z", "#fffaf0", "ball"),
            -half + 42,
            top,
        )
        + path(
            f"M{-half + 66:.0f} {top - 2:.0f}q{half:.0f} -26 {width - 66:.0f} 4v80h{-(width - 66):.0f}z",
            quilt,
            "lit",
        )
        + squares
    )


@prop(370, 235)
def bed(s: Scheme, what: str) -> str:
    """A bed, perhaps with ``what`` lying on it."""
    head = s.pick(
        "M-186 0v-190q16 -40 56 -30v220z", "M-186 0v-160q0 -60 50 -64v224z", "M-186 0v-210h46v210z"
    )
    return (
        rect(-150, -46, 310, 40, s.wood, "lit")
        + _bedding(s, 318, -104)
        + path(head, s.wood, "side")
        + path("M150 0v-132q20 -22 40 0v132z", s.wood, "side")
        + circle(170, -150, 12, "@gold")
        + (place(small(s, what), 60, -108, 1.6) if what else "")
    )


@prop(380, 420)
def canopy_bed(s: Scheme, what: str) -> str:
    """A bed under a canopy."""
    drape = s.cloth
    return (
        rect(-176, -330, 14, 330, "@gold")
        + rect(162, -330, 14, 330, "@gold")
        + rect(-160, -320, 320, 230, darker(drape, 0.3), "deep")
        + rect(-150, -46, 300, 40, s.wood, "lit")
        + _bedding(s, 310, -104)
        + path("M-186 -336q70 40 46 200q-10 60 -40 90q-10 -140 -6 -290z", drape, "side")
        + path("M186 -336q-70 40 -46 200q10 60 40 90q10 -140 6 -290z", drape, "side")
        + path(
            "M-196 -372h392v44q-24 30 -49 0t-49 0t-49 0t-49 0t-49 0t-49 0t-49 0t-49 0z",
            lighter(drape, 0.1),
            "lit",
        )
        + rect(-200, -380, 400, 14, "@gold", corner=6)
        + place(small(s, what or "crown"), 0, -378, 1.3)
    )


@prop(340, 350)
def bunk_bed(s: Scheme, what: str) -> str:
    """Two beds one above the other, with a ladder."""
    low = place(_bedding(s, 290, -100), 0, 26, 1)
    high = place(_bedding(s, 290, -100), 0, -132, 1)
    rungs = "".join(stroke(f"M70 {y}h54", s.wood, 10) for y in range(-230, -10, 42))
    return (
        low
        + rect(-150, -30, 300, 26, s.wood, "lit")
        + high
        + rect(-150, -190, 300, 24, s.wood, "lit")
        + rect(-166, -340, 24, 340, s.wood, "round", corner=6)
        + rect(142, -340, 24, 340, s.wood, "round", corner=6)
        + rungs
        + outlined_stroke("M66 -270V0M128 -270V0", lighter(s.wood, 0.15), 9)
    )


@prop(190, 170)
def crib(s: Scheme, what: str) -> str:
    """A cradle with ``what`` in it."""
    bars = "".join(stroke(f"M{x} -110V-42", lighter(s.wood, 0.2), 8) for x in range(-60, 61, 24))
    return (
        stroke("M-96 -14q96 34 192 0", s.wood, 12)
        + rect(-76, -120, 152, 90, darker(s.cloth, 0.2), "deep")
        + place(small(s, what or "bear"), 20, -62, 1.3)
        + path("M-78 -84q78 -30 156 0v52h-156z", s.cloth, "lit")
        + bars
        + path("M-92 -26v-130q30 -24 42 24v106z", s.wood, "side")
        + rect(72, -122, 18, 100, s.wood, "round", corner=6)
        + rect(-88, -44, 176, 22, s.wood, "lit", corner=6)
    )


@prop(180, 330)
def wardrobe(s: Scheme, what: str) -> str:
    """A wardrobe; ``open`` shows the dresses in it."""
    inner = rect(-80, -300, 160, 276, darker(s.wood, 0.55), "deep")
    if what == "open":
        dresses = "".join(
            path(f"M{x - 10} -270h20l14 190h-48z", s.any_cloth, "round") for x in (-54, -18, 18, 54)
        )
        doors = polygon(
            [(-84, -304), (-128, -326), (-128, 6), (-84, -20)], s.wood, "side"
        ) + polygon([(84, -304), (128, -326), (128, 6), (84, -20)], s.wood, "side")
        front = stroke("M-78 -276h156", "#d9a52f", 6) + dresses + doors
    else:
        front = (
            "".join(
                rect(x, -302, 78, 280, lighter(s.wood, 0.08), "side", corner=3)
                + path(f"M{x + 12} -160v-96q27 -36 54 0v96z", darker(s.wood, 0.12), "deep")
                + rect(x + 12, -140, 54, 100, darker(s.wood, 0.12), "deep", corner=4)
                for x in (-80, 2)
            )
            + circle(-10, -150, 6, "@gold")
            + circle(10, -150, 6, "@gold")
        )
    return (
        rect(-90, -312, 180, 300, s.wood, "lit", corner=3)
        + inner
        + front
        + path("M-102 -312q102 -60 204 0z", lighter(s.wood, 0.15), "lit")
        + circle(0, -326, 10, "@gold")
        + rect(-98, -18, 196, 18, s.wood, "lit", corner=3)
    )


@prop(230, 190)
def dresser(s: Scheme, what: str) -> str:
    """A chest of drawers with ``what`` on it."""
    drawers = "".join(
        rect(x, y, 96, 42, lighter(s.wood, 0.1), "lit", corner=4)
        + circle(x + 48, y + 21, 6, "@gold")
        for x in (-101, 5)
        for y in (-106, -58)
    )
    return (
        path("M-104 -20l-8 20h20l6 -20zM104 -20l8 20h-20l-6 -20z", s.wood)
        + rect(-108, -116, 216, 108, s.wood, "lit", corner=4)
        + drawers
        + rect(-116, -130, 232, 18, lighter(s.wood, 0.2), "lit", corner=5)
        + place(row_of_smalls(s, what or "candle+vase+box", 200, every=64, scale=1.15), 0, -128)
    )


@prop(230, 320)
def drawers(s: Scheme, what: str) -> str:
    """A tall cabinet of many small drawers, some open with ``what``."""
    cells = ""
    for row in range(5):
        for column in range(4):
            x, y = -100 + 51 * column, -296 + 54 * row
            if s.rng.random() < 0.3:
                cells += rect(x, y, 47, 50, darker(s.wood, 0.5), "deep") + place(
                    small(s, what or "spice"), x + 23, y + 50, 0.72
                )
            else:
                cells += rect(
                    x, y, 47, 50, lighter(s.wood, s.rng.uniform(0.02, 0.2)), "lit", corner=3
                ) + circle(x + 23, y + 25, 5, "@gold")
    return (
        rect(-112, -312, 224, 306, s.wood, "lit", corner=4)
        + cells
        + rect(-122, -326, 244, 18, lighter(s.wood, 0.2), "lit", corner=5)
        + rect(-118, -14, 236, 14, s.wood, "lit")
    )


@prop(190, 150)
def chest(s: Scheme, what: str) -> str:
    """A chest, open and full of ``what``, or shut."""
    box = (
        rect(-88, -84, 176, 82, s.wood, "lit", corner=5)
        + rect(-70, -84, 18, 82, "@gold")
        + rect(52, -84, 18, 82, "@gold")
        + rect(-16, -84, 32, 32, "@gold", corner=5)
        + circle(0, -66, 6, "#2f1a17", line="none")
    )
    if not what:
        return (
            box
            + path("M-92 -84q0 -58 92 -58t92 58z", lighter(s.wood, 0.1), "ball")
            + stroke("M-62 -88v-36M62 -88v-36", "#d9a52f", 14)
        )
    lid = path("M-92 -96l-8 -58q100 -34 200 0l-8 58z", darker(s.wood, 0.3), "deep")
    full = row_of_smalls(s, what, 150, every=40, scale=1.15)
    return lid + place(full, 0, -100) + place(full, 8, -80, flip=True) + box


@prop(270, 175)
def desk(s: Scheme, what: str) -> str:
    """A writing desk with ``what`` on it."""
    side = "".join(
        rect(x, -104, 76, 104, s.wood, "lit", corner=3)
        + "".join(
            rect(x + 8, y, 60, 26, lighter(s.wood, 0.15), "lit", corner=3)
            + circle(x + 38, y + 13, 4, "@gold")
            for y in (-96, -64, -32)
        )
        for x in (-126, 50)
    )
    return (
        rect(-60, -104, 120, 24, darker(s.wood, 0.3))
        + side
        + rect(-138, -122, 276, 20, lighter(s.wood, 0.2), "lit", corner=5)
        + rect(-70, -124, 140, 8, s.cloth, line="none")
        + place(row_of_smalls(s, what or "ink+books+candle", 230, every=60, scale=1.15), 0, -121)
    )


@prop(110, 300)
def mirror_stand(s: Scheme, what: str) -> str:
    """A tall mirror on feet."""
    return (
        path(
            "M-56 0q10 -30 20 -40v-120h-10v-14h92v14h-10v120q10 10 20 40h-18q-34 -30 -76 0z",
            s.wood,
            "side",
        )
        + path("M-48 -24v-190q0 -72 48 -72t48 72v190z", "@gold")
        + path("M-36 -34v-178q0 -60 36 -60t36 60v178z", "@glass")
        + stroke("M-20 -70l40 -70M-20 -120l34 -58", "#ffffff", 7, opacity=0.75)
        + circle(0, -290, 11, "@gold")
    )


@prop(220, 250)
def screen(s: Scheme, what: str) -> str:
    """A folding screen."""
    out = ""
    for i, x in enumerate((-108, -36, 36)):
        up = 0 if i % 2 else -12
        out += polygon(
            [(x, up - 8), (x + 72, -20 - up), (x + 72, -238 - up), (x, -240 + up)], s.cloth, "side"
        )
        out += place(small(s, "plant"), x + 36, -60, 1.5)
    return out + stroke("M-108 -252v240M-36 -240v232M36 -252v240M108 -240v222", "#d9a52f", 7)


@prop(150, 250)
def easel(s: Scheme, what: str) -> str:
    """An easel with a picture of ``what``."""
    return (
        outlined_stroke("M0 -250L-62 0M0 -250L62 0M0 -240V-20", s.wood, 10)
        + rect(-72, -96, 144, 14, s.wood, "lit", corner=3)
        + rect(-62, -222, 124, 126, "#fdf6e4", "lit")
        + rect(-52, -212, 104, 106, s.pick("#cfe3ee", "#f3d9a4", "#d7ebc9"), line="none")
        + place(small(s, what or "vase+fruit+bear"), 0, -110, 1.45)
    )


@prop(130, 290)
def mannequin(s: Scheme, what: str) -> str:
    """A dress form that wears a ``cape``, ``dress`` or ``coat``."""
    base = outlined_stroke("M0 -60V-6", s.wood, 10) + path("M-44 0q44 -26 88 0z", s.wood, "lit")
    bust = path("M-30 -240q30 -18 60 0q10 46 -6 90h-48q-16 -44 -6 -90z", "#d9c9a3", "ball")
    head = circle(0, -268, 13, s.wood, "ball")
    if what == "cape":
        over = (
            path("M-34 -246q-44 120 -66 232q30 16 62 2q4 -120 20 -210z", s.cloth, "side")
            + path("M34 -246q44 120 66 232q-30 16 -62 2q-4 -120 -20 -210z", s.cloth, "side")
            + path("M-40 -236q40 -34 80 0q-4 20 -40 22t-40 -22z", "#fffaf0", "lit")
            + stroke("M-98 -14q30 16 62 2M98 -14q-30 16 -62 2", "#fffaf0", 14)
            + circle(0, -218, 8, "@gold")
        )
    elif what == "coat":
        over = (
            path(
                "M-34 -244q-30 20 -40 130l22 4v90q52 16 104 0v-90l22 -4q-10 -110 -40 -130q-34 24 -68 0z",
                s.cloth,
                "ball",
            )
            + "".join(circle(0, y, 5, "@gold") for y in (-196, -164, -132, -100))
            + stroke("M0 -226V-16", width=3)
        )
    else:
        over = (
            path(
                "M-30 -240q30 20 60 0q4 40 -10 66q70 60 62 160q-82 30 -164 0q-8 -100 62 -160q-14 -26 -10 -66z",
                s.cloth,
                "ball",
            )
            + path("M-24 -176q24 12 48 0v14q-24 12 -48 0z", s.cloth2, "lit")
            + stroke("M-74 -22q37 -24 74 4q37 -28 74 -4", s.cloth2, 8)
        )
    return base + head + bust + over


@prop(120, 280)
def hat_stand(s: Scheme, what: str) -> str:
    """A stand with hats, or with ``what``."""
    arms = outlined_stroke(
        "M0 -6V-270M0 -220q-30 0 -42 -26M0 -220q30 0 42 -26M0 -160q-30 0 -40 -20M0 -160q30 0 40 -20",
        s.wood,
        9,
    )
    hung = "".join(
        place(small(s, what or "hat"), x, y, 1.15)
        for x, y in ((-40, -240), (40, -240), (0, -268), (-42, -172), (42, -172))
    )
    return path("M-50 0q50 -36 100 0z", s.wood, "lit") + arms + hung


@prop(120, 180)
def globe(s: Scheme, what: str) -> str:
    """A globe on a stand."""
    return (
        path("M-8 -46h16l6 22q30 4 36 24h-100q6 -20 36 -24z", s.wood, "round")
        + circle(0, -112, 58, "#6fb3d9", "ball")
        + path(
            "M-40 -140q30 -24 48 -8q-6 20 -22 20t-14 26q-22 -10 -12 -38zM10 -116q30 -10 40 6q-10 36 -26 40q-16 -22 -14 -46z",
            "#9fbf6a",
            line="#5f7a3a",
        )
        + stroke("M-52 -160A66 66 0 0 0 44 -66", "#d9a52f", 9)
        + circle(0, -180, 8, "@gold")
    )


@prop(220, 300)
def telescope(s: Scheme, what: str) -> str:
    """A telescope that looks up."""
    tube = (
        rect(-120, -24, 150, 48, "@gold")
        + rect(24, -32, 90, 64, "@gold", corner=4)
        + rect(108, -40, 22, 80, s.cloth, "round", corner=5)
        + rect(-150, -15, 34, 30, "#4a3a30", "lit", corner=4)
        + rect(-40, -28, 14, 56, s.cloth, "lit")
    )
    return (
        outlined_stroke("M0 -150L-70 0M0 -150L70 0M0 -150V-10", s.wood, 11)
        + place(tube, 0, -180, 1, -38)
        + circle(0, -160, 15, "@gold")
    )


@prop(110, 330)
def clock(s: Scheme, what: str) -> str:
    """A grandfather clock."""
    turn = s.rng.randrange(360)
    return (
        rect(-46, -40, 92, 40, s.wood, "lit", corner=4)
        + rect(-34, -210, 68, 176, s.wood, "side")
        + rect(-20, -198, 40, 130, darker(s.wood, 0.55), "deep")
        + stroke("M0 -198V-104", "#d9a52f", 4)
        + circle(0, -98, 14, "@gold")
        + path("M-50 -206v-66q0 -50 50 -56q50 6 50 56v66z", s.wood, "lit")
        + circle(0, -264, 37, "#fdf6e4", "lit")
        + place(stroke("M0 0V-26", width=5), 0, -264, 1, turn)
        + place(stroke("M0 0V-18", width=6), 0, -264, 1, turn * 7 % 360)
        + circle(0, -330, 9, "@gold")
    )


@prop(110, 270)
def candelabra(s: Scheme, what: str) -> str:
    """A candelabra as tall as a man."""
    flames = "".join(
        circle(x, y - 30, 50, "@glow", line="none")
        + rect(x - 6, y - 26, 12, 28, "#fff4da", "round")
        + path(f"M{x} {y - 52}q12 16 0 26q-12 -10 0 -26z", "@fire")
        for x, y in ((-44, -206), (0, -232), (44, -206))
    )
    return (
        path("M-40 0q40 -34 80 0z", "@gold")
        + outlined_stroke("M0 -12V-228", "#e0ae3c", 9)
        + outlined_stroke("M-44 -204q0 44 44 44t44 -44", "#e0ae3c", 8)
        + circle(0, -160, 12, "@gold")
        + circle(0, -84, 10, "@gold")
        + flames
    )


@prop(110, 210)
def big_plant(s: Scheme, what: str) -> str:
    """A potted palm, or a plant with blossoms."""
    leaves = "".join(
        place(
            path("M0 0q-26 -50 0 -118q26 68 0 118z", mix(s.leaf, "#d9e07a", i / 14), "lit"),
            0,
            -76,
            1,
            turn,
        )
        for i, turn in enumerate((-80, 80, -55, 55, -28, 28, 0))
    )
    pot = path("M-42 -78h84l-14 78h-56z", s.pick("#b9633a", "#d9c9a3", "#4f7fa8", s.cloth), "round")
    return (
        leaves
        + pot
        + rect(-48, -88, 96, 18, lighter(s.pick("#b9633a", "#d9c9a3")), "lit", corner=6)
        + (place(small(s, what), 0, -90, 1) if what else "")
    )


@prop(160, 330)
def armour(s: Scheme, what: str) -> str:
    """A suit of armour with a halberd."""
    plume = s.pick("#c9302f", "#3f6fd0", "#e8b33a", "#3f9a5a")
    return (
        rect(-58, -18, 116, 18, s.stone, "lit", corner=3)
        + rect(-34, -112, 28, 96, "@steel", corner=8)
        + rect(6, -112, 28, 96, "@steel", corner=8)
        + outlined_stroke("M62 -18V-310", s.wood, 8)
        + path("M62 -322q44 8 42 52q-20 -10 -42 -4zM62 -320q-22 10 -22 34l22 2z", "@steel")
        + path("M-48 -222q48 -22 96 0q0 66 -22 116h-52q-22 -50 -22 -116z", "@steel")
        + stroke("M0 -228V-112M-38 -160q38 18 76 0", width=3)
        + circle(-48, -208, 20, "@steel")
        + circle(48, -208, 20, "@steel")
        + rect(-62, -196, 24, 74, "@steel", corner=10)
        + rect(40, -196, 26, 60, "@steel", corner=10)
        + path("M0 -290q20 -44 56 -30q-8 34 -48 40z", plume, "lit")
        + path("M-28 -232v-30q0 -34 28 -34t28 34v30q-28 16 -56 0z", "@steel")
        + path("M-24 -268h48v10h-48z", "#2f2a30")
    )


@prop(130, 300)
def statue(s: Scheme, what: str) -> str:
    """A statue on its base: a lady, a thinker or a bust."""
    pale = lighter(s.stone, 0.45)
    base = (
        path("M-46 -92h92l8 80h-108z", s.stone, "round")
        + rect(-62, -14, 124, 14, s.stone, "lit")
        + rect(-56, -106, 112, 16, lighter(s.stone), "lit")
    )
    if what == "bust" or (not what and s.rng.random() < 0.4):
        figure = (
            path("M-44 -106q-4 -50 30 -58v-20h28v20q34 8 30 58z", pale, "ball")
            + ellipse(0, -206, 26, 32, pale, "ball")
            + path("M-28 -208q-4 -44 28 -44t28 44q-10 -22 -28 -22t-28 22z", mix(pale, s.stone, 0.5))
        )
    else:
        figure = (
            path(
                "M-24 -200q24 -14 48 0q2 40 -8 50q24 20 18 44h-68q-6 -24 18 -44q-10 -10 -8 -50z",
                pale,
                "ball",
            )
            + outlined_stroke(s.pick("M22 -194q30 10 26 -44", "M22 -194q34 0 20 40"), pale, 12)
            + outlined_stroke("M-22 -194q-30 14 -20 46", pale, 12)
            + circle(0, -226, 20, pale, "ball")
            + path("M-20 -228q0 -26 20 -26t20 26q-20 -16 -40 0z", mix(pale, s.stone, 0.6))
        )
    return base + figure


@prop(270, 330)
def fireplace(s: Scheme, what: str) -> str:
    """A fireplace with a fire, and ``what`` on its mantel."""
    bricks = "".join(
        rect(
            -92 + 48 * i - (24 if j % 2 else 0),
            -196 + 26 * j,
            46,
            24,
            mix("#a8553a", "#7a3a2a", s.rng.random()),
            line="none",
        )
        for j in range(7)
        for i in range(5)
        if -100 < -92 + 48 * i - (24 if j % 2 else 0) < 60
    )
    return (
        rect(-120, -218, 240, 218, s.stone, "lit")
        + rect(-98, -198, 196, 198, "#7a4030")
        + bricks
        + path("M-74 0v-100q10 -62 74 -62t74 62v100z", "#2a1413", "deep")
        + circle(0, -30, 130, "@glow", line="none")
        + place(rect(-44, -12, 88, 20, s.wood, "round", corner=9), 0, -8, 1, 6)
        + place(rect(-44, -12, 88, 20, s.wood, "round", corner=9), 0, -10, 1, -10)
        + path(
            "M-44 -16q-12 -40 14 -62q0 22 14 26q-6 -36 22 -64q0 40 18 52q4 -14 2 -24q30 30 16 72q-44 20 -86 0z",
            "@fire",
            line="#c23a1a",
        )
        + path("M-16 -14q-8 -24 14 -44q4 22 18 26q4 10 -2 18q-16 8 -30 0z", "#fff0a0", line="none")
        + rect(-140, -244, 280, 30, lighter(s.stone), "lit", corner=4)
        + place(row_of_smalls(s, what or "candle+vase+books", 240, every=62, scale=1.1), 0, -242)
    )


@on_ground(420, 90)
def rug(s: Scheme, what: str) -> str:
    """A carpet on the floor; ``bear`` is a bear's hide."""
    if what == "bear":
        fur = s.pick("#7a5236", "#efe6d6", "#5a4030")
        return (
            path(
                "M-190 -10q-10 -40 40 -44q10 -20 60 -20q100 -14 180 4q60 -30 84 -2q-10 20 -34 26q30 20 -6 34q-60 0 -80 -10q-110 20 -180 6q-50 20 -64 6z",
                fur,
                "lit",
            )
            + circle(-150, -44, 32, fur, "ball")
            + circle(-172, -66, 10, fur)
            + circle(-132, -72, 10, fur)
            + circle(-160, -42, 4, "#2f1a17")
            + ellipse(-176, -32, 12, 9, lighter(fur, 0.4))
        )
    edge = s.cloth2
    fringe = "".join(stroke(f"M{x} 6l-4 14", lighter(edge, 0.4), 3) for x in range(-204, 210, 14))
    inner = "".join(
        polygon([(x - 24, -34), (x, -54), (x + 24, -34), (x, -14)], edge, line="none")
        + polygon([(x - 10, -34), (x, -44), (x + 10, -34), (x, -24)], s.accent, line="none")
        for x in (-90, -30, 30, 90)
    )
    return (
        fringe
        + polygon([(-160, -78), (160, -78), (214, 8), (-214, 8)], s.cloth, "lit")
        + stroke("M-148 -70H148L190 0H-190Z", edge, 7)
        + inner
    )


@on_ground(260, 70)
def round_rug(s: Scheme, what: str) -> str:
    """A round carpet."""
    return (
        ellipse(0, -20, 190, 46, s.cloth, "lit")
        + ellipse(0, -20, 160, 37, "none", line=s.cloth2)
        + ellipse(0, -20, 120, 28, s.cloth2, "lit", line="none")
        + ellipse(0, -20, 70, 16, s.accent, line="none")
    )


@prop(130, 120)
def cushion(s: Scheme, what: str) -> str:
    """A heap of cushions."""
    return (
        place(small(s, "pillow"), -34, 0, 1.3, -4)
        + place(small(s, "pillow"), 36, 0, 1.3, 5)
        + place(small(s, "pillow"), 2, -34, 1.35, s.rng.uniform(-8, 8))
    )


@prop(180, 210)
def harp(s: Scheme, what: str) -> str:
    """A harp."""
    strings = "".join(
        stroke(f"M{x} {-40 - (x + 50) * 0.9:.0f}V{-226 + (x + 50) * 0.55:.0f}", "#fff6dc", 2.5)
        for x in range(-44, 60, 12)
    )
    return (
        rect(-60, -16, 130, 16, "@gold", corner=7)
        + strings
        + outlined_stroke("M-58 -14V-234", "#e0ae3c", 15)
        + outlined_stroke("M-58 -18L74 -140", "#c9912f", 17)
        + outlined_stroke("M-58 -230q40 -26 60 14t72 76", "#e0ae3c", 13)
        + circle(-58, -242, 13, "@gold")
    )


@prop(290, 250)
def piano(s: Scheme, what: str) -> str:
    """A grand piano with its lid up."""
    black = s.pick("#33262a", "#5a3524", "#f3ede0")
    return (
        rect(-110, -80, 18, 80, black, "round")
        + rect(96, -80, 18, 80, black, "round")
        + path("M-120 -132L60 -250q60 -10 80 40l-10 78z", darker(black, 0.1), "side")
        + stroke("M20 -132L60 -214", "#d9a52f", 5)
        + path("M-136 -134h276q10 40 -20 60h-256z", black, "lit")
        + rect(-144, -124, 150, 22, "#fffaf0", "lit")
        + "".join(rect(-138 + 18 * i, -124, 8, 13, "#2f1a17", line="none") for i in range(8))
        + rect(-90, -176, 70, 44, "#fdf6e4", "lit")
        + stroke("M-82 -164h54M-82 -154h54M-82 -144h40", width=2)
    )


@prop(120, 210)
def lectern(s: Scheme, what: str) -> str:
    """A lectern or music stand with an open book."""
    return (
        path("M-46 0q46 -36 92 0z", s.wood, "lit")
        + outlined_stroke("M0 -12V-136", s.wood, 12)
        + polygon([(-62, -136), (62, -136), (54, -192), (-54, -192)], s.wood, "lit")
        + path(
            "M0 -140q-28 -14 -60 -2l8 -58q28 -10 52 4q24 -14 52 -4l8 58q-32 -12 -60 2z",
            "#fdf6e4",
            "lit",
        )
        + stroke(
            "M0 -140v-54M-44 -180h32M-46 -168h34M-48 -156h34M12 -180h32M12 -168h34M14 -156h34",
            width=2,
        )
    )


@prop(320, 190)
def long_table(s: Scheme, what: str) -> str:
    """A long laid table."""
    return (
        path(
            "M-158 -116h316v70q-20 22 -40 0t-40 0t-40 0t-39 0t-40 0t-40 0t-40 0t-37 0z",
            s.cloth2,
            "lit",
        )
        + path("M-158 -58v58h18v-50zM158 -58v58h-18v-50z", s.wood, "side")
        + path("M-166 -122l26 -24h280l26 24v12h-332z", lighter(s.cloth2, 0.3), "lit")
        + place(
            row_of_smalls(s, what or "feast+glass+candle+fruit", 290, every=68, scale=1.1), 0, -124
        )
    )


@prop(120, 250)
def totem(s: Scheme, what: str) -> str:
    """A tower of ``what`` piled up."""
    out, y = "", 0.0
    for i in range(5):
        out += place(small(s, what or "box"), (-1) ** i * s.rng.uniform(2, 9), y, 1.5 - 0.1 * i)
        y -= 50 - 4 * i
    return out


@prop(230, 180)
def shelf_low(s: Scheme, what: str) -> str:
    """A low shelf with flasks and books."""
    return (
        rect(-110, -120, 220, 118, s.wood, "lit", corner=4)
        + rect(-98, -108, 196, 96, darker(s.wood, 0.5), "deep")
        + place(row_of_smalls(s, what or "books+potion", 180, every=48, scale=1.2), 0, -14)
        + rect(-118, -132, 236, 16, lighter(s.wood, 0.2), "lit", corner=4)
        + place(row_of_smalls(s, what or "potion+skull", 180, every=64, scale=1.1), 0, -131)
    )


@prop(110, 130)
def drum_stand(s: Scheme, what: str) -> str:
    """A big drum."""
    return place(small(s, "drum"), 0, 0, 2.3)


@prop(100, 130)
def bear_small(s: Scheme, what: str) -> str:
    """A teddy bear."""
    return place(small(s, "bear"), 0, 0, 1.9)


@prop(110, 150)
def wall_lantern(s: Scheme, what: str) -> str:
    """A lantern on a crate."""
    return (
        rect(-48, -60, 96, 60, s.wood, "lit")
        + stroke("M-48 -30h96", darker(s.wood, 0.4), 4)
        + place(small(s, "lantern"), 0, -60, 1.6)
    )


@prop(150, 260)
def picture_stand(s: Scheme, what: str) -> str:
    """A framed portrait on an easel."""
    return outlined_stroke("M0 -250L-62 0M0 -250L62 0", s.wood, 10) + place(
        picture(s, what or "lady"), 0, -150, 1
    )
