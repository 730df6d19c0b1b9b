"""Square tiles of other games: a landscape of roads and towns, dungeons, and furnished rooms.

The rooms are made to look like tiles of a castle from afar: as large, with light or blue borders, dark
frames, banners, icons and a wide piece among them. Only their pictures and their make-up are others.
"""
# ruff: noqa: E501 (a path of a drawing is one long string)

import random
from dataclasses import dataclass

import numpy as np

from ..faces.frame import marble
from ..faces.palette import INK, darker, lighter
from ..faces.svg import circle, ellipse, num, path, place, polygon, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Image
from ..scenes.solids import Solid, prism
from .drawing import Rng, bare, graded, hue, inset, mottled, one_in, pick, printed, rgb, thin, words
from .pictures import interior, landscape, still_life
from .subject import Subject, by_hand, polyomino, tile
from .things import SYMBOLS, draw_thing

_PIXELS = 256
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))  # north, east, south, west


# Roads, fields and towns


def landscape_tiles(rng: Rng) -> Subject:
    """Lay tiles whose roads and towns go on from one to the next."""
    cells = polyomino(rng, int(rng.integers(8, 32)), 0.5)
    grass = hue(rng, (0.4, 0.65), (0.55, 0.75), 0.27)
    wall = pick(rng, ("#b98a5c", "#c9a878", "#a88478", "#c4b090"))
    between: dict[tuple[float, float], str] = {}
    solids = []
    for (x, y), (px, py, angle) in zip(cells, by_hand(rng, cells), strict=True):
        edges = []
        for dx, dy in _SIDES:
            key = (x + dx / 2, y + dy / 2)
            kind = str(rng.choice(("field", "road", "town"), p=(0.45, 0.32, 0.23)))
            edges.append(between.setdefault(key, kind))
        face = printed(_land(rng, edges, grass, wall), 100, 100, _PIXELS)
        solids.append(tile(mottled(rng, face, 0.025), 1, 1, px, py, angle))
    for x, y, _ in by_hand(rng, cells):
        if one_in(rng, 4):
            solids += _meeple(rng, float(x), float(y))
    return Subject(tuple(solids))


def _land(rng: Rng, edges: list[str], grass: str, wall: str) -> str:
    out = graded(0, 0, 100, 100, lighter(grass, 0.12), darker(grass, 0.08))
    tufts = "".join(f"M{num(x)} {num(y)}l1 -3l1 3" for x, y in rng.uniform(2, 96, (30, 2)))
    out += stroke(tufts, darker(grass, 0.3), 0.8, opacity=0.6)
    roads = [side for side, kind in enumerate(edges) if kind == "road"]
    towns = [side for side, kind in enumerate(edges) if kind == "town"]
    for _ in range(int(rng.integers(0, 4))):
        x, y = rng.uniform(18, 82, 2)
        out += draw_thing(rng, pick(rng, ("tree", "pine")), x, y, 0.12)
    way = ""
    ends = [(50 + 50 * _SIDES[side][0], 50 - 50 * _SIDES[side][1]) for side in roads]
    if len(ends) == 2:
        way = f"M{ends[0][0]} {ends[0][1]}Q50 50 {ends[1][0]} {ends[1][1]}"
    else:
        way = "".join(f"M{x} {y}L50 50" for x, y in ends)
    if way:
        out += stroke(way, darker("#d8c79a", 0.45), 11) + stroke(way, "#efe4c2", 8)
    if len(towns) >= 3 or (len(towns) == 2 and (towns[1] - towns[0]) % 2 == 1 and one_in(rng, 2)):
        corner = {(0, 1): 0, (1, 2): 90, (2, 3): 180, (0, 3): 270}.get((towns[0], towns[-1]), 0)
        shape = "M0 0H100V100Q52 48 0 0z" if len(towns) == 2 else "M0 0H100V100Q50 70 0 100z"
        turn = corner if len(towns) == 2 else 90 * (next(iter({0, 1, 2, 3} - set(towns)), 3) - 3)
        out += _turned(_town(rng, shape, wall, ((70, 24), (52, 16), (84, 46))), turn)
    else:
        for side in towns:
            shape = "M0 0Q16 34 50 36Q84 34 100 0z"
            out += _turned(_town(rng, shape, wall, ((36, 14), (62, 15))), 90 * side)
    if len(roads) != 2 and roads:
        out += draw_thing(rng, pick(rng, ("house", "windmill", "tower")), 50, 46, 0.3)
    return out + stroke("M0 0H100V100H0z", darker(grass, 0.5), 1.6)


def _turned(svg: str, degrees: float) -> str:
    return place(place(svg, -50, -50), 50, 50, turn=degrees)


