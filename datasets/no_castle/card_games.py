"""Cards: a solitaire, a memory game, a spread of trading cards, a hand of cards."""

import math
from collections.abc import Callable
from functools import partial

import numpy as np

from ..faces.palette import darker, lighter
from ..faces.svg import circle, path, place, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Image
from ..scenes.clutter import hand
from ..scenes.pieces import BOARD
from ..scenes.solids import Solid
from .drawing import Rng, bare, graded, hue, inset, mottled, one_in, pick, printed, thin, words
from .pictures import PAINTINGS, interior, landscape, ornament, painting, portrait, still_life
from .subject import FROM_ABOVE, Subject, by_hand, card
from .things import SYMBOLS, draw_thing

_WIDE, _HIGH = 1.4, 1.96
_RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
_SUITS: dict[str, tuple[str, str]] = {
    "hearts": (
        "M0 9Q-10 2 -9 -4Q-7 -9 -2 -7.5Q0 -6.5 0 -4Q0 -6.5 2 -7.5Q7 -9 9 -4Q10 2 0 9z",
        "#c2202c",
    ),
    "diamonds": ("M0 -10L7.5 0L0 10L-7.5 0z", "#c2202c"),
    "spades": ("M0 -10Q10 -2 9 3Q7 8 1.5 5L3 10H-3L-1.5 5Q-7 8 -9 3Q-10 -2 0 -10z", "#1c1c20"),
    "clubs": ("M-2 2A4.6 4.6 0 1 1 -4 -4A4.6 4.6 0 1 1 4 -4A4.6 4.6 0 1 1 2 2L3 10H-3z", "#1c1c20"),
}
_COLUMNS = {
    "2": (1, 2),
    "3": (1, 3),
    "4": (2, 2),
    "5": (2, 2),
    "6": (2, 3),
    "7": (2, 3),
    "8": (2, 3),
    "9": (2, 4),
    "10": (2, 4),
}


def _suit(name: str, x: float, y: float, scale: float, *, flip: bool = False) -> str:
    shape, ink = _SUITS[name]
    return place(bare(path(shape, ink)), x, y, scale, 180 if flip else 0)


def _playing_card(rng: Rng, rank: str, suit: str) -> Image:
    ink = _SUITS[suit][1]
    out = rect(0, 0, 100, 140, "#f8f7f2", line="none")
    for turn in (0, 180):
        corner = write(rank, -40, -48, 18, colour=ink) + _suit(suit, -40, -36, 0.75)
        out += place(corner, 50, 70, turn=turn)
    if rank in "JQK":
        size = (56.0, 54.0)
        half = inset(portrait(rng, *size), -28, -54, *size, size)
        out += place(half, 50, 70) + place(half, 50, 70, turn=180)
        out += stroke("M22 16H78V124H22zM22 70H78", ink, 1.4)
    elif rank == "A":
        out += _suit(suit, 50, 70, 2.6)
    else:
        columns, rows = _COLUMNS[rank]
        for x in (50,) if columns == 1 else (32, 68):
            for y in np.linspace(28, 112, rows):
                out += _suit(suit, x, float(y), 1.05, flip=y > 75)
        if rank in ("5", "7", "8", "9", "10"):
            out += _suit(suit, 50, 70 if rank in ("5", "9") else 49, 1.05)
        if rank in ("8", "10"):
            out += _suit(suit, 50, 91, 1.05, flip=True)
    return printed(out, 100, 140, 280)


