import re
from dataclasses import replace

import pytest

from castlescan.engine.between_two_castles.descriptions import (
    describe_attendant,
    describe_bonus_card,
    describe_tile,
)
from castlescan.engine.between_two_castles.neighbours import NeighbourBoard
from castlescan.engine.between_two_castles.roburg import Roburg, RoburgColumns
from castlescan.engine.between_two_castles.score_sheet import make_score_sheet
from castlescan.engine.between_two_castles.scoring import score_board
from castlescan.engine.between_two_castles.vocabulary import words_in
from castlescan.engine.languages import Language
from castlescan.engine.sheets import (
    ScoreSheet,
    SheetFormat,
    SheetHeadings,
    SheetReason,
    SheetRow,
    write_sheets,
)

HEADINGS = SheetHeadings(
    "en", "Categories", "Rooms", "Total", "Sum", "Reasons", "Tile", "At", "P", "Why"
)

# The score sheet of the rulebook's example, p. 13.
EXAMPLE = {
    "Food": (4,),
    "Living": (1, 2, 2, 1, 2),
    "Utility": (2, 2),
    "Outdoor": (5,),
    "Sleeping": (4, 4, 4),
    "Corridor": (2, 0, 2),
    "Downstairs": (2,),
    "Towers": (5,),
    "Fountains": (5,),
    "Grand foyers": (6,),
    "Bonus cards": (),
    "Royal attendants": (7,),
    "Throne room": (0,),
}


def example_sheet() -> ScoreSheet:
    rows = tuple(SheetRow(label, points) for label, points in EXAMPLE.items())
    reason = SheetReason("Wine *Room*", "(0, 1)", 4, "2 per sleeping room | above")
    return ScoreSheet("Castle <Exemplar>", HEADINGS, rows, (reason,), ("A note_here.",))


@pytest.fixture
def sheet_of(build, catalogue):
    def sheet_of(rooms, language=Language.EN, neighbours=(), names=(), **castle):
        board = build(rooms, **castle)
        score = score_board(board, catalogue, neighbours)
        return make_score_sheet(
            board,
            score,
            catalogue,
            language,
            neighbours_known=bool(neighbours),
            neighbour_names=names,
        )

    return sheet_of


class TestWriting:
    def test_total_is_the_sum_of_the_rows(self):
        assert [row.total for row in example_sheet().rows] == [
            4,
            8,
            4,
            5,
            12,
            4,
            2,
            5,
            5,
            6,
            0,
            7,
            0,
        ]
        assert example_sheet().total == 62

    def test_text(self):
        lines = write_sheets([example_sheet()], SheetFormat.TEXT).splitlines()
        assert lines[0] == "Castle <Exemplar>"
        assert any(re.fullmatch(r"Living +1 2 2 1 2 +8", line) for line in lines)
        assert any(re.fullmatch(r"Sum +62", line) for line in lines)
        assert any(
            re.fullmatch(r"Wine \*Room\* +\(0, 1\) +4 +2 per .*above", line) for line in lines
        )
        assert lines[-1] == "A note_here."
        assert all(line == line.rstrip() for line in lines)

    def test_markdown_tables_have_equal_columns(self):
        text = write_sheets([example_sheet()], SheetFormat.MARKDOWN)
        assert text.startswith("## Castle \\<Exemplar\\>\n")
        rows = [line for line in text.splitlines() if line.startswith("|")]
        columns = [len(re.findall(r"(?<!\\)\|", row)) - 1 for row in rows]
        assert columns == [3] * 16 + [4] * 3
        assert "| Sleeping | 4 4 4 | 12 |" in rows
        assert "| **Sum** | | **62** |" in rows
        assert "A note\\_here." in text

    def test_html_escapes_and_needs_no_network(self):
        text = write_sheets([example_sheet()], SheetFormat.HTML)
        assert "Castle &lt;Exemplar&gt;" in text
        assert "<td>Sleeping</td><td>4 4 4</td>" in text.replace("\n", "")
        assert '<html lang="en">' in text
        assert "http" not in text

    @pytest.mark.parametrize("sheet_format", SheetFormat)
    def test_several_sheets_in_their_order(self, sheet_format):
        second = replace(example_sheet(), title="Second")
        text = write_sheets([example_sheet(), second], sheet_format)
        assert 0 < text.index("Exemplar") < text.rindex("Second")
        assert text.count("62") >= 2
        assert text.endswith("\n")


