"""Properties of the audit and the score, tried on random games that know nothing of the engine's rules."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import castlescan
from castlescan.datasets.random_games import (
    FaultyCastle,
    Options,
    PlayedCastle,
    Style,
    count_types,
    legal_places,
    make_faults,
    play_castle,
    play_game,
)
from castlescan.engine.between_two_castles.board import Board, Room, set_up_board
from castlescan.engine.between_two_castles.bonus_cards import regular_type_counts
from castlescan.engine.between_two_castles.castle import THRONE_PLACES, Castle, parse_castle
from castlescan.engine.between_two_castles.catalogue import (
    ANY_ROOM,
    REGULAR_TYPES,
    WALL_HANGINGS,
    Arrow,
    BonusCard,
    Counts,
    Spot,
    Tile,
    TileType,
    Where,
    packaged_catalogue,
)
from castlescan.engine.between_two_castles.score import Category, NeighbourTile, RoomScore, Score
from castlescan.engine.errors import DocumentError
from castlescan.engine.violations import PlacedTile, Severity, Violation

TILES = packaged_catalogue()
STORED_TYPES = (*REGULAR_TYPES, TileType.SECRET)
COLUMN_RULES = (Where.COLUMN, Where.COLUMN_ABOVE, Where.COLUMN_BELOW)
PLAIN_TILES = [tile for tile in TILES.tiles.values() if tile.type is not TileType.THRONE]
FAR = 500


def quick(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )


seeds = st.integers(0, 2**32 - 1)
options = st.builds(
    Options,
    with_expansion=st.booleans(),
    style=st.none() | st.sampled_from(Style),
    favourites=st.lists(st.sampled_from(STORED_TYPES), max_size=3).map(tuple),
    pickiness=st.sampled_from([1, 4, 27]),
)
games = st.builds(play_castle, seeds, st.just(TILES), options)
castles = games.map(lambda played: played.castle)


@st.composite
def furnished(draw: st.DrawFn) -> Castle:
    """A legal castle, with attendants and bonus cards that it need not have earned."""
    cards = st.lists(st.sampled_from(sorted(TILES.bonus_cards)), max_size=4, unique=True)
    attendants = st.lists(st.sampled_from(sorted(TILES.attendants)), max_size=2)
    return draw(castles).model_copy(
        update={"attendants": draw(attendants), "bonus_cards": draw(cards)}
    )


def audit(castle: Castle) -> list[Violation]:
    return castlescan.audit(castle, catalogue=TILES)


def score(castle: Castle, neighbours: Sequence[Castle] = ()) -> Score:
    return castlescan.score(castle, neighbours, catalogue=TILES)


def illegal(castle: Castle) -> list[Violation]:
    return [fault for fault in audit(castle) if fault.severity is Severity.ILLEGAL]


def points_at(result: Score) -> dict[tuple[int, int], int]:
    return {(room.x, room.y): room.points for room in result.rooms}


class TestRandomGames:
    """The games themselves: what they promise, checked without the audit."""

    @quick(60)
    @given(seeds, options)
    def test_same_seed_same_game(self, seed: int, chosen: Options) -> None:
        assert play_castle(seed, TILES, chosen) == play_castle(random.Random(seed), TILES, chosen)

    @quick(150)
    @given(games)
    def test_steps_replay_to_the_castle(self, played: PlayedCastle) -> None:
        lying = dict.fromkeys(THRONE_PLACES, TILES.tile(played.castle.throne or ""))
        drafted = 0
        for step in played.steps:
            tile, place = TILES.tile(step.tile.id), (step.tile.x, step.tile.y)
            assert place in legal_places(lying, tile)
            lying[place] = tile
            drafted += step.cause == "drafted"
            assert (step.earned_by is None) == (step.cause == "drafted")
            if step.earned_by is not None:
                rooms = 5 if step.cause == "fifth-room" else 3
                assert count_types(lying)[step.earned_by] >= rooms
        assert drafted == 16
        key = sorted((tile.id, tile.x, tile.y) for tile in played.castle.rooms)
        assert key == sorted((step.tile.id, step.tile.x, step.tile.y) for step in played.steps)

    def test_all_kinds_of_steps_and_chained_bonuses_happen(self) -> None:
        greedy = Options(
            with_expansion=True,
            favourites=(TileType.FOOD, TileType.LIVING, TileType.DOWNSTAIRS),
            pickiness=6,
        )
        played = [play_castle(seed, TILES, greedy) for seed in range(60)]
        steps = [step for game in played for step in game.steps]
        assert {step.cause for step in steps} == {
            "drafted", "third-room", "chosen-bonus", "fifth-room",
        }  # fmt: skip
        assert any(
            second.earned_by is not None and first.earned_by is TileType.FOOD
            for game in played
            for first, second in zip(game.steps, game.steps[1:], strict=False)
        )
        assert any(len(game.castle.attendants) == 2 for game in played)
        assert any(step.tile.id.startswith("secret/") for step in steps)

    def test_base_game_has_base_tiles_alone(self) -> None:
        for seed in range(20):
            played = play_castle(seed, TILES)
            assert {TILES.tile(room.id).set for room in played.castle.rooms} == {"base"}
            assert {TILES.bonus_card(card).set for card in played.castle.bonus_cards} <= {"base"}

    @quick(15)
    @given(seeds, options, st.integers(3, 7))
    def test_castles_of_a_game_share_the_box(
        self, seed: int, chosen: Options, players: int
    ) -> None:
        played = play_game(seed, TILES, chosen, players)
        assert len({game.castle.throne for game in played}) == players
        used = Counter(room.id for game in played for room in game.castle.rooms)
        assert all(count <= TILES.tile(tile).copies for tile, count in used.items())
        cards = Counter(card for game in played for card in game.castle.bonus_cards)
        assert not cards or max(cards.values()) == 1
        for game in played:
            assert audit(game.castle) == []

    @quick(40)
    @given(seeds, options, st.integers(0, 22))
    def test_unfinished_castle_has_so_many_tiles(
        self, seed: int, chosen: Options, stop_after: int
    ) -> None:
        whole = play_castle(seed, TILES, chosen)
        part = play_castle(seed, TILES, replace(chosen, stop_after=stop_after))
        assert len(part.castle.rooms) == min(stop_after, len(whole.castle.rooms))
        assert part.steps == whole.steps[:stop_after]


class TestAudit:
    @quick(300)
    @given(games)
    def test_no_complete_legal_game_is_accused(self, played: PlayedCastle) -> None:
        assert audit(played.castle) == []

    @quick(150)
    @given(seeds, options, st.integers(0, 20))
    def test_no_unfinished_game_is_accused(
        self, seed: int, chosen: Options, stop_after: int
    ) -> None:
        played = play_castle(seed, TILES, replace(chosen, stop_after=stop_after))
        assert illegal(played.castle) == []

    @quick(150)
    @given(seeds, options, st.sampled_from([0.3, 0.7, 1.0]))
    def test_no_forgetful_player_is_accused(
        self, seed: int, chosen: Options, refusing: float
    ) -> None:
        played = play_castle(seed, TILES, replace(chosen, refuse_bonuses=refusing))
        assert illegal(played.castle) == []

    @quick(100)
    @given(seeds, options)
    def test_players_who_forget_everything_are_told(self, seed: int, chosen: Options) -> None:
        played = play_castle(seed, TILES, replace(chosen, refuse_bonuses=1.0))
        counts = regular_type_counts(set_up_board(played.castle, TILES))
        found = {fault.rule for fault in audit(played.castle)}
        earned_something = max(counts.values(), default=0) >= 3
        assert found == ({"forgotten-bonus"} if earned_something else set())

    @quick(60)
    @given(seeds, castles)
    def test_every_fault_is_reported_with_its_tiles(self, seed: int, castle: Castle) -> None:
        faults = list(make_faults(seed, TILES, castle))
        assert {faulty.rule for faulty in faults} == {
            "level", "support", "blue-border", "shares-edge", "one-piece", "overlap", "copies",
            "one-throne",
        }  # fmt: skip
        for faulty in faults:
            assert is_reported(faulty), faulty

    @quick(60)
    @given(seeds, castles)
    def test_order_of_rooms_does_not_matter(self, seed: int, castle: Castle) -> None:
        for faulty in make_faults(seed, TILES, castle):
            rooms = random.Random(seed).sample(faulty.castle.rooms, len(faulty.castle.rooms))
            shuffled = faulty.castle.model_copy(update={"rooms": rooms})
            assert findings(shuffled) == findings(faulty.castle)


def is_reported(faulty: FaultyCastle) -> bool:
    return any(
        fault.rule == faulty.rule
        and fault.severity is Severity.ILLEGAL
        and tile_set(fault.tiles) == tile_set(faulty.tiles)
        for fault in audit(faulty.castle)
    )


def findings(castle: Castle) -> Counter[tuple[object, ...]]:
    return Counter((fault.rule, fault.severity, tile_set(fault.tiles)) for fault in audit(castle))


def tile_set(tiles: Sequence[PlacedTile]) -> frozenset[tuple[str, int, int]]:
    return frozenset((tile.id, tile.x, tile.y) for tile in tiles)


class TestParts:
    @quick(100)
    @given(furnished(), st.lists(castles, max_size=2))
    def test_parts_add_up(self, castle: Castle, neighbours: list[Castle]) -> None:
        result = score(castle, neighbours)
        parts = [*result.rooms, result.throne, *result.attendants, *result.bonus_cards]
        assert result.total == sum(part.points for part in parts)
        assert result.total == sum(result.categories.values())
        assert list(result.categories) == list(Category)
        attendants = sum(part.points for part in result.attendants)
        cards = sum(part.points for part in result.bonus_cards)
        assert result.categories[Category.ATTENDANTS] == attendants
        assert result.categories[Category.BONUS_CARDS] == cards
        assert result.categories[Category.THRONE] == result.throne.points

    @quick(100)
    @given(furnished(), st.lists(castles, max_size=2))
    def test_why_names_tiles_that_are_there(self, castle: Castle, neighbours: list[Castle]) -> None:
        own = {*tile_set(castle.rooms), (castle.throne, 0, 0)}
        beside = [
            {*tile_set(neighbour.rooms), (neighbour.throne, 0, 0)} for neighbour in neighbours
        ]
        result = score(castle, neighbours)
        for part in [*result.rooms, result.throne, *result.attendants, *result.bonus_cards]:
            for tile in part.why:
                there = beside[tile.castle] if isinstance(tile, NeighbourTile) else own
                assert (tile.id, tile.x, tile.y) in there
            whose = [tile.castle if isinstance(tile, NeighbourTile) else None for tile in part.why]
            places = [(tile.x, tile.y) for tile in part.why]
            assert len(set(zip(whose, places, strict=True))) == len(part.why)

    @quick(100)
    @given(furnished(), st.randoms(use_true_random=False))
    def test_order_changes_nothing(self, castle: Castle, rng: random.Random) -> None:
        shuffled = castle.model_copy(
            update={
                part: rng.sample(pieces, len(pieces))
                for part in ("rooms", "attendants", "bonus_cards")
                if (pieces := getattr(castle, part)) is not None
            }
        )
        first, second = score(castle), score(shuffled)
        assert points_at(first) == points_at(second)
        assert first.throne.points == second.throne.points
        assert first.categories == second.categories
        assert card_points(first) == card_points(second)
        assert sorted((part.id, part.points) for part in first.attendants) == sorted(
            (part.id, part.points) for part in second.attendants
        )
        # Of each type that a sleeping room needs, `why` names the first of several rooms.
        others = {place: why for place, why in why_at(first).items() if not sleeps(castle, place)}
        assert others.items() <= why_at(second).items()

    @quick(100)
    @given(furnished())
    def test_dumped_documents_load_again(self, castle: Castle) -> None:
        assert parse_castle(castle.model_dump(), TILES) == castle
        assert Castle.model_validate_json(castle.model_dump_json()) == castle
        result = score(castle)
        assert Score.model_validate_json(result.model_dump_json()) == result


def card_points(result: Score) -> Counter[tuple[str, int]]:
    return Counter((card.id, card.points) for card in result.bonus_cards)


def why_at(result: Score) -> dict[tuple[int, int], frozenset[tuple[str, int, int]]]:
    return {(room.x, room.y): tile_set(room.why) for room in result.rooms}


def sleeps(castle: Castle, place: tuple[int, int]) -> bool:
    return set_up_board(castle, TILES).at[place].kind is TileType.SLEEPING


MIRRORED_ARROWS = {
    Arrow.EAST: Arrow.WEST,
    Arrow.WEST: Arrow.EAST,
    Arrow.NORTH: Arrow.NORTH,
    Arrow.SOUTH: Arrow.SOUTH,
}
MIRRORED_SPOTS = {
    Spot.ABOVE_LEFT: Spot.ABOVE_RIGHT,
    Spot.ABOVE_RIGHT: Spot.ABOVE_LEFT,
    Spot.BELOW_LEFT: Spot.BELOW_RIGHT,
    Spot.BELOW_RIGHT: Spot.BELOW_LEFT,
    Spot.LEFT: Spot.RIGHT,
    Spot.RIGHT: Spot.LEFT,
}


@cache
def secrets_with(arrow: Arrow) -> list[str]:
    return sorted(tile.id for tile in TILES.tiles.values() if tile.arrow is arrow)


def mirrored_tile(tile_id: str) -> str:
    arrow = TILES.tile(tile_id).arrow
    if arrow is None:
        return tile_id
    return secrets_with(MIRRORED_ARROWS[arrow])[secrets_with(arrow).index(tile_id)]


def is_throne(room: PlacedTile) -> bool:
    return room.id.startswith("throne/")


def mirrored(castle: Castle) -> Castle:
    rooms = [
        # A second throne room is two tiles wide, and its place is that of its left half.
        PlacedTile(id=mirrored_tile(room.id), x=1 - room.x - is_throne(room), y=room.y)
        for room in castle.rooms
    ]
    return castle.model_copy(update={"rooms": rooms})


class TestMirror:
    @quick(120)
    @given(furnished())
    def test_a_mirrored_castle_scores_the_same(self, castle: Castle) -> None:
        first, second = score(castle), score(mirrored(castle))
        assert points_at(second) == {(1 - x, y): at for (x, y), at in points_at(first).items()}
        assert card_points(first) == card_points(second)
        spots = TILES.tile(castle.throne or "").spots
        keeps_its_spots = {MIRRORED_SPOTS[spot] for spot in spots} == set(spots)
        if keeps_its_spots:
            assert second.categories == first.categories
        else:
            throne = {Category.THRONE: first.throne.points}
            assert {**second.categories, **throne} == first.categories

    @quick(40)
    @given(seeds, castles)
    def test_a_mirrored_castle_has_the_same_faults(self, seed: int, castle: Castle) -> None:
        for faulty in make_faults(seed, TILES, castle):
            assert rules_broken(mirrored(faulty.castle)) == rules_broken(faulty.castle)


def rules_broken(castle: Castle) -> Counter[tuple[str, str, int]]:
    return Counter((fault.rule, fault.severity, len(fault.tiles)) for fault in audit(castle))


class TestFarAwayTile:
    """What a tile far from all others changes: nothing but what counts the whole castle or column."""

    @quick(150)
    @given(furnished(), st.data())
    def test_changes_only_what_it_may(self, castle: Castle, data: st.DataObject) -> None:
        used = {castle.throne, *(room.id for room in castle.rooms)}
        tile = data.draw(st.sampled_from(PLAIN_TILES).filter(lambda tile: tile.id not in used))
        columns = sorted({0, 1, FAR, *(room.x for room in castle.rooms)})
        x, y = data.draw(st.sampled_from(columns)), data.draw(st.sampled_from([FAR, -FAR]))
        far = PlacedTile(id=tile.id, x=x, y=y)
        before = set_up_board(castle, TILES)
        with_far = castle.model_copy(update={"rooms": [*castle.rooms, far]})
        old, new = score(castle), score(with_far)
        added = set_up_board(with_far, TILES).at[x, y]

        for room, was, now in zip(before.rooms, old.rooms, new.rooms, strict=False):
            expected = was.points + room_change(before, room, added)
            assert now.points == expected, room.placed
        assert new.throne == old.throne
        for was_card, now_card in zip(old.bonus_cards, new.bonus_cards, strict=True):
            card = TILES.bonus_card(was_card.id)
            change = card_change(before, card, added)
            assert now_card.points == was_card.points + change, card.id
        for was_one, now_one in zip(old.attendants, new.attendants, strict=True):
            hanging = TILES.attendant(was_one.id).hanging
            assert now_one.points == was_one.points + (added.hanging is hanging)


def wants(rule: Tile, room: Room) -> bool:
    return (
        (room.kind is not None and room.kind in rule.wants)
        or room.hanging in rule.wants
        or ANY_ROOM in rule.wants
    )


def room_change(board: Board, room: Room, added: Room) -> int:
    """How many points a room gains by a tile far away."""
    rule = room.rule
    if rule is None:
        return 0
    if rule.where is Where.SIX_OTHER_TYPES:
        types = set(regular_type_counts(board)) - {TileType.SLEEPING}
        is_new = added.kind in REGULAR_TYPES and added.kind is not TileType.SLEEPING
        reached = len(types) < 6 <= len(types | ({added.kind} if is_new else set()))
        return rule.points - rule.points_else if reached else 0
    if rule.where is Where.ANYWHERE:
        return rule.points * (wants(rule, added) or added.tile.id in rule.wants_rooms)
    if rule.where in COLUMN_RULES and room.x == added.x:
        seen = {
            Where.COLUMN: True,
            Where.COLUMN_ABOVE: added.y > room.y,
            Where.COLUMN_BELOW: added.y < room.y,
        }[rule.where]
        return rule.points * (seen and wants(rule, added))
    return 0


def card_change(board: Board, card: BonusCard, added: Room) -> int:
    """How many points a bonus card gains by a tile far away."""
    counts = regular_type_counts(board)
    now = counts[added.kind] + 1 if added.kind in REGULAR_TYPES else 0
    specialties = {room.tile.specialty for room in board.rooms}
    columns = {0, 1, *(room.x for room in board.rooms)}
    hangings = Counter(room.hanging for room in board.all_rooms)
    sets = [
        min(counted[hanging] for hanging in WALL_HANGINGS)
        for counted in (hangings, hangings + Counter([added.hanging]))
    ]
    is_specialty = added.kind is TileType.SPECIALTY
    changes: dict[Counts, int] = {
        Counts.ROOMS_OF_TYPE: added.kind is not None and added.kind is card.type,
        Counts.HANGINGS: added.hanging is card.hanging,
        Counts.ROOM_TYPES: now == 1 or (is_specialty and added.tile.specialty not in specialties),
        Counts.BELOW_GROUND: added.y < 0,
        Counts.UPPER_LEVELS: added.y > 0,
        Counts.HEIGHT: 1,
        Counts.WIDTH: added.x not in columns,
        Counts.SPECIALTY: is_specialty,
        Counts.FIVE_OF_A_KIND: now == 5,
        Counts.THREE_OF_A_KIND: now == 3,
        Counts.HANGING_SETS: sets[1] - sets[0],
        Counts.SECRET: added.tile.type is TileType.SECRET,
    }
    return card.points * changes.get(card.counts, 0)


class TestSecretRooms:
    @quick(120)
    @given(
        seeds,
        st.sampled_from(REGULAR_TYPES),
        st.lists(st.sampled_from(sorted(TILES.bonus_cards)), max_size=4, unique=True),
    )
    def test_scores_as_a_second_copy_would(
        self, seed: int, favourite: TileType, cards: list[str]
    ) -> None:
        chosen = Options(with_expansion=True, favourites=(favourite, TileType.SECRET), pickiness=10)
        castle = play_castle(seed, TILES, chosen).castle.model_copy(update={"bonus_cards": cards})
        board = set_up_board(castle, TILES)
        result = score(castle)
        for index, room in enumerate(board.rooms):
            if room.tile.type is not TileType.SECRET:
                continue
            if room.rule is None:
                assert result.rooms[index].points == 0
                continue
            copy = PlacedTile(id=room.rule.id, x=room.x, y=room.y)
            rooms = [*castle.rooms[:index], copy, *castle.rooms[index + 1 :]]
            with_copy = score(castle.model_copy(update={"rooms": rooms}))
            for other, was, now in zip(board.rooms, result.rooms, with_copy.rooms, strict=True):
                assert now.points == was.points + by_name(other, room)
            assert with_copy.throne.points == result.throne.points
            for was_card, now_card in zip(result.bonus_cards, with_copy.bonus_cards, strict=True):
                card = TILES.bonus_card(was_card.id)
                loss = card.points if card.counts is Counts.SECRET else 0
                assert now_card.points == was_card.points - loss

    def test_random_games_have_long_chains(self) -> None:
        chosen = Options(with_expansion=True, favourites=(TileType.SECRET,), pickiness=27)
        chains = [
            room
            for seed in range(10)
            for room in set_up_board(play_castle(seed, TILES, chosen).castle, TILES).rooms
            if room.tile.type is TileType.SECRET and room.rule is not None
        ]
        assert len(chains) > 10


def by_name(other: Room, secret: Room) -> int:
    """What a room that wants others by name gains when a copy with that name replaces a secret room."""
    if other is secret or other.rule is None or secret.rule is None:
        return 0
    return other.rule.points * (secret.rule.id in other.rule.wants_rooms)


places = st.integers(-3, 3)
any_tile = st.builds(PlacedTile, id=st.sampled_from(sorted(TILES.tiles)), x=places, y=places)
any_castle = st.builds(
    Castle,
    throne=st.none()
    | st.sampled_from(sorted(tile.id for tile in TILES.tiles.values() if tile.spots)),
    rooms=st.lists(any_tile, max_size=25),
    attendants=st.lists(st.sampled_from(sorted(TILES.attendants)), max_size=4),
    bonus_cards=st.lists(st.sampled_from(sorted(TILES.bonus_cards)), max_size=4),
)


class TestNeverRaises:
    @quick(200)
    @given(any_castle)
    def test_audit_of_anything(self, castle: Castle) -> None:
        for fault in audit(castle):
            assert fault.message
            tiles = {*tile_set(castle.rooms), (castle.throne, 0, 0)}
            assert tile_set(fault.tiles) <= tiles

    @quick(200)
    @given(any_castle, st.lists(any_castle, max_size=2))
    def test_score_of_anything(self, castle: Castle, neighbours: list[Castle]) -> None:
        places_taken = [*THRONE_PLACES, *((room.x, room.y) for room in castle.rooms)]
        thrones = any(is_throne(room) for room in castle.rooms)
        clean = castle.throne and not thrones and len(set(places_taken)) == len(places_taken)
        if clean:
            score(castle, neighbours)
        else:
            with pytest.raises(DocumentError):
                score(castle, neighbours)

    @quick(60)
    @given(any_castle.filter(lambda castle: castle.throne is not None))
    def test_score_of_illegal_castles_without_overlaps(self, castle: Castle) -> None:
        by_place = {(room.x, room.y): room for room in castle.rooms}
        rooms = [
            room
            for place, room in by_place.items()
            if place not in THRONE_PLACES and not is_throne(room)
        ]
        result = score(castle.model_copy(update={"rooms": rooms}))
        assert all(isinstance(room, RoomScore) and room.points >= 0 for room in result.rooms)
