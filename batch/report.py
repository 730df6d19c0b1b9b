"""A page that sums up a results file: one file of HTML that needs nothing else."""

import base64
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.user_catalogue import load_catalogue
from ..engine.documents import write_text
from ..engine.errors import DocumentError
from ..engine.languages import Language
from ..engine.pages import html_template
from ..vision.decode import decode
from ..vision.pieces import Image
from ..vision.reading import tile_name
from ..vision.rectify import rectify
from .duplicates import Seen, find_duplicates
from .sources import content_key, fetch
from .store import Results

SHOWN_CASTLES = 1000
SHOWN_TILES = 96
SHOWN_GROUPS = 100
SHOWN_FAULTS = 50

_TILE = 88
_QUALITY = 82
_BIN = 5


@dataclass(frozen=True)
class Bar:
    """Castles whose score lies in a range."""

    low: int
    high: int
    castles: int


@dataclass(frozen=True)
class RuleCount:
    """A rule, how many castles break it how often, and an example."""

    rule: str
    castles: int
    times: int
    message: str
    path: str


@dataclass(frozen=True)
class FaultCount:
    """Why photos could not be read: how many, and one of them."""

    error: str
    photos: int
    path: str


@dataclass(frozen=True)
class DoubtfulTile:
    """A tile to look at; ``picture`` is None where the photo is not there any more."""

    caption: str
    path: str
    picture: str | None


@dataclass(frozen=True)
class CastleLine:
    """A castle as the page lists it."""

    path: str
    castle: int
    total: int | None
    throne: str | None
    rooms: int
    illegal: int
    doubtful: int


@dataclass(frozen=True)
class Summary:
    """All that the page shows."""

    name: str
    totals: list[tuple[str, str]]
    bars: list[Bar]
    rules: list[RuleCount]
    faults: list[FaultCount]
    tiles: list[DoubtfulTile]
    doubtful: int
    groups: list[tuple[Seen, ...]]
    duplicates: int
    castles: list[CastleLine]
    castle_count: int
    versions: list[str] = field(default_factory=list)


def write_report(path: Path, results: Results) -> None:
    """Write the page.

    Raises
    ------
    DocumentError
        When it cannot be written.
    """
    summary = summarise(results)
    tallest = max((it.castles for it in summary.bars), default=1)
    page = html_template("castlescan.batch", "report.html")
    write_text(path, page.render(summary=summary, tallest=tallest))


def summarise(results: Results) -> Summary:
    """Collect what the page shows."""
    catalogue = load_catalogue()
    groups = list(find_duplicates(results))
    count = _one(results, "SELECT count(*) FROM castles")
    return Summary(
        name=results.path.name,
        totals=list(_totals(results, groups)),
        bars=list(_bars(results)),
        rules=_rules(results),
        faults=_faults(results),
        tiles=list(_doubtful_tiles(results, catalogue)),
        doubtful=_one(results, "SELECT count(*) FROM rooms WHERE doubtful"),
        groups=groups[:SHOWN_GROUPS],
        duplicates=len(groups),
        castles=list(_castles(results, catalogue)),
        castle_count=count,
        versions=[it for (it,) in results.select("SELECT DISTINCT version FROM photos ORDER BY 1")],
    )


_PATH = "(SELECT min(path) FROM paths WHERE paths.photo = {table}.photo)"


def _one(results: Results, query: str) -> Any:
    ((value,),) = results.select(query)
    return value


def _totals(results: Results, groups: list[tuple[Seen, ...]]) -> Iterator[tuple[str, str]]:
    ((photos, failed, seconds),) = results.select(
        "SELECT count(*), count(error), avg(seconds) FROM photos"
    )
    lost = _one(results, "SELECT count(*) FROM paths WHERE error IS NOT NULL")
    ((castles, scored, mean, most, sure, illegal),) = results.select(
        "SELECT count(*), count(total), avg(total), max(total), sum(sure), sum(illegal > 0) FROM castles"
    )
    yield "photos", f"{photos + lost:,}"
    yield "not read", f"{failed + lost:,}"
    yield "castles", f"{castles:,}"
    yield "with a score", f"{scored:,}"
    yield "mean score", "-" if mean is None else f"{mean:.1f}"
    yield "best score", "-" if most is None else f"{most}"
    yield "illegal", f"{illegal or 0:,}"
    yield "nothing in doubt", f"{sure or 0:,}"
    yield "seen more than once", f"{len(groups):,}"
    yield "seconds per photo", "-" if seconds is None else f"{seconds:.2f}"


