"""The scenes that the detector is trained and tested on."""

import argparse
import multiprocessing
import os
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from ..datasets.faces import ART_VARIABLE
from ..datasets.scenes.annotations import load_annotations, write_annotation
from ..datasets.scenes.face_stock import FacesName, stock_faces
from ..datasets.scenes.rendering import render
from ..datasets.scenes.scene import SceneOptions, draw_scene
from ..datasets.scenes.writing import TRAINING
from .detection_targets import Scene, as_arrays


def add_art_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the folder of scans."""
    parser.add_argument(
        "--art",
        type=Path,
        default=Path(os.environ[ART_VARIABLE]) if ART_VARIABLE in os.environ else None,
        help="folder of scans; without one there are drawn faces alone",
    )


TRAINING_SCENES = replace(TRAINING, longer_side=768, unearned=0.35, covered=0.15)
"""Among what scenes to train; some tables and views are kept for the tests."""

HARD_SCENES = replace(TRAINING_SCENES, hard=0.7, covered=0.4)
"""Those of the second course: kinds of pictures and castles of which too many were misread before."""

CROWDED_SCENES = replace(TRAINING_SCENES, unearned=0.9, covered=0.25, hard=0.35)
"""Those of the last courses: nearly all castles have attendants and bonus cards, which were missed most."""


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
    names: list[FacesName] = ["drawn"] if art is None else ["scanned", "drawn"]
    sources = [(name, stock_faces(name, art)) for name in names]
    parent = multiprocessing.parent_process()
    for index in range(count):
        if parent is not None and not parent.is_alive():  # it was killed
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
