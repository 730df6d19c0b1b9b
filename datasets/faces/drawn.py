"""The program's own faces: drawn for every piece of a catalogue, the same on every machine."""

import random
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ...engine.between_two_castles.catalogue import (
    Catalogue,
    Tile,
    TileType,
    packaged_catalogue,
)
from ...engine.languages import Language
from . import cards, frame, strip
from .illustration import VIGNETTE, draw_illustration
from .rasterise import rasterise
from .source import (
    BACK_IDS,
    TOKEN_IDS,
    Face,
    FaceError,
    FaceKind,
    Pixels,
    aspect_of,
    catalogue_ids,
    kind_of,
    size_of,
)
from .svg import clipped, document
from .throne import draw_throne_room


class DrawnFaces:
    """Faces that the program draws.

    Parameters
    ----------
    catalogue
        Whose pieces to draw; tiles that a user added get a picture of their type.
    names
        The language of the names; None leaves name ribbons and captions blank.
    """

    def __init__(
        self, catalogue: Catalogue | None = None, *, names: Language | None = Language.EN
    ) -> None:
        self._catalogue = catalogue or packaged_catalogue()
        self._names = names
        self._ids = (*catalogue_ids(self._catalogue), *TOKEN_IDS, *BACK_IDS)
        self._known = frozenset(self._ids)
        self._cached = lru_cache(maxsize=512)(self._draw)

    @property
    def ids(self) -> Sequence[str]:
        """All pieces of the catalogue, the room-type tokens and the backs."""
        return self._ids

    def face(self, piece_id: str, size_px: int) -> Pixels:
        """Draw a face as uint8 RGB of height ``size_px``; read-only, since it is kept.

        Raises
        ------
        FaceError
            When there is no such piece.
        """
        return self.cut_out(piece_id, size_px).pixels

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        """Draw a face with its mask, raising as :meth:`face`."""
        return self._cached(piece_id, size_px)

    def svg(self, piece_id: str) -> str:
        """Return the face as an SVG document, raising as :meth:`face`."""
        if piece_id not in self._known:
            raise FaceError(f"there is no piece {piece_id!r} to draw; 'castlescan tiles' lists all")
        width = 1000 * aspect_of(piece_id)
        inside = f'<rect x="76" y="76" width="{width - 152:.0f}" height="752"/>'
        clip = f'<clipPath id="picture">{inside}</clipPath>'
        return document(self._body(piece_id), width, 1000, VIGNETTE + clip)

    def _body(self, piece_id: str) -> str:
        kind = kind_of(piece_id)
        slug = piece_id.partition("/")[2]
        if kind is FaceKind.BONUS_CARD:
            return cards.draw_bonus_card(self._catalogue.bonus_card(slug), self._names)
        if kind is FaceKind.ATTENDANT:
            return cards.draw_attendant_tile(self._catalogue.attendant(slug))
        if kind is FaceKind.TOKEN:
            return cards.draw_token(TileType(slug))
        if kind is FaceKind.BACK:
            return cards.draw_back(slug, 1000 * aspect_of(piece_id))
        return self._tile_body(self._catalogue.tile(piece_id))

    def _tile_body(self, tile: Tile) -> str:
        wide = tile.type is TileType.THRONE
        width = 2000.0 if wide else 1000.0
        rng = random.Random(f"{tile.id} frame")
        picture = draw_throne_room(tile) if wide else draw_illustration(tile)
        name = None if self._names is None else tile.name_in(self._names)
        sign = frame.secret_sign(tile.arrow) if tile.arrow is not None else ""
        ribbon = "" if wide else frame.ribbon(tile.type, name)
        return (
            frame.border(rng, tile.border, width)
            + clipped(picture, "picture")
            + frame.parchment(rng, strip.tile_signs(tile, self._names or Language.EN), width)
            + frame.frame(width)
            + ribbon
            + frame.plaques(tile.type, tile.hanging, sign, width)
        )

    def _draw(self, piece_id: str, size_px: int) -> Face:
        width, height = size_of(piece_id, size_px)
        drawn = rasterise(self.svg(piece_id), width, height)
        pixels = np.ascontiguousarray(drawn[..., :3])
        mask = np.ascontiguousarray(drawn[..., 3])
        pixels.flags.writeable = False
        mask.flags.writeable = False
        return Face(piece_id, pixels, mask)
