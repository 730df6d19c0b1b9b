"""Layouts from quads: scenes made here, where the truth is known, and boxes of real photographs."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from castlescan.datasets.observed import load_observed, observed_quads
from castlescan.vision.lattice import Layout, build_layouts, stray_indices
from castlescan.vision.quads import Floats, from_boxes, roll

Place = tuple[int, int]

# Scenes


@dataclass(frozen=True)
class Disorder:
    """How a castle is laid and seen; lengths in tiles, angles in degrees.

    ``noise`` is the deviation of a detected corner, ``jitter`` that of a tile's place, ``crooked`` how far
    rows and columns lie off, ``turned`` how far tiles are turned, ``gap`` how far columns and rows lie
    apart, each at most (the first two: as a standard deviation). ``missing`` and ``misread`` are shares of
    tiles that the detector misses or gives a wrong corner order; ``false``, ``strays`` and ``doubles`` are
    numbers of quads that are no tile, tiles at least 0.75 away, and quads found twice.
    """

    noise: float = 0.0
    jitter: float = 0.0
    crooked: float = 0.0
    turned: float = 0.0
    gap: float = 0.0
    missing: float = 0.0
    misread: float = 0.0
    false: int = 0
    strays: int = 0
    doubles: int = 0


@dataclass
class Scene:
    """Quads with what is true of them: ``places`` of tiles by castle, in the castle's coordinates."""

    quads: Floats
    classes: list[str]
    thrones: list[int]
    places: dict[int, tuple[int, Place]]
    turns: dict[int, int]
    connected: set[int]
    strays: set[int]
    false: set[int] = field(default_factory=set)
    doubles: dict[int, int] = field(default_factory=dict)


