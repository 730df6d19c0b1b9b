"""Results as CSV, JSON Lines or Parquet, a file for each table: all of them whole, or none."""

import csv
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from ..engine.errors import DocumentError
from .duplicates import find_duplicates
from .store import Results
from .tables import TABLES, Column, ExportFormat, Kind, Row, Table

DUPLICATES = Table(
    "duplicates",
    2,
    (Column("photo"), Column("castle", Kind.INTEGER), Column("same_as"), Column("path")),
)
_AT_ONCE = 20_000


def export(results: Results, file_format: ExportFormat, folder: Path) -> list[Path]:
    """Write each table to a file in a folder.

    Returns
    -------
    list of Path
        The files.

    Raises
    ------
    DocumentError
        When they cannot be written, or Parquet needs a package that is not installed. No file has changed
        then.
    """
    write = _writer(file_format)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=".export-", dir=folder))
        try:
            for table, rows in _tables(results):
                write(made / f"{table.name}.{file_format}", table, rows)
            return [
                Path(shutil.move(os.fspath(file), folder / file.name))
                for file in sorted(made.iterdir())
            ]
        finally:
            shutil.rmtree(made, ignore_errors=True)
    except OSError as error:
        raise DocumentError(
            f"cannot be written ({error.strerror or error}); choose another --out, or free some space",
            source=str(folder),
        ) from None


def _tables(results: Results) -> Iterator[tuple[Table, Iterable[Row]]]:
    for table in TABLES:
        yield table, results.rows(table)
    yield DUPLICATES, _duplicates(results)


def _duplicates(results: Results) -> Iterator[Row]:
    for group in find_duplicates(results):
        for seen in group:
            yield seen.photo, seen.castle, f"{group[0].photo}/{group[0].castle}", seen.path


_Writer = Callable[[Path, Table, Iterable[Row]], None]


def _writer(file_format: ExportFormat) -> _Writer:
    if file_format is ExportFormat.CSV:
        return _write_csv
    if file_format is ExportFormat.JSONL:
        return _write_jsonl
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise DocumentError(
            "Parquet needs pyarrow; install castlescan[parquet], or export csv or jsonl"
        ) from None
    return lambda path, table, rows: _write_parquet(pyarrow, path, table, rows)


def _write_csv(path: Path, table: Table, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(table.names)
        writer.writerows(rows)


def _write_jsonl(path: Path, table: Table, rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            line = {
                column.name: json.loads(str(value))
                if column.kind is Kind.JSON and value is not None
                else value
                for column, value in zip(table.columns, row, strict=True)
            }
            file.write(json.dumps(line, ensure_ascii=False) + "\n")


def _write_parquet(pyarrow: Any, path: Path, table: Table, rows: Iterable[Row]) -> None:
    types = {
        Kind.TEXT: pyarrow.string(),
        Kind.JSON: pyarrow.string(),
        Kind.INTEGER: pyarrow.int64(),
        Kind.REAL: pyarrow.float64(),
    }
    schema = pyarrow.schema([(it.name, types[it.kind]) for it in table.columns])
    left = iter(rows)
    with pyarrow.parquet.ParquetWriter(path, schema) as writer:
        while part := list(islice(left, _AT_ONCE)):
            columns = [
                pyarrow.array(values, it.type)
                for values, it in zip(zip(*part, strict=True), schema, strict=True)
            ]
            writer.write_table(pyarrow.Table.from_arrays(columns, schema=schema))
