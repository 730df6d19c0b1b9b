"""How well photographs are read: each tile, each castle, and when it goes wrong.

Readings are compared with annotated pictures (:mod:`.scenes.annotations`). A tile counts as found where a
placed piece of a reading has its middle within half a tile of it; what lies nowhere near a tile of a castle
is a false one, a stray tile taken for one of the castle as well. Tiles of which less than half is visible
count neither way, and castles that are not wholly visible, or whose document is not known, are left out.
From which throne the places of a castle with several are counted makes no difference. A tile that touches
nothing of its castle, not even at a corner, is a stray one, whatever the annotation says.
"""

import base64
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, TypeAlias

import numpy as np
import PIL.Image
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text
from scipy.optimize import linear_sum_assignment

from ..engine.between_two_castles.board import Place, set_up_board
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.scoring import score_board
from ..engine.documents import DocumentModel, write_text
from ..engine.errors import DocumentError
from ..engine.pages import html_template
from ..vision.decode import read_picture
from ..vision.overlay import draw_overlay
from ..vision.pieces import Image, PieceClass
from ..vision.quads import Floats, as_quads, centres, sizes
from ..vision.reading import Evidence, Reading
from .scenes.annotations import AnnotatedPiece, Annotation, Conditions, load_annotations

Reader: TypeAlias = Callable[[Image], list[Reading]]
Lying: TypeAlias = tuple[str, int, int]

EVALUATION_FORMAT: Literal["castlescan/evaluation/1"] = "castlescan/evaluation/1"

_VISIBLE = 0.5
_NEAR = 0.5
_PICTURE_WIDTH = 900


@dataclass(frozen=True, eq=False)
class TileResult:
    """A tile or throne of an annotated castle, and what was read there; None where nothing was.

    ``is_placed`` tells whether its place is right; None where that is counted from a throne that the picture
    does not show.
    """

    truth: AnnotatedPiece
    read: Evidence | None
    is_placed: bool | None
    size: float

    @property
    def is_named(self) -> bool:
        """Whether the id is right."""
        return self.read is not None and self.read.id == self.truth.id

    @property
    def is_oriented(self) -> bool:
        """Whether it is known how it is turned against its castle."""
        return self.read is not None and self.read.orientation == 90 * (self.truth.turns or 0)


@dataclass(frozen=True, eq=False)
class CastleResult:
    """An annotated castle, and the reading that shares most tiles with it.

    Attributes
    ----------
    truth, reading
        The castle, and what was read; None where nothing was.
    missing, extra
        Tiles and thrones that are not read where they lie, and those read where they do not; their places
        are counted from the throne that the reading counts from.
    score_error
        Points too many, counting attendants and bonus cards that are visible; None where either castle has
        no score.
    has_right_extras
        Whether the visible attendants and bonus cards are right.
    fault
        The rule that the castle was made to break.
    """

    truth: Castle
    reading: Reading | None
    missing: tuple[Lying, ...]
    extra: tuple[Lying, ...]
    score_error: int | None
    has_right_extras: bool
    fault: str | None = None

    @property
    def wrong(self) -> int:
        """How many tiles are wrong: in another place, misnamed, missing or too many."""
        return max(len(self.missing), len(self.extra))

    @property
    def is_sure(self) -> bool:
        """Whether the reading asks nobody to look at it."""
        return self.reading is not None and self.reading.is_sure


@dataclass(frozen=True, eq=False)
class PictureResult:
    """One annotated picture, read."""

    file: Path
    annotation: Annotation
    readings: tuple[Reading, ...]
    tiles: tuple[TileResult, ...]
    castles: tuple[CastleResult, ...]
    false_tiles: int

    @property
    def tile_size(self) -> float:
        """The median size of its tiles in pixels."""
        conditions = self.annotation.conditions
        if conditions is not None and conditions.tile_px is not None:
            return conditions.tile_px
        return float(np.median([it.size for it in self.tiles])) if self.tiles else 0.0

    @property
    def is_failure(self) -> bool:
        """Whether anything about a castle in it is wrong."""
        return any(it.wrong for it in self.castles) or (
            not self.castles and any(not it.is_named for it in self.tiles)
        )


@dataclass(frozen=True, eq=False)
class Evaluation:
    """All pictures of a folder, read."""

    pictures: tuple[PictureResult, ...] = field(default_factory=tuple)


