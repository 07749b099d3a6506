"""The engine's moves against a second, naive generator: same moves, same counts, at every depth tried."""

from __future__ import annotations

import random

import crystalium_naive as naive
import pytest
from crystalium_tables import GAME, At, at, drones, ship

from rules.crystalium.draws import Hidden
from rules.crystalium.position import Table
from rules.crystalium.setup import Seating
from rules.crystalium.vocabulary import Phase
from rules.engine import legal_moves, play
from rules.perft import divide, perft

C, RIVER, DISCARD = Phase.CURRENT, Phase.RIVER, Phase.DISCARD


def naive_perft(table: Table, hidden: Hidden, depth: int) -> int:
    """Sequences of moves that the naive generator lists; the engine only carries them out."""
    found = naive.moves(table.text())
    if depth == 1:
        return len(found)
    played = (play(GAME, table, GAME.parse_move(move), hidden) for move in found)
    return sum(naive_perft(after, left, depth - 1) for _, after, left in played)


@pytest.mark.parametrize(("players", "seed"), [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)])
def test_both_list_the_same_moves_through_whole_games(players: int, seed: int) -> None:
    rng, phase = random.Random(seed), Phase.DRAFT
    table, hidden = GAME.deal(Seating(players), rng)
    while moves := list(legal_moves(GAME, table)):
        texts = [move.text() for move in moves]
        assert len(texts) == len(set(texts))
        assert set(texts) == naive.moves(table.text()), table
        if all(one.picks == 0 for one in table.queue) and table.phase is not phase and table.solo is None:
            limits = [(one.limit, sorted(face.text() for face in one.singles)) for one in table.queue]
            assert limits == naive.powers_when_a_phase_begins(table.text()), table
        phase = table.phase
        # Fish are rare in the deck: play them more often than chance would.
        fish = [move for move in moves if move.text().startswith("fish")]
        move = rng.choice(fish) if fish and rng.random() < 0.3 else rng.choice(moves)
        _, table, hidden = play(GAME, table, move, hidden)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_counts_from_the_start(players: int) -> None:
    table, hidden = GAME.deal(Seating(players), random.Random(9))
    for depth in (1, 2, 3):
        assert perft(GAME, table, hidden, depth) == naive_perft(table, hidden, depth)


def test_counts_of_the_first_moves_by_hand() -> None:
    # 3 different Starting cards for 2 players: 3 choices, then 2, then one may only place a card.
    table, hidden = GAME.deal(Seating(2), random.Random(9))
    assert len(set(table.center)) == 3
    assert [perft(GAME, table, hidden, depth) for depth in (1, 2, 3)] == [3, 6, 6]


RICH = ship("R1w0 M2w1u M1w0u F1w0@M D2w0u L1w0 L3w1", "C1w0 C1w1 C5w3", "F3w1 F5w1 F8w1 F9w1 F12w1")
POOR = ship("R2w0 D1w0u", "C2w1 C1w1", "F2w1 F3w2")
RIVER_CARDS = "C4w2 F1w0 N2x4w1s P4x6w2 M1w0u C1w0s"


def tricky() -> dict[str, At]:
    """Positions in which many rules meet."""
    deck = "C3w1 W3w2 R1w1s N1x2w1 F11w1 C1w0 C2w0 D1w1"
    return {
        "river": at(RIVER, RICH, POOR, river=RIVER_CARDS, current="C5w2 L2w1", deck=deck, discard="N1x2w0 C3w0"),
        "current": at(C, RICH, POOR, deck=deck, discard="P2x3w0 C5w1 F1w1"),
        "drones of two": drones(RICH, POOR, river=RIVER_CARDS, deck=deck),
        "drones of four": drones(POOR, RICH, POOR, ship("D1w0 D3w1"), river=RIVER_CARDS, deck=deck),
        "order": drones(ship("", fish="F4w1 F7w1 F10w1"), POOR, POOR, river=RIVER_CARDS, discard="N1x2w0"),
        "gifts": at(C, ship("R1w0", fish="F11w1 F6w1"), POOR, RICH, discard="F1w1 N1x2w0 C5w1"),
        "last turn": at(RIVER, POOR, RICH, river="C1w0s", deck="W3w2", out="W1w2 W2w2", second=True),
        "solo": at(DISCARD, RICH, ship("R1w0 M1w0", "C1w0", "F2w0"), river=RIVER_CARDS, deck=deck, solo="M1.2.1L"),
    }


@pytest.mark.parametrize("name", list(tricky()))
def test_counts_of_tricky_positions(name: str) -> None:
    position = tricky()[name]
    listed = {move.text() for move in legal_moves(GAME, position.table)}
    assert listed == naive.moves(position.table.text())
    branches = divide(GAME, position.table, position.hidden, 2)
    assert sum(branches.values()) == naive_perft(position.table, position.hidden, 2), branches
