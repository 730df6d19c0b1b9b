"""Castle documents: what is refused, in one line each, and that good ones survive being written."""

import copy
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from castlescan.engine.between_two_castles.castle import Castle, parse_castle
from castlescan.engine.between_two_castles.castle_files import read_castle
from castlescan.engine.between_two_castles.catalogue import (
    Catalogue,
    TileType,
    packaged_catalogue,
)
from castlescan.engine.documents import MAX_DOCUMENT_BYTES, parse_json, read_json, write_text
from castlescan.engine.errors import DocumentError

QUICK = settings(
    derandomize=True,
    deadline=None,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)

VALID: dict[str, Any] = {
    "format": "castlescan/castle/1",
    "game": "between-two-castles",
    "throne": "throne/living-corridor",
    "rooms": [
        {"id": "food/bakery", "x": -1, "y": 0},
        {"id": "corridor/echo-chamber", "x": 2, "y": 0},
    ],
    "attendants": ["painter"],
    "bonus_cards": ["width"],
    "name": "Neuschwanstein",
}
ROOM = VALID["rooms"][0]


def fault_of(data: object) -> str:
    """Return the one line with which a document is refused."""
    with pytest.raises(DocumentError) as caught:
        parse_castle(data, packaged_catalogue())
    return one_line(caught.value)


def fault_of_file(path: Path) -> str:
    """Return the one line with which a file is refused; it begins with the name of the file."""
    with pytest.raises(DocumentError) as caught:
        read_castle(path, packaged_catalogue())
    line = one_line(caught.value)
    assert line.startswith(f"{path}: ")
    return line


def one_line(error: DocumentError) -> str:
    line = str(error)
    assert len(line.splitlines()) == 1
    assert len(line) < 500
    return line


def with_rooms(*rooms: Any) -> dict[str, Any]:
    return {**VALID, "rooms": list(rooms)}


def without(key: str) -> dict[str, Any]:
    return {name: value for name, value in VALID.items() if name != key}


# What is in the document


@pytest.mark.parametrize("data", [None, True, 1, 1.5, "castle", [], [VALID], {}], ids=repr)
def test_document_without_a_format_is_refused(data: object) -> None:
    assert '"format": "castlescan/castle/1"' in fault_of(data)


@pytest.mark.parametrize(
    ("found", "says"),
    [
        ("castlescan/castle/2", "update castlescan"),
        ("castlescan/castle/0", "castlescan/castle/1"),
        ("castlescan/castle", "castlescan/castle/1"),
        ("castlescan/game/1", "castlescan/game/1"),
        ("", "castlescan/castle/1"),
        (1, "castlescan/castle/1"),
        (["castlescan/castle/1"], "castlescan/castle/1"),
        ("castlescan/castle/1\n", "castlescan/castle/1"),
        ("x" * 100_000, "castlescan/castle/1"),
    ],
    ids=lambda value: str(value)[:30],
)
def test_wrong_version_or_kind_is_refused(found: object, says: str) -> None:
    assert says in fault_of({**VALID, "format": found})


