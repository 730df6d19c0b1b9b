import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from castlescan.engine.between_two_castles.auditing import audit_board
from castlescan.engine.between_two_castles.board import set_up_board
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.between_two_castles.game import Game, judge_game, parse_game
from castlescan.engine.between_two_castles.rules import RULES, Rule
from castlescan.engine.errors import DocumentError
from castlescan.engine.languages import Language
from castlescan.engine.violations import Group, Severity

THRONES = (
    "throne/living-corridor",
    "throne/corridor-downstairs",
    "throne/corridor-food",
    "throne/food-sleeping",
    "throne/living-sleeping",
    "throne/utility-food",
    "throne/utility-sleeping",
    "throne/activity-outdoor",
)
ROBURG_54 = {  # the worked example of the solo modes: 54 points at level 3, 59 for the introvert
    "level": 3,
    "columns": {"food": 5, "living": 5, "outdoor": 3, "activity": 1, "corridor": 2},
}


def castle(*tiles, throne=THRONES[0], **more):
    """A castle document with the tiles in a row, away from the throne room."""
    rooms = [{"id": tile, "x": x, "y": 0} for x, tile in enumerate(tiles, start=5)]
    return {"format": "castlescan/castle/1", "throne": throne, "rooms": rooms, **more}


def worth(points, fountains=0, **more):
    """A castle of so many points: 5 for each fountain, 1 for each bed without six other types."""
    beds = points - 5 * fountains
    tiles = ["specialty/fountain"] * fountains + ["sleeping/nursery"] * beds
    return castle(*tiles, **more)


def document(mode, players, castles, **more):
    return {
        "format": "castlescan/game/1",
        "game": "between-two-castles",
        "mode": mode,
        "players": players,
        "castles": castles,
        **more,
    }


def judge(mode, players, castles, language=Language.EN, **more):
    catalogue = packaged_catalogue()
    game = parse_game(document(mode, players, castles, **more), catalogue)
    return judge_game(game, catalogue, language)


def ranks(result):
    return {standing.player: standing.rank for standing in result.standings}


def points(result):
    return {standing.player: standing.points for standing in result.standings}


# Standard games


def test_game_scoring_example():
    # Rulebook p. 13.
    players = ["Emily", "Anna Grace", "Margaux", "Peter", "Ben", "Matthew"]
    result = judge("standard", players, [worth(total) for total in (62, 57, 52, 62, 56, 62)])
    assert points(result) == {
        "Ben": 56,
        "Matthew": 56,
        "Margaux": 52,
        "Anna Grace": 57,
        "Peter": 52,
        "Emily": 62,
    }
    assert result.winners == ["Emily"]
    # Peter's higher castle is better than Margaux's.
    assert [(standing.rank, standing.player) for standing in result.standings] == [
        (1, "Emily"),
        (2, "Anna Grace"),
        (3, "Ben"),
        (3, "Matthew"),
        (5, "Peter"),
        (6, "Margaux"),
    ]
    assert result.standings[1].model_dump() == {
        "rank": 2,
        "player": "Anna Grace",
        "points": 57,
        "castles": [1, 0],
        "higher_castle": 62,
        "specialty_rooms": 2,
    }


def test_first_tie_breaker_is_the_higher_castle_even_against_more_specialty_rooms():
    # Rulebook p. 13: both have 20 points, Bo has 5 fountains.
    castles = [worth(20), worth(26), worth(0), worth(25, fountains=5), worth(20)]
    result = judge("standard", ["Al", "Ann", "Cy", "Dee", "Bo"], castles)
    assert points(result) == {"Al": 20, "Ann": 20, "Bo": 20, "Cy": 0, "Dee": 0}
    assert result.winners == ["Ann"]
    assert ranks(result) == {"Ann": 1, "Bo": 2, "Al": 3, "Dee": 5, "Cy": 4}


def james_and_cindy(fountains_of_cindy):
    castles = [
        worth(20, fountains=2),
        worth(20, fountains=2),
        worth(25, fountains=fountains_of_cindy - 2),
        worth(0),
        worth(25, fountains=3),
    ]
    return judge("standard", ["James", "Al", "Cindy", "Bo", "Dee"], castles)


