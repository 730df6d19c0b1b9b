"""The annotation format: which piece lies where in a picture.

A document describes one picture::

    {"format": "castlescan/annotation/1",
     "image": {"file": "photo.jpg", "width": 1600, "height": 1200},
     "pieces": [{"class": "tile", "id": "food/bakery",
                 "quad": [[810.5, 402.1], [905.0, 405.3], [909.9, 489.0], [811.2, 485.7]],
                 "castle": 0, "x": -1, "y": 0, "turns": 0, "visible": 1.0}],
     "castles": [{"castle": {"format": "castlescan/castle/1", ...}, "fault": null}],
     "conditions": {"tilt": 38.0}}

or a whole set: ``{"format": "castlescan/annotation-set/1", "pictures": [...]}`` with such documents.

Required are ``image`` and, of each piece, ``class`` and ``quad``. The rest says more where it is known.

image
    ``file`` is the picture's path from the folder of the document, with ``/``. The size is that of the
    picture as it is shown, after the rotation that phones store in EXIF.
quad
    The four corners of the printed face, in pixels from the top left corner of the picture, where the first
    pixel covers 0 to 1. They are in the upright order of the face: top left, top right, bottom right, bottom
    left, whichever way the piece lies. Corners may lie outside the picture or below something.
id
    As in the catalogue; null where nobody can tell.
castle, x, y
    The index of its castle in ``castles`` and the place there; the left half's of a throne.
turns
    Quarter turns clockwise of the piece against its castle, 0 to 3.
visible
    The share of the face that the picture shows, 0 to 1.
castles
    The castle document, null where it is not known; for an illegal one that was made so the rule that it
    breaks and the tiles that break it; ``complete`` tells whether at least half of each of its tiles and its
    throne is visible, so that it can be read whole.
conditions
    How the picture was taken, by which an evaluation can split; see :class:`Conditions`.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from ...engine.between_two_castles.castle import Castle
from ...engine.documents import (
    DocumentModel,
    parse_model,
    read_json,
    require_format,
    require_format_key,
    shorten,
    write_text,
)
from ...engine.errors import DocumentError
from ...engine.violations import PlacedTile
from ...vision.pieces import PieceClass

ANNOTATION_FORMAT: Literal["castlescan/annotation/1"] = "castlescan/annotation/1"
SET_FORMAT: Literal["castlescan/annotation-set/1"] = "castlescan/annotation-set/1"

CORNERS = ("top-left", "top-right", "bottom-right", "bottom-left")
MAX_SIDE = 100_000


def _finite(value: float) -> float:
    if not math.isfinite(value) or abs(value) > 10 * MAX_SIDE:
        raise ValueError(f"should be a number of pixels of at most {10 * MAX_SIDE}")
    return value


def _relative(path: str) -> str:
    parts = PurePosixPath(path)
    if parts.is_absolute() or ".." in parts.parts or "\\" in path or path != path.strip():
        raise ValueError("should be a path inside the folder of the document, with /")
    return path


_Pixels = Annotated[float, AfterValidator(_finite)]
_Corner = Annotated[list[_Pixels], Field(min_length=2, max_length=2)]


class ImageFile(DocumentModel):
    """The picture: its file and its size in pixels as it is shown."""

    file: Annotated[str, Field(min_length=1, max_length=1000), AfterValidator(_relative)]
    width: int = Field(ge=1, le=MAX_SIDE)
    height: int = Field(ge=1, le=MAX_SIDE)


class AnnotatedPiece(DocumentModel):
    """One piece: what it is and where. The module says what each key means."""

    model_config = ConfigDict(
        validate_by_name=True, validate_by_alias=True, serialize_by_alias=True
    )

    kind: PieceClass = Field(alias="class", strict=False)
    id: str | None = Field(None, min_length=1, max_length=80)
    quad: Annotated[list[_Corner], Field(min_length=4, max_length=4)]
    castle: int | None = Field(None, ge=0)
    x: int | None = Field(None, ge=-1000, le=1000)
    y: int | None = Field(None, ge=-1000, le=1000)
    turns: int | None = Field(None, ge=0, le=3)
    visible: float | None = Field(None, ge=0, le=1)

    @model_validator(mode="after")
    def _must_make_sense(self) -> Self:
        if (self.x is None) != (self.y is None):
            raise ValueError("should have both x and y, or neither")
        if self.x is not None and self.castle is None:
            raise ValueError("should name the castle in which it lies at x and y")
        if _area(self.quad) <= 0:
            raise ValueError(
                "should list the corners of its quad clockwise from the top left one of the face"
            )
        return self


class CastleFault(DocumentModel):
    """The rule that a castle was made to break, and the tiles that break it."""

    rule: str = Field(min_length=1, max_length=80)
    tiles: list[PlacedTile] = Field(default_factory=list, max_length=400)


class AnnotatedCastle(DocumentModel):
    """What lies in a castle, its fault if it was given one, and whether the picture shows all of it."""

    castle: Castle | None
    fault: CastleFault | None = None
    complete: bool | None = None


class Conditions(DocumentModel):
    """How a picture was taken.

    Attributes
    ----------
    tilt
        Degrees between the line of sight and the vertical.
    tile_px
        Median size of the tiles: the root of the area of their quads, in pixels.
    blur_px
        Standard deviation of all blur together, in pixels of the picture.
    brightness
        Mean of the picture, 0 to 1.
    cast
        How far from white the light made white things: the standard deviation of the logarithms of red,
        green and blue (base 2) after the camera's white balance.
    glare
        Share of the pieces' area where a reflection outshines the print.
    noise
        Standard deviation of the noise at middle grey, 0 to 1.
    jpeg
        JPEG quality, 1 to 100.
    table
        What lies below.
    hardship
        What makes the picture hard to read, such as "screen" or "grey-prints".
    faces
        Which faces the pieces have, such as "drawn" or "scanned".
    seed
        What the scene was drawn from.
    """

    tilt: float | None = Field(None, ge=0, le=90)
    tile_px: float | None = Field(None, ge=0)
    blur_px: float | None = Field(None, ge=0)
    brightness: float | None = Field(None, ge=0, le=1)
    cast: float | None = Field(None, ge=0)
    glare: float | None = Field(None, ge=0, le=1)
    noise: float | None = Field(None, ge=0)
    jpeg: int | None = Field(None, ge=1, le=100)
    table: str | None = Field(None, max_length=80)
    hardship: str | None = Field(None, max_length=80)
    faces: str | None = Field(None, max_length=80)
    seed: list[int] | None = Field(None, max_length=10)


class Annotation(DocumentModel):
    """All that is known about one picture."""

    model_config = ConfigDict(json_schema_extra=require_format_key)

    format: Literal["castlescan/annotation/1"] = ANNOTATION_FORMAT
    image: ImageFile
    pieces: list[AnnotatedPiece] = Field(max_length=10_000)
    castles: list[AnnotatedCastle] = Field(default_factory=list, max_length=100)
    conditions: Conditions | None = None

    @model_validator(mode="after")
    def _castles_must_be_there(self) -> Self:
        for index, piece in enumerate(self.pieces):
            if piece.castle is not None and piece.castle >= len(self.castles):
                raise ValueError(
                    f"pieces[{index}] lies in castle {piece.castle}, but there are "
                    f"{len(self.castles)} castles; they are counted from 0"
                )
        return self


class AnnotationSet(DocumentModel):
    """The annotations of several pictures in one file."""

    model_config = ConfigDict(json_schema_extra=require_format_key)

    format: Literal["castlescan/annotation-set/1"] = SET_FORMAT
    pictures: list[Annotation] = Field(max_length=100_000)


def _area(quad: Sequence[Sequence[float]]) -> float:
    """Return the signed area in square pixels: positive when the corners run clockwise."""
    (ax, ay), (bx, by), (cx, cy), (dx, dy) = quad
    return ((cx - ax) * (dy - by) - (cy - ay) * (dx - bx)) / 2


def parse_annotations(data: object) -> list[Annotation]:
    """Validate an annotation document, a set of them, or a COCO keypoint document.

    Parameters
    ----------
    data
        Parsed JSON.

    Raises
    ------
    DocumentError
        For the first fault, in one line with its place.
    """
    if isinstance(data, Mapping) and "format" not in data and "annotations" in data:
        return from_coco(data)
    if isinstance(data, Mapping) and data.get("format") == SET_FORMAT:
        pictures = data.get("pictures")
        for index, picture in enumerate(pictures if isinstance(pictures, list) else ()):
            try:
                _parse_one(picture)
            except DocumentError as error:
                raise error.at(f"pictures[{index}]") from None
        return parse_model(AnnotationSet, data).pictures
    return [_parse_one(data)]


def _parse_one(data: object) -> Annotation:
    require_format(data, ANNOTATION_FORMAT, "annotation")
    return parse_model(Annotation, data)


def load_annotations(path: Path) -> list[Annotation]:
    """Read the annotations of a file, or of all ``*.json`` files of a folder in the order of names.

    Raises
    ------
    DocumentError
        When a file cannot be read, is faulty, or there is none; the message names it.
    """
    if path.is_dir():
        files = sorted(path.glob("*.json"))
        if not files:
            raise DocumentError(
                "this folder has no annotations (*.json); name another one", source=str(path)
            )
        return [annotation for file in files for annotation in load_annotations(file)]
    data = read_json(path)
    try:
        return parse_annotations(data)
    except DocumentError as error:
        raise error.at(str(path)) from None


def write_annotation(path: Path, annotation: Annotation) -> None:
    """Write an annotation document, whole or not at all.

    Raises
    ------
    DocumentError
        When the folder cannot be written to.
    """
    write_text(path, annotation.model_dump_json(exclude_none=True) + "\n")


def to_coco(annotations: Iterable[Annotation]) -> dict[str, Any]:
    """Convert to a COCO keypoint document, with the corners as keypoints.

    What COCO has no place for is under ``attributes`` of each annotation and ``castlescan`` of each image;
    :func:`from_coco` reads it again, so that nothing is lost.
    """
    kinds = {kind: number for number, kind in enumerate(PieceClass, start=1)}
    images: list[dict[str, Any]] = []
    entries: list[dict[str, Any]] = []
    for number, annotation in enumerate(annotations, start=1):
        document = annotation.model_dump()
        size = annotation.image.width, annotation.image.height
        images.append(
            {
                "id": number,
                "file_name": annotation.image.file,
                "width": size[0],
                "height": size[1],
                "castlescan": {key: document[key] for key in ("castles", "conditions")},
            }
        )
        for piece, extras in zip(annotation.pieces, document["pieces"], strict=True):
            xs, ys = zip(*piece.quad, strict=True)
            keypoints = [
                value
                for x, y in piece.quad
                for value in (x, y, 2 if 0 <= x <= size[0] and 0 <= y <= size[1] else 1)
            ]
            entries.append(
                {
                    "id": len(entries) + 1,
                    "image_id": number,
                    "category_id": kinds[piece.kind],
                    "keypoints": keypoints,
                    "num_keypoints": 4,
                    "segmentation": [[value for corner in piece.quad for value in corner]],
                    "bbox": [min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)],
                    "area": _area(piece.quad),
                    "iscrowd": 0,
                    "attributes": {k: v for k, v in extras.items() if k not in ("class", "quad")},
                }
            )
    return {
        "info": {"description": "castlescan annotations"},
        "licenses": [],
        "images": images,
        "annotations": entries,
        "categories": [
            {
                "id": number,
                "name": kind.value,
                "supercategory": "piece",
                "keypoints": list(CORNERS),
                "skeleton": [[1, 2], [2, 3], [3, 4], [4, 1]],
            }
            for kind, number in kinds.items()
        ],
    }


def from_coco(data: Mapping[str, Any]) -> list[Annotation]:
    """Convert from a COCO keypoint document whose categories are named as the classes here.

    Raises
    ------
    DocumentError
        When something is missing or of the wrong kind, in one line with its place.
    """
    kinds: dict[object, str] = {}
    for index, category in enumerate(_entries(data, "categories")):
        kinds[_get(category, "id", f"categories[{index}]")] = str(category.get("name"))
    images: dict[object, dict[str, Any]] = {}
    for index, image in enumerate(_entries(data, "images")):
        place = f"images[{index}]"
        extras = image.get("castlescan")
        images[_get(image, "id", place)] = {
            **(extras if isinstance(extras, dict) else {}),
            "format": ANNOTATION_FORMAT,
            "image": {
                "file": _get(image, "file_name", place),
                "width": _get(image, "width", place),
                "height": _get(image, "height", place),
            },
            "pieces": [],
        }
    for index, entry in enumerate(_entries(data, "annotations")):
        place = f"annotations[{index}]"
        image_id, kind = _get(entry, "image_id", place), _get(entry, "category_id", place)
        if not _is_key(image_id) or image_id not in images:
            raise DocumentError(f"{place} names the image {shorten(image_id)}, which is not there")
        if not _is_key(kind) or kind not in kinds:
            raise DocumentError(f"{place} names the category {shorten(kind)}, which is not there")
        keypoints = _get(entry, "keypoints", place)
        if not isinstance(keypoints, list) or len(keypoints) != 12:
            raise DocumentError(
                f"{place}.keypoints must be the four corners as twelve numbers, x, y and visibility "
                "of each"
            )
        if any(visibility == 0 for visibility in keypoints[2::3]):
            raise DocumentError(
                f"{place}.keypoints leaves a corner out; all four are needed, hidden ones as well"
            )
        extras = entry.get("attributes")
        images[image_id]["pieces"].append(
            {
                **(extras if isinstance(extras, dict) else {}),
                "class": kinds[kind],
                "quad": [keypoints[3 * corner : 3 * corner + 2] for corner in range(4)],
            }
        )
    annotations = []
    for index, document in enumerate(images.values()):
        try:
            annotations.append(parse_model(Annotation, document))
        except DocumentError as error:
            raise error.at(f"images[{index}]") from None
    return annotations


def _entries(data: Mapping[str, Any], key: str) -> list[dict[str, Any]]:
    entries = data.get(key)
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        raise DocumentError(f'is not a COCO document: "{key}" must be a list of objects')
    return entries


def _get(entry: Mapping[str, Any], key: str, place: str) -> Any:
    if key not in entry:
        raise DocumentError(f"{place} has no {shorten(key)}; add it")
    value = entry[key]
    if key == "id" and not _is_key(value):
        raise DocumentError(f"{place}.id should be a number or a name, not {shorten(value)}")
    return value


def _is_key(value: object) -> bool:
    return isinstance(value, int | str)
