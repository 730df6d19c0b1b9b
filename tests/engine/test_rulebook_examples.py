"""The worked examples of the two rulebooks, each with its page (of the English rulebooks).

"S&S" is the rulebook of Secrets & Soirees, whose sections are named since it has no page numbers.
"""

from collections.abc import Callable
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import Board
from castlescan.engine.between_two_castles.score import Category, Score
from castlescan.engine.violations import Violation

Place = tuple[int, int]
Points = Callable[..., int]
Faults = Callable[..., list[tuple[str, list[Place]]]]


# The castle of p. 13, "Castle Exemplar", is pictured and not described. This is one that fills its sheet
# with the same numbers; the comments say why, room by room.
CASTLE_EXEMPLAR = {
    "throne": "throne/corridor-downstairs",  # mirror; nothing lies below it: 0
    "rooms": {
        (2, 1): "food/wine-room",  # sleeping above and below: 4
        (3, 0): "living/tapestry-room",  # one sleeping, at (2, 0): 1
        (3, 1): "living/salon",  # two sleeping, at (2, 0) and (2, 2): 2
        (0, 1): "living/library",  # throne room and grand foyer: 2
        (2, 3): "living/map-room",  # one sleeping, at (2, 2): 1
        (-1, 1): "living/waiting-room",  # corridors at (-1, 0) and (0, 2): 2
        (4, 0): "utility/game-storage",  # two connected living rooms, at (3, 0) and (3, 1): 2
        (4, 1): "utility/washroom",  # the same two: 2
        (-2, 0): "outdoor/vineyard",  # five living rooms: 5
        (2, 0): "sleeping/nursery",  # all six other types are there: 4
        (2, 2): "sleeping/bunk-room",  # 4
        (-1, 2): "sleeping/solar",  # 4
        (0, 2): "corridor/hall-of-mirrors",  # mirrors at (-1, 1) and (-1, 2): 2
        (-1, 0): "corridor/hall-of-portraits",  # no painting around it: 0
        (3, -1): "corridor/great-hall",  # swords at (3, 0) and (4, 0): 2
        (2, -1): "downstairs/quiet-room",  # two sleeping above it: 2
        (2, 4): "specialty/tower",  # five rooms below it: 5
        (5, 0): "specialty/fountain",  # 5
        (1, 1): "specialty/grand-foyer",  # throne, (2, 0), (2, 1), (2, 2), (0, 1), (0, 2): 6
    },
    # Mirrors: throne, wine room, map room, washroom, waiting room, solar, hall of mirrors: 7
    "attendants": ["beautician"],
}


# S&S, Secret Rooms, the example below the clarifications: the rooms of its text, upper row first.
SECRET_ROOM_EXAMPLE = {
    (-5, 1): "outdoor/horseshoe-pit",
    (-4, 1): "sleeping/tent-room",
    (-3, 1): "utility/ball-storage",
    (-2, 1): "corridor/vestibule",
    (-5, 0): "activity/painting-room",
    (-4, 0): "living/lounge",
    (-3, 0): "activity/singers-chamber",
    (-2, 0): "secret/behind-the-bookcase",
    (-1, 0): "specialty/ballroom-activity",
}


def row(*tiles: str, start: int = 2, y: int = 0) -> dict[Place, str]:
    """Lay tiles side by side, to the right of the throne room unless told otherwise."""
    return {(start + index, y): tile for index, tile in enumerate(tiles)}


def rules(violations: list[Violation]) -> list[str]:
    return [violation.rule for violation in violations]


# p. 3, building


KINGS_CHAMBERS_UNSUPPORTED = {
    (0, 1): "outdoor/firewood-storage",
    (2, 0): "food/wine-room",
    (3, 1): "sleeping/kings-chambers",
    (3, -1): "corridor/echo-chamber",
    (2, -1): "corridor/great-hall",
}


def test_p3_kings_chambers_needs_a_room_below(faults: Faults) -> None:
    found = faults(KINGS_CHAMBERS_UNSUPPORTED)
    assert ("support", [(3, 1)]) in found
    assert [places for rule, places in found if rule == "support"] == [[(3, 1)]]


