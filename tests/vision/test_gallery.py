from pathlib import Path

import numpy as np
import pytest

from castlescan.vision.gallery import Calibration, Gallery
from castlescan.vision.pieces import PieceClass

VIEWS = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0]], np.float32)


@pytest.fixture
def gallery() -> Gallery:
    return Gallery(
        ("a", "b", "a", "card"),
        (PieceClass.TILE, PieceClass.TILE, PieceClass.TILE, PieceClass.CARD),
        VIEWS,
        {PieceClass.TILE: Calibration(10, 1, -4)},
    )


def test_an_id_is_as_similar_as_its_nearest_view(gallery: Gallery) -> None:
    crop = np.array([[0.6, 0.0, 0.8]], np.float32)
    assert gallery.ids_of(PieceClass.TILE) == ("a", "b")
    assert np.allclose(gallery.similarities(crop, PieceClass.TILE), [[0.8, 0.0]])


def test_classes_of_pieces_are_kept_apart(gallery: Gallery) -> None:
    assert gallery.ids_of(PieceClass.CARD) == ("card",)
    assert gallery.similarities(VIEWS, PieceClass.TOKEN).shape == (4, 0)


def test_a_file_keeps_everything(gallery: Gallery, tmp_path: Path) -> None:
    gallery.save(tmp_path / "gallery.npz")
    read = Gallery.load(tmp_path / "gallery.npz")
    assert (read.ids, read.pieces) == (gallery.ids, gallery.pieces)
    assert np.allclose(read.views, gallery.views)
    assert read.calibration(PieceClass.TILE) == Calibration(10, 1, -4)


def test_more_views_make_another_gallery(gallery: Gallery) -> None:
    more = gallery.with_views("c", PieceClass.TILE, np.array([[2, 0, 0]], np.float32))
    assert more.ids_of(PieceClass.TILE) == ("a", "b", "c")
    assert np.allclose(more.views[-1], [1, 0, 0])
    assert len(gallery.ids) == 4


def test_the_more_similar_the_likelier_known() -> None:
    similarity = np.array([0.0, 0.4, 0.9], np.float32)
    probability = Calibration(10, 0, -4).probability(similarity, np.zeros(3, np.float32))
    assert (np.diff(probability) > 0).all()
    assert probability[1] == pytest.approx(0.5)


@pytest.mark.parametrize("count", [0, 1, 2, 3, 8])
def test_crops_compared_together_are_as_similar_as_each_alone(gallery: Gallery, count: int) -> None:
    crops = np.random.default_rng(count).normal(size=(count, 3)).astype(np.float32)
    alone = [gallery.similarities(crop[None], PieceClass.TILE) for crop in crops]
    together = gallery.similarities(crops, PieceClass.TILE)
    assert together.dtype == np.float32
    assert np.allclose(together, np.concatenate([np.zeros((0, 2)), *alone]), atol=1e-6)
