"""A reader for tests: the first pixel of a photo says what it shows, or how reading it fails."""

import os
import signal
import time

import numpy as np

from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.errors import DocumentError
from castlescan.engine.violations import PlacedTile
from castlescan.vision.composing import reading_of
from castlescan.vision.reading import Alternative, Evidence, Reading, Reason, Review, ReviewedPiece

DEADLY, HUNGRY, BROKEN, EMPTY = 250, 251, 252, 253

_ROOMS = ("food/bakery", "corridor/echo-chamber", "living/gallery", "outdoor/aviary")


def castle_of(number: int) -> Castle:
    """Return a castle of four rooms; the number says which way round they lie."""
    rooms = np.roll(_ROOMS, number % 4)
    return Castle(
        throne="throne/living-corridor",
        rooms=[PlacedTile(id=str(it), x=2 + x, y=0) for x, it in enumerate(rooms)]
        + [PlacedTile(id="sleeping/bunk-room", x=-1 - number // 4, y=0)],
    )


def reading(number: int) -> Reading:
    """Return a reading with a doubtful tile and, for odd numbers, an illegal one."""
    known = reading_of(castle_of(number), packaged_catalogue())
    quads = [[[10, 10], [20, 10], [20, 20], [10, 20]], [[20, 10], [30, 10], [30, 20], [20, 20]]]
    evidence = [
        Evidence(
            id=known.castle.rooms[at].id,
            x=known.castle.rooms[at].x,
            y=known.castle.rooms[at].y,
            confidence=0.9 - 0.5 * at,
            quad=[[float(it) for it in corner] for corner in quads[at]],
            alternatives=[Alternative(id="food/kitchen", confidence=0.1)],
            orientation=0,
            border=None,
        )
        for at in (0, 1)
    ]
    doubt = ReviewedPiece(id=evidence[1].id, x=evidence[1].x, y=evidence[1].y)
    review = Review(reason=Reason.LOW_CONFIDENCE, tiles=[doubt], message="Look at it")
    return known.model_copy(update={"evidence": evidence, "review": [review]})


def read(image) -> list[Reading]:
    kind, number, _ = (int(it) for it in image[0, 0])
    time.sleep(float(os.environ.get("QUICK_SECONDS", "0")))
    if kind == DEADLY:
        os.kill(os.getpid(), signal.SIGKILL)
    if kind == HUNGRY:
        np.ones(4_000_000_000, np.uint8)
        raise MemoryError
    if kind == BROKEN:
        raise RuntimeError("out of luck")
    return [] if kind == EMPTY else [reading(number)]


def make():
    return read


def make_nothing():
    raise DocumentError("there is no network; install it")
