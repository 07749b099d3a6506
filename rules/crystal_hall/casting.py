"""What forbids casting a spell, and the ways in which one can be cast."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rules.crystal_hall.components import Reach, Spell
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import held, to_draw
from rules.crystal_hall.moves import Cast
from rules.crystal_hall.position import Table
from rules.crystal_hall.refusing import say
from rules.crystal_hall.vocabulary import (
    SIZE,
    SQUARE_TEXTS,
    SQUARES,
    STRAIGHT,
    WIZARDS,
    Mode,
    SpellEffect,
    Square,
)
from rules.engine import Refusal

NET_TARGETS = 3
"""CH-106."""


def refuse_cast(edition: Edition, table: Table, move: Cast) -> Refusal | None:
    """What forbids casting a spell in the Magic Phase."""
    spell = edition.spells.get(move.spell)
    if spell is None or not held(edition, table, move.spell):
        return say("CH-88", f"{table.guild.colour} does not hold the spell {move.spell}", spell=move.spell)
    if not _well_formed(spell, move):
        return say("CH-88", f"{move.text()!r} names too little or too much for {move.spell}", spell=move.spell)
    match spell.effect:
        case SpellEffect.CURSE:
            return _refuse_curse(edition, table, move.targets[0])
        case SpellEffect.ELECTRIC:
            return _refuse_current(table, move) if move.mode is Mode.CURRENT else _refuse_net(table, move)
        case SpellEffect.FIREBALL:
            return _refuse_fireball(table, move)
        case SpellEffect.FREEZE:
            return _refuse_freeze(table, move.targets[0])
        case SpellEffect.ELIMINATE:
            return _refuse_eliminate(edition, table, spell, move.targets[0])
        case SpellEffect.DRAW if not to_draw(table, 1):
            return say("CH-40", "there is no spell card left to draw", spell=move.spell)
    return None


def _well_formed(spell: Spell, move: Cast) -> bool:
    """Whether a cast names what its spell needs."""
    named = len(move.targets), move.direction is not None, move.mode
    match spell.effect:
        case SpellEffect.CURSE | SpellEffect.FREEZE | SpellEffect.ELIMINATE:
            return named == (1, False, None)
        case SpellEffect.FIREBALL:
            return named == (1, True, None)
        case SpellEffect.ELECTRIC:
            return move.mode is not None and move.direction is None and bool(move.targets)
    return named == (0, False, None)


def _refuse_curse(edition: Edition, table: Table, square: Square) -> Refusal | None:
    text = SQUARE_TEXTS[square]
    if not edition.board.has(square):
        return say("CH-90", f"{text} is no square of the board, it cannot be cursed", square=text)
    if table.owner(square) is not None or table.tiles[square] is not None or square in table.curses:
        what = "a wizard" if table.owner(square) is not None else "a curse" if square in table.curses else "a tile"
        return say("CH-90", f"there is {what} on {text}, only an empty square can be cursed", square=text)
    if not table.left_of_tokens(table.curses):
        return say("CH-R36", "all curse tokens are laid, no square can be cursed", square=text)
    return None


def _refuse_enemy(table: Table, square: Square, rule: str) -> Refusal | None:
    owner, text = table.owner(square), SQUARE_TEXTS[square]
    if owner is None or owner == table.active:
        return say(rule, f"there is no enemy wizard on {text} to be hit", square=text)
    return None


def acting(table: Table) -> tuple[Square, ...]:
    """Own wizards that are not frozen (R11)."""
    return tuple(square for square in table.guild.wizards if not table.frozen(square))


def in_current(table: Table, square: Square) -> bool:
    """Whether a square lies between two own wizards in one row or column (CH-103)."""
    col, row, own = square % SIZE, square // SIZE, acting(table)
    in_row = [other % SIZE - col for other in own if other // SIZE == row]
    in_col = [other // SIZE - row for other in own if other % SIZE == col]
    return any(min(line, default=0) < 0 < max(line, default=0) for line in (in_row, in_col))


def _refuse_current(table: Table, move: Cast) -> Refusal | None:
    if len(move.targets) != 1:
        return say("CH-103", f"the current hits exactly one wizard, not {len(move.targets)}", count=len(move.targets))
    text = SQUARE_TEXTS[move.targets[0]]
    refusal = _refuse_enemy(table, move.targets[0], "CH-103")
    if refusal is None and not in_current(table, move.targets[0]):
        return say("CH-103", f"{text} is not between two own wizards in one row or column", square=text)
    return refusal


def net(table: Table) -> tuple[Square, Square] | None:
    """Lowest and highest corner of the rectangle that all four own wizards make (CH-105, R34)."""
    corners = acting(table)
    cols, rows = ({square % SIZE for square in corners}, {square // SIZE for square in corners})
    if len(corners) != WIZARDS or len(cols) != 2 or len(rows) != 2:
        return None
    return corners[0], corners[-1]


def _inside(square: Square, corners: tuple[Square, Square]) -> bool:
    low, high = corners
    return low % SIZE <= square % SIZE <= high % SIZE and low // SIZE <= square // SIZE <= high // SIZE


def _refuse_net(table: Table, move: Cast) -> Refusal | None:
    if len(move.targets) > NET_TARGETS or tuple(sorted(set(move.targets))) != move.targets:
        sentence = f"a net hits up to {NET_TARGETS} different wizards, named in the order of their squares"
        return say("CH-106", sentence, count=len(move.targets))
    corners = net(table)
    if corners is None:
        wizards = ", ".join(SQUARE_TEXTS[square] for square in table.guild.wizards)
        return say("CH-105", f"the own wizards on {wizards} are not four free corners of a rectangle", wizards=wizards)
    for square in move.targets:
        refusal = _refuse_enemy(table, square, "CH-106")
        if refusal is None and not _inside(square, corners):
            text = SQUARE_TEXTS[square]
            refusal = say("CH-107", f"{text} is neither inside nor on the edge of the rectangle", square=text)
        if refusal is not None:
            return refusal
    return None


def _refuse_fireball(table: Table, move: Cast) -> Refusal | None:
    square, text = move.targets[0], SQUARE_TEXTS[move.targets[0]]
    if square not in table.guild.wizards:
        return say("CH-109", f"there is no own wizard on {text} to throw the fireball", square=text)
    if move.direction is not None and move.direction.diagonal:
        return say("CH-109", "a fireball flies along a straight line, never diagonally", direction=move.direction.value)
    if table.frozen(square):
        return say("CH-R11", f"the wizard on {text} is frozen and throws no fireball", square=text)
    return None


def _refuse_freeze(table: Table, square: Square) -> Refusal | None:
    text = SQUARE_TEXTS[square]
    refusal = _refuse_enemy(table, square, "CH-R11")
    if refusal is not None:
        return refusal
    if square in table.shields:
        return say("CH-67", f"the wizard on {text} is shielded, freeze has no effect on it", square=text)
    if any(place == square for place, _ in table.freezes):
        return say("CH-R11", f"the wizard on {text} is frozen already", square=text)
    if not table.left_of_tokens(table.freezes):
        return say("CH-05", "all freeze tokens are laid, nobody can be frozen", square=text)
    return None


def _refuse_eliminate(edition: Edition, table: Table, spell: Spell, square: Square) -> Refusal | None:
    text = SQUARE_TEXTS[square]
    refusal = _refuse_enemy(table, square, "CH-118")
    if refusal is not None:
        return refusal
    near = {edition.board.step(own, direction) for own in acting(table) for direction in STRAIGHT}
    if spell.reach is Reach.ADJACENT and square not in near:
        return say("CH-118", f"{spell.name} reaches only adjacent wizards, not the one on {text}", square=text)
    if square in table.shields and not spell.shield_breaking:
        return say("CH-61", f"the wizard on {text} is shielded against {spell.name}", square=text)
    return None


def casts(edition: Edition, table: Table, name: str) -> Iterator[Cast]:
    """Ways of casting a spell that are worth asking about."""
    enemies = sorted(
        square for seat, guild in enumerate(table.guilds) if seat != table.active for square in guild.wizards
    )
    match edition.spells[name].effect:
        case SpellEffect.CURSE:
            yield from (Cast(name, targets=(square,)) for square in SQUARES if table.tiles[square] is None)
        case SpellEffect.FREEZE | SpellEffect.ELIMINATE:
            yield from (Cast(name, targets=(square,)) for square in enemies)
        case SpellEffect.FIREBALL:
            for square in table.guild.wizards:
                yield from (Cast(name, targets=(square,), direction=direction) for direction in STRAIGHT)
        case SpellEffect.ELECTRIC:
            yield from (Cast(name, Mode.CURRENT, (square,)) for square in enemies)
            corners = net(table)
            caught = [square for square in enemies if corners is not None and _inside(square, corners)]
            for count in range(1, NET_TARGETS + 1):
                yield from (Cast(name, Mode.NET, targets) for targets in combinations(caught, count))
        case _:
            yield Cast(name)
