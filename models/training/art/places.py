"""Families that show crystals in a scene: druses in macro, caves, mirrored kaleidoscopes, flowers, prisms of light."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.crystals import glints
from models.training.art.fields import (
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
    warp,
    wave,
)
from models.training.art.fields import spread as spread_labels
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Prisms, Sketch, carpet, study


def druse(rng: Rng) -> Painter:
    """A macro photograph: small blocky crystals in focus, the rest melting into discs of light."""
    count, focus = int(rng.integers(60, 170)), float(rng.uniform(0.25, 0.6))
    discs, lean = int(rng.integers(3, 12)), float(rng.uniform(0, 2 * np.pi))

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, count, 0.5), site.size)
        tilt = spread_labels(labels, site.rng)
        x, y = grid(site.size)
        facet = np.cos(2 * np.pi * tilt) * (x * 23 % 1 - 0.5) + np.sin(2 * np.pi * tilt) * (y * 19 % 1 - 0.5)
        tone = f32(0.12 + tilt**2 * 0.8 + 0.22 * facet + 0.12 * np.minimum(edge / (site.unit * 3), 1))
        tone += (noise(site.rng, site.size, 3, 2) - 0.5) * 0.4
        far = clip01(np.abs(x * np.cos(lean) + y * np.sin(lean) - (np.cos(lean) + np.sin(lean)) / 2) / focus - 0.3)
        vague = blur(tone, site.unit * 4)
        for _ in range(discs):
            at, reach = site.rng.integers(0, site.size, 2), int(site.rng.uniform(2, 6) * site.unit)
            disc = np.zeros(tone.shape, np.uint8)
            cv2.circle(disc, (int(at[0]), int(at[1])), reach, 255, -1, cv2.LINE_AA)
            vague += f32(disc) * np.float32(site.rng.uniform(0.1, 0.35) / 255)
        mixed = tone + (vague - tone) * far + grain(site.rng, site.size) * 0.012
        return site.ramp.paint(glints(site, f32(mixed), 3, site.unit), noise(site.rng, site.size, 3, 1))

    return paint


def cave(rng: Rng) -> Painter:
    """A dark cave whose floor and roof bristle with glowing crystals."""
    rock = colour(float(rng.uniform(0.14, 0.35)), float(rng.uniform(0, 0.05)), float(rng.uniform(0, 360)))
    count, glow = int(rng.integers(8, 18)), float(rng.uniform(0.5, 1.0))

    def paint(site: Site) -> Image:
        count_all = count * 2
        low = np.arange(count_all) % 2 == 0
        feet = np.stack([site.rng.uniform(0, 1, count_all), np.where(low, 1.0, 0.0)], 1)
        feet[:, 1] = (site.centre[1] + np.where(low, 1, -1) * site.radius * 1.0) / site.size
        reach = site.rng.uniform(0.3, 1.15, count_all) * site.radius * np.where(low, 1.0, 0.75)
        prisms = Prisms(
            feet=feet * site.size,
            heading=np.where(low, -np.pi / 2, np.pi / 2) + site.rng.normal(0, 0.3, count_all),
            length=reach,
            width=reach * site.rng.uniform(0.25, 0.45, count_all),
            tip=site.rng.uniform(0.25, 0.5, count_all),
            skew=site.rng.uniform(-0.5, 0.5, count_all),
        )
        sketch = Sketch.blank(site.size)
        prisms.draw(sketch, site.rng, -1.6)
        tone, cover = sketch.render(0.5)
        height = noise(site.rng, site.size, 6, 4)
        stone = rock * np.repeat((0.9 + 0.8 * relief(height, 12))[..., None], 3, 2)
        light = blur(cover, site.unit * 8) * glow
        lit = stone + site.ramp.at(0.55) * np.repeat(light[..., None], 3, 2) * 0.7
        return lerp(lit, site.ramp.paint(glints(site, tone + 0.1, 3, site.unit * 2), 1 - cover * 0.8), cover)

    return paint


def kaleidoscope(rng: Rng) -> Painter:
    """Crystals mirrored round the segment's middle."""
    folds, spin = int(rng.choice([4, 6, 8, 10])), float(rng.uniform(0, np.pi))
    whole = bool(rng.random() < 0.6)

    def paint(site: Site) -> Image:
        tone, _ = study(site, 36, 0.3, True)
        x, y = grid(site.size)
        px, py = x * site.size - site.centre[0], y * site.size - site.centre[1]
        radius, angle = np.hypot(px, py), np.arctan2(py, px) + spin
        sector = np.pi / folds
        folded = np.abs(angle % (2 * sector) - sector) + 0.4
        sx, sy = f32(radius * np.cos(folded) + site.size * 0.2), f32(radius * np.sin(folded) + site.size * 0.1)
        mirrored = f32(cv2.remap(tone, sx, sy, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101))
        ring = 0.15 * np.cos(radius / site.radius * 9)
        accent = f32(wave(f32(radius / site.radius * 1.5))) if whole else f32(folded * 0.8)
        return site.ramp.paint(f32(mirrored * 0.9 + 0.06 + ring), accent)

    return paint


