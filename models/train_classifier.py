"""Train the classifier, export it to ONNX and build its gallery.

``python -m castlescan.models.train_classifier --art ../shared/art/between-two-castles`` does all three. It
goes on from the last checkpoint in the work folder, so that it may be stopped at any time.
"""

import argparse
import hashlib
import logging
import math
import os
import pickle
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple, cast

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader, Dataset

from ..datasets.faces import ART_VARIABLE, DrawnFaces
from ..datasets.faces.banners import draw_text, made_up_words
from ..engine.between_two_castles.catalogue import packaged_catalogue
from ..engine.errors import DocumentError
from ..vision.pieces import PieceClass
from .checkpoints import load_checkpoint, save_checkpoint
from .classifier_faces import UNLABELLED, KnownFace, load_faces
from .classifier_negatives import draw_tables
from .classifier_network import EMBEDDING, TURNS, ClassifierNetwork, Outputs
from .crop_augmentation import (
    Banner,
    Floats,
    Hardness,
    Surroundings,
    any_banner,
    known_crop,
    network_input,
    strange_crop,
    strange_throne,
    turned,
)
from .export_classifier import ship
from .layers import HAS_BFLOAT16

logger = logging.getLogger("castlescan.models.train_classifier")

HERE = Path(__file__).parent
DEFAULT_WORK = Path.home() / ".cache" / "castlescan" / "classifier"

_KEPT = frozenset({"model", "averaged", "optimiser", "step", "seconds"})  # in a checkpoint
_STRANGE = 0.12  # share of crops that show no piece
_STRANGE_THRONES = 0.15  # share of those that are cut as throne rooms are
_STRANGE_CARDS = 0.25  # share of the others that are put together as bonus cards are
_TURNED = 0.2  # share of crops that lie on a side or upside down
_LOOKALIKES = "specialty/ballroom-"
_NEARLY_ALIKE = (
    "bonus/height",
    "bonus/width",
    "bonus/three-of-a-kind",
    "bonus/five-of-a-kind",
)
_SCALE, _MARGIN = 24.0, 0.15  # of the cosine softmax
_FAR = 0.2  # what is no piece shall be less similar than this to all pieces
_EMA = 0.998
_IGNORED = -100


@dataclass(frozen=True)
class Plan:
    """How long and from which seed to train.

    Attributes
    ----------
    decay
        Share of the steps at the end in which the learning rate falls to zero.
    easy
        Share of the steps at the beginning in which crops grow harder; no margin is asked for in them.
    hard_steps
        How many steps come then with pictures of :data:`HARDEST`.
    fine_steps
        How many come last with those of :data:`FINEST`, half of which are bonus cards.
    later_rate
        The highest learning rate in either of these courses.
    """

    steps: int = 4000
    batch: int = 96
    seed: int = 20
    rate: float = 2.5e-3
    decay: float = 0.35
    easy: float = 0.3
    warm_up: int = 100
    weight_decay: float = 0.02
    workers: int = 1
    hard_steps: int = 1200
    fine_steps: int = 3000
    later_rate: float = 8e-4

    @property
    def fine_start(self) -> int:
        """The first step of the last course."""
        return self.steps + self.hard_steps

    @property
    def all_steps(self) -> int:
        """All courses together."""
        return self.fine_start + self.fine_steps

    def hardness_at(self, step: int, usual: Hardness) -> Hardness:
        """Return how bad the pictures of a step are, those of the first course ``usual`` in the end."""
        if step >= self.fine_start:
            return FINEST
        if step >= self.steps:
            return HARDEST
        return usual.eased(1 - step / (self.easy * self.steps))


HARDEST = replace(Hardness(), covered=0.2, grey=0.2, screen=0.12)
"""Pictures of screens, in black and white, and of tiles that lie on one another: what was misread before."""

FINEST = replace(
    HARDEST,
    loose=0.5,
    exposure=(-1.5, 1.0),
    glare=0.15,
    occlusion=0.15,
    cut_off=0.03,
    covered=0.1,
    grey=0.1,
    screen=0.06,
    hole=0.15,
)
"""Pictures in which a digit or a word of a bonus card can be read, as cards are when their corners are known;
and holes between tiles, which were taken for tiles."""


class Batch(NamedTuple):
    """Crops (N, 128, 128, 3) uint8 and what is known of them, int64 (N,), -100 where nothing is."""

    crops: Tensor
    face: Tensor
    turns: Tensor
    border: Tensor
    tile_type: Tensor
    hanging: Tensor


