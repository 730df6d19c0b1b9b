"""Small pieces of SVG as strings: shapes with light and shade, groups, and the gradients they use."""
# ruff: noqa: E501 (a path of a drawing is one long string)

from .palette import INK

TONES = """
<linearGradient id="lit" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".32"/>
<stop offset=".45" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1c0a1e" stop-opacity=".36"/></linearGradient>
<linearGradient id="side" x1="0" y1="0" x2="1" y2=".35"><stop offset="0" stop-color="#fff" stop-opacity=".28"/>
<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#1c0a1e" stop-opacity=".38"/></linearGradient>
<linearGradient id="wash" x1="0" y1="0" x2="1" y2=".6"><stop offset="0" stop-color="#fff7d8" stop-opacity=".3"/>
<stop offset=".5" stop-color="#fff7d8" stop-opacity=".05"/><stop offset="1" stop-color="#3a1030" stop-opacity=".2"/></linearGradient>
<linearGradient id="round"><stop offset="0" stop-color="#1c0a1e" stop-opacity=".3"/>
<stop offset=".33" stop-color="#fff" stop-opacity=".34"/><stop offset=".6" stop-color="#1c0a1e" stop-opacity=".05"/>
<stop offset="1" stop-color="#1c0a1e" stop-opacity=".46"/></linearGradient>
<radialGradient id="ball" cx=".36" cy=".3" r=".75"><stop offset="0" stop-color="#fff" stop-opacity=".6"/>
<stop offset=".4" stop-color="#fff" stop-opacity=".06"/><stop offset="1" stop-color="#1c0a1e" stop-opacity=".45"/></radialGradient>
<linearGradient id="deep" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#10060f" stop-opacity=".5"/>
<stop offset=".6" stop-color="#10060f" stop-opacity=".06"/><stop offset="1" stop-color="#fff" stop-opacity=".12"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="#fff3b8" stop-opacity=".85"/>
<stop offset=".35" stop-color="#ffcf6a" stop-opacity=".38"/><stop offset="1" stop-color="#ffb347" stop-opacity="0"/></radialGradient>
<radialGradient id="cool"><stop offset="0" stop-color="#effffa" stop-opacity=".85"/>
<stop offset=".4" stop-color="#9fe8e0" stop-opacity=".35"/><stop offset="1" stop-color="#6fd0d8" stop-opacity="0"/></radialGradient>
<radialGradient id="shadow"><stop offset="0" stop-color="#160812" stop-opacity=".55"/>
<stop offset=".6" stop-color="#160812" stop-opacity=".3"/><stop offset="1" stop-color="#160812" stop-opacity="0"/></radialGradient>
<linearGradient id="day" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#7fc4ee"/>
<stop offset=".65" stop-color="#e4f3e2"/><stop offset="1" stop-color="#a9d489"/></linearGradient>
<linearGradient id="dusk" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#6d5aa8"/>
<stop offset=".6" stop-color="#f3a77b"/><stop offset="1" stop-color="#ffd98e"/></linearGradient>
<linearGradient id="night" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#14224f"/>
<stop offset="1" stop-color="#4a5fa0"/></linearGradient>
<linearGradient id="water" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#8fd6e6"/>
<stop offset="1" stop-color="#2c86b4"/></linearGradient>
<linearGradient id="gold" x1="0" y1="0" x2=".8" y2="1"><stop offset="0" stop-color="#fff0ad"/>
<stop offset=".45" stop-color="#eebb3f"/><stop offset="1" stop-color="#9b6213"/></linearGradient>
<linearGradient id="steel" x1="0" y1="0" x2="1" y2=".4"><stop offset="0" stop-color="#f4f7fa"/>
<stop offset=".5" stop-color="#aab6c4"/><stop offset="1" stop-color="#66758a"/></linearGradient>
<linearGradient id="glass" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#eefaff"/>
<stop offset=".5" stop-color="#b8dcec"/><stop offset="1" stop-color="#86b4d0"/></linearGradient>
<linearGradient id="fire" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#e8491d"/>
<stop offset=".5" stop-color="#fb9a26"/><stop offset="1" stop-color="#ffe36b"/></linearGradient>
"""
"""Gradients that lie over a plain fill (lit, side, round, ball, deep) or are one (day, gold, ...)."""


