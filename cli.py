"""The command line: parse, call, print."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar

import typer
from rich.console import Console, RenderableType
from rich.progress import Progress
from rich.text import Text

from . import __version__
from .batch.cli import batch_app
from .command_groups import with_default
from .datasets.paper import Paper
from .engine.between_two_castles.auditing import audit_board
from .engine.between_two_castles.board import Board, set_up_board
from .engine.between_two_castles.building_order import find_building_order
from .engine.between_two_castles.castle import Castle
from .engine.between_two_castles.castle_files import (
    STANDARD_STREAM,
    read_castle,
    read_game,
)
from .engine.between_two_castles.catalogue import (
    Arrow,
    Border,
    Hanging,
    Spot,
    TileSet,
    TileType,
    Where,
)
from .engine.between_two_castles.game import Game, castle_names, judge_game
from .engine.between_two_castles.modes import Mode
from .engine.between_two_castles.neighbours import NeighbourBoard
from .engine.between_two_castles.roburg import Roburg
from .engine.between_two_castles.score import Score
from .engine.between_two_castles.score_sheet import make_score_sheet
from .engine.between_two_castles.scoring import score_board
from .engine.between_two_castles.user_catalogue import (
    add_user_tile,
    load_catalogue,
    remove_user_tile,
    user_tiles_path,
)
from .engine.between_two_castles.vocabulary import words_in
from .engine.documents import printable, require_place, write_bytes, write_text
from .engine.errors import CastlescanError, DocumentError
from .engine.languages import Language
from .engine.sheets import SheetFormat, sheet_renderable, write_sheets
from .engine.violations import Severity, Violation
from .game_report import game_report, game_sheets, photo_doubts
from .photos import CastleSource, FoundCastle
from .reading_report import doubtful_fault_lines, reading_report, review_lines
from .reports import audit_report, cards_table, order_document, order_report, tiles_table
from .vision.composing import reading_of
from .vision.picture_kinds import is_picture_file
from .vision.reading import Reading
from .vision.seen_violations import SeenViolation, sure_violations

if TYPE_CHECKING:
    from .vision.correcting import Correction

OK, ILLEGAL, BAD_INPUT, INTERNAL_ERROR = 0, 1, 2, 3

app = typer.Typer(
    name="castlescan",
    help="Read, audit and score castles of Between Two Castles of Mad King Ludwig.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Files = Annotated[
    list[Path],
    typer.Argument(
        metavar="FILE...", help="Photos, and castle documents (JSON); - reads one from stdin."
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print documents instead of text.")]
Lang = Annotated[
    Language, typer.Option("--lang", case_sensitive=False, help="Language of names and messages.")
]

Art = Annotated[
    Path | None, typer.Option("--art", metavar="DIR", help="Use these scans of the tiles instead.")
]

Overlay = Annotated[
    Path | None,
    typer.Option("--overlay", metavar="DIR", help="Write what was read in each photo there."),
]

Item = TypeVar("Item")
Result = TypeVar("Result")


class DocumentKind(StrEnum):
    """A kind of document whose JSON Schema can be printed."""

    CASTLE = "castle"
    EVALUATION = "evaluation"
    GAME = "game"
    READING = "reading"
    SCORE = "score"
    VIOLATION = "violation"


_SCHEMAS: dict[DocumentKind, Callable[[], dict[str, Any]]] = {
    DocumentKind.CASTLE: Castle.model_json_schema,
    DocumentKind.GAME: Game.model_json_schema,
    DocumentKind.EVALUATION: lambda: _evaluation_schema(),
    DocumentKind.READING: lambda: Reading.model_json_schema(mode="serialization"),
    DocumentKind.SCORE: lambda: Score.model_json_schema(mode="serialization"),
    DocumentKind.VIOLATION: lambda: SeenViolation.model_json_schema(mode="serialization"),
}


@app.command()
def score(
    files: Files,
    left: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The castle to the left, for ballrooms.")
    ] = None,
    right: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The castle to the right, for ballrooms.")
    ] = None,
    as_json: AsJson = False,
    sheet_format: Annotated[
        SheetFormat,
        typer.Option("--format", case_sensitive=False, help="How to write the score sheet."),
    ] = SheetFormat.TEXT,
    output: Annotated[
        Path | None,
        typer.Option(
            "--output", "-o", metavar="FILE", help="Write there instead of printing; - prints."
        ),
    ] = None,
    overlay: Overlay = None,
    lang: Lang = Language.EN,
) -> None:
    """Score castles of photos and documents, with the reasons for every point."""
    if (left or right) and len(files) > 1:
        raise typer.BadParameter("--left and --right need a single FILE; use 'castlescan game'")
    if as_json and sheet_format is not SheetFormat.TEXT:
        raise typer.BadParameter("--json and --format exclude each other; choose one")
    output = None if output == STANDARD_STREAM else output
    _refuse_overwriting(output, (*files, left, right))
    catalogue = load_catalogue()
    source = CastleSource(catalogue, lang, overlay)
    neighbours = [
        NeighbourBoard(set_up_board(source.castle(path), catalogue))
        for path in (left, right)
        if path is not None
    ]

    def score_found(found: FoundCastle) -> tuple[FoundCastle, Board, Score]:
        board = set_up_board(found.require_scorable(), catalogue)
        return found, board, score_board(board, catalogue, neighbours)

    scored, exit_code = _each_castle(files, source, score_found)
    if as_json:
        _write_json([None if item is None else item[2].model_dump() for item in scored], output)
        raise typer.Exit(exit_code)
    sheets = [
        make_score_sheet(
            board,
            board_score,
            catalogue,
            lang,
            title=found.title,
            neighbours_known=bool(neighbours),
        )
        for found, board, board_score in filter(None, scored)
    ]
    if sheet_format is SheetFormat.TEXT and output is None:
        shown: list[RenderableType] = []
        for sheet, (found, *_) in zip(sheets, filter(None, scored), strict=True):
            shown += [sheet_renderable(sheet), *review_lines(found.reading, lang)]
        _print(*_spaced(shown))
    elif sheets:
        _write(write_sheets(sheets, sheet_format), output)
    raise typer.Exit(exit_code)


@app.command()
def audit(
    files: Files,
    as_json: AsJson = False,
    order: Annotated[
        bool, typer.Option("--order", help="Show an order in which it can have been built.")
    ] = False,
    overlay: Overlay = None,
    lang: Lang = Language.EN,
) -> None:
    """Find illegal placements, and what no legal game can have produced."""
    catalogue = load_catalogue()
    words = words_in(lang)

    def audit_found(found: FoundCastle) -> tuple[FoundCastle, Board, list[SeenViolation]]:
        board = set_up_board(found.castle, catalogue)
        if found.reading is not None:
            return found, board, found.reading.violations
        return found, board, sure_violations(audit_board(board, catalogue, language=lang))

    source = CastleSource(catalogue, lang, overlay)
    audited, exit_code = _each_castle(files, source, audit_found)
    orders = [
        find_building_order(item[1]) if order and item and not _any_illegal(item[2]) else None
        for item in audited
    ]
    if as_json:
        documents: list[object] = []
        for item, found in zip(audited, orders, strict=True):
            dumped = item and [it.model_dump(exclude_defaults=True) for it in item[2]]
            if dumped is not None and order:
                documents.append({"violations": dumped, "order": order_document(found)})
            else:
                documents.append(dumped)
        _write_json(documents, None)
    else:
        reports: list[RenderableType] = []
        for item, found in zip(audited, orders, strict=True):
            if item is None:
                continue
            castle, board, violations = item
            sure = [it for it in violations if it.is_sure]
            doubtful = [it for it in violations if not it.is_sure]
            if sure or not doubtful:
                reports.append(audit_report(castle.title, sure, words))
            else:
                reports.append(Text(castle.title, "bold"))
            reports += doubtful_fault_lines(doubtful, lang)
            if order:
                reports.append(order_report(board, found, words))
            reports += review_lines(castle.reading, lang)
        _print(*_spaced(reports))
    illegal = any(_is_accused(item[2]) for item in audited if item is not None)
    raise typer.Exit(exit_code or (ILLEGAL if illegal else OK))


@app.command("read")
def read_files(
    files: Files,
    as_json: AsJson = False,
    overlay: Overlay = None,
    crops: Annotated[
        Path | None,
        typer.Option(
            "--crops",
            metavar="DIR",
            help="Write the face of each doubtful piece there, upright; names of files tell castle, "
            "place and id.",
        ),
    ] = None,
    lang: Lang = Language.EN,
) -> None:
    """Read photos: which tile lies where, how sure each is, and what to look at."""
    catalogue = load_catalogue()
    source = CastleSource(catalogue, lang, overlay, crops)

    def read_found(found: FoundCastle) -> tuple[FoundCastle, Reading]:
        return found, found.reading or reading_of(found.castle, catalogue, lang)

    readings, exit_code = _each_castle(files, source, read_found)
    if as_json:
        _write_json([None if item is None else item[1].model_dump() for item in readings], None)
    else:
        _print(
            *_spaced(
                [
                    reading_report(found.title, reading, catalogue, lang)
                    for found, reading in filter(None, readings)
                ]
            )
        )
    raise typer.Exit(exit_code)


@app.command("eval")
def evaluate(
    folder: Annotated[
        Path,
        typer.Argument(metavar="FOLDER", help="Annotated photos: the pictures and *.json files."),
    ],
    as_json: AsJson = False,
    html: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Also write a page with a picture of every failure."),
    ] = None,
) -> None:
    """Compare what is read in annotated photos with the truth."""
    # Imported here, since scoring should not wait for networks and drawing libraries.
    from .datasets.evaluate import evaluate_folder, evaluation_tables, report, write_html_report
    from .vision.read import load_models, read

    if html is not None:
        require_place(html)
    catalogue = load_catalogue()
    models = load_models(catalogue)
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("reading", total=None)
        evaluation = evaluate_folder(
            folder,
            lambda image: read(image, models, catalogue),
            catalogue,
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if html is not None:
        write_html_report(html, evaluation, catalogue)
    if as_json:
        _write(_json(report(evaluation).model_dump()), None)
    else:
        _print(evaluation_tables(report(evaluation)))


@app.command()
def game(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="A game document (JSON), or -; or photos and castle documents of one castle each, "
            "in seat order; or one photo of the whole table.",
        ),
    ],
    as_json: AsJson = False,
    sheets: Annotated[
        bool, typer.Option("--sheets", help="Also show the score sheet of each castle.")
    ] = False,
    mode: Annotated[
        Mode | None,
        typer.Option(
            case_sensitive=False, help="The way to play, for photos; standard if not said."
        ),
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option(
            "--player",
            metavar="NAME",
            help="A player, for photos; repeat it in seat order, clockwise. Castle 1 lies between "
            "the first and the second.",
        ),
    ] = None,
    seats: Annotated[
        str | None,
        typer.Option(
            metavar="B,A,C",
            help="The castles of one photo in seat order, by their letters: A is the largest. Those "
            "left out are not counted.",
        ),
    ] = None,
    roburg: Annotated[
        str | None,
        typer.Option(
            metavar="level=3,food=5", help="Roburg in the solo modes: its level and columns."
        ),
    ] = None,
    ask: Annotated[
        bool, typer.Option("--ask", help="Ask about what is doubtful in photos, and for names.")
    ] = False,
    save: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the game document there, to be opened again."),
    ] = None,
    overlay: Overlay = None,
    lang: Lang = Language.EN,
) -> None:
    """Score a whole game: ranks with tie-breakers, neighbours' effects, faults across castles.

    Of photos the castles are named, laid out and checked against each other first: a tile that lies in
    more castles than the box has of it is taken for the next likely one where that is likely enough.
    """
    _refuse_overwriting(save, files, option="--save")
    if save is not None:
        if save == STANDARD_STREAM:
            raise DocumentError("--save wants the name of a file")
        require_place(save)
    catalogue = load_catalogue()
    words = words_in(lang)
    notes: list[str] = []
    castles: list[FoundCastle] = []
    if len(files) == 1 and not is_picture_file(files[0]):
        if mode or players or seats or roburg or ask or overlay:
            raise typer.BadParameter(
                "--mode, --player, --seats, --roburg, --ask and --overlay are for photos; a game "
                "document says who played, so correct it there"
            )
        played = read_game(files[0], catalogue)
        result = judge_game(played, catalogue, lang)
    else:
        from .game_photos import judge_photos, parse_roburg, require_roburg

        known_roburg = None if roburg is None else parse_roburg(roburg)
        require_roburg(mode or Mode.STANDARD, known_roburg)
        source = CastleSource(catalogue, lang, overlay)
        played, castles, notes = _read_game(
            files, source, mode or Mode.STANDARD, players or [], seats, known_roburg, ask=ask
        )
        result = judge_photos(played, castles, catalogue, lang)
    exit_code = OK
    if save is not None:
        document = _json(played.model_dump())
        _, exit_code = _each([save], lambda path: write_text(path, document))
    if as_json:
        for note in notes:
            _complain(note)
        _write(_json(result.model_dump()), None)
    else:
        shown: list[RenderableType] = [Text(note, "yellow") for note in notes]
        shown.append(game_report(result, words))
        shown += photo_doubts(castles, [it.name for it in result.castles[: len(castles)]], lang)
        if sheets:
            shown += map(sheet_renderable, game_sheets(played, result, catalogue, words))
        _print(*_spaced(shown))
    faults = [
        *result.violations,
        *(fault for castle in result.castles for fault in castle.violations),
    ]
    raise typer.Exit(exit_code or (ILLEGAL if _is_accused(faults) else OK))


def _read_game(
    files: Sequence[Path],
    source: CastleSource,
    mode: Mode,
    players: Sequence[str],
    seats: str | None,
    roburg: Roburg | None,
    *,
    ask: bool,
) -> tuple[Game, list[FoundCastle], list[str]]:
    """Return the game of photos, its castles in seat order, and what was guessed."""
    # Imported here, since scoring should not wait for drawing libraries.
    from . import asking
    from .game_photos import (
        count_people,
        make_game,
        player_names,
        seat_castles,
        seating_notes,
        settle_castles,
    )

    catalogue, language = source.catalogue, source.language
    found, exit_code = _each(files, source.castles)
    if exit_code:
        raise typer.Exit(exit_code)
    seating = seat_castles(files, [castles or [] for castles in found], seats)
    photo = files[0] if len(files) == 1 else None
    people = count_people(mode, len(seating.castles), photo)
    if ask and sys.stdin is not None and sys.stdin.isatty():
        players = asking.ask_names_in_terminal(mode, people, players, language)
    names = player_names(mode, people, players, language)
    titles = castle_names(make_game(mode, names, seating.castles), words_in(language))
    answers: list[dict[int, Correction]] = [{} for _ in seating.castles]
    castles = settle_castles(seating.castles, answers, titles, catalogue, language)
    if ask:
        answers = asking.ask_in_terminal(castles, titles, catalogue, language)
        castles = settle_castles(seating.castles, answers, titles, catalogue, language)
    _, exit_code = _each(castles, FoundCastle.require_scorable)
    if exit_code:
        raise typer.Exit(exit_code)
    return make_game(mode, names, castles, roburg), castles, seating_notes(seating, language)


@app.command()
def draw(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A castle document (JSON), or -.")],
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The picture to write (PNG).")
    ],
    tile_px: Annotated[
        int, typer.Option("--tile", min=32, max=1000, help="Height of a tile in pixels.")
    ] = 160,
    points: Annotated[
        bool, typer.Option("--points/--no-points", help="Show the points of each room.")
    ] = True,
    art: Art = None,
    lang: Lang = Language.EN,
) -> None:
    """Draw a castle with castlescan's own tiles, or with scans."""
    # Imported here, since scoring should not wait for drawing libraries.
    from .datasets.castle_picture import draw_castle, encode_png
    from .datasets.faces.drawn import DrawnFaces
    from .datasets.faces.scanned import ScannedFaces

    _refuse_overwriting(output, (file,))
    catalogue = load_catalogue()
    castle = read_castle(file, catalogue)
    score = score_board(set_up_board(castle, catalogue), catalogue) if points else None
    faces = ScannedFaces(art) if art else DrawnFaces(catalogue, names=lang)
    write_bytes(output, encode_png(draw_castle(castle, faces, tile_px=tile_px, score=score)))


