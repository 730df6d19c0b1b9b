"""Throne rooms and bonus cards as the classifier sees them: what tells them apart is shown large.

The classifier looks closely at the upper and the lower quarter of a square, where tiles have their icons, and
at the whole of it at half the size. So squares are put together from faces that have theirs elsewhere:

- A straightened throne room is twice as wide as high. Squeezed it would lose half of what tells the eight
  apart: the hanging at the top right and the scoring strip at the bottom. Above come both upper corners, in
  the middle the whole face at half the size, below the middle of the strip.
- On a bonus card what it counts stands below the middle, some of it as a line of text. A card is higher than
  a tile, so it is straightened to a square twice as large. The upper and the lower half of what it counts
  come above and below, in the middle the whole face at a quarter of the height.
"""

import cv2
import numpy as np

from .pieces import Image, PieceClass

_BAND = 0.25  # height of what is shown large, in heights of the face
# Where what a bonus card counts begins, has its middle and ends, in heights; how far it is from the sides.
_COUNTED = (0.45, 0.61, 0.77)
_ASIDE = 0.06


def crop_size(size: int, piece: PieceClass) -> tuple[int, int]:
    """Return width and height at which a face is straightened for a classifier of square crops."""
    if piece is PieceClass.CARD:
        return 2 * size, 2 * size
    return (2 * size if piece is PieceClass.THRONE else size), size


def compose_crops(faces: Image, piece: PieceClass) -> Image:
    """Return straightened faces as the classifier wants them, uint8 RGB (N, S, S, 3).

    Parameters
    ----------
    faces
        uint8 RGB, shape (N, S, S, 3), of throne rooms (N, S, 2 S, 3), of cards (N, 2 S, 2 S, 3).
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
    below = faces[:, -band:, half : half + size]
    return _put_together(faces, np.concatenate(corners, axis=2), below)


def compose_card_crops(faces: Image) -> Image:
    """Put the crops of bonus cards for the classifier together.

    Parameters
    ----------
    faces
        uint8 RGB, shape (N, 2 S, 2 S, 3): straightened cards, squeezed to squares.

    Returns
    -------
    ndarray
        uint8 RGB, shape (N, S, S, 3).
    """
    side = faces.shape[1]
    size = side // 2
    shape = size, round(_BAND * size)
    aside = round(_ASIDE * side)
    first, middle, last = (round(it * side) for it in _COUNTED)
    shown = faces[:, :, aside:-aside]
    return _put_together(
        faces, _resized(shown[:, first:middle], *shape), _resized(shown[:, middle:last], *shape)
    )


def _put_together(faces: Image, above: Image, below: Image) -> Image:
    """Return squares, (N, S, S, 3), of a band, (N, B, S, 3), the whole face, and another band."""
    band, size = above.shape[1:3]
    whole = _resized(faces, size, size - 2 * band)
    return np.concatenate([above, whole, below], axis=1)


def _resized(faces: Image, width: int, height: int) -> Image:
    crops = np.empty((len(faces), height, width, 3), np.uint8)
    for crop, face in zip(crops, faces, strict=True):
        crop[:] = cv2.resize(face, (width, height), interpolation=cv2.INTER_AREA)
    return crops
