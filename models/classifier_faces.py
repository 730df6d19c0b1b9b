"""The faces that the classifier learns: every one with its name and without, and what there is to know."""

from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..datasets.faces import DrawnFaces, FaceKind, FaceSource, Pixels, ScannedFaces, kind_of
from ..datasets.faces.banners import without_name
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


def resized(pixels: Pixels, width: int, height: int) -> Pixels:
    """Return a picture of another size, pixels averaged where it shrinks."""
    return cv2.resize(pixels, (width, height), interpolation=cv2.INTER_AREA).astype(np.uint8)


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
