"""At what size a photo is read: small at first, then as large as its tiles need and no larger.

A face is named from 128 pixels across, so that more than that and a little show nothing new and take time.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np

from ..engine.errors import DocumentError
from .decode import (
    ENOUGH_PIXELS,
    DecodedPicture,
    decode_reduced,
    read_contents,
    reduction,
)
from .pieces import Detection, Image, PieceClass
from .quads import sizes

FIRST_PIXELS = 4_000_000
"""Enough to find all pieces in."""

_TILE = 150.0  # pixels of a tile that are enough to name it
_SCALES = (8, 4, 2, 1)

Loader: TypeAlias = Callable[[int], DecodedPicture]
"""Returns a picture of so many pixels at most, as far as halving its sides three times goes."""


def loader_of(photo: Path | str | Image) -> Loader:
    """Return what loads a photo at the sizes at which it is looked at.

    Parameters
    ----------
    photo
        A file, or uint8 RGB of shape (H, W, 3).

    Raises
    ------
    DocumentError
        When it is a file that cannot be read. Loading raises it when the file is no such picture.
    """
    if isinstance(photo, np.ndarray):
        return lambda most: _reduced(photo, reduction(photo.shape[0] * photo.shape[1], most))
    path = Path(photo)
    data = read_contents(path)

    def load(most: int) -> DecodedPicture:
        try:
            return decode_reduced(data, enough=most)
        except DocumentError as error:
            raise error.at(str(path)) from None

    return load


def resized_for_tiles(
    load: Loader, picture: DecodedPicture, detections: Sequence[Detection]
) -> DecodedPicture:
    """Return a picture at the size at which its tiles are best named.

    Parameters
    ----------
    load
        Loads it larger.
    picture
        As it was looked at first.
    detections
        The pieces in that.
    """
    scale = _suitable_scale(picture, detections)
    if scale == picture.scale:
        return picture
    if scale > picture.scale:
        smaller = _reduced(picture.pixels, scale // picture.scale).pixels
        return DecodedPicture(smaller, scale, picture.size)
    width, height = picture.size
    return load(-(-width * height // scale**2))


def _suitable_scale(picture: DecodedPicture, detections: Sequence[Detection]) -> int:
    """Return the largest scale at which tiles have enough pixels, 1 where they never have."""
    tiles = [it.quad for it in detections if it.piece is PieceClass.TILE]
    if not tiles:
        return picture.scale
    size = float(np.median(sizes(np.stack(tiles)))) * picture.scale
    wanted = next((it for it in _SCALES if size / it >= _TILE), 1)
    return max(wanted, reduction(picture.size[0] * picture.size[1], ENOUGH_PIXELS))


def scaled(detections: Sequence[Detection], factor: float) -> list[Detection]:
    """Return detections in a picture that is so many times as large."""
    return [replace(it, quad=it.quad * np.float32(factor)) for it in detections]


def _reduced(image: Image, scale: int) -> DecodedPicture:
    """Return a picture whose sides are divided by a number, pixels averaged."""
    height, width = image.shape[:2]
    if scale == 1:
        return DecodedPicture(image, 1, (width, height))
    shape = (max(1, round(width / scale)), max(1, round(height / scale)))
    smaller = cv2.resize(image, shape, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return DecodedPicture(smaller, scale, (width, height))
