"""From the quads of square tiles to the places where they lie: one layout for each castle.

Nothing here is true of the whole table. A castle laid by hand is crooked: rows drift, tiles are turned,
columns float apart. So tiles are only ever compared with the tiles beside them, in a frame that the two
share, and a layout grows from the pairs that fit best to those that fit worst:

1. A throne is cut into two unit squares. All near squares are compared: where does the one lie in the mean
   of both frames, and by which quarter turn are the orders of their corners best reconciled?
2. Of squares that lie on one another, the one with the better score and neighbours stays; the others are
   kept aside as its alternatives.
3. Pairs that lie one step apart, edge to edge or corner to corner, become links when each is the best that
   the other has on that side.
4. Groups grow together along the best links first, never two thrones in one group. Where two groups meet,
   all links between them vote on how they fit together.
5. What lies on the lattice of a castle joins it: another throne and what went to it, where they go on as well
   as the castle does and would hold together without one of the thrones; what shares a side; a tile at a
   corner; and two tiles apart with at most one place free between. One tile that touches nothing is a stray,
   which by chance lies in line more easily than two do. Of two apart that the picture cuts off the rest of
   another castle lies beyond its edge.
6. A tile that hangs on one other, too far off or too crookedly to touch it, is a stray as well.
7. The throne's long side fixes the axes of its layout; which side is up is a vote of all corner orders.

The only rules of a game in here are that a throne is two tiles wide, that a castle seldom has two, and about
how many tiles it has at most.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from .quads import (
    UNIT_SQUARE,
    Floats,
    as_quads,
    centres,
    clockwise,
    frames,
    halves,
    project,
    roll,
    signed_areas,
    sizes,
)
from .spots import LARGEST_PART

Ints = NDArray[np.int64]
Place = tuple[int, int]

# In tiles: how far a neighbour may lie from its expected place, to the side and inward; the gap that
# still counts as touching; how far apart two squares on one place can be.
_ASIDE = 0.5
_INWARD = 0.45
_GAP = 0.6
_SAME_PLACE = 0.55

# How much two frames may differ after reconciling them, as the norm of their difference in the mean
# frame: a turn of 20 degrees is 0.5, a size of 1.5 to 1 is 0.57.
_DISTORTION = 0.8

# What makes a link good: deviations that count one each, in tiles; what a corner contact costs, and the most
# that it may, as strays lie at corners by chance.
_USUAL_GAP = 0.3
_USUAL_SHIFT = 0.2
_USUAL_DISTORTION = 0.35
_CORNER_COST = 3.0
_MOST_AT_A_CORNER = 5.2

# How near a castle what may lie on its lattice is measured, in tiles; by how many squares of the castle, the
# nearest ones; and how many steps away it may be, 2 with one place free.
_MEASURED = 2.8
_NEAREST = 20
_APART = 2

_FAR = 1e6  # in tiles, where nothing can be measured

_THRONE_BONUS = 0.25  # over a tile on the same place, as a score
_SUPPORT_SHARE = 0.25  # of the support by one neighbour, as a score

_SIDES: tuple[Place, ...] = ((1, 0), (0, 1), (-1, 0), (0, -1))
_CORNERS: tuple[Place, ...] = ((1, 1), (-1, 1), (-1, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class _Tolerance:
    """How far off the lattice of a castle something may lie: in tiles, in degrees, as a share of its size."""

    place: float
    angle: float
    size: float


# A single tile apart lies by chance on a lattice more easily than several. Detected corners are turned by up
# to 10 degrees where no other tiles are beside them. What shares a side hardly lies there by chance.
_TILE_APART = _Tolerance(0.17, 7, 0.18)
_TILE_BESIDE = _Tolerance(0.3, 45, 0.5)
_PART_APART = _Tolerance(0.2, 12, 0.25)
_SECOND_THRONE = _Tolerance(0.17, 12, 0.25)

# How far off a tile that hangs on one side, or on corners alone, may lie and be turned; both together count.
_AT_A_SIDE = _Tolerance(0.45, 25, np.inf)
_AT_A_CORNER = _Tolerance(0.28, 15, np.inf)

# When groups with a throne each are one castle: the seam may cost what most pairs inside them do, or this at
# least. A castle has so many squares at most, and without its second throne it loses this share of them.
_USUAL_SHARE = 0.9
_TIGHT = 0.4
_LARGEST_CASTLE = 28
_HANGING = 0.1


class QuadClass(StrEnum):
    """What a quad is, for the lattice."""

    TILE = "tile"
    THRONE = "throne"


@dataclass(frozen=True, slots=True)
class PlacedQuad:
    """A quad and its place.

    Attributes
    ----------
    index
        Its row in the array of quads.
    x, y
        Its place in tiles: ``x`` to the right, ``y`` upward. A throne's is that of its left half.
    misfit
        How far its centre lies from where its neighbours in the layout expect it, in tiles; 0 where it
        has none. From about 0.4 on the place is doubtful.
    turns
        The corner of its quad, as :func:`.quads.clockwise` returns it, that lies top left in the castle:
        0 when it agrees with the castle. ``quads.roll(quad, turns)`` is upright in the castle.
    """

    index: int
    x: int
    y: int
    misfit: float
    turns: int


@dataclass(frozen=True, slots=True)
class Conflict:
    """Quads that claim one place.

    Attributes
    ----------
    x, y
        The place.
    placed
        The quad that the layout has there.
    alternatives
        The other quads, best first, as they would lie there. No layout holds them elsewhere.
    """

    x: int
    y: int
    placed: int
    alternatives: tuple[PlacedQuad, ...]


@dataclass(frozen=True, slots=True)
class Layout:
    """The tiles of one castle.

    Attributes
    ----------
    throne
        The throne, on (0, 0) and (1, 0); of several the one with most tiles beside it, then the lowest,
        then the leftmost. None for tiles that touch each other but no throne. Then the leftmost tile of
        the lowest row is (0, 0).
    tiles
        The tiles in order of ``y`` and ``x``; no two on one place. As in a castle document, a second throne
        is one of them, by its left half, and some may lie apart from the others.
    conflicts
        Places that several quads claim.
    agreement
        The share of the quads whose corner order agrees with the orientation that was voted for.
    """

    throne: PlacedQuad | None
    tiles: tuple[PlacedQuad, ...]
    conflicts: tuple[Conflict, ...]
    agreement: float

    @property
    def indices(self) -> frozenset[int]:
        """All quads that the layout accounts for, the alternatives of conflicts included."""
        own = {tile.index for tile in self.tiles}
        if self.throne is not None:
            own.add(self.throne.index)
        own.update(other.index for found in self.conflicts for other in found.alternatives)
        return frozenset(own)


def build_layouts(
    quads: ArrayLike,
    classes: Sequence[str],
    *,
    scores: ArrayLike | None = None,
    cut_off: ArrayLike = False,
) -> list[Layout]:
    """Find the castles among quads.

    Each quad ends up in at most one layout, as its throne, one of its tiles or an alternative in one of
    its conflicts. Those in none are strays, see :func:`stray_indices`.

    Parameters
    ----------
    quads
        Shape (N, 4, 2) in pixels, corners in the upright order of each face; see :mod:`.quads`. A quad
        whose order is turned against its neighbours', or mirrored, is placed all the same.
    classes
        N times "tile" or "throne"; a throne is two tiles wide.
    scores
        Shape (N,), how sure the detector is, 0 to 1. Only used to choose between quads on one place.
    cut_off
        Shape (N,) or one for all: whether the picture ends within it.

    Returns
    -------
    list of Layout
        One for each throne that is no alternative on another's place and no second one of a castle, even
        when no tile lies at it, then one for each group of at least two tiles that belongs to none; larger
        ones first.

    Raises
    ------
    ValueError
        When shapes or lengths do not agree, a class is unknown, or a number is not finite.

    Examples
    --------
    >>> from castlescan.vision.quads import from_boxes
    >>> boxes = [[100, 100, 180, 140], [60, 101, 100, 140], [102, 58, 141, 99], [300, 0, 340, 40]]
    >>> (castle,) = build_layouts(from_boxes(boxes), ["throne", "tile", "tile", "tile"])
    >>> [(tile.index, tile.x, tile.y) for tile in castle.tiles]
    [(1, -1, 0), (2, 0, 1)]
    >>> stray_indices([castle], 4)
    [3]
    """
    array = clockwise(as_quads(quads))
    kinds = [_quad_class(name, index) for index, name in enumerate(classes)]
    if len(kinds) != len(array):
        raise ValueError(f"{len(array)} quads have {len(kinds)} classes")
    score = np.zeros(len(array)) if scores is None else np.array(scores, dtype=np.float64)
    if score.shape != (len(array),) or not np.isfinite(score).all():
        raise ValueError(f"scores are {len(array)} finite numbers")
    if not kinds:
        return []
    squares = _cut(array, kinds, np.broadcast_to(np.asarray(cut_off, bool), len(array)))
    pairs = _compare(squares)
    winners, rivals = _choose(squares, pairs, score)
    links = _link(squares, pairs, winners)
    groups = _grow(squares, links, winners)
    groups = _join_thrones(squares, pairs, links, groups)
    groups = _join_parts(squares, pairs, groups)
    for group in groups:
        _set_strays_free(squares, pairs, group, rivals)
    _count_support(links, groups)
    groups = [it for it in groups if it.thrones or len(it.turns) > 1]
    layouts = [_lay_out(squares, pairs, group, rivals) for group in groups]
    return sorted(layouts, key=lambda it: (it.throne is None, -len(it.tiles), min(it.indices)))


def stray_indices(layouts: Iterable[Layout], count: int) -> list[int]:
    """Return which of ``count`` quads are in none of the layouts, in ascending order."""
    taken: set[int] = set()
    for layout in layouts:
        taken |= layout.indices
    return [index for index in range(count) if index not in taken]


def _quad_class(name: str, index: int) -> QuadClass:
    try:
        return QuadClass(name)
    except ValueError:
        known = " or ".join(QuadClass)
        raise ValueError(f"the class of quad {index} is {known}, not {name!r}") from None


# Unit squares


@dataclass(frozen=True, slots=True)
class _Squares:
    """The unit squares of all quads: one for a tile, two for a throne, the left one first.

    ``turned`` is the quarter turn by which a throne's corner order was corrected before it was cut, and
    ``cut_off`` tells of each whether the picture ends within its quad.
    """

    quads: Floats
    centres: Floats
    frames: Floats
    owner: Ints
    first: dict[int, int]
    turned: dict[int, int]
    usable: NDArray[np.bool_]
    cut_off: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.owner)

    def of(self, index: int) -> tuple[int, ...]:
        """Return the squares of a quad."""
        first = self.first[index]
        return (first, first + 1) if index in self.turned else (first,)


def _cut(quads: Floats, kinds: Sequence[QuadClass], cut_off: NDArray[np.bool_]) -> _Squares:
    thrones = np.array([kind is QuadClass.THRONE for kind in kinds])
    turned = _long_sides(quads, thrones)
    pieces: list[Floats] = []
    owner: list[int] = []
    first: dict[int, int] = {}
    for index, quad in enumerate(quads):
        first[index] = len(owner)
        if index in turned:
            left, right = halves(roll(quad[None], turned[index]))
            pieces += [left[0], right[0]]
            owner += [index, index]
        else:
            pieces.append(quad)
            owner.append(index)
    squares = np.stack(pieces)
    extent = np.ptp(squares, axis=1).max(axis=1)
    usable = signed_areas(squares) > 1e-3 * extent**2
    return _Squares(
        squares,
        centres(squares),
        frames(squares),
        np.array(owner),
        first,
        turned,
        usable,
        cut_off[owner],
    )


def _long_sides(quads: Floats, thrones: NDArray[np.bool_]) -> dict[int, int]:
    """Return for each throne whether its corner order must be turned for its top to be a long side.

    A throne seen from its short end is foreshortened by up to the half, so its sides are measured by
    those of the tiles nearest to it.
    """
    turned: dict[int, int] = {}
    middle, frame = centres(quads), frames(quads)
    solid = np.abs(np.linalg.det(frame)) > 0
    for index in np.flatnonzero(thrones):
        distance = np.linalg.norm(middle - middle[index], axis=1)
        long = np.linalg.norm(frame[index], axis=0).max()
        near = np.flatnonzero(~thrones & solid & (distance < 3 * long))
        near = near[np.argsort(distance[near], kind="stable")[:5]]
        measure = np.linalg.inv(frame[near]) if len(near) else np.eye(2)[None]
        seen = np.linalg.norm(measure @ frame[index], axis=1)  # long and short side, by each tile
        turned[int(index)] = int(np.median(seen[:, 0] - seen[:, 1]) < 0)
    return turned


# Pairs


@dataclass(frozen=True, slots=True)
class _Pairs:
    """All pairs of squares, as matrices over squares i and j.

    Attributes
    ----------
    offset
        Where the centre of j lies from that of i, in tiles, in the mean of both frames turned as i is.
    turn
        The quarter turns anticlockwise from the frame of i to that of j.
    distortion
        How much the frames differ after that; infinite for squares that cannot be neighbours.
    """

    offset: Floats
    turn: Ints
    distortion: Floats


def _compare(squares: _Squares) -> _Pairs:
    count = len(squares)
    frame = np.where(squares.usable[:, None, None], squares.frames, np.eye(2))
    relative = np.linalg.inv(frame)[:, None] @ frame[None]
    angle = np.arctan2(
        relative[..., 1, 0] - relative[..., 0, 1], relative[..., 0, 0] + relative[..., 1, 1]
    )
    turn = np.rint(angle / (np.pi / 2)).astype(np.int64) % 4
    back = _ROTATIONS[-turn % 4].astype(np.float64)
    aligned = frame[None] @ back
    mean = (frame[:, None] + aligned) / 2
    flat = np.abs(np.linalg.det(mean)) < 1e-12
    mean[flat] = np.eye(2)
    inverse = np.linalg.inv(mean)
    between = squares.centres[None] - squares.centres[:, None]
    offset = np.einsum("ijkl,ijl->ijk", inverse, between)
    distortion = np.linalg.norm(inverse @ (aligned - frame[:, None]), axis=(2, 3))
    unlike = flat | ~squares.usable[:, None] | ~squares.usable[None]
    offset[unlike], distortion[unlike] = _FAR, np.inf
    distortion[np.arange(count), np.arange(count)] = np.inf
    same = squares.owner[:, None] == squares.owner[None]
    distortion[same] = np.inf
    return _Pairs(offset, turn, distortion)


def _rotations() -> Ints:
    quarter = np.array([[0, -1], [1, 0]])
    return np.stack([np.linalg.matrix_power(quarter, turn) for turn in range(4)])


_ROTATIONS = _rotations()  # by quarter turns anticlockwise, y upward


def _rotate(place: Place, turns: int) -> Place:
    x, y = place
    for _ in range(turns % 4):
        x, y = -y, x
    return x, y


def _cost(pairs: _Pairs, step: Place) -> Floats:
    """Return how badly each pair (i, j) fits "j lies one step from i"; infinite where it does not."""
    deviation = pairs.offset - np.array(step, dtype=np.float64)
    outward = deviation * np.array(step)  # positive is a gap; 0 along a step that has no part there
    moves = np.array(step) != 0
    aside = np.where(moves, 0.0, np.abs(deviation))
    gap = np.hypot(*np.moveaxis(np.maximum(outward, 0.0), -1, 0))
    possible = (
        (pairs.distortion <= _DISTORTION)
        & (outward >= -_INWARD).all(axis=-1)
        & (aside <= _ASIDE).all(axis=-1)
        & (gap <= _GAP)
    )
    if moves.all():
        cost = (deviation**2).sum(axis=-1) / _USUAL_SHIFT**2 + _CORNER_COST
    else:
        usual = np.where(moves, _USUAL_GAP, _USUAL_SHIFT)
        cost = ((deviation / usual) ** 2).sum(axis=-1)
    cost = cost + (pairs.distortion / _USUAL_DISTORTION) ** 2
    if moves.all():
        possible &= cost <= _MOST_AT_A_CORNER
    result: Floats = np.where(possible, cost, np.inf)
    return result


# Squares on one place


def _choose(
    squares: _Squares, pairs: _Pairs, scores: Floats
) -> tuple[list[int], dict[int, list[int]]]:
    """Choose among quads that lie on one another.

    Returns the quads that stay and, for each square that others lie on, those quads, best first.
    """
    support = np.zeros(len(squares))
    for step in _SIDES:
        support += np.exp(-_cost(pairs, step).min(axis=1) / 2)
    value: dict[int, float] = {}
    for index in squares.first:
        own = squares.of(index)
        value[index] = float(scores[index]) + _SUPPORT_SHARE * float(support[list(own)].mean())
        if len(own) == 2:
            value[index] += _THRONE_BONUS
    distance = np.abs(pairs.offset).max(axis=2)
    winners: list[int] = []
    rivals: dict[int, list[int]] = {}
    standing: list[int] = []
    for index in sorted(value, key=lambda it: -value[it]):
        both = list(squares.of(index))
        if standing:
            over = distance[np.ix_(both, standing)].min(axis=0)
            if over.min() < _SAME_PLACE:
                rivals.setdefault(standing[int(over.argmin())], []).append(index)
                continue
        winners.append(index)
        standing += both
    return winners, rivals


# Links and groups


@dataclass(frozen=True, slots=True)
class _Link:
    """Square j lies one step from square i, given in i's own orientation."""

    cost: float
    i: int
    j: int
    step: Place
    turn: int

    @property
    def weight(self) -> float:
        return float(np.exp(-self.cost / 2)) + 1e-6


