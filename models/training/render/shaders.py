"""A short notation for Blender's shader nodes, and the materials of cards, pieces and clutter."""

from __future__ import annotations

from typing import Any

import bpy

Colour = tuple[float, float, float]


def linear(code: str) -> tuple[float, float, float, float]:
    """Linear RGBA of an sRGB colour like `7a4f2b`."""
    channels = [int(code[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return red, green, blue, 1.0


class Graph:
    """One node tree that grows by calls; a socket given as an input is linked, any other value is set."""

    def __init__(self, owner: Any) -> None:
        """`owner` is a material or a world; its tree starts empty."""
        owner.use_nodes = True
        self._tree = owner.node_tree
        self._tree.nodes.clear()

    def add(self, kind: str, inputs: dict[str | int, Any] | None = None, **settings: Any) -> Any:
        """A new node of `ShaderNode{kind}`."""
        node = self._tree.nodes.new(f"ShaderNode{kind}")
        for name, value in settings.items():
            setattr(node, name, value)
        for key, value in (inputs or {}).items():
            self._set(node.inputs[key], value)
        return node

    def _set(self, socket: Any, value: Any) -> None:
        if isinstance(value, bpy.types.NodeSocket):
            self._tree.links.new(value, socket)
        else:
            socket.default_value = value

    def mix(self, share: Any, a: Any, b: Any, blend: str = "MIX") -> Any:
        """Colour socket: `a` where `share` is 0, `b` where it is 1."""
        return self.add("Mix", {0: share, 6: a, 7: b}, data_type="RGBA", blend_type=blend).outputs[2]

    def math(self, operation: str, a: Any, b: Any = 0.0) -> Any:
        """Value socket of a arithmetic node."""
        return self.add("Math", {0: a, 1: b}, operation=operation).outputs[0]

    def ramp(self, value: Any, stops: list[tuple[float, str]], constant: bool = False) -> Any:
        """Colour socket: `stops` as (position, sRGB code)."""
        node = self.add("ValToRGB", {0: value})
        node.color_ramp.interpolation = "CONSTANT" if constant else "LINEAR"
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, code) in zip(elements, stops, strict=True):
            element.position, element.color = position, linear(code)
        return node.outputs[0]

    def where(self, scale: tuple[float, float, float] = (1, 1, 1), turn: float = 0.0) -> Any:
        """Vector socket: place on the object in decimetres, turned by `turn` radians and scaled."""
        place = self.add("TexCoord").outputs["Object"]
        return self.add("Mapping", {"Vector": place, "Rotation": (0, 0, turn), "Scale": scale}).outputs[0]

    def noise(self, at: Any, scale: float, detail: float = 3.0, distortion: float = 0.0) -> Any:
        """Value socket, about 0.3 to 0.7."""
        inputs = {"Vector": at, "Scale": scale, "Detail": detail, "Distortion": distortion}
        return self.add("TexNoise", inputs).outputs[0]

    def bump(self, height: Any, strength: float, distance: float = 0.01) -> Any:
        """Normal socket."""
        return self.add("Bump", {"Height": height, "Strength": strength, "Distance": distance}).outputs[0]

    def surface(self, **inputs: Any) -> None:
        """Closes a material with a Principled BSDF; underscores in names stand for blanks."""
        shader = self.add("BsdfPrincipled", {name.replace("_", " "): value for name, value in inputs.items()})
        self._set(self.add("OutputMaterial").inputs["Surface"], shader.outputs[0])


def plain(name: str, code: str, roughness: float = 0.5, **inputs: Any) -> Any:
    """A material of one colour."""
    material = bpy.data.materials.new(name)
    Graph(material).surface(Base_Color=linear(code), Roughness=roughness, **inputs)
    return material


def picture(path: str, roughness: float, coat: float, wavy: float = 0.0) -> Any:
    """A material that shows the picture at `path` by UV; `wavy` bends its mirror images as sleeves do."""
    material = bpy.data.materials.new(path)
    graph = Graph(material)
    image = graph.add("TexImage", image=bpy.data.images.load(path, check_existing=True), extension="EXTEND")
    inputs: dict[str, Any] = {"Base_Color": image.outputs[0], "Roughness": roughness}
    if coat:
        inputs |= {"Coat_Weight": coat, "Coat_Roughness": 0.04 + roughness / 4}
    if wavy:
        inputs["Normal"] = graph.bump(graph.noise(graph.where(), 6.0, 1.0), wavy, 0.02)
    graph.surface(**inputs)
    return material
