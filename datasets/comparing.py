"""Comparing the readings of a picture with its annotation: each tile, and each castle.

A tile counts as found where a placed piece of a reading has its middle within half a tile of it; what lies
nowhere near a tile of a castle is a false one, a stray tile taken for one of the castle as well. Tiles of
which less than half is visible count neither way, nor do attendants and bonus cards of which less than three
quarters are (what a card counts stands in its lower half), nor those of a castle of which the picture shows
no tile, which nobody could tell from another castle's, nor what a reading says to lie face down. Castles that
are not wholly visible, or whose document is not known, are left out. From which throne the places of a castle
with several are counted makes no difference. A tile that touches nothing of its castle, not even at a corner,
is a stray one, whatever the annotation says.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeAlias

import numpy as np
from scipy.optimize import linear_sum_assignment

from ..engine.between_two_castles.board import Place, set_up_board
from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.scoring import score_board
from ..engine.errors import DocumentError
from ..vision.pieces import PieceClass
from ..vision.quads import Floats, as_quads, centres, sizes
from ..vision.reading import Evidence, PieceKey, Reading, Reason, Review
from .castle_views import CastleView, view_castles
from .scenes.annotations import AnnotatedPiece, Annotation

Lying: TypeAlias = tuple[str, int, int]

_DOUBTS_PLACES = (Reason.NO_THRONE, Reason.TWO_THRONES)
_VISIBLE = 0.5
_VISIBLE_BESIDE = 0.75  # likewise of attendants and bonus cards
_NEAR = 0.5  # in tiles
_UNNAMED = 0.01  # likewise: how much farther off a piece without a name seems


@dataclass(frozen=True, eq=False)
class TileResult:
    """A tile or throne of an annotated castle, and what was read there; None where nothing was.

    ``is_placed`` tells whether its place is right; None where that is counted from a throne that the picture
    does not show.
    """

    truth: AnnotatedPiece
    read: Evidence | None
    is_placed: bool | None
    size: float

    @property
    def is_named(self) -> bool:
        """Whether the id is right."""
        return self.read is not None and self.read.id == self.truth.id

    @property
    def is_oriented(self) -> bool:
        """Whether it is known how it is turned against its castle."""
        return self.read is not None and self.read.orientation == 90 * (self.truth.turns or 0)


@dataclass(frozen=True, slots=True)
class ReadTile:
    """A tile or throne on a place of a reading, where the picture shows enough to judge it.

    Attributes
    ----------
    is_named
        Whether the reading names it. What it does not is in no castle, and always on the review list.
    is_right
        Whether it has the right id and, as far as that can be told, the right place.
    is_misplaced
        Whether only its place is wrong: often that of a whole castle without its throne room.
    is_listed
        Whether the review list names it with a doubt or, if only its place is wrong, says that the throne
        room is missing or could not be named, or that there are several: then all places are in doubt. What
        else is said of the whole castle does not count.
    is_asked
        Whether the review list has any doubt about its castle.
    """

    is_named: bool
    is_right: bool
    is_misplaced: bool
    is_listed: bool
    is_asked: bool


@dataclass(frozen=True, eq=False)
class CastleResult:
    """An annotated castle, and the reading that shares most tiles with it.

    Attributes
    ----------
    truth, reading
        The castle, and what was read; None where nothing was.
    missing, extra
        Tiles and thrones that are not read where they lie, and those read where they do not; their places
        are counted from the throne that the reading counts from.
    score_error
        Points too many, counting attendants and bonus cards that are visible; None where either castle has
        no score.
    has_right_extras
        Whether the visible attendants and bonus cards are right.
    fault
        The rule that the castle was made to break.
    view
        How its own tiles are seen.
    """

    truth: Castle
    reading: Reading | None
    missing: tuple[Lying, ...]
    extra: tuple[Lying, ...]
    score_error: int | None
    has_right_extras: bool
    fault: str | None = None
    view: CastleView | None = None

    @property
    def wrong(self) -> int:
        """How many tiles are wrong: in another place, misnamed, missing or too many."""
        return max(len(self.missing), len(self.extra))

    @property
    def is_all_right(self) -> bool:
        """Whether every tile and its place, the throne, and what lies beside are right."""
        return self.wrong == 0 and self.has_right_extras

    @property
    def is_sure(self) -> bool:
        """Whether the reading asks nobody to look at it."""
        return self.reading is not None and self.reading.is_sure


@dataclass(frozen=True, eq=False)
class PictureResult:
    """One annotated picture, read.

    ``tiles`` are those that lie there, ``read`` those that the readings have.
    """

    file: Path
    annotation: Annotation
    readings: tuple[Reading, ...]
    tiles: tuple[TileResult, ...]
    castles: tuple[CastleResult, ...]
    read: tuple[ReadTile, ...]
    false_tiles: int

    @property
    def tile_size(self) -> float:
        """The median size of its tiles in pixels."""
        conditions = self.annotation.conditions
        if conditions is not None and conditions.tile_px is not None:
            return conditions.tile_px
        return float(np.median([it.size for it in self.tiles])) if self.tiles else 0.0

    @property
    def is_failure(self) -> bool:
        """Whether anything about a castle in it is wrong."""
        return any(it.wrong for it in self.castles) or (
            not self.castles and any(not it.is_named for it in self.tiles)
        )


@dataclass(frozen=True, eq=False)
class Beside:
    """The attendants and bonus cards of an annotated castle.

    Attributes
    ----------
    clear
        Those that are clearly visible.
    unclear
        Those that are hardly visible, and those of castles that the picture does not show, which may be
        anyone's: they count where they were read.
    """

    clear: tuple[AnnotatedPiece, ...]
    unclear: tuple[AnnotatedPiece, ...]

    @classmethod
    def of(cls, annotation: Annotation, castle: int) -> "Beside":
        """Return those of one of the castles of a picture."""
        shown = {it.castle for it in annotation.pieces if is_tile(it) and _is_visible(it)}
        clear, unclear = [], []
        for it in annotation.pieces:
            if it.castle == castle and _is_visible(it, _VISIBLE_BESIDE):
                clear.append(it)
            elif it.castle == castle or (it.castle is not None and it.castle not in shown):
                unclear.append(it)
        return cls(tuple(clear), tuple(unclear))

    def counted(self, read: Castle) -> dict[str, list[str]]:
        """Return which attendants and bonus cards the castle has, by the fields of a castle."""
        return {
            "attendants": self._counted(PieceClass.ATTENDANT, read.attendants),
            "bonus_cards": self._counted(PieceClass.CARD, read.bonus_cards),
        }

    def is_right(self, read: Castle) -> bool:
        """Tell whether they were read."""
        found = {"attendants": sorted(read.attendants), "bonus_cards": sorted(read.bonus_cards)}
        return found == self.counted(read)

    def _counted(self, kind: PieceClass, read: Sequence[str]) -> list[str]:
        certain = _names(self.clear, kind)
        counted = certain + ((Counter(read) - certain) & _names(self.unclear, kind))
        return sorted(counted.elements())


def compare(
    file: Path, annotation: Annotation, readings: Sequence[Reading], catalogue: Catalogue
) -> PictureResult:
    """Compare the readings of a picture with its annotation."""
    annotation = _without_loose_tiles(annotation)
    pieces = [it for it in annotation.pieces if is_tile(it)]
    placed = [(number, it) for number, reading in enumerate(readings) for it in _placed(reading)]
    matches = _match(pieces, [it for _, it in placed])
    home = _homes(annotation, pieces, placed, matches)
    anchored = {
        it.castle for it in pieces if PieceClass(it.kind) is PieceClass.THRONE and _is_visible(it)
    }
    origins = [
        _origin(
            pieces,
            {
                index: placed[found][1]
                for index, found in matches.items()
                if pieces[index].castle == castle and placed[found][0] == home.get(castle)
            },
        )
        for castle in range(len(annotation.castles))
    ]
    tiles = []
    false_tiles = len(placed) - len(matches)
    # What to count of the pieces read: the tile that each is, None where none of a castle is there.
    judged: dict[int, TileResult | None] = dict.fromkeys(
        set(range(len(placed))) - set(matches.values())
    )
    for index, piece in enumerate(pieces):
        found = matches.get(index)
        if piece.castle is None and annotation.castles:
            false_tiles += found is not None
            if found is not None:
                judged[found] = None
            continue
        if not _is_visible(piece):
            continue
        number, read = (None, None) if found is None else placed[found]
        is_placed = (
            None
            if piece.castle is None or piece.castle not in anchored
            else read is not None
            and number == home.get(piece.castle)
            and _lies_on(piece, read, origins[piece.castle])
        )
        tile = TileResult(piece, read, is_placed, _tile_size(piece))
        tiles.append(tile)
        if found is not None and piece.id is not None:
            judged[found] = tile
    doubtful = [it.doubtful for it in readings]
    read_tiles = [
        _read_tile(placed[found][1], tile, readings[placed[found][0]], doubtful[placed[found][0]])
        for found, tile in sorted(judged.items(), key=lambda it: it[0])
    ]
    castles = []
    views = view_castles(annotation)
    for index, annotated in enumerate(annotation.castles):
        own = [it for it in annotation.pieces if it.castle == index]
        seen = [it for it in own if is_tile(it) and _is_visible(it)]
        if annotated.castle is None or len(seen) < len(list(_lying(annotated.castle))):
            continue
        chosen = home.get(index)
        reading = None if chosen is None else readings[chosen]
        beside = Beside.of(annotation, index)
        result = _compare_castle(annotated.castle, reading, beside, catalogue, origins[index])
        fault = None if annotated.fault is None else annotated.fault.rule
        castles.append(replace(result, fault=fault, view=views[index]))
    return PictureResult(
        file,
        annotation,
        tuple(readings),
        tuple(tiles),
        tuple(castles),
        tuple(read_tiles),
        false_tiles,
    )


def _without_loose_tiles(annotation: Annotation) -> Annotation:
    """Make strays of the tiles that touch nothing of their castle, not even at a corner."""
    castles = list(annotation.castles)
    loose: set[tuple[int | None, Lying]] = set()
    for index, annotated in enumerate(castles):
        if annotated.castle is None:
            continue
        own = set(_loose(annotated.castle))
        rooms = [it for it in annotated.castle.rooms if (it.id, it.x, it.y) not in own]
        castle = annotated.castle.model_copy(update={"rooms": rooms})
        castles[index] = annotated.model_copy(update={"castle": castle})
        loose |= {(index, it) for it in own}
    stray = {"castle": None, "x": None, "y": None}
    pieces = [
        it.model_copy(update=stray) if (it.castle, (it.id, it.x, it.y)) in loose else it
        for it in annotation.pieces
    ]
    return annotation.model_copy(update={"castles": castles, "pieces": pieces})


def _loose(castle: Castle) -> Iterator[Lying]:
    """Yield the tiles that touch nothing; a throne room is what others touch."""
    thrones = [(it.x, it.y) for it in castle.rooms if it.id.startswith("throne/")]
    if castle.throne is not None:
        thrones.append((0, 0))
    places = Counter((room.x, room.y) for room in castle.rooms)
    places.update((x + 1, y) for x, y in thrones)
    places.update({(0, 0): castle.throne is not None})
    for room in castle.rooms:
        near = sum(places[room.x + dx, room.y + dy] for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        if near == 1 and not room.id.startswith("throne/"):
            yield room.id, room.x, room.y


def is_tile(piece: AnnotatedPiece) -> bool:
    """Tell whether an annotated piece is a tile or throne room, not what lies beside those."""
    return PieceClass(piece.kind) in (PieceClass.TILE, PieceClass.THRONE)


def _is_visible(piece: AnnotatedPiece, least: float = _VISIBLE) -> bool:
    return piece.visible is None or piece.visible >= least


def _placed(reading: Reading) -> Iterator[Evidence]:
    """Yield what a reading takes for tiles and throne rooms of its castle."""
    face_down = {
        (it.x, it.y)
        for entry in reading.review
        if entry.reason is Reason.FACE_DOWN
        for it in entry.tiles
    }
    for piece in reading.evidence:
        if piece.id is None:
            counts = (piece.x, piece.y) not in face_down
        else:
            counts = not piece.id.startswith("token/")
        if piece.x is not None and counts:
            yield piece


def _read_tile(
    piece: Evidence, tile: TileResult | None, reading: Reading, doubtful: frozenset[PieceKey]
) -> ReadTile:
    has_right_id = tile is not None and tile.is_named
    is_misplaced = tile is not None and has_right_id and tile.is_placed is False
    return ReadTile(
        is_named=piece.id is not None,
        is_right=has_right_id and not is_misplaced,
        is_misplaced=is_misplaced,
        is_listed=piece.key in doubtful
        or (is_misplaced and any(_doubts_all_places(it) for it in reading.review)),
        is_asked=not reading.is_sure,
    )


def _doubts_all_places(entry: Review) -> bool:
    """Tell whether it says that the throne room is missing, is one of several or has no name."""
    is_origin = any((it.id, it.x, it.y) == (None, 0, 0) for it in entry.tiles)
    is_unnamed = entry.reason is Reason.UNKNOWN_PIECE and is_origin
    return is_unnamed or entry.reason in _DOUBTS_PLACES


def _tile_size(piece: AnnotatedPiece) -> float:
    width = 2 if PieceClass(piece.kind) is PieceClass.THRONE else 1
    return float(sizes([piece.quad], width)[0])


def _match(pieces: Sequence[AnnotatedPiece], read: Sequence[Evidence]) -> dict[int, int]:
    """Return which of the pieces read is which annotated one, by their middles; named ones come first."""
    if not pieces or not read:
        return {}
    there = centres(as_quads([it.quad for it in pieces]))
    found = centres(as_quads([it.quad for it in read]))
    size = np.array([_tile_size(it) for it in pieces])
    away: Floats = np.linalg.norm(there[:, None] - found[None], axis=2) / size[:, None]
    # What is too far costs no more for being farther, lest a row of tiles shifts by one to match its ends.
    unnamed = np.array([_UNNAMED * (it.id is None) for it in read])
    rows, columns = linear_sum_assignment(np.minimum(away + unnamed, _NEAR + _UNNAMED))
    return {
        int(row): int(column)
        for row, column in zip(rows, columns, strict=True)
        if away[row, column] <= _NEAR
    }


def _homes(
    annotation: Annotation,
    pieces: Sequence[AnnotatedPiece],
    placed: Sequence[tuple[int, Evidence]],
    matches: dict[int, int],
) -> dict[int, int]:
    """Return which reading is which annotated castle: each goes to the one that it shares most with."""
    shared = Counter[tuple[int, int]]()
    for index, found in matches.items():
        castle = pieces[index].castle
        if castle is not None:
            shared[castle, placed[found][0]] += 1
    home: dict[int, int] = {}
    for (castle, reading), _ in shared.most_common():
        if castle not in home and reading not in home.values():
            home[castle] = reading
    return home


def _origin(pieces: Sequence[AnnotatedPiece], read: dict[int, Evidence]) -> Place:
    """Return the throne from which the places of a reading seem to be counted, of those of its castle."""
    own = [pieces[index] for index in read]
    thrones = [
        (it.x, it.y)
        for it in own
        if PieceClass(it.kind) is PieceClass.THRONE and it.x is not None and it.y is not None
    ]
    return max(
        [(0, 0), *thrones],
        key=lambda origin: sum(_lies_on(pieces[index], it, origin) for index, it in read.items()),
    )


def _lies_on(piece: AnnotatedPiece, read: Evidence, origin: Place) -> bool:
    if read.x is None or read.y is None:
        return False
    return (read.x + origin[0], read.y + origin[1]) == (piece.x, piece.y)


def _compare_castle(
    truth: Castle,
    reading: Reading | None,
    beside: Beside,
    catalogue: Catalogue,
    origin: Place,
) -> CastleResult:
    ox, oy = origin
    there = Counter((name, x - ox, y - oy) for name, x, y in _lying(truth))
    read = Counter(() if reading is None else _lying(reading.castle))
    has_right_extras, error = False, None
    if reading is not None:
        has_right_extras = beside.is_right(reading.castle)
        score = _total(truth.model_copy(update=beside.counted(reading.castle)), catalogue)
        if reading.score is not None and score is not None:
            error = reading.score.total - score
    return CastleResult(
        truth,
        reading,
        tuple(sorted((there - read).elements())),
        tuple(sorted((read - there).elements())),
        error,
        has_right_extras,
    )


def _names(pieces: Iterable[AnnotatedPiece], kind: PieceClass) -> Counter[str]:
    named = (it.id for it in pieces if PieceClass(it.kind) is kind)
    return Counter(it.partition("/")[2] for it in named if it is not None)


def _lying(castle: Castle) -> Iterator[Lying]:
    if castle.throne is not None:
        yield castle.throne, 0, 0
    for room in castle.rooms:
        yield room.id, room.x, room.y


def _total(castle: Castle, catalogue: Catalogue) -> int | None:
    try:
        return score_board(set_up_board(castle, catalogue), catalogue).total
    except DocumentError:
        return None
