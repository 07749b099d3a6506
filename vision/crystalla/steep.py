"""Joins the cards of one display also in steep views, where neighbours differ more than cards side by side should."""

from __future__ import annotations

from rules.crystalla.vocabulary import COLUMNS, ROWS
from vision.crystalla.lattice import Grid, Place, fit, fits, grids, off_lattice
from vision.crystalla.locate import Detection

SLACK = 1.35
"""So much more neighbours differ in size, distance and direction when the camera is tilted by 45 degrees and near."""
LARGER_BY = 2
"""With fewer cards more it may just have taken in a loose one."""
EXACT = 0.17
"""The cards of a grid found so must lie on one lattice, perspective and all, to this share of a side."""


def display_grids(detections: tuple[Detection, ...]) -> list[Grid]:
    """The grids of cards, largest first; with wide tolerances where that finds a larger display."""
    flat = grids(detections)
    if not flat or len(detections) < len(flat[0].cards) + LARGER_BY:
        return flat
    steep = grids(detections, slack=SLACK)
    larger = len(steep[0].cards) >= len(flat[0].cards) + LARGER_BY
    return steep if larger and _is_display(steep[0]) else flat


def rejoined(cards: dict[Place, Detection]) -> Grid | None:
    """The largest grid of cards whose corners are known better now, None without cards.

    Their old places hold where all of them fit these exactly, since steep views hide what lies beside what.
    """
    joined = next(iter(display_grids(tuple(cards.values()))), None)
    if joined is None or len(joined.cards) == len(cards):
        return joined
    as_before = fit(cards)
    whole = len(as_before.cards) == len(cards) and _hangs_together(set(cards)) and _is_display(as_before)
    return as_before if whole else joined


def _hangs_together(places: set[Place]) -> bool:
    """Whether each place can be reached from each other one over neighbours."""
    reached, queue = set[Place](), [min(places)]
    while queue:
        x, y = queue.pop()
        if (x, y) in places and (x, y) not in reached:
            reached.add((x, y))
            queue += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
    return reached == places


def _is_display(grid: Grid) -> bool:
    """Whether the grid is no larger than a display, and each card lies where its lattice has it."""
    off = max(off_lattice(grid.lattice_to_photo, place, card) for place, card in grid.cards.items())
    return fits(list(grid.cards), (ROWS, COLUMNS)) and off < EXACT


def free_places(grid: Grid) -> list[Place]:
    """Places without a detection inside the grid's bounding rectangle, where a card may have been overlooked."""
    if not fits(list(grid.cards), (ROWS, COLUMNS)):
        return []
    xs, ys = ({place[axis] for place in grid.cards} for axis in (0, 1))
    inside = [(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)]
    return [place for place in inside if place not in grid.cards]


def places_beside(grid: Grid) -> list[Place]:
    """Neighbours of the grid's cards with which it would be no larger than a display."""
    beside = {(x + dx, y + dy) for x, y in grid.cards for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
    return [place for place in sorted(beside - set(grid.cards)) if fits([*grid.cards, place], (ROWS, COLUMNS))]
