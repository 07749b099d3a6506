"""A game kept in memory, for tables that are only watched to measure."""

from __future__ import annotations

from collections.abc import Sequence

from models.training.live.games import reference_game
from rules.crystalla.table import Table
from rules.crystalla.turn import Record
from rules.engine import apply
from server.live.book import Kept
from server.live.snapshot import Seat


class MemoryBook:
    """A `server.live.book.Book` that begins at any table between two turns."""

    def __init__(self, table: Table) -> None:
        self.id = "memory"
        self.game = reference_game()
        self.seats = tuple(Seat(seat, "", colour) for seat, colour in enumerate(table.colours[: table.players]))
        self.table = table
        self._turns: list[Kept] = []

    @property
    def turns(self) -> tuple[Kept, ...]:
        """All turns that stand."""
        return tuple(self._turns)

    def accept(self, records: Sequence[Record]) -> None:
        """Keep a turn."""
        before = self.table
        for record in records:
            self.table = apply(self.game, self.table, record)
        self._turns.append(Kept(before.active, before, tuple(records)))

    def adopt(self, table: Table) -> None:
        """Go on from a table."""
        self._turns.append(Kept(self.table.active, self.table, ()))
        self.table = table

    def take_back(self, turns: int) -> None:
        """Take the last turns back."""
        self.table = self._turns[len(self._turns) - turns].before
        del self._turns[len(self._turns) - turns :]
