"""The same run on a real Dask cluster, of which a worker is killed."""

import os
import signal

import pytest
import quick_reader
from quick_photos import HERE

from castlescan.batch import executors
from castlescan.batch.executors import dask_crew
from castlescan.batch.running import Job, run
from castlescan.batch.sources import Sources
from castlescan.batch.store import Store
from castlescan.engine.errors import DocumentError

distributed = pytest.importorskip("distributed", reason="Dask is not installed")

pytestmark = [
    pytest.mark.filterwarnings("ignore"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


@pytest.fixture
def cluster(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.setenv("QUICK_SECONDS", "0.1")
    monkeypatch.setenv("DASK_TEMPORARY_DIRECTORY", str(tmp_path / "dask"))
    with distributed.LocalCluster(
        n_workers=3,
        threads_per_worker=1,
        dashboard_address=None,
        silence_logs="CRITICAL",
        local_directory=str(tmp_path / "dask"),
    ) as cluster:
        yield cluster


def test_a_worker_that_is_killed_loses_no_photo_and_doubles_none(
    cluster, photos, settings, tmp_path, batch, rows, monkeypatch
):
    folder = photos(30, broken=quick_reader.BROKEN)
    killed = []

    with (
        Store.open(tmp_path / "results.sqlite") as store,
        dask_crew(cluster.scheduler_address) as crew,
    ):

        def kill_one(counts):
            if counts.read >= 5 and not killed:
                killed.append(next(iter(cluster.workers.values())).pid)
                os.kill(killed[0], signal.SIGKILL)

        counts = run(Job(store, settings), iter(Sources([str(folder)])), crew, kill_one)
    assert killed
    assert (counts.read, counts.failed) == (30, 1)
    monkeypatch.delenv("QUICK_SECONDS")
    batch(folder, out="undisturbed.sqlite")
    assert rows() == rows("undisturbed.sqlite")


def test_no_scheduler_is_one_line(monkeypatch):
    monkeypatch.setattr(executors, "_CONNECT_SECONDS", 0.5)
    with (
        pytest.raises(DocumentError, match=r"127.0.0.1:1: no Dask scheduler answers"),
        dask_crew("tcp://127.0.0.1:1"),
    ):
        pass


def test_the_command_line_reads_on_a_cluster(cluster, start, photos, batch, rows, tmp_path):
    folder = photos(3)
    process = start(
        *("batch", folder.as_uri(), "--dask", cluster.scheduler_address),
        *("--out", tmp_path / "results.sqlite"),
    )
    printed, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")
    assert printed.startswith("3 read, 0 failed")
    batch(folder.as_uri(), out="undisturbed.sqlite")
    assert rows() == rows("undisturbed.sqlite")
