"""What the rooms of a castle earn, compared with what lies there.

Every third room of a type earns the bonus of the type, every fifth a specialty room of the players'
choice, and the third downstairs room one of the other bonuses (rulebook p. 4 and pp. 5-11). Since
tiles never leave a castle, each bonus is earned once, whatever the order of building. So the counts
alone bound what can be there; whether an order of building exists is for
:mod:`.building_order`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from ..violations import Severity, Violation
from ..words import Words
from .board import Board, Room
from .bonus_cards import regular_type_counts
from .catalogue import REGULAR_TYPES, Specialty, TileType
from .placement import fault
from .rules import Rule

ROOMS_FOR_TYPE_BONUS = 3
ROOMS_FOR_SPECIALTY_BONUS = 5

# Rulebook p. 4: two rounds of four turns, two tiles a turn. All variants and both solo modes come to the
# same number for each castle.
DRAFTED_TILES = 16

# pp. 8-10 and Secrets & Soirees, Activity Rooms, Bonus.
SPECIALTY_BONUSES: Mapping[TileType, Specialty] = {
    TileType.OUTDOOR: Specialty.FOUNTAIN,
    TileType.SLEEPING: Specialty.TOWER,
    TileType.CORRIDOR: Specialty.GRAND_FOYER,
    TileType.ACTIVITY: Specialty.BALLROOM,
}


@dataclass(frozen=True)
class Surplus:
    """What lies there beyond the type bonuses of the castle itself."""

    attendants: int
    bonus_cards: int
    room_tiles: int
    specialties: int


@dataclass(frozen=True)
class Economy:
    """The counts of a castle that its bonuses depend on.

    Attributes
    ----------
    type_counts
        Rooms of each regular type, secret rooms counting as what they copy.
    room_tiles
        Regular and secret room tiles, all of which were drafted or came with a food bonus.
    specialties
        Specialty rooms without the throne room.
    attendants, bonus_cards
        How many there are.
    drafted
        Room tiles that a castle gets in the turns of a whole game.
    """

    type_counts: Mapping[TileType, int]
    room_tiles: int
    specialties: Mapping[Specialty, int]
    attendants: int
    bonus_cards: int
    drafted: int = DRAFTED_TILES

    def earns(self, kind: TileType) -> bool:
        """Whether there are enough rooms of a type for its bonus."""
        return self.type_counts.get(kind, 0) >= ROOMS_FOR_TYPE_BONUS

    @cached_property
    def types_with_fifth(self) -> list[TileType]:
        """The types whose fifth room earned a specialty room."""
        return [
            kind
            for kind in REGULAR_TYPES
            if self.type_counts.get(kind, 0) >= ROOMS_FOR_SPECIALTY_BONUS
        ]

    @property
    def choices(self) -> int:
        """How many bonuses of the players' choice there are: one with three downstairs rooms."""
        return int(self.earns(TileType.DOWNSTAIRS))

    @property
    def tiles_of_finished_castle(self) -> int:
        """Room tiles that a finished castle has at least."""
        return self.drafted + self.earns(TileType.FOOD)

    @property
    def food_tiles(self) -> int:
        """Room tiles beyond the drafted ones, which must have come with food bonuses."""
        return max(0, self.room_tiles - self.drafted)

    @cached_property
    def surplus(self) -> Surplus:
        """What needs a fifth room or a bonus of the players' choice to be explained."""
        own = {bonus: int(self.earns(kind)) for kind, bonus in SPECIALTY_BONUSES.items()}
        return Surplus(
            attendants=max(0, self.attendants - self.earns(TileType.LIVING)),
            bonus_cards=max(0, self.bonus_cards - self.earns(TileType.UTILITY)),
            room_tiles=max(0, self.room_tiles - self.tiles_of_finished_castle),
            specialties=sum(
                max(0, self.specialties.get(bonus, 0) - earned) for bonus, earned in own.items()
            ),
        )

    @property
    def specialties_beyond_fifths(self) -> int:
        """Surplus specialty rooms that fifth rooms do not explain."""
        return max(0, self.surplus.specialties - len(self.types_with_fifth))

    def surplus_of(self, specialty: Specialty) -> int:
        """How many of a specialty room are there beyond the bonus of its own type."""
        own = any(
            self.earns(kind) for kind, bonus in SPECIALTY_BONUSES.items() if bonus is specialty
        )
        return max(0, self.specialties.get(specialty, 0) - own)


def count_economy(board: Board, drafted: int = DRAFTED_TILES) -> Economy:
    """Count what the bonuses of a castle depend on."""
    specialties = Counter(
        room.tile.specialty for room in board.rooms if room.tile.specialty is not None
    )
    thrones = sum(room.tile.type is TileType.THRONE for room in board.rooms)
    return Economy(
        type_counts=regular_type_counts(board),
        room_tiles=len(board.rooms) - specialties.total() - thrones,
        specialties=specialties,
        attendants=len(board.castle.attendants),
        bonus_cards=len(board.castle.bonus_cards),
        drafted=drafted,
    )


def audit_economy(board: Board, words: Words, drafted: int = DRAFTED_TILES) -> list[Violation]:
    """Report what the bonuses cannot explain (illegal) and what seems forgotten (suspect)."""
    economy = count_economy(board, drafted)
    return [*_unearned(board, economy, words), *_forgotten(board, economy, words)]


