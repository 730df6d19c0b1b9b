"""How photos are developed, and which of them people keep."""

from dataclasses import replace

import numpy as np
import pytest

from castlescan.datasets.scenes.scene import SceneOptions, draw_scene
from castlescan.datasets.scenes.sensor import Sensor, as_people_keep, develop, draw_sensor

PLAIN = Sensor(noise=0.0, sharpening=0.0, contrast=0.0, defocus=0.0)


def test_kept_photos_are_hardly_shaken_and_in_focus():
    rng = np.random.default_rng(1)
    for side in (800, 1600):
        drawn = [draw_sensor(rng, side) for _ in range(300)]
        kept = [as_people_keep(rng, it, side) for it in drawn]
        assert max(np.hypot(*it.motion) for it in drawn) > 8 * side / 1600
        assert max(np.hypot(*it.motion) for it in kept) == pytest.approx(4 * side / 1600)
        assert max(it.defocus for it in kept) == pytest.approx(1.8 * side / 1600 + 0.35)
        for before, after in zip(drawn, kept, strict=True):
            steady = replace(
                after, motion=before.motion, defocus=before.defocus, fusion=before.fusion
            )
            assert steady == before
            assert np.linalg.det([before.motion, after.motion]) == pytest.approx(0, abs=1e-9)


def test_what_the_sun_burns_out_keeps_its_print_where_exposures_are_fused():
    """Half of the picture is lit eight times as brightly; both have stripes."""
    light = np.full((320, 480, 3), 0.12, np.float32)
    light[:, ::8] *= 2
    light[:, 240:] *= 8

    def contrast(fusion: float, half: slice) -> float:
        sensor = replace(PLAIN, fusion=fusion)
        picture = develop(light, np.ones(3), sensor, np.random.default_rng(0))
        return float(np.ptp(picture[:, half].astype(float), axis=1).mean())

    shaded, sunny = slice(40, 160), slice(320, 440)
    assert contrast(0.0, sunny) < 5
    assert contrast(0.7, sunny) > 40
    assert contrast(0.7, shaded) == pytest.approx(contrast(0.0, shaded), rel=0.1)


def test_scenes_of_kept_photos_differ_in_nothing_else():
    usual, kept = (
        draw_scene(np.random.default_rng(3), SceneOptions(longer_side=320, kept=kept))
        for kept in (False, True)
    )
    assert usual.sensor != kept.sensor
    assert (usual.pieces, usual.view, usual.plans) == (kept.pieces, kept.view, kept.plans)
