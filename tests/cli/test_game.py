import io
import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from castlescan import cli
from castlescan.datasets.oracle import OracleClassifier, OracleDetector, annotate_flat, paint
from castlescan.datasets.scenes.annotations import Annotation
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.castle_files import read_document
from castlescan.engine.violations import PlacedTile
from castlescan.vision import read as reading
from castlescan.vision.correcting import Correction, corrected
from castlescan.vision.decode import read_picture

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


# From photos, with stand-ins for the networks


def small(throne: str, *rooms: str) -> Castle:
    """Return a castle with its rooms in a row to the left of the throne room."""
    return Castle(
        throne=f"throne/{throne}",
        rooms=[
            PlacedTile(id=room, x=-1 - number, y=0) for number, room in enumerate(reversed(rooms))
        ],
    )


LARGE = small("living-corridor", "food/bakery", "food/kitchen", "food/pantry")
MIDDLE = small("food-sleeping", "food/buttery", "food/brewery")
SMALL = small("utility-food", "food/crepery")


@pytest.fixture
def doubts():
    """What the stand-ins are unsure of: the correction of a tile, by its id."""
    return {}


@pytest.fixture
def write_photo(tmp_path, monkeypatch, doubts):
    """Write the photo of castles at places on a table, which the stand-ins can read."""
    known: dict[bytes, Annotation] = {}
    read_really = reading.read

    def read(photo, _models, catalogue, *, language):
        image = read_picture(photo)
        annotation, rng = known[image.tobytes()], np.random.default_rng(1)
        models = reading.Models(
            OracleDetector(annotation, rng), OracleClassifier(annotation, catalogue, rng)
        )
        options = reading.ReadOptions(undo_cast=False)
        found = read_really(image, models, catalogue, language=language, options=options)
        return [
            corrected(
                it,
                {
                    number: doubts[seen.id]
                    for number, seen in enumerate(it.evidence)
                    if seen.id in doubts
                },
                catalogue,
                language,
            )
            for it in found
        ]

    monkeypatch.setattr(reading, "load_models", lambda *_: None)
    monkeypatch.setattr(reading, "read", read)

    def write_photo(name, *castles, at=((0, 0),)):
        pieces, size = [], np.zeros(2, int)
        for number, (castle, place) in enumerate(zip(castles, at, strict=True)):
            flat = annotate_flat(castle)
            for piece in flat.pieces:
                quad = (np.array(piece.quad) + place).tolist()
                pieces.append(piece.model_copy(update={"quad": quad, "castle": number}))
            size = np.maximum(size, np.add((flat.image.width, flat.image.height), place))
        file = flat.image.model_copy(update={"width": int(size[0]), "height": int(size[1])})
        whole = flat.model_copy(
            update={
                "image": file,
                "pieces": pieces,
                "castles": [flat.castles[0].model_copy(update={"castle": it}) for it in castles],
            }
        )
        image = paint(whole)
        known[image.tobytes()] = whole
        path = tmp_path / name
        path.write_bytes(cv2.imencode(".png", image[..., ::-1])[1].tobytes())
        return path

    return write_photo


@pytest.fixture
def photos(write_photo):
    """Three photos of a small castle each."""
    castles = (LARGE, MIDDLE, SMALL)
    return [write_photo(f"{it}.png", castle) for it, castle in zip("123", castles, strict=True)]


@pytest.fixture
def table(write_photo):
    """One photo of three castles: A below, B to the left, C to the right."""
    return write_photo("table.png", LARGE, MIDDLE, SMALL, at=((500, 900), (0, 0), (1200, 0)))


@pytest.fixture
def types(monkeypatch):
    """Type lines, at a terminal or not."""

    def types(*lines, terminal=True):
        stdin = io.StringIO("".join(f"{it}\n" for it in lines))
        stdin.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", stdin)

    return types


def names_of(result):
    return [it["player"] for it in sorted(result["standings"], key=lambda it: it["castles"])]


def test_photos_give_the_result_of_the_document(run, write_photo):
    document = read_document(GAME)
    photos = [
        write_photo(f"{number}.png", Castle.model_validate(castle))
        for number, castle in enumerate(document["castles"])
    ]
    players = [it for name in document["players"] for it in ("--player", name)]
    result = run("game", *photos, *players, "--json").json
    expected = run("game", GAME, "--json").json
    for castle, same in zip(result["castles"], expected["castles"], strict=True):
        assert castle["score"]["total"] == same["score"]["total"]
        assert castle["violations"] == same["violations"]
    assert [it["points"] for it in result["standings"]] == [44, 42, 42]
    assert result["winners"] == ["Ada"]
    assert list(result) == list(expected)


def test_a_saved_game_is_opened_again(run, photos, tmp_path):
    saved = tmp_path / "saved" / "game.json"
    result = run("game", *photos, "--player", "Ada", "--player", "Ben", "--player", "Cleo",
                 "--save", saved, "--json")  # fmt: skip
    assert run("game", saved, "--json") == result
    assert names_of(result.json) == ["Ada", "Ben", "Cleo"]
    again = tmp_path / "again.json"
    assert run("game", saved, "--save", again).code == result.code
    assert again.read_text() == saved.read_text()


def test_a_photo_is_not_overwritten(run, photos):
    ran = run("game", *photos, "--save", photos[0])
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "--save" in ran.err


@pytest.mark.parametrize("place", ["file/game.json", "folder", "-"])
def test_where_to_save_is_checked_before_anything_is_read(
    run, photos, tmp_path, monkeypatch, place
):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    ran = run("game", *photos, "--save", place)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert not (tmp_path / "-").exists()


