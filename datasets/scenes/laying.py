"""How hands lay castles: crooked rows, drifting columns, turned tiles, gaps and overlaps."""

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...engine.between_two_castles.board import copied_tile
from ...engine.between_two_castles.castle import THRONE_PLACES, Castle
from ...engine.between_two_castles.catalogue import REGULAR_TYPES, Catalogue, Tile, TileType
from ...vision.pieces import PieceClass
from ..random_games import Options, Style, make_faults, play_game
from .annotations import CastleFault
from .arrays import Points
from .pieces import BOARD, PAPER, Piece, turning

# How often castles of each shape are built: as people do, seldom as towers.
_STYLES = {
    Style.COMPACT: 9,
    Style.ANY: 3,
    Style.WIDE: 1.5,
    Style.DEEP: 1,
    Style.TALL: 0.7,
    Style.BRANCHING: 0.8,
}

# In tiles, by how much a tile that lies on another one is off its place at most: beyond half a tile it would
# lie nearer to another place.
_ASIDE = 0.45


@dataclass(frozen=True)
class Plan:
    """A castle to be laid, and its fault if it was given one."""

    castle: Castle
    fault: CastleFault | None = None


@dataclass(frozen=True)
class Hand:
    """How carefully a castle is laid. Lengths in tiles, angles in radians.

    Attributes
    ----------
    jitter, turn
        By how much each tile is off its place and turned, standard deviation.
    row_drift, column_drift
        By how much each row is shifted against the one below, each column against the one to its left.
    gap
        Space between neighbours.
    skew
        How much rows and columns miss the right angle.
    apart
        How far one side of the castle floats away from the other.
    overlapping
        Whether tiles may lie on the edges of their neighbours.
    quarter_turned
        Probability of each tile to lie on its side or upside down.
    """

    jitter: float = 0.01
    turn: float = 0.01
    row_drift: float = 0.02
    column_drift: float = 0.02
    gap: float = 0.01
    skew: float = 0.0
    apart: float = 0.0
    overlapping: bool = False
    quarter_turned: float = 0.0


def draw_plans(rng: np.random.Generator, catalogue: Catalogue, count: int) -> list[Plan]:
    """Draw castles of one game: finished or not, legal or with one fault."""
    chance = random.Random(int(rng.integers(2**63)))
    kind = rng.choice(4, p=(0.5, 0.25, 0.15, 0.1))
    options = Options(
        with_expansion=bool(rng.random() < 0.6),
        style=chance.choices(list(_STYLES), list(_STYLES.values()))[0],
        favourites=chance.sample(REGULAR_TYPES, 1) if kind == 1 else (),
        refuse_bonuses=0.4 if kind == 2 else 0.0,
        stop_after=int(rng.integers(2, 16)) if kind == 3 else None,
    )
    if options.with_expansion and rng.random() < 0.5:
        options = replace(options, favourites=(TileType.SECRET, TileType.ACTIVITY))
    plans = []
    for played in play_game(chance, catalogue, options, max(count, 2))[:count]:
        plan = Plan(played.castle)
        if rng.random() < 0.2 and played.castle.rooms:
            faulty = chance.choice(list(make_faults(chance, catalogue, played.castle)))
            plan = Plan(faulty.castle, CastleFault(rule=faulty.rule, tiles=list(faulty.tiles)))
        plans.append(plan)
    return plans


def enrich(
    rng: np.random.Generator, catalogue: Catalogue, plan: Plan, unearned: float, covered: float
) -> Plan:
    """Give a castle, now and then, what castles seldom have: for training, which sees too little of it.

    Parameters
    ----------
    rng
        Source of chance.
    catalogue
        The tiles, attendants and cards.
    plan
        The castle.
    unearned
        Probability of attendants and bonus cards that it did not earn.
    covered
        Probability of a tile that lies on another one or on the throne room, where there is no fault yet.
    """
    castle, fault = plan.castle, plan.fault
    if rng.random() < covered and fault is None and castle.rooms:
        chance = random.Random(int(rng.integers(2**63)))
        overlaps = [it for it in make_faults(chance, catalogue, castle) if it.rule == "overlap"]
        faulty = chance.choice(overlaps)
        castle = faulty.castle
        fault = CastleFault(rule=faulty.rule, tiles=list(faulty.tiles))
    if rng.random() < unearned:
        attendants = rng.choice(sorted(catalogue.attendants), rng.integers(1, 4)).tolist()
        cards = rng.choice(sorted(catalogue.bonus_cards), rng.integers(0, 5), replace=False)
        castle = castle.model_copy(update={"attendants": attendants, "bonus_cards": cards.tolist()})
    return Plan(castle, fault)


