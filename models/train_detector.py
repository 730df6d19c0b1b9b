"""Train the detector from scratch and export it: ``python -m castlescan.models.train_detector --work DIR``.

A second process renders scenes into ``DIR/scenes`` while the first one trains; what is there already is used
again. Every ``--every`` steps a checkpoint goes to ``DIR/checkpoint.pt``, from which the same command goes
on. Which scene is seen at which step depends on the seed alone, so two runs differ by no more than rounding.
"""

import argparse
import json
import math
import multiprocessing
import multiprocessing.connection
import os
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from PIL import Image
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from ..datasets.faces import DrawnFaces, Face, FaceSource, Pixels, ScannedFaces
from ..datasets.scenes.annotations import Annotation, load_annotations, write_annotation
from ..datasets.scenes.camera import ViewRange
from ..datasets.scenes.rendering import render
from ..datasets.scenes.scene import HELD_OUT_TABLES, SceneOptions, draw_scene
from ..datasets.scenes.tables import TABLES
from ..vision.detect import Detector
from ..vision.detection_decoding import iou
from ..vision.lattice import Layout, build_layouts
from ..vision.pieces import Detection
from ..vision.quads import Floats, signed_areas
from .detection_targets import CLASSES, Losses, Scene, Targets, as_arrays, draw_sample, losses
from .detector_network import DetectorNetwork, export

SHIPPED = Path(__file__).with_name("detector.onnx")

_Rng = np.random.Generator


# Scenes


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
        path = _scene_path(folder, index)
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


def _scene_path(folder: Path, index: int) -> Path:
    return folder / f"{index:05d}.jpg"


def load_scene(path: Path) -> Scene:
    """Read a rendered scene; its pixels stay compressed."""
    (annotation,) = load_annotations(path.with_suffix(".json"))
    return Scene(np.frombuffer(path.read_bytes(), np.uint8), *as_arrays(annotation))


class SceneStore:
    """The scenes as they become ready; waits for those that are not.

    Parameters
    ----------
    folder
        Where they are rendered to.
    is_rendering
        Whether there will be more.
    """

    def __init__(self, folder: Path, is_rendering: Callable[[], bool] = lambda: False) -> None:
        self._folder = folder
        self._is_rendering = is_rendering
        self._scenes: list[Scene] = []

    def get(self, index: int) -> Scene:
        """Return a scene.

        Raises
        ------
        RuntimeError
            When it is not there and nothing renders it.
        """
        while len(self._scenes) <= index:
            path = _scene_path(self._folder, len(self._scenes))
            while not path.with_suffix(".json").exists():
                if not self._is_rendering() and not path.with_suffix(".json").exists():
                    raise RuntimeError(f"{path} is missing, and the renderer has ended")
                time.sleep(0.2)
            self._scenes.append(load_scene(path))
        return self._scenes[index]


class Batches(Dataset[tuple[Tensor, ...]]):
    """The batch of each step: pictures of shape (N, 3, H, W), and the four parts of the targets."""

    def __init__(self, store: SceneStore, schedule: "Schedule", seed: int) -> None:
        self._store, self._schedule, self._seed = store, schedule, seed

    def __len__(self) -> int:
        return self._schedule.steps

    def __getitem__(self, step: int) -> tuple[Tensor, ...]:
        """Draw the batch of a step."""
        cv2.setNumThreads(1)
        rng = np.random.default_rng((self._seed, 1, step))
        side, known = self._schedule.side, self._schedule.known_at(step)
        samples = [
            draw_sample(rng, self._store.get(int(rng.integers(known))), side)
            for _ in range(self._schedule.batch)
        ]
        pixels = torch.from_numpy(np.stack([sample.pixels for sample in samples]))
        names = ("heat", "care", "shape", "weight")
        return pixels.permute(0, 3, 1, 2), *(
            torch.from_numpy(np.stack([getattr(sample.targets, name) for sample in samples]))
            for name in names
        )


