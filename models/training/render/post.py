"""Turns clean renderings into phone photos: softening, sensor noise, JPEG; corners stay where they are (main venv)."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

Pixels = npt.NDArray[np.uint8]

DROWNED = "_drowned"
SIDE = 64
LEAST_CONTRAST = 0.06
"""Contrast (Michelson, of the 5th and 95th percentile) below which a reflection has washed the print away."""
MARGIN, BOW = 0.08, 0.24
"""What is left out along the card's edges, and beside its diagonal, where the cut may be bowed, in card sides."""

NOISY = {"dim": 2.5, "desk": 1.5, "bulb": 1.3, "mixed": 1.1}
"""Noise of lamps darker than daylight, relative to it."""


def photograph(picture: Pixels, light: str, rng: np.random.Generator) -> tuple[Pixels, int]:
    """The BGR picture as a phone would have stored it, and the JPEG quality (80-95) to store it with."""
    soft = cv2.GaussianBlur(picture, (0, 0), float(rng.uniform(0.25, 0.75))).astype(np.float32)
    if rng.random() < 0.4:
        soft += float(rng.uniform(0.2, 0.7)) * (soft - cv2.GaussianBlur(soft, (0, 0), 1.5))
    strength = float(rng.uniform(0.8, 2.6)) * NOISY.get(light, 1.0)
    noisy = soft + _grain(soft, strength, rng)
    return np.clip(noisy, 0, 255).astype(np.uint8), int(rng.integers(80, 96))


def _grain(picture: npt.NDArray[np.float32], strength: float, rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """Noise of `strength` grey levels in mid tones: luminance at pixel size, colour in coarser blotches."""
    height, width = picture.shape[:2]
    fine = rng.normal(0, strength, (height, width, 1)).astype(np.float32)
    coarse = rng.normal(0, strength * 1.5, (height // 2 + 1, width // 2 + 1, 3)).astype(np.float32)
    blotches = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
    shade = 1.3 - 0.6 * picture.mean(axis=2, keepdims=True) / 255
    return (fine + 0.5 * blotches) * shade


def drowned(picture: Pixels, truth: dict[str, Any]) -> bool:
    """Whether a lamp's reflection hides a whole segment from anybody, so that the photo has no readable truth.

    Judged by the clean rendering's pixels alone, never by what the reader makes of it.
    """
    return any(_unreadable(segment) for card in truth["cards"] for segment in _segments(picture, card["corners"]))


def _segments(picture: Pixels, corners: list[list[float]]) -> Iterator[Pixels]:
    """Pixels (n, 3) of the large and of the small segment, whatever the bow of the cut."""
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32)
    matrix = cv2.getPerspectiveTransform(np.array(corners, np.float32), square)
    card = cv2.warpPerspective(picture, matrix, (SIDE, SIDE))
    y, x = (np.mgrid[:SIDE, :SIDE] + 0.5) / SIDE
    inner = (np.minimum(x, y) > MARGIN) & (np.maximum(x, y) < 1 - MARGIN)
    yield card[inner & (y > x)]
    yield card[inner & (x > y + BOW)]


def _unreadable(segment: Pixels) -> bool:
    low, high = np.percentile(segment, (5, 95), axis=0)
    return float(((high - low) / (high + low + 1)).max()) < LEAST_CONTRAST


def develop(source: Path, target: Path) -> bool:
    """Writes the photo and its truth for the rendering `source` into folder `target`; False when there already.

    Photos in which a segment is drowned go into the folder `..._drowned` beside it.
    """
    truth = json.loads(source.with_suffix(".json").read_text(encoding="utf-8"))
    picture = cv2.imread(str(source), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{source} is no readable picture")
    folder = target.with_name(target.name + DROWNED) if drowned(np.asarray(picture, np.uint8), truth) else target
    photo, note = folder / f"{source.stem}.jpg", folder / f"{source.stem}.json"
    if note.exists():
        return False
    pixels, quality = photograph(picture, truth["light"], np.random.default_rng(truth["seed"]))
    if not cv2.imwrite(str(photo), pixels, [cv2.IMWRITE_JPEG_QUALITY, quality]):
        raise OSError(f"{photo} cannot be written")
    shutil.copyfile(source.with_suffix(".json"), note)
    return True


def main() -> None:
    """`python -m models.training.render.post RENDERED PHOTOS`: develops all finished renderings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rendered", type=Path, help="folder that render.py fills")
    parser.add_argument("photos", type=Path, help="folder for NNN.jpg and NNN.json")
    args = parser.parse_args()
    for folder in (args.photos, args.photos.with_name(args.photos.name + DROWNED)):
        folder.mkdir(parents=True, exist_ok=True)
    finished = [p for p in sorted(args.rendered.glob("*.png")) if p.with_suffix(".json").exists()]
    print(f"{sum(develop(p, args.photos) for p in finished)} new photos of {len(finished)} renderings in {args.photos}")


if __name__ == "__main__":
    main()
