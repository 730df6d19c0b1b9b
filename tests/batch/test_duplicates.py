"""Photos of one castle are found: equal in layout and alike in looks."""

import cv2
import numpy as np
import pytest

from castlescan.batch.duplicates import find_duplicates
from castlescan.batch.looks import difference, layout_of, looks_of
from castlescan.batch.outcomes import Outcome
from castlescan.batch.store import Store
from castlescan.batch.tables import CASTLES
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.violations import PlacedTile
from castlescan.vision.composing import reading_of
from castlescan.vision.reading import Evidence

ROOMS = [("food/bakery", 2, 0), ("living/gallery", 3, 0), ("outdoor/aviary", 2, 1)]


def castle(rooms=ROOMS, throne="throne/living-corridor"):
    return Castle(throne=throne, rooms=[PlacedTile(id=it, x=x, y=y) for it, x, y in rooms])


def test_layouts_are_equal_whatever_the_order():
    assert layout_of(castle()) == layout_of(castle(ROOMS[::-1]))
    assert layout_of(castle()) != layout_of(castle([*ROOMS[:2], ("outdoor/aviary", 3, 1)]))


def test_layouts_without_a_throne_count_from_the_corner():
    moved = [(it, x - 5, y + 2) for it, x, y in ROOMS]
    assert layout_of(castle(moved, None)) == layout_of(castle(throne=None))


def photographed(corners, gain=1.0):
    """Return the photo of three tiles whose outline comes to lie on some corners, and their reading."""
    rng = np.random.default_rng(4)
    table = cv2.resize(rng.integers(40, 220, (6, 6, 3), np.uint8), (300, 200))
    flat = np.float32([[50, 50], [250, 50], [250, 150], [50, 150]])
    turn = cv2.getPerspectiveTransform(flat, np.float32(corners))
    image = cv2.warpPerspective(table, turn, (400, 400), flags=cv2.INTER_AREA)
    evidence = []
    for tile, x, y in ROOMS:
        left, top = 50 + 100 * (x - 2), 100 - 50 * y
        quad = np.float32(
            [[left, top], [left + 100, top], [left + 100, top + 50], [left, top + 50]]
        )
        seen = cv2.perspectiveTransform(quad[None], turn)[0]
        evidence.append(
            Evidence(
                id=tile, x=x, y=y, confidence=1.0, alternatives=[], orientation=0, border=None,
                quad=[[float(it) for it in corner] for corner in seen],
            )
        )  # fmt: skip
    reading = reading_of(castle(), packaged_catalogue())
    dimmed = np.clip(image * gain, 0, 255).astype(np.uint8)
    return dimmed, reading.model_copy(update={"evidence": evidence})


def test_looks_hardly_depend_on_the_camera_and_the_light():
    straight = looks_of(*photographed([[100, 100], [300, 100], [300, 200], [100, 200]]))
    askew = looks_of(*photographed([[120, 60], [330, 110], [300, 260], [60, 190]], gain=0.6))
    assert difference(straight, askew) <= 10


def test_looks_without_any_evidence_are_those_of_the_picture():
    image = np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8)
    reading = reading_of(castle(), packaged_catalogue())
    assert difference(looks_of(image, reading), looks_of(image[:, ::-1].copy(), reading)) > 10


@pytest.fixture
def store(tmp_path):
    with Store.open(tmp_path / "results.sqlite") as store:
        yield store


def add(store, photo, layout="l", looks=0, rooms=5):
    row = (photo, 1, None, rooms, 40, 1, 0, 0, layout, f"{looks:016x}", "{}")
    store.save(Outcome(f"/p/{photo}.jpg", photo, 1, "", {CASTLES.name: [row]}))


def test_castles_are_grouped(store):
    add(store, "a")
    add(store, "b", looks=0b111)
    add(store, "c", looks=2**64 - 1)  # looks quite different
    add(store, "d", layout="other")
    (group,) = find_duplicates(store)
    assert [it.path for it in group] == ["/p/a.jpg", "/p/b.jpg"]


def test_groups_join_by_way_of_others(store):
    add(store, "a")
    add(store, "c", looks=2**30 - 1)
    add(store, "b", looks=2**15 - 1)
    (group,) = find_duplicates(store)
    assert [it.photo for it in group] == ["a", "b", "c"]


def test_small_castles_are_left_out(store):
    add(store, "a", rooms=2)
    add(store, "b", rooms=2)
    assert list(find_duplicates(store)) == []


def test_copies_are_listed_with_all_their_paths(store):
    add(store, "a")
    row = ("a", 1, None, 5, 40, 1, 0, 0, "l", f"{0:016x}", "{}")
    store.save(Outcome("/q/copy.jpg", "a", 1, "", {CASTLES.name: [row]}))
    add(store, "b", layout="other")
    (group,) = find_duplicates(store)
    assert [it.path for it in group] == ["/p/a.jpg", "/q/copy.jpg"]
