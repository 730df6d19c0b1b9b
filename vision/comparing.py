"""What tiles and throne rooms look like: faces cut out, compared with known ones, and again where unclear."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ..engine.between_two_castles.catalogue import Catalogue
from .assign import UNKNOWN, Assignment
from .close_fit import fit_closely
from .composed_crops import crop_size
from .evidence import Answers, Classified, Weights, log_identities, normalised, replaced
from .pieces import Image, PieceClass
from .quads import Floats, centres, roll
from .read_options import ReadOptions
from .rectify import apply_gains, border_colours, light_gains, rectify_all
from .refine import brightness, refine
from .second_look import foretold_quads
from .spots import Spot, squares_of

UNLIKE = 0.3
"""How surely a piece must be known that is not taken for something else."""

ALIKE = 0.7
"""How surely a piece must be known that is taken for what it looks like, whatever lies around it."""

CLEAR = 0.75
"""Similarity from which on a piece need not be looked at once more."""

# Likewise of throne rooms, which are alike, and whose short sides are often found too far in or out.
_CLEAR_OF = {PieceClass.TILE: CLEAR, PieceClass.THRONE: 0.88}

_PLAIN = 0.85  # similarity from which on a piece is as clear with any corners
# Score from which on corners may be fitted closely; else what is nothing comes to look like something.
_SURELY_THERE = 0.5
_NEARLY_CLEAR = 0.7  # similarity that a close fit must be near soon to go on
_FAINT = 0.35  # similarity below which a piece in a castle is hardly any
_RANKED = 6
_HEADS = ("similarity", "orientation", "border", "tile_type", "hanging", "known")


class PieceClassifier(Protocol):
    """Names pieces from their straightened faces."""

    @property
    def size(self) -> int:
        """Height of the crops that it wants."""

    def classify(self, crops: Image, piece: PieceClass) -> Classified:
        """Compare crops with the faces of a class.

        They are uint8 (N, size, size, 3), those of throne rooms (N, size, 2 * size, 3) and of bonus cards
        (N, 2 * size, 2 * size, 3).
        """

    def likeness(self, crops: Image, piece: PieceClass) -> NDArray[np.float32]:
        """Return how alike upright crops are to the face of a class that they are most like, shape (N,)."""


# Compared with the ids of the catalogue


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
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


def compare(
    rows: list[int],
    answers: Classified,
    kind: PieceClass,
    catalogue: Catalogue,
    weights: Weights,
) -> Compared:
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
    return Compared(
        kind,
        rows,
        ids,
        np.array([copies[it] for it in ids], np.int64),
        normalised(log_identities(answers, catalogue, weights)[:, kept]),
        answers.known.astype(np.float64),
        answers,
    )


@dataclass(frozen=True, slots=True)
class NamedPiece:
    """The id of a piece, by its number among those compared; None for none of these."""

    at: int
    name: str | None
    chance: float
    ranked: tuple[tuple[str, float], ...]


def named_pieces(ids: Sequence[str], numbers: Sequence[int], found: Assignment) -> list[NamedPiece]:
    """Return what an assignment says of pieces, whose numbers are given, and its likeliest ids."""
    order = np.argsort(-found.probability[:, :-1], axis=1, kind="stable")[:, :_RANKED]
    return [
        NamedPiece(
            at,
            None if column == UNKNOWN else ids[column],
            float(chance),
            tuple((ids[other], float(chances[other])) for other in best),
        )
        for at, column, chance, chances, best in zip(
            numbers, found.choice, found.confidence, found.probability, order, strict=True
        )
    ]


def fit_corners(
    image: Image,
    quads: Floats,
    orientation: NDArray[np.float32],
    kind: PieceClass,
    classifier: PieceClassifier,
    *,
    least: float,
) -> Floats:
    """Return the corners with which pieces of a class are clearest, by :func:`.close_fit.fit_closely`.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    quads
        Shape (N, 4, 2).
    orientation
        Shape (N, 4): the probabilities that they are turned by 0, 90, 180, 270 degrees clockwise.
    kind, classifier
        What to compare them with.
    least
        How alike to a known face they must become.

    Returns
    -------
    ndarray
        Shape (N, 4, 2); the order of the corners is that of ``quads``.
    """

    def likeness(crops: Image) -> Floats:
        return classifier.likeness(crops, kind).astype(np.float64)

    step = 2 if kind is PieceClass.THRONE else 1  # throne rooms have a long side at the top
    turns = step * orientation[:, ::step].argmax(axis=1)
    shape = crop_size(classifier.size, kind)
    return roll(fit_closely(image, roll(quads, turns), likeness, *shape, least=least), -turns)


def best_similarity(answers: Classified) -> Floats:
    """Return the similarity of each piece to the known face that it is most like, shape (N,)."""
    return np.asarray(answers.similarity.max(axis=1, initial=-1), np.float64)


def known_by_row(groups: Sequence[Compared]) -> dict[int, float]:
    """Return how surely each spot is a known piece, by its row."""
    return {
        row: float(chance)
        for group in groups
        for row, chance in zip(group.rows, group.known, strict=True)
    }


def lead_in_similarity(answers: Classified) -> Floats:
    """Return how much less similar the next face is than that which each piece is most like, shape (N,)."""
    padded = np.pad(answers.similarity, ((0, 0), (2, 0)), constant_values=-1)
    next_best, best = np.partition(padded, (-2, -1), axis=1)[:, -2:].T
    return np.asarray(best - next_best, np.float64)


# Faces in white light


class Faces:
    """Cuts out the faces of tiles and throne rooms, as if the light on their castle was white.

    The light is taken from all pieces of a castle together, and kept: one that is cut out once more, with
    other corners, needs none of the others again.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    spots
        The N pieces.
    size
        Height of the faces in pixels.
    undo_cast
        Whether the colour of the light is undone.

    Attributes
    ----------
    colours, gains
        Shape (N, 3): of their borders, and by how much their channels are multiplied.
    """

    def __init__(
        self, image: Image, spots: Sequence[Spot], size: int, *, undo_cast: bool = True
    ) -> None:
        self.image, self.size, self.undo_cast = image, size, undo_cast
        self._is_throne = np.array([it.is_throne for it in spots], bool)
        self._castles = [-1 if it.castle is None else it.castle for it in spots]
        self.colours: Floats = np.full((len(spots), 3), 255.0)
        self.gains: Floats = np.ones((len(spots), 3))

    @cached_property
    def bright(self) -> Image:
        """How bright the picture is, as corners are refined by: uint8, shape (H, W)."""
        return brightness(self.image)

    def cut_out_first(self, rows: Sequence[int], quads: Floats) -> dict[int, Image]:
        """Return the faces of some pieces by their rows, and take the light from them and all known before.

        ``quads`` are the corners of all pieces, shape (N, 4, 2).
        """
        faces: dict[int, Image] = {}
        for kind in (PieceClass.TILE, PieceClass.THRONE):
            own = [row for row in rows if self._is_throne[row] == (kind is PieceClass.THRONE)]
            cut = self._straightened(quads[own], kind)
            if self.undo_cast:
                self.colours[own] = border_colours(cut)
            faces |= zip(own, cut, strict=True)
        if not self.undo_cast:
            return faces
        self.gains = light_gains(self.colours, centres(quads), self._castles)
        return {row: apply_gains(it[None], self.gains[[row]])[0] for row, it in faces.items()}

    def cut_out(self, quads: Floats, beside: Sequence[int], kind: PieceClass) -> Image:
        """Return faces in the light that lies on some of the pieces.

        Parameters
        ----------
        quads
            Shape (M, 4, 2).
        beside
            M rows of pieces.
        kind
            What they are taken for.
        """
        cut = self._straightened(quads, kind)
        return apply_gains(cut, self.gains[list(beside)]) if self.undo_cast else cut

    def _straightened(self, quads: Floats, kind: PieceClass) -> Image:
        return rectify_all(self.image, quads, *crop_size(self.size, kind))


# Comparing, and again where it is unclear


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """What was made of a piece: its corners, (4, 2), its answers alone, and its border's colour, (3,)."""

    quad: Floats
    answers: Answers
    colour: Floats


