"""A score sheet of any game, as text, Markdown and HTML."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from .pages import html_template


class SheetFormat(StrEnum):
    """A way to write a score sheet."""

    TEXT = "text"
    MARKDOWN = "markdown"
    HTML = "html"


@dataclass(frozen=True)
class SheetHeadings:
    """The printed words of a score sheet, in its language (a code such as ``en``)."""

    language: str
    categories: str
    room_scores: str
    total: str
    total_score: str
    reasons: str
    piece: str
    place: str
    points: str
    why: str


@dataclass(frozen=True)
class SheetRow:
    """A category with the points of each of its parts."""

    label: str
    points: tuple[int, ...]

    @property
    def total(self) -> int:
        """The points of the category."""
        return sum(self.points)


@dataclass(frozen=True)
class SheetReason:
    """A part of the castle, where it lies, its points and what earned them."""

    piece: str
    place: str
    points: int
    why: str


@dataclass(frozen=True)
class ScoreSheet:
    """A filled-in score sheet."""

    title: str
    headings: SheetHeadings
    rows: tuple[SheetRow, ...]
    reasons: tuple[SheetReason, ...]
    notes: tuple[str, ...] = ()

    @property
    def total(self) -> int:
        """The sum of all categories."""
        return sum(row.total for row in self.rows)


def write_sheets(sheets: Sequence[ScoreSheet], sheet_format: SheetFormat) -> str:
    """Write score sheets, one after the other, ending in a newline."""
    if sheet_format is SheetFormat.TEXT:
        return "\n".join(_as_text(sheet) for sheet in sheets)
    if sheet_format is SheetFormat.MARKDOWN:
        return "\n".join(_as_markdown(sheet) for sheet in sheets)
    return html_template(__package__, "score_sheet.html").render(sheets=sheets) + "\n"


def sheet_renderable(sheet: ScoreSheet) -> RenderableType:
    """Return a score sheet for a rich console."""
    headings = sheet.headings
    categories = Table(box=None, pad_edge=False, header_style="dim")
    categories.add_column(headings.categories)
    categories.add_column(headings.room_scores)
    categories.add_column(headings.total, justify="right")
    for row in sheet.rows:
        shown = " ".join(str(points) for points in row.points)
        categories.add_row(Text(row.label), Text(shown), Text(str(row.total)))
    categories.add_row(
        Text(headings.total_score, "bold"), "", Text(str(sheet.total), "bold"), style="bold"
    )
    reasons = Table(box=None, pad_edge=False, header_style="dim")
    reasons.add_column(headings.piece)
    reasons.add_column(headings.place)
    reasons.add_column(headings.points, justify="right")
    reasons.add_column(headings.why, overflow="fold")
    for reason in sheet.reasons:
        reasons.add_row(
            Text(reason.piece), Text(reason.place), Text(str(reason.points)), Text(reason.why)
        )
    parts: list[RenderableType] = [
        Text(sheet.title, "bold"),
        "",
        categories,
        "",
        Text(headings.reasons, "bold"),
        "",
        reasons,
    ]
    for note in sheet.notes:
        parts += ["", Text(note)]
    return Group(*parts)


def _as_text(sheet: ScoreSheet) -> str:
    file = io.StringIO()
    console = Console(file=file, width=100, no_color=True, highlight=False, emoji=False)
    console.print(sheet_renderable(sheet))
    return "\n".join(line.rstrip() for line in file.getvalue().splitlines()) + "\n"


def _as_markdown(sheet: ScoreSheet) -> str:
    return "\n".join(_markdown_lines(sheet)) + "\n"


def _markdown_lines(sheet: ScoreSheet) -> Iterator[str]:
    headings = sheet.headings
    yield f"## {_escape(sheet.title)}"
    yield ""
    yield f"| {headings.categories} | {headings.room_scores} | {headings.total} |"
    yield "|---|---|---:|"
    for row in sheet.rows:
        shown = " ".join(str(points) for points in row.points)
        yield f"| {_escape(row.label)} | {shown} | {row.total} |"
    yield f"| **{headings.total_score}** | | **{sheet.total}** |"
    yield ""
    yield f"### {headings.reasons}"
    yield ""
    yield f"| {headings.piece} | {headings.place} | {headings.points} | {headings.why} |"
    yield "|---|---|---:|---|"
    for reason in sheet.reasons:
        yield (
            f"| {_escape(reason.piece)} | {reason.place} | {reason.points} | {_escape(reason.why)} |"
        )
    for note in sheet.notes:
        yield ""
        yield _escape(note)


def _escape(text: str) -> str:
    """Keep Markdown from reading a name as markup."""
    for mark in "\\`*_{}[]<>#|":
        text = text.replace(mark, f"\\{mark}")
    return text
