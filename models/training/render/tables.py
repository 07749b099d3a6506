"""Table tops of the test set: procedural, varied by seed, shared with no training image."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import bpy

from models.training.render.shaders import Graph, linear

WOODS = {
    "oak": ("b58a57", "8f6538", "c9a270"),
    "walnut": ("5b3a24", "3a2416", "75492c"),
    "pine": ("d8b27a", "b98749", "e6c896"),
    "planks": ("8a7a68", "5e5145", "a59581"),
    "bamboo": ("d9bd83", "c2a163", "e8d3a3"),
}
CLOTHS = "2f4a7c 7c2f3a e8e2d2 3f6b4f 9a9a9a 26282c c9b48a 6d4b7d c8663b 2c6f78 d9c3c8 f4f1ea 4a3b2f 8fa3b8".split()
CHECKS = "b3262e 2d5da8 3b7f46 4a4a4a d08a1e 7a4d93".split()


def _wood(g: Graph, rng: random.Random, name: str) -> dict[str, Any]:
    middle, dark, light = WOODS[name]
    width = rng.uniform(0.7, 1.8) if name == "planks" else 0.25 if name == "bamboo" else rng.uniform(0.9, 4.0)
    turn = rng.uniform(0, 3.1)
    boards = g.add(
        "TexBrick",
        {
            "Vector": g.where(turn=turn),
            "Color1": (0.75, 0.75, 0.75, 1),
            "Color2": (1.1, 1.1, 1.1, 1),
            "Mortar": (0.15, 0.12, 0.1, 1),
            "Scale": 1.0,
            "Mortar Size": rng.choice((0.004, 0.012)) if name != "oak" else 0.002,
            "Brick Width": rng.uniform(5, 14),
            "Row Height": width,
        },
    ).outputs[0]
    at = g.add("VectorMath", {0: g.where((0.6, 9.0, 1.0), turn), 1: boards}, operation="ADD").outputs[0]
    rings = g.add(
        "TexWave",
        {"Vector": at, "Scale": rng.uniform(0.15, 0.5), "Distortion": rng.uniform(3, 11), "Detail": 3.0},
        bands_direction="Y",
    ).outputs[0]
    fibres = g.noise(g.where((3.0, 90.0, 1.0), turn), 1.0, 4.0)
    grain = g.math("ADD", g.math("MULTIPLY", rings, rng.uniform(0.15, 0.4)), g.math("MULTIPLY", fibres, 0.75))
    colour = g.mix(1.0, g.ramp(grain, [(0.25, dark), (0.5, middle), (0.8, light)]), boards, "MULTIPLY")
    return {"Base_Color": colour, "Roughness": rng.uniform(0.25, 0.65), "Normal": g.bump(fibres, 0.12)}


def _weave(g: Graph, rng: random.Random) -> Any:
    at = g.where(turn=rng.uniform(0, 3.1))
    warp = g.add("TexWave", {"Vector": at, "Scale": 14.0, "Distortion": 1.0}, bands_direction="X").outputs[0]
    weft = g.add("TexWave", {"Vector": at, "Scale": 14.0, "Distortion": 1.0}, bands_direction="Y").outputs[0]
    folds = g.noise(at, rng.uniform(0.2, 0.6), 2.0)
    return g.math("ADD", g.math("MULTIPLY", warp, weft), g.math("MULTIPLY", folds, rng.uniform(0, 40)))


def _fabric(g: Graph, rng: random.Random, colour: Any) -> dict[str, Any]:
    worn = g.mix(g.noise(g.where(), 1.5, 5.0), colour, (0.02, 0.02, 0.02, 1))
    return {
        "Base_Color": g.mix(0.25, colour, worn),
        "Roughness": 0.9,
        "Sheen_Weight": rng.uniform(0, 0.3),
        "Normal": g.bump(_weave(g, rng), 0.35, 0.012),
    }


def _cloth(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    return _fabric(g, rng, linear(rng.choice(CLOTHS)))


def _square_wave(g: Graph, at: Any, axis: int, share: float) -> Any:
    along = g.add("SeparateXYZ", {0: at}).outputs[axis]
    return g.math("LESS_THAN", g.math("FRACT", g.math("ADD", along, 50.0)), share)


def _gingham(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    size = 1 / rng.uniform(0.15, 0.9)
    at = g.where((size, size, 1), rng.uniform(0, 3.1))
    both = g.math("ADD", _square_wave(g, at, 0, 0.5), _square_wave(g, at, 1, 0.5))
    return _fabric(g, rng, g.mix(g.math("MULTIPLY", both, 0.5), linear("f2efe8"), linear(rng.choice(CHECKS))))


def _stripes(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    size = 1 / rng.uniform(0.3, 1.6)
    at, base = g.where((size, size, 1), rng.uniform(0, 3.1)), linear(rng.choice(CLOTHS))
    wide = g.mix(_square_wave(g, at, 0, rng.uniform(0.2, 0.5)), base, linear(rng.choice(CHECKS)))
    return _fabric(g, rng, g.mix(_square_wave(g, at, 0, 0.06), wide, linear(rng.choice(CLOTHS))))


def _dots(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    size = 1 / rng.uniform(0.25, 0.7)
    inputs = {"Vector": g.where((size, size, 1)), "Scale": 1.0, "Randomness": rng.choice((0.0, 0.7))}
    cells = g.add("TexVoronoi", inputs)
    spot = g.math("LESS_THAN", cells.outputs["Distance"], rng.uniform(0.2, 0.35))
    oilcloth = _fabric(g, rng, g.mix(spot, linear(rng.choice(CLOTHS)), linear(rng.choice(CLOTHS))))
    return oilcloth | {"Roughness": rng.choice((0.2, 0.9))}


def _felt(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    fuzz = g.noise(g.where(), 60.0, 4.0)
    colour = rng.choice("1f5c3a 1f5c3a 2b3f6b 6b1f2a 303236".split())
    shade = g.mix(g.math("MULTIPLY", fuzz, 0.5), linear(colour), (0.01, 0.02, 0.01, 1))
    return {"Base_Color": shade, "Roughness": 1.0, "Sheen_Weight": 0.4, "Normal": g.bump(fuzz, 0.5)}


def _marble(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    veins = g.math("ABSOLUTE", g.math("SUBTRACT", g.noise(g.where(), rng.uniform(0.3, 0.8), 8.0, 1.2), 0.5))
    stops = rng.choice(([(0.0, "7d7f86"), (0.06, "e4e2df")], [(0.0, "cfc9bd"), (0.05, "23262a")]))
    return {"Base_Color": g.ramp(veins, stops), "Roughness": rng.uniform(0.05, 0.25)}


def _laminate(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    colour = linear(rng.choice("f0efec e6e8ea dcd8cf c9ced2".split()))
    return {"Base_Color": colour, "Roughness": rng.uniform(0.15, 0.5), "Normal": g.bump(g.noise(g.where(), 40.0), 0.03)}


def _black(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    dust = g.mix(g.math("MULTIPLY", g.noise(g.where(), 25.0, 6.0), 0.05), linear("0c0c0e"), linear("b0b0b0"))
    return {"Base_Color": dust, "Roughness": rng.choice((0.06, 0.25, 0.6))}


def _carpet(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    tufts = g.noise(g.where(), 25.0, 6.0)
    inputs = {"Vector": g.where(turn=rng.random()), "Scale": rng.uniform(0.6, 1.4)}
    motif = g.add("TexMagic", inputs, turbulence_depth=3)
    colours = rng.sample(CLOTHS, 3)
    tint = g.ramp(motif.outputs[1], [(0.2, colours[0]), (0.45, colours[1]), (0.7, colours[2])], constant=True)
    base = tint if rng.random() < 0.5 else linear(colours[0])
    pile = g.mix(tufts, base, (0.01, 0.01, 0.01, 1))
    return {"Base_Color": pile, "Roughness": 1.0, "Normal": g.bump(tufts, 1.0, 0.04)}


def _tiles(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    a, b = rng.choice((("d9cdbd", "cbbba6"), ("e9ecee", "3a3f45"), ("a9543a", "b8674a"), ("5f7f8c", "7fa0ab")))
    size = rng.uniform(0.5, 2.0)
    bricks = g.add(
        "TexBrick",
        {
            "Vector": g.where(turn=rng.uniform(0, 3)),
            "Color1": linear(a),
            "Color2": linear(b),
            "Mortar": linear("8c8880"),
            "Scale": 1.0,
            "Mortar Size": 0.03,
            "Brick Width": size,
            "Row Height": size,
        },
        offset=0.0,
    )
    groove = g.math("SUBTRACT", 1.0, bricks.outputs[1])
    return {"Base_Color": bricks.outputs[0], "Roughness": rng.uniform(0.1, 0.4), "Normal": g.bump(groove, 0.5)}


def _newspaper(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    turn = rng.uniform(0, 3.1)
    at = g.where((2.2, 28.0, 1), turn)
    lines = _square_wave(g, at, 1, 0.5)
    words = g.math("GREATER_THAN", g.noise(g.where((60.0, 14.0, 1), turn), 1.0, 2.0), 0.47)
    column = _square_wave(g, at, 0, 0.92)
    ink = g.math("MULTIPLY", g.math("MULTIPLY", lines, words), column)
    blocks = g.add("TexVoronoi", {"Vector": at, "Scale": 0.2}, distance="CHEBYCHEV").outputs["Color"]
    photo = g.math("GREATER_THAN", blocks, 0.72)
    text = g.mix(ink, linear("dcd6c8"), linear("2c2b2b"))
    halftone = g.ramp(g.noise(at, 0.6, 6.0), [(0.3, "222222"), (0.7, "d0cabd")])
    return {"Base_Color": g.mix(photo, text, halftone), "Roughness": 0.9}


def _speckled(g: Graph, rng: random.Random, name: str) -> dict[str, Any]:
    palettes = {
        "cork": [(0.0, "7a5230"), (0.4, "b98a58"), (0.8, "d2a878")],
        "terrazzo": [(0.0, "d9d5cd"), (0.5, "9b8f84"), (0.65, "b5654a"), (0.8, "4f6a68")],
    }
    scale = 25.0 if name == "cork" else rng.uniform(6, 14)
    cells = g.add("TexVoronoi", {"Vector": g.where(), "Scale": scale}).outputs["Color"]
    colour = g.ramp(cells, palettes[name], constant=name == "terrazzo")
    return {"Base_Color": colour, "Roughness": rng.uniform(0.2, 0.8)}


def _concrete(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    grit = g.math("MULTIPLY", g.noise(g.where(), 30.0), 0.35)
    stain = g.math("ADD", g.noise(g.where(), rng.uniform(0.3, 0.9), 9.0), grit)
    colour = g.ramp(stain, [(0.45, "6f6f6c"), (0.85, "b5b4af")])
    return {"Base_Color": colour, "Roughness": 0.7, "Normal": g.bump(stain, 0.2)}


def _leather(g: Graph, rng: random.Random, _: str) -> dict[str, Any]:
    pores = g.add("TexVoronoi", {"Vector": g.where(), "Scale": 30.0}, feature="DISTANCE_TO_EDGE").outputs[0]
    colour = linear(rng.choice("5a2d1a 2a1d16 1c2a3a 7a2020 8a6a45".split()))
    return {"Base_Color": colour, "Roughness": rng.uniform(0.3, 0.55), "Normal": g.bump(pores, 0.25)}


MAKERS: dict[str, Callable[[Graph, random.Random, str], dict[str, Any]]] = {
    **dict.fromkeys(WOODS, _wood),
    "cloth": _cloth,
    "gingham": _gingham,
    "stripes": _stripes,
    "dots": _dots,
    "felt": _felt,
    "marble": _marble,
    "laminate": _laminate,
    "black": _black,
    "carpet": _carpet,
    "tiles": _tiles,
    "newspaper": _newspaper,
    "cork": _speckled,
    "terrazzo": _speckled,
    "concrete": _concrete,
    "leather": _leather,
}


def table(name: str, seed: int) -> Any:
    """The material of the table top `name`, its colours drawn from `seed`."""
    rng = random.Random(seed)
    material = bpy.data.materials.new(name)
    graph = Graph(material)
    graph.surface(**MAKERS[name](graph, rng, name))
    return material
