import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

import pytest

from castlescan.datasets.random_games import Place, count_types, legal_places
from castlescan.engine.between_two_castles import auditing
from castlescan.engine.between_two_castles.auditing import audit_board
from castlescan.engine.between_two_castles.board import Board, arrow_target, set_up_board
from castlescan.engine.between_two_castles.building_order import (
    BuildingOrder,
    BuildingStep,
    Cause,
    Outcome,
    find_building_order,
)
from castlescan.engine.between_two_castles.castle import THRONE_PLACES, Castle
from castlescan.engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    Catalogue,
    Specialty,
    Tile,
    TileType,
)
from castlescan.engine.between_two_castles.economy import audit_economy
from castlescan.engine.between_two_castles.rules import Rule
from castlescan.engine.between_two_castles.vocabulary import words_in
from castlescan.engine.languages import Language
from castlescan.engine.violations import PlacedTile, Severity

SPECIALTY_OF = {
    TileType.OUTDOOR: Specialty.FOUNTAIN,
    TileType.SLEEPING: Specialty.TOWER,
    TileType.CORRIDOR: Specialty.GRAND_FOYER,
    TileType.ACTIVITY: Specialty.BALLROOM,
}
FOUNTAIN, TOWER, GRAND_FOYER = (
    "specialty/fountain",
    "specialty/tower",
    "specialty/grand-foyer",
)
BALLROOM = "specialty/ballroom-food"
SECRET_NORTH = ("secret/in-the-rafters", "secret/out-the-window", "secret/ride-the-dumbwaiter")
SECRET_SOUTH = ("secret/climb-the-ladder", "secret/find-the-trap-door")
SECRET_EAST = ("secret/around-the-corner", "secret/beyond-the-pail", "secret/within-the-walls")
SECRET_WEST = ("secret/amidst-the-plants", "secret/among-the-curtains")
CORRIDORS = ("corridor/dead-end", "corridor/great-hall", "corridor/hall-of-doors")
OUTDOORS = (
    "outdoor/stables",
    "outdoor/sty",
    "outdoor/terrace",
    "outdoor/aviary",
    "outdoor/vineyard",
)
FOODS = (
    "food/bakery",
    "food/brewery",
    "food/buttery",
    "food/crepery",
    "food/kitchen",
    "food/pantry",
)
CELLARS = ("downstairs/armory", "downstairs/crypt", "downstairs/dungeon", "downstairs/snake-pit")
BEDROOMS = ("sleeping/solar", "sleeping/nursery", "sleeping/nap-room")
LIVING = ("living/study", "living/library", "living/salon", "living/parlor", "living/gallery")


