"""What hangs on walls and from ceilings."""
# ruff: noqa: E501 (a path of a drawing is one long string)

import math

from ..palette import Scheme, darker, lighter
from ..svg import circle, ellipse, outlined_stroke, path, place, polygon, rect, sheer, stroke
from .registry import on_ceiling, on_wall, prop
from .small import row_of_smalls, small


@on_wall(190, 260)
def window(s: Scheme, what: str) -> str:
    """A window by ``day``, ``dusk`` or ``night``: arched, paired or square."""
    sky = what or s.pick("day", "day", "dusk")
    frame = lighter(s.stone, 0.35)
    hills = path(
        "M-70 70q40 -50 80 -20t60 -10v60h-140z",
        {"day": "#8fbf6a", "dusk": "#8a6a7a"}.get(sky, "#2f4a6a"),
        line="none",
    )
    orb = (
        circle(26, -52, 18, "#fff6d0", line="none")
        if sky != "night"
        else circle(26, -52, 20, "#fff6d0", line="none")
        + circle(34, -58, 17, "#22386e", line="none")
        + "".join(
            circle(x, y, 3, "#fff6d0", line="none")
            for x, y in ((-40, -60), (-20, -20), (-46, 10), (40, 0))
        )
    )
    if s.rng.random() < 0.6:
        pane = "M-66 96v-150q0 -70 66 -78q66 8 66 78v150z"
        lead = "M0 -132V96M-66 -40H66M-66 30H66"
        out = path("M-84 108v-168q0 -84 84 -94q84 10 84 94v168z", frame, "lit")
    else:
        pane = "M-70 96v-200h140v200z"
        lead = "M0 -104V96M-70 -36H70M-70 32H70"
        out = rect(-86, -120, 172, 226, frame, "lit", corner=5)
    clip = path(pane, f"@{sky}") + hills + orb
    return (
        out
        + clip
        + path(pane, "none")
        + stroke(lead, darker(s.wood, 0.2), 7)
        + stroke("M-48 -30l30 -46M20 60l30 -46", "#ffffff", 8, opacity=0.4)
        + rect(-96, 98, 192, 18, lighter(frame, 0.2), "lit", corner=5)
    )


@on_wall(300, 330)
def bay_window(s: Scheme, what: str) -> str:
    """A wide window with curtains."""
    sky = what or s.pick("day", "dusk")
    drape = s.cloth
    return (
        rect(-134, -130, 268, 256, lighter(s.stone, 0.35), "lit", corner=4)
        + rect(-120, -116, 240, 228, f"@{sky}")
        + path(
            "M-120 70q60 -50 120 -16t120 -20v78h-240z",
            "#8fbf6a" if sky == "day" else "#6a5a7a",
            line="none",
        )
        + circle(50, -50, 24, "#fff6d0", line="none")
        + stroke("M-40 -116V112M40 -116V112M-120 -40H120", darker(s.wood, 0.1), 8)
        + path("M-164 -150h74q10 130 -34 180q20 40 6 110h-46z", drape, "side")
        + path("M164 -150h-74q-10 130 34 180q-20 40 -6 110h46z", drape, "side")
        + stroke("M-150 30q20 10 32 -2M150 30q-20 10 -32 -2", "#d9a52f", 8)
        + path(
            "M-172 -166h344v40q-28 34 -57 0t-57 0t-58 0t-57 0t-57 0t-58 0z",
            lighter(drape, 0.12),
            "lit",
        )
        + rect(-180, -174, 360, 13, "@gold", corner=6)
    )


@on_wall(130, 220)
def slit(s: Scheme, what: str) -> str:
    """A narrow barred window."""
    return (
        path("M-44 80v-110q0 -50 44 -50t44 50v110z", darker(s.stone, 0.15), "lit")
        + path("M-28 68v-96q0 -36 28 -36t28 36v96z", "@" + s.pick("night", "dusk"))
        + stroke("M-10 -60V68M10 -60V68", "#3a3f4a", 6)
        + sheer(polygon([(-28, 68), (28, 68), (90, 300), (-20, 300)], "#fff3c0", line="none"), 0.13)
    )


