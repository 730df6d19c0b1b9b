"""Colours: of room types, of materials, and the scheme of one illustration."""

import colorsys
import random
from collections.abc import Mapping
from dataclasses import dataclass

from ...engine.between_two_castles.catalogue import TileType

INK = "#2f1a17"
PARCHMENT = "#f0dcb4"
FRAME = "#2a1713"

TYPE_COLOURS: Mapping[TileType, str] = {
    TileType.FOOD: "#f0b016",
    TileType.LIVING: "#8b2f9c",
    TileType.UTILITY: "#e8641b",
    TileType.OUTDOOR: "#2f9440",
    TileType.SLEEPING: "#2650b8",
    TileType.CORRIDOR: "#b9b8d0",
    TileType.DOWNSTAIRS: "#454853",
    TileType.ACTIVITY: "#6b5a22",
    TileType.SECRET: "#109a92",
    TileType.SPECIALTY: "#9c1522",
    TileType.THRONE: "#9c1522",
}


def _channels(colour: str) -> tuple[float, float, float]:
    return (
        int(colour[1:3], 16) / 255,
        int(colour[3:5], 16) / 255,
        int(colour[5:7], 16) / 255,
    )


def _written(red: float, green: float, blue: float) -> str:
    return "#" + "".join(f"{round(255 * min(1, max(0, v))):02x}" for v in (red, green, blue))


def mix(one: str, other: str, share: float) -> str:
    """Mix a share of another colour into one."""
    pairs = zip(_channels(one), _channels(other), strict=True)
    red, green, blue = (a + (b - a) * share for a, b in pairs)
    return _written(red, green, blue)


def lighter(colour: str, share: float = 0.3) -> str:
    """Mix with a warm white."""
    return mix(colour, "#fffaf0", share)


def darker(colour: str, share: float = 0.3) -> str:
    """Mix with a warm black."""
    return mix(colour, "#1d0d12", share)


def shifted(colour: str, hue: float = 0, saturation: float = 1, value: float = 1) -> str:
    """Turn the hue (share of the circle) and scale saturation and value."""
    h, s, v = colorsys.rgb_to_hsv(*_channels(colour))
    return _written(*colorsys.hsv_to_rgb((h + hue) % 1, min(1, s * saturation), min(1, v * value)))


@dataclass(frozen=True)
class Scheme:
    """The colours of one illustration, and the dice that vary its details."""

    rng: random.Random
    wall: str
    trim: str
    floor: str
    wood: str
    cloth: str
    cloth2: str
    accent: str
    stone: str
    leaf: str

    def pick(self, *choices: str) -> str:
        """Choose one at random."""
        return self.rng.choice(choices)

    @property
    def any_cloth(self) -> str:
        """A colour for a small thing of cloth, paper or glass."""
        return self.rng.choice(
            (self.cloth, self.cloth2, self.accent, "#d9c9a3", "#b8433a", "#4f7fa8")
        )


