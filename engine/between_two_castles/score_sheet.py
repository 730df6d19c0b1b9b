"""The score sheet of the rulebook (p. 13), filled in for a castle, with the reasons below."""

from collections.abc import Sequence

from ..languages import Language
from ..sheets import ScoreSheet, SheetHeadings, SheetReason, SheetRow
from ..violations import PlacedTile
from ..words import Words
from .board import Board, Room
from .catalogue import Attendant, BonusCard, Catalogue, Counts, Tile, Where
from .descriptions import describe_attendant, describe_bonus_card, describe_tile
from .score import (
    AttendantScore,
    BonusCardScore,
    Category,
    NeighbourTile,
    RoomScore,
    Score,
    ThroneScore,
)
from .scoring import category_of
from .vocabulary import tile_with_place, words_in

# These lines stand on the score pad of the expansion only.
_EXPANSION_CATEGORIES = frozenset({Category.ACTIVITY, Category.BALLROOMS})


def make_score_sheet(
    board: Board,
    score: Score,
    catalogue: Catalogue,
    language: Language = Language.EN,
    *,
    title: str | None = None,
    neighbours_known: bool = False,
    neighbour_names: Sequence[str] = (),
) -> ScoreSheet:
    """Fill in a score sheet.

    Parameters
    ----------
    board, score
        The castle and its score.
    catalogue
        The catalogue that they were made with.
    language
        Of the sheet.
    title
        Heading; by default the castle's name.
    neighbours_known
        Whether the neighbouring castles were scored with it; if not, the sheet says what lacks them.
    neighbour_names
        What to call them in the reasons; by default by their numbers.
    """
    words = words_in(language)
    return ScoreSheet(
        title=title or board.castle.name or words.say("sheet", "unnamed"),
        headings=_headings(words),
        rows=_rows(board, score, words),
        reasons=_reasons(board, score, catalogue, words, neighbour_names),
        notes=() if neighbours_known else _notes(board, catalogue, words),
    )


def _headings(words: Words) -> SheetHeadings:
    return SheetHeadings(
        language=words.language,
        categories=words.say("sheet", "categories"),
        room_scores=words.say("sheet", "room-scores"),
        total=words.say("sheet", "total"),
        total_score=words.say("sheet", "total-score"),
        reasons=words.say("sheet", "reasons"),
        piece=words.say("sheet", "piece"),
        place=words.say("sheet", "place"),
        points=words.say("sheet", "points"),
        why=words.say("sheet", "why"),
    )


def _rows(board: Board, score: Score, words: Words) -> tuple[SheetRow, ...]:
    points: dict[Category, list[int]] = {category: [] for category in Category}
    for room, room_score in zip(board.rooms, score.rooms, strict=True):
        category = category_of(room)
        if category is not None:
            points[category].append(room_score.points)
    points[Category.BONUS_CARDS] = [card.points for card in score.bonus_cards]
    points[Category.ATTENDANTS] = [attendant.points for attendant in score.attendants]
    points[Category.THRONE] = [score.throne.points]
    return tuple(
        SheetRow(words.say("category", category), tuple(numbers))
        for category, numbers in points.items()
        if numbers or category not in _EXPANSION_CATEGORIES
    )


def _reasons(
    board: Board,
    score: Score,
    catalogue: Catalogue,
    words: Words,
    neighbour_names: Sequence[str],
) -> tuple[SheetReason, ...]:
    def reason(
        piece: Tile | Attendant | BonusCard,
        rule: str,
        part: RoomScore | ThroneScore | AttendantScore | BonusCardScore,
        place: str,
    ) -> SheetReason:
        tiles = ", ".join(_tile(tile, catalogue, words, neighbour_names) for tile in part.why)
        why = f"{rule}: {tiles}" if tiles else rule
        return SheetReason(piece.name_in(words.language), place, part.points, why)

    pairs = sorted(
        zip(board.rooms, score.rooms, strict=True), key=lambda pair: (-pair[0].y, pair[0].x)
    )
    throne = catalogue.tile(score.throne.id)
    return (
        *(
            reason(room.tile, _rule(room, catalogue, words), part, f"({room.x}, {room.y})")
            for room, part in pairs
        ),
        reason(throne, describe_tile(throne, catalogue, words), score.throne, "(0, 0)"),
        *(
            reason(
                attendant,
                describe_attendant(attendant, words),
                part,
                words.say("cards", "attendant"),
            )
            for part in score.attendants
            for attendant in [catalogue.attendant(part.id)]
        ),
        *(
            reason(card, describe_bonus_card(card, words), part, words.say("cards", "card"))
            for part in score.bonus_cards
            for card in [catalogue.bonus_card(part.id)]
        ),
    )


def _rule(room: Room, catalogue: Catalogue, words: Words) -> str:
    if room.rule is None:
        return words.say("scores", "nothing")
    scores = describe_tile(room.rule, catalogue, words)
    if room.rule is room.tile:
        return scores
    copied = room.rule.name_in(words.language)
    return words.say("scores", "copy", tile=copied, scores=scores)


def _tile(
    tile: PlacedTile | NeighbourTile,
    catalogue: Catalogue,
    words: Words,
    neighbour_names: Sequence[str],
) -> str:
    if not isinstance(tile, NeighbourTile):
        return tile_with_place(tile, catalogue, words.language)
    # The tiles of Roburg are known by their types alone.
    known = catalogue.tiles.get(tile.id)
    name = words.say("type", tile.id) if known is None else known.name_in(words.language)
    neighbour = (
        neighbour_names[tile.castle]
        if neighbour_names
        else words.say("sheet", "neighbour", number=tile.castle + 1)
    )
    return f"{name} ({tile.x}, {tile.y}; {neighbour})"


def _notes(board: Board, catalogue: Catalogue, words: Words) -> tuple[str, ...]:
    pieces = [
        room.tile.name_in(words.language)
        for room in board.rooms
        if room.rule is not None and room.rule.where is Where.NEIGHBOUR_CASTLES
    ]
    for slug in board.castle.bonus_cards:
        card = catalogue.bonus_card(slug)
        if card.counts is Counts.NEIGHBOUR_SPECIALTY:
            pieces.append(card.name_in(words.language))
    if not pieces:
        return ()
    return (words.say("sheet", "no-neighbours", pieces=words.join(pieces)),)
