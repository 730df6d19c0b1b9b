"""Tables as shaders of Cycles: wood, lacquer, stone, laminate, felt and cloth."""

from collections.abc import Callable, Mapping
from typing import Any

import bpy
import numpy as np

from ..scenes.arrays import Colour
from .cloths import CLOTHS
from .shaders import Graph, blender_image, linear

_Rng = np.random.Generator

_WOODS: tuple[tuple[Colour, Colour, Colour], ...] = (
    ((206, 168, 120), (176, 132, 84), (140, 98, 58)),  # oak
    ((226, 194, 148), (208, 168, 116), (178, 130, 80)),  # pine
    ((120, 84, 58), (88, 58, 38), (58, 36, 24)),  # walnut
    ((134, 70, 46), (104, 48, 30), (66, 28, 18)),  # mahogany
    ((214, 204, 188), (192, 180, 162), (162, 148, 130)),  # whitewashed
    ((236, 214, 178), (222, 196, 156), (198, 168, 124)),  # birch
    ((190, 124, 78), (160, 94, 54), (118, 64, 34)),  # cherry
    ((78, 62, 52), (54, 42, 36), (32, 26, 22)),  # smoked oak
)


def _varied(rng: _Rng, colour: Colour, spread: float) -> tuple[float, float, float, float]:
    red, green, blue = np.clip(np.array(colour) + rng.normal(0, spread), 3, 250)
    return linear((int(red), int(green), int(blue)))


def _one_of(rng: _Rng, colours: tuple[Colour, ...], spread: float = 8.0) -> Any:
    return _varied(rng, colours[int(rng.integers(len(colours)))], spread)


def _shift(rng: _Rng) -> tuple[float, float, float]:
    x, y, z = rng.uniform(-40, 40, 3)
    return float(x), float(y), float(z)


def _wood(rng: _Rng, graph: Graph, width: float | None) -> None:
    """Make wood of planks of this width in tiles, or of one board."""
    light, middle, dark = (
        _varied(rng, colour, 5) for colour in _WOODS[int(rng.integers(len(_WOODS)))]
    )
    turn = float(rng.choice((0.0, np.pi / 2)) + rng.normal(0, 0.06))
    at = graph.coordinates(rotation=turn, shift=_shift(rng))
    seam: Any = 0.0
    shade: Any = 0.5
    if width is not None:
        bricks = graph.node(
            "ShaderNodeTexBrick",
            {
                "Vector": at,
                "Color1": (0, 0, 0, 1),
                "Color2": (1, 1, 1, 1),
                "Mortar": (0.5, 0.5, 0.5, 1),
                "Scale": 1.0,
                "Mortar Size": float(rng.uniform(0.008, 0.03)),
                "Mortar Smooth": 0.4,
                "Bias": 0.0,
                "Brick Width": float(rng.uniform(14, 40)),
                "Row Height": width,
            },
            offset=float(rng.uniform(0.3, 0.6)),
        )
        seam, shade = bricks.outputs["Fac"], bricks.outputs["Color"]
        # Every plank is cut from elsewhere.
        away = graph.node(
            "ShaderNodeVectorMath", {0: shade, 1: (90.0, 37.0, 61.0)}, operation="MULTIPLY"
        ).outputs[0]
        at = graph.node("ShaderNodeVectorMath", {0: at, 1: away}, operation="ADD").outputs[0]
    stretched = graph.node("ShaderNodeMapping", {"Vector": at, "Scale": (0.09, 1.0, 1.0)}).outputs[
        0
    ]
    warp = graph.noise(stretched, float(rng.uniform(0.4, 1.0)), 2.0, 0.5, 0.3)
    rings = graph.math("FRACT", graph.math("MULTIPLY", warp, float(rng.uniform(6, 22))))
    rings = graph.math("POWER", rings, float(rng.uniform(1.0, 2.5)))
    fine = graph.node("ShaderNodeMapping", {"Vector": at, "Scale": (0.03, 1.0, 1.0)}).outputs[0]
    fibres = graph.noise(fine, 26.0, 4.0, 0.65)
    pores = graph.noise(
        graph.node("ShaderNodeMapping", {"Vector": at, "Scale": (0.06, 1.0, 1.0)}).outputs[0],
        60.0,
        1.0,
    )
    figure = graph.math("MULTIPLY", rings, float(rng.uniform(0.15, 0.55)))
    figure = graph.math("MULTIPLY_ADD", fibres, 0.75, figure)
    figure = graph.math("MULTIPLY_ADD", graph.noise(stretched, 0.5, 1.0), 0.3, figure)
    colour = graph.ramp(figure, (0.25, light), (0.6, middle), (1.0, dark))
    deep = graph.math(
        "MULTIPLY", graph.math("GREATER_THAN", pores, 0.66), float(rng.uniform(0.1, 0.5))
    )
    colour = graph.mixed(deep, colour, dark, "MIX")
    if width is not None:
        tone = graph.math("MULTIPLY_ADD", shade, float(rng.uniform(0.1, 0.4)), 0.85)
        colour = graph.mixed(1.0, colour, tone, "MULTIPLY")
        colour = graph.mixed(graph.math("MULTIPLY", seam, 0.85), colour, (0.01, 0.008, 0.006, 1))
    varnished = rng.random() < 0.6
    base = float(rng.uniform(0.25, 0.45) if varnished else rng.uniform(0.4, 0.65))
    smudges = graph.noise(at, 0.5, 3.0)
    height = graph.math("MULTIPLY_ADD", seam, -1.0, graph.math("MULTIPLY", fibres, 0.08))
    graph.finish(
        Base_Color=colour,
        Roughness=graph.math("MULTIPLY_ADD", smudges, 0.16, base - 0.08),
        Specular_IOR_Level=0.4,
        Coat_Weight=float(rng.uniform(0.5, 1.0)) if varnished else 0.0,
        Coat_Roughness=float(rng.uniform(0.03, 0.22)),
        Normal=graph.bump(height, 0.03, 0.8),
    )


