"""Who goes where in an earthquake (CH-97 to CH-101, R35)."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Table
from rules.crystal_hall.vocabulary import Direction, Square, TileEffect

STOPPING = {TileEffect.CURSE, TileEffect.WARP, TileEffect.CRYSTAL}
"""Tiles that may act on who comes to them, so that nobody is carried past them."""


def tremble(edition: Edition, table: Table, direction: Direction) -> tuple[Table, tuple[Square, ...]]:
    """The table with all wizards moved and shields broken, and where somebody came to, in the order of effects."""
    places = {square: square for guild in table.guilds for square in guild.wizards}
    """From where each wizard stood to where it stands."""
    free = set(places) - set(table.shields)
    for _ in range(edition.earthquake_steps):
        free = _one_step(edition, table, places, free, direction)
    moved = _carried(table, places)
    came = [places[square] for seat in table.round for square in table.guilds[seat].wizards if places[square] != square]
    return moved, tuple(came)


def _one_step(
    edition: Edition, table: Table, places: dict[Square, Square], free: set[Square], direction: Direction
) -> set[Square]:
    """Move whoever is not blocked; the wizards that may still go on."""
    going = {square: edition.board.step(places[square], direction) for square in free}
    staying = {places[square] for square in places if going.get(square) is None}
    moving = {square: end for square, end in going.items() if end is not None}
    while blocked := [square for square, end in moving.items() if end in staying]:
        for square in blocked:
            staying.add(places[square])
            del moving[square]
    places.update(moving)
    return {square for square, end in moving.items() if not _stops(edition, table, end)}


def _stops(edition: Edition, table: Table, square: Square) -> bool:
    face = table.face(square)
    return square in table.curses or (face is not None and edition.tiles[face].effect in STOPPING)


def _carried(table: Table, places: dict[Square, Square]) -> Table:
    guilds = tuple(
        replace(guild, wizards=tuple(sorted(places[square] for square in guild.wizards))) for guild in table.guilds
    )
    freezes = tuple(sorted((places[square], by) for square, by in table.freezes))
    return replace(table, guilds=guilds, shields=(), freezes=freezes)
