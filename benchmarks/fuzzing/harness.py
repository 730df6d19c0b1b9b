"""What both fuzzers share: where they start, their limits, and what counts as a fault."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from castlescan.engine.errors import DocumentError

Input = TypeVar("Input")


def fuzzing_arguments(
    arguments: Sequence[str], seeds: Callable[[], dict[str, bytes]], most_bytes: int
) -> list[str]:
    """Write the seeds into the first folder named, and return libFuzzer's arguments with the limits."""
    folder = next((Path(it) for it in arguments[1:] if Path(it).is_dir()), None)
    if folder is not None:
        for name, data in seeds().items():
            (folder / name).write_bytes(data)
    return [*arguments, f"-max_len={most_bytes}", "-rss_limit_mb=1024", "-timeout=10"]


def in_one_line(work: Callable[[Input], object], given: Input) -> None:
    """Do something that may only fail with a DocumentError of one line."""
    try:
        work(given)
    except DocumentError as error:
        if "\n" in str(error):
            raise AssertionError("more than one line") from error
