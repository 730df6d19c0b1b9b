"""Copies across the castles of a game: what lies in several more often than the box holds it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import linear_sum_assignment

from .engine.between_two_castles.catalogue import Catalogue
from .engine.between_two_castles.game_auditing import stock_of
from .vision.assign import DUPLICATE
from .vision.quads import Floats

_NEVER = 1e6
_CLEARLY = 0.1  # nats by which an explanation must be better than any other
_STAY = 1e-3
_LEAST = 1e-4


@dataclass(frozen=True, slots=True)
class Claim:
    """A piece that a castle is said to have.

    Attributes
    ----------
    castle
        Its castle, a number.
    id
        As it was read.
    confidence
        That the id is right.
    alternatives
        What it may be instead, with probabilities; none for what is known for certain.
    """

    castle: int
    id: str
    confidence: float = 1.0
    alternatives: tuple[tuple[str, float], ...] = ()


def settle_copies(claims: Sequence[Claim], catalogue: Catalogue) -> list[str]:
    """Return the id of each piece, such that the box can hold what all castles have.

    Where castles together have a piece more often than the box, those that are read least surely become
    the next best that is still free, all such pieces weighed together. A piece keeps its id where the
    alternative is much less likely (by :data:`.vision.assign.DUPLICATE`), so that a real copy too many is
    reported, and where two explanations are as good as each other. What a single castle has too often is
    no matter of the game; its audit reports it.

    Parameters
    ----------
    claims
        All pieces of the game. Their order does not matter.
    catalogue
        Tells how many the box holds.

    Returns
    -------
    list of str
        As many as claims, in their order.
    """
    ids = [it.id for it in claims]
    unclear: set[str] = set()
    while True:
        wanted = find_clashes(claims, ids, catalogue) - unclear
        rows = [row for row, it in enumerate(claims) if _stock(it.id, catalogue) in wanted]
        if not rows:
            return ids
        costs, column_ids = _costs(claims, rows, wanted, catalogue)
        chosen, total = _cheapest(costs)
        doubtful = {
            _stock(claims[row].id, catalogue)
            for at, row in enumerate(rows)
            if (moved := column_ids[at][chosen[at]]) != claims[row].id
            and _cheapest(_without(costs, at, column_ids, moved))[1] - total < _CLEARLY
        }
        if not doubtful:
            for at, row in enumerate(rows):
                ids[row] = column_ids[at][chosen[at]]
            return ids
        unclear |= doubtful


def find_clashes(
    claims: Sequence[Claim], ids: Sequence[str], catalogue: Catalogue
) -> frozenset[str]:
    """Return what several castles have more often than the box, named as :func:`.stock_of` does."""
    counts: Counter[str] = Counter()
    castles: dict[str, set[int]] = {}
    for claim, name in zip(claims, ids, strict=True):
        stock = _stock(name, catalogue)
        counts[stock] += 1
        castles.setdefault(stock, set()).add(claim.castle)
    box = _box(catalogue)
    return frozenset(it for it, count in counts.items() if count > box[it] and len(castles[it]) > 1)


def castles_with(
    clash: str, claims: Sequence[Claim], ids: Sequence[str], catalogue: Catalogue
) -> list[int]:
    """Return the castles that have a piece, by what :func:`find_clashes` calls it."""
    return sorted(
        {
            claim.castle
            for claim, name in zip(claims, ids, strict=True)
            if _stock(name, catalogue) == clash
        }
    )


def is_part_of(name: str, clashes: frozenset[str], catalogue: Catalogue) -> str | None:
    """Return the clash that a piece is part of, None if it is part of none."""
    stock = _stock(name, catalogue)
    return stock if stock in clashes else None


def _stock(name: str, catalogue: Catalogue) -> str:
    tile = catalogue.tiles.get(name)
    return name if tile is None else stock_of(tile)


def _box(catalogue: Catalogue) -> Counter[str]:
    box: Counter[str] = Counter()
    for tile in catalogue.tiles.values():
        box[stock_of(tile)] += tile.copies
    for piece in (*catalogue.bonus_cards.values(), *catalogue.attendants.values()):
        box[piece.id] += piece.copies
    return box


def _costs(
    claims: Sequence[Claim], rows: Sequence[int], wanted: frozenset[str], catalogue: Catalogue
) -> tuple[Floats, list[list[str]]]:
    """Return what each copy costs each piece in nats, and the id that the piece would have there."""
    box = _box(catalogue)
    counts = Counter(_stock(it.id, catalogue) for it in claims)
    options = [dict(_options(claims[row], catalogue)) for row in rows]
    columns: list[tuple[str, float]] = []
    for stock in sorted({it for option in options for it in option}):
        if stock in wanted:
            columns += [(stock, 0.0)] * box[stock]
            columns += [(stock, DUPLICATE)] * (counts[stock] - box[stock])
        else:
            columns += [(stock, 0.0)] * min(box[stock] - counts[stock], len(rows))
    costs = np.full((len(rows), len(columns)), _NEVER)
    ids = [[claims[row].id] * len(columns) for row in rows]
    for at, option in enumerate(options):
        for column, (stock, extra) in enumerate(columns):
            if stock in option:
                ids[at][column], cost = option[stock]
                costs[at, column] = cost + extra
    return costs, ids


def _options(claim: Claim, catalogue: Catalogue) -> Iterator[tuple[str, tuple[str, float]]]:
    """Yield the piles that a piece can be from, with its id there and what that costs in nats."""
    own = _stock(claim.id, catalogue)
    yield own, (claim.id, 0.0)
    passed = {own}
    for name, chance in sorted(claim.alternatives, key=lambda it: -it[1]):
        stock = _stock(name, catalogue)
        if stock in passed:
            continue
        passed.add(stock)
        less = np.log(max(claim.confidence, _LEAST)) - np.log(max(chance, _LEAST))
        yield stock, (name, max(float(less), 0.0) + _STAY)


def _cheapest(costs: Floats) -> tuple[list[int], float]:
    rows, columns = linear_sum_assignment(costs)
    return columns.tolist(), float(costs[rows, columns].sum())


def _without(costs: Floats, at: int, ids: Sequence[Sequence[str]], name: str) -> Floats:
    forbidden = np.array([it == name for it in ids[at]])
    changed = costs.copy()
    changed[at, forbidden] = _NEVER
    return changed