def draw_hand(rng: np.random.Generator) -> Hand:
    """Draw how carefully a castle is laid.

    In the observed photographs neighbours are 0.008 to 0.024 tiles off (median), which is the first kind
    here; the others are more careless.
    """
    care = rng.choice(3, p=(0.5, 0.33, 0.17))
    scale = (0.7, 1.7, 3.6)[care]
    return Hand(
        jitter=scale * rng.uniform(0.003, 0.012),
        turn=scale * rng.uniform(0.003, 0.014),
        row_drift=scale * rng.uniform(0.004, 0.03),
        column_drift=scale * rng.uniform(0.004, 0.03),
        gap=float(rng.choice((0.0, 0.012, rng.uniform(0.0, 0.05), rng.uniform(0.0, 0.03 * scale)))),
        skew=scale * rng.normal(0, 0.005),
        apart=float(rng.uniform(0.05, 0.35)) if rng.random() < 0.05 * scale else 0.0,
        overlapping=bool(rng.random() < 0.06 * scale),
        quarter_turned=0.12 if rng.random() < 0.05 else 0.0,
    )


def lay_castle(
    rng: np.random.Generator, catalogue: Catalogue, castle: Castle, hand: Hand, number: int = 0
) -> list[Piece]:
    """Lay the throne room and tiles of a castle, upright and with the throne's left half at the origin.

    Parameters
    ----------
    rng
        Source of chance.
    catalogue
        The tiles.
    castle
        What to lay. Tiles that are in one place lie on one another.
    hand
        How carefully.
    number
        The castle's number.

    Returns
    -------
    list
        The throne room, if there is one, then the tiles in the order of the castle document.
    """
    entries: list[tuple[str, tuple[int, int], PieceClass]] = []
    if castle.throne is not None:
        entries.append((castle.throne, (0, 0), PieceClass.THRONE))
    for room in castle.rooms:
        is_throne = catalogue.tile(room.id).type is TileType.THRONE
        kind = PieceClass.THRONE if is_throne else PieceClass.TILE
        entries.append((room.id, (room.x, room.y), kind))
    places = np.array([place for _, place, _ in entries], np.float64)
    widths = np.array([2.0 if kind is PieceClass.THRONE else 1.0 for *_, kind in entries])
    middles = places + np.column_stack([(widths - 1) / 2, np.zeros(len(places))])
    centres = _drifted(rng, middles, hand)
    angles = rng.normal(0, hand.turn, len(entries)) * rng.choice((1, 1, 1, 3), len(entries))
    bases = np.zeros(len(entries))
    slopes = np.zeros((len(entries), 2))
    for index, other in _stacked(places, widths):
        aside = rng.uniform(0.04, _ASIDE) * turning(rng.uniform(0, 2 * np.pi))[0]
        centres[index] = centres[other] + np.clip(
            middles[index] - middles[other] + aside, -0.75, 0.75
        )
        angles[index] += rng.normal(0, 0.1)
        bases[index] = bases[other] + BOARD
    if hand.overlapping:
        lifted = rng.random(len(entries)) < 0.3
        bases[lifted] += 0.55 * BOARD
        slopes[lifted] = rng.normal(0, 0.6 * BOARD, (int(lifted.sum()), 2))
    else:
        centres = _pushed_apart(centres, angles, widths, bases)
    pieces = []
    for index, (name, place, kind) in enumerate(entries):
        turns = 0
        if kind is PieceClass.TILE and rng.random() < hand.quarter_turned:
            turns = int(rng.integers(1, 4))
        pieces.append(
            Piece(
                kind,
                name,
                (float(centres[index, 0]), float(centres[index, 1])),
                float(angles[index]) - turns * np.pi / 2,
                base=float(bases[index]),
                slope=(float(slopes[index, 0]), float(slopes[index, 1])),
                castle=number,
                place=place,
                turns=turns,
            )
        )
    return pieces


