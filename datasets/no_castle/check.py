"""Count castles read where there are none: ``python -m castlescan.datasets.no_castle.check FOLDER``."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import cv2
import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ...engine.between_two_castles.user_catalogue import load_catalogue
from ...engine.errors import CastlescanError
from ...vision.decode import read_picture
from ...vision.pieces import Image
from ...vision.read import load_models, read
from ...vision.reading import Evidence, Reading
from ..scenes.annotations import Annotation, load_annotations


@dataclass(frozen=True)
class CheckedPicture:
    """A picture without a castle, and what was read in it."""

    file: str
    kind: str
    readings: tuple[Reading, ...]

    @property
    def pieces(self) -> list[Evidence]:
        """All pieces of all its false castles that have an id."""
        return [it for reading in self.readings for it in reading.evidence if it.id is not None]


def check_folder(
    folder: Path,
    reader: Callable[[Image], Sequence[Reading]],
    progress: Callable[[int, int], None] | None = None,
) -> list[CheckedPicture]:
    """Read all pictures of a folder that show no castle.

    Parameters
    ----------
    folder
        Holds annotations and the pictures that they name; those with castles are left out.
    reader
        Reads a picture.
    progress
        Called after each picture with its number and the number of all.

    Raises
    ------
    DocumentError
        When an annotation or a picture cannot be read; the message names it.
    """
    annotations = [it for it in load_annotations(folder) if not it.pieces and not it.castles]
    checked = []
    for number, annotation in enumerate(annotations, start=1):
        image = read_picture(folder / annotation.image.file)
        readings = tuple(reader(image))
        checked.append(CheckedPicture(annotation.image.file, _kind(annotation), readings))
        if progress is not None:
            progress(number, len(annotations))
    return checked


def _kind(annotation: Annotation) -> str:
    conditions = annotation.conditions
    return (conditions and conditions.faces) or "unknown"


def kinds_table(pictures: Sequence[CheckedPicture]) -> Table:
    """Return how often a castle was read, by the kind of picture."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column("kind", no_wrap=True)
    for column in (
        "pictures",
        "with castles",
        "castles",
        "sure",
        "pieces",
        "most",
        "median sureness",
    ):
        table.add_column(column, justify="right")
    for kind in dict.fromkeys(it.kind for it in pictures):
        table.add_row(kind, *_cells([it for it in pictures if it.kind == kind]))
    table.add_row("all", *_cells(pictures), style="bold")
    return table


def _cells(pictures: Sequence[CheckedPicture]) -> list[str]:
    readings = [reading for it in pictures for reading in it.readings]
    pieces = [piece for it in pictures for piece in it.pieces]
    sureness = sorted(it.confidence for it in pieces)
    return [
        str(len(pictures)),
        str(sum(bool(it.readings) for it in pictures)),
        str(len(readings)),
        str(sum(it.is_sure for it in readings)),
        str(len(pieces)),
        str(max((len(it.pieces) for it in pictures), default=0)),
        f"{sureness[len(sureness) // 2]:.2f}" if sureness else "",
    ]


def castles_table(pictures: Iterable[CheckedPicture]) -> Table:
    """Return each false castle with its pieces, how sure they are, and why it should be looked at."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("picture", "read as", "to be looked at for"):
        table.add_column(column)
    for picture in pictures:
        for reading in picture.readings:
            pieces = [
                f"{it.id} {it.confidence:.2f}" for it in reading.evidence if it.id is not None
            ]
            unnamed = sum(it.id is None for it in reading.evidence)
            if unnamed:
                pieces.append(f"{unnamed} unnamed")
            reasons = dict.fromkeys(str(it.reason) for it in reading.review)
            table.add_row(Text(picture.file), Text(", ".join(pieces)), Text(", ".join(reasons)))
    return table


def main(
    folder: Annotated[Path, typer.Argument(help="Folder of pictures without castles.")],
) -> None:
    """Read pictures without castles and tell what was taken for one. Exits with 1 where anything was."""
    cv2.setNumThreads(1)
    try:
        catalogue = load_catalogue()
        models = load_models(catalogue)
        with typer.progressbar(length=1, label="pictures", file=sys.stderr) as bar:

            def advance(number: int, count: int) -> None:
                bar.length = count
                bar.update(1)

            pictures = check_folder(folder, lambda it: read(it, models, catalogue), advance)
    except CastlescanError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    console = Console(soft_wrap=True, width=160)
    console.print(kinds_table(pictures))
    if any(it.readings for it in pictures):
        console.print()
        console.print(castles_table(pictures))
        raise typer.Exit(1)


if __name__ == "__main__":
    typer.run(main)
