"""A run reads every photo once and goes on where the last one was."""

import itertools
from concurrent.futures import Future
from concurrent.futures.process import BrokenProcessPool

import pytest
import quick_reader
from quick_photos import write_photo

from castlescan.batch.executors import Crew
from castlescan.batch.running import Job, run
from castlescan.batch.sources import Photo, Sources
from castlescan.batch.store import Results, Store
from castlescan.batch.worker import Settings
from castlescan.engine.errors import DocumentError


def test_bad_photos_are_rows_and_the_rest_is_read(batch, photos, rows, tmp_path):
    folder = photos(3, broken=quick_reader.BROKEN, empty=quick_reader.EMPTY)
    (folder / "text.jpg").write_text("no photo")
    (folder / "gone.jpg").symlink_to("nowhere")
    counts = batch(folder)
    assert (counts.read, counts.failed, counts.castles) == (4, 3, 3)
    with Results.open(tmp_path / "results.sqlite") as results:
        query = (
            "SELECT path, coalesce(paths.error, photos.error) FROM paths "
            "LEFT JOIN photos USING (photo)"
        )
        errors = dict(results.select(query))
    assert sum(error is None for error in errors.values()) == 4
    assert "is gone" in errors[str(folder / "gone.jpg")]


def test_a_second_run_reads_only_what_is_new(batch, photos, rows):
    folder = photos(3, broken=quick_reader.BROKEN)
    batch(folder)
    before = rows()
    again = batch(folder)
    assert (again.read, again.failed, again.known) == (0, 0, 4)
    assert rows() == before
    write_photo(folder / "new.png", 9)
    assert batch(folder).read == 1


def test_changed_and_moved_photos(batch, photos, rows):
    folder = photos(2)
    batch(folder)
    write_photo(folder / "000.png", 7)
    (folder / "001.png").rename(folder / "moved.png")
    counts = batch(folder)
    assert (counts.read, counts.known) == (1, 1)


def test_copies_are_read_once(batch, photos, tmp_path):
    folder = photos(1)
    batch(folder)
    (tmp_path / "copy.png").write_bytes((folder / "000.png").read_bytes())
    counts = batch(tmp_path / "copy.png", folder, tmp_path / "copy.png")
    assert (counts.read, counts.known) == (0, 2)


def test_only_failed(batch, photos, settings, rows, monkeypatch):
    folder = photos(2, a=quick_reader.BROKEN, b=quick_reader.BROKEN)
    batch(folder)
    write_photo(folder / "new.png", 9)
    monkeypatch.setattr(quick_reader, "BROKEN", -1)  # mended
    counts = batch(folder, only_failed=True)
    assert (counts.read, counts.failed) == (2, 0)
    assert not any("out of luck" in row for row in rows())
    assert batch(folder, only_failed=True).read == 0


@pytest.mark.parametrize("order", list(itertools.permutations(range(3)))[1:4])
def test_rows_do_not_depend_on_order_or_interruptions(batch, photos, rows, order):
    folder = photos(3, broken=quick_reader.BROKEN)
    batch(folder)
    files = sorted(folder.iterdir())
    for number in order:
        batch(files[number], out="other.sqlite")
    batch(folder, out="other.sqlite")
    assert rows("other.sqlite") == rows()


def test_a_stopped_run_has_whole_results_and_can_go_on(
    photos, settings, crew, tmp_path, rows, batch
):
    folder = photos(6)
    with Store.open(tmp_path / "results.sqlite") as store:
        job = Job(store, settings)
        counts = run(
            job, iter(Sources([str(folder)])), crew, lambda now: now.read and job.stop.set()
        )
    assert 0 < counts.read < 6
    assert counts.read + batch(folder).read == 6
    batch(folder, out="other.sqlite")
    assert rows() == rows("other.sqlite")


def test_nothing_can_be_read_at_all(batch, photos):
    with pytest.raises(DocumentError, match="install it"):
        batch(photos(3), settings=Settings(quick_reader.make_nothing))


class Mortal:
    """An executor whose processes die on some photos, as often as is said."""

    def __init__(self, deaths):
        self.deaths = deaths

    def submit(self, work, task):
        future = Future()
        name = task.path.rpartition("/")[2]
        if self.deaths.get(name, 0):
            self.deaths[name] -= 1
            future.set_exception(BrokenProcessPool("died"))
        else:
            future.set_result(work(task))
        return future


def run_mortal(store, settings, folder, deaths):
    crew = Crew(Mortal(deaths), lambda: 3, lambda it: isinstance(it, BrokenProcessPool), 2)
    return run(Job(store, settings), iter(Sources([str(folder)])), crew)


def test_a_death_loses_no_photo_and_doubles_none(photos, settings, tmp_path, batch, rows):
    folder = photos(5)
    with Store.open(tmp_path / "results.sqlite") as store:
        counts = run_mortal(store, settings, folder, {"001.png": 1, "003.png": 1})
    assert (counts.read, counts.failed, counts.deaths) == (5, 0, 2)
    batch(folder, out="other.sqlite")
    assert rows() == rows("other.sqlite")


def test_what_kills_twice_is_a_row(photos, settings, tmp_path, rows):
    with Store.open(tmp_path / "results.sqlite") as store:
        counts = run_mortal(store, settings, photos(3), {"001.png": 9})
    assert (counts.read, counts.failed, counts.deaths) == (2, 1, 2)
    assert sum("the reader died on it" in row for row in rows()) == 1


def test_watching_reads_what_comes_and_tries_once_what_cannot_be_opened(
    photos, settings, crew, tmp_path
):
    file, gone = write_photo(tmp_path / "a.png", 1), Photo(str(tmp_path / "gone.png"))
    (photo,) = Sources([str(file)])

    def coming():
        for _ in range(3):
            yield from (photo, gone, None)

    with Store.open(tmp_path / "results.sqlite") as store:
        counts = run(Job(store, settings, watching=True), coming(), crew)
    assert (counts.read, counts.failed, counts.known) == (1, 1, 0)


def test_a_full_disk_ends_the_run_and_loses_nothing(photos, settings, crew, tmp_path, batch, rows):
    folder = photos(30)
    with Store.open(tmp_path / "results.sqlite") as store:
        (pages,) = next(store.select("PRAGMA page_count"))
        store._connection.execute(f"PRAGMA max_page_count = {pages + 8}")
        with pytest.raises(DocumentError, match="the disk is full"):
            run(Job(store, settings), iter(Sources([str(folder)])), crew)
    assert 0 < batch(folder).read < 30
    batch(folder, out="other.sqlite")
    assert rows() == rows("other.sqlite")
