"""Hands of spells and picked-up tiles: taking, giving up, paying."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.moves import Drawn, Shown
from rules.crystal_hall.position import Table, Task, in_order, without
from rules.crystal_hall.vocabulary import HAND, TaskKind


def pay(table: Table, ump: int) -> Table:
    """Spend UMP."""
    return replace(table, ump=table.ump - ump)


def held(edition: Edition, table: Table, spell: str) -> bool:
    """Whether the guild on turn may hold a spell: known to, or with an unknown card while a copy is not elsewhere."""
    hand = table.guild.hand
    if spell in hand or None not in hand or spell not in edition.spells:
        return spell in hand
    elsewhere = table.discard.count(spell) + sum(guild.hand.count(spell) for guild in table.guilds)
    return elsewhere < edition.spells[spell].copies


def to_draw(table: Table, wanted: int) -> int:
    """Spells that can be drawn, discards included (CH-40)."""
    return min(wanted, table.deck + len(table.discard))


def take_spells(table: Table, drawn: tuple[Drawn, ...]) -> Table:
    """Draw spells into the hand of the seat on turn; the discards become the pile when it is empty (CH-40)."""
    for shown in drawn:
        deck, discard = (table.deck, table.discard) if table.deck else (len(table.discard), ())
        name = shown.name if isinstance(shown, Shown) else None
        table = replace(table, deck=deck - 1, discard=discard)
        table = _with_hand(table, in_order([*table.guild.hand, name]))
    return _limit(table)


def give_up(table: Table, spell: str) -> Table:
    """Lay a spell from the hand of the seat on turn on the discards, face up (CH-30)."""
    table = _with_hand(replace(table, discard=(*table.discard, spell)), without(table.guild.hand, spell))
    return _limit(table)


def use_up(table: Table, face: str) -> Table:
    """Lay a picked-up tile of the seat on turn on the discards (CH-30)."""
    tiles = list(table.guild.tiles)
    tiles.remove(face)
    guild = replace(table.guild, tiles=tuple(tiles))
    return replace(table.with_guild(table.active, guild), used=tuple(sorted((*table.used, face))))


def _limit(table: Table) -> Table:
    """CH-39, CH-82: with more than 2 spells one must go."""
    return replace(table, task=Task(TaskKind.DISCARD)) if len(table.guild.hand) > HAND else table


def _with_hand(table: Table, hand: tuple[str | None, ...]) -> Table:
    return table.with_guild(table.active, replace(table.guild, hand=hand))
