"""How a table lies, told by the tiles on it."""

import numpy as np
import pytest

from castlescan.vision.quads import Floats, centres, from_boxes, project, sides, signed_areas
from castlescan.vision.table_plane import slants, to_table

PLACES = [(x, y) for x in range(5) for y in range(4) if (x + y) % 3]


def tiles_on_table(crookedness: float = 0.0, seed: int = 0) -> Floats:
    """Return tiles of a castle as seen from straight above, one unit wide, laid by hand."""
    rng = np.random.default_rng(seed)
    boxes = [(x, y, x + 1, y + 1) for x, y in PLACES]
    quads = from_boxes(boxes) + rng.normal(0, crookedness, (len(boxes), 1, 2))
    return quads + rng.normal(0, crookedness / 3, quads.shape)


def camera(tilt: float, roll: float = 0.3, away: float = 9.0) -> Floats:
    """Return the homography from the table to a picture, tilted by so many degrees."""
    a, r = np.radians(tilt), roll
    turn = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, np.cos(a), 0], [0, -np.sin(a), away]])
    to_pixels = np.array([[900, 0, 500], [0, 900, 400], [0, 0, 1]])
    homography: Floats = to_pixels @ tip @ turn @ np.array([[1, 0, -2.5], [0, 1, -2], [0, 0, 1]])
    return homography


@pytest.mark.parametrize("tilt", [0, 25, 45, 60, 68])
def test_tiles_become_squares_of_one_size(tilt: float) -> None:
    seen = project(camera(tilt), tiles_on_table())
    flat = project(to_table(seen, np.ones(len(seen), bool)), seen)
    size = np.sqrt(signed_areas(flat))
    assert np.ptp(size) < 0.05 * size.mean()
    edges = np.linalg.norm(sides(flat), axis=2) / size.mean()
    assert np.abs(edges - 1).max() < 0.05


@pytest.mark.parametrize("tilt", [30, 50, 65])
def test_crooked_tiles_and_what_is_no_tile_hardly_matter(tilt: float) -> None:
    seen = project(camera(tilt), tiles_on_table(0.04, seed=3))
    odd = project(camera(tilt), from_boxes([(1.2, 1.2, 1.5, 1.5), (3.0, 2.0, 5.0, 2.8)]))
    quads = np.concatenate([seen, odd])
    flat = project(to_table(quads, np.ones(len(quads), bool)), seen)
    size = np.sqrt(signed_areas(flat))
    assert np.ptp(size) < 0.3 * size.mean()


def test_which_tiles_to_trust_is_told() -> None:
    seen = project(camera(50), tiles_on_table())
    wrong = seen.mean(axis=1, keepdims=True) + 0.3 * (seen - seen.mean(axis=1, keepdims=True))
    quads = np.concatenate([seen, wrong])
    trusted = np.arange(len(quads)) < len(seen)
    assert np.allclose(to_table(quads, trusted), to_table(seen, np.ones(len(seen), bool)))


def test_the_slant_of_the_table_is_told() -> None:
    homography = camera(50)
    seen = project(homography, tiles_on_table())
    found = slants(to_table(seen, np.ones(len(seen), bool)), centres(seen))
    wanted = slants(np.linalg.inv(homography), centres(seen))
    assert np.abs(found - wanted).max() < 3
    assert np.ptp(wanted) > 10


def test_a_table_seen_from_straight_above_has_no_slant() -> None:
    seen = project(camera(0), tiles_on_table())
    assert slants(to_table(seen, np.ones(len(seen), bool)), centres(seen)).max() < 1


@pytest.mark.parametrize("count", [0, 1, 5])
def test_few_tiles_tell_nothing(count: int) -> None:
    seen = project(camera(50), tiles_on_table())[:count]
    assert (to_table(seen, np.ones(count, bool)) == np.eye(3)).all()


def test_tiles_on_one_spot_tell_nothing() -> None:
    seen = np.repeat(from_boxes([(10, 10, 50, 50)]), 8, axis=0)
    assert (to_table(seen, np.ones(8, bool)) == np.eye(3)).all()


def test_a_row_of_tiles_is_not_taken_for_a_slant_across_it() -> None:
    rng = np.random.default_rng(5)
    row = from_boxes([(40 * x, 100, 40 * x + 40, 140) for x in range(9)])
    seen = row + rng.normal(0, 0.8, row.shape)
    table = to_table(seen, np.ones(len(seen), bool))
    assert slants(table, centres(seen)).max() < 25


def test_sizes_of_no_view_of_a_table_do_no_harm() -> None:
    boxes = [(60 * x, 0, 60 * x + 8 * (1 + x % 2 * 5), 8 * (1 + x % 2 * 5)) for x in range(8)]
    quads = from_boxes([*boxes, (900, 0, 904, 4), (0, 900, 400, 1300)])
    flat = project(to_table(quads, np.ones(len(quads), bool)), quads)
    assert np.isfinite(flat).all()
    assert (signed_areas(flat) > 0).all()