def test_the_result_is_shown_where_it_cannot_be_saved(run, photos, tmp_path, monkeypatch):
    monkeypatch.setattr(cli, "require_place", lambda path: None)
    (tmp_path / "file").write_text("")
    ran = run("game", *photos, "--save", tmp_path / "file" / "game.json")
    assert ran.code == 2
    assert "Player 1" in ran.out
    assert ran.err.count("\n") == 1


def test_castle_documents_are_castles_of_the_game_too(run, photos, write, tmp_path):
    document = write(rooms=[{"id": "food/granary", "x": 2, "y": 0}], throne="throne/utility-food")
    ran = run("game", *photos[:2], document, "--json")
    assert [it["score"]["throne"]["id"] for it in ran.json["castles"]] == [
        "throne/living-corridor",
        "throne/food-sleeping",
        "throne/utility-food",
    ]


def test_one_photo_of_the_whole_table_is_gone_round(run, table):
    ran = run("game", table)
    assert "Seats guessed clockwise from the castle at the left: B, C, A" in ran.out
    assert "Castle 1 (" not in ran.out
    said = run("game", table, "--json")
    assert said.err.count("\n") == 1
    assert "guessed" in said.err
    thrones = [it["score"]["throne"]["id"] for it in said.json["castles"]]
    assert thrones == ["throne/food-sleeping", "throne/utility-food", "throne/living-corridor"]


def test_seats_can_be_given(run, table):
    ran = run("game", table, "--seats", "c,A,b", "--json")
    assert ran.err == ""
    thrones = [it["score"]["throne"]["id"] for it in ran.json["castles"]]
    assert thrones == ["throne/utility-food", "throne/living-corridor", "throne/food-sleeping"]


def test_modes_of_photos(run, photos):
    ran = run("game", *photos, "--mode", "two-player", "--json")
    assert {it["player"] for it in ran.json["standings"]} == {"Player 1", "Player 2", "Ludwig"}
    solo = run("game", *photos[:2], "--mode", "automa", "--roburg", "level=2,food=9", "--json")
    assert solo.json["roburg"]["level"] == 2
    demand = run("game", *photos, "--mode", "mad-kings-demand", "--lang", "de")
    assert "Spieler 3" in demand.out


def test_a_misread_copy_is_put_right_and_said(run, write_photo, doubts):
    doubts["food/granary"] = Correction("food/pantry", 0.6, (("food/granary", 0.35),))
    castles = [LARGE, MIDDLE, small("utility-food", "food/granary")]
    photos = [write_photo(f"{number}.png", castle) for number, castle in enumerate(castles)]
    ran = run("game", *photos)
    assert "the box has it once" not in ran.out
    assert "Castle 3 (" in ran.out
    said = " ".join(ran.out.split())
    assert "Granary (-1, 0): it looks more like Pantry, but Castle 1 and Castle 3" in said


def test_a_sure_copy_is_reported(run, write_photo):
    castles = [LARGE, MIDDLE, small("utility-food", "food/pantry")]
    photos = [write_photo(f"{number}.png", castle) for number, castle in enumerate(castles)]
    ran = run("game", *photos)
    assert ran.code == 1
    assert "the box has it once" in ran.out


def test_asking_for_names_and_tiles(run, photos, doubts, types, tmp_path):
    doubts["food/crepery"] = Correction("food/dining-room", 0.5, (("food/crepery", 0.4),))
    types("Ada", "", "Cleo", "1")
    saved = tmp_path / "game.json"
    ran = run("game", *photos, "--ask", "--save", saved, "--json")
    assert names_of(ran.json) == ["Ada", "Player 2", "Cleo"]
    assert "question 1 of 1" in ran.err
    assert "castle-3-piece-" in ran.err
    (room,) = read_document(saved)["castles"][2]["rooms"]
    assert room["id"] == "food/crepery"
    assert "Please check" not in run("game", saved).out


def test_answers_can_come_from_a_pipe_and_end(run, photos, doubts, types):
    doubts["food/crepery"] = Correction("food/dining-room", 0.5, (("food/crepery", 0.4),))
    types(terminal=False)
    ran = run("game", *photos, "--ask")
    assert "Player 3" in ran.out
    assert "Please check" in ran.out
    assert "the answers so far are kept" in ran.err


def test_a_photo_without_a_throne_is_one_line_in_a_game(run, photos, write_photo):
    bare = write_photo("bare.png", LARGE.model_copy(update={"throne": None}))
    ran = run("game", *photos[1:], bare)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "bare.png" in ran.err
    assert "No throne room was found" in ran.err


@pytest.mark.parametrize(
    ("options", "hint"),
    [
        (["--player", "Ada"], "--player"),
        (["--mode", "introvert", "--roburg", "level=1"], "3 castles make no game"),
        (["--mode", "automa"], "--roburg level=3"),
        (["--roburg", "food"], "--roburg"),
        (["--seats", "A,B,C"], "--seats"),
    ],
)
def test_what_does_not_fit_the_photos_is_one_line(run, photos, options, hint):
    ran = run("game", *photos, *options)
    assert (ran.code, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert hint in ran.err


def test_several_castles_where_one_is_needed(run, photos, table):
    ran = run("game", photos[0], table)
    assert (ran.code, ran.err.count("\n")) == (2, 1)
    assert "table.png: shows 3 castles" in ran.err


@pytest.mark.parametrize(
    "options", [["--player", "Ada"], ["--mode", "standard"], ["--ask"], ["--seats", "A"]]
)
def test_documents_take_no_options_of_photos(run, options):
    ran = run("game", GAME, *options)
    assert ran.code == 2
    assert "for photos" in ran.err
