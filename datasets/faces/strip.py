"""What a tile scores for, as a line of signs: points, wanted rooms, and the spaces looked at."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from collections.abc import Mapping

from ...engine.between_two_castles.catalogue import (
    ANY_ROOM,
    REGULAR_TYPES,
    Hanging,
    Spot,
    Tile,
    TileType,
    Wanted,
    Where,
    packaged_catalogue,
)
from ...engine.between_two_castles.room_scoring import POINTS_BESIDE_UNWANTED
from ...engine.languages import Language
from . import icons
from .palette import INK, TYPE_COLOURS
from .svg import place, rect, stroke
from .text import number, text_width, write

Sign = tuple[float, str]
"""A width and a drawing around the origin whose height is at most about 110."""

Cell = tuple[float, float]

_AROUND: tuple[Cell, ...] = ((-1, 1), (0, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (0, -1), (1, -1))
_CELLS: Mapping[Where, tuple[Cell, ...]] = {
    Where.ABOVE_AND_BELOW: ((0, 1), (0, -1)),
    Where.LEFT_AND_RIGHT: ((-1, 0), (1, 0)),
    Where.TWO_BELOW: ((0, -1), (0, -2)),
    Where.THREE_BELOW: ((-1, -1), (0, -1), (1, -1)),
    Where.SURROUNDING: _AROUND,
    Where.SURROUNDING_NOT_BELOW: tuple(cell for cell in _AROUND if cell != (0, -1)),
    Where.NEIGHBOUR_CASTLES: (),
}
CROSS: tuple[Cell, ...] = ((0, 1), (-1, 0), (1, 0), (0, -1))
_SPOTS: Mapping[Spot, Cell] = {
    Spot.ABOVE_LEFT: (-0.5, 1),
    Spot.ABOVE_RIGHT: (0.5, 1),
    Spot.BELOW_LEFT: (-0.5, -1),
    Spot.BELOW_RIGHT: (0.5, -1),
    Spot.LEFT: (-1.5, 0),
    Spot.RIGHT: (1.5, 0),
}


def diagram(
    cells: tuple[Cell, ...], *, size: float = 28, wide: bool = False, own: str = "#fffdf6"
) -> Sign:
    """Draw the spaces that a room looks at, filled, around the room itself, which is white."""
    step = size + 6
    own_half = 1.0 if wide else 0.5
    xs = [x for x, _ in cells] + [0.0]
    ys = [y for _, y in cells] + [0.0]
    middle_x, middle_y = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    width = (max(max(xs) + 0.5, own_half) - min(min(xs) - 0.5, -own_half)) * step
    if wide:
        left, right = min(min(xs) - 0.5, -1.0), max(max(xs) + 0.5, 1.0)
        middle_x = (left + right) / 2
    drawn = "".join(
        rect(
            (x - middle_x) * step - size / 2,
            (middle_y - y) * step - size / 2,
            size,
            size,
            INK,
            corner=4,
            line="none",
        )
        for x, y in cells
    )
    own_width = size + (step if wide else 0)
    return (
        width,
        drawn
        + f'<g stroke-width="5">{rect(-middle_x * step - own_width / 2, middle_y * step - size / 2, own_width, size, own, corner=4)}</g>',
    )


def _column(up: bool, down: bool) -> Sign:
    """Draw a room with an arrow that goes all the way up or down its column."""
    size = 27
    shift = 16 if up and not down else -16 if down and not up else 0
    above = place(
        f'<path d="M-12 -17v-14h-13l25 -26l25 26h-13v14z" fill="{INK}" stroke="none"/>', 0, shift
    )
    below = place(
        f'<path d="M-12 17v14h-13l25 26l25 -26h-13v-14z" fill="{INK}" stroke="none"/>', 0, shift
    )
    room = f'<g stroke-width="5">{rect(-size / 2, -size / 2 + shift, size, size, "#fffdf6", corner=4)}</g>'
    return 56, (above if up else "") + (below if down else "") + room


def _connected() -> Sign:
    """Draw rooms that join each other."""
    cells = ((-33, 16), (0, 16), (0, -17), (33, -17))
    links = stroke("M-33 16H0V-17H33", INK, 11)
    rooms = "".join(
        rect(x - 12, y - 12, 24, 24, INK if i else "#fffdf6", corner=4)
        for i, (x, y) in enumerate(cells)
    )
    return 104, links + f'<g stroke-width="5">{rooms}</g>'


def _whole_castle() -> Sign:
    return 100, place(icons.castle(INK), 0, 2, 0.84)


def neighbour_castles() -> Sign:
    """Draw one's own castle, white, between the two of the neighbours."""
    return 196, (
        place(icons.castle(INK), -60, -6, 0.86)
        + place(icons.castle(INK), 60, -6, 0.86)
        + place(f'<g stroke-width="5">{icons.castle("#fffdf6")}</g>', 0, 8, 0.9)
    )


