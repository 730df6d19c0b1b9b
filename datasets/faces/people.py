"""The four royal attendants as figures of the court, and the hall behind them."""

import random

from ...engine.between_two_castles.catalogue import Attendant, Hanging, TileType
from .palette import darker, lighter, scheme_for
from .props import PROPS
from .props.small import small
from .svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, stroke

_SKIN = "#f0c9a0"


def _face(x: float, y: float, skin: str = _SKIN) -> str:
    return (
        ellipse(x, y, 62, 72, skin, "ball")
        + circle(x - 24, y - 6, 7, "#2f1a17", line="none")
        + circle(x + 24, y - 6, 7, "#2f1a17", line="none")
        + circle(x - 36, y + 22, 13, "#e89a86", line="none")
        + circle(x + 36, y + 22, 13, "#e89a86", line="none")
        + path(f"M{x - 8} {y + 2}q8 18 16 0", "none")
        + stroke(f"M{x - 22} {y + 34}q22 20 44 0", width=6)
    )


def _painter() -> str:
    return (
        path("M-130 0q-10 -210 60 -250h140q70 40 60 250z", "#f6efe0", "ball")
        + path("M-60 -250q60 60 120 0l-20 120h-80z", "#3f7fae", "lit")
        + outlined_stroke("M-110 -220Q-210 -160 -190 -70", "#f6efe0", 44)
        + outlined_stroke("M110 -220Q200 -230 214 -330", "#f6efe0", 44)
        + circle(214, -342, 26, _SKIN, "ball")
        + outlined_stroke("M200 -320L250 -440", "#b07a45", 9)
        + path("M244 -430q-6 -40 22 -50q10 30 2 56z", "#d9303a", "lit")
        + path(
            "M-290 -60q-10 -80 90 -84q110 0 112 70q-4 66 -96 62q-10 -24 -40 -14q-60 6 -66 -34z",
            "#c98a4a",
            "lit",
        )
        + "".join(
            circle(x, y, 17, c, "ball")
            for x, y, c in (
                (-246, -96, "#d9303a"),
                (-200, -116, "#f0c03a"),
                (-150, -110, "#3f8fd0"),
                (-116, -76, "#4f9a4f"),
                (-210, -66, "#8a4fb0"),
            )
        )
        + _face(0, -310)
        + path("M-34 -282q34 -14 68 0q-4 16 -34 8q-30 8 -34 -8z", "#6a3a24")
        + path("M-84 -350q-30 -70 70 -86q110 -10 104 70q-80 -40 -174 16z", "#a82f3a", "ball")
        + circle(10, -436, 10, "#a82f3a")
    )


def _knight() -> str:
    return (
        outlined_stroke("M190 0V-520", "#8a5a34", 16)
        + path("M190 -540q90 10 84 110q-40 -22 -84 -8zM190 -536q-50 20 -48 70l48 4z", "@steel")
        + path("M-140 0q0 -210 60 -250h160q60 40 60 250z", "@steel")
        + path("M-60 -200q60 20 120 0v130q-20 60 -60 80q-40 -20 -60 -80z", "#b8303a", "lit")
        + place(small(scheme_for(TileType.THRONE, random.Random(3)), "crown"), 0, -90, 1.5)
        + circle(-124, -226, 54, "@steel")
        + circle(124, -226, 54, "@steel")
        + outlined_stroke("M-140 -190Q-190 -110 -130 -60", "#aab6c4", 44)
        + outlined_stroke("M140 -190Q190 -190 190 -250", "#aab6c4", 44)
        + circle(190, -250, 30, "@steel")
        + path("M0 -430q40 -120 180 -80q-30 90 -170 100z", "#d9a02f", "lit")
        + path("M-80 -230v-110q0 -90 80 -90t80 90v110q-80 40 -160 0z", "@steel")
        + path("M-62 -344h124v56q-62 30 -124 0z", "#2f2a30")
        + circle(-24, -318, 7, "#fff6dc", line="none")
        + circle(24, -318, 7, "#fff6dc", line="none")
        + stroke("M-80 -350h160M0 -280v60M-40 -270v40M40 -270v40", width=6)
    )


def _juggler() -> str:
    torch = rect(-8, -10, 16, 80, "#8a5a34", "round") + path(
        "M-22 -10q-20 -40 6 -70q4 22 12 24q-2 -40 24 -60q0 34 12 46q4 -8 2 -16q20 34 -10 76z",
        "@fire",
        line="#c23a1a",
    )
    return (
        path("M-120 0q-6 -200 50 -250h140q56 50 50 250z", "#d9402f", "ball")
        + path("M0 -250h70q56 50 50 250h-120z", "#f0b83a", "lit")
        + "".join(circle(0, y, 10, "#fff6dc") for y in (-200, -150, -100))
        + outlined_stroke("M-100 -210Q-210 -200 -220 -310", "#f0b83a", 40)
        + outlined_stroke("M100 -210Q210 -200 220 -310", "#d9402f", 40)
        + circle(-222, -326, 26, _SKIN, "ball")
        + circle(222, -326, 26, _SKIN, "ball")
        + circle(0, -480, 220, "@glow", line="none")
        + place(torch, -226, -390, 1.0, -20)
        + place(torch, 226, -390, 1.0, 20)
        + place(torch, 0, -500, 1.0, 8)
        + path("M-90 -250l30 50l30 -44l30 44l30 -44l30 44l30 -50q-90 -40 -180 0z", "#3f8a6a", "lit")
        + _face(0, -310)
        + path("M-70 -330q-90 -10 -100 60q40 -10 60 0q10 -20 40 -20z", "#d9402f", "lit")
        + path("M70 -330q90 -10 100 60q-40 -10 -60 0q-10 -20 -40 -20z", "#f0b83a", "lit")
        + path("M-76 -326q6 -90 76 -90t76 90q-76 -50 -152 0z", "#3f8a6a", "ball")
        + circle(-170, -264, 14, "@gold")
        + circle(170, -264, 14, "@gold")
    )


