"""Reading and writing document files, and turning validation faults into one line for people."""

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from .errors import DocumentError

# Which command reads a document of another kind.
_COMMANDS = {
    "castlescan/castle": "'castlescan score' or 'castlescan audit'",
    "castlescan/game": "'castlescan game'",
}

MAX_DOCUMENT_BYTES = 4 * 1024 * 1024

_IMAGE_SIGNATURES = (
    b"\xff\xd8\xff",
    b"\x89PNG",
    b"GIF8",
    b"RIFF",
    b"II*\x00",
    b"MM\x00*",
    b"BM",
)


class DocumentModel(BaseModel):
    """A document, or a part of one: frozen, strict, and dumped exactly as it is written to a file."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    def model_dump(self, **options: Any) -> dict[str, Any]:
        """Dump as JSON types (``dict``, ``list``, ``str``, ``int``), the way documents are written."""
        return super().model_dump(**{"mode": "json", **options})


# Faults that pydantic words for programmers.
_IN_WORDS = {
    "model_type": "should be an object, in braces",
    "dict_type": "should be an object, in braces",
    "list_type": "should be a list, in square brackets",
    "string_type": "should be text, in quotes",
    "int_type": "should be a whole number",
    "int_from_float": "should be a whole number",
}

# pydantic says "List should have at most 400 items after validation, not 401".
_LENGTH_FAULT = re.compile(r"^(List|String) (should have .*?)( after validation, not \d+)?$")

Document = TypeVar("Document", bound=DocumentModel)


def read_json(path: Path) -> Any:
    """Read a JSON file.

    Parameters
    ----------
    path
        File of at most :data:`MAX_DOCUMENT_BYTES` bytes, UTF-8 (a byte-order mark is accepted).

    Raises
    ------
    DocumentError
        When it cannot be read or is not JSON; the message names the file and the remedy.
    """
    data = read_bytes(path, MAX_DOCUMENT_BYTES)
    try:
        return parse_json(data)
    except DocumentError as error:
        raise error.at(str(path)) from None


def read_bytes(path: Path, limit: int) -> bytes:
    """Read a file, at most one byte more than a limit.

    Raises
    ------
    DocumentError
        When it cannot be read; the message names the file and the remedy.
    """
    name = str(path)
    try:
        with path.open("rb") as file:
            return file.read(limit + 1)
    except FileNotFoundError:
        raise DocumentError("there is no such file; check its name", source=name) from None
    except IsADirectoryError:
        raise DocumentError("this is a folder; name the file inside it", source=name) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(
            f"cannot be read ({reason}); check the path and its permissions", source=name
        ) from None


def parse_json(data: bytes) -> Any:
    """Parse the bytes of a JSON document.

    Raises
    ------
    DocumentError
        When the bytes are empty, too many, a picture, not UTF-8 or not JSON.
    """
    if len(data) > MAX_DOCUMENT_BYTES:
        limit = MAX_DOCUMENT_BYTES // (1024 * 1024)
        raise DocumentError(
            f"is larger than {limit} MiB, which no castle document is; name the right file"
        )
    if data.startswith(_IMAGE_SIGNATURES) or data[4:8] == b"ftyp":
        raise DocumentError(
            "is a picture where a document (JSON) is needed; 'castlescan read --json' makes one of it"
        )
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError("is not UTF-8 text; save the document as UTF-8 JSON") from None
    if not text.strip():
        raise DocumentError("is empty; write a castle document into it, or name another file")
    try:
        return json.loads(
            text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_double_keys
        )
    except json.JSONDecodeError as error:
        raise DocumentError(
            f"is not JSON (line {error.lineno}, column {error.colno}: {error.msg}); "
            "correct it there"
        ) from None
    except ValueError as error:
        raise DocumentError(f"is not JSON ({error}); correct it") from None
    except RecursionError:
        raise DocumentError("is nested too deeply; flatten it") from None


def _refuse_constant(constant: str) -> Any:
    raise ValueError(f"{constant} is not a JSON number")


def _refuse_double_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise DocumentError(f"has the key {shorten(twice)} twice in one object; remove one of them")
    return data


def write_text(path: Path, text: str) -> None:
    """Write a text file in UTF-8, as :func:`write_bytes` does."""
    write_bytes(path, text.encode("utf-8", errors="replace"))


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary file beside it, then renamed.

    Symbolic links are followed and the permissions of an old file kept. What is no regular file, such
    as a pipe or a device, is written to directly.

    Raises
    ------
    DocumentError
        When it cannot be written; the old file stays as it was, and no temporary one is left.
    """
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            path.write_bytes(data)
        else:
            _replace_file(path.resolve(), data)
    except (OSError, RuntimeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise DocumentError(
            f"cannot be written ({reason}); choose another place", source=str(path)
        ) from None


def require_place(path: Path) -> None:
    """Check that a file can be written, before the work that it is to keep is done.

    Raises
    ------
    DocumentError
        When it is a folder, or its folder cannot be written to.
    """
    if path.is_dir():
        raise DocumentError("is a folder; name a file in it", source=str(path))
    folder = next(it for it in path.absolute().parents if it.exists())
    if not folder.is_dir() or not os.access(folder, os.W_OK):
        raise DocumentError("cannot be written; choose another place", source=str(path))


def _replace_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("xb") as file:
            file.write(data)
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o7777)
        temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def require_format(data: object, expected: str, kind: str) -> None:
    """Check the ``format`` of a document before anything else of it.

    Raises
    ------
    DocumentError
        When it is no JSON object, or of another kind or version.
    """
    if not isinstance(data, dict):
        raise DocumentError(
            f'is not a {kind} document: a JSON object with "format": "{expected}" is needed'
        )
    found = data.get("format")
    if found == expected:
        return
    if found is None:
        raise DocumentError(f'has no "format"; a {kind} document says "format": "{expected}"')
    shown = shorten(found)
    family = found.rpartition("/")[0] if isinstance(found, str) else ""
    if family == expected.rpartition("/")[0]:
        raise DocumentError(
            f'has the format {shown}, which this version does not know; it reads "{expected}", '
            "so update castlescan or convert the document"
        )
    hint = _COMMANDS.get(family)
    remedy = f"; use {hint}" if hint else ""
    raise DocumentError(
        f'has the format {shown} where a {kind} document ("{expected}") is needed{remedy}'
    )