@app.command()
def schema(
    kind: Annotated[
        DocumentKind, typer.Argument(help="The kind of document.")
    ] = DocumentKind.CASTLE,
) -> None:
    """Print the JSON Schema of a document."""
    _write(_json(_SCHEMAS[kind]()), None)


@app.command()
def cards(as_json: AsJson = False, lang: Lang = Language.EN) -> None:
    """List all bonus cards and royal attendants, with the ids that castle documents use."""
    catalogue = load_catalogue()
    if as_json:
        pieces = (*catalogue.bonus_cards.values(), *catalogue.attendants.values())
        _write(
            _json([piece.model_dump(mode="json", exclude_defaults=True) for piece in pieces]), None
        )
    else:
        _print(cards_table(catalogue, words_in(lang)))


tiles_app = typer.Typer(
    cls=with_default("list"),
    help="List and search all tiles, or add your own: tiles [NAME], tiles add ID.",
)
app.add_typer(tiles_app, name="tiles")
app.add_typer(batch_app, name="batch")


@tiles_app.command("list")
def list_tiles(
    name: Annotated[
        list[str] | None,
        typer.Argument(help="A name, in English or German; typing mistakes are fine."),
    ] = None,
    tile_type: Annotated[
        TileType | None, typer.Option("--type", case_sensitive=False, help="Only this type.")
    ] = None,
    hanging: Annotated[
        Hanging | None, typer.Option(case_sensitive=False, help="Only with this wall hanging.")
    ] = None,
    tile_set: Annotated[
        TileSet | None, typer.Option("--set", case_sensitive=False, help="Only from this set.")
    ] = None,
    as_json: AsJson = False,
    lang: Lang = Language.EN,
) -> None:
    """List tiles, or search them by name, type, wall hanging and set."""
    catalogue = load_catalogue()
    found = catalogue.search(
        " ".join(name) if name else None, tile_type=tile_type, hanging=hanging, tile_set=tile_set
    )
    if as_json:
        _write(_json([tile.model_dump(mode="json", exclude_defaults=True) for tile in found]), None)
    else:
        _print(tiles_table(found, catalogue, words_in(lang)))


