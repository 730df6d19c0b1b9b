"""Castles of a picture, and better corners that join tiles with them."""

import numpy as np
import pytest

from castlescan.vision.laying_out import lay_out, with_better_corners
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.quads import Floats, from_boxes
from castlescan.vision.spots import upright_quads

SIZE = 1000, 600
BOXES = [(300, 200, 500, 300), (500, 200, 600, 300), (600, 200, 700, 300), (500, 100, 600, 200)]
RIGHT = from_boxes(BOXES)
AT = 2  # of the tile that was found badly


def detections(off: float, turned: float) -> list[Detection]:
    """Return a throne room and tiles, one of them found so far off its place, and turned by degrees."""
    angle = np.radians(turned)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    quads = RIGHT.copy()
    middle = quads[AT].mean(axis=0)
    quads[AT] = (quads[AT] - middle) @ turn + middle + (off, off)
    kinds = [PieceClass.THRONE, *[PieceClass.TILE] * 3]
    return [
        Detection(kind, quad.astype(np.float32), 0.9)
        for kind, quad in zip(kinds, quads, strict=True)
    ]


def refined(found: list[Detection], quads: Floats = RIGHT) -> tuple[list, Floats]:
    spots = lay_out(found, SIZE)
    exact = [Detection(it.piece, quads[at].astype(np.float32), 0.9) for at, it in enumerate(found)]
    return spots, upright_quads(exact, spots)


def test_a_tile_found_badly_joins_its_castle_once_its_corners_are_known() -> None:
    found = detections(38, 20)
    spots, upright = refined(found)
    assert [it.castle for it in spots] == [0, 0, None, 0]
    moved = with_better_corners(found, spots, upright, dict.fromkeys(range(4), 0.99), SIZE)
    assert moved is not None
    assert [it.castle for it in lay_out(moved, SIZE)] == [0, 0, 0, 0]
    np.testing.assert_allclose(moved[AT].quad.mean(axis=0), RIGHT[AT].mean(axis=0), atol=1e-3)


@pytest.mark.parametrize("known", [0.0, 0.5])
def test_what_is_no_known_tile_stays_where_it_is(known: float) -> None:
    found = detections(38, 20)
    spots, upright = refined(found)
    assert with_better_corners(found, spots, upright, {0: 1, 1: 1, 2: known, 3: 1}, SIZE) is None


def test_where_all_have_a_place_or_better_corners_show_it_apart_nothing_changes() -> None:
    sure = dict.fromkeys(range(4), 0.99)
    found = detections(3, 2)
    spots, upright = refined(found)
    assert with_better_corners(found, spots, upright, sure, SIZE) is None
    found = detections(38, 20)
    apart = RIGHT.copy()
    apart[AT] += (150, 60)
    spots, upright = refined(found, apart)
    assert with_better_corners(found, spots, upright, sure, SIZE) is None


def test_nothing_is_laid_out_of_nothing() -> None:
    assert lay_out([], SIZE) == []
    assert with_better_corners([], [], np.zeros((0, 4, 2)), {}, SIZE) is None
