"""Small things for shelves, tables and chests: about 44 wide, standing at the origin."""

from collections.abc import Callable

from ..palette import INK, Scheme, darker, lighter
from ..svg import circle, ellipse, path, place, polygon, rect, stroke

Small = Callable[[Scheme], str]

SMALLS: dict[str, Small] = {}


def _small(draw: Small) -> Small:
    SMALLS[draw.__name__.strip("_")] = draw
    return draw


@_small
def _bread(s: Scheme) -> str:
    crust = s.pick("#d08b3c", "#b9712c", "#e0a552")
    if s.rng.random() < 0.4:
        return ellipse(0, -13, 21, 13, crust, "ball") + stroke(
            "M-9 -20l6 8M2 -23l6 9", "#f6dca4", 4
        )
    return path("M-22 0q-4 -26 12 -26h20q16 0 12 26z", crust, "ball") + stroke(
        "M-10 -22v10M2 -23v10M13 -20v8", "#f6dca4", 4
    )


@_small
def _jar(s: Scheme) -> str:
    fill = s.pick("#c23a4a", "#e0912f", "#7a3f8f", "#6f9a3a", "#d9b04a")
    return (
        rect(-15, -38, 30, 38, fill, "round", corner=8)
        + rect(-13, -47, 26, 11, s.any_cloth, "lit", corner=3)
        + rect(-9, -27, 18, 14, "#f6ecd2", line="none")
    )


@_small
def _bottle(s: Scheme) -> str:
    fill = s.pick("#3f6b3a", "#6b2438", "#2f5a6a", "#8a5a24", "#4a3a6a")
    return (
        path("M-11 0v-32q0 -8 6 -12v-16h10v16q6 4 6 12v32z", fill, "round")
        + rect(-10, -25, 20, 14, "#f1e2bd", line="none")
        + rect(-5, -66, 10, 8, "#b9834a")
    )


@_small
def _plate(s: Scheme) -> str:
    rim = s.pick("#3f6fae", "#b8433a", "#4a8a6a", "#c9963a")
    return (
        circle(0, -24, 23, "#fbf8ef", "lit")
        + circle(0, -24, 15, "none", line=rim)
        + circle(0, -24, 5, rim, line="none")
    )


@_small
def _books(s: Scheme) -> str:
    out, x = "", -22.0
    while x < 17:
        width, height = s.rng.uniform(8, 13), s.rng.uniform(38, 54)
        colour = s.pick("#a8322f", "#2f5f8f", "#3f7a4f", "#c9963a", "#6a3a7a", "#7a5236", "#d9c9a3")
        out += rect(x, -height, width, height, colour, "round", corner=1) + stroke(
            f"M{x + 2:.0f} {-height + 9:.0f}h{width - 4:.0f}", "#f6dca4", 3
        )
        x += width
    return out


@_small
def _cup(s: Scheme) -> str:
    fill = s.pick("#fbf8ef", s.cloth2, "#cfe3ee")
    return (
        ellipse(0, -3, 20, 5, lighter(fill), "lit")
        + path("M13 -20q14 -2 10 8q-3 7 -12 5", "none")
        + path("M-14 -24h28q0 22 -10 23h-8q-10 -1 -10 -23z", fill, "round")
        + ellipse(0, -24, 14, 4, "#8a5a2f")
    )


@_small
def _teapot(s: Scheme) -> str:
    fill = s.pick("#fbf3e2", "#8fb9d0", "#d98a8a", s.accent)
    return (
        path("M24 -30q20 -4 16 12q-3 10 -18 8", "none")
        + path("M-22 -24q-20 0 -22 -20l8 -2q2 14 16 12z", fill, "lit")
        + ellipse(0, -22, 26, 22, fill, "ball")
        + path("M-14 -40q14 -10 28 0z", lighter(fill))
        + circle(0, -48, 4, "@gold")
        + circle(0, -20, 6, s.cloth, line="none")
    )


