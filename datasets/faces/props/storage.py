"""Barrels, sacks, kitchens and workshops."""

import math

from ..palette import Scheme, darker, lighter, mix
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, stroke
from .registry import on_ceiling, prop
from .small import row_of_smalls, small


@prop(140, 175)
def barrel(s: Scheme, what: str) -> str:
    """A barrel; ``what`` lies on it, ``lying`` lays it down, ``powder`` marks it."""
    if what == "lying":
        return (
            path("M-84 0l20 -30h-40zM84 0l-20 -30h40z", s.wood)
            + ellipse(0, -86, 82, 82, darker(s.wood, 0.2), "ball")
            + ellipse(0, -86, 64, 64, s.wood, "lit")
            + stroke("M-42 -134V-38M-14 -148V-24M14 -148V-24M42 -134V-38", darker(s.wood, 0.35), 3)
            + ellipse(0, -86, 74, 74, "none", line="#8a8f96")
            + circle(0, -56, 10, "@gold")
            + rect(-5, -48, 10, 22, "@gold", corner=3)
        )
    hoop = "#7d838c"
    return (
        path("M-50 0q-30 -86 0 -172h100q30 86 0 172z", s.wood, "round")
        + stroke("M-26 -4q-14 -82 0 -166M0 -2v-168M26 -4q14 -82 0 -166", darker(s.wood, 0.35), 3)
        + stroke("M-61 -44q61 20 122 0M-61 -128q61 20 122 0", hoop, 11)
        + ellipse(0, -172, 50, 14, lighter(s.wood, 0.12), "lit")
        + (
            place(small(s, "skull"), 0, -66, 1.2)
            if what == "powder"
            else place(row_of_smalls(s, what, 90, every=44, scale=1.05), 0, -168)
            if what
            else ""
        )
    )


@prop(110, 140)
def sack(s: Scheme, what: str) -> str:
    """A sack, open with ``what`` or tied."""
    linen = s.pick("#d9b985", "#c9a26a", "#e6cfa2")
    body = path("M-46 0q-20 -50 6 -92h80q26 42 6 92q-46 14 -92 0z", linen, "ball")
    if what:
        top = place(row_of_smalls(s, what, 76, every=34, scale=0.95), 0, -88)
        return (
            top
            + body
            + path(
                "M-44 -92q44 18 88 0q8 -16 -2 -20q-42 16 -84 0q-10 4 -2 20z",
                lighter(linen, 0.2),
                "lit",
            )
        )
    return (
        body
        + path("M-24 -94q-14 -30 -22 -34q46 -18 92 0q-8 4 -22 34z", lighter(linen, 0.15), "lit")
        + stroke("M-28 -94q28 12 56 0", "#8a4a24", 8)
        + stroke("M-20 -60q6 30 0 46M14 -64q8 24 4 40", darker(linen, 0.25), 3)
    )


@prop(150, 130)
def crate(s: Scheme, what: str) -> str:
    """A crate of ``what``."""
    front = (
        rect(-70, -84, 140, 84, s.wood, "lit")
        + stroke("M-70 -56h140M-70 -28h140", darker(s.wood, 0.4), 4)
        + rect(-70, -84, 16, 84, lighter(s.wood, 0.15), "lit")
        + rect(54, -84, 16, 84, lighter(s.wood, 0.15), "lit")
    )
    if not what:
        return (
            front
            + stroke("M-54 -80L54 -4", lighter(s.wood, 0.15), 13)
            + rect(-74, -92, 148, 14, lighter(s.wood, 0.2), "lit")
        )
    return (
        rect(-68, -94, 136, 20, darker(s.wood, 0.5))
        + place(row_of_smalls(s, what, 124, every=40, scale=1.15), 0, -70)
        + front
    )


@prop(130, 130)
def basket(s: Scheme, what: str) -> str:
    """A basket of ``what``."""
    straw = s.pick("#c9963f", "#d9ac5a", "#b07f3a")
    weave = "".join(
        stroke(f"M{-50 + 3 * j} {-56 + 18 * j}q50 14 {100 - 6 * j} 0", darker(straw, 0.35), 3)
        for j in range(3)
    )
    return (
        stroke("M-52 -68q52 -116 104 0", straw, 10)
        + place(row_of_smalls(s, what or "apple", 100, every=34, scale=1.05), 0, -60)
        + path("M-58 -70h116l-18 70h-80z", straw, "round")
        + weave
    )


