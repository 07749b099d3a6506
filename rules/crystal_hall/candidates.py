"""The moves worth asking about: every legal one, each once."""

from __future__ import annotations

from collections.abc import Iterator

from rules.crystal_hall.arrivals import warp_targets
from rules.crystal_hall.casting import casts
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import (
    Choose,
    Discard,
    Draw,
    Finish,
    Flip,
    Move,
    Onto,
    Push,
    Regenerate,
    Shield,
    Squeeze,
    Step,
    Use,
    Warp,
)
from rules.crystal_hall.position import Table
from rules.crystal_hall.tricks import named_colours, switchable
from rules.crystal_hall.vocabulary import STRAIGHT, Back, Direction, Phase, TaskKind, TileEffect


def candidates(edition: Edition, table: Table) -> Iterator[Move]:
    """Every legal move, each once, and perhaps others."""
    if table.over:
        return iter(())
    if table.task is not None:
        return _decisions(edition, table)
    if table.phase is Phase.DISCOVERY:
        return (Flip(square) for square in table.unflipped(table.actor))
    return iter((Draw(),)) if table.phase is Phase.DRAW else _magic(edition, table)


def _decisions(edition: Edition, table: Table) -> Iterator[Move]:
    task = table.task
    if task is None:
        return
    match task.kind:
        case TaskKind.DIRECTION:
            yield from map(Choose, STRAIGHT)
        case TaskKind.SWITCH:
            yield from map(Onto, switchable(edition, table))
        case TaskKind.WARP if task.square is not None:
            yield from map(Warp, warp_targets(edition, table, task.square))
        case TaskKind.DISCARD:
            yield from map(Discard, _spells(edition, table))


def _spells(edition: Edition, table: Table) -> tuple[str, ...]:
    """Spells that the guild on turn may hold: with an unknown card, any."""
    hand = table.guild.hand
    return tuple(edition.spells) if None in hand else tuple(sorted({card for card in hand if card is not None}))


def _magic(edition: Edition, table: Table) -> Iterator[Move]:
    yield Finish()
    yield from wizard_moves(edition, table)
    if table.guild.fresh:
        return
    yield from _bought(edition, table)
    for face in sorted(set(table.guild.tiles)):
        yield from uses(edition, table, face)
    for spell in _spells(edition, table):
        yield from casts(edition, table, spell)


def wizard_moves(edition: Edition, table: Table) -> Iterator[Move]:
    """Moves, pushes and squeezes of the guild on turn."""
    directions = tuple(Direction) if table.staff else STRAIGHT
    for square in table.guild.wizards if table.ump else ():
        for direction in directions:
            end = edition.board.step(square, direction)
            owner = None if end is None else table.owner(end)
            if end is None:
                continue
            if owner is None:
                yield Step(square, end)
                continue
            yield Push(square, end)
            beyond = edition.board.step(end, direction)
            if beyond is not None and beyond > square and owner != table.active and beyond in table.guild.wizards:
                yield Squeeze(square, beyond)


def _bought(edition: Edition, table: Table) -> Iterator[Move]:
    if table.guild.grey:
        yield from map(Regenerate, edition.board.starts[table.guild.side])
    yield from map(Shield, table.guild.wizards)


def uses(edition: Edition, table: Table, face: str) -> Iterator[Move]:
    """Ways of using a picked-up tile."""
    match edition.tiles[face].effect:
        case TileEffect.LENS:
            hidden = (square for square in edition.board.centre if isinstance(table.tiles[square], Back))
            yield from (Use(face, square) for square in hidden)
            yield from (Use(face, None, colour) for colour in named_colours(table))
        case TileEffect.COMPASS:
            yield from (Use(face, square) for square in table.guild.wizards)
        case TileEffect.SWITCH:
            yield from (Use(face, square) for square in switchable(edition, table))
        case _:
            yield Use(face)
