"""Deciding how a scene looks: its table, its light, what else lies there, and the phone."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..scenes.arrays import Points
from ..scenes.camera import Camera, ViewRange
from ..scenes.pieces import Piece
from ..scenes.scene import Scene, SceneOptions, draw_scene
from .development import Development, draw_development
from .lighting import Lighting, draw_lighting
from .props import PROPS, Thing

OPTIONS = SceneOptions(
    tables=("painted",),
    views=ViewRange(tilts=(0.0, 56.0), focal=(0.6, 0.95), filled=(0.42, 1.2)),
    clutter=0.0,
)
"""Views as phones' main cameras have them; tables and clutter are not used here."""

_SPLIT = 0x5EED  # so that no scene is one of those that training has under the same seed

TABLES: Mapping[str, float] = {
    "planks": 1.4,
    "board": 1.3,
    "lacquer": 1.0,
    "marble": 0.8,
    "laminate": 1.1,
    "felt": 0.8,
    "concrete": 0.4,
    "plain cloth": 0.9,
    "gingham": 0.7,
    "tartan": 0.8,
    "stripes": 0.5,
    "flowers": 0.9,
    "dots": 0.5,
    "oilcloth": 0.6,
}
"""Kinds of tables, and how often they are drawn."""


@dataclass(frozen=True)
class Print:
    """How the pieces of a copy of the game are printed.

    Attributes
    ----------
    roughness, coat, coat_roughness, waviness, linen
        As those of :class:`.finishes.Finish`.
    """

    roughness: float
    coat: float
    coat_roughness: float
    waviness: float
    linen: bool


@dataclass(frozen=True)
class Look:
    """All that a picture shows and how it is taken.

    Attributes
    ----------
    scene
        The pieces, the castles and the camera; its own table, light, clutter and sensor are not used.
    table
        One of :data:`TABLES`.
    printing
        How the pieces are printed.
    props
        What else lies there.
    lighting
        The light.
    aperture
        The diameter of the lens in tiles, from which follows what is out of focus.
    focus
        How far in front of the camera it is sharp, in tiles.
    development
        What the phone makes of it.
    """

    scene: Scene
    table: str
    printing: Print
    props: tuple[Thing, ...]
    lighting: Lighting
    aperture: float
    focus: float
    development: Development


def draw_look(
    seed: int,
    number: int,
    longer_side: int = 1600,
    *,
    table: str | None = None,
    light: str | None = None,
) -> Look:
    """Draw scene ``number`` of a seed, on the named table and in the named light if they are given."""
    options = SceneOptions(
        longer_side=longer_side, tables=OPTIONS.tables, views=OPTIONS.views, clutter=OPTIONS.clutter
    )
    scene = draw_scene(np.random.default_rng([_SPLIT, seed, number]), options)
    rng = np.random.default_rng([_SPLIT, seed, number, 1])
    names = list(TABLES)
    often = np.array(list(TABLES.values()))
    drawn = names[int(rng.choice(len(names), p=often / often.sum()))]
    corners = np.concatenate([piece.corners() for piece in scene.pieces if piece.castle == 0])
    extent = float(np.ptp(corners[:, :2], axis=0).max())
    lighting = draw_lighting(rng, scene.centre, extent, scene.camera, light)
    middle = np.array([*scene.centre, 0.0])
    return Look(
        scene,
        table or drawn,
        _draw_print(rng),
        tuple(lay_props(rng, scene.camera, scene.pieces, scene.edges)),
        lighting,
        aperture=float(rng.uniform(0.03, 0.1)),
        focus=float(scene.camera.depth(middle)) * float(rng.normal(1, 0.03)),
        development=draw_development(rng, lighting.brightness, longer_side / 1600),
    )


def _draw_print(rng: np.random.Generator) -> Print:
    kind = rng.choice(3, p=(0.45, 0.35, 0.2))
    roughness = (rng.uniform(0.42, 0.6), rng.uniform(0.28, 0.42), rng.uniform(0.2, 0.35))[kind]
    return Print(
        roughness=float(roughness),
        coat=(0.0, 0.2, 0.7)[kind],
        coat_roughness=float(rng.uniform(0.08, 0.3)),
        waviness=float(rng.uniform(0.004, 0.02)),
        linen=bool(rng.random() < 0.35),
    )


def lay_props(
    rng: np.random.Generator, camera: Camera, pieces: Sequence[Piece], edges: Points
) -> list[Thing]:
    """Put things on the table where the picture shows free room.

    Parameters
    ----------
    rng
        Source of chance.
    camera
        From where it is seen.
    pieces
        What lies there already.
    edges
        Shape (4, 2): the corners of the table, anticlockwise or clockwise.
    """
    centres = [np.array(piece.centre) for piece in pieces]
    radii = [piece.radius for piece in pieces]
    names = list(PROPS)
    often = np.array([weight for *_, weight in PROPS.values()])
    found: list[Thing] = []
    size = np.array(camera.size)
    subject = float(np.median(camera.depth([piece.corners()[0] for piece in pieces])))
    for _ in range(int(rng.poisson(2.6)) if rng.random() < 0.85 else 0):
        make, radius, _ = PROPS[names[int(rng.choice(len(names), p=often / often.sum()))]]
        for _ in range(30):
            pixel = rng.uniform(-0.12, 1.12, 2) * size
            at = camera.on_plane(pixel)
            before = camera.depth([*at, 0.0])
            if not np.isfinite(at).all() or not 0.3 < before < 80 or not _is_on(at, edges, radius):
                continue
            away = np.linalg.norm(np.array(centres) - at, axis=1)
            # What is tall must not stand right before the lens.
            if (away > np.array(radii) + radius).all() and before > max(4.0, 0.6 * subject):
                angle = float(rng.uniform(0, 2 * np.pi))
                for thing in make(rng):
                    mesh = thing.mesh.placed(at, angle)
                    found.append(Thing(mesh, thing.finishes, None, thing.hides, thing.is_seen))
                centres.append(at)
                radii.append(radius)
                break
    return found


def _is_on(at: Points, edges: Points, margin: float) -> bool:
    """Return whether a point is on the table and this far from its edges."""
    steps = np.roll(edges, -1, axis=0) - edges
    normals = np.column_stack([-steps[:, 1], steps[:, 0]])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    away = ((at - edges) * normals).sum(axis=1)
    return bool((away > margin).all() or (away < -margin).all())
