"""Choose temperatures and doubt thresholds on validation photos, and write them into `models/manifest.toml`.

    python -m models.training.calibrate --families out/val_composite --deck out/val_reference out/val_traced

Which cards are looked at twice depends on the temperatures, so they are bettered, not found anew: run it again until
they stay. Displays of invented art count by themselves, since they are sure more seldom than those of our deck.
The photos' art families and tables serve no test. The thresholds are chosen on whole displays: the lowest ones with
which no more than `ALLOWED` of the displays are said to be sure and yet hold a wrong segment or turn.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from rules.crystalla.vocabulary import Crystal, Rotation
from vision.accuracy import Match, match_display
from vision.crystalla.reading import DisplayReading, Ranked
from vision.errors import VisionError
from vision.image import load_photo
from vision.onnx import models_folder, read_manifest
from vision.pipeline import open_reader
from vision.truth import load_truth, truth_path

ALLOWED = 0.005
"""Share of displays that may be sure and wrong on validation photos."""
LEVELS = np.round(np.arange(0.7, 0.996, 0.005), 3)
"""The confidences that may serve as thresholds."""
NEUTRAL = {
    "crystal_sure": 0.0,
    "rotation_sure": 0.0,
    "readable_above": 0.0,
    "readable_sure": 0.0,
    "guess_above": 0.0,
}
UNTEMPERED = {"crystal_temperature": 1.0, "rotation_temperature": 1.0}
TEMPERATURES = np.geomspace(0.4, 4.0, 47)


@dataclass(frozen=True, slots=True)
class Answer:
    """One ranked answer with the rank of the truth in it, None where the truth is not listed."""

    probabilities: tuple[float, ...]
    truth: int | None

    def tempered(self, temperature: float) -> tuple[float, ...]:
        """The probabilities as another temperature would have given them."""
        powers = [p ** (1 / temperature) for p in self.probabilities]
        return tuple(power / sum(powers) for power in powers)

    def surprise(self, temperature: float) -> float:
        """Negative log likelihood of the truth."""
        return -math.log(max(1e-4, self.tempered(temperature)[self.truth] if self.truth is not None else 1e-4))


@dataclass(frozen=True, slots=True)
class Case:
    """One display with all its answers."""

    crystals: tuple[Answer, ...]
    rotations: tuple[Answer, ...]
    right: bool
    otherwise_sure: bool
    """False when the display is in doubt for another reason: a card that may be none, glare that may be a diamond."""


def temperature_of(answers: list[Answer]) -> float:
    """The temperature of least mean surprise (Guo et al., On Calibration of Modern Neural Networks, 2017)."""
    return float(min(TEMPERATURES, key=lambda t: sum(answer.surprise(float(t)) for answer in answers)))


def expected_error(answers: list[Answer], temperature: float, bins: int = 10) -> float:
    """Expected calibration error: mean gap between confidence and share right, by bins of confidence."""
    gaps = 0.0
    confident = [(answer.tempered(temperature)[0], answer.truth == 0) for answer in answers if answer.probabilities]
    for low in np.arange(bins) / bins:
        inside = [pair for pair in confident if low < pair[0] <= low + 1 / bins]
        if inside:
            gaps += abs(sum(p for p, _ in inside) - sum(right for _, right in inside))
    return gaps / max(1, len(confident))


def thresholds_of(kinds: list[list[Case]], temperatures: tuple[float, float]) -> tuple[float, float]:
    """For crystals and turns: what says most displays to be sure, with at most ALLOWED of each kind sure and wrong.

    Of equally good pairs the strictest. Raises ValueError when no pair is good enough.
    """
    least = [np.array([_least(case, temperatures) for case in cases]).reshape(-1, 2) for cases in kinds]
    right = [np.array([case.right for case in cases]) for cases in kinds]
    best = (-1, 0.0, 0.0)
    for crystal, turn in product(LEVELS, LEVELS):
        told = [(some[:, 0] > crystal) & (some[:, 1] > turn) for some in least]
        if all((sure & ~well).sum() <= ALLOWED * len(sure) for sure, well in zip(told, right, strict=True)):
            best = max(best, (int(sum(sure.sum() for sure in told)), float(crystal), float(turn)))
    if best[0] < 0:
        raise ValueError(f"even above {LEVELS[-1]} more than {ALLOWED:.1%} of a kind of displays are sure and wrong")
    return best[1:]


def _least(case: Case, temperatures: tuple[float, float]) -> tuple[float, float]:
    """The least confidences of a display's crystals and of its turns; 0 where something else is in doubt."""
    if not case.otherwise_sure:
        return 0.0, 0.0
    crystals, turns = (
        min((answer.tempered(t)[0] if answer.probabilities else 0.0 for answer in answers), default=0.0)
        for answers, t in zip((case.crystals, case.rotations), temperatures, strict=True)
    )
    return crystals, turns