def _drifted(rng: np.random.Generator, middles: Points, hand: Hand) -> Points:
    """Return where tiles come to lie, shape (N, 2)."""
    columns, rows = (np.rint(middles - middles.min(axis=0))).astype(int).T
    row_shift = np.cumsum(rng.normal(0, hand.row_drift, rows.max() + 1))
    column_shift = np.cumsum(rng.normal(0, hand.column_drift, columns.max() + 1))
    row_gap = np.cumsum(np.abs(rng.normal(hand.gap, 0.4 * hand.gap, rows.max() + 1)))
    column_gap = np.cumsum(np.abs(rng.normal(hand.gap, 0.4 * hand.gap, columns.max() + 1)))
    if hand.apart:
        along, gaps = ((columns, column_gap), (rows, row_gap))[int(rng.integers(2))]
        gaps[int(rng.integers(along.max() + 1)) :] += hand.apart
        column_shift[int(rng.integers(columns.max() + 1)) :] += rng.normal(0, 0.5 * hand.apart)
    laid = middles + rng.normal(0, hand.jitter, middles.shape)
    laid[:, 0] += row_shift[rows] + column_gap[columns] + hand.skew * middles[:, 1]
    laid[:, 1] += column_shift[columns] + row_gap[rows]
    return np.asarray(laid - laid.mean(axis=0) + middles.mean(axis=0))


def _stacked(places: Points, widths: Points) -> Iterable[tuple[int, int]]:
    """Yield which tile lies on which earlier one."""
    taken: dict[tuple[int, int], int] = {}
    for index, ((x, y), width) in enumerate(zip(places, widths, strict=True)):
        covered = [(int(x) + step, int(y)) for step in range(int(width))]
        below = [taken[place] for place in covered if place in taken]
        if below:
            yield index, below[-1]
        taken.update(dict.fromkeys(covered, index))


def _pushed_apart(centres: Points, angles: Points, widths: Points, bases: Points) -> Points:
    """Push tiles on one level apart until none lies on another, as cardboard does."""
    centres = centres.copy()
    first, second = np.triu_indices(len(centres), 1)
    level = np.abs(bases[first] - bases[second]) < 1e-9
    first, second = first[level], second[level]
    # A turned tile needs more room: half its edge times the sine.
    lean = 0.5 * np.abs(np.sin(angles[first] - angles[second])) * 0.9
    needed = np.column_stack(
        [(widths[first] + widths[second]) / 2 + lean, np.ones(len(first)) + lean]
    )
    for _ in range(12):
        apart = centres[second] - centres[first]
        missing = needed - np.abs(apart)
        overlap = missing.min(axis=1)
        wrong = np.flatnonzero(overlap > 1e-4)
        if not len(wrong):
            break
        for pair in wrong:
            axis = int(missing[pair].argmin())
            push = 0.5 * overlap[pair] * (1 if apart[pair, axis] >= 0 else -1)
            centres[first[pair], axis] -= 0.7 * push
            centres[second[pair], axis] += 0.7 * push
    return centres


def lay_tokens(
    rng: np.random.Generator, catalogue: Catalogue, castle: Castle, tiles: Sequence[Piece]
) -> list[Piece]:
    """Put room-type tokens on the secret rooms: mostly the right one, sometimes a wrong one or none."""
    lying: dict[tuple[int, int], Tile] = {}
    if castle.throne is not None:
        lying |= dict.fromkeys(THRONE_PLACES, catalogue.tile(castle.throne))
    lying |= {(room.x, room.y): catalogue.tile(room.id) for room in castle.rooms}
    used = rng.random() < 0.8
    tokens = []
    for tile in tiles:
        secret = catalogue.tile(tile.id)
        if secret.arrow is None or tile.place is None or not used:
            continue
        copied = copied_tile(lying, secret, tile.place)
        fate = rng.random()
        if copied is None or fate < 0.1:
            if fate > 0.03:
                continue
            kind = str(rng.choice(REGULAR_TYPES))
        else:
            kind = str(rng.choice(REGULAR_TYPES)) if fate < 0.16 else str(copied.type)
        at = rng.normal((0, 0.05), (0.12, 0.12), 2)
        x, y, z = tile.on_top(at[None])[0]
        tokens.append(
            Piece(
                PieceClass.TOKEN,
                f"token/{kind}",
                (float(x), float(y)),
                tile.angle
                + float(rng.normal(0, 0.15) if rng.random() < 0.6 else rng.uniform(0, 7)),
                base=float(z),
                castle=tile.castle,
            )
        )
    return tokens


