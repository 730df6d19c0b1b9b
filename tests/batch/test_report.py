"""The page sums up what is in the results and needs nothing else."""

from html.parser import HTMLParser

import pytest
import quick_reader

from castlescan.batch.report import summarise, write_report
from castlescan.batch.store import Results, Store

VOID = {"meta", "img", "br"}


class Page(HTMLParser):
    """Collects what a page shows and loads, and checks that its elements are closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.loaded, self.text = [], [], ""
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attributes):
        if tag not in VOID:
            self.open.append(tag)
        self.loaded += [value for name, value in attributes if name in ("src", "href")]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def results(batch, photos, tmp_path):
    folder = photos(5, broken=quick_reader.BROKEN, empty=quick_reader.EMPTY)
    (folder / "002.png").rename(folder / "<b>.png")
    batch(folder)
    (folder / "001.png").unlink()
    with Results.open(tmp_path / "results.sqlite") as results:
        yield results


def test_the_page_needs_no_network(results, tmp_path):
    write_report(tmp_path / "page.html", results)
    text = (tmp_path / "page.html").read_text()
    assert "http" not in text
    page = Page(text)
    assert len(page.loaded) == 4
    assert all(it.startswith("data:image/jpeg;base64,") for it in page.loaded)
    for shown in ("out of luck", "photo is gone", "<b>.png", "tallest bar"):
        assert shown in page.text or shown in text


def test_the_figures_are_those_of_the_rows(results):
    summary = summarise(results)
    totals = dict(summary.totals)
    assert (totals["photos"], totals["not read"], totals["castles"]) == ("7", "1", "5")
    assert sum(it.castles for it in summary.bars) == 5
    scores = [it.total for it in summary.castles]
    assert scores == sorted(scores, reverse=True)
    assert {it.rule for it in summary.rules} == {
        rule for (rule,) in results.select("SELECT rule FROM violations WHERE severity = 'illegal'")
    }
    assert summary.doubtful == len(summary.tiles) == 5


def test_empty_results_make_a_page(tmp_path):
    Store.open(tmp_path / "empty.sqlite").close()
    with Results.open(tmp_path / "empty.sqlite") as results:
        write_report(tmp_path / "page.html", results)
    assert Page((tmp_path / "page.html").read_text()).text.count("None.") == 6
