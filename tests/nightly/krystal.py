"""Random games of Krystal in number: `python -m tests.nightly.krystal [GAMES] [SEED] [TURNS]`, 10,000 by default.

Games of 2 to 6 players end when somebody brings home what wins; one in two begins late, with three stones at each gate.
Random walkers hardly ever win, so a game stops undecided after 8 turns and one in 2,500 after 2,000; every tenth is
played with negotiations, every eleventh for five stones. At the end of each turn the table is plausible, the piles have
their heights, no card is lost; one game in fifty is replayed from its record. Stops at the first game that fails.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rules"))

from krystal_start import REFERENCE, start_krystal

from rules.engine import legal_moves, play
from rules.krystal.game import Krystal
from rules.krystal.ground import known_cards
from rules.krystal.perform import Record
from rules.krystal.position import Position
from rules.krystal.stacks import Stacks, hidden_cards
from rules.record import GameRecord, read_record, replay

GAMES, SEED, TURNS, MOST_TURNS = 10_000, 1, 8, 2_000
LONG_EVERY, REPLAY_EVERY = 2_500, 50
DECK = Counter({card.id: card.count for card in REFERENCE.cards.values()})


def game_for(seed: int, turns: int) -> Krystal:
    """The rules of one game, with the options that its seed calls for."""
    limit = MOST_TURNS if seed % LONG_EVERY == 7 else turns
    five = 5 if seed % 11 == 0 else 4
    return Krystal(replace(REFERENCE, turn_limit=limit, stones_to_win=five, negotiation=seed % 10 == 0))


def check(game: Krystal, position: Position, hidden: Stacks) -> None:
    """Nothing is implausible and nothing is lost."""
    assert not game.status(position), (game.status(position), position)
    assert [pile.draw for pile in position.piles] == [len(pile) for pile in hidden.piles], position
    assert known_cards(position) + hidden_cards(hidden) == DECK, position


def play_out(seed: int, turns: int) -> Counter[str]:
    """Play one game to its end; raises AssertionError for whatever does not fit."""
    rng = random.Random(seed)
    game = game_for(seed, turns)
    start, hidden = start_krystal(rng)
    position, records, kinds = start, list[Record](), Counter[str]()
    while moves := list(legal_moves(game, position)):
        record, after, hidden = play(game, position, rng.choice(moves), hidden)
        if after.turn != position.turn:
            check(game, after, hidden)
        position = after
        records.append(record)
        kinds[record.move.text().split()[0]] += 1
    check(game, position, hidden)
    assert game.is_over(position) and position.turn <= MOST_TURNS + 1
    assert game.parse_position(position.text()) == position
    if seed % REPLAY_EVERY == 0:
        kept = GameRecord(game.name, "reference", start, tuple(records))
        *_, last = replay(game, read_record(game, kept.text()))
        assert last == position
    kinds["turns"], kinds["won"] = position.turn, game.score(position).winner is not None
    return kinds


def main(games: int = GAMES, first: int = SEED, turns: int = TURNS) -> None:
    """Play and report."""
    began, busy, longest, kinds = time.perf_counter(), time.process_time(), 0, Counter[str]()
    for seed in range(first, first + games):
        try:
            seen = play_out(seed, turns)
        except Exception:
            print(f"game {seed} fails: python -m tests.nightly.krystal 1 {seed} {turns}", file=sys.stderr)
            raise
        longest = max(longest, seen["turns"])
        kinds += seen
    seconds, own = time.perf_counter() - began, time.process_time() - busy
    told = ", ".join(f"{count} {word}" for word, count in sorted(kinds.items()))
    print(f"krystal: {games} random games ({told}; longest {longest} turns)", end=" ")
    print(f"in {seconds:.1f} s, {own:.1f} s of processor time, none fails")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:4]))
