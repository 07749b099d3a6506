"""From what the camera claims, and what the player says about it, to a display that the rules can score."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading

T = TypeVar("T", Crystal, Rotation)


@dataclass(frozen=True, slots=True)
class Correction:
    """What the player says about one card; None leaves that part as it was read.

    A correction without any part confirms that the card is one. At a cell without a card one with all three
    parts adds the card.
    """

    cell: Cell
    large: Crystal | None = None
    small: Crystal | None = None
    rotation: Rotation | None = None
    removed: bool = False
    """True when no card of this display lies there."""


def correct(reading: DisplayReading, corrections: Iterable[Correction]) -> DisplayReading:
    """The reading as the player corrected it: what was said is certain and no longer a doubt.

    Raises ValueError for a removal or a partial correction at a cell where no card was read.
    """
    cards = {card.cell: card for card in reading.cards}
    for correction in corrections:
        if correction.removed:
            _require(cards, correction.cell)
            del cards[correction.cell]
        elif _is_whole(correction) and correction.cell not in cards:
            cards[correction.cell] = _added(correction, reading)
        else:
            cards[correction.cell] = _corrected(_require(cards, correction.cell), correction)
    return replace(reading, cards=tuple(cards[cell] for cell in sorted(cards)))


def interpret(reading: DisplayReading) -> Display:
    """The display that the reading's best candidates describe; what cannot be read stays None."""
    return Display(
        tuple(
            PlacedCard(card.cell, card.rotation.best, card.large.crystal.best, card.small.crystal.best)
            for card in reading.cards
        )
    )


def _require(cards: dict[Cell, CardReading], cell: Cell) -> CardReading:
    if cell not in cards:
        read = ", ".join(f"{c.row},{c.col}" for c in sorted(cards))
        raise ValueError(f"no card was read at row {cell.row}, col {cell.col}; there are cards at {read}")
    return cards[cell]


def _is_whole(correction: Correction) -> bool:
    return None not in (correction.large, correction.small, correction.rotation)


def _corrected(card: CardReading, correction: Correction) -> CardReading:
    card = replace(card, is_card=1.0)
    if correction.large is not None:
        card = replace(card, large=_said_segment(card.large, correction.large))
    if correction.small is not None:
        card = replace(card, small=_said_segment(card.small, correction.small))
    if correction.rotation is not None:
        turned_by = correction.rotation - (card.rotation.best or 0)
        card = replace(card, rotation=_said(correction.rotation), quad=card.quad.turned(turned_by))
    return card


def _said(value: T) -> Ranked[T]:
    return Ranked(((value, 1.0),), doubtful=False)


def _said_segment(segment: SegmentReading | None, crystal: Crystal) -> SegmentReading:
    """A corrected crystal says nothing of a piece, unless it is the one that was read."""
    piece = segment.piece if segment is not None and segment.crystal.best is crystal else None
    return SegmentReading(_said(crystal), piece)


def _added(correction: Correction, reading: DisplayReading) -> CardReading:
    large, small, rotation = correction.large, correction.small, correction.rotation
    assert large is not None and small is not None and rotation is not None  # held by the caller
    return CardReading(
        cell=correction.cell,
        quad=_estimated_quad(correction.cell, reading).turned(rotation),
        rotation=_said(rotation),
        large=_said_segment(None, large),
        small=_said_segment(None, small),
        is_card=1.0,
    )


def _estimated_quad(cell: Cell, reading: DisplayReading) -> Quad:
    """Where the card of a cell must lie (first corner: top left of the cell), by a plane fitted to the cards read."""
    if not reading.cards:
        raise ValueError("no card was read, so none can be added")
    grid = np.vstack([_cell_corners(card.cell) for card in reading.cards])
    photo = np.vstack([card.quad.turned(-(card.rotation.best or 0)).array() for card in reading.cards])
    grid_to_photo, _ = cv2.findHomography(grid, photo)
    return Quad.from_array(map_points(np.asarray(grid_to_photo), _cell_corners(cell)))


def _cell_corners(cell: Cell) -> FloatArray:
    """Corners of a cell in cards from the display's bottom-left corner: x to the right, y away from the player."""
    return UNIT_SQUARE * (1, -1) + (cell.col, cell.row + 1)
