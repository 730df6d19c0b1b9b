"""Crops as a camera and a careless detector would give them, made from flat faces.

A face is laid among neighbours or on a table, seen by a tilted camera in a small picture of the size that
tiles have in photographs, lit, blurred, compressed, and cut out again along a quad whose corners are off.
Everything is stronger than it looks natural: what the classifier has seen worse, it reads well.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ..datasets.faces import Pixels
from ..datasets.faces.banners import banner_of, with_text
from ..datasets.scenes.sensor import screen_light
from ..vision.composed_crops import compose_crops, crop_size
from ..vision.pieces import PieceClass
from ..vision.second_look import ATTENDANT_SPOT
from .classifier_faces import KnownFace, resized
from .classifier_negatives import draw_negative, table_crop
from .classifier_network import CROP_SIZE

Floats = NDArray[np.float32]
_Rng = np.random.Generator

_MARGIN = 0.4  # of the piece's height, around it
_TOKEN_SHARE = 20 / 45
_ATTENDANT_SHARE = 26 / 45
_ON_THRONE = 0.6  # share of attendants that stand on one
_EMPTY_SPOTS = 0.2  # share of strange crops that show such a spot without anybody


@dataclass(frozen=True)
class Hardness:
    """How bad the pictures are. The defaults are those of training.

    Attributes
    ----------
    sizes
        Smallest and largest size of a tile in the picture, in pixels.
    usual_sizes
        Where three quarters of the sizes lie.
    corner
        Standard deviation of each corner, in tiles; and of the whole quad's shift.
    largest_corner
        No corner is off by more, in tiles.
    loose
        How loosely the quads of attendants, cards and tokens are found, of which a detector sees few and
        those small; 0: as those of tiles.
    flattest
        The least ratio of the short to the long side of a tile that lies flat: cosine of the tilt.
    cast, mixed, shadow, glare, occlusion
        Strength of the light's colour (1: from candle to blue sky), and probabilities.
    cut_off
        Probability that the picture ends within the piece.
    covered
        Probability that a tile lies on up to half of the piece.
    grey, screen
        Probabilities of a picture in black and white, and of one that was taken of a screen.
    hole
        Share of the strange crops taken for tiles that show the table where one is missing among others.
    exposure
        Darkest and brightest, in powers of two.
    blur
        Largest standard deviation of the blur, in tiles.
    noise
        Largest standard deviation of the noise, 0 to 1.
    jpeg
        Least quality.
    """

    sizes: tuple[float, float] = (24.0, 150.0)
    usual_sizes: tuple[float, float] = (28.0, 96.0)
    corner: float = 0.022
    largest_corner: float = 0.08
    loose: float = 1.0
    flattest: float = 0.4
    cast: float = 1.0
    mixed: float = 0.35
    shadow: float = 0.35
    glare: float = 0.25
    occlusion: float = 0.3
    cut_off: float = 0.06
    covered: float = 0.0
    grey: float = 0.0
    screen: float = 0.0
    hole: float = 0.0
    exposure: tuple[float, float] = (-1.8, 1.4)
    blur: float = 0.03
    noise: float = 0.06
    jpeg: int = 25

    def eased(self, share: float) -> "Hardness":
        """Return a milder hardness; 0 changes nothing, 1 leaves a third of the trouble."""
        left = 1 - 2 / 3 * min(1.0, max(0.0, share))
        return replace(
            self,
            corner=self.corner * left,
            loose=self.loose * left,
            cast=self.cast * left,
            mixed=self.mixed * left,
            shadow=self.shadow * left,
            glare=self.glare * left,
            occlusion=self.occlusion * left,
            cut_off=self.cut_off * left,
            exposure=(self.exposure[0] * left, self.exposure[1] * left),
            blur=self.blur * left,
            noise=self.noise * left,
        )


@dataclass(frozen=True, eq=False)
class Surroundings:
    """What can lie beside and on a face.

    Attributes
    ----------
    tiles, attendants, tokens
        Faces of neighbours and of what lies on a piece.
    tables
        Table tops, uint8 RGB 512 x 512.
    texts
        Ink of words, float32 (h, w), 0 to 1, for banners.
    """

    tiles: Sequence[KnownFace]
    attendants: Sequence[KnownFace]
    tokens: Sequence[KnownFace]
    tables: tuple[Pixels, ...]
    texts: Sequence[Floats]

    @property
    def thrones(self) -> Sequence[KnownFace]:
        """The throne rooms among the tiles."""
        return [it for it in self.tiles if it.piece is PieceClass.THRONE]


Banner = Callable[[KnownFace, Surroundings, _Rng], Pixels]


def any_banner(face: KnownFace, around: Surroundings, rng: _Rng) -> Pixels:
    """Return a face with its own name, none, another one or noise: what training shows."""
    chance = rng.random()
    if chance < 0.35:
        return face.pixels
    if face.piece is not PieceClass.TILE or chance < 0.6:
        return face.blank
    if chance < 0.9:
        text = around.texts[int(rng.integers(len(around.texts)))]
        light, dark = rng.uniform(200, 255), rng.uniform(0, 70)
        grey = light if (face.source == "scanned") == (rng.random() < 0.85) else dark
        return with_text(face.blank, text, (grey, grey, grey))
    noisy = face.pixels.copy()
    left, top, right, bottom = banner_of(*noisy.shape[:2])
    coarse = rng.integers(0, 256, (2, int(rng.integers(2, 9)), 3)).astype(np.uint8)
    noisy[top:bottom, left:right] = cv2.resize(coarse, (right - left, bottom - top))
    return noisy


def own_banner(face: KnownFace, around: Surroundings, rng: _Rng) -> Pixels:
    """Return a face with its own name."""
    return face.pixels


def blank_banner(face: KnownFace, around: Surroundings, rng: _Rng) -> Pixels:
    """Return a face without its name."""
    return face.blank


def known_crop(
    rng: _Rng,
    face: KnownFace,
    around: Surroundings,
    hardness: Hardness,
    banner: Banner = any_banner,
) -> Pixels:
    """Return an upright crop of a face, uint8 RGB.

    Its shape is (128, 128, 3), of a throne room (128, 256, 3), of a bonus card (256, 256, 3).
    """
    size = _size(rng, hardness)
    height = _level(size)
    wide, high, share = _extent(face, height)
    canvas = _canvas(rng, face, banner(face, around, rng), (wide, high), around)
    if rng.random() < hardness.occlusion:
        _occlude(rng, canvas, wide, high)
    if hardness.covered and rng.random() < hardness.covered:
        _cover(rng, canvas, around, wide, high)
    margin = round(_MARGIN * high)
    corners = _corners(wide, high) + margin
    crop = _photograph(rng, canvas, corners, (wide / high, share * size), hardness, face.piece)
    return _cut_off(rng, crop) if rng.random() < hardness.cut_off else crop


def strange_crop(
    rng: _Rng,
    around: Surroundings,
    hardness: Hardness,
    piece: PieceClass = PieceClass.TILE,
) -> Pixels:
    """Return a crop of what is no piece, or of pieces that a quad cuts badly, uint8 RGB (128, 128, 3).

    ``piece`` is what it is taken for, no throne room; crops of bonus cards have the shape (256, 256, 3).
    """
    size = _size(rng, hardness)
    height = _level(size)
    margin = round(_MARGIN * height)
    corners = _corners(height, height) + margin
    if piece is PieceClass.TILE and hardness.hole and rng.random() < hardness.hole:
        canvas = _background(rng, around, height, height)
        _lay_neighbours(rng, canvas, around, height, height)
        return _photograph(rng, canvas, corners, (1.0, size), hardness)
    chance = rng.random()
    if chance < _EMPTY_SPOTS and piece is not PieceClass.CARD:
        size *= _ATTENDANT_SHARE
        canvas = _spot_of_throne(rng, around, height)
        return _photograph(rng, canvas, corners, (1.0, size), hardness, PieceClass.ATTENDANT)
    if chance < 0.75:
        canvas = _background(rng, around, height, height)
        thing = cv2.resize(
            draw_negative(rng, around.tables), (height, height), interpolation=cv2.INTER_AREA
        )
        canvas[margin : margin + height, margin : margin + height] = thing
    else:
        face = around.tiles[int(rng.integers(len(around.tiles)))]
        wide = 2 * height if face.piece is PieceClass.THRONE else height
        canvas = _canvas(rng, face, face.pixels, (wide, height), around)
        corners = _misplaced(rng, corners, height)
    return _photograph(rng, canvas, corners, (1.0, size), hardness, piece)


def strange_throne(rng: _Rng, around: Surroundings, hardness: Hardness) -> Pixels:
    """Return a crop of what may be taken for a throne room, such as two tiles, uint8 RGB (128, 256, 3)."""
    size = _size(rng, hardness)
    height = _level(size)
    margin = round(_MARGIN * height)
    canvas = _background(rng, around, 2 * height, height)
    corners = _corners(2 * height, height) + margin
    shown = rng.random()
    for left in (margin, margin + height) if shown < 0.85 else ():
        face = around.tiles[int(rng.integers(len(around.tiles)))]
        is_tile = shown < 0.6 and face.piece is PieceClass.TILE
        thing = face.pixels if is_tile else draw_negative(rng, around.tables)
        _paste(canvas, resized(thing, height, height), left, margin)
    if rng.random() < 0.3:
        corners = _misplaced(rng, corners, height)
    return _photograph(rng, canvas, corners, (2.0, size), hardness, PieceClass.THRONE)


def turned(crop: Pixels, turns: int) -> Pixels:
    """Return a crop turned clockwise by quarter turns."""
    return np.ascontiguousarray(np.rot90(crop, -turns))


def network_input(crop: Pixels, piece: PieceClass) -> Pixels:
    """Return a crop of what is taken for a piece as the network takes it, uint8 RGB (128, 128, 3)."""
    return np.asarray(compose_crops(crop[None], piece)[0], np.uint8)


def _cut_off(rng: _Rng, crop: Pixels) -> Pixels:
    """Let a picture end within a crop: its last row or column goes on."""
    side, left = int(rng.integers(4)), rng.uniform(0.55, 0.95)
    view = np.rot90(crop, side).copy()
    last = max(1, round(left * view.shape[1]))
    view[:, last:] = view[:, last - 1 : last]
    return np.ascontiguousarray(np.rot90(view, -side))


def _misplaced(rng: _Rng, corners: Floats, height: float) -> Floats:
    """Move a quad by about half a tile, or make it much too large or small."""
    middle = corners.mean(axis=0)
    if rng.random() < 0.7:
        angle, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 0.5) * height
        step = far * np.array([math.cos(angle), math.sin(angle)])
        step *= 1 / max(abs(math.cos(angle)), abs(math.sin(angle)))
        step = np.clip(step, -_MARGIN * height, _MARGIN * height)
        return (corners + step).astype(np.float32)
    scale = rng.uniform(0.3, 0.6)
    offset = rng.uniform(-0.2, 0.2, 2) * height
    return np.asarray((corners - middle) * scale + middle + offset, np.float32)


def _size(rng: _Rng, hardness: Hardness) -> float:
    low, high = hardness.usual_sizes if rng.random() < 0.75 else hardness.sizes
    return float(math.exp(rng.uniform(math.log(low), math.log(high))))


def _level(size: float) -> int:
    """Return the height at which to lay a tile, a little above its size in the picture."""
    return int(min(192, max(40, 1.15 * size)))


def _extent(face: KnownFace, height: int) -> tuple[int, int, float]:
    """Return width and height at which to lay a face beside tiles of ``height``, and its share of a tile."""
    shape = face.pixels.shape
    share = {
        PieceClass.TOKEN: _TOKEN_SHARE,
        PieceClass.ATTENDANT: _ATTENDANT_SHARE,
        PieceClass.CARD: 68 / 45,
    }.get(face.piece, 1.0)
    high = max(40, round(height * share))
    return max(20, round(high * shape[1] / shape[0])), high, share


def _corners(wide: float, high: float) -> Floats:
    return np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)


def _background(rng: _Rng, around: Surroundings, wide: int, high: int) -> Pixels:
    margin = round(_MARGIN * high)
    ground = table_crop(rng, around.tables, high + 2 * margin, wide + 2 * margin)
    return np.ascontiguousarray(ground)


def _paste(canvas: Pixels, picture: Pixels, left: int, top: int) -> None:
    """Put a picture on a canvas, as far as it lies inside."""
    high, wide = picture.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], left + wide), min(canvas.shape[0], top + high)
    if x0 < x1 and y0 < y1:
        canvas[y0:y1, x0:x1] = picture[y0 - top : y1 - top, x0 - left : x1 - left]


def _canvas(
    rng: _Rng, face: KnownFace, picture: Pixels, extent: tuple[int, int], around: Surroundings
) -> Pixels:
    wide, high = extent
    margin = round(_MARGIN * high)
    if face.piece is PieceClass.ATTENDANT and rng.random() < _ON_THRONE:
        canvas = _spot_of_throne(rng, around, high)
    else:
        canvas = _background(rng, around, wide, high)
    if face.piece in (PieceClass.TILE, PieceClass.THRONE, PieceClass.TILE_BACK):
        _lay_neighbours(rng, canvas, around, wide, high)
    shown = resized(picture, wide, high)
    if rng.random() < 0.5:  # the shadow at the foot of the cardboard
        edge = max(1, round(0.03 * high))
        x, y = (int(part) for part in rng.integers(-edge, edge + 1, 2))
        foot = canvas[margin + y : margin + y + high, margin + x : margin + x + wide]
        foot[:] = (foot * rng.uniform(0.2, 0.8)).astype(np.uint8)
    if face.mask.min() == 255:
        canvas[margin : margin + high, margin : margin + wide] = shown
    else:
        mask = resized(face.mask, wide, high)
        _blend(canvas, shown, mask, margin, margin)
    if face.piece is PieceClass.THRONE and rng.random() < 0.5:
        for _ in range(int(rng.integers(1, 3))):
            _lay_piece(rng, canvas, around.attendants, wide, high, _ATTENDANT_SHARE)
    if face.piece is PieceClass.TILE and around.tokens:
        secret = face.piece_id.startswith("secret/")
        if rng.random() < (0.45 if secret else 0.06):
            _lay_piece(rng, canvas, around.tokens, wide, high, _TOKEN_SHARE, central=secret)
    return canvas


def _spot_of_throne(rng: _Rng, around: Surroundings, high: int) -> Pixels:
    """Return where an attendant, so many pixels high, may stand on a throne room, and what is around."""
    margin, tile = round(_MARGIN * high), high / _ATTENDANT_SHARE
    canvas = _background(rng, around, high, high)
    throne = around.thrones[int(rng.integers(len(around.thrones)))]
    middle = np.array([1.0 + ATTENDANT_SPOT * rng.choice((-1, 1)), 0.5]) + rng.normal(0, 0.07, 2)
    left, top = margin + high / 2 - middle * tile
    _paste(canvas, resized(throne.pixels, round(2 * tile), round(tile)), round(left), round(top))
    return canvas


def _blend(canvas: Pixels, picture: Pixels, mask: Pixels, left: int, top: int) -> None:
    high, wide = picture.shape[:2]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], left + wide), min(canvas.shape[0], top + high)
    if x0 >= x1 or y0 >= y1:
        return
    inside = (slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    share = mask[inside][..., None].astype(np.float32) / 255
    below = canvas[y0:y1, x0:x1]
    canvas[y0:y1, x0:x1] = (below * (1 - share) + picture[inside] * share).astype(np.uint8)


def _lay_neighbours(rng: _Rng, canvas: Pixels, around: Surroundings, wide: int, high: int) -> None:
    margin = round(_MARGIN * high)
    for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        for offset in range(wide // high if dy else 1):
            if rng.random() > 0.6:
                continue
            tile = around.tiles[int(rng.integers(len(around.tiles)))]
            if tile.piece is not PieceClass.TILE:
                continue
            small = cv2.resize(tile.pixels, (high, high)).astype(np.uint8)
            gap, slide = rng.uniform(-0.03, 0.07) * high, rng.normal(0, 0.08) * high
            left = margin + offset * high + (slide if dy else 0)
            left += {-1: -high - gap, 0: 0.0, 1: wide + gap}[dx]
            top = margin + (slide if dx else 0)
            top += {-1: -high - gap, 0: 0.0, 1: high + gap}[dy]
            _paste(canvas, small, round(left), round(top))


def _lay_piece(
    rng: _Rng,
    canvas: Pixels,
    pieces: Sequence[KnownFace],
    wide: int,
    high: int,
    share: float,
    *,
    central: bool = False,
) -> None:
    """Lay an attendant or a token on a face: near its middle, or mostly above its scoring strip."""
    piece = pieces[int(rng.integers(len(pieces)))]
    side = max(8, round(share * high * rng.uniform(0.85, 1.05)))
    picture, mask = (resized(it, side, side) for it in (piece.pixels, piece.mask))
    spin = cv2.getRotationMatrix2D((side / 2, side / 2), float(rng.normal(0, 15)), 1.0)
    spun = cv2.warpAffine(picture, spin, (side, side), borderMode=cv2.BORDER_REFLECT)
    mask = cv2.warpAffine(mask, spin, (side, side)).astype(np.uint8)
    margin = round(_MARGIN * high)
    left = margin + rng.uniform(-0.1 * high, wide - side + 0.1 * high)
    top = margin + rng.uniform(-0.1, 0.28) * high
    if rng.random() < 0.12:
        top += 0.15 * high
    if central:
        left, top = margin + (np.array([wide, high]) - side) / 2 + rng.normal(0, 0.08 * high, 2)
    _blend(canvas, spun.astype(np.uint8), mask, round(left), round(top))


def _occlude(rng: _Rng, canvas: Pixels, wide: int, high: int) -> None:
    """Hide up to two fifths of a face, from one of its edges or within."""
    margin = round(_MARGIN * high)
    area = rng.uniform(0.02, 0.22 if rng.random() < 0.75 else 0.4) * wide * high
    ratio = math.exp(rng.normal(0, 0.5))
    a, b = math.sqrt(area * ratio), math.sqrt(area / ratio)
    x, y = margin + rng.uniform(0, wide), margin + rng.uniform(0, high)
    skin = (int(rng.integers(120, 240)), int(rng.integers(80, 190)), int(rng.integers(60, 160)))
    free = (int(rng.integers(256)), int(rng.integers(256)), int(rng.integers(256)))
    colour = skin if rng.random() < 0.4 else free
    centre, angle = (round(x), round(y)), float(rng.uniform(0, 180))
    if rng.random() < 0.5:
        axes = (max(1, round(a * 0.56)), max(1, round(b * 0.56)))
        cv2.ellipse(canvas, centre, axes, angle, 0, 360, colour, -1, cv2.LINE_AA)
    else:
        box = cv2.boxPoints(((x, y), (a, b), angle))
        cv2.fillPoly(canvas, [box.round().astype(np.int32)], colour, cv2.LINE_AA)


def _cover(rng: _Rng, canvas: Pixels, around: Surroundings, wide: int, high: int) -> None:
    """Lay a tile on a face, so that it hides up to half of a tile or of a throne room."""
    margin = round(_MARGIN * high)
    tile = around.tiles[int(rng.integers(len(around.tiles)))]
    if tile.piece is not PieceClass.TILE:
        return
    away = rng.uniform(0.45, 0.9) * high
    angle = rng.uniform(0, 2 * math.pi)
    step = np.array([math.cos(angle), math.sin(angle)]) * away
    if wide > high:  # on one half of a throne room
        step = step * rng.uniform(0, 0.7) + np.array([rng.choice((-0.5, 0.5)) * high, 0.0])
    left, top = np.array([wide - high, 0]) / 2 + step + margin
    if rng.random() < 0.5:  # its shadow
        dark = np.zeros((high, high, 3), np.uint8)
        shift = round(0.03 * high)
        _blend(canvas, dark, np.full((high, high), 120, np.uint8), round(left) + shift, round(top))
    _paste(canvas, resized(tile.pixels, high, high), round(left), round(top))


def _photograph(
    rng: _Rng,
    canvas: Pixels,
    corners: Floats,
    shape: tuple[float, float],
    hardness: Hardness,
    piece: PieceClass = PieceClass.TILE,
) -> Pixels:
    """Take a picture of a canvas and cut the quad ``corners`` out of it, as well as it is seen."""
    aspect, size = shape
    quad = _projected(rng, aspect, size, hardness)
    frame = 8
    quad -= quad.min(axis=0) - frame - rng.uniform(0, 1, 2).astype(np.float32)
    wide, high = (int(part) for part in np.ceil(quad.max(axis=0)) + frame)
    to_picture = cv2.getPerspectiveTransform(corners, quad)
    seen = cv2.warpPerspective(
        canvas, to_picture, (wide, high), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
    )
    seen = expose(rng, seen.astype(np.uint8), size, hardness)
    found = _unsure(rng, quad, aspect, size, hardness)
    if piece in _SMALL and hardness.loose:
        found = _loosely(rng, found, hardness.loose)
    to = crop_size(CROP_SIZE, piece)
    to_crop = cv2.getPerspectiveTransform(found, _corners(*to))
    how = cv2.INTER_LINEAR if rng.random() < 0.7 else cv2.INTER_CUBIC
    crop = cv2.warpPerspective(seen, to_crop, to, flags=how, borderMode=cv2.BORDER_REPLICATE)
    return crop.astype(np.uint8)


def _projected(rng: _Rng, aspect: float, size: float, hardness: Hardness) -> Floats:
    """Return the quad of a piece in a picture, whose tiles have the area ``size`` squared."""
    tilt = rng.uniform(hardness.flattest, 1)
    unit = size / math.sqrt(tilt)
    quad = (_corners(aspect, 1) - np.array([aspect / 2, 0.5])) * unit
    angle = rng.normal(0, 0.12) if rng.random() < 0.6 else rng.uniform(-math.pi, math.pi)
    cosine, sine = math.cos(angle), math.sin(angle)
    quad = quad @ np.array([[cosine, sine], [-sine, cosine]])
    quad[:, 1] *= tilt
    depth = 1 + rng.uniform(-0.06, 0.06) * quad[:, 1:] / unit * aspect
    return np.asarray(quad / depth, np.float32)


def _unsure(rng: _Rng, quad: Floats, aspect: float, size: float, hardness: Hardness) -> Floats:
    """Return a quad as a detector finds it."""
    strength = hardness.corner * rng.uniform(0, 1.6)
    off = rng.normal(0, strength, (4, 2)) + rng.normal(0, strength * 0.7, 2)
    middle = quad.mean(axis=0)
    off += (quad - middle) / size * rng.normal(0, strength)
    limit = hardness.largest_corner
    length = np.linalg.norm(off, axis=1, keepdims=True)
    off *= np.minimum(1, limit / np.maximum(length, 1e-9))
    return (quad + off * size).astype(np.float32)


_SMALL = (PieceClass.ATTENDANT, PieceClass.CARD, PieceClass.TOKEN)
# How their quads are off: the logarithm of how much larger, and in pieces.
_LARGER, _SCALES = -0.08, 0.13
_SHIFTS, _BENDS = 0.06, 0.03


def _loosely(rng: _Rng, quad: Floats, loose: float) -> Floats:
    """Return a quad as a detector finds it that sees few of such pieces: often within their frame."""
    middle = quad.mean(axis=0)
    scale = math.exp(loose * rng.normal(_LARGER, _SCALES))
    axes = np.stack([quad[1] - quad[0] + quad[2] - quad[3], quad[3] - quad[0] + quad[2] - quad[1]])
    shift = loose * rng.normal(0, _SHIFTS, 2) @ axes / 2
    bend = loose * rng.normal(0, _BENDS, (4, 2)) @ axes / 2
    return np.asarray(middle + scale * (quad - middle) + shift + bend, np.float32)


_LEVELS = 4096
_STEPS = np.arange(2 * _LEVELS) / _LEVELS
_TO_GREY = np.array([[0.3], [0.59], [0.11]], np.float32)
_TO_LIGHT = ((np.arange(256) / 255) ** 2.2).astype(np.float32)


def expose(rng: _Rng, seen: Pixels, size: float, hardness: Hardness) -> Pixels:
    """Return what a camera makes of a flat picture under some light, uint8 RGB of the same shape."""
    high, wide = seen.shape[:2]
    light = _TO_LIGHT[seen]
    light = light * _lamps(rng, high, wide, hardness)
    if rng.random() < hardness.glare:
        light = light + _glare(rng, high, wide)
    light = _blurred(rng, light, size, hardness)
    if hardness.screen and rng.random() < hardness.screen:
        light = light * screen_light(rng, (high, wide), rng.uniform(0.08, 0.4))
    noise = hardness.noise * rng.uniform(0, 1) ** 2
    curve = (_STEPS ** (1 / rng.uniform(1.7, 2.8))).astype(np.float32)
    picture = curve[np.clip(light * _LEVELS, 0, len(curve) - 1).astype(np.int32)]
    picture += np.float32(noise) * rng.standard_normal(picture.shape, dtype=np.float32)
    picture = _developed(rng, picture)
    if hardness.grey and rng.random() < hardness.grey:
        picture = np.repeat(picture @ _TO_GREY, 3, axis=2)
    result = (np.clip(picture, 0, 1) * 255).round().astype(np.uint8)
    if rng.random() < 0.8:
        quality = int(rng.integers(hardness.jpeg, 96))
        _, data = cv2.imencode(".jpg", result, [cv2.IMWRITE_JPEG_QUALITY, quality])
        result = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return result


def _colour_of_light(rng: _Rng, strength: float) -> Floats:
    """Return gains of red, green and blue, between candle light and blue shade."""
    warm = rng.uniform(-0.7, 1.0) * (1.0 if rng.random() < 0.6 else 0.35) * strength
    tint = rng.normal(0, 0.12 * strength, 3)
    logarithm = np.array([0.55 * warm, 0.02 * warm, -1.15 * warm]) + tint
    return np.exp2(logarithm).astype(np.float32)


def _ramp(rng: _Rng, high: int, wide: int, softness: float) -> Floats:
    """Return an edge from 0 to 1 across a picture in a random direction, shape (H, W, 1)."""
    angle = rng.uniform(0, 2 * math.pi)
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :]
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None]
    far = x * math.cos(angle) + y * math.sin(angle) + rng.uniform(-0.7, 0.7)
    return np.asarray(np.clip(0.5 + far / softness, 0, 1), np.float32)[..., None]


def _lamps(rng: _Rng, high: int, wide: int, hardness: Hardness) -> Floats:
    gain = np.exp2(rng.uniform(*hardness.exposure)) * np.ones((high, wide, 1), np.float32)
    gain = gain * _colour_of_light(rng, hardness.cast)
    if rng.random() < hardness.mixed:
        share = _ramp(rng, high, wide, rng.uniform(0.6, 3))
        other = _colour_of_light(rng, 1.2 * hardness.cast) * np.exp2(rng.uniform(-1, 1))
        gain = gain * (1 - share + share * other)
    if rng.random() < hardness.shadow:
        share = _ramp(rng, high, wide, math.exp(rng.uniform(math.log(0.03), math.log(1.5))))
        shade = rng.uniform(0.12, 0.7) * _colour_of_light(rng, 0.4 * hardness.cast)
        gain = gain * (1 - share + share * shade)
    return np.asarray(gain, np.float32)


def _glare(rng: _Rng, high: int, wide: int) -> Floats:
    x = np.linspace(-1, 1, wide, dtype=np.float32)[None, :] - rng.uniform(-1, 1)
    y = np.linspace(-1, 1, high, dtype=np.float32)[:, None] - rng.uniform(-1, 1)
    angle, ratio = rng.uniform(0, math.pi), math.exp(rng.normal(0, 0.7))
    u = x * math.cos(angle) + y * math.sin(angle)
    v = (-x * math.sin(angle) + y * math.cos(angle)) * ratio
    radius = rng.uniform(0.12, 0.6) if rng.random() < 0.7 else rng.uniform(1, 3)
    strength = rng.uniform(0.1, 1.4) if radius < 1 else rng.uniform(0.05, 0.35)
    blob = np.exp(-((u**2 + v**2) / radius**2)) * strength
    return np.asarray(blob[..., None] * _colour_of_light(rng, 0.4), np.float32)


def _blurred(rng: _Rng, light: Floats, size: float, hardness: Hardness) -> Floats:
    sigma = hardness.blur * size * rng.uniform(0, 1) ** 1.5 + 0.25
    light = np.asarray(cv2.GaussianBlur(light, (0, 0), sigma), np.float32)
    if rng.random() < 0.2:
        length = max(2, round(hardness.blur * 3 * size * rng.uniform(0, 1)))
        kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
        angle = rng.uniform(0, math.pi)
        step = (length * 0.5 * np.array([math.cos(angle), math.sin(angle)])).round().astype(int)
        cv2.line(
            kernel,
            (length - int(step[0]), length - int(step[1])),
            (length + int(step[0]), length + int(step[1])),
            1.0,
        )
        light = np.asarray(cv2.filter2D(light, -1, kernel / kernel.sum()), np.float32)
    return light


def _developed(rng: _Rng, picture: Floats) -> Floats:
    """Contrast, saturation and sharpening, as phones like them."""
    if rng.random() < 0.6:
        grey = picture.mean(axis=2, keepdims=True)
        picture = grey + (picture - grey) * np.float32(rng.uniform(0.4, 1.5))
    if rng.random() < 0.6:
        pivot = np.float32(rng.uniform(0.2, 0.7))
        picture = pivot + (picture - pivot) * np.float32(rng.uniform(0.55, 1.5))
    if rng.random() < 0.3:
        soft = np.asarray(cv2.GaussianBlur(picture, (0, 0), 1.0), np.float32)
        picture = picture + np.float32(rng.uniform(0.2, 1.2)) * (picture - soft)
    return np.asarray(picture, np.float32)
