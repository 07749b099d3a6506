"""The walk over the piles: neighbours, what forbids a step (CR-27 to CR-32), and all walks of a length."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from rules.engine import Refusal

Grid = tuple[int, int]
"""Rows and columns of piles."""


@cache
def neighbours(grid: Grid, pile: int) -> tuple[int, ...]:
    """The orthogonally adjacent piles."""
    rows, columns = grid
    row, col = divmod(pile, columns)
    around = ((row - 1, col), (row, col - 1), (row, col + 1), (row + 1, col))
    return tuple(r * columns + c for r, c in around if 0 <= r < rows and 0 <= c < columns)


def next_piles(grid: Grid, path: tuple[int, ...]) -> tuple[int, ...]:
    """The piles that a walk may go on to: neighbours, but not straight back (CR-32, R01)."""
    back = path[-2] if len(path) > 1 else None
    return tuple(pile for pile in neighbours(grid, path[-1]) if pile != back)


def step_refusal(grid: Grid, path: tuple[int, ...], pile: int) -> Refusal | None:
    """What forbids the next pawn of a walk on a pile of the grid; `path` begins with the picked pile."""
    if pile in next_piles(grid, path):
        return None
    last, to = divmod(path[-1], grid[1]), divmod(pile, grid[1])
    spots = {"from_row": last[0], "from_col": last[1], "row": to[0], "col": to[1]}
    where = f"from pile {last} to pile {to}"
    if pile in neighbours(grid, path[-1]):
        return Refusal("CR-32", f"the step {where} goes straight back to the pile just left", spots)
    if abs(last[0] - to[0]) == abs(last[1] - to[1]) == 1:
        return Refusal("CR-31", f"the step {where} is diagonal", spots)
    rule = "CR-27" if len(path) == 1 else "CR-28"
    return Refusal(rule, f"pile {to} is not next to pile {last}, a step goes to an adjacent pile", spots)


def walks(grid: Grid, picked: int, steps: int) -> Iterator[tuple[int, ...]]:
    """All walks of so many steps, each with the picked pile in front."""
    return _continue(grid, (picked,), steps)


def _continue(grid: Grid, path: tuple[int, ...], steps: int) -> Iterator[tuple[int, ...]]:
    if steps == 0:
        yield path
        return
    for pile in next_piles(grid, path):
        yield from _continue(grid, (*path, pile), steps - 1)
