"""The classifier: a small network that turns a rectified face into an embedding and some checks.

It looks at a crop twice: at the whole face, reduced, and at the two bands that hold the icons, at full
resolution. Pieces that differ in a small icon alone (ballrooms, throne rooms) are told apart by the bands.
"""

from typing import NamedTuple, cast

import torch
from torch import Tensor, nn

from ..engine.between_two_castles.catalogue import Border, Hanging, TileType
from .layers import Convolution, Residual

CROP_SIZE = 128
BAND = 32  # rows of the top band (type, name, hanging) and of the bottom one (scoring strip)
RING = 4  # width, in the reduced face, of the outer ring whose mean colour tells the light
EMBEDDING = 128
TURNS = 4


class Outputs(NamedTuple):
    """What the network says of N crops.

    Attributes
    ----------
    embedding
        Shape (N, 128), length 1. It means something for upright crops alone.
    orientation, border, tile_type, hanging
        Logits, shapes (N, 4), (N, 2), (N, 11) and (N, 5), columns as in the catalogue's enums.
    face
        Logit that the crop shows a piece of the game, shape (N,).
    """

    embedding: Tensor
    orientation: Tensor
    border: Tensor
    tile_type: Tensor
    hanging: Tensor
    face: Tensor


class Flatten(nn.Module):
    """Narrows a feature map and lays it out, so that places stay apart."""

    def __init__(self, channels: int, narrow: int, cells: int, outside: int) -> None:
        super().__init__()
        self.narrow = nn.Conv2d(channels, narrow, 1, bias=False)
        self.norm = nn.BatchNorm2d(narrow)
        self.out = nn.Linear(narrow * cells, outside)

    def forward(self, x: Tensor) -> Tensor:
        """Return shape (N, outside)."""
        return torch.relu(cast(Tensor, self.out(self.norm(self.narrow(x)).flatten(1))))


class ClassifierNetwork(nn.Module):
    """The whole network; just under a million weights."""

    def __init__(self) -> None:
        super().__init__()
        self.whole = nn.Sequential(
            Convolution(6, 24, 2),
            Convolution(24, 48, 2),
            Convolution(48, 48),
            Convolution(48, 96, 2),
            Residual(96),
            Convolution(96, 160, 2),
            Convolution(160, 160),
            Flatten(160, 64, 4 * 4, 160),
        )
        self.bands = nn.Sequential(
            Convolution(6, 20, 2),
            Convolution(20, 40, 2),
            Convolution(40, 40),
            Convolution(40, 64, 2),
            Convolution(64, 64),
            Convolution(64, 96, 2),
            Flatten(96, 32, 4 * 8, 128),
        )
        features = 160 + 128
        self.embedding = nn.Linear(features, EMBEDDING)
        self.orientation = nn.Linear(features, TURNS)
        self.border = nn.Linear(features, len(Border))
        self.tile_type = nn.Linear(features, len(TileType))
        self.hanging = nn.Linear(features, len(Hanging))
        self.face = nn.Linear(features, 1)

    def forward(self, crops: Tensor) -> Outputs:
        """Classify crops.

        Parameters
        ----------
        crops
            Shape (N, 3, 128, 128): RGB, 0 to 255.
        """
        small = nn.functional.avg_pool2d(crops, 2) / 255
        light = ring(small)
        bands = torch.cat([crops[:, :, :BAND], crops[:, :, -BAND:]], dim=2) / 255
        whole = self.whole(views(small, light))
        bands = self.bands(views(bands, light))
        features = torch.cat([whole, bands], dim=1)
        return Outputs(
            nn.functional.normalize(self.embedding(features).float()),
            self.orientation(features),
            self.border(features),
            self.tile_type(features),
            self.hanging(features),
            self.face(features)[:, 0],
        )


def ring(picture: Tensor) -> Tensor:
    """Return the mean colour of the outer ring of pictures, shape (N, 3, 1, 1): mostly a white border."""
    edges = [
        picture[:, :, :RING],
        picture[:, :, -RING:],
        picture[:, :, :, :RING],
        picture[:, :, :, -RING:],
    ]
    return torch.cat([edge.flatten(2) for edge in edges], dim=2).mean(dim=2)[:, :, None, None]


def views(picture: Tensor, light: Tensor) -> Tensor:
    """Return pictures beside themselves with the colour of the light undone.

    Parameters
    ----------
    picture
        Shape (N, 3, H, W), 0 to 1.
    light
        Shape (N, 3, 1, 1): the mean colour of the ring, which becomes a grey of 0.7.

    Returns
    -------
    Tensor
        Shape (N, 6, H, W), -0.5 to 1.
    """
    balanced = (picture * (0.7 / (light + 0.02))).clamp(max=1.5)
    return torch.cat([picture, balanced], dim=1) - 0.5
