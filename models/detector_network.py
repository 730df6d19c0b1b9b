"""The detector: a small fully convolutional network that finds pieces and their corners.

For each cell of 4 x 4 pixels it gives the logits of the six classes that a piece of that class has its
middle there, and twice ten numbers that describe a quad (see :mod:`.detection_targets`): once for pieces on
the table and once for what lies on them, since a token has its middle where its tile has it.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import onnxruntime
import torch
from torch import Tensor, nn

from ..vision.detection_decoding import LAYERS, SHAPE_CHANNELS, STRIDE
from .detection_targets import CLASSES
from .layers import Convolution, Residual

HEAT_PRIOR = 0.01  # the share of cells that the untrained network takes for a middle


@dataclass(frozen=True)
class Widths:
    """How many channels there are at strides 4, 8, 16 and 32, and before the last layer."""

    quarter: int = 32
    eighth: int = 64
    sixteenth: int = 96
    last: int = 112
    head: int = 48


class Merge(nn.Module):
    """Adds coarse features, twice enlarged, to fine ones."""

    def __init__(self, coarse: int, fine: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(coarse, fine, 1)
        self.smooth = Convolution(fine, fine)

    def forward(self, coarse: Tensor, fine: Tensor) -> Tensor:
        """Return features of the size of the fine ones."""
        enlarged = nn.functional.interpolate(self.narrow(coarse), scale_factor=2.0, mode="nearest")
        return cast(Tensor, self.smooth(enlarged + fine))


class DetectorNetwork(nn.Module):
    """The whole network; about a million weights.

    Parameters
    ----------
    widths
        The numbers of channels.
    """

    def __init__(self, widths: Widths | None = None) -> None:
        super().__init__()
        w = widths or Widths()
        self.quarter = nn.Sequential(Convolution(3 * STRIDE**2, w.quarter), Residual(w.quarter))
        self.eighth = nn.Sequential(Convolution(w.quarter, w.eighth, 2), Residual(w.eighth))
        self.sixteenth = nn.Sequential(
            Convolution(w.eighth, w.sixteenth, 2), Residual(w.sixteenth), Residual(w.sixteenth)
        )
        self.last = nn.Sequential(Convolution(w.sixteenth, w.last, 2), Residual(w.last))
        self.to_sixteenth = Merge(w.last, w.sixteenth)
        self.to_eighth = Merge(w.sixteenth, w.eighth)
        self.to_quarter = Merge(w.eighth, w.quarter)
        self.head = Convolution(w.quarter, w.head)
        self.heat = nn.Conv2d(w.head, len(CLASSES), 1)
        self.shape = nn.Conv2d(w.head, LAYERS * SHAPE_CHANNELS, 1)
        bias = cast(Tensor, self.heat.bias)
        nn.init.constant_(bias, float(torch.logit(torch.tensor(HEAT_PRIOR))))

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the heatmaps and the shapes.

        Parameters
        ----------
        pictures
            Shape (N, 3, H, W), RGB from 0 to 255; H and W are multiples of 32.

        Returns
        -------
        tuple of Tensor
            Shapes (N, 6, H / 4, W / 4) and (N, 20, H / 4, W / 4).
        """
        cells = nn.functional.pixel_unshuffle((pictures - 118.0) / 64.0, STRIDE)
        quarter = self.quarter(cells)
        eighth = self.eighth(quarter)
        sixteenth = self.sixteenth(eighth)
        merged = self.to_sixteenth(self.last(sixteenth), sixteenth)
        merged = self.to_quarter(self.to_eighth(merged, eighth), quarter)
        features = self.head(merged)
        return self.heat(features), self.shape(features)


class Exported(nn.Module):
    """The network as it is shipped: uint8 pictures of shape (1, H, W, 3) in, scores instead of logits."""

    def __init__(self, network: DetectorNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(self, picture: Tensor) -> tuple[Tensor, Tensor]:
        """Return scores of shape (6, H / 4, W / 4) and shapes of shape (20, H / 4, W / 4)."""
        heat, shape = self.network(picture.permute(0, 3, 1, 2).float())
        return torch.sigmoid(heat)[0], shape[0]


def export(network: DetectorNetwork, path: Path) -> float:
    """Write the network as ONNX and return by how much that differs from PyTorch at most."""
    whole = Exported(network).eval()
    example = torch.zeros(1, 320, 416, 3, dtype=torch.uint8)
    torch.onnx.export(
        whole,
        (example,),
        str(path),
        input_names=["picture"],
        output_names=["heat", "shape"],
        dynamic_axes={
            "picture": {1: "height", 2: "width"},
            "heat": {1: "rows", 2: "columns"},
            "shape": {1: "rows", 2: "columns"},
        },
        opset_version=17,
        dynamo=False,
    )
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    worst = 0.0
    for size in ((320, 416), (640, 480), (96, 640)):
        picture = rng.integers(0, 256, (1, *size, 3), dtype=np.uint8)
        given = session.run(None, {"picture": picture})
        with torch.no_grad():
            wanted = whole(torch.from_numpy(picture))
        worst = max(
            worst, *(float(np.abs(a - b.numpy()).max()) for a, b in zip(given, wanted, strict=True))
        )
    return worst
