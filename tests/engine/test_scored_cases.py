"""Eight castles from played games, scored by the people who played them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import Board
from castlescan.engine.between_two_castles.castle import parse_castle
from castlescan.engine.between_two_castles.catalogue import Catalogue
from castlescan.engine.between_two_castles.score import Score

CASES = range(1, 9)


@pytest.fixture(params=CASES, ids=lambda number: f"castle-{number}")
def case(request: pytest.FixtureRequest, shared: Path) -> dict[str, Any]:
    cases = json.loads((shared / "cases" / "scored-castles.json").read_text(encoding="utf-8"))
    (found,) = (case for case in cases if case["case"] == request.param)
    return dict(found)


@pytest.fixture
def castle(case: dict[str, Any]) -> dict[str, Any]:
    return as_document(case["castle"])


@pytest.fixture
def scored(
    case: dict[str, Any],
    castle: dict[str, Any],
    build: Callable[..., Board],
    score: Callable[..., Score],
) -> Score:
    def parts(document: dict[str, Any]) -> dict[str, Any]:
        return {
            "rooms": {(room["x"], room["y"]): room["id"] for room in document["rooms"]},
            "throne": document["throne"],
            "attendants": document["attendants"],
            "bonus_cards": document["bonus_cards"],
        }

    neighbours = [build(**parts(neighbour)) for neighbour in case["neighbours"]]
    return score(**parts(castle), neighbours=neighbours)


def as_document(castle: dict[str, Any]) -> dict[str, Any]:
    """Return a reference castle as a castle document, without the points of its rooms."""
    rooms = [{key: room[key] for key in ("id", "x", "y")} for room in castle["rooms"]]
    return {"format": "castlescan/castle/1", **castle, "rooms": rooms}


def test_every_room_scores_what_people_gave_it(case: dict[str, Any], scored: Score) -> None:
    expected = {
        (room["id"], room["x"], room["y"]): room["points"] for room in case["castle"]["rooms"]
    }
    assert {(room.id, room.x, room.y): room.points for room in scored.rooms} == expected


def test_throne_scores_what_people_gave_it(case: dict[str, Any], scored: Score) -> None:
    assert scored.throne.points == case["throne_points"]


def test_attendants_score_what_people_gave_them(case: dict[str, Any], scored: Score) -> None:
    assert sum(attendant.points for attendant in scored.attendants) == case["attendant_points"]


def test_bonus_cards_score_what_people_gave_them(case: dict[str, Any], scored: Score) -> None:
    assert {card.id: card.points for card in scored.bonus_cards} == case["bonus_points"]


def test_total_is_what_people_counted(case: dict[str, Any], scored: Score) -> None:
    assert scored.total == case["total"]
    assert sum(scored.categories.values()) == case["total"]


def test_castle_is_a_valid_document(castle: dict[str, Any], catalogue: Catalogue) -> None:
    assert parse_castle(castle, catalogue).throne == castle["throne"]
