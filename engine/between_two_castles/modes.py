"""The ways to play: who sits at the table, who builds which castle, and how ties are broken."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from .catalogue import Counts


class Mode(StrEnum):
    """A way to play the game."""

    STANDARD = "standard"
    TWO_PLAYER = "two-player"
    MAD_KINGS_DEMAND = "mad-kings-demand"
    AUTOMA = "automa"
    INTROVERT = "introvert"


class TieBreaker(StrEnum):
    """What players with equal points compare; more is better."""

    HIGHER_CASTLE = "higher-castle"
    SPECIALTY_ROOMS = "specialty-rooms"


# Rulebook p. 13, Ending the Game.
_BOTH_TIE_BREAKERS = (TieBreaker.HIGHER_CASTLE, TieBreaker.SPECIALTY_ROOMS)


@dataclass(frozen=True)
class ModeRules:
    """What sets a mode apart.

    Attributes
    ----------
    fewest, most
        How many people can play.
    artificial
        Names of the players who are no people; they sit after these, clockwise.
    shares_castles
        Whether each castle is built by the two players beside it, or each player has one alone.
    tie_breakers
        In the order in which they are asked.
    has_roburg
        Whether the last castle is Roburg, which scores by rules of its own.
    castle_names
        Names that the rulebook gives the castles.
    removed_cards
        Bonus cards that are taken out of the game.

    """

    fewest: int
    most: int
    shares_castles: bool
    tie_breakers: tuple[TieBreaker, ...]
    artificial: tuple[str, ...] = ()
    has_roburg: bool = False
    castle_names: tuple[str, ...] = ()
    removed_cards: frozenset[Counts] = frozenset()

    def castles_to_build(self, seats: int) -> int:
        """Return how many castles of tiles there are, Roburg excepted."""
        return seats - self.has_roburg


MODES: Mapping[Mode, ModeRules] = {
    # The eighth player needs the eighth throne room, which comes with the expansion.
    Mode.STANDARD: ModeRules(
        fewest=3, most=8, shares_castles=True, tie_breakers=_BOTH_TIE_BREAKERS
    ),
    # Rulebook p. 14, Two-Player Variant: Ludwig plays as the third player and can win.
    Mode.TWO_PLAYER: ModeRules(
        fewest=2,
        most=2,
        shares_castles=True,
        tie_breakers=_BOTH_TIE_BREAKERS,
        artificial=("Ludwig",),
    ),
    # Secrets & Soirees rulebook, The Mad King's Demand, Ending the Game.
    Mode.MAD_KINGS_DEMAND: ModeRules(
        fewest=2, most=8, shares_castles=False, tie_breakers=(TieBreaker.SPECIALTY_ROOMS,)
    ),
    # Solo modes, Automa, Introduction and Scoring.
    Mode.AUTOMA: ModeRules(
        fewest=1,
        most=1,
        shares_castles=True,
        tie_breakers=_BOTH_TIE_BREAKERS,
        artificial=("Roberta von Links", "Roberta von Rechts"),
        has_roburg=True,
        castle_names=("Linkenstein", "Rechtsburg"),
    ),
    # Solo modes, Introvert Variant, Setup, step 8, and Scoring.
    Mode.INTROVERT: ModeRules(
        fewest=1,
        most=1,
        shares_castles=False,
        tie_breakers=(),
        artificial=("Roberta von Roburg",),
        has_roburg=True,
        removed_cards=frozenset({Counts.NEIGHBOUR_SPECIALTY}),
    ),
}


@dataclass(frozen=True)
class Layout:
    """Where the castles stand; Roburg is numbered after the castles of tiles.

    Attributes
    ----------
    castles_of
        The castles that each seat builds: those to its left and right, or its own.
    neighbours_of
        The castles that the ballrooms of each castle look at, left before right.

    """

    castles_of: tuple[tuple[int, ...], ...]
    neighbours_of: tuple[tuple[int, ...], ...]


def lay_out(mode: Mode, seats: int) -> Layout:
    """Work out who builds which castle, and which castles are neighbours.

    Parameters
    ----------
    mode
        The way to play.
    seats
        Players at the table, artificial ones included. There are as many castles, Roburg included.

    """
    if MODES[mode].shares_castles:
        # Setup, p. 2: castle i stands to the left of player i, between that one and the next player
        # clockwise. In the solo mode Roburg stands between the two Robertas and is numbered last.
        ring = (0, 2, 1) if mode is Mode.AUTOMA else tuple(range(seats))
        castles_of = tuple((ring[seat], ring[seat - 1]) for seat in range(seats))
        return Layout(castles_of, _beside(ring))
    own = tuple((seat,) for seat in range(seats))
    if seats == 2:
        # Secrets & Soirees rulebook, The Mad King's Demand, Two-Player Adjustments; solo modes, Introvert
        # Variant, Scoring: ballrooms count in their own castle and in the opponent's.
        return Layout(own, ((0, 1), (1, 0)))
    return Layout(own, _beside(tuple(range(seats))))


def _beside(ring: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    places = {castle: place for place, castle in enumerate(ring)}
    return tuple(
        (ring[(places[castle] + 1) % len(ring)], ring[places[castle] - 1])
        for castle in range(len(ring))
    )
