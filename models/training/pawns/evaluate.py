"""How right whole tables are read: displays, top cards, pawns and open pieces against the truth beside pictures.

python -m models.training.pawns.evaluate out/live/tables
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from calibration.geometry import FloatArray, side_of
from rules.crystalla.vocabulary import Cell
from vision.accuracy import wilson_interval
from vision.crystalla.pawn_odds import Odds, together
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.reading import DisplayReading
from vision.crystalla.table import COLOURS, TableReader
from vision.crystalla.table_reading import Layout, MiddleReading, PileReading, TableReading, TopReading
from vision.errors import NoDisplayError
from vision.image import Photo, load_photo

Json = dict[str, Any]
FIGURES = {
    "displays in their cells": "displays found with every card in its cell",
    "display segments right": "segments of displays read right (unread counts as wrong)",
    "middle found": "middles found with all places, seen from seat 0",
    "tops right": "segments of top cards right, of those read",
    "tops read": "segments of top cards read",
    "tops sure and wrong": "segments of top cards said to be sure, yet wrong",
    "counts exact": "piles with the pawns of every colour counted right, of all piles",
    "counts exact with pawns": "the same, of the piles on which pawns stand",
    "counts given": "piles whose count is given",
    "counts sure and wrong": "piles whose count is given, yet wrong",
    "open pieces right": "open pieces found with shape and crystal",
    "open pieces sure and wrong": "open pieces said to be sure, yet wrong or not there",
    "tables without a doubt": "tables of which everything is sure",
    "tables sure and wrong": "tables of which everything is sure, yet something wrong",
}


class Tally:
    """Counts of what is right, by figure: (right, of how many)."""

    def __init__(self) -> None:
        self.right: Counter[str] = Counter()
        self.all: Counter[str] = Counter()

    def add(self, figure: str, right: bool) -> bool:
        """Count one case; returns whether it was right."""
        self.right[figure] += right
        self.all[figure] += 1
        return right

    def lines(self) -> Iterable[str]:
        """One line for each figure, with its 95 % interval."""
        for figure, words in FIGURES.items():
            right, of = self.right[figure], self.all[figure]
            if of:
                low, high = wilson_interval(right, of)
                yield f"{right / of:7.1%} ({low:.1%}-{high:.1%}) of {of:5d}  {words}"


def tally_table(tally: Tally, photo: Photo, truth: Json, reader: TableReader) -> list[str]:
    """Read one picture of a table and count; returns what is wrong, in words."""
    truth_middle = truth["middle"]
    try:
        reading = reader.find(photo, len(truth["displays"]))
    except NoDisplayError:
        return ["nothing found"]
    reading = _seated(reading, photo, truth, reader)
    wrong: list[str] = []
    sure = reading.middle is not None and reading.middle.sure
    for seat, told in enumerate(truth["displays"]):
        read = reading.displays[seat] if seat < len(reading.displays) else None
        sure = sure and read is not None and read.sure
        wrong += _tally_display(tally, seat, told, read)
    wrong += _tally_middle(tally, truth_middle, reading.middle)
    tally.add("tables without a doubt", sure)
    tally.add("tables sure and wrong", sure and bool(wrong))
    return wrong


def _seated(reading: TableReading, photo: Photo, truth: Json, reader: TableReader) -> TableReading:
    """The reading with the truth's seat 0 first."""
    if not reading.displays or not truth["displays"]:
        return reading
    told = np.mean([np.mean(card["corners"], axis=0) for card in truth["displays"][0]["cards"]], axis=0)
    centres = [np.mean([card.quad.array().mean(0) for card in shown.cards], axis=0) for shown in reading.displays]
    first = int(np.argmin([np.hypot(*(centre - told)) for centre in centres]))
    layout: Layout = reading.layout.seated(first)
    return reader.read_again(photo, layout)


def _tally_display(tally: Tally, seat: int, told: Json, read: DisplayReading | None) -> list[str]:
    cards = {card.cell: card for card in read.cards} if read is not None else {}
    cells = {Cell(card["row"], card["col"]): card for card in told["cards"]}
    wrong = [] if tally.add("displays in their cells", set(cards) == set(cells)) else [f"display {seat}: cells"]
    for cell, card in cells.items():
        found = cards.get(cell)
        for what in ("large", "small"):
            segment = None if found is None else getattr(found, what).crystal.best
            if not tally.add("display segments right", segment == card[what]):
                wrong.append(f"display {seat} {cell.row},{cell.col} {what}: {segment} for {card[what]}")
    return wrong