class Oracle:
    """Whether some order of building gives a castle, by trying all orders and all uses of bonuses.

    Its rules are those of the random games, which are written from the rulebook apart from the
    engine. Bonuses may be forgotten, and several that wait at once are taken in any order.
    """

    def __init__(self, castle: Castle, catalogue: Catalogue, drafted: int) -> None:
        self._tiles = {(room.x, room.y): catalogue.tile(room.id) for room in castle.rooms}
        self._throne = dict.fromkeys(THRONE_PLACES, catalogue.tile(castle.throne or ""))
        self._drafted = drafted
        self._can_end = lru_cache(maxsize=None)(self._try_all)
        self._attendants, self._cards = len(castle.attendants), len(castle.bonus_cards)

    def is_possible(self) -> bool:
        return self._can_end(frozenset(), (), self._attendants, self._cards, self._drafted)

    def _try_all(
        self,
        placed: frozenset[Place],
        due: tuple[tuple[TileType, int], ...],
        attendants: int,
        cards: int,
        drafts: int,
    ) -> bool:
        if len(placed) == len(self._tiles) and not attendants and not cards:
            return True
        for index, (kind, rooms) in enumerate(due):
            rest = due[:index] + due[index + 1 :]
            if self._use(placed, rest, kind, rooms, (attendants, cards, drafts)):
                return True
        return drafts > 0 and any(
            self._after(placed, (), place, (attendants, cards, drafts - 1))
            for place in self._places_for(placed, rooms_only=True)
        )

    def _use(
        self,
        placed: frozenset[Place],
        rest: tuple[tuple[TileType, int], ...],
        kind: TileType,
        rooms: int,
        left: tuple[int, int, int],
    ) -> bool:
        attendants, cards, drafts = left
        uses = [kind]
        if kind is TileType.DOWNSTAIRS and rooms == 3:
            uses = [other for other in REGULAR_TYPES if other is not TileType.DOWNSTAIRS]
        for use in uses:
            if rooms == 5 or use in SPECIALTY_OF:
                wanted = None if rooms == 5 else SPECIALTY_OF[use]
                places = [
                    place
                    for place in self._places_for(placed, rooms_only=False)
                    if wanted in (None, self._tiles[place].specialty)
                ]
                if any(self._after(placed, rest, place, left) for place in places):
                    return True
            elif use is TileType.FOOD:
                places = self._places_for(placed, rooms_only=True)
                if any(self._after(placed, rest, place, left) for place in places):
                    return True
            elif use is TileType.LIVING:
                if attendants and self._can_end(placed, rest, attendants - 1, cards, drafts):
                    return True
            elif cards and self._can_end(placed, rest, attendants, cards - 1, drafts):
                return True
        return False

    def _after(
        self,
        placed: frozenset[Place],
        due: tuple[tuple[TileType, int], ...],
        place: Place,
        left: tuple[int, int, int],
    ) -> bool:
        before = count_types(self._lying(placed))
        placed |= {place}
        return self._can_end(placed, due + newly_earned(before, self._lying(placed)), *left)

    def _lying(self, placed: Iterable[Place]) -> dict[Place, Tile]:
        return self._throne | {place: self._tiles[place] for place in placed}

    def _places_for(self, placed: frozenset[Place], *, rooms_only: bool) -> list[Place]:
        lying = self._lying(placed)
        return [
            place
            for place, tile in self._tiles.items()
            if place not in placed
            and (tile.specialty is None) == rooms_only
            and place in legal_places(lying, tile)
        ]


def newly_earned(
    before: Mapping[TileType, int], lying: dict[Place, Tile]
) -> tuple[tuple[TileType, int], ...]:
    after = count_types(lying)
    return tuple(
        (kind, rooms)
        for kind in REGULAR_TYPES
        for rooms in (3, 5)
        if before.get(kind, 0) < rooms <= after[kind]
    )


def check_order(order: BuildingOrder, board: Board, catalogue: Catalogue, drafted: int) -> None:
    """Play an order again: each tile legal where it lies, each bonus tile due when it is placed."""
    assert Counter(step.room for step in order.steps) == Counter(board.rooms)
    lying = dict.fromkeys(THRONE_PLACES, catalogue.tile(board.castle.throne or ""))
    due: list[tuple[TileType, int]] = []
    for step in order.steps:
        tile, place = step.room.tile, (step.room.x, step.room.y)
        assert place in legal_places(lying, tile)
        if step.cause is Cause.DRAFTED:
            assert tile.specialty is None
            assert step.earned_by is None
            due = []
        else:
            due.remove(bonus_used(step))
        before = count_types(lying)
        lying[place] = tile
        due += newly_earned(before, lying)
    assert sum(step.cause is Cause.DRAFTED for step in order.steps) <= drafted


def bonus_used(step: BuildingStep) -> tuple[TileType, int]:
    specialty, earned_by = step.room.tile.specialty, step.earned_by
    assert earned_by is not None
    assert (specialty is None) == (step.cause is Cause.FOOD_BONUS)
    if step.cause is Cause.FOOD_BONUS:
        assert earned_by in (TileType.FOOD, TileType.DOWNSTAIRS)
    elif step.cause is Cause.TYPE_BONUS:
        assert SPECIALTY_OF[earned_by] is specialty
    elif step.cause is Cause.CHOICE:
        assert earned_by is TileType.DOWNSTAIRS
    return earned_by, 5 if step.cause is Cause.FIFTH_ROOM else 3


