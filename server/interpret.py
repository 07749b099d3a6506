"""From what the camera claims, and what the player says about it, to a display that the rules can score."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.vocabulary import CELLS, ROWS, Cell, Crystal, Rotation, Segment
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading

T = TypeVar("T", Crystal, Rotation)
Place = tuple[int, int]
"""(row, column) beside or in a display."""

UNKNOWN: Ranked[Crystal] = Ranked((), doubtful=False)
"""The crystal of a segment that nobody can tell."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What the player says about one card; None leaves that part as it was read.

    A correction without any part confirms that the card is one. At a cell without a card one with all three
    parts, or with `added`, adds the card.
    """

    cell: Cell
    large: Crystal | None = None
    small: Crystal | None = None
    rotation: Rotation | None = None
    removed: bool = False
    """True when no card of this display lies there."""
    added: bool = False
    """True when a card lies there that was not read; the parts that are not given are unknown."""
    unreadable: frozenset[Segment] = frozenset()
    """Segments that the player cannot tell either: they stay missing from the score."""
    pieces: tuple[tuple[Segment, bool], ...] = ()
    """Whether a crystal piece lies on a segment, where the player says so."""
    shift: Place = (0, 0)
    """Rows and columns by which all cards move first, to make room for one that is added beside the grid as read."""


def correct(reading: DisplayReading, corrections: Iterable[Correction]) -> DisplayReading:
    """The reading as the player corrected it: what was said is certain and no longer a doubt.

    Raises ValueError for a removal or a partial correction at a cell where no card was read, and for a shift that
    adds no card or moves one out of the grid.
    """
    cards = {card.cell: card for card in reading.cards}
    row_shift, col_shift = 0, 0
    for correction in corrections:
        cards = _shifted(cards, correction)
        row_shift, col_shift = row_shift + correction.shift[0], col_shift + correction.shift[1]
        if correction.removed:
            _require(cards, correction.cell)
            del cards[correction.cell]
        elif _adds(correction) and correction.cell not in cards:
            place = (correction.cell.row - row_shift, correction.cell.col - col_shift)
            cards[correction.cell] = _added(correction, estimated_quad(place, reading))
        else:
            cards[correction.cell] = _corrected(_require(cards, correction.cell), correction)
    return replace(reading, cards=tuple(cards[cell] for cell in sorted(cards)))


def interpret(reading: DisplayReading) -> Display:
    """The display that the reading's best candidates describe; what cannot be read stays None."""
    return Display.of(_placed(card) for card in reading.cards)


def holes(display: Display) -> tuple[Cell, ...]:
    """Free cells under a card (CR-57), where a card was probably missed.

    A photo may show a display from any side, so there are none if the cards rest on one another from another side.
    """
    taken = {(card.cell.row, card.cell.col) for card in display.cards}
    if not taken or any(_rests(taken, step) for step in _steps_to_a_side(taken)):
        return ()
    return tuple(cell for cell in CELLS if (cell.row, cell.col) not in taken and _has_card_above(taken, cell))


def _placed(card: CardReading) -> PlacedCard:
    large, on_large = _printed_and_piece(card.large)
    small, on_small = _printed_and_piece(card.small)
    return PlacedCard(card.cell, card.rotation.best, large, small, on_large, on_small)


def _printed_and_piece(segment: SegmentReading) -> tuple[Crystal | None, Crystal | None]:
    """A piece hides the print, so its crystal is all that is known of the segment."""
    best = segment.crystal.best
    return (None, best) if segment.piece else (best, None)


def _steps_to_a_side(taken: set[Place]) -> Iterator[Place]:
    """From a card to the one it rests on, for each side at which the player may sit."""
    yield from ((-1, 0), (1, 0))
    if max(col for _, col in taken) - min(col for _, col in taken) < ROWS:
        yield from ((0, -1), (0, 1))


def _rests(taken: set[Place], step: Place) -> bool:
    """Whether every card lies at the edge of the display or on another card."""
    axis = 0 if step[0] else 1
    edge = (min if sum(step) < 0 else max)(place[axis] for place in taken)
    return all(place[axis] == edge or (place[0] + step[0], place[1] + step[1]) in taken for place in taken)


def _has_card_above(taken: set[Place], cell: Cell) -> bool:
    return any((row, cell.col) in taken for row in range(cell.row + 1, ROWS))


def _shifted(cards: dict[Cell, CardReading], correction: Correction) -> dict[Cell, CardReading]:
    """The cards once there is room for the one that a correction adds."""
    up, right = correction.shift
    if (up, right) == (0, 0):
        return cards
    if correction.removed or not _adds(correction):
        raise ValueError("no card was read outside the grid, one can only be added there")
    moved = [replace(card, cell=Cell(cell.row + up, cell.col + right)) for cell, card in cards.items()]
    return {card.cell: card for card in moved}


def _require(cards: dict[Cell, CardReading], cell: Cell) -> CardReading:
    if cell not in cards:
        read = ", ".join(f"{c.row},{c.col}" for c in sorted(cards))
        raise ValueError(f"no card was read at row {cell.row}, col {cell.col}; there are cards at {read}")
    return cards[cell]


def _adds(correction: Correction) -> bool:
    return correction.added or None not in (correction.large, correction.small, correction.rotation)


def _corrected(card: CardReading, correction: Correction) -> CardReading:
    card = replace(
        card,
        is_card=1.0,
        large=_corrected_segment(card.large, Segment.LARGE, correction),
        small=_corrected_segment(card.small, Segment.SMALL, correction),
    )
    if correction.rotation is not None:
        turned_by = correction.rotation - (card.rotation.best or 0)
        card = replace(card, rotation=_said(correction.rotation), quad=card.quad.turned(turned_by))
    return card


def _said(value: T) -> Ranked[T]:
    return Ranked(((value, 1.0),), doubtful=False)


def _corrected_segment(read: SegmentReading, where: Segment, correction: Correction) -> SegmentReading:
    """What was said of a segment; a corrected crystal says nothing of a piece, unless it is the one that was read."""
    said = correction.large if where is Segment.LARGE else correction.small
    crystal, piece = read.crystal, read.piece
    if where in correction.unreadable:
        crystal, piece = UNKNOWN, None
    elif said is not None:
        crystal, piece = _said(said), piece if crystal.best is said else None
    return SegmentReading(crystal, dict(correction.pieces).get(where, piece))


def _added(correction: Correction, quad: Quad) -> CardReading:
    unknown = SegmentReading(UNKNOWN, None)
    blank = CardReading(correction.cell, quad, Ranked((), doubtful=False), unknown, unknown, is_card=1.0)
    return _corrected(blank, correction)


def estimated_quad(place: Place, reading: DisplayReading) -> Quad:
    """Where a card in or beside the grid must lie (first corner: top left), by a plane fitted to the cards read."""
    if not reading.cards:
        raise ValueError("no card was read, so none can be added")
    grid = np.vstack([_cell_corners((card.cell.row, card.cell.col)) for card in reading.cards])
    photo = np.vstack([card.quad.turned(-(card.rotation.best or 0)).array() for card in reading.cards])
    grid_to_photo, _ = cv2.findHomography(grid, photo)
    return Quad.from_array(map_points(np.asarray(grid_to_photo), _cell_corners(place)))


def _cell_corners(place: Place) -> FloatArray:
    """Corners of a place in cards from the display's bottom-left corner: x to the right, y away from the player."""
    return UNIT_SQUARE * (1, -1) + (place[1], place[0] + 1)
