"""Finding the pieces in a picture: a network looks at the reduced picture, then closer where tiles are small.

The network, ``models/detector.onnx``, takes a picture of any size whose sides are multiples of
:data:`MULTIPLE`; :mod:`.detection_decoding` says what it gives.
"""

from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import cv2
import numpy as np
import onnxruntime
from numpy.typing import NDArray

from .detection_decoding import SAME_PIECE, Peaks, find_peaks, iou, suppress
from .pieces import GREY, Detection, PieceClass
from .quads import sizes, to_boxes

Pixels = NDArray[np.uint8]

MULTIPLE = 32
LONGER_SIDE = 640  # of the picture at the first look
FAR_SIDE = 224  # and at a look from afar, for tiles that fill the picture
THRESHOLD = 0.3

_ENLARGED = 2.0  # at most
_CLOSE = 44.0  # pixels of a tile at the second look
_CLOSER = 1.2  # how much larger a second look must show the tiles to be worth it
_LARGEST = 1120.0  # pixels of the longer side at the second look
_MARGIN = 1.5  # tiles around all that was found, for the second look

_FAR_BETTER = 1.2  # how much more the look from afar must find
_SURE_FROM_AFAR = 0.7  # score of a piece that counts though it found no more
_SURELY_FOUND = 6.0  # sureness, see _sureness, from which on it never did

_TABLE = (0, 1, 3, 5)  # the classes of pieces as large as tiles
_CLASSES = tuple(PieceClass)


class DetectorError(ValueError):
    """The network cannot be used; the line says why."""


