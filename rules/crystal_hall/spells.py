"""Spells in effect."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.arrivals import eliminate, hit
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import give_up, take_spells
from rules.crystal_hall.moves import Cast, Die, Drawn, Outcome
from rules.crystal_hall.outcomes import adopt
from rules.crystal_hall.position import Arrive, Table, Task
from rules.crystal_hall.quake import tremble
from rules.crystal_hall.vocabulary import STRAIGHT, Direction, SpellEffect, Square, TaskKind

NO_QUAKE, FREE_QUAKE = 1, 6
"""CH-94, CH-96."""
SHORT = 2
"""CH-110: what is subtracted from the die of a fireball."""


def cast(edition: Edition, table: Table, move: Cast, drawn: tuple[Drawn, ...]) -> Table:
    """Cast a spell, which is known to be legal."""
    spell = edition.spells[move.spell]
    table = give_up(table, move.spell)
    match spell.effect:
        case SpellEffect.CURSE:
            return replace(table, curses=tuple(sorted((*table.curses, *move.targets))))
        case SpellEffect.UMP:
            return replace(table, ump=max(0, table.ump + spell.amount))
        case SpellEffect.FREEZE:
            laid = tuple((square, table.active) for square in move.targets)
            return replace(table, freezes=tuple(sorted((*table.freezes, *laid))))
        case SpellEffect.DRAW:
            return take_spells(table, drawn)
        case SpellEffect.EARTHQUAKE:
            return _quake(edition, table, drawn)
        case SpellEffect.FIREBALL:
            return _fireball(edition, table, move, drawn)
        case SpellEffect.ELECTRIC | SpellEffect.ELIMINATE:
            return _hit_all(table, move.targets, breaking=spell.shield_breaking)
        case SpellEffect.MANUAL:
            (outcome,) = drawn
            if not isinstance(outcome, Outcome):
                raise AssertionError(f"{drawn!r} is an outcome")
            return adopt(table, outcome)


def _pips(drawn: tuple[Drawn, ...]) -> int:
    (die,) = drawn
    if not isinstance(die, Die):
        raise AssertionError(f"{drawn!r} is a die roll")
    return die.pips


def _hit_all(table: Table, targets: tuple[Square, ...], *, breaking: bool) -> Table:
    for square in targets:
        if table.over:
            break
        table = hit(table, square) if breaking else eliminate(table, square)
    return table


def _fireball(edition: Edition, table: Table, move: Cast, drawn: tuple[Drawn, ...]) -> Table:
    """CH-109 to CH-112: the first wizard in line within range."""
    square: Square | None = move.targets[0]
    for _ in range(max(0, _pips(drawn) - SHORT)):
        square = None if square is None or move.direction is None else edition.board.step(square, move.direction)
        if square is None:
            return table
        owner = table.owner(square)
        if owner is not None and (edition.fireball_hits_own or owner != table.active):
            return hit(table, square)
    return table


def _quake(edition: Edition, table: Table, drawn: tuple[Drawn, ...]) -> Table:
    pips = _pips(drawn)
    if pips == NO_QUAKE:
        return table
    if pips == FREE_QUAKE:
        return replace(table, task=Task(TaskKind.DIRECTION))
    return shake(edition, table, STRAIGHT[pips - 2])


def shake(edition: Edition, table: Table, direction: Direction) -> Table:
    """CH-97 to CH-101, R35: all go at once, what they come to follows, the active player's first."""
    moved, came = tremble(edition, table, direction)
    return replace(moved, due=(*map(Arrive, came), *moved.due))
