"""What else lies on a table where people play: paper, cards, mugs, dice, phones, wooden castles."""

from collections.abc import Callable, Mapping, Sequence

import cv2
import numpy as np

from .arrays import Colour, Image, Points, as_image
from .noise import smooth_noise
from .pieces import PAPER
from .solids import Solid, circle, prism, rounded_rectangle

_Rng = np.random.Generator
_WHITE: Colour = (240, 239, 234)


def _blank(wide: int, high: int, colour: Colour) -> Image:
    return np.full((high, wide, 3), colour, np.uint8)


def _colour(rng: _Rng, low: float = 30, high: float = 225) -> Colour:
    value = rng.uniform(low, high, 3)
    red, green, blue = value.mean() + (value - value.mean()) * rng.uniform(0.2, 1.0)
    return int(red), int(green), int(blue)


def _shaded(rng: _Rng, face: Image, strength: float) -> Image:
    wrinkles = smooth_noise(rng, (face.shape[0], face.shape[1]), (3, 3), 3)
    return as_image(face * (1 + strength * wrinkles)[..., None])


def _scribble(rng: _Rng, face: Image, line: float, ink: Colour) -> None:
    """Write a line of something that no one can read."""
    high, wide = face.shape[:2]
    x = rng.uniform(0.06, 0.15) * wide
    end = rng.uniform(0.3, 0.9) * wide
    size = 0.012 * high + 2
    while x < end:
        letters = int(rng.integers(3, 10))
        steps = rng.uniform(0.5, 1.1, 4 * letters).cumsum() * size * 0.35
        heights = line + size * rng.normal(0, 0.55, 4 * letters)
        stroke = np.column_stack([x + steps, heights])
        cv2.polylines(face, [np.rint(stroke).astype(np.int32)], False, ink, 1, cv2.LINE_AA)
        x += float(steps[-1]) + 1.6 * size


def _sheet_face(rng: _Rng, wide: float, high: float) -> Image:
    scale = 400 / max(wide, high)
    columns, rows = int(wide * scale), int(high * scale)
    tint = int(rng.integers(-14, 6))
    face = _blank(columns, rows, (238 + tint, 237 + tint, 230 + tint + int(rng.integers(-16, 8))))
    ink: Colour = ((40, 40, 44), (30, 50, 130), (90, 90, 92))[int(rng.integers(3))]
    kind = int(rng.integers(5))
    if kind == 0:  # notes
        for line in np.arange(30, rows - 20, rng.uniform(16, 30)):
            if rng.random() < 0.75:
                _scribble(rng, face, float(line), ink)
    elif kind == 1:  # a score pad
        lines = int(rng.integers(6, 12))
        for step in np.linspace(0.08, 0.94, lines):
            cv2.line(
                face,
                (int(0.06 * columns), int(step * rows)),
                (int(0.94 * columns), int(step * rows)),
                ink,
                1,
                cv2.LINE_AA,
            )
        for step in np.linspace(0.06, 0.94, int(rng.integers(4, 9))):
            cv2.line(
                face,
                (int(step * columns), int(0.08 * rows)),
                (int(step * columns), int(0.94 * rows)),
                ink,
                1,
                cv2.LINE_AA,
            )
            for row in np.linspace(0.12, 0.9, lines):
                if rng.random() < 0.4:
                    at = (int(step * columns) + 6, int(row * rows))
                    number = str(int(rng.integers(0, 30)))
                    cv2.putText(face, number, at, 4, 0.4, (30, 50, 130), 1, cv2.LINE_AA)
        cv2.rectangle(face, (0, 0), (columns, int(0.06 * rows)), _colour(rng), -1)
    elif kind == 2:  # a rulebook or magazine
        face[:] = _colour(rng, 190, 245)
        for _ in range(int(rng.integers(2, 6))):
            x, y = rng.uniform(0.05, 0.7) * columns, rng.uniform(0.05, 0.7) * rows
            w, h = rng.uniform(0.2, 0.45) * columns, rng.uniform(0.12, 0.3) * rows
            cv2.rectangle(face, (int(x), int(y)), (int(x + w), int(y + h)), _colour(rng), -1)
        for y in range(20, rows - 15, 7):
            for x in range(int(0.07 * columns), int(0.9 * columns), 9):
                if rng.random() < 0.6:
                    cv2.line(face, (x, y), (x + int(rng.integers(3, 8)), y), (70, 66, 62), 1)
    elif kind == 3:  # lined paper
        for line in np.arange(24, rows, 18):
            cv2.line(face, (0, int(line)), (columns, int(line)), (170, 186, 214), 1)
            if rng.random() < 0.4:
                _scribble(rng, face, float(line) - 5, ink)
    if rng.random() < 0.4:  # folded
        fold = columns // 2
        face[:, fold - 1 : fold + 2] = as_image(face[:, fold - 1 : fold + 2] * 0.86)
        face[:, :fold] = as_image(face[:, :fold] * rng.uniform(0.93, 1.0))
    return _shaded(rng, face, 0.012)