@_small
def _cake(s: Scheme) -> str:
    icing = s.pick("#f7d3dc", "#fff4df", "#d7ebc9")
    return (
        rect(-28, -22, 56, 22, "#c98a4a", "lit", corner=4)
        + path(
            "M-30 -22q0 -14 12 -14h36q12 0 12 14q-6 12 -12 2q-6 12 -12 0q-6 12 -12 0q-6 10 -12 0z",
            icing,
        )
        + circle(-14, -39, 5, "#c22f3a")
        + circle(2, -41, 5, "#c22f3a")
        + circle(17, -39, 5, "#c22f3a")
    )


@_small
def _egg(s: Scheme) -> str:
    return path("M-9 0h18l-5 -14h-8z", s.cloth2, "round") + ellipse(
        0, -22, 10, 14, s.pick("#fff3df", "#e9c9a3"), "ball"
    )


@_small
def _candle(s: Scheme) -> str:
    return (
        circle(0, -50, 46, "@glow", line="none")
        + path("M-16 0h32l-8 -8h-16z", "@gold")
        + rect(-6, -38, 12, 32, "#fff4da", "round")
        + path("M0 -62q12 14 0 24q-12 -10 0 -24z", "@fire")
    )


@_small
def _skull(s: Scheme) -> str:
    return (
        path("M-19 -24q0 -22 19 -22t19 22q0 12 -8 14v10h-22v-10q-8 -2 -8 -14z", "#efe6cf", "ball")
        + circle(-8, -24, 5, "#3a2420", line="none")
        + circle(8, -24, 5, "#3a2420", line="none")
        + stroke("M-4 -8v7M4 -8v7", width=3)
    )


@_small
def _potion(s: Scheme) -> str:
    fill = s.pick("#59c06a", "#a05fd0", "#e0563f", "#4fb0d9", "#f0c03a")
    return (
        circle(0, -20, 34, "@glow", line="none")
        + path("M-6 -48h12v18q16 6 16 18q0 12 -22 12t-22 -12q0 -12 16 -18z", "#dff0f2", "lit")
        + path("M-19 -16q10 -6 19 0t19 -2q4 18 -19 18t-19 -16z", fill, "ball", line="none")
        + rect(-8, -55, 16, 8, "#b9834a")
        + circle(4, -10, 3, "#fff", line="none")
    )


@_small
def _key(s: Scheme) -> str:
    metal = s.pick("@gold", "@steel")
    return (
        circle(0, -44, 10, "none")
        + circle(0, -44, 9, "none", line="#d9a52f")
        + rect(-3, -35, 6, 34, metal)
        + rect(3, -14, 9, 5, metal)
        + rect(3, -6, 9, 5, metal)
    )


@_small
def _hat(s: Scheme) -> str:
    fill = s.any_cloth
    shape = s.pick(
        "M-18 -6q0 -36 18 -36t18 36z", "M-14 -6l3 -36h22l3 36z", "M-18 -6q10 -6 14 -46q8 34 22 46z"
    )
    return (
        ellipse(0, -6, 28, 7, darker(fill, 0.15), "lit")
        + path(shape, fill, "round")
        + stroke("M-16 -12q16 6 32 0", s.accent, 6)
        + path("M12 -18q20 -10 14 -36q-14 14 -18 32z", lighter(s.accent))
    )


@_small
def _toy(s: Scheme) -> str:
    return s.rng.choice((_ball, _blocks, _bear, _drum))(s)


@_small
def _ball(s: Scheme) -> str:
    fill = s.any_cloth
    return circle(0, -20, 20, fill, "ball") + stroke(
        "M-19 -24q19 12 38 0M-6 -39q-8 20 2 38", "#fff6e0", 4
    )


@_small
def _blocks(s: Scheme) -> str:
    return (
        rect(-24, -22, 22, 22, "#d9534a", "lit", corner=2)
        + rect(1, -22, 22, 22, "#4f8fc0", "lit", corner=2)
        + place(rect(-11, -22, 22, 22, "#f0c04a", "lit", corner=2), 0, -22, 1, s.rng.uniform(-9, 9))
    )


