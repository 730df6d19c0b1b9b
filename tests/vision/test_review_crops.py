"""Pictures of doubtful pieces."""

import numpy as np
from PIL import Image as Pillow

from castlescan.vision.composing import compose
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes, roll
from castlescan.vision.review_crops import review_crops, write_review_crops
from castlescan.vision.seen_pieces import SeenPiece


def piece(name, x, y, kind=PieceClass.TILE, *, confidence=0.99, turns=0):
    width = 2 if kind is PieceClass.THRONE else 1
    box = [200 + 100 * x, 200 - 100 * y, 200 + 100 * (x + width), 300 - 100 * y]
    quad = roll(from_boxes([box]), turns)[0]
    return SeenPiece(kind, quad, (x, y), name, confidence, (("food/kitchen", 0.3),))


def reading(catalogue):
    return compose(
        [
            piece("throne/living-corridor", 0, 0, PieceClass.THRONE, confidence=0.5),
            piece("food/bakery", -1, 0),
            piece("corridor/echo-chamber", 2, 0, confidence=0.4, turns=2),
            piece(None, 0, 1, confidence=0.4),
        ],
        catalogue,
    )


def picture():
    image = np.full((500, 600, 3), 60, np.uint8)
    image[200:300, 400:500] = 200
    image[200:220, 400:500] = (250, 0, 0)  # the bottom of the tile that lies upside down
    return image


def test_doubtful_pieces_alone_are_cut_out_upright(catalogue):
    crops = {it.name: it.face for it in review_crops(picture(), [reading(catalogue)], catalogue)}
    assert set(crops) == {
        "A_x0_y0_throne-living-corridor",
        "A_x2_y0_corridor-echo-chamber",
        "A_x0_y1_unknown",
    }
    throne, tile = crops["A_x0_y0_throne-living-corridor"], crops["A_x2_y0_corridor-echo-chamber"]
    assert throne.shape[1] > 1.8 * throne.shape[0]
    assert tile[-24, 60, 0] > 240 > tile[30, 60, 0]


def test_castles_have_letters(catalogue):
    castles = [reading(catalogue), reading(catalogue)]
    names = [it.name for it in review_crops(picture(), castles, catalogue)]
    assert [it[0] for it in names] == ["A"] * 3 + ["B"] * 3
    assert len(set(names)) == 6


def test_they_are_written(catalogue, tmp_path):
    folder = tmp_path / "new"
    files = write_review_crops(folder, "photo", picture(), [reading(catalogue)], catalogue)
    assert sorted(folder.iterdir()) == sorted(files)
    assert (folder / "photo_A_x0_y1_unknown.png") in files
    with Pillow.open(files[0]) as face:
        assert face.mode == "RGB"
