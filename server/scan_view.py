"""A scan as programs and the page see it: the contract's line, what earns which points, and outlines in the photo."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

import numpy as np

from calibration.geometry import FloatArray
from rules.crystalla.edition import Edition
from rules.crystalla.scoring import Line
from rules.crystalla.vocabulary import COLUMNS, ROWS, Cell, Crystal, Segment
from server.interpret import Place, estimated_quad
from server.locales import Texts
from server.scan import Scored
from server.store_tables import PlayerRow, ScanRow
from vision.crystalla.reading import CARD_DOUBT_BELOW, CardReading, SegmentReading
from vision.overlay import segment_outlines

INSET = 0.025
"""Share of a card by which outlines keep off its border, so that neighbours do not merge."""
MARGIN = 0.35
"""Space around the display in the cropped view, in cards."""


@dataclass(frozen=True, slots=True, eq=False)
class SegmentView:
    """One segment on the page; `outline` (n, 2) and `middle` (2,) in photo pixels."""

    cell: Cell
    segment: Segment
    read: SegmentReading
    outline: FloatArray
    middle: FloatArray
    doubtful: bool

    @property
    def key(self) -> str:
        """Name of the segment in the page."""
        return slot_key(self.cell, self.segment)

    @property
    def crystal(self) -> Crystal | None:
        """The effective crystal."""
        return self.read.crystal.best

    @property
    def candidates(self) -> list[str]:
        """Crystals that it may be, the likeliest first."""
        return [crystal.value for crystal, _ in self.read.crystal.candidates]

    @property
    def points(self) -> str:
        """The outline as the `points` of an SVG polygon."""
        return svg_points(self.outline)


@dataclass(frozen=True, slots=True, eq=False)
class CardView:
    """One card on the page."""

    reading: CardReading
    large: SegmentView
    small: SegmentView

    @property
    def rotation_doubtful(self) -> bool:
        """Whether the turn is a question."""
        return self.reading.rotation.doubtful or self.reading.rotation.best is None

    @property
    def card_doubtful(self) -> bool:
        """Whether this is a card at all is a question."""
        return self.reading.is_card < CARD_DOUBT_BELOW

    @property
    def points(self) -> str:
        """The card's border as the `points` of an SVG polygon."""
        return svg_points(self.reading.quad.array())


@dataclass(frozen=True, eq=False)
class ScanView:
    """Everything that the page of one scan shows."""

    row: ScanRow
    scored: Scored
    edition: Edition
    seat: PlayerRow | None

    @cached_property
    def cards(self) -> list[CardView]:
        """The cards, by cell."""
        return [_card_view(card, self.edition) for card in self.scored.reading.cards]

    @cached_property
    def segments(self) -> list[SegmentView]:
        """All segments, from the display's top row down as a reader expects, left to right."""
        cards = sorted(self.cards, key=lambda card: (-card.reading.cell.row, card.reading.cell.col))
        return [segment for card in cards for segment in (card.large, card.small)]

    @cached_property
    def ghosts(self) -> list[tuple[Place, str]]:
        """Free places beside a card, where one may have been missed, with the `points` of their outline."""
        taken = {(card.cell.row, card.cell.col) for card in self.scored.reading.cards}
        around = product(range(-1, ROWS + 1), range(-1, COLUMNS + 1))
        free = [place for place in around if place not in taken and _touches(place, taken) and _fits(place, taken)]
        return [(place, svg_points(estimated_quad(place, self.scored.reading).array())) for place in free]

    @cached_property
    def side_px(self) -> float:
        """Length of a card's side in the photo."""
        areas = [abs(card.reading.quad.area()) for card in self.cards]
        return float(np.sqrt(np.median(areas))) if areas else self.row.width_px / COLUMNS

    @property
    def crop(self) -> str:
        """SVG view box of the display with some margin, within the photo."""
        if not self.cards:
            return f"0 0 {self.row.width_px} {self.row.height_px}"
        points = np.vstack([card.reading.quad.array() for card in self.cards])
        low = np.maximum(points.min(axis=0) - MARGIN * self.side_px, 0)
        high = np.minimum(points.max(axis=0) + MARGIN * self.side_px, (self.row.width_px, self.row.height_px))
        return f"{low[0]:.0f} {low[1]:.0f} {high[0] - low[0]:.0f} {high[1] - low[1]:.0f}"

    def lines(self, crystal: Crystal) -> list[Line]:
        """The lines of one row of the pad."""
        sheet = self.scored.sheet
        return [line for line in (*sheet.lines, *sheet.given) if line.row == crystal.value]

    def turn(self, cell: Cell) -> int:
        """Quarter turns of the card in a cell, 0 where they cannot be told or no card lies."""
        turns = {card.cell: card.rotation.best for card in self.scored.reading.cards}
        return int(turns.get(cell) or 0)

    def reasons(self, crystal: Crystal, texts: Texts) -> list[tuple[str, int, int]]:
        """Why a row scores: what each line is, its points, and how many lines are alike, best first."""
        told = Counter((_reason(line, texts), line.points) for line in self.lines(crystal))
        return [(text, points, count) for (text, points), count in sorted(told.items(), key=lambda item: -item[0][1])]

    def to_json(self) -> dict[str, Any]:
        """The contract's line as corrected, and `id lines corrections photo_url width_px height_px pad`."""
        sheet = self.scored.sheet
        return {
            "id": self.row.id,
            **self.row.reading,
            **self.scored.to_json(),
            "lines": [_line_json(line) for line in (*sheet.lines, *sheet.given)],
            "corrections": len(self.row.corrections),
            "photo_url": f"/api/scans/{self.row.id}/photo.jpg",
            "width_px": self.row.width_px,
            "height_px": self.row.height_px,
            "pad": None if self.seat is None else {"id": self.seat.pad_id, "seat": self.seat.seat},
        }


