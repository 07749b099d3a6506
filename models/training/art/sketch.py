"""Drawing crystals: shaded facets on a plane of tones, so that one ramp colours the finished picture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Rng, f32, grid
from models.training.art.site import Site

Points = npt.NDArray[np.float64]
Numbers = npt.NDArray[np.float64]
FINE = 2
"""Supersampling: facets are filled without anti-aliasing, four pixels for each one kept."""


@dataclass(frozen=True, slots=True)
class Sketch:
    """Facets laid over each other; each pixel holds its facet's tone as a plane: base, slope x, slope y, cover."""

    plane: Field

    @classmethod
    def blank(cls, size: int) -> Sketch:
        """An empty sketch for a canvas of this side."""
        return cls(np.zeros((size * FINE, size * FINE, 4), np.float32))

    def facets(self, points: Points, first: Any, last: Any, axis: Any = (0.0, 1.0)) -> None:
        """Convex facets (n, k, 2) in px, tones running from `first` to `last` (n,) along `axis` (n, 2)."""
        axes = np.broadcast_to(np.asarray(axis, np.float64), (len(points), 2))
        first, last = np.broadcast_to(first, len(points)), np.broadcast_to(last, len(points))
        along = np.einsum("nkc,nc->nk", points, axes)
        low, high = along.min(1), along.max(1)
        slope = (last - first) / np.maximum(high - low, 1e-3)
        planes = np.column_stack([first - slope * low, slope[:, None] * axes, np.ones(len(points))])
        pixels = np.rint((points * FINE - 0.5) * 16).astype(np.int32)
        for corners, values in zip(pixels, planes.tolist(), strict=True):
            cv2.fillConvexPoly(self.plane, corners, values, cv2.LINE_8, 4)

    def facet(self, points: Points, first: float, last: float, axis: tuple[float, float] = (0.0, 1.0)) -> None:
        """One convex facet (k, 2) in px, its tone running from `first` to `last` along `axis`."""
        self.facets(points[None], first, last, axis)

    def strokes(self, lines: Points, tone: float, width: float, closed: bool = False) -> None:
        """Polylines (n, k, 2) in px of one tone and this width in px."""
        pixels = np.rint((np.asarray(lines) * FINE - 0.5) * 16).astype(np.int32)
        thick = max(1, round(width * FINE))
        cv2.polylines(self.plane, list(pixels), closed, (tone, 0.0, 0.0, 1.0), thick, cv2.LINE_8, 4)

    def render(self, ground: Field | float = 0.0) -> tuple[Field, Field]:
        """Tone, with the ground's where nothing lies, and cover: float32 (size, size) each."""
        size = self.plane.shape[0] // FINE
        base, slope_x, slope_y, cover = cv2.split(self.plane)
        x, y = grid(size * FINE)
        fine = base + (slope_x * x + slope_y * y) * np.float32(size)
        tone, cover = (cv2.resize(f, (size, size), interpolation=cv2.INTER_AREA) for f in (fine, cover))
        return f32(tone + ground * (1.0 - cover)), f32(cover)