def links(lying: Mapping[Place, Tile], tile: Tile, place: Place) -> bool:
    """Whether a secret room lying there would point at a tile, or the tile at another one."""
    if tile.arrow is not None and arrow_target(tile.arrow, place) in lying:
        return True
    return any(
        other.arrow is not None and arrow_target(other.arrow, there) == place
        for there, other in lying.items()
    )


def random_small_castle(rng: random.Random, catalogue: Catalogue) -> Castle:
    """A castle that breaks no placement rule, with a few rooms of a few types and some bonuses."""
    kinds = rng.sample(REGULAR_TYPES, rng.choice([1, 1, 2, 2, 3]))
    wanted = [kinds[0]] * rng.randint(2, 5) + rng.choices(
        [*kinds, TileType.SECRET, TileType.SECRET], k=rng.randint(0, 5)
    )
    wanted = wanted[:7]
    specialties = [SPECIALTY_OF[kind] for kind in kinds if kind in SPECIALTY_OF]
    bonuses = rng.choices(specialties or list(Specialty), k=rng.choice([0, 1, 1, 1, 2, 2]))
    unused = list(catalogue.tiles.values())
    rng.shuffle(unused)
    lying = dict.fromkeys(THRONE_PLACES, catalogue.tile("throne/living-corridor"))
    rooms = []
    pieces: list[TileType | Specialty] = [*wanted, *bonuses]
    rng.shuffle(pieces)
    straight = rng.random() < 0.4
    for piece in pieces:
        tile = next(tile for tile in unused if piece in (tile.type, tile.specialty))
        if tile.specialty is None:
            unused.remove(tile)
        places = legal_places(lying, tile)
        if straight:
            places = [max(places, key=lambda place: (abs(place[0]) + abs(place[1]), place))]
        elif rng.random() < 0.7:
            places = [place for place in places if links(lying, tile, place)] or places
        x, y = rng.choice(places)
        lying[x, y] = tile
        rooms.append(PlacedTile(id=tile.id, x=x, y=y))
    rng.shuffle(rooms)
    return Castle(
        throne="throne/living-corridor",
        rooms=rooms,
        attendants=rng.choice([[], [], [], ["painter"], ["knight", "knight"]]),
        bonus_cards=rng.choice([[], [], [], ["width"], ["width", "height"]]),
    )


def is_economical(board: Board, drafted: int) -> bool:
    found = audit_economy(board, words_in(Language.EN), drafted)
    return all(fault.severity is not Severity.ILLEGAL for fault in found)


class TestAgainstOracle:
    """Counting bonuses and searching an order accuse just the castles that no order of building gives."""

    @pytest.mark.parametrize("part", range(4))
    def test_agrees_on_random_small_castles(self, part: int, catalogue: Catalogue) -> None:
        outcomes: Counter[tuple[bool, bool]] = Counter()
        for seed in range(part * 600, part * 600 + 600):
            rng = random.Random(seed)
            castle = random_small_castle(rng, catalogue)
            board = set_up_board(castle, catalogue)
            room_tiles = sum(room.tile.specialty is None for room in board.rooms)
            drafted = room_tiles - rng.choice([0, 0, 0, 1, 1, 2])
            economical = is_economical(board, drafted)
            if not economical and seed % 4:
                continue
            order = find_building_order(board, drafted) if economical else None
            possible = order is not None and order.outcome is Outcome.POSSIBLE
            oracle = Oracle(castle, catalogue, drafted)
            assert oracle.is_possible() == possible, f"seed {seed}: {castle}"
            if order is not None and possible:
                check_order(order, board, catalogue, drafted)
            outcomes[economical, possible] += 1
        assert outcomes[True, True] > 20
        assert outcomes[True, False] > 3
        assert outcomes[False, False] > 20


