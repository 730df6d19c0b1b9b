"""What any set of faces offers, drawn or scanned."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from ...engine.between_two_castles.catalogue import REGULAR_TYPES, Catalogue, TileType
from ...engine.errors import DocumentError

Pixels = NDArray[np.uint8]


class FaceKind(StrEnum):
    """The kinds of pieces that have a face."""

    TILE = "tile"
    THRONE = "throne"
    BONUS_CARD = "bonus"
    ATTENDANT = "attendant"
    TOKEN = "token"
    BACK = "back"


ASPECTS = {
    FaceKind.TILE: 1.0,
    FaceKind.THRONE: 2.0,
    FaceKind.BONUS_CARD: 0.65,
    FaceKind.ATTENDANT: 1.0,
    FaceKind.TOKEN: 1.0,
    FaceKind.BACK: 1.0,
}
"""Width over height."""

HEIGHTS_MM = {
    FaceKind.TILE: 45.0,
    FaceKind.THRONE: 45.0,
    FaceKind.BONUS_CARD: 68.0,
    FaceKind.ATTENDANT: 26.0,
    FaceKind.TOKEN: 20.0,
    FaceKind.BACK: 45.0,
}
"""Real heights; a tile is the 4.5 cm from which all lengths in a castle follow."""

TOKEN_IDS = tuple(f"token/{kind}" for kind in REGULAR_TYPES)
BACK_IDS = ("back/regular", "back/specialty", "back/throne", "back/card")


class FaceError(DocumentError):
    """A face cannot be had; the line says which, and what to do."""


@dataclass(frozen=True)
class Face:
    """A picture of a piece, upright.

    Attributes
    ----------
    pixels
        uint8 RGB (height, width, 3).
    mask
        uint8 (height, width): 255 where the piece is, 0 outside a round token.
    """

    piece_id: str
    pixels: Pixels
    mask: Pixels


class FaceSource(Protocol):
    """Faces of pieces by id; ``face`` returns RGB pixels, ``cut_out`` also where the piece is."""

    @property
    def ids(self) -> Sequence[str]:
        """The pieces that have a face here."""
        ...

    def face(self, piece_id: str, size_px: int) -> Pixels:
        """Return uint8 RGB of height ``size_px`` and the width that the piece's aspect asks for."""
        ...

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Return the pixels with their mask."""
        ...


def kind_of(piece_id: str) -> FaceKind:
    """Tell the kind of a piece from its id."""
    prefix = piece_id.partition("/")[0]
    if prefix in (
        FaceKind.THRONE,
        FaceKind.BONUS_CARD,
        FaceKind.ATTENDANT,
        FaceKind.TOKEN,
        FaceKind.BACK,
    ):
        return FaceKind(prefix)
    return FaceKind.TILE


def size_of(piece_id: str, size_px: int) -> tuple[int, int]:
    """Return width and height in pixels of a face that is ``size_px`` high."""
    return max(1, round(aspect_of(piece_id) * size_px)), size_px


def aspect_of(piece_id: str) -> float:
    """Return width over height."""
    if piece_id == "back/throne":
        return ASPECTS[FaceKind.THRONE]
    if piece_id == "back/card":
        return ASPECTS[FaceKind.BONUS_CARD]
    return ASPECTS[kind_of(piece_id)]


def size_mm(piece_id: str) -> tuple[float, float]:
    """Return the real width and height of a piece in millimetres."""
    height = HEIGHTS_MM[FaceKind.BONUS_CARD if piece_id == "back/card" else kind_of(piece_id)]
    return height * aspect_of(piece_id), height


def back_of(piece_id: str, catalogue: Catalogue) -> str | None:
    """Return the back of a piece; None for attendants and tokens, which have none."""
    kind = kind_of(piece_id)
    if kind is FaceKind.THRONE:
        return "back/throne"
    if kind is FaceKind.BONUS_CARD:
        return "back/card"
    if kind is FaceKind.TILE:
        special = catalogue.tile(piece_id).type is TileType.SPECIALTY
        return "back/specialty" if special else "back/regular"
    return None


def catalogue_ids(catalogue: Catalogue) -> tuple[str, ...]:
    """Return the ids of all tiles, bonus cards and attendants of a catalogue."""
    return (
        *catalogue.tiles,
        *(card.id for card in catalogue.bonus_cards.values()),
        *(attendant.id for attendant in catalogue.attendants.values()),
    )
