"""What may be added to a display: cards (CR-56 to CR-60) and crystal pieces (CR-50 to CR-55).

`x_refusal` finds what forbids something; `verify_x` raises it as RuleError, `can_x` asks it, the verb itself verifies
and returns the new display.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.vocabulary import COLUMNS, ROWS, SLOTS, Cell, Crystal, Rotation, Segment, Slot
from rules.engine import Refusal
from rules.errors import RuleError


@dataclass(frozen=True, slots=True)
class CardPlacement:
    """The intent to lay a card; row and column are plain numbers, so that a place outside can be refused."""

    row: int
    col: int
    rotation: Rotation | None
    large: Crystal | None
    small: Crystal | None


@dataclass(frozen=True, slots=True)
class CrystalPiece:
    """A received crystal piece: its shape is the segment it can cover (CR-51)."""

    shape: Segment
    crystal: Crystal

    def text(self) -> str:
        """L or S for the shape, then the letter of the crystal."""
        return f"{self.shape.value[0].upper()}{self.crystal.value[0]}"


def card_refusal(display: Display, placement: CardPlacement) -> Refusal | None:
    """What forbids to lay a card: CR-56 outside the grid or in a full column, CR-57 above the lowest free cell."""
    row, col = placement.row, placement.col
    if not (0 <= row < ROWS and 0 <= col < COLUMNS):
        sentence = f"row {row} col {col} is outside a display of {ROWS} rows (0 to 2) and {COLUMNS} columns (0 to 3)"
        return Refusal("CR-56", sentence, {"row": row, "col": col})
    lowest = display.lowest_free(col)
    if lowest is None:
        return Refusal("CR-56", f"column {col} already holds {ROWS} cards, a fourth is not allowed", {"col": col})
    if row != lowest.row:
        sentence = f"row {row} in column {col} is not the lowest free cell, that is row {lowest.row}"
        return Refusal("CR-57", sentence, {"row": row, "col": col, "lowest": lowest.row})
    return None


def verify_place_card(display: Display, placement: CardPlacement) -> None:
    """Raise RuleError for what `card_refusal` finds."""
    _raise(card_refusal(display, placement), display)


def can_place_card(display: Display, placement: CardPlacement) -> bool:
    """Whether `card_refusal` finds nothing."""
    return card_refusal(display, placement) is None


def place_card(display: Display, placement: CardPlacement) -> Display:
    """The display with the card laid, in any of the four turns (CR-58); raises RuleError."""
    verify_place_card(display, placement)
    cell = Cell(placement.row, placement.col)
    return display.with_card(PlacedCard(cell, placement.rotation, placement.large, placement.small))


def card_places(display: Display) -> tuple[Cell, ...]:
    """The cells that a card may be laid in, at most one in each column."""
    lowest = (display.lowest_free(col) for col in range(COLUMNS))
    return tuple(cell for cell in lowest if cell is not None)


def verify_decline_card(display: Display) -> None:
    """Raise RuleError CR-59 while there is room: a taken card must be laid."""
    places = card_places(display)
    if places:
        columns = [cell.col for cell in places]
        raise _refusal("CR-59", f"the taken card must be laid, columns {columns} have room", display, columns=columns)


def verify_cards_kept(before: Display, after: Display) -> None:
    """Raise RuleError CR-60 when a card of `before` is moved, turned or gone in `after`.

    What cannot be told on either side is held to be unchanged.
    """
    for card in before.cards:
        now = after.at(card.cell)
        if now is None or not _same_card(card, now):
            cell = card.cell
            sentence = f"the card at row {cell.row} col {cell.col} was moved or turned, a placed card stays as it lies"
            raise _refusal("CR-60", sentence, after, row=cell.row, col=cell.col)


def _same_card(one: PlacedCard, other: PlacedCard) -> bool:
    pairs = ((one.rotation, other.rotation), (one.large, other.large), (one.small, other.small))
    return all(a is None or b is None or a is b for a, b in pairs)


def piece_refusal(display: Display, piece: CrystalPiece, slot: Slot) -> Refusal | None:
    """What forbids a piece on a segment: CR-50 without a card there, CR-51, CR-53, CR-52; an unknown print nothing."""
    card = display.at(slot.cell)
    rule, sentence = _piece_trouble(card, piece, slot)
    if not rule:
        return None
    parameters = {"row": slot.cell.row, "col": slot.cell.col, "segment": slot.segment.value}
    return Refusal(rule, sentence, parameters | {"shape": piece.shape.value, "crystal": piece.crystal.value})


def _piece_trouble(card: PlacedCard | None, piece: CrystalPiece, slot: Slot) -> tuple[str, str]:
    """The broken rule and its sentence, both empty without one."""
    row, col = slot.cell.row, slot.cell.col
    where = f"the {slot.segment} segment at row {row} col {col}"
    if card is None:
        return "CR-50", f"row {row} col {col} holds no card, a piece must cover a segment of a card"
    if piece.shape is not slot.segment:
        return "CR-51", f"a {piece.shape} piece cannot cover {where}, only a {piece.shape} segment"
    if card.piece(slot.segment) is not None:
        return "CR-53", f"{where} is already covered by a piece, only prints can be"
    if card.printed(slot.segment) is piece.crystal:
        same = piece.crystal
        return "CR-52", f"a {same} piece cannot cover {where}, which is printed {same}, only another type"
    return "", ""


def verify_place_piece(display: Display, piece: CrystalPiece, slot: Slot) -> None:
    """Raise RuleError for what `piece_refusal` finds."""
    _raise(piece_refusal(display, piece, slot), display)


def can_place_piece(display: Display, piece: CrystalPiece, slot: Slot) -> bool:
    """Whether `piece_refusal` finds nothing."""
    return piece_refusal(display, piece, slot) is None


def place_piece(display: Display, piece: CrystalPiece, slot: Slot) -> Display:
    """The display with the piece on a segment; raises RuleError."""
    verify_place_piece(display, piece, slot)
    cards = (card.covered(slot.segment, piece.crystal) if card.cell == slot.cell else card for card in display.cards)
    return Display(tuple(cards))


def piece_places(display: Display, piece: CrystalPiece) -> tuple[Slot, ...]:
    """Every segment that the piece may cover."""
    return tuple(slot for slot in SLOTS if can_place_piece(display, piece, slot))


def removal_refusal(display: Display, piece: CrystalPiece) -> Refusal | None:
    """What forbids to remove a piece: CR-54 while it has a legal segment; only without one it leaves (CR-55)."""
    places = piece_places(display, piece)
    if not places:
        return None
    first = places[0]
    sentence = (
        f"the {piece.shape} {piece.crystal} piece must be placed, {len(places)} segments are allowed, "
        f"one at row {first.cell.row} col {first.cell.col}"
    )
    return Refusal("CR-54", sentence, {"shape": piece.shape.value, "crystal": piece.crystal.value})


def verify_remove_piece(display: Display, piece: CrystalPiece) -> None:
    """Raise RuleError for what `removal_refusal` finds."""
    _raise(removal_refusal(display, piece), display)


def can_remove_piece(display: Display, piece: CrystalPiece) -> bool:
    """Whether `removal_refusal` finds nothing (CR-55)."""
    return removal_refusal(display, piece) is None


def _raise(refusal: Refusal | None, display: Display) -> None:
    if refusal is not None:
        raise refusal.error(display)


def _refusal(rule: str, sentence: str, display: Display, **parameters: object) -> RuleError:
    return RuleError(rule, sentence, parameters, display.text())
