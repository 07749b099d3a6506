"""A display as it lies on the table: cards in cells, crystal pieces on them, and whatever cannot be told."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import Flag, auto
from itertools import pairwise

from rules.crystalla.edition import Edition
from rules.crystalla.vocabulary import CELLS, COLUMNS, ROWS, Cell, Crystal, Rotation, Segment, Slot
from rules.errors import MalformedError

VERSION = "crystalla1"
"""Name and version at the head of a position string."""
UNKNOWN = "?"
EMPTY = "-"
LETTERS = {crystal.value[0]: crystal for crystal in Crystal}
_SEGMENT = r"([a-z?])(?:\(([a-z])\))?"
_CARD = re.compile(rf"([0-3?]){_SEGMENT}{_SEGMENT}")


class Status(Flag):
    """What is implausible about a display; PLAUSIBLE has no flag set."""

    PLAUSIBLE = 0
    FLOATING = auto()
    """A card with a free cell below it (CR-57)."""
    SAME_TYPE = auto()
    """A piece on a segment printed with its own type (CR-52)."""
    NO_SUCH_CARD = auto()
    """A printed pair of crystals more often than the edition has it (CR-01)."""
    NO_SUCH_PIECE = auto()
    """A crystal piece more often than the edition has it (CR-04)."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card in its cell; None means "cannot tell", except for pieces, where it means that none is known of.

    `large` and `small` are the printed types. Where only the effective type is known and not whether a piece lies
    there, it stands as printed; where a piece hides the print, the print is None and the piece is known.
    """

    cell: Cell
    rotation: Rotation | None
    large: Crystal | None
    small: Crystal | None
    piece_on_large: Crystal | None = None
    piece_on_small: Crystal | None = None

    def printed(self, segment: Segment) -> Crystal | None:
        """Type printed on a segment."""
        return self.large if segment is Segment.LARGE else self.small

    def piece(self, segment: Segment) -> Crystal | None:
        """Type of the piece on a segment."""
        return self.piece_on_large if segment is Segment.LARGE else self.piece_on_small

    def effective(self, segment: Segment) -> Crystal | None:
        """The type that counts: the piece's, if one lies there (CR-64, CR-65)."""
        return self.piece(segment) or self.printed(segment)

    def covered(self, segment: Segment, crystal: Crystal) -> PlacedCard:
        """The card with a piece on a segment."""
        if segment is Segment.LARGE:
            return replace(self, piece_on_large=crystal)
        return replace(self, piece_on_small=crystal)


