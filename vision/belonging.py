"""Whose the attendants and bonus cards of a picture are.

An attendant stands on a throne room. Cards, and attendants without a throne room's spot, lie straight beside
their castle, in a row along one of its sides; what lies farther off or askew was put aside, or belongs to
somebody else. And a castle has no more of them than its rooms have earned (rulebook p. 6, Living Rooms; p. 7,
Utility Rooms; p. 11, Downstairs Rooms): of those that lie beside it, what is too much goes to the next castle
that it may belong to, or is not counted. What stands on a throne room always counts, earned or not.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from ..engine.between_two_castles.auditing import ATTENDANT_SPOTS
from ..engine.between_two_castles.economy import Economy, unexplained
from .pieces import PieceClass
from .quads import UNIT_SQUARE, Floats, project
from .reading import Uncounted
from .spots import Spot, squares_of

_REACH = 2.15  # in tiles, from the edge of the smallest box around a castle to the middle of what lies there
_ROW = 0.9  # likewise, of what lies in a row at its edge: what lies nearer, in a corner of it, lies no better
_NEARLY = 0.35  # in tiles: what lies so much farther is told of, and not counted
_STRAIGHT = 22.0  # degrees by which it may be turned, against the castle or its sides
_WORSE = 0.05  # tiles that one degree is worth
_ELSEWHERE = 0.5  # and that it is worth to lie beside another castle that may have earned it


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Where a castle lies on the table.

    Attributes
    ----------
    castle
        Its number.
    to_castle
        Shape (3, 3): the homography from the picture to the places of the castle, x to the right, y to the
        top, the middles of tiles on whole numbers; the third coordinate is positive before the horizon.
    low, high
        Shape (2,): the corners of the smallest box around it, in those coordinates.
    throne
        The left half of its throne room; None without one.
    """

    castle: int
    to_castle: Floats
    low: Floats
    high: Floats
    throne: tuple[int, int] | None

    @classmethod
    def of(cls, castle: int, spots: Sequence[Spot], quads: Floats) -> "Ground | None":
        """Return where a castle lies from its tiles and their upright corners, shape (N, 4, 2).

        None where all corners are on a line.
        """
        squares = [
            it
            for spot, quad in zip(spots, quads, strict=True)
            for it in squares_of(spot, quad).items()
        ]
        places = np.array([place for place, _ in squares], np.float64)
        seen = np.concatenate([quad for _, quad in squares])
        there = (places[:, None] + UNIT_SQUARE).reshape(-1, 2)
        found, _ = cv2.findHomography(seen, there)
        if found is None:
            return None
        to_castle = np.asarray(found, np.float64)
        if to_castle[2] @ (*seen.mean(axis=0), 1.0) < 0:
            to_castle = -to_castle
        throne = next((it.place for it in spots if it.is_throne), None)
        return cls(
            castle,
            to_castle,
            places.min(axis=0) - 0.5,
            places.max(axis=0) + 0.5,
            throne,
        )


@dataclass(frozen=True, slots=True)
class Lying:
    """How a piece lies beside a castle.

    Attributes
    ----------
    castle
        Its number.
    away
        In tiles, from the smallest box around the castle to the middle of the piece; 0 within.
    askew
        Degrees by which it is turned against the sides of the castle, 0 to 45.
    on_throne
        Whether its middle is on the throne room.
    """

    castle: int
    away: float
    askew: float
    on_throne: bool

    @property
    def is_beside(self) -> bool:
        """Whether it lies as what belongs to a castle does."""
        return self.on_throne or (self.away <= _REACH and self.askew <= _STRAIGHT)

    @property
    def badness(self) -> float:
        """How badly it lies there, to compare castles and pieces; least on a throne room."""
        return -1.0 if self.on_throne else max(self.away, _ROW) + _WORSE * self.askew


def lying_near(quad: Floats, grounds: Sequence[Ground]) -> list[Lying]:
    """Return how a piece lies beside each castle that it lies anywhere near, best first.

    ``quad``, shape (4, 2), are its corners in the picture.
    """
    found = []
    for ground in grounds:
        if (quad @ ground.to_castle[2, :2] + ground.to_castle[2, 2] <= 0).any():
            continue  # beyond the horizon
        corners = project(ground.to_castle, quad)
        middle = corners.mean(axis=0)
        away = float(
            np.hypot(*np.maximum(np.maximum(ground.low - middle, middle - ground.high), 0))
        )
        if away > _REACH + _NEARLY:
            continue
        found.append(Lying(ground.castle, away, _askew(corners), _is_on_throne(middle, ground)))
    return sorted(found, key=lambda it: it.badness)