@_small
def _bear(s: Scheme) -> str:
    fur = s.pick("#b07a45", "#8f5f38", "#d0a56a")
    return (
        circle(-13, -48, 8, fur)
        + circle(13, -48, 8, fur)
        + ellipse(0, -16, 19, 17, fur, "ball")
        + circle(0, -38, 17, fur, "ball")
        + ellipse(0, -33, 8, 6, lighter(fur, 0.5))
        + circle(-6, -42, 2, INK)
        + circle(6, -42, 2, INK)
        + circle(0, -35, 2, INK)
        + ellipse(-14, -3, 9, 6, fur)
        + ellipse(14, -3, 9, 6, fur)
    )


@_small
def _drum(s: Scheme) -> str:
    return (
        rect(-22, -30, 44, 28, s.cloth, "round", corner=4)
        + ellipse(0, -31, 22, 7, "#f6ecd2")
        + stroke("M-21 -24l10 20l11 -20l11 20l10 -20", "#f0c04a", 4)
    )


@_small
def _crown(s: Scheme) -> str:
    return (
        path("M-24 -4l-4 -30l15 13l13 -22l13 22l15 -13l-4 30z", "@gold")
        + circle(0, -13, 5, s.pick("#d93a4a", "#3f7fd0", "#3faf6a"))
        + circle(-14, -12, 3, "#fff6e0")
        + circle(14, -12, 3, "#fff6e0")
    )


@_small
def _gem(s: Scheme) -> str:
    fill = s.pick("#d93a5a", "#3f8fe0", "#3fbf7a", "#a85fe0", "#f0a03a")
    return (
        circle(0, -16, 34, "@cool", line="none")
        + polygon([(-20, -20), (-11, -34), (11, -34), (20, -20), (0, 0)], fill, "lit")
        + stroke("M-20 -20h40M-8 -20l8 20l8 -20l-4 -14M-8 -20l4 -14", lighter(fill, 0.6), 3)
    )


@_small
def _scroll(s: Scheme) -> str:
    return place(
        rect(-9, -46, 18, 46, "#f1e2bd", "round", corner=4)
        + stroke("M-9 -22h18", s.pick("#b8332f", "#2f5f9f"), 5),
        0,
        0,
        1,
        s.rng.uniform(-14, 14),
    )


@_small
def _map(s: Scheme) -> str:
    return (
        path("M-56 -3l14 -18h86l16 18z", "#f1e2bd", "lit")
        + path("M-30 -8q14 -10 26 -4t22 -2q4 6 -10 8t-38 -2z", "#9fbf7a", line="none")
        + stroke("M-34 -14q30 10 60 -2", s.pick("#b8332f", "#2f5f9f"), 3)
    )


@_small
def _pot(s: Scheme) -> str:
    fill = s.pick("#b9633a", "#c98a4a", "#6a7a8a", "#a84a3a")
    return path("M-16 0q-12 -14 -4 -30h40q8 16 -4 30z", fill, "round") + rect(
        -21, -37, 42, 9, lighter(fill, 0.2), "lit", corner=4
    )


@_small
def _apple(s: Scheme) -> str:
    fill = s.pick("#c9302f", "#8fb03a", "#e0a03a")
    return (
        circle(0, -14, 14, fill, "ball")
        + stroke("M0 -27q2 -8 7 -9", width=4)
        + path("M3 -29q10 -8 14 2q-8 6 -14 -2z", "#5f9a3f")
    )


@_small
def _fruit(s: Scheme) -> str:
    return (
        place(_apple(s), -12, -16)
        + place(_apple(s), 12, -16)
        + place(_apple(s), 0, -32)
        + path("M-30 -20h60q-4 20 -20 20h-20q-16 0 -20 -20z", "#b07a45", "round")
    )