@tiles_app.command("add")
def add_tile(
    tile_id: Annotated[
        str, typer.Argument(metavar="ID", help="Type and name, such as living/music-room.")
    ],
    name: Annotated[str, typer.Option(help="The name as printed.")],
    where: Annotated[Where | None, typer.Option(help="The spaces that it looks at.")] = None,
    wants: Annotated[
        list[str] | None,
        typer.Option(help="The room type or wall hanging that it wants there, or any; repeatable."),
    ] = None,
    points: Annotated[
        int | None, typer.Option(help="Points for each; 1, or 4 with six-other-types.")
    ] = None,
    points_else: Annotated[
        int | None, typer.Option(help="Points if six-other-types fails; 1.")
    ] = None,
    unwanted: Annotated[
        TileType | None, typer.Option(help="The room type that an activity room does not want.")
    ] = None,
    arrow: Annotated[Arrow | None, typer.Option(help="Where a secret room points.")] = None,
    spot: Annotated[
        list[Spot] | None, typer.Option(help="A spot of a throne room; give two.")
    ] = None,
    hanging: Annotated[Hanging, typer.Option(help="Its wall hanging.")] = Hanging.NONE,
    border: Annotated[
        Border | None, typer.Option(help="Its border; blue for outdoor rooms unless said.")
    ] = None,
    name_de: Annotated[str | None, typer.Option(help="Its German name.")] = None,
    copies: Annotated[int, typer.Option(help="How many the box holds.")] = 1,
) -> None:
    """Add a tile of your own, kept in a file of your config folder."""
    if border is None:
        border = Border.BLUE if tile_id.startswith(f"{TileType.OUTDOOR}/") else Border.WHITE
    counts_types = where is Where.SIX_OTHER_TYPES
    fields: dict[str, Any] = {
        "id": tile_id,
        "name": name,
        "name_de": name_de,
        "where": where,
        "wants": wants,
        "points": points if points is not None or arrow else 4 if counts_types else 1,
        "points_else": points_else if points_else is not None or not counts_types else 1,
        "unwanted": unwanted,
        "arrow": arrow,
        "spots": spot,
        "hanging": hanging,
        "border": border,
        "copies": copies,
    }
    path = user_tiles_path()
    tile = add_user_tile({key: value for key, value in fields.items() if value is not None}, path)
    _print(tiles_table([tile], load_catalogue(path), words_in(Language.EN)), f"Added to {path}")


