"""Points of a whole castle."""

from collections.abc import Sequence

from .board import Board, Room
from .bonus_cards import score_bonus_card
from .castle import THRONE_PLACES
from .catalogue import Catalogue, Specialty, TileType
from .neighbours import Neighbour
from .room_scoring import score_room, score_throne
from .score import AttendantScore, BonusCardScore, Category, RoomScore, Score, ThroneScore

_SPECIALTY_CATEGORIES = {
    Specialty.TOWER: Category.TOWERS,
    Specialty.FOUNTAIN: Category.FOUNTAINS,
    Specialty.GRAND_FOYER: Category.GRAND_FOYERS,
    Specialty.BALLROOM: Category.BALLROOMS,
}
_TYPE_CATEGORIES = {
    TileType(category.value): category for category in Category if category.value in set(TileType)
}


def category_of(room: Room) -> Category | None:
    """Return the line of the score sheet that a room stands in.

    A secret room stands with the type that it copies; None when it copies nothing.
    """
    specialty = room.tile.specialty
    if specialty is not None:
        return _SPECIALTY_CATEGORIES[specialty]
    return None if room.kind is None else _TYPE_CATEGORIES[room.kind]


def score_board(board: Board, catalogue: Catalogue, neighbours: Sequence[Neighbour] = ()) -> Score:
    """Score a castle.

    Parameters
    ----------
    board
        The castle, set up with the same catalogue.
    catalogue
        Gives its attendants and bonus cards.
    neighbours
        The castles beside it, for ballrooms and one bonus card.

    Raises
    ------
    DocumentError
        When the castle has no throne room, a second one, or two tiles in one place.
    """
    castle = board.castle.require_scorable()
    throne = board.at[THRONE_PLACES[0]]
    categories = dict.fromkeys(Category, 0)
    rooms = []
    for room in board.rooms:
        points, why = score_room(board, room, neighbours)
        placed = room.placed
        rooms.append(RoomScore(id=placed.id, x=placed.x, y=placed.y, points=points, why=why))
        category = category_of(room)
        if category is not None:
            categories[category] += points

    points, why = score_throne(board, throne)
    throne_score = ThroneScore(id=throne.placed.id, points=points, why=why)
    categories[Category.THRONE] = points

    attendants = []
    for slug in castle.attendants:
        # p. 6: each attendant scores a point for every room with his or her wall hanging.
        hanging = catalogue.attendant(slug).hanging
        why = [room.placed for room in board.all_rooms if room.hanging is hanging]
        attendants.append(AttendantScore(id=slug, points=len(why), why=why))
        categories[Category.ATTENDANTS] += len(why)

    cards = []
    for slug in castle.bonus_cards:
        points, why = score_bonus_card(board, catalogue.bonus_card(slug), neighbours)
        cards.append(BonusCardScore(id=slug, points=points, why=why))
        categories[Category.BONUS_CARDS] += points

    return Score(
        total=sum(categories.values()),
        rooms=rooms,
        throne=throne_score,
        attendants=attendants,
        bonus_cards=cards,
        categories=categories,
    )
