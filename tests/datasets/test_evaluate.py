"""Comparing readings with annotations, and the reports."""

import io
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import jsonschema
import numpy as np
import pytest
from rich.console import Console

from castlescan.datasets.castle_views import CastleView
from castlescan.datasets.evaluate import (
    Evaluation,
    EvaluationReport,
    PictureResult,
    compare,
    evaluate_folder,
    evaluation_tables,
    report,
    write_html_report,
)
from castlescan.datasets.oracle import OracleClassifier, OracleDetector, annotate_flat, paint
from castlescan.datasets.scenes.annotations import AnnotatedPiece, Annotation, write_annotation
from castlescan.engine.between_two_castles.castle import Castle
from castlescan.engine.between_two_castles.catalogue import Catalogue
from castlescan.engine.errors import DocumentError
from castlescan.engine.violations import PlacedTile
from castlescan.vision.pieces import PieceClass
from castlescan.vision.read import Models, ReadOptions, read
from castlescan.vision.reading import Reading, Reason, Review, ReviewedPiece

CASTLE = Castle(
    throne="throne/living-corridor",
    rooms=[
        PlacedTile(id="utility/tool-room", x=-1, y=0),
        PlacedTile(id="utility/sauna", x=2, y=0),
        PlacedTile(id="living/parlor", x=0, y=1),
        PlacedTile(id="utility/kennel", x=1, y=1),
    ],
    attendants=["painter"],
    bonus_cards=["width"],
)

Change = Callable[[AnnotatedPiece], AnnotatedPiece | None]


@pytest.fixture
def truth() -> Annotation:
    return annotate_flat(CASTLE)


def changed(annotation: Annotation, name: str, change: Change) -> Annotation:
    pieces = [change(it) if it.id == name else it for it in annotation.pieces]
    return annotation.model_copy(update={"pieces": [it for it in pieces if it is not None]})


def updated(**fields: object) -> Change:
    return lambda piece: piece.model_copy(update=fields)


def read_it(annotation: Annotation, catalogue: Catalogue) -> list[Reading]:
    rng = np.random.default_rng(5)
    models = Models(OracleDetector(annotation, rng), OracleClassifier(annotation, catalogue, rng))
    # The picture is painted in colours that tell pieces apart, so their cast must stay.
    return read(paint(annotation), models, catalogue, options=ReadOptions(undo_cast=False))


def result(truth: Annotation, seen: Annotation, catalogue: Catalogue) -> PictureResult:
    """Compare a truth with the reading of something else."""
    return compare(Path("a.png"), truth, read_it(seen, catalogue), catalogue)


def test_a_right_reading_is_exact(truth: Annotation, catalogue: Catalogue) -> None:
    found = result(truth, truth, catalogue)
    assert len(found.tiles) == 5
    assert all(it.is_named and it.is_oriented and it.is_placed for it in found.tiles)
    assert found.false_tiles == 0
    (castle,) = found.castles
    assert (castle.wrong, castle.score_error, castle.is_sure) == (0, 0, True)
    assert castle.has_right_extras
    assert castle.is_all_right
    assert not found.is_failure
    assert [(it.is_right, it.is_listed) for it in found.read] == [(True, False)] * 5


def test_a_tile_with_another_name_is_one_wrong(truth: Annotation, catalogue: Catalogue) -> None:
    seen = changed(truth, "living/parlor", updated(id="living/map-room"))
    found = result(truth, seen, catalogue)
    (castle,) = found.castles
    assert castle.missing == (("living/parlor", 0, 1),)
    assert castle.extra == (("living/map-room", 0, 1),)
    assert castle.wrong == 1
    assert [it.is_named for it in found.tiles].count(False) == 1
    assert all(it.is_placed for it in found.tiles)
    assert found.is_failure


