"""Where the things of a whole table are, in millimetres: displays round the piles, open pieces and stacks beside them.

Axes: x right, y towards whoever sits at the lower edge, seen from above. A frame's degrees count clockwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.composite.layout import CARD_MM, TABLEAU_MM, Array, Pose, turn_matrix
from models.training.composite.light import Rng
from rules.crystalla.components import GRIDS
from rules.crystalla.vocabulary import COLUMNS, ROWS

SOUTH, WEST, NORTH, EAST = 0, 90, 180, 270
NEIGHBOUR_MM = 128.0
"""Half the way between two displays that lie side by side."""
DISPLAY_MM = (COLUMNS * CARD_MM + 14, ROWS * CARD_MM + TABLEAU_MM[1] + 20)
"""Room kept for a full display with its tableau: along the player's edge, and away from it."""
CELL_MM = 4.0
"""Side of a cell of the map of taken places."""
REACH_MM = 800.0


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the table and a clockwise turn there."""

    x: float
    y: float
    degrees: float

    def at(self, right: float, down: float) -> tuple[float, float]:
        """A place told in the spot's own axes, on the table."""
        x, y, _ = turn_matrix(self.degrees, (self.x, self.y)) @ (right, down, 1)
        return float(x), float(y)

    def box(self, left: float, top: float, right: float, bottom: float) -> Array:
        """Corners (4, 2) of a rectangle in the spot's own axes."""
        return np.array([self.at(*corner) for corner in ((left, top), (right, top), (right, bottom), (left, bottom))])


@dataclass(frozen=True, slots=True)
class Seat:
    """A display's place: the spot of the middle of its row 0, the way between cells, and how carelessly it is laid."""

    spot: Spot
    pitch_mm: float
    slip: float
    tableau: tuple[float, float, float]
    """How far the strip is moved right and down, and turned."""

    def area(self) -> Array:
        """Corners of everything that a full display with its tableau may cover."""
        width, depth = DISPLAY_MM
        below = CARD_MM / 2 + TABLEAU_MM[1] + 10
        return self.spot.box(-width / 2, below - depth, width / 2, below)


@dataclass(frozen=True, slots=True)
class Room:
    """A table as it is set up for one game; `seed` decides how crooked each thing lies."""

    seed: int
    seats: tuple[Seat, ...]
    middle: Spot
    pitch_mm: tuple[float, float]
    """Ways between the middles of piles, across and away from seat 0."""
    open: Spot
    open_pitch_mm: tuple[float, float]
    open_columns: int
    stacks: Spot
    clutter: tuple[Spot, ...]

    @property
    def grid(self) -> tuple[int, int]:
        """Rows and columns of piles."""
        return GRIDS[len(self.seats)]

    def pile(self, index: int) -> Spot:
        """The place of a pile; row 0 is far from seat 0 and column 0 at its left."""
        rows, columns = self.grid
        row, col = divmod(index, columns)
        right = (col - (columns - 1) / 2) * self.pitch_mm[0]
        return Spot(*self.middle.at(right, (row - (rows - 1) / 2) * self.pitch_mm[1]), self.middle.degrees)

    def open_place(self, slot: int) -> tuple[float, float]:
        """Where an open piece lies."""
        row, col = divmod(slot, self.open_columns)
        return self.open.at(col * self.open_pitch_mm[0], row * self.open_pitch_mm[1])

    def hull(self) -> Array:
        """Corners (n, 2) of all that the camera must see."""
        return np.vstack([*(seat.area() for seat in self.seats), _middle_box(self), _open_box(self), stacks_box(self)])


def draw_room(rng: Rng, players: int) -> Room:
    """A table set up by hand, turned so that its longer side lies across the picture."""
    pitch = (CARD_MM + float(rng.uniform(3, 30)), CARD_MM + float(rng.uniform(3, 30)))
    seats = _draw_sides(rng, players)
    turn = float(rng.normal(0, 2))
    middle = Spot(0, 0, seats[0][0] + float(rng.normal(0, 2)))
    placed = tuple(_draw_seat(rng, side, offset, turn, players, pitch) for side, offset in seats)
    room = Room(
        int(rng.integers(1 << 30)), placed, middle, pitch, middle, (60, 60), 2, middle, ()
    )  # the rest is placed where it is free
    return _add_beside(rng, _turned(room))


def _draw_sides(rng: Rng, players: int) -> list[tuple[int, float]]:
    """Side and offset to the player's right of each seat, clockwise, seat 0 first."""
    around = [(SOUTH, 0.0), (WEST, 0.0), (NORTH, 0.0), (EAST, 0.0)]
    rows = [(SOUTH, NEIGHBOUR_MM), (SOUTH, -NEIGHBOUR_MM), (NORTH, NEIGHBOUR_MM), (NORTH, -NEIGHBOUR_MM)]
    if players == 2:
        sides = [around[0], around[2]] if rng.random() < 0.8 else [around[0], around[1]]
    elif players == 3:
        sides = around[:3] if rng.random() < 0.6 else [*rows[:2], around[2]]
    else:
        sides = around if rng.random() < 0.4 else rows
    first = int(rng.integers(players))
    return sides[first:] + sides[:first]


