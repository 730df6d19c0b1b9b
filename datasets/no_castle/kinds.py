"""All kinds of pictures without a castle, by name."""

from collections.abc import Mapping

from . import boards, card_games, floors, heaps, hexagons, pages, rows_of_tiles, tile_games, walls
from .subject import Draw

KINDS: Mapping[str, Draw] = {
    "landscape-tiles": tile_games.landscape_tiles,
    "dungeon-tiles": tile_games.dungeon_tiles,
    "room-tiles": tile_games.room_tiles,
    "hexagons": hexagons.hexagons,
    "dominoes": rows_of_tiles.dominoes,
    "mahjong": rows_of_tiles.mahjong,
    "picture-dominoes": rows_of_tiles.picture_dominoes,
    "solitaire": card_games.solitaire,
    "memory": card_games.memory,
    "trading-cards": card_games.trading_cards,
    "hand-of-cards": card_games.hand_of_cards,
    "chess": boards.chess,
    "draughts": boards.draughts,
    "go": boards.go,
    "turning-cubes": boards.turning_cubes,
    "bath-tiles": floors.bath_tiles,
    "parquet": floors.parquet,
    "quilt": floors.quilt,
    "facade": walls.facade,
    "compartments": walls.compartments,
    "bookshelf": walls.bookshelf,
    "picture-wall": walls.picture_wall,
    "contact-sheet": pages.contact_sheet,
    "magazine": pages.magazine,
    "crossword": pages.crossword,
    "stamps": pages.stamps,
    "icons": pages.icons,
    "chocolate": heaps.chocolate,
    "game-parts": heaps.game_parts,
    "plain-table": heaps.plain_table,
}