def lay_attendants(
    rng: np.random.Generator, castle: Castle, throne: Piece | None, row: Points, number: int = 0
) -> list[Piece]:
    """Put attendants on the two spots of the throne room, those for whom there is no room beside it.

    Parameters
    ----------
    rng
        Source of chance.
    castle
        Whose attendants.
    throne
        Its throne room.
    row
        Shape (2, 2): from where, and with which steps in tiles, the others lie in a row.
    number
        The castle's number.
    """
    pieces = []
    on_throne = throne is not None and rng.random() < 0.8
    spots = list(rng.permutation([-1, 1])) if on_throne else []
    beside = 0
    for slug in castle.attendants:
        name, lean = f"attendant/{slug}", float(rng.normal(0, 0.06))
        if spots and throne is not None:
            at = np.array([spots.pop() * 0.62, 0.03]) + rng.normal(0, 0.06, 2)
            x, y, z = throne.on_top(at[None])[0]
            pieces.append(
                Piece(
                    PieceClass.ATTENDANT,
                    name,
                    (float(x), float(y)),
                    throne.angle + lean,
                    base=float(z),
                    castle=number,
                )
            )
            continue
        x, y = row[0] + beside * row[1] + rng.normal(0, 0.06, 2)
        beside += 1
        pieces.append(
            Piece(PieceClass.ATTENDANT, name, (float(x), float(y)), lean * 2, castle=number)
        )
    return pieces


def lay_cards(
    rng: np.random.Generator, castle: Castle, row: Points, number: int = 0
) -> list[Piece]:
    """Lay bonus cards in a row, apart or fanned, sometimes on their sides.

    ``row`` has the shape (2, 2): where the first one lies, and the step to the next, in tiles.
    """
    sideways = np.pi / 2 if rng.random() < 0.06 else 0.0
    fanned = rng.random() < 0.2
    pieces = []
    for index, slug in enumerate(castle.bonus_cards):
        step = row[1] * (0.55 if fanned else 1.0)
        x, y = row[0] + index * step + rng.normal(0, 0.05, 2)
        pieces.append(
            Piece(
                PieceClass.CARD,
                f"bonus/{slug}",
                (float(x), float(y)),
                sideways + float(rng.normal(0, 0.05)),
                base=index * PAPER if fanned or sideways else 0.0,
                thickness=PAPER,
                castle=number,
            )
        )
    return pieces


def lay_all(
    rng: np.random.Generator, catalogue: Catalogue, plan: Plan, hand: Hand, number: int = 0
) -> list[Piece]:
    """Lay a castle with its attendants, tokens and bonus cards, upright around the origin."""
    tiles = lay_castle(rng, catalogue, plan.castle, hand, number)
    throne = next((tile for tile in tiles if tile.kind is PieceClass.THRONE), None)
    centres = np.array([tile.centre for tile in tiles])
    low, high = centres.min(axis=0), centres.max(axis=0)
    below = bool(rng.random() < 0.75)
    cards = len(plan.castle.bonus_cards)
    start = rng.uniform(low[0], max(low[0] + 0.1, high[0] - 0.8 * cards))
    card_row = np.array(
        [[start, low[1] - 1.45 if below else high[1] + 1.45], [rng.uniform(1.06, 1.35), 0.0]]
    )
    attendant_row = np.array(
        [
            [
                start + 1.15 * cards + rng.uniform(0.2, 0.5),
                card_row[0, 1] + rng.uniform(-0.3, 0.45),
            ],
            [rng.uniform(0.64, 1.1), 0.0],
        ]
    )
    if not cards:
        attendant_row[0] = [start, low[1] - rng.uniform(1.0, 1.4)]
    pieces = [
        *tiles,
        *lay_tokens(rng, catalogue, plan.castle, tiles),
        *lay_attendants(rng, plan.castle, throne, attendant_row, number),
        *lay_cards(rng, plan.castle, card_row, number),
    ]
    middle = (low + high) / 2
    return [piece.moved(0.0, (-float(middle[0]), -float(middle[1]))) for piece in pieces]
