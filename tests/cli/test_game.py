import json
from pathlib import Path

import pytest

from castlescan.engine.between_two_castles.castle_files import read_document

GAME = Path(__file__).resolve().parents[2] / "datasets" / "samples" / "game.json"


@pytest.fixture
def write_game(tmp_path):
    """Write the sample game with some keys changed."""

    def write(**changes):
        path = tmp_path / "game.json"
        path.write_text(json.dumps({**read_document(GAME), **changes}))
        return path

    return write


def test_ranks_the_sample_game(run):
    ran = run("game", GAME)
    assert ran.code == 0
    assert "Ada wins." in ran.out
    assert "No faults found" in ran.out
    lines = [line.split()[:3] for line in ran.out.splitlines()]
    assert lines[1:4] == [["1", "Ada", "44"], ["2", "Cleo", "42"], ["3", "Ben", "42"]]


def test_json_is_the_result(run):
    result = run("game", GAME, "--json").json
    assert [castle["score"]["total"] for castle in result["castles"]] == [44, 42, 52]
    assert result["winners"] == ["Ada"]


def test_sheets_name_the_neighbours(run):
    ran = run("game", GAME, "--sheets")
    assert ran.out.count("Total score") == 3
    assert "; Linderhof)" in " ".join(ran.out.split())
    assert "none were given" not in ran.out


def test_speaks_german(run):
    assert "Ada gewinnt." in run("game", GAME, "--lang", "de").out


def test_a_tile_in_two_castles_exits_with_1(run, write_game):
    castles = read_document(GAME)["castles"]
    ran = run("game", write_game(castles=[castles[0], castles[1], castles[1]]))
    assert ran.code == 1
    assert "the box has it once" in ran.out
    assert "The whole game" in ran.out


def test_a_solo_game_shows_roburg(run, write_game):
    roburg = {"level": 3, "columns": {"food": 5, "living": 5, "outdoor": 3, "sleeping": 3}}
    path = write_game(
        mode="automa", players=["Ada"], castles=read_document(GAME)["castles"][:2], roburg=roburg
    )
    ran = run("game", path)
    assert ran.code == 0
    assert "Roburg, level 3 (The Castle of Adequacy)" in ran.out
    assert "58" in ran.out


def test_only_tie_breakers_of_the_mode_are_shown(run, write_game):
    castle = read_document(GAME)["castles"][0]
    path = write_game(mode="mad-kings-demand", players=["Ada", "Ben"], castles=[castle, castle])
    assert "Higher castle" not in run("game", path).out
    assert "Specialty rooms" in run("game", path).out
    assert "Higher castle" in run("game", GAME).out


def test_a_solo_tie_is_a_tie(run, write_game):
    castle = read_document(GAME)["castles"][0]
    roburg = {"level": 1, "columns": {"food": 1}}
    path = write_game(mode="introvert", players=["Ada"], castles=[castle], roburg=roburg)
    own = run("game", path, "--json").json["castles"][0]["score"]["total"]
    assert own == 44
    columns = {"food": 5, "living": 3, "utility": 3}  # 27 + 9 + 4 + 4
    path = write_game(
        mode="introvert",
        players=["Ada"],
        castles=[castle],
        roburg={"level": 1, "columns": columns},
    )
    assert "A tie: Ada and Roberta von Roburg." in run("game", path).out


def test_shared_victory(run, write_game):
    castle = read_document(GAME)["castles"][0]
    path = write_game(mode="mad-kings-demand", players=["Ada", "Ben"], castles=[castle, castle])
    assert "Ada and Ben share the victory." in run("game", path).out


@pytest.mark.parametrize(
    ("changes", "hint"),
    [
        ({"players": ["Ada", "Ben"]}, "players"),
        ({"mode": "solo"}, "mode"),
        ({"castles": []}, "castles"),
        ({"format": "castlescan/castle/1"}, "castlescan/game/1"),
    ],
)
def test_bad_games_are_one_line(run, write_game, changes, hint):
    ran = run("game", write_game(**changes))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.count("\n") == 1
    assert "game.json" in ran.err
    assert hint in ran.err
