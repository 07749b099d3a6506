"""What a player says about a place on the table; holds until that place visibly changes."""

from __future__ import annotations

from dataclasses import dataclass

from rules.crystalla.vocabulary import Cell, Crystal, Rotation


@dataclass(frozen=True, slots=True)
class CardSaid:
    """A card of display `seat` at `cell`; None leaves that part as it is read."""

    seat: int
    cell: Cell
    large: Crystal | None = None
    small: Crystal | None = None
    rotation: Rotation | None = None
    there: bool = True
    """False when no card lies there."""


@dataclass(frozen=True, slots=True)
class PileSaid:
    """The pile at `place`: its top card and how many pawns of each colour; None leaves that part as it is read."""

    place: tuple[int, int]
    large: Crystal | None = None
    small: Crystal | None = None
    pawns: tuple[tuple[str, int], ...] | None = None
    """Number by colour; colours that are not named have none there."""
    there: bool = True
    """False when no card lies there."""


@dataclass(frozen=True, slots=True)
class OpenSaid:
    """The open crystal piece of an index."""

    index: int
    crystal: Crystal | None


Said = CardSaid | PileSaid | OpenSaid
