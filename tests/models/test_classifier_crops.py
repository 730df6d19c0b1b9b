from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("torch", reason="PyTorch (extra `train`) is not installed")

from castlescan.models.classifier_faces import FACE_HEIGHT, KnownFace
from castlescan.models.classifier_negatives import draw_negative, draw_tables
from castlescan.models.classifier_network import CROP_SIZE
from castlescan.models.crop_augmentation import (
    Hardness,
    Surroundings,
    any_banner,
    blank_banner,
    expose,
    known_crop,
    network_input,
    own_banner,
    strange_crop,
    strange_throne,
    turned,
)
from castlescan.vision.composed_crops import crop_size
from castlescan.vision.pieces import PieceClass

GENTLE = Hardness(
    sizes=(100, 100),
    usual_sizes=(100, 100),
    corner=0,
    flattest=1,
    cast=0,
    mixed=0,
    shadow=0,
    glare=0,
    occlusion=0,
    cut_off=0,
    exposure=(0, 0),
    blur=0,
    noise=0,
    jpeg=95,
)


def face(piece: PieceClass, aspect: float = 1.0) -> KnownFace:
    """A face whose quarters are red, green, blue and white, clockwise from the top left."""
    wide = round(aspect * FACE_HEIGHT)
    pixels = np.zeros((FACE_HEIGHT, wide, 3), np.uint8)
    half, middle = FACE_HEIGHT // 2, wide // 2
    pixels[:half, :middle] = (220, 40, 40)
    pixels[:half, middle:] = (40, 220, 40)
    pixels[half:, middle:] = (40, 40, 220)
    pixels[half:, :middle] = (230, 230, 230)
    mask = np.full(pixels.shape[:2], 255, np.uint8)
    if piece is PieceClass.TOKEN:
        mask[:20] = 0
    return KnownFace("x/y", "drawn", piece, pixels, pixels // 2, mask, 0, 0, 0)


@pytest.fixture(scope="module")
def around() -> Surroundings:
    return Surroundings(
        tiles=[face(PieceClass.TILE), face(PieceClass.THRONE, 2)],
        attendants=[face(PieceClass.ATTENDANT)],
        tokens=[face(PieceClass.TOKEN)],
        tables=draw_tables(np.random.default_rng(0), 2),
        texts=[np.full((32, 200), 0.5, np.float32)],
    )


@pytest.mark.parametrize(
    ("piece", "aspect"),
    [
        (PieceClass.TILE, 1.0),
        (PieceClass.THRONE, 2.0),
        (PieceClass.CARD, 0.65),
        (PieceClass.ATTENDANT, 1.0),
        (PieceClass.TOKEN, 1.0),
        (PieceClass.TILE_BACK, 1.0),
    ],
)
def test_crops_of_all_pieces_have_their_size_and_seed(
    around: Surroundings, piece: PieceClass, aspect: float
) -> None:
    one, same = (
        known_crop(np.random.default_rng(4), face(piece, aspect), around, Hardness())
        for _ in range(2)
    )
    width, height = crop_size(CROP_SIZE, piece)
    assert one.shape == (height, width, 3)
    assert network_input(one, piece).shape == (CROP_SIZE, CROP_SIZE, 3)
    assert one.dtype == np.uint8
    assert (one == same).all()


def test_a_gentle_crop_lies_upright(around: Surroundings) -> None:
    card = face(PieceClass.CARD, 0.65)
    for seed in range(6):
        crop = known_crop(np.random.default_rng(seed), card, around, GENTLE, own_banner)
        near, far = 2 * CROP_SIZE // 4, 2 * CROP_SIZE * 3 // 4
        assert crop[near, near].argmax() == 0
        assert crop[near, far].argmax() == 1
        assert crop[far, far].argmax() == 2
        assert crop[far, near].min() > crop[far, far].min()


def test_turning_is_clockwise() -> None:
    crop = np.zeros((8, 8, 3), np.uint8)
    crop[0, 0] = 255
    assert turned(crop, 1)[0, 7].all()
    assert turned(crop, 2)[7, 7].all()
    assert turned(crop, 3)[7, 0].all()


def test_strange_things_vary(around: Surroundings) -> None:
    rng = np.random.default_rng(1)
    crops = np.stack([strange_crop(rng, around, Hardness()) for _ in range(30)])
    assert crops.shape == (30, CROP_SIZE, CROP_SIZE, 3)
    assert crops.reshape(30, -1).mean(axis=1).std() > 10
    assert draw_negative(rng, around.tables).dtype == np.uint8


def test_a_hole_shows_the_table_and_its_neighbours_at_most_at_the_edges() -> None:
    table = np.full((512, 512, 3), (0, 150, 0), np.uint8)
    red = face(PieceClass.TILE)
    red.pixels[:] = (200, 0, 0)
    around = Surroundings([red], [], [], (table,), ())
    rng = np.random.default_rng(2)
    crops = [strange_crop(rng, around, replace(GENTLE, hole=1)) for _ in range(12)]
    inside = [crop[32:96, 32:96].reshape(-1, 3).mean(axis=0) for crop in crops]
    assert all(middle[0] < 60 < 90 < middle[1] for middle in inside)
    assert sum(int((crop[..., 0] > 100).sum()) > 50 for crop in crops) > 3


def test_what_is_taken_for_a_card_has_its_size(around: Surroundings) -> None:
    crop = strange_crop(np.random.default_rng(3), around, Hardness(), PieceClass.CARD)
    assert crop.shape == (2 * CROP_SIZE, 2 * CROP_SIZE, 3)


def test_what_is_no_throne_room_varies_too(around: Surroundings) -> None:
    rng = np.random.default_rng(1)
    crops = np.stack([strange_throne(rng, around, Hardness()) for _ in range(20)])
    assert crops.shape == (20, CROP_SIZE, 2 * CROP_SIZE, 3)
    assert crops.reshape(20, -1).mean(axis=1).std() > 10


def test_where_a_picture_ends_its_last_pixels_go_on(around: Surroundings) -> None:
    ending = replace(GENTLE, cut_off=1)
    lines = 0
    for seed in range(8):
        crop = known_crop(np.random.default_rng(seed), face(PieceClass.TILE), around, ending)
        sides = (crop[:, -2:], crop[:, :2], crop[:2].swapaxes(0, 1), crop[-2:].swapaxes(0, 1))
        lines += any((side[:, 0] == side[:, 1]).all() for side in sides)
    assert lines == 8


def test_milder_means_milder() -> None:
    hard, mild, same = Hardness(), Hardness().eased(1), Hardness().eased(-1)
    assert same == hard
    for name in ("corner", "cast", "blur", "noise", "glare", "occlusion"):
        assert getattr(mild, name) == pytest.approx(getattr(hard, name) / 3)


def test_banners(around: Surroundings) -> None:
    tile = face(PieceClass.TILE)
    rng = np.random.default_rng(0)
    assert own_banner(tile, around, rng) is tile.pixels
    assert blank_banner(tile, around, rng) is tile.blank
    seen = {any_banner(tile, around, rng).tobytes() for _ in range(40)}
    assert len(seen) > 5


def test_light_keeps_the_shape_and_changes_the_colour() -> None:
    grey = np.full((40, 50, 3), 128, np.uint8)
    lit = expose(np.random.default_rng(2), grey, 40, Hardness())
    assert lit.shape == grey.shape
    assert np.ptp(lit.reshape(-1, 3).mean(axis=0)) > 1


def test_covered_faces_show_a_tile_that_lies_on_them(around: Surroundings) -> None:
    """Tiles that lie on it are black here: up to half of the face is, and never all of it."""
    black = replace(face(PieceClass.TILE), pixels=np.zeros((FACE_HEIGHT, FACE_HEIGHT, 3), np.uint8))
    covering = replace(around, tiles=[black])
    bright = replace(
        face(PieceClass.TILE), pixels=np.full((FACE_HEIGHT, FACE_HEIGHT, 3), 220, np.uint8)
    )
    hidden = []
    for seed in range(40):
        rng = np.random.default_rng(seed)
        crop = known_crop(rng, bright, covering, replace(GENTLE, covered=1.0), own_banner)
        hidden.append(float((crop[8:-8, 8:-8].max(axis=2) < 110).mean()))
    assert 0.1 < np.mean(hidden) < 0.5
    assert max(hidden) < 0.75


def test_pictures_of_screens_and_in_grey(around: Surroundings) -> None:
    plain = face(PieceClass.TILE)

    def seen(**hardship: float) -> np.ndarray:
        rng = np.random.default_rng(1)
        made = known_crop(rng, plain, around, replace(GENTLE, **hardship), own_banner)
        return made[8:-8, 8:-8].astype(int)

    assert np.ptp(seen(grey=1.0), axis=2).max() < 12  # but for JPEG
    assert np.ptp(seen(), axis=2).max() > 100
    assert np.abs(seen(screen=1.0) - seen()).mean() > 3
