"""Whole turns of random games, and tables watched in memory, for the tests of what is watched."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

from rules.crystalla.edition import load_edition
from rules.crystalla.game import Crystalla
from rules.crystalla.setup import seat_players
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.engine import legal_moves, play
from server.live.record_book import RecordBook, new_record
from server.live.session import LiveTable
from tests.server.films import Doubts, FakeTableReader, Film

NAMES = ("Anna", "Ben", "Clara", "Dora")
REFERENCE = load_edition()
GAME = Crystalla(REFERENCE)


def _random_game(players: int, seed: int) -> Iterator[tuple[Table, Record, Table]]:
    """A whole game of random moves: before, what happened, after."""
    rng = random.Random(seed)
    position, hidden = GAME.deal(seat_players(REFERENCE, players), rng)
    while not GAME.is_over(position):
        record, after, hidden = play(GAME, position, rng.choice(list(legal_moves(GAME, position))), hidden)
        yield position, record, after
        position = after


@cache
def played(players: int = 2, seed: int = 4) -> tuple[tuple[Table, tuple[Record, ...]], ...]:
    """Tables at the beginning of each turn, with the records of the turn; the last one is where the game ends."""
    turns: list[tuple[Table, tuple[Record, ...]]] = []
    begin, records = None, []
    for before, record, after in _random_game(players, seed):
        if before.phase is Phase.PICK:
            begin, records = before, []
        records.append(record)
        if begin is not None and after.phase in (Phase.PICK, Phase.END):
            turns.append((begin, tuple(records)))
            last = after
    return (*turns, (last, ()))


def table_after(turns: int, players: int = 2, seed: int = 4) -> Table:
    """The table after so many turns."""
    return played(players, seed)[turns][0]


def watched(
    start: Table,
    doubts: Doubts | None = None,
    sources: tuple[str, ...] = ("cam",),
    reader: FakeTableReader | None = None,
) -> Film:
    """A film of a table that is watched from `start` on, kept in memory; `doubts` are those of the usual reader."""
    book: RecordBook = new_record(start, NAMES[: start.players], None, REFERENCE)
    reader = reader or FakeTableReader(None, start, doubts)
    return Film(LiveTable(reader, book, sources), reader, start)
