"""Reading a 12-megapixel photo of 20 tiles, beside what OpenCV needs to decode the same file.

    python benchmarks/reading_speed.py [--photo PHOTO] [--rounds 15]

Prints tables: warm reading and its parts as ratios to decoding, the cold command with its peak memory, the
shipped models, and what an installation without the extras takes on disk. Without a photo one is rendered
with drawn faces.
"""

import argparse
import importlib.metadata
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from castlescan.datasets.scenes.face_stock import stock_faces
from castlescan.datasets.scenes.rendering import render
from castlescan.datasets.scenes.scene import Scene, SceneOptions, draw_scene
from castlescan.datasets.scenes.sensor import Sensor
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.vision.decode import read_picture
from castlescan.vision.read import load_models, read

TILES = 20
SIDE = 4032  # of 12 megapixels at 4 to 3


def draw_photo(path: Path, seed: int = 1) -> None:
    """Render a photo of one castle of twenty tiles, sharp and well lit, as phones store it."""
    number = 0
    while True:
        rng = np.random.default_rng([seed, number])
        scene = draw_scene(rng, SceneOptions(longer_side=SIDE, castles=(1.0,)))
        if _is_usual(scene):
            break
        number += 1
    sensor = Sensor(defocus=1.2, noise=0.008, jpeg=92, exposure=0.24)
    made = render(
        replace(scene, sensor=sensor),
        stock_faces("drawn"),
        rng,
        file=path.name,
        faces_name="drawn",
        seed=(seed, number),
    )
    path.write_bytes(made.jpeg)


def _is_usual(scene: Scene) -> bool:
    (plan,) = scene.plans
    wide, high = scene.view.size
    return (
        len(plan.castle.rooms) == TILES
        and plan.fault is None
        and scene.view.tilt < 25
        and 0.6 < scene.view.filled < 1
        and wide * high > 11e6
    )


def side_by_side_ms(works: Sequence[Callable[[], object]], rounds: int) -> NDArray[np.float64]:
    """Return the wall times of things done in turn, round after round: one row a round, one column each.

    In turn, since a machine that is slower for a while is then slower for all of them. Each has run before.
    """
    for work in works:
        work()
    taken = np.empty((rounds, len(works)))
    for row in taken:
        for column, work in enumerate(works):
            start = time.perf_counter()
            work()
            row[column] = 1e3 * (time.perf_counter() - start)
    return taken


_MEASURE = """
import os, subprocess, sys, time
start = time.perf_counter()
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, status, used = os.wait4(process.pid, 0)
print(status, time.perf_counter() - start, used.ru_maxrss / 1024)
"""


def cold(command: list[str]) -> tuple[float, float]:
    """Return seconds from start to end of a command, and its peak memory in MB.

    A small process starts it, since the peak of the process that starts another counts as its own.
    """
    run = [sys.executable, "-c", _MEASURE, *command]
    told = subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()
    if told[0] != "0":
        raise SystemExit(f"{' '.join(command)} failed")
    return float(told[1]), float(told[2])


def required(name: str, seen: set[str] | None = None) -> Iterator[str]:
    """Yield a distribution and all that it requires here without extras, each once."""
    seen = set() if seen is None else seen
    key = re.sub(r"[-_.]+", "-", name).lower()
    try:
        requirements = importlib.metadata.requires(key) or ()
    except importlib.metadata.PackageNotFoundError:  # needed on other systems only
        return
    if key in seen:
        return
    seen.add(key)
    yield key
    for line in requirements:
        requirement, _, marker = line.partition(";")
        found = re.match(r"[\w.-]+", requirement.strip())
        if found is not None and "extra" not in marker:
            yield from required(found.group(), seen)


def installed_mb(name: str) -> float:
    """Return how much the files of a distribution take."""
    files = importlib.metadata.files(name) or ()
    paths = {Path(str(it.locate())) for it in files}
    return sum(it.stat().st_size for it in paths if it.is_file()) / 1e6


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--photo", type=Path)
    parser.add_argument("--rounds", type=int, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        photo = given.photo or Path(folder) / "photo.jpg"
        if given.photo is None:
            draw_photo(photo)
        _report(photo, given.rounds)


def _report(photo: Path, rounds: int) -> None:
    catalogue = packaged_catalogue()
    models = load_models(catalogue)
    data = np.frombuffer(photo.read_bytes(), np.uint8)
    image = read_picture(photo)
    readings = read(image, models, catalogue)
    tiles = sum(len(it.castle.rooms) for it in readings)
    print(
        f"{image.shape[1]} x {image.shape[0]} pixels, {len(data) / 1e6:.1f} MB, {tiles} tiles read"
    )
    print(f"{len(os.sched_getaffinity(0))} cores\n")
    works = {
        "OpenCV decodes it at full size": lambda: cv2.imdecode(data, cv2.IMREAD_COLOR),
        "castlescan decodes it": lambda: read_picture(photo),
        "the detector": lambda: models.detector.detect(image),
        "castlescan reads the file": lambda: read(photo, models, catalogue),
    }
    taken = side_by_side_ms(list(works.values()), rounds)
    ratios = np.median(taken / taken[:, :1], axis=0)
    print(f"{'warm, in the middle of the rounds':<38}{'ms':>8}{'ratio':>8}")
    for name, middle, ratio in zip(works, np.median(taken, axis=0), ratios, strict=True):
        print(f"{name:<38}{middle:>8.0f}{ratio:>8.2f}")
    program = shutil.which("castlescan", path=str(Path(sys.executable).parent)) or "castlescan"
    runs = [cold([program, "score", str(photo)]) for _ in range(3)]
    start = min(cold([sys.executable, "-c", "pass"])[0] for _ in range(3))
    print(f"\n{'cold: castlescan score PHOTO':<38}{min(it[0] for it in runs):>6.2f} s")
    print(f"{'  Python itself':<38}{start:>6.2f} s")
    print(f"{'  peak memory':<38}{max(it[1] for it in runs):>6.0f} MB")
    folder = Path(read.__code__.co_filename).parents[1] / "models"
    sizes = {it.name: it.stat().st_size / 1e6 for it in folder.glob("*.[on][np][nz]*")}
    print(f"\n{'shipped models':<38}{sum(sizes.values()):>6.1f} MB")
    for name, size in sizes.items():
        print(f"  {name:<36}{size:>6.1f} MB")
    parts = {it: installed_mb(it) for it in required("castlescan")}
    print(f"\n{'installed, without extras':<38}{sum(parts.values()):>6.0f} MB")
    for name, size in sorted(parts.items(), key=lambda it: -it[1]):
        if size >= 1:
            print(f"  {name:<36}{size:>6.1f} MB")


if __name__ == "__main__":
    main()
