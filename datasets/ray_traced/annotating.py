"""The truth about a ray-traced picture: where each piece is and how much of it can be seen."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from ...vision.pieces import PieceClass
from ..scenes.annotations import (
    AnnotatedCastle,
    AnnotatedPiece,
    Annotation,
    Conditions,
    ImageFile,
)
from ..scenes.arrays import Points
from ..scenes.camera import Camera
from ..scenes.pieces import Piece
from ..scenes.rendering import annotated
from ..scenes.scene import Scene
from ..scenes.sensor import distort

Seeing = Callable[[int, Points], NDArray[np.bool_]]
"""Which of the points of shape (N, 3) of the piece of this index nothing hides from the camera."""

_GRID = 12  # points along each side of a face
_LEAST = 0.02  # of a piece must be visible, as in ..scenes


def visible_share(
    camera: Camera, piece: Piece, index: int, sees: Seeing, distortion: float = 0.0
) -> float:
    """Return the share of a piece's face that a picture shows, 0 to 1.

    Parameters
    ----------
    camera
        From where it is seen.
    piece, index
        The piece, and its index for ``sees``.
    sees
        Tells what other things hide.
    distortion
        That of the lens.
    """
    steps = (np.arange(_GRID) + 0.5) / _GRID - 0.5
    flat = np.dstack(np.meshgrid(steps, steps)).reshape(-1, 2)
    if piece.kind is PieceClass.TOKEN:
        flat = flat[np.linalg.norm(flat, axis=1) <= 0.5]
    points = piece.on_top(flat * piece.size)
    before = camera.depth(points) > 0.05
    seen = distort(camera.project(points), camera.size, distortion)
    inside = (before & (seen >= 0).all(axis=1) & (seen <= camera.size).all(axis=1)).nonzero()[0]
    if not len(inside):
        return 0.0
    # Faces are foreshortened, so that far halves count less.
    weight = 1 / np.maximum(camera.depth(points), 0.05) ** 3
    return float(weight[inside[sees(index, points[inside])]].sum() / weight.sum())


def annotate_pieces(scene: Scene, sees: Seeing, distortion: float = 0.0) -> list[AnnotatedPiece]:
    """Return the truth about all pieces of which at least two percent are visible."""
    found = []
    for index, piece in enumerate(scene.pieces):
        share = visible_share(scene.camera, piece, index, sees, distortion)
        if share < _LEAST or (scene.camera.depth(piece.corners()) < 0.05).any():
            continue
        quad = distort(scene.camera.project(piece.corners()), scene.camera.size, distortion)
        found.append(annotated(piece, quad, share))
    return found


def annotate(
    scene: Scene,
    pieces: Sequence[AnnotatedPiece],
    conditions: Conditions,
    file: str,
) -> Annotation:
    """Return the annotation of a picture.

    Parameters
    ----------
    scene
        What lies there.
    pieces
        The truth about its pieces, from :func:`annotate_pieces`.
    conditions
        How the picture was taken.
    file
        The picture's file.
    """
    width, height = scene.camera.size
    return Annotation(
        image=ImageFile(file=file, width=width, height=height),
        pieces=list(pieces),
        castles=[
            AnnotatedCastle(
                castle=plan.castle, fault=plan.fault, complete=_is_complete(scene, pieces, number)
            )
            for number, plan in enumerate(scene.plans)
        ],
        conditions=conditions,
    )


def tile_size(pieces: Sequence[AnnotatedPiece]) -> float | None:
    """Return the median of the roots of the tiles' areas in pixels, None where there is no tile."""
    areas = []
    for piece in pieces:
        if piece.kind is PieceClass.TILE:
            x, y = np.array(piece.quad).T
            areas.append(abs(float((x * np.roll(y, -1) - y * np.roll(x, -1)).sum())) / 2)
    return round(float(np.sqrt(np.median(areas))), 2) if areas else None


def _is_complete(scene: Scene, pieces: Sequence[AnnotatedPiece], number: int) -> bool:
    laid = sum(piece.castle == number and piece.place is not None for piece in scene.pieces)
    seen = [piece for piece in pieces if piece.castle == number and piece.x is not None]
    return laid == len(seen) and all((piece.visible or 0) >= 0.5 for piece in seen)
