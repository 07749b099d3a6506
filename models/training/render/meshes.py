"""Meshes of the game's parts: bent cards with rounded corners, pieces cut out along their own art, the strip."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from models.training.render.lamps import UNIT
from models.training.render.layout import HALF, TABLEAU_MM, THICKNESS_MM, Card, Piece, Placed

Outline = Sequence[tuple[float, float]]
RAYS = 240
CARD_RINGS = (0.995, 0.9, 0.7, 0.45, 0.2)
PIECE_RINGS = (0.985, 0.5)


def rounded(width: float, height: float, radius: float) -> list[tuple[float, float]]:
    """Counter-clockwise outline of a rectangle (mm) with its corners rounded and its edges divided."""
    points: list[tuple[float, float]] = []
    for k, (sx, sy) in enumerate(((1, -1), (1, 1), (-1, 1), (-1, -1))):
        x, y = sx * (width / 2 - radius), sy * (height / 2 - radius)
        steps = 5 if radius else 1
        for i in range(steps):
            angle = math.pi / 2 * (k - 1 + i / max(steps - 1, 1))
            points.append((x + radius * math.cos(angle), y + radius * math.sin(angle)) if radius else (x, y))
    return _divided(points, 8)


def _divided(points: Outline, parts: int) -> list[tuple[float, float]]:
    result: list[tuple[float, float]] = []
    for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
        count = parts if math.hypot(x1 - x0, y1 - y0) > 12 else 1
        result += [(x0 + (x1 - x0) * i / count, y0 + (y1 - y0) * i / count) for i in range(count)]
    return result


def slab(
    name: str,
    outline: Outline,
    centre: tuple[float, float],
    rings: Sequence[float],
    top: Callable[[float, float], float],
    thickness: float,
    size: tuple[float, float],
    materials: Sequence[Any],
) -> Any:
    """An object of the top side (material 0) and the rim (material 1) of a thing that is star-shaped about `centre`.

    `top` gives the height (mm) over own coordinates; `size` (mm) is what the picture spans, centred on the origin.
    """
    cx, cy = centre
    flat = [(cx + (x - cx) * s, cy + (y - cy) * s) for s in rings for x, y in outline] + [centre]
    n, last = len(outline), len(rings) * len(outline)
    steps = [(i, (i + 1) % n) for i in range(n)]
    faces: list[tuple[int, ...]] = []
    for base in range(0, last - n, n):
        faces += [(base + i, base + j, base + n + j, base + n + i) for i, j in steps]
    faces += [(last - n + i, last - n + j, last) for i, j in steps]
    vertices = [(x, y, top(x, y)) for x, y in flat]
    edge = len(vertices)
    vertices += [(x, y, top(x, y) - min(0.25, thickness / 3)) for x, y in outline]
    vertices += [(x, y, top(x, y) - thickness) for x, y in outline]
    inner = len(vertices)
    vertices += [(x, y, top(x, y)) for x, y in flat[:n]]
    rim = [(edge + i, edge + j, inner + j, inner + i) for i, j in steps]
    rim += [(edge + n + i, edge + n + j, edge + j, edge + i) for i, j in steps]
    return _object(name, vertices, faces, rim, size, materials)


def _object(
    name: str,
    vertices: list[Any],
    faces: list[tuple[int, ...]],
    rim: list[tuple[int, ...]],
    size: tuple[float, float],
    materials: Sequence[Any],
) -> Any:
    mesh = bpy.data.meshes.new(name)
    mesh.from_pydata([(x * UNIT, y * UNIT, z * UNIT) for x, y, z in vertices], [], faces + rim)
    for material in materials:
        mesh.materials.append(material)
    uv = mesh.uv_layers.new().data
    for polygon in mesh.polygons:
        polygon.use_smooth = polygon.index < len(faces)
        polygon.material_index = 0 if polygon.index < len(faces) else 1
        for loop in polygon.loop_indices:
            x, y, _ = vertices[mesh.loops[loop].vertex_index]
            uv[loop].uv = (x / size[0] + 0.5, y / size[1] + 0.5)
    thing = bpy.data.objects.new(name, mesh)
    bpy.context.scene.collection.objects.link(thing)
    return thing


def put(thing: Any, at: Placed, z: float = 0.0) -> None:
    """Moves an object to its place on the table, `z` millimetres up."""
    turn = Matrix.Rotation(math.radians(at.turn), 4, "Z")
    thing.matrix_world = Matrix.Translation((at.x * UNIT, at.y * UNIT, z * UNIT)) @ turn


def card(laid: Card, corner: float, face: Any, core: Any) -> None:
    """Puts a card on the table, its picture `face`, its rim `core`; `corner` is the radius of its corners in mm."""
    square = (2 * HALF, 2 * HALF)
    thing = slab("card", rounded(*square, corner), (0, 0), CARD_RINGS, laid.height, THICKNESS_MM, square, (face, core))
    put(thing, laid.at)


def strip(at: Placed, face: Any, core: Any) -> None:
    """Puts the starting tableau on the table."""
    tall = 1.5
    edge = rounded(*TABLEAU_MM, 2.0)
    thing = slab("tableau", edge, (0, 0), (0.999, 0.5), lambda _x, _y: tall, tall, TABLEAU_MM, (face, core))
    put(thing, at)


def traced(path: Path) -> tuple[list[tuple[float, float]], tuple[float, float]]:
    """Outline (mm, y up, on the card's square) of the opaque part of a piece's picture, and its star centre."""
    image = bpy.data.images.load(str(path), check_existing=True)
    width, height = image.size
    pixels = np.empty(width * height * 4, dtype=np.float32)
    image.pixels.foreach_get(pixels)
    opaque = pixels.reshape(height, width, 4)[..., 3] > 0.5
    rows, columns = np.nonzero(opaque)
    centre = _star_centre(opaque, float(columns.mean()), float(rows.mean()))
    ends = [_last_opaque(opaque, centre, 2 * math.pi * k / RAYS) for k in range(RAYS)]
    scale = 2 * HALF / width
    return [(x * scale - HALF, y * scale - HALF) for x, y in ends], (centre[0] * scale - HALF, centre[1] * scale - HALF)


def _star_centre(opaque: Any, x: float, y: float) -> tuple[float, float]:
    """From the middle of the shape towards the card corner that it fills, where a bowed shape is star-shaped."""
    width = opaque.shape[1]
    near, far = 0.08 * width, 0.92 * width
    corner = (far, far) if x + y > width else (near, near)
    return (x + corner[0]) / 2, (y + corner[1]) / 2


def _last_opaque(opaque: Any, centre: tuple[float, float], angle: float) -> tuple[float, float]:
    reach = np.arange(0, opaque.shape[1] * 1.5, 0.5)
    xs, ys = centre[0] + reach * math.cos(angle), centre[1] + reach * math.sin(angle)
    height, width = opaque.shape
    inside = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    hits = np.nonzero(opaque[ys[inside].astype(int), xs[inside].astype(int)])[0]
    last = max(int(hits[-1]) - 1, 1) if len(hits) else 1
    return float(xs[last]), float(ys[last])


def piece(laid: Piece, on: Card, path: Path, face: Any, rim: Any, lift: float) -> None:
    """Puts a crystal piece on its card; `lift` millimetres keep neighbours' tops apart."""
    outline, star = traced(path)
    middle_x, middle_y = sum(p[0] for p in outline) / len(outline), sum(p[1] for p in outline) / len(outline)
    thing = tablet("piece", outline, star, laid.thickness, (face, rim))
    put(thing, on.at, on.height(middle_x, middle_y) + lift)
    about = Matrix.Translation((middle_x * UNIT, middle_y * UNIT, 0))
    turned = about @ Matrix.Rotation(math.radians(laid.turn), 4, "Z") @ about.inverted()
    thing.matrix_world = thing.matrix_world @ Matrix.Translation((laid.dx * UNIT, laid.dy * UNIT, 0)) @ turned


def tablet(name: str, outline: Outline, star: tuple[float, float], tall: float, materials: Sequence[Any]) -> Any:
    """A flat thing `tall` millimetres high whose picture is drawn on the card's square."""
    return slab(name, outline, star, PIECE_RINGS, lambda _x, _y: tall, tall, (2 * HALF, 2 * HALF), materials)