@on_wall(170, 170)
def picture(s: Scheme, what: str) -> str:
    """A framed picture: ``lady``, ``king``, ``land``, ``ship`` or any of the small things."""
    kind = what or s.pick("lady", "king", "land", "ship")
    half_w, half_h = s.rng.choice(((62, 78), (78, 60), (68, 68)))
    back = s.pick("#5a4a3a", "#3f5a5a", "#6a4a5a", "#4a5a7a")
    skin = s.pick("#f0c9a0", "#d9a578", "#b87f56")
    if kind in ("lady", "king"):
        inner = (
            path(f"M-40 {half_h}q-4 -50 40 -52q44 2 40 52z", s.any_cloth, "lit")
            + (
                path(
                    "M-28 0q-6 -44 28 -44t28 44q4 20 -6 26h-44q-10 -6 -6 -26z",
                    s.pick("#5a3524", "#d9a34a", "#2f2420"),
                )
                if kind == "lady"
                else ""
            )
            + ellipse(0, -10, 20, 25, skin, "ball")
            + circle(-7, -12, 2.5, "#2f1a17", line="none")
            + circle(7, -12, 2.5, "#2f1a17", line="none")
            + stroke("M-6 2q6 5 12 0", width=3)
            + (path("M-18 4q18 36 36 0q-18 10 -36 0z", "#f3efe6") if kind == "king" else "")
            + place(small(s, "crown"), 0, -28, 0.75)
        )
    elif kind == "land":
        inner = (
            rect(-half_w, -half_h, 2 * half_w, 2 * half_h, "@" + s.pick("day", "dusk"), line="none")
            + path(
                f"M{-half_w} 20q40 -40 70 -6t{2 * half_w - 70} -14v{half_h}h{-2 * half_w}z",
                s.leaf,
                line="none",
            )
            + polygon([(-30, 10), (4, -44), (36, 10)], "#8f9aa8", "side", line="none")
        )
    elif kind == "ship":
        inner = (
            rect(-half_w, 14, 2 * half_w, half_h - 14, "@water", line="none")
            + path("M-34 14h68l-14 24h-40z", s.wood)
            + path("M0 12v-58q34 20 34 48zM-4 12v-44q-24 14 -26 36z", "#fdf6e4", "lit")
        )
    else:
        inner = place(small(s, kind), 0, 30, 1.7)
    return (
        stroke(
            f"M0 {-half_h - 34}L{-half_w + 10} {-half_h - 6}M0 {-half_h - 34}L{half_w - 10} {-half_h - 6}",
            width=3,
        )
        + rect(-half_w - 13, -half_h - 13, 2 * half_w + 26, 2 * half_h + 26, "@gold", corner=5)
        + rect(-half_w, -half_h, 2 * half_w, 2 * half_h, back, "lit")
        + inner
        + rect(-half_w, -half_h, 2 * half_w, 2 * half_h, "none")
    )


@on_wall(140, 190)
def mirror(s: Scheme, what: str) -> str:
    """A gilded oval mirror."""
    return (
        ellipse(0, 0, 66, 86, "@gold")
        + ellipse(0, 0, 50, 70, "@glass")
        + stroke("M-24 26l40 -62M-6 40l28 -44", "#ffffff", 8, opacity=0.8)
        + place(path("M-28 0q6 -26 28 -30q22 4 28 30q-28 -14 -56 0z", "@gold"), 0, -84)
        + circle(0, -106, 8, "@gold")
        + circle(0, 90, 9, "@gold")
    )


@on_wall(120, 170)
def wall_torch(s: Scheme, what: str) -> str:
    """A burning torch on the wall."""
    return (
        circle(0, -40, 150, "@glow", line="none")
        + path("M-14 84l-8 -70h44l-8 70q-14 12 -28 0z", s.wood, "round")
        + rect(-28, 0, 56, 20, "#5a4a40", "lit", corner=4)
        + path(
            "M-26 2q-24 -44 6 -74q2 22 10 26q-4 -40 26 -66q-2 34 14 48q4 -8 2 -18q28 36 -4 84q-26 10 -54 0z",
            "@fire",
            line="#c23a1a",
        )
        + path("M-10 0q-10 -26 10 -44q4 18 12 24q2 12 -4 20z", "#fff0a0", line="none")
    )