def _planks(rng: _Rng, graph: Graph) -> None:
    _wood(rng, graph, float(rng.uniform(1.0, 4.0)))


def _board(rng: _Rng, graph: Graph) -> None:
    _wood(rng, graph, None if rng.random() < 0.6 else float(rng.uniform(0.7, 1.0)))


def _lacquer(rng: _Rng, graph: Graph) -> None:
    """Make a dark table, glossy like a piano or a pane of black glass."""
    base = _one_of(rng, ((12, 12, 13), (34, 18, 14), (14, 18, 30), (44, 44, 46)), 3)
    at = graph.coordinates(shift=_shift(rng))
    dust = graph.math("GREATER_THAN", graph.noise(at, 42.0, 0.0), float(rng.uniform(0.74, 0.8)))
    colour = graph.mixed(graph.math("MULTIPLY", dust, 0.25), base, (0.25, 0.24, 0.22, 1))
    smudges = graph.noise(at, 0.4, 4.0, 0.6, 0.8)
    rough = graph.math(
        "MULTIPLY_ADD", smudges, float(rng.uniform(0.05, 0.25)), float(rng.uniform(0.0, 0.05))
    )
    graph.finish(Base_Color=colour, Roughness=rough, Specular_IOR_Level=0.5)


def _marble(rng: _Rng, graph: Graph) -> None:
    grounds: tuple[Colour, ...] = ((228, 226, 222), (236, 230, 220), (40, 42, 44), (110, 116, 110))
    ground = grounds[int(rng.integers(4))]
    vein: Colour = (120, 120, 126) if ground[0] > 150 else (206, 200, 190)
    at = graph.coordinates(
        rotation=float(rng.uniform(0, 3)), shift=_shift(rng), scale=(1.0, 0.5, 1.0)
    )
    lines: Any = 0.0
    for scale, depth in ((0.22, 0.75), (0.6, 0.35)):
        field = graph.noise(at, scale, 7.0, 0.6, 1.2)
        away = graph.math("ABSOLUTE", graph.math("SUBTRACT", field, 0.5))
        line = graph.math(
            "POWER",
            graph.math(
                "MAXIMUM",
                graph.math(
                    "SUBTRACT", 1.0, graph.math("MULTIPLY", away, float(rng.uniform(12, 30)))
                ),
                0.0,
            ),
            2.0,
        )
        lines = graph.math("MULTIPLY_ADD", line, depth, lines)
    clouds = graph.math("MULTIPLY", graph.noise(at, 0.3, 5.0), 0.3)
    share = graph.math("MINIMUM", graph.math("ADD", lines, clouds), 1.0)
    colour = graph.mixed(share, _varied(rng, ground, 5), _varied(rng, vein, 10))
    graph.finish(Base_Color=colour, Roughness=float(rng.uniform(0.05, 0.3)), Specular_IOR_Level=0.5)


