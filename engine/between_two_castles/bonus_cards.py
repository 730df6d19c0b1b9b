"""Points of bonus cards (Between Two Castles rulebook p. 15; Secrets & Soirees, New Bonus Cards)."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from ..violations import PlacedTile
from .board import THRONE_SIDES, THRONE_SPACES, Board, Room, side_places, surrounding_places
from .catalogue import (
    REGULAR_TYPES,
    WALL_HANGINGS,
    BonusCard,
    Counts,
    TileType,
)
from .neighbours import Neighbour, rooms_next_door
from .score import NeighbourTile

# Level 3 is two rows above the throne room, whose level is level 1 (p. 15; the German rulebook says so
# in as many words).
LOWEST_UPPER_LEVEL_Y = 2

Counted = tuple[int, list[PlacedTile | NeighbourTile]]


def score_bonus_card(board: Board, card: BonusCard, neighbours: Sequence[Neighbour]) -> Counted:
    """Return the points of a bonus card and the tiles that it counted.

    No tiles are named for cards that count rows, columns, attendants, types or sets.
    """
    if card.counts is Counts.NEIGHBOUR_SPECIALTY:
        next_door = rooms_next_door(neighbours, TileType.SPECIALTY)
        return card.points * len(next_door), list(next_door)
    number = _NUMBERS.get(card.counts)
    if number is not None:
        return card.points * number(board), []
    rooms = list(_ROOMS[card.counts](board, card))
    return card.points * len(rooms), [room.placed for room in rooms]


def regular_type_counts(board: Board) -> Counter[TileType]:
    """Count the rooms of each regular type; secret rooms count as what they copy."""
    return Counter(
        room.kind for room in board.rooms if room.kind is not None and room.kind in REGULAR_TYPES
    )


def is_surrounded(board: Board, room: Room) -> bool:
    """Whether all spaces around a room are occupied."""
    return all(place in board.at for place in surrounding_places(room))


def is_surrounded_on_four_sides(board: Board, room: Room) -> bool:
    """Whether all spaces that share an edge with a room are occupied."""
    return all(place in board.at for place in side_places(room))


def _rooms_of_type(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.rooms if room.kind is card.type)


def _hangings(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.all_rooms if room.hanging is card.hanging)


def _below_ground(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.rooms if room.y < 0)


def _upper_levels(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.rooms if room.y >= LOWEST_UPPER_LEVEL_Y)


def _surrounded(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.all_rooms if is_surrounded(board, room))


def _cross_surrounded(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.all_rooms if is_surrounded_on_four_sides(board, room))


def _specialty(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.all_rooms if room.kind is TileType.SPECIALTY)


def _throne_variety(board: Board, card: BonusCard) -> Iterable[Room]:
    first: dict[TileType, Room] = {}
    for room in board.beside(THRONE_SIDES):
        if room.kind is not None and room.kind in REGULAR_TYPES:
            first.setdefault(room.kind, room)
    return first.values()


def _throne_neighbours(board: Board, card: BonusCard) -> Iterable[Room]:
    return board.beside(THRONE_SPACES)


def _secret(board: Board, card: BonusCard) -> Iterable[Room]:
    return (room for room in board.rooms if room.tile.type is TileType.SECRET)


def _room_types(board: Board) -> int:
    # All ballrooms are one specialty room type (RULINGS.md).
    specialties = {room.tile.specialty for room in board.rooms} - {None}
    return len(regular_type_counts(board)) + len(specialties)


def _attendants(board: Board) -> int:
    return len(board.castle.attendants)


def _height(board: Board) -> int:
    return len({y for _, y in board.at})


def _width(board: Board) -> int:
    return len({x for x, _ in board.at})


def _types_with_at_least(board: Board, rooms: int) -> int:
    return sum(count >= rooms for count in regular_type_counts(board).values())


def _five_of_a_kind(board: Board) -> int:
    return _types_with_at_least(board, 5)


def _three_of_a_kind(board: Board) -> int:
    return _types_with_at_least(board, 3)


def _hanging_sets(board: Board) -> int:
    hangings = Counter(room.hanging for room in board.all_rooms)
    return min(hangings[hanging] for hanging in WALL_HANGINGS)


_ROOMS: Mapping[Counts, Callable[[Board, BonusCard], Iterable[Room]]] = {
    Counts.ROOMS_OF_TYPE: _rooms_of_type,
    Counts.HANGINGS: _hangings,
    Counts.BELOW_GROUND: _below_ground,
    Counts.UPPER_LEVELS: _upper_levels,
    Counts.SURROUNDED: _surrounded,
    Counts.CROSS_SURROUNDED: _cross_surrounded,
    Counts.SPECIALTY: _specialty,
    Counts.THRONE_VARIETY: _throne_variety,
    Counts.THRONE_NEIGHBOURS: _throne_neighbours,
    Counts.SECRET: _secret,
}

_NUMBERS: Mapping[Counts, Callable[[Board], int]] = {
    Counts.ROOM_TYPES: _room_types,
    Counts.ATTENDANTS: _attendants,
    Counts.HEIGHT: _height,
    Counts.WIDTH: _width,
    Counts.FIVE_OF_A_KIND: _five_of_a_kind,
    Counts.THREE_OF_A_KIND: _three_of_a_kind,
    Counts.HANGING_SETS: _hanging_sets,
}