@_small
def _cheese(s: Scheme) -> str:
    return (
        path("M-28 -8v-12l40 -16q16 4 16 14v14z", "#f3c74a", "lit")
        + path("M-28 -20h56", "none")
        + circle(-8, -9, 4, "#d09a2a", line="none")
        + circle(12, -12, 5, "#d09a2a", line="none")
    )


@_small
def _lantern(s: Scheme) -> str:
    return (
        circle(0, -28, 56, "@glow", line="none")
        + path("M-10 -46q10 -18 20 0", "none")
        + rect(-14, -46, 28, 8, "#5a4030", corner=2)
        + rect(-12, -38, 24, 30, "#ffe59a", corner=2)
        + path("M0 -34q8 10 0 20q-8 -8 0 -20z", "@fire", line="none")
        + stroke("M0 -38v30", width=3)
        + rect(-16, -8, 32, 8, "#5a4030", corner=2)
    )


@_small
def _mug(s: Scheme) -> str:
    return (
        path("M14 -34q18 -2 16 14q-2 12 -16 10", "none")
        + rect(-17, -40, 32, 40, s.pick("#d9922f", "#c27a3a", "#9a8f86"), "round", corner=4)
        + path("M-20 -40q-2 -12 10 -12q6 -8 14 -2q12 -2 12 12q-6 6 -10 2v8q-5 4 -6 -6z", "#fff9ea")
    )


@_small
def _paint(s: Scheme) -> str:
    colour = s.any_cloth
    return (
        rect(-14, -28, 28, 28, "#d9d2c4", "round", corner=3)
        + path("M-14 -24q2 12 7 2q4 14 9 0q6 8 12 -2v-8h-28z", colour, line="none")
        + stroke("M8 -30l10 -28", "#b07a45", 5)
    )


@_small
def _die(s: Scheme) -> str:
    return place(
        rect(-16, -32, 32, 32, "#fdf6e4", "lit", corner=6)
        + "".join(
            circle(x, y, 3.5, "#b8332f", line="none")
            for x, y in ((-8, -24), (8, -24), (0, -16), (-8, -8), (8, -8))
        ),
        0,
        0,
        1,
        s.rng.uniform(-6, 6),
    )


@_small
def _cards(s: Scheme) -> str:
    return "".join(
        place(
            rect(-11, -36, 22, 34, "#fdf6e4", "lit", corner=3)
            + circle(0, -19, 5, s.pick("#c9302f", "#2f1a17"), line="none"),
            0,
            0,
            1,
            turn,
        )
        for turn in (-24, 0, 24)
    )


@_small
def _pancakes(s: Scheme) -> str:
    layers = "".join(ellipse(0, -4 - 8 * i, 28, 8, "#e0a552", "lit") for i in range(5))
    return (
        ellipse(0, -2, 36, 8, "#fbf8ef")
        + layers
        + path(
            "M-20 -38q20 -8 40 0q2 10 -4 20q-4 6 -6 -8q-10 6 -22 -2q-6 6 -8 -10z",
            "#a84a24",
            "lit",
            line="none",
        )
        + rect(-7, -46, 14, 9, "#fbe48a", "lit")
    )


@_small
def _chocolate(s: Scheme) -> str:
    dark = s.pick("#5a2f1f", "#7a4428")
    return (
        rect(-26, -24, 52, 24, dark, "lit", corner=3)
        + stroke("M-9 -24v24M9 -24v24M-26 -12h52", lighter(dark, 0.25), 3)
        + circle(-10, -33, 9, darker(dark, 0.1), "ball")
        + circle(10, -33, 9, s.pick("#f1e2bd", "#8a5230"), "ball")
    )


@_small
def _glass(s: Scheme) -> str:
    wine = s.pick("#8f1f3a", "#e0b84a", "#c23a4a")
    return (
        stroke("M0 -24v22M-11 -1h22", "#dff0f2", 5)
        + path("M-14 -54h28q2 32 -14 32t-14 -32z", "#e8f5f7", "lit")
        + path("M-13 -42h26q-1 18 -13 18t-13 -18z", wine, "ball", line="none")
    )


