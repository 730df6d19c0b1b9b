"""Boards with pieces on them: chess, draughts, go, and cubes to turn."""

from collections.abc import Sequence

import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import rect, stroke
from ..faces.text import write
from ..scenes.arrays import Colour, Image, as_image
from ..scenes.camera import ViewRange
from ..scenes.solids import Solid, circle, prism, rounded_rectangle
from .drawing import Rng, bare, mottled, one_in, pick, printed, rgb
from .subject import Subject

_BOARDS = (
    ("#ecd9b0", "#8a5a34"),
    ("#f2ead8", "#4a7a4c"),
    ("#e8e4dc", "#2c2a2c"),
    ("#f0d9a8", "#a8442c"),
    ("#dfe4ea", "#5a7a9c"),
    ("#d9b27c", "#6a3c22"),
)
_THICK = 0.12
_CUBE = 1.27
_STICKERS = ("#f2f2f0", "#e8c81e", "#c01e2c", "#e8761e", "#1e6fc0", "#1e9a4a")


def _board(rng: Rng, cells: int, light: str, dark: str) -> Solid:
    rim = pick(rng, (darker(dark, 0.3), dark, light, "#3a2418"))
    size = 100.0 * cells
    edge = rng.choice((0.0, 40.0, 70.0))
    whole = size + 2 * edge
    out = rect(0, 0, whole, whole, rim, line="none") + bare(rect(edge, edge, size, size, light))
    squares = "".join(
        rect(edge + 100 * x, edge + 100 * y, 100, 100, dark)
        for x in range(cells)
        for y in range(cells)
        if (x + y) % 2
    )
    out += bare(squares) + stroke(f"M{edge} {edge}h{size}v{size}h-{size}z", darker(dark, 0.5), 5)
    if edge > 50 and one_in(rng, 1.5):
        for index in range(cells):
            middle = edge + 100 * index + 50
            for at in (edge * 0.72, whole - edge * 0.28):
                out += write("abcdefghij"[index], middle, at, 42, colour=lighter(rim, 0.7))
                out += write(
                    str(cells - index), at - edge * 0.22, middle + 14, 42, colour=lighter(rim, 0.7)
                )
    face = mottled(rng, printed(out, whole, whole, 1200), 0.04, 9)
    side = whole / 100
    return prism(
        rounded_rectangle(side, side, 0.05),
        face,
        rgb(rim),
        at=(0, 0),
        angle=0.0,
        base=0,
        height=_THICK,
        order=0.5,
        gloss=0.04,
        roughness=0.15,
    )


def _turned_wood(
    paint: Colour, at: tuple[float, float], rings: Sequence[tuple[float, float]]
) -> list[Solid]:
    """Return a piece as discs on one another, each a radius and a height."""
    base, found = _THICK, []
    bright = np.minimum(np.array(paint) * 1.15 + 6, 255).astype(np.uint8)
    for level, (radius, height) in enumerate(rings):
        face = np.full((16, 16, 3), bright if level % 2 else paint, np.uint8)
        found.append(
            prism(
                circle(radius, 24),
                face,
                paint,
                at=at,
                angle=0.0,
                base=base,
                height=height,
                order=3 + base,
                gloss=0.05,
                roughness=0.12,
                ground=_THICK,
                narrower=1.08,
            )
        )
        base += height
    return found


_CHESSMEN: dict[str, tuple[tuple[float, float], ...]] = {
    "pawn": ((0.3, 0.12), (0.2, 0.1), (0.12, 0.25), (0.17, 0.16)),
    "rook": ((0.34, 0.14), (0.25, 0.1), (0.2, 0.4), (0.27, 0.2)),
    "knight": ((0.34, 0.14), (0.26, 0.1), (0.2, 0.35), (0.16, 0.3)),
    "bishop": ((0.34, 0.14), (0.24, 0.1), (0.13, 0.5), (0.2, 0.12), (0.1, 0.16)),
    "queen": ((0.36, 0.15), (0.26, 0.12), (0.15, 0.6), (0.24, 0.16), (0.08, 0.1)),
    "king": ((0.37, 0.15), (0.27, 0.12), (0.16, 0.7), (0.24, 0.18), (0.06, 0.2)),
}
_FIRST_RANK = ["rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook"]


def chess(rng: Rng) -> Subject:
    """Set up chess at the start or after some moves, or lay down a board alone."""
    light, dark = pick(rng, _BOARDS)
    solids = [_board(rng, 8, light, dark)]
    white, black = pick(
        rng,
        (
            ((232, 214, 176), (70, 42, 28)),
            ((240, 238, 232), (34, 32, 34)),
            ((220, 190, 140), (120, 40, 30)),
        ),
    )
    ranks = [
        (_FIRST_RANK, 0, white),
        (["pawn"] * 8, 1, white),
        (["pawn"] * 8, 6, black),
        (_FIRST_RANK, 7, black),
    ]
    moved, lost = rng.choice((0.0, 0.35)), rng.choice((0.0, 0.25, 0.5))
    taken: set[tuple[int, int]] = set()
    for names, rank, paint in ranks:
        for file, name in enumerate(names):
            place = (file, rank)
            if rng.random() < moved:
                place = (int(rng.integers(8)), int(rng.integers(8)))
            if place in taken or rng.random() < lost:
                continue
            taken.add(place)
            at = (place[0] - 3.5 + rng.normal(0, 0.05), place[1] - 3.5 + rng.normal(0, 0.05))
            solids += _turned_wood(paint, at, _CHESSMEN[name])
    return Subject(tuple(solids), framed=(4.6, 4.6))


