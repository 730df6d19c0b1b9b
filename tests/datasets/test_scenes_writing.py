from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from castlescan.datasets.scenes import rendering, scene, writing
from castlescan.datasets.scenes.annotations import load_annotations
from castlescan.datasets.scenes.contact_sheet import contact_sheet, sheet_of_folder, with_quads
from castlescan.datasets.scenes.face_stock import FaceStock, stock_faces
from castlescan.datasets.scenes.scene import SceneOptions
from castlescan.datasets.scenes.tables import Table
from castlescan.datasets.scenes.writing import SETTINGS, Order, write_scenes
from castlescan.engine.documents import write_bytes
from castlescan.engine.errors import DocumentError

TINY = SceneOptions(longer_side=200, tables=("painted",), clutter=0.0, castles=(1.0,))


class Flat:
    """Quick faces."""

    ids = ("food/bakery",)

    def __init__(self, grey=120):
        self.grey = grey
        self.asked = []

    def face(self, piece_id, size_px):
        self.asked.append(piece_id)
        return np.full((size_px, size_px, 3), self.grey, np.uint8)

    def cut_out(self, piece_id, size_px):
        raise NotImplementedError


@pytest.fixture(autouse=True)
def quick_scenes(monkeypatch):
    monkeypatch.setattr(writing, "stock_faces", lambda name, art, banners: Flat())
    table = Table("painted", np.full((8, 8, 3), 150, np.uint8), 9.0, 0.0, 0.5)
    for module in (scene, rendering):
        monkeypatch.setattr(module, "draw_table", lambda rng, kind: table)


@pytest.fixture
def order(tmp_path) -> Order:
    return Order(tmp_path / "scenes", 3, options=TINY)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_scenes_are_written_with_their_annotations(order):
    seen = []
    assert write_scenes(order, 2, workers=1, report=seen.append) == 2
    assert seen == [0, 1]
    assert sorted(contents(order.folder)) == [
        "scene-000000.jpg",
        "scene-000000.json",
        "scene-000001.jpg",
        "scene-000001.json",
        SETTINGS,
    ]
    for annotation in load_annotations(order.folder):
        picture = cv2.imread(str(order.folder / annotation.image.file))
        assert picture.shape[:2] == (annotation.image.height, annotation.image.width)
        assert annotation.conditions.seed[0] == 3
        assert annotation.conditions.faces == "drawn"
        assert annotation.pieces


def test_an_interrupted_folder_is_completed_to_the_same(order, tmp_path):
    write_scenes(order, 3, workers=1)
    whole = contents(order.folder)
    (order.folder / "scene-000001.json").unlink()  # stopped between picture and annotation
    (order.folder / "scene-000002.json").unlink()
    (order.folder / "scene-000002.jpg").unlink()
    assert write_scenes(order, 3, workers=1) == 2
    assert contents(order.folder) == whole
    assert write_scenes(order, 3, workers=1) == 0


def test_stopping_leaves_only_whole_scenes(order):
    def stop(number):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_scenes(order, 3, workers=1, report=stop)
    assert not [name for name in contents(order.folder) if name.endswith(".tmp")]
    assert len(load_annotations(order.folder)) == 1


@pytest.mark.parametrize("change", [{"seed": 4}, {"faces": "scanned"}, {"options": SceneOptions()}])
def test_a_folder_keeps_to_its_settings(order, change):
    write_scenes(order, 1, workers=1)
    with pytest.raises(DocumentError, match="other settings"):
        write_scenes(replace(order, **change), 2, workers=1)


def test_a_folder_that_is_a_file(order):
    order.folder.write_text("")
    with pytest.raises(DocumentError):
        write_scenes(order, 1, workers=1)


def test_write_bytes_leaves_nothing_behind(tmp_path):
    (tmp_path / "taken").mkdir()
    with pytest.raises(DocumentError, match="cannot be written"):
        write_bytes(tmp_path / "taken", b"x")
    assert [path.name for path in tmp_path.iterdir()] == ["taken"]


def test_faces_are_asked_for_once_and_made_smaller():
    source, spare = Flat(100), Flat(50)
    stock = FaceStock(source, spare)
    assert stock.face("food/bakery", 64).shape == (64, 64, 3)
    assert stock.face("food/bakery", 9999).shape == (384, 384, 3)
    assert source.asked == ["food/bakery"]
    assert stock.face("back/regular", 32)[0, 0, 0] == 50
    assert stock.cut_out("food/bakery", 20).mask.all()


def test_scans_that_are_not_there(tmp_path):
    with pytest.raises(DocumentError):
        stock_faces("scanned", tmp_path)
    with pytest.raises(DocumentError, match="drawn or scanned"):
        stock_faces("painted")


def test_contact_sheets(order):
    write_scenes(order, 2, workers=1)
    plain, marked = sheet_of_folder(order.folder), sheet_of_folder(order.folder, quads=True)
    assert plain.shape == marked.shape == (364, 4 * 484, 3)
    assert (plain != marked).any()
    assert contact_sheet([np.zeros((10, 20, 3), np.uint8)] * 5, columns=2).shape[0] == 3 * 364
    annotation = load_annotations(order.folder)[0]
    picture = np.zeros((annotation.image.height, annotation.image.width, 3), np.uint8)
    assert with_quads(picture, annotation).any()
    assert not picture.any()
    (order.folder / "scene-000001.jpg").write_bytes(b"no picture")
    with pytest.raises(DocumentError, match="no picture that can be read"):
        sheet_of_folder(order.folder)


def test_command_line(tmp_path):
    import typer

    from castlescan.datasets.scenes.__main__ import main

    app = typer.Typer()
    app.command()(main)
    run = CliRunner()
    out = tmp_path / "out"
    arguments = [str(out), "--count", "1", "--side", "200", "--workers", "1"]
    done = run.invoke(app, [*arguments, "--sheet", str(tmp_path / "sheet.png"), "--quads"])
    assert done.exit_code == 0, done.output
    assert "1 scenes written" in done.output
    assert cv2.imread(str(tmp_path / "sheet.png")) is not None
    wrong = run.invoke(app, [*arguments, "--seed", "5"])
    assert wrong.exit_code == 2
    assert "other settings" in wrong.output
