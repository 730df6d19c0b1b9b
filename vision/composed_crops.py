"""Throne rooms and bonus cards as the classifier sees them: what tells them apart is shown large.

The classifier looks closely at the upper and the lower quarter of a square, where tiles have their icons, and
at the whole of it at half the size. So squares are put together from faces that have theirs elsewhere:

- A straightened throne room is twice as wide as high. Squeezed it would lose half of what tells the eight
  apart: the hanging at the top right and the scoring strip at the bottom. Above come both upper corners, in
  the middle the whole face at half the size, below the middle of the strip.
- On a bonus card what it counts stands below the middle, some of it as a line of text. That comes above, in
  the middle the whole face at half the height, below the lowest quarter.
"""

import cv2
import numpy as np

from .pieces import Image, PieceClass

_BAND = 0.25  # height of what is shown large, in heights of the face
_COUNTED = 0.48  # where what a bonus card counts begins


def crop_size(size: int, *, is_throne: bool) -> tuple[int, int]:
    """Return width and height at which a face is straightened for a classifier of square crops."""
    return (2 * size if is_throne else size), size


def compose_crops(faces: Image, piece: PieceClass) -> Image:
    """Return straightened faces as the classifier wants them, uint8 RGB (N, S, S, 3).

    Parameters
    ----------
    faces
        uint8 RGB, shape (N, S, S, 3), of throne rooms (N, S, 2 S, 3).
    piece
        What they are taken for.
    """
    if piece is PieceClass.THRONE:
        return compose_throne_crops(faces)
    return compose_card_crops(faces) if piece is PieceClass.CARD else faces


def compose_throne_crops(faces: Image) -> Image:
    """Put the crops for the classifier together.

    Parameters
    ----------
    faces
        uint8 RGB, shape (N, S, 2 S, 3): straightened throne rooms, upright.

    Returns
    -------
    ndarray
        uint8 RGB, shape (N, S, S, 3).
    """
    size = faces.shape[1]
    band, half = round(_BAND * size), size // 2
    corners = faces[:, :band, :half], faces[:, :band, half - size :]
    return _put_together(faces, np.concatenate(corners, axis=2))


def compose_card_crops(faces: Image) -> Image:
    """Put the crops of bonus cards for the classifier together.

    Parameters
    ----------
    faces
        uint8 RGB, shape (N, S, S, 3): straightened cards, squeezed to squares.

    Returns
    -------
    ndarray
        uint8 RGB, shape (N, S, S, 3).
    """
    size = faces.shape[1]
    band, counted = round(_BAND * size), round(_COUNTED * size)
    return _put_together(faces, faces[:, counted : counted + band])


def _put_together(faces: Image, above: Image) -> Image:
    """Return squares of a band, (N, B, S, 3), the whole face, and the middle of its lowest part."""
    band, size = above.shape[1:3]
    left = (faces.shape[2] - size) // 2
    crops = np.empty((len(faces), size, size, 3), np.uint8)
    crops[:, :band] = above
    crops[:, -band:] = faces[:, -band:, left : left + size]
    for crop, face in zip(crops, faces, strict=True):
        crop[band:-band] = cv2.resize(face, (size, size - 2 * band), interpolation=cv2.INTER_AREA)
    return crops
