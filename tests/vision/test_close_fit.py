"""Corners that make pieces look most like known ones."""

import cv2
import numpy as np
import pytest

from castlescan.vision.close_fit import fit_closely
from castlescan.vision.quads import from_boxes
from castlescan.vision.rectify import rectify

SIZE = 32
FACE = cv2.GaussianBlur(
    np.random.default_rng(3).integers(0, 255, (SIZE, SIZE, 3)).astype(np.float32), (0, 0), 2
)
FACE = (255 * (FACE - FACE.min()) / np.ptp(FACE)).astype(np.uint8)
TRUE = from_boxes([[60, 40, 160, 150]])[0] + np.array([[0, 6], [4, -3], [-5, 0], [2, 5]])


def picture() -> np.ndarray:
    image = np.full((200, 240, 3), 120, np.uint8)
    corners = np.array([[0, 0], [SIZE, 0], [SIZE, SIZE], [0, SIZE]], np.float32)
    onto = cv2.getPerspectiveTransform(corners, TRUE.astype(np.float32))
    size = image.shape[1::-1]
    face = cv2.warpPerspective(FACE, onto, size)
    mask = cv2.warpPerspective(np.full((SIZE, SIZE), 255, np.uint8), onto, size)
    image[mask > 127] = face[mask > 127]
    return image


def likeness(faces: np.ndarray) -> np.ndarray:
    """Correlate faces with the one that is known."""
    flat = faces.reshape(len(faces), -1).astype(float)
    flat -= flat.mean(axis=1, keepdims=True)
    known = FACE.reshape(-1).astype(float) - FACE.mean()
    return flat @ known / (np.linalg.norm(flat, axis=1) * np.linalg.norm(known) + 1e-9)


@pytest.mark.parametrize(
    "wrong",
    [
        [[1, 0, 0.16], [0, 1, -0.14]],  # shifted
        [[0.72, 0, 0], [0, 0.72, 0]],  # too small
        [[1.3, 0, 0], [0, 0.9, 0.1]],  # too wide, and too low
        [[1, 0.25, 0], [0, 1, 0]],  # sheared
        [[0.98, -0.2, 0.05], [0.2, 0.98, 0]],  # turned by 11 degrees
    ],
)
def test_corners_move_to_where_the_face_fits(wrong: list[list[float]]) -> None:
    size = 105
    moved = np.array(wrong)
    middle = TRUE.mean(axis=0)
    rough = (TRUE - middle) @ moved[:, :2].T + middle + size * moved[:, 2]
    (found,) = fit_closely(picture(), rough[None], likeness, SIZE, SIZE)
    before, after = (likeness(rectify(picture(), it, SIZE, SIZE)[None])[0] for it in (rough, found))
    assert before < 0.85 <= after
    away = [np.linalg.norm(it - TRUE, axis=1).mean() / size for it in (rough, found)]
    assert away[1] < 0.7 * away[0]


def test_what_fits_stays_and_what_nothing_fits_better_too() -> None:
    (found,) = fit_closely(picture(), TRUE[None], likeness, SIZE, SIZE)
    np.testing.assert_array_equal(found, TRUE)
    rough = TRUE + 20
    (found,) = fit_closely(picture(), rough[None], lambda it: np.zeros(len(it)), SIZE, SIZE)
    np.testing.assert_array_equal(found, rough)
    assert fit_closely(picture(), np.zeros((0, 4, 2)), likeness, SIZE, SIZE).shape == (0, 4, 2)


def test_what_gets_nowhere_near_is_soon_left_alone() -> None:
    tried: list[int] = []

    def unlike(faces: np.ndarray) -> np.ndarray:
        tried.append(len(faces))
        return np.linspace(0.3, 0.4, len(faces))

    fit_closely(picture(), TRUE[None] + 20, unlike, SIZE, SIZE, least=0.6)
    assert tried == [1, 20, 2]  # as it is, with one step each way, and with all of them together