def test_second_tie_breaker_is_the_number_of_specialty_rooms():
    # Rulebook p. 13: James has 7 in his two castles, Cindy 6; throne rooms are specialty rooms (p. 1).
    result = james_and_cindy(fountains_of_cindy=4)
    first, second = result.standings[:2]
    assert (first.player, first.rank, first.specialty_rooms) == ("James", 1, 7)
    assert (second.player, second.rank, second.specialty_rooms) == ("Cindy", 2, 6)
    assert (first.points, first.higher_castle) == (second.points, second.higher_castle) == (20, 25)
    assert result.winners == ["James"]


def test_players_who_are_still_tied_share_the_victory():
    # Rulebook p. 13.
    result = james_and_cindy(fountains_of_cindy=5)
    assert result.winners == ["James", "Cindy"]
    assert ranks(result) == {"James": 1, "Cindy": 1, "Al": 3, "Dee": 4, "Bo": 4}


@pytest.mark.parametrize("count", range(3, 9))
def test_ballrooms_look_at_the_castles_to_the_left_and_right(count):
    # Castle i has 2 ** i food rooms, but for the first, which has the ballroom and eleven.
    castles = [castle("specialty/ballroom-food", *["food/bakery"] * 11)]
    castles += [castle(*["food/kitchen"] * 2**number) for number in range(1, count)]
    result = judge("standard", [f"P{number}" for number in range(count)], castles)
    ballroom = result.castles[0].score.rooms[0]
    assert ballroom.points == 2 + 2 ** (count - 1)
    assert result.castles[0].neighbours == [1, count - 1]
    assert result.castles[0].players == sorted({"P0", "P1"})
    assert {tile.castle for tile in ballroom.why} == {0, 1}
    assert [tile.castle for tile in ballroom.why].count(0) == 2


@settings(max_examples=30, deadline=None)
@given(
    st.lists(st.integers(0, 3), min_size=3, max_size=8),
    st.integers(0, 7),
    st.data(),
)
def test_rotating_the_seats_changes_no_result(totals, shift, data):
    count = len(totals)
    shift %= count
    kinds = data.draw(
        st.lists(st.sampled_from(["food", "sleeping"]), min_size=count, max_size=count)
    )
    castles = [
        castle(
            f"specialty/ballroom-{kind}",
            *["food/bakery"] * total,
            *["specialty/fountain"] * (total % 2),
            bonus_cards=["neighbour-specialty"],
        )
        for total, kind in zip(totals, kinds, strict=True)
    ]
    players = [f"P{number}" for number in range(count)]

    def outcome(by):
        result = judge("standard", players[by:] + players[:by], castles[by:] + castles[:by])
        standings = {
            (one.player, one.rank, one.points, one.higher_castle, one.specialty_rooms)
            for one in result.standings
        }
        return standings, set(result.winners)

    assert outcome(shift) == outcome(0)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 12), min_size=3, max_size=8))
def test_points_are_the_lower_castle_and_the_best_player_wins(totals):
    players = [f"P{number}" for number in range(len(totals))]
    result = judge("standard", players, [worth(total) for total in totals])
    for standing in result.standings:
        seat = players.index(standing.player)
        own = sorted([totals[seat], totals[seat - 1]])
        assert [standing.points, standing.higher_castle] == own
    assert result.standings[0].points == max(standing.points for standing in result.standings)
    assert result.winners == [one.player for one in result.standings if one.rank == 1]


# The two-player variant


@pytest.mark.parametrize("players", [["Ann", "Bo"], ["Ann", "Bo", "Ludwig"]])
def test_ludwig_is_the_third_player_and_can_win(players):
    # Rulebook p. 14: castle 0 lies between the people, the others beside Ludwig.
    result = judge("two-player", players, [worth(10), worth(30), worth(20)])
    assert [(one.rank, one.player, one.points) for one in result.standings] == [
        (1, "Ludwig", 20),
        (2, "Bo", 10),
        (3, "Ann", 10),
    ]
    assert result.winners == ["Ludwig"]
    assert [one.players for one in result.castles] == [
        ["Ann", "Bo"],
        ["Bo", "Ludwig"],
        ["Ann", "Ludwig"],
    ]
    assert [one.neighbours for one in result.castles] == [[1, 2], [2, 0], [0, 1]]


# The Mad King's Demand


