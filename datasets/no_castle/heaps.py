"""Chocolate, the parts of a game in disorder, and tables with nothing but odds and ends."""

import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import rect
from ..scenes.arrays import Colour, Image, Points, as_image
from ..scenes.clutter import CLUTTER, blocks, coins, dice
from ..scenes.pieces import BOARD, turning
from ..scenes.solids import Solid, circle, prism, rounded_rectangle
from .card_games import playing_card_faces
from .drawing import Rng, graded, mottled, one_in, pick, printed, rgb
from .subject import FROM_ABOVE, Subject, card
from .things import draw_thing
from .tile_games import coaster_face


def chocolate(rng: Rng) -> Subject:
    """Lay down bars of chocolate, some of it broken off, on their foil."""
    solids: list[Solid] = []
    bars = int(rng.choice((1, 1, 2, 3)))
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    for bar in range(bars):
        brown = pick(rng, ("#6a3a20", "#3c2218", "#f0e0b8", "#7c4a2a", "#8a5a34"))
        middle = np.array([0.0, bar * (rows + 0.8)])
        angle = float(rng.normal(0, 0.05))
        if one_in(rng, 1.7):
            foil = mottled(
                rng, printed(graded(0, 0, 10, 10, "#d8d8da", "#a8a8ae"), 10, 10, 96), 0.2, 8
            )
            solids.append(
                card(foil, columns + 1.0, rows + 0.7, *middle, angle=angle, corner=0.02, gloss=0.2)
            )
        mark = pick(rng, ("", "star", "heart", "crown", "flower", "moon"))
        face = _chocolate_face(rng, brown, mark)
        paint = rgb(brown)
        for column in range(columns):
            for row in range(rows):
                if one_in(rng, 18):
                    continue
                off = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2])
                at = middle + turning(angle) @ off
                solids.append(_square(face, paint, at, angle))
    for _ in range(int(rng.integers(0, 5))):
        at = rng.uniform((-columns / 2 - 1, -rows / 2 - 1.6), (columns / 2 + 1, -rows / 2 - 0.8))
        solids.append(_square(face, paint, at, float(rng.uniform(0, 6))))
    return Subject(tuple(solids))


def _square(face: Image, paint: Colour, at: Points, angle: float) -> Solid:
    return prism(
        rounded_rectangle(0.76, 0.76, 0.05), face, paint, at=at, angle=angle, base=0.02,
        height=0.22, order=2, gloss=0.04, roughness=0.2, narrower=1.31,
    )  # fmt: skip


def _chocolate_face(rng: Rng, brown: str, mark: str) -> Image:
    out = rect(0, 0, 100, 100, brown, "lit", line="none")
    if mark:
        relief = printed(
            rect(0, 0, 100, 100, "#ffffff", line="none") + draw_thing(rng, mark, 50, 50, 0.8),
            100,
            100,
            128,
        )
        shape = relief.mean(axis=2, keepdims=True) / 255
        flat = printed(out, 100, 100, 128) * (0.75 + 0.25 * shape)
        return as_image(flat)
    return printed(
        out + rect(12, 12, 76, 76, lighter(brown, 0.08), "lit", corner=6, line=darker(brown, 0.2)),
        100,
        100,
        128,
    )


def game_parts(rng: Rng) -> Subject:
    """Throw the parts of a game into its box, or onto the table."""
    solids: list[Solid] = []
    half = np.array([rng.uniform(3, 4.5), rng.uniform(2.6, 4.0)])
    if one_in(rng, 1.5):
        solids += _box(rng, half)
    faces = [coaster_face(rng) for _ in range(int(rng.integers(4, 10)))]
    cards = playing_card_faces(rng, 5)
    for level in range(int(rng.integers(14, 46))):
        at = rng.uniform(-0.82, 0.82, 2) * half
        angle = float(rng.uniform(0, 7))
        base = 0.02 + 0.5 * BOARD * level
        if one_in(rng, 4):
            solids.append(_thrown(pick(rng, cards), 1.4, 1.96, at, angle, base))
        else:
            size = pick(rng, (0.5, 0.7, 1.0, 1.0, 1.0))
            solids.append(_thrown(pick(rng, faces), size, size, at, angle, base))
    for _ in range(int(rng.integers(2, 7))):
        make = pick(rng, (dice, blocks, coins, blocks))
        solids += make(rng, rng.uniform(-0.8, 0.8, 2) * half, 0.0)
    return Subject(tuple(solids), framed=(float(half[0]), float(half[1])), views=FROM_ABOVE)