@prop(160, 170)
def cauldron(s: Scheme, what: str) -> str:
    """A cauldron over a fire."""
    soup = s.pick("#d98a3a", "#7fb04a", "#c9502f", "#8f5fc0") if what != "green" else "#7fd05a"
    return (
        circle(0, -12, 90, "@glow", line="none")
        + path(
            "M-40 0q-8 -26 10 -40q4 12 10 14q0 -24 18 -36q0 24 12 30q4 -8 2 -16q20 20 8 48z",
            "@fire",
        )
        + path("M-70 -128q-16 90 30 104h80q46 -14 30 -104z", "#4a4650", "ball")
        + ellipse(0, -128, 78, 18, "#5d5964", "lit")
        + ellipse(0, -128, 64, 12, soup, "lit")
        + circle(-20, -134, 9, lighter(soup), "ball")
        + circle(14, -138, 12, lighter(soup), "ball")
        + stroke(
            "M-14 -160q-14 -20 0 -36t0 -34M22 -160q14 -20 0 -36t0 -30", "#fffaf0", 6, opacity=0.55
        )
    )


@prop(260, 330)
def oven(s: Scheme, what: str) -> str:
    """A brick oven with a fire and ``what`` baking."""
    return (
        path("M-124 0v-210q0 -90 60 -110h128q60 20 60 110v210z", s.stone, "lit")
        + "".join(
            stroke(
                f"M{-104 + (28 if j % 2 else 0) + 56 * i} {-30 - 34 * j}h36",
                darker(s.stone, 0.3),
                4,
            )
            for j in range(8)
            for i in range(4)
            if abs(-86 + (28 if j % 2 else 0) + 56 * i) < 90
        )
        + path("M-84 -96v-60q0 -76 84 -76t84 76v60z", darker(s.stone, 0.2), "lit")
        + path("M-66 -96v-56q0 -60 66 -60t66 60v56z", "#3a1712", "deep")
        + circle(0, -120, 110, "@glow", line="none")
        + path(
            "M-50 -98q-4 -40 16 -52q0 16 10 18q0 -30 24 -46q-2 30 14 38q4 -8 2 -16q30 26 20 58z",
            "@fire",
            line="#c23a1a",
        )
        + place(row_of_smalls(s, what or "bread", 110, every=44, scale=1.05), 0, -92)
        + rect(-104, -98, 208, 18, lighter(s.stone), "lit", corner=3)
        + path("M-60 0v-44q0 -24 60 -24t60 24v44z", "#3a2a26", "deep")
        + "".join(
            circle(x, y, 14, s.wood, "ball")
            for x, y in ((-30, -14), (0, -14), (30, -14), (-15, -38), (15, -38))
        )
    )


@prop(250, 300)
def stove(s: Scheme, what: str) -> str:
    """An iron stove with pots and a chimney pipe."""
    return (
        rect(60, -420, 36, 280, "#5a5660", "round")
        + rect(-120, -130, 240, 122, "#4d4a55", "lit", corner=6)
        + rect(-104, -112, 96, 74, "#35323c", "deep", corner=5)
        + circle(-56, -74, 54, "@glow", line="none")
        + path("M-86 -46q-2 -28 14 -38q2 10 8 12q2 -18 16 -26q0 18 12 24q10 14 2 28z", "@fire")
        + rect(12, -112, 92, 40, "#5d5964", "lit", corner=5)
        + rect(12, -62, 92, 40, "#5d5964", "lit", corner=5)
        + circle(58, -92, 6, "@gold")
        + circle(58, -42, 6, "@gold")
        + rect(-130, -144, 260, 18, "#6a6672", "lit", corner=5)
        + place(small(s, "pot"), -70, -144, 1.7)
        + place(small(s, "pot"), 16, -144, 1.4)
        + stroke("M-76 -216q-12 -20 0 -36t0 -30M14 -204q12 -18 0 -34", "#fffaf0", 6, opacity=0.5)
    )


@prop(200, 290)
def kettle(s: Scheme, what: str) -> str:
    """A copper brewing kettle with a bent pipe."""
    copper = "#c9713a"
    return (
        outlined_stroke("M0 -232q0 -50 60 -50h70", copper, 22)
        + rect(-70, -30, 22, 30, "#5a4a44")
        + rect(48, -30, 22, 30, "#5a4a44")
        + path(
            "M-84 -40q-22 -90 20 -130q30 -20 44 -70h40q14 50 44 70q42 40 20 130q-84 30 -168 0z",
            copper,
            "ball",
        )
        + stroke("M-90 -80q90 24 180 0M-74 -150q74 24 148 0", "#f0b070", 7)
        + "".join(circle(x, -66 - abs(x) * 0.06, 4, "#f7d9a0") for x in range(-72, 80, 24))
        + circle(0, -116, 22, "#fdf6e4", "lit")
        + stroke("M0 -116l10 -10", "#b8332f", 4)
        + rect(-10, -34, 20, 22, "@gold", corner=4)
    )


