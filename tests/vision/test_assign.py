"""Who is who, and what each kind of evidence counts."""

import subprocess
import sys
from dataclasses import dataclass, field

import numpy as np
import pytest

from castlescan.engine.between_two_castles.catalogue import Catalogue, TileSet
from castlescan.vision.assign import (
    COPY_TOO_MANY,
    DUPLICATE,
    LEAST_NAMED,
    UNKNOWN,
    _fitting_together,
    assign,
    best_of_each,
)
from castlescan.vision.evidence import (
    BORDERS,
    HANGINGS,
    TYPES,
    castle_turn,
    log_identities,
    log_orientations,
    log_set_priors,
    normalised,
    turned_against_castle,
)


def logs(rows: list[list[float]]) -> np.ndarray:
    return normalised(np.log(np.array(rows)))


def test_each_piece_gets_its_best_id() -> None:
    found = assign(logs([[0.8, 0.1, 0.1], [0.1, 0.1, 0.8]]), [0.95, 0.95], [1, 1, 1])
    assert found.choice.tolist() == [0, 2]
    assert found.confidence.min() > 0.7


def test_the_surer_of_two_keeps_an_id_and_the_other_takes_its_next_best() -> None:
    both = logs([[0.6, 0.4], [0.9, 0.1]])
    found = assign(both, [0.95, 0.95], [1, 1])
    assert found.choice.tolist() == [1, 0]
    assert best_of_each(both, [0.95, 0.95]).choice.tolist() == [0, 0]


def test_ids_with_several_copies_may_be_there_several_times() -> None:
    found = assign(logs([[0.6, 0.4]] * 3), [0.95] * 3, [2, 5])
    assert sorted(found.choice.tolist()) == [0, 0, 1]


def test_none_of_these_is_an_answer() -> None:
    found = assign(logs([[0.9, 0.1], [0.5, 0.5]]), [0.95, 0.05], [1, 1])
    assert found.choice.tolist() == [0, UNKNOWN]
    assert found.confidence[1] == pytest.approx(0.95, abs=0.01)
    assert best_of_each(logs([[0.9, 0.1]]), [0.05]).choice.tolist() == [UNKNOWN]


def test_a_piece_is_named_while_one_id_is_likely_enough() -> None:
    found = assign(logs([[1 / 3] * 3]), [0.9], [1] * 3)
    assert found.choice[0] != UNKNOWN
    guess = assign(logs([[0.1] * 10]), [0.7], [1] * 10)
    assert guess.choice[0] == UNKNOWN
    assert guess.probability[0, :-1] == pytest.approx(0.07)


def test_a_copy_too_many_is_accepted_where_nothing_else_fits() -> None:
    clear = logs([[1.0, 1e-4], [1.0, 1e-4]])
    assert assign(clear, [0.99, 0.99], [1, 1]).choice.tolist() == [0, 0]
    assert sorted(assign(clear, [0.99, 0.99], [1, 1], True).choice.tolist()) == [UNKNOWN, 0]
    close = logs([[1.0, 1.1 * np.exp(-DUPLICATE)]] * 2)
    assert sorted(assign(close, [0.99, 0.99], [1, 1]).choice.tolist()) == [0, 1]


def test_a_copy_too_many_is_never_sure() -> None:
    found = assign(logs([[1.0, 1e-4]] * 3), [0.99, 0.98, 0.999], [2, 1])
    assert found.choice.tolist() == [0, 0, 0]
    assert (found.confidence <= COPY_TOO_MANY).tolist() == [False, True, False]
    assert np.allclose(found.probability.sum(axis=1), 1)


def test_a_copy_too_many_is_named_where_the_other_is_surer() -> None:
    found = assign(logs([[1.0, 1e-5], [1.0, 1e-3]]), [0.9999, 0.99], [1, 1])
    assert found.choice.tolist() == [0, 0]
    assert found.confidence.min() >= LEAST_NAMED


def test_probabilities_are_of_ids_and_none_of_these() -> None:
    rng = np.random.default_rng(3)
    found = assign(normalised(rng.normal(0, 2, (12, 15))), rng.uniform(0.2, 1, 12), [1] * 15)
    assert np.allclose(found.probability.sum(axis=1), 1)
    assert (found.probability[:, :-1].sum(axis=0) < 1.05).all()


@pytest.mark.parametrize("seed", range(20))
def test_where_no_id_is_wanted_too_often_each_gets_what_all_together_would(seed: int) -> None:
    rng = np.random.default_rng(seed)
    logs = np.log(rng.dirichlet(np.full(12, 0.3), 4) + 1e-6)
    logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
    known, copies = rng.uniform(0.3, 1, 4), np.full(12, 4)
    chosen = assign(logs, known, copies).choice
    together = _fitting_together(logs, known, copies, np.zeros((), bool))
    named = chosen != UNKNOWN
    assert (chosen[named] == together[named]).all()
    assert (chosen == best_of_each(logs, known).choice).all()


