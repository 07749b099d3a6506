"""Random games, played by the engine turn by turn."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from models.training.composite.decks import reference_edition
from rules.crystalla.game import Crystalla
from rules.crystalla.moves import Move
from rules.crystalla.setup import Seating, seat_players
from rules.crystalla.stacks import Stacks
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.engine import legal_moves, play


def reference_game() -> Crystalla:
    """The rules with the reference edition."""
    return Crystalla(reference_edition())


@dataclass(frozen=True, slots=True)
class Played:
    """A legal turn: the table before with what is hidden then, what happened, and the table after."""

    before: Table
    hidden: Stacks
    records: tuple[Record, ...]
    after: Table

    def until(self, *kinds: type[Move]) -> tuple[Table, Stacks]:
        """The table, and what is hidden, when the moves of these kinds at the beginning of the turn are made."""
        table, hidden = self.before, self.hidden
        for record in self.records:
            if not isinstance(record.move, kinds):
                break
            _, table, hidden = play(reference_game(), table, record.move, hidden)
        return table, hidden

    def texts(self) -> tuple[str, ...]:
        """The lines of the turn."""
        return tuple(record.text() for record in self.records)


def random_turns(players: int, seed: int) -> Iterator[Played]:
    """A whole game of random legal moves, turn by turn."""
    game, rng = reference_game(), random.Random(seed)
    first = seat_players(game.edition, players)
    colours = list(game.edition.colours)
    rng.shuffle(colours)
    seating = Seating(tuple(colours[:players]), first.start_piles, rng.randrange(players))
    table, hidden = game.deal(seating, rng)
    while table.phase is Phase.SETUP:
        _, table, hidden = play(game, table, rng.choice(list(legal_moves(game, table))), hidden)
    while not game.is_over(table):
        played, hidden = random_turn(table, hidden, rng)
        yield played
        table = played.after


def random_turn(table: Table, hidden: Stacks, rng: random.Random) -> tuple[Played, Stacks]:
    """One turn of random legal moves, and what is hidden after it."""
    game, start, known = reference_game(), table, hidden
    records: list[Record] = []
    while not records or table.phase not in (Phase.PICK, Phase.END):
        record, table, hidden = play(game, table, rng.choice(list(legal_moves(game, table))), hidden)
        records.append(record)
    return Played(start, known, tuple(records), table), hidden


def random_table(players: int, turns: int, seed: int) -> Table:
    """A table after so many turns of a random game."""
    for number, played in enumerate(random_turns(players, seed)):
        if number == turns:
            return played.before
    raise ValueError(f"a game of {players} has no turn {turns}")