def _town(rng: Rng, shape: str, wall: str, spots: tuple[tuple[int, int], ...]) -> str:
    out = thin(path(shape, wall, "lit"), 2) + stroke(shape, darker(wall, 0.45), 4)
    for x, y in spots:
        roof = pick(rng, ("#b5523a", "#8a3f30", "#6f7f9a", "#c9803c"))
        out += thin(
            rect(x - 6, y - 2, 12, 9, "#f0dfc0")
            + polygon([(x - 8, y - 2), (x + 8, y - 2), (x, y - 10)], roof, "lit"),
            1,
        )
    return out


_MEEPLE = np.array([[-0.2, -0.24], [0.2, -0.24], [0.13, 0.0], [0.24, 0.04], [0.22, 0.12], [0.09, 0.12],
                    [0.08, 0.24], [-0.08, 0.24], [-0.09, 0.12], [-0.22, 0.12], [-0.24, 0.04], [-0.13, 0.0]])  # fmt: skip


def _meeple(rng: Rng, x: float, y: float) -> list[Solid]:
    colour = rgb(pick(rng, ("#c8282e", "#2a58b0", "#2f8a3c", "#e8c22c", "#26262a")))
    face = np.full((8, 8, 3), colour, np.uint8)
    at = (x + rng.normal(0, 0.12), y + rng.normal(0, 0.12))
    turn = float(rng.normal(0, 0.6))
    return [prism(_MEEPLE, face, colour, at=at, angle=turn, base=0.04, height=0.22, order=2,
                  gloss=0.01, convex=False)]  # fmt: skip


# Dungeons

_LOOT = ("chest", "barrel", "cauldron", "sword", "key", "candle", "gem", "shield", "bottle",
         "table")  # fmt: skip


def dungeon_tiles(rng: Rng) -> Subject:
    """Lay rows of dungeon tiles, seen from above, that touch each other."""
    stone = hue(rng, (0.05, 0.25), (0.4, 0.65))
    rim = pick(rng, ("#1d1a1c", "#2c2420", "#eceae4", "#b9d4e4", "#3a3a44"))
    columns, rows = int(rng.integers(3, 7)), int(rng.integers(2, 6))
    places = [
        (float(x), float(y)) for y in range(rows) for x in range(columns) if not one_in(rng, 9)
    ]
    solids = [
        tile(
            mottled(rng, printed(_dungeon(rng, stone, rim), 100, 100, _PIXELS), 0.04),
            1,
            1,
            x,
            y,
            angle,
        )
        for x, y, angle in by_hand(rng, places, rng.uniform(0.5, 2))
    ]
    return Subject(tuple(solids))


def _dungeon(rng: Rng, stone: str, rim: str) -> str:
    floor = lighter(stone, rng.uniform(0.05, 0.35))
    out = rect(0, 0, 100, 100, darker(stone, 0.7), line="none")
    rubble = "".join(
        rect(
            float(x),
            float(y),
            rng.uniform(5, 12),
            rng.uniform(4, 9),
            darker(stone, rng.uniform(0.35, 0.6)),
        )
        for x, y in rng.uniform(0, 95, (40, 2))
    )
    out += thin(rubble, 0.6)
    if one_in(rng, 3):  # a corridor
        doors = [0, 1, 2, 3] if one_in(rng, 3) else list(rng.choice(4, 2, replace=False))
        for side in doors:
            out += _turned(
                bare(rect(36, 0, 28, 64, floor))
                + stroke("M36 0V64M64 0V64", darker(stone, 0.8), 2),
                90 * int(side),
            )
        out += bare(rect(36, 36, 28, 28, floor))
        area = (38, 38, 62, 62)
    else:
        out += thin(rect(14, 14, 72, 72, floor), 3)
        for side in rng.choice(4, int(rng.integers(1, 4)), replace=False):
            out += _turned(
                bare(rect(42, 0, 16, 16, floor)) + rect(41, 9, 18, 6, "#7a4f2c"), 90 * int(side)
            )
        area = (18, 18, 82, 82)
    flags = "".join(f"M{area[0]} {y}H{area[2]}" for y in np.arange(area[1], area[3], 9)) + "".join(
        f"M{x} {area[1]}V{area[3]}" for x in np.arange(area[0], area[2], 9)
    )
    out += stroke(flags, darker(floor, 0.35), 0.8, opacity=0.7)
    for _ in range(int(rng.integers(1, 4))):
        x, y = rng.uniform(area[0] + 10, area[2] - 10, 2)
        name = pick(rng, _LOOT)
        out += bare(ellipse(x, y + 6, 12, 5, "@shadow")) + draw_thing(
            rng, name, x, y, 0.22, float(rng.normal(0, 20))
        )
    if one_in(rng, 3):
        x, y = rng.uniform(30, 70, 2)
        out += bare(circle(x, y, 22, "@glow"))
    if one_in(rng, 2):
        out += thin(rect(22, 84, 56, 12, "#e6d6ae", "lit", corner=2), 1) + write(
            words(rng), 50, 93, 9, widest=50
        )
    frame = stroke("M3 3H97V97H3z", rim, 6)
    return out + frame + stroke("M6.5 6.5H93.5V93.5H6.5z", darker(stone, 0.8), 1.4)


# Furnished rooms


