"""What lens, sensor and the phone's software do to light on its way into a JPEG file."""

from dataclasses import dataclass, replace
from statistics import NormalDist

import cv2
import numpy as np
from numpy.typing import ArrayLike

from .arrays import Field, Image, Points, as_image

_NORMAL = NormalDist()

# In pixels of pictures 1600 wide.
_MOST_SHAKE = 4.0
_MOST_DEFOCUS = 1.8

_BRIGHT = 0.35  # in linear light, from where on exposures are fused
_REGION = 1 / 40  # of the longer side: how far around brightness is taken together


@dataclass(frozen=True)
class Sensor:
    """How a picture is developed.

    Attributes
    ----------
    distortion
        How much further out (below 0: in) the corners of the picture look, as a share.
    defocus
        Standard deviation of the lens blur in pixels.
    depth_blur
        Further blur of what is nearer or farther than the middle, in pixels at the picture's edge.
    motion
        Shape (2,): by how many pixels the camera moved.
    adaptation
        How much of the colour of the light the white balance undoes, 0 to 1.
    balance
        Shape (3,): errors of the white balance as factors.
    exposure
        Mean brightness that it aims at, in linear light.
    fusion
        How far what is bright is darkened, as phones do by fusing exposures: from 0, which leaves it, to 1,
        which makes it all alike.
    contrast
        0 for none, 1 for a strong S.
    saturation
        1 leaves colours as they are.
    black
        How much grey veils black, 0 to 1 in sRGB.
    noise
        Standard deviation of noise at middle grey in linear light.
    blotches
        That of the coarse coloured noise of phones in the dark.
    sharpening
        0 for none.
    jpeg, subsampled
        JPEG quality, and whether colours have half the resolution.
    scale
        By how much the picture is made smaller.
    moire
        How strongly the pixels of a screen show, of which the picture was taken: 0 for no screen, 1 where
        they go out between each other.
    """

    distortion: float = 0.0
    defocus: float = 0.0
    depth_blur: float = 0.0
    motion: tuple[float, float] = (0.0, 0.0)
    adaptation: float = 1.0
    balance: tuple[float, float, float] = (1.0, 1.0, 1.0)
    exposure: float = 0.2
    fusion: float = 0.0
    contrast: float = 0.3
    saturation: float = 1.0
    black: float = 0.0
    noise: float = 0.01
    blotches: float = 0.0
    sharpening: float = 0.3
    jpeg: int = 90
    subsampled: bool = True
    scale: float = 1.0
    moire: float = 0.0


def draw_sensor(rng: np.random.Generator, longer_side: int) -> Sensor:
    """Draw how a picture is developed, from well to badly, for pictures of this size in pixels."""
    pixel = longer_side / 1600
    poor = float(rng.choice((0.3, 1.0, 1.8), p=(0.5, 0.33, 0.17)))
    moved = abs(rng.normal(0, 4 * poor * pixel)) if rng.random() < 0.3 else 0.0
    direction = rng.uniform(0, np.pi)
    adaptation = (rng.uniform(0.8, 1.05), rng.uniform(0.4, 0.8), rng.uniform(0.0, 0.4))[
        rng.choice(3, p=(0.44, 0.32, 0.24))
    ]
    red, green, blue = np.exp(rng.normal(0, 0.06 if rng.random() < 0.62 else 0.24, 3))
    return Sensor(
        distortion=float(rng.normal(0, 0.012)) if rng.random() < 0.5 else 0.0,
        defocus=float(abs(rng.normal(0, 1.1 * poor)) * pixel + 0.35),
        depth_blur=float(rng.uniform(0.8, 3.5) * pixel) if rng.random() < 0.2 else 0.0,
        motion=(float(moved * np.cos(direction)), float(moved * np.sin(direction))),
        adaptation=float(adaptation),
        balance=(float(red / green), 1.0, float(blue / green)),
        exposure=float(0.24 * np.exp(rng.normal(0, 0.38))),
        contrast=float(rng.uniform(0.0, 0.8)),
        saturation=float(np.clip(rng.normal(1.08, 0.18), 0.5, 1.6)),
        black=float(abs(rng.normal(0, 0.02))),
        noise=float(np.exp(rng.uniform(np.log(0.004), np.log(0.05))) * poor**0.5),
        blotches=float(abs(rng.normal(0, 0.012 * poor))) if rng.random() < 0.5 else 0.0,
        sharpening=float(rng.uniform(0.0, 1.1)),
        jpeg=int(np.clip(rng.normal(84, 13), 28, 98)),
        subsampled=bool(rng.random() < 0.8),
        scale=float(rng.uniform(0.5, 0.95)) if rng.random() < 0.18 else 1.0,
    )


