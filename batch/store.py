"""The results file: an SQLite database that holds all rows of a photo or none."""

import json
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from filelock import FileLock, Timeout

from ..engine.errors import DocumentError
from .outcomes import Outcome
from .sources import Photo
from .tables import INDICES, OF_PHOTOS, PATHS, PHOTOS, TABLES, Row, Table

APPLICATION = 0x63617374  # "cast"
VERSION = 1
BUSY_SECONDS = 30.0
_GO_ON = "and run the same command again, it goes on where it was"


class Results:
    """Reads a results file, while a run may write it."""

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self.path = path
        self._connection = connection

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a results file to read it.

        Raises
        ------
        DocumentError
            When there is none, or it is another file; the line names it.
        """
        if not path.is_file():
            raise DocumentError(
                "there is no such results file; make one with 'castlescan batch FOLDER --out "
                f"{path.name}'",
                source=str(path),
            )
        return cls(path, _connect(path, writing=False))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._connection.close()

    def select(self, query: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        """Yield the rows of a query.

        Raises
        ------
        DocumentError
            When the file is damaged or locked.
        """
        with _faults_of(self.path):
            yield from self._connection.execute(query, values)

    def rows(self, table: Table) -> Iterator[Row]:
        """Yield all rows of a table in the order of its key."""
        yield from self.select(
            f"SELECT {', '.join(table.names)} FROM {table.name} ORDER BY {', '.join(table.key_names)}"
        )

    def dump(self) -> Iterator[str]:
        """Yield a line for each row, the same for the same photos, however they came to be read."""
        for table in TABLES:
            kept = [it.name for it in table.columns if not it.passing]
            for row in self.select(
                f"SELECT {', '.join(kept)} FROM {table.name} ORDER BY {', '.join(table.key_names)}"
            ):
                yield json.dumps([table.name, *row], ensure_ascii=False)


class Store(Results):
    """Writes a results file; only one at a time can be open."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: FileLock) -> None:
        super().__init__(path, connection)
        self._lock = lock

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a results file to write it, and make it where there is none.

        Raises
        ------
        DocumentError
            When another run writes it, it cannot be written, or is another file; the line names it.
        """
        lock = FileLock(path.with_name(f".{path.name}.lock"))
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock.acquire(timeout=0)
        except Timeout:
            raise DocumentError(
                "another run is writing these results; wait until it ends, or choose another --out",
                source=str(path),
            ) from None
        except NotImplementedError:
            raise DocumentError(
                "lies on a file system that cannot lock files; choose an --out on a local disk",
                source=str(path),
            ) from None
        except OSError as error:
            raise DocumentError(
                f"cannot be written ({error.strerror}); choose another --out", source=str(path)
            ) from None
        try:
            return cls(path, _connect(path, writing=True), lock)
        except BaseException:
            lock.release()
            raise

    def close(self) -> None:
        """Close the file and let others write it."""
        super().close()
        self._lock.release()

    def is_known(self, photo: Photo) -> bool:
        """Tell whether a file is in the results as it is now."""
        query = "SELECT bytes, stamp FROM paths WHERE path = ? AND photo IS NOT NULL"
        for size, stamp in self.select(query, (stored_path(photo.path),)):
            return stamp == photo.stamp and photo.bytes in (None, size)
        return False

    def has_failed(self, path: str) -> bool:
        """Tell whether a photo at a path could not be opened or read."""
        query = (
            "SELECT 1 FROM paths LEFT JOIN photos USING (photo) "
            "WHERE path = ? AND (photos.error IS NOT NULL OR paths.error IS NOT NULL)"
        )
        return any(True for _ in self.select(query, (stored_path(path),)))

    def failed_paths(self) -> list[str]:
        """Return the paths of all photos that could not be opened or read."""
        query = (
            "SELECT path FROM paths LEFT JOIN photos USING (photo) "
            "WHERE photos.error IS NOT NULL OR paths.error IS NOT NULL ORDER BY path"
        )
        return [path for (path,) in self.select(query)]

    def photos_of_size(self, size: int | None, *, failed: bool = True) -> frozenset[str]:
        """Return the keys of photos of a size, with or without those that could not be read."""
        query = "SELECT photo FROM photos WHERE bytes = ?" + (
            "" if failed else " AND error IS NULL"
        )
        return frozenset(photo for (photo,) in self.select(query, (size,)))

    def save(self, outcome: Outcome) -> None:
        """Write what became of a photo, all of it or nothing.

        Raises
        ------
        DocumentError
            When the disk is full, or the file cannot be written; the line names it.
        """
        path = stored_path(outcome.path)
        with _faults_of(self.path), self._writing() as connection:
            if outcome.rows is not None:
                _replace(connection, outcome)
            before = connection.execute("SELECT photo FROM paths WHERE path = ?", (path,))
            replaced = [photo for (photo,) in before if photo not in (None, outcome.photo)]
            connection.execute(
                _insertion(PATHS),
                (path, outcome.photo, outcome.error, outcome.bytes, outcome.stamp),
            )
            for photo in replaced:
                # What failed and is nowhere any more, such as the first half of a copy.
                connection.execute(
                    f"DELETE FROM {PHOTOS.name} WHERE photo = ? AND error IS NOT NULL "
                    "AND NOT EXISTS (SELECT 1 FROM paths WHERE paths.photo = photos.photo)",
                    (photo,),
                )

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            yield self._connection
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise


def stored_path(path: str) -> str:
    """Return a path as text that any program can read; bytes that are no UTF-8 are written out."""
    return os.fsencode(path).decode("utf-8", errors="backslashreplace")


def _replace(connection: sqlite3.Connection, outcome: Outcome) -> None:
    for table in OF_PHOTOS:
        connection.execute(f"DELETE FROM {table.name} WHERE photo = ?", (outcome.photo,))
        rows = (outcome.rows or {}).get(table.name, [])
        connection.executemany(_insertion(table), rows)


def _insertion(table: Table) -> str:
    return f"INSERT OR REPLACE INTO {table.name} VALUES ({', '.join('?' * len(table.names))})"


def _connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    log = path.with_name(f"{path.name}-wal")
    with _faults_of(path):
        if writing:
            return _checked(path, "mode=rwc", writing=True)
        try:
            return _checked(path, "mode=rw", writing=False)
        except sqlite3.OperationalError:
            if log.exists() and log.stat().st_size:
                raise
            # In a read-only folder; nothing is missing from the file itself.
            return _checked(path, "mode=ro&immutable=1", writing=False)


def _checked(path: Path, mode: str, *, writing: bool) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{mode}",
        uri=True,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        is_new = not connection.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone()
        if writing and is_new and not application:
            _create(connection)
        elif is_new and not application:
            raise DocumentError(
                "holds no results yet; 'castlescan batch FOLDER --out' puts some there",
                source=str(path),
            )
        elif application != APPLICATION:
            raise DocumentError(
                "is no results file of castlescan; choose another", source=str(path)
            )
        elif version != VERSION:
            raise DocumentError(
                f"has version {version} of the results, and this castlescan reads {VERSION}; "
                "choose another --out, or the castlescan that wrote it",
                source=str(path),
            )
        if writing:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
        else:
            connection.execute("PRAGMA query_only = 1")
    except BaseException:
        connection.close()
        raise
    return connection


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("BEGIN IMMEDIATE")
    for statement in (*(it.definition() for it in TABLES), *INDICES):
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION}")
    connection.execute(f"PRAGMA user_version = {VERSION}")
    connection.execute("COMMIT")


@contextmanager
def _faults_of(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise DocumentError(_in_words(error), source=str(path)) from None


def _in_words(error: sqlite3.Error) -> str:
    name = getattr(error, "sqlite_errorname", None) or ""
    if name.startswith("SQLITE_FULL"):
        return f"the disk is full; free some space {_GO_ON}"
    if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
        return f"is locked by another program; close that {_GO_ON}"
    if name.startswith(("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM")):
        return "cannot be written; choose another --out, or change the folder's permissions"
    if name.startswith("SQLITE_IOERR"):
        return f"cannot be read or written ({error}); check the disk {_GO_ON}"
    if name.startswith(("SQLITE_NOTADB", "SQLITE_CORRUPT")):
        return "is damaged or no results file; choose another"
    return f"cannot be used ({error}); choose another"
