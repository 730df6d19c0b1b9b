"""Pictures, and what a detector finds in them."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""Shape (H, W, 3): RGB, 0 to 255. Its first pixel covers 0 to 1, as in all coordinates of quads."""


GREY = 118
"""Red, green and blue of what lies beyond the edges of a picture, where a detector is shown that."""


class PieceClass(StrEnum):
    """What a piece is, in the order of a detector's channels."""

    TILE = "tile"
    THRONE = "throne"
    ATTENDANT = "attendant"
    CARD = "card"
    TOKEN = "token"
    TILE_BACK = "tile-back"


@dataclass(frozen=True, slots=True, eq=False)
class Detection:
    """A piece found in a picture.

    Attributes
    ----------
    piece
        What it is.
    quad
        float32, shape (4, 2): the corners of its face in the picture's pixels, where the first pixel covers
        0 to 1, in the face's upright order; see :mod:`.quads`.
    score
        How sure the detector is, 0 to 1.
    is_foretold
        Whether the detector did not find it, but it was looked for where its neighbours foretell it.
    """

    piece: PieceClass
    quad: NDArray[np.float32]
    score: float
    is_foretold: bool = False


class PieceDetector(Protocol):
    """Finds pieces in a picture of any size."""

    def detect(self, image: Image) -> list[Detection]:
        """Return the pieces of a picture, with quads in its pixels."""