@pytest.mark.parametrize(
    ("document", "says"),
    [
        (without("throne"), "no throne room"),
        ({**VALID, "throne": None}, "no throne room"),
        ({**VALID, "throne": "specialty/fountain"}, "no throne room; name one"),
        ({**VALID, "throne": "throne/living-corridors"}, "did you mean throne/living-corridor"),
        ({**VALID, "throne": 1}, "throne"),
        ({**VALID, "throne": ["throne/living-corridor"]}, "throne"),
        ({**VALID, "throne": ""}, "throne"),
        (without("rooms"), 'no "rooms"'),
        ({**VALID, "rooms": None}, "rooms"),
        ({**VALID, "rooms": {}}, "rooms"),
        ({**VALID, "rooms": "food/bakery"}, "rooms"),
        (with_rooms("food/bakery"), "rooms[0]"),
        (with_rooms([]), "rooms[0]"),
        (with_rooms(None), "rooms[0]"),
        (with_rooms(ROOM, {"x": 2, "y": 0}), 'rooms[1] has no "id"'),
        (with_rooms({"id": "food/bakery", "y": 0}), 'rooms[0] has no "x"'),
        (with_rooms({"id": "food/bakery", "x": 2}), 'rooms[0] has no "y"'),
        (with_rooms({**ROOM, "points": 3}), 'rooms[0] has the unknown key "points"'),
        ({**VALID, "colour": "red"}, 'the unknown key "colour"'),
        ({**VALID, "a\nb": 1}, "unknown key"),
        ({**VALID, "game": "castles"}, "game"),
        ({**VALID, "game": None}, "game"),
        ({**VALID, "attendants": "painter"}, "attendants"),
        ({**VALID, "attendants": {"painter": 1}}, "attendants"),
        ({**VALID, "attendants": [1]}, "attendants[0]"),
        ({**VALID, "attendants": ["knight", "paintr"]}, "attendants[1]"),
        ({**VALID, "attendants": ["paintr"]}, "did you mean painter"),
        ({**VALID, "attendants": ["attendant/painter"]}, "attendants[0]"),
        ({**VALID, "attendants": ["painter"] * 101}, "attendants"),
        ({**VALID, "bonus_cards": ["widht"]}, "did you mean width"),
        ({**VALID, "bonus_cards": [None]}, "bonus_cards[0]"),
        ({**VALID, "bonus_cards": ["width"] * 101}, "bonus_cards"),
        ({**VALID, "name": 5}, "name"),
        ({**VALID, "name": "two\nlines"}, "name"),
        ({**VALID, "name": "a" * 201}, "name"),
        (with_rooms({**ROOM, "id": "food/bakry"}), "rooms[0].id: there is no tile 'food/bakry'"),
        (with_rooms({**ROOM, "id": "food/bakry"}), "did you mean food/bakery"),
        (with_rooms({**ROOM, "id": "bonus/width"}), "rooms[0].id"),
        (with_rooms({**ROOM, "id": ""}), "rooms[0].id"),
        (with_rooms({**ROOM, "id": "a\nb"}), "rooms[0].id"),
        (with_rooms({**ROOM, "id": "x" * 100_000}), "rooms[0].id"),
        (with_rooms({**ROOM, "id": None}), "rooms[0].id"),
        (with_rooms({**ROOM, "id": "\ud800"}), "rooms[0].id"),
        (with_rooms(ROOM, ROOM), "rooms[1] puts food/bakery at (-1, 0)"),
        (with_rooms({**ROOM, "x": 0}), "where throne/living-corridor already lies"),
        (with_rooms({**ROOM, "x": 1}), "where throne/living-corridor already lies"),
        (with_rooms({"id": "throne/corridor-food", "x": 3, "y": 0}), "second throne room"),
        (with_rooms({"id": "throne/living-corridor", "x": 0, "y": 0}), "second throne room"),
        (with_rooms(*({**ROOM, "x": x} for x in range(2, 403))), "rooms"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_wrong_document_is_refused_at_the_place_of_the_fault(document: object, says: str) -> None:
    assert says in fault_of(document)


@pytest.mark.parametrize("axis", ["x", "y"])
@pytest.mark.parametrize(
    "value",
    ["1", 1.5, 2.0, True, None, [1], {}, 1001, -1001, 10**30, -(10**400), float("inf")],
    ids=lambda value: repr(value)[:12],
)
def test_wrong_coordinate_is_refused(axis: str, value: object) -> None:
    assert f"rooms[0].{axis}" in fault_of(with_rooms({**ROOM, axis: value}))


@pytest.mark.parametrize("value", [1000, -1000])
def test_coordinates_reach_to_a_thousand(catalogue: Catalogue, value: int) -> None:
    document = with_rooms({"id": "food/bakery", "x": value, "y": -value})
    assert parse_castle(document, catalogue).rooms[0].x == value


def test_smallest_document_is_read_with_its_defaults(catalogue: Catalogue) -> None:
    smallest = {"format": "castlescan/castle/1", "throne": "throne/corridor-food", "rooms": []}
    assert parse_castle(smallest, catalogue).model_dump() == {
        "format": "castlescan/castle/1",
        "game": "between-two-castles",
        "throne": "throne/corridor-food",
        "rooms": [],
        "attendants": [],
        "bonus_cards": [],
    }


def test_full_document_is_read_as_written(catalogue: Catalogue) -> None:
    assert parse_castle(VALID, catalogue).model_dump() == VALID


def test_castle_of_a_picture_may_lack_its_throne_room(catalogue: Catalogue) -> None:
    castle = Castle(throne=None, rooms=[])
    assert castle.require_known(catalogue) is castle
    with pytest.raises(DocumentError, match="no throne room"):
        castle.require_scorable()


# What is in the file


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(100 * 1024 * 1024)


BAD_FILES: list[tuple[str, bytes, str]] = [
    ("empty", b"", "is empty"),
    ("blank", b" \n\t\r\n", "is empty"),
    ("only a byte-order mark", b"\xef\xbb\xbf", "is empty"),
    ("JPEG", b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(100), "is a picture"),
    ("PNG", b"\x89PNG\r\n\x1a\n" + bytes(100), "is a picture"),
    ("HEIC", b"\x00\x00\x00\x18ftypheic" + bytes(100), "is a picture"),
    ("WebP", b"RIFF\x24\x00\x00\x00WEBPVP8 ", "is a picture"),
    ("Latin-1", b'{"name": "Gem\xe4uer"}', "is not UTF-8"),
    ("UTF-16", '{"name": 1}'.encode("utf-16"), "is not UTF-8"),
    ("zeros", bytes(100), "is not JSON"),
    ("prose", b"my castle", "is not JSON (line 1, column 1"),
    ("cut off", b'{"format": "castlescan/castle/1",\n "rooms": [', "is not JSON (line 2, column"),
    ("two values", b"{} {}", "is not JSON"),
    ("trailing comma", b'{"rooms": [],}', "is not JSON"),
    ("NaN", b'{"x": NaN}', "NaN is not a JSON number"),
    ("Infinity", b'{"x": Infinity}', "Infinity is not a JSON number"),
    ("-Infinity", b'{"x": -Infinity}', "-Infinity is not a JSON number"),
    ("huge integer", b'{"x": ' + b"9" * 10_000 + b"}", "is not JSON"),
    ("nested lists", b"[" * 100_000, "nested too deeply"),
    ("nested and closed", b"[" * 100_000 + b"]" * 100_000, "nested too deeply"),
    ("nested objects", b'{"a":' * 100_000, "nested too deeply"),
    ("a number", b"5", "is not a castle document"),
    ("null", b"null", "is not a castle document"),
    ("too large", b" " * MAX_DOCUMENT_BYTES + b"{", "is larger than 4 MiB"),
]


@pytest.mark.parametrize(
    ("data", "says"),
    [case[1:] for case in BAD_FILES],
    ids=[case[0] for case in BAD_FILES],
)
def test_wrong_file_is_refused(tmp_path: Path, data: bytes, says: str) -> None:
    path = tmp_path / "castle.json"
    path.write_bytes(data)
    assert says in fault_of_file(path)


def test_file_of_100_megabytes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "castle.json"
    sparse(path)
    assert "is larger than 4 MiB" in fault_of_file(path)


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert "no such file" in fault_of_file(tmp_path / "castle.json")


def test_folder_is_refused(tmp_path: Path) -> None:
    assert "is a folder" in fault_of_file(tmp_path)


@pytest.mark.parametrize("name", ["castle\x00.json", "a" * 300, "castle.json/castle.json"])
def test_path_that_cannot_be_read_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / "castle.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DocumentError) as caught:
        read_json(tmp_path / name)
    assert len(str(caught.value).splitlines()) == 1


def test_a_key_that_is_there_twice_is_refused() -> None:
    with pytest.raises(DocumentError, match='has the key "a" twice'):
        parse_json(b'{"b": [{"a": 1, "c": 0, "a": 2}]}')


def test_writing_follows_links_and_keeps_permissions(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("old")
    target.chmod(0o600)
    link = tmp_path / "link"
    link.symlink_to(target)
    write_text(link, "new")
    assert link.is_symlink()
    assert target.read_text() == "new"
    assert target.stat().st_mode & 0o777 == 0o600


def test_writing_to_a_pipe_leaves_it_a_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_text(pipe, "hello")
        assert os.read(reader, 10) == b"hello"
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_writing_into_a_loop_of_links_is_refused(tmp_path: Path) -> None:
    link = tmp_path / "loop"
    link.symlink_to(link)
    with pytest.raises(DocumentError, match="cannot be written"):
        write_text(link, "x")


@pytest.mark.parametrize("name", ["a\x1b[31m", "a\x9b31m", "a\u202eb", "a\u2028b", "a\x7f"])
def test_names_that_steer_a_terminal_are_refused(name: str) -> None:
    with pytest.raises(DocumentError, match="name should hold no control characters"):
        parse_castle({**VALID, "name": name}, packaged_catalogue())


def test_byte_order_mark_is_accepted() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": 1}') == {"a": 1}


def test_file_of_the_largest_size_is_read() -> None:
    assert parse_json(b"{}" + b" " * (MAX_DOCUMENT_BYTES - 2)) == {}


# Writing


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_castle_survives_being_written(tmp_path: Path, catalogue: Catalogue) -> None:
    castle = parse_castle({**VALID, "name": "Burg Höhe \U0001f3f0"}, catalogue)
    path = tmp_path / "new" / "folder" / "castle.json"
    write_text(path, json.dumps(castle.model_dump(), ensure_ascii=False))
    assert read_castle(path, catalogue) == castle
    assert names_in(path.parent) == ["castle.json"]


def test_writing_replaces_a_file(tmp_path: Path) -> None:
    path = tmp_path / "castle.json"
    write_text(path, "a longer text")
    write_text(path, "short")
    assert path.read_text(encoding="utf-8") == "short"
    assert names_in(tmp_path) == ["castle.json"]


@pytest.mark.parametrize("step", ["write", "replace"])
def test_failed_writing_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    path = tmp_path / "castle.json"
    path.write_text("old", encoding="utf-8")

    def fail(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    if step == "replace":
        monkeypatch.setattr(Path, "replace", fail)
    else:
        monkeypatch.setattr(Path, "open", full_disk(Path.open))
    with pytest.raises(DocumentError) as caught:
        write_text(path, "new")
    monkeypatch.undo()
    assert str(caught.value).startswith(f"{path}: cannot be written (No space left on device)")
    assert path.read_text(encoding="utf-8") == "old"
    assert names_in(tmp_path) == ["castle.json"]


def full_disk(real_open: Callable[..., Any]) -> Callable[..., Any]:
    """Open files that cannot be written to."""

    def open_full(self: Path, *args: Any, **options: Any) -> Any:
        file = real_open(self, *args, **options)

        def write(text: str) -> int:
            raise OSError(28, "No space left on device")

        file.write = write
        return file

    return open_full


def test_text_that_is_not_unicode_is_written_with_replacements(tmp_path: Path) -> None:
    path = tmp_path / "sheet.txt"
    write_text(path, "a\ud800b")
    assert path.read_text() == "a?b"
    assert list(tmp_path.iterdir()) == [path]


def test_writing_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(DocumentError, match="cannot be written"):
        write_text(tmp_path / "file" / "castle.json", "new")
    assert names_in(tmp_path) == ["file"]


# Any castle, any bytes, any JSON

TILES = packaged_catalogue()
THRONES = sorted(tile.id for tile in TILES.tiles.values() if tile.type is TileType.THRONE)
ROOM_IDS = sorted(set(TILES.tiles) - set(THRONES))
PLACES = st.tuples(st.integers(-1000, 1000), st.integers(-1000, 1000)).filter(
    lambda place: place not in [(0, 0), (1, 0)]
)


@st.composite
def castle_documents(draw: st.DrawFn) -> dict[str, Any]:
    places = draw(st.lists(PLACES, max_size=6, unique=True))
    rooms = [{"id": draw(st.sampled_from(ROOM_IDS)), "x": x, "y": y} for x, y in places]
    document: dict[str, Any] = {
        "format": "castlescan/castle/1",
        "game": "between-two-castles",
        "throne": draw(st.sampled_from(THRONES)),
        "rooms": rooms,
        "attendants": draw(st.lists(st.sampled_from(sorted(TILES.attendants)), max_size=3)),
        "bonus_cards": draw(st.lists(st.sampled_from(sorted(TILES.bonus_cards)), max_size=3)),
    }
    name = draw(st.none() | st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=200))
    return document if name is None else {**document, "name": name}


JSON_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text()
    | st.sampled_from(["castlescan/castle/1", "throne/living-corridor", "food/bakery", "painter"]),
    lambda values: (
        st.lists(values, max_size=4)
        | st.dictionaries(
            st.text() | st.sampled_from([*VALID, "id", "x", "y"]),
            values,
            max_size=5,
        )
    ),
    max_leaves=12,
)


def refuse_or_read(data: object) -> None:
    """Parse a castle, allowing for no error but a :class:`DocumentError` of one line."""
    try:
        castle = parse_castle(data, TILES)
    except DocumentError as error:
        one_line(error)
    else:
        assert parse_castle(castle.model_dump(), TILES) == castle


@QUICK
@given(castle_documents())
def test_any_castle_survives_being_written(document: dict[str, Any]) -> None:
    castle = parse_castle(document, TILES)
    assert castle.model_dump() == document
    assert parse_castle(parse_json(json.dumps(castle.model_dump()).encode()), TILES) == castle


@QUICK
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        value = parse_json(data)
    except DocumentError as error:
        one_line(error)
    else:
        refuse_or_read(value)


@QUICK
@given(JSON_VALUES)
def test_any_json_is_read_or_refused(value: object) -> None:
    refuse_or_read(value)


@QUICK
@given(st.dictionaries(st.sampled_from([*VALID, "extra"]), JSON_VALUES))
def test_any_values_of_a_castle_are_read_or_refused(fields: dict[str, Any]) -> None:
    refuse_or_read({**VALID, **fields, "format": "castlescan/castle/1"})


def paths_of(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a document, from the outside in."""
    keys: Any = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    return [path, *(inner for key in keys for inner in paths_of(value[key], (*path, key)))]


@QUICK
@given(st.data())
def test_any_mutation_of_a_castle_is_read_or_refused(data: st.DataObject) -> None:
    document = copy.deepcopy(VALID)
    for _ in range(data.draw(st.integers(1, 3))):
        path = data.draw(st.sampled_from(paths_of(document)[1:] or [()]))
        if not path:
            break
        parent: Any = document
        for key in path[:-1]:
            parent = parent[key]
        if data.draw(st.booleans()):
            parent[path[-1]] = data.draw(JSON_VALUES)
        else:
            del parent[path[-1]]
    refuse_or_read(document)


@QUICK
@given(castle_documents(), st.data())
def test_any_damage_to_the_text_of_a_castle_is_read_or_refused(
    document: dict[str, Any], data: st.DataObject
) -> None:
    text = json.dumps(document).encode()
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, min(len(text), start + 20)))
    damaged = text[:start] + data.draw(st.binary(max_size=8)) + text[end:]
    try:
        value = parse_json(damaged)
    except DocumentError as error:
        one_line(error)
    else:
        refuse_or_read(value)


@QUICK
@given(st.text(max_size=40))
def test_any_unknown_tile_is_refused_in_one_line(tile: str) -> None:
    if tile not in TILES.tiles:
        fault_of(with_rooms({**ROOM, "id": tile}))