@dataclass(frozen=True)
class Letterbox:
    """A part of a picture, resized and filled up with grey to sides that are multiples of 32.

    Attributes
    ----------
    pixels
        uint8 RGB.
    origin
        Where its top left corner is in the picture, in the picture's pixels.
    scale
        Shape (2,): its pixels per pixel of the picture, along x and y.
    """

    pixels: Pixels
    origin: NDArray[np.float64]
    scale: NDArray[np.float64]

    def to_picture(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return where points of shape (..., 2) are in the picture."""
        moved: NDArray[np.float64] = points / self.scale + self.origin
        return moved


def letterbox(
    image: Pixels, scale: float, box: tuple[int, int, int, int] | None = None
) -> Letterbox:
    """Cut out a part of a picture and resize it.

    Parameters
    ----------
    image
        uint8 RGB (H, W, 3).
    scale
        Pixels per pixel of the picture; each side is rounded to whole pixels.
    box
        Left, top, right, bottom in pixels; None takes the whole picture.
    """
    left, top, right, bottom = box or (0, 0, image.shape[1], image.shape[0])
    part = image[top:bottom, left:right]
    high, wide = part.shape[:2]
    width, height = max(1, round(wide * scale)), max(1, round(high * scale))
    how = cv2.INTER_LINEAR if scale >= 1 else cv2.INTER_AREA
    if scale <= 0.5:  # by a whole number it is much quicker
        halved = cv2.resize(part, (-(-wide // 2), -(-high // 2)), interpolation=cv2.INTER_AREA)
        part = np.asarray(halved, np.uint8)
    shape = (-(-height // MULTIPLE) * MULTIPLE, -(-width // MULTIPLE) * MULTIPLE, 3)
    pixels = np.full(shape, GREY, np.uint8)
    pixels[:height, :width] = cv2.resize(part, (width, height), interpolation=how)
    ratio = np.array([width / wide, height / high])
    return Letterbox(pixels, np.array([left, top], dtype=np.float64), ratio)


class Detector:
    """Finds pieces and their corners in pictures.

    Parameters
    ----------
    session
        The network.
    """

    def __init__(self, session: onnxruntime.InferenceSession) -> None:
        self._session = session

    @classmethod
    def load(cls, path: Path | None = None, *, threads: int = 0) -> "Detector":
        """Load a network.

        Parameters
        ----------
        path
            An ``.onnx`` file; None loads the one that is shipped.
        threads
            How many processor cores to use; 0 leaves that to onnxruntime.

        Raises
        ------
        DetectorError
            When there is none, or it is no such network.
        """
        if path is None:
            with as_file(files("castlescan.models") / "detector.onnx") as shipped:
                return cls.load(shipped, threads=threads)
        if not path.is_file():
            raise DetectorError(f"{path}: there is no such network; install castlescan again")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 3
        # Waiting threads must not keep a core from what is done between two runs.
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            session = onnxruntime.InferenceSession(
                path.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # onnxruntime raises many kinds of its own
            raise DetectorError(f"{path}: is not a network ({error})") from None
        return cls(session)

    def detect(self, image: Pixels, *, threshold: float = THRESHOLD) -> list[Detection]:
        """Find the pieces in a picture.

        Parameters
        ----------
        image
            uint8 RGB (H, W, 3), of any size.
        threshold
            The lowest score that counts.

        Returns
        -------
        list of Detection
            Best first, with quads in the picture's pixels.

        Raises
        ------
        ValueError
            When the picture is of another kind.
        """
        if image.dtype != np.uint8 or image.ndim != 3 or image.shape[2] != 3 or not image.size:
            raise ValueError(f"a picture is uint8 (H, W, 3), not {image.dtype} {image.shape}")
        longer = max(image.shape[:2])
        scale = min(LONGER_SIDE / longer, _ENLARGED)
        found = self._look(letterbox(image, scale), threshold)
        far_scale = min(FAR_SIDE / longer, 1.0)
        if far_scale < scale and _sureness(found) < _SURELY_FOUND:
            far = self._look(letterbox(image, far_scale), threshold)
            if _sureness(far) > _FAR_BETTER * _sureness(found):
                found, scale = far, far_scale
            else:
                found = suppress(_joined(found, _only_seen_from_afar(far, found)))
        closer = _closer_look(found, image, scale)
        if closer is not None:
            box, larger = closer
            middles = found.quads.mean(axis=1)
            outside = ((middles < box[:2]) | (middles >= box[2:])).any(axis=1)
            near = self._look(letterbox(image, larger, box), threshold)
            found = suppress(_joined(near, found.take(outside)))
        return [
            Detection(_CLASSES[kind], quad.astype(np.float32), float(score))
            for kind, quad, score in zip(found.classes, found.quads, found.scores, strict=True)
        ]

    def _look(self, box: Letterbox, threshold: float) -> Peaks:
        heat, shapes = self._session.run(["heat", "shape"], {"picture": box.pixels[None]})
        peaks = suppress(find_peaks(heat, shapes, threshold=threshold))
        return Peaks(peaks.classes, box.to_picture(peaks.quads), peaks.scores)


def _sureness(found: Peaks) -> float:
    """Return the sum of the scores' fourth powers.

    What is inside of a large tile is found often, but never surely.
    """
    return float((found.scores[np.isin(found.classes, _TABLE)] ** 4).sum())


def _only_seen_from_afar(far: Peaks, found: Peaks) -> Peaks:
    """Return what a look from afar is sure of and the first look did not find, at least not as large."""
    is_new = [
        kind in _TABLE
        and score >= _SURE_FROM_AFAR
        and not any(iou(quad, other) >= SAME_PIECE for other in found.quads)
        for kind, quad, score in zip(far.classes, far.quads, far.scores, strict=True)
    ]
    return far.take(np.array(is_new, bool))


def _joined(first: Peaks, second: Peaks) -> Peaks:
    scores = np.concatenate([first.scores, second.scores])
    both = Peaks(
        np.concatenate([first.classes, second.classes]),
        np.concatenate([first.quads, second.quads]),
        scores,
    )
    return both.take(np.argsort(-scores, kind="stable"))


def _closer_look(
    found: Peaks, image: Pixels, scale: float
) -> tuple[tuple[int, int, int, int], float] | None:
    """Return where and how closely to look again; None where that would show little more."""
    height, width = image.shape[:2]
    large = np.isin(found.classes, _TABLE)
    if not large.any():
        box = (0, 0, width, height)
        larger = min(_LARGEST / max(width, height), _ENLARGED)
    else:
        quads = found.quads[large]
        widths = np.where(found.classes[large] == 1, 2.0, 1.0)
        tile = float(np.median(sizes(quads, widths)))
        around = to_boxes(found.quads)
        low = np.floor(around[:, :2].min(axis=0) - _MARGIN * tile)
        high = np.ceil(around[:, 2:].max(axis=0) + _MARGIN * tile)
        left, top = (max(0, int(it)) for it in low)
        right, bottom = min(width, int(high[0])), min(height, int(high[1]))
        box = (left, top, right, bottom)
        longer = max(right - left, bottom - top, 1)
        larger = min(_CLOSE / tile, _LARGEST / longer, _ENLARGED)
        if right <= left or bottom <= top:
            return None
    return (box, larger) if larger > _CLOSER * scale else None
