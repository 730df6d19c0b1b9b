"""Castles scored and audited per second on one core, beside parsing the same documents as JSON.

    python benchmarks/engine_speed.py [--castles 500] [--rooms 20] [--seed 1]

Prints a table. The castles are random legal ones with all bonuses taken, half of them with the
expansion; each is scored (with two neighbours) and audited, building order included.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence

from castlescan.datasets.random_games import Options, play_castle
from castlescan.engine.between_two_castles.auditing import audit_board
from castlescan.engine.between_two_castles.board import set_up_board
from castlescan.engine.between_two_castles.castle import Castle, parse_castle
from castlescan.engine.between_two_castles.catalogue import packaged_catalogue
from castlescan.engine.between_two_castles.neighbours import NeighbourBoard
from castlescan.engine.between_two_castles.scoring import score_board

ROUNDS = 5


def seconds_each(work: Callable[[int], object], count: int) -> list[float]:
    """Time ``work(i)`` for each i, in CPU seconds, the best of several rounds."""
    best = [float("inf")] * count
    for _ in range(ROUNDS):
        for index in range(count):
            start = time.process_time()
            work(index)
            best[index] = min(best[index], time.process_time() - start)
    return best


def random_castles(count: int, seed: int, rooms: int) -> list[Castle]:
    """Return random legal castles of some number of rooms, about half of them with the expansion."""
    rng = random.Random(seed)
    catalogue = packaged_catalogue()
    castles: list[Castle] = []
    while len(castles) < count:
        options = Options(with_expansion=rng.random() < 0.5)
        castle = play_castle(rng, catalogue, options).castle
        if len(castle.rooms) == rooms:
            castles.append(castle)
    return castles


def report(rows: Sequence[tuple[str, list[float]]]) -> None:
    """Print a table of the mean, the slowest, and the ratio to the first row."""
    base = sum(rows[0][1])
    print(f"{'':<34}{'per second':>11}{'mean ms':>9}{'max ms':>8}{'ratio':>8}")
    for name, seconds in rows:
        mean = sum(seconds) / len(seconds)
        print(
            f"{name:<34}{1 / mean:>11,.0f}{mean * 1e3:>9.3f}{max(seconds) * 1e3:>8.3f}"
            f"{sum(seconds) / base:>8.1f}"
        )


def main() -> None:
    """Time the parts of the engine and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--castles", type=int, default=500)
    parser.add_argument("--rooms", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()

    catalogue = packaged_catalogue()
    castles = random_castles(options.castles, options.seed, options.rooms)
    texts = [castle.model_dump_json() for castle in castles]
    documents = [json.loads(text) for text in texts]
    boards = [set_up_board(castle, catalogue) for castle in castles]
    views = [NeighbourBoard(board) for board in boards]
    count = len(castles)

    def score_and_audit(index: int) -> None:
        board = set_up_board(castles[index], catalogue)
        score_board(board, catalogue, [views[index - 1], views[index - 2]])
        audit_board(board, catalogue)

    print(f"{count} castles of {options.rooms} rooms, best of {ROUNDS}, CPU time, one core\n")
    report(
        [
            ("json.loads of the document", seconds_each(lambda i: json.loads(texts[i]), count)),
            (
                "load and validate the document",
                seconds_each(lambda i: parse_castle(documents[i], catalogue), count),
            ),
            (
                "set up the board",
                seconds_each(lambda i: set_up_board(castles[i], catalogue), count),
            ),
            (
                "score",
                seconds_each(
                    lambda i: score_board(boards[i], catalogue, [views[i - 1], views[i - 2]]), count
                ),
            ),
            ("audit", seconds_each(lambda i: audit_board(boards[i], catalogue), count)),
            ("set up, score and audit", seconds_each(score_and_audit, count)),
        ]
    )


if __name__ == "__main__":
    main()
