"""What lies on a castle or beside it: attendants, bonus cards, tokens, and tiles that touch it nowhere."""

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.board import Place
from ..engine.between_two_castles.catalogue import Catalogue
from .assign import assign, best_of_each
from .close_fit import fit_closely
from .comparing import (
    ALIKE,
    CLEAR,
    Compared,
    PieceClassifier,
    best_similarity,
    compare,
    fit_of,
    named_pieces,
)
from .evidence import TILE_WEIGHTS, Classified, replaced
from .pieces import Detection, Image, PieceClass
from .quads import Floats, centres, clockwise, frames, roll
from .rectify import rectify_all
from .seen_pieces import SeenPiece
from .spots import Spot

# In tiles, from the edge of a castle to the middle of what belongs to it or, for a tile, of what may have
# been meant to. A token lies on its tile.
_REACH = {
    PieceClass.TILE: 1.6,
    PieceClass.THRONE: 1.6,
    PieceClass.ATTENDANT: 2.5,
    PieceClass.CARD: 2.5,
    PieceClass.TOKEN: 0.1,
}
_NEARLY_KNOWN = 0.58  # similarity that a close fit must be near soon to go on
_SCALES = (0.8, 1.0, 1.25, 1.6)  # a detector often takes their picture for all of them
_STRAY = 0.4  # a card or attendant that is known less than this is none
_NAMED = 0.7  # and one that is known less than this is not named
# Nor is one that is less similar than this after a close fit, by which a throne room's picture may come to
# look like an attendant; those that are there are more similar.
_FITS = 0.8


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


def name_extras(
    image: Image,
    detections: Sequence[Detection],
    castles: Surroundings,
    classifier: PieceClassifier,
    catalogue: Catalogue,
) -> Iterator[tuple[int, SeenPiece]]:
    """Yield attendants, bonus cards and tokens with the castle that they belong to."""
    for kind in (PieceClass.ATTENDANT, PieceClass.CARD, PieceClass.TOKEN):
        found_quads = {
            index: clockwise(it.quad[None])[0]
            for index, it in enumerate(detections)
            if it.piece is kind
        }
        rows = [row for row, quad in found_quads.items() if castles.home_of(quad, kind)]
        if not rows:
            continue
        quads = np.stack([found_quads[row] for row in rows])
        answers, quads, fitted = _compare_closely(image, quads, kind, classifier)
        is_known = (answers.known >= _NAMED) & (~fitted | (best_similarity(answers) >= _FITS))
        group = compare(rows, answers, kind, catalogue, TILE_WEIGHTS)
        found = assign(group.identities, group.known, group.copies)
        for answer in named_pieces(group.ids, range(len(rows)), found):
            at = answer.at
            home = castles.home_of(quads[at], kind)
            if home is None or (group.ids and group.known[at] < _STRAY):
                continue
            is_named = kind is PieceClass.TOKEN or bool(is_known[at])
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
) -> tuple[Classified, Floats, NDArray[np.bool_]]:
    """Compare pieces beside tiles with the known faces; where they are unclear, with better corners.

    Returns the answers, the corners, (N, 4, 2), and for which pieces these were fitted, (N,).
    """
    size = classifier.size
    answers: Classified = classifier.classify(rectify_all(image, quads, size, size), kind)
    fitted = best_similarity(answers) < CLEAR
    unclear = np.flatnonzero(fitted)
    if not len(unclear):
        return answers, quads, fitted

    quads = quads.copy()
    quads[unclear] = fit_closely(
        image,
        quads[unclear],
        fit_of(kind, classifier),
        size,
        size,
        least=_NEARLY_KNOWN,
        scales=_SCALES,
    )
    others = classifier.classify(rectify_all(image, quads[unclear], size, size), kind)
    return replaced(answers, others, unclear, np.ones(len(unclear), bool)), quads, fitted