def _back(rng: Rng, wide: float, high: float) -> Image:
    ink = hue(rng, (0.5, 0.9), (0.3, 0.7))
    out = rect(0, 0, wide, high, "#f8f7f2", line="none") + rect(
        6, 6, wide - 12, high - 12, ink, line="none"
    )
    kind = int(rng.integers(3))
    pale = lighter(ink, 0.6)
    if kind == 0:
        lines = "".join(
            f"M{x} 6l{high - 12} {high - 12}M{x + high} 6l{12 - high} {high - 12}"
            for x in range(int(-high), int(wide), 9)
        )
        out += inset(stroke(lines, pale, 1.2), 6, 6, wide - 12, high - 12, (wide - 12, high - 12))
    elif kind == 1:
        for x in np.arange(14, wide - 8, 12):
            for y in np.arange(14, high - 8, 12):
                out += bare(circle(float(x), float(y), 4, pale)) + bare(
                    circle(float(x), float(y), 2, ink)
                )
    else:
        size = (wide - 16, high - 16)
        out += inset(ornament(rng, *size), 8, 8, *size, size)
    return printed(out, wide, high, 256)


def _deck(rng: Rng) -> list[Callable[[], Image]]:
    """Return the cards of a shuffled deck; each is drawn when it is called."""
    cards = [(rank, suit) for rank in _RANKS for suit in _SUITS]
    return [partial(_playing_card, rng, *cards[int(at)]) for at in rng.permutation(len(cards))]


def solitaire(rng: Rng) -> Subject:
    """Lay out a solitaire: columns of overlapping cards, a stock and some piles."""
    deck, back = _deck(rng), _back(rng, 100, 140)
    columns = int(rng.integers(5, 9))
    solids: list[Solid] = []
    left = -(columns - 1) / 2 * 1.55

    def lay(face: Image, x: float, y: float, level: int) -> None:
        x, y = x + rng.normal(0, 0.015), y + rng.normal(0, 0.015)
        solids.append(
            card(face, _WIDE, _HIGH, x, y, angle=float(rng.normal(0, 0.015)), level=level)
        )

    for column in range(columns):
        hidden, shown = int(rng.integers(0, column + 1)), int(rng.integers(1, 6))
        y = 1.2
        for level in range(hidden + shown):
            is_hidden = level < hidden
            lay(back if is_hidden else deck.pop()(), left + 1.55 * column, y, level)
            y -= 0.16 if is_hidden else 0.46
    lay(back, left, 3.4, 6)
    for column in range(columns - int(rng.integers(1, 5)), columns):
        lay(deck.pop()(), left + 1.55 * column, 3.4, int(rng.integers(1, 9)))
    return Subject(tuple(solids))


def hand_of_cards(rng: Rng) -> Subject:
    """Fan out a hand of cards, of a deck or of a game with pictures."""
    count = int(rng.integers(4, 12))
    deck = _deck(rng)
    make = partial(_trading_card, rng, hue(rng)) if one_in(rng, 2) else None
    solids: list[Solid] = []
    spread = rng.uniform(0.07, 0.17)
    reach = rng.uniform(3.0, 6.0)
    for index in range(count):
        lean = (index - (count - 1) / 2) * spread + rng.normal(0, 0.01)
        x, y = reach * math.sin(lean), reach * (math.cos(lean) - 1)
        face = make() if make else deck.pop()()
        solids.append(card(face, _WIDE, _HIGH, x, y, angle=-lean, level=index))
    for _ in range(int(rng.integers(0, 4))):  # a trick
        x, y = rng.normal(0, 0.9), 3.4 + rng.normal(0, 0.6)
        solids.append(
            card(
                make() if make else deck.pop()(),
                _WIDE,
                _HIGH,
                x,
                y,
                angle=float(rng.uniform(0, 6)),
                level=3,
            )
        )
    if one_in(rng, 2):
        solids += hand(rng, np.array([0.0, -1.6]), float(rng.normal(0, 0.3)))
    return Subject(tuple(solids))


