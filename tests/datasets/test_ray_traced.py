"""What of the ray-traced photographs does without Blender."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
import pytest
from typer.testing import CliRunner

from castlescan.datasets.ray_traced.annotating import annotate_pieces, visible_share
from castlescan.datasets.ray_traced.cloths import CLOTHS
from castlescan.datasets.ray_traced.cloths import SIDE as CLOTH_SIDE
from castlescan.datasets.ray_traced.development import (
    TONES,
    Development,
    compress,
    develop,
    draw_development,
    even_out,
    exposure,
    white_balance,
)
from castlescan.datasets.ray_traced.lighting import LIGHTS, draw_lighting, light_on_white
from castlescan.datasets.ray_traced.looks import TABLES, draw_look
from castlescan.datasets.ray_traced.meshes import extruded, joined, lathed, slab, wall_with_window
from castlescan.datasets.ray_traced.placement import camera_matrix
from castlescan.datasets.ray_traced.props import PROPS
from castlescan.datasets.ray_traced.surroundings import draw_room, panorama
from castlescan.datasets.ray_traced.writing import LOOKS, SETTINGS, Order, write_photographs
from castlescan.datasets.scenes.annotations import Annotation, ImageFile, load_annotations
from castlescan.datasets.scenes.camera import View, aim
from castlescan.datasets.scenes.lights import black_body
from castlescan.datasets.scenes.pieces import BOARD, Piece
from castlescan.datasets.scenes.scene import draw_scene
from castlescan.datasets.scenes.solids import rounded_rectangle
from castlescan.engine.errors import DocumentError
from castlescan.vision.pieces import PieceClass

TILE = Piece(PieceClass.TILE, "food/bakery", (0.3, -0.2), 0.4)
TOKEN = Piece(PieceClass.TOKEN, "token/food", (0.0, 0.0), 0.0)
SQUARE = np.array([[-4, -4, 0], [4, -4, 0], [4, 4, 0], [-4, 4, 0]], float)


def camera(tilt=35.0, roll=5.0):
    return aim(View((640, 480), tilt=tilt, focal=0.75, roll=roll), SQUARE)


def volume(mesh):
    """By the divergence theorem: it is positive where all faces look outward."""
    total = 0.0
    for face in mesh.faces:
        first, *others = mesh.vertices[list(face)]
        for b, c in pairwise(others):
            total += np.dot(first, np.cross(b, c)) / 6
    return total


def test_a_slab_is_as_large_as_its_piece_and_looks_outward():
    mesh = slab(TILE)
    assert volume(mesh) == pytest.approx(BOARD, rel=0.02)
    top = mesh.vertices[:, 2].max()
    assert top == pytest.approx(BOARD)
    assert mesh.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("piece", [TILE, replace(TILE, kind=PieceClass.THRONE), TOKEN])
def test_the_face_of_a_slab_is_upright(piece):
    mesh = slab(piece)
    corners = [index for face in mesh.faces for index in face]
    expected = {(0.0, 1.0): 0, (1.0, 1.0): 1, (1.0, 0.0): 2, (0.0, 0.0): 3}
    for uv, number in expected.items():
        nearest = int(np.linalg.norm(mesh.uvs - uv, axis=1).argmin())
        away = np.linalg.norm(mesh.vertices[corners[nearest], :2] - piece.corners()[number, :2])
        assert away < (0.15 if piece is TOKEN else 0.03)


def test_shapes_look_outward():
    assert volume(extruded(rounded_rectangle(2, 3, 0.2), 1.5, 0.1)) == pytest.approx(9, rel=0.08)
    cone = lathed([(0, 0), (1, 0), (0, 3)], 64, closed=True)
    assert volume(cone) == pytest.approx(np.pi, rel=0.01)
    assert volume(joined([cone, cone.placed((5, 5), 1.0)])) == pytest.approx(2 * np.pi, rel=0.01)


@pytest.mark.parametrize("name", PROPS)
def test_props_stand_on_the_table_within_their_radius(name):
    make, radius, _ = PROPS[name]
    for seed in range(4):
        for thing in make(np.random.default_rng(seed)):
            points = thing.mesh.vertices
            assert np.isfinite(points).all()
            assert points[:, 2].min() > -0.03
            assert np.linalg.norm(points[:, :2], axis=1).max() < radius + 1.3
            assert max(thing.mesh.finishes) < len(thing.finishes)
            assert len(thing.mesh.finishes) == len(thing.mesh.faces)
            if thing.mesh.uvs is not None:
                assert len(thing.mesh.uvs) == sum(map(len, thing.mesh.faces))


def test_a_wall_lets_light_through_its_panes_alone():
    mesh = wall_with_window((0, 0, 5), (0, -1, 0), (4, 2), (2, 1), 0.2, 30)
    covered = 0.0
    for face in mesh.faces:
        x, z = mesh.vertices[list(face)][:, [0, 2]].T
        covered += abs((x * np.roll(z, -1) - z * np.roll(x, -1)).sum()) / 2
    assert covered == pytest.approx(60 * 60 - 4 * 2 + 2 * 0.2, rel=1e-6)


def test_cameras_agree_on_axes():
    seen = camera()
    matrix = camera_matrix(seen)
    assert matrix[:3, :3].T @ matrix[:3, :3] == pytest.approx(np.eye(3), abs=1e-9)
    assert np.linalg.det(matrix[:3, :3]) == pytest.approx(1)
    point = np.array([0.7, -0.4, 0.2, 1.0])
    x, y, z, _ = np.linalg.inv(matrix) @ point
    pixel = np.array([x, -y]) / -z * seen.focal + np.array(seen.size) / 2
    assert pixel == pytest.approx(seen.project(point[:3]))


def all_seen(index, points):
    return np.ones(len(points), bool)


def test_visible_shares():
    seen = camera()
    assert visible_share(seen, TILE, 0, all_seen) == pytest.approx(1)
    assert visible_share(seen, TILE, 0, lambda i, p: p[:, 0] < TILE.centre[0]) == pytest.approx(
        0.5, abs=0.06
    )
    assert visible_share(seen, replace(TILE, centre=(90.0, 0.0)), 0, all_seen) == 0
    assert visible_share(seen, replace(TILE, centre=(0.0, -90.0)), 0, all_seen) == 0


def test_what_is_cut_off_counts_as_hidden():
    above = camera(tilt=0.0, roll=0.0)
    edge = above.on_plane([0.0, 240.0], BOARD)
    half = replace(TILE, centre=(float(edge[0]), 0.0), angle=0.0)
    assert visible_share(above, half, 0, all_seen) == pytest.approx(0.5, abs=0.02)


def test_annotations_are_of_the_visible_pieces_where_the_camera_sees_them():
    scene = replace(draw_scene(np.random.default_rng(3)), camera=camera(), pieces=(TILE, TOKEN))
    (piece,) = annotate_pieces(scene, lambda index, points: np.full(len(points), index == 0))
    assert piece.id == "food/bakery"
    assert np.array(piece.quad) == pytest.approx(camera().project(TILE.corners()), abs=1e-3)
    bent = annotate_pieces(scene, all_seen, distortion=0.02)
    assert 0.05 < np.abs(np.array(bent[0].quad) - piece.quad).max() < 12


@pytest.mark.parametrize("kind", LIGHTS)
def test_light_of_every_kind(kind):
    for seed in range(3):
        rng = np.random.default_rng(seed)
        lighting = draw_lighting(rng, np.zeros(2), 6.0, camera(), kind)
        assert lighting.kind == kind
        assert (light_on_white(lighting) > 0).all()
        assert 0 <= lighting.brightness <= 1
        for lamp in lighting.lamps:
            assert lamp.position[2] > 0
            assert lamp.irradiance > 0


def test_a_room_throws_an_irradiance_of_one_on_the_table():
    picture = panorama(draw_room(np.random.default_rng(1), 2, 5.0), np.random.default_rng(2))
    rows, columns = picture.shape[:2]
    height = np.pi / 2 - (np.arange(rows) + 0.5) * np.pi / rows
    weight = np.maximum(np.sin(height), 0) * np.cos(height) * np.pi / rows * 2 * np.pi / columns
    assert (picture.mean(axis=(1, 2)) * weight).sum() * columns == pytest.approx(1, rel=0.02)
    assert picture.min() >= 0


@pytest.mark.parametrize("name", CLOTHS)
def test_cloths_repeat_without_a_seam(name):
    first, again = (CLOTHS[name](np.random.default_rng(5)) for _ in range(2))
    assert first.shape == (CLOTH_SIDE, CLOTH_SIDE, 3)
    assert (first == again).all()
    around = np.concatenate([first[-64:], first[:64]])
    inside = first[CLOTH_SIDE // 2 - 256 : CLOTH_SIDE // 2 + 256]
    seam, steps = (
        np.abs(np.diff(cv2.blur(it, (8, 8)).astype(int), axis=0)) for it in (around, inside)
    )
    assert seam[63].mean() <= 1.5 * steps.mean(axis=(1, 2)).max() + 1


def gradient(factor=1.0, colour=(1.0, 1.0, 1.0)):
    rng = np.random.default_rng(0)
    light = np.exp(rng.normal(0, 0.5, (24, 32, 1))) * np.array(colour) * factor
    return cv2.resize(light, (320, 240)).astype(np.float32)


@pytest.mark.parametrize("tones", TONES)
@pytest.mark.parametrize("factor", [1e-3, 1.0, 500.0])
def test_phones_expose_for_middle_grey_whatever_the_light(tones, factor):
    light = gradient(factor)
    picture = TONES[tones](light * np.float32(exposure(light, TONES[tones])))
    assert picture.min() >= 0
    assert picture.max() <= 1
    assert 0.4 < picture.mean() < 0.52


def test_highlights_hold_exposure_back_but_not_without_end():
    light = gradient()
    light[:24] *= 20
    picture = TONES["phone"](light * np.float32(exposure(light, TONES["phone"])))
    assert 0.2 < picture.mean() < 0.4
    burning = TONES["phone"](light * np.float32(exposure(light, TONES["phone"], error=1.3)))
    assert burning.mean() == pytest.approx(0.47, abs=0.04)


@pytest.mark.parametrize("tones", TONES)
def test_brighter_light_is_never_darker(tones):
    ramp = np.repeat(np.geomspace(1e-4, 30, 200, dtype=np.float32)[None, :, None], 3, axis=2)
    toned = TONES[tones](ramp)[0, :, 1]
    assert (np.diff(toned) > -1e-3).all()
    assert toned[-1] > 0.93


def test_white_balance_undoes_warm_light_but_not_a_red_cloth():
    warm = gradient(colour=black_body(2700))
    factors = white_balance(warm, 1.0)
    assert warm.mean(axis=(0, 1)) * factors == pytest.approx(
        np.full(3, warm[..., 1].mean()), rel=0.05
    )
    assert white_balance(warm, 0.0) == pytest.approx(np.ones(3))
    red = white_balance(gradient(colour=(1.0, 0.05, 0.08)), 1.0)
    assert red[2] < 12  # a grey world would ask for 20 and more


def test_contrast_between_large_parts_is_evened_out():
    light = gradient()
    light[:, :160] *= 30
    before, after = (
        np.log2(it[:, :120].mean() / it[:, 200:].mean()) for it in (light, even_out(light, 1.0))
    )
    assert 0.3 * before < after < 0.8 * before


def test_a_developed_picture_is_as_large_as_its_light_and_reproducible():
    development = draw_development(np.random.default_rng(3), 0.2, 0.2)
    pictures = [develop(gradient(), development, np.random.default_rng(1))[0] for _ in range(2)]
    assert pictures[0].shape == (240, 320, 3)
    assert (pictures[0] == pictures[1]).all()
    assert cv2.imdecode(np.frombuffer(compress(pictures[0], development), np.uint8), 1).shape == (
        240,
        320,
        3,
    )


def test_the_lens_moves_the_picture_as_it_moves_quads():
    from castlescan.datasets.ray_traced.development import through_lens
    from castlescan.datasets.scenes.sensor import distort

    light = np.zeros((240, 320, 3), np.float32)
    light[28:33, 38:43] = 1
    development = Development(distortion=0.05, vignetting=0.0)
    seen = through_lens(light, development)[..., 0]
    y, x = np.mgrid[0:240, 0:320] + 0.5
    middle = np.array([(seen * x).sum(), (seen * y).sum()]) / seen.sum()
    assert middle == pytest.approx(distort([40.5, 30.5], (320, 240), 0.05), abs=0.1)


def test_looks_are_reproducible_and_no_scene_of_the_same_seed():
    first, again, other = draw_look(4, 1, 320), draw_look(4, 1, 320), draw_look(4, 2, 320)
    assert first.scene.pieces == again.scene.pieces != other.scene.pieces
    assert first.development == again.development
    assert first.scene.pieces != draw_scene(np.random.default_rng([4, 1])).pieces
    assert first.table in TABLES


def test_props_touch_no_piece():
    for number in range(3):
        look = draw_look(5, number, 320)
        for thing in look.props:
            middle = thing.mesh.vertices[:, :2].mean(axis=0)
            assert all(
                np.linalg.norm(middle - piece.centre) > piece.radius for piece in look.scene.pieces
            )


def test_training_knows_nothing_of_these_pictures():
    root = Path(__file__).resolve().parents[2]
    for folder in ("models", "vision", "datasets/scenes", "datasets/faces"):
        for path in (root / folder).rglob("*.py"):
            assert "ray_traced" not in path.read_text(encoding="utf-8"), path


@pytest.fixture
def order(tmp_path):
    return Order(tmp_path / "photos", 3, longer_side=200)


def take(number, file):
    return b"jpeg %d" % number, Annotation(
        image=ImageFile(file=file, width=200, height=150), pieces=[]
    )


def test_a_stopped_folder_goes_on_where_it_was(order):
    def stops(number, file):
        if number == 1:
            raise KeyboardInterrupt
        return take(number, file)

    with pytest.raises(KeyboardInterrupt):
        write_photographs(order, 3, stops)
    seen = []
    assert write_photographs(order, 3, take, seen.append) == 2
    assert seen == [1, 2]
    assert [it.image.file for it in load_annotations(order.folder)] == [
        f"photo-{number:06d}.jpg" for number in range(3)
    ]
    assert (order.folder / "photo-000002.jpg").read_bytes() == b"jpeg 2"
    assert not list(order.folder.glob(".*"))
    assert (order.folder / SETTINGS).exists()
    header, *lines = (order.folder / LOOKS).read_text().splitlines()
    assert header.startswith("picture\tlight\ttable")
    assert len(lines) == 3


def test_a_folder_of_other_settings_is_refused(order):
    write_photographs(order, 1, take)
    with pytest.raises(DocumentError, match="choose another"):
        write_photographs(replace(order, seed=4), 1, take)


def test_the_command_says_where_blender_is_missing(tmp_path, monkeypatch):
    import typer

    from castlescan.datasets.ray_traced import __main__ as command

    monkeypatch.setattr(command, "find_spec", lambda name: None)
    application = typer.Typer()
    application.command()(command.main)
    result = CliRunner().invoke(application, [str(tmp_path / "out"), "--count", "1"])
    assert result.exit_code == 2
    assert "bpy>=4.5" in result.output
