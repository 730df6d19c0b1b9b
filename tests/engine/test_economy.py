"""What the bonuses of a castle explain: every threshold, and the numbers in every message."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import pytest

from castlescan.engine.between_two_castles.auditing import audit_board
from castlescan.engine.between_two_castles.board import Board, set_up_board
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    Arrow,
    Catalogue,
    TileType,
    packaged_catalogue,
)
from castlescan.engine.between_two_castles.economy import (
    Economy,
    Surplus,
    audit_economy,
    count_economy,
    unexplained,
)
from castlescan.engine.between_two_castles.rules import Rule
from castlescan.engine.between_two_castles.vocabulary import words_in
from castlescan.engine.languages import Language
from castlescan.engine.violations import Group, PlacedTile, Severity, Violation

FOOD, LIVING, UTILITY, OUTDOOR, SLEEPING, CORRIDOR, DOWNSTAIRS, ACTIVITY = REGULAR_TYPES
FOUNTAIN, TOWER, GRAND_FOYER, BALLROOM = (
    "specialty/fountain",
    "specialty/tower",
    "specialty/grand-foyer",
    "specialty/ballroom-food",
)
SPECIALTY_OF = {
    OUTDOOR: FOUNTAIN,
    SLEEPING: TOWER,
    CORRIDOR: GRAND_FOYER,
    ACTIVITY: BALLROOM,
}
PIECES = ["painter", "knight", "painter", "knight"]
CARDS = ["width", "height", "secret", "room-types"]
ILLEGAL, SUSPECT = Severity.ILLEGAL, Severity.SUSPECT


@dataclass(frozen=True)
class Made:
    """A castle by its counts; what matters is not where its tiles lie but how many they are.

    Without ``drafted``, as many tiles count as drafted as make the castle finished.
    """

    rooms: Mapping[TileType, int]
    specialties: Iterable[str] = ()
    attendants: int = 0
    cards: int = 0
    drafted: int | None = None
    catalogue: Catalogue = field(default_factory=packaged_catalogue)

    @property
    def board(self) -> Board:
        ids = [
            tile
            for kind, number in self.rooms.items()
            for tile in tiles_of(kind, self.catalogue)[:number]
        ]
        castle = Castle(
            throne="throne/living-corridor",
            rooms=[
                PlacedTile(id=tile, x=2 + index, y=0)
                for index, tile in enumerate([*ids, *self.specialties])
            ],
            attendants=PIECES[: self.attendants],
            bonus_cards=CARDS[: self.cards],
        )
        return set_up_board(castle, self.catalogue)

    def audit(self, language: Language = Language.EN) -> list[Violation]:
        drafted = self.drafted
        if drafted is None:
            drafted = sum(self.rooms.values()) - (self.rooms.get(FOOD, 0) >= 3)
        return audit_economy(self.board, words_in(language), drafted)

    def findings(self) -> list[tuple[str, Severity]]:
        return [(fault.rule, fault.severity) for fault in self.audit()]


def tiles_of(kind: TileType, catalogue: Catalogue) -> list[str]:
    """The tiles of a type; of secret rooms those that copy nothing where all tiles lie in a row."""
    return [
        tile.id
        for tile in catalogue.tiles.values()
        if tile.type is kind and tile.arrow not in (Arrow.EAST, Arrow.WEST)
    ]


def numbers(text: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", text)]


def only(made: Made, language: Language = Language.EN) -> Violation:
    (fault,) = made.audit(language)
    return fault


UNEARNED_SPECIALTY = [(Rule.SPECIALTY_ROOMS, ILLEGAL)]
FORGOTTEN = [(Rule.FORGOTTEN_BONUS, SUSPECT)]


class TestSpecialtyRoomsOfAType:
    """pp. 8-10: the third room earns one of its kind; p. 4: the fifth one of any kind."""

    @pytest.mark.parametrize("kind", SPECIALTY_OF)
    @pytest.mark.parametrize(
        ("rooms", "specialties", "expected"),
        [
            (0, 0, []),
            (2, 0, []),
            (2, 1, UNEARNED_SPECIALTY),
            (3, 0, FORGOTTEN),
            (3, 1, []),
            (3, 2, UNEARNED_SPECIALTY),
            (4, 0, FORGOTTEN),
            (4, 1, []),
            (4, 2, UNEARNED_SPECIALTY),
            (5, 0, FORGOTTEN * 2),
            (5, 1, FORGOTTEN),
            (5, 2, []),
            (5, 3, UNEARNED_SPECIALTY),
            (6, 1, FORGOTTEN),
            (6, 2, []),
            (6, 3, UNEARNED_SPECIALTY),
        ],
    )
    def test_thresholds(
        self, kind: TileType, rooms: int, specialties: int, expected: list[tuple[Rule, Severity]]
    ) -> None:
        made = Made({kind: rooms}, [SPECIALTY_OF[kind]] * specialties)
        assert made.findings() == expected

    @pytest.mark.parametrize("kind", SPECIALTY_OF)
    @pytest.mark.parametrize("other", [FOUNTAIN, TOWER, GRAND_FOYER, BALLROOM])
    def test_the_fifth_room_earns_any_kind(self, kind: TileType, other: str) -> None:
        assert Made({kind: 5}, [SPECIALTY_OF[kind], other]).findings() == []

    @pytest.mark.parametrize("kind", SPECIALTY_OF)
    def test_the_third_room_earns_its_own_kind_alone(self, kind: TileType) -> None:
        other = TOWER if SPECIALTY_OF[kind] != TOWER else FOUNTAIN
        assert Made({kind: 3}, [other]).findings() == [*UNEARNED_SPECIALTY, *FORGOTTEN]

    @pytest.mark.parametrize("kind", [FOOD, LIVING, UTILITY])
    @pytest.mark.parametrize(("rooms", "earned"), [(4, False), (5, True), (6, True)])
    def test_the_fifth_room_of_other_types_earns_one_too(
        self, kind: TileType, rooms: int, earned: bool
    ) -> None:
        own = {LIVING: {"attendants": 1}, UTILITY: {"cards": 1}}.get(kind, {})
        with_one = Made({kind: rooms}, [TOWER], **own)
        with_none = Made({kind: rooms}, [], **own)
        assert with_one.findings() == ([] if earned else UNEARNED_SPECIALTY)
        assert with_none.findings() == (FORGOTTEN if earned else [])

    def test_ballrooms_are_one_kind(self) -> None:
        two = [BALLROOM, "specialty/ballroom-living"]
        assert Made({ACTIVITY: 5}, two).findings() == []
        assert Made({ACTIVITY: 4}, two).findings() == UNEARNED_SPECIALTY

    def test_message_names_the_kind_when_there_is_one(self) -> None:
        made = Made({OUTDOOR: 2}, [FOUNTAIN])
        fault = only(made)
        assert fault.message == "A fountain, but no room bonus gives one."
        assert only(made, Language.DE).message == "Ein Brunnen, aber kein Raum-Bonus ergibt ihn."
        assert fault.group is Group.ECONOMY
        assert [tile.id for tile in fault.tiles] == [FOUNTAIN]

    def test_message_when_none_is_earned(self) -> None:
        made = Made({OUTDOOR: 2}, [TOWER, FOUNTAIN, TOWER])
        assert only(made).message == (
            "1 fountain and 2 towers, but the room bonuses give none of them."
        )
        assert numbers(only(made, Language.DE).message) == [1, 2]
        assert [tile.id for tile in only(made).tiles] == [TOWER, FOUNTAIN, TOWER]

    def test_message_when_some_are_earned(self) -> None:
        made = Made({OUTDOOR: 5}, [FOUNTAIN, FOUNTAIN, FOUNTAIN, FOUNTAIN])
        assert only(made).message == ("4 fountains, but the room bonuses give at most 2 of them.")
        assert numbers(only(made, Language.DE).message) == [4, 2]

    def test_kinds_that_are_explained_are_not_named(self) -> None:
        made = Made({OUTDOOR: 3, CORRIDOR: 3}, [FOUNTAIN, GRAND_FOYER, GRAND_FOYER, TOWER])
        fault = only(made)
        assert [tile.id for tile in fault.tiles] == [GRAND_FOYER, GRAND_FOYER, TOWER]
        assert fault.message == (
            "1 tower and 2 grand foyers, but the room bonuses give at most 1 of them."
        )

    def test_forgotten_message_has_the_number_and_names_the_rooms(self) -> None:
        made = Made({SLEEPING: 4, LIVING: 2})
        fault = only(made)
        assert fault.message == "4 sleeping rooms, but no tower: the third of them earns one."
        assert numbers(only(made, Language.DE).message) == [4]
        assert "Turm" in only(made, Language.DE).message
        assert {tile.id for tile in fault.tiles} == set(
            tiles_of(SLEEPING, packaged_catalogue())[:4]
        )

    @pytest.mark.parametrize(
        ("specialties", "missing"), [([], 2), ([GRAND_FOYER], 1), ([TOWER, TOWER], 0)]
    )
    def test_forgotten_fifth_rooms_are_counted(self, specialties: list[str], missing: int) -> None:
        made = Made({LIVING: 5, UTILITY: 6, FOOD: 2}, specialties, attendants=1, cards=1)
        if not missing:
            assert made.findings() == []
            return
        fault = only(made)
        assert (fault.rule, fault.severity) == FORGOTTEN[0]
        assert numbers(fault.message) == [missing]
        assert numbers(only(made, Language.DE).message) == [missing]
        assert fault.message.startswith("living rooms and utility rooms")
        assert len(fault.tiles) == 11


class TestAttendantsAndCards:
    """p. 6: three living rooms earn an attendant; p. 7: three utility rooms earn a bonus card."""

    @pytest.mark.parametrize(
        ("kind", "piece", "rule"),
        [
            (LIVING, "attendants", Rule.ATTENDANTS_EARNED),
            (UTILITY, "cards", Rule.BONUS_CARDS_EARNED),
        ],
    )
    @pytest.mark.parametrize(
        ("rooms", "pieces", "most"),
        [
            (0, 1, 0),
            (2, 0, None),
            (2, 1, 0),
            (2, 2, 0),
            (3, 1, None),
            (3, 2, 1),
            (4, 1, None),
            (4, 3, 1),
        ],
    )
    def test_thresholds(
        self, kind: TileType, piece: str, rule: Rule, rooms: int, pieces: int, most: int | None
    ) -> None:
        made = Made({kind: rooms}, **{piece: pieces})
        if most is None:
            assert made.findings() == []
            return
        assert made.findings() == [(rule, ILLEGAL)]
        expected = [] if pieces == 1 else [pieces, most] if most else [pieces]
        for language in Language:
            assert numbers(only(made, language).message) == expected
        assert only(made).tiles == []

    @pytest.mark.parametrize(
        ("kind", "word"), [(LIVING, "royal attendant"), (UTILITY, "bonus card")]
    )
    def test_forgotten(self, kind: TileType, word: str) -> None:
        made = Made({kind: 3})
        assert made.findings() == FORGOTTEN
        assert numbers(only(made).message) == numbers(only(made, Language.DE).message) == [3]
        assert f"no {word}" in only(made).message
        assert len(only(made).tiles) == 3

    def test_messages(self) -> None:
        assert only(Made({LIVING: 3}, attendants=2)).message == (
            "2 royal attendants, but the room bonuses give at most 1."
        )
        assert only(Made({}, attendants=2)).message == (
            "2 royal attendants, but no room bonus gives any."
        )
        assert only(Made({}, attendants=1)).message == (
            "A royal attendant, but no room bonus gives one."
        )
        assert only(Made({}, cards=1)).message == "A bonus card, but no room bonus gives one."
        assert only(Made({}, cards=3)).message == "3 bonus cards, but no room bonus gives any."


class TestDraftedTiles:
    """p. 4: sixteen tiles in the turns of a game; p. 5: one more with three food rooms."""

    # Fillers of types that earn nothing: two of each.
    def rooms(self, food: int, downstairs: int, total: int) -> dict[TileType, int]:
        rooms = {FOOD: food, DOWNSTAIRS: downstairs}
        for kind in (LIVING, UTILITY, OUTDOOR, SLEEPING, CORRIDOR, ACTIVITY, TileType.SECRET):
            left = total - sum(rooms.values())
            rooms[kind] = left if kind is TileType.SECRET else min(left, 2)
        assert sum(rooms.values()) == total
        return rooms

    @pytest.mark.parametrize("food_rooms", [3, 4])
    def test_a_forgotten_food_bonus_is_named(self, food_rooms: int) -> None:
        board = Made(self.rooms(food_rooms, 2, 16)).board
        for language, bonus in ((Language.EN, "food bonus"), (Language.DE, "Speiseraum-Bonus")):
            (fault,) = audit_economy(board, words_in(language))
            assert fault.rule == Rule.FORGOTTEN_BONUS
            assert fault.severity is SUSPECT
            assert len(fault.tiles) == food_rooms
            assert bonus in fault.message
            assert numbers(fault.message) == [food_rooms]

    @pytest.mark.parametrize(
        ("food", "downstairs", "total", "rule", "expected"),
        [
            (2, 2, 4, Rule.UNFINISHED, [4, 16]),
            (2, 2, 15, Rule.UNFINISHED, [15, 16]),
            (2, 2, 16, None, []),
            (2, 2, 17, Rule.DRAFTED_TILES, [17, 16, 16, 0]),
            (2, 2, 18, Rule.DRAFTED_TILES, [18, 16, 16, 0]),
            (3, 2, 15, Rule.UNFINISHED, [15, 17]),
            (3, 2, 17, None, []),
            (3, 2, 18, Rule.DRAFTED_TILES, [18, 17, 16, 1]),
            (3, 2, 19, Rule.DRAFTED_TILES, [19, 17, 16, 1]),
            (2, 3, 17, None, []),
            (2, 3, 18, Rule.DRAFTED_TILES, [18, 17, 16, 1]),
            (4, 3, 18, None, []),
            (4, 3, 19, Rule.DRAFTED_TILES, [19, 18, 16, 2]),
        ],
    )
    def test_thresholds(
        self, food: int, downstairs: int, total: int, rule: Rule | None, expected: list[int]
    ) -> None:
        board = Made(self.rooms(food, downstairs, total)).board
        for language in Language:
            found = audit_economy(board, words_in(language))
            if rule is None:
                assert found == []
                continue
            (fault,) = found
            assert fault.rule == rule
            assert fault.severity is (SUSPECT if rule is Rule.UNFINISHED else ILLEGAL)
            assert fault.group is Group.ECONOMY
            assert fault.tiles == []
            assert numbers(fault.message) == expected

    @pytest.mark.parametrize(("drafted", "rule"), [(3, Rule.DRAFTED_TILES), (5, Rule.UNFINISHED)])
    def test_the_mode_says_how_many_are_drafted(self, drafted: int, rule: Rule) -> None:
        rooms = {LIVING: 2, UTILITY: 2}
        assert Made(rooms, drafted=4).findings() == []
        assert [fault[0] for fault in Made(rooms, drafted=drafted).findings()] == [rule]

    def test_specialty_rooms_and_thrones_are_not_drafted(self) -> None:
        board = Made({OUTDOOR: 3, SLEEPING: 3}, [FOUNTAIN, TOWER, "throne/corridor-food"]).board
        assert count_economy(board).room_tiles == 6


class TestBonusOfTheirChoice:
    """p. 11: the third downstairs room earns any other bonus."""

    @pytest.mark.parametrize(
        "use",
        [
            {"attendants": 1},
            {"cards": 1},
            {"drafted": 2},
            {"specialties": [FOUNTAIN]},
            {"specialties": [TOWER]},
            {"specialties": [GRAND_FOYER]},
            {"specialties": [BALLROOM]},
        ],
        ids=str,
    )
    def test_explains_one_piece_of_any_sort(self, use: dict[str, object]) -> None:
        kinds = {3: [], 4: [], 2: [ILLEGAL]}
        for rooms, expected in kinds.items():
            made = Made({DOWNSTAIRS: rooms}, **self.used(use, rooms))
            assert [severity for _, severity in made.findings()] == expected

    def used(self, use: dict[str, object], rooms: int) -> dict[str, object]:
        return {"drafted": rooms - 1} if "drafted" in use else use

    @pytest.mark.parametrize("rooms", [3, 4])
    def test_forgotten(self, rooms: int) -> None:
        made = Made({DOWNSTAIRS: rooms})
        assert made.findings() == FORGOTTEN
        assert len(only(made).tiles) == rooms
        assert "your choice" in only(made).message
        for language in Language:
            assert numbers(only(made, language).message) == [rooms]

    def test_two_are_not_enough_to_forget(self) -> None:
        assert Made({DOWNSTAIRS: 2}).findings() == []

    def test_fifth_room_comes_besides(self) -> None:
        assert Made({DOWNSTAIRS: 5}, [TOWER, FOUNTAIN]).findings() == []
        assert Made({DOWNSTAIRS: 5}, [TOWER], attendants=1).findings() == []
        assert Made({DOWNSTAIRS: 5}, [TOWER]).findings() == FORGOTTEN
        assert Made({DOWNSTAIRS: 5}, attendants=1).findings() == FORGOTTEN
        assert Made({DOWNSTAIRS: 5}).findings() == FORGOTTEN * 2
        assert Made({DOWNSTAIRS: 5}, [TOWER] * 3).findings() == UNEARNED_SPECIALTY

    def test_second_piece_of_a_type_that_earned_its_own(self) -> None:
        both = {DOWNSTAIRS: 3, LIVING: 3, UTILITY: 3}
        assert Made(both, attendants=2, cards=1).findings() == []
        assert Made(both, attendants=1, cards=2).findings() == []
        assert Made(both, attendants=1, cards=1).findings() == FORGOTTEN
        assert Made(both, attendants=2, cards=2).findings() == [(Rule.BONUS_CARDS_EARNED, ILLEGAL)]
        assert Made({DOWNSTAIRS: 3, LIVING: 3}, attendants=3).findings() == [
            (Rule.ATTENDANTS_EARNED, ILLEGAL)
        ]

    @pytest.mark.parametrize(
        ("pieces", "rule", "expected"),
        [
            ({"attendants": 1, "cards": 1}, Rule.BONUS_CARDS_EARNED, []),
            ({"attendants": 1, "cards": 2}, Rule.BONUS_CARDS_EARNED, [2]),
            ({"attendants": 1, "drafted": 2}, Rule.DRAFTED_TILES, [3, 2, 2, 0]),
            ({"cards": 1, "drafted": 2}, Rule.DRAFTED_TILES, [3, 2, 2, 0]),
            ({"attendants": 1, "specialties": [TOWER]}, Rule.SPECIALTY_ROOMS, []),
            ({"drafted": 2, "specialties": [TOWER, TOWER]}, Rule.SPECIALTY_ROOMS, [2]),
        ],
        ids=str,
    )
    def test_serves_once(self, pieces: dict[str, object], rule: Rule, expected: list[int]) -> None:
        made = Made({DOWNSTAIRS: 3}, **pieces)
        assert made.findings() == [(rule, ILLEGAL)]
        assert only(made).message.endswith(" (the downstairs bonus already went elsewhere).")
        assert only(made, Language.DE).message.endswith(
            " (der Kellerraum-Bonus ist schon anders verbraucht)."
        )
        for language in Language:
            assert numbers(only(made, language).message) == expected

    def test_serves_once_beside_a_fifth_room(self) -> None:
        made = Made({DOWNSTAIRS: 3, UTILITY: 5}, [TOWER, TOWER], cards=2)
        assert only(made).message == (
            "2 towers, but the room bonuses give at most 1 of them "
            "(the downstairs bonus already went elsewhere)."
        )

    @pytest.mark.parametrize(
        ("pieces", "rule"),
        [
            ({"attendants": 2}, Rule.ATTENDANTS_EARNED),
            ({"cards": 2}, Rule.BONUS_CARDS_EARNED),
            ({"drafted": 1}, Rule.DRAFTED_TILES),
            ({"specialties": [TOWER, TOWER]}, Rule.SPECIALTY_ROOMS),
        ],
        ids=str,
    )
    def test_no_reason_is_given_where_it_was_used_here(
        self, pieces: dict[str, object], rule: Rule
    ) -> None:
        made = Made({DOWNSTAIRS: 3}, **pieces)
        assert made.findings() == [(rule, ILLEGAL)]
        assert "elsewhere" not in only(made).message
        assert "verbraucht" not in only(made, Language.DE).message

    def test_no_reason_without_downstairs_rooms(self) -> None:
        assert "elsewhere" not in only(Made({}, attendants=1)).message

    def test_goes_to_attendants_cards_tiles_and_specialty_rooms_in_this_order(self) -> None:
        all_of_them = Economy(
            type_counts={DOWNSTAIRS: 3},
            room_tiles=5,
            specialties=count_economy(Made({}, [TOWER]).board).specialties,
            attendants=1,
            bonus_cards=1,
            drafted=4,
        )
        assert all_of_them.surplus == Surplus(1, 1, 1, 1)
        assert unexplained(all_of_them) == Surplus(0, 1, 1, 1)


class TestSecretRooms:
    """S&S, Secret Rooms: they count for bonuses as what they copy."""

    WEST = ("secret/amidst-the-plants", "secret/among-the-curtains", "secret/behind-the-bookcase")

    def findings(self, catalogue: Catalogue, *ids: str) -> list[tuple[str, Severity]]:
        rooms = [PlacedTile(id=tile, x=2 + index, y=0) for index, tile in enumerate(ids)]
        board = set_up_board(Castle(throne="throne/living-corridor", rooms=rooms), catalogue)
        tiles = len([tile for tile in ids if not tile.startswith("specialty/")])
        found = audit_economy(board, words_in(Language.EN), tiles)
        return [(fault.rule, fault.severity) for fault in found]

    @pytest.mark.parametrize(("secrets", "enough"), [(1, False), (2, True)])
    def test_third_room(self, catalogue: Catalogue, secrets: int, enough: bool) -> None:
        ids = ["sleeping/solar", *self.WEST[:secrets]]
        assert self.findings(catalogue, *ids) == (FORGOTTEN if enough else [])
        assert self.findings(catalogue, *ids, TOWER) == ([] if enough else UNEARNED_SPECIALTY)

    @pytest.mark.parametrize(("secrets", "enough"), [(2, False), (3, True)])
    def test_fifth_room(self, catalogue: Catalogue, secrets: int, enough: bool) -> None:
        ids = ["sleeping/solar", "sleeping/nursery", *self.WEST[:secrets]]
        expected = [] if enough else UNEARNED_SPECIALTY
        assert self.findings(catalogue, *ids, TOWER, FOUNTAIN) == expected

    def test_copying_nothing_counts_for_nothing(self, catalogue: Catalogue) -> None:
        ids = [FOUNTAIN, *self.WEST]
        assert self.findings(catalogue, *ids) == UNEARNED_SPECIALTY

    def test_forgotten_names_secret_rooms_too(self, catalogue: Catalogue) -> None:
        rooms = [
            PlacedTile(id=tile, x=2 + index, y=0)
            for index, tile in enumerate(["sleeping/solar", *self.WEST[:2], "living/study"])
        ]
        board = set_up_board(Castle(throne="throne/living-corridor", rooms=rooms), catalogue)
        (fault,) = audit_economy(board, words_in(Language.EN), 4)
        assert fault.tiles == rooms[:3]
        assert numbers(fault.message) == [3]


class TestWholeAudit:
    def test_spots_for_attendants(self, catalogue: Catalogue) -> None:
        for attendants, expected in ((2, False), (3, True)):
            board = Made({LIVING: 3, DOWNSTAIRS: 3}, attendants=attendants).board
            for language in Language:
                found = [
                    fault
                    for fault in audit_board(board, catalogue, language=language)
                    if fault.rule == Rule.ATTENDANT_SPOTS
                ]
                assert bool(found) == expected
                if expected:
                    assert found[0].severity is ILLEGAL
                    assert found[0].group is Group.COMPONENTS
                    assert [tile.id for tile in found[0].tiles] == ["throne/living-corridor"]
                    assert 3 in numbers(found[0].message)

    def test_each_bonus_card_is_there_once(self, catalogue: Catalogue) -> None:
        castle = Castle(throne="throne/living-corridor", rooms=[], bonus_cards=["width"] * 2)
        for language in Language:
            found = audit_board(set_up_board(castle, catalogue), catalogue, language=language)
            (fault,) = [fault for fault in found if fault.rule == Rule.BONUS_CARD_COPIES]
            assert fault.severity is ILLEGAL
            assert 2 in numbers(fault.message)

    def test_suspects_alone_do_not_keep_the_order_from_being_searched(
        self, catalogue: Catalogue
    ) -> None:
        rooms = {
            (2 + index, 0): tile
            for index, tile in enumerate(
                [GRAND_FOYER, "corridor/dead-end", "corridor/great-hall", "corridor/hall-of-doors"]
            )
        }
        castle = Castle(
            throne="throne/living-corridor",
            rooms=[PlacedTile(id=tile, x=x, y=y) for (x, y), tile in rooms.items()],
        )
        found = audit_board(set_up_board(castle, catalogue), catalogue)
        assert [(fault.rule, fault.severity) for fault in found] == [
            (Rule.UNFINISHED, SUSPECT),
            (Rule.BUILDING_ORDER, ILLEGAL),
        ]
