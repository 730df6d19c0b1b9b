"""Print evaluations side by side as Markdown, as in models/reading.md.

``castlescan eval FOLDER --json > drawn.json`` makes one; then
``python benchmarks/reading_table.py drawn=drawn.json scanned=scanned.json``.
"""

import json
import sys
from pathlib import Path


def share(part, whole):
    return f"{part} of {whole} ({100 * part / whole:.1f} %)" if whole else "-"


def rows(figures):
    tiles, castles = figures["tiles"], figures["castles"]
    yield "pictures", str(figures["pictures"])
    yield "tiles and thrones found", share(tiles["found"], tiles["tiles"])
    yield "false ones", str(tiles["false"])
    yield "named right, of found", share(tiles["named"], tiles["found"])
    yield "orientation right, of found", share(tiles["oriented"], tiles["found"])
    yield "castles exactly right", share(castles["exact"], castles["castles"])
    yield "right but for one tile", str(castles["but_one"])
    yield "said to be sure, of these wrong", f"{castles['sure']}, {castles['sure_but_wrong']}"
    yield "attendants and cards right", share(castles["right_extras"], castles["castles"])
    yield "score right, of scored", share(castles["right_score"], castles["scored"])


def table(names, lines):
    head = ["| | " + " | ".join(names) + " |", "|---" * (1 + len(names)) + "|"]
    return "\n".join([*head, *("| " + " | ".join(line) + " |" for line in lines)])


def main():
    found = {}
    for argument in sys.argv[1:]:
        name, _, file = argument.partition("=")
        found[name] = json.loads(Path(file).read_text())
    names = list(found)
    columns = [dict(rows(it["all"])) for it in found.values()]
    print(table(names, [[key, *(it[key] for it in columns)] for key in columns[0]]))
    print("\nCastles exactly right:\n")
    lines = {}
    for name, report in found.items():
        for split in report["splits"]:
            castles = split["figures"]["castles"]
            key = f"{split['by']}: {split['range']}"
            lines.setdefault(key, {})[name] = share(castles["exact"], castles["castles"])
    print(
        table(names, [[key, *(it.get(name, "-") for name in names)] for key, it in lines.items()])
    )
    print("\nConfidence of found tiles, all together:\n")
    bins = {}
    for report in found.values():
        for each in report["calibration"]:
            total = bins.setdefault(each["above"], [0, 0.0, 0])
            total[0] += each["tiles"]
            total[1] += each["tiles"] * (each["mean_confidence"] or 0)
            total[2] += each["named"]
    lines = [
        [f"{start:g}", str(count), f"{mean / count:.3f}", f"{right / count:.3f}"]
        for start, (count, mean, right) in sorted(bins.items())
        if count
    ]
    print(table(["tiles", "mean confidence", "named right"], lines))
    count = sum(it[0] for it in bins.values())
    error = sum(abs(mean - right) for _, mean, right in bins.values()) / max(count, 1)
    print(f"\nExpected calibration error: {100 * error:.2f} %")


if __name__ == "__main__":
    main()
