"""The engine's moves against a second, naive generator: same moves, same counts, at every depth tried."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import krystal_naive as naive
import pytest
from krystal_start import late
from krystal_tables import DEALS, GAME, REFERENCE, at, here, listed, meet, table, there

from rules.engine import legal_moves, play
from rules.krystal.game import Krystal
from rules.krystal.position import Position
from rules.krystal.setup import seat_players
from rules.krystal.stacks import Stacks
from rules.perft import perft

LIMIT = 25


def walk(seed: int, players: int, game: Krystal) -> Iterator[Position]:
    """A random game, position by position; half of them begin late."""
    rng = random.Random(seed)
    position, hidden = game.deal(seat_players(players, rng), rng)
    position, hidden = late(position, hidden) if seed % 2 else (position, hidden)
    while True:
        yield position
        moves = list(legal_moves(game, position))
        if not moves:
            return
        _, position, hidden = play(game, position, rng.choice(moves), hidden)


@pytest.mark.parametrize(("seed", "players"), [(1, 2), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6)])
def test_both_list_the_same_moves_through_whole_games(seed: int, players: int) -> None:
    game = Krystal(replace(REFERENCE, turn_limit=LIMIT))
    for position in walk(seed, players, game):
        moves = listed(position, game=game)
        assert len(moves) == len(set(moves))
        assert set(moves) == naive.moves(position.text(), LIMIT), position.text()


@pytest.mark.parametrize(("seed", "players"), [(7, 2), (8, 3)])
def test_both_list_the_same_deals(seed: int, players: int) -> None:
    game = Krystal(replace(REFERENCE, turn_limit=4, negotiation=True))
    for position in list(walk(seed, players, game))[::2]:
        assert set(listed(position, game=game)) == naive.moves(position.text(), 4, negotiation=True), position.text()


def naive_perft(position: Position, hidden: Stacks, depth: int, game: Krystal) -> int:
    """Count with the naive list; the engine only carries the moves out."""
    texts = naive.moves(position.text(), 0, negotiation=game.edition.negotiation)
    if depth == 1:
        return len(texts)
    total = 0
    for text in texts:
        _, after, left = play(game, position, game.parse_move(text), hidden)
        total += naive_perft(after, left, depth - 1, game)
    return total


def stacks() -> Stacks:
    """Ten cards on every pile, a creature and interventions on top."""
    pile = ("f1", "m1", "t1", "bread", "rubis", "cristal", "m2", "wisp", "spring", "wrath")
    return Stacks((pile,) * 6, 5)


def test_counts_of_the_first_steps() -> None:
    """By hand: three heroes on a gate with two exits and `done`; after a step one hero has 4 ways on, the gate one of
    them, so 4 + 2 + 2 steps and `done`; after `done` only `end`, as nobody acts on a gate."""
    position = table()
    assert perft(GAME, position, stacks(), 1) == 3 * 2 + 1
    assert perft(GAME, position, stacks(), 2) == 6 * (4 + 2 + 2 + 1) + 1


TRICKY = {
    "a group battle with objects and stones": meet(
        {"Ag": here(2, "f2 net rubis"), "Am": here(6, "m3 lasso")}, {"Cg": there(1, "f1 m1"), "Cm": there(6, "rubis")}
    ),
    "a group explores past a creature": table(acting=True, Ag=here(1, "f3"), Am=here(6, "f1 f2 f3 f4 f5")),
    "a full hand at the clearing, one faint": table(
        acting=True, Am=at("clearing", 6, "f1 f2 f3 f4 f5", path="wood-4>clearing"),
        Ag=at("clearing", 0, "m1 m2", path="wood-4>clearing"), Cr=at("clearing"),
    ),
    "home with stones, bound and reborn": table(
        gates=(("cristal", "rubis", "diamant"), ()), Am=at("wood-1", 2, "emeraude rubis", active="rubis"),
        Ag=at("gate-amazons", 3, bound=True), Cr=at("wood-2"),
    ),
    "without combat cards": meet({"Ag": here(6, "bread"), "Ar": here(1)}, {"Cg": there(6, "f1 t1"), "Cm": there(2)}),
}  # fmt: skip


@pytest.mark.parametrize("name", TRICKY)
def test_counts_of_tricky_positions(name: str) -> None:
    position = TRICKY[name]
    assert perft(GAME, position, stacks(), 3) == naive_perft(position, stacks(), 3, GAME)


def test_counts_with_negotiation() -> None:
    position = table(Am=at("wood-2", 6, "m1"), Cr=at("wood-1", 6, "f1"))
    assert perft(DEALS, position, stacks(), 2) == naive_perft(position, stacks(), 2, DEALS)
