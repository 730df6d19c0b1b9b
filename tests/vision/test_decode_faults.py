"""What is wrong with a file is one line, on the command line too."""

import contextlib
import io
import os
import subprocess
import sys
import threading
import zlib
from pathlib import Path

import cv2
import numpy as np
import pillow_heif
import pytest
from PIL import Image as Pillow

from castlescan.engine.errors import DocumentError
from castlescan.vision.decode import decode, read_picture
from castlescan.vision.picture_kinds import is_picture_file

pillow_heif.register_heif_opener()

NOISE = np.random.default_rng(1).integers(0, 255, (90, 120, 3)).astype(np.uint8)


def save(kind: str, **options: object) -> bytes:
    buffer = io.BytesIO()
    Pillow.fromarray(NOISE).save(buffer, kind, **options)
    return buffer.getvalue()


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIF", "AVIF", "TIFF", "GIF", "BMP"])
def test_broken_bytes_print_nothing(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    whole = save(kind)
    rng = np.random.default_rng(2)
    for _ in range(40):
        broken = np.frombuffer(whole, np.uint8).copy()
        broken[rng.integers(12, len(broken), 8)] = rng.integers(0, 255, 8)
        with contextlib.suppress(DocumentError):
            decode(broken.tobytes())
    assert capfd.readouterr().err == ""


def test_errors_can_be_printed_again_after_threads_decoded(
    capfd: pytest.CaptureFixture[str],
) -> None:
    data = save("PNG")
    threads = [threading.Thread(target=lambda: [decode(data) for _ in range(20)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    os.write(2, b"heard")
    assert capfd.readouterr().err == "heard"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize(
    "exif",
    [b"Exif\0\0II*\0\xff\xff\xff\xff", b"Exif\0\0" + b"\xff" * 40, b"Exif\0\0MM\0*" + bytes(60)],
    ids=["points nowhere", "garbage", "nothing"],
)
@pytest.mark.parametrize("transparent", [False, True])
def test_broken_notes_of_the_camera_are_ignored(kind: str, exif: bytes, transparent: bool) -> None:
    picture = Pillow.fromarray(NOISE)
    if transparent and kind != "JPEG":
        picture.putalpha(255)
    buffer = io.BytesIO()
    picture.save(buffer, kind, exif=exif)
    assert decode(buffer.getvalue()).shape == NOISE.shape


def test_a_bomb_is_refused_before_it_is_decoded() -> None:
    for kind, size in (("GIF", (60_000, 60_000)), ("PNG", (40_000, 4_000))):
        data = bytearray(save(kind))
        if kind == "GIF":
            data[6:10] = b"".join(side.to_bytes(2, "little") for side in size)
        else:
            data[16:24] = b"".join(side.to_bytes(4, "big") for side in size)
            data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
        with pytest.raises(DocumentError, match="megapixels"):
            decode(bytes(data))


def test_chunks_that_reach_beyond_the_file_are_refused_before_memory_is_taken_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    data = save("PNG")
    chunk = (1 << 30).to_bytes(4, "big") + b"IDAT" + bytes(40)
    decoded = []
    monkeypatch.setattr(cv2, "imdecode", lambda *arguments: decoded.append(arguments))
    with pytest.raises(DocumentError, match="damaged or incomplete"):
        decode(data[:33] + chunk + data[-12:])
    assert not decoded


# Files


def test_pipes_are_refused_without_waiting(tmp_path: Path) -> None:
    pipe = tmp_path / "photo.jpg"
    os.mkfifo(pipe)
    assert not is_picture_file(pipe)
    for odd in (pipe, Path("/dev/zero")):
        with pytest.raises(DocumentError, match="is a pipe or a device, not a picture file"):
            read_picture(odd)


def test_links_that_lead_nowhere_are_one_line(tmp_path: Path) -> None:
    loop, broken = tmp_path / "loop.jpg", tmp_path / "broken.jpg"
    loop.symlink_to(loop)
    broken.symlink_to(tmp_path / "missing.jpg")
    assert not is_picture_file(loop)
    with pytest.raises(DocumentError, match=r"loop\.jpg: cannot be read"):
        read_picture(loop)
    with pytest.raises(DocumentError, match=r"broken\.jpg: there is no such file"):
        read_picture(broken)


def test_files_that_may_not_be_read_are_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(save("JPEG"))

    def refuse(*arguments: object, **options: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert not is_picture_file(file)
    with pytest.raises(
        DocumentError, match=r"cannot be read \(Permission denied\); check the path"
    ):
        read_picture(file)


def test_names_tell_pictures_only_where_bytes_do_not(tmp_path: Path) -> None:
    for name, data, expected in (
        ("castle.json", save("PNG"), True),
        ("photo.JPG", b"hello", True),
        ("photo.heic", b"", True),
        ("castle.jpg", b'\xef\xbb\xbf\n {"format": "castlescan/castle/1"}', False),
        ("castle.json", b"hello", False),
    ):
        file = tmp_path / name
        file.write_bytes(data)
        assert is_picture_file(file) is expected, (name, data)


# The command line


def run(folder: Path, *names: str | bytes) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "castlescan", "score", *names]
    return subprocess.run(command, cwd=folder, capture_output=True, check=False, timeout=120)


def test_each_bad_file_is_one_line_and_ends_with_2(tmp_path: Path) -> None:
    jpeg, png = save("JPEG"), save("PNG")
    files = {
        b"empty.jpg": (b"", "is empty"),
        b"text.jpg": (b"hello", "is not a picture"),
        b"cut off.jpg": (jpeg[: len(jpeg) // 2], "is a damaged or incomplete picture"),
        b"cut off.png": (png[: len(png) // 2], "is a damaged or incomplete picture"),
        b"broken.png": (png[:99] + bytes(99) + png[198:], "is a damaged or incomplete picture"),
        b"photo.heic": (save("HEIF")[:-50], "is a damaged or incomplete picture"),
        b"film.jpg": (b"\0\0\0\x18ftypisom" + bytes(40), "in a format that is not supported"),
        b"castle.json": (b"\0\1\2\xff", "is not UTF-8 text"),
        b"line\nbreak.jpg": (b"hello", "is not a picture"),
        b"\xff\xfe.jpg": (b"hello", "is not a picture"),
    }
    for name, (data, _) in files.items():
        (tmp_path / os.fsdecode(name)).write_bytes(data)
    buffer = io.BytesIO()
    Pillow.new("RGB", (1, 1)).save(buffer, "PNG")
    (tmp_path / "dot.png").write_bytes(buffer.getvalue())
    (tmp_path / "folder.jpg").mkdir()
    (tmp_path / "loop.jpg").symlink_to("loop.jpg")
    faults = [
        *(fault for _, fault in files.values()),
        "is only 1 x 1 pixels",
        "this is a folder",
        "cannot be read",
        "there is no such file",
    ]
    ran = run(tmp_path, *files, "dot.png", "folder.jpg", "loop.jpg", "missing.jpg")
    assert (ran.returncode, ran.stdout) == (2, b"")
    lines = ran.stderr.decode().splitlines()
    assert len(lines) == len(faults)
    for line, fault in zip(lines, faults, strict=True):
        assert line.startswith("castlescan: ")
        assert fault in line
