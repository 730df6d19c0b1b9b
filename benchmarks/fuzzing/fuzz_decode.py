"""Throw broken pictures at decoding: nothing but a DocumentError may come out. See README.md."""

import io
import struct
import sys
import zlib

import atheris

with atheris.instrument_imports(include=["castlescan", "PIL", "pillow_heif"]):
    import numpy as np
    import pillow_heif
    from PIL import Image

    from castlescan.vision.decode import decode, decode_reduced

from harness import fuzzing_arguments, in_one_line

MOST_BYTES = 1 << 15
MOST_PIXELS = 4_000_000
_PNG = b"\x89PNG\r\n\x1a\n"


def seeds() -> dict[str, bytes]:
    """Return a small picture of every kind."""
    pillow_heif.register_heif_opener()
    picture = Image.fromarray(np.mgrid[0:256:4, 0:216:3, 0:3].sum(axis=0).astype(np.uint8))
    clear = picture.convert("RGBA")
    clear.putalpha(128)
    exif = Image.Exif()
    exif[0x0112], exif[0x010E] = 6, "a description"

    def film() -> dict[str, object]:
        return {"save_all": True, "append_images": [picture.rotate(180)]}

    kinds = {
        "jpeg": (picture, "JPEG", {"exif": exif.tobytes()}),
        "progressive": (picture, "JPEG", {"progressive": True}),
        "grey": (picture.convert("L"), "JPEG", {}),
        "cmyk": (picture.convert("CMYK"), "JPEG", {}),
        "mpo": (picture, "MPO", film()),
        "png": (picture, "PNG", {"exif": exif.tobytes()}),
        "palette": (picture.quantize(16), "PNG", {}),
        "clear-palette": (picture.quantize(16), "PNG", {"transparency": 0}),
        "clear-png": (clear, "PNG", {"exif": exif.tobytes()}),
        "film-png": (picture, "PNG", film()),
        "grey-16-png": (picture.convert("I;16"), "PNG", {}),
        "webp": (picture, "WEBP", {"exif": exif.tobytes()}),
        "clear-webp": (clear, "WEBP", {"exif": exif.tobytes()}),
        "film-webp": (picture, "WEBP", film()),
        "heic": (picture, "HEIF", {"exif": exif.tobytes()}),
        "clear-heic": (clear, "HEIF", {}),
        "avif": (picture, "AVIF", {"exif": exif.tobytes()}),
        "film-avif": (picture, "AVIF", film()),
        "gif": (picture, "GIF", film()),
        "clear-gif": (picture.quantize(16), "GIF", {"transparency": 0}),
        "bmp": (picture, "BMP", {}),
        "tiff": (picture, "TIFF", {"exif": exif.tobytes()}),
        "lzw-tiff": (picture, "TIFF", {"compression": "tiff_lzw"}),
        "jpeg-tiff": (picture, "TIFF", {"compression": "jpeg"}),
        "fax-tiff": (picture.convert("1"), "TIFF", {"compression": "group4"}),
        "clear-tiff": (clear, "TIFF", {"compression": "tiff_lzw"}),
        "big-tiff": (picture, "TIFF", {"big_tiff": True}),
        "pages-tiff": (picture, "TIFF", film()),
    }
    made = {}
    for name, (image, kind, options) in kinds.items():
        buffer = io.BytesIO()
        image.copy().save(buffer, kind, **options)
        made[name] = buffer.getvalue()
    return made


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Let libFuzzer change bytes, then make the checksums of a PNG right again."""
    changed = atheris.Mutate(data, most)
    return with_right_sums(changed)[:most] if seed % 4 and changed.startswith(_PNG) else changed


def with_right_sums(png: bytes) -> bytes:
    """Return a PNG with the checksum of each of its chunks set right."""
    whole, at = bytearray(png), len(_PNG)
    while at + 12 <= len(whole):
        end = at + 8 + struct.unpack(">I", whole[at : at + 4])[0]
        if end + 4 > len(whole):
            break
        whole[end : end + 4] = struct.pack(">I", zlib.crc32(whole[at + 4 : end]))
        at = end + 4
    return bytes(whole)


def try_one(data: bytes) -> None:
    """Decode it both ways."""
    in_one_line(lambda it: decode(it, max_pixels=MOST_PIXELS), data)
    in_one_line(lambda it: decode_reduced(it, max_pixels=MOST_PIXELS), data)


if __name__ == "__main__":
    atheris.Setup(fuzzing_arguments(sys.argv, seeds, MOST_BYTES), try_one, custom_mutator=mutate)
    atheris.Fuzz()
