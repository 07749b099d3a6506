"""From a picture to the reading of a whole table: displays, piles with pawns, open pieces."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from weakref import WeakKeyDictionary

import numpy as np

from calibration.geometry import UNIT_SQUARE, FloatArray, Quad, map_points
from rules.crystalla.vocabulary import CELLS
from vision.crystalla.cards import Image, Look, look
from vision.crystalla.locate import locate_all
from vision.crystalla.memory import Key, Kind, Watch
from vision.crystalla.middle_reading import IS_CARD, read_open, read_piles, wiped
from vision.crystalla.open_pieces import FoundPiece, find_pieces
from vision.crystalla.pawns import PawnColours, look_at_piles
from vision.crystalla.reader import CrystallaReader
from vision.crystalla.reading import DisplayReading
from vision.crystalla.table_displays import read_display
from vision.crystalla.table_find import (
    believed_cards,
    display_grids,
    find_displays,
    find_middle,
    fit_on_table,
    refined_cards,
)
from vision.crystalla.table_reading import Layout, MiddleLayout, MiddleReading, OpenPieceReading, TableReading
from vision.errors import NoDisplayError, Reason
from vision.image import Photo
from vision.onnx import Network, read_manifest

COLOURS = ("gray", "blue", "green", "orange")
"""Pawns of the reference copy (CR-03)."""
REACH_SIDES = 3.3
"""How far from the piles, in card sides, open pieces are looked for."""
ROOM_SIDES = 0.7
"""How far round the known open pieces a new one may be put, in card sides."""
VAGUE, CLEAR, CLOSER_LOOKS = 0.3, 0.98, 3
"""A cell that is no likelier, or likelier, to hold a card is not looked at more closely, any other so often.