def _link(squares: _Squares, pairs: _Pairs, winners: Sequence[int]) -> list[_Link]:
    stays = np.isin(squares.owner, winners)
    away = ~(stays[:, None] & stays[None])
    steps = _SIDES + _CORNERS
    costs = np.stack([_cost(pairs, step) for step in steps])
    costs[:, away] = np.inf
    number = {step: position for position, step in enumerate(steps)}
    best = costs.argmin(axis=2)
    links: list[_Link] = []
    for position, step in enumerate(steps):
        for i in np.flatnonzero(np.isfinite(costs[position].min(axis=1))):
            j = int(best[position, i])
            turn = int(pairs.turn[i, j])
            back = _rotate((-step[0], -step[1]), -turn)
            if i < j and best[number[back], j] == i:
                links.append(_Link(float(costs[position, i, j]), int(i), j, step, turn))
    return sorted(links, key=lambda link: link.cost)


@dataclass(slots=True)
class _Group:
    """Squares that lie together.

    ``places`` are in the group's own orientation; ``turns`` says how far each square's own frame is
    turned against it, in quarter turns anticlockwise. ``pushed`` are squares that found their place
    taken, with that place.
    """

    places: dict[int, Place]
    turns: dict[int, int]
    thrones: int
    pushed: dict[int, Place] = field(default_factory=dict)
    support: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Join:
    """How a group is turned, then moved, to fit to another."""

    turn: int
    move: Place

    def place(self, place: Place) -> Place:
        x, y = _rotate(place, self.turn)
        return x + self.move[0], y + self.move[1]


