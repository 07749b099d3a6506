"""The board of an edition: which squares there are, their shade, and where each side starts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.crystal_hall.vocabulary import (
    SIZE,
    SQUARES,
    WIZARDS,
    Back,
    Direction,
    Side,
    Square,
    neighbour,
    square_text,
)
from rules.fields import Fields

CENTRE = 36
"""CH-03: central squares, one for each tile."""
NOTHING = "."


@dataclass(frozen=True, slots=True)
class Board:
    """Squares by what they are; `shades` has the central ones, `starts` those of each side, both in square order."""

    shades: Mapping[Square, Back]
    starts: Mapping[Side, tuple[Square, ...]]
    steps: Mapping[Direction, tuple[Square | None, ...]]
    """By direction and square, the next square of the board."""

    @property
    def centre(self) -> tuple[Square, ...]:
        """The squares that start with a tile."""
        return tuple(self.shades)

    def has(self, square: Square) -> bool:
        """Whether a square belongs to the board."""
        return square in self.shades or any(square in starts for starts in self.starts.values())

    def step(self, square: Square, direction: Direction) -> Square | None:
        """The next square of the board in a direction, None where the board ends."""
        return self.steps[direction][square]


def parse_board(fields: Fields) -> Board:
    """Read the map, north at the top; raises EditionError unless it has 36 central squares and 4 starts a side."""
    rows = fields.text("map").split()
    if [len(row) for row in rows] != [SIZE] * SIZE:
        fields.refuse("map", fields.table["map"], f"{SIZE} lines of {SIZE} signs")
    signs = {square: rows[SIZE - 1 - square // SIZE][square % SIZE] for square in SQUARES}
    known = {*Back, *Side, NOTHING}
    for square, sign in signs.items():
        if sign not in known:
            fields.refuse("map", sign, f"at {square_text(square)} one of d l N E S W and . for nothing")
    shades = {square: Back(sign) for square, sign in signs.items() if sign in set(Back)}
    starts = {side: tuple(square for square, sign in signs.items() if sign == side) for side in Side}
    _check_counts(fields, shades, starts)
    return Board(shades, starts, _steps({square for square, sign in signs.items() if sign != NOTHING}))


def _check_counts(fields: Fields, shades: Mapping[Square, Back], starts: Mapping[Side, tuple[Square, ...]]) -> None:
    if len(shades) != CENTRE:
        fields.refuse("map", f"{len(shades)} central squares", f"{CENTRE}")
    for side, squares in starts.items():
        if len(squares) != WIZARDS:
            fields.refuse("map", f"{len(squares)} starting squares {side}", f"{WIZARDS} on each side")


def _steps(squares: set[Square]) -> dict[Direction, tuple[Square | None, ...]]:
    """The neighbours inside the board."""
    reached = {direction: [neighbour(square, direction) for square in SQUARES] for direction in Direction}
    return {
        direction: tuple(
            target if square in squares and target in squares else None for square, target in enumerate(targets)
        )
        for direction, targets in reached.items()
    }
