"""What may have been used without being seen or announced, the cheapest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.crystal_hall.components import SpellStatus
from rules.crystal_hall.draws import left_of_spells
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import held
from rules.crystal_hall.moves import UNKNOWN
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Announced, Seen, frozen_squares
from rules.crystal_hall.vocabulary import SpellEffect, TileEffect

MOST = 3
"""Things that are assumed at once."""
COSTS: dict[TileEffect | SpellEffect, int] = {
    TileEffect.POTION: 1,
    TileEffect.COMPASS: 2,
    TileEffect.STAFF: 3,
    TileEffect.SWITCH: 4,
    TileEffect.DRAW: 4,
    SpellEffect.CURSE: 0,
    SpellEffect.FREEZE: 0,
    SpellEffect.DRAW: 4,
    SpellEffect.UMP: 5,
    SpellEffect.FIREBALL: 6,
    SpellEffect.ELECTRIC: 7,
    SpellEffect.EARTHQUAKE: 8,
    SpellEffect.ELIMINATE: 9,
}
"""How far-fetched it is that something was used unseen: tiles lie open, spells do not; a token shows itself.

A Lens is missing: nothing that can be seen needs one.
"""
SHOWN = {SpellEffect.CURSE, SpellEffect.FREEZE}
"""Spells that leave a token, so that nobody need be asked."""
DRAWING: set[TileEffect | SpellEffect] = {TileEffect.DRAW, SpellEffect.DRAW}


@dataclass(frozen=True, slots=True)
class Assumption:
    """Tiles and spells that were used, beyond what was announced."""

    tiles: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Thing:
    """A tile or spell that may have been used."""

    name: str
    effect: TileEffect | SpellEffect
    amount: int

    @property
    def cost(self) -> int:
        """How far-fetched it is."""
        return COSTS[self.effect]

    @property
    def drawn(self) -> int:
        """Spells that it draws."""
        return self.amount if self.effect in DRAWING else 0


def assumptions(edition: Edition, table: Table, seen: Seen, announced: Announced) -> Iterator[Assumption]:
    """What the guild on turn may have used, as far as it could change what is seen; nothing comes first."""
    if table.guild.fresh:
        yield Assumption()
        return
    switched = _switched(table, seen)
    things = [*_tiles(edition, table, switched), *_spells(edition, table, seen)]
    always = _shown(edition, table, seen, announced)
    chosen = [
        (*always, *picked) for size in range(MOST + 1) for picked in combinations_with_replacement(things, size)
        if _possible(edition, table, announced, (*always, *picked))
    ]  # fmt: skip
    if switched and not any(edition.tiles[face].effect is TileEffect.SWITCH for face in announced.tiles):
        chosen = [picked for picked in chosen if any(thing.effect is TileEffect.SWITCH for thing in picked)]
    chosen.sort(key=lambda picked: (sum(thing.cost for thing in picked), len(picked)))
    for picked in chosen:
        tiles = tuple(thing.name for thing in picked if isinstance(thing.effect, TileEffect))
        yield Assumption(tiles, tuple(thing.name for thing in picked if isinstance(thing.effect, SpellEffect)))


def unseen_of(edition: Edition, more: Assumption) -> tuple[str, ...]:
    """What of it must be asked for: all but the spells that show themselves."""
    return (*more.tiles, *(name for name in more.spells if edition.spells[name].effect not in SHOWN))


def _shown(edition: Edition, table: Table, seen: Seen, announced: Announced) -> tuple[Thing, ...]:
    """Spells that must have been cast, for a new token lies on the board."""
    new = {
        SpellEffect.CURSE: len(set(seen.curses) - set(table.curses)),
        SpellEffect.FREEZE: max(0, len(seen.freezes or ()) - len(frozen_squares(table))),
    }
    for name in announced.spells:
        effect = edition.spells[name].effect if name in edition.spells else None
        if effect in new:
            new[effect] -= 1
    cast = []
    for effect, count in new.items():
        spell = next((spell for spell in edition.spells.values() if spell.effect is effect), None)
        if spell is not None:
            cast += [Thing(spell.name, effect, 0)] * count
    return tuple(cast)


def _switched(table: Table, seen: Seen) -> bool:
    """Whether a tile has changed in a way that only a Switch explains."""
    return any(
        was is not None and now not in (was, UNKNOWN) and not _was_flipped(was, now)
        for was, now in zip(table.tiles, seen.tiles, strict=True)
    )


def _tiles(edition: Edition, table: Table, switched: bool) -> Iterator[Thing]:
    for face in sorted(set(table.guild.tiles)):
        tile = edition.tiles[face]
        if tile.effect in COSTS and (switched or tile.effect is not TileEffect.SWITCH):
            yield Thing(face, tile.effect, tile.amount)


def _was_flipped(was: str, now: str | None) -> bool:
    return was in ("d", "l") and now not in ("d", "l")


def _spells(edition: Edition, table: Table, seen: Seen) -> Iterator[Thing]:
    places = [guild.wizards for guild in table.guilds]
    hit = any(len(now) < len(was) for was, now in zip(places, seen.wizards, strict=True))
    hit = hit or (seen.shields is not None and len(seen.shields) < len(table.shields))
    others = [
        set(was) - set(now)
        for seat, (was, now) in enumerate(zip(places, seen.wizards, strict=True))
        if seat != table.active
    ]
    useful = {
        SpellEffect.UMP: True,
        SpellEffect.DRAW: True,
        SpellEffect.FIREBALL: hit,
        SpellEffect.ELECTRIC: hit,
        SpellEffect.ELIMINATE: hit,
        SpellEffect.EARTHQUAKE: hit or any(others),
    }
    drawing = any(edition.tiles[face].effect is TileEffect.DRAW for face in table.guild.tiles)
    for spell in edition.spells.values():
        known = spell.status is not SpellStatus.UNKNOWN
        if known and useful.get(spell.effect, False) and (drawing or held(edition, table, spell.name)):
            yield Thing(spell.name, spell.effect, spell.amount)


def _possible(edition: Edition, table: Table, announced: Announced, picked: tuple[Thing, ...]) -> bool:
    """Whether the guild holds as much as is announced and assumed, and no Draw is assumed that is not needed."""
    tiles = Counter([*announced.tiles, *(thing.name for thing in picked if isinstance(thing.effect, TileEffect))])
    spells = Counter([*announced.spells, *(thing.name for thing in picked if isinstance(thing.effect, SpellEffect))])
    known = Counter(card for card in table.guild.hand if card is not None)
    from_pile = (spells - known).total() - (len(table.guild.hand) - known.total())
    if spells - known - left_of_spells(edition, table):
        return False
    told = _drawn_by(edition, announced)
    draws = [thing.drawn for thing in picked if thing.effect in DRAWING]
    if draws and from_pile <= told + sum(draws) - max(draws):
        return False
    return tiles <= Counter(table.guild.tiles) and from_pile <= told + sum(draws)


def _drawn_by(edition: Edition, announced: Announced) -> int:
    """Spells drawn by what was announced."""
    tiles = [edition.tiles[face] for face in announced.tiles if face in edition.tiles]
    spells = [edition.spells[name] for name in announced.spells if name in edition.spells]
    drawn = sum(tile.amount for tile in tiles if tile.effect in DRAWING)
    return drawn + sum(spell.amount for spell in spells if spell.effect in DRAWING)