def test_a_tile_that_is_not_found_is_missing(truth: Annotation, catalogue: Catalogue) -> None:
    found = result(truth, changed(truth, "utility/tool-room", lambda _: None), catalogue)
    assert [it.read for it in found.tiles].count(None) == 1
    assert found.castles[0].missing == (("utility/tool-room", -1, 0),)


def test_what_is_no_tile_is_false(truth: Annotation, catalogue: Catalogue) -> None:
    found = result(changed(truth, "utility/tool-room", lambda _: None), truth, catalogue)
    assert found.false_tiles == 1


def test_a_row_is_not_matched_one_tile_further(catalogue: Catalogue) -> None:
    """One of its ends was not found, and something else was beyond the other one."""
    names = ("utility/tool-room", "food/kitchen", "food/pantry", "living/parlor", "living/map-room")
    rooms = [PlacedTile(id=it, x=2 + at, y=0) for at, it in enumerate(names)]
    both = annotate_flat(CASTLE.model_copy(update={"rooms": rooms}))
    truth = changed(both, names[-1], lambda _: None)
    seen = changed(both, names[0], lambda _: None)
    found = result(truth, seen, catalogue)
    assert [it.truth.id for it in found.tiles if it.read is None] == [names[0]]
    assert all(it.is_named for it in found.tiles if it.read is not None)
    assert found.false_tiles == 1


def test_a_stray_tile_in_a_castle_is_false(truth: Annotation, catalogue: Catalogue) -> None:
    stray = changed(truth, "utility/tool-room", updated(castle=None, x=None, y=None))
    found = result(stray, truth, catalogue)
    assert found.false_tiles == 1
    assert len(found.tiles) == 4


@pytest.mark.parametrize(("place", "is_stray"), [((2, 1), False), ((4, 0), True), ((3, 2), True)])
def test_a_tile_that_touches_nothing_is_a_stray_whatever_the_annotation_says(
    catalogue: Catalogue, place: tuple[int, int], is_stray: bool
) -> None:
    loose = PlacedTile(id="food/pantry", x=place[0], y=place[1])
    rooms = [it for it in CASTLE.rooms if it.x < 2]  # nothing but the throne room at the right
    truth = annotate_flat(CASTLE.model_copy(update={"rooms": [*rooms, loose]}))
    found = result(truth, truth, catalogue)
    assert len(found.castles[0].truth.rooms) == len(rooms) + (not is_stray)
    assert found.castles[0].wrong == 0
    assert found.false_tiles == 0


def test_face_down_tiles_are_no_false_ones(truth: Annotation, catalogue: Catalogue) -> None:
    quad = [[x, y + 60] for x, y in next(it.quad for it in truth.pieces if it.x == -1)]
    back = AnnotatedPiece(kind=PieceClass.TILE_BACK, quad=quad)
    seen = truth.model_copy(update={"pieces": [*truth.pieces, back]})
    found = result(seen, seen, catalogue)
    assert any(it.reason is Reason.FACE_DOWN for it in found.readings[0].review)
    assert found.false_tiles == 0
    assert len(found.read) == 5


def with_doubts(reading: Reading, *names: str, reason: Reason) -> Reading:
    """Return a reading whose review list names these tiles alone."""
    tiles = [ReviewedPiece(id=it.id, x=it.x, y=it.y) for it in reading.evidence if it.id in names]
    entries = [Review(reason=reason, tiles=tiles, message="")]
    return reading.model_copy(update={"review": entries})


def test_the_review_list_is_held_against_what_is_wrong(
    truth: Annotation, catalogue: Catalogue
) -> None:
    seen = changed(truth, "living/parlor", updated(id="living/map-room"))
    stray = changed(truth, "utility/tool-room", updated(castle=None, x=None, y=None))
    (reading,) = read_it(seen, catalogue)
    listed = with_doubts(reading, "living/map-room", CASTLE.throne, reason=Reason.LOW_CONFIDENCE)
    picture = compare(Path("a.png"), stray, [listed], catalogue)
    figures = report(Evaluation((picture,))).all.review
    assert (figures.wrong, figures.wrong_listed) == (2, 1)  # misread, and false but not listed
    assert (figures.right, figures.right_listed) == (3, 1)
    assert (figures.wrong_asked, figures.misplaced) == (2, 0)
    noted = with_doubts(reading, "living/map-room", reason=Reason.NEIGHBOURS)  # no doubt
    picture = compare(Path("a.png"), stray, [noted], catalogue)
    assert report(Evaluation((picture,))).all.review.wrong_listed == 0


