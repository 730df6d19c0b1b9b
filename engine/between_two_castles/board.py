"""A castle with its tiles looked up: who lies where, what secret rooms copy, who is beside whom."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..violations import PlacedTile
from .castle import THRONE_PLACES, Castle
from .catalogue import Arrow, Catalogue, Hanging, Tile, TileType

Place = tuple[int, int]

ABOVE: Place = (0, 1)
BELOW: Place = (0, -1)
LEFT: Place = (-1, 0)
RIGHT: Place = (1, 0)
FOUR_SIDES = (ABOVE, BELOW, LEFT, RIGHT)
DIAGONALS: tuple[Place, ...] = ((-1, 1), (1, 1), (-1, -1), (1, -1))
EIGHT_SPACES = FOUR_SIDES + DIAGONALS

_STEP = {Arrow.NORTH: ABOVE, Arrow.SOUTH: BELOW, Arrow.WEST: LEFT, Arrow.EAST: RIGHT}

# The ten spaces around the throne room and the six of them that share an edge with it.
THRONE_SIDES: tuple[Place, ...] = ((0, 1), (1, 1), (0, -1), (1, -1), (-1, 0), (2, 0))
THRONE_SPACES: tuple[Place, ...] = (*THRONE_SIDES, (-1, 1), (2, 1), (-1, -1), (2, -1))


@dataclass(frozen=True, slots=True, eq=False)
class Room:
    """A tile as it counts in its castle; the throne room is one room on two places.

    Attributes
    ----------
    placed
        The tile and its place, as documents write it.
    tile
        The tile that lies there.
    rule
        The tile whose scoring rule applies: itself, or the regular tile that a secret room copies;
        None for a secret room that copies nothing.
    kind
        The room type that it counts as, :attr:`TileType.SPECIALTY` for the throne room, None for a
        secret room that copies nothing.
    hanging
        The wall hanging that it counts as.
    x, y
        Its place; that of the left half for the throne room.
    is_throne
        Whether it is a throne room, two tiles wide: the one of the castle, or a second one.
    """

    placed: PlacedTile
    tile: Tile
    rule: Tile | None
    kind: TileType | None
    hanging: Hanging
    x: int
    y: int
    is_throne: bool


@dataclass(frozen=True, slots=True)
class Board:
    """A castle looked up in a catalogue.

    Attributes
    ----------
    castle
        The castle.
    rooms
        Its rooms in the order of the document, without the throne room.
    throne
        Its throne room, None where a picture shows none.
    at
        The room in each occupied place; of two rooms in one place, the one named first.
    overlaps
        Pairs of rooms in one place.
    """

    castle: Castle
    rooms: tuple[Room, ...]
    throne: Room | None
    at: dict[Place, Room]
    overlaps: tuple[tuple[Room, Room], ...]
    _columns: dict[int, list[Room]] = field(default_factory=dict)

    @property
    def all_rooms(self) -> Iterator[Room]:
        """All rooms, the throne room first."""
        if self.throne is not None:
            yield self.throne
        yield from self.rooms

    def beside(self, places: Iterable[Place]) -> list[Room]:
        """Return the rooms in these places, each once, though the throne room lies on two."""
        at = self.at
        found: list[Room] = []
        for place in places:
            room = at.get(place)
            if room is not None and room not in found:
                found.append(room)
        return found

    def column(self, x: int) -> Sequence[Room]:
        """Return the rooms of a column, bottom to top; the throne room is in two."""
        if not self._columns:
            for (column, _), room in sorted(self.at.items()):
                self._columns.setdefault(column, []).append(room)
        return self._columns.get(x, ())


def occupied_places(tile: Tile, place: Place) -> Sequence[Place]:
    """Return the places that a tile lies on; a throne room is two wide (rulebook p. 1)."""
    x, y = place
    return ((x, y), (x + 1, y)) if tile.type is TileType.THRONE else (place,)


def side_places(room: Room) -> Sequence[Place]:
    """Return the places that share an edge with a room."""
    x, y = room.x, room.y
    if room.is_throne:
        return [(x + dx, y + dy) for dx, dy in THRONE_SIDES]
    return ((x, y + 1), (x, y - 1), (x - 1, y), (x + 1, y))


def surrounding_places(room: Room) -> Sequence[Place]:
    """Return the places around a room: eight, or ten around the throne room."""
    spaces = THRONE_SPACES if room.is_throne else EIGHT_SPACES
    return [(room.x + dx, room.y + dy) for dx, dy in spaces]


def arrow_target(arrow: Arrow, place: Place) -> Place:
    """Return the place that the arrow of a secret room points at."""
    dx, dy = _STEP[arrow]
    return place[0] + dx, place[1] + dy


def set_up_board(castle: Castle, catalogue: Catalogue) -> Board:
    """Look all tiles of a castle up and work out what its secret rooms copy.

    Raises
    ------
    DocumentError
        When the catalogue does not know a tile.
    """
    known = catalogue.tiles
    tiles = [known.get(room.id) or catalogue.tile(room.id) for room in castle.rooms]
    lying: dict[Place, Tile] = {}
    throne_tile = None
    if castle.throne is not None:
        throne_tile = catalogue.tile(castle.throne)
        lying.update(dict.fromkeys(THRONE_PLACES, throne_tile))
    # Of tiles on one place the same one is copied in whatever order they are named (RULINGS.md).
    for tile, placed in sorted(zip(tiles, castle.rooms, strict=True), key=_first_copied):
        for place in occupied_places(tile, (placed.x, placed.y)):
            lying.setdefault(place, tile)

    throne = None
    at: dict[Place, Room] = {}
    if castle.throne is not None and throne_tile is not None:
        placed = PlacedTile(id=castle.throne, x=0, y=0)
        throne = Room(
            placed, throne_tile, throne_tile, TileType.SPECIALTY, throne_tile.hanging, 0, 0, True
        )
        at.update(dict.fromkeys(THRONE_PLACES, throne))
    rooms: list[Room] = []
    overlaps: list[tuple[Room, Room]] = []
    for tile, placed in zip(tiles, castle.rooms, strict=True):
        place = (placed.x, placed.y)
        rule = copied_tile(lying, tile, place) if tile.arrow is not None else tile
        kind = None if rule is None else rule.type
        is_throne = kind is TileType.THRONE
        if is_throne:
            kind = TileType.SPECIALTY
        hanging = Hanging.NONE if rule is None else rule.hanging
        room = Room(placed, tile, rule, kind, hanging, placed.x, placed.y, is_throne)
        rooms.append(room)
        covered: list[Room] = []
        for occupied in occupied_places(tile, place) if is_throne else (place,):
            other = at.setdefault(occupied, room)
            if other is not room and other not in covered:
                covered.append(other)
                overlaps.append((other, room))
    return Board(castle, tuple(rooms), throne, at, tuple(overlaps))


def _first_copied(lying: tuple[Tile, PlacedTile]) -> tuple[bool, str]:
    tile, _ = lying
    return tile.type is not TileType.THRONE, tile.id


def copied_tile(lying: dict[Place, Tile], secret: Tile, place: Place) -> Tile | None:
    """Return the regular tile that a secret room copies, along a chain of secret rooms.

    Returns None when the chain ends at a specialty room or an empty space, or runs in a loop
    (Secrets & Soirees rulebook, Secret Rooms, Clarifications).
    """
    tile: Tile | None = secret
    passed: set[Place] = set()
    while tile is not None and tile.arrow is not None:
        if place in passed:
            return None
        passed.add(place)
        place = arrow_target(tile.arrow, place)
        tile = lying.get(place)
    if tile is None or tile.type in (TileType.SPECIALTY, TileType.THRONE):
        return None
    return tile
