"""The figures of an evaluation: what is counted over which pictures and castles."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

import numpy as np

from ..engine.documents import DocumentModel
from .comparing import CastleResult, Lying, PictureResult
from .scenes.annotations import Conditions

EVALUATION_FORMAT: Literal["castlescan/evaluation/1"] = "castlescan/evaluation/1"


@dataclass(frozen=True, eq=False)
class Evaluation:
    """All pictures of a folder, read."""

    pictures: tuple[PictureResult, ...] = field(default_factory=tuple)


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
    all_right
        Those of them whose attendants and bonus cards, as far as they are clearly visible, are right as well.
    but_one
        Those right but for one tile.
    sure, sure_but_wrong
        Those whose reading asks nobody to look at it, and how many of them are not exact.
    right_extras
        Those whose clearly visible attendants and bonus cards are right.
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
    all_right: int
    scored: int
    right_score: int
    mean_score_error: float | None


class ReviewFigures(DocumentModel):
    """How well the review list tells wrong tiles from right ones.

    Attributes
    ----------
    right, right_listed
        Tiles and throne rooms read with the right id in the right place, and those of them on the list.
    wrong, wrong_listed
        Those with a wrong id or in a wrong place, and those read where none is; those of them on the list.
    wrong_asked
        Those of them in readings whose list has any doubt, be it about another tile or the whole castle.
    misplaced, misplaced_listed
        Those of them with the right id, in a wrong place; those of these on the list, which tells of all
        places at once where the throne room is missing or there are several.
    unnamed
        Those that were seen but not named. They count in no castle and are always on the list.
    """

    right: int
    right_listed: int
    wrong: int
    wrong_listed: int
    wrong_asked: int
    misplaced: int
    misplaced_listed: int
    unnamed: int


class Figures(DocumentModel):
    """Counts over some of the pictures."""

    pictures: int
    tiles: TileFigures
    castles: CastleFigures
    review: ReviewFigures


class Split(DocumentModel):
    """The pictures of one range of a condition, or castles; those count no tiles."""

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
    read = [it for picture in pictures for it in picture.read]
    named = [it for it in read if it.is_named]
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
            all_right=sum(it.is_all_right for it in castles),
            scored=len(errors),
            right_score=sum(it == 0 for it in errors),
            mean_score_error=float(np.mean(np.abs(errors))) if errors else None,
        ),
        review=ReviewFigures(
            right=sum(it.is_right for it in named),
            right_listed=sum(it.is_right and it.is_listed for it in named),
            wrong=sum(not it.is_right for it in named),
            wrong_listed=sum(not it.is_right and it.is_listed for it in named),
            wrong_asked=sum(not it.is_right and it.is_asked for it in named),
            misplaced=sum(it.is_misplaced for it in named),
            misplaced_listed=sum(it.is_misplaced and it.is_listed for it in named),
            unnamed=len(read) - len(named),
        ),
    )


_Value: TypeAlias = float | str | None
_OfPicture: TypeAlias = Callable[[PictureResult], _Value]
_OfCastle: TypeAlias = Callable[[CastleResult], _Value]


def _condition(name: str) -> _OfPicture:
    def value(picture: PictureResult) -> _Value:
        found: _Value = getattr(picture.annotation.conditions or Conditions(), name)
        return found

    return value


def _by_the_camera(picture: PictureResult) -> str | None:
    tilt = (picture.annotation.conditions or Conditions()).tilt
    return None if tilt is None else _size_and_tilt(picture.tile_size, tilt)


def _by_own_tiles(castle: CastleResult) -> str | None:
    return None if castle.view is None else _size_and_tilt(castle.view.size, castle.view.tilt)


def _size_and_tilt(size: float, tilt: float) -> str:
    sizes = {28: "below 28 px", 48: "28 to 48 px"}
    tilts = {45: "up to 45", 60: "45 to 60"}
    of_size = next((name for end, name in sizes.items() if size < end), "48 px and more")
    of_tilt = next((name for end, name in tilts.items() if tilt <= end), "60 and more")
    return f"{of_size}, tilted {of_tilt} degrees"


_SIZES = (0, 32, 48, 64, 96, 144)
_TILTS = (0, 15, 30, 45, 60)

# What to split by, how to say it, and where ranges begin. How a picture was taken is said of the camera: the
# median size of all tiles in it, and the tilt of its axis. Castles far from its middle are seen otherwise.
_OF_PICTURES: tuple[tuple[str, _OfPicture, Sequence[float]], ...] = (
    ("tile size (px)", lambda picture: picture.tile_size, _SIZES),
    ("tilt (degrees)", _condition("tilt"), _TILTS),
    ("size and tilt, by the camera", _by_the_camera, ()),
)
_OF_CASTLES: tuple[tuple[str, _OfCastle, Sequence[float]], ...] = (
    ("size and tilt, by its own tiles", _by_own_tiles, ()),
    (
        "own tile size (px)",
        lambda castle: None if castle.view is None else castle.view.size,
        _SIZES,
    ),
    (
        "own tilt (degrees)",
        lambda castle: None if castle.view is None else castle.view.tilt,
        _TILTS,
    ),
)
_OF_OTHERS: tuple[tuple[str, _OfPicture, Sequence[float]], ...] = (
    ("blur (px)", _condition("blur_px"), (0, 0.6, 1.0, 1.6, 2.4)),
    ("brightness", _condition("brightness"), (0, 0.2, 0.35, 0.5, 0.65)),
    ("colour cast", _condition("cast"), (0, 0.1, 0.2, 0.35, 0.5)),
    ("glare", _condition("glare"), (0, 0.01, 0.05, 0.15)),
    ("faces", _condition("faces"), ()),
    ("table", _condition("table"), ()),
    ("hardship", _condition("hardship"), ()),
)


def _splits(pictures: Sequence[PictureResult]) -> Iterator[Split]:
    for by, of_picture, starts in _OF_PICTURES:
        yield from _split(by, [(_range(of_picture(it), starts), it) for it in pictures])
    for by, of_castle, starts in _OF_CASTLES:
        yield from _split_castles(by, of_castle, starts, pictures)
    for by, of_picture, starts in _OF_OTHERS:
        yield from _split(by, [(_range(of_picture(it), starts), it) for it in pictures])
    yield from _split_castles("castles with", _fault, (), pictures)


def _fault(castle: CastleResult) -> str:
    return "no fault" if castle.fault is None else f"breaks {castle.fault}"


def _range(value: _Value, starts: Sequence[float]) -> tuple[float, str] | None:
    """Return the range of a value, where it stands among the others and its name; None without one."""
    if value is None or isinstance(value, str):
        return None if value is None else (0.0, value)
    at = max(int(np.searchsorted(starts, value, side="right")) - 1, 0)
    end = f" to {starts[at + 1]:g}" if at + 1 < len(starts) else " and more"
    return float(at), f"{starts[at]:g}{end}"


def _split(
    by: str, pictures: Sequence[tuple[tuple[float, str] | None, PictureResult]]
) -> Iterator[Split]:
    for found in sorted({it for it, _ in pictures if it is not None}):
        own = [picture for it, picture in pictures if it == found]
        yield Split(by=by, range=found[1], figures=_figures(own))


def _split_castles(
    by: str, value_of: _OfCastle, starts: Sequence[float], pictures: Sequence[PictureResult]
) -> Iterator[Split]:
    """Yield figures of castles by a value of each; they count no tiles."""
    alone = [
        (
            _range(value_of(castle), starts),
            replace(picture, castles=(castle,), tiles=(), read=(), false_tiles=0),
        )
        for picture in pictures
        for castle in picture.castles
    ]
    for split in _split(by, alone):
        shown = {it.file for found, it in alone if found and found[1] == split.range}
        figures = split.figures.model_copy(update={"pictures": len(shown)})
        yield split.model_copy(update={"figures": figures})


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
