"""What makes pictures hard to read, one kind at a time: to train with, and to measure each by itself."""

from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from .scene import Scene


class Hardship(StrEnum):
    """A kind of pictures that are hard to read.

    A photographed screen, a picture or prints in black and white, the lens of a wide angle, glossy faces
    under lamps, a shaken hand, a dark room.
    """

    SCREEN = "screen"
    GREY_PICTURE = "grey-picture"
    GREY_PRINTS = "grey-prints"
    WIDE_ANGLE = "wide-angle"
    GLOSS = "gloss"
    SHAKE = "shake"
    DARK = "dark"


def make_harder(rng: np.random.Generator, scene: "Scene", kind: Hardship) -> "Scene":
    """Return a scene with a hardship.

    Parameters
    ----------
    rng
        Source of chance.
    scene
        Any; its pieces, camera and truth stay.
    kind
        The hardship.
    """
    sensor, pixel = scene.sensor, max(scene.camera.size) / 1600
    made = replace(scene, hardship=kind)
    match kind:
        case Hardship.SCREEN:
            # The picture on it had been developed before: darks are grey, and it is soft.
            sensor = replace(
                sensor,
                moire=float(rng.uniform(0.08, 0.4)),
                black=float(rng.uniform(0.02, 0.12)),
                defocus=max(sensor.defocus, float(rng.uniform(0.5, 1.1)) * pixel),
                contrast=float(rng.uniform(0.3, 0.9)),
            )
        case Hardship.GREY_PICTURE:
            sensor = replace(sensor, saturation=0.0)
        case Hardship.GREY_PRINTS:
            made = replace(made, grey_prints=True)
        case Hardship.WIDE_ANGLE:
            sensor = replace(sensor, distortion=float(rng.uniform(-0.11, 0.05)))
        case Hardship.GLOSS:
            made = replace(made, gloss=float(rng.uniform(2.0, 5.0)))
        case Hardship.SHAKE:
            length, direction = rng.uniform(3, 9) * pixel, rng.uniform(0, np.pi)
            motion = (float(length * np.cos(direction)), float(length * np.sin(direction)))
            sensor = replace(sensor, motion=motion)
        case Hardship.DARK:
            sensor = replace(
                sensor,
                exposure=float(rng.uniform(0.035, 0.09)),
                noise=float(rng.uniform(0.02, 0.045)),
                blotches=float(rng.uniform(0.0, 0.012)),
            )
    return replace(made, sensor=sensor)
