"""What is known of a piece of a castle."""

import numpy as np
import pytest

from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import UNIT_SQUARE
from castlescan.vision.seen_pieces import SeenPiece


@pytest.mark.parametrize(
    ("piece", "confidence", "is_sure"),
    [
        (PieceClass.TILE, 0.96, True),
        (PieceClass.TILE, 0.93, False),
        (PieceClass.THRONE, 0.93, False),
        (PieceClass.CARD, 0.93, True),
        (PieceClass.ATTENDANT, 0.93, True),
        (PieceClass.ATTENDANT, 0.85, False),
    ],
)
def test_names_of_tiles_must_be_surer_than_those_of_what_lies_beside(
    piece: PieceClass, confidence: float, is_sure: bool
) -> None:
    seen = SeenPiece(piece, np.array(UNIT_SQUARE, np.float64), (0, 0), "any/name", confidence, ())
    assert seen.is_named_surely == is_sure


def test_what_has_no_name_is_not_named_surely() -> None:
    quad = np.array(UNIT_SQUARE, np.float64)
    assert not SeenPiece(PieceClass.TILE, quad, (0, 0), None, 0.99, ()).is_named_surely