Rooms = Mapping[Place, str]


@dataclass(frozen=True)
class Case:
    """A castle of room tiles and specialty rooms, and whether some order gives it."""

    rooms: Rooms
    possible: bool
    drafted: int = 16
    attendants: tuple[str, ...] = ()

    def board(self, catalogue: Catalogue) -> Board:
        return set_up_board(self.castle, catalogue)

    @property
    def castle(self) -> Castle:
        return Castle(
            throne="throne/living-corridor",
            rooms=[PlacedTile(id=tile, x=x, y=y) for (x, y), tile in self.rooms.items()],
            attendants=list(self.attendants),
        )


def row(*tiles: str, x: int = 2, y: int = 0) -> dict[Place, str]:
    """Tiles from left to right; by default from the right side of the throne room on."""
    return {(x + index, y): tile for index, tile in enumerate(tiles)}


def tower_of(*tiles: str, x: int = 0, y: int = 1) -> dict[Place, str]:
    """Tiles from the throne room upward."""
    return {(x, y + index): tile for index, tile in enumerate(tiles)}


def shaft(*tiles: str, x: int = 0) -> dict[Place, str]:
    """Tiles from the throne room downward."""
    return {(x, -1 - index): tile for index, tile in enumerate(tiles)}


CASES = {
    "grand foyer carries every corridor": Case(row(GRAND_FOYER, *CORRIDORS), False),
    "grand foyer carries two of three corridors": Case(
        {**row(GRAND_FOYER, *CORRIDORS[:2]), (-1, 0): CORRIDORS[2]}, False
    ),
    "grand foyer carries one of three corridors": Case(
        {**row(GRAND_FOYER, CORRIDORS[0]), (-1, 0): CORRIDORS[1], (0, 1): CORRIDORS[2]}, False
    ),
    "grand foyer beside three corridors": Case({**row(*CORRIDORS), (-1, 0): GRAND_FOYER}, True),
    "grand foyer carries the fourth corridor": Case(
        {**row(*CORRIDORS, GRAND_FOYER), (6, 0): "corridor/escape-room"}, True
    ),
    "grand foyer under ground touches a side": Case(
        {**shaft(*CORRIDORS), (1, -3): GRAND_FOYER}, True
    ),
    "fountain touches the third outdoor room": Case(row(*OUTDOORS[:3], FOUNTAIN), True),
    "fountain touches the fourth outdoor room": Case(row(*OUTDOORS[:4], FOUNTAIN), False),
    "fountain touches another room behind the third": Case(
        row(*OUTDOORS[:3], "food/bakery", FOUNTAIN), False
    ),
    "fountain touches the fourth, reached from below": Case(
        {
            **row(*OUTDOORS[:4], FOUNTAIN),
            **row(*CORRIDORS[:2], "corridor/lockdown-room", CELLARS[0], CELLARS[1], x=1, y=-1),
            (-1, 0): GRAND_FOYER,
        },
        True,
    ),
    "fountain high up on rooms that lie there": Case(
        {**tower_of("food/bakery", "food/brewery", FOUNTAIN), **row(*OUTDOORS[:3])}, True
    ),
    "fifth outdoor room earns the second fountain": Case(
        {
            **row(*OUTDOORS[:3], FOUNTAIN),
            (-1, 0): OUTDOORS[3],
            (-2, 0): OUTDOORS[4],
            (-3, 0): FOUNTAIN,
        },
        True,
    ),
    "fifth specialty room reached too early alone": Case(
        row(*LIVING[:4], TOWER, LIVING[4]), False, attendants=("painter",)
    ),
    "fifth specialty room at the end": Case(row(*LIVING, TOWER), True, attendants=("painter",)),
    "specialty room behind the sixth": Case(
        row(*LIVING, "living/salon", TOWER), False, attendants=("painter",)
    ),
    "food bonus tile left": Case(
        {**row("living/study", *FOODS[:3]), (-1, 0): "living/library"}, True, drafted=4
    ),
    "no food bonus tile left": Case(row("living/study", *FOODS[:3]), False, drafted=3),
    "food bonus tile is the fourth food room": Case(row(*FOODS[:4]), True, drafted=3),
    "food bonus tile only under what it would carry": Case(
        row("living/study", "living/salon", *FOODS[:3]), False, drafted=4
    ),
    "downstairs bonus tile left": Case(
        {**shaft(*CELLARS[:3]), (-1, 0): "living/study"}, True, drafted=3
    ),
    "no downstairs bonus tile left": Case(
        shaft("corridor/dead-end", *CELLARS[:3]), False, drafted=3
    ),
    "two food bonus tiles left": Case(
        {**row(*FOODS[:4]), **shaft(*CELLARS[:3], "corridor/dead-end")}, True, drafted=6
    ),
    "one tile left for two food bonuses": Case(
        {**row(*FOODS[:3]), **shaft(*CELLARS[:3])}, False, drafted=4
    ),
    "food bonus forgotten, downstairs bonus is a food tile": Case(
        {**row("living/study", *FOODS[:3]), **shaft(*CELLARS[:3])}, True, drafted=6
    ),
    "downstairs bonus is a tower": Case({**shaft(*CELLARS[:3]), (-1, 0): TOWER}, True),
    "downstairs bonus behind the fourth": Case(shaft(*CELLARS, GRAND_FOYER), False),
    "downstairs bonus is an attendant, not a tower": Case(
        {**shaft(*CELLARS[:3]), **row(*LIVING, TOWER)}, True, attendants=("painter", "knight")
    ),
    "downstairs bonus gone to an attendant": Case(
        {**shaft(*CELLARS[:3], GRAND_FOYER), **row(*LIVING[:3])},
        False,
        attendants=("painter", "knight"),
    ),
    "secret room is the third corridor": Case(
        {**row(CORRIDORS[0], CORRIDORS[1], SECRET_WEST[0], GRAND_FOYER)}, True
    ),
    "secret rooms count once they copy, too late": Case(
        row(SECRET_EAST[0], CORRIDORS[0], GRAND_FOYER, CORRIDORS[1]), False
    ),
    "secret room pointing at nothing until the end": Case(
        row(CORRIDORS[0], SECRET_EAST[0], SECRET_EAST[1], CORRIDORS[1], GRAND_FOYER), True
    ),
    "jump over the third leaves no moment before": Case(
        row(CORRIDORS[0], SECRET_EAST[0], GRAND_FOYER, CORRIDORS[1]), False
    ),
    "jump earns a tower and any other": Case(
        tower_of(BEDROOMS[0], BEDROOMS[1], *SECRET_NORTH[:2], BEDROOMS[2], TOWER)
        | {(-1, 0): FOUNTAIN},
        True,
    ),
    "jump earns a tower on a grand foyer": Case(
        tower_of(BEDROOMS[0], BEDROOMS[1], *SECRET_NORTH[:2], BEDROOMS[2], GRAND_FOYER, TOWER),
        True,
    ),
    "secret room copies nothing of a specialty room": Case(
        row(CORRIDORS[0], CORRIDORS[1], SECRET_EAST[0], GRAND_FOYER), False
    ),
}


