"""Plain pawns: cubes and discs of about 12 mm in the colours of the reference copy."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, unique

import cv2
import numpy as np

from calibration.sheets.crystalla.extras import pawn_colour
from models.training.composite.layout import Pose
from models.training.composite.light import Bytes, Rng
from models.training.composite.paint import Slab
from models.training.live.room import Spot

PX = 64


@unique
class Shape(Enum):
    """What the pawns are."""

    CUBE = "cube"
    DISC = "disc"


@dataclass(frozen=True, slots=True)
class PawnSet:
    """The pawns of one copy: their shape, width and height, and the sRGB colour (BGR, 0..255) of each player."""

    shape: Shape
    width_mm: float
    height_mm: float
    colours: tuple[tuple[int, int, int], ...]


def draw_pawns(rng: Rng, colours: tuple[str, ...]) -> PawnSet:
    """Pawns of one copy: paints differ a little from copy to copy."""
    shape = Shape.CUBE if rng.random() < 0.6 else Shape.DISC
    width = float(rng.uniform(10, 12.5) if shape is Shape.CUBE else rng.uniform(11, 13))
    height = width if shape is Shape.CUBE else float(rng.uniform(4, 8))
    return PawnSet(shape, width, height, tuple(_paint(rng, colour) for colour in colours))


def _paint(rng: Rng, colour: str) -> tuple[int, int, int]:
    code = pawn_colour(colour)
    bgr = np.array([int(code[start : start + 2], 16) for start in (5, 3, 1)], float)
    seen = np.clip(bgr * rng.uniform(0.85, 1.15) + rng.normal(0, 8, 3), 8, 247)
    return int(seen[0]), int(seen[1]), int(seen[2])


def pawn_slab(pawns: PawnSet, colour: int, spot: Spot, base_mm: float) -> Slab:
    """A pawn standing on something `base_mm` high."""
    bgr = pawns.colours[colour]
    dark = (np.array(bgr) / 255.0) ** 2.2 * 0.45
    matrix = Pose(spot.x, spot.y, spot.degrees, (pawns.width_mm, pawns.width_mm)).matrix()
    side = (float(dark[0]), float(dark[1]), float(dark[2]))
    return Slab(_picture(pawns.shape, bgr), matrix, base_mm, pawns.height_mm, side)


def _picture(shape: Shape, bgr: tuple[int, int, int]) -> Bytes:
    out = np.zeros((PX, PX, 4), np.uint8)
    out[..., :3] = bgr
    if shape is Shape.CUBE:
        out[..., 3] = 255
        cv2.rectangle(out, (0, 0), (PX - 1, PX - 1), (*(min(255, int(1.15 * v + 8)) for v in bgr), 255), 3)
        return out
    mask = np.zeros((PX, PX), np.uint8)
    cv2.circle(mask, (PX // 2, PX // 2), PX // 2 - 1, 255, cv2.FILLED, cv2.LINE_AA)
    out[..., 3] = mask
    cv2.circle(out, (PX // 2, PX // 2), PX // 2 - 7, (*(min(255, int(1.1 * v + 6)) for v in bgr), 255), 3, cv2.LINE_AA)
    return out
