"""Tables of many kinds, made of noise: what lies below the castles."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np

from .arrays import Colour, Field, Image, as_image
from .noise import grain, smooth_noise

SIDE = 1024  # pixels of a texture


@dataclass(frozen=True)
class Table:
    """The surface of a table.

    Attributes
    ----------
    kind
        Its name among :data:`TABLES`.
    texture
        Shape (S, S, 3), RGB in sRGB.
    extent
        How many tiles the texture covers before it is repeated as in a mirror.
    gloss
        How much it reflects straight from above: 0.04 for varnish, 0 for cloth.
    roughness
        By how many radians reflections are blurred.
    """

    kind: str
    texture: Image
    extent: float
    gloss: float
    roughness: float


@dataclass(frozen=True)
class _Surface:
    colours: Field  # (S, S, 3), in 0..255 of sRGB
    extent: float
    gloss: float = 0.0
    roughness: float = 0.5


_Rng = np.random.Generator
_SHAPE = (SIDE, SIDE)

_WOODS: tuple[tuple[Colour, Colour], ...] = (
    ((196, 154, 104), (150, 104, 60)),  # oak
    ((222, 184, 135), (188, 142, 92)),  # pine
    ((112, 76, 50), (70, 44, 28)),  # walnut
    ((122, 58, 38), (78, 32, 22)),  # mahogany
    ((152, 142, 130), (110, 100, 90)),  # weathered
    ((222, 212, 196), (190, 178, 160)),  # whitewashed
    ((58, 46, 40), (30, 24, 22)),  # wenge
    ((176, 110, 66), (126, 70, 40)),  # cherry
    ((232, 208, 168), (206, 176, 130)),  # birch
)
_CLOTHS: tuple[Colour, ...] = (
    (236, 234, 228),
    (214, 204, 186),
    (150, 30, 40),
    (34, 52, 96),
    (46, 90, 66),
    (88, 92, 100),
    (32, 32, 36),
    (196, 162, 70),
    (120, 150, 176),
    (150, 96, 120),
    (208, 148, 120),
    (92, 70, 56),
)


def draw_table(rng: np.random.Generator, kind: str | None = None) -> Table:
    """Draw a table, of any kind or the named one of :data:`TABLES`."""
    kind = kind or str(rng.choice(list(TABLES)))
    surface = TABLES[kind](rng)
    colours = surface.colours
    if rng.random() < 0.5:
        # Years of use: stains and worn places.
        worn = smooth_noise(rng, _SHAPE, (3, 3), 5)
        colours = colours * (1 + rng.uniform(0.0, 0.035) * worn)[..., None]
    return Table(kind, as_image(colours), surface.extent, surface.gloss, surface.roughness)


def _flat(colour: Colour) -> Field:
    return np.broadcast_to(np.array(colour, np.float32), (*_SHAPE, 3)).copy()


def _mixed(first: Colour, second: Colour, share: Field) -> Field:
    weight = np.clip(share, 0, 1)[..., None]
    mixed = np.array(first, np.float32) * (1 - weight) + np.array(second, np.float32) * weight
    return np.asarray(mixed, np.float32)


def _varied(rng: _Rng, colour: Colour, spread: float = 14.0) -> Colour:
    lighter, tint = rng.normal(0, spread), rng.normal(0, 0.4 * spread, 3)
    red, green, blue = np.clip(np.array(colour) + lighter + tint, 4, 250)
    return int(red), int(green), int(blue)


def _random_colour(rng: _Rng) -> Colour:
    hue, saturation, value = rng.uniform(0, 180), rng.uniform(40, 220), rng.uniform(50, 235)
    pixel = np.array([[[hue, saturation, value]]], np.uint8)
    red, green, blue = (int(part) for part in cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0])
    return red, green, blue


def _grained(rng: _Rng, light: Colour, dark: Colour, across: float) -> Field:
    """Wood that runs from left to right, with ``across`` rings from top to bottom."""
    bend = smooth_noise(rng, _SHAPE, (across / 5, 1.2), 2)
    rows = np.linspace(0, across, SIDE, dtype=np.float32)[:, None]
    rings = 0.5 + 0.5 * np.sin(2 * np.pi * (rows + 0.8 * bend))
    fibres = smooth_noise(rng, _SHAPE, (260, 5), 2)
    pores = smooth_noise(rng, _SHAPE, (500, 30))
    share = 0.42 * rings**2 + 0.18 * fibres + 0.16 * smooth_noise(rng, _SHAPE, (2, 1)) + 0.25
    share += 0.35 * np.clip(pores - 1.3, 0, 1)
    return _mixed(light, dark, np.asarray(share, np.float32))


def _wood_colours(rng: _Rng) -> tuple[Colour, Colour]:
    light, dark = _WOODS[int(rng.integers(len(_WOODS)))]
    return _varied(rng, light, 9), _varied(rng, dark, 7)


def _planks(rng: _Rng) -> _Surface:
    light, dark = _wood_colours(rng)
    boards = int(rng.integers(4, 13))
    wood = _grained(rng, light, dark, boards * rng.uniform(2, 5))
    edges = np.sort(np.rint(np.linspace(0, SIDE, boards + 1) + rng.normal(0, 8, boards + 1)))
    edges = np.clip(edges, 0, SIDE).astype(int)
    seam = int(rng.integers(1, 5))
    for top, bottom in pairwise(edges):
        wood[top:bottom] = np.roll(wood[top:bottom], int(rng.integers(SIDE)), axis=1)
        wood[top:bottom] *= rng.normal(1, 0.07)
        if rng.random() < 0.6:
            joint = int(rng.integers(SIDE))
            wood[top:bottom, joint : joint + seam] *= 0.5
        wood[top : top + seam] *= rng.uniform(0.35, 0.7)
    varnish = rng.random() < 0.6
    return _Surface(
        _turned(rng, wood),
        rng.uniform(7, 16),
        0.04 if varnish else 0.01,
        float(rng.uniform(0.06, 0.3) if varnish else 0.5),
    )


def _board(rng: _Rng) -> _Surface:
    light, dark = _wood_colours(rng)
    wood = _grained(rng, light, dark, rng.uniform(8, 30))
    return _Surface(_turned(rng, wood), rng.uniform(8, 16), 0.04, float(rng.uniform(0.05, 0.3)))


def _butcher_block(rng: _Rng) -> _Surface:
    light, dark = _wood_colours(rng)
    wood = _grained(rng, light, dark, 40)
    high = SIDE // int(rng.integers(10, 22))
    for top in range(0, SIDE, high):
        wood[top : top + high] = np.roll(wood[top : top + high], int(rng.integers(SIDE)), axis=1)
        left = -int(rng.integers(200))
        while left < SIDE:
            right = left + int(rng.integers(150, 600))
            wood[top : top + high, max(left, 0) : right] *= rng.normal(1, 0.12)
            left = right
    return _Surface(_turned(rng, wood), rng.uniform(8, 14), 0.04, float(rng.uniform(0.08, 0.3)))


def _turned(rng: _Rng, texture: Field) -> Field:
    return texture if rng.random() < 0.5 else np.ascontiguousarray(texture.transpose(1, 0, 2))


def _weave(rng: _Rng, colours: Field, strength: float) -> Field:
    """Threads and wrinkles."""
    threads = smooth_noise(rng, _SHAPE, (400, 12)) + smooth_noise(rng, _SHAPE, (12, 400))
    folds = smooth_noise(rng, _SHAPE, (2.5, 3.5), 3)
    ridge = np.exp(-np.abs(smooth_noise(rng, _SHAPE, (2, 2), 2)) * 14)
    depth = rng.uniform(0, 0.05)
    shade = 1 + strength * threads + depth * folds + 1.6 * depth * ridge
    return np.asarray(colours * shade[..., None], np.float32)


def _plain_cloth(rng: _Rng) -> _Surface:
    colour = _varied(rng, _CLOTHS[int(rng.integers(len(_CLOTHS)))])
    return _Surface(_weave(rng, _flat(colour), rng.uniform(0.01, 0.04)), rng.uniform(8, 14))


def _felt(rng: _Rng) -> _Surface:
    colour = ((20, 92, 54), (120, 22, 34), (26, 50, 104), (40, 40, 46), (70, 44, 96))
    felt = _flat(_varied(rng, colour[int(rng.integers(5))], 10))
    fibres = grain(rng, _SHAPE) * 0.5 + smooth_noise(rng, _SHAPE, (90, 90), 2)
    return _Surface(
        np.asarray(felt * (1 + 0.05 * fibres)[..., None], np.float32), rng.uniform(8, 14)
    )


def _stripes(rng: _Rng, bands: int) -> tuple[Field, Field]:
    """Bands of cloth of random widths: how far each pixel is of the second colour, (S,), and its edges."""
    pattern = np.zeros(SIDE, np.float32)
    period = SIDE // int(rng.integers(4, 14))
    tile = np.zeros(period, np.float32)
    for _ in range(bands):
        start = int(rng.integers(period))
        tile[start : start + int(rng.integers(2, max(3, period // 3)))] = rng.choice((0.5, 1.0))
    repeated = np.tile(tile, SIDE // period + 1)[:SIDE]
    pattern[:] = repeated
    return pattern, np.abs(np.diff(pattern, prepend=0))


def _plaid(rng: _Rng) -> _Surface:
    ground, second, third = (
        _varied(rng, _CLOTHS[int(i)]) for i in rng.choice(len(_CLOTHS), 3, replace=False)
    )
    colours = _flat(ground)
    for colour, bands in ((second, 2), (third, 1)):
        pattern, _ = _stripes(rng, bands)
        across = pattern if rng.random() < 0.6 else _stripes(rng, bands)[0]
        for share in (pattern[:, None], across[None, :]):
            weight = (0.5 * share)[..., None]
            colours = colours * (1 - weight) + np.array(colour, np.float32) * weight
    return _Surface(
        _weave(rng, np.asarray(colours, np.float32), rng.uniform(0.01, 0.04)), rng.uniform(6, 15)
    )


def _checks(rng: _Rng) -> _Surface:
    first, second = (_random_colour(rng), (238, 236, 230))
    cells = int(rng.integers(6, 28))
    index = np.arange(SIDE) * cells // SIDE % 2
    share = (index[:, None] ^ index[None, :]).astype(np.float32)
    if rng.random() < 0.6:  # gingham
        share = ((index[:, None] + index[None, :]) / 2).astype(np.float32)
    return _Surface(_weave(rng, _mixed(first, second, share), 0.02), rng.uniform(6, 14))


def _patterned_cloth(rng: _Rng) -> _Surface:
    ground = _random_colour(rng) if rng.random() < 0.5 else _CLOTHS[int(rng.integers(12))]
    colours = as_image(_flat(ground))
    step = SIDE // int(rng.integers(6, 18))
    inks = [_random_colour(rng) for _ in range(3)]
    motif = int(rng.integers(5))
    for row, y in enumerate(range(0, SIDE + step, step)):
        for x in range((row % 2) * step // 2, SIDE + step, step):
            ink = inks[int(rng.integers(3))]
            _motif(colours, motif, (x, y), step * 0.32, ink, inks[0])
    return _Surface(_weave(rng, colours.astype(np.float32), 0.02), rng.uniform(7, 14))


def _motif(
    image: Image, motif: int, at: tuple[int, int], radius: float, ink: Colour, heart: Colour
) -> None:
    x, y = at
    if motif == 0:
        cv2.circle(image, at, int(radius * 0.7), ink, -1, cv2.LINE_AA)
    elif motif == 1:  # flower
        for angle in np.arange(0, 2 * np.pi, 2 * np.pi / 5):
            petal = int(x + radius * 0.6 * np.cos(angle)), int(y + radius * 0.6 * np.sin(angle))
            cv2.circle(image, petal, int(radius * 0.45), ink, -1, cv2.LINE_AA)
        cv2.circle(image, at, int(radius * 0.35), heart, -1, cv2.LINE_AA)
    elif motif == 2:  # star
        angle = np.arange(10) * np.pi / 5
        reach = radius * np.where(np.arange(10) % 2, 0.42, 1.0)
        star = np.column_stack([x + reach * np.sin(angle), y - reach * np.cos(angle)])
        cv2.fillPoly(image, [np.rint(star).astype(np.int32)], ink, cv2.LINE_AA)
    elif motif == 3:  # leaves
        for lean in (-40, 40):
            axes = (int(radius * 0.9), int(radius * 0.3))
            cv2.ellipse(image, at, axes, lean, 0, 360, ink, -1, cv2.LINE_AA)
    else:  # rings
        cv2.circle(image, at, int(radius), ink, max(2, int(radius * 0.25)), cv2.LINE_AA)
        cv2.circle(image, at, int(radius * 0.4), heart, -1, cv2.LINE_AA)


def _marble(rng: _Rng) -> _Surface:
    dark = rng.random() < 0.3
    ground, vein = ((44, 46, 50), (190, 186, 180)) if dark else ((228, 226, 222), (130, 130, 136))
    warp = smooth_noise(rng, _SHAPE, (3, 4), 5, 0.6)
    veins = np.exp(-np.abs(warp) * rng.uniform(9, 25)) * (
        0.6 + 0.4 * smooth_noise(rng, _SHAPE, (4, 4))
    )
    clouds = 0.15 * smooth_noise(rng, _SHAPE, (5, 5), 4)
    share = np.asarray(0.75 * veins + clouds, np.float32)
    ground = _varied(rng, ground, 8)
    return _Surface(
        _mixed(ground, vein, share), rng.uniform(7, 14), 0.045, float(rng.uniform(0.03, 0.15))
    )


def _dark_glossy(rng: _Rng) -> _Surface:
    colour = _varied(rng, ((22, 21, 22), (38, 24, 20), (20, 24, 34))[int(rng.integers(3))], 5)
    dust = np.clip(grain(rng, _SHAPE) - 2.8, 0, 1) * 60 + smooth_noise(rng, _SHAPE, (3, 3), 4) * 1.5
    smears = np.clip(smooth_noise(rng, _SHAPE, (20, 3), 3) - 0.8, 0, 2) * 3
    colours = _flat(colour) + (dust + smears)[..., None]
    return _Surface(
        np.asarray(colours, np.float32), rng.uniform(8, 14), 0.05, float(rng.uniform(0.012, 0.08))
    )


def _glass(rng: _Rng) -> _Surface:
    """Greenish glass over something dim and out of focus."""
    below = _flat(_varied(rng, (70, 78, 74), 20))
    for _ in range(8):
        centre = rng.uniform(0, SIDE, 2).astype(int)
        axes = rng.uniform(60, 420, 2).astype(int)
        tone = _varied(rng, (92, 92, 86), 32)
        ellipse = (int(axes[0]), int(axes[1]))
        at = (int(centre[0]), int(centre[1]))
        cv2.ellipse(below, at, ellipse, float(rng.uniform(0, 180)), 0, 360, tone, -1)
    small = cv2.resize(below, (80, 80), interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), 2.0)
    colours = np.asarray(cv2.resize(small, _SHAPE, interpolation=cv2.INTER_CUBIC), np.float32)
    return _Surface(colours, rng.uniform(9, 14), 0.06, float(rng.uniform(0.01, 0.04)))


def _newspaper(rng: _Rng) -> _Surface:
    """Pages in heaps."""
    colours = as_image(_flat((150, 128, 100)))
    for _ in range(int(rng.integers(10, 18))):
        page = _page(rng)
        angle = rng.normal(0, 0.35) + rng.choice((0, np.pi / 2))
        scale = rng.uniform(0.8, 1.3)
        cos, sin = scale * np.cos(angle), scale * np.sin(angle)
        x, y = rng.uniform(-200, SIDE - 100, 2)
        onto = np.array([[cos, -sin, x], [sin, cos, y]])
        mask = np.asarray(cv2.warpAffine(np.full(page.shape[:2], 255, np.uint8), onto, _SHAPE))
        mask = np.asarray((mask == 255) * np.uint8(255))
        cv2.copyTo(cv2.warpAffine(page, onto, _SHAPE), mask, colours)
    return _Surface(colours.astype(np.float32), rng.uniform(13, 20), 0.01, 0.5)


def _page(rng: _Rng) -> Image:
    """Print a page of columns, headlines and pictures, shape (600, 440, 3)."""
    page = np.full((600, 440, 3), _varied(rng, (222, 218, 206), 8), np.uint8)
    letters = "abcdefghijklmnoprstuvw     "
    columns = int(rng.integers(2, 5))
    wide = 420 // columns
    for column in range(columns):
        x, y = 12 + column * wide, int(rng.integers(16, 80))
        while y < 590:
            if rng.random() < 0.06:
                high = int(rng.integers(40, 130))
                picture = np.array(_varied(rng, (120, 112, 104), 40)) * (
                    1 + 0.35 * smooth_noise(rng, (high, wide - 12), (4, 4), 3)[..., None]
                )
                part = page[y : y + high, x : x + wide - 12]
                part[:] = as_image(picture)[: part.shape[0], : part.shape[1]]
                y += high + 12
            elif rng.random() < 0.06:
                text = "".join(rng.choice(list(letters.upper()), max(3, wide // 15)))
                cv2.putText(page, text, (x, y + 14), 2, 0.55, (30, 30, 30), 1, cv2.LINE_AA)
                y += 26
            else:
                ink = int(rng.integers(60, 120))
                for word in range(x, x + wide - 14, 9):
                    cv2.line(page, (word, y), (word + int(rng.integers(3, 8)), y), (ink,) * 3, 2)
                y += 7
    return page


def _stone(rng: _Rng) -> _Surface:
    colour = _varied(rng, ((120, 118, 114), (66, 68, 72), (170, 160, 146))[int(rng.integers(3))])
    rough = smooth_noise(rng, _SHAPE, (14, 14), 6, 0.8) * 0.06 + 0.03 * grain(rng, _SHAPE)
    return _Surface(
        np.asarray(_flat(colour) * (1 + rough)[..., None], np.float32),
        rng.uniform(7, 14),
        0.02,
        0.35,
    )


def _terrazzo(rng: _Rng) -> _Surface:
    colours = as_image(_flat(_varied(rng, (206, 202, 194), 15)))
    inks = [_varied(rng, (150, 130, 110), 45) for _ in range(5)]
    for _ in range(1100):
        angle = np.sort(rng.uniform(0, 2 * np.pi, 6))
        chip = rng.uniform(0, SIDE, 2) + rng.uniform(4, 20) * np.column_stack(
            [np.cos(angle), np.sin(angle)]
        )
        cv2.fillPoly(colours, [np.rint(chip).astype(np.int32)], inks[int(rng.integers(5))])
    return _Surface(colours.astype(np.float32), rng.uniform(7, 12), 0.04, 0.12)


def _laminate(rng: _Rng) -> _Surface:
    colour = _varied(rng, ((226, 224, 218), (196, 190, 176), (110, 112, 116))[int(rng.integers(3))])
    speckle = np.sign(grain(rng, _SHAPE)) * (np.abs(grain(rng, _SHAPE)) > 1.4)
    colours = _flat(colour) + (rng.uniform(0, 9) * speckle)[..., None]
    return _Surface(np.asarray(colours, np.float32), rng.uniform(8, 14), 0.04, 0.1)


def _play_mat(rng: _Rng) -> _Surface:
    """A printed landscape: large blobs of colour, as on gaming mats and printed oilcloth."""
    first, second, third = (_random_colour(rng) for _ in range(3))
    clouds = smooth_noise(rng, _SHAPE, (3, 3), 6, 0.6)
    colours = _mixed(first, second, np.asarray(0.5 + 0.45 * clouds, np.float32))
    spots = np.clip(smooth_noise(rng, _SHAPE, (7, 7), 4) * 2 - 0.5, 0, 1)[..., None]
    colours = colours * (1 - spots) + np.array(third, np.float32) * spots
    return _Surface(np.asarray(colours, np.float32), rng.uniform(9, 16), 0.008, 0.5)


def _wicker(rng: _Rng) -> _Surface:
    light, dark = _wood_colours(rng)
    period = int(rng.integers(14, 34))
    y, x = np.indices(_SHAPE, dtype=np.float32) / period
    over = (np.floor(x) + np.floor(y)) % 2
    bulge = np.where(over > 0, np.sin(np.pi * (x % 1)), np.sin(np.pi * (y % 1)))
    share = 1 - bulge + 0.15 * smooth_noise(rng, _SHAPE, (60, 60))
    return _Surface(
        _mixed(light, dark, np.asarray(share, np.float32)), rng.uniform(7, 12), 0.01, 0.4
    )


def _ceramic(rng: _Rng) -> _Surface:
    """Square kitchen tiles with joints, which no detector should take for pieces."""
    ground = _varied(rng, ((230, 228, 222), (188, 170, 146), (120, 140, 150))[int(rng.integers(3))])
    cells = int(rng.integers(5, 12))
    tone = rng.normal(1, 0.05, (cells, cells, 1)).astype(np.float32)
    tones = np.asarray(cv2.resize(tone, _SHAPE, interpolation=cv2.INTER_NEAREST), np.float32)
    glaze = 1 + 0.03 * smooth_noise(rng, _SHAPE, (12, 12), 4)
    colours = _flat(ground) * (tones * glaze)[..., None]
    at = np.arange(SIDE) * cells % SIDE < cells * int(rng.integers(5, 14))
    joint = (at[:, None] | at[None, :])[..., None]
    colours = np.where(joint, np.array(_varied(rng, (150, 146, 140)), np.float32), colours)
    return _Surface(np.asarray(colours, np.float32), rng.uniform(6, 12), 0.045, 0.07)


def _carpet(rng: _Rng) -> _Surface:
    colour = _random_colour(rng)
    tufts = smooth_noise(rng, _SHAPE, (240, 240), 2) * 0.16 + 0.06 * smooth_noise(
        rng, _SHAPE, (5, 5)
    )
    colours = _flat(colour)
    if rng.random() < 0.5:
        bands, _ = _stripes(rng, 3)
        weight = bands[:, None, None]
        colours = colours * (1 - weight) + np.array(_random_colour(rng), np.float32) * weight
    return _Surface(np.asarray(colours * (1 + tufts)[..., None], np.float32), rng.uniform(8, 14))


def _painted(rng: _Rng) -> _Surface:
    """White or coloured paint, as on cheap tables."""
    colour = (238, 238, 236) if rng.random() < 0.55 else _random_colour(rng)
    strokes = 0.008 * smooth_noise(rng, _SHAPE, (90, 4), 2)
    colours = _flat(_varied(rng, colour, 6)) * (1 + strokes)[..., None]
    return _Surface(
        np.asarray(colours, np.float32), rng.uniform(8, 14), 0.04, float(rng.uniform(0.06, 0.3))
    )


TABLES: Mapping[str, Callable[[_Rng], _Surface]] = {
    "planks": _planks,
    "board": _board,
    "butcher-block": _butcher_block,
    "plain-cloth": _plain_cloth,
    "felt": _felt,
    "plaid": _plaid,
    "checks": _checks,
    "patterned-cloth": _patterned_cloth,
    "marble": _marble,
    "dark-glossy": _dark_glossy,
    "glass": _glass,
    "newspaper": _newspaper,
    "stone": _stone,
    "terrazzo": _terrazzo,
    "laminate": _laminate,
    "play-mat": _play_mat,
    "wicker": _wicker,
    "ceramic": _ceramic,
    "carpet": _carpet,
    "painted": _painted,
}
