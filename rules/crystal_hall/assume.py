"""What may have been used without being seen or announced, the cheapest first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

from rules.crystal_hall.components import SpellStatus
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import held
from rules.crystal_hall.moves import Cast, Move, Use
from rules.crystal_hall.position import Table
from rules.crystal_hall.seen import Announced, Seen
from rules.crystal_hall.turn import Record, perform
from rules.crystal_hall.vocabulary import SpellEffect, TileEffect
from rules.engine import MoveRecord

MOST = 3
"""Things that are assumed at once."""
PLAIN_TILES = {TileEffect.POTION, TileEffect.STAFF}
TRACELESS = {TileEffect.LENS, TileEffect.DRAW, TileEffect.MANUAL}
"""Tiles that leave nothing on the board to be explained."""
COSTS = {
    TileEffect.POTION: 1,
    TileEffect.COMPASS: 2,
    TileEffect.STAFF: 3,
    TileEffect.SWITCH: 4,
    SpellEffect.CURSE: 0,
    SpellEffect.UMP: 5,
    SpellEffect.FIREBALL: 6,
    SpellEffect.ELECTRIC: 7,
    SpellEffect.EARTHQUAKE: 8,
    SpellEffect.ELIMINATE: 9,
}
"""How far-fetched it is that something was used unseen: tiles lie open, spells do not; a cursed square shows itself."""


@dataclass(frozen=True, slots=True)
class Assumption:
    """Tiles and spells that were used, beyond what was announced."""

    tiles: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.tiles, *self.spells)


def assumptions(edition: Edition, table: Table, seen: Seen, announced: Announced) -> Iterator[Assumption]:
    """What the guild on turn may have used, as far as it could change what is seen; nothing comes first."""
    if table.guild.fresh:
        yield Assumption()
        return
    curses = ("curse",) * max(0, len(set(seen.curses) - set(table.curses)) - announced.spells.count("curse"))
    things = [*_tiles(edition, table, seen, announced), *_spells(edition, table, seen)]
    chosen = [
        picked for size in range(MOST + 1) for picked in combinations_with_replacement(things, size)
        if _possible(table, announced, picked, curses)
    ]  # fmt: skip
    chosen.sort(key=lambda picked: (sum(cost for cost, _, _ in picked), len(picked)))
    for picked in chosen:
        tiles = tuple(name for _, is_tile, name in picked if is_tile)
        yield Assumption(tiles, (*curses, *(name for _, is_tile, name in picked if not is_tile)))


Thing = tuple[int, bool, str]
"""Cost, whether it is a tile, and name."""


def _tiles(edition: Edition, table: Table, seen: Seen, announced: Announced) -> Iterator[Thing]:
    switched = any(
        was is not None and now != was and not _was_flipped(was, now)
        for was, now in zip(table.tiles, seen.tiles, strict=True)
    )
    for face in sorted(set(table.guild.tiles)):
        effect = edition.tiles[face].effect
        if effect is TileEffect.SWITCH and not switched and face not in announced.tiles:
            continue
        if effect not in TRACELESS:
            yield COSTS[effect], True, face


def _was_flipped(was: str, now: str | None) -> bool:
    return was in ("d", "l") and now not in ("d", "l")


def _spells(edition: Edition, table: Table, seen: Seen) -> Iterator[Thing]:
    places = [guild.wizards for guild in table.guilds]
    gone = any(set(was) > set(now) for was, now in zip(places, seen.wizards, strict=True))
    fewer = gone or any(len(now) < len(was) for was, now in zip(places, seen.wizards, strict=True))
    shaken = sum(len(set(was) - set(now)) for was, now in zip(places, seen.wizards, strict=True)) > 1
    for spell in edition.spells.values():
        useful = {
            SpellEffect.UMP: True,
            SpellEffect.FIREBALL: fewer,
            SpellEffect.ELECTRIC: fewer,
            SpellEffect.ELIMINATE: fewer,
            SpellEffect.EARTHQUAKE: shaken,
        }.get(spell.effect, False)
        if useful and spell.status is not SpellStatus.UNKNOWN and held(edition, table, spell.name):
            yield COSTS[spell.effect], False, spell.name


def _possible(table: Table, announced: Announced, picked: tuple[Thing, ...], curses: tuple[str, ...]) -> bool:
    """Whether the guild holds as much as is announced and assumed."""
    tiles = Counter([*announced.tiles, *(name for _, is_tile, name in picked if is_tile)])
    spells = Counter([*announced.spells, *curses, *(name for _, is_tile, name in picked if not is_tile)])
    known = Counter(card for card in table.guild.hand if card is not None)
    unknown = len(table.guild.hand) - known.total()
    return tiles <= Counter(table.guild.tiles) and (spells - known).total() <= unknown


def prepared(
    edition: Edition, table: Table, announced: Announced, more: Assumption
) -> tuple[Table, tuple[Record, ...]]:
    """The table with only those things in hand that were used, and the plain ones, which only help, used first."""
    names = (*announced.tiles, *more.tiles)
    tiles = tuple(sorted(name for name in names if edition.tiles[name].effect not in TRACELESS))
    hand: tuple[str | None, ...] = tuple(sorted((*announced.spells, *more.spells)))
    table = table.with_guild(table.active, replace(table.guild, tiles=tiles, hand=hand))
    first: list[Move] = [Use(name) for name in tiles if edition.tiles[name].effect in PLAIN_TILES]
    first += [Cast(name) for name in hand if name and edition.spells[name].effect is SpellEffect.UMP]
    records: tuple[Record, ...] = tuple(MoveRecord(move) for move in first)
    for record in records:
        table = perform(edition, table, record)
    return table, records
