"""The trained classifier as files: ONNX network, gallery and its calibration."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import onnxruntime
import torch
from numpy.typing import NDArray
from scipy.optimize import minimize

from ..datasets.faces import Pixels
from ..vision.classify import Classifier
from ..vision.composed_crops import crop_size
from ..vision.gallery import Calibration, Gallery
from ..vision.pieces import PieceClass
from .classifier_faces import KnownFace, resized
from .classifier_network import CROP_SIZE, ClassifierNetwork, Outputs
from .crop_augmentation import (
    Hardness,
    Surroundings,
    known_crop,
    network_input,
    strange_crop,
    strange_throne,
    turned,
)

_TOLERANCE = 1e-4
_OPSET = 17
_PRIOR_STRENGTH = 1e-3
_HOLES = 0.15  # share of strangers that are holes among tiles
_OTHERS = (
    1.0  # weight of crops whose own face is missing from the gallery, against that of strangers
)


def export(network: ClassifierNetwork, path: Path) -> float:
    """Write a network as ONNX, float32 and for any number of crops.

    Returns
    -------
    float
        The largest difference of any output between PyTorch and ONNX Runtime.

    Raises
    ------
    RuntimeError
        When that is not next to nothing.
    """
    network.eval()
    example = torch.zeros(2, 3, CROP_SIZE, CROP_SIZE)
    names = list(Outputs._fields)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.onnx.export(
            network,
            (example,),
            str(path),
            input_names=["crops"],
            output_names=names,
            dynamic_axes={name: {0: "count"} for name in ("crops", *names)},
            opset_version=_OPSET,
            dynamo=False,
        )
    worst = disagreement(network, path)
    if worst > _TOLERANCE:
        raise RuntimeError(f"ONNX and PyTorch differ by {worst}")
    return worst


def disagreement(network: ClassifierNetwork, path: Path, count: int = 5) -> float:
    """Return the largest difference of any output between PyTorch and ONNX Runtime on random crops."""
    rng = np.random.default_rng(0)
    coarse = rng.integers(0, 256, (count, 3, 16, 16)).astype(np.float32)
    crops = coarse.repeat(CROP_SIZE // 16, axis=2).repeat(CROP_SIZE // 16, axis=3)
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    names = list(Outputs._fields)
    found = session.run(names, {"crops": crops})
    with torch.no_grad():
        wanted = network(torch.from_numpy(crops))
    return max(
        float(np.abs(np.asarray(one) - other.numpy()).max())
        for one, other in zip(found, wanted, strict=True)
    )


def clean_crops(faces: Sequence[KnownFace]) -> Pixels:
    """Return faces as the network takes them, uint8 (N, 128, 128, 3)."""
    crops = []
    for face in faces:
        size = crop_size(CROP_SIZE, face.piece)
        crops.append(network_input(resized(face.pixels, *size), face.piece))
    return np.stack(crops)


def build_gallery(
    network: Path, faces: Sequence[KnownFace], middles: NDArray[np.float32]
) -> Gallery:
    """Return a gallery with two views of each face: clean, and the middle of what training saw of it.

    Parameters
    ----------
    network
        The exported network.
    faces
        All faces.
    middles
        Shape (number of faces, D).
    """
    ids = tuple(face.piece_id for face in faces)
    pieces = tuple(face.piece for face in faces)
    empty = Gallery((), (), np.zeros((0, middles.shape[1]), np.float32))
    clean = Classifier.load(network, empty).embed(clean_crops(faces))
    unit = middles / np.linalg.norm(middles, axis=1, keepdims=True)
    views = np.concatenate([clean, unit.astype(np.float32)])
    return Gallery((*ids, *ids), (*pieces, *pieces), views)


def calibrated(
    classifier: Classifier,
    faces: Sequence[KnownFace],
    around: Surroundings,
    rng: np.random.Generator,
    count: int = 600,
    least: int = 100,
) -> Gallery:
    """Return the gallery with probabilities fitted to crops of known and of strange things.

    For each class of pieces, the known are crops of its faces; the unknown are things that are no piece,
    pieces of other classes, and its own faces with themselves taken away from the gallery. There are
    ``count`` strange things, twice as many faces, and at least ``least`` of each class.
    """
    hardness = replace(Hardness(), hole=_HOLES)
    strange = [
        turned(strange_crop(rng, around, hardness), int(rng.integers(4))) for _ in range(count)
    ]
    for _ in range(count // 3):
        card = strange_crop(rng, around, hardness, PieceClass.CARD)
        strange.append(network_input(turned(card, int(rng.integers(4))), PieceClass.CARD))
    for _ in range(count // 6):
        throne = strange_throne(rng, around, hardness)
        strange.append(network_input(throne, PieceClass.THRONE))
    chosen = [faces[int(number)] for number in rng.integers(0, len(faces), 2 * count)]
    known = [network_input(known_crop(rng, it, around, hardness), it.piece) for it in chosen]
    extra = {piece: [face for face in faces if face.piece is piece] for piece in PieceClass}
    for piece, own in extra.items():
        missing = max(0, least - sum(face.piece is piece for face in chosen))
        for _ in range(missing):
            face = own[int(rng.integers(len(own)))]
            chosen.append(face)
            known.append(network_input(known_crop(rng, face, around, hardness), face.piece))
    embeddings, face_logits = answers(classifier, np.stack(known))
    strange_embeddings, strange_logits = answers(classifier, np.stack(strange))
    calibrations: dict[PieceClass, Calibration] = {}
    gallery = classifier.gallery
    for piece in PieceClass:
        own_rows = np.array([face.piece is piece for face in chosen])
        cosines = gallery.similarities(embeddings, piece)
        ids = gallery.ids_of(piece)
        without = cosines[own_rows].copy()
        for row, face in enumerate(face for face in chosen if face.piece is piece):
            without[row, ids.index(face.piece_id)] = -1
        best = cosines.max(axis=1)
        samples = [
            (best[own_rows], face_logits[own_rows], 1.0, 1.0),
            (gallery.similarities(strange_embeddings, piece).max(axis=1), strange_logits, 0.0, 1.0),
            (best[~own_rows], face_logits[~own_rows], 0.0, 0.5),
            (without.max(axis=1), face_logits[own_rows], 0.0, _OTHERS),
        ]
        calibrations[piece] = _fit(samples)
    return replace(gallery, calibrations=calibrations)


def answers(
    classifier: Classifier, crops: Pixels
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the embeddings of crops and the logits that they show a piece at all."""
    embeddings, logits = [], []
    for start in range(0, len(crops), 64):
        planes = crops[start : start + 64].transpose(0, 3, 1, 2).astype(np.float32)
        embedding, face = classifier.session.run(["embedding", "face"], {"crops": planes})
        embeddings.append(np.asarray(embedding))
        logits.append(np.asarray(face))
    return np.concatenate(embeddings), np.concatenate(logits)


