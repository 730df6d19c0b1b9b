"""Measure the classifier on crops that training never saw, and on rendered scenes.

``python -m castlescan.models.evaluate_classifier --art FOLDER --scenes FOLDER...`` prints the tables of the
model card. Scenes are written by ``python -m castlescan.datasets.scenes``.
"""

import argparse
import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image as PillowImage

from ..datasets.faces import ART_VARIABLE, DrawnFaces, Pixels
from ..datasets.faces.banners import draw_name, made_up_words, with_text, without_name
from ..datasets.scenes.annotations import AnnotatedPiece, Annotation, load_annotations
from ..engine.between_two_castles.catalogue import (
    REGULAR_TYPES,
    WALL_HANGINGS,
    Border,
    Tile,
    TileType,
    Where,
    packaged_catalogue,
)
from ..engine.languages import Language
from ..vision import quads as geometry
from ..vision.classify import Classification, Classifier
from ..vision.composed_crops import crop_size
from ..vision.pieces import PieceClass
from ..vision.rectify import rectify
from .classifier_faces import FACE_HEIGHT, KnownFace, labels
from .classifier_network import CROP_SIZE
from .crop_augmentation import (
    Banner,
    Hardness,
    Surroundings,
    blank_banner,
    known_crop,
    own_banner,
    strange_crop,
    turned,
)
from .train_classifier import (
    DEFAULT_WORK,
    cached_faces,
    draw_turns,
    surroundings,
)

SEED = 77_001
SIZES = ((28, 36), (36, 48), (48, 64), (64, 110))
TILTS = ((0, 15), (15, 30), (30, 45), (45, 90))
TEST = Hardness(
    corner=0.02,
    largest_corner=0.07,
    flattest=0.64,
    cast=0.85,
    mixed=0.3,
    shadow=0.4,
    glare=0.2,
    occlusion=0.2,
    cut_off=0.0,
    exposure=(-1.4, 0.5),
    blur=0.022,
    noise=0.05,
    jpeg=35,
)
"""Other settings than in training: less blur and darkness, more shadows."""

_TURNED = 0.25
_BATCH = 128
_KNOWN = 0.5


@dataclass(frozen=True, eq=False)
class Judged:
    """What came of N crops of pieces whose truth is known, each of shape (N,); NaN where undefined."""

    right: NDArray[np.float64]
    orientation: NDArray[np.float64]
    border: NDArray[np.float64]
    tile_type: NDArray[np.float64]
    hanging: NDArray[np.float64]
    known: NDArray[np.float64]
    elsewhere: NDArray[np.float64]  # the best similarity if the right id were not in the gallery

    @classmethod
    def joined(cls, parts: Sequence["Judged"]) -> "Judged":
        """Return several in one."""
        names = cls.__dataclass_fields__
        return cls(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))

    def where(self, mask: NDArray[np.bool_]) -> "Judged":
        """Return some of them."""
        return Judged(*(getattr(self, name)[mask] for name in self.__dataclass_fields__))


def judge(found: Classification, truths: Sequence[KnownFace], turns: NDArray[np.int64]) -> Judged:
    """Compare answers with the truth."""
    ids = found.ids
    best = found.similarity.argmax(axis=1)
    columns = np.array([ids.index(face.piece_id) for face in truths])
    without = found.similarity.copy()
    without[np.arange(len(truths)), columns] = -1

    def head(chances: NDArray[np.float32], wanted: Sequence[int]) -> NDArray[np.float64]:
        target = np.array(wanted)
        return np.where(target < 0, np.nan, chances.argmax(axis=1) == target)

    return Judged(
        (best == columns).astype(float),
        (found.orientation.argmax(axis=1) == turns).astype(float),
        head(found.border, [face.border for face in truths]),
        head(found.tile_type, [face.tile_type for face in truths]),
        head(found.hanging, [face.hanging for face in truths]),
        found.known.astype(float),
        without.max(axis=1).astype(float),
    )


