import random
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from castlescan import audit
from castlescan.datasets.random_games import Options, make_faults, play_castle
from castlescan.datasets.scenes.laying import (
    Hand,
    draw_hand,
    draw_plans,
    enrich,
    lay_all,
    lay_attendants,
    lay_castle,
    lay_tokens,
)
from castlescan.datasets.scenes.pieces import BOARD, Piece, turning
from castlescan.datasets.scenes.scene import put_aside
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.violations import PlacedTile, Severity
from castlescan.vision.pieces import PieceClass

NEAT = Hand(jitter=0, turn=0, row_drift=0, column_drift=0, gap=0)


@pytest.fixture(scope="module")
def castle(catalogue) -> Castle:
    return play_castle(3, catalogue).castle


def test_a_neat_castle_lies_on_its_lattice(catalogue, castle):
    pieces = lay_castle(np.random.default_rng(0), catalogue, castle, NEAT, 2)
    throne, *tiles = pieces
    assert throne.kind is PieceClass.THRONE
    origin = np.array(throne.centre) - [0.5, 0]
    assert [tile.id for tile in tiles] == [room.id for room in castle.rooms]
    for tile, room in zip(tiles, castle.rooms, strict=True):
        assert np.array(tile.centre) - origin == pytest.approx([room.x, room.y], abs=1e-6)
        assert tile.place == (room.x, room.y)
        assert tile.castle == 2
        assert tile.turns == 0


@pytest.mark.parametrize("seed", range(6))
def test_crooked_tiles_stay_near_their_places_and_off_one_another(catalogue, castle, seed):
    rng = np.random.default_rng(seed)
    hand = replace(draw_hand(rng), overlapping=False, quarter_turned=0.0)
    pieces = lay_castle(rng, catalogue, castle, hand)
    for a, b in combinations(pieces, 2):
        apart = np.abs(np.array(a.centre) - b.centre)
        needed = (a.size[0] + b.size[0]) / 2, 1
        assert (apart > np.array(needed) - 0.03).any(), (a.id, b.id)
        if a.kind is b.kind and abs(a.place[0] - b.place[0]) + abs(a.place[1] - b.place[1]) == 1:
            assert np.linalg.norm(apart) < 1.8


def test_drift_makes_rows_and_columns_crooked(catalogue, castle):
    neat = lay_castle(np.random.default_rng(1), catalogue, castle, NEAT)
    drifting = replace(NEAT, row_drift=0.1, column_drift=0.1)
    crooked = lay_castle(np.random.default_rng(1), catalogue, castle, drifting)
    moved = np.array([p.centre for p in crooked]) - [p.centre for p in neat]
    assert 0.05 < np.abs(moved).max() < 1.2


def test_quarter_turned_tiles_say_so(catalogue, castle):
    pieces = lay_castle(
        np.random.default_rng(2), catalogue, castle, replace(NEAT, quarter_turned=0.8)
    )
    assert {piece.turns for piece in pieces[1:]} > {0, 1}
    for piece in pieces:
        # A quarter turn clockwise brings the top to the right.
        top = turning(piece.angle) @ [0, 1]
        expected = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}[piece.turns]
        assert top == pytest.approx(expected, abs=1e-9)


def test_tiles_in_one_place_lie_on_one_another(catalogue, castle):
    fault = next(f for f in make_faults(5, catalogue, castle) if f.rule == "overlap")
    below, above = fault.tiles
    pieces = lay_castle(np.random.default_rng(0), catalogue, fault.castle, NEAT)
    found = {piece.id: piece for piece in pieces}
    assert found[above.id].base == pytest.approx(found[below.id].base + BOARD)
    apart = np.array(found[above.id].centre) - found[below.id].centre
    assert 0.02 < np.linalg.norm(apart) < 0.9


def test_plans_are_legal_or_labelled(catalogue):
    rng = np.random.default_rng(4)
    plans = [plan for _ in range(40) for plan in draw_plans(rng, catalogue, 2)]
    faulty = [plan for plan in plans if plan.fault is not None]
    assert 0.1 < len(faulty) / len(plans) < 0.35
    assert len({plan.fault.rule for plan in faulty}) >= 4
    for plan in plans[:40]:
        found = {
            violation.rule
            for violation in audit(plan.castle)
            if violation.severity is Severity.ILLEGAL and violation.group != "economy"
        }
        assert not found if plan.fault is None else plan.fault.rule in found


def test_castles_of_one_scene_come_from_one_box(catalogue):
    for seed in range(5):
        plans = draw_plans(np.random.default_rng(seed), catalogue, 3)
        if any(plan.fault is not None for plan in plans):
            continue
        thrones = [plan.castle.throne for plan in plans]
        assert len(set(thrones)) == 3


