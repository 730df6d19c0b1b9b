"""How well a piece is seen: each fault is made, and measured."""

import cv2
import numpy as np
import pytest

from castlescan.vision.picture_faults import blur_of, light_of, look_at
from castlescan.vision.quads import from_boxes
from castlescan.vision.sight import Cause, Sight, find_faults

SIZE = 90
QUAD = from_boxes([[60, 60, 60 + SIZE, 60 + SIZE]])[0]


def picture() -> np.ndarray:
    """Return a table with a tile at QUAD: a white border around sharp, dark print."""
    image = np.full((220, 220, 3), 110, np.uint8)
    image[60 : 60 + SIZE, 60 : 60 + SIZE] = 240
    rng = np.random.default_rng(4)
    print_ = np.kron(rng.integers(20, 190, (15, 15, 3)), np.ones((5, 5, 1))).astype(np.uint8)
    image[67 : 67 + 75, 67 : 67 + 75] = print_
    return image


def causes(image: np.ndarray, quad: np.ndarray = QUAD, **others: list[np.ndarray]) -> set[Cause]:
    return {it.cause for it in find_faults(look_at(image, quad, **others))}


def test_a_tile_in_good_light_has_no_fault() -> None:
    assert causes(picture()) == set()


@pytest.mark.parametrize("blur", [2.0, 3.0, 4.0])
def test_blur_is_measured_in_pixels(blur: float) -> None:
    blurred = cv2.GaussianBlur(picture(), (0, 0), blur)
    assert look_at(blurred, QUAD).blur == pytest.approx(blur, rel=0.25)
    assert Cause.BLURRED in causes(blurred)


def test_dark_tiles_are_dark_and_not_covered() -> None:
    rng = np.random.default_rng(2)
    dark = picture() * 0.15 + rng.normal(0, 6, picture().shape)
    assert causes(np.clip(dark, 0, 255).astype(np.uint8)) & {Cause.DARK, Cause.COVERED} == {
        Cause.DARK
    }


def test_a_reflection_washes_the_print_out() -> None:
    veiled = (picture() * 0.25 + 0.75 * 255).astype(np.uint8)
    assert Cause.GLARE in causes(veiled)


def test_a_hand_covers_part_of_the_border() -> None:
    covered = picture()
    cv2.circle(covered, (150, 110), 45, (120, 80, 60), -1)
    assert Cause.COVERED in causes(covered)


def test_what_was_found_on_a_tile_covers_it() -> None:
    token = from_boxes([[90, 90, 120, 120]])[0]
    assert Cause.COVERED in causes(picture(), small=[token])
    beside = from_boxes([[145, 60, 235, 150]])[0]
    over = from_boxes([[110, 60, 200, 150]])[0]
    assert Cause.COVERED not in causes(picture(), tiles=[beside])
    assert Cause.COVERED in causes(picture(), tiles=[over])


def test_small_slanted_and_cut_off_tiles_are_told_by_their_corners() -> None:
    assert Cause.SMALL in causes(picture(), QUAD[0] + (QUAD - QUAD[0]) / 3)
    assert Cause.SLANTED in causes(picture(), QUAD * [1, 0.4] + [0, 60])
    outside = look_at(picture(), QUAD - [100, 0]).outside
    assert outside == pytest.approx(40 / 90)
    assert Cause.CUT_OFF in causes(picture(), QUAD - [100, 0])


def test_causes_come_with_what_was_measured() -> None:
    sight = Sight(20.0, 1.0, 0.8, 0.0, 0.0, 0.0, 10.0, 0.0)
    small, blurred = find_faults(sight)
    assert (small.cause, small.measured, small.limit) == (Cause.SMALL, 20.0, 40.0)
    assert (blurred.cause, blurred.measured, blurred.limit) == (Cause.BLURRED, 1.0, 0.4)


def test_pieces_outside_or_without_an_inside_are_measured_all_the_same() -> None:
    for quad in (QUAD + 5000, np.zeros((4, 2)), QUAD * [1, 0]):
        assert np.isfinite(look_at(picture(), quad).blur)
    assert look_at(np.zeros((8, 8, 3), np.uint8), QUAD).light == 0.0


def test_the_blur_and_light_of_a_whole_picture() -> None:
    rng = np.random.default_rng(1)
    large = np.kron(rng.integers(0, 255, (30, 40, 3)), np.ones((30, 30, 1))).astype(np.uint8)
    assert blur_of(large) < 0.004
    assert blur_of(cv2.GaussianBlur(large, (0, 0), 12)) == pytest.approx(0.01, rel=0.3)
    assert light_of(large) > 0.6
    assert light_of(np.zeros_like(large)) == 0.0
