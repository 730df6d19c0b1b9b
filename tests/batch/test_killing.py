"""Runs in processes of their own that are killed: nothing is lost, nothing doubled, nothing left over."""

import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import quick_reader
from quick_photos import wait_for

from castlescan.batch.executors import local_crew
from castlescan.batch.running import Job, run
from castlescan.batch.sources import Sources
from castlescan.batch.store import Store
from castlescan.batch.worker import Settings

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has other signals")

PATIENCE = 60


def rows_in(path: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return connection.execute("SELECT count(*) FROM photos").fetchone()[0]
    except sqlite3.OperationalError:
        return 0


def children_of(process: subprocess.Popen) -> list[int]:
    """Return the processes that read, of a run."""
    pids = Path(f"/proc/{process.pid}/task").glob("*/children")
    found = [int(pid) for file in pids for pid in file.read_text().split()]
    return [pid for pid in found if "spawn_main" in command_of(pid)]


def command_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def test_a_run_that_is_killed_twice_ends_with_the_same_rows(start, photos, batch, rows, tmp_path):
    folder = photos(24, broken=quick_reader.BROKEN)
    batch(folder, out="undisturbed.sqlite")
    out = tmp_path / "results.sqlite"
    for reached in (3, 11):
        process = start("batch", folder, "--out", out, "--workers", "2", seconds=0.1)
        wait_for(lambda: rows_in(out) >= reached, "results")  # noqa: B023
        workers = children_of(process)
        process.kill()
        process.communicate()
        wait_for(lambda: not any(map(command_of, workers)), "the workers to leave")  # noqa: B023
        assert rows_in(out) < 25
    process = start("batch", folder, "--out", out, "--workers", "2")
    printed, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, complaints
    (read, known) = map(int, re.match(r"(\d+) read, \d failed, (\d+) known", printed).groups())
    assert read < 24
    assert known > 3
    assert rows() == rows("undisturbed.sqlite")


def test_ctrl_c_ends_cleanly_and_the_run_can_go_on(start, photos, batch, rows, tmp_path):
    folder = photos(20)
    out = tmp_path / "results.sqlite"
    process = start(
        "batch", folder, "--out", out, "--workers", "2", seconds=0.1, start_new_session=True
    )
    wait_for(lambda: rows_in(out) >= 2, "results")
    os.killpg(process.pid, signal.SIGINT)  # a terminal sends it to all processes
    printed, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert complaints == "castlescan: stopped; the same command goes on where it was\n"
    assert " read, 0 failed" in printed
    assert [it.name for it in tmp_path.iterdir() if "wal" in it.name] == []
    assert 2 <= rows_in(out) < 20
    batch(folder)
    batch(folder, out="undisturbed.sqlite")
    assert rows() == rows("undisturbed.sqlite")


@pytest.mark.skipif(sys.platform != "linux", reason="limits memory, and finds processes, on Linux")
def test_workers_that_die(photos, settings, tmp_path, batch, rows, monkeypatch):
    folder = photos(8, deadly=quick_reader.DEADLY, hungry=quick_reader.HUNGRY)
    limited = Settings(quick_reader.make, max_memory=1_500_000_000)
    with (
        Store.open(tmp_path / "results.sqlite") as store,
        local_crew(2, limited) as crew,
    ):
        killed = []

        def kill_one(counts):
            if counts.read >= 2 and not killed:
                pools = list(crew.executor._pools)
                killed.extend(pid for pool in pools for pid in list(pool._processes or ())[:1])
                os.kill(killed[0], signal.SIGKILL)

        counts = run(Job(store, limited), iter(Sources([str(folder)])), crew, kill_one)
    assert killed
    assert (counts.read, counts.failed) == (8, 2)
    found = rows()
    assert sum("the reader died on it" in row for row in found) == 1
    assert sum("needs more memory than there is" in row for row in found) == 1
    for name in ("deadly.png", "hungry.png"):
        (folder / name).unlink()
    batch(folder, out="undisturbed.sqlite")
    rest = set(rows("undisturbed.sqlite"))
    assert rest < set(found)
    assert len(found) == len(rest) + 4


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files on Linux")
def test_a_disk_that_is_full(start, photos, batch, rows, tmp_path):
    import resource

    folder = photos(20)
    out = tmp_path / "results.sqlite"
    process = start(
        *("batch", folder, "--out", out, "--workers", "1"),
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000)),
    )
    _, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert complaints.count("\n") == 1
    assert "results.sqlite" in complaints
    assert "it goes on where it was" in complaints
    assert 0 < rows_in(out) < 20
    batch(folder)
    batch(folder, out="undisturbed.sqlite")
    assert rows() == rows("undisturbed.sqlite")