def test_tiles_in_a_wrong_place_are_wrong(truth: Annotation, catalogue: Catalogue) -> None:
    moved = changed(truth, "utility/tool-room", updated(x=5, y=5))
    picture = result(moved, truth, catalogue)
    assert [it.is_right for it in picture.read].count(False) == 1
    assert [it.is_misplaced for it in picture.read].count(True) == 1


def with_tiles_to_the_right(truth: Annotation) -> Annotation:
    """Return the truth with all tiles one place to the right of where they lie."""
    pieces = [
        it.model_copy(update={"x": it.x + 1}) if it.kind is PieceClass.TILE else it
        for it in truth.pieces
    ]
    return truth.model_copy(update={"pieces": pieces})


@pytest.mark.parametrize(
    ("reason", "listed"),
    [(Reason.NO_THRONE, 4), (Reason.TWO_THRONES, 4), (Reason.CUT_OFF, 0), (Reason.BLURRED, 0)],
)
def test_a_doubt_about_the_throne_room_is_one_about_all_places(
    truth: Annotation, catalogue: Catalogue, reason: Reason, listed: int
) -> None:
    elsewhere = with_tiles_to_the_right(truth)
    (reading,) = read_it(truth, catalogue)
    doubtful = with_doubts(reading, reason=reason)
    picture = compare(Path("a.png"), elsewhere, [doubtful], catalogue)
    figures = report(Evaluation((picture,))).all.review
    assert (figures.misplaced, figures.misplaced_listed) == (4, listed)
    assert (figures.right, figures.right_listed) == (1, 0)


@pytest.mark.parametrize(("place", "listed"), [((0, 0), 4), ((1, 1), 0)])
def test_a_throne_room_without_a_name_is_a_doubt_about_all_places(
    truth: Annotation, catalogue: Catalogue, place: tuple[int, int], listed: int
) -> None:
    elsewhere = with_tiles_to_the_right(truth)
    (reading,) = read_it(truth, catalogue)
    unnamed = ReviewedPiece(id=None, x=place[0], y=place[1])
    entry = Review(reason=Reason.UNKNOWN_PIECE, tiles=[unnamed], message="")
    doubtful = reading.model_copy(update={"review": [entry]})
    figures = report(
        Evaluation((compare(Path("a.png"), elsewhere, [doubtful], catalogue),))
    ).all.review
    assert (figures.misplaced, figures.misplaced_listed) == (4, listed)


def test_unnamed_tiles_are_neither_right_nor_wrong(truth: Annotation, catalogue: Catalogue) -> None:
    (reading,) = read_it(truth, catalogue)
    evidence = [
        it.model_copy(update={"id": None}) if it.id == "utility/tool-room" else it
        for it in reading.evidence
    ]
    unnamed = reading.model_copy(update={"evidence": evidence})
    picture = compare(Path("a.png"), truth, [unnamed], catalogue)
    figures = report(Evaluation((picture,))).all.review
    assert (figures.right, figures.wrong, figures.unnamed) == (4, 0, 1)


def test_hardly_visible_tiles_count_neither_way(truth: Annotation, catalogue: Catalogue) -> None:
    hidden = changed(truth, "utility/tool-room", updated(visible=0.3))
    for seen in (truth, changed(truth, "utility/tool-room", lambda _: None)):
        found = result(hidden, seen, catalogue)
        assert found.false_tiles == 0
        assert len(found.tiles) == 4
        assert found.castles == ()


