"""The game document, and the result of a game: who won, every castle's score and every fault."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, model_serializer

from ..documents import (
    DocumentModel,
    parse_model,
    require_format,
    require_format_key,
    shorten,
)
from ..errors import DocumentError
from ..languages import Language
from ..ranking import Key, competition_ranks, finishing_order, winners
from ..violations import Violation
from ..words import Words
from .auditing import audit_board
from .board import Board, set_up_board
from .castle import CASTLE_FORMAT, GAME, Castle, Name, require_printable
from .catalogue import Catalogue, TileType
from .game_auditing import GameViolation, audit_game
from .modes import MODES, Layout, Mode, ModeRules, TieBreaker, lay_out
from .neighbours import Neighbour, NeighbourBoard
from .roburg import Roburg, RoburgScore, score_roburg
from .score import Score
from .scoring import score_board
from .vocabulary import words_in

GAME_FORMAT: Literal["castlescan/game/1"] = "castlescan/game/1"

PlayerName = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=80),
    AfterValidator(require_printable),
]


class Game(DocumentModel):
    """A finished game.

    ``players`` are in seat order, clockwise. Where players share castles, ``castles[i]`` lies to the
    left of ``players[i]``, between that player and the next one clockwise; in the solo mode with two
    Automas they are Linkenstein and Rechtsburg. Otherwise ``castles[i]`` belongs to ``players[i]``.
    Ludwig and the Robertas need not be named. ``roburg`` is there in the solo modes only.
    """

    model_config = ConfigDict(json_schema_extra=require_format_key)

    format: Literal["castlescan/game/1"] = GAME_FORMAT
    game: Literal["between-two-castles"] = GAME
    mode: Annotated[Mode, Field(strict=False)]
    players: list[PlayerName]
    castles: list[Castle]
    roburg: Roburg | None = None
    name: Name | None = None

    @model_serializer(mode="wrap")
    def _leave_out_what_is_not_there(self, serialize: Any) -> dict[str, Any]:
        data: dict[str, Any] = serialize(self)
        return {
            key: value
            for key, value in data.items()
            if value is not None or key not in ("name", "roburg")
        }

    @property
    def rules(self) -> ModeRules:
        """What sets its mode apart."""
        return MODES[self.mode]

    @property
    def seats(self) -> tuple[str, ...]:
        """The names of all players, artificial ones included."""
        people = self.players[: self.rules.most]
        return (*people, *self.rules.artificial)

    def require_playable(self, catalogue: Catalogue) -> Self:
        """Return the game if its players and castles fit its mode and its castles can be scored.

        Raises
        ------
        DocumentError
            For the first fault; one in a castle names its place, as ``castles[2].rooms[0].id``.

        """
        self._require_players()
        self._require_castles()
        for index, castle in enumerate(self.castles):
            try:
                castle.require_known(catalogue).require_scorable()
            except DocumentError as error:
                inside = f": {error.fault}" if error.source is None else f".{error}"
                raise DocumentError(f"castles[{index}]{inside}") from None
        return self

    def _require_players(self) -> None:
        rules = self.rules
        count = len(self.players)
        named_artificial = tuple(self.players[rules.most :])
        if count < rules.fewest or (named_artificial and named_artificial != rules.artificial):
            people = (
                f"{rules.fewest}"
                if rules.fewest == rules.most
                else f"{rules.fewest} to {rules.most}"
            )
            artificial = " and ".join(shorten(name) for name in rules.artificial)
            raise DocumentError(
                f"players names {shorten(self.players)}; "
                f'the mode "{self.mode}" takes {people} player{"s" if rules.most > 1 else ""}'
                f"{f', and after them nobody but {artificial}' if artificial else ''}; "
                "correct the names or the mode"
            )
        seats = self.seats
        for seat, name in enumerate(seats):
            first = seats.index(name)
            if first != seat:
                raise DocumentError(
                    f"players: {shorten(name)} has both seat {first + 1} and seat {seat + 1}; "
                    "give each player another name"
                )

    def _require_castles(self) -> None:
        rules = self.rules
        needed = rules.castles_to_build(len(self.seats))
        if len(self.castles) != needed:
            artificial = " and ".join(rules.artificial)
            raise DocumentError(
                f'castles holds {len(self.castles)}; the mode "{self.mode}" with '
                f"{len(self.seats)} players{f' ({artificial} included)' if artificial else ''} "
                f"has {needed}{' beside Roburg' if rules.has_roburg else ''}; "
                "add or remove castles"
            )
        if rules.has_roburg and self.roburg is None:
            raise DocumentError(
                f'has no "roburg"; the mode "{self.mode}" needs it, as '
                '"roburg": {"level": 3, "columns": {"food": 5}}'
            )
        if self.roburg is not None and not rules.has_roburg:
            raise DocumentError(
                f'has a "roburg", which the mode "{self.mode}" does not know; remove it or '
                "correct the mode"
            )


class Standing(DocumentModel):
    """How a player finished.

    ``points`` are those of the lower of the player's castles, ``specialty_rooms`` are counted in all
    of them. ``castles`` are their numbers in the game from 0; Roburg comes after the others.
    """

    rank: int
    player: str
    points: int
    castles: list[int]
    higher_castle: int
    specialty_rooms: int


class CastleResult(DocumentModel):
    """Score and faults of a castle.

    ``neighbours`` are the numbers of the castles that its ballrooms look at; a tile in its score with
    ``castle`` i lies in ``neighbours[i]``.
    """

    name: str
    players: list[str]
    neighbours: list[int]
    score: Score
    violations: list[Violation]


class GameResult(DocumentModel):
    """The result of a game: standings best first, castles as in the game, faults across castles."""

    mode: Mode
    name: str | None
    standings: list[Standing]
    winners: list[str]
    castles: list[CastleResult]
    roburg: RoburgScore | None
    violations: list[GameViolation]


def parse_game(data: object, catalogue: Catalogue) -> Game:
    """Validate a game document.

    Parameters
    ----------
    data
        Parsed JSON.
    catalogue
        The tiles that may be named in it.

    Raises
    ------
    DocumentError
        For the first fault: format or version, keys, values, players or castles that do not fit the
        mode, a castle that cannot be scored.

    """
    require_format(data, GAME_FORMAT, "game")
    castles = data.get("castles") if isinstance(data, dict) else None
    for index, castle in enumerate(castles if isinstance(castles, list) else ()):
        try:
            require_format(castle, CASTLE_FORMAT, "castle")
        except DocumentError as error:
            raise error.at(f"castles[{index}]") from None
    return parse_model(Game, data).require_playable(catalogue)


def judge_game(game: Game, catalogue: Catalogue, language: Language = Language.EN) -> GameResult:
    """Score and audit all castles of a game and rank its players.

    Raises
    ------
    DocumentError
        When players or castles do not fit the mode, or a castle cannot be scored.

    """
    game.require_playable(catalogue)
    words = words_in(language)
    boards = [set_up_board(castle, catalogue) for castle in game.castles]
    layout = lay_out(game.mode, len(game.seats))
    names = castle_names(game, words)
    castles = _judge_castles(game, boards, layout, names, catalogue, language)
    roburg = None if game.roburg is None else score_roburg(game.roburg, game.mode)

    # Roburg is the last castle and has no specialty rooms (solo modes, Automa, Scoring, Note).
    totals = [castle.score.total for castle in castles]
    specialty_rooms = [_specialty_rooms(board) for board in boards]
    if roburg is not None:
        totals.append(roburg.total)
        specialty_rooms.append(0)
    standings, first = _rank_players(game, layout, totals, specialty_rooms)
    return GameResult(
        mode=game.mode,
        name=game.name,
        standings=standings,
        winners=first,
        castles=castles,
        roburg=roburg,
        violations=audit_game(boards, names, game.roburg, catalogue, words),
    )


def castle_names(game: Game, words: Words) -> list[str]:
    """Return what to call each castle: its own name, the rulebook's, or its number from 1."""
    given = game.rules.castle_names
    return [
        castle.name or (given[index] if given else words.say("game", "castle", number=index + 1))
        for index, castle in enumerate(game.castles)
    ]


