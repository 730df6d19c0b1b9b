"""Throne rooms as the classifier sees them: they are alike but for small icons, so those are shown large.

A straightened throne room is twice as wide as high. Squeezed to a square it would lose half of what tells
the eight apart: the hanging at the top right and the scoring strip at the bottom. So the square that the
classifier gets is put together: above both upper corners, in the middle the whole face at half the size,
below the middle of the strip; corners and strip are as large as on any tile.
"""

import cv2
import numpy as np

from .pieces import Image

_CORNER = 0.25  # height of the corners and of the strip, in tiles


def crop_size(size: int, *, is_throne: bool) -> tuple[int, int]:
    """Return width and height at which a face is straightened for a classifier of square crops."""
    return (2 * size if is_throne else size), size


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
    band, half = round(_CORNER * size), size // 2
    crops = np.empty((len(faces), size, size, 3), np.uint8)
    crops[:, :band, :half] = faces[:, :band, :half]
    crops[:, :band, half:] = faces[:, :band, half - size :]
    crops[:, -band:] = faces[:, -band:, half : half + size]
    for crop, face in zip(crops, faces, strict=True):
        crop[band:-band] = cv2.resize(face, (size, size - 2 * band), interpolation=cv2.INTER_AREA)
    return crops