@on_wall(110, 150)
def sconce(s: Scheme, what: str) -> str:
    """A wall light of three candles."""
    return (
        place(small(s, "candle"), -30, 10, 0.9)
        + place(small(s, "candle"), 30, 10, 0.9)
        + place(small(s, "candle"), 0, -10, 1)
        + stroke("M-30 14q4 36 30 36t30 -36M0 -6V58", "#d9a52f", 9)
        + circle(0, 56, 14, "@gold")
    )


@on_wall(130, 230)
def banner(s: Scheme, what: str) -> str:
    """A banner with a device."""
    return (
        rect(-62, -118, 124, 12, "@gold", corner=6)
        + path("M-52 -106h104v170l-26 -22l-26 40l-26 -40l-26 22z", s.cloth, "side")
        + stroke("M-42 -106v146M42 -106v146", s.cloth2, 6)
        + place(small(s, what or "crown+bear+key+gem+helmet"), 0, 10, 1.25)
    )


@on_wall(270, 210)
def tapestry(s: Scheme, what: str) -> str:
    """A woven picture of a tree with flowers and beasts."""
    blooms = "".join(
        circle(x, y, s.rng.uniform(9, 15), s.any_cloth, line="none")
        for x, y in (
            (-70, -50),
            (-36, -70),
            (0, -56),
            (40, -74),
            (74, -44),
            (-90, -14),
            (94, -8),
            (-30, -30),
            (30, -30),
        )
    )
    return (
        rect(-140, -118, 280, 12, "@gold", corner=6)
        + rect(-126, -106, 252, 204, s.cloth, "lit")
        + rect(-110, -90, 220, 172, darker(s.cloth, 0.25), line=s.cloth2)
        + stroke(
            "M0 80V-30M0 10q-50 -20 -70 -54M0 -6q50 -20 70 -50M0 30q-60 -4 -90 -40M0 34q60 -4 92 -38",
            "#a8783f",
            9,
        )
        + blooms
        + path(
            "M-96 78q10 -40 40 -38q14 -14 24 0l-8 12q-4 26 -56 26z", s.cloth2, "lit", line="none"
        )
        + path(
            "M96 78q-10 -40 -40 -38q-14 -14 -24 0l8 12q4 26 56 26z", s.accent, "lit", line="none"
        )
        + "".join(stroke(f"M{x} 98v14", s.cloth2, 4) for x in range(-122, 126, 12))
    )


@on_wall(240, 130)
def wall_shelf(s: Scheme, what: str) -> str:
    """A board on the wall with ``what`` on it."""
    return (
        path("M-90 44v40h14l26 -40zM90 44v40h-14l-26 -40z", darker(s.wood, 0.15), "lit")
        + rect(-120, 34, 240, 16, lighter(s.wood, 0.12), "lit", corner=4)
        + place(row_of_smalls(s, what or "jar+plate+pot", 220, every=44, scale=1.15), 0, 35)
    )