@prop(90, 190)
def churn(s: Scheme, what: str) -> str:
    """A butter churn."""
    return (
        outlined_stroke("M0 -130V-226", lighter(s.wood, 0.3), 10)
        + path("M-44 0l14 -142h60l14 142z", s.wood, "round")
        + stroke("M-40 -40q40 14 80 0M-34 -104q34 12 68 0", "#7d838c", 10)
        + ellipse(0, -142, 32, 10, lighter(s.wood, 0.2), "lit")
        + path("M-16 -142q4 -16 16 -8q14 -8 18 8q-14 10 -34 0z", "#fff3b8")
    )


@prop(230, 180)
def basin(s: Scheme, what: str) -> str:
    """A stone sink with a tap, soap suds and ``what``."""
    foam = "".join(
        circle(x, -126 - s.rng.uniform(0, 16), s.rng.uniform(12, 22), "#f4fbff", "ball")
        for x in range(-80, 90, 22)
    )
    return (
        rect(-70, -60, 140, 60, darker(s.stone, 0.15), "lit")
        + outlined_stroke("M40 -130v-60q0 -22 -24 -22t-24 22v8", "#d9a52f", 11)
        + foam
        + path("M-110 -126h220q0 70 -40 76h-140q-40 -6 -40 -76z", s.stone, "round")
        + rect(-118, -134, 236, 18, lighter(s.stone), "lit", corner=7)
        + place(row_of_smalls(s, "plate", 90, every=40, scale=1.1), -60, -134)
    )


@prop(270, 170)
def tub(s: Scheme, what: str) -> str:
    """A bath tub with foam."""
    pale = s.pick("#fbf8ef", "#c9834a", "#e9eef2")
    foam = "".join(
        circle(x, -132 - s.rng.uniform(0, 20), s.rng.uniform(16, 28), "#f4fbff", "ball")
        for x in range(-96, 100, 27)
    )
    return (
        circle(-86, -10, 13, "@gold")
        + circle(86, -10, 13, "@gold")
        + outlined_stroke("M118 -120v-60q0 -20 -26 -20t-26 20", "#d9a52f", 11)
        + foam
        + path("M-124 -126h248q4 100 -60 108h-128q-64 -8 -60 -108z", pale, "round")
        + rect(-134, -136, 268, 20, lighter(pale), "lit", corner=10)
        + place(small(s, "soap"), -50, -136, 1.1)
    )


@prop(110, 110)
def bucket(s: Scheme, what: str) -> str:
    """A bucket with ``what`` in it."""
    return (
        (place(small(s, what), 0, -66, 1.3) if what else "")
        + path("M-46 -80h92l-14 80h-64z", s.wood, "round")
        + stroke("M-42 -58q42 12 84 0M-37 -22q37 10 74 0", "#7d838c", 8)
        + ("" if what else ellipse(0, -80, 46, 11, "@water"))
        + stroke("M-46 -80q46 -80 92 0", "#7d838c", 6)
    )


@prop(220, 180)
def ice(s: Scheme, what: str) -> str:
    """Blocks of ice."""
    out = ""
    for x, y in ((-56, 0), (56, 0), (s.rng.uniform(-12, 12), -82)):
        out += (
            polygon(
                [(x - 52, y - 62), (x - 36, y - 82), (x + 62, y - 82), (x + 50, y - 62)], "#f2fbff"
            )
            + polygon(
                [(x + 50, y - 62), (x + 62, y - 82), (x + 62, y - 20), (x + 50, y)], "#8fc4dc"
            )
            + rect(x - 52, y - 62, 102, 62, "#c4e6f2", "side")
            + stroke(
                f"M{x - 36:.0f} {y - 14:.0f}l30 -36M{x - 8:.0f} {y - 14:.0f}l16 -20",
                "#ffffff",
                6,
                opacity=0.9,
            )
        )
    return out


