"""Stand-ins for the networks that answer from an annotation, to measure the rest of the reading alone.

A picture painted by :func:`paint` shows each piece in a colour that tells its number, with its top left
quarter marked. So the oracle's classifier looks at pixels alone, as a real one, and whatever happens to
corners, crops and turns on the way has its effect. Only colours must stay: read with ``undo_cast=False``.
"""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.castle import Castle
from ..engine.between_two_castles.catalogue import Catalogue
from ..vision.comparing import best_similarity
from ..vision.evidence import BORDERS, HANGINGS, TYPES
from ..vision.pieces import Detection, Image, PieceClass
from ..vision.quads import UNIT_SQUARE, centres, roll, sizes
from .scenes.annotations import (
    AnnotatedCastle,
    AnnotatedPiece,
    Annotation,
    Conditions,
    ImageFile,
)
from .scenes.scene import Scene

_STEP, _LEVELS = 8, 31
_MARK = 255


@dataclass(frozen=True)
class OracleNoise:
    """How wrong the stand-ins are.

    Attributes
    ----------
    corners
        Standard deviation of each corner's coordinates, in tiles.
    missed
        Share of the pieces that are not found.
    false_tiles
        Number of tiles found where none is.
    wrong_order
        Share of the quads whose corners begin at a wrong one.
    identity
        Share of the pieces that look more like another id than like their own.
    orientation
        Share of the crops whose orientation is taken for another.
    """

    corners: float = 0.0
    missed: float = 0.0
    false_tiles: int = 0
    wrong_order: float = 0.0
    identity: float = 0.0
    orientation: float = 0.0


PERFECT = OracleNoise()


def annotate(scene: Scene, file: str = "scene.png") -> Annotation:
    """Return where the pieces of a scene are seen, as if nothing hid them."""
    width, height = scene.camera.size
    pieces = []
    for piece in scene.pieces:
        if (scene.camera.depth(piece.corners()) < 0.3).any():
            continue
        quad = scene.camera.project(piece.corners()).astype(np.float32)
        x, y = piece.place or (None, None)
        pieces.append(
            AnnotatedPiece(
                kind=piece.kind,
                id=piece.id,
                quad=[[float(value) for value in corner] for corner in quad],
                castle=piece.castle,
                x=x,
                y=y,
                turns=piece.turns,
                visible=_share_inside(quad, width, height),
            )
        )
    return Annotation(
        image=ImageFile(file=file, width=width, height=height),
        pieces=pieces,
        castles=[AnnotatedCastle(castle=it.castle, fault=it.fault) for it in scene.plans],
        conditions=Conditions(tilt=scene.view.tilt),
    )


def annotate_flat(
    castle: Castle, tile: float = 60.0, *, turn: int = 0, file: str = "flat.png"
) -> Annotation:
    """Return a castle seen from straight above, laid without any error.

    Parameters
    ----------
    castle
        The castle; its attendants lie on the throne room, its bonus cards in a row below.
    tile
        Size of a tile in pixels.
    turn
        Quarter turns clockwise by which the whole castle is turned in the picture.
    file
        What to write into the annotation.
    """
    laid: list[tuple[PieceClass, str, float, float, float, float, tuple[int, int] | None]] = []
    if castle.throne is not None:
        laid.append((PieceClass.THRONE, castle.throne, 0.5, 0.0, 2.0, 1.0, (0, 0)))
    laid += [(PieceClass.TILE, it.id, it.x, it.y, 1.0, 1.0, (it.x, it.y)) for it in castle.rooms]
    low = min((it[3] for it in laid), default=0.0)
    for number, slug in enumerate(castle.attendants):
        laid.append((PieceClass.ATTENDANT, f"attendant/{slug}", number, 0.0, 0.4, 0.4, None))
    for number, slug in enumerate(castle.bonus_cards):
        laid.append((PieceClass.CARD, f"bonus/{slug}", 1.1 * number, low - 1.6, 0.98, 1.5, None))
    turned = np.linalg.matrix_power(np.array([[0, 1], [-1, 0]]), turn)
    corners = np.array([(UNIT_SQUARE * it[4:6] + it[2:4]) @ turned.T for it in laid])
    flat = (corners * (1, -1) - (corners * (1, -1)).min(axis=(0, 1)) + 1) * tile
    width, height = np.ceil(flat.max(axis=(0, 1)) + tile).astype(int)
    return Annotation(
        image=ImageFile(file=file, width=int(width), height=int(height)),
        pieces=[
            AnnotatedPiece(
                kind=kind,
                id=name,
                quad=[[float(value) for value in corner] for corner in quad],
                castle=0,
                x=None if place is None else place[0],
                y=None if place is None else place[1],
                turns=None if place is None else 0,
                visible=1.0,
            )
            for (kind, name, *_, place), quad in zip(laid, flat, strict=True)
        ],
        castles=[AnnotatedCastle(castle=castle)],
        conditions=Conditions(tilt=0.0),
    )