def grow_shape(rng: np.random.Generator, count: int) -> list[Place]:
    """Return the places of a random connected castle, the throne's two not among them."""
    taken = {(0, 0), (1, 0)}
    shape: list[Place] = []
    while len(shape) < count:
        beside = sorted(
            {(x + dx, y + dy) for x, y in taken for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            - taken
        )
        weights = np.array([sum(abs(v) for v in place) + 1.0 for place in beside]) ** -0.7
        place = beside[int(rng.choice(len(beside), p=weights / weights.sum()))]
        taken.add(place)
        shape.append(place)
    return shape


def turned(degrees: float) -> Floats:
    angle = np.deg2rad(degrees)
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def look(table: Floats, tilt: float, distance: float = 16.0, tile: float = 80.0) -> Floats:
    """Return points of the table, ``y`` away from the camera, in a picture taken at a tilt."""
    angle = np.deg2rad(tilt)
    depth = distance + table[..., 1] * np.sin(angle)
    x, y = table[..., 0] / depth, -table[..., 1] * np.cos(angle) / depth
    return np.stack([x, y], axis=-1) * tile * distance + 2000


SQUARE = np.array([[-0.5, 0.5], [0.5, 0.5], [0.5, -0.5], [-0.5, -0.5]])


def lay(rng: np.random.Generator, shape: list[Place], disorder: Disorder) -> Floats:
    """Return the corners of a throne and its tiles on a table, in the castle's coordinates."""
    xs = np.array([0.5] + [x for x, _ in shape], dtype=float)
    ys = np.array([0.0] + [y for _, y in shape], dtype=float)
    low, high = -30, 31

    def apart() -> Floats:
        return np.concatenate([[0.0], np.cumsum(rng.uniform(0, disorder.gap, high - low - 1))])

    def off() -> Floats:
        return rng.uniform(-disorder.crooked / 2, disorder.crooked / 2, high - low)

    columns, rows, row_off, column_off = apart(), apart(), off(), off()
    column, row = np.rint(xs).astype(int) - low, np.rint(ys).astype(int) - low
    seat = (columns[-low] + columns[1 - low]) / 2
    px = xs + columns[column] + row_off[row]
    py = ys + rows[row] + column_off[column]
    px[0] = 0.5 + seat + row_off[-low]
    py[0] = rows[-low] + (column_off[-low] + column_off[1 - low]) / 2
    middle = np.stack([px, py], axis=1) + rng.normal(0, disorder.jitter, (len(xs), 2))
    corners = np.repeat(SQUARE[None], len(xs), axis=0)
    corners[0] *= [2, 1]
    for number in range(len(corners)):
        corners[number] = corners[number] @ turned(rng.uniform(-1, 1) * disorder.turned).T
    corners += middle[:, None]
    return corners - corners.mean(axis=(0, 1))


def make_scene(
    seed: int,
    tilt: float,
    disorder: Disorder,
    *,
    castles: int = 1,
    spin: float | None = None,
    tiles: int | None = None,
    apart: float = 0.9,
) -> Scene:
    """Lay castles side by side, turned by ``spin`` or any angle, and look at them."""
    rng = np.random.default_rng(seed)
    corners: list[Floats] = []
    classes: list[str] = []
    places: dict[int, tuple[int, Place]] = {}
    thrones: list[int] = []
    right = -np.inf
    for castle in range(castles):
        shape = grow_shape(rng, tiles or int(rng.integers(8, 25)))
        angle = rng.uniform(0, 360) if spin is None else spin
        table = lay(rng, shape, disorder) @ turned(angle).T
        if castle:
            table[..., 0] += right + apart - table[..., 0].min()
        right = table[..., 0].max()
        thrones.append(len(classes))
        corners += list(table)
        for number, place in enumerate(shape):
            places[len(classes) + 1 + number] = castle, place
        classes += ["throne"] + ["tile"] * len(shape)
    table = np.stack(corners)
    table -= (table.min(axis=(0, 1)) + table.max(axis=(0, 1))) / 2
    table = np.concatenate([table, scatter(rng, table, disorder)])
    strays = set(range(len(classes), len(table) - disorder.false))
    false = set(range(len(table) - disorder.false, len(table)))
    classes += ["tile"] * (len(table) - len(classes))
    distance = max(16.0, 2.2 * np.abs(table).max())
    quads = look(table, tilt, distance)
    turns = dict.fromkeys(range(len(quads)), 0)
    for index in range(len(quads)):
        if rng.random() < disorder.misread and classes[index] == "tile":
            turns[index] = int(rng.integers(1, 4))
    doubles = {}
    for index in rng.permutation(sorted(places))[: disorder.doubles]:
        doubles[len(quads)] = int(index)
        quads = np.concatenate([quads, quads[index : index + 1]])
        classes.append("tile")
        turns[len(quads) - 1] = turns[int(index)]
    sizes = np.sqrt(np.abs(np.linalg.det(quads[:, [1, 3]] - quads[:, :1])))
    quads = quads + rng.normal(0, disorder.noise, quads.shape) * sizes[:, None, None]
    # A corner order that begins elsewhere: to be put right by as many turns the other way.
    quads = roll(quads, [-turns[index] for index in range(len(quads))])
    gone = {index for index in places if rng.random() < disorder.missing}
    gone -= set(doubles.values())
    kept = [index for index in range(len(quads)) if index not in gone]
    new = {old: position for position, old in enumerate(kept)}
    places = {new[index]: where for index, where in places.items() if index in new}
    return Scene(
        quads[kept],
        [classes[index] for index in kept],
        [new[index] for index in thrones],
        places,
        {new[index]: turn for index, turn in turns.items() if index in new},
        connected(places),
        {new[index] for index in strays},
        {new[index] for index in false},
        {new[index]: new[other] for index, other in doubles.items()},
    )


def scatter(rng: np.random.Generator, table: Floats, disorder: Disorder) -> Floats:
    """Return stray tiles at least 0.75 tiles from all others, then false quads of any size anywhere."""
    span = np.abs(table).max() + 2
    found: list[Floats] = []
    around = outlines(table)
    while len(found) < disorder.strays:
        stray = SQUARE @ turned(rng.uniform(0, 360)).T + rng.uniform(-span, span, 2)
        edge = outlines(stray[None])
        if np.linalg.norm(edge[:, None] - around[None], axis=2).min() > 0.75:
            found.append(stray)
            around = np.concatenate([around, edge])
    for _ in range(disorder.false):
        size = rng.uniform(0.5, 1.5)
        place = table.mean(axis=1)[rng.integers(len(table))] + rng.uniform(-1.5, 1.5, 2)
        found.append(SQUARE @ turned(rng.uniform(0, 360)).T * size + place)
    return np.reshape(found, (-1, 4, 2))


def outlines(quads: Floats) -> Floats:
    """Return points on the sides of quads."""
    share = np.linspace(0, 1, 6)[:, None, None, None]
    return (quads + (np.roll(quads, -1, axis=1) - quads) * share).reshape(-1, 2)


def connected(places: dict[int, tuple[int, Place]]) -> set[int]:
    """Return the tiles joined to their throne by shared edges of tiles that were not missed."""
    at = {where: index for index, where in places.items()}
    reached: set[int] = set()
    edge = [(castle, place) for castle in {c for c, _ in at} for place in ((0, 0), (1, 0))]
    while edge:
        castle, (x, y) = edge.pop()
        for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
            where = castle, (x + dx, y + dy)
            if where in at and at[where] not in reached:
                reached.add(at[where])
                edge.append(where)
    return reached


def faults(scene: Scene, layouts: list[Layout]) -> list[str]:
    """Return what is wrong with layouts: tiles that are missing, on a wrong place, or strays placed."""
    by_throne = {it.throne.index: it for it in layouts if it.throne is not None}
    found: list[str] = []
    for castle, throne in enumerate(scene.thrones):
        layout = by_throne.get(throne)
        if layout is None:
            found.append(f"castle {castle} has no layout")
            continue
        true = {index: place for index, (own, place) in scene.places.items() if own == castle}
        at = seats(layout, scene)
        for index, place in true.items():
            if index in at and at[index] != place:
                found.append(f"{index} of castle {castle} lies on {at[index]}, not {place}")
            if index in scene.connected and index not in at:
                found.append(f"{index} of castle {castle} is missing from {place}")
        found += [f"{index} is not of castle {castle}" for index in at.keys() - true.keys()]
    return found


def seats(layout: Layout, scene: Scene) -> dict[int, Place]:
    """Return the places of a layout, a double standing for the tile that it doubles."""
    return {
        scene.doubles.get(tile.index, tile.index): (tile.x, tile.y)
        for tile in layout.tiles
        if tile.index not in scene.false
    }


def share_right(
    seeds: Iterable[int], tilt: float, disorder: Disorder, *, castles: int = 1
) -> float:
    """Return the share of scenes in which every tile of every castle is right."""
    right = []
    for seed in seeds:
        scene = make_scene(seed, tilt, disorder, castles=castles)
        right.append(not faults(scene, build_layouts(scene.quads, scene.classes)))
    return float(np.mean(right))


# How often all is right. Over 150 seeds at each of 0, 15, 30, 45 and 60 degrees every line of this table
# came out at 1.000, corner noise of 0.1 at 0.987 or more, everything at once (harder than here) at 0.93 or
# more; then a stray joined by a false quad between it and the castle is the usual fault.

DISORDERS = {
    "tidy": (Disorder(), 1.0),
    "rough corners": (Disorder(noise=0.06), 0.98),
    "crooked rows and columns": (Disorder(noise=0.03, crooked=0.3), 0.96),
    "turned tiles": (Disorder(noise=0.03, jitter=0.05, turned=12), 0.96),
    "gaps": (Disorder(noise=0.03, gap=0.3), 0.98),
    "missed tiles": (Disorder(noise=0.03, missing=0.15), 0.96),
    "wrong corner orders": (Disorder(noise=0.03, misread=0.3), 0.96),
    "false quads": (Disorder(noise=0.03, false=5), 0.96),
    "strays": (Disorder(noise=0.03, strays=4), 0.96),
    "doubles": (Disorder(noise=0.04, doubles=3), 0.98),
}
EVERYTHING = Disorder(
    noise=0.04,
    jitter=0.04,
    crooked=0.2,
    turned=6,
    gap=0.2,
    missing=0.05,
    misread=0.1,
    false=2,
    strays=2,
    doubles=1,
)


TILTS = (0, 30, 45, 60)


@pytest.mark.parametrize("name", DISORDERS)
def test_castles_are_rebuilt_at_any_angle_and_tilt_up_to_60_degrees(name: str) -> None:
    disorder, floor = DISORDERS[name]
    shares = [share_right(range(8), tilt, disorder) for tilt in TILTS]
    assert np.mean(shares) >= floor, shares


def test_castles_are_rebuilt_when_everything_comes_together() -> None:
    shares = [share_right(range(12), tilt, EVERYTHING) for tilt in TILTS]
    assert np.mean(shares) >= 0.9, shares


@pytest.mark.parametrize("apart", [0.25, 0.9])
def test_castles_side_by_side_keep_their_tiles(apart: float) -> None:
    disorder = Disorder(noise=0.03, crooked=0.1, turned=4)
    for seed in range(6):
        for tilt, spin in ((0, 0.0), (30, 90.0), (45, 20.0)):
            scene = make_scene(seed, tilt, disorder, castles=2, spin=spin, apart=apart)
            assert not faults(scene, build_layouts(scene.quads, scene.classes))


@pytest.mark.parametrize("spin", [0, 90, 180, 270])
def test_the_corners_say_which_way_up_a_castle_is(spin: float) -> None:
    for seed in range(5):
        scene = make_scene(seed, 40, Disorder(noise=0.03), spin=spin)
        (layout,) = build_layouts(scene.quads, scene.classes)
        assert not faults(scene, [layout])
        assert layout.agreement == 1
        assert {tile.turns for tile in layout.tiles} == {0}


def test_wrong_corner_orders_are_outvoted_and_told() -> None:
    for seed in range(10):
        scene = make_scene(seed, 30, Disorder(noise=0.03, misread=0.3), tiles=15)
        (layout,) = build_layouts(scene.quads, scene.classes)
        assert {it.index: it.turns for it in layout.tiles} == {
            index: scene.turns[index] for index in scene.places
        }
        wrong = sum(turn != 0 for turn in scene.turns.values())
        assert layout.agreement == pytest.approx(1 - wrong / 17)


@pytest.mark.parametrize("turn", [1, 2, 3])
@pytest.mark.parametrize("tilt", [0, 50])
def test_a_wrong_corner_order_of_the_throne_is_outvoted(turn: int, tilt: float) -> None:
    for seed in range(8):
        scene = make_scene(seed, tilt, Disorder(noise=0.02))
        scene.quads[:1] = roll(scene.quads[:1], -turn)
        (layout,) = build_layouts(scene.quads, scene.classes)
        assert not faults(scene, [layout])
        assert layout.throne is not None
        assert layout.throne.turns == turn


def test_a_mirrored_corner_order_is_placed_all_the_same() -> None:
    scene = make_scene(1, 30, Disorder(noise=0.02))
    scene.quads[3] = scene.quads[3, ::-1]
    assert not faults(scene, build_layouts(scene.quads, scene.classes))


# What stays the same


def essence(layouts: list[Layout]) -> set[object]:
    return {
        (
            None if it.throne is None else (it.throne.index, it.throne.turns),
            frozenset((tile.index, tile.x, tile.y, tile.turns) for tile in it.tiles),
            frozenset(
                (
                    found.x,
                    found.y,
                    found.placed,
                    frozenset(other.index for other in found.alternatives),
                )
                for found in it.conflicts
            ),
        )
        for it in layouts
    }


@pytest.mark.parametrize("seed", range(8))
def test_turning_scaling_and_shuffling_change_nothing(seed: int) -> None:
    scene = make_scene(seed, 35, EVERYTHING, castles=1 + seed % 2)
    layouts = build_layouts(scene.quads, scene.classes)
    expected = essence(layouts)
    for turn in (90, 180, 270):
        quads = scene.quads @ np.rint(turned(turn)).T
        assert essence(build_layouts(quads, scene.classes)) == expected
    for scale, shift in ((0.01, 0.0), (7.0, -9000.0)):
        assert essence(build_layouts(scene.quads * scale + shift, scene.classes)) == expected
    order = np.random.default_rng(seed).permutation(len(scene.quads))
    shuffled = build_layouts(scene.quads[order], [scene.classes[index] for index in order])
    back = [
        Layout(
            it.throne and replace(it.throne, index=int(order[it.throne.index])),
            tuple(replace(tile, index=int(order[tile.index])) for tile in it.tiles),
            tuple(
                replace(
                    found,
                    placed=int(order[found.placed]),
                    alternatives=tuple(
                        replace(other, index=int(order[other.index]))
                        for other in found.alternatives
                    ),
                )
                for found in it.conflicts
            ),
            it.agreement,
        )
        for it in shuffled
    ]
    assert essence(back) == expected


@pytest.mark.parametrize("seed", range(10))
def test_every_quad_is_in_one_layout_or_a_stray(seed: int) -> None:
    hard = replace(EVERYTHING, false=12, doubles=4, strays=4, noise=0.12)
    scene = make_scene(seed, 50, hard, castles=2)
    layouts = build_layouts(scene.quads, scene.classes)
    told = [index for it in layouts for index in it.indices]
    told += stray_indices(layouts, len(scene.quads))
    assert sorted(told) == list(range(len(scene.quads)))
    for layout in layouts:
        places = [(tile.x, tile.y) for tile in layout.tiles]
        places += [(0, 0), (1, 0)] if layout.throne else []
        assert len(set(places)) == len(places)


# Single facts


def row(*boxes: tuple[float, float], size: float = 40) -> Floats:
    """Return tiles by their left and top edges, in tiles."""
    corners = np.array([(x, y, x + 1, y + 1) for x, y in boxes]) * size
    return from_boxes(corners)


def seat(*tiles: tuple[float, float]) -> tuple[Floats, list[str]]:
    """Return a throne with its left half at the origin of the picture, and tiles."""
    throne = from_boxes([[0, 0, 80, 40]])
    return np.concatenate([throne, row(*tiles)]), ["throne"] + ["tile"] * len(tiles)


def test_x_grows_to_the_right_and_y_upward() -> None:
    quads, classes = seat((2, 0), (0, -1), (1, 1), (-1, 0))
    (layout,) = build_layouts(quads, classes)
    assert [(it.index, it.x, it.y) for it in layout.tiles] == [
        (3, 1, -1),
        (4, -1, 0),
        (1, 2, 0),
        (2, 0, 1),
    ]
    assert layout.throne is not None
    assert (layout.throne.index, layout.throne.x, layout.throne.y) == (0, 0, 0)
    assert max(it.misfit for it in layout.tiles) < 1e-9


@pytest.mark.parametrize(("gap", "touches"), [(0.0, True), (0.4, True), (0.5, False), (1.3, False)])
def test_a_tile_that_touches_nothing_belongs_to_none(gap: float, touches: bool) -> None:
    for tile in ((2 + gap, 0), (-1 - gap, 0.2), (0.1, -1 - gap)):
        quads, classes = seat(tile)
        layouts = build_layouts(quads, classes)
        assert len(layouts) == 1
        assert stray_indices(layouts, 2) == ([] if touches else [1])


@pytest.mark.parametrize(("off", "belongs"), [(0.0, True), (0.25, True), (0.4, False)])
def test_a_tile_at_a_corner_belongs_where_it_lies_in_line(off: float, belongs: bool) -> None:
    for tile in ((2 + off, 1), (2, 1 + off), (-1 - off, -1), (-1, -1 - off)):
        quads, classes = seat(tile)
        layouts = build_layouts(quads, classes)
        assert stray_indices(layouts, 2) == ([] if belongs else [1])


HOUSE = [(-1.0, 0.0), (2.0, 0.0), (0.0, -1.0), (1.0, -1.0), (0.0, 1.0), (1.0, 1.0)]


@pytest.mark.parametrize(
    ("tile", "degrees", "touches"),
    [
        ((2.35, 0.0), 6, True),
        ((2.35, 0.0), 22, False),
        ((2.0, 0.0), 18, True),
        ((2.0, 0.0), 30, False),
        ((2.1, 1.1), 6, True),
        ((2.15, 1.15), 12, False),
    ],
)
def test_a_tile_that_hangs_on_one_square_belongs_as_far_as_it_is_neither_off_nor_turned(
    tile: tuple[float, float], degrees: float, touches: bool
) -> None:
    quads, classes = seat((-1, 0), (0, -1), (1, -1), tile)
    middle = quads[4].mean(axis=0)
    quads[4] = (quads[4] - middle) @ turned(degrees).T + middle
    assert stray_indices(build_layouts(quads, classes), 5) == ([] if touches else [4])


@pytest.mark.parametrize("corner", range(4))
def test_a_tile_with_a_corner_found_wrongly_is_placed_where_it_shares_a_side(corner: int) -> None:
    quads, classes = seat(*HOUSE[:-1], (1, 1))
    middle = quads[6].mean(axis=0)
    quads[6, corner] += 0.9 * (quads[6, corner] - middle)
    (layout,) = build_layouts(quads, classes)
    assert (6, 1, -1) in [(it.index, it.x, it.y) for it in layout.tiles]


@pytest.mark.parametrize(
    "places",
    [((4, 0), (5, 0)), ((-3, 0), (-3, -1)), ((0, 3), (1, 3)), ((1, -3), (1, -4))],
)
def test_two_tiles_in_line_with_one_place_free_between_belong_to_their_castle(
    places: tuple[Place, Place],
) -> None:
    for off in (0.0, 0.12):
        quads, classes = seat(*HOUSE, *((x + off, -y - off) for x, y in places))
        (layout,) = build_layouts(quads, classes)
        lying = [(it.index, it.x, it.y) for it in layout.tiles]
        assert {(7, *places[0]), (8, *places[1])} <= set(lying)


@pytest.mark.parametrize("place", [(4, 0), (-3, 0), (0, 3), (1, -3), (3, 2), (-2, -3)])
def test_a_tile_that_touches_nothing_is_a_stray_even_in_line(place: Place) -> None:
    quads, classes = seat(*HOUSE, (place[0], -place[1]))
    assert stray_indices(build_layouts(quads, classes), len(quads)) == [7]


@pytest.mark.parametrize("tile", [(4.25, 0.0), (4.0, 0.3), (5.0, 0.0), (0.0, -4.0), (3.5, 3.0)])
def test_a_tile_out_of_line_or_further_away_belongs_to_none(tile: tuple[float, float]) -> None:
    quads, classes = seat(*HOUSE, tile)
    assert stray_indices(build_layouts(quads, classes), len(quads)) == [7]


def test_two_tiles_apart_of_which_the_picture_ends_within_one_belong_to_another_castle() -> None:
    quads, classes = seat(*HOUSE, (4, 0), (5, 0))
    castle, other = build_layouts(quads, classes, cut_off=[*[False] * 8, True])
    assert not {7, 8} & castle.indices
    assert other.indices == {7, 8}


def test_what_touches_a_castle_belongs_to_it_where_the_picture_ends_too() -> None:
    quads, classes = seat(*HOUSE)
    whole = build_layouts(quads, classes)
    assert build_layouts(quads, classes, cut_off=True) == whole


@pytest.mark.parametrize(("degrees", "size"), [(16, 1), (45, 1), (90, 1), (180, 1), (0, 1.3)])
def test_tiles_apart_that_are_turned_or_of_another_size_belong_to_another_castle(
    degrees: float, size: float
) -> None:
    quads, classes = seat(*HOUSE, (4, 0), (5, 0))
    middle = quads[7:].mean(axis=(0, 1))
    quads[7:] = (quads[7:] - middle) @ turned(degrees).T * size + middle
    castle, _ = build_layouts(quads, classes)
    assert not {7, 8} & castle.indices


@pytest.mark.parametrize("tilt", TILTS)
def test_parts_apart_are_placed_in_crooked_castles(tilt: float) -> None:
    right = []
    for seed in range(10):
        rng = np.random.default_rng(seed)
        shape = grow_shape(rng, 14)
        x = 2 + max(x for x, y in [(1, 0), *shape] if y in (-1, 0, 1, 2))
        shape += [(x, 0), (x, 1)]
        disorder = Disorder(crooked=0.08, jitter=0.01, turned=3)
        table = lay(rng, shape, disorder) @ turned(rng.uniform(-30, 30)).T
        quads = look(table, tilt)
        quads += rng.normal(0, 0.02 * 60, quads.shape)
        (layout, *_) = build_layouts(quads, ["throne"] + ["tile"] * len(shape))
        right.append({(it.x, it.y) for it in layout.tiles} == set(shape))
    assert np.mean(right) >= 0.8, right


def test_a_part_apart_goes_to_no_castle_that_is_smaller_than_it() -> None:
    tiles = [(4.0 + n % 3, -1.0 - n // 3) for n in range(6)]
    quads, classes = seat((0, -1), *tiles)
    layouts = build_layouts(quads, classes)
    assert [it.throne is None for it in layouts] == [False, True]


# Two thrones


def two_thrones(
    *tiles: tuple[float, float], place: tuple[float, float] = (3, 0), degrees: float = 0
) -> tuple[Floats, list[str]]:
    """Return a castle with another throne whose left half lies on a place, all of it turned."""
    quads, classes = seat(*tiles)
    second = from_boxes([[40 * place[0], -40 * place[1], 40 * place[0] + 80, 40 - 40 * place[1]]])
    quads = np.concatenate([quads, second]) @ turned(degrees).T
    return quads, [*classes, "throne"]


@pytest.mark.parametrize("degrees", [0, 25, 90, 180, 270])
def test_a_second_throne_on_the_lattice_is_a_room_of_the_castle(degrees: float) -> None:
    quads, classes = two_thrones(*HOUSE, degrees=degrees)
    (layout,) = build_layouts(quads, classes)
    assert layout.throne is not None
    assert (layout.throne.index, layout.throne.x, layout.throne.y) == (0, 0, 0)
    assert (7, 3, 0) in [(it.index, it.x, it.y) for it in layout.tiles]
    assert len(layout.tiles) == len(HOUSE) + 1
    assert layout.agreement == 1


def test_places_are_counted_from_the_throne_with_most_tiles_then_the_lowest_then_the_left() -> None:
    left = two_thrones((2, 0), (3, -1), (4, -1))
    (layout,) = build_layouts(*left)
    assert layout.throne is not None
    assert layout.throne.index == 4
    assert (0, -3, 0) in [(it.index, it.x, it.y) for it in layout.tiles]
    for order in ([0, 1, 2], [2, 1, 0], [1, 2, 0]):
        quads, classes = two_thrones((2, 0))
        (layout,) = build_layouts(quads[order], [classes[index] for index in order])
        assert layout.throne is not None
        assert order[layout.throne.index] == 0
        quads, classes = two_thrones((0, -1), place=(0, 2))
        (layout,) = build_layouts(quads[order], [classes[index] for index in order])
        assert layout.throne is not None
        assert order[layout.throne.index] == 0


@pytest.mark.parametrize("place", [(3.3, 0), (3, 0.3), (4, 0), (4, 1)])
def test_a_throne_that_touches_no_side_or_lies_out_of_line_is_of_another_castle(
    place: tuple[float, float],
) -> None:
    layouts = build_layouts(*two_thrones(*HOUSE, place=place))
    assert [it.throne and it.throne.index for it in layouts] == [0, 7]


@pytest.mark.parametrize("degrees", [0, 20, 90])
def test_a_castle_that_goes_on_around_its_second_throne_is_one(degrees: float) -> None:
    upper = [(x, -1.0 - y) for x in range(-1, 6) for y in range(2)]
    quads, classes = two_thrones((-1, 0), (2, 0), (5, 0), *upper, degrees=degrees)
    quads += np.random.default_rng(0).normal(0, 0.6, quads.shape)
    (layout,) = build_layouts(quads, classes)
    assert layout.throne is not None
    assert len(layout.tiles) == len(quads) - 1


def test_finished_castles_that_touch_in_line_stay_two() -> None:
    block = [(x, y) for x in range(4) for y in range(-2, 2) if y or x > 1]
    quads, classes = seat(*block)
    both = np.concatenate([quads, quads + np.array([4.02, 1]) * 40])
    layouts = build_layouts(both, classes + classes)
    assert [it.throne and it.throne.index for it in layouts] == [0, len(quads)]
    assert [len(it.tiles) for it in layouts] == [len(block)] * 2


def test_castles_that_touch_in_line_stay_two() -> None:
    quads, classes = seat(*HOUSE)
    for x, y in ((4, 0), (3, 1), (2, -2)):
        both = np.concatenate([quads, quads + np.array([x + 0.02, y]) * 40])
        layouts = build_layouts(both, classes + classes)
        assert [it.throne and it.throne.index for it in layouts] == [0, 7]


def test_second_thrones_are_placed_in_crooked_castles() -> None:
    right = []
    for seed in range(10):
        for tilt in TILTS:
            rng = np.random.default_rng(seed)
            shape = grow_shape(rng, 14)
            x = 1 + max(x for x, y in [(1, 0), *shape] if y == 0)
            disorder = Disorder(crooked=0.08, jitter=0.01, turned=2)
            table = lay(rng, [*shape, (x, 0), (x + 1, 0)], disorder)
            table[-2, 1:3] = table[-1, 1:3]
            quads = look(table[:-1] @ turned(rng.uniform(-30, 30)).T, tilt)
            quads += rng.normal(0, 0.02 * 60, quads.shape)
            (layout, *_) = build_layouts(quads, ["throne", *["tile"] * len(shape), "throne"])
            places = [(it.x, it.y) for it in layout.tiles]
            right.append(set(places) == {*shape, (x, 0)})
    assert np.mean(right) >= 0.8, right


def test_a_tile_is_held_by_its_corner_when_the_ones_beside_it_were_missed() -> None:
    quads, classes = seat((2.05, -1.1))
    (layout,) = build_layouts(quads, classes)
    assert [(it.x, it.y) for it in layout.tiles] == [(2, 1)]


@pytest.mark.parametrize("size", [0.4, 2.4])
def test_a_quad_of_another_size_is_no_neighbour(size: float) -> None:
    quads, classes = seat((2, 0))
    quads[1] = np.array([80, 0]) + (quads[1] - quads[1, 0]) * size
    layouts = build_layouts(quads, classes)
    assert stray_indices(layouts, 2) == [1]


def test_misfit_tells_how_far_a_tile_lies_off() -> None:
    quads, classes = seat((2, 0.3), (-1, 0))
    (layout,) = build_layouts(quads, classes)
    left, right = layout.tiles
    assert left.misfit == pytest.approx(0, abs=1e-9)
    assert right.misfit == pytest.approx(0.3)


def test_quads_on_one_place_are_told_as_a_conflict() -> None:
    quads, classes = seat((2, 0), (2.1, 0.05), (3, 0))
    (layout,) = build_layouts(quads, classes)
    assert [(it.index, it.x) for it in layout.tiles] == [(1, 2), (3, 3)] or [
        (it.index, it.x) for it in layout.tiles
    ] == [(2, 2), (3, 3)]
    (conflict,) = layout.conflicts
    assert (conflict.x, conflict.y) == (2, 0)
    assert {conflict.placed, conflict.alternatives[0].index} == {1, 2}
    assert not stray_indices([layout], 4)


@pytest.mark.parametrize(("scores", "placed"), [([1, 0.9, 0.1, 1], 1), ([1, 0.1, 0.9, 1], 2)])
def test_scores_choose_between_quads_on_one_place(scores: list[float], placed: int) -> None:
    quads, classes = seat((2, 0), (2.02, 0.0), (3, 0))
    (layout,) = build_layouts(quads, classes, scores=scores)
    assert [it.index for it in layout.tiles] == [placed, 3]


def test_a_throne_keeps_its_place_against_a_tile_on_half_of_it() -> None:
    quads, classes = seat((1, 0.02), (2, 0), (0, -1))
    (layout,) = build_layouts(quads, classes)
    (conflict,) = layout.conflicts
    assert (conflict.x, conflict.y, conflict.placed) == (1, 0, 0)
    assert [it.index for it in conflict.alternatives] == [1]


def test_two_thrones_on_one_place_are_one_castle_with_a_conflict() -> None:
    quads, classes = seat((2, 0), (0, -1))
    quads = np.concatenate([quads, quads[:1] + 2.0])
    (layout,) = build_layouts(quads, [*classes, "throne"])
    (conflict,) = layout.conflicts
    assert (conflict.x, conflict.y) == (0, 0)
    assert {conflict.placed, conflict.alternatives[0].index} == {0, 3}


def test_columns_that_cannot_all_be_right_lose_no_tile() -> None:
    # Two columns drift towards each other until their upper tiles claim one place.
    left = [(-0.1 * n, -1.0 - n) for n in range(5)]
    ring = [(0.0, -1.0 - n) for n in range(4)] + [(1.0, -4.55), (1.0, -3.7), (1.0, -2.75)]
    for tiles in (left, ring):
        quads, classes = seat(*tiles, (1.0, -1.9))
        layouts = build_layouts(quads, classes)
        assert not stray_indices(layouts, len(quads))
        assert len(layouts) == 1


def test_tiles_without_a_throne_have_a_layout_of_their_own() -> None:
    quads = row((5, 5), (6, 5), (5, 4), (4, 4), (9, 9))
    layouts = build_layouts(quads, ["tile"] * 5)
    (layout,) = layouts
    assert layout.throne is None
    assert [(it.index, it.x, it.y) for it in layout.tiles] == [
        (0, 0, 0),
        (1, 1, 0),
        (3, -1, 1),
        (2, 0, 1),
    ]
    assert stray_indices(layouts, 5) == [4]


def test_a_throne_alone_has_a_layout() -> None:
    quads, classes = seat()
    (layout,) = build_layouts(quads, classes)
    assert layout.tiles == ()
    assert layout.throne is not None
    assert layout.throne.misfit == 0


def test_no_quads_make_no_layouts() -> None:
    assert build_layouts(np.zeros((0, 4, 2)), []) == []
    assert stray_indices([], 2) == [0, 1]


def test_quads_without_an_inside_are_strays() -> None:
    quads, classes = seat((2, 0), (3, 0))
    quads[1] = quads[1, 0]
    quads[2] = [[160, 0], [170, 0], [180, 0], [190, 0]]
    layouts = build_layouts(quads, classes)
    assert stray_indices(layouts, 3) == [1, 2]


@pytest.mark.parametrize(
    ("classes", "scores", "message"),
    [
        (["tile"], None, "2 quads have 1 classes"),
        (["tile", "card"], None, "the class of quad 1 is tile or throne, not 'card'"),
        (["tile", "tile"], [1.0], "scores are 2 finite numbers"),
        (["tile", "tile"], [1.0, float("nan")], "scores are 2 finite numbers"),
    ],
)
def test_input_that_does_not_agree_is_refused(
    classes: list[str], scores: list[float] | None, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        build_layouts(row((0, 0), (1, 0)), classes, scores=scores)


# Photographs

# In these the throne lies apart from six loose tiles, with attendants between.
LOOSE = range(161, 166)

# By hand, from the boxes: what lies where around the throne.
SEEN = {
    121: {
        "utility/key-room": (2, 4),
        "food/buttery": (2, 0),
        "specialty/grand-foyer": (-3, 0),
        "specialty/fountain": (4, 0),
        "living/gallery": (-2, 2),
    },
    136: {
        "utility/crown-storage": (-1, 4),
        "living/observatory": (-2, 0),
        "outdoor/archery-range": (3, 0),
        "downstairs/armory": (0, -1),
        "outdoor/walking-path": (2, 2),
    },
    189: {
        "utility/tool-room": (-1, 0),
        "sleeping/queens-chambers": (3, 0),
        "specialty/tower": (1, 5),
    },
    194: {  # lies on its side, its columns apart and the outer two half a tile off
        "outdoor/aviary": (1, -1),
        "outdoor/chicken-coop": (-1, -1),
        "corridor/between-two-rooms": (4, -2),
        "corridor/pacing-hall": (-1, -4),
    },
}


def test_every_tile_of_every_photograph_is_placed(shared: Path) -> None:
    photos = load_observed(shared / "observed" / "tile-boxes.json")
    assert len(photos) == 70
    for photo in photos:
        seen = observed_quads(photo)
        layouts = build_layouts(seen.quads, seen.classes)
        assert not stray_indices(layouts, len(seen.ids)), photo.number
        assert not any(it.conflicts for it in layouts), photo.number
        if photo.number in LOOSE:
            assert len(layouts) <= 2, photo.number
            continue
        (layout,) = layouts
        assert layout.throne is not None, photo.number
        assert seen.ids[layout.throne.index].startswith("throne/")
        assert layout.agreement == 1
        worst = max(it.misfit for it in (*layout.tiles, layout.throne))
        assert worst < 0.2, photo.number
        places = {seen.ids[it.index]: (it.x, it.y) for it in layout.tiles}
        expected = SEEN.get(photo.number, {})
        assert {name: places[name] for name in expected} == expected