def draughts(rng: Rng) -> Subject:
    """Set up draughts on a board of 8 or 10 squares."""
    light, dark = pick(rng, _BOARDS)
    cells = pick(rng, (8, 8, 10))
    solids = [_board(rng, cells, light, dark)]
    paints = pick(
        rng,
        (
            ((238, 226, 198), (52, 34, 26)),
            ((246, 244, 240), (170, 30, 34)),
            ((222, 180, 120), (40, 40, 44)),
        ),
    )
    lost = rng.choice((0.0, 0.3, 0.6))
    for x in range(cells):
        for y in range(cells):
            is_first = y < cells // 2 - 1
            if (x + y) % 2 or (not is_first and y < cells // 2 + 1) or rng.random() < lost:
                continue
            at = (
                x - (cells - 1) / 2 + rng.normal(0, 0.05),
                y - (cells - 1) / 2 + rng.normal(0, 0.05),
            )
            solids += _turned_wood(paints[int(is_first)], at, ((0.38, 0.15), (0.28, 0.02)))
    return Subject(tuple(solids))


def go(rng: Rng) -> Subject:
    """Set up a game of go."""
    lines = pick(rng, (9, 13, 13, 19))
    wood = pick(rng, ("#e2b566", "#d9a04c", "#c98f50", "#ecd090"))
    step, edge = 100.0, 80.0
    whole = step * (lines - 1) + 2 * edge
    grid = "".join(
        f"M{edge} {edge + step * i}H{whole - edge}M{edge + step * i} {edge}V{whole - edge}"
        for i in range(lines)
    )
    grain = "".join(
        f"M0 {y:.0f}Q{whole / 2:.0f} {y + rng.normal(0, 40):.0f} {whole:.0f} {y:.0f}"
        for y in rng.uniform(0, whole, 60)
    )
    out = (
        rect(0, 0, whole, whole, wood, line="none")
        + stroke(grain, darker(wood, 0.25), 5, opacity=0.35)
        + stroke(grid, "#2a1c10", 5)
    )
    face = mottled(rng, printed(out, whole, whole, 1100), 0.03, 9)
    unit = 0.5 if lines == 19 else 0.7
    side = whole / 100 * unit
    solids = [
        prism(
            rounded_rectangle(side, side, 0.02),
            face,
            rgb(darker(wood, 0.1)),
            at=(0, 0),
            angle=0.0,
            base=0,
            height=_THICK,
            order=0.5,
            gloss=0.04,
            roughness=0.2,
        )
    ]
    count = int(rng.integers(lines, lines * lines // 3))
    for index, spot in enumerate(rng.choice(lines * lines, count, replace=False)):
        middle = (lines - 1) / 2
        x, y = (spot % lines - middle) * unit, (spot // lines - middle) * unit
        paint: Colour = (240, 238, 230) if index % 2 else (30, 30, 34)
        face = _pebble(paint)
        at = (x + rng.normal(0, 0.03 * unit), y + rng.normal(0, 0.03 * unit))
        solids.append(
            prism(
                circle(0.47 * unit, 24),
                face,
                paint,
                at=at,
                angle=0.0,
                base=_THICK,
                height=0.13 * unit,
                order=2,
                gloss=0.045,
                roughness=0.1,
            )
        )
    return Subject(tuple(solids))


def _pebble(paint: Colour) -> Image:
    y, x = np.mgrid[-1:1:24j, -1:1:24j]
    shade = 1.08 - 0.3 * np.clip((x + 0.3) ** 2 + (y + 0.3) ** 2, 0, 1.6)
    return as_image(np.array(paint) * shade[..., None])


def turning_cubes(rng: Rng) -> Subject:
    """Put down one or more cubes of 3 x 3 coloured faces."""
    body = pick(rng, ("#161618", "#f0f0ee", "#161618"))
    faded = 0.15 if one_in(rng, 4) else 0.0
    paints = [darker(it, faded) for it in _STICKERS]
    count = int(rng.choice((1, 1, 2, 3, 4)))
    cells = pick(rng, (3, 3, 3, 4, 2))
    solids = []
    for index in range(count):
        at = np.array([index % 2, index // 2]) * 1.9 + rng.normal(0, 0.16, 2) * (count > 1)
        stickers = "".join(
            rect(100 * x + 7, 100 * y + 7, 86, 86, pick(rng, paints), "lit", corner=12)
            for x in range(cells)
            for y in range(cells)
        )
        size = 100.0 * cells
        face = printed(rect(0, 0, size, size, body, line="none") + bare(stickers), size, size, 512)
        solids.append(
            prism(
                rounded_rectangle(_CUBE, _CUBE, 0.05),
                face,
                rgb(body),
                at=at,
                angle=float(rng.normal(0, 0.3)),
                base=0,
                height=_CUBE,
                order=2,
                gloss=0.05,
                roughness=0.08,
            )
        )
    return Subject(tuple(solids), views=ViewRange((0, 35), (0.6, 1.1), (0.45, 1.1)))
