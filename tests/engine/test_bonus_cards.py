"""The 28 bonus cards (base rulebook p. 15; Secrets & Soirees, New Bonus Cards), each at its boundary."""

from collections.abc import Callable
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import Board
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.between_two_castles.score import Score

Place = tuple[int, int]
Rooms = dict[Place, str]
Card = Callable[..., int]

THRONE_SIDES = [(0, 1), (1, 1), (0, -1), (1, -1), (-1, 0), (2, 0)]
THRONE_CORNERS = [(-1, 1), (2, 1), (-1, -1), (2, -1)]
AROUND_THRONE = THRONE_SIDES + THRONE_CORNERS

FOUR_SIDES = [(5, 2), (5, 0), (4, 1), (6, 1)]
EIGHT_SPACES = [*FOUR_SIDES, (4, 2), (6, 2), (4, 0), (6, 0)]
CENTRE = (5, 1)

REGULAR = {
    "food": "food/bakery",
    "living": "living/salon",
    "utility": "utility/kennel",
    "outdoor": "outdoor/sty",
    "sleeping": "sleeping/nursery",
    "corridor": "corridor/dead-end",
    "downstairs": "downstairs/crypt",
    "activity": "activity/oratory",
}
SPECIALTIES = ["specialty/fountain", "specialty/tower", "specialty/grand-foyer"]
BALLROOMS = [f"specialty/ballroom-{kind}" for kind in REGULAR]

COPIES_ITS_LEFT = "secret/behind-the-bookcase"
POINTS_UP = "secret/in-the-rafters"

# Of each hanging one room, and the throne room with that hanging.
HANGING_ROOM = {
    "torch": "food/buttery",
    "swords": "food/bakery",
    "painting": "food/brandy-room",
    "mirror": "food/brewery",
}
HANGING_THRONE = {
    "torch": "throne/living-corridor",
    "swords": "throne/corridor-food",
    "painting": "throne/utility-food",
    "mirror": "throne/food-sleeping",
}


def row(*tiles: str, start: int = 4, y: int = 0) -> Rooms:
    return {(start + index, y): tile for index, tile in enumerate(tiles)}


def fill(places: list[Place], tile: str = "food/bakery") -> Rooms:
    return dict.fromkeys(places, tile)


def test_these_tests_cover_every_card() -> None:
    tested = {
        *REGULAR,
        *HANGING_ROOM,
        *("room-types", "attendants", "below-ground", "upper-levels", "height", "width"),
        *("surrounded", "cross-surrounded", "specialty", "throne-variety", "throne-neighbours"),
        *("five-of-a-kind", "three-of-a-kind", "hanging-sets", "neighbour-specialty", "secret"),
    }
    assert len(tested) == 28
    assert set(packaged_catalogue().bonus_cards) == tested


# Two points for each room of a type


@pytest.mark.parametrize("kind", REGULAR)
@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_two_points_for_each_room_of_a_type(card: Card, kind: str, count: int) -> None:
    others = [tile for other, tile in REGULAR.items() if other != kind]
    castle = row(*[REGULAR[kind]] * count, *others, *SPECIALTIES, *BALLROOMS)
    assert card(kind, castle) == 2 * count


@pytest.mark.parametrize("kind", REGULAR)
def test_secret_room_is_of_the_type_that_it_copies(card: Card, kind: str) -> None:
    assert card(kind, row(REGULAR[kind], COPIES_ITS_LEFT)) == 4
    assert card(kind, row(REGULAR[kind], "specialty/fountain", COPIES_ITS_LEFT)) == 2


