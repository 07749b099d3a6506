"""Glare over a segment is told from print, for each turn of the card."""

from __future__ import annotations

import numpy as np
import pytest

from vision.crystalla.cards import _clipped
from vision.crystalla.crop import CROP_PX


@pytest.mark.parametrize("rotation", range(4))
def test_glare_over_the_large_segment_is_found_at_the_cards_own_turn(rotation: int) -> None:
    crop = np.full((CROP_PX, CROP_PX, 3), 90, np.uint8)
    crop[np.tri(CROP_PX, dtype=bool)] = 255  # canonical: the large segment owns the bottom-left corner
    shares = _clipped(np.ascontiguousarray(np.rot90(crop, -rotation)))
    large, small = shares[rotation]
    assert large > 0.95
    assert small < 0.05


def test_a_bright_print_is_no_glare() -> None:
    crop = np.full((CROP_PX, CROP_PX, 3), (240, 250, 255), np.uint8)
    assert _clipped(crop).max() == 0
