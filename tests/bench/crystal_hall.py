"""Speed of Crystal Hall: `python -m tests.bench.crystal_hall [GAMES]`.

Random games and lists of legal moves a second, and how long it takes to explain the committed pairs of tables.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path

for folder in ("rules", "rules/crystal_hall"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))

from crystal_hall_pairs import FILES, pairs, read, verdict  # noqa: E402
from crystal_hall_start import CRYSTAL_HALL, start_crystal_hall  # noqa: E402

from rules.crystal_hall.explain import explain  # noqa: E402
from rules.crystal_hall.position import Table  # noqa: E402
from rules.engine import legal_moves, play  # noqa: E402

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
    for name in FILES:
        print(explained(name))


def explained(name: str) -> str:
    """How long the pairs of a file take, and how many cannot be told."""
    seconds, unsure = list[float](), 0
    for pair in pairs(name):
        given = read(pair)
        began = time.process_time()
        found = explain(CRYSTAL_HALL, *given)
        seconds.append(time.process_time() - began)
        unsure += verdict(found) == "cannot tell"
    ms = [round(1000 * one) for one in sorted(seconds)]
    middle, p95 = ms[len(ms) // 2], ms[len(ms) * 95 // 100]
    return (
        f"explain {name}: {len(ms)} pairs, p50 {middle} ms, p95 {p95} ms, longest {ms[-1]} ms, {unsure} cannot be told"
    )


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:2]))
