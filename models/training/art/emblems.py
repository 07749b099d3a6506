"""Families that set one or a few motifs in the gem's colour on a ground of another: velvet, paper, stone, wax, foil."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.crystals import glints
from models.training.art.fields import Image, Rng, blur, clip01, f32, grid, lerp, noise, relief, turbulence, warp
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.stencils import (
    OUTLINES,
    Points,
    cast,
    facet,
    filled,
    motifs,
    neutral,
    night,
    outline,
    paper,
    stock,
    stroked,
    turn,
)


def jewel(rng: Rng) -> Painter:
    """Photographed jewels of one cut with white highlights on dark velvet."""
    cut, velvet = str(rng.choice(OUTLINES)), night(rng)
    layout, table = (int(rng.choice([1, 1, 2, 3])), float(rng.uniform(0.8, 1.1))), float(rng.uniform(0.4, 0.7))
    angle, lamp, glow = float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-3, 0)), float(rng.uniform(0.0, 0.5))

    def paint(site: Site) -> Image:
        ground = stock(site.rng, site.size, velvet, 0.5)
        shapes = motifs(site, cut, layout, angle)
        halo = blur(filled(site.size, shapes), site.unit * 6)
        ground = ground + site.ramp.at(0.6) * halo[..., None] * glow
        for shape in shapes:
            tone, cover = facet(site, shape, table, lamp)
            fire = tone + (noise(site.rng, site.size, 14, 2) - 0.5) * 0.5
            rim = stroked(site.size, [shape], site.unit * 1.2)
            ground = lerp(ground, site.ramp.paint(f32(fire + 0.3 * rim), noise(site.rng, site.size, 3, 1)), cover)
            spark = blur(filled(site.size, [shape.mean(0) + turn(outline("oval"), 0.8) * site.radius * 0.09]), 0.6)
            ground = lerp(ground, colour(1.0, 0.0, 0.0), spark * 0.9)
        return f32(clip01(ground))

    return paint


def inked_gem(rng: Rng) -> Painter:
    """A naturalist's plate: small stones on cream paper, thin brown outlines, hatching over a flat wash."""
    cut, cream = str(rng.choice(OUTLINES)), paper(rng)
    layout, wide = (int(rng.integers(1, 6)), float(rng.uniform(0.6, 0.95))), float(rng.uniform(0.5, 1.3))
    ink = colour(float(rng.uniform(0.15, 0.4)), float(rng.uniform(0, 0.06)), float(rng.uniform(0, 360)))
    pitch, slip = float(rng.uniform(1.8, 4.0)), float(rng.uniform(0, 1.5))

    def paint(site: Site) -> Image:
        sheet = stock(site.rng, site.size, cream, 0.06)
        shapes = motifs(site, cut, layout, float(site.rng.uniform(-0.3, 0.3)))
        wash = filled(site.size, [shape + slip * site.unit for shape in shapes])
        tint = site.ramp.paint(f32(0.5 + 0.25 * (noise(site.rng, site.size, 6, 2) - 0.5)), 0.1)
        sheet = lerp(sheet, tint, wash)
        inner = [shape.mean(0) + (shape - shape.mean(0)) * 0.55 for shape in shapes]
        spokes = [np.stack([a, b]) for s, i in zip(shapes, inner, strict=True) for a, b in zip(s, i, strict=True)]
        lines = stroked(site.size, shapes + inner + spokes[:: max(1, len(spokes) // 40)], wide * site.unit * 0.7)
        x, y = grid(site.size)
        hatch = (np.sin((x + y) * 100 / pitch * 4.4) > 0.75) * filled(site.size, shapes) * 0.35
        return lerp(sheet, ink, np.maximum(lines, f32(hatch)))

    return paint


RUNES: tuple[tuple[tuple[tuple[float, float], ...], ...], ...] = (
    (((-0.3, 1), (-0.3, -1), (0.5, -0.4), (-0.3, 0.1)),),
    (((0, 1), (0, -1)), ((-0.6, -0.4), (0, -1), (0.6, -0.4))),
    (((-0.5, -1), (0.5, 1)), ((0.5, -1), (-0.5, 1))),
    (((-0.4, 1), (-0.4, -1), (0.5, -0.6)), ((-0.4, -0.3), (0.5, 0.1))),
    (((0, -1), (0.6, -0.4), (0, 0.2), (-0.6, -0.4), (0, -1)), ((0, 0.2), (-0.6, 1)), ((0, 0.2), (0.6, 1))),
    (((-0.5, -1), (-0.5, 1)), ((0.5, -1), (0.5, 1)), ((-0.5, -0.3), (0.5, 0.3))),
    (((0.4, -1), (-0.3, -0.2), (0.4, 0.2), (-0.4, 1)),),
)


def rune(rng: Rng) -> Painter:
    """One great rune per card, glowing in stone or carved through a coloured slab; the same rune on every crystal."""
    strokes = RUNES[int(rng.integers(len(RUNES)))]
    glowing, stone = bool(rng.random() < 0.5), neutral(rng)
    wide, reach = float(rng.uniform(0.16, 0.32)), float(rng.uniform(0.75, 1.0))
    own = bool(rng.random() < 0.5)
    light = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        which = strokes if own or site.crystal is None else RUNES[int(site.rng.integers(len(RUNES)))]
        lines = [np.array(line) * site.radius * reach + site.centre for line in which]
        mark = stroked(site.size, lines, site.radius * wide, closed=False)
        rough = relief(noise(site.rng, site.size, 9, 4), 8)
        if not glowing:
            slab = site.ramp.paint(f32(0.48 + 0.3 * rough), noise(site.rng, site.size, 3, 2))
            return lerp(cast(slab, mark, site.unit), colour(0.95 if light else 0.14, 0.01, 90.0), mark)
        rock = f32(clip01(np.asarray(stone) * (1 + 0.4 * rough)[..., None]))
        shine = clip01(blur(mark, site.unit * 5) * 1.1)
        return lerp(lerp(rock, site.ramp.at(0.45), shine * 0.7), site.ramp.paint(f32(0.5 + 0.3 * mark), 0.1), mark)

    return paint


def wax_seal(rng: Rng) -> Painter:
    """A blot of sealing wax in the gem's colour, a stamp pressed in it, on parchment or cloth."""
    ground, cut = neutral(rng), str(rng.choice(OUTLINES))
    reach, wobble, gloss = float(rng.uniform(0.75, 1.1)), float(rng.uniform(0.03, 0.13)), float(rng.uniform(3, 9))

    def paint(site: Site) -> Image:
        t = np.linspace(0, 2 * np.pi, 90, endpoint=False)
        lobes = sum(np.sin(t * k + site.rng.uniform(0, 6.3)) / k for k in range(2, 7))
        radius = site.radius * reach * (1 + wobble * np.asarray(lobes))
        blot = np.stack([np.cos(t) * radius, np.sin(t) * radius], 1) + site.centre
        cover = filled(site.size, [blot])
        ring = stroked(site.size, [outline("round") * site.radius * reach * 0.68 + site.centre], site.unit * 2)
        stamp = filled(site.size, [outline(cut) * site.radius * reach * 0.45 + site.centre])
        height = blur(cover, site.unit * 2) - 0.25 * blur(ring, site.unit) + 0.3 * blur(stamp, site.unit * 0.8)
        tone = 0.47 + 0.42 * relief(height, gloss * 2) + 0.06 * (noise(site.rng, site.size, 8, 2) - 0.5)
        sheet = cast(stock(site.rng, site.size, ground, 0.15), cover, site.unit * 2)
        return lerp(sheet, site.ramp.paint(f32(tone), 0.05), cover)

    return paint


def foil(rng: Rng) -> Painter:
    """Hot foil in the gem's colour stamped as ornament on dark or light card, with metallic streaks."""
    sheet, cut = neutral(rng), str(rng.choice(OUTLINES))
    rings, rays = int(rng.integers(1, 5)), int(rng.choice([0, 0, 12, 24, 36]))
    angle, streak = float(rng.uniform(0, np.pi)), float(rng.uniform(6, 16))

    def paint(site: Site) -> Image:
        shapes = [outline(cut) * site.radius * (0.95 - 0.17 * k) + site.centre for k in range(rings)]
        mark = np.maximum(stroked(site.size, shapes, site.unit * 2.2), filled(site.size, [_scaled(shapes[-1], 0.7)]))
        if rays:
            turns = np.arange(rays) * 2 * np.pi / rays
            ends = np.stack([np.cos(turns), np.sin(turns)], 1)
            beams = [np.stack([d * site.radius * 1.05, d * site.size]) + site.centre for d in ends]
            mark = np.maximum(mark, stroked(site.size, beams, site.unit * 1.4, closed=False))
        x, y = grid(site.size)
        sweep = np.sin((x * np.cos(angle) + y * np.sin(angle)) * streak + site.rng.uniform(0, 6))
        tone = 0.52 + 0.28 * sweep + 0.2 * relief(blur(mark, site.unit * 0.6), 4)
        return lerp(stock(site.rng, site.size, sheet, 0.08), site.ramp.paint(f32(tone), f32(x)), f32(mark))

    return paint


def _scaled(shape: Points, share: float) -> Points:
    centre = shape.mean(0)
    return np.asarray(centre + (shape - centre) * share)


def fine_lines(rng: Rng) -> Painter:
    """Thin coloured rosettes drawn by a spirograph on grey, cream or black."""
    ground, petals = neutral(rng), int(rng.integers(3, 12))
    turns, depth, wide = int(rng.integers(4, 9)), float(rng.uniform(0.2, 0.7)), float(rng.uniform(0.7, 1.6))
    disc, level = bool(rng.random() < 0.5), 0.64 if float(np.mean(ground)) < 0.35 else 0.42

    def paint(site: Site) -> Image:
        t = np.linspace(0, 2 * np.pi, 400)
        lines = []
        for k in range(turns):
            radius = site.radius * (1 - depth * (0.5 + 0.5 * np.cos(petals * t + k * 0.5))) * (1 - 0.085 * k)
            lines.append(np.stack([np.cos(t + k * 0.05) * radius, np.sin(t + k * 0.05) * radius], 1) + site.centre)
        mark = stroked(site.size, lines, site.unit * wide)
        if disc:
            mark = np.maximum(mark, filled(site.size, [outline("round") * site.radius * 0.26 + site.centre]))
        x, y = grid(site.size)
        return lerp(stock(site.rng, site.size, ground, 0.05), site.ramp.paint(f32(level + 0.1 * (x - y)), f32(x)), mark)

    return paint


def ink_ring(rng: Rng) -> Painter:
    """A ring or stroke of a dry brush in coloured ink on rice paper, with a few spatters."""
    sheet, dry, wide = paper(rng), float(rng.uniform(0.2, 0.6)), float(rng.uniform(0.22, 0.5))
    sweep, start = float(rng.uniform(4.2, 6.3)), float(rng.uniform(0, 6.3))
    drops = int(rng.integers(0, 14))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        px, py = x * site.size - site.centre[0], y * site.size - site.centre[1]
        px, py = warp(f32(px), *turbulence(site.rng, site.size, 5, site.unit * 2)), f32(py)
        radius, angle = np.hypot(px, py) / site.radius, (np.arctan2(py, px) - start) % (2 * np.pi)
        bristle = cv2.resize(f32(site.rng.random((1, 60))), (256, 1), interpolation=cv2.INTER_CUBIC)[0]
        hair = f32(np.interp(radius, np.linspace(0, 1.4, 256), bristle))
        band = clip01((wide / 2 - np.abs(radius - 0.72) * (0.8 + 0.2 * angle / 6.3)) * 22)
        wet = clip01((1.15 - dry * angle / sweep - hair * dry) * 6) * (angle < sweep)
        mark = band * wet
        for spot in site.rng.uniform(0, site.size, (drops, 2)):
            mark = np.maximum(mark, filled(site.size, [outline("round") * site.rng.uniform(0.6, 2) * site.unit + spot]))
        tone = 0.34 + 0.22 * hair + 0.1 * (noise(site.rng, site.size, 6, 2) - 0.5)
        return lerp(stock(site.rng, site.size, sheet, 0.08), site.ramp.paint(f32(tone + 0.1)), f32(mark))

    return paint


def scattered_cuts(rng: Rng) -> Painter:
    """A jeweller's tray: rows of many small stones, all of one cut, on a plain ground."""
    ground, cut = neutral(rng), str(rng.choice(OUTLINES))
    across, table, slip = int(rng.integers(5, 11)), float(rng.uniform(0.4, 0.7)), float(rng.uniform(0, 0.25))

    def paint(site: Site) -> Image:
        step = site.size / across
        canvas = max(24, round(step))
        tray = stock(site.rng, site.size, ground, 0.08)
        tile = Site(canvas, site.crystal, site.segment, site.ramp, site.rng, site.mask, (0.0, 0.0), canvas / 2)
        stone = outline(cut) * canvas * 0.46 + canvas / 2
        tone, cover = facet(tile, stone, table, -2.3)
        rows = across + 2
        wide = [np.roll(np.tile(f, (rows, rows)), round(canvas * slip), 1) for f in (tone, cover)]
        tone, cover = (cv2.resize(f32(f), (round(step * rows),) * 2)[: site.size, : site.size] for f in wide)
        tone = tone + (noise(site.rng, site.size, across, 1) - 0.5) * 0.35
        return lerp(
            cast(tray, f32(cover), site.unit), site.ramp.paint(glints(site, f32(tone), 3, site.unit * 2)), cover
        )

    return paint