def evaluate_folder(
    folder: Path,
    reader: Reader,
    catalogue: Catalogue,
    *,
    progress: Callable[[int, int], None] | None = None,
) -> Evaluation:
    """Read all annotated pictures of a folder and compare.

    Parameters
    ----------
    folder
        Holds annotations (``*.json``) and the pictures that they name.
    reader
        Reads a picture.
    catalogue
        Known tiles.
    progress
        Called after each picture with its number and the number of all.

    Raises
    ------
    DocumentError
        When an annotation or a picture cannot be read; the message names it.
    """
    base = folder if folder.is_dir() else folder.parent
    annotations = load_annotations(folder)
    pictures = []
    for number, annotation in enumerate(annotations, start=1):
        file = base / annotation.image.file
        image = read_picture(file)
        size = image.shape[1], image.shape[0]
        if size != (annotation.image.width, annotation.image.height):
            raise DocumentError(
                f"is {size[0]} x {size[1]} pixels, but its annotation says "
                f"{annotation.image.width} x {annotation.image.height}; annotate it as it is shown",
                source=str(file),
            )
        pictures.append(compare(file, annotation, reader(image), catalogue))
        if progress is not None:
            progress(number, len(annotations))
    return Evaluation(tuple(pictures))


def compare(
    file: Path, annotation: Annotation, readings: Sequence[Reading], catalogue: Catalogue
) -> PictureResult:
    """Compare the readings of a picture with its annotation."""
    annotation = _without_loose_tiles(annotation)
    pieces = [it for it in annotation.pieces if _is_tile(it)]
    placed = [
        (number, it)
        for number, reading in enumerate(readings)
        for it in reading.evidence
        if _is_placed(it)
    ]
    matches = _match(pieces, [it for _, it in placed])
    home = _homes(annotation, pieces, placed, matches)
    anchored = {
        it.castle for it in pieces if PieceClass(it.kind) is PieceClass.THRONE and _is_visible(it)
    }
    origins = [
        _origin(
            pieces,
            {
                index: placed[found][1]
                for index, found in matches.items()
                if pieces[index].castle == castle and placed[found][0] == home.get(castle)
            },
        )
        for castle in range(len(annotation.castles))
    ]
    tiles = []
    false_tiles = len(placed) - len(matches)
    for index, piece in enumerate(pieces):
        found = matches.get(index)
        if piece.castle is None:
            false_tiles += found is not None
            continue
        if not _is_visible(piece):
            continue
        number, read = (None, None) if found is None else placed[found]
        is_placed = (
            None
            if piece.castle not in anchored
            else read is not None
            and number == home.get(piece.castle)
            and _lies_on(piece, read, origins[piece.castle])
        )
        tiles.append(TileResult(piece, read, is_placed, _tile_size(piece)))
    castles = []
    for index, annotated in enumerate(annotation.castles):
        own = [it for it in annotation.pieces if it.castle == index]
        seen = [it for it in own if _is_tile(it) and _is_visible(it)]
        if annotated.castle is None or len(seen) < len(list(_lying(annotated.castle))):
            continue
        chosen = home.get(index)
        reading = None if chosen is None else readings[chosen]
        result = _compare_castle(annotated.castle, reading, own, catalogue, origins[index])
        fault = None if annotated.fault is None else annotated.fault.rule
        castles.append(replace(result, fault=fault))
    return PictureResult(
        file, annotation, tuple(readings), tuple(tiles), tuple(castles), false_tiles
    )


def _without_loose_tiles(annotation: Annotation) -> Annotation:
    """Make strays of the tiles that touch nothing of their castle, not even at a corner."""
    castles = list(annotation.castles)
    loose: set[tuple[int | None, Lying]] = set()
    for index, annotated in enumerate(castles):
        if annotated.castle is None:
            continue
        own = set(_loose(annotated.castle))
        rooms = [it for it in annotated.castle.rooms if (it.id, it.x, it.y) not in own]
        castle = annotated.castle.model_copy(update={"rooms": rooms})
        castles[index] = annotated.model_copy(update={"castle": castle})
        loose |= {(index, it) for it in own}
    stray = {"castle": None, "x": None, "y": None}
    pieces = [
        it.model_copy(update=stray) if (it.castle, (it.id, it.x, it.y)) in loose else it
        for it in annotation.pieces
    ]
    return annotation.model_copy(update={"castles": castles, "pieces": pieces})


