"""How likely all of a castle is right: each tile named and placed, none missing, none too many."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

_RANGE = 1e-3  # neither names alone nor their product are surer than this


@dataclass(frozen=True, slots=True)
class CastleSigns:
    """What tells whether a castle was read right.

    Attributes
    ----------
    names
        The log-odds of the product of its ids' probabilities.
    unnamed
        How many tiles were found but not named.
    odd
        How many signs there are of a wrong tile or place: heads of the classifier that disagree with an id,
        crooked places, places that several tiles claim, no throne room.
    cut_off
        Whether it reaches the edge of the picture.
    """

    names: float
    unnamed: int = 0
    odd: int = 0
    cut_off: bool = False

    @classmethod
    def of(
        cls, chances: Sequence[float], *, unnamed: int = 0, odd: int = 0, cut_off: bool = False
    ) -> "CastleSigns":
        """Make them from the probabilities of the ids of its tiles and throne room."""
        product = float(np.clip(np.prod(np.asarray(chances, np.float64)), _RANGE, 1 - _RANGE))
        return cls(float(np.log(product / (1 - product))), unnamed, odd, cut_off)


@dataclass(frozen=True, slots=True)
class CastleWeights:
    """By how much each of :class:`CastleSigns` changes the log-odds that a castle is right.

    ``unnamed`` and ``odd`` count once each time, for up to three times.
    """

    constant: float
    names: float
    unnamed: float
    odd: float
    cut_off: float


# Fitted by ``python -m castlescan.models.calibrate_castles``, which prints this line.
WEIGHTS = CastleWeights(constant=0.66, names=0.62, unnamed=-0.91, odd=-1.98, cut_off=-1.56)

_MOST = 3


def terms_of(signs: CastleSigns) -> tuple[float, ...]:
    """Return what the numbers of :class:`CastleWeights` are multiplied by, in their order."""
    return (
        1.0,
        signs.names,
        float(min(signs.unnamed, _MOST)),
        float(min(signs.odd, _MOST)),
        float(signs.cut_off),
    )


def castle_confidence(signs: CastleSigns, weights: CastleWeights = WEIGHTS) -> float:
    """Return the probability that all of a castle is right.

    Examples
    --------
    >>> usual = CastleWeights(constant=0.0, names=1.0, unnamed=-1.0, odd=-1.0, cut_off=-1.0)
    >>> round(castle_confidence(CastleSigns.of([0.99, 0.98]), usual), 4)
    0.9702
    >>> round(castle_confidence(CastleSigns.of([0.99, 0.98], unnamed=1), usual), 2)
    0.92
    """
    numbers = (
        weights.constant,
        weights.names,
        weights.unnamed,
        weights.odd,
        weights.cut_off,
    )
    odds = sum(weight * term for weight, term in zip(numbers, terms_of(signs), strict=True))
    return float(1 / (1 + np.exp(-odds)))