def as_people_keep(rng: np.random.Generator, sensor: Sensor, longer_side: int) -> Sensor:
    """Return a sensor as of photos that people keep: hardly shaken, focused, and no part burnt out.

    Phones of the last ten years fuse exposures and steady the lens; of what went wrong all the same, people
    see it at once and take another one.

    Parameters
    ----------
    rng
        Source of chance.
    sensor
        Any, as :func:`draw_sensor` returns it.
    longer_side
        Of the picture in pixels.
    """
    pixel = longer_side / 1600
    shake = float(np.hypot(*sensor.motion))
    steadied = min(1.0, _MOST_SHAKE * pixel / shake) if shake > 0 else 1.0
    return replace(
        sensor,
        motion=(sensor.motion[0] * steadied, sensor.motion[1] * steadied),
        defocus=min(sensor.defocus, _MOST_DEFOCUS * pixel + 0.35),
        fusion=float(rng.uniform(0.5, 0.9)),
    )


def total_blur(sensor: Sensor) -> float:
    """Return the standard deviation of all blur together, in pixels of the finished picture."""
    moved = float(np.hypot(*sensor.motion))
    return float(np.hypot(sensor.defocus, moved / np.sqrt(12)) * sensor.scale)


def undistort(points: ArrayLike, size: tuple[int, int], distortion: float) -> Points:
    """Return where a pinhole camera sees what the lens shows at points of shape (..., 2), in pixels."""
    centre = np.array(size) / 2
    offset = np.asarray(points, np.float64) - centre
    squared = (offset**2).sum(axis=-1, keepdims=True) / (centre**2).sum()
    return np.asarray(centre + offset * (1 + distortion * squared) / (1 + max(distortion, 0.0)))


def distort(points: ArrayLike, size: tuple[int, int], distortion: float) -> Points:
    """Return where the lens shows what a pinhole camera sees at points of shape (..., 2), in pixels."""
    wanted = np.asarray(points, np.float64)
    if distortion == 0:
        return wanted
    centre = np.array(size) / 2
    found = wanted.copy()
    for _ in range(12):
        # Far outside the picture, where the lens would fold, it goes on as at one and a half its radius.
        squared = np.minimum(
            ((found - centre) ** 2).sum(axis=-1, keepdims=True) / (centre**2).sum(), 2.25
        )
        factor = (1 + distortion * squared) / (1 + max(distortion, 0.0))
        found = centre + (wanted - centre) / factor
    return found


