"""Families of the printmaker: engraving, woodcut, comic dots, contours, blueprints, isometric blocks."""

from __future__ import annotations

import cv2
import numpy as np

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
    plain,
    ramp_between,
    turned,
    wave,
)
from models.training.art.graphic import ICONS, sign
from models.training.art.palette import Ramp, colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch, cluster, study


def inks(rng: Rng) -> tuple[str, Image]:
    """How a deck prints two-colour art: gem ink on paper, black on gem tint, or pale on deep gem; the paper."""
    paper = colour(float(rng.uniform(0.9, 0.98)), float(rng.uniform(0, 0.035)), 80.0)
    return str(rng.choice(["gem on paper", "black on gem", "pale on gem"])), paper


def two_tone(style: str, paper: Image, ramp: Ramp, ink: Image) -> Image:
    """An ink field (1 = inked) printed in the deck's way."""
    if style == "gem on paper":
        return lerp(paper, ramp.at(0.4), ink)
    if style == "black on gem":
        return lerp(ramp.at(0.62), colour(0.16, 0.02, 280.0), ink)
    return lerp(ramp.at(0.72) * 0.5 + paper * 0.5, ramp.at(0.32), ink)


def engraving(rng: Rng) -> Painter:
    """Crystals in hatched lines whose thickness is the shadow."""
    style, paper = inks(rng)
    pitch, lean, cross = float(rng.uniform(34, 55)), float(rng.uniform(0, np.pi)), bool(rng.random() < 0.5)
    whole = bool(rng.random() < 0.4)

    def paint(site: Site) -> Image:
        tone, _ = study(site, 30 if whole else 8, 0.75, whole)
        dark = clip01(1.02 - tone)
        u, v = turned(site.size, lean)
        ink = ramp_between(wave(f32(v * pitch + 0.1 * np.sin(u * 9))), dark - 0.25, dark + 0.25)
        ink = 1 - ink
        if cross:
            deep = clip01(dark * 1.6 - 0.75)
            ink = np.maximum(ink, 1 - ramp_between(wave(f32(u * pitch)), deep - 0.2, deep + 0.25))
        contour = clip01(f32(np.abs(cv2.Laplacian(blur(tone, 0.6), cv2.CV_32F))) * 3 - 0.2)
        return two_tone(style, paper, site.ramp, f32(np.maximum(ink, contour)))

    return paint


def woodcut(rng: Rng) -> Painter:
    """Two tones, gouged: bold shadows, carved streaks, chattering edges."""
    style, paper = inks(rng)
    level, gouge = float(rng.uniform(0.42, 0.58)), float(rng.uniform(8, 18))
    lean = float(rng.uniform(0, np.pi))

    def paint(site: Site) -> Image:
        tone, cover = study(site, 7, 0.3)
        _, v = turned(site.size, lean)
        streak = wave(f32(v * gouge + noise(site.rng, site.size, 5, 2) * 1.6))
        field = tone + (streak - 0.5) * (0.25 + 0.45 * (1 - cover)) + grain(site.rng, site.size, 1.0) * 0.03
        ink = 1 - ramp_between(field, level - 0.05, level + 0.05)
        worn = f32(noise(site.rng, site.size, 50, 2) > 0.85) * 0.35
        return two_tone(style, paper, site.ramp, f32(ink * (1 - worn)))

    return paint


def halftone(rng: Rng) -> Painter:
    """Comic print: flat colours, coarse dots, heavy black contours."""
    pitch, lean = float(rng.uniform(16, 34)), float(rng.uniform(0.2, 1.3))
    paper = colour(float(rng.uniform(0.9, 0.98)), 0.03, 90.0)
    heavy, burst = float(rng.uniform(0.9, 2.0)), bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        sketch = Sketch.blank(site.size)
        prisms = cluster(site, 6, 1.0, 2.0, 0.7)
        prisms.draw(sketch, site.rng)
        tone, cover = sketch.render(0.5)
        lines = Sketch.blank(site.size)
        for outline in prisms.outlines():
            lines.facet(outline, 0.0, 0.0)
            lines.strokes(outline[None], 1.0, heavy * site.unit, True)
        u, v = turned(site.size, lean)
        dots = np.hypot(u * pitch % 1 - 0.5, v * pitch % 1 - 0.5)
        x, y = grid(site.size)
        fade = np.hypot(x - site.centre[0] / site.size, y - site.centre[1] / site.size) if burst else y
        back = lerp(paper, site.ramp.at(0.6), ramp_between(f32(dots), 0.75 * (1 - fade), 0.75 * (1 - fade) - 0.12))
        flat = site.ramp.paint(f32(np.round(tone * 3) / 3 * 0.8 + 0.15))
        shaded = lerp(flat, site.ramp.at(0.2), ramp_between(f32(dots), 0.33, 0.25) * (tone < 0.45))
        return lerp(lerp(back, shaded, cover), colour(0.1, 0.0, 0.0), lines.render()[0])

    return paint


