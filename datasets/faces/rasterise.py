"""From SVG to pixels."""

import io

import numpy as np
import resvg_py
from numpy.typing import NDArray
from PIL import Image

from .text import FAMILY, font_file

Pixels = NDArray[np.uint8]


def rasterise(svg: str, width: int, height: int) -> Pixels:
    """Draw an SVG document as RGBA (height, width, 4), the same on every machine."""
    png = resvg_py.svg_to_bytes(
        svg_string=svg,
        width=width,
        height=height,
        skip_system_fonts=True,
        font_files=[font_file()],
        font_family=FAMILY,
    )
    with Image.open(io.BytesIO(bytes(png))) as image:
        return np.asarray(image.convert("RGBA"), dtype=np.uint8)
