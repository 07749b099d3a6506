"""Who sits where: a reading that knows no seats, laid against the table that is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from calibration.geometry import FloatArray
from rules.crystalla.position import Display
from rules.crystalla.table import Phase, Table
from rules.crystalla.vocabulary import COLUMNS, ROWS, Segment
from vision.crystalla.reading import DisplayReading
from vision.crystalla.table_reading import DisplayLayout, Layout, MiddleLayout, MiddleReading, Place, TableReading

DIRECTION = 0.5
"""What it counts, in cards, that seat 0 sits where the piles are seen from."""
Shift = tuple[int, int]
"""Rows and columns to be added to the cells of a display as it was read."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A layout in the seats of the game: display `number` of the layout is that of seat `seats[number]`."""

    layout: Layout
    seats: tuple[int, ...]


def seat(reading: TableReading, table: Table, colours: Sequence[str]) -> Seated:
    """Turn the piles, order the displays and shift their cells so that they fit the known table best.

    Before any card lies, the pawns on their start piles tell how the piles are seen from seat 0, who sits there.
    """
    layout = reading.layout
    middle = layout.middle
    if middle is not None and reading.middle is not None:
        read = reading.middle
        near = layout.displays[0].near() if layout.displays else np.array([0.0, 1.0])
        turns = [quarters for quarters in range(4) if _fits(middle.turned(quarters), table)]
        scored = [
            (_piles_alike(read, quarters, table, colours) + 0.1 * _towards(middle.turned(quarters), near), -quarters)
            for quarters in turns
        ]
        if scored:
            middle = middle.turned(-max(scored)[1])
    seats, shifts = _best_seats(reading.displays, layout.displays, table, middle)
    displays = tuple(_shifted(display, shift) for display, shift in zip(layout.displays, shifts, strict=True))
    order = sorted(range(len(seats)), key=lambda number: seats[number])
    ordered = replace(layout, displays=tuple(displays[number] for number in order), middle=middle)
    return Seated(ordered, tuple(seats[number] for number in order))


def _fits(middle: MiddleLayout, table: Table) -> bool:
    return (middle.rows, middle.columns) == table.grid


def _near(middle: MiddleLayout) -> FloatArray:
    """The direction in the picture in which seat 0 sits, as the piles are turned."""
    last = middle.rows - 1
    far, close = (middle.quad_at((row, middle.columns // 2)).mean(axis=0) for row in (0, last))
    return np.asarray(close - far)


def _towards(middle: MiddleLayout, direction: FloatArray) -> float:
    near = _near(middle)
    return float(near @ direction / max(float(np.hypot(*near) * np.hypot(*direction)), 1e-9))


def _turned_place(place: Place, quarters: int, rows: int, columns: int) -> Place:
    """Where a place is once the piles are seen from another side, as `MiddleLayout.turned` turns them."""
    row, column = place
    for _ in range(quarters % 4):
        row, column, rows, columns = columns - 1 - column, row, columns, rows
    return row, column


def _piles_alike(read: MiddleReading, quarters: int, table: Table, colours: Sequence[str]) -> float:
    """How many tops and pawns fit the table when the piles are turned."""
    alike = 0.0
    all_pawns = True
    for pile in read.piles:
        index = table.pile_index(*_turned_place(pile.place, quarters, read.rows, read.columns))
        if index is None:
            continue
        known = table.piles[index]
        if pile.top is not None and known.top is not None:
            alike += pile.top.large.crystal.best is known.top.large
            alike += pile.top.small.crystal.best is known.top.small
        counted = dict(zip(colours, pile.pawns or (), strict=False))
        pawns = tuple(counted.get(colour, 0) for colour in table.colours)
        alike += pawns == known.pawns
        all_pawns &= pawns == known.pawns
    # Without a game yet, pawns elsewhere than on their start piles say nothing: it goes on already.
    return float(all_pawns) if table.phase is Phase.SETUP else alike


def _best_seats(
    read: Sequence[DisplayReading], layouts: Sequence[DisplayLayout], table: Table, middle: MiddleLayout | None
) -> tuple[tuple[int, ...], tuple[Shift, ...]]:
    """Seats for displays in clockwise order, and the shift of each."""
    best: tuple[float, tuple[int, ...], tuple[Shift, ...]] = (-1.0, tuple(range(len(read))), ((0, 0),) * len(read))
    for seats in _clockwise(len(read), table.players):
        fits = [_best_shift(display, table.displays[seat]) for display, seat in zip(read, seats, strict=True)]
        score = sum(alike for alike, _ in fits)
        if middle is not None and 0 in seats:
            near = layouts[seats.index(0)].near()
            score += DIRECTION * _towards(middle, near)
        if score > best[0]:
            best = (score, seats, tuple(shift for _, shift in fits))
    return best[1], best[2]


def _clockwise(count: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every choice of seats that goes round the table clockwise."""
    for chosen in combinations(range(players), min(count, players)):
        for first in range(len(chosen)):
            yield (*chosen[first:], *chosen[:first])


def _best_shift(read: DisplayReading, known: Display) -> tuple[float, Shift]:
    """How many cards fit at best, and the shift of cells with which they do; no shift where nothing is known.

    Cards that it moves out of the display are a neighbour's: two displays side by side may be found as one.
    """
    if not known.cards or not read.cards:
        return 0.0, (0, 0)
    shifts = product(range(-ROWS + 1, ROWS), range(-COLUMNS + 1, COLUMNS))
    nearest = sorted(shifts, key=lambda shift: abs(shift[0]) + abs(shift[1]))
    scored = [(_cards_alike(read, known, shift), shift) for shift in nearest]
    return max(scored, key=lambda each: each[0])


def _cards_alike(read: DisplayReading, known: Display, shift: Shift) -> float:
    alike = 0.0
    lying = {(card.cell.row, card.cell.col): card for card in known.cards}
    for card in read.cards:
        other = lying.get((card.cell.row + shift[0], card.cell.col + shift[1]))
        if other is not None:
            alike += 0.2 * (card.rotation.best is other.rotation)
            alike += 0.4 * (card.large.crystal.best is other.effective(Segment.LARGE))
            alike += 0.4 * (card.small.crystal.best is other.effective(Segment.SMALL))
    return alike


def _shifted(display: DisplayLayout, shift: Shift) -> DisplayLayout:
    """The display whose cell (0, 0) is what was read as the cell (-rows, -cols)."""
    rows, cols = shift
    if shift == (0, 0):
        return display
    back = np.array([[1.0, 0.0, -cols], [0.0, 1.0, rows], [0.0, 0.0, 1.0]])
    return replace(display, grid_to_photo=np.asarray(display.grid_to_photo @ back))
