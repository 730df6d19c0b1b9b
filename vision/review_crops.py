"""Pictures of the pieces that a person should look at, each upright as it lies in the picture."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.documents import write_bytes
from .correcting import pieces_of
from .pieces import Image, PieceClass
from .quads import Floats, sizes
from .reading import Reading, castle_letter
from .rectify import rectify

_MARGIN = 0.12  # of a face, on each side: what covers it often begins there
_SMALLEST, _LARGEST = 96, 480  # pixels of a tile
_SHAPES = {
    PieceClass.TILE: (1.0, 1.0),
    PieceClass.TILE_BACK: (1.0, 1.0),
    PieceClass.THRONE: (2.0, 1.0),
    PieceClass.CARD: (1.0, 1.5),
    PieceClass.ATTENDANT: (1.0, 1.0),
}


@dataclass(frozen=True, eq=False)
class ReviewCrop:
    """The face of a piece, uint8 RGB (H, W, 3), and a name that tells castle, place and id."""

    name: str
    face: Image


def review_crops(
    image: Image, readings: Sequence[Reading], catalogue: Catalogue
) -> Iterator[ReviewCrop]:
    """Yield the upright faces of all doubtful pieces of a picture.

    Parameters
    ----------
    image
        The picture, uint8 RGB, shape (H, W, 3).
    readings
        Its castles.
    catalogue
        Knows all ids.
    """
    taken = Counter[str]()
    for number, reading in enumerate(readings):
        doubtful = reading.doubtful
        kinds = [it.piece for it in pieces_of(reading, catalogue)]
        for seen, kind in zip(reading.evidence, kinds, strict=True):
            if seen.key not in doubtful or kind not in _SHAPES:
                continue
            place = "beside" if seen.x is None else f"x{seen.x}_y{seen.y}"
            what = "unknown" if seen.id is None else seen.id.replace("/", "-")
            name = f"{castle_letter(number)}_{place}_{what}"
            taken[name] += 1
            again = f"_{taken[name]}" if taken[name] > 1 else ""
            yield ReviewCrop(f"{name}{again}", _face(image, np.array(seen.quad), kind))


def write_review_crops(
    folder: Path,
    stem: str,
    image: Image,
    readings: Sequence[Reading],
    catalogue: Catalogue,
) -> list[Path]:
    """Write the faces of all doubtful pieces of a picture as PNG files whose names begin with a stem.

    Raises
    ------
    DocumentError
        When the folder cannot be written to.
    """
    written = []
    for crop in review_crops(image, readings, catalogue):
        _, encoded = cv2.imencode(".png", crop.face[..., ::-1])
        path = folder / f"{stem}_{crop.name}.png"
        write_bytes(path, encoded.tobytes())
        written.append(path)
    return written


def _face(image: Image, quad: Floats, kind: PieceClass) -> Image:
    wide, high = _SHAPES[kind]
    size = float(np.clip(sizes(quad[None], wide * high)[0], _SMALLEST, _LARGEST))
    middle = quad.mean(axis=0)
    around = middle + (quad - middle) * (1 + 2 * _MARGIN)
    shape = (round(wide * size * (1 + 2 * _MARGIN)), round(high * size * (1 + 2 * _MARGIN)))
    return rectify(image, around, *shape)
