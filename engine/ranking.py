"""Who finished where, for any game: by points, then by tie-breakers in their order."""

from collections.abc import Sequence

Key = tuple[int, ...]


def competition_ranks(keys: Sequence[Key]) -> list[int]:
    """Return the rank of each player; equal keys share a rank and the next ones are skipped.

    Parameters
    ----------
    keys
        Points and tie-breakers of each player, the most important first; more is better.

    Returns
    -------
    list of int
        From 1, in the order of the players, such as ``[1, 3, 1]``.

    """
    return [1 + sum(other > key for other in keys) for key in keys]


def finishing_order(keys: Sequence[Key]) -> list[int]:
    """Return the numbers of the players, best first; those who share a rank stay in their order."""
    ranks = competition_ranks(keys)
    return sorted(range(len(keys)), key=ranks.__getitem__)


def winners(keys: Sequence[Key]) -> list[int]:
    """Return the numbers of the players who won: more than one where they share the victory."""
    return [player for player, rank in enumerate(competition_ranks(keys)) if rank == 1]