def _fit(
    samples: Sequence[tuple[NDArray[np.float32], NDArray[np.float32], float, float]],
) -> Calibration:
    """Fit the logistic function; known and unknown weigh the same in all."""
    similarity = np.concatenate([row[0] for row in samples]).astype(np.float64)
    face = np.concatenate([row[1] for row in samples]).astype(np.float64)
    wanted = np.concatenate([np.full(len(row[0]), row[2]) for row in samples])
    # Each source of unknown things has the weight that it is given, however many there are.
    weight = np.concatenate([np.full(len(row[0]), row[3] / max(1, len(row[0]))) for row in samples])
    for value in (0.0, 1.0):
        weight[wanted == value] /= max(weight[wanted == value].sum(), 1e-9)

    def cost(numbers: NDArray[np.float64]) -> float:
        logit = numbers[0] * similarity + numbers[1] * face + numbers[2]
        loss = np.logaddexp(0, logit) - wanted * logit
        return float((weight * loss).sum() + _PRIOR_STRENGTH * (numbers[1] ** 2).sum())

    bounds = [(0.0, 60.0), (0.0, 3.0), (-40.0, 40.0)]
    found = minimize(cost, np.array([12.0, 0.3, -6.0]), method="L-BFGS-B", bounds=bounds)
    return Calibration(*(float(number) for number in found.x))


def ship(
    network: ClassifierNetwork,
    middles: NDArray[np.float32],
    faces: Sequence[KnownFace],
    around: Surroundings,
    folder: Path,
    seed: int,
) -> Mapping[str, float]:
    """Write ``classifier.onnx`` and ``gallery.npz`` to a folder; return what to log."""
    path = folder / "classifier.onnx"
    worst = export(network, path)
    gallery = build_gallery(path, faces, middles)
    classifier = Classifier.load(path, gallery)
    gallery = calibrated(classifier, faces, around, np.random.default_rng([seed, 3]))
    gallery.save(folder / "gallery.npz")
    return {
        "disagreement": worst,
        "network MB": path.stat().st_size / 1e6,
        "gallery MB": (folder / "gallery.npz").stat().st_size / 1e6,
    }
