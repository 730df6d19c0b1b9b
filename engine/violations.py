"""What an audit reports, for any game."""

from enum import StrEnum

from pydantic import Field

from .documents import DocumentModel


class Group(StrEnum):
    """What a violation is about."""

    PLACEMENT = "placement"
    COMPONENTS = "components"
    ECONOMY = "economy"


class Severity(StrEnum):
    """How sure a violation is: no legal game makes it, or something seems forgotten."""

    ILLEGAL = "illegal"
    SUSPECT = "suspect"


class PlacedTile(DocumentModel):
    """A tile and its place: ``x`` grows to the right and ``y`` upward, in whole tiles."""

    id: str
    x: int = Field(ge=-1000, le=1000)
    y: int = Field(ge=-1000, le=1000)


class Violation(DocumentModel):
    """One fault of a castle: the broken rule, the tiles concerned, and a sentence for players."""

    rule: str
    group: Group
    severity: Severity
    tiles: list[PlacedTile]
    message: str
