"""Finding an order in which a castle can have been built.

A tile can be placed once it is supported (above ground) or touches the castle. A specialty room or food
bonus tile must be placed at the very moment its bonus is earned (rulebook p. 4). So an order exists
only if each specialty room can already be placed when the third or fifth room of some type is, and has
not been needed before.

The search goes through the sets of tiles placed so far. What a set allows does not depend on the order
in which it came about, since the rooms of each type in it tell which bonuses have been earned.
"""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from enum import StrEnum

from .board import Board, Room, arrow_target
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


_THRESHOLDS = (ROOMS_FOR_TYPE_BONUS, ROOMS_FOR_SPECIALTY_BONUS)
_Counts = dict[TileType, int]


class Cause(StrEnum):
    """How a tile came into the castle."""

    DRAFTED = "drafted"
    FOOD_BONUS = "food-bonus"
    TYPE_BONUS = "type-bonus"
    FIFTH_ROOM = "fifth-room"
    CHOICE = "choice"


@dataclass(frozen=True)
class BuildingStep:
    """A tile placed, why, and the type whose third or fifth room earned it, if it was a bonus."""

    room: Room
    cause: Cause
    earned_by: TileType | None = None


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


@dataclass(frozen=True, slots=True)
class _Credit:
    """A specialty room earned by the room just placed; ``specialty`` None means of any kind."""

    specialty: Specialty | None
    cause: Cause
    earned_by: TileType


@dataclass(frozen=True, slots=True)
class _Demands:
    """What the bonuses that are not specialty rooms ask of the order.

    ``choice_for_specialty``: the downstairs bonus is free to be a specialty room. ``not_last``: types
    whose third room must be followed by another room tile, which is its food bonus tile.
    """

    choice_for_specialty: bool
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
    economy = count_economy(board, drafted)
    undecided = False
    for demands in _possible_demands(economy):
        search = _Search(board, demands, search_limit)
        try:
            steps = search.run()
        except _LimitReachedError:
            undecided = True
            continue
        if steps is not None:
            return BuildingOrder(Outcome.POSSIBLE, steps)
    return BuildingOrder(Outcome.UNDECIDED if undecided else Outcome.IMPOSSIBLE)


def _possible_demands(economy: Economy) -> Iterator[_Demands]:
    food_tiles = max(0, economy.room_tiles - economy.drafted)
    surplus = economy.surplus
    if surplus.room_tiles:
        own = (TileType.FOOD,) if economy.earns(TileType.FOOD) else ()
        yield _Demands(choice_for_specialty=False, not_last=(*own, TileType.DOWNSTAIRS))
        return
    choice_is_free = bool(economy.choices) and not surplus.attendants and not surplus.bonus_cards
    yield _Demands(choice_is_free, (TileType.FOOD,) if food_tiles else ())
    if food_tiles and choice_is_free:
        yield _Demands(choice_for_specialty=False, not_last=(TileType.DOWNSTAIRS,))


