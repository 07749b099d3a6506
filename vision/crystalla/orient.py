"""Which way the player sits: turns a grid of cards into rows and columns of a display (CR-56)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from calibration.geometry import FloatArray, map_points
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell
from vision.crystalla.lattice import Grid, Place
from vision.crystalla.locate import Detection

MARK_DISTANCE = 0.78
"""Rows from the middle of a row-0 card to the middle of the starting tableau below it."""
MARK_TOLERANCE = 0.3
MARKS_NEEDED = 2
MARK_HEAT = 0.28
DOWN: FloatArray = np.array([0.0, 1.0])
"""The photo's bottom edge."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A view of a grid from one side: lattice (x, y) to (column, row) by `turn` quarter turns, then an offset."""

    turn: int
    column_0: int
    row_0: int
    by_tableau: bool

    def seen(self, x: float, y: float) -> tuple[float, float]:
        """(column, row) of a lattice point, rows counted away from the player."""
        u, v = _turned(x, y, self.turn)
        return u - self.column_0, v - self.row_0

    def place(self, cell: Cell) -> Place:
        """The lattice place of a cell."""
        u, v = cell.col + self.column_0, cell.row + self.row_0
        x, y = [(u, -v), (-v, -u), (-u, v), (v, u)][self.turn]
        return x, y

    def cells(self, places: list[Place]) -> dict[Cell, Place]:
        """Cells of those places that lie within 3 rows and 4 columns."""
        found = {}
        for x, y in places:
            col, row = (int(value) for value in self.seen(x, y))
            if 0 <= col < COLUMNS and 0 <= row < ROWS:
                found[Cell(row, col)] = (x, y)
        return found

    @property
    def first_corner(self) -> int:
        """Index of the lattice quad's corner that is the cell's top left."""
        return (4 - self.turn) % 4

    def corners(self, quad: FloatArray) -> FloatArray:
        """A lattice quad's corners (4, 2), rolled so that the first is the cell's top left as the player sees it."""
        return np.asarray(np.roll(quad, -self.first_corner, axis=0))


def _turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """Lattice x right, y down becomes u right, v away from a player who sits at the bottom, right, top, left side.

    Turn 1: the player's right is the lattice's up, his far side the lattice's left; and so on.
    """
    return [(x, -y), (-y, -x), (-x, y), (y, x)][turn]


def seat_of(grid: Grid, weights: dict[Place, float], marks: tuple[Detection, ...], near: FloatArray = DOWN) -> Seat:
    """The player's seat: at the tableau if one is seen, else the side that fits and lies furthest along `near`.

    `near` (2,) is a direction in the photo, by default its bottom edge.
    """
    seats = [_windowed(weights, turn) for turn in range(4)]
    inside = [len(seat.cells(list(weights))) for seat in seats]
    fitting = [seat for seat, count in zip(seats, inside, strict=True) if count == max(inside)]
    below = [(_marks_below(grid, seat, marks), seat) for seat in fitting]
    columns, seat = max(below, key=lambda pair: sum(pair[0].values()))
    if len(columns) >= MARKS_NEEDED:
        return _shifted_to_marks(list(weights), seat, columns)
    return max(fitting, key=lambda seat: _along(grid, seat, near))


def _windowed(weights: dict[Place, float], turn: int) -> Seat:
    """The 3 × 4 window of largest weight, flush with the lowest row and leftmost column that it holds."""
    points = {place: _turned(*place, turn) for place in weights}
    us, vs = ({int(point[axis]) for point in points.values()} for axis in (0, 1))

    def weight(u0: int, v0: int) -> float:
        inside = [p for p, (u, v) in points.items() if u0 <= u < u0 + COLUMNS and v0 <= v < v0 + ROWS]
        return sum(weights[p] for p in inside)

    u0, v0 = max(((u, v) for u in us for v in vs), key=lambda corner: (round(weight(*corner), 6), corner))
    return Seat(turn, u0, v0, by_tableau=False)


def _along(grid: Grid, seat: Seat, near: FloatArray) -> float:
    """Cosine between a direction in the photo and the player's near side."""
    x, y = seat.place(Cell(0, 0))
    side = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}[seat.turn]
    here, there = map_points(grid.lattice_to_photo, [(x, y), (x + side[0], y + side[1])])
    direction = (there - here) / (np.hypot(*(there - here)) + 1e-9)
    return float(direction @ near / np.hypot(*near))


def _marks_below(grid: Grid, seat: Seat, marks: tuple[Detection, ...]) -> dict[int, float]:
    """Heat by column, relative to the seat, of tableau marks that lie where its tableau would lie.

    A mark off the lattice counts less: it may belong to the tableau of a display alongside.
    """
    inverse = np.linalg.inv(grid.lattice_to_photo)
    columns: dict[int, float] = {}
    for mark in marks:
        col, row = seat.seen(*map_points(inverse, [mark.centre])[0])
        close = abs(row + MARK_DISTANCE) < MARK_TOLERANCE and abs(col - round(col)) < 0.35
        if mark.heat > MARK_HEAT and close and -COLUMNS < col < 2 * COLUMNS:
            weight = mark.heat * (1 - abs(col - round(col)))
            columns[round(col)] = max(weight, columns.get(round(col), 0.0))
    return columns


def _shifted_to_marks(places: list[Place], seat: Seat, marks: dict[int, float]) -> Seat:
    """Column 0 is where the four columns hold all cards and the most of the marks; the rightmost such place."""
    used = [cell.col for cell in seat.cells(places)]
    leftmost = max(
        range(max(used) - COLUMNS + 1, min(used) + 1),
        key=lambda first: (round(sum(marks.get(first + col, 0.0) for col in range(COLUMNS)), 6), first),
    )
    return Seat(seat.turn, seat.column_0 + leftmost, seat.row_0, by_tableau=True)
