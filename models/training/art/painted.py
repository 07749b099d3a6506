"""Families made by brush, pen and scissors: watercolour, oil, nebulae, pastels, marbling, paper cuts."""

from __future__ import annotations

import numpy as np

from models.training.art.crystals import glints
from models.training.art.fields import (
    Image,
    Rng,
    blur,
    clip01,
    f32,
    grain,
    grid,
    lerp,
    noise,
    ramp_between,
    relief,
    tint,
    turbulence,
    warp,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch, study


def watercolour(rng: Rng) -> Painter:
    """Wet washes with dark rims on rough paper."""
    paper = colour(float(rng.uniform(0.93, 0.985)), float(rng.uniform(0.0, 0.03)), 85.0)
    count, bleed = int(rng.integers(5, 10)), float(rng.uniform(2, 7))
    wash, rough = float(rng.uniform(0.2, 0.7)), float(rng.uniform(0.04, 0.14))

    def paint(site: Site) -> Image:
        tone, cover = study(site, count)
        shift = turbulence(site.rng, site.size, 9, bleed * site.unit)
        tone, cover = warp(blur(tone, site.unit * 0.8), *shift), warp(cover, *shift)
        pools = noise(site.rng, site.size, 4, 3)
        rim = clip01(np.abs(blur(cover, site.unit * 1.3) - cover) * 2.2)
        backrun = clip01(1.0 - np.abs(pools - 0.55) * 25) * 0.35
        grit = grain(site.rng, site.size, 0.8) * rough
        body = f32(0.62 + (tone - 0.5) * 0.75 - rim * 0.35 - backrun * 0.4 + grit)
        density = clip01(cover * (0.75 + 0.35 * pools) + wash * ramp_between(pools, 0.3, 0.6) * (1 - cover) + rim * 0.3)
        rough_paper = tint(lerp(paper, paper, pools), 1 + relief(grain(site.rng, site.size, 1.0), 0.8) * 0.06)
        return lerp(rough_paper, site.ramp.paint(body, pools), density)

    return paint


def oil(rng: Rng) -> Painter:
    """Short thick brush strokes over a painted crystal cluster."""
    count, length = int(rng.integers(350, 900)), float(rng.uniform(5, 13))
    whole, impasto = bool(rng.random() < 0.5), float(rng.uniform(0.05, 0.2))
    ground = float(rng.uniform(0.12, 0.4))

    def paint(site: Site) -> Image:
        tone, _ = study(site, 22 if whole else 8, ground, whole)
        soft = blur(tone, site.unit * 1.5)
        spots = site.rng.uniform(0, site.size, (count, 2))
        at = spots.astype(int)
        flow = noise(site.rng, site.size, 3, 1) * 6.3
        heading = flow[at[:, 1], at[:, 0]] + site.rng.normal(0, 0.3, count)
        along = np.stack([np.cos(heading), np.sin(heading)], 1) * (length * site.unit / 2)
        across = np.stack([-along[:, 1], along[:, 0]], 1) * site.rng.uniform(0.15, 0.35, (count, 1))
        corners = np.stack([-along, across, along, -across], 1) * 1.0 + spots[:, None]
        level = soft[at[:, 1], at[:, 0]] + site.rng.normal(0, 0.09, count)
        sketch = Sketch.blank(site.size)
        sketch.facets(corners, level - 0.05, level + 0.06)
        laid, _ = sketch.render(soft)
        bumps = relief(laid, 3) * impasto
        return tint(site.ramp.paint(laid, noise(site.rng, site.size, 5, 2)), 1 + bumps)

    return paint


def nebula(rng: Rng) -> Painter:
    """Glowing clouds among stars."""
    scale, swirl = float(rng.uniform(2, 5)), float(rng.uniform(8, 30))
    stars, depth = int(rng.integers(2, 9)), float(rng.uniform(0.9, 1.4))

    def paint(site: Site) -> Image:
        clouds = noise(site.rng, site.size, scale, 5)
        clouds = warp(clouds, *turbulence(site.rng, site.size, 3, swirl * site.unit))
        x, y = grid(site.size)
        core = np.exp(-((x - site.centre[0] / site.size) ** 2 + (y - site.centre[1] / site.size) ** 2) * 9)
        dust = ramp_between(noise(site.rng, site.size, 6, 3), 0.5, 0.3) * 0.3
        tone = f32((clouds - 0.5) * depth + 0.36 + core * 0.3 - dust)
        specks = f32(site.rng.random((site.size, site.size)) > 0.994) * 0.7
        tone = np.maximum(tone, blur(specks, 0.5) * 1.3)
        return site.ramp.paint(glints(site, tone, stars, site.unit * 2), noise(site.rng, site.size, 3, 2))

    return paint


def pastel(rng: Rng) -> Painter:
    """Chalky, pale, soft: rounded stones in rows of clouds."""
    bands, chalk = float(rng.uniform(3, 8)), float(rng.uniform(0.03, 0.1))
    lean = float(rng.uniform(0, np.pi))

    def paint(site: Site) -> Image:
        tone, cover = study(site, 6)
        x, y = grid(site.size)
        sweep = wave(f32((x * np.cos(lean) + y * np.sin(lean)) * bands + noise(site.rng, site.size, 3, 1)))
        strokes = noise(site.rng, site.size, 60, 2, 8.0)
        back = 0.62 + 0.25 * blur(sweep, site.unit * 2)
        body = blur(tone, site.unit) * 0.7 + 0.12
        mixed = back * (1 - cover) + body * cover
        return site.ramp.paint(f32(mixed + (strokes - 0.5) * chalk * 4), noise(site.rng, site.size, 2, 1))

    return paint


def marbling(rng: Rng) -> Painter:
    """Combed marbled paper in shades of the gem, one foreign ink per deck."""
    lines, comb = float(rng.uniform(5, 12)), float(rng.uniform(3, 9))
    ink = colour(float(rng.choice([0.2, 0.95])), 0.03, float(rng.uniform(0, 360)))
    share = float(rng.uniform(0.0, 0.22))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        dx, dy = turbulence(site.rng, site.size, 4, 0.14)
        raked = y + dy + 0.12 * (wave(f32(x * comb)) - 0.5) + 0.04 * np.sin(x * 37)
        veins = noise(site.rng, 256, 50, 1)[0]
        track = f32(np.interp((raked + dx) % 1.0, np.linspace(0, 1, 256), veins))
        fine = wave(f32(raked * lines + dx * 4))
        image = site.ramp.paint(f32(0.12 + track * 0.55 + fine * 0.28), 1 - track)
        return lerp(image, ink, ramp_between(track, 1 - share, 1.0 - share * 0.8) if share > 0.02 else 0 * fine)

    return paint


def papercut(rng: Rng) -> Painter:
    """Layers of cut card stacked with drop shadows."""
    layers, scale = int(rng.integers(4, 8)), float(rng.uniform(2.0, 4.5))
    angular, shade = bool(rng.random() < 0.5), float(rng.uniform(0.25, 0.5))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        height = noise(site.rng, site.size, scale, 1) * 0.8
        height += np.hypot(x - site.centre[0] / site.size, y - site.centre[1] / site.size) * 0.7
        if angular:
            height = height * 0.3 + np.maximum(np.abs(x - 0.4 + 0.2 * y), np.abs(y - 0.5 - 0.3 * x)) * 0.9
        level = f32(np.floor(height * layers) / layers)
        tone = 0.92 - level * 0.85
        shadow = np.zeros_like(tone)
        step = round(site.unit * 2)
        above = np.roll(level, (step, step), (0, 1))
        shadow = clip01(blur(f32(above < level - 1e-4), site.unit * 1.2)) * (above < level + 0.5)
        return tint(site.ramp.paint(f32(tone), level), 1 - f32(shadow) * shade)

    return paint


def nouveau(rng: Rng) -> Painter:
    """Whiplash curves, flat fills, dark contours and a little gold."""
    waves, swirl = float(rng.uniform(3, 6)), float(rng.uniform(0.06, 0.16))
    line, gilt = float(rng.uniform(0.1, 0.2)), bool(rng.random() < 0.6)
    ink = colour(float(rng.choice([0.2, 0.3])), 0.03, float(rng.uniform(20, 300)))
    gold = colour(0.78, 0.1, 85.0)

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        dx, dy = turbulence(site.rng, site.size, 2, swirl)
        px, py = x + dx - site.corner[0] / site.size, y + dy - site.corner[1] / site.size
        radius, angle = np.hypot(px, py), np.arctan2(py, px)
        petals = f32(waves * angle + 5 * radius + np.sin(radius * 11) * 0.8)
        band = np.floor(petals)
        tone = f32(0.3 + 0.5 * ((band * 0.618) % 1.0)) + 0.15 * wave(petals)
        image = site.ramp.paint(tone, f32((band * 0.414) % 1.0))
        if gilt:
            image = lerp(image, gold, f32((band % 4) == 1) * 0.85)
        edge = wave(petals) / np.float32(max(site.size / 160, 0.4))
        return lerp(image, ink, 1 - ramp_between(edge, line * 0.6, line * 1.4))

    return paint


def aura(rng: Rng) -> Painter:
    """A gem in a burst of rays, as on trading cards."""
    rays, twist = int(rng.integers(8, 26)), float(rng.uniform(-3, 3))
    glow, soft = float(rng.uniform(5, 14)), bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        px, py = x - site.centre[0] / site.size, y - site.centre[1] / site.size
        radius = f32(np.hypot(px, py))
        beam = wave(f32(np.arctan2(py, px) / (2 * np.pi) * rays + radius * twist))
        beam = beam if soft else ramp_between(beam, 0.42, 0.58)
        back = 0.22 + 0.3 * beam + 0.5 * np.exp(-radius * glow * 0.6)
        tone, cover = study(site, 7)
        halo = blur(cover, site.unit * 3) * (1 - cover) * 0.5
        gem = f32((back + halo) * (1 - cover) + (tone + 0.05) * cover)
        return site.ramp.paint(glints(site, gem, 3, site.unit * 3), beam * (1 - cover))

    return paint
