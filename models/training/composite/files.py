"""Write sets of pictures with truth beside them; what is already there is left alone."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np
from rich.progress import track

from models.training.composite.decks import Deck, make_deck
from models.training.composite.finish import write_jpeg
from models.training.composite.negatives import make_negative
from models.training.composite.photos import list_photos, photo_folder
from models.training.composite.scene import Scene, make_scene

SCENES_PER_DECK = 5
"""Painting a copy of an invented family costs as much as several scenes, so it serves a few in a row."""


def composite(art: str, photo_use: str, seed: int, index: int) -> tuple[Scene, np.random.Generator]:
    """Scene `index` of a set and the generator as it left it; the same arguments give the same scene."""
    rng = np.random.default_rng((seed, 0, index))
    return make_scene(_deck(art, seed, index // SCENES_PER_DECK), photo_use, rng), rng


def write_composites(folder: Path, art: str, photo_use: str, seed: int, count: int) -> None:
    """Write `count` displays as NNNN.jpg and NNNN.json."""
    for index in _missing(folder, count):
        scene, rng = composite(art, photo_use, seed, index)
        _write(folder / f"{index:04d}", scene, rng, seed)


def write_negatives(folder: Path, photo_use: str, seed: int, count: int) -> None:
    """Write `count` pictures of other things, with empty truth."""
    for index in _missing(folder, count):
        rng = np.random.default_rng((seed, 2, index))
        _write(folder / f"{index:04d}", make_negative(index, photo_use, rng), rng, seed)


def write_photographs(folder: Path, photo_use: str) -> None:
    """Copy the plain photographs of one use, with empty truth beside each."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in list_photos(photo_use):
        stem = name.replace("/", "_").removesuffix(".jpg")
        shutil.copyfile(photo_folder() / name, folder / f"{stem}.jpg")
        _write_truth(folder / f"{stem}.json", {"game": "crystalla", "cards": [], "photo": name})


@lru_cache(maxsize=2)
def _deck(art: str, seed: int, number: int) -> Deck:
    return make_deck(art, np.random.default_rng((seed, 1, number)))


def _missing(folder: Path, count: int) -> Iterable[int]:
    folder.mkdir(parents=True, exist_ok=True)
    # The truth is written last, so a picture cut off by a kill is made again.
    missing = [index for index in range(count) if not (folder / f"{index:04d}.json").exists()]
    return track(missing, description=folder.name)


def _write(path: Path, scene: Scene, rng: np.random.Generator, seed: int) -> None:
    path.with_suffix(".jpg").write_bytes(write_jpeg(scene.picture, rng))
    _write_truth(path.with_suffix(".json"), {**scene.truth, "seed": seed})


def _write_truth(path: Path, truth: dict[str, object]) -> None:
    half = path.with_suffix(".tmp")
    half.write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    half.replace(path)
