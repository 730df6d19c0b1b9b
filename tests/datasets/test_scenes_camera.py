import numpy as np
import pytest

from castlescan.datasets.scenes.camera import Camera, View, ViewRange, aim, draw_view, scaled
from castlescan.datasets.scenes.lights import clipped, ground_grid
from castlescan.datasets.scenes.sensor import distort, frame_mask, undistort

SUBJECT = np.array([[0, 0, 0], [7, 0, 0], [7, 5, 0], [0, 5, 0]], float)


@pytest.fixture
def tilted() -> Camera:
    return aim(View((1600, 1200), tilt=40, focal=0.7, roll=5, filled=0.8), SUBJECT)


def test_straight_down_is_a_plan():
    camera = aim(View((800, 600), tilt=0, focal=0.7), SUBJECT)
    left, right, top, _ = camera.project(SUBJECT)
    assert left[1] == pytest.approx(right[1])
    assert right[0] == pytest.approx(top[0])
    assert left[0] < right[0]
    assert top[1] < right[1]  # y grows away from the camera, which is up in the picture


def test_tilt_is_the_angle_to_the_vertical(tilted):
    assert np.degrees(np.arccos(-tilted.rotation[2, 2])) == pytest.approx(40)
    assert np.linalg.det(tilted.rotation) == pytest.approx(1)
    assert np.allclose(tilted.rotation @ tilted.rotation.T, np.eye(3))


def test_plane_agrees_with_project_and_back(tilted):
    points = np.array([[1.5, 2.5], [6.0, 0.5], [3.0, 4.0]])
    seen = tilted.project(np.column_stack([points, np.full(3, 0.5)]))
    homogeneous = np.column_stack([points, np.ones(3)]) @ tilted.plane(0.5).T
    assert np.allclose(homogeneous[:, :2] / homogeneous[:, 2:], seen)
    assert np.allclose(tilted.on_plane(seen, 0.5), points)


@pytest.mark.parametrize("tilt", [0, 25, 59])
@pytest.mark.parametrize("filled", [0.4, 0.95])
def test_aim_frames_the_subject(tilt, filled):
    view = View((1200, 1600), tilt=tilt, focal=0.7, roll=-4, filled=filled, shift=(0.05, -0.03))
    seen = aim(view, SUBJECT).project(SUBJECT)
    assert (np.ptp(seen, axis=0) / view.size).max() == pytest.approx(filled, abs=0.02)
    middle = (seen.min(axis=0) + seen.max(axis=0)) / 2 / view.size
    assert middle == pytest.approx([0.55, 0.47], abs=0.02)


def test_a_cut_off_subject_stays_before_the_camera():
    long = np.array([[0, 0, 0], [1, 0, 0], [1, 14, 0], [0, 14, 0]], float)
    camera = aim(View((1600, 900), tilt=60, focal=0.45, filled=1.4), long)
    assert camera.position[2] > 0.3
    assert (camera.depth(long.mean(axis=0)) > 0.3).all()


def test_drawn_views_keep_to_their_range_and_fill_it():
    rng = np.random.default_rng(0)
    limits = ViewRange(tilts=(5, 50), focal=(0.5, 1.0), filled=(0.4, 1.2))
    views = [draw_view(rng, limits, 800) for _ in range(400)]
    tilts = np.array([view.tilt for view in views])
    assert tilts.min() >= 5
    assert tilts.max() <= 50
    assert np.histogram(tilts, bins=9, range=(5, 50))[0].min() > 0
    assert all(0.5 <= view.focal <= 1.0 and 0.4 <= view.filled <= 1.2 for view in views)
    assert all(max(view.size) == 800 for view in views)


def test_drawn_views_cover_the_observed_photographs():
    rng = np.random.default_rng(1)
    views = [draw_view(rng) for _ in range(600)]
    tilts = np.percentile([view.tilt for view in views], [5, 95])
    focal = np.percentile([view.focal for view in views], [5, 95])
    assert tilts[0] < 4
    assert tilts[1] > 38
    assert focal[0] < 0.62
    assert focal[1] > 0.9


def test_scaled_sees_the_same(tilted):
    half = scaled(tilted, 0.5)
    assert half.size == (800, 600)
    assert np.allclose(half.project(SUBJECT), tilted.project(SUBJECT) / 2)


def test_ground_grid_is_what_pixels_show(tilted):
    grid = ground_grid(tilted, 4)
    assert grid.shape == (300, 400, 2)
    expected = tilted.on_plane(np.array([[100 * 4 + 2.0, 50 * 4 + 2.0]]))[0]
    assert grid[50, 100] == pytest.approx(expected, abs=1e-3)


def test_ground_grid_is_finite_beyond_the_horizon():
    camera = aim(View((400, 300), tilt=75, focal=0.5), SUBJECT)
    grid = ground_grid(camera, 4)
    assert np.isfinite(grid).all()
    assert grid[0, 50, 1] > grid[-1, 50, 1]


def test_clipped_leaves_what_is_before_the_camera(tilted):
    wide = np.array([[-90, -90, 0], [90, -90, 0], [90, 90, 0], [-90, 90, 0]], float)
    kept = clipped(tilted, wide)
    assert len(kept) == 4
    assert (tilted.depth(kept) > 0.19).all()
    assert np.allclose(clipped(tilted, SUBJECT), SUBJECT)


@pytest.mark.parametrize("distortion", [-0.04, 0.03])
def test_distortion_is_undone(distortion):
    points = np.array([[10.0, 20.0], [800, 600], [1590, 1190], [1700, 900]])
    seen = distort(points, (1600, 1200), distortion)
    assert undistort(seen, (1600, 1200), distortion) == pytest.approx(points, abs=0.01)
    assert seen[1] == pytest.approx([800, 600])


def test_the_frame_is_what_the_lens_shows():
    mask = frame_mask((200, 100), 0.03)
    shown = undistort([[0, 0], [200, 100]], (200, 100), 0.03)
    assert (shown >= -1e-9).all()
    assert (shown <= np.array([200, 100]) + 1e-9).all()
    assert mask[50, 100] == 255
    assert 0.9 < (mask > 0).mean() < 1
    assert (frame_mask((200, 100), 0.0) == 255).all()
