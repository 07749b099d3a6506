"""The table's plane from cards that lie about, and lattices of few cards laid on it."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE, FloatArray, map_points
from rules.crystalla.vocabulary import COLUMNS, ROWS
from vision.crystalla.lattice import grids
from vision.crystalla.locate import Detection
from vision.crystalla.plane import plane_of
from vision.crystalla.table_find import FARTHEST, fit_on_table

CARD_PX = 75.0


def seen(points: FloatArray, tilt_deg: float) -> FloatArray:
    """Points in card sides as a camera sees them that looks down at a slant."""
    tilt = np.deg2rad(tilt_deg)
    depth = 20 + points[:, 1] * np.sin(tilt)
    flat = points * np.array([1, np.cos(tilt)])
    return np.asarray(20 * CARD_PX * flat / depth[:, None] + np.array([960, 540]))


def card(rng: np.random.Generator, x: float, y: float, turn_deg: float, tilt_deg: float) -> FloatArray:
    """A card's quad, a pixel off here and there."""
    c, s = np.cos(np.deg2rad(turn_deg)), np.sin(np.deg2rad(turn_deg))
    square = (UNIT_SQUARE - 0.5) @ np.array([[c, s], [-s, c]]) + np.array([x, y])
    return seen(square, tilt_deg) + rng.normal(0, 0.7, (4, 2))


def scattered(rng: np.random.Generator, count: int, tilt_deg: float) -> list[FloatArray]:
    return [card(rng, *rng.uniform(-7, 7, 2), rng.uniform(0, 360), tilt_deg) for _ in range(count)]


@pytest.mark.parametrize("tilt_deg", [0, 20, 40])
def test_in_the_plane_all_cards_are_squares_of_side_one(tilt_deg: float) -> None:
    rng = np.random.default_rng(1)
    quads = scattered(rng, 14, tilt_deg)
    stray = seen((UNIT_SQUARE - 0.5) * [2.0, 0.7], tilt_deg)
    plane = plane_of([*quads, stray])
    assert plane is not None
    for quad in quads:
        flat = map_points(plane, quad)
        sides = np.hypot(*(np.roll(flat, -1, axis=0) - flat).T)
        diagonals = np.hypot(*(flat[2:] - flat[:2]).T) / np.sqrt(2)
        assert np.abs([*sides, *diagonals] - np.float64(1)).max() < 0.06


def test_a_few_cards_or_no_cards_tell_no_plane() -> None:
    rng = np.random.default_rng(2)
    assert plane_of(scattered(rng, 4, 20)) is None
    odd = [quad[0] + (quad - quad[0]) * rng.uniform(0.2, 3, (4, 2)) for quad in scattered(rng, 9, 20)]
    assert plane_of(odd) is None


def test_two_pairs_of_cards_far_apart_are_one_display_and_tell_its_empty_columns() -> None:
    rng = np.random.default_rng(3)
    tilt, pitch = 35, 1.04
    places = [(0, 0), (0, 1), (3, 0), (3, 1)]
    cards = [card(rng, pitch * x - 6, pitch * y - 3, 0, tilt) for x, y in places]
    others = scattered(rng, 9, tilt)
    believed = {Detection(quad, 0.9): 0.9 for quad in cards}
    fitted = fit_on_table(believed | {Detection(quad, 0.9): 0.9 for quad in others}, None)
    (grid,) = grids(tuple(believed), FARTHEST, (ROWS, COLUMNS), fitted=fitted)
    left = min(x for x, _ in grid.cards), min(y for _, y in grid.cards)
    empty = map_points(grid.lattice_to_photo, [(left[0] + 2, left[1] + 2)])[0]
    spots = [seen(np.array([[pitch * x - 6, pitch * y - 3]]), tilt)[0] for x, y in ((2, 2), (2, -1), (1, 2), (1, -1))]
    assert min(np.hypot(*(empty - spot)) for spot in spots) < 0.12 * CARD_PX


def test_on_a_flat_fit_three_cards_tell_where_the_far_column_lies() -> None:
    rng = np.random.default_rng(4)
    tilt = 38
    near = [card(rng, 1.03 * x - 5, 1.03 * y - 5, 0, tilt) for x, y in ((0, 0), (0, 1), (1, 0))]
    believed = {Detection(quad, 0.9): 0.9 for quad in (*near, *scattered(rng, 9, tilt))}
    own = tuple(detection for detection in believed if any(detection.corners is quad for quad in near))
    grid = grids(own, FARTHEST, (ROWS, COLUMNS), fitted=fit_on_table(believed, None))[0]
    corner = next(place for place, found in grid.cards.items() if found.corners is near[0])
    right = next(place for place, found in grid.cards.items() if found.corners is near[2])
    far = np.add(corner, 3 * np.subtract(right, corner))
    spot = seen(np.array([[1.03 * 3 - 5, -5.0]]), tilt)[0]
    assert np.hypot(*(map_points(grid.lattice_to_photo, [far])[0] - spot)) < 0.12 * CARD_PX
