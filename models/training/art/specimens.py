"""Families that look like photographs or paintings of single mineral specimens."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.crystals import glints
from models.training.art.fields import (
    Field,
    Image,
    Rng,
    blur,
    cells,
    clip01,
    f32,
    grain,
    grid,
    lerp,
    noise,
    ramp_between,
    relief,
    scatter,
    turned,
    wave,
)
from models.training.art.fields import spread as spread_labels
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Prisms, Sketch


def burst(rng: Rng) -> Painter:
    """A dense spray of crystals from the owned corner out to the cut, glowing at its root."""
    count, reach = int(rng.integers(40, 75)), float(rng.uniform(0.85, 1.15))
    thick, lamp = float(rng.uniform(0.09, 0.16)), float(rng.uniform(-2.8, -0.6))
    glow, dark = float(rng.uniform(0.0, 0.5)), float(rng.uniform(0.03, 0.25))

    def paint(site: Site) -> Image:
        far = np.linspace(1.0, 0.25, count) * site.rng.uniform(0.8, 1.1, count)
        inward = -np.pi / 4 if site.corner[0] == 0 else 3 * np.pi / 4
        heading = inward + site.rng.uniform(-0.9, 0.9, count)
        span = 2.4 * float(np.hypot(*(np.asarray(site.centre) - np.asarray(site.corner))))
        length = far * span * reach * 0.62
        away = np.stack([np.cos(heading), np.sin(heading)], 1)
        feet = np.asarray(site.corner) + away * (far * span * 0.18)[:, None]
        width = length * thick * site.rng.uniform(0.8, 1.6, count) + 2 * site.unit
        sketch = Sketch.blank(site.size)
        tip, skew = site.rng.uniform(0.15, 0.4, count), site.rng.uniform(-0.7, 0.7, count)
        Prisms(feet, heading, length, width, tip, skew).draw(sketch, site.rng, lamp, 0.45)
        x, y = grid(site.size)
        gap = np.hypot(x * site.size - site.corner[0], y * site.size - site.corner[1]) / span
        tone, _ = sketch.render(dark + 0.1 * noise(site.rng, site.size, 4, 2))
        tone = tone + glow * (0.35 - gap) + (noise(site.rng, site.size, 14, 2) - 0.5) * 0.14
        return site.ramp.paint(glints(site, f32(tone), 4, site.unit * 2.5), f32(gap * 1.3))

    return paint


def giants(rng: Rng) -> Painter:
    """A few huge clear crystals with veils and fractures inside, edges alight."""
    count, veils = int(rng.integers(4, 8)), float(rng.uniform(0.25, 0.6))
    lean, dim = float(rng.normal(-np.pi / 2, 0.5)), float(rng.uniform(0.08, 0.35))
    edge = float(rng.uniform(0.3, 0.9))

    def paint(site: Site) -> Image:
        offset = np.linspace(-1, 1, count) + site.rng.normal(0, 0.2, count)
        order = site.rng.permutation(count)
        feet = np.asarray(site.centre) + np.stack([offset * site.radius, np.full(count, site.radius * 1.1)], 1)
        heading = lean + offset * 0.35 + site.rng.normal(0, 0.15, count)
        length = site.radius * site.rng.uniform(1.3, 2.4, count)
        width = site.radius * site.rng.uniform(0.55, 0.95, count)
        tip, skew = site.rng.uniform(0.2, 0.35, count), site.rng.uniform(-0.8, 0.8, count)
        prisms = Prisms(*(part[order] for part in (feet, heading, length, width, tip, skew)))
        sketch = Sketch.blank(site.size)
        prisms.draw(sketch, site.rng, -2.3, 0.3)
        tone, cover = sketch.render(0.5)
        rim = clip01(f32(np.abs(cv2.Laplacian(blur(tone, 0.7), cv2.CV_32F))) * 4) * edge
        u, v = turned(site.size, lean)
        inner = wave(f32(noise(site.rng, site.size, 4, 3) * 5 + v * 2)) - 0.5
        crack = clip01(1 - np.abs(noise(site.rng, site.size, 7, 2) - 0.5) * 40) * 0.3
        body = f32(tone + inner * veils * 0.5 + rim + crack)
        back = f32(dim + 0.25 * noise(site.rng, site.size, 2, 2) + 0.3 * blur(cover, site.unit * 6))
        mixed = f32(back * (1 - cover) + body * cover)
        return site.ramp.paint(glints(site, mixed, 2, site.unit * 3), clip01(f32(u + 0.6 + 0.4 * inner)))

    return paint


def specimen(rng: Rng) -> Painter:
    """A studio photograph: crystals on their rock, a lit backdrop, a soft shadow, shallow focus."""
    count = int(rng.integers(12, 26))
    hue, low = float(rng.uniform(0, 360)), float(rng.choice([0.12, 0.3, 0.75]))
    matrix = colour(float(rng.uniform(0.35, 0.65)), 0.03, float(rng.uniform(30, 110)))
    lamp, gloss = float(rng.uniform(-2.7, -0.7)), float(rng.uniform(0.1, 0.4))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        px, py = (x * site.size - site.centre[0]) / site.radius, (y * site.size - site.centre[1]) / site.radius
        spot = np.exp(-((px + 0.3) ** 2 + (py + 0.4) ** 2) * 0.6)
        backdrop = lerp(colour(low * 0.6, 0.02, hue), colour(low + 0.22, 0.03, hue), f32(spot))
        bumps = noise(site.rng, site.size, 8, 4)
        rock = clip01(f32(1.0 - np.hypot(px / 1.05, (py - 0.75) / 0.42) + (bumps - 0.5) * 0.7) * 10)
        shade = blur(rock, site.unit * 5)
        scene = backdrop * (1 - 0.5 * np.roll(shade, round(3 * site.unit), 0)[..., None])
        stone = matrix * (0.8 + 0.9 * relief(bumps, 14)[..., None])
        scene = lerp(scene, stone, rock)
        tone, cover = _sprouting(site, count, lamp)
        spec = ramp_between(tone, 0.78, 0.95) * gloss
        gem = site.ramp.paint(glints(site, f32(tone + spec + 0.04), 3, site.unit * 2), noise(site.rng, site.size, 3, 2))
        dark = blur(cover, site.unit * 2)
        return lerp(lerp(scene, scene * 0.45, dark), gem, cover)

    return paint


def _sprouting(site: Site, count: int, lamp: float) -> tuple[Field, Field]:
    """Tone and cover of crystals rising from a rock below the segment's middle."""
    at = site.rng.uniform(-0.8, 0.8, count)
    feet = np.asarray(site.centre) + np.stack([at, 0.8 + site.rng.uniform(-0.2, 0.1, count)], 1) * site.radius
    length = site.radius * (1.65 - np.abs(at) * 0.9) * site.rng.uniform(0.45, 1.1, count)
    heading = -np.pi / 2 + at * 0.75 + site.rng.normal(0, 0.18, count)
    order = np.argsort(-length)
    width = length * site.rng.uniform(0.2, 0.36, count) + site.unit * 2
    tip, skew = site.rng.uniform(0.15, 0.4, count), site.rng.uniform(-0.7, 0.7, count)
    sketch = Sketch.blank(site.size)
    Prisms(*(part[order] for part in (feet, heading, length, width, tip, skew))).draw(sketch, site.rng, lamp, 0.5)
    return sketch.render(0.5)


