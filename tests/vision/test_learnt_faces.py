"""Faces that a user taught: cut out of pictures, kept, known again, forgotten."""

from pathlib import Path

import numpy as np
import pytest

from castlescan.datasets.faces import DrawnFaces
from castlescan.engine.between_two_castles.catalogue import Tile, packaged_catalogue
from castlescan.engine.errors import DocumentError
from castlescan.vision.classify import Classifier
from castlescan.vision.learnt_faces import (
    FACE_SIZE,
    cut_out_face,
    forget_faces,
    piece_class_of,
    save_face,
    with_learnt_faces,
)
from castlescan.vision.pieces import Detection, PieceClass
from castlescan.vision.rectify import rectify_all

CAVE = Tile(
    id="food/cheese-cave", name="Cheese Cave", hanging="mirror", where="connected", wants="food"
)
CATALOGUE = packaged_catalogue().with_tiles([CAVE])
WHOLE = np.array([[[0, 0], [FACE_SIZE, 0], [FACE_SIZE, FACE_SIZE], [0, FACE_SIZE]]], float)


@pytest.fixture(scope="module")
def cave() -> np.ndarray:
    return DrawnFaces(CATALOGUE).face(CAVE.id, FACE_SIZE)


def on_a_table(face: np.ndarray, *places: tuple[int, int]) -> tuple[np.ndarray, list[Detection]]:
    picture = np.full((700, 900, 3), 90, np.uint8)
    found = []
    for x, y in places:
        high, wide = face.shape[:2]
        picture[y : y + high, x : x + wide] = face
        quad = np.array([[x, y], [x + wide, y], [x + wide, y + high], [x, y + high]], np.float32)
        found.append(Detection(PieceClass.TILE, quad, 0.9))
    return picture, found


def test_the_only_tile_of_a_picture_is_cut_out(cave: np.ndarray) -> None:
    picture, found = on_a_table(cave, (120, 300))
    face = cut_out_face(picture, found, PieceClass.TILE)
    small, wanted = (it.reshape(32, 8, 32, 8, 3).mean(axis=(1, 3)) for it in (face, cave))
    assert np.abs(small - wanted).mean() < 12


def test_a_cropped_picture_is_the_face(cave: np.ndarray) -> None:
    assert (cut_out_face(cave, [], PieceClass.TILE) == cave).all()
    quad = WHOLE[0].astype(np.float32) * 0.93
    almost = [Detection(PieceClass.TILE, quad, 0.8)]
    assert (cut_out_face(cave, almost, PieceClass.TILE) == cave).all()


def test_a_face_of_another_shape_or_several_are_refused(cave: np.ndarray) -> None:
    picture, found = on_a_table(cave, (20, 20), (400, 300))
    picture = picture[:600]
    with pytest.raises(DocumentError, match="shows 2 pieces where one is needed"):
        cut_out_face(picture, found, PieceClass.TILE)
    with pytest.raises(DocumentError, match="shows no pieces"):
        cut_out_face(picture, [], PieceClass.TILE)
    with pytest.raises(DocumentError, match="crop the picture"):
        cut_out_face(cave, [], PieceClass.THRONE)


def test_a_learnt_face_is_known_until_it_is_forgotten(tmp_path: Path, cave: np.ndarray) -> None:
    classifier = Classifier.load()
    crop = rectify_all(cave, WHOLE, classifier.size, classifier.size)
    assert CAVE.id not in classifier.classify(crop, PieceClass.TILE).ids
    path = save_face(CAVE.id, cave, tmp_path)
    assert save_face(CAVE.id, cave, tmp_path) == path
    wiser = with_learnt_faces(classifier, CATALOGUE, tmp_path)
    found = wiser.classify(crop, PieceClass.TILE)
    assert found.ids[int(found.similarity.argmax())] == CAVE.id
    assert forget_faces(CAVE.id, tmp_path) == 1
    assert with_learnt_faces(classifier, CATALOGUE, tmp_path) is classifier
    assert forget_faces(CAVE.id, tmp_path) == 0


def test_faces_of_unknown_tiles_are_left_out(tmp_path: Path, cave: np.ndarray) -> None:
    save_face(CAVE.id, cave, tmp_path)
    classifier = Classifier.load()
    assert with_learnt_faces(classifier, packaged_catalogue(), tmp_path) is classifier


def test_one_picture_is_of_one_piece(tmp_path: Path, cave: np.ndarray) -> None:
    save_face(CAVE.id, cave, tmp_path)
    with pytest.raises(DocumentError, match="was learnt as food/cheese-cave"):
        save_face("food/bakery", cave, tmp_path)


@pytest.mark.parametrize("name", ["../..", "..", "", "/etc", "food", "food/../.."])
def test_forgetting_deletes_nothing_but_faces(tmp_path: Path, cave: np.ndarray, name: str) -> None:
    folder = tmp_path / "config" / "faces"
    face = save_face(CAVE.id, cave, folder)
    other = tmp_path / "precious.png"
    other.write_bytes(b"kept")
    assert forget_faces(name, folder) == 0
    assert face.exists()
    assert other.exists()


def test_a_broken_face_is_named(tmp_path: Path, cave: np.ndarray) -> None:
    path = save_face(CAVE.id, cave, tmp_path)
    path.write_bytes(b"nonsense")
    with pytest.raises(DocumentError, match=rf"{path.name}.*learn it again"):
        with_learnt_faces(Classifier.load(), CATALOGUE, tmp_path)


@pytest.mark.parametrize(
    ("piece_id", "piece"),
    [
        ("food/bakery", PieceClass.TILE),
        ("throne/utility-food", PieceClass.THRONE),
        ("bonus/width", PieceClass.CARD),
        ("attendant/painter", PieceClass.ATTENDANT),
    ],
)
def test_what_a_piece_is(piece_id: str, piece: PieceClass) -> None:
    assert piece_class_of(piece_id, CATALOGUE) is piece
    with pytest.raises(DocumentError, match="tiles add"):
        piece_class_of("food/pizzeria", CATALOGUE)
