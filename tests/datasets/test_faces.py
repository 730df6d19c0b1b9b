import hashlib
import io
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pypdf
import pytest
from PIL import Image

from castlescan.datasets.faces import (
    BACK_IDS,
    TOKEN_IDS,
    DrawnFaces,
    Face,
    FaceError,
    FaceKind,
    ScannedFaces,
    aspect_of,
    kind_of,
    size_mm,
    size_of,
)
from castlescan.datasets.faces.illustration import draw_illustration, scene_of
from castlescan.datasets.faces.print_sheets import write_print_sheets
from castlescan.datasets.faces.props import PROPS
from castlescan.datasets.faces.strip import tile_signs
from castlescan.datasets.paper import Paper
from castlescan.engine.between_two_castles.catalogue import (
    Border,
    Catalogue,
    Hanging,
    TileSet,
    TileType,
    packaged_catalogue,
    parse_tiles,
)
from castlescan.engine.errors import DocumentError
from castlescan.engine.languages import Language

SIZE = 40
TILES = [tile for tile in packaged_catalogue().tiles.values() if tile.type is not TileType.THRONE]


@pytest.fixture(scope="module")
def drawn() -> DrawnFaces:
    return DrawnFaces()


@pytest.fixture(scope="module")
def tile_faces(drawn: DrawnFaces) -> np.ndarray:
    return np.stack([drawn.face(tile.id, SIZE) for tile in TILES]).astype(float)


def part(faces: np.ndarray, left: float, top: float, right: float, bottom: float) -> np.ndarray:
    """Cut a part out of faces, in shares of their size."""
    height, width = faces.shape[-3:-1]
    return faces[
        ...,
        round(top * height) : round(bottom * height),
        round(left * width) : round(right * width),
        :,
    ]


def nearest(faces: np.ndarray) -> tuple[float, str]:
    """Return the smallest root mean square distance of any two faces, and which."""
    flat = faces.reshape(len(faces), -1)
    squares = (flat**2).sum(axis=1)
    distance = (squares[:, None] + squares[None, :] - 2 * flat @ flat.T) / flat.shape[1]
    np.fill_diagonal(distance, np.inf)
    one, other = np.unravel_index(distance.argmin(), distance.shape)
    return float(np.sqrt(distance[one, other])), f"{TILES[one].id} and {TILES[other].id}"


def test_every_piece_has_a_face_of_its_size(drawn: DrawnFaces, catalogue: Catalogue) -> None:
    pieces = [*catalogue.tiles, *(card.id for card in catalogue.bonus_cards.values())]
    pieces += [attendant.id for attendant in catalogue.attendants.values()]
    assert set(drawn.ids) == {*pieces, *TOKEN_IDS, *BACK_IDS}
    for piece in drawn.ids:
        face = drawn.cut_out(piece, SIZE)
        assert face.pixels.dtype == face.mask.dtype == np.uint8
        assert face.pixels.shape == (SIZE, round(aspect_of(piece) * SIZE), 3)
        assert face.mask.shape == face.pixels.shape[:2]
        assert face.pixels.std() > 20, f"{piece} is all but empty"


@pytest.mark.parametrize(
    ("piece", "shape"),
    [
        ("food/bakery", (40, 40, 3)),
        ("throne/food-sleeping", (40, 80, 3)),
        ("back/throne", (40, 80, 3)),
        ("bonus/width", (40, 26, 3)),
        ("back/card", (40, 26, 3)),
        ("attendant/painter", (40, 40, 3)),
    ],
)
def test_aspects(drawn: DrawnFaces, piece: str, shape: tuple[int, ...]) -> None:
    assert drawn.face(piece, 40).shape == shape


def test_tokens_are_round(drawn: DrawnFaces) -> None:
    mask = drawn.cut_out("token/food", 40).mask
    assert mask[0, 0] == mask[-1, -1] == 0
    assert mask[20, 20] == 255
    assert mask.mean() / 255 == pytest.approx(np.pi / 4, abs=0.04)


def test_faces_do_not_depend_on_what_was_drawn_before(drawn: DrawnFaces) -> None:
    others = DrawnFaces()
    for piece in ("outdoor/vineyard", "food/bakery", "throne/food-sleeping", "bonus/width"):
        assert np.array_equal(others.face(piece, SIZE), drawn.face(piece, SIZE))
        assert others.svg(piece) == drawn.svg(piece)


