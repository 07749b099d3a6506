"""Cells of grids that look like a display and are none: what one playing card, tile, square or patch looks like."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.composite import things
from models.training.composite.light import Bytes, Rng
from models.training.composite.photos import list_photos, load_photo

PX = 240
Colour = tuple[float, float, float, float]
Shapes = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid to be drawn, and which photographs may be cut up for it.

    `grid` seeds what the cells of one grid have in common.
    """

    rng: Rng
    photo_use: str
    row: int
    col: int
    grid: int

    def common(self) -> Rng:
        """A generator that is the same for all cells of one grid."""
        return np.random.default_rng(self.grid)


Draw = Callable[[Cell], Bytes]
"""Draws one cell, uint8 BGRA."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How to draw a cell, its width and height, the gap and the thickness in mm, the (rows, columns) that occur.

    `fill` bounds the share of the picture that the grid spans: from 1 on it runs out of it on some side.
    """

    draw: Draw
    size: tuple[float, float]
    gap: float
    thick: float
    shapes: Shapes
    fill: tuple[float, float] = (0.45, 0.95)


def _blank(colour: np.ndarray, height: int = PX, width: int = PX) -> Bytes:
    out = np.full((height, width, 4), 255, np.uint8)
    out[..., :3] = np.clip(colour, 0, 255)
    return out


def _ink(rng: Rng, low: int = 0, high: int = 255) -> Colour:
    b, g, r = (float(v) for v in rng.integers(low, high, 3))
    return (b, g, r, 255.0)


