"""Picked-up tiles in use: what forbids it, and what it does."""

from __future__ import annotations

from dataclasses import replace

from rules.crystal_hall.arrivals import enter
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import take_spells, to_draw, use_up
from rules.crystal_hall.moves import Drawn, Outcome, Shown, Use
from rules.crystal_hall.outcomes import adopt
from rules.crystal_hall.position import Peek, Table, Task
from rules.crystal_hall.refusing import say
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, Back, Colour, Square, TaskKind, TileEffect
from rules.engine import Refusal

POINTED = {TileEffect.LENS, TileEffect.COMPASS, TileEffect.SWITCH}
"""Tiles that are used on something."""


def refuse_use(edition: Edition, table: Table, move: Use) -> Refusal | None:
    """What forbids using a tile in the Magic Phase."""
    if move.face not in table.guild.tiles:
        sentence = f"{table.guild.colour} has no picked-up {move.face} to use"
        return say("CH-34", sentence, tile=move.face, colour=table.guild.colour)
    effect = edition.tiles[move.face].effect
    if (effect in POINTED) != (move.square is not None or bool(move.colour)):
        return say("CH-29", f"{move.text()!r} names too little or too much for a {move.face}", tile=move.face)
    if move.colour and effect is not TileEffect.LENS:
        return say("CH-29", f"a {move.face} is used on a square, not on {move.colour}", tile=move.face)
    match effect:
        case TileEffect.LENS if move.square is None:
            return _refuse_hand(table, move.colour)
        case TileEffect.LENS if not isinstance(table.tiles[move.square or 0], Back):
            return say("CH-78", f"there is no face-down tile on {_at(move)} to look at", square=_at(move))
        case TileEffect.COMPASS:
            return _refuse_compass(edition, table, move)
        case TileEffect.SWITCH:
            return _refuse_switch(edition, table, move)
        case TileEffect.DRAW if not to_draw(table, 1):
            return say("CH-81", "there is no spell card left to draw", tile=move.face)
        case TileEffect.STAFF if table.staff:
            return say("CH-83", "a second Staff in the same turn does nothing", tile=move.face)
    return None


def _at(move: Use) -> str:
    return SQUARE_TEXTS[move.square or 0]


def _refuse_hand(table: Table, colour: str) -> Refusal | None:
    guild = next((guild for guild in table.guilds if guild.colour == colour), None)
    if guild is None or guild is table.guild:
        return say("CH-79", f"a Lens shows the spells of another player, {colour} is none", colour=colour)
    if not guild.hand:
        return say("CH-79", f"{colour} holds no spell cards to look at", colour=colour)
    return None


def _refuse_compass(edition: Edition, table: Table, move: Use) -> Refusal | None:
    direction = edition.tiles[move.face].direction
    square = move.square or 0
    if square not in table.guild.wizards or direction is None:
        return say("CH-85", f"there is no wizard of {table.guild.colour} on {_at(move)}", square=_at(move))
    if table.frozen(square):
        return say("CH-R11", f"the wizard on {_at(move)} is frozen and cannot use a Compass", square=_at(move))
    end = edition.board.step(square, direction)
    if end is None:
        return say("CH-R39", f"the board ends {direction.name.lower()} of {_at(move)}", square=_at(move))
    if table.owner(end) is not None:
        return say("CH-R39", f"{SQUARE_TEXTS[end]} is occupied, a Compass needs a free square", square=_at(move))
    return None


def _refuse_switch(edition: Edition, table: Table, move: Use) -> Refusal | None:
    refusal = refuse_switched(edition, table, move.square or 0)
    if refusal is None and len(switchable(edition, table)) < 2:
        return say("CH-86", "there is no second tile to swap it with", square=_at(move))
    return refusal


def refuse_switched(edition: Edition, table: Table, square: Square) -> Refusal | None:
    """What forbids a tile as one of the two of a Switch."""
    tile, text = table.tiles[square], SQUARE_TEXTS[square]
    if tile is None:
        rule = "CH-R37" if square in table.curses else "CH-86"
        return say(rule, f"there is no tile on {text} to swap", square=text)
    if table.owner(square) is not None:
        return say("CH-86", f"a wizard stands on the tile on {text}, it cannot be swapped", square=text)
    if not isinstance(tile, Back) and edition.tiles[tile].effect is TileEffect.CRYSTAL:
        return say("CH-87", f"the face-up crystal tile on {text} cannot be swapped", square=text)
    return None


def switchable(edition: Edition, table: Table) -> tuple[Square, ...]:
    """Tiles that a Switch may take."""
    return tuple(square for square in edition.board.centre if refuse_switched(edition, table, square) is None)


def use(edition: Edition, table: Table, move: Use, drawn: tuple[Drawn, ...]) -> Table:
    """Use a tile, which is known to be legal."""
    tile = edition.tiles[move.face]
    table = use_up(table, move.face)
    match tile.effect:
        case TileEffect.POTION:
            return replace(table, ump=table.ump + tile.amount)
        case TileEffect.STAFF:
            return replace(table, staff=True)
        case TileEffect.DRAW:
            return take_spells(table, drawn)
        case TileEffect.LENS:
            return _peek(table, move, drawn)
        case TileEffect.SWITCH:
            return replace(table, task=Task(TaskKind.SWITCH, move.square))
        case TileEffect.COMPASS:
            return _compass(edition, table, move)
        case _:
            (outcome,) = drawn
            if not isinstance(outcome, Outcome):
                raise AssertionError(f"{drawn!r} is an outcome")
            return adopt(table, outcome)


def _compass(edition: Edition, table: Table, move: Use) -> Table:
    direction, square = edition.tiles[move.face].direction, move.square
    end = None if direction is None or square is None else edition.board.step(square, direction)
    if end is None or square is None:
        raise AssertionError(f"{move.text()!r} is legal")
    return enter(table, square, end)


def _peek(table: Table, move: Use, drawn: tuple[Drawn, ...]) -> Table:
    names = tuple(shown.name for shown in drawn if isinstance(shown, Shown))
    other = next((seat for seat, guild in enumerate(table.guilds) if guild.colour == move.colour), None)
    peek = Peek(table.active, move.square, other, names)
    kept = [old for old in table.peeks if (old.seat, old.square, old.other) != (peek.seat, peek.square, peek.other)]
    return replace(table, peeks=tuple(sorted([*kept, peek], key=Peek.text)))


def switch(table: Table, square: Square) -> Table:
    """Swap the two tiles; who has looked at one still knows it."""
    one = table.task.square if table.task else None
    if one is None:
        raise AssertionError("the first tile of a Switch is known")
    tiles = list(table.tiles)
    tiles[one], tiles[square] = tiles[square], tiles[one]
    other: dict[Square | None, Square] = {one: square, square: one}
    peeks = [replace(peek, square=other.get(peek.square, peek.square)) for peek in table.peeks]
    return replace(table, task=None, tiles=tuple(tiles), peeks=tuple(sorted(peeks, key=Peek.text)))


def named_colours(table: Table) -> tuple[Colour, ...]:
    """Guilds whose spells a Lens may show."""
    return tuple(guild.colour for guild in table.guilds if guild is not table.guild and guild.hand)
