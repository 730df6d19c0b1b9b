"""Parts of a castle that lie apart from its throne room."""

import numpy as np
import pytest

from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.vision.loose_parts import places_apart, without_strangers
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import from_boxes
from castlescan.vision.seen_pieces import SeenPiece

CATALOGUE = packaged_catalogue()


def seen(name: str | None, x: int, y: int, *, turns: int = 0, sure: float = 0.99) -> SeenPiece:
    is_throne = name is not None and name.startswith("throne/")
    turned = np.full(4, (1 - sure) / 3)
    turned[turns] = sure
    kind = PieceClass.THRONE if is_throne else PieceClass.TILE
    quad = from_boxes([(x, -y, x + 1 + is_throne, 1 - y)])[0]
    return SeenPiece(kind, quad, (x, y), name, sure, (), turned=turned)


THRONE = seen("throne/utility-food", 0, 0)
BESIDE = [THRONE, seen("food/bakery", 2, 0), seen("corridor/colonnade", 0, -1)]


def placed(pieces: list[SeenPiece]) -> set[tuple[int, int]]:
    return {it.place for it in without_strangers(pieces, CATALOGUE) if it.place is not None}


@pytest.mark.parametrize(
    "part",
    [
        pytest.param([seen("corridor/promenade", 4, 0)], id="in a row"),
        pytest.param([seen("corridor/promenade", 4, 0), seen("food/brewery", 5, 0)], id="two"),
        pytest.param([seen("downstairs/pit-of-despair", 1, -2)], id="at a corner below ground"),
        pytest.param([seen("food/brewery", 1, -2, sure=0.5)], id="perhaps no food room"),
        pytest.param([seen("food/brewery", 4, 0, turns=1, sure=0.5)], id="perhaps turned"),
        pytest.param([seen(None, 1, -2)], id="unnamed"),
        pytest.param([seen("throne/living-corridor", 4, 0)], id="a second throne room"),
        pytest.param(
            [seen("food/brewery", x, 0, turns=x == 5) for x in (4, 5, 6)],
            id="one of many is turned",
        ),
    ],
)
def test_a_part_that_could_lie_there_keeps_its_place(part: list[SeenPiece]) -> None:
    assert placed([*BESIDE, *part]) >= {it.place for it in part}


@pytest.mark.parametrize(
    "part",
    [
        pytest.param([seen("food/brewery", 1, -2)], id="food below ground"),
        pytest.param([seen("downstairs/pit-of-despair", 4, 0)], id="downstairs above ground"),
        pytest.param(
            [seen("corridor/promenade", 4, 0, turns=3), seen("food/brewery", 5, 0)],
            id="one of two is turned",
        ),
    ],
)
def test_a_part_that_breaks_a_rule_there_is_of_another_castle(part: list[SeenPiece]) -> None:
    found = without_strangers([*BESIDE, *part], CATALOGUE)
    assert [it.id for it in found] == [it.id for it in (*BESIDE, *part)]
    assert placed([*BESIDE, *part]) == {it.place for it in BESIDE}


def test_what_breaks_a_rule_and_is_joined_stays() -> None:
    wrong = [seen("food/brewery", 1, -1), seen("corridor/promenade", 2, -1, turns=2)]
    assert placed([*BESIDE, *wrong]) == {it.place for it in (*BESIDE, *wrong)}


def test_without_a_throne_room_nothing_has_a_level() -> None:
    tiles = [seen("food/bakery", 0, 0), seen("food/brewery", 2, 0, turns=1)]
    assert placed(tiles) == {(0, 0), (2, 0)}


def test_places_apart_are_those_not_joined_with_the_throne_room() -> None:
    far = [seen("food/brewery", 4, 0), seen("food/pantry", 4, 1), seen("food/crepery", 4, 2)]
    assert places_apart(THRONE, [*BESIDE[1:], *far]) == {(4, 0), (4, 1), (4, 2)}
    assert places_apart(None, [*BESIDE[1:2], *far]) == {(2, 0)}
    assert places_apart(None, []) == set()
