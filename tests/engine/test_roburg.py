import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlescan.engine.between_two_castles.catalogue import REGULAR_TYPES, TileType
from castlescan.engine.between_two_castles.modes import Mode
from castlescan.engine.between_two_castles.neighbours import rooms_next_door
from castlescan.engine.between_two_castles.roburg import Roburg, score_roburg
from castlescan.engine.documents import parse_model
from castlescan.engine.errors import DocumentError

SOLO = (Mode.AUTOMA, Mode.INTROVERT)
TYPES = [kind.value for kind in REGULAR_TYPES]

# Both worked examples show this castle: five food and living rooms, three outdoor rooms, and less than
# three of two other types, activity rooms and corridors.
EXAMPLE = {"food": 5, "living": 5, "outdoor": 3, "activity": 1, "corridor": 2}

levels = st.integers(1, 7)
heights = st.dictionaries(st.sampled_from(TYPES), st.integers(0, 7))


def roburg_of(columns, level=3):
    return parse_model(Roburg, {"level": level, "columns": columns})


@pytest.mark.parametrize(("mode", "base", "total"), [("automa", 32, 54), ("introvert", 37, 59)])
def test_worked_example(mode, base, total):
    # Solo modes, Automa, Scoring, and Introvert Variant, Scoring.
    score = score_roburg(roburg_of(EXAMPLE), Mode(mode))
    assert score.model_dump() == {
        "level": 3,
        "title": "The Castle of Adequacy",
        "total": total,
        "base": base,
        "columns": [
            {"type": "food", "tiles": 5, "points": 9},
            {"type": "living", "tiles": 5, "points": 9},
            {"type": "outdoor", "tiles": 3, "points": 4},
            {"type": "corridor", "tiles": 2, "points": 0},
            {"type": "activity", "tiles": 1, "points": 0},
        ],
        "variety": {"columns": 5, "points": 0},
    }


@pytest.mark.parametrize(
    ("level", "title", "automa", "introvert", "extra"),
    [
        (1, "The Fortress of Ineptitude", 22, 27, 0),
        (2, "The Fort of Underachievement", 27, 32, 0),
        (3, "The Castle of Adequacy", 32, 37, 0),
        (4, "The Castle of Slight Splendor", 34, 39, 1),
        (5, "The Castle of Opulence", 36, 41, 2),
        (6, "The Palace of Unpossibly Magnificent Glory", 38, 43, 3),
        (7, "The Palace for which We Ran Out of Splendid Adverbs and Nouns", 40, 45, 4),
    ],
)
def test_difficulty_levels(level, title, automa, introvert, extra):
    # Solo modes, Difficulty Levels, of both parts.
    roburg = roburg_of({}, level)
    assert roburg.tiles_at_end == 16 + extra
    for mode, base in zip(SOLO, (automa, introvert), strict=True):
        score = score_roburg(roburg, mode)
        assert (score.level, score.title, score.base, score.total) == (level, title, base, base)
        assert score.columns == []


@pytest.mark.parametrize(
    ("tiles", "points"), [(1, 0), (2, 0), (3, 4), (4, 4), (5, 9), (6, 9), (9, 9)]
)
@pytest.mark.parametrize("kind", TYPES)
def test_points_of_a_column(kind, tiles, points):
    score = score_roburg(roburg_of({kind: tiles}), Mode.AUTOMA)
    assert [column.model_dump() for column in score.columns] == [
        {"type": kind, "tiles": tiles, "points": points}
    ]
    assert score.total == 32 + points


@pytest.mark.parametrize(("columns", "points"), [(0, 0), (1, 0), (5, 0), (6, 0), (7, 10), (8, 13)])
@pytest.mark.parametrize("mode", SOLO)
def test_points_for_the_number_of_columns(mode, columns, points):
    score = score_roburg(roburg_of(dict.fromkeys(TYPES[:columns], 1)), mode)
    assert score.variety.model_dump() == {"columns": columns, "points": points}
    assert score.total == score.base + points


def test_seven_columns_score_the_same_with_the_expansion():
    # Solo modes, Scoring, 3a.
    with_activity = roburg_of(dict.fromkeys(TYPES[1:], 1))
    assert score_roburg(with_activity, Mode.AUTOMA).variety.points == 10


@given(levels, heights, st.sampled_from(SOLO))
def test_the_total_is_the_sum_of_its_parts(level, columns, mode):
    roburg = roburg_of(columns, level)
    score = score_roburg(roburg, mode)
    assert score.total == (
        score.base + sum(column.points for column in score.columns) + score.variety.points
    )
    assert sum(column.tiles for column in score.columns) == sum(columns.values()) == roburg.tiles
    assert json.loads(json.dumps(score.model_dump())) == score.model_dump()


@given(levels, heights)
def test_a_dumped_roburg_loads_as_the_same(level, columns):
    roburg = roburg_of(columns, level)
    assert parse_model(Roburg, json.loads(json.dumps(roburg.model_dump()))) == roburg


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode not in SOLO])
def test_only_the_solo_modes_have_it(mode):
    with pytest.raises(KeyError):
        score_roburg(roburg_of({}), mode)


def test_neighbours_see_its_columns():
    rooms = roburg_of(EXAMPLE).rooms_of(TileType.OUTDOOR, 1)
    assert [room.model_dump() for room in rooms] == [
        {"id": "outdoor", "x": 3, "y": y, "castle": 1} for y in range(3)
    ]
    assert all(type(room.id) is str for room in rooms)


@pytest.mark.parametrize(("number", "kind"), list(enumerate(TYPES)))
def test_each_type_has_a_column(number, kind):
    rooms = rooms_next_door([roburg_of({kind: 2})], TileType(kind))
    assert [(room.id, room.x, room.y, room.castle) for room in rooms] == [
        (kind, number, 0, 0),
        (kind, number, 1, 0),
    ]


@pytest.mark.parametrize("kind", [TileType.SPECIALTY, TileType.SECRET, TileType.THRONE])
def test_it_has_no_other_rooms(kind):
    # Solo modes, Automa, Scoring, Note.
    assert roburg_of(EXAMPLE).rooms_of(kind, 0) == []
    assert roburg_of(EXAMPLE).columns.height(kind) == 0


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        ({"columns": {}}, 'the document has no "level"; add it'),
        ({"level": 3}, 'the document has no "columns"; add it'),
        (
            {"level": 0, "columns": {}},
            "level should be greater than or equal to 1, not 0",
        ),
        ({"level": 8, "columns": {}}, "level should be less than or equal to 7, not 8"),
        ({"level": "3", "columns": {}}, 'level should be a whole number, not "3"'),
        ({"level": True, "columns": {}}, "level should be a whole number, not true"),
        (
            {"level": 3, "columns": {"secret": 1}},
            'columns has the unknown key "secret"; remove or correct it',
        ),
        (
            {"level": 3, "columns": {"food": 1.5}},
            "columns.food should be a whole number, not 1.5",
        ),
    ],
)
def test_bad_documents(data, fault):
    with pytest.raises(DocumentError) as error:
        parse_model(Roburg, data)
    assert str(error.value) == fault


@pytest.mark.parametrize("kind", TYPES)
def test_columns_have_0_to_99_tiles(kind):
    for tiles in (0, 99):
        assert roburg_of({kind: tiles}).tiles == tiles
    with pytest.raises(DocumentError, match=f"^columns.{kind} .* or equal to 0, not -1$"):
        roburg_of({kind: -1})
    with pytest.raises(DocumentError, match=f"^columns.{kind} .* or equal to 99, not 100$"):
        roburg_of({kind: 100})
