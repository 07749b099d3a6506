"""Choose the thresholds of the pawn network on validation piles, and write them into the manifest.

python -m models.training.pawns.calibrate --crops out/pawns/check-1.npz --tables out/live/check
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import numpy as np

from models.training.export import write_manifest
from models.training.pawns.shades import NAMES
from vision.crystalla.pawns import EDGE, TUNED, PawnColours, PileLook, look_at_piles
from vision.crystalla.pile_crop import CARD_PX, CORNERS_PX, PILE_PX
from vision.crystalla.table import COLOURS
from vision.image import load_photo
from vision.onnx import ModelFacts, Network, read_manifest

NAME = "crystalla-pawns"
WRONG_AT_MOST = 0.004
"""Share of the given counts that may be wrong on validation piles."""
BELOW = (0.15, 0.2, 0.25, 0.3, 0.35)
ABOVE = (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
COLOUR_SURE = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98)
TEMPERATURES = (1.0, 1.2, 1.5)


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One pile: what was seen there, and how many pawns of each of these colours truly stand there."""

    seen: PileLook
    colours: tuple[str, ...]
    counts: tuple[int, ...]


def crop_cases(network: Network, file: Path) -> Iterator[Case]:
    """Piles of rendered crops, told apart by their colours as an edition would."""
    data = np.load(file)
    for crop, pawns in zip(data["crops"], data["pawns"], strict=True):
        real = pawns[pawns[:, 4] >= 0]
        on_card = np.abs((real[:, 2:4] - PILE_PX / 2) / CARD_PX).max(1) < 0.5 + EDGE
        names = {NAMES[int(colour)] for colour in real[:, 4]}
        colours = COLOURS if names <= set(COLOURS) else tuple(sorted(names | {"gray", "blue", "green"}))
        counts = tuple(int((real[on_card, 4] == NAMES.index(name)).sum()) for name in colours)
        (seen,) = look_at_piles(network, crop, [CORNERS_PX])
        yield Case(seen, colours, counts)


def table_cases(network: Network, folder: Path) -> Iterator[Case]:
    """Piles of whole tables composed by another generator, at their true corners."""
    for path in sorted(folder.glob("*.json")):
        piles = json.loads(path.read_text(encoding="utf-8"))["middle"]["piles"]
        photo = load_photo(path.with_suffix(".jpg"))
        looks = look_at_piles(network, photo.bgr, [np.array(pile["corners"]) * photo.scale for pile in piles])
        for pile, seen in zip(piles, looks, strict=True):
            yield Case(seen, COLOURS, tuple(pile["pawns"].get(colour, 0) for colour in COLOURS))


def outcome(network: Network, cases: Sequence[Case], numbers: dict[str, float]) -> tuple[int, int, int]:
    """How many counts are exact, given, and given though wrong."""
    network.facts = ModelFacts(NAME, network.facts.file, network.facts.sha256, network.facts.labels, numbers)
    known: dict[tuple[str, ...], PawnColours] = {}
    exact = given = wrong = 0
    for case in cases:
        colours = known.setdefault(case.colours, PawnColours(network, case.colours))
        pawns = [pawn for pawn in case.seen.pawns if np.abs(pawn.on_card).max() < 0.5 + EDGE]
        count = colours.count(pawns, float((case.seen.cover[1] > 0.5).mean()))
        exact += count.of_colour == case.counts
        given += count.sure
        wrong += count.sure and count.of_colour != case.counts
    return exact, given, wrong


def choose(network: Network, cases: Sequence[Case]) -> dict[str, float]:
    """First where a peak counts as a pawn, for the most exact counts; then how sure is sure enough."""
    numbers = dict(TUNED)

    def exact(pair: tuple[float, float]) -> int:
        return outcome(network, cases, {**numbers, "pawn_below": pair[0], "pawn_above": pair[1]})[0]

    pairs = [(below, above) for below, above in product(BELOW, ABOVE) if below < above]
    middle = sum(max(pairs, key=exact)) / 2
    best: tuple[int, dict[str, float]] | None = None
    for (below, above), sure, warmth in product(pairs, COLOUR_SURE, TEMPERATURES):
        if abs((below + above) / 2 - middle) > 0.03:
            continue
        tried = {**numbers, "pawn_below": below, "pawn_above": above, "colour_sure": sure, "colour_temperature": warmth}
        _, given, wrong = outcome(network, cases, tried)
        if wrong <= WRONG_AT_MOST * given and (best is None or given > best[0]):
            best = given, tried
    return numbers if best is None else best[1]


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--version", required=True, help="date of the weights, as 2026-11-30")
    arguments = parser.parse_args()
    network = Network(read_manifest()[NAME])
    crops, tables = list(crop_cases(network, arguments.crops)), list(table_cases(network, arguments.tables))
    numbers = choose(network, crops + tables)
    for name, cases in (("crops", crops), ("tables", tables)):
        exact, given, wrong = outcome(network, cases, numbers)
        print(f"{name}: {len(cases)} piles, {exact} counts exact, {given} given, {wrong} of them wrong")
    print(numbers)
    write_manifest({NAME: {"calibration": numbers}}, arguments.version)


if __name__ == "__main__":
    main()
