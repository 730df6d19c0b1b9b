"""From a scene to its picture and its annotation."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ...vision.pieces import PieceClass
from ..faces.source import FaceSource
from .annotations import (
    AnnotatedCastle,
    AnnotatedPiece,
    Annotation,
    Conditions,
    ImageFile,
)
from .arrays import Colour, Field, Image, Points
from .camera import Camera
from .canvas import Canvas, blank_canvas, looked_up, paint
from .lights import clipped, ground_grid, lamp_fields, reflections
from .pieces import Piece
from .scene import Scene
from .sensor import balance, compress, develop, distort, frame_mask, total_blur
from .solids import Solid, solid_of
from .tables import Table, draw_table

_FLOOR = -16.0  # a table is 72 cm high
_SIZES = (64, 96, 128, 192, 256, 384)
_SRGB = np.arange(256) / 255.0
_LINEAR: Field = np.where(_SRGB <= 0.04045, _SRGB / 12.92, ((_SRGB + 0.055) / 1.055) ** 2.4).astype(
    np.float32
)


@dataclass(frozen=True)
class Rendered:
    """A picture and what is known about it.

    Attributes
    ----------
    jpeg
        The file.
    annotation
        The truth; its file name is that given to :func:`render`.
    """

    jpeg: bytes
    annotation: Annotation


def render(
    scene: Scene,
    faces: FaceSource,
    rng: np.random.Generator,
    *,
    file: str = "scene.jpg",
    faces_name: str | None = None,
    seed: Sequence[int] | None = None,
) -> Rendered:
    """Take the picture of a scene.

    Parameters
    ----------
    scene
        What to show.
    faces
        The faces of the pieces.
    rng
        Source of noise, scratches and other small things.
    file, faces_name, seed
        What to write into the annotation.
    """
    camera, light, sensor = scene.camera, scene.light, scene.sensor
    solids = _solids(scene, faces, rng)
    canvas = blank_canvas(_background(scene, rng), len(light.lamps))
    paint(canvas, camera, solids, light.lamps)
    linear, white, glare = _lit(scene, canvas, solids, rng)
    factors = balance(linear, white, sensor)
    picture = develop(linear, factors, sensor, rng)
    height, width = picture.shape[:2]
    jpeg = compress(picture, sensor)
    pieces = annotate_pieces(scene, canvas, solids)
    areas = [_area(np.array(piece.quad)) for piece in pieces if piece.kind is PieceClass.TILE]
    annotation = Annotation(
        image=ImageFile(file=file, width=width, height=height),
        pieces=pieces,
        castles=[
            AnnotatedCastle(
                castle=plan.castle, fault=plan.fault, complete=_is_complete(scene, pieces, number)
            )
            for number, plan in enumerate(scene.plans)
        ],
        conditions=Conditions(
            tilt=round(scene.view.tilt, 2),
            tile_px=round(float(np.sqrt(np.median(areas))), 2) if areas else None,
            blur_px=round(total_blur(sensor), 2),
            brightness=round(float(picture[::4, ::4].mean()) / 255, 3),
            cast=round(float(np.log2(np.maximum(white * factors, 1e-6)).std()), 3),
            glare=round(glare, 4),
            noise=round(sensor.noise, 4),
            jpeg=sensor.jpeg,
            table=scene.table.kind,
            hardship=None if scene.hardship is None else scene.hardship.value,
            faces=faces_name,
            seed=None if seed is None else list(seed),
        ),
    )
    return Rendered(jpeg, annotation)


def annotate_pieces(
    scene: Scene, canvas: Canvas, solids: Sequence[Solid], least: float = 0.02
) -> list[AnnotatedPiece]:
    """Return the truth about all pieces of which at least this share is visible.

    What is seen through glass counts as far as that lets light through.

    Parameters
    ----------
    scene
        The scene.
    canvas
        Its painted picture.
    solids
        What was painted, with the index of the piece that each is.
    least
        Pieces that are visible less than that are left out.
    """
    sensor, size = scene.sensor, scene.camera.size
    frame = frame_mask(size, sensor.distortion)
    seen = frame > 0
    shown = np.bincount(canvas.labels[seen], minlength=2 * len(solids) + 2).astype(np.float64)
    for index, solid in enumerate(solids):
        if solid.opacity < 1:
            behind = canvas.behind[seen & (canvas.labels // 2 == index + 1)]
            shown += (1 - solid.opacity) * np.bincount(behind, minlength=len(shown))
    found = []
    for index, solid in enumerate(solids):
        if solid.piece is None or not canvas.whole[index]:
            continue
        visible = min(1.0, float(shown[2 * index + 2]) / canvas.whole[index])
        if visible < least:
            continue
        piece = scene.pieces[solid.piece]
        quad = distort(scene.camera.project(piece.corners()), size, sensor.distortion)
        quad = quad * _shrunk(size, sensor.scale)
        found.append(annotated(piece, quad, visible))
    return found


def annotated(piece: Piece, quad: Points, visible: float) -> AnnotatedPiece:
    """Return the truth about a piece: its corners in pixels, shape (4, 2), and the share that is visible."""
    return AnnotatedPiece(
        kind=piece.kind,
        id=piece.id,
        quad=[[round(float(x), 3), round(float(y), 3)] for x, y in quad],
        castle=piece.castle,
        x=None if piece.place is None else piece.place[0],
        y=None if piece.place is None else piece.place[1],
        turns=piece.turns,
        visible=round(min(visible, 1.0), 4),
    )


def _is_complete(scene: Scene, pieces: Sequence[AnnotatedPiece], number: int) -> bool:
    """Return whether at least half of each tile and throne of a castle is visible."""
    laid = sum(piece.castle == number and piece.place is not None for piece in scene.pieces)
    seen = [piece for piece in pieces if piece.castle == number and piece.x is not None]
    return laid == len(seen) and all((piece.visible or 0) >= 0.5 for piece in seen)


def _shrunk(size: tuple[int, int], scale: float) -> Points:
    """Return by how much width and height change, which are whole numbers of pixels."""
    return np.array([round(size[0] * scale) / size[0], round(size[1] * scale) / size[1]])


def _area(quad: Points) -> float:
    a, b = quad[2] - quad[0], quad[3] - quad[1]
    return abs(float(a[0] * b[1] - a[1] * b[0])) / 2


def _solids(scene: Scene, faces: FaceSource, rng: np.random.Generator) -> list[Solid]:
    """Return everything on the table, the pieces with their faces."""
    tint = rng.uniform(-12, 6)
    edge: Colour = (int(226 + tint), int(221 + tint), int(210 + 1.3 * tint))
    gloss, roughness = rng.uniform(0.02, 0.045), rng.uniform(0.1, 0.34)
    worn = rng.uniform(0, 0.05)
    solids = []
    for index, piece in enumerate(scene.pieces):
        size_px = _size_in_picture(scene.camera, piece)
        face = faces.face(piece.id, size_px)
        if scene.grey_prints:
            face = _in_grey(face)
        face = _printed(face, rng, worn)
        solids.append(solid_of(piece, index, face, edge, gloss * scene.gloss, roughness))
    return [*solids, *scene.clutter]


def _size_in_picture(camera: Camera, piece: Piece) -> int:
    """Return how many pixels high a face should be so that none of its detail is lost."""
    depth = max(float(camera.depth(piece.corners()).min()), 0.3)
    wanted = camera.focal * piece.size[1] / depth
    return next((size for size in _SIZES if size >= wanted), _SIZES[-1])


def _in_grey(face: Image) -> Image:
    grey = cv2.cvtColor(face, cv2.COLOR_RGB2GRAY)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2RGB), np.uint8)


def _printed(face: Image, rng: np.random.Generator, worn: float) -> Image:
    """Return a face as printed, a little lighter or darker and worn at its edges."""
    tone = 1 + rng.normal(0, 0.02)
    printed = cv2.convertScaleAbs(face, alpha=float(min(tone, 1.05)))
    if rng.random() < worn * 6:
        rim = max(1, face.shape[0] // 90)
        cv2.rectangle(printed, (0, 0), (face.shape[1] - 1, face.shape[0] - 1), (214, 208, 198), rim)
    return np.asarray(printed, np.uint8)


def _background(scene: Scene, rng: np.random.Generator) -> Image:
    """Return the table as the camera sees it, and floor and wall where it ends."""
    camera = scene.camera
    width, height = camera.size
    edges = np.column_stack([scene.edges, np.zeros(4)])
    table = _surface(camera, scene.table, 0.0, scene.centre)
    outline = camera.project(clipped(camera, edges))
    mask = np.zeros((height, width), np.uint8)
    points = np.rint(np.clip(outline - 0.5, -3e4, 3e4) * 16).astype(np.int32)
    cv2.fillPoly(mask, [points], 255, cv2.LINE_AA, 4)
    if mask.min() == 255:
        return table
    behind = _surround(scene, rng)
    # The edge of the table top is as thick as a thumb.
    lower = np.column_stack([scene.edges, np.full(4, -0.6)])
    rim = np.zeros((height, width), np.uint8)
    points = np.rint(np.clip(camera.project(clipped(camera, lower)) - 0.5, -3e4, 3e4) * 16)
    cv2.fillPoly(rim, [points.astype(np.int32)], 255, cv2.LINE_AA, 4)
    dark = scene.table.texture[::16, ::16].reshape(-1, 3).mean(axis=0) * 0.55
    behind[rim > 127] = dark.astype(np.uint8)
    return np.asarray(cv2.copyTo(table, np.asarray((mask > 127) * np.uint8(255)), behind), np.uint8)


def _surface(camera: Camera, table: Table, z: float, centre: Points) -> Image:
    texture = table.texture
    depth = max(float(camera.depth(np.array([*centre, z]))), 0.5)
    scale = camera.focal / depth * table.extent / texture.shape[0]
    if scale < 0.7:
        side = max(32, round(texture.shape[0] * scale * 1.2))
        texture = np.asarray(
            cv2.resize(texture, (side, side), interpolation=cv2.INTER_AREA), np.uint8
        )
    unit, half = table.extent / texture.shape[0], table.extent / 2
    onto = np.array([[unit, 0, centre[0] - half], [0, -unit, centre[1] + half], [0, 0, 1.0]])
    shift = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    matrix = shift @ camera.plane(z) @ onto
    return np.asarray(
        cv2.warpPerspective(
            texture, matrix, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT
        ),
        np.uint8,
    )


def _surround(scene: Scene, rng: np.random.Generator) -> Image:
    """Return the floor, a wall above it, and people out of focus."""
    camera = scene.camera
    width, height = camera.size
    small = Camera((width // 4, height // 4), camera.focal / 4, camera.position, camera.rotation)
    floor = _surface(small, draw_table(rng, scene.floor), _FLOOR, scene.centre)
    wall = np.array(rng.uniform(40, 220, 3)).astype(np.uint8)
    rows = np.array([[small.size[0] / 2, row] for row in range(small.size[1])])
    seen = small.on_plane(rows, _FLOOR)
    beyond = (np.linalg.norm(seen - scene.centre, axis=1) > 60) | (
        small.depth(np.column_stack([seen, np.full(len(seen), _FLOOR)])) < 0
    )
    floor[beyond] = wall
    for _ in range(int(rng.integers(0, 4))):
        tone = rng.uniform(20, 200, 3)
        colour = (int(tone[0]), int(tone[1]), int(tone[2]))
        at = (int(rng.integers(small.size[0])), int(rng.uniform(0, 0.3) * small.size[1]))
        axes = (
            int(rng.uniform(0.05, 0.2) * small.size[0]),
            int(rng.uniform(0.1, 0.5) * small.size[1]),
        )
        cv2.ellipse(floor, at, axes, float(rng.normal(0, 15)), 0, 360, colour, -1, cv2.LINE_AA)
    floor = np.asarray(cv2.GaussianBlur(floor, (0, 0), float(rng.uniform(1.0, 4.0))), np.uint8)
    darker = cv2.convertScaleAbs(floor, alpha=float(rng.uniform(0.25, 0.75)))
    return np.asarray(cv2.resize(darker, (width, height), interpolation=cv2.INTER_LINEAR), np.uint8)


def _full_size(field: Field, size: tuple[int, int]) -> Field:
    return np.asarray(cv2.resize(field, size, interpolation=cv2.INTER_LINEAR), np.float32)


def _lit(
    scene: Scene, canvas: Canvas, solids: Sequence[Solid], rng: np.random.Generator
) -> tuple[Field, Points, float]:
    """Light a painted picture.

    Returns
    -------
    tuple
        Linear RGB of shape (H, W, 3); the colour of the light on the subject, shape (3,); the share of the
        pieces' area where reflections outshine the print.
    """
    camera, light = scene.camera, scene.light
    size = camera.size
    linear = np.asarray(cv2.LUT(canvas.albedo, _LINEAR), np.float32)
    fields = lamp_fields(light, camera, scene.centre)
    dimmed = _vignette(fields[0].shape, light.vignetting) if fields else None
    lobes, everywhere, print_mask = _glare(scene, canvas, solids, rng)
    lamps = []
    for number, field in enumerate(fields):
        full = _full_size(field if dimmed is None else field * dimmed, size)
        if number < len(canvas.lit):
            full *= canvas.lit[number].astype(np.float32) * np.float32(1 / 255)
        lamps.append(full)
    opened = canvas.open.astype(np.float32) * np.float32(1 / 255)
    if dimmed is not None:
        opened *= _full_size(dimmed, size)
    mirrored = [_full_size(lobe, size) for lobe in lobes]
    for number, lobe in enumerate(mirrored):
        if number < len(canvas.lit):
            lobe *= canvas.lit[number].astype(np.float32) * np.float32(1 / 255)
    veil = _full_size(everywhere, size)
    falling, thrown_back = [], []
    for channel in range(3):
        light_here = opened * np.float32(light.ambient[channel])
        glare = veil * np.float32(0.8 * light.ambient[channel])
        for lamp, full, lobe in zip(light.lamps, lamps, mirrored, strict=True):
            colour = float(lamp.colour[channel])
            light_here = np.asarray(cv2.scaleAdd(full, colour, light_here), np.float32)
            glare = np.asarray(cv2.scaleAdd(lobe, colour, glare), np.float32)
        falling.append(light_here)
        thrown_back.append(glare)
    linear = np.asarray(cv2.multiply(linear, cv2.merge(falling)), np.float32)
    linear = np.asarray(cv2.add(linear, cv2.merge(thrown_back)), np.float32)
    white = np.array(light.ambient, np.float64)
    for lamp in light.lamps:
        white = white + lamp.power * lamp.colour
    strongest = np.sum(lobes, axis=0) if lobes else np.zeros_like(everywhere)
    outshone = (strongest > 0.15 * float(white.mean())) & print_mask
    share = float(outshone.sum()) / max(int(print_mask.sum()), 1)
    return linear, white, share


def _vignette(shape: tuple[int, ...], strength: float) -> Field:
    y = np.linspace(-1, 1, shape[0], dtype=np.float32)[:, None]
    x = np.linspace(-1, 1, shape[1], dtype=np.float32)[None, :]
    return np.asarray(1 - strength * ((x * x + y * y) / 2) ** 1.3, np.float32)


def _glare(
    scene: Scene, canvas: Canvas, solids: Sequence[Solid], rng: np.random.Generator
) -> tuple[list[Field], Field, NDArray[np.bool_]]:
    """Return what lamps and room throw back from surfaces, for every second pixel, and where pieces are."""
    labels = np.ascontiguousarray(canvas.labels[::2, ::2])
    tops = [solid.gloss for solid in solids]
    gloss = looked_up(labels, tops, 0.0, scene.table.gloss)
    roughness = looked_up(
        labels, [solid.roughness for solid in solids], 0.4, max(scene.table.roughness, 0.01)
    )
    # No tile lies quite level, and cardboard bends: each throws light back its own way.
    slopes = np.dstack(
        [looked_up(labels, list(rng.normal(0, 0.012, len(solids))), 0.0, 0.0) for _ in range(2)]
    )
    pieces = looked_up(labels, [float(solid.piece is not None) for solid in solids], 0.0, 0.0)
    grid = ground_grid(scene.camera, 2)[: labels.shape[0], : labels.shape[1]]
    lobes, everywhere = reflections(scene.light, scene.camera, grid, slopes, gloss, roughness)
    return lobes, everywhere, pieces > 0
