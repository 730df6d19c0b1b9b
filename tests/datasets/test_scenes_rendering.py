from dataclasses import replace

import cv2
import numpy as np
import pytest

from castlescan.datasets.scenes import rendering
from castlescan.datasets.scenes import scene as scene_module
from castlescan.datasets.scenes.camera import View, aim
from castlescan.datasets.scenes.canvas import blank_canvas, paint
from castlescan.datasets.scenes.clutter import CLUTTER, hand
from castlescan.datasets.scenes.lights import Light
from castlescan.datasets.scenes.pieces import BOARD, Piece
from castlescan.datasets.scenes.rendering import annotate_pieces, render
from castlescan.datasets.scenes.scene import HELD_OUT_TABLES, SceneOptions, draw_scene
from castlescan.datasets.scenes.sensor import Sensor
from castlescan.datasets.scenes.solids import prism, rounded_rectangle, solid_of
from castlescan.datasets.scenes.tables import SIDE, TABLES, Table
from castlescan.vision.pieces import PieceClass

SMALL = SceneOptions(longer_side=320, tables=("painted",))
WHITE = np.ones(3)
GREY = np.full((8, 8, 3), 128, np.uint8)


@pytest.fixture
def quick_tables(monkeypatch):
    """Tables of one colour, which take no time."""

    def draw(rng, kind=None):
        return Table(
            kind or "painted", np.full((8, 8, 3), rng.integers(90, 200), np.uint8), 9.0, 0.0, 0.5
        )

    monkeypatch.setattr(scene_module, "draw_table", draw)
    monkeypatch.setattr(rendering, "draw_table", draw)


