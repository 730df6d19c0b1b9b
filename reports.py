"""Results as people read them in a terminal."""

from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .engine.between_two_castles.board import Board
from .engine.between_two_castles.building_order import BuildingOrder, BuildingStep, Outcome
from .engine.between_two_castles.catalogue import Catalogue, Hanging, Tile, TileType
from .engine.between_two_castles.descriptions import (
    describe_attendant,
    describe_bonus_card,
    describe_tile,
)
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
        earned = _earned_without_tile(step.third_of, words)
        yield f"{number:>3}. {room_with_place(step.room, words.language)} - {cause}{earned}"


def _earned_without_tile(third_of: TileType | None, words: Words) -> str:
    """Say which bonus that is no tile a room earned."""
    if third_of in (TileType.LIVING, TileType.UTILITY):
        bonus = words.say("bonus", third_of)
    elif third_of is TileType.DOWNSTAIRS:
        bonus = words.say("cards", "choice")
    else:
        return ""
    return f"; {words.say('cards', 'earns', bonus=bonus)}"


def order_document(order: BuildingOrder | None) -> dict[str, object]:
    """Return an order of building as JSON; None, for a castle with faults, is impossible."""
    if order is None:
        return {"outcome": Outcome.IMPOSSIBLE, "steps": []}
    steps = [
        {**step.room.placed.model_dump(), "cause": step.cause, "earned_by": step.earned_by}
        for step in order.steps
    ]
    return {"outcome": order.outcome, "steps": steps}


def tiles_table(tiles: Sequence[Tile], catalogue: Catalogue, words: Words) -> RenderableType:
    """Show tiles of the catalogue."""
    if not tiles:
        return Text(words.say("tiles", "none-found"))
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words.say("tiles", "id"), no_wrap=True)
    table.add_column(words.say("tiles", "name"))
    table.add_column(words.say("tiles", "hanging"), min_width=8)
    table.add_column(words.say("tiles", "scores"))
    for tile in tiles:
        hanging = "" if tile.hanging is Hanging.NONE else words.say("hanging", tile.hanging)
        table.add_row(
            Text(tile.id),
            Text(tile.name_in(words.language)),
            hanging,
            Text(describe_tile(tile, catalogue, words)),
        )
    return table


def cards_table(catalogue: Catalogue, words: Words) -> RenderableType:
    """Show all bonus cards and royal attendants."""
    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words.say("tiles", "id"), no_wrap=True)
    table.add_column(words.say("cards", "kind"))
    table.add_column(words.say("tiles", "scores"))
    for card in catalogue.bonus_cards.values():
        kind = words.say("cards", "card")
        table.add_row(card.slug, kind, Text(describe_bonus_card(card, words)))
    for attendant in catalogue.attendants.values():
        kind = words.say("cards", "attendant")
        table.add_row(attendant.slug, kind, Text(describe_attendant(attendant, words)))
    return table
