import pytest

MUSIC_ROOM = (
    "living/music-room",
    "--name",
    "Music Room",
    "--where",
    "surrounding",
    "--wants",
    "activity",
)


def test_lists_the_whole_catalogue(run):
    ran = run("tiles", "--json")
    assert ran.code == 0
    assert len(ran.json) == 229


def test_searches_with_typing_mistakes(run):
    assert run("tiles", "grnd balcny", "--json").json[0]["id"] == "outdoor/grand-balcony"


def test_searches_german_names(run):
    ran = run("tiles", "Spülküche", "--lang", "de")
    assert "food/scullery" in ran.out
    assert "Wirtschaftsraum" in ran.out


def test_filters_combine(run):
    found = run(
        "tiles", "--type", "food", "--hanging", "torch", "--set", "secrets-and-soirees", "--json"
    ).json
    assert [tile["id"] for tile in found] == ["food/jammery"]


def test_finding_nothing_says_so(run):
    ran = run("tiles", "xyzzy")
    assert ran.code == 0
    assert "No tile matches" in ran.out


def test_unknown_type_names_the_types(run):
    ran = run("tiles", "--type", "kitchen")
    assert ran.code == 2
    assert "food" in ran.err


def test_help_names_both_uses(run):
    ran = run("tiles", "--help")
    assert ran.code == 0
    assert "add" in ran.out


def test_added_tiles_are_found_scored_and_kept(run, write, config_folder):
    added = run("tiles", "add", *MUSIC_ROOM, "--hanging", "mirror", "--points", "2")
    assert added.code == 0
    file = config_folder / "castlescan" / "tiles.toml"
    file.write_text(file.read_text() + "# my own remark\n")
    run("tiles", "add", "outdoor/maze", "--name", "Maze", "--where", "anywhere", "--wants", "food")
    assert "# my own remark" in file.read_text()
    assert run("tiles", "music room", "--json").json[0]["id"] == "living/music-room"
    maze = run("tiles", "maze", "--json").json[0]
    assert maze["border"] == "blue"
    assert maze["set"] == "user"
    castle = write(
        rooms=[
            {"id": "living/music-room", "x": 2, "y": 0},
            {"id": "activity/chess-room", "x": 2, "y": 1},
        ]
    )
    assert run("score", castle, "--json").json["categories"]["living"] == 2


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("living/lounge", "--name", "x", "--where", "surrounding", "--wants", "food"), "already"),
        (("kitchen/x", "--name", "x", "--where", "surrounding", "--wants", "food"), "room type"),
        (("living/x", "--name", "x", "--where", "surrounding", "--wants", "fud"), "wants"),
        (("living/x", "--name", "x", "--wants", "food"), "where"),
        (("activity/x", "--name", "x", "--where", "orthogonal"), "unwanted"),
        (("secret/x", "--name", "x"), "arrow"),
        (("specialty/fountain-2", "--name", "x", "--where", "always"), "specialty"),
        (("living/X Y", "--name", "x", "--where", "surrounding", "--wants", "food"), "id"),
    ],
)
def test_wrong_tiles_are_one_line_and_change_nothing(run, config_folder, arguments, hint):
    run("tiles", "add", *MUSIC_ROOM)
    file = config_folder / "castlescan" / "tiles.toml"
    before = file.read_text()
    ran = run("tiles", "add", *arguments)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert hint in ran.err
    assert file.read_text() == before


def test_a_broken_file_of_tiles_is_named(run, sample, config_folder):
    file = config_folder / "castlescan" / "tiles.toml"
    file.parent.mkdir(parents=True)
    file.write_text("tiles = [")
    for arguments in (("score", sample), ("tiles",), ("tiles", "add", *MUSIC_ROOM)):
        ran = run(*arguments)
        assert ran.code == 2
        assert str(file) in ran.err
        assert ran.err.count("\n") == 1
    assert file.read_text() == "tiles = ["


def test_a_secret_room_needs_only_its_arrow(run):
    assert run("tiles", "add", "secret/mine", "--name", "Mine", "--arrow", "N").code == 0
    assert run("tiles", "mine", "--type", "secret", "--json").json[0]["arrow"] == "N"


def test_several_words_are_one_name(run):
    assert run("tiles", "grand", "balcony", "--json").json[0]["id"] == "outdoor/grand-balcony"


def test_sleeping_rooms_score_as_printed_ones(run):
    run("tiles", "add", "sleeping/den", "--name", "Den", "--where", "six-other-types")
    tile = run("tiles", "den", "--type", "sleeping", "--json").json[0]
    assert (tile["points"], tile["points_else"]) == (4, 1)


