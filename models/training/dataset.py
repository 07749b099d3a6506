"""Render training scenes to memory-mapped arrays: pictures for the locator, crops for the card network.

python -m models.training.dataset --out out/train --scenes 6000 --seed 1 --split train
"""

from __future__ import annotations

import argparse
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import map_points, side_of
from models.training import art
from models.training.camera import FloatArray
from models.training.reference import ReferenceDeck
from models.training.scene import Scene, make_scene
from vision.crystalla.crop import CARD_PX, CORNERS_PX, CROP_PX, cut, photo_to_crop
from vision.crystalla.locate import locate
from vision.onnx import Network, read_manifest

Array = npt.NDArray[Any]
LOCATE_W, LOCATE_H = 512, 384
SCENE_SCALE = 3
"""Scenes are drawn at 3/2 of the size that the locator sees."""
MAX_QUADS = 48
MAX_CROPS = 14
LABEL_PX = CROP_PX // 4

CROP = np.dtype(
    [
        ("kind", "u1"),
        ("rotation", "u1"),
        ("large", "u1"),
        ("small", "u1"),
        ("piece_large", "u1"),
        ("piece_small", "u1"),
        ("seen_large", "f4"),
        ("seen_small", "f4"),
        ("offset", "f4", (4, 2)),
    ]
)
"""kind: 0 unused, 1 card of the display, 2 no card; offsets in card sides, crop corners to true corners."""


SCENES_PER_DECK = 3
"""A deck serves this many scenes in a row: painting one costs as much as photographing it."""


@lru_cache(maxsize=4)
def _deck(seed: int, number: int, split: str) -> art.Deck | ReferenceDeck:
    rng = np.random.default_rng((seed, 1, number))
    if rng.random() < REFERENCE_SHARE[split]:
        return ReferenceDeck(rng)
    trained = {"train": art.DRAWN, "newest": art.NEWEST}.get(split)
    if trained and rng.random() < MEDLEY_SHARE:
        return art.make_deck(art.MEDLEY, rng)
    return art.make_deck(str(rng.choice(trained or art.VALIDATION)), rng)


MEDLEY_SHARE = 0.5
"""Of the training decks that are not the reference copy."""
REFERENCE_SHARE = {"train": 0.25, "newest": 0.1, "validation": 0.5, "unseen": 0.0}


def jitter(rng: np.random.Generator, corners: FloatArray, amount: float) -> FloatArray:
    """What a locator might make of a quad: shifted, turned, sheared and scaled a little."""
    side = side_of(corners)
    centre = corners.mean(0)
    linear = np.eye(2) + rng.normal(0, 0.5 * amount, (2, 2))
    moved = (corners - centre) @ linear.T + centre + rng.normal(0, amount * side, 2)
    return moved + rng.normal(0, 0.25 * amount * side, (4, 2))


def _mistaken(locator: Network | None, scene: Scene) -> list[FloatArray]:
    """What a trained locator takes for cards though none is there: the negatives that matter most."""
    if locator is None:
        return []
    return [seen.corners for seen in locate(locator, scene.picture).cards if _is_free(scene, seen.corners)]


def _crops(
    rng: np.random.Generator, scene: Scene, mistaken: list[FloatArray], pictures: Array, labels: Array, records: Array
) -> None:
    main = [card for card in scene.cards if card.main]
    for slot, card in enumerate(main[:12]):
        turn = int(rng.integers(4))
        true = np.roll(card.corners, turn, axis=0)
        quad = jitter(rng, true, float(rng.choice([0.01, 0.03, 0.055])))
        matrix = photo_to_crop(quad)
        _cut(scene, matrix, pictures[slot], labels[slot])
        record = records[slot]
        record["kind"], record["rotation"] = 1, turn
        record["large"], record["small"] = card.large, card.small
        record["piece_large"], record["piece_small"] = card.piece_large, card.piece_small
        record["offset"] = _offsets(matrix, true)
        _visibility(scene, card.corners, record)
    for slot in range(min(len(main), 12), MAX_CROPS):
        quad = mistaken.pop() if mistaken else _negative_quad(rng, scene)
        if quad is not None:
            _cut(scene, photo_to_crop(quad), pictures[slot], labels[slot])
            labels[slot] = 0
            records[slot]["kind"] = 2


def _cut(scene: Scene, matrix: FloatArray, picture: Array, label: Array) -> None:
    picture[:] = cut(scene.picture, matrix)
    label[:] = cut(scene.labels, matrix, cv2.INTER_NEAREST)[2::4, 2::4]


def _offsets(matrix: FloatArray, true: FloatArray) -> FloatArray:
    return (map_points(matrix, true) - CORNERS_PX) / CARD_PX


