"""The catalogue: what it holds, how it is searched, and that wrong lines are refused."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from castlescan.engine.between_two_castles.board import set_up_board
from castlescan.engine.between_two_castles.castle import parse_castle
from castlescan.engine.between_two_castles.catalogue import (
    Catalogue,
    Hanging,
    Tile,
    TileSet,
    TileType,
    check_box_contents,
    parse_catalogue,
    parse_tiles,
    read_user_tiles,
)
from castlescan.engine.between_two_castles.scoring import score_board
from castlescan.engine.between_two_castles.user_catalogue import load_catalogue
from castlescan.engine.errors import CatalogueError, DocumentError
from castlescan.engine.languages import Language

SNACK_BAR = {
    "id": "food/snack-bar",
    "name": "Snack Bar",
    "points": 2,
    "wants": "food",
    "where": "left+right",
}


def toml_of(value: Any) -> str:
    """Write a value as inline TOML; JSON spells strings, numbers and lists the same way."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{key} = {toml_of(item)}" for key, item in value.items()) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml_of, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def catalogue_text(*tiles: dict[str, Any], **lists: Any) -> str:
    return "\n".join(
        f"{key} = {toml_of(value)}" for key, value in {"tiles": list(tiles), **lists}.items()
    )


def without(fields: dict[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in fields.items() if key not in keys}


def refused(text: str) -> str:
    """Return the message with which a catalogue is refused."""
    with pytest.raises(CatalogueError) as caught:
        parse_catalogue(text)
    message = str(caught.value)
    assert len(message.splitlines()) == 1
    return message


# What it holds: base rulebook p. 1 (Components) and Secrets & Soirees (Components)

SEVEN_TYPES = ["food", "living", "utility", "outdoor", "sleeping", "corridor", "downstairs"]


def test_counts_of_the_boxes(catalogue: Catalogue) -> None:
    counts: Counter[tuple[str, str]] = Counter()
    for tile in catalogue.tiles.values():
        counts[tile.set.value, tile.type.value] += tile.copies
    assert counts == {
        **{("base", kind): 21 for kind in SEVEN_TYPES},
        ("base", "specialty"): 48,
        ("base", "throne"): 7,
        **{("secrets-and-soirees", kind): 3 for kind in SEVEN_TYPES},
        ("secrets-and-soirees", "activity"): 24,
        ("secrets-and-soirees", "secret"): 16,
        ("secrets-and-soirees", "specialty"): 16,
        ("secrets-and-soirees", "throne"): 1,
        ("promo", "living"): 1,
        ("promo", "utility"): 1,
    }
    cards = Counter(card.set.value for card in catalogue.bonus_cards.values())
    assert cards == {"base": 20, "secrets-and-soirees": 8}
    assert {card.copies for card in catalogue.bonus_cards.values()} == {1}
    assert sum(attendant.copies for attendant in catalogue.attendants.values()) == 28


def test_it_agrees_with_the_shared_catalogue(catalogue: Catalogue, shared: Path) -> None:
    path = shared / "catalogue" / "between-two-castles.json"
    reference = json.loads(path.read_text(encoding="utf-8"))

    def as_reference(tile: Tile) -> dict[str, Any]:
        fields = {"type": tile.type.value, "copies": 1, "set": "base"}
        fields |= {"hanging": "none", "border": "white"}
        fields |= tile.model_dump(mode="json", exclude_defaults=True)
        if tile.type is not TileType.THRONE and tile.wants:
            fields["wants"] = fields["wants"][0]
        return fields

    expected = {tile["id"]: tile for tile in reference["tiles"]}
    assert {tile.id: as_reference(tile) for tile in catalogue.tiles.values()} == expected
    assert {card.id: (card.points, card.set.value) for card in catalogue.bonus_cards.values()} == {
        card["id"]: (card["points"], card["set"]) for card in reference["bonus_cards"]
    }
    assert {
        attendant.id: (attendant.hanging.value, attendant.copies, attendant.name_de)
        for attendant in catalogue.attendants.values()
    } == {
        attendant["id"]: (attendant["hanging"], attendant["copies"], attendant["name_de"])
        for attendant in reference["attendants"]
    }


def changed(catalogue: Catalogue, tile_id: str, **changes: Any) -> Catalogue:
    tiles = {**catalogue.tiles, tile_id: catalogue.tiles[tile_id].model_copy(update=changes)}
    return Catalogue(tiles, catalogue.bonus_cards, catalogue.attendants)


def test_catalogue_that_disagrees_with_the_box_is_refused(catalogue: Catalogue) -> None:
    check_box_contents(catalogue)
    fewer = {key: tile for key, tile in catalogue.tiles.items() if key != "food/bakery"}
    extra = catalogue.with_tiles(parse_tiles(catalogue_text(SNACK_BAR), default_set=TileSet.BASE))
    few_cards = {key: card for key, card in catalogue.bonus_cards.items() if key != "width"}
    few_attendants = {key: one for key, one in catalogue.attendants.items() if key != "knight"}
    wrong = [
        Catalogue(fewer, catalogue.bonus_cards, catalogue.attendants),
        extra,
        changed(catalogue, "specialty/tower", copies=15),
        changed(catalogue, "food/bakery", set=TileSet.PROMO),
        Catalogue(catalogue.tiles, few_cards, catalogue.attendants),
        Catalogue(catalogue.tiles, catalogue.bonus_cards, few_attendants),
    ]
    for other in wrong:
        with pytest.raises(CatalogueError, match="the box"):
            check_box_contents(other)


# Loading


def test_right_line_is_read_with_its_defaults() -> None:
    tile = parse_catalogue(catalogue_text(SNACK_BAR)).tile("food/snack-bar")
    assert tile.model_dump(mode="json", exclude_defaults=True) == {**SNACK_BAR, "wants": ["food"]}
    assert (tile.type, tile.slug, tile.set, tile.copies) == ("food", "snack-bar", "base", 1)
    assert (tile.hanging, tile.border, tile.specialty) == ("none", "white", None)


ACTIVITY = {
    "id": "activity/nap",
    "name": "Nap",
    "points": 1,
    "where": "orthogonal",
    "unwanted": "food",
}
SECRET = {"id": "secret/shaft", "name": "Shaft", "arrow": "N"}
THRONE = {
    "id": "throne/a-b",
    "name": "Throne",
    "points": 2,
    "wants": ["food", "living"],
    "spots": ["L", "R"],
}
FOUNTAIN = {"id": "specialty/fountain", "name": "Fountain", "points": 5, "where": "always"}
WANTS_BY_NAME = {
    "id": "utility/hub",
    "name": "Hub",
    "points": 2,
    "where": "anywhere",
    "wants_rooms": ["food/snack-bar"],
}


@pytest.mark.parametrize(
    "tile", [SNACK_BAR, ACTIVITY, SECRET, THRONE, FOUNTAIN], ids=lambda tile: tile["id"]
)
def test_right_lines_of_each_kind_are_read(tile: dict[str, Any]) -> None:
    assert list(parse_catalogue(catalogue_text(tile)).tiles) == [tile["id"]]


def test_room_wanted_by_name_may_come_later_in_the_file() -> None:
    assert len(parse_catalogue(catalogue_text(WANTS_BY_NAME, SNACK_BAR)).tiles) == 2


@pytest.mark.parametrize(
    "tile",
    [
        without(SNACK_BAR, "id"),
        without(SNACK_BAR, "name"),
        without(SNACK_BAR, "where"),
        without(SNACK_BAR, "wants"),
        {**SNACK_BAR, "colour": "red"},
        {**SNACK_BAR, "id": "snack-bar"},
        {**SNACK_BAR, "id": "food/"},
        {**SNACK_BAR, "id": "food/Snack-Bar"},
        {**SNACK_BAR, "id": "food/snack bar"},
        {**SNACK_BAR, "id": "food/snack-bar/2"},
        {**SNACK_BAR, "id": "food/snack--bar"},
        {**SNACK_BAR, "id": "food/" + "a" * 80},
        {**SNACK_BAR, "id": 7},
        {**SNACK_BAR, "id": "kitchen/snack-bar"},
        {**SNACK_BAR, "name": ""},
        {**SNACK_BAR, "name": "a" * 81},
        {**SNACK_BAR, "name": "Snack\nBar"},
        {**SNACK_BAR, "name_de": ""},
        {**SNACK_BAR, "set": "second-edition"},
        {**SNACK_BAR, "copies": 0},
        {**SNACK_BAR, "copies": 100},
        {**SNACK_BAR, "points": -1},
        {**SNACK_BAR, "points": 21},
        {**SNACK_BAR, "points": "two"},
        {**SNACK_BAR, "hanging": "curtain"},
        {**SNACK_BAR, "border": "red"},
        {**SNACK_BAR, "wants": "cellar"},
        {**SNACK_BAR, "wants": "none"},
        {**SNACK_BAR, "wants": "secret"},
        {**SNACK_BAR, "wants": "throne"},
        {**SNACK_BAR, "wants": 3},
        {**SNACK_BAR, "wants": ["food", "cellar"]},
        {**SNACK_BAR, "where": "left"},
        {**SNACK_BAR, "where": "always"},
        {**SNACK_BAR, "where": "six-other-types"},
        {**SNACK_BAR, "where": "orthogonal", "unwanted": "living"},
        {**SNACK_BAR, "arrow": "N"},
        {**SNACK_BAR, "spots": ["L", "R"]},
        {**SNACK_BAR, "unwanted": "living"},
        {**SNACK_BAR, "wants_rooms": ["food/snack-bar"]},
        {**without(SNACK_BAR, "wants"), "where": "connected", "wants_rooms": ["food/snack-bar"]},
        {**SNACK_BAR, "where": "anywhere", "wants_rooms": ["food/nowhere"]},
        without(ACTIVITY, "unwanted"),
        {**ACTIVITY, "unwanted": "mirror"},
        {**ACTIVITY, "wants": "food"},
        without(SECRET, "arrow"),
        {**SECRET, "arrow": "NE"},
        {**SECRET, "where": "surrounding"},
        {**SECRET, "wants": "food"},
        {**THRONE, "spots": ["L"]},
        {**THRONE, "spots": ["L", "R", "AL"]},
        {**THRONE, "spots": ["L", "M"]},
        {**THRONE, "wants": ["food"]},
        without(THRONE, "spots"),
        {**FOUNTAIN, "wants": "any"},
    ],
    ids=lambda tile: toml_of(tile)[:100],
)
def test_wrong_line_is_refused_and_named(tile: dict[str, Any]) -> None:
    right = {**SNACK_BAR, "id": "food/buffet"}
    message = refused(catalogue_text(right, tile))
    assert str(tile.get("id")) in message or "tiles[1]" in message


@pytest.mark.parametrize("list_name", ["tiles", "bonus_cards", "attendants"])
def test_id_that_is_there_twice_is_refused(list_name: str) -> None:
    pieces = {
        "tiles": SNACK_BAR,
        "bonus_cards": {"id": "bonus/size", "name": "Size", "points": 1, "counts": "width"},
        "attendants": {"id": "attendant/cook", "name": "Cook", "hanging": "torch"},
    }
    piece = pieces[list_name]
    text = f"{list_name} = {toml_of([piece, piece])}"
    assert str(piece["id"]) in refused(text)


@pytest.mark.parametrize(
    "fields",
    [
        {"counts": "rooms-of-type"},
        {"counts": "width", "type": "food"},
        {"counts": "hangings"},
        {"counts": "width", "hanging": "torch"},
        {"counts": "hangings", "type": "food"},
        {"counts": "corners"},
        {"counts": "width", "points": 0},
        {},
    ],
    ids=toml_of,
)
def test_wrong_bonus_card_is_refused(fields: dict[str, Any]) -> None:
    message = refused(
        catalogue_text(bonus_cards=[{"id": "bonus/size", "name": "Size", "points": 1, **fields}])
    )
    assert "bonus/size" in message or "bonus_cards[0]" in message


def test_attendant_without_a_hanging_is_refused() -> None:
    message = refused(catalogue_text(attendants=[{"id": "attendant/cook", "name": "Cook"}]))
    assert "attendants[0]" in message


@pytest.mark.parametrize(
    "text",
    [
        "tiles = [",
        "tiles",
        "= 3",
        "tiles = 3",
        "rooms = []",
        "tiles = [1]",
        "tiles = " + "[" * 5000,
    ],
    ids=["cut off", "no value", "no key", "a number", "another list", "numbers", "nested deep"],
)
def test_text_that_is_no_catalogue_is_refused(text: str) -> None:
    refused(text)


# Looking up


@pytest.mark.parametrize(
    ("written", "nearest"),
    [
        ("food/bakry", "food/bakery"),
        ("Bakery", "food/bakery"),
        ("bakery", "food/bakery"),
        ("food/Bakery", "food/bakery"),
        ("corridor/echo-chambre", "corridor/echo-chamber"),
        ("Weinstube", "food/wine-room"),
    ],
)
def test_unknown_tile_is_refused_with_the_nearest(
    catalogue: Catalogue, written: str, nearest: str
) -> None:
    with pytest.raises(DocumentError) as caught:
        catalogue.tile(written)
    message = str(caught.value)
    assert repr(written) in message
    assert nearest in message
    assert len(message.splitlines()) == 1


@pytest.mark.parametrize("written", ["", "?", "xqzwv", "x" * 100_000, "\n\u2028", "\U0001f3f0"])
def test_unknown_tile_like_no_other_is_refused_in_one_short_line(
    catalogue: Catalogue, written: str
) -> None:
    with pytest.raises(DocumentError, match="castlescan tiles") as caught:
        catalogue.tile(written)
    assert len(str(caught.value)) < 200
    assert len(str(caught.value).splitlines()) == 1


def test_unknown_bonus_cards_and_attendants_are_refused_with_the_nearest(
    catalogue: Catalogue,
) -> None:
    with pytest.raises(DocumentError, match=r"no bonus card 'widht'.*width"):
        catalogue.bonus_card("widht")
    with pytest.raises(DocumentError, match=r"no attendant 'fire-jugler'.*fire-juggler"):
        catalogue.attendant("fire-jugler")


def test_known_pieces_are_looked_up(catalogue: Catalogue) -> None:
    assert catalogue.tile("food/bakery").name == "Bakery"
    assert catalogue.bonus_card("width").id == "bonus/width"
    assert catalogue.attendant("knight").hanging is Hanging.SWORDS


# Searching


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("Bakery", "food/bakery"),
        ("bakry", "food/bakery"),
        ("BAKERY", "food/bakery"),
        ("echo chamber", "corridor/echo-chamber"),
        ("ecko chambr", "corridor/echo-chamber"),
        ("food/bakery", "food/bakery"),
        ("Gemach des Königs", "sleeping/kings-chambers"),
        ("kings chambers", "sleeping/kings-chambers"),
        ("taxidermi showrom", "living/taxidermy-showroom"),
        ("singers chamber", "activity/singers-chamber"),
        ("grand foyer", "specialty/grand-foyer"),
    ],
)
def test_search_forgives_typing_mistakes(catalogue: Catalogue, name: str, first: str) -> None:
    assert catalogue.search(name)[0].id == first


