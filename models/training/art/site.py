"""What a painter is told about the place it paints, and what a family of art is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

from models.training.art.fields import Field, Image, Point, Rng
from models.training.art.palette import Gamut, Ramp
from rules.crystalla.vocabulary import Crystal, Segment


@dataclass(frozen=True, slots=True)
class Site:
    """One segment to be painted; the painter fills the whole canvas, the deck cuts the segment out.

    Centre, radius and owned corner are in px; centre and radius describe about the largest circle that
    fits in the segment. The generator is the same for the same deck, crystal and segment.
    """

    size: int
    crystal: Crystal | None
    """None on the card back."""
    segment: Segment
    ramp: Ramp
    rng: Rng
    mask: Field
    centre: Point
    radius: float

    @property
    def corner(self) -> Point:
        """The corner that the segment owns: bottom left for the large one, top right for the small one."""
        return (0.0, float(self.size)) if self.segment is Segment.LARGE else (float(self.size), 0.0)

    @property
    def unit(self) -> float:
        """Px for one hundredth of the card's side."""
        return self.size / 100.0


Painter: TypeAlias = Callable[[Site], Image]
"""Paints one site: BGR 0..1 over the whole canvas."""


@dataclass(frozen=True, slots=True)
class Family:
    """A publisher's way of making cards: how it draws, and the ranges of everything around the drawing."""

    technique: Callable[[Rng], Painter]
    """Draws one deck's parameters and returns its painter."""
    gamut: Gamut = field(default_factory=Gamut)
    borders: tuple[float, float] = (0.0, 0.08)
    radii: tuple[float, float] = (0.0, 0.1)
    grounds: tuple[str, ...] = ("white", "black", "colour", "texture")
    """Kinds of border that the family's decks use."""
    cuts: tuple[str, ...] = ("dark", "white", "gold", "none", "gap")
    """Ways in which the cut is drawn."""
    flowers: float = 0.5
    """Share of decks that print flower parts on rubies and emeralds."""
