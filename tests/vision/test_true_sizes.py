"""Corners of cards and attendants in the size that they have on the table."""

import numpy as np
import pytest

from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import Floats, project
from castlescan.vision.true_sizes import SIZES, in_true_size, times_true_size

FROM_CASTLE = np.array([[90.0, 12, 400], [-8, -80, 300], [0.01, 0.02, 1]])
"""A table that is seen from the side; y runs up on it and down in the picture."""


def piece(kind: PieceClass, *, turned: float, larger: float = 1.0, lying: bool = False) -> Floats:
    """Return the corners of a piece in the picture, clockwise, its middle at (3, -1)."""
    wide, high = SIZES[kind] if not lying else SIZES[kind][::-1]
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    flat = (
        larger
        * np.array([[-wide, high], [wide, high], [wide, -high], [-wide, -high]])
        / 2
        @ np.array([[cos, sin], [-sin, cos]])
    )
    return project(FROM_CASTLE, flat + np.array([3.0, -1.0]))


@pytest.mark.parametrize("kind", list(SIZES))
@pytest.mark.parametrize("turned", [0.0, 17.0, 90.0, 200.0])
@pytest.mark.parametrize("larger", [0.7, 1.4])
@pytest.mark.parametrize("first", [0, 1, 2])
def test_corners_of_any_size_become_those_of_the_piece(
    kind: PieceClass, turned: float, larger: float, first: int
) -> None:
    found = np.roll(piece(kind, turned=turned, larger=larger), -first, axis=0)
    truth = np.roll(piece(kind, turned=turned), -first, axis=0)
    fitted = in_true_size(found, kind, np.linalg.inv(FROM_CASTLE))
    assert np.allclose(fitted, truth, atol=0.01)


def test_a_mirrored_order_of_corners_stays() -> None:
    truth = piece(PieceClass.CARD, turned=10.0, lying=True)[::-1]
    middle = project(FROM_CASTLE, np.array([3.0, -1.0])[None])[0]
    fitted = in_true_size(
        middle + 1.2 * (truth - middle), PieceClass.CARD, np.linalg.inv(FROM_CASTLE)
    )
    assert np.abs(fitted - truth).max() < 3


@pytest.mark.parametrize("kind", list(SIZES))
@pytest.mark.parametrize("larger", [0.6, 1.0, 1.5])
def test_how_many_times_too_large_a_piece_is_does_not_depend_on_how_it_lies(
    kind: PieceClass, larger: float
) -> None:
    for turned in (0.0, 30.0, 90.0):
        found = piece(kind, turned=turned, larger=larger)
        assert times_true_size(found, kind, np.linalg.inv(FROM_CASTLE)) == pytest.approx(larger)
        assert times_true_size(found[::-1], kind, np.linalg.inv(FROM_CASTLE)) == pytest.approx(
            larger
        )
