"""Choose the thresholds of the pawn network on validation piles, and write them into the manifest.

python -m models.training.pawns.calibrate --crops out/pawns/check-1.npz --tables out/live/check
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from models.training.export import write_manifest
from models.training.pawns.shades import NAMES
from vision.crystalla.pawns import EDGE, TUNED, PawnColours, PileLook, SeenPawn, look_at_piles
from vision.crystalla.pile_crop import CARD_PX, CORNERS_PX, PILE_PX
from vision.crystalla.table import COLOURS
from vision.image import load_photo
from vision.onnx import ModelFacts, Network, read_manifest

NAME = "crystalla-pawns"
WRONG_AT_MOST = 0.05
"""Share of the given counts that may be wrong on validation tables."""
NEAR_SIDES = 0.12
"""A peak whose foot lies nearer to a true foot than this, in card sides, is that pawn."""
LEAST_SHOWN = 0.25
"""Pawns of which less is seen are not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Case:
    """One pile: what was seen there, and how many pawns of each of these colours truly stand there.

    `feet` (n, 2) are those of the pawns that can be seen, in card sides from the middle, where they are known.
    """

    seen: PileLook
    feet: npt.NDArray[np.float64] | None
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
        feet = (real[real[:, 5] > LEAST_SHOWN, 2:4].astype(float) - PILE_PX / 2) / CARD_PX
        yield Case(seen, feet, colours, counts)


def table_cases(network: Network, folder: Path) -> Iterator[Case]:
    """Piles of whole tables composed by another generator, at their true corners."""
    for path in sorted(folder.glob("*.json")):
        piles = json.loads(path.read_text(encoding="utf-8"))["middle"]["piles"]
        photo = load_photo(path.with_suffix(".jpg"))
        looks = look_at_piles(network, photo.bgr, [np.array(pile["corners"]) * photo.scale for pile in piles])
        for pile, seen in zip(piles, looks, strict=True):
            yield Case(seen, None, COLOURS, tuple(pile["pawns"].get(colour, 0) for colour in COLOURS))


def answers(cases: Sequence[Case]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Log odds of the heat of every peak on a card, and whether a pawn is there."""
    odds, real = [], []
    for case in cases:
        if case.feet is None:
            continue
        left = list(case.feet)
        for pawn in sorted(on_card(case.seen), key=lambda one: -one.heat):
            away = [float(np.hypot(*(foot - pawn.on_card))) for foot in left]
            hit = bool(away) and min(away) < NEAR_SIDES
            if hit:
                left.pop(int(np.argmin(away)))
            odds.append(np.log(pawn.heat / (1 - pawn.heat)))
            real.append(float(hit))
    return np.array(odds), np.array(real)


def on_card(seen: PileLook) -> list[SeenPawn]:
    """The peaks that count for the pile."""
    return [pawn for pawn in seen.pawns if np.abs(pawn.on_card).max() < 0.5 + EDGE]


def fitted(odds: npt.NDArray[np.float64], real: npt.NDArray[np.float64]) -> tuple[float, float]:
    """Slope and bias of the logistic regression of `real` on `odds`, by Newton's method."""
    both = np.column_stack([odds, np.ones(len(odds))])
    weights = np.array([1.0, 0.0])
    for _ in range(50):
        p = 1 / (1 + np.exp(-both @ weights))
        slope = both.T @ (both * (p * (1 - p))[:, None]) + 1e-6 * np.eye(2)
        weights = weights + np.linalg.solve(slope, both.T @ (real - p))
    return float(weights[0]), float(weights[1])


@dataclass(frozen=True, slots=True)
class Outcome:
    """One pile: how likely its count is right, whether it is given, whether it is right, whether pawns are counted."""

    probability: float
    given: bool
    right: bool
    pawns: bool


def outcomes(network: Network, cases: Sequence[Case], numbers: dict[str, float]) -> list[Outcome]:
    """What these thresholds make of every pile."""
    network.facts = ModelFacts(NAME, network.facts.file, network.facts.sha256, network.facts.labels, numbers)
    found = []
    for case in cases:
        count = PawnColours(network, case.colours).count(on_card(case.seen), float((case.seen.cover[1] > 0.5).mean()))
        found.append(Outcome(count.probability, count.sure, count.of_colour == case.counts, any(count.of_colour)))
    return found


def surely(piles: Sequence[Outcome]) -> float:
    """The least probability from which on hardly any count is wrong."""
    ordered = sorted(piles, key=lambda one: -one.probability)
    wrong = np.cumsum([not one.right for one in ordered])
    fitting = np.flatnonzero(wrong <= WRONG_AT_MOST * np.arange(1, len(ordered) + 1))
    return 0.999 if len(fitting) == 0 else ordered[int(fitting[-1])].probability - 1e-4


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, required=True)
    parser.add_argument("--tables", type=Path, required=True)
    parser.add_argument("--version", required=True, help="date of the weights, as 2026-11-30")
    arguments = parser.parse_args()
    network = Network(read_manifest()[NAME])
    crops, tables = list(crop_cases(network, arguments.crops)), list(table_cases(network, arguments.tables))
    slope, bias = fitted(*answers(crops))
    numbers = {**TUNED, "pawn_slope": slope, "pawn_bias": bias}
    piles = outcomes(network, tables, numbers)
    numbers["count_sure"] = surely([pile for pile in piles if pile.pawns])
    numbers["bare_sure"] = surely([pile for pile in piles if not pile.pawns])
    for name, cases in (("crops", crops), ("tables", tables)):
        piles = outcomes(network, cases, numbers)
        given = [pile.right for pile in piles if pile.given]
        print(f"{name}: {len(piles)} piles, {sum(pile.right for pile in piles)} counts exact, {len(given)} given,")
        print(f"  {len(given) - sum(given)} of them wrong")
    rounded = {key: round(value, 4) for key, value in numbers.items()}
    print(rounded)
    write_manifest({NAME: {"calibration": rounded}}, arguments.version)


if __name__ == "__main__":
    main()
