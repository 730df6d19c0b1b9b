"""Who is who, for all pieces of a picture at once: each tile of the box exists a few times only."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import Floats

UNKNOWN = -1

DUPLICATE = 3.0
"""Nats by which a piece must be better as one more copy than the box holds than as anything else.

Illegal castles are read as they lie, and two boxes may have been mixed."""

LEAST_NAMED = 0.3
"""How likely an id must be, given all other pieces, for a piece to be named at all."""

COPY_TOO_MANY = 0.5
"""How sure the least sure piece is at most of those that have an id once more than the box holds it."""

_ROUNDS = 30
_LEAST = 1e-9
_NEVER = 1e6


@dataclass(frozen=True, slots=True, eq=False)
class Assignment:
    """The ids of N pieces.

    Attributes
    ----------
    choice
        Shape (N,): the column of the id, or :data:`UNKNOWN`.
    probability
        Shape (N, M + 1): how likely each id is given all other pieces; the last column is "none of these".
    """

    choice: NDArray[np.int64]
    probability: Floats

    @property
    def confidence(self) -> Floats:
        """Shape (N,): the probability of the choice."""
        chosen: Floats = self.probability[np.arange(len(self.choice)), self.choice]
        return chosen


def assign(
    identities: ArrayLike, known: ArrayLike, copies: ArrayLike, single: ArrayLike = False
) -> Assignment:
    """Give each piece an id, none more often than the box holds it, so that all together fit best.

    One more copy is accepted where the picture leaves no other explanation; see :data:`DUPLICATE`.

    Parameters
    ----------
    identities
        Shape (N, M): log-probabilities of the ids, if it is one of them.
    known
        Shape (N,): the probability that it is one of them.
    copies
        Shape (M,): how many the box holds of each.
    single
        Shape (N,) or one for all: whether the piece can be no copy too many.

    Notes
    -----
    A piece whose ids are taken by better claimants goes to its next best one, or to "none of these" when
    that is likelier than this id.
    """
    logs = np.array(identities, np.float64)
    ids = logs.shape[1]
    sure = np.clip(np.asarray(known, np.float64), _LEAST, 1 - _LEAST)
    slots = np.asarray(copies, np.int64)
    choice = _likeliest(logs, sure)
    if (_given(choice, ids) > slots).any():
        choice = _fitting_together(logs, sure, slots, np.asarray(single, bool))
    given = _given(choice, ids)
    probability = _marginals(logs, sure, np.maximum(slots, given))
    for column in np.flatnonzero(given > slots):
        holders = np.flatnonzero(choice == column)
        least_sure = holders[probability[holders, column].argmin()]
        surplus = max(0.0, probability[least_sure, column] - COPY_TOO_MANY)
        probability[least_sure, column] -= surplus
        probability[least_sure, -1] += surplus
    return _named(choice, probability)


def best_of_each(identities: ArrayLike, known: ArrayLike) -> Assignment:
    """Give each piece its likeliest id, whatever the others are."""
    logs = np.array(identities, np.float64)
    count, ids = logs.shape
    sure = np.clip(np.asarray(known, np.float64), _LEAST, 1 - _LEAST)
    unlimited = np.full(ids, max(count, 1))
    return _named(_likeliest(logs, sure), _marginals(logs, sure, unlimited))


def _given(choice: NDArray[np.int64], ids: int) -> NDArray[np.int64]:
    """Return how often each id was chosen, shape (ids,)."""
    return np.bincount(choice[choice != UNKNOWN], minlength=ids)


def _likeliest(logs: Floats, known: Floats) -> NDArray[np.int64]:
    """Return the column of what each piece is likeliest, whatever the others are."""
    count, ids = logs.shape
    choice = np.full(count, UNKNOWN, np.int64)
    if ids:
        named = np.exp(logs.max(axis=1)) * known > 1 - known
        choice[named] = logs.argmax(axis=1)[named]
    return choice


def _fitting_together(
    logs: Floats, known: Floats, copies: NDArray[np.int64], single: NDArray[np.bool_]
) -> NDArray[np.int64]:
    """Return the columns with which all pieces together fit best, as :func:`assign` describes."""
    from scipy.optimize import linear_sum_assignment  # slow to load, and seldom needed

    count, ids = logs.shape
    column = np.repeat(np.arange(ids), np.minimum(copies, count))
    extra = np.repeat([0.0, DUPLICATE], [len(column), ids])
    column = np.concatenate([column, np.arange(ids)])
    barred = single[..., None] & (extra > 0)
    costs = -logs[:, column] - np.log(known)[:, None] + extra
    costs += np.where(barred, _NEVER, 0.0)
    none = np.full((count, count), _NEVER)
    np.fill_diagonal(none, -np.log(1 - known))
    rows, columns = linear_sum_assignment(np.hstack([costs, none]))
    choice = np.full(count, UNKNOWN, np.int64)
    named = columns < len(column)
    choice[rows[named]] = column[columns[named]]
    return choice


def _named(choice: NDArray[np.int64], probability: Floats) -> Assignment:
    likely = probability[np.arange(len(choice)), choice] >= LEAST_NAMED
    return Assignment(np.where(likely, choice, UNKNOWN), probability)


def _marginals(logs: Floats, known: Floats, copies: NDArray[np.int64]) -> Floats:
    """Scale probabilities until no id is claimed more often than the box holds it."""
    chance = np.hstack([np.exp(logs) * known[:, None], (1 - known)[:, None]])
    for _ in range(_ROUNDS):
        claimed = chance[:, :-1].sum(axis=0)
        if (claimed <= copies * (1 + 1e-6)).all():
            break
        chance[:, :-1] *= np.minimum(1.0, copies / np.maximum(claimed, _LEAST))
        chance /= np.maximum(chance.sum(axis=1, keepdims=True), 1e-300)
    return chance
