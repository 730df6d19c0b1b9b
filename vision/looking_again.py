"""Second looks: closely where castles have a free place, or something that was not recognised."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import ABOVE, BELOW, LEFT, RIGHT, Place
from ..engine.between_two_castles.catalogue import Catalogue
from .comparing import (
    UNLIKE,
    Compared,
    Faces,
    PieceClassifier,
    alone,
    best_similarity,
    compare,
    fit_corners,
    known_by_row,
    together,
)
from .evidence import Answers
from .pieces import Detection, PieceClass
from .quads import Floats, centres, contains, frames, roll
from .read_options import ReadOptions
from .refine import clear_sides, refine
from .second_look import (
    Glimpse,
    covered_throne_glimpses,
    glimpses_on_throne,
    throne_glimpses,
    tile_glimpses,
)
from .spots import Spot, squares_of

SUSPECT = 0.12
"""How surely something must be known to be a tile for a person to look there."""

FEWEST_NAMED = 2
"""Tiles of any castle without a throne."""

_LIKELY = 0.6
# How surely a second look must know a tile or a throne. Empty places and parts of thrones are known to less
# than 0.05, seldom to 0.3; and every castle has a throne somewhere. Where something may be a tile, a person
# should look.
_ENOUGH = {PieceClass.TILE: 0.6, PieceClass.THRONE: 0.35}
_UNCOVERED = 0.75  # likewise of a throne of which a tile hides a half
_WHOLE = 0.96  # similarity from which on nothing lies on a throne but attendants
# Similarity from which on corners are fitted closely, and up to which those of tiles are; so many at most.
_PROMISING, _PROMISED = 0.4, 0.65
_FITS = 0.8  # similarity of a tile then: a bare table, too, can be made to look a little like one
_FITTED = 3
_NEARLY_A_THRONE = 0.6
_FEWEST_SIDES = 2  # of a place, that have an edge as that of a tile, for it to be worth a look
# What lies beyond each side of a place, in the order of a quad's sides.
_BEYOND = (ABOVE, RIGHT, BELOW, LEFT)

# What lies on tiles, and what parts of their pictures look like.
_MARKS = (PieceClass.ATTENDANT, PieceClass.TOKEN)

LookKey: TypeAlias = tuple[PieceClass, bool, bytes]

Found: TypeAlias = tuple[Detection, int | None]
"""A piece, and the row of the spot that it replaces."""


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """Where to look at once more, and what for.

    ``replaces`` is the row of the spot that lies there, ``is_covered`` tells that a tile lies on half of it,
    ``is_on_throne`` that it is looked for on a throne room, ``is_exact`` that its corners shall stay, since
    the edges of what lies on it may mislead, and ``is_marked`` that something small was found there, such as
    a token or what looks like one.
    ``open_sides`` tells of each of its four sides, in the order of a quad's, whether nothing lies beyond it.
    """

    kind: PieceClass
    glimpse: Glimpse
    replaces: int | None
    castle: int
    is_covered: bool = False
    is_on_throne: bool = False
    is_exact: bool = False
    is_marked: bool = False
    open_sides: tuple[bool, ...] = (True, True, True, True)

    @property
    def key(self) -> LookKey:
        """What tells it from other looks at the picture."""
        return self.kind, self.is_exact, self.glimpse.quad.tobytes()


LookMemory: TypeAlias = dict[LookKey, tuple[Floats, Answers] | None]
"""What was seen in earlier looks: the corners, (4, 2), and the answers; None for a bare table."""


@dataclass(frozen=True)
class Looks:
    """What a second look found: pieces, and what may be tiles, with their corners, (4, 2)."""

    found: Sequence[Found] = ()
    suspects: Sequence[tuple[Spot, Floats]] = ()


def look_again(
    detections: Sequence[Detection],
    spots: Sequence[Spot],
    upright: Floats,
    groups: Sequence[Compared],
    faces: Faces,
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions,
    memory: LookMemory,
) -> Looks:
    """Look closely where castles have a free place, or something that was not recognised.

    Parameters
    ----------
    detections
        All of the picture.
    spots, upright, groups
        The tiles and throne rooms among them, their corners, (N, 4, 2), and what they look like.
    faces
        Cuts them out.
    classifier, catalogue, options
        As for reading.
    memory
        Where it was looked before is not looked again; it gets all other looks.
    """
    known = known_by_row(groups)
    alike = {
        row: float(best)
        for it in groups
        for row, best in zip(it.rows, best_similarity(it.answers), strict=True)
    }
    looks = list(_places_to_look(detections, spots, upright, known, faces.image.shape[1::-1]))
    looks += _looks_on_thrones(spots, upright, known, alike)
    found: list[Found] = []
    covered: list[Found] = []
    on_thrones: list[Found] = []
    suspects: list[tuple[Spot, Floats]] = []
    for kind in (PieceClass.THRONE, PieceClass.TILE):
        own = [it for it in looks if it.kind is kind]
        if not own:
            continue
        new = [it for it in own if it.key not in memory]
        memory |= _looked(new, spots, upright, faces, classifier)
        seen_there = [(it, seen) for it in own if (seen := memory[it.key]) is not None]
        if not seen_there:
            continue
        own = [it for it, _ in seen_there]
        quads = np.stack([quad for _, (quad, _) in seen_there])
        answers = together([one for _, (_, one) in seen_there])
        group = compare(list(range(len(own))), answers, kind, catalogue, options.weights_of(kind))
        likeliest = np.exp(group.identities.max(axis=1, initial=-np.inf))
        least = _ENOUGH[kind]
        # A throne tells where all places are counted from, even one that cannot be named.
        is_named = (likeliest >= _LIKELY) | [it.is_covered for it in own]
        for at in np.flatnonzero((group.known >= least) & is_named):
            quad = roll(quads[at][None], int(answers.orientation[at].argmax()))[0]
            known_to = float(group.known[at])
            piece = Detection(kind, quad.astype(np.float32), known_to, is_foretold=True)
            if own[at].is_on_throne:
                on_thrones.append((piece, None))
            elif not own[at].is_covered:
                found.append((piece, own[at].replaces))
            elif group.known[at] >= _UNCOVERED:
                covered.append((piece, own[at].replaces))
        if kind is PieceClass.TILE:
            for at in np.flatnonzero((group.known >= SUSPECT) & (group.known < least)):
                look = own[at]
                if look.replaces is None and not look.is_on_throne:
                    spot = Spot(-1, is_throne=False, castle=look.castle, place=look.glimpse.place)
                    suspects.append((spot, quads[at]))
    apart = _apart(found, upright, spots, known)
    if not any(it.piece is PieceClass.THRONE for it, _ in apart):
        apart += sorted(covered, key=lambda it: -it[0].score)[:1]
    # The throne below is no reason to leave out what lies on it.
    as_tiles = {row: 0.0 if spots[row].is_throne else chance for row, chance in known.items()}
    apart += _apart(on_thrones, upright, spots, as_tiles)[:1]
    return Looks(apart, suspects)


def with_found(
    detections: Sequence[Detection], spots: Sequence[Spot], found: Sequence[Found]
) -> list[Detection]:
    """Return detections and what a second look found, instead of what that replaces."""
    replaced = {spots[row].index for _, row in found if row is not None}
    kept = [it for index, it in enumerate(detections) if index not in replaced]
    return [*kept, *(it for it, _ in found)]


def _places_to_look(
    detections: Sequence[Detection],
    spots: Sequence[Spot],
    upright: Floats,
    known: Mapping[int, float],
    size: tuple[int, int],
) -> Iterator[Look]:
    """Yield the places of all castles that are worth a look; ``size`` is that of the picture."""
    cards = [it.quad.mean(axis=0) for it in detections if it.piece is PieceClass.CARD]
    marks = [it.quad.mean(axis=0) for it in detections if it.piece in _MARKS]
    for castle in {it.castle for it in spots if it.castle is not None}:
        rows = [row for row, it in enumerate(spots) if it.castle == castle and it.under is None]
        cells: dict[Place, Floats] = {}
        owner: dict[Place, int] = {}
        for row in rows:
            squares = squares_of(spots[row], upright[row])
            cells |= squares
            owner |= dict.fromkeys(squares, row)
        doubtful = frozenset(place for place, row in owner.items() if known[row] < UNLIKE)
        if len(cells) - len(doubtful) < FEWEST_NAMED:
            continue
        if not any(spots[row].is_throne and known[row] >= UNLIKE for row in rows):
            for it in throne_glimpses(cells, doubtful, size):
                yield Look(PieceClass.THRONE, it, owner.get(it.place), castle)
            unsure = frozenset(place for place, row in owner.items() if known[row] < _LIKELY)
            for it, place in covered_throne_glimpses(cells, unsure, size):
                for exact in (False, True):
                    yield Look(
                        PieceClass.THRONE,
                        it,
                        owner.get(place),
                        castle,
                        is_covered=True,
                        is_exact=exact,
                    )
        for it in tile_glimpses(cells, doubtful, size):
            if not any(contains(it.quad, card) for card in cards):
                x, y = it.place
                yield Look(
                    PieceClass.TILE,
                    it,
                    owner.get(it.place),
                    castle,
                    is_marked=any(contains(it.quad, mark) for mark in marks),
                    open_sides=tuple((x + dx, y + dy) not in cells for dx, dy in _BEYOND),
                )


def _looks_on_thrones(
    spots: Sequence[Spot],
    upright: Floats,
    known: Mapping[int, float],
    alike: Mapping[int, float],
) -> Iterator[Look]:
    """Yield where a tile may lie on throne rooms that are known and yet not seen clearly.

    ``alike`` tells how similar they are to the known face that they are most like.
    """
    contested = {it.under for row, it in enumerate(spots) if known.get(row, 0.0) >= UNLIKE}
    for row, spot in enumerate(spots):
        if not spot.is_throne or spot.castle is None or spot.under is not None or row in contested:
            continue
        if known[row] >= UNLIKE and alike[row] < _WHOLE:
            for it in glimpses_on_throne(spot.place, upright[row]):
                yield Look(PieceClass.TILE, it, None, spot.castle, is_on_throne=True)


def _looked(
    looks: Sequence[Look],
    spots: Sequence[Spot],
    upright: Floats,
    faces: Faces,
    classifier: PieceClassifier,
) -> LookMemory:
    """Return the corners and answers of looks for pieces of one class, by their keys."""
    if not looks:
        return {}
    seen: LookMemory = dict.fromkeys(it.key for it in looks)
    kind = looks[0].kind
    width = 2 if kind is PieceClass.THRONE else 1
    worth = list(looks)
    clear: dict[LookKey, NDArray[np.bool_]] = {}
    if kind is PieceClass.TILE:
        sides = clear_sides(faces.bright, np.stack([it.glimpse.quad for it in looks]))
        clear = {it.key: own for it, own in zip(looks, sides, strict=True)}
        worth = [it for it in looks if _may_be_a_tile(it, clear[it.key])]
    if not worth:
        return seen
    quads = np.stack([it.glimpse.quad for it in worth])
    inexact = [at for at, it in enumerate(worth) if not it.is_exact]
    quads[inexact] = refine(faces.bright, quads[inexact], width, foretold=True)
    # Where corners did not move, both looks are one.
    firsts = sorted({quad.tobytes(): at for at, quad in reversed(list(enumerate(quads)))}.values())
    worth, quads = [worth[at] for at in firsts], quads[firsts]
    beside = [
        _nearest(quad, it.castle, spots, upright) for quad, it in zip(quads, worth, strict=True)
    ]
    answers = classifier.classify(faces.cut_out(quads, beside, kind), kind)
    for at, it in enumerate(worth):
        is_hidden = it.key in clear and _is_hidden(it, clear[it.key])
        if not is_hidden or answers.known[at] >= _ENOUGH[kind]:
            seen[it.key] = quads[at], alone(answers, at)
    best = best_similarity(answers)
    promising = [at for at, it in enumerate(worth) if _is_promising(it, best[at], clear)]
    closest = sorted(promising, key=lambda at: -best[at])[:_FITTED]
    if not closest:
        return seen
    fitted = fit_corners(
        faces.image,
        quads[closest],
        answers.orientation[closest],
        kind,
        classifier,
        least=_NEARLY_A_THRONE,
    )
    crops = faces.cut_out(fitted, [beside[at] for at in closest], kind)
    again = classifier.classify(crops, kind)
    least = _FITS if kind is PieceClass.TILE else 0.0
    for row, (at, fit) in enumerate(zip(closest, best_similarity(again), strict=True)):
        if fit >= least:
            seen[worth[at].key] = fitted[row], alone(again, row)
    return seen


def _is_promising(
    look: Look, similarity: float, clear: Mapping[LookKey, NDArray[np.bool_]]
) -> bool:
    """Tell whether corners that fit better may show what is there.

    ``clear`` tells which sides of a place for a tile, (4,), have a clear edge. Its neighbours have some of
    them, so what lies beyond no neighbour counts. On throne rooms many places are tried anyway.
    """
    if look.kind is PieceClass.THRONE:
        return look.is_covered and similarity >= _PROMISING
    if look.is_on_throne or not _PROMISING <= similarity < _PROMISED:
        return False
    of_its_own = clear[look.key][np.array(look.open_sides)]
    return len(of_its_own) >= _FEWEST_SIDES and bool(of_its_own.all())


def _may_be_a_tile(look: Look, clear: NDArray[np.bool_]) -> bool:
    """Tell whether a place is worth a look for a tile, by which of its sides, (4,), have a clear edge.

    A bare table has those of the tiles beside it, a throne room columns and stairs.
    """
    if look.is_on_throne:
        return bool(clear.all())
    if look.replaces is not None or look.is_marked:
        return True
    of_its_own = clear & np.array(look.open_sides)
    is_nook = not any(look.open_sides) or _is_hidden(look, clear)
    return int(clear.sum()) >= _FEWEST_SIDES and bool(of_its_own.any() or is_nook)


def _is_hidden(look: Look, clear: NDArray[np.bool_]) -> bool:
    """Tell whether a free place has one open side alone, and that no clear edge: a hand may lie there.

    More often nothing does, so that it is hidden is no reason to ask a person.
    """
    is_free = look.replaces is None and not look.is_marked
    return is_free and sum(look.open_sides) == 1 and not (clear & np.array(look.open_sides)).any()


def _nearest(quad: Floats, castle: int, spots: Sequence[Spot], upright: Floats) -> int:
    """Return the row of the piece of a castle whose middle is nearest."""
    rows = [row for row, it in enumerate(spots) if it.castle == castle]
    away = np.linalg.norm(centres(upright[rows]) - quad.mean(axis=0), axis=1)
    return rows[int(away.argmin())]


def _apart(
    found: Sequence[Found],
    upright: Floats,
    spots: Sequence[Spot],
    known: Mapping[int, float],
) -> list[Found]:
    """Leave out what lies on a recognised tile, or on a surer one found in the same look."""
    taken = [
        (upright[row].mean(axis=0), 2 if it.is_throne else 1)
        for row, it in enumerate(spots)
        if known[row] >= UNLIKE
    ]
    kept: list[Found] = []
    for seen, row in sorted(found, key=lambda it: (it[0].piece is PieceClass.TILE, -it[0].score)):
        middle = seen.quad.mean(axis=0)
        width = 2 if seen.piece is PieceClass.THRONE else 1
        to_tiles = np.linalg.pinv(frames(seen.quad[None], width)[0])
        if any(
            np.linalg.norm(to_tiles @ (middle - other)) < 0.3 + 0.25 * (wide + width - 1)
            for other, wide in taken
        ):
            continue
        taken.append((middle.astype(np.float64), width))
        kept.append((seen, row))
    return kept
