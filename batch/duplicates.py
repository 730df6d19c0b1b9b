"""Photos of the same castle: equal in layout, and alike in looks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from .looks import difference
from .store import Results

ALIKE = 24
"""In how many of 64 bits two photos of one castle may differ."""

FEWEST_ROOMS = 3
"""Castles of fewer rooms are too easily equal by chance."""


@dataclass(frozen=True, order=True)
class Seen:
    """A castle of a photo: the photo's key, the castle's number in it, and a path; copies have several."""

    photo: str
    castle: int
    path: str | None
    looks: str
    total: int | None


def find_duplicates(results: Results) -> Iterator[tuple[Seen, ...]]:
    """Yield each group of castles that are the same, in the order of their layouts."""
    rows = results.select(
        "SELECT layout, photo, castle, path, looks, total "
        "FROM castles LEFT JOIN paths USING (photo) WHERE rooms >= ? AND layout IN "
        "(SELECT layout FROM castles LEFT JOIN paths USING (photo) "
        "GROUP BY layout HAVING count(*) > 1) "
        "ORDER BY layout, photo, castle, path",
        (FEWEST_ROOMS,),
    )
    for _, same_layout in groupby(rows, key=lambda row: row[0]):
        castles = [Seen(*row[1:]) for row in same_layout]
        yield from (group for group in _alike(castles) if len(group) > 1)


def _alike(castles: Sequence[Seen]) -> list[tuple[Seen, ...]]:
    """Join castles that look alike, also by way of others."""
    groups: list[list[Seen]] = []
    for castle in castles:
        near = [it for it in groups if any(_is_like(castle, other) for other in it)]
        if near:
            near[0].append(castle)
        else:
            groups.append([castle])
        for group in near[1:]:
            near[0].extend(group)
            groups.remove(group)
    return sorted(tuple(sorted(it)) for it in groups)


def _is_like(castle: Seen, other: Seen) -> bool:
    return difference(castle.looks, other.looks) <= ALIKE