def judge_crops(
    classifier: Classifier,
    faces: Sequence[KnownFace],
    around: Surroundings,
    hardness: Hardness,
    count: int,
    banner: Banner = own_banner,
    seed: int = SEED,
) -> Judged:
    """Judge ``count`` crops of faces of one class of pieces, each face as often as the others."""
    parts = []
    for start in range(0, count, _BATCH):
        crops, truths, turns = [], [], []
        for number in range(start, min(count, start + _BATCH)):
            rng = np.random.default_rng([seed, number])
            face = faces[number % len(faces)]
            turn = draw_turns(rng, face.piece, _TURNED)
            crops.append(turned(known_crop(rng, face, around, hardness, banner), turn))
            truths.append(face)
            turns.append(turn)
        found = classifier.classify(np.stack(crops), faces[0].piece)
        parts.append(judge(found, truths, np.array(turns)))
    return Judged.joined(parts)


def german_banner() -> Banner:
    """Return what puts the German name on a tile: drawn anew, or written into the scan's banner.

    Tiles whose German name the catalogue does not have get made-up words.
    """
    catalogue = packaged_catalogue()
    drawn = DrawnFaces(catalogue, names=Language.DE)

    def banner(face: KnownFace, around: Surroundings, rng: np.random.Generator) -> Pixels:
        tile = catalogue.tiles.get(face.piece_id)
        if tile is None or face.piece is not PieceClass.TILE:
            return face.pixels
        if face.source == "drawn" and tile.name_de is not None:
            return drawn.face(face.piece_id, FACE_HEIGHT)
        ink = draw_name(tile.name_de, face.piece_id)
        grey = 245.0 if face.source == "scanned" else 40.0
        return with_text(face.blank, ink, (grey, grey, grey))

    return banner


def _percent(values: NDArray[np.float64]) -> str:
    values = values[~np.isnan(values)]
    return f"{100 * values.mean():.1f}" if len(values) else ""


_COLUMNS: Mapping[str, Callable[[Judged], NDArray[np.float64]]] = {
    "identity": lambda it: it.right,
    "orientation": lambda it: it.orientation,
    "border": lambda it: it.border,
    "type": lambda it: it.tile_type,
    "hanging": lambda it: it.hanging,
    "known": lambda it: (it.known > _KNOWN).astype(float),
}