def _judge_castles(
    game: Game,
    boards: Sequence[Board],
    layout: Layout,
    names: Sequence[str],
    catalogue: Catalogue,
    language: Language,
) -> list[CastleResult]:
    views: list[Neighbour] = [NeighbourBoard(board) for board in boards]
    if game.roburg is not None:
        views.append(game.roburg)
    return [
        CastleResult(
            name=names[index],
            players=[
                player
                for player, castles in zip(game.seats, layout.castles_of, strict=True)
                if index in castles
            ],
            neighbours=list(layout.neighbours_of[index]),
            score=score_board(
                board, catalogue, [views[other] for other in layout.neighbours_of[index]]
            ),
            violations=audit_board(
                board, catalogue, language=language, removed_cards=game.rules.removed_cards
            ),
        )
        for index, board in enumerate(boards)
    ]


def _rank_players(
    game: Game, layout: Layout, totals: Sequence[int], specialty_rooms: Sequence[int]
) -> tuple[list[Standing], list[str]]:
    by_seat = [
        Standing(
            rank=1,
            player=player,
            # p. 13: the lower-scoring castle counts.
            points=min(totals[castle] for castle in castles),
            castles=list(castles),
            higher_castle=max(totals[castle] for castle in castles),
            specialty_rooms=sum(specialty_rooms[castle] for castle in castles),
        )
        for player, castles in zip(game.seats, layout.castles_of, strict=True)
    ]
    keys = [_key(standing, game.rules.tie_breakers) for standing in by_seat]
    ranks = competition_ranks(keys)
    standings = [
        by_seat[seat].model_copy(update={"rank": ranks[seat]}) for seat in finishing_order(keys)
    ]
    return standings, [game.seats[seat] for seat in winners(keys)]


def _key(standing: Standing, tie_breakers: Sequence[TieBreaker]) -> Key:
    values = {
        TieBreaker.HIGHER_CASTLE: standing.higher_castle,
        TieBreaker.SPECIALTY_ROOMS: standing.specialty_rooms,
    }
    return (standing.points, *(values[tie_breaker] for tie_breaker in tie_breakers))


def _specialty_rooms(board: Board) -> int:
    # p. 1: throne rooms are specialty rooms.
    return sum(room.kind is TileType.SPECIALTY for room in board.all_rooms)
