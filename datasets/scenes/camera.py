"""The pinhole camera, and from where photographs of castles are taken."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from .arrays import Points


@dataclass(frozen=True)
class Camera:
    """A pinhole camera above the table.

    Attributes
    ----------
    size
        Width and height of the picture in pixels.
    focal
        Focal length in pixels.
    position
        Shape (3,), in tiles.
    rotation
        Shape (3, 3): from the table's axes to the camera's (right, down, forward).
    """

    size: tuple[int, int]
    focal: float
    position: Points
    rotation: Points

    def depth(self, points: ArrayLike) -> Points:
        """Return how far points of shape (..., 3) lie in front of the camera, in tiles."""
        seen = (np.asarray(points, np.float64) - self.position) @ self.rotation.T
        return np.asarray(seen[..., 2])

    def project(self, points: ArrayLike) -> Points:
        """Return where points of shape (..., 3) appear, shape (..., 2) in pixels."""
        seen = (np.asarray(points, np.float64) - self.position) @ self.rotation.T
        with np.errstate(divide="ignore", invalid="ignore"):
            flat: Points = seen[..., :2] / seen[..., 2:] * self.focal + np.array(self.size) / 2
        return flat

    def plane(self, z: float = 0.0) -> Points:
        """Return the homography from the plane at this height to pixels, shape (3, 3)."""
        intrinsic = np.array(
            [[self.focal, 0, self.size[0] / 2], [0, self.focal, self.size[1] / 2], [0, 0, 1.0]]
        )
        shift = self.rotation @ (np.array([0, 0, z]) - self.position)
        return np.asarray(intrinsic @ np.column_stack([self.rotation[:, :2], shift]))

    def on_plane(self, pixels: ArrayLike, z: float = 0.0) -> Points:
        """Return the points of a plane that pixels of shape (..., 2) show, shape (..., 2)."""
        pixel = np.asarray(pixels, np.float64)
        inverse = np.linalg.inv(self.plane(z))
        point = pixel @ inverse[:, :2].T + inverse[:, 2]
        with np.errstate(divide="ignore", invalid="ignore"):
            flat: Points = point[..., :2] / point[..., 2:]
        return flat


@dataclass(frozen=True)
class View:
    """From where a photograph is taken.

    Attributes
    ----------
    size
        Width and height of the picture in pixels.
    tilt
        Degrees between the line of sight and the vertical: 0 is straight down.
    focal
        Focal length as a share of the longer side.
    roll
        Degrees by which the camera is turned about its line of sight.
    filled
        Share of the width or height, whichever is fuller, that the subject takes; over 1 cuts it off.
    shift
        Where the middle of the subject appears, in widths and heights from the middle of the picture.
    """

    size: tuple[int, int]
    tilt: float
    focal: float
    roll: float = 0.0
    filled: float = 0.9
    shift: tuple[float, float] = (0.0, 0.0)


@dataclass(frozen=True)
class ViewRange:
    """Among which views to draw.

    Attributes
    ----------
    tilts
        Lowest and highest tilt in degrees.
    focal
        Lowest and highest focal length as a share of the longer side.
    filled
        Lowest and highest share of the picture that the subject takes.
    """

    tilts: tuple[float, float] = (0.0, 60.0)
    focal: tuple[float, float] = (0.45, 1.1)
    filled: tuple[float, float] = (0.3, 1.4)


def draw_view(
    rng: np.random.Generator, limits: ViewRange | None = None, longer_side: int = 1600
) -> View:
    """Draw a view as people take them, fitted to 70 observed photographs and reaching beyond them.

    Those have tilts of 0 to 38 degrees (median 10), focal lengths of 0.6 to 0.93 of the longer side, and
    fill two thirds to all of the picture. Others are taken seated, at 30 to 50 degrees, or from afar.
    """
    limits = limits or ViewRange()
    kind = rng.choice(3, p=(0.3, 0.4, 0.3))
    tilt = (abs(rng.normal(0, 6)), rng.uniform(8, 34), rng.uniform(30, 60))[kind]
    framing = rng.choice(3, p=(0.79, 0.12, 0.09))
    filled = (rng.uniform(0.74, 1.04), rng.uniform(0.3, 0.7), rng.uniform(1.0, 1.4))[framing]
    roll = rng.normal(0, 2.0) if rng.random() < 0.85 else rng.uniform(-14, 14)
    shape = ((4, 3), (3, 4), (1, 1), (16, 9), (9, 16))[
        rng.choice(5, p=(0.42, 0.26, 0.16, 0.08, 0.08))
    ]
    scale = longer_side / max(shape)
    return View(
        size=(round(shape[0] * scale), round(shape[1] * scale)),
        tilt=float(np.clip(tilt, *limits.tilts)),
        focal=float(np.clip(0.7 * np.exp(rng.normal(0, 0.19)), *limits.focal)),
        roll=float(roll),
        filled=float(np.clip(filled, *limits.filled)),
        shift=(float(rng.normal(0, 0.035)), float(rng.normal(0, 0.035))),
    )


def aim(view: View, subject: ArrayLike) -> Camera:
    """Place a camera so that it sees a subject the way a view says.

    Parameters
    ----------
    view
        The tilt, focal length, roll and framing.
    subject
        Shape (N, 3): points that must be framed, in tiles.
    """
    points = np.asarray(subject, np.float64)
    low, high = points[:, :2].min(axis=0), points[:, :2].max(axis=0)
    target = (low + high) / 2
    extent = max(float(np.linalg.norm(high - low)), 0.1)
    size = np.array(view.size)
    # A subject that is cut off is framed by its middle, so that it never reaches behind the camera.
    shrink = min(1.0, 0.9 / view.filled)
    middle = np.array([*target, 0.0])
    framed, filled = middle + (points - middle) * shrink, view.filled * shrink
    camera = _look(view, target, extent)
    for _ in range(6):
        near, far = np.log(0.15 * extent), np.log(60.0 * extent)
        for _ in range(22):
            distance = (near + far) / 2
            camera = _look(view, target, float(np.exp(distance)))
            if _filling(camera, framed) > filled:
                near = distance
            else:
                far = distance
        seen = camera.project(framed)
        middle_seen = (seen.min(axis=0) + seen.max(axis=0)) / 2
        wanted = size / 2 + np.array(view.shift) * size
        target = target + camera.on_plane(middle_seen) - camera.on_plane(wanted)
    return camera


def _filling(camera: Camera, points: Points) -> float:
    if (camera.depth(points) < 0.3).any():
        return np.inf
    return float((np.ptp(camera.project(points), axis=0) / np.array(camera.size)).max())


def _look(view: View, target: Points, distance: float) -> Camera:
    tilt, roll = np.radians(view.tilt), np.radians(view.roll)
    forward = np.array([0.0, np.sin(tilt), -np.cos(tilt)])
    right = np.array([1.0, 0.0, 0.0])
    down = np.cross(forward, right)
    turned = np.array(
        [
            np.cos(roll) * right + np.sin(roll) * down,
            np.cos(roll) * down - np.sin(roll) * right,
            forward,
        ]
    )
    position = np.array([*target, 0.0]) - forward * distance
    return Camera(view.size, view.focal * max(view.size), position, turned)


def scaled(camera: Camera, factor: float) -> Camera:
    """Return the camera of the same picture with this many times as many pixels along each side."""
    width, height = camera.size
    return replace(
        camera, size=(round(width * factor), round(height * factor)), focal=camera.focal * factor
    )
