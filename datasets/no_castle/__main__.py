"""Write pictures without a castle: ``python -m castlescan.datasets.no_castle OUT --count 150 --seed 1``."""

import sys
from pathlib import Path
from typing import Annotated

import cv2
import typer

from ...engine.documents import write_bytes
from ...engine.errors import CastlescanError
from ..scenes.contact_sheet import sheet_of_folder
from .writing import write_pictures


def main(
    out: Annotated[Path, typer.Argument(help="Folder for the pictures and annotations.")],
    count: Annotated[int, typer.Option(min=1, help="Pictures that the folder shall have.")] = 150,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same pictures.")] = 0,
    sheet: Annotated[
        Path | None, typer.Option(help="Also write a contact sheet to this PNG.")
    ] = None,
) -> None:
    """Write pictures without a castle. Stop it at any time; call it again to go on."""
    try:
        with typer.progressbar(length=count, label="pictures", file=sys.stderr) as bar:
            written = write_pictures(out, count, seed, lambda _: bar.update(1))
        if sheet is not None:
            picture = cv2.cvtColor(sheet_of_folder(out, count), cv2.COLOR_RGB2BGR)
            _, data = cv2.imencode(".png", picture)
            write_bytes(sheet, data.tobytes())
    except CastlescanError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{written} pictures written, {count - written} were there already: {out}")


if __name__ == "__main__":
    typer.run(main)
