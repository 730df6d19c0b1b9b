"""Pictures without a castle: what they show, that they are the same again, and how they are counted."""

import cv2
import numpy as np
import pytest

from castlescan.datasets.evaluate import evaluate_folder, report
from castlescan.datasets.no_castle import drawing, floors, subject, walls, writing
from castlescan.datasets.no_castle.check import castles_table, check_folder, kinds_table
from castlescan.datasets.no_castle.kinds import KINDS
from castlescan.datasets.no_castle.subject import Subject, polyomino, scene_of, tile, turned
from castlescan.datasets.no_castle.writing import (
    kind_of,
    make_picture,
    picture_name,
    write_pictures,
)
from castlescan.datasets.scenes.annotations import load_annotations
from castlescan.datasets.scenes.tables import Table
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.errors import DocumentError
from castlescan.vision.composing import compose
from castlescan.vision.pieces import PieceClass
from castlescan.vision.seen_pieces import SeenPiece

GREY = np.full((8, 8, 3), 128, np.uint8)


def small_card(rng):
    return Subject((tile(GREY, 1, 1, 0, 0),), clutter=0.0)


@pytest.fixture
def coarse(monkeypatch):
    """Draw with fewer pixels, and no tables."""
    rasterise = drawing.rasterise
    plain = Table("plain", GREY, 10.0, 0.0, 0.5)

    def rasterise_coarsely(svg, width, height):
        small = rasterise(svg, width // 6 + 1, height // 6 + 1)
        return cv2.resize(small, (width, height))

    monkeypatch.setattr(drawing, "rasterise", rasterise_coarsely)
    monkeypatch.setattr(floors, "_SIDE", 400)
    monkeypatch.setattr(walls, "_SIDE", 400)
    for module in (subject, walls):
        monkeypatch.setattr(module, "draw_table", lambda *_: plain)


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(subject, "LONGER_SIDE", 160)
    monkeypatch.setattr(writing, "KINDS", {"cards": small_card, "dice": small_card})


def castle_with(*ids):
    square = np.array([[0.0, 0.0], [50, 0], [50, 50], [0, 50]])
    pieces = [
        SeenPiece(PieceClass.TILE, square + 50 * x, (x, 0), name, 0.95, ((name, 0.95),))
        for x, name in enumerate(ids)
    ]
    return compose(pieces, packaged_catalogue())


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_draws_something_that_can_be_seen(kind, coarse):
    shown = KINDS[kind](np.random.default_rng(5))
    assert shown.solids or shown.surface is not None
    for solid in shown.solids:
        x, y = solid.top[:, 0], solid.top[:, 1]
        assert (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() > 0  # anticlockwise
        assert solid.face.dtype == np.uint8
        assert (solid.top[:, 2] >= solid.bottom[:, 2]).all()
    scene = scene_of(shown, np.random.default_rng(6))
    assert not scene.pieces
    assert not scene.plans
    width, height = scene.camera.size
    x, y = scene.camera.project([*scene.centre, 0.0])
    assert 0 < x < width
    assert 0 < y < height


@pytest.mark.parametrize("kind", ["room-tiles", "memory", "bath-tiles"])
def test_the_seed_alone_says_what_a_kind_shows(kind, coarse):
    first, second, other = (KINDS[kind](np.random.default_rng(seed)) for seed in (3, 3, 4))

    def looks(shown):
        return [it.face for it in shown.solids] + [shown.surface and shown.surface.texture]

    def is_same(one, two):
        pairs = zip(looks(one), looks(two), strict=False)
        return all(a is b if a is None else np.array_equal(a, b) for a, b in pairs)

    assert is_same(first, second)
    assert not is_same(first, other)


def test_pictures_are_the_same_again_and_not_those_of_another_seed(quick):
    assert make_picture(1, 0).jpeg == make_picture(1, 0).jpeg
    assert make_picture(1, 0).jpeg != make_picture(2, 0).jpeg


def test_kinds_take_turns():
    assert picture_name(12) == f"0012-{list(KINDS)[12]}"
    counts = [[kind_of(number) for number in range(5 * len(KINDS))].count(kind) for kind in KINDS]
    assert counts == [5] * len(KINDS)
    assert 5 * len(KINDS) == 150


def test_a_folder_holds_pictures_with_annotations_without_pieces(quick, tmp_path):
    assert write_pictures(tmp_path, 2, seed=1) == 2
    annotations = load_annotations(tmp_path)
    assert [it.image.file for it in annotations] == ["0000-cards.jpg", "0001-dice.jpg"]
    assert [it.conditions.faces for it in annotations] == ["cards", "dice"]
    assert not any(it.pieces or it.castles for it in annotations)
    height, width = cv2.imread(str(tmp_path / "0000-cards.jpg")).shape[:2]
    assert (width, height) == (annotations[0].image.width, annotations[0].image.height)
    assert max(width, height) == 160


def test_writing_goes_on_where_it_stopped(quick, tmp_path):
    write_pictures(tmp_path, 1, seed=1)
    before = (tmp_path / "0000-cards.jpg").stat().st_mtime_ns
    reported = []
    assert write_pictures(tmp_path, 3, seed=1, report=reported.append) == 2
    assert reported == [0, 1, 2]
    assert (tmp_path / "0000-cards.jpg").stat().st_mtime_ns == before


def test_a_folder_of_another_seed_is_left_alone(quick, tmp_path):
    write_pictures(tmp_path, 1, seed=1)
    with pytest.raises(DocumentError, match="another seed"):
        write_pictures(tmp_path, 1, seed=2)


def test_polyominoes_hang_together():
    cells = polyomino(np.random.default_rng(1), 20)
    assert len(set(cells)) == 20
    for index, (x, y) in enumerate(cells[1:], start=1):
        assert {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & set(cells[:index])


def test_turning_keeps_sizes_and_heights():
    solid = tile(GREY, 2, 1, 3, 0)
    moved = turned(solid, np.pi / 2)
    assert moved.top[:, :2].mean(axis=0) == pytest.approx([0, 3], abs=1e-9)
    assert moved.top[:, 2] == pytest.approx(solid.top[:, 2])
    assert np.ptp(moved.top[:, 1]) == pytest.approx(2)


def test_what_is_read_there_is_counted_by_kind(quick, tmp_path):
    write_pictures(tmp_path, 4, seed=1)
    found = iter([[castle_with("food/bakery", "food/granary")], [], [], []])
    checked = check_folder(tmp_path, lambda image: next(found))
    assert [(it.kind, len(it.readings)) for it in checked] == [
        ("cards", 1), ("dice", 0), ("cards", 0), ("dice", 0),
    ]  # fmt: skip
    assert [it.id for it in checked[0].pieces] == ["food/bakery", "food/granary"]
    rows = list(zip(*(column.cells for column in kinds_table(checked).columns), strict=True))
    assert [row[:3] for row in rows] == [("cards", "2", "1"), ("dice", "2", "0"), ("all", "4", "1")]
    (listed,) = castles_table(checked).columns[1].cells
    assert str(listed) == "food/bakery 0.95, food/granary 0.95"


def test_evaluation_counts_all_that_is_read_there_as_false(quick, tmp_path):
    write_pictures(tmp_path, 2, seed=1)
    found = iter([[castle_with("food/bakery", "food/granary")], []])
    evaluation = evaluate_folder(tmp_path, lambda image: next(found), packaged_catalogue())
    counted = report(evaluation)
    assert (counted.all.tiles.tiles, counted.all.tiles.false) == (0, 2)
    by_kind = {it.range: it.figures.tiles.false for it in counted.splits if it.by == "faces"}
    assert by_kind == {"cards": 2, "dice": 0}