def _grow(squares: _Squares, links: Sequence[_Link], winners: Sequence[int]) -> list[_Group]:
    """Let groups grow together, each with at most one throne."""
    group_of: dict[int, _Group] = {}
    for index in winners:
        own = squares.of(index)
        group = _Group(
            {square: (step, 0) for step, square in enumerate(own)},
            dict.fromkeys(own, 0),
            int(len(own) == 2),
        )
        group_of.update(dict.fromkeys(own, group))
    for may_collide in (False, True):
        for link in links:
            a, b = group_of[link.i], group_of[link.j]
            if a is b or (a.thrones and b.thrones):
                continue
            if (b.thrones, len(b.places)) > (a.thrones, len(a.places)):
                a, b = b, a
            between = [
                it for it in links if {id(group_of[it.i]), id(group_of[it.j])} == {id(a), id(b)}
            ]
            join = _vote(between, a, b, may_collide)
            if join is not None:
                _merge(a, b, join)
                group_of.update(dict.fromkeys(b.turns, a))
    return list({id(group): group for group in group_of.values()}.values())


def _count_support(links: Sequence[_Link], groups: Sequence[_Group]) -> None:
    """Add to each group how well its squares are linked within it."""
    group_of = {square: group for group in groups for square in group.turns}
    for link in links:
        group = group_of.get(link.i)  # None for strays
        if group is not None and group is group_of.get(link.j):
            for square in (link.i, link.j):
                group.support[square] = group.support.get(square, 0.0) + link.weight