A card that lies a tenth of its side beside its place may be missed from there. In 75 pictures of training tables all
cards are 0.9 likely then (0.32 at the first look), and no free cell is more than 0.89.
"""
_BESIDE = ThreadPoolExecutor(1, "open pieces")
Area = tuple[float, float, float, float]
"""Left, top, right, bottom in card sides from the middle of the first pile."""


@dataclass(frozen=True, slots=True, eq=False)
class _Frame:
    """One picture of a watched table, and its places that changed."""

    photo: Photo
    layout: Layout
    watch: Watch
    fresh: tuple[Key, ...]

    @property
    def picture(self) -> Image:
        return self.photo.bgr

    @property
    def to_full(self) -> float:
        return 1 / self.photo.scale

    def changed(self, *kinds: Kind) -> list[Key]:
        """Places of these kinds that changed."""
        return [key for key in self.fresh if key.kind in kinds]


class TableReader:
    """Reads whole tables with a display reader's networks and the pawn network; one serves many threads."""

    def __init__(self, reader: CrystallaReader, colours: Sequence[str] = COLOURS, models: Path | None = None) -> None:
        """`colours` are the edition's, by name.

        Raises ModelError when the pawn network is missing, ValueError for a colour that it does not know.
        """
        self._locator, self._cards, self._decoder = reader.parts()
        self._pawns = Network(read_manifest(models)["crystalla-pawns"], models)
        self._colours = PawnColours(self._pawns, colours)
        self._watches: WeakKeyDictionary[Layout, Watch] = WeakKeyDictionary()
        self._lock = Lock()

    def find(self, photo: Photo, players: int | None = None) -> TableReading:
        """Find everything anew and read it; raises NoDisplayError when neither a display nor piles lie there."""
        began = time.perf_counter()
        found = locate_all(self._locator, photo.bgr)
        refined = refined_cards(self._cards, photo.bgr, found)
        grid = find_middle(self._pawns, self._colours, photo.bgr, refined, players)
        believed = believed_cards(refined, grid)
        fitted = fit_on_table(believed, grid)
        joined = display_grids(believed, players, fitted)
        if grid is None and not joined:
            raise NoDisplayError(Reason.NO_GRID, count=len(found.cards))
        to_full = 1 / photo.scale
        middle = None if grid is None else grid.layout(to_full)
        taken = [card.corners for one in joined for card in one.cards.values()]
        pieces = []
        if grid is not None and middle is not None:
            pieces = self._pieces(photo, middle, _around(middle), [*taken, *grid.quads().values()])
        displays = find_displays(joined, believed, found, grid, pieces, players, fitted)
        layouts = tuple(display.layout(to_full) for display in displays)
        squares = tuple(Quad.from_array(piece.square * to_full) for piece in pieces)
        return self._read(photo, Layout(photo.full_size, layouts, middle, squares).seated(0), began)

    def read_again(self, photo: Photo, layout: Layout) -> TableReading:
        """Look at the known places and at those where a card may be laid, again only where something changed.

        Raises ValueError for a picture of another size than the layout's.
        """
        if photo.full_size != layout.size:
            raise ValueError(f"a picture of {photo.full_size} is none of the layout's {layout.size}")
        return self._read(photo, layout, time.perf_counter())

    def _read(self, photo: Photo, layout: Layout, began: float) -> TableReading:
        with self._lock:
            watch = self._watches.get(layout)
            if watch is None:
                watch = self._watches[layout] = Watch(_places(layout, photo.scale))
        with watch.lock:
            frame = _Frame(photo, layout, watch, tuple(watch.changed(photo.bgr)))
            self._look(frame)
            displays = tuple(self._display(frame, number) for number in range(len(layout.displays)))
            middle = None if layout.middle is None else self._middle(frame, layout.middle)
        timing = (("read", (time.perf_counter() - began) * 1000),)
        return TableReading(displays, middle, layout, timing)

    def _look(self, frame: _Frame) -> None:
        """Look at the cards' places that changed: where a card lay as it lay, elsewhere where the layout wants one."""
        watch = frame.watch
        changed = frame.changed(Kind.DISPLAY, Kind.PILE)
        looks = look(self._cards, frame.picture, [_last_seen(watch, key) for key in changed])
        found = dict(zip(changed, looks, strict=True))
        gone = [key for key, seen in found.items() if _held_card(watch, key) and seen.is_card < IS_CARD]
        found.update(zip(gone, look(self._cards, frame.picture, [watch.places[key] for key in gone]), strict=True))
        for _ in range(CLOSER_LOOKS):
            found.update(self._closer(frame, found))
        watch.looks.update(found)

    def _closer(self, frame: _Frame, found: Mapping[Key, Look]) -> Iterator[tuple[Key, Look]]:
        """Looks that are likelier to be cards, each from where the first one saw a card that may be one."""
        vague = {key: seen for key, seen in found.items() if key.kind is Kind.DISPLAY and VAGUE < seen.is_card < CLEAR}
        closer = look(self._cards, frame.picture, [seen.corners for seen in vague.values()])
        both = zip(vague.items(), closer, strict=True)
        yield from ((key, again) for (key, seen), again in both if again.is_card > seen.is_card)

    def _display(self, frame: _Frame, number: int) -> DisplayReading:
        own = {cell: Key(Kind.DISPLAY, number, cell.row, cell.col) for cell in CELLS}
        watch = frame.watch
        changed = set(frame.changed(Kind.DISPLAY))
        fresh = {cell for cell, key in own.items() if key in changed}
        if fresh:
            looks = {cell: watch.looks[key] for cell, key in own.items()}
            read = read_display(self._cards, self._decoder, frame.picture, looks, fresh, frame.to_full)
            watch.looks.update({own[cell]: seen for cell, seen in read.looks.items()})
            watch.displays[number] = read.reading
        return watch.displays[number]

    def _middle(self, frame: _Frame, layout: MiddleLayout) -> MiddleReading:
        watch = frame.watch
        opened = _BESIDE.submit(self._open, frame, layout) if frame.changed(Kind.OPEN) else None
        fresh = frame.changed(Kind.PILE)
        if fresh:
            seen = look_at_piles(self._pawns, frame.picture, [_last_seen(watch, key) for key in fresh])
            watch.piles.update({(key.row, key.col): one for key, one in zip(fresh, seen, strict=True)})
            both = {place: (watch.looks[Key(Kind.PILE, 0, *place)], watch.piles[place]) for place in layout.places}
            places = [(key.row, key.col) for key in fresh]
            bare = wiped(self._cards, frame.picture, [both[place] for place in places])
            watch.bare.update(zip(places, bare, strict=True))
            watch.read_piles = read_piles(self._decoder, self._colours, layout, both, watch.bare, frame.to_full)
        if opened is not None:
            watch.read_open = opened.result()
        return MiddleReading(layout.rows, layout.columns, watch.read_piles, watch.read_open)

    def _open(self, frame: _Frame, layout: MiddleLayout) -> tuple[OpenPieceReading, ...]:
        """Find the open pieces and read them among the piles' cards; what the pawns hide of these changes nothing."""
        watch = frame.watch
        taken = [watch.places[key] for key, seen in watch.looks.items() if seen.is_card > IS_CARD]
        pieces = self._pieces(frame.photo, layout, _open_area(layout, frame.layout.open), taken)
        context = [seen for key, seen in watch.looks.items() if key.kind is Kind.PILE]
        return read_open(self._cards, self._decoder, frame.picture, pieces, context, frame.to_full)

    def _pieces(self, photo: Photo, layout: MiddleLayout, area: Area, taken: Sequence[FloatArray]) -> list[FoundPiece]:
        to_photo = np.diag([photo.scale, photo.scale, 1.0]) @ layout.sides_to_photo()
        return find_pieces(self._pawns, photo.bgr, to_photo, area, taken)


