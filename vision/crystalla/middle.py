"""Finds the grid of piles among all cards of a table: a small lattice, further apart, that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np
import numpy.typing as npt

from calibration.geometry import UNIT_SQUARE, FloatArray, map_points, side_of
from vision.crystalla.locate import Detection
from vision.crystalla.table_reading import MiddleLayout

SHAPES = ((3, 3), (2, 3), (3, 2))
"""(rows, columns) of piles as a picture may show them."""
NEAR, FAR = 0.85, 1.8
"""Least and largest way between piles, in card sides."""
ASIDE = 0.2
"""How far a neighbour may lie off a card's axis, in ways between piles, and a card off the lattice, in card sides."""
LED_ASTRAY = 0.3
"""How far a card may lie from where its neighbours lead, in ways between piles: pawns make its corners rough."""
SIZE_RATIO = 1.5
MOST_NEIGHBOURS = 4
"""Open pieces and what lies about may seem to be cards: more neighbours make a lattice no less likely."""
MISSING = 1
"""Piles that may have no card: taken, and not yet refilled (CR-R30)."""


@dataclass(frozen=True, slots=True, eq=False)
class PileGrid:
    """Cards at (row, column) of a lattice; `grid_to_photo` maps (column, row) to pixels."""

    rows: int
    columns: int
    cards: dict[tuple[int, int], Detection]
    grid_to_photo: FloatArray
    card_share: float
    neighbours: int
    """Cards that would continue the lattice beyond its border, or that lie between its places."""

    @property
    def places(self) -> list[tuple[int, int]]:
        """All places, row by row."""
        return list(product(range(self.rows), range(self.columns)))

    def quad_at(self, place: tuple[int, int]) -> FloatArray:
        """Corners (4, 2) of a place, first the lattice's top left."""
        row, column = place
        return map_points(self.grid_to_photo, (UNIT_SQUARE - 0.5) * self.card_share + np.array([column, row]))

    def quads(self) -> dict[tuple[int, int], FloatArray]:
        """For every place the corners of its card as it lies, or of the free place; first the lattice's top left."""
        return {place: self._quad(place) for place in self.places}

    def _quad(self, place: tuple[int, int]) -> FloatArray:
        ideal = self.quad_at(place)
        card = self.cards.get(place)
        return ideal if card is None else in_order_of(card.corners, ideal)

    def layout(self, to_full: float) -> MiddleLayout:
        """The places in full-resolution pixels, seen as the lattice runs."""
        matrix = np.diag([to_full, to_full, 1.0]) @ self.grid_to_photo
        return MiddleLayout(self.rows, self.columns, matrix, self.card_share)


def in_order_of(corners: FloatArray, ideal: FloatArray) -> FloatArray:
    """Corners (4, 2) rolled so that they begin where `ideal` begins."""
    return np.asarray(
        min((np.roll(corners, -turn, axis=0) for turn in range(4)), key=lambda c: np.abs(c - ideal).sum())
    )


def pile_grids(cards: Sequence[Detection], shapes: Sequence[tuple[int, int]] = SHAPES) -> list[PileGrid]:
    """All lattices of these shapes that the cards may form, the likeliest first."""
    if len(cards) < min(rows * columns for rows, columns in shapes) - MISSING:
        return []
    table = _Cards(tuple(cards), np.array([card.centre for card in cards]), np.array([card.side_px for card in cards]))
    found: dict[tuple[int, ...], PileGrid] = {}
    for basis in _bases(table):
        for rows, columns in shapes:
            grown = _grow(table, basis, rows, columns)
            if len(grown) < rows * columns - MISSING:
                continue
            taken = _completed(table, grown, rows, columns)
            key = tuple(sorted(taken.values()))
            if key not in found:
                grid = _fitted(table, taken, rows, columns) or _fitted(table, grown, rows, columns)
                if grid is not None:
                    found[key] = grid
    return sorted(found.values(), key=lambda grid: -plausibility(grid))


def plausibility(grid: PileGrid) -> float:
    """How much a lattice looks like piles: complete, apart, alone; pawns are not looked at."""
    complete = len(grid.cards) / (grid.rows * grid.columns)
    apart, alone = 1 - grid.card_share, min(grid.neighbours, MOST_NEIGHBOURS)
    return 2.0 * complete + 3.0 * apart + 0.05 * len(grid.cards) - 0.4 * alone


@dataclass(frozen=True, slots=True, eq=False)
class _Cards:
    """All cards of a picture, with their centres (n, 2) and sides (n,) in pixels."""

    all: tuple[Detection, ...]
    centres: FloatArray
    sides: FloatArray

    def alike(self, index: int) -> npt.NDArray[np.bool_]:
        """Which cards are about as large as one of them."""
        return np.asarray(np.abs(np.log(self.sides / self.sides[index])) < np.log(SIZE_RATIO))


@dataclass(frozen=True, slots=True, eq=False)
class _Basis:
    """A card, by index, and the ways (2,) in pixels to its neighbours along columns and along rows."""

    start: int
    along: FloatArray
    down: FloatArray


