"""Fitting how sure castles are as a whole."""

import numpy as np
import pytest

from castlescan.datasets.oracle import annotate_flat
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.violations import PlacedTile
from castlescan.models.calibrate_castles import (
    ReadCastle,
    _is_right,
    _lying,
    by_folds,
    calibration_error,
    fit,
)
from castlescan.vision.castle_confidence import CastleSigns, CastleWeights, castle_confidence

TRUE = CastleWeights(constant=0.5, names=0.8, unnamed=-1.0, odd=-2.0, cut_off=-1.5)


def castles(count=600):
    rng = np.random.default_rng(7)
    for picture in range(count):
        signs = CastleSigns(
            rng.normal(1.5, 1.5),
            int(rng.random() < 0.2),
            int(rng.random() < 0.1),
            rng.random() < 0.3,
        )
        yield ReadCastle(picture, signs, bool(rng.random() < castle_confidence(signs, TRUE)))


def test_weights_are_found_again():
    found = fit(list(castles(2000)))
    assert found.names == pytest.approx(TRUE.names, abs=0.2)
    assert found.odd == pytest.approx(TRUE.odd, abs=0.7)
    assert found.names >= 0 >= max(found.unnamed, found.odd, found.cut_off)


def test_confidences_by_folds_are_calibrated():
    seen = list(castles())
    right = np.array([it.is_right for it in seen])
    assert calibration_error(by_folds(seen), right) < 0.08
    assert calibration_error(np.full(len(seen), 0.05), right) > 0.5


def test_castles_are_compared_wherever_their_places_are_counted_from():
    def castle(shift, throne):
        rooms = [PlacedTile(id="food/bakery", x=2 + shift, y=0)]
        if not throne:
            rooms.append(PlacedTile(id="throne/living-corridor", x=shift, y=0))
        return Castle(throne="throne/living-corridor" if throne else None, rooms=rooms)

    assert _lying(castle(0, True)) == _lying(castle(5, False))
    assert _lying(castle(0, True)) != _lying(castle(0, True).model_copy(update={"throne": None}))


@pytest.mark.parametrize(
    ("attendants", "visible", "is_right"),
    [(["painter"], 1.0, True), ([], 1.0, False), (["knight"], 1.0, False), ([], 0.3, True)],
)
def test_attendants_are_a_part_of_a_castle_as_far_as_they_are_seen(attendants, visible, is_right):
    rooms = [PlacedTile(id="food/bakery", x=2, y=0)]
    castle = Castle(throne="throne/living-corridor", rooms=rooms, attendants=["painter"])
    annotation = annotate_flat(castle)
    pieces = [
        it.model_copy(update={"visible": visible if it.kind == "attendant" else 1.0})
        for it in annotation.pieces
    ]
    read = castle.model_copy(update={"attendants": attendants})
    assert _is_right(read, annotation.model_copy(update={"pieces": pieces})) == is_right