def _share_inside(quad: NDArray[np.float32], width: int, height: int) -> float:
    frame = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    inside, _ = cv2.intersectConvexConvex(quad, frame)
    return float(np.clip(inside / max(cv2.contourArea(quad), 1e-6), 0, 1))


def paint(annotation: Annotation) -> Image:
    """Paint a picture whose colours tell the oracle's classifier what it looks at."""
    image = np.zeros((annotation.image.height, annotation.image.width, 3), np.uint8)
    for number, piece in enumerate(annotation.pieces):  # later ones lie on earlier ones
        quad = np.array(piece.quad)
        red, green = (number % _LEVELS + 1) * _STEP, (number // _LEVELS + 1) * _STEP
        quarter = np.array(
            [quad[0], quad[:2].mean(axis=0), quad.mean(axis=0), quad[[0, 3]].mean(axis=0)]
        )
        for corners, blue in ((quad, 0), (quarter, _MARK)):
            cv2.fillConvexPoly(image, np.rint(corners - 0.5).astype(np.int32), (red, green, blue))
    return image


class OracleDetector:
    """Finds the pieces of an annotation."""

    def __init__(
        self, annotation: Annotation, rng: np.random.Generator, noise: OracleNoise = PERFECT
    ) -> None:
        self._found = _find(annotation, rng, noise)

    def detect(self, image: Image) -> list[Detection]:
        """Return the same pieces, whatever the picture."""
        return list(self._found)


def _find(annotation: Annotation, rng: np.random.Generator, noise: OracleNoise) -> list[Detection]:
    found = []
    seen = [it for it in annotation.pieces if it.visible is None or it.visible > 0.3]
    for piece in seen:
        if rng.random() < noise.missed:
            continue
        quad = np.array(piece.quad)
        size = float(sizes(quad[None])[0])
        quad = quad + rng.normal(0, noise.corners * size, quad.shape)
        if rng.random() < noise.wrong_order:
            quad = roll(quad[None], int(rng.integers(1, 4)))[0]
        score = float(rng.uniform(0.6, 0.99))
        found.append(Detection(PieceClass(piece.kind), quad.astype(np.float32), score))
    tiles = np.array([it.quad for it in seen if PieceClass(it.kind) is PieceClass.TILE])
    for _ in range(noise.false_tiles if len(tiles) else 0):
        model = tiles[rng.integers(len(tiles))]
        size = float(sizes(model[None])[0])
        low, high = centres(tiles).min(axis=0) - size, centres(tiles).max(axis=0) + size
        quad = model - model.mean(axis=0) + rng.uniform(low, high)
        score = float(rng.uniform(0.3, 0.7))
        found.append(Detection(PieceClass.TILE, quad.astype(np.float32), score))
    return found


@dataclass(frozen=True, eq=False)
class OracleAnswers:
    """What the stand-in says about crops; see :class:`..vision.evidence.Classified`."""

    ids: tuple[str, ...]
    similarity: NDArray[np.float32]
    orientation: NDArray[np.float32]
    border: NDArray[np.float32]
    tile_type: NDArray[np.float32]
    hanging: NDArray[np.float32]
    known: NDArray[np.float32]


class OracleClassifier:
    """Names the pieces of a picture painted by :func:`paint`."""

    size = 24

    def __init__(
        self,
        annotation: Annotation,
        catalogue: Catalogue,
        rng: np.random.Generator,
        noise: OracleNoise = PERFECT,
    ) -> None:
        self._names = [it.id for it in annotation.pieces]
        self._catalogue = catalogue
        self._rng = rng
        self._noise = noise
        self._seed = int(rng.integers(2**32))

    def classify(self, crops: Image, piece: PieceClass) -> OracleAnswers:
        """Answer from the colours of crops."""
        ids = self._ids_of(piece)
        count = len(crops)
        similarity = self._rng.normal(0.0, 0.08, (count, len(ids)))
        orientation = np.full((count, 4), 0.02)
        heads = [np.full((count, len(it)), 0.02) for it in (BORDERS, TYPES, HANGINGS)]
        known = np.full(count, 0.03)
        for row, crop in enumerate(crops):
            number, turn = _read_colours(crop)
            name = self._names[number] if 0 <= number < len(self._names) else None
            if name not in ids:
                orientation[row] = 0.25
                continue
            if self._rng.random() < self._noise.orientation:
                turn = (turn + int(self._rng.integers(1, 4))) % 4
            orientation[row, turn] = 0.94
            known[row] = self._rng.uniform(0.9, 0.99)
            own = ids.index(name)
            chance = np.random.default_rng([self._seed, number])  # a piece always looks the same
            similarity[row, own] = chance.uniform(0.75, 0.95)
            if chance.random() < self._noise.identity:
                other = int(chance.integers(len(ids)))
                similarity[row, other] = similarity[row, own] + chance.uniform(0.01, 0.12)
            tile = self._catalogue.tiles.get(name)
            if tile is not None:
                for head, column in zip(
                    heads,
                    (
                        BORDERS.index(tile.border),
                        TYPES.index(tile.type),
                        HANGINGS.index(tile.hanging),
                    ),
                    strict=True,
                ):
                    head[row, column] = 0.9
        border, tile_type, hanging = (_as_probabilities(head) for head in heads)
        return OracleAnswers(
            ids=ids,
            similarity=similarity.astype(np.float32),
            orientation=_as_probabilities(orientation),
            border=border,
            tile_type=tile_type,
            hanging=hanging,
            known=known.astype(np.float32),
        )

    def likeness(self, crops: Image, piece: PieceClass) -> NDArray[np.float32]:
        """Return how alike crops are to the piece that they are most like."""
        return best_similarity(self.classify(crops, piece)).astype(np.float32)

    def _ids_of(self, piece: PieceClass) -> tuple[str, ...]:
        catalogue = self._catalogue
        if piece in (PieceClass.TILE, PieceClass.THRONE):
            wanted = piece is PieceClass.THRONE
            return tuple(it for it in catalogue.tiles if it.startswith("throne/") == wanted)
        if piece is PieceClass.CARD:
            return tuple(it.id for it in catalogue.bonus_cards.values())
        if piece is PieceClass.ATTENDANT:
            return tuple(it.id for it in catalogue.attendants.values())
        return tuple(sorted({name for name in self._names if name and name.startswith("token/")}))


def _as_probabilities(head: NDArray[np.float64]) -> NDArray[np.float32]:
    return np.asarray(head / head.sum(axis=1, keepdims=True), np.float32)


def _read_colours(crop: Image) -> tuple[int, int]:
    """Return the number of the piece that fills most of a crop, -1 for none, and how it is turned."""
    codes = np.rint(crop[..., :2].astype(np.float64) / _STEP).astype(np.int64)
    flat = (codes[..., 1] * (_LEVELS + 1) + codes[..., 0]).ravel()
    code = int(np.bincount(flat).argmax())
    green, red = divmod(code, _LEVELS + 1)
    if not red or not green:
        return -1, 0
    marked = (crop[..., 2] > _MARK / 2) & (flat.reshape(crop.shape[:2]) == code)
    down, across = crop.shape[0] // 2, crop.shape[1] // 2
    quarters = (
        marked[:down, :across],
        marked[:down, across:],
        marked[down:, across:],
        marked[down:, :across],
    )
    return (green - 1) * _LEVELS + red - 1, int(np.argmax([it.mean() for it in quarters]))
