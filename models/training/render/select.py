"""Fills `sample_images/crystalla` from the finished test photos: varied, the prettiest first (standard library)."""

from __future__ import annotations

import argparse
import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

NEGATIVES = 4
FULL = 12
KINDLY = ("oak", "walnut", "pine", "planks", "cloth", "felt", "leather", "concrete")
"""Tables that make a pretty first picture."""
Note = dict[str, Any]


def finished(folder: Path) -> list[tuple[Path, Note]]:
    """Photos with their truths, in the order of their names."""
    notes = sorted(folder.glob("*.json"))
    return [(note.with_suffix(".jpg"), json.loads(note.read_text(encoding="utf-8"))) for note in notes]


def prettiness(note: Note) -> float:
    """How well a truth suits the first picture that a newcomer sees; higher is better."""
    pieces = sum(bool(card[f"piece_on_{s}"]) for card in note["cards"] for s in ("large", "small"))
    points = 3.0 * (len(note["cards"]) == FULL) + 2.0 * (1 <= pieces <= 4) + note["tableau"]
    points += 1.5 * (note["light"] in ("window", "panel", "sun", "mixed")) + (note["table"] in KINDLY)
    points -= 2.0 * note["glare"] + 2 * abs(note["exposure_ev"]) + abs(note["turn_deg"]) / 15
    return points - abs(note["tilt_deg"] - 18) / 15 + 3 * _width(note)


def _width(note: Note) -> float:
    """Share of the picture's width that the display fills."""
    xs = [x for card in note["cards"] for x, _ in card["corners"]]
    return (max(xs) - min(xs)) / note["camera"]["width"] if xs else 0.0


def choose(photos: list[tuple[Path, Note]], count: int) -> list[tuple[Path, Note]]:
    """`count` photos, the prettiest first, four without a display, tables and lamps as even as they come."""
    displays = [p for p in photos if p[1]["cards"]]
    negatives = [p for p in photos if not p[1]["cards"]]
    if len(displays) < count - NEGATIVES or len(negatives) < NEGATIVES:
        raise ValueError(f"{len(displays)} displays and {len(negatives)} others are too few for {count} samples")
    chosen = [max(displays, key=lambda p: prettiness(p[1]))]
    displays.remove(chosen[0])
    seen: Counter[str] = Counter()
    while len(chosen) < count - NEGATIVES:
        following = min(displays, key=lambda p: seen[p[1]["table"]] + seen[p[1]["light"]] / 3)
        displays.remove(following)
        chosen.append(following)
        seen.update((following[1]["table"], following[1]["light"]))
    step = len(chosen) // NEGATIVES
    for k, photo in enumerate(negatives[:NEGATIVES]):
        chosen.insert((k + 1) * step, photo)
    return chosen


def main() -> None:
    """`python -m models.training.render.select PHOTOS SAMPLES [--count 60]`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="folder that post.py fills")
    parser.add_argument("samples", type=Path, help="folder for 001.jpg, 001.json, ...")
    parser.add_argument("--count", type=int, default=60)
    args = parser.parse_args()
    args.samples.mkdir(parents=True, exist_ok=True)
    for k, (photo, _) in enumerate(choose(finished(args.photos), args.count), 1):
        shutil.copyfile(photo, args.samples / f"{k:03d}.jpg")
        shutil.copyfile(photo.with_suffix(".json"), args.samples / f"{k:03d}.json")
    size = sum(p.stat().st_size for p in args.samples.glob("*.jpg")) / 1e6
    print(f"{args.count} samples in {args.samples}, {size:.1f} MB")


if __name__ == "__main__":
    main()
