"""Find a legal Magic Phase, and the Discovery after it, that lead from a table to what is seen."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import count

from rules.crystal_hall.candidates import candidates, wizard_moves
from rules.crystal_hall.casting import casts
from rules.crystal_hall.distance import Distances, Places
from rules.crystal_hall.draws import left_of_face
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.legality import refusal
from rules.crystal_hall.moves import UNKNOWN, Cast, Die, Drawn, Finish, Flip, Move, Onto, Regenerate, Shield, Shown, Use
from rules.crystal_hall.position import Table
from rules.crystal_hall.rank import Ranker
from rules.crystal_hall.seen import Announced, Seen, agrees
from rules.crystal_hall.turn import Record, perform
from rules.crystal_hall.vocabulary import (
    Back,
    Kind,
    Phase,
    SpellEffect,
    Square,
    TileEffect,
)
from rules.engine import MoveRecord

Path = tuple[Record, ...]


class SpentError(Exception):
    """The search has used up what it may look at."""


@dataclass(slots=True)
class Purse:
    """Positions that may still be made: the cap of a whole explanation, or a share that is paid from it as well."""

    left: int
    whole: Purse | None = None

    def take(self) -> None:
        """Pay for one position; raises SpentError."""
        if self.whole is not None:
            self.whole.take()
        self.left -= 1
        if self.left < 0:
            raise SpentError


@dataclass(slots=True)
class Search:
    """One search: from `start` with what may be used in its guild's hands, towards what is seen."""

    edition: Edition
    start: Table
    seen: Seen
    announced: Announced
    purse: Purse
    distances: Distances
    ranker: Ranker = field(init=False)
    _ties: Iterator[int] = field(default_factory=count)

    def __post_init__(self) -> None:
        price = self.start.guild.price
        self.ranker = Ranker(self.edition, self.seen, self.announced, self.distances, price)

    def find(self, goal: Places) -> Path | None:
        """A whole turn by way of a goal, with everything in hand used up; raises SpentError."""
        if self.ranker.rank(self.start, goal).least > self.start.ump:
            return None
        queue: list[tuple[int, int, int, Table, Path]] = [(0, 0, next(self._ties), self.start, ())]
        best: dict[tuple[object, ...], int] = {_key(self.start): self.start.ump}
        while queue:
            *_, table, path = heapq.heappop(queue)
            found = self._finish(table, path, goal)
            if found is not None:
                return found
            for record, after in self._next(table, goal):
                if after.phase is not Phase.MAGIC:
                    found = self.discover(after, (*path, record))
                    if found is not None:
                        return found
                    continue
                rank = self.ranker.rank(after, goal)
                key = _key(after)
                if rank.least <= after.ump and best.get(key, -1) < after.ump:
                    best[key] = after.ump
                    unused = len(after.guild.hand) + len(after.guild.tiles)
                    heapq.heappush(queue, (rank.order, unused, next(self._ties), after, (*path, record)))
        return None

    def _effect(self, card: str) -> SpellEffect:
        return self.edition.spells[card].effect

    def _next(self, table: Table, goal: Places) -> Iterator[tuple[Record, Table]]:
        for move in self._moves(table, goal):
            if refusal(self.edition, table, move) is not None:
                continue
            for drawn in self._drawn(move):
                self.purse.take()
                record: Record = MoveRecord(move, drawn)
                after = perform(self.edition, table, record)
                yield record, after

    def _moves(self, table: Table, goal: Places) -> Iterator[Move]:
        if table.task is not None:
            # A Switch that is not seen swaps two tiles with the same back: nothing comes of it.
            changed = self._changed(table)
            yield from (
                move for move in candidates(self.edition, table) if not isinstance(move, Onto) or move.square in changed
            )
            return
        yield from wizard_moves(self.edition, table)
        if table.guild.fresh:
            return
        if table.guild.grey:
            yield from map(Regenerate, self.edition.board.starts[table.guild.side])
        yield from map(Shield, self._shielded(table, goal))
        for face in sorted(set(table.guild.tiles)):
            if self.edition.tiles[face].effect in (TileEffect.COMPASS, TileEffect.SWITCH):
                yield from (Use(face, square) for square in self._used_on(table, face))
        for card in sorted({card for card in table.guild.hand if card is not None}):
            yield from self._casts(table, card, goal)

    def _shielded(self, table: Table, goal: Places) -> tuple[Square, ...]:
        """Whom to shield: a frozen wizard, for then it acts (R12); anybody before an earthquake (CH-98).

        A shield that is only seen to be there may as well be bought when everybody stands where they should.
        """
        effects = {self._effect(card) for card in table.guild.hand if card is not None}
        last = bool(self.seen.shields) and tuple(guild.wizards for guild in table.guilds) == goal
        if last or SpellEffect.EARTHQUAKE in effects:
            return table.guild.wizards
        return tuple(square for square in table.guild.wizards if table.frozen(square))

    def _casts(self, table: Table, card: str, goal: Places) -> Iterator[Cast]:
        """Ways of casting a spell; a curse only where a new one is seen.

        Freeze may as well come last, unless a token is missing then: whom it hit is gone.
        """
        effect = self.edition.spells[card].effect
        placed = tuple(guild.wizards for guild in table.guilds)
        shown = self.seen.freezes
        missing = shown is not None and len(shown) < len(table.freezes) + table.guild.hand.count(card)
        if effect is SpellEffect.MANUAL or (effect is SpellEffect.FREEZE and placed != goal and not missing):
            return
        for move in casts(self.edition, table, card):
            if effect is not SpellEffect.CURSE or move.targets[0] in self.seen.curses:
                yield move

    def _used_on(self, table: Table, face: str) -> tuple[Square, ...]:
        """A Compass helps any own wizard, a Switch only where a tile is seen to have changed."""
        if self.edition.tiles[face].effect is TileEffect.COMPASS:
            return table.guild.wizards
        return self._changed(table)

    def _changed(self, table: Table) -> tuple[Square, ...]:
        both = zip(table.tiles, self.seen.tiles, strict=True)
        return tuple(square for square, (was, now) in enumerate(both) if was is not None and was != now)

    def _drawn(self, move: Move) -> Iterator[tuple[Drawn, ...]]:
        """Die rolls that fit; a fireball that was not announced is taken to fly far."""
        effect = self.edition.spells[move.spell].effect if isinstance(move, Cast) else None
        if effect not in (SpellEffect.EARTHQUAKE, SpellEffect.FIREBALL):
            yield ()
            return
        usual = (2, 3, 4, 5) if effect is SpellEffect.EARTHQUAKE else (6,)
        yield from ((Die(pips),) for pips in self.announced.dice or usual)

    def _finish(self, table: Table, path: Path, goal: Places) -> Path | None:
        """The rest of the turn, when everybody stands where they should and everything was used."""
        if table.task is not None or table.guild.hand or table.guild.tiles:
            return None
        if tuple(guild.wizards for guild in table.guilds) != goal:
            return None
        record: Record = MoveRecord(Finish())
        return self.discover(perform(self.edition, table, record), (*path, record))

    def discover(self, table: Table, path: Path) -> Path | None:
        """The Discovery after a Magic Phase that leads to what is seen; raises SpentError."""
        if table.phase is not Phase.DISCOVERY and table.task is None:
            return path if agrees(table, self.seen) else None
        for move in candidates(self.edition, table):
            if refusal(self.edition, table, move) is not None:
                continue
            drawn = self._face(table, move.square) if isinstance(move, Flip) else ()
            if drawn is None:
                continue
            self.purse.take()
            record: Record = MoveRecord(move, drawn)
            found = self.discover(perform(self.edition, table, record), (*path, record))
            if found is not None:
                return found
        return None

    def _face(self, table: Table, square: Square) -> tuple[Drawn, ...] | None:
        """The face that was flipped: the one seen; a pick-up that is gone as announced, or any that is left."""
        there, back = self.seen.tiles[square], table.tiles[square]
        if isinstance(there, str) and there != UNKNOWN and not isinstance(there, Back):
            return (Shown(there),)
        if there is not None and there != UNKNOWN:
            return None
        told = dict(self.announced.found)
        if square in told:
            return (Shown(told[square]),)
        for tile in self.edition.tiles.values():
            gone = tile.kind in (Kind.PICK_UP, Kind.BLANK)
            if gone and back in tile.backs and left_of_face(self.edition, table, tile.face) > 0:
                return (Shown(tile.face),)
        return None


def _key(table: Table) -> tuple[object, ...]:
    """What tells positions of one search apart, but for the UMP left."""
    places = tuple(guild.wizards for guild in table.guilds)
    tokens = table.shields, table.curses, table.freezes
    return places, table.task, table.due, table.guild.tiles, table.guild.hand, tokens, table.tiles
