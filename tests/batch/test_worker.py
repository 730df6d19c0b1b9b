"""One photo in, one outcome out, whatever is wrong with it."""

import pickle

import pytest
import quick_reader
from quick_photos import write_photo

from castlescan.batch.sources import content_key
from castlescan.batch.tables import CASTLES, PHOTOS, REVIEWS, ROOMS, SCORES, TABLES, VIOLATIONS
from castlescan.batch.worker import ReaderError, Settings, Task, read_photo


def error_of(outcome):
    (row,) = outcome.rows[PHOTOS.name]
    return row[PHOTOS.names.index("error")]


def test_all_rows_of_a_photo(tmp_path, settings):
    file = write_photo(tmp_path / "a.png", 1)
    outcome = read_photo(Task(str(file), settings))
    assert outcome.photo == content_key(file.read_bytes())
    assert outcome.bytes == file.stat().st_size
    counts = {name: len(rows) for name, rows in outcome.rows.items()}
    assert counts[CASTLES.name] == 1
    assert counts[ROOMS.name] == 2
    assert counts[REVIEWS.name] == 1
    assert counts[SCORES.name] > 5
    for table in TABLES:
        for row in outcome.rows.get(table.name, ()):
            assert len(row) == len(table.columns)
    assert outcome.rows[VIOLATIONS.name]
    assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_the_total_is_the_sum_of_its_parts(tmp_path, settings):
    rows = read_photo(Task(str(write_photo(tmp_path / "a.png", 0)), settings)).rows
    lines = [dict(zip(SCORES.names, row, strict=True)) for row in rows[SCORES.name]]
    (castle,) = rows[CASTLES.name]
    total = castle[CASTLES.names.index("total")]
    assert sum(it["points"] for it in lines if it["part"] == "category") == total
    assert sum(it["points"] for it in lines if it["part"] != "category") == total


def test_content_that_is_known_is_not_read(tmp_path, settings):
    file = write_photo(tmp_path / "a.png", 0, quick_reader.BROKEN)
    key = content_key(file.read_bytes())
    outcome = read_photo(Task(str(file), settings, frozenset({key})))
    assert (outcome.photo, outcome.rows, outcome.failed) == (key, None, False)


@pytest.mark.parametrize(
    ("data", "error"),
    [(b"", "is empty"), (b"text", "not a picture"), (b"\xff\xd8\xff\xe0", "damaged")],
)
def test_no_picture(tmp_path, settings, data, error):
    (tmp_path / "a.jpg").write_bytes(data)
    outcome = read_photo(Task(str(tmp_path / "a.jpg"), settings))
    assert outcome.failed
    assert error in error_of(outcome)
    assert list(outcome.rows) == [PHOTOS.name]


def test_faults_of_the_reader_are_rows(tmp_path, settings):
    outcome = read_photo(
        Task(str(write_photo(tmp_path / "a.png", 0, quick_reader.BROKEN)), settings)
    )
    assert "RuntimeError: out of luck" in error_of(outcome)


def test_memory_that_runs_out_is_a_row(tmp_path, monkeypatch, settings):
    def read(image):
        raise MemoryError

    monkeypatch.setattr(quick_reader, "read", read)
    outcome = read_photo(
        Task(str(write_photo(tmp_path / "a.png", 0)), Settings(quick_reader.make, 9999))
    )
    assert "needs more memory" in error_of(outcome)


def test_large_photos_are_refused(tmp_path):
    small = Settings(quick_reader.make, max_pixels=4000)
    outcome = read_photo(Task(str(write_photo(tmp_path / "a.png", 0)), small))
    assert "megapixels" in error_of(outcome)


def test_a_photo_that_is_gone(tmp_path, settings):
    outcome = read_photo(Task(str(tmp_path / "a.png"), settings))
    assert (outcome.photo, outcome.rows) == (None, None)
    assert "is gone" in outcome.error


def test_without_networks_no_photo_can_be_read(tmp_path):
    with pytest.raises(ReaderError, match="install it"):
        read_photo(Task(str(tmp_path / "a.png"), Settings(quick_reader.make_nothing)))
