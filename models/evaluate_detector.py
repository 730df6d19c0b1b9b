"""Test the detector: ``python -m castlescan.models.evaluate_detector --work DIR --scenes 112 --seed 1``.

It renders scenes into ``DIR/test``, on tables and from views that training does not show, and prints how many
pieces and castles are found right, as JSON.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ..datasets.scenes.annotations import Annotation, load_annotations
from ..datasets.scenes.writing import TESTING
from ..vision.detect import Detector
from ..vision.detection_decoding import iou
from ..vision.lattice import Layout, build_layouts
from ..vision.pieces import Detection
from ..vision.quads import Floats, signed_areas
from .detection_targets import CLASSES, as_arrays
from .detector_scenes import add_art_option, render_scenes
from .train_detector import SHIPPED

_OTHER_SEED = 1000  # added to the seed, so that no scene is one of training with the same


@dataclass
class Tally:
    """What a test counts, of one kind of pictures.

    Attributes
    ----------
    there, right, wrong
        By class number: pieces to find, those found, and detections of nothing.
    errors
        Distances of corners, in tiles of the piece itself, of the tiles and thrones found.
    turned
        How many of those have another corner first.
    castles, exact
        How many castles are wholly in their picture, and how many of those the lattice rebuilds.
    """

    there: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(CLASSES), np.int64))
    right: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(CLASSES), np.int64))
    wrong: NDArray[np.int64] = field(default_factory=lambda: np.zeros(len(CLASSES), np.int64))
    errors: list[float] = field(default_factory=list)
    turned: int = 0
    pictures: int = 0
    castles: int = 0
    exact: int = 0

    def summary(self) -> dict[str, object]:
        """Return the shares as a document."""
        error = np.array(self.errors or [np.nan])
        large = len(self.errors) // 4
        by_class = {
            name: {
                "there": int(self.there[kind]),
                "recall": _share(self.right[kind], self.there[kind]),
                "precision": _share(self.right[kind], self.right[kind] + self.wrong[kind]),
                "false": int(self.wrong[kind]),
            }
            for kind, name in enumerate(CLASSES)
            if self.there[kind] or self.wrong[kind]
        }
        return {
            "pictures": self.pictures,
            "classes": by_class,
            "corner error, median": round(float(np.median(error)), 4),
            "corner error, 90 %": round(float(np.quantile(error, 0.9)), 4),
            "wrong corner first": _share(self.turned, large),
            "castles": self.castles,
            "exactly right": _share(self.exact, self.castles),
        }


def _share(part: int, whole: int) -> float | None:
    return round(float(part) / float(whole), 4) if whole else None


def count(tally: Tally, annotation: Annotation, found: Sequence[Detection]) -> None:
    """Add what was found in a picture to a tally.

    A piece counts when half of it is seen and its middle is in the picture; what else is found right is
    neither right nor wrong. A quad is right when it shares half of the union with that of the piece.
    """
    quads, classes, visible = as_arrays(annotation)
    middles = quads.mean(axis=1)
    size = (annotation.image.width, annotation.image.height)
    inside = ((middles > 0) & (middles < size)).all(axis=1)
    counts = (visible >= 0.5) & inside
    tally.pictures += 1
    owner = _match(quads, classes, found)
    for detection, piece in zip(found, owner, strict=True):
        kind = CLASSES.index(detection.piece.value)
        if piece is None:
            tally.wrong[kind] += 1
        elif counts[piece]:
            tally.right[kind] += 1
            if kind < 2:
                _measure(tally, quads[piece], detection, kind + 1)
    tally.there += np.bincount(classes[counts], minlength=len(CLASSES))
    table = [index for index, it in enumerate(found) if it.piece.value in ("tile", "throne")]
    layouts = build_layouts(
        [found[index].quad for index in table],
        [found[index].piece.value for index in table],
        scores=[found[index].score for index in table],
    )
    for number in range(len(annotation.castles)):
        places = {
            index: (piece.x, piece.y)
            for index, piece in enumerate(annotation.pieces)
            if piece.castle == number and piece.x is not None and piece.y is not None
        }
        castle = annotation.castles[number].castle
        whole = castle is not None and len(places) == len(castle.rooms) + bool(castle.throne)
        seen = all(counts[index] for index in places)
        if len(places) < 2 or not whole or not seen or len(set(places.values())) < len(places):
            continue
        tally.castles += 1
        tally.exact += any(
            _is_same(layout, places, [owner[index] for index in table]) for layout in layouts
        )


def _match(
    quads: Floats, classes: NDArray[np.int64], found: Sequence[Detection]
) -> list[int | None]:
    """Return the piece that each detection has found, the best detections first."""
    taken: set[int] = set()
    owner: list[int | None] = []
    for detection in found:
        kind = CLASSES.index(detection.piece.value)
        middle = detection.quad.mean(axis=0)
        near = np.linalg.norm(quads.mean(axis=1) - middle, axis=1)
        reach = np.sqrt(np.abs(signed_areas(quads))) if len(quads) else near
        mine = [
            (iou(quads[index], detection.quad), int(index))
            for index in np.flatnonzero((classes == kind) & (near < reach))
            if index not in taken
        ]
        best = max(mine, default=(0.0, -1))
        owner.append(best[1] if best[0] >= 0.5 else None)
        taken.update(() if owner[-1] is None else (best[1],))
    return owner


def _measure(tally: Tally, truth: Floats, detection: Detection, width: int) -> None:
    tile = float(np.sqrt(np.abs(signed_areas(truth[None]))[0] / width))
    orders = np.stack([np.roll(detection.quad, -turn, axis=0) for turn in range(4)])
    away = np.linalg.norm(orders - truth, axis=2) / tile
    best = int(away.mean(axis=1).argmin())
    tally.errors.extend(float(it) for it in away[best])
    tally.turned += best != 0


def _is_same(
    layout: Layout, places: dict[int, tuple[int, int]], owner: Sequence[int | None]
) -> bool:
    """Tell whether a layout holds exactly these pieces, each on its place."""
    laid = [*layout.tiles, *(() if layout.throne is None else (layout.throne,))]
    read = {owner[it.index]: (it.x, it.y) for it in laid}
    if len(laid) != len(places) or read.keys() != places.keys():
        return False
    shifts = {
        (x - places[it][0], y - places[it][1]) for it, (x, y) in read.items() if it is not None
    }
    return len(shifts) == 1


def run_test(folder: Path, network: Path) -> dict[str, object]:
    """Test a network on rendered scenes: scanned and drawn faces, by size and tilt, and bare tables."""
    detector = Detector.load(network, threads=1)
    tallies: dict[str, Tally] = {}
    spent: list[float] = []
    for annotation in load_annotations(folder):
        picture = np.asarray(Image.open(folder / annotation.image.file).convert("RGB"), np.uint8)
        began = time.perf_counter()
        found = detector.detect(picture)
        spent.append(time.perf_counter() - began)
        for name in _kinds(annotation):
            count(tallies.setdefault(name, Tally()), annotation, found)
    result: dict[str, object] = {name: tally.summary() for name, tally in sorted(tallies.items())}
    result["median seconds per picture"] = round(float(np.median(spent)), 3)
    return result


def _kinds(annotation: Annotation) -> list[str]:
    conditions = annotation.conditions
    if not annotation.pieces:
        return ["bare"]
    if conditions is None or conditions.tilt is None or conditions.tile_px is None:
        return ["all"]
    tilt = int(min(conditions.tilt, 59.9) // 15 * 15)
    sizes = (0, 24, 48, 96, 10000)
    low = max(it for it in sizes if it <= conditions.tile_px)
    high = min(it for it in sizes if it > conditions.tile_px)
    kinds = [
        "all",
        f"faces {conditions.faces}",
        f"tilt {tilt}-{tilt + 15}",
        f"tile {low}-{high} px",
    ]
    if conditions.tile_px >= 48 and conditions.tilt <= 45:
        kinds.append(f"tile >= 48 px, tilt <= 45, {conditions.faces}")
    return kinds


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.evaluate_detector")
    parser.add_argument("--work", type=Path, required=True, help="folder for the scenes")
    add_art_option(parser)
    parser.add_argument("--network", type=Path, default=SHIPPED, help="the network to test")
    parser.add_argument("--scenes", type=int, default=112)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    folder = options.work / "test"
    seed = options.seed + _OTHER_SEED
    render_scenes(folder, options.scenes, seed, options.art, TESTING, bare=8)
    print(json.dumps(run_test(folder, options.network), indent=1))


if __name__ == "__main__":
    main()