@on_wall(250, 190)
def rack(s: Scheme, what: str) -> str:
    """Tools on a board: ``tools``, ``swords``, ``shields``, ``keys``, ``cutlery``, ``brooms``, ``scythes``."""
    board = rect(-124, -92, 248, 184, darker(s.wood, 0.12), "lit", corner=6) + stroke(
        "M-124 -30h248M-124 32h248", darker(s.wood, 0.35), 3
    )
    wood = lighter(s.wood, 0.25)
    if what == "swords":
        blade = (
            path("M-7 -80l7 -16l7 16v104h-14z", "@steel")
            + rect(-24, 20, 48, 10, "@gold", corner=4)
            + rect(-5, 28, 10, 34, s.wood)
            + circle(0, 66, 8, "@gold")
        )
        return board + "".join(
            place(blade, x, 6, 1, turn) for x, turn in ((-80, 0), (-28, 0), (28, 0), (80, 0))
        )
    if what == "shields":
        return board + "".join(
            place(
                path("M-40 -50q40 14 80 0q6 76 -40 104q-46 -28 -40 -104z", s.any_cloth, "ball")
                + path("M0 -44v96q40 -30 36 -98q-16 6 -36 2z", s.cloth2, "lit", line="none")
                + path(
                    "M-40 -50q40 14 80 0q6 76 -40 104q-46 -28 -40 -104z", "none", line="#c9973a"
                ),
                x,
                y,
                1.05,
            )
            for x, y in ((-66, 0), (66, 0), (0, 10))
        )
    if what == "keys":
        return board + "".join(
            circle(x, y - 62, 6, "#5a4a40") + place(small(s, "key"), x, y, 1.05)
            for x, y in (
                (-92, -16),
                (-46, -16),
                (0, -16),
                (46, -16),
                (92, -16),
                (-70, 74),
                (-24, 74),
                (24, 74),
                (70, 74),
            )
        )
    if what == "cutlery":
        fork = rect(-6, -10, 12, 84, "@steel", corner=6) + path(
            "M-20 -78v44q0 24 20 24t20 -24v-44h-9v40h-6v-40h-10v40h-6v-40z", "@steel"
        )
        knife = rect(-8, 0, 16, 74, s.wood, "round", corner=6) + path(
            "M-10 0v-78q22 10 20 78z", "@steel"
        )
        spoon = rect(-6, -20, 12, 94, "@steel", corner=6) + ellipse(0, -48, 22, 32, "@steel")
        return board + place(fork, -72) + place(spoon, 0) + place(knife, 72)
    if what == "brooms":
        broom = (
            rect(-5, -90, 10, 130, wood, "round")
            + path("M-12 34h24l20 66h-64z", "#e0b84a", "round")
            + rect(-14, 30, 28, 12, "#b8433a", "lit")
        )
        return "".join(place(broom, x, -6, 1.15, turn) for x, turn in ((-70, -8), (0, 3), (70, 9)))
    if what == "scythes":
        scythe = outlined_stroke("M-20 96L14 -90", wood, 8) + path(
            "M14 -96q-90 -8 -110 58q50 -36 110 -38z", "@steel"
        )
        return (
            board
            + place(scythe, -10, 0, 1.05)
            + place(scythe, 84, 4, 1.0)
            + place(scythe, -60, 10, 0.9, 0, flip=True)
        )
    if what == "torches":
        return board + "".join(
            place(small(s, "torch"), x, y, 1.5, 0) for y in (-18, 78) for x in (-84, -28, 28, 84)
        )
    saw = path("M-60 -14h70l50 -6v36h-30l-90 -10z", "@steel") + path(
        "M20 -24h44v36h-44z", wood, "lit"
    )
    pliers = stroke("M-10 -40L10 10q10 20 4 40M10 -40L-10 10q-10 20 -4 40", "#6a7078", 10)
    wrench = rect(-6, -30, 12, 80, "@steel", corner=5) + path(
        "M-18 -34q-4 -26 12 -30v20h12v-20q16 4 12 30q-18 18 -36 0z", "@steel"
    )
    return (
        board
        + place(saw, -50, -54, 1.0)
        + place(small(s, "hammer"), 66, -20, 1.3)
        + place(pliers, -84, 34, 1.0)
        + place(wrench, -20, 36, 1.0, 14)
        + place(wrench, 40, 40, 0.8, -30)
        + place(pliers, 92, 40, 0.8)
    )


@on_wall(170, 170)
def trophy(s: Scheme, what: str) -> str:
    """The head of a stag, boar or moose on a board."""
    fur = s.pick("#a8713f", "#8a5a3a", "#c48f5a")
    return (
        path("M-56 -40q56 -30 112 0q6 90 -56 130q-62 -40 -56 -130z", s.wood, "lit")
        + outlined_stroke(
            "M-18 -40q-50 -10 -60 -70M-44 -64q-30 0 -44 -20M-64 -84q4 -20 -6 -36M18 -40q50 -10 60 -70M44 -64q30 0 44 -20M64 -84q-4 -20 6 -36",
            "#e6d3a8",
            8,
        )
        + path("M-34 -30q-36 -14 -48 4q20 20 46 14zM34 -30q36 -14 48 4q-20 20 -46 14z", fur, "lit")
        + path("M-36 -38q36 -22 72 0q-2 60 -18 96q-18 16 -36 0q-16 -36 -18 -96z", fur, "ball")
        + circle(-18, -8, 5, "#2f1a17")
        + circle(18, -8, 5, "#2f1a17")
        + ellipse(0, 54, 14, 9, "#3a2420")
    )


