"""Flat shapes for painters: outlines of cut stones, fills, strokes, spots within a segment, neutral grounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Image, Rng, f32, grain, lerp, noise, plain
from models.training.art.palette import colour
from models.training.art.site import Site

Points = npt.NDArray[np.float64]
OUTLINES = ("round", "oval", "pear", "marquise", "step", "hexagon", "heart", "kite", "shield", "triangle")
_CORNERS: dict[str, list[tuple[float, float]]] = {
    "step": [(-0.5, -1), (0.5, -1), (0.78, -0.72), (0.78, 0.72), (0.5, 1), (-0.5, 1), (-0.78, 0.72), (-0.78, -0.72)],
    "kite": [(0, -1), (0.62, -0.3), (0, 1), (-0.62, -0.3)],
    "shield": [(-0.8, -0.9), (0.8, -0.9), (0.8, 0.1), (0.55, 0.6), (0, 1), (-0.55, 0.6), (-0.8, 0.1)],
    "triangle": [(0, -1), (0.95, 0.75), (-0.95, 0.75)],
}


def outline(name: str) -> Points:
    """The closed outline (n, 2) of a cut stone in a box of -1..1; `name` is one of OUTLINES."""
    if name in _CORNERS:
        return np.array(_CORNERS[name], np.float64)
    t = np.linspace(0, 2 * np.pi, 6 if name == "hexagon" else 40, endpoint=False)
    x, y = np.sin(t), -np.cos(t)
    if name == "oval":
        return np.stack([x * 0.72, y], 1)
    if name == "marquise":
        return np.stack([np.sign(x) * np.abs(x) ** 1.7 * 0.55, y], 1)
    if name == "pear":
        return np.stack([x * (0.42 + 0.3 * y) * 1.25, y], 1)
    if name == "heart":
        return np.stack([x**3, -(13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 17], 1)
    return np.stack([x, y], 1)


def turn(points: Points, angle: float) -> Points:
    """The points turned about the origin by an angle in radians."""
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


def filled(size: int, shapes: Sequence[Points]) -> Field:
    """Coverage of filled polygons in px: float32 (size, size) in 0..1."""
    canvas = np.zeros((size, size), np.uint8)
    for shape in shapes:
        cv2.fillPoly(canvas, [np.rint(np.asarray(shape) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
    return f32(canvas) / np.float32(255)


def stroked(size: int, lines: Sequence[Points], width_px: float, closed: bool = True) -> Field:
    """Coverage of polylines in px drawn this wide: float32 (size, size) in 0..1."""
    canvas = np.zeros((size * 2, size * 2), np.uint8)
    pixels = [np.rint(np.asarray(line) * 32).astype(np.int32) for line in lines]
    cv2.polylines(canvas, pixels, closed, 255, max(1, round(width_px * 2)), cv2.LINE_AA, 4)
    return f32(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)) / np.float32(255)


def facet(site: Site, shape: Points, table: float, lamp: float) -> tuple[Field, Field]:
    """Tone and cover of a faceted stone with this outline in px, its table in shares of the outline."""
    centre = shape.mean(0)
    inner = centre + (shape - centre) * table
    canvas = np.zeros((site.size, site.size), np.float32)
    following, within = np.roll(shape, -1, 0), np.roll(inner, -1, 0)
    mids = (shape + following) / 2 - centre
    light = 0.48 + 0.36 * np.cos(np.arctan2(mids[:, 1], mids[:, 0]) - lamp) + site.rng.uniform(-0.1, 0.1, len(shape))
    for a, b, c, d, tone in zip(shape, following, within, inner, light.tolist(), strict=True):
        cv2.fillConvexPoly(canvas, np.rint(np.array([a, b, c, d]) * 16).astype(np.int32), tone, cv2.LINE_AA, 4)
    cv2.fillPoly(canvas, [np.rint(inner * 16).astype(np.int32)], 0.62, cv2.LINE_AA, 4)
    return canvas, filled(site.size, [shape])


def spots(site: Site, count: int, gap: float) -> Points:
    """Up to `count` random places (n, 2) in px within the segment, `gap` px apart, the segment's middle first."""
    found = [np.asarray(site.centre, np.float64)]
    rows, columns = np.nonzero(site.mask > 0.9)
    for pick in site.rng.integers(0, len(rows), count * 8):
        spot = np.array([columns[pick], rows[pick]], np.float64)
        if len(found) < count and min(float(np.hypot(*(spot - other))) for other in found) > gap:
            found.append(spot)
    return np.array(found)


def motifs(site: Site, name: str, layout: tuple[int, float], angle: float = 0.0) -> list[Points]:
    """Outlines in px of one big or several smaller stones; the layout is their count and reach in inscribed radii."""
    count, reach = layout
    size = site.radius * reach / count**0.4
    unit = turn(outline(name), angle) * size
    return [unit + spot for spot in spots(site, count, size * 1.9)]


def paper(rng: Rng) -> Any:
    """A random light neutral paper, BGR."""
    return colour(float(rng.uniform(0.82, 0.98)), float(rng.uniform(0.0, 0.035)), float(rng.uniform(50, 110)))


def night(rng: Rng) -> Any:
    """A random dark neutral, BGR."""
    return colour(float(rng.uniform(0.1, 0.27)), float(rng.uniform(0.0, 0.05)), float(rng.uniform(0, 360)))


def neutral(rng: Rng) -> Any:
    """A paper, a grey or a dark ground, BGR."""
    kind = float(rng.random())
    if kind < 0.4:
        return paper(rng)
    return night(rng) if kind < 0.7 else colour(float(rng.uniform(0.4, 0.75)), float(rng.uniform(0, 0.02)), 250.0)


def stock(rng: Rng, size: int, tint: Any, depth: float) -> Image:
    """A sheet of one colour with fibres and blotches of this depth."""
    rough = (noise(rng, size, 12, 3) - 0.5) * depth + grain(rng, size, 0.7) * depth * 0.12
    return f32(np.clip(plain(size, tint) * (1 + rough[..., None]), 0, 1))


def cast(back: Image, cover: Field, reach_px: float, depth: float = 0.5) -> Image:
    """The ground with the soft shadow of what covers it, to the lower right."""
    shift = np.array([[1, 0, reach_px * 0.6], [0, 1, reach_px * 0.8]], np.float32)
    shade = cv2.warpAffine(cv2.GaussianBlur(cover, (0, 0), max(reach_px, 0.4)), shift, cover.shape[::-1])
    return lerp(back, back * np.float32(1 - depth), f32(shade))