# Types


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        ({}, 0),
        (row("food/bakery"), 1),
        (row("food/bakery", "food/kitchen", "food/pantry"), 1),
        (row(*REGULAR.values()), 8),
        (row(*SPECIALTIES), 3),
        (row("specialty/tower", "specialty/tower"), 1),
        (row("specialty/ballroom-food", "specialty/ballroom-living"), 1),
        (row(*REGULAR.values(), *SPECIALTIES, *BALLROOMS), 12),
        (row("food/bakery", COPIES_ITS_LEFT), 1),
        (row("specialty/fountain", COPIES_ITS_LEFT), 1),
        (row(COPIES_ITS_LEFT), 0),
    ],
    ids=[
        "throne room only",
        "one",
        "three of a type",
        "all regular types",
        "specialty types",
        "two towers",
        "two ballrooms are one type",
        "all",
        "secret room that copies",
        "secret room at a specialty room",
        "secret room at nothing",
    ],
)
def test_room_types(card: Card, castle: Rooms, expected: int) -> None:
    assert card("room-types", castle) == expected


@pytest.mark.parametrize("kind", REGULAR)
@pytest.mark.parametrize(
    ("count", "five", "three"), [(2, 0, 0), (3, 0, 2), (4, 0, 2), (5, 4, 2), (6, 4, 2), (10, 4, 2)]
)
def test_three_and_five_of_a_kind(card: Card, kind: str, count: int, five: int, three: int) -> None:
    castle = row(*[REGULAR[kind]] * count)
    assert card("five-of-a-kind", castle) == five
    assert card("three-of-a-kind", castle) == three


def test_three_and_five_of_a_kind_for_each_type(card: Card) -> None:
    castle = row(*["food/bakery"] * 5, *["living/salon"] * 5, *["outdoor/sty"] * 3)
    assert card("five-of-a-kind", castle) == 8
    assert card("three-of-a-kind", castle) == 6


@pytest.mark.parametrize(
    "tiles",
    [
        ["specialty/fountain"] * 6,
        ["specialty/ballroom-food"] * 6,
        [COPIES_ITS_LEFT] * 6,
        ["food/bakery", "food/kitchen", "specialty/ballroom-food", "specialty/fountain"],
    ],
    ids=["fountains", "ballrooms", "secret rooms at nothing", "food and a ballroom for food"],
)
def test_three_and_five_of_a_kind_count_regular_rooms_only(card: Card, tiles: list[str]) -> None:
    assert card("five-of-a-kind", row(*tiles)) == 0
    assert card("three-of-a-kind", row(*tiles)) == 0


def test_secret_rooms_make_three_and_five_of_a_kind(card: Card) -> None:
    assert card("three-of-a-kind", row("food/bakery", *[COPIES_ITS_LEFT] * 2)) == 2
    assert card("five-of-a-kind", row("food/bakery", *[COPIES_ITS_LEFT] * 3)) == 0
    assert card("five-of-a-kind", row("food/bakery", *[COPIES_ITS_LEFT] * 4)) == 4


# Levels, rows and columns


@pytest.mark.parametrize(
    ("place", "below", "upper"),
    [
        ((4, -3), 1, 0),
        ((4, -1), 1, 0),
        ((4, 0), 0, 0),
        ((4, 1), 0, 0),
        ((4, 2), 0, 1),
        ((4, 7), 0, 1),
    ],
)
@pytest.mark.parametrize(
    "tile", ["corridor/dead-end", "specialty/grand-foyer", COPIES_ITS_LEFT, "specialty/tower"]
)
def test_rooms_below_ground_and_on_level_3_and_higher(
    card: Card, tile: str, place: Place, below: int, upper: int
) -> None:
    assert card("below-ground", {place: tile}) == below
    assert card("upper-levels", {place: tile}) == upper


def test_rooms_of_many_levels(card: Card) -> None:
    castle = {(4, y): "corridor/dead-end" for y in range(-3, 6)}
    assert card("below-ground", castle) == 3
    assert card("upper-levels", castle) == 4


@pytest.mark.parametrize(
    ("castle", "height", "width"),
    [
        ({}, 1, 2),
        ({(0, 1): "food/bakery", (0, -1): "corridor/dead-end"}, 3, 2),
        ({(-1, 0): "food/bakery", (2, 0): "food/pantry"}, 1, 4),
        ({(2, 0): "food/bakery", (2, 1): "food/pantry", (2, 2): "food/kitchen"}, 3, 3),
        ({(2, -1): "downstairs/crypt", (2, -2): "downstairs/armory"}, 3, 3),
        ({(x, 0): "food/bakery" for x in (-3, -2, -1, 2, 3)}, 1, 7),
    ],
)
def test_height_and_width(card: Card, castle: Rooms, height: int, width: int) -> None:
    assert card("height", castle) == height
    assert card("width", castle) == width


