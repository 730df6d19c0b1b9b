"""What lies on a castle or beside it: attendants, bonus cards, tokens, and tiles that touch it nowhere."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.catalogue import Catalogue
from ..engine.between_two_castles.economy import Economy
from .assign import assign, best_of_each
from .belonging import Ground, Lying, find_owners, lying_near
from .comparing import (
    ALIKE,
    CLEAR,
    Compared,
    PieceClassifier,
    best_similarity,
    compare,
    fit_corners,
    lead_in_similarity,
    named_pieces,
    of_rows,
)
from .composed_crops import crop_size
from .cut_off import share_outside
from .evidence import TILE_WEIGHTS, Classified, replaced
from .pieces import Detection, Image, PieceClass
from .quads import Floats, are_convex, centres, clockwise, frames, roll, share_a_middle
from .rectify import rectify_all
from .second_look import attendant_spots
from .seen_pieces import SeenPiece
from .sight import LIMITS
from .spots import Spot
from .true_sizes import in_true_size, times_true_size

# In tiles, from the edge of a castle to the middle of a tile that may have been meant to belong to it, or of
# a token on its tile.
_REACH = {PieceClass.TILE: 1.6, PieceClass.THRONE: 1.6, PieceClass.TOKEN: 0.1}
_NEARLY_KNOWN = 0.7  # similarity that a close fit must be near soon to go on
# And what is less similar in all sizes is nothing: it need not be fitted.
_HOPELESS = 0.3
# How many times as large they may be as they were found: a detector often takes their picture for all of it.
_SCALES = (0.8, 1.25, 1.6)
# How alike to an attendant the spot of a throne room must be for one to stand there that was not found.
_STANDS_THERE = 0.6
_STRAY = 0.4  # a card or attendant that is known less than this is none
_NAMED = 0.7  # and one that is known less than this is not named
# Nor is one that is less similar than the first after a close fit, by which a throne room's picture may come
# to look like an attendant; those that are there are more similar. Below the second it is nothing.
_FITS, _NOTHING = 0.85, 0.65
# Nor need it be as similar where nothing else is nearly so: how similar, and how much less the next one is.
_FITS_ALONE = {PieceClass.ATTENDANT: (0.8, 0.25), PieceClass.CARD: (0.82, 0.3)}
# Of those that fit less well than this, a quarter is such a picture.
_FITS_SURELY, _DOUBTFUL = 0.9, 0.75
_LARGEST = 1.3  # times the true size of its class: what is there is 1.25 times as large at most
# Nor one of which the picture does not show this share, which may be what tells it from others, unless it
# fits and the next one is so much less similar.
_CUT_OFF, _FAR_FROM_OTHERS = 0.3, 0.4


class Surroundings:
    """Whose castle something is on, or near.

    Parameters
    ----------
    spots, upright
        The tiles and throne rooms of all castles, and their corners, shape (N, 4, 2).
    """

    def __init__(self, spots: Sequence[Spot], upright: Floats) -> None:
        rows = [row for row, it in enumerate(spots) if it.castle is not None and it.under is None]
        self._spots = [spots[row] for row in rows]
        self._quads = upright[rows]
        self._is_throne = np.array([it.is_throne for it in self._spots])
        self._middle = centres(self._quads)
        self._to_tiles = np.linalg.pinv(frames(self._quads, np.where(self._is_throne, 2, 1)))

    def home_of(self, quad: Floats, kind: PieceClass) -> tuple[int, Place] | None:
        """Return the castle of a piece and the place of its nearest tile there; None if it has none."""
        between = quad.mean(axis=0) - self._middle
        away = np.abs(np.einsum("nij,nj->ni", self._to_tiles, between))
        away[:, 0] -= np.where(self._is_throne, 1.0, 0.5)
        away[:, 1] -= 0.5
        distance = np.hypot(*np.maximum(away, 0.0).T)  # from the edges
        nearest = int(distance.argmin())
        if distance[nearest] > _REACH[kind]:
            return None
        spot = self._spots[nearest]
        return (0 if spot.castle is None else spot.castle), spot.place

    def thrones(self) -> list[Floats]:
        """Return the corners of the throne rooms of all castles, (4, 2) each."""
        return list(self._quads[self._is_throne])

    def grounds(self) -> list[Ground]:
        """Return where each castle lies, in the order of their numbers."""
        numbers = np.array([it.castle for it in self._spots])
        found = []
        for castle in np.unique(numbers):
            rows = np.flatnonzero(numbers == castle)
            spots = [self._spots[row] for row in rows]
            found.append(Ground.of(int(castle), spots, self._quads[rows]))
        return [it for it in found if it is not None]


def name_strays(
    spots: Sequence[Spot], group: Compared, upright: Floats, castles: Surroundings
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield the tiles that lie near a castle and touch it nowhere, with no place."""
    strays = [
        at
        for at, row in enumerate(group.rows)
        if spots[row].castle is None and group.known[at] >= ALIKE
    ]
    found = best_of_each(group.identities[strays], group.known[strays])
    for answer in named_pieces(group.ids, strays, found):
        quad = upright[group.rows[answer.at]]
        home = castles.home_of(quad, group.kind)
        if home is not None and answer.name is not None:
            yield (
                home[0],
                SeenPiece(group.kind, quad, None, answer.name, answer.chance, answer.ranked),
            )


