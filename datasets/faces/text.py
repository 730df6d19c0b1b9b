"""Words on faces, in one open font that is the same on every machine (Source Serif Pro, OFL)."""

from functools import lru_cache
from importlib import resources
from xml.sax.saxutils import escape

from PIL import ImageFont

from .palette import INK
from .svg import num

FAMILY = "Source Serif Pro"
_FILE = "SourceSerifPro-Bold.ttf"


@lru_cache(maxsize=1)
def font_file() -> str:
    """Return the path of the font."""
    return str(resources.files("font_source_serif_pro").joinpath("files", _FILE))


@lru_cache(maxsize=1)
def _measure() -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(font_file(), 100)


@lru_cache(maxsize=2048)
def text_width(text: str, size: float) -> float:
    """Measure the width of a line of text."""
    return float(_measure().getlength(text)) * size / 100


def write(
    text: str,
    x: float,
    y: float,
    size: float,
    *,
    colour: str = INK,
    outline: str | None = None,
    anchor: str = "middle",
    widest: float | None = None,
) -> str:
    """Write a line of text whose baseline is at y, smaller if it would be wider than ``widest``."""
    if widest is not None:
        size *= min(1, widest / max(1, text_width(text, size)))
    shared = (
        f'x="{num(x)}" y="{num(y)}" font-family="{FAMILY}" font-weight="700" font-size="{num(size)}" '
        f'text-anchor="{anchor}"'
    )
    words = escape(text)
    around = f'fill="{outline}" stroke="{outline}" stroke-width="{num(size * 0.16)}"'
    edge = f"<text {shared} {around}>{words}</text>"
    return (
        "" if outline is None else edge
    ) + f'<text {shared} fill="{colour}" stroke="none">{words}</text>'


def number(text: str, x: float, y: float, size: float) -> str:
    """Write the number on a star."""
    return write(text, x, y, size, colour="#fffdf2", outline="#3a1f0c")