class TestCases:
    @pytest.mark.parametrize("name", CASES)
    def test_some_order_gives_the_castle(self, name: str, catalogue: Catalogue) -> None:
        case = CASES[name]
        board = case.board(catalogue)
        if is_economical(board, case.drafted):
            order = find_building_order(board, case.drafted)
            assert order.outcome is (Outcome.POSSIBLE if case.possible else Outcome.IMPOSSIBLE)
            if case.possible:
                check_order(order, board, catalogue, case.drafted)
            else:
                assert order.steps == ()
        else:
            assert not case.possible
        if len(case.rooms) <= 9:
            oracle = Oracle(case.castle, catalogue, case.drafted)
            assert oracle.is_possible() == case.possible


# A placement that makes two rooms of a type five earns two bonuses at once. In these castles such a
# jump must happen, for only the food bonus tile carries the specialty room of the fifth room. In the
# last two the food bonus tile has to be the third of its type and earn another one, so a room of that
# type which could lie there long since must come later.
JUMPS = {
    "food": tower_of(*FOODS[:2], *SECRET_NORTH[:2], FOODS[2], LIVING[0], TOWER),
    "downstairs": shaft(*CELLARS[:2], *SECRET_SOUTH, CELLARS[2], CORRIDORS[0], GRAND_FOYER),
    "food bonus tile earns a third": {
        **tower_of(*FOODS[:2], *SECRET_NORTH[:2], FOODS[2], CORRIDORS[0], GRAND_FOYER, TOWER),
        **row(*CORRIDORS[1:]),
    },
    "downstairs room held back for a second food tile": {
        **row(*FOODS[:2], *SECRET_EAST[:2], FOODS[2]),
        **shaft(CELLARS[3], CORRIDORS[0], GRAND_FOYER, x=6),
        **shaft(*CELLARS[:3]),
    },
    "food room held back for a second food tile": {
        **row(*CELLARS[:2], *SECRET_EAST[:2], CELLARS[2], x=1, y=-1),
        **row(FOODS[3], LIVING[0], TOWER, x=5),
        **row(*FOODS[:3], x=-3),
    },
}


