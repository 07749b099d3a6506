"""The same photographed cards in another light, or from further off: cheap photos for the card network."""

from __future__ import annotations

import cv2
import numpy as np

from vision.crystalla.crop import CROP_PX

HEAVIEST = 0.92
"""Share of the light in the heaviest reflection through which a person still reads the print."""


def coarser(rng: np.random.Generator, crops: np.ndarray) -> np.ndarray:
    """All crops (k, 80, 80, 3) of one display as a camera further off sees them, three displays in ten."""
    if rng.random() < 0.7:
        return crops
    side = int(rng.integers(28, 72))
    small = [cv2.resize(crop, (side, side), interpolation=cv2.INTER_AREA) for crop in crops]
    return np.stack([cv2.resize(crop, (CROP_PX, CROP_PX), interpolation=cv2.INTER_LINEAR) for crop in small])


def relit(rng: np.random.Generator, crops: np.ndarray) -> np.ndarray:
    """All crops (k, 80, 80, 3) of one display in another light: lamp, exposure, haze of a reflecting lamp, tone."""
    if rng.random() < 0.25:
        return crops
    warmth, tint = rng.normal(0.05, 0.25), rng.normal(0, 0.06)
    gains = np.exp([-1.1 * warmth, tint, 0.7 * warmth]) * 2 ** rng.normal(0, 0.3)
    out = np.clip(crops, 0, 1) ** rng.uniform(0.75, 1.35) * gains.astype(np.float32)
    if rng.random() < 0.5:
        share = veil(rng, len(crops))
        lamp = np.exp([-0.5 * warmth, 0.0, 0.3 * warmth]) * rng.uniform(0.6, 1.1)
        out = out * (1 - share) + share * lamp.astype(np.float32)
    grey = out.mean(-1, keepdims=True)
    out = grey + (out - grey) * rng.uniform(0.6, 1.3)
    return np.clip(out, 0, 1).astype(np.float32)


def veil(rng: np.random.Generator, count: int) -> np.ndarray:
    """Share (k, 80, 80, 1) of the light that is a reflection: each card lies a little otherwise and mirrors its own."""
    one = (count, 1, 1, 1)
    haze = rng.uniform(0, 0.55, one) if rng.random() < 0.6 else HEAVIEST * rng.uniform(0, 1, one) ** 0.7
    haze = haze * (rng.random(one) < 0.6)
    ramp = np.linspace(0, 1, CROP_PX)[:, None, None] if rng.random() < 0.5 else 1.0
    share = (haze * ramp * np.ones((1, CROP_PX, CROP_PX, 1))).astype(np.float32)
    return np.maximum(share, spots(rng, count)) if rng.random() < 0.4 else share


def spots(rng: np.random.Generator, count: int) -> np.ndarray:
    """Soft reflections (k, 80, 80, 1) on a few crops, none strong enough to drown the print for a person."""
    y, x = np.mgrid[:CROP_PX, :CROP_PX].astype(np.float32) / CROP_PX
    out = np.zeros((count, CROP_PX, CROP_PX, 1), np.float32)
    for index in np.flatnonzero(rng.random(count) < 0.3):
        (cx, cy), (rx, ry), turn = rng.uniform(0, 1, 2), rng.uniform(0.1, 0.7, 2), rng.uniform(0, np.pi)
        u = (x - cx) * np.cos(turn) + (y - cy) * np.sin(turn)
        v = (y - cy) * np.cos(turn) - (x - cx) * np.sin(turn)
        out[index, :, :, 0] = rng.uniform(0.2, HEAVIEST) * np.exp(-((u / rx) ** 2) - (v / ry) ** 2)
    return out
