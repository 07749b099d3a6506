"""How many pawns of each colour stand on each pile, told by all piles together: no pawn is made or lost (CR-03)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

Odds = npt.NDArray[np.float64]
"""Probabilities (colours, MOST + 1) of none to MOST pawns of each colour on one pile."""
MOST = 3
"""Pawns of one colour (CR-03)."""
PRESENT = np.array([0.005, 0.0125, 0.0375, 0.935, 0.005, 0.005])
"""How likely so many pawns of a colour in play stand on all piles together, the last one for any more.

All of them do, unless one is in somebody's hand or beside the piles.
"""
ABSENT = np.array([0.98, 0.005, 0.005, 0.005, 0.0025, 0.0025])
"""The same of a colour that is not in play: what seems to be a pawn of it is one of another colour."""
COLOURS_IN_PLAY = {6: 2, 9: 4}
"""How many colours are in play by the number of piles: with 3 players the fourth is neutral (CR-11 to CR-19)."""
IN_PLAY = 0.8
"""How likely any colour is in play where the number of piles does not tell."""

_TOTALS = np.arange(len(PRESENT))
_SUMS = np.eye(len(PRESENT))[np.minimum(_TOTALS[:, None] + _TOTALS, _TOTALS[-1])]
"""(totals, totals, totals): 1 where two add up to a third."""


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
    in_play = _in_play(_added(before[-1], all_odds[-1]), COLOURS_IN_PLAY.get(len(piles)))[:, None]
    in_all = in_play * PRESENT + (1 - in_play) * ABSENT
    return [
        _given(odds, _added(*rest), in_all)
        for odds, rest in zip(all_odds, zip(before, after[::-1], strict=True), strict=True)
    ]


def _in_play(totals: Odds, count: int | None) -> npt.NDArray[np.float64]:
    """How likely each colour is in play by the totals (colours, totals) of all others, of which `count` are."""
    colours = range(len(totals))
    if count is None:
        return np.full(len(totals), IN_PLAY)
    ratios = (totals @ PRESENT) / (totals @ ABSENT)
    likely = []
    for colour in colours:
        others = [other for other in colours if other != colour]
        there, away = (
            sum(float(ratios[list(chosen)].prod()) for chosen in combinations(others, more))
            for more in (count - 1, count)
        )
        likely.append(there / (there + away) if there + away else IN_PLAY)
    return np.array(likely)


def _none(all_odds: Odds) -> Odds:
    """Totals (colours, totals) of no piles."""
    totals = np.zeros((all_odds.shape[1], len(PRESENT)))
    totals[:, 0] = 1.0
    return totals


def _added(one: Odds, other: Odds) -> Odds:
    """Totals of both together, each of a pile or of several; more than there can be are counted as the last."""
    counts = _SUMS[: one.shape[1], : other.shape[1]]
    return np.asarray(np.einsum("ci,cj,ijk->ck", one, other, counts))


def _given(odds: Odds, rest: Odds, in_all: Odds) -> Odds:
    """A pile's odds when all other piles have these totals, and all together are as likely as `in_all`."""
    likely = odds * np.einsum("cr,ct,irt->ci", rest, in_all, _SUMS[: odds.shape[1]])
    return np.asarray(likely / likely.sum(1, keepdims=True))
