"""What chance must show after a legal move, and what cannot be right about it."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum, unique

from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import give_up, to_draw, use_up
from rules.crystal_hall.moves import Cast, Die, Draw, Drawn, Flip, Move, Outcome, Shown, Use
from rules.crystal_hall.outcomes import refuse_outcome
from rules.crystal_hall.position import Table
from rules.crystal_hall.refusing import say
from rules.crystal_hall.turn import Record
from rules.crystal_hall.vocabulary import Back, SpellEffect, Square, TileEffect
from rules.engine import Refusal


@unique
class Wanted(StrEnum):
    """One thing that chance shows."""

    DIE = "a die roll"
    TILE = "a tile"
    SPELL = "a spell card"
    LOOK = "a spell card looked at"
    OUTCOME = "the table afterwards"


def to_be_drawn(edition: Edition, table: Table, move: Move) -> tuple[Wanted, ...]:
    """What chance shows after a legal move, in order."""
    match move:
        case Flip():
            return (Wanted.TILE,)
        case Draw():
            return (Wanted.SPELL,)
        case Cast(spell):
            effect, amount = edition.spells[spell].effect, edition.spells[spell].amount
            if effect in (SpellEffect.EARTHQUAKE, SpellEffect.FIREBALL):
                return (Wanted.DIE,)
            if effect is SpellEffect.DRAW:
                return (Wanted.SPELL,) * to_draw(table, amount)
            return (Wanted.OUTCOME,) if effect is SpellEffect.MANUAL else ()
        case Use():
            return _for_tile(edition, table, move)
    return ()


def _for_tile(edition: Edition, table: Table, move: Use) -> tuple[Wanted, ...]:
    tile = edition.tiles[move.face]
    match tile.effect:
        case TileEffect.DRAW:
            return (Wanted.SPELL,) * to_draw(table, tile.amount)
        case TileEffect.LENS if move.square is not None:
            return (Wanted.TILE,)
        case TileEffect.LENS:
            return (Wanted.LOOK,) * len(hand_of(table, move.colour))
        case TileEffect.MANUAL:
            return (Wanted.OUTCOME,)
    return ()


def hand_of(table: Table, colour: str) -> tuple[str | None, ...]:
    """The spells of a guild."""
    return next((guild.hand for guild in table.guilds if guild.colour == colour), ())


def refusal_of_draw(edition: Edition, table: Table, record: Record) -> Refusal | None:
    """What is wrong with what was drawn for a legal move."""
    wanted = to_be_drawn(edition, table, record.move)
    fits = len(wanted) == len(record.drawn) and all(map(_fits, wanted, record.drawn))
    if not fits:
        should = ", ".join(wanted) or "nothing"
        was = " ".join(thing.text() for thing in record.drawn) or "nothing"
        sentence = f"after {record.move.text()!r} came {was}, it should be {should}"
        return say("CH-14", sentence, move=record.move.text(), drawn=was, wanted=should)
    match record.move:
        case Flip(square):
            return _refuse_face(edition, table, square, record.drawn[0], hidden=False)
        case Use(_, square) if square is not None and wanted:
            return _refuse_face(edition, table, square, record.drawn[0], hidden=True)
    if Wanted.SPELL in wanted:
        return _refuse_spells(edition, table, record.drawn)
    if Wanted.LOOK in wanted and isinstance(record.move, Use):
        return _refuse_look(edition, table, record.move, record.drawn)
    if Wanted.OUTCOME in wanted and isinstance(record.drawn[0], Outcome):
        return refuse_outcome(edition, without_card(table, record.move), record.drawn[0])
    return None


def _fits(wanted: Wanted, drawn: Drawn) -> bool:
    kinds = {Wanted.DIE: Die, Wanted.OUTCOME: Outcome}
    return isinstance(drawn, kinds.get(wanted, Shown))


def without_card(table: Table, move: Move) -> Table:
    """The table when the spell or tile is on the discards and its effect is still to come."""
    match move:
        case Cast(spell):
            return give_up(table, spell)
        case Use(face):
            return use_up(table, face)
    return table


def _refuse_face(edition: Edition, table: Table, square: Square, drawn: Drawn, *, hidden: bool) -> Refusal | None:
    """A face that the edition has not, has not left, has not with this back, or that a Lens showed otherwise."""
    face, back = drawn.text(), table.tiles[square]
    if hidden and face == Shown(None).text():
        return None
    if face not in edition.tiles:
        return say("CH-02", f"{face} is no tile of the edition {edition.name}", tile=face)
    if isinstance(back, Back) and back not in edition.tiles[face].backs:
        shade = back.name.lower()
        return say("CH-04", f"no {face} has a {shade} back as the tile there has", tile=face, back=shade)
    if not left_of_face(edition, table, face):
        return say("CH-02", f"all tiles {face} have been seen already", tile=face)
    for peek in table.peeks:
        if peek.square == square and peek.names[0] not in (None, face):
            return say("CH-78", f"a Lens showed {peek.names[0]} there, not {face}", tile=face)
    return None


def left_of_face(edition: Edition, table: Table, face: str) -> int:
    """How many tiles with a face still lie face down."""
    lying = sum(tile == face and not isinstance(tile, Back) for tile in table.tiles)
    taken = table.used.count(face) + sum(guild.tiles.count(face) for guild in table.guilds)
    return len(edition.tiles[face].backs) - lying - taken


def left_of_spells(edition: Edition, table: Table) -> Counter[str]:
    """How many of each spell may be drawn: not in a hand, and not discarded unless the pile is made anew (CH-40)."""
    seen = [*(card for guild in table.guilds for card in guild.hand), *(table.discard if table.deck else ())]
    left = Counter({spell.name: spell.copies for spell in edition.spells.values()})
    left.subtract(card for card in seen if card is not None)
    return left


def _refuse_spells(edition: Edition, table: Table, drawn: tuple[Drawn, ...]) -> Refusal | None:
    left = left_of_spells(edition, table)
    for shown in drawn:
        name = shown.text()
        if name == Shown(None).text():
            continue
        if name not in edition.spells:
            return say("CH-10", f"{name} is no spell of the edition {edition.name}", spell=name)
        left[name] -= 1
        if left[name] < 0:
            return say("CH-10", f"all spells {name} are known to be elsewhere", spell=name)
    return None


def _refuse_look(edition: Edition, table: Table, move: Use, drawn: tuple[Drawn, ...]) -> Refusal | None:
    """CH-79: what is seen must be what that player holds, as far as it is known."""
    names = [shown.text() for shown in drawn if shown.text() != Shown(None).text()]
    unknown = [name for name in names if name not in edition.spells]
    held = Counter(card for card in hand_of(table, move.colour))
    extra = Counter(names) - Counter({card: count for card, count in held.items() if card is not None})
    if unknown or extra.total() > held[None]:
        return say("CH-79", f"{move.colour} does not hold {' and '.join(names)}", colour=move.colour)
    return None
