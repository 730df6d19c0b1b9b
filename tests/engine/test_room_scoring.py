"""Scoring rules of rooms and of the throne room, one small castle for each fact.

Rooms are scored wherever they lie, so most castles here break placement rules: a room stands alone at
(5, 0), out of reach of the throne room on (0, 0) and (1, 0), with single rooms around it.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import Board, set_up_board
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import (
    Catalogue,
    Hanging,
    Tile,
    TileSet,
    TileType,
    Where,
    packaged_catalogue,
    parse_tiles,
)
from castlescan.engine.between_two_castles.score import Score
from castlescan.engine.between_two_castles.scoring import score_board
from castlescan.engine.errors import DocumentError
from castlescan.engine.violations import PlacedTile

Place = tuple[int, int]
Rooms = dict[Place, str]
Points = Callable[..., int]
Earned = Callable[..., tuple[int, list[Place]]]

HERE = (5, 0)
THRONE = (0, 0)

NEAR = [(dx, dy) for dx in range(-3, 4) for dy in range(-3, 4) if (dx, dy) != (0, 0)]
SIDES = {(0, 1), (0, -1), (-1, 0), (1, 0)}
EIGHT = SIDES | {(-1, 1), (1, 1), (-1, -1), (1, -1)}

# The offsets at which a single wanted room earns points, from the text and diagrams of the rulebook.
SCORING_OFFSETS: Mapping[Where, set[Place]] = {
    Where.ABOVE_AND_BELOW: {(0, 1), (0, -1)},
    Where.LEFT_AND_RIGHT: {(-1, 0), (1, 0)},
    Where.TWO_BELOW: {(0, -1), (0, -2)},
    Where.THREE_BELOW: {(-1, -1), (0, -1), (1, -1)},
    Where.SURROUNDING: EIGHT,
    Where.SURROUNDING_NOT_BELOW: EIGHT - {(0, -1)},
    Where.CONNECTED: SIDES,
    Where.ANYWHERE: set(NEAR),
    Where.COLUMN: {(0, dy) for dy in (-3, -2, -1, 1, 2, 3)},
    Where.COLUMN_ABOVE: {(0, 1), (0, 2), (0, 3)},
    Where.COLUMN_BELOW: {(0, -1), (0, -2), (0, -3)},
    Where.NEIGHBOUR_CASTLES: set(),
}

# One room of each type that has no wall hanging or one that the test does not look for.
OF_TYPE = {
    TileType.FOOD: "food/bakery",
    TileType.LIVING: "living/salon",
    TileType.UTILITY: "utility/kennel",
    TileType.OUTDOOR: "outdoor/sty",
    TileType.SLEEPING: "sleeping/nursery",
    TileType.CORRIDOR: "corridor/dead-end",
    TileType.DOWNSTAIRS: "downstairs/crypt",
    TileType.ACTIVITY: "activity/oratory",
    TileType.SPECIALTY: "specialty/fountain",
}
OF_HANGING = {
    Hanging.TORCH: "food/buttery",
    Hanging.SWORDS: "food/bakery",
    Hanging.PAINTING: "food/brandy-room",
    Hanging.MIRROR: "food/brewery",
}
ROOM_OF = {**OF_TYPE, **OF_HANGING, "any": "food/bakery"}

CATALOGUE = packaged_catalogue()
TILES = [tile for tile in CATALOGUE.tiles.values() if tile.type is not TileType.THRONE]
TILES_THAT_WANT = [tile for tile in TILES if tile.wants]
# One tile for each pair of what tiles want and where.
EXAMPLES = list({(tile.where, tile.wants): tile for tile in TILES_THAT_WANT}.values())
ACTIVITY_ROOMS = [tile for tile in TILES if tile.type is TileType.ACTIVITY]
THRONES = [tile for tile in CATALOGUE.tiles.values() if tile.type is TileType.THRONE]


def ids(tiles: Iterable[Tile]) -> list[str]:
    return [tile.id for tile in tiles]


def at(offset: Place, origin: Place = HERE) -> Place:
    return origin[0] + offset[0], origin[1] + offset[1]


def unwanted_room(tile: Tile) -> str:
    """A room that a tile does not want: of the next type or hanging."""
    (wanted,) = tile.wants
    kinds: list[Any] = list(OF_TYPE) if wanted in OF_TYPE else list(OF_HANGING)
    return ROOM_OF[kinds[(kinds.index(wanted) + 1) % len(kinds)]]


def room_fine_for(tile: Tile) -> str:
    """A room beside which an activity room does not fall to one point."""
    return OF_TYPE[TileType.LIVING if tile.unwanted is TileType.FOOD else TileType.FOOD]


@pytest.fixture(scope="module")
def offsets_that_score(earned: Earned) -> Callable[[Tile, str], set[Place]]:
    """The offsets at which a single room earns points, checking their number and their reasons."""

    def offsets_that_score(tile: Tile, room: str) -> set[Place]:
        # The throne room is a specialty room and is anywhere in the castle.
        throne_counts = tile.where is Where.ANYWHERE and TileType.SPECIALTY in tile.wants
        always = [THRONE] if throne_counts else []
        scoring = set()
        for offset in NEAR:
            points, why = earned(
                {HERE: tile.id, at(offset): room}, HERE, throne="throne/corridor-food"
            )
            assert points == tile.points * len(why)
            if why != always:
                assert why == sorted([*always, at(offset)])
                scoring.add(offset)
        return scoring

    return offsets_that_score


@pytest.mark.parametrize("tile", EXAMPLES, ids=ids(EXAMPLES))
def test_wanted_room_earns_points_in_just_the_spaces_looked_at(
    tile: Tile, offsets_that_score: Callable[[Tile, str], set[Place]]
) -> None:
    (wanted,) = tile.wants
    assert tile.where is not None
    assert offsets_that_score(tile, ROOM_OF[wanted]) == SCORING_OFFSETS[tile.where]


@pytest.mark.parametrize("tile", TILES_THAT_WANT, ids=ids(TILES_THAT_WANT))
def test_every_tile_earns_its_points_for_a_wanted_room_and_none_for_another(
    tile: Tile, points: Points
) -> None:
    (wanted,) = tile.wants
    assert tile.where is not None
    # The throne room is a specialty room and is anywhere in the castle.
    throne_counts = tile.where is Where.ANYWHERE and wanted is TileType.SPECIALTY
    always = tile.points if throne_counts else 0
    assert points({HERE: tile.id}, HERE) == always
    for offset in sorted(SCORING_OFFSETS[tile.where])[:3]:
        assert points({HERE: tile.id, at(offset): ROOM_OF[wanted]}, HERE) == always + tile.points
    if wanted != "any":
        unwanted = {at(offset): unwanted_room(tile) for offset in NEAR}
        assert points({**unwanted, HERE: tile.id}, HERE) == always


@pytest.mark.parametrize("tile", TILES_THAT_WANT, ids=ids(TILES_THAT_WANT))
def test_every_tile_earns_its_points_for_each_wanted_room(tile: Tile, earned: Earned) -> None:
    (wanted,) = tile.wants
    assert tile.where is not None
    here = (20, 0)
    # Rooms connected with each other are all connected with the one in their midst.
    offsets = set(NEAR) if tile.where is Where.CONNECTED else SCORING_OFFSETS[tile.where]
    expected = {at(offset, here) for offset in offsets}
    if tile.where is Where.ANYWHERE and wanted is TileType.SPECIALTY:
        expected.add(THRONE)
    castle = {at(offset, here): ROOM_OF[wanted] for offset in NEAR}
    found = earned({**castle, here: tile.id}, here)
    assert found == (tile.points * len(expected), sorted(expected))


def test_room_that_wants_its_own_type_anywhere_does_not_count_itself(catalogue: Catalogue) -> None:
    line = (
        '{ id = "outdoor/maze", name = "Maze", points = 1, wants = "outdoor", where = "anywhere" }'
    )
    more = catalogue.with_tiles(parse_tiles(f"tiles = [{line}]", default_set=TileSet.USER))
    rooms = [PlacedTile(id="outdoor/maze", x=2, y=0), PlacedTile(id="outdoor/sty", x=3, y=0)]
    castle = Castle(throne="throne/living-corridor", rooms=rooms)
    maze, sty = score_board(set_up_board(castle, more), more).rooms
    assert (maze.points, [tile.id for tile in maze.why]) == (1, ["outdoor/sty"])
    assert sty.points == 0


# The throne room as a room beside others


@pytest.mark.parametrize(
    ("room", "place", "expected"),
    [
        # Specialty rooms above and below, left and right: one half each time.
        ("food/brandy-room", (0, 1), 2),
        ("food/siege-food-storage", (1, -1), 2),
        ("food/brandy-room", (-1, 0), 0),
        ("food/china-room", (-1, 0), 2),
        ("food/china-room", (2, 0), 2),
        ("food/china-room", (0, 1), 0),
        # Surrounding: both halves touch (0, 1), (1, 1), (0, -1) and (1, -1), and it counts once.
        ("living/library", (0, 1), 1),
        ("living/library", (1, 1), 1),
        ("living/library", (0, -1), 1),
        ("living/library", (1, -1), 1),
        ("living/library", (-1, 1), 1),
        ("living/library", (2, -1), 1),
        ("living/library", (2, 0), 1),
        ("living/library", (-2, 0), 0),
        ("living/library", (3, 0), 0),
        ("living/library", (0, 2), 0),
        ("specialty/grand-foyer", (0, 1), 1),
        ("specialty/grand-foyer", (1, -1), 1),
        ("specialty/grand-foyer", (2, 1), 1),
        ("specialty/grand-foyer", (3, 0), 0),
        # Connected, anywhere, in both of its columns, below a tower.
        ("utility/panic-room", (0, 1), 1),
        ("utility/panic-room", (-1, 1), 0),
        ("outdoor/biergarten", (9, 9), 1),
        ("downstairs/armory", (0, -1), 2),
        ("downstairs/armory", (1, -2), 2),
        ("downstairs/armory", (-1, -1), 0),
        ("downstairs/armory", (2, -1), 0),
        ("specialty/tower", (0, 1), 1),
        ("specialty/tower", (1, 2), 1),
        ("specialty/tower", (2, 1), 0),
        ("specialty/tower", (-1, 1), 0),
    ],
)
def test_throne_room_counts_once_as_a_specialty_room(
    earned: Earned, room: str, place: Place, expected: int
) -> None:
    assert earned({place: room}, place) == (expected, [THRONE] if expected else [])


@pytest.mark.parametrize("throne", THRONES, ids=ids(THRONES))
@pytest.mark.parametrize(
    ("hanging", "corridor"),
    [
        (Hanging.TORCH, "corridor/echo-chamber"),
        (Hanging.SWORDS, "corridor/dead-end"),
        (Hanging.PAINTING, "corridor/hall-of-portraits"),
        (Hanging.MIRROR, "corridor/hall-of-mirrors"),
    ],
)
def test_throne_room_counts_once_by_its_hanging(
    earned: Earned, throne: Tile, hanging: Hanging, corridor: str
) -> None:
    for place in [(0, 1), (1, 1), (0, -1), (1, -1), (-1, 0), (2, 0), (-1, -1), (2, 1)]:
        expected = (1, [THRONE]) if throne.hanging is hanging else (0, [])
        assert earned({place: corridor}, place, throne=throne.id) == expected
    assert earned({(3, 0): corridor}, (3, 0), throne=throne.id) == (0, [])


@pytest.mark.parametrize("kind", [kind for kind in OF_TYPE if kind is not TileType.SPECIALTY])
def test_throne_room_is_of_no_regular_type(points: Points, kind: TileType) -> None:
    wanting = [tile for tile in TILES_THAT_WANT if tile.wants == (kind,)]
    assert wanting
    for tile in wanting:
        assert points({(0, 1): tile.id}, (0, 1), throne="throne/activity-outdoor") == 0


# connected


CONNECTED: list[tuple[str, str, Rooms, list[Place]]] = [
    ("a line", "utility/game-storage", {(6, 0): "living", (7, 0): "living"}, [(6, 0), (7, 0)]),
    (
        "round a corner",
        "utility/game-storage",
        {(6, 0): "living", (6, 1): "living"},
        [(6, 0), (6, 1)],
    ),
    ("not by a corner", "utility/game-storage", {(6, 0): "living", (7, 1): "living"}, [(6, 0)]),
    (
        "not through another type",
        "utility/game-storage",
        {(6, 0): "food", (7, 0): "living", (5, 1): "living"},
        [(5, 1)],
    ),
    (
        "both ways",
        "utility/game-storage",
        {(4, 0): "living", (6, 0): "living", (3, 0): "living"},
        [(3, 0), (4, 0), (6, 0)],
    ),
    (
        "a ring counts once",
        "utility/game-storage",
        {(6, 0): "living", (6, 1): "living", (5, 1): "living"},
        [(5, 1), (6, 0), (6, 1)],
    ),
    (
        "its own type, not itself",
        "utility/tool-room",
        {(4, 0): "utility", (6, 0): "utility", (4, 1): "utility", (5, 1): "utility"},
        [(4, 0), (4, 1), (5, 1), (6, 0)],
    ),
    ("not through the throne room", "utility/game-storage", {(-1, 0): "living"}, []),
]


@pytest.mark.parametrize(
    ("room", "around", "expected"),
    [case[1:] for case in CONNECTED],
    ids=[case[0] for case in CONNECTED],
)
def test_connected_rooms(earned: Earned, room: str, around: Rooms, expected: list[Place]) -> None:
    castle = {place: OF_TYPE[TileType(kind)] for place, kind in around.items()}
    assert earned({HERE: room, **castle}, HERE) == (len(expected), expected)


def test_living_rooms_beyond_the_throne_room_are_not_connected(earned: Earned) -> None:
    castle = {(2, 0): "utility/washroom", (-1, 0): "living/salon", (2, 1): "living/study"}
    assert earned(castle, (2, 0)) == (1, [(2, 1)])


@pytest.mark.parametrize("side", [(0, 1), (1, 1), (0, -1), (1, -1), (-1, 0)])
def test_throne_room_joins_specialty_rooms_on_all_its_sides(earned: Earned, side: Place) -> None:
    castle = {(2, 0): "utility/crown-storage", side: "specialty/grand-foyer"}
    assert earned(castle, (2, 0)) == (2, sorted([THRONE, side]))


@pytest.mark.parametrize("corner", [(-1, 1), (2, 1), (-1, -1), (2, -1), (-2, 0), (0, 2)])
def test_throne_room_joins_nothing_at_its_corners(earned: Earned, corner: Place) -> None:
    castle = {(1, 1): "utility/panic-room", corner: "specialty/grand-foyer"}
    beside_the_room = [corner] if corner == (2, 1) else []
    assert earned(castle, (1, 1)) == (1 + len(beside_the_room), [THRONE, *beside_the_room])


def test_specialty_rooms_connect_in_a_chain_with_the_throne_room_once(earned: Earned) -> None:
    castle = {
        (3, 0): "utility/crown-storage",
        (2, 0): "specialty/fountain",
        (-1, 0): "specialty/ballroom-food",
        (-1, -1): "specialty/grand-foyer",
        (-3, 0): "specialty/tower",
    }
    assert earned(castle, (3, 0)) == (4, [(-1, -1), (-1, 0), THRONE, (2, 0)])


# Columns


def test_column_counts_above_and_below_and_skips_gaps_and_itself(earned: Earned) -> None:
    castle = {
        (5, -3): "downstairs/armory",
        (5, -2): "downstairs/crypt",
        (5, -1): "corridor/dead-end",
        (5, 0): "food/bakery",
        (4, -1): "downstairs/spy-room",
    }
    assert earned(castle, (5, -2)) == (1, [(5, -3)])
    castle[5, 4] = "downstairs/dungeon"
    assert earned(castle, (5, -2)) == (2, [(5, -3), (5, 4)])


def test_column_above_ignores_what_lies_below(earned: Earned) -> None:
    castle = {
        (5, -2): "utility/kennel",
        (5, -1): "downstairs/laboratory",
        (5, 1): "utility/sauna",
        (5, 3): "utility/tool-room",
    }
    assert earned(castle, (5, -1)) == (2, [(5, 1), (5, 3)])


def test_tower_counts_every_room_below_and_none_above_or_beside(earned: Earned) -> None:
    castle = {
        (1, 2): "specialty/tower",
        (1, 1): "specialty/grand-foyer",
        (1, -1): "secret/behind-the-bookcase",
        (1, -2): "downstairs/crypt",
        (1, 3): "food/bakery",
        (2, 0): "food/kitchen",
        (0, 1): "food/pantry",
    }
    assert earned(castle, (1, 2)) == (4, [(0, 0), (1, -2), (1, -1), (1, 1)])


@pytest.mark.parametrize("height", range(5))
def test_tower_counts_the_throne_room_once_at_any_height(points: Points, height: int) -> None:
    castle = {(0, y): "food/bakery" for y in range(1, height + 1)}
    castle[0, height + 1] = "specialty/tower"
    assert points(castle, (0, height + 1)) == height + 1


# Sleeping rooms

SEVEN_TYPES = [kind for kind in OF_TYPE if kind not in (TileType.SLEEPING, TileType.SPECIALTY)]


@pytest.mark.parametrize(("types", "expected"), [(0, 1), (5, 1), (6, 4), (7, 4)])
def test_sleeping_room_needs_six_other_types(earned: Earned, types: int, expected: int) -> None:
    others = {(9 + n, 3): OF_TYPE[kind] for n, kind in enumerate(SEVEN_TYPES[:types])}
    why = sorted(others) if expected == 4 else []
    for tile in CATALOGUE.search(tile_type=TileType.SLEEPING):
        assert earned({HERE: tile.id, **others}, HERE) == (expected, why)


@pytest.mark.parametrize(
    "seventh",
    [
        ["sleeping/nursery", "sleeping/loft"],
        ["specialty/fountain", "specialty/tower", "specialty/grand-foyer"],
        ["food/kitchen", "food/pantry"],
    ],
    ids=["sleeping", "specialty", "types that are there"],
)
def test_sleeping_room_counts_types_and_regular_ones_only(
    points: Points, seventh: list[str]
) -> None:
    five = [OF_TYPE[kind] for kind in SEVEN_TYPES[:5]]
    castle = {(9 + n, 3): tile for n, tile in enumerate([*five, *seventh])}
    assert points({HERE: "sleeping/solar", **castle}, HERE) == 1


# Activity rooms


@pytest.mark.parametrize("tile", ACTIVITY_ROOMS, ids=ids(ACTIVITY_ROOMS))
def test_activity_room_scores_each_tile_that_shares_an_edge(tile: Tile, earned: Earned) -> None:
    fine = next(OF_TYPE[kind] for kind in OF_TYPE if kind not in (tile.unwanted, TileType.ACTIVITY))
    scoring = set()
    for offset in NEAR:
        points, why = earned({HERE: tile.id, at(offset): fine}, HERE)
        assert (points, why) in [(0, []), (1, [at(offset)])]
        if points:
            scoring.add(offset)
    assert scoring == SIDES


@pytest.mark.parametrize("tile", ACTIVITY_ROOMS, ids=ids(ACTIVITY_ROOMS))
def test_activity_room_falls_to_one_point_beside_what_it_does_not_want(
    tile: Tile, earned: Earned
) -> None:
    assert tile.unwanted is not None
    for neighbours in range(5):
        sides = sorted(SIDES)[:neighbours]
        castle = {HERE: tile.id, **{at(side): room_fine_for(tile) for side in sides}}
        assert earned(castle, HERE) == (neighbours, sorted(at(side) for side in sides))
        castle[at((1, -1))] = OF_TYPE[tile.unwanted]
        assert earned(castle, HERE) == (1, [at((1, -1))])


def test_activity_room_minds_all_eight_spaces_and_no_others(earned: Earned) -> None:
    castle = {HERE: "activity/darts-room", (4, 0): "food/bakery", (6, 0): "food/pantry"}
    for offset in sorted({*NEAR} - {(-1, 0), (1, 0)}):
        points, why = earned({**castle, at(offset): "downstairs/crypt"}, HERE)
        if offset in EIGHT:
            assert (points, why) == (1, [at(offset)])
        else:
            assert (points, why) == (2, [(4, 0), (6, 0)])


def test_activity_room_counts_the_throne_room_and_specialty_rooms(earned: Earned) -> None:
    castle = {
        (0, 1): "activity/theatre",
        (-1, 1): "specialty/fountain",
        (0, 2): "secret/behind-the-bookcase",
    }
    assert earned(castle, (0, 1)) == (3, [(-1, 1), THRONE, (0, 2)])


def test_two_activity_rooms_that_shun_their_like_score_one_each(points: Points) -> None:
    castle = {
        (5, 0): "activity/chess-room",
        (6, 1): "activity/train-room",
        (5, 1): "food/bakery",
        (6, 0): "food/kitchen",
        (5, -1): "food/pantry",
    }
    assert points(castle, (5, 0)) == 1
    assert points(castle, (6, 1)) == 1
    del castle[6, 1]
    assert points(castle, (5, 0)) == 3


# Rooms that want others by name, ballrooms, fountains

GAMES = [
    "utility/scythe-room",
    "utility/game-storage",
    "outdoor/vineyard",
    "corridor/between-two-rooms",
]


@pytest.mark.parametrize("count", range(5))
def test_dice_tower_room_scores_two_for_each_named_room(earned: Earned, count: int) -> None:
    named = {(8 + n, 3): tile for n, tile in enumerate(GAMES[:count])}
    others = {(-3, 0): "utility/kennel", (-4, 0): "outdoor/sty", (-5, 0): "corridor/dead-end"}
    castle = {HERE: "utility/dice-tower-room", **named, **others}
    assert earned(castle, HERE) == (2 * count, sorted(named))


BALLROOMS = [tile for tile in TILES if tile.where is Where.NEIGHBOUR_CASTLES]


@pytest.mark.parametrize("tile", BALLROOMS, ids=ids(BALLROOMS))
def test_ballroom_scores_its_type_in_the_neighbouring_castles(
    tile: Tile, build: Callable[..., Board], score: Callable[..., Score]
) -> None:
    (kind,) = tile.wants
    every_type = {(2 + n, 0): room for n, room in enumerate(OF_TYPE.values())}
    left = build(every_type)
    right = build({**every_type, (-1, 0): OF_TYPE[TileType(kind)]})
    own = {**{(x, 5): room for (x, _), room in every_type.items()}, HERE: tile.id}
    for neighbours, expected in [([], 0), ([left], 1), ([left, right], 3), ([right], 2)]:
        (ballroom,) = (
            room for room in score(own, neighbours=neighbours).rooms if room.id == tile.id
        )
        assert ballroom.points == expected
        assert len(ballroom.why) == expected
        assert {why.id for why in ballroom.why} <= {OF_TYPE[TileType(kind)]}


def test_ballroom_names_the_castle_of_each_room(
    build: Callable[..., Board], score: Callable[..., Score]
) -> None:
    left = build({(2, 0): "food/bakery"})
    right = build({(-1, 0): "food/kitchen", (0, 1): "secret/in-the-rafters", (0, 2): "food/pantry"})
    scored = score({(2, 0): "specialty/ballroom-food"}, neighbours=[left, right])
    assert [tile.model_dump() for tile in scored.rooms[0].why] == [
        {"id": "food/bakery", "x": 2, "y": 0, "castle": 0},
        {"id": "food/kitchen", "x": -1, "y": 0, "castle": 1},
        {"id": "secret/in-the-rafters", "x": 0, "y": 1, "castle": 1},
        {"id": "food/pantry", "x": 0, "y": 2, "castle": 1},
    ]


def test_fountain_scores_five_and_names_no_tile(earned: Earned) -> None:
    assert earned({HERE: "specialty/fountain", (6, 0): "food/bakery"}, HERE) == (5, [])


# The throne room's own points

SPOT_PLACE = {
    "AL": (0, 1),
    "AR": (1, 1),
    "BL": (0, -1),
    "BR": (1, -1),
    "L": (-1, 0),
    "R": (2, 0),
}
THRONE_AREA = [(x, y) for x in range(-2, 4) for y in range(-2, 3) if (x, y) not in [(0, 0), (1, 0)]]


@pytest.mark.parametrize("throne", THRONES, ids=ids(THRONES))
def test_throne_room_scores_two_in_each_of_its_spots(
    throne: Tile, score: Callable[..., Score]
) -> None:
    spots = {SPOT_PLACE[spot] for spot in throne.spots}
    for kind, room in OF_TYPE.items():
        for place in THRONE_AREA:
            scored = score({place: room}, throne=throne.id).throne
            counts = place in spots and kind in throne.wants
            assert scored.id == throne.id
            assert scored.points == (2 if counts else 0)
            assert [(tile.x, tile.y) for tile in scored.why] == ([place] if counts else [])


@pytest.mark.parametrize("throne", THRONES, ids=ids(THRONES))
def test_throne_room_scores_at_most_four(throne: Tile, score: Callable[..., Score]) -> None:
    for wanted in throne.wants:
        castle = dict.fromkeys(THRONE_AREA, OF_TYPE[TileType(wanted)])
        assert score(castle, throne=throne.id).throne.points == 4


def test_throne_room_counts_a_secret_room_as_what_it_copies(score: Callable[..., Score]) -> None:
    castle = {(-1, 0): "secret/behind-the-bookcase", (-2, 0): "living/salon"}
    assert score(castle, throne="throne/living-corridor").throne.points == 2
    castle[-2, 0] = "food/bakery"
    assert score(castle, throne="throne/living-corridor").throne.points == 0


# Secret rooms as what others want


@pytest.mark.parametrize(
    ("room", "copied", "expected"),
    [
        ("living/map-room", "sleeping/nursery", 1),
        ("living/map-room", "food/bakery", 0),
        ("corridor/echo-chamber", "sleeping/nursery", 1),
        ("corridor/echo-chamber", "food/bakery", 0),
        ("utility/sauna", "sleeping/nursery", 2),
        ("outdoor/terrace", "sleeping/nursery", 2),
        ("food/pantry", "corridor/dead-end", 2),
        ("living/library", "specialty/fountain", 0),
        ("specialty/grand-foyer", "specialty/fountain", 1),
        ("activity/trumpet-room", "sleeping/nursery", 1),
    ],
)
def test_secret_room_is_wanted_as_what_it_copies(
    points: Points, room: str, copied: str, expected: int
) -> None:
    castle = {HERE: room, (6, 0): "secret/around-the-corner", (7, 0): copied}
    assert points(castle, HERE) == expected


def test_secret_room_that_copies_nothing_is_still_a_tile(points: Points) -> None:
    beside = {(6, 0): "secret/around-the-corner"}
    assert points({HERE: "activity/oratory", **beside}, HERE) == 1
    assert points({HERE: "specialty/grand-foyer", **beside}, HERE) == 1
    assert points({HERE: "living/library", **beside}, HERE) == 0


@pytest.mark.parametrize(
    ("copied", "place", "around", "expected"),
    [
        ("food/wine-room", (6, 0), {(6, 1): "sleeping/nursery", (6, -1): "sleeping/loft"}, 4),
        ("utility/tool-room", (6, 0), {(6, 1): "utility/kennel"}, 2),
        ("outdoor/fish-pond", (6, 0), {(2, 0): "food/bakery"}, 1),
        ("activity/oratory", (6, 0), {(6, 1): "food/bakery", (7, 0): "food/pantry"}, 3),
        ("activity/oratory", (6, 0), {(7, 1): "corridor/dead-end"}, 1),
        ("downstairs/armory", (6, 0), {(6, 4): "specialty/tower"}, 2),
        ("sleeping/nursery", (6, 0), {}, 1),
    ],
    ids=[
        "food",
        "utility and the room it copies",
        "outdoor",
        "activity",
        "activity beside a corridor",
        "downstairs",
        "sleeping",
    ],
)
def test_secret_room_scores_by_the_rule_it_copies_in_its_own_place(
    points: Points, copied: str, place: Place, around: Rooms, expected: int
) -> None:
    castle = {HERE: copied, place: "secret/behind-the-bookcase", **around}
    assert points(castle, place) == expected


# The whole score


def test_categories_hold_each_kind_of_room(score: Callable[..., Score]) -> None:
    castle = {
        (2, 0): "food/china-room",  # throne: 2
        (-1, 0): "living/library",  # throne: 1
        (0, 1): "utility/panic-room",  # throne: 1
        (3, 0): "outdoor/biergarten",  # throne, tower, fountain, foyer, ballroom: 5
        (9, 0): "sleeping/nursery",  # all types are there: 4
        (1, -1): "corridor/echo-chamber",  # torch of the throne room: 1
        (0, -2): "downstairs/armory",  # throne: 2
        (8, 0): "activity/theatre",  # sleeping and ballroom beside it: 2
        (7, 0): "specialty/ballroom-food",
        (12, 0): "specialty/fountain",  # 5
        (9, 1): "specialty/tower",  # 1
        (12, 5): "specialty/grand-foyer",  # 0
        (15, 0): "secret/behind-the-bookcase",  # copies nothing
    }
    scored = score(castle, attendants=["knight"], bonus_cards=["width", "attendants"])
    assert scored.categories == {
        "food": 2,
        "living": 1,
        "utility": 1,
        "outdoor": 5,
        "sleeping": 4,
        "corridor": 1,
        "downstairs": 2,
        "activity": 2,
        "towers": 1,
        "fountains": 5,
        "grand-foyers": 0,
        "ballrooms": 0,
        "bonus-cards": 10 + 4,
        "attendants": 2,  # the library and the panic room have swords
        "throne": 2,  # the library to its left
    }
    assert scored.total == 42


def test_secret_room_stands_in_the_category_of_what_it_copies(score: Callable[..., Score]) -> None:
    castle = {
        (2, 0): "food/china-room",
        (2, 1): "secret/climb-the-ladder",
        (3, 1): "specialty/fountain",
    }
    assert score(castle).categories["food"] == 4


def test_rooms_keep_the_order_of_the_document(score: Callable[..., Score]) -> None:
    castle = {(4, 0): "food/pantry", (2, 0): "food/bakery", (3, 0): "food/kitchen"}
    assert [room.id for room in score(castle).rooms] == [
        "food/pantry",
        "food/bakery",
        "food/kitchen",
    ]


@pytest.mark.parametrize(
    ("rooms", "throne", "says"),
    [
        ({(2, 0): "food/bakery"}, None, "no throne room"),
        ({(2, 0): "throne/corridor-food"}, "throne/living-corridor", "second throne room"),
        (
            [((2, 0), "food/bakery"), ((2, 0), "food/pantry")],
            "throne/living-corridor",
            "already lies",
        ),
        ({(0, 0): "food/bakery"}, "throne/living-corridor", "already lies"),
        ({(1, 0): "food/bakery"}, "throne/living-corridor", "already lies"),
    ],
    ids=["no throne", "second throne", "two in one place", "on the left half", "on the right half"],
)
def test_castle_that_cannot_be_scored_is_refused(
    score: Callable[..., Score], rooms: Any, throne: str | None, says: str
) -> None:
    with pytest.raises(DocumentError, match=says):
        score(rooms, throne=throne)
