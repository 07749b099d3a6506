"""Places of a table seen from a seat: rows, columns and corners, whichever way the picture is turned."""

import numpy as np
import pytest

from calibration.geometry import FloatArray
from rules.crystalla.vocabulary import Cell
from vision.crystalla.table_reading import DisplayLayout, Layout, MiddleLayout

SOUTH, WEST, NORTH, EAST = (np.array(way, dtype=float) for way in ((0, 1), (-1, 0), (0, -1), (1, 0)))


def to_photo(x: float, y: float, right: FloatArray, near: FloatArray) -> FloatArray:
    matrix = np.eye(3)
    matrix[:2] = np.column_stack([100 * right, 100 * near, (x, y)])
    return matrix


def middle(rows: int, columns: int) -> MiddleLayout:
    return MiddleLayout(rows, columns, to_photo(500, 500, EAST, SOUTH), 0.8)


def test_a_cell_lies_where_its_player_sees_it() -> None:
    layout = DisplayLayout(to_photo(300, 200, EAST, SOUTH), 1.0)
    assert layout.quad_at(Cell(0, 0)).tolist() == [[250, 350], [350, 350], [350, 450], [250, 450]]
    assert layout.quad_at(Cell(2, 3)).mean(0).tolist() == [600, 200]


def test_a_player_on_the_other_side_has_column_0_at_the_pictures_right() -> None:
    layout = DisplayLayout(to_photo(600, 500, WEST, NORTH), 1.0)
    assert layout.quad_at(Cell(0, 0))[0].tolist() == [650, 350]
    assert layout.near().tolist() == [0, -200]


@pytest.mark.parametrize(
    ("near", "far_left", "far_right"),
    [
        (SOUTH, (500, 500), (700, 500)),
        (NORTH, (700, 700), (500, 700)),
        (WEST, (700, 500), (700, 700)),
        (EAST, (500, 700), (500, 500)),
    ],
)
def test_nine_piles_seen_from_each_side(near: FloatArray, far_left: FloatArray, far_right: FloatArray) -> None:
    seen = middle(3, 3).facing(near)
    assert (seen.rows, seen.columns) == (3, 3)
    assert seen.quad_at((0, 0)).mean(0) == pytest.approx(far_left)
    assert seen.quad_at((0, 2)).mean(0) == pytest.approx(far_right)


@pytest.mark.parametrize("near", [SOUTH, WEST, NORTH, EAST])
def test_six_piles_are_two_rows_of_three_from_every_side(near: FloatArray) -> None:
    seen = middle(3, 2).facing(near)
    assert (seen.rows, seen.columns) == (2, 3)
    assert len(seen.places) == 6


def test_card_sides_are_measured_from_the_first_pile() -> None:
    layout = middle(3, 3)
    one_right = layout.sides_to_photo() @ (1, 0, 1)
    assert one_right[:2] == pytest.approx([580, 500])


def test_another_seat_0_turns_the_middle_and_the_order_of_seats() -> None:
    south = DisplayLayout(to_photo(450, 800, EAST, SOUTH), 1.0)
    north = DisplayLayout(to_photo(750, 300, WEST, NORTH), 1.0)
    layout = Layout((1000, 1000), (south, north), middle(2, 3), ())
    seated = layout.seated(1)
    assert seated.displays == (north, south)
    assert seated.middle is not None
    assert seated.middle.quad_at((0, 0)).mean(0) == pytest.approx([700, 600])
    again = seated.seated(1).middle
    assert again is not None and again.quad_at((0, 0)).mean(0) == pytest.approx([500, 500])


def test_without_a_display_seat_0_sits_at_the_pictures_lower_edge() -> None:
    seated = Layout((1000, 1000), (), middle(3, 3).turned(2), ()).seated(0).middle
    assert seated is not None
    assert seated.quad_at((0, 0)).mean(0) == pytest.approx([500, 500])
