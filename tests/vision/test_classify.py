from pathlib import Path

import cv2
import numpy as np
import pytest

from castlescan.datasets.faces import DrawnFaces, ScannedFaces, kind_of
from castlescan.datasets.scenes.tables import draw_table
from castlescan.engine.between_two_castles.catalogue import (
    Border,
    Hanging,
    Tile,
    TileType,
    packaged_catalogue,
)
from castlescan.vision.classify import Classification, Classifier
from castlescan.vision.composed_crops import crop_size
from castlescan.vision.pieces import PieceClass

TILES = (
    "food/bakery",
    "living/club-room",
    "outdoor/aviary",
    "sleeping/nap-room",
    "corridor/dead-end",
    "downstairs/crypt",
    "activity/chess-room",
    "secret/behind-the-bookcase",
    "specialty/ballroom-sleeping",
    "specialty/tower",
)


def squeezed(pixels: np.ndarray, size: int, piece: PieceClass = PieceClass.TILE) -> np.ndarray:
    shape = crop_size(size, piece)
    return cv2.resize(pixels, shape, interpolation=cv2.INTER_AREA)


def photographed(crop: np.ndarray) -> np.ndarray:
    """Small, warm, dim and blurred."""
    small = cv2.resize(crop, (48, 48), interpolation=cv2.INTER_AREA)
    lit = np.clip(small * (0.7 * np.array([1.15, 1.0, 0.7])), 0, 255).astype(np.uint8)
    return cv2.resize(cv2.GaussianBlur(lit, (0, 0), 0.6), crop.shape[:2])


@pytest.fixture(scope="module")
def classifier() -> Classifier:
    return Classifier.load()


@pytest.fixture(scope="module")
def tiles(classifier: Classifier) -> np.ndarray:
    drawn = DrawnFaces()
    return np.stack([squeezed(drawn.face(it, 160), classifier.size) for it in TILES])


def names(found: Classification) -> list[str]:
    return [found.ids[column] for column in found.similarity.argmax(axis=1)]


def test_drawn_tiles_are_named(classifier: Classifier, tiles: np.ndarray) -> None:
    found = classifier.classify(tiles, PieceClass.TILE)
    assert names(found) == list(TILES)
    assert (found.known > 0.9).all()
    assert (found.orientation.argmax(axis=1) == 0).all()


def test_photographed_tiles_are_named(classifier: Classifier, tiles: np.ndarray) -> None:
    found = classifier.classify(np.stack([photographed(it) for it in tiles]), PieceClass.TILE)
    assert names(found) == list(TILES)


def test_the_heads_read_border_type_and_hanging(classifier: Classifier, tiles: np.ndarray) -> None:
    found = classifier.classify(tiles, PieceClass.TILE)
    wanted = [packaged_catalogue().tiles[it] for it in TILES]
    assert [tuple(Border)[i] for i in found.border.argmax(axis=1)] == [it.border for it in wanted]
    assert [tuple(TileType)[i] for i in found.tile_type.argmax(axis=1)] == [
        it.type for it in wanted
    ]
    assert [tuple(Hanging)[i] for i in found.hanging.argmax(axis=1)] == [
        it.hanging for it in wanted
    ]


def test_likeness_is_that_to_the_likest_face_of_an_upright_crop(
    classifier: Classifier, tiles: np.ndarray
) -> None:
    found = classifier.classify(tiles, PieceClass.TILE)
    likeness = classifier.likeness(tiles, PieceClass.TILE)
    assert np.allclose(likeness, found.similarity.max(axis=1), atol=1e-5)
    lying = classifier.likeness(np.rot90(tiles, 1, axes=(1, 2)), PieceClass.TILE)
    assert (lying < likeness - 0.1).all()
    assert classifier.likeness(tiles[:0], PieceClass.TILE).shape == (0,)


