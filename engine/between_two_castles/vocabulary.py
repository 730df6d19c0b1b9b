"""The words of this game."""

import tomllib
from collections.abc import Iterable
from functools import lru_cache
from importlib import resources
from typing import Any

from ..languages import Language
from ..violations import PlacedTile
from ..words import Words
from .board import Room
from .catalogue import Catalogue, Specialty, Tile, TileType


@lru_cache(maxsize=1)
def _table() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("messages.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def words_in(language: Language) -> Words:
    """Return the words of the game in a language."""
    return Words(_table(), language)


def unmistakable_name(tile: Tile, words: Words) -> str:
    """Name a tile, and for those that share a name the types that they want too."""
    name = tile.name_in(words.language)
    if tile.type is not TileType.THRONE and tile.specialty is not Specialty.BALLROOM:
        return name
    kind = ", ".join(words.say("types", wanted) for wanted in tile.wants)
    return words.say("tile", "of-kind", name=name, kind=kind)


def room_with_place(room: Room, language: Language) -> str:
    """Name a room and its place, such as ``Bakery (-1, 0)``."""
    return f"{room.tile.name_in(language)} ({room.x}, {room.y})"


def rooms_with_places(rooms: Iterable[Room], words: Words) -> str:
    """Name rooms and their places, joined as people do."""
    return words.join(room_with_place(room, words.language) for room in rooms)


def tile_with_place(tile: PlacedTile, catalogue: Catalogue, language: Language) -> str:
    """Name a tile of a document and its place."""
    return f"{catalogue.tile(tile.id).name_in(language)} ({tile.x}, {tile.y})"
