"""Smooth noise, the stuff of wood, cloth, stone and wrinkles."""

import cv2
import numpy as np

from .arrays import Field


def smooth_noise(
    rng: np.random.Generator,
    shape: tuple[int, int],
    cells: tuple[float, float],
    octaves: int = 1,
    fading: float = 0.5,
) -> Field:
    """Return noise of mean 0 and standard deviation near 1.

    Parameters
    ----------
    rng
        Source of chance.
    shape
        Height and width in pixels.
    cells
        Bumps of the coarsest octave from top to bottom and from left to right.
    octaves
        Layers, each twice as fine as the one before.
    fading
        How much weaker each layer is than the one before.

    Returns
    -------
    ndarray
        Shape (H, W), float32.
    """
    height, width = shape
    total = np.zeros(shape, np.float32)
    weight, power = 1.0, 0.0
    for octave in range(octaves):
        rows = int(np.clip(cells[0] * 2**octave, 1, height)) + 1
        columns = int(np.clip(cells[1] * 2**octave, 1, width)) + 1
        grid = rng.standard_normal((rows, columns), dtype=np.float32)
        total += weight * np.asarray(
            cv2.resize(grid, (width, height), interpolation=cv2.INTER_CUBIC), np.float32
        )
        power += weight**2
        weight *= fading
    return np.asarray(total / np.float32(0.75 * np.sqrt(power)), np.float32)


def grain(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """Return noise that differs from pixel to pixel, shape (H, W), float32, standard deviation 1."""
    return rng.standard_normal(shape, dtype=np.float32)
