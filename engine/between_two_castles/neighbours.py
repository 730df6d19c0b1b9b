"""What ballrooms and one bonus card see of the castles beside their own."""

from collections.abc import Sequence
from typing import Protocol

from .board import Board
from .catalogue import TileType
from .score import NeighbourTile


class Neighbour(Protocol):
    """A castle as its neighbours see it."""

    def rooms_of(self, kind: TileType, index: int) -> list[NeighbourTile]:
        """Return its rooms of a type, marked with ``index``, its number among the neighbours."""


class NeighbourBoard:
    """A castle built of tiles, as its neighbours see it."""

    def __init__(self, board: Board) -> None:
        self._board = board

    def rooms_of(self, kind: TileType, index: int) -> list[NeighbourTile]:
        """Return its rooms of a type; its throne room is a specialty room."""
        return [
            NeighbourTile(id=room.placed.id, x=room.x, y=room.y, castle=index)
            for room in self._board.all_rooms
            if room.kind is kind
        ]


def rooms_next_door(neighbours: Sequence[Neighbour], kind: TileType) -> list[NeighbourTile]:
    """Return the rooms of a type in all neighbouring castles."""
    return [
        room
        for index, neighbour in enumerate(neighbours)
        for room in neighbour.rooms_of(kind, index)
    ]
