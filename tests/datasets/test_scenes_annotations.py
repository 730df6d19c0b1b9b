import json
from copy import deepcopy

import pytest

from castlescan.datasets.scenes.annotations import (
    ANNOTATION_FORMAT,
    SET_FORMAT,
    Annotation,
    from_coco,
    load_annotations,
    parse_annotations,
    to_coco,
    write_annotation,
)
from castlescan.engine.errors import DocumentError
from castlescan.vision.pieces import PieceClass

DOCUMENT = {
    "format": ANNOTATION_FORMAT,
    "image": {"file": "photos/one.jpg", "width": 1600, "height": 1200},
    "pieces": [
        {
            "class": "tile",
            "id": "food/bakery",
            "quad": [[810.5, 402.25], [905, 405.5], [909.5, 489], [811.25, 485.75]],
            "castle": 0,
            "x": -1,
            "y": 0,
            "turns": 0,
            "visible": 0.75,
        },
        {"class": "tile-back", "quad": [[-10, 0], [40, 0], [40, 50], [-10, 50]]},
    ],
    "castles": [
        {
            "castle": {
                "format": "castlescan/castle/1",
                "game": "between-two-castles",
                "throne": "throne/living-corridor",
                "rooms": [{"id": "food/bakery", "x": -1, "y": 0}],
                "attendants": [],
                "bonus_cards": [],
            },
            "fault": {"rule": "level", "tiles": [{"id": "food/bakery", "x": -1, "y": 0}]},
        }
    ],
    "conditions": {"tilt": 38.5, "jpeg": 80, "seed": [1, 2]},
}


def changed(**changes):
    return {**deepcopy(DOCUMENT), **changes}


def with_piece(**changes):
    piece = {**DOCUMENT["pieces"][0], **changes}
    return changed(pieces=[{key: value for key, value in piece.items() if value != "gone"}])


def test_parse_and_dump_are_inverse():
    (annotation,) = parse_annotations(DOCUMENT)
    assert annotation.pieces[0].kind is PieceClass.TILE
    assert annotation.castles[0].castle.rooms[0].id == "food/bakery"
    assert parse_annotations(json.loads(annotation.model_dump_json())) == [annotation]
    assert annotation.model_dump()["pieces"][0]["class"] == "tile"


def test_the_least_that_people_must_write():
    (annotation,) = parse_annotations(
        {
            "format": ANNOTATION_FORMAT,
            "image": {"file": "a.jpg", "width": 100, "height": 80},
            "pieces": [{"class": "throne", "quad": [[0, 0], [20, 0], [20, 10], [0, 10]]}],
        }
    )
    assert annotation.pieces[0].id is None
    assert annotation.castles == []


def test_files_and_folders(tmp_path):
    (one,) = parse_annotations(DOCUMENT)
    two = one.model_copy(update={"conditions": None})
    write_annotation(tmp_path / "b.json", two)
    write_annotation(tmp_path / "a.json", one)
    (tmp_path / "notes.txt").write_text("no annotation")
    assert load_annotations(tmp_path) == [one, two]
    assert load_annotations(tmp_path / "b.json") == [two]
    both = {"format": SET_FORMAT, "pictures": [one.model_dump(), two.model_dump()]}
    (tmp_path / "set").mkdir()
    (tmp_path / "set" / "all.json").write_text(json.dumps(both))
    assert load_annotations(tmp_path / "set") == [one, two]
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "a.json",
        "b.json",
        "notes.txt",
        "set",
    ]


def test_coco_and_back():
    (one,) = parse_annotations(DOCUMENT)
    empty = Annotation(image=one.image.model_copy(update={"file": "two.jpg"}), pieces=[])
    coco = to_coco([one, empty])
    assert from_coco(json.loads(json.dumps(coco))) == [one, empty]
    assert parse_annotations(coco) == [one, empty]
    tile, back = coco["annotations"]
    assert tile["bbox"] == [810.5, 402.25, 99.0, 86.75]
    assert tile["num_keypoints"] == 4
    assert tile["keypoints"][:3] == [810.5, 402.25, 2]
    assert back["keypoints"][:3] == [-10, 0, 1]  # outside the picture
    assert back["area"] == pytest.approx(2500)
    categories = {category["id"]: category for category in coco["categories"]}
    assert categories[back["category_id"]]["name"] == "tile-back"
    assert categories[tile["category_id"]]["keypoints"][0] == "top-left"


def test_what_is_no_castlescan_in_coco_makes_one_line():
    coco = to_coco(parse_annotations(changed(pieces=[])))
    coco["images"][0]["castlescan"] = {"pieces": 5, "image": None}
    (annotation,) = from_coco(coco)
    assert (annotation.image.file, annotation.pieces) == ("photos/one.jpg", [])
    coco["images"][0]["castlescan"] = {"castles": 5}
    with pytest.raises(DocumentError, match="castles"):
        from_coco(coco)


