"""Filling a folder with photographs, so that it can be stopped and taken up again."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from ...engine.documents import write_bytes, write_text
from ..scenes.annotations import Annotation, write_annotation
from ..scenes.face_stock import FacesName
from ..scenes.writing import claim as claim_folder
from .looks import draw_look

SETTINGS = "ray-traced.settings"
"""The file in which a folder's settings are kept; it tells such a folder from one of scenes to train with."""

LOOKS = "looks.tsv"
"""A table of what each picture shows, for people and for splitting results by light."""


@dataclass(frozen=True)
class Order:
    """What photographs to write.

    Attributes
    ----------
    folder
        Where to.
    seed
        Photograph ``i`` is drawn from ``(seed, i)`` alone.
    faces
        Which faces the pieces have.
    longer_side
        Of the pictures, in pixels.
    samples
        Light paths for each pixel at most.
    """

    folder: Path
    seed: int
    faces: FacesName = "drawn"
    longer_side: int = 1600
    samples: int = 8


Taking = Callable[[int, str], tuple[bytes, Annotation]]
"""Takes the photograph of this number, to be written to this file: the JPEG and its annotation."""


def write_photographs(
    order: Order, count: int, take: Taking, report: Callable[[int], None] | None = None
) -> int:
    """Write the photographs 0 to ``count`` of an order that are not there yet.

    Each is a picture and an annotation beside it, which comes last: a photograph whose annotation is there
    is whole. So this can be interrupted at any time and called again.

    Parameters
    ----------
    order
        What to write.
    count
        How many photographs the folder shall have.
    take
        Takes one.
    report
        Is called with the number of each photograph that was written.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    DocumentError
        When the folder cannot be written to or holds photographs of another order.
    """
    claim(order)
    missing = [i for i in range(count) if not (order.folder / f"{name_of(i)}.json").exists()]
    if missing:
        write_text(order.folder / LOOKS, looks_table(order, count))
    for number in missing:
        jpeg, annotation = take(number, f"{name_of(number)}.jpg")
        write_bytes(order.folder / f"{name_of(number)}.jpg", jpeg)
        write_annotation(order.folder / f"{name_of(number)}.json", annotation)
        if report is not None:
            report(number)
    return len(missing)


def name_of(number: int) -> str:
    """Return the name of a photograph's files without their suffix."""
    return f"photo-{number:06d}"


def looks_table(order: Order, count: int) -> str:
    """Return a line for each photograph with its light, table, tones and noise, separated by tabs."""
    lines = ["picture\tlight\ttable\ttones\tnoise"]
    for number in range(count):
        look = draw_look(order.seed, number, order.longer_side)
        development = look.development
        lines.append(
            f"{name_of(number)}.jpg\t{look.lighting.kind}\t{look.table}\t{development.tones}\t"
            f"{development.noise:.4f}"
        )
    return "\n".join(lines) + "\n"


def claim(order: Order) -> None:
    """Write an order into its folder, or check that the one that is there is the same.

    Raises
    ------
    DocumentError
        When it is another one, or the folder cannot be read or written to.
    """
    wanted = {
        "seed": order.seed,
        "faces": order.faces,
        "longer_side": order.longer_side,
        "samples": order.samples,
    }
    claim_folder(
        order.folder,
        SETTINGS,
        wanted,
        "this folder has photographs of other settings (seed, faces, size or samples); choose another "
        "folder",
    )
