"""Samples to train the detector with, what the network should give for them, and how far it is from that."""

from dataclasses import dataclass

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from ..datasets.faces import Pixels
from ..datasets.scenes.annotations import Annotation
from ..vision.detection_decoding import (
    LAYER_OF_CLASS,
    LAYERS,
    SHAPE_CHANNELS,
    STRIDE,
    UNIT,
    encode_quads,
)
from ..vision.pieces import GREY
from ..vision.quads import Floats, signed_areas

CLASSES = ("tile", "throne", "attendant", "card", "token", "tile-back")

MIN_VISIBLE = 0.35  # of what is hidden more, the network may say what it likes
MIN_SIZE = 8.0  # pixels: what is smaller likewise
_NEAR = 0.3  # of the heat at the middle: cells from which the shape must be right

Numbers = NDArray[np.float32]

_PATTERNS = 0.06  # share of the samples
_BY_CLASS = 0.5  # share of the samples around a piece of a class that was chosen first
# How much each class counts in the loss: there are a hundred tiles to one token or attendant.
_CLASS_WEIGHTS = (1.0, 2.0, 4.0, 3.0, 4.0, 2.0)

_Rng = np.random.Generator


# Targets


@dataclass(frozen=True)
class Targets:
    """Targets of one picture, or a batch of them with one more axis in front.

    Attributes
    ----------
    heat
        Shape (6, h, w): 1 at the middle of each piece, falling off around it.
    care
        Shape (6, h, w): 0 where anything goes.
    shape
        Shape (2, 10, h, w).
    weight
        Shape (2, h, w): how much the shape counts there.
    """

    heat: Numbers
    care: Numbers
    shape: Numbers
    weight: Numbers