def require_format_key(schema: dict[str, Any]) -> None:
    """Make a JSON Schema require the ``format``, as :func:`require_format` does."""
    schema["required"] = ["format", *schema.get("required", [])]


def parse_model(model: type[Document], data: object) -> Document:
    """Validate data against a document model.

    Raises
    ------
    DocumentError
        For the first fault found, said in one line with its place in the document.
    """
    try:
        return model.model_validate(data)
    except ValidationError as error:
        raise DocumentError(describe_fault(error)) from None


def describe_fault(error: ValidationError) -> str:
    """Say the first fault of a failed validation in one line."""
    faults = error.errors(include_url=False)
    fault = faults[0]
    place = where_in_document(fault["loc"])
    key = fault["loc"][-1] if fault["loc"] else ""
    if fault["type"] == "missing":
        parent = where_in_document(fault["loc"][:-1])
        return f"{parent} has no {shorten(key)}; add it"
    if fault["type"] == "extra_forbidden":
        parent = where_in_document(fault["loc"][:-1])
        return f"{parent} has the unknown key {shorten(key)}; remove or correct it"
    message = _IN_WORDS.get(fault["type"]) or fault["msg"].removeprefix("Value error, ")
    message = _LENGTH_FAULT.sub(r"\2", message.removeprefix("Input "))
    return f"{place} {message[0].lower()}{message[1:]}, not {shorten(fault['input'])}"


def where_in_document(path: Sequence[str | int]) -> str:
    """Write a path into a document as people do, such as ``rooms[3].id``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}"
    return text.removeprefix(".") or "the document"


# Control characters, line and paragraph separators, and what turns the direction of writing.
_UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def is_printable(text: str) -> bool:
    """Whether a text holds nothing that would steer a terminal or hide itself."""
    return _UNPRINTABLE.search(text) is None


def printable(text: str) -> str:
    """Replace what would steer a terminal or hide itself."""
    return _UNPRINTABLE.sub("\N{REPLACEMENT CHARACTER}", text)


def shorten(value: object, limit: int = 60) -> str:
    """Show a value of a document as one short line of JSON."""
    try:
        text = json.dumps(value, ensure_ascii=True, default=repr)
    except (TypeError, ValueError, RecursionError):
        text = f"a {type(value).__name__}"
    return text if len(text) <= limit else text[: limit - 1] + "…"
