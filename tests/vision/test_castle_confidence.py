"""How sure a castle is as a whole."""

import pytest

from castlescan.vision.castle_confidence import CastleSigns, castle_confidence


def test_sure_names_make_a_sure_castle():
    assert castle_confidence(CastleSigns.of([0.999] * 18)) > 0.9
    assert castle_confidence(CastleSigns.of([0.6, 0.6, 0.6])) < 0.5


@pytest.mark.parametrize("sign", [{"unnamed": 1}, {"odd": 1}, {"cut_off": True}])
def test_each_sign_of_a_fault_makes_a_castle_less_sure(sign):
    chances = [0.99] * 12
    assert castle_confidence(CastleSigns.of(chances, **sign)) < castle_confidence(
        CastleSigns.of(chances)
    )


def test_less_sure_names_never_make_a_castle_surer():
    found = [castle_confidence(CastleSigns.of([0.99, it])) for it in (0.0, 0.2, 0.5, 0.9, 1.0)]
    assert found == sorted(found)
    assert all(0 < it < 1 for it in found)
