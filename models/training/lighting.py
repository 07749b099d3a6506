"""Lamps, shadows and glare over a training scene."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from models.training.canvas import Canvas

Field = npt.NDArray[np.float32]


def lamp(rng: np.random.Generator) -> npt.NDArray[np.float32]:
    """BGR gains of a random lamp, candle-warm to sky-blue with some green or magenta tint."""
    warmth = rng.normal(0.08, 0.2)
    tint = rng.normal(0, 0.05)
    gains = np.array([np.exp(-1.15 * warmth), np.exp(tint), np.exp(0.75 * warmth)], np.float32)
    return gains / gains.mean()


def ramp(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    """A smooth field 0..1 across the picture."""
    coarse = rng.random((int(rng.integers(2, 4)), int(rng.integers(2, 4))), dtype=np.float32)
    return np.clip(cv2.resize(coarse, shape[::-1], interpolation=cv2.INTER_CUBIC), 0, 1)


def shine(rng: np.random.Generator, canvas: Canvas) -> None:
    """Light the scene: one or two lamps, fall-off, hard and soft shadows, glare on glossy things."""
    shape = canvas.light.shape[:2]
    gains = lamp(rng)
    field = gains[None, None]
    if rng.random() < 0.3:
        mix = ramp(rng, shape)[..., None]
        field = field * mix + lamp(rng) * rng.uniform(0.6, 1.2) * (1 - mix)
    fall = rng.uniform(0, 0.55)
    field = field * (1 - fall * ramp(rng, shape))[..., None]
    if rng.random() < 0.3:
        field = field * _hard_shadow(rng, shape)[..., None]
    canvas.light = (canvas.light * field).astype(np.float32)
    if rng.random() < 0.4:
        _glare(rng, canvas, gains)


def _hard_shadow(rng: np.random.Generator, shape: tuple[int, int]) -> Field:
    height, width = shape
    mask = np.ones(shape, np.float32)
    for _ in range(int(rng.integers(1, 4))):
        points = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * (width, height)
        cv2.fillPoly(mask, [cv2.convexHull(points.astype(np.int32))], float(rng.uniform(0.3, 0.85)))
    return _soften(mask, float(rng.choice([1.0, 4.0, 15.0])))


def _soften(field: Field, sigma: float) -> Field:
    """Gaussian blur; a wide one is done on a small copy, which looks the same and costs little."""
    shrink = max(1, int(sigma / 2))
    small = cv2.resize(field, (field.shape[1] // shrink, field.shape[0] // shrink), interpolation=cv2.INTER_AREA)
    return cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / shrink), field.shape[::-1])


def _glare(rng: np.random.Generator, canvas: Canvas, gains: npt.NDArray[np.float32]) -> None:
    """Lamp reflections: soft or hard ellipses; where they drown the print, the veil says so."""
    height, width = canvas.light.shape[:2]
    field = np.zeros((height, width), np.float32)
    for _ in range(int(rng.integers(1, 4))):
        centre = tuple(float(v) for v in rng.uniform(0, 1, 2) * (width, height))
        axes = tuple(float(v) for v in rng.uniform(0.02, 0.3, 2) * width)
        spot = np.zeros_like(field)
        cv2.ellipse(spot, (centre, axes, float(rng.uniform(0, 180))), float(rng.uniform(0.2, 2.2)), -1)
        field += _soften(spot, float(rng.uniform(0.1, 0.6) * min(axes)) + 1)
    level = np.percentile(canvas.light, 95)
    canvas.light = canvas.light + field[..., None] * level * gains**0.5
    drowned = field > 1.1
    canvas.veil[drowned] = 255
    canvas.labels[drowned] = 0
