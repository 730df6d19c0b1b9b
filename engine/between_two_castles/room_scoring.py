"""Points of each room and of the throne room.

The page numbers are those of the Between Two Castles rulebook; S&S is the rulebook of Secrets &
Soirees.
"""

from collections.abc import Callable, Mapping, Sequence

from ..violations import PlacedTile
from .board import (
    ABOVE,
    BELOW,
    DIAGONALS,
    EIGHT_SPACES,
    LEFT,
    RIGHT,
    Board,
    Place,
    Room,
    side_places,
)
from .catalogue import ANY_ROOM, REGULAR_TYPES, Spot, Tile, TileType, Where
from .neighbours import Neighbour, rooms_next_door
from .score import NeighbourTile

Earned = tuple[int, list[PlacedTile | NeighbourTile]]

OTHER_TYPES_FOR_SLEEPING = 6
POINTS_BESIDE_UNWANTED = 1

# Spaces relative to the room. p. 5: food rooms look at two spaces above and below, left and right, or
# two spaces below (Chocolate Room, Spice Room). p. 6: living rooms look at the spaces around them, those
# that want downstairs rooms at the three below and those that want outdoor rooms at all but the one
# below, as their printed diagrams show. p. 10: corridors and grand foyers look at all eight.
_SPACES: Mapping[Where, tuple[Place, ...]] = {
    Where.ABOVE_AND_BELOW: (ABOVE, BELOW),
    Where.LEFT_AND_RIGHT: (LEFT, RIGHT),
    Where.TWO_BELOW: (BELOW, (0, -2)),
    Where.THREE_BELOW: ((-1, -1), BELOW, (1, -1)),
    Where.SURROUNDING: EIGHT_SPACES,
    Where.SURROUNDING_NOT_BELOW: (ABOVE, LEFT, RIGHT, *DIAGONALS),
}

SPOT_PLACES: Mapping[Spot, Place] = {
    Spot.ABOVE_LEFT: (0, 1),
    Spot.ABOVE_RIGHT: (1, 1),
    Spot.BELOW_LEFT: (0, -1),
    Spot.BELOW_RIGHT: (1, -1),
    Spot.LEFT: (-1, 0),
    Spot.RIGHT: (2, 0),
}


def score_room(board: Board, room: Room, neighbours: Sequence[Neighbour]) -> Earned:
    """Return the points of a room, throne room excepted, and the tiles that earned them.

    A secret room scores by the rule of the tile that it copies, in its own place, and nothing when
    it copies none (S&S, Secret Rooms, Scoring).
    """
    rule = room.rule
    if rule is None or rule.where is None:
        return 0, []
    spaces = _SPACES.get(rule.where)
    if spaces is not None:
        x, y = room.x, room.y
        near = board.beside([(x + dx, y + dy) for dx, dy in spaces])
        return _points_each(rule, [other for other in near if _fits(rule, other)])
    return _RULES[rule.where](board, room, rule, neighbours)


def score_throne(board: Board, throne: Room) -> Earned:
    """Return the points of the throne room: for each spot with either type it wants (p. 12)."""
    tile = throne.tile
    rooms = board.beside(SPOT_PLACES[spot] for spot in tile.spots)
    return _points_each(tile, [room for room in rooms if room.kind in tile.wants])


def connected_rooms(board: Board, room: Room, fits: Callable[[Room], bool]) -> list[Room]:
    """Return the fitting rooms that a path over fitting rooms alone joins to a room (p. 7).

    The room itself is not counted. The throne room joins all its six sides.
    """
    found: list[Room] = []
    edge = [room]
    while edge:
        current = edge.pop()
        for other in board.beside(side_places(current)):
            if other is not room and other not in found and fits(other):
                found.append(other)
                edge.append(other)
    return found


def _points_each(rule: Tile, rooms: Sequence[Room]) -> Earned:
    return rule.points * len(rooms), [room.placed for room in rooms]


def _fits(rule: Tile, other: Room) -> bool:
    wants = rule.wants
    return other.kind in wants or other.hanging in wants or ANY_ROOM in wants


def _score_connected(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    return _points_each(rule, connected_rooms(board, room, lambda other: _fits(rule, other)))


def _score_anywhere(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    # p. 8. The Dice Tower Room wants rooms by name; a secret room does not copy a name (RULINGS.md).
    return _points_each(
        rule,
        [
            other
            for other in board.all_rooms
            if other is not room and (_fits(rule, other) or other.placed.id in rule.wants_rooms)
        ],
    )


def _score_column(
    board: Board, room: Room, rule: Tile, counts: Callable[[int, int], bool]
) -> Earned:
    # The throne room lies on two columns at y = 0, which is its own y as well.
    return _points_each(
        rule,
        [
            other
            for other in board.column(room.x)
            if other is not room and counts(other.y, room.y) and _fits(rule, other)
        ],
    )


def _score_whole_column(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    return _score_column(board, room, rule, lambda other, own: True)


def _score_column_above(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    return _score_column(board, room, rule, lambda other, own: other > own)


def _score_column_below(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    # p. 9: a tower counts every room below it, also below the throne room level.
    return _score_column(board, room, rule, lambda other, own: other < own)


def _score_six_other_types(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    # p. 9, and S&S, Sleeping Rooms Rule Change: any six of the other regular types in play. Neither
    # specialty nor secret rooms count; what a secret room copies is in the castle itself.
    first: dict[TileType, PlacedTile] = {}
    for other in board.rooms:
        kind = other.tile.type
        if kind is not room.kind and kind in REGULAR_TYPES:
            first.setdefault(kind, other.placed)
    if len(first) >= OTHER_TYPES_FOR_SLEEPING:
        return rule.points, list(first.values())
    return rule.points_else, []


def _score_orthogonal(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    # S&S, Activity Rooms, Scoring.
    x, y = room.x, room.y
    around = board.beside([(x + dx, y + dy) for dx, dy in EIGHT_SPACES])
    unwanted = [other for other in around if other.kind is rule.unwanted]
    if unwanted:
        return POINTS_BESIDE_UNWANTED, [other.placed for other in unwanted]
    return _points_each(rule, board.beside(side_places(room)))


def _score_neighbour_castles(
    board: Board, room: Room, rule: Tile, neighbours: Sequence[Neighbour]
) -> Earned:
    # S&S, Activity Rooms, Bonus: one point for every room of its type in the adjacent castles.
    rooms = [
        other
        for wanted in rule.wants
        if isinstance(wanted, TileType)
        for other in rooms_next_door(neighbours, wanted)
    ]
    return rule.points * len(rooms), list(rooms)


def _score_always(board: Board, room: Room, rule: Tile, _: Sequence[Neighbour]) -> Earned:
    # p. 8: a fountain always scores 5 points.
    return rule.points, []


_RULES: Mapping[Where, Callable[[Board, Room, Tile, Sequence[Neighbour]], Earned]] = {
    Where.CONNECTED: _score_connected,
    Where.ANYWHERE: _score_anywhere,
    Where.COLUMN: _score_whole_column,
    Where.COLUMN_ABOVE: _score_column_above,
    Where.COLUMN_BELOW: _score_column_below,
    Where.SIX_OTHER_TYPES: _score_six_other_types,
    Where.ORTHOGONAL: _score_orthogonal,
    Where.NEIGHBOUR_CASTLES: _score_neighbour_castles,
    Where.ALWAYS: _score_always,
}
