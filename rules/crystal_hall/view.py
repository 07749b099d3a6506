"""What one seat may see: other hands and what other players looked at are covered, in tables and in records."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.moves import Cast, Draw, Drawn, Outcome, Shown, Use
from rules.crystal_hall.notation import parse_table
from rules.crystal_hall.position import Table
from rules.crystal_hall.turn import Record


def view(table: Table, seat: int | None) -> Table:
    """The table as a seat sees it; None is somebody who sees only what all may see (CH-79, CH-80, CH-117)."""
    if table.open_hands:
        guilds = table.guilds
    else:
        guilds = tuple(
            guild if other == seat else replace(guild, hand=(None,) * len(guild.hand))
            for other, guild in enumerate(table.guilds)
        )
    peeks = tuple(peek if peek.seat == seat else replace(peek, names=(None,) * len(peek.names)) for peek in table.peeks)
    return replace(table, guilds=guilds, peeks=peeks)


def view_record(table: Table, record: Record, seat: int | None) -> Record:
    """What happened on a table, as a seat sees it: replayed on the view of the table it gives the view afterwards."""
    if table.actor == seat:
        return replace(record, drawn=tuple(_cover_outcome(thing, seat) for thing in record.drawn))
    return replace(record, drawn=tuple(_cover(table, record, thing, seat) for thing in record.drawn))


def _cover(table: Table, record: Record, thing: Drawn, seat: int | None) -> Drawn:
    looked = isinstance(record.move, Use) and (record.move.square is not None or bool(record.move.colour))
    into_hand = isinstance(record.move, Draw | Cast | Use) and not looked and not table.open_hands
    if isinstance(thing, Shown) and (looked or into_hand):
        return Shown(None)
    return _cover_outcome(thing, seat)


def _cover_outcome(thing: Drawn, seat: int | None) -> Drawn:
    return Outcome(view(parse_table(thing.position), seat).text()) if isinstance(thing, Outcome) else thing
