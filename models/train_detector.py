"""Train the detector from scratch and export it: ``python -m castlescan.models.train_detector --work DIR``.

A second process renders scenes into ``DIR/scenes`` while the first one trains, then those of the later
courses into folders of their own; what is there already is used again. Every ``--every`` steps a checkpoint
goes to ``DIR/checkpoint.pt``, from which the same command goes on. Which scene is seen at which step depends
on the seed alone, so two runs differ by no more than rounding.
"""

import argparse
import json
import math
import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from ..datasets.scenes.scene import SceneOptions
from ..engine.errors import DocumentError
from ..vision.detect import LONGER_SIDE, letterbox
from .checkpoints import load_checkpoint, save_checkpoint
from .detection_targets import Losses, Scene, Targets, draw_sample, losses
from .detector_network import DetectorNetwork, export
from .detector_scenes import (
    CROWDED_SCENES,
    HARD_SCENES,
    TRAINING_SCENES,
    add_art_option,
    load_scene,
    render_scenes,
    scene_path,
)
from .layers import HAS_BFLOAT16
from .muon import Muon
from .quantising import quantise
from .restoring import restore_detector

SHIPPED = Path(__file__).with_name("detector.onnx")

_KEPT = frozenset({"network", "average", "optimisers", "step", "spent"})  # in a checkpoint
_MEASURED = 48  # batches of which a restored network is told what its layers give
_CALIBRATING = 32  # scenes on which the ranges of 8-bit numbers are measured
_PRECISE = ("/network/heat/Conv", "/network/shape/Conv")  # corners need more than 8 bits


class SceneStore:
    """The scenes as they become ready; waits for those that are not.

    Parameters
    ----------
    paths
        Their files.
    is_rendering
        Whether there will be more.
    """

    def __init__(
        self, paths: Sequence[Path], is_rendering: Callable[[], bool] = lambda: False
    ) -> None:
        self._paths = paths
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
            path = self._paths[len(self._scenes)]
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
        samples = [
            draw_sample(rng, self._store.get(self._schedule.draw(rng, step)), self._schedule.side)
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
class Course:
    """A part of the training, with scenes of its own.

    Attributes
    ----------
    name
        The folder of its scenes.
    steps
        How long it is.
    rate
        The highest learning rate.
    scenes
        How many scenes to render.
    options
        Among what.
    seed
        Of the first scene, apart from those of the other courses and of the tests; added to the training's.
    """

    name: str
    steps: int
    rate: float
    scenes: int
    options: SceneOptions
    seed: int = 0


COURSES = (
    Course("scenes", 12000, 4e-3, 3000, TRAINING_SCENES),
    Course("hard", 5000, 1.5e-3, 1000, HARD_SCENES, seed=5000),
    Course("crowded", 5000, 1.5e-3, 1200, CROWDED_SCENES, seed=7000),
    Course("crowded-again", 5000, 1.2e-3, 1200, CROWDED_SCENES, seed=9000),
)


@dataclass(frozen=True)
class Schedule:
    """How long and how fast to learn, and from which scenes.

    Attributes
    ----------
    courses
        One after another. In each but the first half of the samples are of its own scenes, the others of all
        before.
    batch, side
        How many samples there are in each step, pixels along a sample's side.
    first
        How many scenes must be there at the first step; the others of the first course join evenly until two
        thirds of it are done.
    """

    courses: tuple[Course, ...] = COURSES
    batch: int = 4
    side: int = 352
    first: int = 48

    @property
    def steps(self) -> int:
        """All courses together."""
        return sum(it.steps for it in self.courses)

    def _at(self, step: int) -> tuple[int, int]:
        """Return the course of a step, and its step in that."""
        ends = list(accumulate(it.steps for it in self.courses))
        number = next(index for index, end in enumerate(ends) if step < end)
        return number, step - ends[number] + self.courses[number].steps

    def rate_at(self, step: int) -> float:
        """Return the learning rate: in each course a short rise, then half a cosine."""
        number, at = self._at(step)
        course = self.courses[number]
        rise = min(1.0, (at + 1) / 50)
        return (
            course.rate * rise * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * at / course.steps)))
        )

    def known_at(self, step: int) -> int:
        """Return how many scenes a step may use."""
        number, at = self._at(step)
        if number:
            return sum(it.scenes for it in self.courses[: number + 1])
        (course, *_) = self.courses
        share = min(1.0, 1.5 * at / course.steps)
        return min(course.scenes, self.first + int(share * (course.scenes - self.first)))

    def draw(self, rng: np.random.Generator, step: int) -> int:
        """Return the number of a scene for a step; those of a course are counted on from the one before."""
        number, _ = self._at(step)
        if not number:
            return int(rng.integers(self.known_at(step)))
        before = sum(it.scenes for it in self.courses[:number])
        if rng.random() < 0.5:
            return before + int(rng.integers(self.courses[number].scenes))
        return int(rng.integers(before))


