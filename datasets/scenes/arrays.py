"""The kinds of arrays that scenes are made of."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[np.uint8]
"""Shape (H, W), (H, W, 3) or (H, W, 4): grey, RGB or RGBA in sRGB, 0..255."""

Field: TypeAlias = NDArray[np.float32]
"""Shape (H, W) or (H, W, 3): a quantity over a picture or texture; colours in linear light."""

Labels: TypeAlias = NDArray[np.int16]
"""Shape (H, W): what each pixel shows."""

Points: TypeAlias = NDArray[np.float64]
"""Shape (..., 2) or (..., 3): places in pixels or on the table."""

Colour: TypeAlias = tuple[int, int, int]
"""Red, green and blue in sRGB, 0..255."""


def as_image(array: NDArray[np.generic]) -> Image:
    """Round to 0..255."""
    clipped: Image = np.clip(np.rint(array), 0, 255).astype(np.uint8)
    return clipped
