"""A score that explains itself: lines that name their rule and the slots that earn them, and add up to the total."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class ScoreLine(Generic[S]):
    """Points that one rule gives for some slots; `row` is the line's row on the score pad."""

    rule: str
    row: str
    slots: tuple[S, ...]
    points: int


@dataclass(frozen=True)
class ScoreSheet(Generic[S]):
    """All lines of one player, in the order of the score pad."""

    lines: tuple[ScoreLine[S], ...]

    @property
    def total(self) -> int:
        """Points of all lines together."""
        return sum(line.points for line in self.lines)

    def row_total(self, row: str) -> int:
        """Points of the lines of one row."""
        return sum(line.points for line in self.lines if line.row == row)
