"""Placement and component rules: for each a legal and an illegal castle at the boundary."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import Board
from castlescan.engine.between_two_castles.catalogue import (
    Border,
    Counts,
    Specialty,
    Tile,
    TileType,
    packaged_catalogue,
)
from castlescan.engine.between_two_castles.placement import Orientation, check_orientation
from castlescan.engine.between_two_castles.rules import RULES, Rule
from castlescan.engine.between_two_castles.vocabulary import words_in
from castlescan.engine.languages import Language
from castlescan.engine.violations import Group, Severity, Violation

Place = tuple[int, int]
Audit = Callable[..., list[Violation]]
Faults = Callable[..., list[tuple[str, list[Place]]]]

TILES = [tile for tile in packaged_catalogue().tiles.values() if tile.type is not TileType.THRONE]

ABOVE_GROUND = {-1: False, 0: True, 1: True}
BELOW_GROUND = {-1: True, 0: False, 1: False}
ANYWHERE = {-1: True, 0: True, 1: True}

# Base rulebook p. 3, Note 4; fountains p. 8, towers p. 9, grand foyers p. 10. Secrets & Soirees:
# activity rooms, their ballrooms, secret rooms.
LEVELS: dict[TileType | Specialty, dict[int, bool]] = {
    TileType.FOOD: ABOVE_GROUND,
    TileType.LIVING: ABOVE_GROUND,
    TileType.UTILITY: ABOVE_GROUND,
    TileType.OUTDOOR: ABOVE_GROUND,
    TileType.SLEEPING: ABOVE_GROUND,
    TileType.ACTIVITY: ABOVE_GROUND,
    TileType.CORRIDOR: ANYWHERE,
    TileType.DOWNSTAIRS: BELOW_GROUND,
    TileType.SECRET: ANYWHERE,
    Specialty.FOUNTAIN: ABOVE_GROUND,
    Specialty.TOWER: ABOVE_GROUND,
    Specialty.GRAND_FOYER: ANYWHERE,
    Specialty.BALLROOM: ABOVE_GROUND,
}
BESIDE_THRONE = {-1: (0, -1), 0: (2, 0), 1: (0, 1)}


def ids(tiles: Iterable[Tile]) -> list[str]:
    return [tile.id for tile in tiles]


def row(*tiles: str, start: int = 2, y: int = 0) -> dict[Place, str]:
    return {(start + index, y): tile for index, tile in enumerate(tiles)}


@pytest.fixture(scope="module")
def placement(audit: Audit) -> Faults:
    """Name the broken placement rules of a castle with the places of their tiles, sorted."""

    def placement(rooms: Any, **castle: Any) -> list[tuple[str, list[Place]]]:
        return sorted(
            (violation.rule, [(tile.x, tile.y) for tile in violation.tiles])
            for violation in audit(rooms, **castle)
            if violation.group is Group.PLACEMENT
        )

    return placement


@pytest.fixture(scope="module")
def components(audit: Audit) -> Faults:
    """Name the broken component rules of a castle with the places of their tiles, sorted."""

    def components(rooms: Any, **castle: Any) -> list[tuple[str, list[Place]]]:
        return sorted(
            (violation.rule, [(tile.x, tile.y) for tile in violation.tiles])
            for violation in audit(rooms, **castle)
            if violation.group is Group.COMPONENTS
        )

    return components


# Level


@pytest.mark.parametrize("kind", LEVELS)
def test_each_tile_lies_at_a_level_that_its_type_allows(
    kind: TileType | Specialty, placement: Faults
) -> None:
    tiles = [tile for tile in TILES if (tile.specialty or tile.type) is kind]
    assert tiles
    for tile in tiles:
        for y, place in BESIDE_THRONE.items():
            # A tile with a blue border below the throne room is covered by it as well.
            found = [fault for fault in placement({place: tile.id}) if fault[0] != "blue-border"]
            assert found == ([] if LEVELS[kind][y] else [("level", [place])])


@pytest.mark.parametrize("place", [(2, -2), (2, -3), (-1, -1), (5, -7)])
def test_level_is_the_same_in_every_column_and_depth(audit: Audit, place: Place) -> None:
    for tile, legal in [("downstairs/crypt", True), ("food/bakery", False)]:
        wrong_level = [fault for fault in audit({place: tile}) if fault.rule == "level"]
        assert len(wrong_level) == (0 if legal else 1)


def test_secret_room_lies_where_what_it_copies_could_not(placement: Faults) -> None:
    castle = {(2, 0): "outdoor/sty", (2, -1): "secret/in-the-rafters"}
    assert placement(castle) == []
    castle = {
        (0, -1): "downstairs/crypt",
        (-1, -1): "corridor/dead-end",
        (-1, 0): "secret/climb-the-ladder",
    }
    castle |= {(1, -1): "secret/behind-the-bookcase", (2, -1): "secret/push-the-third-stone"}
    castle |= {(2, 0): "secret/hidden-compartment"}
    assert placement(castle) == []


# Support


@pytest.mark.parametrize(
    ("rooms", "expected"),
    [
        ({(0, 1): "food/bakery", (1, 1): "food/pantry"}, []),
        ({(1, 1): "food/bakery", (2, 1): "food/pantry"}, [(2, 1)]),
        ({(0, 1): "food/bakery", (-1, 1): "food/pantry"}, [(-1, 1)]),
        ({(2, 0): "food/bakery", (2, 1): "food/pantry", (2, 2): "food/kitchen"}, []),
        ({(0, 1): "food/bakery", (0, 2): "food/pantry", (1, 2): "food/kitchen"}, [(1, 2)]),
        ({(2, 0): "food/bakery", (3, 0): "food/pantry"}, []),
        ({(0, -1): "corridor/dead-end", (-1, -1): "corridor/great-hall"}, []),
        ({(2, 0): "corridor/dead-end", (2, -1): "corridor/great-hall"}, []),
        (
            {(0, 1): "food/bakery", (1, 1): "food/pantry", (2, 1): "secret/behind-the-bookcase"},
            [(2, 1)],
        ),
        (
            {(0, 1): "corridor/dead-end", (-1, 1): "corridor/great-hall", (-1, 2): "food/bakery"},
            [(-1, 1)],
        ),
    ],
    ids=[
        "on both halves of the throne room",
        "right of them",
        "left of them",
        "on another room",
        "over a gap",
        "ground level needs none",
        "below ground needs none",
        "hanging below",
        "secret room",
        "only the lowest one hangs",
    ],
)
def test_tiles_above_ground_rest_on_a_tile(
    placement: Faults, rooms: dict[Place, str], expected: list[Place]
) -> None:
    assert placement(rooms) == [("support", [place]) for place in expected]


# Blue borders

BLUE = [tile for tile in TILES if tile.border is Border.BLUE]
WHITE = [tile for tile in TILES if tile.border is Border.WHITE]


def test_outdoor_rooms_fountains_and_towers_have_blue_borders() -> None:
    assert set(ids(BLUE)) == {
        *(tile.id for tile in TILES if tile.type is TileType.OUTDOOR),
        "specialty/fountain",
        "specialty/tower",
    }


@pytest.mark.parametrize("tile", BLUE, ids=ids(BLUE))
def test_nothing_lies_above_a_blue_border(tile: Tile, placement: Faults) -> None:
    for above in ("food/bakery", "secret/climb-the-ladder", "specialty/fountain"):
        castle = {(2, 0): tile.id, (2, 1): above}
        assert placement(castle) == [("blue-border", [(2, 1), (2, 0)])]


@pytest.mark.parametrize("tile", BLUE, ids=ids(BLUE))
def test_blue_border_bears_rooms_below_and_beside(tile: Tile, placement: Faults) -> None:
    castle = {
        (2, 0): "food/bakery",
        (3, 0): "food/pantry",
        (2, 1): tile.id,
        (3, 1): "food/kitchen",
        (1, 1): "food/brewery",
        (3, 2): "outdoor/sty",
        (1, 2): "food/buttery",
    }
    assert placement(castle) == []


def test_white_borders_may_be_covered(placement: Faults) -> None:
    places = [(x, 0) for x in range(2, 2 + len(WHITE))]
    castle = dict(zip(places, ids(WHITE), strict=True))
    above = {(x, 1): "food/bakery" for x, _ in places}
    assert {rule for rule, _ in placement({**castle, **above})} == {"level"}


def test_throne_room_may_not_lie_above_a_blue_border(placement: Faults) -> None:
    # No rule lets an outdoor room lie there, so both rules are broken.
    for place in [(0, -1), (1, -1)]:
        assert placement({place: "outdoor/sty"}) == [
            ("blue-border", [(0, 0), place]),
            ("level", [place]),
        ]


@pytest.mark.parametrize("arrow", ["secret/behind-the-bookcase", "secret/among-the-curtains"])
def test_secret_room_that_copies_an_outdoor_room_may_be_covered(
    placement: Faults, arrow: str
) -> None:
    assert placement({(2, 0): "outdoor/sty", (3, 0): arrow, (3, 1): "food/bakery"}) == []


# Edges and one piece


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((-1, 0), []),
        ((2, 0), []),
        ((0, 1), []),
        ((1, 1), []),
        ((0, -1), []),
        ((1, -1), []),
        ((-2, 0), ["shares-edge"]),
        ((3, 0), ["shares-edge"]),
        ((-1, -1), ["shares-edge"]),
        ((2, -1), ["shares-edge"]),
        ((0, -2), ["shares-edge"]),
        ((-1, 1), ["shares-edge", "support"]),
        ((2, 1), ["shares-edge", "support"]),
        ((0, 2), ["shares-edge", "support"]),
        ((1000, -1000), ["shares-edge"]),
    ],
)
def test_tile_shares_an_edge(placement: Faults, place: Place, expected: list[str]) -> None:
    assert placement({place: "corridor/dead-end"}) == [(rule, [place]) for rule in expected]


@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([[(5, 0)]], [("shares-edge", [(5, 0)])]),
        ([[(5, 0), (6, 0)]], [("one-piece", [(5, 0), (6, 0)])]),
        ([[(5, -2), (5, -1), (5, 0)]], [("one-piece", [(5, -2), (5, -1), (5, 0)])]),
        (
            [[(5, 0), (6, 0)], [(-5, 0), (-5, -1)]],
            [("one-piece", [(-5, 0), (-5, -1)]), ("one-piece", [(5, 0), (6, 0)])],
        ),
        (
            [[(5, 0), (6, 0)], [(8, 0)]],
            [("one-piece", [(5, 0), (6, 0)]), ("shares-edge", [(8, 0)])],
        ),
        ([[(3, -1), (4, -1)]], [("one-piece", [(3, -1), (4, -1)])]),
        ([[(3, 0), (4, 0)]], []),
        ([[(2, -1), (3, -1), (3, -2)]], []),
    ],
    ids=[
        "a lone tile",
        "a pair",
        "a column",
        "two groups",
        "a group and a lone tile",
        "only at a corner",
        "joined beside",
        "joined below",
    ],
)
def test_castle_is_one_piece(
    placement: Faults, groups: list[list[Place]], expected: list[tuple[str, list[Place]]]
) -> None:
    apart = {place: "corridor/dead-end" for group in groups for place in group}
    assert placement({(2, 0): "food/bakery", **apart}) == expected


@pytest.mark.parametrize("side", [(0, 1), (1, 1), (0, -1), (1, -1), (-1, 0), (2, 0)])
def test_throne_room_joins_all_its_sides(placement: Faults, side: Place) -> None:
    x, y = side
    further = (x, y + y) if y else (x + (1 if x > 0 else -1), 0)
    assert placement({side: "corridor/dead-end", further: "corridor/great-hall"}) == []


# Throne rooms


def test_castle_without_a_throne_room(placement: Faults) -> None:
    castle = row("food/bakery", "food/pantry")
    assert placement(castle, throne=None) == [("one-throne", [])]
    assert placement({}, throne=None) == [("one-throne", [])]


def test_rooms_of_a_castle_without_a_throne_room(build: Callable[..., Board]) -> None:
    board = build(row("food/bakery", "food/pantry"), throne=None)
    assert [room.tile.id for room in board.all_rooms] == ["food/bakery", "food/pantry"]


def test_places_of_a_missing_throne_room_hold_nothing_up(placement: Faults) -> None:
    castle = {(0, 1): "food/bakery", (1, 1): "food/pantry"}
    assert placement(castle, throne=None) == [
        ("one-throne", []),
        ("support", [(0, 1)]),
        ("support", [(1, 1)]),
    ]


def test_each_further_throne_room_is_a_fault(placement: Faults) -> None:
    castle = {(2, 0): "food/bakery", (3, 0): "throne/corridor-food"}
    assert placement(castle) == [("one-throne", [(3, 0)])]
    castle[2, -1] = "throne/utility-food"
    assert placement(castle) == [("one-throne", [(2, -1)]), ("one-throne", [(3, 0)])]


def test_second_throne_room_without_a_first_is_both_faults(placement: Faults) -> None:
    castle = row("food/bakery", "throne/corridor-food")
    assert placement(castle, throne=None) == [("one-throne", []), ("one-throne", [(3, 0)])]


def test_second_throne_room_far_away_shares_no_edge(placement: Faults) -> None:
    castle = {(2, 0): "food/bakery", (10, 0): "throne/corridor-food"}
    assert placement(castle) == [("one-throne", [(10, 0)]), ("shares-edge", [(10, 0)])]


def test_castle_of_a_second_throne_room_is_cut_off_and_not_the_first_one(
    placement: Faults,
) -> None:
    castle = {(2, 0): "food/bakery", (9, 0): "food/pantry", (10, 0): "throne/corridor-food"}
    assert placement(castle) == [("one-piece", [(9, 0), (10, 0)]), ("one-throne", [(10, 0)])]


def test_second_throne_room_is_two_tiles_wide(placement: Faults) -> None:
    castle = {(2, 0): "food/bakery", (10, 0): "throne/corridor-food", (12, 0): "food/pantry"}
    assert placement(castle) == [("one-piece", [(10, 0), (12, 0)]), ("one-throne", [(10, 0)])]


def test_second_throne_room_holds_up_and_is_covered_on_both_halves(placement: Faults) -> None:
    castle = {(2, 0): "food/bakery", (3, 0): "throne/corridor-food", (4, 1): "food/pantry"}
    assert placement(castle) == [("one-throne", [(3, 0)])]
    castle[4, 0] = "food/kitchen"
    assert placement(castle) == [("one-throne", [(3, 0)]), ("overlap", [(3, 0), (4, 0)])]


@pytest.mark.parametrize("place", [(-1, 0), (0, 0), (1, 0)])
def test_second_throne_room_on_the_first_is_one_overlap(placement: Faults, place: Place) -> None:
    expected = [("one-throne", [place]), ("overlap", [(0, 0), place])]
    castle = {(0, 1): "food/bakery", place: "throne/corridor-food"}
    assert placement(castle) == expected


# Overlaps


@pytest.mark.parametrize(
    ("rooms", "expected"),
    [
        ([((0, 0), "food/bakery")], [[(0, 0), (0, 0)]]),
        ([((1, 0), "food/bakery")], [[(0, 0), (1, 0)]]),
        ([((2, 0), "food/bakery")], []),
        ([((-1, 0), "food/bakery")], []),
        ([((2, 0), "food/bakery"), ((2, 0), "food/pantry")], [[(2, 0), (2, 0)]]),
        (
            [((2, 0), "food/bakery"), ((2, 0), "food/pantry"), ((2, 0), "food/kitchen")],
            [[(2, 0), (2, 0)], [(2, 0), (2, 0)]],
        ),
        (
            [((0, 0), "food/bakery"), ((1, 0), "food/pantry"), ((2, 0), "food/kitchen")],
            [[(0, 0), (0, 0)], [(0, 0), (1, 0)]],
        ),
    ],
    ids=["left half", "right half", "right of it", "left of it", "two", "three", "both halves"],
)
def test_no_two_tiles_lie_in_one_place(
    placement: Faults, rooms: list[tuple[Place, str]], expected: list[list[Place]]
) -> None:
    assert placement(rooms) == [("overlap", tiles) for tiles in expected]


def test_overlap_names_both_tiles(audit: Audit) -> None:
    found = audit([((2, 0), "food/wine-room"), ((2, 0), "food/scullery")])
    (overlap,) = (violation for violation in found if violation.rule == "overlap")
    assert [tile.id for tile in overlap.tiles] == ["food/wine-room", "food/scullery"]
    found = audit({(1, 0): "food/wine-room"}, throne="throne/utility-food")
    (overlap,) = (violation for violation in found if violation.rule == "overlap")
    assert [tile.id for tile in overlap.tiles] == ["throne/utility-food", "food/wine-room"]


@pytest.mark.parametrize("secret", ["secret/opposite-the-fireplace", "secret/around-the-corner"])
def test_what_an_overlap_is_copied_as_does_not_depend_on_the_order_of_its_tiles(
    audit: Audit, secret: str
) -> None:
    """The arrow of the secret room points east, where two tiles lie."""
    corridors = [((2, -1), "corridor/colonnade"), ((4, 0), "corridor/promenade")]
    two = [((3, 0), "sleeping/blanket-room"), ((3, 0), "corridor/hall-of-ghosts")]
    first, second = (audit([*corridors, ((2, 0), secret), *it]) for it in (two, two[::-1]))

    def told(found: list[Violation]) -> set[tuple[str, frozenset[str]]]:
        return {(it.rule, frozenset(tile.id for tile in it.tiles)) for it in found}

    assert told(first) == told(second)
    assert "forgotten-bonus" in {it.rule for it in first}  # that of three corridors and more


# Orientation


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_turned_tile_is_a_fault(placement: Faults, turned: int) -> None:
    castle = row("food/bakery", "food/pantry")
    orientations = {(2, 0): Orientation.UPRIGHT, (3, 0): Orientation(turned)}
    assert placement(castle, orientations=orientations) == [("orientation", [(3, 0)])]


def test_upright_and_unknown_tiles_are_no_fault(placement: Faults) -> None:
    castle = row("food/bakery", "food/pantry")
    for orientations in (
        None,
        {},
        {(2, 0): Orientation(0)},
        {(9, 9): Orientation.UPSIDE_DOWN},
    ):
        assert placement(castle, orientations=orientations) == []


def test_turned_throne_room_is_a_fault(placement: Faults) -> None:
    orientations = {(0, 0): Orientation.UPSIDE_DOWN}
    assert placement({}, orientations=orientations) == [("orientation", [(0, 0)])]


# Components


@pytest.mark.parametrize(
    ("tile", "copies"),
    [
        ("food/bakery", 1),
        ("secret/behind-the-bookcase", 1),
        ("activity/oratory", 1),
        ("living/saxophone-room", 1),
        ("specialty/ballroom-food", 2),
        ("specialty/fountain", 16),
        ("specialty/tower", 16),
        ("specialty/grand-foyer", 16),
    ],
)
def test_tile_is_there_at_most_as_often_as_in_the_box(
    components: Faults, tile: str, copies: int
) -> None:
    assert components(row(*[tile] * copies)) == []
    one_more = row(*[tile] * (copies + 1))
    assert components(one_more) == [("copies", list(one_more))]


def test_ballrooms_of_other_types_are_other_tiles(components: Faults) -> None:
    two_each = ["specialty/ballroom-food", "specialty/ballroom-living"] * 2
    assert components(row(*two_each)) == []


def test_each_tile_that_is_there_too_often_is_a_fault(components: Faults) -> None:
    castle = row("food/bakery", "food/pantry", "food/bakery", "food/pantry", "food/bakery")
    assert components(castle) == [
        ("copies", [(2, 0), (4, 0), (6, 0)]),
        ("copies", [(3, 0), (5, 0)]),
    ]


def test_two_spots_for_attendants(components: Faults) -> None:
    assert components({}, attendants=["painter", "painter"]) == []
    assert components({}, attendants=["painter", "knight", "painter"]) == [
        ("attendant-spots", [(0, 0)])
    ]
    assert components({}, attendants=["painter"] * 3, throne=None) == [("attendant-spots", [])]


def test_each_bonus_card_is_there_once(components: Faults) -> None:
    assert components({}, bonus_cards=["width", "height"]) == []
    assert components({}, bonus_cards=["width", "height", "width"]) == [("bonus-card-copies", [])]


def test_removed_bonus_cards(components: Faults) -> None:
    removed = frozenset({Counts.NEIGHBOUR_SPECIALTY})
    cards = ["neighbour-specialty", "specialty"]
    assert components({}, bonus_cards=cards) == []
    assert components({}, bonus_cards=cards, removed_cards=removed) == [("card-in-play", [])]
    assert components({}, bonus_cards=["specialty"], removed_cards=removed) == []


# Messages, groups, and the castle that breaks nothing


@pytest.mark.parametrize(
    ("rule", "castle", "english", "german"),
    [
        (
            Rule.LEVEL,
            {"rooms": {(0, -1): "food/wine-room"}},
            ["Wine Room (0, -1)", "food rooms"],
            ["Weinstube (0, -1)", "Speiseräume"],
        ),
        (
            Rule.LEVEL,
            {"rooms": {(2, 0): "downstairs/laboratory"}},
            ["Laboratory (2, 0)", "downstairs rooms"],
            ["Laboratorium (2, 0)", "Kellerräume"],
        ),
        (
            Rule.LEVEL,
            {"rooms": {(0, -1): "specialty/tower"}},
            ["Tower (0, -1)", "towers"],
            ["Turm (0, -1)", "Türme"],
        ),
        (
            Rule.SUPPORT,
            {"rooms": {(1, 1): "food/bakery", (2, 1): "sleeping/kings-chambers"}},
            ["King's Chambers (2, 1)"],
            ["Gemach des Königs (2, 1)"],
        ),
        (
            Rule.BLUE_BORDER,
            {"rooms": {(2, 0): "outdoor/firewood-storage", (2, 1): "living/map-room"}},
            ["Map Room (2, 1)", "Firewood Storage (2, 0)"],
            ["Kartographieraum (2, 1)", "Holzvorrat (2, 0)"],
        ),
        (
            Rule.SHARES_EDGE,
            {"rooms": {(5, 0): "corridor/echo-chamber"}},
            ["Echo Chamber (5, 0)"],
            ["Echokammer (5, 0)"],
        ),
        (
            Rule.ONE_PIECE,
            {"rooms": {(5, 0): "corridor/echo-chamber", (6, 0): "food/scullery"}},
            ["Echo Chamber (5, 0) and Scullery (6, 0)"],
            ["Echokammer (5, 0) und Spülküche (6, 0)"],
        ),
        (
            Rule.ONE_THRONE,
            {"rooms": {(2, 0): "throne/corridor-food"}},
            ["Throne Room (2, 0)"],
            ["Thronsaal (2, 0)"],
        ),
        (Rule.ONE_THRONE, {"rooms": {}, "throne": None}, ["throne room"], ["Thronsaal"]),
        (
            Rule.OVERLAP,
            {"rooms": [((2, 0), "food/wine-room"), ((2, 0), "food/scullery")]},
            ["Wine Room (2, 0)", "Scullery (2, 0)"],
            ["Weinstube (2, 0)", "Spülküche (2, 0)"],
        ),
        (
            Rule.OVERLAP,
            {"rooms": {(1, 0): "food/wine-room"}},
            ["Wine Room (1, 0)", "throne room"],
            ["Weinstube (1, 0)", "Thronsaal"],
        ),
        (
            Rule.ORIENTATION,
            {"rooms": {(2, 0): "food/wine-room"}, "orientations": {(2, 0): Orientation(270)}},
            ["Wine Room (2, 0)", "270"],
            ["Weinstube (2, 0)", "270"],
        ),
        (
            Rule.COPIES,
            {"rooms": {(2, 0): "food/wine-room", (3, 0): "food/wine-room"}},
            ["Wine Room", "2", "once"],
            ["Weinstube", "2", "einmal"],
        ),
        (
            Rule.COPIES,
            {"rooms": row(*["specialty/ballroom-food"] * 3)},
            ["Ballroom", "3", "2"],
            ["Ballroom", "3", "2"],
        ),
        (
            Rule.ATTENDANT_SPOTS,
            {"rooms": {}, "attendants": ["knight"] * 3},
            ["3 royal attendants"],
            ["3 königliche Bedienstete"],
        ),
        (
            Rule.BONUS_CARD_COPIES,
            {"rooms": {}, "bonus_cards": ["width"] * 2},
            ["Width", "2"],
            ["Gesamtbreite", "2"],
        ),
        (
            Rule.CARD_IN_PLAY,
            {"rooms": {}, "bonus_cards": ["width"], "removed_cards": {Counts.WIDTH}},
            ["Width"],
            ["Gesamtbreite"],
        ),
    ],
)
def test_message_names_the_tiles_in_the_language_asked_for(
    audit: Audit, rule: Rule, castle: dict[str, Any], english: list[str], german: list[str]
) -> None:
    for language, expected in [(Language.EN, english), (Language.DE, german)]:
        (violation,) = (
            violation for violation in audit(**castle, language=language) if violation.rule == rule
        )
        assert violation.severity is Severity.ILLEGAL
        assert violation.group is RULES[rule].group
        for text in expected:
            assert text in violation.message
        assert "{" not in violation.message
        assert violation.message[-1] == "."


def test_german_message_keeps_an_english_name_where_none_is_known(audit: Audit) -> None:
    (violation,) = (
        violation
        for violation in audit({(5, 0): "activity/oratory"}, language=Language.DE)
        if violation.rule == "shares-edge"
    )
    assert violation.message.startswith("Oratory (5, 0) hat")


def test_every_rule_has_a_group_and_a_source() -> None:
    assert set(RULES) == set(Rule)
    for info in RULES.values():
        assert "p. " in info.source or "Solo modes" in info.source


def test_violation_document(audit: Audit) -> None:
    (violation,) = (
        violation for violation in audit({(5, 0): "food/bakery"}) if violation.rule == "shares-edge"
    )
    assert violation.model_dump() == {
        "rule": "shares-edge",
        "group": "placement",
        "severity": "illegal",
        "tiles": [{"id": "food/bakery", "x": 5, "y": 0}],
        "message": "Bakery (5, 0) shares no edge with any other tile of the castle.",
    }


def test_placement_comes_before_components_before_economy(audit: Audit) -> None:
    castle = row("food/bakery", "food/bakery", "specialty/tower") | {(8, 0): "food/pantry"}
    groups = [violation.group for violation in audit(castle, attendants=["knight"] * 3)]
    assert groups == sorted(groups, key=list(Group).index)
    assert set(groups) == set(Group)


def test_a_turned_throne_room_is_reported_once(build: Callable[..., Board]) -> None:
    board = build({(2, 0): "food/bakery"})
    turned = {(0, 0): Orientation.UPSIDE_DOWN, (1, 0): Orientation.UPSIDE_DOWN}
    (fault,) = check_orientation(board, words_in(Language.EN), turned)
    assert [tile.id for tile in fault.tiles] == ["throne/living-corridor"]