def _draw_seat(rng: Rng, side: int, offset: float, turn: float, players: int, pitch: tuple[float, float]) -> Seat:
    rows, columns = GRIDS[players]
    half = max(rows * pitch[1], columns * pitch[0]) / 2
    # Displays at two sides of a corner must not meet.
    clear = max(half, DISPLAY_MM[0] / 2) + float(rng.uniform(12, 30))
    spacing = CARD_MM + float(rng.uniform(0.5, 3.5))
    spot = Spot(0, 0, side + turn + float(rng.normal(0, 1.2)))
    x, y = spot.at(offset + float(rng.normal(0, 2)), clear + 2 * spacing + CARD_MM / 2)
    strip = (float(rng.normal(0, 1.5)), CARD_MM / 2 + 17 + float(rng.uniform(0, 4)), float(rng.normal(0, 0.8)))
    return Seat(Spot(x, y, spot.degrees), spacing, float(rng.uniform(0.05, 1)), strip)


def _turned(room: Room) -> Room:
    """The room turned by a quarter when it is deeper than wide."""
    width, depth = np.ptp(np.vstack([seat.area() for seat in room.seats]), axis=0)
    quarter = 90.0 if depth > width else 0.0
    whole = Spot(0, 0, quarter)

    def turned(spot: Spot) -> Spot:
        return Spot(*whole.at(spot.x, spot.y), spot.degrees + quarter)

    seats = tuple(Seat(turned(seat.spot), seat.pitch_mm, seat.slip, seat.tableau) for seat in room.seats)
    middle = turned(room.middle)
    return Room(room.seed, seats, middle, room.pitch_mm, middle, room.open_pitch_mm, 2, middle, ())


def _add_beside(rng: Rng, room: Room) -> Room:
    """Place the open pieces, the stacks and clutter where nothing lies, as near to the piles as they can be."""
    taken = _Taken()
    for seat in room.seats:
        taken.add(seat.area())
    taken.add(_middle_box(room))
    columns = 2 if rng.random() < 0.6 else 4
    pitch = (float(rng.uniform(56, 68)), float(rng.uniform(56, 68)))
    degrees = room.middle.degrees + float(rng.normal(0, 4)) + 90 * int(rng.integers(2))
    size = (columns * pitch[0], 4 // columns * pitch[1])
    centre = taken.nearest_free(size, degrees, room.middle)
    corner = Spot(*Spot(*centre, degrees).at(-size[0] / 2 + pitch[0] / 2, -size[1] / 2 + pitch[1] / 2), degrees)
    taken.add(Spot(*centre, degrees).box(-size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2))
    stacks = taken.nearest_free((110, 56), degrees, room.middle)
    taken.add(Spot(*stacks, degrees).box(-55, -28, 55, 28))
    clutter = [Spot(*place, float(rng.uniform(0, 360))) for place in _clutter(rng, taken, int(rng.integers(0, 4)))]
    return Room(
        room.seed, room.seats, room.middle, room.pitch_mm, corner, pitch, columns, Spot(*stacks, degrees),
        tuple(clutter),
    )  # fmt: skip


def _clutter(rng: Rng, taken: _Taken, count: int) -> Iterator[tuple[float, float]]:
    for _ in range(count):
        wish = Spot(float(rng.uniform(-330, 330)), float(rng.uniform(-260, 260)), 0)
        place = taken.nearest_free((150, 150), 0, wish)
        taken.add(Spot(*place, 0).box(-75, -75, 75, 75))
        yield place


def _middle_box(room: Room) -> Array:
    rows, columns = room.grid
    half = (columns * room.pitch_mm[0] / 2, rows * room.pitch_mm[1] / 2)
    return room.middle.box(-half[0], -half[1], half[0], half[1])


def _open_box(room: Room) -> Array:
    (x, y), rows = room.open_pitch_mm, 4 // room.open_columns
    return room.open.box(-x / 2, -y / 2, (room.open_columns - 0.5) * x, (rows - 0.5) * y)


def stacks_box(room: Room) -> Array:
    """Corners of the place of the face-down pieces."""
    return room.stacks.box(-55, -28, 55, 28)


class _Taken:
    """A map of the table top with what is taken, grown by the size of what is to be placed."""

    def __init__(self) -> None:
        side = int(2 * REACH_MM / CELL_MM)
        self._map = np.zeros((side, side), np.uint8)

    def add(self, corners: Array) -> None:
        """Take a convex place."""
        cv2.fillConvexPoly(self._map, np.rint((corners + REACH_MM) / CELL_MM).astype(np.int32), 255)

    def nearest_free(self, size: Sequence[float], degrees: float, near: Spot) -> tuple[float, float]:
        """The middle of the free rectangle of a size that is nearest to a spot."""
        own = _Taken()
        own.add(Spot(0, 0, degrees).box(-size[0] / 2, -size[1] / 2, size[0] / 2, size[1] / 2))
        rows, columns = np.nonzero(own._map)
        shape = np.ascontiguousarray(own._map[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1])
        rows, columns = np.nonzero(cv2.dilate(self._map, shape) == 0)
        x, y = columns * CELL_MM - REACH_MM, rows * CELL_MM - REACH_MM
        best = int(np.argmin((x - near.x) ** 2 + (y - near.y) ** 2))
        return float(x[best]), float(y[best])


def crooked(room: Room, *key: int) -> Rng:
    """The generator that decides how one thing lies; the same things lie alike in every state of a game."""
    return np.random.default_rng((room.seed, *(value & 0xFFFF for value in key)))


def strip_pose(seat: Seat) -> Pose:
    """The starting tableau under row 0."""
    right, down, degrees = seat.tableau
    x, y = seat.spot.at(right, down)
    return Pose(x, y, seat.spot.degrees + degrees, TABLEAU_MM)
