"""Decoding of heatmaps, letterboxes, and the network that is shipped."""

from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from castlescan.vision.detect import Detector, DetectorError, letterbox
from castlescan.vision.detection_decoding import (
    LAYER_OF_CLASS,
    LAYERS,
    SHAPE_CHANNELS,
    STRIDE,
    decode_shapes,
    encode_quads,
    find_peaks,
    intersection_area,
    iou,
    suppress,
)
from castlescan.vision.quads import from_boxes, roll

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = Path(str(files("castlescan.models") / "detector.onnx"))


def _turned(width: float, height: float, degrees: float, middle: tuple[float, float]) -> np.ndarray:
    """Return a rectangle that is turned clockwise, in upright order."""
    angle = np.radians(degrees)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * np.array([width, height]) / 2
    return corner @ turn.T + np.array(middle)


def _maps(
    pieces: list[tuple[int, np.ndarray, float]], size: tuple[int, int] = (32, 40)
) -> tuple[np.ndarray, np.ndarray]:
    """Return what a network that sees these pieces (class, quad, score) would give."""
    heat = np.zeros((6, *size), np.float32)
    shapes = np.zeros((LAYERS, SHAPE_CHANNELS, *size), np.float32)
    for kind, quad, score in pieces:
        column, row = (quad.mean(axis=0) // STRIDE).astype(int)
        heat[kind, row, column] = score
        shapes[LAYER_OF_CLASS[kind], :, row, column] = encode_quads(
            quad[None], [[(column + 0.5) * STRIDE, (row + 0.5) * STRIDE]]
        )[0]
    return heat, shapes.reshape(-1, *size)


@pytest.mark.parametrize("degrees", range(0, 360, 15))
@pytest.mark.parametrize("sides", [(40, 40), (80, 40), (26, 40)])
def test_corners_come_back_whichever_way_a_piece_is_turned(
    degrees: int, sides: tuple[int, int]
) -> None:
    quad = _turned(*sides, degrees, (63.0, 58.5))
    (found,) = decode_shapes(encode_quads(quad[None], [[62.0, 58.0]]), [[62.0, 58.0]])
    np.testing.assert_allclose(found, quad, atol=1e-9)


def test_quads_in_perspective_come_back() -> None:
    rng = np.random.default_rng(5)
    quads = np.stack([_turned(40, 40, it, (50, 50)) for it in rng.uniform(0, 360, 100)])
    quads += rng.normal(0, 4, quads.shape)
    cells = rng.uniform(44, 56, (100, 2))
    np.testing.assert_allclose(decode_shapes(encode_quads(quads, cells), cells), quads, atol=1e-9)


def test_where_corners_are_does_not_depend_on_which_is_the_first() -> None:
    quad = _turned(40, 30, 17, (50, 50))[None]
    shapes = np.concatenate([encode_quads(roll(quad, turn), [[50, 50]]) for turn in range(4)])
    np.testing.assert_allclose(shapes[:, :8], np.repeat(shapes[:1, :8], 4, axis=0), atol=1e-12)


def test_shapes_change_smoothly_as_a_piece_is_turned() -> None:
    quads = np.stack([_turned(60, 40, degrees, (50, 50)) for degrees in range(361)])
    steps = np.abs(np.diff(encode_quads(quads, np.full((361, 2), 50.0)), axis=0))
    assert steps.max() < 0.2


def test_peaks_become_quads_of_their_class() -> None:
    tile, throne = _turned(36, 36, 200, (40, 50)), _turned(72, 36, 95, (110, 60))
    peaks = find_peaks(*_maps([(0, tile, 0.8), (1, throne, 0.9)]), threshold=0.3)
    assert peaks.classes.tolist() == [1, 0]
    np.testing.assert_allclose(peaks.scores, [0.9, 0.8], atol=1e-6)
    np.testing.assert_allclose(peaks.quads, [throne, tile], atol=1e-3)


def test_a_token_in_the_middle_of_its_tile_has_its_own_quad() -> None:
    tile, token = _turned(36, 36, 0, (50, 50)), _turned(16, 16, 30, (50, 50))
    peaks = suppress(find_peaks(*_maps([(0, tile, 0.9), (4, token, 0.7)]), threshold=0.3))
    assert peaks.classes.tolist() == [0, 4]
    np.testing.assert_allclose(peaks.quads, [tile, token], atol=1e-3)


def test_weak_and_crooked_peaks_are_left_out() -> None:
    heat, shapes = _maps([(0, _turned(36, 36, 0, (50, 50)), 0.2)])
    assert len(find_peaks(heat, shapes, threshold=0.3)) == 0
    heat[0, 5, 5] = 0.9  # its shape is nothing
    assert len(find_peaks(heat, shapes, threshold=0.3)) == 0


def test_of_pieces_on_one_another_the_best_stays() -> None:
    throne, half = _turned(72, 36, 0, (60, 60)), _turned(34, 34, 0, (42, 60))
    beside = _turned(36, 36, 3, (116, 60))
    pieces = [(1, throne, 0.9), (0, half, 0.6), (0, beside, 0.5)]
    peaks = suppress(find_peaks(*_maps(pieces), threshold=0.3))
    assert peaks.classes.tolist() == [1, 0]
    np.testing.assert_allclose(peaks.quads[1], beside, atol=1e-3)


def test_nothing_found_is_no_error() -> None:
    peaks = suppress(find_peaks(*_maps([]), threshold=0.3))
    assert peaks.quads.shape == (0, 4, 2)


@pytest.mark.parametrize(
    ("box", "area"),
    [((0, 0, 10, 10), 100), ((5, 0, 15, 10), 50), ((10, 0, 20, 10), 0), ((2, 2, 4, 5), 6)],
)
def test_areas_in_common(box: tuple[int, int, int, int], area: float) -> None:
    a, b = from_boxes([(0, 0, 10, 10), box])
    assert intersection_area(a, b) == pytest.approx(area)
    assert intersection_area(roll([b], 2)[0], a) == pytest.approx(area)


def test_area_in_common_of_a_turned_square() -> None:
    square, diamond = _turned(10, 10, 0, (5, 5)), _turned(10, 10, 45, (5, 5))
    octagon = 8 * 25 * np.tan(np.pi / 8)
    assert intersection_area(square, diamond) == pytest.approx(octagon)
    assert iou(square, diamond) == pytest.approx(octagon / (200 - octagon))


@pytest.mark.parametrize("size", [(300, 400), (401, 257), (31, 900)])
@pytest.mark.parametrize("scale", [0.31, 1.0, 1.7])
def test_letterbox_coordinates(size: tuple[int, int], scale: float) -> None:
    image = np.full((*size, 3), 118, np.uint8)
    top, left, high, wide = size[0] // 3, size[1] // 3, size[0] // 4, size[1] // 4
    image[top : top + high, left : left + wide] = 255
    box = letterbox(image, scale, (5, 3, size[1] - 2, size[0] - 1))
    assert box.pixels.shape[0] % 32 == box.pixels.shape[1] % 32 == 0
    weight = box.pixels[..., 0].astype(float) - 118
    y, x = (np.mgrid[: weight.shape[0], : weight.shape[1]] + 0.5) * weight / weight.sum()
    middle = box.to_picture(np.array([x.sum(), y.sum()]))
    np.testing.assert_allclose(middle, [left + wide / 2, top + high / 2], atol=1.0)


def test_a_missing_or_broken_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(DetectorError, match=r"none\.onnx: there is no such network"):
        Detector.load(tmp_path / "none.onnx")
    broken = tmp_path / "broken.onnx"
    broken.write_bytes(b"nonsense")
    with pytest.raises(DetectorError, match=r"broken\.onnx: is not a network"):
        Detector.load(broken)


@pytest.fixture(scope="module")
def detector() -> Detector:
    if not SHIPPED.is_file():
        pytest.skip("no network is shipped yet")
    return Detector.load(threads=1)


def test_an_empty_picture_has_no_pieces(detector: Detector) -> None:
    assert detector.detect(np.full((240, 320, 3), 90, np.uint8)) == []


@pytest.mark.parametrize(
    "picture", [np.zeros((10, 10, 3)), np.zeros((10, 10), np.uint8), np.zeros((0, 4, 3), np.uint8)]
)
def test_what_is_no_picture_is_refused(detector: Detector, picture: np.ndarray) -> None:
    with pytest.raises(ValueError, match="a picture is uint8"):
        detector.detect(picture)


@pytest.mark.parametrize("seed", [3, 11])
def test_the_tiles_of_a_drawn_scene_are_found(detector: Detector, seed: int) -> None:
    cv2 = pytest.importorskip("cv2")
    from castlescan.datasets.faces import DrawnFaces
    from castlescan.datasets.scenes.camera import ViewRange
    from castlescan.datasets.scenes.rendering import render
    from castlescan.datasets.scenes.scene import SceneOptions, draw_scene

    rng = np.random.default_rng((77, seed))
    views = ViewRange(tilts=(0.0, 35.0), filled=(0.7, 0.95))
    options = SceneOptions(longer_side=900, tables=["planks"], views=views, castles=(1.0,))
    scene = draw_scene(rng, options)
    made = render(scene, DrawnFaces(), rng)
    picture = cv2.imdecode(np.frombuffer(made.jpeg, np.uint8), cv2.IMREAD_COLOR)[..., ::-1]
    tiles = [
        np.array(piece.quad)
        for piece in made.annotation.pieces
        if piece.kind == "tile" and piece.castle == 0 and (piece.visible or 0) > 0.9
    ]
    found = [it.quad for it in detector.detect(np.ascontiguousarray(picture)) if it.piece == "tile"]
    hits = sum(max((iou(tile, quad) for quad in found), default=0.0) > 0.6 for tile in tiles)
    assert hits >= 0.85 * len(tiles)
    assert len(found) <= 1.3 * len(tiles) + 2


@pytest.mark.parametrize("enlarged", [1.0, 3.0])
def test_a_tile_that_fills_the_picture_is_found(detector: Detector, enlarged: float) -> None:
    cv2 = pytest.importorskip("cv2")
    sample = cv2.imread(str(ROOT / "datasets" / "samples" / "tile.jpg"))[..., ::-1]
    picture = np.ascontiguousarray(cv2.resize(sample, None, fx=enlarged, fy=enlarged))
    best = detector.detect(picture)[0]
    assert best.piece == "tile"
    assert np.abs(best.quad.mean(axis=0) / enlarged - (317, 239)).max() < 8


class _Glances:
    """Stands for a network that sees other pieces at the first look than from afar, in a square picture."""

    def __init__(
        self, first: list[tuple[int, np.ndarray, float]], far: list[tuple[int, np.ndarray, float]]
    ):
        self._seen = {640: first, 224: far}

    def run(self, names: list[str], given: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        side = given["picture"].shape[1]
        pieces = [(kind, quad * side / 640, score) for kind, quad, score in self._seen[side]]
        return _maps(pieces, (side // STRIDE, side // STRIDE))


def test_large_tiles_that_only_a_look_from_afar_shows_count_with_what_else_was_found() -> None:
    throne, large = _turned(300, 150, 0, (450, 120)), _turned(240, 240, 5, (200, 430))
    shards = [
        (0, _turned(30, 30, 0, (x, y)), 0.65) for x in (140, 200, 260) for y in (370, 430, 490)
    ]
    again, unsure = _turned(310, 150, 0, (452, 121)), _turned(200, 200, 0, (520, 500))
    session = _Glances(
        [(1, throne, 0.8), *shards], [(1, again, 0.85), (0, large, 0.8), (0, unsure, 0.6)]
    )
    found = Detector(session).detect(np.zeros((640, 640, 3), np.uint8))
    assert sorted(it.piece for it in found) == ["throne", "tile"]
    for piece in found:
        wanted = throne if piece.piece == "throne" else large
        np.testing.assert_allclose(piece.quad, wanted, atol=1.0)
