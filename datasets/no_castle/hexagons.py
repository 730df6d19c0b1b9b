"""An island of hexagonal tiles with number chips, houses and roads on it."""

import math

import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import circle, num, polygon, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Image
from ..scenes.pieces import BOARD
from ..scenes.solids import Solid, prism, rounded_rectangle
from ..scenes.solids import circle as disc
from .drawing import Rng, bare, graded, mottled, one_in, pick, printed, rgb
from .subject import Subject
from .things import draw_thing

_RADIUS = 0.95
_WIDE, _HIGH = 2 * _RADIUS * math.cos(math.pi / 6), 2 * _RADIUS
_GROUND = {
    "wood": ("#3f7a3c", "pine"),
    "meadow": ("#9ac34e", "flower"),
    "corn": ("#e2bc45", "windmill"),
    "hills": ("#c06a3c", "house"),
    "rock": ("#8d8f96", "tower"),
    "desert": ("#e0cc94", "cactus"),
    "sea": ("#4a94c4", "boat"),
}


def hexagons(rng: Rng) -> Subject:
    """Lay an island of hexagons."""
    rings = int(rng.integers(1, 4))
    cells = [
        (q, r)
        for q in range(-rings, rings + 1)
        for r in range(-rings, rings + 1)
        if abs(q + r) <= rings and not one_in(rng, 14)
    ]
    border = pick(rng, ("#f2e6c4", "#e8d9a8", "#2c2622", "#ffffff"))
    solids: list[Solid] = []
    for q, r in cells:
        x, y = _WIDE * (q + r / 2), 1.5 * _RADIUS * r
        is_shore = max(abs(q), abs(r), abs(q + r)) == 3
        kind = "sea" if is_shore else pick(rng, list(_GROUND)[:-1])
        face = mottled(rng, _face(rng, kind, border), 0.03)
        at = (x + rng.normal(0, 0.01), y + rng.normal(0, 0.01))
        angle = np.arange(6) * math.pi / 3 + math.pi / 6
        outline = _RADIUS * np.column_stack([np.cos(angle), np.sin(angle)])
        solids.append(
            prism(
                outline,
                face,
                rgb(border),
                at=at,
                angle=float(rng.normal(0, 0.01)),
                base=0,
                height=BOARD,
                order=1,
                gloss=0.03,
                roughness=0.22,
            )
        )
        if kind not in ("sea", "desert") and not one_in(rng, 6):
            solids.append(_chip(rng, x, y))
        if one_in(rng, 2.5):
            solids += _buildings(rng, x, y)
    return Subject(tuple(solids))


def _face(rng: Rng, kind: str, border: str) -> Image:
    ground, thing = _GROUND[kind]
    wide = 100 * _WIDE / _HIGH
    out = graded(0, 0, wide, 100, lighter(ground, 0.2), darker(ground, 0.1))
    if kind == "corn":
        out += stroke(
            "".join(f"M0 {y}Q{num(wide / 2)} {y - 14} {num(wide)} {y}" for y in range(8, 120, 7)),
            darker(ground, 0.2),
            2,
        )
    elif kind == "sea":
        out += stroke(
            "".join(
                f"M0 {y}q5 -5 11 0t11 0t11 0t11 0t11 0t11 0t11 0t11 0" for y in range(8, 110, 12)
            ),
            lighter(ground, 0.4),
            1.5,
        )
    elif kind in ("rock", "hills"):
        for x, y in rng.uniform(10, 80, (5, 2)):
            out += bare(
                polygon(
                    [(x - 18, y + 20), (x + 18, y + 20), (x, y - 12)],
                    darker(ground, rng.uniform(0.1, 0.4)),
                    "side",
                )
            )
    for x, y in rng.uniform(0, 1, (9 if kind == "wood" else 4, 2)):
        out += draw_thing(rng, thing, wide * (0.15 + 0.7 * x), 16 + 68 * y, 0.18)
    corners = [
        (wide / 2 + 50 * math.cos(a), 50 + 50 * math.sin(a))
        for a in np.arange(6) * math.pi / 3 + math.pi / 6
    ]
    edge = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in corners) + "z"
    return printed(out + stroke(edge, border, 8), wide, 100, 256)


def _chip(rng: Rng, x: float, y: float) -> Solid:
    number = int(pick(rng, (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)))
    ink = "#b3202a" if number in (6, 8) else "#241c18"
    body = (
        rect(0, 0, 100, 100, "#f4e8c8", line="none")
        + circle(50, 50, 46, "#f4e8c8")
        + write(str(number), 50, 64, 44, colour=ink)
    )
    face = printed(body, 100, 100, 64)
    return prism(
        disc(0.28, 28),
        face,
        (236, 222, 190),
        at=(x + rng.normal(0, 0.05), y + rng.normal(0, 0.05)),
        angle=float(rng.normal(0, 0.3)),
        base=BOARD,
        height=BOARD,
        order=1.2,
        gloss=0.02,
    )


def _buildings(rng: Rng, x: float, y: float) -> list[Solid]:
    paint = rgb(pick(rng, ("#c8282e", "#2a58b0", "#e8842c", "#f2f0ea", "#2f8a3c")))
    face = np.full((8, 8, 3), paint, np.uint8)
    corner = int(rng.integers(6)) * math.pi / 3 + math.pi / 6
    at = (x + _RADIUS * math.cos(corner), y + _RADIUS * math.sin(corner))
    beside = corner + math.pi / 6
    road_at = (x + _WIDE / 2 * math.cos(beside), y + _WIDE / 2 * math.sin(beside))
    return [
        prism(
            rounded_rectangle(0.26, 0.2, 0.01),
            face,
            paint,
            at=at,
            angle=float(rng.uniform(0, 6)),
            base=BOARD,
            height=0.26,
            order=2,
            gloss=0.01,
        ),
        prism(
            rounded_rectangle(0.56, 0.11, 0.01),
            face,
            paint,
            at=road_at,
            angle=beside + math.pi / 2,
            base=BOARD,
            height=0.11,
            order=2,
            gloss=0.01,
        ),
    ]