def where_sign(where: Where) -> Sign | None:
    """Draw the spaces that a tile looks at; None where there is nothing to show."""
    if where is Where.COLUMN:
        return _column(True, True)
    if where is Where.COLUMN_ABOVE:
        return _column(True, False)
    if where is Where.COLUMN_BELOW:
        return _column(False, True)
    if where is Where.CONNECTED:
        return _connected()
    if where is Where.ANYWHERE:
        return _whole_castle()
    if where is Where.NEIGHBOUR_CASTLES:
        return neighbour_castles()
    cells = _CELLS.get(where)
    return None if cells is None else diagram(cells)


def wanted_sign(wanted: Wanted) -> Sign:
    """Draw a wanted room type, hanging or any room."""
    if wanted == ANY_ROOM:
        return 100, place(icons.any_badge(), scale=0.96)
    if isinstance(wanted, Hanging):
        return 100, place(icons.hanging_glyph(wanted), scale=1.02)
    return 100, place(icons.type_badge(wanted), scale=0.96)


def star_sign(points: int) -> Sign:
    """Draw the star with its points."""
    return 118, place(icons.star(points, number), 0, 2, 0.92)


def each_sign() -> Sign:
    """Draw the sign that multiplies."""
    return 34, stroke("M-13 -13L13 13M13 -13L-13 13", INK, 8)


def or_sign() -> Sign:
    """Draw the bar between two ways to score."""
    return 20, stroke("M0 -38V38", INK, 6)


def _six_types(own: TileType) -> Sign:
    kinds = [kind for kind in REGULAR_TYPES if kind is not own][:6]
    cells = "".join(
        rect(-57 + 40 * (i % 3), -38 + 40 * (i // 3), 34, 34, TYPE_COLOURS[kind], "lit", corner=5)
        for i, kind in enumerate(kinds)
    )
    return 120, cells


def _then_sign() -> Sign:
    """Draw the arrow from a condition to its points."""
    return 34, stroke("M-15 0H13M1 -12L14 0L1 12", INK, 7)


def _room_names(tile: Tile, language: Language) -> Sign:
    catalogue = packaged_catalogue()
    names = [catalogue.tile(room).name_in(language) for room in tile.wants_rooms]
    half = (len(names) + 1) // 2
    size = 33.0
    columns = [names[:half], names[half:]]
    widths = [
        max(text_width(name, size) for name in column) if column else 0.0 for column in columns
    ]
    total = sum(widths) + 26
    shrink = min(1.0, 470 / total)
    out = ""
    x = -total * shrink / 2
    for column, width in zip(columns, widths, strict=True):
        out += "".join(
            write(name, x, -10 + 42 * row, size * shrink, anchor="start")
            for row, name in enumerate(column)
        )
        x += (width + 26) * shrink
    return total * shrink, out


def tile_signs(tile: Tile, language: Language) -> list[Sign]:
    """Return the signs of the scoring strip of a tile, left to right."""
    if tile.arrow is not None:
        return [(100, place(icons.arrow(tile.arrow), scale=1.05))]
    points = star_sign(tile.points)
    if tile.type is TileType.THRONE:
        wanted = [wanted_sign(want) for want in tile.wants]
        return [
            points,
            each_sign(),
            *wanted,
            diagram(
                tuple(_SPOTS[spot] for spot in tile.spots),
                wide=True,
                own=TYPE_COLOURS[TileType.THRONE],
            ),
        ]
    if tile.where is Where.ALWAYS or tile.where is None:
        return [points]
    if tile.where is Where.SIX_OTHER_TYPES:
        return [points, _six_types(tile.type), or_sign(), star_sign(tile.points_else)]
    if tile.where is Where.ORTHOGONAL:
        unwanted = [wanted_sign(tile.unwanted)] if tile.unwanted is not None else []
        otherwise = [*unwanted, diagram(_AROUND), _then_sign(), star_sign(POINTS_BESIDE_UNWANTED)]
        return [points, each_sign(), diagram(CROSS), or_sign(), *otherwise]
    signs = [points, each_sign(), *(wanted_sign(want) for want in tile.wants)]
    if tile.wants_rooms:
        return [*signs, _room_names(tile, language)]
    shown = where_sign(tile.where)
    return signs if shown is None else [*signs, shown]


def lay_out(signs: list[Sign], x: float, y: float, widest: float, gap: float = 16) -> str:
    """Set signs side by side around (x, y), smaller if they would be wider than ``widest``."""
    total = sum(width for width, _ in signs) + gap * (len(signs) - 1)
    scale = min(1.0, widest / total)
    out = ""
    left = x - total * scale / 2
    for width, drawn in signs:
        out += place(drawn, left + width * scale / 2, y, scale)
        left += (width + gap) * scale
    return out