# Training


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to learn.

    Attributes
    ----------
    steps, batch, side
        How many steps, samples in each, pixels along a sample's side.
    rate
        The highest learning rate.
    scenes
        How many scenes to render.
    first
        How many scenes must be there at the first step; the others join evenly until two thirds of the
        steps are done.
    """

    steps: int
    batch: int = 4
    side: int = 352
    rate: float = 4e-3
    scenes: int = 2000
    first: int = 48

    def rate_at(self, step: int) -> float:
        """Return the learning rate: a short rise, then half a cosine."""
        rise = min(1.0, (step + 1) / 50)
        return self.rate * rise * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * step / self.steps)))

    def known_at(self, step: int) -> int:
        """Return how many scenes a step may use."""
        share = min(1.0, 1.5 * step / self.steps)
        return min(self.scenes, self.first + int(share * (self.scenes - self.first)))


class Muon(torch.optim.Optimizer):
    """Steepest descent by the spectral norm: each convolution moves by an orthogonal matrix.

    It learns in about half as many steps as Adam does, which is what counts on two processor cores.

    Parameters
    ----------
    parameters
        The weights of convolutions.
    lr
        Learning rate, in the root mean square of a step as Adam takes it.
    momentum, weight_decay
        As usual.

    References
    ----------
    K. Jordan and others, Muon: an optimizer for hidden layers in neural networks (2024);
    J. Liu and others, Muon is scalable for LLM training (2025), for the size of the steps.
    """

    def __init__(
        self,
        parameters: Iterable[Tensor],
        lr: float,
        momentum: float = 0.9,
        weight_decay: float = 0.02,
    ) -> None:
        super().__init__(parameters, {"lr": lr, "momentum": momentum, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure: None = None) -> None:  # type: ignore[override]
        """Move the weights."""
        for group in self.param_groups:
            for weight in group["params"]:
                state = self.state[weight]
                if "mean" not in state:
                    state["mean"] = torch.zeros_like(weight)
                mean = state["mean"].lerp_(weight.grad, 1 - group["momentum"])
                ahead = weight.grad.lerp(mean, group["momentum"]).flatten(1)
                move = orthogonal(ahead)
                move = move * (0.2 * math.sqrt(max(move.shape)))
                weight.mul_(1 - group["lr"] * group["weight_decay"])
                weight.add_(move.reshape(weight.shape), alpha=-group["lr"])


def orthogonal(matrix: Tensor, steps: int = 4) -> Tensor:
    """Return about the nearest matrix whose singular values are all 1, by Newton-Schulz steps."""
    x = matrix / (matrix.norm() + 1e-7)
    tall = x.shape[0] > x.shape[1]
    x = x.T if tall else x
    for _ in range(steps):
        square = x @ x.T
        x = 3.4445 * x + (-4.775 * square + 2.0315 * square @ square) @ x
    result: Tensor = x.T if tall else x
    return result


def train(
    work: Path, store: SceneStore, schedule: Schedule, seed: int, every: int
) -> DetectorNetwork:
    """Train, going on from a checkpoint in ``work`` where there is one; returns the averaged network."""
    torch.manual_seed(seed)
    network = DetectorNetwork().to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = DetectorNetwork()
    average.load_state_dict(network.state_dict())
    inner = [it for it in network.parameters() if it.ndim == 4 and it.shape[2] == 3]
    outer = [it for it in network.parameters() if it.ndim != 4 or it.shape[2] != 3]
    optimisers: tuple[torch.optim.Optimizer, ...] = (
        Muon(inner, schedule.rate),
        torch.optim.AdamW(outer, schedule.rate, weight_decay=0.02),
    )
    checkpoint = work / "checkpoint.pt"
    start, spent = 0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        for optimiser, kept in zip(optimisers, state["optimisers"], strict=True):
            optimiser.load_state_dict(kept)
        start, spent = state["step"], state["spent"]
    began, sums = time.monotonic(), np.zeros(3)
    batches = DataLoader(
        Batches(store, schedule, seed),
        batch_size=None,
        sampler=range(start, schedule.steps),
        num_workers=1,
        prefetch_factor=3,
    )
    for step, (pixels, *parts) in enumerate(batches, start=start):
        pictures, targets = pixels.float(), Targets(*(part.numpy() for part in parts))
        for optimiser in optimisers:
            for group in optimiser.param_groups:
                group["lr"] = schedule.rate_at(step)
        found = _learn(network, optimisers, pictures, targets)
        _average(average, network, min(0.998, (step + 1) / (step + 10)))
        sums += [found.heat.item(), found.corners.item(), found.upright.item()]
        if (step + 1) % every == 0 or step + 1 == schedule.steps:
            elapsed = spent + time.monotonic() - began
            state = {
                "network": network.state_dict(),
                "average": average.state_dict(),
                "optimisers": [optimiser.state_dict() for optimiser in optimisers],
                "step": step + 1,
                "spent": elapsed,
            }
            torch.save(state, work / "checkpoint.tmp")
            (work / "checkpoint.tmp").replace(checkpoint)
            count = every if (step + 1) % every == 0 else (step + 1) % every
            line = {
                "step": step + 1,
                "seconds": round(elapsed),
                "scenes": schedule.known_at(step),
                **dict(zip(("heat", "corners", "upright"), (sums / count).round(4), strict=True)),
            }
            print(json.dumps(line), flush=True)
            sums[:] = 0
    average.eval()
    return average


def _learn(
    network: DetectorNetwork,
    optimisers: Sequence[torch.optim.Optimizer],
    pictures: Tensor,
    targets: Targets,
) -> Losses:
    network.train()
    with torch.autocast("cpu", torch.bfloat16):
        heat, shape = network(pictures.contiguous(memory_format=torch.channels_last))
    found = losses(heat.float(), shape.float(), targets)
    network.zero_grad(set_to_none=True)
    found.total.backward()  # type: ignore[no-untyped-call]
    for optimiser in optimisers:
        optimiser.step()
    return found


def _average(average: DetectorNetwork, network: DetectorNetwork, keep: float) -> None:
    newest = network.state_dict()
    with torch.no_grad():
        for name, old in average.state_dict().items():
            new = newest[name]
            if old.is_floating_point():
                old.lerp_(new, 1 - keep)
            else:
                old.copy_(new)


# Test


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
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.train_detector")
    parser.add_argument("--work", type=Path, required=True, help="folder for scenes and checkpoint")
    parser.add_argument(
        "--art",
        type=Path,
        default=Path(os.environ["CASTLESCAN_ART"]) if "CASTLESCAN_ART" in os.environ else None,
        help="folder of scans; without one it trains on drawn faces alone",
    )
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where to write the network")
    parser.add_argument("--steps", type=int, default=12000)
    parser.add_argument("--scenes", type=int, default=Schedule.scenes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--test",
        type=int,
        metavar="N",
        help="do not train, but test the network at --out on N scenes rendered into DIR/test",
    )
    parser.add_argument("--every", type=int, default=100, help="steps between checkpoints")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    if options.test is not None:
        folder = options.work / "test"
        render_scenes(
            folder, options.test, options.seed + 1000, options.art, test_options(), bare=8
        )
        print(json.dumps(run_test(folder, options.out), indent=1))
        return
    schedule = Schedule(options.steps, scenes=options.scenes)
    renderer = multiprocessing.get_context("spawn").Process(
        target=render_scenes,
        args=(
            options.work / "scenes",
            options.scenes,
            options.seed,
            options.art,
            training_options(),
        ),
        daemon=True,
    )
    renderer.start()
    try:
        store = SceneStore(
            options.work / "scenes",
            lambda: not multiprocessing.connection.wait([renderer.sentinel], 0),
        )
        network = train(options.work, store, schedule, options.seed, options.every)
    finally:
        renderer.terminate()
    difference = export(network, options.out)
    size = options.out.stat().st_size / 1e6
    print(f"{options.out}: {size:.2f} MB, differs from PyTorch by {difference:.1e} at most")


if __name__ == "__main__":
    main()
