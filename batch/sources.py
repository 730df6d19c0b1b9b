"""Which photos there are: files, folders, patterns and URLs; and their bytes."""

import glob
import hashlib
import os
import re
import stat
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from ..engine.errors import DocumentError
from ..vision.picture_kinds import PICTURE_SUFFIXES

MAX_BYTES = 512 * 1024 * 1024
KEY_LENGTH = 32

_TRIES = 4
_PAUSE = 0.25  # seconds before a file that has changed is read again


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo that was found and not yet opened.

    Attributes
    ----------
    path
        Absolute path, or URL.
    bytes
        Size of the file; None where it is not known.
    stamp
        Changes when the file does: the time of modification, or an ETag; empty where there is none.
    modified
        When it was modified, in seconds since 1970; None where that is not known.
    """

    path: str
    bytes: int | None = None
    stamp: str = ""
    modified: float | None = None


@dataclass(frozen=True)
class Contents:
    """The bytes of a file, and how large and old it was when they were read."""

    data: bytes
    bytes: int
    stamp: str


def content_key(data: bytes) -> str:
    """Return the key of a photo: the first 32 hexadecimal digits of the SHA-256 of its bytes."""
    return hashlib.sha256(data).hexdigest()[:KEY_LENGTH]


def is_url(place: str) -> bool:
    """Tell whether a place is a URL rather than a path."""
    return "://" in place


@dataclass(frozen=True)
class Sources:
    """Places to look for photos.

    Attributes
    ----------
    places
        Files, folders, patterns such as ``photos/**/*.jpg``, and URLs of any of these.
    since
        Leaves out what was modified before, where that is known.
    """

    places: Sequence[str]
    since: datetime | None = None

    def require(self) -> None:
        """Check that each place is there.

        Raises
        ------
        DocumentError
            For the first that is not.
        """
        for place in self.places:
            if is_url(place):
                _file_system(place)
            elif not os.path.lexists(place) and not _matches(place):
                raise DocumentError("there is no such file or folder; check its name", source=place)

    def __iter__(self) -> Iterator[Photo]:
        """Yield the photos that are there now, each folder in the order of its names."""
        least = None if self.since is None else self.since.timestamp()
        for place in self.places:
            for photo in _photos_at(place):
                if least is None or photo.modified is None or photo.modified >= least:
                    yield photo


def fetch(path: str) -> Contents:
    """Read the bytes of a photo, as they are at one time.

    Raises
    ------
    DocumentError
        When it is gone, cannot be read, or changes each time that it is read; the line does not name it.
    """
    try:
        return _fetch_url(path) if is_url(path) else _fetch_file(path)
    except FileNotFoundError:
        raise DocumentError("is gone since it was found; put it back and run again") from None
    except OSError as error:
        raise DocumentError(
            f"cannot be read ({error.strerror or error}); check its permissions and run again"
        ) from None


# Files


def _photos_at(place: str) -> Iterator[Photo]:
    if is_url(place):
        yield from _photos_at_url(place)
    elif os.path.lexists(place):
        yield from _photos_at_path(os.path.realpath(place))
    else:
        for match in _matches(place):
            yield from _photos_at_path(os.path.realpath(match))


def _matches(pattern: str) -> list[str]:
    if not glob.has_magic(pattern):
        return []
    return sorted(glob.glob(pattern, recursive=True))  # noqa: PTH207  (patterns may be absolute)


def _photos_at_path(path: str) -> Iterator[Photo]:
    if not Path(path).is_dir():
        photo = _photo_at(path)
        if photo is not None:
            yield photo
        return
    try:
        with os.scandir(path) as entries:
            found = sorted((it.name, it.is_dir(follow_symlinks=False)) for it in entries)
    except OSError:
        return
    for name, is_folder in found:
        if name.startswith("."):
            continue
        inside = f"{path.rstrip(os.sep)}{os.sep}{name}"
        if is_folder:
            yield from _photos_at_path(inside)
        elif _is_photo_name(name):
            photo = _photo_at(inside)
            if photo is not None:
                yield photo


def _photo_at(path: str) -> Photo | None:
    """Return a file; None for what is gone or no file, such as a pipe."""
    try:
        found = Path(path).stat()
    except OSError:
        return Photo(path)
    if not stat.S_ISREG(found.st_mode):
        return None
    return Photo(path, found.st_size, str(found.st_mtime_ns), found.st_mtime)


def _is_photo_name(name: str) -> bool:
    return name.lower().endswith(PICTURE_SUFFIXES)


def _fetch_file(path: str) -> Contents:
    for attempt in range(_TRIES):
        if attempt:
            time.sleep(_PAUSE)
        with Path(path).open("rb") as file:
            before = os.fstat(file.fileno())
            data = file.read(MAX_BYTES + 1)
            after = os.fstat(file.fileno())
        same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if same and len(data) == min(after.st_size, MAX_BYTES + 1):
            return Contents(data, after.st_size, str(after.st_mtime_ns))
    raise DocumentError("changes while it is read; wait until it is whole and run again")


# URLs


def _photos_at_url(url: str) -> Iterator[Photo]:
    system, path = _file_system(url)
    try:
        system.invalidate_cache()
        if glob.has_magic(url.partition("://")[2]):
            found = system.glob(path, detail=True)
        elif system.isdir(path):
            found = system.find(path, detail=True)
        else:
            yield _photo_of(system, system.info(path), path)
            return
    except Exception as error:  # each kind of store raises its own
        raise _unreachable(url, error) from None
    root = re.split(r"[*?\[]", path, maxsplit=1)[0]
    for name in sorted(found):
        is_hidden = "/." in name.removeprefix(root)
        is_file = found[name].get("type") != "directory"
        if is_file and not is_hidden and _is_photo_name(name.partition("?")[0]):
            yield _photo_of(system, found[name], name)


def _photo_of(system: Any, info: dict[str, Any], path: str) -> Photo:
    changed = next(
        (info[key] for key in ("LastModified", "last_modified", "mtime", "updated") if key in info),
        None,
    )
    modified = None
    if isinstance(changed, datetime):
        modified = changed.timestamp()
    elif isinstance(changed, int | float):
        modified = float(changed)
    stamp = next((str(info[key]) for key in ("ETag", "etag", "md5Hash") if info.get(key)), None)
    size = info.get("size")
    return Photo(
        str(system.unstrip_protocol(path)),
        None if size is None else int(size),
        stamp or ("" if changed is None else str(changed)),
        modified,
    )


def _fetch_url(url: str) -> Contents:
    system, path = _file_system(url)
    try:
        photo = _photo_of(system, system.info(path), path)
        with system.open(path, "rb") as file:
            data = bytes(file.read(MAX_BYTES + 1))
    except OSError:
        raise
    except Exception as error:  # each kind of store raises its own
        raise DocumentError(f"cannot be read ({_in_words(error)}); run again") from None
    if photo.bytes is not None and len(data) != min(photo.bytes, MAX_BYTES + 1):
        raise DocumentError("changes while it is read; wait until it is whole and run again")
    return Contents(data, len(data), photo.stamp)


def _file_system(url: str) -> tuple[Any, str]:
    try:
        import fsspec
    except ImportError:
        raise DocumentError(
            "photos at URLs need fsspec; install castlescan[cluster]", source=url
        ) from None
    try:
        system, path = fsspec.core.url_to_fs(url)
    except ImportError as error:
        raise DocumentError(
            f"this kind of URL needs another package ({_in_words(error)}); install it", source=url
        ) from None
    except Exception as error:  # each kind of store raises its own
        raise _unreachable(url, error) from None
    return system, path


def _unreachable(url: str, error: Exception) -> DocumentError:
    return DocumentError(
        f"cannot be reached ({_in_words(error)}); check the address and your access", source=url
    )


def _in_words(error: BaseException) -> str:
    return " ".join(str(error).split()) or type(error).__name__
