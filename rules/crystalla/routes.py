"""Which walk explains where pawns were added: a legal one, or the one that breaks the fewest rules."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from rules.crystalla.seen import Seen
from rules.crystalla.table import Table
from rules.crystalla.walk import Grid, step_refusal
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


def find_route(grid: Grid, picked: int, added: Pawns, last: int | None) -> Route | None:
    """The walk with the fewest forbidden steps that adds these pawns and ends on `last`, if that is given."""

    @cache
    def search(left: tuple[int, ...], recent: tuple[int, ...]) -> tuple[int, tuple[int, ...]] | None:
        if not any(left):
            return 0, ()
        best = None
        for pile, count in enumerate(left):
            if not count or (sum(left) == 1 and last is not None and pile != last):
                continue
            rest = search((*left[:pile], count - 1, *left[pile + 1 :]), (recent[-1], pile))
            if rest is None:
                continue
            cost = rest[0] + (step_refusal(grid, recent, pile) is not None)
            if best is None or cost < best[0]:
                best = (cost, (pile, *rest[1]))
        return best

    found = search(tuple(sum(pile) for pile in added), (picked,))
    return None if found is None else Route(picked, added, (picked, *found[1]))


def find_routes(table: Table, seen: Seen, lasts: tuple[int, ...] | None, own: bool = True) -> list[Route]:
    """The walks with the fewest forbidden steps, one from each pile that may have been picked to each last pile.

    `own` picks piles with a pawn of the active player, otherwise only those without.
    """
    now = tuple(pile.pawns for pile in seen.piles)
    routes = []
    for picked, pile in enumerate(table.piles):
        if not any(pile.pawns) or bool(pile.pawns[table.active]) is not own:
            continue
        added = added_pawns(table, picked, now)
        found = () if added is None else (find_route(table.grid, picked, added, last) for last in lasts or (None,))
        routes += [route for route in found if route is not None]
    fewest = min((len(route.refusals(table.grid)) for route in routes), default=0)
    return [route for route in routes if len(route.refusals(table.grid)) == fewest]