class Crops(Dataset[Batch]):
    """Batch after batch of crops, each from its own seed.

    Parameters
    ----------
    plan
        Seed and size.
    faces
        What to show.
    around
        What to show beside it.
    first
        The first step's number, when training goes on.
    """

    def __init__(
        self,
        plan: Plan,
        faces: Sequence[KnownFace],
        around: Surroundings,
        first: int = 0,
        *,
        hardness: Hardness | None = None,
        banner: Banner = any_banner,
    ) -> None:
        self._plan, self._faces, self._around, self._first = plan, faces, around, first
        self._hardness, self._banner = hardness or Hardness(), banner
        self._chances = _chances(faces, _WEIGHTS, _NEARLY_ALIKE_WEIGHT)
        self._fine_chances = _chances(faces, _FINE_WEIGHTS, _NEARLY_ALIKE_FINE_WEIGHT)

    def __len__(self) -> int:
        return self._plan.all_steps - self._first

    def __getitem__(self, index: int) -> Batch:
        step = self._first + index
        rng = np.random.default_rng([self._plan.seed, step])
        hardness = self._plan.hardness_at(step, self._hardness)
        chances = self._chances if step < self._plan.fine_start else self._fine_chances
        rows = [self._one(rng, hardness, chances) for _ in range(self._plan.batch)]
        crops = torch.from_numpy(np.stack([crop for crop, _ in rows]))
        known = torch.tensor([labels for _, labels in rows]).T
        return Batch(crops, *known)

    def _one(
        self, rng: np.random.Generator, hardness: Hardness, chances: NDArray[np.float64]
    ) -> tuple[np.ndarray, tuple[int, ...]]:
        nothing = (UNLABELLED, *[_IGNORED] * 4)
        if rng.random() < _STRANGE * _STRANGE_THRONES:
            crop = strange_throne(rng, self._around, hardness)
            return network_input(crop, PieceClass.THRONE), nothing
        if rng.random() < _STRANGE * (1 - _STRANGE_THRONES):
            piece = PieceClass.CARD if rng.random() < _STRANGE_CARDS else PieceClass.TILE
            crop = strange_crop(rng, self._around, hardness, piece)
            return network_input(turned(crop, int(rng.integers(TURNS))), piece), nothing
        number = int(rng.choice(len(self._faces), p=chances))
        face = self._faces[number]
        crop = known_crop(rng, face, self._around, hardness, self._banner)
        turns = draw_turns(rng, face.piece, _TURNED)
        crop = network_input(turned(crop, turns), face.piece)
        kinds = (face.border, face.tile_type, face.hanging)
        return crop, (number, turns, *(_IGNORED if kind < 0 else kind for kind in kinds))


def draw_turns(rng: np.random.Generator, piece: PieceClass, share: float) -> int:
    """Return quarter turns of a crop: with a probability some; throne rooms have their long side below."""
    if rng.random() >= share:
        return 0
    return 2 if piece is PieceClass.THRONE else int(rng.integers(1, TURNS))


_WEIGHTS = {
    PieceClass.THRONE: 5.0,
    PieceClass.ATTENDANT: 5.0,
    PieceClass.CARD: 2.5,
    PieceClass.TOKEN: 2.0,
    PieceClass.TILE_BACK: 1.5,
}


_FINE_WEIGHTS = {**_WEIGHTS, PieceClass.CARD: 5.0}
_NEARLY_ALIKE_WEIGHT, _NEARLY_ALIKE_FINE_WEIGHT = 6.0, 35.0


def _chances(
    faces: Sequence[KnownFace], weights: Mapping[PieceClass, float], nearly_alike: float
) -> NDArray[np.float64]:
    """Return how often to show each face: more often those of few classes, and look-alikes."""

    def weight(face: KnownFace) -> float:
        if face.piece_id in _NEARLY_ALIKE:
            return nearly_alike
        return 3.0 if face.piece_id.startswith(_LOOKALIKES) else weights.get(face.piece, 1.0)

    shown = np.array([weight(face) for face in faces])
    return np.asarray(shown / shown.sum(), np.float64)


def draw_texts(seed: int, count: int = 400) -> tuple[Floats, ...]:
    """Return the ink of made-up words in several hands, float32 (32, 200), 0 to 1."""
    rng = np.random.default_rng([seed, 1])
    return tuple(draw_text(made_up_words(rng), rng) for _ in range(count))


def surroundings(faces: Sequence[KnownFace], seed: int, tables: int = 60) -> Surroundings:
    """Return what lies beside and on the faces."""
    by_piece = {piece: [face for face in faces if face.piece is piece] for piece in PieceClass}
    return Surroundings(
        tiles=by_piece[PieceClass.TILE] + by_piece[PieceClass.THRONE],
        attendants=by_piece[PieceClass.ATTENDANT],
        tokens=by_piece[PieceClass.TOKEN],
        tables=draw_tables(np.random.default_rng([seed, 2]), tables),
        texts=draw_texts(seed),
    )


