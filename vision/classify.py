"""Name pieces: compare rectified faces with a gallery of known ones."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Self

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from .composed_crops import compose_crops, crop_size
from .gallery import Gallery
from .pieces import Image, PieceClass

Probabilities = NDArray[np.float32]

TURNS = 4
_OUTPUTS = ("embedding", "orientation", "border", "tile_type", "hanging", "face")
# Orientations that are less likely, or much less than the likeliest one, are not compared with the gallery.
_WORTH_TRYING = 0.05
_SHARE_OF_LIKELIEST = 0.3  # but of tokens, which look much the same from all sides
_AT_ONCE = 32


@dataclass(frozen=True, eq=False)
class Classification:
    """What N crops show.

    Attributes
    ----------
    ids
        The M ids of the gallery for the class of pieces that was asked for.
    similarity
        float32 (N, M): cosine to the nearest gallery view of each id, the crop turned upright.
    orientation
        float32 (N, 4): probabilities that the crop is turned by 0, 90, 180, 270 degrees clockwise.
    border, tile_type, hanging
        float32 (N, 2), (N, 11), (N, 5): probabilities; columns in the order of the enums ``Border``,
        ``TileType`` and ``Hanging`` of the catalogue. They say nothing of pieces that have no such thing.
    known
        float32 (N,): probability that the crop shows one of the ids at all.
    """

    ids: tuple[str, ...]
    similarity: Probabilities
    orientation: Probabilities
    border: Probabilities
    tile_type: Probabilities
    hanging: Probabilities
    known: Probabilities


@dataclass(frozen=True, eq=False)
class _Answers:
    embedding: Probabilities
    orientation: Probabilities
    border: Probabilities
    tile_type: Probabilities
    hanging: Probabilities
    face: Probabilities


@dataclass(frozen=True, eq=False)
class Classifier:
    """A network and the gallery of faces that it compares crops with.

    Attributes
    ----------
    session
        The network: crops (N, 3, S, S), float32, 0 to 255, in; embedding and heads out.
    gallery
        The known faces.
    size
        S, the side of the crops in pixels.
    """

    session: onnxruntime.InferenceSession
    gallery: Gallery
    size: int

    @classmethod
    def load(
        cls, network: Path | None = None, gallery: Path | Gallery | None = None, *, threads: int = 1
    ) -> Self:
        """Read network and gallery, the packaged ones where no files are named.

        Parameters
        ----------
        network
            An ``.onnx`` file.
        gallery
            An ``.npz`` file, or a gallery.
        threads
            How many cores to use.
        """
        packaged = resources.files("castlescan.models").joinpath("classifier.onnx")
        data = packaged.read_bytes() if network is None else network.read_bytes()
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        # Waiting threads must not keep a core from what is done between two runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        session = onnxruntime.InferenceSession(data, options, providers=["CPUExecutionProvider"])
        known = gallery if isinstance(gallery, Gallery) else Gallery.load(gallery)
        return cls(session, known, int(session.get_inputs()[0].shape[2]))

    def classify(self, crops: Image, piece: PieceClass) -> Classification:
        """Compare crops with the known faces of a class of pieces.

        Parameters
        ----------
        crops
            uint8 RGB: whole faces, border included, squeezed to squares of shape (N, S, S, 3); those of
            throne rooms to (N, S, 2 S, 3), with a long side below; those of bonus cards to (N, 2 S, 2 S, 3).
        piece
            What they were found to be.

        Raises
        ------
        ValueError
            When the crops have another shape.
        """
        width, height = crop_size(self.size, piece)
        if crops.shape[1:] != (height, width, 3):
            raise ValueError(f"crops have the shape (N, {height}, {width}, 3), not {crops.shape}")
        as_given = self._run(compose_crops(crops, piece))
        orientation = _softmax(as_given.orientation)
        upright, similarity = self._best_turn(crops, as_given, orientation, piece)
        best = similarity.max(axis=1, initial=-1.0)
        known = self.gallery.calibration(piece).probability(best, upright.face)
        return Classification(
            self.gallery.ids_of(piece),
            similarity,
            orientation,
            _softmax(upright.border),
            _softmax(upright.tile_type),
            _softmax(upright.hanging),
            known if similarity.shape[1] else np.zeros_like(known),
        )

    def likeness(self, crops: Image, piece: PieceClass) -> Probabilities:
        """Return how alike crops are to the face of a class that they are most like: float32 (N,).

        They are as for :meth:`classify`, but taken for upright ones.
        """
        embedding = self._run(compose_crops(crops, piece)).embedding
        likest: Probabilities = self.gallery.similarities(embedding, piece).max(axis=1, initial=-1)
        return likest

    def embed(self, crops: Image) -> Probabilities:
        """Return the embeddings of upright crops (N, S, S, 3), float32 (N, D), length 1."""
        return self._run(crops).embedding

    def learn(
        self, piece_id: str, face: Image | Sequence[Image], piece: PieceClass = PieceClass.TILE
    ) -> "Classifier":
        """Return a classifier that also knows a face, from one upright picture of it or several.

        Parameters
        ----------
        piece_id
            Its id; an id that is already known gets one more face.
        face
            uint8 RGB, shape (H, W, 3), H and W of any size: the whole face, border included.
        piece
            What it is.
        """
        pictures = [face] if isinstance(face, np.ndarray) else list(face)
        size = crop_size(self.size, piece)
        crops = np.stack(
            [cv2.resize(it, size, interpolation=cv2.INTER_AREA) for it in pictures]
        ).astype(np.uint8)
        worse = np.concatenate([crops, *(_as_photographed(crops, how) for how in _CONDITIONS)])
        views = self.embed(compose_crops(worse, piece)).reshape(
            len(worse) // len(crops), len(crops), -1
        )
        kept = np.concatenate([views[0], views.mean(axis=0)])
        return replace(self, gallery=self.gallery.with_views(piece_id, piece, kept))

    def _run(self, crops: Image) -> _Answers:
        pieces = [
            self._run_some(crops[start : start + _AT_ONCE])
            for start in range(0, max(1, len(crops)), _AT_ONCE)
        ]
        return _Answers(*(np.concatenate(parts) for parts in zip(*pieces, strict=True)))

    def _run_some(self, crops: Image) -> list[Probabilities]:
        planes = np.ascontiguousarray(crops.transpose(0, 3, 1, 2), dtype=np.float32)
        if not len(planes):
            shapes = [it.shape[1:] for it in self.session.get_outputs()]
            return [np.zeros((0, *shape), np.float32) for shape in shapes]
        return [np.asarray(it) for it in self.session.run(_OUTPUTS, {"crops": planes})]

    def _best_turn(
        self, crops: Image, as_given: _Answers, orientation: Probabilities, piece: PieceClass
    ) -> tuple[_Answers, Probabilities]:
        """Return the answers for crops turned upright and their similarities.

        Of the orientations that are likely enough, that which the gallery fits best is upright.
        """
        similarity = self.gallery.similarities(as_given.embedding, piece)
        score = _fit(similarity, orientation[:, 0])
        share = 0.0 if piece is PieceClass.TOKEN else _SHARE_OF_LIKELIEST
        least = np.maximum(_WORTH_TRYING, share * orientation.max(axis=1, initial=0.0))
        is_tried = orientation > least[:, None]
        is_tried[:, [0, 1, 3] if piece is PieceClass.THRONE else 0] = False
        turns, rows = np.nonzero(is_tried.T)
        if not len(rows):
            return as_given, similarity
        parts = [
            np.rot90(crops[rows[turns == turn]], turn, axes=(1, 2)) for turn in np.unique(turns)
        ]
        turned = self._run(compose_crops(np.concatenate(parts), piece))
        fits = self.gallery.similarities(turned.embedding, piece)
        other = _fit(fits, orientation[rows, turns])
        better = np.flatnonzero(other > score[rows])
        better = better[np.argsort(other[better])]  # of one crop's turns the last one counts
        places = rows[better]
        similarity[places] = fits[better]
        return (
            _Answers(
                *(
                    _replaced(getattr(as_given, name), places, getattr(turned, name)[better])
                    for name in _OUTPUTS
                )
            ),
            similarity,
        )


_NATS = 20.0  # for a cosine of 1, as in the softmax that the network was trained with


def _fit(similarity: Probabilities, chance: Probabilities) -> Probabilities:
    best = similarity.max(axis=1, initial=-1.0)
    fit: Probabilities = _NATS * best + np.log(np.maximum(chance, 1e-4))
    return fit


def _replaced(
    values: Probabilities, rows: NDArray[np.intp], others: Probabilities
) -> Probabilities:
    result = values.copy()
    result[rows] = others
    return result


_CONDITIONS: tuple[tuple[float, tuple[float, float, float], int], ...] = (
    (1.0, (1.0, 1.0, 1.0), 56),
    (0.55, (1.1, 1.0, 0.75), 48),
    (0.7, (0.9, 1.0, 1.15), 40),
    (1.25, (1.05, 1.0, 0.9), 64),
)
"""Brightness, gains of red, green and blue, and size in pixels: how faces are usually seen."""


def _as_photographed(crops: Image, how: tuple[float, tuple[float, float, float], int]) -> Image:
    brightness, gains, size = how
    height, width = crops.shape[1:3]
    shape = (size * width // height, size)
    small = [cv2.resize(crop, shape, interpolation=cv2.INTER_AREA) for crop in crops]
    blurred = np.stack([cv2.GaussianBlur(crop, (0, 0), 0.7) for crop in small])
    lit = np.clip(blurred * (brightness * np.array(gains)), 0, 255).astype(np.uint8)
    return np.stack([cv2.resize(crop, (width, height)) for crop in lit]).astype(np.uint8)


def _softmax(logits: Probabilities) -> Probabilities:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True, initial=-np.inf))
    chances: Probabilities = powers / powers.sum(axis=1, keepdims=True)
    return chances
