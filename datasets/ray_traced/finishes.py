"""What surfaces are made of, in words that any physically based renderer knows."""

from dataclasses import dataclass

from ..scenes.arrays import Colour, Image


@dataclass(frozen=True)
class Finish:
    """A material.

    Attributes
    ----------
    colour
        In sRGB; below a picture it does not matter.
    picture
        RGB in sRGB, laid on by the mesh's texture coordinates.
    roughness
        0 for a mirror, 1 for chalk.
    specular
        0.5 for most things that are not metal.
    coat, coat_roughness
        How much clear varnish lies over it, 0 to 1, and how rough that is.
    sheen
        How much it shimmers at grazing angles, as cloth does, 0 to 1.
    metallic
        1 for metal.
    transmission, ior
        1 for glass and liquids, and the index of refraction.
    waviness
        How uneven its surface is, as that of cardboard and paper, in tiles of height over one tile.
    linen
        Whether it has the fine woven embossing of playing cards.
    """

    colour: Colour = (200, 200, 200)
    picture: Image | None = None
    roughness: float = 0.5
    specular: float = 0.5
    coat: float = 0.0
    coat_roughness: float = 0.1
    sheen: float = 0.0
    metallic: float = 0.0
    transmission: float = 0.0
    ior: float = 1.45
    waviness: float = 0.0
    linen: bool = False
