"""Attendants and bonus cards: which of what may be one is looked at closely."""

from dataclasses import replace

import numpy as np
import pytest

from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.vision.belonging import Ground
from castlescan.vision.beside_castles import _are_clear, _compare_closely, _named
from castlescan.vision.evidence import Answers
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes


class AlwaysAlike:
    """Finds everything equally like the one face that it knows, and counts the tries of close fits."""

    size = 16

    def __init__(self, similarity: float, known: float = 0.1) -> None:
        self.similarity, self.known, self.tries = similarity, known, 0

    def classify(self, crops: np.ndarray, piece: PieceClass) -> Answers:
        count = len(crops)
        return Answers(
            ids=("attendant/knight",),
            similarity=np.full((count, 1), self.similarity, np.float32),
            orientation=np.tile(np.float32([1, 0, 0, 0]), (count, 1)),
            border=np.full((count, 2), 0.5, np.float32),
            tile_type=np.full((count, 11), 1 / 11, np.float32),
            hanging=np.full((count, 5), 0.2, np.float32),
            known=np.full(count, self.known, np.float32),
        )

    def likeness(self, crops: np.ndarray, piece: PieceClass) -> np.ndarray:
        self.tries += len(crops)
        return np.full(len(crops), self.similarity, np.float32)


@pytest.mark.parametrize(("similarity", "is_fitted"), [(0.2, False), (0.6, True), (0.9, False)])
def test_corners_are_fitted_to_what_is_neither_clear_nor_hopeless(
    similarity: float, is_fitted: bool
) -> None:
    classifier = AlwaysAlike(similarity)
    image = np.full((60, 60, 3), 128, np.uint8)
    quads = from_boxes([[10, 10, 40, 40]])
    answers, corners, unclear = _compare_closely(image, quads, PieceClass.ATTENDANT, classifier, [])
    assert (classifier.tries > 0) == is_fitted
    assert (corners == quads).all()
    assert answers.similarity.shape == (1, 1)
    assert unclear.tolist() == [similarity < 0.75]


@pytest.mark.parametrize(
    ("kind", "best", "next_best", "outside", "is_clear"),
    [
        (PieceClass.ATTENDANT, 0.82, 0.5, 0.0, True),
        (PieceClass.ATTENDANT, 0.82, 0.6, 0.0, False),  # two are nearly as similar
        (PieceClass.ATTENDANT, 0.7, 0.1, 0.0, False),  # and none is similar
        (PieceClass.CARD, 0.8, 0.4, 0.0, False),  # cards are more alike
        (PieceClass.CARD, 0.84, 0.5, 0.0, True),
        (PieceClass.CARD, 0.86, 0.8, 0.0, True),
        (PieceClass.CARD, 0.86, 0.8, 0.4, False),  # cut off, and much like another one
        (PieceClass.CARD, 0.9, 0.4, 0.4, True),
    ],
)
def test_what_was_fitted_is_named_where_it_fits_well_or_alone(
    kind: PieceClass, best: float, next_best: float, outside: float, is_clear: bool
) -> None:
    answers = AlwaysAlike(0.0).classify(np.zeros((1, 1)), kind)
    answers = replace(answers, similarity=np.array([[next_best, best, 0.0]], np.float32))
    clear = _are_clear(answers, np.array([True]), np.array([outside]), kind)
    assert clear.tolist() == [is_clear]


@pytest.mark.parametrize(
    ("similarity", "side", "is_there"),
    [
        (0.7, 58, True),
        (0.7, 70, True),
        (0.7, 80, False),  # no attendant is so large
        (0.8, 80, True),  # what is clear was not fitted: its corners are the detector's, and rough
    ],
)
def test_what_was_fitted_and_is_too_large_is_nothing(
    similarity: float, side: int, is_there: bool
) -> None:
    to_castle = np.array([[0.01, 0, 0], [0, -0.01, 0], [0, 0, 1.0]])  # tiles of 100 pixels
    ground = Ground(0, to_castle, np.array([-0.5, -3.5]), np.array([3.5, 0.5]), (1, -1))
    quads = [from_boxes([[150 - side / 2, 100 - side / 2, 150 + side / 2, 100 + side / 2]])[0]]
    image = np.full((400, 400, 3), 128, np.uint8)
    found = _named(
        image,
        quads,
        PieceClass.ATTENDANT,
        AlwaysAlike(similarity, known=0.9),
        packaged_catalogue(),
        [ground],
    )
    assert len(list(found)) == is_there
