"""The real photographs that serve as tables (never committed, and read from outside the repository)."""

from __future__ import annotations

import csv
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from models.training.composite.light import Bytes, Floats, Rng, to_linear

ENVIRONMENT = "TABLELOUPE_PHOTOS"
USES = ("eval", "train")
CHESS_WEIGHT = 0.4
"""Flat cards laid over standing chessmen look wrong, so those photographs serve less often."""


@dataclass(frozen=True, slots=True)
class Table:
    """A photograph as table top: linear BGR (h, w, 3) and how many output pixels one of its own pixels became."""

    name: str
    linear: Floats
    enlarged: float


def photo_folder() -> Path:
    """Where the photographs are: $TABLELOUPE_PHOTOS, or `shared/photos` beside the repository."""
    told = os.environ.get(ENVIRONMENT)
    return Path(told) if told else Path(__file__).resolve().parents[4] / "shared" / "photos"


def list_photos(use: str) -> list[str]:
    """Names of the photographs of one use, from split.csv.

    Raises ValueError for an unknown use, FileNotFoundError where the photographs are absent.
    """
    if use not in USES:
        raise ValueError(f"use {use!r} of photographs is unknown, allowed are {', '.join(USES)}")
    split = photo_folder() / "split.csv"
    if not split.is_file():
        raise FileNotFoundError(f"{split} is missing: the photographs lie there or where ${ENVIRONMENT} says")
    with split.open(newline="", encoding="utf-8") as lines:
        # Names of surfaces hold commas without quotes, so only the first and the last field can be relied on.
        rows = [row for row in csv.reader(lines) if row]
    return [row[0] for row in rows[1:] if row[-1] == use]


def pick_photo(use: str, rng: Rng) -> str:
    """One photograph at random, chess tables less often."""
    names = list_photos(use)
    weights = np.array([CHESS_WEIGHT if name.startswith("chess") else 1.0 for name in names])
    return names[int(rng.choice(len(names), p=weights / weights.sum()))]


@lru_cache(maxsize=128)
def load_photo(name: str) -> Bytes:
    """The photograph, BGR uint8; raises FileNotFoundError when it cannot be read."""
    path = photo_folder() / name
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise FileNotFoundError(f"photograph {path} cannot be read")
    return np.asarray(picture, np.uint8)


def make_table(name: str, rng: Rng) -> Table:
    """The photograph turned, mirrored, cropped and enlarged to 1280x960 or 1600x1200, either way up."""
    photo = load_photo(name)
    photo = np.ascontiguousarray(np.rot90(photo, int(rng.integers(4))))
    photo = np.ascontiguousarray(photo[:, ::-1]) if rng.random() < 0.5 else photo
    long, short = (1280, 960) if max(photo.shape) < 1000 else (1600, 1200)
    size = (long, short) if photo.shape[1] >= photo.shape[0] else (short, long)
    return crop_table(name, photo, size, rng)


def make_wide_table(name: str, size: tuple[int, int], rng: Rng) -> Table:
    """The photograph lying on its longer side, either way round, cropped and enlarged to a size (width, height)."""
    photo = load_photo(name)
    photo = photo if photo.shape[1] >= photo.shape[0] else np.rot90(photo)
    photo = np.rot90(photo, 2 * int(rng.integers(2)))
    photo = photo[:, ::-1] if rng.random() < 0.5 else photo
    return crop_table(name, np.ascontiguousarray(photo), size, rng)


def crop_table(name: str, photo: Bytes, size: tuple[int, int], rng: Rng) -> Table:
    """A crop of a photograph as table top of a size (width, height)."""
    width, height = size
    scale = max(width / photo.shape[1], height / photo.shape[0]) * rng.uniform(1.02, 1.3)
    picture = cv2.warpAffine(
        photo,
        _cropping(photo, (width, height), scale, rng),
        (width, height),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REFLECT,
    )
    return Table(name, _with_detail(np.asarray(picture, np.uint8), photo, scale, rng), scale)


def _cropping(photo: Bytes, size: tuple[int, int], scale: float, rng: Rng) -> Floats:
    """Affine (2, 3) from the photograph to the picture: scale, a slight turn, and a crop anywhere."""
    height, width = photo.shape[:2]
    angle = np.radians(rng.uniform(-4, 4))
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    slack = np.maximum(0, np.array([width, height]) - np.array(size) / scale) / 2
    centre = np.array([width, height]) / 2 + rng.uniform(-1, 1, 2) * slack
    return np.hstack([turn, (np.array(size) / 2 - turn @ centre)[:, None]]).astype(np.float32)


def _with_detail(picture: Bytes, photo: Bytes, scale: float, rng: Rng) -> Floats:
    """Give an enlarged surface the fine grain it lost, borrowed from the same photograph at its own scale."""
    if scale < 1.4:
        return to_linear(picture)
    grey = cv2.cvtColor(photo, cv2.COLOR_BGR2GRAY).astype(np.float32)
    fine = np.clip(grey - cv2.GaussianBlur(grey, (0, 0), 2.0), -25, 25)
    # Only what is rough everywhere is the surface's own grain: edges of things would come back as ghosts.
    rough = cv2.GaussianBlur(np.abs(fine), (0, 0), 6) + 0.2
    usual = float(np.percentile(rough, 35))
    fine *= np.clip(1.6 * usual / rough, 0, 1) ** 3
    tiled = np.tile(np.block([[fine, fine[:, ::-1]], [fine[::-1], fine[::-1, ::-1]]]), (2, 2))
    height, width = picture.shape[:2]
    tiled = np.tile(tiled, (-(-height // tiled.shape[0]), -(-width // tiled.shape[1])))[:height, :width]
    strength = float(rng.uniform(0.25, 0.45)) * min(1.0, usual / 4)
    bright = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32)
    tiled = tiled * strength * np.clip((220 - bright) / 90, 0, 1)
    return to_linear(np.clip(picture + tiled[..., None], 0, 255).astype(np.uint8))
