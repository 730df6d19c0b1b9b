"""The faces that the classifier learns: every one with its name and without, and what there is to know."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from ..datasets.faces import DrawnFaces, FaceKind, FaceSource, Pixels, ScannedFaces, kind_of
from ..engine.between_two_castles.catalogue import (
    Border,
    Catalogue,
    Hanging,
    TileType,
    packaged_catalogue,
)
from ..engine.languages import Language
from ..vision.pieces import PieceClass

FACE_HEIGHT = 192
BANNER = (0.23, 0.08, 0.78, 0.168)
"""Left, top, right and bottom of the name of a tile, in shares of the tile."""

UNLABELLED = -1
"""Stands for a border, type or hanging that a piece does not have."""

PIECE_OF_KIND = {
    FaceKind.TILE: PieceClass.TILE,
    FaceKind.THRONE: PieceClass.THRONE,
    FaceKind.BONUS_CARD: PieceClass.CARD,
    FaceKind.ATTENDANT: PieceClass.ATTENDANT,
    FaceKind.TOKEN: PieceClass.TOKEN,
    FaceKind.BACK: PieceClass.TILE_BACK,
}


@dataclass(frozen=True, eq=False)
class KnownFace:
    """A face that the classifier shall know.

    Attributes
    ----------
    source
        "drawn" or "scanned".
    pixels, blank
        uint8 RGB, 192 high: as it is, and without its name.
    mask
        uint8: 255 where the piece is.
    border, tile_type, hanging
        Places in the catalogue's enums, or ``UNLABELLED``.
    """

    piece_id: str
    source: str
    piece: PieceClass
    pixels: Pixels
    blank: Pixels
    mask: Pixels
    border: int
    tile_type: int
    hanging: int


def labels(piece_id: str, catalogue: Catalogue) -> tuple[int, int, int]:
    """Return border, type and hanging of a piece, as places in the catalogue's enums."""
    tile = catalogue.tiles.get(piece_id)
    if tile is None:
        return UNLABELLED, UNLABELLED, UNLABELLED
    return (
        list(Border).index(tile.border),
        list(TileType).index(tile.type),
        list(Hanging).index(tile.hanging),
    )


def banner_of(height: int, width: int) -> tuple[int, int, int, int]:
    """Return left, top, right and bottom of the name in pixels."""
    left, top, right, bottom = BANNER
    return round(left * width), round(top * height), round(right * width), round(bottom * height)


def resized(pixels: Pixels, width: int, height: int) -> Pixels:
    """Return a picture of another size, pixels averaged where it shrinks."""
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)


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


def load_faces(art: Path | None, catalogue: Catalogue | None = None) -> tuple[KnownFace, ...]:
    """Return all faces: the drawn ones, and the scanned ones where there is a folder of scans."""
    catalogue = catalogue or packaged_catalogue()
    drawn = _faces("drawn", DrawnFaces(catalogue, names=Language.EN), catalogue)
    nameless = DrawnFaces(catalogue, names=None)
    drawn = tuple(_blanked(face, nameless) for face in drawn)
    return drawn if art is None else (*drawn, *_faces("scanned", ScannedFaces(art), catalogue))


def _faces(name: str, source: FaceSource, catalogue: Catalogue) -> tuple[KnownFace, ...]:
    faces = []
    for piece_id in source.ids:
        face = source.cut_out(piece_id, FACE_HEIGHT)
        piece = PIECE_OF_KIND[kind_of(piece_id)]
        blank = without_name(face.pixels) if piece is PieceClass.TILE else face.pixels
        border, tile_type, hanging = labels(piece_id, catalogue)
        faces.append(
            KnownFace(
                piece_id, name, piece, face.pixels, blank, face.mask, border, tile_type, hanging
            )
        )
    return tuple(faces)


def _blanked(face: KnownFace, nameless: FaceSource) -> KnownFace:
    blank = nameless.face(face.piece_id, FACE_HEIGHT)
    return KnownFace(
        face.piece_id,
        face.source,
        face.piece,
        face.pixels,
        blank,
        face.mask,
        face.border,
        face.tile_type,
        face.hanging,
    )
