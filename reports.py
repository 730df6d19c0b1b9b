"""Results as people read them in a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .engine.between_two_castles.board import Board
from .engine.between_two_castles.building_order import BuildingOrder, BuildingStep, Outcome
from .engine.between_two_castles.catalogue import Catalogue, Hanging, Tile
from .engine.between_two_castles.descriptions import describe_tile
from .engine.between_two_castles.rules import RULES, Rule
from .engine.between_two_castles.vocabulary import room_with_place
from .engine.violations import Severity, Violation
from .engine.words import Words

_COLOURS = {Severity.ILLEGAL: "bold red", Severity.SUSPECT: "yellow"}


def audit_report(title: str, violations: Sequence[Violation], words: Words) -> RenderableType:
    """Show the faults of a castle, each with its rule and where that stands."""
    parts: list[RenderableType] = [Text(title, "bold")]
    if not violations:
        parts.append(Text(words.say("audit", "clean"), "green"))
    for violation in violations:
        line = Text(words.say("audit", violation.severity), _COLOURS[violation.severity])
        parts.append(Text.assemble(line, "  ", violation.message))
        source = RULES[Rule(violation.rule)].source
        parts.append(
            Text(f"  {words.say('audit', 'source', rule=violation.rule, source=source)}", "dim")
        )
    return Group(*parts)


def order_report(board: Board, order: BuildingOrder | None, words: Words) -> RenderableType:
    """Show an order of building, or say why there is none; None where the castle has faults."""
    if order is None:
        return Text(words.say("audit", "order-faults"))
    if order.outcome is Outcome.IMPOSSIBLE:
        return Text(words.say("audit", "order-impossible"))
    if order.outcome is Outcome.UNDECIDED:
        return Text(words.say("audit", "order-undecided"))
    return Group(
        Text(f"{words.say('audit', 'order')}:"),
        *(Text(line) for line in _order_lines(board, order.steps, words)),
    )


def _order_lines(board: Board, steps: Sequence[BuildingStep], words: Words) -> Iterator[str]:
    if board.throne is not None:
        throne = room_with_place(board.throne, words.language)
        yield f"  0. {words.say('audit', 'order-start', throne=throne)}"
    for number, step in enumerate(steps, start=1):
        types = "" if step.earned_by is None else words.say("types", step.earned_by)
        cause = words.say("cause", step.cause, types=types)
        yield f"{number:>3}. {room_with_place(step.room, words.language)} - {cause}"


def tiles_table(tiles: Sequence[Tile], catalogue: Catalogue, words: Words) -> RenderableType:
    """Show tiles of the catalogue."""
    if not tiles:
        return Text(words.say("tiles", "none-found"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words.say("tiles", "id"), no_wrap=True)
    table.add_column(words.say("tiles", "name"))
    table.add_column(words.say("tiles", "hanging"))
    table.add_column(words.say("tiles", "set"))
    table.add_column(words.say("tiles", "scores"))
    for tile in tiles:
        hanging = "" if tile.hanging is Hanging.NONE else words.say("hanging", tile.hanging)
        table.add_row(
            Text(tile.id),
            Text(tile.name_in(words.language)),
            hanging,
            tile.set,
            Text(describe_tile(tile, catalogue, words)),
        )
    return table
