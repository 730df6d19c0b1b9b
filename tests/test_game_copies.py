"""Copies across the castles of a game."""

from itertools import permutations

import pytest

from castlescan.game_copies import Claim, find_clashes, settle_copies


def claim(castle, name, confidence=0.99, **others):
    """Return a claim; other ids are food rooms, as ``kitchen=0.2``."""
    return Claim(
        castle, f"food/{name}", confidence, tuple((f"food/{k}", v) for k, v in others.items())
    )


def settled(*claims, catalogue):
    return [it.removeprefix("food/") for it in settle_copies(claims, catalogue)]


def test_without_a_clash_nothing_changes(catalogue):
    claims = [
        claim(0, "bakery", 0.5, kitchen=0.49),
        claim(1, "kitchen", 0.4, pantry=0.6),
        claim(1, "pantry"),
    ]
    assert settled(*claims, catalogue=catalogue) == ["bakery", "kitchen", "pantry"]


def test_what_one_castle_has_too_often_is_its_own_matter(catalogue):
    claims = [claim(0, "bakery", 0.9, kitchen=0.1), claim(0, "bakery", 0.5, pantry=0.5)]
    assert settled(*claims, catalogue=catalogue) == ["bakery", "bakery"]


def test_the_less_sure_one_becomes_its_next_best(catalogue):
    claims = [claim(0, "bakery", 0.6, kitchen=0.3, pantry=0.1), claim(1, "bakery", 0.95)]
    assert settled(*claims, catalogue=catalogue) == ["kitchen", "bakery"]


def test_only_what_is_free_is_taken(catalogue):
    claims = [
        claim(0, "bakery", 0.6, kitchen=0.3, pantry=0.1),
        claim(1, "bakery", 0.95),
        claim(2, "kitchen"),
    ]
    assert settled(*claims, catalogue=catalogue) == ["pantry", "bakery", "kitchen"]


def test_all_clashes_are_weighed_together(catalogue):
    claims = [
        # Alone it would take the kitchen too, but the other one has no second choice.
        claim(0, "bakery", 0.5, kitchen=0.28, pantry=0.2),
        claim(1, "bakery", 0.98),
        claim(2, "buttery", 0.7, kitchen=0.2),
        claim(3, "buttery", 0.98),
    ]
    expected = ["pantry", "bakery", "kitchen", "buttery"]
    assert settled(*claims, catalogue=catalogue) == expected


def test_the_order_of_castles_does_not_matter(catalogue):
    claims = [
        claim(0, "bakery", 0.6, kitchen=0.3),
        claim(1, "bakery", 0.8, pantry=0.15),
        claim(2, "bakery", 0.95, kitchen=0.02),
        claim(2, "buttery", 0.8, kitchen=0.2),
        claim(3, "buttery", 0.9, pantry=0.01),
    ]
    once = dict(zip(claims, settle_copies(claims, catalogue), strict=True))
    for order in permutations(claims):
        assert dict(zip(order, settle_copies(order, catalogue), strict=True)) == once


def test_what_is_sure_stays_and_is_reported(catalogue):
    claims = [claim(0, "bakery", 0.99, kitchen=0.01), claim(1, "bakery")]
    ids = settle_copies(claims, catalogue)
    assert ids == ["food/bakery", "food/bakery"]
    assert find_clashes(claims, ids, catalogue) == {"food/bakery"}


def test_of_equals_none_is_picked(catalogue):
    claims = [claim(0, "bakery", 0.7, kitchen=0.3), claim(1, "bakery", 0.7, pantry=0.3)]
    assert settled(*claims, catalogue=catalogue) == ["bakery", "bakery"]


def test_of_equal_alternatives_none_is_picked(catalogue):
    claims = [claim(0, "bakery", 0.6, kitchen=0.2, pantry=0.2), claim(1, "bakery")]
    assert settled(*claims, catalogue=catalogue) == ["bakery", "bakery"]


@pytest.mark.parametrize(("towers", "clash"), [(47, False), (48, True)])
def test_double_sided_tiles_are_one_pile(catalogue, towers, clash):
    claims = [Claim(it % 3, "specialty/tower") for it in range(towers)]
    claims.append(Claim(0, "specialty/fountain", 0.7, (("food/kitchen", 0.3),)))
    ids = settle_copies(claims, catalogue)
    assert ids[-1] == ("food/kitchen" if clash else "specialty/fountain")
    assert not find_clashes(claims, ids, catalogue)


def test_cards_are_checked_too(catalogue):
    claims = [
        Claim(0, "bonus/width", 0.6, (("bonus/room-types", 0.4),)),
        Claim(1, "bonus/width", 0.9),
    ]
    assert settle_copies(claims, catalogue) == ["bonus/room-types", "bonus/width"]