def _bars(results: Results) -> Iterator[Bar]:
    """Yield the distribution of scores, without gaps."""
    # Floor division, as SQLite's goes toward zero and scores may be negative.
    found: dict[int, int] = {}
    for total, castles in results.select(
        "SELECT total, count(*) FROM castles WHERE total IS NOT NULL GROUP BY total"
    ):
        found[total // _BIN] = found.get(total // _BIN, 0) + castles
    for number in range(min(found, default=0), max(found, default=-1) + 1):
        yield Bar(number * _BIN, number * _BIN + _BIN - 1, found.get(number, 0))


def _rules(results: Results) -> list[RuleCount]:
    return [
        RuleCount(rule, castles, times, message, path or "")
        for rule, castles, times, message, path in results.select(
            "SELECT rule, count(DISTINCT photo || '/' || castle), count(*), min(message), "
            f"{_PATH.format(table='violations')} FROM violations WHERE severity = 'illegal' "
            "GROUP BY rule ORDER BY 2 DESC, rule"
        )
    ]


def _faults(results: Results) -> list[FaultCount]:
    return [
        FaultCount(*row)
        for row in results.select(
            "SELECT why, count(*), min(path) FROM "
            "(SELECT coalesce(paths.error, photos.error) AS why, path FROM paths "
            "LEFT JOIN photos USING (photo)) WHERE why IS NOT NULL "
            "GROUP BY why ORDER BY 2 DESC, why LIMIT ?",
            (SHOWN_FAULTS,),
        )
    ]


def _castles(results: Results, catalogue: Catalogue) -> Iterator[CastleLine]:
    for path, castle, total, throne, rooms, illegal, doubtful in results.select(
        f"SELECT {_PATH.format(table='castles')}, castle, total, throne, rooms, illegal, "
        "(SELECT count(*) FROM rooms AS piece WHERE piece.photo = castles.photo "
        "AND piece.castle = castles.castle AND doubtful) "
        "FROM castles ORDER BY total IS NULL, total DESC, photo, castle LIMIT ?",
        (SHOWN_CASTLES,),
    ):
        name = None if throne is None else _name(throne, catalogue)
        yield CastleLine(path or "", castle, total, name, rooms, illegal, doubtful)


def _doubtful_tiles(results: Results, catalogue: Catalogue) -> Iterator[DoubtfulTile]:
    """Yield the tiles that are least sure, with their pictures where the photos are still there."""
    rows = results.select(
        "SELECT photo, id, confidence, quad, "
        f"{_PATH.format(table='rooms')} FROM rooms WHERE doubtful "
        "ORDER BY id IS NULL, confidence, photo, castle, piece LIMIT ?",
        (SHOWN_TILES,),
    )
    images: dict[str, Image | None] = {}
    for photo, piece, confidence, quad, path in islice(rows, SHOWN_TILES):
        if photo not in images:
            images = {photo: _image(path, photo)}
        image = images[photo]
        picture = None if image is None else _picture(image, quad, piece)
        caption = "not named"
        if piece is not None:
            caption = f"{_name(piece, catalogue)}, {100 * confidence:.0f} %"
        yield DoubtfulTile(caption, path or "", picture)


def _image(path: str | None, photo: str) -> Image | None:
    """Return a photo, unless it is gone or another by now."""
    if path is None:
        return None
    try:
        data = fetch(path).data
        return decode(data) if content_key(data) == photo else None
    except DocumentError:
        return None


def _picture(image: Image, quad: str, piece: str | None) -> str:
    width = 2 * _TILE if piece is not None and piece.startswith("throne/") else _TILE
    face = rectify(image, np.array(json.loads(quad)), width, _TILE)
    _, data = cv2.imencode(
        ".jpg", cv2.cvtColor(face, cv2.COLOR_RGB2BGR), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY]
    )
    return "data:image/jpeg;base64," + base64.b64encode(data.tobytes()).decode()


def _name(piece: str, catalogue: Catalogue) -> str:
    tile = catalogue.tiles.get(piece)
    return piece if tile is None else tile_name(tile, Language.EN)
