"""How long the detector learns, how fast and from which scenes."""

from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")

from castlescan.models.detector_scenes import CROWDED_SCENES, HARD_SCENES, TRAINING_SCENES
from castlescan.models.train_detector import COURSES, Course, Schedule, main

LATER = len(COURSES) - 1

SCHEDULE = Schedule(
    (
        Course("usual", 1000, 4e-3, 300, TRAINING_SCENES),
        Course("hard", 400, 1.5e-3, 50, HARD_SCENES, seed=10),
        Course("crowded", 400, 1e-3, 70, CROWDED_SCENES, seed=20),
    )
)


def test_the_rate_rises_and_falls_in_each_course():
    rates = [SCHEDULE.rate_at(step) for step in range(SCHEDULE.steps)]
    assert len(rates) == 1800
    assert rates[0] < rates[49] > rates[500] > rates[999] > 0
    assert rates[1000] < rates[1049] > rates[1200] > rates[1399] > 0
    assert rates[1400] < rates[1449] > rates[1600] > rates[1799] > 0
    assert max(rates[1000:1400]) <= 1.5e-3 < max(rates) <= 4e-3
    assert max(rates[1400:]) <= 1e-3


def test_half_of_the_later_samples_are_of_their_own_course():
    rng = np.random.default_rng(0)
    usual = [SCHEDULE.draw(rng, step) for step in range(1000)]
    assert max(usual) < 300
    assert max(usual[:10]) < 60
    hard = np.array([SCHEDULE.draw(rng, step) for step in range(1000, 1400)])
    assert hard.max() < 350
    assert 0.4 < np.mean(hard >= 300) < 0.6
    assert len(set(hard[hard >= 300])) > 40
    crowded = np.array([SCHEDULE.draw(rng, step) for step in range(1400, 1800)])
    assert crowded.max() < 420
    assert 0.4 < np.mean(crowded >= 350) < 0.6
    assert 0 < np.mean((crowded >= 300) & (crowded < 350)) < 0.2


def test_a_step_knows_the_scenes_of_its_course_and_of_those_before():
    known = [SCHEDULE.known_at(step) for step in (0, 999, 1000, 1399, 1400, 1799)]
    assert known == [48, 300, 350, 350, 420, 420]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--steps", *["0"] * len(COURSES)], "some course must have steps"),
        (["--steps", "1", *["0"] * LATER, "--scenes", "0", *["4"] * LATER], "needs --scenes"),
        (["--every", "0"], "--every is 1 at least"),
        (["--network", "nowhere.onnx"], "nowhere.onnx: there is no such file"),
        (["--network", __file__, "--at", "99999"], "--at is a step: 0 to 26999"),
    ],
)
def test_options_that_do_not_fit_end_with_one_line(
    options: list[str], said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--work", str(tmp_path / "work"), "--out", str(tmp_path / "out.onnx"), *options])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_network_to_begin_with_and_a_checkpoint_exclude_each_other(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "checkpoint.pt").touch()
    with pytest.raises(SystemExit):
        main(["--work", str(tmp_path), "--network", __file__])
    assert "goes on from" in capsys.readouterr().err