def test_throne_rooms_can_be_added(run, write):
    wanted = ("--wants", "food", "--wants", "living", "--spot", "L", "--spot", "R")
    ran = run("tiles", "add", "throne/mine", "--name", "My Throne", "--points", "2", *wanted)
    assert ran.code == 0
    castle = write(throne="throne/mine", rooms=[{"id": "food/bakery", "x": 2, "y": 0}])
    assert run("score", castle, "--json").json["throne"]["points"] == 2


def test_removing_a_tile_keeps_the_rest(run, config_folder):
    run("tiles", "add", *MUSIC_ROOM)
    run("tiles", "add", "secret/mine", "--name", "Mine", "--arrow", "N")
    file = config_folder / "castlescan" / "tiles.toml"
    file.write_text(file.read_text() + "# my own remark\n")
    assert run("tiles", "remove", "living/music-room").code == 0
    assert "# my own remark" in file.read_text()
    assert [tile["id"] for tile in run("tiles", "--set", "user", "--json").json] == ["secret/mine"]
    again = run("tiles", "remove", "living/music-room")
    assert again.code == 2
    assert str(file) in again.err


def test_an_endless_file_of_tiles_is_refused(run, sample, config_folder):
    folder = config_folder / "castlescan"
    folder.mkdir(parents=True)
    (folder / "tiles.toml").symlink_to("/dev/zero")
    ran = run("score", sample)
    assert ran.code == 2
    assert "too large" in ran.err


def test_faults_of_a_tile_name_it_and_no_internals(run):
    ran = run("tiles", "add", "food/foo", "--name", "Foo", "--wants", "sleeping")
    assert ran.code == 2
    assert ran.err.startswith("castlescan: tile food/foo needs a where")
    assert "{" not in ran.err


def test_cards_lists_what_documents_need(run):
    cards = run("cards", "--json").json
    assert len(cards) == 28 + 4
    shown = run("cards").out
    assert "neighbour-specialty" in shown
    assert "fire-juggler" in shown
    assert "Bonuskarte" in run("cards", "--lang", "de").out


def test_a_tile_of_ones_own_is_learnt_and_forgotten(run, tmp_path, config_folder):
    cv2 = pytest.importorskip("cv2")
    from castlescan.datasets.faces import DrawnFaces
    from castlescan.engine.between_two_castles.user_catalogue import load_catalogue

    run("tiles", "add", *MUSIC_ROOM)
    face = DrawnFaces(load_catalogue()).face("living/music-room", 300)
    picture = tmp_path / "music.png"
    cv2.imwrite(str(picture), face[..., ::-1])
    learnt = run("tiles", "learn", "living/music-room", picture)
    assert (learnt.code, learnt.err) == (0, "")
    folder = config_folder / "castlescan" / "faces" / "living" / "music-room"
    assert len(list(folder.glob("*.png"))) == 1
    assert run("tiles", "forget", "living/music-room").code == 0
    assert not folder.exists()
    again = run("tiles", "forget", "living/music-room")
    assert again.code == 2
    assert "no learnt face" in again.err


def test_removing_a_tile_forgets_its_faces(run, tmp_path, config_folder):
    cv2 = pytest.importorskip("cv2")
    from castlescan.datasets.faces import DrawnFaces

    run("tiles", "add", *MUSIC_ROOM)
    picture = tmp_path / "music.png"
    cv2.imwrite(str(picture), DrawnFaces().face("food/bakery", 300)[..., ::-1])
    run("tiles", "learn", "living/music-room", picture)
    assert run("tiles", "remove", "living/music-room").code == 0
    assert not (config_folder / "castlescan" / "faces" / "living" / "music-room").exists()


@pytest.mark.parametrize(
    ("tile_id", "file", "words"),
    [
        ("living/opera", "missing.png", "tiles add"),
        ("food/bakery", "missing.png", "missing.png"),
        ("food/bakery", "text.png", "text.png"),
    ],
)
def test_learning_from_nothing_says_what_to_do(run, tmp_path, tile_id, file, words):
    (tmp_path / "text.png").write_text("no picture")
    ran = run("tiles", "learn", tile_id, tmp_path / file)
    assert ran.code == 2
    assert words in ran.err
    assert len(ran.err.splitlines()) == 1


def test_after_the_last_tile_is_removed_another_can_be_added(run):
    run("tiles", "add", *MUSIC_ROOM)
    assert run("tiles", "remove", "living/music-room").code == 0
    assert run("tiles", "add", *MUSIC_ROOM).code == 0
    assert run("tiles", "music room", "--json").json[0]["id"] == "living/music-room"
