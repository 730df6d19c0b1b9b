"""What makes a piece hard to read: few pixels, blur, reflections, darkness, a low camera, what lies on it."""

from dataclasses import dataclass
from enum import StrEnum

from ..engine.documents import DocumentModel


class Cause(StrEnum):
    """Why a piece is hard to read, what explains most first."""

    CUT_OFF = "cut-off"
    COVERED = "covered"
    SMALL = "small"
    DARK = "dark"
    BLURRED = "blurred"
    GLARE = "glare"
    SLANTED = "slanted"


class Fault(DocumentModel):
    """One thing that makes a piece hard to read.

    Attributes
    ----------
    cause
        What it is.
    measured, limit
        How much of it there is, and from where on it counts. Small: pixels of a tile. Blurred: the standard
        deviation of the blur in pixels. Dark: brightness of what is light, 0 to 1. Slanted: degrees between
        the line of sight and the vertical. Cut off, glare: share of the face, 0 to 1. Covered: share of the
        face or of its border, 0 to 1.
    """

    cause: Cause
    measured: float
    limit: float


@dataclass(frozen=True, slots=True)
class Sight:
    """How well a piece is seen.

    Attributes
    ----------
    size
        Of a tile in pixels: the root of its area.
    blur
        Standard deviation of the blur in pixels.
    light
        Brightness of its lightest tenth, 0 to 1.
    glare
        Share of its print that is washed out.
    covered
        Share of it on which other pieces lie.
    border
        Share of its border that looks as if something lay on it.
    slant
        Degrees between the line of sight and the vertical, as far as its corners tell.
    outside
        Share of it that is out of the picture.
    """

    size: float
    blur: float
    light: float
    glare: float
    covered: float
    border: float
    slant: float
    outside: float


@dataclass(frozen=True, slots=True)
class Limits:
    """From where on each measure of :class:`Sight` is a fault; blur is a share of the tile's size here."""

    size: float = 40.0
    blur: float = 0.02
    light: float = 0.35
    glare: float = 0.4
    covered: float = 0.05
    border: float = 0.2
    slant: float = 55.0
    outside: float = 0.05


LIMITS = Limits()
"""Chosen on rendered scenes whose conditions are known."""


def find_faults(sight: Sight, limits: Limits = LIMITS) -> tuple[Fault, ...]:
    """Return what makes a piece hard to read, in the order of :class:`Cause`."""
    soft = limits.blur * sight.size
    is_dark = sight.light < limits.light
    on_it = (sight.covered, limits.covered)
    # Noise in the dark looks like anything, and corners are inexact where the camera is low.
    if sight.covered < limits.covered and not is_dark and sight.slant < limits.slant:
        on_it = (sight.border, limits.border)
    found = (
        (Cause.CUT_OFF, sight.outside, limits.outside, sight.outside >= limits.outside),
        (Cause.COVERED, *on_it, on_it[0] >= on_it[1]),
        (Cause.SMALL, sight.size, limits.size, sight.size < limits.size),
        (Cause.DARK, sight.light, limits.light, is_dark),
        (Cause.BLURRED, sight.blur, soft, sight.blur >= soft),
        (Cause.GLARE, sight.glare, limits.glare, sight.glare >= limits.glare),
        (Cause.SLANTED, sight.slant, limits.slant, sight.slant >= limits.slant),
    )
    return tuple(
        Fault(cause=cause, measured=round(float(measured), 3), limit=round(float(limit), 3))
        for cause, measured, limit, counts in found
        if counts
    )
