"""Reading documents from files and standard input."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from ..documents import MAX_DOCUMENT_BYTES, parse_json, printable, read_json
from ..errors import DocumentError
from .castle import Castle, parse_castle
from .catalogue import Catalogue
from .game import Game, parse_game

STANDARD_STREAM = Path("-")

_Document = TypeVar("_Document")


def read_document(path: Path) -> object:
    """Read the JSON of a document; the path ``-`` stands for standard input.

    Raises
    ------
    DocumentError
        When it cannot be read or is not JSON; the message names the file.
    """
    if path != STANDARD_STREAM:
        return read_json(path)
    try:
        if sys.stdin is None:
            raise DocumentError("is closed; name a file instead of -")
        return parse_json(sys.stdin.buffer.read(MAX_DOCUMENT_BYTES + 1))
    except DocumentError as error:
        raise error.at(shown_name(path)) from None


def read_castle(path: Path, catalogue: Catalogue) -> Castle:
    """Read a castle document; the path ``-`` stands for standard input.

    Raises
    ------
    DocumentError
        When it cannot be read or is wrong; the message names the file.
    """
    return _parsed(path, lambda data: parse_castle(data, catalogue))


def read_game(path: Path, catalogue: Catalogue) -> Game:
    """Read a game document; the path ``-`` stands for standard input.

    Raises
    ------
    DocumentError
        When it cannot be read or is wrong; the message names the file.
    """
    return _parsed(path, lambda data: parse_game(data, catalogue))


def _parsed(path: Path, parse: Callable[[object], _Document]) -> _Document:
    data = read_document(path)
    try:
        return parse(data)
    except DocumentError as error:
        raise error.at(shown_name(path)) from None


def shown_name(path: Path) -> str:
    """Name a file in a message."""
    return "standard input" if path == STANDARD_STREAM else printable(str(path))
