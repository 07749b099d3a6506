"""Lays look-alikes into a training scene: as a grid like a display, or strewn; each cell becomes a decoy."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from models.training.camera import FloatArray, Image
from models.training.canvas import CARD_MM, Canvas, place
from models.training.lookalikes import boards, loose
from models.training.lookalikes.ink import Draw, Rng

Make = Callable[[Rng], Draw]


@dataclass(frozen=True, slots=True)
class Kind:
    """What a grid is made of, its cells' millimetres (least, most) and their height per width."""

    make: Make
    least_mm: float
    most_mm: float
    aspect: float = 1.0


LOOSE: tuple[Kind, ...] = (
    Kind(loose.playing_cards, 40, 70, 1.4),
    Kind(loose.game_backs, 35, 80),
    Kind(loose.picture_cards, 35, 80),
    Kind(loose.picture_cards, 50, 62),
    Kind(loose.photo_prints, 40, 100),
    Kind(loose.letter_tiles, 18, 45),
    Kind(loose.dominoes, 20, 45, 2.0),
    Kind(loose.coasters, 50, 100),
    Kind(loose.sticky_notes, 35, 80),
    Kind(loose.split_squares, 35, 80),
    Kind(loose.split_squares, 50, 62),
    Kind(loose.road_tiles, 35, 60),
)
"""Things with a gap between them, or strewn."""
BOARDS: tuple[Kind, ...] = (
    Kind(boards.floor, 40, 150),
    Kind(boards.ornament, 40, 150),
    Kind(boards.draughts, 25, 70),
    Kind(boards.chocolate, 18, 60),
    Kind(boards.panes, 40, 120),
    Kind(boards.quilt, 35, 110),
    Kind(boards.keys, 15, 45),
    Kind(boards.puzzle_cube, 18, 60),
    Kind(boards.numbers, 20, 70),
    Kind(boards.table_of_scores, 15, 60),
)
"""Cells that touch, or nearly."""
MOST_CELLS = 60
DISPLAY_REACH_MM = 125.0
"""Half the width of a display."""


def beside(rng: Rng, canvas: Canvas, turn: FloatArray) -> None:
    """Look-alikes next to where the display will lie, or beneath it; `turn` is the display's pose."""
    if rng.random() < 0.3:
        lay_grid(rng, canvas, turn, np.zeros(2), BOARDS[int(rng.integers(len(BOARDS)))], cover=True)
        return
    angle = rng.choice(4) * np.pi / 2 if rng.random() < 0.5 else rng.uniform(0, 2 * np.pi)
    away = (DISPLAY_REACH_MM + rng.uniform(60, 200)) * np.array([np.cos(angle), np.sin(angle)])
    lay_some(rng, canvas, turn, away)


def lay_some(rng: Rng, canvas: Canvas, turn: FloatArray, centre: FloatArray) -> None:
    """One kind of look-alikes about a place in the plane of `turn`: mostly a grid, else strewn."""
    kinds = LOOSE if rng.random() < 0.65 else BOARDS
    kind = kinds[int(rng.integers(len(kinds)))]
    if kinds is LOOSE and rng.random() < 0.2:
        _strew(rng, canvas, turn, centre, kind)
    else:
        lay_grid(rng, canvas, turn, centre, kind)


def lay_grid(
    rng: Rng, canvas: Canvas, turn: FloatArray, centre: FloatArray, kind: Kind, *, cover: bool = False
) -> None:
    """A grid of 2 to 60 cells; one that shall cover the table runs on as far as that number allows."""
    draw = kind.make(rng)
    width = rng.uniform(kind.least_mm, kind.most_mm)
    height = width * kind.aspect
    small = width < 0.6 * CARD_MM
    columns, rows = (8, 7) if cover else (int(v) for v in rng.integers(2, 9 if small else 6, 2))
    tight = kind in BOARDS
    gap = float(
        rng.choice([0.0, rng.uniform(0, 1)]) if tight else rng.choice([0.0, rng.uniform(0, 3), rng.uniform(2, 9)])
    )
    care = 0.0 if tight else float(rng.uniform(0, 1.5))
    base = turn @ place(centre, np.deg2rad(rng.normal(0, 4)), 1.0, centred=False)
    for row, col in list(np.ndindex(rows, columns))[:MOST_CELLS]:
        at = np.array([(col - (columns - 1) / 2) * (width + gap), (row - (rows - 1) / 2) * (height + gap)])
        pose = place(at + rng.normal(0, 0.4 * care, 2), np.deg2rad(rng.normal(0, care)), 1.0, centred=False)
        _lay(rng, canvas, base @ pose, (width, height), draw(row, col), thick=0.05 if tight else 0.5)


def _strew(rng: Rng, canvas: Canvas, turn: FloatArray, centre: FloatArray, kind: Kind) -> None:
    draw, width = kind.make(rng), rng.uniform(kind.least_mm, kind.most_mm)
    for index in range(int(rng.integers(2, 14))):
        spot = place(centre + rng.normal(0, 90, 2), rng.uniform(0, 2 * np.pi), 1.0, centred=False)
        _lay(rng, canvas, turn @ spot, (width, width * kind.aspect), draw(0, index), thick=0.5)


def _lay(
    rng: Rng, canvas: Canvas, middle: FloatArray, size_mm: tuple[float, float], texture: Image, *, thick: float
) -> None:
    """Lay a cell about a pose; half of the oblong ones count as the square in their middle, as a locator sees them."""
    home = np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
    width, height = size_mm
    pose = middle @ np.diag([width, height, 1.0]) @ home
    canvas.lay(pose, texture, thickness_mm=thick, gloss=0.0)
    counted = middle @ np.diag([width, width, 1.0]) @ home if rng.random() < 0.5 else pose
    if canvas.inside(counted):
        canvas.decoys.append(canvas.project(counted))
