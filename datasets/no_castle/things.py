"""Animals, plants, vehicles and household things, each drawn around the origin within 50 units."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
from collections.abc import Callable
from typing import TypeAlias

from ..faces.palette import INK, darker, lighter
from ..faces.svg import circle, ellipse, path, place, polygon, rect, stroke
from .drawing import Rng, hue, pick, thin

_Draw: TypeAlias = Callable[[Rng], str]

_WOOD = "#9a6236"
_LEAF = "#4e9a45"


def _fish(rng: Rng) -> str:
    body = hue(rng)
    stripes = "".join(stroke(f"M{x} -16Q{x + 8} 0 {x} 16", lighter(body, 0.5), 5) for x in (-8, 6))
    return (
        polygon([(18, 0), (46, -24), (40, 0), (46, 24)], darker(body), "lit")
        + path("M-6 -20Q6 -40 20 -16z", darker(body))
        + ellipse(-6, 0, 34, 22, body, "lit")
        + stripes
        + circle(-26, -5, 5, "#ffffff")
        + circle(-27, -5, 2.4, INK)
    )


def _bird(rng: Rng) -> str:
    body, wing = hue(rng), hue(rng)
    return (
        stroke("M-6 28V44M8 28V44", "#d08a2c", 4)
        + polygon([(22, 2), (48, -6), (44, 14)], wing)
        + ellipse(2, 8, 28, 24, body, "ball")
        + circle(-20, -20, 17, body, "ball")
        + polygon([(-35, -22), (-50, -15), (-34, -12)], "#f0a62c")
        + circle(-24, -24, 3.2, INK)
        + path("M-4 2Q22 -8 30 12Q12 26 -4 2z", wing, "lit")
    )


def _cat(rng: Rng) -> str:
    fur = pick(rng, ("#d98c3f", "#8b8f96", "#3c3a3e", "#f0e4d2", "#7b5236"))
    eye = pick(rng, ("#7fbf4f", "#e6c13c", "#5fa8d8"))
    return (
        polygon([(-36, -12), (-34, -48), (-8, -30)], fur)
        + polygon([(36, -12), (34, -48), (8, -30)], fur)
        + circle(0, 4, 38, fur, "ball")
        + ellipse(-15, -4, 8, 10, eye)
        + ellipse(15, -4, 8, 10, eye)
        + ellipse(-15, -4, 2.5, 8, INK)
        + ellipse(15, -4, 2.5, 8, INK)
        + polygon([(-5, 12), (5, 12), (0, 18)], "#d9788a")
        + stroke(
            "M0 18Q-8 28 -14 22M0 18Q8 28 14 22M-12 16L-44 10M-12 20L-42 24M12 16L44 10M12 20L42 24",
            INK,
            2,
        )
    )


def _butterfly(rng: Rng) -> str:
    wing, spot = hue(rng), hue(rng)
    half = (
        ellipse(24, -18, 22, 24, wing, "lit")
        + ellipse(20, 20, 17, 19, darker(wing, 0.2), "lit")
        + circle(27, -20, 9, spot)
        + circle(21, 22, 6, spot)
    )
    return (
        half
        + place(half, flip=True)
        + ellipse(0, 2, 5, 30, INK)
        + stroke("M0 -26Q-8 -44 -16 -46M0 -26Q8 -44 16 -46", INK, 2.5)
    )


def _owl(rng: Rng) -> str:
    body = pick(rng, ("#8a5f3b", "#6f6a72", "#b08a5a", "#4f6f8a"))
    eyes = "".join(circle(x, -18, 14, "#fff6da") + circle(x, -18, 7, INK) for x in (-15, 15))
    chest = "".join(
        stroke(f"M{x - 5} {y}q5 7 10 0", darker(body, 0.4), 2.5)
        for y in (8, 20, 32)
        for x in (-12, 0, 12)
    )
    return (
        polygon([(-32, -30), (-36, -50), (-14, -40)], body)
        + polygon([(32, -30), (36, -50), (14, -40)], body)
        + ellipse(0, 4, 36, 44, body, "round")
        + ellipse(0, 22, 24, 22, lighter(body, 0.4))
        + chest
        + eyes
        + polygon([(-5, -10), (5, -10), (0, 2)], "#eaa232")
    )


def _snail(rng: Rng) -> str:
    shell = hue(rng)
    return (
        path("M-46 40Q-48 22 -38 20Q-30 30 -10 30H34Q46 32 48 42z", "#d8b98a", "lit")
        + stroke("M-42 22Q-46 4 -40 -4M-38 22Q-34 6 -28 2", "#d8b98a", 4)
        + circle(8, 6, 30, shell, "ball")
        + stroke("M8 6q6 -8 12 0q2 14 -12 14q-20 -2 -18 -20q6 -22 26 -18", darker(shell, 0.5), 4)
    )


def _ladybird(rng: Rng) -> str:
    spots = "".join(
        circle(x, y, 6, INK)
        for x, y in ((-16, -4), (16, -4), (-18, 18), (18, 18), (-9, 32), (9, 32))
    )
    return (
        circle(0, -26, 18, INK)
        + circle(0, 8, 36, hue(rng, (0.8, 0.95), (0.75, 0.95), 0.0), "ball")
        + stroke("M0 -28V44", INK, 3.5)
        + spots
    )


def _flower(rng: Rng) -> str:
    petals, count = hue(rng), int(rng.integers(5, 9))
    ring = "".join(
        place(ellipse(0, -18, 9, 15, petals, "lit"), 0, -14, turn=360 * i / count)
        for i in range(count)
    )
    return (
        stroke("M0 -10Q6 20 0 48", _LEAF, 6)
        + path("M2 30Q22 12 34 20Q22 36 2 34z", _LEAF)
        + ring
        + circle(0, -14, 10, "#f3c93c", "ball")
    )


def _mushroom(rng: Rng) -> str:
    cap = hue(rng, (0.6, 0.9), (0.6, 0.9), pick(rng, (0.0, 0.05, 0.1)))
    spots = "".join(
        circle(x, y, r, "#fff4e0")
        for x, y, r in ((-20, -14, 6), (0, -28, 7), (20, -12, 6), (4, -8, 4))
    )
    return (
        path("M-12 0Q-8 24 -16 44H16Q8 24 12 0z", "#f2e6cc", "side")
        + path("M-44 4Q-40 -44 0 -46Q40 -44 44 4Q0 14 -44 4z", cap, "lit")
        + spots
    )


def _cactus(rng: Rng) -> str:
    green = hue(rng, (0.45, 0.7), (0.45, 0.7), 0.36)
    return (
        stroke("M0 26V-34M-24 -16V0Q-24 10 0 10M24 -24V-8Q24 4 0 4", darker(green, 0.4), 20)
        + stroke("M0 26V-34M-24 -16V0Q-24 10 0 10M24 -24V-8Q24 4 0 4", green, 15)
        + polygon([(-24, 22), (24, 22), (18, 48), (-18, 48)], hue(rng, turn=0.05), "side")
        + circle(0, -44, 6, hue(rng, (0.5, 0.8), (0.8, 1.0)))
    )


def _tree(rng: Rng) -> str:
    leaf = hue(rng, (0.4, 0.8), (0.4, 0.75), pick(rng, (0.28, 0.33, 0.1, 0.04)))
    return (
        path("M-7 48L-5 0H5L7 48z", _WOOD, "side")
        + circle(-18, 0, 20, darker(leaf, 0.15), "ball")
        + circle(18, -2, 20, leaf, "ball")
        + circle(0, -22, 25, leaf, "ball")
    )


def _pine(rng: Rng) -> str:
    leaf = hue(rng, (0.4, 0.7), (0.3, 0.55), 0.38)
    tiers = "".join(
        polygon([(-w, y), (w, y), (0, y - 32)], leaf, "lit")
        for y, w in ((34, 34), (12, 27), (-10, 19))
    )
    return rect(-6, 32, 12, 16, _WOOD) + tiers


def _apple(rng: Rng) -> str:
    skin = hue(rng, (0.6, 0.85), (0.7, 0.95), pick(rng, (0.0, 0.14, 0.28)))
    return (
        path("M0 -18Q-44 -34 -40 8Q-30 50 0 40Q30 50 40 8Q44 -34 0 -18z", skin, "ball")
        + stroke("M0 -18Q2 -36 8 -42", _WOOD, 5)
        + path("M6 -30Q20 -48 34 -38Q24 -24 6 -30z", _LEAF)
    )


def _pear(rng: Rng) -> str:
    skin = hue(rng, (0.5, 0.75), (0.7, 0.9), pick(rng, (0.17, 0.22)))
    return path(
        "M0 -36Q16 -36 15 -12Q40 4 34 28Q24 48 0 46Q-24 48 -34 28Q-40 4 -15 -12Q-16 -36 0 -36z",
        skin,
        "ball",
    ) + stroke("M0 -34Q0 -44 6 -49", _WOOD, 5)


def _cherries(rng: Rng) -> str:
    skin = hue(rng, (0.75, 0.95), (0.6, 0.85), 0.98)
    return (
        stroke("M-20 16Q-10 -30 14 -46Q16 -10 22 22", _LEAF, 4)
        + circle(-20, 26, 19, skin, "ball")
        + circle(22, 28, 19, skin, "ball")
    )


def _boat(rng: Rng) -> str:
    return (
        stroke("M0 22V-46", _WOOD, 5)
        + path("M4 -44Q36 -12 32 14H4z", hue(rng), "side")
        + path("M-4 -34Q-26 -8 -26 14H-4z", "#f6efe0", "side")
        + path("M-44 22H44Q36 44 20 44H-22Q-36 44 -44 22z", hue(rng), "lit")
    )


def _car(rng: Rng) -> str:
    paint = hue(rng)
    wheels = "".join(circle(x, 26, 13, "#2a2a2e") + circle(x, 26, 6, "#c6c8cc") for x in (-24, 24))
    return (
        path("M-24 -2Q-20 -28 -8 -28H14Q26 -26 30 -2z", paint, "lit")
        + path("M-17 -4Q-14 -20 -6 -22H0V-4zM6 -22H14Q20 -20 23 -4H6z", "#cfe6f2")
        + path("M-48 -2H36Q48 0 48 12V26H-48z", paint, "lit")
        + wheels
    )


def _balloon(rng: Rng) -> str:
    one, other = hue(rng), hue(rng)
    return (
        stroke("M-14 18L-8 34M14 18L8 34", INK, 2)
        + circle(0, -14, 34, one, "ball")
        + path("M0 -48Q-18 -14 -6 20H6Q18 -14 0 -48z", other)
        + rect(-10, 32, 20, 15, _WOOD, "side", corner=2)
    )


def _train(rng: Rng) -> str:
    paint = hue(rng)
    wheels = "".join(
        circle(x, 32, 11, "#3a3436") + circle(x, 32, 4, "#c8b070") for x in (-30, -4, 24)
    )
    return (
        rect(-44, -34, 34, 60, paint, "side")
        + rect(-37, -26, 20, 20, "#d6ecf4")
        + rect(-10, -10, 50, 36, darker(paint, 0.2), "lit", corner=6)
        + rect(18, -36, 12, 28, "#3a3436", "side")
        + wheels
    )


def _rocket(rng: Rng) -> str:
    paint = hue(rng)
    return (
        polygon([(-14, 14), (-34, 38), (-12, 32)], paint)
        + polygon([(14, 14), (34, 38), (12, 32)], paint)
        + path("M-9 30Q0 58 9 30z", "@fire")
        + path("M0 -50Q22 -20 14 32H-14Q-22 -20 0 -50z", "#eef0f2", "round")
        + circle(0, -10, 9, "#86c0de")
    )


def _house(rng: Rng) -> str:
    wall, roof = hue(rng, (0.1, 0.45), (0.75, 0.95)), hue(rng, turn=pick(rng, (0.02, 0.06, 0.6)))
    windows = "".join(rect(x, -2, 15, 15, "#cfe8f4") for x in (-26, 12))
    return (
        rect(-34, -10, 68, 56, wall, "side")
        + polygon([(-44, -8), (44, -8), (0, -46)], roof, "lit")
        + windows
        + rect(-8, 18, 17, 28, _WOOD)
    )


def _tower(rng: Rng) -> str:
    stone = hue(rng, (0.05, 0.2), (0.6, 0.8))
    crown = "".join(rect(x, -42, 11, 12, stone) for x in (-30, -6, 18))
    return (
        rect(-24, -28, 48, 74, stone, "round")
        + rect(-30, -34, 60, 12, stone, "lit")
        + crown
        + path("M-7 46V26Q0 16 7 26V46z", INK)
        + rect(-4, -12, 8, 16, INK)
    )


def _windmill(rng: Rng) -> str:
    sail = "".join(
        place(rect(2, -44, 12, 38, "#f2ead6"), 0, -18, turn=90 * i + 25) for i in range(4)
    )
    return (
        polygon(
            [(-16, -14), (16, -14), (26, 48), (-26, 48)], hue(rng, (0.1, 0.3), (0.7, 0.9)), "side"
        )
        + path("M-18 -14Q0 -40 18 -14z", hue(rng, turn=0.03))
        + sail
        + circle(0, -18, 5, INK)
    )


def _teapot(rng: Rng) -> str:
    glaze = hue(rng)
    return (
        stroke("M30 -6Q56 -8 46 16Q40 28 26 26", darker(glaze), 8)
        + polygon([(-28, 10), (-48, -14), (-38, -18), (-20, -6)], glaze)
        + ellipse(0, 10, 34, 28, glaze, "ball")
        + ellipse(0, -16, 18, 6, darker(glaze))
        + circle(0, -26, 6, "@gold")
    )


def _cup(rng: Rng) -> str:
    glaze = hue(rng)
    return (
        stroke("M26 -8Q48 -8 40 12Q34 22 22 18", glaze, 8)
        + path("M-32 -22H32Q30 34 0 34Q-30 34 -32 -22z", glaze, "side")
        + ellipse(0, -22, 32, 9, "#6a4326")
        + ellipse(0, 38, 42, 7, lighter(glaze, 0.5))
    )


def _vase(rng: Rng) -> str:
    glaze = hue(rng)
    stems = "".join(
        stroke(f"M0 -4Q{x / 2:.0f} -20 {x} {y}", _LEAF, 3.5) + circle(x, y, 9, hue(rng), "ball")
        for x, y in ((-22, -34), (0, -42), (22, -32))
    )
    return (
        stems
        + path("M-12 -6H12Q10 4 24 18Q26 44 12 48H-12Q-26 44 -24 18Q-10 4 -12 -6z", glaze, "round")
        + stroke("M-24 22H24", lighter(glaze, 0.5), 5)
    )


def _bottle(rng: Rng) -> str:
    drink = hue(rng)
    return (
        path("M-9 -44H9V-18Q32 -4 32 20Q30 46 0 46Q-30 46 -32 20Q-32 -4 -9 -18z", "@glass")
        + path("M-29 8Q0 18 29 8Q36 44 0 43Q-36 44 -29 8z", drink, "ball")
        + rect(-8, -50, 16, 12, _WOOD)
    )


def _book(rng: Rng) -> str:
    cover = hue(rng)
    return (
        rect(-32, -42, 64, 84, cover, "side", corner=4)
        + rect(-32, -42, 12, 84, darker(cover, 0.3))
        + rect(-12, -26, 36, 24, "@gold")
        + stroke("M-10 14H24M-10 24H16", lighter(cover, 0.6), 4)
    )


def _key(rng: Rng) -> str:
    metal = pick(rng, ("@gold", "@steel"))
    return (
        f'<path d="M-22 -38a18 18 0 1 1 -.1 0zM-22 -30a10 10 0 1 0 .1 0z" fill-rule="evenodd" fill="url(#{metal[1:]})"/>'
        + place(
            rect(-5, 0, 10, 56, metal) + rect(5, 34, 16, 9, metal) + rect(5, 47, 12, 9, metal),
            -14,
            -6,
            0.9,
            -40,
        )
    )


def _crown(rng: Rng) -> str:
    gems = "".join(circle(x, 22, 6, hue(rng, (0.7, 0.9), (0.6, 0.9)), "ball") for x in (-24, 0, 24))
    return path("M-42 34L-46 -22L-22 6L0 -36L22 6L46 -22L42 34z", "@gold") + gems


def _lantern(rng: Rng) -> str:
    return (
        stroke("M-14 -30Q0 -54 14 -30", INK, 4)
        + polygon([(-20, -30), (20, -30), (26, -20), (-26, -20)], "#4a4450")
        + rect(-22, -20, 44, 48, "#ffe9a0", "ball")
        + stroke("M-8 -20V28M8 -20V28", "#4a4450", 4)
        + rect(-28, 28, 56, 12, "#4a4450", "lit")
        + path("M0 -4Q14 12 0 22Q-14 12 0 -4z", "@fire")
    )


def _chest(rng: Rng) -> str:
    wood = pick(rng, ("#8a5a30", "#6f4426", "#a5713f"))
    return (
        path("M-42 -6Q-42 -34 0 -34Q42 -34 42 -6z", wood, "lit")
        + rect(-42, -6, 84, 44, wood, "side")
        + rect(-42, -10, 84, 9, "@steel")
        + rect(-30, -30, 8, 68, "@steel")
        + rect(22, -30, 8, 68, "@steel")
        + rect(-9, -12, 18, 20, "@gold")
    )


def _barrel(rng: Rng) -> str:
    wood = pick(rng, ("#9c6a38", "#7d4f2a", "#b98650"))
    staves = stroke("M-16 -38Q-20 0 -16 40M0 -40V42M16 -38Q20 0 16 40", darker(wood, 0.4), 2)
    return (
        path("M-28 -40Q-44 0 -28 42H28Q44 0 28 -40z", wood, "round")
        + staves
        + stroke("M-34 -22H34M-35 24H35", "#56565e", 7)
    )


def _sword(rng: Rng) -> str:
    return place(
        polygon([(-6, 14), (-6, -40), (0, -50), (6, -40), (6, 14)], "@steel")
        + rect(-20, 14, 40, 8, "@gold")
        + rect(-5, 22, 10, 20, hue(rng, turn=0.05))
        + circle(0, 46, 6, "@gold"),
        turn=35,
    )


def _shield(rng: Rng) -> str:
    one, other = hue(rng), hue(rng)
    return (
        path("M-36 -42H36V0Q34 34 0 48Q-34 34 -36 0z", one, "side")
        + path("M0 -42H36V0H0zM0 0V48Q-34 34 -36 0z", other)
        + stroke("M-36 -42H36V0Q34 34 0 48Q-34 34 -36 0z", "@gold", 5)
    )


def _lamp(rng: Rng) -> str:
    shade = hue(rng, (0.2, 0.7), (0.75, 1.0))
    return (
        circle(0, -16, 48, "@glow", line="none")
        + rect(-4, 2, 8, 40, "@gold")
        + ellipse(0, 44, 22, 6, "@gold")
        + polygon([(-16, -44), (16, -44), (34, 4), (-34, 4)], shade, "side")
    )


def _clock(rng: Rng) -> str:
    hour, minute = rng.uniform(0, 360, 2)
    ticks = "".join(place(stroke("M0 -36V-30", INK, 3), turn=30 * i) for i in range(12))
    return (
        circle(0, 0, 46, hue(rng), "ball")
        + circle(0, 0, 39, "#fbf6e8")
        + ticks
        + place(stroke("M0 0V-20", INK, 5), turn=float(hour))
        + place(stroke("M0 0V-30", INK, 3), turn=float(minute))
    )


def _guitar(rng: Rng) -> str:
    wood = pick(rng, ("#c9803c", "#8a4a24", "#d9a860", "#3a2420"))
    return place(
        rect(-4, -50, 8, 60, "#3c2a22")
        + ellipse(0, 8, 20, 17, wood, "lit")
        + ellipse(0, 30, 26, 20, wood, "lit")
        + circle(0, 14, 8, INK)
        + rect(-9, 34, 18, 5, INK),
        turn=20,
    )


def _ball(rng: Rng) -> str:
    one, other = hue(rng), hue(rng)
    return (
        circle(0, 0, 42, one, "ball")
        + path("M0 -42Q28 0 0 42Q56 30 42 0Q36 -34 0 -42z", other, "lit")
        + path("M0 -42Q-28 0 0 42Q-20 38 -30 28Q-40 -6 0 -42z", "#f6f2e8")
        + circle(0, -40, 6, "#f6f2e8")
    )


def _umbrella(rng: Rng) -> str:
    cloth = hue(rng)
    return (
        stroke("M0 -40V30Q0 44 12 42", _WOOD, 5)
        + path(
            "M-46 4Q-40 -42 0 -44Q40 -42 46 4Q34 -6 23 4Q12 -6 0 4Q-12 -6 -23 4Q-34 -6 -46 4z",
            cloth,
            "lit",
        )
        + stroke("M-23 4Q-18 -34 0 -44Q18 -34 23 4", darker(cloth, 0.4), 2.5)
    )


def _gem(rng: Rng) -> str:
    stone = hue(rng, (0.5, 0.9), (0.6, 0.95))
    return (
        polygon([(-44, -10), (-24, -38), (24, -38), (44, -10), (0, 44)], stone, "side")
        + polygon([(-44, -10), (-18, -10), (0, 44)], lighter(stone, 0.4))
        + polygon([(18, -10), (44, -10), (0, 44)], darker(stone, 0.2))
        + stroke("M-44 -10H44M-18 -10L0 -38L18 -10", lighter(stone, 0.6), 3)
    )


def _star(rng: Rng) -> str:
    points = [
        (r * math.sin(math.pi * i / 5), -r * math.cos(math.pi * i / 5))
        for i, r in enumerate([46.0, 20.0] * 5)
    ]
    return polygon(points, hue(rng, (0.6, 0.9), (0.8, 1.0), pick(rng, (0.13, 0.55, 0.95))), "ball")


def _moon(rng: Rng) -> str:
    return path(
        "M10 -44a44 44 0 1 0 34 62a36 36 0 1 1 -34 -62z",
        hue(rng, (0.2, 0.5), (0.85, 1.0), 0.14),
        "side",
    )


def _heart(rng: Rng) -> str:
    return path(
        "M0 42Q-48 8 -44 -18Q-36 -44 -12 -36Q-2 -32 0 -20Q2 -32 12 -36Q36 -44 44 -18Q48 8 0 42z",
        hue(rng, (0.6, 0.9), (0.7, 0.95), pick(rng, (0.0, 0.95, 0.6))),
        "ball",
    )


def _chair(rng: Rng) -> str:
    cloth = hue(rng)
    return (
        stroke("M-24 46V10M24 46V10M-24 10V-46M24 10V-46", darker(_WOOD, 0.2), 8)
        + rect(-24, -40, 48, 34, cloth, "lit", corner=5)
        + rect(-28, 4, 56, 14, cloth, "lit", corner=4)
    )


def _bed(rng: Rng) -> str:
    cloth = hue(rng)
    return (
        rect(-48, -34, 10, 74, _WOOD, "side", corner=4)
        + rect(40, -4, 8, 44, _WOOD, "side", corner=3)
        + rect(-38, 6, 78, 22, "#f4efe4", "lit")
        + path("M-10 2Q20 -6 40 2V28H-10z", cloth, "lit")
        + rect(-36, -8, 26, 16, "#ffffff", "lit", corner=6)
    )


def _table(rng: Rng) -> str:
    cloth = hue(rng, (0.2, 0.7), (0.6, 0.95))
    return (
        stroke("M-34 0V46M34 0V46", _WOOD, 8)
        + path("M-46 -10H46L40 16Q20 8 0 16Q-20 8 -40 16z", cloth, "lit")
        + place(_cup(rng), -14, -22, 0.35)
        + circle(16, -18, 8, hue(rng, turn=0.02), "ball")
    )


def _cauldron(rng: Rng) -> str:
    brew = hue(rng, (0.5, 0.9), (0.6, 0.95))
    bubbles = "".join(
        circle(x, y, r, lighter(brew, 0.3), "ball")
        for x, y, r in ((-14, -26, 8), (6, -34, 6), (18, -22, 7))
    )
    return (
        bubbles
        + path("M-38 -16Q-48 40 0 42Q48 40 38 -16z", "#3e3c46", "ball")
        + ellipse(0, -16, 40, 9, brew)
        + stroke("M-24 38L-30 48M24 38L30 48", "#3e3c46", 7)
    )


def _candle(rng: Rng) -> str:
    return (
        circle(0, -30, 26, "@glow", line="none")
        + rect(-10, -18, 20, 52, hue(rng, (0.1, 0.5), (0.85, 1.0)), "round")
        + path("M0 -46Q12 -28 0 -20Q-12 -28 0 -46z", "@fire")
        + path("M-30 32H30Q26 46 0 46Q-26 46 -30 32z", "@gold")
    )


THINGS: dict[str, _Draw] = {
    "fish": _fish, "bird": _bird, "cat": _cat, "butterfly": _butterfly, "owl": _owl, "snail": _snail,
    "ladybird": _ladybird, "flower": _flower, "mushroom": _mushroom, "cactus": _cactus, "tree": _tree,
    "pine": _pine, "apple": _apple, "pear": _pear, "cherries": _cherries, "boat": _boat, "car": _car,
    "balloon": _balloon, "train": _train, "rocket": _rocket, "house": _house, "tower": _tower,
    "windmill": _windmill, "teapot": _teapot, "cup": _cup, "vase": _vase, "bottle": _bottle, "book": _book,
    "key": _key, "crown": _crown, "lantern": _lantern, "chest": _chest, "barrel": _barrel, "sword": _sword,
    "shield": _shield, "lamp": _lamp, "clock": _clock, "guitar": _guitar, "ball": _ball,
    "umbrella": _umbrella, "gem": _gem, "star": _star, "moon": _moon, "heart": _heart, "chair": _chair,
    "bed": _bed, "table": _table, "cauldron": _cauldron, "candle": _candle,
}  # fmt: skip
"""What draws each thing, by name."""

LANDMARKS = ("house", "tower", "windmill", "tree", "pine", "boat", "balloon")
FURNITURE = (
    "chair",
    "bed",
    "table",
    "cauldron",
    "chest",
    "barrel",
    "lamp",
    "vase",
    "teapot",
    "guitar",
)
SYMBOLS = (
    "crown",
    "key",
    "gem",
    "star",
    "moon",
    "heart",
    "sword",
    "shield",
    "book",
    "cup",
    "flower",
)


def draw_thing(
    rng: Rng, name: str | None = None, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0
) -> str:
    """Draw a thing, any or the one named, with its middle there; it is 100 units high times ``scale``."""
    return place(thin(THINGS[name or pick(rng, list(THINGS))](rng), 2.5), x, y, scale, turn)
