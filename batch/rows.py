"""The rows of a photo, from what was read in it."""

import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from importlib import metadata

from ..engine.between_two_castles.score import Score
from ..engine.documents import DocumentModel
from ..engine.violations import Severity
from ..vision.pieces import Image
from ..vision.reading import Evidence, Reading
from .looks import layout_of, looks_of
from .tables import CASTLES, PHOTOS, REVIEWS, ROOMS, SCORES, VIOLATIONS, Row, Rows


def rows_of(
    photo: str, size: int, image: Image, readings: Sequence[Reading], seconds: float
) -> Rows:
    """Return all rows of a photo that was read.

    Parameters
    ----------
    photo
        The key of its content.
    size
        Bytes of the file.
    image, readings
        The photo and its castles.
    seconds
        How long it took.
    """
    height, width = image.shape[:2]
    rows: Rows = {PHOTOS.name: [_photo(photo, size, (width, height), len(readings), None, seconds)]}
    for number, reading in enumerate(readings, start=1):
        own = (photo, number)
        rows.setdefault(CASTLES.name, []).append(
            (*own, *_castle(reading, looks_of(image, reading)))
        )
        for table, lines in (
            (ROOMS, _rooms(reading)),
            (VIOLATIONS, _violations(reading)),
            (SCORES, _score(reading.score)),
            (REVIEWS, _reviews(reading)),
        ):
            rows.setdefault(table.name, []).extend(
                (*own, at, *line) for at, line in enumerate(lines, start=1)
            )
    return rows


def failed_rows(photo: str, size: int, error: str, seconds: float = 0.0) -> Rows:
    """Return the row of a photo that could not be read."""
    return {PHOTOS.name: [_photo(photo, size, None, 0, error, seconds)]}


def _photo(
    photo: str,
    size: int,
    shape: tuple[int, int] | None,
    castles: int,
    error: str | None,
    seconds: float,
) -> Row:
    width, height = shape or (None, None)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return (photo, size, width, height, castles, error, _version(), round(seconds, 4), now)


@lru_cache(maxsize=1)
def _version() -> str:
    return metadata.version("castlescan")


def _castle(reading: Reading, looks: str) -> Row:
    castle = reading.castle
    severities = [it.severity for it in reading.violations]
    return (
        castle.throne,
        len(castle.rooms),
        None if reading.score is None else reading.score.total,
        int(reading.is_sure),
        severities.count(Severity.ILLEGAL),
        severities.count(Severity.SUSPECT),
        layout_of(castle),
        looks,
        _json(castle.model_dump()),
    )


def _rooms(reading: Reading) -> Iterable[Row]:
    doubtful = reading.doubtful
    for piece in reading.evidence:
        yield _room(piece, piece.key in doubtful)


def _room(piece: Evidence, is_doubtful: bool) -> Row:
    return (
        piece.id,
        piece.x,
        piece.y,
        piece.confidence,
        int(is_doubtful),
        piece.orientation,
        None if piece.border is None else piece.border.value,
        _json(piece.quad),
        _dumped(piece.alternatives),
    )


def _violations(reading: Reading) -> Iterable[Row]:
    for it in reading.violations:
        yield it.rule, it.group.value, it.severity.value, _dumped(it.tiles), it.message


def _reviews(reading: Reading) -> Iterable[Row]:
    for it in reading.review:
        yield it.reason.value, _dumped(it.tiles), it.message


def _score(score: Score | None) -> Iterable[Row]:
    if score is None:
        return
    for room in score.rooms:
        yield "room", room.id, room.x, room.y, room.points, _dumped(room.why)
    throne = score.throne
    yield "throne", throne.id, 0, 0, throne.points, _dumped(throne.why)
    for attendant in score.attendants:
        yield "attendant", attendant.id, None, None, attendant.points, _dumped(attendant.why)
    for card in score.bonus_cards:
        yield "bonus-card", card.id, None, None, card.points, _dumped(card.why)
    for category, points in score.categories.items():
        yield "category", category.value, None, None, points, _json([])


def _dumped(models: Sequence[DocumentModel]) -> str:
    return _json([it.model_dump() for it in models])


def _json(data: object) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
