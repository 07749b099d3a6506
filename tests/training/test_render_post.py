"""Which renderings hold a segment that nobody can read: judged by pixels alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from models.training.render.post import drowned

CORNERS = [[100, 60], [300, 80], [290, 280], [90, 260]]
TRUTH = {"cards": [{"corners": CORNERS}]}


def card(paper: int, ink: int) -> np.ndarray:
    """A card of printed stripes in a dark picture."""
    picture = np.full((360, 480, 3), 40, np.uint8)
    cv2.fillPoly(picture, [np.array(CORNERS)], (paper,) * 3)
    for y in range(60, 290, 16):
        cv2.line(picture, (80, y), (310, y + 12), (ink,) * 3, 4)
    return picture


@pytest.mark.parametrize(("paper", "ink", "hidden"), [(200, 60, False), (240, 205, False), (240, 231, True)])
def test_a_segment_is_drowned_when_a_reflection_leaves_no_contrast(paper: int, ink: int, hidden: bool) -> None:
    assert drowned(card(paper, ink), TRUTH) is hidden


def test_one_drowned_segment_is_enough() -> None:
    picture = card(200, 60)
    cv2.fillPoly(picture, [np.array([CORNERS[0], CORNERS[2], CORNERS[3]])], (255, 255, 255))
    assert drowned(picture, TRUTH)


def test_a_picture_without_cards_is_kept() -> None:
    assert not drowned(card(255, 255), {"cards": []})
