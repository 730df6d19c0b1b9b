"""Decoding photos: every format the same way up, every fault one line."""

import io
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as Pillow

from castlescan.engine.errors import DocumentError
from castlescan.vision.decode import decode, read_picture
from castlescan.vision.picture_kinds import is_picture, is_picture_file

FORMATS = ("JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF", "BMP")

pillow_heif.register_heif_opener()


def gradient(width: int = 120, height: int = 80) -> np.ndarray:
    """Red grows to the right, green downward."""
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.linspace(0, 255, width)[None]
    image[..., 1] = np.linspace(0, 255, height)[:, None]
    return image


def encode(image: np.ndarray, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    Pillow.fromarray(image).save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", FORMATS)
def test_every_format_gives_the_same_picture(kind: str) -> None:
    image = gradient()
    decoded = decode(encode(image, kind))
    assert decoded.dtype == np.uint8
    assert decoded.shape == image.shape
    assert np.abs(decoded.astype(int) - image).mean() < 4


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF"])
@pytest.mark.parametrize(("orientation", "quarters"), [(1, 0), (3, 2), (6, 3), (8, 1)], ids=str)
def test_the_camera_s_orientation_is_respected(kind: str, orientation: int, quarters: int) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    image = gradient()
    decoded = decode(encode(image, kind, exif=exif.tobytes()))
    upright = np.rot90(image, quarters)
    assert decoded.shape == upright.shape
    assert np.abs(decoded.astype(int) - upright).mean() < 4


@pytest.mark.parametrize("suffix", [".png", ".tiff"])
@pytest.mark.parametrize("channels", [1, 3])
def test_16_bit_become_8(suffix: str, channels: int) -> None:
    values = np.linspace(0, 65535, 100 * 100).reshape(100, 100).astype(np.uint16)
    data = cv2.imencode(suffix, np.dstack([values] * channels))[1].tobytes()
    decoded = decode(data)
    assert decoded.shape == (100, 100, 3)
    assert np.abs(decoded[..., 0].astype(int) - values / 257).max() <= 1


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "1"])
def test_other_kinds_of_pixels_become_rgb(mode: str) -> None:
    buffer = io.BytesIO()
    Pillow.fromarray(gradient()).convert(mode).save(buffer, "PNG")
    assert decode(buffer.getvalue()).shape == (80, 120, 3)


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "Schloß 1.jpg"
    file.write_bytes(encode(gradient(), "JPEG"))
    assert read_picture(file).shape == (80, 120, 3)
    assert is_picture_file(file)
    assert not is_picture_file(tmp_path)


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("share", [0.2, 0.6, 0.95])
def test_a_picture_that_is_cut_off_is_one_line(
    kind: str, share: float, capfd: pytest.CaptureFixture[str]
) -> None:
    noise = np.random.default_rng(1).integers(0, 255, (90, 120, 3)).astype(np.uint8)
    data = encode(noise, kind)
    with pytest.raises(
        DocumentError, match="is a damaged or incomplete picture; copy the photo again"
    ):
        decode(data[: int(share * len(data))])
    assert capfd.readouterr().err == ""


def test_a_jpeg_whose_thumbnail_is_whole_is_cut_off_all_the_same() -> None:
    exif = Pillow.Exif()
    exif[0x010E] = "before \xff\xd9 after"
    data = encode(gradient(400, 300), "JPEG", exif=exif)
    with pytest.raises(DocumentError, match="incomplete picture"):
        decode(data[:-20])


def test_bytes_after_the_end_of_a_jpeg_do_not_matter() -> None:
    assert decode(encode(gradient(), "JPEG") + b"a short film").shape == (80, 120, 3)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "is empty"),
        (b'{"format": "castlescan/castle/1"}', "not a picture"),
        (b"hello", "not a picture; name a photo as JPEG, PNG"),
        (b"GIF89a" + bytes(40), "damaged"),
        (b"\0\0\0\x18ftypheic" + bytes(40), "damaged"),
        (b"\0\0\0\x18ftypavif" + bytes(40), "damaged"),
        (b"\0\0\0\x18ftypisom" + bytes(40), "format that is not supported"),
        (b"\0\0\0\x0cJXL \r\n\x87\n" + bytes(40), "format that is not supported"),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "damaged"),
        (encode(gradient(63, 200), "PNG"), "63 x 200 pixels, too small"),
    ],
    ids=["empty", "json", "text", "gif", "heic", "avif", "film", "jxl", "broken", "small"],
)
def test_what_is_no_photo_is_one_line(data: bytes, fault: str) -> None:
    with pytest.raises(DocumentError, match=fault) as caught:
        decode(data)
    assert "\n" not in str(caught.value)


def test_too_many_pixels_are_refused_before_decoding() -> None:
    header = bytearray(encode(gradient(), "BMP")[:54])
    header[18:26] = (20_000).to_bytes(4, "little") * 2
    with pytest.raises(DocumentError, match="megapixels"):
        decode(bytes(header))
    with pytest.raises(DocumentError, match="more than the 0 that"):
        decode(encode(gradient(), "PNG"), max_pixels=9000)


def test_too_little_memory_is_no_fault_of_the_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: object) -> None:
        error = cv2.error("insufficient memory")
        error.code = -4
        raise error

    monkeypatch.setattr(cv2, "imdecode", fail)
    with pytest.raises(MemoryError):
        decode(encode(gradient(), "PNG"))


@pytest.mark.parametrize(("width", "height"), [(30_000, 200), (64, 30_000)])
@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_panoramas_are_read(kind: str, width: int, height: int) -> None:
    assert decode(encode(gradient(width, height), kind)).shape == (height, width, 3)


def test_faults_of_files_name_them(tmp_path: Path) -> None:
    missing = tmp_path / "photo.jpg"
    with pytest.raises(DocumentError, match=r"photo\.jpg: there is no such file"):
        read_picture(missing)
    with pytest.raises(DocumentError, match="this is a folder"):
        read_picture(tmp_path)
    missing.write_bytes(b"")
    with pytest.raises(DocumentError, match=r"photo\.jpg: is empty"):
        read_picture(missing)


def test_pictures_are_told_from_documents() -> None:
    for kind in FORMATS:
        assert is_picture(encode(gradient(), kind)[:12])
    assert is_picture(b"\0\0\0\x18ftypheic")
    assert is_picture(b"\xff\x0a" + bytes(10))
    assert not is_picture(b'{"format": "')
    assert not is_picture(b"")
