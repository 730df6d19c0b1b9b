"""The review list: what a person should look at, why, and what would help."""

from collections.abc import Iterator, Sequence

import numpy as np

from ..engine.between_two_castles.board import Board, Place, Room
from ..engine.between_two_castles.catalogue import Catalogue, Counts, Where
from ..engine.words import Words
from .cut_off import CutOff
from .evidence import BORDERS, HANGINGS, TYPES
from .loose_parts import places_apart
from .pieces import PieceClass
from .quads import sizes
from .reading import (
    MISFIT,
    SURE,
    Reason,
    Review,
    ReviewedPiece,
    castle_letter,
    name_with_place,
    piece_name,
    tile_name,
)
from .seen_pieces import SeenPiece, beside_castle, face_down_tiles, likely_others, places_of
from .sight import LIMITS, Cause
from .touching import Touched

_CROOKED_LINK = 0.25  # misfit of a tile that alone joins others with its castle, to be doubtful
_NAMED_CAUSES = 2
_NAMED_PLACES = 4
_WHOLE_PICTURE = 2  # sentences about it, at most
_MANY = 2  # doubtful pieces with one cause, from which on it is the picture's

_OF_THE_PICTURE = {
    Cause.DARK: Reason.DARK,
    Cause.BLURRED: Reason.BLURRED,
    Cause.GLARE: Reason.GLARE,
    Cause.SLANTED: Reason.SLANTED,
}


def review(
    pieces: Sequence[SeenPiece],
    throne: SeenPiece | None,
    tiles: Sequence[SeenPiece],
    board: Board,
    catalogue: Catalogue,
    words: Words,
    cut_off: CutOff | None,
    touched: Touched | None,
) -> Iterator[Review]:
    """Yield what a person should look at in a castle.

    Parameters
    ----------
    pieces
        All of the castle, places counted from its throne.
    throne, tiles
        Those of them that lie on places: the throne room from which they are counted, and the others.
    board
        The castle that was read.
    catalogue
        Knows all ids.
    words
        Of the sentences.
    cut_off
        Where it reaches out of the picture.
    touched
        Which other castles it touches.
    """
    if throne is None:
        yield Review(reason=Reason.NO_THRONE, tiles=[], message=words.say("review", "no-throne"))
    placed = [*([throne] if throne else []), *tiles]
    if cut_off is not None:
        yield _review_cut_off(cut_off, placed, words)
    if touched is not None:
        yield _review_touched(touched, placed, words)
    of_picture = list(_review_picture(placed, words))
    yield from of_picture
    told = {cause for entry in of_picture for cause in entry.causes}
    apart = places_apart(throne, tiles)
    links = _crooked_links(throne, [it for it in tiles if it.place not in apart])
    for piece in placed:
        yield from _review_tile(piece, catalogue, words, told, is_link=piece.place in links)
        if piece.id is not None and piece.place in apart:
            name = name_with_place(catalogue.tile(piece.id), piece.place, words)
            yield _entry(piece, Reason.APART, words.say("review", "apart", tile=name))
    for place, following in links.items():
        yield _review_what_follows(board.at[place], following, words)
    for piece in beside_castle(pieces):
        yield from _review_beside(piece, catalogue, words, told)
    for piece in face_down_tiles(pieces):
        x, y = piece.place or (0, 0)
        yield _entry(piece, Reason.FACE_DOWN, words.say("review", "face-down", x=x, y=y))
    yield from _review_thrones(board, words)
    for first, second in board.overlaps:
        names = [name_with_place(room.tile, (room.x, room.y), words) for room in (first, second)]
        yield Review(
            reason=Reason.OVERLAP,
            tiles=[
                ReviewedPiece(id=room.placed.id, x=room.x, y=room.y) for room in (first, second)
            ],
            message=words.say("review", "overlap", tile=names[0], other=names[1]),
        )
    are_tiles_known = all(it.id is not None for it in tiles) and not any(face_down_tiles(pieces))
    has_known_throne = throne is not None and throne.id is not None
    if not (are_tiles_known and has_known_throne):
        variant = "not-audited-throne" if are_tiles_known else "not-audited"
        yield Review(reason=Reason.NOT_AUDITED, tiles=[], message=words.say("review", variant))
    yield from _review_neighbours(board, catalogue, words)


def _review_cut_off(found: CutOff, placed: Sequence[SeenPiece], words: Words) -> Review:
    """Say at which edges of the picture a castle is cut off, and where.

    The tiles there are in no doubt, so they are named in the sentence alone.
    """
    there = [it for it in placed if set(places_of(it)) & set(found.places)]
    places = _few_places(there, words)
    variant = "cut-off" if len(found.edges) == 1 else "cut-off-edges"
    edges = words.join([words.say("edge", edge) for edge in found.edges])
    return Review(
        reason=Reason.CUT_OFF,
        tiles=[],
        message=words.say("review", variant, edges=edges, places=words.join(places)),
        causes=[Cause.CUT_OFF],
    )


