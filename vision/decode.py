"""From a picture file to pixels, or to one line that says what is wrong with the file."""

import contextlib
import io
import os
import threading
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import PIL.features
import PIL.Image
import PIL.ImageFile
import PIL.TiffImagePlugin

from ..engine.documents import read_bytes
from ..engine.errors import DocumentError
from .picture_kinds import is_avif, is_decodable, is_heic, is_picture
from .pieces import Image

MAX_PIXELS = 120_000_000
ENOUGH_PIXELS = 32_000_000
"""Pictures that have more are reduced for reading.

Then 8 million pixels or more are left. The network for names looks at 128 pixels of a tile, so it misses
something where more than 25 tiles lie side by side.
"""
MIN_SIDE = 64
MAX_BYTES = 512 * 1024 * 1024

_FORMATS = ("JPEG", "PNG", "WEBP", "TIFF", "BMP", "GIF", "AVIF")
_NO_MEMORY = -4  # OpenCV's StsNoMem
_NEW_SUBFILE_TYPE, _PREVIEW = 254, 1
_REDUCED = {
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_STDERR = 2
_ORIENTATION = 0x0112
_UPRIGHT = {
    2: PIL.Image.Transpose.FLIP_LEFT_RIGHT,
    3: PIL.Image.Transpose.ROTATE_180,
    4: PIL.Image.Transpose.FLIP_TOP_BOTTOM,
    5: PIL.Image.Transpose.TRANSPOSE,
    6: PIL.Image.Transpose.ROTATE_270,
    7: PIL.Image.Transpose.TRANSVERSE,
    8: PIL.Image.Transpose.ROTATE_90,
}


@dataclass(frozen=True, slots=True, eq=False)
class DecodedPicture:
    """A picture, reduced where its file has more pixels than reading needs.

    Attributes
    ----------
    pixels
        uint8 RGB, shape (H, W, 3), the way up that the camera noted.
    scale
        1, or 2, 4 or 8 where it is reduced: coordinates in the picture of the file are those in ``pixels``
        times this.
    size
        Width and height of the picture of the file, the same way up.
    """

    pixels: Image
    scale: int
    size: tuple[int, int]


def read_picture(path: Path, *, max_pixels: int = MAX_PIXELS) -> Image:
    """Read a picture file, with all its pixels.

    Parameters
    ----------
    path
        A JPEG, PNG, WebP, HEIC, AVIF, TIFF, GIF or BMP file, whatever its name ends in.
    max_pixels
        Larger pictures are refused before they are decoded.

    Returns
    -------
    ndarray
        uint8 RGB, shape (H, W, 3), the way up that the camera noted. Grey and CMYK become RGB, 16 bit
        become 8; what is transparent shows white, as on paper. Of several pictures it is the first, of a
        HEIC the main one. Colour profiles are ignored.

    Raises
    ------
    DocumentError
        When it cannot be read or is no such picture; the line names the file and the remedy.
    """
    return _read(path, max_pixels, enough=None).pixels


def read_contents(path: Path) -> bytes:
    """Read the bytes of a picture file, to decode.

    Raises
    ------
    DocumentError
        When it cannot be read, or is no file.
    """
    _refuse_pipes(path)
    return read_bytes(path, MAX_BYTES)


def read_reduced(
    path: Path, *, max_pixels: int = MAX_PIXELS, enough: int = ENOUGH_PIXELS
) -> DecodedPicture:
    """Read a picture file as :func:`read_picture` does, with no more pixels than reading needs.

    Pictures of up to ``enough`` pixels are not reduced.

    Raises
    ------
    DocumentError
        As :func:`read_picture` does.
    """
    return _read(path, max_pixels, enough)


def decode(data: bytes, *, max_pixels: int = MAX_PIXELS) -> Image:
    """Decode the bytes of a picture file, as :func:`read_picture` does.

    Raises
    ------
    DocumentError
        When it is empty, incomplete, too small, too large or no picture that can be read.
    """
    return _decode(data, max_pixels, enough=None).pixels


def decode_reduced(
    data: bytes, *, max_pixels: int = MAX_PIXELS, enough: int = ENOUGH_PIXELS
) -> DecodedPicture:
    """Decode the bytes of a picture file, as :func:`read_reduced` does.

    Raises
    ------
    DocumentError
        As :func:`decode` does.
    """
    return _decode(data, max_pixels, enough)


def _read(path: Path, max_pixels: int, enough: int | None) -> DecodedPicture:
    data = read_contents(path)
    try:
        return _decode(data, max_pixels, enough)
    except DocumentError as error:
        raise error.at(str(path)) from None


def _refuse_pipes(path: Path) -> None:
    """Refuse what may never end, or never begin."""
    try:
        is_odd = path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        return  # reading says what is wrong
    if is_odd:
        raise DocumentError(
            "is a pipe or a device, not a picture file; save the photo and name that file",
            source=str(path),
        )


def _decode(data: bytes, max_pixels: int, enough: int | None) -> DecodedPicture:
    _require_readable_kind(data)
    with _quietly(), _faults_in_one_line(data), _open(data) as picture:
        width, height = picture.size
        _require_size(width, height, max_pixels)
        _refuse_previews(picture)
        scale = 1 if enough is None else reduction(width * height, enough)
        by_pillow = _needs_pillow(picture, scale)
        pixels = _by_pillow(picture, scale) if by_pillow else _by_opencv(data, scale)
    rows, columns = pixels.shape[:2]
    if scale == 1:
        return DecodedPicture(pixels, scale, (columns, rows))
    is_turned = (columns > rows) != (width > height)
    return DecodedPicture(pixels, scale, (height, width) if is_turned else (width, height))


def reduction(pixels: int, enough: int) -> int:
    """Return by how much the sides are divided, as decoders of JPEG can, for at most so many pixels."""
    return next((it for it in (1, 2, 4) if pixels <= enough * it * it), 8)


# Looking at a file before it is decoded


def _require_readable_kind(data: bytes) -> None:
    if not data:
        raise DocumentError("is empty; copy the photo again, or name another file")
    if len(data) > MAX_BYTES:
        raise DocumentError(
            f"is larger than {MAX_BYTES // 2**20} MiB, which no photo is; name the right file"
        )
    if not is_decodable(data):
        kind = "in a format that is not supported" if is_picture(data[:12]) else "not a picture"
        raise DocumentError(f"is {kind}; name a photo as JPEG, PNG, WebP, HEIC, AVIF, TIFF or GIF")
    is_jpeg, is_png = data.startswith(b"\xff\xd8"), data.startswith(b"\x89PNG")
    if (is_jpeg and not _is_whole_jpeg(data)) or (is_png and not _is_whole_png(data)):
        raise _damaged(data)


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
            return data.rfind(b"\xff\xd9", at) >= 0
        at += 2 + int.from_bytes(data[at + 2 : at + 4], "big")
    return False


def _is_whole_png(data: bytes) -> bool:
    """Tell whether each chunk of a PNG lies inside of the file, up to the one that ends it.

    OpenCV takes as much memory as a chunk says that it needs.
    """
    at = 8
    while at + 12 <= len(data):
        end = at + 12 + int.from_bytes(data[at : at + 4], "big")
        if data[at + 4 : at + 8] == b"IEND":
            return end <= len(data)
        at = end
    return False


def _open(data: bytes) -> PIL.ImageFile.ImageFile:
    """Read the header alone."""
    formats: tuple[str, ...] = _FORMATS
    if is_heic(data):
        # Imported here, since few photos need it.
        import pillow_heif

        pillow_heif.register_heif_opener()
        formats = ("HEIF",)
    if is_avif(data) and not PIL.features.check("avif"):
        raise DocumentError("is AVIF, which the installed Pillow cannot read; save it as JPEG")
    return PIL.Image.open(io.BytesIO(data), formats=formats)


def _require_size(width: int, height: int, max_pixels: int) -> None:
    if width * height > max_pixels:
        raise DocumentError(
            f"has {width * height / 1e6:.0f} megapixels, more than the {max_pixels / 1e6:.0f} that "
            "are read; reduce it, 12 megapixels are plenty"
        )
    if min(width, height) < MIN_SIDE:
        raise DocumentError(
            f"is only {width} x {height} pixels, too small to show a castle; take the original photo"
        )


def _refuse_previews(picture: PIL.ImageFile.ImageFile) -> None:
    """Refuse raw photos: they are TIFF files whose first picture is a small preview."""
    if not isinstance(picture, PIL.TiffImagePlugin.TiffImageFile):
        return
    kind = picture.tag_v2.get(_NEW_SUBFILE_TYPE)
    if isinstance(kind, int) and kind & _PREVIEW:
        raise DocumentError(
            "is a raw photo, of which only a small preview can be read; export it as JPEG"
        )


# Decoding


def _needs_pillow(picture: PIL.ImageFile.ImageFile, scale: int) -> bool:
    """Tell whether Pillow decodes a picture; OpenCV is faster and knows more kinds of pixels.

    Of its formats OpenCV knows no transparency, not every version animations, and it takes the memory of
    a large TIFF several times.
    """
    if picture.format in ("BMP", "JPEG", "MPO"):
        return False
    if picture.format == "TIFF" and scale > 1 and picture.mode == "RGB":
        return True
    is_film = picture.format == "WEBP" and getattr(picture, "is_animated", False)
    return picture.format not in ("PNG", "WEBP", "TIFF") or is_film or _has_alpha(picture)


def _has_alpha(picture: PIL.Image.Image) -> bool:
    return picture.has_transparency_data and not picture.mode.startswith("I")


def _by_pillow(picture: PIL.ImageFile.ImageFile, scale: int) -> Image:
    picture.load()
    turn = _UPRIGHT.get(_orientation(picture))
    mode = "RGBA" if _has_alpha(picture) else "RGB"
    shown: PIL.Image.Image = picture
    if picture.mode.startswith("I;16"):  # which Pillow would clip
        shown = PIL.Image.fromarray((np.asarray(picture) >> 8).astype(np.uint8))
    if shown.mode != mode:
        shown = shown.convert(mode)
    if scale > 1:
        shown = shown.reduce(scale)
    if turn is not None:
        shown = shown.transpose(turn)
    if mode == "RGBA":
        paper = PIL.Image.new("RGB", shown.size, "white")
        paper.paste(shown, mask=shown)
        shown = paper
    return np.array(shown, np.uint8)


def _orientation(picture: PIL.Image.Image) -> int:
    """Return how the camera was held; 1, upright, where that cannot be told."""
    try:
        return int(picture.getexif().get(_ORIENTATION, 1))
    except Exception:  # what is wrong with the notes is not wrong with the picture
        return 1


def _by_opencv(data: bytes, scale: int) -> Image:
    how = cv2.IMREAD_COLOR_RGB if scale == 1 else _REDUCED[scale]
    decoded = cv2.imdecode(np.frombuffer(data, np.uint8), how)
    if decoded is None:
        raise _damaged(data)
    if scale > 1:
        cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB, dst=decoded)
    return decoded.astype(np.uint8, copy=False)