def test_p3_kings_chambers_rests_on_a_room(faults: Faults) -> None:
    assert faults({**KINGS_CHAMBERS_UNSUPPORTED, (3, 0): "living/map-room"}) == []


def test_p3_firewood_storage_above_and_wine_room_beside_the_throne(faults: Faults) -> None:
    assert faults({(0, 1): "outdoor/firewood-storage", (2, 0): "food/wine-room"}) == []


@pytest.mark.parametrize(
    ("place", "shares"),
    [((3, 0), True), ((2, 1), True), ((3, -1), False), ((4, 0), False)],
    ids=["beside", "above", "only at a corner", "a space away"],
)
def test_p3_new_tile_shares_an_edge(faults: Faults, place: Place, shares: bool) -> None:
    castle = {(2, 0): "food/wine-room", place: "corridor/echo-chamber"}
    assert faults(castle) == ([] if shares else [("shares-edge", [place])])


# p. 5, food rooms


@pytest.mark.parametrize(
    ("sleeping", "expected"),
    [
        ([], 0),
        ([(5, 2)], 2),
        ([(5, 0)], 2),
        ([(5, 2), (5, 0)], 4),
        ([(4, 1), (6, 1)], 0),
        ([(5, 2), (5, 0), (5, 3), (5, -1), (4, 2), (6, 0)], 4),
    ],
    ids=["none", "above", "below", "both", "beside", "at most two count"],
)
def test_p5_wine_room_wants_sleeping_above_and_below(
    points: Points, sleeping: list[Place], expected: int
) -> None:
    castle = {(5, 1): "food/wine-room", **dict.fromkeys(sleeping, "sleeping/nursery")}
    assert points(castle, (5, 1)) == expected


@pytest.mark.parametrize("room", ["food/chocolate-room", "food/spice-room"])
@pytest.mark.parametrize(
    ("downstairs", "expected"),
    [
        ([(5, -1)], 2),
        ([(5, -2)], 2),
        ([(5, -1), (5, -2)], 4),
        ([(5, -3)], 0),
        ([(5, 1)], 0),
        ([(4, -1), (6, -1)], 0),
        ([(5, -1), (5, -2), (5, -3)], 4),
    ],
    ids=["one below", "two below", "both", "three below", "above", "diagonal", "at most two"],
)
def test_p5_chocolate_and_spice_room_look_two_spaces_down(
    points: Points, room: str, downstairs: list[Place], expected: int
) -> None:
    castle = {(5, 0): room, **dict.fromkeys(downstairs, "downstairs/crypt")}
    assert points(castle, (5, 0)) == expected


# Three food rooms, three living rooms, and no third room of any other type: 17 room tiles.
FOOD_BONUS_MAKES_THE_THIRD_LIVING_ROOM = [
    *("living/map-room", "living/salon", "food/wine-room", "food/bakery", "food/kitchen"),
    "living/parlor",
    *("utility/kennel", "utility/sauna", "outdoor/sty", "outdoor/stables"),
    *("sleeping/nursery", "sleeping/loft", "corridor/dead-end", "corridor/purgatory"),
    *("activity/oratory", "activity/theatre", "food/pantry"),
]


def test_p5_food_bonus_may_bring_the_third_living_room(
    audit: Callable[..., list[Violation]],
) -> None:
    castle = row(*FOOD_BONUS_MAKES_THE_THIRD_LIVING_ROOM)
    assert len(castle) == 17
    assert audit(castle, attendants=["painter"]) == []


def test_p5_attendant_of_the_third_living_room_may_be_forgotten(
    audit: Callable[..., list[Violation]],
) -> None:
    (violation,) = audit(row(*FOOD_BONUS_MAKES_THE_THIRD_LIVING_ROOM))
    assert (violation.rule, violation.severity) == ("forgotten-bonus", "suspect")
    assert [tile.id for tile in violation.tiles] == [
        "living/map-room",
        "living/salon",
        "living/parlor",
    ]


