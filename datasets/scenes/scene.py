"""Deciding what lies on a table, how it is lit and from where it is seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    Catalogue,
    TileType,
    packaged_catalogue,
)
from ...vision.pieces import PieceClass
from .arrays import Points
from .camera import Camera, View, ViewRange, aim, draw_view
from .clutter import CLUTTER, castle_token, hand
from .hardship import Hardship, make_harder
from .laying import Plan, draw_hand, draw_plans, enrich, lay_all
from .lights import Light, draw_light
from .pieces import Piece, turning
from .sensor import Sensor, as_people_keep, draw_sensor
from .solids import Solid
from .tables import TABLES, Table, draw_table

HELD_OUT_TABLES = ("butcher-block", "checks", "stone", "wicker", "laminate")
"""Tables for test sets, which training leaves out."""

# What belongs to a castle lies within so many tiles of the box around it, turned against it by fewer degrees.
_NEAR_A_CASTLE, _STRAIGHT = 2.3, 27.0
_TILES = (PieceClass.TILE, PieceClass.THRONE)


@dataclass(frozen=True)
class SceneOptions:
    """Among what scenes to draw.

    Attributes
    ----------
    longer_side
        Of the pictures, in pixels; some are made smaller.
    tables
        Names of the kinds of tables.
    views
        Tilts, focal lengths and framings.
    castles
        Probabilities of one, two, three castles and so on.
    clutter
        Mean number of other things.
    kept
        Whether photos are such as people keep; others are shaken, out of focus or burnt out now and then.
    unearned
        Probability of a castle to have attendants and bonus cards that it did not earn.
    covered
        Probability of a castle to have a tile that lies on another one or on its throne room.
    hardships
        Kinds of pictures that are hard to read.
    hard
        Probability of a picture to be one of them.
    """

    longer_side: int = 1600
    tables: Sequence[str] = tuple(TABLES)
    views: ViewRange = field(default_factory=ViewRange)
    castles: Sequence[float] = (0.55, 0.27, 0.18)
    clutter: float = 2.6
    kept: bool = False
    unearned: float = 0.0
    covered: float = 0.0
    hardships: Sequence[Hardship] = tuple(Hardship)
    hard: float = 0.0


@dataclass(frozen=True)
class Scene:
    """Everything that a picture is made of.

    Attributes
    ----------
    plans
        The castles, in the order of their numbers.
    pieces
        The pieces of the game.
    clutter
        All else on the table.
    table
        Its surface.
    edges
        Shape (4, 2): the corners of the table, in tiles.
    floor
        What kind of :data:`.tables.TABLES` the floor below it is.
    view, camera, light, sensor
        From where, in what light and with what it is seen.
    centre
        Shape (2,): the middle of the first castle, in tiles.
    hardship
        What makes the picture hard to read.
    grey_prints
        Whether the pieces were printed in black and white.
    gloss
        How many times as glossy as usual the pieces are.
    """

    plans: tuple[Plan, ...]
    pieces: tuple[Piece, ...]
    clutter: tuple[Solid, ...]
    table: Table
    edges: Points
    floor: str
    view: View
    camera: Camera
    light: Light
    sensor: Sensor
    centre: Points
    hardship: Hardship | None = None
    grey_prints: bool = False
    gloss: float = 1.0


def draw_scene(
    rng: np.random.Generator,
    options: SceneOptions | None = None,
    catalogue: Catalogue | None = None,
) -> Scene:
    """Draw a scene.

    Parameters
    ----------
    rng
        Source of chance; the same gives the same scene.
    options
        Among what to draw.
    catalogue
        The tiles.
    """
    options = options or SceneOptions()
    catalogue = catalogue or packaged_catalogue()
    weights = np.array(options.castles, np.float64)
    count = 1 + int(rng.choice(len(weights), p=weights / weights.sum()))
    plans = draw_plans(rng, catalogue, count)
    if options.unearned or options.covered:
        plans = [enrich(rng, catalogue, plan, options.unearned, options.covered) for plan in plans]
    pieces = _lay_castles(rng, catalogue, plans)
    subject = [piece for piece in pieces if piece.castle == 0]
    # Sometimes two castles are the subject, sometimes the tiles alone are.
    if count > 1 and rng.random() < 0.25:
        subject = [piece for piece in pieces if piece.castle in (0, 1)]
    elif rng.random() < 0.6:
        subject = [piece for piece in subject if piece.kind in (PieceClass.TILE, PieceClass.THRONE)]
    corners = np.concatenate([piece.corners() for piece in subject])
    centre = np.asarray((corners[:, :2].min(axis=0) + corners[:, :2].max(axis=0)) / 2)
    extent = float(np.ptp(corners[:, :2], axis=0).max())
    view = draw_view(rng, options.views, options.longer_side)
    wide, high = np.ptp(corners[:, :2], axis=0) * (1, np.cos(np.radians(view.tilt)))
    if (wide > high) != (view.size[0] > view.size[1]) and rng.random() < 0.85:
        view = replace(view, size=view.size[::-1])  # the phone is held as it fits
    camera = aim(view, corners)
    solids: list[Solid] = []
    room = _Room(pieces)
    pieces += _stray_pieces(rng, catalogue, pieces, room, centre, extent)
    solids += _castle_tokens(rng, pieces, count, room)
    solids += _clutter(rng, options.clutter, room, centre, extent)
    solids += _hands(rng, pieces, centre, extent)
    everything = np.array([piece.centre for piece in pieces])
    found = Scene(
        tuple(plans),
        tuple(pieces),
        tuple(solids),
        draw_table(rng, str(rng.choice(list(options.tables)))),
        _edges(rng, everything),
        str(rng.choice(["planks", "carpet", "ceramic", "painted", "stone"])),
        view,
        camera,
        draw_light(rng, centre, extent, camera),
        draw_sensor(rng, options.longer_side),
        centre,
    )
    if options.kept:
        found = replace(found, sensor=as_people_keep(rng, found.sensor, options.longer_side))
    if options.hard and rng.random() < options.hard:
        kind = options.hardships[int(rng.integers(len(options.hardships)))]
        found = make_harder(rng, found, kind)
    return found


class _Room:
    """Where there is room on the table: what lies there, as circles."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self._centres = [piece.centre for piece in pieces]
        self._radii = [piece.radius for piece in pieces]

    def is_free(self, at: Points, radius: float, gap: float = 0.0) -> bool:
        away = np.linalg.norm(np.array(self._centres) - at, axis=1)
        return bool((away > np.array(self._radii) + radius + gap).all())

    def take(self, at: Points, radius: float) -> None:
        self._centres.append((float(at[0]), float(at[1])))
        self._radii.append(radius)


