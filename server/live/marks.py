"""Outlines over the picture: every card, pile and piece that was read, named as the game has it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rules.crystalla.position import PlacedCard
from rules.crystalla.seen import Seen
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Crystal, Segment
from server.live.snapshot import Mark, MarkKind
from vision.crystalla.table_reading import MiddleReading, TableReading

At = tuple[int, ...]
"""(seat, row, col) of a card, (pile,) of a pile, () of the open pieces: as in `fuse.Place`."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What outlines are made of: the table, what was made of all readings, and where something is to be looked at."""

    table: Table
    seen: Seen
    doubtful: Collection[At]
    held: Collection[At]


def marks_of(source: int, reading: TableReading, seats: Sequence[int], drawn: Drawn) -> Iterator[Mark]:
    """Outlines of one camera's newest reading, whose displays are those of `seats`."""
    for seat, display in zip(seats, reading.displays, strict=False):
        for card in display.cards:
            at = (seat, card.cell.row, card.cell.col)
            shown = drawn.seen.displays[seat].at(card.cell)
            yield Mark(
                MarkKind.CARD,
                source,
                card.quad.corners,
                _segments(shown),
                at not in drawn.doubtful,
                at in drawn.held,
                seat=seat,
                cell=card.cell,
                rotation=None if shown is None else shown.rotation,
            )
    if reading.middle is not None:
        yield from _of_piles(source, reading.middle, drawn)
        yield from _of_pieces(source, reading.middle, drawn)


def _segments(card: PlacedCard | None) -> tuple[tuple[Segment, Crystal | None], ...]:
    return tuple((segment, None if card is None else card.effective(segment)) for segment in Segment)


def _of_piles(source: int, middle: MiddleReading, drawn: Drawn) -> Iterator[Mark]:
    for pile in middle.piles:
        index = drawn.table.pile_index(*pile.place)
        if index is None:
            continue
        view = drawn.seen.piles[index]
        top = (None, None) if view.top is None else (view.top.large, view.top.small)
        yield Mark(
            MarkKind.PILE,
            source,
            pile.quad.corners,
            tuple(zip(Segment, top, strict=True)),
            (index,) not in drawn.doubtful,
            (index,) in drawn.held,
            place=pile.place,
            pawns=tuple(zip(drawn.table.colours, view.pawns, strict=True)),
        )


def _of_pieces(source: int, middle: MiddleReading, drawn: Drawn) -> Iterator[Mark]:
    """Open pieces as they are read, each with its index."""
    for index, piece in enumerate(middle.open):
        crystals = ((piece.segment, piece.crystal.best),)
        sure = () not in drawn.doubtful
        yield Mark(MarkKind.PIECE, source, piece.quad.corners, crystals, sure, () in drawn.held, index=index)
