"""Everyday things and game parts beside the display."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bmesh
import bpy
from mathutils import Matrix

from models.training.render.lamps import UNIT
from models.training.render.layout import HALF, Item, Placed
from models.training.render.meshes import put, rounded, slab, tablet, traced
from models.training.render.shaders import Graph, linear, picture, plain

PLAYER = ("8f9296", "2f6fb3", "3f8f4f", "d9b23c")
"""Colours of the playing pieces: gray, blue, green and one that the rulebook does not name (CR-03)."""
BRIGHT = "c0392b 2c5f9e f2f0ea 1d1d20 d8a51d 4d7d52 e7d7c3 7b4b94".split()


def solid(
    name: str, build: Callable[[Any], None], material: Any, item: Item, z: float = 0.0, bevel: float = 0.0
) -> Any:
    """An object of a shape and a material at the item's place, `z` millimetres up, its edges rounded by `bevel`."""
    shape = bmesh.new()
    build(shape)
    bmesh.ops.scale(shape, vec=(UNIT, UNIT, UNIT), verts=shape.verts)
    if bevel:
        bmesh.ops.bevel(shape, geom=shape.edges[:], offset=bevel * UNIT, segments=3, affect="EDGES", profile=0.5)
    mesh = bpy.data.meshes.new(name)
    shape.to_mesh(mesh)
    shape.free()
    mesh.materials.append(material)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    put(thing, item.at, z)
    return thing


def box(width: float, depth: float, height: float) -> Callable[[Any], None]:
    """Builds a box (mm) that stands on the table."""

    def build(shape: Any) -> None:
        matrix = Matrix.Translation((0, 0, height / 2)) @ Matrix.Diagonal((width, depth, height, 1))
        bmesh.ops.create_cube(shape, size=1, matrix=matrix)

    return build


def cylinder(bottom: float, top: float, height: float, z: float = 0.0, segments: int = 48) -> Callable[[Any], None]:
    """Builds a cylinder or cone (mm) from its radii, `z` millimetres up."""

    def build(shape: Any) -> None:
        matrix = Matrix.Translation((0, 0, z + height / 2))
        bmesh.ops.create_cone(
            shape, cap_ends=True, segments=segments, radius1=bottom, radius2=top, depth=height, matrix=matrix
        )

    return build


def _smooth(thing: Any) -> None:
    for polygon in thing.data.polygons:
        polygon.use_smooth = len(polygon.vertices) == 4


def _pad(item: Item, rng: random.Random, _: Path) -> None:
    material = bpy.data.materials.new("pad")
    graph = Graph(material)
    cells = graph.add(
        "TexBrick",
        {
            "Vector": graph.where(),
            "Color1": linear("f6f4ee"),
            "Color2": linear("f0eee6"),
            "Mortar": linear(rng.choice(("444444", "8899bb", "b0a090"))),
            "Scale": 1.0,
            "Mortar Size": 0.008,
            "Brick Width": rng.uniform(0.15, 0.3),
            "Row Height": rng.uniform(0.07, 0.14),
        },
        offset=0.0,
    )
    graph.surface(Base_Color=cells.outputs[0], Roughness=0.8)
    solid("pad", box(88, 118, rng.uniform(0.3, 4)), material, item)


def _pencil(item: Item, rng: random.Random, _: Path) -> None:
    turn = Matrix.Rotation(math.pi / 2, 4, "X") @ Matrix.Translation((0, 0, -75))

    def build(shape: Any) -> None:
        bmesh.ops.create_cone(shape, cap_ends=True, segments=6, radius1=3.6, radius2=3.6, depth=135, matrix=turn)

    def tip(shape: Any) -> None:
        matrix = turn @ Matrix.Translation((0, 0, 76))
        bmesh.ops.create_cone(shape, cap_ends=True, segments=12, radius1=3.6, radius2=0.4, depth=17, matrix=matrix)

    solid("pencil", build, plain("pencil", rng.choice(BRIGHT), 0.3), item, 3.4)
    solid("tip", tip, plain("tip", "c89f6a", 0.7), item, 3.4)


def _mug(item: Item, rng: random.Random, _: Path) -> None:
    china = plain("china", rng.choice(BRIGHT), rng.uniform(0.1, 0.5))
    _smooth(solid("mug", cylinder(34, 38, 92), china, item))
    drink = plain("drink", rng.choice(("1a0d06", "6b4a2a", "7a2f10")), 0.1)
    _smooth(solid("drink", cylinder(34, 34.5, 1, 92), drink, item))
    bpy.ops.mesh.primitive_torus_add(major_radius=25 * UNIT, minor_radius=5 * UNIT)
    handle = bpy.context.object
    handle.data.materials.append(china)
    put(handle, Placed(*item.at.to_table(38, 0), item.at.turn), 48)
    handle.matrix_world = handle.matrix_world @ Matrix.Rotation(math.pi / 2, 4, "X")


