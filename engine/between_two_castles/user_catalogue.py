"""The published tiles together with those that a user added."""

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import platformdirs
import tomlkit

from ..documents import write_text
from ..errors import CatalogueError
from .catalogue import (
    Catalogue,
    Tile,
    TileSet,
    TileType,
    packaged_catalogue,
    parse_tiles,
    read_user_tiles,
)

_HEADER = "Tiles added to castlescan. One [[tiles]] table each; 'castlescan tiles add' writes them."


def user_tiles_path() -> Path:
    """Return the file of the tiles that a user added, in the user's config folder.

    On Linux ``~/.config/castlescan/tiles.toml``; ``XDG_CONFIG_HOME`` moves it.
    """
    return Path(platformdirs.user_config_dir("castlescan", appauthor=False)) / "tiles.toml"


def load_catalogue(user_tiles: Path | None = None) -> Catalogue:
    """Load the published tiles and those that a user added.

    Parameters
    ----------
    user_tiles
        File of the user's tiles; by default :func:`user_tiles_path`, which need not exist.

    Raises
    ------
    CatalogueError
        When the user's file is wrong; the message names it.
    """
    path = user_tiles if user_tiles is not None else user_tiles_path()
    tiles = read_user_tiles(path)
    if not tiles:
        return packaged_catalogue()
    try:
        for tile in tiles:
            _refuse_specialty(tile)
        return packaged_catalogue().with_tiles(tiles)
    except CatalogueError as error:
        raise error.at(str(path)) from None


def add_user_tile(fields: Mapping[str, object], path: Path) -> Tile:
    """Add a tile to a user's file, keeping what else is written there.

    Parameters
    ----------
    fields
        The keys of a ``[[tiles]]`` table, as in ``catalogue.toml``.
    path
        The file, made if need be.

    Raises
    ------
    DocumentError
        When the tile or the file is wrong, or cannot be written; the file stays as it was.
    """
    load_catalogue(path)
    document = tomlkit.parse(path.read_text(encoding="utf-8")) if path.exists() else _new_file()
    table = tomlkit.table()
    for key, value in fields.items():
        table[key] = _as_toml(value)
    if not document.get("tiles"):
        document.pop("tiles", None)
        document["tiles"] = tomlkit.aot()
    document["tiles"].append(table)
    text = tomlkit.dumps(document)
    *others, tile = parse_tiles(text, default_set=TileSet.USER)
    _refuse_specialty(tile)
    if any(tile.id == other.id for other in others):
        raise CatalogueError(
            f"already has {tile.id}; 'castlescan tiles remove' it", source=str(path)
        )
    packaged_catalogue().with_tiles([*others, tile])
    write_text(path, text)
    return tile


def remove_user_tile(tile_id: str, path: Path) -> None:
    """Remove a tile from a user's file, keeping what else is written there.

    Raises
    ------
    DocumentError
        When the file does not have it, is wrong or cannot be written; it stays as it was.
    """
    if tile_id not in {tile.id for tile in read_user_tiles(path)}:
        raise CatalogueError(f"has no tile {tile_id!r} to remove", source=str(path))
    document = tomlkit.parse(path.read_text(encoding="utf-8"))
    tiles = document["tiles"]
    number = next(index for index, table in enumerate(tiles) if table["id"] == tile_id)
    del tiles[number]
    if not tiles:
        del document["tiles"]
    write_text(path, tomlkit.dumps(document))


def _as_toml(value: object) -> object:
    if isinstance(value, list):
        return [_as_toml(item) for item in value]
    return str(value) if isinstance(value, StrEnum) else value


def _new_file() -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add(tomlkit.comment(_HEADER))
    document.add(tomlkit.nl())
    return document


def _refuse_specialty(tile: Tile) -> None:
    if tile.type is TileType.SPECIALTY:
        raise CatalogueError(
            f"tile {tile.id} is a specialty room; those come from bonuses and cannot be added"
        )
