"""Builds a composed scene in Blender and renders it with Cycles on the CPU, exposed as a phone would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix, Vector

from models.training.render import lamps, meshes, props
from models.training.render.lamps import UNIT
from models.training.render.layout import Card, Scene
from models.training.render.shaders import picture, plain
from models.training.render.tables import table

TABLE_MM = 1600.0
MIDDLE_GRAY = 0.20
"""Mean linear luminance that the exposure aims at."""
BRIGHTEST = 0.85
"""Linear luminance that 95 % of the picture stays below, as phones protect bright parts."""


def build(scene: Scene, faces: Path) -> None:
    """Empties Blender and builds `scene`; `faces` holds the deck's pictures as `print --faces` writes them."""
    bpy.ops.wm.read_factory_settings(use_empty=True)
    _ground(scene)
    core = plain("core", ("e6e2d8", "bdb7aa", "2a2a2c")[scene.seed % 3], 0.8)
    for card in (*scene.cards, *scene.loose, *scene.other):
        _card(scene, card, faces, core)
    if scene.tableau is not None:
        look = scene.look
        meshes.strip(scene.tableau, picture(str(faces / "tableau.png"), max(look.gloss, 0.3), 0.0), core)
    for item in scene.clutter:
        props.build(item, faces)
    _camera(scene)
    ideal = lamps.light(scene)
    _balance(scene, ideal)


def _ground(scene: Scene) -> None:
    for size, z, material in (
        (TABLE_MM, 0.0, table(scene.look.table, scene.look.table_seed)),
        (9000.0, -720.0, plain("floor", "6b5f52", 0.6)),
    ):
        bpy.ops.mesh.primitive_plane_add(size=size * UNIT, location=(0, 0, z * UNIT))
        bpy.context.object.data.materials.append(material)


def _card(scene: Scene, card: Card, faces: Path, core: Any) -> None:
    name = "back.png" if card.face is None else f"{card.face[0]}-{card.face[1]}.png"
    look = scene.look
    face = picture(str(faces / name), look.gloss, look.coat, 0.06 if look.coat else 0.0)
    meshes.card(card, look.corner_mm, face, core)
    for k, piece in enumerate(card.pieces):
        path = faces / f"piece-{piece.segment}-{piece.crystal}.png"
        face = picture(str(path), max(0.12, look.gloss * 0.8), 0.0)
        meshes.piece(piece, card, path, face, plain("wood", "cdb48a", 0.6), 0.03 * (k + 1) + 0.01 * card.at.x % 0.03)


def _camera(scene: Scene) -> None:
    view = scene.view
    data = bpy.data.cameras.new("camera")
    data.sensor_fit, data.sensor_width, data.lens = "AUTO", 36.0, view.focal
    data.clip_start, data.clip_end = 0.1, 1000.0
    axes = [view.right, view.up, tuple(-c for c in view.forward)]
    camera = bpy.data.objects.new("camera", data)
    camera.matrix_world = Matrix.Translation(Vector(view.position) * UNIT) @ Matrix(axes).transposed().to_4x4()
    centre = Vector(view.on_table((view.width / 2, view.height / 2)))
    data.dof.use_dof = True
    data.dof.focus_distance = (centre - Vector(view.position)).length * UNIT
    data.dof.aperture_fstop = scene.look.f_number * 0.001 / UNIT  # Blender takes the lens in mm, one unit as a metre
    bpy.context.scene.collection.objects.link(camera)
    bpy.context.scene.camera = camera


def _balance(scene: Scene, ideal: float) -> None:
    settings = bpy.context.scene.view_settings
    settings.view_transform = scene.look.transform
    settings.use_white_balance = True
    share = scene.look.white_balance
    settings.white_balance_temperature = 1 / ((1 - share) / 6500 + share / ideal)


def settings(view_size: tuple[int, int], samples: int, threads: int, seed: int) -> None:
    """Cycles for speed: few samples, few bounces, adaptive, denoised with albedo and normal."""
    scene = bpy.context.scene
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    render.resolution_x, render.resolution_y = view_size
    render.resolution_percentage = 100
    render.threads_mode, render.threads = "FIXED", threads
    render.image_settings.file_format = "OPEN_EXR"
    cycles.device, cycles.seed = "CPU", seed
    cycles.samples, cycles.use_adaptive_sampling, cycles.adaptive_threshold = samples, True, 0.05
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 3, 2, 2
    cycles.transmission_bounces = cycles.transparent_max_bounces = cycles.volume_bounces = 0
    cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.sample_clamp_indirect, cycles.blur_glossy = 4.0, 0.5
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_input_passes, cycles.denoising_prefilter = "RGB_ALBEDO_NORMAL", "FAST"
    cycles.denoising_quality = "FAST"
    # The room is smooth: an importance map of it costs seconds a picture and gains nothing.
    scene.world.cycles.sampling_method = "NONE"


def shoot(scene: Scene, path: Path) -> None:
    """Renders once, exposes by what came out, and writes the picture to `path` (PNG)."""
    raw = path.with_suffix(".exr")
    bpy.context.scene.render.filepath = str(raw)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(raw))
    bpy.context.scene.view_settings.exposure = suiting_exposure(image) + scene.look.exposure
    bpy.context.scene.render.image_settings.file_format = "PNG"
    image.save_render(str(path), scene=bpy.context.scene)
    raw.unlink()


def suiting_exposure(image: Any) -> float:
    """EV that brings the mean to middle gray without burning the bright parts."""
    pixels = np.empty(image.size[0] * image.size[1] * 4, dtype=np.float32)
    image.pixels.foreach_get(pixels)
    light = pixels.reshape(-1, 4)[:, :3] @ np.array((0.2126, 0.7152, 0.0722), dtype=np.float32)
    gain = MIDDLE_GRAY / max(float(np.minimum(light, np.percentile(light, 98)).mean()), 1e-6)
    return float(np.log2(min(gain, BRIGHTEST / max(float(np.percentile(light, 95)), 1e-6) * 1.6)))
