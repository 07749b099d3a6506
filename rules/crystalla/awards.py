"""Crystal pieces that a walk earns (CR-40, CR-48, CR-49), and how the open display is refilled (CR-46, CR-47)."""

from __future__ import annotations

from collections.abc import Sequence

from rules.crystalla.placing import CrystalPiece
from rules.crystalla.table import PileView, Walk
from rules.crystalla.vocabulary import Segment

PAIR = 2


def seats_due(piles: Sequence[PileView], walk: Walk, players: int) -> tuple[int, ...]:
    """Seats of which the finished walk brought exactly 2 pawns together on one pile (CR-40, R03 to R06).

    Each at most once, since 3 pawns make no two pairs; the neutral colour has no seat (CR-49).
    """
    due = {colour for pile, colour in walk.steps if colour < players and piles[pile].pawns[colour] == PAIR}
    return tuple(sorted(due))


def refill_shape(stacks: tuple[int, int], taken: CrystalPiece) -> Segment | None:
    """Shape that replaces a given piece: its own while that stack lasts (CR-46), else the other (CR-47, R11)."""
    heights = dict(zip(Segment, stacks, strict=True))
    other = next(shape for shape in Segment if shape is not taken.shape)
    return next((shape for shape in (taken.shape, other) if heights[shape]), None)
