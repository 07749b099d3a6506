"""What is implausible about a whole table: counts that the box or the course of the game cannot give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import Flag, auto

from rules.crystalla.edition import Edition
from rules.crystalla.faces import Face
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.position import Display, Status
from rules.crystalla.setup import DEALT, PAWNS
from rules.crystalla.table import Phase, Table
from rules.crystalla.vocabulary import Segment


class TableStatus(Flag):
    """What is implausible about a table; PLAUSIBLE has no flag set."""

    PLAUSIBLE = 0
    DISPLAY = auto()
    """A display that is implausible by itself."""
    CARDS = auto()
    """Cards in hands, displays, piles and deck that are not the edition's number (CR-01)."""
    PAWNS = auto()
    """Not 3 pawns of each colour (CR-03, CR-16, CR-19)."""
    PIECES = auto()
    """Crystal pieces that are not the edition's number (CR-04)."""
    NO_SUCH_CARD = auto()
    """A printed pair seen more often than the edition has it (CR-01)."""
    NO_SUCH_PIECE = auto()
    """A crystal piece seen more often than the edition has it (CR-04)."""
    TURN = auto()
    """Displays whose sizes do not fit the seat on turn (CR-24)."""
    UNEVEN_PILES = auto()
    """Piles at the start whose heights differ by more than 1 (CR-12, R21): allowed, but worth a look."""


def table_status(table: Table, edition: Edition) -> TableStatus:
    """Flags for what cannot be so, as far as it is seen."""
    checks = {
        TableStatus.DISPLAY: any(display.status(edition) is not Status.PLAUSIBLE for display in table.displays),
        TableStatus.CARDS: _cards(table) != len(edition.cards),
        TableStatus.PAWNS: _pawns(table) != {PAWNS},
        TableStatus.PIECES: _pieces(table) != len(edition.pieces),
        TableStatus.NO_SUCH_CARD: _exceeds(_faces(table), (Face(card.large, card.small) for card in edition.cards)),
        TableStatus.NO_SUCH_PIECE: _exceeds(
            _seen_pieces(table), (CrystalPiece(piece.shape, piece.crystal) for piece in edition.pieces)
        ),
        TableStatus.TURN: not table.deck and _sizes(table) != _sizes_by_turn(table),
        TableStatus.UNEVEN_PILES: _is_first_turn(table) and _spread(table) > 1,
    }
    status = TableStatus.PLAUSIBLE
    for flag, found in checks.items():
        status |= flag if found else TableStatus.PLAUSIBLE
    return status


def _cards(table: Table) -> int:
    held = sum(len(hand) for hand in table.hands) + sum(_sizes(table))
    return table.deck + held + sum(pile.height for pile in table.piles)


def _pawns(table: Table) -> set[int]:
    """The numbers of pawns that colours have, on piles and in hand."""
    counted = [pile.pawns for pile in table.piles] + ([table.walk.hand] if table.walk else [])
    return {sum(counts) for counts in zip(*counted, strict=True)}


def _pieces(table: Table) -> int:
    return sum(table.stacks) + sum(1 for _ in _seen_pieces(table))


def _seen_pieces(table: Table) -> Iterator[CrystalPiece]:
    yield from table.open
    yield from table.removed
    if table.gift is not None:
        yield table.gift.piece
    for display in table.displays:
        yield from _covering(display)


def _covering(display: Display) -> Iterator[CrystalPiece]:
    for card in display.cards:
        for segment in Segment:
            crystal = card.piece(segment)
            if crystal is not None:
                yield CrystalPiece(segment, crystal)


def _faces(table: Table) -> Iterator[Face]:
    """The cards that are seen and known: tops, hands and displays."""
    faces = [pile.top for pile in table.piles if pile.top is not None]
    faces += [face for hand in table.hands for face in hand]
    faces += [Face(card.large, card.small) for display in table.displays for card in display.cards]
    return (face for face in faces if face.large is not None and face.small is not None)


def _exceeds(present: Iterable[object], available: Iterable[object]) -> bool:
    return bool(Counter(present) - Counter(available))


def _sizes(table: Table) -> list[int]:
    return [len(display.cards) for display in table.displays]


def _sizes_by_turn(table: Table) -> list[int]:
    """The sizes that displays have when the active seat is on turn, as many cards being laid as there are."""
    players = table.players
    turns, rest = divmod(sum(_sizes(table)) - DEALT * players, players)
    return [DEALT + turns + ((seat - table.starter) % players < rest) for seat in range(players)]


def _is_first_turn(table: Table) -> bool:
    return table.phase is Phase.PICK and set(_sizes(table)) == {DEALT}


def _spread(table: Table) -> int:
    heights = [pile.height for pile in table.piles]
    return max(heights) - min(heights)
