"""Grids lie in the middle of the page, and their backs behind their fronts."""

from __future__ import annotations

import pytest

from calibration.sheets.paper import MARGIN_MM, PAPERS, Grid, Paper, paper_named


@pytest.mark.parametrize("paper", PAPERS.values(), ids=str)
def test_cards_fill_three_by_four_within_the_margins(paper: Paper) -> None:
    grid = Grid(paper, (56, 56))
    assert (grid.columns, grid.rows) == (3, 4)
    x, y = grid.front(grid.count - 1)
    assert x + 56 <= paper.width - MARGIN_MM
    assert y + 56 <= paper.height - MARGIN_MM
    assert grid.front(0) == pytest.approx((paper.width - x - 56, paper.height - y - 56))


def test_turned_over_its_long_edge_each_back_lies_behind_its_front() -> None:
    grid = Grid(PAPERS["a4"], (56, 50), gap=3)
    for index in range(grid.count):
        (x, y), (back_x, back_y) = grid.front(index), grid.back(index)
        assert PAPERS["a4"].width - (back_x + 56) == pytest.approx(x)
        assert back_y == y


def test_cells_without_a_gap_share_their_cut_lines() -> None:
    across, down = Grid(PAPERS["letter"], (56, 56)).lines()
    assert (len(across), len(down)) == (4, 5)
    across, down = Grid(PAPERS["letter"], (56, 56), gap=3).lines()
    assert (len(across), len(down)) == (6, 8)


def test_another_paper_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'a5', allowed are a4, letter"):
        paper_named("a5")
