"""Faces kept at one size and made smaller as scenes need them."""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from ..faces import Face, FaceError, FaceSource, ScannedFaces
from ..faces.banners import Banners, RenamedFaces, drawn_faces
from .arrays import Image

FacesName = Literal["drawn", "scanned"]
_STOCK = 384  # pixels high


class Faces(StrEnum):
    """Which faces the pieces have, as command lines take it."""

    DRAWN = "drawn"
    SCANNED = "scanned"

    @property
    def scene_name(self) -> FacesName:
        """As annotations and :func:`stock_faces` have it."""
        return "drawn" if self is Faces.DRAWN else "scanned"


class FaceStock:
    """A face source that draws or loads each face once.

    Parameters
    ----------
    source
        Where faces come from.
    spare
        Where those come from that ``source`` has not, such as the backs and tokens of a set of scans.
    """

    def __init__(self, source: FaceSource, spare: FaceSource | None = None) -> None:
        self._source = source
        self._spare = spare
        self._known = frozenset(source.ids)
        self._stock: dict[str, Image] = {}

    @property
    def ids(self) -> Sequence[str]:
        """The pieces that have a face here, sorted."""
        return sorted(self._known.union(self._spare.ids if self._spare is not None else ()))

    def face(self, piece_id: str, size_px: int) -> Image:
        """Return a face, RGB, ``size_px`` high or as high as the stock if that is less.

        Raises
        ------
        FaceError
            When there is no such face.
        """
        if piece_id not in self._stock:
            chosen = self._source
            if piece_id not in self._known and self._spare is not None:
                chosen = self._spare
            self._stock[piece_id] = chosen.face(piece_id, _STOCK)
        face = self._stock[piece_id]
        high, wide = face.shape[:2]
        if size_px >= high:
            return face
        size = (max(1, round(wide * size_px / high)), size_px)
        return np.asarray(cv2.resize(face, size, interpolation=cv2.INTER_AREA), np.uint8)

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Return a face with a mask that covers all of it."""
        pixels = self.face(piece_id, size_px)
        return Face(piece_id, pixels, np.full(pixels.shape[:2], 255, np.uint8))


def stock_faces(
    name: FacesName, art: Path | None = None, banners: Banners = Banners.OWN
) -> FaceStock:
    """Return the drawn faces, or scanned ones with drawn ones for what was not scanned.

    Parameters
    ----------
    name
        Which faces.
    art
        The folder of the scans.
    banners
        What the name banners of the tiles show.

    Raises
    ------
    FaceError
        When there are no scans where they should be, or there is no such set.
    """
    if name == "drawn":
        return FaceStock(drawn_faces(banners))
    if name == "scanned":
        return FaceStock(RenamedFaces(ScannedFaces(art), banners), drawn_faces(banners))
    raise FaceError(f"there are no faces called {name!r}; choose drawn or scanned")
