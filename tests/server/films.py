"""Tables drawn flat and filmed with noise and hands, and a reader that knows what it is shown: no network needed."""

from __future__ import annotations

import random
import zlib
from dataclasses import dataclass, field, replace
from typing import TypeVar

import cv2
import numpy as np

from calibration.geometry import UNIT_SQUARE, Quad
from rules.crystalla.edition import load_edition
from rules.crystalla.position import Display, PlacedCard
from rules.crystalla.seen import Seen
from rules.crystalla.table import Table
from rules.crystalla.vocabulary import Cell, Crystal, Rotation, Segment
from server.live.session import LiveTable
from server.live.snapshot import Event
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
from vision.errors import NoDisplayError, Reason
from vision.image import Photo
from vision.sources import Arrival, Frame

T = TypeVar("T", CardReading, OpenPieceReading, PileReading, TopReading)
L = TypeVar("L", DisplayLayout, MiddleLayout)

COLOURS = load_edition().colours
WIDTH, HEIGHT = 960, 540
CARD = 40
FPS = 15
CORNERS = ((20, 20), (WIDTH - 4 * CARD - 40, 20), (WIDTH - 4 * CARD - 40, 380), (20, 380))
"""Top left corner of each display."""
MIDDLE = (380, 180)
STRIDE = CARD + 6


def square(x: float, y: float, side: float = CARD) -> Quad:
    return Quad.from_array(UNIT_SQUARE * side + (x, y))


def card_quad(seat: int, cell: Cell) -> Quad:
    x, y = CORNERS[seat]
    return square(x + cell.col * STRIDE, y + (2 - cell.row) * STRIDE)


def pile_quad(row: int, col: int) -> Quad:
    return square(MIDDLE[0] + col * STRIDE, MIDDLE[1] + row * STRIDE)


def open_quad(index: int) -> Quad:
    return square(MIDDLE[0] + 3 * STRIDE + 20, MIDDLE[1] + (index - 0.5) * STRIDE * 0.8, CARD * 0.7)


@dataclass
class Doubts:
    """How the fake reader errs: a share of reads in which a segment is taken for another crystal."""

    wrong: dict[tuple[int, ...], tuple[Crystal, float]] = field(default_factory=dict)
    """By (seat, row, col, segment 0 or 1): the wrong crystal, and how sure the reader is of it."""
    blind_piles: frozenset[tuple[int, int]] = frozenset()
    """Piles whose pawns cannot be counted."""
    flicker: float = 0.0
    """Share of segments that any one read takes for another crystal."""


class FakeTableReader:
    """Reads `shown`, whatever the picture; None is a picture without a table."""

    def __init__(self, shown: Seen | None, table: Table, doubts: Doubts | None = None) -> None:
        self.shown = shown
        self.table = table
        self.doubts = doubts or Doubts()
        self.shift = (0, 0)
        """How far the picture was pushed right and down, in pixels."""
        self.found, self.read = 0, 0
        self._rng = random.Random(5)

    def find(self, photo: Photo, players: int | None = None) -> TableReading:  # noqa: ARG002
        self.found += 1
        return self._reading(photo)

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:  # noqa: ARG002
        self.read += 1
        return self._reading(photo)

    def _reading(self, photo: Photo) -> TableReading:
        if self.shown is None:
            raise NoDisplayError(Reason.NO_CARD)
        displays = tuple(
            DisplayReading(tuple(self._card(seat, card) for card in display.cards), 0, True, ())
            for seat, display in enumerate(self.shown.displays)
        )
        return _pushed(TableReading(displays, self._middle(self.shown), _layout(self.table, photo), ()), self.shift)

    def _card(self, seat: int, card: PlacedCard) -> CardReading:
        at = (seat, card.cell.row, card.cell.col)
        segments = [
            SegmentReading(self._crystal((*at, index), card.effective(segment)), card.piece(segment) is not None)
            for index, segment in enumerate(Segment)
        ]
        turn: Ranked[Rotation] = Ranked(((card.rotation or Rotation.NONE, 0.99),), doubtful=False)
        return CardReading(card.cell, card_quad(seat, card.cell), turn, *segments, 0.98)

    def _crystal(self, at: tuple[int, ...], crystal: Crystal | None) -> Ranked[Crystal]:
        if crystal is None:
            return Ranked((), doubtful=True)
        other, sure = self.doubts.wrong.get(at, (None, 0.0))
        if other is not None:
            return Ranked(((other, sure), (crystal, 1 - sure)), doubtful=sure < 0.9)
        if self._rng.random() < self.doubts.flicker:
            wrong = self._rng.choice([each for each in Crystal if each is not crystal])
            return Ranked(((wrong, 0.7), (crystal, 0.3)), doubtful=True)
        return Ranked(
            ((crystal, 0.98), (Crystal.RUBY if crystal is not Crystal.RUBY else Crystal.CITRINE, 0.02)), False
        )

    def _middle(self, shown: Seen) -> MiddleReading:
        rows, columns = self.table.grid
        piles = []
        for index, pile in enumerate(shown.piles):
            row, col = self.table.spot(index)
            top = None
            if pile.top is not None:
                parts = [
                    SegmentReading(self._crystal((9, row, col, part), crystal), False)
                    for part, crystal in enumerate((pile.top.large, pile.top.small))
                ]
                top = TopReading(pile_quad(row, col), Ranked(((Rotation.NONE, 0.9),), False), *parts, 0.98)
            counts = dict(zip(self.table.colours, pile.pawns, strict=True))
            pawns = tuple(counts.get(colour, 0) for colour in COLOURS)
            blind = (row, col) in self.doubts.blind_piles
            piles.append(PileReading((row, col), pile_quad(row, col), top, None if blind else pawns, (), not blind))
        opened = tuple(
            OpenPieceReading(piece.shape, Ranked(((piece.crystal, 0.98),), False), open_quad(index))
            for index, piece in enumerate(shown.open)
        )
        return MiddleReading(rows, columns, tuple(piles), opened)