def memory(rng: Rng) -> Subject:
    """Lay square picture cards in a grid, in pairs, some face down."""
    columns, rows = int(rng.integers(3, 8)), int(rng.integers(3, 7))
    step = rng.choice((1.0, 1.04, 1.15, 1.3))
    places = [
        (x * step, y * step) for x in range(columns) for y in range(rows) if not one_in(rng, 10)
    ]
    rim, back = hue(rng, (0.0, 0.25), (0.8, 1.0)), _back(rng, 100, 100)
    frame = pick(rng, ("none", "#2a2420", "#ffffff"))
    down = rng.choice((0.0, 0.2, 0.6))
    paint = pick(rng, (painting, painting, still_life, landscape, interior, portrait))
    faces: list[Image] = []
    for _ in range(-(-len(places) // 2)):
        edge = 6.0
        body = rect(0, 0, 100, 100, rim, line="none") + inset(
            paint(rng, 88, 88), edge, edge, 88, 88, (88, 88)
        )
        faces.append(printed(body + stroke("M6 6H94V94H6z", frame, 1.4), 100, 100, 224))
    order = rng.permutation(len(places))
    solids = []
    for at, (x, y, angle) in zip(order, by_hand(rng, places, rng.uniform(0.6, 2.5)), strict=True):
        face = back if rng.random() < down else faces[int(at) // 2]
        solids.append(
            card(face, 1, 1, x, y, angle=angle, thickness=BOARD, corner=0.06, gloss=0.035)
        )
    return Subject(tuple(solids))


def _trading_card(rng: Rng, frame: str) -> Image:
    colour = hue(rng) if one_in(rng, 3) else frame
    out = rect(0, 0, 100, 140, pick(rng, ("#1c1a1c", "#f2efe6", "#e8c23c")), line="none")
    out += thin(rect(5, 5, 90, 130, colour, "side", corner=3), 1)
    size = (82.0, 60.0)
    out += inset(pick(rng, PAINTINGS)(rng, *size), 9, 20, *size, size) + stroke(
        "M9 20H91V80H9z", darker(colour, 0.5), 1.6
    )
    out += thin(rect(8, 8, 84, 10, lighter(colour, 0.6), "lit", corner=4), 1) + write(
        words(rng), 12, 16, 8, anchor="start", widest=60
    )
    for index in range(int(rng.integers(1, 4))):
        out += draw_thing(rng, pick(rng, SYMBOLS), 87 - 9 * index, 13, 0.08)
    out += thin(rect(9, 86, 82, 42, "#f3ead2", "lit"), 1) + write(
        words(rng, 2, 3), 12, 94, 6, anchor="start", widest=70
    )
    for line in range(int(rng.integers(2, 5))):
        out += write(words(rng, 3, 5), 12, 103 + 7 * line, 5, anchor="start", widest=76)
    out += thin(circle(88, 126, 8, colour, "ball"), 1) + write(
        str(int(rng.integers(1, 99))), 88, 129, 8, colour="#ffffff"
    )
    return mottled(rng, printed(out, 100, 140, 300), 0.02)


def trading_cards(rng: Rng) -> Subject:
    """Lay trading cards side by side, as in an album or on display."""
    columns, rows = int(rng.integers(2, 6)), int(rng.integers(2, 4))
    gap = rng.choice((0.0, 0.04, 0.2))
    frame = hue(rng)
    places = [(x * (_WIDE + gap), y * (_HIGH + gap)) for x in range(columns) for y in range(rows)]
    solids = []
    if one_in(rng, 2.5):
        size = (columns * (_WIDE + gap) + 0.6, rows * (_HIGH + gap) + 0.5)
        page = printed(graded(0, 0, 10, 10, "#d8dade", "#c4c6cc"), 10, 10, 16)
        solids.append(card(page, *size, 0, 0, corner=0.1, gloss=0.06))
    for x, y, angle in by_hand(rng, places, rng.uniform(0.3, 1.5)):
        solids.append(
            card(
                _trading_card(rng, frame),
                _WIDE,
                _HIGH,
                x,
                y,
                angle=angle,
                level=1,
                corner=0.09,
                gloss=0.04,
            )
        )
    return Subject(tuple(solids), views=FROM_ABOVE)


def playing_card_faces(rng: Rng, count: int) -> list[Image]:
    """Return the faces of so many different playing cards."""
    return [draw() for draw in _deck(rng)[:count]]
