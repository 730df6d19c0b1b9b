"""Pictures in a terminal: two pixels to a character, its upper and its lower half."""

import cv2
import numpy as np
from rich.color import Color
from rich.style import Style
from rich.text import Text

from .vision.pieces import Image

_UPPER_HALF = "▀"


def half_blocks(image: Image, columns: int) -> Text:
    """Draw a picture with coloured characters.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    columns
        Width in characters. A character is taken to be twice as high as wide.

    Returns
    -------
    Text
        As many lines as keep the proportions, none of which is to be wrapped.
    """
    height, width = image.shape[:2]
    lines = max(1, round(columns * height / width / 2))
    small = cv2.resize(image, (columns, 2 * lines), interpolation=cv2.INTER_AREA)
    text = Text(no_wrap=True, overflow="crop")
    for line, (upper, lower) in enumerate(zip(small[::2], small[1::2], strict=True)):
        if line:
            text.append("\n")
        for above, below in zip(upper, lower, strict=True):
            text.append(_UPPER_HALF, Style(color=_colour(above), bgcolor=_colour(below)))
    return text


def _colour(pixel: np.ndarray) -> Color:
    red, green, blue = (int(value) for value in pixel)
    return Color.from_rgb(red, green, blue)
