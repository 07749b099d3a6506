"""Cuts a grid that is too large for one display: two side by side are joined where their cards nearly touch."""

from __future__ import annotations

import numpy as np

from vision.crystalla.lattice import Fit, Grid, Place, fits


def apart(grid: Grid, widest: tuple[int, int], fitted: Fit) -> list[Grid]:
    """The grid, or the grids of the size `widest` at most that it falls into, each cut where the gap is the widest."""
    places = list(grid.cards)
    if fits(places, widest):
        return [grid]
    axis = int(np.argmax([np.ptp([place[axis] for place in places]) for axis in (0, 1)]))
    used = sorted({place[axis] for place in places})
    cuts = [_cut(places, axis, first) for first in used[1:]]
    both_fit = [cut for cut in cuts if all(fits(part, widest) for part in cut)]
    cut = max(both_fit or cuts, key=lambda parts: _gap(grid, axis, parts[1]))
    parts = (fitted({place: grid.cards[place] for place in part}) for part in cut)
    return [piece for part in parts for piece in apart(part, widest, fitted)]


def _cut(places: list[Place], axis: int, first: int) -> tuple[list[Place], list[Place]]:
    before = [place for place in places if place[axis] < first]
    return before, [place for place in places if place[axis] >= first]


def _gap(grid: Grid, axis: int, beyond: list[Place]) -> float:
    """Mean way between neighbours across a cut, in card sides; infinite where no cards meet."""
    ways = []
    first = min(place[axis] for place in beyond)
    for place in beyond:
        other = (place[0] - (axis == 0), place[1] - (axis == 1))
        if place[axis] == first and other in grid.cards:
            one, two = grid.cards[place], grid.cards[other]
            ways.append(float(np.hypot(*(one.centre - two.centre))) / (one.side_px + two.side_px) * 2)
    return float(np.mean(ways)) if ways else np.inf