def _pushed(reading: TableReading, shift: tuple[int, int]) -> TableReading:
    """The same table where a camera that was pushed sees it."""
    assert reading.middle is not None
    assert reading.layout.middle is not None
    matrix = np.array([[1.0, 0, shift[0]], [0, 1.0, shift[1]], [0, 0, 1.0]])

    def moved(thing: T) -> T:
        return replace(thing, quad=Quad.from_array(thing.quad.array() + shift))

    def laid(layout: L) -> L:
        return replace(layout, grid_to_photo=matrix @ layout.grid_to_photo)

    displays = tuple(replace(each, cards=tuple(moved(card) for card in each.cards)) for each in reading.displays)
    piles = tuple(moved(replace(pile, top=pile.top and moved(pile.top))) for pile in reading.middle.piles)
    middle = replace(reading.middle, piles=piles, open=tuple(moved(piece) for piece in reading.middle.open))
    layout = replace(
        reading.layout,
        displays=tuple(laid(each) for each in reading.layout.displays),
        middle=laid(reading.layout.middle),
    )
    return replace(reading, displays=displays, middle=middle, layout=layout)


class AlbumReader(FakeTableReader):
    """Knows each of some looks by its picture, so that it reads films from files."""

    def __init__(self, looks: list[Seen], table: Table) -> None:
        super().__init__(None, table)
        self._album = [(paint(seen, table)[::4, ::4].astype(np.int16), seen) for seen in looks]

    def _reading(self, photo: Photo) -> TableReading:
        small = photo.bgr[::4, ::4].astype(np.int16)
        _, self.shown = min(self._album, key=lambda page: float(np.abs(page[0] - small).mean()))
        return super()._reading(photo)


def _layout(table: Table, photo: Photo) -> Layout:
    displays = tuple(DisplayLayout(_lattice(*CORNERS[seat]), CARD / STRIDE) for seat in range(table.players))
    return Layout(photo.full_size, displays, MiddleLayout(*table.grid, _lattice(*MIDDLE), CARD / STRIDE), ())


def _lattice(x: float, y: float) -> np.ndarray:
    """From (column, row) to pixels, for cards the first of which has its corner there."""
    return np.array([[STRIDE, 0, x + CARD / 2], [0, STRIDE, y + CARD / 2], [0, 0, 1.0]])


