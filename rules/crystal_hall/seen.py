"""What a camera sees of a table when a turn is over, and what players said aloud."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.vocabulary import Back, Square


@dataclass(frozen=True, slots=True)
class Seen:
    """Squares of each seat's wizards, tiles by square (`?` cannot be told), and squares with tokens.

    Shields lie under wizards and freezes beside them: None where nobody could see whether there are any. All as before
    the next player's Gather Phase, which takes some of them away.
    """

    wizards: tuple[tuple[Square, ...], ...]
    tiles: tuple[Back | str | None, ...]
    curses: tuple[Square, ...] = ()
    shields: tuple[Square, ...] | None = None
    freezes: tuple[Square, ...] | None = None


@dataclass(frozen=True, slots=True)
class Announced:
    """What was said or seen to be used: tiles and spells with repetition, die rolls, picked-up faces by square.

    `looked` has the square or the colour for each Lens, as far as it was told; `discarded` what went for a drawn spell.
    """

    tiles: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    dice: tuple[int, ...] = ()
    found: tuple[tuple[Square, str], ...] = ()
    looked: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()


def look(table: Table) -> Seen:
    """What a perfect camera sees: nothing that lies in hands."""
    places = tuple(guild.wizards for guild in table.guilds)
    return Seen(places, table.tiles, table.curses, table.shields, frozen_squares(table))


def frozen_squares(table: Table) -> tuple[Square, ...]:
    """Squares of the wizards with a freeze token."""
    return tuple(square for square, _ in table.freezes)


def agrees(table: Table, seen: Seen) -> bool:
    """Whether a table looks like that; what cannot be told contradicts nothing."""
    same = tuple(guild.wizards for guild in table.guilds) == seen.wizards and table.curses == seen.curses
    same = same and seen.shields in (None, table.shields) and seen.freezes in (None, frozen_squares(table))
    return same and all(there == UNKNOWN or tile == there for tile, there in zip(table.tiles, seen.tiles, strict=True))
