"""Decoding kinds of pictures that only some programs write: colours, transparency, films, large ones."""

import io
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as Pillow

from castlescan.engine.errors import DocumentError
from castlescan.vision import decode as decoding
from castlescan.vision.decode import decode, decode_reduced, read_picture, read_reduced
from castlescan.vision.picture_kinds import is_avif, is_heic

pillow_heif.register_heif_opener()

ORIENTATION = 0x0112


def gradient(width: int = 120, height: int = 80) -> np.ndarray:
    """Red grows to the right, green downward."""
    image = np.zeros((height, width, 3), np.uint8)
    image[..., 0] = np.linspace(0, 255, width)[None]
    image[..., 1] = np.linspace(0, 255, height)[:, None]
    return image


def save(picture: Pillow.Image, kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    picture.save(buffer, kind, **options)
    return buffer.getvalue()


def off(decoded: np.ndarray, image: np.ndarray) -> float:
    """By how much pixels differ on average."""
    return float(np.abs(decoded.astype(int) - image).mean())


@pytest.mark.parametrize("progressive", [False, True])
def test_cmyk_jpegs_have_the_right_colours(progressive: bool) -> None:
    picture = Pillow.fromarray(gradient()).convert("CMYK")
    decoded = decode(save(picture, "JPEG", quality=95, progressive=progressive))
    assert off(decoded, gradient()) < 2


def test_grey_jpegs_become_rgb() -> None:
    grey = Pillow.fromarray(gradient()).convert("L")
    decoded = decode(save(grey, "JPEG", quality=95))
    assert off(decoded, np.asarray(grey.convert("RGB"))) < 2


def see_through() -> Pillow.Image:
    """Left nothing is seen of it, in the middle half, right all."""
    picture = Pillow.fromarray(gradient())
    alpha = np.zeros((80, 120), np.uint8)
    alpha[:, 40:80], alpha[:, 80:] = 128, 255
    picture.putalpha(Pillow.fromarray(alpha))
    return picture


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "HEIF", "AVIF", "TIFF"])
def test_what_is_transparent_shows_white(kind: str) -> None:
    decoded = decode(save(see_through(), kind)).astype(int)
    assert decoded[:, :36].min() > 245
    assert off(decoded[:, 44:76], (gradient()[:, 44:76] + 255.0) / 2) < 4
    assert off(decoded[:, 84:], gradient()[:, 84:]) < 4


@pytest.mark.parametrize("kind", ["PNG", "GIF"])
def test_a_transparent_colour_of_a_palette_shows_white(kind: str) -> None:
    picture = Pillow.new("P", (100, 80), 0)
    picture.putpalette([10, 20, 30, 200, 100, 0])
    picture.paste(1, (50, 0, 100, 80))
    decoded = decode(save(picture, kind, transparency=0))
    assert (decoded[:, :50] == 255).all()
    assert (decoded[:, 50:] == (200, 100, 0)).all()


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
def test_transparency_of_which_nothing_is_used_changes_nothing(kind: str) -> None:
    picture = Pillow.fromarray(gradient())
    picture.putalpha(255)
    np.testing.assert_array_equal(decode(save(picture, kind)), gradient())


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
@pytest.mark.parametrize(("orientation", "quarters"), [(3, 2), (6, 3), (8, 1)], ids=str)
def test_the_orientation_of_transparent_pictures_is_respected_once(
    kind: str, orientation: int, quarters: int
) -> None:
    picture = Pillow.fromarray(gradient())
    picture.putalpha(255)
    exif = Pillow.Exif()
    exif[ORIENTATION] = orientation
    decoded = decode(save(picture, kind, exif=exif.tobytes()))
    assert decoded.shape == np.rot90(gradient(), quarters).shape
    assert off(decoded, np.rot90(gradient(), quarters)) < 4


def test_a_heic_that_notes_its_orientation_twice_is_turned_once() -> None:
    exif = Pillow.Exif()
    exif[ORIENTATION] = 6
    data = save(Pillow.fromarray(gradient()), "HEIF", exif=exif.tobytes())
    assert b"irot" in data
    assert b"Exif" in data
    assert off(decode(data), np.rot90(gradient(), 3)) < 4


@pytest.mark.parametrize("kind", ["GIF", "PNG", "WEBP", "TIFF", "AVIF", "MPO"])
def test_of_several_pictures_the_first_is_read(kind: str) -> None:
    first = Pillow.fromarray(gradient())
    others = [first.rotate(180), first.rotate(180)]
    decoded = decode(save(first, kind, save_all=True, append_images=others))
    assert off(decoded, gradient()) < 4


def test_of_several_pictures_in_a_heic_the_main_one_is_read() -> None:
    first = Pillow.fromarray(gradient())
    data = save(first, "HEIF", save_all=True, append_images=[first.rotate(180)], primary_index=1)
    assert off(decode(data), gradient()[::-1, ::-1]) < 4


