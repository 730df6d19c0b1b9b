"""The picture on a tile: a room, or open air, with the things that ``scenes.toml`` sets in it."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import random
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources

from ...engine.between_two_castles.catalogue import Tile, TileType
from . import rooms
from .halls import draw_hall
from .palette import TYPE_COLOURS, Scheme, mix, scheme_for
from .props import PROPS, Prop, Stands
from .rooms import FLOORS, HORIZON, WALLS
from .svg import ellipse, path, place, rect, sheer

LEFT, RIGHT = 95.0, 905.0
_HANGING_TOP, _WALL_MIDDLE = 168.0, 345.0
_GAP = 150.0
_BACK_FOOT, _FRONT_FOOT = HORIZON + 34, 792.0


@lru_cache(maxsize=1)
def _scenes() -> Mapping[str, Mapping[str, str]]:
    text = resources.files(__package__).joinpath("scenes.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def scene_of(tile: Tile) -> str:
    """Return what the picture shows: the scene of the tile, or one of its type for unknown tiles.

    A scene is ``setting | wall and ceiling | back row | front row``; see ``scenes.toml``.
    """
    scenes = _scenes()[tile.type]
    for name in (tile.slug, tile.slug.partition("-")[0]):
        if name in scenes:
            return scenes[name]
    names = sorted(scenes)
    return scenes[random.Random(tile.id).choice(names)]


def draw_illustration(tile: Tile) -> str:
    """Draw the picture of a tile into the square (0, 0) to (1000, 1000)."""
    scheme = scheme_for(tile.type, random.Random(tile.id))
    wanted = next(iter(tile.wants), None)
    if tile.slug.startswith("ballroom-") and isinstance(wanted, TileType):
        dress = TYPE_COLOURS[wanted]
        scheme = replace(scheme, cloth=dress, trim=mix(scheme.trim, dress, 0.45))
    setting, walls, back, front = (part.split() for part in scene_of(tile).split("|"))
    behind = _lay_out(scheme, back, 1.12)
    before = _lay_out(scheme, front, 1.3)
    return (
        _draw_setting(scheme, setting, 1000)
        + _draw_row(scheme, _into_gaps(_lay_out(scheme, walls, 1.12), behind), _WALL_MIDDLE)
        + _draw_row(scheme, behind, _BACK_FOOT)
        + _draw_row(scheme, before, _FRONT_FOOT)
        + _draw_light(scheme, tile.type, 1000)
    )


def _draw_setting(s: Scheme, words: Sequence[str], width: float) -> str:
    name, _, detail = words[0].partition(":")
    if name == "hall":
        return draw_hall(s, width, *detail.split(","))
    if name == "garden":
        return rooms.garden(s, width, detail)
    if name == "court":
        return rooms.court(s, width)
    wall = WALLS[name](s, width)
    floor = FLOORS[words[1] if len(words) > 1 else s.pick("tiles", "boards")](s, width)
    return wall + floor


@dataclass(frozen=True)
class _Placed:
    """A thing of a row, in the middle of its width."""

    thing: Prop
    what: str
    x: float
    scale: float

    @property
    def half(self) -> float:
        return self.thing.width * self.scale / 2

    def overlap(self, other: "_Placed") -> float:
        return max(0.0, self.half + other.half - abs(self.x - other.x))


def _lay_out(s: Scheme, words: Sequence[str], grow: float) -> list[_Placed]:
    """Set things side by side, as large as they fit; what lies flat comes first, in the middle."""
    named = [_named(word) for word in words]
    flat = [
        _Placed(thing, what, 500 + s.rng.uniform(-40, 40), 1.15)
        for thing, what in named
        if thing is not None and thing.stands is Stands.GROUND
    ]
    upright = [
        (thing, what) for thing, what in named if thing is None or thing.stands is not Stands.GROUND
    ]
    if not upright:
        return flat
    widths = [_GAP if thing is None else thing.width for thing, _ in upright]
    room = RIGHT - LEFT
    scale = min(grow, room / (sum(widths) + 14 * (len(widths) - 1)))
    gap = (room - scale * sum(widths)) / (len(widths) + 1)
    placed = []
    x = LEFT
    for (thing, what), width in zip(upright, widths, strict=True):
        middle = x + gap + scale * width / 2
        if thing is not None:
            placed.append(
                _Placed(thing, what, middle + s.rng.uniform(-0.25, 0.25) * max(0, gap), scale)
            )
        x += gap + scale * width
    return flat + placed


def _into_gaps(walls: Sequence[_Placed], behind: Sequence[_Placed]) -> list[_Placed]:
    """Move what hangs on the wall to where no tall thing stands before it."""
    tall = [item for item in behind if item.thing.height * item.scale > 190]
    hung: list[_Placed] = []
    for item in sorted(walls, key=lambda item: -item.half):
        if item.thing.width > 500:
            hung.insert(0, item)
            continue
        middles = range(round(LEFT + item.half), round(RIGHT - item.half) + 1, 15)
        choices = [item, *(replace(item, x=float(x)) for x in middles)]
        hung.append(
            min(
                choices,
                key=lambda choice: (
                    round(sum(choice.overlap(other) for other in tall))
                    + 2 * round(sum(choice.overlap(other) for other in hung)),
                    abs(choice.x - item.x),
                ),
            )
        )
    return hung


def _named(word: str) -> tuple[Prop | None, str]:
    name, _, what = word.partition(":")
    return (None if name == "_" else PROPS[name]), what


def _draw_row(s: Scheme, row: Sequence[_Placed], foot: float) -> str:
    return "".join(_draw_thing(s, item, foot) for item in row)


def _draw_thing(s: Scheme, item: _Placed, foot: float) -> str:
    thing, drawn = item.thing, item.thing.draw(s, item.what)
    if thing.stands is Stands.CEILING:
        return place(drawn, item.x, _HANGING_TOP, item.scale)
    if thing.stands is Stands.WALL:
        return place(drawn, item.x, foot, item.scale)
    if thing.stands is Stands.GROUND:
        return place(drawn, item.x, foot + 10, item.scale)
    fits = min(item.scale, (foot - 190) / thing.height)
    shade = ellipse(8, -2, thing.width * 0.56, 20, "@shadow", line="none")
    return place(shade + drawn, item.x, foot, fits)


_GLOOM = {
    TileType.DOWNSTAIRS: ("#0d0a1e", 0.25),
    TileType.SECRET: ("#06201f", 0.2),
    TileType.OUTDOOR: ("#fff2c0", 0.06),
}


def _draw_light(s: Scheme, kind: TileType, width: float) -> str:
    """Lay a beam of light and darker corners over the whole picture."""
    colour, strength = _GLOOM.get(kind, ("#2a1020", 0.0))
    out = sheer(rect(0, 0, width, 1000, colour, line="none"), strength * 0.35)
    if kind is not TileType.DOWNSTAIRS and s.rng.random() < 0.7:
        lean = s.rng.choice((-1, 1)) * s.rng.uniform(120, 300)
        middle = width / 2 - lean * 0.6
        beam = f"M{middle - 70:.0f} 120h150l{lean + 130:.0f} 740h-420z"
        out += sheer(path(beam, "#fff6c8", line="none"), 0.10)
    edge = f'<rect width="{width:.0f}" height="1000" fill="url(#vignette)" fill-opacity="{0.5 + strength:.2f}" stroke="none"/>'
    return out + edge


VIGNETTE = (
    '<radialGradient id="vignette" cx=".5" cy=".5" r=".72"><stop offset=".5" stop-color="#1a0812" '
    'stop-opacity="0"/><stop offset="1" stop-color="#1a0812" stop-opacity=".7"/></radialGradient>'
)