# Faults


@contextlib.contextmanager
def _faults_in_one_line(data: bytes) -> Iterator[None]:
    """Say in one line what the libraries say in many ways; too little memory is no fault of a picture."""
    try:
        yield
    except (DocumentError, ImportError, MemoryError):
        raise
    except PIL.Image.DecompressionBombError:
        raise DocumentError(
            f"has more than {2 * (PIL.Image.MAX_IMAGE_PIXELS or 0) / 1e6:.0f} megapixels; reduce it, "
            "12 megapixels are plenty"
        ) from None
    except Exception as error:
        if isinstance(error, cv2.error) and getattr(error, "code", None) == _NO_MEMORY:
            raise MemoryError from None
        raise _damaged(data) from None


def _damaged(data: bytes) -> DocumentError:
    is_tiff = data[:2] in (b"II", b"MM")  # of which there are many kinds
    return DocumentError(
        "is a damaged or incomplete picture; copy the photo again from where it came"
        + (", or save it as JPEG" if is_tiff else "")
    )


class _Silence:
    """Sends what the process prints as errors nowhere, as long as any thread wants that.

    The libraries behind OpenCV and Pillow print there themselves about faults of files.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wanted = 0
        self._kept: int | None = None

    def __enter__(self) -> None:
        with self._lock:
            if not self._wanted:
                self._kept = _send_errors_nowhere()
            self._wanted += 1

    def __exit__(self, *fault: object) -> None:
        with self._lock:
            self._wanted -= 1
            if not self._wanted and self._kept is not None:
                os.dup2(self._kept, _STDERR)
                os.close(self._kept)


def _send_errors_nowhere() -> int | None:
    """Return a descriptor of where errors went; None where they go nowhere already."""
    try:
        kept = os.dup(_STDERR)
    except OSError:
        return None
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, _STDERR)
    os.close(nowhere)
    return kept


_SILENCE = _Silence()


@contextlib.contextmanager
def _quietly() -> Iterator[None]:
    with _SILENCE, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
