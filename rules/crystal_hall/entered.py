"""A turn with a spell or tile that the engine does not know: what is seen is entered as what it did (CH-120)."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.draws import without_card
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.goals import goals
from rules.crystal_hall.moves import Finish, Outcome
from rules.crystal_hall.outcomes import refuse_outcome
from rules.crystal_hall.position import Table
from rules.crystal_hall.prepare import Prepared
from rules.crystal_hall.search import Path, Search
from rules.crystal_hall.seen import Seen, frozen_squares
from rules.crystal_hall.turn import Record, perform
from rules.engine import MoveRecord


def entered(edition: Edition, table: Table, said: Prepared, search: Search) -> Path | None:
    """A legal turn whose last unknown effect did all that is seen, if one was announced; raises SpentError."""
    if not said.records or not any(isinstance(thing, Outcome) for thing in said.records[-1].drawn):
        return None
    *before, last = said.records
    for record in before:
        table = perform(edition, table, record)
    for goal in goals(edition, table, search.seen):
        aimed = _aimed(without_card(table, last.move), search.seen, goal)
        outcome = Outcome(aimed.text())
        if refuse_outcome(edition, without_card(table, last.move), outcome) is not None:
            continue
        done: Record = MoveRecord(last.move, (outcome,))
        end: Record = MoveRecord(Finish())
        after = perform(edition, table, done)
        found = search.discover(perform(edition, after, end), (*before, done, end))
        if found is not None:
            return found
    return None


def _aimed(table: Table, seen: Seen, goal: tuple[tuple[int, ...], ...]) -> Table:
    """The table with the wizards where they stood before Discovery, and tokens only where they still can lie."""
    guilds = tuple(replace(guild, wizards=squares) for guild, squares in zip(table.guilds, goal, strict=True))
    standing = {square for squares in goal for square in squares}
    shields = table.shields if seen.shields is None else seen.shields
    frozen = frozen_squares(table) if seen.freezes is None else seen.freezes
    by = dict(table.freezes)
    return replace(
        table,
        guilds=guilds,
        curses=seen.curses,
        shields=tuple(square for square in shields if square in standing),
        freezes=tuple((square, by.get(square, table.active)) for square in frozen if square in standing),
    )
