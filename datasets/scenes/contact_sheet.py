"""Many pictures on one sheet, with what the annotations say drawn in: for looking."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from ...engine.errors import DocumentError
from ...vision.pieces import PieceClass
from .annotations import Annotation, load_annotations
from .arrays import Colour, Image

INKS: dict[PieceClass, Colour] = {
    PieceClass.TILE: (60, 255, 60),
    PieceClass.THRONE: (255, 60, 255),
    PieceClass.ATTENDANT: (255, 240, 40),
    PieceClass.CARD: (60, 240, 255),
    PieceClass.TOKEN: (255, 60, 60),
    PieceClass.TILE_BACK: (70, 110, 255),
}


def with_quads(picture: Image, annotation: Annotation) -> Image:
    """Draw the quads over a picture of shape (H, W, 3), RGB.

    A line runs from the top left corner of each face to its centre, where the visible share is written.
    """
    drawn = picture.copy()
    width = max(1, max(picture.shape[:2]) // 800)
    for piece in annotation.pieces:
        quad = np.array(piece.quad) - 0.5
        ink = INKS[piece.kind]
        points = np.rint(quad * 16).astype(np.int32)
        cv2.polylines(drawn, [points], True, ink, width, cv2.LINE_AA, 4)
        x, y = (int(value) for value in np.rint(quad.mean(axis=0)))
        first = (round(float(quad[0, 0])), round(float(quad[0, 1])))
        cv2.line(drawn, first, (x, y), ink, width, cv2.LINE_AA)
        if piece.visible is not None and piece.visible < 0.995:
            share = f"{100 * piece.visible:.0f}"
            cv2.putText(
                drawn, share, (x, y), 0, 0.3 * width + 0.2, (255, 255, 255), width, cv2.LINE_AA
            )
    return drawn


def contact_sheet(
    pictures: Sequence[Image], columns: int = 4, cell: tuple[int, int] = (480, 360)
) -> Image:
    """Put pictures on one sheet.

    Parameters
    ----------
    pictures
        Each of shape (H, W, 3), RGB.
    columns
        Pictures in a row.
    cell
        The width and height in pixels into which each is fitted.

    Returns
    -------
    ndarray
        Shape (H, W, 3), RGB, uint8.
    """
    wide, high = cell
    rows = -(-len(pictures) // columns)
    sheet = np.full((rows * (high + 4), columns * (wide + 4), 3), 24, np.uint8)
    for index, picture in enumerate(pictures):
        height, width = picture.shape[:2]
        scale = min(wide / width, high / height)
        size = (max(1, int(width * scale)), max(1, int(height * scale)))
        small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        top = index // columns * (high + 4) + (high - size[1]) // 2
        left = index % columns * (wide + 4) + (wide - size[0]) // 2
        sheet[top : top + size[1], left : left + size[0]] = small
    return sheet


def sheet_of_folder(folder: Path, count: int = 24, *, quads: bool = False) -> Image:
    """Return a contact sheet of the first annotated pictures of a folder.

    Raises
    ------
    DocumentError
        When an annotation is faulty or its picture cannot be read.
    """
    pictures = []
    for file in sorted(folder.glob("*.json"))[:count]:
        for annotation in load_annotations(file):
            path = file.parent / annotation.image.file
            loaded = cv2.imread(str(path)) if path.is_file() else None
            if loaded is None:
                raise DocumentError(
                    "is no picture that can be read; correct the annotation", source=str(path)
                )
            picture = np.asarray(cv2.cvtColor(loaded, cv2.COLOR_BGR2RGB), np.uint8)
            pictures.append(with_quads(picture, annotation) if quads else picture)
    return contact_sheet(pictures)
