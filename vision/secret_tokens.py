"""Room-type tokens on secret rooms, against what the arrows of these copy.

A token only reminds players of the type that a secret room copies (Secrets & Soirees rulebook, Secret Rooms),
so the score goes by the arrow. But a token that says otherwise is worth a sentence: one of the two is wrong.
"""

from collections.abc import Iterator, Mapping, Sequence

from ..engine.between_two_castles.board import Board, Place, Room, arrow_target
from ..engine.between_two_castles.catalogue import TileType
from ..engine.between_two_castles.vocabulary import words_in
from ..engine.words import Words
from .pieces import PieceClass
from .reading import Reason, Review, ReviewedPiece, name_with_place
from .seen_pieces import SeenPiece
from .seen_violations import if_read_right

# Tokens are small and lie any way up: of those in rendered scenes half were misread from 0.9 to 0.97, none
# from here on.
_SURE = 0.98


def review_tokens(
    pieces: Sequence[SeenPiece],
    board: Board,
    words: Words,
    *,
    unknown: frozenset[Place],
    doubtful: Mapping[Place, str],
    is_whole: bool,
) -> Iterator[Review]:
    """Yield what to say of tokens that contradict the arrow of the secret room that they lie on.

    Parameters
    ----------
    pieces
        Those of a castle, its tokens among them. Doubtful tokens contradict nothing.
    board
        The castle.
    words
        Of the sentences.
    unknown
        Places of tiles that could not be named; what an arrow leads to there is not known.
    doubtful
        What to call the tiles that may be others, by their places. What hangs on them is said with an "if".
    is_whole
        Whether all of the castle is seen, so that a place where nothing was read is empty.
    """
    for token in pieces:
        if token.piece is not PieceClass.TOKEN or token.place is None or token.id is None:
            continue
        if token.confidence < _SURE:
            continue
        secret = board.at.get(token.place)
        if secret is None or not _contradicts(token.id, secret):
            continue
        rooms, is_known = _led_to(board, secret, unknown, is_whole=is_whole)
        if not is_known:
            continue
        message = _sentence(secret, rooms[-1], _type_of(token.id), words)
        hung = {doubtful[it]: None for room in rooms if (it := (room.x, room.y)) in doubtful}
        yield Review(
            reason=Reason.TOKEN,
            tiles=[ReviewedPiece(id=it.placed.id, x=it.x, y=it.y) for it in rooms],
            message=if_read_right(message, tuple(hung), words),
        )


def _contradicts(token_id: str, room: Room) -> bool:
    """Tell whether a token is of another type than what the arrow of the room that it lies on copies."""
    return room.tile.arrow is not None and _type_of(token_id) is not room.kind


def _type_of(token_id: str) -> TileType:
    return TileType(token_id.partition("/")[2])


def _led_to(
    board: Board, secret: Room, unknown: frozenset[Place], *, is_whole: bool
) -> tuple[list[Room], bool]:
    """Return a secret room and those that arrows lead to from it, and whether it is known where they end."""
    rooms = [secret]
    while (arrow := rooms[-1].tile.arrow) is not None:
        place = arrow_target(arrow, (rooms[-1].x, rooms[-1].y))
        room = board.at.get(place)
        if place in unknown or room is None:
            return rooms, place not in unknown and is_whole
        if room in rooms:  # in a circle, where nothing is copied
            return rooms, True
        rooms.append(room)
    return rooms, True


def _sentence(secret: Room, last: Room, seen: TileType, words: Words) -> str:
    kinds = words_in(words.language)
    nowhere = last.tile.arrow is not None
    variant = "token" if secret.kind else "token-nowhere" if nowhere else "token-no-type"
    return words.say(
        "review",
        variant,
        tile=name_with_place(secret.tile, (secret.x, secret.y), words),
        other=name_with_place(last.tile, (last.x, last.y), words),
        seen=kinds.say("types", seen),
        expected="" if secret.kind is None else kinds.say("types", secret.kind),
        kind="" if secret.kind is None else kinds.say("type", secret.kind),
    )