def _bases(cards: _Cards) -> Iterator[_Basis]:
    """Every card with a neighbour to its right and one below, as its own edges run, the upper left corner first."""
    for index, card in enumerate(cards.all):
        corners = np.roll(card.corners, -int(np.argmin(card.corners.sum(1))), axis=0)
        x = (corners[1] - corners[0] + corners[2] - corners[3]) / 2
        y = (corners[3] - corners[0] + corners[2] - corners[1]) / 2
        ways = cards.centres - card.centre
        u, v = np.linalg.solve(np.column_stack([x, y]), ways.T)
        alike = cards.alike(index)
        right = np.flatnonzero(alike & (u > NEAR) & (u < FAR) & (np.abs(v) < ASIDE * u))
        below = np.flatnonzero(alike & (v > NEAR) & (v < FAR) & (np.abs(u) < ASIDE * v))
        for a, b in product(right, below):
            yield _Basis(index, ways[a], ways[b])


def _grow(cards: _Cards, basis: _Basis, rows: int, columns: int) -> dict[tuple[int, int], int]:
    """Follow a basis over a whole grid: index of the card by place; gives up once too many are missing."""
    taken = {(0, 0): basis.start}
    reach = LED_ASTRAY * min(np.hypot(*basis.along), np.hypot(*basis.down))
    alike = cards.alike(basis.start)
    missing = 0
    for row, column in sorted(product(range(rows), range(columns)), key=lambda place: (sum(place), place))[1:]:
        away = np.hypot(*(cards.centres - _expected(cards, taken, basis, row, column)).T) + 1e6 * ~alike
        nearest = int(np.argmin(away))
        if away[nearest] < reach and nearest not in taken.values():
            taken[row, column] = nearest
        else:
            missing += 1
        if missing > MISSING:
            break
    return taken


def _completed(cards: _Cards, taken: dict[tuple[int, int], int], rows: int, columns: int) -> dict[tuple[int, int], int]:
    """With the card of a place that growing missed, near to where all the others say that it lies.

    Growing comes to a corner from one side alone, where piles that lie unevenly lead astray.
    """
    missed = [place for place in product(range(rows), range(columns)) if place not in taken]
    if not missed:
        return taken
    matrix, alike = _lattice(cards, taken), cards.alike(taken[0, 0])
    reach = ASIDE * float(np.median(cards.sides[list(taken.values())]))
    whole = dict(taken)
    for row, column in missed:
        away = np.hypot(*(cards.centres - map_points(matrix, [(column, row)])[0]).T) + 1e6 * ~alike
        nearest = int(np.argmin(away))
        if away[nearest] < reach and nearest not in whole.values():
            whole[row, column] = nearest
    return whole


def _lattice(cards: _Cards, taken: dict[tuple[int, int], int]) -> FloatArray:
    """From (column, row) to pixels, as the cards taken lie."""
    places = np.array([(column, row) for row, column in taken], dtype=float)
    matrix, _ = cv2.findHomography(places, cards.centres[list(taken.values())], 0)
    return np.asarray(matrix, dtype=float)


def _expected(cards: _Cards, taken: dict[tuple[int, int], int], basis: _Basis, row: int, column: int) -> FloatArray:
    """Where the card of a place should be, from the nearest two in its row and column."""
    guesses = []
    for dr, dc, step in ((0, 1, basis.along), (1, 0, basis.down)):
        one, two = taken.get((row - dr, column - dc)), taken.get((row - 2 * dr, column - 2 * dc))
        if one is not None:
            here = cards.centres[one]
            guesses.append(here + (step if two is None else here - cards.centres[two]))
    if guesses:
        return np.asarray(np.mean(guesses, axis=0))
    return np.asarray(cards.centres[basis.start] + column * basis.along + row * basis.down)


def _fitted(cards: _Cards, taken: dict[tuple[int, int], int], rows: int, columns: int) -> PileGrid | None:
    """The lattice through the cards taken, None when they do not lie on one."""
    places = np.array([(column, row) for row, column in taken], dtype=float)
    used = list(taken.values())
    centres, side = cards.centres[used], float(np.median(cards.sides[used]))
    matrix = _lattice(cards, taken)
    if np.hypot(*(map_points(matrix, places) - centres).T).max() > 0.2 * side:
        return None
    # A lattice unit's square has the side of a card divided by its share.
    units = [side_of(map_points(matrix, UNIT_SQUARE - 0.5 + place)) for place in places]
    share = float(np.median(cards.sides[used] / units))
    if not 1 / FAR < share < 1 / NEAR:
        return None
    others = np.delete(cards.centres, used, axis=0)
    x, y = map_points(np.linalg.inv(matrix), others).T if len(others) else np.empty((2, 0))
    within = (x > -0.6) & (x < columns - 0.4) & (y > -0.6) & (y < rows - 0.4)
    on_lattice = (np.abs(x - np.round(x)) < 0.2) & (np.abs(y - np.round(y)) < 0.2)
    beside = (x > -1.2) & (x < columns + 0.2) & (y > -1.2) & (y < rows + 0.2) & on_lattice
    found = {place: cards.all[index] for place, index in taken.items()}
    return PileGrid(rows, columns, found, matrix, share, int((within | beside).sum()))
