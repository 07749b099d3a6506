"""The part of a turn that only helps, played first: potions, staffs, UMP, lenses, drawing spells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from rules.crystal_hall.assume import DRAWING, Assumption
from rules.crystal_hall.candidates import uses
from rules.crystal_hall.draws import Wanted, left_of_spells, refusal_of_draw, to_be_drawn, without_card
from rules.crystal_hall.edition import Edition
from rules.crystal_hall.hands import held
from rules.crystal_hall.legality import refusal
from rules.crystal_hall.moves import Cast, Discard, Drawn, Move, Outcome, Shown, Use
from rules.crystal_hall.position import Table, in_order
from rules.crystal_hall.refusing import say
from rules.crystal_hall.seen import Announced
from rules.crystal_hall.turn import Record, perform
from rules.crystal_hall.vocabulary import SQUARE_TEXTS, SpellEffect, TaskKind, TileEffect
from rules.engine import MoveRecord, Refusal

Effects = set[TileEffect | SpellEffect]
PLAIN: Effects = {TileEffect.POTION, TileEffect.STAFF, SpellEffect.UMP}
LOOKING: Effects = {*PLAIN, TileEffect.LENS}
ENTERED: Effects = {TileEffect.MANUAL, SpellEffect.MANUAL}
"""What they do is not known: nothing, unless `explain` has to enter what is seen."""
LATER = {TileEffect.COMPASS, TileEffect.SWITCH}
"""Tiles that a search uses where they help."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """The table with only those tiles and spells in hand that are still to be used, and what was done so far."""

    table: Table
    records: tuple[Record, ...]


def prepared(edition: Edition, table: Table, announced: Announced, more: Assumption) -> Prepared | Refusal:
    """Play what only helps; the refusal when it cannot be so."""
    helper = _Helper(edition, announced, table, Counter([*announced.spells, *more.spells]))
    tiles = sorted([*announced.tiles, *more.tiles])
    found = helper.play(tiles)
    if found is not None:
        return found
    left = tuple(face for face in tiles if edition.tiles[face].effect in LATER)
    hand: tuple[str | None, ...] = in_order(helper.needed.elements())
    whole = helper.table
    # What is kept out of the way is still not face down on the board.
    away = (Counter(whole.guild.tiles) - Counter(left)).elements()
    start = whole.with_guild(table.active, replace(whole.guild, tiles=left, hand=hand))
    return Prepared(replace(start, used=tuple(sorted((*whole.used, *away)))), tuple(helper.records))


@dataclass(slots=True)
class _Helper:
    """Plays on the whole table, so that hand limit and piles are kept."""

    edition: Edition
    announced: Announced
    table: Table
    needed: Counter[str]
    """Spells that are still to be cast."""
    records: list[Record]
    looks: Iterator[str]
    gone: Iterator[str]

    def __init__(self, edition: Edition, announced: Announced, table: Table, needed: Counter[str]) -> None:
        self.edition, self.announced, self.table, self.needed = edition, announced, table, needed
        self.records, self.looks, self.gone = [], iter(announced.looked), iter(announced.discarded)

    def play(self, tiles: list[str]) -> Refusal | None:
        """Everything that helps; what forbids it, if anything does."""
        return (
            self._unknown(tiles)
            or self._use_all(tiles, LOOKING)
            or self._cast_all(PLAIN)
            or self._cast_all(DRAWING)
            or self._use_all(tiles, DRAWING)
            or self._cast_all(PLAIN)
            or self._cast_all(ENTERED)
            or self._use_all(tiles, ENTERED)
            or self._missing(tiles)
        )

    def _unknown(self, tiles: list[str]) -> Refusal | None:
        """Names that the edition does not have, told as by the rules of using and casting."""
        named: list[Move] = [Use(face) for face in tiles if face not in self.edition.tiles]
        named += [Cast(name) for name in self.needed if name not in self.edition.spells]
        return next((refusal(self.edition, self.table, move) for move in named), None)

    def _use_all(self, tiles: list[str], effects: Effects) -> Refusal | None:
        for face in tiles:
            if self.edition.tiles[face].effect in effects:
                found = self._do(self._use(face))
                if found is not None:
                    return found
        return None

    def _use(self, face: str) -> Move:
        """The use of a tile; a Lens looks where it was told, else at the first thing that it may look at."""
        if self.edition.tiles[face].effect is not TileEffect.LENS:
            return Use(face)
        place = next(self.looks, None)
        if place is None:
            return next(uses(self.edition, self.table, face), Use(face))
        if place in SQUARE_TEXTS:
            return Use(face, SQUARE_TEXTS.index(place))
        return Use(face, None, place)

    def _cast_all(self, effects: Effects) -> Refusal | None:
        """Cast every spell with these effects that is in hand by now."""
        for name in sorted(self.needed.elements()):
            if self.edition.spells[name].effect in effects and held(self.edition, self.table, name):
                self.needed[name] -= 1
                found = self._do(Cast(name))
                if found is not None:
                    return found
        return None

    def _do(self, move: Move) -> Refusal | None:
        found = refusal(self.edition, self.table, move)
        if found is not None:
            return found
        record: Record = MoveRecord(move, tuple(self._drawn(move)))
        found = refusal_of_draw(self.edition, self.table, record)
        if found is not None:
            return found
        self.table = perform(self.edition, self.table, record)
        self.records.append(record)
        if self.table.task is not None and self.table.task.kind is TaskKind.DISCARD:
            return self._do(Discard(self._spare()))
        return None

    def _drawn(self, move: Move) -> Iterator[Drawn]:
        """What is drawn: the spells that are to be cast and not in hand; what a Lens showed is nobody's to know."""
        wanted = to_be_drawn(self.edition, self.table, move)
        missing, left = iter(self._not_in_hand()), left_of_spells(self.edition, self.table)
        for kind in wanted:
            if kind is Wanted.OUTCOME:
                yield Outcome(without_card(self.table, move).text())
                continue
            name = next((name for name in missing if left[name] > 0), None) if kind is Wanted.SPELL else None
            yield Shown(name)

    def _not_in_hand(self) -> list[str]:
        """Spells to be cast beyond those in hand; a card that cannot be told may be any of them."""
        hand = self.table.guild.hand
        beyond = sorted((self.needed - Counter(card for card in hand if card is not None)).elements())
        return beyond[hand.count(None) :]

    def _spare(self) -> str:
        """The spell that goes: as told, else one that is not needed, else the first that it may have been."""
        told = next(self.gone, None)
        if told is not None:
            return told
        known = Counter(card for card in self.table.guild.hand if card is not None)
        spare = sorted((known - self.needed).elements())
        unknown = [name for name in self.edition.spells if held(self.edition, self.table, name) and name not in known]
        return next(chain(spare, (name for name in unknown if not self.needed[name]), unknown, sorted(known)))

    def _missing(self, tiles: list[str]) -> Refusal | None:
        """A spell or tile that is still to be used, and not there."""
        for face in tiles:
            if self.edition.tiles[face].effect in LATER and face not in self.table.guild.tiles:
                return refusal(self.edition, self.table, Use(face))
        beyond = self._not_in_hand()
        if beyond:
            return refusal(self.edition, self.table, Cast(beyond[0]))
        unknown = self.needed - Counter(card for card in self.table.guild.hand if card is not None)
        name = next(iter(unknown - left_of_spells(self.edition, self.table)), None)
        return None if name is None else say("CH-10", f"all spells {name} are known to be elsewhere", spell=name)
