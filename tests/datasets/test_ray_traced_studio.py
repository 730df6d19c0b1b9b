"""What of the ray-traced photographs needs Blender."""

from dataclasses import replace

import numpy as np
import pytest

bpy = pytest.importorskip("bpy", reason="Blender is in the extra ray-traced")

from bpy_extras.object_utils import world_to_camera_view  # noqa: E402
from mathutils import Vector  # noqa: E402

from castlescan.datasets.ray_traced.finishes import Finish  # noqa: E402
from castlescan.datasets.ray_traced.lighting import Lamp, Lighting  # noqa: E402
from castlescan.datasets.ray_traced.looks import draw_look  # noqa: E402
from castlescan.datasets.ray_traced.meshes import extruded, slab  # noqa: E402
from castlescan.datasets.ray_traced.photographing import photograph  # noqa: E402
from castlescan.datasets.ray_traced.props import Thing  # noqa: E402
from castlescan.datasets.ray_traced.studio import Quality, add_camera, seeing, trace  # noqa: E402
from castlescan.datasets.scenes.camera import View, aim  # noqa: E402
from castlescan.datasets.scenes.pieces import Piece  # noqa: E402
from castlescan.datasets.scenes.solids import rounded_rectangle  # noqa: E402
from castlescan.vision.pieces import PieceClass  # noqa: E402

SQUARE = np.array([[-4, -4, 0], [4, -4, 0], [4, 4, 0], [-4, 4, 0]], float)


class Faces:
    """Red faces, with the top left quarter white."""

    ids = ()

    def face(self, piece_id, size_px):
        aspect = {"throne": 2.0, "bonus": 0.65}.get(piece_id.partition("/")[0], 1.0)
        face = np.full((size_px, round(size_px * aspect), 3), (220, 8, 8), np.uint8)
        face[: size_px // 2, : face.shape[1] // 2] = (250, 250, 250)
        return face

    def cut_out(self, piece_id, size_px):
        raise NotImplementedError


@pytest.fixture
def look():
    """Two tiles on a grey table in even light, sharp all over."""
    drawn = draw_look(1, 0, 320, table="laminate", light="overcast")
    tiles = (
        Piece(PieceClass.TILE, "food/bakery", (-1.6, 0.7), 0.5),
        Piece(PieceClass.TILE, "food/scullery", (1.5, -0.9), -2.2),
    )
    camera = aim(View((320, 240), tilt=38.0, focal=0.8, roll=6.0), 0.7 * SQUARE)
    scene = replace(drawn.scene, pieces=tiles, camera=camera,
                    edges=np.array([[-30, -30], [30, -30], [30, 30], [-30, 30]], float))  # fmt: skip
    white = Lamp("sun", np.array([1.0, 1.0, 20.0]), np.zeros(3), np.ones(3), 1.0, (0.3, 0.0))
    lighting = Lighting("plain", (white,), drawn.lighting.room, np.ones(3))
    return replace(drawn, scene=scene, props=(), lighting=lighting, aperture=0.0)


@pytest.mark.parametrize("size", [(640, 480), (480, 640), (500, 500)])
def test_blenders_camera_sees_what_the_scenes_camera_sees(size):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    camera = aim(View(size, tilt=41.0, focal=0.7, roll=-8.0, shift=(0.03, -0.02)), SQUARE)
    added = add_camera(camera)
    bpy.context.view_layer.update()
    points = np.random.default_rng(1).uniform(-5, 5, (20, 3)) * (1, 1, 0.1)
    for point, (x, y) in zip(points, camera.project(points), strict=True):
        u, v, _ = world_to_camera_view(bpy.context.scene, added, Vector(point.tolist()))
        assert (u * size[0], (1 - v) * size[1]) == pytest.approx((x, y), abs=0.02)


def test_the_picture_shows_tiles_where_their_annotations_say(look):
    exposure = trace(look, Faces(), (1, 2), Quality(samples=16, threads=1))
    light = exposure.light / exposure.light.mean()
    redness = light[..., 0] / (light[..., 1] + light[..., 0] * 0.02 + 1e-6)
    y, x = np.mgrid[0:240, 0:320] + 0.5
    for index, tile in enumerate(look.scene.pieces):
        # Three quarters of each face are red: their middle follows from the quad's homography.
        flat = np.array(
            [(u, v) for u in np.linspace(-0.49, 0.49, 80) for v in np.linspace(-0.49, 0.49, 80)]
        )
        flat = flat[(flat[:, 0] > 0) | (flat[:, 1] < 0)]
        places = look.scene.camera.project(tile.on_top(flat))
        depth = look.scene.camera.depth(tile.on_top(flat))
        expected = (places / depth[:, None] ** 3).sum(axis=0) / (1 / depth**3).sum()
        near = np.hypot(x - expected[0], y - expected[1]) < 40
        weight = np.where(near, np.clip(redness - 2, 0, 1), 0)
        found = np.array([(weight * x).sum(), (weight * y).sum()]) / weight.sum()
        assert found == pytest.approx(expected, abs=0.4)
        assert exposure.sees(index, tile.on_top(np.zeros((1, 2)))).all()


def test_things_hide_what_is_behind_them():
    tile = Piece(PieceClass.TILE, "food/bakery", (0.0, 0.0), 0.0)
    camera = aim(View((320, 240), tilt=45.0, focal=0.8), SQUARE)
    lid = extruded(rounded_rectangle(1, 4, 0.0), 0.02).placed((0.5, 0.0), 0.0, 0.06)
    own = Thing(slab(tile), (Finish(), Finish()), piece=0)
    flat = np.array([[-0.3, 0.1], [0.3, 0.1], [-0.2, -0.4], [0.45, -0.3]])
    points = tile.on_top(flat)
    lids = [Thing(lid, (Finish(), Finish()), hides=hides) for hides in (True, False)]
    assert seeing(camera, [own, lids[0]])(0, points).tolist() == [True, False, True, False]
    assert seeing(camera, [own, lids[1]])(0, points).all()


def test_a_photograph_is_exposed_and_annotated(look):
    taken = photograph(look, Faces(), (1, 0), Quality(samples=2, threads=1), file="a.jpg",
                       faces_name="drawn")  # fmt: skip
    assert taken.jpeg[:2] == b"\xff\xd8"
    annotation = taken.annotation
    assert [piece.id for piece in annotation.pieces] == ["food/bakery", "food/scullery"]
    assert all(piece.visible > 0.95 for piece in annotation.pieces)
    assert 0.3 < annotation.conditions.brightness < 0.65
    assert annotation.conditions.table == "laminate"