def test_annotations_without_castles_and_names_tell_what_is_found(
    truth: Annotation, catalogue: Catalogue
) -> None:
    bare = [
        AnnotatedPiece(kind=it.kind, quad=it.quad)
        for it in truth.pieces
        if it.kind in (PieceClass.TILE, PieceClass.THRONE)
    ]
    found = result(truth.model_copy(update={"pieces": bare, "castles": []}), truth, catalogue)
    assert [it.read is not None for it in found.tiles] == [True] * 5
    assert found.false_tiles == 0
    assert found.read == ()
    assert found.castles == ()


def test_castles_that_are_cut_off_are_left_out(truth: Annotation, catalogue: Catalogue) -> None:
    cut = changed(truth, "utility/tool-room", lambda _: None)
    assert result(cut, cut, catalogue).castles == ()


def test_a_place_is_right_in_the_right_castle(truth: Annotation, catalogue: Catalogue) -> None:
    moved = changed(truth, "utility/tool-room", updated(x=5, y=5))
    found = result(moved, truth, catalogue)
    assert [it.is_placed for it in found.tiles].count(False) == 1


def test_a_castle_with_two_thrones_may_be_counted_from_either(
    truth: Annotation, catalogue: Catalogue
) -> None:
    def at(piece: AnnotatedPiece, x: int) -> AnnotatedPiece:
        quad = [[across + 60 * x, down] for across, down in piece.quad]
        return piece.model_copy(update={"id": "throne/food-sleeping", "x": x, "quad": quad})

    second = PlacedTile(id="throne/food-sleeping", x=3, y=0)
    throne = next(it for it in truth.pieces if it.id == CASTLE.throne)
    both = CASTLE.model_copy(update={"rooms": [*CASTLE.rooms, second]})
    seen = truth.model_copy(
        update={
            "pieces": [*truth.pieces, at(throne, 3)],
            "castles": [truth.castles[0].model_copy(update={"castle": both})],
        }
    )
    first = PlacedTile(id=str(CASTLE.throne), x=-3, y=0)
    shifted = [it.model_copy(update={"x": it.x - 3}) for it in CASTLE.rooms]
    other = both.model_copy(update={"throne": second.id, "rooms": [first, *shifted]})
    counted_from_second = seen.model_copy(
        update={
            "pieces": [
                it if it.x is None else it.model_copy(update={"x": it.x - 3}) for it in seen.pieces
            ],
            "castles": [seen.castles[0].model_copy(update={"castle": other})],
        }
    )
    for annotation in (seen, counted_from_second):
        found = result(annotation, seen, catalogue)
        assert [it.wrong for it in found.castles] == [0]
        assert all(it.is_placed for it in found.tiles)
        assert len(found.tiles) == 6
    moved = changed(counted_from_second, "utility/tool-room", updated(x=-9))
    assert [it.is_placed for it in result(moved, seen, catalogue).tiles].count(False) == 1


def test_turned_tiles_are_compared(truth: Annotation, catalogue: Catalogue) -> None:
    found = result(changed(truth, "utility/tool-room", updated(turns=2)), truth, catalogue)
    assert [it.is_oriented for it in found.tiles].count(False) == 1


@pytest.mark.parametrize(("visible", "is_right"), [(0.8, False), (0.7, True), (0.3, True)])
def test_hardly_visible_cards_count_neither_way(
    truth: Annotation, catalogue: Catalogue, visible: float, is_right: bool
) -> None:
    hidden = changed(truth, "bonus/width", updated(visible=visible))
    without = changed(truth, "bonus/width", lambda _: None)
    (missed,) = result(hidden, without, catalogue).castles
    assert missed.is_all_right == is_right
    assert (missed.score_error == 0) == is_right
    (found,) = result(hidden, truth, catalogue).castles
    assert found.is_all_right
    assert found.score_error == 0
    (misread,) = result(
        hidden, changed(truth, "bonus/width", updated(id="bonus/swords")), catalogue
    ).castles
    assert not misread.is_all_right


