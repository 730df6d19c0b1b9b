"""The whole audit of one castle."""

from collections import Counter
from collections.abc import Iterator, Mapping, Set

from ..languages import Language
from ..violations import Severity, Violation
from ..words import Words
from .board import Board, Place
from .building_order import Outcome, find_building_order
from .catalogue import Catalogue, Counts
from .economy import DRAFTED_TILES, audit_economy, count_economy
from .placement import Orientation, audit_placement, fault
from .rules import Rule
from .vocabulary import room_with_place, unmistakable_name, words_in

ATTENDANT_SPOTS = 2


def audit_board(
    board: Board,
    catalogue: Catalogue,
    *,
    language: Language = Language.EN,
    orientations: Mapping[Place, Orientation] | None = None,
    removed_cards: Set[Counts] = frozenset(),
    drafted: int = DRAFTED_TILES,
) -> list[Violation]:
    """Check a castle against every rule.

    Parameters
    ----------
    board
        The castle.
    catalogue
        The catalogue that it was set up with.
    language
        Of the messages.
    orientations
        How the tile in each place is turned, where a reading knows it.
    removed_cards
        Bonus cards that the variant takes out of the game.
    drafted
        Room tiles that a castle gets in the turns of a whole game.

    Returns
    -------
    list of Violation
        Placement first, then components, then economy. ``illegal`` ones no legal game can make.
    """
    words = words_in(language)
    violations = audit_placement(board, words, orientations)
    violations += check_copies(board, catalogue, words)
    violations += check_attendant_spots(board, words)
    violations += check_bonus_cards(board, catalogue, words, removed_cards)
    violations += audit_economy(board, words, drafted)
    if not any(violation.severity is Severity.ILLEGAL for violation in violations):
        violations += check_building_order(board, words, drafted)
    return violations


def check_copies(board: Board, catalogue: Catalogue, words: Words) -> Iterator[Violation]:
    """No tile is there more often than the box holds it."""
    counts = Counter(room.tile.id for room in board.rooms)
    for tile_id, count in counts.items():
        tile = catalogue.tile(tile_id)
        if count > tile.copies:
            rooms = [room for room in board.rooms if room.tile is tile]
            name = unmistakable_name(tile, words)
            yield fault(Rule.COPIES, rooms, copies_message(name, count, tile.copies, words))


def copies_message(name: str, count: int, copies: int, words: Words) -> str:
    """Say that a tile is there more often than the box holds it."""
    variant = "once" if copies == 1 else "several"
    return words.say("rule", Rule.COPIES, variant, tile=name, count=count, copies=copies)


def check_attendant_spots(board: Board, words: Words) -> Iterator[Violation]:
    """A throne room has two spots for royal attendants."""
    count = len(board.castle.attendants)
    if count > ATTENDANT_SPOTS:
        tiles = () if board.throne is None else (board.throne,)
        message = words.say("rule", Rule.ATTENDANT_SPOTS, "too-many", count=count)
        yield fault(Rule.ATTENDANT_SPOTS, tiles, message)


def check_bonus_cards(
    board: Board, catalogue: Catalogue, words: Words, removed_cards: Set[Counts]
) -> Iterator[Violation]:
    """Each bonus card is there once and not one that the variant removes."""
    for slug, count in Counter(board.castle.bonus_cards).items():
        card = catalogue.bonus_card(slug)
        name = card.name_in(words.language)
        if count > card.copies:
            message = words.say("rule", Rule.BONUS_CARD_COPIES, "once", card=name, count=count)
            yield fault(Rule.BONUS_CARD_COPIES, (), message)
        if card.counts in removed_cards:
            message = words.say("rule", Rule.CARD_IN_PLAY, "removed", card=name)
            yield fault(Rule.CARD_IN_PLAY, (), message)


def check_building_order(board: Board, words: Words, drafted: int) -> Iterator[Violation]:
    """Some order of building exists; undecided ones are not accused."""
    if find_building_order(board, drafted).outcome is not Outcome.IMPOSSIBLE:
        return
    rooms = [room for room in board.rooms if room.tile.specialty is not None]
    named = [room_with_place(room, words.language) for room in rooms]
    if count_economy(board, drafted).food_tiles:
        named.append(words.say("order", "food-tile"))
    variant = "one" if len(named) == 1 else "several"
    message = words.say("rule", Rule.BUILDING_ORDER, variant, tiles=words.join(named))
    yield fault(Rule.BUILDING_ORDER, rooms, message)