def test_the_tie_of_personal_castles_is_broken_by_specialty_rooms():
    # Secrets & Soirees, The Mad King's Demand, Ending the Game.
    castles = [worth(20, fountains=1), worth(20, fountains=2), worth(19, fountains=3)]
    result = judge("mad-kings-demand", ["Ann", "Bo", "Cy"], castles)
    assert ranks(result) == {"Bo": 1, "Ann": 2, "Cy": 3}
    assert points(result) == {"Bo": 20, "Ann": 20, "Cy": 19}
    assert [one.specialty_rooms for one in result.standings] == [3, 2, 4]
    assert [one.castles for one in result.standings] == [[1], [0], [2]]
    assert [one.players for one in result.castles] == [["Ann"], ["Bo"], ["Cy"]]


def test_personal_castles_can_share_the_victory():
    castles = [worth(20, fountains=2), worth(20, fountains=2)]
    result = judge("mad-kings-demand", ["Ann", "Bo"], castles)
    assert result.winners == ["Ann", "Bo"]


def test_with_two_players_ballroom_and_card_count_the_own_and_the_other_castle():
    # Secrets & Soirees, The Mad King's Demand, Two-Player Adjustments.
    own = castle("specialty/ballroom-food", "food/bakery", bonus_cards=["neighbour-specialty"])
    other = castle("food/kitchen", "food/kitchen", "specialty/tower")
    score = judge("mad-kings-demand", ["Ann", "Bo"], [own, other]).castles[0].score
    assert score.rooms[0].points == 3
    # Two throne rooms, the ballroom and the tower.
    assert score.bonus_cards[0].points == 4


@pytest.mark.parametrize("count", range(3, 9))
def test_with_more_players_ballrooms_look_left_and_right_only(count):
    castles = [castle("specialty/ballroom-food", *["food/bakery"] * 11)]
    castles += [castle(*["food/kitchen"] * 2**number) for number in range(1, count)]
    result = judge("mad-kings-demand", [f"P{number}" for number in range(count)], castles)
    assert result.castles[0].score.rooms[0].points == 2 + 2 ** (count - 1)


# Automa


@pytest.mark.parametrize("players", [["Me"], ["Me", "Roberta von Links", "Roberta von Rechts"]])
def test_the_robertas_share_roburg_between_them(players):
    # Solo modes, Automa, Introduction and Scoring.
    result = judge("automa", players, [worth(20), worth(60)], roburg=ROBURG_54)
    assert [(one.rank, one.player, one.points, one.higher_castle) for one in result.standings] == [
        (1, "Roberta von Rechts", 54, 60),
        (2, "Me", 20, 60),
        (3, "Roberta von Links", 20, 54),
    ]
    assert result.winners == ["Roberta von Rechts"]
    assert result.roburg is not None
    assert result.roburg.total == 54
    assert [one.name for one in result.castles] == ["Linkenstein", "Rechtsburg"]
    assert [set(one.players) for one in result.castles] == [
        {"Me", "Roberta von Links"},
        {"Me", "Roberta von Rechts"},
    ]
    assert {one.player: set(one.castles) for one in result.standings} == {
        "Me": {0, 1},
        "Roberta von Links": {0, 2},
        "Roberta von Rechts": {1, 2},
    }


def test_ballrooms_look_at_the_other_castle_and_roburg():
    linkenstein = castle("specialty/ballroom-food", *["food/bakery"] * 20)
    rechtsburg = castle("specialty/ballroom-outdoor", *["food/kitchen"] * 2)
    result = judge("automa", ["Me"], [linkenstein, rechtsburg], roburg=ROBURG_54)
    ballroom = result.castles[0].score.rooms[0]
    assert ballroom.points == 2 + 5
    seen = {(result.castles[0].neighbours[tile.castle], tile.id) for tile in ballroom.why}
    assert seen == {(1, "food/kitchen"), (2, "food")}
    assert result.castles[1].score.rooms[0].points == 3


def test_roburg_has_no_specialty_rooms_so_the_second_tie_breaker_is_yours():
    # Solo modes, Automa, Scoring, Note: you win by default if it goes so far.
    result = judge("automa", ["Me"], [worth(60, fountains=4), worth(54)], roburg=ROBURG_54)
    assert [
        (one.rank, one.player, one.points, one.higher_castle, one.specialty_rooms)
        for one in result.standings
    ] == [
        (1, "Me", 54, 60, 6),
        (2, "Roberta von Links", 54, 60, 5),
        (3, "Roberta von Rechts", 54, 54, 1),
    ]