# Surrounded rooms


def test_surrounded_room_has_all_eight_spaces_occupied(card: Card) -> None:
    castle = {CENTRE: "living/salon", **fill(EIGHT_SPACES)}
    assert card("surrounded", castle) == 3
    for missing in EIGHT_SPACES:
        assert card("surrounded", {k: v for k, v in castle.items() if k != missing}) == 0


def test_each_surrounded_room_scores(card: Card, score: Callable[..., Score]) -> None:
    castle = {(x, y): "food/bakery" for x in range(4, 8) for y in range(3)}
    assert card("surrounded", castle) == 6
    (scored,) = score(castle, bonus_cards=["surrounded"]).bonus_cards
    assert [(tile.x, tile.y) for tile in scored.why] == [(5, 1), (6, 1)]


def test_throne_room_is_surrounded_with_ten_spaces_occupied(card: Card) -> None:
    castle = fill(AROUND_THRONE)
    assert card("surrounded", castle) == 3
    for missing in AROUND_THRONE:
        assert card("surrounded", {k: v for k, v in castle.items() if k != missing}) == 0


@pytest.mark.parametrize("tile", ["specialty/fountain", COPIES_ITS_LEFT, "food/bakery"])
def test_throne_room_occupies_two_spaces_around_a_room(card: Card, tile: str) -> None:
    places = [(-1, 0), (-1, 1), (1, 1), (-1, 2), (0, 2), (1, 2)]
    castle = {(0, 1): tile, **fill(places)}
    assert card("surrounded", castle) == 3
    for missing in places:
        assert card("surrounded", {k: v for k, v in castle.items() if k != missing}) == 0


def test_room_with_all_four_sides_occupied(card: Card) -> None:
    castle = {CENTRE: "specialty/grand-foyer", **fill(FOUR_SIDES)}
    assert card("cross-surrounded", castle) == 2
    for missing in FOUR_SIDES:
        assert card("cross-surrounded", {k: v for k, v in castle.items() if k != missing}) == 0
    corners = [place for place in EIGHT_SPACES if place not in FOUR_SIDES]
    assert card("cross-surrounded", {CENTRE: "living/salon", **fill(corners)}) == 0


def test_throne_room_with_all_six_sides_occupied(card: Card) -> None:
    castle = fill(THRONE_SIDES)
    assert card("cross-surrounded", castle) == 2
    for missing in THRONE_SIDES:
        assert card("cross-surrounded", {k: v for k, v in castle.items() if k != missing}) == 0


def test_throne_room_occupies_one_side_of_a_room(card: Card) -> None:
    assert card("cross-surrounded", fill([(2, 0), (2, 1), (2, -1), (3, 0)])) == 2
    assert card("cross-surrounded", fill([(2, 0), (2, 1), (2, -1)])) == 0


# The throne room's surroundings


@pytest.mark.parametrize("count", range(11))
def test_spaces_around_the_throne_room(card: Card, count: int) -> None:
    castle = {**fill(AROUND_THRONE[:count]), (3, 0): "food/bakery", (0, 2): "food/pantry"}
    assert card("throne-neighbours", castle) == count


@pytest.mark.parametrize("place", AROUND_THRONE)
@pytest.mark.parametrize("tile", ["specialty/tower", COPIES_ITS_LEFT])
def test_any_tile_occupies_a_space_around_the_throne_room(
    card: Card, place: Place, tile: str
) -> None:
    assert card("throne-neighbours", {place: tile}) == 1


@pytest.mark.parametrize("count", range(7))
def test_variety_in_the_six_spaces_beside_the_throne_room(card: Card, count: int) -> None:
    tiles = list(REGULAR.values())
    castle = dict(zip(THRONE_SIDES[:count], tiles[:count], strict=True))
    assert card("throne-variety", castle) == 2 * count


