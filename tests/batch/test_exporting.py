"""What is exported is what was read; files are whole or not there."""

import csv
import errno
import json

import pytest
import quick_reader

from castlescan.batch import exporting
from castlescan.batch.exporting import export
from castlescan.batch.store import Results
from castlescan.batch.tables import TABLES, ExportFormat
from castlescan.engine.errors import DocumentError

NAMES = sorted([*(it.name for it in TABLES), "duplicates"])


@pytest.fixture
def results(batch, photos, tmp_path):
    folder = photos(3, broken=quick_reader.BROKEN)
    batch(folder)
    with Results.open(tmp_path / "results.sqlite") as results:
        yield results


def read_csv(path):
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def read_jsonl(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def read_parquet(path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    return parquet.read_table(path).to_pylist()


READERS = {
    ExportFormat.CSV: read_csv,
    ExportFormat.JSONL: read_jsonl,
    ExportFormat.PARQUET: read_parquet,
}


@pytest.mark.parametrize("file_format", ExportFormat)
def test_every_table_is_a_file(results, tmp_path, file_format):
    if file_format is ExportFormat.PARQUET:
        pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    files = export(results, file_format, tmp_path / "out")
    assert [it.stem for it in files] == NAMES
    assert sorted((tmp_path / "out").iterdir()) == files
    found = {it.stem: READERS[file_format](it) for it in files}
    for table in TABLES:
        assert len(found[table.name]) == len(list(results.rows(table)))
    (failed,) = [it for it in found["photos"] if it["error"]]
    assert "out of luck" in failed["error"]
    assert {it["castle"] for it in found["castles"]} in ({1}, {"1"})
    document = found["castles"][0]["document"]
    document = document if isinstance(document, dict) else json.loads(document)
    assert document["format"] == "castlescan/castle/1"


def test_a_full_disk_leaves_the_files_as_they_were(results, tmp_path, monkeypatch):
    export(results, ExportFormat.JSONL, tmp_path / "out")
    before = {it.name: it.read_bytes() for it in (tmp_path / "out").iterdir()}

    def fail(path, table, rows):
        path.write_text("half")
        if table.name == "rooms":
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(exporting, "_write_jsonl", fail)
    with pytest.raises(DocumentError, match=r"out: cannot be written .No space left on device."):
        export(results, ExportFormat.JSONL, tmp_path / "out")
    assert {it.name: it.read_bytes() for it in (tmp_path / "out").iterdir()} == before


def test_a_folder_that_is_a_file(results, tmp_path):
    (tmp_path / "out").write_text("")
    with pytest.raises(DocumentError, match="out: cannot be written"):
        export(results, ExportFormat.CSV, tmp_path / "out")
