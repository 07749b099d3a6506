"""Draw how often the reader is right for how sure it says to be, and print the expected calibration error.

python -m models.training.reliability out/val_composite --title validation --out models/reliability-validation.png
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure

from models.training.calibrate import Answer, cases_of, expected_error

BINS = 10


def reliability(answers: Sequence[Answer]) -> tuple[list[float], list[float], list[int]]:
    """Mean confidence, share right and count of each bin of confidence that holds an answer."""
    given = np.array([(answer.probabilities[0], answer.truth == 0) for answer in answers if answer.probabilities])
    bins = np.minimum((given[:, 0] * BINS).astype(int), BINS - 1)
    inside = [given[bins == number] for number in range(BINS) if (bins == number).any()]
    return (
        [float(group[:, 0].mean()) for group in inside],
        [float(group[:, 1].mean()) for group in inside],
        [len(group) for group in inside],
    )


def draw(kinds: dict[str, Sequence[Answer]], title: str, path: Path) -> None:
    """A plot for each kind of answer, with the number of answers at each point."""
    figure = Figure(figsize=(4.6 * len(kinds), 4.4))
    plots = figure.subplots(1, len(kinds), squeeze=False)
    for plot, (name, answers) in zip(plots[0], kinds.items(), strict=True):
        confidence, right, counts = reliability(answers)
        plot.plot([0, 1], [0, 1], color="0.7", linestyle="--")
        plot.plot(confidence, right, color="tab:blue", marker="o")
        for x, y, count in zip(confidence, right, counts, strict=True):
            plot.annotate(str(count), (x, y), textcoords="offset points", xytext=(4, -12), fontsize=7)
        plot.set(xlim=(0, 1), ylim=(0, 1.02), xlabel="said to be sure", ylabel="share right")
        plot.set_title(f"{name}, {title}: n = {sum(counts)}, ECE {expected_error(list(answers), 1.0):.4f}", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=90)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--title", required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    cases = list(cases_of(arguments.folders))
    kinds = {
        "crystals": [answer for case in cases for answer in case.crystals],
        "turns": [answer for case in cases for answer in case.rotations],
    }
    draw(kinds, arguments.title, arguments.out)
    for name, answers in kinds.items():
        print(f"{name}: n {len(answers)}, ECE {expected_error(answers, 1.0):.4f}")


if __name__ == "__main__":
    main()
