"""Corners on the full picture, and where to look again."""

import cv2
import numpy as np
import pytest

from castlescan.vision.quads import from_boxes, homographies, project, sizes
from castlescan.vision.refine import BORDER, brightness, clear_sides, refine
from castlescan.vision.second_look import throne_glimpses, tile_glimpses

WHITE, BLUE = (242, 240, 236), (150, 205, 228)


def face(width: int = 1, seed: int = 0, border: tuple[int, int, int] = WHITE) -> np.ndarray:
    """A light border, a dark frame, and anything inside, 200 pixels high."""
    picture = np.full((200, 200 * width, 3), border, np.uint8)
    inset = round(200 * BORDER)
    picture[inset:-inset, inset:-inset] = (40, 30, 25)
    inside = np.random.default_rng(seed).integers(40, 220, (12, 12 * width, 3)).astype(np.uint8)
    size = (200 * width - 2 * inset - 10, 200 - 2 * inset - 10)
    within = slice(inset + 5, -inset - 5)
    picture[within, within] = cv2.resize(inside, size, interpolation=cv2.INTER_CUBIC)
    return picture


def scene(
    quads: np.ndarray, widths: list[int], *, blur: float = 0.7, blue: tuple[int, ...] = ()
) -> np.ndarray:
    image = np.full((500, 700, 3), (120, 100, 80), np.uint8)
    for number, (quad, width) in enumerate(zip(quads, widths, strict=True)):
        picture = face(width, number, BLUE if number in blue else WHITE)
        corners = np.array([[0, 0], [200 * width, 0], [200 * width, 200], [0, 200]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners - 0.5, (quad - 0.5).astype(np.float32))
        warped = cv2.warpPerspective(picture, matrix, (700, 500), flags=cv2.INTER_AREA)
        mask = cv2.fillConvexPoly(
            np.zeros((500, 700), np.uint8), np.rint(quad - 0.5).astype(np.int32), 255
        )
        image = np.where(mask[..., None] > 0, warped, image)
    return cv2.GaussianBlur(image, (0, 0), blur)


TRUTH = np.array(
    [
        [[100, 100], [180, 108], [176, 190], [92, 182]],
        [[181, 108], [262, 116], [262, 199], [177, 190]],
        [[300, 250], [470, 240], [480, 330], [296, 338]],
    ],
    float,
)
WIDTHS = [1, 1, 2]


def errors(found: np.ndarray) -> np.ndarray:
    return np.linalg.norm(found - TRUTH, axis=2).mean(axis=1) / sizes(TRUTH, WIDTHS)


@pytest.mark.parametrize("seed", range(3))
def test_corners_move_to_where_borders_end(seed: int) -> None:
    noise = np.random.default_rng(seed).normal(0, 0.04, TRUTH.shape)
    wrong = TRUTH + noise * sizes(TRUTH, WIDTHS)[:, None, None]
    assert errors(wrong).max() > 0.04
    assert errors(refine(brightness(scene(TRUTH, WIDTHS)), wrong, WIDTHS)).max() < 0.02


@pytest.mark.parametrize("seed", [0, 3, 5])
@pytest.mark.parametrize("light", [(1.0, 1.0, 1.0), (1.0, 0.8, 0.5)])
def test_white_borders_beside_a_blue_one_do_not_mislead(
    seed: int, light: tuple[float, float, float]
) -> None:
    row = from_boxes([[100 + 82 * column, 100, 180 + 82 * column, 180] for column in range(3)])
    wrong = row + np.random.default_rng(seed).normal(0, 3.2, row.shape)
    image = (scene(row, [1, 1, 1], blue=(1,)) * np.array(light)).astype(np.uint8)
    assert np.linalg.norm(refine(brightness(image), wrong) - row, axis=2).max() < 2.4


@pytest.mark.parametrize("turn", [1, 2, 3])
def test_any_corner_may_come_first(turn: int) -> None:
    turned = np.roll(TRUTH[:2], -turn, axis=1)
    found = refine(brightness(scene(TRUTH, WIDTHS)), turned + 2.0)
    assert np.abs(found - turned).max() < 1.5


def test_without_an_edge_corners_stay() -> None:
    flat = np.full((500, 700, 3), 128, np.uint8)
    assert np.array_equal(refine(brightness(flat), TRUTH, WIDTHS), TRUTH)
    noise = np.random.default_rng(1).integers(0, 255, (500, 700, 3)).astype(np.uint8)
    assert errors(refine(brightness(noise), TRUTH, WIDTHS)).max() < 0.3


def test_a_tile_has_edges_on_all_sides_and_a_bare_table_beside_it_on_one() -> None:
    beside = TRUTH[0] - (80, 8)
    far = TRUTH[0] + (0, 250)
    clear = clear_sides(
        brightness(scene(TRUTH, WIDTHS)), np.stack([TRUTH[0], TRUTH[1], beside, far])
    )
    assert clear.tolist() == [4 * [True], 4 * [True], [False, True, False, False], 4 * [False]]
    assert clear_sides(brightness(scene(TRUTH, WIDTHS)), np.zeros((0, 4, 2))).shape == (0, 4)


def test_other_pieces_do_not_change_where_edges_are_found() -> None:
    bright = brightness(scene(TRUTH, WIDTHS))
    moved = TRUTH[0] + (3, -2)
    aside = [moved + np.array([dx, dy]) for dx in (-40, 35) for dy in (-45, 30)]
    (alone,) = refine(bright, moved[None])
    assert np.abs(alone - moved).max() > 1
    for before in range(len(aside) + 1):
        found = refine(bright, np.stack([*aside[:before], moved, *aside[before:]]))
        # A few rows of the next piece count to the usual range of brightness.
        assert np.abs(found[before] - alone).max() < 0.4
    many = np.stack(200 * [moved, *aside])
    assert np.abs(refine(bright, many)[::5] - alone).max() < 0.4


def test_odd_quads_do_no_harm() -> None:
    odd = np.array(
        [[[0, 0], [0, 0], [0, 0], [0, 0]], [[10, 10], [50, 50], [50, 10], [10, 50]]], float
    )
    assert np.array_equal(refine(brightness(scene(TRUTH, WIDTHS)), odd), odd)
    assert refine(brightness(scene(TRUTH, WIDTHS)), []).shape == (0, 4, 2)
    outside = from_boxes([[-300, -300, -200, -200]])
    assert refine(brightness(scene(TRUTH, WIDTHS)), outside).shape == (1, 4, 2)


def grid(*places: tuple[int, int]) -> dict[tuple[int, int], np.ndarray]:
    quads = from_boxes(
        [[200 + 40 * x, 300 - 40 * y, 240 + 40 * x, 340 - 40 * y] for x, y in places]
    )
    return dict(zip(places, quads, strict=True))


def test_free_places_beside_tiles_are_foretold() -> None:
    cells = grid((0, 0), (1, 0), (0, 1))
    found = {it.place: it.quad for it in tile_glimpses(cells, frozenset(), (700, 500))}
    assert set(found) == {(-1, 0), (2, 0), (0, -1), (1, -1), (-1, 1), (1, 1), (0, 2)}
    assert np.allclose(found[1, 1], grid((1, 1))[1, 1])


def test_places_that_were_not_recognised_are_looked_at_and_foretell_nothing() -> None:
    cells = grid((0, 0), (1, 0)) | {(2, 0): grid((5, 5))[5, 5]}
    found = {it.place: it.quad for it in tile_glimpses(cells, frozenset({(2, 0)}), (700, 500))}
    assert np.allclose(found[2, 0], grid((2, 0))[2, 0])
    assert (3, 0) not in found


def test_places_outside_of_the_picture_are_left_out() -> None:
    cells = grid((-5, 0), (-4, 0))
    places = [it.place for it in tile_glimpses(cells, frozenset(), (700, 500))]
    assert (-6, 0) not in places


def test_thrones_are_foretold_two_wide() -> None:
    cells = grid((-1, 0), (2, 0))
    found = {it.place: it.quad for it in throne_glimpses(cells, frozenset(), (700, 500))}
    assert np.allclose(found[0, 0], from_boxes([[200, 300, 280, 340]])[0])
    assert (-1, 0) not in found
    middle = project(homographies(found[0, 0][None], 2)[0], [[0.5, 0.0]])[0]
    assert np.allclose(middle, (240, 320))
