"""The words of Crystalla: crystals, segments, cells and turns (CR-01, CR-02, CR-56, CR-58)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum, StrEnum, unique

ROWS = 3
COLUMNS = 4


@unique
class Crystal(StrEnum):
    """The seven crystal types (CR-02), in the order of the score pad."""

    TOURMALINE = "tourmaline"
    AMETHYST = "amethyst"
    RUBY = "ruby"
    EMERALD = "emerald"
    CITRINE = "citrine"
    DIAMOND = "diamond"
    HEMATITE = "hematite"


@unique
class Segment(StrEnum):
    """The two segments of a card (CR-01), which are also the two shapes of crystal pieces (CR-04)."""

    LARGE = "large"
    SMALL = "small"


@unique
class Rotation(IntEnum):
    """Clockwise quarter turns, seen from above, from the canonical orientation (CR-58).

    Canonical: the large segment owns the bottom-left corner with the whole left and bottom edges.
    """

    NONE = 0
    QUARTER = 1
    HALF = 2
    THREE_QUARTERS = 3


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """A place in a display: row 0 is nearest the player, column 0 is the player's left (CR-56)."""

    row: int
    col: int

    def __post_init__(self) -> None:
        if not 0 <= self.row < ROWS:
            raise ValueError(f"row {self.row!r} is outside a display, allowed are 0 to {ROWS - 1}")
        if not 0 <= self.col < COLUMNS:
            raise ValueError(f"col {self.col!r} is outside a display, allowed are 0 to {COLUMNS - 1}")


@dataclass(frozen=True, slots=True, order=True)
class Slot:
    """One segment's place in a display: where a crystal lies, whatever lies there."""

    cell: Cell
    segment: Segment


CELLS: tuple[Cell, ...] = tuple(Cell(row, col) for row in range(ROWS) for col in range(COLUMNS))
"""All cells of a display, the player's row first, from left to right."""

SLOTS: tuple[Slot, ...] = tuple(Slot(cell, segment) for cell in CELLS for segment in Segment)
"""All slots of a display, cell by cell, the large one first."""
