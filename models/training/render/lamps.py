"""Lamps and rooms of the test set, strengths relative to each other; the camera's exposure does the rest."""

from __future__ import annotations

import math
import random
from typing import Any

import bpy
from mathutils import Vector

from models.training.render.layout import Scene
from models.training.render.shaders import Graph

UNIT = 0.01
"""Blender units per millimetre: one unit is a decimetre."""


def kelvin(temperature: float) -> tuple[float, float, float]:
    """Linear RGB of a black body, brightest channel 1 (Helland's fit, 2012, undone to linear)."""
    t = temperature / 100
    red = 255 if t <= 66 else 329.7 * (t - 60) ** -0.1332
    green = 99.47 * math.log(t) - 161.12 if t <= 66 else 288.12 * (t - 60) ** -0.0755
    blue = 255 if t >= 66 else 138.52 * math.log(t - 10) - 305.04 if t > 19 else 0
    channels = [(max(0.0, min(255.0, c)) / 255) ** 2.2 for c in (red, green, blue)]
    return channels[0], channels[1], channels[2]


def _lamp(kind: str, at: Vector, energy: float, temperature: float, to: Vector | None = None, **settings: Any) -> None:
    light = bpy.data.lights.new(kind, kind)
    light.energy, light.color = energy, kelvin(temperature)
    for name, value in settings.items():
        setattr(light, name, value)
    lamp = bpy.data.objects.new(kind, light)
    lamp.location = at
    lamp.rotation_euler = ((to or Vector((0, 0, 0))) - at).to_track_quat("-Z", "Y").to_euler()
    bpy.context.scene.collection.objects.link(lamp)


def _round(rng: random.Random, elevation: tuple[float, float], distance: tuple[float, float]) -> Vector:
    angle, up, reach = rng.uniform(0, 2 * math.pi), math.radians(rng.uniform(*elevation)), rng.uniform(*distance)
    flat = math.cos(up) * reach
    return Vector((flat * math.cos(angle), flat * math.sin(angle), math.sin(up) * reach))


def _area(rng: random.Random, at: Vector, irradiance: float, temperature: float, size: tuple[float, float]) -> None:
    energy = irradiance * math.pi * at.length_squared
    _lamp("AREA", at, energy, temperature, shape="RECTANGLE", size=size[0], size_y=size[1])


def _point(at: Vector, irradiance: float, temperature: float, radius: float) -> None:
    energy = irradiance * 4 * math.pi * at.length_squared
    _lamp("POINT", at, energy, temperature, shadow_soft_size=radius)


def _window(rng: random.Random, irradiance: float = 1.0) -> None:
    _area(rng, _round(rng, (20, 50), (9, 18)), irradiance, rng.uniform(6000, 8500), (12, 14))


def _sun(rng: random.Random) -> float:
    _window(rng, 0.5)
    towards = _round(rng, (25, 60), (11, 14))
    _lamp("SUN", towards, rng.uniform(1.5, 4.0), rng.uniform(4600, 5600), angle=math.radians(0.6))
    _frame(rng, towards)
    return 0.35


def _frame(rng: random.Random, at: Vector) -> None:
    """A window between the sun and the table: walls around it and bars across, which throw hard shadows."""
    half, bar = rng.uniform(2.2, 4.5), rng.uniform(0.15, 0.35)
    turn = (-at).to_track_quat("-Z", "Y")
    shift = Vector((rng.uniform(-half, half) * 0.7, rng.uniform(-half, half) * 0.7, 0))
    boxes: list[tuple[float, float, float, float]] = []
    for side in (-1, 1):
        boxes += [(0, side * (half + 10), 40, 20), (side * (half + 10), 0, 20, 2 * half)]
    boxes += [(0, 0, bar, 2 * half), (0, 0, 2 * half, bar)]
    for x, y, width, height in boxes:
        bpy.ops.mesh.primitive_plane_add(size=1)
        wall = bpy.context.object
        wall.scale = (width, height, 1)
        wall.location = at + turn @ (Vector((x, y, 0)) + shift)
        wall.rotation_euler = turn.to_euler()
        wall.visible_camera = False


def _light_room(rng: random.Random, kind: str) -> float:
    """Puts up the lamps of `kind`; returns the irradiance of the room's own light."""
    if kind == "sun":
        return _sun(rng)
    if kind == "window":
        _window(rng)
        return rng.uniform(0.15, 0.5)
    if kind == "bulb":
        _point(_round(rng, (50, 88), (11, 18)), 1.0, rng.uniform(2500, 2900), rng.uniform(0.3, 1.5))
        return rng.uniform(0.15, 0.4)
    if kind == "panel":
        _area(rng, _round(rng, (55, 88), (14, 20)), 1.0, rng.uniform(5800, 6700), (6, 6))
        return rng.uniform(0.3, 0.6)
    if kind == "desk":
        _point(_round(rng, (30, 65), (4, 7)), 1.0, rng.uniform(2700, 4500), rng.uniform(0.1, 0.3))
        return rng.uniform(0.08, 0.25)
    if kind == "dim":
        _point(_round(rng, (20, 50), (14, 25)), 1.0, rng.uniform(2000, 2600), rng.uniform(0.5, 2.0))
        return rng.uniform(0.3, 0.8)
    _window(rng, rng.uniform(0.3, 0.8))
    _point(_round(rng, (50, 80), (12, 18)), rng.uniform(0.4, 0.9), 2700, rng.uniform(0.3, 1.0))
    return rng.uniform(0.15, 0.4)


ROOM_KELVIN = {"sun": 6500, "window": 6500, "bulb": 2900, "panel": 5500, "desk": 3500, "dim": 2500, "mixed": 4300}


def _room(rng: random.Random, irradiance: float, temperature: float) -> None:
    """Walls and ceiling that surfaces mirror: blotches and a gradient around the room's own light."""
    world = bpy.data.worlds.new("room")
    bpy.context.scene.world = world
    graph = Graph(world)
    place = graph.add("TexCoord").outputs["Generated"]
    blotches = graph.ramp(graph.noise(place, rng.uniform(1.5, 4), 2.0), [(0.35, "606060"), (0.65, "ffffff")])
    tint = graph.mix(1.0, blotches, (*kelvin(temperature), 1.0), "MULTIPLY")
    shade = graph.add("Background", {"Color": tint, "Strength": irradiance / math.pi / 0.55})
    output = graph.add("OutputWorld")
    output.id_data.links.new(shade.outputs[0], output.inputs["Surface"])


def _glare(rng: random.Random, scene: Scene) -> None:
    """A lamp where a spot of the display mirrors it into the camera."""
    spot = rng.choice(scene.cards).at if scene.cards else None
    x, y = (spot.x, spot.y) if spot else (0.0, 0.0)
    cx, cy, cz = scene.view.position
    out = Vector((x - cx, y - cy, cz)).normalized()
    at = Vector((x, y, 0)) * UNIT + out * rng.uniform(6, 12)
    size = rng.uniform(0.8, 4.0)
    energy = rng.uniform(0.5, 1.3) * math.pi * at.length_squared
    aim = Vector((x, y, 0)) * UNIT
    _lamp("AREA", at, energy, rng.uniform(2700, 6500), aim, shape="DISK", size=size)


def light(scene: Scene) -> float:
    """Lights the scene; returns the colour temperature that an ideal white balance would assume."""
    look, rng = scene.look, random.Random(scene.look.light_seed)
    temperature = ROOM_KELVIN[look.light]
    _room(rng, _light_room(rng, look.light), temperature)
    if look.glare:
        _glare(rng, scene)
    return temperature