def test_tokens_lie_on_secret_rooms_and_mostly_tell_the_truth(catalogue):
    options = Options(with_expansion=True)
    right = wrong = none = 0
    for seed in range(60):
        castle = play_castle(random.Random(seed), catalogue, options).castle
        rng = np.random.default_rng(seed)
        tiles = lay_castle(rng, catalogue, castle, NEAT)
        secrets = [tile for tile in tiles if tile.id.startswith("secret/")]
        tokens = lay_tokens(rng, catalogue, castle, tiles)
        none += len(secrets) - len(tokens)
        lying = {(room.x, room.y): room.id for room in castle.rooms}
        for token in tokens:
            tile = min(secrets, key=lambda it: np.hypot(*(np.array(it.centre) - token.centre)))
            assert np.abs(np.array(tile.centre) - token.centre).max() < 0.6
            assert token.base == pytest.approx(tile.base + BOARD)
            assert token.kind is PieceClass.TOKEN
            arrow = {"N": (0, 1), "S": (0, -1), "W": (-1, 0), "E": (1, 0)}
            dx, dy = arrow[catalogue.tile(tile.id).arrow]
            target = lying.get((tile.place[0] + dx, tile.place[1] + dy), "")
            if target.startswith("secret/"):
                continue
            if target.partition("/")[0] == token.id.partition("/")[2]:
                right += 1
            else:
                wrong += 1
    assert right > 5 * wrong > 0
    assert none > 0


def test_attendants_take_the_spots_of_the_throne_first(catalogue):
    castle = Castle(
        throne="throne/living-corridor", rooms=[], attendants=["knight", "painter", "beautician"]
    )
    throne = Piece(PieceClass.THRONE, castle.throne, (0.5, 0.0), 0.0)
    row = np.array([[0.0, -2.0], [0.8, 0.0]])
    seen = set()
    for seed in range(8):
        pieces = lay_attendants(np.random.default_rng(seed), castle, throne, row)
        assert [piece.id.partition("/")[2] for piece in pieces] == castle.attendants
        on_throne = [piece for piece in pieces if piece.base > 0]
        seen.add(len(on_throne))
        assert all(abs(abs(piece.centre[0] - 0.5) - 0.62) < 0.3 for piece in on_throne)
        assert all(piece.centre[1] < -1 for piece in pieces if piece not in on_throne)
    assert seen == {0, 2}


def test_everything_of_a_castle_is_laid(catalogue):
    castle = Castle(
        throne="throne/living-corridor",
        rooms=[PlacedTile(id="food/bakery", x=2, y=0), PlacedTile(id="food/pantry", x=-1, y=0)],
        attendants=["knight"],
        bonus_cards=["width", "height"],
    )
    plan = replace(draw_plans(np.random.default_rng(0), catalogue, 1)[0], castle=castle)
    pieces = lay_all(np.random.default_rng(0), catalogue, plan, NEAT, 1)
    assert sorted(piece.kind for piece in pieces) == sorted(
        ["throne", "tile", "tile", "attendant", "card", "card"]
    )
    cards = [piece for piece in pieces if piece.kind is PieceClass.CARD]
    assert all(abs(card.centre[1]) > 1.2 for card in cards)
    assert all(piece.castle == 1 for piece in pieces)


def test_moving_turns_corners_with_the_piece():
    piece = Piece(PieceClass.TILE, "food/bakery", (1.0, 0.0), 0.0)
    turned = piece.moved(np.pi / 2, (5.0, 0.0))
    assert turned.corners()[:, :2] == pytest.approx(
        np.array([[4.5, 0.5], [4.5, 1.5], [5.5, 1.5], [5.5, 0.5]])
    )


def test_enriched_castles_have_what_castles_seldom_have(catalogue):
    rng = np.random.default_rng(5)
    plans = [plan for _ in range(15) for plan in draw_plans(rng, catalogue, 2)]
    rich = [enrich(rng, catalogue, it, unearned=1.0, covered=1.0) for it in plans]
    for before, after in zip(plans, rich, strict=True):
        assert 1 <= len(after.castle.attendants) <= 3
        assert len(set(after.castle.bonus_cards)) == len(after.castle.bonus_cards) <= 4
        assert after.fault is not None
        if before.fault is not None:
            assert after.castle.rooms == before.castle.rooms
        else:
            assert after.fault.rule == "overlap"
            assert len(after.castle.rooms) == len(before.castle.rooms) + 1
    onto_thrones = [
        it for it in rich if any(tile.id == it.castle.throne for tile in it.fault.tiles)
    ]
    assert 3 < len(onto_thrones) < 27
    assert [enrich(rng, catalogue, it, 0.0, 0.0) for it in plans] == plans


@pytest.mark.parametrize("heading", [0.0, 0.3, np.pi / 2])
@pytest.mark.parametrize("kind", [PieceClass.CARD, PieceClass.ATTENDANT, PieceClass.TILE])
def test_nobody_takes_what_was_put_aside_for_a_part_of_a_castle(kind, heading):
    throne = Piece(PieceClass.THRONE, "throne/utility-food", (0.5, 0.0), 0.0, castle=0)
    tile = Piece(PieceClass.TILE, "food/bakery", (2.0, 0.0), 0.0, castle=0)
    near, far = (
        Piece(kind, "bonus/width", (x, 0.2), 0.1).moved(heading, (5.0, 1.0)) for x in (4.0, 6.0)
    )
    pieces = [it.moved(heading, (5.0, 1.0)) for it in (throne, tile)]
    assert put_aside(far, pieces) == far
    found = put_aside(near, pieces)
    assert found.centre == near.centre
    turned = np.degrees(found.angle - heading) % 90
    if kind is PieceClass.TILE:  # where a tile lies tells enough
        assert found == near
    else:
        assert 27 < turned < 63
