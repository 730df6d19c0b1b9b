import io
import json
import os
import sys
import threading
from pathlib import Path

import pytest

BALLROOM = {
    "rooms": [{"id": "specialty/ballroom-corridor", "x": 2, "y": 0}],
    "bonus_cards": ["neighbour-specialty"],
}


def test_prints_the_sheet_with_reasons(run, sample):
    ran = run("score", sample)
    assert ran.code == 0
    assert not ran.err
    assert "Castle Falkenstein" in ran.out
    assert "Total score" in ran.out
    assert "54" in ran.out
    assert "1 per surrounding swords" in ran.out


def test_speaks_german(run, sample):
    ran = run("score", sample, "--lang", "de")
    assert "Gesamtpunktwert" in ran.out
    assert "Gemach des Königs" in ran.out
    assert "Powder Room" in ran.out  # has no known German name


def test_json_is_the_score_document(run, write):
    ran = run("score", write(), "--json")
    assert ran.code == 0
    assert ran.json["total"] == 3
    throne = {"id": "throne/living-corridor", "x": 0, "y": 0}
    echo = {"id": "corridor/echo-chamber", "x": 2, "y": 0}
    assert ran.json["rooms"] == [{**echo, "points": 1, "why": [throne]}]
    assert ran.json["throne"] == {"id": throne["id"], "points": 2, "why": [echo]}


def test_several_castles_one_of_them_bad(run, write, tmp_path):
    good, bad = write("good.json"), tmp_path / "missing.json"
    ran = run("score", good, bad, good, "--json")
    assert ran.code == 2
    assert [item and item["total"] for item in ran.json] == [3, None, 3]
    assert ran.err.count("\n") == 1
    assert "missing.json" in ran.err


def test_text_of_several_castles(run, write):
    ran = run("score", write("a.json", name="Alpha"), write("b.json"))
    assert ran.out.index("Alpha") < ran.out.index("b.json")


def test_neighbours_count_for_ballrooms(run, write):
    castle = write(**BALLROOM)
    neighbour = write("neighbour.json")
    assert run("score", castle, "--json").json["total"] == 0
    scored = run("score", castle, "--left", neighbour, "--right", neighbour, "--json").json
    assert scored["categories"]["ballrooms"] == 2
    assert scored["categories"]["bonus-cards"] == 2
    assert scored["rooms"][0]["why"][1] == {
        "id": "corridor/echo-chamber", "x": 2, "y": 0, "castle": 1,
    }  # fmt: skip


def test_says_what_lacks_neighbours(run, write):
    alone = run("score", write(**BALLROOM))
    assert "none were given" in alone.out
    assert "Ballroom" in alone.out
    beside = run("score", write(**BALLROOM), "--left", write("neighbour.json"))
    assert "none were given" not in beside.out
    assert "neighbour 1" in beside.out


def test_neighbours_need_a_single_castle(run, write):
    ran = run("score", write("a.json"), write("b.json"), "--left", write("c.json"))
    assert ran.code == 2
    assert "single FILE" in ran.err


def test_reads_standard_input(run, write, monkeypatch):
    text = write().read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    assert run("score", "-", "--json").json["total"] == 3