def test_search_finds_all_tiles_of_one_name(catalogue: Catalogue) -> None:
    found = {tile.id for tile in catalogue.search("Escape Room")[:2]}
    assert found == {"activity/escape-room", "corridor/escape-room"}
    found = {tile.id for tile in catalogue.search("Ballroom")[:8]}
    assert found == {f"specialty/ballroom-{kind}" for kind in (*SEVEN_TYPES, "activity")}


@pytest.mark.parametrize("name", ["xqzwv", "2048", "####", ""])
def test_search_for_nothing_like_a_tile_finds_nothing(catalogue: Catalogue, name: str) -> None:
    assert catalogue.search(name) == []


@pytest.mark.parametrize(
    ("name", "first"),
    [("room types", "bonus/room-types"), ("Feuerschluker", "attendant/fire-juggler")],
)
def test_cards_and_attendants_are_searched_by_name(
    catalogue: Catalogue, name: str, first: str
) -> None:
    assert catalogue.search_cards(name)[0].id == first
    assert catalogue.search_cards("xyzzy") == []


def test_search_without_a_name_lists_the_whole_catalogue_in_its_order(catalogue: Catalogue) -> None:
    assert catalogue.search() == list(catalogue.tiles.values())


def test_search_by_type_hanging_and_set(catalogue: Catalogue) -> None:
    assert len(catalogue.search(tile_type=TileType.SECRET)) == 16
    assert len(catalogue.search(tile_type=TileType.FOOD)) == 24
    assert {tile.id for tile in catalogue.search(tile_set=TileSet.PROMO)} == {
        "living/saxophone-room",
        "utility/dice-tower-room",
    }
    assert {tile.hanging for tile in catalogue.search(hanging=Hanging.TORCH)} == {Hanging.TORCH}
    found = catalogue.search(
        tile_type=TileType.FOOD, hanging=Hanging.SWORDS, tile_set=TileSet.SECRETS_AND_SOIREES
    )
    assert [tile.id for tile in found] == ["food/mill-room"]


