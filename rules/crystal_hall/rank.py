"""How much UMP a position of a search still needs at least, with all that is still to be used."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement

from rules.crystal_hall.distance import FAR, KILL, Distances, Places, Quakes
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.position import Table
from rules.crystal_hall.quake import tremble
from rules.crystal_hall.seen import Announced, Seen
from rules.crystal_hall.spells import FREE_QUAKE, NO_QUAKE
from rules.crystal_hall.vocabulary import STRAIGHT, SpellEffect, Square, TaskKind, TileEffect

CAN_KILL = {SpellEffect.FIREBALL: 2, SpellEffect.ELECTRIC: 6, SpellEffect.ELIMINATE: 2}
"""By how much a spell that is still to be cast may lower the bound."""
FROM_AFAR = {*CAN_KILL, SpellEffect.EARTHQUAKE}


@dataclass(frozen=True, slots=True)
class Rank:
    """`least` is a lower bound, by which positions are left out; `order` says which ones look best."""

    least: int
    order: int


@dataclass(frozen=True, slots=True)
class Ranker:
    """Ranks the positions of one search."""

    edition: Edition
    seen: Seen
    announced: Announced
    distances: Distances
    price: int

    def rank(self, table: Table, goal: Places) -> Rank:
        """The bound for a table; with an earthquake in hand the order is what it takes after one now."""
        effects = [self.edition.spells[card].effect for card in table.guild.hand if card is not None]
        near = not any(effect in FROM_AFAR for effect in effects)
        relief = self._relief(table, goal, effects)
        tokens, quakes = self._tokens(table, near), set(self._quakes(table, effects))
        least = min(self._bound(table, goal, near, ways) for ways in quakes)
        shaken = [tremble(self.edition, table, ways[0])[0] for ways in quakes if ways]
        order = min((self._bound(world, goal, near, ()) for world in shaken), default=least)
        return Rank(max(0, least - relief) + tokens, max(0, order - relief) + tokens)

    def _bound(self, table: Table, goal: Places, near: bool, quakes: Quakes) -> int:
        places = tuple(guild.wizards for guild in table.guilds)
        forced = self._forced(table, goal) if near else None
        return self.distances.bound(
            places, goal, staff=table.staff, price=self.price, near=near, quakes=quakes, forced=forced
        )

    def _forced(self, table: Table, goal: Places) -> tuple[Square, Square] | None:
        """Where the own shielded wizard is, and where it is seen at last: nothing that is left breaks its shield."""
        now = set(table.shields) & set(table.guild.wizards)
        then = set(self.seen.shields or ()) & set(goal[table.active]) & set(self.seen.wizards[table.active])
        return (now.pop(), then.pop()) if len(now) == len(then) == 1 else None

    def _tokens(self, table: Table, near: bool) -> int:
        """UMP for shields that are to come and to go; FAR when one cannot."""
        if self.seen.shields is None:
            return 0
        least, laid, shown = 0, set(table.shields), set(self.seen.shields)
        for seat, guild in enumerate(table.guilds):
            more = len(shown & set(self.seen.wizards[seat])) - len(laid & set(guild.wizards))
            if more > 0:
                least += self.price if seat == table.active else FAR
            # Whoever dies in Discovery takes its shield away.
            elif more < 0 and near and len(self.seen.wizards[seat]) == len(guild.wizards):
                least += FAR if seat == table.active else KILL
        return least

    def _quakes(self, table: Table, effects: list[SpellEffect]) -> Iterator[Quakes]:
        """Ways in which the earthquakes that are still to be cast, or to be directed, may go."""
        cast = effects.count(SpellEffect.EARTHQUAKE)
        cast += table.task is not None and table.task.kind is TaskKind.DIRECTION
        rolled = {pips for pips in self.announced.dice if pips != NO_QUAKE}
        ways = STRAIGHT if not self.announced.dice or FREE_QUAKE in rolled else [STRAIGHT[pips - 2] for pips in rolled]
        return combinations_with_replacement(ways, cast) if ways else iter(((),))

    def _relief(self, table: Table, goal: Places, effects: list[SpellEffect]) -> int:
        """What Compasses and hitting spells that are still to be used may save."""
        compasses = sum(self.edition.tiles[face].effect is TileEffect.COMPASS for face in table.guild.tiles)
        hits = sum(CAN_KILL.get(effect, 0) for effect in effects)
        others = (seat for seat in range(len(goal)) if seat != table.active)
        missing = sum(len(table.guilds[seat].wizards) - len(goal[seat]) for seat in others)
        return compasses + min(hits, KILL * max(0, missing))
