"""Every command of the README runs, and the two that a newcomer needs are those that CI runs."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"<!-- command: ([a-z-]+) -->\n```sh\n(.*?)```", re.DOTALL)
BLOCKS = dict(BLOCK.findall(README))
RUN_BY_CI = {"install", "test"}
COMMANDS = [
    line
    for name, text in BLOCKS.items()
    if name not in RUN_BY_CI
    for line in text.splitlines()
    if line.strip()
]


def test_every_shell_block_has_a_name():
    assert README.count("```sh") == len(BLOCKS)
    assert set(BLOCKS) >= RUN_BY_CI


def test_ci_runs_the_two_commands_of_the_readme():
    ci = (ROOT / ".ci" / "run").read_text()
    for name in RUN_BY_CI:
        assert f"readme_commands.py {name}" in ci
        printed = subprocess.run(
            [sys.executable, ROOT / ".ci" / "readme_commands.py", name],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert printed == BLOCKS[name]


@pytest.mark.parametrize("command", COMMANDS)
def test_command_runs(command, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    samples = tmp_path / "datasets" / "samples"
    shutil.copytree(ROOT / "datasets" / "samples", samples)
    program, *arguments = shlex.split(command, comments=True)
    assert program == "castlescan"
    ran = subprocess.run(
        [sys.executable, "-c", "from castlescan.cli import main; main()", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stderr == ""


def test_the_python_example_runs():
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    ran = subprocess.run(
        [sys.executable, "-c", example], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith("3 ")


def test_the_castle_document_loads(tmp_path):
    (document,) = re.findall(r"```json\n(.*?)```", README, re.DOTALL)
    path = tmp_path / "castle.json"
    path.write_text(document)
    command = [sys.executable, "-c", "from castlescan.cli import main; main()", "score", path]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0


def test_every_linked_file_is_there():
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    for link in links:
        assert (ROOT / link).exists(), link
