"""Telling pictures from other files by their first bytes, without any picture library."""

from pathlib import Path

AVIF_BRANDS = frozenset({b"avif", b"avis"})
HEIC_BRANDS = frozenset(
    {b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"hevs", b"mif1", b"msf1"}
)

PICTURE_SUFFIXES = (
    *(".jpg", ".jpeg", ".jfif", ".mpo", ".png", ".webp", ".heic", ".heif", ".hif"),
    *(".avif", ".tif", ".tiff", ".gif", ".bmp", ".jxl", ".jp2"),
)
"""Endings of names of picture files, those of formats that cannot be decoded too."""

_DECODABLE = (
    *(b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"GIF87a", b"GIF89a", b"BM"),
    *(b"II*\x00", b"MM\x00*", b"II+\x00", b"MM\x00+"),
)
_UNDECODABLE = (b"\xff\x0a", b"\0\0\0\x0cJXL ", b"\0\0\0\x0cjP  ")  # JPEG XL, JPEG 2000
_MOST_BRANDS = 64


def is_picture(head: bytes) -> bool:
    """Tell from the first twelve bytes of a file whether it means to be a picture.

    True for formats that cannot be decoded too, so that decoding says so.
    """
    return is_decodable(head) or head.startswith(_UNDECODABLE) or head[4:8] == b"ftyp"


def is_picture_file(path: Path) -> bool:
    """Tell whether a file means to be a picture, by its first bytes or by its name.

    False where it cannot be read, and for documents whatever they are named. Pipes are no pictures: what
    was looked at would be gone.
    """
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            head = file.read(12)
    except (OSError, ValueError):
        return False
    is_document = head.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{")
    is_named_so = path.name.lower().endswith(PICTURE_SUFFIXES)
    return is_picture(head) or (is_named_so and not is_document)


def is_decodable(data: bytes) -> bool:
    """Tell from the first bytes whether a picture is of a format that can be decoded.

    Of AVIF and HEIC only those that are named first are known from twelve bytes; others need more.
    """
    is_webp = data[:4] == b"RIFF" and data[8:12] == b"WEBP"
    return data.startswith(_DECODABLE) or is_webp or is_avif(data) or is_heic(data)


def is_avif(data: bytes) -> bool:
    """Tell AVIF from other files of the same container."""
    return not AVIF_BRANDS.isdisjoint(_brands(data))


def is_heic(data: bytes) -> bool:
    """Tell HEIC and its relatives, other than AVIF, from other files of the same container."""
    return not HEIC_BRANDS.isdisjoint(_brands(data)) and not is_avif(data)


def _brands(data: bytes) -> list[bytes]:
    """Return what a file of the container of MP4, HEIC and AVIF says it is (ISO/IEC 14496-12, 4.3)."""
    if data[4:8] != b"ftyp":
        return []
    end = min(int.from_bytes(data[:4], "big"), len(data), 16 + 4 * _MOST_BRANDS)
    return [data[8:12], *(data[at : at + 4] for at in range(16, end, 4))]
