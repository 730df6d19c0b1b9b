"""What the detector is trained with: targets that decode to the truth, and samples that fit them."""

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
torch = pytest.importorskip("torch")

from castlescan.models.detection_targets import (  # noqa: E402
    CLASSES,
    Scene,
    draw_sample,
    losses,
    make_targets,
)
from castlescan.models.detector_network import DetectorNetwork  # noqa: E402
from castlescan.vision.detection_decoding import find_peaks, iou, suppress  # noqa: E402
from castlescan.vision.pieces import PieceClass  # noqa: E402
from castlescan.vision.quads import from_boxes, roll  # noqa: E402

QUADS = np.concatenate(
    [
        from_boxes([(40, 40, 80, 80), (80, 40, 160, 81), (20, 100, 44, 140), (52, 52, 66, 66)]),
        roll(from_boxes([(100, 100, 141, 140)]), 1),
    ]
)
KINDS = np.array([0, 1, 3, 4, 0])


def test_classes_are_those_of_the_pipeline() -> None:
    assert tuple(PieceClass) == CLASSES


def test_targets_decode_to_the_pieces() -> None:
    targets = make_targets(QUADS, KINDS, np.ones(5), (192, 192))
    shapes = targets.shape.reshape(20, 48, 48)
    peaks = suppress(find_peaks(targets.heat, shapes, threshold=0.99))
    assert sorted(peaks.classes.tolist()) == sorted(KINDS.tolist())
    for kind, quad in zip(peaks.classes, peaks.quads, strict=True):
        assert min(np.abs(quad - it).max() for it in QUADS[kind == KINDS]) < 1e-4


def test_what_is_hidden_is_not_asked_for() -> None:
    visible = np.array([1.0, 1.0, 1.0, 1.0, 0.1])
    targets = make_targets(QUADS, KINDS, visible, (192, 192))
    assert targets.heat[:, 30, 30].max() == 0
    assert targets.care[:, 30, 30].max() == 0
    assert targets.care[0, 15, 15] == 1
    assert targets.weight[0, 30, 30] == 0


def test_pieces_outside_of_the_picture_do_not_matter() -> None:
    targets = make_targets(QUADS - 1000, KINDS, np.ones(5), (192, 192))
    assert targets.heat.max() == 0
    assert targets.weight.max() == 0


@pytest.mark.parametrize("seed", range(12))
def test_samples_show_what_their_targets_say(seed: int) -> None:
    picture = np.full((400, 500, 3), 20, np.uint8)
    quad = from_boxes([(180, 150, 300, 270)])
    picture[150:270, 180:300] = 235
    jpeg = cv2.imencode(".jpg", picture)[1].ravel()
    scene = Scene(jpeg, quad, np.array([0]), np.ones(1))
    sample = draw_sample(np.random.default_rng(seed), scene, 256)
    assert sample.pixels.shape == (256, 256, 3)
    shapes = sample.targets.shape.reshape(20, 64, 64)
    peaks = find_peaks(sample.targets.heat, shapes, threshold=0.99)
    if not len(peaks):
        return  # its middle is outside
    covered = np.zeros((256, 256), np.uint8)
    cv2.fillConvexPoly(covered, np.rint(peaks.quads[0]).astype(np.int32), 1)
    grey = sample.pixels.mean(axis=2)
    inner = cv2.erode(covered, np.ones((9, 9), np.uint8)) > 0
    ring = (cv2.dilate(covered, np.ones((15, 15), np.uint8)) > 0) & (
        cv2.dilate(covered, np.ones((9, 9), np.uint8)) == 0
    )
    assert np.median(grey[inner]) > np.median(grey[ring]) + 30


def test_the_loss_is_small_for_what_is_asked_and_large_for_nothing() -> None:
    targets = make_targets(QUADS, KINDS, np.ones(5), (192, 192))
    batch = type(targets)(
        targets.heat[None], targets.care[None], targets.shape[None], targets.weight[None]
    )
    middle = torch.from_numpy(batch.heat == 1.0)
    perfect = torch.where(middle, 12.0, -12.0)
    shape = torch.from_numpy(batch.shape).reshape(1, 20, 48, 48)
    assert float(losses(perfect, shape, batch).total) < 0.01
    assert float(losses(torch.full_like(perfect, -3.0), torch.zeros_like(shape), batch).total) > 3


def test_the_network_keeps_its_strides() -> None:
    network = DetectorNetwork().eval()
    weights = sum(it.numel() for it in network.parameters())
    assert weights < 1.2e6
    with torch.no_grad():
        heat, shape = network(torch.zeros(2, 3, 64, 96))
    assert heat.shape == (2, 6, 16, 24)
    assert shape.shape == (2, 20, 16, 24)


def test_a_piece_shares_all_of_itself() -> None:
    assert iou(QUADS[0], roll(QUADS[:1], 3)[0]) == pytest.approx(1.0)