def cases_of(folders: list[Path]) -> Iterator[Case]:
    """Read every photo with truth; photos without a display, or whose display is not found, are passed over."""
    reader = open_reader()
    for photo in sorted(path for folder in folders for path in folder.glob("*.[jp][pn]g")):
        truth = load_truth(truth_path(photo))
        if not truth.cards:
            continue
        try:
            reading = reader.read(load_photo(photo))
        except VisionError as error:
            print(f"{photo}: {error.reason}")
            continue
        yield _case(reading, match_display(reading, truth))


def _case(reading: DisplayReading, match: Match) -> Case:
    crystals, rotations = [], []
    for card, true in match.pairs:
        rotations.append(_answer(card.rotation, true.rotation))
        crystals += [_answer(card.large.crystal, true.large), _answer(card.small.crystal, true.small)]
    return Case(tuple(crystals), tuple(rotations), match.exact, reading.sure)


def _answer(ranked: Ranked[Crystal] | Ranked[Rotation], truth: Crystal | Rotation) -> Answer:
    values = [value for value, _ in ranked.candidates]
    return Answer(tuple(p for _, p in ranked.candidates), values.index(truth) if truth in values else None)


def write_calibration(numbers: dict[str, float]) -> None:
    """Put the numbers into the manifest's calibration of the display network, new or in place."""
    path = models_folder() / "manifest.toml"
    text = path.read_text()
    for name, value in numbers.items():
        text = re.sub(rf"^{name} = .*\n", "", text, flags=re.MULTILINE)
        heading = "[model.crystalla-display.calibration]\n"
        text = text.replace(heading, f"{heading}{name} = {value:.4g}\n")
    path.write_text(text)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--families", type=Path, nargs="+", required=True, help="folders of invented art")
    parser.add_argument("--deck", type=Path, nargs="+", required=True, help="folders of our own deck")
    arguments = parser.parse_args()
    before = {**UNTEMPERED, **read_manifest()["crystalla-display"].numbers}
    write_calibration(NEUTRAL)
    kinds = [list(cases_of(folders)) for folders in (arguments.families, arguments.deck)]
    cases = [case for kind in kinds for case in kind]
    crystals = [answer for case in cases for answer in case.crystals]
    rotations = [answer for case in cases for answer in case.rotations]
    warmth = (temperature_of(crystals), temperature_of(rotations))
    sure = thresholds_of(kinds, warmth)
    write_calibration(
        {
            "crystal_temperature": warmth[0] * before["crystal_temperature"],
            "rotation_temperature": warmth[1] * before["rotation_temperature"],
            "crystal_sure": sure[0],
            "rotation_sure": sure[1],
            "readable_above": 0.3,
            "readable_sure": 0.6,
            "guess_above": 0.3,
        }
    )
    print(f"{len(cases)} displays, {sum(case.right for case in cases)} exact")
    print(f"crystals: temperature by {warmth[0]:.2f}, ECE {expected_error(crystals, warmth[0]):.4f}")
    print(f"rotations: temperature by {warmth[1]:.2f}, ECE {expected_error(rotations, warmth[1]):.4f}")
    for name, kind in zip(("families", "deck"), kinds, strict=True):
        least = ((*_least(case, warmth), case.right) for case in kind)
        told = [right for crystal, turn, right in least if crystal > sure[0] and turn > sure[1]]
        print(
            f"{name}: sure above {sure[0]}, {sure[1]}: {len(told)} of {len(kind)} displays, {told.count(False)} wrong"
        )


if __name__ == "__main__":
    main()