def _askew(corners: Floats) -> float:
    """Return by how many degrees the sides of a quad, shape (4, 2), are turned against the axes, 0 to 45."""
    right = corners[1] - corners[0] + corners[2] - corners[3]
    up = corners[0] - corners[3] + corners[1] - corners[2]
    angles = np.degrees(np.arctan2([right[1], -up[0]], [right[0], up[1]]))
    folded = (angles + 45) % 90 - 45
    # Of two sides that a coarse quad shows askew to each other, what they have in common counts.
    return (
        float(abs(folded.mean())) if abs(folded[0] - folded[1]) < 45 else float(abs(folded).min())
    )


def _is_on_throne(middle: Floats, ground: Ground) -> bool:
    if ground.throne is None:
        return False
    x, y = middle - ground.throne
    return bool(-0.5 <= x <= 1.5 and -0.5 <= y <= 0.5)


@dataclass(frozen=True, slots=True)
class Owner:
    """The castle that a piece belongs to, or lies beside; why it is none of its, if it is not."""

    castle: int
    uncounted: Uncounted | None = None


def find_owners(
    pieces: Sequence[tuple[PieceClass | None, Sequence[Lying]]], earned: Sequence[Economy | None]
) -> list[Owner | None]:
    """Return whose each attendant and bonus card is; None for what lies beside no castle.

    Parameters
    ----------
    pieces
        The class of each, None for what could not be named, and how it lies beside castles, best first.
    earned
        What each castle's rooms have earned; None where that is not known.
    """
    choices = [[it for it in near if it.is_beside] for _, near in pieces]
    chosen = [0] * len(pieces)
    while (surplus := _one_too_many(pieces, choices, chosen, earned)) is not None:
        chosen[surplus] += 1
    owners: list[Owner | None] = []
    for (_, near), own, choice in zip(pieces, choices, chosen, strict=True):
        if choice < len(own):
            owners.append(Owner(own[choice].castle))
        elif own:
            owners.append(Owner(own[0].castle, Uncounted.UNEARNED))
        elif near:
            owners.append(Owner(near[0].castle, Uncounted.ASIDE))
        else:
            owners.append(None)
    return owners


def _one_too_many(
    pieces: Sequence[tuple[PieceClass | None, Sequence[Lying]]],
    choices: Sequence[Sequence[Lying]],
    chosen: Sequence[int],
    earned: Sequence[Economy | None],
) -> int | None:
    """Return a piece that the castle which it lies beside has not earned.

    It is that which lies worst, and rather one that also lies beside a castle that may have earned it.
    """
    lying = [
        (own[choice], number)
        for number, (own, choice) in enumerate(zip(choices, chosen, strict=True))
        if choice < len(own)
    ]

    def kinds_at(castle: int) -> list[PieceClass | None]:
        return [pieces[number][0] for it, number in lying if it.castle == castle]

    def can_go_on(number: int) -> bool:
        kind = pieces[number][0]
        others = [it.castle for it in choices[number][chosen[number] + 1 :]]
        return any(kind not in _too_many(earned[it], [*kinds_at(it), kind]) for it in others)

    for castle, economy in enumerate(earned):
        own = [(it, number) for it, number in lying if it.castle == castle]
        too_many = _too_many(economy, kinds_at(castle))
        spare = [
            (it.badness + _ELSEWHERE * can_go_on(number), number)
            for it, number in own
            if not it.on_throne and pieces[number][0] in too_many
        ]
        if spare:
            return max(spare)[1]
    return None


def _too_many(economy: Economy | None, kinds: Sequence[PieceClass | None]) -> set[PieceClass]:
    """Return the classes of which a castle has more than it earned, or a throne room has spots for."""
    attendants, cards = kinds.count(PieceClass.ATTENDANT), kinds.count(PieceClass.CARD)
    found = {PieceClass.ATTENDANT} if attendants > ATTENDANT_SPOTS else set()
    if economy is None:
        return found
    left_over = unexplained(replace(economy, attendants=attendants, bonus_cards=cards))
    if left_over.attendants:
        found.add(PieceClass.ATTENDANT)
    if left_over.bonus_cards:
        found.add(PieceClass.CARD)
    return found