def test_p5_without_a_food_bonus_there_is_no_seventeenth_tile(faults: Faults) -> None:
    tiles = FOOD_BONUS_MAKES_THE_THIRD_LIVING_ROOM
    two_food = [tile for tile in tiles if tile not in ("food/kitchen", "food/pantry")]
    two_food += ["downstairs/crypt", "downstairs/armory"]
    castle = row(*two_food[:-2]) | row(*two_food[-2:], y=-1)
    assert len(castle) == 17
    assert faults(castle, attendants=["painter"]) == [("drafted-tiles", [])]


# p. 6, living rooms

AROUND = [(4, 2), (5, 2), (6, 2), (4, 1), (6, 1), (4, 0), (5, 0), (6, 0)]


@pytest.mark.parametrize("count", range(9))
def test_p6_map_room_scores_each_sleeping_room_around_it(points: Points, count: int) -> None:
    castle = {(5, 1): "living/map-room", **dict.fromkeys(AROUND[:count], "sleeping/nursery")}
    assert points(castle, (5, 1)) == count


def test_p6_map_room_scores_at_most_eight(points: Points) -> None:
    everywhere = {(x, y): "sleeping/nursery" for x in range(2, 9) for y in range(5)}
    assert points({**everywhere, (5, 1): "living/map-room"}, (5, 1)) == 8


@pytest.mark.parametrize("room", ["living/taxidermy-showroom", "living/cape-room"])
def test_p6_living_room_that_wants_downstairs_scores_at_most_six(points: Points, room: str) -> None:
    below = {(x, y): "downstairs/crypt" for x in range(2, 9) for y in (-1, -2, -3)}
    assert points({**below, (5, 0): room}, (5, 0)) == 6


@pytest.mark.parametrize(
    "room", ["living/meditation-room", "living/reading-room", "living/sitting-room"]
)
def test_p6_living_room_that_wants_outdoor_scores_six_in_a_legal_castle(
    points: Points, faults: Faults, room: str
) -> None:
    castle = {
        (2, 0): "food/bakery",
        (3, 0): "food/kitchen",
        (4, 0): "sleeping/nursery",
        (3, 1): room,
        (2, 1): "outdoor/sty",
        (4, 1): "outdoor/stables",
        (3, 2): "outdoor/aviary",
    }
    assert faults(castle, attendants=[]) == []
    assert points(castle, (3, 1)) == 6


@pytest.mark.parametrize("room", ["living/library", "living/study"])
@pytest.mark.parametrize("place", [(0, 1), (1, 1), (-1, 1), (2, 0), (2, -1), (0, -1)])
def test_p6_throne_room_counts_one_for_living_rooms(
    points: Points, room: str, place: Place
) -> None:
    assert points({place: room}, place) == 1


# Three paintings: the chocolate room, the salon, and the throne room utility-food.
THREE_PAINTINGS = {
    (2, 0): "food/chocolate-room",
    (3, 0): "living/salon",
    (4, 0): "living/library",
    (5, 0): "living/observatory",
}


@pytest.mark.parametrize(
    ("attendants", "expected"),
    [
        (["painter"], [3]),
        (["painter", "painter"], [3, 3]),
        (["painter", "knight"], [3, 1]),
        (["beautician"], [0]),
    ],
    ids=["one", "two of a kind score 2 a hanging", "two different", "no such hanging"],
)
def test_p6_attendants_score_each_room_with_their_hanging(
    score: Callable[..., Score], attendants: list[str], expected: list[int]
) -> None:
    scored = score(THREE_PAINTINGS, throne="throne/utility-food", attendants=attendants)
    assert [attendant.points for attendant in scored.attendants] == expected
    assert scored.categories[Category.ATTENDANTS] == sum(expected)


def test_p6_attendant_names_the_rooms_that_scored(score: Callable[..., Score]) -> None:
    scored = score(THREE_PAINTINGS, throne="throne/utility-food", attendants=["painter"])
    assert {(tile.id, tile.x, tile.y) for tile in scored.attendants[0].why} == {
        ("throne/utility-food", 0, 0),
        ("food/chocolate-room", 2, 0),
        ("living/salon", 3, 0),
    }


