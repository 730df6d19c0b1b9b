"""The tables of a results file, for SQLite and for every export."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

Value: TypeAlias = str | int | float | None
Row: TypeAlias = tuple[Value, ...]
Rows: TypeAlias = dict[str, list[Row]]


class Kind(StrEnum):
    """What a column holds; JSON is kept as text."""

    TEXT = "TEXT"
    INTEGER = "INTEGER"
    REAL = "REAL"
    JSON = "JSON"


class ExportFormat(StrEnum):
    """A format that tables are exported to."""

    CSV = "csv"
    PARQUET = "parquet"
    JSONL = "jsonl"


@dataclass(frozen=True)
class Column:
    """A column; a passing one tells of the run, not of the photo, and is left out of comparisons."""

    name: str
    kind: Kind = Kind.TEXT
    passing: bool = False


@dataclass(frozen=True)
class Table:
    """A table; ``key`` counts the leading columns that make its primary key."""

    name: str
    key: int
    columns: tuple[Column, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all columns."""
        return tuple(it.name for it in self.columns)

    @property
    def key_names(self) -> tuple[str, ...]:
        """Names of the columns of the key."""
        return self.names[: self.key]

    def definition(self) -> str:
        """Return the statement that creates it."""
        columns = [
            f"{it.name} {'TEXT' if it.kind is Kind.JSON else it.kind.value}" for it in self.columns
        ]
        key = f"PRIMARY KEY ({', '.join(self.key_names)})"
        return f"CREATE TABLE {self.name} ({', '.join([*columns, key])}) WITHOUT ROWID"


def _columns(*columns: str | tuple[str, Kind] | Column) -> tuple[Column, ...]:
    return tuple(
        it if isinstance(it, Column) else Column(it) if isinstance(it, str) else Column(*it)
        for it in columns
    )


_INTEGER, _REAL, _JSON = Kind.INTEGER, Kind.REAL, Kind.JSON

PHOTOS = Table(
    "photos",
    1,
    _columns(
        "photo",
        ("bytes", _INTEGER),
        ("width", _INTEGER),
        ("height", _INTEGER),
        ("castles", _INTEGER),
        "error",
        "version",
        Column("seconds", _REAL, passing=True),
        Column("read_at", passing=True),
    ),
)
PATHS = Table(
    "paths",
    1,
    _columns(
        "path",
        "photo",
        "error",
        Column("bytes", _INTEGER, passing=True),
        Column("stamp", passing=True),
    ),
)
CASTLES = Table(
    "castles",
    2,
    _columns(
        "photo",
        ("castle", _INTEGER),
        "throne",
        ("rooms", _INTEGER),
        ("total", _INTEGER),
        ("sure", _INTEGER),
        ("illegal", _INTEGER),
        ("suspect", _INTEGER),
        "layout",
        "looks",
        ("document", _JSON),
    ),
)
ROOMS = Table(
    "rooms",
    3,
    _columns(
        "photo",
        ("castle", _INTEGER),
        ("piece", _INTEGER),
        "id",
        ("x", _INTEGER),
        ("y", _INTEGER),
        ("confidence", _REAL),
        ("doubtful", _INTEGER),
        ("orientation", _INTEGER),
        "border",
        ("quad", _JSON),
        ("alternatives", _JSON),
    ),
)
VIOLATIONS = Table(
    "violations",
    3,
    _columns(
        "photo",
        ("castle", _INTEGER),
        ("violation", _INTEGER),
        "rule",
        "kind",
        "severity",
        ("tiles", _JSON),
        "message",
    ),
)
SCORES = Table(
    "scores",
    3,
    _columns(
        "photo",
        ("castle", _INTEGER),
        ("line", _INTEGER),
        "part",
        "id",
        ("x", _INTEGER),
        ("y", _INTEGER),
        ("points", _INTEGER),
        ("why", _JSON),
    ),
)
REVIEWS = Table(
    "reviews",
    3,
    _columns(
        "photo",
        ("castle", _INTEGER),
        ("review", _INTEGER),
        "reason",
        ("tiles", _JSON),
        "message",
    ),
)

OF_PHOTOS: Sequence[Table] = (PHOTOS, CASTLES, ROOMS, VIOLATIONS, SCORES, REVIEWS)
TABLES: Sequence[Table] = (*OF_PHOTOS, PATHS)
INDICES: Sequence[str] = (
    "CREATE INDEX photos_by_bytes ON photos (bytes)",
    "CREATE INDEX paths_by_photo ON paths (photo)",
    "CREATE INDEX castles_by_layout ON castles (layout)",
)
