"""The overlay picture: what is marked, how it is framed, and that it is written whole."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image as Pillow

from castlescan.engine.between_two_castles.catalogue import Catalogue
from castlescan.engine.errors import DocumentError
from castlescan.engine.languages import Language
from castlescan.engine.violations import PlacedTile, Severity
from castlescan.vision.composing import compose
from castlescan.vision.overlay import (
    DOUBTFUL,
    ILLEGAL,
    SURE,
    draw_overlay,
    write_overlay,
)
from castlescan.vision.overlay import _font as font
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.reading import Reading
from castlescan.vision.seen_pieces import SeenPiece


def seen(
    name: str | None, x: int, y: int, *, size: int = 50, sure: bool = True, left: int = 300
) -> SeenPiece:
    throne = name is not None and name.startswith("throne/")
    across, down = left + size * x, 400 - size * y
    box = [across, down, across + size * (2 if throne else 1), down + size]
    return SeenPiece(
        PieceClass.THRONE if throne else PieceClass.TILE,
        from_boxes([box])[0],
        (x, y),
        name,
        0.99 if sure else 0.5,
        ((name or "food/bakery", 0.5),),
    )


def reading(catalogue: Catalogue, *more: SeenPiece, size: int = 50, left: int = 300) -> Reading:
    pieces = [
        seen("throne/living-corridor", 0, 0, size=size, left=left),
        seen("food/bakery", -1, 0, size=size, left=left),
        seen("corridor/echo-chamber", 2, 0, size=size, left=left),
    ]
    return compose([*pieces, *more], catalogue)


def grey(width: int = 1000, height: int = 800) -> np.ndarray:
    return np.full((height, width, 3), 90, np.uint8)


def count(picture: np.ndarray, colour: tuple[int, int, int]) -> int:
    return int((np.abs(picture.astype(int) - colour).max(axis=2) < 20).sum())


def test_sure_tiles_are_green_and_the_legend_is_below(catalogue: Catalogue) -> None:
    picture = draw_overlay(grey(), [reading(catalogue)], catalogue)
    assert picture.dtype == np.uint8
    assert count(picture, SURE) > 1000
    assert count(picture, ILLEGAL) == count(picture, DOUBTFUL) == 0
    assert (picture[-1] > 240).all()


def test_doubts_are_dashed_and_faults_are_red(catalogue: Catalogue) -> None:
    calm = draw_overlay(grey(), [reading(catalogue)], catalogue)
    doubt = seen("food/kitchen", 3, 0, sure=False)
    picture = draw_overlay(grey(), [reading(catalogue, doubt)], catalogue)
    assert count(picture, DOUBTFUL) > 500
    floating = seen("food/kitchen", 3, 1)
    picture = draw_overlay(grey(), [reading(catalogue, floating)], catalogue)
    assert count(picture, ILLEGAL) > 500
    assert picture.shape[0] / picture.shape[1] > calm.shape[0] / calm.shape[1]  # a longer legend


def test_a_fault_of_a_doubtful_tile_is_not_red(catalogue: Catalogue) -> None:
    floating = seen("food/kitchen", 3, 1, sure=False)
    picture = draw_overlay(grey(), [reading(catalogue, floating)], catalogue)
    assert count(picture, ILLEGAL) == 0
    assert count(picture, DOUBTFUL) > 500


def test_a_second_throne_room_is_marked_where_its_right_half_is_at_fault(
    catalogue: Catalogue,
) -> None:
    found = reading(catalogue, seen("throne/utility-food", 3, 0))
    place = PlacedTile(id="throne/utility-food", x=4, y=0)
    fault = next(it for it in found.violations if it.severity is Severity.ILLEGAL)
    lying = found.model_copy(update={"violations": [fault.model_copy(update={"tiles": [place]})]})
    none = found.model_copy(update={"violations": []})
    some, less = (count(draw_overlay(grey(), [it], catalogue), ILLEGAL) for it in (lying, none))
    assert some > less


def test_what_was_read_fills_the_overlay_at_a_size_that_can_be_read(catalogue: Catalogue) -> None:
    small = draw_overlay(grey(), [reading(catalogue, size=24)], catalogue)
    assert small.shape[1] >= 4 * 100
    large = draw_overlay(grey(6000, 4000), [reading(catalogue, size=600, left=1500)], catalogue)
    assert max(large.shape[:2]) <= 3000 + 800


def test_castles_have_letters_where_there_are_several(catalogue: Catalogue) -> None:
    one = reading(catalogue)
    other = reading(catalogue, left=700)
    both = draw_overlay(grey(), [one, other], catalogue)
    assert both.shape[1] > draw_overlay(grey(), [one], catalogue).shape[1]


def test_a_picture_without_a_castle_says_so(catalogue: Catalogue) -> None:
    picture = draw_overlay(grey(), [], catalogue, Language.DE)
    assert picture.shape[0] > 800
    assert (picture[850:] < 60).any()


def test_unnamed_tiles_and_pieces_outside_of_the_picture_are_drawn(catalogue: Catalogue) -> None:
    odd = reading(catalogue, seen(None, 3, 0), seen("food/kitchen", 60, 60))
    assert draw_overlay(grey(), [odd], catalogue).size


def test_the_font_has_umlauts() -> None:
    missing = font(40).getmask("\ufffe").getbbox()
    for letter in "äöüÄÖÜß":
        assert font(40).getmask(letter).getbbox() != missing


def test_the_picture_itself_is_not_touched(catalogue: Catalogue) -> None:
    image = grey()
    draw_overlay(image, [reading(catalogue)], catalogue)
    assert (image == 90).all()


@pytest.mark.parametrize("name", ["a.jpg", "folder/b.PNG"])
def test_overlays_are_written_whole(catalogue: Catalogue, tmp_path: Path, name: str) -> None:
    file = tmp_path / name
    write_overlay(file, grey(64, 48))
    with Pillow.open(file) as picture:
        assert picture.size == (64, 48)
    assert [it.name for it in file.parent.iterdir()] == [file.name]


def test_what_cannot_be_written_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match=r"should end in \.jpg or \.png"):
        write_overlay(tmp_path / "a.gif", grey(64, 48))
    (tmp_path / "file").write_text("")
    with pytest.raises(DocumentError, match="cannot be written"):
        write_overlay(tmp_path / "file" / "a.jpg", grey(64, 48))
