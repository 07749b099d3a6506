"""A reading of a whole table as claims of places, in the seats and colours of the game that is watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from rules.crystalla.faces import in_order
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import CELLS, Segment
from server.live.fuse import Claim, Claims, Place, What
from server.live.pawns import pawn_claims
from vision.crystalla.reading import CardReading, DisplayReading
from vision.crystalla.table_reading import MiddleReading, OpenPieceReading, PileReading, TableReading

EMPTY_CELL: Claim = ((False, 0.95), (True, 0.05))
"""The claim of a cell where the reader looked and saw no card."""
SEEN_PIECE = 0.95
OF_EACH, LEAST, TOGETHER = 3, 0.03, 12
"""Of an open piece so many crystals are thought of, if they are so likely, and so many ways for all pieces together."""
SHOWS = {Segment.LARGE: (What.LARGE, What.ON_LARGE), Segment.SMALL: (What.SMALL, What.ON_SMALL)}


def claims_of(reading: TableReading, seats: Sequence[int], table: Table, colours: Sequence[str]) -> Claims:
    """All claims of a reading; `colours` are the edition's, in whose order pawns are counted.

    `seats` are those of the reading's displays.
    """
    found: dict[Place, Claim] = {}
    for seat, display in zip(seats, reading.displays, strict=False):
        if display.cards:
            found.update(_of_display(seat, display))
    if reading.middle is not None and (reading.middle.rows, reading.middle.columns) == table.grid:
        found.update(_of_middle(reading.middle, table, colours))
    return found


def _of_display(seat: int, display: DisplayReading) -> Iterator[tuple[Place, Claim]]:
    cards = {card.cell: card for card in display.cards}
    for cell in CELLS:
        at = (seat, cell.row, cell.col)
        card = cards.get(cell)
        if card is None:
            yield Place(What.CARD, at), EMPTY_CELL
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
    yield Place(What.OPEN, ()), _of_open(middle.open)


def _of_pile(index: int, pile: PileReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    yield Place(What.TOP, (index,)), _whether(0.05 if pile.top is None else pile.top.is_card)
    if pile.top is not None:
        yield Place(What.TOP_LARGE, (index,)), pile.top.large.crystal.candidates
        yield Place(What.TOP_SMALL, (index,)), pile.top.small.crystal.candidates
    yield from pawn_claims(index, pile, table, colours)


def _of_open(pieces: Sequence[OpenPieceReading]) -> Claim:
    """All pieces together, by the likeliest crystals of each."""
    each = [
        [(CrystalPiece(piece.segment, crystal), p) for crystal, p in piece.crystal.candidates[:OF_EACH] if p >= LEAST]
        for piece in pieces
    ]
    ways: dict[tuple[CrystalPiece, ...], float] = {}
    for chosen in product(*each):
        shown = in_order(piece for piece, _ in chosen)
        ways[shown] = ways.get(shown, 0.0) + prod(probability for _, probability in chosen)
    return tuple(sorted(ways.items(), key=lambda way: -way[1])[:TOGETHER])
