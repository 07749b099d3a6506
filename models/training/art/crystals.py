"""Families that show crystals as a painter or a photographer would: clusters, cave walls, cut gems."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.fields import (
    Field,
    Image,
    Rng,
    cells,
    clip01,
    f32,
    grain,
    grid,
    lerp,
    noise,
    relief,
    scatter,
    turbulence,
    warp,
)
from models.training.art.fields import spread as spread_labels
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch, carpet, cluster


def glints(site: Site, tone: Field, count: int, reach: float) -> Field:
    """Star-shaped sparkles added to a tone field; `reach` in px."""
    lit = tone.copy()
    half = min(round(reach * 5), site.size // 2 - 1)
    gap = np.abs(np.arange(-half, half + 1, dtype=np.float32)) / np.float32(reach)
    star = np.exp(-np.outer(gap, gap) * np.float32(reach) - gap - gap[:, None])
    for x, y in site.rng.integers(half, site.size - half, (count, 2)):
        window = lit[y - half : y + half + 1, x - half : x + half + 1]
        window += star * np.float32(site.rng.uniform(0.5, 1.0)) * (1.05 - window)
    return lit


def lowpoly(rng: Rng) -> Painter:
    """Flat facets from edge to edge, like vector wallpaper."""
    count, edge = int(rng.integers(18, 90)), float(rng.choice([0.0, 0.1, 0.9]))
    depth, drift = float(rng.uniform(0.25, 0.6)), float(rng.uniform(0, 0.5))

    def paint(site: Site) -> Image:
        points = scatter(site.rng, count)
        subdiv = cv2.Subdiv2D((-1000, -1000, 3000, 3000))
        subdiv.insert([(float(px), float(py)) for px, py in points * site.size])
        triangles = np.asarray(subdiv.getTriangleList(), np.float64).reshape(-1, 3, 2)
        triangles = triangles[np.abs(triangles).max((1, 2)) < 2 * site.size]
        light = 0.5 + depth * site.rng.uniform(-1, 1, len(triangles))
        light += drift * (0.5 - triangles[..., 1].mean(1) / site.size)
        sketch = Sketch.blank(site.size)
        sketch.facets(triangles, light, light + 0.08)
        if edge:
            sketch.strokes(triangles, edge, 0.5, True)
        return site.ramp.paint(sketch.render()[0], noise(site.rng, site.size, 2, 1))

    return paint


def shards(rng: Rng) -> Painter:
    """A crystal wall seen close: spiky gradients, deep shadows, speculars."""
    count, length = int(rng.integers(35, 70)), float(rng.uniform(22, 45))
    width, lamp = float(rng.uniform(7, 13)), float(rng.uniform(-2.8, -1.0))
    sparkle, dark = int(rng.integers(0, 6)), float(rng.uniform(0.1, 0.35))

    def paint(site: Site) -> Image:
        sketch = Sketch.blank(site.size)
        carpet(site, count, length * site.unit, width * site.unit).draw(sketch, site.rng, lamp)
        murk = noise(site.rng, site.size, 3, 2)
        tone = sketch.render(dark)[0] + (murk - 0.5) * 0.35 + 0.03
        soft = cv2.GaussianBlur(np.maximum(tone - 0.75, 0), (0, 0), site.unit * 2.2)
        return site.ramp.paint(glints(site, tone + soft * 1.4, sparkle, site.unit * 3), murk)

    return paint


def gem_cluster(rng: Rng) -> Painter:
    """One cluster of crystals before a dim or misty background, as on collectors' cards."""
    count, fan = int(rng.integers(5, 12)), float(rng.uniform(0.6, 1.3))
    length, width = float(rng.uniform(1.6, 2.2)), float(rng.uniform(0.45, 0.75))
    ground = float(rng.choice([0.08, 0.2, 0.8]))
    lamp, tinted = float(rng.uniform(-2.8, -0.8)), float(rng.uniform(0.2, 1.0))
    neutral = colour(ground * 0.8 + 0.1, 0.03, float(rng.uniform(0, 360)))

    def paint(site: Site) -> Image:
        mist = noise(site.rng, site.size, 3, 3)
        sketch = Sketch.blank(site.size)
        cluster(site, count, fan, length, width).draw(sketch, site.rng, lamp)
        tone, cover = sketch.render(0.5)
        tone = tone + 0.05 + (noise(site.rng, site.size, 6, 2) - 0.5) * 0.2
        gem = site.ramp.paint(glints(site, tone, 3, site.unit * 2), noise(site.rng, site.size, 2, 1))
        back = lerp(neutral * np.float32(0.6), neutral * np.float32(1.2), mist)
        back = back * (1 - tinted * 0.6) + site.ramp.paint(ground + (mist - 0.5) * 0.3) * (tinted * 0.6)
        halo = cv2.GaussianBlur(cover, (0, 0), site.unit * 7) * 0.7
        back = lerp(back, site.ramp.at(0.6), halo * (1 - ground * 0.5))
        return lerp(back, gem, cover)

    return paint