def raw_gem(rng: Rng) -> Painter:
    """One rough, glassy chunk with conchoidal breaks on velvet, slate or white."""
    breaks, rough = int(rng.integers(30, 90)), float(rng.uniform(0.1, 0.3))
    low, hue = float(rng.choice([0.14, 0.4, 0.93])), float(rng.uniform(0, 360))
    reach = float(rng.uniform(0.9, 1.2))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        px, py = (x * site.size - site.centre[0]) / site.radius, (y * site.size - site.centre[1]) / site.radius
        angle = np.arctan2(py, px)
        lobes = sum(
            site.rng.uniform(0.02, rough) / k * np.cos(k * angle + site.rng.uniform(0, 6)) for k in (2, 3, 5, 8)
        )
        inside = clip01((reach + lobes - np.hypot(px, py)) * site.radius)
        labels, edge = cells(scatter(site.rng, breaks, 0.5), site.size)
        tilt = spread_labels(labels, site.rng) * np.float32(2 * np.pi)
        slope = np.cos(tilt) * px + np.sin(tilt) * py
        shell = 0.08 * wave(f32(np.hypot(px - np.cos(tilt), py - np.sin(tilt)) * 4))
        tone = 0.45 + 0.3 * np.cos(tilt + 2.2) + 0.18 * slope + shell - 0.15 * py + 0.1 * (edge < site.unit * 0.7)
        gem = site.ramp.paint(glints(site, f32(tone), 4, site.unit * 2), spread_labels(labels, site.rng))
        cloth = (
            np.broadcast_to(colour(low, 0.03, hue), gem.shape)
            * (0.9 + 0.2 * noise(site.rng, site.size, 50, 2))[..., None]
        )
        shadow = np.roll(blur(f32(inside), site.unit * 3), round(site.unit * 3), 0)
        caustic = np.roll(blur(f32(inside), site.unit * 5), round(site.unit * 6), 1) * 0.35
        ground = lerp(f32(cloth * (1 - 0.55 * shadow)[..., None]), site.ramp.at(0.5), f32(caustic))
        return lerp(ground, gem, f32(inside)) + (grain(site.rng, site.size) * 0.006)[..., None]

    return paint