@pytest.mark.parametrize("place", THRONE_SIDES)
def test_variety_looks_at_each_of_the_six_spaces(card: Card, place: Place) -> None:
    assert card("throne-variety", {place: "activity/oratory"}) == 2


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        (fill(THRONE_SIDES), 2),
        (fill(THRONE_CORNERS), 0),
        (fill(THRONE_SIDES, "specialty/ballroom-food"), 0),
        (fill([(3, 0), (-2, 0), (0, 2), (1, -2)]), 0),
        ({(-1, 0): "food/bakery", (2, 0): COPIES_ITS_LEFT}, 2),
        ({(0, 1): POINTS_UP, (0, 2): "living/salon", (2, 0): "food/bakery"}, 4),
        ({(0, 1): POINTS_UP, (0, 2): "living/salon", (2, 0): "living/study"}, 2),
    ],
    ids=[
        "one type",
        "corners",
        "specialty rooms",
        "farther away",
        "secret room that copies nothing",
        "secret room of another type",
        "secret room of the same type",
    ],
)
def test_variety_counts_regular_types_once(card: Card, castle: Rooms, expected: int) -> None:
    assert card("throne-variety", castle) == expected


# Specialty rooms, here and next door


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        ({}, 2),
        (row("specialty/fountain"), 4),
        (row(*SPECIALTIES, "specialty/ballroom-food", "specialty/fountain"), 12),
        (row(*REGULAR.values()), 2),
        (row("specialty/fountain", COPIES_ITS_LEFT), 4),
        ({(2, 0): COPIES_ITS_LEFT}, 2),
    ],
    ids=[
        "throne room",
        "one more",
        "five more",
        "regular",
        "secret at a fountain",
        "at the throne",
    ],
)
def test_specialty_rooms_with_the_throne_room(card: Card, castle: Rooms, expected: int) -> None:
    assert card("specialty", castle) == expected


@pytest.mark.parametrize(
    ("neighbours", "expected"),
    [
        ([], 0),
        ([{}], 1),
        ([{}, {}], 2),
        ([row("specialty/fountain", "specialty/ballroom-food"), {}], 4),
        ([row("food/bakery", COPIES_ITS_LEFT), row("specialty/tower", COPIES_ITS_LEFT)], 3),
    ],
    ids=["none", "one throne room", "two throne rooms", "and two more", "secret rooms are none"],
)
def test_specialty_rooms_of_the_neighbours_with_their_throne_rooms(
    card: Card, build: Callable[..., Board], neighbours: list[Rooms], expected: int
) -> None:
    own = row("specialty/fountain", "specialty/tower")
    beside = [build(castle) for castle in neighbours]
    assert card("neighbour-specialty", own, neighbours=beside) == expected


@pytest.mark.parametrize(
    ("castle", "expected"),
    [
        ({}, 0),
        (row("food/bakery", COPIES_ITS_LEFT), 2),
        (row("specialty/fountain", COPIES_ITS_LEFT, "food/bakery", POINTS_UP), 4),
        (row("secret/around-the-corner", COPIES_ITS_LEFT), 4),
    ],
    ids=["none", "that copies", "that copy nothing", "that point at each other"],
)
def test_two_points_for_each_secret_room(card: Card, castle: Rooms, expected: int) -> None:
    assert card("secret", castle) == expected


# Wall hangings


@pytest.mark.parametrize("hanging", HANGING_ROOM)
@pytest.mark.parametrize("count", [0, 1, 4])
def test_a_point_for_each_hanging_also_of_the_throne_room(
    card: Card, hanging: str, count: int
) -> None:
    others = [tile for other, tile in HANGING_ROOM.items() if other != hanging]
    castle = row(*[HANGING_ROOM[hanging]] * count, *others, "outdoor/sty", "specialty/fountain")
    other_throne = next(throne for other, throne in HANGING_THRONE.items() if other != hanging)
    assert card(hanging, castle, throne=other_throne) == count
    assert card(hanging, castle, throne=HANGING_THRONE[hanging]) == count + 1


