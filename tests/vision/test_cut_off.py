"""Castles that reach the edge of their picture."""

import numpy as np
import pytest

from castlescan.vision.cut_off import CutOff, Edge, find_cut_off, share_outside
from castlescan.vision.quads import from_boxes

SIZE = (400, 300)


def cells(left: float, top: float, places=((0, 0), (1, 0), (0, 1)), tile=50.0):
    """Return squares of a castle whose place (0, 0) has its top left corner there."""
    return {
        (x, y): from_boxes(
            [[left + tile * x, top - tile * y, left + tile * (x + 1), top - tile * (y - 1)]]
        )[0]
        for x, y in places
    }


def test_a_castle_well_inside_is_not_cut_off():
    assert find_cut_off(cells(100, 150), SIZE) is None


def test_a_castle_near_the_edge_is_not_cut_off():
    assert find_cut_off(cells(15, 150), SIZE) is None


@pytest.mark.parametrize(
    ("left", "top", "edge", "places"),
    [
        (-20, 150, Edge.LEFT, ((0, 0), (0, 1))),
        (315, 150, Edge.RIGHT, ((1, 0),)),
        (100, 30, Edge.TOP, ((0, 1),)),
        (100, 270, Edge.BOTTOM, ((0, 0), (1, 0))),
    ],
)
def test_tiles_that_leave_the_picture_are_named_with_its_edge(left, top, edge, places):
    assert find_cut_off(cells(left, top), SIZE) == CutOff((edge,), places)


@pytest.mark.parametrize(
    ("middle", "edges"),
    [
        ((10, 12), (Edge.LEFT, Edge.TOP)),
        ((10, 60), (Edge.LEFT,)),
        ((388, 290), (Edge.RIGHT, Edge.BOTTOM)),
        ((26.5, 26), (Edge.TOP,)),  # no part counts alone
    ],
)
def test_a_slanting_tile_in_a_corner_is_cut_off_at_each_edge_that_it_crosses(middle, edges):
    diamond = np.array([[-35, 0], [0, -35], [35, 0], [0, 35]]) + np.array(middle, np.float64)
    assert find_cut_off({(0, 0): diamond}, SIZE) == CutOff(edges, ((0, 0),))


def test_where_no_further_tile_would_be_seen_the_castle_may_go_on():
    assert find_cut_off(cells(0.5, 150), SIZE) == CutOff((Edge.LEFT,), ((0, 0), (0, 1)))


def test_a_castle_that_fills_the_picture_is_cut_off_at_several_edges():
    places = tuple((x, y) for x in range(8) for y in range(6))
    found = find_cut_off(cells(0, 250, places), SIZE)
    assert found.edges == tuple(Edge)
    assert len(found.places) == 24  # the outer ring
    assert (3, 3) not in found.places


@pytest.mark.parametrize(
    ("box", "share"),
    [
        ([10, 10, 60, 60], 0.0),
        ([-25, 10, 25, 60], 0.5),
        ([375, 275, 425, 325], 0.75),
        ([500, 0, 550, 50], 1.0),
        ([-100, -100, 500, 400], 1 - 400 * 300 / (600 * 500)),
    ],
)
def test_the_share_outside_is_exact(box, share):
    assert share_outside(from_boxes([box])[0], SIZE) == pytest.approx(share)