def _held_card(watch: Watch, key: Key) -> bool:
    """Whether a card lay at a place when it was last seen."""
    return key in watch.looks and watch.looks[key].is_card > IS_CARD


def _last_seen(watch: Watch, key: Key) -> FloatArray:
    """The corners of a place's card as it was last seen, or of the place where none was."""
    return watch.looks[key].corners if _held_card(watch, key) else watch.places[key]


def _places(layout: Layout, scale: float) -> dict[Key, FloatArray]:
    """All places that are watched, in picture pixels."""
    quads = {
        Key(Kind.DISPLAY, number, cell.row, cell.col): display.quad_at(cell) * scale
        for number, display in enumerate(layout.displays)
        for cell in CELLS
    }
    if layout.middle is not None:
        quads.update(
            {Key(Kind.PILE, 0, *place): layout.middle.quad_at(place) * scale for place in layout.middle.places}
        )
        quads.update(_open_quads(layout.middle, layout.open, scale))
    return quads


def _open_quads(middle: MiddleLayout, squares: Iterable[Quad], scale: float) -> dict[Key, FloatArray]:
    """Squares of one card side that together cover where open pieces may lie."""
    left, top, right, bottom = _open_area(middle, squares)
    to_photo = np.diag([scale, scale, 1.0]) @ middle.sides_to_photo()
    columns, rows = (int(np.ceil(side)) for side in (right - left, bottom - top))
    return {
        Key(Kind.OPEN, 0, row, col): map_points(to_photo, UNIT_SQUARE + np.array([left + col, top + row]))
        for row in range(rows)
        for col in range(columns)
    }


def _open_area(middle: MiddleLayout, squares: Iterable[Quad]) -> Area:
    """Where open pieces may lie: round the known ones, or round the piles when none is known."""
    to_sides = np.linalg.inv(middle.sides_to_photo())
    corners = [map_points(to_sides, square.array()) for square in squares]
    if not corners:
        return _around(middle)
    left, top = np.vstack(corners).min(0) - ROOM_SIDES
    right, bottom = np.vstack(corners).max(0) + ROOM_SIDES
    return float(left), float(top), float(right), float(bottom)


def _around(middle: MiddleLayout) -> Area:
    across, down = (middle.columns - 1) / middle.card_share, (middle.rows - 1) / middle.card_share
    return -REACH_SIDES, -REACH_SIDES, across + REACH_SIDES, down + REACH_SIDES