# wall, trim, floor, and cloths that suit them; several for each type so that neighbours differ.
_ROOMS: Mapping[TileType, tuple[tuple[str, str, str, str, str], ...]] = {
    TileType.FOOD: (
        ("#f4cf7a", "#b97a2e", "#c98b4a", "#c23b2a", "#f3efe0"),
        ("#f7dc97", "#a86a2c", "#d7a566", "#3f7f6a", "#f0b016"),
        ("#eeb95e", "#8f5524", "#b5733d", "#f5ead0", "#a83a2a"),
        ("#f6e2ab", "#c0892f", "#a9683a", "#d08a1e", "#54733b"),
        ("#e8c98c", "#9b6a35", "#c2966b", "#7c3f5a", "#e9a33b"),
    ),
    TileType.LIVING: (
        ("#b57bc4", "#6d3a7c", "#8a5a44", "#7a2a8c", "#e9c46a"),
        ("#c99ad1", "#8a4f9a", "#9b6a4c", "#4b2f86", "#e2a0b8"),
        ("#9a6bb5", "#553070", "#7b4c3a", "#c23a6b", "#f0d9a8"),
        ("#d9b3d6", "#8d4f86", "#a9785a", "#8b2f9c", "#3f8f8a"),
        ("#8f5f9f", "#47265f", "#6e4636", "#d06aa0", "#e5b84a"),
    ),
    TileType.UTILITY: (
        ("#e79a5c", "#9c5426", "#a06a41", "#c9451a", "#f0d9b0"),
        ("#d98048", "#87431d", "#8c5a38", "#3f6f84", "#f2b45c"),
        ("#efb27a", "#a8602c", "#b27d52", "#7d8c3a", "#d9542a"),
        ("#c9764a", "#70381c", "#7f5236", "#e9b44a", "#8a3030"),
        ("#e4a97d", "#9a5c35", "#94694b", "#d8611e", "#4f8a80"),
    ),
    TileType.SLEEPING: (
        ("#7f9fdc", "#3f5fa8", "#8f6a4c", "#2650b8", "#f0d58a"),
        ("#9fb9e8", "#5575bd", "#a37f5e", "#6a3f9a", "#f3efe6"),
        ("#5f7fc4", "#2f4a8f", "#7a573f", "#b8436a", "#9fd0e8"),
        ("#b4c9ee", "#6884c2", "#97735a", "#1f3f98", "#e8b04a"),
        ("#6f8fc0", "#3a5790", "#80614e", "#2f8a9a", "#f4dcc4"),
    ),
    TileType.CORRIDOR: (
        ("#e9e6ee", "#a9a6c0", "#c9c9d8", "#b03a3a", "#e0a93f"),
        ("#dfe3ec", "#98a4ba", "#b9c1cf", "#3f6fa8", "#e6c46a"),
        ("#efe9e2", "#b5a595", "#d2c6b8", "#3f8a6a", "#c96a3a"),
        ("#e4dff0", "#a292c4", "#c4bcd6", "#7a4fa8", "#f0d080"),
        ("#e8ecea", "#9fb3ac", "#c0cdc6", "#c2803a", "#4f8a9a"),
    ),
    TileType.DOWNSTAIRS: (
        ("#5d6370", "#3a3f4c", "#4c4a50", "#7a2f2a", "#c98a3a"),
        ("#566a78", "#33444f", "#45525a", "#2f6f6a", "#c9a050"),
        ("#6a6070", "#423a4b", "#524a55", "#6a3a7a", "#c07a4a"),
        ("#5f6a5c", "#3a453a", "#4c5348", "#8a6a2a", "#7f9a5a"),
        ("#6b625a", "#443c37", "#564c45", "#9a3f2a", "#d0a860"),
    ),
    TileType.ACTIVITY: (
        ("#a8935a", "#64521f", "#7d5a38", "#6f3058", "#d9b65a"),
        ("#8f7f4c", "#53461f", "#6b4b30", "#2f6a5a", "#c9803a"),
        ("#b9a670", "#735f2c", "#8b673f", "#9a3a2f", "#5f7f9a"),
        ("#9a8a68", "#5b4c30", "#74543a", "#3f4f8a", "#e0b050"),
        ("#c0ad7c", "#7d6a38", "#946f48", "#7a5a1f", "#b04a5a"),
    ),
    TileType.SECRET: (
        ("#4f9a92", "#22635e", "#5a5048", "#1f7f78", "#d0a850"),
        ("#5fa89a", "#2c6e64", "#6b5a4a", "#7a3f5a", "#c9c090"),
        ("#3f8088", "#1c4f58", "#4d4a4a", "#c08a3a", "#88c8b8"),
        ("#6aa8a4", "#357a78", "#75624f", "#2f5f7f", "#e0c070"),
    ),
    TileType.SPECIALTY: (
        ("#c9564a", "#8a2a26", "#d9b48a", "#9c1522", "#e9bc4a"),
        ("#e8d4b0", "#b08a4a", "#c99a74", "#2f5f9f", "#c9303a"),
    ),
    TileType.THRONE: (("#c44a3c", "#7d1f20", "#d8b48c", "#9c1522", "#e9bc4a"),),
}
_ROOMS_OUTDOOR = (
    ("#e6dcc4", "#a89470", "#86b64e", "#c9403a", "#f2e3b0"),
    ("#ddd0bc", "#9b8468", "#79a848", "#3f74b0", "#f0b84a"),
    ("#e9e2d2", "#b3a284", "#93bf58", "#b0508f", "#f6eecb"),
    ("#d9d5cc", "#96938a", "#6fa552", "#d9772f", "#e8e0c8"),
)
_WOODS = ("#9a5f33", "#86502c", "#b0743e", "#7a4428", "#a66a45", "#8f6238")
_STONES = ("#b9b2a6", "#a8aab0", "#c4b8a0", "#9fa39c")
_LEAVES = ("#62a838", "#479a48", "#7ab535", "#3d9462", "#94ba38")
_ACCENTS = ("#e8b33a", "#d9534a", "#4f9ac0", "#6fae5a", "#d98ab0", "#f0e6d0", "#e0803a", "#8a6fc0")


def scheme_for(kind: TileType, rng: random.Random) -> Scheme:
    """Choose the colours of an illustration of a room type."""
    options = _ROOMS_OUTDOOR if kind is TileType.OUTDOOR else _ROOMS[kind]
    wall, trim, floor, cloth, cloth2 = rng.choice(options)
    if rng.random() < 0.4:
        cloth, cloth2 = cloth2, cloth
    turn = rng.uniform(-0.015, 0.015)
    value = rng.uniform(0.93, 1.06)
    return Scheme(
        rng=rng,
        wall=shifted(wall, turn, rng.uniform(1.0, 1.25), value),
        trim=shifted(trim, turn, 1.1, value),
        floor=shifted(floor, 0, 1, rng.uniform(0.9, 1.08)),
        wood=shifted(rng.choice(_WOODS), 0, rng.uniform(0.95, 1.2), rng.uniform(0.95, 1.2)),
        cloth=shifted(cloth, rng.uniform(-0.03, 0.03), 1.1),
        cloth2=shifted(cloth2, rng.uniform(-0.03, 0.03)),
        accent=rng.choice(_ACCENTS),
        stone=rng.choice(_STONES),
        leaf=rng.choice(_LEAVES),
    )