def paint(seen: Seen | None, table: Table) -> np.ndarray:
    """The table from above: every crystal its own colour, pawns as dots."""
    rng = np.random.default_rng(3)
    cloth = cv2.resize(rng.integers(60, 150, (HEIGHT // 6, WIDTH // 6), dtype=np.uint8), (WIDTH, HEIGHT))
    picture = cv2.cvtColor(cloth, cv2.COLOR_GRAY2BGR)
    if seen is None:
        return picture
    for seat, display in enumerate(seen.displays):
        for card in display.cards:
            shown = (card.effective(Segment.LARGE), card.effective(Segment.SMALL))
            _fill(picture, card_quad(seat, card.cell), shown, int(card.rotation or 0))
    for index, pile in enumerate(seen.piles):
        quad = pile_quad(*table.spot(index))
        if pile.top is not None:
            _fill(picture, quad, (pile.top.large, pile.top.small), 0)
        pawns = [colour for colour, count in enumerate(pile.pawns) for _ in range(count)]
        for place, colour in enumerate(pawns):
            x, y = quad.array()[0] + (8 + 8 * (place % 4), 8 + 9 * (place // 4))
            cv2.circle(picture, (int(x), int(y)), 4, _paint((colour + 20,)), -1)
    for index, piece in enumerate(seen.open):
        _fill(picture, open_quad(index), (piece.crystal, piece.crystal), 0)
    return picture


def _paint(key: tuple[object, ...]) -> tuple[int, int, int]:
    value = zlib.crc32(repr(key).encode())
    return 40 + value % 200, 40 + value // 256 % 200, 40 + value // 65536 % 200


def _fill(picture: np.ndarray, quad: Quad, crystals: tuple[Crystal | None, ...], turn: int) -> None:
    corners = np.rint(quad.turned(turn).array()).astype(np.int32)
    cv2.fillConvexPoly(picture, corners, _paint((crystals[0],)))
    cv2.fillConvexPoly(picture, corners[[0, 1, 2]], _paint((crystals[1],)))


def with_hand(picture: np.ndarray, at: tuple[float, float]) -> np.ndarray:
    """An arm from the lower edge to a place."""
    picture = picture.copy()
    x, y = (round(value) for value in at)
    cv2.line(picture, (x + 60, HEIGHT + 40), (x, y), (110, 150, 200), 60)
    cv2.circle(picture, (x, y), 40, (115, 155, 205), -1)
    return picture


@dataclass
class Film:
    """Shows a table to a session, frame by frame; events are collected."""

    live: LiveTable
    reader: FakeTableReader
    table: Table
    source: int = 0
    t: float = 0.0
    noise: float = 3.0
    shift: tuple[int, int] = (0, 0)
    gain: float = 1.0
    events: list[Event] = field(default_factory=list)
    _grain: list[np.ndarray] = field(default_factory=list)

    def hold(self, seen: Seen | None, seconds: float = 1.5) -> list[Event]:
        """The table at rest."""
        return self.play(paint(seen, self.table), seen, round(seconds * FPS))

    def rest_hand(self, seen: Seen, seconds: float, at: tuple[float, float] = (430.0, 250.0)) -> list[Event]:
        """A hand that lies still over the table."""
        return self.play(with_hand(paint(seen, self.table), at), seen, round(seconds * FPS))

    def reach(self, seen: Seen, seconds: float = 1.0) -> list[Event]:
        """A hand comes, does what leads to `seen`, and goes."""
        told, frames = [], round(seconds * FPS)
        self.reader.shown = seen
        for index in range(frames):
            depth = 1 - abs(2 * index / frames - 1)
            picture = with_hand(paint(seen, self.table), (430 + 7 * index, HEIGHT + 40 - 330 * depth))
            told += self.show(picture)
        return told

    def turn(self, seen: Seen, rest: float = 1.5) -> list[Event]:
        """Somebody reaches in, and the table lies as `seen` then."""
        return self.reach(seen) + self.hold(seen, rest)

    def play(self, picture: np.ndarray, seen: Seen | None, frames: int) -> list[Event]:
        self.reader.shown = seen
        return [event for _ in range(frames) for event in self.show(picture)]

    def show(self, picture: np.ndarray) -> list[Event]:
        """One frame, with noise."""
        self.reader.shift = self.shift
        moved = np.roll(picture, self.shift, axis=(1, 0)) if self.shift != (0, 0) else picture
        self._grain = self._grain or [self._noise(seed) for seed in range(5)]
        noisy = cv2.add(
            cv2.convertScaleAbs(moved, alpha=self.gain), self._grain[round(self.t * FPS) % 5], dtype=cv2.CV_8U
        )
        return self.arrive(Frame(self.t, np.asarray(noisy, dtype=np.uint8)))

    def _noise(self, seed: int) -> np.ndarray:
        return np.random.default_rng(seed).normal(0, self.noise, (HEIGHT, WIDTH, 3)).astype(np.int16)

    def arrive(self, arrival: Arrival) -> list[Event]:
        told = list(self.live.offer(self.source, arrival))
        self.t += 1 / FPS
        self.events += told
        return told


def kinds(events: list[Event]) -> list[tuple[str, str | None, tuple[str, ...]]]:
    """Turns, questions and cameras in short."""
    return [
        (event.type.value, None if event.verdict is None else event.verdict.value, event.rules)
        for event in events
        if event.type.value != "state"
    ]


def states(events: list[Event]) -> list[str]:
    """States entered."""
    return [event.state for event in events if event.type.value == "state" and event.state and event.verdict is None]


def replaced(seen: Seen, seat: int, cell: Cell, **changes: object) -> Seen:
    """The look with one card of a display otherwise."""
    display = seen.displays[seat]
    card = display.at(cell)
    assert card is not None
    other = display.with_card(replace(card, **changes))
    return replace(seen, displays=(*seen.displays[:seat], other, *seen.displays[seat + 1 :]))


def without_card(seen: Seen, seat: int, cell: Cell) -> Display:
    """A display without one of its cards."""
    return Display(tuple(card for card in seen.displays[seat].cards if card.cell != cell))