@prop(230, 240)
def millstone(s: Scheme, what: str) -> str:
    """Millstones with a hopper."""
    return (
        rect(-96, -60, 192, 60, s.wood, "lit", corner=4)
        + path("M-104 -100h208v36q-104 34 -208 0z", s.stone, "round")
        + ellipse(0, -100, 104, 26, lighter(s.stone), "lit")
        + path("M-92 -142h184v36q-92 30 -184 0z", darker(s.stone, 0.1), "round")
        + ellipse(0, -142, 92, 23, s.stone, "lit")
        + stroke("M-76 -146L76 -138M0 -164V-120", darker(s.stone, 0.3), 4)
        + polygon([(-70, -236), (70, -236), (18, -150), (-18, -150)], s.wood, "side")
        + path("M-62 -236q62 -40 124 0z", "#f0d58a", "ball")
        + path("M96 -40q40 20 50 40h-80q10 -24 30 -40z", "#fff3dc", "ball")
    )


def gear(x: float, y: float, radius: float, colour: str, teeth: int = 10) -> str:
    """Draw a cog wheel."""
    points = []
    for i in range(teeth):
        for share, far in ((0.0, 1.0), (0.3, 1.0), (0.45, 0.8), (0.85, 0.8)):
            angle = 2 * math.pi * (i + share) / teeth
            points.append((x + radius * far * math.cos(angle), y + radius * far * math.sin(angle)))
    return (
        polygon(points, colour, "lit")
        + circle(x, y, radius * 0.5, darker(colour, 0.25), "lit")
        + circle(x, y, radius * 0.18, "@gold")
    )


@prop(240, 300)
def machine(s: Scheme, what: str) -> str:
    """Wheels, pipes and a boiler."""
    copper = s.pick("#c9713a", "#8f949c", "#b98a3a")
    return (
        rect(-110, -200, 110, 196, copper, "round", corner=20)
        + "".join(
            circle(-98 + 22 * i, -186 + 164 * j, 4, "#f7d9a0") for i in range(5) for j in (0, 1)
        )
        + circle(-55, -120, 30, "#fdf6e4", "lit")
        + stroke("M-55 -120l14 -16", "#b8332f", 5)
        + outlined_stroke("M-60 -200v-60h110v80", copper, 18)
        + rect(0, -40, 120, 36, s.wood, "lit")
        + gear(66, -120, 64, s.pick("#b98a3a", "#8f949c"))
        + gear(10, -190, 40, s.pick("#c9713a", "#a8aab0"), 8)
        + stroke("M-20 -280q-16 -18 0 -34", "#fffaf0", 7, opacity=0.6)
    )


@prop(220, 160)
def anvil(s: Scheme, what: str) -> str:
    """An anvil on a block, and a hammer."""
    return (
        path("M-60 0l8 -70h104l8 70z", s.wood, "round")
        + path(
            "M-110 -140h180q10 26 -40 34v12q20 6 26 24h-110q6 -18 26 -24v-12q-70 -2 -82 -34z",
            "#6f7580",
            "lit",
        )
        + stroke("M-100 -134h164", "#c9d0d8", 6)
        + place(small(s, "hammer"), 40, -132, 1.5, 30)
        + "".join(
            stroke(f"M{x} -160l{dx} {dy}", "#ffd95a", 5)
            for x, dx, dy in ((-10, -12, -22), (4, 2, -26), (18, 14, -18))
        )
    )


@prop(240, 200)
def workbench(s: Scheme, what: str) -> str:
    """A work bench with ``what`` and a vice."""
    return (
        rect(-104, -100, 24, 100, s.wood, "round")
        + rect(80, -100, 24, 100, s.wood, "round")
        + rect(-96, -40, 192, 16, darker(s.wood, 0.15), "lit")
        + place(row_of_smalls(s, what or "box+jar+pot", 170, every=56, scale=0.95), 0, -40)
        + rect(-122, -122, 244, 26, lighter(s.wood, 0.15), "lit", corner=4)
        + path("M70 -122v-26h18v-14h26v40z", "#7d838c", "lit")
        + stroke("M80 -136h44M118 -146v20", "#5a5f68", 6)
        + place(row_of_smalls(s, what or "hammer+pot", 160, every=52, scale=1.15), -30, -122)
    )


