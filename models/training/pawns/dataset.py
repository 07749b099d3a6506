"""Render crops of piles and of open pieces, with their truth, for the pawn network.

python -m models.training.pawns.dataset --out out/pawns/train-1 --scenes 400 --seed 1 --split train
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

from calibration.geometry import UNIT_SQUARE, FloatArray, map_points, side_of
from models.training import art
from models.training.dataset import jitter
from models.training.pawns.scene import AnyDeck, MiddleScene, make_middles
from models.training.reference import ReferenceDeck
from vision.crystalla.pile_crop import PIECE_CENTRES, PILE_PX, STRIDE, cut_pile, photo_to_pile, upright

Array = npt.NDArray[Any]
SIZE = (640, 480)
SCENES_PER_DECK = 4
TIMES = 5
"""How often each table is drawn, with other pawns each time."""
MAX_PAWNS, MAX_PIECES = 28, 8
MAP_PX = PILE_PX // STRIDE
CENTRES = tuple(PIECE_CENTRES.values())
REFERENCE_SHARE = {"train": 0.5, "validation": 0.4}
OUTSIDE = 0.15
"""How far beyond the picture, in its sides, a window's card square may reach: there is nothing but smear."""
NEAR_PX = 8.0
"""How far outside a crop a pawn may stand and still be told to the network."""
Row = dict[str, Array]


@lru_cache(maxsize=2)
def _deck(seed: int, number: int, split: str) -> AnyDeck:
    rng = np.random.default_rng((seed, 1, number))
    if rng.random() < REFERENCE_SHARE[split]:
        return ReferenceDeck(rng)
    names = art.TRAIN if split == "train" else art.VALIDATION
    return art.make_deck(str(rng.choice(names)), rng)


def crops_of(rng: np.random.Generator, scene: MiddleScene) -> list[Row]:
    """Every pile wholly in the picture, a window on each open piece, and one anywhere near."""
    height, width = scene.picture.shape[:2]
    quads = [quad for quad in scene.piles if (quad > 0).all() and (quad < (width, height)).all()]
    windows = list(quads)
    for piece in scene.pieces if quads else []:
        quad = quads[int(rng.integers(len(quads)))]
        centre = map_points(_square_to_photo(piece.square), [CENTRES[piece.segment]])[0]
        windows.append(quad + centre - quad.mean(0) + rng.uniform(-0.4, 0.4, 2) * side_of(quad))
    if quads:
        windows.append(quads[0] + rng.uniform(-0.5, 0.5, 2) * (width, height))
    rows = []
    for quad in windows:
        reach = OUTSIDE * side_of(quad)
        if (quad < -reach).any() or (quad > np.array([width, height]) + reach).any():
            continue
        shaken = jitter(rng, np.roll(quad, -upright(quad), axis=0), float(rng.choice([0.01, 0.025])))
        rows.append(_row(scene, photo_to_pile(shaken)))
    return rows


def _square_to_photo(square: FloatArray) -> FloatArray:
    return cv2.getPerspectiveTransform(UNIT_SQUARE.astype(np.float32), square.astype(np.float32))


def _row(scene: MiddleScene, matrix: FloatArray) -> Row:
    cover = cut_pile(scene.cover, matrix, flags=cv2.INTER_NEAREST)
    pawns = np.full((MAX_PAWNS, 6), -1, np.float32)
    inside = []
    for pawn in scene.pawns:
        middle, foot = map_points(matrix, [pawn.middle, pawn.foot])
        if (middle > -NEAR_PX).all() and (middle < PILE_PX + NEAR_PX).all():
            inside.append((*middle, *foot, pawn.colour, pawn.shown))
    if inside:
        pawns[: len(inside[:MAX_PAWNS])] = inside[:MAX_PAWNS]
    return {
        "crops": cut_pile(scene.picture, matrix),
        "covers": cover[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE],
        "pawns": pawns,
        "pieces": _pieces(scene, matrix),
    }


def _pieces(scene: MiddleScene, matrix: FloatArray) -> Array:
    """(MAX_PIECES, 5): place in the crop, segment, and the direction of the square's x axis; -1 for none."""
    found = np.full((MAX_PIECES, 5), -1, np.float32)
    slot = 0
    for piece in scene.pieces:
        square = map_points(matrix, piece.square)
        centre = map_points(_square_to_photo(square), [CENTRES[piece.segment]])[0]
        across = square[1] - square[0] + square[2] - square[3]
        if (centre > 0).all() and (centre < PILE_PX).all() and slot < MAX_PIECES and not _hidden(scene, piece.square):
            found[slot] = (*centre, piece.segment, *(across / np.hypot(*across)))
            slot += 1
    return found


def _hidden(scene: MiddleScene, square: FloatArray) -> bool:
    x, y = (int(v) for v in square.mean(0))
    height, width = scene.cover.shape
    return not (0 <= x < width and 0 <= y < height) or bool(scene.cover[y, x] == 2)


def render(out: Path, scenes: int, seed: int, split: str) -> None:
    """Render scenes with one seed into one file of arrays, written whole at the end."""
    if out.with_suffix(".npz").exists():
        return
    out.parent.mkdir(parents=True, exist_ok=True)
    rows: list[Row] = []
    began = time.time()
    for index in range(scenes):
        rng = np.random.default_rng((seed, 0, index))
        deck = _deck(seed, index // SCENES_PER_DECK, split)
        for scene in make_middles(rng, deck, SIZE, TIMES):
            rows += crops_of(rng, scene)
        if index % 50 == 49:
            print(f"{out.name}: {index + 1}/{scenes}, {(time.time() - began) / (index + 1):.2f} s each", flush=True)
    half = out.with_suffix(".half.npz")
    np.savez(half, **{name: np.stack([row[name] for row in rows]) for name in rows[0]})
    half.replace(out.with_suffix(".npz"))


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--scenes", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--split", choices=["train", "validation"], default="train")
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    render(arguments.out, arguments.scenes, arguments.seed, arguments.split)


if __name__ == "__main__":
    main()
