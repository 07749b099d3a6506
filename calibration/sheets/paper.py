"""Paper sizes, and grids of equal cells in the middle of a page, for any printable sheet; lengths in millimetres."""

from __future__ import annotations

from dataclasses import dataclass

MARGIN_MM = 12.0
"""Room that home printers need at the edges, and the cut marks with them."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet in portrait."""

    name: str
    width: float
    height: float


PAPERS = {"a4": Paper("a4", 210.0, 297.0), "letter": Paper("letter", 215.9, 279.4)}


def paper_named(name: str) -> Paper:
    """The paper of this name; raises ValueError naming the allowed ones."""
    if name not in PAPERS:
        raise ValueError(f"no paper {name!r}, allowed are {', '.join(PAPERS)}")
    return PAPERS[name]


@dataclass(frozen=True, slots=True)
class Grid:
    """As many cells of one size as fit, centred, so that the back of a sheet turned over its long edge agrees."""

    paper: Paper
    cell: tuple[float, float]
    gap: float = 0.0
    most_columns: int = 100

    @property
    def columns(self) -> int:
        """Cells side by side."""
        fitting = int((self.paper.width - 2 * MARGIN_MM + self.gap) // (self.cell[0] + self.gap))
        return min(fitting, self.most_columns)

    @property
    def rows(self) -> int:
        """Cells one above the other."""
        return int((self.paper.height - 2 * MARGIN_MM + self.gap) // (self.cell[1] + self.gap))

    @property
    def count(self) -> int:
        """Cells of one page."""
        return self.columns * self.rows

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of all cells together."""
        across = self.columns * (self.cell[0] + self.gap) - self.gap
        return across, self.rows * (self.cell[1] + self.gap) - self.gap

    @property
    def origin(self) -> tuple[float, float]:
        """Top-left corner of the first cell."""
        return (self.paper.width - self.size[0]) / 2, (self.paper.height - self.size[1]) / 2

    def front(self, index: int) -> tuple[float, float]:
        """Top-left corner of a cell, counted in reading order."""
        row, column = divmod(index, self.columns)
        return self.origin[0] + column * (self.cell[0] + self.gap), self.origin[1] + row * (self.cell[1] + self.gap)

    def back(self, index: int) -> tuple[float, float]:
        """Top-left corner of the place behind `front(index)`, on a sheet turned over its long edge."""
        x, y = self.front(index)
        return self.paper.width - x - self.cell[0], y

    def lines(self) -> tuple[list[float], list[float]]:
        """The x and the y of every cell edge."""
        starts = [self.front(column)[0] for column in range(self.columns)]
        tops = [self.front(row * self.columns)[1] for row in range(self.rows)]
        across = sorted({round(x + d, 4) for x in starts for d in (0.0, self.cell[0])})
        return across, sorted({round(y + d, 4) for y in tops for d in (0.0, self.cell[1])})