def _playing_card(cell: Cell) -> Bytes:
    card = _blank(np.array([245, 248, 250]), 352, 252)
    ink: Colour = (35, 30, 200, 255) if cell.rng.random() < 0.5 else (30, 28, 28, 255)
    rank = "A23456789XJQK"[int(cell.rng.integers(13))]
    suit = int(cell.rng.integers(2))
    pips = int(cell.rng.integers(1, 11))
    for pip in range(pips):
        x, y = (80, 126, 172)[pip % 3], 60 + 232 * (pip // 3 + 1) // (pips // 3 + 2)
        _pip(card, (x, y), 19, suit, ink)
    for turn in range(2):
        cv2.putText(card, rank, (10, 38), cv2.FONT_HERSHEY_DUPLEX, 1.1, ink, 2, cv2.LINE_AA)
        _pip(card, (22, 60), 11, suit, ink)
        card = np.ascontiguousarray(card[::-1, ::-1]) if turn == 0 else card
    return card


def _pip(card: Bytes, centre: tuple[int, int], size: int, suit: int, ink: Colour) -> None:
    x, y = centre
    diamond = np.array([(x, y - size), (x + size, y), (x, y + size), (x - size, y)], np.int32)
    if suit == 0:
        cv2.fillConvexPoly(card, diamond, ink, cv2.LINE_AA)
        return
    for dx, dy in ((-size // 2, 0), (size // 2, 0), (0, -size // 2)):
        cv2.circle(card, (x + dx, y + dy), size // 2, ink, cv2.FILLED, cv2.LINE_AA)
    cv2.line(card, (x, y), (x, y + size), ink, max(2, size // 4), cv2.LINE_AA)


def _floor_tile(cell: Cell) -> Bytes:
    base = np.array([150, 170, 190])
    cloud = cv2.GaussianBlur(cell.rng.normal(0, 1, (PX, PX)).astype(np.float32), (0, 0), 12) * 260
    tile = _blank(base + cell.rng.normal(0, 5) + cloud[..., None])
    cv2.rectangle(tile, (0, 0), (PX - 1, PX - 1), (95, 100, 105, 255), 8)
    return tile


def _chess_square(cell: Cell) -> Bytes:
    dark = (cell.row + cell.col) % 2 == 0
    grain = np.repeat(cell.rng.normal(0, 6, (PX, 1)), PX, axis=1)[..., None]
    square = _blank((np.array([50, 80, 120]) if dark else np.array([150, 200, 225])) + grain)
    if cell.row in (0, 1, 6, 7) and cell.rng.random() < 0.7:
        ink: Colour = (225, 235, 240, 255) if cell.row < 2 else (25, 25, 28, 255)
        cv2.circle(square, (PX // 2, PX // 2), 75, ink, cv2.FILLED, cv2.LINE_AA)
        cv2.circle(square, (PX // 2 - 12, PX // 2 - 12), 38, (120, 130, 135, 255), 5, cv2.LINE_AA)
    return square


def _picture_tile(cell: Cell) -> Bytes:
    names = list_photos(cell.photo_use)
    photo = load_photo(names[int(cell.rng.integers(len(names)))])
    side = int(cell.rng.integers(120, min(photo.shape[:2]) // 2 + 61))
    y, x = (int(cell.rng.integers(0, n - side + 1)) for n in photo.shape[:2])
    scrap = cv2.resize(photo[y : y + side, x : x + side], (PX, PX), interpolation=cv2.INTER_AREA)
    tile = _blank(scrap)
    if cell.col % 2 == 0:
        cv2.rectangle(tile, (0, 0), (PX - 1, PX - 1), (235, 240, 240, 255), 10)
    return tile


def _memory_card(cell: Cell) -> Bytes:
    card = _blank(cell.rng.integers(150, 250, 3))
    ink = _ink(cell.rng, 0, 200)
    sides, reach = int(cell.rng.integers(3, 9)), float(cell.rng.uniform(45, 85))
    steps = np.arange(2 * sides) * np.pi / sides
    reaches = np.where(np.arange(2 * sides) % 2, reach, reach * cell.rng.uniform(0.4, 1))
    points = np.stack([np.cos(steps), np.sin(steps)], -1) * reaches[:, None] + PX / 2
    cv2.fillPoly(card, [np.rint(points).astype(np.int32)], ink, cv2.LINE_AA)
    cv2.circle(card, (PX // 2, PX // 2), int(cell.rng.integers(10, 30)), _ink(cell.rng), cv2.FILLED, cv2.LINE_AA)
    return things.rounded(card, 0.06)


def _diagonal_square(cell: Cell) -> Bytes:
    """Two right triangles: a straight cut has no large side, so it tells no rotation."""
    square = _blank(cell.rng.integers(20, 240, 3))
    corners = np.roll(np.array([(0, 0), (PX, 0), (PX, PX), (0, PX)]), int(cell.rng.integers(4)), axis=0)
    cv2.fillConvexPoly(square, corners[:3].astype(np.int32), _ink(cell.rng, 20, 240), cv2.LINE_AA)
    return square


def _plain_square(cell: Cell) -> Bytes:
    square = _blank(cell.rng.integers(20, 240, 3))
    if cell.rng.random() < 0.5:
        cv2.rectangle(square, (50, 50), (PX - 51, PX - 51), _ink(cell.rng), int(cell.rng.choice([-1, 12])), cv2.LINE_AA)
    return square


def _ring_tile(cell: Cell) -> Bytes:
    """Path tiles of other games: two quarter arcs or a crossing."""
    tile = _blank(np.array([90, 150, 90]) + cell.rng.normal(0, 12))
    path: Colour = (170, 205, 225, 255)
    if cell.rng.random() < 0.6:
        middle, turn = (PX // 2, int(cell.rng.integers(2)))
        for corner in ((0, 0), (PX, PX)) if turn else ((PX, 0), (0, PX)):
            cv2.circle(tile, corner, middle, path, 40, cv2.LINE_AA)
        return tile
    cv2.line(tile, (PX // 2, 0), (PX // 2, PX), path, 40)
    cv2.line(tile, (0, PX // 2), (PX, PX // 2), path, 40)
    return tile


def _pad_box(cell: Cell) -> Bytes:
    """A score pad's box: a printed rule round it, a name above, points in pencil below, the total shaded."""
    paper = _blank(np.array([232, 240, 243]) + cell.common().normal(0, 6, 3), 120, PX)
    if cell.row == 0:
        paper[..., :3] = cell.common().integers(90, 215, 3)
    elif cell.row % 5 == 4:
        paper[..., :3] = (paper[..., :3] * 0.82).astype(np.uint8)
    if cell.row == 0 or cell.rng.random() < 0.6:
        text = "ABCDEFGH"[cell.col] if cell.row == 0 else str(int(cell.rng.integers(0, 99)))
        at = (int(cell.rng.integers(50, 110)), int(cell.rng.integers(80, 100)))
        cv2.putText(paper, text, at, cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 2.4, (95, 80, 75, 255), 4, cv2.LINE_AA)
    cv2.rectangle(paper, (0, 0), (PX - 1, 119), (110, 100, 95, 255), 2)
    return paper


def _gingham_repeat(cell: Cell) -> Bytes:
    """A white, two pale and one full check: the repeat of a gingham cloth, woven."""
    dye = cell.common().integers(10, 170, 3).astype(np.float32)
    warp = np.repeat([0.0, 0.5], PX // 2)
    share = warp[:, None] + warp[None, :]
    y, x = np.mgrid[:PX, :PX]
    weave = 0.94 + 0.06 * (((x // 3) + (y // 3)) % 2)
    return _blank((np.array([238, 240, 242]) * (1 - share[..., None]) + dye * share[..., None]) * weave[..., None])


def _stripe(cell: Cell) -> Bytes:
    """A stripe of cloth in one of two or three tones by turns, with ribs along it."""
    common = cell.common()
    tones = common.integers(25, 245, (int(common.integers(2, 4)), 3))
    ribs = 1 + 0.07 * np.sin(np.arange(48) * 0.9)[None, :, None]
    return _blank(tones[cell.col % len(tones)] * ribs, 480, 48)


def _month_square(cell: Cell) -> Bytes:
    """A wall calendar's day: its figure at the lower right, holidays in red, a sticker or an entry on some."""
    day = _blank(np.array([248, 250, 250]))
    ink: Colour = (50, 40, 200, 255) if cell.col == 6 else (60, 55, 50, 255)
    figure = str(1 + (7 * cell.row + cell.col) % 31)
    cv2.putText(day, figure, (130, 215), cv2.FONT_HERSHEY_COMPLEX, 2.2, ink, 4, cv2.LINE_AA)
    if cell.rng.random() < 0.35:
        at = (int(cell.rng.integers(45, 110)), int(cell.rng.integers(45, 100)))
        cv2.ellipse(day, at, (38, 30), float(cell.rng.uniform(0, 90)), 0, 360, _ink(cell.rng), cv2.FILLED, cv2.LINE_AA)
    cv2.rectangle(day, (0, 0), (PX - 1, PX - 1), (170, 165, 160, 255), 3)
    return day


GAMES: Shapes = ((3, 4), (4, 3), (3, 3), (2, 3), (4, 4))
WIDE = (0.6, 1.5)
ALONE = (1.5, 2.6)
"""Nothing else is to be seen."""
KINDS: dict[str, Kind] = {
    "playing cards": Kind(_playing_card, (63, 88), 3.0, 0.3, ((3, 4), (2, 4), (3, 3))),
    "tiled floor": Kind(_floor_tile, (100, 100), 0.0, 0.05, ((7, 9), (5, 6)), WIDE),
    "chess board": Kind(_chess_square, (45, 45), 0.0, 0.05, ((8, 8),), WIDE),
    "picture tiles": Kind(_picture_tile, (56, 56), 1.5, 0.5, GAMES),
    "memory cards": Kind(_memory_card, (60, 60), 4.0, 1.5, GAMES),
    "straight diagonals": Kind(_diagonal_square, (56, 56), 1.0, 0.4, GAMES),
    "plain squares": Kind(_plain_square, (56, 56), 2.0, 0.4, GAMES),
    "path tiles": Kind(_ring_tile, (50, 50), 0.8, 1.8, GAMES),
    "score pad": Kind(_pad_box, (24, 12), 0.0, 0.05, ((12, 5), (10, 4), (14, 7)), WIDE),
    "gingham": Kind(_gingham_repeat, (48, 48), 0.0, 0.02, ((9, 11), (11, 9)), ALONE),
    "striped cloth": Kind(_stripe, (36, 500), 0.0, 0.02, ((1, 16), (1, 22)), ALONE),
    "calendar": Kind(_month_square, (40, 40), 0.0, 0.05, ((5, 7),), WIDE),
}
