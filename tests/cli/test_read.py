"""Reading photos on the command line, with stand-ins for the networks."""

import dataclasses
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from castlescan.datasets.oracle import OracleClassifier, OracleDetector, annotate_flat, paint
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.violations import PlacedTile
from castlescan.vision import decode
from castlescan.vision import read as reading

CASTLE = Castle(
    throne="throne/living-corridor",
    rooms=[
        PlacedTile(id="corridor/echo-chamber", x=2, y=0),
        PlacedTile(id="food/bakery", x=-1, y=0),
    ],
)


@pytest.fixture
def photo(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Path]:
    """Write the photo of a castle that the stand-ins can read."""

    def photo(castle: Castle = CASTLE, name: str = "photo.png") -> Path:
        annotation = annotate_flat(castle)
        rng = np.random.default_rng(1)
        models = reading.Models(
            OracleDetector(annotation, rng),
            OracleClassifier(annotation, packaged_catalogue(), rng),
        )
        monkeypatch.setattr(reading, "load_models", lambda *_: models)
        monkeypatch.setattr(reading, "DEFAULT_OPTIONS", reading.ReadOptions(undo_cast=False))
        monkeypatch.setitem(
            reading.read.__kwdefaults__, "options", reading.ReadOptions(undo_cast=False)
        )
        file = tmp_path / name
        file.write_bytes(cv2.imencode(".png", paint(annotation)[..., ::-1])[1].tobytes())
        return file

    return photo


def test_a_photo_is_scored_as_a_document_is(run, photo, write):
    document = write(rooms=[it.model_dump() for it in CASTLE.rooms])
    assert (
        run("score", photo(), "--json").json["total"]
        == run("score", document, "--json").json["total"]
    )
    shown = run("score", photo())
    assert shown.code == 0
    assert "Echo Chamber" in shown.out


def test_a_reading_is_a_document_and_a_table(run, photo):
    document = run("read", photo(), "--json").json
    names = ["castle", "evidence", "review", "violations", "score", "confidence", "picture"]
    assert list(document) == names
    assert "Bakery" in run("read", photo(), "--lang", "de").out


def test_a_document_can_be_read_too(run, sample):
    assert run("read", sample, "--json").json["evidence"] == []


def test_illegal_castles_end_with_1(run, photo):
    floating = CASTLE.model_copy(
        update={"rooms": [*CASTLE.rooms, PlacedTile(id="food/kitchen", x=3, y=1)]}
    )
    ran = run("audit", photo(floating))
    assert ran.code == 1
    assert "Kitchen (3, 1)" in ran.out


def test_pictures_of_large_photos_are_written_small(run, photo, tmp_path, monkeypatch):
    """What is drawn lies where it lay, however much smaller the picture is."""
    plain = photo()
    assert (
        run("read", plain, "--overlay", tmp_path / "whole", "--crops", tmp_path / "crops").code == 0
    )
    monkeypatch.setattr(
        decode.read_reduced, "__kwdefaults__", {"max_pixels": 10**8, "enough": 10**5}
    )
    assert run("read", plain, "--overlay", tmp_path / "less").code == 0
    whole, less = (cv2.imread(str(tmp_path / it / "photo.jpg")) for it in ("whole", "less"))
    assert whole.shape == pytest.approx(less.shape, abs=8)
    other = cv2.resize(less, whole.shape[1::-1])
    assert np.abs(other.astype(int) - whole).mean() < 12


def test_overlays_are_written(run, photo, tmp_path):
    assert run("score", photo(), "--overlay", tmp_path / "out").code == 0
    assert [it.name for it in (tmp_path / "out").iterdir()] == ["photo.jpg"]


def test_how_sure_the_castle_is_is_said(run, photo, sample):
    assert "% sure that all is right" in run("read", photo()).out
    assert "% sicher, dass alles stimmt" in run("read", photo(), "--lang", "de").out
    assert "sure that all" not in run("read", sample).out


def test_crops_of_doubtful_pieces_are_written(run, photo, tmp_path, monkeypatch):
    file = photo()
    sure = reading.load_models().classifier
    monkeypatch.setattr(type(sure), "classify", doubting(type(sure).classify))
    assert run("read", file, "--crops", tmp_path / "crops").code == 0
    names = sorted(it.name for it in (tmp_path / "crops").iterdir())
    assert names[0].startswith("photo_A_x-1_y0_")


@pytest.mark.parametrize("option", ["--crops", "--overlay"])
def test_folders_that_cannot_be_written_to_are_told_before_reading(
    run, photo, tmp_path, monkeypatch, option
):
    """Whether anything is in doubt or not."""
    monkeypatch.setattr(reading, "load_models", lambda *_: pytest.fail("read for nothing"))
    (tmp_path / "file").write_text("")
    ran = run("read", photo(), option, tmp_path / "file")
    assert ran.code == 2
    assert "cannot be written" in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_page_of_an_evaluation_needs_a_place_before_reading(run, tmp_path, monkeypatch):
    monkeypatch.setattr(reading, "load_models", lambda *_: pytest.fail("read for nothing"))
    ran = run("eval", tmp_path, "--html", tmp_path)
    assert ran.code == 2
    assert "is a folder" in ran.err


def doubting(classify):
    """Return a classifier that finds all faces much alike."""

    def doubtful(self, crops, piece):
        found = classify(self, crops, piece)
        return dataclasses.replace(found, similarity=found.similarity * 0.3)

    return doubtful


def test_doubtful_faults_accuse_nobody(run, photo, monkeypatch):
    floating = CASTLE.model_copy(
        update={"rooms": [*CASTLE.rooms, PlacedTile(id="food/kitchen", x=3, y=1)]}
    )
    file = photo(floating)
    sure = reading.load_models().classifier
    monkeypatch.setattr(type(sure), "classify", doubting(type(sure).classify))
    shown = run("audit", file).out
    assert "Perhaps a fault" in shown
    assert "read right:" in shown
    documents = run("audit", file, "--json").json
    assert any(it.get("doubtful") for it in documents)


def test_a_photo_without_a_throne_is_one_line(run, photo):
    ran = run(
        "score",
        photo(
            CASTLE.model_copy(
                update={
                    "throne": None,
                    "rooms": [
                        PlacedTile(id="food/bakery", x=0, y=0),
                        PlacedTile(id="food/kitchen", x=1, y=0),
                    ],
                }
            )
        ),
    )
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "No throne room was found" in ran.err


def test_a_photo_without_a_castle_is_one_line(run, photo):
    nothing = photo()
    reading.load_models().detector._found.clear()
    ran = run("read", nothing)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "no castle was found" in ran.err


@pytest.mark.parametrize("data", [b"\xff\xd8\xff\xe0", b"\0\0\0\x18ftypheic" + bytes(30)])
def test_a_broken_photo_is_one_line(run, tmp_path, data):
    file = tmp_path / "photo.jpg"
    file.write_bytes(data)
    for command in ("score", "audit", "read"):
        ran = run(command, file)
        assert (ran.code, ran.err.count("\n")) == (2, 1)
        assert "photo.jpg" in ran.err
