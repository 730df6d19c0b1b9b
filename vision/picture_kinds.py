"""Telling pictures from other files by their first bytes, without any picture library."""

from pathlib import Path

HEIC_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")
PICTURE_SUFFIXES = (".jpg", ".jpeg", ".png", ".webp", ".tif", ".tiff", ".bmp", ".heic", ".heif")
"""Endings of names of picture files, those of formats that cannot be decoded too."""

_SIGNATURES = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n", b"II*\x00", b"MM\x00*", b"BM")


def is_picture(head: bytes) -> bool:
    """Tell from the first twelve bytes of a file whether it means to be a picture.

    True for formats that cannot be decoded too, such as HEIC, so that decoding says so.
    """
    return is_decodable(head) or head.startswith(b"GIF8") or head[4:8] == b"ftyp"


def is_picture_file(path: Path) -> bool:
    """Tell whether a file means to be a picture; False where it cannot be read.

    Pipes are no pictures: what was looked at would be gone.
    """
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            return is_picture(file.read(12))
    except (OSError, ValueError):
        return False


def is_decodable(head: bytes) -> bool:
    """Tell from the first twelve bytes whether a picture is of a format that can be decoded."""
    return head.startswith(_SIGNATURES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP")