def test_loosely_cut_out_attendants_and_cards_are_named(classifier: Classifier) -> None:
    """A detector often takes their picture, without its frame, for all of it."""
    drawn = DrawnFaces()
    for piece, kind in ((PieceClass.ATTENDANT, "attendant/"), (PieceClass.CARD, "bonus/")):
        ids = [it for it in drawn.ids if it.startswith(kind)]
        faces = [drawn.face(it, 160) for it in ids]
        edge = 0.08
        inner = [
            it[
                round(edge * it.shape[0]) : -round(edge * it.shape[0]),
                round(edge * it.shape[1]) : -round(edge * it.shape[1]),
            ]
            for it in faces
        ]
        crops = np.stack([squeezed(it, classifier.size, piece) for it in inner])
        found = classifier.classify(crops, piece)
        assert names(found) == ids
        assert (found.similarity.max(axis=1) > 0.75).mean() > 0.9


@pytest.mark.parametrize("turns", [1, 2, 3])
def test_turned_tiles_are_named_and_their_turn_is_told(
    classifier: Classifier, tiles: np.ndarray, turns: int
) -> None:
    found = classifier.classify(np.rot90(tiles, -turns, axes=(1, 2)), PieceClass.TILE)
    assert names(found) == list(TILES)
    assert (found.orientation.argmax(axis=1) == turns).all()


def test_throne_rooms_upside_down_are_named_and_their_turn_is_told(classifier: Classifier) -> None:
    drawn = DrawnFaces()
    thrones = [it for it in drawn.ids if it.startswith("throne/")]
    crops = np.stack(
        [squeezed(drawn.face(it, 160), classifier.size, PieceClass.THRONE) for it in thrones]
    )
    found = classifier.classify(np.rot90(crops, 2, axes=(1, 2)), PieceClass.THRONE)
    assert names(found) == thrones
    assert (found.orientation.argmax(axis=1) == 2).all()


def test_names_do_not_matter(classifier: Classifier) -> None:
    nameless = DrawnFaces(names=None)
    crops = np.stack([squeezed(nameless.face(it, 160), classifier.size) for it in TILES])
    assert names(classifier.classify(crops, PieceClass.TILE)) == list(TILES)


@pytest.mark.parametrize(
    ("piece", "ids"),
    [
        (PieceClass.THRONE, ("throne/living-corridor", "throne/utility-food")),
        (PieceClass.CARD, ("bonus/width", "bonus/swords", "bonus/activity")),
        (PieceClass.ATTENDANT, ("attendant/painter", "attendant/guard")),
        (PieceClass.TOKEN, ("token/food", "token/sleeping")),
        (PieceClass.TILE_BACK, ("back/regular", "back/specialty")),
    ],
)
def test_other_pieces_are_named(
    classifier: Classifier, piece: PieceClass, ids: tuple[str, ...]
) -> None:
    drawn = DrawnFaces()
    wanted = [it for it in ids if it in drawn.ids]
    crops = np.stack([squeezed(drawn.face(it, 160), classifier.size, piece) for it in wanted])
    found = classifier.classify(crops, piece)
    assert names(found) == wanted
    assert len({kind_of(it) for it in found.ids}) == 1


def test_probabilities_have_their_shapes_and_add_up(
    classifier: Classifier, tiles: np.ndarray
) -> None:
    found = classifier.classify(tiles, PieceClass.TILE)
    count = len(tiles)
    assert found.similarity.shape == (count, len(found.ids))
    assert set(found.ids) == {
        it.id for it in packaged_catalogue().tiles.values() if it.type is not TileType.THRONE
    }
    assert np.abs(found.similarity).max() <= 1 + 1e-4
    for head, width in (
        (found.orientation, 4),
        (found.border, len(Border)),
        (found.tile_type, len(TileType)),
        (found.hanging, len(Hanging)),
    ):
        assert head.shape == (count, width)
        assert head.dtype == np.float32
        assert np.allclose(head.sum(axis=1), 1, atol=1e-5)
    assert found.known.shape == (count,)


