"""Readings built by hand, and readers that return them, for tests that need no network."""

from __future__ import annotations

from collections.abc import Iterable

from calibration.geometry import UNIT_SQUARE, Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation
from vision.crystalla.copies import Copy
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading
from vision.errors import NoDisplayError, Reason
from vision.image import Photo

CARD_PX = 100.0


def quad_at(row: int, col: int, rotation: int = 0) -> Quad:
    """A card of 100 px on a straight grid whose bottom left corner is (100, 500) in the photo."""
    corners = UNIT_SQUARE * CARD_PX + (100 + col * CARD_PX, 500 - (row + 1) * CARD_PX)
    return Quad.from_array(corners).turned(rotation)


def segment(
    name: str | None, *, confidence: float = 0.99, other: str | None = None, piece: bool = False
) -> SegmentReading:
    """A segment that reads as `name`, in doubt with `other` when that is given, unread when `name` is None."""
    candidates = [] if name is None else [(Crystal(name), confidence)]
    if other is not None:
        candidates.append((Crystal(other), round(1 - confidence, 4)))
    return SegmentReading(Ranked(tuple(candidates), doubtful=other is not None), piece)


def card(
    row: int,
    col: int,
    rotation: int | None,
    large: str | SegmentReading | None,
    small: str | SegmentReading | None,
    is_card: float = 1.0,
) -> CardReading:
    """A card of the straight grid."""
    return CardReading(
        Cell(row, col),
        quad_at(row, col, rotation or 0),
        Ranked(() if rotation is None else ((Rotation(rotation), 0.99),), doubtful=rotation is None),
        large if isinstance(large, SegmentReading) else segment(large),
        small if isinstance(small, SegmentReading) else segment(small),
        is_card,
    )


def reading(*cards: CardReading, others: int = 0, photo_sure: bool = True) -> DisplayReading:
    """A display of these cards, with times of 2 and 3 ms."""
    ordered = tuple(sorted(cards, key=lambda c: c.cell))
    return DisplayReading(ordered, others, photo_sure, (("locate", 2.0), ("classify", 3.0)))


def ruby_row() -> DisplayReading:
    """Three cards in a row: two rubies across an edge (10), two amethysts (7), a hematite, a single citrine (3)."""
    return reading(
        card(0, 0, 2, "ruby", "amethyst"),
        card(0, 1, 0, "ruby", "hematite"),
        card(0, 2, 0, "citrine", "amethyst"),
    )


class FakeReader:
    """Returns the given readings one after the other; None stands for a photo without a display."""

    def __init__(self, readings: Iterable[DisplayReading | None]) -> None:
        self._readings = iter(readings)
        self.photos: list[Photo] = []
        self.copies: list[Copy] = []

    def for_copy(self, copy: Copy) -> FakeReader:
        """The same reader, which keeps in mind what it was taught."""
        self.copies.append(copy)
        return self

    def read(self, photo: Photo) -> DisplayReading:
        """The next reading."""
        self.photos.append(photo)
        found = next(self._readings)
        if found is None:
            raise NoDisplayError(Reason.NO_GRID, count=2)
        return found
