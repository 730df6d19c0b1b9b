"""Finding an order in which a castle can have been built.

A tile can be placed once it is supported (above ground) or touches the castle. A specialty room or food
bonus tile must be placed at the very moment its bonus is earned (rulebook p. 4). So an order exists
only if each specialty room can already be placed when the third or fifth room of some type is, and has
not been needed before.

The search goes through the sets of tiles placed so far. What a set allows does not depend on the order
in which it came about, since the rooms of each type in it tell which bonuses have been earned.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from .board import Board, Room, arrow_target, side_places
from .catalogue import REGULAR_TYPES, Specialty, TileType
from .economy import (
    DRAFTED_TILES,
    ROOMS_FOR_SPECIALTY_BONUS,
    ROOMS_FOR_TYPE_BONUS,
    SPECIALTY_BONUSES,
    Economy,
    count_economy,
)

DEFAULT_SEARCH_LIMIT = 50_000


class Cause(StrEnum):
    """How a tile came into the castle."""

    DRAFTED = "drafted"
    FOOD_BONUS = "food-bonus"
    TYPE_BONUS = "type-bonus"
    FIFTH_ROOM = "fifth-room"
    CHOICE = "choice"


@dataclass(frozen=True)
class BuildingStep:
    """A tile placed, and why.

    Attributes
    ----------
    room
        The tile.
    cause
        How it came.
    earned_by
        The type whose third or fifth room earned it, if it was a bonus.
    third_of
        The type of which it was the third room, which earned the bonus of the type.
    """

    room: Room
    cause: Cause
    earned_by: TileType | None = None
    third_of: TileType | None = None


class Outcome(StrEnum):
    """The answer to whether a castle could have been built in some order."""

    POSSIBLE = "possible"
    IMPOSSIBLE = "impossible"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class BuildingOrder:
    """The answer, with one order of building when there is one."""

    outcome: Outcome
    steps: tuple[BuildingStep, ...] = ()


_Counts = dict[TileType, int]

# A room's number, how it came, and the type that it (a drafted room) or its bonus was earned by.
_Step = tuple[int, Cause, TileType | None]


@dataclass(frozen=True, slots=True)
class _Credit:
    """A specialty room earned by the room just placed; ``specialty`` None means of any kind."""

    specialty: Specialty | None
    cause: Cause
    earned_by: TileType


class _Choice(StrEnum):
    """What the bonus of the players' choice, for three downstairs rooms, is spent on."""

    SPECIALTY = "specialty"
    FOOD_TILE = "food-tile"
    NO_TILE = "no-tile"


@dataclass(frozen=True, slots=True)
class _Demands:
    """What the counts of the castle ask of the order.

    ``not_last``: types whose third room must be followed by another room tile, its food bonus tile.
    """

    choice: _Choice
    not_last: tuple[TileType, ...]


class _LimitReachedError(Exception):
    pass


def find_building_order(
    board: Board, drafted: int = DRAFTED_TILES, search_limit: int = DEFAULT_SEARCH_LIMIT
) -> BuildingOrder:
    """Find an order in which a castle can have been built.

    Parameters
    ----------
    board
        A castle that breaks no placement rule and whose bonuses add up
        (:func:`~.economy.audit_economy`).
    drafted
        Room tiles that a castle gets in the turns of a whole game.
    search_limit
        Sets of tiles to look at before giving up as undecided.
    """
    undecided = False
    for demands in _possible_demands(count_economy(board, drafted)):
        try:
            steps = _Search(board, demands, search_limit).run()
        except _LimitReachedError:
            undecided = True
            continue
        if steps is not None:
            return BuildingOrder(Outcome.POSSIBLE, tuple(_explain(board, steps, demands)))
    return BuildingOrder(Outcome.UNDECIDED if undecided else Outcome.IMPOSSIBLE)


def _possible_demands(economy: Economy) -> Iterator[_Demands]:
    surplus = economy.surplus
    own = (TileType.FOOD,) if economy.food_tiles and economy.earns(TileType.FOOD) else ()
    if surplus.room_tiles:
        yield _Demands(_Choice.FOOD_TILE, (*own, TileType.DOWNSTAIRS))
    elif surplus.attendants or surplus.bonus_cards or not economy.choices:
        yield _Demands(_Choice.NO_TILE, own)
    else:
        yield _Demands(_Choice.SPECIALTY, own)
        # Of two food bonuses, at least one is followed by a room tile: only one room is the last.
        yield _Demands(_Choice.FOOD_TILE, ())


