"""Filling a folder with scenes: in parallel, and so that it can be stopped and taken up again."""

import json
import multiprocessing
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from ...engine.documents import write_bytes, write_text
from ...engine.errors import DocumentError
from ..faces import FaceSource
from ..faces.banners import Banners
from .annotations import write_annotation
from .camera import ViewRange
from .face_stock import FacesName, stock_faces
from .rendering import Rendered, render
from .scene import HELD_OUT_TABLES, SceneOptions, draw_scene
from .tables import TABLES

SETTINGS = "scenes.settings"
"""The file in which a folder's settings are kept, so that it is not filled with two kinds of scenes."""

TRAINING = SceneOptions(
    tables=tuple(kind for kind in TABLES if kind not in HELD_OUT_TABLES),
    views=ViewRange(tilts=(0.0, 55.0), focal=(0.5, 1.1), filled=(0.3, 1.3)),
)
TESTING = SceneOptions(tables=HELD_OUT_TABLES, kept=True)
SPOILT = replace(TESTING, kept=False)
HARD = replace(TESTING, hard=1.0)


@dataclass(frozen=True)
class Order:
    """What scenes to write.

    Attributes
    ----------
    folder
        Where to.
    seed
        Scene ``i`` is drawn from ``(seed, i)`` alone.
    faces, art, banners
        Which faces, the folder of the scans, and what the name banners show.
    options
        Among what scenes to draw.
    """

    folder: Path
    seed: int
    faces: FacesName = "drawn"
    art: Path | None = None
    options: SceneOptions = field(default_factory=SceneOptions)
    banners: Banners = Banners.OWN


def make_scene(order: Order, faces: FaceSource, number: int) -> Rendered:
    """Draw and render one scene of an order."""
    scene = draw_scene(np.random.default_rng([order.seed, number]), order.options)
    return render(
        scene,
        faces,
        np.random.default_rng([order.seed, number, 1]),
        file=_name(number) + ".jpg",
        faces_name=order.faces,
        seed=(order.seed, number),
    )


def write_scenes(
    order: Order, count: int, workers: int = 2, report: Callable[[int], None] | None = None
) -> int:
    """Write the scenes 0 to ``count`` of an order that are not there yet.

    Each is a picture and an annotation beside it, which comes last: a scene whose annotation is there is
    whole. So this can be interrupted at any time and called again.

    Parameters
    ----------
    order
        What to write.
    count
        How many scenes the folder shall have.
    workers
        Processes.
    report
        Is called with the number of each scene that was written.

    Returns
    -------
    int
        How many were written.

    Raises
    ------
    DocumentError
        When the folder cannot be written to or holds scenes of another order; when there are no faces.
    """
    _claim(order)
    missing = [i for i in range(count) if not (order.folder / f"{_name(i)}.json").exists()]
    stock_faces(order.faces, order.art, order.banners)  # says what is wrong before processes start
    if workers <= 1 or len(missing) <= 1:
        _prepare(order)
        for number in missing:
            _write_one(number)
            if report is not None:
                report(number)
        return len(missing)
    for number in _written_in_parallel(order, missing, workers):
        if report is not None:
            report(number)
    return len(missing)


def _written_in_parallel(order: Order, missing: list[int], workers: int) -> Iterator[int]:
    spawning = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, spawning, initializer=_prepare, initargs=(order,))
    waiting: set[Future[int]] = set()
    try:
        numbers = iter(missing)
        while True:
            while len(waiting) < 3 * workers and (number := next(numbers, None)) is not None:
                waiting.add(pool.submit(_write_one, number))
            if not waiting:
                break
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
    finally:
        pool.shutdown(cancel_futures=True)


_order: Order | None = None
_faces: FaceSource | None = None


def _prepare(order: Order) -> None:
    """Give a process what it needs for all its scenes."""
    global _order, _faces
    cv2.setNumThreads(1)
    _order, _faces = order, stock_faces(order.faces, order.art, order.banners)


def _write_one(number: int) -> int:
    assert _order is not None
    assert _faces is not None
    rendered = make_scene(_order, _faces, number)
    write_bytes(_order.folder / f"{_name(number)}.jpg", rendered.jpeg)
    write_annotation(_order.folder / f"{_name(number)}.json", rendered.annotation)
    return number


def _name(number: int) -> str:
    return f"scene-{number:06d}"


def _claim(order: Order) -> None:
    wanted = {
        "seed": order.seed,
        "faces": order.faces,
        "banners": order.banners,
        "options": asdict(order.options),
    }
    claim(
        order.folder,
        SETTINGS,
        wanted,
        "this folder has scenes of other settings (seed, faces, banners, size or split); choose another "
        "folder",
    )


def claim(folder: Path, name: str, settings: Mapping[str, object], other: str) -> None:
    """Write settings into a folder, or check that the ones that are there are the same.

    Parameters
    ----------
    folder, name
        The folder, and the file in it.
    settings
        What its pictures are made with.
    other
        What to say when they were made otherwise.

    Raises
    ------
    DocumentError
        When they were, or the folder cannot be read or written to.
    """
    text = json.dumps(settings, indent=1) + "\n"
    path = folder / name
    try:
        found = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        write_text(path, text)
        return
    except (OSError, UnicodeDecodeError) as error:
        raise DocumentError(
            f"cannot be read ({error}); choose another folder", source=str(path)
        ) from None
    if found != text:
        raise DocumentError(other, source=str(folder))
