"""The result of a game as people read it in a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .engine.between_two_castles.board import set_up_board
from .engine.between_two_castles.catalogue import Catalogue
from .engine.between_two_castles.game import Game, GameResult
from .engine.between_two_castles.modes import MODES, Mode, TieBreaker
from .engine.between_two_castles.roburg import RoburgScore
from .engine.between_two_castles.score_sheet import make_score_sheet
from .engine.languages import Language
from .engine.sheets import ScoreSheet
from .engine.words import Words
from .photos import FoundCastle
from .reading_report import review_lines
from .reports import audit_report
from .vision.reading import Reason, reading_words

_HEADINGS = {
    TieBreaker.HIGHER_CASTLE: "higher",
    TieBreaker.SPECIALTY_ROOMS: "specialty-rooms",
}


def game_report(result: GameResult, words: Words) -> RenderableType:
    """Show who won, the castles, and every fault."""
    names = _castle_names(result, words)
    parts: list[RenderableType] = []
    if result.name:
        parts += [Text(result.name, "bold"), ""]
    parts += [_standings(result, names, words), "", _winners(result, words), ""]
    parts.append(_castles(result, names, words))
    if result.roburg is not None:
        parts += ["", _roburg(result.roburg, words)]
    faults = list(_faults(result, words))
    for report in faults or [Text(words.say("game", "no-faults"), "green")]:
        parts += ["", report]
    return Group(*parts)


def game_sheets(
    game: Game, result: GameResult, catalogue: Catalogue, words: Words
) -> Iterator[ScoreSheet]:
    """Fill in the score sheet of each castle."""
    names = _castle_names(result, words)
    for castle, judged in zip(game.castles, result.castles, strict=True):
        sheet = make_score_sheet(
            set_up_board(castle, catalogue),
            judged.score,
            catalogue,
            words.language,
            title=judged.name,
            neighbours_known=True,
            neighbour_names=[names[index] for index in judged.neighbours],
        )
        yield sheet


def photo_doubts(
    castles: Sequence[FoundCastle], names: Sequence[str], language: Language
) -> list[RenderableType]:
    """Show what a person should look at in the castles of a game that was read from photos.

    What scores neighbouring castles is not named: here they are known.
    """
    words = reading_words(language)
    parts: list[RenderableType] = []
    for found, name in zip(castles, names, strict=True):
        if found.reading is None:
            continue
        review = [it for it in found.reading.review if it.reason is not Reason.NEIGHBOURS]
        lines = review_lines(found.reading.model_copy(update={"review": review}), language)
        if lines:
            title = words.say("game", "castle-of", castle=name, title=found.title)
            parts.append(Group(Text(title, "bold"), *lines))
    return parts


def _castle_names(result: GameResult, words: Words) -> list[str]:
    names = [castle.name for castle in result.castles]
    return names if result.roburg is None else [*names, words.say("game", "roburg")]


def _standings(result: GameResult, names: Sequence[str], words: Words) -> RenderableType:
    tie_breakers = MODES[result.mode].tie_breakers
    headings = ("rank", "player", "points", "castles", *(_HEADINGS[each] for each in tie_breakers))
    table = _table(words, *headings)
    for standing in result.standings:
        compared = {
            TieBreaker.HIGHER_CASTLE: standing.higher_castle,
            TieBreaker.SPECIALTY_ROOMS: standing.specialty_rooms,
        }
        table.add_row(
            str(standing.rank),
            Text(standing.player),
            Text(str(standing.points), "bold"),
            Text(", ".join(names[castle] for castle in standing.castles)),
            *(str(compared[each]) for each in tie_breakers),
        )
    return table


def _winners(result: GameResult, words: Words) -> Text:
    # Solo modes, Introvert Variant, Scoring: there a tie is a tie.
    several = "tie" if result.mode is Mode.INTROVERT else "shared"
    variant = "winner" if len(result.winners) == 1 else several
    return Text(words.say("game", variant, players=words.join(result.winners)), "bold green")


def _castles(result: GameResult, names: Sequence[str], words: Words) -> RenderableType:
    table = _table(words, "castle-heading", "builders", "total")
    for name, castle in zip(names, result.castles, strict=False):
        table.add_row(Text(name), Text(words.join(castle.players)), str(castle.score.total))
    return table


def _roburg(roburg: RoburgScore, words: Words) -> RenderableType:
    table = Table(box=None, pad_edge=False, header_style="dim")
    heading = words.say("game", "roburg-level", level=roburg.level, title=roburg.title)
    table.add_column(Text(heading))
    table.add_column(Text(str(roburg.total)), justify="right")
    table.add_row(words.say("game", "roburg-base"), str(roburg.base))
    for column in roburg.columns:
        types = words.say("types", column.type)
        variant = "roburg-column-one" if column.tiles == 1 else "roburg-column"
        label = words.say("game", variant, types=types, tiles=column.tiles)
        table.add_row(Text(label), str(column.points))
    label = words.say("game", "roburg-variety", columns=roburg.variety.columns)
    table.add_row(Text(label), str(roburg.variety.points))
    return table


def _faults(result: GameResult, words: Words) -> Iterator[RenderableType]:
    for castle in result.castles:
        if castle.violations:
            yield audit_report(castle.name, castle.violations, words)
    if result.violations:
        yield audit_report(words.say("game", "whole-game"), result.violations, words)


def _table(words: Words, *headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for heading in headings:
        is_number = heading in ("points", "total", "higher", "specialty-rooms")
        table.add_column(words.say("game", heading), justify="right" if is_number else "left")
    return table
