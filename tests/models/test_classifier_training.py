from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")
pytest.importorskip("onnx", reason="onnx (extra `train`) is not installed")

from castlescan.datasets.faces.banners import (  # noqa: E402
    banner_of,
    with_text,
    without_name,
)
from castlescan.models.classifier_faces import (  # noqa: E402
    FACE_HEIGHT,
    KnownFace,
)
from castlescan.models.classifier_network import (  # noqa: E402
    CROP_SIZE,
    EMBEDDING,
    ClassifierNetwork,
)
from castlescan.models.export_classifier import (  # noqa: E402
    build_gallery,
    calibrated,
    disagreement,
    export,
)
from castlescan.models.train_classifier import (  # noqa: E402
    Crops,
    Plan,
    Run,
    draw_texts,
    learning_rate,
    surroundings,
)
from castlescan.vision.classify import Classifier  # noqa: E402
from castlescan.vision.pieces import PieceClass  # noqa: E402

PLAN = Plan(steps=3, batch=5, seed=3, warm_up=2, workers=0, hard_steps=2, fine_steps=2)


def face(number: int, piece: PieceClass = PieceClass.TILE) -> KnownFace:
    rng = np.random.default_rng(number)
    wide = 2 * FACE_HEIGHT if piece is PieceClass.THRONE else FACE_HEIGHT
    pixels = rng.integers(0, 256, (6, wide // 32, 3)).astype(np.uint8)
    pixels = pixels.repeat(32, axis=0).repeat(32, axis=1)
    mask = np.full(pixels.shape[:2], 255, np.uint8)
    return KnownFace(f"{piece}/{number}", "drawn", piece, pixels, pixels, mask, 0, 1, 2)


@pytest.fixture(scope="module")
def faces() -> tuple[KnownFace, ...]:
    return tuple(face(number, piece) for number, piece in enumerate([*PieceClass, PieceClass.TILE]))


@pytest.fixture(scope="module")
def around(faces: tuple[KnownFace, ...]):
    return surroundings(faces, seed=1, tables=2)


def test_outputs_have_their_shapes_and_length() -> None:
    torch.manual_seed(0)
    outputs = ClassifierNetwork().eval()(torch.rand(3, 3, CROP_SIZE, CROP_SIZE) * 255)
    assert outputs.embedding.shape == (3, EMBEDDING)
    assert torch.allclose(outputs.embedding.norm(dim=1), torch.ones(3), atol=1e-5)
    shapes = [tuple(it.shape) for it in outputs[1:]]
    assert shapes == [(3, 4), (3, 2), (3, 11), (3, 5), (3,)]


def test_the_network_is_small() -> None:
    assert sum(it.numel() for it in ClassifierNetwork().parameters()) < 1.3e6


@pytest.mark.filterwarnings("ignore")
def test_onnx_says_what_torch_says(tmp_path: Path) -> None:
    torch.manual_seed(0)
    network = ClassifierNetwork()
    path = tmp_path / "network.onnx"
    assert export(network, path) < 1e-4
    assert disagreement(network, path, count=1) < 1e-4
    assert path.stat().st_size < 8e6


def test_a_step_has_its_own_seed(faces, around) -> None:
    one, same, later = (Crops(PLAN, faces, around, first) for first in (0, 0, 2))
    assert torch.equal(one[2].crops, same[2].crops)
    assert torch.equal(one[2].crops, later[0].crops)
    assert not torch.equal(one[2].crops, one[1].crops)


@pytest.mark.filterwarnings("ignore")
def test_a_run_that_was_stopped_ends_as_one_that_was_not(faces, around, tmp_path: Path) -> None:
    for name in ("whole", "stopped"):
        (tmp_path / name).mkdir()
    whole = Run(PLAN, faces, tmp_path / "whole")
    whole.train(around)
    first = Run(PLAN, faces, tmp_path / "stopped")
    loader = Crops(PLAN, faces, around)
    first._learn(loader[0])
    first.save()
    second = Run(PLAN, faces, tmp_path / "stopped")
    assert second.step == 1
    second.train(around)
    for name, value in whole.averaged.items():
        assert torch.allclose(value, second.averaged[name], atol=1e-5), name


def test_the_rate_rises_stays_and_falls() -> None:
    plan = Plan(steps=1000)
    rates = [learning_rate(plan, step) for step in range(1000)]
    assert rates[0] < rates[50] < rates[100] == rates[600] == plan.rate
    assert rates[700] > rates[900] > rates[999] > 0
    hard = [learning_rate(plan, 1000 + step) for step in range(plan.hard_steps)]
    assert hard[0] < hard[50] < max(hard) <= plan.later_rate
    assert hard[200] > hard[700] > hard[-1] > 0
    fine = [learning_rate(plan, plan.fine_start + step) for step in range(plan.fine_steps)]
    assert fine[0] < fine[50] < max(fine) <= plan.later_rate
    assert fine[200] > fine[1700] > fine[-1] > 0


def test_the_hardest_pictures_come_last(faces, around) -> None:
    """In them a fifth is grey, and before hardly any: none of these faces is."""
    plan = Plan(steps=40, batch=24, seed=5, workers=0, hard_steps=40, fine_steps=0)
    crops = Crops(plan, faces, around)

    def grey_share(*steps: int) -> float:
        shown = np.concatenate([crops[step].crops.numpy() for step in steps]).astype(int)
        return float((np.ptp(shown, axis=3).mean(axis=(1, 2)) < 4).mean())

    assert grey_share(0, 20, 39) < 0.05 < 0.1 < grey_share(40, 50, 60, 70, 79)


def test_cards_that_differ_in_a_word_are_shown_most_in_the_last_course(around) -> None:
    ids = ("bonus/height", "bonus/width", "bonus/torch")
    cards = [replace(face(number, PieceClass.CARD), piece_id=it) for number, it in enumerate(ids)]
    plan = Plan(steps=10, batch=60, seed=5, workers=0, hard_steps=10, fine_steps=10)
    crops = Crops(plan, cards, around)

    def share_of_others(*steps: int) -> float:
        shown = np.concatenate([crops[step].face.numpy() for step in steps])
        return float((shown[shown >= 0] == ids.index("bonus/torch")).mean())

    assert share_of_others(20, 23, 26, 29) < 0.11 < share_of_others(0, 5, 10, 15)


@pytest.mark.filterwarnings("ignore")
def test_a_gallery_is_built_and_calibrated(faces, around, tmp_path: Path) -> None:
    torch.manual_seed(0)
    path = tmp_path / "network.onnx"
    export(ClassifierNetwork(), path)
    middles = np.random.default_rng(0).normal(size=(len(faces), EMBEDDING)).astype(np.float32)
    gallery = build_gallery(path, faces, middles)
    assert gallery.ids_of(PieceClass.TILE) == ("tile/0", "tile/6")
    classifier = Classifier.load(path, gallery)
    fitted = calibrated(classifier, faces, around, np.random.default_rng(1), 12, 8)
    assert set(fitted.calibrations) == set(PieceClass)
    assert all(it.similarity >= 0 for it in fitted.calibrations.values())


def test_names_can_be_taken_off_and_written_anew() -> None:
    tile = face(1).pixels
    blank = without_name(tile)
    left, top, right, bottom = banner_of(*tile.shape[:2])
    changed = (blank != tile).any(axis=2)
    assert not changed[:top].any()
    assert not changed[bottom:].any()
    assert not changed[:, :left].any()
    assert not changed[:, right:].any()
    written = with_text(blank, draw_texts(1, 1)[0], (255.0, 255.0, 255.0))
    assert (written != blank).any()
