"""Which walk explains where pawns were added: a legal one, or one with the fewest forbidden steps."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.crystalla.seen import Seen
from rules.crystalla.table import Table
from rules.crystalla.walk import Grid, next_piles, step_refusal
from rules.engine import Refusal

Pawns = tuple[tuple[int, ...], ...]
"""Pawns by pile and colour."""


@dataclass(frozen=True, slots=True)
class Route:
    """A picked pile, the pawns added by pile and colour, and the piles stepped on in order, the picked one first."""

    picked: int
    added: Pawns
    path: tuple[int, ...]

    def steps(self) -> list[tuple[int, int]]:
        """Pile and colour of each step; which colour comes first on a pile visited twice means nothing."""
        left = [[colour for colour, count in enumerate(pile) for _ in range(count)] for pile in self.added]
        return [(pile, left[pile].pop(0)) for pile in self.path[1:]]

    def refusals(self, grid: Grid) -> list[Refusal]:
        """What forbids its steps."""
        found = (step_refusal(grid, self.path[:end], self.path[end]) for end in range(1, len(self.path)))
        return [refusal for refusal in found if refusal is not None]


def added_pawns(table: Table, picked: int, now: Pawns) -> Pawns | None:
    """The pawns added if `picked` was lifted, None when that cannot be: some are gone, or others than the lifted."""
    before = [pile.pawns for pile in table.piles]
    lifted = before[picked]
    before[picked] = (0,) * len(lifted)
    added = tuple(
        tuple(after - count for after, count in zip(pile, old, strict=True))
        for pile, old in zip(now, before, strict=True)
    )
    totals = tuple(sum(colour) for colour in zip(*added, strict=True))
    return added if totals == lifted and min(min(pile) for pile in added) >= 0 else None


def find_route(grid: Grid, picked: int, added: Pawns, last: int | None, forbidden: int = 0) -> Route | None:
    """A walk with at most so many forbidden steps that adds these pawns and ends on `last`, if that is given."""

    @cache
    def search(left: tuple[int, ...], recent: tuple[int, ...], allowed: int) -> tuple[int, ...] | None:
        if not any(left):
            return ()
        legal = next_piles(grid, recent)
        for pile in legal if not allowed else range(len(left)):
            if not left[pile] or (sum(left) == 1 and last not in (None, pile)):
                continue
            rest = search(_less(left, pile), (recent[-1], pile), allowed - (pile not in legal))
            if rest is not None:
                return (pile, *rest)
        return None

    if last is not None and not any(added[last]):
        return None
    found = search(tuple(sum(pile) for pile in added), (picked,), forbidden)
    return None if found is None else Route(picked, added, (picked, *found))


def _less(counts: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*counts[:place], counts[place] - 1, *counts[place + 1 :])


def find_routes(
    table: Table, seen: Seen, lasts: tuple[int, ...] | None, own: bool = True, most: int = 0
) -> list[Route]:
    """The walks with the fewest forbidden steps, `most` at most: one from each picked pile to each of the last piles.

    `own` picks piles with a pawn of the active player, otherwise only those without.
    """
    now = tuple(pile.pawns for pile in seen.piles)
    picks = [index for index, pile in enumerate(table.piles) if any(pile.pawns)]
    ways = [(picked, added_pawns(table, picked, now)) for picked in picks if table.has_own(picked) is own]
    for forbidden in range(most + 1):
        found = (
            find_route(table.grid, picked, added, last, forbidden)
            for picked, added in ways
            if added is not None
            for last in lasts or (None,)
        )
        routes = [route for route in found if route is not None]
        if routes:
            return routes
    return []
