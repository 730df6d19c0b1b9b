"""Networks with 8-bit numbers, which run nearly twice as fast on processors and are a quarter as large."""

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from numpy.typing import NDArray
from onnxruntime.quantization import (
    CalibrationDataReader,
    QuantFormat,
    QuantType,
    quant_pre_process,
    quantize_static,
)

from ..engine.documents import write_bytes


class _Inputs(CalibrationDataReader):  # type: ignore[misc]
    def __init__(self, pictures: Sequence[NDArray[np.uint8]]) -> None:
        self._left = iter(pictures)

    def get_next(self) -> dict[str, NDArray[np.uint8]] | None:
        picture = next(self._left, None)
        return None if picture is None else {"picture": picture[None]}


def quantise(
    network: Path,
    out: Path,
    pictures: Sequence[NDArray[np.uint8]],
    *,
    precise: Sequence[str] = (),
) -> None:
    """Write a network whose weights and activations have 8 bits.

    The ranges of activations are those seen on some pictures. Weights use 7 bits, since processors without
    VNNI add up two products in 16 bits, which more would overflow.

    Parameters
    ----------
    network
        An ONNX file, float32.
    out
        Where to write; may be the same file.
    pictures
        What the network usually sees: its input ``picture``, but for the first axis.
    precise
        Nodes that stay float32.
    """
    with TemporaryDirectory() as folder:
        prepared, quantised = Path(folder) / "prepared.onnx", Path(folder) / "quantised.onnx"
        quant_pre_process(network, prepared, skip_symbolic_shape=True)
        quantize_static(
            prepared,
            quantised,
            _Inputs(pictures),
            quant_format=QuantFormat.QDQ,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            per_channel=True,
            reduce_range=True,
            nodes_to_exclude=list(precise),
        )
        write_bytes(out, quantised.read_bytes())
