"""Networks of which only the exported file is left."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs castlescan[train]")
pytest.importorskip("onnx", reason="needs castlescan[train]")

from castlescan.models.detector_network import DetectorNetwork, export  # noqa: E402
from castlescan.models.quantising import quantise  # noqa: E402
from castlescan.models.restoring import restore_detector  # noqa: E402

PICTURES = np.random.default_rng(3).integers(0, 256, (6, 64, 96, 3), dtype=np.uint8)
AS_TENSORS = torch.from_numpy(PICTURES).permute(0, 3, 1, 2).float()


@pytest.fixture
def trained() -> DetectorNetwork:
    """Return a network whose batch normalisations have seen something."""
    torch.manual_seed(2)
    network = DetectorNetwork()
    for module in network.modules():
        if isinstance(module, torch.nn.BatchNorm2d):
            torch.nn.init.uniform_(module.weight, 0.5, 1.5)
            torch.nn.init.normal_(module.bias, std=0.2)
    with torch.no_grad():
        for _ in range(3):
            network(AS_TENSORS)
    return network.eval()


@pytest.mark.filterwarnings("ignore")
def test_a_restored_network_gives_what_the_exported_one_gave(
    trained: DetectorNetwork, tmp_path: Path
) -> None:
    export(trained, tmp_path / "float32.onnx")
    restored = restore_detector(tmp_path / "float32.onnx", [AS_TENSORS])
    with torch.no_grad():
        for wanted, given in zip(trained(AS_TENSORS), restored(AS_TENSORS), strict=True):
            torch.testing.assert_close(given, wanted, atol=1e-3, rtol=1e-3)
        learning = restored.train()(AS_TENSORS)
    for wanted, given in zip(trained(AS_TENSORS), learning, strict=True):
        assert (given - wanted).abs().max() < 0.1 * (wanted.max() - wanted.min())


@pytest.mark.filterwarnings("ignore")
def test_of_8_bits_the_weights_are_restored(trained: DetectorNetwork, tmp_path: Path) -> None:
    export(trained, tmp_path / "float32.onnx")
    precise = ("/network/heat/Conv", "/network/shape/Conv")
    quantise(tmp_path / "float32.onnx", tmp_path / "8bit.onnx", list(PICTURES), precise=precise)
    restored = restore_detector(tmp_path / "8bit.onnx", [AS_TENSORS[:3], AS_TENSORS[3:]])
    with torch.no_grad():
        for wanted, given in zip(trained(AS_TENSORS), restored(AS_TENSORS), strict=True):
            assert (given - wanted).abs().max() < 0.1 * (wanted.max() - wanted.min())
            assert (given - wanted).abs().max() > 0
