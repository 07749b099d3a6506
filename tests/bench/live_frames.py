"""What one 1080p live frame of a whole table costs (design §8): unchanged, one display changed, everything changed.

python -m tests.bench.live_frames
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from rules.crystalla.vocabulary import CELLS
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.table import TableReader
from vision.crystalla.table_reading import Layout
from vision.image import Photo, load_photo

TABLE = Path(__file__).parents[2] / "sample_images" / "tables" / "4-players.jpg"
DARK = 0.68
"""Light of every second frame where something changes: more than is put down to the lamp."""


def live_ms(runs: int) -> Iterator[tuple[str, float, float, float]]:
    """(work, median milliseconds, must, aim)."""
    reader = TableReader(CrystallaReader())
    photo = load_photo(TABLE)
    layout = reader.find(photo, 4).layout
    still = [_noisy(photo, seed) for seed in range(2)]
    yield "1080p live frame, nothing changed", _median_ms(reader, layout, still, runs), 10, 4
    bright, dim = photo, Photo.from_array(_dimmed(photo.bgr, layout))
    yield "1080p live frame, one display changed", _median_ms(reader, layout, [bright, dim], runs), 40, 20
    dark = Photo.from_array((photo.bgr * DARK).astype(np.uint8))
    yield "1080p live frame, four displays and nine piles", _median_ms(reader, layout, [bright, dark], runs), 120, 60


def _noisy(photo: Photo, seed: int) -> Photo:
    noise = np.random.default_rng(seed).normal(0, 2.5, photo.bgr.shape)
    return Photo.from_array(np.clip(photo.bgr + noise, 0, 255).astype(np.uint8))


def _dimmed(picture: np.ndarray, layout: Layout) -> np.ndarray:
    """The picture with the first display in the shade."""
    cells = [layout.displays[0].quad_at(cell) for cell in CELLS]
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, cv2.convexHull(np.vstack(cells).astype(np.int32)), 1)
    return np.where(mask[..., None] > 0, (picture * DARK).astype(np.uint8), picture)


def _median_ms(reader: TableReader, layout: Layout, photos: list[Photo], runs: int) -> float:
    frames = cycle(photos)
    for _ in range(4):
        reader.read_again(next(frames), layout)
    times = []
    for _ in range(runs):
        photo = next(frames)
        began = time.perf_counter()
        reader.read_again(photo, layout)
        times.append((time.perf_counter() - began) * 1000)
    return median(times)


def main() -> None:
    """Measure and print."""
    for work, ms, must, aim in live_ms(15):
        verdict = "aim met" if ms <= aim else "must met" if ms <= must else "MISSED"
        print(f"{work:<48} {ms:7.1f} ms (must {must:g}, aim {aim:g}): {verdict}")


if __name__ == "__main__":
    main()
