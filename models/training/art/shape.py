"""Where things are on a random printing's card: border, corner radius, cut, segment masks (CR-01)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Point, Rng, f32
from rules.crystalla.vocabulary import Segment

Polyline = npt.NDArray[np.float32]
SUPERSAMPLE = 4
MIN_LARGE, MAX_LARGE = 0.55, 0.80


@dataclass(frozen=True, slots=True)
class Shape:
    """The geometry of one deck; masks are float32 (size, size) in 0..1, the cut is in card units 0..1."""

    size: int
    border: float
    radius: float
    cut: Polyline
    card: Field
    large: Field
    small: Field
    large_to_edge: Field
    small_to_edge: Field

    def mask(self, segment: Segment) -> Field:
        """The printed segment, border left out."""
        return self.large if segment is Segment.LARGE else self.small

    def outer_mask(self, segment: Segment) -> Field:
        """The segment with its share of the border."""
        return self.large_to_edge if segment is Segment.LARGE else self.small_to_edge

    def line(self, width_px: float) -> Field:
        """The cut drawn as a line of this width."""
        return _supersampled(self.size, lambda canvas: _stroke(canvas, self.cut, width_px))


def make_shape(rng: Rng, size: int, borders: tuple[float, float], radii: tuple[float, float]) -> Shape:
    """A random card shape; border and corner radius in card widths, drawn from the given ranges."""
    border, radius = float(rng.uniform(*borders)), float(rng.uniform(*radii))
    start = _shifted_start(rng)
    inner = _place(_cut(rng), border, *start)
    card = _rounded(size, 0.0, radius)
    field = _rounded(size, border, max(0.0, radius - border) * float(rng.uniform(0, 1.0)))
    small_side = _side(size, inner)
    return Shape(
        size=size,
        border=border,
        radius=radius,
        cut=inner,
        card=card,
        large=field * (1.0 - small_side),
        small=field * small_side,
        large_to_edge=card * (1.0 - small_side),
        small_to_edge=card * small_side,
    )


def inscribed(mask: Field) -> tuple[Point, float]:
    """Centre and radius, in px, of about the largest circle within a mask."""
    solid = np.pad((mask > 0.5).astype(np.uint8), 1)
    distance = cv2.distanceTransform(solid, cv2.DIST_L2, 5)
    _, radius, _, (x, y) = cv2.minMaxLoc(distance)
    return (x - 1.0, y - 1.0), float(radius)


def _shifted_start(rng: Rng) -> tuple[float, float]:
    if rng.random() < 0.6:
        return 0.0, 0.0
    return float(rng.uniform(-0.03, 0.03)), float(rng.uniform(-0.03, 0.03))


def _place(cut: Polyline, border: float, first: float, last: float) -> Polyline:
    """The cut within the border, its ends slid along the edges, then led on to the card's own edge."""
    points = cut.copy()
    slide = np.linspace(1.0, 0.0, len(points))[:, None] ** 3
    points += slide * (first, -first) + slide[::-1] * (last, -last)
    points = np.clip(points, 0.0, 1.0) * (1.0 - 2.0 * border) + border
    return f32(np.vstack([[(-0.02, -0.02)], points, [(1.02, 1.02)]]))


def _cut(rng: Rng) -> Polyline:
    """The cut in the unit square from (0,0) to (1,1), bowed to (1,0) as far as the target area asks."""
    t = np.linspace(0.0, 1.0, 97)
    bow, stepped = _bow(rng, t)
    area = float(rng.uniform(MIN_LARGE + 0.01, MAX_LARGE - 0.01))
    if rng.random() < 0.4:
        area = float(rng.normal(0.645, 0.03))
    room = np.minimum(t, 1.0 - t) * 0.97
    for _ in range(6):
        depth = np.clip(bow, -room, room)
        got = 2.0 * float(np.trapezoid(depth, t))
        bow = bow * ((area - 0.5) / max(got, 1e-3))
    depth = np.clip(bow, -room, room)
    points = np.stack([t + depth, t - depth], -1)
    return _stepped(points, int(rng.integers(5, 10))) if stepped else f32(points)


