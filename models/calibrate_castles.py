"""Fit how sure a castle is as a whole: ``python -m castlescan.models.calibrate_castles FOLDER...``.

The folders hold rendered scenes that neither network was trained on. Each castle that is read is one
observation: it is right where the picture has a castle of the same tiles on the same places, seen wholly or
not, and with the same attendants and bonus cards as far as those are seen. The weights
(:class:`..vision.castle_confidence.CastleWeights`) are those that give the truth the largest probability. How
far the confidences are off is told by folds: each picture is judged by what was fitted without it.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from ..datasets.comparing import Beside
from ..datasets.scenes.annotations import Annotation, load_annotations
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import Catalogue, packaged_catalogue
from ..vision.castle_confidence import (
    WEIGHTS,
    CastleSigns,
    CastleWeights,
    castle_confidence,
    terms_of,
)
from ..vision.composing import castle_signs
from ..vision.decode import read_picture
from ..vision.quads import Floats
from ..vision.read import Models, load_models, read

_STRENGTH = 0.02  # of the pull towards the usual weights
_USUAL = np.array([0.0, 1.0, -0.5, -1.0, -1.0])
_BOUNDS = ((None, None), (0.0, None), (None, 0.0), (None, 0.0), (None, 0.0))
_FOLDS = 5
_BINS = 8


@dataclass(frozen=True)
class ReadCastle:
    """A castle that was read: in which picture, its signs, and whether it is right."""

    picture: int
    signs: CastleSigns
    is_right: bool


def observe(
    folder: Path, models: Models, catalogue: Catalogue, first: int = 0
) -> Iterator[ReadCastle]:
    """Yield the castles read in each annotated picture of a folder, the pictures numbered from ``first``."""
    for number, annotation in enumerate(load_annotations(folder), start=first):
        for reading in read(read_picture(folder / annotation.image.file), models, catalogue):
            signs = castle_signs(reading.evidence, reading.review)
            yield ReadCastle(number, signs, _is_right(reading.castle, annotation))


def _is_right(castle: Castle, annotation: Annotation) -> bool:
    """Tell whether a castle that was read is one of a picture."""
    return any(
        truth.castle is not None
        and _lying(truth.castle) == _lying(castle)
        and Beside.of(annotation, index).is_right(castle)
        for index, truth in enumerate(annotation.castles)
    )


def _lying(castle: Castle) -> Counter[tuple[str, int, int]]:
    """Return the tiles and thrones with their places, counted from the lowest and leftmost ones."""
    pieces = [(it.id, it.x, it.y) for it in castle.rooms]
    if castle.throne is not None:
        pieces.append((castle.throne, 0, 0))
    left, low = min((it[1] for it in pieces), default=0), min((it[2] for it in pieces), default=0)
    return Counter((name, x - left, y - low) for name, x, y in pieces)


def fit(castles: Sequence[ReadCastle]) -> CastleWeights:
    """Return the weights that give the truth the largest probability, drawn a little to usual ones."""
    terms = np.array([terms_of(it.signs) for it in castles], np.float64)
    signed = np.where([it.is_right for it in castles], 1.0, -1.0)

    def cost(numbers: Floats) -> float:
        surprise = float(np.logaddexp(0.0, -signed * (terms @ numbers)).mean())
        return surprise + _STRENGTH * float(np.square(numbers - _USUAL).mean())

    found = minimize(cost, _USUAL, method="L-BFGS-B", bounds=_BOUNDS)
    return CastleWeights(*(round(float(it), 2) for it in found.x))


def by_folds(castles: Sequence[ReadCastle], folds: int = _FOLDS) -> Floats:
    """Return the confidence of each castle by weights fitted without its picture, shape (N,)."""
    chances = np.zeros(len(castles))
    for fold in range(folds):
        weights = fit([it for it in castles if it.picture % folds != fold])
        for row, castle in enumerate(castles):
            if castle.picture % folds == fold:
                chances[row] = castle_confidence(castle.signs, weights)
    return chances


def calibration_error(chances: Floats, right: NDArray[np.bool_], bins: int = _BINS) -> float:
    """Return the mean distance between confidence and share of right ones, over bins of equal counts."""
    order = np.argsort(chances, kind="stable")
    parts = [it for it in np.array_split(order, bins) if len(it)]
    away = [abs(chances[it].mean() - right[it].mean()) * len(it) for it in parts]
    return float(sum(away) / max(len(order), 1))


def _told(castles: Sequence[ReadCastle], chances: Floats) -> str:
    right = np.array([it.is_right for it in castles], bool)
    likely = np.where(right, chances, 1 - chances)
    lines = [
        f"surprise {-np.log(np.maximum(likely, 1e-9)).mean():.3f}, "
        f"expected calibration error {calibration_error(chances, right):.3f}"
    ]
    for low, high in ((0, 0.2), (0.2, 0.5), (0.5, 0.7), (0.7, 0.8), (0.8, 0.9), (0.9, 1.01)):
        own = (chances >= low) & (chances < high)
        if own.any():
            mean, share = chances[own].mean(), right[own].mean()
            lines.append(
                f"  from {low:.1f}: {own.sum()} castles, mean {mean:.2f}, right {share:.2f}"
            )
    return "\n".join(lines)


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m castlescan.models.calibrate_castles")
    parser.add_argument("folders", type=Path, nargs="+", help="folders of annotated scenes")
    options = parser.parse_args(arguments)
    catalogue, models = packaged_catalogue(), load_models()
    castles: list[ReadCastle] = []
    for number, folder in enumerate(options.folders):
        castles += observe(folder, models, catalogue, first=100_000 * number)
    right = sum(it.is_right for it in castles)
    print(f"{len(castles)} castles, {right} right")
    before = np.array([castle_confidence(it.signs) for it in castles])
    print(f"as it is ({WEIGHTS}): {_told(castles, before)}")
    print(f"fitted anew, by {_FOLDS} folds: {_told(castles, by_folds(castles))}")
    weights = fit(castles)
    numbers = ", ".join(f"{it.name}={getattr(weights, it.name)}" for it in fields(weights))
    print(f"WEIGHTS = CastleWeights({numbers})")


if __name__ == "__main__":
    main()
