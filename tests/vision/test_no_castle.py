"""Why no castle was found."""

import cv2
import numpy as np
import pytest

from castlescan.engine.languages import Language
from castlescan.vision.no_castle import why_no_castle
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import from_boxes


def picture():
    rng = np.random.default_rng(1)
    return np.kron(rng.integers(0, 255, (30, 40, 3)), np.ones((20, 20, 1))).astype(np.uint8)


def tile(size):
    quad = from_boxes([[100, 100, 100 + size, 100 + size]])[0]
    return Detection(PieceClass.TILE, quad.astype(np.float32), 0.5)


def three(size):
    return [tile(size)] * 3


@pytest.mark.parametrize(
    ("image", "found", "said"),
    [
        (picture(), three(14), "tiles are 14 pixels wide, 28 are needed; move closer"),
        ((picture() * 0.1).astype(np.uint8), [], "too dark"),
        (np.full_like(picture(), 255), [], "overexposed"),
        (cv2.GaussianBlur(picture(), (0, 0), 12), [], "blurred; hold the camera still"),
        (picture(), three(60), "if there is one"),
        (picture(), [], "if there is one"),
        (picture(), [tile(14)] * 2, "if there is one"),  # what is on a tile that fills the picture
    ],
)
def test_the_likely_reason_is_said_with_the_remedy(image, found, said):
    message = why_no_castle(image, found, Language.EN)
    assert message.startswith("no castle was found")
    assert said in message


def test_tiles_are_counted_in_the_pixels_of_the_file():
    assert "tiles are 24 pixels" in why_no_castle(picture(), three(12), Language.EN, 2)
    assert "if there is one" in why_no_castle(picture(), three(15), Language.EN, 2)


def test_it_is_said_in_german():
    assert "näher heran" in why_no_castle(picture(), three(14), Language.DE)