def frame_mask(size: tuple[int, int], distortion: float) -> Image:
    """Return which pixels of the pinhole picture the lens shows, shape (H, W), 0 or 255."""
    width, height = size
    mask = np.full((height, width), 255, np.uint8)
    if distortion == 0:
        return mask
    t = np.linspace(0, 1, 60)[:, None]
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    edge = np.concatenate(
        [a + (b - a) * t for a, b in zip(corners, np.roll(corners, -1, 0), strict=True)]
    )
    mask[:] = 0
    outline = np.rint((undistort(edge, size, distortion) - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(mask, [outline], 255, cv2.LINE_AA, 4)
    return np.asarray((mask > 127) * np.uint8(255), np.uint8)


def _through_lens(light: Field, distortion: float) -> Field:
    if distortion == 0:
        return light
    height, width = light.shape[:2]
    x = (np.arange(width, dtype=np.float32) + np.float32(0.5 - width / 2))[None, :]
    y = (np.arange(height, dtype=np.float32) + np.float32(0.5 - height / 2))[:, None]
    # As undistort has it.
    reach = (width**2 + height**2) / 4
    factor = (x * x + y * y) * np.float32(distortion / reach) + np.float32(1)
    factor /= np.float32(1 + max(distortion, 0.0))
    columns = x * factor + np.float32(width / 2 - 0.5)
    rows = y * factor + np.float32(height / 2 - 0.5)
    moved = cv2.remap(light, columns, rows, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, np.float32)


def _blurred(light: Field, sensor: Sensor) -> Field:
    result = light
    if sensor.defocus > 0.3:
        result = np.asarray(cv2.GaussianBlur(result, (0, 0), sensor.defocus), np.float32)
    if sensor.depth_blur > 0:
        small = cv2.resize(result, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        small = cv2.GaussianBlur(small, (0, 0), sensor.depth_blur / 2)
        height, width = light.shape[:2]
        soft = np.asarray(cv2.resize(small, (width, height)), np.float32)
        weight = np.abs(np.linspace(-1, 1, height, dtype=np.float32))[:, None, None] ** 1.2
        result = np.asarray(result + (soft - result) * weight, np.float32)
    moved = float(np.hypot(*sensor.motion))
    if moved > 1:
        reach = int(np.ceil(moved / 2)) + 1
        kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
        half = np.array(sensor.motion) / 2
        first = np.rint((reach - half) * 16).astype(int)
        last = np.rint((reach + half) * 16).astype(int)
        line = np.zeros(kernel.shape, np.uint8)
        cv2.line(
            line, (int(first[0]), int(first[1])), (int(last[0]), int(last[1])), 255, 1,
            cv2.LINE_AA, 4,
        )  # fmt: skip
        kernel = line.astype(np.float32) / float(line.sum())
        result = np.asarray(cv2.filter2D(result, -1, kernel), np.float32)
    return result


def _tones(sensor: Sensor) -> Image:
    """Return the sRGB value for each of 256 square roots of linear light."""
    linear = np.linspace(0, 1, 256) ** 2
    srgb = np.where(linear <= 0.0031308, 12.92 * linear, 1.055 * linear ** (1 / 2.4) - 0.055)
    curve = srgb * srgb * (3 - 2 * srgb)
    toned = srgb + 0.6 * sensor.contrast * (curve - srgb)
    return as_image(255 * (sensor.black + (1 - sensor.black) * toned))


def balance(light: Field, ambient: Points, sensor: Sensor) -> Points:
    """Return the factors for red, green and blue that expose a picture, shape (3,).

    Parameters
    ----------
    light
        Shape (H, W, 3), linear.
    ambient
        Shape (3,): the colour of the light, which the white balance takes for white.
    sensor
        Its adaptation, errors and exposure.
    """
    white = (ambient / ambient[1]) ** -sensor.adaptation * np.array(sensor.balance)
    white = np.clip(white, 0.25, 5.0)
    sample = light[::8, ::8].reshape(-1, 3) * white
    brightness = np.minimum(sample.mean(axis=1), 3 * np.median(sample.mean(axis=1)) + 1e-6).mean()
    bright = float(np.percentile(sample.max(axis=1), 97)) + 1e-6
    gain = min(sensor.exposure / max(float(brightness), 1e-6), 1.6 / bright)
    return np.asarray(white * gain)


def develop(light: Field, factors: Points, sensor: Sensor, rng: np.random.Generator) -> Image:
    """Turn light into a picture as it is before it is compressed.

    Parameters
    ----------
    light
        Shape (H, W, 3), linear, as a pinhole camera sees it.
    factors
        Shape (3,): those of :func:`balance`.
    sensor
        Lens, noise and tones.
    rng
        Source of noise.

    Returns
    -------
    ndarray
        Shape (H', W', 3), RGB in sRGB, uint8; smaller than the light where the sensor's scale says so.
    """
    seen = _blurred(_through_lens(light, sensor.distortion), sensor)
    height, width = seen.shape[:2]
    seen = np.asarray(cv2.transform(seen, np.diag(factors)), np.float32)
    if sensor.fusion > 0:
        seen = _fused(seen, sensor.fusion)
    if sensor.moire > 0:
        seen = np.asarray(seen * screen_light(rng, (height, width), sensor.moire), np.float32)
    # Photons come by chance, so that noise grows with the root of light: it is even in the root.
    root = np.asarray(cv2.sqrt(seen), np.float32)
    sigma = sensor.noise / (2 * np.sqrt(0.18))
    root = np.asarray(cv2.add(root, _sensor_noise(rng, (height, width), sigma)), np.float32)
    if sensor.blotches:
        grid = rng.standard_normal((height // 12 + 2, width // 12 + 2, 3), dtype=np.float32)
        grid *= np.float32(sensor.blotches / (2 * np.sqrt(0.18)))
        coarse = cv2.resize(grid, (width, height), interpolation=cv2.INTER_LINEAR)
        root = np.asarray(cv2.add(root, coarse), np.float32)
    np.maximum(root, 0, out=root)
    levels = np.asarray(cv2.convertScaleAbs(root, alpha=255.0), np.uint8)
    picture = np.asarray(cv2.LUT(levels, _tones(sensor)), np.uint8)
    if abs(sensor.saturation - 1) > 0.02:
        grey = (1 - sensor.saturation) * np.array([[0.3, 0.59, 0.11]] * 3)
        matrix = grey + sensor.saturation * np.eye(3)
        picture = np.asarray(cv2.transform(picture, matrix), np.uint8)
    if sensor.sharpening > 0.05:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.1)
        amount = sensor.sharpening
        picture = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
    if sensor.scale < 1:
        size = (round(width * sensor.scale), round(height * sensor.scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    return picture


def _fused(light: Field, strength: float) -> Field:
    """Darken bright regions, each as a whole, so that their contrast remains.

    References
    ----------
    S. Hasinoff and others, Burst photography for high dynamic range and low-light imaging on mobile cameras
    (2016), section 6, for what phones do; F. Durand and J. Dorsey, Fast bilateral filtering for the display
    of high-dynamic-range images (2002), for the compression of the base.
    """
    height, width = light.shape[:2]
    less = 16
    shape = (max(1, width // less), max(1, height // less))
    small = cv2.resize(light, shape, interpolation=cv2.INTER_AREA).max(axis=2)
    base = cv2.GaussianBlur(small, (0, 0), max(width, height) * _REGION / less)
    gain = (np.maximum(base, _BRIGHT) / _BRIGHT) ** -strength
    return np.asarray(light * cv2.resize(gain, (width, height))[..., None], np.float32)


def screen_light(rng: np.random.Generator, shape: tuple[int, int], strength: float) -> Field:
    """Return how much light each pixel of a picture gets when a white screen is photographed.

    The pixels of the screen are about as wide as those of the picture, each with a red, a green and a blue
    stripe. Taken at the middle of each pixel, both grids beat against one another: moire.

    Parameters
    ----------
    rng
        Source of chance: how wide the screen's pixels are and how it stands.
    shape
        Height and width of the picture.
    strength
        By how much light is more or less than 1, at most.

    Returns
    -------
    ndarray
        Shape (H, W, 3), linear; less than 1 on average, since there is dark between pixels.
    """
    height, width = shape
    pitch = rng.uniform(0.8, 2.4)  # of the screen, in pixels of the picture
    angle, lean = rng.normal(0, 0.06), rng.normal(0, 0.05, 2)
    x = (np.arange(width, dtype=np.float32) / np.float32(width) - np.float32(0.5))[None, :]
    y = (np.arange(height, dtype=np.float32) / np.float32(height) - np.float32(0.5))[:, None]
    nearness = 1 + np.float32(lean[0]) * x + np.float32(lean[1]) * y  # the screen stands aslant
    across = (np.cos(angle) * width * x + np.sin(angle) * height * y) / (pitch * nearness)
    along = (np.cos(angle) * height * y - np.sin(angle) * width * x) / (pitch * nearness)
    rows = 1 + 0.5 * np.cos(2 * np.pi * along)
    pattern = [
        (1 + np.cos(2 * np.pi * (across - stripe / 3))) * (rows / 1.5) - 1 for stripe in range(3)
    ]
    return np.asarray(1 + strength * np.dstack(pattern), np.float32)


def _sensor_noise(rng: np.random.Generator, shape: tuple[int, int], sigma: float) -> Field:
    """Return noise of this standard deviation, shape (H, W, 3): quick, from random bytes."""
    steps = (np.arange(256) + 0.5) / 256
    table = np.array([_NORMAL.inv_cdf(step) for step in steps], np.float32)
    height, width = shape
    raw = np.frombuffer(rng.bytes(height * width * 3), np.uint8).reshape(height, width, 3)
    # The sensor sees one colour per pixel; the others are made up from the neighbours.
    noise = cv2.LUT(raw, table * np.float32(1.6 * sigma))
    return np.asarray(cv2.GaussianBlur(noise, (3, 3), 0.6), np.float32)


def compress(picture: Image, sensor: Sensor) -> bytes:
    """Return a picture of shape (H, W, 3), RGB, as a JPEG file."""
    sampling = (
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420
        if sensor.subsampled
        else cv2.IMWRITE_JPEG_SAMPLING_FACTOR_444
    )
    options = [cv2.IMWRITE_JPEG_QUALITY, sensor.jpeg, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, sampling]
    done, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), options)
    assert done
    return data.tobytes()