def _tally_middle(tally: Tally, told: Json, middle: MiddleReading | None) -> list[str]:
    fits = middle is not None and (middle.rows, middle.columns) == (told["rows"], told["columns"])
    piles = {pile.place: pile for pile in middle.piles} if middle is not None and fits else {}
    placed = all(_same_place(piles.get((pile["row"], pile["col"])), pile) for pile in told["piles"])
    if not tally.add("middle found", placed):
        return ["middle"] + [f"no pile {pile}" for pile in told["piles"] if not piles]
    guesses = {place: tuple(odds.argmax(1)) for place, odds in zip(piles, _sharper(piles.values()), strict=True)}
    places = [((pile["row"], pile["col"]), pile) for pile in told["piles"]]
    wrong = [words for at, pile in places for words in _tally_pile(tally, pile, piles[at], guesses[at])]
    return wrong + (_tally_open(tally, told["open"], middle) if middle is not None else [])


def _same_place(pile: PileReading | None, told: Json) -> bool:
    corners: FloatArray = np.array(told["corners"])
    return pile is not None and bool(np.hypot(*(pile.quad.array().mean(0) - corners.mean(0))) < 0.3 * side_of(corners))


def _sharper(piles: Iterable[PileReading]) -> list[Odds]:
    return together([np.array(pile.odds) for pile in piles])


def _tally_pile(tally: Tally, told: Json, pile: PileReading, guess: tuple[int, ...]) -> list[str]:
    where = f"pile {told['row']},{told['col']}"
    wrong = []
    for what in ("large", "small"):
        crystal = _crystal(pile.top, what)
        if not tally.add("tops read", crystal is not None or told[what] is None):
            continue
        right = tally.add("tops right", crystal == told[what])
        doubtful = pile.top is not None and getattr(pile.top, what).crystal.doubtful
        tally.add("tops sure and wrong", not right and not doubtful)
        wrong += [] if right else [f"{where} {what}: {crystal} for {told[what]}{' (doubted)' if doubtful else ''}"]
    counts = tuple(told["pawns"].get(colour, 0) for colour in COLOURS)
    exact = guess == counts
    tally.add("counts exact", exact)
    if sum(counts):
        tally.add("counts exact with pawns", exact)
    tally.add("counts given", pile.pawns is not None)
    tally.add("counts sure and wrong", pile.pawns is not None and not exact)
    if not exact:
        wrong.append(f"{where} pawns: {guess} for {counts}, given {pile.pawns is not None}")
    return wrong


def _crystal(top: TopReading | None, what: str) -> str | None:
    return None if top is None else getattr(top, what).crystal.best


def _tally_open(tally: Tally, told: list[Json], middle: MiddleReading) -> list[str]:
    left = Counter((piece["segment"], piece["crystal"]) for piece in told)
    wrong = []
    for piece in middle.open:
        kind = (piece.segment.value, str(piece.crystal.best))
        right = left[kind] > 0
        left[kind] -= right
        tally.add("open pieces sure and wrong", not right and not piece.crystal.doubtful)
        if right:
            tally.add("open pieces right", right=True)
        else:
            wrong.append(f"open {kind}, doubted {piece.crystal.doubtful}")
    for kind, count in left.items():
        for _ in range(count):
            tally.add("open pieces right", right=False)
            wrong.append(f"open missed {kind}")
    return wrong


def main() -> None:
    """Command line of this module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=1_000_000, help="at most so many pictures")
    parser.add_argument("--quiet", action="store_true", help="only the figures, not what is wrong")
    arguments = parser.parse_args()
    reader = TableReader(CrystallaReader())
    tally = Tally()
    for path in sorted(arguments.folder.glob("*.json"))[: arguments.count]:
        truth = json.loads(path.read_text(encoding="utf-8"))
        wrong = tally_table(tally, load_photo(path.with_suffix(".jpg")), truth, reader)
        if wrong and not arguments.quiet:
            print(path.stem, "; ".join(wrong))
    print("\n".join(tally.lines()))


if __name__ == "__main__":
    main()
