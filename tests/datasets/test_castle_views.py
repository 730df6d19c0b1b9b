"""How castles are seen, by their own tiles."""

from dataclasses import replace

import numpy as np
import pytest

from castlescan.datasets.castle_views import find_table, view_castles
from castlescan.datasets.oracle import annotate, annotate_flat
from castlescan.datasets.scenes.annotations import Annotation, Conditions
from castlescan.datasets.scenes.camera import View, aim
from castlescan.datasets.scenes.scene import Scene, draw_scene
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.violations import PlacedTile
from castlescan.vision.pieces import PieceClass
from castlescan.vision.quads import centres


def scene_at(seed: int, tilt: float, focal: float) -> Scene:
    """Return a scene photographed from elsewhere."""
    scene = draw_scene(np.random.default_rng(seed))
    view = View(size=(1600, 1200), tilt=tilt, focal=focal, roll=7.0)
    corners = np.concatenate([it.corners() for it in scene.pieces])
    return replace(scene, view=view, camera=aim(view, corners))


def true_tilts(scene: Scene, annotation: Annotation) -> list[float]:
    """Return the median tilt at which the tiles of each castle are seen, by the camera that took it."""
    tilts = []
    for castle in range(len(annotation.castles)):
        quads = [
            it.quad
            for it in annotation.pieces
            if it.castle == castle and it.kind in (PieceClass.TILE, PieceClass.THRONE)
        ]
        middle = centres(quads) - np.array(scene.camera.size) / 2
        rays = np.column_stack([middle / scene.camera.focal, np.ones(len(middle))])
        down = rays @ -scene.camera.rotation[:, 2] / np.linalg.norm(rays, axis=1)
        tilts.append(float(np.median(np.degrees(np.arccos(down)))))
    return tilts


@pytest.mark.parametrize("tilt", [25.0, 50.0])
@pytest.mark.parametrize("focal", [0.5, 1.0])
@pytest.mark.parametrize("is_known", [True, False])
def test_tilts_are_those_of_the_camera_that_took_it(
    tilt: float, focal: float, is_known: bool
) -> None:
    scene = scene_at(3, tilt, focal)
    annotation = annotate(scene)
    if not is_known:
        annotation = annotation.model_copy(update={"conditions": None})
    found = [it.tilt for it in view_castles(annotation) if it is not None]
    assert found == pytest.approx(true_tilts(scene, annotation), abs=2.0)


def test_a_far_castle_is_seen_from_lower_and_smaller_than_a_near_one() -> None:
    near = annotate_flat(
        Castle(
            throne="throne/living-corridor",
            rooms=[PlacedTile(id="food/bakery", x=-1, y=0)],
        )
    )
    camera = aim(View(size=(1600, 1200), tilt=45.0, focal=0.5), np.array([[-3, -3, 0], [3, 9, 0]]))
    pieces = []
    for castle, up in enumerate((-2.5, 4.0)):
        for piece in near.pieces:
            flat = np.array(piece.quad) / 60 * (1, -1) + (-4, 2 + up)
            seen = camera.project(np.column_stack([flat, np.zeros(4)]))
            pieces.append(piece.model_copy(update={"quad": seen.tolist(), "castle": castle}))
    image = near.image.model_copy(update={"width": 1600, "height": 1200})
    annotation = near.model_copy(
        update={
            "image": image,
            "pieces": pieces,
            "castles": near.castles * 2,
            "conditions": Conditions(tilt=45.0),
        }
    )
    first, second = view_castles(annotation)
    assert first is not None
    assert second is not None
    assert first.tilt < 45 < second.tilt
    assert second.size < first.size / 1.5


def test_straight_above_is_straight_above() -> None:
    rooms = [PlacedTile(id="food/bakery", x=-1, y=0), PlacedTile(id="food/pantry", x=2, y=0)]
    annotation = annotate_flat(Castle(throne="throne/living-corridor", rooms=rooms))
    (view,) = view_castles(annotation)
    assert view is not None
    assert view.size == pytest.approx(60.0)
    assert view.tilt < 30  # seen at the side, by a usual camera
    table = find_table(annotation)
    assert table is not None
    assert table.tilts(table.middle[None])[0] == pytest.approx(0.0, abs=1e-6)


def test_pictures_without_tiles_have_no_view() -> None:
    annotation = annotate_flat(Castle(throne="throne/living-corridor", rooms=[]))
    empty = annotation.model_copy(update={"pieces": []})
    assert view_castles(empty) == [None]