def test_p6_second_attendant_comes_with_the_downstairs_bonus(faults: Faults) -> None:
    living = row("living/salon", "living/library", "living/observatory")
    cellar = row("downstairs/crypt", "downstairs/armory", "downstairs/dungeon", y=-1)
    assert faults({**living, **cellar}, attendants=["painter", "painter"]) == []
    assert faults(living, attendants=["painter", "knight"]) == [("attendants-earned", [])]


# p. 7, utility rooms


GAME_STORAGE_EXAMPLE = {
    (-1, 0): "living/taxidermy-showroom",
    (2, 0): "utility/game-storage",
    (2, 1): "living/map-room",
    (3, 1): "living/salon",
    (3, 0): "living/library",
    (4, 0): "living/parlor",
    (3, 2): "living/study",
}


def test_p7_game_storage_scores_five_connected_living_rooms(
    earned: Callable[..., tuple[int, list[Place]]],
) -> None:
    connected = [(2, 1), (3, 0), (3, 1), (3, 2), (4, 0)]
    assert earned(GAME_STORAGE_EXAMPLE, (2, 0)) == (5, connected)


def test_p7_showroom_beyond_the_throne_is_not_connected(points: Points) -> None:
    without = {k: v for k, v in GAME_STORAGE_EXAMPLE.items() if k != (-1, 0)}
    assert points(without, (2, 0)) == 5


# p. 8, outdoor rooms


@pytest.mark.parametrize("count", [0, 1, 3, 9])
def test_p8_grand_balcony_scores_every_sleeping_room(points: Points, count: int) -> None:
    sleeping = row(*["sleeping/nursery"] * count, start=4)
    assert points({(-1, 0): "outdoor/grand-balcony", **sleeping}, (-1, 0)) == count


def test_p8_nothing_lies_above_a_blue_border(faults: Faults) -> None:
    castle = {
        (2, 0): "food/wine-room",
        (2, 1): "outdoor/grand-balcony",
        (2, 2): "sleeping/nursery",
    }
    assert faults(castle) == [("blue-border", [(2, 2), (2, 1)])]


def test_p8_outdoor_room_lies_above_other_borders_and_has_rooms_beside_it(faults: Faults) -> None:
    castle = {
        (2, 0): "food/wine-room",
        (2, 1): "outdoor/grand-balcony",
        (3, 0): "food/bakery",
        (3, 1): "sleeping/nursery",
        (1, 1): "sleeping/solar",
    }
    assert faults(castle) == []


@pytest.mark.parametrize("place", [(2, 0), (0, 1), (9, 3)])
def test_p8_fountain_always_scores_five(points: Points, place: Place) -> None:
    assert points({place: "specialty/fountain", (4, 0): "food/bakery"}, place) == 5


# p. 9, sleeping rooms


SIX_TYPES = [
    "food/bakery",
    "living/salon",
    "utility/kennel",
    "outdoor/sty",
    "corridor/dead-end",
    "downstairs/crypt",
]


def test_p9_sleeping_room_scores_four_with_all_six_other_types(points: Points) -> None:
    assert points({**row(*SIX_TYPES, start=3), (-1, 0): "sleeping/solar"}, (-1, 0)) == 4


@pytest.mark.parametrize("missing", SIX_TYPES)
def test_p9_sleeping_room_scores_one_without_one_of_the_types(points: Points, missing: str) -> None:
    others = row(*(tile for tile in SIX_TYPES if tile != missing), start=3)
    assert points({**others, (-1, 0): "sleeping/solar"}, (-1, 0)) == 1


def test_p9_tower_scores_four_rooms_below_it_down_to_the_cellar(
    earned: Callable[..., tuple[int, list[Place]]],
) -> None:
    castle = {
        (2, 2): "specialty/tower",
        (2, 1): "sleeping/nursery",
        (2, 0): "food/bakery",
        (2, -1): "corridor/dead-end",
        (2, -2): "downstairs/crypt",
        (3, 0): "food/kitchen",
        (3, -1): "downstairs/armory",
    }
    assert earned(castle, (2, 2)) == (4, [(2, -2), (2, -1), (2, 0), (2, 1)])


# p. 10, corridors