def _thrown(face: Image, wide: float, high: float, at: Points, angle: float, base: float) -> Solid:
    return prism(
        rounded_rectangle(wide, high, 0.04), face, (222, 214, 200), at=at, angle=angle, base=base,
        height=BOARD, order=1.0 + base, gloss=0.03, roughness=0.22, ground=max(base - BOARD, 0.0),
    )  # fmt: skip


def _box(rng: Rng, half: Points) -> list[Solid]:
    paint = rgb(pick(rng, ("#2c4a7a", "#7a2c30", "#2f5a40", "#f0ece0", "#3a3032")))
    wood = np.full((8, 8, 3), (232, 224, 208), np.uint8)
    wide, high = 2 * half + 0.3
    walls = [
        prism(
            rounded_rectangle(wide, high, 0.02),
            wood,
            paint,
            at=(0, 0),
            angle=0.0,
            base=0,
            height=0.02,
            order=0.4,
        )
    ]
    rim = np.full((8, 8, 3), paint, np.uint8)
    for x, y, w, h in (
        (0, half[1], wide, 0.12),
        (0, -half[1], wide, 0.12),
        (half[0], 0, 0.12, high),
        (-half[0], 0, 0.12, high),
    ):
        walls.append(
            prism(
                rounded_rectangle(w, h, 0.01),
                rim,
                paint,
                at=(x, y),
                angle=0.0,
                base=0,
                height=1.2,
                order=4,
            )
        )
    return walls


def plain_table(rng: Rng) -> Subject:
    """Leave a table with cups, papers and plates, and perhaps a few coasters."""
    half = np.array([rng.uniform(3.5, 6.0), rng.uniform(2.6, 4.2)])
    solids: list[Solid] = []
    taken: list[tuple[Points, float]] = []
    wanted = int(rng.integers(0, 14))
    for _ in range(200):
        if len(taken) >= wanted:
            break
        name = pick(rng, [*CLUTTER, "plate", "plate", "coaster"])
        radius = {"plate": 1.6, "coaster": 0.8}.get(name) or CLUTTER[name][1]
        at = rng.uniform(-half, half)
        if any(np.linalg.norm(at - other) < radius + its for other, its in taken):
            continue
        taken.append((at, radius))
        angle = float(rng.uniform(0, 2 * np.pi))
        if name == "plate":
            solids += _plate(rng, at)
        elif name == "coaster":
            solids.append(
                card(coaster_face(rng), 1.1, 1.1, *at, angle=angle, thickness=0.08, corner=0.12)
            )
        else:
            solids += CLUTTER[name][0](rng, at, angle)
    return Subject(tuple(solids), framed=(float(half[0]), float(half[1])), clutter=0.0)


def _plate(rng: Rng, at: Points) -> list[Solid]:
    rim: Colour = rgb(pick(rng, ("#f6f5f0", "#e4eaf0", "#3a4a5a", "#c9785a", "#dcd0b8")))
    inside = np.full((8, 8, 3), np.clip(np.array(rim) * 1.03 + 3, 0, 255), np.uint8)
    outer = np.full((8, 8, 3), rim, np.uint8)
    return [
        prism(
            circle(1.5, 40),
            outer,
            rim,
            at=at,
            angle=0.0,
            base=0,
            height=0.16,
            order=2,
            gloss=0.05,
            roughness=0.1,
            narrower=0.7,
        ),
        prism(
            circle(1.02, 40),
            inside,
            rim,
            at=at,
            angle=0.0,
            base=0.1,
            height=0.065,
            order=2.2,
            gloss=0.05,
            roughness=0.1,
        ),
    ]
