"""A reading of a whole table as claims of places, in the seats and colours of the game that is watched."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence, Set

from rules.crystalla.position import Display
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import CELLS, Cell, Segment
from server.live.fuse import Claim, Claims, Place, What
from server.live.opened import Recollection, open_claim
from server.live.pawns import pawn_claims
from vision.crystalla.reading import CardReading, DisplayReading
from vision.crystalla.table_reading import MiddleReading, PileReading, TableReading

UNSEEN = 0.05
"""How likely a card lies where the reader looked and saw none."""
SEEN_PIECE = 0.95
AS_BEFORE = 0.995
"""How likely what looks as it did when it was known is what it was."""
SHOWS = {Segment.LARGE: (What.LARGE, What.ON_LARGE), Segment.SMALL: (What.SMALL, What.ON_SMALL)}


def claims_of(
    reading: TableReading,
    seats: Sequence[int],
    table: Table,
    colours: Sequence[str],
    recalled: Recollection = (),
    unchanged: Set[Place] = frozenset(),
) -> Claims:
    """All claims of a reading; `colours` are the edition's, in whose order pawns are counted.

    `seats` are those of the reading's displays; of the open pieces some are `recalled`, those `unchanged` for sure.
    """
    found: dict[Place, Claim] = {}
    for seat, display in zip(seats, reading.displays, strict=False):
        if display.cards:
            found.update(_of_display(seat, display, table.displays[seat]))
    if reading.middle is not None and (reading.middle.rows, reading.middle.columns) == table.grid:
        found.update(_of_middle(reading.middle, table, colours))
        found[Place(What.OPEN, ())] = open_claim(
            reading.middle.open, table.open, recalled, _still(unchanged), table.stacks
        )
    return found


def _of_display(seat: int, display: DisplayReading, known: Display) -> Iterator[tuple[Place, Claim]]:
    cards, faint = {card.cell: card for card in display.cards}, dict(display.faint)
    for cell in CELLS:
        at = (seat, cell.row, cell.col)
        card = cards.get(cell)
        if card is None:
            # A card that is known to lie there may be hard to see; one that is new is not laid on a mere trace of it.
            yield Place(What.CARD, at), _whether(faint.get(cell, UNSEEN) if known.at(cell) else UNSEEN)
        else:
            yield from _of_card(at, card)


def _of_card(at: tuple[int, ...], card: CardReading) -> Iterator[tuple[Place, Claim]]:
    yield Place(What.CARD, at), _whether(card.is_card)
    yield Place(What.TURN, at), card.rotation.candidates
    for segment, (shown, covered) in SHOWS.items():
        read = card.large if segment is Segment.LARGE else card.small
        yield Place(shown, at), read.crystal.candidates
        if read.piece is not None:
            yield Place(covered, at), _whether(SEEN_PIECE if read.piece else 1 - SEEN_PIECE)


def _whether(probability: float) -> Claim:
    return ((True, probability), (False, 1 - probability))


def _of_middle(middle: MiddleReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    for pile in middle.piles:
        index = table.pile_index(*pile.place)
        if index is not None:
            yield from _of_pile(index, pile, table, colours)


def _of_pile(index: int, pile: PileReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    yield Place(What.TOP, (index,)), _whether(UNSEEN if pile.top is None else pile.top.is_card)
    if pile.top is not None:
        yield Place(What.TOP_LARGE, (index,)), pile.top.large.crystal.candidates
        yield Place(What.TOP_SMALL, (index,)), pile.top.small.crystal.candidates
    yield from pawn_claims(index, pile, table, colours)


def _still(unchanged: Set[Place]) -> frozenset[int]:
    return frozenset(place.at[0] for place in unchanged if place.what is What.OPEN)


def known_claims(table: Table | None, unchanged: Set[Place]) -> Claims:
    """What is known of the cells and piles that look as they did when this table lay there."""
    found: dict[Place, Claim] = {}
    if table is None:
        return found
    for place in unchanged:
        if place.what is What.CARD:
            found.update(_known_cell(table, place))
        elif place.what is What.TOP:
            found.update(_known_pile(table, place))
    return found


def _known_cell(table: Table, place: Place) -> Iterator[tuple[Place, Claim]]:
    seat, row, col = place.at
    card = table.displays[seat].at(Cell(row, col))
    yield place, _whether(AS_BEFORE if card is not None else 1 - AS_BEFORE)
    if card is None:
        return
    yield Place(What.TURN, place.at), _surely(card.rotation)
    for segment, (shown, covered) in SHOWS.items():
        yield Place(shown, place.at), _surely(card.effective(segment))
        yield Place(covered, place.at), _whether(AS_BEFORE if card.piece(segment) is not None else 1 - AS_BEFORE)


def _known_pile(table: Table, place: Place) -> Iterator[tuple[Place, Claim]]:
    (index,) = place.at
    pile = table.piles[index]
    yield place, _whether(AS_BEFORE if pile.top is not None else 1 - AS_BEFORE)
    if pile.top is not None:
        yield Place(What.TOP_LARGE, place.at), _surely(pile.top.large)
        yield Place(What.TOP_SMALL, place.at), _surely(pile.top.small)
    for colour, count in enumerate(pile.pawns):
        yield Place(What.PAWNS, (index, colour)), _surely(count)


def _surely(value: Hashable) -> Claim:
    """Nothing where it is not known itself."""
    return () if value is None else ((value, AS_BEFORE),)