def test_a_solver_is_loaded_only_when_an_id_is_wanted_too_often() -> None:
    """It takes longer to load than all the rest of reading."""
    code = (
        "import sys\n"
        "import numpy as np\n"
        "from castlescan.vision.assign import assign\n"
        "logs = np.log([[0.9, 0.1], [0.2, 0.8]])\n"
        "for copies, loaded in (([1, 1], False), ([0, 1], True)):\n"
        "    assign(logs, [0.9, 0.9], copies)\n"
        "    assert ('scipy' in sys.modules) == loaded, copies\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_nothing_to_assign() -> None:
    for find in (lambda *it: assign(*it, [1, 1]), best_of_each):
        assert find(np.zeros((0, 2)), []).choice.tolist() == []
    assert assign(np.zeros((2, 0)), [0.9, 0.9], []).choice.tolist() == [UNKNOWN, UNKNOWN]
    assert best_of_each(np.zeros((2, 0)), [0.9, 0.9]).choice.tolist() == [UNKNOWN, UNKNOWN]


@dataclass
class Answers:
    ids: tuple[str, ...]
    similarity: np.ndarray
    orientation: np.ndarray = field(default_factory=lambda: np.full((1, 4), 0.25, np.float32))
    border: np.ndarray = field(default_factory=lambda: np.full((1, 2), 0.5, np.float32))
    tile_type: np.ndarray = field(default_factory=lambda: np.full((1, len(TYPES)), 0.1, np.float32))
    hanging: np.ndarray = field(default_factory=lambda: np.full((1, 5), 0.2, np.float32))
    known: np.ndarray = field(default_factory=lambda: np.ones(1, np.float32))


def test_heads_decide_between_faces_that_look_alike(catalogue: Catalogue) -> None:
    ids = ("food/bakery", "living/parlor", "specialty/fountain")
    answers = Answers(ids, np.full((1, 3), 0.7, np.float32))
    assert np.ptp(log_identities(answers, catalogue)) < 1e-6
    answers.tile_type[0, TYPES.index("living")] = 0.9
    assert log_identities(answers, catalogue)[0].argmax() == 1
    answers.tile_type[0] = 0.1
    answers.border[0] = np.eye(2)[BORDERS.index("blue")]
    assert log_identities(answers, catalogue)[0].argmax() == 2
    hanging = catalogue.tile("food/bakery").hanging
    answers.border[0] = 0.5
    answers.hanging[0] = np.eye(5)[HANGINGS.index(hanging)]
    assert log_identities(answers, catalogue)[0].argmax() in (0, 1)


def test_heads_do_not_touch_cards(catalogue: Catalogue) -> None:
    answers = Answers(("bonus/width", "bonus/height"), np.array([[0.9, 0.1]], np.float32))
    assert log_identities(answers, catalogue)[0].argmax() == 0


BASE, EXTRA = TileSet.BASE, TileSet.SECRETS_AND_SOIREES


def test_the_expansion_is_in_play_when_tiles_say_so() -> None:
    sets, copies = [BASE] * 4 + [EXTRA] * 4, [1] * 8
    none = np.full((12, 8), -8.0)
    none[np.arange(12), np.arange(12) % 4] = 0
    without = log_set_priors(normalised(none), np.ones(12), sets, copies)
    some = none.copy()
    some[0] = -8.0
    some[0, 5] = 0
    some[1] = -8.0
    some[1, 6] = 0
    with_it = log_set_priors(normalised(some), np.ones(12), sets, copies)
    assert with_it[5] > without[5]
    assert without[5] > -4  # never ruled out
    assert (without[:4] == 0).all()
    unsure = log_set_priors(normalised(some), np.full(12, 0.01), sets, copies)
    assert unsure[5] < with_it[5]


def test_no_candidates_have_no_prior() -> None:
    assert log_set_priors(np.zeros((0, 2)), [], [BASE, EXTRA], [1, 1]).tolist() == [0, 0]


def oriented(turns: list[int], chance: float = 0.9) -> Answers:
    orientation = np.full((len(turns), 4), (1 - chance) / 3, np.float32)
    orientation[np.arange(len(turns)), turns] = chance
    return Answers((), np.zeros((len(turns), 0), np.float32), orientation)


def test_a_castle_is_turned_as_most_of_its_tiles_say() -> None:
    found = log_orientations(oriented([2, 2, 2, 0, 1]), [2, 2, 0, 0, 0])
    assert castle_turn(found, has_throne=True) == 2
    sideways = log_orientations(oriented([1, 1, 1, 0]), [1, 1, 1, 1])
    assert castle_turn(sideways, has_throne=False) == 1
    assert castle_turn(sideways, has_throne=True) in (0, 2)
    assert castle_turn(np.zeros((0, 4)), has_throne=True) == 0


def test_a_turned_tile_needs_both_witnesses() -> None:
    agreed = turned_against_castle(log_orientations(oriented([2], 0.97), [2]), 0)
    assert agreed[0].argmax() == 2
    alone = turned_against_castle(log_orientations(oriented([2], 0.97), [0]), 0)
    assert alone[0].argmax() == 0
    assert np.allclose(alone.sum(axis=1), 1)


def test_tiles_are_turned_against_their_castle_not_the_picture() -> None:
    found = turned_against_castle(log_orientations(oriented([2, 3]), [2, 3]), 2)
    assert found.argmax(axis=1).tolist() == [0, 1]