def blossom(rng: Rng) -> Painter:
    """Crystal flowers: rings of petals with veins on a dim or pale ground."""
    petals, rings = int(rng.integers(5, 10)), float(rng.uniform(2.0, 3.6))
    pale, turn = bool(rng.random() < 0.4), float(rng.uniform(0, 1))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        px, py = x * site.size - site.centre[0], y * site.size - site.centre[1]
        radius = np.hypot(px, py) / site.radius
        wobble = noise(site.rng, site.size, 4, 1) * 0.2
        ring = radius * rings + wobble
        angle = np.arctan2(py, px) / (2 * np.pi) * petals + turn
        shifted = angle + 0.5 * (np.floor(ring) % 2)
        arch = 0.55 * (1 - wave(f32(shifted + 0.5))) ** 2
        layer = np.floor(ring + arch)
        inner = ring + arch - layer
        vein = 0.12 * wave(f32(shifted * 6))
        tone = f32(0.2 + 0.6 * inner - vein + 0.08 * (layer % 2))
        flower = site.ramp.paint(tone, f32(np.clip(1 - radius, 0, 1)))
        ground = site.ramp.paint(f32((0.85 if pale else 0.12) + 0.12 * noise(site.rng, site.size, 8, 2)))
        return lerp(ground, flower, ramp_between(f32(radius + 0.12 * wave(f32(angle + 0.5))), 1.22, 1.16))

    return paint


def light_leak(rng: Rng) -> Painter:
    """Soft gradients and slanting light through clear crystal, as on a modern app icon."""
    planes, soft = int(rng.integers(4, 9)), float(rng.uniform(0.0, 1.5))
    edge = float(rng.uniform(0.02, 0.12))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        tone = 0.35 + 0.3 * y + 0.15 * x
        accent = f32(x * 0.8)
        for _ in range(planes):
            angle, offset = float(site.rng.uniform(0, 2 * np.pi)), float(site.rng.normal(0, 0.25))
            side = (x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle) - offset
            lit = ramp_between(f32(side), 0.0, 0.01 + soft * 0.02)
            fade = clip01(1 - side * 2.5)
            tone = tone + lit * fade * float(site.rng.uniform(-0.22, 0.25)) + edge * 3 * np.exp(-np.abs(side) * 120)
            accent = accent + lit * float(site.rng.uniform(-0.3, 0.3))
        return site.ramp.paint(glints(site, f32(tone), 1, site.unit * 3), accent)

    return paint


def ice(rng: Rng) -> Painter:
    """Frosted, cracked, half transparent mineral: fractures, inclusions, inner fog."""
    cracks, fog = int(rng.integers(12, 40)), float(rng.uniform(0.15, 0.4))

    def paint(site: Site) -> Image:
        points = scatter(site.rng, cracks, 0.5)
        labels, edge = cells(points, site.size)
        depth = spread_labels(labels, site.rng)
        haze = noise(site.rng, site.size, 3, 4)
        shift = (f32((depth - 0.5) * 30 * site.unit), f32((depth * 7 % 1 - 0.5) * 30 * site.unit))
        inner = warp(noise(site.rng, site.size, 5, 3), *shift)
        seam = clip01(1.2 - edge / site.unit * 1.3)
        tone = 0.25 + 0.5 * inner + fog * (haze - 0.4) + 0.14 * (depth - 0.5) + 0.5 * seam * haze
        return site.ramp.paint(f32(tone), haze)

    return paint


def spikes(rng: Rng) -> Painter:
    """Needles in radiating sprays, as in a field guide's plates."""
    count, thin = int(rng.integers(50, 110)), float(rng.uniform(2.0, 4.5))
    ground = colour(float(rng.choice([0.12, 0.5, 0.95])), 0.02, float(rng.uniform(0, 360)))

    def paint(site: Site) -> Image:
        sketch = Sketch.blank(site.size)
        turns = site.rng.uniform(0, 2 * np.pi, count)
        start = np.asarray(site.centre) + site.rng.normal(0, site.radius * 0.22, (count, 2))
        reach = site.rng.uniform(0.6, 1.25, count) * site.radius
        narrow = site.rng.uniform(0.6, 1.5, count) * thin * site.unit
        tips = site.rng.uniform(0.3, 0.8, count)
        Prisms(start, turns, reach, narrow, tips, np.zeros(count)).draw(sketch, site.rng, -2.0, 0.45)
        tone, cover = sketch.render(0.5)
        shade = blur(cover, site.unit * 3)
        back = lerp(ground, site.ramp.at(0.3), shade * 0.6)
        return lerp(back, site.ramp.paint(tone + 0.06, noise(site.rng, site.size, 3, 1)), cover)

    return paint


def matte_painting(rng: Rng) -> Painter:
    """A crystal field fading into coloured mist, strongly lit from one side."""
    count, lamp = int(rng.integers(30, 55)), float(rng.uniform(-3, 0))
    mist = float(rng.uniform(0.5, 0.85))

    def paint(site: Site) -> Image:
        sketch = Sketch.blank(site.size)
        carpet(site, count, 42 * site.unit, 15 * site.unit).draw(sketch, site.rng, lamp, 0.6)
        tone, _ = sketch.render(mist * 0.6)
        x, y = grid(site.size)
        gap = np.hypot(x - site.corner[0] / site.size, y - site.corner[1] / site.size)
        fade = clip01(f32(gap * 0.9 - 0.15) + (noise(site.rng, site.size, 3, 3) - 0.5) * 0.7)
        veil = tone + (mist - tone) * fade * 0.75
        rim = clip01(relief(tone, 10, lamp)) * (1 - fade) * 0.3
        return site.ramp.paint(glints(site, f32(blur(veil, 0.5) + rim), 2, site.unit * 3), fade)

    return paint