@dataclass(frozen=True, slots=True)
class Prisms:
    """Pointed crystals, rearmost first: feet in px (n, 2), headings in radians, sizes in px, share of tip, skew."""

    feet: Points
    heading: Numbers
    length: Numbers
    width: Numbers
    tip: Numbers
    skew: Numbers

    def draw(self, sketch: Sketch, rng: Rng, lamp: float = -2.2, contrast: float = 0.5) -> None:
        """Three long facets and three of the tip each, lit by a lamp at the angle `lamp`."""
        body, tips = self._facets(rng)
        light = self._light(lamp, contrast) + rng.uniform(-0.07, 0.07, (len(self.feet), 3))
        top = light + rng.uniform(-0.18, 0.34, light.shape)
        first = np.stack([light - rng.uniform(0.1, 0.3, light.shape), top], 1)
        last = np.stack([light + rng.uniform(0.0, 0.18, light.shape), top + 0.12], 1)
        corners = np.stack([body, tips], 1).reshape(-1, 4, 2)
        sketch.facets(corners, first.ravel(), last.ravel(), np.repeat(self._along(), 6, 0))

    def outlines(self) -> Points:
        """Closed outlines, px (n, 5, 2): foot, shoulder, apex, shoulder, foot."""
        along, across = self._along(), self._across() * self.width[:, None] * 0.5
        shoulder = self.feet + along * (self.length * (1.0 - self.tip))[:, None]
        apex = self._apex()
        return np.stack([self.feet - across, shoulder - across, apex, shoulder + across, self.feet + across], 1)

    def _facets(self, rng: Rng) -> tuple[Points, Points]:
        """Body facets and tip facets, px (n, 3, 4, 2) each; a tip's last corner is doubled."""
        count = len(self.feet)
        splits = np.stack(
            [np.full(count, -0.5), rng.uniform(-0.3, -0.1, count), rng.uniform(0.1, 0.35, count), np.full(count, 0.5)],
            1,
        )
        sides = splits[..., None] * (self._across() * self.width[:, None])[:, None]
        shoulder = (self.feet + self._along() * (self.length * (1.0 - self.tip))[:, None])[:, None] + sides
        drop = self._along() * (self.tip * self.length * self.skew * 0.3)[:, None]
        shoulder = shoulder + drop[:, None] * np.array([-1.0, -0.3, 0.3, 1.0])[:, None]
        foot = self.feet[:, None] + sides
        apex = np.repeat(self._apex()[:, None], 3, 1)
        body = np.stack([foot[:, :-1], foot[:, 1:], shoulder[:, 1:], shoulder[:, :-1]], 2)
        return body, np.stack([shoulder[:, :-1], shoulder[:, 1:], apex, apex], 2)

    def _light(self, lamp: float, contrast: float) -> Numbers:
        """Tone of the three sides (n, 3)."""
        turns = np.array([-1.2, 0.15, 1.2])
        facing = np.cos(self.heading[:, None] + turns - lamp)
        return np.asarray(0.5 + contrast * facing * np.array([1.0, 0.45, 1.0]))

    def _along(self) -> Points:
        return np.stack([np.cos(self.heading), np.sin(self.heading)], 1)

    def _across(self) -> Points:
        return np.stack([-np.sin(self.heading), np.cos(self.heading)], 1)

    def _apex(self) -> Points:
        return (
            self.feet + self._along() * self.length[:, None] + self._across() * (self.skew * self.width * 0.4)[:, None]
        )


def cluster(site: Site, count: int, spread: float, length: float, width: float) -> Prisms:
    """Crystals that fan out from behind the segment's middle, longest and rearmost first.

    `spread` is the half fan in radians, `length` and `width` are in units of the inscribed radius.
    """
    rng, away = site.rng, np.asarray(site.centre) - np.asarray(site.corner)
    heading = float(np.arctan2(away[1], away[0])) if rng.random() < 0.5 else -np.pi / 2
    foot = np.asarray(site.centre) - np.array([np.cos(heading), np.sin(heading)]) * site.radius * 0.75
    turns = rng.permutation(np.linspace(-spread, spread, count) + rng.normal(0, spread / count, count))
    side = np.array([-np.sin(heading), np.cos(heading)]) * (np.sin(turns) * site.radius * 0.45)[:, None]
    return Prisms(
        feet=foot + side,
        heading=heading + turns,
        length=site.radius * length * rng.uniform(0.65, 1.1, count) * (1.0 - 0.35 * np.arange(count) / count),
        width=site.radius * width * rng.uniform(0.7, 1.35, count),
        tip=rng.uniform(0.18, 0.4, count),
        skew=rng.uniform(-0.6, 0.6, count),
    )


def carpet(site: Site, count: int, length: float, width: float) -> Prisms:
    """Crystals all over the canvas, sprouting away from the owned corner, rearmost first; sizes in px."""
    rng = site.rng
    feet = rng.uniform(-0.1, 1.1, (count, 2)) * site.size
    away = feet - np.asarray(site.corner)
    order = np.argsort(-np.hypot(away[:, 0], away[:, 1]))
    size = rng.uniform(0.6, 1.4, count)
    return Prisms(
        feet=feet[order],
        heading=np.arctan2(away[order, 1], away[order, 0]) + rng.normal(0, 0.45, count),
        length=length * size,
        width=width * size * rng.uniform(0.7, 1.3, count),
        tip=rng.uniform(0.2, 0.45, count),
        skew=rng.uniform(-0.6, 0.6, count),
    )


def study(site: Site, count: int, ground: Field | float = 0.5, whole: bool = False) -> tuple[Field, Field]:
    """Tone and cover of crystals that a technique then renders its own way: one cluster, or a `whole` canvas full."""
    sketch = Sketch.blank(site.size)
    long, thick = 34 * site.unit, 13 * site.unit
    prisms = carpet(site, count, long, thick) if whole else cluster(site, count, 1.05, 1.95, 0.62)
    prisms.draw(sketch, site.rng)
    return sketch.render(ground)