@on_wall(260, 180)
def blackboard(s: Scheme, what: str) -> str:
    """A board with sums, notes or plans."""
    chalk = {
        "plan": "M-90 -40h80v60h-80zM-50 -40v60M20 -50l60 0l0 80l-60 0zM20 -10h60M-10 -10h30",
        "notes": "M-96 -46h192M-96 -26h192M-96 -6h192M-96 14h192M-60 20v-50M-10 6v-50l30 -6v50M60 16v-48",
    }.get(what, "M-90 -44h40M-80 -20h60M-90 6h50M10 -50q40 -20 60 10t-30 50M20 30h70M-10 -54v90")
    fill = "#2f5a8f" if what == "plan" else "#fdf6e4" if what == "notes" else "#2f4a40"
    return (
        rect(-128, -88, 256, 160, lighter(s.wood, 0.1), "lit", corner=5)
        + rect(-114, -74, 228, 132, fill, "lit")
        + stroke(chalk, "#3a2420" if what == "notes" else "#f6f0e0", 4)
        + rect(-110, 66, 220, 12, lighter(s.wood, 0.25), "lit", corner=4)
    )


@on_wall(250, 180)
def big_map(s: Scheme, what: str) -> str:
    """A large map."""
    return (
        rect(-128, -96, 256, 14, s.wood, "lit", corner=7)
        + path("M-116 -84h232v160q-60 14 -116 0t-116 0z", "#f1e2bd", "lit")
        + path(
            "M-90 -50q40 -24 70 0q10 30 -20 40t-10 40q-50 -10 -40 -80zM10 -40q60 -30 84 4q0 40 -30 44q-10 30 -40 28q10 -30 -4 -40z",
            "#a9c47a",
            line="#6a8a4a",
        )
        + stroke("M-70 50q50 -50 90 -20t70 -30", "#b8332f", 4)
        + stroke("M62 -4l16 16M78 -4l-16 16", "#b8332f", 5)
        + circle(-84, 46, 16, "#fdf6e4")
        + polygon([(-84, 30), (-79, 46), (-84, 62), (-89, 46)], "#b8332f", line="none")
        + rect(-128, 70, 256, 14, s.wood, "lit", corner=7)
    )


@on_wall(300, 240)
def pipes(s: Scheme, what: str) -> str:
    """Pipes with valves and dials."""
    metal = s.pick("#b9713a", "#8f949c", "#9a8a5a")
    return (
        outlined_stroke(
            "M-160 -70h90q20 0 20 20v150M160 -30h-90q-20 0 -20 20v120M-160 20h60q14 0 14 14v70M60 -130v60q0 16 16 16h90",
            metal,
            20,
        )
        + circle(-50, 10, 30, "#fdf6e4", "lit")
        + stroke("M-50 10l14 -14", "#b8332f", 5)
        + circle(96, -30, 26, "#b8332f", "lit")
        + circle(96, -30, 12, "#7a2420", "lit")
        + "".join(
            rect(x - 14, y - 6, 28, 12, lighter(metal, 0.25), "lit", corner=3)
            for x, y in ((-50, 70), (50, 70), (-86, 60), (60, -90))
        )
    )


@on_wall(180, 180)
def dartboard(s: Scheme, what: str) -> str:
    """A dart board with darts."""
    out = circle(0, 0, 96, s.wood, "lit") + circle(0, 0, 82, "#f3e6c4")
    for i in range(12):
        a, b = math.pi * i / 6, math.pi * (i + 0.5) / 6
        out += polygon(
            [
                (0, 0),
                (82 * math.cos(a), 82 * math.sin(a)),
                (85 * math.cos((a + b) / 2), 85 * math.sin((a + b) / 2)),
                (82 * math.cos(b), 82 * math.sin(b)),
            ],
            "#3a3030" if i % 2 else "#a8322f",
            line="none",
        )
    dart = path("M0 0l44 -30l10 8z", "@gold") + polygon(
        [(44, -30), (76, -60), (80, -34), (54, -22)], s.accent
    )
    return (
        out
        + circle(0, 0, 50, "none", line="#3f8a4f")
        + circle(0, 0, 14, "#a8322f", "ball")
        + place(dart, 4, -2)
        + place(dart, -34, 34, 0.9, 12)
        + place(dart, 36, 26, 0.9, -8)
    )


