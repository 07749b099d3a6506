"""What lies on a whole table, thing by thing, so that the next state leaves alone whatever nobody touched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from models.training.composite.light import Rng
from rules.crystalla.components import GRIDS
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.seen import Seen, look
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Cell, Segment

PAWN_SLOTS = 12
"""Places for pawns on a pile: as many as there are pawns."""
OPEN_SLOTS = 4
"""Places for open crystal pieces (CR-22)."""


@dataclass(frozen=True, slots=True)
class Pawn:
    """One pawn on a pile: its colour as an index of the table's colours, and its place on the card."""

    colour: int
    slot: int


@dataclass(frozen=True, slots=True)
class Odd:
    """A piece that covers a segment of another shape than its own (CR-51)."""

    seat: int
    cell: Cell
    covers: Segment


@dataclass(frozen=True, slots=True)
class Tabletop:
    """A table between two hands: what a perfect eye sees, and the place of each pawn and each open piece.

    `heights` are the cards of each pile, `stacks` those of the face-down pieces (large, small).
    """

    colours: tuple[str, ...]
    seen: Seen
    heights: tuple[int, ...]
    stacks: tuple[int, int]
    standing: tuple[tuple[Pawn, ...], ...]
    opened: tuple[CrystalPiece | None, ...]
    odd: tuple[Odd, ...] = ()

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of piles."""
        return GRIDS[len(self.seen.displays)]


def tabletop_of(table: Table, rng: Rng) -> Tabletop:
    """A table set out anew."""
    bare = (((),) * len(table.piles), (None,) * OPEN_SLOTS)
    return after(Tabletop(table.colours, look(table), _heights(table), table.stacks, *bare), table, rng)


def after(before: Tabletop, table: Table, rng: Rng, odd: tuple[Odd, ...] = ()) -> Tabletop:
    """The same table some moves later: pawns and open pieces that stay keep their places."""
    seen = look(table)
    standing = tuple(_stand(now.pawns, old, rng) for now, old in zip(seen.piles, before.standing, strict=True))
    opened = _open(seen.open, before.opened, rng)
    return Tabletop(before.colours, seen, _heights(table), table.stacks, standing, opened, odd)


def _heights(table: Table) -> tuple[int, ...]:
    return tuple(pile.height for pile in table.piles)


def _stand(counts: Sequence[int], before: Sequence[Pawn], rng: Rng) -> tuple[Pawn, ...]:
    left = list(counts)
    kept = []
    for pawn in before:
        if left[pawn.colour]:
            left[pawn.colour] -= 1
            kept.append(pawn)
    free = [slot for slot in range(PAWN_SLOTS) if all(pawn.slot != slot for pawn in kept)]
    chosen = iter(rng.permutation(free))
    new = [Pawn(colour, int(next(chosen))) for colour, count in enumerate(left) for _ in range(count)]
    return (*kept, *new)


def _open(
    pieces: Sequence[CrystalPiece], before: Sequence[CrystalPiece | None], rng: Rng
) -> tuple[CrystalPiece | None, ...]:
    left = Counter(pieces)
    places: list[CrystalPiece | None] = []
    for piece in before:
        if piece is None or not left[piece]:
            places.append(None)
            continue
        left[piece] -= 1
        places.append(piece)
    free = iter(rng.permutation([index for index, piece in enumerate(places) if piece is None]))
    for piece in left.elements():
        places[int(next(free))] = piece
    return tuple(places)
