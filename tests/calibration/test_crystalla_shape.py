"""The shapes of the reference card follow design §4."""

from __future__ import annotations

import math

import pytest

from calibration.sheets.crystalla.shape import SIDE, cut_line, cut_point, segment_outline
from calibration.sheets.svg import Point
from rules.crystalla.vocabulary import Segment


def _area(points: list[Point]) -> float:
    turns = zip(points, [*points[1:], points[0]], strict=True)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in turns) / 2


@pytest.mark.parametrize(("x", "y"), [(0, 0), (460, 260), (740, 540), (1000, 1000)])
def test_cut_passes_through_the_given_points(x: float, y: float) -> None:
    nearest = min(math.dist(cut_point(step / 5000), (x, y)) for step in range(5001))
    assert nearest < 0.2


def test_cut_is_its_own_mirror_in_the_antidiagonal() -> None:
    for share in (0.1, 0.25, 0.4):
        x, y = cut_point(share)
        assert cut_point(1 - share) == pytest.approx((SIDE - y, SIDE - x))


def test_the_two_segments_fill_the_card() -> None:
    large, small = (_area(segment_outline(segment, 0, 0)) for segment in (Segment.LARGE, Segment.SMALL))
    assert large + small == pytest.approx(SIDE**2, rel=1e-3)
    assert large > 1.5 * small > 0


@pytest.mark.parametrize("segment", Segment)
@pytest.mark.parametrize(("inset", "radius"), [(12, 20), (40, 0), (40, 16)])
def test_an_inset_keeps_its_distance_from_sides_and_cut(segment: Segment, inset: float, radius: float) -> None:
    points = segment_outline(segment, inset, radius)
    assert min(min(x, y, SIDE - x, SIDE - y) for x, y in points) == pytest.approx(inset, abs=0.5)
    cut = cut_line()
    assert min(math.dist(p, q) for p in points for q in cut) == pytest.approx(inset, rel=0.06)
