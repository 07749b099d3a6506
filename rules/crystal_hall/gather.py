"""The end of a turn and the Gather Phase of the next one, which leave no choice."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.arrivals import win
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Guild, Table
from rules.crystal_hall.vocabulary import UMP, Colour, Phase, TileEffect


def go_on(edition: Edition, table: Table) -> Table:
    """Advance to the next phase in which there is something to do."""
    if table.over or table.task is not None:
        return table
    if table.phase is Phase.MAGIC and table.guild.out:
        table = replace(table, phase=Phase.DISCOVERY)
    if table.phase is Phase.DISCOVERY and table.flipper is None:
        table = replace(table, phase=Phase.DRAW)
    if table.phase is Phase.DRAW and (table.guild.out or table.deck + len(table.discard) == 0):
        return next_turn(edition, table)
    return table


def next_turn(edition: Edition, table: Table) -> Table:
    """Pass the turn clockwise to the next guild that is not out (CH-13), and gather for it."""
    guild = replace(table.guild, fresh=False)
    table = table.with_guild(table.active, guild)
    following = next(seat for seat in (*table.round[1:], table.active) if not table.guilds[seat].out)
    peeks = tuple(peek for peek in table.peeks if peek.other is None)
    return gather(edition, replace(table, active=following, phase=Phase.MAGIC, staff=False, peeks=peeks))


def gather(edition: Edition, table: Table) -> Table:
    """The Gather Phase of the seat on turn (CH-15 to CH-25)."""
    seat, guild = table.active, table.guild
    table = replace(
        table,
        ump=UMP,
        shields=tuple(square for square in table.shields if square not in guild.wizards),
        freezes=tuple(token for token in table.freezes if token[1] != seat),
    )
    if guild.fresh:
        return table
    # R18: units cannot be owed.
    table = replace(table, ump=max(0, UMP + _ump_on(edition, table, guild)))
    found = {Colour(colour) for colour in _crystals_under(edition, table, guild)}
    crystals = tuple(sorted(found | set(guild.crystals)))
    table = table.with_guild(seat, replace(guild, crystals=crystals))
    return win(table, seat) if len(crystals) >= table.target else table


def _ump_on(edition: Edition, table: Table, guild: Guild) -> int:
    """Cauldrons and swamps under a guild's wizards (CH-19, CH-20)."""
    faces = [table.face(square) for square in guild.wizards]
    tiles = [edition.tiles[face] for face in faces if face is not None]
    return sum(tile.amount for tile in tiles if tile.effect is TileEffect.GATHER_UMP)


def _crystals_under(edition: Edition, table: Table, guild: Guild) -> list[str]:
    """Colours of the face-up crystal tiles under a guild's wizards (CH-17)."""
    faces = [table.face(square) for square in guild.wizards]
    tiles = [edition.tiles[face] for face in faces if face is not None]
    return [tile.colour for tile in tiles if tile.effect is TileEffect.CRYSTAL]
