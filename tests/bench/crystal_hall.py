"""Random games and lists of legal moves of Crystal Hall a second: `python -m tests.bench.crystal_hall [GAMES]`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rules"))

from crystal_hall_start import CRYSTAL_HALL, start_crystal_hall

from rules.crystal_hall.position import Table
from rules.engine import legal_moves, play

GAMES = 40


def play_out(seed: int) -> list[Table]:
    """Play one game to 2 crystals; its tables."""
    rng = random.Random(seed)
    table, hidden = start_crystal_hall(rng)
    tables = [table]
    while moves := list(legal_moves(CRYSTAL_HALL, table)):
        _, table, hidden = play(CRYSTAL_HALL, table, rng.choice(moves), hidden)
        tables.append(table)
    return tables


def main(games: int = GAMES) -> None:
    """Measure and print, in processor time so that other work on the machine counts little."""
    began = time.process_time()
    played = [table for seed in range(games) for table in play_out(seed)]
    seconds = time.process_time() - began
    print(f"crystal_hall: {games / seconds:.1f} random games and {len(played) / seconds:.0f} moves a second")
    began = time.process_time()
    listed = sum(1 for table in played for _ in legal_moves(CRYSTAL_HALL, table))
    seconds = time.process_time() - began
    print(f"legal_moves: {len(played) / seconds:.0f} a second, {listed / len(played):.1f} moves each")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