def _vote(links: Iterable[_Link], a: _Group, b: _Group, may_collide: bool) -> _Join | None:
    votes: dict[_Join, float] = {}
    for link in links:
        join = _join(link, a, b)
        if join is not None:
            votes[join] = votes.get(join, 0.0) + link.weight
    taken = set(a.places.values())
    for join in sorted(votes, key=lambda it: -votes[it]):
        if may_collide or not any(join.place(place) in taken for place in b.places.values()):
            return join
    return None


def _join(link: _Link, a: _Group, b: _Group) -> _Join | None:
    """Return how b fits to a if the link is right; None if its squares have been pushed aside."""
    i, j, step, turn = link.i, link.j, link.step, link.turn
    if i in b.turns:
        i, j, step, turn = j, i, _rotate((-step[0], -step[1]), -turn), -turn
    if i not in a.places or j not in b.places:
        return None
    turned = (a.turns[i] + turn - b.turns[j]) % 4
    x, y = a.places[i]
    dx, dy = _rotate(step, a.turns[i])
    px, py = _rotate(b.places[j], turned)
    return _Join(turned, (x + dx - px, y + dy - py))


def _merge(a: _Group, b: _Group, join: _Join) -> None:
    taken = set(a.places.values())
    for square, place in b.places.items():
        new = join.place(place)
        if new in taken:
            a.pushed[square] = new
        else:
            a.places[square] = new
    a.pushed.update((square, join.place(place)) for square, place in b.pushed.items())
    a.turns.update((square, (turn + join.turn) % 4) for square, turn in b.turns.items())
    a.thrones += b.thrones


