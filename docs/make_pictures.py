"""Make the pictures of the README from the sample castle: ``python docs/make_pictures.py``."""

import io
import re
from dataclasses import replace
from pathlib import Path

from rich.console import Console
from rich.text import Text

from castlescan.engine.between_two_castles.board import set_up_board
from castlescan.engine.between_two_castles.castle_files import read_castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.between_two_castles.score_sheet import make_score_sheet
from castlescan.engine.between_two_castles.scoring import score_board
from castlescan.engine.documents import write_text
from castlescan.engine.sheets import sheet_renderable

REASONS_SHOWN = 8

ROOT = Path(__file__).resolve().parent.parent


def score_picture() -> str:
    """Return the beginning of the score sheet of the sample castle in a terminal, as SVG."""
    catalogue = packaged_catalogue()
    board = set_up_board(read_castle(ROOT / "datasets/samples/castle.json", catalogue), catalogue)
    sheet = make_score_sheet(board, score_board(board, catalogue), catalogue)
    sheet = replace(sheet, reasons=sheet.reasons[:REASONS_SHOWN])
    console = Console(record=True, width=104, file=io.StringIO(), highlight=False)
    console.print(Text("$ castlescan score datasets/samples/castle.json\n", "dim"))
    console.print(sheet_renderable(sheet))
    svg = console.export_svg(title="castlescan", unique_id="castlescan")
    # Without fonts from the network; what the machine has will do.
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    """Write all pictures."""
    write_text(ROOT / "docs" / "score.svg", score_picture())


if __name__ == "__main__":
    main()
