"""Path-traces whole tables told as JSON: `python -m models.training.render.whole_table --help`.

One folder holds the states of one table as state-0.json, state-1.json, ...; each becomes a PNG beside it. All of a
folder are exposed like the first, as a camera with a fixed exposure sees them. Lengths are millimetres, x right and
y away from whoever sits at the lower edge, turns degrees counter-clockwise.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

import bpy
from mathutils import Matrix

from models.training.render import lamps, meshes, props
from models.training.render import scene as blender
from models.training.render.camera import Pose, View
from models.training.render.layout import Card, Item, Look, Piece, Placed, Scene
from models.training.render.shaders import picture, plain

Json = dict[str, Any]
SHEET_MM = 0.42
BLOCK_MM = 54.5
"""Side of a pile's white middle: its cards' edges catch less light than their corners would."""


def build(told: Json, faces: Path) -> Scene:
    """Empties Blender and builds a table; returns it as a scene with its camera and look."""
    scene = _scene(told)
    blender.build(scene, faces)
    core = plain("core", "e6e2d8", 0.8)
    for strip in told["strips"]:
        path = str(faces / f"tableau-{strip['colour']}.png")
        meshes.strip(_placed(strip), picture(path, max(scene.look.gloss, 0.3), 0.0), core)
    for pile in told["piles"]:
        block = meshes.rounded(BLOCK_MM, BLOCK_MM, scene.look.corner_mm)
        tall = pile["height"]
        size = (BLOCK_MM, BLOCK_MM)
        thing = meshes.slab("pile", block, (0, 0), (0.99, 0.5), _flat(tall), tall, size, (core, core))
        meshes.put(thing, _placed(pile))
    for piece in (*told["open"], *told["stacks"]):
        _tablet(piece, faces)
    for pawn in told["pawns"]:
        _pawn(pawn)
    return scene


def _scene(told: Json) -> Scene:
    camera = {name: tuple(value) if isinstance(value, list) else value for name, value in told["view"].items()}
    cards = tuple(_card(card) for card in told["cards"])
    return Scene(told["seed"], "display", cards, None, Pose(**told["pose"]), View(**camera), Look(**told["look"]))


def _placed(thing: Json) -> Placed:
    return Placed(thing["x"], thing["y"], thing["turn"])


def _card(card: Json) -> Card:
    pieces = tuple(Piece(**piece) for piece in card["pieces"])
    return Card(_placed(card), (card["large"], card["small"]), z=card["z"], pieces=pieces)


def _flat(tall: float) -> Any:
    return lambda _x, _y: tall


def _tablet(piece: Json, faces: Path) -> None:
    """A crystal piece that lies by itself; without a crystal it lies face down, or a stack of such ones."""
    shown = f"piece-{piece['segment']}-{piece['crystal'] or 'hematite'}.png"
    outline, star = meshes.traced(faces / shown)
    dark = plain("back", "23304a", 0.5)
    face = picture(str(faces / shown), 0.3, 0.0) if piece["crystal"] else dark
    thing = meshes.tablet("piece", outline, star, piece["height"], (face, plain("wood", "cdb48a", 0.6)))
    meshes.put(thing, _placed(piece))
    middle = piece["middle"]
    thing.matrix_world = thing.matrix_world @ Matrix.Translation((-middle[0] * lamps.UNIT, -middle[1] * lamps.UNIT, 0))


def _pawn(pawn: Json) -> None:
    item = Item("pawn", _placed(pawn), pawn["width"] / 2, pawn["height"], 0)
    paint = plain("pawn", pawn["colour"], 0.45)
    if pawn["kind"] == "cube":
        props.solid("pawn", props.box(pawn["width"], pawn["width"], pawn["height"]), paint, item, pawn["z"], bevel=0.8)
    else:
        props.solid(
            "pawn", props.cylinder(pawn["width"] / 2, pawn["width"] / 2, pawn["height"]), paint, item, pawn["z"]
        )


def shoot(path: Path, exposure: float | None, more: float) -> float:
    """Render once to `path` (PNG) with an exposure, or with the one that suits this picture; returns it."""
    raw = path.with_suffix(".exr")
    bpy.context.scene.render.filepath = str(raw)
    bpy.ops.render.render(write_still=True)
    image = bpy.data.images.load(str(raw))
    used = blender.suiting_exposure(image) + more if exposure is None else exposure
    bpy.context.scene.view_settings.exposure = used
    bpy.context.scene.render.image_settings.file_format = "PNG"
    part = path.with_name(f".part-{path.name}")
    image.save_render(str(part), scene=bpy.context.scene)
    raw.unlink()
    part.replace(path)
    return used


def main() -> None:
    """Renders every state that has no picture yet."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", type=Path, nargs="+", help="folders of state-N.json")
    parser.add_argument("--faces", type=Path, required=True, help="pictures of cards, pieces and tableaus")
    parser.add_argument("--samples", type=int, default=2, help="light paths per pixel at most")
    parser.add_argument("--threads", type=int, default=1, help="processor cores to use")
    args = parser.parse_args()
    for folder in args.folders:
        note = folder / "exposure.json"
        for state in sorted(folder.glob("state-*.json")):
            target = state.with_suffix(".png")
            if target.exists():
                continue
            started = time.monotonic()
            told = json.loads(state.read_text(encoding="utf-8"))
            scene = build(told, args.faces)
            blender.settings((scene.view.width, scene.view.height), args.samples, args.threads, scene.seed)
            exposure = json.loads(note.read_text(encoding="utf-8")) if note.exists() else None
            note.write_text(json.dumps(shoot(target, exposure, scene.look.exposure)), encoding="utf-8")
            print(f"{target} {time.monotonic() - started:.1f} s", flush=True)
    print("done", flush=True)


if __name__ == "__main__":
    main()