@pytest.mark.parametrize(("visible", "is_right"), [(1.0, False), (0.3, True)])
def test_cards_of_a_castle_that_is_not_shown_count_neither_way(
    truth: Annotation, catalogue: Catalogue, visible: float, is_right: bool
) -> None:
    elsewhere = changed(truth, "bonus/width", updated(castle=1))
    far = [[x + 5000.0, y] for x, y in truth.pieces[0].quad]
    tile = AnnotatedPiece(kind="tile", quad=far, castle=1, visible=visible)
    unknown = truth.castles[0].model_copy(update={"castle": None})
    annotation = elsewhere.model_copy(
        update={"pieces": [*elsewhere.pieces, tile], "castles": [*truth.castles, unknown]}
    )
    found = result(annotation, truth, catalogue)
    assert found.castles[0].wrong == 0
    assert found.castles[0].has_right_extras == is_right


def test_wrong_cards_are_counted(truth: Annotation, catalogue: Catalogue) -> None:
    found = result(truth, changed(truth, "bonus/width", lambda _: None), catalogue)
    (castle,) = found.castles
    assert castle.wrong == 0
    assert not castle.has_right_extras
    assert not castle.is_all_right
    assert castle.score_error is not None
    assert castle.score_error < 0


def test_an_empty_reading_is_all_missing(truth: Annotation, catalogue: Catalogue) -> None:
    found = compare(Path("a.png"), truth, [], catalogue)
    (castle,) = found.castles
    assert castle.wrong == 5
    assert castle.reading is None
    assert not castle.is_sure


@pytest.fixture
def folder(tmp_path: Path, truth: Annotation) -> Path:
    """Three pictures: a right one, one misread, one of small tiles."""
    pictures = [truth, truth, annotate_flat(CASTLE, 40.0)]
    for number, picture in enumerate(pictures):
        name = f"{number}.png"
        annotation = picture.model_copy(
            update={"image": picture.image.model_copy(update={"file": name})}
        )
        write_annotation(tmp_path / f"{number}.json", annotation)
        (tmp_path / name).write_bytes(cv2.imencode(".png", paint(picture)[..., ::-1])[1].tobytes())
    return tmp_path


def reader_of(catalogue: Catalogue) -> Callable[[np.ndarray], list[Reading]]:
    small = annotate_flat(CASTLE, 40.0)
    large = annotate_flat(CASTLE)
    wrong = changed(large, "living/parlor", updated(id="living/map-room"))
    answers = iter([large, wrong, small])
    return lambda image: read_it(next(answers), catalogue)


def test_a_folder_is_evaluated(folder: Path, catalogue: Catalogue) -> None:
    calls: list[tuple[int, int]] = []
    evaluation = evaluate_folder(
        folder, reader_of(catalogue), catalogue, progress=lambda *it: calls.append(it)
    )
    assert calls == [(1, 3), (2, 3), (3, 3)]
    found = report(evaluation)
    assert found.all.pictures == 3
    assert found.all.tiles.tiles == found.all.tiles.found == 15
    assert found.all.tiles.named == 14
    assert found.all.castles.exact == 2
    assert found.all.castles.but_one == 1
    assert found.all.castles.all_right == 2
    review = found.all.review
    assert (review.right, review.wrong, review.unnamed) == (14, 1, 0)
    (confusion,) = found.confusions
    assert (confusion.truth, confusion.read) == ("living/parlor", "living/map-room")
    (failure,) = found.failures
    assert failure.file == "1.png"
    sizes = {it.range: it.figures.pictures for it in found.splits if it.by == "tile size (px)"}
    assert sizes == {"32 to 48": 1, "48 to 64": 2}
    for by in ("size and tilt, by the camera", "size and tilt, by its own tiles"):
        both = {it.range: it.figures.pictures for it in found.splits if it.by == by}
        assert both == {
            "28 to 48 px, tilted up to 45 degrees": 1,
            "48 px and more, tilted up to 45 degrees": 2,
        }
    (legal,) = [it for it in found.splits if it.by == "castles with"]
    assert (legal.range, legal.figures.castles.castles, legal.figures.castles.exact) == (
        "no fault",
        3,
        2,
    )
    assert sum(it.tiles for it in found.calibration) == 15
    document = json.loads(json.dumps(found.model_dump()))
    jsonschema.validate(document, EvaluationReport.model_json_schema(mode="serialization"))