def brilliant(rng: Rng) -> Painter:
    """A single brilliant-cut stone from above on a plain or velvet ground."""
    sides, table = int(rng.choice([6, 8, 10, 12])), float(rng.uniform(0.4, 0.6))
    reach, turn = float(rng.uniform(0.85, 1.15)), float(rng.uniform(0, 1))
    base = colour(float(rng.choice([0.2, 0.45, 0.92])), float(rng.uniform(0.0, 0.04)), float(rng.uniform(0, 360)))
    own = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        angles = (np.arange(sides + 1) + turn) * 2 * np.pi / sides
        ring = np.stack([np.cos(angles), np.sin(angles)], -1) * site.radius * reach
        half = np.stack([np.cos(angles + np.pi / sides), np.sin(angles + np.pi / sides)], -1) * site.radius * reach
        centre = np.asarray(site.centre)
        sketch = Sketch.blank(site.size)
        for k in range(sides):
            light = 0.5 + 0.34 * np.cos(angles[k] + 2.2)
            girdle = [ring[k], half[k], ring[k + 1]]
            kite = [ring[k], half[k], ring[k + 1], half[k] * table * 0.9]
            inner = [half[k] * table, ring[k + 1] * table, half[(k + 1) % sides] * table, (0, 0)]
            for corners, extra in ((girdle, -0.2), (kite, 0.12), (inner, 0.1)):
                level = light + extra + site.rng.uniform(-0.16, 0.16)
                sketch.facet(centre + np.array(corners), level, level + 0.15, (0.7, 0.7))
        tone, cover = sketch.render(0.5)
        velvet = noise(site.rng, site.size, 40, 2)
        back = site.ramp.paint(velvet * 0.15 + 0.2) if own else lerp(base * np.float32(0.85), base, velvet)
        shade = cv2.GaussianBlur(cover, (0, 0), site.unit * 3)
        gem = site.ramp.paint(glints(site, tone, 4, site.unit * 2), noise(site.rng, site.size, 2, 1))
        return lerp(back * (1 - 0.45 * shade[..., None]), gem, cover)

    return paint


def geode(rng: Rng) -> Painter:
    """Agate: wavy rings round a druse, in many shades of the gem."""
    rings, wobble = float(rng.uniform(5, 14)), float(rng.uniform(6, 20))
    rind, druse = float(rng.uniform(0.0, 0.5)), float(rng.uniform(0.2, 0.45))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        centre = np.asarray(site.centre) / site.size
        distance = np.hypot(x - centre[0], y - centre[1])
        distance = warp(f32(distance), *turbulence(site.rng, site.size, 4, wobble * site.unit)) * 1.6
        levels = noise(site.rng, 256, 40 * rings / 14, 2)[0]
        banded = f32(np.interp(distance, np.linspace(0, 1.6, 256), levels))
        fine = 0.08 * np.sin(distance * rings * 16)
        tone = 0.5 + (banded - 0.5) * 0.95 + fine + grain(site.rng, site.size, 0.6) * 0.02
        points = scatter(site.rng, 260)
        labels, edge = cells(points, site.size, 1.0)
        sugar = spread_labels(labels, site.rng) * 0.7 + np.minimum(edge / site.unit, 3) * 0.12
        inside = clip01((druse - distance) * 14)
        tone = tone * (1 - inside) + sugar * inside
        image = site.ramp.paint(tone, f32(np.interp(distance, np.linspace(0, 1.6, 256), levels[::-1])))
        stone = colour(0.42, 0.03, 60.0) * (0.7 + 0.5 * noise(site.rng, site.size, 20, 2))[..., None]
        return lerp(image, stone, clip01((distance - (1.35 - rind)) * 10))

    return paint


def ore_rock(rng: Rng) -> Painter:
    """Rough rock with veins and nuggets of the gem shining through."""
    hue, light = float(rng.uniform(20, 300)), float(rng.uniform(0.25, 0.6))
    veins, share = float(rng.uniform(2, 4)), float(rng.uniform(0.12, 0.24))

    def paint(site: Site) -> Image:
        height = noise(site.rng, site.size, 7, 4)
        rock = colour(light, 0.02, hue) * (1 + 0.7 * relief(height, 9)[..., None])
        field = noise(site.rng, site.size, veins, 2)
        vein = clip01((share - np.abs(field - 0.5)) * 18)
        labels, edge = cells(scatter(site.rng, 120), site.size, 1.0)
        facets = spread_labels(labels, site.rng) * 0.75 + 0.1 + 0.2 * relief(edge, 3)
        gem = site.ramp.paint(glints(site, facets, 4, site.unit * 2), field)
        dark = cv2.GaussianBlur(vein, (0, 0), site.unit * 1.5)
        return lerp(rock * (1 - 0.5 * dark[..., None]), gem, vein)

    return paint
