"""Faces that a user taught: pictures in a folder, which the classifier knows beside its own gallery.

The pictures are kept rather than what a network makes of them, so that they outlive the network.
"""

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path

import cv2

from ..engine.between_two_castles.catalogue import Catalogue, TileType
from ..engine.between_two_castles.user_catalogue import user_tiles_path
from ..engine.documents import write_bytes
from ..engine.errors import DocumentError
from .classify import Classifier
from .composed_crops import crop_size
from .decode import read_picture
from .pieces import Detection, Image, PieceClass
from .quads import from_boxes, signed_areas
from .rectify import rectify
from .refine import brightness, refine

FACE_SIZE = 256
"""Height in pixels at which faces are kept."""

_SAME_SHAPE = 1.2  # by how much the sides of a cropped picture may miss those of a face
_SURE = 0.5  # of a piece in a picture, to be cut out of it
_ID = r"[a-z0-9-]+/[a-z0-9-]+"
_SHARE = (0.03, 0.8)  # of the picture that such a piece takes up


def learnt_faces_folder() -> Path:
    """Return the folder of the faces that a user taught, beside the file of the user's tiles."""
    return user_tiles_path().parent / "faces"


def piece_class_of(piece_id: str, catalogue: Catalogue) -> PieceClass:
    """Return what a piece of the catalogue is.

    Raises
    ------
    DocumentError
        When the catalogue does not have it.
    """
    tile = catalogue.tiles.get(piece_id)
    if tile is not None:
        return PieceClass.THRONE if tile.type is TileType.THRONE else PieceClass.TILE
    if piece_id in {card.id for card in catalogue.bonus_cards.values()}:
        return PieceClass.CARD
    if piece_id in {attendant.id for attendant in catalogue.attendants.values()}:
        return PieceClass.ATTENDANT
    raise DocumentError(
        f"there is no tile, bonus card or attendant {piece_id!r}; look it up with 'castlescan tiles', "
        "or add the tile with 'castlescan tiles add' first"
    )


def cut_out_face(image: Image, detections: Sequence[Detection], piece: PieceClass) -> Image:
    """Return the face of the only piece of a class in a picture, or the whole of a cropped picture.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    detections
        What was found in it.
    piece
        The class of the face.

    Returns
    -------
    ndarray
        uint8 RGB, :data:`FACE_SIZE` high.

    Raises
    ------
    DocumentError
        When there is not one such piece and the picture has another shape than a face.
    """
    height, width = image.shape[:2]
    shape = _face_shape(piece)
    sure = [it.quad for it in detections if it.piece is piece and it.score >= _SURE]
    shares = [signed_areas(quad[None])[0] / (width * height) for quad in sure]
    found = [
        quad for quad, share in zip(sure, shares, strict=True) if _SHARE[0] < share < _SHARE[1]
    ]
    if len(found) == 1:
        quad = refine(brightness(image), found, 2 if piece is PieceClass.THRONE else 1)[0]
        return rectify(image, quad, *shape)
    ratio = width / height * shape[1] / shape[0]
    if 1 / _SAME_SHAPE <= ratio <= _SAME_SHAPE:
        return rectify(image, from_boxes([[0, 0, width, height]])[0], *shape)
    raise DocumentError(
        f"shows {len(found) or 'no'} pieces where one is needed; photograph that one alone, or crop the "
        "picture to its face, border included"
    )


def _face_shape(piece: PieceClass) -> tuple[int, int]:
    """Return width and height of a face that is kept."""
    if piece is PieceClass.CARD:
        return round(FACE_SIZE * 44 / 68), FACE_SIZE
    return crop_size(FACE_SIZE, piece)


def save_face(piece_id: str, face: Image, folder: Path) -> Path:
    """Keep a face, uint8 RGB, and return its file; the same one twice is kept once.

    Raises
    ------
    DocumentError
        When the folder cannot be written to, or the same picture was learnt as another piece.
    """
    _, data = cv2.imencode(".png", cv2.cvtColor(face, cv2.COLOR_RGB2BGR))
    png = data.tobytes()
    path = _own_folder(piece_id, folder) / f"{hashlib.sha256(png).hexdigest()[:12]}.png"
    for other in sorted(folder.glob(f"*/*/{path.name}")):
        known = f"{other.parent.parent.name}/{other.parent.name}"
        if known != piece_id:
            raise DocumentError(
                f"this picture was learnt as {known}; 'castlescan tiles forget {known}' first"
            )
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DocumentError(
            f"cannot be made ({error.strerror}); free the place", source=str(path.parent)
        ) from None
    write_bytes(path, png)
    return path


def forget_faces(piece_id: str, folder: Path) -> int:
    """Delete the faces of a piece that a user taught, and return how many there were.

    Raises
    ------
    DocumentError
        When they cannot be deleted.
    """
    if not re.fullmatch(_ID, piece_id):
        return 0
    own = _own_folder(piece_id, folder)
    pictures = _pictures(own)
    try:
        for path in pictures:
            path.unlink()
        if pictures:
            own.rmdir()
    except OSError as error:
        raise DocumentError(
            f"cannot be deleted ({error.strerror}); delete it yourself", source=str(own)
        ) from None
    return len(pictures)


def with_learnt_faces(classifier: Classifier, catalogue: Catalogue, folder: Path) -> Classifier:
    """Return a classifier that knows the faces of a folder as well.

    Faces of pieces that the catalogue does not have are left out.

    Raises
    ------
    DocumentError
        When a picture in the folder cannot be read; the line names it.
    """
    for own in sorted(folder.glob("*/*")):
        piece_id = f"{own.parent.name}/{own.name}"
        pictures = _pictures(own)
        if pictures and _is_known(piece_id, catalogue):
            faces = [_face_of(path) for path in pictures]
            classifier = classifier.learn(piece_id, faces, piece_class_of(piece_id, catalogue))
    return classifier


def _own_folder(piece_id: str, folder: Path) -> Path:
    return folder.joinpath(*piece_id.split("/"))


def _pictures(folder: Path) -> list[Path]:
    return sorted(folder.glob("*.png"))


def _face_of(path: Path) -> Image:
    try:
        return read_picture(path)
    except DocumentError as error:
        raise DocumentError(
            "this learnt face cannot be read; delete it and learn it again", source=str(path)
        ) from error


def _is_known(piece_id: str, catalogue: Catalogue) -> bool:
    try:
        piece_class_of(piece_id, catalogue)
    except DocumentError:
        return False
    return True