@_small
def _ink(s: Scheme) -> str:
    return path("M-14 0q-4 -16 8 -20v-8h12v8q12 4 8 20z", "#3a4a6a", "ball") + path(
        "M2 -26q6 -40 34 -46q-2 30 -28 44z", s.pick("#fff9ea", "#c9e0ee", s.cloth2), "lit"
    )


@_small
def _pillow(s: Scheme) -> str:
    fill = s.any_cloth
    return path("M-30 -2q6 -14 0 -30q30 8 60 0q-6 16 0 30q-30 -6 -60 0z", fill, "ball") + stroke(
        "M-18 -17h36", lighter(fill, 0.4), 3
    )


@_small
def _blanket(s: Scheme) -> str:
    return "".join(
        rect(-30, -13 - 13 * i, 60, 13, s.any_cloth, "round", corner=6)
        for i in range(s.rng.randint(2, 3))
    )


@_small
def _garlic(s: Scheme) -> str:
    return path("M0 -34q4 10 14 16t2 18h-32q-12 -10 2 -18t16 -16z", "#f7efe2", "ball") + stroke(
        "M0 -20v18", "#c9b08a", 3
    )


@_small
def _spice(s: Scheme) -> str:
    colour = s.pick("#c9402a", "#e0a52f", "#7a8a3a", "#a85f24", "#d9722a")
    return path("M-24 -12q24 -50 48 0z", colour, "ball") + path(
        "M-28 -14h56q-4 14 -14 14h-28q-10 0 -14 -14z", "#b07a45", "round"
    )


@_small
def _coins(s: Scheme) -> str:
    out = ""
    for x, count in (
        (-16, s.rng.randint(1, 3)),
        (16, s.rng.randint(1, 3)),
        (0, s.rng.randint(3, 6)),
    ):
        out += "".join(ellipse(x, -4 - 8 * i, 15, 6, "@gold") for i in range(count))
    return out


@_small
def _trophy(s: Scheme) -> str:
    return path("M-18 -46q-14 0 -10 12q4 8 14 8M18 -46q14 0 10 12q-4 8 -14 8", "none") + path(
        "M-18 -52h36q0 34 -14 36v8h10v8h-28v-8h10v-8q-14 -2 -14 -36z", "@gold"
    )


@_small
def _helmet(s: Scheme) -> str:
    return (
        path("M4 -44q10 -22 30 -14q-8 20 -28 20z", s.pick("#c9302f", "#3f6fd0", "#e8b33a"))
        + path("M-20 0v-26q0 -20 20 -20t20 20v26q-8 -4 -12 0h-18q-6 -4 -10 0z", "@steel")
        + path("M-14 -26h28v7h-28z", "#2f2a30")
        + stroke("M0 -19v17", width=3)
    )


@_small
def _soap(s: Scheme) -> str:
    return ellipse(0, -10, 18, 10, s.pick("#f7cdd8", "#d7ebc9", "#fff4df"), "ball") + "".join(
        circle(x, y, r, "#f2fbff", "ball")
        for x, y, r in ((-10, -24, 7), (4, -30, 10), (14, -20, 5))
    )


@_small
def _pumpkin(s: Scheme) -> str:
    fill = s.pick("#e07a24", "#d96a1e", "#eb9a3a")
    return (
        ellipse(-15, -18, 15, 18, fill, "ball")
        + ellipse(15, -18, 15, 18, fill, "ball")
        + ellipse(0, -19, 14, 20, fill, "ball")
        + stroke("M0 -38q0 -10 8 -12", "#5f7a2f", 7)
    )


