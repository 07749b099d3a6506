"""Cards of one display are joined in steep views, and nothing else is joined to it for that."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.geometry import UNIT_SQUARE, map_points
from models.training.render.camera import Pose, stand
from vision.crystalla.lattice import grids
from vision.crystalla.locate import Detection
from vision.crystalla.steep import LARGER_BY, display_grids, rejoined

SIDE = 56.0


def seen(cells: list[tuple[float, float]], tilt: float, away_mm: float = 330.0) -> tuple[Detection, ...]:
    """Cards at lattice cells (column, row) as a locator sees them: parallelograms under a tilted, near camera."""
    view = stand(Pose(tilt, 45.0, 0.0, 24.0), (0.0, 0.0, 0.0), away_mm, (960, 720))
    found = []
    for x, y in cells:
        corners = (UNIT_SQUARE - 0.5 + (x - 1.5, y - 1.0)) * SIDE * 1.03
        quad = np.array([view.project((float(u), float(-v), 0.4)) for u, v in corners])
        middle = quad.mean(axis=0)
        turns = 1j ** np.arange(4)
        z = (quad - middle) @ np.array([1, 1j])
        flat = (z * turns.conj()).mean() * turns + (z * turns).mean() * turns.conj()
        found.append(Detection(np.column_stack([flat.real, flat.imag]) + middle, 0.8))
    return tuple(found)


FULL = [(float(x), float(y)) for x in range(4) for y in range(3)]


@pytest.mark.parametrize("tilt", [0.0, 30.0, 52.0])
def test_a_full_display_is_one_grid(tilt: float) -> None:
    assert len(display_grids(seen(FULL, tilt))[0].cards) == len(FULL)


def test_a_loose_card_beside_it_is_not_joined() -> None:
    loose = (4.4, 1.35)
    best = display_grids(seen([*FULL, loose], 10.0))[0]
    assert len(best.cards) == len(FULL)


def test_a_near_and_steep_view_needs_wide_tolerances() -> None:
    cards = seen(FULL, 52.0, away_mm=250.0)
    assert len(grids(cards)[0].cards) <= len(FULL) - LARGER_BY
    assert len(display_grids(cards)[0].cards) == len(FULL)


def test_the_lattice_of_a_steep_display_fits_its_cards() -> None:
    best = display_grids(seen(FULL, 52.0, away_mm=250.0))[0]
    off = [
        np.hypot(*(map_points(best.lattice_to_photo, [place])[0] - card.centre)) for place, card in best.cards.items()
    ]
    assert max(off) < 0.2 * min(card.side_px for card in best.cards.values())


def test_cards_that_no_neighbour_joins_to_the_others_are_another_grid() -> None:
    places = [(0, 0), (0, 1), (0, 2), (3, 0), (3, 1)]
    cards = dict(zip(places, seen([(float(x), float(y)) for x, y in places], 20.0), strict=True))
    best = rejoined(cards)
    assert best is not None
    assert len(best.cards) == 3


def test_places_hold_that_a_steep_view_hides() -> None:
    places = [(int(x), int(y)) for x, y in FULL]
    cards = dict(zip(places, seen(FULL, 45.0, away_mm=150.0), strict=True))
    best = rejoined(cards)
    assert best is not None
    assert len(best.cards) > len(grids(tuple(cards.values()))[0].cards)
