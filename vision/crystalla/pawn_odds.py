"""How many pawns of each colour stand on each pile, told by all piles together: no pawn is made or lost (CR-03)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Odds = npt.NDArray[np.float64]
"""Probabilities (colours, MOST + 1) of none to MOST pawns of each colour on one pile."""
MOST = 3
"""Pawns of one colour (CR-03)."""
IN_ALL = np.array([0.2, 0.01, 0.03, 0.75, 0.005, 0.005])
"""How likely so many pawns of a colour stand on all piles together, the last one for any more.

A colour is in play with all its pawns or with none, unless one is in somebody's hand or beside the piles.
"""


def odds_of(probabilities: npt.NDArray[np.float64], unseen: float) -> Odds:
    """The odds of one pile by its peaks alone.

    `probabilities` (peaks, colours) are those that a peak is a pawn of a colour; of each colour one more pawn may
    stand there `unseen`.
    """
    colours = probabilities.shape[1]
    odds = np.zeros((colours, MOST + 1))
    odds[:, 0] = 1.0
    for one in (*probabilities, np.full(colours, unseen)):
        more = odds * one[:, None]
        odds = odds - more
        odds[:, 1:] += more[:, :-1]
        odds[:, -1] += more[:, -1]
    return odds


def together(piles: Sequence[Odds]) -> list[Odds]:
    """The odds of each pile given all others and how many pawns of a colour there are."""
    all_odds = np.stack(piles)
    before = [_none(all_odds)]
    for odds in all_odds[:-1]:
        before.append(_added(before[-1], odds))
    after = [_none(all_odds)]
    for odds in all_odds[:0:-1]:
        after.append(_added(after[-1], odds))
    return [
        _given(odds, _both(*rest)) for odds, rest in zip(all_odds, zip(before, after[::-1], strict=True), strict=True)
    ]


def _none(all_odds: Odds) -> Odds:
    """Totals (colours, totals) of no piles."""
    totals = np.zeros((all_odds.shape[1], len(IN_ALL)))
    totals[:, 0] = 1.0
    return totals


def _added(totals: Odds, odds: Odds) -> Odds:
    """Totals with one more pile; more than there can be are counted as the last."""
    found = np.zeros_like(totals)
    for count in range(MOST + 1):
        for total in range(len(IN_ALL)):
            found[:, min(total + count, len(IN_ALL) - 1)] += totals[:, total] * odds[:, count]
    return found


def _both(one: Odds, other: Odds) -> Odds:
    found = np.zeros_like(one)
    for total in range(len(IN_ALL)):
        for more in range(len(IN_ALL)):
            found[:, min(total + more, len(IN_ALL) - 1)] += one[:, total] * other[:, more]
    return found


def _given(odds: Odds, rest: Odds) -> Odds:
    """A pile's odds when all other piles have these totals."""
    likely = np.zeros_like(odds)
    for count in range(MOST + 1):
        in_all = IN_ALL[np.minimum(np.arange(len(IN_ALL)) + count, len(IN_ALL) - 1)]
        likely[:, count] = odds[:, count] * (rest @ in_all)
    return np.asarray(likely / likely.sum(1, keepdims=True))
