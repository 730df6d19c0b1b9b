"""A picture of any castle, from any set of faces."""

import io

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..engine.between_two_castles.castle import THRONE_PLACES, Castle
from ..engine.between_two_castles.score import Score
from .faces.rasterise import rasterise
from .faces.source import FaceSource, size_mm
from .faces.svg import document
from .faces.text import write

Pixels = NDArray[np.uint8]

_SKY = (213, 229, 240)
_EARTH = (196, 176, 148)
_MARGIN = 0.35  # of a tile, around the castle
_CARD_GAP = 0.12
_BADGE = 0.25
_BADGE_PLACE = (0.81, 0.27)  # its centre in a tile, from the lower left corner
# The two spots for attendants in a throne room, as centres in tiles from its lower left corner.
_ATTENDANT_SPOTS = ((0.45, 0.42), (1.55, 0.42))


def draw_castle(
    castle: Castle, faces: FaceSource, *, tile_px: int = 160, score: Score | None = None
) -> Pixels:
    """Draw a castle from the front, with its attendants and bonus cards.

    Parameters
    ----------
    castle
        Any castle; of two tiles in one place, the later one lies on top.
    faces
        The pictures of its pieces.
    tile_px
        Height of a tile in pixels.
    score
        Its score, to show the points of each room in a badge.

    Returns
    -------
    uint8 RGB array (height, width, 3)
    """
    places = [*THRONE_PLACES, *((room.x, room.y) for room in castle.rooms)]
    left = min(x for x, _ in places) - _MARGIN
    right = max(x for x, _ in places) + 1 + _MARGIN
    top = max(y for _, y in places) + 1 + _MARGIN
    bottom = min(y for _, y in places) - _MARGIN
    card_height = size_mm("bonus/width")[1] / size_mm("food/bakery")[1]
    cards_top = bottom
    if castle.bonus_cards:
        bottom -= card_height + _MARGIN

    def pixel(x: float, y: float) -> tuple[int, int]:
        return round((x - left) * tile_px), round((top - y) * tile_px)

    canvas = Image.new("RGB", pixel(right, bottom), _SKY)
    canvas.paste(_EARTH, (0, pixel(0, 0)[1], *canvas.size))

    def put(piece_id: str, x: float, y: float, size: float = 1.0) -> None:
        """Put a piece with its top left corner there."""
        face = faces.cut_out(piece_id, round(size * tile_px))
        canvas.paste(Image.fromarray(face.pixels), pixel(x, y), Image.fromarray(face.mask))

    if castle.throne is not None:
        put(castle.throne, 0, 1)
    for room in castle.rooms:
        put(room.id, room.x, room.y + 1)
    for slug, (x, y) in zip(castle.attendants, _ATTENDANT_SPOTS, strict=False):
        size = size_mm(f"attendant/{slug}")[1] / size_mm("food/bakery")[1]
        put(f"attendant/{slug}", x - size / 2, y + size / 2, size)
    card_left = left + _MARGIN
    for slug in castle.bonus_cards:
        put(f"bonus/{slug}", card_left, cards_top, card_height)
        width, height = size_mm(f"bonus/{slug}")
        card_left += card_height * width / height + _CARD_GAP
    if score is not None:
        right_half_of_throne, _ = THRONE_PLACES[1]
        badges = [(room.x, room.y, room.points) for room in score.rooms]
        badges.append((right_half_of_throne, 0, score.throne.points))
        for column, row, points in badges:
            centre = pixel(column + _BADGE_PLACE[0], row + _BADGE_PLACE[1])
            _put_badge(canvas, points, centre, tile_px)
    return np.asarray(canvas, dtype=np.uint8)


def encode_png(pixels: Pixels) -> bytes:
    """Encode an RGB picture as PNG."""
    file = io.BytesIO()
    Image.fromarray(pixels).save(file, "PNG", optimize=True)
    return file.getvalue()


def _put_badge(canvas: Image.Image, points: int, centre: tuple[int, int], tile_px: int) -> None:
    size = round(_BADGE * tile_px)
    body = (
        '<circle cx="50" cy="50" r="46" fill="#fffdf5" stroke="#3b2a1a" stroke-width="6"/>'
        + write(str(points), 50, 69, 56, colour="#3b2a1a")
    )
    badge = Image.fromarray(rasterise(document(body, 100, 100), size, size))
    canvas.paste(badge, (centre[0] - size // 2, centre[1] - size // 2), badge)