def _heading(rng: np.random.Generator) -> float:
    """Draw how a castle is turned against the picture: mostly upright, also sideways and upside down.

    The observed photographs have it upright but for -36 to 31 degrees.
    """
    spread = rng.normal(0, 4) if rng.random() < 0.5 else rng.normal(0, 18)
    quarter = rng.choice((0, 90, 180, 270), p=(0.7, 0.09, 0.12, 0.09))
    return float(np.radians(quarter + spread))


def _lay_castles(
    rng: np.random.Generator, catalogue: Catalogue, plans: Sequence[Plan]
) -> list[Piece]:
    """Lay the first castle at the origin and the others around it, where they touch nothing."""
    pieces: list[Piece] = []
    side = float(rng.choice((0, np.pi)) + rng.normal(0, 0.4))
    for number, plan in enumerate(plans):
        own = lay_all(rng, catalogue, plan, draw_hand(rng), number)
        heading = _heading(rng)
        if number == 0:
            pieces += [piece.moved(heading, (0.0, 0.0)) for piece in own]
            continue
        direction = turning(side + number * np.pi + rng.normal(0, 0.3))[:, 0]
        others = np.array([piece.centre for piece in pieces])
        radii = np.array([piece.radius for piece in pieces])
        reach = 1.0
        while True:
            x, y = direction * reach
            moved = [piece.moved(heading, (float(x), float(y))) for piece in own]
            centres = np.array([piece.centre for piece in moved])
            away = np.linalg.norm(centres[:, None] - others[None], axis=2)
            needed = np.array([piece.radius for piece in moved])[:, None] + radii[None]
            if (away > 0.95 * needed + 0.35).all():
                break
            reach += 0.5
        further = rng.exponential(0.8)
        x, y = direction * further
        pieces += [piece.moved(0.0, (float(x), float(y))) for piece in moved]
    return pieces


def _somewhere(
    rng: np.random.Generator, room: _Room, centre: Points, reach: float, radius: float
) -> Points | None:
    """Return a free place within reach, None where none was found."""
    for _ in range(30):
        at = centre + rng.uniform(-reach, reach, 2)
        if room.is_free(at, radius, 0.15):
            room.take(at, radius)
            return np.asarray(at)
    return None


def _stray_pieces(
    rng: np.random.Generator,
    catalogue: Catalogue,
    pieces: Sequence[Piece],
    room: _Room,
    centre: Points,
    extent: float,
) -> list[Piece]:
    """Draw pieces that belong to no castle: face up, face down, in heaps; tokens and cards."""
    used = {piece.id for piece in pieces}
    unused = [
        tile.id
        for tile in catalogue.tiles.values()
        if tile.id not in used and tile.type is not TileType.THRONE
    ]
    strays: list[Piece] = []

    def put(kind: PieceClass, name: str, height: int = 1) -> None:
        at = _somewhere(rng, room, centre, 0.5 * extent + 2.5, 0.75)
        if at is None:
            return
        angle = float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.normal(0, 0.25))
        for level in range(height):
            x, y = at + rng.normal(0, 0.03, 2) * (height > 1)
            new = Piece(kind, name, (float(x), float(y)), angle + float(rng.normal(0, 0.03)))
            kept = put_aside(replace(new, base=level * new.thickness), pieces)
            if kept is not None:
                strays.append(kept)

    for _ in range(rng.poisson(0.9)):
        put(PieceClass.TILE, str(rng.choice(unused)))
    if rng.random() < 0.45:
        for _ in range(int(rng.integers(1, 5))):
            back = "back/specialty" if rng.random() < 0.3 else "back/regular"
            put(PieceClass.TILE_BACK, back, int(rng.integers(1, 9)) if rng.random() < 0.4 else 1)
    if rng.random() < 0.12:
        for _ in range(int(rng.integers(1, 5))):
            put(PieceClass.TOKEN, f"token/{rng.choice(REGULAR_TYPES)}")
    if rng.random() < 0.08:
        put(PieceClass.CARD, f"bonus/{rng.choice(list(catalogue.bonus_cards))}")
    if rng.random() < 0.08:
        put(PieceClass.ATTENDANT, f"attendant/{rng.choice(list(catalogue.attendants))}")
    return strays


