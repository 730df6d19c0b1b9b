"""Write photographs: ``python -m castlescan.datasets.ray_traced OUT --count 60 --seed 1 --faces drawn``."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import cv2
import typer

from ...engine.errors import CastlescanError
from ..scenes.annotations import Annotation
from ..scenes.face_stock import Faces, stock_faces
from .looks import draw_look
from .writing import Order, write_photographs


def main(
    out: Annotated[Path, typer.Argument(help="Folder for the pictures and annotations.")],
    count: Annotated[int, typer.Option(min=1, help="Photographs the folder shall have.")] = 60,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same scenes.")] = 0,
    faces: Annotated[Faces, typer.Option(help="Which faces the pieces have.")] = Faces.DRAWN,
    art: Annotated[
        Path | None, typer.Option(help="Folder of the scans, for --faces scanned.")
    ] = None,
    side: Annotated[int, typer.Option(min=160, max=6000, help="Longer side in pixels.")] = 1600,
    samples: Annotated[int, typer.Option(min=1, max=4096, help="Light paths per pixel.")] = 8,
    threads: Annotated[int, typer.Option(min=1, max=64, help="Threads of the processor.")] = 2,
) -> None:
    """Take photographs of castles with Blender. Stop it at any time; call it again to go on."""
    if find_spec("bpy") is None:
        typer.echo(
            "Blender is missing: pip install 'bpy>=4.5,<4.6' 'opencv-python-headless<4.12', in an "
            "environment of its own",
            err=True,
        )
        raise typer.Exit(2)
    from .photographing import photograph
    from .studio import Quality

    cv2.setNumThreads(threads)
    order = Order(out, seed, faces.scene_name, side, samples)
    try:
        stock = stock_faces(faces.scene_name, art)

        def take(number: int, file: str) -> tuple[bytes, Annotation]:
            look = draw_look(seed, number, side)
            quality = Quality(samples, threads)
            taken = photograph(
                look, stock, (seed, number), quality, file=file, faces_name=faces.scene_name
            )
            return taken.jpeg, taken.annotation

        with typer.progressbar(length=count, label="photographs", file=sys.stderr) as bar:
            written = write_photographs(order, count, take, lambda _: bar.update(1))
    except CastlescanError as error:
        typer.echo(str(error), err=True)
        raise typer.Exit(2) from None
    typer.echo(f"{written} photographs written, {count - written} were there already: {out}")


if __name__ == "__main__":
    typer.run(main)
