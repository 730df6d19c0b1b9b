import pytest

from castlescan.engine.between_two_castles.modes import MODES, Mode, lay_out


@pytest.mark.parametrize("seats", range(3, 9))
def test_in_a_ring_each_player_builds_the_castles_to_the_left_and_right(seats):
    # Rulebook p. 2, Setup, and p. 13, Ending the Game.
    layout = lay_out(Mode.STANDARD, seats)
    for seat in range(seats):
        assert layout.castles_of[seat] == (seat, (seat - 1) % seats)
        assert layout.neighbours_of[seat] == ((seat + 1) % seats, (seat - 1) % seats)
    assert len(layout.castles_of) == len(layout.neighbours_of) == seats


def test_two_players_and_ludwig_sit_as_three_players():
    # Rulebook p. 14.
    assert lay_out(Mode.TWO_PLAYER, 3) == lay_out(Mode.STANDARD, 3)
    assert MODES[Mode.TWO_PLAYER].castles_to_build(3) == 3


@pytest.mark.parametrize("seats", range(3, 9))
def test_personal_castles_look_left_and_right(seats):
    # Secrets & Soirees, The Mad King's Demand.
    layout = lay_out(Mode.MAD_KINGS_DEMAND, seats)
    assert layout.castles_of == tuple((seat,) for seat in range(seats))
    assert layout.neighbours_of == lay_out(Mode.STANDARD, seats).neighbours_of


def test_two_personal_castles_look_at_themselves_and_each_other():
    # Secrets & Soirees, The Mad King's Demand, Two-Player Adjustments.
    layout = lay_out(Mode.MAD_KINGS_DEMAND, 2)
    assert layout.castles_of == ((0,), (1,))
    assert layout.neighbours_of == ((0, 1), (1, 0))


def test_the_robertas_share_roburg():
    # Solo modes, Automa, Introduction.
    layout = lay_out(Mode.AUTOMA, 3)
    linkenstein, rechtsburg, roburg = range(3)
    assert [set(castles) for castles in layout.castles_of] == [
        {linkenstein, rechtsburg},
        {linkenstein, roburg},
        {rechtsburg, roburg},
    ]
    assert layout.castles_of[0] == (linkenstein, rechtsburg)
    assert layout.neighbours_of == (
        (roburg, rechtsburg),
        (linkenstein, roburg),
        (rechtsburg, linkenstein),
    )
    assert MODES[Mode.AUTOMA].castles_to_build(3) == 2


def test_the_introvert_looks_at_the_own_castle_and_roburg():
    # Solo modes, Introvert Variant, Scoring.
    layout = lay_out(Mode.INTROVERT, 2)
    assert layout.castles_of == ((0,), (1,))
    assert layout.neighbours_of[0] == (0, 1)
    assert MODES[Mode.INTROVERT].castles_to_build(2) == 1


@pytest.mark.parametrize(
    ("mode", "fewest", "most", "artificial"),
    [
        ("standard", 3, 8, ()),
        ("two-player", 2, 2, ("Ludwig",)),
        ("mad-kings-demand", 2, 8, ()),
        ("automa", 1, 1, ("Roberta von Links", "Roberta von Rechts")),
        ("introvert", 1, 1, ("Roberta von Roburg",)),
    ],
)
def test_who_can_play(mode, fewest, most, artificial):
    rules = MODES[Mode(mode)]
    assert (rules.fewest, rules.most, rules.artificial) == (fewest, most, artificial)
