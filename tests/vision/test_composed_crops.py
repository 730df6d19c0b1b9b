"""Throne rooms and bonus cards as the classifier sees them."""

import numpy as np

from castlescan.vision.composed_crops import (
    compose_card_crops,
    compose_crops,
    compose_throne_crops,
    crop_size,
)
from castlescan.vision.pieces import PieceClass


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


def test_what_a_card_counts_is_shown_large_and_the_whole_is_flattened() -> None:
    faces = np.random.default_rng(4).integers(0, 256, (2, 128, 128, 3), dtype=np.uint8)
    crops = compose_card_crops(faces)
    assert crops.shape == faces.shape
    assert (crops[:, :32] == faces[:, 61:93]).all()
    assert (crops[:, 96:] == faces[:, 96:]).all()
    flat = faces.reshape(2, 64, 2, 128, 3).mean(axis=2)
    assert np.abs(crops[:, 32:96] - flat).max() <= 1


def test_other_faces_are_shown_as_they_are() -> None:
    square = np.random.default_rng(5).integers(0, 256, (1, 128, 128, 3), dtype=np.uint8)
    wide = np.concatenate([square, square], axis=2)
    assert (compose_crops(square, PieceClass.TILE) == square).all()
    assert (compose_crops(square, PieceClass.CARD) == compose_card_crops(square)).all()
    assert (compose_crops(wide, PieceClass.THRONE) == compose_throne_crops(wide)).all()
