"""Ways to score and audit small castles that all tests of the engine share."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pytest

from castlescan.engine.between_two_castles.auditing import audit_board
from castlescan.engine.between_two_castles.board import Board
from castlescan.engine.between_two_castles.catalogue import Catalogue
from castlescan.engine.between_two_castles.neighbours import NeighbourBoard
from castlescan.engine.between_two_castles.score import RoomScore, Score
from castlescan.engine.between_two_castles.scoring import score_board
from castlescan.engine.violations import Violation

Place = tuple[int, int]
Rooms = Mapping[Place, str]


@pytest.fixture(scope="session")
def score(build: Callable[..., Board], catalogue: Catalogue) -> Callable[..., Score]:
    """Score a castle: ``score({(2, 0): "food/bakery"}, throne=..., neighbours=[board, board])``."""

    def score(rooms: Rooms, *, neighbours: Iterable[Board] = (), **castle: Any) -> Score:
        beside = [NeighbourBoard(neighbour) for neighbour in neighbours]
        return score_board(build(rooms, **castle), catalogue, beside)

    return score


@pytest.fixture(scope="session")
def points(score: Callable[..., Score]) -> Callable[..., int]:
    """Points of the room in a place: ``points({(2, 0): "food/bakery"}, (2, 0))``."""

    def points(rooms: Rooms, place: Place, **castle: Any) -> int:
        return _room(score(rooms, **castle), place).points

    return points


@pytest.fixture(scope="session")
def earned(score: Callable[..., Score]) -> Callable[..., tuple[int, list[Place]]]:
    """Points of the room in a place, and the sorted places of the tiles that earned them."""

    def earned(rooms: Rooms, place: Place, **castle: Any) -> tuple[int, list[Place]]:
        room = _room(score(rooms, **castle), place)
        return room.points, sorted((tile.x, tile.y) for tile in room.why)

    return earned


@pytest.fixture(scope="session")
def card(score: Callable[..., Score]) -> Callable[..., int]:
    """Points of one bonus card in a castle: ``card("width", {(2, 0): "food/bakery"})``."""

    def card(name: str, rooms: Rooms, **castle: Any) -> int:
        (only,) = score(rooms, bonus_cards=[name], **castle).bonus_cards
        assert only.id == name
        return only.points

    return card


@pytest.fixture(scope="session")
def audit(build: Callable[..., Board], catalogue: Catalogue) -> Callable[..., list[Violation]]:
    """Audit a castle: ``audit({(2, 0): "food/bakery"}, language=Language.DE, drafted=1)``."""

    def audit(
        rooms: Rooms | Iterable[tuple[Place, str]],
        *,
        throne: str | None = "throne/living-corridor",
        attendants: Iterable[str] = (),
        bonus_cards: Iterable[str] = (),
        **options: Any,
    ) -> list[Violation]:
        board = build(rooms, throne=throne, attendants=attendants, bonus_cards=bonus_cards)
        return audit_board(board, catalogue, **options)

    return audit


@pytest.fixture(scope="session")
def faults(audit: Callable[..., list[Violation]]) -> Callable[..., list[tuple[str, list[Place]]]]:
    """Name the illegal faults of a castle: each broken rule with the places of its tiles, in order."""

    def faults(rooms: Any, **castle: Any) -> list[tuple[str, list[Place]]]:
        return [
            (violation.rule, [(tile.x, tile.y) for tile in violation.tiles])
            for violation in audit(rooms, **castle)
            if violation.severity == "illegal"
        ]

    return faults


def _room(score: Score, place: Place) -> RoomScore:
    (room,) = (room for room in score.rooms if (room.x, room.y) == place)
    return room
