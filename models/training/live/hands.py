"""Arms that reach over a table: skin or glove, fingers, sleeve, soft shadow; drawn once, then moved about."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.composite.light import Bytes, Floats, Rng

SKINS = ((176, 196, 232), (150, 178, 224), (118, 152, 205), (96, 134, 190), (70, 105, 160), (52, 78, 122), (38, 56, 88))
"""sRGB, BGR, from pale to dark."""
LENGTH_MM = 950.0
WIDTH_MM = 170.0
TIP_MM = 12.0
"""From the upper edge of the drawing to the finger tips."""
SHADOW_MM = 16.0


@dataclass(frozen=True, slots=True, eq=False)
class Arm:
    """An arm drawn upright, finger tips up: colour (h, w, 3) and cover (h, w) uint8, at a scale."""

    colour: Bytes
    cover: Bytes
    pixels_per_mm: float


def draw_arm(rng: Rng, pixels_per_mm: float, brightness: float) -> Arm:
    """A random arm under a lamp that lights white paper to `brightness` (linear)."""
    # Hands are smooth, so a coarse drawing will do.
    scale = min(pixels_per_mm, 1.6)
    size = round(WIDTH_MM * scale), round(LENGTH_MM * scale)
    bones, cuff_mm = _bones(rng), float(rng.uniform(150, 330))
    hand = _capsules(size, bones, scale)
    sleeve = _sleeve(rng, size, cuff_mm, scale)
    cover = np.maximum(hand, sleeve)
    level = 0.92 * (brightness / 0.75) ** (1 / 2.2)
    skin = np.array(SKINS[int(rng.integers(len(SKINS)))], np.float32) * level
    cloth = rng.uniform(15, 225, 3).astype(np.float32) * level
    is_sleeve = (sleeve > 127)[..., None]
    colour = np.where(is_sleeve, cloth * _weave(rng, size), skin * _blotches(rng, size))
    colour = colour * _relief(hand, sleeve, rng)[..., None]
    return Arm(np.clip(colour, 0, 255).astype(np.uint8), cover, scale)


def _bones(rng: Rng) -> list[tuple[tuple[float, float], tuple[float, float], float]]:
    """Segments of the hand as (start, end, radius) in millimetres, x to the right of the middle, y from the top."""
    wrist, palm = 165.0, 105.0
    spread, bend = float(rng.uniform(0.6, 1.3)), float(rng.uniform(0.75, 1.0))
    bones = [
        ((0.0, wrist), (0.0, LENGTH_MM), 30.0),
        ((0.0, wrist), (-4.0, palm), 34.0),
        ((-14.0, palm), (14.0, palm), 27.0),
    ]
    fingers = ((-27.0, 78.0, -34.0), (-9.0, 92.0, -9.0), (9.0, 88.0, 12.0), (25.0, 70.0, 33.0))
    for knuckle, length, lean in fingers:
        reach = length * bend * float(rng.uniform(0.8, 1.0))
        middle = (knuckle + lean * spread * 0.35, palm - reach * 0.5)
        end = (knuckle + lean * spread * 0.55, max(TIP_MM + 8, palm - reach))
        bones += [((knuckle, palm), middle, 9.5), (middle, end, 8.0)]
    side = -1.0 if rng.random() < 0.5 else 1.0
    joint = (side * 42.0, 95.0)
    bones += [((side * 25.0, 135.0), joint, 13.0), (joint, (side * float(rng.uniform(14, 40)), 45.0), 9.5)]
    return bones


def _capsules(
    size: tuple[int, int], bones: list[tuple[tuple[float, float], tuple[float, float], float]], scale: float
) -> Bytes:
    mask = np.zeros((size[1], size[0]), np.uint8)
    for start, end, radius in bones:
        ends = [(round((x + WIDTH_MM / 2) * scale), round(y * scale)) for x, y in (start, end)]
        cv2.line(mask, ends[0], ends[1], 255, max(1, round(2 * radius * scale)), cv2.LINE_AA)
    smooth = cv2.GaussianBlur(mask, (0, 0), 2.2 * scale)
    # Skin closes the sharp notches between fingers and palm.
    return np.clip((smooth.astype(np.float32) - 118) * 20, 0, 255).astype(np.uint8)


def _sleeve(rng: Rng, size: tuple[int, int], cuff_mm: float, scale: float) -> Bytes:
    mask = np.zeros((size[1], size[0]), np.uint8)
    wide = float(rng.uniform(38, 52))
    bulge = cuff_mm + 60 + rng.uniform(0, 60)
    edge = [(-wide, cuff_mm), (wide, cuff_mm), (wide * 1.15, bulge), (wide * 1.3, LENGTH_MM), (-wide * 1.3, LENGTH_MM)]
    edge.append((-wide * 1.1, bulge))
    points = np.array([((x + WIDTH_MM / 2) * scale, y * scale) for x, y in edge])
    cv2.fillPoly(mask, [np.rint(points * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return mask


def _weave(rng: Rng, size: tuple[int, int]) -> Floats:
    """Folds of cloth, with stripes now and then."""
    height = size[1]
    folds = cv2.resize(rng.normal(0, 1, (9, 3)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    stripes = np.sign(np.sin(np.arange(height) * 2 * np.pi / rng.uniform(18, 60))) * (rng.random() < 0.3) * 0.18
    return np.clip(1 + 0.13 * folds + stripes.astype(np.float32)[:, None], 0.4, 1.6)[..., None]


def _blotches(rng: Rng, size: tuple[int, int]) -> Floats:
    """Skin is redder here and there."""
    spots = cv2.resize(rng.normal(0, 1, (60, 14)).astype(np.float32), size, interpolation=cv2.INTER_CUBIC)
    return 1 + 0.02 * spots[..., None] * np.array([-1, -0.6, 0.8], np.float32)


def _relief(hand: Bytes, sleeve: Bytes, rng: Rng) -> Floats:
    """Light and dark of round limbs under a lamp from the side."""
    out = np.ones(hand.shape, np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    for mask in (hand, sleeve):
        away = cv2.distanceTransform((mask > 127).astype(np.uint8), cv2.DIST_L2, 3)
        height = cv2.GaussianBlur(np.sqrt(away), (0, 0), 2)
        right, down = cv2.Sobel(height, cv2.CV_32F, 1, 0), cv2.Sobel(height, cv2.CV_32F, 0, 1)
        tone = 1 - 0.22 * np.clip(np.cos(angle) * right + np.sin(angle) * down, -1.6, 1.6)
        out = np.where(mask > 127, tone, out)
    return out.astype(np.float32)


def lay_arm(picture: Bytes, arm: Arm, tip: tuple[float, float], angle: float, pixels_per_mm: float) -> Bytes:
    """The picture with the arm over it: its finger tips at a pixel, pointing along `angle` (radians from the right)."""
    scale = pixels_per_mm / arm.pixels_per_mm
    turn = angle + np.pi / 2
    c, s = scale * np.cos(turn), scale * np.sin(turn)
    home = np.array([WIDTH_MM / 2 * arm.pixels_per_mm, TIP_MM * arm.pixels_per_mm])
    matrix = np.array([[c, -s, 0.0], [s, c, 0.0]])
    matrix[:, 2] = np.array(tip) - matrix[:, :2] @ home
    corners = np.array([(0, 0, 1), (arm.cover.shape[1], 0, 1), (0, arm.cover.shape[0], 1), (*arm.cover.shape[::-1], 1)])
    seen = corners @ matrix.T
    room = round(2.5 * SHADOW_MM * pixels_per_mm)
    low = np.clip(np.floor(seen.min(axis=0)) - room, 0, picture.shape[1::-1]).astype(int)
    high = np.clip(np.ceil(seen.max(axis=0)) + room, 0, picture.shape[1::-1]).astype(int)
    if np.any(high - low < 2):
        return picture
    matrix[:, 2] -= low
    width, height = int(high[0] - low[0]), int(high[1] - low[1])
    out = picture.copy()
    window = out[low[1] : high[1], low[0] : high[0]]
    cover = cv2.warpAffine(arm.cover, matrix, (width, height))
    colour = cv2.warpAffine(arm.colour, matrix, (width, height), borderMode=cv2.BORDER_REPLICATE)
    _shade(window, cover, pixels_per_mm)
    share = (cover.astype(np.uint16) + 1)[..., None]
    window[...] = ((window * (256 - share) + colour * share) >> 8).astype(np.uint8)
    return out


def _shade(window: Bytes, cover: Bytes, pixels_per_mm: float) -> None:
    """The shadow of the arm on the table, some way to its side."""
    height, width = cover.shape
    small = cv2.resize(cover, (max(1, width // 4), max(1, height // 4)), interpolation=cv2.INTER_AREA)
    move = SHADOW_MM * pixels_per_mm / 4
    small = cv2.warpAffine(small, np.array([[1, 0, 0.7 * move], [0, 1, move]]), small.shape[::-1])
    soft = cv2.GaussianBlur(small, (0, 0), max(0.6, 0.6 * move))
    dark = 256 - (cv2.resize(soft, (width, height)).astype(np.uint16) * 105 >> 8)
    window[...] = (window * dark[..., None] >> 8).astype(np.uint8)
