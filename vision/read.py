"""A photo in, one reading for each castle out.

1. A detector finds the pieces, :func:`.lattice.build_layouts` puts tiles and thrones on places.
2. In the full picture corners are moved to where borders end; faces are cut out there, and a classifier
   compares them with those that it knows.
3. The tiles of a castle vote on which side is up.
4. All pieces of the picture get their ids together, as the box holds each only a few times.
5. Attendants, cards and tokens go to their castle, and :func:`.reading.compose` writes the document.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.catalogue import Border, Catalogue, Tile
from ..engine.between_two_castles.placement import Level, allowed_level
from ..engine.languages import Language
from .assign import UNKNOWN, Assignment, assign, best_of_each
from .close_fit import Scorer, fit_closely
from .composing import compose
from .doubtful_pieces import explain_doubts
from .evidence import (
    THRONE_WEIGHTS,
    TILE_WEIGHTS,
    Classified,
    Weights,
    castle_turn,
    known_chances,
    log_identities,
    log_orientations,
    log_set_priors,
    normalised,
    replaced,
    turned_against_castle,
)
from .face_down import with_face_down_tiles
from .lattice import Layout, build_layouts
from .photo_sizes import FIRST_PIXELS, loader_of, resized_for_tiles, scaled
from .pieces import Detection, Image, PieceClass
from .quads import Floats, centres, clockwise, frames, halves, roll, sizes
from .reading import MISFIT, PictureSize, Reading
from .rectify import rectify, rectify_all, undo_cast, undo_cast_each
from .refine import refine
from .second_look import (
    Glimpse,
    covered_throne_glimpses,
    foretold_quads,
    throne_glimpses,
    tile_glimpses,
)
from .seen_pieces import SeenPiece
from .shapes import by_shape, one_of_each
from .throne_crops import crop_size

if TYPE_CHECKING:
    from .classify import Classifier
    from .detect import Detector

_TIE = 0.25  # nats by which the rules prefer one of two ids that look alike
# In tiles, from the edge of a castle to the middle of what belongs to it or, for a tile, of what may have
# been meant to. A token lies on its tile.
_REACH = {
    PieceClass.TILE: 1.6,
    PieceClass.THRONE: 1.6,
    PieceClass.ATTENDANT: 2.5,
    PieceClass.CARD: 2.5,
    PieceClass.TOKEN: 0.1,
}
_FEWEST_TILES = 3  # of a castle without a throne, beside others that have one
# Of tiles of other games, pictures and windows laid in rows it is 0.2 at most, of castles seldom below 0.5.
_LEAST_KNOWN = 0.25
_FEWEST_NAMED = 2  # of any castle without a throne

# From this misfit on, in tiles, a tile that looks like another one is taken for a second view of that.
_ASKEW = 0.25
_LOOSE = 0.65  # misfit from which on a tile beside one other lies too far off to belong to it
_UNLIKE = 0.3
# Score from which on corners may be fitted closely; else what is nothing comes to look like something.
_SURELY_THERE = 0.5
_FAINT = 0.35  # similarity below which a piece in a castle is hardly any
_CLEAR = 0.75  # similarity from which on a piece need not be looked at once more
_ALIKE = 0.7
_LIKELY = 0.6

# How surely a second look must know a tile or a throne. Empty places are known to less than 0.05, seldom to
# 0.3; and every castle has a throne somewhere. Where something may be a tile, a person should look.
_ENOUGH = {PieceClass.TILE: 0.6, PieceClass.THRONE: 0.35}
_CLEARLY_KNOWN = 0.7  # and how surely at last, to be named
_UNCOVERED = 0.8  # likewise of a throne of which a tile hides a half
_SUSPECT = 0.12
_NO_TILES = (PieceClass.ATTENDANT, PieceClass.CARD)  # where one lies is no tile
_SECOND_LOOKS = 2
_RANKED = 6
_STRAY = 0.4  # a card or attendant that is known less than this is none
_NAMED = 0.7  # and one that is known less than this is not named


class PieceDetector(Protocol):
    """Finds pieces in a picture of any size."""

    def detect(self, image: Image) -> list[Detection]:
        """Return the pieces of a picture, with quads in its pixels."""


class PieceClassifier(Protocol):
    """Names pieces from their straightened faces."""

    @property
    def size(self) -> int:
        """Height of the crops that it wants."""

    def classify(self, crops: Image, piece: PieceClass) -> Classified:
        """Compare crops with the faces of a class.

        They are uint8 (N, size, size, 3), those of throne rooms (N, size, 2 * size, 3).
        """


@dataclass(frozen=True)
class Models:
    """What reading needs beside the picture."""

    detector: PieceDetector
    classifier: PieceClassifier


def load_models(catalogue: Catalogue | None = None, *, threads: int = 0) -> Models:
    """Load the shipped networks, once, and the faces that the user taught.

    Parameters
    ----------
    catalogue
        Known tiles; without it no taught faces are loaded.
    threads
        How many processor cores the detector uses; 0 leaves that to onnxruntime.

    Raises
    ------
    DocumentError
        When the picture of a taught face cannot be read.
    """
    from .learnt_faces import learnt_faces_folder, with_learnt_faces

    detector, classifier = _load_networks(threads)
    if catalogue is not None:
        classifier = with_learnt_faces(classifier, catalogue, learnt_faces_folder())
    return Models(detector, classifier)


@lru_cache(maxsize=1)
def _load_networks(threads: int) -> tuple["Detector", "Classifier"]:
    """Load the shipped networks.

    They are imported here, since scoring documents should not wait for onnxruntime.
    """
    from .classify import Classifier
    from .detect import Detector

    return Detector.load(threads=threads), Classifier.load()


@dataclass(frozen=True)
class ReadOptions:
    """How to read; the defaults are what was measured to be best.

    Attributes
    ----------
    refine_corners
        Whether the corners of tiles are moved to where their borders end in the full picture.
    look_again
        Whether free places beside tiles, and what was not recognised, are looked at once more.
    undo_cast
        Whether crops are made neutral by the white borders of their castle.
    together
        Whether all pieces get their ids together, rather than each its own best.
    use_rules
        Whether the placement rules break ties between ids that look alike.
    weights, throne_weights
        How much each kind of evidence counts, for tiles and what lies beside them, and for throne rooms.
    """

    refine_corners: bool = True
    look_again: bool = True
    undo_cast: bool = True
    together: bool = True
    use_rules: bool = True
    weights: Weights = field(default=TILE_WEIGHTS)
    throne_weights: Weights = field(default=THRONE_WEIGHTS)

    def weights_of(self, kind: PieceClass) -> Weights:
        """Return the weights of a class of pieces."""
        return self.throne_weights if kind is PieceClass.THRONE else self.weights


DEFAULT_OPTIONS = ReadOptions()


def read(
    photo: Path | str | Image,
    models: Models,
    catalogue: Catalogue,
    *,
    language: Language = Language.EN,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> list[Reading]:
    """Read the castles of a photo.

    Parameters
    ----------
    photo
        A file, or uint8 RGB of shape (H, W, 3).
    models
        The networks.
    catalogue
        Known tiles. Ids that the classifier knows and the catalogue does not are left out.
    language
        Of the sentences in the reading.
    options
        How to read.

    Returns
    -------
    list of Reading
        One for each castle, larger ones first; empty where none was found.

    Raises
    ------
    DocumentError
        When the file is no picture that can be read.
    """
    load = loader_of(photo)
    first = load(FIRST_PIXELS)
    found = find_pieces(first.pixels, models.detector)
    picture = resized_for_tiles(load, first, found)
    detections = scaled(found, first.scale / picture.scale)
    image = picture.pixels
    named = name_pieces(image, detections, models.classifier, catalogue, options)
    width, height = picture.size
    return [
        compose(
            _in_file(
                explain_doubts(image, with_face_down_tiles(pieces, detections), detections),
                picture.scale,
            ),
            catalogue,
            language,
            PictureSize(width=width, height=height),
        )
        for pieces in named
    ]


def find_pieces(image: Image, detector: PieceDetector) -> list[Detection]:
    """Return the pieces of a picture, uint8 RGB (H, W, 3), each as what it is most likely."""
    return one_of_each(by_shape(detector.detect(image)))


def _in_file(pieces: Sequence[SeenPiece], scale: int) -> list[SeenPiece]:
    """Return pieces with their corners in the picture of the file, which is so many times as large."""
    return [replace(it, quad=it.quad * scale) for it in pieces]


# Where pieces lie


@dataclass(slots=True)
class _Spot:
    """A tile or throne: which detection, in which castle (None for strays), and where.

    ``turns`` is the corner of its quad that lies top left in the castle, ``under`` the spot whose place it
    claims as well, ``score`` the detector's; ``is_foretold`` is that of the detection.
    """

    index: int
    is_throne: bool
    castle: int | None = None
    place: Place = (0, 0)
    turns: int = 0
    misfit: float = 0.0
    under: int | None = None
    score: float = 1.0
    is_foretold: bool = False


def _lay_out(detections: Sequence[Detection]) -> list[_Spot]:
    """Return where each tile and throne lies; the castles are numbered from 0."""
    members = [
        index
        for index, found in enumerate(detections)
        if found.piece in (PieceClass.TILE, PieceClass.THRONE)
    ]
    spots = [
        _Spot(
            it,
            detections[it].piece is PieceClass.THRONE,
            score=detections[it].score,
            is_foretold=detections[it].is_foretold,
        )
        for it in members
    ]
    if not members:
        return spots
    layouts = build_layouts(
        np.stack([detections[index].quad for index in members]),
        [detections[index].piece.value for index in members],
        scores=[detections[index].score for index in members],
    )
    for number, layout in enumerate(_castles(layouts)):
        for placed in (*layout.tiles, *([layout.throne] if layout.throne else [])):
            spot = spots[placed.index]
            spot.castle, spot.place = number, (placed.x, placed.y)
            spot.turns, spot.misfit = placed.turns, placed.misfit
        for conflict in layout.conflicts:
            for placed in conflict.alternatives:
                spot = spots[placed.index]
                spot.castle, spot.place = number, (placed.x, placed.y)
                spot.turns, spot.misfit, spot.under = placed.turns, placed.misfit, conflict.placed
    _set_strays_free(spots)
    return spots


def _set_strays_free(spots: Sequence[_Spot]) -> None:
    """Let go of tiles that lie crookedly at a corner of a castle, or far off the one tile beside them."""
    lying = [it for it in spots if it.castle is not None and it.under is None]
    taken = {(it.castle, it.place) for it in lying}
    taken |= {(it.castle, (it.place[0] + 1, it.place[1])) for it in lying if it.is_throne}
    for spot in lying:
        x, y = spot.place
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        touched = sum((spot.castle, place) in taken for place in beside)
        limit = {0: MISFIT, 1: _LOOSE}.get(touched, np.inf)
        if spot.misfit >= limit and not spot.is_throne:
            spot.castle = None


def _castles(layouts: Sequence[Layout]) -> list[Layout]:
    """Leave out what is no castle: a lone throne or a few tiles beside real ones."""
    whole = [it for it in layouts if it.throne is not None and it.tiles]
    if not whole:
        return list(layouts)
    return [it for it in layouts if it in whole or len(it.tiles) >= _FEWEST_TILES]


# What they are


@dataclass(frozen=True, eq=False)
class ComparedPieces:
    """N found tiles, or throne rooms, before anything is made of them.

    Attributes
    ----------
    piece
        Their class.
    quads
        Shape (N, 4, 2): corners in the picture.
    answers
        What the classifier said.
    scores
        Shape (N,): those of the detector.
    inside
        Shape (N,): whether they lie on the lattice of a castle.
    """

    piece: PieceClass
    quads: Floats
    answers: Classified
    scores: Floats
    inside: NDArray[np.bool_]


def compare_pieces(
    image: Image, models: Models, catalogue: Catalogue, options: ReadOptions = DEFAULT_OPTIONS
) -> list[ComparedPieces]:
    """Return what the networks alone say of a picture, uint8 RGB (H, W, 3); to fit weights with."""
    detections = find_pieces(image, models.detector)
    spots = _lay_out(detections)
    upright = _upright(detections, spots)
    groups = _compare_all(image, upright, spots, models.classifier, catalogue, options)
    return [
        ComparedPieces(
            group.kind,
            upright[group.rows],
            group.answers,
            np.array([spots[row].score for row in group.rows]),
            np.array([spots[row].castle is not None for row in group.rows]),
        )
        for group in groups
    ]


def name_pieces(
    image: Image,
    detections: Sequence[Detection],
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions = DEFAULT_OPTIONS,
) -> list[list[SeenPiece]]:
    """Return the pieces of each castle, as :func:`read` does from the detections on."""
    for looks_left in range(_SECOND_LOOKS if options.look_again else 0, -1, -1):
        spots = _lay_out(detections)
        upright = _upright(detections, spots)
        groups = _compare_all(image, upright, spots, classifier, catalogue, options)
        seen = _Looks()
        if options.look_again:
            seen = _look_again(
                image, detections, spots, upright, groups, classifier, catalogue, options
            )
        if not seen.found or not looks_left:
            break
        detections = _joined(detections, spots, seen.found)
    spots += [spot for spot, _ in seen.suspects]
    upright = np.concatenate([upright, *(quad[None] for _, quad in seen.suspects)])
    count = 1 + max((it.castle for it in spots if it.castle is not None), default=-1)
    if not count:
        return []
    upright, turned = _turn_castles(spots, upright, groups)
    pieces: list[list[SeenPiece]] = [[] for _ in range(count)]
    for group in groups:
        _settle_conflicts(spots, group)
        for row, piece in _name(spots, group, upright, turned, catalogue, options):
            castle = spots[row].castle
            if castle is not None:
                pieces[castle].append(piece)
    for row in range(len(spots) - len(seen.suspects), len(spots)):
        suspect, nothing = spots[row], 1 - _SUSPECT
        unnamed = SeenPiece(PieceClass.TILE, upright[row], suspect.place, None, nothing, ())
        pieces[suspect.castle or 0].append(unnamed)
    castles = _Surroundings(spots, upright)
    for group in groups:
        for castle, piece in _name_strays(spots, group, upright, castles):
            pieces[castle].append(piece)
    for castle, piece in _name_extras(image, detections, castles, classifier, catalogue):
        pieces[castle].append(piece)
    known = _known_of_castles(spots, groups, count)
    return [
        own
        for own, share in zip(pieces, known, strict=True)
        if share >= _LEAST_KNOWN and _looks_like_castle(own)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class _Look:
    """Where to look at once more, and what for.

    ``replaces`` is the row of the spot that lies there, ``is_covered`` tells that a tile lies on half of it,
    and ``is_exact`` that its corners shall stay, since the edges of what lies on it may mislead.
    """

    kind: PieceClass
    glimpse: Glimpse
    replaces: int | None
    castle: int
    is_covered: bool = False
    is_exact: bool = False


@dataclass(frozen=True)
class _Looks:
    """What a second look found: pieces, each with the row of the spot it replaces, and what may be tiles."""

    found: Sequence[tuple[Detection, int | None]] = ()
    suspects: Sequence[tuple[_Spot, Floats]] = ()


def _upright(detections: Sequence[Detection], spots: Sequence[_Spot]) -> Floats:
    quads = [detections[it.index].quad for it in spots]
    return roll(clockwise(np.array(quads)), [it.turns for it in spots])


def _look_again(
    image: Image,
    detections: Sequence[Detection],
    spots: Sequence[_Spot],
    upright: Floats,
    groups: Sequence["_Compared"],
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions,
) -> _Looks:
    """Look closely where castles have a free place, or something that was not recognised."""
    known = {row: chance for it in groups for row, chance in zip(it.rows, it.known, strict=True)}
    size = image.shape[1], image.shape[0]
    others = [it.quad.mean(axis=0) for it in detections if it.piece in _NO_TILES]
    looks: list[_Look] = []
    for castle in {it.castle for it in spots if it.castle is not None}:
        rows = [row for row, it in enumerate(spots) if it.castle == castle and it.under is None]
        cells: dict[Place, Floats] = {}
        owner: dict[Place, int] = {}
        for row in rows:
            squares = _squares_of(spots[row], upright[row])
            cells |= squares
            owner |= dict.fromkeys(squares, row)
        doubtful = frozenset(place for place, row in owner.items() if known[row] < _UNLIKE)
        if len(cells) - len(doubtful) < _FEWEST_NAMED:
            continue
        if not any(spots[row].is_throne and known[row] >= _UNLIKE for row in rows):
            looks += [
                _Look(PieceClass.THRONE, it, owner.get(it.place), castle)
                for it in throne_glimpses(cells, doubtful, size)
            ]
            unsure = frozenset(place for place, row in owner.items() if known[row] < _LIKELY)
            looks += [
                _Look(PieceClass.THRONE, it, owner[place], castle, is_covered=True, is_exact=exact)
                for it, place in covered_throne_glimpses(cells, unsure, size)
                for exact in (False, True)
            ]
        looks += [
            _Look(PieceClass.TILE, it, owner.get(it.place), castle)
            for it in tile_glimpses(cells, doubtful, size)
            if not _lies_in(others, it.quad)
        ]
    found: list[tuple[Detection, int | None]] = []
    covered: list[tuple[Detection, int | None]] = []
    suspects: list[tuple[_Spot, Floats]] = []
    for kind in (PieceClass.THRONE, PieceClass.TILE):
        own = [it for it in looks if it.kind is kind]
        if not own:
            continue
        width = 2 if kind is PieceClass.THRONE else 1
        quads = np.stack([it.glimpse.quad for it in own])
        inexact = [at for at, it in enumerate(own) if not it.is_exact]
        quads[inexact] = refine(image, quads[inexact], width)
        is_throne = kind is PieceClass.THRONE
        crops = rectify_all(image, quads, *crop_size(classifier.size, is_throne=is_throne))
        if options.undo_cast:
            crops = undo_cast(crops, centres(quads), [0] * len(quads))
        answers = classifier.classify(crops, kind)
        rows = list(range(len(own)))
        group = _compare(rows, answers, kind, catalogue, options.weights_of(kind))
        likeliest = np.exp(group.identities.max(axis=1, initial=-np.inf))
        least = _ENOUGH[kind]
        for at in np.flatnonzero((group.known >= least) & (likeliest >= _LIKELY)):
            quad = roll(quads[at][None], int(answers.orientation[at].argmax()))[0]
            known_to = float(group.known[at])
            seen = Detection(kind, quad.astype(np.float32), known_to, is_foretold=True)
            if not own[at].is_covered:
                found.append((seen, own[at].replaces))
            elif group.known[at] >= _UNCOVERED:
                covered.append((seen, own[at].replaces))
        if kind is PieceClass.TILE:
            for at in np.flatnonzero((group.known >= _SUSPECT) & (group.known < least)):
                look = own[at]
                if look.replaces is None:
                    spot = _Spot(-1, is_throne=False, castle=look.castle, place=look.glimpse.place)
                    suspects.append((spot, quads[at]))
    apart = _apart(found, upright, spots, known)
    if not any(it.piece is PieceClass.THRONE for it, _ in apart):
        apart += sorted(covered, key=lambda it: -it[0].score)[:1]
    return _Looks(apart, suspects)


def _lies_in(points: Sequence[NDArray[np.float32]], quad: Floats) -> bool:
    """Tell whether any point, shape (2,), lies in a quad."""
    outline = quad.astype(np.float32)
    return any(cv2.pointPolygonTest(outline, it.tolist(), False) >= 0 for it in points)


def _apart(
    found: Sequence[tuple[Detection, int | None]],
    upright: Floats,
    spots: Sequence[_Spot],
    known: Mapping[int, float],
) -> list[tuple[Detection, int | None]]:
    """Leave out what lies on a recognised tile, or on a surer one found in the same look."""
    taken = [
        (upright[row].mean(axis=0), 2 if it.is_throne else 1)
        for row, it in enumerate(spots)
        if known[row] >= _UNLIKE
    ]
    kept: list[tuple[Detection, int | None]] = []
    for seen, row in sorted(found, key=lambda it: (it[0].piece is PieceClass.TILE, -it[0].score)):
        middle = seen.quad.mean(axis=0)
        width = 2 if seen.piece is PieceClass.THRONE else 1
        tile = float(sizes(seen.quad[None], width)[0])
        if any(
            np.linalg.norm(middle - other) < (0.3 + 0.25 * (wide + width - 1)) * tile
            for other, wide in taken
        ):
            continue
        taken.append((middle.astype(np.float64), width))
        kept.append((seen, row))
    return kept


def _joined(
    detections: Sequence[Detection],
    spots: Sequence[_Spot],
    found: Sequence[tuple[Detection, int | None]],
) -> list[Detection]:
    replaced = {spots[row].index for _, row in found if row is not None}
    kept = [it for index, it in enumerate(detections) if index not in replaced]
    return [*kept, *(it for it, _ in found)]


def _compare_all(
    image: Image,
    upright: Floats,
    spots: Sequence[_Spot],
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions,
) -> list["_Compared"]:
    """Compare tiles and thrones with the known faces, and move corners where that makes them clearer.

    ``upright`` is changed.
    """
    variants = [upright]
    if options.refine_corners:
        variants.append(refine(image, upright, [2 if it.is_throne else 1 for it in spots]))
    crops = [_crops(image, quads, spots, classifier.size, options) for quads in variants]
    groups = []
    for kind in (PieceClass.TILE, PieceClass.THRONE):
        rows = [row for row, it in enumerate(spots) if it.is_throne == (kind is PieceClass.THRONE)]
        if not rows:
            continue
        answers: Classified = classifier.classify(np.stack([crops[0][row] for row in rows]), kind)
        for quads, other_crops in zip(variants[1:], crops[1:], strict=True):
            others = classifier.classify(np.stack([other_crops[row] for row in rows]), kind)
            answers = _better(answers, others, range(len(rows)), rows, quads, upright)
        if options.look_again:
            answers = _compare_where_foretold(
                image, upright, spots, rows, answers, classifier, options
            )
            answers = _compare_unclear_closely(
                image, upright, spots, rows, answers, classifier, options
            )
        groups.append(_compare(rows, answers, kind, catalogue, options.weights_of(kind)))
    return groups


def _compare_where_foretold(
    image: Image,
    upright: Floats,
    spots: Sequence[_Spot],
    rows: Sequence[int],
    answers: Classified,
    classifier: PieceClassifier,
    options: ReadOptions,
) -> Classified:
    """Compare unclear pieces of castles once more, with the corners that their neighbours foretell.

    ``upright`` is changed where those are better.
    """
    best = answers.similarity.max(axis=1, initial=-1)
    unclear = {row for row, fit in zip(rows, best, strict=True) if fit < _CLEAR}
    if not unclear:
        return answers
    foretold = {row: quad for row, quad in _foretold(upright, spots) if row in unclear}
    again = [at for at, row in enumerate(rows) if row in foretold]
    if not again:
        return answers
    looked = [rows[at] for at in again]
    kind = PieceClass.THRONE if spots[looked[0]].is_throne else PieceClass.TILE
    width = 2 if kind is PieceClass.THRONE else 1
    quads = upright.copy()
    quads[looked] = refine(image, [foretold[row] for row in looked], width)
    crops = _crops(image, quads, spots, classifier.size, options)
    others = classifier.classify(np.stack([crops[row] for row in looked]), kind)
    return _better(answers, others, again, looked, quads, upright)


def _compare_unclear_closely(
    image: Image,
    upright: Floats,
    spots: Sequence[_Spot],
    rows: Sequence[int],
    answers: Classified,
    classifier: PieceClassifier,
    options: ReadOptions,
) -> Classified:
    """Compare pieces of castles that are still unclear with the corners that make them clearest.

    ``upright`` is changed where those make them clear.
    """
    best = answers.similarity.max(axis=1, initial=-1)
    again = [
        at
        for at, row in enumerate(rows)
        if _FAINT <= best[at] < _CLEAR
        and spots[row].castle is not None
        and not spots[row].is_foretold
        and spots[row].score >= _SURELY_THERE
    ]
    if not again:
        return answers
    looked = [rows[at] for at in again]
    is_throne = spots[looked[0]].is_throne
    kind = PieceClass.THRONE if is_throne else PieceClass.TILE
    width, height = crop_size(classifier.size, is_throne=is_throne)
    quads = upright.copy()
    quads[looked] = fit_closely(image, quads[looked], _fit_of(kind, classifier), width, height)
    crops = _crops(image, quads, spots, classifier.size, options)
    others = classifier.classify(np.stack([crops[row] for row in looked]), kind)
    return _better(answers, others, again, looked, quads, upright, least=_CLEAR)


def _better(
    answers: Classified,
    others: Classified,
    again: Sequence[int],
    rows: Sequence[int],
    quads: Floats,
    upright: Floats,
    least: float = -1.0,
) -> Classified:
    """Replace answers by those from other corners where they are clearer, and at least so clear.

    Parameters
    ----------
    answers, others
        What the classifier said before, and of some pieces with other corners.
    again, rows
        The numbers of those pieces among the answers and among all pieces.
    quads, upright
        The other corners and those before, of all pieces; ``upright`` is changed where they are better.
    least
        Similarity to a known face.
    """
    before = answers.similarity[list(again)].max(axis=1, initial=-1)
    after = others.similarity.max(axis=1, initial=-1)
    better = (after > before) & (after >= least)
    moved = [row for row, is_better in zip(rows, better, strict=True) if is_better]
    upright[moved] = quads[moved]
    return replaced(answers, others, np.array(again), better)


def _foretold(upright: Floats, spots: Sequence[_Spot]) -> Iterator[tuple[int, Floats]]:
    """Yield the rows of pieces of castles with the corners that their neighbours foretell."""
    for castle in {it.castle for it in spots if it.castle is not None}:
        rows = [row for row, it in enumerate(spots) if it.castle == castle and it.under is None]
        squares = [_squares_of(spots[row], upright[row]) for row in rows]
        cells = {place: quad for own in squares for place, quad in own.items()}
        places = [tuple(own) for own in squares]
        for row, quad in zip(rows, foretold_quads(places, cells), strict=True):
            if quad is not None:
                yield row, quad


def _squares_of(spot: _Spot, quad: Floats) -> dict[Place, Floats]:
    """Return the corners of the squares that a piece lies on, by their places from left to right."""
    x, y = spot.place
    if not spot.is_throne:
        return {(x, y): quad}
    left, right = halves(quad[None])
    return {(x, y): left[0], (x + 1, y): right[0]}


def _crops(
    image: Image, quads: Floats, spots: Sequence[_Spot], size: int, options: ReadOptions
) -> list[Image]:
    crops = [
        rectify(image, quad, *crop_size(size, is_throne=spot.is_throne))
        for quad, spot in zip(quads, spots, strict=True)
    ]
    if not options.undo_cast:
        return crops
    castles = [-1 if it.castle is None else it.castle for it in spots]
    return undo_cast_each(crops, centres(quads), castles)


def _known_of_castles(
    spots: Sequence[_Spot], groups: Sequence["_Compared"], count: int
) -> list[float]:
    """Return how likely what lies in each castle is of this game, as the classifier alone says: the mean."""
    known: list[list[float]] = [[] for _ in range(count)]
    for group in groups:
        for row, chance in zip(group.rows, group.known, strict=True):
            castle = spots[row].castle
            if castle is not None and spots[row].under is None:
                known[castle].append(float(chance))
    return [float(np.mean(own)) if own else 0.0 for own in known]


def _looks_like_castle(pieces: Sequence[SeenPiece]) -> bool:
    """Tell whether something found is a throne, or enough of it are tiles, and not other squares."""
    placed = [it for it in pieces if it.place is not None and it.id is not None]
    tiles = sum(it.piece is PieceClass.TILE for it in placed)
    return tiles >= _FEWEST_NAMED or any(it.piece is PieceClass.THRONE for it in placed)


@dataclass(frozen=True, slots=True, eq=False)
class _Compared:
    """N pieces of one class, compared with M ids.

    Attributes
    ----------
    kind
        Their class.
    rows
        N indices of spots, or of detections for what does not lie on a lattice.
    ids, copies
        The ids, and how many the box holds of each.
    identities
        Shape (N, M): log-probabilities of the ids.
    known
        Shape (N,): the probability that it is one of them at all.
    answers
        What the classifier said.
    """

    kind: PieceClass
    rows: list[int]
    ids: tuple[str, ...]
    copies: NDArray[np.int64]
    identities: Floats
    known: Floats
    answers: Classified


def _compare(
    rows: list[int],
    answers: Classified,
    kind: PieceClass,
    catalogue: Catalogue,
    weights: Weights,
) -> _Compared:
    """Keep the ids that the catalogue knows."""
    copies = {
        **{tile.id: tile.copies for tile in catalogue.tiles.values()},
        **{card.id: card.copies for card in catalogue.bonus_cards.values()},
        **{attendant.id: attendant.copies for attendant in catalogue.attendants.values()},
    }
    kept = [column for column, piece_id in enumerate(answers.ids) if piece_id in copies]
    if kind is PieceClass.TOKEN:  # a token is of a room type, which is no id of the catalogue
        kept, copies = list(range(len(answers.ids))), dict.fromkeys(answers.ids, len(rows))
    ids = tuple(answers.ids[column] for column in kept)
    return _Compared(
        kind,
        rows,
        ids,
        np.array([copies[it] for it in ids], np.int64),
        normalised(log_identities(answers, catalogue, weights)[:, kept]),
        answers.known.astype(np.float64),
        answers,
    )


def _turn_castles(
    spots: list[_Spot], upright: Floats, groups: Sequence[_Compared]
) -> tuple[Floats, Floats]:
    """Turn castles as their tiles vote.

    Returns the quads upright in their castles, and how likely each is turned against it, shape (N, 4).
    """
    logs = np.zeros((len(spots), 4))
    for group in groups:
        corner = [-spots[row].turns for row in group.rows]
        logs[group.rows] = log_orientations(group.answers, corner)
    turned = np.zeros((len(spots), 4))
    for castle in {it.castle for it in spots}:
        rows = [row for row, it in enumerate(spots) if it.castle == castle]
        if castle is None:
            turned[rows] = np.exp(logs[rows])
            continue
        voters = [row for row in rows if spots[row].under is None]
        has_throne = any(spots[row].is_throne for row in voters)
        turn = castle_turn(logs[voters], has_throne=has_throne)
        turned[rows] = turned_against_castle(logs[rows], turn)
        if turn:
            upright = upright.copy()
            upright[rows] = roll(upright[rows], turn)
            _turn_places([spots[row] for row in rows], turn)
    return upright, turned


def _turn_places(own: Sequence[_Spot], turn: int) -> None:
    """Turn the places of a castle anticlockwise by quarter turns, about its origin."""
    lying = [it for it in own if it.under is None]
    seat = next((it for it in lying if it.is_throne and it.place == (0, 0)), None)
    for spot in own:
        x, y = spot.place
        if spot.is_throne and turn == 2:
            x += 1  # the half that becomes the left one
        for _ in range(turn):
            x, y = -y, x
        spot.place, spot.turns = (x, y), (spot.turns + turn) % 4
    lowest = min((it.place for it in lying), key=lambda place: (place[1], place[0]))
    ox, oy = lowest if seat is None else seat.place
    for spot in own:
        spot.place = (spot.place[0] - ox, spot.place[1] - oy)


def _settle_conflicts(spots: list[_Spot], group: _Compared) -> None:
    """Where what lies on a place looks like no tile and something else there does, swap them."""
    known = dict(zip(group.rows, group.known, strict=True))
    for row in group.rows:
        winner = spots[row].under
        if winner is None or winner not in known:
            continue
        if known[winner] < _UNLIKE and known[row] > _ALIKE:
            for spot in spots:
                if spot.under == winner:
                    spot.under = row
            spots[row].under, spots[winner].under = None, row
            spots[row].place = spots[winner].place


def _name(
    spots: Sequence[_Spot],
    group: _Compared,
    upright: Floats,
    turned: Floats,
    catalogue: Catalogue,
    options: ReadOptions,
) -> list[tuple[int, SeenPiece]]:
    """Give tiles or thrones their ids; returns the row of each with the piece."""
    tiles = [catalogue.tiles[it] for it in group.ids]
    inside = np.array([spots[row].castle is not None for row in group.rows])
    scores = [spots[row].score for row in group.rows]
    known = known_chances(group.known, scores, inside, options.weights_of(group.kind))
    # Of what was looked for in a castle, that it was found there is no evidence.
    foretold = np.array([spots[row].is_foretold for row in group.rows])
    alone = np.where(group.known >= _CLEARLY_KNOWN, group.known, 0.0)
    known = np.where(foretold, alone, known)
    logs: Floats = group.identities + log_set_priors(
        group.identities, group.known, [it.set for it in tiles], [it.copies for it in tiles]
    )
    if options.use_rules and group.kind is PieceClass.TILE:
        logs = logs + _TIE * _fits_rules(spots, group.rows, tiles)
    logs = normalised(logs)
    lying = [at for at, row in enumerate(group.rows) if inside[at] and spots[row].under is None]
    others = [
        at for at, row in enumerate(group.rows) if inside[at] and spots[row].under is not None
    ]
    if options.together:
        askew = [spots[group.rows[at]].misfit > _ASKEW for at in lying]
        found = assign(logs[lying], known[lying], group.copies, askew)
    else:
        found = best_of_each(logs[lying], known[lying])
    kept = _answers(group.ids, lying, found)
    names = {group.rows[it.at]: it.name for it in kept}
    left = dict(zip(group.ids, group.copies, strict=True))
    for name in names.values():
        if name is not None:
            left[name] -= 1
    contested: set[int] = set()
    for other in _answers(group.ids, others, best_of_each(logs[others], known[others])):
        winner = spots[group.rows[other.at]].under
        if winner is None or other.name is None or other.name == names.get(winner):
            continue  # nothing, or the same tile found twice
        contested.add(winner)
        if other.chance >= _ALIKE and left[other.name] > 0:
            left[other.name] -= 1
            kept.append(other)
    pieces = []
    for answer in kept:
        at, row = answer.at, group.rows[answer.at]
        face = roll(upright[row][None], int(turned[row].argmax()))[0]
        pieces.append(
            (
                row,
                SeenPiece(
                    piece=group.kind,
                    quad=face,
                    place=spots[row].place,
                    id=answer.name,
                    confidence=answer.chance,
                    ranked=answer.ranked,
                    turned=turned[row],
                    border=group.answers.border[at].astype(np.float64),
                    hanging=group.answers.hanging[at].astype(np.float64),
                    tile_type=group.answers.tile_type[at].astype(np.float64),
                    misfit=spots[row].misfit,
                    contested=row in contested,
                ),
            )
        )
    return pieces


def _fits_rules(spots: Sequence[_Spot], rows: Sequence[int], tiles: Sequence[Tile]) -> Floats:
    """Return 0 where a tile may lie by the rules, -1 where it may not, shape (N, M).

    Only castles with a throne have levels.
    """
    fits = np.zeros((len(rows), len(tiles)))
    levels = np.array([allowed_level(it) for it in tiles])
    blue = np.array([it.border is Border.BLUE for it in tiles])
    lying = [it for it in spots if it.under is None]
    taken = {(it.castle, it.place) for it in lying}
    thrones = {it.castle for it in lying if it.is_throne}
    taken |= {(it.castle, (it.place[0] + 1, it.place[1])) for it in lying if it.is_throne}
    for at, row in enumerate(rows):
        castle, (x, y) = spots[row].castle, spots[row].place
        if castle not in thrones:
            continue
        wrong = Level.BELOW_GROUND if y >= 0 else Level.THRONE_LEVEL_OR_ABOVE
        fits[at] = -1.0 * ((levels == wrong) | (blue & ((castle, (x, y + 1)) in taken)))
    return fits


@dataclass(frozen=True, slots=True)
class _Answer:
    """The id of a piece, by its number among those compared; None for none of these."""

    at: int
    name: str | None
    chance: float
    ranked: tuple[tuple[str, float], ...]


def _answers(ids: Sequence[str], numbers: Sequence[int], found: Assignment) -> list[_Answer]:
    order = np.argsort(-found.probability[:, :-1], axis=1, kind="stable")[:, :_RANKED]
    return [
        _Answer(
            at,
            None if column == UNKNOWN else ids[column],
            float(chance),
            tuple((ids[other], float(chances[other])) for other in best),
        )
        for at, column, chance, chances, best in zip(
            numbers, found.choice, found.confidence, found.probability, order, strict=True
        )
    ]


# What lies on a castle or beside it


def _name_strays(
    spots: Sequence[_Spot], group: _Compared, upright: Floats, castles: "_Surroundings"
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield the tiles that lie near a castle and touch it nowhere, with no place."""
    strays = [
        at
        for at, row in enumerate(group.rows)
        if spots[row].castle is None and group.known[at] >= _ALIKE
    ]
    found = best_of_each(group.identities[strays], group.known[strays])
    for answer in _answers(group.ids, strays, found):
        quad = upright[group.rows[answer.at]]
        home = castles.home_of(quad, group.kind)
        if home is not None and answer.name is not None:
            yield (
                home[0],
                SeenPiece(group.kind, quad, None, answer.name, answer.chance, answer.ranked),
            )


