"""Faces of all pieces: drawn by the program, or scanned."""

from .drawn import DrawnFaces
from .scanned import ART_VARIABLE, ScannedFaces
from .source import (
    BACK_IDS,
    TOKEN_IDS,
    Face,
    FaceError,
    FaceKind,
    FaceSource,
    Pixels,
    aspect_of,
    back_of,
    kind_of,
    size_mm,
    size_of,
)

__all__ = [
    "ART_VARIABLE",
    "BACK_IDS",
    "TOKEN_IDS",
    "DrawnFaces",
    "Face",
    "FaceError",
    "FaceKind",
    "FaceSource",
    "Pixels",
    "ScannedFaces",
    "aspect_of",
    "back_of",
    "kind_of",
    "size_mm",
    "size_of",
]
