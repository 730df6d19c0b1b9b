"""Print evaluations side by side as Markdown, as in models/reading.md.

``castlescan eval FOLDER --json > drawn.json`` makes one; then
``python benchmarks/reading_table.py drawn=drawn.json scanned=scanned.json``. With
``--diagram docs/reliability.svg`` confidence against truth is drawn as well.
"""

import argparse
import json
from pathlib import Path

from reliability_diagram import diagram

CAMERA, OWN = "size and tilt, by the camera", "size and tilt, by its own tiles"


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "-"


def rows(figures):
    tiles, castles, review = figures["tiles"], figures["castles"], figures["review"]
    yield "pictures", str(figures["pictures"])
    yield "tiles and thrones found", share(tiles["found"], tiles["tiles"])
    yield "false ones", str(tiles["false"])
    yield "named right, of found", share(tiles["named"], tiles["found"])
    yield "orientation right, of found", share(tiles["oriented"], tiles["found"])
    yield "castles exactly right", share(castles["exact"], castles["castles"])
    yield "right but for one tile", str(castles["but_one"])
    yield "said to be sure, of these wrong", f"{castles['sure']}, {castles['sure_but_wrong']}"
    yield "attendants and cards right", share(castles["right_extras"], castles["castles"])
    yield (
        "castles all right: exactly, and these too",
        share(castles["all_right"], castles["castles"]),
    )
    yield "score right, of scored", share(castles["right_score"], castles["scored"])
    wrong, misplaced = review["wrong"], review["misplaced"]
    listed, misplaced_listed = review["wrong_listed"], review["misplaced_listed"]
    yield "tiles read wrong, of all named", share(wrong, wrong + review["right"])
    yield "of these on the review list", share(listed, wrong)
    yield "in readings that ask for any look", share(review["wrong_asked"], wrong)
    yield (
        "wrong id or false, of these on the list",
        share(listed - misplaced_listed, wrong - misplaced),
    )
    yield "only misplaced, of these on the list", share(misplaced_listed, misplaced)
    yield "right ones on the review list", share(review["right_listed"], review["right"])
    yield "seen but not named, all on the list", str(review["unnamed"])


def table(names, lines):
    head = ["| | " + " | ".join(names) + " |", "|---" * (1 + len(names)) + "|"]
    return "\n".join([*head, *("| " + " | ".join(line) + " |" for line in lines)])


def by_range(reports, wanted, kind):
    """Return what part of the castles is right, by the name of a range and that of a report."""
    lines = {}
    for name, report in reports.items():
        for split in report["splits"]:
            if split["by"] in wanted:
                castles = split["figures"]["castles"]
                cell = share(castles[kind], castles["castles"])
                lines.setdefault((split["by"], split["range"]), {})[name] = cell
    return lines


def sizes_and_tilts(reports, kind):
    """Return a table of the size and tilt, as the camera is held and as each castle's own tiles are seen."""
    found = by_range(reports, (CAMERA, OWN), kind)
    ranges = sorted({key for _, key in found})
    heads = [f"{name}, by {how}" for name in reports for how in ("the camera", "its own tiles")]
    lines = [
        [
            key,
            *(found.get((by, key), {}).get(name, "-") for name in reports for by in (CAMERA, OWN)),
        ]
        for key in ranges
    ]
    return table(heads, lines)


def confidence_bins(reports):
    """Return by where bins of confidence begin: the tiles, the sum of their confidences, those right."""
    bins = {}
    for report in reports.values():
        for each in report["calibration"]:
            total = bins.setdefault(each["above"], [0, 0.0, 0])
            total[0] += each["tiles"]
            total[1] += each["tiles"] * (each["mean_confidence"] or 0)
            total[2] += each["named"]
    return {start: bins[start] for start in sorted(bins) if bins[start][0]}


def main():
    parser = argparse.ArgumentParser(description="Print evaluations side by side as Markdown.")
    parser.add_argument("reports", nargs="+", help="NAME=FILE of castlescan eval --json")
    parser.add_argument("--diagram", type=Path, help="SVG file of confidence against truth")
    options = parser.parse_args()
    reports = {}
    for argument in options.reports:
        name, _, file = argument.partition("=")
        reports[name] = json.loads(Path(file).read_text())
    columns = [dict(rows(it["all"])) for it in reports.values()]
    print(table(list(reports), [[key, *(it[key] for it in columns)] for key in columns[0]]))
    for kind, title in (("exact", "exactly right"), ("all_right", "all right")):
        print(f"\nCastles {title} by size and tilt together:\n")
        print(sizes_and_tilts(reports, kind))
    print("\nCastles exactly right, by everything else:\n")
    others = {it["by"] for report in reports.values() for it in report["splits"]} - {CAMERA, OWN}
    lines = by_range(reports, others, "exact").items()
    print(
        table(
            list(reports),
            [[f"{by}: {key}", *(it.get(name, "-") for name in reports)] for (by, key), it in lines],
        )
    )
    print("\nConfidence of found tiles, all together:\n")
    bins = confidence_bins(reports)
    lines = [
        [f"{start:g}", str(count), f"{mean / count:.3f}", f"{right / count:.3f}"]
        for start, (count, mean, right) in bins.items()
    ]
    print(table(["tiles", "mean confidence", "named right"], lines))
    count = sum(it[0] for it in bins.values())
    error = sum(abs(mean - right) for _, mean, right in bins.values()) / max(count, 1)
    print(f"\nExpected calibration error: {100 * error:.2f} %")
    if options.diagram is not None:
        drawn = diagram([(count, mean / count, right) for count, mean, right in bins.values()])
        options.diagram.write_text(drawn)


if __name__ == "__main__":
    main()
