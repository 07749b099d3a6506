"""What the camera claims about a whole Crystalla table: every display, the piles with their pawns, the open pieces."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from rules.crystalla.vocabulary import ROWS, Cell, Crystal, Rotation, Segment
from vision.crystalla.reading import DisplayReading, Ranked, SegmentReading

Place = tuple[int, int]
"""(row, column) of a pile, from the far left corner as seat 0 sees it (CR notation, not a display's cell)."""


@dataclass(frozen=True, slots=True)
class PawnReading:
    """One playing piece: which of the edition's colours it has, and its foot in upright full-resolution pixels."""

    colour: int | None
    """Index into the edition's colours; None where it cannot be told."""
    confidence: float
    """Probability that a pawn of this colour stands here."""
    foot: tuple[float, float]


@dataclass(frozen=True, slots=True)
class TopReading:
    """The top card of a pile; its turn means nothing to the rules but tells which segment is which."""

    quad: Quad
    """Upright full-resolution pixels, first corner the top left one of the card's canonical orientation."""
    rotation: Ranked[Rotation]
    """Seen from seat 0."""
    large: SegmentReading
    small: SegmentReading
    is_card: float


@dataclass(frozen=True, slots=True)
class PileReading:
    """One place of the middle: what lies on top and how many pawns of each colour stand there."""

    place: Place
    quad: Quad
    """Of the top card, or of the free place; first corner the far left one as seat 0 sees it."""
    top: TopReading | None
    """None where no card lies."""
    pawns: tuple[int, ...] | None
    """How many of each colour, in the order of the edition's colours; None where the count cannot be told."""
    seen_pawns: tuple[PawnReading, ...]
    """Every pawn seen, also where the count as a whole cannot be told."""
    sure: bool
    """True when the top card is read without a doubt (or surely none lies there) and the pawns are counted."""
    odds: tuple[tuple[float, ...], ...] = ()
    """By colour how likely none, one, two or three pawns stand there, by the look of this pile alone."""


@dataclass(frozen=True, slots=True)
class OpenPieceReading:
    """One face-up crystal piece beside the piles."""

    segment: Segment
    crystal: Ranked[Crystal]
    quad: Quad
    """The card square that the piece would cover in place, first corner the canonical top left."""


@dataclass(frozen=True, slots=True)
class MiddleReading:
    """The grid of piles, row by row, and the open pieces (large ones first, then by crystal)."""

    rows: int
    columns: int
    piles: tuple[PileReading, ...]
    open: tuple[OpenPieceReading, ...]

    @property
    def sure(self) -> bool:
        """True when nothing in the middle is in doubt."""
        return all(pile.sure for pile in self.piles) and not any(piece.crystal.doubtful for piece in self.open)


@dataclass(frozen=True, slots=True, eq=False)
class DisplayLayout:
    """Where a display lies: `grid_to_photo` maps (column, 2 - row) to upright full-resolution pixels.

    So x runs to the player's right and y towards the player; a card's middle lies at whole numbers.
    """

    grid_to_photo: FloatArray
    card_share: float
    """Side of a card in grid units: 1 less the gap."""

    def near(self) -> FloatArray:
        """The direction in the picture, (2,), in which its player sits."""
        far, close = map_points(self.grid_to_photo, [(1.5, 0.0), (1.5, 2.0)])
        return np.asarray(close - far)

    def quad_at(self, cell: Cell) -> FloatArray:
        """Corners (4, 2) of a cell, first the far left one as the player sees it."""
        middle = np.array([cell.col, ROWS - 1 - cell.row], dtype=float)
        return map_points(self.grid_to_photo, (UNIT_SQUARE - 0.5) * self.card_share + middle)


@dataclass(frozen=True, slots=True, eq=False)
class MiddleLayout:
    """Where the piles lie: `grid_to_photo` maps (column, row) to upright full-resolution pixels."""

    rows: int
    columns: int
    grid_to_photo: FloatArray
    card_share: float

    @property
    def places(self) -> tuple[Place, ...]:
        """All places, row by row."""
        return tuple((row, column) for row in range(self.rows) for column in range(self.columns))

    def turned(self, quarters: int) -> MiddleLayout:
        """The same piles seen from another side: with 1 what was the right side is the far one."""
        layout = self
        for _ in range(quarters % 4):
            # The new columns run down the old rows, the new rows from the old right to the left.
            back = np.array([[0, -1, layout.columns - 1], [1, 0, 0], [0, 0, 1.0]])
            matrix = np.asarray(layout.grid_to_photo @ back)
            layout = MiddleLayout(layout.columns, layout.rows, matrix, layout.card_share)
        return layout

    def facing(self, near: FloatArray) -> MiddleLayout:
        """The same piles as one sees them who sits in the direction `near` (2,) of the picture.

        Six piles are always two rows of three: the rulebook's start piles are told in no other way (CR-18).
        """

        def agreement(seen: MiddleLayout) -> float:
            across = (seen.columns - 1) / 2
            far, close = map_points(seen.grid_to_photo, [(across, 0.0), (across, 1.0)])
            return float((close - far) @ near / np.hypot(*(close - far)))

        turns = (self.turned(quarters) for quarters in range(4))
        return max((seen for seen in turns if seen.rows <= seen.columns), key=agreement)

    def sides_to_photo(self) -> FloatArray:
        """Homography (3, 3) from card sides, (0, 0) the middle of the first place, to full-resolution pixels."""
        return np.asarray(self.grid_to_photo @ np.diag([self.card_share, self.card_share, 1.0]))

    def quad_at(self, place: Place) -> FloatArray:
        """Corners (4, 2) of a place, first the far left one as seat 0 sees it."""
        row, column = place
        return map_points(self.grid_to_photo, (UNIT_SQUARE - 0.5) * self.card_share + np.array([column, row]))


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Layout:
    """Where everything lies on a table that a camera watches without moving.

    Displays are in seat order: clockwise, as play passes (CR-24), seat 0 first.
    """

    size: tuple[int, int]
    """(width, height) in pixels of the pictures that it holds for."""
    displays: tuple[DisplayLayout, ...]
    middle: MiddleLayout | None
    open: tuple[Quad, ...]
    """Card squares of the places where open pieces lie."""

    def seated(self, first: int) -> Layout:
        """The same table with another display as seat 0's; with none the picture's lower edge is seat 0's side."""
        displays = self.displays[first:] + self.displays[:first]
        near = displays[0].near() if displays else np.array([0.0, 1.0])
        middle = None if self.middle is None else self.middle.facing(near)
        return replace(self, displays=displays, middle=middle)


@dataclass(frozen=True, slots=True)
class TableReading:
    """One look at a table: displays in the order of the layout, so seat by seat."""

    displays: tuple[DisplayReading, ...]
    middle: MiddleReading | None
    layout: Layout
    """For `TableReader.read_again` while the camera does not move."""
    timing_ms: tuple[tuple[str, float], ...]
