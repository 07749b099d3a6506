"""The engine's moves against a second, naive generator: same moves, same counts, at every depth tried."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import crystalla_naive as naive
import pytest
from crystalla_games import GAME, deal, listed, set_up

from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Phase, Table
from rules.engine import legal_moves, play
from rules.perft import divide, perft


def two_ways(players: int, seed: int) -> Iterator[tuple[Table, Stacks, naive.Naive]]:
    """A random game from the first turn on, played by the engine and by the naive one at once."""
    position, hidden = set_up(players, seed, seed % players)
    game = naive.from_table(position, hidden)
    rng = random.Random(seed)
    while True:
        yield position, hidden, game
        moves = list(legal_moves(GAME, position))
        if not moves:
            return
        move = rng.choice(moves)
        _, position, hidden = play(GAME, position, move, hidden)
        game = naive.after(game, move.text())


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_both_list_the_same_moves_through_whole_games(players: int, seed: int) -> None:
    for position, _, game in two_ways(players, seed):
        moves = listed(position)
        assert len(moves) == len(set(moves))
        assert sorted(moves) == sorted(naive.moves(game)), position


@pytest.mark.parametrize(("players", "depth", "count"), [(2, 6, 5 * 12), (3, 7, 16 * 4 * 12), (4, 6, 8 * 12)])
def test_counts_of_the_first_turn(players: int, depth: int, count: int) -> None:
    """By hand: one pile to lift, walks of 3 from a corner (CR-E02, CR-E03), one card, 4 turns in each of
    3 columns, since the set-up filled the first.

    With 3 players 4 pawns are in hand, 3 gray and 1 neutral: 16 walks and 4 steps at which the neutral one may be set.
    """
    position, hidden = set_up(players)
    assert perft(GAME, position, hidden, depth) == count


@pytest.mark.parametrize(("players", "seed"), [(2, 4), (3, 5), (4, 6)])
def test_counts_in_the_middle_of_games(players: int, seed: int) -> None:
    middle = [turn for turn in two_ways(players, seed) if turn[0].phase in (Phase.PICK, Phase.LAY, Phase.GIVE)]
    for position, hidden, game in middle[:: len(middle) // 4]:
        assert divide(GAME, position, hidden, 3) == naive.divide(game, 3), position


@pytest.mark.parametrize("players", [2, 4])
def test_counts_of_the_set_up(players: int) -> None:
    position, hidden = deal(players, seed=8)
    game = naive.from_table(position, hidden)
    assert divide(GAME, position, hidden, 2) == naive.divide(game, 2)
    assert perft(GAME, position, hidden, 2) == naive.perft(game, 2)


def test_with_nearly_empty_piles_and_stacks() -> None:
    position, hidden = set_up(4, seed=9)
    hidden = replace(hidden, piles=tuple(pile[:2] for pile in hidden.piles[:8]) + hidden.piles[8:], small=())
    piles = tuple(
        replace(view, top=cards[-1], height=len(cards))
        for view, cards in zip(position.piles, hidden.piles, strict=True)
    )
    position = replace(position, piles=piles, stacks=(len(hidden.large), 0))
    game = naive.from_table(position, hidden)
    rng = random.Random(9)
    seen = set()
    for _ in range(120):
        moves = listed(position)
        assert sorted(moves) == sorted(naive.moves(game)), position
        if not moves:
            break
        move = GAME.parse_move(rng.choice(moves))
        _, position, hidden = play(GAME, position, move, hidden)
        game = naive.after(game, move.text())
        seen.add(position.phase)
    assert Phase.REFILL in seen
