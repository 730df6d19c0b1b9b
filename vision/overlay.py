"""The picture with what was read drawn over it, large enough for a phone: names, points, doubts, faults."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from pathlib import Path

import cv2
import numpy as np
import PIL.Image
import PIL.ImageDraw
import PIL.ImageFont

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.documents import write_bytes
from ..engine.errors import DocumentError
from ..engine.languages import Language
from ..engine.violations import Severity
from ..engine.words import Words
from .pieces import Image
from .quads import Floats, as_quads, centres, sides, sizes
from .reading import Evidence, Reading, Reason, castle_letter, reading_words, tile_name

Colour = tuple[int, int, int]

SURE: Colour = (46, 190, 90)
DOUBTFUL: Colour = (255, 170, 0)
ILLEGAL: Colour = (230, 40, 50)
BESIDE: Colour = (70, 160, 255)
_INK: Colour = (255, 255, 255)
_SHADE: Colour = (20, 20, 24)
_PAPER: Colour = (250, 248, 243)

_TILE = 130.0  # pixels of a tile in the overlay, if the picture allows
_LONGEST = 3000  # pixels of its longer side
_SHORTEST = 720
_MARGIN = 0.7  # in tiles, around all that was read
_DASH = 0.14  # in tiles
_LEGEND_LINES = 12

_QUALITY = 88


@dataclass(frozen=True, slots=True)
class _Mark:
    """How a piece is drawn: where, in which colour, and what is written on it."""

    quad: Floats
    colour: Colour
    dashed: bool
    name: str
    points: int | None
    is_throne: bool


def draw_overlay(
    image: Image,
    readings: Sequence[Reading],
    catalogue: Catalogue,
    language: Language = Language.EN,
) -> Image:
    """Draw readings over the picture they were read from.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    readings
        All castles of the picture.
    catalogue
        Gives the names.
    language
        Of names and sentences.

    Returns
    -------
    ndarray
        uint8 RGB: the part of the picture that was read, enlarged or reduced so that names can be read on
        a phone, with a legend below. Doubtful pieces are dashed and have a question mark, those that break
        a rule are red.
    """
    words = reading_words(language)
    marks = []
    for number, reading in enumerate(readings):
        own = list(_marks(reading, catalogue, language))
        if own and len(readings) > 1:
            own[0] = replace(own[0], name=f"{castle_letter(number)}: {own[0].name}")
        marks += own
    box, scale = _view(image, marks)
    picture = _cut_out(image, box, scale)
    moved = [replace(mark, quad=(mark.quad - box[:2]) * scale) for mark in marks]
    for mark in sorted(moved, key=lambda it: (it.colour == ILLEGAL, it.dashed)):
        _outline(picture, mark)
    drawn = PIL.Image.fromarray(picture)
    draw = PIL.ImageDraw.Draw(drawn)
    for mark in moved:
        _label(draw, mark)
    legend = _legend(drawn.width, readings, words)
    whole = PIL.Image.new("RGB", (drawn.width, drawn.height + legend.height), _PAPER)
    whole.paste(drawn, (0, 0))
    whole.paste(legend, (0, drawn.height))
    return np.asarray(whole, np.uint8)


def write_overlay(path: Path, overlay: Image) -> None:
    """Write an overlay as JPEG or PNG, whole or not at all.

    Raises
    ------
    DocumentError
        When the folder cannot be written to, or the name has another ending.
    """
    formats = {".jpg": "JPEG", ".jpeg": "JPEG", ".png": "PNG"}
    kind = formats.get(path.suffix.lower())
    if kind is None:
        raise DocumentError("should end in .jpg or .png; choose another name", source=str(path))
    buffer = io.BytesIO()
    PIL.Image.fromarray(overlay).save(buffer, kind, quality=_QUALITY)
    write_bytes(path, buffer.getvalue())


# What to draw


def _marks(reading: Reading, catalogue: Catalogue, language: Language) -> Iterable[_Mark]:
    illegal = {
        (tile.x, tile.y)
        for violation in reading.violations
        if violation.severity is Severity.ILLEGAL and violation.is_sure
        for tile in violation.tiles
    }
    doubtful = reading.doubtful
    points = _points(reading)
    for piece in reading.evidence:
        if piece.id is not None and piece.id.startswith("token/"):
            continue
        place = None if piece.x is None or piece.y is None else (piece.x, piece.y)
        is_throne = piece.id is not None and piece.id.startswith("throne/")
        colour = SURE if place is not None else BESIDE
        dashed = piece.key in doubtful
        if dashed:
            colour = DOUBTFUL
        covered = {place, (place[0] + 1, place[1])} if is_throne and place else {place}
        if covered & illegal:
            colour = ILLEGAL
        yield _Mark(
            as_quads([piece.quad])[0],
            colour,
            dashed,
            _name(piece, catalogue, language),
            points.get((piece.id, place)),
            is_throne,
        )


def _points(reading: Reading) -> dict[tuple[str | None, Place | None], int]:
    if reading.score is None:
        return {}
    found: dict[tuple[str | None, Place | None], int] = {
        (room.id, (room.x, room.y)): room.points for room in reading.score.rooms
    }
    found[reading.score.throne.id, (0, 0)] = reading.score.throne.points
    for card in reading.score.bonus_cards:
        found[f"bonus/{card.id}", None] = card.points
    for attendant in reading.score.attendants:
        found[f"attendant/{attendant.id}", None] = attendant.points
    return found


def _name(piece: Evidence, catalogue: Catalogue, language: Language) -> str:
    if piece.id is None:
        return "?"
    slug = piece.id.partition("/")[2]
    tile = catalogue.tiles.get(piece.id)
    if tile is not None:
        return tile_name(tile, language)
    found = catalogue.bonus_cards.get(slug) or catalogue.attendants.get(slug)
    return slug if found is None else found.name_in(language)


def _view(image: Image, marks: Sequence[_Mark]) -> tuple[Floats, float]:
    """Return which part of the picture to show (left, top, right, bottom) and how enlarged."""
    height, width = image.shape[:2]
    whole = np.array([0, 0, width, height], np.float64)
    if not marks:
        return whole, min(1.0, 1600 / max(width, height))
    quads = np.stack([mark.quad for mark in marks])
    widths = np.array([2.0 if mark.is_throne else 1.0 for mark in marks])
    tile = float(np.median(sizes(quads, widths)))
    low, high = quads.min(axis=(0, 1)) - _MARGIN * tile, quads.max(axis=(0, 1)) + _MARGIN * tile
    box = np.concatenate([np.floor(np.maximum(low, 0)), np.ceil(np.minimum(high, whole[2:]))])
    if (box[2:] - box[:2] < 8).any():
        box = whole
    extent = box[2:] - box[:2]
    scale = float(
        np.clip(_TILE / max(tile, 1.0), _SHORTEST / extent.min(), _LONGEST / extent.max())
    )
    return box, scale


def _cut_out(image: Image, box: Floats, scale: float) -> Image:
    left, top, right, bottom = (int(value) for value in box)
    size = (max(1, round((right - left) * scale)), max(1, round((bottom - top) * scale)))
    how = cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC
    resized = cv2.resize(image[top:bottom, left:right], size, interpolation=how)
    return np.ascontiguousarray(resized, np.uint8)


# Drawing


def _outline(picture: Image, mark: _Mark) -> None:
    quad = _shrunk(mark.quad, 0.97)
    size = _size(mark)
    width = max(2, round(size * 0.035))
    if mark.colour == ILLEGAL:
        filled = picture.copy()
        cv2.fillPoly(filled, [np.rint(quad).astype(np.int32)], mark.colour)
        cv2.addWeighted(filled, 0.25, picture, 0.75, 0, dst=picture)
    segments = list(_segments(quad, size * _DASH if mark.dashed else None))
    for colour, thickness in ((_SHADE, width + 2), (mark.colour, width)):
        for start, end in segments:
            cv2.line(picture, start, end, colour, thickness, cv2.LINE_AA)


def _segments(
    quad: Floats, dash: float | None
) -> Iterable[tuple[tuple[int, int], tuple[int, int]]]:
    for start, along in zip(quad, sides(quad[None])[0], strict=True):
        length = float(np.linalg.norm(along))
        count = 1 if dash is None else max(1, round(length / (2 * dash)))
        for step in range(count):
            first = start + along * (step / count)
            last = start + along * ((step + (1.0 if dash is None else 0.5)) / count)
            yield _pixel(first), _pixel(last)


def _pixel(point: Floats) -> tuple[int, int]:
    return round(float(point[0])), round(float(point[1]))


def _shrunk(quad: Floats, factor: float) -> Floats:
    middle = quad.mean(axis=0)
    shrunk: Floats = middle + (quad - middle) * factor
    return shrunk


def _size(mark: _Mark) -> float:
    return float(sizes(mark.quad[None], 2 if mark.is_throne else 1)[0])


@lru_cache(maxsize=64)
def _font(size: int) -> PIL.ImageFont.FreeTypeFont:
    file = resources.files("font_source_serif_pro").joinpath("files", "SourceSerifPro-Bold.ttf")
    return PIL.ImageFont.truetype(io.BytesIO(file.read_bytes()), size)


def _label(draw: PIL.ImageDraw.ImageDraw, mark: _Mark) -> None:
    """Write the name in the lower half and the points in a circle at the top, upright in the picture."""
    size = _size(mark)
    middle = centres(mark.quad[None])[0]
    half = np.ptp(mark.quad, axis=0) / 2
    text = f"{mark.name}\u00a0?" if mark.dashed and mark.name != "?" else mark.name
    if text == "?":
        font = _font(max(12, round(size * 0.6)))
        draw.text(tuple(middle), "?", _INK, font, "mm", stroke_width=3, stroke_fill=mark.colour)
        return
    font, lines = _fitted(text, 1.72 * half[0], 0.95 * half[1], size)
    step = font.size * 1.02
    top = middle[1] + 0.5 * half[1] - step * len(lines) / 2
    stroke = max(1, round(font.size * 0.14))
    for number, line in enumerate(lines):
        at = (middle[0], top + (number + 0.5) * step)
        draw.text(at, line, _INK, font, "mm", stroke_width=stroke, stroke_fill=_SHADE)
    if mark.points is not None:
        radius = min(size * (0.26 if mark.is_throne else 0.2), 0.45 * half[1])
        x, y = middle[0], middle[1] - 0.44 * half[1]
        circle = (x - radius, y - radius, x + radius, y + radius)
        draw.ellipse(circle, mark.colour, _SHADE, max(1, round(size * 0.02)))
        number_font = _font(max(10, round(radius * 1.35)))
        ink = _SHADE if mark.colour == DOUBTFUL else _INK
        draw.text((x, y), str(mark.points), ink, number_font, "mm")


def _fitted(
    text: str, wide: float, high: float, size: float
) -> tuple[PIL.ImageFont.FreeTypeFont, list[str]]:
    """Return the largest font, and the lines, with which a name fits on a tile."""
    words = text.split(" ")
    for share in (0.19, 0.17, 0.15, 0.135, 0.12, 0.105):
        font = _font(max(9, round(size * share)))
        lines = _wrapped(words, font, wide)
        fits = len(lines) * font.size * 1.02 <= high
        if fits and all(font.getlength(line) <= wide for line in lines):
            return font, lines
    return font, lines[:4]


def _wrapped(words: Sequence[str], font: PIL.ImageFont.FreeTypeFont, wide: float) -> list[str]:
    lines: list[str] = []
    for word in words:
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and font.getlength(longer) <= wide:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _legend(width: int, readings: Sequence[Reading], words: Words) -> PIL.Image.Image:
    """Write totals, faults and doubts as lines as wide as the picture."""
    size = max(18, round(width / 38))
    font, large = _font(size), _font(round(size * 1.35))
    margin = size
    rows: list[tuple[str, PIL.ImageFont.FreeTypeFont, Colour, bool]] = []
    for number, reading in enumerate(readings):
        total = (
            words.say("overlay", "no-score")
            if reading.score is None
            else words.say("overlay", "total", total=reading.score.total)
        )
        if len(readings) > 1:
            total = f"{words.say('overlay', 'castle', letter=castle_letter(number))}: {total}"
        rows.append((total, large, _SHADE, False))
        faults = [it for it in reading.violations if it.severity is Severity.ILLEGAL]
        illegal = [it.message for it in faults if it.is_sure]
        doubts = [it.message for it in reading.review if it.reason is not Reason.NOT_AUDITED]
        doubts += [it.message for it in faults if not it.is_sure]
        for title, messages, colour in (("illegal", illegal, ILLEGAL), ("look", doubts, DOUBTFUL)):
            if not messages:
                continue
            rows.append((words.say("overlay", title), font, _SHADE, False))
            shown = messages if len(messages) <= _LEGEND_LINES else messages[: _LEGEND_LINES - 1]
            rows += [(message, font, colour, True) for message in shown]
            if len(shown) < len(messages):
                more = words.say("overlay", "more", count=len(messages) - len(shown))
                rows.append((more, font, _SHADE, True))
    if not readings:
        rows.append((words.say("overlay", "nothing"), large, _SHADE, False))
    lines: list[tuple[str, PIL.ImageFont.FreeTypeFont, Colour | None, int]] = []
    for text, own, colour, is_entry in rows:
        indent = margin + (round(size * 1.2) if is_entry else 0)
        for position, line in enumerate(_wrapped(text.split(), own, width - indent - margin)):
            lines.append((line, own, colour if is_entry and position == 0 else None, indent))
    height = margin + sum(round(own.size * 1.3) for _, own, _, _ in lines)
    legend = PIL.Image.new("RGB", (width, height), _PAPER)
    draw = PIL.ImageDraw.Draw(legend)
    y = margin // 2
    for line, own, dot_colour, indent in lines:
        if dot_colour is not None:
            dot = round(size * 0.3)
            middle = y + own.size * 0.65
            draw.ellipse((margin, middle - dot, margin + 2 * dot, middle + dot), dot_colour)
        draw.text((indent, y), line, _SHADE, own)
        y += round(own.size * 1.3)
    return legend
