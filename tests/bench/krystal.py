"""How many random games of Krystal are played in a second: `python -m tests.bench.krystal [GAMES]`."""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "rules"))

from krystal_start import KRYSTAL, start_krystal

from rules.engine import legal_moves, play

GAMES = 60


def play_out(seed: int) -> int:
    """Play one game of at most 12 turns; its number of moves."""
    rng = random.Random(seed)
    position, hidden = start_krystal(rng)
    count = 0
    while moves := list(legal_moves(KRYSTAL, position)):
        _, position, hidden = play(KRYSTAL, position, rng.choice(moves), hidden)
        count += 1
    return count


def main(games: int = GAMES) -> None:
    """Measure and print, in processor time so that other work on the machine counts little."""
    began = time.process_time()
    count = sum(play_out(seed) for seed in range(games))
    seconds = time.process_time() - began
    print(f"krystal: {games / seconds:.1f} random games (12 turns) and {count / seconds:.0f} moves a second")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