@tiles_app.command("remove")
def remove_tile(
    tile_id: Annotated[str, typer.Argument(metavar="ID", help="The tile's id.")],
) -> None:
    """Remove a tile of your own, and the faces that were learnt of it."""
    from .vision.learnt_faces import forget_faces, learnt_faces_folder

    path = user_tiles_path()
    remove_user_tile(tile_id, path)
    forget_faces(tile_id, learnt_faces_folder())
    _print(f"Removed {tile_id} from {path}")


@tiles_app.command("learn")
def learn_tile(
    tile_id: Annotated[
        str, typer.Argument(metavar="ID", help="The id of a known tile, bonus card or attendant.")
    ],
    pictures: Annotated[
        list[Path],
        typer.Argument(metavar="PICTURE...", help="Photos of it alone, or cropped to its face."),
    ],
) -> None:
    """Learn how a tile looks, such as a promo, a translation or one of your own."""
    from .vision.decode import read_picture
    from .vision.learnt_faces import cut_out_face, learnt_faces_folder, piece_class_of, save_face
    from .vision.read import load_models

    piece = piece_class_of(tile_id, load_catalogue())
    detector = load_models().detector
    faces = []
    for path in pictures:
        image = read_picture(path)
        try:
            faces.append(cut_out_face(image, detector.detect(image), piece))
        except DocumentError as error:
            raise error.at(str(path)) from None
    for face in faces:
        kept = save_face(tile_id, face, learnt_faces_folder())
        typer.echo(f"Learnt {tile_id}; this is its face: {printable(str(kept))}")


