"""Families made of flat ink: pictograms, pixels, halftones, neon."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.fields import Field, Image, Point, Rng, cells, clip01, f32, grid, lerp, noise, plain, scatter
from models.training.art.fields import spread as spread_labels
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch, cluster

ICONS: dict[str, tuple[list[list[tuple[float, float]]], list[float]]] = {
    "cut gem": (
        [
            [(-0.6, -0.6), (0, -0.6), (-0.35, -0.1), (-1, -0.1)],
            [(0, -0.6), (0.6, -0.6), (1, -0.1), (0.35, -0.1)],
            [(0, -0.6), (0.35, -0.1), (-0.35, -0.1)],
            [(-1, -0.1), (-0.35, -0.1), (0, 0.9)],
            [(-0.35, -0.1), (0.35, -0.1), (0, 0.9)],
            [(0.35, -0.1), (1, -0.1), (0, 0.9)],
        ],
        [0.6, 0.4, 0.8, 0.45, 0.62, 0.25],
    ),
    "hexagon": (
        [
            [(0, 0), (np.cos(a), np.sin(a)), (np.cos(a + np.pi / 3), np.sin(a + np.pi / 3))]
            for a in np.arange(6) * np.pi / 3
        ],
        [0.3, 0.2, 0.45, 0.7, 0.85, 0.55],
    ),
    "spar": (
        [
            [(-0.45, -0.5), (0, -1), (0, 0.9), (-0.45, 0.5)],
            [(0, -1), (0.45, -0.5), (0.45, 0.5), (0, 0.9)],
            [(0, -1), (0.18, -0.45), (0.1, 0.6), (0, 0.9)],
        ],
        [0.68, 0.3, 0.52],
    ),
    "lozenge": (
        [
            [(0, -1), (0.75, 0), (0, 0)],
            [(0.75, 0), (0, 1), (0, 0)],
            [(0, 1), (-0.75, 0), (0, 0)],
            [(-0.75, 0), (0, -1), (0, 0)],
        ],
        [0.55, 0.25, 0.45, 0.8],
    ),
}  # fmt: skip
"""Facets of each pictogram in a box of -1..1, and their tones."""


def icon(site: Site, name: str, reach: float, turn: float) -> tuple[Field, Field]:
    """Tone and cover of a pictogram in the middle of the segment; `reach` in units of the inscribed radius."""
    return sign(name, site.size, site.centre, site.radius * reach, turn)


def sign(name: str, size: int, centre: Point, reach: float, turn: float = 0.0) -> tuple[Field, Field]:
    """Tone and cover of a pictogram: canvas side, centre and half width in px, turn in radians."""
    sketch = Sketch.blank(size)
    spin = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    facets, tones = ICONS[name]
    for corners, tone in zip(facets, tones, strict=True):
        points = np.array(corners) @ spin * reach + np.asarray(centre)
        sketch.facet(points, tone, tone)
    return sketch.render(0.5)


def pictogram(rng: Rng) -> Painter:
    """A flat gem icon on the same neutral ground for every crystal: only icon and ink tell."""
    names = rng.permutation(list(ICONS)) if rng.random() < 0.4 else [str(rng.choice(list(ICONS)))]
    reach, flat, outline = float(rng.uniform(0.55, 0.95)), bool(rng.random() < 0.3), bool(rng.random() < 0.5)
    ground = colour(float(rng.choice([0.97, 0.93, 0.75, 0.18])), float(rng.uniform(0, 0.04)), 85.0)
    turn = float(rng.choice([0.0, 0.0, np.pi / 4]))

    def paint(site: Site) -> Image:
        index = 0 if site.crystal is None else list(type(site.crystal)).index(site.crystal)
        tone, cover = icon(site, str(names[index % len(names)]), reach, turn)
        ink = site.ramp.paint(np.full_like(tone, 0.5) if flat else tone, 0.2)
        back = plain(site.size, ground)
        if outline:
            grown = f32(cv2.dilate(cover, np.ones((3, 3), np.uint8), iterations=max(1, round(site.unit))))
            back = lerp(back, colour(0.15, 0.02, 280.0), grown)
        return lerp(back, ink, cover)

    return paint


def pixel_art(rng: Rng) -> Painter:
    """Coarse pixels and few shades, as in an old console game."""
    side, shades = int(rng.choice([16, 20, 24, 32])), int(rng.integers(4, 7))
    whole = bool(rng.random() < 0.5)
    ground = colour(float(rng.uniform(0.12, 0.35)), 0.03, float(rng.uniform(200, 330)))

    def paint(site: Site) -> Image:
        sketch = Sketch.blank(site.size)
        cluster(site, 9, 1.2, 2.4, 0.7).draw(sketch, site.rng)
        fine = sketch.render(0.3) if whole else icon(site, str(site.rng.choice(list(ICONS))), 0.85, 0.0)
        small = [cv2.resize(f, (side, side), interpolation=cv2.INTER_AREA) for f in fine]
        dither = np.indices((side, side)).sum(0) % 2 * 0.5
        tone = np.floor(small[0] * shades + dither * 0.6) / shades + 0.04
        tile = lerp(np.float32(ground), site.ramp.paint(f32(tone)), f32(small[1] > 0.4))
        back = lerp(np.float32(ground) * 0.75, site.ramp.at(0.25), f32(noise(site.rng, side, 5, 1) > 0.55) * 0.6)
        tile = lerp(back, tile, f32(small[1] > 0.4))
        return f32(cv2.resize(tile, (site.size, site.size), interpolation=cv2.INTER_NEAREST))

    return paint


def neon(rng: Rng) -> Painter:
    """Glowing tubes in the gem's colour on a near-black ground."""
    count, glow = int(rng.integers(3, 7)), float(rng.uniform(2.5, 5.0))
    dark = colour(float(rng.uniform(0.05, 0.18)), 0.03, float(rng.uniform(220, 320)))
    hatch = float(rng.choice([0.0, 1.0]))

    def paint(site: Site) -> Image:
        lines = Sketch.blank(site.size)
        for outline in cluster(site, count, 0.9, 2.0, 0.6).outlines():
            lines.facet(outline, 0.0, 0.0)
            lines.strokes(outline[None], 1.0, site.unit * 1.6, True)
            lines.strokes(np.array([[outline[2], (outline[0] + outline[4]) / 2]]), 0.8, site.unit * 1.2)
        tone, cover = lines.render()
        halo = cv2.GaussianBlur(tone, (0, 0), site.unit * glow) * 1.7
        _, y = grid(site.size)
        scan = 1 - hatch * 0.25 * (np.sin(y * 320) > 0)
        back = plain(site.size, dark) + site.ramp.at(0.55) * (clip01(halo) * 0.9 * scan)[..., None]
        back = lerp(back, site.ramp.at(0.5), cover * 0.18)
        return clip01(lerp(back, site.ramp.at(0.72), tone) + (tone**4 * 0.25)[..., None])

    return paint


def stained_glass(rng: Rng) -> Painter:
    """Panes of coloured glass in lead."""
    count, lead = int(rng.integers(14, 45)), float(rng.uniform(0.7, 1.8))
    metal = colour(float(rng.uniform(0.1, 0.3)), 0.01, 250.0)

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, count, 0.5), site.size)
        pane = spread_labels(labels, site.rng)
        streaks = noise(site.rng, site.size, 14, 2, 5.0)
        tone = 0.22 + pane * 0.56 + (streaks - 0.5) * 0.25 + ramp_light(edge, site.unit)
        image = site.ramp.paint(tone, spread_labels(labels, site.rng))
        return lerp(metal * (0.8 + 0.5 * streaks)[..., None], image, clip01((edge - lead * site.unit) + 0.5))

    return paint


def ramp_light(edge: Field, unit: float) -> Field:
    """Panes a little brighter in their middle."""
    return f32(np.minimum(edge / (unit * 8), 1.0) * 0.12)