@pytest.mark.parametrize("count", range(9))
def test_p10_echo_chamber_scores_each_torch_around_it(points: Points, count: int) -> None:
    torches = dict.fromkeys(AROUND[:count], "food/buttery")
    swords = dict.fromkeys(AROUND[count:], "food/bakery")
    assert points({(5, 1): "corridor/echo-chamber", **torches, **swords}, (5, 1)) == count


@pytest.mark.parametrize(
    ("throne", "expected"), [("throne/living-corridor", 1), ("throne/corridor-food", 0)]
)
@pytest.mark.parametrize("place", [(-1, 0), (0, 1), (1, 1), (2, -1), (1, -1)])
def test_p10_hanging_of_the_throne_room_counts_once(
    points: Points, throne: str, place: Place, expected: int
) -> None:
    assert points({place: "corridor/echo-chamber"}, place, throne=throne) == expected


def test_p10_grand_foyer_scores_five_with_both_halves_of_the_throne(
    earned: Callable[..., tuple[int, list[Place]]],
) -> None:
    castle = {
        (0, 1): "specialty/grand-foyer",
        (-1, 0): "food/bakery",
        (-1, 1): "sleeping/nursery",
        (1, 1): "living/salon",
        (0, 2): "utility/kennel",
    }
    assert earned(castle, (0, 1)) == (5, [(-1, 0), (-1, 1), (0, 0), (0, 2), (1, 1)])


# p. 11, downstairs rooms


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        ({(2, 0): "utility/kennel", (2, 1): "utility/sauna"}, 2),
        ({(2, 0): "utility/kennel", (2, 1): "food/bakery", (2, 2): "utility/sauna"}, 2),
        ({(2, 0): "food/bakery", (3, 0): "utility/sauna"}, 0),
    ],
    ids=["stacked", "with another between", "another column"],
)
def test_p11_laboratory_scores_utility_rooms_of_its_column(
    points: Points, castle: dict[Place, str], expected: int
) -> None:
    assert points({(2, -1): "downstairs/laboratory", **castle}, (2, -1)) == expected


@pytest.mark.parametrize(
    "room", ["downstairs/laboratory", "corridor/dead-end", "specialty/grand-foyer"]
)
def test_p11_nothing_needs_to_lie_above_a_room_below_ground(faults: Faults, room: str) -> None:
    castle = {(1, -1): "corridor/echo-chamber", (2, -1): room}
    assert [fault for fault in faults(castle) if fault[0] != "specialty-rooms"] == []


@pytest.mark.parametrize("obtained_by_own_rooms", [False, True], ids=["not yet", "already"])
def test_p11_downstairs_bonus_may_be_one_obtained_already_or_not_yet(
    faults: Faults, obtained_by_own_rooms: bool
) -> None:
    living = ["living/salon", "living/library", "living/observatory"]
    cellar = row("downstairs/crypt", "downstairs/armory", "downstairs/dungeon", y=-1)
    castle = row(*living if obtained_by_own_rooms else living[:2]) | row("food/bakery", start=5)
    castle |= cellar
    castle[4, 0] = "living/observatory" if obtained_by_own_rooms else "food/kitchen"
    earned = 2 if obtained_by_own_rooms else 1
    assert faults(castle, attendants=["painter", "knight"][:earned]) == []
    too_many = faults(castle, attendants=["painter", "knight", "knight"][: earned + 1])
    assert ("attendants-earned", []) in too_many


# p. 12, throne rooms


@pytest.mark.parametrize(
    ("left", "right", "expected"),
    [
        ("living/salon", "corridor/dead-end", 4),
        ("corridor/dead-end", "living/salon", 4),
        ("living/salon", "living/library", 4),
        ("corridor/dead-end", "food/bakery", 2),
        ("food/bakery", "living/salon", 2),
        ("food/bakery", "food/kitchen", 0),
    ],
)
def test_p12_throne_room_scores_two_for_each_spot_with_either_type(
    score: Callable[..., Score], left: str, right: str, expected: int
) -> None:
    castle = {(-1, 0): left, (2, 0): right, (0, 1): "living/study", (1, -1): "corridor/purgatory"}
    scored = score(castle, throne="throne/living-corridor")
    assert scored.throne.points == expected


# p. 13, the end of the game


