"""How long the detector learns, how fast and from which scenes."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")

from castlescan.models.train_detector import Schedule

SCHEDULE = Schedule(steps=1000, scenes=300, hard_steps=400, hard_scenes=50)


def test_the_rate_falls_twice():
    rates = [SCHEDULE.rate_at(step) for step in range(SCHEDULE.all_steps)]
    assert len(rates) == 1400
    assert rates[0] < rates[49] > rates[500] > rates[999] > 0
    assert rates[1000] < rates[1049] > rates[1200] > rates[1399] > 0
    assert max(rates[1000:]) <= SCHEDULE.hard_rate < SCHEDULE.rate


def test_half_of_the_last_samples_are_hard_scenes():
    rng = np.random.default_rng(0)
    usual = [SCHEDULE.draw(rng, step) for step in range(1000)]
    assert max(usual) < 300
    assert max(usual[:10]) < 60
    last = np.array([SCHEDULE.draw(rng, step) for step in range(1000, 1400)])
    assert last.max() < 350
    assert 0.4 < np.mean(last >= 300) < 0.6
    assert len(set(last[last >= 300])) > 40