@dataclass(frozen=True, slots=True, repr=False)
class Display:
    """The cards of one player, sorted by cell; build one with `Display.of`.

    Raises MalformedError for two cards in one cell. Holes are allowed, since an eye may miss a card; see `status`.
    """

    cards: tuple[PlacedCard, ...] = ()

    def __post_init__(self) -> None:
        places = [cell_index(card.cell) for card in self.cards]
        for first, second in pairwise(places):
            if first == second:
                raise MalformedError("cell", _spot(CELLS[first]), "one card in each cell")
            if first > second:
                raise MalformedError("cards", _spot(CELLS[second]), "cards sorted by row, then column")

    def __repr__(self) -> str:
        return f"Display.from_text({self.text()!r})"

    @classmethod
    def of(cls, cards: Iterable[PlacedCard]) -> Display:
        """A display of cards in any order."""
        return cls(tuple(sorted(cards, key=lambda card: cell_index(card.cell))))

    def at(self, cell: Cell) -> PlacedCard | None:
        """The card in a cell."""
        return next((card for card in self.cards if card.cell == cell), None)

    def with_card(self, card: PlacedCard) -> Display:
        """The display with one more card, or with another card in its cell; asks no rule."""
        return Display.of([*(other for other in self.cards if other.cell != card.cell), card])

    def lowest_free(self, col: int) -> Cell | None:
        """The lowest free cell of a column (CR-57), None in a full one (CR-56)."""
        taken = {card.cell.row for card in self.cards if card.cell.col == col}
        return next((Cell(row, col) for row in range(ROWS) if row not in taken), None)

    def floating(self) -> tuple[Cell, ...]:
        """Cells of the cards that have a free cell below them (CR-57)."""
        taken = {cell_index(card.cell) for card in self.cards}
        return tuple(CELLS[place] for place in sorted(taken) if place >= COLUMNS and place - COLUMNS not in taken)

    def missing(self) -> tuple[Slot, ...]:
        """Segments whose crystal cannot be told."""
        return tuple(
            Slot(card.cell, segment) for card in self.cards for segment in Segment if card.effective(segment) is None
        )

    def status(self, edition: Edition) -> Status:
        """Flags for what cannot be so, as far as it is known."""
        status = Status.FLOATING if self.floating() else Status.PLAUSIBLE
        if any(card.piece(segment) is not None and card.piece(segment) is card.printed(segment)
               for card in self.cards for segment in Segment):  # fmt: skip
            status |= Status.SAME_TYPE
        if _exceeds(self._printed_pairs(), ((card.large, card.small) for card in edition.cards)):
            status |= Status.NO_SUCH_CARD
        if _exceeds(self._pieces(), ((piece.shape, piece.crystal) for piece in edition.pieces)):
            status |= Status.NO_SUCH_PIECE
        return status

    def _printed_pairs(self) -> Iterator[tuple[Crystal, Crystal]]:
        for card in self.cards:
            if card.large is not None and card.small is not None:
                yield card.large, card.small

    def _pieces(self) -> Iterator[tuple[Segment, Crystal]]:
        for card in self.cards:
            for segment in Segment:
                crystal = card.piece(segment)
                if crystal is not None:
                    yield segment, crystal

    def text(self) -> str:
        """Position string: rows from the player's, `/` between them; per card its turn, large and small segment.

        A letter is a crystal, `?` cannot be told, a letter in brackets is the piece on the segment before it.
        """
        texts = {cell_index(card.cell): _card_text(card) for card in self.cards}
        rows = (range(row * COLUMNS, (row + 1) * COLUMNS) for row in range(ROWS))
        return f"{VERSION}:" + "/".join(",".join(texts.get(place, EMPTY) for place in row) for row in rows)

    @classmethod
    def from_text(cls, text: str) -> Display:
        """Parse a position string; raises MalformedError."""
        version, _, body = text.partition(":")
        if version != VERSION:
            raise MalformedError("position string", text, f"{VERSION}:, then the rows")
        rows = [row.split(",") for row in body.split("/")]
        if [len(row) for row in rows] != [COLUMNS] * ROWS:
            raise MalformedError("position string", text, f"{ROWS} rows of {COLUMNS} cells")
        written = zip(CELLS, (cell for row in rows for cell in row), strict=True)
        return cls(tuple(_parse_card(cell, card) for cell, card in written if card != EMPTY))


def cell_index(cell: Cell) -> int:
    """Index of a cell in CELLS."""
    return cell.row * COLUMNS + cell.col


def _spot(cell: Cell) -> str:
    return f"row {cell.row} col {cell.col}"


def _exceeds(present: Iterable[object], available: Iterable[object]) -> bool:
    return bool(Counter(present) - Counter(available))


def _card_text(card: PlacedCard) -> str:
    rotation = UNKNOWN if card.rotation is None else str(card.rotation.value)
    return rotation + "".join(_segment_text(card.printed(segment), card.piece(segment)) for segment in Segment)


def _segment_text(printed: Crystal | None, piece: Crystal | None) -> str:
    letter = UNKNOWN if printed is None else printed.value[0]
    return letter if piece is None else f"{letter}({piece.value[0]})"


def _parse_card(cell: Cell, text: str) -> PlacedCard:
    match = _CARD.fullmatch(text)
    if match is None:
        raise MalformedError(f"card at {_spot(cell)}", text, "a turn 0 to 3 or ?, then two segments, or -")
    rotation, large, on_large, small, on_small = match.groups()
    crystals = [_parse_letter(cell, letter) for letter in (large, small, on_large, on_small)]
    return PlacedCard(cell, None if rotation == UNKNOWN else Rotation(int(rotation)), *crystals)


def _parse_letter(cell: Cell, letter: str | None) -> Crystal | None:
    if letter is None or letter == UNKNOWN:
        return None
    if letter not in LETTERS:
        raise MalformedError(f"crystal at {_spot(cell)}", letter, f"{', '.join(LETTERS)} or {UNKNOWN}")
    return LETTERS[letter]
