"""Random games in number: `python -m tests.nightly [GAMES] [SEED]`, 10,000 by default; prints what it saw and the time.

Every game is played to its end on the engine and, for one game in fifty, on the naive generator of the tests as well,
move by move. In each game cards, crystal pieces and pawns are counted before every turn, every turn is explained from a
look at the table, the record is replayed, and the final score is compared with that of the texts. Stops at the first
game that fails, with its seed.
"""

from __future__ import annotations

import random
import sys
import time
from collections import Counter
from pathlib import Path

for folder in ("rules", "rules/crystalla"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))

import crystalla_naive as naive  # noqa: E402
from games import CRYSTALLA as GAME  # noqa: E402
from games import start_crystalla  # noqa: E402

from rules.crystalla.explain import explain  # noqa: E402
from rules.crystalla.seen import look  # noqa: E402
from rules.crystalla.table import Phase, Table  # noqa: E402
from rules.crystalla.turn import Record  # noqa: E402
from rules.engine import legal_moves, play  # noqa: E402
from rules.record import GameRecord, read_record, replay  # noqa: E402

GAMES, SEED = 10_000, 1
NAIVE_EVERY = 50


def check_game(seed: int, with_naive: bool, explaining: list[float]) -> Counter[str]:
    """Play one game, add the seconds of each `explain`; raises AssertionError for whatever does not fit."""
    rng = random.Random(seed)
    start, hidden = start_crystalla(rng)
    position, records, kinds, game, turn = start, [], Counter[str](), None, None
    while moves := list(legal_moves(GAME, position)):
        if game is None and with_naive and not position.deck:
            game = naive.from_table(position, hidden)
        if game is not None:
            assert sorted(move.text() for move in moves) == sorted(naive.moves(game)), position
        if position.phase is Phase.PICK:
            assert not GAME.status(position), (GAME.status(position), position)
            check_explained(turn, position, explaining)
            turn = position
        move = rng.choice(moves)
        record, position, hidden = play(GAME, position, move, hidden)
        game = naive.after(game, move.text()) if game is not None else None
        records.append(record)
        kinds[move.text().split()[0]] += 1
    check_explained(turn, position, explaining)
    check_end(start, records, position)
    return kinds


def check_explained(before: Table | None, after: Table, seconds: list[float]) -> None:
    """What a perfect camera sees after a turn is explained by a turn that leads there."""
    if before is not None:
        began = time.process_time()
        found = explain(GAME, before, look(after))
        seconds.append(time.process_time() - began)
        assert after in [turn.after for turn in found.turns], (before, after, found)


def check_end(start: Table, records: list[Record], end: Table) -> None:
    """The game is over by CR-61, its record replays, and its text scores the same."""
    assert GAME.is_over(end) and all(len(display.cards) == 12 for display in end.displays)
    assert not GAME.status(end)
    record = GameRecord(GAME.name, GAME.edition.name, start, tuple(records))
    *_, last = replay(GAME, read_record(GAME, record.text()))
    assert last == end
    assert GAME.score(GAME.parse_position(end.text())) == GAME.score(end)


def main(games: int = GAMES, first: int = SEED) -> None:
    """Play and report."""
    began = time.perf_counter()
    kinds: Counter[str] = Counter()
    explaining: list[float] = []
    for seed in range(first, first + games):
        try:
            kinds += check_game(seed, seed % NAIVE_EVERY == 0, explaining)
        except Exception:
            print(f"game {seed} fails: python -m tests.nightly 1 {seed}", file=sys.stderr)
            raise
    seconds = time.perf_counter() - began
    told = ", ".join(f"{count} {word}" for word, count in sorted(kinds.items()))
    print(f"crystalla: {games} random games, {sum(kinds.values())} moves ({told}) in {seconds:.1f} s, none fails")
    p95 = sorted(explaining)[len(explaining) * 95 // 100]
    print(f"explain: {len(explaining)} turns, p95 {1000 * p95:.2f} ms, longest {1000 * max(explaining):.2f} ms")


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:3]))
