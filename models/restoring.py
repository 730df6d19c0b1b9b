"""Weights of a detector of which only the exported file is left, so that its training can go on."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from .detector_network import DetectorNetwork

_SPREAD = 0.08  # the root mean square of a filter's weights, about that in training


def restore_detector(path: Path, batches: Iterable[Tensor]) -> DetectorNetwork:
    """Return a network that gives what an exported one gives, but for the rounding of what flows in it.

    Export folds batch normalisation into the convolutions. Here it is taken out again: with means and
    variances as they are for some pictures, so that training goes on about where it ended.

    Parameters
    ----------
    path
        An ONNX file as :func:`.train_detector.quantise_detector` writes it.
    batches
        Pictures, each of shape (N, 3, H, W), RGB from 0 to 255; H and W are multiples of 32.
    """
    network = DetectorNetwork()
    layers = dict(network.named_modules())
    followed: list[tuple[nn.Conv2d, nn.BatchNorm2d]] = []
    for name, (weight, bias) in _convolutions(onnx.load(path)).items():
        layer = layers[name]
        assert isinstance(layer, nn.Conv2d)
        kept, added = torch.from_numpy(weight.copy()), torch.from_numpy(bias.copy())
        if layer.bias is not None:
            layer.weight.data.copy_(kept)
            layer.bias.data.copy_(added)
            continue
        norm = layers[name.rpartition(".")[0]].norm
        assert isinstance(norm, nn.BatchNorm2d)
        times = _SPREAD / kept.square().mean(dim=(1, 2, 3)).sqrt().clamp(min=1e-4)
        layer.weight.data.copy_(kept * times[:, None, None, None])
        assert norm.running_mean is not None
        assert norm.running_var is not None
        norm.running_mean.zero_()
        norm.running_var.fill_(1 - norm.eps)
        norm.weight.data.copy_(1 / times)
        norm.bias.data.copy_(added)
        followed.append((layer, norm))
    _measure(network.eval(), followed, batches)
    return network


def _convolutions(model: onnx.ModelProto) -> dict[str, tuple[NDArray[np.float32], ...]]:
    """Return the weights and biases of convolutions as float32, by the names of their layers."""
    stored: dict[str, NDArray[np.float32]] = {
        it.name: onnx.numpy_helper.to_array(it) for it in model.graph.initializer
    }
    for node in model.graph.node:
        if node.op_type == "DequantizeLinear" and node.input[0] in stored:
            rounded, scale, zero = (stored[it] for it in node.input)
            shape = (-1,) + (1,) * (rounded.ndim - 1)
            steps = rounded.astype(np.float32) - zero.astype(np.float32).reshape(shape)
            stored[node.output[0]] = steps * scale.reshape(shape)
    return {
        _layer_of(node.name): (stored[node.input[1]], stored[node.input[2]])
        for node in model.graph.node
        if node.op_type == "Conv"
    }


def _layer_of(node: str) -> str:
    """Return the name of a layer: ``/network/eighth/eighth.0/convolution/Conv`` is eighth.0.convolution."""
    parts = node.split("/")[2:-1]
    nested = [it for it, inner in pairwise(parts) if inner.startswith(f"{it}.")]
    return ".".join(it for it in parts if it not in nested)


@torch.no_grad()
def _measure(
    network: DetectorNetwork,
    followed: list[tuple[nn.Conv2d, nn.BatchNorm2d]],
    batches: Iterable[Tensor],
) -> None:
    """Give batch normalisations the means and variances of what they get, and leave what they return."""
    sums = {layer: torch.zeros(3, layer.out_channels, dtype=torch.float64) for layer, _ in followed}

    def add(layer: nn.Module, _: object, given: Tensor) -> None:
        assert isinstance(layer, nn.Conv2d)
        flat = given.double().transpose(0, 1).flatten(1)
        count = torch.full_like(flat[:, 0], flat.shape[1])
        sums[layer] += torch.stack([count, flat.sum(dim=1), flat.square().sum(dim=1)])

    hooks = [layer.register_forward_hook(add) for layer, _ in followed]
    for pictures in batches:
        network(pictures)
    for hook in hooks:
        hook.remove()
    for layer, norm in followed:
        count, total, squares = sums[layer]
        mean = total / count
        variance = (squares / count - mean.square()).clamp(min=1e-8)
        assert norm.running_mean is not None
        assert norm.running_var is not None
        slope = norm.weight.data.double()
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight.data.copy_(slope * (variance + norm.eps).sqrt())
        norm.bias.data.add_((slope * mean).float())
