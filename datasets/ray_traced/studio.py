"""Setting a scene up in Blender and tracing its light."""

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector
from mathutils.bvhtree import BVHTree
from numpy.typing import NDArray

from ...vision.pieces import PieceClass
from ..faces.source import FaceSource
from ..scenes.arrays import Field, Points
from ..scenes.camera import Camera
from ..scenes.pieces import Piece
from .annotating import Seeing
from .finishes import Finish
from .lighting import Lamp, Lighting
from .looks import Look, Print
from .meshes import Mesh, extruded, sheet, slab
from .placement import camera_matrix
from .props import Thing
from .shaders import Graph, light_image, material_of
from .surroundings import panorama
from .table_shaders import floor_material, table_material

_FLOOR = -16.0  # a table is 72 cm high
_FACE_SIDE = 384
_SENSOR_MM = 36.0


@dataclass(frozen=True)
class Quality:
    """How much work a picture is worth.

    Attributes
    ----------
    samples
        Paths for each pixel at most.
    threads
        Of the processor.
    """

    samples: int = 8
    threads: int = 2


@dataclass(frozen=True)
class Exposure:
    """What falls on the sensor, and what can be seen.

    Attributes
    ----------
    light
        Shape (H, W, 3): linear RGB.
    sees
        Tells which points of a piece nothing hides.
    """

    light: Field
    sees: Seeing


def trace(look: Look, faces: FaceSource, seed: Sequence[int], quality: Quality) -> Exposure:
    """Trace the light of a scene through Blender, which forgets everything it had before.

    Parameters
    ----------
    look
        What to show.
    faces
        The faces of the pieces.
    seed
        Of what the look leaves open.
    quality
        How much work to do.
    """
    rng = np.random.default_rng(seed)
    bpy.ops.wm.read_factory_settings(use_empty=True)
    things = [*_pieces(look, faces, rng), *look.props, *look.lighting.blockers]
    for number, thing in enumerate(things):
        _add_thing(thing, number)
    tables = _add_table(look, rng)
    for lamp in look.lighting.lamps:
        _add_lamp(lamp)
    _add_world(look.lighting, rng)
    add_camera(look.scene.camera, look.aperture, look.focus)
    _prepare(look.scene.camera.size, quality, int(rng.integers(2**30)))
    light = _render(look.scene.camera.size)
    return Exposure(light, seeing(look.scene.camera, [*things, *tables]))


def _pieces(look: Look, faces: FaceSource, rng: np.random.Generator) -> list[Thing]:
    found = []
    for index, piece in enumerate(look.scene.pieces):
        face = _face_finish(piece, faces, look.printing, rng)
        core = rng.normal((214, 206, 192), 4)
        if piece.kind is PieceClass.CARD:
            core = rng.normal((238, 236, 230), 3)
        red, green, blue = np.clip(core, 0, 250)
        edge = Finish((int(red), int(green), int(blue)), roughness=0.9, specular=0.2)
        found.append(Thing(slab(piece), (face, edge), piece=index))
    return found


def _face_finish(
    piece: Piece, faces: FaceSource, printing: Print, rng: np.random.Generator
) -> Finish:
    is_card = piece.kind is PieceClass.CARD
    return Finish(
        picture=faces.face(piece.id, _FACE_SIDE),
        roughness=float(np.clip(printing.roughness + rng.normal(0, 0.03), 0.1, 0.9)),
        specular=0.45,
        coat=printing.coat,
        coat_roughness=printing.coat_roughness,
        waviness=printing.waviness * (2.0 if is_card else 1.0),
        linen=printing.linen,
    )


def _add_thing(thing: Thing, number: int) -> None:
    materials = [material_of(finish, 3.1 * number) for finish in thing.finishes]
    added = add_mesh(thing.mesh, materials)
    if not thing.is_seen:
        added.visible_camera = added.visible_diffuse = added.visible_glossy = False
        added.visible_transmission = False


