"""Random games of Crystalium in number: `python -m tests.nightly.crystalium [GAMES] [SEED]`, 10,000 by default.

Every game is played to its end with 1 to 5 players; every turn begins with a plausible table, no game has more than
2,000 turns, the end is the second time that all Whirlpools are out, its text is read back, and one game in fifty is
replayed from its record. Stops at the first game that fails, with its seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rules"))

from crystalium_start import CRYSTALIUM as GAME
from crystalium_start import start_crystalium

from rules.crystalium.game import Record
from rules.crystalium.vocabulary import Phase
from rules.engine import legal_moves, play
from rules.record import GameRecord, read_record, replay

GAMES, SEED, MOST_TURNS, REPLAY_EVERY = 10_000, 1, 2_000, 50


def play_out(seed: int) -> Counter[str]:
    """Play one game to its end; raises AssertionError for whatever does not fit."""
    rng = random.Random(seed)
    start, hidden = start_crystalium(rng)
    position, records, kinds, turns = start, list[Record](), Counter[str](), 0
    while moves := list(legal_moves(GAME, position)):
        move = rng.choice(moves)
        if position.phase in (Phase.CURRENT, Phase.SOLO) and not position.current:
            assert not GAME.status(position), (GAME.status(position), position)
        record, after, hidden = play(GAME, position, move, hidden)
        turns += after.active != position.active
        position = after
        records.append(record)
        kinds[move.text().split()[0]] += 1
    assert turns <= MOST_TURNS, f"{turns} turns"
    assert GAME.is_over(position) and position.second and len(position.out) == 3, position
    assert not GAME.status(position), (GAME.status(position), position)
    assert GAME.score(GAME.parse_position(position.text())) == GAME.score(position)
    if seed % REPLAY_EVERY == 0:
        kept = GameRecord(GAME.name, GAME.edition.name, start, tuple(records))
        *_, last = replay(GAME, read_record(GAME, kept.text()))
        assert last == position
    kinds["turns"] = turns
    return kinds


def main(games: int = GAMES, first: int = SEED) -> None:
    """Play and report."""
    began, busy, longest, kinds = time.perf_counter(), time.process_time(), 0, Counter[str]()
    for seed in range(first, first + games):
        try:
            seen = play_out(seed)
        except Exception:
            print(f"game {seed} fails: python -m tests.nightly.crystalium 1 {seed}", file=sys.stderr)
            raise
        longest = max(longest, seen["turns"])
        kinds += seen
    seconds, own = time.perf_counter() - began, time.process_time() - busy
    told = ", ".join(f"{count} {word}" for word, count in sorted(kinds.items()))
    print(f"crystalium: {games} random games ({told}; longest {longest} turns)", end=" ")
    print(f"in {seconds:.1f} s, {own:.1f} s of processor time, none fails")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