def cached_faces(work: Path, art: Path | None) -> tuple[KnownFace, ...]:
    """Return all faces; drawing them takes a minute, so they are kept in the work folder."""
    drawn = DrawnFaces()
    digest = hashlib.sha256(str(art).encode())
    for piece_id in drawn.ids:
        digest.update(drawn.svg(piece_id).encode())
    path = work / f"faces-{digest.hexdigest()[:16]}.pickle"
    if not path.exists():
        faces = load_faces(art, packaged_catalogue())
        _write(path, pickle.dumps(faces))
    return cast("tuple[KnownFace, ...]", pickle.loads(path.read_bytes()))


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(data)
    part.replace(path)


class Trainee(nn.Module):
    """The network with the classes that it is trained on.

    Parameters
    ----------
    classes
        How many faces there are; scan and drawing of a piece are two of them.
    """

    def __init__(self, classes: int) -> None:
        super().__init__()
        self.network = ClassifierNetwork()
        self.middles = nn.Parameter(torch.randn(classes, EMBEDDING) * 0.1)

    def forward(self, crops: Tensor) -> tuple[Outputs, Tensor]:
        """Return the outputs and the cosines to the middles of all classes."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.training and HAS_BFLOAT16):
            outputs = cast(Outputs, self.network(crops))
        return outputs, outputs.embedding @ functional.normalize(self.middles).T


def loss_of(
    outputs: Outputs, cosine: Tensor, batch: Batch, margin: float = _MARGIN
) -> tuple[Tensor, dict[str, float]]:
    """Return the loss and its parts."""
    known, upright = batch.face >= 0, batch.turns == 0
    taught = known & upright
    target = batch.face[taught]
    logits = cosine[taught]
    logits = logits - margin * functional.one_hot(target, logits.shape[1])
    parts = {
        "identity": functional.cross_entropy(_SCALE * logits, target),
        "strange": (cosine[~known].amax(dim=1) - _FAR).clamp(min=0).sum() / len(known) * 8,
        "face": 0.5
        * functional.binary_cross_entropy_with_logits(outputs.face.float(), known.float()),
    }
    heads = {
        "orientation": (outputs.orientation, batch.turns, 0.7),
        "border": (outputs.border, batch.border, 0.3),
        "type": (outputs.tile_type, torch.where(upright, batch.tile_type, _IGNORED), 0.4),
        "hanging": (outputs.hanging, torch.where(upright, batch.hanging, _IGNORED), 0.5),
    }
    for name, (head, wanted, weight) in heads.items():
        parts[name] = weight * functional.cross_entropy(head.float(), wanted, ignore_index=_IGNORED)
    return torch.stack(list(parts.values())).sum(), {
        name: float(part.detach()) for name, part in parts.items()
    }


def as_input(crops: Tensor) -> Tensor:
    """Return crops as the network takes them: float32 (N, 3, 128, 128), 0 to 255."""
    return crops.permute(0, 3, 1, 2).float().contiguous(memory_format=torch.channels_last)


def learning_rate(plan: Plan, step: int) -> float:
    """Return the rate of a step: it rises, stays, and falls to zero, once for each course."""
    if step >= plan.steps:
        is_fine = step >= plan.fine_start
        at = step - (plan.fine_start if is_fine else plan.steps)
        steps = plan.fine_steps if is_fine else plan.hard_steps
        rising = min(1.0, (at + 1) / plan.warm_up)
        return plan.later_rate * min(rising, 0.5 + 0.5 * math.cos(math.pi * at / steps))
    rising = min(1.0, (step + 1) / plan.warm_up)
    falling = (plan.steps - step) / (plan.decay * plan.steps)
    return plan.rate * min(rising, 0.5 - 0.5 * math.cos(math.pi * min(1.0, falling)))


class Run:
    """A training run that can be stopped and gone on with.

    Parameters
    ----------
    plan
        Its length and seed.
    faces
        What to learn.
    work
        Where its checkpoint lies.

    Raises
    ------
    DocumentError
        When there is something else instead of it.
    """

    def __init__(self, plan: Plan, faces: Sequence[KnownFace], work: Path) -> None:
        torch.manual_seed(plan.seed)
        self.plan, self.faces, self.path = plan, faces, work / "checkpoint.pt"
        self.model = Trainee(len(faces)).to(memory_format=torch.channels_last)  # type: ignore[call-overload]
        self.averaged = {name: value.clone() for name, value in self.model.state_dict().items()}
        self.optimiser = torch.optim.AdamW(
            self.model.parameters(), lr=plan.rate, weight_decay=plan.weight_decay
        )
        self.step, self.seconds = 0, 0.0
        if self.path.exists():
            self._load()

    def _load(self) -> None:
        kept = load_checkpoint(self.path, _KEPT)
        self.model.load_state_dict(kept["model"])
        self.averaged = kept["averaged"]
        self.optimiser.load_state_dict(kept["optimiser"])
        self.step, self.seconds = kept["step"], kept["seconds"]
        logger.info("going on from step %d", self.step)

    def save(self) -> None:
        """Write the checkpoint."""
        save_checkpoint(
            self.path,
            {
                "model": self.model.state_dict(),
                "averaged": self.averaged,
                "optimiser": self.optimiser.state_dict(),
                "step": self.step,
                "seconds": self.seconds,
            },
        )

    def train(self, around: Surroundings, *, save_every: int = 100) -> None:
        """Take the steps that are left."""
        crops = Crops(self.plan, self.faces, around, self.step)
        loader = DataLoader(
            crops,
            batch_size=None,
            num_workers=self.plan.workers,
            worker_init_fn=_start_worker,
            prefetch_factor=4 if self.plan.workers else None,
        )
        began, before = time.monotonic(), self.seconds
        for batch in cast("Iterator[Batch]", iter(loader)):
            parts = self._learn(Batch(*batch))
            self.seconds = before + time.monotonic() - began
            if self.step % 20 == 0:
                told = " ".join(f"{name} {value:.3f}" for name, value in parts.items())
                logger.info("step %d, %.0f s: %s", self.step, self.seconds, told)
            if self.step % save_every == 0:
                self.save()
        self.save()

    def _learn(self, batch: Batch) -> dict[str, float]:
        self.model.train()
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.plan, self.step)
        outputs, cosine = self.model(as_input(batch.crops))
        easy = self.step < self.plan.easy * self.plan.steps
        loss, parts = loss_of(outputs, cosine, batch, 0.0 if easy else _MARGIN)
        self.optimiser.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        parts["right"] = _share_right(cosine, batch)
        nn.utils.clip_grad_norm_(self.model.parameters(), 5.0)
        self.optimiser.step()
        self.step += 1
        keep = min(_EMA, (1 + self.step) / (10 + self.step))
        for name, value in self.model.state_dict().items():
            if value.is_floating_point():
                self.averaged[name].lerp_(value, 1 - keep)
            else:
                self.averaged[name].copy_(value)
        return parts

    def network(self) -> ClassifierNetwork:
        """Return the network with averaged weights, to use."""
        trainee = Trainee(len(self.faces))
        trainee.load_state_dict(self.averaged)
        return trainee.network.eval()

    def middles(self) -> Floats:
        """Return the averaged middles of all classes, float32 (number of faces, D)."""
        return np.asarray(self.averaged["middles"].numpy(), np.float32)


def _share_right(cosine: Tensor, batch: Batch) -> float:
    taught = (batch.face >= 0) & (batch.turns == 0)
    return float((cosine[taught].argmax(dim=1) == batch.face[taught]).float().mean())


def _start_worker(number: int) -> None:
    cv2.setNumThreads(0)
    torch.set_num_threads(1)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    named = os.environ.get(ART_VARIABLE)
    parser.add_argument("--art", type=Path, default=Path(named) if named else None)
    parser.add_argument("--work", type=Path, default=DEFAULT_WORK)
    parser.add_argument("--steps", type=int, default=Plan.steps)
    parser.add_argument("--hard-steps", type=int, default=Plan.hard_steps)
    parser.add_argument("--fine-steps", type=int, default=Plan.fine_steps)
    parser.add_argument("--seed", type=int, default=Plan.seed)
    parser.add_argument("--workers", type=int, default=Plan.workers)
    parser.add_argument(
        "--out", type=Path, default=HERE, help="folder for classifier.onnx and gallery.npz"
    )
    parser.add_argument(
        "--export-only", action="store_true", help="export the last checkpoint, trained out or not"
    )
    given = parser.parse_args(arguments)
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(message)s")
    torch.set_num_threads(1)
    cv2.setNumThreads(0)
    given.work.mkdir(parents=True, exist_ok=True)
    plan = Plan(
        steps=given.steps,
        seed=given.seed,
        workers=given.workers,
        hard_steps=given.hard_steps,
        fine_steps=given.fine_steps,
    )
    faces = cached_faces(given.work, given.art)
    logger.info("%d faces", len(faces))
    try:
        run = Run(plan, faces, given.work)
    except DocumentError as error:
        parser.error(str(error))
    around = surroundings(faces, plan.seed)
    if not given.export_only:
        run.train(around)
    told = ship(run.network(), run.middles(), faces, around, given.out, plan.seed)
    logger.info("exported after step %d, %.0f s: %s", run.step, run.seconds, told)


if __name__ == "__main__":
    main()
