"""``castlescan batch``, as a shell runs it."""

import subprocess
import sys

import pytest
import quick_reader
from quick_photos import wait_for, write_photo

PATIENCE = 60


@pytest.fixture
def castlescan(start):
    """Run the command line to its end: exit code, output, complaints."""

    def castlescan(*arguments, **options):
        process = start(*arguments, **options)
        printed, complaints = process.communicate(timeout=PATIENCE)
        return process.returncode, printed, complaints

    return castlescan


def test_from_photos_to_page_and_files(castlescan, photos, tmp_path):
    folder, out = photos(3, broken=quick_reader.BROKEN), tmp_path / "results.sqlite"
    code, printed, complaints = castlescan("batch", folder, "--out", out, "--workers", "1")
    assert (code, complaints) == (0, "")
    assert printed.startswith("3 read, 1 failed, 0 known before")
    assert "castlescan batch report" in printed
    assert castlescan("batch", "report", out, "--out", tmp_path / "page.html")[0] == 0
    code, printed, _ = castlescan("batch", "export", out, "--format", "jsonl", "--out", tmp_path)
    assert code == 0
    assert "photos.jsonl" in printed
    printed = "No two photos show the same castle.\n"
    assert castlescan("batch", "duplicates", out) == (0, printed, "")
    code, printed, _ = castlescan("batch", "--only-failed", "--out", out, "--workers", "1")
    assert printed.startswith("0 read, 1 failed, 0 known before")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere", "--out", "r.sqlite"], "nowhere: there is no such file or folder"),
        (["empty", "--out", "r.sqlite"], "empty: no photos are there"),
        (["empty", "--since", "2026-11-01", "--out", "r"], "no photos modified since 2026-11-01"),
        (["--out", "r.sqlite"], "name photos, or folders"),
        (
            ["report", "none.sqlite", "--out", "p.html"],
            "none.sqlite: there is no such results file",
        ),
        (["empty", "--out", "empty/a.txt/r.sqlite"], "r.sqlite: cannot be written"),
        (["empty", "--out", "r", "--dask", "tcp://h:1", "--workers", "2"], "dask worker"),
    ],
)
def test_mistakes_are_one_line(castlescan, tmp_path, arguments, said):
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "a.txt").write_text("")
    code, printed, complaints = castlescan("batch", *arguments)
    assert (code, printed) == (2, "")
    assert said in complaints
    assert "Traceback" not in complaints


def test_a_report_never_overwrites_the_results_it_is_of(castlescan, photos, tmp_path):
    out = tmp_path / "results.sqlite"
    assert castlescan("batch", photos(1), "--out", out, "--workers", "1")[0] == 0
    before = out.read_bytes()
    (tmp_path / "page.html").symlink_to(out)
    for place in (out, tmp_path / "page.html"):
        code, _, complaints = castlescan("batch", "report", out, "--out", place)
        assert code == 2
        assert "would be overwritten" in complaints
    assert out.read_bytes() == before
    assert "No two photos" in castlescan("batch", "duplicates", out)[1]


def test_a_second_run_on_the_same_results_is_one_line(start, castlescan, photos, tmp_path):
    folder, out = photos(30), tmp_path / "results.sqlite"
    first = start("batch", folder, "--out", out, "--workers", "1", seconds=0.5)
    wait_for(out.exists, "the results")
    code, _, complaints = castlescan("batch", folder, "--out", out)
    first.kill()
    first.communicate()
    assert code == 2
    assert complaints.count("\n") == 1
    assert "another run is writing these results" in complaints


def test_watching_reads_what_is_added_until_it_is_stopped(start, photos, tmp_path, rows):
    folder, out = photos(1), tmp_path / "results.sqlite"
    process = start("batch", folder, "--watch", "--out", out, "--workers", "1")
    write_photo(folder / "later.png", 5)

    def both_are_read():
        found = rows() if out.exists() and out.stat().st_size else []
        return sum('["photos"' in row for row in found) == 2

    wait_for(both_are_read, "both photos")
    process.terminate()
    printed, complaints = process.communicate(timeout=PATIENCE)
    assert (process.returncode, complaints) == (0, "")
    assert printed.startswith("2 read, 0 failed")


def test_scoring_a_document_loads_nothing_of_it():
    code = (
        "import sys, castlescan.cli; "
        "print([it for it in ('cv2', 'sqlite3', 'filelock', 'multiprocessing.pool', 'fsspec') "
        "if it in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
