"""Corridors in perspective: what is along their sides, at their end and on their floor."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math
from collections.abc import Callable
from dataclasses import dataclass

from .palette import Scheme, darker, lighter, mix
from .svg import circle, num, path, place, polygon, rect, stroke

Point = tuple[float, float]

_ARCH: list[Point] = [
    (0, 0),
    *(
        (0.5 - 0.5 * math.cos(math.pi * i / 10), 0.72 + 0.16 * math.sin(math.pi * i / 10))
        for i in range(11)
    ),
    (1, 0),
]
_OVAL: list[Point] = [
    (0.5 + 0.42 * math.cos(math.pi * i / 9), 0.55 + 0.2 * math.sin(math.pi * i / 9))
    for i in range(18)
]
_FRAME: list[Point] = [(0.08, 0.36), (0.08, 0.76), (0.92, 0.76), (0.92, 0.36)]
_CANVAS: list[Point] = [(0.18, 0.41), (0.18, 0.71), (0.82, 0.71), (0.82, 0.41)]
_BUST: list[Point] = [(0.3, 0.42), (0.36, 0.56), (0.5, 0.66), (0.64, 0.56), (0.7, 0.42)]
_STATUE: list[Point] = [
    (0.3, 0.16), (0.28, 0.4), (0.36, 0.5), (0.42, 0.58), (0.58, 0.58), (0.64, 0.5), (0.72, 0.4), (0.7, 0.16),
]  # fmt: skip
_WITH_COLUMNS = frozenset({"columns", "windows", "mirrors", "niches", "arches", "paintings"})


@dataclass(frozen=True)
class _Hall:
    """A hall and the eye that looks down it; depths grow away from the eye, heights are 0 to 1."""

    s: Scheme
    eye: Point
    depth: float
    bays: int
    paint: str
    sky: str

    def at(self, side: int, depth: float, height: float) -> Point:
        """Return where a point of a side wall (-1 left, 1 right) is in the picture."""
        shrink = self.shrink(depth)
        x, y = self.eye
        return x + side * 600 * shrink, y + (430 - height * 860) * shrink

    @staticmethod
    def shrink(depth: float) -> float:
        return 1 / (1 + 2.4 * depth)

    def bay(self, number: int) -> float:
        """Return the depth at which a bay begins."""
        return self.depth * math.pow(number / self.bays, 1.25)

    def patch(
        self, side: int, near: float, far: float, shape: list[Point], fill: str, tone: str = ""
    ) -> str:
        """Draw a shape of the unit square between two depths of a side wall."""
        return polygon([self.at(side, near + (far - near) * u, v) for u, v in shape], fill, tone)


def draw_hall(
    s: Scheme, width: float, sides: str = "columns", end: str = "door", cover: str = ""
) -> str:
    """Draw a corridor with ``sides`` along it, ``end`` at the end of it and ``cover`` on its floor."""
    hall = _Hall(
        s=s,
        eye=(width / 2, s.rng.uniform(405, 455)),
        depth=s.rng.uniform(1.9, 2.6),
        bays=s.rng.randint(4, 6),
        paint=mix(s.wall, s.pick(s.cloth, s.cloth2, s.accent), s.rng.uniform(0.05, 0.3)),
        sky=s.pick("day", "day", "dusk"),
    )
    backdrop = rect(0, 0, width, 1000, darker(s.wall, 0.1), line="none")
    walls = "".join(_draw_side(hall, side, sides) for side in (-1, 1))
    left, top = hall.at(-1, hall.depth, 1)
    right, foot = hall.at(1, hall.depth, 0)
    end_wall = rect(left, top, right - left, foot - top, lighter(s.wall, 0.1), "lit")
    half = (right - left) / 2
    return (
        backdrop
        + _draw_ceiling_and_floor(hall)
        + walls
        + _draw_ribs(hall)
        + end_wall
        + _ENDS[end](hall, hall.eye[0], foot, half)
        + (_COVERS[cover](hall, foot, half) if cover else "")
    )


def _draw_ceiling_and_floor(hall: _Hall) -> str:
    s, far = hall.s, hall.depth
    ceiling = mix(s.wall, s.pick(s.cloth, s.cloth2, s.wood, "#ffffff"), s.rng.uniform(0.1, 0.4))
    out = ""
    for height, colour, tone in ((1, ceiling, "deep"), (0, s.floor, "lit")):
        near_to_far = [hall.at(-1, depth, height) for depth in (0.0, far)]
        back = [hall.at(1, depth, height) for depth in (far, 0.0)]
        out += polygon([*near_to_far, *back], colour, tone)
    checkered = s.rng.random() < 0.65
    depths = [far * (1 - i / 9) ** 1.6 for i in range(10)]
    for j in range(9):
        for i in range(8):
            if (i + j) % 2 if checkered else i % 2:
                colour = (
                    mix(s.floor, s.pick(s.cloth, s.trim), 0.4)
                    if checkered
                    else darker(s.floor, 0.14)
                )
                out += _draw_floor_tile(hall, depths[j], depths[j + 1], (i - 4) / 4, colour)
    return out


def _draw_floor_tile(hall: _Hall, far: float, near: float, left: float, colour: str) -> str:
    x = hall.eye[0]
    corners = []
    for depth, edges in ((far, (left, left + 0.25)), (near, (left + 0.25, left))):
        right, y = hall.at(1, depth, 0)
        corners += [(x + edge * (right - x), y) for edge in edges]
    return polygon(corners, colour, line="none")


def _draw_side(hall: _Hall, side: int, sides: str) -> str:
    s, far = hall.s, hall.depth
    shade = 0.04 if side < 0 else 0.16
    corners = [
        hall.at(side, depth, height) for depth, height in ((0, 0), (0, 1), (far, 1), (far, 0))
    ]
    out = polygon(corners, mix(hall.paint, "#2a2030", shade))
    out += hall.patch(side, 0, far, [(0, 0), (0, 0.2), (1, 0.2), (1, 0)], s.trim, "lit")
    for number in reversed(range(hall.bays)):
        near, end = hall.bay(number) + 0.03, hall.bay(number + 1) - 0.05
        inset = (end - near) * 0.16
        draw = _SIDES.get(sides)
        if draw is not None:
            out += draw(hall, side, near + inset, end - inset)
        if sides in _WITH_COLUMNS:
            out += _draw_column(hall, side, near)
    return out


def _draw_column(hall: _Hall, side: int, depth: float) -> str:
    (x, foot), (_, top) = hall.at(side, depth, 0), hall.at(side, depth, 1)
    w = 46 * hall.shrink(depth)
    x -= side * w * 0.8
    trim = hall.s.trim
    return (
        rect(x - w / 2, top, w, foot - top, lighter(trim, 0.45), "round")
        + rect(x - w * 0.8, top, w * 1.6, w * 0.7, hall.s.pick("@gold", lighter(trim, 0.3)))
        + rect(x - w * 0.8, foot - w * 0.6, w * 1.6, w * 0.6, lighter(trim, 0.3), "lit")
    )


def _draw_ribs(hall: _Hall) -> str:
    out = ""
    for number in reversed(range(1, hall.bays)):
        depth = hall.bay(number)
        (left, y), (right, _) = hall.at(-1, depth, 1), hall.at(1, depth, 1)
        sag, thick = 70 * hall.shrink(depth), 40 * hall.shrink(depth)
        rib = f"M{num(left)} {num(y + sag * 2)}Q{num(hall.eye[0])} {num(y - sag)} {num(right)} {num(y + sag * 2)}"
        out += path(f"{rib}V{num(y)}H{num(left)}Z", lighter(hall.s.trim, 0.25), "deep")
        out += rect(left, y - thick / 2, right - left, thick, hall.s.trim, "lit")
    return out


def _windows(hall: _Hall, side: int, near: float, far: float) -> str:
    edge = (far - near) * 0.09
    outer = hall.patch(
        side, near, far, [(u, 0.2 + 0.75 * v) for u, v in _ARCH], lighter(hall.s.trim), "side"
    )
    pane = [(u, 0.24 + 0.72 * v) for u, v in _ARCH]
    return outer + hall.patch(side, near + edge, far - edge, pane, f"@{hall.sky}")


def _doors(hall: _Hall, side: int, near: float, far: float) -> str:
    s, edge = hall.s, (far - near) * 0.07
    leaf = s.pick(s.wood, s.cloth, s.cloth2, s.accent)
    x, y = hall.at(side, far - 2 * edge, 0.36)
    return (
        hall.patch(side, near, far, _ARCH, darker(s.trim, 0.2))
        + hall.patch(side, near + edge, far - edge, [(u, 0.96 * v) for u, v in _ARCH], leaf, "side")
        + circle(x, y, 9 * hall.shrink(far), "@gold")
    )


def _paintings(hall: _Hall, side: int, near: float, far: float) -> str:
    back = hall.s.pick("#5a4a3a", "#3f6a5a", "#6a4a6a", "#3f5a8a", "#a8603a")
    front = hall.s.pick("#f0c9a0", "#e0b070", "#9fc0d0", "#d9e0b0")
    return (
        hall.patch(side, near, far, _FRAME, "@gold")
        + hall.patch(side, near, far, _CANVAS, back, "lit")
        + hall.patch(side, near, far, _BUST, front, "ball")
    )


def _mirrors(hall: _Hall, side: int, near: float, far: float) -> str:
    rim = [(0.5 + (u - 0.5) * 1.25, 0.55 + (v - 0.55) * 1.25) for u, v in _OVAL]
    return hall.patch(side, near, far, rim, "@gold") + hall.patch(side, near, far, _OVAL, "@glass")


def _niches(hall: _Hall, side: int, near: float, far: float) -> str:
    hollow = [(u, 0.16 + 0.7 * v) for u, v in _ARCH]
    return hall.patch(side, near, far, hollow, darker(hall.s.wall, 0.35), "deep") + hall.patch(
        side, near, far, _STATUE, lighter(hall.s.stone, 0.3), "side"
    )


def _arches(hall: _Hall, side: int, near: float, far: float) -> str:
    edge = (far - near) * 0.14
    return hall.patch(
        side,
        near - edge,
        far + edge,
        [(u, 1.02 * v) for u, v in _ARCH],
        lighter(hall.s.trim, 0.2),
        "side",
    ) + hall.patch(
        side,
        near,
        far,
        [(u, 0.98 * v) for u, v in _ARCH],
        mix(hall.s.wall, "#1d1626", 0.65),
        "deep",
    )


def _stones(hall: _Hall, side: int, near: float, far: float) -> str:
    near, far = near - (far - near) * 0.23, far + (far - near) * 0.23
    half = (far - near) / 2
    out = ""
    for v in (0.24, 0.42, 0.6, 0.78):
        block = [(0.04, v), (0.04, v + 0.16), (0.96, v + 0.16), (0.96, v)]
        for start in (near, near + half):
            colour = mix(hall.s.wall, "#2a2030", hall.s.rng.uniform(0.1, 0.3))
            out += hall.patch(side, start, start + half, block, colour, "lit")
    return out


def _spikes(hall: _Hall, side: int, near: float, far: float) -> str:
    out = ""
    for height in (0.32, 0.52, 0.72):
        (x, low), (_, high) = hall.at(side, near, height), hall.at(side, near, height + 0.09)
        tip = (x - side * 90 * hall.shrink(near), (low + high) / 2)
        out += polygon([(x, low), (x, high), tip], "@steel")
    return out


def _arched(x: float, foot: float, half: float, width: float) -> str:
    w = half * width
    return f"M{num(x - w)} {num(foot)}v{num(-half * 1.1)}q0 {num(-w)} {num(w)} {num(-w)}t{num(w)} {num(w)}v{num(half * 1.1)}z"


def _end_door(hall: _Hall, x: float, foot: float, half: float) -> str:
    leaf = path(_arched(x, foot, half, 0.55), hall.s.wood, "side")
    return leaf + circle(x + half * 0.3, foot - half * 0.55, 6, "@gold")


def _end_light(hall: _Hall, x: float, foot: float, half: float) -> str:
    return path(_arched(x, foot, half, 0.7), "#fffbe6") + circle(
        x, foot - half, half * 4, "@glow", line="none"
    )


def _end_window(hall: _Hall, x: float, foot: float, half: float) -> str:
    pane = path(_arched(x, foot - half * 0.4, half, 0.6), f"@{hall.sky}")
    return pane + stroke(
        f"M{num(x)} {num(foot - half * 2.1)}V{num(foot - half * 0.4)}", lighter(hall.s.trim), 6
    )


def _end_dark(hall: _Hall, x: float, foot: float, half: float) -> str:
    return path(_arched(x, foot, half, 0.7), "#17121c", "deep")


def _end_bricks(hall: _Hall, x: float, foot: float, half: float) -> str:
    _, top = hall.at(-1, hall.depth, 1)
    return "".join(
        rect(
            x - half + 26 * i - (13 if j % 2 else 0),
            top + 18 * j,
            24,
            16,
            mix("#b8634a", "#7a3a2e", hall.s.rng.random()),
            "lit",
        )
        for j in range(int((foot - top) / 18))
        for i in range(int(half / 13) + 1)
    )


def _carpet(hall: _Hall, foot: float, half: float) -> str:
    x = hall.eye[0]
    far, near = half * 0.45, 330.0
    runner = polygon(
        [(x - far, foot), (x + far, foot), (x + near, 880), (x - near, 880)], hall.s.cloth, "lit"
    )
    edges = "".join(
        f"M{num(x + side * far * 0.8)} {num(foot)}L{num(x + side * near * 0.84)} 880"
        for side in (-1, 1)
    )
    return runner + stroke(edges, hall.s.cloth2, 9)


def _holes(hall: _Hall, foot: float, half: float) -> str:
    x = hall.eye[0]
    return "".join(
        polygon(
            [
                (x + dx - r, y - r * 0.3),
                (x + dx + r, y - r * 0.3),
                (x + dx + r * 1.2, y + r * 0.3),
                (x + dx - r * 1.2, y + r * 0.3),
            ],
            "#17121c",
            "deep",
        )
        for dx, y, r in ((-90, 720, 60), (80, 640, 36), (120, 790, 70), (-20, 590, 22))
    )


def _puzzle(hall: _Hall, foot: float, half: float) -> str:
    piece = "M-18 9h13q-4 -10 5 -10t5 10h13v-13q10 4 10 -5t-10 -5v-13h-36z"
    out = ""
    for row in range(6):
        y, size = 560 + 46 * row + 3 * row * row, 34 + 11 * row
        for i in range(-3, 4):
            colour = hall.s.pick("#d9534a", "#4f9ac0", "#f0c04a", "#6fae5a", "#a86fd0", "#f0e6d0")
            out += place(path(piece, colour, "lit"), hall.eye[0] + i * size * 1.05, y, size / 36)
    return out


def _cracks(hall: _Hall, foot: float, half: float) -> str:
    rng = hall.s.rng
    return "".join(
        stroke(
            f"M{hall.eye[0] + rng.uniform(-320, 320):.0f} {rng.uniform(610, 830):.0f}"
            f"l{rng.uniform(-40, 40):.0f} 18l{rng.uniform(-30, 30):.0f} 14",
            darker(hall.s.floor, 0.5),
            6,
        )
        for _ in range(12)
    )


_SIDES: dict[str, Callable[[_Hall, int, float, float], str]] = {
    "windows": _windows,
    "doors": _doors,
    "paintings": _paintings,
    "mirrors": _mirrors,
    "niches": _niches,
    "arches": _arches,
    "stones": _stones,
    "spikes": _spikes,
}
_ENDS: dict[str, Callable[[_Hall, float, float, float], str]] = {
    "door": _end_door,
    "light": _end_light,
    "window": _end_window,
    "dark": _end_dark,
    "bricks": _end_bricks,
}
_COVERS: dict[str, Callable[[_Hall, float, float], str]] = {
    "carpet": _carpet,
    "holes": _holes,
    "puzzle": _puzzle,
    "cracks": _cracks,
}
