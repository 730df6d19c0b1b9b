import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import quick_reader  # noqa: E402
from quick_photos import write_photo  # noqa: E402

from castlescan.batch.executors import Crew  # noqa: E402
from castlescan.batch.running import Job, run  # noqa: E402
from castlescan.batch.sources import Sources  # noqa: E402
from castlescan.batch.store import Results, Store  # noqa: E402
from castlescan.batch.worker import Settings  # noqa: E402


@pytest.fixture(autouse=True)
def config_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("OMP_NUM_THREADS", "1")
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture
def photos(tmp_path: Path) -> Callable[..., Path]:
    """Make a folder with a number of photos, some of a kind that fails."""

    def photos(count: int, name: str = "photos", **kinds: int) -> Path:
        folder = tmp_path / name
        folder.mkdir(exist_ok=True)
        for number in range(count):
            write_photo(folder / f"{number:03}.png", number)
        for file, kind in kinds.items():
            write_photo(folder / f"{file}.png", 0, kind)
        return folder

    return photos


@pytest.fixture
def settings() -> Settings:
    return Settings(make_reader=quick_reader.make)


@pytest.fixture
def crew() -> Iterator[Crew]:
    """Read in this process, one after the other."""
    with ThreadPoolExecutor(1) as executor:
        yield Crew(executor, lambda: 2, lambda error: isinstance(error, BrokenExecutor), 2)


@pytest.fixture
def batch(tmp_path: Path, settings: Settings, crew: Crew) -> Callable[..., object]:
    """Read places into a results file within this process."""

    def batch(*places: Path | str, out: str = "results.sqlite", **options: object) -> object:
        with Store.open(tmp_path / out) as store:
            job = Job(store, options.pop("settings", settings), **options)
            return run(job, iter(Sources([str(it) for it in places])), crew)

    return batch


@pytest.fixture
def rows(tmp_path: Path) -> Callable[..., list[str]]:
    """Return all rows of a results file."""

    def rows(out: str | Path = "results.sqlite") -> list[str]:
        with Results.open(tmp_path / out) as results:
            return list(results.dump())

    return rows


@pytest.fixture
def start(tmp_path: Path) -> Callable[..., subprocess.Popen]:
    """Start the command line with the quick reader in a process of its own."""

    def start(*arguments: str | Path, seconds: float = 0.0, **options) -> subprocess.Popen:
        paths = os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")])
        return subprocess.Popen(
            [sys.executable, HERE / "quick_castlescan.py", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=tmp_path,
            env={**os.environ, "QUICK_SECONDS": str(seconds), "PYTHONPATH": paths},
            **options,
        )

    return start