@dataclass(frozen=True)
class _Style:
    """How all room tiles of one game are made up."""

    borders: tuple[str, str]
    edge: float
    frame: str
    banner: str  # where: "top", "foot" or "none"
    banner_colours: tuple[str, ...]
    corners: str  # what is in them: "square", "round" or "none"
    strip: bool


def _style(rng: Rng) -> _Style:
    return _Style(
        borders=pick(
            rng,
            (
                ("#f4f4f0", "#8ecdf0"),
                ("#ffffff", "#5f9fd0"),
                ("#efe6d0", "#c8d8e4"),
                ("#e8ecee", "#e8ecee"),
                ("#9fd4ee", "#f6f6f2"),
                ("#2a2420", "#6a5a44"),
            ),
        ),
        edge=rng.uniform(3, 7),
        frame=pick(rng, ("#2a1713", "#1c1c20", "#4a3420", "#f0e2b4", "#5a1a1a", "#20304a")),
        banner=pick(rng, ("top", "top", "foot", "foot", "none")),
        banner_colours=tuple(hue(rng, (0.4, 0.9), (0.35, 0.9)) for _ in range(6)),
        corners=pick(rng, ("square", "round", "none")),
        strip=not one_in(rng, 2.5),
    )


def room_tiles(rng: Rng) -> Subject:
    """Lay furnished rooms of another game side by side, perhaps with a wide one among them."""
    style = _style(rng)
    if one_in(rng, 3):
        cells = [
            (x, y) for y in range(int(rng.integers(2, 5))) for x in range(int(rng.integers(3, 6)))
        ]
    else:
        cells = polyomino(rng, int(rng.integers(7, 20)), 0.6)
    free = set(cells)
    wide = (
        next((it for it in cells if (it[0] + 1, it[1]) in free), None) if one_in(rng, 2) else None
    )
    if wide is not None:
        free -= {wide, (wide[0] + 1, wide[1])}
    spots = [(float(x), float(y)) for x, y in sorted(free)]
    middles = [*spots, *([(wide[0] + 0.5, float(wide[1]))] if wide else [])]
    solids = []
    for index, (x, y, angle) in enumerate(by_hand(rng, middles, rng.uniform(0.5, 2))):
        across = 200.0 if index == len(spots) else 100.0
        face = printed(_room(rng, style, across), across, 100, _PIXELS)
        solids.append(tile(mottled(rng, face, 0.02), across / 100, 1, x, y, angle))
    return Subject(tuple(solids))


def _room(rng: Rng, style: _Style, wide: float) -> str:
    colour = pick(rng, style.banner_colours)
    border = style.borders[int(one_in(rng, 4))]
    edge, inner = style.edge, style.edge + 2.4
    out = _slab(rng, wide, border)
    out += rect(edge, edge, wide - 2 * edge, 100 - 2 * edge, style.frame, line="none")
    size = (wide - 2 * inner, 100 - 2 * inner)
    paint = pick(rng, (interior, interior, interior, interior, landscape, still_life))
    out += inset(paint(rng, *size), inner, inner, *size, size)
    foot = 100 - inner
    if style.strip:
        out += thin(rect(inner, foot - 15, size[0], 15, "#efe0bc", "lit"), 0.8)
        for x in np.linspace(inner, wide - inner, int(rng.integers(2, 5)) + 2)[1:-1]:
            out += draw_thing(rng, pick(rng, SYMBOLS), float(x), foot - 7.5, 0.11)
    if style.banner != "none":
        y = inner + 1 if style.banner == "top" else foot - (27 if style.strip else 12)
        out += thin(rect(wide / 2 - 29, y, 58, 10, colour, "lit", corner=1), 0.8)
        out += write(words(rng), wide / 2, y + 7.4, 7, colour="#fffdf2", widest=52)
    if style.corners != "none":
        for x in (inner + 7, wide - inner - 7):
            shape = (
                rect(x - 6, inner + 1, 12, 12, colour, "lit", corner=2)
                if style.corners == "square"
                else circle(x, inner + 7, 6.4, colour, "ball")
            )
            out += thin(shape, 1) + draw_thing(rng, pick(rng, SYMBOLS), x, inner + 7, 0.09)
    return out


def _slab(rng: Rng, wide: float, colour: str) -> str:
    veins = random.Random(int(rng.integers(2**31)))
    return place(marble(veins, wide * 10, 1000, colour, darker(colour, 0.35)), scale=0.1)


def coaster_face(rng: Rng) -> Image:
    """Print one square piece with a picture in a frame, as coasters and tiles of many games have."""
    rim = hue(rng, (0.0, 0.3), (0.6, 1.0))
    picture = pick(rng, (landscape, interior, still_life))(rng, 88, 88)
    body = rect(0, 0, 100, 100, rim, line="none") + inset(picture, 6, 6, 88, 88, (88, 88))
    return printed(body + stroke("M6 6H94V94H6z", INK, 1), 100, 100, _PIXELS)
