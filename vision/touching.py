"""Castles of one picture that touch: castles of a game lie apart, so they may be one."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from .quads import centres, frames
from .seen_pieces import SeenPiece, cells_of

_NEAREST = 1.3  # tiles between the middles of squares that touch


@dataclass(frozen=True, slots=True)
class Touched:
    """Which castles a castle touches, by their numbers in the picture.

    ``is_smaller`` tells whether it has no more squares than one of them, so that it may be a part of that.
    """

    castles: tuple[int, ...]
    is_smaller: bool


def find_touching(castles: Sequence[Sequence[SeenPiece]]) -> list[Touched | None]:
    """Return what the castles of a picture touch, in their order; None for those that lie apart."""
    squares = [np.array(list(cells_of(own).values())).reshape(-1, 4, 2) for own in castles]
    found: list[Touched | None] = []
    for number, own in enumerate(squares):
        touched = [
            other
            for other, others in enumerate(squares)
            if other != number and (_touch(own, others) or _touch(others, own))
        ]
        is_smaller = any(len(own) <= len(squares[other]) for other in touched)
        found.append(Touched(tuple(touched), is_smaller) if touched else None)
    return found


def _touch(own: np.ndarray, others: np.ndarray) -> bool:
    """Tell whether squares of two castles, (N, 4, 2) and (M, 4, 2), lie as near as neighbours in one."""
    if not len(own) or not len(others):
        return False
    between = centres(others)[None] - centres(own)[:, None]
    in_tiles = np.einsum("nij,nmj->nmi", np.linalg.pinv(frames(own)), between)
    return bool((np.linalg.norm(in_tiles, axis=2) <= _NEAREST).any())
