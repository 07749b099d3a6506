"""Linear light: conversions, and what a photograph's own lamp does to a white thing laid into it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Floats: TypeAlias = npt.NDArray[np.float32]
Bytes: TypeAlias = npt.NDArray[np.uint8]
Rng: TypeAlias = np.random.Generator

_CODES = np.arange(256) / 255.0
_TO_LINEAR = np.where(_CODES <= 0.04045, _CODES / 12.92, ((_CODES + 0.055) / 1.055) ** 2.4).astype(np.float32)
_STEPS = 8192
_LEVELS = np.arange(_STEPS) / (_STEPS - 1)
_TO_SRGB = np.where(_LEVELS <= 0.0031308, 12.92 * _LEVELS, 1.055 * _LEVELS ** (1 / 2.4) - 0.055).astype(np.float32)


def f32(values: npt.NDArray[Any]) -> Floats:
    """The same values as float32."""
    return np.asarray(values, dtype=np.float32)


def to_linear(picture: Bytes) -> Floats:
    """sRGB codes of any shape to linear light 0..1 (IEC 61966-2-1)."""
    return _TO_LINEAR[picture]


def to_srgb(linear: Floats) -> Floats:
    """Linear light of any shape, clipped to 0..1, to sRGB 0..1 (IEC 61966-2-1)."""
    steps = (np.clip(linear, 0.0, 1.0) * np.float32(_STEPS - 1) + np.float32(0.5)).astype(np.uint16)
    return _TO_SRGB[steps]


@dataclass(frozen=True, slots=True)
class Light:
    """The lamp of a photograph: `field` (h, w, 3) is the linear colour of white paper at each pixel."""

    field: Floats
    black: float
    azimuth: float
    """Where shadows fall to, radians clockwise from the picture's right."""
    elevation: float
    """Height of the lamp above the table, radians."""
    softness: float
    """0 a bare bulb, 1 a clouded sky."""


def estimate_light(table: Floats, rng: Rng) -> Light:
    """Guess the light in a linear photograph (h, w, 3) from its large-scale brightness and its whitest things."""
    small = cv2.resize(table, (64, round(64 * table.shape[0] / table.shape[1])), interpolation=cv2.INTER_AREA)
    shade = f32(_shading(small, float(rng.uniform(0.5, 0.8))))
    white = _white(small) * f32(rng.uniform(0.85, 1.05, 1))
    field = cv2.resize(shade[..., None] * white, table.shape[1::-1], interpolation=cv2.INTER_CUBIC)
    return Light(
        field=f32(field),
        black=float(np.clip(np.percentile(small, 1), 0.002, 0.02)),
        azimuth=_fall(shade) + float(rng.normal(0, 0.4)),
        elevation=float(rng.uniform(0.6, 1.2)),
        softness=float(rng.uniform(0.2, 0.9)),
    )


def _shading(small: Floats, trust: float) -> Floats:
    """Smooth relative brightness; `trust` is how much of it is lamp, the rest being what the table is painted with."""
    logs = np.log(np.maximum(small.mean(axis=2), 0.004))
    low, high = np.percentile(logs, (12, 80))
    smooth = cv2.GaussianBlur(np.clip(logs, low, high), (0, 0), 8, borderType=cv2.BORDER_REPLICATE)
    return f32(np.clip(np.exp(trust * (smooth - np.median(smooth))), 0.55, 1.55))


def _white(small: Floats) -> Floats:
    """The linear colour (3,) that white paper would have: the bright, nearly grey things of the picture."""
    pixels = small.reshape(-1, 3)
    top, bottom = pixels.max(axis=1), pixels.min(axis=1)
    grey = pixels[(top - bottom) < 0.45 * top]
    pool = grey if len(grey) > 30 else pixels
    bright = pool[pool.mean(axis=1) >= np.percentile(pool.mean(axis=1), 95)].mean(axis=0)
    level = float(np.clip(bright.mean(), 0.38, 0.8))
    cast = np.clip(bright / max(float(bright.mean()), 1e-3), 0.75, 1.2)
    return f32(level * (0.25 + 0.75 * cast))


def _fall(shade: Floats) -> float:
    """Shadows fall to where the picture is darker."""
    down, right = np.gradient(shade)
    return float(np.arctan2(-down.mean(), -right.mean()))
