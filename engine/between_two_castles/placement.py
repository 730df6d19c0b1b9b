"""Where tiles may lie: one function for each placement rule.

Each takes a board and yields the faults it finds, so that every rule can be tested alone.
"""

from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum, StrEnum

from ..violations import Severity, Violation
from ..words import Words
from .board import Board, Place, Room, side_places
from .catalogue import Border, Specialty, Tile, TileType
from .rules import RULES, Rule
from .vocabulary import room_with_place, rooms_with_places


class Level(StrEnum):
    """Where a tile may lie, seen from the throne room level (y = 0)."""

    THRONE_LEVEL_OR_ABOVE = "throne-level-or-above"
    BELOW_GROUND = "below-ground"
    ANYWHERE = "anywhere"


class Orientation(IntEnum):
    """How far a tile is turned clockwise against its castle, in degrees."""

    UPRIGHT = 0
    QUARTER_TURN = 90
    UPSIDE_DOWN = 180
    THREE_QUARTER_TURN = 270


# Rulebook p. 3, Note 4; activity and secret rooms: Secrets & Soirees.
_LEVELS: Mapping[TileType, Level] = {
    TileType.FOOD: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.LIVING: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.UTILITY: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.OUTDOOR: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.SLEEPING: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.ACTIVITY: Level.THRONE_LEVEL_OR_ABOVE,
    TileType.DOWNSTAIRS: Level.BELOW_GROUND,
    TileType.CORRIDOR: Level.ANYWHERE,
    TileType.SECRET: Level.ANYWHERE,
    TileType.THRONE: Level.ANYWHERE,  # a second throne room is a fault of its own
}

# Fountains p. 8, towers p. 9, grand foyers p. 10; ballrooms: Secrets & Soirees, Activity Rooms, Bonus.
_SPECIALTY_LEVELS: Mapping[Specialty, Level] = {
    Specialty.FOUNTAIN: Level.THRONE_LEVEL_OR_ABOVE,
    Specialty.TOWER: Level.THRONE_LEVEL_OR_ABOVE,
    Specialty.GRAND_FOYER: Level.ANYWHERE,
    Specialty.BALLROOM: Level.THRONE_LEVEL_OR_ABOVE,
}


def allowed_level(tile: Tile) -> Level:
    """Return where a tile may lie."""
    specialty = tile.specialty
    return _LEVELS[tile.type] if specialty is None else _SPECIALTY_LEVELS[specialty]


def wrong_level(y: int) -> Level:
    """Return the level of the tiles that may not lie so high above the throne room level."""
    return Level.BELOW_GROUND if y >= 0 else Level.THRONE_LEVEL_OR_ABOVE


def audit_placement(
    board: Board, words: Words, orientations: Mapping[Place, Orientation] | None = None
) -> list[Violation]:
    """Check all placement rules.

    Parameters
    ----------
    board
        The castle.
    words
        The language of the messages.
    orientations
        How the tile in each place is turned, where a reading knows it.
    """
    violations = [violation for check in _CHECKS for violation in check(board, words)]
    violations += check_orientation(board, words, orientations or {})
    return violations


def check_one_throne(board: Board, words: Words) -> Iterator[Violation]:
    """There is exactly one throne room."""
    if board.throne is None:
        yield fault(Rule.ONE_THRONE, (), words.say("rule", "one-throne", "missing"))
    for room in board.rooms:
        if room.tile.type is TileType.THRONE:
            message = words.say("rule", "one-throne", "second", tile=_name(room, words))
            yield fault(Rule.ONE_THRONE, (room,), message)


def check_overlap(board: Board, words: Words) -> Iterator[Violation]:
    """No two tiles lie in one place; the throne room takes two places."""
    for other, room in board.overlaps:
        if other.is_throne:
            message = words.say("rule", "overlap", "on-throne", tile=_name(room, words))
        else:
            message = words.say(
                "rule", "overlap", "same-place", tile=_name(room, words), other=_name(other, words)
            )
        yield fault(Rule.OVERLAP, (other, room), message)