@prop(200, 290)
def furnace(s: Scheme, what: str) -> str:
    """A glass furnace with glowing glass on a pipe."""
    return (
        path("M-90 0v-170q0 -100 90 -110q90 10 90 110v170z", "#b0664a", "ball")
        + "".join(
            stroke(f"M{x} {y}h34", "#7a3a2a", 4)
            for x, y in ((-70, -40), (30, -60), (-64, -190), (20, -230), (40, -150), (-76, -120))
        )
        + circle(0, -130, 110, "@glow", line="none")
        + path("M-44 -90v-46q0 -44 44 -44t44 44v46z", "#ffb347", "deep")
        + path("M-30 -90q0 -40 20 -50q0 16 10 20q4 -20 16 -30q0 24 12 34q6 14 0 26z", "@fire")
        + rect(-60, -92, 120, 16, s.stone, "lit", corner=3)
        + outlined_stroke("M36 -96L128 -20", "#8f949c", 8)
        + circle(28, -104, 24, "#ff9a4a", "ball")
    )


@on_ceiling(200, 190)
def hams(s: Scheme, what: str) -> str:
    """Hams and sausages on hooks."""
    out = rect(-110, -4, 220, 14, s.wood, "lit")
    for x in (-76, 76):
        out += stroke(f"M{x} 10v22", width=5) + place(
            path(
                "M-8 0h16l4 24q34 20 24 66q-36 40 -72 0q-10 -46 24 -66z",
                s.pick("#b8563f", "#a8452f"),
                "ball",
            )
            + ellipse(6, 70, 14, 18, "#e8a08a", "lit"),
            x,
            28,
            1,
            s.rng.uniform(-6, 6),
        )
    links = "".join(
        place(ellipse(0, 0, 13, 26, "#a8402f", "ball"), x, y, 1, turn)
        for x, y, turn in (
            (-22, 34, 14),
            (-16, 82, -10),
            (-2, 126, -30),
            (22, 34, -14),
            (18, 82, 10),
        )
    )
    return out + links


@on_ceiling(220, 150)
def herbs(s: Scheme, what: str) -> str:
    """Bundles of herbs, peppers and garlic."""
    out = rect(-116, -4, 232, 12, s.wood, "lit")
    for x in range(-92, 100, 46):
        kind = what or s.pick("herb", "pepper", "garlic")
        if kind == "pepper":
            bunch = "".join(
                place(
                    path("M-6 0h12q2 26 -6 40q-8 -14 -6 -40z", "#c9302f", "round"), dx, dy, 1, turn
                )
                for dx, dy, turn in (
                    (-10, 18, 24),
                    (10, 22, -24),
                    (-8, 48, 12),
                    (8, 52, -12),
                    (0, 74, 0),
                )
            )
        elif kind == "garlic":
            bunch = "".join(
                place(small(s, "garlic"), dx, 54 + 34 * i, 0.85) for i, dx in enumerate((-8, 8, 0))
            )
        else:
            leaf = s.pick("#6f9a4a", "#8fae5a", "#5f8a5a", "#b98ac0")
            bunch = "".join(
                place(path("M-3 0q-18 40 3 92q21 -52 3 -92z", leaf, "lit"), 0, 14, 1, turn)
                for turn in (-26, 26, 0)
            ) + stroke("M-6 22h12", "#d9b985", 6)
        out += stroke(f"M{x} 6v14", width=3) + place(bunch, x, 4, s.rng.uniform(0.85, 1.05))
    return out


@on_ceiling(220, 150)
def pans(s: Scheme, what: str) -> str:
    """Copper pans on hooks."""
    out = rect(-116, -4, 232, 12, "#5a5660", "lit")
    for x in (-84, -28, 28, 84):
        metal = s.pick("#c9713a", "#8f949c", "#b9633a")
        out += (
            stroke(f"M{x} 6v12", width=4)
            + rect(x - 5, 16, 10, 52, metal, "round", corner=4)
            + circle(x, 92, s.rng.uniform(22, 30), metal, "ball")
        )
    return out


@prop(230, 310)
def wine_rack(s: Scheme, what: str) -> str:
    """A rack of bottles in a lattice."""
    ends = "".join(
        circle(x, y, 19, s.pick("#3f6b3a", "#6b2438", "#2f5a6a", "#4a3a6a"), "ball")
        + circle(x, y, 8, "#b9834a")
        for x, y in (
            (-78 + 52 * i + (26 if j % 2 else 0), -48 - 46 * j)
            for j in range(6)
            for i in range(4 - j % 2)
        )
    )
    return (
        rect(-116, -316, 232, 312, s.wood, "lit", corner=4)
        + rect(-102, -302, 204, 286, darker(s.wood, 0.55), "deep")
        + ends
        + rect(-124, -330, 248, 18, lighter(s.wood, 0.2), "lit", corner=4)
    )


