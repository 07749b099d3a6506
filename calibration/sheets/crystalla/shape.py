"""The shapes of a Crystalla card: the cut, its two segments, and insets of them (design §4).

Units: 1000 to a card's side, x right, y down, canonical orientation.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

from calibration.sheets.svg import Point
from rules.crystalla.vocabulary import Segment

CARD_MM = 56.0
SIDE = 1000.0
UNITS_PER_MM = SIDE / CARD_MM
_BOW = 0.2 / (2 * 0.36 * 0.64)
_CONTROL = (SIDE * (0.5 + _BOW / 2), SIDE * (0.5 - _BOW / 2))
"""Control point of the quadratic curve through (0.46, 0.26) and (0.74, 0.54)."""
_STEPS = 72


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where a segment's emblem sits and how its own frame is turned (degrees clockwise)."""

    centre: Point
    turn: float
    scale: float

    @property
    def transform(self) -> str:
        """SVG transform from the segment's own frame (origin the emblem, up = towards the cut)."""
        return f"translate({self.centre[0]:g} {self.centre[1]:g}) rotate({self.turn:g})"


ANCHORS = {
    Segment.LARGE: Anchor((362, 638), 45, 1.4),
    Segment.SMALL: Anchor((774, 226), 225, 0.95),
}
OWN_CORNER: dict[Segment, Point] = {Segment.LARGE: (0.0, SIDE), Segment.SMALL: (SIDE, 0.0)}


def cut_point(share: float) -> Point:
    """The point of the cut at curve parameter `share` (0 the top-left corner, 1 the bottom-right), in card units."""
    middle = 2 * share * (1 - share)
    end = share * share * SIDE
    return middle * _CONTROL[0] + end, middle * _CONTROL[1] + end


def cut_line(away: float = 0.0) -> list[Point]:
    """The cut as points, moved by `away` units towards the top-right corner."""
    return [_beside_cut(step / _STEPS, away) for step in range(_STEPS + 1)]


def _beside_cut(share: float, away: float) -> Point:
    x, y = cut_point(share)
    dx = (1 - 2 * share) * _CONTROL[0] + share * SIDE
    dy = (1 - 2 * share) * _CONTROL[1] + share * SIDE
    length = math.hypot(dx, dy)
    return x + away * dy / length, y - away * dx / length


def segment_outline(segment: Segment, inset: float, radius: float) -> list[Point]:
    """The segment drawn in by `inset` units with corners rounded to `radius` units, clockwise."""
    return _grown(_sharp(segment, inset + radius), radius)


def _sharp(segment: Segment, inset: float) -> list[Point]:
    low, high = inset, SIDE - inset
    if segment is Segment.LARGE:
        curve = _inside(cut_line(-inset), low, high)
        return [*curve, (low, high)]
    curve = _inside(cut_line(inset), low, high)
    return [*reversed(curve), (high, low)]


def _inside(curve: Sequence[Point], low: float, high: float) -> list[Point]:
    """The part of a curve within the square from `low` to `high`, ended exactly on its sides."""
    kept: list[Point] = []
    for start, end in itertools.pairwise(curve):
        shares = [0.0, *sorted(_crossings(start, end, low, high)), 1.0]
        points = [(start[0] + s * (end[0] - start[0]), start[1] + s * (end[1] - start[1])) for s in shares]
        kept += [p for p in points if all(low - 1e-6 <= c <= high + 1e-6 for c in p)]
    return kept


def _crossings(start: Point, end: Point, low: float, high: float) -> list[float]:
    found = []
    for a, b in zip(start, end, strict=True):
        found += [(bound - a) / (b - a) for bound in (low, high) if (a - bound) * (b - bound) < 0]
    return found


def _grown(points: Sequence[Point], radius: float) -> list[Point]:
    """A clockwise outline moved outwards by `radius`, with round joins at its convex corners."""
    points = [p for p, q in zip(points, [*points[1:], points[0]], strict=True) if math.dist(p, q) > 1e-3]
    grown: list[Point] = []
    count = len(points)
    for index, (x, y) in enumerate(points):
        before = _heading(points[index - 1], (x, y))
        turn = (_heading((x, y), points[(index + 1) % count]) - before + math.pi) % (2 * math.pi) - math.pi
        steps = max(1, round(turn / 0.15)) if turn > 0 else 1
        headings = [before + turn * (step / steps if turn > 0 else 0.5) for step in range(steps + 1)]
        grown += [(x + radius * math.sin(h), y - radius * math.cos(h)) for h in headings]
    return grown


def _heading(start: Point, end: Point) -> float:
    return math.atan2(end[1] - start[1], end[0] - start[0])
