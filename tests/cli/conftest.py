import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from castlescan import cli

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"


@dataclass(frozen=True)
class Ran:
    """What a run of the command line left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture(autouse=True)
def config_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the user's own tiles out of the tests."""
    folder = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.setenv("COLUMNS", "120")
    return folder


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run the command line as a shell would."""

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["castlescan", *map(str, arguments)])
        with pytest.raises(SystemExit) as exit_info:
            cli.main()
        out, err = capsys.readouterr()
        code = exit_info.value.code
        return Ran(code if isinstance(code, int) else 0, out, err)

    return run


@pytest.fixture
def sample() -> Path:
    return SAMPLES / "castle.json"


@pytest.fixture
def write(tmp_path: Path) -> Callable[..., Path]:
    """Write a castle document, by default a small legal one, with some keys changed."""

    def write(file_name: str = "castle.json", /, **changes: Any) -> Path:
        document = {
            "format": "castlescan/castle/1",
            "throne": "throne/living-corridor",
            "rooms": [{"id": "corridor/echo-chamber", "x": 2, "y": 0}],
            **changes,
        }
        path = tmp_path / file_name
        path.write_text(json.dumps({k: v for k, v in document.items() if v is not ...}))
        return path

    return write
