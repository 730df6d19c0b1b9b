"""Write scenes: ``python -m castlescan.datasets.scenes OUT --count 100 --seed 1 --faces drawn``."""

import sys
from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import cv2
import typer

from ...engine.documents import write_bytes
from ...engine.errors import CastlescanError
from ..faces.banners import Banners
from .contact_sheet import sheet_of_folder
from .face_stock import Faces
from .scene import SceneOptions
from .writing import HARD, SPOILT, TESTING, TRAINING, Order, write_scenes


class Split(StrEnum):
    """Which tables and views scenes are drawn from, and whether some photos are spoilt."""

    ALL = "all"
    TRAIN = "train"
    TEST = "test"
    SPOILT = "spoilt"
    HARD = "hard"


def main(
    out: Annotated[Path, typer.Argument(help="Folder for the pictures and annotations.")],
    count: Annotated[int, typer.Option(min=1, help="Scenes that the folder shall have.")] = 24,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same scenes.")] = 0,
    faces: Annotated[Faces, typer.Option(help="Which faces the pieces have.")] = Faces.DRAWN,
    art: Annotated[
        Path | None, typer.Option(help="Folder of the scans, for --faces scanned.")
    ] = None,
    banners: Annotated[
        Banners, typer.Option(help="What the name banners of the tiles show.")
    ] = Banners.OWN,
    split: Annotated[
        Split,
        typer.Option(
            help="Test scenes have other tables and views, and are photos that people would keep; "
            "spoilt ones may also be shaken, out of focus or burnt out, hard ones of screens, in "
            "black and white, bent by the lens, glossy, shaken or dark."
        ),
    ] = Split.ALL,
    side: Annotated[int, typer.Option(min=160, max=6000, help="Longer side in pixels.")] = 1600,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Processes.")] = 2,
    sheet: Annotated[
        Path | None, typer.Option(help="Also write a contact sheet to this PNG.")
    ] = None,
    quads: Annotated[bool, typer.Option(help="Draw the annotations on it.")] = False,
) -> None:
    """Write pictures of castles with their annotations. Stop it at any time; call it again to go on."""
    options = {
        Split.ALL: SceneOptions(),
        Split.TRAIN: TRAINING,
        Split.TEST: TESTING,
        Split.SPOILT: SPOILT,
        Split.HARD: HARD,
    }[split]
    order = Order(out, seed, faces.scene_name, art, replace(options, longer_side=side), banners)
    try:
        with typer.progressbar(length=count, label="scenes", file=sys.stderr) as bar:
            written = write_scenes(order, count, workers, lambda _: bar.update(1))
        if sheet is not None:
            picture = cv2.cvtColor(sheet_of_folder(out, quads=quads), cv2.COLOR_RGB2BGR)
            _, data = cv2.imencode(".png", picture)
            write_bytes(sheet, data.tobytes())
    except CastlescanError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{written} scenes written, {count - written} were there already: {out}")


if __name__ == "__main__":
    typer.run(main)