def test_faces_are_the_same_in_every_process(drawn: DrawnFaces) -> None:
    pieces = ["outdoor/vineyard", "corridor/great-hall", "attendant/knight", "throne/food-sleeping"]
    script = (
        "import hashlib, sys; from castlescan.datasets.faces import DrawnFaces; faces = DrawnFaces();"
        "print(hashlib.sha256(''.join(map(faces.svg, sys.argv[1:])).encode()).hexdigest())"
    )
    other = subprocess.run(
        [sys.executable, "-c", script, *pieces],
        env={**os.environ, "PYTHONHASHSEED": "7"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (
        other.stdout.strip() == hashlib.sha256("".join(map(drawn.svg, pieces)).encode()).hexdigest()
    )


def test_kept_faces_cannot_be_painted_over(drawn: DrawnFaces) -> None:
    with pytest.raises(ValueError, match="read-only"):
        drawn.face("food/bakery", SIZE)[0, 0] = 0


def test_no_two_tiles_are_alike(tile_faces: np.ndarray) -> None:
    distance, which = nearest(tile_faces)
    assert distance > 15, which


def test_no_two_illustrations_are_alike(tile_faces: np.ndarray) -> None:
    # Without border, icons, name and scoring strip.
    distance, which = nearest(part(tile_faces, 0.1, 0.24, 0.9, 0.78))
    assert distance > 20, which


def test_no_two_thrones_are_alike(drawn: DrawnFaces, catalogue: Catalogue) -> None:
    thrones = [tile.id for tile in catalogue.tiles.values() if tile.type is TileType.THRONE]
    faces = np.stack([drawn.face(throne, SIZE) for throne in thrones]).astype(float)
    assert nearest(faces)[0] > 10


def test_bonus_cards_differ_without_their_captions(catalogue: Catalogue) -> None:
    blank = DrawnFaces(names=None)
    pictures = [
        part(blank.face(card.id, 100).astype(float), 0.1, 0.2, 0.9, 0.75)
        for card in catalogue.bonus_cards.values()
    ]
    assert nearest(np.stack(pictures))[0] > 5


def test_borders_are_blue_where_the_catalogue_says_so(tile_faces: np.ndarray) -> None:
    edge = part(tile_faces, 0.0, 0.02, 0.04, 0.98).mean(axis=(1, 2))
    blueness = edge[:, 2] - edge[:, 0]
    for tile, blue in zip(TILES, blueness, strict=True):
        assert (blue > 60) == (tile.border is Border.BLUE), tile.id


@pytest.mark.parametrize(("left", "right"), [(0.1, 0.2), (0.81, 0.88)])
def test_icons_show_type_and_hanging(drawn: DrawnFaces, left: float, right: float) -> None:
    signs: dict[object, list[np.ndarray]] = {}
    for tile in TILES:
        group = tile.type if left < 0.5 else tile.hanging
        shown = tile.type in (TileType.FOOD, TileType.SPECIALTY) or left < 0.5
        if shown and tile.type is not TileType.SECRET and len(signs.get(group, [])) < 2:
            face = drawn.face(tile.id, 100).astype(float)
            signs.setdefault(group, []).append(part(face, left, 0.11, right, 0.18))
    assert len(signs) == (9 if left < 0.5 else 5)
    for group, same in signs.items():
        assert all(np.abs(one - same[0]).max() <= 2 for one in same), group
        for other, theirs in signs.items():
            if group != other:
                assert np.abs(same[0] - theirs[0]).mean() > 10, (group, other)


def test_secret_rooms_show_their_arrow_three_times(drawn: DrawnFaces) -> None:
    secrets = {tile.arrow: tile.id for tile in TILES if tile.arrow is not None}
    assert len(secrets) == 4
    for region in ((0.1, 0.1, 0.2, 0.2), (0.8, 0.1, 0.9, 0.2), (0.42, 0.82, 0.58, 0.92)):
        cuts = np.stack(
            [part(drawn.face(piece, 100).astype(float), *region) for piece in secrets.values()]
        )
        assert nearest(cuts)[0] > 20


def test_scoring_strips_differ_exactly_if_the_rules_do() -> None:
    strips: dict[str, object] = {}
    rules: dict[object, str] = {}
    for tile in packaged_catalogue().tiles.values():
        rule = (
            tile.points, tile.points_else, tile.wants, tile.wants_rooms, tile.where, tile.unwanted,
            tile.arrow, tile.spots,
            tile.type if tile.type is TileType.SLEEPING else None,
        )  # fmt: skip
        strip = repr(tile_signs(tile, Language.EN))
        assert strips.setdefault(strip, rule) == rule, tile.id
        assert rules.setdefault(rule, strip) == strip, tile.id


@pytest.mark.parametrize("names", [Language.DE, None])
def test_names_change_the_ribbon_alone(drawn: DrawnFaces, names: Language | None) -> None:
    others = DrawnFaces(names=names)
    for piece in ("food/scullery", "outdoor/grand-balcony", "specialty/fountain"):
        changed = (
            np.abs(others.face(piece, 200).astype(int) - drawn.face(piece, 200)).max(axis=2) > 0
        )
        rows, columns = np.nonzero(changed)
        assert len(rows) > 50
        assert rows.min() >= 0.08 * 200
        assert rows.max() <= 0.165 * 200
        assert columns.min() >= 0.22 * 200
        assert columns.max() <= 0.78 * 200
    assert np.array_equal(
        others.face("throne/food-sleeping", SIZE), drawn.face("throne/food-sleeping", SIZE)
    )


def test_bonus_cards_are_captioned_in_the_language(drawn: DrawnFaces) -> None:
    german = DrawnFaces(names=Language.DE)
    changed = np.abs(
        german.face("bonus/height", 200).astype(int) - drawn.face("bonus/height", 200)
    ).max(axis=2)
    rows, _ = np.nonzero(changed)
    assert 0.76 * 200 <= rows.min() <= rows.max() <= 0.89 * 200


def test_rooms_wanted_by_name_are_named_in_the_language() -> None:
    dice_tower = packaged_catalogue().tile("utility/dice-tower-room")
    assert "Game Storage" in repr(tile_signs(dice_tower, Language.EN))
    assert "Spielevorrat" in repr(tile_signs(dice_tower, Language.DE))


def test_tiles_of_users_get_a_picture_of_their_type(catalogue: Catalogue) -> None:
    added = parse_tiles(
        '[[tiles]]\nid = "food/gingerbread-house"\nname = "Gingerbread <House>"\nhanging = "torch"\n'
        'points = 3\nwants = "torch"\nwhere = "three-below"\n'
        '[[tiles]]\nid = "specialty/menagerie"\nname = "Menagerie"\npoints = 4\nwhere = "always"',
        default_set=TileSet.USER,
    )
    faces = DrawnFaces(catalogue.with_tiles(added))
    assert faces.face("food/gingerbread-house", SIZE).std() > 20
    assert faces.face("specialty/menagerie", SIZE).std() > 20
    assert "&lt;House&gt;" in faces.svg("food/gingerbread-house")


def test_unknown_pieces_have_no_face(drawn: DrawnFaces) -> None:
    for piece in ("food/nothing", "token/throne", "back/none", "nonsense"):
        with pytest.raises(FaceError, match="there is no piece"):
            drawn.face(piece, SIZE)


def test_every_tile_has_a_scene_of_its_own_with_known_things() -> None:
    scenes = {tile.id: scene_of(tile) for tile in TILES}
    own = {scene for piece, scene in scenes.items() if "ballroom" not in piece}
    assert len(own) == len(TILES) - 8
    for piece, scene in scenes.items():
        for row in scene.split("|")[1:]:
            names = {word.partition(":")[0] for word in row.split()} - {"_"}
            assert names <= set(PROPS), piece
    assert all(draw_illustration(tile) for tile in TILES[:3])


def test_hangings_that_are_missing_leave_the_roundel_bare(drawn: DrawnFaces) -> None:
    bare = next(tile for tile in TILES if tile.type is TileType.OUTDOOR)
    assert bare.hanging is Hanging.NONE
    assert (
        part(drawn.face(bare.id, 100).astype(float), 0.82, 0.12, 0.87, 0.17).std(axis=(0, 1)).max()
        < 40
    )


@pytest.fixture
def scans(tmp_path: Path) -> Path:
    (tmp_path / "food").mkdir()
    stripes = np.zeros((100, 104, 3), dtype=np.uint8)
    stripes[:, ::2] = 200
    Image.fromarray(stripes).save(tmp_path / "food" / "bakery.png")
    (tmp_path / "food" / "torn.jpg").write_bytes(b"not a picture")
    (tmp_path / "food" / "notes.txt").write_text("no scan")
    return tmp_path


def test_scans_are_resized_by_area(scans: Path) -> None:
    faces = ScannedFaces(scans)
    assert faces.ids == ("food/bakery", "food/torn")
    face = faces.cut_out("food/bakery", 10)
    assert face.pixels.shape == (10, 10, 3)
    assert np.abs(face.pixels.astype(int) - 100).max() <= 12
    assert (face.mask == 255).all()
    assert faces.face("food/bakery", 300).shape == (300, 300, 3)


def test_scans_that_cannot_be_had_are_named(scans: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faces = ScannedFaces(scans)
    with pytest.raises(FaceError, match=r"has no scan food/pantry\.jpg"):
        faces.face("food/pantry", 10)
    with pytest.raises(FaceError, match=r"torn\.jpg: cannot be read"):
        faces.face("food/torn", 10)
    with pytest.raises(FaceError, match="nowhere: is not a folder"):
        ScannedFaces(scans / "nowhere")
    with pytest.raises(FaceError, match="holds no scans"):
        ScannedFaces(scans / "food")
    (scans / "games" / "castles").mkdir(parents=True)
    (scans / "games" / "castles" / "cover.jpg").touch()
    with pytest.raises(FaceError, match="holds no scans"):  # but pictures of something else
        ScannedFaces(scans / "games")
    monkeypatch.delenv("CASTLESCAN_ART", raising=False)
    with pytest.raises(FaceError, match="set CASTLESCAN_ART"):
        ScannedFaces()
    monkeypatch.setenv("CASTLESCAN_ART", str(scans))
    assert ScannedFaces().ids == faces.ids


def test_all_scans_of_the_art_folder(shared: Path, catalogue: Catalogue) -> None:
    folder = shared / "art" / "between-two-castles"
    if not folder.is_dir():
        pytest.skip("the scans are not there")
    faces = ScannedFaces(folder)
    assert set(catalogue.tiles) <= set(faces.ids)
    assert faces.face("throne/living-corridor", SIZE).shape == (SIZE, 2 * SIZE, 3)
    edge = faces.face("outdoor/fish-pond", SIZE)[3:-3, 1:3].mean(axis=(0, 1))
    assert edge[2] - edge[0] > 60


class Slips:
    """Faces that are blank slips of paper, each of its own shade: sheets can be made of any faces."""

    ids = tuple(packaged_catalogue().tiles)

    def face(self, piece_id: str, size_px: int) -> np.ndarray:
        return self.cut_out(piece_id, size_px).pixels

    def cut_out(self, piece_id: str, size_px: int) -> Face:
        width, height = size_of(piece_id, size_px)
        shade = int.from_bytes(hashlib.sha256(piece_id.encode()).digest()[:3])
        pixels = np.full((height, width, 3), [shade >> 16, shade >> 8 & 255, shade & 255], np.uint8)
        return Face(piece_id, pixels, np.full((height, width), 255, np.uint8))


def placed_pictures(pdf: bytes) -> list[int]:
    """Count the pictures on each page of a PDF."""
    pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
    return [page.get_contents().get_data().count(b" Do") for page in pages]  # type: ignore[union-attr]


def test_sheets_hold_every_piece_of_the_box(tmp_path: Path) -> None:
    sheets = write_print_sheets(
        tmp_path / "all.pdf", sets=[TileSet.BASE], dots_per_inch=12, faces=Slips()
    )
    counts = placed_pictures((tmp_path / "all.pdf").read_bytes())
    # 147 regular and 48 specialty tiles on pages of 24, 7 thrones on pages of 12, 20 cards of 16 a
    # page, 28 attendants on one.
    assert counts == [24] * 8 + [3, 7, 16, 4, 28]
    assert sheets.pages == len(counts)
    assert sheets.pieces == sum(counts) == 147 + 48 + 7 + 20 + 28


def test_sheets_with_backs_and_letter_paper(tmp_path: Path) -> None:
    path = tmp_path / "new" / "folder" / "sheets.pdf"
    told: list[tuple[int, int]] = []
    write_print_sheets(
        path,
        sets=[TileSet.SECRETS_AND_SOIREES],
        paper=Paper.LETTER,
        backs=True,
        dots_per_inch=12,
        faces=Slips(),
        progress=lambda done, of: told.append((done, of)),
    )
    counts = placed_pictures(path.read_bytes())
    assert counts == [20, 20] * 3 + [17, 17] + [1, 1] + [8, 8] + [48]
    assert told == [(page, 7) for page in range(1, 8)]
    box = pypdf.PdfReader(path).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((612, 792), abs=0.1)
    assert [file.name for file in path.parent.iterdir()] == ["sheets.pdf"]


def test_sheets_are_at_real_size(tmp_path: Path) -> None:
    path = tmp_path / "promo.pdf"
    write_print_sheets(path, sets=[TileSet.PROMO], language=Language.DE, dots_per_inch=12)
    content = pypdf.PdfReader(path).pages[0].get_contents()
    assert content is not None
    points = 45 / 25.4 * 72
    assert f"{points:.2f} 0 0 {points:.2f}".encode() in content.get_data()
    assert size_mm("throne/food-sleeping") == (90, 45)
    assert kind_of("food/bakery") is FaceKind.TILE


def test_sheets_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(DocumentError, match="cannot be written"):
        write_print_sheets(tmp_path / "file" / "x.pdf", sets=[TileSet.PROMO], dots_per_inch=12)
    with pytest.raises(DocumentError, match="nothing to print"):
        write_print_sheets(tmp_path / "x.pdf", sets=[TileSet.USER])
    assert [file.name for file in tmp_path.iterdir()] == ["file"]
