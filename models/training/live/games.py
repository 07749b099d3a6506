"""Random games, played by the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator

from models.training.composite.decks import reference_edition
from rules.crystalla.game import Crystalla
from rules.crystalla.setup import Seating, seat_players
from rules.crystalla.table import Phase, Table
from rules.crystalla.turn import Record
from rules.engine import legal_moves, play


def reference_game() -> Crystalla:
    """The rules with the reference edition."""
    return Crystalla(reference_edition())


def random_turns(players: int, seed: int) -> Iterator[tuple[Table, tuple[Record, ...], Table]]:
    """A whole game of random legal moves, turn by turn: the table before, what happened, the table after."""
    game, rng = reference_game(), random.Random(seed)
    first = seat_players(game.edition, players)
    colours = list(game.edition.colours)
    rng.shuffle(colours)
    seating = Seating(tuple(colours[:players]), first.start_piles, rng.randrange(players))
    table, hidden = game.deal(seating, rng)
    start, records = table, []
    while not game.is_over(table):
        record, table, hidden = play(game, table, rng.choice(list(legal_moves(game, table))), hidden)
        records.append(record)
        if table.phase in (Phase.PICK, Phase.END):
            if start.phase is Phase.PICK:
                yield start, tuple(records), table
            start, records = table, []


def random_table(players: int, turns: int, seed: int) -> Table:
    """A table after so many turns of a random game."""
    for number, (before, _, _) in enumerate(random_turns(players, seed)):
        if number == turns:
            return before
    raise ValueError(f"a game of {players} has no turn {turns}")