@prop(190, 200)
def straw(s: Scheme, what: str) -> str:
    """Sheaves of corn or a heap of hay."""
    gold = s.pick("#e0b84a", "#d9a83a", "#ecd07a")
    if what == "heap":
        return path("M-110 0q10 -90 60 -104q50 -40 100 0q50 20 60 104z", gold, "ball") + stroke(
            "M-70 -20l24 -40M-20 -30l10 -50M40 -24l-10 -44M70 -16l-16 -34", darker(gold, 0.3), 4
        )
    out = ""
    for x, turn in ((-50, -8), (50, 8), (0, 0)):
        sheaf = "".join(
            stroke(f"M0 -60q{dx * 0.5:.0f} -40 {dx} -104", gold, 6)
            + ellipse(dx, -172, 7, 16, lighter(gold, 0.2))
            for dx in (-42, -22, 0, 22, 42)
        )
        sheaf += path("M-34 0l24 -66h20l24 66z", gold, "round") + rect(
            -18, -72, 36, 14, "#b8433a", "lit", corner=5
        )
        out += place(sheaf, x, 0, 0.95, turn)
    return out


@prop(210, 150)
def woodpile(s: Scheme, what: str) -> str:
    """Stacked logs."""
    rows = ((5, 0), (4, 1), (3, 2), (2, 3))
    return "".join(
        circle(
            -20 * (count - 1) + 40 * i,
            -22 - 35 * row,
            21,
            mix("#d9ac6a", "#b9834a", s.rng.random()),
            "ball",
        )
        + circle(-20 * (count - 1) + 40 * i, -22 - 35 * row, 10, "none", line="#8a5a30")
        for count, row in rows
        for i in range(count)
    )


@prop(120, 270)
def ladder(s: Scheme, what: str) -> str:
    """A ladder."""
    rungs = "".join(stroke(f"M-30 {-30 - 42 * i}h60", s.wood, 10) for i in range(7 if s else 0))
    return place(
        rungs + outlined_stroke("M-34 0V-320M34 0V-320", lighter(s.wood, 0.15), 10),
        turn=s.rng.choice((-7, 7)),
    )


@prop(160, 200)
def laundry(s: Scheme, what: str) -> str:
    """A wash tub with a washboard."""
    foam = "".join(
        circle(x, -84 - s.rng.uniform(0, 14), s.rng.uniform(12, 20), "#f4fbff", "ball")
        for x in range(-56, 60, 18)
    )
    board = (
        rect(-32, -190, 64, 120, s.wood, "lit", corner=5)
        + rect(-22, -178, 44, 80, "@steel")
        + stroke("M-22 -164h44M-22 -150h44M-22 -136h44M-22 -122h44M-22 -108h44", "#6a7482", 4)
    )
    return (
        place(board, 20, 0, 1, 12)
        + foam
        + path("M-80 -84h160l-16 84h-128z", lighter(s.wood, 0.2), "round")
        + stroke("M-76 -58q76 18 152 0M-68 -16q68 14 136 0", "#7d838c", 9)
    )


@on_ceiling(330, 130)
def washing_line(s: Scheme, what: str) -> str:
    """Clothes on a line."""
    shirt = "M-30 0h20q10 12 20 0h20l22 30l-18 16l-10 -12v60h-48v-60l-10 12l-18 -16z"
    trousers = "M-26 0h52l8 90h-28l-6 -50l-6 50h-28z"
    out = stroke("M-180 0q180 40 360 0", "#f6ecd2", 5)
    for x, y, cut in ((-112, 12, shirt), (-28, 19, trousers), (44, 18, shirt), (120, 11, trousers)):
        out += place(path(cut, s.any_cloth, "lit"), x, y, 1, s.rng.uniform(-4, 4))
    return out


@prop(150, 250)
def dumbwaiter(s: Scheme, what: str) -> str:
    """A lift for food, with rope and ``what``."""
    return (
        rect(-84, -330, 168, 326, s.wood, "lit", corner=4)
        + rect(-66, -314, 132, 296, "#2f2020", "deep")
        + stroke("M-8 -314V-196M8 -314V-196", "#d9b985", 5)
        + rect(-60, -196, 120, 112, lighter(s.wood, 0.1), "lit")
        + rect(-50, -186, 100, 86, darker(s.wood, 0.4), "deep")
        + place(row_of_smalls(s, what or "feast", 60, every=80, scale=1.1), 0, -100)
        + circle(0, -314, 24, "@gold")
        + circle(0, -314, 8, "#2f1a17", line="none")
        + stroke("M96 -300V-60", "#d9b985", 6)
        + circle(96, -56, 10, "@gold")
    )
