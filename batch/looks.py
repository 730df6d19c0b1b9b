"""How a castle looks and how it is laid out, each in sixteen hexadecimal digits."""

import hashlib
import json
from collections.abc import Sequence

import cv2
import numpy as np

from ..engine.between_two_castles.castle import Castle
from ..vision.pieces import Image
from ..vision.quads import Floats, are_convex, from_boxes, project
from ..vision.reading import Evidence, Reading
from ..vision.rectify import rectify

_SIDE = 32
_KEPT = 8
_FARTHEST = 3.0  # sides of the picture that a straightened region may reach beyond it


def layout_of(castle: Castle) -> str:
    """Return what is equal for castles with the same tiles on the same places.

    Without a throne room places are counted from the lower left.
    """
    places = [(it.x, it.y) for it in castle.rooms]
    left, low = (
        (min(x for x, _ in places), min(y for _, y in places))
        if places and castle.throne is None
        else (0, 0)
    )
    rooms = sorted((it.id, it.x - left, it.y - low) for it in castle.rooms)
    text = json.dumps([castle.game, castle.throne, rooms])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def looks_of(image: Image, reading: Reading) -> str:
    """Return the perceptual hash of a castle, straightened, so that it hardly depends on the camera.

    References
    ----------
    C. Zauner, Implementation and benchmarking of perceptual image hash functions (2010), section 3.2.1.
    """
    face = rectify(image, _region(image, reading.evidence), _SIDE, _SIDE)
    grey = cv2.cvtColor(face, cv2.COLOR_RGB2GRAY).astype(np.float32)
    low = cv2.dct(grey)[:_KEPT, :_KEPT].ravel()
    bits = low > np.median(low[1:])
    return f"{int(''.join('1' if bit else '0' for bit in bits), 2):016x}"


def difference(looks: str, other: str) -> int:
    """Return in how many of 64 bits two looks differ."""
    return (int(looks, 16) ^ int(other, 16)).bit_count()


def _region(image: Image, evidence: Sequence[Evidence]) -> Floats:
    """Return the corners of the smallest straightened rectangle around a castle's tiles."""
    height, width = image.shape[:2]
    whole: Floats = from_boxes([[0, 0, width, height]])[0]
    there, seen = [], []
    for piece in evidence:
        if piece.x is None or piece.y is None or piece.orientation or _is_token(piece):
            continue
        right = piece.x + (1.5 if piece.id is not None and piece.id.startswith("throne/") else 0.5)
        left, top, low = piece.x - 0.5, 0.5 - piece.y - 1, 0.5 - piece.y
        there += [[left, top], [right, top], [right, low], [left, low]]
        seen += piece.quad
    if not there:
        return whole
    places = np.array(there, np.float64)
    found, _ = cv2.findHomography(places, np.array(seen, np.float64))
    if found is None:
        return whole
    (left, top), (right, low) = places.min(axis=0), places.max(axis=0)
    box = [[left, top], [right, top], [right, low], [left, low]]
    region: Floats = project(found, box)
    side = max(width, height)
    near = np.isfinite(region).all() and (np.abs(region) < (1 + _FARTHEST) * side).all()
    return region if near and are_convex(region[None]).all() else whole


def _is_token(piece: Evidence) -> bool:
    return piece.id is not None and piece.id.startswith("token/")
