"""What players said of places: outweighs every read until the place visibly changes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from calibration.geometry import FloatArray
from rules.crystalla.faces import in_order
from rules.crystalla.placing import CrystalPiece
from rules.crystalla.table import Table
from server.live.corrections import CardSaid, OpenSaid, PileSaid, Said
from server.live.eye import Eye
from server.live.fuse import Place, What
from vision.crystalla.reading import CardReading
from vision.crystalla.table_reading import TableReading

ALIKE = 0.8
"""Correlation with the picture of when it was said, from which a place has not visibly changed."""


@dataclass(frozen=True, slots=True)
class Pin:
    """What was said of one place, and how it looked then; `looked` is None where no camera saw it."""

    places: Mapping[Place, Hashable]
    source: int
    looked: FloatArray | None


class Pins:
    """All that was said and still holds, by place (`fuse.Place.at`)."""

    def __init__(self) -> None:
        self._pins: dict[tuple[int, ...], Pin] = {}

    @property
    def places(self) -> dict[Place, Hashable]:
        """What holds."""
        return {place: value for pin in self._pins.values() for place, value in pin.places.items()}

    @property
    def held(self) -> frozenset[tuple[int, ...]]:
        """Where something holds."""
        return frozenset(self._pins)

    def say(self, said: Said, table: Table, eyes: Sequence[Eye]) -> None:
        """A player said something; raises ValueError for a place that is not on this table."""
        at = _place_of(said, table)
        source, quad = _seen_at(at, table, eyes)
        told = dict(_values(said, at, table, None if source is None else eyes[source].reading))
        before = self._pins.get(at)
        places = {**(before.places if before is not None else {}), **told}
        looked = None if source is None or quad is None else eyes[source].patch(quad)
        self._pins[at] = Pin(places, source or 0, looked)

    def let_go(self, table: Table, eyes: Sequence[Eye]) -> None:
        """Drop what was said of places that look otherwise now; the newest pictures must have been read."""
        for at, pin in list(self._pins.items()):
            quad = _quad_at(at, table, eyes[pin.source])
            if pin.looked is None or quad is None:
                continue
            if float(np.mean(eyes[pin.source].patch(quad) * pin.looked)) < ALIKE:
                del self._pins[at]

    def clear(self) -> None:
        """Forget everything."""
        self._pins.clear()


def _place_of(said: Said, table: Table) -> tuple[int, ...]:
    match said:
        case CardSaid(seat, cell):
            if seat >= table.players:
                raise ValueError(f"display {seat} is not on this table, allowed are 0 to {table.players - 1}")
            return (seat, cell.row, cell.col)
        case PileSaid(place):
            index = table.pile_index(*place)
            if index is None:
                raise ValueError(f"pile {place} is not on this table of {table.grid} piles")
            return (index,)
    return ()


def _values(
    said: Said, at: tuple[int, ...], table: Table, reading: TableReading | None
) -> Iterator[tuple[Place, Hashable]]:
    parts: tuple[tuple[What, Hashable], ...]
    match said:
        case CardSaid():
            parts = ((What.LARGE, said.large), (What.SMALL, said.small), (What.TURN, said.rotation))
            yield Place(What.CARD, at), said.there
        case PileSaid():
            parts = ((What.TOP_LARGE, said.large), (What.TOP_SMALL, said.small))
            yield Place(What.TOP, at), said.there
            if said.pawns is not None:
                counts = dict(said.pawns)
                for colour, name in enumerate(table.colours):
                    yield Place(What.PAWNS, (*at, colour)), counts.get(name, 0)
        case OpenSaid():
            parts = ((What.OPEN, _all_open(said, reading)),)
    yield from ((Place(what, at), value) for what, value in parts if value is not None)


def _all_open(said: OpenSaid, reading: TableReading | None) -> tuple[CrystalPiece, ...] | None:
    """All open pieces with the one that was named; None when another one cannot be told."""
    if said.crystal is None:
        return None
    pieces = () if reading is None or reading.middle is None else reading.middle.open
    if said.index >= len(pieces):
        raise ValueError(f"there is no open piece {said.index}, {len(pieces)} are seen")
    shown = [said.crystal if index == said.index else piece.crystal.best for index, piece in enumerate(pieces)]
    named = [CrystalPiece(piece.segment, crystal) for piece, crystal in zip(pieces, shown, strict=True) if crystal]
    return in_order(named) if len(named) == len(pieces) else None


def _seen_at(at: tuple[int, ...], table: Table, eyes: Sequence[Eye]) -> tuple[int | None, FloatArray | None]:
    """The first camera that sees a place, and where."""
    for source, eye in enumerate(eyes):
        quad = _quad_at(at, table, eye)
        if quad is not None:
            return source, quad
    return None, None


def _quad_at(at: tuple[int, ...], table: Table, eye: Eye) -> FloatArray | None:
    """Where a camera sees a place; the open pieces as one area."""
    reading = eye.reading
    if reading is None:
        return None
    if len(at) == 3:
        shown = dict(zip(eye.seats, reading.displays, strict=False)).get(at[0])
        cards = () if shown is None else shown.cards
        upright = (card.quad.turned(-(card.rotation.best or 0)) for card in cards if _spot(card) == at[1:])
        return next((quad.array() for quad in upright), None)
    if reading.middle is None:
        return None
    if len(at) == 1:
        spot = table.spot(at[0])
        return next((pile.quad.array() for pile in reading.middle.piles if pile.place == spot), None)
    corners = [corner for piece in reading.middle.open for corner in piece.quad.corners]
    if not corners:
        return None
    (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=float)


def _spot(card: CardReading) -> tuple[int, int]:
    return card.cell.row, card.cell.col
