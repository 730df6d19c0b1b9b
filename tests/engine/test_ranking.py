import pytest
from hypothesis import given
from hypothesis import strategies as st

from castlescan.engine.ranking import competition_ranks, finishing_order, winners

keys = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=8)


@pytest.mark.parametrize(
    ("given_keys", "ranks"),
    [
        ([(5,)], [1]),
        ([(5,), (7,), (6,)], [3, 1, 2]),
        ([(7,), (5,), (7,), (4,)], [1, 3, 1, 4]),
        ([(7,), (7,), (7,)], [1, 1, 1]),
        ([(7, 9), (7, 10)], [2, 1]),
        ([(8, 0), (7, 10)], [1, 2]),
        ([(7, 9, 6), (7, 9, 7)], [2, 1]),
        ([(7, 10, 0), (7, 9, 7)], [1, 2]),
        ([(), ()], [1, 1]),
        ([], []),
    ],
)
def test_points_come_before_tie_breakers_and_equal_keys_share_a_rank(given_keys, ranks):
    assert competition_ranks(given_keys) == ranks


def test_the_order_is_best_first_and_ties_stay_in_seat_order():
    assert finishing_order([(1,), (3,), (2,), (3,)]) == [1, 3, 2, 0]


def test_equal_best_players_share_the_victory():
    assert winners([(1,), (3,), (2,), (3,)]) == [1, 3]
    assert winners([(1, 2), (1, 3)]) == [1]


@given(keys)
def test_a_rank_is_one_more_than_the_number_of_better_players(given_keys):
    ranks = competition_ranks(given_keys)
    for key, rank in zip(given_keys, ranks, strict=True):
        assert rank - 1 == len([other for other in given_keys if other > key])


@given(keys)
def test_ranks_never_fall_along_the_order_and_the_first_has_won(given_keys):
    ranks = competition_ranks(given_keys)
    order = finishing_order(given_keys)
    assert sorted(order) == list(range(len(given_keys)))
    assert [ranks[player] for player in order] == sorted(ranks)
    assert order[0] == winners(given_keys)[0]


@given(keys, st.randoms(use_true_random=False))
def test_the_order_of_the_players_changes_no_rank(given_keys, random):
    shuffled = list(given_keys)
    random.shuffle(shuffled)
    before = sorted(zip(given_keys, competition_ranks(given_keys), strict=True))
    assert sorted(zip(shuffled, competition_ranks(shuffled), strict=True)) == before