Memory: TypeAlias = dict[tuple[bool, bytes], Settled]
"""What was made of pieces before, by whether they are throne rooms and by the corners that were found."""


def compare_all(
    image: Image,
    upright: Floats,
    spots: Sequence[Spot],
    classifier: PieceClassifier,
    catalogue: Catalogue,
    options: ReadOptions,
    memory: Memory | None = None,
) -> tuple[list[Compared], Faces]:
    """Compare tiles and thrones with the known faces, and move corners where that makes them clearer.

    Parameters
    ----------
    image
        uint8 RGB, shape (H, W, 3).
    upright
        Shape (N, 4, 2): the corners of the spots; changed where other ones are better.
    spots
        Where they lie.
    classifier, catalogue, options
        As for reading.
    memory
        Pieces that are in it are not compared anew; it gets all others.
    """
    memory = {} if memory is None else memory
    keys = [(it.is_throne, quad.tobytes()) for it, quad in zip(spots, upright, strict=True)]
    settled = {row: memory[key] for row, key in enumerate(keys) if key in memory}
    fresh = [row for row in range(len(spots)) if row not in settled]
    faces = Faces(image, spots, classifier.size, undo_cast=options.undo_cast)
    found = upright.copy()
    for row, before in settled.items():
        upright[row], faces.colours[row] = before.quad, before.colour
    if options.refine_corners and fresh:
        upright[fresh] = refine(
            faces.bright, found[fresh], [2 if spots[it].is_throne else 1 for it in fresh]
        )
    refined = {row for row in fresh if not np.array_equal(upright[row], found[row])}
    crops = faces.cut_out_first(fresh, upright)
    groups = []
    for kind in (PieceClass.TILE, PieceClass.THRONE):
        rows = [row for row, it in enumerate(spots) if it.is_throne == (kind is PieceClass.THRONE)]
        if not rows:
            continue
        new = [row for row in rows if row in crops]
        known = {row: settled[row].answers for row in rows if row in settled}
        if new:
            first = classifier.classify(np.stack([crops[row] for row in new]), kind)
            known |= {row: alone(first, at) for at, row in enumerate(new)}
        looks = _Looks(faces, classifier, kind, rows, upright, together([known[it] for it in rows]))
        looks.try_corners({row: found[row] for row in looks.below(_PLAIN) if row in refined})
        if options.look_again:
            foretold = _foretold(upright, spots, looks.below(_CLEAR_OF[kind]))
            looks.try_corners(_refined(faces.bright, spots, foretold))
            if kind is PieceClass.THRONE:  # whose columns are taken for its sides
                looks.try_corners(foretold)
            unclear = [row for row in looks.below(_CLEAR_OF[kind], _FAINT) if row in crops]
            there = [row for row in unclear if _is_surely_there(spots[row])]
            looks.try_corners(looks.fitted(image, there), least=CLEAR)
        for at, row in enumerate(rows):
            answers = alone(looks.answers, at)
            memory[keys[row]] = Settled(upright[row].copy(), answers, faces.colours[row])
        groups.append(compare(rows, looks.answers, kind, catalogue, options.weights_of(kind)))
    return groups, faces