def _name_extras(
    image: Image,
    detections: Sequence[Detection],
    castles: "_Surroundings",
    classifier: PieceClassifier,
    catalogue: Catalogue,
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield attendants, bonus cards and tokens with the castle that they belong to."""
    for kind in (PieceClass.ATTENDANT, PieceClass.CARD, PieceClass.TOKEN):
        rows = [index for index, found in enumerate(detections) if found.piece is kind]
        if not rows:
            continue
        quads = clockwise(np.stack([detections[index].quad for index in rows]))
        answers, quads = _compare_closely(image, quads, kind, classifier)
        group = _compare(rows, answers, kind, catalogue, TILE_WEIGHTS)
        found = assign(group.identities, group.known, group.copies)
        for answer in _answers(group.ids, range(len(rows)), found):
            at = answer.at
            home = castles.home_of(quads[at], kind)
            if home is None or (group.ids and group.known[at] < _STRAY):
                continue
            is_named = kind is PieceClass.TOKEN or group.known[at] >= _NAMED
            turn = int(group.answers.orientation[at].argmax())
            yield (
                home[0],
                SeenPiece(
                    piece=kind,
                    quad=roll(quads[at][None], turn)[0],
                    place=home[1] if kind is PieceClass.TOKEN else None,
                    id=answer.name if is_named else None,
                    confidence=answer.chance if is_named else 1 - answer.chance,
                    ranked=answer.ranked,
                ),
            )


def _compare_closely(
    image: Image, quads: Floats, kind: PieceClass, classifier: PieceClassifier
) -> tuple[Classified, Floats]:
    """Compare pieces beside tiles with the known faces; where they are unclear, with better corners."""
    size = classifier.size
    answers: Classified = classifier.classify(rectify_all(image, quads, size, size), kind)
    best = answers.similarity.max(axis=1, initial=-1)
    unclear = np.flatnonzero(best < _CLEAR)
    if kind is PieceClass.TOKEN or not len(unclear):
        return answers, quads

    quads = quads.copy()
    quads[unclear] = fit_closely(image, quads[unclear], _fit_of(kind, classifier), size, size)
    others = classifier.classify(rectify_all(image, quads[unclear], size, size), kind)
    return replaced(answers, others, unclear, np.ones(len(unclear), bool)), quads


def _fit_of(kind: PieceClass, classifier: PieceClassifier) -> Scorer:
    """Return what tells how well faces fit the known ones of a class."""

    def fit(crops: Image) -> Floats:
        seen: Classified = classifier.classify(crops, kind)
        return np.asarray(seen.similarity.max(axis=1, initial=-1), np.float64)

    return fit


class _Surroundings:
    """Whose castle something is on, or near."""

    def __init__(self, spots: Sequence[_Spot], upright: Floats) -> None:
        rows = [row for row, it in enumerate(spots) if it.castle is not None and it.under is None]
        self._spots = [spots[row] for row in rows]
        self._is_throne = np.array([it.is_throne for it in self._spots])
        quads = upright[rows]
        self._middle = centres(quads)
        self._to_tiles = np.linalg.pinv(frames(quads, np.where(self._is_throne, 2, 1)))

    def home_of(self, quad: Floats, kind: PieceClass) -> tuple[int, Place] | None:
        """Return the castle of a piece and the place of its nearest tile there; None if it has none."""
        between = quad.mean(axis=0) - self._middle
        away = np.abs(np.einsum("nij,nj->ni", self._to_tiles, between))
        away[:, 0] -= np.where(self._is_throne, 1.0, 0.5)
        away[:, 1] -= 0.5
        distance = np.hypot(*np.maximum(away, 0.0).T)  # from the edges
        if kind is PieceClass.ATTENDANT:
            distance = np.where(self._is_throne, distance, distance + 1e-3)
        nearest = int(distance.argmin())
        if distance[nearest] > _REACH[kind]:
            return None
        spot = self._spots[nearest]
        return (0 if spot.castle is None else spot.castle), spot.place