@tiles_app.command("forget")
def forget_tile(
    tile_id: Annotated[str, typer.Argument(metavar="ID", help="The id.")],
) -> None:
    """Forget the faces that were learnt of a tile."""
    from .vision.learnt_faces import forget_faces, learnt_faces_folder

    folder = learnt_faces_folder()
    if not forget_faces(tile_id, folder):
        raise DocumentError(f"has no learnt face of {tile_id!r}", source=str(folder))
    _print(f"Forgot what was learnt of {tile_id}")


@tiles_app.command("print")
def print_tiles(
    pdf: Annotated[Path, typer.Option("--pdf", metavar="FILE", help="The PDF to write.")],
    sets: Annotated[
        list[TileSet] | None, typer.Option("--set", help="Only this set; may be repeated.")
    ] = None,
    paper: Annotated[Paper, typer.Option(help="Size of the paper.")] = Paper.A4,
    backs: Annotated[bool, typer.Option("--backs", help="Add pages with the backs.")] = False,
    dpi: Annotated[int, typer.Option(min=50, max=600, help="Dots per inch.")] = 300,
    art: Art = None,
    lang: Lang = Language.EN,
) -> None:
    """Print sheets of castlescan's own tiles, to cut out and play with."""
    from .datasets.faces.print_sheets import write_print_sheets
    from .datasets.faces.scanned import ScannedFaces

    catalogue = load_catalogue()
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("drawing")
        printed = write_print_sheets(
            pdf,
            sets=sets or [each for each in TileSet if each is not TileSet.USER],
            language=lang,
            paper=paper,
            backs=backs,
            dots_per_inch=dpi,
            faces=ScannedFaces(art) if art else None,
            catalogue=catalogue,
            progress=lambda done, of: bar.update(task, completed=done, total=of),
        )
    _print(f"{printed.pieces} pieces on {printed.pages} pages: {pdf}")


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"castlescan {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version."),
    ] = False,
) -> None:
    """Audit and score castles of Between Two Castles of Mad King Ludwig."""


