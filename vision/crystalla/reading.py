"""What the camera claims about a Crystalla display, with its doubt; the rules never change it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from calibration.geometry import Quad
from rules.crystalla.vocabulary import Cell, Crystal, Rotation

T = TypeVar("T", Crystal, Rotation)


@dataclass(frozen=True, slots=True)
class Ranked(Generic[T]):
    """Candidates with calibrated probabilities, best first; none at all means it cannot be read."""

    candidates: tuple[tuple[T, float], ...]
    doubtful: bool

    @property
    def best(self) -> T | None:
        """The likeliest value, or None where nothing can be read."""
        return self.candidates[0][0] if self.candidates else None

    @property
    def confidence(self) -> float:
        """Probability of `best`, 0 where nothing can be read."""
        return self.candidates[0][1] if self.candidates else 0.0


@dataclass(frozen=True, slots=True)
class SegmentReading:
    """One segment: the effective crystal (the piece on top if there is one)."""

    crystal: Ranked[Crystal]
    piece: bool | None


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card: its cell, its quad in upright full-resolution photo pixels, its turn, its segments.

    The quad's first corner is the top-left one of the card's own canonical orientation;
    with an unreadable turn it is the corner at the top left of the cell.
    """

    cell: Cell
    quad: Quad
    rotation: Ranked[Rotation]
    large: SegmentReading
    small: SegmentReading
    is_card: float
    """Probability that this is a Crystalla card at all."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that the player should look at; `what` is large, small, rotation or card."""

    cell: Cell
    what: str
    candidates: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class DisplayReading:
    """The display of largest area in one photo, cards sorted by cell; `others` counts further ones."""

    cards: tuple[CardReading, ...]
    others: int
    photo_sure: bool
    """False when the display as a whole is in doubt, though no single card is."""
    timing_ms: tuple[tuple[str, float], ...]
    """(stage, milliseconds) for the stages `locate` and `classify`."""
    faint: tuple[tuple[Cell, float], ...] = ()
    """Cells of a display on a table that count as empty, with how much they look like a card nevertheless."""
    misfit: bool = False
    """True when the cards do not look like the taught copy that was asked for, so its lessons were left aside."""

    def doubts(self) -> Iterator[Doubt]:
        """Everything unreadable or doubtful, card by card."""
        for card in self.cards:
            yield from card_doubts(card)

    @property
    def sure(self) -> bool:
        """True with nothing unreadable and nothing doubtful."""
        return self.photo_sure and next(self.doubts(), None) is None


CARD_DOUBT_BELOW = 0.9
"""A card less likely than this to be one of Crystalla's is put to the player."""


def card_doubts(card: CardReading) -> Iterator[Doubt]:
    """Everything unreadable or doubtful about one card."""
    if card.is_card < CARD_DOUBT_BELOW:
        yield Doubt(card.cell, "card", (("card", card.is_card),))
    for what, ranked in (
        ("rotation", card.rotation),
        ("large", card.large.crystal),
        ("small", card.small.crystal),
    ):
        if ranked.doubtful or ranked.best is None:
            candidates = tuple((str(value.value), p) for value, p in ranked.candidates)
            yield Doubt(card.cell, what, candidates)