# The introvert


@pytest.mark.parametrize("players", [["Me"], ["Me", "Roberta von Roburg"]])
@pytest.mark.parametrize(
    ("total", "first"),
    [
        (58, ["Roberta von Roburg"]),
        (59, ["Me", "Roberta von Roburg"]),
        (60, ["Me"]),
    ],
)
def test_the_introvert_has_no_tie_breakers(players, total, first):
    # Solo modes, Introvert Variant, Scoring: a tie is a tie, whatever the specialty rooms.
    result = judge("introvert", players, [worth(total, fountains=3)], roburg=ROBURG_54)
    assert result.winners == first
    assert points(result) == {"Me": total, "Roberta von Roburg": 59}
    assert [one.castles for one in result.standings if one.player == "Me"] == [[0]]
    assert result.castles[0].players == ["Me"]
    if total == 59:
        assert [one.rank for one in result.standings] == [1, 1]


def test_ballrooms_of_the_introvert_count_the_own_castle_and_roburg():
    own = castle("specialty/ballroom-food", "food/bakery", "food/kitchen")
    result = judge("introvert", ["Me"], [own], roburg=ROBURG_54)
    assert result.castles[0].score.rooms[0].points == 2 + 5


def test_the_card_that_counts_neighbours_is_not_in_the_game_of_the_introvert():
    # Solo modes, Introvert Variant, Setup, step 8.
    own = castle(bonus_cards=["neighbour-specialty"])
    result = judge("introvert", ["Me"], [own], roburg=ROBURG_54)
    assert Rule.CARD_IN_PLAY in {one.rule for one in result.castles[0].violations}
    result = judge("automa", ["Me"], [own, castle()], roburg=ROBURG_54)
    assert Rule.CARD_IN_PLAY not in {one.rule for one in result.castles[0].violations}


# Faults of each castle, and across castles


def across(castles, mode="standard", language=Language.EN, **more):
    for number, one in enumerate(castles):
        one.setdefault("throne", THRONES[number])
    players = [f"P{number}" for number in range(len(castles))]
    return judge(mode, players, castles, language, **more).violations


def of_thrones(*castles):
    return [one | {"throne": throne} for one, throne in zip(castles, THRONES, strict=False)]


@pytest.mark.parametrize("language", Language)
def test_each_castle_has_its_own_faults_in_the_language_asked_for(language, build, catalogue):
    castles = [castle("food/bakery"), castle(attendants=["painter"]), castle()]
    game = parse_game(document("standard", ["A", "B", "C"], castles), catalogue)
    result = judge_game(game, catalogue, language)
    for one, own in zip(game.castles, result.castles, strict=True):
        board = set_up_board(one, catalogue)
        assert own.violations == audit_board(board, catalogue, language=language)
    assert {one.rule for one in result.castles[0].violations} >= {Rule.SHARES_EDGE}


def test_a_tile_in_two_castles():
    castles = of_thrones(castle("food/kitchen", "food/bakery"), castle(), castle("food/bakery"))
    (violation,) = across(castles)
    assert violation.model_dump() == {
        "rule": "copies",
        "group": "components",
        "severity": "illegal",
        "castles": [0, 2],
        "tiles": [
            {"id": "food/bakery", "x": 6, "y": 0, "castle": 0},
            {"id": "food/bakery", "x": 5, "y": 0, "castle": 2},
        ],
        "message": "Bakery lies in Castle 1 and Castle 3, 2 times in all; the box has it once.",
    }


def test_castles_go_by_their_names_and_the_message_is_translated():
    castles = of_thrones(
        castle("food/spice-room", name="Mespelbrunn"), castle("food/spice-room"), castle()
    )
    (violation,) = across(castles, language=Language.DE)
    assert violation.message == (
        "Gewürzraum liegt in Mespelbrunn und Schloss 2, insgesamt 2-mal; im Spiel gibt es das "
        "Plättchen einmal."
    )


def test_a_tile_twice_in_one_castle_is_not_reported_again():
    castles = of_thrones(castle("food/bakery", "food/bakery"), castle(), castle())
    result = judge("standard", ["A", "B", "C"], castles)
    assert result.violations == []
    assert Rule.COPIES in {one.rule for one in result.castles[0].violations}
    castles[2] = castle("food/bakery", throne=THRONES[2])
    (violation,) = across(castles)
    assert violation.castles == [0, 2]
    assert [tile.castle for tile in violation.tiles] == [0, 0, 2]


