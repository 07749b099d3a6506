"""What a legal move does to the table."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.arrivals import enter, flip, hit, resolve, take_warp
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.gather import go_on, next_turn
from rules.crystal_hall.hands import give_up, pay, take_spells
from rules.crystal_hall.moves import (
    Cast,
    Choose,
    Discard,
    Draw,
    Drawn,
    Finish,
    Flip,
    Move,
    Onto,
    Push,
    Regenerate,
    Shield,
    Shown,
    Squeeze,
    Step,
    Use,
    Warp,
)
from rules.crystal_hall.position import Arrive, Follow, Table
from rules.crystal_hall.spells import cast, shake
from rules.crystal_hall.tricks import switch, use
from rules.crystal_hall.vocabulary import Phase, Square
from rules.engine import MoveRecord

Record = MoveRecord[Move, Drawn]
STEP, PUSH, SQUEEZE = 1, 2, 2
"""CH-41, CH-44, CH-49: UMP."""


def perform(edition: Edition, table: Table, record: Record) -> Table:
    """The table after a record that is known to be legal."""
    after = _act(edition, table, record)
    return go_on(edition, resolve(edition, after))


def _act(edition: Edition, table: Table, record: Record) -> Table:
    match record.move:
        case Step(start, end):
            return enter(pay(table, STEP), start, end)
        case Push() as move:
            return _push(edition, pay(table, PUSH), move)
        case Squeeze(first, second):
            return hit(pay(table, SQUEEZE), (first + second) // 2)
        case Regenerate(square):
            return _regenerate(table, square)
        case Shield(square):
            return replace(pay(table, table.guild.price), shields=tuple(sorted((*table.shields, square))))
        case Use() as move:
            return use(edition, table, move, record.drawn)
        case Cast() as move:
            return cast(edition, table, move, record.drawn)
        case _:
            return _go_on(edition, table, record)


def _go_on(edition: Edition, table: Table, record: Record) -> Table:
    """Decisions, and the phases after Magic."""
    match record.move:
        case Onto(square):
            return switch(table, square)
        case Choose(direction):
            return shake(edition, replace(table, task=None), direction)
        case Warp(square):
            return _warp(table, square)
        case Discard(spell):
            return _discard(edition, table, spell)
        case Finish():
            return replace(table, phase=Phase.DISCOVERY)
        case Flip(square):
            return flip(edition, table, square, _name(record.drawn))
        case Draw():
            return _draw(edition, table, record.drawn)
    raise AssertionError(f"{record.text()!r} is no move")


def _name(drawn: tuple[Drawn, ...]) -> str:
    (shown,) = drawn
    if not isinstance(shown, Shown) or shown.name is None:
        raise AssertionError(f"{drawn!r} shows a face")
    return shown.name


def _push(edition: Edition, table: Table, move: Push) -> Table:
    """R05: the victim moves and suffers what is there, then the pusher takes its place."""
    behind = behind_victim(edition, move)
    if behind is None:
        raise AssertionError(f"{move.text()!r} pushes onto a square")
    return enter(table, move.victim, behind, Follow(move.start, move.victim))


def behind_victim(edition: Edition, move: Push) -> Square | None:
    """The square onto which a push goes; None where the board ends, or the two are not adjacent."""
    steps = edition.board.steps.values()
    return next((step[move.victim] for step in steps if step[move.start] == move.victim), None)


def _regenerate(table: Table, square: Square) -> Table:
    guild = table.guild
    table = pay(table, guild.price)
    table = table.with_guild(table.active, replace(guild, wizards=tuple(sorted((*guild.wizards, square)))))
    return replace(table, due=(Arrive(square), *table.due))


def _warp(table: Table, target: Square) -> Table:
    if table.task is None or table.task.square is None:
        raise AssertionError("somebody stands on a warp")
    return take_warp(replace(table, task=None), table.task.square, target)


def _discard(edition: Edition, table: Table, spell: str) -> Table:
    table = give_up(replace(table, task=None), spell)
    return next_turn(edition, table) if table.phase is Phase.DRAW and table.task is None else table


def _draw(edition: Edition, table: Table, drawn: tuple[Drawn, ...]) -> Table:
    table = take_spells(table, drawn)
    return table if table.task else next_turn(edition, table)