def put_aside(stray: Piece, pieces: Sequence[Piece]) -> Piece | None:
    """Return an attendant or card turned so that it is seen to be of no castle; None where that fails.

    One that lies near a castle and straight, nobody could tell from those that belong to it.
    """
    if stray.kind not in (PieceClass.ATTENDANT, PieceClass.CARD):
        return stray
    turns = (replace(stray, angle=stray.angle + it * np.pi / 8) for it in (0, 2, 1, 3))
    return next((it for it in turns if not _seems_to_belong(it, pieces)), None)


def _seems_to_belong(stray: Piece, pieces: Sequence[Piece]) -> bool:
    """Tell whether what lies on the table lies as what belongs to one of the castles does."""
    for castle in {it.castle for it in pieces} - {None}:
        tiles = [it for it in pieces if it.castle == castle and it.kind in _TILES]
        heading = max(tiles, key=lambda it: it.kind is PieceClass.THRONE).angle
        corners = np.concatenate([it.corners()[:, :2] for it in tiles]) @ turning(heading)
        middle = np.array(stray.centre) @ turning(heading)
        beyond = np.maximum(corners.min(axis=0) - middle, middle - corners.max(axis=0))
        askew = abs((np.degrees(stray.angle - heading) + 45) % 90 - 45)
        if np.hypot(*np.maximum(beyond, 0.0)) <= _NEAR_A_CASTLE and askew <= _STRAIGHT:
            return True
    return False


def _castle_tokens(
    rng: np.random.Generator, pieces: Sequence[Piece], castles: int, room: _Room
) -> list[Solid]:
    found: list[Solid] = []
    for number in range(castles):
        own = np.array([piece.centre for piece in pieces if piece.castle == number])
        if rng.random() < 0.5:
            middle = own.mean(axis=0) - np.array([0.0, np.ptp(own[:, 1]) / 2])
            at = _somewhere(rng, room, np.asarray(middle), 1.6, 0.6)
            if at is not None:
                found += castle_token(rng, at, float(rng.normal(0, 0.3)))
    return found


def _clutter(
    rng: np.random.Generator, mean: float, room: _Room, centre: Points, extent: float
) -> list[Solid]:
    names = list(CLUTTER)
    weights = np.array([often for *_, often in CLUTTER.values()])
    found: list[Solid] = []
    for _ in range(rng.poisson(mean) if rng.random() < 0.8 else 0):
        make, radius, _ = CLUTTER[names[int(rng.choice(len(names), p=weights / weights.sum()))]]
        angle = float(rng.uniform(0, 2 * np.pi) if rng.random() < 0.4 else rng.normal(0, 0.3))
        # Now and then something lies on the castle.
        if rng.random() < 0.05 and radius < 2:
            at: Points | None = centre + rng.uniform(-0.45, 0.45, 2) * extent
        else:
            at = _somewhere(rng, room, centre, 0.55 * extent + 3.0, radius)
            # Large things in front would hide all.
            if at is not None and radius > 1.9 and at[1] < centre[1] - 1.5:
                continue
        if at is not None:
            found += make(rng, at, angle)
    return found


def _hands(
    rng: np.random.Generator, pieces: Sequence[Piece], centre: Points, extent: float
) -> list[Solid]:
    """Draw hands that come in from the sides, seldom far into the castle."""
    found: list[Solid] = []
    for _ in range(int(rng.choice((0, 1, 2), p=(0.84, 0.12, 0.04)))):
        angle = rng.uniform(0, 2 * np.pi)
        inward = np.array([-np.sin(angle), np.cos(angle)])
        at = centre - inward * extent * rng.uniform(0.2, 0.62) + rng.normal(0, 0.1 * extent, 2)
        found += hand(rng, np.asarray(at), float(angle))
    return found


def _edges(rng: np.random.Generator, centres: Points) -> Points:
    """Draw how far the table reaches beyond the pieces."""
    low = centres.min(axis=0) - 1.2 - rng.exponential(7, 2)
    high = centres.max(axis=0) + 1.2 + rng.exponential(9, 2)
    middle = (low + high) / 2
    square = np.array([[low[0], high[1]], [high[0], high[1]], [high[0], low[1]], [low[0], low[1]]])
    lean = turning(float(rng.normal(0, 0.06)))
    return np.asarray((square - middle) @ lean.T * 1.06 + middle)