def test_answers_do_not_depend_on_the_other_crops(
    classifier: Classifier, tiles: np.ndarray
) -> None:
    together = classifier.classify(np.concatenate([tiles] * 4), PieceClass.TILE)
    alone = classifier.classify(tiles[:1], PieceClass.TILE)
    assert np.allclose(together.similarity[len(tiles) * 3], alone.similarity[0], atol=1e-4)


def test_no_crops_give_no_answers(classifier: Classifier) -> None:
    width, height = crop_size(classifier.size, PieceClass.CARD)
    found = classifier.classify(np.zeros((0, height, width, 3), np.uint8), PieceClass.CARD)
    assert found.similarity.shape == (0, len(found.ids))
    assert found.orientation.shape == (0, 4)
    assert found.known.shape == (0,)


@pytest.mark.parametrize("shape", [(1, 64, 64, 3), (1, 3, 128, 128), (128, 128, 3)])
def test_crops_of_another_shape_are_refused(classifier: Classifier, shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="crops have the shape"):
        classifier.classify(np.zeros(shape, np.uint8), PieceClass.TILE)


def test_what_is_no_tile_is_not_known(classifier: Classifier) -> None:
    size = classifier.size
    rng = np.random.default_rng(5)
    tables = [squeezed(draw_table(rng).texture[:300, :300], size) for _ in range(5)]
    card = np.full((size, size, 3), 245, np.uint8)
    for at in ((40, 40), (64, 64), (88, 88)):
        cv2.circle(card, at, 9, (200, 20, 30), -1)
    strange = np.stack([*tables, card, np.zeros_like(card), np.full_like(card, 255)])
    assert (classifier.classify(strange, PieceClass.TILE).known < 0.5).all()


NEW = (
    Tile(
        id="food/cheese-cave", name="Cheese Cave", hanging="mirror", where="connected", wants="food"
    ),
    Tile(id="living/den", name="Den", hanging="torch", where="above+below", wants="sleeping"),
)


@pytest.fixture(scope="module")
def new_tiles() -> np.ndarray:
    """Drawn faces of tiles that nobody has seen."""
    drawn = DrawnFaces(packaged_catalogue().with_tiles(NEW))
    return np.stack([drawn.face(tile.id, 160) for tile in NEW])


def test_a_new_tile_is_learnt_from_one_picture(
    classifier: Classifier, tiles: np.ndarray, new_tiles: np.ndarray
) -> None:
    wiser = classifier
    for tile, face in zip(NEW, new_tiles, strict=True):
        wiser = wiser.learn(tile.id, face)
    crops = np.stack([photographed(squeezed(it, classifier.size)) for it in new_tiles])
    found = wiser.classify(crops, PieceClass.TILE)
    assert names(found) == [tile.id for tile in NEW]
    assert (found.known > 0.5).all()
    assert names(wiser.classify(tiles, PieceClass.TILE)) == list(TILES)
    assert "food/cheese-cave" not in classifier.classify(tiles, PieceClass.TILE).ids


def test_an_id_can_have_another_face(classifier: Classifier, new_tiles: np.ndarray) -> None:
    wiser = classifier.learn("food/bakery", new_tiles[1])
    crop = squeezed(new_tiles[1], classifier.size)[None]
    found = wiser.classify(crop, PieceClass.TILE)
    assert names(found) == ["food/bakery"]
    assert found.ids == classifier.classify(crop, PieceClass.TILE).ids


def test_scanned_look_alikes_are_told_apart(classifier: Classifier, shared: Path) -> None:
    art = shared / "art" / "between-two-castles"
    if not art.is_dir():
        pytest.skip("the scans (../shared/art) are not there")
    scans = ScannedFaces(art)
    for start, piece in (
        ("specialty/ballroom", PieceClass.TILE),
        ("throne/", PieceClass.THRONE),
        ("bonus/", PieceClass.CARD),
        ("attendant/", PieceClass.ATTENDANT),
    ):
        wanted = [it for it in scans.ids if it.startswith(start)]
        crops = np.stack([squeezed(scans.face(it, 128), classifier.size, piece) for it in wanted])
        assert names(classifier.classify(crops, piece)) == wanted