def _review_touched(touched: Touched, placed: Sequence[SeenPiece], words: Words) -> Review:
    """Say which castles a castle touches; if it may be a part of one, all its places are in doubt."""
    letters = [castle_letter(it) for it in touched.castles]
    variant = "touches-one" if len(letters) == 1 else "touches"
    return Review(
        reason=Reason.TOUCHES,
        tiles=[_reviewed(it) for it in placed] if touched.is_smaller else [],
        message=words.say("review", variant, castles=words.join(letters)),
    )


def _few_places(pieces: Sequence[SeenPiece], words: Words) -> list[str]:
    """Return where pieces lie, and of many how many more there are."""
    places = [f"({it.place[0]}, {it.place[1]})" for it in pieces if it.place is not None]
    if len(places) > _NAMED_PLACES:
        rest = len(places) - _NAMED_PLACES + 1
        places = [*places[: _NAMED_PLACES - 1], words.say("joined", "more", count=rest)]
    return places


def _crooked_links(
    throne: SeenPiece | None, tiles: Sequence[SeenPiece]
) -> dict[Place, list[SeenPiece]]:
    """Return the places of the crooked tiles that alone join others with their castle, and those others.

    Where such a tile goes they go too, so it need not lie as crookedly to be doubtful. ``tiles`` are those
    that are joined with the throne room, or else with one another.
    """
    links: dict[Place, list[SeenPiece]] = {}
    for link in tiles:
        if link.misfit < _CROOKED_LINK or link.id is None or link.place is None:
            continue
        others = [it for it in tiles if it is not link]
        lost = places_apart(throne, others)
        following = [it for it in others if it.id is not None and it.place in lost]
        if following:
            links[link.place] = following
    return links


def _review_what_follows(link: Room, following: Sequence[SeenPiece], words: Words) -> Review:
    """Say which tiles go where a crooked one goes."""
    variant = "place-follows-one" if len(following) == 1 else "place-follows"
    name = name_with_place(link.tile, (link.x, link.y), words)
    places = words.join(_few_places(following, words))
    return Review(
        reason=Reason.PLACE_FOLLOWS,
        tiles=[_reviewed(it) for it in following],
        message=words.say("review", variant, tile=name, places=places),
    )


def _review_picture(placed: Sequence[SeenPiece], words: Words) -> Iterator[Review]:
    """Say what makes much of a picture hard to read, where names are in doubt, and how to mend that."""
    said = 0
    quads = [it.quad for it in placed if it.piece is PieceClass.TILE]
    size = float(np.median(sizes(quads))) if quads else LIMITS.size
    if size < LIMITS.size:
        said += 1
        yield Review(
            reason=Reason.SMALL_TILES,
            tiles=[],
            message=words.say("review", "small-tiles", size=round(size), wanted=round(LIMITS.size)),
            causes=[Cause.SMALL],
        )
    doubtful = [it for it in placed if it.faults]
    for cause, reason in _OF_THE_PICTURE.items():
        found = [fault for it in doubtful for fault in it.faults if fault.cause is cause]
        if len(found) < max(_MANY, len(doubtful) / 2) or said >= _WHOLE_PICTURE:
            continue
        said += 1
        measured = float(np.median([it.measured for it in found]))
        limit = float(np.median([it.limit for it in found]))
        yield Review(
            reason=reason,
            tiles=[],
            message=words.say(
                "review",
                reason.value,
                size=round(size),
                **_shown(cause, measured, limit),
            ),
            causes=[cause],
        )


_EDGE_WIDTH = 2.56  # standard deviations of the blur from a tenth to nine tenths of an edge


def _shown(cause: Cause, measured: float, limit: float) -> dict[str, int]:
    """Return a measure and its limit in edges' widths, degrees or percent, rounded away from each other."""
    factor = {Cause.BLURRED: _EDGE_WIDTH, Cause.SLANTED: 1.0}.get(cause, 100.0)
    low, high = sorted((factor * measured, factor * limit))
    rounded = max(int(np.floor(low)), 1), max(int(np.ceil(high)), 2)
    return dict(zip(("measured", "limit"), rounded[:: 1 if measured < limit else -1], strict=True))


def _why(piece: SeenPiece, words: Words, told: set[Cause]) -> tuple[str, list[Cause]]:
    """Return in brackets why a piece is hard to read, with each remedy that was not told before."""
    causes = [it.cause for it in piece.faults][:_NAMED_CAUSES]
    if not causes:
        return "", []
    said = [words.say("cause" if it in told else "remedy", it) for it in causes]
    told.update(causes)
    return f" ({'; '.join(said)})", [it.cause for it in piece.faults]


def _review_thrones(board: Board, words: Words) -> Iterator[Review]:
    """Name the throne rooms of a castle that has several."""
    rooms = [it for it in board.all_rooms if it.is_throne]
    if len(rooms) > 1:
        names = words.join([name_with_place(it.tile, (it.x, it.y), words) for it in rooms])
        yield Review(
            reason=Reason.TWO_THRONES,
            tiles=[ReviewedPiece(id=it.placed.id, x=it.x, y=it.y) for it in rooms],
            message=words.say("review", "two-thrones", tiles=names),
        )