def test_search_by_name_within_a_type(catalogue: Catalogue) -> None:
    found = catalogue.search("escape room", tile_type=TileType.CORRIDOR)
    assert found[0].id == "corridor/escape-room"
    assert {tile.type for tile in found} == {TileType.CORRIDOR}


# Names


@pytest.mark.parametrize(
    ("tile", "english", "german"),
    [
        ("food/wine-room", "Wine Room", "Weinstube"),
        ("outdoor/grand-balcony", "Grand Balcony", "Großer Balkon"),
        ("throne/living-corridor", "Throne Room", "Thronsaal"),
        ("food/bakery", "Bakery", "Bakery"),
        ("activity/play-room", "Playroom", "Playroom"),
    ],
)
def test_names_are_german_where_known(
    catalogue: Catalogue, tile: str, english: str, german: str
) -> None:
    assert catalogue.tile(tile).name_in(Language.EN) == english
    assert catalogue.tile(tile).name_in(Language.DE) == german


def test_names_of_cards_and_attendants(catalogue: Catalogue) -> None:
    assert catalogue.attendant("knight").name_in(Language.DE) == "Ritter"
    assert catalogue.bonus_card("width").name_in(Language.DE) == "Gesamtbreite"
    assert catalogue.bonus_card("secret").name_in(Language.DE) == "Secret Rooms"