def sheet(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a sheet of paper, a score pad, a rulebook."""
    wide, high = ((2.3, 3.3), (3.3, 4.66), (4.66, 6.6), (1.7, 2.3))[int(rng.integers(4))]
    thick = PAPER if rng.random() < 0.6 else float(rng.uniform(0.05, 0.2))
    outline = rounded_rectangle(wide, high, 0.01)
    face = _sheet_face(rng, wide, high)
    return [prism(outline, face, _WHITE, at=at, angle=angle, base=0, height=thick, gloss=0.012)]


_SUITS: tuple[Points, ...] = (
    np.array([[0, 1], [0.62, 0], [0, -1], [-0.62, 0]]),
    np.array([[0, -1], [0.9, 0.05], [0.75, 0.6], [0.35, 0.7], [0, 0.35], [-0.35, 0.7],
              [-0.75, 0.6], [-0.9, 0.05]]),
    np.array([[0, 1], [0.85, -0.1], [0.7, -0.55], [0.2, -0.4], [0.3, -1], [-0.3, -1],
              [-0.2, -0.4], [-0.7, -0.55], [-0.85, -0.1]]),
)  # fmt: skip


def _playing_card_face(rng: _Rng) -> Image:
    face = _blank(180, 252, (244, 243, 240))
    if rng.random() < 0.25:  # its back
        cv2.rectangle(face, (10, 10), (170, 242), _colour(rng, 20, 150), -1)
        for step in range(-250, 250, 14):
            cv2.line(face, (10, step), (170, step + 160), _colour(rng, 160, 240), 1, cv2.LINE_AA)
        face[:10], face[242:], face[:, :10], face[:, 170:] = 244, 244, 244, 244
        return face
    if rng.random() < 0.3:  # of another game: a picture in a frame
        cv2.rectangle(face, (8, 8), (172, 244), _colour(rng), -1)
        cv2.rectangle(face, (20, 36), (160, 150), _colour(rng), -1)
        cv2.circle(face, (90, 95), int(rng.integers(20, 50)), _colour(rng), -1, cv2.LINE_AA)
        cv2.rectangle(face, (20, 165), (160, 232), _colour(rng, 190, 240), -1)
        for y in range(176, 226, 10):
            cv2.line(face, (28, y), (int(rng.integers(90, 152)), y), (60, 56, 50), 2)
        return face
    ink: Colour = (190, 24, 34) if rng.random() < 0.5 else (24, 24, 28)
    suit = _SUITS[int(rng.integers(3))] * np.array([1.0, -1.0])
    columns, rows = ((1, 2), (1, 3), (2, 2), (2, 3), (2, 4), (1, 1))[int(rng.integers(6))]
    size = 44.0 if columns * rows == 1 else 17.0
    for column in np.linspace(58, 122, columns) if columns > 1 else np.array([90.0]):
        for row in np.linspace(52, 200, rows) if rows > 1 else np.array([126.0]):
            pip = np.rint(suit * size + np.array([column, row])).astype(np.int32)
            cv2.fillPoly(face, [pip], ink, cv2.LINE_AA)
    rank = str(rng.choice(list("A23456789JQK")))
    for _ in range(2):
        cv2.putText(face, rank, (9, 34), 0, 0.9, ink, 2, cv2.LINE_AA)
        face = np.ascontiguousarray(face[::-1, ::-1])
    return face


def playing_cards(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return one to four playing cards."""
    cards = []
    for index in range(int(rng.integers(1, 5))):
        place = at + rng.normal(0, 0.5, 2) * (index > 0)
        cards.append(
            prism(
                rounded_rectangle(1.4, 1.96, 0.08),
                _playing_card_face(rng),
                _WHITE,
                at=place,
                angle=angle + float(rng.normal(0, 0.3)),
                base=index * PAPER,
                height=PAPER,
                gloss=0.035,
                roughness=0.2,
                order=0.1 + index * 0.01,
            )
        )
    return cards


def phone(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a telephone, its screen mostly dark."""
    face = _blank(150, 310, (16, 16, 18))
    if rng.random() < 0.3:
        screen = as_image(
            rng.uniform(40, 240, 3) + 40 * smooth_noise(rng, (290, 136), (3, 2))[..., None]
        )
        face[10:300, 7:143] = screen
    outline = rounded_rectangle(1.62, 3.3, 0.22)
    side = ((30, 30, 32), (190, 190, 194), (60, 70, 90))[int(rng.integers(3))]
    return [
        prism(outline, face, side, at=at, angle=angle, base=0, height=0.18, order=2,
              gloss=0.05, roughness=0.015)
    ]  # fmt: skip


def _disc_face(size: int, rings: Sequence[tuple[float, Colour]]) -> Image:
    face = _blank(size, size, rings[0][1])
    for radius, colour in rings:
        cv2.circle(face, (size // 2, size // 2), int(radius * size / 2), colour, -1, cv2.LINE_AA)
    return face


def mug(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a mug of tea or coffee with its handle."""
    radius, height = rng.uniform(0.8, 1.05), rng.uniform(1.7, 2.4)
    colour = (236, 234, 230) if rng.random() < 0.4 else _colour(rng)
    drink: Colour = ((52, 30, 18), (120, 62, 20), (186, 142, 100))[int(rng.integers(3))]
    dark = (int(colour[0] * 0.6), int(colour[1] * 0.6), int(colour[2] * 0.6))
    face = _disc_face(200, ((1.0, colour), (0.9, dark), (0.84, drink)))
    body = prism(circle(radius, 40), face, colour, at=at, angle=0, base=0, height=height,
                 order=3, gloss=0.045, roughness=0.1, narrower=float(rng.uniform(0.85, 1.0)))  # fmt: skip
    out = np.array([np.cos(angle), np.sin(angle)])
    handle = prism(
        rounded_rectangle(0.62, 0.24, 0.1), _blank(8, 8, colour), colour,
        at=at + out * (radius + 0.22), angle=angle, base=0.3 * height, height=0.5 * height,
        order=3, ground=0, gloss=0.045, roughness=0.1,
    )  # fmt: skip
    return [handle, body]


def glass(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a glass that the table shines through."""
    radius, height = rng.uniform(0.65, 0.85), rng.uniform(1.8, 3.0)
    drink: Colour = ((214, 222, 222), (196, 120, 30), (120, 20, 36))[int(rng.integers(3))]
    rim: Colour = (206, 214, 216)
    face = _disc_face(160, ((1.0, rim), (0.93, drink)))
    return [
        prism(circle(radius, 36), face, drink, at=at, angle=angle, base=0, height=height, order=3,
              opacity=float(rng.uniform(0.35, 0.6)), gloss=0.06, roughness=0.05)
    ]  # fmt: skip


def bowl(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a bowl of snacks."""
    radius = rng.uniform(1.3, 2.2)
    colour = (228, 226, 220) if rng.random() < 0.5 else _colour(rng)
    snack: Colour = ((204, 150, 60), (150, 90, 44), (222, 196, 120))[int(rng.integers(3))]
    face = _disc_face(240, ((1.0, colour), (0.93, (90, 76, 60))))
    for _ in range(120):
        turn, reach = rng.uniform(0, 2 * np.pi), 100 * np.sqrt(rng.random())
        bit = int(120 + reach * np.cos(turn)), int(120 + reach * np.sin(turn))
        red, green, blue = np.clip(np.array(snack) * rng.uniform(0.7, 1.2), 0, 255)
        axes = (int(rng.integers(8, 18)), int(rng.integers(5, 12)))
        tone = (int(red), int(green), int(blue))
        cv2.ellipse(face, bit, axes, float(rng.uniform(0, 180)), 0, 360, tone, -1, cv2.LINE_AA)
    return [
        prism(circle(radius, 44), face, colour, at=at, angle=angle, base=0,
              height=float(rng.uniform(0.7, 1.3)), order=3, narrower=0.6, gloss=0.02)
    ]  # fmt: skip


def dice(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a few dice."""
    colour = _WHITE if rng.random() < 0.5 else _colour(rng, 20, 200)
    pip: Colour = (24, 24, 26) if sum(colour) > 330 else _WHITE
    spots = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8),
             6: (0, 2, 3, 5, 6, 8)}  # fmt: skip
    found = []
    for _ in range(int(rng.integers(1, 6))):
        face = _blank(48, 48, colour)
        for spot in spots[int(rng.integers(1, 7))]:
            cv2.circle(face, (10 + spot % 3 * 14, 10 + spot // 3 * 14), 5, pip, -1, cv2.LINE_AA)
        found.append(
            prism(
                rounded_rectangle(0.36, 0.36, 0.06),
                face,
                colour,
                at=at + rng.normal(0, 0.8, 2),
                angle=float(rng.uniform(0, 7)),
                base=0,
                height=0.36,
                order=2,
                gloss=0.04,
                roughness=0.12,
            )
        )
    return found


def coins(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a few coins."""
    found = []
    for _ in range(int(rng.integers(1, 5))):
        metal: Colour = ((176, 176, 172), (190, 156, 84), (150, 92, 60))[int(rng.integers(3))]
        dark = (metal[0] - 40, metal[1] - 40, metal[2] - 40)
        face = _disc_face(64, ((1.0, metal), (0.85, dark), (0.8, metal)))
        number = str(int(rng.integers(1, 3)))
        cv2.putText(face, number, (22, 44), 0, 1.0, dark, 3, cv2.LINE_AA)
        found.append(
            prism(
                circle(float(rng.uniform(0.2, 0.29)), 28),
                face,
                dark,
                angle=angle,
                base=0,
                at=at + rng.normal(0, 0.7, 2),
                height=0.045,
                order=2,
                gloss=0.3,
                roughness=0.15,
            )
        )
    return found


def pencil(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a pencil or pen."""
    colour = _colour(rng)
    face = _blank(300, 12, colour)
    face[:4] = as_image(face[:4] * 0.75)
    face[5:7] = as_image(face[5:7] * 1.25)
    face[:, :26] = (222, 186, 140)
    face[:, :8] = (40, 38, 38)
    face[:, 288:] = _colour(rng)
    outline = np.array([[-1.8, -0.02], [-1.5, -0.075], [1.9, -0.075], [1.9, 0.075], [-1.5, 0.075],
                        [-1.8, 0.02]])  # fmt: skip
    return [
        prism(outline, face, colour, at=at, angle=angle, base=0, height=0.15, order=2, gloss=0.03)
    ]


# A castle with three towers, as wooden castle markers are cut.
_CASTLE: Points = np.array(
    [[-0.42, -0.4], [0.42, -0.4], [0.42, 0.2], [0.3, 0.36], [0.18, 0.2], [0.18, 0.1], [0.12, 0.1],
     [0.12, 0.32], [0, 0.5], [-0.12, 0.32], [-0.12, 0.1], [-0.18, 0.1], [-0.18, 0.2], [-0.3, 0.36],
     [-0.42, 0.2]]
)  # fmt: skip


def castle_token(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a castle token, which stands for a castle between two players."""
    colour = ((196, 150, 96), (170, 34, 40), (36, 74, 150), (40, 120, 70), (120, 60, 140),
              (226, 190, 60), (220, 216, 206))[int(rng.integers(7))]  # fmt: skip
    face = _shaded(rng, _blank(64, 64, colour), 0.05)
    return [
        prism(_CASTLE * rng.uniform(0.6, 1.0), face, colour, at=at, angle=angle, base=0,
              height=float(rng.uniform(0.05, 0.24)), order=2, gloss=0.01, convex=False)
    ]  # fmt: skip


def blocks(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return wooden cubes, discs and sticks of another game."""
    found = []
    for _ in range(int(rng.integers(2, 8))):
        colour = _colour(rng, 20, 235)
        outline = (rounded_rectangle(0.22, 0.22, 0.01), circle(0.2, 24),
                   rounded_rectangle(0.55, 0.12, 0.01))[int(rng.integers(3))]  # fmt: skip
        found.append(
            prism(outline, _blank(8, 8, colour), colour, at=at + rng.normal(0, 0.7, 2),
                  angle=float(rng.uniform(0, 7)), base=0, height=0.2, order=2, gloss=0.01)
        )  # fmt: skip
    return found


def box(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return the box of a game, its lid painted."""
    wide, high = rng.uniform(3.5, 6.6), rng.uniform(3.5, 6.6)
    sky, land = _colour(rng), _colour(rng)
    noise = smooth_noise(rng, (300, 300), (4, 4), 5)
    ramp = np.linspace(-1.5, 1.5, 300)[:, None]
    share = np.clip(0.5 + 0.5 * (ramp + 0.7 * noise), 0, 1)[..., None]
    face = as_image(np.array(sky) * (1 - share) + np.array(land) * share)
    for _ in range(int(rng.integers(1, 6))):
        x, y = rng.uniform(20, 280, 2)
        cv2.circle(face, (int(x), int(y)), int(rng.integers(10, 50)), _colour(rng), -1, cv2.LINE_AA)
    title = "".join(rng.choice(list("ABCDEFGHIKLMNOPRSTU"), int(rng.integers(4, 9))))
    cv2.putText(face, title, (24, 70), 2, 1.6, _colour(rng, 180, 255), 3, cv2.LINE_AA)
    return [
        prism(rounded_rectangle(wide, high, 0.05), face, land, at=at, angle=angle, base=0,
              height=float(rng.uniform(0.8, 1.6)), order=2, gloss=0.03, roughness=0.25)
    ]  # fmt: skip


def _skin(rng: _Rng) -> Colour:
    tones: tuple[Colour, ...] = (
        (236, 194, 168), (222, 172, 140), (198, 142, 108), (160, 106, 76), (112, 72, 52),
        (78, 50, 38),
    )  # fmt: skip
    return tones[int(rng.integers(len(tones)))]


def hand(rng: _Rng, at: Points, angle: float) -> list[Solid]:
    """Return a hand that points at a place, seen from above, with some of its arm.

    Fingers are capsules, shaded as tubes by how far each pixel is from their edge.
    """
    size, scale = 700, 92.0  # of the picture, and pixels per tile
    skin = np.array(_skin(rng), np.float32)
    mask, shade = np.zeros((size, size), np.uint8), np.full((size, size), 0.0, np.float32)

    def limb(start: Points, end: Points, radius: float) -> None:
        capsule = np.zeros((size, size), np.uint8)
        points = (np.array([start, end]) * scale + np.array([size / 2, 70.0])).round().astype(int)
        first, last = (int(points[0, 0]), int(points[0, 1])), (int(points[1, 0]), int(points[1, 1]))
        cv2.line(capsule, first, last, 255, int(2 * radius * scale), cv2.LINE_AA)
        inside = np.asarray(cv2.distanceTransform((capsule > 127).view(np.uint8), cv2.DIST_L2, 3))
        depth = np.clip(1 - inside / (radius * scale), 0, 1)
        tube = np.sqrt(1 - 0.92 * depth**2)
        covered = capsule > 0
        shade[covered] = np.where(
            shade[covered] > 0, np.maximum(shade[covered] * 0.97, tube[covered]), tube[covered]
        )
        np.maximum(mask, capsule, out=mask)

    knuckles = np.array([[-0.62, 2.1], [-0.22, 1.92], [0.22, 1.98], [0.6, 2.2]])
    limb(np.array([0.0, 6.5]), np.array([0.0, 4.3]), 0.72)
    limb(np.array([-0.1, 3.9]), np.array([0.05, 3.0]), 1.0)
    limb(np.array([-0.35, 3.1]), np.array([-0.35, 2.6]), 0.62)
    limb(np.array([0.4, 3.1]), np.array([0.35, 2.6]), 0.6)
    pointing = bool(rng.random() < 0.6)
    reach = (2.2, 0.9, 0.8, 0.7) if pointing else (1.75, 1.95, 1.8, 1.4)
    for index, knuckle in enumerate(knuckles):
        spread = (index - 1.5) * rng.uniform(0.05, 0.22)
        length = reach[index] * rng.uniform(0.92, 1.06)
        tip = knuckle + length * np.array([np.sin(spread), -np.cos(spread)])
        limb(knuckle + np.array([0.0, 0.4]), tip, 0.2 if index == 3 else 0.24)
        nail = (tip * scale + np.array([size / 2, 70.0 - 3])).round().astype(int)
        if not pointing or index == 0:
            cv2.ellipse(shade, (int(nail[0]), int(nail[1])), (11, 14), float(np.degrees(spread)),
                        0, 360, 1.06, -1)  # fmt: skip
    limb(np.array([-0.9, 3.4]), np.array([-1.5, 2.35 + 0.3 * rng.random()]), 0.28)
    shade = np.asarray(cv2.GaussianBlur(shade, (0, 0), 2.2), np.float32)
    tint = smooth_noise(rng, (size, size), (9, 9), 4)
    colours = skin * (0.35 + 0.68 * shade + 0.03 * tint)[..., None]
    colours[..., 1:] *= (0.94 + 0.06 * shade)[..., None]
    if rng.random() < 0.7:  # a sleeve
        cuff = int(70 + scale * rng.uniform(4.3, 5.2))
        cloth = np.array(_colour(rng, 20, 220), np.float32)
        folds = 1 + 0.12 * smooth_noise(rng, (size - cuff, size), (8, 3), 2)
        limb(np.array([0.0, 7.5]), np.array([0.0, (cuff - 70) / scale + 0.9]), 0.95)
        colours[cuff:] = cloth * ((0.3 + 0.7 * shade[cuff:]) * folds)[..., None]
    face = np.dstack([as_image(colours), mask])
    if rng.random() < 0.5:
        face = np.ascontiguousarray(face[:, ::-1])
    flat = size / scale
    outline = rounded_rectangle(flat, flat, 0.01)
    fingertip = 70.0 / scale
    middle = at + np.array([np.sin(angle), -np.cos(angle)]) * (flat / 2 - fingertip)
    lift = float(rng.uniform(0.15, 0.9))
    return [
        prism(outline, np.ascontiguousarray(face), _skin(rng), at=middle, angle=angle, base=lift,
              height=0.001, ground=0.0, order=5, gloss=0.008)
    ]  # fmt: skip


CLUTTER: Mapping[str, tuple[Callable[[_Rng, Points, float], list[Solid]], float, float]] = {
    "sheet": (sheet, 2.2, 3.0),
    "playing-cards": (playing_cards, 1.4, 1.6),
    "phone": (phone, 1.8, 1.2),
    "mug": (mug, 1.3, 1.5),
    "glass": (glass, 0.9, 1.0),
    "bowl": (bowl, 2.0, 0.7),
    "dice": (dice, 1.0, 1.2),
    "coins": (coins, 0.8, 0.8),
    "pencil": (pencil, 1.6, 1.4),
    "blocks": (blocks, 1.0, 0.8),
    "box": (box, 4.0, 0.9),
}
"""What to make it with, how far it reaches in tiles, and how often it lies there, by name."""
