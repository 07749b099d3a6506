"""Say what teaching is worth: displays exact without a lesson, with one and with two, by family of art.

    python -m models.training.evaluate_teaching out/test/composite

Every five photos of a folder show one copy (`models.training.composite`). Each photo is read without teaching, after
the photo that follows it in its copy was taught, and after the two that follow; then once more as a wrong copy, taught
by photos of the next copy in the folder. The photos are read whole, as a player's would be.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from datetime import UTC, datetime
from pathlib import Path

from models.training.calibrate_teaching import copies_of
from vision.accuracy import match_display, wilson_interval
from vision.crystalla.copies import Copy, Lesson
from vision.crystalla.lessons import cards_by_truth, make_lesson
from vision.crystalla.reader import CrystallaReader
from vision.errors import VisionError
from vision.image import Photo, load_photo
from vision.pipeline import Reader
from vision.truth import load_truth, truth_path

KINDS = ("none", "one", "two", "wrong")
Counts = dict[tuple[str, str], list[tuple[bool, bool]]]
"""(family, kind of teaching) to (exact, sure) of each photo."""
FEWEST_CARDS = 7
"""A lesson of fewer cards is none that a player would be asked to lay."""


def evaluate(folder: Path, reader: CrystallaReader) -> Counts:
    """Read every photo in each kind of teaching."""
    counts: Counts = defaultdict(list)
    copies = copies_of(folder)
    lessons = [[_lesson(photo, reader) for photo in photos] for photos in copies]
    for number, photos in enumerate(copies):
        wrong = [lesson for lesson in lessons[(number + 1) % len(copies)] if lesson is not None][:1]
        for index, photo in enumerate(photos):
            others = [*lessons[number][index + 1 :], *lessons[number][:index]]
            usable = [lesson for lesson in others if lesson is not None]
            picture = load_photo(photo)
            for kind, taught in zip(KINDS, ([], usable[:1], usable[:2], wrong), strict=True):
                taught_reader = reader.for_copy(Copy("x", tuple(taught))) if taught else reader
                counts[_family(photo), kind].append(_outcome(picture, photo, taught_reader))
    return counts


def _lesson(path: Path, reader: CrystallaReader) -> Lesson | None:
    truth = load_truth(truth_path(path))
    if len(truth.cards) < FEWEST_CARDS:
        return None
    try:
        photo = load_photo(path)
        return make_lesson(photo, cards_by_truth(reader.read(photo), truth), datetime.now(UTC))
    except VisionError as error:
        print(f"{path}: no lesson: {error.reason}")
        return None


def _outcome(picture: Photo, path: Path, reader: Reader) -> tuple[bool, bool]:
    try:
        reading = reader.read(picture)
    except VisionError:
        return False, False
    return match_display(reading, load_truth(truth_path(path))).exact, reading.sure


def _family(path: Path) -> str:
    return str(json.loads(truth_path(path).read_text(encoding="utf-8"))["art"])


def _print(counts: Counts, family: str, kind: str) -> None:
    found = counts[family, kind]
    exact = sum(right for right, _ in found)
    low, high = wilson_interval(exact, len(found))
    wrong = sum(sure and not right for right, sure in found)
    share = exact / max(1, len(found))
    print(f"{family:16} {kind:6} exact {share:6.1%} [{low:.1%} {high:.1%}] n {len(found)}, sure and wrong {wrong}")


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    counts = evaluate(parser.parse_args().folder, CrystallaReader())
    for family in sorted({family for family, _ in counts}):
        for kind in KINDS:
            _print(counts, family, kind)
            counts["all", kind] += counts[family, kind]
    for kind in KINDS:
        _print(counts, "all", kind)


if __name__ == "__main__":
    main()