class _Search:
    """Depth-first search over sets of placed tiles.

    Sets are bit masks: bit i stands for room i of the board, the bit after the last for the throne room.
    """

    def __init__(self, board: Board, demands: _Demands, limit: int) -> None:
        self._demands = demands
        self._limit = limit
        rooms = board.rooms
        self._kinds = [room.kind for room in rooms]
        index = {room: number for number, room in enumerate(rooms)}
        self._throne = 1 << len(rooms)
        self._everything = (1 << len(rooms) + 1) - 1
        self._ready_after = [_ready_after(board, room, index, self._throne) for room in rooms]
        # For each room, the rooms that count as a type once it and the rest of their chain lie there.
        self._completes: list[list[tuple[int, TileType]]] = [[] for _ in rooms]
        self._final: _Counts = dict.fromkeys(REGULAR_TYPES, 0)
        self._specialties: list[tuple[int, Specialty]] = []
        self._room_tiles: list[int] = []
        for number, room in enumerate(rooms):
            if room.tile.specialty is not None:
                self._specialties.append((number, room.tile.specialty))
                continue
            self._room_tiles.append(number)
            kind = room.kind
            if kind is not None:
                self._final[kind] += 1
                chain = [index[link] for link in _chain(board, room)]
                mask = _mask(chain)
                for link in chain:
                    self._completes[link].append((mask, kind))
        self._specialty_mask = _mask(number for number, _ in self._specialties)
        # Most rooms complete themselves and nothing else, whatever lies there.
        self._alone = [
            (completed[0][1], 1) if len(completed) == 1 and completed[0][0] == 1 << number else None
            for number, completed in enumerate(self._completes)
        ]

    def run(self) -> list[_Step] | None:
        """Return an order, None if there is none, raising :class:`_LimitReachedError` beyond the limit."""
        # Rooms that bear on no specialty room can go first, which makes the search short. Only food
        # bonus tiles can ask for more: one must have a room left to be, and one that comes while a
        # specialty room waits may itself have to be the third food room.
        steps = self._search(greedy=True)
        if steps is None:
            is_final = not self._can_specialty_wait_for_food_tile()
        else:
            is_final = self._each_food_bonus_has_a_tile(steps)
        return steps if is_final else self._search(greedy=False)

    def _search(self, *, greedy: bool) -> list[_Step] | None:
        self._greedy = greedy
        self._seen: set[int] = set()
        steps: list[_Step] = []
        found = self._go_on(self._throne, dict.fromkeys(REGULAR_TYPES, 0), steps)
        return steps if found else None

    def _can_specialty_wait_for_food_tile(self) -> bool:
        """Whether one tile can bring a type from two rooms to five, by secret rooms that point at it."""
        jump = ROOMS_FOR_SPECIALTY_BONUS - ROOMS_FOR_TYPE_BONUS + 1
        return any(
            sum(_gives_a_tile(kind, self._demands) for _, kind in completed) >= jump
            for completed in self._completes
        )

    def _go_on(self, placed: int, counts: _Counts, steps: list[_Step]) -> bool:
        """Place the rest if some order does, recording the steps, after bonuses came or went."""
        if not self._can_still_be_earned(placed, counts):
            return False
        return self._extend(placed, counts, self._types_that_matter(placed, counts), steps)

    def _extend(
        self, placed: int, counts: _Counts, matter: Set[TileType], steps: list[_Step]
    ) -> bool:
        before = len(steps)
        if self._greedy:
            placed, counts = self._place_all_that_do_not_matter(placed, counts, matter, steps)
        if placed == self._everything:
            return True
        if placed not in self._seen:
            self._seen.add(placed)
            if len(self._seen) > self._limit:
                raise _LimitReachedError
            for number in self._candidates(placed, counts, matter):
                if self._place(number, placed, counts, matter, steps):
                    return True
        del steps[before:]
        return False

    def _place_all_that_do_not_matter(
        self, placed: int, counts: _Counts, matter: Set[TileType], steps: list[_Step]
    ) -> tuple[int, _Counts]:
        counts = counts.copy()
        ready_after = self._ready_after
        # What a secret room will copy matters even before the room that it points at is there.
        waiting = [
            number
            for number in self._room_tiles
            if not placed >> number & 1 and self._kinds[number] not in matter
        ]
        ready = [number for number in waiting if ready_after[number] & placed]
        while ready:
            for number in ready:
                gained = self._gain(number, placed)
                earned_type = None
                if gained is not None:
                    kind, gain = gained
                    if _crosses(ROOMS_FOR_TYPE_BONUS, counts[kind], gain):
                        earned_type = kind
                    counts[kind] += gain
                steps.append((number, Cause.DRAFTED, earned_type))
                placed |= 1 << number
            waiting = [number for number in waiting if not placed >> number & 1]
            ready = [number for number in waiting if ready_after[number] & placed]
        return placed, counts

    def _candidates(self, placed: int, counts: _Counts, matter: Set[TileType]) -> list[int]:
        """Rooms that can be placed now: those that earn nothing first."""
        idle: list[int] = []
        quiet: list[int] = []
        earning: list[int] = []
        for number in self._room_tiles:
            if placed >> number & 1 or not self._ready_after[number] & placed:
                continue
            if self._kinds[number] not in matter:
                idle.append(number)
                continue
            gained = self._gain(number, placed)
            if gained is not None and _earns_something(counts[gained[0]], gained[1]):
                earning.append(number)
            else:
                quiet.append(number)
        return idle + quiet + earning

    def _types_that_matter(self, placed: int, counts: _Counts) -> set[TileType]:
        """Types that may still earn a specialty room that is not placed yet."""
        waiting = {kind for number, kind in self._specialties if not placed >> number & 1}
        matter: set[TileType] = set()
        if not waiting:
            return matter
        for kind, final in self._final.items():
            before = counts[kind]
            if before < ROOMS_FOR_SPECIALTY_BONUS <= final:
                matter.add(kind)
            elif before < ROOMS_FOR_TYPE_BONUS <= final:
                choice = kind is TileType.DOWNSTAIRS and self._demands.choice is _Choice.SPECIALTY
                if choice or SPECIALTY_BONUSES.get(kind) in waiting:
                    matter.add(kind)
        return matter

    def _gain(self, number: int, placed: int) -> tuple[TileType, int] | None:
        """The type of which there are more rooms with this one placed, and how many more."""
        alone = self._alone[number]
        if alone is not None:
            return alone
        placed |= 1 << number
        kinds = [kind for mask, kind in self._completes[number] if mask & placed == mask]
        return (kinds[0], len(kinds)) if kinds else None

    def _place(
        self,
        number: int,
        placed: int,
        counts: _Counts,
        matter: Set[TileType],
        steps: list[_Step],
        waiting: tuple[_Credit, ...] = (),
    ) -> bool:
        """Place a room tile, then the rest; ``waiting`` are bonuses earned before it, still to come."""
        gained = self._gain(number, placed)
        placed |= 1 << number
        earned = list(waiting)
        earned_type = None
        if gained is not None:
            kind, gain = gained
            before = counts[kind]
            counts = {**counts, kind: before + gain}
            if _crosses(ROOMS_FOR_TYPE_BONUS, before, gain):
                earned_type = kind
                if kind in SPECIALTY_BONUSES:
                    earned.append(_Credit(SPECIALTY_BONUSES[kind], Cause.TYPE_BONUS, kind))
                elif kind is TileType.DOWNSTAIRS and self._demands.choice is _Choice.SPECIALTY:
                    earned.append(_Credit(None, Cause.CHOICE, kind))
            if _crosses(ROOMS_FOR_SPECIALTY_BONUS, before, gain):
                earned.append(_Credit(None, Cause.FIFTH_ROOM, kind))
        last_room_tile = placed | self._specialty_mask == self._everything
        if not self._greedy and last_room_tile and earned_type in self._demands.not_last:
            return False
        steps.append((number, Cause.DRAFTED, earned_type))
        if earned:
            food_tile_due = _gives_a_tile(earned_type, self._demands)
            done = self._spend(tuple(earned), food_tile_due, placed, counts, steps)
        else:
            done = self._extend(placed, counts, matter, steps)
        if not done:
            steps.pop()
        return done

    def _spend(
        self,
        earned: tuple[_Credit, ...],
        food_tile_due: bool,
        placed: int,
        counts: _Counts,
        steps: list[_Step],
    ) -> bool:
        """Place the specialty rooms just earned, in any way, and go on.

        Bonuses earned at once are taken in any order, so a food bonus tile can come before them.
        """
        for position, credit in enumerate(earned):
            rest = earned[:position] + earned[position + 1 :]
            for number, specialty in self._specialties:
                if placed >> number & 1 or credit.specialty not in (None, specialty):
                    continue
                if not self._ready_after[number] & placed:
                    continue
                steps.append((number, credit.cause, credit.earned_by))
                if self._spend(rest, food_tile_due, placed | 1 << number, counts, steps):
                    return True
                steps.pop()
        if food_tile_due and earned:
            matter = self._types_that_matter(placed, counts)
            for number in self._candidates(placed, counts, matter):
                if self._place(number, placed, counts, matter, steps, waiting=earned):
                    return True
        return self._go_on(placed, counts, steps)

    def _can_still_be_earned(self, placed: int, counts: _Counts) -> bool:
        """Whether the bonuses still to be earned suffice for the specialty rooms not placed yet."""
        waiting: dict[Specialty, int] = {}
        for number, specialty in self._specialties:
            if not placed >> number & 1:
                waiting[specialty] = waiting.get(specialty, 0) + 1
        any_kind = 0
        for kind, final in self._final.items():
            before = counts[kind]
            any_kind += before < ROOMS_FOR_SPECIALTY_BONUS <= final
            if before < ROOMS_FOR_TYPE_BONUS <= final:
                bonus = SPECIALTY_BONUSES.get(kind)
                if bonus is not None and waiting.get(bonus):
                    waiting[bonus] -= 1
                elif kind is TileType.DOWNSTAIRS and self._demands.choice is _Choice.SPECIALTY:
                    any_kind += 1
        return sum(waiting.values()) <= any_kind

    def _each_food_bonus_has_a_tile(self, steps: Sequence[_Step]) -> bool:
        earned_types = [earned for _, cause, earned in steps if cause is Cause.DRAFTED]
        return not earned_types or earned_types[-1] not in self._demands.not_last


