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

from calibration.geometry import FloatArray, side_of
from models.training.export import write_manifest
from models.training.pawns.shades import NAMES
from vision.crystalla.pawn_odds import MOST, Odds, together
from vision.crystalla.pawns import EDGE, TUNED, PawnColours, PileLook, SeenPawn, look_at_piles
from vision.crystalla.pile_crop import CARD_PX, PILE_PX, READ_CORNERS_PX
from vision.crystalla.table import COLOURS
from vision.image import load_photo
from vision.onnx import ModelFacts, Network, read_manifest

NAME = "crystalla-pawns"
WRONG_AT_MOST = 0.005
"""Share of the given counts that may be wrong on validation tables."""
READ_GROWN, READ_AWAY = (1.05, 1.18), 0.012
"""How much too large the cards of piles are read, and how far off, in card sides (measured on validation tables)."""
LEAST_SURE = 0.85
"""No count is given below this, however few validation tables contradict it."""
GRIDS = {
    "pawn_slope": np.geomspace(0.5, 6.0, 16),
    "pawn_bias": np.linspace(-3.0, 4.0, 29),
    "colour_temperature": np.geomspace(0.4, 3.0, 13),
    "unseen": np.geomspace(0.0005, 0.05, 9),
}
"""Values that are tried for each number."""
ROUNDS = 3


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
        (seen,) = look_at_piles(network, crop, [READ_CORNERS_PX])
        if max(counts) <= MOST:
            yield Case(seen, colours, counts)


def table_cases(network: Network, folder: Path) -> Iterator[list[Case]]:
    """The piles of each whole table, composed by another generator."""
    rng = np.random.default_rng(5)
    for path in sorted(folder.glob("*.json")):
        piles = json.loads(path.read_text(encoding="utf-8"))["middle"]["piles"]
        photo = load_photo(path.with_suffix(".jpg"))
        looks = look_at_piles(network, photo.bgr, [_as_read(rng, np.array(p["corners"])) * photo.scale for p in piles])
        counts = (tuple(pile["pawns"].get(colour, 0) for colour in COLOURS) for pile in piles)
        yield [Case(seen, COLOURS, each) for seen, each in zip(looks, counts, strict=True)]


def _as_read(rng: np.random.Generator, corners: FloatArray) -> FloatArray:
    """A card's corners (4, 2) about as the reader finds them on a pile."""
    centre, side = corners.mean(0), side_of(corners)
    return np.asarray(centre + rng.normal(0, READ_AWAY * side, 2) + (corners - centre) * rng.uniform(*READ_GROWN))


def on_card(seen: PileLook) -> list[SeenPawn]:
    """The peaks that count for the pile."""
    return [pawn for pawn in seen.pawns if np.abs(pawn.on_card).max() < 0.5 + EDGE]


def with_numbers(network: Network, numbers: dict[str, float]) -> Network:
    """The network, judged by these numbers from now on."""
    network.facts = ModelFacts(NAME, network.facts.file, network.facts.sha256, network.facts.labels, numbers)
    return network


def odds_alone(network: Network, case: Case) -> Odds:
    """The odds of one pile by itself."""
    return PawnColours(network, case.colours).odds(on_card(case.seen), case.seen.hidden)


def likelihood(network: Network, cases: Sequence[Case]) -> float:
    """Mean logarithm of what the true counts are given by each pile alone."""
    given = [odds_alone(network, case)[np.arange(len(case.counts)), case.counts] for case in cases]
    return float(np.mean([np.log(np.maximum(each, 1e-4)).sum() for each in given]))


def fitted(network: Network, cases: Sequence[Case]) -> dict[str, float]:
    """The numbers under which the true counts are likeliest, found one number at a time."""
    numbers = dict(TUNED)
    for _ in range(ROUNDS):
        for name, values in GRIDS.items():
            tried = {float(v): likelihood(with_numbers(network, {**numbers, name: float(v)}), cases) for v in values}
            numbers[name] = max(tried, key=lambda value: tried[value])
    return numbers


@dataclass(frozen=True, slots=True)
class Outcome:
    """One pile: how likely its count is right, whether it is given, whether it is right, whether pawns are counted."""

    probability: float
    given: bool
    right: bool
    pawns: bool


def outcomes(network: Network, table: Sequence[Case]) -> list[Outcome]:
    """What is told of every pile of a table, or of one pile alone."""
    odds = [odds_alone(network, case) for case in table]
    found = []
    for case, sharper in zip(table, together(odds) if len(table) > 1 else odds, strict=True):
        count = PawnColours(network, case.colours).count(sharper, case.seen.hidden)
        found.append(Outcome(count.probability, count.sure, count.of_colour == case.counts, any(count.of_colour)))
    return found


def surely(piles: Sequence[Outcome]) -> float:
    """The least probability from which on hardly any count is wrong."""
    ordered = sorted(piles, key=lambda one: -one.probability)
    wrong = np.cumsum([not one.right for one in ordered])
    fitting = np.flatnonzero(wrong <= WRONG_AT_MOST * np.arange(1, len(ordered) + 1))
    return 0.999 if len(fitting) == 0 else max(LEAST_SURE, ordered[int(fitting[-1])].probability - 1e-4)


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crops", type=Path, required=True, help="piles with other art, which choose nothing")
    parser.add_argument("--tables", type=Path, nargs="+", required=True)
    parser.add_argument("--version", required=True, help="date of the weights, as 2026-11-30")
    arguments = parser.parse_args()
    network = Network(read_manifest()[NAME])
    crops = list(crop_cases(network, arguments.crops))
    tables = [table for folder in arguments.tables for table in table_cases(network, folder)]
    numbers = fitted(network, [case for table in tables for case in table])
    piles = [one for table in tables for one in outcomes(with_numbers(network, numbers), table)]
    numbers["count_sure"] = surely([pile for pile in piles if pile.pawns])
    numbers["bare_sure"] = surely([pile for pile in piles if not pile.pawns])
    with_numbers(network, numbers)
    for name, groups in (("crops", [[case] for case in crops]), ("tables", tables)):
        piles = [one for group in groups for one in outcomes(network, group)]
        given = [pile.right for pile in piles if pile.given]
        print(f"{name}: {len(piles)} piles, {sum(pile.right for pile in piles)} counts exact, {len(given)} given,")
        print(f"  {len(given) - sum(given)} of them wrong")
    rounded = {key: round(value, 4) for key, value in numbers.items()}
    print(rounded)
    write_manifest({NAME: {"calibration": rounded}}, arguments.version)


if __name__ == "__main__":
    main()
