"""How right a reading is: matched with the truth card by card, counted, and given with its uncertainty."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum, unique
from itertools import product

from rules.crystalla.vocabulary import COLUMNS, ROWS, Crystal, Rotation, Segment
from vision.crystalla.reading import CardReading, DisplayReading
from vision.truth import Truth, TruthCard

Z_95 = 1.959964
Place = tuple[int, int]
"""(row, column) that may lie outside a display while truth is turned and shifted."""
Confusion = Counter[tuple[Crystal, Crystal | None]]
"""How often (true, read) occurred; read is None where the segment could not be read."""


@unique
class Cause(StrEnum):
    """Why a display was not read exactly, the first that applies."""

    NOT_FOUND = "not found"
    CARD_COUNT = "card missing or extra"
    ROTATION = "rotation"
    PIECE = "crystal under or on a piece"
    CRYSTAL = "crystal"


@dataclass(frozen=True, slots=True)
class SegmentPair:
    """One true segment and what was read there; `crystal` None for unread, `card_read` False for a missed card."""

    segment: Segment
    true: Crystal
    crystal: Crystal | None
    has_piece: bool
    card_read: bool


@dataclass(frozen=True, slots=True)
class Match:
    """A reading laid on the truth, in the turn and shift of the whole display that agree best."""

    segments: tuple[SegmentPair, ...]
    rotations_right: int
    cards: int
    missing: int
    extra: int
    pairs: tuple[tuple[CardReading, TruthCard], ...]
    """Cards that were read with the true card there, its rotation as seen in the reading's turn."""

    @property
    def segments_right(self) -> int:
        """Segments whose effective crystal is right."""
        return sum(pair.crystal is pair.true for pair in self.segments)

    @property
    def wrong(self) -> int:
        """Segments and rotations that are wrong or unread."""
        return len(self.segments) - self.segments_right + self.cards - self.rotations_right

    @property
    def exact(self) -> bool:
        """Every crystal and rotation right, no card missing or extra."""
        return self.near and self.wrong == 0

    @property
    def near(self) -> bool:
        """At most one segment or rotation wrong, no card missing or extra."""
        return self.missing == 0 and self.extra == 0 and self.wrong <= 1

    @property
    def cause(self) -> Cause | None:
        """Why it is not exact; None when it is."""
        if self.missing or self.extra:
            return Cause.CARD_COUNT
        if self.rotations_right < self.cards:
            return Cause.ROTATION
        wrong = [pair for pair in self.segments if pair.crystal is not pair.true]
        if not wrong:
            return None
        return Cause.PIECE if any(pair.has_piece for pair in wrong) else Cause.CRYSTAL


def match_display(reading: DisplayReading, truth: Truth) -> Match:
    """Match by grid, allowing every turn of the whole display that fits 3 rows x 4 columns, and every shift."""
    read = {(card.cell.row, card.cell.col): card for card in reading.cards}
    matches = (_match_placed(read, placed) for placed in _placements(truth))
    return min(matches, key=lambda match: (match.wrong + match.extra, match.missing + match.extra))


def wilson_interval(hits: int, n: int) -> tuple[float, float]:
    """95 % interval of a share (Wilson 1927, JASA 22:209); (0, 1) where nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share, z2 = hits / n, Z_95**2
    centre = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = Z_95 * math.sqrt(share * (1 - share) / n + z2 / (4 * n * n)) / (1 + z2 / n)
    return max(0.0, centre - half), min(1.0, centre + half)


def percentile(values: Iterable[float], share: float) -> float | None:
    """The nearest-rank percentile; None of nothing."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def confusion_of(matches: Iterable[Match]) -> Confusion:
    """True against read crystals of every segment whose card was read."""
    return Counter((pair.true, pair.crystal) for match in matches for pair in match.segments if pair.card_read)


def _placements(truth: Truth) -> Iterator[dict[Place, TruthCard]]:
    for quarter_turns in range(4):
        turned = {_turned_place(card, quarter_turns): _turned_card(card, quarter_turns) for card in truth.cards}
        bottom, left = min(row for row, _ in turned), min(col for _, col in turned)
        height = max(row for row, _ in turned) - bottom + 1
        width = max(col for _, col in turned) - left + 1
        if height > ROWS or width > COLUMNS:
            continue
        # A reading that missed a border card begins elsewhere, so shifts may stick out of the display.
        for row, col in product(range(1 - height, ROWS), range(1 - width, COLUMNS)):
            yield {(r - bottom + row, c - left + col): card for (r, c), card in turned.items()}


def _turned_place(card: TruthCard, quarter_turns: int) -> Place:
    row, col = card.cell.row, card.cell.col
    for _ in range(quarter_turns):
        row, col = -col, row  # clockwise seen from above: what lay away from the player now lies to the right
    return row, col


def _turned_card(card: TruthCard, quarter_turns: int) -> TruthCard:
    rotation = Rotation((card.rotation + quarter_turns) % 4)
    return TruthCard(card.cell, rotation, card.large, card.small, card.piece_on_large, card.piece_on_small)


def _match_placed(read: dict[Place, CardReading], placed: dict[Place, TruthCard]) -> Match:
    common = read.keys() & placed.keys()
    return Match(
        segments=tuple(pair for place, card in placed.items() for pair in _segment_pairs(card, read.get(place))),
        rotations_right=sum(read[place].rotation.best == placed[place].rotation for place in common),
        cards=len(placed),
        missing=len(placed) - len(common),
        extra=len(read) - len(common),
        pairs=tuple((read[place], placed[place]) for place in common),
    )


def _segment_pairs(card: TruthCard, read: CardReading | None) -> Iterator[SegmentPair]:
    large = None if read is None else read.large.crystal.best
    small = None if read is None else read.small.crystal.best
    found = read is not None
    yield SegmentPair(Segment.LARGE, card.large, large, card.piece_on_large is not None, found)
    yield SegmentPair(Segment.SMALL, card.small, small, card.piece_on_small is not None, found)