class _Search:
    """Depth-first search over sets of placed tiles, kept as bit masks over the rooms of the board."""

    def __init__(self, board: Board, demands: _Demands, limit: int) -> None:
        self._board = board
        self._demands = demands
        self._limit = limit
        rooms = board.rooms
        self._rooms = rooms
        index = {room: number for number, room in enumerate(rooms)}
        self._everything = (1 << len(rooms)) - 1
        self._ready_after = [_ready_after(board, room, index) for room in rooms]
        # For each room, the rooms that count as a type once it and the rest of their chain lie there.
        self._completes: list[list[tuple[int, TileType]]] = [[] for _ in rooms]
        self._final: dict[TileType, int] = dict.fromkeys(REGULAR_TYPES, 0)
        self._specialties = [
            (number, room.tile.specialty)
            for number, room in enumerate(rooms)
            if room.tile.specialty is not None
        ]
        self._specialty_mask = sum(1 << number for number, _ in self._specialties)
        for room in rooms:
            kind = room.kind
            if kind is None or kind is TileType.SPECIALTY:
                continue
            self._final[kind] += 1
            chain = [index[link] for link in _chain(board, room)]
            mask = sum(1 << link for link in chain)
            for link in chain:
                self._completes[link].append((mask, kind))

    def run(self) -> tuple[BuildingStep, ...] | None:
        """Return an order, None if there is none, raising :class:`_LimitReachedError` beyond the limit."""
        # Rooms that bear on no bonus can always go first, which makes the search short; only where a
        # food bonus tile would then have no room left to be is the full search needed.
        for greedy in (True, False):
            self._greedy = greedy
            self._seen: set[int] = set()
            steps: list[BuildingStep] = []
            if not self._go_on(0, dict.fromkeys(REGULAR_TYPES, 0), steps):
                return None
            if not greedy or self._each_food_bonus_has_a_tile(steps):
                break
        return tuple(_mark_food_bonuses(steps, self._demands))

    def _go_on(self, placed: int, counts: _Counts, steps: list[BuildingStep]) -> bool:
        """Place the rest if some order does, recording the steps, after bonuses came or went."""
        if not self._can_still_be_earned(placed, counts):
            return False
        return self._extend(placed, counts, self._types_that_matter(placed, counts), steps)

    def _extend(
        self, placed: int, counts: _Counts, matter: Set[TileType], steps: list[BuildingStep]
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
        self, placed: int, counts: _Counts, matter: Set[TileType], steps: list[BuildingStep]
    ) -> tuple[int, _Counts]:
        counts = counts.copy()
        waiting = [
            number
            for number, room in enumerate(self._rooms)
            # What a secret room will copy matters even before the room it points at is there.
            if room.kind not in matter and not (placed | self._specialty_mask) >> number & 1
        ]
        progress = True
        while progress:
            progress = False
            for number in waiting:
                if placed >> number & 1 or not self._can_place(number, placed):
                    continue
                gained = self._gain(number, placed)
                earned = None
                if gained is not None:
                    kind, gain = gained
                    if _crosses(ROOMS_FOR_TYPE_BONUS, counts[kind], gain):
                        earned = kind
                    counts[kind] += gain
                steps.append(BuildingStep(self._rooms[number], Cause.DRAFTED, earned))
                placed |= 1 << number
                progress = True
        return placed, counts

    def _candidates(self, placed: int, counts: _Counts, matter: Set[TileType]) -> list[int]:
        """Rooms that can be placed now: those that earn nothing first."""
        idle: list[int] = []
        quiet: list[int] = []
        earning: list[int] = []
        for number, room in enumerate(self._rooms):
            if (placed | self._specialty_mask) >> number & 1 or not self._can_place(number, placed):
                continue
            gained = self._gain(number, placed)
            if room.kind not in matter:
                idle.append(number)
            elif gained is not None and any(
                _crosses(threshold, counts[gained[0]], gained[1]) for threshold in _THRESHOLDS
            ):
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
                choice = kind is TileType.DOWNSTAIRS and self._demands.choice_for_specialty
                if choice or SPECIALTY_BONUSES.get(kind) in waiting:
                    matter.add(kind)
        return matter

    def _can_place(self, number: int, placed: int) -> bool:
        needed = self._ready_after[number]
        return needed is None or bool(needed & placed)

    def _gain(self, number: int, placed: int) -> tuple[TileType, int] | None:
        """The type of which there are more rooms with this one placed, and how many more."""
        placed |= 1 << number
        kinds = [kind for mask, kind in self._completes[number] if mask & placed == mask]
        return (kinds[0], len(kinds)) if kinds else None

    def _place(
        self,
        number: int,
        placed: int,
        counts: _Counts,
        matter: Set[TileType],
        steps: list[BuildingStep],
    ) -> bool:
        gained = self._gain(number, placed)
        placed |= 1 << number
        earned: list[_Credit] = []
        earned_type = None
        if gained is not None:
            kind, gain = gained
            before = counts[kind]
            counts = {**counts, kind: before + gain}
            if _crosses(ROOMS_FOR_TYPE_BONUS, before, gain):
                earned_type = kind
                if kind in SPECIALTY_BONUSES:
                    earned.append(_Credit(SPECIALTY_BONUSES[kind], Cause.TYPE_BONUS, kind))
                elif kind is TileType.DOWNSTAIRS and self._demands.choice_for_specialty:
                    earned.append(_Credit(None, Cause.CHOICE, kind))
            if _crosses(ROOMS_FOR_SPECIALTY_BONUS, before, gain):
                earned.append(_Credit(None, Cause.FIFTH_ROOM, kind))
        last_room_tile = placed | self._specialty_mask == self._everything
        if not self._greedy and last_room_tile and earned_type in self._demands.not_last:
            return False
        steps.append(BuildingStep(self._rooms[number], Cause.DRAFTED, earned_type))
        if earned:
            done = self._spend(tuple(earned), placed, counts, steps)
        else:
            done = self._extend(placed, counts, matter, steps)
        if not done:
            steps.pop()
        return done

    def _spend(
        self,
        earned: tuple[_Credit, ...],
        placed: int,
        counts: _Counts,
        steps: list[BuildingStep],
    ) -> bool:
        """Place the specialty rooms just earned, in any way, and go on."""
        for position, credit in enumerate(earned):
            rest = earned[:position] + earned[position + 1 :]
            for number, specialty in self._specialties:
                if placed >> number & 1 or credit.specialty not in (None, specialty):
                    continue
                if not self._can_place(number, placed):
                    continue
                steps.append(BuildingStep(self._rooms[number], credit.cause, credit.earned_by))
                if self._spend(rest, placed | 1 << number, counts, steps):
                    return True
                steps.pop()
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
                elif kind is TileType.DOWNSTAIRS and self._demands.choice_for_specialty:
                    any_kind += 1
        return sum(waiting.values()) <= any_kind

    def _each_food_bonus_has_a_tile(self, steps: Sequence[BuildingStep]) -> bool:
        earned = [step.earned_by for step in steps if step.cause is Cause.DRAFTED]
        return not earned or earned[-1] not in self._demands.not_last


