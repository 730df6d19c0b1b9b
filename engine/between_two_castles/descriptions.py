"""What a tile, attendant or bonus card scores for, in words."""

from ..words import Words
from .catalogue import ANY_ROOM, Attendant, BonusCard, Catalogue, Hanging, Tile, TileType, Wanted


def describe_tile(tile: Tile, catalogue: Catalogue, words: Words) -> str:
    """Say what a tile scores for, such as ``2 per sleeping room above and below``."""
    if tile.arrow is not None:
        return words.say("scores", "secret", direction=words.say("direction", tile.arrow))
    wanted = "/".join(
        [
            *(_wanted(wanted, words) for wanted in tile.wants),
            *(catalogue.tile(room).name_in(words.language) for room in tile.wants_rooms),
        ]
    )
    if tile.type is TileType.THRONE:
        spots = words.join(words.say("spot", spot) for spot in tile.spots)
        return words.say("scores", "throne", points=tile.points, wanted=wanted, spots=spots)
    return words.say(
        "scores",
        tile.where or "nothing",
        points=tile.points,
        points_else=tile.points_else,
        wanted=wanted,
        unwanted="" if tile.unwanted is None else words.say("type", tile.unwanted),
    )


def describe_bonus_card(card: BonusCard, words: Words) -> str:
    """Say what a bonus card scores for."""
    wanted: Wanted | None = card.type or card.hanging
    shown = "" if wanted is None else _wanted(wanted, words)
    return words.say("counts", card.counts, points=card.points, wanted=shown)


def describe_attendant(attendant: Attendant, words: Words) -> str:
    """Say what a royal attendant scores for."""
    return words.say("scores", "attendant", wanted=words.say("hanging", attendant.hanging))


def _wanted(wanted: Wanted, words: Words) -> str:
    if wanted == ANY_ROOM:
        return words.say("scores", "any-room")
    return words.say("hanging" if isinstance(wanted, Hanging) else "type", wanted)
