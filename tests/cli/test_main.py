import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from castlescan import cli


def test_version(run):
    assert run("--version").out.startswith("castlescan ")


def test_without_arguments_shows_help(run):
    ran = run()
    assert "score" in ran.out + ran.err


def test_unknown_command(run):
    ran = run("scoer", "x.json")
    assert ran.code == 2
    assert "score" in ran.err


def test_schema_accepts_what_the_loader_accepts(run, sample):
    schema = run("schema", "castle").json
    jsonschema.Draft202012Validator.check_schema(schema)
    document = json.loads(sample.read_text())
    jsonschema.validate(document, schema)
    for broken in (
        {**document, "format": "castlescan/castle/9"},
        {**document, "throne": None},
        {**document, "rooms": [{"id": "food/bakery", "x": 1.5, "y": 0}]},
        {key: value for key, value in document.items() if key != "format"},
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, schema)


def test_schema_of_a_game_requires_what_the_loader_requires(run):
    schema = run("schema", "game").json
    game = json.loads(
        (Path(__file__).resolve().parents[2] / "datasets/samples/game.json").read_text()
    )
    jsonschema.validate(game, schema)
    without_format = {key: value for key, value in game.items() if key != "format"}
    castle = {key: value for key, value in game["castles"][0].items() if key != "format"}
    for broken in (without_format, {**game, "castles": [castle, *game["castles"][1:]]}):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(broken, schema)


def test_schemas_describe_what_is_printed(run, sample, write):
    jsonschema.validate(run("score", sample, "--json").json, run("schema", "score").json)
    violation = run("schema", "violation").json
    for found in run("audit", write(), "--json").json:
        jsonschema.validate(found, violation)


def test_internal_errors_are_one_line(run, sample, monkeypatch):
    def fail() -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(cli, "load_catalogue", fail)
    ran = run("score", sample)
    assert ran.code == 3
    assert ran.err.count("\n") == 1
    assert "broken" in ran.err


def test_internal_errors_are_shown_when_asked(run, sample, monkeypatch):
    def fail() -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(cli, "load_catalogue", fail)
    monkeypatch.setenv("CASTLESCAN_DEBUG", "1")
    with pytest.raises(RuntimeError, match="broken"):
        run("score", sample)


CASTLESCAN = [sys.executable, "-m", "castlescan"]


@pytest.mark.skipif(not Path("/dev/full").is_char_device(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [("tiles",), ("score", "--json"), ("schema",)])
def test_a_full_disk_is_one_line(sample, arguments):
    command = [*CASTLESCAN, *arguments, *([str(sample)] if "score" in arguments else [])]
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.count("\n") == 1
    assert "cannot be written" in ran.stderr


def test_closed_standard_input_is_one_line(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    ran = run("score", "-")
    assert ran.code == 2
    assert "standard input: is closed" in ran.err


def test_a_closed_pipe_is_quiet():
    command = [*CASTLESCAN, "tiles"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
