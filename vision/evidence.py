"""What a classifier's answers say about each candidate id, as logarithms of probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ..engine.between_two_castles.catalogue import Border, Catalogue, Hanging, TileSet, TileType
from .quads import Floats

Probabilities: TypeAlias = NDArray[np.float32]

TYPES = tuple(TileType)
HANGINGS = tuple(Hanging)
BORDERS = tuple(Border)

_LEAST = 1e-3  # no head is surer than this
_SET_PRIOR_RANGE = (0.03, 0.97)
_DETECTOR_ORDER = 0.9  # how often a detector gives the corners in the right order
_TURNED = 0.03  # how often a tile is turned against its castle


class Classified(Protocol):
    """What a classifier says about N crops; see :mod:`.classify`."""

    @property
    def ids(self) -> Sequence[str]:
        """The M ids that it knows."""

    @property
    def similarity(self) -> Probabilities:
        """Shape (N, M): cosines to the faces of each id."""

    @property
    def orientation(self) -> Probabilities:
        """Shape (N, 4): that the crop is turned by 0, 90, 180, 270 degrees clockwise."""

    @property
    def border(self) -> Probabilities:
        """Shape (N, 2)."""

    @property
    def tile_type(self) -> Probabilities:
        """Shape (N, types)."""

    @property
    def hanging(self) -> Probabilities:
        """Shape (N, hangings)."""

    @property
    def known(self) -> Probabilities:
        """Shape (N,): that the piece is one of the ids at all."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers put together from several looks; see :class:`Classified`."""

    ids: tuple[str, ...]
    similarity: Probabilities
    orientation: Probabilities
    border: Probabilities
    tile_type: Probabilities
    hanging: Probabilities
    known: Probabilities


def replaced(
    first: Classified, others: Classified, rows: NDArray[np.intp], use_others: NDArray[np.bool_]
) -> Answers:
    """Return the first answers, with other ones in some rows.

    Parameters
    ----------
    first
        N answers.
    others
        M answers, for the rows that follow.
    rows
        Shape (M,).
    use_others
        Shape (M,): whether the other answer of a row is to be taken.
    """
    arrays = {}
    for name in ("similarity", "orientation", "border", "tile_type", "hanging", "known"):
        array = getattr(first, name).copy()
        array[rows[use_others]] = getattr(others, name)[use_others]
        arrays[name] = array
    return Answers(ids=tuple(first.ids), **arrays)


@dataclass(frozen=True)
class Weights:
    """How much each kind of evidence counts.

    Attributes
    ----------
    similarity
        Nats for a cosine of 1: the reciprocal of the softmax's temperature.
    tile_type, hanging, border
        Exponents of the heads' probabilities. They are below 1 as the heads see the same pixels as the
        embedding and err together with it.
    known
        Factor of the log-odds that a piece is known at all.
    in_castle
        How much likelier than a stray thing it is that something on a castle's lattice is a tile, in nats.
    detected
        Factor of the log-odds by which the detector takes it for one.
    """

    similarity: float = 20.0
    tile_type: float = 0.5
    hanging: float = 0.5
    border: float = 0.3
    known: float = 1.0
    in_castle: float = 1.5
    detected: float = 0.0


# Fitted by ``python -m castlescan.models.calibrate_reading``; see models/reading.md.
TILE_WEIGHTS = Weights(16.2, 0.28, 0.14, 0.32, 0.38, 2.06, 0.77)
THRONE_WEIGHTS = Weights(9.0, 0.5, 0.07, 0.3, 0.52, 2.3, 0.4)


def log_identities(
    answers: Classified, catalogue: Catalogue, weights: Weights = TILE_WEIGHTS
) -> Floats:
    """Return how likely each id is, shape (N, M), normalised over the ids.

    The heads count for the ids that the catalogue has as tiles.
    """
    logits = weights.similarity * answers.similarity.astype(np.float64)
    tiles = [catalogue.tiles.get(piece_id) for piece_id in answers.ids]
    known = np.array([tile is not None for tile in tiles], bool)
    if known.any():
        found = [tile for tile in tiles if tile is not None]
        for head, weight, columns in (
            (answers.tile_type, weights.tile_type, [TYPES.index(it.type) for it in found]),
            (answers.hanging, weights.hanging, [HANGINGS.index(it.hanging) for it in found]),
            (answers.border, weights.border, [BORDERS.index(it.border) for it in found]),
        ):
            logits[:, known] += weight * np.log(np.maximum(head[:, columns], _LEAST))
    return normalised(logits)


