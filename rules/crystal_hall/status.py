"""What is implausible about a table: counts that do not add up, pieces where none can be."""

from __future__ import annotations

from collections import Counter
from enum import Flag, auto

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Table
from rules.crystal_hall.vocabulary import HAND, TOKENS, WIZARDS, Back, Kind, TileEffect


class TableStatus(Flag):
    """PLAUSIBLE has no flag set."""

    PLAUSIBLE = 0
    CROWDED = auto()
    """Two wizards on one square (CH-69)."""
    OFF_BOARD = auto()
    """A wizard, tile or token where the edition has no square for it."""
    WIZARDS = auto()
    """More than four wizards of a guild (CH-06)."""
    TILES = auto()
    """A tile more often than the edition has it, or not 36 in all (CH-02)."""
    SPELLS = auto()
    """A spell more often than the edition has it, a wrong number in all, or a hand that is too large (CH-10, CH-39)."""
    TOKENS = auto()
    """Tokens that there are not, without a wizard, or two shields of one guild (CH-05, CH-58)."""
    CRYSTALS = auto()
    """Two crystals of a colour, or enough to win in a game that goes on (CH-18, CH-113)."""
    SURFACE = auto()
    """A face-up pick-up or blank tile, or a wizard on a curse (CH-34, CH-37, CH-92)."""


def table_status(table: Table, edition: Edition) -> TableStatus:
    """Flags for what cannot be so."""
    checks = {
        TableStatus.CROWDED: _crowded,
        TableStatus.OFF_BOARD: _off_board,
        TableStatus.WIZARDS: _too_many_wizards,
        TableStatus.TILES: _wrong_tiles,
        TableStatus.SPELLS: _wrong_spells,
        TableStatus.TOKENS: _wrong_tokens,
        TableStatus.CRYSTALS: _wrong_crystals,
        TableStatus.SURFACE: _wrong_surface,
    }
    status = TableStatus.PLAUSIBLE
    for flag, check in checks.items():
        if check(table, edition):
            status |= flag
    return status


def _crowded(table: Table, edition: Edition) -> bool:  # noqa: ARG001  all checks have one shape
    squares = [square for guild in table.guilds for square in guild.wizards]
    return len(set(squares)) != len(squares)


def _off_board(table: Table, edition: Edition) -> bool:
    squares = {square for guild in table.guilds for square in guild.wizards} | set(table.curses)
    tiles = {square for square, tile in enumerate(table.tiles) if tile is not None}
    on_tiles = any(table.tiles[square] is not None for square in table.curses)
    return on_tiles or not tiles <= set(edition.board.centre) or not all(map(edition.board.has, squares))


def _too_many_wizards(table: Table, edition: Edition) -> bool:  # noqa: ARG001
    return any(len(guild.wizards) > WIZARDS for guild in table.guilds)


def _wrong_tiles(table: Table, edition: Edition) -> bool:
    lying = [tile for tile in table.tiles if tile is not None and not isinstance(tile, Back)]
    shown = Counter([*lying, *table.used, *(face for guild in table.guilds for face in guild.tiles)])
    if any(face not in edition.tiles or count > len(edition.tiles[face].backs) for face, count in shown.items()):
        return True
    hidden = sum(isinstance(tile, Back) for tile in table.tiles)
    return sum(shown.values()) + hidden != len(edition.board.centre)


def _wrong_spells(table: Table, edition: Edition) -> bool:
    known = Counter(
        name for names in (table.discard, *(guild.hand for guild in table.guilds)) for name in names if name is not None
    )
    if any(name not in edition.spells or count > edition.spells[name].copies for name, count in known.items()):
        return True
    hands = [len(guild.hand) for guild in table.guilds]
    too_many = table.task is None and any(hand > HAND for hand in hands)
    return too_many or table.deck + len(table.discard) + sum(hands) != edition.cards


def _wrong_tokens(table: Table, edition: Edition) -> bool:  # noqa: ARG001
    squares = {square for guild in table.guilds for square in guild.wizards}
    frozen = [square for square, _ in table.freezes]
    unheld = not set(table.shields) <= squares or not set(frozen) <= squares
    twice = any(len(set(guild.wizards) & set(table.shields)) > 1 for guild in table.guilds)
    repeated = any(len(set(laid)) != len(laid) for laid in (table.curses, table.shields, frozen))
    return unheld or twice or repeated or max(len(table.curses), len(frozen)) > TOKENS


def _wrong_crystals(table: Table, edition: Edition) -> bool:  # noqa: ARG001
    if any(len(set(guild.crystals)) != len(guild.crystals) for guild in table.guilds):
        return True
    return not table.over and any(len(guild.crystals) >= table.target for guild in table.guilds)


def _wrong_surface(table: Table, edition: Edition) -> bool:
    faces = {table.face(square) for square in edition.board.centre}
    tiles = [tile for tile in edition.tiles.values() if tile.face in faces]
    if any(tile.kind in (Kind.PICK_UP, Kind.BLANK) for tile in tiles):
        return True
    # The game may end in the middle of an earthquake (R24).
    if table.due or table.task is not None or table.over:
        return False
    standing = {square for guild in table.guilds for square in guild.wizards}
    cursed = {tile.face for tile in tiles if tile.effect is TileEffect.CURSE}
    return any(square in table.curses or table.face(square) in cursed for square in standing)
