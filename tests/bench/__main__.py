"""`make bench`: the speeds of design §8 for photo, cold start and rules, as ratios measured in one run."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import cv2
import numpy as np

from rules.crystalla.edition import Edition, load_edition
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.scoring import score_display
from rules.crystalla.tally import tally_line
from rules.crystalla.vocabulary import CELLS, Crystal, Rotation
from server.scan import scan_photo
from vision.errors import VisionError
from vision.pipeline import open_reader

TWELVE_MEGAPIXELS = (4000, 3000)
JPEG_QUALITY = 92
SAMPLES = Path(__file__).parents[2] / "sample_images" / "crystalla"


@dataclass(frozen=True, slots=True)
class Figure:
    """One line of the table; `unit` follows the numbers."""

    work: str
    value: float
    unit: str
    must: float
    aim: float
    detail: str = ""

    def line(self) -> str:
        """The line as printed."""
        verdict = "aim met" if self.value <= self.aim else "must met" if self.value <= self.must else "MISSED"
        limits = f"must {self.must:g}, aim {self.aim:g}"
        return f"{self.work:<46} {self.value:8.3f} {self.unit:<3} ({limits}): {verdict}  {self.detail}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--photo", type=Path, help="a photo with a display (default: the first of sample_images)")
    parser.add_argument("--runs", type=int, default=9, help="runs of which the median counts (default: 9)")
    options = parser.parse_args()
    photo = options.photo or _first_sample()
    edition = load_edition()
    print(f"photo: {photo}, medians of {options.runs} runs")
    for figure in _figures(photo, edition, options.runs):
        print(figure.line(), flush=True)


def _first_sample() -> Path:
    samples = sorted(SAMPLES.glob("*.jpg"))
    if not samples:
        sys.exit(f"no photo in {SAMPLES}; name one with --photo")
    return samples[0]


def _figures(photo: Path, edition: Edition, runs: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as folder:
        large = Path(folder) / "large.jpg"
        large.write_bytes(_enlarged(photo))
        yield _photo_figure(large, edition, runs)
        yield _cold_figure(large, runs)
    display = _full_display()
    yield Figure("scoring one display in rules", _rules_ms(display, edition), "ms", 1, 0.1)
    yield _tally_figure(display, edition)


def _enlarged(photo: Path) -> bytes:
    """The photo as a 12-megapixel JPEG; upright, without borders, so its proportions may change a little."""
    picture = cv2.imread(str(photo))
    if picture is None:
        sys.exit(f"{photo} cannot be read")
    size = TWELVE_MEGAPIXELS if picture.shape[1] >= picture.shape[0] else TWELVE_MEGAPIXELS[::-1]
    large = cv2.resize(picture, size, interpolation=cv2.INTER_CUBIC)
    return cv2.imencode(".jpg", large, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def _photo_figure(photo: Path, edition: Edition, runs: int) -> Figure:
    reader = open_reader()
    data = photo.read_bytes()
    encoded = np.frombuffer(data, np.uint8)
    try:
        scan_photo(data, reader, edition)  # warms the models up
    except VisionError as error:
        sys.exit(f"nothing to measure: {error.reason}")
    decodes, scans, stages = [], [], []
    for _ in range(runs):  # in turns, so that other work on the machine slows both alike
        decodes.append(_seconds(lambda: cv2.imdecode(encoded, cv2.IMREAD_COLOR)))
        start = time.perf_counter()
        stages.append(dict(scan_photo(data, reader, edition).timing_ms))
        scans.append(time.perf_counter() - start)
    parts = ", ".join(f"{name} {median(stage[name] for stage in stages):.1f}" for name in stages[0])
    detail = f"[full decode {median(decodes) * 1000:.1f} ms; {parts} ms]"
    ratio = median(scan / decode for scan, decode in zip(scans, decodes, strict=True))
    return Figure("12 MP photo to score / cv2.imdecode at full size", ratio, "x", 2.0, 1.0, detail)


def _cold_figure(photo: Path, runs: int) -> Figure:
    command = [sys.executable, "-m", "server.cli", "score", str(photo), "--json"]
    times = []
    for _ in range(min(runs, 5) + 1):
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True, cwd=Path(__file__).parents[2])
        times.append(time.perf_counter() - start)
    return Figure("cold `tableloupe score` of one photo", median(times[1:]), "s", 1.5, 0.7)


def _full_display() -> Display:
    """Twelve cards of mixed crystals and turns, the same in every run."""
    rng = np.random.default_rng(12)
    crystals = list(Crystal)
    return Display.of(
        PlacedCard(cell, Rotation(int(turn)), crystals[large], crystals[small])
        for cell, turn, large, small in zip(
            CELLS, rng.integers(0, 4, 12), rng.integers(0, 7, 12), rng.integers(0, 7, 12), strict=True
        )
    )


def _rules_ms(display: Display, edition: Edition) -> float:
    return median(_seconds(lambda: score_display(display, edition)) for _ in range(2000)) * 1000


def _tally_figure(display: Display, edition: Edition) -> Figure:
    line = json.dumps(
        {
            "cards": [
                {
                    "row": card.cell.row,
                    "col": card.cell.col,
                    "rotation": card.rotation,
                    "large": card.large,
                    "small": card.small,
                }
                for card in display.cards
            ]
        }
    )
    each = median(_seconds(lambda: tally_line(line, edition)) for _ in range(2000)) * 1000
    return Figure("one line of tally (1 ms = 1000 lines a second)", each, "ms", 1, 0.5)


def _seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


if __name__ == "__main__":
    main()
