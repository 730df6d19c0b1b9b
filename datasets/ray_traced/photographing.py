"""From a look to a picture and its annotation."""

from dataclasses import dataclass

import numpy as np

from ..faces.source import FaceSource
from ..scenes.annotations import Annotation, Conditions
from .annotating import annotate, annotate_pieces, tile_size
from .development import compress, develop
from .lighting import light_on_white
from .looks import Look
from .studio import Quality, trace


@dataclass(frozen=True)
class Photograph:
    """A picture as a JPEG file, and the truth about it."""

    jpeg: bytes
    annotation: Annotation


def photograph(
    look: Look,
    faces: FaceSource,
    seed: tuple[int, int],
    quality: Quality,
    *,
    file: str,
    faces_name: str,
) -> Photograph:
    """Take the picture of a look.

    Parameters
    ----------
    look
        What to show.
    faces
        The faces of the pieces.
    seed
        The seed and the number of the scene.
    quality
        How much work to do.
    file, faces_name
        What to write into the annotation.
    """
    exposure = trace(look, faces, (*seed, 2), quality)
    development = look.development
    picture, factors = develop(exposure.light, development, np.random.default_rng((*seed, 3)))
    pieces = annotate_pieces(look.scene, exposure.sees, development.distortion)
    white = np.maximum(light_on_white(look.lighting) * factors, 1e-6)
    conditions = Conditions(
        tilt=round(look.scene.view.tilt, 2),
        tile_px=tile_size(pieces),
        brightness=round(float(picture[::4, ::4].mean()) / 255, 3),
        cast=round(float(np.log2(white).std()), 3),
        noise=round(development.noise, 4),
        jpeg=development.jpeg,
        table=look.table,
        faces=faces_name,
        seed=list(seed),
    )
    annotation = annotate(look.scene, pieces, conditions, file)
    return Photograph(compress(picture, development), annotation)
