"""From a picture file to pixels, or to one line that says what is wrong with the file."""

import io
import warnings
from pathlib import Path

import cv2
import numpy as np
import PIL.Image

from ..engine.documents import read_bytes
from ..engine.errors import DocumentError
from .picture_kinds import HEIC_BRANDS, is_decodable, is_picture
from .pieces import Image

MAX_PIXELS = 120_000_000
MIN_SIDE = 64
MAX_BYTES = 512 * 1024 * 1024

_NO_MEMORY = -4  # OpenCV's StsNoMem


def read_picture(path: Path, *, max_pixels: int = MAX_PIXELS) -> Image:
    """Read a picture file.

    Parameters
    ----------
    path
        A JPEG, PNG, WebP, TIFF or BMP file.
    max_pixels
        Larger pictures are refused before they are decoded.

    Returns
    -------
    ndarray
        uint8 RGB, shape (H, W, 3), the way up that the camera noted (EXIF). Grey becomes RGB, 16 bit
        become 8, and transparency is dropped.

    Raises
    ------
    DocumentError
        When it cannot be read or is no such picture; the line names the file and the remedy.
    """
    data = read_bytes(path, MAX_BYTES)
    try:
        return decode(data, max_pixels=max_pixels)
    except DocumentError as error:
        raise error.at(str(path)) from None


def decode(data: bytes, *, max_pixels: int = MAX_PIXELS) -> Image:
    """Decode the bytes of a picture file, as :func:`read_picture` does.

    Raises
    ------
    DocumentError
        When it is empty, incomplete, too small, too large or no picture that can be read.
    """
    _require_readable_kind(data)
    width, height = _size(data)
    if width * height > max_pixels:
        raise DocumentError(
            f"has {width * height / 1e6:.0f} megapixels, more than the {max_pixels / 1e6:.0f} that "
            "are read; reduce it, 12 megapixels are plenty"
        )
    if min(width, height) < MIN_SIDE:
        raise DocumentError(
            f"is only {width} x {height} pixels, too small to show a castle; take the original photo"
        )
    level = cv2.utils.logging.getLogLevel()
    cv2.utils.logging.setLogLevel(0)  # a broken file is reported once, below
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR_RGB)
    except cv2.error as error:
        if getattr(error, "code", None) == _NO_MEMORY:
            raise MemoryError from None
        decoded = None
    finally:
        cv2.utils.logging.setLogLevel(level)
    if decoded is None:
        raise _damaged()
    return decoded.astype(np.uint8, copy=False)


def _require_readable_kind(data: bytes) -> None:
    if not data:
        raise DocumentError("is empty; copy the photo again, or name another file")
    if len(data) > MAX_BYTES:
        raise DocumentError(
            f"is larger than {MAX_BYTES // 2**20} MiB, which no photo is; name the right file"
        )
    if data[4:8] == b"ftyp" and data[8:12] in HEIC_BRANDS:
        raise DocumentError(
            "is a HEIC picture, which is not supported yet; save it as JPEG (on an iPhone: Settings, "
            "Camera, Formats, Most Compatible; or open it and export it as JPEG)"
        )
    if not is_decodable(data[:12]):
        kind = "in a format that is not supported" if is_picture(data[:12]) else "not a picture"
        raise DocumentError(f"is {kind}; name a photo as JPEG, PNG, WebP, TIFF or BMP")
    is_jpeg, is_png = data.startswith(b"\xff\xd8"), data.startswith(b"\x89PNG")
    if (is_jpeg and not _is_whole_jpeg(data)) or (is_png and b"IEND" not in data):
        raise _damaged()


def _is_whole_jpeg(data: bytes) -> bool:
    """Tell whether the main picture of a JPEG reaches its end.

    Decoders fill what is missing with grey. Segments are skipped first, as one of them may hold a
    thumbnail with an end of its own; in the coded data the end marker cannot occur by chance.
    """
    at = 2
    while at + 4 <= len(data) and data[at] == 0xFF:
        marker = data[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
            continue
        if marker == 0xDA:
            return data.find(b"\xff\xd9", at) >= 0
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _size(data: bytes) -> tuple[int, int]:
    """Return width and height as the header says, before any rotation."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with PIL.Image.open(io.BytesIO(data)) as picture:
                return picture.size
    except PIL.Image.DecompressionBombError:
        raise DocumentError(
            f"has more than {2 * (PIL.Image.MAX_IMAGE_PIXELS or 0) / 1e6:.0f} megapixels; reduce it, "
            "12 megapixels are plenty"
        ) from None
    except (OSError, ValueError, SyntaxError):
        raise _damaged() from None


def _damaged() -> DocumentError:
    return DocumentError(
        "is a damaged or incomplete picture; copy the photo again from where it came"
    )
