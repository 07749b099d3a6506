"""Grids from single cards: synthetic detections through a known homography, gaps, crooked hands, strays."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE, FloatArray, map_points
from rules.crystalla.vocabulary import Cell
from vision.crystalla.lattice import grids, in_lattice_order
from vision.crystalla.locate import Detection
from vision.crystalla.orient import seat_of

Places = list[tuple[int, int]]
FULL: Places = [(x, y) for x in range(4) for y in range(3)]


def camera(turn_deg: float, tilt: float) -> FloatArray:
    """Table units (a card pitch is 1) to photo pixels: turned in the plane, foreshortened downwards."""
    angle = np.deg2rad(turn_deg)
    c, s = np.cos(angle), np.sin(angle)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    to_middle = np.array([[1, 0, -1.5], [0, 1, -1.0], [0, 0, 1.0]])
    view = np.array([[90, 0, 400], [0, 90 * np.cos(tilt), 300], [0, -0.12 * np.sin(tilt), 1.0]])
    return view @ turn @ to_middle


def card(rng: np.random.Generator, place: tuple[int, int], matrix: FloatArray, gap: float = 0.04) -> Detection:
    """What the locator would say of a hand-laid card: a parallelogram, any corner first."""
    angle = np.deg2rad(rng.uniform(-3, 3))
    c, s = np.cos(angle), np.sin(angle)
    unit = (UNIT_SQUARE - 0.5) * (1 - gap) @ np.array([[c, s], [-s, c]])
    quad = map_points(matrix, unit + np.array(place) + rng.uniform(-0.03, 0.03, 2))
    u, v = (quad[1] - quad[0] + quad[2] - quad[3]) / 4, (quad[3] - quad[0] + quad[2] - quad[1]) / 4
    centre = map_points(matrix, [place])[0]
    corners = np.array([centre - u - v, centre + u - v, centre + u + v, centre - u + v])
    return Detection(np.roll(corners, int(rng.integers(4)), axis=0), 0.9)


@pytest.mark.parametrize("turn_deg", range(0, 360, 15))
@pytest.mark.parametrize("tilt_deg", [0, 25, 45])
def test_a_full_display_is_one_grid_of_three_by_four_at_any_turn_and_tilt(turn_deg: int, tilt_deg: int) -> None:
    rng = np.random.default_rng(turn_deg * 100 + tilt_deg)
    matrix = camera(turn_deg, np.deg2rad(tilt_deg))
    found = grids(tuple(card(rng, place, matrix) for place in rng.permutation(FULL).tolist()))
    assert [len(grid.cards) for grid in found] == [12]
    xs, ys = ({place[axis] for place in found[0].cards} for axis in (0, 1))
    assert sorted((len(xs), len(ys))) == [3, 4]


def test_lattice_quads_come_clockwise_from_the_lattices_own_top_left() -> None:
    rng = np.random.default_rng(3)
    grid = grids(tuple(card(rng, place, camera(70, 0.6)) for place in FULL))[0]
    for place in grid.cards:
        quad = in_lattice_order(grid, place)
        ideal = grid.quad_at(place)
        side = grid.cards[place].side_px
        assert np.hypot(*(quad - ideal).T).max() < 0.12 * side


def test_a_card_hidden_in_the_middle_does_not_split_the_display() -> None:
    rng = np.random.default_rng(4)
    places = [(0, 0), (0, 1), (2, 0), (2, 1), (3, 0), (3, 1)]
    found = grids(tuple(card(rng, place, camera(10, 0.3)) for place in places))
    assert len(found[0].cards) == 6


def test_a_loose_turned_card_beside_the_display_stays_outside() -> None:
    rng = np.random.default_rng(5)
    matrix = camera(0, 0.2)
    loose = map_points(matrix, (UNIT_SQUARE - 0.5) @ np.array([[0.8, 0.6], [-0.6, 0.8]]) + [5.1, 1.2])
    found = grids((*(card(rng, place, matrix) for place in FULL), Detection(loose, 0.9)))
    assert [len(grid.cards) for grid in found] == [12, 1]


@pytest.mark.parametrize(("turn_deg", "bottom_left"), [(0, (0, 2)), (90, None), (180, (3, 0))])
def test_without_a_tableau_the_player_sits_at_the_photos_bottom(
    turn_deg: int, bottom_left: tuple[int, int] | None
) -> None:
    rng = np.random.default_rng(6)
    matrix = camera(turn_deg, 0.3)
    grid = grids(tuple(card(rng, place, matrix) for place in FULL))[0]
    seat = seat_of(grid, dict.fromkeys(grid.cards, 1.0), ())
    cells = seat.cells(list(grid.cards))
    assert len(cells) == 12
    photo = grid.cards[cells[Cell(0, 0)]].centre
    if bottom_left is not None:
        assert np.hypot(*(photo - map_points(matrix, [bottom_left])[0])) < 10


def test_a_tableau_says_where_the_player_sits_and_which_column_is_first() -> None:
    rng = np.random.default_rng(7)
    matrix = camera(0, 0.3)
    places = [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1)]
    grid = grids(tuple(card(rng, place, matrix) for place in places))[0]
    marks = tuple(Detection(map_points(matrix, (UNIT_SQUARE - 0.5) + np.array([x, -0.77])), 0.8) for x in range(4))
    seat = seat_of(grid, dict.fromkeys(grid.cards, 1.0), marks)
    assert seat.by_tableau
    assert set(seat.cells(list(grid.cards))) == {Cell(0, 0), Cell(0, 1), Cell(0, 2), Cell(1, 1), Cell(1, 2)}