@_small
def _cabbage(s: Scheme) -> str:
    leaf = s.pick("#a9cf7a", "#8fbf6a", "#c4dc94")
    return circle(0, -19, 20, leaf, "ball") + stroke(
        "M0 -38q-4 20 0 38M0 -26q-8 -4 -14 -4M0 -20q10 -6 15 -6M0 -10q-8 -6 -14 -4",
        lighter(leaf, 0.6),
        3,
    )


@_small
def _carrot(s: Scheme) -> str:
    return path("M-9 -30q9 -8 18 0q-2 20 -9 30q-7 -10 -9 -30z", "#e8822a", "round") + path(
        "M0 -32q-16 -12 -12 -20q10 2 12 14q0 -16 4 -18q6 6 0 18q6 -10 12 -8q0 10 -16 14z", "#5f9a3f"
    )


@_small
def _pie(s: Scheme) -> str:
    return (
        path("M-30 -14q30 -34 60 0z", "#d79a4a", "ball")
        + path("M-33 -14h66l-9 14h-48z", s.pick("#c9d2da", "#b9633a"), "lit")
        + stroke("M-6 -24l4 7M4 -25l3 7", "#7a4020", 4)
    )


@_small
def _hammer(s: Scheme) -> str:
    return place(
        rect(-4, -50, 8, 50, s.wood, "round") + rect(-16, -58, 32, 15, "@steel", corner=3), turn=24
    )


@_small
def _yarn(s: Scheme) -> str:
    fill = s.any_cloth
    return circle(0, -17, 17, fill, "ball") + stroke(
        "M-14 -24q12 -8 26 2M-16 -14q16 -8 30 4M-8 -3q4 -18 20 -22", lighter(fill, 0.4), 3
    )


@_small
def _shoe(s: Scheme) -> str:
    return path(
        "M-22 -2v-30h16v12q22 2 28 18z", s.pick("#7a4428", "#3a3030", "#a83a2f"), "lit"
    ) + stroke("M-22 -2h44", width=6)


@_small
def _box(s: Scheme) -> str:
    fill = s.any_cloth
    return (
        rect(-24, -30, 48, 30, fill, "lit")
        + rect(-27, -38, 54, 11, lighter(fill, 0.15), "lit")
        + rect(-5, -38, 10, 38, s.cloth2, line="none")
    )


@_small
def _present(s: Scheme) -> str:
    return _box(s) + path("M0 -38q-22 -18 -18 -2q6 4 18 2q22 -18 18 -2q-6 4 -18 2z", s.accent)


@_small
def _feast(s: Scheme) -> str:
    return (
        ellipse(0, -4, 38, 9, "@steel")
        + ellipse(0, -20, 28, 17, "#b9682c", "ball")
        + path("M20 -24q14 -14 20 -4q6 8 -16 14z", "#d08b3c", "lit")
        + circle(40, -30, 5, "#f7efe2")
        + stroke("M-12 -26q6 -6 12 -5", "#f6dca4", 4)
    )


@_small
def _vase(s: Scheme) -> str:
    fill = s.pick("#3f6fae", "#f3efe6", "#b8433a", "#4a8a7a")
    blooms = "".join(
        stroke(f"M0 -36L{x} {y}", "#4f8a3a", 4) + flower(s, x, y, 9)
        for x, y in ((-16, -60), (0, -72), (17, -58))
    )
    return blooms + path(
        "M-10 0q-12 -14 -2 -28q2 -6 -2 -10h28q-4 4 -2 10q10 14 -2 28z", fill, "round"
    )


def flower(s: Scheme, x: float, y: float, size: float, colour: str | None = None) -> str:
    """Draw a blossom of five petals."""
    petal = colour or s.pick(
        "#e85a7a", "#f0b83a", "#fff6ea", "#a86fd0", "#e8503a", "#f7a3c0", "#6f9fe8"
    )
    ring = ((0, -1), (0.95, -0.3), (0.6, 0.8), (-0.6, 0.8), (-0.95, -0.3))
    petals = "".join(
        circle(x + dx * size * 0.62, y + dy * size * 0.62, size * 0.55, petal, line="none")
        for dx, dy in ring
    )
    return petals + circle(
        x, y, size * 0.38, "#ffd95a" if petal != "#f0b83a" else "#8a4a1f", line="none"
    )