def _glass(item: Item, rng: random.Random, _: Path) -> None:
    drink = plain("drink", rng.choice(("c9a06a", "8a2f2a", "dfe8ea", "d98a1f")), 0.03, Coat_Weight=1.0)
    _smooth(solid("glass", cylinder(26, 33, 118), drink, item))


def _dice(item: Item, rng: random.Random, _: Path) -> None:
    body, pip = rng.sample(BRIGHT, 2)
    solid("dice", box(16, 16, 16), plain("dice", body, 0.2), item, bevel=1.6)
    spots = rng.choice([[(0, 0)], [(-4, -4), (4, 4)], [(-4, -4), (0, 0), (4, 4)], [(-4, -4), (4, 4), (-4, 4), (4, -4)]])
    ink = plain("pip", pip, 0.4)
    for x, y in spots:
        spot = Item("pip", Placed(*item.at.to_table(x, y), 0), 1, 1, 0)
        solid("pip", cylinder(1.5, 1.5, 0.2, 16, 16), ink, spot)


def _cube(item: Item, rng: random.Random, _: Path) -> None:
    solid("cube", box(12, 12, 12), plain("cube", rng.choice(PLAYER), 0.5), item, bevel=0.8)


def _disc(item: Item, rng: random.Random, _: Path) -> None:
    _smooth(solid("disc", cylinder(6, 6, rng.uniform(4, 8)), plain("disc", rng.choice(PLAYER), 0.45), item))


def _coin(item: Item, rng: random.Random, _: Path) -> None:
    material = bpy.data.materials.new("coin")
    graph = Graph(material)
    relief = graph.bump(graph.noise(graph.where(), 15.0, 4.0), 0.8, 0.01)
    metal = linear(rng.choice(("c9a24a", "b5764a", "b9bcc0")))
    graph.surface(Base_Color=metal, Metallic=1.0, Roughness=rng.uniform(0.25, 0.45), Normal=relief)
    solid("coin", cylinder(11.5, 11.5, 2.0), material, item)


def _booklet(item: Item, rng: random.Random, faces: Path) -> None:
    cover = plain("cover", rng.choice(BRIGHT), 0.3)
    solid("booklet", box(200, 200, 2.5), cover, item)
    text = bpy.data.materials.new("print")
    graph = Graph(text)
    along = graph.add("SeparateXYZ", {0: graph.where()}).outputs[1]
    lines = graph.math("LESS_THAN", graph.math("FRACT", graph.math("MULTIPLY", along, 20.0)), 0.45)
    words = graph.math("GREATER_THAN", graph.noise(graph.where((40, 10, 1)), 1.0, 1.0), 0.45)
    ink = graph.math("MULTIPLY", lines, words)
    graph.surface(Base_Color=graph.mix(ink, linear("efece2"), linear("3a3a3a")), Roughness=0.5)
    solid("page", box(170, 170, 0.2), text, item, 2.5)


def _stack(item: Item, rng: random.Random, faces: Path) -> None:
    tall = rng.uniform(4, 20)
    square, back = (2 * HALF, 2 * HALF), picture(str(faces / "back.png"), 0.4, 0.0)
    rim = plain("core", "d8d4c8", 0.7)
    put(slab("stack", rounded(*square, 2), (0, 0), (0.995, 0.5), lambda x, y: tall, tall, square, (back, rim)), item.at)


def _token(item: Item, rng: random.Random, faces: Path) -> None:
    path = rng.choice(sorted(faces.glob("piece-*.png")))
    outline, centre = traced(path)
    face, rim = picture(str(path), 0.3, 0.0), plain("wood", "c9a97a", 0.6)
    put(tablet("token", outline, centre, 2.0, (face, rim)), item.at)


def _carton(item: Item, rng: random.Random, _: Path) -> None:
    solid("box", box(170, 170, rng.uniform(25, 45)), plain("box", rng.choice(BRIGHT), 0.35), item, bevel=0.7)


def _bowl(item: Item, rng: random.Random, _: Path) -> None:
    _smooth(solid("bowl", cylinder(35, 64, 40), plain("bowl", rng.choice(BRIGHT), 0.25), item))
    food = plain("food", rng.choice(("c98a3a", "7a3b1e", "d9c89a")), 0.8)
    _smooth(solid("food", cylinder(57, 58, 0.6, 40), food, item))


def _phone(item: Item, rng: random.Random, _: Path) -> None:
    solid("phone", box(72, 148, 8), plain("glass", "08080a", 0.06), item, bevel=3.0)


BUILDERS: dict[str, Callable[[Item, random.Random, Path], None]] = {
    "pad": _pad,
    "pencil": _pencil,
    "mug": _mug,
    "glass": _glass,
    "dice": _dice,
    "cube": _cube,
    "disc": _disc,
    "coin": _coin,
    "booklet": _booklet,
    "stack": _stack,
    "token": _token,
    "box": _carton,
    "bowl": _bowl,
    "phone": _phone,
}


def build(item: Item, faces: Path) -> None:
    """Puts one thing on the table; `faces` is the folder of the deck's pictures."""
    BUILDERS[item.kind](item, random.Random(item.seed), faces)