class TestFillingIn:
    def test_rows_hold_each_room_and_sum_up(self, sheet_of):
        sheet = sheet_of(
            {
                (2, 0): "corridor/echo-chamber",
                (3, 0): "sleeping/nap-room",
                (-1, 0): "sleeping/solar",
                (0, 1): "specialty/fountain",
            },
            attendants=["fire-juggler"],
            bonus_cards=["sleeping", "width"],
        )
        rows = {row.label: row.points for row in sheet.rows}
        assert rows["Corridor"] == (2,)
        assert rows["Sleeping"] == (1, 1)
        assert rows["Fountains"] == (5,)
        assert rows["Royal attendants"] == (3,)
        assert rows["Bonus cards"] == (4, 5)
        assert rows["Throne room"] == (2,)
        assert rows["Food"] == ()
        assert sheet.total == 2 + 2 + 5 + 3 + 9 + 2

    def test_lines_of_the_expansion_only_with_its_tiles(self, sheet_of):
        base = [row.label for row in sheet_of({(2, 0): "food/bakery"}).rows]
        assert base == list(EXAMPLE)
        expansion = sheet_of(
            {(2, 0): "activity/chess-room", (3, 0): "specialty/ballroom-food"}
        ).rows
        assert [row.label for row in expansion][7:12] == [
            "Activity",
            "Towers",
            "Fountains",
            "Grand foyers",
            "Ballrooms",
        ]

    def test_reasons_run_from_the_top_left(self, sheet_of):
        sheet = sheet_of(
            {
                (3, 0): "food/bakery",
                (2, 0): "living/salon",
                (2, 1): "utility/sauna",
                (2, -1): "downstairs/crypt",
            },
            attendants=["knight"],
            bonus_cards=["food"],
        )
        assert [reason.piece for reason in sheet.reasons] == [
            "Sauna",
            "Salon",
            "Bakery",
            "Crypt",
            "Throne Room",
            "Knight",
            "Food Rooms",
        ]
        assert [reason.place for reason in sheet.reasons][-3:] == [
            "(0, 0)",
            "royal attendant",
            "bonus card",
        ]
        knight = sheet.reasons[-2]
        assert (knight.points, knight.why) == (2, "1 per swords: Bakery (3, 0), Sauna (2, 1)")

    def test_secret_rooms_say_what_they_copy(self, sheet_of):
        sheet = sheet_of(
            {
                (2, 0): "sleeping/solar",
                (3, 0): "secret/behind-the-bookcase",
                (4, 0): "secret/around-the-corner",
            }
        )
        why = {reason.piece: reason.why for reason in sheet.reasons}
        assert why["Behind the Bookcase"] == "as Solar: 4 with 6 other room types, else 1"
        assert why["Around the Corner"] == "copies nothing"
        assert {row.label: row.points for row in sheet.rows}["Sleeping"] == (1, 1)

    def test_german_with_english_fallback(self, sheet_of):
        sheet = sheet_of({(2, 0): "food/scullery", (3, 0): "food/bakery"}, Language.DE)
        assert sheet.headings.total_score == "Gesamtpunktwert"
        assert sheet.headings.language == "de"
        assert [reason.piece for reason in sheet.reasons] == ["Spülküche", "Bakery", "Thronsaal"]
        assert sheet.reasons[1].why == "2 pro Wirtschaftsraum links und rechts"

    def test_title(self, build, catalogue):
        board = build({(2, 0): "food/bakery"})
        score = score_board(board, catalogue)
        assert make_score_sheet(board, score, catalogue).title == "Castle"
        assert make_score_sheet(board, score, catalogue, Language.DE).title == "Schloss"
        assert make_score_sheet(board, score, catalogue, title="Mine").title == "Mine"


class TestNeighbours:
    ROOMS = {(2, 0): "specialty/ballroom-food", (3, 0): "specialty/ballroom-living"}  # noqa: RUF012

    def test_note_names_what_lacks_them(self, sheet_of):
        sheet = sheet_of(self.ROOMS, bonus_cards=["neighbour-specialty", "food"])
        (note,) = sheet.notes
        assert note.endswith("Ballroom, Ballroom and Neighbours' Specialty Rooms.")

    def test_no_note_without_need(self, sheet_of):
        assert sheet_of({(2, 0): "food/bakery"}, bonus_cards=["food"]).notes == ()

    def test_reasons_name_the_neighbour(self, sheet_of, build):
        neighbour = NeighbourBoard(build({(2, 0): "food/bakery"}))
        numbered = sheet_of(self.ROOMS, neighbours=[neighbour, neighbour])
        assert numbered.reasons[0].why.endswith(
            ": Bakery (2, 0; neighbour 1), Bakery (2, 0; neighbour 2)"
        )
        named = sheet_of(self.ROOMS, neighbours=[neighbour, neighbour], names=["A", "B"])
        assert named.reasons[0].why.endswith(": Bakery (2, 0; A), Bakery (2, 0; B)")
        assert named.notes == ()

    def test_tiles_of_roburg_go_by_their_type(self, sheet_of):
        roburg = Roburg(level=1, columns=RoburgColumns(food=2))
        sheet = sheet_of(self.ROOMS, neighbours=[roburg], names=["Roburg"])
        assert sheet.reasons[0].why.endswith(": food room (0, 0; Roburg), food room (0, 1; Roburg)")


class TestDescriptions:
    @pytest.mark.parametrize("language", Language)
    def test_every_piece_is_described_without_gaps(self, catalogue, language):
        words = words_in(language)
        texts = [
            *(describe_tile(tile, catalogue, words) for tile in catalogue.tiles.values()),
            *(describe_bonus_card(card, words) for card in catalogue.bonus_cards.values()),
            *(describe_attendant(one, words) for one in catalogue.attendants.values()),
        ]
        assert all(text and "{" not in text and "  " not in text for text in texts)

    @pytest.mark.parametrize(
        ("tile", "text"),
        [
            ("food/bakery", "2 per utility room left and right"),
            ("food/spice-room", "2 per downstairs room in the two spaces below"),
            ("living/meditation-room", "2 per surrounding outdoor room, not below"),
            ("corridor/echo-chamber", "1 per surrounding torch"),
            ("activity/chess-room", "1 per room beside it, but 1 with a surrounding activity room"),
            ("specialty/tower", "1 per room below in its column"),
            ("specialty/fountain", "always 5"),
            ("secret/in-the-rafters", "copies the room above"),
            ("throne/food-sleeping", "2 per food room/sleeping room above left and left"),
            (
                "utility/dice-tower-room",
                "2 per Scythe Room/Game Storage/Vineyard/Between Two Rooms in the castle",
            ),
        ],
    )
    def test_tiles(self, catalogue, tile, text):
        words = words_in(Language.EN)
        assert describe_tile(catalogue.tile(tile), catalogue, words) == text
