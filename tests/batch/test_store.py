"""Results are whole or not there, whatever happens to the file."""

import os
import sqlite3
import sys
from pathlib import Path

import pytest

from castlescan.batch import store as store_module
from castlescan.batch.outcomes import Outcome
from castlescan.batch.sources import Photo
from castlescan.batch.store import Results, Store
from castlescan.batch.tables import CASTLES, PHOTOS, REVIEWS
from castlescan.engine.errors import DocumentError


def photo_row(photo, error=None):
    return (photo, 5, 64, 64, 1, error, "1", 0.1, "now")


def outcome(photo="aa", path="/p/a.jpg", error=None, message="look", **changes):
    rows = {
        PHOTOS.name: [photo_row(photo, error)],
        CASTLES.name: [(photo, 1, None, 3, None, 0, 0, 0, "l", "0", "{}")],
        REVIEWS.name: [(photo, 1, 1, "place", "[]", message)],
    }
    return Outcome(path, photo, 5, "1", rows, **changes)


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "results.sqlite"


def dumped(path):
    with Results.open(path) as results:
        return list(results.dump())


def test_rows_do_not_depend_on_the_order(path, tmp_path):
    first, second = outcome("aa", "/p/a.jpg"), outcome("bb", "/p/b.jpg")
    for file, order in ((path, (first, second)), (tmp_path / "other", (second, first, first))):
        with Store.open(file) as store:
            for it in order:
                store.save(it)
    assert dumped(path) == dumped(tmp_path / "other")
    assert len(dumped(path)) == 8


def test_a_photo_with_two_paths_is_one_photo(path):
    with Store.open(path) as store:
        store.save(outcome(path="/p/a.jpg"))
        store.save(Outcome("/p/b.jpg", "aa", 5, "1"))
        assert store.is_known(Photo("/p/b.jpg", 5, "1"))
        assert [row[:2] for row in store.select("SELECT * FROM paths")] == [
            ("/p/a.jpg", "aa"),
            ("/p/b.jpg", "aa"),
        ]
        assert list(store.select("SELECT count(*) FROM photos")) == [(1,)]


@pytest.mark.parametrize(("size", "stamp"), [(6, "1"), (5, "2")])
def test_a_file_that_has_changed_is_not_known(path, size, stamp):
    with Store.open(path) as store:
        store.save(outcome())
        assert not store.is_known(Photo("/p/a.jpg", size, stamp))


def test_what_cannot_be_written_leaves_nothing(path):
    with Store.open(path) as store:
        store.save(outcome())
        with pytest.raises(DocumentError):
            store.save(outcome("bb", "/p/b.jpg", message=object()))
        store.save(outcome("cc", "/p/c.jpg"))
    assert not any("bb" in line for line in dumped(path))
    assert len(dumped(path)) == 8


def test_reading_again_replaces_all_rows_of_a_photo(path):
    with Store.open(path) as store:
        store.save(outcome())
        rows = {PHOTOS.name: [photo_row("aa")]}
        store.save(Outcome("/p/a.jpg", "aa", 5, "1", rows))
    assert len(dumped(path)) == 2


def test_the_first_half_of_a_copy_is_forgotten_when_it_is_whole(path):
    with Store.open(path) as store:
        store.save(outcome("half", error="damaged"))
        store.save(outcome("whole"))
        store.save(outcome("edited"))
        assert [it for (it,) in store.select("SELECT photo FROM photos")] == ["edited", "whole"]


def test_names_of_other_encodings(path):
    with Store.open(path) as store:
        name = os.fsdecode(b"/p/\xff.jpg")
        store.save(outcome(path=name))
        assert store.is_known(Photo(name, 5, "1"))
        assert list(store.select("SELECT path FROM paths")) == [("/p/\\xff.jpg",)]


def test_two_runs_at_once(path):
    with Store.open(path), pytest.raises(DocumentError, match=r"results.sqlite: another run"):
        Store.open(path)
    Store.open(path).close()


def test_results_can_be_looked_at_while_they_are_written(path):
    with Store.open(path) as store:
        store.save(outcome())
        assert len(dumped(path)) == 4


def test_a_full_disk_is_one_line_and_loses_nothing(path):
    with Store.open(path) as store:
        store.save(outcome())
        (pages,) = next(store.select("PRAGMA page_count"))
        store._connection.execute(f"PRAGMA max_page_count = {pages}")
        with pytest.raises(DocumentError, match=r"results.sqlite: the disk is full; free"):
            store.save(outcome("bb", "/p/b.jpg", message="x" * 100_000))
    assert len(dumped(path)) == 4
    with Store.open(path) as store:
        store.save(outcome("bb", "/p/b.jpg"))
    assert len(dumped(path)) == 8


def test_a_locked_file_is_one_line_and_loses_nothing(path, monkeypatch):
    monkeypatch.setattr(store_module, "BUSY_SECONDS", 0.05)
    with Store.open(path) as store:
        store.save(outcome())
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(DocumentError, match=r"results.sqlite: is locked by another program"):
            store.save(outcome("bb", "/p/b.jpg"))
        other.execute("ROLLBACK")
        other.close()
        store.save(outcome("cc", "/p/c.jpg"))
    assert len(dumped(path)) == 8


def test_a_lock_that_is_soon_released_is_waited_for(path):
    with Store.open(path) as store:
        other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        other.execute("BEGIN IMMEDIATE")
        import threading

        timer = threading.Timer(0.2, lambda: other.execute("ROLLBACK"))
        timer.start()
        store.save(outcome())
        timer.join()
        other.close()
    assert len(dumped(path)) == 4


def test_other_files_are_left_alone(path, tmp_path):
    path.write_text("no results" * 1000)
    other = tmp_path / "other.sqlite"
    sqlite3.connect(other, isolation_level=None).execute("CREATE TABLE mine (a)").connection.close()
    for file in (path, other):
        before = file.read_bytes()
        for open_it in (Results.open, Store.open):
            with pytest.raises(DocumentError, match=rf"{file.name}.*choose another"):
                open_it(file)
        assert file.read_bytes() == before


def test_results_of_another_version(path):
    Store.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version = 9")
    connection.close()
    with pytest.raises(DocumentError, match="has version 9"):
        Store.open(path)


def test_results_that_are_not_there(path):
    with pytest.raises(DocumentError, match=r"there is no such results file"):
        Results.open(path)


def test_results_that_are_empty(path):
    path.touch()
    with pytest.raises(DocumentError, match="holds no results yet"):
        Results.open(path)


@pytest.fixture
def as_nobody(tmp_path):
    """Take the rights of root away, which nothing is read-only for."""
    if sys.platform == "win32":
        pytest.skip("folders are not read-only on Windows")
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_uid == os.geteuid() and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o055)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)
    yield
    if was_root:
        os.seteuid(0)


def test_a_read_only_folder_is_one_line(path, tmp_path, request):
    with Store.open(path) as store:
        store.save(outcome())
    path.with_name(f".{path.name}.lock").unlink()
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    request.getfixturevalue("as_nobody")
    try:
        for file in (path, tmp_path / "new.sqlite", tmp_path / "sub" / "new.sqlite"):
            with pytest.raises(DocumentError, match=rf"{file.name}: cannot be written"):
                Store.open(file)
        assert len(dumped(path)) == 4
    finally:
        if os.getuid() == 0:
            os.seteuid(0)
        tmp_path.chmod(0o755)