def _ready_after(board: Board, room: Room, index: dict[Room, int]) -> int | None:
    """Mask of the rooms of which one must lie there before a room can; None if it touches the throne.

    Above ground that is the one below it; elsewhere any that shares an edge (rulebook p. 3, Notes 1
    and 3).
    """
    x, y = room.x, room.y
    places = [(x, y - 1)] if y > 0 else [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]
    near = [board.at[place] for place in places if place in board.at]
    if any(other.is_throne for other in near):
        return None
    return sum(1 << index[other] for other in near)


def _chain(board: Board, room: Room) -> Iterator[Room]:
    """A room and, for a secret room, the rooms that its arrows lead along to what it copies."""
    yield room
    while room.tile.arrow is not None:
        room = board.at[arrow_target(room.tile, (room.x, room.y))]
        yield room


def _crosses(threshold: int, before: int, gain: int) -> bool:
    return before < threshold <= before + gain


def _mark_food_bonuses(steps: Sequence[BuildingStep], demands: _Demands) -> Iterator[BuildingStep]:
    """Mark the room tiles that were food bonuses, and forget what the drafted ones earned."""
    food_bonus_of: TileType | None = None
    for step in steps:
        if step.cause is not Cause.DRAFTED:
            yield step
            continue
        if food_bonus_of is None:
            yield BuildingStep(step.room, Cause.DRAFTED)
        else:
            yield BuildingStep(step.room, Cause.FOOD_BONUS, food_bonus_of)
        food_bonus_of = (
            step.earned_by
            if step.earned_by is TileType.FOOD or step.earned_by in demands.not_last
            else None
        )