class TestBonusesWaitingTogether:
    @pytest.mark.parametrize("name", JUMPS)
    def test_food_bonus_tile_carries_the_specialty_room(
        self, name: str, catalogue: Catalogue
    ) -> None:
        case = self.finished(name)
        board = case.board(catalogue)
        assert Oracle(case.castle, catalogue, case.drafted).is_possible()
        order = find_building_order(board, case.drafted)
        assert order.outcome is Outcome.POSSIBLE
        check_order(order, board, catalogue, case.drafted)

    @pytest.mark.parametrize("name", JUMPS)
    def test_is_not_accused(self, name: str, catalogue: Catalogue) -> None:
        case = self.finished(name)
        found = audit_board(case.board(catalogue), catalogue, drafted=case.drafted)
        assert [fault for fault in found if fault.severity is Severity.ILLEGAL] == []

    def finished(self, name: str) -> Case:
        """A castle whose bonuses were all taken: as many food bonus tiles as there can be."""
        rooms = JUMPS[name]
        room_tiles = [tile for tile in rooms.values() if not tile.startswith("specialty/")]
        food_tiles = 2 if "second" in name else 1
        return Case(rooms, True, drafted=len(room_tiles) - food_tiles)


class TestSearchLimit:
    def test_is_undecided_beyond_the_limit(self, catalogue: Catalogue) -> None:
        board = CASES["grand foyer carries one of three corridors"].board(catalogue)
        assert find_building_order(board).outcome is Outcome.IMPOSSIBLE
        assert find_building_order(board, search_limit=1).outcome is Outcome.UNDECIDED
        assert find_building_order(board, search_limit=1).steps == ()

    def test_limit_counts_the_sets_looked_at(self, catalogue: Catalogue) -> None:
        board = CASES["grand foyer beside three corridors"].board(catalogue)
        limits = range(1, 12)
        outcomes = [find_building_order(board, search_limit=limit).outcome for limit in limits]
        enough = outcomes.index(Outcome.POSSIBLE)
        assert enough > 0
        assert set(outcomes[:enough]) == {Outcome.UNDECIDED}
        assert set(outcomes[enough:]) == {Outcome.POSSIBLE}

    def test_undecided_castle_is_not_accused(
        self, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        board = CASES["grand foyer carries one of three corridors"].board(catalogue)
        assert Rule.BUILDING_ORDER in {fault.rule for fault in audit_board(board, catalogue)}
        monkeypatch.setattr(
            auditing, "find_building_order", partial(find_building_order, search_limit=1)
        )
        assert Rule.BUILDING_ORDER not in {fault.rule for fault in audit_board(board, catalogue)}


class TestAuditOfOrder:
    def test_names_the_specialty_rooms(self, catalogue: Catalogue) -> None:
        board = CASES["fountain touches the fourth outdoor room"].board(catalogue)
        faults = {
            language: [
                fault
                for fault in audit_board(board, catalogue, language=language)
                if fault.severity is Severity.ILLEGAL
            ]
            for language in Language
        }
        for language, word in ((Language.EN, "Fountain"), (Language.DE, "Brunnen")):
            (fault,) = faults[language]
            assert fault.rule == Rule.BUILDING_ORDER
            assert fault.group == "economy"
            assert [(tile.id, tile.x, tile.y) for tile in fault.tiles] == [(FOUNTAIN, 6, 0)]
            assert f"{word} (6, 0)" in fault.message

    def test_no_food_bonus_tile_left_in_a_finished_castle(self, catalogue: Catalogue) -> None:
        others = [
            tile.id
            for kind in (TileType.LIVING, TileType.UTILITY, TileType.CORRIDOR, TileType.OUTDOOR)
            for tile in [tile for tile in catalogue.tiles.values() if tile.type is kind][:4]
        ]
        case = Case(row(*others[:14], *FOODS[:3]), False)
        found = audit_board(case.board(catalogue), catalogue)
        illegal = [fault.rule for fault in found if fault.severity is Severity.ILLEGAL]
        assert illegal == [Rule.BUILDING_ORDER]

    def test_is_silent_where_another_rule_is_broken(self, catalogue: Catalogue) -> None:
        rooms = {**CASES["fountain touches the fourth outdoor room"].rooms, (20, 0): "food/bakery"}
        found = audit_board(Case(rooms, False).board(catalogue), catalogue)
        assert Rule.BUILDING_ORDER not in {fault.rule for fault in found}
        assert Rule.SHARES_EDGE in {fault.rule for fault in found}

    def test_uses_the_drafted_tiles_of_the_mode(self, catalogue: Catalogue) -> None:
        case = CASES["no food bonus tile left"]
        board = case.board(catalogue)
        assert Rule.BUILDING_ORDER in {
            fault.rule for fault in audit_board(board, catalogue, drafted=3)
        }
        assert Rule.BUILDING_ORDER not in {
            fault.rule for fault in audit_board(board, catalogue, drafted=4)
        }


class TestMarkedSteps:
    def causes(self, case: Case, catalogue: Catalogue) -> list[tuple[Cause, TileType | None]]:
        order = find_building_order(case.board(catalogue), case.drafted)
        return [(step.cause, step.earned_by) for step in order.steps]

    def test_food_bonus_follows_the_third_food_room(self, catalogue: Catalogue) -> None:
        case = Case(row(*FOODS[:4]), True, drafted=3)
        drafted = (Cause.DRAFTED, None)
        assert self.causes(case, catalogue) == [
            drafted,
            drafted,
            drafted,
            (Cause.FOOD_BONUS, TileType.FOOD),
        ]

    def test_specialty_rooms_name_what_earned_them(self, catalogue: Catalogue) -> None:
        case = CASES["jump earns a tower on a grand foyer"]
        assert self.causes(case, catalogue)[-2:] == [
            (Cause.FIFTH_ROOM, TileType.SLEEPING),
            (Cause.TYPE_BONUS, TileType.SLEEPING),
        ]

    def test_downstairs_bonus_is_a_choice(self, catalogue: Catalogue) -> None:
        case = CASES["downstairs bonus is a tower"]
        assert (Cause.CHOICE, TileType.DOWNSTAIRS) in self.causes(case, catalogue)

    def test_downstairs_bonus_can_be_a_food_tile(self, catalogue: Catalogue) -> None:
        case = CASES["downstairs bonus tile left"]
        assert (Cause.FOOD_BONUS, TileType.DOWNSTAIRS) in self.causes(case, catalogue)
