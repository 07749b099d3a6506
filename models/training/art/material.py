"""Families that imitate a material: tesserae, enamel, thread, glass, sand, bubbles, pebbles."""

from __future__ import annotations

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
    tint,
    turbulence,
    turned,
    warp,
    wave,
)
from models.training.art.fields import spread as spread_labels
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import study


def mosaic(rng: Rng) -> Painter:
    """Small square tesserae in grout that follow a bent course."""
    across, bend = float(rng.uniform(11, 24)), float(rng.uniform(0.02, 0.12))
    grout = colour(float(rng.choice([0.2, 0.5, 0.85])), 0.015, 70.0)
    lean, vary = float(rng.uniform(0, np.pi / 2)), float(rng.uniform(0.1, 0.3))

    def paint(site: Site) -> Image:
        u, v = turned(site.size, lean)
        dx, dy = turbulence(site.rng, site.size, 2, bend)
        u = f32((u + dx) * across)
        v = f32((v + dy) * across + 0.5 * (np.floor(u) % 2))
        index = (np.floor(u) * 131 + np.floor(v) * 37).astype(np.int64) % 4096
        chance, other = site.rng.random(4096, dtype=np.float32), site.rng.random(4096, dtype=np.float32)
        tone, _ = study(site, 7, 0.4)
        gap = f32(np.minimum(wave(f32(u)), wave(f32(v))))
        shine = 0.1 * (u % 1 - 0.5) + 0.1 * (v % 1 - 0.5)
        body = 0.5 + (blur(tone, site.unit * 2.5) - 0.5) * 0.8 + (chance[index] - 0.5) * 2 * vary - shine
        return lerp(grout, site.ramp.paint(f32(body), other[index]), ramp_between(gap, 0.1, 0.26))

    return paint


def enamel(rng: Rng) -> Painter:
    """Cloisonné: enamel cells between bright wires, set in brushed metal."""
    metal = colour(float(rng.uniform(0.5, 0.8)), float(rng.choice([0.005, 0.09])), float(rng.uniform(50, 95)))
    wire, count = float(rng.uniform(0.5, 1.1)), int(rng.integers(5, 14))
    lean, room = float(rng.uniform(0, np.pi)), float(rng.uniform(0.95, 1.35))
    square = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        u, v = turned(site.size, lean)
        scratches = noise(site.rng, site.size, 90, 1, 30.0)
        sheen = 0.75 + 0.35 * wave(f32(u * 0.9 + v * 0.4)) + 0.25 * (scratches - 0.5)
        x, y = grid(site.size)
        px, py = (x * site.size - site.centre[0]) / site.radius, (y * site.size - site.centre[1]) / site.radius
        reach = (
            np.maximum(np.abs(px), np.abs(py)) + 0.3 * np.minimum(np.abs(px), np.abs(py))
            if square
            else np.hypot(px, py)
        )
        labels, edge = cells(scatter(site.rng, count * 4, 0.5), site.size)
        inside = clip01((room - f32(reach)) * site.radius)
        rim = np.minimum(edge, np.maximum((room - f32(reach)) * site.radius, 0))
        pillow = np.minimum(rim / (site.unit * 5), 1.0)
        gloss = relief(blur(pillow, site.unit), 6)
        tone = 0.3 + 0.35 * spread_labels(labels, site.rng) + 0.12 * pillow + 0.3 * gloss
        gem = site.ramp.paint(glints(site, f32(tone), 2, site.unit * 2), spread_labels(labels, site.rng))
        plate = tint(np.broadcast_to(metal, gem.shape), f32(sheen))
        shining = tint(np.broadcast_to(metal, gem.shape), f32(sheen * 1.2 + 0.1))
        return lerp(plate, lerp(shining, gem, clip01(rim - wire * site.unit)), inside)

    return paint


def embroidery(rng: Rng) -> Painter:
    """Satin stitch on cloth."""
    pitch, count = float(rng.uniform(38, 60)), int(rng.integers(10, 26))
    cloth = colour(float(rng.uniform(0.25, 0.9)), float(rng.uniform(0.01, 0.06)), float(rng.uniform(0, 360)))
    whole = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, count, 0.5), site.size)
        angle = spread_labels(labels, site.rng) * np.float32(np.pi)
        x, y = grid(site.size)
        across = f32(y * np.cos(angle) - x * np.sin(angle)) * pitch
        along = f32(x * np.cos(angle) + y * np.sin(angle)) * 9
        thread = wave(f32(across + 0.15 * noise(site.rng, site.size, 30, 1)))
        stagger = wave(f32(along + np.floor(across) * 0.37))
        sheen = 0.25 * np.cos(2 * angle + 1)
        tone = 0.16 + 0.45 * thread + sheen + 0.2 * spread_labels(labels, site.rng) - 0.25 * (stagger < 0.12)
        silk = site.ramp.paint(f32(tone * ramp_between(edge, 0.0, site.unit * 1.5)), spread_labels(labels, site.rng))
        if whole:
            return silk
        weave = 0.8 + 0.3 * wave(x * 45) * wave(y * 45)
        ground = tint(np.broadcast_to(cloth, silk.shape), weave)
        _, cover = study(site, 6)
        shade = blur(cover, site.unit * 1.5) * (1 - cover)
        return lerp(tint(ground, 1 - 0.5 * f32(shade)), silk, clip01(cover * 1.2))

    return paint


