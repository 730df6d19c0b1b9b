"""Fitting how much each kind of evidence counts."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from castlescan.datasets.oracle import (
    OracleClassifier,
    OracleDetector,
    OracleNoise,
    annotate_flat,
    paint,
)
from castlescan.datasets.scenes.annotations import write_annotation
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.models.calibrate_reading import fit, observe, surprise
from castlescan.vision.evidence import Weights, known_chances
from castlescan.vision.pieces import PieceClass
from castlescan.vision.read import Models

CATALOGUE = packaged_catalogue()
ROOMS = ("food/bakery", "living/parlor", "sleeping/nursery", "corridor/escape-room", "food/kitchen")
CASTLE = Castle(
    throne="throne/living-corridor",
    rooms=[{"id": name, "x": 2 + at, "y": 0} for at, name in enumerate(ROOMS)],
)


def test_what_lies_in_a_castle_is_more_likely_a_tile() -> None:
    weights = Weights(known=0.5, in_castle=2.0)
    outside, inside = known_chances([0.4, 0.4], [0.5, 0.5], [False, True], weights)
    assert outside < 0.5 < inside
    assert known_chances([0.9], [0.3], [False], Weights())[0] == pytest.approx(0.9)
    none, one = known_chances([0.0, 1.0], [0.9, 0.9], [False, True], Weights())
    assert (none, one) == pytest.approx((0, 1), abs=1e-5)


def test_what_the_detector_hardly_finds_is_less_likely_a_tile() -> None:
    hardly, surely = known_chances([0.6, 0.6], [0.3, 0.9], [True, True], Weights(detected=1.0))
    assert hardly < surely


def test_observations_are_matched_and_weights_fitted(tmp_path: Path) -> None:
    observations = []
    for number in range(6):
        folder = tmp_path / str(number)
        folder.mkdir()
        annotation = annotate_flat(CASTLE, file="flat.png")
        write_annotation(folder / "flat.json", annotation)
        cv2.imwrite(str(folder / "flat.png"), paint(annotation)[..., ::-1])
        rng = np.random.default_rng(number)
        noise = OracleNoise(false_tiles=1, identity=0.3)
        models = Models(
            OracleDetector(annotation, rng, noise),
            OracleClassifier(annotation, CATALOGUE, rng, noise),
        )
        found = observe(folder, models, CATALOGUE)
        observations += [it for it in found if it.found.piece is PieceClass.TILE]
    truths = np.concatenate([it.truth for it in observations])
    assert len(truths) == 6 * (len(ROOMS) + 1)
    assert 0 < (truths < 0).sum() <= 6
    numbers, before, after = fit(observations, CATALOGUE)
    assert after < before
    assert after == pytest.approx(surprise(numbers, observations, CATALOGUE))
