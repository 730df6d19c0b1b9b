"""Why no castle was found in a picture, as far as that can be measured, and what to do."""

from collections.abc import Sequence

import numpy as np

from ..engine.languages import Language
from .picture_faults import blur_of, light_of
from .pieces import Detection, Image, PieceClass
from .quads import sizes
from .reading import reading_words

NEEDED_TILE = 28.0
"""Pixels of a tile from which on castles are found."""

_DARKEST = 0.25  # of what is light
_BRIGHTEST = 0.97  # of half of the picture
_SOFTEST = 0.007  # standard deviation of the blur, as a share of the picture's longer side
_SEVERAL = 3  # what looks like a tile or two may be a part of one
_TILES = (PieceClass.TILE, PieceClass.THRONE, PieceClass.TILE_BACK)


def why_no_castle(
    image: Image, detections: Sequence[Detection], language: Language, scale: int = 1
) -> str:
    """Return a sentence that says that no castle was found, the likely reason and the remedy.

    Parameters
    ----------
    image
        The picture, uint8 RGB, shape (H, W, 3).
    detections
        What was found in it.
    language
        Of the sentence.
    scale
        How many times as large the picture of its file is, in whose pixels tiles are counted.
    """
    words = reading_words(language)
    light = light_of(image)
    if light < _DARKEST:
        shown = {"light": int(100 * light), "wanted": round(100 * _DARKEST)}
        return words.say("no-castle", "dark", **shown)
    if light_of(image, 0.5) >= _BRIGHTEST:
        return words.say("no-castle", "bright")
    quads = [
        (it.quad, 2 if it.piece is PieceClass.THRONE else 1)
        for it in detections
        if it.piece in _TILES
    ]
    if len(quads) >= _SEVERAL:
        size = scale * float(np.median([sizes(quad[None], width)[0] for quad, width in quads]))
        if size < NEEDED_TILE:
            shown = {"size": int(size), "wanted": round(NEEDED_TILE)}
            return words.say("no-castle", "small", **shown)
    if blur_of(image) >= _SOFTEST:
        return words.say("no-castle", "blurred")
    return words.say("no-castle", "nothing")