def _laminate(rng: _Rng, graph: Graph) -> None:
    base = _one_of(
        rng,
        (
            (236, 236, 232),
            (214, 208, 196),
            (150, 152, 154),
            (70, 72, 76),
            (196, 210, 214),
            (226, 214, 190),
            (120, 40, 40),
        ),
    )
    at = graph.coordinates(shift=_shift(rng))
    specks = graph.noise(at, float(rng.uniform(14, 60)), 2.0, 0.7)
    shade = graph.math("MULTIPLY_ADD", specks, float(rng.choice((0.0, 0.06, 0.3))), 0.9)
    colour = graph.mixed(1.0, base, shade, "MULTIPLY")
    smudges = graph.noise(at, 0.7, 3.0)
    rough = graph.math("MULTIPLY_ADD", smudges, 0.14, float(rng.uniform(0.12, 0.42)))
    graph.finish(
        Base_Color=colour,
        Roughness=rough,
        Specular_IOR_Level=0.5,
        Normal=graph.bump(specks, 0.004, 0.3),
    )


def _felt(rng: _Rng, graph: Graph) -> None:
    base = _one_of(
        rng,
        (
            (22, 84, 52),
            (112, 24, 34),
            (30, 50, 100),
            (48, 48, 54),
            (70, 46, 92),
            (24, 24, 26),
            (150, 142, 128),
        ),
    )
    at = graph.coordinates(shift=_shift(rng))
    hairs = graph.noise(at, 34.0, 4.0, 0.75)
    worn = graph.noise(at, 0.25, 3.0)
    shade = graph.math("MULTIPLY_ADD", hairs, 0.5, graph.math("MULTIPLY_ADD", worn, 0.3, 0.55))
    colour = graph.mixed(1.0, base, shade, "MULTIPLY")
    graph.finish(
        Base_Color=colour,
        Roughness=0.95,
        Specular_IOR_Level=0.15,
        Sheen_Weight=0.35,
        Normal=graph.bump(hairs, 0.03, 0.7),
    )


def _concrete(rng: _Rng, graph: Graph) -> None:
    base = _one_of(rng, ((150, 148, 144), (104, 104, 106), (64, 66, 70), (176, 166, 150)))
    at = graph.coordinates(shift=_shift(rng))
    clouds = graph.noise(at, 0.35, 8.0, 0.65)
    grains = graph.noise(at, 28.0, 3.0, 0.7)
    shade = graph.math("MULTIPLY_ADD", clouds, 0.7, graph.math("MULTIPLY_ADD", grains, 0.35, 0.45))
    colour = graph.mixed(1.0, base, shade, "MULTIPLY")
    graph.finish(
        Base_Color=colour,
        Roughness=float(rng.uniform(0.5, 0.9)),
        Specular_IOR_Level=0.4,
        Normal=graph.bump(grains, 0.02, 0.5),
    )


