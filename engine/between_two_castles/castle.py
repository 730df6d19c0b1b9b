"""The castle document: which tile lies where, with attendants and bonus cards."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_serializer,
)

from ..documents import (
    DocumentModel,
    is_printable,
    parse_model,
    require_format,
    require_format_key,
)
from ..errors import DocumentError
from ..violations import PlacedTile
from .catalogue import Catalogue, TileType

GAME: Literal["between-two-castles"] = "between-two-castles"
CASTLE_FORMAT: Literal["castlescan/castle/1"] = "castlescan/castle/1"

THRONE_PLACES = ((0, 0), (1, 0))


def require_printable(name: str) -> str:
    """Refuse a name that would steer a terminal."""
    if not is_printable(name):
        raise ValueError("should hold no control characters")
    return name


Name = Annotated[
    str,
    StringConstraints(max_length=200, strip_whitespace=True),
    AfterValidator(require_printable),
]


class Castle(DocumentModel):
    """A castle as it lies on the table, legal or not.

    ``x`` grows to the right and ``y`` upward, in whole tiles. The throne room lies on (0, 0) and
    (1, 0), so ``y`` = 0 is the throne room level, level 1. Attendants and bonus cards go by the part
    of their id after the slash. ``throne`` is None only where a picture shows none.
    """

    model_config = ConfigDict(json_schema_extra=require_format_key)

    format: Literal["castlescan/castle/1"] = CASTLE_FORMAT
    game: Literal["between-two-castles"] = GAME
    throne: Annotated[str | None, WithJsonSchema({"title": "Throne", "type": "string"})]
    rooms: list[PlacedTile] = Field(max_length=400)
    attendants: list[str] = Field(default_factory=list, max_length=100)
    bonus_cards: list[str] = Field(default_factory=list, max_length=100)
    name: Name | None = None

    @model_serializer(mode="wrap")
    def _leave_out_no_name(self, serialize: Any) -> dict[str, Any]:
        data: dict[str, Any] = serialize(self)
        if data.get("name") is None:
            data.pop("name", None)
        return data

    def require_scorable(self) -> Self:
        """Return the castle if it has one throne room and at most one tile in each place.

        Raises
        ------
        DocumentError
            When it has no throne room, a second one, or two tiles in one place.
        """
        if self.throne is None:
            raise DocumentError(
                'has no throne room; name it, as "throne": "throne/living-corridor"'
            )
        taken: dict[tuple[int, int], str] = dict.fromkeys(THRONE_PLACES, self.throne)
        for index, room in enumerate(self.rooms):
            if room.id.startswith("throne/"):
                raise DocumentError(
                    f"rooms[{index}] is a second throne room, {room.id}; a castle has one, under "
                    '"throne"'
                )
            other = taken.get((room.x, room.y))
            if other is not None:
                raise DocumentError(
                    f"rooms[{index}] puts {room.id} at ({room.x}, {room.y}), where {other} already "
                    "lies; correct one of the two places"
                )
            taken[room.x, room.y] = room.id
        return self

    def require_known(self, catalogue: Catalogue) -> Self:
        """Return the castle if the catalogue has all its tiles, attendants and bonus cards.

        Raises
        ------
        DocumentError
            For the first that is unknown; the message names the nearest ones.
        """
        if self.throne is not None:
            throne = _known("throne", catalogue.tile, self.throne)
            if throne.type is not TileType.THRONE:
                raise DocumentError(
                    f"throne is {self.throne}, which is no throne room; name one, as "
                    '"throne/living-corridor"'
                )
        for index, room in enumerate(self.rooms):
            if room.id not in catalogue.tiles:
                _known(f"rooms[{index}].id", catalogue.tile, room.id)
        for index, slug in enumerate(self.attendants):
            _known(f"attendants[{index}]", catalogue.attendant, slug)
        for index, slug in enumerate(self.bonus_cards):
            _known(f"bonus_cards[{index}]", catalogue.bonus_card, slug)
        return self


def _known(place: str, look_up: Any, key: str) -> Any:
    try:
        return look_up(key)
    except DocumentError as error:
        raise error.at(place) from None


def parse_castle(data: object, catalogue: Catalogue) -> Castle:
    """Validate a castle document.

    Parameters
    ----------
    data
        Parsed JSON.
    catalogue
        The tiles that may be named in it.

    Raises
    ------
    DocumentError
        For the first fault: format or version, keys, values, unknown tiles, a missing or second
        throne room, two tiles in one place.
    """
    require_format(data, CASTLE_FORMAT, "castle")
    if isinstance(data, Mapping) and data.get("throne") is None:
        Castle.model_construct(throne=None, rooms=[]).require_scorable()
    return parse_model(Castle, data).require_known(catalogue).require_scorable()