def test_coco_of_other_programs():
    keypoints = [0, 0, 2, 20, 0, 2, 20, 10, 1, 0, 10, 2]
    coco = {
        "images": [{"id": "p", "file_name": "p.jpg", "width": 100, "height": 80, "date": "x"}],
        "categories": [{"id": 7, "name": "throne"}],
        "annotations": [{"id": 1, "image_id": "p", "category_id": 7, "keypoints": keypoints}],
    }
    (annotation,) = parse_annotations(coco)
    assert annotation.pieces[0].kind is PieceClass.THRONE
    assert annotation.pieces[0].quad[2] == [20, 10]


SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ([], "is not an? annotation document"),
        ({"format": "castlescan/castle/1"}, "where an? annotation document"),
        (changed(format="castlescan/annotation/2"), "does not know"),
        (changed(image={"file": "a.jpg", "width": 0, "height": 10}), r"image\.width"),
        (changed(image={"file": "../a.jpg", "width": 9, "height": 9}), "inside the folder"),
        (changed(image={"file": "/a.jpg", "width": 9, "height": 9}), "inside the folder"),
        (changed(colour="red"), 'unknown key "colour"'),
        (with_piece(**{"class": "room"}), r"pieces\[0\]\.class .*'tile'"),
        (with_piece(quad=SQUARE[:3]), r"pieces\[0\]\.quad .*4 items"),
        (with_piece(quad=SQUARE[::-1]), "clockwise"),
        (with_piece(quad=[[0, 0]] * 4), "clockwise"),
        (with_piece(quad=[["a", 0], *SQUARE[1:]]), r"pieces\[0\]\.quad\[0\]\[0\]"),
        (with_piece(quad=[[1e9, 0], *SQUARE[1:]]), "number of pixels"),
        (with_piece(quad="gone"), r"pieces\[0\] has no \"quad\""),
        (with_piece(visible=1.5), r"pieces\[0\]\.visible"),
        (with_piece(turns=4), r"pieces\[0\]\.turns"),
        (with_piece(y="gone"), "both x and y"),
        (with_piece(castle="gone"), "name the castle"),
        (with_piece(castle=3), r"castle 3, but there are 1 castles"),
        ({"format": SET_FORMAT, "pictures": [changed(), {}]}, r"pictures\[1\].*format"),
        ({"format": SET_FORMAT, "pictures": 5}, "pictures"),
        ({"format": SET_FORMAT}, "pictures"),
    ],
)
def test_bad_documents_get_one_line(document, message):
    with pytest.raises(DocumentError, match=message) as caught:
        parse_annotations(document)
    assert "\n" not in str(caught.value)


def coco_with(key, **changes):
    coco = to_coco(parse_annotations(DOCUMENT))
    coco[key][0].update(changes)
    return coco


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ({"annotations": 1}, '"categories" must be a list'),
        ({"annotations": [], "categories": [], "images": [1]}, '"images" must be a list'),
        (coco_with("annotations", image_id=9), r"annotations\[0\] names the image 9"),
        (coco_with("annotations", image_id=[]), r"annotations\[0\] names the image"),
        (coco_with("annotations", category_id=99), "names the category 99"),
        (coco_with("annotations", keypoints=[1, 2, 2]), "twelve numbers"),
        (coco_with("annotations", keypoints=[0] * 12), "leaves a corner out"),
        (coco_with("annotations", keypoints=["a"] * 12), r"images\[0\]: pieces\[0\]\.quad"),
        (coco_with("categories", name="room"), r"images\[0\]: pieces\[0\]\.class"),
        (coco_with("categories", id=[1]), r"categories\[0\]\.id"),
        (coco_with("images", width="wide"), r"images\[0\]: image\.width"),
    ],
)
def test_bad_coco_gets_one_line(document, message):
    with pytest.raises(DocumentError, match=message) as caught:
        parse_annotations(document)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "is empty"), (b"{", "is not JSON"), (b"\xff\xd8\xff", "is a picture")],
)
def test_bad_files_are_named(tmp_path, content, message):
    path = tmp_path / "bad.json"
    path.write_bytes(content)
    with pytest.raises(DocumentError, match=rf"bad\.json: {message}"):
        load_annotations(path)


def test_missing_files_and_empty_folders_are_named(tmp_path):
    with pytest.raises(DocumentError, match=r"none\.json: there is no such file"):
        load_annotations(tmp_path / "none.json")
    with pytest.raises(DocumentError, match="has no annotations"):
        load_annotations(tmp_path)
