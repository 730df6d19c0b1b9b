"""Layers that the networks share."""

from typing import cast

import torch
from torch import Tensor, nn

HAS_BFLOAT16 = "AVX512" in torch.backends.cpu.get_cpu_capability()
"""Whether this processor is quick with bfloat16; others only imitate it, ten times slower than float32."""


class Convolution(nn.Module):
    """A 3 x 3 convolution, batch normalisation and a rectifier."""

    def __init__(self, inside: int, outside: int, stride: int = 1) -> None:
        super().__init__()
        self.convolution = nn.Conv2d(inside, outside, 3, stride, 1, bias=False)
        self.norm = nn.BatchNorm2d(outside)

    def forward(self, x: Tensor) -> Tensor:
        """Return the features of the same or half the size."""
        return torch.relu(cast(Tensor, self.norm(self.convolution(x))))


class Residual(nn.Module):
    """Two 3 x 3 convolutions whose result is added to what goes in."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.first = Convolution(channels, channels)
        self.second = nn.Conv2d(channels, channels, 3, 1, 1, bias=False)
        self.norm = nn.BatchNorm2d(channels)

    def forward(self, x: Tensor) -> Tensor:
        """Return the features, of the same size."""
        return torch.relu(x + cast(Tensor, self.norm(self.second(self.first(x)))))