def test_p13_castle_exemplar_scores_62_points(score: Callable[..., Score]) -> None:
    scored = score(**CASTLE_EXEMPLAR)
    by_type: dict[str, list[int]] = {}
    for room in scored.rooms:
        by_type.setdefault(room.id.partition("/")[0], []).append(room.points)
    specialties = sorted(by_type.pop("specialty"))
    assert {kind: sorted(points) for kind, points in by_type.items()} == {
        "food": [4],
        "living": [1, 1, 2, 2, 2],
        "utility": [2, 2],
        "outdoor": [5],
        "sleeping": [4, 4, 4],
        "corridor": [0, 2, 2],
        "downstairs": [2],
    }
    assert specialties == [5, 5, 6]
    assert scored.categories == {
        "food": 4,
        "living": 8,
        "utility": 4,
        "outdoor": 5,
        "sleeping": 12,
        "corridor": 4,
        "downstairs": 2,
        "activity": 0,
        "towers": 5,
        "fountains": 5,
        "grand-foyers": 6,
        "ballrooms": 0,
        "bonus-cards": 0,
        "attendants": 7,
        "throne": 0,
    }
    assert scored.total == 62


def test_p13_castle_exemplar_is_what_a_whole_game_builds(
    audit: Callable[..., list[Violation]],
) -> None:
    # 16 room tiles; third living, sleeping and corridor rooms and a fifth living room.
    assert audit(**CASTLE_EXEMPLAR) == []


# S&S, Activity Rooms


def test_activity_rooms_painting_room_scores_its_two_neighbours(points: Points) -> None:
    castle = {
        (5, 0): "activity/painting-room",
        (6, 0): "living/lounge",
        (5, 1): "outdoor/horseshoe-pit",
        (6, 1): "sleeping/tent-room",
    }
    assert points(castle, (5, 0)) == 2


@pytest.mark.parametrize(("corner", "expected"), [("sleeping/tent-room", 1), ("living/parlor", 2)])
def test_activity_rooms_singers_chamber_falls_to_one_point_beside_a_sleeping_room(
    points: Points, corner: str, expected: int
) -> None:
    castle = {
        (5, 0): "activity/singers-chamber",
        (4, 0): "living/lounge",
        (5, 1): "utility/ball-storage",
        (4, 1): corner,
    }
    assert points(castle, (5, 0)) == expected


# S&S, Secret Rooms


def test_secret_rooms_living_room_copied_is_the_third_living_room(faults: Faults) -> None:
    castle = row("living/salon", "living/library", "secret/behind-the-bookcase")
    assert faults(castle, attendants=["knight"]) == []
    # It copies another type: only two living rooms.
    castle = row("living/salon", "living/library", "food/bakery", "secret/behind-the-bookcase")
    assert faults(castle, attendants=["knight"]) == [("attendants-earned", [])]


def test_secret_rooms_fourth_living_room_earns_nothing_more(faults: Faults) -> None:
    castle = row("living/salon", "living/library", "secret/behind-the-bookcase", "living/parlor")
    assert faults(castle, attendants=["knight"]) == []
    assert faults(castle, attendants=["knight", "knight"]) == [("attendants-earned", [])]


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ((-5, 1), (3, [(-5, 0), (-3, 0), (-2, 0)])),
        ((-4, 1), (1, [])),
        ((-3, 1), (2, [(-3, 0), (-2, 0)])),
        ((-2, 1), (2, [(-3, 0), (-2, 0)])),
        ((-5, 0), (2, [(-5, 1), (-4, 0)])),
        ((-4, 0), (2, [(-5, 0), (-3, 0)])),
        ((-3, 0), (1, [(-4, 1)])),
        ((-2, 0), (3, [(-3, 0), (-2, 1), (-1, 0)])),
    ],
    ids=list(SECRET_ROOM_EXAMPLE.values())[:-1],
)
def test_secret_rooms_example(
    earned: Callable[..., tuple[int, list[Place]]],
    place: Place,
    expected: tuple[int, list[Place]],
) -> None:
    assert earned(SECRET_ROOM_EXAMPLE, place) == expected


