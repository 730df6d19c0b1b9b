"""Things that stand, lie and hang in the illustrations."""

from . import activities, cellars, creatures, furniture, gardens, storage, walls
from .registry import PROPS, Prop, Stands

__all__ = [
    "PROPS",
    "Prop",
    "Stands",
    "activities",
    "cellars",
    "creatures",
    "furniture",
    "gardens",
    "storage",
    "walls",
]
