"""What a camera sees of a table after a turn, and what players said aloud."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.vocabulary import Back, Square


@dataclass(frozen=True, slots=True)
class Seen:
    """Squares of each seat's wizards, tiles by square (`?` cannot be told), and cursed squares."""

    wizards: tuple[tuple[Square, ...], ...]
    tiles: tuple[Back | str | None, ...]
    curses: tuple[Square, ...] = ()


@dataclass(frozen=True, slots=True)
class Announced:
    """What was said or seen to be used: tiles and spells with repetition, die rolls, picked-up faces by square."""

    tiles: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    found: tuple[tuple[Square, str], ...] = ()


def look(table: Table) -> Seen:
    """What a perfect camera sees: nothing that lies in hands."""
    return Seen(tuple(guild.wizards for guild in table.guilds), table.tiles, table.curses)


def agrees(table: Table, seen: Seen) -> bool:
    """Whether a table looks like that; what cannot be told contradicts nothing."""
    same = tuple(guild.wizards for guild in table.guilds) == seen.wizards and table.curses == seen.curses
    return same and all(there == UNKNOWN or tile == there for tile, there in zip(table.tiles, seen.tiles, strict=True))
