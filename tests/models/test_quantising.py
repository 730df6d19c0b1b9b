"""Networks with 8-bit numbers."""

from pathlib import Path

import numpy as np
import onnxruntime
import pytest

torch = pytest.importorskip("torch", reason="needs castlescan[train]")
pytest.importorskip("onnx", reason="needs castlescan[train]")

from castlescan.models.detector_network import DetectorNetwork, export  # noqa: E402
from castlescan.models.quantising import quantise  # noqa: E402

PRECISE = ("/network/heat/Conv", "/network/shape/Conv")


@pytest.mark.filterwarnings("ignore")
def test_a_network_with_8_bits_is_smaller_and_says_nearly_the_same(tmp_path: Path) -> None:
    torch.manual_seed(2)
    export(DetectorNetwork().eval(), tmp_path / "float32.onnx")
    rng = np.random.default_rng(3)
    pictures = [rng.integers(0, 256, (64, 96, 3), dtype=np.uint8) for _ in range(4)]
    quantise(tmp_path / "float32.onnx", tmp_path / "8bit.onnx", pictures, precise=PRECISE)
    assert (tmp_path / "8bit.onnx").stat().st_size < 0.4 * (
        tmp_path / "float32.onnx"
    ).stat().st_size
    before, after = (
        onnxruntime.InferenceSession(str(tmp_path / it), providers=["CPUExecutionProvider"]).run(
            ["shape"], {"picture": pictures[0][None]}
        )[0]
        for it in ("float32.onnx", "8bit.onnx")
    )
    assert not np.array_equal(before, after)
    assert np.abs(before - after).max() < 0.1 * np.ptp(before)
