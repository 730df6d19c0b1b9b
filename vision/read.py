"""A photo in, one reading for each castle out.

1. A detector finds the pieces, once more as if from above where the table is seen from the side
   (:mod:`.from_above`); :func:`.lattice.build_layouts` puts tiles and thrones on places.
2. In the full picture corners are moved to where borders end; faces are cut out there, and a classifier
   compares them with those that it knows.
3. The tiles of a castle vote on which side is up.
4. All pieces of the picture get their ids together, as the box holds each only a few times.
5. Attendants, cards and tokens go to their castle, and :func:`.reading.compose` writes the document.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import Place, set_up_board
from ..engine.between_two_castles.catalogue import Border, Catalogue, Tile
from ..engine.between_two_castles.economy import Economy, count_economy
from ..engine.between_two_castles.placement import allowed_level, wrong_level
from ..engine.languages import Language
from .assign import assign, best_of_each
from .beside_castles import Surroundings, name_extras, name_strays, name_tokens
from .comparing import (
    ALIKE,
    UNLIKE,
    Compared,
    Faces,
    Memory,
    NamedPiece,
    PieceClassifier,
    compare_all,
    known_by_row,
    named_pieces,
)
from .composing import castle_of, compose
from .covered_places import covered_places
from .cut_off import share_outside
from .doubtful_pieces import explain_doubts
from .evidence import (
    Classified,
    castle_turn,
    known_chances,
    log_orientations,
    log_set_priors,
    normalised,
    turned_against_castle,
)
from .face_down import with_face_down_tiles
from .from_above import look_from_above
from .laying_out import lay_out, with_better_corners
from .looking_again import FEWEST_NAMED, SUSPECT, LookMemory, Looks, look_again, with_found
from .loose_parts import without_strangers
from .photo_sizes import FIRST_PIXELS, loader_of, resized_for_tiles, scaled
from .pieces import Detection, Image, PieceClass, PieceDetector
from .quads import Floats, roll, share_a_middle
from .read_options import DEFAULT_OPTIONS as DEFAULT_OPTIONS
from .read_options import ReadOptions as ReadOptions
from .reading import PictureSize, Reading
from .seen_pieces import SeenPiece, cells_of
from .shapes import by_shape, one_of_each
from .sight import LIMITS
from .spots import Spot, upright_quads
from .touching import find_touching

if TYPE_CHECKING:
    from .classify import Classifier
    from .detect import Detector

_TIE = 0.25  # nats by which the rules prefer one of two ids that look alike
# Of tiles of other games, pictures and windows laid in rows it is 0.2 at most, of castles seldom below 0.5.
_LEAST_KNOWN = 0.25
_LEAST_KNOWN_ALONE = 0.45  # of what has no throne room, which pictures of other things seldom have

# From this misfit on, in tiles, a tile that looks like another one is taken for a second view of that.
_ASKEW = 0.25
_CLEARLY_KNOWN = 0.7  # how surely a second look must know a piece at last, to be named
_SECOND_LOOKS = 2
_NOTHING_COVERED = 0.3  # probability that what covers a place where a tile must lie covers none


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
        How many processor cores the networks use; 0 leaves that to onnxruntime.

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

    return Detector.load(threads=threads), Classifier.load(threads=threads)


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
            _in_file(explain_doubts(image, pieces, detections), picture.scale),
            catalogue,
            language,
            PictureSize(width=width, height=height),
            touched,
        )
        for pieces, touched in zip(named, find_touching(named), strict=True)
    ]


def find_pieces(image: Image, detector: PieceDetector) -> list[Detection]:
    """Return the pieces of a picture, uint8 RGB (H, W, 3), each as what it is most likely."""
    found = one_of_each(by_shape(detector.detect(image)))
    again = look_from_above(image, found, detector)
    return found if again is None else one_of_each(by_shape(again))


def _in_file(pieces: Sequence[SeenPiece], scale: int) -> list[SeenPiece]:
    """Return pieces with their corners in the picture of the file, which is so many times as large."""
    return [replace(it, quad=it.quad * scale) for it in pieces]


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
    spots, upright, groups, _ = _laid_out_and_compared(
        image, detections, models.classifier, catalogue, options, {}
    )
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
    memory: Memory = {}
    looked: LookMemory = {}
    for looks_left in range(_SECOND_LOOKS if options.look_again else 0, -1, -1):
        spots, upright, groups, faces = _laid_out_and_compared(
            image, detections, classifier, catalogue, options, memory
        )
        seen = Looks()
        if options.look_again:
            moved = with_better_corners(
                detections, spots, upright, known_by_row(groups), image.shape[1::-1]
            )
            if moved is not None:
                detections = moved
                spots, upright, groups, faces = _laid_out_and_compared(
                    image, detections, classifier, catalogue, options, memory
                )
            seen = look_again(
                detections, spots, upright, groups, faces, classifier, catalogue, options, looked
            )
        if not seen.found or not looks_left:
            break
        detections = with_found(detections, spots, seen.found)
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
        pieces[spots[row].castle or 0].append(_unnamed(spots[row].place, upright[row], 1 - SUSPECT))
    castles = Surroundings(spots, upright)
    pieces = [without_strangers(own, catalogue) for own in pieces]
    pieces = [with_face_down_tiles(own, detections) for own in pieces]
    for own in pieces:
        own += [_unnamed(*it, _NOTHING_COVERED) for it in covered_places(image, own)]
    earned = [_earned(own, catalogue, image.shape[1::-1]) for own in pieces]
    beside = chain(
        *(name_strays(spots, group, upright, castles) for group in groups),
        name_tokens(image, detections, castles, classifier, catalogue),
        name_extras(image, detections, castles, earned, classifier, catalogue),
    )
    for castle, piece in beside:
        pieces[castle].append(piece)
    pieces = [sorted(own, key=_is_back) for own in pieces]
    known = _known_of_castles(spots, groups, count)
    return [own for own, share in zip(pieces, known, strict=True) if _looks_like_castle(own, share)]


def _laid_out_and_compared(
    image: Image,
    detections: Sequence[Detection],
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions,
    memory: Memory,
) -> tuple[list[Spot], Floats, list[Compared], Faces]:
    """Return where tiles and throne rooms lie, their corners, (N, 4, 2), and what they look like."""
    spots = lay_out(detections, image.shape[1::-1])
    upright = upright_quads(detections, spots)
    groups, faces = compare_all(image, upright, spots, classifier, catalogue, options, memory)
    return spots, upright, groups, faces


def _unnamed(place: Place, quad: Floats, nothing: float) -> SeenPiece:
    """Return what may be a tile and cannot be named; ``nothing`` is how likely it is none."""
    return SeenPiece(PieceClass.TILE, quad, place, None, nothing, ())


def _is_back(piece: SeenPiece) -> bool:
    return piece.piece is PieceClass.TILE_BACK


def _earned(
    pieces: Sequence[SeenPiece], catalogue: Catalogue, size: tuple[int, int]
) -> Economy | None:
    """Return what the rooms of a castle have earned; None where not all of them are known."""
    placed = [it for it in pieces if it.place is not None]
    has_throne = any(it.piece is PieceClass.THRONE for it in placed)
    is_named = all(it.id is not None for it in placed)
    squares = cells_of(placed).values()
    goes_on = any(share_outside(it, size) >= LIMITS.outside for it in squares)
    if not has_throne or not is_named or goes_on:
        return None
    return count_economy(set_up_board(castle_of(pieces), catalogue))


def _known_of_castles(spots: Sequence[Spot], groups: Sequence[Compared], count: int) -> list[float]:
    """Return how likely what lies in each castle is of this game, as the classifier alone says: the mean."""
    known: list[list[float]] = [[] for _ in range(count)]
    for group in groups:
        for row, chance in zip(group.rows, group.known, strict=True):
            castle = spots[row].castle
            if castle is not None and spots[row].under is None:
                known[castle].append(float(chance))
    return [float(np.mean(own)) if own else 0.0 for own in known]


def _looks_like_castle(pieces: Sequence[SeenPiece], known: float) -> bool:
    """Tell whether what was found is of this game, and a throne or enough tiles; ``known`` is how likely."""
    placed = [it for it in pieces if it.place is not None and it.id is not None]
    if any(it.piece is PieceClass.THRONE for it in placed):
        return known >= _LEAST_KNOWN
    tiles = sum(it.piece is PieceClass.TILE for it in placed)
    return tiles >= FEWEST_NAMED and known >= _LEAST_KNOWN_ALONE


def _turn_castles(
    spots: list[Spot], upright: Floats, groups: Sequence[Compared]
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


def _turn_places(own: Sequence[Spot], turn: int) -> None:
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


def _settle_conflicts(spots: list[Spot], group: Compared) -> None:
    """Where what lies on a place looks like no tile and something else there does, swap them."""
    known = dict(zip(group.rows, group.known, strict=True))
    for row in group.rows:
        winner = spots[row].under
        if winner is None or winner not in known:
            continue
        if known[winner] < UNLIKE and known[row] > ALIKE:
            for spot in spots:
                if spot.under == winner:
                    spot.under = row
            spots[row].under, spots[winner].under = None, row
            spots[row].place = spots[winner].place


def _name(
    spots: Sequence[Spot],
    group: Compared,
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
    kept = named_pieces(group.ids, lying, found)
    pushed = named_pieces(group.ids, others, best_of_each(logs[others], known[others]))
    kept_too, contested = _lying_on_others(spots, group, upright, kept, pushed)
    kept += kept_too
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


def _lying_on_others(
    spots: Sequence[Spot],
    group: Compared,
    upright: Floats,
    lying: Sequence[NamedPiece],
    pushed: Sequence[NamedPiece],
) -> tuple[list[NamedPiece], set[int]]:
    """Return which pieces lie on a place that others have, and the rows of those others.

    ``lying`` are the pieces that have a place, ``pushed`` those that claim the place of another one: the
    same one found twice, something that looks like none, or one more.
    """
    names = {group.rows[it.at]: it.name for it in lying}
    left = dict(zip(group.ids, group.copies, strict=True))
    for name in names.values():
        if name is not None:
            left[name] -= 1
    kept: list[NamedPiece] = []
    contested: set[int] = set()
    for other in pushed:
        row = group.rows[other.at]
        winner = spots[row].under
        if winner is None or other.name is None or other.name == names.get(winner):
            continue
        contested.add(winner)
        namesakes = [upright[it] for it, name in names.items() if name == other.name]
        is_new = left[other.name] > 0 or not any(
            share_a_middle(upright[row], it) for it in namesakes
        )
        if other.chance >= ALIKE and is_new:
            left[other.name] -= 1
            kept.append(other)
    return kept, contested


def _fits_rules(spots: Sequence[Spot], rows: Sequence[int], tiles: Sequence[Tile]) -> Floats:
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
        fits[at] = -1.0 * ((levels == wrong_level(y)) | (blue & ((castle, (x, y + 1)) in taken)))
    return fits
