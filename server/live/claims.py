"""A reading of a whole table as claims of places, in the seats and colours of the game that is watched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations

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
ALL_SEEN = 0.95
MOST_OPEN = 4
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
    yield Place(What.OPEN, ()), _of_open(middle.open, table.open)


def _of_pile(index: int, pile: PileReading, table: Table, colours: Sequence[str]) -> Iterator[tuple[Place, Claim]]:
    yield Place(What.TOP, (index,)), _whether(0.05 if pile.top is None else pile.top.is_card)
    if pile.top is not None:
        yield Place(What.TOP_LARGE, (index,)), pile.top.large.crystal.candidates
        yield Place(What.TOP_SMALL, (index,)), pile.top.small.crystal.candidates
    yield from pawn_claims(index, pile, table, colours)


def _of_open(pieces: Sequence[OpenPieceReading], known: Sequence[CrystalPiece]) -> Claim:
    """The pieces as they are most likely, and how likely they are the known ones; as sure as the least sure of them."""
    best = [(piece.segment, piece.crystal.best) for piece in pieces]
    shown = [CrystalPiece(segment, crystal) for segment, crystal in best if crystal is not None]
    claims: dict[tuple[CrystalPiece, ...], float] = {}
    if len(shown) == len(pieces):
        claims[in_order(shown)] = min((piece.crystal.confidence for piece in pieces), default=ALL_SEEN)
    claims.setdefault(in_order(known), _known_open(pieces, known))
    return tuple((each, probability) for each, probability in claims.items() if probability > 0)


def _known_open(pieces: Sequence[OpenPieceReading], known: Sequence[CrystalPiece]) -> float:
    """How likely the pieces seen are the known ones, matched at best; 0 when there are more or fewer of a shape."""
    likely = 1.0
    for shape in Segment:
        seen = [dict(piece.crystal.candidates) for piece in pieces if piece.segment is shape]
        wanted = [piece.crystal for piece in known if piece.shape is shape]
        if len(seen) != len(wanted) or len(wanted) > MOST_OPEN:
            return 0.0
        ways = (
            min((each.get(crystal, 0.0) for each, crystal in zip(seen, order, strict=True)), default=1.0)
            for order in permutations(wanted)
        )
        likely = min(likely, max(ways))
    return likely
