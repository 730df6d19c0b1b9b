"""Throne rooms and bonus cards as the classifier sees them."""

import numpy as np

from castlescan.vision.composed_crops import (
    compose_card_crops,
    compose_crops,
    compose_throne_crops,
    crop_size,
)
from castlescan.vision.pieces import PieceClass


def test_throne_rooms_are_straightened_twice_as_wide_and_cards_twice_as_large() -> None:
    assert crop_size(128, PieceClass.TILE) == (128, 128)
    assert crop_size(128, PieceClass.THRONE) == (256, 128)
    assert crop_size(128, PieceClass.CARD) == (256, 256)


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
    """What lies above the middle of it comes above the whole, the rest below."""
    faces = np.full((1, 256, 256, 3), 255, np.uint8)
    faces[0, 120:150, 40:60] = (200, 0, 0)
    faces[0, 165:190, 180:220] = (0, 0, 200)
    (crop,) = compose_card_crops(faces).astype(int)
    assert crop.shape == (128, 128, 3)
    red = crop[..., 0] - crop[..., 2] > 150
    blue = crop[..., 2] - crop[..., 0] > 150
    assert red[:32].sum() > 150
    assert not red[96:].any()
    assert blue[96:].sum() > 300
    assert not blue[:32].any()
    flat = faces.reshape(64, 4, 128, 2, 3).mean(axis=(1, 3))
    assert np.abs(crop[32:96] - flat).max() <= 1


def test_other_faces_are_shown_as_they_are() -> None:
    square = np.random.default_rng(5).integers(0, 256, (1, 128, 128, 3), dtype=np.uint8)
    wide = np.concatenate([square, square], axis=2)
    large = np.concatenate([wide, wide], axis=1)
    assert (compose_crops(square, PieceClass.TILE) == square).all()
    assert (compose_crops(large, PieceClass.CARD) == compose_card_crops(large)).all()
    assert (compose_crops(wide, PieceClass.THRONE) == compose_throne_crops(wide)).all()
