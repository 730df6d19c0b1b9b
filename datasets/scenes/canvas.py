"""Painting solids from far to near: colours, shadows, and which of them each pixel shows."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from .arrays import Field, Image, Labels, Points
from .camera import Camera
from .lights import Lamp
from .solids import Solid

SHADOW_LAMPS = 2  # only so many cast shadows of what lies in the picture
_BACKGROUND = 0
_FINE = 4  # by how much masks are drawn larger, unless they have as many pixels as this
_LARGE = 300_000


@dataclass
class Canvas:
    """A picture while it is painted.

    Attributes
    ----------
    albedo
        Shape (H, W, 3), RGB in sRGB: what colour things have in white light.
    labels
        Shape (H, W): 0 for what solids lie on, ``2 i + 2`` for the top of solid ``i``, ``2 i + 3`` for its
        sides.
    behind
        Likewise, what is seen through glass where that is on top.
    lit
        For each of the first lamps shape (H, W), 0 (in shadow) to 255.
    open
        Shape (H, W), 0 to 255: how much of the light from everywhere comes there.
    whole
        How many pixels the top of each solid has where nothing hides it, beyond the picture as well.
    """

    albedo: Image
    labels: Labels
    behind: Labels
    lit: list[Image]
    open: Image
    whole: list[float]


def blank_canvas(albedo: Image, lamps: int) -> Canvas:
    """Return a canvas with a background of shape (H, W, 3) and nothing on it."""
    shape = albedo.shape[:2]
    full = [np.full(shape, 255, np.uint8) for _ in range(min(lamps, SHADOW_LAMPS) + 1)]
    labels, behind = np.zeros((2, *shape), np.int16)
    return Canvas(albedo, labels, behind, full[1:], full[0], [])


def paint(canvas: Canvas, camera: Camera, solids: Sequence[Solid], lamps: Sequence[Lamp]) -> None:
    """Paint solids, and their shadows on what was painted before."""
    canvas.whole = [0.0] * len(solids)
    order = sorted(
        range(len(solids)),
        key=lambda i: (round(solids[i].order, 3), -float(camera.depth(solids[i].bottom).mean())),
    )
    start = 0
    while start < len(order):
        level = round(solids[order[start]].order, 3)
        end = start
        while end < len(order) and round(solids[order[end]].order, 3) == level:
            end += 1
        visible = [i for i in order[start:end] if _is_before(camera, solids[i])]
        # Tiles that touch do not shade one another, so the shadows of all come first.
        for i in visible:
            _shade(canvas, camera, solids[i], lamps)
        for i in visible:
            canvas.whole[i] = _paint_one(canvas, camera, solids[i], i)
        start = end


def _is_before(camera: Camera, solid: Solid) -> bool:
    return bool((camera.depth(solid.top) > 0.3).all() and (camera.depth(solid.bottom) > 0.3).all())


@dataclass(frozen=True)
class _Window:
    """A part of the picture: the first column and row, the columns and rows."""

    left: int
    top: int
    width: int
    height: int

    @property
    def area(self) -> tuple[slice, slice]:
        return (
            slice(self.top, self.top + self.height),
            slice(self.left, self.left + self.width),
        )


def _window(points: Points, shape: tuple[int, int], margin: float) -> _Window | None:
    """Return the part of a picture around points, None where they are outside."""
    low = np.floor(points.min(axis=0) - margin)
    high = np.ceil(points.max(axis=0) + margin)
    left, top = int(max(low[0], 0)), int(max(low[1], 0))
    right, bottom = int(min(high[0], shape[1])), int(min(high[1], shape[0]))
    if right <= left or bottom <= top:
        return None
    return _Window(left, top, right - left, bottom - top)


def _fill(mask: Image, polygon: Points, offset: Points, scale: float = 1.0) -> None:
    """Fill a polygon of pixels, its edges smooth.

    OpenCV fills every pixel that an edge touches, so that polygons come out half a pixel too large. Here they
    are filled finely, that much smaller, and reduced.
    """
    points = np.clip((polygon - offset) * scale, -3e3, 2e4)
    low = np.maximum(np.floor(points.min(axis=0)).astype(int) - 1, 0)
    high = np.minimum(np.ceil(points.max(axis=0)).astype(int) + 1, mask.shape[1::-1])
    wide, tall = (int(value) for value in high - low)
    if wide <= 0 or tall <= 0:
        return
    fine = _FINE if wide * tall < _LARGE else 1
    extent = np.maximum(np.ptp(points, axis=0), 1.0)
    middle = points.mean(axis=0)
    points = middle + (points - middle) * np.maximum(1 - 1.05 / (fine * extent), 0.3)
    grid = np.rint(((points - low) * fine - 0.5) * 16).astype(np.int32)
    part = mask[low[1] : high[1], low[0] : high[0]]
    if fine == 1:
        cv2.fillPoly(part, [grid], 255, cv2.LINE_AA, 4)
        return
    large = np.zeros((tall * fine, wide * fine), np.uint8)
    cv2.fillPoly(large, [grid], 255, cv2.LINE_8, 4)
    reduced = np.asarray(cv2.resize(large, (wide, tall), interpolation=cv2.INTER_AREA), np.uint8)
    np.maximum(part, reduced, out=part)


def _hull(points: Points) -> Points:
    return np.asarray(cv2.convexHull(points.astype(np.float32)), np.float64).reshape(-1, 2)


def _shade(canvas: Canvas, camera: Camera, solid: Solid, lamps: Sequence[Lamp]) -> None:
    top, ground = solid.top, solid.ground
    middle = top.mean(axis=0)
    scale = camera.focal / max(float(camera.depth(middle)), 0.5)
    rise = max(solid.height, 0.002)
    flat_bottom = np.column_stack([solid.bottom[:, :2], np.full(len(top), ground)])
    for lit, lamp in zip(canvas.lit, lamps, strict=False):
        to_lamp = lamp.position - middle
        if to_lamp[2] < 0.5:
            continue
        shift = -to_lamp[:2] / to_lamp[2]
        shift = shift * min(1.0, 4.0 / max(float(np.linalg.norm(shift)), 1e-6))
        cast = np.column_stack(
            [top[:, :2] + shift * (top[:, 2:] - ground), np.full(len(top), ground)]
        )
        floating = solid.bottom[:, 2].min() - ground > 0.1
        corners = cast if floating else np.concatenate([cast, flat_bottom])
        soft = 0.5 * rise * lamp.radius / max(float(np.linalg.norm(to_lamp)), 1.0) * 2
        _darken(lit, camera, solid, corners, max(soft * scale, 0.5), 1.0)
    hovering = max(float(solid.bottom[:, 2].min()) - ground, 0.0)
    strength = 0.74 / (1 + 3 * hovering)
    _darken(
        canvas.open, camera, solid, flat_bottom, (0.025 + 0.45 * min(rise, 1.2)) * scale, strength
    )


def _darken(
    buffer: Image, camera: Camera, solid: Solid, corners: Points, sigma: float, strength: float
) -> None:
    if (camera.depth(corners) < 0.2).any():
        return
    seen = camera.project(corners)
    window = _window(seen, (buffer.shape[0], buffer.shape[1]), 2.5 * sigma + 2)
    if window is None:
        return
    # Wide blurs are made small.
    step = int(np.clip(sigma // 3, 1, 16))
    shape = (-(-window.height // step), -(-window.width // step))
    mask = np.zeros(shape, np.uint8)
    offset = np.array([window.left, window.top], np.float64)
    if solid.face.shape[2] == 4:
        # A hand casts the shadow of its outline, not that of its box.
        quad = seen[: len(solid.top)]
        mask = _alpha_shadow(solid, quad, offset, step, shape)
    else:
        _fill(mask, _hull(seen) if solid.convex else seen[: len(solid.top)], offset, 1 / step)
        if not solid.convex and len(seen) > len(solid.top):
            _fill(mask, seen[len(solid.top) :], offset, 1 / step)
    mask = np.asarray(cv2.GaussianBlur(mask, (0, 0), max(sigma / step, 0.4)), np.uint8)
    if step > 1:
        size = (window.width, window.height)
        mask = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_LINEAR), np.uint8)
    share = strength * (0.5 if solid.opacity < 1 else 1.0)
    darker = 255 - cv2.convertScaleAbs(mask, alpha=share)
    view = buffer[window.area]
    np.minimum(view, darker, out=view)


def _alpha_shadow(
    solid: Solid, outline: Points, offset: Points, step: int, shape: tuple[int, int]
) -> Image:
    """Return the mask of a picture with holes, whose box has this outline on the ground, in pixels."""
    # The outline is that of the face's box with rounded corners, so its extreme points are near enough.
    quarter = len(outline) // 4
    corners = outline[[quarter, 0, 3 * quarter, 2 * quarter]]
    high, wide = solid.face.shape[:2]
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32)
    target = ((corners - offset) / step - 0.5).astype(np.float32)
    onto = cv2.getPerspectiveTransform(source, target)
    alpha = np.ascontiguousarray(solid.face[..., 3])
    return np.asarray(cv2.warpPerspective(alpha, onto, (shape[1], shape[0])), np.uint8)


def _paint_one(canvas: Canvas, camera: Camera, solid: Solid, index: int) -> float:
    """Paint a solid and return how many pixels its top has."""
    top, bottom = camera.project(solid.top), camera.project(solid.bottom)
    shape = (canvas.labels.shape[0], canvas.labels.shape[1])
    whole = _whole_area(top, shape)
    both = np.concatenate([top, bottom])
    window = _window(both, shape, 2)
    if window is None:
        return whole
    offset = np.array([window.left, window.top], np.float64)
    size = (window.height, window.width)
    if solid.face.shape[2] == 3 and np.abs(top - bottom).max() > 0.4:
        body = np.zeros(size, np.uint8)
        if solid.convex:
            _fill(body, _hull(both), offset)
        else:
            for i in range(len(top)):
                _fill(body, np.array([top[i - 1], top[i], bottom[i], bottom[i - 1]]), offset)
            _fill(body, top, offset)
        sides = _painted_sides(camera, solid, top, bottom, offset, size)
        _blend(canvas, window, sides, body, 2 * index + 3, solid.opacity)
    mask = np.zeros(size, np.uint8)
    _fill(mask, top, offset)
    face, alpha = _warped_face(camera, solid, offset, size)
    if alpha is not None:
        mask = np.minimum(mask, alpha)
    _blend(canvas, window, face, mask, 2 * index + 2, solid.opacity)
    if alpha is not None:
        return float((mask > 127).sum())
    return whole


def _whole_area(outline: Points, shape: tuple[int, int]) -> float:
    """Return how many pixels an outline covers when nothing cuts it off."""
    low, high = outline.min(axis=0), outline.max(axis=0)
    if (low >= 1).all() and high[0] < shape[1] - 1 and high[1] < shape[0] - 1:
        window = _window(outline, shape, 2)
        assert window is not None
        mask = np.zeros((window.height, window.width), np.uint8)
        _fill(mask, outline, np.array([window.left, window.top], np.float64))
        return float(np.count_nonzero(mask > 127))
    following = np.roll(outline, -1, axis=0)
    cross = outline[:, 0] * following[:, 1] - outline[:, 1] * following[:, 0]
    return abs(float(cross.sum())) / 2


def _warped_face(
    camera: Camera, solid: Solid, offset: Points, size: tuple[int, int]
) -> tuple[Image, Image | None]:
    high, wide = solid.face.shape[:2]
    corners = camera.project(solid.face_corners) - offset
    face = solid.face
    # A picture much larger than it appears is made smaller first, so that it does not flicker.
    extent = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
    shrink = max(float(extent.max()), 2.0) * 1.25 / max(wide, high)
    if shrink < 0.7:
        reduced = (max(2, round(wide * shrink)), max(2, round(high * shrink)))
        face = np.asarray(cv2.resize(face, reduced, interpolation=cv2.INTER_AREA), np.uint8)
        high, wide = face.shape[:2]
    source = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    onto = cv2.getPerspectiveTransform(
        source.astype(np.float32), (corners - 0.5).astype(np.float32)
    )
    border = cv2.BORDER_CONSTANT if face.shape[2] == 4 else cv2.BORDER_REPLICATE
    warped = np.asarray(
        cv2.warpPerspective(
            face, onto, (size[1], size[0]), flags=cv2.INTER_LINEAR, borderMode=border
        ),
        np.uint8,
    )
    if face.shape[2] == 4:
        return np.ascontiguousarray(warped[..., :3]), np.ascontiguousarray(warped[..., 3])
    return warped, None


def _painted_sides(
    camera: Camera,
    solid: Solid,
    top: Points,
    bottom: Points,
    offset: Points,
    size: tuple[int, int],
) -> Image:
    """Paint the sides that face the camera, lighter towards the left as if lit from there."""
    side = np.array(solid.side, np.float64)
    red, green, blue = (int(value) for value in side * 0.72)
    painted = np.full((*size, 3), (red, green, blue), np.uint8)
    step = np.roll(solid.top, -1, axis=0) - solid.top
    outward = np.column_stack([step[:, 1], -step[:, 0]])
    outward = outward / np.maximum(np.linalg.norm(outward, axis=1, keepdims=True), 1e-9)
    towards = camera.position[:2] - solid.top[:, :2]
    for i in np.flatnonzero((outward * towards).sum(axis=1) > 0):
        tone = 0.72 + 0.2 * float(outward[i] @ np.array([-0.8, 0.6]))
        red, green, blue = (int(value) for value in np.clip(side * tone, 0, 255))
        after = (i + 1) % len(top)
        quad = np.array([top[i], top[after], bottom[after], bottom[i]]) - offset - 0.5
        points = np.rint(np.clip(quad, -2e4, 2e4) * 16).astype(np.int32)
        cv2.fillConvexPoly(painted, points, (red, green, blue), cv2.LINE_8, 4)
    return painted


def _blend(
    canvas: Canvas, window: _Window, colours: Image, mask: Image, label: int, opacity: float
) -> None:
    """Put colours where a mask is, brightly lit."""
    area = window.area
    inside = mask > 127
    if not inside.any():
        return
    share = mask if opacity >= 1 else cv2.convertScaleAbs(mask, alpha=opacity)
    weight = np.asarray(share, np.uint16)[..., None]
    below = canvas.albedo[area]
    mixed = (colours * weight + below * (255 - weight) + 127) // 255
    canvas.albedo[area] = mixed.astype(np.uint8)
    labels = canvas.labels[area]
    if opacity < 1:
        through = inside & (labels // 2 != label // 2)  # not its own sides
        canvas.behind[area][through] = labels[through]
    labels[inside] = label
    if opacity < 1:
        return
    for buffer in (*canvas.lit, canvas.open):
        np.maximum(buffer[area], mask, out=buffer[area])


def looked_up(labels: Labels, values: Sequence[float], sides: float, ground: float) -> Field:
    """Return a property of what each pixel shows, shape (H, W).

    Parameters
    ----------
    labels
        Shape (H, W), as those of :class:`Canvas`.
    values
        The property of the top of each solid.
    sides, ground
        That of all sides and of the background.
    """
    table = np.full(2 * len(values) + 2, sides, np.float32)
    table[_BACKGROUND] = ground
    table[2::2] = values
    found: Field = table[labels]
    return found
