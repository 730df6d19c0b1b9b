"""Readings as a terminal shows them."""

import numpy as np
from rich.console import Console

from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.languages import Language
from castlescan.reading_report import reading_report
from castlescan.vision.composing import compose
from castlescan.vision.pieces import PieceClass
from castlescan.vision.reading import PictureSize
from castlescan.vision.seen_pieces import SeenPiece


def seen(name: str | None, x: int, chance: float) -> SeenPiece:
    left, right = 200.0 + 50 * x, 250.0 + 50 * x
    quad = np.array([[left, 200], [right, 200], [right, 250], [left, 250]], np.float64)
    return SeenPiece(PieceClass.TILE, quad, (x, 0), name, chance, ())


def test_only_what_has_a_name_is_more_or_less_surely_that() -> None:
    catalogue = packaged_catalogue()
    pieces = [seen("food/bakery", 0, 0.98), seen(None, 1, 0.37)]
    size = PictureSize(width=600, height=450)
    reading = compose(pieces, catalogue, Language.EN, size, None)
    console = Console(width=100)
    with console.capture() as shown:
        console.print(reading_report("photo.jpg", reading, catalogue, Language.EN))
    lines = shown.get().splitlines()
    (named,) = [it for it in lines if "98 %" in it]
    assert named.startswith("(0, 0)")
    (unnamed,) = [it for it in lines if it.startswith("(1, 0)")]
    assert unnamed.split() == ["(1,", "0)", "?"]