# What lies on the lattice of a castle


def _join_thrones(
    squares: _Squares, pairs: _Pairs, links: Sequence[_Link], groups: Sequence[_Group]
) -> list[_Group]:
    """Join groups with a throne each where they are one lattice: a castle with two thrones.

    To which throne a tile went says little, so it is asked what would be left without one of the thrones.
    """
    costs = {step: _cost(pairs, step) for step in _SIDES}
    castles = sorted((it for it in groups if it.thrones), key=lambda it: -len(it.places))
    joined: set[int] = set()
    for number, a in enumerate(castles):
        for b in castles[number + 1 :]:
            if id(a) in joined or id(b) in joined:
                continue
            between = [
                it
                for it in links
                if (it.i in a.turns and it.j in b.turns) or (it.i in b.turns and it.j in a.turns)
            ]
            join = _vote(between, a, b, may_collide=False)
            if join is None:
                continue
            if (
                _same_way_up(a, b, join)
                and _are_parallel(squares, a, b, join)
                and _has_spare_throne(squares, a, b, join)
                and (_is_no_seam(costs, a, b, join) or _continues(squares, pairs, a, b, join))
            ):
                _merge(a, b, join)
                joined.add(id(b))
    return [it for it in groups if id(it) not in joined]


def _is_no_seam(costs: dict[Place, Floats], a: _Group, b: _Group, join: _Join) -> bool:
    """Tell whether two groups fit together as well as the squares of each do, most of them at least."""
    at = {
        join.place(place): (square, b.turns[square] + join.turn)
        for square, place in b.places.items()
    }
    seam = _costs_between(costs, a, at)
    inside = [
        cost
        for group in (a, b)
        for cost in _costs_between(
            costs, group, {place: (it, group.turns[it]) for it, place in group.places.items()}
        )
    ]
    inside = [it for it in inside if np.isfinite(it)]  # the halves of a throne are no neighbours
    usual = float(np.quantile(inside, _USUAL_SHARE)) if inside else 0.0
    return bool(seam) and sorted(seam)[len(seam) // 2] <= max(usual, _TIGHT)


def _continues(squares: _Squares, pairs: _Pairs, a: _Group, b: _Group, join: _Join) -> bool:
    """Tell whether the squares of b near a lie where the lattice of a goes on."""
    fit = _fit(squares, pairs, a, b, _SECOND_THRONE)
    return fit is not None and fit.steps == 1 and fit.join == join


def _costs_between(
    costs: dict[Place, Floats], group: _Group, at: dict[Place, tuple[int, int]]
) -> list[float]:
    """Return how badly each square of a group fits the squares beside it among those at some places."""
    found: list[float] = []
    for square, (x, y) in group.places.items():
        for dx, dy in _SIDES:
            other = at.get((x + dx, y + dy))
            if other is not None:
                step = _rotate((dx, dy), -group.turns[square])
                found.append(float(costs[step][square, other[0]]))
    return found


def _has_spare_throne(squares: _Squares, a: _Group, b: _Group, join: _Join) -> bool:
    """Tell whether two groups would be one castle without the throne of one of them.

    Two castles that touch fall apart without it, or are more than one castle can be.
    """
    throne = {
        join.place(place) for square, place in b.places.items() if _is_throne(squares, square)
    }
    other = {place for square, place in a.places.items() if _is_throne(squares, square)}
    places = set(a.places.values()) | {join.place(it) for it in b.places.values()}
    if len(places) > _LARGEST_CASTLE:
        return False
    most = max(1.0, _HANGING * len(places))
    return any(
        len(places) - len(spare) - len(_connected(places - spare, kept)) <= most
        for spare, kept in ((throne, other), (other, throne))
    )


def _connected(places: set[Place], start: set[Place]) -> set[Place]:
    """Return which places can be reached from some of them, from side to side."""
    reached, edge = set(start), list(start)
    while edge:
        x, y = edge.pop()
        beside = {(x + dx, y + dy) for dx, dy in _SIDES} & places - reached
        reached |= beside
        edge += beside
    return reached


def _are_parallel(squares: _Squares, a: _Group, b: _Group, join: _Join) -> bool:
    """Tell whether the long sides of the thrones of two groups are parallel."""
    axes = []
    for group, turn in ((a, 0), (b, join.turn)):
        left = next(it for it in group.turns if _is_throne(squares, it))
        axes.append((group.turns[left] + turn) % 2)
    return axes[0] == axes[1]


def _join_parts(squares: _Squares, pairs: _Pairs, groups: Sequence[_Group]) -> list[_Group]:
    """Join to each castle what lies apart on its lattice, those parts first that lie on it best."""
    castles = [it for it in groups if it.thrones]
    fits = [
        (fit.off, number, castle, fit.join)
        for number, part in enumerate(groups)
        if not part.thrones
        for castle in castles
        if len(part.places) < len(castle.places)
        if (fit := _fit_of_part(squares, pairs, castle, part)) is not None
    ]
    joined: set[int] = set()
    for _, number, castle, join in sorted(fits, key=lambda it: it[:2]):
        part = groups[number]
        taken = set(castle.places.values())
        if number in joined or any(join.place(it) in taken for it in part.places.values()):
            continue
        _merge(castle, part, join)
        joined.add(number)
    return [it for number, it in enumerate(groups) if number not in joined]


def _fit_of_part(squares: _Squares, pairs: _Pairs, castle: _Group, part: _Group) -> "_Fit | None":
    """Return how a part lies on the lattice of a castle; None if it belongs to another one or to none.

    What shares a side may be of any number and turned by quarters, and a single tile may have corners that
    were found badly, of which no pair says much.
    """
    is_tile = len(part.places) == 1
    fit = _fit(squares, pairs, castle, part, _TILE_BESIDE if is_tile else _PART_APART)
    if fit is None or fit.steps == 1:
        return fit
    if is_tile:
        fit = _fit(squares, pairs, castle, part, _TILE_APART)
    goes_on = bool(squares.cut_off[list(part.places)].any())
    belongs = (
        fit is not None
        and (fit.touches or not (is_tile or goes_on))
        and len(part.places) <= LARGEST_PART
        and _same_way_up(castle, part, fit.join)
    )
    return fit if belongs else None


@dataclass(frozen=True, slots=True)
class _Fit:
    """How a group lies on the lattice of another.

    Attributes
    ----------
    join
        How it is turned and moved to lie there.
    off
        How far its squares lie off their places at most, in tiles.
    steps
        How far it is away: 1 beside a square of the other, 2 at a corner or with one place between.
    touches
        Whether it lies beside a square of the other or at a corner of one.
    """

    join: _Join
    off: float
    steps: int
    touches: bool


def _fit(
    squares: _Squares, pairs: _Pairs, a: _Group, b: _Group, tolerance: _Tolerance
) -> _Fit | None:
    """Return how b lies on the lattice of a; None if it does not, is too far away or on a place of a."""
    own, others = np.array(list(a.places)), np.array(list(b.places))
    away = np.abs(pairs.offset[np.ix_(own, others)]).max(axis=2)
    near = others[away.min(axis=0) < _MEASURED]
    if not len(near):
        return None
    nearest = own[np.argsort(away.min(axis=1), kind="stable")[:_NEAREST]]
    seen = _seen_from(squares, a, nearest, near)
    if seen is None:
        return None
    frame = frames(seen)
    angle = np.arctan2(frame[:, 1, 0], frame[:, 0, 0])
    quarters = np.rint(angle / (np.pi / 2))
    turns = {
        int(quarter - b.turns[square]) % 4 for quarter, square in zip(quarters, near, strict=True)
    }
    turn = turns.pop()
    if turns:
        return None
    move = centres(seen) - np.array([_rotate(b.places[square], turn) for square in near])
    where = np.rint(np.median(move, axis=0))
    off = float(np.abs(move - where).max())
    is_right = (
        off <= tolerance.place
        and np.degrees(np.abs(angle - quarters * (np.pi / 2)).max()) <= tolerance.angle
        and np.abs(sizes(seen) - 1).max() <= tolerance.size
    )
    join = _Join(turn, (int(where[0]), int(where[1])))
    steps, touches = _steps(a.places.values(), [join.place(place) for place in b.places.values()])
    return _Fit(join, off, steps, touches) if is_right and 0 < steps <= _APART else None


def _set_strays_free(
    squares: _Squares, pairs: _Pairs, group: _Group, rivals: dict[int, list[int]]
) -> None:
    """Let go of tiles that hang on one square and lie too crookedly to touch it, the worst first.

    Strays lie on nothing, so what others lie on stays.
    """
    contested = rivals.keys() | {
        at for at, it in group.places.items() if it in group.pushed.values()
    }
    while len(group.places) > 2:
        loose = {
            square: _looseness(squares, pairs, group, square)
            for square in group.places.keys() - contested
        }
        if not loose:
            return
        worst = max(loose, key=lambda it: loose[it])
        if loose[worst] <= 1:
            return
        del group.places[worst], group.turns[worst]


def _looseness(squares: _Squares, pairs: _Pairs, group: _Group, square: int) -> float:
    """Return how crookedly a tile hangs on one square, or on corners alone; over 1 it touches nothing.

    Its place is judged by what is beside it and by the lattice around, whichever it fits better, as either
    may be crooked itself; its turn by the lattice.
    """
    x, y = group.places[square]
    at = {place: it for it, place in group.places.items()}
    sides = [at[x + dx, y + dy] for dx, dy in _SIDES if (x + dx, y + dy) in at]
    corners = [at[x + dx, y + dy] for dx, dy in _CORNERS if (x + dx, y + dy) in at]
    is_alone = len(sides) < 2 and bool(sides or corners)
    if not is_alone or _is_throne(squares, square):
        return 0.0
    others = np.array([it for it in group.places if it != square])
    away = np.abs(pairs.offset[others, square]).max(axis=1)
    nearest = others[np.argsort(away, kind="stable")[:_NEAREST]]
    seen = _seen_from(squares, group, nearest, np.array([square]))
    if seen is None:
        return 0.0
    off = float(np.linalg.norm(centres(seen)[0] - (x, y)))
    aside = [
        _ROTATIONS[group.turns[it]] @ pairs.offset[it, square]
        - (np.array((x, y)) - group.places[it])
        for it in sides or corners
    ]
    off = min(off, float(np.linalg.norm(np.mean(aside, axis=0))))
    frame = frames(seen)[0]
    angle = np.degrees(np.arctan2(frame[1, 0], frame[0, 0]))
    turn = abs(float((angle + 45) % 90 - 45))
    limit = _AT_A_SIDE if sides else _AT_A_CORNER
    return (off / limit.place) ** 2 + (turn / limit.angle) ** 2


def _seen_from(squares: _Squares, group: _Group, nearest: Ints, others: Ints) -> Floats | None:
    """Return the corners of other squares in the coordinates of a group, as some of its squares see them."""
    lattice = np.concatenate(
        [
            UNIT_SQUARE @ _ROTATIONS[group.turns[square]].T + np.array(group.places[square])
            for square in nearest
        ]
    )
    outward, _ = cv2.findHomography(squares.quads[nearest].reshape(-1, 2), lattice)
    if outward is None:
        return None
    seen = project(outward, squares.quads[others])
    return seen if np.isfinite(seen).all() else None


def _same_way_up(a: _Group, b: _Group, join: _Join) -> bool:
    """Tell whether the corner orders of two groups agree, for the most part."""
    return _usual_turn(a) == (_usual_turn(b) + join.turn) % 4


def _usual_turn(group: _Group) -> int:
    return Counter(group.turns.values()).most_common(1)[0][0]


def _steps(some: Iterable[Place], others: Iterable[Place]) -> tuple[int, bool]:
    """Return how far places lie apart, and whether they touch, be it at a corner.

    They are 0 on one another, 1 side by side, 2 at a corner, or further.
    """
    between = np.abs(np.array(list(some))[:, None] - np.array(list(others))).reshape(-1, 2)
    far, near = between.max(axis=1), between.min(axis=1)
    return int(np.where(near > 0, np.maximum(far, 2), far).min()), bool(far.min() == 1)


# Layouts


@dataclass(frozen=True, slots=True)
class _Seats:
    """A group upright and on its origin: who lies where, and how far each square's frame is turned."""

    at: dict[Place, int]
    places: dict[int, Place]
    pushed: dict[int, Place]
    turns: dict[int, int]


def _lay_out(
    squares: _Squares, pairs: _Pairs, group: _Group, rivals: dict[int, list[int]]
) -> Layout:
    thrones = sorted({int(squares.owner[it]) for it in group.places if _is_throne(squares, it)})
    turn, agreement = _upright(squares, group, thrones)
    throne = _origin(squares, group, turn, thrones)
    seats = _seat(squares, group, turn, throne)

    def placed(square: int, place: Place, turns: int) -> PlacedQuad:
        index = int(squares.owner[square])
        misfit = _misfit(pairs, seats, square, place)
        return PlacedQuad(index, *place, misfit, (turns + squares.turned.get(index, 0)) % 4)

    parts: dict[int, list[PlacedQuad]] = {}
    for square, place in seats.places.items():
        part = placed(square, place, seats.turns[square])
        parts.setdefault(part.index, []).append(part)
    lying = {
        index: replace(min(own, key=lambda it: it.x), misfit=max(it.misfit for it in own))
        for index, own in parts.items()
    }
    claims: dict[Place, list[PlacedQuad]] = {}
    for square, place in (seats.places | seats.pushed).items():
        if square in seats.pushed:
            claims.setdefault(place, []).append(placed(square, place, seats.turns[square]))
        for index in rivals.get(square, ()):
            other = min(squares.of(index), key=lambda it: _apart(pairs, square, it))
            turns = (seats.turns[square] + int(pairs.turn[square, other])) % 4
            claims.setdefault(place, []).append(placed(other, place, turns))
    seat = None if throne is None else lying.pop(throne)
    tiles = sorted(lying.values(), key=lambda it: (it.y, it.x))
    conflicts = [
        Conflict(*place, int(squares.owner[seats.at[place]]), tuple(others))
        for place, others in claims.items()
    ]
    conflicts.sort(key=lambda it: (it.y, it.x))
    return Layout(seat, tuple(tiles), tuple(conflicts), agreement)


def _is_throne(squares: _Squares, square: int) -> bool:
    return int(squares.owner[square]) in squares.turned


def _apart(pairs: _Pairs, i: int, j: int) -> float:
    return float(np.abs(pairs.offset[i, j]).max())


def _upright(squares: _Squares, group: _Group, thrones: Sequence[int]) -> tuple[int, float]:
    """Return the quarter turns that put a group upright, and the share of its squares that say so.

    Each corner order has a vote, a little more where it has good neighbours, so that there are no ties.
    A throne has two, one for each half, unless its order was wrong.
    """
    votes = [0.0, 0.0, 0.0, 0.0]
    counts = [0, 0, 0, 0]
    for square, turn in group.turns.items():
        if not squares.turned.get(int(squares.owner[square]), 0):
            votes[-turn % 4] += 1 + 0.01 * group.support.get(square, 0.0)
            counts[-turn % 4] += 1
    allowed = [0, 1, 2, 3]
    if thrones:
        along = -group.turns[squares.first[thrones[0]]] % 4
        allowed = [along, (along + 2) % 4]
    turn = max(allowed, key=lambda it: votes[it])
    return turn, counts[turn] / len(group.turns)


def _origin(squares: _Squares, group: _Group, turn: int, thrones: Sequence[int]) -> int | None:
    """Return the throne from which places are counted.

    Of several it is the one with most tiles beside it, then the lowest, then the leftmost.
    """
    taken = {_rotate(place, turn) for place in group.places.values()}

    def rank(throne: int) -> tuple[int, int, int]:
        own = {_rotate(group.places[it], turn) for it in squares.of(throne)}
        beside = {(x + dx, y + dy) for x, y in own for dx, dy in _SIDES} - own
        x, y = min(own)
        return -len(beside & taken), y, x

    return min(thrones, key=rank, default=None)


def _seat(squares: _Squares, group: _Group, turn: int, throne: int | None) -> _Seats:
    """Turn a group and move it to its origin: the throne's left half, or its lowest, leftmost tile."""
    upright = {square: _rotate(place, turn) for square, place in group.places.items()}
    if throne is None:
        ox, oy = min(upright.values(), key=lambda place: (place[1], place[0]))
    else:
        ox, oy = min(upright[square] for square in squares.of(throne))
    places = {square: (x - ox, y - oy) for square, (x, y) in upright.items()}
    pushed: dict[int, Place] = {}
    for square, place in group.pushed.items():
        x, y = _rotate(place, turn)
        pushed[square] = (x - ox, y - oy)
    turns = {square: (own + turn) % 4 for square, own in group.turns.items()}
    return _Seats({place: square for square, place in places.items()}, places, pushed, turns)


def _misfit(pairs: _Pairs, seats: _Seats, square: int, place: Place) -> float:
    """Return how far a square lies from the mean of where its neighbours expect it, in tiles.

    Neighbours are those beside it; where there are none, those at its corners.
    """
    for steps in (_SIDES, _CORNERS):
        found: list[Floats] = []
        for dx, dy in steps:
            neighbour = seats.at.get((place[0] - dx, place[1] - dy))
            if neighbour is not None and np.isfinite(pairs.distortion[neighbour, square]):
                turned = _ROTATIONS[seats.turns[neighbour]] @ pairs.offset[neighbour, square]
                found.append(turned - np.array([dx, dy]))
        if found:
            return float(np.linalg.norm(np.mean(found, axis=0)))
    return 0.0