def knit(rng: Rng) -> Painter:
    """Knitted stitches in rows of slightly different yarns."""
    across, chunk = float(rng.uniform(9, 17)), float(rng.uniform(1.0, 1.5))
    pattern = int(rng.integers(2, 5))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        column = x * across
        lean = np.abs(column % 1 - 0.5)
        row = f32(y * across * chunk - lean * 1.1)
        stitch = np.minimum(wave(f32(column)) * 2.2, 1) * np.minimum(wave(f32(column + 0.5)) * 3, 1)
        bulge = wave(row) * stitch
        cell = (np.floor(row) + (np.floor(column) % pattern) * 2) % (pattern + 1)
        fibre = noise(site.rng, site.size, 70, 2)
        tone = 0.1 + 0.5 * np.sqrt(clip01(f32(bulge))) + 0.22 * (cell == 0) + 0.18 * (fibre - 0.5)
        return site.ramp.paint(f32(tone), f32((cell == 0) * 0.8))

    return paint


def refraction(rng: Rng) -> Painter:
    """Clear thick glass: smooth lobes that bend the light behind them."""
    scale, bend = float(rng.uniform(2.5, 5)), float(rng.uniform(6, 18))
    bars, lean = float(rng.uniform(3, 9)), float(rng.uniform(0, np.pi))

    def paint(site: Site) -> Image:
        height = blur(noise(site.rng, site.size, scale, 1), site.unit * 2)
        u, v = turned(site.size, lean)
        behind = f32(0.35 + 0.35 * wave(f32(u * bars)) + 0.2 * v)
        slope_x, slope_y = np.gradient(height)
        bent = warp(behind, f32(slope_y * bend * site.size), f32(slope_x * bend * site.size))
        light = relief(height, 12)
        caustic = clip01(light - 0.55) * 1.8
        tone = f32(bent * 0.75 + 0.1 + 0.2 * light + caustic)
        return site.ramp.paint(glints(site, tone, 2, site.unit * 2), f32(height * 1.3 - 0.2))

    return paint


def sand(rng: Rng) -> Painter:
    """Coloured sand in ripples, every grain its own shade."""
    coarse, ripples = float(rng.uniform(0.3, 0.9)), float(rng.uniform(5, 14))
    lean, depth = float(rng.uniform(0, np.pi)), float(rng.uniform(0.08, 0.22))

    def paint(site: Site) -> Image:
        u, _ = turned(site.size, lean)
        dunes = wave(f32(u * ripples + noise(site.rng, site.size, 3, 2) * 2.5))
        light = relief(blur(f32(dunes), site.unit), 9)
        grains = grain(site.rng, site.size, coarse) * 0.13
        tone = 0.5 + depth * light + grains + (noise(site.rng, site.size, 2, 1) - 0.5) * 0.3
        return site.ramp.paint(f32(tone), clip01(grain(site.rng, site.size, coarse) * 0.4 + 0.4))

    return paint


def bubbles(rng: Rng) -> Painter:
    """Soap bubbles and droplets of every size."""
    count, deep = int(rng.integers(25, 60)), float(rng.uniform(0.2, 0.5))

    def paint(site: Site) -> Image:
        tone = deep + 0.25 * noise(site.rng, site.size, 3, 2)
        tint_field = np.zeros_like(tone)
        for radius in np.sort(site.rng.gamma(2.0, 3.2, count))[::-1] * site.unit + 1.5:
            _bubble(tone, tint_field, site.rng.uniform(0, site.size, 2), float(min(radius, site.size / 4)), site.rng)
        return site.ramp.paint(tone, tint_field)

    return paint


def _bubble(tone: Field, accent: Field, at: np.ndarray, radius: float, rng: Rng) -> None:
    """One bubble laid into the tone and accent fields; centre and radius in px."""
    size = tone.shape[0]
    low = np.clip((at - radius - 1).astype(int), 0, size)
    high = np.clip((at + radius + 2).astype(int), 0, size)
    window = np.s_[low[1] : high[1], low[0] : high[0]]
    x = (np.arange(low[0], high[0], dtype=np.float32) - at[0])[None] / radius
    y = (np.arange(low[1], high[1], dtype=np.float32) - at[1])[:, None] / radius
    gap = np.sqrt(x * x + y * y)
    inside = np.clip((1 - gap) * radius, 0, 1)
    glow = 0.3 + 0.35 * gap**4 + 0.25 * (x + y) * 0.7 + rng.uniform(-0.08, 0.15)
    spot = np.exp(-((x + 0.4) ** 2 + (y + 0.42) ** 2) * 26)
    tone[window] += (np.maximum(glow, spot * 1.1) - tone[window]) * inside * 0.85
    accent[window] += (rng.random() - accent[window]) * inside


def tumbled(rng: Rng) -> Painter:
    """A heap of tumbled, polished stones."""
    count, gloss = int(rng.integers(14, 50)), float(rng.uniform(0.1, 0.5))
    banded = float(rng.uniform(0, 0.3))

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, count, 0.48), site.size)
        dome = np.sqrt(np.minimum(edge / (site.unit * 75 / np.sqrt(count)), 1.0))
        light = relief(blur(f32(dome), site.unit * 0.7), 9)
        vein = wave(f32(noise(site.rng, site.size, 5, 2) * 6 + spread_labels(labels, site.rng) * 5))
        tone = 0.12 + 0.42 * dome + 0.22 * light + (spread_labels(labels, site.rng) - 0.5) * 0.3 + banded * (vein - 0.5)
        tone = tone + gloss * ramp_between(f32(light * dome), 0.42, 0.6)
        return site.ramp.paint(f32(tone), spread_labels(labels, site.rng))

    return paint