def _each_castle(
    files: Sequence[Path], source: CastleSource, work: Callable[[FoundCastle], Result]
) -> tuple[list[Result | None], int]:
    """Work on each castle of photos and documents, as :func:`_each` does; None for a bad file."""
    found, exit_code = _each(files, source.castles)
    results: list[Result | None] = []
    for castles in found:
        own, own_code = _each(castles or (), work)
        results += own if castles is not None else [None]
        exit_code = exit_code or own_code
    return results, exit_code


def _evaluation_schema() -> dict[str, Any]:
    from .datasets.evaluate import EvaluationReport

    return EvaluationReport.model_json_schema(mode="serialization")


def _each(items: Sequence[Item], work: Callable[[Item], Result]) -> tuple[list[Result | None], int]:
    """Work on each file or castle; a bad one is reported on stderr, and the others go on."""
    results: list[Result | None] = []
    exit_code = OK
    for item in items:
        try:
            results.append(work(item))
        except DocumentError as error:
            _complain(str(error))
            results.append(None)
            exit_code = BAD_INPUT
    return results, exit_code


def _any_illegal(violations: Sequence[Violation]) -> bool:
    return any(it.severity is Severity.ILLEGAL for it in violations)


def _is_accused(violations: Sequence[Violation]) -> bool:
    """Tell whether anything is illegal beyond doubt."""
    return _any_illegal(
        [it for it in violations if not isinstance(it, SeenViolation) or it.is_sure]
    )