def test_names_standard_input_in_errors(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    ran = run("score", "-")
    assert ran.code == 2
    assert "standard input: is empty" in ran.err


@pytest.mark.parametrize(
    ("sheet_format", "beginning"),
    [("markdown", "## Castle Falkenstein"), ("html", "<!DOCTYPE html>")],
)
def test_writes_sheets_to_a_file(run, sample, tmp_path, sheet_format, beginning):
    output = tmp_path / "new" / "sheet"
    ran = run("score", sample, "--format", sheet_format, "-o", output)
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    text = output.read_text()
    assert text.startswith(beginning)
    assert "54" in text
    assert list(output.parent.iterdir()) == [output]


def test_text_to_a_file_is_what_the_terminal_shows(run, sample, tmp_path):
    run("score", sample, "--output", tmp_path / "sheet.txt")
    assert "Total score" in (tmp_path / "sheet.txt").read_text()


def test_unwritable_output_is_one_line(run, sample, tmp_path):
    (tmp_path / "file").write_text("")
    ran = run("score", sample, "-o", tmp_path / "file" / "sheet.txt")
    assert ran.code == 2
    assert ran.err.startswith("castlescan: ")
    assert ran.err.count("\n") == 1


def test_markup_in_names_stays_text(run, write, tmp_path):
    castle = write(name="<b>*[red]x[/red]*</b> | y")
    assert "[red]x[/red]" in run("score", castle).out
    run("score", castle, "--format", "html", "-o", tmp_path / "x.html")
    assert "<b>" not in (tmp_path / "x.html").read_text()
    assert "&lt;b&gt;" in (tmp_path / "x.html").read_text()
    assert r"\| y" in run("score", castle, "--format", "markdown").out


BAD = {
    "unknown tile": (
        {"rooms": [{"id": "food/bakry", "x": 2, "y": 0}]},
        ["rooms[0].id", "food/bakry", "food/bakery"],
    ),
    "two rooms in one place": (
        {"rooms": [{"id": "food/bakery", "x": 2, "y": 0}, {"id": "food/kitchen", "x": 2, "y": 0}]},
        ["rooms[1]", "(2, 0)", "food/bakery"],
    ),
    "on the throne": (
        {"rooms": [{"id": "food/bakery", "x": 1, "y": 0}]},
        ["rooms[0]", "throne/living-corridor"],
    ),
    "no throne": ({"throne": ...}, ["throne room"]),
    "a room as throne": ({"throne": "food/bakery"}, ["no throne room"]),
    "wrong version": ({"format": "castlescan/castle/9"}, ["castlescan/castle/9", "update"]),
    "a game": ({"format": "castlescan/game/1"}, ["castlescan/game/1"]),
    "no format": ({"format": ...}, ["format"]),
    "unknown key": ({"romms": []}, ["romms"]),
    "unknown attendant": ({"attendants": ["paintr"]}, ["attendants[0]", "painter"]),
    "unknown card": ({"bonus_cards": ["widht"]}, ["bonus_cards[0]", "width"]),
    "text as coordinate": ({"rooms": [{"id": "food/bakery", "x": "2", "y": 0}]}, ["rooms[0].x"]),
}


@pytest.mark.parametrize("command", ["score", "audit"])
@pytest.mark.parametrize(("changes", "hints"), BAD.values(), ids=BAD)
def test_bad_documents_are_one_line(run, write, command, changes, hints):
    ran = run(command, write("bad.json", **changes))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.startswith("castlescan: ")
    assert ran.err.count("\n") == 1
    for hint in ["bad.json", *hints]:
        assert hint in ran.err


BAD_BYTES = {
    "empty": (b"", "is empty"),
    "blank": (b" \n", "is empty"),
    "not JSON": (b'{"format": }', "line 1, column 12"),
    "a list": (b"[]", "castle document"),
    "a photo": (b"\xff\xd8\xff\xe0 JFIF", "picture"),
    "not UTF-8": (b"\x80\x81", "UTF-8"),
    "nested deeply": (b"[" * 200_000, "nested too deeply"),
    "not a number": (b'{"format": NaN}', "NaN"),
}


@pytest.mark.parametrize(("data", "hint"), BAD_BYTES.values(), ids=BAD_BYTES)
def test_bad_files_are_one_line(run, tmp_path, data, hint):
    path = tmp_path / "bad.json"
    path.write_bytes(data)
    ran = run("score", path)
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert "bad.json" in ran.err
    assert hint in ran.err


def test_a_hundred_megabytes_are_refused_at_once(run, tmp_path):
    path = tmp_path / "huge.json"
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)
    ran = run("score", path)
    assert ran.code == 2
    assert "larger than 4 MiB" in ran.err


def test_a_folder_is_refused(run, tmp_path):
    ran = run("score", tmp_path)
    assert ran.code == 2
    assert "folder" in ran.err


def test_names_with_line_breaks_stay_one_line(run, tmp_path):
    ran = run("score", tmp_path / "two\nlines.json")
    assert ran.code == 2
    assert ran.err.count("\n") == 1


def test_json_round_trip_of_the_sample(run, sample):
    document = json.loads(sample.read_text())
    scored = run("score", sample, "--json").json
    assert sum(scored["categories"].values()) == scored["total"]
    assert len(scored["rooms"]) == len(document["rooms"])


def test_a_dash_as_output_prints(run, sample):
    assert run("score", sample, "--format", "markdown", "-o", "-").out.startswith("## Castle")


@pytest.mark.parametrize("option", ["FILE", "--left"])
def test_inputs_are_not_overwritten(run, write, option):
    castle, other = write("castle.json"), write("other.json")
    arguments = ["score", castle] if option == "FILE" else ["score", other, option, castle]
    before = castle.read_text()
    ran = run(*arguments, "-o", castle)
    assert ran.code == 2
    assert "would be overwritten" in ran.err
    assert castle.read_text() == before


def test_json_and_format_exclude_each_other(run, sample):
    ran = run("score", sample, "--json", "--format", "html")
    assert ran.code == 2
    assert ran.out == ""


def test_a_bad_single_file_prints_no_document(run, tmp_path):
    ran = run("score", tmp_path / "missing.json", "--json")
    assert (ran.code, ran.out) == (2, "")


def test_options_are_read_in_any_case(run, sample):
    assert "Gesamtpunktwert" in run("score", sample, "--lang", "DE").out
    assert run("score", sample, "--format", "HTML", "-o", "-").out.startswith("<!DOCTYPE")


def test_a_game_is_sent_to_its_command(run):
    ran = run("score", Path(__file__).resolve().parents[2] / "datasets/samples/game.json")
    assert ran.code == 2
    assert "'castlescan game'" in ran.err


def test_file_names_cannot_steer_the_terminal(run, write, tmp_path):
    ran = run("score", write("a\x1b[31m\u202eb.json"))
    assert "\x1b[31m" not in ran.out
    assert "\u202e" not in ran.out
    missing = run("score", tmp_path / "\x9b31m.json")
    assert "\x9b" not in missing.err


def test_a_blank_name_is_no_name(run, write):
    assert run("score", write("nameless.json", name="   ")).out.strip().startswith("/")


def test_reads_a_document_from_a_pipe(run, write, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    text = write().read_bytes()
    writer = threading.Thread(target=pipe.write_bytes, args=(text,))
    writer.start()
    try:
        assert run("score", pipe, "--json").json["total"] == 3
    finally:
        writer.join(timeout=10)