def _visibility(scene: Scene, corners: FloatArray, record: Array) -> None:
    """Share of each segment that neither hand nor glare hides."""
    matrix = photo_to_crop(corners)
    label = cut(scene.labels, matrix, cv2.INTER_NEAREST)
    veil = cut(scene.veil, matrix, cv2.INTER_NEAREST)
    inner = slice(CROP_PX // 10, -(CROP_PX // 10))
    y, x = np.mgrid[:CROP_PX, :CROP_PX] / CROP_PX
    owned = {"seen_large": x < y, "seen_small": x >= y}
    for index, (name, region) in enumerate(owned.items(), start=1):
        shown = int((label[inner, inner] == index).sum())
        hidden = int(((veil > 0) & region)[inner, inner].sum())
        record[name] = shown / max(1, shown + hidden)


def _negative_quad(rng: np.random.Generator, scene: Scene) -> FloatArray | None:
    """A quad that holds no whole card face: a decoy, a free place beside a card, half a card, or anything."""
    if scene.decoys and rng.random() < 0.6:
        decoy = _decoy_quad(rng, scene.decoys[int(rng.integers(len(scene.decoys)))])
        return decoy if _is_free(scene, decoy) else None
    if scene.cards and rng.random() < 0.8:
        corners = scene.cards[int(rng.integers(len(scene.cards)))].corners
        along = corners[1] - corners[0] if rng.random() < 0.5 else corners[3] - corners[0]
        if rng.random() < 0.3:
            return corners + along * rng.choice([-0.5, 0.5])
        beside = jitter(rng, corners + along * rng.choice([-1.03, 1.03]), 0.03)
        return beside if _is_free(scene, beside) else None
    height, width = scene.picture.shape[:2]
    centre = rng.uniform(0.1, 0.9, 2) * (width, height)
    side, angle = rng.uniform(40, 150), rng.uniform(0, 2 * np.pi)
    spokes = angle + np.arange(4) * np.pi / 2
    quad = centre + side * np.column_stack([np.cos(spokes), np.sin(spokes)])
    return quad if _is_free(scene, quad) else None


def _decoy_quad(rng: np.random.Generator, corners: FloatArray) -> FloatArray:
    """A decoy as a locator might frame it: mostly right, else off by half a side or of another size."""
    quad = jitter(rng, corners, 0.04)
    if rng.random() < 0.7:
        return quad
    along = (quad[1] - quad[0]) if rng.random() < 0.5 else (quad[3] - quad[0])
    middle = quad.mean(0)
    return middle + (quad - middle) * rng.choice([0.5, 1.0, 1.5, 2.0]) + along * rng.choice([0.0, 0.5])


def _is_free(scene: Scene, quad: FloatArray) -> bool:
    """Whether no card's middle lies near the middle of the quad and the quad is in the picture."""
    side = side_of(quad)
    near = [np.hypot(*(card.corners.mean(0) - quad.mean(0))) < 0.6 * side for card in scene.cards]
    height, width = scene.picture.shape[:2]
    return not any(near) and bool(
        (quad > -0.2 * side).all() and (quad < (width + 0.2 * side, height + 0.2 * side)).all()
    )


def render(out: Path, scenes: int, seed: int, split: str, locator: Network | None = None) -> None:
    """Render `scenes` scenes with one seed into arrays under `out` (one file per field); `done` marks the end."""
    if (out / "done").exists():
        return
    out.mkdir(parents=True, exist_ok=True)

    def array(name: str, shape: tuple[int, ...], dtype: npt.DTypeLike) -> Array:
        return np.lib.format.open_memmap(out / f"{name}.npy", "w+", dtype, shape)

    pictures = array("pictures", (scenes, LOCATE_H, LOCATE_W, 3), np.uint8)
    quads = array("quads", (scenes, MAX_QUADS, 4, 2), np.float32)
    kinds = array("kinds", (scenes, MAX_QUADS), np.uint8)
    crops = array("crops", (scenes, MAX_CROPS, CROP_PX, CROP_PX, 3), np.uint8)
    labels = array("labels", (scenes, MAX_CROPS, LABEL_PX, LABEL_PX), np.uint8)
    records = array("records", (scenes, MAX_CROPS), CROP)
    began = time.time()
    for index in range(scenes):
        rng = np.random.default_rng((seed, 0, index))
        number = index // SCENES_PER_DECK
        scene = make_scene(
            rng,
            _deck(seed, number, split),
            _deck(seed, max(0, number - 1), split),
            (SCENE_SCALE * LOCATE_W // 2, SCENE_SCALE * LOCATE_H // 2),
        )
        pictures[index] = cv2.resize(scene.picture, (LOCATE_W, LOCATE_H), interpolation=cv2.INTER_AREA)
        found = [(c.corners * 2 / SCENE_SCALE, 1) for c in scene.cards] + [
            (s * 2 / SCENE_SCALE, 2) for s in scene.slots
        ]
        for slot, (corners, kind) in enumerate(found[:MAX_QUADS]):
            quads[index, slot], kinds[index, slot] = corners, kind
        mistaken = _mistaken(locator, scene)
        rng.shuffle(mistaken)
        _crops(rng, scene, mistaken, crops[index], labels[index], records[index])
        if index % 100 == 99:
            print(f"{out.name}: {index + 1}/{scenes}, {(time.time() - began) / (index + 1):.3f} s each", flush=True)
    (out / "done").touch()


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--split", choices=list(REFERENCE_SHARE), default="train")
    parser.add_argument("--mistakes", action="store_true", help="negatives are what today's locator takes for cards")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    locator = Network(read_manifest()["crystalla-locate"]) if arguments.mistakes else None
    render(arguments.out, arguments.scenes, arguments.seed, arguments.split, locator)


if __name__ == "__main__":
    main()