def _loose(castle: Castle) -> Iterator[Lying]:
    """Yield the tiles that touch nothing; a throne room is what others touch."""
    thrones = [(it.x, it.y) for it in castle.rooms if it.id.startswith("throne/")]
    if castle.throne is not None:
        thrones.append((0, 0))
    places = Counter((room.x, room.y) for room in castle.rooms)
    places.update((x + 1, y) for x, y in thrones)
    places.update({(0, 0): castle.throne is not None})
    for room in castle.rooms:
        near = sum(places[room.x + dx, room.y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        if near == 1 and not room.id.startswith("throne/"):
            yield room.id, room.x, room.y


def _is_tile(piece: AnnotatedPiece) -> bool:
    return PieceClass(piece.kind) in (PieceClass.TILE, PieceClass.THRONE)


def _is_visible(piece: AnnotatedPiece) -> bool:
    return piece.visible is None or piece.visible >= _VISIBLE


def _is_placed(piece: Evidence) -> bool:
    is_token = piece.id is not None and piece.id.startswith("token/")
    return piece.x is not None and not is_token


def _tile_size(piece: AnnotatedPiece) -> float:
    width = 2 if PieceClass(piece.kind) is PieceClass.THRONE else 1
    return float(sizes([piece.quad], width)[0])


def _match(pieces: Sequence[AnnotatedPiece], read: Sequence[Evidence]) -> dict[int, int]:
    """Return which of the pieces read is which annotated one, by their middles."""
    if not pieces or not read:
        return {}
    there = centres(as_quads([it.quad for it in pieces]))
    found = centres(as_quads([it.quad for it in read]))
    size = np.array([_tile_size(it) for it in pieces])
    away: Floats = np.linalg.norm(there[:, None] - found[None], axis=2) / size[:, None]
    rows, columns = linear_sum_assignment(np.minimum(away, 10.0))
    return {
        int(row): int(column)
        for row, column in zip(rows, columns, strict=True)
        if away[row, column] <= _NEAR
    }


def _homes(
    annotation: Annotation,
    pieces: Sequence[AnnotatedPiece],
    placed: Sequence[tuple[int, Evidence]],
    matches: dict[int, int],
) -> dict[int, int]:
    """Return which reading is which annotated castle: each goes to the one that it shares most with."""
    shared = Counter[tuple[int, int]]()
    for index, found in matches.items():
        castle = pieces[index].castle
        if castle is not None:
            shared[castle, placed[found][0]] += 1
    home: dict[int, int] = {}
    for (castle, reading), _ in shared.most_common():
        if castle not in home and reading not in home.values():
            home[castle] = reading
    return home


def _origin(pieces: Sequence[AnnotatedPiece], read: dict[int, Evidence]) -> Place:
    """Return the throne from which the places of a reading seem to be counted, of those of its castle."""
    own = [pieces[index] for index in read]
    thrones = [
        (it.x, it.y)
        for it in own
        if PieceClass(it.kind) is PieceClass.THRONE and it.x is not None and it.y is not None
    ]
    return max(
        [(0, 0), *thrones],
        key=lambda origin: sum(_lies_on(pieces[index], it, origin) for index, it in read.items()),
    )


def _lies_on(piece: AnnotatedPiece, read: Evidence, origin: Place) -> bool:
    if read.x is None or read.y is None:
        return False
    return (read.x + origin[0], read.y + origin[1]) == (piece.x, piece.y)


def _compare_castle(
    truth: Castle,
    reading: Reading | None,
    pieces: Sequence[AnnotatedPiece],
    catalogue: Catalogue,
    origin: Place,
) -> CastleResult:
    ox, oy = origin
    there = Counter((name, x - ox, y - oy) for name, x, y in _lying(truth))
    read = Counter(() if reading is None else _lying(reading.castle))
    visible = truth.model_copy(
        update={
            "attendants": _visible_slugs(pieces, PieceClass.ATTENDANT),
            "bonus_cards": _visible_slugs(pieces, PieceClass.CARD),
        }
    )
    score = _total(visible, catalogue)
    error = None
    if reading is not None and reading.score is not None and score is not None:
        error = reading.score.total - score
    extras = reading is not None and all(
        sorted(laid) == sorted(found)
        for laid, found in (
            (visible.attendants, reading.castle.attendants),
            (visible.bonus_cards, reading.castle.bonus_cards),
        )
    )
    return CastleResult(
        truth,
        reading,
        tuple(sorted((there - read).elements())),
        tuple(sorted((read - there).elements())),
        error,
        extras,
    )


def _visible_slugs(pieces: Sequence[AnnotatedPiece], kind: PieceClass) -> list[str]:
    return [
        it.id.partition("/")[2]
        for it in pieces
        if PieceClass(it.kind) is kind and it.id is not None and _is_visible(it)
    ]


def _lying(castle: Castle) -> Iterator[Lying]:
    if castle.throne is not None:
        yield castle.throne, 0, 0
    for room in castle.rooms:
        yield room.id, room.x, room.y


def _total(castle: Castle, catalogue: Catalogue) -> int | None:
    try:
        return score_board(set_up_board(castle, catalogue), catalogue).total
    except DocumentError:
        return None


# Figures


class TileFigures(DocumentModel):
    """Counts of tiles and thrones.

    Those named, oriented and placed right are among those found; ``placeable`` are those found in castles
    whose throne can be seen, from which places are counted.
    """

    tiles: int
    found: int
    false: int
    named: int
    oriented: int
    placeable: int
    placed: int


class CastleFigures(DocumentModel):
    """Counts of castles.

    Attributes
    ----------
    castles
        All that are wholly visible.
    exact
        Those with every tile and the throne right.
    but_one
        Those right but for one tile.
    sure, sure_but_wrong
        Those whose reading asks nobody to look at it, and how many of them are not exact.
    right_extras
        Those whose visible attendants and bonus cards are right.
    scored, right_score, mean_score_error
        Those that have a score in truth and reading, how many of them the right one, and the mean of how far
        the others' and theirs are off.
    """

    castles: int
    exact: int
    but_one: int
    sure: int
    sure_but_wrong: int
    right_extras: int
    scored: int
    right_score: int
    mean_score_error: float | None


class Figures(DocumentModel):
    """Counts over some of the pictures."""

    pictures: int
    tiles: TileFigures
    castles: CastleFigures


class Split(DocumentModel):
    """The pictures of one range of a condition."""

    by: str
    range: str
    figures: Figures


class Confusion(DocumentModel):
    """A tile read as another; None where it was found but not named."""

    truth: str
    read: str | None
    count: int


class Failure(DocumentModel):
    """A castle that is not exactly right."""

    file: str
    wrong: int
    missing: list[Lying]
    extra: list[Lying]
    sure: bool
    score_error: int | None


class CalibrationBin(DocumentModel):
    """Tiles whose confidence lies in a range: how many, their mean confidence, how many are right."""

    above: float
    tiles: int
    mean_confidence: float
    named: int


class EvaluationReport(DocumentModel):
    """The figures of an evaluation, as a document."""

    format: Literal["castlescan/evaluation/1"] = EVALUATION_FORMAT
    all: Figures
    splits: list[Split]
    confusions: list[Confusion]
    calibration: list[CalibrationBin]
    failures: list[Failure]


def report(evaluation: Evaluation) -> EvaluationReport:
    """Count what an evaluation found."""
    pictures = evaluation.pictures
    confusions = Counter(
        (it.truth.id, it.read.id)
        for picture in pictures
        for it in picture.tiles
        if it.read is not None and it.truth.id is not None and not it.is_named
    )
    return EvaluationReport(
        all=_figures(pictures),
        splits=list(_splits(pictures)),
        confusions=[
            Confusion(truth=truth, read=read, count=count)
            for (truth, read), count in confusions.most_common()
        ],
        calibration=list(_calibration(pictures)),
        failures=[
            Failure(
                file=picture.file.name,
                wrong=it.wrong,
                missing=list(it.missing),
                extra=list(it.extra),
                sure=it.is_sure,
                score_error=it.score_error,
            )
            for picture in pictures
            for it in picture.castles
            if it.wrong
        ],
    )


def _figures(pictures: Sequence[PictureResult]) -> Figures:
    tiles = [it for picture in pictures for it in picture.tiles]
    castles = [it for picture in pictures for it in picture.castles]
    errors = [it.score_error for it in castles if it.score_error is not None]
    return Figures(
        pictures=len(pictures),
        tiles=TileFigures(
            tiles=len(tiles),
            found=sum(it.read is not None for it in tiles),
            false=sum(it.false_tiles for it in pictures),
            named=sum(it.is_named for it in tiles),
            oriented=sum(it.is_oriented for it in tiles),
            placeable=sum(it.read is not None and it.is_placed is not None for it in tiles),
            placed=sum(bool(it.is_placed) for it in tiles),
        ),
        castles=CastleFigures(
            castles=len(castles),
            exact=sum(it.wrong == 0 for it in castles),
            but_one=sum(it.wrong == 1 for it in castles),
            sure=sum(it.is_sure for it in castles),
            sure_but_wrong=sum(it.is_sure and it.wrong > 0 for it in castles),
            right_extras=sum(it.has_right_extras for it in castles),
            scored=len(errors),
            right_score=sum(it == 0 for it in errors),
            mean_score_error=float(np.mean(np.abs(errors))) if errors else None,
        ),
    )


_Condition: TypeAlias = Callable[[PictureResult], float | str | None]


def _of(name: str) -> _Condition:
    def value(picture: PictureResult) -> float | str | None:
        conditions = picture.annotation.conditions or Conditions()
        found: float | str | None = getattr(conditions, name)
        return found

    return value


def _size_and_tilt(picture: PictureResult) -> str | None:
    tilt = (picture.annotation.conditions or Conditions()).tilt
    if tilt is None:
        return None
    sizes = {28: "below 28 px", 48: "28 to 48 px"}
    size = next((name for end, name in sizes.items() if picture.tile_size < end), "48 px and more")
    return f"{size}, tilted {'up to 45' if tilt <= 45 else '45 and more'} degrees"


# What to split by, how to say it, and where ranges begin.
_SPLITS: tuple[tuple[str, _Condition, Sequence[float]], ...] = (
    ("tile size (px)", lambda picture: picture.tile_size, (0, 32, 48, 64, 96, 144)),
    ("tilt (degrees)", _of("tilt"), (0, 15, 30, 45, 60)),
    ("size and tilt", _size_and_tilt, ()),
    ("blur (px)", _of("blur_px"), (0, 0.6, 1.0, 1.6, 2.4)),
    ("brightness", _of("brightness"), (0, 0.2, 0.35, 0.5, 0.65)),
    ("colour cast", _of("cast"), (0, 0.1, 0.2, 0.35, 0.5)),
    ("glare", _of("glare"), (0, 0.01, 0.05, 0.15)),
    ("faces", _of("faces"), ()),
    ("table", _of("table"), ()),
)


def _splits(pictures: Sequence[PictureResult]) -> Iterator[Split]:
    for by, value_of, starts in _SPLITS:
        ranges: dict[tuple[float, str], list[PictureResult]] = {}
        for picture in pictures:
            value = value_of(picture)
            if isinstance(value, str):
                ranges.setdefault((0.0, value), []).append(picture)
            elif value is not None:
                at = max(int(np.searchsorted(starts, value, side="right")) - 1, 0)
                end = f" to {starts[at + 1]:g}" if at + 1 < len(starts) else " and more"
                ranges.setdefault((float(at), f"{starts[at]:g}{end}"), []).append(picture)
        for (_, name), own in sorted(ranges.items(), key=lambda it: it[0]):
            yield Split(by=by, range=name, figures=_figures(own))
    yield from _splits_by_fault(pictures)


def _splits_by_fault(pictures: Sequence[PictureResult]) -> Iterator[Split]:
    """Yield figures of the legal castles, and of those that break each rule; they count no tiles."""
    faults = {castle.fault for picture in pictures for castle in picture.castles}
    for fault in sorted(faults, key=lambda it: it or ""):
        own = [
            replace(picture, castles=castles, tiles=(), false_tiles=0)
            for picture in pictures
            if (castles := tuple(it for it in picture.castles if it.fault == fault))
        ]
        name = "no fault" if fault is None else f"breaks {fault}"
        yield Split(by="castles with", range=name, figures=_figures(own))


_CONFIDENCES = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)


def _calibration(pictures: Sequence[PictureResult]) -> Iterator[CalibrationBin]:
    found = [
        (it.read.confidence, it.is_named)
        for picture in pictures
        for it in picture.tiles
        if it.read is not None and it.read.id is not None
    ]
    for number, above in enumerate(_CONFIDENCES):
        below = _CONFIDENCES[number + 1] if number + 1 < len(_CONFIDENCES) else 1.1
        own = [(chance, right) for chance, right in found if above <= chance < below]
        if own:
            yield CalibrationBin(
                above=above,
                tiles=len(own),
                mean_confidence=round(float(np.mean([chance for chance, _ in own])), 4),
                named=sum(right for _, right in own),
            )


# For people


def evaluation_tables(found: EvaluationReport) -> RenderableType:
    """Return the figures for a rich console."""
    parts: list[RenderableType] = [_figures_table("all pictures", [("", found.all)])]
    for by in dict.fromkeys(split.by for split in found.splits):
        rows = [(split.range, split.figures) for split in found.splits if split.by == by]
        parts += ["", _figures_table(by, rows)]
    if found.confusions:
        table = Table(box=None, pad_edge=False, header_style="dim")
        for title in ("tile", "read as"):
            table.add_column(title)
        table.add_column("times", justify="right")
        for it in found.confusions[:20]:
            table.add_row(Text(it.truth), Text(it.read or "not named"), str(it.count))
        parts += ["", table]
    table = Table(box=None, pad_edge=False, header_style="dim")
    for title in ("confidence from", "tiles", "mean", "right"):
        table.add_column(title, justify="right")
    for entry in found.calibration:
        table.add_row(
            f"{entry.above:.2f}",
            str(entry.tiles),
            f"{entry.mean_confidence:.3f}",
            f"{entry.named / entry.tiles:.3f}",
        )
    return Group(*parts, "", table)


_COLUMNS = (
    "pictures",
    "tiles",
    "found",
    "precision",
    "named",
    "turned right",
    "placed",
    "castles",
    "exact",
    "but one",
    "sure",
    "sure, wrong",
    "extras",
    "score right",
    "off by",
)


def _figures_table(title: str, rows: Iterable[tuple[str, Figures]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(Text(title), no_wrap=True)
    for column in _COLUMNS:
        table.add_column(column, justify="right")
    for name, figures in rows:
        table.add_row(Text(name), *_cells(figures))
    return table


def _cells(figures: Figures) -> list[str]:
    tiles, castles = figures.tiles, figures.castles
    off = castles.mean_score_error
    return [
        str(figures.pictures),
        str(tiles.tiles),
        _share(tiles.found, tiles.tiles),
        _share(tiles.found, tiles.found + tiles.false),
        _share(tiles.named, tiles.found),
        _share(tiles.oriented, tiles.found),
        _share(tiles.placed, tiles.placeable),
        str(castles.castles),
        _share(castles.exact, castles.castles),
        _share(castles.but_one, castles.castles),
        _share(castles.sure, castles.castles),
        str(castles.sure_but_wrong),
        _share(castles.right_extras, castles.castles),
        _share(castles.right_score, castles.scored),
        "" if off is None else f"{off:.1f}",
    ]


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


def write_html_report(
    path: Path, evaluation: Evaluation, catalogue: Catalogue, *, pictures: int = 200
) -> None:
    """Write a page with all figures and, of at most so many failures, the overlay picture.

    The pictures are inside the page, so one made from scans of the game should stay outside of any
    repository.

    Raises
    ------
    DocumentError
        When it cannot be written, or a picture has gone.
    """
    found = report(evaluation)
    failures = [it for it in evaluation.pictures if it.is_failure]
    tables = [("all pictures", [("", _cells(found.all))])]
    for by in dict.fromkeys(split.by for split in found.splits):
        own = [(it.range, _cells(it.figures)) for it in found.splits if it.by == by]
        tables.append((by, own))
    text = html_template(__package__, "evaluation.html").render(
        tables=tables,
        columns=_COLUMNS,
        report=found,
        failures=[
            (it, _as_data(draw_overlay(read_picture(it.file), it.readings, catalogue)))
            for it in failures[:pictures]
        ],
        left_out=max(0, len(failures) - pictures),
    )
    write_text(path, text + "\n")


def _as_data(overlay: Image) -> str:
    picture = PIL.Image.fromarray(overlay)
    picture.thumbnail((_PICTURE_WIDTH, 4 * _PICTURE_WIDTH))
    buffer = io.BytesIO()
    picture.save(buffer, "JPEG", quality=80)
    return "data:image/jpeg;base64," + base64.b64encode(buffer.getvalue()).decode("ascii")
