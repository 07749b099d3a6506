"""How every place of a table looked when it was last known: what looks the same now is what it was then."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import CELLS, Cell, Segment
from server.live.fuse import Place, What
from server.live.opened import Recollection
from vision.crystalla.memory import Image, Signs, differences, signs
from vision.crystalla.pile_crop import PIECE_CENTRES, photo_to_pile
from vision.crystalla.table_reading import TableReading

SIDE_PX = 24
"""Side of the small picture of a place that is compared, and about that of a card in the copy that it is cut from."""
SAME_LEVELS = 14.0
"""A place that differs by no more grey levels anywhere is as it was.

In 10 filmed scenes unchanged piles and cards differ by 3.5 (median), 99 % of the cards by less than 25, for what is
laid beside them shows; a pawn that was set makes 32 and more, a piece on its own crystal 41.
"""
TOUCHED_LEVELS = 30.0
"""A card that differs by more has been touched itself, or something lies on it."""
ROUND_PILE = 1.3
"""Side of what is compared of a pile, in card sides: pawns stand at its edge too (CR-38)."""
IN_PIECE = 0.4
"""Side of what is compared of an open piece, in card sides, inside of it."""

SAME_SPOT = 0.15
"""Places whose middles lie no further apart, in their sides, are the same."""


class Skins:
    """The places of one camera, as they looked in the picture of a table that was known."""

    def __init__(self, picture: Image, table: Table, quads: Mapping[Place, FloatArray]) -> None:
        """`table` lies in the picture, its places at `quads` (4, 2) in pixels."""
        self.table = table
        self._quads = dict(quads)
        self._before = self._signs(picture)
        self._compared: tuple[Image, dict[Place, float]] | None = None
        self._elsewhere: frozenset[Place] = frozenset()

    def _signs(self, picture: Image) -> Signs:
        return signs(picture, list(self._quads.values()), SIDE_PX, 0.0, SIDE_PX)

    def _levels(self, picture: Image) -> dict[Place, float]:
        """By how many grey levels each place looks otherwise now; asked for the same picture again and again."""
        if self._compared is None or self._compared[0] is not picture:
            levels = differences(self._before, self._signs(picture)).tolist()
            self._compared = (picture, dict(zip(self._quads, levels, strict=True)))
        return self._compared[1]

    def compare_with(self, found: Mapping[Place, FloatArray]) -> None:
        """The table was looked for anew: nothing is known of places not `found` where they were thought to lie.

        The others are known as before, for the camera stands as it did.
        """
        self._elsewhere = frozenset(
            place for place, quad in self._quads.items() if place not in found or not _same_spot(quad, found[place])
        )

    @property
    def whole(self) -> bool:
        """Whether all places lie where they were thought to lie."""
        return not self._elsewhere

    def unchanged(self, picture: Image) -> frozenset[Place]:
        """Places that look as they did."""
        both = self._levels(picture).items()
        return frozenset(place for place, levels in both if levels <= self._allowed(place)) - self._elsewhere

    def _allowed(self, place: Place) -> float:
        """A card that is laid changes a free cell by far more than shadows and what is laid beside it."""
        if place.what is not What.CARD:
            return SAME_LEVELS
        seat, row, col = place.at
        return SAME_LEVELS if self.table.displays[seat].at(Cell(row, col)) else TOUCHED_LEVELS

    def changed(self, picture: Image) -> frozenset[Place]:
        """Places that surely do not."""
        other = frozenset(place for place, levels in self._levels(picture).items() if levels > TOUCHED_LEVELS)
        return other - self._elsewhere


def places_of(
    reading: TableReading, seats: Sequence[int], table: Table, recalled: Recollection
) -> Iterator[tuple[Place, FloatArray]]:
    """Where what a camera sees of a known table lies: cells (CARD), piles (TOP), and open pieces (OPEN, by number)."""
    for seat, display, layout in zip(seats, reading.displays, reading.layout.displays, strict=False):
        lying = {card.cell: card.quad.array() for card in display.cards}
        for cell in CELLS:
            yield Place(What.CARD, (seat, cell.row, cell.col)), lying.get(cell, layout.quad_at(cell))
    if reading.middle is None or (reading.middle.rows, reading.middle.columns) != table.grid:
        return
    for pile in reading.middle.piles:
        index = table.pile_index(*pile.place)
        if index is not None:
            quad = pile.quad.array()
            yield Place(What.TOP, (index,)), quad.mean(0) + ROUND_PILE * (quad - quad.mean(0))
    for number, piece in enumerate(recalled):
        if piece.looked_like_it:
            yield Place(What.OPEN, (number,)), _inside(piece.reading.quad, piece.reading.segment)


def _same_spot(one: FloatArray, other: FloatArray) -> bool:
    return bool(np.hypot(*(one.mean(0) - other.mean(0))) <= SAME_SPOT * np.hypot(*(one[1] - one[0])))


def _inside(square: Quad, segment: Segment) -> FloatArray:
    to_photo = np.linalg.inv(photo_to_pile(square.array(), UNIT_SQUARE))
    return map_points(to_photo, np.array(PIECE_CENTRES[segment.value]) + IN_PIECE * (UNIT_SQUARE - 0.5))