def contours(rng: Rng) -> Painter:
    """A topographic map with tinted heights."""
    steps, scale = int(rng.integers(6, 15)), float(rng.uniform(2, 5))
    style = str(rng.choice(["tinted", "paper", "dark"]))
    paper = colour(0.95, 0.015, 90.0)

    def paint(site: Site) -> Image:
        height = noise(site.rng, site.size, scale, 3) * steps
        gap = cv2.magnitude(*(cv2.Sobel(height, cv2.CV_32F, a, b, scale=0.125) for a, b in ((1, 0), (0, 1))))
        near = np.abs(height - np.round(height)) / np.maximum(gap, 1e-3)
        major = np.round(height) % 4 == 0
        line = clip01(0.55 * site.unit + 0.5 * site.unit * major - near)
        level = f32(np.floor(height + 0.5) / steps)
        if style == "paper":
            return lerp(lerp(paper, site.ramp.at(0.7), level * 0.55), site.ramp.at(0.32), line)
        if style == "dark":
            return lerp(site.ramp.paint(level * 0.25), site.ramp.at(0.72), line)
        return lerp(site.ramp.paint(0.2 + level * 0.62, 1 - level), site.ramp.at(0.08), line * 0.8)

    return paint


def blueprint(rng: Rng) -> Painter:
    """A draughtsman's drawing: fine pale lines and construction circles on a deep tint of the gem, or the reverse."""
    pale, mesh = bool(rng.random() < 0.4), float(rng.uniform(8, 20))
    name = str(rng.choice([*ICONS, "cluster"]))
    fine = float(rng.uniform(0.5, 1.0))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        cells = np.minimum(wave(x * mesh), wave(y * mesh))
        sketch = Sketch.blank(site.size)
        if name == "cluster":
            for outline in cluster(site, 6, 1.0, 1.9, 0.6).outlines():
                sketch.facet(outline, 0.0, 0.0)
                sketch.strokes(outline[None], 1.0, fine * site.unit, True)
        else:
            for facet in ICONS[name][0]:
                points = np.array(facet) * site.radius * 0.8 + np.asarray(site.centre)
                sketch.strokes(points[None], 1.0, fine * site.unit, True)
        radius = np.hypot(x * site.size - site.centre[0], y * site.size - site.centre[1]) / site.radius
        rings = clip01(1 - np.minimum(np.abs(radius - 0.95), np.abs(radius - 0.62)) * 40) * 0.5
        line = np.maximum(np.maximum(sketch.render()[0], rings), (1 - ramp_between(cells, 0.03, 0.12)) * 0.3)
        ground = plain(site.size, site.ramp.at(0.8 if pale else 0.3))
        return lerp(ground, site.ramp.at(0.2 if pale else 0.95), f32(line))

    return paint


def isometric(rng: Rng) -> Painter:
    """Isometric blocks stacked like bismuth, three tones each."""
    across, jump = float(rng.uniform(2.8, 6)), float(rng.uniform(0.1, 0.3))
    tones = np.sort(rng.uniform(0.08, 0.95, 3))[::-1]

    def paint(site: Site) -> Image:
        step = site.size / across
        row, column = (np.ravel(m) for m in np.mgrid[0 : int(across * 4) + 6, 0 : int(across) + 3])
        at = np.stack([(column - 1 + 0.5 * (row % 2)) * step, (row - 2) * step / 4], 1)
        at[:, 1] -= site.rng.integers(0, 4, len(row)) * step * jump
        half, wall = np.array([step / 2, step / 4]), step * 0.9
        top = np.array([[0, 0], half, [0, half[1] * 2], [-half[0], half[1]]])
        left = np.array([[-half[0], half[1]], [0, half[1] * 2], [0, half[1] * 2 + wall], [-half[0], half[1] + wall]])
        block = np.stack([top, left, left * np.array([-1, 1])])
        level = (tones + site.rng.uniform(-0.08, 0.08, (len(row), 1))).ravel()
        sketch = Sketch.blank(site.size)
        sketch.facets((at[:, None, None] + block).reshape(-1, 4, 2), level + 0.06, level - 0.1)
        return site.ramp.paint(sketch.render()[0], noise(site.rng, site.size, 3, 1))

    return paint


def wallpaper(rng: Rng) -> Painter:
    """Small gem signs in rows on a tinted ground; each crystal its own sign in some decks."""
    rows, lean = float(rng.uniform(3.2, 6.5)), float(rng.choice([0.0, 0.0, 0.5, 0.785]))
    own, brick = bool(rng.random() < 0.5), bool(rng.random() < 0.6)
    back_tone, sign_tone = (0.75, 0.3) if rng.random() < 0.5 else (0.28, 0.75)
    names = rng.permutation(list(ICONS))

    def paint(site: Site) -> Image:
        u, v = turned(site.size, lean)
        v, u = f32(v * rows), f32(u * rows)
        u = f32(u + 0.5 * (np.floor(v) % 2)) if brick else u
        index = 0 if site.crystal is None or not own else list(type(site.crystal)).index(site.crystal)
        stamp = sign(str(names[index % len(names)]), 64, (32.0, 32.0), 24.0)
        maps = (f32((u % 1) * 63), f32((v % 1) * 63))
        tone, cover = (cv2.remap(f, *maps, cv2.INTER_LINEAR) for f in stamp)
        ground = site.ramp.paint(f32(back_tone + (noise(site.rng, site.size, 3, 2) - 0.5) * 0.2))
        return lerp(ground, site.ramp.paint(f32(sign_tone + (tone - 0.5) * 0.5), 0.6), f32(cover))

    return paint
