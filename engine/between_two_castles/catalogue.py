"""Every tile, bonus card and attendant: the words of the catalogue, and loading and searching it."""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator
from rapidfuzz import fuzz, process, utils

from ..documents import MAX_DOCUMENT_BYTES, describe_fault
from ..errors import CatalogueError, DocumentError
from ..languages import Language


class TileType(StrEnum):
    """The type of a tile: a regular room type, secret, specialty, or throne (also a specialty)."""

    FOOD = "food"
    LIVING = "living"
    UTILITY = "utility"
    OUTDOOR = "outdoor"
    SLEEPING = "sleeping"
    CORRIDOR = "corridor"
    DOWNSTAIRS = "downstairs"
    ACTIVITY = "activity"
    SECRET = "secret"
    SPECIALTY = "specialty"
    THRONE = "throne"


REGULAR_TYPES = (
    TileType.FOOD,
    TileType.LIVING,
    TileType.UTILITY,
    TileType.OUTDOOR,
    TileType.SLEEPING,
    TileType.CORRIDOR,
    TileType.DOWNSTAIRS,
    TileType.ACTIVITY,
)


class Specialty(StrEnum):
    """The specialty room types beside the throne room."""

    FOUNTAIN = "fountain"
    TOWER = "tower"
    GRAND_FOYER = "grand-foyer"
    BALLROOM = "ballroom"


class Hanging(StrEnum):
    """The wall hanging of a room."""

    TORCH = "torch"
    SWORDS = "swords"
    PAINTING = "painting"
    MIRROR = "mirror"
    NONE = "none"


WALL_HANGINGS = (Hanging.TORCH, Hanging.SWORDS, Hanging.PAINTING, Hanging.MIRROR)


class Border(StrEnum):
    """The border of a tile; nothing may lie above a blue one."""

    WHITE = "white"
    BLUE = "blue"


class TileSet(StrEnum):
    """The box or source that a tile comes from."""

    BASE = "base"
    SECRETS_AND_SOIREES = "secrets-and-soirees"
    PROMO = "promo"
    USER = "user"


class Where(StrEnum):
    """The spaces that a tile looks at when it is scored."""

    ABOVE_AND_BELOW = "above+below"
    LEFT_AND_RIGHT = "left+right"
    TWO_BELOW = "two-below"
    THREE_BELOW = "three-below"
    SURROUNDING = "surrounding"
    SURROUNDING_NOT_BELOW = "surrounding-not-below"
    CONNECTED = "connected"
    ANYWHERE = "anywhere"
    COLUMN = "column"
    COLUMN_ABOVE = "column-above"
    COLUMN_BELOW = "column-below"
    SIX_OTHER_TYPES = "six-other-types"
    ORTHOGONAL = "orthogonal"
    NEIGHBOUR_CASTLES = "neighbour-castles"
    ALWAYS = "always"


class Arrow(StrEnum):
    """The direction in which a secret room points."""

    NORTH = "N"
    EAST = "E"
    SOUTH = "S"
    WEST = "W"


class Spot(StrEnum):
    """A space that shares an edge with the throne room."""

    ABOVE_LEFT = "AL"
    ABOVE_RIGHT = "AR"
    BELOW_LEFT = "BL"
    BELOW_RIGHT = "BR"
    LEFT = "L"
    RIGHT = "R"


class Counts(StrEnum):
    """What a bonus card counts."""

    ROOMS_OF_TYPE = "rooms-of-type"
    HANGINGS = "hangings"
    ROOM_TYPES = "room-types"
    ATTENDANTS = "attendants"
    BELOW_GROUND = "below-ground"
    UPPER_LEVELS = "upper-levels"
    HEIGHT = "height"
    WIDTH = "width"
    SURROUNDED = "surrounded"
    CROSS_SURROUNDED = "cross-surrounded"
    SPECIALTY = "specialty"
    THRONE_VARIETY = "throne-variety"
    THRONE_NEIGHBOURS = "throne-neighbours"
    FIVE_OF_A_KIND = "five-of-a-kind"
    THREE_OF_A_KIND = "three-of-a-kind"
    HANGING_SETS = "hanging-sets"
    NEIGHBOUR_SPECIALTY = "neighbour-specialty"
    SECRET = "secret"


