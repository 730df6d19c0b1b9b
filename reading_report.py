"""A reading as people see it in a terminal: each tile with its place, and what to look at."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from .engine.between_two_castles.catalogue import Catalogue
from .engine.languages import Language
from .vision.reading import Evidence, Reading, reading_words, tile_name
from .vision.seen_violations import SeenViolation

_DOUBT = "yellow"


def reading_report(
    title: str, reading: Reading, catalogue: Catalogue, language: Language
) -> RenderableType:
    """Show the pieces of a castle, how sure each is, and what a person should look at."""
    words = reading_words(language)
    table = Table(box=None, pad_edge=False, header_style="dim")
    for column in ("place", "piece", "confidence"):
        table.add_column(
            words.say("report", column), justify="right" if column == "confidence" else "left"
        )
    doubtful = reading.doubtful
    for piece in reading.evidence:
        place = "" if piece.x is None else f"({piece.x}, {piece.y})"
        if piece.uncounted is not None:
            place = words.say("report", "uncounted")
        style = _DOUBT if piece.key in doubtful else ""
        table.add_row(
            place,
            Text(_name(piece, catalogue, language), style),
            Text("" if piece.id is None else f"{100 * piece.confidence:.0f} %", style),
        )
    total = (
        words.say("overlay", "no-score")
        if reading.score is None
        else words.say("overlay", "total", total=reading.score.total)
    )
    heading = Text(f"{title}: {total}", "bold")
    if reading.confidence is not None and reading.evidence:
        percent = int(100 * reading.confidence)
        heading.append(f", {words.say('report', 'all-right', percent=percent)}", "not bold")
    parts: list[RenderableType] = [heading, table]
    for checks in review_lines(reading, language):
        parts += ["", checks]
    return Group(*parts)


def review_lines(reading: Reading | None, language: Language) -> list[RenderableType]:
    """Return what a person should look at; empty where that is nothing."""
    if reading is None or not reading.review:
        return []
    title = Text(reading_words(language).say("overlay", "look"), _DOUBT)
    return [Group(title, *(Text(f"- {entry.message}") for entry in reading.review))]


def doubtful_fault_lines(
    violations: Sequence[SeenViolation], language: Language
) -> list[RenderableType]:
    """Return the faults that hang on doubtful tiles, which accuse nobody; empty where there are none."""
    if not violations:
        return []
    title = Text(reading_words(language).say("report", "perhaps"), _DOUBT)
    return [Group(title, *(Text(f"- {it.message}") for it in violations))]


def _name(piece: Evidence, catalogue: Catalogue, language: Language) -> str:
    if piece.id is None:
        return "?"
    tile = catalogue.tiles.get(piece.id)
    if tile is not None:
        return tile_name(tile, language)
    slug = piece.id.partition("/")[2]
    found = catalogue.bonus_cards.get(slug) or catalogue.attendants.get(slug)
    return piece.id if found is None else found.name_in(language)