# Tiles of users

USER_TILES = f"""
[[tiles]]
{chr(10).join(f"{key} = {toml_of(value)}" for key, value in SNACK_BAR.items())}
"""


def test_user_tiles_are_of_the_set_user(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(USER_TILES, encoding="utf-8")
    (tile,) = read_user_tiles(path)
    assert (tile.id, tile.set) == ("food/snack-bar", TileSet.USER)
    (named,) = parse_tiles(USER_TILES + 'set = "promo"\n', default_set=TileSet.USER)
    assert named.set is TileSet.PROMO


def test_user_tile_is_scored_like_a_published_one(tmp_path: Path) -> None:
    path = tmp_path / "tiles.toml"
    path.write_text(USER_TILES, encoding="utf-8")
    catalogue = load_catalogue(path)
    assert catalogue.search("snack bar")[0].id == "food/snack-bar"
    document = {
        "format": "castlescan/castle/1",
        "throne": "throne/living-corridor",
        "rooms": [
            {"id": "food/bakery", "x": 2, "y": 0},
            {"id": "food/snack-bar", "x": 3, "y": 0},
        ],
    }
    board = set_up_board(parse_castle(document, catalogue), catalogue)
    assert score_board(board, catalogue).total == 2


def test_no_file_of_user_tiles_is_no_tiles(tmp_path: Path, catalogue: Catalogue) -> None:
    assert read_user_tiles(tmp_path / "tiles.toml") == ()
    assert load_catalogue(tmp_path / "tiles.toml") is catalogue
    (tmp_path / "empty.toml").write_text("# nothing yet\n", encoding="utf-8")
    assert read_user_tiles(tmp_path / "empty.toml") == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[tiles]",
        "tiles = 3",
        "tiles = [3]",
        USER_TILES + "\n[[attendants]]\nid = 'attendant/cook'",
        USER_TILES + "colour = 'red'",
        USER_TILES.replace("food/snack-bar", "snack-bar"),
        USER_TILES + USER_TILES.replace("Snack Bar", "Second Bar"),
        USER_TILES.replace("food/snack-bar", "food/bakery"),
        b"\xff\xfe\x00",
        "tiles = " + "[" * 5000,
    ],
    ids=[
        "not TOML",
        "a number",
        "numbers",
        "more than tiles",
        "unknown key",
        "wrong id",
        "one id twice",
        "the id of a published tile",
        "not UTF-8",
        "nested deep",
    ],
)
def test_wrong_user_tiles_are_refused_with_the_name_of_the_file(
    tmp_path: Path, text: str | bytes
) -> None:
    path = tmp_path / "tiles.toml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    with pytest.raises(CatalogueError) as caught:
        load_catalogue(path)
    assert str(path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


def test_folder_in_place_of_user_tiles_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CatalogueError) as caught:
        read_user_tiles(tmp_path)
    assert str(tmp_path) in str(caught.value)
