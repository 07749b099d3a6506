"""The whole game of Crystalla with one edition, in the shape that all games share (`rules.engine`)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.crystalla import legality, notation, turn
from rules.crystalla.edition import Edition
from rules.crystalla.moves import Drawn, Move
from rules.crystalla.scoring import TableScore, score_table
from rules.crystalla.setup import Seating, deal
from rules.crystalla.stacks import Stacks, draw
from rules.crystalla.status import TableStatus, table_status
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.engine import Refusal


@dataclass(frozen=True, slots=True)
class Crystalla:
    """The rules; a `rules.engine.Game`."""

    edition: Edition

    @property
    def name(self) -> str:
        """Name in code, folders and records."""
        return "crystalla"

    def deal(self, seating: Seating, rng: random.Random) -> tuple[Table, Stacks]:
        """Start a game: the table before the first card is laid, and what is hidden; raises RuleError."""
        return deal(self.edition, seating, rng)

    def candidates(self, position: Table) -> Iterator[Move]:
        """Every legal move, each once, and perhaps others."""
        return legality.candidates(position)

    def refusal(self, position: Table, move: Move) -> Refusal | None:
        """What forbids the move, None when it is legal."""
        return legality.refusal(position, move)

    def refusal_of_draw(self, position: Table, record: Record) -> Refusal | None:
        """What is wrong with the things drawn after a legal move."""
        return turn.refusal_of_draw(position, record)

    def perform(self, position: Table, record: Record) -> Table:
        """The table after a record that is known to be legal."""
        return turn.perform(position, record)

    def draw(self, position: Table, move: Move, hidden: Stacks) -> tuple[Record, Stacks]:
        """Draw for a legal move, and what is hidden then."""
        return draw(position, move, hidden)

    def is_over(self, position: Table) -> bool:
        """Whether everyone has 12 cards and the last turn is complete (CR-61, R28)."""
        return position.phase is Phase.END

    def status(self, position: Table) -> TableStatus:
        """Flags for what is implausible."""
        return table_status(position, self.edition)

    def score(self, position: Table) -> TableScore:
        """The score of all seats as the table lies (CR-62 to CR-81)."""
        return score_table(position.displays, self.edition)

    def parse_position(self, text: str) -> Table:
        """Parse a position string; raises MalformedError."""
        return notation.parse_table(text)

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move; raises MalformedError."""
        return notation.parse_move(text)

    def parse_drawn(self, text: str) -> Drawn:
        """Parse a drawn card or crystal piece; raises MalformedError."""
        return notation.parse_drawn(text)
