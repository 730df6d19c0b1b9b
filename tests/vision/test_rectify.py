"""Straightening faces and undoing the colour of the light."""

import cv2
import numpy as np
import pytest

from castlescan.vision.quads import from_boxes, homographies, project, roll
from castlescan.vision.rectify import (
    apply_gains,
    border_colours,
    light_gains,
    rectify,
    rectify_all,
)


def noise(height: int = 90, width: int = 120, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 255, (height, width, 3)).astype(np.uint8)


def test_an_upright_box_is_cut_out_pixel_by_pixel() -> None:
    image = noise()
    quad = from_boxes([[20, 10, 60, 40]])[0]
    assert np.array_equal(rectify(image, quad, 40, 30), image[10:40, 20:60])


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_a_turned_face_comes_out_upright(turn: int) -> None:
    image = noise()
    quad = roll(from_boxes([[20, 10, 60, 50]]), turn)[0]
    assert np.array_equal(rectify(image, quad, 40, 40), np.rot90(image[10:50, 20:60], turn))


def test_pixels_are_averages_where_a_face_is_reduced() -> None:
    image = noise(128, 128)
    face = rectify(image, from_boxes([[0, 0, 128, 128]])[0], 32, 32)
    means = image.reshape(32, 4, 32, 4, 3).mean(axis=(1, 3))
    assert np.abs(face - means).max() <= 1


def test_pixels_may_be_samples_instead() -> None:
    image, whole = noise(64, 64), from_boxes([[0, 0, 64, 64]])
    averaged = rectify_all(image, whole, 8, 8)
    sampled = rectify_all(image, whole, 8, 8, averaged=False)
    assert sampled.shape == averaged.shape
    assert sampled.std() > 2 * averaged.std()


def test_perspective_is_undone() -> None:
    face = cv2.GaussianBlur(noise(100, 100), (0, 0), 4)
    quad = np.array([[60.0, 40.0], [210.0, 55.0], [260.0, 230.0], [30.0, 200.0]])
    to_picture = cv2.getPerspectiveTransform(
        np.array([[0, 0], [100, 0], [100, 100], [0, 100]], np.float32) - 0.5,
        (quad - 0.5).astype(np.float32),
    )
    image = cv2.warpPerspective(face, to_picture, (300, 300))
    straightened = rectify(image, quad, 100, 100)
    inner = slice(4, -4)
    assert np.abs(straightened[inner, inner].astype(int) - face[inner, inner]).mean() < 1.5
    middle = project(homographies(quad[None])[0], [[0.0, 0.0]])[0]
    assert (
        np.abs(image[int(middle[1]), int(middle[0])].astype(int) - straightened[50, 50]).max() < 12
    )


def test_quads_that_make_no_sense_still_give_a_crop() -> None:
    image = noise()
    for quad in (
        [[0, 0], [0, 0], [0, 0], [0, 0]],
        [[10, 10], [50, 50], [50, 10], [10, 50]],
        [[-500, -500], [-400, -500], [-400, -400], [-500, -400]],
        [[10, 10], [50, 12], [30, 14], [12, 50]],
    ):
        assert rectify(image, np.array(quad, float), 16, 16).shape == (16, 16, 3)


def test_outside_of_the_picture_its_edge_goes_on() -> None:
    image = noise()
    image[:, 0] = (1, 2, 3)
    face = rectify(image, from_boxes([[-20, 10, 20, 50]])[0], 40, 40)
    assert (face[:, :20] == (1, 2, 3)).all()
    assert np.array_equal(face[:, 20:], image[10:50, 0:20])


def test_many_at_once() -> None:
    image = noise()
    quads = from_boxes([[0, 0, 20, 20], [30, 30, 50, 50]])
    faces = rectify_all(image, quads, 20, 20)
    assert faces.shape == (2, 20, 20, 3)
    assert np.array_equal(faces[1], image[30:50, 30:50])
    assert rectify_all(image, [], 20, 20).shape == (0, 20, 20, 3)


def tiles(count: int, *, blue: int = 0) -> np.ndarray:
    crops = np.full((count, 64, 64, 3), 235, np.uint8)
    crops[:blue] = (130, 205, 242)
    crops[:, 6:-6, 6:-6] = noise(52, 52)
    return crops


def test_the_border_is_what_the_light_is_read_from() -> None:
    assert np.allclose(border_colours(tiles(3)), 235)
    assert border_colours(tiles(0)).shape == (0, 3)


def test_warm_light_is_undone_with_blue_borders_about() -> None:
    crops = tiles(16, blue=4)
    warm = apply_gains(crops, np.tile([1.0, 0.8, 0.5], (16, 1)))
    places = np.stack(np.meshgrid(range(4), range(4)), axis=-1).reshape(-1, 2) * 50.0
    gains = light_gains(border_colours(warm), places, [0] * 16)
    neutral = border_colours(apply_gains(warm, gains))[4:]
    assert np.ptp(neutral, axis=1).max() < 4


def test_light_may_change_over_a_castle() -> None:
    places = np.stack(np.meshgrid(range(5), range(5)), axis=-1).reshape(-1, 2) * 50.0
    lean = places[:, :1] / 200
    colours = 200 * np.exp(lean * [[0.2, 0.0, -0.2]])
    gains = light_gains(colours, places, [0] * 25)
    lit = colours * gains
    assert np.ptp(np.log(lit), axis=1).max() < 0.05


def test_castles_have_lights_of_their_own() -> None:
    colours = np.array([[200, 200, 200]] * 5 + [[200, 150, 100]] * 5, float)
    gains = light_gains(colours, np.zeros((10, 2)), [0] * 5 + [1] * 5)
    assert np.allclose(gains[:5], 1)
    assert gains[7, 2] > gains[7, 0]


def test_no_crops_are_no_problem() -> None:
    empty = np.zeros((0, 8, 8, 3), np.uint8)
    gains = light_gains(border_colours(empty), np.zeros((0, 2)), [])
    assert apply_gains(empty, gains).shape == empty.shape
