"""The register of things that an illustration can hold."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum, auto

from ..palette import Scheme

Draw = Callable[[Scheme, str], str]


class Stands(Enum):
    """What a thing stands on, lies on or hangs from."""

    FLOOR = auto()
    WALL = auto()
    CEILING = auto()
    GROUND = auto()  # lies flat: no shadow of its own


@dataclass(frozen=True)
class Prop:
    """A thing and the room it takes, in thousandths of a tile.

    ``draw`` draws it with the middle of its foot at the origin, on a wall with its middle and under a
    ceiling with its hook there. The second argument says what is in it or on it.
    """

    draw: Draw
    width: float
    height: float
    stands: Stands


PROPS: dict[str, Prop] = {}


def prop(width: float, height: float, stands: Stands = Stands.FLOOR) -> Callable[[Draw], Draw]:
    """Register a drawing under the name of its function."""

    def register(draw: Draw) -> Draw:
        PROPS[draw.__name__.strip("_")] = Prop(draw, width, height, stands)
        return draw

    return register


def on_wall(width: float, height: float) -> Callable[[Draw], Draw]:
    """Register a thing that hangs on the wall."""
    return prop(width, height, Stands.WALL)


def on_ceiling(width: float, height: float) -> Callable[[Draw], Draw]:
    """Register a thing that hangs from the ceiling."""
    return prop(width, height, Stands.CEILING)


def on_ground(width: float, height: float) -> Callable[[Draw], Draw]:
    """Register a thing that lies on the ground."""
    return prop(width, height, Stands.GROUND)
