"""Paper and screens: contact sheets, magazines, crosswords, stamps, the icons of a telephone."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import numpy as np

from ..faces.palette import INK, darker, lighter
from ..faces.svg import circle, rect, stroke
from ..faces.text import write
from ..scenes.arrays import Image
from ..scenes.solids import Solid
from .drawing import (
    Rng,
    bare,
    fitted,
    graded,
    hue,
    inset,
    mottled,
    one_in,
    paste,
    pick,
    printed,
    thin,
    words,
)
from .pictures import landscape, painting, photograph
from .subject import FROM_ABOVE, Subject, card
from .things import draw_thing

_PIXELS = 1300  # height of a page
_PAPER = (246, 245, 240)


def _page(face: Image, wide: float, high: float, x: float = 0, angle: float = 0.0) -> Solid:
    return card(face, wide, high, x, 0, angle=angle, corner=0.01, gloss=0.02)


def contact_sheet(rng: Rng) -> Subject:
    """Lay down a sheet of small photographs in rows."""
    columns, rows = int(rng.integers(3, 8)), int(rng.integers(3, 8))
    shape = pick(rng, (1.0, 1.0, 1.4, 0.75))
    cell = _PIXELS // (rows + 1)
    gap = int(cell * rng.choice((0.02, 0.08, 0.2)))
    wide = int((cell * shape + gap) * columns + 2.5 * gap + 40)
    ground = pick(rng, ((246, 245, 240), (24, 24, 26), (250, 250, 250)))
    face = np.full(((cell + gap) * rows + 100, wide, 3), ground, np.uint8)
    named = one_in(rng, 2)
    for row in range(rows):
        for column in range(columns):
            left, top = int(20 + gap + column * (cell * shape + gap)), 60 + row * (cell + gap)
            high = cell - (26 if named else 0)
            paste(face, photograph(rng, int(cell * shape), high), left, top)
            if named:
                ink = "#3a3a3c" if ground[0] > 100 else "#dcdcdc"
                line = rect(0, 0, 200, 26, _hex(ground), line="none") + write(
                    words(rng), 100, 19, 17, colour=ink, widest=180
                )
                paste(
                    face,
                    fitted(printed(line, 200, 26, 26), int(cell * shape), 26),
                    left,
                    top + high,
                )
    scale = 7.5 / face.shape[0]
    return Subject((_page(face, face.shape[1] * scale, 7.5),), views=FROM_ABOVE)


def _hex(colour: tuple[int, int, int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def magazine(rng: Rng) -> Subject:
    """Open a magazine or book with pictures and columns of text."""
    pages = int(rng.integers(1, 3))
    solids = []
    for index in range(pages):
        x = (index - (pages - 1) / 2) * 4.7
        solids.append(
            _page(_printed_page(rng, 900, _PIXELS), 4.66, 6.6, x, float(rng.normal(0, 0.004)))
        )
    return Subject(tuple(solids), views=FROM_ABOVE)


def _printed_page(rng: Rng, wide: int, high: int) -> Image:
    out = rect(0, 0, wide, high, _hex(_PAPER), line="none")
    pictures: list[tuple[int, int, int, int]] = []
    out += write(
        words(rng, 2, 3),
        60,
        110,
        62,
        anchor="start",
        widest=wide - 120,
        colour=pick(rng, (INK, hue(rng, (0.5, 0.9), (0.3, 0.6)))),
    )
    columns = int(rng.integers(2, 5))
    across = (wide - 120) // columns
    is_grid = one_in(rng, 3)
    for column in range(columns):
        x, y = 60 + column * across, 150
        while y < high - 110:
            if is_grid or one_in(rng, 9):
                size = across - 20
                tall = min(size if is_grid else int(size * rng.uniform(0.6, 1.3)), high - 90 - y)
                pictures.append((x, y, size, tall))
                y += tall + 22
                out += write(
                    words(rng, 2, 3), x, y, 15, anchor="start", widest=size, colour="#555555"
                )
                y += 18
            elif one_in(rng, 14):
                y += 26
                out += write(words(rng, 1, 2), x, y, 24, anchor="start", widest=across - 20)
                y += 12
            else:
                y += 17
                line = " ".join(words(rng, 1, 1).lower() for _ in range(6))
                out += write(line, x, y, 13.5, anchor="start", widest=across - 20, colour="#33302e")
    page = printed(out, wide, high, high)
    for x, y, size, tall in pictures:
        if tall > 30:
            paste(page, photograph(rng, size, tall), x, y)
    return page


def crossword(rng: Rng) -> Subject:
    """Lay down a crossword, partly filled in."""
    cells = int(rng.integers(9, 17))
    black = rng.random((cells, cells)) < 0.17
    black |= black[::-1, ::-1]
    out = rect(0, 0, 1000, 1000, "#fbfaf6", line="none")
    size = 1000 / cells
    number = 0
    filled = rng.choice((0.0, 0.3, 0.7))
    pen = pick(rng, ("#2a4a9a", "#3c3c40"))
    for row in range(cells):
        for column in range(cells):
            x, y = column * size, row * size
            if black[row, column]:
                out += bare(rect(x, y, size, size, "#1c1a1a"))
                continue
            if column == 0 or black[row, column - 1] or row == 0 or black[row - 1, column]:
                number += 1
                out += write(
                    str(number),
                    x + 0.06 * size,
                    y + 0.3 * size,
                    0.26 * size,
                    anchor="start",
                    colour="#333333",
                )
            if rng.random() < filled:
                out += write(
                    pick(rng, "ABCDEFGHIKLMNOPRSTUVZ"),
                    x + 0.54 * size,
                    y + 0.84 * size,
                    0.62 * size,
                    colour=pen,
                )
    lines = "".join(f"M0 {i * size:.1f}H1000M{i * size:.1f} 0V1000" for i in range(cells + 1))
    grid = printed(out + stroke(lines, "#222222", 3), 1000, 1000, 900)
    page = _printed_page(rng, 1000, _PIXELS)
    page[60:1040, 20:980] = _PAPER
    paste(page, grid, 50, 90)
    solids = [_page(mottled(rng, page, 0.01), 5.0, 6.6)]
    return Subject(
        tuple(solids), framed=(2.5, 3.3) if one_in(rng, 2) else (2.5, 2.5), views=FROM_ABOVE
    )


def stamps(rng: Rng) -> Subject:
    """Lay down a sheet of stamps, or single ones on a dark page."""
    columns, rows = int(rng.integers(3, 8)), int(rng.integers(3, 7))
    shape = pick(rng, (1.0, 0.78, 1.3))
    is_sheet = one_in(rng, 1.6)
    country = words(rng, 1, 1)
    frame = hue(rng) if one_in(rng, 2) else None
    wide, high = 100 * shape, 100.0
    motifs = [
        _stamp(rng, wide, high, country, frame)
        for _ in range(4 if one_in(rng, 2) else columns * rows)
    ]
    solids: list[Solid] = []
    page = printed(
        rect(0, 0, 10, 10, "#f8f7f2" if is_sheet else "#1c1c20", line="none"), 10, 10, 16
    )
    step = 1.0 if is_sheet else 1.25
    size = (columns * shape * step + 0.6, rows * step + 0.6)
    solids.append(card(page, *size, 0, 0, corner=0.01, gloss=0.02))
    for column in range(columns):
        for row in range(rows):
            x, y = (column - (columns - 1) / 2) * shape * step, (row - (rows - 1) / 2) * step
            lean = 0.0 if is_sheet else float(rng.normal(0, 0.04))
            solids.append(
                card(pick(rng, motifs), shape, 1, x, y, angle=lean, level=1, corner=0.0, gloss=0.02)
            )
    return Subject(tuple(solids), views=FROM_ABOVE)


def _stamp(rng: Rng, wide: float, high: float, country: str, frame: str | None) -> Image:
    ink = frame or hue(rng)
    out = rect(0, 0, wide, high, "#f8f7f2", line="none")
    hole = "#b4b0a8"
    for at in np.arange(0, wide + 1, wide / round(wide / 6.5)):
        out += bare(circle(float(at), 0, 1.9, hole) + circle(float(at), high, 1.9, hole))
    for at in np.arange(0, high + 1, high / round(high / 6.5)):
        out += bare(circle(0, float(at), 1.9, hole) + circle(wide, float(at), 1.9, hole))
    size = (wide - 16, high - 16)
    out += inset(painting(rng, *size), 8, 8, *size, size) + stroke(
        f"M8 8H{wide - 8}V{high - 8}H8z", ink, 1.5
    )
    out += thin(rect(8, high - 19, wide - 16, 11, lighter(ink, 0.75), line="none"), 0)
    out += write(
        country, 11, high - 10.5, 8, anchor="start", colour=darker(ink, 0.4), widest=0.5 * wide
    )
    out += write(
        f"{int(rng.integers(1, 99))}c",
        wide - 11,
        high - 10.5,
        9,
        anchor="end",
        colour=darker(ink, 0.4),
    )
    return printed(out, wide, high, 224)


def icons(rng: Rng) -> Subject:
    """Show the icons on the screen of a telephone or a tablet."""
    is_tablet = one_in(rng, 2.5)
    columns, rows = (6, 5) if is_tablet else (4, 6)
    wide, high = 100.0 * columns + 30, 118.0 * rows + 150
    top, bottom = hue(rng), hue(rng)
    out = rect(0, 0, wide, high, "#101012", line="none")
    out += (
        inset(landscape(rng, wide, high), 8, 8, wide - 16, high - 16, (wide, high))
        if one_in(rng, 2)
        else graded(8, 8, wide - 16, high - 16, top, bottom)
    )
    out += write("12:48", 34, 34, 17, colour="#ffffff", anchor="start")
    for row in range(rows):
        for column in range(columns):
            if not one_in(rng, 12):
                out += _icon(rng, 36 + 100 * column, 62 + 118 * row, named=True)
    out += bare(f'<g opacity=".4">{rect(18, high - 112, wide - 36, 96, "#ffffff", corner=24)}</g>')
    for column in range(4):
        out += _icon(rng, (wide - 400) / 2 + 21 + 100 * column, high - 93, named=False)
    face = printed(out, wide, high, 1400)
    tall = 6.0
    device = card(
        face,
        tall * wide / high,
        tall,
        0,
        0,
        side=(38, 38, 42),
        thickness=0.18,
        corner=0.3,
        gloss=0.05,
    )
    return Subject((device,), views=FROM_ABOVE)


def _icon(rng: Rng, x: float, y: float, *, named: bool) -> str:
    one = hue(rng, (0.0, 0.9), (0.6, 1.0))
    out = f'<clipPath id="icon{x:.0f}x{y:.0f}"><rect x="{x}" y="{y}" width="58" height="58" rx="14"/></clipPath>'
    out += f'<g clip-path="url(#icon{x:.0f}x{y:.0f})">{graded(x, y, 58, 58, lighter(one, 0.2), darker(one, 0.15))}</g>'
    out += draw_thing(rng, None, x + 29, y + 29, 0.4)
    return out + (
        write(words(rng, 1, 1), x + 29, y + 76, 13, colour="#ffffff", widest=84) if named else ""
    )
