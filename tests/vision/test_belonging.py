"""Whose attendants and bonus cards are: where they lie, and what the rooms of castles have earned."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlescan.engine.between_two_castles.board import set_up_board
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import Catalogue, packaged_catalogue
from castlescan.engine.between_two_castles.economy import Economy, count_economy, unexplained
from castlescan.engine.violations import PlacedTile
from castlescan.vision.belonging import Ground, Lying, Owner, find_owners, lying_near
from castlescan.vision.beside_castles import Surroundings
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import Floats, from_boxes, project, roll
from castlescan.vision.reading import Uncounted
from castlescan.vision.spots import Spot

CARD, ATTENDANT = PieceClass.CARD, PieceClass.ATTENDANT
CARD_SIZE, ATTENDANT_SIZE = (0.98, 1.5), (0.4, 0.4)

# Places of a castle to a picture that is turned, and seen from one side: far tiles are smaller.
CAMERA = np.array([[60.0, 15.0, 500.0], [12.0, -52.0, 400.0], [0.01, 0.05, 1.0]])
HORIZON = np.linalg.inv(CAMERA)[2]


def seen(x: float, y: float, size: tuple[float, float] = (1, 1), turned: float = 0) -> Floats:
    """Return the corners in the picture of what lies with its middle on (x, y), turned by degrees."""
    half = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]]) * size
    cos, sin = np.cos(np.radians(turned)), np.sin(np.radians(turned))
    return project(CAMERA, half @ np.array([[cos, -sin], [sin, cos]]) + (x, y))


def card(x: float, y: float, turned: float = 0) -> Floats:
    return seen(x, y, CARD_SIZE, turned)


def attendant(x: float, y: float, turned: float = 0) -> Floats:
    return seen(x, y, ATTENDANT_SIZE, turned)


def tiles_of(castle: int, right: float = 0) -> tuple[list[Spot], list[Floats]]:
    """Return a castle so many tiles to the right: a throne room with a tile on either side and one on it.

    Its box reaches from -1.5 to 2.5 and from -0.5 to 1.5.
    """
    spots = [
        Spot(0, True, castle, (0, 0)),
        *(Spot(0, False, castle, it) for it in ((-1, 0), (2, 0), (0, 1))),
    ]
    quads = [
        seen(right + 0.5, 0, (2, 1)),
        *(seen(right + it.place[0], it.place[1]) for it in spots[1:]),
    ]
    return spots, quads


def ground(castle: int = 0, right: float = 0) -> Ground:
    spots, quads = tiles_of(castle, right)
    return Ground.of(castle, spots, np.stack(quads))


def only(quad: Floats) -> Lying:
    (found,) = lying_near(quad, [ground()])
    return found


# Where they lie


def test_what_lies_straight_a_tile_below_a_castle_is_beside_it() -> None:
    found = only(card(0.5, -1.5))
    assert found.castle == 0
    assert found.away == pytest.approx(1, abs=1e-3)
    assert found.askew == pytest.approx(0, abs=0.1)
    assert not found.on_throne
    assert found.is_beside


@pytest.mark.parametrize(("x", "y"), [(-2.5, 0.5), (3.5, 0.5), (0, 2.5), (1.7, -1.5)])
def test_any_side_of_a_castle_will_do(x: float, y: float) -> None:
    found = only(card(x, y))
    assert found.away == pytest.approx(1, abs=1e-3)
    assert found.is_beside


def test_what_lies_askew_is_near_but_not_beside() -> None:
    found = only(card(0.5, -1.5, turned=30))
    assert found.askew == pytest.approx(30, abs=0.5)
    assert not found.is_beside


@pytest.mark.parametrize("turned", [90, 180, 270])
def test_what_lies_sideways_or_upside_down_is_straight(turned: float) -> None:
    found = only(card(0.5, -1.5, turned))
    assert found.askew == pytest.approx(0, abs=0.1)
    assert found.is_beside


@pytest.mark.parametrize(("turned", "askew"), [(10, 10), (-10, 10), (45, 45), (60, 30), (-75, 15)])
def test_how_askew_it_lies_is_told_from_the_nearest_quarter_turn(
    turned: float, askew: float
) -> None:
    assert only(attendant(0.5, -1, turned)).askew == pytest.approx(askew, abs=0.5)


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_it_does_not_matter_which_corner_is_the_first(turns: int) -> None:
    quad = card(0.5, -1.5, turned=25)
    expected, found = only(quad), only(roll(quad[None], turns)[0])
    assert found.away == pytest.approx(expected.away)
    assert found.askew == pytest.approx(expected.askew)


def test_what_lies_two_tiles_off_and_some_more_is_near_but_not_beside() -> None:
    found = only(card(0.5, -2.8))
    assert found.away == pytest.approx(2.3, abs=1e-3)
    assert not found.is_beside


def test_what_lies_four_tiles_off_is_not_near() -> None:
    assert lying_near(card(0.5, -4.5), [ground()]) == []


def test_it_is_the_distance_from_a_corner_of_the_box_that_counts() -> None:
    assert only(card(4, 3)).away == pytest.approx(np.hypot(1.5, 1.5), abs=1e-3)
    assert lying_near(card(4.5, 3.5), [ground()]) == []


@pytest.mark.parametrize("turned", [0, 33])
@pytest.mark.parametrize("x", [-0.3, 0.5, 1.4])
def test_what_has_its_middle_on_the_throne_room_is_on_it(x: float, turned: float) -> None:
    found = only(attendant(x, 0.3, turned))
    assert found.on_throne
    assert found.is_beside
    assert found.away == 0


def test_what_lies_on_another_tile_is_not_on_the_throne_room() -> None:
    for x, y in ((-1, 0), (2, 0), (0, 1)):
        assert not only(attendant(x, y)).on_throne
    spots, quads = tiles_of(0)
    without = Ground.of(0, spots[1:], np.stack(quads[1:]))
    (found,) = lying_near(attendant(0.5, 0), [without])
    assert not found.on_throne


def test_it_lies_best_on_a_throne_room_then_straight_and_then_near() -> None:
    quads = [
        attendant(0.5, 0),
        card(0.5, -1.5),
        card(0.5, -1.5, turned=10),
        card(0.5, -2.4, turned=10),
    ]
    badness = [only(it).badness for it in quads]
    assert badness == sorted(badness)
    assert len(set(badness)) == len(badness)


@pytest.mark.parametrize(("x", "castles"), [(3.6, [0, 1]), (3.9, [1, 0])])
def test_of_two_castles_the_one_that_it_lies_best_at_comes_first(
    x: float, castles: list[int]
) -> None:
    grounds = [ground(0), ground(1, right=6.5)]  # 2.5 tiles between them
    assert [it.castle for it in lying_near(card(x, 0), grounds)] == castles
    assert [it.castle for it in lying_near(card(x, 0), grounds[::-1])] == castles


def test_a_castle_far_off_is_left_out() -> None:
    grounds = [ground(0), ground(1, right=20)]
    assert [it.castle for it in lying_near(card(0.5, -1.5), grounds)] == [0]


def test_what_would_lie_beyond_the_horizon_is_near_no_castle() -> None:
    x = 200.0
    y = -(HORIZON[0] * x + HORIZON[2]) / HORIZON[1]
    (beyond,) = from_boxes([[x - 20, y - 420, x + 20, y - 380]])
    assert (beyond @ HORIZON[:2] + HORIZON[2] < 0).all()
    assert lying_near(beyond, [ground()]) == []


def test_what_reaches_to_the_horizon_is_near_no_castle() -> None:
    rows = [[1 / 64, 0, 0], [0, -1 / 64, 0], [0, 1 / 128, 1]]  # the horizon is at y = -128
    low, high = np.array([-1.5, -0.5]), np.array([2.5, 1.5])
    there = Ground(0, np.array(rows), low, high, (0, 0))
    below, *reaching = from_boxes(
        [[10, -60, 40, -30], [10, -128, 40, -30], [-40, -128, 40, -30], [-40, -200, 40, -128]]
    )
    assert lying_near(below, [there]) != []
    assert [lying_near(it, [there]) for it in reaching] == [[], [], []]


def test_castles_lie_where_what_is_part_of_them_does() -> None:
    """Strays, and what claims the place of another tile, make no castle larger."""
    spots, quads = [], []
    for own, corners in (tiles_of(1, right=9), tiles_of(0)):
        spots += own
        quads += corners
    spots += [Spot(0, False, None, (9, 9)), Spot(0, False, 0, (0, 1), under=5)]
    quads += [seen(0.5, -3), seen(0.5, -2)]
    first, second = Surroundings(spots, np.stack(quads)).grounds()
    for it, castle in ((first, 0), (second, 1)):
        assert it.castle == castle
        assert it.throne == (0, 0)
        assert it.low.tolist() == [-1.5, -0.5]
        assert it.high.tolist() == [2.5, 1.5]
    assert [it.castle for it in lying_near(card(9.5, -1.5), [first, second])] == [1]


# What castles have earned

ROOMS = {
    "utility": ("utility/sauna", "utility/kennel", "utility/tool-room"),
    "living": ("living/parlor", "living/gallery", "living/harp-room"),
    "downstairs": ("downstairs/crypt", "downstairs/dungeon", "downstairs/bath"),
}


def earned_by(catalogue: Catalogue, **counts: int) -> Economy:
    """Return what a castle with so many rooms of some types has earned."""
    rooms = [name for kind, count in counts.items() for name in ROOMS[kind][:count]]
    castle = Castle(
        throne="throne/corridor-food",
        rooms=[PlacedTile(id=name, x=2 + at, y=0) for at, name in enumerate(rooms)],
    )
    return count_economy(set_up_board(castle, catalogue))


@pytest.fixture(scope="module")
def nothing(catalogue: Catalogue) -> Economy:
    return earned_by(catalogue, utility=2, living=2, downstairs=2)


@pytest.fixture(scope="module")
def one_card(catalogue: Catalogue) -> Economy:
    return earned_by(catalogue, utility=3)


@pytest.fixture(scope="module")
def one_attendant(catalogue: Catalogue) -> Economy:
    return earned_by(catalogue, living=3)


@pytest.fixture(scope="module")
def one_bonus(catalogue: Catalogue) -> Economy:
    """An attendant or a card, as the players choose."""
    return earned_by(catalogue, downstairs=3)


def beside(castle: int = 0, away: float = 1.0) -> Lying:
    return Lying(castle, away, 0.0, False)


def askew(castle: int = 0) -> Lying:
    return Lying(castle, 1.0, 30.0, False)


def on_throne(castle: int = 0) -> Lying:
    return Lying(castle, 0.0, 5.0, True)


def unearned(castle: int = 0) -> Owner:
    return Owner(castle, Uncounted.UNEARNED)


def aside(castle: int = 0) -> Owner:
    return Owner(castle, Uncounted.ASIDE)


def test_a_card_that_is_earned_counts(one_card: Economy) -> None:
    assert find_owners([(CARD, [beside()])], [one_card]) == [Owner(0)]


def test_a_card_that_is_not_earned_is_said_of_the_castle_that_it_lies_at(
    nothing: Economy, one_attendant: Economy
) -> None:
    for economy in (nothing, one_attendant):
        assert find_owners([(CARD, [beside()])], [economy]) == [unearned()]
    near = [beside(1), beside(0, 1.5)]
    assert find_owners([(CARD, near)], [nothing, nothing]) == [unearned(1)]


def test_an_attendant_beside_a_castle_is_earned_by_living_rooms(
    nothing: Economy, one_attendant: Economy, one_card: Economy
) -> None:
    pieces = [(ATTENDANT, [beside()])]
    assert find_owners(pieces, [one_attendant]) == [Owner(0)]
    for economy in (nothing, one_card):
        assert find_owners(pieces, [economy]) == [unearned()]


def test_of_two_cards_the_one_that_lies_worse_is_not_counted(one_card: Economy) -> None:
    pieces = [(CARD, [beside(away=1.5)]), (CARD, [beside(away=1.2)])]
    assert find_owners(pieces, [one_card]) == [unearned(), Owner(0)]


def test_one_that_is_turned_lies_worse_than_one_that_is_straight(one_card: Economy) -> None:
    turned = Lying(0, 1.0, 15.0, False)
    pieces = [(CARD, [turned]), (CARD, [beside()])]
    assert find_owners(pieces, [one_card]) == [unearned(), Owner(0)]


def test_a_card_too_many_goes_to_the_next_castle_if_that_has_earned_it(
    one_card: Economy, nothing: Economy
) -> None:
    pieces = [(CARD, [beside(0, 1.2)]), (CARD, [beside(0, 1.5), beside(1, 1.8)])]
    assert find_owners(pieces, [one_card, one_card]) == [Owner(0), Owner(1)]
    assert find_owners(pieces, [one_card, None]) == [Owner(0), Owner(1)]
    assert find_owners(pieces, [one_card, nothing]) == [Owner(0), unearned(0)]


def test_of_two_cards_the_one_that_another_castle_may_have_earned_goes_there(
    one_card: Economy, nothing: Economy
) -> None:
    pieces = [(CARD, [beside(0, 1.2), beside(1, 1.4)]), (CARD, [beside(0, 1.5)])]
    for other in (one_card, None):
        assert find_owners(pieces, [one_card, other]) == [Owner(1), Owner(0)]
    assert find_owners(pieces, [one_card, nothing]) == [Owner(0), unearned(0)]


def test_the_next_castle_has_the_one_that_lies_best_at_it(one_card: Economy) -> None:
    moved = (CARD, [beside(0, 1.5), beside(1, 1.8)])
    first = (CARD, [beside(0, 1.2)])
    assert find_owners([first, moved, (CARD, [beside(1, 1.1)])], [one_card, one_card]) == [
        Owner(0),
        unearned(0),
        Owner(1),
    ]
    assert find_owners([first, moved, (CARD, [beside(1, 1.9)])], [one_card, one_card]) == [
        Owner(0),
        Owner(1),
        unearned(1),
    ]


def test_a_card_askew_beside_the_next_castle_does_not_go_to_it(one_card: Economy) -> None:
    pieces = [(CARD, [beside(0, 1.2)]), (CARD, [beside(0, 1.5), askew(1)])]
    assert find_owners(pieces, [one_card, one_card]) == [Owner(0), unearned(0)]


def test_all_that_lies_beside_a_castle_counts_where_nothing_is_known_of_it() -> None:
    cards = [(CARD, [beside()])] * 3
    pieces = [*cards, (ATTENDANT, [beside()]), (ATTENDANT, [on_throne()])]
    assert find_owners(pieces, [None]) == [Owner(0)] * 5
    assert find_owners([(CARD, [askew()])], [None]) == [aside()]


def test_attendants_on_a_throne_room_count_though_they_are_not_earned(nothing: Economy) -> None:
    pieces = [(ATTENDANT, [on_throne()])] * 2
    assert find_owners(pieces, [nothing]) == [Owner(0)] * 2


def test_attendants_on_a_throne_room_take_what_is_earned(one_attendant: Economy) -> None:
    pieces = [(ATTENDANT, [beside(away=0.5)]), (ATTENDANT, [on_throne()])]
    assert find_owners(pieces, [one_attendant]) == [unearned(), Owner(0)]


def test_of_more_than_two_attendants_the_one_beside_the_castle_goes(catalogue: Catalogue) -> None:
    both = earned_by(catalogue, living=3, downstairs=3)
    on, off = (ATTENDANT, [on_throne()]), (ATTENDANT, [beside()])
    assert find_owners([on, off], [both]) == [Owner(0)] * 2
    assert find_owners([on, off, on], [both]) == [Owner(0), unearned(), Owner(0)]
    assert find_owners([on, on, on], [both]) == [Owner(0)] * 3  # the audit tells of that


def test_the_bonus_of_the_players_choice_is_given_once(one_bonus: Economy) -> None:
    one, other = (CARD, [beside(away=1.0)]), (CARD, [beside(away=1.1)])
    assert find_owners([one], [one_bonus]) == [Owner(0)]
    assert find_owners([(ATTENDANT, [beside()])], [one_bonus]) == [Owner(0)]
    assert find_owners([other, one], [one_bonus]) == [unearned(), Owner(0)]
    assert find_owners([one, (ATTENDANT, [on_throne()])], [one_bonus]) == [unearned(), Owner(0)]


def test_what_has_no_name_takes_the_place_of_nothing(one_card: Economy, nothing: Economy) -> None:
    unnamed = (None, [beside(away=0.9)])
    named = (CARD, [beside(away=1.5)])
    assert find_owners([unnamed, named, unnamed], [one_card]) == [Owner(0)] * 3
    assert find_owners([unnamed, named], [nothing]) == [Owner(0), unearned()]
    assert find_owners([(None, [askew()])], [one_card]) == [aside()]


def test_what_lies_askew_or_too_far_off_is_not_counted_though_it_is_earned(
    one_card: Economy,
) -> None:
    for near in (askew(), beside(away=2.3)):
        assert find_owners([(CARD, [near])], [one_card]) == [aside()]
    assert find_owners([(CARD, [askew(1), beside(0, 2.4)])], [one_card, one_card]) == [aside(1)]
    # It takes nothing from what lies there as it should.
    pieces = [(CARD, [askew()]), (CARD, [beside(away=1.9)])]
    assert find_owners(pieces, [one_card]) == [aside(), Owner(0)]


def test_it_belongs_to_the_castle_beside_which_it_is_straight(one_card: Economy) -> None:
    worse = Lying(1, 1.7, 20.0, False)
    turned = Lying(0, 0.9, 23.0, False)
    near = sorted([worse, turned], key=lambda it: it.badness)
    assert near[0] is turned
    assert find_owners([(CARD, near)], [one_card, one_card]) == [Owner(1)]


def test_what_lies_near_nothing_has_no_owner(one_card: Economy) -> None:
    assert find_owners([(CARD, []), (None, [])], [one_card]) == [None, None]
    assert find_owners([], []) == []


# Whatever lies there

Piece = tuple[PieceClass | None, list[Lying]]

ECONOMIES = [
    None,
    *(
        earned_by(packaged_catalogue(), **counts)
        for counts in (
            {},
            {"utility": 3},
            {"living": 3},
            {"downstairs": 3},
            {"utility": 3, "living": 3, "downstairs": 3},
        )
    ),
]


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[Piece], list[Economy | None]]:
    """Draw two castles and what lies near them, no two things equally well but on throne rooms."""
    economies = draw(st.lists(st.sampled_from(ECONOMIES), min_size=2, max_size=2))
    kinds = draw(st.lists(st.sampled_from([CARD, ATTENDANT, None]), max_size=7))
    # From 0.91 to 2.5 tiles, each distance once.
    away = draw(st.permutations(range(91, 251)))
    pieces: list[Piece] = []
    for number, kind in enumerate(kinds):
        near = []
        throne = draw(st.sampled_from([None, None, 0, 1])) if kind is ATTENDANT else None
        for castle in range(2):
            if throne == castle:
                near.append(on_throne(castle))
            elif draw(st.booleans()):
                near.append(beside(castle, away[2 * number + castle] / 100))
        pieces.append((kind, sorted(near, key=lambda it: it.badness)))
    return pieces, economies


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_in_which_pieces_were_found_does_not_matter(
    table: tuple[list[Piece], list[Economy | None]], random: Random
) -> None:
    pieces, economies = table
    order = list(range(len(pieces)))
    random.shuffle(order)
    owners = find_owners(pieces, economies)
    assert find_owners([pieces[it] for it in order], economies) == [owners[it] for it in order]


@given(tables())
def test_no_castle_has_more_beside_it_than_it_has_earned(
    table: tuple[list[Piece], list[Economy | None]],
) -> None:
    pieces, economies = table
    owners = find_owners(pieces, economies)
    for castle, economy in enumerate(economies):
        own = [it for it, owner in zip(pieces, owners, strict=True) if owner == Owner(castle)]
        if economy is None:
            continue
        kinds = [kind for kind, _ in own]
        having = replace(economy, attendants=kinds.count(ATTENDANT), bonus_cards=kinds.count(CARD))
        left_over = unexplained(having)
        beside_it = {kind for kind, near in own if on_throne(castle) not in near}
        assert not (left_over.attendants and ATTENDANT in beside_it)
        assert not left_over.bonus_cards


@given(tables())
def test_each_piece_is_of_a_castle_that_it_lies_near(
    table: tuple[list[Piece], list[Economy | None]],
) -> None:
    pieces, economies = table
    for (kind, near), owner in zip(pieces, find_owners(pieces, economies), strict=True):
        if owner is None:
            assert near == []
            continue
        if owner.uncounted is None:
            assert owner.castle in [it.castle for it in near if it.is_beside]
        else:
            assert owner.castle == near[0].castle
        if owner.uncounted is Uncounted.UNEARNED:
            assert kind is not None
        if near and near[0].on_throne:
            assert owner == Owner(near[0].castle)


@given(tables())
def test_what_has_no_name_changes_nothing_for_the_others(
    table: tuple[list[Piece], list[Economy | None]],
) -> None:
    pieces, economies = table
    named = [it for it in pieces if it[0] is not None]
    owners = find_owners(pieces, economies)
    expected = [it for it, (kind, _) in zip(owners, pieces, strict=True) if kind is not None]
    assert find_owners(named, economies) == expected
