"""How a phone makes a picture of light: metering, white balance, noise, tones, sharpening, JPEG."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from ..scenes.arrays import Field, Image, Points, as_image
from ..scenes.lights import black_body
from ..scenes.sensor import undistort

_LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)


@dataclass(frozen=True)
class Development:
    """How a picture is developed.

    Attributes
    ----------
    distortion
        As that of :class:`..scenes.sensor.Sensor`.
    tones
        One of :data:`TONES`.
    metering_error
        By how many stops the exposure misses.
    adaptation
        How much of a warm or cold colour of the light the white balance undoes, 0 to 1.
    tint
        Shape (3,): what the white balance misses otherwise, as factors.
    local
        How much large contrasts are evened out, as phones do for people before windows: 0 to 1.
    noise
        Standard deviation at middle grey in linear light.
    smoothing
        How much the phone wipes noise off, 0 to 1, and detail with it.
    saturation
        1 leaves colours as they are.
    sharpening
        0 for none.
    vignetting
        How much darker corners are, 0 to 1.
    veil
        Light that the lens scatters over the whole picture, as a share of its mean.
    shake
        Shape (2,): by how many pixels the camera moved.
    jpeg
        Quality.
    """

    distortion: float = 0.0
    tones: str = "phone"
    metering_error: float = 0.0
    adaptation: float = 0.9
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    local: float = 0.4
    noise: float = 0.01
    smoothing: float = 0.3
    saturation: float = 1.05
    sharpening: float = 0.6
    vignetting: float = 0.1
    veil: float = 0.01
    shake: tuple[float, float] = (0.0, 0.0)
    jpeg: int = 90


def draw_development(rng: np.random.Generator, brightness: float, pixel: float) -> Development:
    """Draw how a picture is developed.

    Parameters
    ----------
    rng
        Source of chance.
    brightness
        That of :class:`.lighting.Lighting`: in the dark there is noise, and pictures are shaken.
    pixel
        The longer side in units of 1600 pixels.
    """
    dark = 1 - brightness
    moved = (
        abs(rng.normal(0, 1.0 + 3.0 * dark**2)) * pixel if rng.random() < 0.15 + 0.3 * dark else 0.0
    )
    direction = rng.uniform(0, np.pi)
    red, _, blue = np.exp(rng.normal(0, 0.035, 3))
    return Development(
        distortion=float(rng.normal(0, 0.008)) if rng.random() < 0.5 else 0.0,
        tones=str(rng.choice(list(TONES))),
        metering_error=float(rng.normal(0, 0.28)),
        adaptation=float(
            rng.choice((rng.uniform(0.75, 1.0), rng.uniform(0.35, 0.75)), p=(0.7, 0.3))
        ),
        tint=(float(red), 1.0, float(blue)),
        local=float(rng.uniform(0.1, 0.7)),
        noise=float(0.003 + 0.03 * dark**3 * np.exp(rng.normal(0, 0.4))),
        smoothing=float(np.clip(0.15 + 0.6 * dark + rng.normal(0, 0.12), 0, 0.9)),
        saturation=float(np.clip(rng.normal(1.08, 0.1), 0.8, 1.35)),
        sharpening=float(rng.uniform(0.25, 1.3)),
        vignetting=float(rng.uniform(0.0, 0.25)),
        veil=float(abs(rng.normal(0, 0.015))),
        shake=(float(moved * np.cos(direction)), float(moved * np.sin(direction))),
        jpeg=int(np.clip(rng.normal(88, 7), 55, 97)),
    )


def develop(
    light: Field, development: Development, rng: np.random.Generator
) -> tuple[Image, Points]:
    """Develop a picture.

    Parameters
    ----------
    light
        Shape (H, W, 3): linear RGB as a pinhole camera sees it, of any brightness.
    development
        How.
    rng
        Source of noise.

    Returns
    -------
    tuple
        The picture, shape (H, W, 3), RGB in sRGB, and the factors by which its red, green and blue were
        multiplied, shape (3,).
    """
    seen = through_lens(light, development)
    seen = seen + np.float32(development.veil) * seen.mean(axis=(0, 1))
    white = white_balance(seen, development.adaptation) * np.array(development.tint)
    balanced = (seen * white.astype(np.float32)).astype(np.float32)
    evened = even_out(balanced, development.local)
    gain = exposure(evened, TONES[development.tones], development.metering_error)
    exposed = evened * np.float32(gain)
    exposed = _noisy(exposed, development, rng)
    picture = TONES[development.tones](exposed)
    grey = (picture @ _LUMA)[..., None]
    rich = grey + np.float32(development.saturation) * (picture - grey)
    picture = _wiped(np.clip(rich, 0, 1).astype(np.float32), development.smoothing)
    sigma = 1.0 * max(light.shape[:2]) / 1600
    halo = picture - cv2.GaussianBlur(picture, (0, 0), sigma)
    # Phones sharpen edges, not noise, and hold halos back.
    halo = np.sign(halo) * np.maximum(np.abs(halo) - 0.004, 0)
    picture = picture + np.float32(development.sharpening) * np.clip(halo, -0.1, 0.1)
    return as_image(255 * np.asarray(picture)), np.asarray(white * gain)


def through_lens(light: Field, development: Development) -> Field:
    """Return what reaches the sensor: bent, darker towards the corners, and shaken."""
    height, width = light.shape[:2]
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) + np.float32(0.5)
    result = light
    if development.distortion:
        at = undistort(np.dstack([x, y]), (width, height), development.distortion) - 0.5
        places = at.astype(np.float32)
        bent = cv2.remap(
            light, places[..., 0], places[..., 1], cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
        )
        result = np.maximum(np.asarray(bent, np.float32), 0)
    away = ((x / width - 0.5) ** 2 + (y / height - 0.5) ** 2) * 2
    result = result * (1 - np.float32(development.vignetting) * away**1.4)[..., None]
    moved = float(np.hypot(*development.shake))
    if moved > 1:
        steps = int(np.ceil(moved)) + 1
        total = np.zeros_like(result)
        for share in np.linspace(-0.5, 0.5, steps):
            dx, dy = (share * part for part in development.shake)
            onto = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
            total += cv2.warpAffine(result, onto, (width, height), borderMode=cv2.BORDER_REPLICATE)
        result = total / np.float32(steps)
    return np.asarray(result, np.float32)


def white_balance(light: Field, adaptation: float) -> Points:
    """Return factors for red, green and blue as phones choose them, shape (3,); that of green is 1.

    The colour of the light is guessed from the picture (shades of grey) and taken for that of a glowing body,
    so that a red tablecloth does not turn the picture blue.
    """
    sample = cv2.resize(light, (160, 120), interpolation=cv2.INTER_AREA).reshape(-1, 3)
    bright = sample.max(axis=1)
    sample = sample[bright < np.percentile(bright, 99)] + 1e-9
    guess = ((sample / sample.max()) ** 4).mean(axis=0) ** 0.25
    kelvins = np.geomspace(2000, 10000, 80)
    bodies = np.array([black_body(float(kelvin)) for kelvin in kelvins])
    ratios = np.log(bodies[:, [0, 2]] / bodies[:, 1:2])
    wanted = np.log(guess[[0, 2]] / guess[1])
    found = bodies[int(((ratios - wanted) ** 2).sum(axis=1).argmin())]
    return np.asarray((found / found[1]) ** -adaptation)


def even_out(light: Field, strength: float) -> Field:
    """Lift large dark parts and lower large bright ones, as phones that add up several exposures do."""
    if strength <= 0:
        return light
    height, width = light.shape[:2]
    brightness = np.log2(light @ _LUMA + 1e-6).astype(np.float32)
    scale = 200 / max(height, width)
    small = cv2.resize(brightness, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    middle = float(np.median(small))
    small = np.clip(small, middle - 7, middle + 7).astype(np.float32)
    base = cv2.bilateralFilter(small, 0, 1.2, 12)
    base = cv2.GaussianBlur(base, (0, 0), 2)
    base = np.asarray(cv2.resize(base, (width, height), interpolation=cv2.INTER_LINEAR), np.float32)
    away = base - np.float32(middle)
    return np.asarray(light * np.exp2(-0.45 * np.float32(strength) * away)[..., None], np.float32)


def exposure(light: Field, tones: Callable[[Field], Field], error: float = 0.0) -> float:
    """Return by how much to multiply light so that the picture is as bright as a phone makes it.

    The mean comes near middle grey, the middle of the picture counts double, and the exposure is held
    back, by 1.3 stops at most, where more than two percent of the picture would burn out.

    Parameters
    ----------
    light
        Shape (H, W, 3), linear.
    tones
        From light to sRGB from 0 to 1.
    error
        In stops.
    """
    sample = np.asarray(cv2.resize(light, (200, 150), interpolation=cv2.INTER_AREA), np.float32)
    full = light[::4, ::4]
    y, x = np.mgrid[-1:1:150j, -1:1:200j]
    weight = 1 + np.exp(-2 * (x * x + y * y))

    def brightness(stops: float) -> float:
        picture = tones(sample * np.float32(2**stops)) @ _LUMA
        return float((picture * weight).sum() / weight.sum()) / 0.47

    def burnt(stops: float) -> float:
        return float((tones(full * np.float32(2**stops)).max(axis=2) > 0.985).mean()) / 0.02

    grey = _where_one(brightness)
    held_back = max(min(grey, _where_one(burnt)), grey - 1.3)
    return float(2 ** (held_back + error))


def _where_one(rising: Callable[[float], float]) -> float:
    """Return where a rising function of stops reaches 1."""
    low, high = -30.0, 30.0
    for _ in range(26):
        middle = (low + high) / 2
        if rising(middle) > 1:
            high = middle
        else:
            low = middle
    return low


def _noisy(light: Field, development: Development, rng: np.random.Generator) -> Field:
    """Add the noise of photons, which grows with the root of light, and some of the electronics."""
    shape = light.shape
    sigma = np.float32(development.noise)
    fine = rng.standard_normal(shape, dtype=np.float32)
    # The sensor sees one colour per pixel; the others are made up from the neighbours.
    fine = np.asarray(cv2.GaussianBlur(fine, (0, 0), 0.6), np.float32) * np.float32(2.0)
    coarse = rng.standard_normal((shape[0] // 3 + 1, shape[1] // 3 + 1, 3), dtype=np.float32)
    wide = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_LINEAR)
    noise = fine + np.float32(0.35) * np.asarray(wide, np.float32)
    spread = sigma * np.sqrt(np.maximum(light, 0) / np.float32(0.18) + np.float32(0.05))
    return np.asarray(np.maximum(light + spread * noise, 0), np.float32)


def _wiped(picture: Field, strength: float) -> Field:
    """Wipe off noise: colours more than brightness, and flat parts more than edges."""
    if strength <= 0.02:
        return picture
    space = cv2.cvtColor(picture, cv2.COLOR_RGB2YCrCb)
    brightness, colours = space[..., 0], space[..., 1:]
    calm = cv2.bilateralFilter(brightness, 5, 0.03 + 0.06 * strength, 1.6)
    brightness = brightness + np.float32(0.9 * strength) * (calm - brightness)
    colours = cv2.GaussianBlur(colours, (0, 0), 0.4 + 2.0 * strength)
    result = cv2.cvtColor(np.dstack([brightness, colours]).astype(np.float32), cv2.COLOR_YCrCb2RGB)
    return np.clip(result, 0, 1).astype(np.float32)


def _srgb(light: Field) -> Field:
    low = 12.92 * light
    high = 1.055 * np.maximum(light, 0.0031308) ** np.float32(1 / 2.4) - 0.055
    return np.where(light <= 0.0031308, low, high).astype(np.float32)


def plain_tones(light: Field) -> Field:
    """The plain curve of sRGB, cut off with a short shoulder."""
    knee = np.float32(0.8)
    over = np.maximum(light - knee, 0)
    rolled = knee + (1 - knee) * (1 - np.exp(-over / (1 - knee)))
    return _srgb(np.where(light > knee, rolled, light).astype(np.float32))


def phone_tones(light: Field) -> Field:
    """A strong S in brightness, as cameras have it, with rich colours."""
    toned = plain_tones(light)
    curve = toned * toned * (3 - 2 * toned)
    return (toned + np.float32(0.35) * (curve - toned)).astype(np.float32)


def filmic_tones(light: Field) -> Field:
    """The curve of film as the academy has it (Narkowicz' fit of ACES)."""
    x = light * np.float32(0.8)
    fitted = x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14)
    return _srgb(np.clip(fitted, 0, 1).astype(np.float32))