def check_level(board: Board, words: Words) -> Iterator[Violation]:
    """Each tile lies at a level that its type allows."""
    for room in board.rooms:
        if allowed_level(room.tile) is not wrong_level(room.y):
            continue
        variant = "below-ground" if room.y < 0 else "above-ground"
        message = words.say(
            "rule", "level", variant, tile=_name(room, words), types=_types(room.tile, words)
        )
        yield fault(Rule.LEVEL, (room,), message)


def check_support(board: Board, words: Words) -> Iterator[Violation]:
    """Each tile above ground level rests on a tile."""
    for room in board.rooms:
        if room.y > 0 and (room.x, room.y - 1) not in board.at:
            message = words.say("rule", "support", "nothing-below", tile=_name(room, words))
            yield fault(Rule.SUPPORT, (room,), message)


def check_blue_border(board: Board, words: Words) -> Iterator[Violation]:
    """Nothing lies above a tile with a blue border; secret rooms have none."""
    for room in board.rooms:
        above = board.at.get((room.x, room.y + 1))
        if room.tile.border is Border.BLUE and above is not None:
            message = words.say(
                "rule",
                "blue-border",
                "covered",
                above=_name(above, words),
                below=_name(room, words),
            )
            yield fault(Rule.BLUE_BORDER, (above, room), message)


def check_shares_edge(board: Board, words: Words) -> Iterator[Violation]:
    """Each tile shares an edge with another one."""
    for room in board.rooms:
        if board.at.keys().isdisjoint(side_places(room)):
            message = words.say("rule", "shares-edge", "alone", tile=_name(room, words))
            yield fault(Rule.SHARES_EDGE, (room,), message)


def check_one_piece(board: Board, words: Words) -> Iterator[Violation]:
    """Groups of tiles are joined with the throne room; single tiles are :func:`check_shares_edge`'s."""
    if board.throne is None:
        return
    joined = _joined_with(board, board.throne)
    for room in board.rooms:
        if room in joined or board.at[room.x, room.y] is not room:
            continue
        group = _joined_with(board, room)
        joined |= group
        apart = [other for other in board.rooms if other in group]
        if len(apart) > 1:
            message = words.say("rule", "one-piece", "apart", tiles=rooms_with_places(apart, words))
            yield fault(Rule.ONE_PIECE, apart, message)


def check_orientation(
    board: Board, words: Words, orientations: Mapping[Place, Orientation]
) -> Iterator[Violation]:
    """All tiles face the same way, as far as a reading knows."""
    turned: dict[Room, Orientation] = {}
    for place, orientation in orientations.items():
        room = board.at.get(place)
        if room is not None and orientation is not Orientation.UPRIGHT:
            turned.setdefault(room, orientation)
    for room, orientation in turned.items():
        message = words.say(
            "rule", "orientation", "turned", tile=_name(room, words), degrees=int(orientation)
        )
        yield fault(Rule.ORIENTATION, (room,), message)


_CHECKS: tuple[Callable[[Board, Words], Iterator[Violation]], ...] = (
    check_one_throne,
    check_overlap,
    check_level,
    check_support,
    check_blue_border,
    check_shares_edge,
    check_one_piece,
)


def fault(
    rule: Rule,
    rooms: tuple[Room, ...] | list[Room],
    message: str,
    severity: Severity = Severity.ILLEGAL,
) -> Violation:
    """Make a violation of a rule by some rooms."""
    return Violation(
        rule=rule,
        group=RULES[rule].group,
        severity=severity,
        tiles=[room.placed for room in rooms],
        message=message,
    )


def _joined_with(board: Board, start: Room) -> set[Room]:
    joined = {start}
    edge = [start]
    while edge:
        for other in board.beside(side_places(edge.pop())):
            if other not in joined:
                joined.add(other)
                edge.append(other)
    return joined


def _name(room: Room, words: Words) -> str:
    return room_with_place(room, words.language)


def _types(tile: Tile, words: Words) -> str:
    specialty = tile.specialty
    if specialty is not None:
        return words.say("specialties", specialty)
    return words.say("types", tile.type)
