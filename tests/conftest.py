from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

from castlescan.engine.between_two_castles.board import Board, set_up_board
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import Catalogue, packaged_catalogue
from castlescan.engine.violations import PlacedTile

Build = Callable[..., Board]


@pytest.fixture(scope="session")
def catalogue() -> Catalogue:
    return packaged_catalogue()


@pytest.fixture(scope="session")
def build(catalogue: Catalogue) -> Build:
    """Build a board: ``build({(2, 0): "corridor/echo-chamber"}, throne="throne/living-corridor")``."""

    def build(
        rooms: Mapping[tuple[int, int], str] | Iterable[tuple[tuple[int, int], str]],
        *,
        throne: str | None = "throne/living-corridor",
        attendants: Iterable[str] = (),
        bonus_cards: Iterable[str] = (),
    ) -> Board:
        pairs = rooms.items() if isinstance(rooms, Mapping) else rooms
        castle = Castle(
            throne=throne,
            rooms=[PlacedTile(id=tile, x=x, y=y) for (x, y), tile in pairs],
            attendants=list(attendants),
            bonus_cards=list(bonus_cards),
        )
        return set_up_board(castle, catalogue)

    return build


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with reference material beside the repository."""
    folder = Path(__file__).resolve().parents[2] / "shared"
    if not folder.is_dir():
        pytest.skip("the reference material (../shared) is not there")
    return folder