class Plain:
    """Faces of one colour with a marked top left quarter."""

    def __init__(self, colour=(0, 200, 0), mark=(200, 0, 0)):
        self.colour, self.mark = colour, mark
        self.asked = set()

    ids = ()

    def face(self, piece_id, size_px):
        self.asked.add(piece_id)
        aspect = {"throne": 2.0, "bonus": 0.65}.get(piece_id.partition("/")[0], 1.0)
        face = np.full((size_px, round(size_px * aspect), 3), self.colour, np.uint8)
        face[: size_px // 2, : face.shape[1] // 2] = self.mark
        return face

    def cut_out(self, piece_id, size_px):
        raise NotImplementedError


@pytest.fixture(scope="module")
def base():
    return draw_scene(np.random.default_rng(0), SMALL)


def set_up(base, pieces, clutter=(), *, tilt=0.0, roll=0.0, distortion=0.0, scale=1.0, reach=3.0):
    """Make a scene of these pieces in even white light on a grey table, without noise or blur."""
    corners = np.array(
        [[-reach, -reach, 0], [reach, -reach, 0], [reach, reach, 0], [-reach, reach, 0]]
    )
    view = View((640, 480), tilt=tilt, focal=0.8, roll=roll, filled=0.9)
    sensor = Sensor(noise=0.0, sharpening=0.0, contrast=0.0, distortion=distortion, jpeg=98,
                    subsampled=False, scale=scale)  # fmt: skip
    return replace(
        base,
        pieces=tuple(pieces),
        clutter=tuple(clutter),
        table=Table("painted", GREY, 20.0, 0.0, 0.5),
        edges=np.array([[-40, 40], [40, 40], [40, -40], [-40, -40]], float),
        view=view,
        camera=aim(view, corners),
        light=Light((), WHITE),
        sensor=sensor,
        centre=np.zeros(2),
    )


def tile(x=0.0, y=0.0, angle=0.0, kind=PieceClass.TILE, **more):
    return Piece(kind, "food/bakery", (x, y), angle, **more)


def picture_of(rendered):
    picture = cv2.imdecode(np.frombuffer(rendered.jpeg, np.uint8), cv2.IMREAD_COLOR)
    return cv2.cvtColor(picture, cv2.COLOR_BGR2RGB)


def truth(base, pieces, clutter=(), **options):
    scene = set_up(base, pieces, clutter, **options)
    return render(scene, Plain(), np.random.default_rng(0)).annotation.pieces


def test_the_same_seed_gives_the_same_file():
    def once():
        scene = draw_scene(np.random.default_rng([7, 1]), SMALL)
        return render(scene, Plain(), np.random.default_rng(2))

    first, second = once(), once()
    assert first.jpeg == second.jpeg
    assert first.annotation == second.annotation
    other = render(
        draw_scene(np.random.default_rng([8, 1]), SMALL), Plain(), np.random.default_rng(2)
    )
    assert other.jpeg != first.jpeg


@pytest.mark.parametrize(
    ("tilt", "roll", "distortion", "scale"),
    [(0, 0, 0, 1), (45, 5, 0, 1), (30, 0, 0.04, 1), (30, 0, -0.04, 1), (50, -3, 0.02, 0.7)],
)
def test_quads_are_where_the_picture_shows_the_face(base, tilt, roll, distortion, scale):
    faces = Plain(mark=(0, 200, 0))
    pieces = [tile(2.2, 1.5, 0.3), tile(-2.4, -1.8, 2.0)]
    scene = set_up(base, pieces, tilt=tilt, roll=roll, distortion=distortion, scale=scale)
    rendered = render(scene, faces, np.random.default_rng(0))
    picture = picture_of(rendered).astype(int)
    assert picture.shape[:2] == (rendered.annotation.image.height, rendered.annotation.image.width)
    green = picture[..., 1] - picture[..., 0] > 60
    expected = np.zeros((green.shape[0] * 8, green.shape[1] * 8), np.uint8)
    for piece in rendered.annotation.pieces:
        cv2.fillPoly(expected, [np.rint(np.array(piece.quad) * 8).astype(np.int32)], 255)
        assert piece.visible == pytest.approx(1.0, abs=0.01)
    expected = cv2.resize(expected, green.shape[::-1], interpolation=cv2.INTER_AREA) > 127
    assert (green & expected).sum() / (green | expected).sum() > 0.98
    middle = green.shape[1] // 2
    for half in (np.s_[:, :middle], np.s_[:, middle:]):  # one tile each
        shown, told = np.argwhere(green[half]), np.argwhere(expected[half])
        assert len(shown) == pytest.approx(len(told), rel=0.02)
        assert shown.mean(axis=0) == pytest.approx(told.mean(axis=0), abs=0.15)


@pytest.mark.parametrize("angle", [0.0, np.pi / 2, np.pi, -np.pi / 2, 0.7])
def test_the_first_corner_is_the_top_left_of_the_face(base, angle):
    scene = set_up(base, [tile(angle=angle)], tilt=30)
    rendered = render(scene, Plain(), np.random.default_rng(0))
    quad = np.array(rendered.annotation.pieces[0].quad)
    middle = quad.mean(axis=0)
    picture = picture_of(rendered)
    colours = []
    for corner in quad:
        x, y = (0.4 * middle + 0.6 * corner).astype(int)
        colours.append(int(picture[y, x].argmax()))
    assert colours == [0, 1, 1, 1]  # red, then green


def test_quads_run_clockwise(base):
    for piece in truth(base, [tile(1, 1, 2.5), tile(-1, 0, -1.0)], tilt=50):
        a, b = np.subtract(piece.quad[2], piece.quad[0]), np.subtract(piece.quad[3], piece.quad[1])
        assert a[0] * b[1] - a[1] * b[0] > 0


def cover(width, height, at):
    return prism(rounded_rectangle(width, height, 0.0), GREY, (9, 9, 9), at=at, angle=0.0, base=0.05,
                 height=0.005, order=2.0)  # fmt: skip


@pytest.mark.parametrize("tilt", [0, 40])
@pytest.mark.parametrize("share", [0.25, 0.5, 0.8])
def test_what_lies_on_a_tile_hides_it(base, tilt, share):
    sheet = cover(1.0, 2.0, (share, 0.0))  # from the right
    (piece,) = truth(base, [tile()], [sheet], tilt=tilt)
    assert piece.visible == pytest.approx(share, abs=0.03)


def test_the_edge_of_the_picture_hides(base):
    scene = set_up(base, [tile()])
    left = scene.camera.on_plane([[0.0, 240.0]], BOARD)[0]
    half = replace(scene.pieces[0], centre=(float(left[0]), 0.0))
    (piece,) = render(
        replace(scene, pieces=(half,)), Plain(), np.random.default_rng(0)
    ).annotation.pieces
    assert piece.visible == pytest.approx(0.5, abs=0.03)
    assert piece.quad[0][0] < 0 < piece.quad[1][0]


def test_pieces_hide_one_another_in_order(base):
    below, above = tile(), tile(0.5, 0.0, base=0.05)
    first, second = truth(base, [below, above])
    assert first.visible == pytest.approx(0.5, abs=0.03)
    assert second.visible == pytest.approx(1.0, abs=0.01)


def test_what_lies_behind_glass_is_seen_as_far_as_that_lets_light_through(base):
    glass = replace(cover(3, 3, (0.0, 0.0)), opacity=0.4)
    (piece,) = truth(base, [tile()], [glass])
    assert piece.visible == pytest.approx(0.6, abs=0.03)
    # What lies on the glass hides both.
    lid = replace(cover(3, 3, (0.0, 0.0)), order=glass.order + 1)
    assert truth(base, [tile()], [glass, lid]) == []


def test_what_is_hidden_or_outside_is_left_out(base):
    assert truth(base, [tile(60, 0)]) == []
    assert truth(base, [tile()], [cover(3, 3, (0.0, 0.0))]) == []
    assert truth(base, [tile(0, -200)], tilt=55) == []  # behind the camera


def test_sides_of_a_tile_hide_what_is_behind(base):
    thick = [tile(0, 1.05), tile(0, 0, thickness=0.4)]
    behind, before = truth(base, thick, tilt=55)
    # Whatever appears below the upper rear edge of the thick one is hidden.
    edge = set_up(base, thick, tilt=55).camera.project([0, 0.5, 0.4])[1]
    face = np.zeros((480, 640), np.uint8)
    cv2.fillPoly(face, [np.rint(np.array(behind.quad) * 16).astype(np.int32)], 1, shift=4)
    assert behind.visible == pytest.approx(face[: int(edge)].sum() / face.sum(), abs=0.06)
    assert before.visible == pytest.approx(1.0, abs=0.01)


def test_tall_things_cast_shadows_away_from_lamps(base):
    from castlescan.datasets.scenes.lights import Lamp

    lamp = Lamp(np.array([30.0, 0.0, 20.0]), WHITE, 1.0, 0.2)
    scene = set_up(base, [])
    block = prism(
        rounded_rectangle(1, 1, 0), GREY, (99, 99, 99), at=(0, 0), angle=0, base=0, height=1
    )
    canvas = blank_canvas(np.full((480, 640, 3), 128, np.uint8), 1)
    paint(canvas, scene.camera, [block], [lamp])
    left, right = scene.camera.project([[-1.0, 0, 0], [1.0, 0, 0]]).astype(int)
    assert canvas.lit[0][left[1], left[0]] < 60
    assert canvas.lit[0][right[1], right[0]] > 200


def test_truth_needs_no_picture(base):
    scene = set_up(base, [tile()])
    solids = [solid_of(scene.pieces[0], 0, GREY, (200, 200, 200), 0.0, 0.4)]
    canvas = blank_canvas(np.zeros((480, 640, 3), np.uint8), 0)
    paint(canvas, scene.camera, solids, [])
    (piece,) = annotate_pieces(scene, canvas, solids)
    assert np.array(piece.quad) == pytest.approx(scene.camera.project(tile().corners()), abs=1e-3)


def test_every_class_and_faults_appear_with_their_castles(quick_tables):
    kinds, faults, headings = set(), set(), set()
    options = replace(SMALL, longer_side=240)
    for seed in range(40):
        scene = draw_scene(np.random.default_rng([seed, 5]), options)
        kinds |= {piece.kind for piece in scene.pieces}
        faults |= {plan.fault.rule for plan in scene.plans if plan.fault is not None}
        throne = next(piece for piece in scene.pieces if piece.kind is PieceClass.THRONE)
        headings.add(round(np.degrees(throne.angle) / 90) % 4)
        if seed < 3:
            faces = Plain()
            annotation = render(scene, faces, np.random.default_rng(seed)).annotation
            for piece in annotation.pieces:
                if piece.x is not None and piece.kind is PieceClass.TILE:
                    rooms = annotation.castles[piece.castle].castle.rooms
                    assert (piece.id, piece.x, piece.y) in [(r.id, r.x, r.y) for r in rooms]
            assert len(annotation.castles) == len(scene.plans)
            assert all(castle.complete is not None for castle in annotation.castles)
            assert annotation.conditions.tilt == pytest.approx(scene.view.tilt, abs=0.01)
    assert kinds == set(PieceClass)
    assert len(faults) >= 3
    assert headings == {0, 1, 2, 3}


def test_strays_touch_no_castle(quick_tables):
    for seed in range(8):
        scene = draw_scene(np.random.default_rng([seed, 6]), SMALL)
        own = [p for p in scene.pieces if p.castle is not None]
        for stray in (p for p in scene.pieces if p.castle is None and p.kind is PieceClass.TILE):
            away = min(np.hypot(*np.subtract(stray.centre, p.centre)) - p.radius for p in own)
            assert away > 0.5


@pytest.mark.parametrize("kind", TABLES)
def test_tables_of_every_kind(kind):
    first, second = (TABLES[kind](np.random.default_rng(3)) for _ in range(2))
    assert first.colours.shape == (SIDE, SIDE, 3)
    assert np.isfinite(first.colours).all()
    assert (first.colours == second.colours).all()
    assert 3 < first.extent < 30


def test_held_out_tables_are_tables():
    assert set(HELD_OUT_TABLES) < set(TABLES)


@pytest.mark.parametrize("name", [*CLUTTER, "hand"])
def test_clutter_of_every_kind_is_solid(base, name):
    make = hand if name == "hand" else CLUTTER[name][0]
    solids = make(np.random.default_rng(1), np.zeros(2), 0.4)
    assert solids
    for solid in solids:
        x, y = solid.top[:, 0], solid.top[:, 1]
        area = (x * np.roll(y, -1) - y * np.roll(x, -1)).sum()
        assert area > 0  # anticlockwise
        assert solid.face.dtype == np.uint8
        assert (solid.top[:, 2] > solid.bottom[:, 2]).all()
    scene = set_up(base, [], solids, tilt=35)
    with_it = picture_of(render(scene, Plain(), np.random.default_rng(0))).astype(int)
    without = picture_of(render(set_up(base, [], tilt=35), Plain(), np.random.default_rng(0)))
    assert (np.abs(with_it - without) > 20).any(axis=2).sum() > 100


@pytest.mark.parametrize(("x", "complete"), [(0.0, True), (60.0, False)])
def test_a_castle_is_complete_when_all_its_tiles_are_seen(base, x, complete):
    pieces = [tile(castle=0, place=(2, 0), turns=0), tile(x, 1.5, castle=0, place=(2, 1), turns=0)]
    scene = replace(set_up(base, pieces), plans=base.plans[:1])
    annotation = render(scene, Plain(), np.random.default_rng(0)).annotation
    assert annotation.castles[0].complete is complete
