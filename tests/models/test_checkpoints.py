"""What training goes on from."""

from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")
pytest.importorskip("onnx", reason="onnx (extra `train`) is not installed")

from castlescan.engine.errors import DocumentError  # noqa: E402
from castlescan.models.checkpoints import load_checkpoint, save_checkpoint  # noqa: E402

KEYS = frozenset({"network", "step"})


def test_what_was_saved_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    save_checkpoint(path, {"network": {"weight": torch.arange(3)}, "step": 7})
    assert list(tmp_path.iterdir()) == [path]
    kept = load_checkpoint(path, KEYS)
    assert kept["step"] == 7
    assert kept["network"]["weight"].tolist() == [0, 1, 2]


@pytest.mark.parametrize("contents", [b"", b"no checkpoint at all", b"PK\x03\x04" + bytes(40)])
def test_something_else_is_said_to_be_none(contents: bytes, tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    path.write_bytes(contents)
    with pytest.raises(DocumentError, match=r"checkpoint\.pt: is no checkpoint of this training"):
        load_checkpoint(path, KEYS)


def test_the_checkpoint_of_another_training_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.pt"
    save_checkpoint(path, {"model": 1, "step": 7})
    with pytest.raises(DocumentError, match="move it away to begin anew"):
        load_checkpoint(path, KEYS)
    torch.save([1, 2], path)
    with pytest.raises(DocumentError, match="move it away to begin anew"):
        load_checkpoint(path, KEYS)
