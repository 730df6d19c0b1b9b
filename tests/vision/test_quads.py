import numpy as np
import pytest

from castlescan.vision import quads as q

SQUARE = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])
BOXES = q.from_boxes([[0, 0, 40, 30], [100, 50, 180, 90]])


def seen(turn: float, tilt: float, width: int = 1) -> q.Floats:
    """Return a piece turned on the table and seen at a tilt, shape (1, 4, 2)."""
    a, t = np.deg2rad(turn), np.deg2rad(tilt)
    own = SQUARE * [width, 1] + [(width - 1) / 2, 0]
    x, y = (own @ [[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]).T
    depth = 6 + y * np.sin(t)
    return np.stack([300 * x / depth + 500, -300 * y * np.cos(t) / depth + 400], axis=1)[None]


def test_boxes_become_quads_and_quads_boxes() -> None:
    assert BOXES[0].tolist() == [[0, 0], [40, 0], [40, 30], [0, 30]]
    assert q.to_boxes(BOXES).tolist() == [[0, 0, 40, 30], [100, 50, 180, 90]]
    assert q.from_boxes([]).shape == q.as_quads([]).shape == (0, 4, 2)


@pytest.mark.parametrize(
    ("boxes", "message"),
    [
        ([[0, 0, 1]], r"the shape \(N, 4\), not \(1, 3\)"),
        ([[0, 0, 1, 1], [5, 0, 4, 1]], "box 1 is not left, top, right, bottom"),
        ([[0, 0, 1, float("nan")]], "box 0 is not left, top, right, bottom"),
    ],
)
def test_wrong_boxes_are_refused(boxes: list[list[float]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        q.from_boxes(boxes)


def test_wrong_quads_are_refused() -> None:
    with pytest.raises(ValueError, match=r"the shape \(N, 4, 2\), not \(4, 2\)"):
        q.as_quads(SQUARE)
    with pytest.raises(ValueError, match="quad 1 is not finite"):
        q.as_quads(np.stack([SQUARE, SQUARE * np.inf]))


def test_as_quads_copies() -> None:
    q.as_quads(BOXES)[0, 0, 0] = 7
    assert BOXES[0, 0, 0] == 0


def test_measures_of_boxes() -> None:
    assert q.signed_areas(BOXES).tolist() == [1200, 3200]
    assert q.centres(BOXES).tolist() == [[20, 15], [140, 70]]
    assert q.sides(BOXES)[0].tolist() == [[40, 0], [0, 30], [-40, 0], [0, -30]]
    assert q.frames(BOXES, [1, 2]).tolist() == [[[40, 0], [0, -30]], [[40, 0], [0, -40]]]
    assert q.sizes(BOXES, [1, 2]) == pytest.approx([1200**0.5, 40])


def test_roll_makes_another_corner_the_first() -> None:
    rolled = q.roll(BOXES, [1, 0])
    assert rolled[0].tolist() == [[40, 0], [40, 30], [0, 30], [0, 0]]
    assert rolled[1].tolist() == BOXES[1].tolist()
    assert q.roll(q.roll(BOXES, 3), 1).tolist() == BOXES.tolist()
    # A face whose top right corner is the first has its right where its bottom was.
    assert q.frames(rolled)[0].tolist() == [[0, 40], [30, 0]]


def test_mirrored_corner_orders_are_put_right() -> None:
    mirrored = BOXES[:, [0, 3, 2, 1]]
    assert (q.signed_areas(mirrored) < 0).all()
    assert q.clockwise(mirrored).tolist() == BOXES.tolist()
    assert q.clockwise(BOXES).tolist() == BOXES.tolist()


def test_convex() -> None:
    bow, dart, line = BOXES[:1].copy(), BOXES[:1].copy(), BOXES[:1].copy()
    bow[0, [0, 1]] = bow[0, [1, 0]]
    dart[0, 2] = [10, 8]
    line[0, :, 1] = 3
    quads = np.concatenate([BOXES, BOXES[:, ::-1], bow, dart, line])
    assert q.are_convex(quads).tolist() == [True] * 4 + [False] * 3
    with pytest.raises(ValueError, match="quad 2 is not convex"):
        q.homographies(np.concatenate([BOXES, dart]))


@pytest.mark.parametrize("tilt", [0, 30, 60])
@pytest.mark.parametrize("turn", [0, 37, 90, 200])
def test_homographies_know_where_the_neighbours_are(turn: float, tilt: float) -> None:
    homography = q.homographies(seen(turn, tilt))
    corners = q.project(homography, SQUARE)
    assert corners == pytest.approx(seen(turn, tilt), abs=1e-6)
    wide = q.homographies(seen(turn, tilt, width=2), 2)
    points = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [0.5, 1.0]]
    assert q.project(wide, points) == pytest.approx(q.project(homography, points), abs=1e-6)


def test_frames_are_nearly_the_derivative_of_the_homography() -> None:
    quad = seen(20, 40)
    homography = q.homographies(quad)[0]
    ahead, behind = (
        q.project(homography, np.eye(2) * 0.01),
        q.project(homography, -np.eye(2) * 0.01),
    )
    exact = ((ahead - behind) / 0.02).T
    assert q.frames(quad)[0] == pytest.approx(exact, rel=0.03, abs=0.5)


@pytest.mark.parametrize("tilt", [0, 45, 60])
@pytest.mark.parametrize("turn", [0, 90, 250])
def test_halves_of_a_wide_piece_are_squares_on_the_table(turn: float, tilt: float) -> None:
    left, right = q.halves(seen(turn, tilt, width=2))
    assert left == pytest.approx(seen(turn, tilt), abs=1e-6)
    assert right[0, [0, 3]] == pytest.approx(left[0, [1, 2]])
    assert right[0, [1, 2]] == pytest.approx(seen(turn, tilt, width=2)[0, [1, 2]])


def test_halves_of_a_quad_that_is_not_convex_are_cut_halfway() -> None:
    dart = BOXES[:1].copy()
    dart[0, 2] = [10, 8]
    left, _ = q.halves(dart)
    assert left[0, 1].tolist() == [20, 0]


def test_points_on_the_horizon_are_infinite() -> None:
    horizon = np.array([[1.0, 0, 0], [0, 1, 0], [0, 1, 1]])
    assert np.isinf(q.project(horizon, [[1.0, -1.0]])).all()


def test_points_lie_in_a_quad_on_its_edge_or_outside() -> None:
    (quad,) = seen(30, 50)
    middle = quad.mean(axis=0)
    for order in (quad, quad[::-1]):
        assert q.contains(order, middle)
        assert q.contains(order, quad[2])
        assert not q.contains(order, quad[2] + 0.01 * (quad[2] - middle))
        assert not q.contains(order, [0.0, 0.0])