def known_chances(
    known: ArrayLike, scores: ArrayLike, in_castle: ArrayLike, weights: Weights
) -> Floats:
    """Return how likely pieces are known ones, given where they lie and how they were found, shape (N,).

    Parameters
    ----------
    known
        Shape (N,): probabilities as the classifier gives them.
    scores
        Shape (N,): those of the detector, 0 to 1.
    in_castle
        Shape (N,): whether they lie on the lattice of a castle.
    weights
        How much that counts.
    """
    chance = np.clip(np.asarray(known, np.float64), 1e-6, 1 - 1e-6)
    score = np.clip(np.asarray(scores, np.float64), 0.05, 0.98)
    odds = weights.known * np.log(chance / (1 - chance))
    odds += weights.detected * np.log(score / (1 - score))
    odds += weights.in_castle * np.asarray(in_castle, np.float64)
    raised: Floats = 1 / (1 + np.exp(-odds))
    return raised


def normalised(logits: Floats) -> Floats:
    """Return logits less the logarithm of the sum of their exponentials in each row."""
    if not logits.shape[1]:
        return logits
    top = logits.max(axis=1, keepdims=True)
    result: Floats = logits - top - np.log(np.exp(logits - top).sum(axis=1, keepdims=True))
    return result


def log_set_priors(
    identities: Floats, seen: ArrayLike, sets: Sequence[TileSet], copies: Sequence[int]
) -> Floats:
    """Return how likely ids are by the boxes in play, shape (M,), as all candidates together tell.

    Each candidate that can only be of an extra set speaks for it; each that is not speaks a little
    against it, as a shuffled box would show some. No set is ever ruled out or taken for granted.

    Parameters
    ----------
    identities
        Shape (N, M), from :func:`log_identities`.
    seen
        Shape (N,): the probabilities that the candidate is a tile at all.
    sets, copies
        M times the set of the id, and how many the box holds.
    """
    box, number = np.array(sets), np.array(copies, np.float64)
    base = box == TileSet.BASE
    prior = np.zeros(len(box))
    if not len(identities) or not base.any():
        return prior
    weight = np.asarray(seen, np.float64)
    likely = np.maximum(np.exp(identities), 1e-6)
    without = (likely[:, base] * number[base]).sum(axis=1) / number[base].sum()
    for extra in set(sets) - {TileSet.BASE}:
        own = box == extra
        both = base | own
        with_it = (likely[:, both] * number[both]).sum(axis=1) / number[both].sum()
        odds = np.clip((weight * np.log(with_it / without)).sum(), -50, 50)
        chance = np.clip(1 / (1 + np.exp(-odds)), *_SET_PRIOR_RANGE)
        prior[own] = np.log(chance)
    return prior


# Orientation


def log_orientations(answers: Classified, corner_turns: ArrayLike) -> Floats:
    """Return how likely the crop is turned by 0, 90, 180, 270 degrees clockwise, shape (N, 4).

    Parameters
    ----------
    answers
        The classifier's.
    corner_turns
        Shape (N,): the corner of the crop that the detector takes for the face's top left one.
    """
    head = np.log(np.maximum(answers.orientation.astype(np.float64), _LEAST * 10))
    order = np.full((len(head), 4), np.log((1 - _DETECTOR_ORDER) / 3))
    order[np.arange(len(head)), np.asarray(corner_turns, np.int64) % 4] = np.log(_DETECTOR_ORDER)
    return normalised(head + order)


def castle_turn(orientations: Floats, *, has_throne: bool) -> int:
    """Return by how many quarter turns clockwise a castle is turned, as its tiles vote.

    ``orientations`` has the shape (N, 4). A castle with a throne can only be upside down, since the
    throne's long side is known.
    """
    if not len(orientations):
        return 0
    votes = orientations.sum(axis=0)
    allowed = (0, 2) if has_throne else (0, 1, 2, 3)
    return max(allowed, key=lambda turn: float(votes[turn]))


def turned_against_castle(orientations: Floats, turn: int) -> Floats:
    """Return how likely each tile is turned by 0, 90, 180, 270 degrees against its castle, (N, 4)."""
    prior = np.log([1 - _TURNED, *([_TURNED / 3] * 3)])
    probability: Floats = np.exp(normalised(np.roll(orientations, -turn, axis=1) + prior))
    return probability
