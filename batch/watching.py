"""Waiting for photos that a phone copies into a folder."""

import time
from collections.abc import Callable, Iterator

from ..engine.errors import DocumentError
from .sources import Photo, Sources

SECONDS = 5.0
SETTLED = 3.0
_SHARE = 10


def watch(
    sources: Sources,
    *,
    seconds: float = SECONDS,
    settled: float = SETTLED,
    clock: Callable[[], float] = time.time,
) -> Iterator[Photo | None]:
    """Yield the photos of places again and again, for ever, and None in between.

    Parameters
    ----------
    sources
        Where to look.
    seconds
        How long to wait before looking again; longer where looking takes long.
    settled
        How many seconds a file must not have changed, so that it is surely whole.
    clock
        Seconds since 1970.
    """
    changing: dict[str, tuple[str, float]] = {}
    while True:
        began = clock()
        seen: dict[str, tuple[str, float]] = {}
        try:
            for photo in sources:
                now = clock()
                if photo.modified is None or now - photo.modified >= settled:
                    yield photo
                    continue
                mark = f"{photo.stamp} {photo.bytes}"
                before, since = changing.get(photo.path, ("", now))
                seen[photo.path] = (mark, since if mark == before else now)
                if now - seen[photo.path][1] >= settled:
                    yield photo
        except DocumentError:
            pass  # a place that is out of reach for now
        changing = seen
        again = clock() + max(seconds, _SHARE * (clock() - began))
        yield None
        while clock() < again:
            yield None