def _beautician() -> str:
    hair = "#e8e0ee"
    return (
        path("M-170 0q10 -190 110 -250h120q100 60 110 250z", "#3f5fb8", "ball")
        + path("M-50 -250q50 40 100 0l30 250h-160z", "#f3d9e6", "lit")
        + stroke("M-30 -180h60M-34 -130h68M-38 -80h76", "#d06aa0", 8)
        + outlined_stroke("M-110 -210Q-200 -180 -210 -90", "#3f5fb8", 44)
        + outlined_stroke("M110 -210Q210 -200 206 -300", "#3f5fb8", 44)
        + circle(204, -316, 27, _SKIN, "ball")
        + place(
            ellipse(0, -70, 50, 62, "@gold")
            + ellipse(0, -70, 36, 48, "@glass")
            + rect(-8, -12, 16, 74, "@gold", corner=7),
            206,
            -330,
            1.0,
            10,
        )
        + circle(-212, -76, 27, _SKIN, "ball")
        + place(
            rect(-10, -20, 20, 60, "#b8433a", "round", corner=6)
            + path("M-26 -20q0 -60 26 -70q26 10 26 70z", "#f7d3dc", "ball"),
            -216,
            -110,
            1.0,
            -18,
        )
        + path(
            "M-96 -250q-40 -200 96 -230q136 30 96 230q-40 10 -50 -20h-92q-10 30 -50 20z",
            hair,
            "ball",
        )
        + _face(0, -310, "#f3d0b0")
        + path(
            "M-70 -330q0 -120 70 -120t70 120q-30 -60 -70 -60t-70 60z", lighter(hair, 0.3), "ball"
        )
        + "".join(
            ellipse(x, y, 26, 20, hair, "ball")
            for x, y in ((-94, -330), (94, -330), (-100, -286), (100, -286))
        )
        + path("M-40 -486q40 -40 90 -20q-20 40 -70 40z", "#d06aa0", "lit")
        + circle(30, -284, 5, "#2f1a17", line="none")
    )


_FIGURES = {
    Hanging.PAINTING: _painter,
    Hanging.SWORDS: _knight,
    Hanging.TORCH: _juggler,
    Hanging.MIRROR: _beautician,
}
_WALLS = {
    Hanging.PAINTING: "#c8553f",
    Hanging.SWORDS: "#5f7fb8",
    Hanging.TORCH: "#7a4f8f",
    Hanging.MIRROR: "#5fa08f",
}


def draw_attendant(attendant: Attendant) -> str:
    """Draw an attendant in the throne room into (0, 0) to (1000, 1000)."""
    rng = random.Random(attendant.id)
    s = scheme_for(TileType.THRONE, rng)
    wall = _WALLS[attendant.hanging]
    pattern = "".join(
        place(
            polygon([(0, -24), (14, 0), (0, 24), (-14, 0)], lighter(wall, 0.2), line="none"),
            x + (50 if y % 160 else 0),
            y,
        )
        for y in range(40, 720, 80)
        for x in range(0, 1050, 100)
    )
    column = (
        rect(-46, -20, 92, 720, lighter(wall, 0.55), "round")
        + path("M-74 -30h148l-20 70h-108z", "@gold")
        + rect(-66, 680, 132, 40, "@gold")
    )
    return (
        rect(0, 0, 1000, 1000, wall, "wash", line="none")
        + pattern
        + rect(0, 690, 1000, 310, "#d9b98a", "lit")
        + place(column, 110, 60)
        + place(column, 890, 60)
        + path(
            "M0 0H1000V70q-60 70 -125 0t-125 0t-125 0t-125 0t-125 0t-125 0t-125 0t-125 0z",
            darker(wall, 0.25),
            "lit",
        )
        + place(PROPS["candelabra"].draw(s, ""), 270, 780, 1.35)
        + place(PROPS["candelabra"].draw(s, ""), 730, 780, 1.35)
        + ellipse(500, 850, 230, 50, "@shadow", line="none")
        + place(_FIGURES[attendant.hanging](), 500, 850, 1.2)
        + '<rect width="1000" height="1000" fill="url(#vignette)" fill-opacity=".55" stroke="none"/>'
    )
