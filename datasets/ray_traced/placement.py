"""From the camera of the scenes to Blender's."""

import numpy as np

from ..scenes.arrays import Points
from ..scenes.camera import Camera


def camera_matrix(camera: Camera) -> Points:
    """Return where Blender's camera stands, shape (4, 4): it looks down its z axis, with y upward."""
    right, down, forward = camera.rotation
    matrix = np.eye(4)
    matrix[:3, 0], matrix[:3, 1], matrix[:3, 2] = right, -down, -forward
    matrix[:3, 3] = camera.position
    return matrix
