"""Renders path-traced photos with truth beside them: `python -m models.training.render.render --help`."""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import bpy
from bpy_extras.object_utils import world_to_camera_view
from mathutils import Vector

from models.training.render import scene as blender
from models.training.render.lamps import UNIT
from models.training.render.layout import Face, Scene
from models.training.render.scenes import compose
from models.training.render.truth import truth
from rules.crystalla.edition import load_edition

TOLERANCE_PX = 0.05
"""Largest difference between the truth's projection and Blender's own."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=Path, required=True, help="folder of `tableloupe print crystalla --faces`")
    parser.add_argument("--art", default="reference", help="name of the copy that --faces holds, for the truth")
    parser.add_argument("--out", type=Path, required=True, help="folder for NNN.png and NNN.json")
    parser.add_argument("--count", type=int, default=230, help="how many pictures")
    parser.add_argument("--seed", type=int, default=2098, help="seed of the first picture; the others count on")
    parser.add_argument("--width", type=int, default=960, help="pixels of the wider kind of picture")
    parser.add_argument("--height", type=int, default=720, help="pixels")
    parser.add_argument("--samples", type=int, default=4, help="light paths per pixel at most")
    parser.add_argument("--threads", type=int, default=1, help="processor cores to use")
    return parser.parse_args()


def check_projection(scene: Scene) -> None:
    """Compares the truth's camera with Blender's; raises RuntimeError where they disagree."""
    bpy.context.view_layer.update()
    camera, view = bpy.context.scene.camera, scene.view
    for card in scene.cards:
        for corner in card.corners():
            seen = world_to_camera_view(bpy.context.scene, camera, Vector(corner) * UNIT)
            theirs = seen.x * view.width, (1 - seen.y) * view.height
            ours = view.project(corner)
            if max(abs(a - b) for a, b in zip(ours, theirs, strict=True)) > TOLERANCE_PX:
                raise RuntimeError(f"scene {scene.seed}: corner {corner} is at {ours}, Blender says {theirs}")


def render_one(scene: Scene, art: str, faces: Path, target: Path, samples: int, threads: int) -> None:
    """Writes the picture and then its truth, each in one step, so that a killed run leaves no half pictures."""
    blender.build(scene, faces)
    blender.settings((scene.view.width, scene.view.height), samples, threads, scene.seed)
    check_projection(scene)
    part = target.with_name(f".part-{target.stem}.png")
    blender.shoot(scene, part)
    part.replace(target)
    made = f"path-traced with Blender {bpy.app.version_string} (Cycles, {samples} samples, denoised)"
    text = json.dumps(truth(scene, made) | {"art": art}, indent=1)
    note = target.with_name(f".part-{target.stem}.json")
    note.write_text(text + "\n", encoding="utf-8")
    note.replace(target.with_suffix(".json"))


def supply() -> tuple[list[Face], list[tuple[str, str]]]:
    """The reference copy's cards as (large, small) and pieces as (segment, crystal)."""
    edition = load_edition()
    deck = [(str(card.large.value), str(card.small.value)) for card in edition.cards]
    pieces = [(str(piece.shape.value), str(piece.crystal.value)) for piece in edition.pieces]
    return deck, pieces


def main() -> None:
    """Renders every picture that is not there yet, in one process."""
    args = arguments()
    args.out.mkdir(parents=True, exist_ok=True)
    deck, pieces = supply()
    for k in range(args.count):
        target = args.out / f"{args.seed + k:03d}.png"
        if target.with_suffix(".json").exists():
            continue
        started = time.monotonic()
        scene = compose(args.seed + k, deck, pieces, (args.width, args.height))
        render_one(scene, args.art, args.faces, target, args.samples, args.threads)
        spent = time.monotonic() - started
        print(f"{target.name} {scene.kind} {scene.look.table} {scene.look.light} {spent:.1f} s", flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main()
