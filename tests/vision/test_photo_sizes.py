"""At what size a photo is read."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from castlescan.engine.errors import DocumentError
from castlescan.vision.photo_sizes import FIRST_PIXELS, loader_of, resized_for_tiles, scaled
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import from_boxes

HIGH, WIDE = 2400, 3200  # more than FIRST_PIXELS


@pytest.fixture(scope="module")
def picture() -> np.ndarray:
    x, y = np.meshgrid(np.linspace(0, 255, WIDE), np.linspace(0, 255, HIGH))
    return np.stack([x, y, 255 - x], axis=2).astype(np.uint8)


@pytest.fixture(scope="module")
def file(picture: np.ndarray, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("photos") / "photo.jpg"
    cv2.imwrite(str(path), picture[..., ::-1])
    return path


def tiles(size: float, count: int = 3) -> list[Detection]:
    boxes = from_boxes([[size * it, 0, size * (it + 1), size] for it in range(count)])
    return [Detection(PieceClass.TILE, quad.astype(np.float32), 0.9) for quad in boxes]


def test_the_first_look_is_at_a_small_picture(picture: np.ndarray, file: Path) -> None:
    for photo in (picture, file, str(file)):
        first = loader_of(photo)(FIRST_PIXELS)
        assert (first.scale, first.size) == (2, (WIDE, HIGH))
        assert np.abs(first.pixels.astype(int) - picture[::2, ::2]).max() <= 4
    small = loader_of(picture[:900, :1200])(FIRST_PIXELS)
    assert small.scale == 1
    assert np.shares_memory(small.pixels, picture)


@pytest.mark.parametrize(
    ("size", "scale"),  # of tiles in the first look, which is at half the size
    [(40, 1), (74, 1), (76, 1), (149, 1), (151, 2), (290, 2), (301, 4), (700, 8)],
)
def test_tiles_get_the_pixels_that_they_need(
    picture: np.ndarray, file: Path, size: float, scale: int
) -> None:
    for photo in (picture, file):
        load = loader_of(photo)
        found = resized_for_tiles(load, load(FIRST_PIXELS), tiles(size))
        assert (found.scale, found.size) == (scale, (WIDE, HIGH))
        assert found.pixels.shape == (HIGH // scale, WIDE // scale, 3)
        assert np.abs(found.pixels.astype(int) - picture[::scale, ::scale]).max() <= 6


def test_without_tiles_the_first_look_is_all(file: Path) -> None:
    load = loader_of(file)
    first = load(FIRST_PIXELS)
    assert resized_for_tiles(load, first, []) is first


def test_detections_are_scaled_about_the_corner_of_the_picture() -> None:
    (found,) = scaled(tiles(10, 1), 2.5)
    assert found.quad.tolist() == [[0, 0], [25, 0], [25, 25], [0, 25]]
    assert (found.piece, found.score) == (PieceClass.TILE, 0.9)


def test_faults_name_the_file(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"none\.jpg"):
        loader_of(tmp_path / "none.jpg")
    (tmp_path / "text.jpg").write_text("no picture")
    with pytest.raises(DocumentError, match=r"text\.jpg: is not a picture"):
        loader_of(tmp_path / "text.jpg")(FIRST_PIXELS)