def _touches(place: Place, taken: set[Place]) -> bool:
    return any((place[0] + up, place[1] + right) in taken for up, right in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def _fits(place: Place, taken: set[Place]) -> bool:
    """Whether a display with this card too has no more rows and columns than it may."""
    rows, cols = ({at[axis] for at in (place, *taken)} for axis in (0, 1))
    return max(rows) - min(rows) < ROWS and max(cols) - min(cols) < COLUMNS


def slot_key(cell: Cell, segment: Segment) -> str:
    """`row-col-segment`, the name of a slot in the page."""
    return f"{cell.row}-{cell.col}-{segment.value}"


def slot_keys(lines: Sequence[Line]) -> str:
    """Names of all slots of these lines, separated by spaces."""
    return " ".join(slot_key(slot.cell, slot.segment) for line in lines for slot in line.slots)


def svg_points(points: FloatArray) -> str:
    """Points (n, 2) as SVG writes them."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _reason(line: Line, texts: Texts) -> str:
    return texts.plural(f"line.{line.row}", len(line.slots))


def _line_json(line: Line) -> dict[str, Any]:
    slots = [{"row": s.cell.row, "col": s.cell.col, "segment": s.segment.value} for s in line.slots]
    return {"rule": line.rule, "row": line.row, "points": line.points, "slots": slots}


def _card_view(card: CardReading, edition: Edition) -> CardView:
    outlines = segment_outlines(card.quad, edition.geometry.cut_through, INSET)
    return CardView(
        card,
        _segment_view(card.cell, Segment.LARGE, card.large, outlines[Segment.LARGE]),
        _segment_view(card.cell, Segment.SMALL, card.small, outlines[Segment.SMALL]),
    )


def _segment_view(cell: Cell, segment: Segment, read: SegmentReading, outline: FloatArray) -> SegmentView:
    doubtful = read.crystal.doubtful or read.crystal.best is None
    return SegmentView(cell, segment, read, outline, _middle(outline), doubtful)


def _middle(outline: FloatArray) -> FloatArray:
    """Centre of area of a polygon (n, 2)."""
    x, y = outline.T
    cross = x * np.roll(y, -1) - np.roll(x, -1) * y
    area = cross.sum() / 2
    centre = np.array([((x + np.roll(x, -1)) * cross).sum(), ((y + np.roll(y, -1)) * cross).sum()])
    return np.asarray(centre / (6 * area), dtype=float)