def _ready_after(board: Board, room: Room, index: Mapping[Room, int], throne: int) -> int:
    """Mask of the rooms of which one must lie there before a room can.

    Above ground that is the one below it; elsewhere any that shares an edge (rulebook p. 3, Notes 1
    and 3).
    """
    x, y = room.x, room.y
    mask = 0
    for place in ((x, y - 1),) if y > 0 else side_places(room):
        other = board.at.get(place)
        if other is not None:
            mask |= throne if other.is_throne else 1 << index[other]
    return mask


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def _chain(board: Board, room: Room) -> Iterator[Room]:
    """A room and, for a secret room, the rooms that its arrows lead along to what it copies."""
    yield room
    while (arrow := room.tile.arrow) is not None:
        room = board.at[arrow_target(arrow, (room.x, room.y))]
        yield room


def _crosses(threshold: int, before: int, gain: int) -> bool:
    return before < threshold <= before + gain


def _earns_something(before: int, gain: int) -> bool:
    return _crosses(ROOMS_FOR_TYPE_BONUS, before, gain) or _crosses(
        ROOMS_FOR_SPECIALTY_BONUS, before, gain
    )


def _gives_a_tile(earned_type: TileType | None, demands: _Demands) -> bool:
    """Whether the third room of a type gives a food bonus tile."""
    if earned_type is TileType.DOWNSTAIRS:
        return demands.choice is _Choice.FOOD_TILE
    return earned_type is TileType.FOOD


def _explain(board: Board, steps: Sequence[_Step], demands: _Demands) -> Iterator[BuildingStep]:
    """Tell food bonus tiles from drafted ones: each is the room tile after the one that earned it."""
    food_bonus_of: TileType | None = None
    for number, cause, earned_type in steps:
        room = board.rooms[number]
        if cause is not Cause.DRAFTED:
            yield BuildingStep(room, cause, earned_type)
            continue
        if food_bonus_of is None:
            yield BuildingStep(room, Cause.DRAFTED, None, earned_type)
        else:
            yield BuildingStep(room, Cause.FOOD_BONUS, food_bonus_of, earned_type)
        food_bonus_of = earned_type if _gives_a_tile(earned_type, demands) else None
