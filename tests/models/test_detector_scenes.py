"""The scenes that the detector is trained on."""

import multiprocessing
from pathlib import Path

import pytest

pytest.importorskip("torch", reason="needs castlescan[train]")

from castlescan.models.detector_scenes import TRAINING_SCENES, render_scenes


class Killed:
    """A process that has ended."""

    def is_alive(self) -> bool:
        return False


def test_rendering_ends_when_the_training_that_wants_it_was_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing, "parent_process", Killed)
    render_scenes(tmp_path, 1, 1, None, TRAINING_SCENES)
    render_scenes(tmp_path / "hard", 1, 1, None, TRAINING_SCENES)
    assert not list(tmp_path.rglob("*.jpg"))
