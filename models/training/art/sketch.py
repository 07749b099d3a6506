"""Drawing crystals: shaded facets on a canvas of tones, so that one ramp colours the finished picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Point, Rng, f32
from models.training.art.site import Site

Points = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Sketch:
    """Tone and coverage, float32 (size, size) each in 0..1; facets are laid over each other."""

    tone: Field
    cover: Field

    @classmethod
    def over(cls, tone: Field) -> Sketch:
        """An uncovered sketch whose ground has the given tones."""
        return cls(tone.copy(), np.zeros_like(tone))

    def facet(self, points: Points, first: float, last: float, axis: tuple[float, float] = (0.0, 1.0)) -> None:
        """One convex facet (px), its tone running from `first` to `last` along `axis`."""
        size = self.tone.shape[0]
        low = np.clip(np.floor(points.min(0)).astype(int) - 1, 0, size)
        high = np.clip(np.ceil(points.max(0)).astype(int) + 2, 0, size)
        if (high <= low).any():
            return
        window = np.s_[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros((int(high[1] - low[1]), int(high[0] - low[0])), np.uint8)
        cv2.fillConvexPoly(mask, np.rint((points - low) * 16).astype(np.int32), 255, cv2.LINE_AA, 4)
        weight = f32(mask) / np.float32(255.0)
        along = points @ np.asarray(axis)
        start, stop = float(along.min()), float(along.max())
        x = np.arange(low[0], high[0], dtype=np.float32) * np.float32(axis[0])
        y = np.arange(low[1], high[1], dtype=np.float32) * np.float32(axis[1])
        t = (x[None, :] + y[:, None] - start) / max(stop - start, 1e-3)
        value = first + (last - first) * t
        self.tone[window] += weight * (value - self.tone[window])
        np.maximum(self.cover[window], weight, out=self.cover[window])

    def stroke(self, points: Points, tone: float, width: float, weight: float = 1.0) -> None:
        """A polyline (px) of this tone and width over whatever is there."""
        mask = np.zeros(self.tone.shape, np.uint8)
        pixels = np.rint(points * 16).astype(np.int32)
        cv2.polylines(mask, [pixels], False, 255, max(1, round(width)), cv2.LINE_AA, 4)
        self.tone[...] += f32(mask) * np.float32(weight / 255.0) * (np.float32(tone) - self.tone)


@dataclass(frozen=True, slots=True)
class Prism:
    """A pointed crystal: foot in px, heading in radians, length and width in px, its share of tip."""

    foot: Point
    heading: float
    length: float
    width: float
    tip: float = 0.3
    skew: float = 0.0

    def draw(self, sketch: Sketch, rng: Rng, lamp: float = -2.2, contrast: float = 0.55) -> None:
        """Three long facets and three of the tip, lit by a lamp at the angle `lamp`."""
        along = np.array([np.cos(self.heading), np.sin(self.heading)])
        across = np.array([-along[1], along[0]])
        foot = np.asarray(self.foot)
        shoulder = foot + along * self.length * (1.0 - self.tip)
        apex = foot + along * self.length + across * self.skew * self.width * 0.5
        edges = np.array([-0.5, -0.5 + rng.uniform(0.2, 0.4), 0.5 - rng.uniform(0.15, 0.4), 0.5]) * self.width
        turns = (-1.1, rng.uniform(-0.3, 0.3), 1.1)
        axis = (float(along[0]), float(along[1]))
        for k, turn in enumerate(turns):
            left, right = across * edges[k], across * edges[k + 1]
            drop = along * self.tip * self.length * 0.35 * (k - 1) * self.skew
            light = self._light(lamp, turn, contrast) + rng.uniform(-0.06, 0.06)
            body = np.array([foot + left, foot + right, shoulder + right + drop, shoulder + left + drop])
            sketch.facet(body, light - rng.uniform(0.1, 0.3), light + rng.uniform(0.0, 0.18), axis)
            top = light + rng.uniform(-0.18, 0.34)
            sketch.facet(np.array([shoulder + left + drop, shoulder + right + drop, apex]), top, top + 0.1, axis)

    def outline(self) -> Points:
        """The closed outline, px (6, 2): foot, shoulders, apex."""
        along = np.array([np.cos(self.heading), np.sin(self.heading)])
        across = np.array([-along[1], along[0]]) * self.width * 0.5
        foot = np.asarray(self.foot)
        shoulder = foot + along * self.length * (1.0 - self.tip)
        apex = foot + along * self.length + across * self.skew
        return np.array([foot - across, shoulder - across, apex, shoulder + across, foot + across, foot - across])

    def _light(self, lamp: float, turn: float, contrast: float) -> float:
        return 0.5 + contrast * float(np.cos(self.heading + np.pi / 2 * np.sign(turn or 1) + turn * 0.3 - lamp)) * abs(
            np.sin(turn)
        )


def cluster(site: Site, count: int, spread: float, length: float, width: float) -> list[Prism]:
    """Crystals that fan out from behind the segment's middle, longest and rearmost first.

    `spread` is the half fan in radians, `length` and `width` are in units of the inscribed radius.
    """
    rng, away = site.rng, np.asarray(site.centre) - np.asarray(site.corner)
    heading = float(np.arctan2(away[1], away[0])) if rng.random() < 0.5 else -np.pi / 2
    foot = np.asarray(site.centre) - np.array([np.cos(heading), np.sin(heading)]) * site.radius * 0.75
    turns = np.linspace(-spread, spread, count) + rng.normal(0, spread / count, count)
    order = rng.permutation(count)
    prisms = []
    for k, turn in enumerate(turns[order]):
        reach = site.radius * length * float(rng.uniform(0.65, 1.1)) * (1.0 - 0.35 * k / count)
        side = np.array([-np.sin(heading), np.cos(heading)]) * np.sin(turn) * site.radius * 0.45
        thick = site.radius * width * float(rng.uniform(0.7, 1.35))
        tip = float(rng.uniform(0.18, 0.4))
        at = foot + side
        prisms.append(Prism((at[0], at[1]), heading + float(turn), reach, thick, tip, float(rng.uniform(-0.5, 0.5))))
    return prisms


def carpet(site: Site, count: int, length: float, width: float) -> list[Prism]:
    """Crystals all over the canvas, sprouting away from the owned corner, rearmost first; sizes in px."""
    rng = site.rng
    feet = rng.uniform(-0.1, 1.1, (count, 2)) * site.size
    gaps = np.hypot(*(feet - np.asarray(site.corner)).T)
    prisms = []
    for at in feet[np.argsort(-gaps)]:
        heading = float(np.arctan2(*(at - np.asarray(site.corner))[::-1])) + float(rng.normal(0, 0.45))
        size = float(rng.uniform(0.6, 1.4))
        tip = float(rng.uniform(0.2, 0.45))
        skew = float(rng.uniform(-0.6, 0.6))
        prisms.append(
            Prism((at[0], at[1]), heading, length * size, width * size * float(rng.uniform(0.7, 1.3)), tip, skew)
        )
    return prisms