@_small
def _plant(s: Scheme) -> str:
    leaves = "".join(
        place(path("M0 0q-12 -22 0 -48q12 26 0 48z", s.leaf, "lit"), 0, -26, 1, turn)
        for turn in (-55, -28, 0, 28, 55)
    )
    return leaves + path("M-17 -28h34l-6 28h-22z", s.pick("#b9633a", "#d9c9a3", "#4f7fa8"), "round")


@_small
def _towel(s: Scheme) -> str:
    return "".join(
        rect(-26, -12 - 12 * i, 52, 12, s.pick("#fff6ea", "#cfe3ee", "#f3d9c4"), "round", corner=6)
        for i in range(3)
    )


@_small
def _wig(s: Scheme) -> str:
    hair = s.pick("#f3efe6", "#e0c9a0", "#8a5230")
    return (
        path("M-8 0h16v-14h-16z", "#c98a4a")
        + ellipse(0, -26, 12, 15, "#e8c39a", "ball")
        + path(
            "M-20 -10q-8 -44 20 -44t20 44q-10 4 -10 -14q-10 -12 -20 0q0 18 -10 14z", hair, "ball"
        )
    )


@_small
def _mask(s: Scheme) -> str:
    return path(
        "M-26 -30q26 12 52 0q2 30 -26 30t-26 -30z", s.pick("#fff6ea", "#f0c04a", s.cloth), "lit"
    ) + (ellipse(-10, -16, 6, 4, "#2f1a17") + ellipse(10, -16, 6, 4, "#2f1a17"))


@_small
def _train(s: Scheme) -> str:
    return (
        rect(-30, -26, 36, 18, s.cloth, "lit", corner=4)
        + rect(4, -38, 24, 30, s.accent, "lit", corner=3)
        + rect(-24, -40, 10, 15, "#3a3030")
        + circle(-19, -6, 7, "#3a3030", "ball")
        + circle(0, -6, 7, "#3a3030", "ball")
        + circle(18, -6, 7, "#3a3030", "ball")
    )


@_small
def _puzzle(s: Scheme) -> str:
    fill = s.any_cloth
    return place(
        path("M-18 0v-13q10 4 10 -5t-10 -5v-13h13q-4 -10 5 -10t5 10h13v36z", fill, "lit"),
        turn=s.rng.uniform(-20, 20),
    )


@_small
def _shell(s: Scheme) -> str:
    return path(
        "M0 0q-30 -6 -26 -30q6 -14 26 -14t26 14q4 24 -26 30z", s.pick("#f7c8b4", "#f0dcc0"), "ball"
    ) + (stroke("M0 -2q-14 -18 -16 -34M0 -2v-40M0 -2q14 -18 16 -34", "#b9785f", 3))


@_small
def _torch(s: Scheme) -> str:
    return path("M-5 0l-3 -34h16l-3 34z", s.wood, "round") + rect(
        -10, -42, 20, 10, "#6a5040", "lit", corner=2
    )


def small(s: Scheme, names: str) -> str:
    """Draw one of the small things of a list such as ``bread+jar``."""
    return SMALLS[s.rng.choice(names.split("+"))](s)


def row_of_smalls(
    s: Scheme, names: str, width: float, *, every: float = 52, scale: float = 1
) -> str:
    """Set small things side by side over a width, around the origin."""
    count = max(1, int(width // (every * scale)))
    step = width / count
    options = names.split("+")
    start = s.rng.randrange(len(options))
    return "".join(
        place(
            SMALLS[options[(start + i) % len(options)]](s),
            -width / 2 + step * (i + 0.5) + s.rng.uniform(-3, 3),
            0,
            scale * s.rng.uniform(0.93, 1.05),
        )
        for i in range(count)
    )