def test_a_throne_room_in_two_castles():
    castles = [castle(), castle(throne=THRONES[1]), castle()]
    (violation,) = across(castles)
    assert violation.rule == Rule.COPIES
    assert violation.castles == [0, 2]
    assert [tile.model_dump() for tile in violation.tiles] == [
        {"id": THRONES[0], "x": 0, "y": 0, "castle": 0},
        {"id": THRONES[0], "x": 0, "y": 0, "castle": 2},
    ]


def test_eight_players_need_the_throne_room_of_the_expansion():
    assert across(of_thrones(*[castle() for _ in range(8)])) == []
    base = [castle(throne=throne) for throne in (*THRONES[:7], THRONES[0])]
    assert [one.castles for one in across(base)] == [[0, 7]]


@pytest.mark.parametrize(("ballrooms", "reported"), [((1, 1, 0), False), ((1, 1, 1), True)])
def test_ballrooms_are_there_twice(ballrooms, reported):
    castles = of_thrones(*[castle(*["specialty/ballroom-food"] * count) for count in ballrooms])
    violations = across(castles)
    if not reported:
        assert violations == []
        return
    (violation,) = violations
    assert violation.castles == [0, 1, 2]
    assert violation.message == (
        "Ballroom (food rooms) lies in Castle 1, Castle 2 and Castle 3, 3 times in all; "
        "the box has 2."
    )


def test_fountains_towers_and_grand_foyers_are_sides_of_the_same_tiles():
    # Rulebook p. 2, Setup, step 3, and p. 1: 48 specialty room tiles.
    row = ["specialty/fountain"] * 17 + ["specialty/tower"] * 7
    castles = of_thrones(castle(*row), castle(*row), castle())
    assert across(castles) == []
    castles[2] = castle("specialty/grand-foyer", throne=THRONES[2])
    (violation,) = across(castles)
    assert violation.rule == Rule.COPIES
    assert violation.castles == [0, 1, 2]
    assert len(violation.tiles) == 49
    assert violation.message == (
        "Fountains, towers and grand foyers are 49 in all in Castle 1, Castle 2 and Castle 3; the "
        "box has 48 tiles for them."
    )


@pytest.mark.parametrize(
    ("knights", "reported"), [((4, 3, 0), False), ((4, 4, 0), True), ((8, 0, 0), False)]
)
def test_attendants_are_there_seven_times(knights, reported):
    castles = of_thrones(*[castle(attendants=["knight"] * count) for count in knights])
    violations = across(castles)
    if not reported:
        assert violations == []
        return
    (violation,) = violations
    assert violation.rule == Rule.COPIES
    assert violation.castles == [0, 1]
    assert violation.tiles == []
    assert violation.message == (
        "The royal attendant Knight is in Castle 1 and Castle 2, 8 times in all; the box has 7."
    )


def test_a_bonus_card_with_two_castles():
    castles = of_thrones(
        castle(), castle(bonus_cards=["width"]), castle(bonus_cards=["height", "width"])
    )
    (violation,) = across(castles)
    assert violation.rule == Rule.BONUS_CARD_COPIES
    assert violation.group is Group.COMPONENTS
    assert violation.severity is Severity.ILLEGAL
    assert violation.castles == [1, 2]
    assert violation.tiles == []
    assert violation.message == (
        "The bonus card Width lies with Castle 2 and Castle 3, 2 times in all; the box has it once."
    )


def test_a_bonus_card_twice_with_one_castle_is_not_reported_again():
    castles = of_thrones(castle(bonus_cards=["width", "width"]), castle(), castle())
    assert across(castles) == []


