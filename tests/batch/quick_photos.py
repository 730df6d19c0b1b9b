"""What the tests of batches share."""

import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np

HERE = Path(__file__).resolve().parent


def wait_for(condition: Callable[[], bool], what: str, patience: float = 60.0) -> None:
    """Wait until something holds."""
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)


def write_photo(path: Path, number: int, kind: int = 0, salt: int = 0) -> Path:
    """Write a photo that the quick reader knows."""
    image = np.random.default_rng(number + 1000 * kind + salt).integers(
        0, 255, (64, 64, 3), np.uint8
    )
    image[0, 0] = kind, number, salt
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cv2.imencode(".png", image[..., ::-1])[1].tobytes())
    return path