def test_secret_rooms_example_ballroom_counts_the_neighbours(
    build: Callable[..., Board], earned: Callable[..., tuple[int, list[Place]]]
) -> None:
    left = build({(2, 0): "activity/theatre", (3, 0): "secret/behind-the-bookcase"})
    right = build({(-1, 0): "activity/oratory", (2, 0): "food/bakery"})
    found = earned(SECRET_ROOM_EXAMPLE, (-1, 0), neighbours=[left, right])
    assert found == (3, [(-1, 0), (2, 0), (3, 0)])


def test_secret_rooms_example_earned_its_ballroom(faults: Faults) -> None:
    # The text tells of no other way from the throne room than over the ballroom, which then cannot
    # have been earned in time; a way through the cellar mends that.
    assert faults(SECRET_ROOM_EXAMPLE) == [("building-order", [(-1, 0)])]
    cellar = {
        (0, -1): "corridor/dead-end",
        (0, -2): "downstairs/crypt",
        (-1, -2): "secret/among-the-curtains",
        (-2, -2): "secret/around-the-corner",
        (-3, -2): "corridor/great-hall",
        (-4, -2): "downstairs/armory",
        (-4, -1): "corridor/promenade",
    }
    castle = {**SECRET_ROOM_EXAMPLE, **cellar}
    assert faults(castle) == []
    assert faults({**castle, (-2, 0): "food/bakery"}) == [("specialty-rooms", [(-1, 0)])]


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        # Several secret rooms point at one regular room, which two sleeping rooms touch.
        (
            {
                (5, 1): "living/map-room",
                (4, 1): "secret/around-the-corner",
                (6, 1): "secret/behind-the-bookcase",
                (5, 2): "secret/climb-the-ladder",
                (4, 0): "sleeping/nursery",
                (6, 0): "sleeping/loft",
            },
            {(5, 1): 2, (4, 1): 1, (6, 1): 1, (5, 2): 0},
        ),
        # A chain: both copy the regular room at its end, each in its own place.
        (
            {
                (5, 0): "living/map-room",
                (6, 0): "secret/behind-the-bookcase",
                (7, 0): "secret/amidst-the-plants",
                (7, 1): "sleeping/nursery",
                (8, 0): "sleeping/loft",
            },
            {(5, 0): 0, (6, 0): 1, (7, 0): 2},
        ),
        # Two that point at each other score nothing.
        (
            {
                (5, 0): "secret/around-the-corner",
                (6, 0): "secret/behind-the-bookcase",
                (5, 1): "sleeping/nursery",
            },
            {(5, 0): 0, (6, 0): 0},
        ),
        # So do four in a ring, and one that points into the ring.
        (
            {
                (5, 1): "secret/around-the-corner",
                (6, 1): "secret/climb-the-ladder",
                (6, 0): "secret/behind-the-bookcase",
                (5, 0): "secret/in-the-rafters",
                (7, 0): "secret/amidst-the-plants",
            },
            {(5, 1): 0, (6, 1): 0, (6, 0): 0, (5, 0): 0, (7, 0): 0},
        ),
        # Specialty rooms cannot be copied, the throne room neither.
        (
            {
                (5, 0): "specialty/fountain",
                (6, 0): "secret/behind-the-bookcase",
                (2, 0): "secret/amidst-the-plants",
            },
            {(5, 0): 5, (6, 0): 0, (2, 0): 0},
        ),
        # Nothing there, and a regular room one space farther is not reached.
        (
            {(5, 0): "living/observatory", (7, 0): "secret/behind-the-bookcase"},
            {(5, 0): 0, (7, 0): 0},
        ),
    ],
    ids=["several at one", "chain", "loop of two", "ring of four", "specialty", "no skipping"],
)
def test_secret_rooms_clarifications(
    points: Points, castle: dict[Place, str], expected: dict[Place, int]
) -> None:
    assert {place: points(castle, place) for place in expected} == expected