def _refuse_overwriting(
    output: Path | None, inputs: Sequence[Path | None], option: str = "-o"
) -> None:
    for path in inputs:
        if output and path and path.exists() and output.exists() and output.samefile(path):
            raise DocumentError(
                f"is read and would be overwritten; choose another {option}", source=str(output)
            )


def _write_json(documents: Sequence[object], output: Path | None) -> None:
    """Write one document as it is, several as a list in the order of the files."""
    if len(documents) > 1:
        _write(_json(documents), output)
    elif documents[0] is not None:
        _write(_json(documents[0]), output)


def _json(data: object) -> str:
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _write(text: str, output: Path | None) -> None:
    if output is None:
        sys.stdout.write(text)
    else:
        write_text(output, text)


class _Console(Console):
    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def _print(*renderables: RenderableType) -> None:
    if renderables:
        _Console(highlight=False, emoji=False, markup=False).print(*renderables, sep="\n")


def _spaced(renderables: Sequence[RenderableType]) -> Iterator[RenderableType]:
    for index, renderable in enumerate(renderables):
        if index:
            yield ""
        yield renderable


def _complain(message: str) -> None:
    if sys.stderr is not None:
        one_line = printable(" ".join(message.split()))
        sys.stderr.write(f"castlescan: {one_line}\n")


def main() -> None:
    """Run the command line, turning every failure into one line and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except CastlescanError as error:
        _complain(str(error))
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        # The reader, such as `head`, has seen enough.
        _forget_output()
        sys.exit(OK)
    except OSError as error:
        _forget_output()
        _complain(f"the output cannot be written ({error.strerror}); write it somewhere else")
        sys.exit(BAD_INPUT)
    except Exception as error:
        if os.environ.get("CASTLESCAN_DEBUG"):
            raise
        _complain(
            f"internal error ({type(error).__name__}: {error}); please report it. "
            "CASTLESCAN_DEBUG=1 shows where"
        )
        sys.exit(INTERNAL_ERROR)


def _forget_output() -> None:
    """Keep Python from trying, and complaining, once more at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
