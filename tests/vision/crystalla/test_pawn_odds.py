"""Piles together tell more of their pawns than each alone: a colour is there with all its pawns or with none."""

from itertools import product

import numpy as np
import pytest

from vision.crystalla.pawn_odds import ABSENT, IN_PLAY, MOST, PRESENT, Odds, odds_of, together

CLEAR = 0.999


def sure(*counts: int) -> Odds:
    """Odds of a pile on which surely so many pawns of each colour stand."""
    odds = np.full((len(counts), MOST + 1), (1 - CLEAR) / MOST)
    odds[np.arange(len(counts)), counts] = CLEAR
    return odds


def test_peaks_make_counts() -> None:
    odds = odds_of(np.array([[0.9, 0.0], [0.5, 0.5]]), unseen=0.0)
    assert odds[0] == pytest.approx([0.05, 0.5, 0.45, 0.0])
    assert odds[1] == pytest.approx([0.5, 0.5, 0.0, 0.0])


def test_more_pawns_of_a_colour_than_there_are_count_as_all() -> None:
    assert odds_of(np.ones((5, 1)), unseen=0.1)[0] == pytest.approx([0, 0, 0, 1])


def test_a_pile_without_peaks_may_hide_a_pawn() -> None:
    assert odds_of(np.empty((0, 2)), unseen=0.02)[1] == pytest.approx([0.98, 0.02, 0, 0])


def test_the_missing_pawn_stands_where_one_may_stand() -> None:
    doubtful = odds_of(np.array([[0.3]]), unseen=0.01)
    piles = together([sure(1), doubtful, sure(1), odds_of(np.empty((0, 1)), unseen=0.01)])
    assert [int(pile[0].argmax()) for pile in piles] == [1, 1, 1, 0]
    assert piles[1][0, 1] > 0.8


def test_a_fourth_pawn_of_a_colour_is_none() -> None:
    likelier_than_not = odds_of(np.array([[0.7]]), unseen=0.01)
    piles = together([sure(2), likelier_than_not, sure(1)])
    assert int(piles[1][0].argmax()) == 0


def test_a_colour_that_is_not_in_play_is_seen_nowhere() -> None:
    faint = odds_of(np.array([[0.6]]), unseen=0.01)
    assert [int(pile[0].argmax()) for pile in together([faint, sure(0), sure(0)])] == [0, 0, 0]


def test_each_pile_is_given_what_all_ways_to_place_the_pawns_give_it() -> None:
    rng = np.random.default_rng(3)
    piles = [rng.dirichlet(np.ones(MOST + 1), size=2) for _ in range(3)]
    by_hand = np.zeros((3, 2, MOST + 1))
    in_all = IN_PLAY * PRESENT + (1 - IN_PLAY) * ABSENT
    for colour, counts in product(range(2), product(range(MOST + 1), repeat=3)):
        weight = in_all[min(sum(counts), len(in_all) - 1)] * np.prod(
            [p[colour, n] for p, n in zip(piles, counts, strict=True)]
        )
        for pile, count in enumerate(counts):
            by_hand[pile, colour, count] += weight
    by_hand /= by_hand.sum(2, keepdims=True)
    assert np.stack(together(piles)) == pytest.approx(by_hand)


def test_on_six_piles_stand_pawns_of_two_colours() -> None:
    """A third colour is seen faintly everywhere, where one of the two hides."""
    blue, green = sure(1, 0, 0), sure(0, 0, 1)
    doubtful = odds_of(np.array([[0.35, 0.5, 0.15]]), unseen=0.01)
    nothing = sure(0, 0, 0)
    six = together([blue, blue, green, green, green, doubtful])
    assert [int(count) for count in six[5].argmax(1)] == [1, 0, 0]
    assert six[5][1, 1] < 0.05
    nine = together([blue, blue, doubtful, nothing, nothing, nothing, green, green, green])
    assert nine[2][1, 1] > six[5][1, 1], "with nine piles all colours are in play"
