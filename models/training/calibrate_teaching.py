"""Choose when a taught copy is read surely, on copies that serve no test, and write it into `models/manifest.toml`.

    python -m models.training.calibrate_teaching out/val_composite

Every five photos of a folder show one copy (`models.training.composite`). Run it after `models.training.calibrate`,
whose temperatures it uses. It reads each photo once and then works on the networks' numbers.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path

import numpy as np

from models.training.calibrate import ALLOWED, Answer, temperature_of, write_calibration
from models.training.composite.files import SCENES_PER_DECK
from rules.crystalla.vocabulary import Crystal
from vision.crystalla.lessons import cards_by_truth, make_lesson
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.teaching import CRYSTALS, Embedded, Floats, taught_by
from vision.errors import VisionError
from vision.image import load_photo
from vision.logits import softmax
from vision.truth import load_truth, truth_path

ENOUGH_SEGMENTS = 14
"""A lesson of fewer segments is none that a player would be asked to lay."""
Case = tuple[Floats, list[int]]
"""The logits (n, 7) of a photo's known segments and their crystals' places in CRYSTALS."""


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
    return reader.embedded(make_lesson(photo, cards, datetime.now(UTC)))


def cases(copies: Sequence[Sequence[Embedded]], lessons: int, reader: CrystallaReader) -> Iterator[Case]:
    """Every photo of a copy as read after each choice of so many others of it."""
    decoder = reader.parts()[2]
    for copy in copies:
        enough = [seen for seen in copy if sum(crystal is not None for crystal in seen.crystals) >= ENOUGH_SEGMENTS]
        for chosen in combinations(enough, lessons):
            taught = decoder.for_copy(taught_by(chosen))
            yield from (
                _case(taught.crystal_logits(seen), seen.crystals)
                for seen in copy
                if all(seen is not lesson for lesson in chosen)
            )


def _case(logits: Floats, crystals: Sequence[Crystal | None]) -> Case:
    known = [(row, CRYSTALS.index(crystal)) for row, crystal in enumerate(crystals) if crystal is not None]
    return logits[[row for row, _ in known]], [label for _, label in known]


def exact(found: Sequence[Case]) -> float:
    """Share of the displays whose crystals are all right."""
    return float(np.mean([_right(case) for case in found]))


def _right(case: Case) -> bool:
    return bool((case[0].argmax(axis=1) == case[1]).all())


def threshold(found: Sequence[Case], warmth: float) -> float:
    """The lowest confidence with which at most ALLOWED of the displays are sure and wrong."""
    least = ((float(softmax(case[0] / warmth).max(axis=1).min()), _right(case)) for case in found)
    wrong = sorted((confidence for confidence, right in least if not right), reverse=True)
    allowed = int(ALLOWED * len(found))
    return min(0.999, max(0.5, wrong[allowed] + 1e-4)) if len(wrong) > allowed else 0.5


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    reader = CrystallaReader()
    copies = list(embedded_copies(parser.parse_args().folder, reader))
    found = {lessons: list(cases(copies, lessons, reader)) for lessons in range(3)}
    for lessons, read in found.items():
        print(f"{lessons} lessons: crystals all right {exact(read):.3f} of {len(read)}")
    taught = [*found[1], *found[2]]
    warmth = temperature_of(
        [Answer(tuple(p), truth) for case in taught for p, truth in zip(softmax(case[0]), case[1], strict=True)]
    )
    sure = threshold(taught, warmth)
    write_calibration({"taught_temperature": warmth, "taught_sure": sure})
    print(f"{len(copies)} copies, written: temperature {warmth:.3f}, sure above {sure:.4f}")


if __name__ == "__main__":
    main()
