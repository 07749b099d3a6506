"""The grid of piles is found among all cards of a table by its shape alone; pawns decide between likely ones."""

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE, map_points
from vision.crystalla.locate import Detection
from vision.crystalla.middle import PileGrid, pile_grids
from vision.crystalla.table_find import LIKELIEST

TILTED = np.array([[1.0, 0.06, 500], [-0.05, 0.8, 300], [0.0, -0.0004, 1]])
"""Millimetres to pixels, seen at a slant."""


def card(x: float, y: float, turn_deg: float = 0.0, first: int = 0) -> Detection:
    angle = np.deg2rad(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = map_points(TILTED, ((UNIT_SQUARE - 0.5) * 56) @ turn.T + (x, y))
    return Detection(np.roll(corners, first, axis=0), 0.8)


def rows_of(rows: int, columns: int, pitch: float, x: float = 0.0, y: float = 0.0) -> list[Detection]:
    rng = np.random.default_rng(rows + 10 * columns)
    return [
        card(x + pitch * col + rng.normal(0, 0.8), y + pitch * row + rng.normal(0, 0.8), rng.normal(0, 1.5), col % 4)
        for row in range(rows)
        for col in range(columns)
    ]


def found_in(grid: PileGrid, cards: list[Detection]) -> int:
    return sum(any(seen is one for one in grid.cards.values()) for seen in cards)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 3), (3, 2)])
@pytest.mark.parametrize("pitch", [75.0, 90.0])
def test_piles_are_found_between_displays(rows: int, columns: int, pitch: float) -> None:
    piles = rows_of(rows, columns, pitch, -pitch, -pitch)
    displays = rows_of(3, 4, 57.5, -340, -80) + rows_of(3, 3, 57.5, 170 + pitch, -60)
    likeliest = pile_grids(displays + piles)[0]
    assert (likeliest.rows, likeliest.columns) == (rows, columns)
    assert found_in(likeliest, piles) == rows * columns
    assert likeliest.card_share == pytest.approx(56 / pitch, rel=0.04)


@pytest.mark.parametrize(("rows", "columns"), [(3, 3), (2, 3), (3, 2)])
def test_piles_as_close_as_a_display_are_among_the_likeliest(rows: int, columns: int) -> None:
    piles = rows_of(rows, columns, 60, -60, -60)
    likely = pile_grids(rows_of(3, 4, 57.5, -340, -80) + rows_of(3, 3, 57.5, 230, -60) + piles)[:LIKELIEST]
    assert rows * columns in [found_in(grid, piles) for grid in likely if len(grid.cards) == rows * columns]


def test_the_places_of_a_grid_run_right_and_down_as_the_picture_does() -> None:
    piles = rows_of(2, 3, 70)
    grid = pile_grids(piles)[0]
    for index, place in enumerate(grid.places):
        assert np.hypot(*(grid.quad_at(place).mean(0) - piles[index].centre)) < 4
        assert np.abs(grid.quads()[place] - grid.quad_at(place)).max() < 6


def test_a_pile_that_was_taken_whole_leaves_its_place() -> None:
    piles = rows_of(3, 3, 72)
    grid = pile_grids(piles[:4] + piles[5:])[0]
    assert (grid.rows, grid.columns, len(grid.cards)) == (3, 3, 8)
    assert (1, 1) not in grid.cards
    assert np.hypot(*(grid.quads()[1, 1].mean(0) - piles[4].centre)) < 4


def test_part_of_a_larger_grid_is_less_likely_than_one_that_stands_alone() -> None:
    alone = pile_grids(rows_of(3, 3, 58))[0]
    part = pile_grids(rows_of(3, 4, 58), [(3, 3)])[0]
    assert alone.neighbours == 0
    assert part.neighbours == 3


UNEVEN = [(828, 499), (973, 472), (843, 678), (1005, 664), (874, 884), (1031, 861)]
"""Six piles that were set down by hand, as a photo shows them: the lowest two lie further off than the others."""
FACE_DOWN = [(1112, 418), (1135, 645)]
"""Pieces beside them that seem to be cards."""


def test_a_corner_that_lies_unevenly_is_taken_where_all_other_piles_point() -> None:
    angle = np.deg2rad(-8)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    square = 132 * (UNIT_SQUARE - 0.5) @ turn.T
    piles, others = ([Detection(square + centre, 0.8) for centre in centres] for centres in (UNEVEN, FACE_DOWN))
    assert 6 in [found_in(grid, piles) for grid in pile_grids(piles + others)[:LIKELIEST]]


def test_a_thing_of_another_size_is_no_pile_that_was_missed() -> None:
    piles = rows_of(3, 2, 72)
    small = Detection((piles[4].corners - piles[4].centre) * 0.5 + piles[4].centre, 0.8)
    grid = next(grid for grid in pile_grids([*piles[:4], small, piles[5]]) if (grid.rows, grid.columns) == (3, 2))
    assert (2, 0) not in grid.cards
    assert np.hypot(*(grid.quads()[2, 0].mean(0) - piles[4].centre)) < 4


@pytest.mark.parametrize("cards", [[], rows_of(1, 3, 60), rows_of(2, 2, 60)])
def test_fewer_cards_than_piles_are_no_middle(cards: list[Detection]) -> None:
    assert pile_grids(cards) == []
