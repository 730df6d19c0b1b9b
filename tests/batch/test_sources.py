"""Which photos are found, and that their bytes are those of one time."""

import functools
import http.server
import os
import threading
from datetime import datetime, timedelta

import pytest

from castlescan.batch import sources
from castlescan.batch.sources import Sources, content_key, fetch
from castlescan.engine.errors import DocumentError


def names(*places, since=None):
    return [it.path.rpartition("/")[2] for it in Sources([str(it) for it in places], since)]


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "photos"
    for name in ("b.JPG", "a.png", "sub/c.heic", ".hidden.jpg", ".sync/d.jpg", "notes.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(name.encode())
    return folder


def test_folders_are_searched_for_photos(folder):
    assert names(folder) == ["a.png", "b.JPG", "c.heic"]


def test_a_file_is_taken_whatever_its_name(folder):
    assert names(folder / "notes.txt") == ["notes.txt"]


def test_patterns(folder):
    assert names(folder / "*.png") == ["a.png"]
    assert names(folder / "**" / "*.heic") == ["c.heic"]


def test_a_name_that_looks_like_a_pattern(tmp_path):
    (tmp_path / "a[1].jpg").write_bytes(b"x")
    assert names(tmp_path / "a[1].jpg") == ["a[1].jpg"]


def test_only_what_was_modified_since(folder):
    old = datetime.now() - timedelta(days=10)
    os.utime(folder / "a.png", (old.timestamp(),) * 2)
    assert names(folder, since=datetime.now() - timedelta(days=1)) == ["b.JPG", "c.heic"]


def test_links_that_lead_to_themselves_are_one_line(tmp_path):
    loop = tmp_path / "loop.jpg"
    loop.symlink_to(loop)
    (outcome,) = Sources([str(loop)], None)
    with pytest.raises(DocumentError, match="symbolic links"):
        fetch(outcome.path)


def test_pipes_are_left_out(tmp_path):
    os.mkfifo(tmp_path / "pipe.jpg")
    assert names(tmp_path) == []


@pytest.mark.parametrize("place", ["nowhere", "nowhere/*.jpg"])
def test_a_place_that_is_not_there(tmp_path, place):
    with pytest.raises(DocumentError, match=r"nowhere.*no such file"):
        Sources([str(tmp_path / place)]).require()


def test_what_vanishes_is_one_line(tmp_path):
    with pytest.raises(DocumentError, match="is gone"):
        fetch(str(tmp_path / "gone.jpg"))


def test_a_file_that_changes_once_is_read_as_it_is_then(tmp_path, monkeypatch):
    file = tmp_path / "a.jpg"
    file.write_bytes(b"half")
    look, looks = os.fstat, []

    def change(number):
        looks.append(number)
        if len(looks) == 2:
            file.write_bytes(b"the whole photo")
        return look(number)

    monkeypatch.setattr(sources, "_PAUSE", 0)
    monkeypatch.setattr(sources.os, "fstat", change)
    contents = fetch(str(file))
    assert contents.data == b"the whole photo"
    assert contents.bytes == len(contents.data)


def test_a_file_that_never_rests_is_one_line(tmp_path, monkeypatch):
    file = tmp_path / "a.jpg"
    file.write_bytes(b"")
    look = os.fstat

    def change(number):
        with file.open("ab") as more:
            more.write(b"more")
        return look(number)

    monkeypatch.setattr(sources, "_PAUSE", 0)
    monkeypatch.setattr(sources.os, "fstat", change)
    with pytest.raises(DocumentError, match="changes while it is read"):
        fetch(str(file))


def test_urls_of_files(folder):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    found = list(Sources([folder.as_uri()]))
    assert [it.path for it in found] == [
        f"file://{folder / name}" for name in ("a.png", "b.JPG", "sub/c.heic")
    ]
    contents = fetch(found[0].path)
    assert contents.data == b"a.png"
    assert (contents.bytes, contents.stamp) == (found[0].bytes, found[0].stamp)
    assert names(f"{folder.as_uri()}/*.JPG") == ["b.JPG"]


@pytest.fixture
def server(folder):
    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *arguments):
            pass

    handler = functools.partial(Quiet, directory=folder)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


def test_urls_of_a_web_server(server):
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    pytest.importorskip("aiohttp", reason="aiohttp is not installed")
    (photo,) = Sources([f"{server}/a.png"])
    assert fetch(photo.path).data == b"a.png"
    assert photo.bytes == 5
    with pytest.raises(DocumentError, match="cannot be reached"):
        list(Sources([f"{server}/none.png"]))
    with pytest.raises(DocumentError, match="is gone"):
        fetch(f"{server}/none.png")


def test_urls_of_unknown_kinds():
    pytest.importorskip("fsspec", reason="fsspec is not installed")
    with pytest.raises(DocumentError, match="castle://"):
        Sources(["castle://photos"]).require()


def test_keys_are_the_beginning_of_the_sha_256():
    assert content_key(b"") == "e3b0c44298fc1c149afbf4c8996fb924"
