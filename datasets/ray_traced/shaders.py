"""Finishes as shaders of Cycles."""

from collections.abc import Mapping
from typing import Any

import bpy
import numpy as np

from ..scenes.arrays import Colour, Field, Image
from .finishes import Finish


class Graph:
    """The nodes of a material or world, as short to write down as it is to say.

    Parameters
    ----------
    tree
        Blender's node tree; what it has is taken away.
    """

    def __init__(self, tree: Any) -> None:
        self._tree = tree
        tree.nodes.clear()

    def node(self, kind: str, inputs: Mapping[Any, Any] | None = None, **settings: Any) -> Any:
        """Add a node. Inputs are values or sockets of other nodes."""
        node = self._tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in (inputs or {}).items():
            if isinstance(value, bpy.types.NodeSocket):
                self._tree.links.new(value, node.inputs[name])
            else:
                node.inputs[name].default_value = value
        return node

    def math(self, operation: str, first: Any, second: Any = 0.0, third: Any = 0.0) -> Any:
        """Return the socket of a calculation."""
        inputs = {0: first, 1: second, 2: third}
        return self.node("ShaderNodeMath", inputs, operation=operation).outputs[0]

    def mixed(self, share: Any, first: Any, second: Any, blend: str = "MIX") -> Any:
        """Return the socket of a mixture of two colours."""
        node = self.node("ShaderNodeMix", data_type="RGBA", blend_type=blend)
        for key, value in (("Factor_Float", share), ("A_Color", first), ("B_Color", second)):
            socket = next(it for it in node.inputs if it.identifier == key)
            if isinstance(value, bpy.types.NodeSocket):
                self._tree.links.new(value, socket)
            else:
                socket.default_value = value
        return next(it for it in node.outputs if it.identifier == "Result_Color")

    def noise(
        self,
        at: Any,
        scale: float,
        detail: float = 2.0,
        roughness: float = 0.5,
        distortion: float = 0.0,
    ) -> Any:
        """Return the socket of noise between 0 and 1."""
        inputs = {
            "Vector": at,
            "Scale": scale,
            "Detail": detail,
            "Roughness": roughness,
            "Distortion": distortion,
        }
        return self.node("ShaderNodeTexNoise", inputs).outputs["Fac"]

    def ramp(self, share: Any, *stops: tuple[float, tuple[float, ...]]) -> Any:
        """Return the socket of a colour by stops of position and linear RGBA."""
        node = self.node("ShaderNodeValToRGB", {"Fac": share})
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(1.0)
        for element, (position, colour) in zip(elements, stops, strict=True):
            element.position = position
            element.color = colour
        return node.outputs["Color"]

    def bump(self, height: Any, distance: float, strength: float = 1.0, normal: Any = None) -> Any:
        """Return the socket of a normal on a surface of this height, by ``distance`` tiles at most."""
        inputs = {"Height": height, "Distance": distance, "Strength": strength}
        if normal is not None:
            inputs["Normal"] = normal
        return self.node("ShaderNodeBump", inputs).outputs["Normal"]

    def coordinates(
        self,
        kind: str = "Object",
        rotation: float = 0.0,
        scale: tuple[float, float, float] = (1.0, 1.0, 1.0),
        shift: tuple[float, float, float] = (0.0, 0.0, 0.0),
    ) -> Any:
        """Return the socket of places on the surface."""
        start = self.node("ShaderNodeTexCoord").outputs[kind]
        inputs = {
            "Vector": start,
            "Rotation": (0.0, 0.0, rotation),
            "Scale": scale,
            "Location": shift,
        }
        return self.node("ShaderNodeMapping", inputs).outputs[0]

    def finish(self, **inputs: Any) -> None:
        """End a material with a surface; spaces in the names of its inputs are underscores here."""
        named = {name.replace("_", " "): value for name, value in inputs.items()}
        surface = self.node("ShaderNodeBsdfPrincipled", named)
        self.node("ShaderNodeOutputMaterial", {"Surface": surface.outputs[0]})


def linear(colour: Colour) -> tuple[float, float, float, float]:
    """Return the linear RGBA of a colour in sRGB."""
    srgb = np.array(colour) / 255
    light = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return float(light[0]), float(light[1]), float(light[2]), 1.0


def blender_image(picture: Image) -> Any:
    """Hand an RGB picture in sRGB over to Blender."""
    height, width = picture.shape[:2]
    image = bpy.data.images.new("picture", width, height)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = picture[::-1].astype(np.float32) / 255
    image.pixels.foreach_set(pixels.ravel())
    return image


def light_image(light: Field) -> Any:
    """Hand a picture in linear RGB over to Blender."""
    height, width = light.shape[:2]
    image = bpy.data.images.new("light", width, height, float_buffer=True)
    pixels = np.ones((height, width, 4), np.float32)
    pixels[..., :3] = light[::-1]
    image.pixels.foreach_set(pixels.ravel())
    return image


def material_of(finish: Finish, seed: float = 0.0) -> Any:
    """Return a Blender material; ``seed`` shifts its unevenness."""
    material = bpy.data.materials.new("finish")
    material.use_nodes = True
    graph = Graph(material.node_tree)
    colour: Any = linear(finish.colour)
    if finish.picture is not None:
        image = blender_image(finish.picture)
        colour = graph.node("ShaderNodeTexImage", image=image, extension="EXTEND").outputs["Color"]
    inputs: dict[str, Any] = {}
    if finish.waviness or finish.linen:
        at = graph.coordinates(shift=(seed, 2.7 * seed, 0.0))
        # Broad, so that lamps are seen bent in it and colours are not touched.
        normal = graph.bump(graph.noise(at, 0.7, 1.0), finish.waviness)
        if finish.linen:
            linen = graph.node("ShaderNodeTexVoronoi", {"Vector": at, "Scale": 55.0})
            normal = graph.bump(linen.outputs["Distance"], 0.004, 0.35, normal)
        inputs["Normal"] = normal
        inputs["Coat_Normal"] = normal
    graph.finish(
        Base_Color=colour,
        Roughness=finish.roughness,
        Specular_IOR_Level=finish.specular,
        Metallic=finish.metallic,
        Transmission_Weight=finish.transmission,
        IOR=finish.ior,
        Coat_Weight=finish.coat,
        Coat_Roughness=finish.coat_roughness,
        Sheen_Weight=finish.sheen,
        **inputs,
    )
    return material
