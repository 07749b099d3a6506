"""Two displays that lie side by side are two, however near their cards come to each other."""

import numpy as np

from calibration.geometry import UNIT_SQUARE
from rules.crystalla.vocabulary import COLUMNS, ROWS
from vision.crystalla.apart import apart
from vision.crystalla.lattice import Grid, fit, grids
from vision.crystalla.locate import Detection


def column_of(first: float, rows: range, x: float = 0.0) -> list[Detection]:
    """Cards of side 60, one below the other."""
    return [Detection(UNIT_SQUARE * 60 + (x, first + 62 * row), 0.9) for row in rows]


def only_grid(cards: list[Detection]) -> Grid:
    (joined,) = grids(tuple(cards), farthest=1.16)
    return joined


def heights(parts: list[Grid]) -> list[list[float]]:
    return sorted(sorted(card.centre[1] for card in part.cards.values()) for part in parts)


def test_a_display_stays_whole() -> None:
    whole = only_grid([card for x in (0, 62, 124) for card in column_of(0, range(4), x)])
    assert apart(whole, (ROWS, COLUMNS), fit) == [whole]


def test_two_full_sides_are_cut_in_the_middle() -> None:
    joined = only_grid(column_of(0, range(8)) + column_of(0, range(8), 62))
    assert [len(part.cards) for part in apart(joined, (ROWS, COLUMNS), fit)] == [8, 8]


def test_where_several_cuts_leave_displays_the_widest_gap_is_between_them() -> None:
    joined = only_grid(column_of(0, range(3)) + column_of(6, range(3, 7)))
    parts = heights(apart(joined, (ROWS, COLUMNS), fit))
    assert [len(part) for part in parts] == [3, 4]
    assert np.isclose(parts[1][0] - parts[0][-1], 68)
