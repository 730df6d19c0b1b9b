"""The score document: points of every part of a castle, with the tiles that earned them."""

from enum import StrEnum

from ..documents import DocumentModel
from ..violations import PlacedTile


class Category(StrEnum):
    """A line of the score sheet (rulebook p. 13 and the score pad of Secrets & Soirees)."""

    FOOD = "food"
    LIVING = "living"
    UTILITY = "utility"
    OUTDOOR = "outdoor"
    SLEEPING = "sleeping"
    CORRIDOR = "corridor"
    DOWNSTAIRS = "downstairs"
    ACTIVITY = "activity"
    TOWERS = "towers"
    FOUNTAINS = "fountains"
    GRAND_FOYERS = "grand-foyers"
    BALLROOMS = "ballrooms"
    BONUS_CARDS = "bonus-cards"
    ATTENDANTS = "attendants"
    THRONE = "throne"


class NeighbourTile(PlacedTile):
    """A tile of a neighbouring castle; ``castle`` counts the neighbours given, from 0."""

    castle: int


Why = list[PlacedTile | NeighbourTile]


class RoomScore(DocumentModel):
    """Points of a room. ``why`` names the tiles that earned them."""

    id: str
    x: int
    y: int
    points: int
    why: Why


class ThroneScore(DocumentModel):
    """Points of the throne room."""

    id: str
    points: int
    why: Why


class AttendantScore(DocumentModel):
    """Points of a royal attendant."""

    id: str
    points: int
    why: Why


class BonusCardScore(DocumentModel):
    """Points of a bonus card. ``why`` is empty where it counts no tiles but rows or attendants."""

    id: str
    points: int
    why: Why


class Score(DocumentModel):
    """Points of a castle; the total is the sum of its parts and the sum of its categories."""

    total: int
    rooms: list[RoomScore]
    throne: ThroneScore
    attendants: list[AttendantScore]
    bonus_cards: list[BonusCardScore]
    categories: dict[Category, int]