def unexplained(economy: Economy) -> Surplus:
    """Return the surplus that neither fifth rooms nor the bonus of the players' choice explain.

    The choice goes to the first surplus, in the order of :class:`Surplus`.
    """
    surplus = economy.surplus
    amounts = (
        surplus.attendants,
        surplus.bonus_cards,
        surplus.room_tiles,
        economy.specialties_beyond_fifths,
    )
    choices = economy.choices
    left_over = []
    for amount in amounts:
        explained = min(amount, choices)
        choices -= explained
        left_over.append(amount - explained)
    return Surplus(*left_over)


def _unearned(board: Board, economy: Economy, words: Words) -> Iterator[Violation]:
    surplus = economy.surplus
    left_over = unexplained(economy)

    def reason(before: int, after: int) -> str:
        choice_went_elsewhere = economy.choices and before == after
        return words.say("reason", "choice-used" if choice_went_elsewhere else "nothing")

    for rule, have, before, after in (
        (
            Rule.ATTENDANTS_EARNED,
            economy.attendants,
            surplus.attendants,
            left_over.attendants,
        ),
        (
            Rule.BONUS_CARDS_EARNED,
            economy.bonus_cards,
            surplus.bonus_cards,
            left_over.bonus_cards,
        ),
    ):
        if after:
            yield _unearned_pieces(rule, have, after, words, reason(before, after))
    if left_over.room_tiles:
        most = economy.room_tiles - left_over.room_tiles
        message = words.say(
            "rule",
            Rule.DRAFTED_TILES,
            "unearned",
            count=economy.room_tiles,
            most=most,
            drafted=economy.drafted,
            food=most - economy.drafted,
            reason=reason(surplus.room_tiles, left_over.room_tiles),
        )
        yield fault(Rule.DRAFTED_TILES, (), message)
    if left_over.specialties:
        before, after = economy.specialties_beyond_fifths, left_over.specialties
        yield _unearned_specialties(board, economy, after, words, reason(before, after))


def _unearned_pieces(rule: Rule, have: int, too_many: int, words: Words, reason: str) -> Violation:
    message = words.say(
        "rule", rule, _variant(have, too_many), count=have, most=have - too_many, reason=reason
    )
    return fault(rule, (), message)


def _variant(have: int, too_many: int) -> str:
    if have == 1:
        return "one"
    return "none" if have == too_many else "unearned"


def _unearned_specialties(
    board: Board, economy: Economy, too_many: int, words: Words, reason: str
) -> Violation:
    kinds = [kind for kind in Specialty if economy.surplus_of(kind)]
    rooms = [room for room in board.rooms if room.tile.specialty in kinds]
    have = len(rooms)
    message = words.say(
        "rule",
        Rule.SPECIALTY_ROOMS,
        _variant(have, too_many),
        specialty=words.say("specialty", kinds[0]),
        specialties=words.join(_number_of(kind, economy, words) for kind in kinds),
        most=have - too_many,
        reason=reason,
    )
    return fault(Rule.SPECIALTY_ROOMS, rooms, message)


def _number_of(specialty: Specialty, economy: Economy, words: Words) -> str:
    count = economy.specialties[specialty]
    return f"{count} {words.say('specialty' if count == 1 else 'specialties', specialty)}"


def _forgotten(board: Board, economy: Economy, words: Words) -> Iterator[Violation]:
    if economy.room_tiles < economy.drafted:
        variant = "one" if economy.room_tiles == 1 else "too-few"
        yield _suspect(
            Rule.UNFINISHED,
            (),
            words.say(
                "rule",
                Rule.UNFINISHED,
                variant,
                count=economy.room_tiles,
                least=economy.tiles_of_finished_castle,
            ),
        )
    game_over = economy.room_tiles >= economy.drafted
    there = {
        # While the game goes on, any room tile may be the food bonus tile.
        TileType.FOOD: economy.food_tiles if game_over else 1,
        TileType.LIVING: economy.attendants,
        TileType.UTILITY: economy.bonus_cards,
        **{kind: economy.specialties.get(bonus, 0) for kind, bonus in SPECIALTY_BONUSES.items()},
    }
    for kind, number in there.items():
        if economy.earns(kind) and not number:
            yield _suspect(
                Rule.FORGOTTEN_BONUS,
                _rooms_of(board, kind),
                words.say(
                    "rule",
                    Rule.FORGOTTEN_BONUS,
                    "own",
                    count=economy.type_counts[kind],
                    types=words.say("types", kind),
                    bonus=words.say("bonus", kind),
                ),
            )
    surplus = economy.surplus
    fifths = economy.types_with_fifth
    missing = len(fifths) - surplus.specialties
    if missing > 0:
        yield _suspect(
            Rule.FORGOTTEN_BONUS,
            [room for kind in fifths for room in _rooms_of(board, kind)],
            words.say(
                "rule",
                Rule.FORGOTTEN_BONUS,
                "fifth",
                types=words.join(words.say("types", kind) for kind in fifths),
                missing=missing,
            ),
        )
    explained = (
        surplus.attendants
        + surplus.bonus_cards
        + surplus.room_tiles
        + economy.specialties_beyond_fifths
    )
    if economy.choices > explained:
        yield _suspect(
            Rule.FORGOTTEN_BONUS,
            _rooms_of(board, TileType.DOWNSTAIRS),
            words.say(
                "rule",
                Rule.FORGOTTEN_BONUS,
                "choice",
                count=economy.type_counts[TileType.DOWNSTAIRS],
            ),
        )


def _rooms_of(board: Board, kind: TileType) -> list[Room]:
    return [room for room in board.rooms if room.kind is kind]


def _suspect(rule: Rule, rooms: tuple[Room, ...] | list[Room], message: str) -> Violation:
    return fault(rule, rooms, message, Severity.SUSPECT)