@pytest.mark.parametrize(
    ("size", "tilt", "named"),
    [
        (27.9, 45.0, "below 28 px, tilted up to 45 degrees"),
        (28.0, 45.1, "28 to 48 px, tilted 45 to 60 degrees"),
        (48.0, 60.0, "48 px and more, tilted 45 to 60 degrees"),
        (48.0, 60.1, "48 px and more, tilted 60 and more degrees"),
    ],
)
def test_castles_are_split_by_how_they_are_seen(
    truth: Annotation, catalogue: Catalogue, size: float, tilt: float, named: str
) -> None:
    found = compare(Path("a.png"), truth, [], catalogue)
    seen = tuple(replace(it, view=CastleView(size, tilt)) for it in found.castles)
    splits = report(Evaluation((replace(found, castles=seen),))).splits
    ranges = [it.range for it in splits if it.by == "size and tilt, by its own tiles"]
    assert ranges == [named]


def test_the_reports_show_the_figures(folder: Path, catalogue: Catalogue, tmp_path: Path) -> None:
    evaluation = evaluate_folder(folder, reader_of(catalogue), catalogue)
    console = Console(file=io.StringIO(), width=200)
    console.print(evaluation_tables(report(evaluation)))
    text = console.file.getvalue()
    assert "66.7 %" in text
    assert "all right" in text
    assert "by its own tiles" in text
    assert "living/map-room" in text
    page = tmp_path / "out" / "report.html"
    write_html_report(page, evaluation, catalogue)
    html = page.read_text()
    assert html.count("data:image/jpeg;base64,") == 1
    assert "living/map-room (0, 1)" in html
    assert "<th>all right</th>" in html
    assert "by its own tiles" in html
    write_html_report(page, evaluation, catalogue, pictures=0)
    assert "1 more are not shown" in page.read_text()


def test_the_tables_need_no_more_than_80_characters(folder: Path, catalogue: Catalogue) -> None:
    evaluation = evaluate_folder(folder, reader_of(catalogue), catalogue)
    console = Console(width=80, file=io.StringIO())
    console.print(evaluation_tables(report(evaluation)))
    text = console.file.getvalue()  # type: ignore[attr-defined]
    assert "…" not in text
    assert "48 px and more" in " ".join(text.split())


def test_unknown_ids_are_refused(folder: Path, truth: Annotation, catalogue: Catalogue) -> None:
    wrong = changed(truth, "utility/tool-room", updated(id="food/nonsense"))
    write_annotation(next(folder.glob("*.json")), wrong)
    with pytest.raises(DocumentError, match="food/nonsense"):
        evaluate_folder(folder, reader_of(catalogue), catalogue)


def test_pictures_of_another_size_are_refused(
    folder: Path, catalogue: Catalogue, truth: Annotation
) -> None:
    image = truth.image.model_copy(update={"file": "0.png", "width": 77})
    write_annotation(folder / "0.json", truth.model_copy(update={"image": image}))
    with pytest.raises(DocumentError, match=r"0\.png: is .* pixels, but its annotation says 77"):
        evaluate_folder(folder, reader_of(catalogue), catalogue)


def test_a_folder_without_annotations_is_refused(tmp_path: Path, catalogue: Catalogue) -> None:
    with pytest.raises(DocumentError, match="has no annotations"):
        evaluate_folder(tmp_path, lambda _: [], catalogue)