def train(
    work: Path,
    store: SceneStore,
    schedule: Schedule,
    seed: int,
    every: int,
    begin: tuple[DetectorNetwork, int] | None = None,
) -> DetectorNetwork:
    """Train, going on from a checkpoint in ``work`` where there is one; returns the averaged network.

    Without one it begins anew, or with a given network at a given step.

    Raises
    ------
    DocumentError
        When there is something else instead of a checkpoint.
    """
    torch.manual_seed(seed)
    network, start = begin or (DetectorNetwork(), 0)
    network = network.to(memory_format=torch.channels_last)  # type: ignore[call-overload]
    average = DetectorNetwork()
    average.load_state_dict(network.state_dict())
    inner = [it for it in network.parameters() if it.ndim == 4 and it.shape[2] == 3]
    outer = [it for it in network.parameters() if it.ndim != 4 or it.shape[2] != 3]
    optimisers: tuple[torch.optim.Optimizer, ...] = (
        Muon(inner, schedule.courses[0].rate),
        torch.optim.AdamW(outer, schedule.courses[0].rate, weight_decay=0.02),
    )
    checkpoint = work / "checkpoint.pt"
    spent = 0.0
    if checkpoint.exists():
        state = load_checkpoint(checkpoint, _KEPT)
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
            save_checkpoint(checkpoint, state)
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
    with torch.autocast("cpu", torch.bfloat16, enabled=HAS_BFLOAT16):
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


def quantise_detector(network: Path, out: Path, scenes: Sequence[Scene]) -> None:
    """Write the detector with 8-bit numbers, measured on scenes at the size of a first look."""
    pictures = []
    for scene in scenes:
        pixels = scene.pixels()
        pictures.append(letterbox(pixels, LONGER_SIDE / max(pixels.shape)).pixels)
    quantise(network, out, pictures, precise=_PRECISE)


def _render(work: Path, courses: Sequence[Course], seed: int, art: Path | None) -> None:
    for it in courses:
        render_scenes(work / it.name, it.scenes, it.seed + seed, art, it.options)


def _check(parser: argparse.ArgumentParser, options: argparse.Namespace) -> None:
    """End with one line where options do not fit one another."""
    if min(*options.steps, *options.scenes) < 0 or not sum(options.steps):
        parser.error("--steps and --scenes are counts, and some course must have steps")
    if any(
        steps and not scenes for steps, scenes in zip(options.steps, options.scenes, strict=True)
    ):
        parser.error("a course with --steps needs --scenes")
    if options.every < 1:
        parser.error("--every is 1 at least")
    if options.network is None:
        return
    if not options.network.is_file():
        parser.error(f"--network {options.network}: there is no such file")
    if not 0 <= options.at < sum(options.steps):
        parser.error(f"--at is a step: 0 to {sum(options.steps) - 1}")
    if (options.work / "checkpoint.pt").exists():
        parser.error(
            f"--network: training goes on from {options.work / 'checkpoint.pt'}; leave it out"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.train_detector")
    parser.add_argument("--work", type=Path, required=True, help="folder for scenes and checkpoint")
    add_art_option(parser)
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where to write the network")
    for name in ("steps", "scenes"):
        parser.add_argument(
            f"--{name}",
            type=int,
            nargs=len(COURSES),
            default=[getattr(it, name) for it in COURSES],
            metavar=tuple(it.name.upper() for it in COURSES),
            help=f"{name} of each course",
        )
    parser.add_argument("--network", type=Path, help="an exported network to begin with")
    parser.add_argument("--at", type=int, default=0, help="at which step, with that network")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=100, help="steps between checkpoints")
    options = parser.parse_args(arguments)
    _check(parser, options)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    amounts = zip(COURSES, options.steps, options.scenes, strict=True)
    courses = tuple(replace(it, steps=steps, scenes=scenes) for it, steps, scenes in amounts)
    schedule = Schedule(courses)
    renderer = multiprocessing.get_context("spawn").Process(
        target=_render, args=(options.work, courses, options.seed, options.art), daemon=True
    )
    renderer.start()
    try:
        store = SceneStore(
            [
                scene_path(options.work / it.name, index)
                for it in courses
                for index in range(it.scenes)
            ],
            lambda: not multiprocessing.connection.wait([renderer.sentinel], 0),
        )
        begin = None
        if options.network is not None:
            batches = Batches(store, schedule, options.seed)
            last = min(options.at + _MEASURED, schedule.steps)
            seen = (batches[it][0].float() for it in range(options.at, last))
            begin = restore_detector(options.network, seen), options.at
        network = train(options.work, store, schedule, options.seed, options.every, begin)
    except DocumentError as error:
        parser.error(str(error))
    finally:
        renderer.terminate()
    precise = options.work / "detector-float32.onnx"
    difference = export(network, precise)
    print(f"{precise} differs from PyTorch by {difference:.1e} at most")
    calibrating = range(min(_CALIBRATING, courses[0].scenes))
    quantise_detector(precise, options.out, [store.get(it) for it in calibrating])
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
