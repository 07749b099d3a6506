"""The whole game of Krystal with one edition, in the shape that all games share (`rules.engine`)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.engine import Refusal
from rules.krystal import ground, legality, notation, perform, setup, stacks
from rules.krystal.candidates import candidates
from rules.krystal.edition import Edition
from rules.krystal.moves import Drawn, Move
from rules.krystal.perform import Record
from rules.krystal.position import Position
from rules.krystal.scoring import TableScore, score_table
from rules.krystal.setup import Seating
from rules.krystal.stacks import Stacks
from rules.krystal.status import TableStatus, table_status


@dataclass(frozen=True, slots=True)
class Krystal:
    """The rules; a `rules.engine.Game`."""

    edition: Edition

    @property
    def name(self) -> str:
        """Name in code, folders and records."""
        return "krystal"

    def deal(self, seating: Seating, rng: random.Random) -> tuple[Position, Stacks]:
        """Start a game: the table before the first turn, and what is hidden; raises RuleError."""
        return setup.deal(self.edition, seating, rng)

    def candidates(self, position: Position) -> Iterator[Move]:
        """Every legal move, each once, and perhaps others."""
        return candidates(self.edition, position)

    def refusal(self, position: Position, move: Move) -> Refusal | None:
        """What forbids the move, None when it is legal."""
        return legality.refusal(self.edition, position, move)

    def refusal_of_draw(self, position: Position, record: Record) -> Refusal | None:
        """What is wrong with the cards drawn after a legal move."""
        return stacks.refusal_of_draw(self.edition, position, record)

    def perform(self, position: Position, record: Record) -> Position:
        """The table after a record that is known to be legal."""
        return perform.perform(self.edition, position, record)

    def draw(self, position: Position, move: Move, hidden: Stacks) -> tuple[Record, Stacks]:
        """Draw for a legal move, and what is hidden then."""
        return stacks.draw(self.edition, position, move, hidden)

    def is_over(self, position: Position) -> bool:
        """Whether somebody brought home what wins, or the turn limit passed (KR-116)."""
        return ground.is_over(self.edition, position)

    def actor(self, position: Position) -> int:
        """The seat that decides now, which in combats need not be the one on turn."""
        return ground.actor(self.edition, position)

    def status(self, position: Position) -> TableStatus:
        """Flags for what is implausible."""
        return table_status(self.edition, position)

    def score(self, position: Position) -> TableScore:
        """The race for the stones as the table lies."""
        return score_table(self.edition, position)

    def parse_position(self, text: str) -> Position:
        """Parse a position string; raises MalformedError."""
        return notation.parse_position(text)

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move; raises MalformedError."""
        return notation.parse_move(text)

    def parse_drawn(self, text: str) -> Drawn:
        """Parse a drawn card; raises MalformedError."""
        return notation.parse_drawn(text)