def num(value: float) -> str:
    """Write a number with one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def _shape(body: str, fill: str, tone: str, line: str | None) -> str:
    paint = f"url(#{fill[1:]})" if fill.startswith("@") else fill
    outline = "" if line is None else f' stroke="{line}"'
    drawn = f'<{body} fill="{paint}"{outline}/>'
    return drawn + f'<{body} fill="url(#{tone})" stroke="none"/>' if tone else drawn


def rect(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    tone: str = "",
    *,
    corner: float = 0,
    line: str | None = None,
) -> str:
    """Draw a rectangle; ``fill`` is a colour or ``@`` with a gradient, ``tone`` a gradient over it."""
    body = f'rect x="{num(x)}" y="{num(y)}" width="{num(width)}" height="{num(height)}"'
    return _shape(body + (f' rx="{num(corner)}"' if corner else ""), fill, tone, line)


def circle(
    x: float, y: float, radius: float, fill: str, tone: str = "", *, line: str | None = None
) -> str:
    """Draw a circle."""
    return _shape(f'circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"', fill, tone, line)


def ellipse(
    x: float, y: float, rx: float, ry: float, fill: str, tone: str = "", *, line: str | None = None
) -> str:
    """Draw an ellipse."""
    body = f'ellipse cx="{num(x)}" cy="{num(y)}" rx="{num(rx)}" ry="{num(ry)}"'
    return _shape(body, fill, tone, line)


def path(d: str, fill: str, tone: str = "", *, line: str | None = None) -> str:
    """Draw a filled path."""
    return _shape(f'path d="{d}"', fill, tone, line)


def polygon(
    points: list[tuple[float, float]], fill: str, tone: str = "", *, line: str | None = None
) -> str:
    """Draw a filled polygon."""
    return path(
        "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points) + "Z", fill, tone, line=line
    )


def stroke(d: str, colour: str = INK, width: float = 4, *, opacity: float = 1) -> str:
    """Draw an open line."""
    faint = "" if opacity == 1 else f' stroke-opacity="{opacity:.2f}"'
    paint = f"url(#{colour[1:]})" if colour.startswith("@") else colour
    return f'<path d="{d}" fill="none" stroke="{paint}" stroke-width="{num(width)}"{faint}/>'


def outlined_stroke(d: str, colour: str, width: float) -> str:
    """Draw a thick open line with an ink outline, such as a pole or a branch."""
    return stroke(d, INK, width + 7) + stroke(d, colour, width)


def place(
    svg: str, x: float = 0, y: float = 0, scale: float = 1, turn: float = 0, *, flip: bool = False
) -> str:
    """Move, scale, turn (degrees) and mirror what is drawn around the origin."""
    parts = [f"translate({num(x)} {num(y)})"]
    if turn:
        parts.append(f"rotate({num(turn)})")
    if scale != 1 or flip:
        parts.append(f"scale({-scale if flip else scale:.3f} {scale:.3f})")
    return f'<g transform="{" ".join(parts)}">{svg}</g>'


def faded(svg: str, opacity: float) -> str:
    """Make a group see-through."""
    return f'<g opacity="{opacity:.2f}">{svg}</g>'


def sheer(svg: str, opacity: float) -> str:
    """Make the fills of shapes see-through, each for itself, which is cheaper than :func:`faded`."""
    return f'<g fill-opacity="{opacity:.2f}">{svg}</g>'


def clipped(svg: str, clip: str) -> str:
    """Cut a group off at a clip path that the document defines."""
    return f'<g clip-path="url(#{clip})">{svg}</g>'


def document(body: str, width: float, height: float, definitions: str = "") -> str:
    """Wrap drawings into an SVG document whose outlines are of ink."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(width)} {num(height)}" '
        f'width="{num(width)}" height="{num(height)}"><defs>{TONES}{definitions}</defs>'
        f'<g stroke="{INK}" stroke-width="4" stroke-linejoin="round" stroke-linecap="round">'
        f"{body}</g></svg>"
    )
