"""Random games of Crystal Hall in number: `python -m tests.nightly.crystal_hall [GAMES] [SEED]`, 10,000 by default.

Every game is played with 2 to 4 players to 2, 3 or 4 crystals, or to 2,000 turns; capped games are counted. Every turn
begins with a table whose wizards, tiles, tokens, crystals and spells add up. One game in fifty is replayed from its
record, and once more as each seat sees it. Stops at the first game that fails, with its seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rules"))

from crystal_hall_start import CRYSTAL_HALL as GAME
from crystal_hall_start import start_crystal_hall

from rules.crystal_hall.position import Table
from rules.crystal_hall.turn import Record
from rules.engine import apply, legal_moves, play
from rules.record import GameRecord, read_record, replay

GAMES, SEED, MOST_TURNS, REPLAY_EVERY, TELL_EVERY = 10_000, 1, 2_000, 50, 500


def play_out(seed: int) -> Counter[str]:
    """Play one game; raises AssertionError for whatever does not fit."""
    rng = random.Random(seed)
    start, hidden = start_crystal_hall(rng, rng.choice([2, 3, 4]))
    position, records, kinds, turns = start, list[Record](), Counter[str](), 0
    while turns < MOST_TURNS and (moves := list(legal_moves(GAME, position))):
        move = rng.choice(moves)
        record, after, hidden = play(GAME, position, move, hidden)
        if after.active != position.active:
            turns += 1
            assert not GAME.status(after), (GAME.status(after), after)
        position = after
        records.append(record)
        kinds[move.text().split()[0]] += 1
    assert GAME.is_over(position) or turns == MOST_TURNS, position
    assert not GAME.status(position), (GAME.status(position), position)
    if seed % REPLAY_EVERY == 0:
        check_record(start, records, position)
    kinds += Counter({"turns": turns, "capped games": not GAME.is_over(position)})
    return kinds


def check_record(start: Table, records: list[Record], end: Table) -> None:
    """The record replays, and what one seat sees of it replays to what that seat sees."""
    kept = GameRecord(GAME.name, GAME.edition.name, start, tuple(records))
    positions = list(replay(GAME, read_record(GAME, kept.text())))
    assert positions[-1] == end
    for seat in (None, *range(len(start.guilds))):
        for position, record, after in zip(positions, records, positions[1:], strict=False):
            seen = apply(GAME, GAME.view(position, seat), GAME.view_record(position, record, seat))
            assert seen == GAME.view(after, seat), (record.text(), position)


def main(games: int = GAMES, first: int = SEED) -> None:
    """Play and report."""
    began, busy, longest, kinds = time.perf_counter(), time.process_time(), 0, Counter[str]()
    for seed in range(first, first + games):
        try:
            seen = play_out(seed)
        except Exception:
            print(f"game {seed} fails: python -m tests.nightly.crystal_hall 1 {seed}", file=sys.stderr)
            raise
        longest = max(longest, seen["turns"])
        kinds += seen
        if seed % TELL_EVERY == 0:
            print(f"game {seed} after {time.process_time() - busy:.0f} s of one core", file=sys.stderr, flush=True)
    took, used = time.perf_counter() - began, time.process_time() - busy
    turns, capped = kinds.pop("turns"), kinds.pop("capped games", 0)
    told = ", ".join(f"{count} {word}" for word, count in sorted(kinds.items()))
    print(f"crystal_hall: {games} random games, {turns} turns (longest {longest}, {capped} games capped), {told}")
    print(f"in {took:.1f} s ({used:.1f} s of one core), none fails")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
