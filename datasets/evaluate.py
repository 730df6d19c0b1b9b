"""How well photographs are read: each tile, each castle, and when it goes wrong.

Readings are compared with annotated pictures (:mod:`.comparing`), counted (:mod:`.evaluation_figures`), and
shown here.
"""

import base64
import io
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

import PIL.Image
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.documents import write_text
from ..engine.errors import DocumentError
from ..engine.pages import html_template
from ..vision.decode import read_picture
from ..vision.overlay import draw_overlay
from ..vision.pieces import Image
from ..vision.reading import Reading
from .comparing import CastleResult, PictureResult, TileResult, compare, is_tile
from .evaluation_figures import Evaluation, EvaluationReport, Figures, report
from .scenes.annotations import Annotation, load_annotations

__all__ = [
    "CastleResult",
    "Evaluation",
    "EvaluationReport",
    "PictureResult",
    "Reader",
    "TileResult",
    "compare",
    "evaluate_folder",
    "evaluation_tables",
    "report",
    "write_html_report",
]

Reader: TypeAlias = Callable[[Image], list[Reading]]

_PICTURE_WIDTH = 900


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
        _check_ids(annotation, catalogue, file)
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


def _check_ids(annotation: Annotation, catalogue: Catalogue, file: Path) -> None:
    for piece in annotation.pieces:
        if is_tile(piece) and piece.id is not None:
            try:
                catalogue.tile(piece.id)
            except DocumentError as error:
                raise error.at(f"annotation of {file}") from None


def evaluation_tables(found: EvaluationReport) -> RenderableType:
    """Return the figures for a rich console."""
    parts: list[RenderableType] = [_table_of_all(found.all)]
    for by in dict.fromkeys(split.by for split in found.splits):
        rows = [(split.range, split.figures) for split in found.splits if split.by == by]
        parts += ["", _table_of_split(by, rows)]
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


# Of a split a terminal shows these only, so that 80 characters are enough; all are in the other reports.
_OF_SPLITS = ("tiles", "found", "named", "castles", "exact", "all right")


def _table_of_all(figures: Figures) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("all pictures")
    table.add_column("", justify="right")
    for column, cell in _cells(figures).items():
        table.add_row(column, cell)
    return table


def _table_of_split(title: str, rows: Iterable[tuple[str, Figures]]) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(Text(title))
    for column in _OF_SPLITS:
        table.add_column(column, justify="right", no_wrap=True)
    for name, figures in rows:
        cells = _cells(figures)
        table.add_row(Text(name), *(cells[column] for column in _OF_SPLITS))
    return table


def _cells(figures: Figures) -> dict[str, str]:
    """Return what to show of figures, by the heads of columns."""
    tiles, castles, review = figures.tiles, figures.castles, figures.review
    off = castles.mean_score_error
    return {
        "pictures": str(figures.pictures),
        "tiles": str(tiles.tiles),
        "found": _share(tiles.found, tiles.tiles),
        "precision": _share(tiles.found, tiles.found + tiles.false),
        "named": _share(tiles.named, tiles.found),
        "turned right": _share(tiles.oriented, tiles.found),
        "placed": _share(tiles.placed, tiles.placeable),
        "castles": str(castles.castles),
        "exact": _share(castles.exact, castles.castles),
        "all right": _share(castles.all_right, castles.castles),
        "but one": _share(castles.but_one, castles.castles),
        "sure": _share(castles.sure, castles.castles),
        "sure, wrong": str(castles.sure_but_wrong),
        "extras": _share(castles.right_extras, castles.castles),
        "score right": _share(castles.right_score, castles.scored),
        "off by": "" if off is None else f"{off:.1f}",
        "tiles wrong": _share(review.wrong, review.wrong + review.right),
        "wrong listed": _share(review.wrong_listed, review.wrong),
        "wrong asked": _share(review.wrong_asked, review.wrong),
        "right listed": _share(review.right_listed, review.right),
    }


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
