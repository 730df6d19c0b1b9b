"""How fast ``castlescan batch`` reads, how much memory it takes, and that killing it changes no row.

    python benchmarks/batch_speed.py --photos FOLDER [--count 2000] [--workers 2] [--kills 2] [--seed 1]

The photos are read once undisturbed and once with the run killed (SIGKILL) at random and started again;
then both results are compared row by row. So leave the code alone meanwhile, and the machine too. Some of
the photos are read by ``castlescan.read`` alone as well, in one process and in as many at once as there are
workers: the rate of the batch per core is given as a share of both, over the same photos. Memory is what
the processes have resident, from ``/proc`` (Linux).
"""

import argparse
import hashlib
import multiprocessing
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from castlescan.batch.sources import Sources, content_key
from castlescan.batch.store import Results
from castlescan.batch.worker import network_reader
from castlescan.vision.decode import read_picture

POLL = 0.5
LINES = 16
WIDTH = 40


def read_alone(paths: list[str]) -> list[float]:
    """Read photos one by one in this process, and return the seconds of each."""
    import cv2

    cv2.setNumThreads(1)
    read = network_reader()
    read(read_picture(Path(paths[0])))
    seconds = []
    for path in paths:
        start = time.perf_counter()
        read(read_picture(Path(path)))
        seconds.append(time.perf_counter() - start)
    return seconds


def read_at_once(paths: list[str], processes: int) -> list[float]:
    """Read photos in several processes at once, and return the seconds of each."""
    parts = [paths[at::processes] for at in range(processes)]
    with ProcessPoolExecutor(processes, multiprocessing.get_context("spawn")) as pool:
        return [it for part in pool.map(read_alone, parts) for it in part]


@dataclass
class Watched:
    """What was seen of a run: how long it took, and samples of time, photos, and megabytes."""

    seconds: float = 0.0
    samples: list[tuple[float, int, float, float]] = field(default_factory=list)


def resident(pid: int) -> float:
    """Return the resident megabytes of a process; 0 where it is gone."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, IndexError):
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def children(pid: int) -> list[int]:
    try:
        files = list(Path(f"/proc/{pid}/task").glob("*/children"))
        return [int(it) for file in files for it in file.read_text().split()]
    except OSError:
        return []


def photos_in(out: Path) -> int:
    try:
        with closing(sqlite3.connect(f"file:{out}?mode=ro", uri=True)) as connection:
            return int(connection.execute("SELECT count(*) FROM photos").fetchone()[0])
    except sqlite3.OperationalError:
        return 0


def run(photos: list[str], out: Path, workers: int, kill_at: int | None = None) -> Watched:
    """Read into a results file, watching memory; kill the run when it has that many photos."""
    command = [sys.executable, "-m", "castlescan", "batch"]
    options = ["--out", str(out), "--workers", str(workers)]
    # Python itself complains about what a process that was killed has left behind.
    complaints = None if kill_at is None else subprocess.DEVNULL
    process = subprocess.Popen(
        [*command, *photos, *options], stdout=subprocess.DEVNULL, stderr=complaints
    )
    watched, start = Watched(), time.perf_counter()
    while process.poll() is None:
        done = photos_in(out)
        if kill_at is not None and done >= kill_at:
            process.send_signal(signal.SIGKILL)
        each = [resident(pid) for pid in children(process.pid)]
        at = time.perf_counter() - start
        watched.samples.append((at, done, resident(process.pid), max(each, default=0.0)))
        time.sleep(POLL if kill_at is None else POLL / 10)
    watched.seconds = time.perf_counter() - start
    if kill_at is None and process.returncode:
        sys.exit(f"the run ended with {process.returncode}")
    return watched


def plot(watched: Watched) -> None:
    """Print the peak memory of each part of a run."""
    most = max(it[3] for it in watched.samples) or 1.0
    print(f"{'seconds':>8}{'photos':>8}{'main MB':>9}{'worker MB':>11}")
    for part in range(LINES):
        low, high = (watched.seconds * it / LINES for it in (part, part + 1))
        own = [it for it in watched.samples if low <= it[0] < high]
        if own:
            worker = max(it[3] for it in own)
            bar = "#" * round(WIDTH * worker / most)
            print(
                f"{high:>8.0f}{own[-1][1]:>8}{max(it[2] for it in own):>9.0f}{worker:>11.0f} {bar}"
            )


def seconds_of(out: Path, paths: list[str]) -> list[float]:
    """Return how long a run took for some of its photos, in its own processes."""
    with Results.open(out) as results:
        known = dict(results.select("SELECT photo, seconds FROM photos"))
    return [known[content_key(Path(path).read_bytes())] for path in paths]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photos", type=Path, nargs="+", required=True)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kills", type=int, default=2)
    parser.add_argument("--alone", type=int, default=200, help="photos read without batch")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")  # a core for each process
    found = [it.path for it in Sources([str(it) for it in options.photos])][: options.count]
    with tempfile.TemporaryDirectory() as folder:
        out, killed = Path(folder) / "undisturbed.sqlite", Path(folder) / "killed.sqlite"
        whole = run(found, out, options.workers)
        plot(whole)
        done = photos_in(out)
        rate = done / whole.seconds / options.workers
        half = len(whole.samples) // 2
        for name, column in (("main", 2), ("worker", 3)):
            first, second = (
                max(it[column] for it in part)
                for part in (whole.samples[:half], whole.samples[half:])
            )
            print(f"peak of {name}: {first:.0f} MB in the first half, {second:.0f} in the second")
        print(f"file: {out.stat().st_size / done / 1e3:.1f} kB for each photo")
        print(f"\n{'':<34}{'seconds':>9}{'photos/s per core':>19}{'batch':>8}")
        print(f"{f'batch, {options.workers} workers':<34}{whole.seconds:>9.0f}{rate:>19.3f}")

        sample = sorted(rng.sample(found, min(options.alone, len(found))))
        in_batch = sum(seconds_of(out, sample))
        with Results.open(out) as results:
            ((inside,),) = results.select("SELECT sum(seconds) FROM photos")
        busy = inside / (whole.seconds * options.workers)
        for name, processes in (("one process", 1), ("as many at once", options.workers)):
            seconds = sum(read_at_once(sample, processes))
            share = seconds / in_batch * busy
            print(
                f"{f'castlescan.read, {name}':<34}{seconds:>9.0f}{len(sample) / seconds:>19.3f}"
                f"{share:>8.1%}"
            )
        print(f"workers read {busy:.1%} of the time")

        stops = sorted(rng.randrange(done // 20, done) for _ in range(options.kills))
        for stop in stops:
            run(found, killed, options.workers, kill_at=stop)
            print(f"killed with {photos_in(killed)} photos read")
        run(found, killed, options.workers)
        digests = []
        for file in (out, killed):
            with Results.open(file) as results:
                lines = list(results.dump())
            digests.append(hashlib.sha256("\n".join(lines).encode()).hexdigest())
            print(f"{file.stem:<12}{len(lines)} rows, SHA-256 {digests[-1]}")
    print("the same rows" if digests[0] == digests[1] else "OTHER ROWS")
    sys.exit(digests[0] != digests[1])


if __name__ == "__main__":
    main()
