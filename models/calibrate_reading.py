"""Fit how much each kind of evidence counts: ``python -m castlescan.models.calibrate_reading FOLDER...``.

The folders hold rendered scenes that neither network was trained on. Each found tile is one observation:
which id it has, or that it is none. The weights (:class:`..vision.evidence.Weights`) are those that give the
truth the largest probability.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from ..datasets.scenes.annotations import Annotation, load_annotations
from ..engine.between_two_castles.catalogue import Catalogue, packaged_catalogue
from ..vision.decode import read_picture
from ..vision.evidence import Weights, known_chances, log_identities
from ..vision.pieces import PieceClass
from ..vision.quads import Floats, as_quads, centres, sizes
from ..vision.read import DEFAULT_OPTIONS, ComparedPieces, Models, compare_pieces, load_models

_NEAR = 0.4  # tiles between the middles of a piece and of what it is read as
_STRENGTH = 1e-3
_USUAL = np.array([20.0, 0.5, 0.5, 0.3, 1.0, 1.5, 0.5])
"""Usual weights; what is fitted are multiples of them."""
_LEAST = (0.2, 0.0, 0.0, 0.0, 0.1, 0.0, 0.0)
_MOST = (4.0, 4.0, 4.0, 4.0, 3.0, 5.0, 6.0)


@dataclass(frozen=True, eq=False)
class Observation:
    """N found pieces of one class in one picture, and the truth about them.

    Attributes
    ----------
    found
        What the classifier said of them.
    truth
        Shape (N,): the column of the id, -1 where none is right.
    """

    found: ComparedPieces
    truth: NDArray[np.int64]


def observe(folder: Path, models: Models, catalogue: Catalogue) -> Iterator[Observation]:
    """Yield what is found in each annotated picture of a folder, tiles and throne rooms apart."""
    for annotation in load_annotations(folder):
        image = read_picture(folder / annotation.image.file)
        for found in compare_pieces(image, models, catalogue, DEFAULT_OPTIONS):
            yield Observation(found, _truths(found, annotation))


def _truths(found: ComparedPieces, annotation: Annotation) -> NDArray[np.int64]:
    pieces = [it for it in annotation.pieces if PieceClass(it.kind) is found.piece]
    truth = np.full(len(found.quads), -1, np.int64)
    if not pieces:
        return truth
    quads = as_quads([it.quad for it in pieces])
    width = 2 if found.piece is PieceClass.THRONE else 1
    away: Floats = np.linalg.norm(centres(found.quads)[:, None] - centres(quads)[None], axis=2)
    away /= sizes(quads, width)
    for row, nearest in enumerate(away.argmin(axis=1)):
        name = pieces[int(nearest)].id
        if away[row, nearest] < _NEAR and name in found.answers.ids:
            truth[row] = found.answers.ids.index(name)
    return truth


def surprise(numbers: Floats, observations: Sequence[Observation], catalogue: Catalogue) -> float:
    """Return the mean of minus the logarithm of the probability of the truth.

    ``numbers`` are those of :class:`..vision.evidence.Weights`, in their order.
    """
    trial = Weights(*(float(it) for it in numbers))
    total, count = 0.0, 0
    for seen in observations:
        found = seen.found
        logs = log_identities(found.answers, catalogue, trial)
        known = known_chances(found.answers.known, found.scores, found.inside, trial)
        known = np.clip(known, 1e-9, 1 - 1e-9)
        own = logs[np.arange(len(logs)), np.maximum(seen.truth, 0)]
        total -= np.where(seen.truth >= 0, np.log(known) + own, np.log(1 - known)).sum()
        count += len(known)
    return total / max(count, 1)


def fit(observations: Sequence[Observation], catalogue: Catalogue) -> tuple[Floats, float, float]:
    """Return the numbers of :func:`surprise` that suit best, and that before and after."""
    cost = partial(_cost, observations=observations, catalogue=catalogue)
    bounds = list(zip(_LEAST, _MOST, strict=True))
    found = minimize(
        cost,
        np.ones(len(_USUAL)),
        method="Powell",
        bounds=bounds,
        options={"xtol": 0.01, "ftol": 1e-4},
    )
    numbers = found.x * _USUAL
    before, after = (surprise(it, observations, catalogue) for it in (_USUAL, numbers))
    return numbers, before, after


def _cost(shares: Floats, observations: Sequence[Observation], catalogue: Catalogue) -> float:
    """Return the surprise, and a little for being far from what is usual."""
    far = float(np.square(shares - 1).sum())
    return surprise(shares * _USUAL, observations, catalogue) + _STRENGTH * far


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.calibrate_reading")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of annotated scenes")
    options = parser.parse_args(arguments)
    catalogue, models = packaged_catalogue(), load_models()
    observed = [it for folder in options.folders for it in observe(folder, models, catalogue)]
    for piece in (PieceClass.TILE, PieceClass.THRONE):
        seen = [it for it in observed if it.found.piece is piece]
        numbers, before, after = fit(seen, catalogue)
        names = [each.name for each in fields(Weights)]
        told = ", ".join(f"{name}={value:.2f}" for name, value in zip(names, numbers, strict=True))
        count = sum(len(it.truth) for it in seen)
        print(f"{piece}: {count} pieces, surprise {before:.4f} before, {after:.4f} after: {told}")


if __name__ == "__main__":
    main()
