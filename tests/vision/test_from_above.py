"""A look at a slanted table as if from straight above."""

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from castlescan.vision.from_above import look_from_above, table_of
from castlescan.vision.pieces import Detection, Image, PieceClass
from castlescan.vision.quads import Floats, centres, from_boxes, project
from castlescan.vision.table_plane import slants

SIZE = 1000, 800
TILES = from_boxes([(x, y, x + 0.9, y + 0.9) for x in range(4) for y in range(3)])


class Squares:
    """Finds white things, and takes all of them for squares."""

    def __init__(self, score: float = 0.9) -> None:
        self.score = score
        self.sizes: list[tuple[int, ...]] = []

    def detect(self, image: Image) -> list[Detection]:
        self.sizes.append(image.shape)
        white = (image.min(axis=2) > 200).astype(np.uint8)
        found, _ = cv2.findContours(white, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        boxes = [cv2.boxPoints(cv2.minAreaRect(it)) + 0.5 for it in found if len(it) > 20]
        return [Detection(PieceClass.TILE, it.astype(np.float32), self.score) for it in boxes]


def camera(tilt: float) -> Floats:
    a = np.radians(tilt)
    tip = np.array([[1, 0, 0], [0, np.cos(a), 0], [0, -np.sin(a), 6.0]])
    to_pixels = np.array([[900, 0, SIZE[0] / 2], [0, 900, SIZE[1] / 2], [0, 0, 1]])
    homography: Floats = to_pixels @ tip @ np.array([[1, 0, -2], [0, 1, -1.5], [0, 0, 1]])
    return homography


def photograph(tilt: float) -> tuple[Image, Floats]:
    """Return white tiles on a dark table, and their corners."""
    quads = project(camera(tilt), TILES)
    picture = np.full((SIZE[1], SIZE[0], 3), 40, np.uint8)
    for quad in quads:
        cv2.fillPoly(picture, [np.rint(quad * 16 - 8).astype(np.int32)], (255,) * 3, cv2.LINE_AA, 4)
    return picture, quads


def as_detections(quads: Sequence[Floats] | Floats, score: float = 0.8) -> list[Detection]:
    return [Detection(PieceClass.TILE, it.astype(np.float32), score) for it in quads]


def errors(found: Sequence[Detection], quads: Floats) -> Floats:
    """Return how far the corners of each tile are off at most, in pixels, whichever comes first."""
    there = np.stack([it.quad for it in found])
    off = []
    for quad in quads:
        near = there[np.linalg.norm(centres(there) - quad.mean(axis=0), axis=1).argmin()]
        away = np.linalg.norm(near[:, None] - quad[None], axis=2)
        off.append(away.min(axis=0).max())
    return np.array(off)


def test_corners_are_found_that_are_hard_to_see_from_the_side() -> None:
    picture, quads = photograph(55)
    rough = Squares().detect(picture)
    found = look_from_above(picture, rough, Squares())
    assert found is not None
    assert len(found) == len(quads)
    assert errors(rough, quads).mean() > 8
    assert errors(found, quads).max() < 5


def test_it_is_not_looked_again_from_where_one_looked_already() -> None:
    picture, quads = photograph(5)
    detector = Squares()
    assert look_from_above(picture, as_detections(quads), detector) is None
    assert not detector.sizes


def test_few_tiles_tell_nothing() -> None:
    picture, quads = photograph(55)
    assert look_from_above(picture, as_detections(quads[:4]), Squares()) is None
    assert look_from_above(picture, [], Squares()) is None
    assert (table_of([]) == np.eye(3)).all()


def test_tiles_that_are_hardly_seen_tell_nothing() -> None:
    picture, quads = photograph(55)
    assert look_from_above(picture, as_detections(quads, score=0.4), Squares()) is None


def test_a_look_that_shows_less_does_not_count() -> None:
    picture, quads = photograph(55)
    assert look_from_above(picture, as_detections(quads), Squares(score=0.5)) is None


def test_what_the_edge_of_the_picture_cuts_off_is_kept() -> None:
    picture, quads = photograph(55)
    cut_off = from_boxes([(-30, 700, 60, 780)])
    inside = from_boxes([(20, 20, 60, 60)])
    rough = as_detections(np.concatenate([quads, cut_off, inside]))
    found = look_from_above(picture, rough, Squares())
    assert found is not None
    assert len(found) == len(quads) + 1
    assert (found[-1].quad == rough[-2].quad).all()


@pytest.mark.parametrize("kind", [PieceClass.ATTENDANT, PieceClass.CARD])
def test_what_is_small_is_kept_though_it_was_seen_only_from_the_side(kind: PieceClass) -> None:
    picture, quads = photograph(55)
    (seen,) = from_boxes([(600, 700, 640, 730)]).astype(np.float32)
    rough = as_detections(quads)

    class SeesOne(Squares):
        def detect(self, image: Image) -> list[Detection]:
            found = super().detect(image)
            return [*found, replace(found[0], piece=kind)]

    def small(score: float, quad: Floats, detector: Squares) -> list[Detection]:
        found = look_from_above(picture, [*rough, Detection(kind, quad, score)], detector)
        assert found is not None
        return [it for it in found if it.piece is kind]

    (kept,) = small(0.6, seen, Squares())
    assert (kept.quad == seen).all()
    assert not small(0.4, seen, Squares())
    (above,) = small(0.4, seen, SeesOne())
    (once,) = small(0.6, above.quad + 1, SeesOne())  # seen in both looks it is one
    assert (once.quad == above.quad).all()


def test_what_is_small_and_cut_off_is_kept_once() -> None:
    picture, quads = photograph(55)
    (seen,) = from_boxes([(-10, 700, 40, 740)]).astype(np.float32)
    rough = [*as_detections(quads), Detection(PieceClass.ATTENDANT, seen, 0.6)]
    found = look_from_above(picture, rough, Squares())
    assert found is not None
    assert [it.piece for it in found].count(PieceClass.ATTENDANT) == 1


def test_the_view_is_no_larger_than_it_need_be() -> None:
    picture, quads = photograph(55)
    large = np.asarray(cv2.resize(picture, None, fx=3, fy=3), np.uint8)
    small, big = Squares(), Squares()
    look_from_above(picture, as_detections(quads), small)
    look_from_above(large, as_detections(3 * quads), big)
    assert np.abs(np.subtract(small.sizes[0], big.sizes[0])).max() <= 1
    assert max(small.sizes[0]) <= 1120


def test_the_table_is_told_by_sure_tiles() -> None:
    _, quads = photograph(50)
    table = table_of(as_detections(quads))
    assert abs(np.median(slants(table, centres(quads))) - 50) < 4
