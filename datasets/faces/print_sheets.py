"""Sheets of faces to print, cut out and play with."""

import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from fpdf import FPDF
from PIL import Image

from ...engine.between_two_castles.catalogue import Catalogue, TileSet, packaged_catalogue
from ...engine.documents import write_bytes
from ...engine.errors import DocumentError
from ...engine.languages import Language
from ..paper import Paper
from .drawn import DrawnFaces
from .source import TOKEN_IDS, FaceKind, FaceSource, back_of, kind_of, size_mm

MARGIN_MM = 9.0
_MARK_MM = 5.0
_MM_PER_INCH = 25.4
_TOKENS_OF_EACH_TYPE = 6  # Secrets & Soirees rulebook, Components: 48 regular room type tokens


_PAPER_MM = {Paper.A4: (210.0, 297.0), Paper.LETTER: (215.9, 279.4)}
_ALL_SETS = tuple(each for each in TileSet if each is not TileSet.USER)


@dataclass(frozen=True)
class PrintedSheets:
    """What was written: pages, those with backs included, and pieces to cut out."""

    pages: int
    pieces: int


def write_print_sheets(
    path: Path,
    *,
    sets: Iterable[TileSet] = _ALL_SETS,
    language: Language = Language.EN,
    paper: Paper = Paper.A4,
    backs: bool = False,
    dots_per_inch: int = 300,
    faces: FaceSource | None = None,
    catalogue: Catalogue | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> PrintedSheets:
    """Write a PDF of all pieces of some sets at their real size, as many of each as in the box.

    Parameters
    ----------
    path
        Where to write; whole or not at all.
    backs
        Put a page of backs behind each page, mirrored, for printing on both sides.
    faces
        Whose faces to print; drawn ones in the language where not given.
    progress
        Is told the number of pages done and of all pages, those with backs aside.

    Raises
    ------
    DocumentError
        When the file cannot be written.
    """
    catalogue = catalogue or packaged_catalogue()
    faces = faces or DrawnFaces(catalogue, names=language)
    pages = [
        page
        for group in _groups(catalogue, frozenset(sets))
        for page in _pages(group, _PAPER_MM[paper])
    ]
    if not pages:
        raise DocumentError(
            "has nothing to print: no piece is of the sets asked for", source=str(path)
        )
    sheets = _Sheets(faces, _PAPER_MM[paper], dots_per_inch)
    for done, page in enumerate(pages, 1):
        sheets.add(page)
        if backs:
            sheets.add_backs(page, [back_of(piece, catalogue) for piece in page])
        if progress is not None:
            progress(done, len(pages))
    write_bytes(path, sheets.pdf())
    return PrintedSheets(sheets.pages, sum(len(page) for page in pages))


def _groups(catalogue: Catalogue, sets: frozenset[TileSet]) -> list[list[str]]:
    """List the pieces of each size, each as often as it is in the box."""
    groups: dict[FaceKind, list[str]] = {kind: [] for kind in FaceKind}
    for piece in (
        *catalogue.tiles.values(),
        *catalogue.bonus_cards.values(),
        *catalogue.attendants.values(),
    ):
        if piece.set in sets:
            groups[kind_of(piece.id)] += [piece.id] * piece.copies
    if TileSet.SECRETS_AND_SOIREES in sets:
        groups[FaceKind.TOKEN] += [each for each in TOKEN_IDS for _ in range(_TOKENS_OF_EACH_TYPE)]
    return [group for group in groups.values() if group]


def _grid(piece: str, paper_mm: tuple[float, float]) -> tuple[int, int]:
    width, height = size_mm(piece)
    return int((paper_mm[0] - 2 * MARGIN_MM) // width), int((paper_mm[1] - 2 * MARGIN_MM) // height)


def _pages(group: Sequence[str], paper_mm: tuple[float, float]) -> list[list[str]]:
    columns, rows = _grid(group[0], paper_mm)
    room = columns * rows
    return [list(group[first : first + room]) for first in range(0, len(group), room)]


class _Sheets:
    """A PDF in the making; each face is in it once, however often it is printed."""

    def __init__(
        self, faces: FaceSource, paper_mm: tuple[float, float], dots_per_inch: int
    ) -> None:
        self._faces = faces
        self._paper_mm = paper_mm
        self._dots_per_inch = dots_per_inch
        self._pictures: dict[str, bytes] = {}
        self._pdf = FPDF(unit="mm", format=paper_mm)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_creation_date(datetime(2000, 1, 1, tzinfo=UTC))
        self._pdf.set_creator("castlescan")
        self._pdf.set_font("Helvetica", size=7)
        self._pdf.set_line_width(0.15)

    @property
    def pages(self) -> int:
        return self._pdf.pages_count

    def pdf(self) -> bytes:
        return bytes(self._pdf.output())

    def add(self, page: Sequence[str]) -> None:
        """Add a page of pieces of one size, with marks to cut along."""
        width, height = size_mm(page[0])
        columns, _ = _grid(page[0], self._paper_mm)
        self._pdf.add_page()
        left, top = self._place(page, page, mirrored=False)
        self._mark(left, top, min(columns, len(page)), -(-len(page) // columns), width, height)

    def add_backs(self, fronts: Sequence[str], backs: Sequence[str | None]) -> None:
        """Add the backs of a page of pieces where the paper, turned over, has them; none without backs."""
        if any(backs):
            self._pdf.add_page()
            self._place(fronts, backs, mirrored=True)

    def _place(
        self, fronts: Sequence[str], faces: Sequence[str | None], *, mirrored: bool
    ) -> tuple[float, float]:
        width, height = size_mm(fronts[0])
        columns, rows = _grid(fronts[0], self._paper_mm)
        left = (self._paper_mm[0] - columns * width) / 2
        top = MARGIN_MM + (self._paper_mm[1] - 2 * MARGIN_MM - rows * height) / 2
        for place, piece in enumerate(faces):
            row, column = divmod(place, columns)
            if mirrored:
                column = columns - 1 - column
            if piece is not None:
                picture = io.BytesIO(self._picture(piece, height))
                self._pdf.image(picture, left + column * width, top + row * height, width, height)
        return left, top

    def _picture(self, piece: str, height: float) -> bytes:
        if piece not in self._pictures:
            face = self._faces.cut_out(piece, round(height / _MM_PER_INCH * self._dots_per_inch))
            mask = face.mask[..., np.newaxis].astype(np.uint16)
            on_white = (face.pixels * mask + 255 * (255 - mask)) // 255
            file = io.BytesIO()
            picture = Image.fromarray(on_white.astype(np.uint8))
            picture.save(file, "JPEG", quality=92, subsampling=0)
            self._pictures[piece] = file.getvalue()
        return self._pictures[piece]

    def _mark(
        self, left: float, top: float, columns: int, rows: int, width: float, height: float
    ) -> None:
        """Draw the marks to cut along, and a ruler that shows whether the printer scaled the page."""
        right, foot = left + columns * width, top + rows * height
        for i in range(columns + 1):
            x = left + i * width
            self._pdf.line(x, top - _MARK_MM, x, top - 1)
            self._pdf.line(x, foot + 1, x, foot + _MARK_MM)
        for j in range(rows + 1):
            y = top + j * height
            self._pdf.line(left - _MARK_MM, y, left - 1, y)
            self._pdf.line(right + 1, y, right + _MARK_MM, y)
        y = self._paper_mm[1] - 4.5
        self._pdf.line(left + 10, y, left + 60, y)
        for x in (left + 10, left + 60):
            self._pdf.line(x, y - 1.2, x, y + 1.2)
        self._pdf.text(left + 62, y + 0.9, f"50 mm = 100 %   {self.pages}")
