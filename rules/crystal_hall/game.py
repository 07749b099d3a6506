"""The whole game of Crystal Hall with one edition, in the shape that all games share (`rules.engine`)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.crystal_hall import candidates, chance, draws, legality, notation, turn
from rules.crystal_hall.chance import Hidden
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import Drawn, Move
from rules.crystal_hall.position import Table
from rules.crystal_hall.setup import Seating, deal
from rules.crystal_hall.status import TableStatus, table_status
from rules.crystal_hall.turn import Record
from rules.crystal_hall.view import view, view_record
from rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class CrystalHall:
    """The rules; a `rules.engine.Game`."""

    edition: Edition

    @property
    def name(self) -> str:
        """Name in code, folders and records."""
        return "crystal_hall"

    def deal(self, seating: Seating, rng: random.Random) -> tuple[Table, Hidden]:
        """Start a game: the table at the first turn, and what is hidden; raises RuleError."""
        return deal(self.edition, seating, rng)

    def candidates(self, position: Table) -> Iterator[Move]:
        """Every legal move, each once, and perhaps others."""
        return candidates.candidates(self.edition, position)

    def refusal(self, position: Table, move: Move) -> Refusal | None:
        """What forbids the move, None when it is legal."""
        return legality.refusal(self.edition, position, move)

    def refusal_of_draw(self, position: Table, record: Record) -> Refusal | None:
        """What is wrong with the things drawn after a legal move."""
        return draws.refusal_of_draw(self.edition, position, record)

    def perform(self, position: Table, record: Record) -> Table:
        """The table after a record that is known to be legal."""
        return turn.perform(self.edition, position, record)

    def draw(self, position: Table, move: Move, hidden: Hidden) -> tuple[Record, Hidden]:
        """Draw for a legal move, and what is hidden then."""
        return chance.draw(self.edition, position, move, hidden)

    def is_over(self, position: Table) -> bool:
        """Whether somebody has won (CH-113, CH-114)."""
        return position.over

    def status(self, position: Table) -> TableStatus:
        """Flags for what is implausible."""
        return table_status(position, self.edition)

    def view(self, position: Table, seat: int | None) -> Table:
        """The table as a seat may see it, None: as everybody may."""
        return view(position, seat)

    def view_record(self, position: Table, record: Record, seat: int | None) -> Record:
        """What happened, as a seat may see it."""
        return view_record(position, record, seat)

    def parse_position(self, text: str) -> Table:
        """Parse a position string; raises MalformedError."""
        return notation.parse_table(text)

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move; raises MalformedError."""
        return notation.parse_move(text)

    def parse_drawn(self, text: str) -> Drawn:
        """Parse the text of one thing drawn; raises MalformedError."""
        return notation.parse_drawn(text)
