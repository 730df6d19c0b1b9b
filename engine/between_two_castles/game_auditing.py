"""Faults that no castle shows alone: the castles of a game come out of one box."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from ..violations import PlacedTile, Severity, Violation
from ..words import Words
from .board import Board
from .catalogue import Catalogue, Specialty, Tile
from .roburg import Roburg
from .rules import RULES, Rule
from .vocabulary import unmistakable_name

# Setup, p. 2, step 3: fountains, towers and grand foyers are printed on the two sides of the same tiles. So
# how many of one kind can be there depends on the others; all three together are as many as the tiles.
DOUBLE_SIDED = frozenset({Specialty.FOUNTAIN, Specialty.TOWER, Specialty.GRAND_FOYER})
_DOUBLE_SIDED_STOCK = "double-sided"


class GameTile(PlacedTile):
    """A tile and its place in a castle of the game; ``castle`` is the number of the castle, from 0."""

    castle: int


class GameViolation(Violation):
    """A fault of a game, with the numbers of the castles concerned, from 0 and Roburg last."""

    castles: list[int]
    tiles: list[GameTile]  # type: ignore[assignment]  # frozen, so read as the more general list


def audit_game(
    boards: Sequence[Board],
    names: Sequence[str],
    roburg: Roburg | None,
    catalogue: Catalogue,
    words: Words,
) -> list[GameViolation]:
    """Check the castles of a game against each other; what one shows alone is not repeated.

    Parameters
    ----------
    boards
        The castles of tiles.
    names
        What to call them in messages.
    roburg
        The castle of the solo opponents, if there is one.
    catalogue
        The catalogue that they were set up with.
    words
        The language of the messages.

    """
    violations = [
        *check_tiles_in_box(boards, names, catalogue, words),
        *check_attendants_in_box(boards, names, catalogue, words),
        *check_bonus_cards_in_box(boards, names, catalogue, words),
    ]
    if roburg is not None:
        violations += check_roburg_tiles(roburg, len(boards), words)
    return violations


def check_tiles_in_box(
    boards: Sequence[Board], names: Sequence[str], catalogue: Catalogue, words: Words
) -> Iterator[GameViolation]:
    """No tile, throne rooms included, is in two castles more often than the box holds it."""
    in_box: Counter[str] = Counter()
    for tile in catalogue.tiles.values():
        in_box[stock_of(tile)] += tile.copies
    lying: defaultdict[str, list[GameTile]] = defaultdict(list)
    for index, board in enumerate(boards):
        for room in board.all_rooms:
            placed = room.placed
            lying[stock_of(room.tile)].append(
                GameTile(id=placed.id, x=placed.x, y=placed.y, castle=index)
            )
    for stock, tiles in lying.items():
        castles = sorted({tile.castle for tile in tiles})
        if len(castles) == 1 or len(tiles) <= in_box[stock]:
            continue
        if stock == _DOUBLE_SIDED_STOCK:
            variant, name = "game-double-sided", ""
        else:
            variant = "game-once" if in_box[stock] == 1 else "game-several"
            name = unmistakable_name(catalogue.tile(stock), words)
        message = words.say(
            "rule",
            Rule.COPIES,
            variant,
            piece=name,
            castles=words.join(names[castle] for castle in castles),
            count=len(tiles),
            copies=in_box[stock],
        )
        yield _fault(Rule.COPIES, castles, message, tiles)


def stock_of(tile: Tile) -> str:
    """Name the pile that a tile comes from: its id, or one for all that share double-sided tiles."""
    return _DOUBLE_SIDED_STOCK if tile.specialty in DOUBLE_SIDED else tile.id


def check_attendants_in_box(
    boards: Sequence[Board], names: Sequence[str], catalogue: Catalogue, words: Words
) -> Iterator[GameViolation]:
    """No royal attendant is in two castles more often than the box holds him or her."""
    for slug, castles in _castles_by_piece([board.castle.attendants for board in boards]).items():
        attendant = catalogue.attendant(slug)
        yield from _too_many_pieces(
            Rule.COPIES,
            "game-attendants",
            attendant.name_in(words.language),
            castles,
            attendant.copies,
            names,
            words,
        )


def check_bonus_cards_in_box(
    boards: Sequence[Board], names: Sequence[str], catalogue: Catalogue, words: Words
) -> Iterator[GameViolation]:
    """No bonus card is in two castles more often than the box holds it."""
    for slug, castles in _castles_by_piece([board.castle.bonus_cards for board in boards]).items():
        card = catalogue.bonus_card(slug)
        yield from _too_many_pieces(
            Rule.BONUS_CARD_COPIES,
            "game-once",
            card.name_in(words.language),
            castles,
            card.copies,
            names,
            words,
        )


def _castles_by_piece(pieces_of_castles: Sequence[Sequence[str]]) -> dict[str, list[int]]:
    """Return for each attendant or card the castle of each copy."""
    found: defaultdict[str, list[int]] = defaultdict(list)
    for index, pieces in enumerate(pieces_of_castles):
        for slug in pieces:
            found[slug].append(index)
    return found


def _too_many_pieces(
    rule: Rule,
    variant: str,
    name: str,
    found_in: Sequence[int],
    copies: int,
    names: Sequence[str],
    words: Words,
) -> Iterator[GameViolation]:
    castles = sorted(set(found_in))
    if len(castles) == 1 or len(found_in) <= copies:
        return
    message = words.say(
        "rule",
        rule,
        variant,
        piece=name,
        castles=words.join(names[castle] for castle in castles),
        count=len(found_in),
        copies=copies,
    )
    yield _fault(rule, castles, message)


def check_roburg_tiles(roburg: Roburg, number: int, words: Words) -> Iterator[GameViolation]:
    """Roburg, castle ``number`` of the game, has the tiles of a whole game at its level."""
    have, expected = roburg.tiles, roburg.tiles_at_end
    if have == expected:
        return
    variant = "too-few" if have < expected else "too-many"
    message = words.say(
        "rule", Rule.ROBURG_TILES, variant, count=have, expected=expected, level=roburg.level
    )
    yield _fault(Rule.ROBURG_TILES, [number], message, severity=Severity.SUSPECT)


def _fault(
    rule: Rule,
    castles: list[int],
    message: str,
    tiles: Sequence[GameTile] = (),
    severity: Severity = Severity.ILLEGAL,
) -> GameViolation:
    return GameViolation(
        rule=rule,
        group=RULES[rule].group,
        severity=severity,
        castles=castles,
        tiles=list(tiles),
        message=message,
    )
