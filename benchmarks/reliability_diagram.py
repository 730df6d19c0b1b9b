"""Draw confidence against truth as an SVG file, for ``reading_table.py --diagram FILE``.

Both axes are log-odds, so that 90, 99 and 99.9 % are told apart, where most tiles are. All right would be at
infinity, and is drawn at the edge.
"""

import math

LEFT, TOP, SIDE = 70, 44, 420
LOW, HIGH = 0.3, 0.9995
TICKS = (0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999)
SIGMAS = 1.96


def place(chance):
    """Return how far along an axis a chance lies, 0 to 1."""
    low, high, own = (math.log(it / (1 - it)) for it in (LOW, HIGH, min(max(chance, LOW), HIGH)))
    return (own - low) / (high - low)


def interval(right, count):
    """Return the bounds between which the share lies with 95 % (Wilson 1927)."""
    share, extra = right / count, SIGMAS**2 / count
    middle = share + extra / 2
    spread = SIGMAS * math.sqrt(share * (1 - share) / count + extra / (4 * count))
    return (middle - spread) / (1 + extra), (middle + spread) / (1 + extra)


def across(chance):
    return LEFT + SIDE * place(chance)


def down(chance):
    return TOP + SIDE * (1 - place(chance))


def text(x, y, words, more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}"{more}>{words}</text>'


def line(x1, y1, x2, y2, kind):
    ends = f'x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"'
    return f'<line {ends} class="{kind}"/>'


def percent(chance):
    return f"{100 * chance:g} %"


def diagram(bins):
    """Return the SVG file of bins, each a number of tiles, their mean confidence, and how many are right."""
    bottom, right = TOP + SIDE, LEFT + SIDE
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 30} {bottom + 60}" '
        'font-family="system-ui, sans-serif" font-size="13">',
        "<title>Confidence of tiles and throne rooms against the share that is named right</title>",
        "<style>.grid{stroke:#ddd}.ideal{stroke:#888;stroke-dasharray:5 4}"
        ".range{stroke:#1f6f8b;stroke-width:2}.bin{fill:#1f6f8b}text{fill:#333}</style>",
        f'<rect width="{right + 30}" height="{bottom + 60}" fill="#fff"/>',
    ]
    for tick in TICKS:
        x, y = across(tick), down(tick)
        parts += [
            line(x, TOP, x, bottom, "grid"),
            line(LEFT, y, right, y, "grid"),
            text(x, bottom + 18, f"{100 * tick:g}", ' text-anchor="middle"'),
            text(LEFT - 8, y + 4, percent(tick), ' text-anchor="end"'),
        ]
    parts.append(text(LEFT - 8, TOP + 4, "100 %", ' text-anchor="end"'))
    parts.append(line(LEFT, bottom, right, TOP, "ideal"))
    for count, mean, named in bins:
        x, y = across(mean), down(named / count)
        low, high = interval(named, count)
        said = f"{named} of {count} named right, mean confidence {percent(round(mean, 4))}"
        parts += [
            line(x, down(low), x, down(high), "range"),
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.5" class="bin"><title>{said}</title></circle>',
            text(x + 8, y + 4, str(count), ' font-size="11"'),
        ]
    middle = LEFT + SIDE / 2
    parts += [
        text(middle, bottom + 42, "mean confidence (%)", ' text-anchor="middle"'),
        text(LEFT, TOP - 20, "share named right, with 95 % intervals and numbers of tiles"),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"
