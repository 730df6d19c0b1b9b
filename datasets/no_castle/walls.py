"""What stands or hangs upright: facades, shelves of compartments, bookshelves, walls of pictures."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from dataclasses import replace
from itertools import pairwise

import numpy as np

from ..faces.palette import darker
from ..faces.svg import faded, path, place, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Image, Points
from ..scenes.solids import Solid
from ..scenes.tables import Table, draw_table
from .drawing import (
    Rng,
    bare,
    fitted,
    graded,
    hue,
    mottled,
    one_in,
    paste,
    pick,
    printed,
    rgb,
    thin,
    words,
)
from .pictures import photograph
from .subject import ON_A_WALL, Subject, card
from .things import THINGS, draw_thing

_SIDE = 2000  # pixels of a surface


# Facades


def facade(rng: Rng) -> Subject:
    """Look at the windows of a house."""
    wall = hue(rng, (0.05, 0.5), (0.45, 0.95))
    trim = pick(rng, ("#f4f2ea", "#d8cfbc", darker(wall, 0.35), "#3a3632"))
    columns, rows = int(rng.integers(5, 9)), int(rng.integers(5, 8))
    across, up = 1000 / columns, 1000 / rows
    out = rect(0, 0, 1000, 1000, wall, line="none")
    if one_in(rng, 2):
        lines = "".join(f"M0 {y}H1000" for y in range(0, 1000, 9)) + "".join(
            f"M{x + 12 * (y // 9 % 2)} {y}v9" for y in range(0, 1000, 9) for x in range(0, 1000, 24)
        )
        out += stroke(lines, darker(wall, 0.3), 1.2, opacity=0.6)
    wide, high = across * rng.uniform(0.45, 0.7), up * rng.uniform(0.55, 0.75)
    is_night = one_in(rng, 4)
    shutters = hue(rng) if one_in(rng, 3) else None
    has_boxes = one_in(rng, 3)
    for row in range(rows):
        if one_in(rng, 2.5):
            out += bare(rect(0, row * up - 6, 1000, 9, trim, "lit"))
        for column in range(columns):
            x, y = column * across + (across - wide) / 2, row * up + (up - high) / 2
            if shutters:
                for left in (x - wide * 0.42, x + wide * 1.04):
                    out += thin(rect(left, y, wide * 0.38, high, shutters, "side"), 1)
                    slats = "".join(
                        f"M{left} {y + step}h{wide * 0.38}" for step in np.arange(6, high, 7)
                    )
                    out += stroke(slats, darker(shutters, 0.4), 1)
            out += _window(rng, x, y, wide, high, trim, is_night=is_night)
            if has_boxes:
                out += thin(rect(x - 4, y + high - 2, wide + 8, 11, "#7a4a2c", "lit"), 1)
                out += "".join(
                    draw_thing(rng, "flower", float(at), y + high - 10, 0.24)
                    for at in np.linspace(x, x + wide, 6)
                )
    texture = mottled(rng, printed(out, 1000, 1000, _SIDE), 0.03, 9)
    surface = Table("facade", texture, float(columns), 0.01, 0.3)
    half = columns * rng.uniform(0.25, 0.42)
    return Subject((), surface, (half, 0.75 * half), ON_A_WALL, clutter=0.0, is_upright=True)


def _window(
    rng: Rng, x: float, y: float, wide: float, high: float, trim: str, *, is_night: bool
) -> str:
    edge = 0.07 * wide
    out = thin(rect(x - edge, y - edge, wide + 2 * edge, high + 2 * edge, trim, "lit"), 1.2)
    is_lit = is_night and one_in(rng, 1.8)
    glass = (
        ("#ffe9a8", "#f0b860")
        if is_lit
        else pick(rng, (("#5a6c7c", "#2c3844"), ("#a8c4d4", "#5f7c90"), ("#38424c", "#1e2630")))
    )
    out += graded(x, y, wide, high, *glass)
    if not one_in(rng, 3):
        cloth = hue(rng, (0.0, 0.5), (0.6, 1.0))
        out += bare(
            faded(
                path(
                    f"M{x} {y}h{wide * 0.36}Q{x + wide * 0.28} {y + high * 0.6} {x} {y + high}z",
                    cloth,
                )
                + path(
                    f"M{x + wide} {y}h{-wide * 0.36}Q{x + wide * 0.72} {y + high * 0.6} {x + wide} {y + high}z",
                    cloth,
                ),
                0.85,
            )
        )
    if one_in(rng, 4):
        out += draw_thing(
            rng,
            pick(rng, ("cat", "vase", "cactus", "lamp", "teapot")),
            x + wide / 2,
            y + high - 0.2 * wide,
            0.004 * wide,
        )
    bars = f"M{x + wide / 2:.1f} {y:.1f}v{high:.1f}M{x:.1f} {y + high * 0.35:.1f}h{wide:.1f}"
    out += stroke(bars, trim, 0.06 * wide)
    return out + thin(
        rect(x - 2 * edge, y + high + edge, wide + 4 * edge, 1.4 * edge, trim, "lit"), 1
    )


# Shelves


def compartments(rng: Rng) -> Subject:
    """Look at a shelf of square compartments with things in them."""
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(2, 6))
    frame = pick(rng, ("#f4f3f0", "#f4f3f0", "#3a2c24", "#c49a6a", "#8a5a38", "#2a2a2e"))
    board = rng.uniform(5, 12)
    wide, high = 100.0 * columns + board, 100.0 * rows + board
    out = rect(0, 0, wide, high, frame, "lit", line="none")
    size = 100 - board
    for row in range(rows):
        for column in range(columns):
            out += place(_compartment(rng, size, frame), 100 * column + board, 100 * row + board)
    face = mottled(rng, printed(out, wide, high, 240 * rows), 0.02)
    shelf = card(
        face, wide / 100, high / 100, 0, 0, side=rgb(frame), thickness=0.6, corner=0.01, gloss=0.02
    )
    wall = draw_table(rng, pick(rng, ("painted", "painted", "patterned-cloth", "stone")))
    return Subject((shelf,), wall, views=ON_A_WALL, clutter=0.0, is_upright=True)


def _compartment(rng: Rng, size: float, frame: str) -> str:
    inside = darker(frame, rng.uniform(0.15, 0.4))
    out = graded(0, 0, size, size, darker(inside, 0.45), inside)
    out += bare(
        faded(path(f"M0 0H{size}L{size - 9:.1f} 9H9L9 {size - 4:.1f}L0 {size}z", "#000000"), 0.35)
    )
    floor = size - 3
    kind = int(rng.integers(6))
    if kind <= 1:  # books
        out += _books(rng, 3, size - 3, floor, size * 0.8, lean=True)
    elif kind == 2:  # a basket
        straw = hue(rng, (0.2, 0.6), (0.5, 0.85))
        out += thin(rect(5, 16, size - 10, size - 18, straw, "lit", corner=4), 1)
        lines = "".join(f"M5 {y}H{size - 5:.0f}" for y in range(22, int(size - 4), 6))
        out += stroke(lines, darker(straw, 0.35), 1.6) + thin(
            rect(size / 2 - 12, 24, 24, 8, darker(straw, 0.6), corner=4), 1
        )
    elif kind <= 4:
        count = int(rng.integers(1, 4))
        for at in np.linspace(0, size, count + 2)[1:-1]:
            scale = rng.uniform(0.6, 0.85) / count**0.7
            out += draw_thing(rng, None, float(at), floor - 48 * scale, scale)
    return out


def _books(rng: Rng, left: float, right: float, foot: float, high: float, *, lean: bool) -> str:
    out, x = "", left
    while x < right:
        wide = high * rng.uniform(0.07, 0.22)
        tall = high * rng.uniform(0.7, 1.0)
        if x + wide > right:
            break
        cover = hue(rng, (0.1, 0.8), (0.25, 0.9))
        spine = thin(rect(0, -tall, wide, tall, cover, "round", corner=1), 0.8)
        ink = pick(rng, ("#f4ecd4", "#e8c860", "#1c1a1a"))
        if not one_in(rng, 4):
            spine += place(
                write(words(rng, 1, 3), 0, 0, min(wide * 0.6, 12), colour=ink, widest=tall * 0.66),
                wide * 0.64,
                -tall * 0.48,
                turn=-90,
            )
        for at in (0.06, 0.9):
            spine += stroke(f"M1 {-tall * at:.1f}H{wide - 1:.1f}", ink, 1.2, opacity=0.7)
        turn = -float(rng.uniform(4, 12)) if lean and one_in(rng, 14) and x > left + 20 else 0.0
        out += place(spine, x, foot, turn=turn)
        x += wide + 0.6 + (10 if turn else 0)
        if one_in(rng, 16):
            out += draw_thing(
                rng, pick(rng, list(THINGS)), x + 0.2 * high, foot - 0.18 * high, 0.0037 * high
            )
            x += 0.42 * high
    return out


def bookshelf(rng: Rng) -> Subject:
    """Look at shelves full of books."""
    rows = int(rng.integers(4, 8))
    wood = pick(rng, ("#7a5030", "#4a3020", "#f0eee8", "#b08858", "#2e2824"))
    up = 1000 / rows
    out = rect(0, 0, 1000, 1000, darker(wood, 0.6), line="none")
    for row in range(rows):
        top = row * up
        out += graded(0, top, 1000, up, darker(wood, 0.8), darker(wood, 0.45))
        parts = sorted([0.0, 1000.0, *rng.uniform(200, 800, int(rng.integers(0, 3)))])
        for left, right in pairwise(parts):
            out += _books(
                rng, float(left) + 12, float(right) - 4, top + up - 0.1 * up, up * 0.78, lean=True
            )
            out += bare(rect(float(left) - 4, top, 12, up, wood, "side"))
        out += bare(rect(0, top + up * 0.9, 1000, up * 0.1, wood, "lit"))
    texture = mottled(rng, printed(out, 1000, 1000, _SIDE), 0.03, 9)
    surface = Table("bookshelf", texture, float(rows) * 1.6, 0.015, 0.3)
    half = rows * rng.uniform(0.4, 0.72)
    return Subject((), surface, (half, 0.75 * half), ON_A_WALL, clutter=0.0, is_upright=True)


# Pictures


def picture_wall(rng: Rng) -> Subject:
    """Look at framed pictures on a wall, of one size or many, or at instant photographs."""
    solids: list[Solid] = []
    style = pick(rng, ("same", "many", "instant"))
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(2, 5))
    gap = rng.choice((0.05, 0.15, 0.4))
    frame = pick(rng, ("#1e1a1a", "#f6f5f2", "#8a5c34", "#c9a048"))
    y = 0.0
    for _ in range(rows):
        high = rng.uniform(1.0, 2.2) if style == "many" else 1.2 if style == "instant" else 1.0
        x = 0.0
        for _ in range(columns):
            wide = high * pick(rng, (0.7, 1.0, 1.0, 1.4)) if style == "many" else 1.0
            face = (
                _instant(rng)
                if style == "instant"
                else _framed(rng, frame if style == "same" else None, wide / high)
            )
            lean = float(rng.normal(0, 0.04 if style == "instant" else 0.012))
            thick = 0.01 if style == "instant" else 0.1
            solids.append(
                card(
                    face,
                    wide,
                    high,
                    x + wide / 2,
                    y - high / 2,
                    angle=lean,
                    side=(60, 50, 44),
                    thickness=thick,
                    corner=0.005,
                )
            )
            x += wide + gap
        y -= high + gap
    taken = np.concatenate([it.top for it in solids])
    shift = (taken.min(axis=0) + taken.max(axis=0)) / 2 * (1, 1, 0)
    moved = tuple(_moved(it, -shift) for it in solids)
    wall = draw_table(rng, pick(rng, ("painted", "painted", "stone", "plain-cloth")))
    return Subject(moved, wall, views=ON_A_WALL, clutter=0.0, is_upright=True)


def _moved(solid: Solid, shift: Points) -> Solid:
    return replace(
        solid,
        top=solid.top + shift,
        bottom=solid.bottom + shift,
        face_corners=solid.face_corners + shift,
    )


def _framed(rng: Rng, frame: str | None, shape: float) -> Image:
    high, wide = 300, round(300 * shape)
    face = np.full((high, wide, 3), rgb(frame or hue(rng, (0.0, 0.6), (0.1, 0.9))), np.uint8)
    edge = int(rng.integers(8, 24))
    mat = pick(rng, (0, 0, 14, 34))
    face[edge : high - edge, edge : wide - edge] = (244, 242, 236)
    inner = edge + mat
    paste(face, photograph(rng, wide - 2 * inner, high - 2 * inner), inner, inner)
    return face


def _instant(rng: Rng) -> Image:
    face = np.full((300, 250, 3), 246, np.uint8)
    paste(face, photograph(rng, 214, 214), 18, 18)
    if one_in(rng, 2):
        label = printed(
            rect(0, 0, 214, 50, "#f6f6f6", line="none")
            + write(words(rng), 107, 34, 26, colour="#30405a", widest=180),
            214,
            50,
            50,
        )
        paste(face, label, 18, 240)
    return fitted(face, 250, 300)