def add_mesh(mesh: Mesh, materials: Sequence[Any]) -> Any:
    """Add a mesh to the scene and return Blender's object."""
    data = bpy.data.meshes.new("thing")
    data.from_pydata(mesh.vertices.tolist(), [], [list(face) for face in mesh.faces])
    for material in materials:
        data.materials.append(material)
    data.polygons.foreach_set("material_index", np.array(mesh.finishes, np.int32))
    if mesh.uvs is not None:
        layer = data.uv_layers.new(name="face")
        layer.data.foreach_set("uv", mesh.uvs.astype(np.float32).ravel())
    data.polygons.foreach_set("use_smooth", np.full(len(mesh.faces), mesh.smooth))
    data.update()
    added = bpy.data.objects.new("thing", data)
    bpy.context.scene.collection.objects.link(added)
    return added


def _add_table(look: Look, rng: np.random.Generator) -> list[Thing]:
    edges = look.scene.edges
    middle = edges.mean(axis=0)
    outline = edges - middle
    x, y = outline.T
    if (x * np.roll(y, -1) - y * np.roll(x, -1)).sum() < 0:
        outline = outline[::-1]
    top = extruded(outline, 0.6, 0.05).with_finish(0).placed(middle, 0.0, -0.6)
    material = table_material(rng, look.table)
    add_mesh(top, [material])
    reach = 110.0
    corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
    floor = sheet([(*(middle + corner), _FLOOR) for corner in np.array(corners)])
    add_mesh(floor, [floor_material(rng)])
    found = [Thing(top, (Finish(),))]
    for chair in _chairs(edges, rng):
        _add_thing(chair, 900)
        found.append(chair)
    return found


def _chairs(edges: Points, rng: np.random.Generator) -> list[Thing]:
    """Return the backs of chairs behind the far edge of the table."""
    found = []
    high = edges[edges[:, 1].argsort()[2:]]
    left, right = high[high[:, 0].argsort()]
    for share in rng.uniform(0.05, 0.95, int(rng.integers(0, 4))):
        x, y = left + share * (right - left)
        tone = int(rng.integers(15, 200))
        wood = Finish((tone, int(0.8 * tone), int(0.62 * tone)), roughness=0.5)
        aside = float(rng.uniform(1.0, 5.0))
        back = extruded(np.array([[-4.6, -0.3], [4.6, -0.3], [4.6, 0.3], [-4.6, 0.3]]), 8.0)
        seat = extruded(np.array([[-4.8, -9.0], [4.8, -9.0], [4.8, 0.3], [-4.8, 0.3]]), 0.6)
        for part, z in ((back, -1.5), (seat, -6.0)):
            placed = part.with_finish(0).placed((x, y + aside + 6), float(rng.normal(0, 0.15)), z)
            found.append(Thing(placed, (wood,)))
    return found


def _add_lamp(lamp: Lamp) -> None:
    towards = lamp.target - lamp.position
    distance = float(np.linalg.norm(towards))
    upright = max(-float(towards[2]) / distance, 0.12)
    kinds = {"rectangle": "AREA", "disk": "AREA", "bulb": "POINT", "sun": "SUN"}
    data = bpy.data.lights.new("lamp", kinds[lamp.kind])
    data.color = [float(part) for part in lamp.colour]
    # Energies that throw the wanted irradiance on level ground at the target.
    if lamp.kind == "sun":
        data.angle = lamp.size[0]
        data.energy = lamp.irradiance / upright
    elif lamp.kind == "bulb":
        data.shadow_soft_size = lamp.size[0]
        data.energy = lamp.irradiance / upright * 4 * np.pi**2 * distance**2
    else:
        data.shape = "RECTANGLE" if lamp.kind == "rectangle" else "DISK"
        data.size, data.size_y = lamp.size
        near = distance**2 + lamp.size[0] * lamp.size[1] / np.pi
        data.energy = lamp.irradiance / upright * np.pi * near
    added = bpy.data.objects.new("lamp", data)
    added.location = [float(part) for part in lamp.position]
    added.rotation_euler = Vector(towards.tolist()).to_track_quat("-Z", "Y").to_euler()
    added.visible_camera = False
    added.visible_glossy = lamp.is_mirrored
    bpy.context.scene.collection.objects.link(added)


def _add_world(lighting: Lighting, rng: np.random.Generator) -> None:
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    world.use_nodes = True
    world.cycles.sampling_method = "MANUAL"
    world.cycles.sample_map_resolution = 256
    graph = Graph(world.node_tree)
    picture = panorama(lighting.room, rng) * lighting.fill.astype(np.float32)
    at = graph.coordinates("Generated", rotation=float(rng.uniform(0, 2 * np.pi)))
    sky = graph.node("ShaderNodeTexEnvironment", {"Vector": at}, image=light_image(picture))
    shining = graph.node("ShaderNodeBackground", {"Color": sky.outputs["Color"], "Strength": 1.0})
    graph.node("ShaderNodeOutputWorld", {"Surface": shining.outputs[0]})


