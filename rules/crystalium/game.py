"""The whole game of Crystalium with one edition, in the shape that all games share (`rules.engine`)."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from rules.crystalium import legality, listing, notation, turn
from rules.crystalium.draws import Drawing, Hidden, Recorded, WrongDrawError
from rules.crystalium.edition import Edition
from rules.crystalium.faces import Face
from rules.crystalium.moves import Drawn, Move
from rules.crystalium.objectives import Objective, reached
from rules.crystalium.position import Table
from rules.crystalium.scoring import TableScore, score_table
from rules.crystalium.setup import Seating, deal
from rules.crystalium.status import TableStatus, table_status
from rules.crystalium.vocabulary import Phase
from rules.engine import MoveRecord, Refusal

Record = MoveRecord[Move, Drawn]


@dataclass(frozen=True, slots=True)
class Crystalium:
    """The rules; a `rules.engine.Game`."""

    edition: Edition

    @property
    def name(self) -> str:
        """Name in code, folders and records."""
        return "crystalium"

    def deal(self, seating: Seating, rng: random.Random) -> tuple[Table, Hidden]:
        """Start a game: the table before the draft, and what is hidden; raises RuleError."""
        return deal(self.edition, seating, rng)

    def candidates(self, position: Table) -> Iterator[Move]:
        """Every legal move, each once, and perhaps others."""
        return listing.candidates(position, self.edition.switches)

    def refusal(self, position: Table, move: Move) -> Refusal | None:
        """What forbids the move, None when it is legal."""
        return legality.refusal(position, move, self.edition.switches)

    def refusal_of_draw(self, position: Table, record: Record) -> Refusal | None:
        """What is wrong with the things drawn after a legal move."""
        source = Recorded(record.drawn)
        try:
            turn.carry_out(position, record.move, source, self.edition.switches)
        except WrongDrawError as error:
            return Refusal("CU-17", f"the draw cannot be: {error}", {"drawn": error.drawn, "expected": error.expected})
        if not source.left:
            return None
        left = " ".join(thing.text() for thing in source.left)
        return Refusal("CU-17", f"more is told than was drawn, left over is {left}", {"drawn": left})

    def perform(self, position: Table, record: Record) -> Table:
        """The table after a record that is known to be legal."""
        return turn.carry_out(position, record.move, Recorded(record.drawn), self.edition.switches)

    def draw(self, position: Table, move: Move, hidden: Hidden) -> tuple[Record, Hidden]:
        """Draw for a legal move, and what is hidden then."""
        source = Drawing(hidden)
        turn.carry_out(position, move, source, self.edition.switches)
        return MoveRecord(move, tuple(source.drawn)), source.hidden

    def is_over(self, position: Table) -> bool:
        """Whether the third Whirlpool was revealed for the second time and that turn is over (CU-87)."""
        return position.phase is Phase.END

    def status(self, position: Table) -> TableStatus:
        """Flags for what is implausible."""
        return table_status(position, self.edition)

    def whirlpools(self, position: Table) -> tuple[Face, ...]:
        """The Whirlpools that will be scored: those in play, and those that Fish 4 added (CU-70, R24)."""
        aside = (*position.box, *position.added)
        return (*(face for face in self.edition.whirlpools if face not in aside), *position.added)

    def score(self, position: Table) -> TableScore:
        """The score of all seats as the table lies (CU-88 to CU-95)."""
        return score_table(position, self.whirlpools(position), self.edition.switches)

    def objectives(self, position: Table) -> tuple[Objective, ...]:
        """The objectives that a finished solo game fulfils (CU-128, CU-129)."""
        return reached(position, self.score(position))

    def parse_position(self, text: str) -> Table:
        """Parse a position string; raises MalformedError."""
        return notation.parse_table(text)

    def parse_move(self, text: str) -> Move:
        """Parse the text of a move; raises MalformedError."""
        return notation.parse_move(text)

    def parse_drawn(self, text: str) -> Drawn:
        """Parse something drawn; raises MalformedError."""
        return notation.parse_drawn(text)
