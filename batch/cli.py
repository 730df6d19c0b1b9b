"""The commands ``castlescan batch``: parse, call, print."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeElapsedColumn
from rich.text import Text

from ..command_groups import with_default
from ..engine.documents import printable
from ..engine.errors import DocumentError
from .tables import ExportFormat

if TYPE_CHECKING:
    from .running import Counts

INTERRUPTED = 130
_MEGA = 1_000_000

batch_app = typer.Typer(
    cls=with_default("read"),
    help="Read thousands of photos into a results file: batch FOLDER... --out FILE; then report, "
    "export and duplicates show what is in it.",
)

Out = Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The file to write.")]
ResultsFile = Annotated[Path, typer.Argument(metavar="RESULTS", help="A results file.")]


@batch_app.command("read")
def read(
    out: Annotated[
        Path, typer.Option("--out", "-o", metavar="RESULTS", help="The results file (SQLite).")
    ],
    places: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="PLACE...",
            help="Photos, folders, patterns in quotes, and URLs of any of these.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, max=1024, help="Processes; as many as there are cores unless said."),
    ] = None,
    watch: Annotated[
        bool, typer.Option("--watch", help="Keep waiting for more photos, until Ctrl-C.")
    ] = False,
    since: Annotated[
        datetime | None,
        typer.Option(
            formats=["%Y-%m-%d", "%Y-%m-%dT%H:%M"], help="Only photos modified then or later."
        ),
    ] = None,
    only_failed: Annotated[
        bool, typer.Option("--only-failed", help="Read what failed once more, nothing else.")
    ] = False,
    max_pixels: Annotated[
        int | None, typer.Option(min=1, help="Refuse larger photos, in pixels; 120 million.")
    ] = None,
    max_memory: Annotated[
        int | None,
        typer.Option(min=500, help="Memory of each process while it reads, in MB (Linux)."),
    ] = None,
    dask: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Read on a Dask cluster: the scheduler's address."),
    ] = None,
) -> None:
    """Read photos into a results file; run it again and it goes on where it was."""
    # Imported here, since scoring should not wait for all this.
    from .executors import dask_crew, local_crew
    from .running import Job, run
    from .sources import Photo, Sources
    from .store import Store
    from .watching import watch as watch_for
    from .worker import Settings

    if not places and not only_failed:
        raise typer.BadParameter("name photos, or folders that hold them")
    if watch and only_failed:
        raise typer.BadParameter("--watch and --only-failed exclude each other; choose one")
    if dask and (workers or max_memory):
        raise typer.BadParameter(
            "with --dask, give workers and memory to 'dask worker' (--nworkers, --memory-limit)"
        )
    sources = Sources(places or [], since)
    sources.require()
    settings = Settings(max_pixels=max_pixels, max_memory=max_memory and max_memory * _MEGA)
    with Store.open(out) as store, _stopping() as stop, _Bar(stop) as bar:
        found: Iterable[Photo] = sources
        if not places:
            found = [Photo(path) for path in store.failed_paths()]
        if not watch:
            bar.total = bar.count(found)
            if not bar.total and places and not stop.is_set():
                raise _no_photos(places, since)
        photos = watch_for(sources) if watch else iter(found)
        crew = dask_crew(dask) if dask else local_crew(workers or _cores(), settings)
        with crew as hands:
            counts = run(Job(store, settings, only_failed, watch, stop), photos, hands, bar.show)
    typer.echo(
        f"{counts.read:,} read, {counts.failed:,} failed, {counts.known:,} known before: {out}"
    )
    if counts.failed:
        typer.echo(f"'castlescan batch report {out} --out page.html' shows what failed, and why")
    if stop.is_set() and not watch:
        sys.stderr.write("castlescan: stopped; the same command goes on where it was\n")
        raise typer.Exit(INTERRUPTED)


def _no_photos(places: Sequence[str], since: datetime | None) -> DocumentError:
    when = "" if since is None else f" modified since {since:%Y-%m-%d %H:%M}"
    return DocumentError(
        f"no photos{when} are there (JPEG, HEIC, PNG, WebP, AVIF, TIFF, GIF or BMP); name another folder",
        source=", ".join(places),
    )


@batch_app.command("report")
def report(results: ResultsFile, out: Out) -> None:
    """Write a page that sums up a results file and needs no network."""
    from .report import write_report
    from .store import Results

    if out.exists() and results.exists() and out.samefile(results):
        raise DocumentError(
            "is read and would be overwritten; choose another --out", source=str(out)
        )
    with Results.open(results) as found:
        write_report(out, found)
    typer.echo(f"Written: {out}")


@batch_app.command("export")
def export(
    results: ResultsFile,
    out: Annotated[Path, typer.Option("--out", "-o", metavar="FOLDER", help="Where to.")],
    file_format: Annotated[
        ExportFormat, typer.Option("--format", case_sensitive=False, help="Format of the files.")
    ] = ExportFormat.CSV,
) -> None:
    """Write each table of a results file to a file of its own."""
    from .exporting import export as write_tables
    from .store import Results

    with Results.open(results) as found:
        for path in write_tables(found, file_format, out):
            typer.echo(str(path))


@batch_app.command("duplicates")
def duplicates(results: ResultsFile) -> None:
    """List photos that show the same castle."""
    from .duplicates import find_duplicates
    from .store import Results

    with Results.open(results) as found:
        groups = list(find_duplicates(found))
        if not groups:
            typer.echo("No two photos show the same castle.")
        for number, group in enumerate(groups, start=1):
            total = "no score" if group[0].total is None else f"{group[0].total} points"
            typer.echo(f"{number}: {len(group)} photos of one castle, {total}")
            for seen in group:
                typer.echo(f"   {printable(seen.path or seen.photo)}, castle {seen.castle}")


# Progress


class _Rate(ProgressColumn):
    """Photos per second, and the time left."""

    def render(self, task: Task) -> Text:
        if not task.speed:
            return Text("")
        left = "" if task.time_remaining is None else f", {_clock(task.time_remaining)} left"
        return Text(f"{task.speed:.1f}/s{left}")


class _Bar:
    """The progress bar, on a terminal."""

    def __init__(self, stop: threading.Event) -> None:
        console = Console(stderr=True)
        self._stop = stop
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            TextColumn("{task.fields[numbers]}"),
            _Rate(),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=not console.is_terminal,
            speed_estimate_period=120,
        )
        self._line = self._progress.add_task("looking", total=None, numbers="")
        self.total: int | None = None

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self._progress.stop()

    def count(self, photos: Iterable[object]) -> int:
        """Count photos, showing how many there are so far."""
        number = 0
        for number, _ in enumerate(photos, start=1):
            if self._stop.is_set():
                break
            if number % 1000 == 0:
                self._progress.update(self._line, numbers=f"{number:,} photos")
        return number

    def show(self, counts: "Counts") -> None:
        """Show what was read of what is to read; what was known before is neither."""
        done = counts.read + counts.failed
        total = None if self.total is None else max(self.total - counts.known, done)
        doing = "reading" if self.total is not None else "watching"
        numbers = f"{done:,}" + ("" if total is None else f" of {total:,}")
        self._progress.update(
            self._line,
            description="stopping" if self._stop.is_set() else doing,
            completed=done,
            total=total,
            numbers=numbers + (f", {counts.failed:,} failed" if counts.failed else ""),
        )


def _clock(seconds: float) -> str:
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}"


def _cores() -> int:
    affinity = getattr(os, "sched_getaffinity", None)
    return len(affinity(0)) if affinity else os.cpu_count() or 1


@contextmanager
def _stopping() -> Iterator[threading.Event]:
    """Give an event that the first Ctrl-C sets; the second one ends the program at once."""
    stop = threading.Event()

    def ask(number: int, frame: object) -> None:
        if stop.is_set():
            for process in multiprocessing.active_children():
                process.kill()
            raise KeyboardInterrupt
        stop.set()

    numbers = (signal.SIGINT, signal.SIGTERM)
    before = [signal.signal(number, ask) for number in numbers]
    try:
        yield stop
    finally:
        for number, handler in zip(numbers, before, strict=True):
            signal.signal(number, handler)
