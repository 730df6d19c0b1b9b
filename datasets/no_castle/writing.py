"""Filling a folder with pictures without a castle; one that was interrupted is gone on with."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

from ...engine.documents import write_bytes
from ...engine.errors import DocumentError
from ..faces import FaceSource
from ..scenes.annotations import load_annotations, write_annotation
from ..scenes.face_stock import stock_faces
from ..scenes.rendering import Rendered, render
from .kinds import KINDS
from .subject import scene_of


def picture_name(number: int) -> str:
    """Return what the picture with a number is called, without its ending: ``0012-draughts``."""
    return f"{number:04d}-{kind_of(number)}"


def kind_of(number: int) -> str:
    """Return which of :data:`.kinds.KINDS` the picture with a number is of; they take turns."""
    return list(KINDS)[number % len(KINDS)]


def make_picture(seed: int, number: int, faces: FaceSource | None = None) -> Rendered:
    """Draw and render one picture; ``(seed, number)`` alone say what it shows."""
    rng = np.random.default_rng([seed, number])
    kind = kind_of(number)
    scene = scene_of(KINDS[kind](rng), rng)
    return render(
        scene,
        faces or stock_faces("drawn"),
        rng,
        file=picture_name(number) + ".jpg",
        faces_name=kind,
        seed=(seed, number),
    )


def write_pictures(
    folder: Path, count: int, seed: int, report: Callable[[int], None] | None = None
) -> int:
    """Write the pictures 0 to ``count`` that are not there yet, each with its annotation beside it.

    Parameters
    ----------
    folder
        Where to.
    count
        How many pictures the folder shall have.
    seed
        The same gives the same pictures.
    report
        Is called with the number of each picture, whether it was written or there already.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    DocumentError
        When the folder cannot be written to or holds pictures of another seed.
    """
    cv2.setNumThreads(1)
    faces = stock_faces("drawn")
    written = 0
    for number in range(count):
        annotation = folder / f"{picture_name(number)}.json"
        if not _is_there(annotation, seed, number):
            rendered = make_picture(seed, number, faces)
            write_bytes(annotation.with_suffix(".jpg"), rendered.jpeg)
            write_annotation(annotation, rendered.annotation)
            written += 1
        if report is not None:
            report(number)
    return written


def _is_there(path: Path, seed: int, number: int) -> bool:
    if not path.exists():
        return False
    (annotation,) = load_annotations(path)
    if annotation.conditions is None or annotation.conditions.seed != [seed, number]:
        raise DocumentError("is of another seed; choose another folder", source=str(path))
    return True
