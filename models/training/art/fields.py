"""Fast scalar fields on a square canvas: coordinates, noise, cells, warps and lighting."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Field: TypeAlias = npt.NDArray[np.float32]
"""float32 (size, size), mostly 0..1."""
Image: TypeAlias = npt.NDArray[np.float32]
"""float32 (size, size, 3), BGR 0..1."""
Rng: TypeAlias = np.random.Generator
Point: TypeAlias = tuple[float, float]


def f32(values: Any) -> Field:
    """The values as a contiguous float32 array."""
    return np.ascontiguousarray(values, np.float32)


@lru_cache(maxsize=8)
def grid(size: int) -> tuple[Field, Field]:
    """x and y of every pixel centre, in 0..1; shared, never write to them."""
    line = f32((np.arange(size) + 0.5) / size)
    x, y = np.meshgrid(line, line)
    x, y = f32(x), f32(y)
    x.flags.writeable = y.flags.writeable = False
    return x, y


def clip01(field: Field) -> Field:
    """The field limited to 0..1."""
    return np.clip(field, 0.0, 1.0)


def normal(field: Field) -> Field:
    """The field stretched linearly to 0..1."""
    low, high = float(field.min()), float(field.max())
    return (field - low) / max(high - low, 1e-6)


def ramp_between(field: Field, low: float | Field, high: float | Field) -> Field:
    """Smooth step: 0 below `low`, 1 above `high` (the other way round when low > high)."""
    t = np.clip((field - low) / (high - low), 0.0, 1.0)
    return f32(t * t * (3.0 - 2.0 * t))


def noise(rng: Rng, size: int, cells: float, octaves: int = 3, stretch: float = 1.0) -> Field:
    """Value noise in 0..1 with about `cells` bumps across; `stretch` > 1 makes them long in x."""
    total = np.zeros((size, size), np.float32)
    gain = 1.0
    for octave in range(octaves):
        rows = max(2, min(size, round(cells * 2**octave)))
        columns = max(2, min(size, round(cells * 2**octave / stretch)))
        bumps = rng.random((rows + 1, columns + 1), dtype=np.float32)
        total += gain * cv2.resize(bumps, (size, size), interpolation=cv2.INTER_CUBIC)
        gain *= 0.5
    return normal(total)


def grain(rng: Rng, size: int, blur: float = 0.0) -> Field:
    """White noise around 0 with unit spread, blurred by `blur` px first."""
    white = rng.standard_normal((size, size), dtype=np.float32)
    if blur <= 0:
        return white
    soft = cv2.GaussianBlur(white, (0, 0), blur)
    return f32(soft / max(float(soft.std()), 1e-6))


def warp(image: Field, dx: Field, dy: Field) -> Field:
    """Each pixel fetched from (dx, dy) px away, mirrored at the sides; any channel count."""
    size = image.shape[0]
    x, y = grid(size)
    x, y = f32(x * size - 0.5 + dx), f32(y * size - 0.5 + dy)
    return f32(cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101))


def turbulence(rng: Rng, size: int, cells: float, amount_px: float) -> tuple[Field, Field]:
    """A smooth displacement for `warp`, up to `amount_px` either way."""
    dx = (noise(rng, size, cells, 2) - 0.5) * (2.0 * amount_px)
    return dx, (noise(rng, size, cells, 2) - 0.5) * (2.0 * amount_px)


def scatter(rng: Rng, count: int, jitter: float = 0.45) -> npt.NDArray[np.float32]:
    """About `count` points of the unit square on a jittered grid that overhangs it: float32 (n, 2)."""
    side = max(2, round(count**0.5))
    step = 1.0 / side
    line = (np.arange(-1, side + 1) + 0.5) * step
    points = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return f32(points + rng.uniform(-jitter, jitter, points.shape) * step)


def cells(points: npt.NDArray[np.float32], size: int, scale: float = 2.0) -> tuple[npt.NDArray[np.int32], Field]:
    """Voronoi cells of unit-square points: label of each pixel, and its distance to the cell's edge in px."""
    big = round(size * scale)
    pad = big // 4
    seeds = np.full((big + 2 * pad, big + 2 * pad), 255, np.uint8)
    spots = np.clip(np.rint(points * big).astype(int) + pad, 0, seeds.shape[0] - 1)
    seeds[spots[:, 1], spots[:, 0]] = 0
    _, labels = cv2.distanceTransformWithLabels(seeds, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
    labels = labels[pad : pad + big, pad : pad + big]
    inside = np.ones((big, big), np.uint8)
    inside[:, 1:] &= labels[:, 1:] == labels[:, :-1]
    inside[1:] &= labels[1:] == labels[:-1]
    edge = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
    half = int(scale // 2)
    step = max(1, int(scale))
    small = labels[half::step, half::step][:size, :size]
    return np.ascontiguousarray(small), cv2.resize(edge, (size, size), interpolation=cv2.INTER_AREA) / np.float32(scale)


def spread(labels: npt.NDArray[np.int32], rng: Rng) -> Field:
    """One random number in 0..1 for each label, as a field."""
    values = rng.random(int(labels.max()) + 1, dtype=np.float32)
    return f32(values[labels])


def relief(height: Field, strength: float, angle: float = -2.3) -> Field:
    """Lambert-like light in -1..1 on a height field, the lamp at `angle` radians (default: upper left)."""
    dx = cv2.Scharr(height, cv2.CV_32F, 1, 0)
    dy = cv2.Scharr(height, cv2.CV_32F, 0, 1)
    slope = (dx * np.cos(angle) + dy * np.sin(angle)) * (strength / 16.0)
    return f32(np.tanh(slope))


def lerp(a: Any, b: Any, t: Field) -> Image:
    """`a` where t = 0, `b` where t = 1; a and b are images or BGR colours, t is a field."""
    weight = np.repeat(t[..., None], 3, 2)
    start = np.asarray(a, np.float32)
    return f32(start + (np.asarray(b, np.float32) - start) * weight)


def plain(size: int, bgr: Any) -> Image:
    """One colour (BGR 0..1) over the whole canvas."""
    return np.full((size, size, 3), np.asarray(bgr, np.float32), np.float32)


def turned(size: int, angle: float) -> tuple[Field, Field]:
    """Coordinates in card sides along and across a direction in radians."""
    x, y = grid(size)
    return f32(x * np.cos(angle) + y * np.sin(angle)), f32(y * np.cos(angle) - x * np.sin(angle))


def wave(field: Field) -> Field:
    """A triangle wave of period 1 in 0..1: 0 at whole numbers, 1 half way between."""
    return f32(1.0 - np.abs(2.0 * (field - np.floor(field)) - 1.0))


def blur(image: Field, sigma_px: float) -> Field:
    """Gaussian blur of a field or an image."""
    return f32(cv2.GaussianBlur(image, (0, 0), max(sigma_px, 0.3)))


def tint(image: Image, gain: Field) -> Image:
    """The image made lighter or darker by a factor per pixel."""
    return f32(image * np.repeat(gain[..., None], 3, 2))
