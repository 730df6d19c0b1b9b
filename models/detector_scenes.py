"""The scenes that the detector is trained and tested on."""

import argparse
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from ..datasets.faces import ART_VARIABLE, DrawnFaces, Face, FaceSource, Pixels, ScannedFaces
from ..datasets.scenes.annotations import load_annotations, write_annotation
from ..datasets.scenes.camera import ViewRange
from ..datasets.scenes.rendering import render
from ..datasets.scenes.scene import HELD_OUT_TABLES, SceneOptions, draw_scene
from ..datasets.scenes.tables import TABLES
from .detection_targets import Scene, as_arrays


class CompletedFaces:
    """Scanned faces, and drawn ones of the pieces that there are no scans of.

    Parameters
    ----------
    first, second
        Where to look first, and where else.
    """

    def __init__(self, first: FaceSource, second: FaceSource) -> None:
        self._first, self._second = first, second
        self._known = frozenset(first.ids)

    @property
    def ids(self) -> Sequence[str]:
        """The pieces that either has."""
        return tuple(dict.fromkeys([*self._first.ids, *self._second.ids]))

    def face(self, piece_id: str, size_px: int) -> Pixels:
        """Return the pixels of a face."""
        return self._of(piece_id).face(piece_id, size_px)

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Return a face with its mask."""
        return self._of(piece_id).cut_out(piece_id, size_px)

    def _of(self, piece_id: str) -> FaceSource:
        return self._first if piece_id in self._known else self._second


def add_art_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the folder of scans."""
    parser.add_argument(
        "--art",
        type=Path,
        default=Path(os.environ[ART_VARIABLE]) if ART_VARIABLE in os.environ else None,
        help="folder of scans; without one there are drawn faces alone",
    )


def training_options() -> SceneOptions:
    """Return among what scenes to train: some tables and views are kept for the tests."""
    return SceneOptions(
        longer_side=768,
        tables=[name for name in TABLES if name not in HELD_OUT_TABLES],
        views=ViewRange(tilts=(0.0, 55.0), focal=(0.52, 1.0), filled=(0.3, 1.3)),
    )


def test_options() -> SceneOptions:
    """Return among what scenes to test: tables that training never shows, and views beyond its own."""
    return SceneOptions(longer_side=1600, tables=HELD_OUT_TABLES)


def face_sources(art: Path | None) -> dict[str, FaceSource]:
    """Return the sets of faces by name: drawn, and scanned ones where there is a folder of them."""
    drawn = DrawnFaces()
    if art is None:
        return {"drawn": drawn}
    return {"scanned": CompletedFaces(ScannedFaces(art), drawn), "drawn": drawn}


def render_scenes(
    folder: Path,
    count: int,
    seed: int,
    art: Path | None,
    options: SceneOptions,
    bare: int = 16,
) -> None:
    """Render scenes that are not in the folder yet, as JPEG files with their annotations.

    Parameters
    ----------
    folder
        Where to.
    count
        How many.
    seed
        Scene number ``i`` is drawn from ``(seed, i)``.
    art
        The folder of scans; None trains on drawn faces alone.
    options
        Among what scenes.
    bare
        One scene in so many has no pieces.
    """
    cv2.setNumThreads(1)
    folder.mkdir(parents=True, exist_ok=True)
    sources = list(face_sources(art).items())
    parent = os.getppid()
    for index in range(count):
        if os.getppid() != parent:  # whoever started this process was killed
            return
        path = scene_path(folder, index)
        if path.with_suffix(".json").exists():
            continue
        name, faces = sources[index // 2 % len(sources)]
        rng = np.random.default_rng((seed, index))
        scene = draw_scene(rng, options)
        if index % bare == bare - 1:
            scene = replace(scene, plans=(), pieces=())
        made = render(scene, faces, rng, file=path.name, faces_name=name, seed=[seed, index])
        partial = path.with_suffix(".tmp")
        partial.write_bytes(made.jpeg)
        partial.replace(path)
        write_annotation(path.with_suffix(".json"), made.annotation)


def scene_path(folder: Path, index: int) -> Path:
    """Return the picture file of a scene."""
    return folder / f"{index:05d}.jpg"


def load_scene(path: Path) -> Scene:
    """Read a rendered scene; its pixels stay compressed."""
    (annotation,) = load_annotations(path.with_suffix(".json"))
    return Scene(np.frombuffer(path.read_bytes(), np.uint8), *as_arrays(annotation))