def make_targets(
    quads: Floats, classes: NDArray[np.int64], visible: Floats, size: tuple[int, int]
) -> Targets:
    """Return what the network should give.

    Parameters
    ----------
    quads
        Shape (N, 4, 2) in pixels of the network's picture, clockwise.
    classes
        Shape (N,): class numbers.
    visible
        Shape (N,): how much of each piece is seen, 0 to 1.
    size
        Height and width of the picture, multiples of the stride.
    """
    high, wide = size[0] // STRIDE, size[1] // STRIDE
    heat = np.zeros((len(CLASSES), high, wide), np.float32)
    care = np.ones_like(heat)
    shape = np.zeros((LAYERS, SHAPE_CHANNELS, high, wide), np.float32)
    weight = np.zeros((LAYERS, high, wide), np.float32)
    sizes = np.sqrt(np.maximum(signed_areas(quads), 1.0))
    middles = quads.mean(axis=1)
    for quad, kind, seen, length, (x, y) in zip(
        quads, classes, visible, sizes, middles, strict=True
    ):
        spread = max(0.65, 0.1 * length / STRIDE)
        reach = int(np.ceil(max(3 * spread, 0.5 * length / STRIDE)))
        column, row = int(x // STRIDE), int(y // STRIDE)
        rows = slice(max(row - reach, 0), max(min(row + reach + 1, high), 0))
        columns = slice(max(column - reach, 0), max(min(column + reach + 1, wide), 0))
        if rows.start >= rows.stop or columns.start >= columns.stop:
            continue
        cy, cx = np.mgrid[rows, columns]
        off_x, off_y = cx + 0.5 - x / STRIDE, cy + 0.5 - y / STRIDE
        if seen < MIN_VISIBLE or length < MIN_SIZE:
            around = np.hypot(off_x, off_y) < 0.5 * length / STRIDE
            care[:, rows, columns][:, around] = 0.0
            continue
        bump = np.exp(-((cx - column) ** 2 + (cy - row) ** 2) / (2 * spread**2)).astype(np.float32)
        place = heat[kind, rows, columns]
        np.maximum(place, bump, out=place)
        layer = LAYER_OF_CLASS[kind]
        known = weight[layer, rows, columns]
        near = (bump > _NEAR) & (bump > known)
        cells = np.stack([cx[near] + 0.5, cy[near] + 0.5], axis=1) * STRIDE
        numbers = encode_quads(np.broadcast_to(quad, (len(cells), 4, 2)), cells)
        shape[layer, :, rows, columns][:, near] = numbers.T.astype(np.float32)
        known[near] = bump[near]
    care[heat == 1.0] = 1.0
    return Targets(heat, care, shape, weight)


# Samples


@dataclass(frozen=True)
class Scene:
    """A picture and the pieces in it, as arrays."""

    jpeg: NDArray[np.uint8]
    quads: Floats
    classes: NDArray[np.int64]
    visible: Floats

    def pixels(self) -> Pixels:
        """Return the picture, RGB."""
        decoded = cv2.imdecode(self.jpeg, cv2.IMREAD_COLOR)
        if decoded is None:
            raise ValueError("a rendered scene is no JPEG file; delete the folder of scenes")
        return np.asarray(cv2.cvtColor(decoded, cv2.COLOR_BGR2RGB), np.uint8)


def as_arrays(annotation: Annotation) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Return the quads, class numbers and visible shares of an annotation."""
    pieces = annotation.pieces
    quads = np.array([piece.quad for piece in pieces], np.float64).reshape(-1, 4, 2)
    classes = np.array([CLASSES.index(piece.kind.value) for piece in pieces], np.int64)
    shares = [1.0 if piece.visible is None else piece.visible for piece in pieces]
    return quads, classes, np.array(shares, np.float64)


@dataclass(frozen=True)
class Sample:
    """A square piece of a scene, turned, scaled and spoilt: uint8 RGB pixels and targets."""

    pixels: Pixels
    targets: Targets


def draw_sample(rng: _Rng, scene: Scene, side: int) -> Sample:
    """Cut a sample out of a scene; now and then show a pattern instead, which is no piece."""
    if rng.random() < _PATTERNS:
        nothing = np.zeros((0, 4, 2)), np.zeros(0, np.int64), np.zeros(0)
        return Sample(_spoil(rng, draw_pattern(rng, side)), make_targets(*nothing, (side, side)))
    pixels = scene.pixels()
    matrix = _draw_placement(rng, scene, (pixels.shape[1], pixels.shape[0]), side)
    stretch = float(np.sqrt(abs(np.linalg.det(matrix[:, :2]))))
    if stretch < 0.6:  # so that nothing is left out between the pixels that a warp looks at
        smaller = cv2.resize(pixels, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        back = np.array([pixels.shape[1] / smaller.shape[1], pixels.shape[0] / smaller.shape[0]])
        pixels = np.asarray(smaller, np.uint8)
        onto = np.column_stack([matrix[:, :2] * back, matrix[:, 2]])
    else:
        onto = matrix
    # OpenCV counts from the middle of the first pixel.
    onto = np.column_stack([onto[:, :2], onto[:, 2] + onto[:, :2] @ np.array([0.5, 0.5]) - 0.5])
    warped = cv2.warpAffine(
        pixels, onto, (side, side), flags=cv2.INTER_LINEAR, borderValue=(GREY, GREY, GREY)
    )
    quads = scene.quads @ matrix[:, :2].T + matrix[:, 2]
    targets = make_targets(quads, scene.classes, scene.visible, (side, side))
    return Sample(_spoil(rng, np.asarray(warped, np.uint8)), targets)


def _draw_placement(rng: _Rng, scene: Scene, size: tuple[int, int], side: int) -> Floats:
    """Draw how a scene is turned, scaled and moved, shape (2, 3)."""
    turned = rng.choice(3, p=(0.2, 0.6, 0.2))
    degrees = (
        rng.normal(0, 5),
        rng.integers(4) * 90 + rng.normal(0, 8),
        rng.uniform(0, 360),
    )[int(turned)]
    tiles = scene.quads[(scene.classes == 0) & (scene.visible > 0.5)]
    natural = 640 / max(size) * np.exp(rng.uniform(-0.15, 0.2))
    scale = natural
    if len(tiles) and rng.random() < 0.6:
        tile = float(np.median(np.sqrt(np.abs(signed_areas(tiles)))))
        scale = np.exp(rng.uniform(np.log(13), np.log(110))) / tile
        scale = float(np.clip(scale, 0.35 * natural, 2.0))
    squeeze = np.diag(scale * np.exp(rng.normal(0, 0.04, 2) * np.array([1, -1])))
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    linear = squeeze @ turn
    if len(scene.quads) and rng.random() < 0.8:
        middle = _draw_piece(rng, scene).mean(axis=0)
    else:
        middle = rng.uniform((0, 0), size)
    shift = rng.uniform(0.15, 0.85, 2) * side - linear @ middle
    outline = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]]) @ linear.T
    ends = np.sort([-outline.min(axis=0), side - outline.max(axis=0)], axis=0)
    return np.column_stack([linear, shift.clip(ends[0], ends[1])])


def _draw_piece(rng: _Rng, scene: Scene) -> Floats:
    """Choose a quad: any one, or one of a class that is chosen first, so that rare ones are seen often."""
    candidates = np.arange(len(scene.quads))
    if rng.random() < _BY_CLASS:
        candidates = np.flatnonzero(scene.classes == rng.choice(np.unique(scene.classes)))
    quad: Floats = scene.quads[int(rng.choice(candidates))]
    return quad


def draw_pattern(rng: _Rng, side: int) -> Pixels:
    """Draw squares in two colours or in a grid, as of a tablecloth or a floor, at any angle."""
    period = np.exp(rng.uniform(np.log(9), np.log(80), 2))
    if rng.random() < 0.7:
        period[1] = period[0]
    y, x = np.mgrid[:side, :side] - side / 2
    angle = rng.uniform(0, np.pi) if rng.random() < 0.5 else rng.normal(0, 0.1)
    near = 1 + (x * rng.normal(0, 0.25) + y * rng.normal(0, 0.4)) / side
    u = (x * np.cos(angle) - y * np.sin(angle)) / near / period[0] + rng.uniform(0, 1)
    v = (x * np.sin(angle) + y * np.cos(angle)) / near / period[1] + rng.uniform(0, 1)
    first, second = np.floor(u) % 2, np.floor(v) % 2
    kind = rng.integers(3)
    line = rng.uniform(0.04, 0.25)
    share = (
        (first + second) % 2,
        (first + second) / 2,
        np.maximum(u % 1 < line, v % 1 < line).astype(np.float64),
    )[int(kind)]
    colours = rng.uniform(0, 255, (2, 3))
    if rng.random() < 0.5:
        colours[1] = rng.uniform(200, 255)
    picture = colours[0] + share[..., None] * (colours[1] - colours[0])
    rough = rng.normal(0, rng.uniform(0, 14), (side, side, 1))
    blurred = cv2.GaussianBlur((picture + rough).clip(0, 255), (0, 0), rng.uniform(0.5, 1.2))
    return np.asarray(blurred, np.float64).astype(np.uint8)


def _spoil(rng: _Rng, pixels: Pixels) -> Pixels:
    """Change colours, brightness, sharpness and noise, and sometimes hide a part."""
    if rng.random() < 0.2:
        pixels = np.asarray(cv2.GaussianBlur(pixels, (0, 0), rng.uniform(0.4, 1.3)), np.uint8)
    values = np.arange(256) / 255.0
    gamma = np.exp(rng.normal(0, 0.2))
    gains = 2 ** (rng.uniform(-0.9, 0.6) + rng.normal(0, 0.22, 3))
    low = rng.uniform(0, 0.1) if rng.random() < 0.3 else 0.0
    curves = np.stack([low + (1 - low) * gain * values**gamma for gain in gains], axis=1)
    table = (255 * curves.clip(0, 1)).astype(np.uint8)[None]
    spoilt = np.asarray(cv2.LUT(pixels, table), np.uint8)
    if rng.random() < 0.04:
        grey = cv2.cvtColor(spoilt, cv2.COLOR_RGB2GRAY)
        spoilt = np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)
    if rng.random() < 0.15:
        x, y, width, height = (rng.uniform(0, 1, 4) * np.array([1, 1, 0.12, 0.12])) * len(spoilt)
        colour = [int(it) for it in rng.integers(0, 255, 3)]
        corner = (int(x + width), int(y + height))
        spoilt = np.ascontiguousarray(spoilt)
        cv2.rectangle(spoilt, (int(x), int(y)), corner, colour, -1)
    if rng.random() < 0.4:
        noise = rng.integers(-100, 100, spoilt.shape, np.int16) * rng.uniform(0.01, 0.12)
        spoilt = (spoilt + noise).clip(0, 255).astype(np.uint8)
    return spoilt


# Loss


@dataclass(frozen=True)
class Losses:
    """The parts of the loss: what is there, where its corners are, and which way up it is."""

    heat: Tensor
    corners: Tensor
    upright: Tensor

    @property
    def total(self) -> Tensor:
        """All together."""
        return self.heat + 2.0 * self.corners + 3.0 * self.upright


def losses(heat: Tensor, shape: Tensor, targets: Targets) -> Losses:
    """Return how far the network's logits and shapes are from the targets of a batch.

    References
    ----------
    X. Zhou, D. Wang, P. Kraehenbuehl, Objects as points (2019), for the loss of the heatmaps.
    """
    wanted, care = torch.from_numpy(targets.heat), torch.from_numpy(targets.care)
    weight = torch.from_numpy(targets.weight)
    truth = torch.from_numpy(targets.shape)
    found, missed = torch.nn.functional.logsigmoid(heat), torch.nn.functional.logsigmoid(-heat)
    share = torch.sigmoid(heat)
    middle = (wanted == 1.0).float()
    here = middle * (1 - share) ** 2 * found
    elsewhere = (1 - middle) * (1 - wanted) ** 4 * share**2 * missed
    balance = care * torch.tensor(_CLASS_WEIGHTS)[:, None, None]
    heat_loss = -(balance * (here + elsewhere)).sum() / middle.sum().clamp(min=1.0)

    batch, layer, row, column = torch.nonzero(weight > 0, as_tuple=True)
    numbers = shape.reshape(truth.shape).permute(0, 1, 3, 4, 2)
    given = numbers[batch, layer, row, column]
    goal = truth.permute(0, 1, 3, 4, 2)[batch, layer, row, column]
    count = weight[batch, layer, row, column]
    count = count / count.sum().clamp(min=1.0)
    size = torch.hypot(goal[:, 2], goal[:, 3]).clamp(min=MIN_SIZE / 2 / UNIT)
    error = (given[:, :8] - goal[:, :8]).abs() / size[:, None]
    corners = (error.sum(dim=1) * count).sum()
    upright = ((given[:, 8:] - goal[:, 8:]).square().sum(dim=1) * count).sum()
    return Losses(heat_loss, corners, upright)
