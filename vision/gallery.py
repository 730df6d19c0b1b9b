"""The gallery: how known faces look to the classifier, and the file that keeps it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from io import BytesIO
from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from .pieces import PieceClass

_SAFE = 1e-9
# Embeddings that are compared at once. Larger products are given to several threads, which then wait busily
# and keep the cores from all else for longer than they have saved.
_FEW = 2


@dataclass(frozen=True)
class Calibration:
    """How likely a crop is to be known, from its best similarity and the network's opinion.

    The probability is the logistic function of ``similarity * s + face * f + constant``, where ``s`` is the
    cosine to the nearest view and ``f`` the logit of the head that tells pieces of the game from all else.
    """

    similarity: float = 12.0
    face: float = 0.0
    constant: float = -5.0

    def probability(
        self, similarity: NDArray[np.float32], face: NDArray[np.float32]
    ) -> NDArray[np.float32]:
        """Return shape (N,)."""
        logit = self.similarity * similarity + self.face * face + self.constant
        return (1 / (1 + np.exp(-np.clip(logit, -30, 30)))).astype(np.float32)


@dataclass(frozen=True, eq=False)
class Gallery:
    """Views of known faces.

    Attributes
    ----------
    ids, pieces
        Of each view. A face has several views: drawn and scanned, clean and as cameras see it.
    views
        float32 (M, D), length 1.
    calibrations
        For each class of pieces.
    """

    ids: tuple[str, ...]
    pieces: tuple[PieceClass, ...]
    views: NDArray[np.float32]
    calibrations: Mapping[PieceClass, Calibration] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path | None = None) -> "Gallery":
        """Read a gallery, the packaged one where no file is named."""
        if path is None:
            packaged = resources.files("castlescan.models").joinpath("gallery.npz")
            return cls._read(BytesIO(packaged.read_bytes()))
        with path.open("rb") as file:
            return cls._read(file)

    @classmethod
    def _read(cls, file: IO[bytes]) -> "Gallery":
        with np.load(file, allow_pickle=False) as kept:
            numbers = kept["calibration"].tolist()
            return cls(
                tuple(str(piece_id) for piece_id in kept["ids"]),
                tuple(PieceClass(str(piece)) for piece in kept["pieces"]),
                _unit(kept["views"].astype(np.float32)),
                {piece: Calibration(*row) for piece, row in zip(PieceClass, numbers, strict=True)},
            )

    def save(self, path: Path) -> None:
        """Write the gallery; views are kept with half precision."""
        rows = [self.calibration(piece) for piece in PieceClass]
        np.savez_compressed(
            path,
            ids=np.array(self.ids),
            pieces=np.array([piece.value for piece in self.pieces]),
            views=self.views.astype(np.float16),
            calibration=np.array([[row.similarity, row.face, row.constant] for row in rows]),
        )

    def calibration(self, piece: PieceClass) -> Calibration:
        """Return how similarities of a class of pieces become probabilities."""
        return self.calibrations.get(piece, Calibration())

    def with_views(self, piece_id: str, piece: PieceClass, views: NDArray[np.float32]) -> "Gallery":
        """Return a gallery that also has these views of a face."""
        return Gallery(
            (*self.ids, *[piece_id] * len(views)),
            (*self.pieces, *[piece] * len(views)),
            np.concatenate([self.views, _unit(views)]),
            self.calibrations,
        )

    def ids_of(self, piece: PieceClass) -> tuple[str, ...]:
        """Return the ids of a class of pieces, each once, in the order of the gallery."""
        return self._tables[piece][0]

    def similarities(
        self, embeddings: NDArray[np.float32], piece: PieceClass
    ) -> NDArray[np.float32]:
        """Return the cosine to the nearest view of each id, shape (N, number of ids).

        Parameters
        ----------
        embeddings
            Shape (N, D), length 1.
        piece
            Whose ids.
        """
        ids, views, starts = self._tables[piece]
        if not ids:
            return np.zeros((len(embeddings), 0), np.float32)
        parts = [
            np.maximum.reduceat(embeddings[at : at + _FEW] @ views, starts, axis=1)
            for at in range(0, len(embeddings), _FEW)
        ]
        return np.concatenate([np.zeros((0, len(ids)), np.float32), *parts])

    @cached_property
    def _tables(
        self,
    ) -> Mapping[PieceClass, tuple[tuple[str, ...], NDArray[np.float32], NDArray[np.intp]]]:
        """For each class its ids, all their views as columns, and where each id's views start."""
        tables = {}
        for piece in PieceClass:
            rows_of: dict[str, list[int]] = {}
            for row, (piece_id, kind) in enumerate(zip(self.ids, self.pieces, strict=True)):
                if kind is piece:
                    rows_of.setdefault(piece_id, []).append(row)
            counts = [len(rows) for rows in rows_of.values()]
            tables[piece] = (
                tuple(rows_of),
                self.views[[row for rows in rows_of.values() for row in rows]].T,
                np.cumsum([0, *counts[:-1]]).astype(np.intp),
            )
        return tables


def _unit(views: NDArray[np.float32]) -> NDArray[np.float32]:
    length = np.linalg.norm(views, axis=1, keepdims=True)
    unit: NDArray[np.float32] = views / np.maximum(length, _SAFE)
    return unit