@pytest.mark.parametrize(
    ("arrow", "pointed_at"),
    [
        ("secret/in-the-rafters", (5, 2)),
        ("secret/around-the-corner", (6, 1)),
        ("secret/climb-the-ladder", (5, 0)),
        ("secret/behind-the-bookcase", (4, 1)),
    ],
)
def test_secret_rooms_copy_the_room_that_their_arrow_points_at(
    score: Callable[..., Score], arrow: str, pointed_at: Place
) -> None:
    around = dict.fromkeys([(5, 2), (6, 1), (5, 0), (4, 1)], "food/bakery")
    scored = score({**around, (5, 1): arrow, pointed_at: "specialty/fountain"})
    assert scored.categories[Category.FOOD] == 0
    # The observatory copied sees the observatory that it copies, a living room beside it.
    castle = {**around, (5, 1): arrow, pointed_at: "living/observatory"}
    assert score(castle).categories[Category.LIVING] == 2


def test_secret_rooms_copy_underground_what_cannot_lie_there(
    faults: Faults, points: Points
) -> None:
    castle = {
        (2, 0): "living/observatory",
        (2, -1): "secret/in-the-rafters",
        (3, -1): "corridor/dead-end",
        (3, -2): "secret/ride-the-dumbwaiter",
    }
    assert faults(castle) == []
    assert points(castle, (2, -1)) == 1


def test_secret_rooms_have_no_blue_border(faults: Faults) -> None:
    castle = {
        (2, 0): "outdoor/sty",
        (3, 0): "secret/behind-the-bookcase",
        (3, 1): "sleeping/nursery",
    }
    assert faults(castle) == []


def test_secret_rooms_follow_the_other_placement_rules(faults: Faults) -> None:
    above_outdoor = {(2, 0): "outdoor/sty", (2, 1): "secret/climb-the-ladder"}
    assert faults(above_outdoor) == [("blue-border", [(2, 1), (2, 0)])]
    alone = {(2, 0): "food/bakery", (4, 0): "secret/behind-the-bookcase"}
    assert faults(alone) == [("shares-edge", [(4, 0)])]
    unsupported = {
        (2, 0): "food/bakery",
        (2, 1): "food/kitchen",
        (3, 1): "secret/around-the-corner",
    }
    assert faults(unsupported) == [("support", [(3, 1)])]


# S&S, Sleeping Rooms Rule Change


SEVEN_TYPES = [*SIX_TYPES, "activity/oratory"]


@pytest.mark.parametrize("missing", SEVEN_TYPES)
def test_sleeping_rooms_want_any_six_of_the_seven_other_types(points: Points, missing: str) -> None:
    six = [tile for tile in SEVEN_TYPES if tile != missing]
    assert points({**row(*six, start=3), (-1, 0): "sleeping/loft"}, (-1, 0)) == 4
    assert points({**row(*six[1:], start=3), (-1, 0): "sleeping/loft"}, (-1, 0)) == 1


@pytest.mark.parametrize(
    "seventh",
    [
        "sleeping/nursery",
        "specialty/fountain",
        "specialty/ballroom-outdoor",
        "secret/behind-the-bookcase",
        "secret/in-the-rafters",
    ],
)
def test_sleeping_rooms_count_no_specialty_secret_or_sleeping_room(
    points: Points, seventh: str
) -> None:
    five = row(*SIX_TYPES[:5], seventh, start=3)
    assert points({**five, (-1, 0): "sleeping/loft"}, (-1, 0)) == 1


# S&S, Activity Rooms, Bonus


def test_activity_rooms_third_one_earns_a_ballroom(faults: Faults) -> None:
    three = row("activity/oratory", "activity/theatre", "activity/chess-room")
    assert faults({**three, (-1, 0): "specialty/ballroom-food"}) == []
    three[4, 0] = "food/bakery"
    castle: dict[Place, Any] = {**three, (-1, 0): "specialty/ballroom-food"}
    assert faults(castle) == [("specialty-rooms", [(-1, 0)])]


def test_activity_rooms_fifth_room_of_any_type_may_be_a_ballroom(faults: Faults) -> None:
    five = [f"food/{name}" for name in ("bakery", "kitchen", "pantry", "brewery", "buttery")]
    assert faults({**row(*five), (-1, 0): "specialty/ballroom-food"}) == []
    assert faults({**row(*five[:4]), (-1, 0): "specialty/ballroom-food"}) == [
        ("specialty-rooms", [(-1, 0)])
    ]
