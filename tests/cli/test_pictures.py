import io

import numpy as np
import pytest
from PIL import Image
from pypdf import PdfReader


def picture(path):
    with Image.open(io.BytesIO(path.read_bytes())) as image:
        return np.asarray(image.convert("RGB")).astype(int)


def test_draws_a_castle(run, sample, tmp_path):
    output = tmp_path / "castle.png"
    ran = run("draw", sample, "-o", output, "--tile", "64")
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert picture(output).shape == (548, 365, 3)


def test_points_and_language_show(run, write, tmp_path):
    castle = write(rooms=[{"id": "food/scullery", "x": 2, "y": 0}])
    pictures = []
    for name, options in {"points": (), "none": ("--no-points",), "de": ("--lang", "de")}.items():
        run("draw", castle, "-o", tmp_path / name, "--tile", "100", *options)
        pictures.append(picture(tmp_path / name))
    points, none, german = pictures
    assert np.abs(points - none).max() > 100
    # Names are in the upper half of a tile, points in the lower.
    changed = np.argwhere(np.abs(points - german).max(axis=2) > 40)[:, 0]
    assert 35 <= changed.min() <= changed.max() < 85


def test_attendants_and_cards_lie_where_they_belong(run, write, tmp_path):
    plain = write("plain.json")
    with_pieces = write("pieces.json", attendants=["knight"], bonus_cards=["width"])
    run("draw", plain, "-o", tmp_path / "plain.png", "--tile", "64", "--no-points")
    run("draw", with_pieces, "-o", tmp_path / "pieces.png", "--tile", "64", "--no-points")
    before, after = picture(tmp_path / "plain.png"), picture(tmp_path / "pieces.png")
    height = before.shape[0]
    assert after.shape[0] > height
    changed = np.argwhere(np.abs(before - after[:height]).max(axis=2) > 30)
    # Left half of the throne room: its tile begins at 0.35 of a tile.
    assert 0.35 * 64 <= changed[:, 1].min() <= changed[:, 1].max() <= 1.35 * 64
    assert np.ptp(after[height:], axis=(0, 1)).max() > 100


def test_a_bad_castle_writes_no_picture(run, write, tmp_path):
    ran = run("draw", write(throne=...), "-o", tmp_path / "castle.png")
    assert ran.code == 2
    assert not (tmp_path / "castle.png").exists()


def test_missing_scans_are_one_line(run, sample, tmp_path):
    ran = run("draw", sample, "-o", tmp_path / "castle.png", "--art", tmp_path / "scans")
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_prints_the_promo_tiles(run, tmp_path):
    pdf = tmp_path / "sheets.pdf"
    ran = run("tiles", "print", "--pdf", pdf, "--set", "promo", "--dpi", "50", "--backs")
    assert (ran.code, ran.err) == (0, "")
    assert "2 pieces on 2 pages" in ran.out
    assert len(PdfReader(pdf).pages) == 2


@pytest.mark.parametrize("option", [("--dpi", "5"), ("--paper", "a3"), ("--set", "none")])
def test_wrong_options_write_nothing(run, tmp_path, option):
    ran = run("tiles", "print", "--pdf", tmp_path / "sheets.pdf", *option)
    assert ran.code == 2
    assert not (tmp_path / "sheets.pdf").exists()
