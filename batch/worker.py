"""What a process does with a photo: its path in, its rows out."""

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from ..engine.errors import CastlescanError, DocumentError
from ..vision.pieces import Image
from ..vision.reading import Reading
from .outcomes import Outcome
from .sources import content_key, fetch

Reader: TypeAlias = Callable[[Image], list[Reading]]

DIED = "the reader died on it (out of memory?); try --max-pixels, or fewer --workers"

NO_MEMORY = (
    "needs more memory than there is; reduce it, or use --only-failed with fewer --workers or more "
    "--max-memory"
)


def network_reader() -> Reader:
    """Return what reads with the shipped networks and the user's own tiles, on one core."""
    from ..engine.between_two_castles.user_catalogue import load_catalogue
    from ..vision.read import load_models, read

    catalogue = load_catalogue()
    models = load_models(catalogue, threads=1)
    return lambda image: read(image, models, catalogue)


@dataclass(frozen=True)
class Settings:
    """How a process reads.

    Attributes
    ----------
    make_reader
        Makes the reader, once in each process; other processes must be able to import it.
    max_pixels
        Larger photos are refused; None takes what decoding takes.
    max_memory
        Bytes that a process may take while it reads (Linux); None sets no limit.
    """

    make_reader: Callable[[], Reader] = network_reader
    max_pixels: int | None = None
    max_memory: int | None = None


@dataclass(frozen=True)
class Task:
    """A photo to read; ``known`` are the keys of photos of its size that need no reading."""

    path: str
    settings: Settings
    known: frozenset[str] = frozenset()


class ReaderError(DocumentError):
    """No photo can be read here at all."""


_lock = threading.Lock()
_readers: dict[Settings, Reader] = {}


def prepare(settings: Settings) -> Reader:
    """Return this process's reader.

    Raises
    ------
    ReaderError
        When it cannot be made.
    """
    with _lock:
        if settings not in _readers:
            import cv2

            cv2.setNumThreads(1)
            try:
                _readers[settings] = settings.make_reader()
            except CastlescanError as error:
                raise ReaderError(str(error)) from None
            except Exception as error:
                raise ReaderError(
                    f"the reader cannot be loaded ({type(error).__name__}: {error}); "
                    "install castlescan again"
                ) from None
        return _readers[settings]


def read_photo(task: Task) -> Outcome:
    """Read a photo. Whatever is wrong with it is part of the outcome.

    Raises
    ------
    ReaderError
        When no photo can be read here.
    """
    read = prepare(task.settings)
    started = time.perf_counter()
    try:
        contents = fetch(task.path)
    except (DocumentError, MemoryError) as error:
        return Outcome(task.path, error=str(error) or "is too large for the memory; reduce it")
    photo = content_key(contents.data)
    found = Outcome(task.path, photo, contents.bytes, contents.stamp)
    if photo in task.known:
        return found
    return _read_contents(found, contents.data, read, task.settings, started)


def _read_contents(
    found: Outcome, data: bytes, read: Reader, settings: Settings, started: float
) -> Outcome:
    from ..vision.decode import MAX_PIXELS, decode
    from .rows import rows_of

    assert found.photo is not None
    assert found.bytes is not None
    try:
        with _at_most(settings.max_memory):
            image = decode(data, max_pixels=settings.max_pixels or MAX_PIXELS)
            readings = read(image)
        seconds = time.perf_counter() - started
        rows = rows_of(found.photo, found.bytes, image, readings, seconds)
    except DocumentError as error:
        return failed(found, str(error), time.perf_counter() - started)
    except Exception as error:
        return failed(found, _fault(error), time.perf_counter() - started)
    return Outcome(found.path, found.photo, found.bytes, found.stamp, rows)


def failed(found: Outcome, error: str, seconds: float = 0.0) -> Outcome:
    """Return the outcome of a photo that was opened but could not be read."""
    from .rows import failed_rows

    assert found.photo is not None
    assert found.bytes is not None
    rows = failed_rows(found.photo, found.bytes, error, seconds)
    return Outcome(found.path, found.photo, found.bytes, found.stamp, rows, failed=True)


def died(path: str) -> Outcome:
    """Return the outcome of a photo that processes died on."""
    try:
        contents = fetch(path)
    except (DocumentError, MemoryError):
        return Outcome(path, error=DIED)
    found = Outcome(path, content_key(contents.data), contents.bytes, contents.stamp)
    return failed(found, DIED)


def _fault(error: Exception) -> str:
    """Say in one line what went wrong, the same each time."""
    text = " ".join(str(error).split())
    is_memory = isinstance(error, MemoryError) or any(
        word in text.lower() for word in ("insufficient memory", "bad_alloc", "failed to allocate")
    )
    if is_memory:
        return NO_MEMORY
    return f"cannot be read, internal error ({type(error).__name__}: {text}); please report it"


@contextmanager
def _at_most(memory: int | None) -> Iterator[None]:
    """Limit the memory of this process for a while, where the system can."""
    if memory is None or sys.platform != "linux":
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    resource.setrlimit(resource.RLIMIT_DATA, (memory, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
