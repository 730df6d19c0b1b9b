"""Throw broken documents at loading and scoring: nothing but a DocumentError may come out. See README.md."""

import copy
import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import atheris

with atheris.instrument_imports(include=["castlescan"]):
    from castlescan.datasets.oracle import annotate_flat
    from castlescan.datasets.scenes.annotations import SET_FORMAT, parse_annotations, to_coco
    from castlescan.engine.between_two_castles.auditing import audit_board
    from castlescan.engine.between_two_castles.board import set_up_board
    from castlescan.engine.between_two_castles.castle import parse_castle
    from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
    from castlescan.engine.between_two_castles.game import judge_game, parse_game
    from castlescan.engine.between_two_castles.scoring import score_board
    from castlescan.engine.documents import parse_json

from harness import fuzzing_arguments, in_one_line

SAMPLES = Path(__file__).resolve().parents[2] / "datasets" / "samples"
CATALOGUE = packaged_catalogue()
MOST_BYTES = 1 << 16

_ODD: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 2, 0.5, -0.0, 1e308, 10**400, 2**63, -(2**63)),
    *("", "x", "\ud800", "\0", "a\nb", "é" * 40, [], {}, [[]], [{}], [0, 0], {"": None}),
)


def seeds() -> dict[str, bytes]:
    """Return a document of every kind."""
    castle = json.loads((SAMPLES / "castle.json").read_bytes())
    game = json.loads((SAMPLES / "game.json").read_bytes())
    small = {**castle, "rooms": castle["rooms"][:3]}
    annotation = annotate_flat(parse_castle(small, CATALOGUE))
    set_of = {"format": SET_FORMAT, "pictures": [annotation.model_dump()]}
    documents = {
        "castle": castle,
        "small-castle": small,
        "game": game,
        "solo": {**game, "mode": "automa", "roburg": {"level": 3, "columns": {"food": 5}}},
        "annotation": annotation.model_dump(),
        "annotations": set_of,
        "coco": to_coco([annotation]),
    }
    return {name: json.dumps(document).encode() for name, document in documents.items()}


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Change a part of the document or, where it is none and now and then, bytes."""
    rng = random.Random(seed)
    try:
        document = json.loads(data)
        for _ in range(rng.choice((0, 1, 1, 2, 4))):
            document = changed(document, rng)
        mutated = json.dumps(document).encode()[:most]
    except (ValueError, RecursionError):
        mutated = data
    return atheris.Mutate(data, most) if mutated == data else mutated


def changed(document: Any, rng: random.Random) -> Any:
    """Return a document with something replaced, removed, added or repeated."""
    places = list(_places(document))
    odd = copy.deepcopy(rng.choice(_ODD))
    if not places:
        return odd
    inside, key = rng.choice(places)
    other, other_key = rng.choice(places)
    how = rng.random()
    if how < 0.3:
        inside[key] = odd
    elif how < 0.5:
        inside[key] = copy.deepcopy(other[other_key])
    elif how < 0.6 and isinstance(inside[key], int | float):
        inside[key] += rng.choice((1, -1, 2, 100))
    elif how < 0.75 and isinstance(inside, list):
        inside.insert(key, copy.deepcopy(inside[key]))
    elif how < 0.9 and isinstance(inside, dict):
        inside[rng.choice(KEYS)] = odd
    else:
        del inside[key]
    return document


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    """Yield each list or object with each index or key of it."""
    if isinstance(document, dict | list):
        keys = document if isinstance(document, dict) else range(len(document))
        for key in keys:
            yield document, key
            yield from _places(document[key])


KEYS = sorted(
    {
        key
        for data in seeds().values()
        for _, key in _places(json.loads(data))
        if isinstance(key, str)
    }
)


def try_one(data: bytes) -> None:
    """Load it as each kind of document, and score what is one."""
    for work in (_castle, _game, parse_annotations):
        in_one_line(lambda it, work=work: work(parse_json(it)), data)


def _castle(document: object) -> None:
    board = set_up_board(parse_castle(document, CATALOGUE), CATALOGUE)
    audit_board(board, CATALOGUE)
    score_board(board, CATALOGUE)


def _game(document: object) -> None:
    judge_game(parse_game(document, CATALOGUE), CATALOGUE)


if __name__ == "__main__":
    atheris.Setup(fuzzing_arguments(sys.argv, seeds, MOST_BYTES), try_one, custom_mutator=mutate)
    atheris.Fuzz()
