"""Choose how lessons are weighed on copies that serve no test, and write it into `models/manifest.toml`.

    python -m models.training.calibrate_teaching out/val_composite

Every five photos of a folder show one copy (`models.training.composite`). Run it after `models.training.calibrate`,
whose temperatures it uses. It reads each photo once and then works on the networks' numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations, product
from pathlib import Path

import numpy as np

from models.training.calibrate import ALLOWED, write_calibration
from models.training.composite.files import SCENES_PER_DECK
from vision.crystalla.decode import Embedded, joined
from vision.crystalla.lessons import cards_by_truth, make_lesson
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.teaching import learn, softmax
from vision.errors import VisionError
from vision.image import load_photo
from vision.truth import load_truth, truth_path

NARROWNESS = (0.25, 0.5, 1.0, 2.0, 4.0)
NOISE = (0.003, 0.01, 0.03, 0.1)
ENOUGH_SEGMENTS = 14
"""A lesson of fewer segments is none that a player would be asked to lay."""
Case = tuple[float, bool]
"""(least confidence of a display, whether all its crystals are right)."""


def copies_of(folder: Path) -> list[list[Path]]:
    """The photos with a display, by copy."""
    copies: dict[int, list[Path]] = {}
    for photo in sorted(folder.glob("*.jpg")):
        copies.setdefault(int(photo.stem) // SCENES_PER_DECK, []).append(photo)
    return list(copies.values())


def embedded_copies(folder: Path, reader: CrystallaReader) -> Iterator[list[Embedded]]:
    """What the networks make of each photo that can be taught, by copy."""
    for photos in copies_of(folder):
        yield [seen for photo in photos if (seen := _embedded(photo, reader)) is not None]


def _embedded(path: Path, reader: CrystallaReader) -> Embedded | None:
    try:
        photo = load_photo(path)
        cards = cards_by_truth(reader.read(photo), load_truth(truth_path(path)))
    except VisionError as error:
        print(f"{path}: {error.reason}")
        return None
    return reader.embedded(make_lesson(photo, cards, datetime.now(UTC))).told()


def cases(copies: Sequence[Sequence[Embedded]], lessons: int, numbers: dict[str, float]) -> Iterator[Case]:
    """Every photo of a copy as read after each choice of so many others of it."""
    for copy in copies:
        enough = [seen for seen in copy if len(seen.labels) >= ENOUGH_SEGMENTS]
        for taught in combinations(enough, lessons):
            together = joined(taught)
            learned = learn(together.tokens, together.logits, together.labels, numbers)
            for seen in copy:
                if learned is not None and all(seen is not lesson for lesson in taught):
                    p = softmax(seen.logits + learned.shift(seen.tokens))
                    yield float(p.max(axis=1).min()), bool((p.argmax(axis=1) == seen.labels).all())


def exact(found: Sequence[Case]) -> float:
    """Share of the displays whose crystals are all right."""
    return float(np.mean([right for _, right in found]))


def threshold(found: Sequence[Case]) -> float:
    """The lowest confidence with which at most ALLOWED of the displays are sure and wrong."""
    wrong = sorted((confidence for confidence, right in found if not right), reverse=True)
    allowed = int(ALLOWED * len(found))
    return min(0.999, max(0.5, wrong[allowed] + 1e-4)) if len(wrong) > allowed else 0.5


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    copies = list(embedded_copies(parser.parse_args().folder, CrystallaReader()))
    plain = [bool((seen.logits.argmax(axis=1) == seen.labels).all()) for copy in copies for seen in copy]
    print(f"{len(copies)} copies, {len(plain)} photos; crystals all right without teaching: {np.mean(plain):.3f}")
    best: tuple[float, dict[str, float]] = (-1.0, {})
    for narrowness, noise in product(NARROWNESS, NOISE):
        numbers = {"teach_narrowness": narrowness, "teach_noise": noise}
        one, two = (exact(list(cases(copies, lessons, numbers))) for lessons in (1, 2))
        print(f"narrowness {narrowness:5.2f}, noise {noise:5.3f}: one lesson {one:.3f}, two {two:.3f}")
        best = max(best, (one + two, numbers), key=lambda tried: tried[0])
    numbers = best[1]
    sure = threshold([case for lessons in (1, 2) for case in cases(copies, lessons, numbers)])
    write_calibration({**numbers, "taught_sure": sure})
    print(f"written: {numbers}, taught_sure {sure:.4f}")


if __name__ == "__main__":
    main()
