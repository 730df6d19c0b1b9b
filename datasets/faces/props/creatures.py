"""Animals and ghosts."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from ..palette import Scheme, darker, lighter
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, stroke
from .registry import on_ceiling, on_ground, on_wall, prop

_DOT = "#2f1a17"


def _eyes(x: float, y: float, apart: float, radius: float = 4, colour: str = _DOT) -> str:
    return circle(x - apart, y, radius, colour, line="none") + circle(
        x + apart, y, radius, colour, line="none"
    )


@prop(110, 130)
def cat(s: Scheme, what: str) -> str:
    """A sitting cat; ``white``, ``black`` or any colour."""
    fur = {"white": "#f6efe2", "black": "#4a4250"}.get(
        what, s.pick("#e0a052", "#8f8a90", "#4a4250", "#f3e6d0", "#b07a45")
    )
    return place(
        outlined_stroke("M34 -12q44 -6 30 -54", fur, 12)
        + path("M-36 0q-10 -70 36 -82q46 12 36 82z", fur, "ball")
        + polygon([(-30, -94), (-28, -132), (-6, -110)], fur)
        + polygon([(30, -94), (28, -132), (6, -110)], fur)
        + circle(0, -88, 32, fur, "ball")
        + _eyes(0, -90, 12)
        + path("M-5 -80h10l-5 6z", "#d98a8a", line="none")
        + stroke("M-14 -74l-22 -2M14 -74l22 -2M-14 -70l-20 6M14 -70l20 6", width=2)
        + ellipse(-13, -4, 12, 8, lighter(fur), "lit")
        + ellipse(13, -4, 12, 8, lighter(fur), "lit"),
        flip=s.rng.random() < 0.5,
    )


@prop(130, 120)
def dog(s: Scheme, what: str) -> str:
    """A sitting puppy."""
    fur = s.pick("#c9924f", "#8f5f38", "#f0e0c4", "#6a5a52")
    ear = darker(fur, 0.25)
    return place(
        outlined_stroke("M38 -18q34 -10 36 -40", fur, 12)
        + path("M-38 0q-14 -64 38 -74q52 10 40 74z", fur, "ball")
        + ellipse(0, -26, 20, 24, lighter(fur, 0.4), line="none")
        + circle(0, -86, 34, fur, "ball")
        + path(
            "M-30 -104q-34 -4 -30 44q26 4 34 -28zM30 -104q34 -4 30 44q-26 4 -34 -28z", ear, "lit"
        )
        + ellipse(0, -74, 18, 14, lighter(fur, 0.5), "lit")
        + ellipse(0, -80, 8, 6, _DOT)
        + _eyes(0, -96, 12)
        + path("M-5 -66q5 16 10 0z", "#e07a7a")
        + ellipse(-15, -4, 14, 9, lighter(fur), "lit")
        + ellipse(15, -4, 14, 9, lighter(fur), "lit"),
        flip=s.rng.random() < 0.5,
    )


@prop(100, 110)
def rabbit(s: Scheme, what: str) -> str:
    """A rabbit."""
    fur = s.pick("#f6efe2", "#c9b49a", "#9a8a80", "#b9804f")
    return place(
        circle(38, -20, 13, "#fffaf0", "ball")
        + ellipse(0, -32, 36, 33, fur, "ball")
        + place(
            ellipse(0, -34, 10, 34, fur, "lit") + ellipse(0, -32, 5, 24, "#f0b9b0", line="none"),
            -16,
            -84,
            1,
            -10,
        )
        + place(
            ellipse(0, -34, 10, 34, fur, "lit") + ellipse(0, -32, 5, 24, "#f0b9b0", line="none"),
            6,
            -86,
            1,
            14,
        )
        + circle(-8, -70, 26, fur, "ball")
        + _eyes(-10, -74, 9)
        + circle(-10, -63, 4, "#e08a8a", line="none")
        + ellipse(-16, -3, 16, 8, lighter(fur), "lit")
        + ellipse(16, -3, 16, 8, lighter(fur), "lit"),
        flip=s.rng.random() < 0.5,
    )


@prop(110, 110)
def hen(s: Scheme, what: str) -> str:
    """A hen."""
    body = s.pick("#f6efe2", "#b8683a", "#8a5a44", "#e0b87a")
    return place(
        stroke("M-10 0v-20M14 0v-20", "#e0912f", 6)
        + path(
            "M-30 -84q-24 0 -20 30q4 40 44 38q52 -2 58 -62q-24 24 -50 10q-8 -24 -32 -16z",
            body,
            "ball",
        )
        + path("M-8 -52q20 24 40 -8q-4 34 -30 30z", darker(body, 0.15), "lit")
        + circle(-34, -82, 18, body, "ball")
        + path("M-46 -98q2 -16 10 -8q4 -14 12 -2q10 -6 6 10z", "#d9303a")
        + path("M-52 -84l-16 8l18 6z", "#f0b03a")
        + path("M-46 -70q-4 14 6 14q6 -6 0 -14z", "#d9303a")
        + circle(-38, -86, 4, _DOT, line="none"),
        flip=s.rng.random() < 0.5,
    )


@prop(150, 110)
def pig(s: Scheme, what: str) -> str:
    """A pig."""
    pink = s.pick("#f0b0a8", "#e89a94", "#f3c4b4")
    return place(
        stroke("M62 -60q22 -12 12 -24q-14 0 -4 14", width=5)
        + "".join(
            path(f"M{x} -30h18l-3 30h-12z", darker(pink, 0.1), "lit") for x in (-48, -18, 18, 40)
        )
        + ellipse(4, -52, 66, 40, pink, "ball")
        + path(
            "M-70 -92q-6 -24 -24 -16q-2 20 12 28zM-30 -98q8 -20 22 -10q0 18 -10 24z",
            darker(pink, 0.12),
        )
        + circle(-50, -68, 34, pink, "ball")
        + ellipse(-62, -58, 16, 13, darker(pink, 0.12), "lit")
        + _eyes(-62, -58, 6, 3)
        + _eyes(-50, -80, 12),
        flip=s.rng.random() < 0.5,
    )


@prop(220, 250)
def horse(s: Scheme, what: str) -> str:
    """A horse in a box of the stables; ``rocking`` for a rocking horse."""
    coat = s.pick("#a8683a", "#6a4a3a", "#f0e6d6", "#c9924f")
    mane = s.pick("#3a2a26", "#f6e2ab", "#8a5230")
    head = (
        path(
            "M-14 -130q-10 -50 30 -78q20 -14 26 -34q14 14 8 34l36 66q0 20 -20 20q-22 -18 -40 -20q2 40 20 70l-64 20q-8 -40 4 -78z",
            coat,
            "ball",
        )
        + path("M18 -206q-40 20 -44 70q-8 44 4 84q-26 -40 -20 -90q8 -54 60 -64z", mane, "lit")
        + circle(44, -180, 5, _DOT)
        + circle(78, -138, 4, _DOT, line="none")
        + stroke("M36 -152L60 -124M30 -196q12 20 4 44", "#8a3a2a", 6)
    )
    if what == "rocking":
        return (
            stroke("M-96 -8q96 44 192 0", s.cloth, 15)
            + "".join(
                path(f"M{x} -80h22l{dx} 78h-16z", coat, "lit")
                for x, dx in ((-62, -12), (-30, -4), (20, 4), (50, 12))
            )
            + ellipse(0, -96, 76, 42, coat, "ball")
            + path("M-70 -120q-40 10 -32 60q10 -30 34 -34z", mane)
            + place(head, 30, -10, 0.75)
            + path("M-34 -134q34 -12 60 0v34q-30 12 -60 0z", s.cloth2, "lit")
        )
    box = path("M-104 0v-230q104 -60 208 0v230z", s.wood, "lit") + path(
        "M-84 -100v-116q84 -46 168 0v116z", "#2f2020", "deep"
    )
    front = "".join(
        stroke(f"M-96 {y}H96", lighter(s.wood, 0.15), 24)
        + stroke(f"M-96 {y + 13}H96", darker(s.wood, 0.4), 3)
        for y in (-84, -56, -28)
    )
    return (
        box + place(head, -20, 0, 0.95) + front + stroke("M-84 -94L84 -14", darker(s.wood, 0.1), 14)
    )


@prop(240, 150)
def bear(s: Scheme, what: str) -> str:
    """A bear asleep."""
    fur = s.pick("#7a5236", "#5f4030", "#8f6844")
    return (
        path("M-110 0q-20 -96 60 -120q80 -24 130 30q34 40 26 90z", fur, "ball")
        + circle(-92, -92, 16, fur)
        + circle(-46, -100, 16, fur)
        + ellipse(-74, -54, 50, 46, fur, "ball")
        + ellipse(-84, -36, 24, 18, lighter(fur, 0.4), "lit")
        + ellipse(-88, -44, 9, 7, _DOT)
        + stroke("M-104 -62q6 6 14 0M-64 -62q6 6 14 0", width=4)
        + ellipse(-28, -8, 34, 14, fur, "lit")
        + stroke("M-20 -160h22l-22 22h22M14 -196h16l-16 16h16", "#fffaf0", 6)
    )


@on_wall(100, 120)
def owl(s: Scheme, what: str) -> str:
    """An owl on a perch."""
    body = s.pick("#a8783f", "#8f8a90", "#c9a26a")
    return (
        rect_perch(s)
        + path("M-34 40q-16 -90 34 -96q50 6 34 96q-34 16 -68 0z", body, "ball")
        + path("M-34 -40l-2 -28l22 12zM34 -40l2 -28l-22 12z", body)
        + circle(-15, -28, 17, "#fdf6e4")
        + circle(15, -28, 17, "#fdf6e4")
        + _eyes(0, -28, 14, 8)
        + path("M-6 -18h12l-6 12z", "#e0912f")
        + stroke("M-14 6q6 6 12 0M2 6q6 6 12 0M-6 20q6 6 12 0", lighter(body, 0.4), 4)
    )


def rect_perch(s: Scheme) -> str:
    """Draw a perch."""
    return outlined_stroke("M-60 44H60", s.wood, 9)


@on_ceiling(170, 110)
def bats(s: Scheme, what: str) -> str:
    """Bats."""
    bat = path(
        "M0 0q8 -14 16 -4q30 -30 62 -8q-26 0 -28 22q-14 -8 -24 6q-10 4 -26 6q-16 -2 -26 -6q-10 -14 -24 -6q-2 -22 -28 -22q32 -22 62 8q8 -10 16 4z",
        "#3a3040",
        "lit",
    ) + _eyes(0, 4, 5, 2, "#ffd95a")
    return (
        place(bat, -70, 60, 0.9, s.rng.uniform(-12, 12))
        + place(bat, 60, 20, 0.7, s.rng.uniform(-12, 12))
        + place(bat, 40, 110, 0.6, s.rng.uniform(-12, 12))
    )


@prop(230, 120)
def snakes(s: Scheme, what: str) -> str:
    """Snakes."""
    out = ""
    for x, y, size, flip in (
        (-60, -30, 0.9, False),
        (70, -24, 0.9, True),
        (0, 0, 1.15, s.rng.random() < 0.5),
    ):
        skin = s.pick("#6fae4a", "#c9a03a", "#b8503a", "#5f9a8a")
        body = "M-70 -6q30 -34 50 -6t46 -4q20 -30 -4 -60q-14 -26 10 -44"
        out += place(
            outlined_stroke(body, skin, 20)
            + f'<path d="{body}" fill="none" stroke="{darker(skin, 0.3)}" stroke-width="7" stroke-dasharray="4 20"/>'
            + ellipse(38, -124, 24, 16, skin, "ball")
            + circle(40, -130, 4, _DOT, line="none")
            + stroke("M60 -120l16 4l10 -6M76 -116l8 8", "#d9303a", 4),
            x,
            y,
            size,
            0,
            flip=flip,
        )
    return out


@on_ground(130, 60)
def turtle(s: Scheme, what: str) -> str:
    """A turtle."""
    skin = s.pick("#8fae5a", "#a8b06a")
    return place(
        ellipse(-36, -4, 14, 8, skin)
        + ellipse(30, -4, 14, 8, skin)
        + circle(-60, -24, 17, skin, "ball")
        + circle(-66, -28, 3, _DOT, line="none")
        + path(
            "M-50 -10q6 -50 50 -52q46 2 54 52q-52 14 -104 0z",
            s.pick("#7a6a3a", "#5f7f3a", "#8a5a3a"),
            "ball",
        )
        + stroke("M-22 -14l12 -34M24 -14l-10 -36M-40 -32q40 14 84 0", "#e0d09a", 4),
        flip=s.rng.random() < 0.5,
    )


@on_wall(130, 160)
def ghost(s: Scheme, what: str) -> str:
    """A friendly ghost."""
    return (
        circle(0, 0, 130, "@cool", line="none")
        + path(
            "M-50 80q-14 -150 50 -156q64 6 50 156q-14 -20 -25 0t-25 0t-25 0t-25 0z",
            "#f2fbff",
            "ball",
        )
        + ellipse(-17, -26, 8, 12, _DOT)
        + ellipse(17, -26, 8, 12, _DOT)
        + ellipse(0, 2, 9, s.rng.uniform(6, 12), _DOT)
        + outlined_stroke("M-46 0q-30 4 -34 -26M46 0q30 4 34 -26", "#f2fbff", 13)
    )


@on_wall(330, 220)
def butterflies(s: Scheme, what: str) -> str:
    """Butterflies in the air."""
    out = ""
    for i in range(6):
        wing = s.pick("#f0a03a", "#6f9fe8", "#e85a7a", "#a86fd0", "#f6dc5a")
        out += place(
            path("M0 0q-14 -40 -44 -30q-6 34 30 36q-30 4 -20 30q24 6 34 -26z", wing, "lit")
            + path("M0 0q14 -40 44 -30q6 34 -30 36q30 4 20 30q-24 6 -34 -26z", wing, "lit")
            + circle(-24, -12, 5, lighter(wing, 0.6), line="none")
            + circle(24, -12, 5, lighter(wing, 0.6), line="none")
            + stroke("M0 -8v28M0 -8q-6 -14 -12 -16M0 -8q6 -14 12 -16", width=5),
            -150 + 60 * i + s.rng.uniform(-14, 14),
            s.rng.uniform(-90, 90),
            s.rng.uniform(0.7, 1.25),
            s.rng.uniform(-35, 35),
        )
    return out


@on_wall(260, 200)
def birds(s: Scheme, what: str) -> str:
    """Birds on the wing."""
    out = ""
    for i in range(4):
        colour = s.pick("#e0543f", "#4f9ac0", "#f0b83a", "#6fae5a", "#fffaf0")
        out += place(
            path("M-34 6q20 -26 46 -12l18 -2l-12 12q-20 24 -52 2z", colour, "ball")
            + path("M-8 -4q-10 -44 -40 -46q4 36 30 52z", lighter(colour, 0.25), "lit")
            + path("M28 -8l14 4l-14 4z", "#f0a02f")
            + circle(20, -6, 3, _DOT, line="none"),
            -110 + 74 * i,
            s.rng.uniform(-70, 70),
            s.rng.uniform(0.8, 1.2),
            s.rng.uniform(-20, 10),
            flip=s.rng.random() < 0.5,
        )
    return out


@prop(60, 60)
def mouse(s: Scheme, what: str) -> str:
    """A mouse."""
    fur = s.pick("#a8a0a0", "#8a7a70", "#f0e6dc")
    return place(
        stroke("M24 -8q30 0 30 -24", "#d99a9a", 5)
        + path("M-34 -4q6 -34 34 -34q30 2 30 36q-40 6 -64 -2z", fur, "ball")
        + circle(-12, -36, 12, "#f0b9b0")
        + circle(-20, -20, 3, _DOT, line="none")
        + circle(-35, -6, 4, "#d98a8a"),
        flip=s.rng.random() < 0.5,
    )


@prop(110, 230)
def owl_stand(s: Scheme, what: str) -> str:
    """An owl on a stand."""
    return (
        path("M-44 0q44 -30 88 0z", s.wood, "lit")
        + outlined_stroke("M0 -8V-120", s.wood, 11)
        + place(owl(s, what), 0, -160)
    )
