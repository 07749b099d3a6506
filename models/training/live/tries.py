"""How pawns may have come where they stand: every order of every pile, tried naively, and what forbids it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from rules.crystalla.table import Table

Pawns = tuple[tuple[int, ...], ...]
"""Pawns by pile and colour."""
MOST = 6
"""Longer walks have too many orders to try them all."""


def ways(table: Table, now: Pawns, last: int) -> Iterator[tuple[str, ...]]:
    """What is wrong with each way in which the active player may have walked to `last`, nothing for a legal one.

    A way picks a pile, leaves some of its pawns or none, and sets the others in some order. Wrong are `foreign` (no own
    pawn there), `left` (pawns stayed), `far`, `diagonal` and `back` steps. Raises ValueError for more pawns than MOST.
    """
    for picked, pile in enumerate(table.piles):
        added = [_sub(after, other.pawns) for after, other in zip(now, table.piles, strict=True)]
        # Pawns that stayed and pawns that came back look alike, so every number of stayed ones is tried.
        for stayed in _parts(now[picked]):
            set_down = list(added)
            set_down[picked] = _sub(now[picked], stayed)
            lifted = _sub(pile.pawns, stayed)
            if min(lifted) < 0 or not any(lifted) or min(min(counts) for counts in set_down) < 0:
                continue
            if tuple(sum(colour) for colour in zip(*set_down, strict=True)) != lifted:
                continue
            start = (("foreign",) * (not table.has_own(picked))) + ("left",) * any(stayed)
            for path in _orders(picked, set_down, last):
                yield (*start, *_wrong_steps(table, path))


def _sub(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _parts(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not counts:
        yield ()
        return
    for first in range(counts[0] + 1):
        for rest in _parts(counts[1:]):
            yield (first, *rest)


def _orders(picked: int, added: list[tuple[int, ...]], last: int) -> Iterator[tuple[int, ...]]:
    visits = [pile for pile, counts in enumerate(added) for _ in range(sum(counts))]
    if len(visits) > MOST:
        raise ValueError(f"{len(visits)} pawns were set, at most {MOST} can be tried")
    for order in set(permutations(visits)):
        if order[-1] == last:
            yield (picked, *order)


def _wrong_steps(table: Table, path: tuple[int, ...]) -> Iterator[str]:
    for step in range(1, len(path)):
        (row, col), (to_row, to_col) = table.spot(path[step - 1]), table.spot(path[step])
        across, along = abs(row - to_row), abs(col - to_col)
        if across + along != 1:
            yield "diagonal" if across == along == 1 else "far"
        elif step > 1 and path[step] == path[step - 2]:
            yield "back"


def can_be_tried(table: Table) -> bool:
    """Whether no pile carries more pawns than can be tried."""
    return max(sum(pile.pawns) for pile in table.piles) <= MOST


def fewest(table: Table, now: Pawns, last: int) -> set[tuple[str, ...]]:
    """The ways with the fewest wrongs."""
    found = {tuple(sorted(way)) for way in ways(table, now, last)}
    least = min((len(way) for way in found), default=0)
    return {way for way in found if len(way) == least}
