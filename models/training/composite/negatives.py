"""Things that look like a display and are none, laid into photographs like the real ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from models.training.composite import things
from models.training.composite.finish import develop
from models.training.composite.layout import Pose, turn_matrix
from models.training.composite.light import Bytes, Rng, estimate_light
from models.training.composite.paint import Canvas, Gloss, Slab, cast_on_table, lay
from models.training.composite.photos import list_photos, load_photo, make_table, pick_photo
from models.training.composite.scene import Scene, matching_blur
from models.training.composite.view import frame_view

PX = 240
Colour = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a grid to be drawn, and which photographs may be cut up for it."""

    rng: Rng
    photo_use: str
    row: int
    col: int


Draw = Callable[[Cell], Bytes]
"""Draws one cell, uint8 BGRA."""


def make_negative(index: int, photo_use: str, rng: Rng) -> Scene:
    """A grid of something else in a photograph; the kinds take turns by `index`. Its truth holds no cards."""
    kind = tuple(KINDS)[index % len(KINDS)]
    draw, sizes, gap, thick, shapes = KINDS[kind]
    table = make_table(pick_photo(photo_use, rng), rng)
    rows, columns = shapes[int(rng.integers(len(shapes)))]
    poses = _grid(rng, rows, columns, sizes, gap)
    slabs = [
        Slab(
            draw(Cell(rng, photo_use, row, col)), pose.matrix(), 0, thick, things.PAPER, float(rng.uniform(0.95, 1.04))
        )
        for (row, col), pose in zip(np.ndindex(rows, columns), poses, strict=True)
    ]
    size = (table.linear.shape[1], table.linear.shape[0])
    tilt = float(rng.triangular(0, 15, 45))
    # Floors and boards run out of the picture.
    fill = float(rng.uniform(0.45, 0.95 if gap > 0 else 1.5))
    view = frame_view(np.vstack([pose.corners() for pose in poses]), size, tilt, fill, rng)
    canvas = Canvas(table.linear, view, estimate_light(table.linear, rng), _gloss(rng, size))
    cast_on_table(canvas, slabs)
    for slab in slabs:
        lay(canvas, slab)
    blur = matching_blur(table.enlarged, sizes[0] * view.pixels_per_mm((poses[0].x, poses[0].y)), rng)
    truth: dict[str, object] = {"game": "crystalla", "cards": [], "kind": kind, "photo": table.name}
    return Scene(develop(canvas.pixels, blur, rng), {**truth, "tilt_deg": round(tilt, 1)})


def _gloss(rng: Rng, size: tuple[int, int]) -> tuple[Gloss, ...]:
    x, y = rng.uniform(0.2, 0.8, 2) * size
    reach = float(0.15 * max(size))
    return (Gloss((float(x), float(y)), (reach, 0.6 * reach), float(rng.uniform(0, 180)), float(rng.uniform(0, 0.1))),)


def _grid(rng: Rng, rows: int, columns: int, size: tuple[float, float], gap: float) -> list[Pose]:
    turn = float(rng.normal(0, 12) if rng.random() < 0.6 else rng.uniform(-180, 180))
    care = float(rng.uniform(0, 1)) if gap > 0 else 0.0
    out = []
    for row, col in np.ndindex(rows, columns):
        place = np.array([col * (size[0] + gap), row * (size[1] + gap)]) + rng.normal(0, 0.5 * care, 2)
        x, y = turn_matrix(turn, (0, 0))[:2, :2] @ place
        out.append(Pose(float(x), float(y), turn + float(rng.normal(0, care)), size))
    return out


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


Kind = tuple[Draw, tuple[float, float], float, float, tuple[tuple[int, int], ...]]
GAMES = ((3, 4), (4, 3), (3, 3), (2, 3), (4, 4))
KINDS: dict[str, Kind] = {
    "playing cards": (_playing_card, (63, 88), 3.0, 0.3, ((3, 4), (2, 4), (3, 3))),
    "tiled floor": (_floor_tile, (100, 100), 0.0, 0.05, ((7, 9), (5, 6))),
    "chess board": (_chess_square, (45, 45), 0.0, 0.05, ((8, 8),)),
    "picture tiles": (_picture_tile, (56, 56), 1.5, 0.5, GAMES),
    "memory cards": (_memory_card, (60, 60), 4.0, 1.5, GAMES),
    "straight diagonals": (_diagonal_square, (56, 56), 1.0, 0.4, GAMES),
    "plain squares": (_plain_square, (56, 56), 2.0, 0.4, GAMES),
    "path tiles": (_ring_tile, (50, 50), 0.8, 1.8, GAMES),
}
"""How to draw a cell, its millimetres, the gap between cells, its thickness, and the (rows, columns) that occur."""
