"""What else lies on tables where people play: mugs, glasses, pencils, dice, books, bowls, sheets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from ..scenes.arrays import Colour, Image, as_image
from ..scenes.noise import smooth_noise
from ..scenes.solids import circle, rounded_rectangle
from .finishes import Finish
from .meshes import Mesh, ball, extruded, joined, lathed, stacked, tube

_Rng = np.random.Generator


@dataclass(frozen=True)
class Thing:
    """A shape and what it is made of.

    Attributes
    ----------
    mesh
        Its shape.
    finishes
        What the mesh's faces refer to.
    piece
        Index of the piece of the game that it is; None for all else.
    hides
        Whether nothing can be seen through it.
    is_seen
        Whether the camera sees it; what is not seen still throws shadows.
    """

    mesh: Mesh
    finishes: tuple[Finish, ...]
    piece: int | None = None
    hides: bool = True
    is_seen: bool = True


def _colour(rng: _Rng, low: float = 20, high: float = 230) -> Colour:
    value = rng.uniform(low, high, 3)
    red, green, blue = value.mean() + (value - value.mean()) * rng.uniform(0.3, 1.1)
    return int(np.clip(red, 4, 250)), int(np.clip(green, 4, 250)), int(np.clip(blue, 4, 250))


def _glaze(rng: _Rng) -> Finish:
    colour = (236, 234, 228) if rng.random() < 0.4 else _colour(rng)
    return Finish(colour, roughness=float(rng.uniform(0.15, 0.6)), coat=float(rng.integers(2)))


def mug(rng: _Rng) -> list[Thing]:
    """Return a mug of coffee or tea."""
    r, h, wall = rng.uniform(0.8, 1.0), rng.uniform(1.8, 2.3), 0.09
    foot = r * rng.uniform(0.75, 1.0)
    outside = [(0, 0), (foot, 0), (foot + 0.04, 0.05), (r, 0.5 * h), (r, h - 0.04), (r - 0.04, h)]
    inside = [(r - wall, h - 0.04), (r - wall, 0.5 * h), (foot - wall, 0.15), (0, 0.12)]
    body = lathed([*outside, *inside], closed=True)
    angle = np.linspace(-1.3, 1.3, 14)
    bow = np.column_stack(
        [r - 0.1 + 0.62 * np.cos(angle), np.zeros(14), 0.52 * h + 0.34 * h * np.sin(angle)]
    )
    handle = tube(bow, 0.11)
    glaze = _glaze(rng)
    level = h * rng.uniform(0.45, 0.88)
    drink = Finish(((40, 22, 12), (110, 62, 26), (150, 110, 76))[int(rng.integers(3))],
                   roughness=0.05, coat=1.0, coat_roughness=0.02)  # fmt: skip
    surface = lathed([(0, level - 0.02), (r - wall - 0.005, level)], closed=True)
    things = [Thing(joined([body, handle]), (glaze,))]
    return things if rng.random() < 0.2 else [*things, Thing(surface, (drink,))]


def glass(rng: _Rng) -> list[Thing]:
    """Return a tumbler with water, juice or beer."""
    r, h, wall = rng.uniform(0.65, 0.9), rng.uniform(2.0, 3.0), 0.06
    foot = r * rng.uniform(0.7, 0.95)
    vessel = lathed(
        [(0, 0), (foot, 0), (foot + 0.02, 0.04), (r, h - 0.02), (r - wall / 2, h),
         (r - wall, h - 0.02), (foot - wall, 0.16), (0, 0.14)], 64, closed=True,
    )  # fmt: skip
    clear = Finish((250, 252, 250), roughness=0.0, transmission=1.0, ior=1.48)
    level = h * rng.uniform(0.3, 0.8)
    at_level = foot - wall + (r - foot) * (level - 0.16) / (h - 0.16)
    liquid = Finish(
        ((250, 252, 252), (236, 150, 40), (214, 150, 40), (120, 14, 34))[int(rng.integers(4))],
        roughness=0.0, transmission=1.0, ior=1.33,
    )  # fmt: skip
    drink = lathed([(0, 0.17), (foot - wall - 0.01, 0.17), (at_level - 0.01, level), (0, level)],
                   closed=True)  # fmt: skip
    things = [Thing(vessel, (clear,), hides=False)]
    return [*things, Thing(drink, (liquid,), hides=False)] if rng.random() < 0.7 else things


def pencil(rng: _Rng) -> list[Thing]:
    """Return a pencil that lies on one of its sides."""
    length, r = rng.uniform(2.2, 3.9), 0.085
    hexagon = circle(r, 6)
    cone = np.array([1.0, 0.45, 0.18, 0.02])
    ends = [-length / 2, length / 2 - 0.45, length / 2 - 0.2, length / 2 - 0.07, length / 2]
    sizes = np.concatenate([[1.0], cone])
    rings = [
        np.column_stack([np.full(6, x), hexagon * s]) for x, s in zip(ends, sizes, strict=True)
    ]
    mesh = stacked(rings, (0, 1, 2, 2, 2, 0))
    paint = Finish(_colour(rng), roughness=0.3, coat=0.6)
    wood, lead = Finish((216, 174, 122), roughness=0.7), Finish((46, 46, 50), roughness=0.4)
    lying = mesh.placed((0.0, 0.0), 0.0, r * float(np.cos(np.pi / 6)))
    return [Thing(lying, (paint, wood, lead))]


def pen(rng: _Rng) -> list[Thing]:
    """Return a ballpoint pen."""
    length, r = rng.uniform(2.9, 3.3), 0.11
    profile = [
        (0, 0),
        (0.02, 0),
        (0.07, 0.3),
        (r, 0.6),
        (r, length - 0.1),
        (0.08, length),
        (0, length),
    ]
    mesh = lathed(profile, 20, closed=True)
    lying = mesh.rotated([[0, 0, 1], [0, 1, 0], [-1, 0, 0]]).placed((-length / 2, 0.0), 0.0, r)
    clip = extruded(rounded_rectangle(0.9, 0.07, 0.03), 0.03).with_finish(0)
    clip = clip.placed((length / 2 - 0.6, 0.0), 0.0, 2 * r + 0.01)
    body = Finish(_colour(rng, 10, 200), roughness=float(rng.uniform(0.1, 0.4)))
    metal = Finish((200, 200, 204), metallic=1.0, roughness=0.2)
    return [Thing(lying, (body,)), Thing(clip, (metal,))]


def dice(rng: _Rng) -> list[Thing]:
    """Return one to three dice."""
    found = []
    body, ink = ((_colour(rng), (245, 245, 240)), ((244, 242, 234), (20, 20, 24)))[
        int(rng.integers(2))
    ]
    for _ in range(int(rng.integers(1, 4))):
        pips = int(rng.integers(1, 7))
        face = np.full((64, 64, 3), body, np.uint8)
        spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8],
                 6: [0, 2, 3, 5, 6, 8]}[pips]  # fmt: skip
        for spot in spots:
            cv2.circle(face, (15 + 17 * (spot % 3), 15 + 17 * (spot // 3)), 6, ink, -1, cv2.LINE_AA)
        side = float(rng.choice((0.27, 0.36)))
        cube = extruded(rounded_rectangle(side, side, 0.05), side, 0.03)
        at = rng.normal(0, 0.45, 2)
        shell = Finish(picture=face, roughness=0.25, coat=0.3)
        found.append(
            Thing(cube.placed(at, float(rng.uniform(0, 7))), (shell, Finish(body, roughness=0.25)))
        )
    return found


def book(rng: _Rng) -> list[Thing]:
    """Return a rulebook or a book."""
    wide, high = rng.uniform(2.8, 4.8), rng.uniform(3.6, 6.2)
    thick = float(rng.choice((0.05, 0.3, 0.7)) * rng.uniform(0.8, 1.3))
    cover = Finish(picture=_cover(rng), roughness=float(rng.uniform(0.2, 0.6)),
                   coat=float(rng.uniform(0, 0.6)), waviness=0.01)  # fmt: skip
    mesh = extruded(rounded_rectangle(wide, high, 0.02), thick)
    return [Thing(mesh, (cover, Finish((232, 226, 210), roughness=0.9)))]


def _cover(rng: _Rng) -> Image:
    """Paint something like the cover of a book, shape (400, 300, 3)."""
    sky, land = np.array(_colour(rng)), np.array(_colour(rng))
    ridge = smooth_noise(rng, (400, 300), (3, 3), 5)
    share = np.clip(0.5 + np.linspace(-1, 1, 400)[:, None] + 0.4 * ridge, 0, 1)[..., None]
    face = as_image(sky * (1 - share) + land * share)
    for _ in range(int(rng.integers(2, 7))):
        x, y = int(rng.uniform(30, 270)), int(rng.uniform(90, 370))
        size = (int(rng.uniform(10, 60)), int(rng.uniform(10, 60)))
        angle = float(rng.uniform(0, 180))
        cv2.ellipse(face, (x, y), size, angle, 0, 360, _colour(rng), -1, cv2.LINE_AA)
    words = "".join(rng.choice(list("AEIORNSTLMBDG"), int(rng.integers(4, 9))))
    cv2.putText(
        face, words, (20, 64), cv2.FONT_HERSHEY_TRIPLEX, 1.5, _colour(rng, 180, 250), 3, cv2.LINE_AA
    )
    return face


def score_pad(rng: _Rng) -> list[Thing]:
    """Return a pad with lines and numbers written by hand."""
    wide, high = rng.uniform(2.0, 3.4), rng.uniform(2.6, 4.4)
    tint = int(rng.integers(228, 246))
    face = np.full((480, 360, 3), (tint, tint - 2, tint - 8), np.uint8)
    rows, columns = int(rng.integers(7, 13)), int(rng.integers(3, 7))
    line = _colour(rng, 90, 170)
    for y in np.linspace(50, 450, rows + 1).astype(int):
        cv2.line(face, (20, int(y)), (340, int(y)), line, 1, cv2.LINE_AA)
    for x in np.linspace(20, 340, columns + 1).astype(int):
        cv2.line(face, (int(x), 50), (int(x), 450), line, 1, cv2.LINE_AA)
    ink = ((28, 40, 120), (40, 40, 44))[int(rng.integers(2))]
    for row in range(rows):
        for column in range(1, columns):
            if rng.random() < 0.55:
                at = (int(28 + 320 / columns * column), int(50 + 400 / rows * (row + 0.75)))
                text = str(int(rng.integers(0, 40)))
                cv2.putText(
                    face, text, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.8, ink, 2, cv2.LINE_AA
                )
    cv2.rectangle(face, (20, 12), (340, 40), _colour(rng), -1)
    paper = Finish(picture=face, roughness=0.85, waviness=0.02)
    mesh = extruded(rounded_rectangle(wide, high, 0.01), float(rng.choice((0.012, 0.15))))
    return [Thing(mesh, (paper, Finish((236, 234, 226), roughness=0.9)))]


def bowl(rng: _Rng) -> list[Thing]:
    """Return a bowl of nuts, crisps or sweets."""
    r, h, wall = rng.uniform(1.2, 1.8), rng.uniform(0.8, 1.3), 0.09
    bend = np.linspace(0, 1, 8)
    radius = r * (0.45 + 0.55 * np.sin(bend * np.pi / 2))
    rise = h * (1 - np.cos(bend * np.pi / 2))
    outside = [(0, 0), (0.4 * r, 0), *zip(radius, rise, strict=True)]
    inside = [(x - wall, y + 0.3 * wall) for x, y in zip(radius[::-1], rise[::-1], strict=True)]
    vessel = lathed([*outside, *inside, (0, 0.06)], closed=True)
    if rng.random() < 0.25:
        clear = Finish((250, 252, 250), roughness=0.0, transmission=1.0, ior=1.48)
        return [Thing(vessel, (clear,), hides=False)]
    things = [Thing(vessel, (_glaze(rng),))]
    if rng.random() < 0.3:
        return things
    inks = [_colour(rng, 60, 235) for _ in range(4)]
    if rng.random() < 0.6:
        inks = [(196, 148, 88), (172, 118, 66), (214, 172, 112), (150, 98, 56)]
    stuff = tuple(Finish(ink, roughness=0.4) for ink in inks)
    kernels = []
    for _ in range(60):
        size, angle = rng.uniform(0.12, 0.2), rng.uniform(0, 2 * np.pi)
        away = 0.72 * r * np.sqrt(rng.random())
        kernel = ball(size, (1.3, 0.9, 0.8), 10).with_finish(int(rng.integers(4)))
        at = (away * np.cos(angle), away * np.sin(angle))
        kernels.append(kernel.placed(at, float(rng.uniform(0, 7)), h * rng.uniform(0.3, 0.62)))
    return [*things, Thing(joined(kernels), stuff)]


def plate(rng: _Rng) -> list[Thing]:
    """Return a plate, seldom with a biscuit."""
    r = rng.uniform(1.7, 2.4)
    mesh = lathed(
        [(0, 0), (0.6 * r, 0), (r, 0.3), (r, 0.36), (0.62 * r, 0.08), (0, 0.07)], 64, closed=True
    )
    things = [Thing(mesh, (_glaze(rng),))]
    for _ in range(int(rng.integers(0, 4))):
        biscuit = lathed([(0, 0), (0.5, 0), (0.56, 0.06), (0.5, 0.14), (0, 0.17)], 32, closed=True)
        crust = Finish((188, 132, 72), roughness=0.85)
        things.append(Thing(biscuit.placed(rng.normal(0, 0.5, 2), 0.0, 0.1), (crust,)))
    return things


def phone(rng: _Rng) -> list[Thing]:
    """Return a phone with a dark screen."""
    mesh = extruded(rounded_rectangle(1.6, 3.3, 0.2, 8), 0.18, 0.03)
    screen = Finish((8, 8, 10), roughness=0.03, coat=1.0, coat_roughness=0.01)
    return [Thing(mesh, (screen, Finish(_colour(rng, 10, 120), roughness=0.3)))]


_CASTLE = np.array(
    [[-0.55, -0.4], [0.55, -0.4], [0.55, 0.55], [0.36, 0.55], [0.36, 0.36], [0.2, 0.36],
     [0.2, 0.12], [-0.2, 0.12], [-0.2, 0.7], [-0.36, 0.9], [-0.55, 0.7]]
)  # fmt: skip


def castle_token(rng: _Rng) -> list[Thing]:
    """Return a wooden castle, lying or standing."""
    wood = Finish(
        ((196, 150, 96), (166, 30, 36), (30, 66, 140), (36, 110, 62), (110, 54, 130),
         (222, 184, 56), (40, 38, 36))[int(rng.integers(7))],
        roughness=0.45, coat=0.3, coat_roughness=0.3,
    )  # fmt: skip
    mesh = extruded(_CASTLE * rng.uniform(0.6, 0.9), float(rng.uniform(0.2, 0.3)), 0.02)
    if rng.random() < 0.4:
        mesh = mesh.rotated([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
        mesh = mesh.placed((0.0, 0.0), 0.0, -float(mesh.vertices[:, 2].min()))
    return [Thing(mesh, (wood, wood))]


def coins(rng: _Rng) -> list[Thing]:
    """Return coins and a key or two rings of metal."""
    found = []
    for _ in range(int(rng.integers(1, 5))):
        tone = ((200, 160, 90), (190, 190, 188), (180, 110, 76))[int(rng.integers(3))]
        mesh = extruded(circle(float(rng.uniform(0.2, 0.29)), 40), 0.045, 0.008)
        metal = Finish(tone, metallic=1.0, roughness=float(rng.uniform(0.2, 0.4)), waviness=0.03)
        found.append(Thing(mesh.placed(rng.normal(0, 0.5, 2)), (metal, metal)))
    return found


def napkin(rng: _Rng) -> list[Thing]:
    """Return a folded napkin or a coaster."""
    side = float(rng.uniform(1.9, 3.2))
    cloth = Finish(_colour(rng, 60, 240), roughness=0.95, sheen=0.3, waviness=0.08)
    mesh = extruded(rounded_rectangle(side, side, 0.05), float(rng.uniform(0.03, 0.1)))
    return [Thing(mesh, (cloth, cloth))]


PROPS: Mapping[str, tuple[Callable[[_Rng], Sequence[Thing]], float, float]] = {
    "mug": (mug, 1.5, 1.2),
    "glass": (glass, 0.95, 1.1),
    "pencil": (pencil, 1.5, 1.2),
    "pen": (pen, 1.6, 0.8),
    "dice": (dice, 0.9, 0.8),
    "book": (book, 2.9, 0.7),
    "score pad": (score_pad, 2.0, 1.0),
    "bowl": (bowl, 1.8, 0.9),
    "plate": (plate, 2.4, 0.4),
    "phone": (phone, 1.8, 0.6),
    "castle token": (castle_token, 0.8, 1.6),
    "coins": (coins, 0.9, 0.4),
    "napkin": (napkin, 1.8, 0.5),
}
"""Things by name: what makes them, the radius in tiles that they need, how often they lie there."""
