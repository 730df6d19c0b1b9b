"""What an audit can tell from a picture: faults of tiles that are in doubt accuse nobody."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from ..engine.between_two_castles.auditing import audit_board, check_copies
from ..engine.between_two_castles.board import Board, Place, set_up_board
from ..engine.between_two_castles.catalogue import Catalogue, TileType
from ..engine.between_two_castles.placement import Orientation, audit_placement
from ..engine.between_two_castles.rules import Rule
from ..engine.between_two_castles.vocabulary import words_in
from ..engine.languages import Language
from ..engine.violations import Group, PlacedTile, Severity, Violation
from ..engine.words import Words

_NEED_THRONE = frozenset({Rule.ONE_THRONE, Rule.LEVEL, Rule.SUPPORT, Rule.ONE_PIECE})
_NEED_NEIGHBOURS = frozenset({Rule.SUPPORT, Rule.SHARES_EDGE, Rule.ONE_PIECE})
_FEW = 3  # doubtful tiles that a sentence names


class SeenViolation(Violation):
    """A fault of a castle in a picture.

    Attributes
    ----------
    doubtful
        The tiles that it hangs on and that may be others than they were read as, which the message says too.
        Empty where nothing about the tiles concerned is in doubt.
    if_complete
        Whether tiles beyond the edge of the picture, where the castle is cut off, may explain it.
    """

    doubtful: list[PlacedTile] = Field(default_factory=list)
    if_complete: bool = False

    @property
    def is_sure(self) -> bool:
        """Whether it hangs on no doubtful tile and on none that the picture does not show."""
        return not self.doubtful and not self.if_complete


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A doubtful tile that breaks a rule as it was read, and would not as its next likely id."""

    place: Place
    instead: str


def audit_seen(
    board: Board,
    catalogue: Catalogue,
    words: Words,
    *,
    orientations: Mapping[Place, Orientation],
    unknown: frozenset[Place],
    doubtful: Mapping[Place, str],
    cut_off: Sequence[Place] = (),
) -> list[SeenViolation]:
    """Audit a castle of a picture.

    Parameters
    ----------
    board
        The castle.
    catalogue
        The catalogue that it was set up with.
    words
        Those of readings, in the language of the messages.
    orientations
        How the tile in each place is turned, where that is sure.
    unknown
        Places of tiles that could not be named. Faults that these may explain are left out.
    doubtful
        What to call the tiles that may be others, by their places.
    cut_off
        The places at which the castle reaches out of the picture. What tiles beyond may explain is told with
        an "if".
    """
    found = audit_board(board, catalogue, language=words.language, orientations=orientations)
    if board.throne is None:
        # It is more likely cut off or overlooked than not there.
        found = [
            it for it in found if it.rule not in _NEED_THRONE and it.group is not Group.ECONOMY
        ]
    if unknown:
        found = [
            it for it in found if it.group is not Group.ECONOMY and not _explained(it, unknown)
        ]
    seen = [_seen(it, board, words, doubtful) for it in found]
    if not cut_off:
        return seen
    return [_if_complete(it, words) if _hangs_on_what_is_beyond(it, cut_off) else it for it in seen]


def sure_violations(violations: Sequence[Violation]) -> list[SeenViolation]:
    """Return faults of a castle that is known, none of which hangs on a doubtful tile."""
    return [SeenViolation(**dict(it)) for it in violations]


def if_read_right(message: str, doubtful: Sequence[str], words: Words) -> str:
    """Say something that holds only if some tiles, named here, were read right; as it is where none is."""
    if not doubtful:
        return message
    variant = "one" if len(doubtful) == 1 else "few" if len(doubtful) <= _FEW else "many"
    tiles = words.join(doubtful)
    return words.say("violation", variant, tiles=tiles, count=len(doubtful), message=message)


def _explained(violation: Violation, unknown: frozenset[Place]) -> bool:
    return violation.rule in _NEED_NEIGHBOURS and any(
        abs(tile.x - x) + abs(tile.y - y) <= 1 for tile in violation.tiles for x, y in unknown
    )


def _hangs_on_what_is_beyond(violation: Violation, cut_off: Sequence[Place]) -> bool:
    return violation.group is Group.ECONOMY or (
        violation.rule in _NEED_NEIGHBOURS
        and any((it.x, it.y) in cut_off for it in violation.tiles)
    )


def _if_complete(violation: SeenViolation, words: Words) -> SeenViolation:
    message = words.say("violation", "if-complete", message=violation.message)
    return violation.model_copy(update={"message": message, "if_complete": True})


def _seen(
    violation: Violation, board: Board, words: Words, doubtful: Mapping[Place, str]
) -> SeenViolation:
    """Say which doubtful tiles a fault hangs on: those concerned, or all where it counts all tiles."""
    places = {(it.x, it.y) for it in violation.tiles}
    counts_all = violation.group is Group.ECONOMY and violation.rule != Rule.UNFINISHED
    hung: dict[str, PlacedTile] = {}
    for place, name in doubtful.items():  # throne rooms lie on two
        if place in board.at and (counts_all or place in places):
            hung.setdefault(name, board.at[place].placed)
    if not hung:
        return SeenViolation(**dict(violation))
    message = if_read_right(violation.message, tuple(hung), words)
    tiles = list(hung.values())
    return SeenViolation(**{**dict(violation), "message": message, "doubtful": tiles})


def other_readings(
    violations: Sequence[SeenViolation],
    board: Board,
    catalogue: Catalogue,
    alternatives: Mapping[Place, str],
    orientations: Mapping[Place, Orientation],
) -> Iterator[OtherReading]:
    """Yield the doubtful tiles that break a placement rule, or are too many, only as they were read.

    Parameters
    ----------
    violations
        Those of the castle.
    board, catalogue
        The castle.
    alternatives
        The next likely ids of doubtful tiles, by their places.
    orientations
        As for :func:`audit_seen`.
    """
    illegal = [
        it
        for it in violations
        if it.severity is Severity.ILLEGAL and it.group is not Group.ECONOMY and it.doubtful
    ]
    for place, name in alternatives.items():
        broken = {it.rule for it in illegal if any((t.x, t.y) == place for t in it.doubtful)}
        if not broken or place not in board.at or board.at[place].is_throne:
            continue
        if catalogue.tile(name).type is TileType.THRONE:
            continue
        left = list(_faults(_with(board, place, name, catalogue), catalogue, orientations))
        known = {(it.rule, tuple((t.x, t.y) for t in it.tiles)) for it in illegal}
        added = any((it.rule, tuple((t.x, t.y) for t in it.tiles)) not in known for it in left)
        still = {it.rule for it in left if any((t.x, t.y) == place for t in it.tiles)}
        if not added and not broken & still:
            yield OtherReading(place, name)


def _with(board: Board, place: Place, name: str, catalogue: Catalogue) -> Board:
    """Return a castle with another tile on a place."""
    castle = board.castle
    rooms = [
        it.model_copy(update={"id": name}) if (it.x, it.y) == place else it for it in castle.rooms
    ]
    return set_up_board(castle.model_copy(update={"rooms": rooms}), catalogue)


def _faults(
    board: Board, catalogue: Catalogue, orientations: Mapping[Place, Orientation]
) -> Iterator[Violation]:
    words = words_in(Language.EN)
    found = [*audit_placement(board, words, orientations), *check_copies(board, catalogue, words)]
    for it in found:
        needs_throne = board.throne is None and it.rule in _NEED_THRONE
        if it.severity is Severity.ILLEGAL and not needs_throne:
            yield it
