"""Throne rooms as the classifier sees them."""

import numpy as np

from castlescan.vision.throne_crops import compose_throne_crops, crop_size


def test_a_throne_room_is_straightened_twice_as_wide() -> None:
    assert crop_size(128, is_throne=False) == (128, 128)
    assert crop_size(128, is_throne=True) == (256, 128)


def test_corners_and_strip_keep_their_size_and_the_whole_is_halved() -> None:
    faces = np.random.default_rng(3).integers(0, 256, (2, 128, 256, 3), dtype=np.uint8)
    crops = compose_throne_crops(faces)
    assert crops.shape == (2, 128, 128, 3)
    assert (crops[:, :32, :64] == faces[:, :32, :64]).all()
    assert (crops[:, :32, 64:] == faces[:, :32, 192:]).all()
    assert (crops[:, 96:] == faces[:, 96:, 64:192]).all()
    halved = faces.reshape(2, 64, 2, 128, 2, 3).mean(axis=(2, 4))
    assert np.abs(crops[:, 32:96] - halved).max() <= 1


def test_there_may_be_none() -> None:
    assert compose_throne_crops(np.zeros((0, 128, 256, 3), np.uint8)).shape == (0, 128, 128, 3)
