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
BESIDE = 3.0
"""How many crystals more must fit before the piles are taken to lie a row or column beside where they were found."""
ANOTHER_SIDE = 1.0
"""How many cards more must fit before a display is seen from another side than it was read from."""

STAYING: Place = (0, 0)
MOVES: tuple[Place, ...] = tuple((rows, columns) for rows in (-1, 0, 1) for columns in (-1, 0, 1))


@dataclass(frozen=True, slots=True)
class Fit:
    """How a display lies that was read otherwise: seen after so many quarter turns, as `MiddleLayout.turned` counts
    them, with rows and columns added to its cells."""

    quarters: int = 0
    rows: int = 0
    cols: int = 0

    def cell(self, row: int, col: int) -> tuple[int, int]:
        """The row and column of what was read at others."""
        x, y = col, ROWS - 1 - row
        for _ in range(self.quarters):
            x, y = y, -x
        return ROWS - 1 - y + self.rows, x + self.cols

    def applied(self, display: DisplayLayout) -> DisplayLayout:
        """The display whose cells are these."""
        back = np.linalg.matrix_power(np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]), self.quarters)
        moved = np.array([[1.0, 0.0, -self.cols], [0.0, 1.0, self.rows], [0.0, 0.0, 1.0]])
        return replace(display, grid_to_photo=np.asarray(display.grid_to_photo @ back @ moved))


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
        middle = _seated_middle(read, middle, near, table, colours)
    seats, fits = _best_seats(reading.displays, layout.displays, table, middle)
    displays = tuple(fit.applied(display) for display, fit in zip(layout.displays, fits, strict=True))
    order = sorted(range(len(seats)), key=lambda number: seats[number])
    ordered = replace(layout, displays=tuple(displays[number] for number in order), middle=middle)
    return Seated(ordered, tuple(seats[number] for number in order))


def alike(reading: TableReading, seats: Sequence[int], table: Table, colours: Sequence[str]) -> float:
    """How many crystals, turns and pawns lie as they are known where a reading, its displays in these seats, has them.

    Half a card that lies there counts as much as a crystal on top of a pile.
    """
    cards = sum(
        _cards_alike(display, table.displays[seat], Fit())
        for seat, display in zip(seats, reading.displays, strict=False)
    )
    middle = reading.middle
    if middle is None or (middle.rows, middle.columns) != table.grid:
        return 2 * cards
    return 2 * cards + _piles_alike(middle, 0, table, colours)


def _seated_middle(
    read: MiddleReading, middle: MiddleLayout, near: FloatArray, table: Table, colours: Sequence[str]
) -> MiddleLayout:
    """The piles turned, and moved by a row or column where they were found beside their place, to fit the table."""
    turns = [quarters for quarters in range(4) if _fits(middle.turned(quarters), table)]
    scored = [
        (
            _piles_alike(read, quarters, table, colours, move)
            + 0.1 * _towards(middle.turned(quarters), near)
            - BESIDE * (move != STAYING),
            -quarters,
            move,
        )
        for quarters in turns
        for move in ((STAYING,) if table.phase is Phase.SETUP else MOVES)
    ]
    if not scored:
        return middle
    _, quarters, (rows, columns) = max(scored, key=lambda each: each[:2])
    turned = middle.turned(-quarters)
    moved = np.array([[1.0, 0.0, -columns], [0.0, 1.0, -rows], [0.0, 0.0, 1.0]])
    return replace(turned, grid_to_photo=np.asarray(turned.grid_to_photo @ moved))


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


def _piles_alike(
    read: MiddleReading, quarters: int, table: Table, colours: Sequence[str], move: Place = STAYING
) -> float:
    """How many tops and pawns fit the table when the piles are turned, and then moved by rows and columns."""
    alike = 0.0
    all_pawns = True
    for pile in read.piles:
        row, column = _turned_place(pile.place, quarters, read.rows, read.columns)
        index = table.pile_index(row + move[0], column + move[1])
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
) -> tuple[tuple[int, ...], tuple[Fit, ...]]:
    """Seats for displays in clockwise order, and how each lies."""
    best: tuple[float, tuple[int, ...], tuple[Fit, ...]] = (-1.0, tuple(range(len(read))), (Fit(),) * len(read))
    for seats in _clockwise(len(read), table.players):
        fits = [_best_fit(display, table.displays[seat]) for display, seat in zip(read, seats, strict=True)]
        score = sum(alike for alike, _ in fits)
        if middle is not None and 0 in seats:
            near = layouts[seats.index(0)].near()
            score += DIRECTION * _towards(middle, near)
        if score > best[0]:
            best = (score, seats, tuple(fit for _, fit in fits))
    return best[1], best[2]


def _clockwise(count: int, players: int) -> Iterator[tuple[int, ...]]:
    """Every choice of seats that goes round the table clockwise."""
    for chosen in combinations(range(players), min(count, players)):
        for first in range(len(chosen)):
            yield (*chosen[first:], *chosen[:first])


def _best_fit(read: DisplayReading, known: Display) -> tuple[float, Fit]:
    """How many cards fit at best, and how the display lies then; as it was read where nothing is known.

    Cards that it moves out of the display are a neighbour's: two displays side by side may be found as one.
    """
    if not known.cards or not read.cards:
        return 0.0, Fit()
    scored = []
    for quarters in range(4):
        turned = Fit(quarters)
        cells = [turned.cell(card.cell.row, card.cell.col) for card in read.cards]
        rows, cols = ([at for at, _ in cells], [at for _, at in cells])
        moves = product(range(-max(rows), ROWS - min(rows)), range(-max(cols), COLUMNS - min(cols)))
        for move in sorted(moves, key=lambda move: abs(move[0]) + abs(move[1])):
            fit = Fit(quarters, *move)
            scored.append((_cards_alike(read, known, fit) - ANOTHER_SIDE * (quarters > 0), fit))
    return max(scored, key=lambda each: each[0])


def _cards_alike(read: DisplayReading, known: Display, fit: Fit) -> float:
    alike = 0.0
    lying = {(card.cell.row, card.cell.col): card for card in known.cards}
    for card in read.cards:
        other = lying.get(fit.cell(card.cell.row, card.cell.col))
        if other is not None:
            turn = None if card.rotation.best is None else (card.rotation.best - fit.quarters) % 4
            alike += 0.2 * (turn == other.rotation)
            alike += 0.4 * (card.large.crystal.best is other.effective(Segment.LARGE))
            alike += 0.4 * (card.small.crystal.best is other.effective(Segment.SMALL))
    return alike
