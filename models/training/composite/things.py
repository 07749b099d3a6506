"""Pictures of things that lie about: sleeves, loose squares, pencils, coins, dice, slips of paper."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.composite.layout import CARD_MM, Pose
from models.training.composite.light import Bytes, Rng
from models.training.composite.paint import Slab

SLEEVE_MM = 60.0
PAPER = (0.75, 0.8, 0.82)


def rounded(picture: Bytes, radius: float) -> Bytes:
    """The picture with its corners cut round, `radius` a share of its side."""
    if radius <= 0:
        return picture
    side = picture.shape[0]
    mask = rounded_mask(side, radius)
    out = picture.copy()
    out[..., 3] = np.minimum(out[..., 3], mask)
    return out


def rounded_mask(side: int, radius: float) -> Bytes:
    """A white rounded square (side, side) on black, without stairs."""
    big = np.zeros((4 * side, 4 * side), np.uint8)
    r = max(1, round(4 * side * radius))
    cv2.rectangle(big, (r, 0), (4 * side - 1 - r, 4 * side - 1), 255, cv2.FILLED)
    cv2.rectangle(big, (0, r), (4 * side - 1, 4 * side - 1 - r), 255, cv2.FILLED)
    for x in (r, 4 * side - 1 - r):
        for y in (r, 4 * side - 1 - r):
            cv2.circle(big, (x, y), r, 255, cv2.FILLED)
    return np.asarray(cv2.resize(big, (side, side), interpolation=cv2.INTER_AREA), np.uint8)


def sleeve(pose: Pose, base_mm: float, sheen: tuple[float, float, float]) -> Slab:
    """A clear sleeve round a card: a faint milky film with a paler rim."""
    film = np.full((240, 240, 4), 235, np.uint8)
    film[..., 3] = 16
    cv2.rectangle(film, (1, 1), (238, 238), (240, 240, 240, 70), 2)
    wide = Pose(pose.x, pose.y, pose.degrees, (SLEEVE_MM, SLEEVE_MM))
    return Slab(film, wide.matrix(), base_mm, 0.05, (0.5, 0.5, 0.5), sheen=(sheen[0], sheen[1], 1.6 * sheen[2]))


def clutter(rng: Rng, x: float, y: float) -> Slab:
    """A pencil, coin, die or slip of paper at a place in millimetres."""
    kind = int(rng.integers(4))
    degrees = float(rng.uniform(0, 360))
    if kind == 0:
        return Slab(_pencil(rng), Pose(x, y, degrees, (150, 7.5)).matrix(), 0, 5.0, (0.12, 0.1, 0.08))
    if kind == 1:
        side = float(rng.uniform(19, 27))
        return Slab(_coin(rng), Pose(x, y, degrees, (side, side)).matrix(), 0, 1.8, (0.25, 0.24, 0.22))
    if kind == 2:
        return Slab(_die(rng), Pose(x, y, degrees, (16, 16)).matrix(), 0, 9.0, (0.3, 0.3, 0.3))
    return Slab(_slip(rng), Pose(x, y, degrees, (60, 95)).matrix(), 0, 0.2, PAPER)


def _pencil(rng: Rng) -> Bytes:
    body = rng.integers(20, 230, 3)
    shade = np.array([0.55, 0.85, 1.0, 1.0, 0.8, 0.6, 0.4])
    out = np.zeros((56, 1120, 4), np.uint8)
    bands = np.repeat(shade, 8)[:, None, None]
    out[..., :3] = np.clip(body * bands, 0, 255)
    out[:, :110, :3] = np.clip(np.array([120, 175, 215]) * bands, 0, 255)
    out[:, :28, :3] = 45
    out[:, 1060:, :3] = np.clip(np.array([110, 110, 210]) * bands, 0, 255)
    tip = np.array([(0, 28), (110, 0), (1119, 0), (1119, 55), (110, 55)], np.int32)
    alpha = np.zeros(out.shape[:2], np.uint8)
    cv2.fillConvexPoly(alpha, tip, 255, cv2.LINE_AA)
    out[..., 3] = alpha
    return out


def _coin(rng: Rng) -> Bytes:
    metal = np.array([(70, 115, 165), (150, 155, 160), (60, 150, 190)][int(rng.integers(3))], np.float32)
    side = 160
    y, x = np.ogrid[:side, :side]
    slope = (x - 0.6 * y) / side
    noise = cv2.GaussianBlur(rng.normal(0, 1, (side, side)).astype(np.float32), (0, 0), 3) * 2.2
    out = np.zeros((side, side, 4), np.uint8)
    out[..., :3] = np.clip(metal * (0.85 + 0.3 * slope + 0.25 * noise)[..., None], 0, 255)
    cv2.circle(out, (80, 80), 72, (*(float(v) for v in metal * 0.55), 255.0), 3, cv2.LINE_AA)
    out[..., 3] = 0
    alpha = np.zeros((side, side), np.uint8)
    cv2.circle(alpha, (80, 80), 79, 255, cv2.FILLED, cv2.LINE_AA)
    out[..., 3] = alpha
    return out


def _die(rng: Rng) -> Bytes:
    out = np.full((128, 128, 4), 255, np.uint8)
    out[..., :3] = [(235, 240, 240), (40, 40, 190), (160, 80, 30)][int(rng.integers(3))]
    ink = (20.0, 20.0, 20.0, 255.0) if out[0, 0, 1] > 200 else (235.0, 235.0, 235.0, 255.0)
    spots = [(64, 64), (34, 34), (94, 94), (34, 94), (94, 34)][: int(rng.integers(1, 6))]
    for spot in spots:
        cv2.circle(out, spot, 12, ink, cv2.FILLED, cv2.LINE_AA)
    return rounded(out, 0.12)


def _slip(rng: Rng) -> Bytes:
    out = np.full((380, 240, 4), 255, np.uint8)
    out[..., :3] = rng.integers(215, 250)
    for y in range(30, 360, int(rng.integers(18, 30))):
        cv2.line(out, (16, y), (224, y), (190, 170, 160, 255), 1)
        if rng.random() < 0.6:
            words = str(int(rng.integers(10, 9999)))
            cv2.putText(
                out, words, (20, y - 4), cv2.FONT_HERSHEY_SCRIPT_SIMPLEX, 0.7, (90, 50, 40, 255), 2, cv2.LINE_AA
            )
    return out


def loose_card(rng: Rng, picture: Bytes, x: float, y: float) -> Slab:
    """A card that belongs to no display."""
    pose = Pose(x, y, float(rng.uniform(0, 360)), (CARD_MM, CARD_MM))
    return Slab(picture, pose.matrix(), 0.0, 0.4, PAPER, float(rng.uniform(0.94, 1.04)))
