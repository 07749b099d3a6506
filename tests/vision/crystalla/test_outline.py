"""An open piece's card square snaps to the straight edges that are seen."""

import cv2
import numpy as np
import pytest

from rules.crystalla.vocabulary import Segment
from vision.crystalla.outline import Edges
from vision.crystalla.pile_crop import PIECE_CENTRES

SIDE = 64.0
CUT = ((0.0, 0.0), (0.46, 0.26), (0.74, 0.54), (1.0, 1.0))
OUTLINES = {Segment.LARGE: (*CUT, (0.0, 1.0)), Segment.SMALL: (*CUT, (1.0, 0.0))}


def square(degrees: float, centre: tuple[float, float] = (100, 90)) -> np.ndarray:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    unit = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) * SIDE
    return unit @ np.array([[c, s], [-s, c]]) + centre


def at(corners: np.ndarray, point: tuple[float, float]) -> np.ndarray:
    u, v = point
    return np.asarray(corners[0] + u * (corners[1] - corners[0]) + v * (corners[3] - corners[0]))


def crop(true: np.ndarray, segment: Segment) -> np.ndarray:
    picture = np.full((180, 200, 3), (70, 90, 110), np.uint8)
    outline = np.array([at(true, point) for point in OUTLINES[segment]])
    cv2.fillPoly(picture, [np.rint(outline * 16).astype(np.int32)], (190, 60, 150), cv2.LINE_AA, 4)
    noise = np.random.default_rng(3).normal(0, 4, picture.shape)
    return np.clip(picture + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("segment", list(Segment))
@pytest.mark.parametrize(("turn", "off"), [(10.0, -25.0), (75.0, 33.0), (200.0, 14.0), (310.0, -38.0)])
def test_a_rough_square_is_laid_on_the_edges(segment: Segment, turn: float, off: float) -> None:
    true = square(turn)
    rough = square(turn + off, (104, 85))
    found = Edges(crop(true, segment)).refined(rough, segment, at(rough, PIECE_CENTRES[segment.value]))
    assert np.abs(found - true).max() < 4


def test_where_no_edge_is_seen_the_square_stays() -> None:
    blank = np.full((180, 200, 3), 90, np.uint8)
    rough = square(30)
    assert Edges(blank).refined(rough, Segment.LARGE, at(rough, (0.34, 0.66))) == pytest.approx(rough)
