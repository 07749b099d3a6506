"""What the fused reads show of a table that is known: the `Seen` that the rules explain, and what cannot be told."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from rules.crystalla.faces import Face
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.seen import Seen, SeenPile
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import CELLS, Cell, Crystal, Segment
from server.live.claims import SHOWS
from server.live.fuse import SURE, Fusion, Place, What
from server.live.opened import Open
from server.live.pawns import Counts, Standing, place_pawns

OPEN_SURE, OPEN_LEAST, MOST_OPEN_WAYS = 0.5, 0.04, 4
"""All open pieces together are told from the first mean probability on, thought of from the second, in so many ways."""
OPEN_FLOOR = 0.005
"""How likely at least the known ones lie open, whatever seems to."""


@dataclass(frozen=True, slots=True)
class Assembled:
    """A look at the table; nothing can be explained while something of `missing` is not told."""

    seen: Seen
    missing: tuple[Place, ...]
    """Whether a card lies there, which pawns stand there, which pieces lie open."""
    vague: tuple[Place, ...]
    """New cards and tops of which a crystal or the turn is not told; contradicts nothing."""
    unclear: tuple[Place, ...]
    """Where pawns may stand otherwise."""
    blind: tuple[Place, ...]
    """Piles whose pawns cannot be counted, where they are too many."""
    ways: tuple[tuple[float, Seen], ...]
    """What it may be, where pawns or open pieces may be others, with how many nats it is less likely than the first."""


class _Look:
    """One assembly: collects what cannot be told on the way."""

    def __init__(self, fusion: Fusion, table: Table, sure: float) -> None:
        self.fusion, self.table, self.sure = fusion, table, sure
        self.missing: list[Place] = []
        self.vague: list[Place] = []
        self.standing = Standing((), (), (), (), ())

    def display(self, seat: int) -> Display:
        known = self.table.displays[seat]
        shown = (self._card(seat, cell, known.at(cell)) for cell in CELLS)
        return Display(tuple(card for card in shown if card is not None))

    def _card(self, seat: int, cell: Cell, known: PlacedCard | None) -> PlacedCard | None:
        at = (seat, cell.row, cell.col)
        place = Place(What.CARD, at)
        there = self.fusion.there(place, known is not None)
        if there is None:
            self.missing.append(place)
            return known
        if not there:
            return None
        turn = Place(What.TURN, at)
        rotation = self.fusion.tell(turn, None if known is None else known.rotation, self.sure)
        card = PlacedCard(cell, rotation, None, None)
        if known is None and rotation is None:
            self.vague.append(turn)
        for segment in Segment:
            card = self._with_segment(card, at, segment, known)
        return card

    def _with_segment(
        self, card: PlacedCard, at: tuple[int, ...], segment: Segment, known: PlacedCard | None
    ) -> PlacedCard:
        shows, covers = (Place(what, at) for what in SHOWS[segment])
        was = None if known is None else known.effective(segment)
        crystal = self.fusion.tell(shows, was, self.sure)
        if crystal is None:
            if known is None:
                self.vague.append(shows)
            return card
        covered = self.fusion.there(covers, known is not None and known.piece(segment) is not None)
        if known is not None and crystal is was:
            if not (covered and known.piece(segment) is None and self._left_the_open(CrystalPiece(segment, crystal))):
                return _as_known(card, segment, known)
        elif not covered:
            return _printed(card, segment, crystal)
        return card.covered(segment, crystal)

    def _left_the_open(self, piece: CrystalPiece) -> bool:
        """Whether a piece lies open no more: one that covers its own crystal looks much as before (CR-52)."""
        now = self.fusion.tell(Place(What.OPEN, ()), self.table.open, OPEN_SURE)
        return now is not None and self.table.open.count(piece) > now.count(piece)

    def piles(self) -> Iterator[SeenPile]:
        self.standing = place_pawns(self.fusion, self.table)
        self.missing += self.standing.missing
        for index, pawns in enumerate(self.standing.pawns):
            yield SeenPile(self._top(index), pawns)

    def _top(self, index: int) -> Face | None:
        known = self.table.piles[index].top
        place = Place(What.TOP, (index,))
        there = self.fusion.there(place, known is not None)
        if there is None:
            self.missing.append(place)
            return known
        if not there:
            # A card lies below: pawns hide the top one, or the reader overlooks it.
            return Face(None, None) if known is not None and self.table.piles[index].height > 1 else None
        places = Place(What.TOP_LARGE, (index,)), Place(What.TOP_SMALL, (index,))
        was = (None, None) if known is None else (known.large, known.small)
        shown = [self.fusion.tell(part, crystal, self.sure) for part, crystal in zip(places, was, strict=True)]
        if any(crystal is not None and crystal is not before for crystal, before in zip(shown, was, strict=True)):
            # Another card, then, and what was known of the one before says nothing of it; a top that cannot be told
            # at all is taken to be the one that is known.
            shown = [self.fusion.tell(part, None, self.sure) for part in places]
            self.vague += [part for part, crystal in zip(places, shown, strict=True) if crystal is None]
        return Face(*shown)

    def open(self) -> list[tuple[float, Open]]:
        """What may lie open, what is told first, and how many nats each is less likely than the first."""
        place = Place(What.OPEN, ())
        told = self.fusion.tell(place, self.table.open, OPEN_SURE)
        if told is None:
            self.missing.append(place)
        means: dict[Open, float] = self.fusion.means(place, self.table.open)  # type: ignore[assignment]  # as `What` says
        first = self.table.open if told is None else told
        likely = {each: share for each, share in means.items() if share >= OPEN_LEAST}
        for each in (first, self.table.open):
            likely[each] = max(means.get(each, 0.0), OPEN_FLOOR)
        most = likely[first]
        others = sorted(
            (each for each in likely if each not in (first, self.table.open)), key=lambda each: -likely[each]
        )
        told_of = dict.fromkeys((first, self.table.open, *others[: MOST_OPEN_WAYS - 2]))
        return [(math.log(most / likely[each]), each) for each in told_of]


def assemble(fusion: Fusion, table: Table, sure: float = SURE) -> Assembled:
    """What lies there by the reads so far; with a higher `sure` fewer crystals and turns are told."""
    look = _Look(fusion, table, sure)
    piles = tuple(look.piles())
    displays = tuple(look.display(seat) for seat in range(table.players))
    opened = look.open()
    seen = Seen(piles, displays, opened[0][1])
    ways = product(look.standing.ways, opened)
    others = ((less + rarer, _otherwise(seen, pawns, pieces)) for (less, pawns), (rarer, pieces) in ways)
    return Assembled(
        seen, tuple(look.missing), tuple(look.vague), look.standing.unclear, look.standing.blind, tuple(others)
    )


def _otherwise(seen: Seen, pawns: tuple[Counts, ...], pieces: Open) -> Seen:
    piles = tuple(SeenPile(pile.top, standing) for pile, standing in zip(seen.piles, pawns, strict=True))
    return replace(seen, piles=piles, open=pieces)


def _as_known(card: PlacedCard, segment: Segment, known: PlacedCard) -> PlacedCard:
    piece, printed = known.piece(segment), known.printed(segment)
    card = card if printed is None else _printed(card, segment, printed)
    return card if piece is None else card.covered(segment, piece)


def _printed(card: PlacedCard, segment: Segment, crystal: Crystal) -> PlacedCard:
    return replace(card, large=crystal) if segment is Segment.LARGE else replace(card, small=crystal)