def _cloth(rng: _Rng, graph: Graph, pattern: str, *, is_oilcloth: bool = False) -> None:
    """Make a tablecloth; oilcloth has plastic over its print."""
    repeat = float(rng.uniform(3.0, 9.0))
    if pattern in ("gingham", "tartan", "dots"):
        repeat = float(rng.uniform(2.5, 7.0))
    turn = float(rng.choice((0.0, np.pi / 2)) + rng.normal(0, 0.1))
    at = graph.coordinates(rotation=turn, shift=_shift(rng))
    shrunk = graph.node("ShaderNodeMapping", {"Vector": at, "Scale": (1 / repeat,) * 3}).outputs[0]
    image = blender_image(CLOTHS[pattern](rng))
    colour = graph.node("ShaderNodeTexImage", {"Vector": shrunk}, image=image).outputs["Color"]
    folds = graph.noise(at, float(rng.uniform(0.12, 0.3)), 3.0, 0.5, 0.6)
    normal = graph.bump(folds, float(rng.uniform(0.1, 0.9)))
    if rng.random() < 0.4:
        # Creases from lying folded in a drawer.
        x = graph.node("ShaderNodeSeparateXYZ", {0: at}).outputs
        distance = float(rng.uniform(7, 13))
        for axis in (0, 1):
            saw = graph.math("PINGPONG", x[axis], distance)
            crease = graph.math(
                "MAXIMUM", graph.math("SUBTRACT", 1.0, graph.math("MULTIPLY", saw, 4.0)), 0.0
            )
            normal = graph.bump(crease, float(rng.uniform(0.01, 0.05)), 1.0, normal)
    if is_oilcloth:
        graph.finish(
            Base_Color=colour,
            Roughness=0.4,
            Coat_Weight=1.0,
            Coat_Roughness=float(rng.uniform(0.06, 0.25)),
            Normal=normal,
            Coat_Normal=normal,
        )
        return
    threads = float(rng.uniform(10, 26))
    weave: Any = 0.0
    for direction in ("X", "Y"):
        wave = graph.node(
            "ShaderNodeTexWave",
            {"Vector": at, "Scale": threads / 3.14, "Distortion": 0.6, "Detail": 1.0},
            bands_direction=direction,
        )
        weave = graph.math("MULTIPLY_ADD", wave.outputs["Fac"], 0.5, weave)
    slubs = graph.math(
        "MULTIPLY_ADD",
        graph.noise(at, 9.0, 3.0, 0.7),
        0.24,
        graph.math("MULTIPLY_ADD", weave, 0.16, 0.8),
    )
    colour = graph.mixed(1.0, colour, slubs, "MULTIPLY")
    graph.finish(
        Base_Color=colour,
        Roughness=0.95,
        Specular_IOR_Level=0.1,
        Sheen_Weight=float(rng.uniform(0.05, 0.3)),
        Normal=graph.bump(weave, 0.012, 0.8, normal),
    )


_SHADERS: Mapping[str, Callable[[_Rng, Graph], None]] = {
    "planks": _planks,
    "board": _board,
    "lacquer": _lacquer,
    "marble": _marble,
    "laminate": _laminate,
    "felt": _felt,
    "concrete": _concrete,
}


def table_material(rng: _Rng, kind: str) -> Any:
    """Return a Blender material for a table of a kind among :data:`.looks.TABLES`."""
    material = bpy.data.materials.new(kind)
    material.use_nodes = True
    graph = Graph(material.node_tree)
    if kind in _SHADERS:
        _SHADERS[kind](rng, graph)
    elif kind == "oilcloth":
        _cloth(rng, graph, str(rng.choice(["flowers", "gingham", "dots"])), is_oilcloth=True)
    else:
        _cloth(rng, graph, kind.removesuffix(" cloth"))
    return material


def floor_material(rng: _Rng) -> Any:
    """Return a Blender material for a floor of wood, stone or carpet."""
    return table_material(rng, str(rng.choice(["planks", "concrete", "felt", "laminate"])))