def table(rows: Mapping[str, Judged]) -> str:
    """Return a Markdown table in per cent."""
    lines = ["| | n | " + " | ".join(_COLUMNS) + " |", "|---" * (2 + len(_COLUMNS)) + "|"]
    for name, judged in rows.items():
        cells = [_percent(column(judged)) for column in _COLUMNS.values()]
        lines.append(f"| {name} | {len(judged.right)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def crop_tables(
    classifier: Classifier, faces: Sequence[KnownFace], around: Surroundings, count: int
) -> str:
    """Return the tables for augmented crops: by source and piece, by size, and the ablations."""
    sources = sorted({face.source for face in faces})
    by_piece, by_size, by_banner = {}, {}, {}
    german = german_banner()
    for source in sources:
        for piece in PieceClass:
            own = [face for face in faces if face.source == source and face.piece is piece]
            if own:
                number = count if piece is PieceClass.TILE else max(200, count // 3)
                usual = replace(TEST, usual_sizes=(28.0, 90.0), sizes=(28.0, 110.0))
                by_piece[f"{source} {piece}"] = judge_crops(classifier, own, around, usual, number)
            if piece in (PieceClass.TILE, PieceClass.THRONE) and own:
                for size in SIZES:
                    hardness = replace(TEST, sizes=size, usual_sizes=size)
                    by_size[f"{source} {piece}, {size[0]} to {size[1]} px"] = judge_crops(
                        classifier, own, around, hardness, number // 2, seed=SEED + size[0]
                    )
        tiles = [face for face in faces if face.source == source and face.piece is PieceClass.TILE]
        for name, banner in (
            ("own name", own_banner),
            ("blank", blank_banner),
            ("German", german),
        ):
            by_banner[f"{source} tiles, {name}"] = judge_crops(
                classifier, tiles, around, TEST, count, banner, seed=SEED + 5
            )
    return "\n\n".join(map(table, (by_piece, by_size, by_banner)))


def stranger_table(
    classifier: Classifier,
    faces: Sequence[KnownFace],
    around: Surroundings,
    other_game: Path | None,
) -> str:
    """Return how often strange things are taken for a known tile, and how new tiles are learnt."""
    rng = np.random.default_rng([SEED, 9])
    strange = np.stack([strange_crop(rng, around, TEST) for _ in range(400)])
    lines = ["| what | n | taken for a known tile | mean similarity |", "|---|---|---|---|"]

    def add(name: str, found: Classification) -> None:
        taken = _percent((found.known > _KNOWN).astype(float))
        similarity = float(found.similarity.max(axis=1).mean())
        lines.append(f"| {name} | {len(found.known)} | {taken} | {similarity:.2f} |")

    add("tables, cards, other tiles, bad quads", classifier.classify(strange, PieceClass.TILE))
    backs = [face for face in faces if face.piece is PieceClass.TILE_BACK]
    crops = [known_crop(rng, backs[i % len(backs)], around, TEST) for i in range(100)]
    add("backs of tiles", classifier.classify(np.stack(crops), PieceClass.TILE))
    tiles = [face for face in faces if face.piece is PieceClass.TILE]
    for source in sorted({face.source for face in tiles}):
        own = [face for face in tiles if face.source == source]
        judged = judge_crops(classifier, own, around, TEST, 400, seed=SEED + 6)
        known = classifier.gallery.calibration(PieceClass.TILE)
        alone = known.probability(
            judged.elsewhere.astype(np.float32), np.full(400, 6.0, np.float32)
        )
        lines.append(
            f"| {source} tiles, their own id removed from the gallery | 400 | "
            f"{_percent((alone > _KNOWN).astype(float))} | {judged.elsewhere.mean():.2f} |"
        )
    new = {"invented tiles, drawn": invented_faces()}
    if other_game is not None and other_game.is_dir():
        new["rooms of the other game"] = foreign_faces(other_game)
    learnt = {}
    for name, rooms in new.items():
        crops = [known_crop(rng, rooms[i % len(rooms)], around, TEST) for i in range(300)]
        add(name, classifier.classify(np.stack(crops), PieceClass.TILE))
        wiser = classifier
        for room in rooms:
            wiser = wiser.learn(room.piece_id, room.pixels)
        learnt[f"{len(rooms)} {name}, learnt from one picture each"] = judge_crops(
            wiser, rooms, around, TEST, 300, seed=SEED + 7
        )
    return "\n".join(lines) + "\n\n" + table(learnt)


def invented_faces() -> tuple[KnownFace, ...]:
    """Return drawn faces of 24 tiles that are in no box."""
    tiles = [
        Tile(
            id=f"{kind}/invented-{number}",
            name=made_up_words(np.random.default_rng([SEED, place, number])),
            hanging=WALL_HANGINGS[(place + number) % 4],
            where=(Where.CONNECTED, Where.SURROUNDING, Where.ABOVE_AND_BELOW)[number],
            wants=(REGULAR_TYPES[(place + 3 * number + 1) % 8],),
            points=1,
            border=Border.BLUE if kind is TileType.OUTDOOR else Border.WHITE,
        )
        for place, kind in enumerate(REGULAR_TYPES)
        for number in range(3)
    ]
    catalogue = packaged_catalogue().with_tiles(tiles)
    drawn = DrawnFaces(catalogue)
    faces = []
    for tile in tiles:
        face = drawn.cut_out(tile.id, FACE_HEIGHT)
        kinds = labels(tile.id, catalogue)
        blank = without_name(face.pixels)
        faces.append(
            KnownFace(tile.id, "drawn", PieceClass.TILE, face.pixels, blank, face.mask, *kinds)
        )
    return tuple(faces)


def foreign_faces(folder: Path) -> tuple[KnownFace, ...]:
    """Return the rooms of the other game as if they were square tiles."""
    faces = []
    for path in sorted(folder.glob("*.png")):
        with PillowImage.open(path) as image:
            picture = PillowImage.new("RGBA", image.size, "white")
            picture.alpha_composite(image.convert("RGBA"))
            square = picture.convert("RGB").resize((FACE_HEIGHT, FACE_HEIGHT))
        pixels = np.asarray(square, np.uint8)
        mask = np.full(pixels.shape[:2], 255, np.uint8)
        name = f"user/{path.stem}"
        faces.append(KnownFace(name, "foreign", PieceClass.TILE, pixels, pixels, mask, -1, -1, -1))
    return tuple(faces)


@dataclass(frozen=True, eq=False)
class SceneCrops:
    """Crops of the pieces of scenes: upright faces, sizes in pixels, tilts in degrees, by class."""

    crops: Pixels
    truths: tuple[KnownFace, ...]
    turns: NDArray[np.int64]
    sizes: NDArray[np.float64]
    tilts: NDArray[np.float64]


def scene_crops(
    folders: Sequence[Path],
    faces: Sequence[KnownFace],
    *,
    noise: float = 0.02,
    visible: float = 0.7,
    limit: int = 10_000,
) -> Mapping[tuple[str, PieceClass], SceneCrops]:
    """Cut the pieces out of scenes along their true quads, with noise on the corners.

    Parameters
    ----------
    folders
        Pictures with annotations beside them.
    faces
        For what is known of each id.
    noise
        Standard deviation of each corner's coordinates, in tiles.
    visible
        Pieces of which less is seen are left out.
    limit
        Number of scenes of each folder.
    """
    known = {face.piece_id: face for face in faces}
    rng = np.random.default_rng([SEED, 11])
    rows: dict[tuple[str, PieceClass], list[tuple[Pixels, KnownFace, int, float, float]]] = {}
    for folder in folders:
        for path in sorted(folder.glob("*.json"))[:limit]:
            annotation = load_annotations(path)[0]
            image = _read(folder / annotation.image.file)
            for piece in annotation.pieces:
                face = known.get(piece.id or "")
                if face is None or (piece.visible or 0) < visible:
                    continue
                kind = (_faces_of(annotation), PieceClass(piece.kind.value))
                crop, turn, size = _cut(rng, image, piece, noise)
                tilt = annotation.conditions.tilt if annotation.conditions else None
                rows.setdefault(kind, []).append(
                    (crop, face, turn, size, float("nan") if tilt is None else tilt)
                )
    return {
        kind: SceneCrops(
            np.stack([row[0] for row in some]),
            tuple(row[1] for row in some),
            np.array([row[2] for row in some]),
            np.array([row[3] for row in some]),
            np.array([row[4] for row in some]),
        )
        for kind, some in sorted(rows.items())
    }


def _read(path: Path) -> Pixels:
    with PillowImage.open(path) as image:
        return np.asarray(image.convert("RGB"), np.uint8)


def _faces_of(annotation: Annotation) -> str:
    return (annotation.conditions.faces if annotation.conditions else None) or "unknown"


def _cut(
    rng: np.random.Generator, image: Pixels, piece: AnnotatedPiece, noise: float
) -> tuple[Pixels, int, float]:
    quad = np.array(piece.quad)
    kind = PieceClass(piece.kind)
    is_throne = kind is PieceClass.THRONE
    size = float(geometry.sizes(quad[None], 2 if is_throne else 1)[0])
    turn = draw_turns(rng, kind, _TURNED)
    quad = geometry.roll((quad + rng.normal(0, noise * size, quad.shape))[None], -turn % 4)[0]
    return rectify(image, quad, *crop_size(CROP_SIZE, kind)), turn, size


def background_crops(folders: Sequence[Path], limit: int = 10_000, each: int = 6) -> Pixels:
    """Cut squares of the size of the tiles out of scenes where no annotated piece lies."""
    rng = np.random.default_rng([SEED, 12])
    crops = []
    for folder in folders:
        for path in sorted(folder.glob("*.json"))[:limit]:
            annotation = load_annotations(path)[0]
            pieces = np.array([piece.quad for piece in annotation.pieces]).reshape(-1, 4, 2)
            if not len(pieces):
                continue
            image = _read(folder / annotation.image.file)
            size = float(np.median(geometry.sizes(pieces)))
            limits = np.array(image.shape[1::-1], float)
            for _ in range(each):
                middle = rng.uniform(0, 1, 2) * limits
                if np.abs(pieces - middle).max(axis=2).min() < 1.2 * size:
                    continue
                square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * size / 2
                crops.append(rectify(image, square + middle, CROP_SIZE, CROP_SIZE))
    return np.stack(crops)


def scene_tables(classifier: Classifier, found: Mapping[tuple[str, PieceClass], SceneCrops]) -> str:
    """Return the tables for scenes: by faces and piece, and of tiles and thrones by size and tilt."""
    by_piece, by_size, by_tilt = {}, {}, {}
    for (source, piece), some in found.items():
        parts = []
        for start in range(0, len(some.crops), _BATCH):
            rows = slice(start, start + _BATCH)
            answer = classifier.classify(some.crops[rows], piece)
            parts.append(judge(answer, some.truths[rows], some.turns[rows]))
        judged = Judged.joined(parts)
        by_piece[f"{source} {piece}"] = judged
        if piece not in (PieceClass.TILE, PieceClass.THRONE):
            continue
        for low, high in ((0, 28), *SIZES[:-1], (64, 1000)):
            mask = (some.sizes >= low) & (some.sizes < high)
            by_size[f"{source} {piece}, {low} to {high} px"] = judged.where(mask)
        for low, high in TILTS:
            mask = (some.tilts >= low) & (some.tilts < high) & (some.sizes >= 36)
            by_tilt[f"{source} {piece} of 36 px and more, {low} to {high}°"] = judged.where(mask)
    return "\n\n".join(map(table, (by_piece, by_size, by_tilt)))


def speed(classifier: Classifier, repeats: int = 20) -> float:
    """Return the processor's milliseconds for 20 upright crops on one core."""
    rng = np.random.default_rng(0)
    crops = rng.integers(0, 256, (20, CROP_SIZE, CROP_SIZE, 3)).astype(np.uint8)
    classifier.embed(crops)
    began = time.process_time()
    for _ in range(repeats):
        classifier.embed(crops)
    return 1000 * (time.process_time() - began) / repeats


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    named = os.environ.get(ART_VARIABLE)
    parser.add_argument("--art", type=Path, default=Path(named) if named else None)
    parser.add_argument("--work", type=Path, default=DEFAULT_WORK)
    parser.add_argument("--network", type=Path)
    parser.add_argument("--gallery", type=Path)
    parser.add_argument("--scenes", type=Path, nargs="*", default=[])
    parser.add_argument("--limit", type=int, default=10_000, help="scenes of each folder")
    parser.add_argument("--count", type=int, default=900, help="crops for each table row")
    parser.add_argument("--other-game", type=Path, help="rooms that no gallery knows, as PNG")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(0)
    classifier = Classifier.load(given.network, given.gallery)
    print(f"{speed(classifier):.0f} ms for 20 crops on one core\n")
    faces = cached_faces(given.work, given.art)
    if given.scenes:
        print(scene_tables(classifier, scene_crops(given.scenes, faces, limit=given.limit)))
        beside = classifier.classify(
            background_crops(given.scenes, given.limit), PieceClass.TILE
        ).known
        taken = _percent((beside > _KNOWN).astype(float))
        print(f"\n{len(beside)} squares beside all pieces: {taken} % taken for a known tile\n")
    if given.count:
        around = surroundings(faces, SEED, tables=12)
        print(crop_tables(classifier, faces, around, given.count))
        print()
        print(stranger_table(classifier, faces, around, given.other_game))


if __name__ == "__main__":
    main()