def _review_neighbours(board: Board, catalogue: Catalogue, words: Words) -> Iterator[Review]:
    """Name what scores neighbouring castles, which a picture does not tell apart from any others."""
    tiles, names = [], []
    for room in board.rooms:
        if room.rule is not None and room.rule.where is Where.NEIGHBOUR_CASTLES:
            tiles.append(ReviewedPiece(id=room.placed.id, x=room.x, y=room.y))
            names.append(name_with_place(room.tile, (room.x, room.y), words))
    for slug in board.castle.bonus_cards:
        card = catalogue.bonus_card(slug)
        if card.counts is Counts.NEIGHBOUR_SPECIALTY:
            tiles.append(ReviewedPiece(id=card.id, x=None, y=None))
            names.append(card.name_in(words.language))
    if tiles:
        variant = "neighbours-one" if len(tiles) == 1 else "neighbours"
        message = words.say("review", variant, tiles=words.join(names))
        yield Review(reason=Reason.NEIGHBOURS, tiles=tiles, message=message)


def _entry(piece: SeenPiece, reason: Reason, message: str, causes: Sequence[Cause] = ()) -> Review:
    return Review(reason=reason, tiles=[_reviewed(piece)], message=message, causes=list(causes))


def _reviewed(piece: SeenPiece) -> ReviewedPiece:
    x, y = piece.place or (None, None)
    return ReviewedPiece(id=piece.id, x=x, y=y)


def _name_doubt(
    piece: SeenPiece, variant: str, catalogue: Catalogue, words: Words, told: set[Cause]
) -> Review:
    """Say that a piece is not surely named or not at all, what else it may be, and why."""
    x, y = piece.place or (None, None)
    others = [piece_name(it, catalogue, words.language) for it in likely_others(piece)]
    name = "" if piece.id is None else piece_name(piece.id, catalogue, words.language)
    message = words.say(
        "review",
        variant if others else f"{variant}-alone",
        tile=name if x is None else f"{name} ({x}, {y})",
        others=words.say("joined", "or").join(others),
        x=x,
        y=y,
    )
    why, causes = _why(piece, words, told)
    reason = Reason.UNKNOWN_PIECE if piece.id is None else Reason.LOW_CONFIDENCE
    return _entry(piece, reason, message + why, causes)


def _review_tile(
    piece: SeenPiece, catalogue: Catalogue, words: Words, told: set[Cause], *, is_link: bool
) -> Iterator[Review]:
    def entry(reason: Reason, message: str, **values: object) -> Review:
        return _entry(piece, reason, words.say("review", message, **values))

    x, y = piece.place or (0, 0)
    if piece.id is None:
        is_seat = piece.piece is PieceClass.THRONE and (x, y) == (0, 0)
        kind = "unknown-throne" if is_seat else "unknown-piece"
        yield _name_doubt(piece, kind, catalogue, words, told)
        return
    tile = catalogue.tile(piece.id)
    name = name_with_place(tile, (x, y), words)
    if not piece.is_named_surely:
        yield _name_doubt(piece, "low-confidence", catalogue, words, told)
    for reason, head, own in (
        (Reason.TYPE, piece.tile_type, TYPES.index(tile.type)),
        (Reason.HANGING, piece.hanging, HANGINGS.index(tile.hanging)),
    ):
        if head is not None and head.max() >= SURE and int(head.argmax()) != own:
            yield entry(reason, reason.value, tile=name)
    if piece.border is not None and piece.border.max() >= SURE:
        seen = BORDERS[int(piece.border.argmax())]
        if seen is not tile.border:
            yield entry(Reason.BORDER, "border", tile=name, seen=words.say("border", seen.value))
    if piece.turned is not None and piece.turned.max() < SURE:
        yield entry(Reason.ORIENTATION, "orientation", tile=name)
    if piece.contested:
        yield entry(Reason.CONFLICT, "conflict", tile=name)
    if piece.misfit >= MISFIT or is_link:
        yield entry(Reason.PLACE, "place", tile=name)


def _review_beside(
    piece: SeenPiece, catalogue: Catalogue, words: Words, told: set[Cause]
) -> Iterator[Review]:
    if piece.piece in (PieceClass.TOKEN, PieceClass.TILE_BACK):
        return
    if piece.piece in (PieceClass.TILE, PieceClass.THRONE):
        if piece.id is not None:
            name = tile_name(catalogue.tile(piece.id), words.language)
            yield _entry(piece, Reason.STRAY, words.say("review", "stray", tile=name))
        return
    if piece.uncounted is not None:
        if piece.id is not None:
            name = piece_name(piece.id, catalogue, words.language)
            message = words.say("review", f"stray-{piece.uncounted}", tile=name)
            yield _entry(piece, Reason.STRAY, message)
        return
    if piece.id is None:
        kind = "unknown-card" if piece.piece is PieceClass.CARD else "unknown-attendant"
        yield _name_doubt(piece, kind, catalogue, words, told)
    elif not piece.is_named_surely:
        yield _name_doubt(piece, "low-confidence", catalogue, words, told)
