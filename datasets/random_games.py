"""Random legal games, and castles with one known fault: for tests, and to be made into pictures.

Written from the rulebooks, with placement and room bonuses of its own, so that the audit of the engine
can be held against it. Page numbers are those of the Between Two Castles rulebook; S&S is the rulebook
of Secrets & Soirees. Where several bonuses wait at once (a single placement can complete a secret room's
third and fifth of a type), they are taken in any order.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeVar

from ..engine.between_two_castles.castle import THRONE_PLACES, Castle
from ..engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    Arrow,
    Border,
    Catalogue,
    Specialty,
    Tile,
    TileSet,
    TileType,
)
from ..engine.violations import PlacedTile

Place = tuple[int, int]

# p. 4: two rounds, a hand of nine of which one is discarded, two tiles a turn into each castle.
ROUNDS = 2
HAND = 9
TURNS = 4
TILES_A_TURN = 2

# p. 3, Note 4; pp. 8-10; S&S, Activity Rooms and Secret Rooms.
_ONLY_BELOW_GROUND = frozenset({TileType.DOWNSTAIRS})
_ON_ANY_LEVEL = frozenset({TileType.CORRIDOR, TileType.SECRET, Specialty.GRAND_FOYER})

_SIDES: tuple[Place, ...] = ((0, 1), (0, -1), (-1, 0), (1, 0))
_ARROWS: dict[Arrow, Place] = {
    Arrow.NORTH: (0, 1),
    Arrow.SOUTH: (0, -1),
    Arrow.WEST: (-1, 0),
    Arrow.EAST: (1, 0),
}

# pp. 5-10 and S&S, Activity Rooms: the types whose third room earns a specialty room.
_SPECIALTY_OF = {
    TileType.OUTDOOR: Specialty.FOUNTAIN,
    TileType.SLEEPING: Specialty.TOWER,
    TileType.CORRIDOR: Specialty.GRAND_FOYER,
    TileType.ACTIVITY: Specialty.BALLROOM,
}


class Style(StrEnum):
    """The shape that a castle grows into."""

    ANY = "any"
    TALL = "tall"
    WIDE = "wide"
    DEEP = "deep"
    COMPACT = "compact"
    BRANCHING = "branching"


# How much a style likes a place (x, y) that this many occupied places touch.
_LIKING: dict[Style, Callable[[int, int, int], float]] = {
    Style.ANY: lambda x, y, touching: 1,
    Style.TALL: lambda x, y, touching: 1 + 5 * max(0, y),
    Style.WIDE: lambda x, y, touching: 1 + 5 * abs(x) * (y == 0),
    Style.DEEP: lambda x, y, touching: 1 + 5 * max(0, -y),
    Style.COMPACT: lambda x, y, touching: touching**4,
    Style.BRANCHING: lambda x, y, touching: touching**-4,
}

# How much more a place is liked where a secret room gets something to copy.
_LIKING_OF_SECRET_LINKS = 3.0


class Cause(StrEnum):
    """Why a tile came into a castle."""

    DRAFTED = "drafted"
    THIRD_ROOM = "third-room"
    CHOSEN_BONUS = "chosen-bonus"
    FIFTH_ROOM = "fifth-room"


@dataclass(frozen=True)
class Options:
    """How a random game is played.

    Attributes
    ----------
    with_expansion
        Whether Secrets & Soirees and the promo tiles are in the box.
    style
        The shape that castles grow into; None for a random one each.
    favourites
        Room types that are drafted before others.
    pickiness
        Among how many tiles of the hands each drafted tile is chosen.
    refuse_bonuses
        Probability of forgetting a bonus. Only a castle without forgotten ones is fully legal.
    stop_after
        Number of tiles placed in a castle after which it is left unfinished, even with a bonus due.

    """

    with_expansion: bool = False
    style: Style | None = None
    favourites: Collection[TileType] = ()
    pickiness: int = 4
    refuse_bonuses: float = 0.0
    stop_after: int | None = None


BASE_GAME = Options()


@dataclass(frozen=True)
class Step:
    """A tile placed, why, and the type whose third or fifth room earned it if it was a bonus."""

    tile: PlacedTile
    cause: Cause
    earned_by: TileType | None = None


@dataclass(frozen=True)
class PlayedCastle:
    """A castle with its tiles in random order, and the steps in the order in which it was built."""

    castle: Castle
    steps: tuple[Step, ...]


@dataclass(frozen=True)
class FaultyCastle:
    """A castle that breaks one placement rule, by these tiles and maybe in other ways besides."""

    castle: Castle
    rule: str
    tiles: tuple[PlacedTile, ...]


def play_castle(
    rng: random.Random | int, catalogue: Catalogue, options: Options = BASE_GAME, players: int = 3
) -> PlayedCastle:
    """Play a random legal game and build one of its castles.

    Parameters
    ----------
    rng
        Source of chance, or its seed. The same seed gives the same castle.
    catalogue
        The tiles; those that users added are left out.
    options
        How to play.
    players
        Number of hands that the drafted tiles come from.

    """
    return _play(_as_random(rng), catalogue, options, players, castles=1)[0]


def play_game(
    rng: random.Random | int, catalogue: Catalogue, options: Options = BASE_GAME, players: int = 3
) -> tuple[PlayedCastle, ...]:
    """Play a random legal game and build all its castles, one per player, from one box.

    Parameters are those of :func:`play_castle`.
    """
    return _play(_as_random(rng), catalogue, options, players, castles=players)


def _as_random(rng: random.Random | int) -> random.Random:
    return rng if isinstance(rng, random.Random) else random.Random(rng)


def _play(
    rng: random.Random, catalogue: Catalogue, options: Options, players: int, castles: int
) -> tuple[PlayedCastle, ...]:
    box = _Box(rng, catalogue, options.with_expansion)
    buildings = [
        _Building(rng, box, throne, options) for throne in rng.sample(box.thrones, castles)
    ]
    for _ in range(ROUNDS):
        hands = box.rooms.draw(HAND * players)
        for _ in range(TURNS):
            for building in buildings:
                for _ in range(TILES_A_TURN):
                    building.add_drafted(_draft(rng, hands, options))
        box.rooms.discard(hands)
    return tuple(building.finish() for building in buildings)


def _draft(rng: random.Random, hands: list[Tile], options: Options) -> Tile:
    seen = rng.sample(hands, min(options.pickiness, len(hands)))
    tile = next((tile for tile in seen if tile.type in options.favourites), seen[0])
    hands.remove(tile)
    return tile


_Piece = TypeVar("_Piece")


class _Deck(Generic[_Piece]):
    """A shuffled pile; the discarded pieces go back in when it runs out (pp. 5 and 7)."""

    def __init__(self, rng: random.Random, pieces: Iterable[_Piece]) -> None:
        self._rng = rng
        self._pile = list(pieces)
        self._discarded: list[_Piece] = []
        rng.shuffle(self._pile)

    def draw(self, number: int) -> list[_Piece]:
        """Draw this many pieces, or all that there are."""
        if len(self._pile) < number:
            self._pile += self._discarded
            self._discarded = []
            self._rng.shuffle(self._pile)
        drawn = self._pile[:number]
        del self._pile[:number]
        return drawn

    def discard(self, pieces: Iterable[_Piece]) -> None:
        """Put pieces aside."""
        self._discarded += pieces

    def choose(self, number: int) -> _Piece:
        """Draw this many pieces, keep any one and discard the others."""
        kept, *others = self.draw(number)
        self.discard(others)
        return kept


class _Box:
    """What all castles of a game share."""

    def __init__(self, rng: random.Random, catalogue: Catalogue, with_expansion: bool) -> None:
        sets = {TileSet.BASE}
        if with_expansion:
            sets |= {TileSet.SECRETS_AND_SOIREES, TileSet.PROMO}
        tiles = [tile for tile in catalogue.tiles.values() if tile.set in sets]
        special = [tile for tile in tiles if tile.type is TileType.SPECIALTY]
        self.thrones = [tile for tile in tiles if tile.type is TileType.THRONE]
        self.rooms = _Deck(
            rng,
            (tile for tile in tiles if tile.type in REGULAR_TYPES or tile.type is TileType.SECRET),
        )
        self.cards = _Deck(
            rng, (slug for slug, card in catalogue.bonus_cards.items() if card.set in sets)
        )
        self.attendants = _Deck(
            rng, (slug for slug, piece in catalogue.attendants.items() for _ in range(piece.copies))
        )
        self.specialties = {
            kind: _Deck(
                rng,
                (tile for tile in special if tile.specialty is kind for _ in range(tile.copies)),
            )
            for kind in Specialty
            if any(tile.specialty is kind for tile in special)
        }
        has_activity_rooms = any(tile.type is TileType.ACTIVITY for tile in tiles)
        # p. 11: with the third downstairs room, any other bonus.
        self.bonuses_to_choose = [
            kind
            for kind in REGULAR_TYPES
            if kind is not TileType.DOWNSTAIRS
            and (kind is not TileType.ACTIVITY or has_activity_rooms)
        ]

    def take_specialty(self, kind: Specialty) -> Tile:
        """Take a specialty room; of ballrooms, draw three and choose one (S&S, Activity Rooms)."""
        return self.specialties[kind].choose(3 if kind is Specialty.BALLROOM else 1)


@dataclass(frozen=True)
class _Bonus:
    earned_by: TileType
    rooms: int


class _Building:
    """A castle while it is built."""

    def __init__(self, rng: random.Random, box: _Box, throne: Tile, options: Options) -> None:
        self._rng = rng
        self._box = box
        self._throne = throne
        self._options = options
        self._liking = _LIKING[options.style or rng.choice(list(Style))]
        self._lying: dict[Place, Tile] = dict.fromkeys(THRONE_PLACES, throne)
        self._steps: list[Step] = []
        self._attendants: list[str] = []
        self._cards: list[str] = []
        self._earned: set[_Bonus] = set()
        self._due: list[_Bonus] = []

    def add_drafted(self, tile: Tile) -> None:
        """Place a drafted tile and take all bonuses that come of it."""
        self._place(tile, Cause.DRAFTED)
        while self._due and not self._is_stopped:
            bonus = self._due.pop(self._rng.randrange(len(self._due)))
            if self._rng.random() >= self._options.refuse_bonuses:
                self._take(bonus)

    def finish(self) -> PlayedCastle:
        """Return the castle as it is now."""
        rooms = [step.tile for step in self._steps]
        self._rng.shuffle(rooms)
        castle = Castle(
            throne=self._throne.id,
            rooms=rooms,
            attendants=self._attendants,
            bonus_cards=self._cards,
        )
        return PlayedCastle(castle, tuple(self._steps))

    @property
    def _is_stopped(self) -> bool:
        limit = self._options.stop_after
        return limit is not None and len(self._steps) >= limit

    def _place(self, tile: Tile, cause: Cause, earned_by: TileType | None = None) -> None:
        if self._is_stopped:
            return
        places = legal_places(self._lying, tile)
        weights = [
            self._liking(x, y, sum((x + dx, y + dy) in self._lying for dx, dy in _SIDES))
            * (_LIKING_OF_SECRET_LINKS if self._links_a_secret_room(tile, (x, y)) else 1)
            for x, y in places
        ]
        x, y = self._rng.choices(places, weights)[0]
        self._lying[x, y] = tile
        self._steps.append(Step(PlacedTile(id=tile.id, x=x, y=y), cause, earned_by))
        self._note_bonuses()

    def _links_a_secret_room(self, tile: Tile, place: Place) -> bool:
        """Whether a tile would point at another one there, or a secret room at it."""
        if tile.arrow is not None and _pointed_at(tile.arrow, place) in self._lying:
            return True
        return any(
            lying.arrow is not None and _pointed_at(lying.arrow, other) == place
            for other, lying in self._lying.items()
        )

    def _note_bonuses(self) -> None:
        """Note the bonuses of the third and fifth room of each type, which come once each (p. 4)."""
        counts = count_types(self._lying)
        for kind in REGULAR_TYPES:
            for rooms in (3, 5):
                bonus = _Bonus(kind, rooms)
                if counts[kind] >= rooms and bonus not in self._earned:
                    self._earned.add(bonus)
                    self._due.append(bonus)

    def _take(self, bonus: _Bonus) -> None:
        box, kind = self._box, bonus.earned_by
        if bonus.rooms == 5:
            specialty = self._rng.choice(list(box.specialties))
            self._place(box.take_specialty(specialty), Cause.FIFTH_ROOM, kind)
            return
        cause = Cause.THIRD_ROOM
        if kind is TileType.DOWNSTAIRS:
            kind = self._rng.choice(box.bonuses_to_choose)
            cause = Cause.CHOSEN_BONUS
        if kind is TileType.LIVING:
            self._attendants.append(box.attendants.choose(1))
        elif kind is TileType.UTILITY:
            self._cards.append(box.cards.choose(3))
        elif kind is TileType.FOOD:
            self._place(box.rooms.choose(5), cause, bonus.earned_by)
        else:
            self._place(box.take_specialty(_SPECIALTY_OF[kind]), cause, bonus.earned_by)


def legal_places(lying: dict[Place, Tile], tile: Tile) -> list[Place]:
    """Return the places where a tile may be put next to those that lie in a castle, sorted.

    It must share an edge with one of them (p. 3, Note 3), lie at a level of its type (Note 4), be
    supported above ground (Note 1), and not lie above a blue border (pp. 8 and 9). No place below a
    tile is ever open to a tile with a blue border, for these are only played above ground.
    """
    kind = tile.specialty or tile.type
    touching = {(x + dx, y + dy) for x, y in lying for dx, dy in _SIDES} - lying.keys()
    return sorted(
        (x, y)
        for x, y in touching
        if (kind in _ON_ANY_LEVEL or (y < 0) == (kind in _ONLY_BELOW_GROUND))
        and (y <= 0 or (x, y - 1) in lying)
        and not ((x, y - 1) in lying and lying[x, y - 1].border is Border.BLUE)
    )


def count_types(lying: dict[Place, Tile]) -> Counter[TileType]:
    """Count the rooms of each regular type, secret rooms as what they copy (S&S, Secret Rooms)."""
    return Counter(copied.type for place in lying if (copied := _copied(lying, place)) is not None)


def _copied(lying: dict[Place, Tile], place: Place) -> Tile | None:
    """Return the regular tile that a place counts as: itself, or what a secret room copies."""
    # A chain of arrows that has not ended after as many steps as there are tiles is a loop.
    for _ in lying:
        tile = lying.get(place)
        if tile is None or tile.arrow is None:
            return tile if tile is not None and tile.type in REGULAR_TYPES else None
        place = _pointed_at(tile.arrow, place)
    return None


def _pointed_at(arrow: Arrow, place: Place) -> Place:
    dx, dy = _ARROWS[arrow]
    return place[0] + dx, place[1] + dy


def make_faults(
    rng: random.Random | int, catalogue: Catalogue, castle: Castle
) -> Iterator[FaultyCastle]:
    """Break each placement rule once in a legal castle.

    Parameters
    ----------
    rng
        Source of chance, or its seed.
    catalogue
        The tiles.
    castle
        A legal castle of at least one room.

    """
    breaker = _FaultMaker(_as_random(rng), catalogue, castle)
    for make in (
        breaker.wrong_level,
        breaker.no_support,
        breaker.above_blue_border,
        breaker.sharing_no_edge,
        breaker.in_two_pieces,
        breaker.overlapping,
        breaker.on_the_throne,
        breaker.too_many_copies,
        breaker.second_throne,
    ):
        yield make()


class _FaultMaker:
    """Makes illegal castles from a legal one."""

    def __init__(self, rng: random.Random, catalogue: Catalogue, castle: Castle) -> None:
        self._rng = rng
        self._catalogue = catalogue
        self._castle = castle
        self._lying = {(room.x, room.y): catalogue.tile(room.id) for room in castle.rooms}
        throne = catalogue.tile(castle.throne or "")
        self._lying |= dict.fromkeys(THRONE_PLACES, throne)

    def wrong_level(self) -> FaultyCastle:
        """Put a tile where its type may not be, in the place of another one."""
        room = self._rng.choice(self._castle.rooms)
        kinds = [TileType.DOWNSTAIRS]
        if room.y < 0:
            kinds = [TileType.FOOD, TileType.LIVING, TileType.UTILITY, TileType.SLEEPING]
        wrong = self._unused(self._rng.choice(kinds), (room.x, room.y))
        return self._faulty("level", wrong, without=[room])

    def no_support(self) -> FaultyCastle:
        """Put a tile above ground with nothing below it."""
        hanging = self._unused(TileType.CORRIDOR, self._rng.choice(self._unsupported_places()))
        return self._faulty("support", hanging)

    def above_blue_border(self) -> FaultyCastle:
        """Put a tile above an outdoor room, fountain or tower, adding an outdoor room if need be."""
        blue = [place for place, tile in self._lying.items() if tile.border is Border.BLUE]
        if blue:
            x, y = self._rng.choice(blue)
            below = PlacedTile(id=self._lying[x, y].id, x=x, y=y)
            added = []
        else:
            outdoor = next(
                tile for tile in self._all_unused(TileType.OUTDOOR) if tile.border is Border.BLUE
            )
            x, y = self._rng.choice(legal_places(self._lying, outdoor))
            below = PlacedTile(id=outdoor.id, x=x, y=y)
            added = [below]
        above = self._unused(TileType.CORRIDOR, (x, y + 1))
        return self._faulty("blue-border", above, below, added=[*added, above])

    def sharing_no_edge(self) -> FaultyCastle:
        """Put a tile beyond the lowest row, with at most a corner in common with the castle."""
        x = self._rng.choice(
            [min(x for x, _ in self._lying) - 1, max(x for x, _ in self._lying) + 1]
        )
        y = min(y for _, y in self._lying) - 1
        return self._faulty("shares-edge", self._unused(TileType.CORRIDOR, (x, y)))

    def in_two_pieces(self) -> FaultyCastle:
        """Put two tiles that touch each other beyond the castle."""
        x = max(x for x, _ in self._lying) + 2
        pair = [
            self._unused(TileType.CORRIDOR, (x, 0)),
            self._unused(TileType.FOOD, self._rng.choice([(x + 1, 0), (x, 1)])),
        ]
        return self._faulty("one-piece", *pair)

    def overlapping(self) -> FaultyCastle:
        """Put a tile where another one lies."""
        room = self._rng.choice(self._castle.rooms)
        second = self._unused(TileType.CORRIDOR, (room.x, room.y))
        return self._faulty("overlap", room, second, added=[second])

    def on_the_throne(self) -> FaultyCastle:
        """Put a tile on either half of the throne room."""
        throne = PlacedTile(id=self._castle.throne or "", x=0, y=0)
        tile = self._unused(TileType.CORRIDOR, self._rng.choice(THRONE_PLACES))
        return self._faulty("overlap", throne, tile, added=[tile])

    def too_many_copies(self) -> FaultyCastle:
        """Put copies of a tile of the castle in legal places until there is one too many."""
        tile = self._catalogue.tile(self._rng.choice(self._castle.rooms).id)
        copies = [room for room in self._castle.rooms if room.id == tile.id]
        added: list[PlacedTile] = []
        lying = dict(self._lying)
        while len(copies) + len(added) <= tile.copies:
            x, y = self._rng.choice(legal_places(lying, tile))
            lying[x, y] = tile
            added.append(PlacedTile(id=tile.id, x=x, y=y))
        return self._faulty("copies", *copies, *added, added=added)

    def second_throne(self) -> FaultyCastle:
        """Put another throne room beside the castle."""
        thrones = self._all_unused(TileType.THRONE)
        x = max(x for x, y in self._lying if y == 0) + 1
        return self._faulty("one-throne", PlacedTile(id=self._rng.choice(thrones).id, x=x, y=0))

    def _unsupported_places(self) -> Sequence[Place]:
        beside = {(x + dx, y) for x, y in self._lying if y > 0 for dx in (-1, 1)}
        open_below = sorted(
            (x, y) for x, y in beside - self._lying.keys() if (x, y - 1) not in self._lying
        )
        above_all = max(y for _, y in self._lying) + 2
        return open_below or [(x, above_all) for x, _ in THRONE_PLACES]

    def _all_unused(self, kind: TileType) -> list[Tile]:
        used = {self._castle.throne, *(room.id for room in self._castle.rooms)}
        return [
            tile
            for tile in self._catalogue.tiles.values()
            if tile.type is kind and tile.id not in used
        ]

    def _unused(self, kind: TileType, place: Place) -> PlacedTile:
        x, y = place
        return PlacedTile(id=self._rng.choice(self._all_unused(kind)).id, x=x, y=y)

    def _faulty(
        self,
        rule: str,
        *tiles: PlacedTile,
        added: Sequence[PlacedTile] | None = None,
        without: Collection[PlacedTile] = (),
    ) -> FaultyCastle:
        """Label a castle with these tiles added (by default those at fault) and some taken away."""
        rooms = [room for room in self._castle.rooms if room not in without]
        rooms += tiles if added is None else added
        return FaultyCastle(self._castle.model_copy(update={"rooms": rooms}), rule, tiles)
