"""Roburg, the castle of the solo opponents: columns of tiles that score by rules of their own.

The sections named here are those of the rulebook of the two solo modes.
"""

from collections.abc import Iterator, Mapping

from pydantic import Field

from ..documents import DocumentModel
from .catalogue import REGULAR_TYPES, TileType
from .economy import DRAFTED_TILES
from .modes import Mode
from .score import NeighbourTile

# Difficulty Levels: one entry for each level from 1.
TITLES = (
    "The Fortress of Ineptitude",
    "The Fort of Underachievement",
    "The Castle of Adequacy",
    "The Castle of Slight Splendor",
    "The Castle of Opulence",
    "The Palace of Unpossibly Magnificent Glory",
    "The Palace for which We Ran Out of Splendid Adverbs and Nouns",
)
BASE_SCORES: Mapping[Mode, tuple[int, ...]] = {
    Mode.AUTOMA: (22, 27, 32, 34, 36, 38, 40),
    Mode.INTROVERT: (27, 32, 37, 39, 41, 43, 45),
}
EXTRA_TILES = (0, 0, 0, 1, 2, 3, 4)

# Scoring, steps 2 and 3.
_POINTS_OF_COLUMN = ((5, 9), (3, 4))
_POINTS_OF_COLUMNS = ((8, 13), (7, 10))


class RoburgColumns(DocumentModel):
    """How many tiles lie in each column; activity rooms come with the expansion.

    A secret room counts in the column that it was placed in.
    """

    food: int = Field(0, ge=0, le=99)
    living: int = Field(0, ge=0, le=99)
    utility: int = Field(0, ge=0, le=99)
    outdoor: int = Field(0, ge=0, le=99)
    sleeping: int = Field(0, ge=0, le=99)
    corridor: int = Field(0, ge=0, le=99)
    downstairs: int = Field(0, ge=0, le=99)
    activity: int = Field(0, ge=0, le=99)

    def height(self, kind: TileType) -> int:
        """Return how many tiles lie in the column of a type; none where there is no such column."""
        return int(getattr(self, kind.value, 0))

    @property
    def built(self) -> Iterator[tuple[TileType, int]]:
        """The columns with tiles, and how many they have."""
        for kind in REGULAR_TYPES:
            if self.height(kind):
                yield kind, self.height(kind)


class Roburg(DocumentModel):
    """Roburg at the end of a game. To its neighbours it is a castle without specialty rooms."""

    level: int = Field(ge=1, le=len(TITLES))
    columns: RoburgColumns

    @property
    def tiles(self) -> int:
        """How many tiles lie in it."""
        return sum(height for _, height in self.columns.built)

    @property
    def tiles_at_end(self) -> int:
        """How many tiles a whole game brings: sixteen turns, and those of the setup."""
        return DRAFTED_TILES + EXTRA_TILES[self.level - 1]

    def rooms_of(self, kind: TileType, index: int) -> list[NeighbourTile]:
        """Return its rooms of a type, marked with ``index``, its number among the neighbours.

        A tile has the room type as its id, the number of its column from 0 (in the order of the
        score sheet) as ``x``, and its height in the column from 0 as ``y``.
        """
        return [
            NeighbourTile(id=kind.value, x=REGULAR_TYPES.index(kind), y=y, castle=index)
            for y in range(self.columns.height(kind))
        ]


class ColumnScore(DocumentModel):
    """Points of a column, which has at least one tile."""

    type: TileType
    tiles: int
    points: int


class VarietyScore(DocumentModel):
    """Points for the number of columns with tiles."""

    columns: int
    points: int


class RoburgScore(DocumentModel):
    """Points of Roburg; the total is the sum of the base score, the columns and the variety."""

    level: int
    title: str
    total: int
    base: int
    columns: list[ColumnScore]
    variety: VarietyScore


def score_roburg(roburg: Roburg, mode: Mode) -> RoburgScore:
    """Score Roburg by the section Scoring, which the two solo modes share but for the base score.

    Raises
    ------
    KeyError
        When the mode is no solo mode.

    """
    base = BASE_SCORES[mode][roburg.level - 1]
    columns = [
        ColumnScore(type=kind, tiles=tiles, points=_points(_POINTS_OF_COLUMN, tiles))
        for kind, tiles in roburg.columns.built
    ]
    variety = VarietyScore(columns=len(columns), points=_points(_POINTS_OF_COLUMNS, len(columns)))
    return RoburgScore(
        level=roburg.level,
        title=TITLES[roburg.level - 1],
        total=base + sum(column.points for column in columns) + variety.points,
        base=base,
        columns=columns,
        variety=variety,
    )


def _points(steps: tuple[tuple[int, int], ...], number: int) -> int:
    """Return the points of the first step, highest first, that a number reaches."""
    return next((points for least, points in steps if number >= least), 0)
