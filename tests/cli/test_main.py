import json
import subprocess
import sys

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


def test_a_closed_pipe_is_quiet():
    command = [sys.executable, "-c", "from castlescan.cli import main; main()", "tiles"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0
