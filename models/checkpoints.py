"""What training saves, so that the same command goes on from it."""

import pickle
from pathlib import Path
from typing import Any

import torch

from ..engine.errors import DocumentError

_NOT_ONE = "is no checkpoint of this training; move it away to begin anew"


def save_checkpoint(path: Path, state: dict[str, Any]) -> None:
    """Write a checkpoint: whole, or not at all."""
    part = path.with_suffix(".part")
    torch.save(state, part)
    part.replace(path)


def load_checkpoint(path: Path, keys: frozenset[str]) -> dict[str, Any]:
    """Return what was saved.

    Parameters
    ----------
    path
        The file.
    keys
        What must be in it.

    Raises
    ------
    DocumentError
        When it is none, or that of another training.
    """
    try:
        state = torch.load(path, weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, KeyError, pickle.UnpicklingError):
        raise DocumentError(_NOT_ONE, source=str(path)) from None
    if not isinstance(state, dict) or keys - state.keys():
        raise DocumentError(_NOT_ONE, source=str(path))
    return state
