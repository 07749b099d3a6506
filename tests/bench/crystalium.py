"""Random games of Crystalium per second of processor time: `python -m tests.bench.crystalium [GAMES]`."""

from __future__ import annotations

import sys
import time

from tests.nightly.crystalium import play_out

GAMES = 20


def main(games: int = GAMES) -> None:
    """Play, check and report."""
    began = time.process_time()
    moves = sum(seen.total() - seen["turns"] for seen in map(play_out, range(1, games + 1)))
    seconds = time.process_time() - began
    print(f"crystalium: {games / seconds:.1f} random games a second, {moves / seconds:.0f} moves a second")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
