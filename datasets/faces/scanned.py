"""Faces from a folder of flat scans, ``<type>/<slug>.jpg``, which the user must have."""

import os
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image, UnidentifiedImageError

from ...engine.between_two_castles.catalogue import TileType
from .source import Face, FaceError, FaceKind, Pixels, size_of

ART_VARIABLE = "CASTLESCAN_ART"
_SUFFIXES = (".jpg", ".jpeg", ".png")
_TYPES = frozenset({*TileType, *FaceKind} - {FaceKind.TILE})
"""Names of folders: the types of tiles, and what else is in the box."""


class ScannedFaces:
    """Faces that were scanned, border included.

    Parameters
    ----------
    folder
        Holds a folder for each type with a picture for each slug; the environment variable
        ``CASTLESCAN_ART`` names it where it is not given.

    Raises
    ------
    FaceError
        When no folder is named, or it holds no pictures.
    """

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = _folder(folder)
        self._files = {
            f"{path.parent.name}/{path.stem}": path
            for path in sorted(self._folder.glob("*/*"))
            if path.suffix.lower() in _SUFFIXES and path.parent.name in _TYPES
        }
        if not self._files:
            raise FaceError(
                "holds no scans such as food/bakery.jpg; name the folder that holds food",
                source=str(self._folder),
            )
        self._cached = lru_cache(maxsize=512)(self._resized)

    @property
    def ids(self) -> Sequence[str]:
        """The pieces that there are scans of, sorted."""
        return tuple(self._files)

    def face(self, piece_id: str, size_px: int) -> Pixels:
        """Return a scan as uint8 RGB, resized by area; read-only, since it is kept.

        Raises
        ------
        FaceError
            When there is no scan of the piece, or it is not a picture.
        """
        return self._cached(piece_id, size_px)

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Return a scan with a mask that covers all of it, raising as :meth:`face`."""
        pixels = self.face(piece_id, size_px)
        return Face(piece_id, pixels, np.full(pixels.shape[:2], 255, dtype=np.uint8))

    def _resized(self, piece_id: str, size_px: int) -> Pixels:
        path = self._files.get(piece_id)
        if path is None:
            wanted = f"{piece_id}.jpg"
            raise FaceError(f"has no scan {wanted}; put it there", source=str(self._folder))
        try:
            with Image.open(path) as image:
                width, height = size_of(piece_id, size_px)
                shrinks = width <= image.width and height <= image.height
                how = Image.Resampling.BOX if shrinks else Image.Resampling.BICUBIC
                resized = image.convert("RGB").resize((width, height), how)
        except (OSError, UnidentifiedImageError) as error:
            raise FaceError(f"cannot be read ({error}); scan it again", source=str(path)) from None
        pixels = np.asarray(resized, dtype=np.uint8)
        pixels.flags.writeable = False
        return pixels


def _folder(folder: Path | None) -> Path:
    if folder is None:
        named = os.environ.get(ART_VARIABLE)
        if not named:
            raise FaceError(f"no folder of scans is named; set {ART_VARIABLE} to one")
        folder = Path(named)
    if not folder.is_dir():
        raise FaceError("is not a folder of scans; name one that is there", source=str(folder))
    return folder
