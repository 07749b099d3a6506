"""What a camera sees of a table, and how that differs from the table that was known before."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.crystalla.faces import Face, in_order
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.table import PileView, Table
from rules.crystalla.vocabulary import Cell, Crystal, Segment, Slot


@dataclass(frozen=True, slots=True)
class SeenPile:
    """A pile: its top card (None where no card lies) and its pawns, counted by colour."""

    top: Face | None
    pawns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """One look at a table when no hand is over it; what cannot be told is None and contradicts nothing.

    In displays a segment that is not known to carry a piece stands as printed, whatever its crystal.
    """

    piles: tuple[SeenPile, ...]
    displays: tuple[Display, ...]
    open: tuple[CrystalPiece, ...]


@dataclass(frozen=True, slots=True)
class Disturbed:
    """A card of a display that does not lie as it did: `how` is gone, turned or swapped (CR-60)."""

    seat: int
    cell: Cell
    how: str


@dataclass(frozen=True, slots=True)
class Covered:
    """A segment that shows another crystal, or a piece, than before; `sure` when a piece was seen there."""

    seat: int
    slot: Slot
    crystal: Crystal
    sure: bool

    @property
    def piece(self) -> CrystalPiece:
        """The piece that fits the segment."""
        return CrystalPiece(self.slot.segment, self.crystal)


Change = Disturbed | Covered | tuple[int, PlacedCard]


@dataclass(frozen=True, slots=True)
class Changes:
    """Everything that differs in the displays: disturbed cards, covered segments, and new cards by seat."""

    disturbed: tuple[Disturbed, ...]
    covered: tuple[Covered, ...]
    laid: tuple[tuple[int, PlacedCard], ...]


def look(table: Table) -> Seen:
    """What a perfect camera sees of a table."""
    piles = tuple(SeenPile(pile.top, pile.pawns) for pile in table.piles)
    return Seen(piles, table.displays, table.open)


def adopt(table: Table, seen: Seen) -> Table:
    """The table for the next player as it is seen, whatever the rules say: for "that was right".

    What cannot be told stays as it was known; a pile whose top changed is one card lower.
    """
    changed = changed_tops(table, seen)
    piles = tuple(
        PileView(view.top, _height(pile, view, index in changed), view.pawns)
        for index, (pile, view) in enumerate(zip(table.piles, seen.piles, strict=True))
    )
    displays = tuple(_adopt_display(*both) for both in zip(table.displays, seen.displays, strict=True))
    active = (table.active + 1) % table.players
    return replace(table, piles=piles, displays=displays, open=in_order(seen.open), active=active)


def _height(pile: PileView, view: SeenPile, changed: bool) -> int:
    return 0 if view.top is None else max(1, pile.height - changed)


def _adopt_display(before: Display, now: Display) -> Display:
    return Display.of(_adopt_card(before.at(card.cell), card) for card in now.cards)


def _adopt_card(before: PlacedCard | None, now: PlacedCard) -> PlacedCard:
    """What was known, where the look does not contradict it; a changed segment carries a piece."""
    if before is None or any(isinstance(change, Disturbed) for change in _compare_card(0, before, now)):
        return now
    card = before if before.rotation is not None else replace(before, rotation=now.rotation)
    for change in _compare_card(0, before, now):
        if isinstance(change, Covered):
            card = card.covered(change.slot.segment, change.crystal)
    return card


def agrees(table: Table, seen: Seen) -> bool:
    """Whether a look contradicts nothing of a table."""
    return (
        all(
            same_top(pile.top, view.top) and pile.pawns == view.pawns
            for pile, view in zip(table.piles, seen.piles, strict=True)
        )
        and compare_displays(table, seen) == Changes((), (), ())
        and table.open == in_order(seen.open)
    )


def changed_tops(table: Table, seen: Seen) -> tuple[int, ...]:
    """Piles whose top card looks different."""
    both = enumerate(zip(table.piles, seen.piles, strict=True))
    return tuple(index for index, (pile, view) in both if not same_top(pile.top, view.top))


def same_top(one: Face | None, other: Face | None) -> bool:
    """Whether two tops may be the same card, or both are none."""
    if one is None or other is None:
        return one is other
    pairs = ((one.large, other.large), (one.small, other.small))
    return all(a is None or b is None or a is b for a, b in pairs)


def compare_displays(table: Table, seen: Seen) -> Changes:
    """What differs in the displays."""
    changes = [
        change
        for seat, (before, now) in enumerate(zip(table.displays, seen.displays, strict=True))
        for change in _compare_display(seat, before, now)
    ]
    return Changes(
        tuple(change for change in changes if isinstance(change, Disturbed)),
        tuple(change for change in changes if isinstance(change, Covered)),
        tuple(change for change in changes if isinstance(change, tuple)),
    )


def _compare_display(seat: int, before: Display, now: Display) -> Iterator[Change]:
    if before == now:
        return
    shown = {card.cell: card for card in now.cards}
    for card in before.cards:
        yield from _compare_card(seat, card, shown.pop(card.cell, None))
    yield from ((seat, card) for card in shown.values())


def _compare_card(seat: int, before: PlacedCard, now: PlacedCard | None) -> Iterator[Disturbed | Covered]:
    if now is None:
        yield Disturbed(seat, before.cell, "gone")
        return
    if None not in (before.rotation, now.rotation) and before.rotation is not now.rotation:
        yield Disturbed(seat, before.cell, "turned")
        return
    covered = [change for segment in Segment for change in _compare_segment(seat, segment, before, now)]
    if len(covered) == len(Segment) and not any(change.sure for change in covered):
        # Nobody receives two pieces in one turn (R06), so this is another card.
        yield Disturbed(seat, before.cell, "swapped")
        return
    yield from covered


def _compare_segment(seat: int, segment: Segment, before: PlacedCard, now: PlacedCard) -> Iterator[Covered]:
    was, piece, shown = before.effective(segment), now.piece(segment), now.effective(segment)
    slot = Slot(before.cell, segment)
    if piece is not None and piece is not before.piece(segment):
        yield Covered(seat, slot, piece, sure=True)
    elif None not in (was, shown) and was is not shown and shown is not None:
        yield Covered(seat, slot, shown, sure=False)


def cover_of_laid(seat: int, face: Face, card: PlacedCard) -> list[Covered]:
    """Segments of a card just laid that show another crystal than its face, or a piece."""
    before = PlacedCard(card.cell, card.rotation, face.large, face.small)
    return [change for segment in Segment for change in _compare_segment(seat, segment, before, card)]