def test_secret_room_has_the_hanging_that_it_copies(card: Card) -> None:
    throne = HANGING_THRONE["torch"]
    assert card("swords", row("food/bakery", COPIES_ITS_LEFT), throne=throne) == 2
    assert card("swords", row("food/bakery", "outdoor/sty", COPIES_ITS_LEFT), throne=throne) == 1


@pytest.mark.parametrize("throne", HANGING_THRONE)
@pytest.mark.parametrize("missing", HANGING_ROOM)
def test_set_of_hangings_uses_the_one_of_the_throne_room(
    card: Card, throne: str, missing: str
) -> None:
    castle = row(*(tile for hanging, tile in HANGING_ROOM.items() if hanging != missing))
    found = card("hanging-sets", castle, throne=HANGING_THRONE[throne])
    assert found == (3 if throne == missing else 0)


@pytest.mark.parametrize("missing", HANGING_ROOM)
@pytest.mark.parametrize("sets", [1, 2, 3])
def test_sets_of_all_four_hangings(card: Card, missing: str, sets: int) -> None:
    tiles = [tile for tile in HANGING_ROOM.values() for _ in range(sets)]
    throne = next(throne for hanging, throne in HANGING_THRONE.items() if hanging != missing)
    assert card("hanging-sets", row(*tiles), throne=throne) == 3 * sets
    tiles.remove(HANGING_ROOM[missing])
    assert card("hanging-sets", row(*tiles), throne=throne) == 3 * (sets - 1)


def test_rooms_without_hangings_make_no_set(card: Card) -> None:
    assert card("hanging-sets", row(*["outdoor/sty"] * 4)) == 0


# Royal attendants


@pytest.mark.parametrize(
    ("attendants", "expected"),
    [([], 0), (["knight"], 4), (["knight"] * 2, 8), (["painter", "knight"], 8)],
)
def test_four_points_for_each_attendant(card: Card, attendants: list[str], expected: int) -> None:
    assert card("attendants", row("food/bakery"), attendants=attendants) == expected


# What the score names


@pytest.mark.parametrize(
    ("name", "castle", "expected"),
    [
        ("food", row("food/bakery", COPIES_ITS_LEFT, "living/salon"), [(4, 0), (5, 0)]),
        ("swords", row("food/bakery", "food/buttery", "living/library"), [(4, 0), (6, 0)]),
        ("below-ground", {(2, -1): "downstairs/crypt", (2, 0): "food/bakery"}, [(2, -1)]),
        ("upper-levels", {(0, 2): "food/pantry", (0, 1): "food/bakery"}, [(0, 2)]),
        ("specialty", row("specialty/tower", "food/bakery"), [(0, 0), (4, 0)]),
        ("secret", row("food/bakery", COPIES_ITS_LEFT), [(5, 0)]),
        ("throne-neighbours", {(2, 0): "food/bakery", (3, 0): "food/pantry"}, [(2, 0)]),
        ("throne-variety", {(2, 0): "food/bakery", (2, 1): "living/salon"}, [(2, 0)]),
        ("cross-surrounded", {CENTRE: "living/salon", **fill(FOUR_SIDES)}, [CENTRE]),
        ("surrounded", fill(AROUND_THRONE), [(0, 0)]),
        ("width", row("food/bakery"), []),
        ("room-types", row("food/bakery"), []),
    ],
)
def test_card_names_the_tiles_that_it_counts(
    score: Callable[..., Score], name: str, castle: Rooms, expected: list[Place]
) -> None:
    (scored,) = score(castle, bonus_cards=[name]).bonus_cards
    assert sorted((tile.x, tile.y) for tile in scored.why) == expected


def test_cards_are_scored_in_the_order_of_the_document_and_add_up(
    score: Callable[..., Score],
) -> None:
    castle: dict[str, Any] = {"rooms": row("food/bakery", "food/pantry"), "attendants": ["knight"]}
    scored = score(**castle, bonus_cards=["width", "food", "attendants"])
    assert [(card.id, card.points) for card in scored.bonus_cards] == [
        ("width", 4),
        ("food", 4),
        ("attendants", 4),
    ]
    assert scored.categories["bonus-cards"] == 12