def add_camera(camera: Camera, aperture: float = 0.0, focus: float = 1.0) -> Any:
    """Add the scene's camera, with a lens of this diameter that is sharp at this depth, in tiles."""
    data = bpy.data.cameras.new("camera")
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = _SENSOR_MM
    data.lens = camera.focal / camera.size[0] * _SENSOR_MM
    data.clip_start, data.clip_end = 0.01, 2000.0
    if aperture > 0:
        data.dof.use_dof = True
        data.dof.focus_distance = focus
        # Blender takes the focal length for millimetres and a tile for a metre.
        data.dof.aperture_fstop = 1e-3 * data.lens / aperture
    added = bpy.data.objects.new("camera", data)
    added.matrix_world = Matrix(camera_matrix(camera).tolist())
    bpy.context.scene.collection.objects.link(added)
    bpy.context.scene.camera = added
    width, height = camera.size
    bpy.context.scene.render.resolution_x = width
    bpy.context.scene.render.resolution_y = height
    bpy.context.scene.render.resolution_percentage = 100
    return added


def _prepare(size: tuple[int, int], quality: Quality, seed: int) -> None:
    scene = bpy.context.scene
    scene.render.engine = "CYCLES"
    scene.render.threads_mode = "FIXED"
    scene.render.threads = quality.threads
    scene.render.use_persistent_data = False
    cycles = scene.cycles
    cycles.device = "CPU"
    cycles.seed = seed
    cycles.samples = quality.samples
    cycles.use_adaptive_sampling = quality.samples > 16
    cycles.adaptive_threshold = 0.08
    cycles.sampling_pattern = "BLUE_NOISE"
    cycles.use_denoising = True
    cycles.denoiser = "OPENIMAGEDENOISE"
    cycles.denoising_input_passes = "RGB_ALBEDO_NORMAL"
    cycles.denoising_prefilter = "FAST"
    cycles.denoising_quality = "BALANCED"
    cycles.max_bounces = 6
    cycles.diffuse_bounces = 1
    cycles.glossy_bounces = 2
    cycles.transmission_bounces = 6
    cycles.transparent_max_bounces = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect = 8.0
    cycles.use_light_tree = True
    cycles.filter_width = 1.2


@contextmanager
def _silence() -> Iterator[None]:
    """Keep Blender, which prints every step, from standard output."""
    sys.stdout.flush()
    kept = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def _render(size: tuple[int, int]) -> Field:
    scene = bpy.context.scene
    width, height = size
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "light.exr"
        scene.render.image_settings.file_format = "OPEN_EXR"
        scene.render.image_settings.color_depth = "32"
        scene.render.filepath = str(path)
        with _silence():
            bpy.ops.render.render(write_still=True)
        image = bpy.data.images.load(str(path))
        pixels = np.empty(width * height * 4, np.float32)
        image.pixels.foreach_get(pixels)
        bpy.data.images.remove(image)
    light = pixels.reshape(height, width, 4)[::-1, :, :3]
    return np.ascontiguousarray(np.nan_to_num(light, posinf=1e4))


def seeing(camera: Camera, things: Sequence[Thing]) -> Seeing:
    """Return a function that tells which points of a piece nothing opaque hides from a camera."""
    vertices: list[Points] = []
    faces: list[list[int]] = []
    start = 0
    for thing in things:
        if not thing.hides:
            continue
        vertices.append(thing.mesh.vertices)
        faces += [[index + start for index in face] for face in thing.mesh.faces]
        start += len(thing.mesh.vertices)
    tree = BVHTree.FromPolygons(np.concatenate(vertices).tolist(), faces)
    eye = Vector(camera.position.tolist())

    def sees(index: int, points: Points) -> NDArray[np.bool_]:
        found = []
        for point in points:
            towards = Vector(point.tolist()) - eye
            reach = towards.length
            hit = tree.ray_cast(eye, towards / reach, reach - 0.004)
            found.append(hit[0] is None)
        return np.array(found, bool)

    return sees
