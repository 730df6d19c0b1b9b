"""Train the detector from scratch and export it: ``python -m castlescan.models.train_detector --work DIR``.

A second process renders scenes into ``DIR/scenes`` while the first one trains, and hard ones into
``DIR/hard``, which the last steps add; what is there already is used again. Every ``--every`` steps a
checkpoint goes to ``DIR/checkpoint.pt``, from which the same command goes on. Which scene is seen at which
step depends on the seed alone, so two runs differ by no more than rounding.
"""

import argparse
import json
import math
import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import Tensor
from torch.utils.data import DataLoader, Dataset

from ..vision.detect import LONGER_SIDE, letterbox
from .detection_targets import Losses, Scene, Targets, draw_sample, losses
from .detector_network import DetectorNetwork, export
from .detector_scenes import (
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

SHIPPED = Path(__file__).with_name("detector.onnx")

_CALIBRATING = 32  # scenes on which the ranges of 8-bit numbers are measured
_PRECISE = ("/network/heat/Conv", "/network/shape/Conv")  # corners need more than 8 bits
_HARD_SEEDS = 5000  # the first seed of hard scenes, apart from that of the tests


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
        return self._schedule.all_steps

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
    hard_steps, hard_scenes
        How many steps come then, in which half of the samples are of hard scenes, and how many there are of
        these.
    hard_rate
        The highest learning rate there.
    """

    steps: int = 12000
    batch: int = 4
    side: int = 352
    rate: float = 4e-3
    scenes: int = 3000
    first: int = 48
    hard_steps: int = 5000
    hard_scenes: int = 1000
    hard_rate: float = 1.5e-3

    @property
    def all_steps(self) -> int:
        """Both courses together."""
        return self.steps + self.hard_steps

    def rate_at(self, step: int) -> float:
        """Return the learning rate: a short rise, then half a cosine, and once more for the hard scenes."""
        rate, at, steps = self.rate, step, self.steps
        if step >= self.steps:
            rate, at, steps = self.hard_rate, step - self.steps, self.hard_steps
        rise = min(1.0, (at + 1) / 50)
        return rate * rise * (0.01 + 0.99 * 0.5 * (1 + math.cos(math.pi * at / steps)))

    def known_at(self, step: int) -> int:
        """Return how many scenes a step may use."""
        share = min(1.0, 1.5 * step / self.steps)
        return min(self.scenes, self.first + int(share * (self.scenes - self.first)))

    def draw(self, rng: np.random.Generator, step: int) -> int:
        """Return the number of a scene for a step; hard ones are counted on from the others."""
        if step >= self.steps and rng.random() < 0.5:
            return self.scenes + int(rng.integers(self.hard_scenes))
        return int(rng.integers(self.known_at(step)))


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
        sampler=range(start, schedule.all_steps),
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
        if (step + 1) % every == 0 or step + 1 == schedule.all_steps:
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


def _render(folder: Path, hard: Path, schedule: Schedule, seed: int, art: Path | None) -> None:
    render_scenes(folder, schedule.scenes, seed, art, TRAINING_SCENES)
    if schedule.hard_steps:
        render_scenes(hard, schedule.hard_scenes, _HARD_SEEDS + seed, art, HARD_SCENES)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.train_detector")
    parser.add_argument("--work", type=Path, required=True, help="folder for scenes and checkpoint")
    add_art_option(parser)
    parser.add_argument("--out", type=Path, default=SHIPPED, help="where to write the network")
    parser.add_argument("--steps", type=int, default=Schedule.steps)
    parser.add_argument("--scenes", type=int, default=Schedule.scenes)
    parser.add_argument("--hard-steps", type=int, default=Schedule.hard_steps)
    parser.add_argument("--hard-scenes", type=int, default=Schedule.hard_scenes)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every", type=int, default=100, help="steps between checkpoints")
    options = parser.parse_args(arguments)
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    options.work.mkdir(parents=True, exist_ok=True)
    schedule = Schedule(
        options.steps,
        scenes=options.scenes,
        hard_steps=options.hard_steps,
        hard_scenes=options.hard_scenes,
    )
    folders = options.work / "scenes", options.work / "hard"
    renderer = multiprocessing.get_context("spawn").Process(
        target=_render, args=(*folders, schedule, options.seed, options.art), daemon=True
    )
    renderer.start()
    try:
        store = SceneStore(
            [scene_path(folders[0], index) for index in range(schedule.scenes)]
            + [scene_path(folders[1], index) for index in range(schedule.hard_scenes)],
            lambda: not multiprocessing.connection.wait([renderer.sentinel], 0),
        )
        network = train(options.work, store, schedule, options.seed, options.every)
    finally:
        renderer.terminate()
    precise = options.work / "detector-float32.onnx"
    difference = export(network, precise)
    print(f"{precise} differs from PyTorch by {difference:.1e} at most")
    calibrating = range(min(_CALIBRATING, schedule.scenes))
    quantise_detector(precise, options.out, [store.get(it) for it in calibrating])
    print(f"{options.out}: {options.out.stat().st_size / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