def name_tokens(
    image: Image,
    detections: Sequence[Detection],
    castles: Surroundings,
    classifier: PieceClassifier,
    catalogue: Catalogue,
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield the room-type tokens on tiles, each with the castle and place of its tile."""
    kind = PieceClass.TOKEN
    quads = [it for it in _found(detections, kind) if castles.home_of(it, kind)]
    for token in _named(image, quads, kind, classifier, catalogue):
        home = castles.home_of(token.quad, kind)
        if home is not None:
            castle, place = home
            yield castle, replace(token, place=place)


def name_extras(
    image: Image,
    detections: Sequence[Detection],
    castles: Surroundings,
    earned: Sequence[Economy | None],
    classifier: PieceClassifier,
    catalogue: Catalogue,
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield attendants and bonus cards with the castle that they belong to, or lie near.

    ``earned`` is what the rooms of each castle have earned, None where that is not known.
    """
    grounds = castles.grounds()
    beside: list[tuple[SeenPiece, list[Lying]]] = []
    for kind in (PieceClass.ATTENDANT, PieceClass.CARD):
        quads = [it for it in _found(detections, kind) if lying_near(it, grounds)]
        if kind is PieceClass.ATTENDANT:
            quads += _overlooked_attendants(image, quads, castles, classifier)
        named = _named(image, quads, kind, classifier, catalogue, grounds)
        beside += [(it, lying_near(it.quad, grounds)) for it in named]
    # What may be nothing takes no place of what is there.
    owners = find_owners(
        [(None if it.id is None else it.piece, near) for it, near in beside], earned
    )
    for (piece, _), owner in zip(beside, owners, strict=True):
        if owner is not None and (piece.id is not None or owner.uncounted is None):
            yield owner.castle, replace(piece, uncounted=owner.uncounted)


def _overlooked_attendants(
    image: Image,
    found: Sequence[Floats],
    castles: Surroundings,
    classifier: PieceClassifier,
) -> list[Floats]:
    """Return where on the spots of throne rooms an attendant seems to stand that was not found."""
    spots = [
        spot
        for throne in castles.thrones()
        for spot in attendant_spots(throne)
        if not any(share_a_middle(spot, it) for it in found)
    ]
    if not spots:
        return []
    kind = PieceClass.ATTENDANT
    crops = rectify_all(image, np.stack(spots), *crop_size(classifier.size, kind))
    alike = classifier.likeness(crops, kind)
    return [spot for spot, fit in zip(spots, alike, strict=True) if fit >= _STANDS_THERE]


def _found(detections: Sequence[Detection], kind: PieceClass) -> list[Floats]:
    return [clockwise(it.quad[None])[0] for it in detections if it.piece is kind]


def _named(
    image: Image,
    quads: Sequence[Floats],
    kind: PieceClass,
    classifier: PieceClassifier,
    catalogue: Catalogue,
    grounds: Sequence[Ground] = (),
) -> Iterator[SeenPiece]:
    """Yield what is known of the pieces of a class beside tiles, whose corners, (4, 2) each, are given.

    Tokens are many and count nothing, so their corners are taken as they are. ``grounds`` tell how large
    others are.
    """
    if not quads:
        return
    corners = np.stack(quads)
    if kind is PieceClass.TOKEN:
        answers, fitted = _compare(image, corners, kind, classifier), np.zeros(len(quads), bool)
    else:
        answers, corners, fitted = _compare_closely(image, corners, kind, classifier, grounds)
    outside = np.array([share_outside(it, image.shape[1::-1]) for it in corners])
    best = best_similarity(answers)
    is_there = answers.known >= _STRAY
    if kind is PieceClass.TOKEN:
        is_known, is_doubtful = np.ones(len(quads), bool), best < CLEAR
    else:
        is_cut_off = outside >= LIMITS.outside  # its corners are guesses, and it need not fit well
        is_there &= ~fitted | is_cut_off | (best >= _NOTHING)
        # What was fitted to a picture that is none, as the columns of a throne room, became too large.
        for row in np.flatnonzero(fitted & is_there):
            is_there[row] = _times_true_size(corners[row], kind, grounds) <= _LARGEST
        is_known = (answers.known >= _NAMED) & _are_clear(answers, fitted, outside, kind)
        is_doubtful = fitted & (best < _FITS_SURELY)
    sureness = np.where(is_doubtful, _DOUBTFUL, 1.0) * (1 - outside)
    group = compare(list(range(len(quads))), answers, kind, catalogue, TILE_WEIGHTS)
    found = assign(group.identities, group.known, group.copies)
    for answer in named_pieces(group.ids, group.rows, found):
        at = answer.at
        if group.ids and not is_there[at]:
            continue
        is_named = bool(is_known[at])
        turn = int(group.answers.orientation[at].argmax())
        yield SeenPiece(
            piece=kind,
            quad=roll(corners[at][None], turn)[0],
            place=None,
            id=answer.name if is_named else None,
            confidence=answer.chance * sureness[at] if is_named else 1 - answer.chance,
            ranked=answer.ranked,
        )


def _are_clear(
    answers: Classified, fitted: NDArray[np.bool_], outside: Floats, kind: PieceClass
) -> NDArray[np.bool_]:
    """Tell which attendants or cards fit so well, and of which so much is seen, that they can be named.

    ``fitted`` and ``outside``, shape (N,), tell for which corners were fitted closely, and which share the
    picture does not show.
    """
    best, lead = best_similarity(answers), lead_in_similarity(answers)
    least, least_lead = _FITS_ALONE[kind]
    fits = best >= _FITS
    fits_alone = (best >= least) & (lead >= least_lead)
    is_seen = (outside < _CUT_OFF) | (fits & (lead >= _FAR_FROM_OTHERS))
    clear: NDArray[np.bool_] = (~fitted | fits | fits_alone) & is_seen
    return clear


def _compare_closely(
    image: Image,
    quads: Floats,
    kind: PieceClass,
    classifier: PieceClassifier,
    grounds: Sequence[Ground],
) -> tuple[Classified, Floats, NDArray[np.bool_]]:
    """Compare pieces beside tiles with the known faces; where they are unclear, with better corners.

    Returns the answers, the corners, (N, 4, 2), and for which pieces these were fitted, (N,).
    """
    answers = _compare(image, quads, kind, classifier)
    fitted = best_similarity(answers) < CLEAR
    unclear = np.flatnonzero(fitted)
    if not len(unclear):
        return answers, quads, fitted
    found = quads[unclear]
    middles = centres(found)[:, None]
    tried = np.stack(
        [
            *(middles + scale * (found - middles) for scale in _SCALES),
            np.stack([_in_true_size(it, kind, grounds) for it in found]),
        ]
    )
    others = _compare(image, tried.reshape(-1, 4, 2), kind, classifier)
    alike = best_similarity(others).reshape(len(tried), -1)
    best, each = alike.argmax(axis=0), np.arange(len(found))
    better = alike[best, each] > best_similarity(answers)[unclear]
    quads[unclear[better]] = tried[best, each][better]
    answers = replaced(answers, of_rows(others, best * len(found) + each), unclear, better)
    unclear = unclear[best_similarity(answers)[unclear] >= _HOPELESS]
    if not len(unclear):
        return answers, quads, fitted
    quads[unclear] = fit_corners(
        image,
        quads[unclear],
        answers.orientation[unclear],
        kind,
        classifier,
        least=_NEARLY_KNOWN,
    )
    others = _compare(image, quads[unclear], kind, classifier)
    return replaced(answers, others, unclear, np.ones(len(unclear), bool)), quads, fitted


def _in_true_size(quad: Floats, kind: PieceClass, grounds: Sequence[Ground]) -> Floats:
    """Return its corners in the size that it has beside the castle which it lies best beside."""
    to_castle = _to_nearest(quad, grounds)
    if to_castle is None:
        return quad
    sized = in_true_size(quad, kind, to_castle)
    return sized if np.isfinite(sized).all() and are_convex(sized[None])[0] else quad


def _times_true_size(quad: Floats, kind: PieceClass, grounds: Sequence[Ground]) -> float:
    """Return how many times too large it is beside that castle; 1 where it lies beside none."""
    to_castle = _to_nearest(quad, grounds)
    return 1.0 if to_castle is None else times_true_size(quad, kind, to_castle)


def _to_nearest(quad: Floats, grounds: Sequence[Ground]) -> Floats | None:
    """Return the homography to the castle that it lies best beside."""
    near = lying_near(quad, grounds)
    if not near:
        return None
    return next(it.to_castle for it in grounds if it.castle == near[0].castle)


def _compare(
    image: Image, quads: Floats, kind: PieceClass, classifier: PieceClassifier
) -> Classified:
    return classifier.classify(rectify_all(image, quads, *crop_size(classifier.size, kind)), kind)