@on_wall(300, 330)
def climbing_wall(s: Scheme, what: str) -> str:
    """A wall with holds and a rope."""
    holds = "".join(
        place(
            path(
                "M-16 0q-4 -18 14 -20q22 -2 20 14q-4 18 -18 16q-12 0 -16 -10z",
                s.pick("#d9534a", "#4f9ac0", "#f0c04a", "#6fae5a", "#a86fd0"),
                "ball",
            ),
            -120 + 60 * (i % 5) + s.rng.uniform(-14, 14),
            -140 + 62 * (i // 5) + s.rng.uniform(-12, 12),
            s.rng.uniform(0.9, 1.4),
            s.rng.uniform(0, 360),
        )
        for i in range(25)
    )
    return (
        rect(-160, -176, 320, 346, lighter(s.stone, 0.1), "side", corner=8)
        + holds
        + stroke("M40 -176q-20 120 10 200t-6 130", "#f0d58a", 9)
    )


@on_wall(150, 130)
def mask(s: Scheme, what: str) -> str:
    """The masks of comedy and tragedy."""
    glad = (
        path("M-44 -40q44 18 88 0q10 80 -44 96q-54 -16 -44 -96z", "#f6e2ab", "ball")
        + ellipse(-18, -10, 9, 7, "#2f1a17")
        + ellipse(18, -10, 9, 7, "#2f1a17")
    )
    return (
        place(glad + path("M-24 16q24 14 48 0q-4 28 -24 28t-24 -28z", "#7a2a2a"), -36, -10, 1, -12)
        + place(glad + path("M-22 38q22 -34 44 0q-22 -14 -44 0z", "#7a2a2a"), 40, 14, 1, 12)
        + stroke("M-60 -60q-30 40 -10 90M70 -40q30 40 10 100", s.cloth, 8)
    )


@on_wall(170, 230)
def door(s: Scheme, what: str) -> str:
    """A wooden door with iron bands; ``locked`` has chains."""
    return (
        path("M-88 116v-130q0 -100 88 -108q88 8 88 108v130z", s.stone, "lit")
        + path("M-70 116v-126q0 -84 70 -90q70 6 70 90v126z", s.wood, "side")
        + stroke("M-35 -78V116M0 -98V116M35 -78V116", darker(s.wood, 0.35), 4)
        + stroke("M-70 -20h90M-70 70h90", "#5a5660", 13)
        + circle(46, 30, 12, "@gold")
        + (
            stroke("M-80 -70L80 90M80 -70L-80 90", "#7d838c", 12)
            + stroke("M-80 -70L80 90M80 -70L-80 90", "#b9bfc6", 4)
            + rect(-30, -6, 60, 50, "@gold", corner=8)
            + stroke("M-18 -6v-14q18 -24 36 0v14", "#8f949c", 10)
            + circle(0, 16, 8, "#2f1a17", line="none")
            if what == "locked"
            else ""
        )
    )


@on_wall(300, 350)
def drapes(s: Scheme, what: str) -> str:
    """Curtains; ``open`` shows the dark behind them."""
    folds = "".join(
        stroke(f"M{x} -150q8 150 -2 310", darker(s.cloth, 0.3), 5, opacity=0.6)
        for x in range(-130, 140, 26)
    )
    if what == "open":
        body = (
            rect(-110, -160, 220, 326, "#0f1a1c", "deep")
            + path("M-160 -160h150q-6 190 -90 220q30 50 20 106h-80z", s.cloth, "side")
            + path("M160 -160h-150q6 190 90 220q-30 50 -20 106h80z", s.cloth, "side")
            + stroke("M-104 52q-30 10 -50 0M104 52q30 10 50 0", "#d9a52f", 9)
        )
    else:
        body = (
            path(
                "M-156 -160h312q10 160 4 326q-20 -10 -39 0t-39 0t-39 0t-39 0t-39 0t-39 0t-39 0t-39 0q-2 -160 -4 -326z",
                s.cloth,
                "lit",
            )
            + folds
        )
    return (
        body
        + path(
            "M-168 -176h336v44q-28 34 -56 0t-56 0t-56 0t-56 0t-56 0t-56 0z",
            lighter(s.cloth, 0.15),
            "lit",
        )
        + rect(-176, -184, 352, 14, "@gold", corner=7)
    )


@on_wall(120, 110)
def chains(s: Scheme, what: str) -> str:
    """Shackles on the wall."""
    link = "".join(ellipse(0, 16 * i, 7, 11, "none", line="#9aa0a8") for i in range(5))
    ring = circle(0, 88, 17, "none") + circle(0, 88, 17, "none", line="#7d838c")
    return (
        circle(-30, -50, 10, "#7d838c")
        + circle(30, -50, 10, "#7d838c")
        + place(link + ring, -30, -36)
        + place(link + ring, 30, -36)
    )


@on_wall(130, 110)
def cobweb(s: Scheme, what: str) -> str:
    """A cobweb with its spider."""
    return place(
        stroke(
            "M-80 -80L60 10M-80 -80L10 60M-80 -80L80 -60M-80 -80L-60 80M-10 -70q-10 30 -60 60M30 -66q-10 70 -94 110M60 -62q-10 100 -128 130",
            "#f3f3ee",
            3,
            opacity=0.75,
        )
        + stroke("M20 20v44", "#f3f3ee", 2, opacity=0.8)
        + circle(20, 72, 11, "#3a3038", "ball"),
        flip=s.rng.random() < 0.5,
    )


@on_ceiling(230, 190)
def chandelier(s: Scheme, what: str) -> str:
    """A chandelier."""
    arms = ((-96, 92), (-50, 108), (0, 114), (50, 108), (96, 92))
    return (
        stroke("M0 -20V64", "#c9912f", 7)
        + circle(0, 80, 150, "@glow", line="none")
        + stroke(
            "M0 60q-80 20 -96 40M0 60q80 20 96 40M0 60q-40 30 -50 54M0 60q40 30 50 54M0 60v60",
            "#e0ae3c",
            7,
        )
        + path("M-104 110q104 40 208 0q-20 34 -104 34t-104 -34z", "@gold")
        + "".join(
            rect(x - 5, y - 26, 10, 26, "#fff4da", "round")
            + path(f"M{x} {y - 54}q10 16 0 26q-10 -10 0 -26z", "@fire")
            for x, y in arms
        )
        + "".join(
            circle(x, 150 - abs(x) * 0.12, 6, "#e8f7ff", "ball") for x in (-80, -40, 0, 40, 80)
        )
        + circle(0, 60, 13, "@gold")
    )


@on_ceiling(90, 170)
def lamp(s: Scheme, what: str) -> str:
    """A hanging lantern."""
    return stroke("M0 -20V70", width=4) + place(small(s, "lantern"), 0, 142, 1.5)


@on_ceiling(420, 110)
def garland(s: Scheme, what: str) -> str:
    """A garland of flags."""
    flags = "".join(
        polygon([(x - 20, y), (x + 20, y), (x, y + 46)], s.any_cloth, "lit")
        for x, y in (
            (-176, 14),
            (-128, 30),
            (-78, 42),
            (-26, 48),
            (26, 48),
            (78, 42),
            (128, 30),
            (176, 14),
        )
    )
    return stroke("M-230 -10q230 120 460 0", "#f6ecd2", 5) + flags


@on_ceiling(420, 110)
def beams(s: Scheme, what: str) -> str:
    """Wooden beams under the roof."""
    return "".join(
        polygon(
            [(x - 20, -60), (x + 20, -60), (x * 1.25 + 26, 40), (x * 1.25 - 26, 40)],
            darker(s.wood, 0.15),
            "side",
        )
        for x in (-280, -95, 95, 280)
    ) + rect(-430, 34, 860, 26, s.wood, "lit")


@prop(240, 330)
def great_door(s: Scheme, what: str) -> str:
    """A high double door."""
    return (
        path("M-120 0v-220q0 -110 120 -120q120 10 120 120v220z", s.stone, "lit")
        + path("M-98 0v-214q0 -94 98 -104q98 10 98 104v214z", s.wood, "lit")
        + stroke("M0 -318V0", width=6)
        + "".join(
            rect(x, y, 62, 84, darker(s.wood, 0.18), "deep", corner=4)
            for x in (-80, 18)
            for y in (-210, -104)
        )
        + circle(-12, -130, 8, "@gold")
        + circle(12, -130, 8, "@gold")
    )


@on_wall(130, 130)
def clock_wall(s: Scheme, what: str) -> str:
    """A round clock."""
    return (
        circle(0, 0, 62, s.wood, "ball")
        + circle(0, 0, 48, "#fdf6e4", "lit")
        + stroke("M0 0V-34M0 0L24 12", width=6)
        + circle(0, 0, 6, "@gold")
    )