ANY_ROOM: Literal["any"] = "any"
Wanted = TileType | Hanging | Literal["any"]

_WANTED: Mapping[str, Wanted] = {
    ANY_ROOM: ANY_ROOM,
    **{kind.value: kind for kind in (*REGULAR_TYPES, TileType.SPECIALTY)},
    **{hanging.value: hanging for hanging in WALL_HANGINGS},
}


def _parse_wanted(value: object) -> Wanted:
    wanted = _WANTED.get(value) if isinstance(value, str) else None
    if wanted is None:
        raise ValueError(f"should be one of {', '.join(_WANTED)}")
    return wanted


_WANTS_NOTHING = frozenset({Where.SIX_OTHER_TYPES, Where.ORTHOGONAL, Where.ALWAYS})


class _Piece(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str = Field(pattern=r"^[a-z]+/[a-z0-9]+(-[a-z0-9]+)*$", max_length=80)
    name: str = Field(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")
    name_de: str | None = Field(None, min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f]+$")
    set: TileSet = TileSet.BASE
    copies: int = Field(1, ge=1, le=99)

    @cached_property
    def slug(self) -> str:
        """The part of the id after the slash."""
        return self.id.partition("/")[2]

    def name_in(self, language: Language) -> str:
        """Return the printed name, in English where the other name is not known."""
        if language is Language.DE and self.name_de is not None:
            return self.name_de
        return self.name


_AnyPiece = TypeVar("_AnyPiece", bound=_Piece)


class Tile(_Piece):
    """A room tile or throne room as printed.

    ``points`` are earned for each room that fits ``wants`` in the spaces ``where``; ``points_else``,
    ``unwanted``, ``wants_rooms``, ``arrow`` and ``spots`` serve the types that need them.
    """

    hanging: Hanging = Hanging.NONE
    border: Border = Border.WHITE
    points: int = Field(0, ge=0, le=20)
    points_else: int = Field(0, ge=0, le=20)
    wants: tuple[Annotated[Wanted, BeforeValidator(_parse_wanted)], ...] = ()
    wants_rooms: tuple[str, ...] = ()
    where: Where | None = None
    unwanted: TileType | None = None
    arrow: Arrow | None = None
    spots: tuple[Spot, ...] = ()

    @model_validator(mode="before")
    @classmethod
    def _one_wanted_is_a_list_of_one(cls, data: Any) -> Any:
        if isinstance(data, dict) and isinstance(data.get("wants"), str):
            return {**data, "wants": [data["wants"]]}
        return data

    @model_validator(mode="after")
    def _must_be_complete(self) -> Self:
        fault = self._fault()
        if fault:
            raise ValueError(f"tile {self.id} {fault}")
        return self

    def _fault(self) -> str | None:
        prefix = self.id.partition("/")[0]
        if prefix not in set(TileType):
            return f"must begin with a room type: {', '.join(TileType)}"
        if (self.type is TileType.SECRET) != (self.arrow is not None):
            return "needs an arrow (N, E, S or W) exactly if it is a secret room"
        if (self.type is TileType.THRONE) != (len(self.spots) == 2):
            return "needs two spots exactly if it is a throne room"
        if self.type is TileType.SECRET:
            return (
                "is a secret room and has no where or wants" if self.where or self.wants else None
            )
        if self.type is TileType.THRONE:
            return None if len(self.wants) == 2 else "is a throne room and wants two room types"
        if self.where is None:
            return f"needs a where: {', '.join(Where)}"
        if (self.where is Where.ORTHOGONAL) != (self.unwanted is not None):
            return "needs unwanted, a room type, exactly if its where is orthogonal"
        if self.wants_rooms and self.where is not Where.ANYWHERE:
            return "wants rooms by their names, so its where must be anywhere"
        wants_something = bool(self.wants or self.wants_rooms)
        if wants_something == (self.where in _WANTS_NOTHING):
            return f"has the where {self.where}, which {'needs no' if wants_something else 'needs'} wants"
        return None

    @cached_property
    def type(self) -> TileType:
        """The type, which is the first part of the id."""
        return TileType(self.id.partition("/")[0])

    @cached_property
    def specialty(self) -> Specialty | None:
        """The specialty room type; None for all other tiles and for throne rooms."""
        if self.type is not TileType.SPECIALTY:
            return None
        return Specialty.BALLROOM if self.slug.startswith("ballroom-") else Specialty(self.slug)


class BonusCard(_Piece):
    """A bonus card: ``points`` for each thing that it ``counts``, of a ``type`` or ``hanging``."""

    points: int = Field(ge=1, le=20)
    counts: Counts
    type: TileType | None = None
    hanging: Hanging | None = None

    @model_validator(mode="after")
    def _must_be_complete(self) -> Self:
        if (self.counts is Counts.ROOMS_OF_TYPE) != (self.type is not None):
            raise ValueError(f"card {self.id} needs a type exactly if it counts rooms-of-type")
        if (self.counts is Counts.HANGINGS) != (self.hanging is not None):
            raise ValueError(f"card {self.id} needs a hanging exactly if it counts hangings")
        return self


class Attendant(_Piece):
    """A royal attendant, who scores every room with his or her wall hanging."""

    hanging: Hanging


class _CatalogueFile(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")

    tiles: tuple[Tile, ...] = ()
    bonus_cards: tuple[BonusCard, ...] = ()
    attendants: tuple[Attendant, ...] = ()


@dataclass(frozen=True)
class Catalogue:
    """All tiles by id, all bonus cards and attendants by the part of their id after the slash."""

    tiles: Mapping[str, Tile]
    bonus_cards: Mapping[str, BonusCard]
    attendants: Mapping[str, Attendant]

    @classmethod
    def of(
        cls,
        tiles: Iterable[Tile],
        bonus_cards: Iterable[BonusCard],
        attendants: Iterable[Attendant],
    ) -> "Catalogue":
        """Build a catalogue.

        Raises
        ------
        CatalogueError
            When an id is there twice, or a tile wants a room that is not there.
        """
        catalogue = cls(
            tiles=_by(lambda tile: tile.id, tiles),
            bonus_cards=_by(lambda card: card.slug, bonus_cards),
            attendants=_by(lambda attendant: attendant.slug, attendants),
        )
        for tile in catalogue.tiles.values():
            for wanted in tile.wants_rooms:
                if wanted not in catalogue.tiles:
                    raise CatalogueError(f"tile {tile.id} wants the unknown room {wanted}")
        return catalogue

    def with_tiles(self, tiles: Iterable[Tile]) -> "Catalogue":
        """Return a catalogue that also has these tiles.

        Raises
        ------
        CatalogueError
            When one of them has the id of a tile that is already there.
        """
        return Catalogue.of(
            (*self.tiles.values(), *tiles), self.bonus_cards.values(), self.attendants.values()
        )

    def tile(self, tile_id: str) -> Tile:
        """Look a tile up by its id.

        Raises
        ------
        DocumentError
            When there is none; the message names those with the most similar ids and names.
        """
        return _look_up(self.tiles, tile_id, "tile", self._tiles_as_written)

    def bonus_card(self, slug: str) -> BonusCard:
        """Look a bonus card up by the part of its id after the slash, raising as :meth:`tile`."""
        return _look_up(
            self.bonus_cards, slug, "bonus card", {slug: slug for slug in self.bonus_cards}
        )

    def attendant(self, slug: str) -> Attendant:
        """Look an attendant up by the part of its id after the slash, raising as :meth:`tile`."""
        return _look_up(
            self.attendants, slug, "attendant", {slug: slug for slug in self.attendants}
        )

    @cached_property
    def _tiles_as_written(self) -> dict[str, str]:
        written: dict[str, str] = {}
        for tile in self.tiles.values():
            for text in (tile.id, tile.slug, tile.name, tile.name_de):
                if text is not None:
                    written.setdefault(text, tile.id)
        return written

    def search(
        self,
        name: str | None = None,
        *,
        tile_type: TileType | None = None,
        hanging: Hanging | None = None,
        tile_set: TileSet | None = None,
    ) -> list[Tile]:
        """Find tiles, by a name that may hold typing mistakes and by what is printed on them.

        Returns
        -------
        list of Tile
            Best match first with a name, else in the order of the catalogue.
        """
        found = [
            tile
            for tile in self.tiles.values()
            if (tile_type is None or tile.type is tile_type)
            and (hanging is None or tile.hanging is hanging)
            and (tile_set is None or tile.set is tile_set)
        ]
        if name is None:
            return found
        return _closest(name, found)

    def search_cards(self, name: str) -> "list[BonusCard | Attendant]":
        """Find bonus cards and royal attendants as :meth:`search` finds tiles, best match first."""
        return _closest(name, [*self.bonus_cards.values(), *self.attendants.values()])


_CLOSE_ENOUGH = 75.0


def _closest(name: str, pieces: Sequence[_AnyPiece]) -> list[_AnyPiece]:
    closeness = {piece.id: _closeness(name, piece) for piece in pieces}
    close = [piece for piece in pieces if closeness[piece.id] >= _CLOSE_ENOUGH]
    return sorted(close, key=lambda piece: -closeness[piece.id])


def _closeness(name: str, piece: _Piece) -> float:
    """Return how well a name fits a piece, from 0 to 100; part of a name fits as well as the whole."""
    sought = utils.default_process(name)
    written = [piece.name, piece.slug, piece.id, *([piece.name_de] if piece.name_de else [])]
    return max(_closeness_of_texts(sought, utils.default_process(text)) for text in written)


def _closeness_of_texts(sought: str, written: str) -> float:
    whole = max(fuzz.ratio(sought, written), fuzz.token_sort_ratio(sought, written))
    return max(whole, fuzz.partial_ratio(sought, written) if len(sought) < len(written) else 0)


def _by(key: Callable[[_AnyPiece], str], pieces: Iterable[_AnyPiece]) -> dict[str, _AnyPiece]:
    table: dict[str, _AnyPiece] = {}
    for piece in pieces:
        if key(piece) in table:
            raise CatalogueError(f"the id {piece.id} is already in the catalogue; choose another")
        table[key(piece)] = piece
    return table


def _look_up(
    table: Mapping[str, _AnyPiece], key: str, kind: str, written: Mapping[str, str]
) -> _AnyPiece:
    piece = table.get(key)
    if piece is not None:
        return piece
    nearest = _nearest(key[:200], written)
    remedy = (
        f"did you mean {' or '.join(nearest)}?"
        if nearest
        else "'castlescan tiles' lists all that are known"
    )
    shown = key if len(key) <= 60 else f"{key[:59]}…"
    raise DocumentError(f"there is no {kind} {shown!r}; {remedy}")


def _nearest(key: str, written: Mapping[str, str]) -> list[str]:
    """Return the ids written most like a key, or like the part of it after the slash, best first."""
    closeness: dict[str, float] = {}
    for sought in (key, key.rpartition("/")[2]):
        for text, score, _ in process.extract(
            sought, written.keys(), scorer=fuzz.ratio, processor=utils.default_process, limit=8
        ):
            closeness[written[text]] = max(score, closeness.get(written[text], 0))
    best = max(closeness.values(), default=0)
    close = [key for key, score in closeness.items() if score >= max(60.0, best - 12.0)]
    return sorted(close, key=lambda key: -closeness[key])[:3]


# The contents of the boxes: Between Two Castles rulebook, p. 1 (Components), and Secrets & Soirees
# rulebook (Components).
_BOX_CONTENTS: Mapping[tuple[TileSet, TileType], int] = {
    **{(TileSet.BASE, kind): 21 for kind in REGULAR_TYPES if kind is not TileType.ACTIVITY},
    (TileSet.BASE, TileType.SPECIALTY): 48,
    (TileSet.BASE, TileType.THRONE): 7,
    **{
        (TileSet.SECRETS_AND_SOIREES, kind): 3
        for kind in REGULAR_TYPES
        if kind is not TileType.ACTIVITY
    },
    (TileSet.SECRETS_AND_SOIREES, TileType.ACTIVITY): 24,
    (TileSet.SECRETS_AND_SOIREES, TileType.SECRET): 16,
    (TileSet.SECRETS_AND_SOIREES, TileType.SPECIALTY): 16,
    (TileSet.SECRETS_AND_SOIREES, TileType.THRONE): 1,
    (TileSet.PROMO, TileType.LIVING): 1,
    (TileSet.PROMO, TileType.UTILITY): 1,
}
_BONUS_CARDS_IN_BOX = {TileSet.BASE: 20, TileSet.SECRETS_AND_SOIREES: 8}
_ATTENDANTS_IN_BOX = {TileSet.BASE: 28}


def check_box_contents(catalogue: Catalogue) -> None:
    """Compare the counts of a catalogue with the component lists of the rulebooks.

    Raises
    ------
    CatalogueError
        When a count differs.
    """
    tiles: Counter[tuple[TileSet, TileType]] = Counter()
    for tile in catalogue.tiles.values():
        tiles[tile.set, tile.type] += tile.copies
    cards: Counter[TileSet] = Counter()
    for card in catalogue.bonus_cards.values():
        cards[card.set] += card.copies
    attendants: Counter[TileSet] = Counter()
    for attendant in catalogue.attendants.values():
        attendants[attendant.set] += attendant.copies
    _compare("tiles", tiles, _BOX_CONTENTS)
    _compare("bonus cards", cards, _BONUS_CARDS_IN_BOX)
    _compare("attendants", attendants, _ATTENDANTS_IN_BOX)


def _compare(kind: str, found: Mapping[Any, int], expected: Mapping[Any, int]) -> None:
    for key in {*found, *expected}:
        if found.get(key, 0) != expected.get(key, 0):
            raise CatalogueError(
                f"the catalogue has {found.get(key, 0)} {kind} of {key}, "
                f"the box {expected.get(key, 0)}"
            )


def parse_catalogue(text: str) -> Catalogue:
    """Parse the TOML text of a whole catalogue.

    Raises
    ------
    CatalogueError
        When it is not TOML, or a line of it is wrong.
    """
    file = _validate(_parse_toml(text))
    return Catalogue.of(file.tiles, file.bonus_cards, file.attendants)


def parse_tiles(text: str, *, default_set: TileSet) -> tuple[Tile, ...]:
    """Parse the TOML text of tiles alone, such as those that a user adds.

    Raises
    ------
    CatalogueError
        When it is not TOML, a tile is wrong, or something else than tiles is in it.
    """
    data = _parse_toml(text)
    if set(data) - {"tiles"}:
        raise CatalogueError("may hold [[tiles]] and nothing else; remove the rest")
    tiles = data.get("tiles", [])
    if not isinstance(tiles, list) or not all(isinstance(tile, dict) for tile in tiles):
        raise CatalogueError("must list its tiles as [[tiles]] tables")
    return _validate({"tiles": [{"set": default_set, **tile} for tile in tiles]}).tiles


def _parse_toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise CatalogueError(f"is not TOML ({error}); correct it there") from None
    except RecursionError:
        raise CatalogueError("is nested too deeply for a list of tiles; flatten it") from None


def _validate(data: Mapping[str, Any]) -> _CatalogueFile:
    try:
        return _CatalogueFile.model_validate(data)
    except ValidationError as error:
        raise CatalogueError(_fault_of_tile(error) or describe_fault(error)) from None


def _fault_of_tile(error: ValidationError) -> str | None:
    """Return the fault that a tile found in itself, which says more than its place in the file."""
    own = error.errors(include_url=False)[0].get("ctx", {}).get("error")
    return str(own) if isinstance(own, ValueError) and str(own).startswith("tile ") else None


@lru_cache(maxsize=1)
def packaged_catalogue() -> Catalogue:
    """Return the catalogue of all published tiles, checked against the component lists."""
    text = resources.files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8")
    catalogue = parse_catalogue(text)
    check_box_contents(catalogue)
    return catalogue


def read_user_tiles(path: Path) -> tuple[Tile, ...]:
    """Read the tiles that a user added; none where the file does not exist.

    Raises
    ------
    CatalogueError
        When the file is wrong; the message names it.
    """
    try:
        with path.open("rb") as file:
            data = file.read(MAX_DOCUMENT_BYTES + 1)
        if len(data) > MAX_DOCUMENT_BYTES:
            raise CatalogueError("is too large for a list of tiles; correct it", source=str(path))
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        return ()
    except (OSError, UnicodeDecodeError) as error:
        raise CatalogueError(f"cannot be read ({error}); correct it", source=str(path)) from None
    try:
        return parse_tiles(text, default_set=TileSet.USER)
    except CatalogueError as error:
        raise error.at(str(path)) from None
