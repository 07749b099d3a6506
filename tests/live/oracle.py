"""An eye that cannot err: reads from a filmed table what truly lies there, to measure everything but the reading."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from calibration.geometry import Quad
from models.training.composite.layout import CARD_MM, Laid, Pose
from models.training.live.games import reference_game
from models.training.live.stage import Stage
from models.training.live.tabletop import Tabletop
from models.training.live.things import SHEET_MM, display_cards, open_matrix, pile_top
from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment
from server.live.eye import TableReader
from vision.crystalla.reading import CardReading, DisplayReading, Ranked, SegmentReading
from vision.crystalla.table_reading import (
    DisplayLayout,
    Layout,
    MiddleLayout,
    MiddleReading,
    OpenPieceReading,
    PileReading,
    TableReading,
    TopReading,
)
from vision.image import Photo

UNIT = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float)


def sure(value: object) -> Ranked:
    """A value beyond doubt."""
    return Ranked(((value, 0.999),), doubtful=False)


class Oracle:
    """A `TableReader` of one filmed table; `tabletop` is what lies there now and `view` how the camera was pushed."""

    def __init__(self, stage: Stage, tabletop: Tabletop) -> None:
        self.stage, self.tabletop = stage, tabletop
        self.view = np.eye(2, 3)

    def find(self, photo: Photo, players: int | None = None) -> TableReading:  # noqa: ARG002
        """Everything, as it lies."""
        room, seats = self.stage.room, range(len(self.stage.room.seats))
        layout = Layout(
            photo.full_size,
            tuple(self._display_layout(seat) for seat in seats),
            MiddleLayout(*room.grid, self._grid(), CARD_MM / max(room.pitch_mm)),
            tuple(self._open_square(slot) for slot, piece in enumerate(self.tabletop.opened) if piece is not None),
        )
        displays = tuple(self._display(seat) for seat in seats)
        return TableReading(displays, self._middle(), layout, ())

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:  # noqa: ARG002
        """The same."""
        return self.find(photo)

    def _pixels(self, points: np.ndarray, height: float = 0.0) -> np.ndarray:
        return self.stage.view.project(points, height) @ self.view[:, :2].T + self.view[:, 2]

    def _quad(self, points: np.ndarray, height: float = 0.0) -> Quad:
        return Quad.from_array(self._pixels(points, height))

    def _display(self, seat: int) -> DisplayReading:
        cards = [self._card(one) for one in display_cards(self.stage.room, self.tabletop, seat)]
        return DisplayReading(tuple(sorted(cards, key=lambda card: card.cell)), 0, True, ())

    def _card(self, one: Laid) -> CardReading:
        quad = self._quad(one.pose.corners(), SHEET_MM)
        on = {piece.segment: piece.crystal for piece in one.pieces}
        large, small = (
            SegmentReading(sure(on.get(segment, printed)), segment in on)
            for segment, printed in ((Segment.LARGE, one.card.large), (Segment.SMALL, one.card.small))
        )
        return CardReading(Cell(one.row, one.col), quad, sure(Rotation(one.rotation)), large, small, 0.999)

    def _middle(self) -> MiddleReading:
        rows, columns = self.stage.room.grid
        pieces = [
            OpenPieceReading(piece.shape, sure(piece.crystal), self._open_square(slot))
            for slot, piece in enumerate(self.tabletop.opened)
            if piece is not None
        ]
        order = {crystal: number for number, crystal in enumerate(Crystal)}
        pieces.sort(key=lambda piece: (piece.segment is Segment.SMALL, order[piece.crystal.best]))
        return MiddleReading(rows, columns, tuple(self._pile(index) for index in range(rows * columns)), tuple(pieces))

    def _pile(self, index: int) -> PileReading:
        room = self.stage.room
        spot, top = room.pile(index), pile_top(room, self.tabletop, index)
        quad = self._quad(Pose(spot.x, spot.y, spot.degrees).corners())
        counts = dict(zip(self.tabletop.colours, self.tabletop.seen.piles[index].pawns, strict=True))
        pawns = tuple(counts.get(colour, 0) for colour in reference_game().edition.colours)
        read = None
        if top is not None:
            shown = (SegmentReading(sure(crystal), False) for crystal in (top.face.large, top.face.small))
            read = TopReading(
                self._quad(top.pose.corners(), top.height_mm), sure(Rotation(top.rotation)), *shown, is_card=0.999
            )
        return PileReading(divmod(index, room.grid[1]), quad, read, pawns, (), True)

    def _open_square(self, slot: int) -> Quad:
        piece = self.tabletop.opened[slot]
        matrix = open_matrix(self.stage.room, slot, piece)
        return self._quad((np.hstack([UNIT, np.ones((4, 1))]) @ matrix.T)[:, :2], self.stage.piece_mm)

    def _display_layout(self, seat: int) -> DisplayLayout:
        place = self.stage.room.seats[seat]
        corners = [place.spot.at((col - 1.5) * place.pitch_mm, (y - 2) * place.pitch_mm) for col, y in CORNERS]
        matrix = cv2.getPerspectiveTransform(
            np.array(CORNERS, np.float32), self._pixels(np.array(corners)).astype(np.float32)
        )
        return DisplayLayout(matrix, CARD_MM / place.pitch_mm)

    def _grid(self) -> np.ndarray:
        rows, columns = self.stage.room.grid
        places = [(0, 0), (columns - 1, 0), (columns - 1, rows - 1), (0, rows - 1)]
        spots = [self.stage.room.pile(y * columns + x) for x, y in places]
        pixels = self._pixels(np.array([(spot.x, spot.y) for spot in spots])).astype(np.float32)
        return cv2.getPerspectiveTransform(np.array(places, np.float32), pixels)


class ToldPawns:
    """A reader to whom the pawns are told, to measure how well everything else is read."""

    def __init__(self, reader: TableReader, oracle: Oracle) -> None:
        self._reader, self._oracle = reader, oracle

    def find(self, photo: Photo, players: int | None = None) -> TableReading:
        """As it is read."""
        return self._reader.find(photo, players)

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:
        """As it is read, the pawns aside."""
        reading = self._reader.read_again(photo, layout)
        if reading.middle is None or len(reading.middle.piles) != len(self._oracle.tabletop.heights):
            return reading
        true = self._oracle.read_again(photo, layout).middle.piles
        piles = tuple(
            replace(pile, pawns=other.pawns, seen_pawns=(), odds=())
            for pile, other in zip(reading.middle.piles, true, strict=True)
        )
        return replace(reading, middle=replace(reading.middle, piles=piles))


CORNERS = ((0, 0), (3, 0), (3, 2), (0, 2))
"""Column, and rows from the far one, of a display's corner cells."""