def test_a_heic_of_16_bit_grey_becomes_8() -> None:
    values = np.linspace(0, 65535, 120)[None].repeat(80, axis=0).astype(np.uint16)
    decoded = decode(save(Pillow.fromarray(values), "HEIF"))
    assert off(decoded[..., 0], values >> 8) < 4


@pytest.mark.parametrize("kind", ["HEIF", "AVIF"])
def test_other_brands_of_the_same_container_are_read(kind: str) -> None:
    data = bytearray(save(Pillow.fromarray(gradient()), kind))
    data[8:12] = b"mif1"
    assert (is_heic(bytes(data)), is_avif(bytes(data))) == (kind == "HEIF", kind == "AVIF")
    assert off(decode(bytes(data)), gradient()) < 4


def test_avif_needs_a_pillow_that_knows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    data = save(Pillow.fromarray(gradient()), "AVIF")
    monkeypatch.setattr(decoding.PIL.features, "check", lambda feature: False)
    with pytest.raises(DocumentError, match="is AVIF, which the installed Pillow cannot read"):
        decode(data)


def test_heic_is_imported_only_when_it_comes() -> None:
    program = (
        "import sys; from castlescan.vision.decode import decode; "
        "decode(sys.stdin.buffer.read()); print('pillow_heif' in sys.modules)"
    )
    for kind, needed in (("JPEG", b"False"), ("HEIF", b"True")):
        data = save(Pillow.fromarray(gradient()), kind)
        ran = subprocess.run(
            [sys.executable, "-c", program], input=data, capture_output=True, check=True
        )
        assert ran.stdout.strip() == needed


def test_raw_photos_are_not_read_as_their_preview() -> None:
    preview = save(Pillow.fromarray(gradient()), "TIFF", tiffinfo={254: 1})
    with pytest.raises(DocumentError, match=r"is a raw photo.* export it as JPEG"):
        decode(preview)


# Large pictures


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF", "BMP"])
@pytest.mark.parametrize(("enough", "scale"), [(2400, 2), (2399, 4), (500, 8)])
def test_large_pictures_are_reduced(kind: str, enough: int, scale: int) -> None:
    picture = decode_reduced(save(Pillow.fromarray(gradient()), kind), enough=enough)
    assert (picture.scale, picture.size) == (scale, (120, 80))
    assert picture.pixels.shape == (80 // scale, 120 // scale, 3)
    middles = gradient()[scale // 2 :: scale, scale // 2 :: scale].astype(int)
    assert off(picture.pixels, middles) < 8


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF"])
def test_reduced_pictures_are_upright(kind: str) -> None:
    exif = Pillow.Exif()
    exif[ORIENTATION] = 6
    data = save(Pillow.fromarray(gradient()), kind, exif=exif.tobytes())
    picture = decode_reduced(data, enough=2400)
    assert (picture.size, picture.pixels.shape) == ((80, 120), (60, 40, 3))
    assert off(picture.pixels, np.rot90(gradient(), 3)[::2, ::2]) < 8


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_odd_sides_may_gain_or_lose_a_pixel(kind: str) -> None:
    picture = decode_reduced(save(Pillow.fromarray(gradient(121, 81)), kind), enough=2500)
    assert (picture.scale, picture.size) == (2, (121, 81))
    height, width = picture.pixels.shape[:2]
    assert (height in (40, 41), width in (60, 61)) == (True, True)


@pytest.mark.parametrize("mode", ["CMYK", "L"])
def test_reduced_jpegs_keep_their_colours(mode: str) -> None:
    picture = Pillow.fromarray(gradient()).convert(mode)
    decoded = decode_reduced(save(picture, "JPEG", quality=95), enough=2400).pixels
    assert off(decoded, np.asarray(picture.convert("RGB"))[::2, ::2]) < 4


def test_pictures_of_usual_size_are_not_reduced(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(save(Pillow.fromarray(gradient()), "JPEG"))
    picture = read_reduced(file)
    assert (picture.scale, picture.size) == (1, (120, 80))
    np.testing.assert_array_equal(picture.pixels, read_picture(file))


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux")
def test_50_megapixels_are_read_in_little_memory(tmp_path: Path) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(cv2.imencode(".jpg", np.full((6250, 8000, 3), 128, np.uint8))[1].tobytes())
    program = (
        "import re, sys; from pathlib import Path; "
        "from castlescan.vision.decode import read_reduced; "
        "print(read_reduced(Path(sys.argv[1])).pixels.shape); "
        "print(re.search(r'VmHWM:\\s*(\\d+)', Path('/proc/self/status').read_text())[1])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program, file], capture_output=True, text=True, check=True
    )
    shape, peak = ran.stdout.splitlines()
    assert shape == "(3125, 4000, 3)"
    assert int(peak) < 250_000