@pytest.mark.parametrize("mode", ["automa", "introvert"])
@pytest.mark.parametrize(
    ("level", "extra"), [(1, 0), (2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (7, 4)]
)
@pytest.mark.parametrize("off", [-1, 0, 1])
def test_roburg_has_sixteen_tiles_and_those_of_its_level(mode, level, extra, off):
    # Solo modes: sixteen turns, and Setup, step 9 (Automa) and step 6 (Introvert Variant).
    roburg = {"level": level, "columns": {"food": 10, "living": 6 + extra + off}}
    castles = [castle(), castle(throne=THRONES[1])][: 2 if mode == "automa" else 1]
    violations = judge(mode, ["Me"], castles, roburg=roburg).violations
    if not off:
        assert violations == []
        return
    (violation,) = violations
    assert violation.rule == Rule.ROBURG_TILES
    assert violation.severity is Severity.SUSPECT
    assert violation.group is RULES[Rule.ROBURG_TILES].group is Group.ECONOMY
    assert violation.castles == [len(castles)]
    assert violation.tiles == []
    start = (
        f"Roburg has {16 + extra + off} tiles, but {'only ' if off > 0 else ''}{16 + extra} at "
        f"level {level} when a game is over: "
    )
    assert violation.message.startswith(start)


def test_other_games_have_no_roburg():
    result = judge("standard", ["A", "B", "C"], of_thrones(castle(), castle(), castle()))
    assert result.roburg is None
    assert result.violations == []


@pytest.mark.parametrize(("language", "name"), [(Language.EN, "Castle"), (Language.DE, "Schloss")])
def test_castles_have_names(language, name):
    castles = of_thrones(castle(), castle(name="Eltz"), castle())
    result = judge("standard", ["A", "B", "C"], castles, language)
    assert [one.name for one in result.castles] == [f"{name} 1", "Eltz", f"{name} 3"]


# Documents


EXAMPLES = {
    "standard": document(
        "standard", ["A", "B", "C"], [worth(5), worth(6), worth(7)], name="Friday"
    ),
    "two-player": document("two-player", ["A", "B"], [worth(5), worth(6), worth(7)]),
    "mad-kings-demand": document("mad-kings-demand", ["A", "B"], [worth(5), worth(6)]),
    "automa": document("automa", ["A"], [worth(5), worth(6)], roburg=ROBURG_54),
    "introvert": document(
        "introvert",
        ["A"],
        [castle("specialty/ballroom-food", attendants=["knight"], bonus_cards=["width"])],
        roburg=ROBURG_54,
    ),
}


@pytest.mark.parametrize("mode", EXAMPLES)
def test_a_dumped_game_loads_as_the_same(mode, catalogue):
    game = parse_game(EXAMPLES[mode], catalogue)
    assert parse_game(json.loads(json.dumps(game.model_dump())), catalogue) == game
    assert ("roburg" in game.model_dump()) == ("roburg" in EXAMPLES[mode])
    assert ("name" in game.model_dump()) == ("name" in EXAMPLES[mode])
    assert game.model_dump()["players"] == EXAMPLES[mode]["players"]


@pytest.mark.parametrize("mode", EXAMPLES)
def test_a_result_is_plain_json(mode, catalogue):
    result = judge_game(parse_game(EXAMPLES[mode], catalogue), catalogue)
    dumped = result.model_dump()

    def plain(value):
        if type(value) is dict:
            return all(type(key) is str and plain(item) for key, item in value.items())
        if type(value) is list:
            return all(plain(item) for item in value)
        return value is None or type(value) in (str, int)

    assert plain(dumped)
    assert json.loads(json.dumps(dumped)) == dumped
    assert dumped["mode"] == mode
    assert dumped["name"] == EXAMPLES[mode].get("name")
    assert set(dumped) == {
        "mode",
        "name",
        "standings",
        "winners",
        "castles",
        "roburg",
        "violations",
    }


def test_where_a_neighbouring_tile_lies_survives_the_dump(catalogue):
    result = judge_game(parse_game(EXAMPLES["introvert"], catalogue), catalogue)
    why = result.model_dump()["castles"][0]["score"]["rooms"][0]["why"]
    assert why[0] == {"id": "food", "x": 0, "y": 0, "castle": 1}


def test_names_are_trimmed(catalogue):
    data = document("mad-kings-demand", [" Ann ", "Bo"], [worth(1), worth(1)])
    assert parse_game(data, catalogue).players == ["Ann", "Bo"]


def test_names_have_up_to_80_characters(catalogue):
    data = document("mad-kings-demand", ["A" * 80, "Bo"], [worth(1), worth(1)])
    assert parse_game(data, catalogue).players[0] == "A" * 80
    with pytest.raises(DocumentError, match=r"^players\[0\] should have at most 80 characters"):
        parse_game(data | {"players": ["A" * 81, "Bo"]}, catalogue)


def three(**changes):
    data = document("standard", ["A", "B", "C"], [castle(), castle(), castle()])
    return {key: value for key, value in (data | changes).items() if value is not ...}


def with_castle(bad):
    return three(castles=[castle(), castle(), bad])


TOO_MANY = [f"P{number}" for number in range(9)]
ALL_ROBERTAS = ["Me", "Roberta von Links", "Roberta von Rechts"]

BAD_DOCUMENTS = [
    ([], 'is not a game document: a JSON object with "format": "castlescan/game/1" is needed'),
    (
        three(format="castlescan/castle/1"),
        'has the format "castlescan/castle/1" where a game document ("castlescan/game/1") is needed; '
        "use 'castlescan score' or 'castlescan audit'",
    ),
    (
        three(format="castlescan/game/2"),
        'has the format "castlescan/game/2", which this version does not know; it reads '
        '"castlescan/game/1", so update castlescan or convert the document',
    ),
    (three(mode=...), 'the document has no "mode"; add it'),
    (
        three(mode="solo"),
        "mode should be 'standard', 'two-player', 'mad-kings-demand', 'automa' or 'introvert', not "
        '"solo"',
    ),
    (three(game="chess"), "game should be 'between-two-castles', not \"chess\""),
    (three(seats=3), 'the document has the unknown key "seats"; remove or correct it'),
    (three(players="A"), 'players should be a list, in square brackets, not "A"'),
    (three(players=["A", "B", 3]), "players[2] should be text, in quotes, not 3"),
    (
        three(players=["A", "B", " "]),
        'players[2] should have at least 1 character, not " "',
    ),
    (
        three(players=["A", "B"]),
        'players names ["A", "B"]; the mode "standard" takes 3 to 8 players; correct the names or '
        "the mode",
    ),
    (
        three(players=TOO_MANY, castles=[castle()] * 9),
        'players names ["P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"]; the mode "standard" '
        "takes 3 to 8 players; correct the names or the mode",
    ),
    (
        three(mode="mad-kings-demand", players=["A"], castles=[castle()]),
        'players names ["A"]; the mode "mad-kings-demand" takes 2 to 8 players; correct the names '
        "or the mode",
    ),
    (
        three(mode="mad-kings-demand", players=TOO_MANY, castles=[castle()] * 9),
        'players names ["P0", "P1", "P2", "P3", "P4", "P5", "P6", "P7", "P8"]; the mode '
        '"mad-kings-demand" takes 2 to 8 players; correct the names or the mode',
    ),
    (
        three(mode="two-player"),
        'players names ["A", "B", "C"]; the mode "two-player" takes 2 players, and after them '
        'nobody but "Ludwig"; correct the names or the mode',
    ),
    (
        three(mode="two-player", players=["A"]),
        'players names ["A"]; the mode "two-player" takes 2 players, and after them nobody but '
        '"Ludwig"; correct the names or the mode',
    ),
    (
        three(mode="automa", players=[]),
        'players names []; the mode "automa" takes 1 player, and after them nobody but "Roberta von '
        'Links" and "Roberta von Rechts"; correct the names or the mode',
    ),
    (
        three(mode="automa", players=ALL_ROBERTAS[:2], roburg=ROBURG_54),
        'players names ["Me", "Roberta von Links"]; the mode "automa" takes 1 player, and after '
        'them nobody but "Roberta von Links" and "Roberta von Rechts"; correct the names or the '
        "mode",
    ),
    (
        three(players=["A", "B", "A"]),
        'players: "A" has both seat 1 and seat 3; give each player another name',
    ),
    (
        three(mode="two-player", players=["Ludwig", "B"]),
        'players: "Ludwig" has both seat 1 and seat 3; give each player another name',
    ),
    (
        three(castles=[castle()] * 2),
        'castles holds 2; the mode "standard" with 3 players has 3; add or remove castles',
    ),
    (
        three(castles=[castle()] * 4),
        'castles holds 4; the mode "standard" with 3 players has 3; add or remove castles',
    ),
    (
        three(mode="two-player", players=["A", "B"], castles=[castle()] * 2),
        'castles holds 2; the mode "two-player" with 3 players (Ludwig included) has 3; add or '
        "remove castles",
    ),
    (
        three(mode="automa", players=["A"], roburg=ROBURG_54),
        'castles holds 3; the mode "automa" with 3 players (Roberta von Links and Roberta von '
        "Rechts included) has 2 beside Roburg; add or remove castles",
    ),
    (
        three(mode="introvert", players=["A"], castles=[], roburg=ROBURG_54),
        'castles holds 0; the mode "introvert" with 2 players (Roberta von Roburg included) has 1 '
        "beside Roburg; add or remove castles",
    ),
    (
        three(mode="introvert", players=["A"], castles=[castle()]),
        'has no "roburg"; the mode "introvert" needs it, as "roburg": {"level": 3, "columns": '
        '{"food": 5}}',
    ),
    (
        three(roburg=ROBURG_54),
        'has a "roburg", which the mode "standard" does not know; remove it or correct the mode',
    ),
    (
        three(roburg={"level": 9, "columns": {}}),
        "roburg.level should be less than or equal to 7, not 9",
    ),
    (
        three(roburg={"level": 1, "columns": {"secret": 1}}),
        'roburg.columns has the unknown key "secret"; remove or correct it',
    ),
    (
        with_castle(7),
        'castles[2]: is not a castle document: a JSON object with "format": "castlescan/castle/1" is '
        "needed",
    ),
    (
        with_castle({"format": "castlescan/castle/1", "rooms": []}),
        'castles[2] has no "throne"; add it',
    ),
    (
        with_castle({"rooms": []}),
        'castles[2]: has no "format"; a castle document says "format": "castlescan/castle/1"',
    ),
    (
        with_castle(castle(throne=None)),
        'castles[2]: has no throne room; name it, as "throne": "throne/living-corridor"',
    ),
    (
        with_castle(castle("food/bakry")),
        "castles[2].rooms[0].id: there is no tile 'food/bakry'; did you mean food/bakery?",
    ),
    (
        with_castle(castle(throne="throne/living-corridr")),
        "castles[2].throne: there is no tile 'throne/living-corridr'; did you mean "
        "throne/living-corridor?",
    ),
    (
        with_castle(castle() | {"rooms": [{"id": "food/bakery", "x": 1, "y": 0}]}),
        "castles[2]: rooms[0] puts food/bakery at (1, 0), where throne/living-corridor already "
        "lies; correct one of the two places",
    ),
    (
        with_castle(castle() | {"rooms": [{"id": "food/bakery", "x": "1", "y": 0}]}),
        'castles[2].rooms[0].x should be a whole number, not "1"',
    ),
    (
        with_castle(castle() | {"format": "castlescan/castle/2"}),
        'castles[2]: has the format "castlescan/castle/2", which this version does not know; it reads '
        '"castlescan/castle/1", so update castlescan or convert the document',
    ),
]


@pytest.mark.parametrize(("data", "fault"), BAD_DOCUMENTS)
def test_bad_documents(data, fault, catalogue):
    with pytest.raises(DocumentError) as error:
        parse_game(data, catalogue)
    assert str(error.value) == fault
    # The name of the file comes before the place in it, and does not take its place.
    assert str(error.value.at("game.json")) == f"game.json: {fault}"


def test_a_game_made_in_python_is_checked_as_well(catalogue):
    game = Game(**document("standard", ["A", "B"], []) | {"castles": []})
    with pytest.raises(DocumentError, match="takes 3 to 8 players"):
        judge_game(game, catalogue)


@pytest.mark.parametrize("mode", ["standard", "mad-kings-demand"])
def test_eight_players_are_not_too_many(mode, catalogue):
    castles = [castle(throne=throne) for throne in THRONES]
    game = parse_game(document(mode, [f"P{number}" for number in range(8)], castles), catalogue)
    assert len(game.seats) == 8


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(
    st.fixed_dictionaries(
        {"format": st.just("castlescan/game/1")},
        optional={
            "mode": st.sampled_from(sorted(EXAMPLES)) | json_values,
            "players": st.lists(st.text(max_size=3), max_size=4) | json_values,
            "castles": st.lists(st.just(castle()) | json_values, max_size=4) | json_values,
            "roburg": st.just(ROBURG_54) | json_values,
        },
    )
)
def test_no_document_raises_anything_but_the_documented_error(data):
    catalogue = packaged_catalogue()
    try:
        game = parse_game(data, catalogue)
    except DocumentError as error:
        assert "\n" not in str(error)  # noqa: PT017
    else:
        judge_game(game, catalogue)