def _bow(rng: Rng, t: npt.NDArray[np.float64]) -> tuple[npt.NDArray[np.float64], bool]:
    """Depth of the bow along the diagonal, up to a factor, and whether the cut runs in steps."""
    kind = str(rng.choice(["arc", "facets", "wave", "zigzag", "steps"], p=[0.42, 0.3, 0.12, 0.1, 0.06]))
    if kind == "facets":
        return _facets(rng, t), False
    apex = float(rng.uniform(0.8, 1.25)) if rng.random() < 0.5 else 1.0
    bow = np.sin(np.pi * t**apex) ** float(rng.uniform(0.75, 1.35))
    if kind == "wave":
        bow = bow + float(rng.uniform(-0.35, 0.35)) * np.sin(2 * np.pi * t)
    if kind == "zigzag":
        teeth = np.abs((t * float(rng.integers(4, 12))) % 1.0 - 0.5) - 0.25
        bow = bow + teeth * float(rng.uniform(0.25, 0.6)) * np.minimum(1.0, 6 * np.minimum(t, 1 - t))
    return bow, kind == "steps"


def _facets(rng: Rng, t: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    if rng.random() < 0.25:
        return np.interp(t, [0.0, float(rng.uniform(0.4, 0.6)), 1.0], [0.0, 1.0, 0.0])
    knots = [0.0, float(rng.uniform(0.25, 0.42)), float(rng.uniform(0.58, 0.75)), 1.0]
    return np.interp(t, knots, [0.0, float(rng.uniform(0.75, 1.15)), float(rng.uniform(0.75, 1.15)), 0.0])


def _stepped(points: npt.NDArray[np.float64], steps: int) -> Polyline:
    knots = points[np.linspace(0, len(points) - 1, steps + 1).round().astype(int)]
    corners = np.stack([knots[1:, 0], knots[:-1, 1]], -1)
    joined = np.stack([knots[:-1], corners], 1).reshape(-1, 2)
    return f32(np.vstack([joined, knots[-1:]]))


def _side(size: int, cut: Polyline) -> Field:
    """1 on the small segment's side of the cut, right out to the card's edge."""
    region = np.vstack([cut, [(1.5, 1.02), (1.5, -0.5), (-0.02, -0.5)]])
    return _supersampled(size, lambda canvas: _fill(canvas, region))


def _rounded(size: int, inset: float, radius: float) -> Field:
    """A square inset on every side with round corners, all in card widths."""
    low, high = inset + radius, 1.0 - inset - radius
    turns = np.linspace(0.0, np.pi / 2, 9)
    centres = ((high, high), (low, high), (low, low), (high, low))
    arcs = [
        np.stack([x + radius * np.cos(turns + k * np.pi / 2), y + radius * np.sin(turns + k * np.pi / 2)], -1)
        for k, (x, y) in enumerate(centres)
    ]
    return _supersampled(size, lambda canvas: _fill(canvas, np.vstack(arcs)))


def _supersampled(size: int, draw: Callable[[npt.NDArray[np.uint8]], None]) -> Field:
    canvas = np.zeros((size * SUPERSAMPLE, size * SUPERSAMPLE), np.uint8)
    draw(canvas)
    small = cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)
    return f32(small) / np.float32(255.0)


def _fill(canvas: npt.NDArray[np.uint8], points: npt.NDArray[np.floating]) -> None:
    pixels = np.rint((points * canvas.shape[0] - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(canvas, [pixels], 255, shift=4)


def _stroke(canvas: npt.NDArray[np.uint8], points: Polyline, width_px: float) -> None:
    pixels = np.rint((points * canvas.shape[0] - 0.5) * 16).astype(np.int32)
    width = max(1, round(width_px * SUPERSAMPLE))
    cv2.polylines(canvas, [pixels], False, 255, width, cv2.LINE_8, 4)