_AGX_IN = np.array(
    [[0.842479062253094, 0.0784335999999992, 0.0792237451477643],
     [0.0423282422610123, 0.878468636469772, 0.0791661274605434],
     [0.0423756549057051, 0.0784336, 0.879142973793104]], np.float32
)  # fmt: skip
_AGX_OUT = np.linalg.inv(_AGX_IN).astype(np.float32)


def agx_tones(light: Field) -> Field:
    """Blender's AgX with its punchy look (Wrensch's fit), which bleaches what is bright."""
    encoded = np.log2(np.maximum(light @ _AGX_IN.T, 1e-10))
    x = np.clip((encoded + 12.47393) / (4.026069 + 12.47393), 0, 1)
    fitted = np.polyval([15.5, -40.14, 31.96, -6.868, 0.4298, 0.1191, -0.00232], x)
    punchy = np.maximum(fitted, 0) ** 1.2
    grey = (punchy @ _LUMA)[..., None]
    punchy = grey + 1.25 * (punchy - grey)
    return np.clip(punchy @ _AGX_OUT.T, 0, 1).astype(np.float32)


TONES: Mapping[str, Callable[[Field], Field]] = {
    "phone": phone_tones,
    "plain": plain_tones,
    "filmic": filmic_tones,
    "agx": agx_tones,
}
"""Curves by name: from linear light to sRGB from 0 to 1."""


def compress(picture: Image, development: Development) -> bytes:
    """Return a picture of shape (H, W, 3), RGB, as a JPEG file."""
    options = [
        cv2.IMWRITE_JPEG_QUALITY, development.jpeg,
        cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420,
    ]  # fmt: skip
    done, data = cv2.imencode(".jpg", cv2.cvtColor(picture, cv2.COLOR_RGB2BGR), options)
    assert done
    return data.tobytes()