class _Looks:
    """Pieces of one class with their answers, and other corners tried where those are better.

    ``upright``, the corners of all pieces, is changed then.
    """

    def __init__(
        self,
        faces: Faces,
        classifier: PieceClassifier,
        kind: PieceClass,
        rows: Sequence[int],
        upright: Floats,
        answers: Answers,
    ) -> None:
        self._faces, self._classifier, self._kind = faces, classifier, kind
        self._at = {row: at for at, row in enumerate(rows)}
        self._upright = upright
        self.answers = answers

    def below(self, most: float, least: float = -1.0) -> list[int]:
        """Return the rows of pieces whose similarity to any known face lies between two numbers."""
        best = best_similarity(self.answers)
        return [row for row, at in self._at.items() if least <= best[at] < most]

    def try_corners(self, quads: Mapping[int, Floats], *, least: float = -1.0) -> None:
        """Compare pieces with other corners, by row, and keep those that make them clearer.

        ``least`` is the similarity that they must have then.
        """
        if not quads:
            return
        rows, corners = np.array(list(quads)), np.stack(list(quads.values()))
        crops = self._faces.cut_out(corners, rows.tolist(), self._kind)
        others = self._classifier.classify(crops, self._kind)
        at = np.array([self._at[row] for row in quads])
        after = best_similarity(others)
        better = (after > best_similarity(self.answers)[at]) & (after >= least)
        self._upright[rows[better]] = corners[better]
        self.answers = replaced(self.answers, others, at, better)

    def fitted(self, image: Image, rows: Sequence[int]) -> dict[int, Floats]:
        """Return the corners that make pieces clearest, by row."""
        if not rows:
            return {}
        orientation = self.answers.orientation[[self._at[row] for row in rows]]
        quads = fit_corners(
            image,
            self._upright[rows],
            orientation,
            self._kind,
            self._classifier,
            least=_NEARLY_CLEAR,
        )
        return dict(zip(rows, quads, strict=True))


def _is_surely_there(spot: Spot) -> bool:
    return spot.castle is not None and not spot.is_foretold and spot.score >= _SURELY_THERE


def of_rows(answers: Classified, rows: Sequence[int] | NDArray[np.intp]) -> Answers:
    """Return the answers of some pieces."""
    at = np.asarray(rows, np.intp)
    return Answers(tuple(answers.ids), **{it: getattr(answers, it)[at] for it in _HEADS})


def alone(answers: Classified, at: int) -> Answers:
    """Return the answers of one piece."""
    return of_rows(answers, [at])


def together(answers: Sequence[Answers]) -> Answers:
    """Return the answers of several pieces of a class as one."""
    heads = {it: np.concatenate([getattr(one, it) for one in answers]) for it in _HEADS}
    return Answers(answers[0].ids, **heads)


def _foretold(upright: Floats, spots: Sequence[Spot], unclear: Sequence[int]) -> dict[int, Floats]:
    """Return unclear pieces of castles, by row, with the corners that their neighbours foretell."""
    found: dict[int, Floats] = {}
    for castle in {spots[row].castle for row in unclear} - {None}:
        squares = {
            row: squares_of(it, upright[row])
            for row, it in enumerate(spots)
            if it.castle == castle and it.under is None
        }
        cells = {place: quad for own in squares.values() for place, quad in own.items()}
        own = [row for row in unclear if row in squares]
        quads = foretold_quads([tuple(squares[row]) for row in own], cells)
        found |= {row: it for row, it in zip(own, quads, strict=True) if it is not None}
    return found


def _refined(
    bright: Image, spots: Sequence[Spot], foretold: Mapping[int, Floats]
) -> dict[int, Floats]:
    """Return pieces, by row, with their foretold corners moved to where borders end.

    ``bright`` is the picture's :func:`.refine.brightness`.
    """
    if not foretold:
        return {}
    widths = [2 if spots[row].is_throne else 1 for row in foretold]
    refined = refine(bright, np.stack(list(foretold.values())), widths, foretold=True)
    return dict(zip(foretold, refined, strict=True))
