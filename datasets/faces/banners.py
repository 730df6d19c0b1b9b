"""The name banners of tiles: painted over, or with another name, as in an edition of another language."""

import zlib
from collections.abc import Sequence
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from ...engine.between_two_castles.catalogue import Catalogue, TileType, packaged_catalogue
from ...engine.languages import Language
from .drawn import DrawnFaces
from .source import Face, FaceSource, Pixels


class Banners(StrEnum):
    """What the name banners of tiles show."""

    OWN = "own"
    BLANK = "blank"
    GERMAN = "german"


BANNER = (0.23, 0.08, 0.78, 0.168)
"""Left, top, right and bottom of the name of a tile, in shares of the tile."""


_LIGHT_INK = (245.0, 245.0, 245.0)


def banner_of(height: int, width: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the name in pixels."""
    left, top, right, bottom = BANNER
    return round(left * width), round(top * height), round(right * width), round(bottom * height)


def without_name(pixels: Pixels) -> Pixels:
    """Return a tile whose name is painted over with the colours of its banner beside it."""
    left, top, right, bottom = banner_of(*pixels.shape[:2])
    margin = max(2, (right - left) // 25)
    painted = pixels.copy()
    before = np.median(pixels[top:bottom, left - margin : left], axis=1)
    after = np.median(pixels[top:bottom, right : right + margin], axis=1)
    share = np.linspace(0, 1, right - left)[None, :, None]
    between = before[:, None] * (1 - share) + after[:, None] * share
    painted[top:bottom, left:right] = between.round().astype(np.uint8)
    return painted


def with_text(pixels: Pixels, ink: NDArray[np.float32], colour: Sequence[float]) -> Pixels:
    """Return a tile with other text, given as the ink's share (h, w) of each pixel, in its banner."""
    left, top, right, bottom = banner_of(*pixels.shape[:2])
    share = cv2.resize(ink, (right - left, bottom - top), interpolation=cv2.INTER_AREA)[..., None]
    written = pixels.copy()
    below = written[top:bottom, left:right].astype(np.float32)
    above = np.asarray(colour, np.float32)
    written[top:bottom, left:right] = (below * (1 - share) + above * share).round().astype(np.uint8)
    return written


def draw_text(text: str, rng: np.random.Generator) -> NDArray[np.float32]:
    """Return the ink of a text in a hand of chance, float32 (32, 200), 0 to 1."""
    if rng.random() < 0.6:
        picture = Image.new("L", (400, 64))
        font = ImageFont.load_default(float(rng.uniform(30, 50)))
        draw = ImageDraw.Draw(picture)
        draw.text(
            (200, 32), text, fill=255, font=font, anchor="mm", stroke_width=int(rng.integers(3))
        )
        ink = np.asarray(picture, np.float32) / 255
    else:
        canvas = np.zeros((64, 400), np.uint8)
        font_face, scale = int(rng.choice([0, 2, 3, 4])), float(rng.uniform(0.9, 1.4))
        (width, _), _ = cv2.getTextSize(text, font_face, scale, 2)
        at = (max(0, (400 - width) // 2), 44)
        cv2.putText(canvas, text, at, font_face, scale, 255, 2, cv2.LINE_AA)
        ink = canvas.astype(np.float32) / 255
    return np.asarray(cv2.resize(ink, (200, 32), interpolation=cv2.INTER_AREA), np.float32)


def made_up_words(rng: np.random.Generator) -> str:
    """Return one to three words of no language."""
    vowels, consonants = list("aeiouäöüé"), list("bcdfghjklmnprstvwz")
    words = []
    for _ in range(int(rng.integers(1, 4))):
        letters = [
            str(rng.choice(vowels if place % 2 else consonants))
            for place in range(int(rng.integers(2, 10)))
        ]
        words.append("".join(letters).capitalize())
    text = " ".join(words)[:24]
    return text.upper() if rng.random() < 0.5 else text


class RenamedFaces:
    """Faces whose tiles have another name, or none, written into the picture that there is of them.

    Parameters
    ----------
    faces
        The faces as they are.
    banners
        What to write. German names that the catalogue does not have are made up, the same each time.
    catalogue
        The names.
    """

    def __init__(
        self, faces: FaceSource, banners: Banners, catalogue: Catalogue | None = None
    ) -> None:
        self._faces, self._banners = faces, banners
        self._catalogue = catalogue or packaged_catalogue()

    @property
    def ids(self) -> Sequence[str]:
        """The pieces that there are faces of."""
        return self._faces.ids

    def face(self, piece_id: str, size_px: int) -> Pixels:
        """Return a face, uint8 RGB; see :class:`.source.FaceSource`."""
        pixels = self._faces.face(piece_id, size_px)
        tile = self._catalogue.tiles.get(piece_id)
        if tile is None or tile.type is TileType.THRONE or self._banners is Banners.OWN:
            return pixels
        blank = without_name(pixels)
        if self._banners is Banners.BLANK:
            return blank
        return with_text(blank, draw_name(tile.name_de, piece_id), _LIGHT_INK)

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Return a face with its mask."""
        face = self._faces.cut_out(piece_id, size_px)
        return Face(piece_id, self.face(piece_id, size_px), face.mask)


def drawn_faces(banners: Banners) -> DrawnFaces:
    """Return drawn faces with other names, drawn anew."""
    names = {Banners.OWN: Language.EN, Banners.BLANK: None, Banners.GERMAN: Language.DE}
    return DrawnFaces(names=names[banners])


def draw_name(name: str | None, piece_id: str) -> NDArray[np.float32]:
    """Return the ink of a name, or of made-up words for the piece, float32 (32, 200), 0 to 1."""
    rng = np.random.default_rng(zlib.crc32(piece_id.encode()))
    return draw_text((name or made_up_words(rng)).upper(), rng)
