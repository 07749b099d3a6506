"""Families of scenes and lights: ridges, waves, bokeh, auroras, veined slabs, gradients, crystals from a corner."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.crystals import glints
from models.training.art.fields import Image, Rng, blur, clip01, f32, grain, grid, lerp, noise, plain, turbulence, warp
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Prisms, Sketch
from models.training.art.stencils import OUTLINES, filled, night, outline, stock, stroked


def ridges(rng: Rng) -> Painter:
    """Misty mountain ranges behind each other under a sun or moon, all in the gem's colour."""
    layers, rough = int(rng.integers(3, 8)), float(rng.uniform(2, 6))
    dusk, sun = bool(rng.random() < 0.5), float(rng.uniform(0.08, 0.2))

    def paint(site: Site) -> Image:
        y = grid(site.size)[1]
        near, far = (0.2, 0.75) if not dusk else (0.1, 0.62)
        tone = f32(0.95 - 0.3 * y) if not dusk else f32(0.3 + 0.4 * y)
        disc = filled(site.size, [outline("round") * sun * site.size + site.rng.uniform(0.2, 0.8, 2) * site.size * 0.6])
        tone = tone + (0.95 - tone) * disc
        for k in range(layers):
            depth = (k + 1) / layers
            crest = noise(site.rng, site.size, rough * (1.3 - 0.5 * depth), 4)[0]
            below = clip01((y - (0.12 + 0.72 * depth - 0.3 * crest)[None]) * site.size)
            level = far + (near - far) * depth
            tone = tone + (level + 0.2 * (y - 0.2 - 0.6 * depth) - tone) * below
        return site.ramp.paint(f32(tone), f32(y))

    return paint


def woodblock_waves(rng: Rng) -> Painter:
    """Overlapping fans of arcs, as waves and scales on Japanese prints and cloth, with flat ink and outlines."""
    across, rings = float(rng.uniform(3, 8)), int(rng.integers(2, 6))
    pale, ink = bool(rng.random() < 0.5), float(rng.uniform(0.05, 0.25))
    spare = colour(float(rng.uniform(0.86, 0.97)), 0.02, 80.0)

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        tone = np.full_like(x, 0.5)
        best = np.full_like(x, -1e9)
        row = np.floor(y * across * 2)
        for step in range(3):
            at = row + step
            shift = 0.5 * (at % 2)
            px = (x * across + shift) % 1.0 - 0.5
            radius = np.hypot(px, at / 2 - y * across)
            inside = (radius < 0.5) & (best < step)
            ring = radius * 2 * rings
            tone = np.where(inside, ring, tone)
            best = np.where(inside, step, best)
        band = np.floor(tone) % 2
        edge = np.abs(tone - np.rint(tone)) < ink
        light = f32(band * (1 - edge))
        flat = site.ramp.paint(f32(np.where(edge, 0.2, 0.5)) + 0.04 * grain(site.rng, site.size, 0.8), f32(y))
        other = plain(site.size, spare) if pale else site.ramp.paint(f32(x * 0 + 0.78))
        return lerp(flat, other, light)

    return paint


def bokeh(rng: Rng) -> Painter:
    """Out-of-focus lights in the gem's colour over a dark scene."""
    count, dark, reach = int(rng.integers(14, 45)), night(rng), float(rng.uniform(4, 13))
    rim, sides = float(rng.uniform(0, 0.5)), str(rng.choice(["round", "round", "hexagon", "heart"]))

    def paint(site: Site) -> Image:
        lit = f32(blur(noise(site.rng, site.size, 3, 2), site.unit * 6) * 0.25)
        for spot in site.rng.uniform(0, site.size, (count, 2)):
            disc = outline(sides) * reach * site.unit * site.rng.uniform(0.4, 1.3) + spot
            power = float(site.rng.uniform(0.15, 0.6))
            lit = lit + filled(site.size, [disc]) * power
            if rim > 0.2:
                lit = lit + stroked(site.size, [disc], site.unit) * power * rim
        glow = clip01(f32(blur(lit, site.unit * 0.6)))
        return lerp(plain(site.size, dark), site.ramp.paint(f32(0.28 + 0.55 * glow), glow), clip01(glow * 2.4))

    return paint


def aurora(rng: Rng) -> Painter:
    """Curtains of light in a night sky, with stars and perhaps a black skyline."""
    bands, sky, tall = int(rng.integers(2, 6)), night(rng), float(rng.uniform(0.3, 0.7))
    skyline = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        light = np.zeros_like(x)
        for k in range(bands):
            foot = (k + 0.8) / bands + 0.25 * (noise(site.rng, site.size, 3, 2)[0] - 0.5)
            rise = foot[None] - y
            folds = 0.45 + 0.55 * noise(site.rng, site.size, 16, 2)[0][None]
            light = light + clip01(rise * 25 + 1) * np.exp(-np.abs(rise) / tall * 2.2) * folds
        light = clip01(f32(light))
        stars = clip01(grain(site.rng, site.size, 0.6) - 2.6) * 1.4
        night_sky = f32(plain(site.size, sky) * 0.8 + stars[..., None])
        scene = lerp(night_sky, site.ramp.paint(f32(0.25 + 0.5 * light), f32(y)), clip01(light * 1.9))
        if not skyline:
            return scene
        crest = 0.9 - 0.16 * noise(site.rng, site.size, 14, 3)[0]
        return lerp(scene, colour(0.08, 0.01, 260.0), clip01(f32(y - crest[None]) * site.size))

    return paint


def marble_slab(rng: Rng) -> Painter:
    """Polished slabs of white, grey or black marble, inlaid or veined in the gem's colour."""
    base, veins = float(rng.choice([0.18, 0.72, 0.93])), float(rng.uniform(2, 5))
    share, gloss = float(rng.uniform(0.07, 0.16)), float(rng.uniform(0.0, 0.25))
    inlay = str(rng.choice(["none", *OUTLINES]))

    def paint(site: Site) -> Image:
        cloudy = noise(site.rng, site.size, 5, 4)
        bent = warp(noise(site.rng, site.size, veins, 3), *turbulence(site.rng, site.size, 4, 8 * site.unit))
        vein = clip01((share - np.abs(bent - 0.5)) / share * 2.5)
        thin = clip01(1 - np.abs(noise(site.rng, site.size, 7, 3) - 0.5) * 45) * 0.5
        stone = plain(site.size, colour(base, 0.008, 250.0)) * (0.86 + 0.2 * cloudy - 0.15 * thin)[..., None]
        cover = f32(vein)
        if inlay != "none":
            cover = np.maximum(cover, filled(site.size, [outline(inlay) * site.radius * 0.6 + site.centre]))
        x, y = grid(site.size)
        shine = f32(gloss * np.exp(-(((x + y) * 1.4 - site.rng.uniform(0.5, 2)) ** 2) * 9))
        tone = (0.54 if base < 0.3 else 0.4) + 0.3 * (cloudy - 0.5) + shine
        return f32(clip01(lerp(f32(stone + shine[..., None]), site.ramp.paint(f32(tone), cloudy), cover)))

    return paint


def gradient_badge(rng: Rng) -> Painter:
    """A clean gradient from edge to edge with a small white or black badge in the middle: a publisher's house style."""
    angle, cut = float(rng.uniform(0, 2 * np.pi)), str(rng.choice(OUTLINES))
    span, reach = float(rng.uniform(0.1, 0.45)), float(rng.uniform(0.2, 0.55))
    light, ring = bool(rng.random() < 0.6), bool(rng.random() < 0.5)
    stripes = float(rng.choice([0.0, 0.0, 12.0, 30.0]))

    def paint(site: Site) -> Image:
        x, y = grid(site.size)
        along = (x - 0.5) * np.cos(angle) + (y - 0.5) * np.sin(angle)
        tone = 0.5 + span * along * 1.4 + (0.05 * np.sign(np.sin(along * stripes * 6)) if stripes else 0.0)
        badge = outline(cut) * site.radius * reach + site.centre
        mark = stroked(site.size, [badge], site.unit * 2.4) if ring else filled(site.size, [badge])
        ink = colour(0.97 if light else 0.12, 0.005, 90.0)
        return lerp(site.ramp.paint(f32(tone), f32(0.5 + along)), ink, mark)

    return paint


def corner_growth(rng: Rng) -> Painter:
    """Long crystals growing out of the segment's own corner over smoke, snow or darkness."""
    count, slim = int(rng.integers(7, 22)), float(rng.uniform(0.13, 0.3))
    back = colour(float(rng.choice([0.12, 0.3, 0.55, 0.93])), float(rng.uniform(0, 0.03)), float(rng.uniform(0, 360)))
    lamp, shine = float(rng.uniform(-3, 0)), float(rng.uniform(0.0, 0.6))

    def paint(site: Site) -> Image:
        corner, centre = np.asarray(site.corner), np.asarray(site.centre)
        aim = np.arctan2(*(centre - corner)[::-1])
        reach = float(np.hypot(*(centre - corner))) + site.radius * 0.9
        length = np.sort(site.rng.uniform(0.4, 1.0, count))[::-1] * reach
        prisms = Prisms(
            feet=corner + site.rng.normal(0, site.radius * 0.12, (count, 2)),
            heading=aim + site.rng.uniform(-0.75, 0.75, count),
            length=length,
            width=length * slim * site.rng.uniform(0.7, 1.3, count),
            tip=site.rng.uniform(0.12, 0.35, count),
            skew=site.rng.uniform(-0.6, 0.6, count),
        )
        sketch = Sketch.blank(site.size)
        prisms.draw(sketch, site.rng, lamp, 0.5)
        tone, cover = sketch.render(0.5)
        smoke = stock(site.rng, site.size, back, 0.5)
        smoke = lerp(smoke, site.ramp.at(0.5), clip01(blur(cover, site.unit * 9)) * shine)
        return lerp(
            smoke, site.ramp.paint(glints(site, tone, 3, site.unit * 2), noise(site.rng, site.size, 3, 1)), cover
        )

    return paint


def terrazzo(rng: Rng) -> Painter:
    """Chips of the gem set in pale, grey or dark cement."""
    count, base = int(rng.integers(35, 110)), float(rng.choice([0.25, 0.6, 0.92]))
    reach, odd = float(rng.uniform(4, 9)), float(rng.uniform(0.0, 0.1))
    other = colour(float(np.clip(1.1 - base, 0.2, 0.9)), 0.01, 60.0)

    def paint(site: Site) -> Image:
        sheet = stock(site.rng, site.size, colour(base, 0.01, 70.0), 0.12)
        size = reach * site.unit * (60 / count) ** 0.4
        tone, cover, strange = np.full_like(site.mask, 0.5), np.zeros_like(site.mask), np.zeros_like(site.mask)
        for spot in site.rng.uniform(0, site.size, (count, 2)):
            angles = np.sort(site.rng.uniform(0, 2 * np.pi, 6))
            chip = np.stack([np.cos(angles), np.sin(angles)], 1) * size * site.rng.uniform(0.5, 1.3) + spot
            pixels = [np.rint(chip * 16).astype(np.int32)]
            cv2.fillPoly(tone, pixels, float(site.rng.uniform(0.32, 0.68)), cv2.LINE_AA, 4)
            cv2.fillPoly(cover, pixels, 1.0, cv2.LINE_AA, 4)
            cv2.fillPoly(strange, pixels, float(site.rng.random() < odd), cv2.LINE_AA, 4)
        chips = lerp(site.ramp.paint(f32(tone + 0.05 * grain(site.rng, site.size, 1)), tone), other, strange)
        return lerp(sheet, chips, f32(cover))

    return paint


def crayon(rng: Rng) -> Painter:
    """A child's drawing: a wobbly stone scribbled full with wax crayon on white or kraft paper."""
    sheet = colour(float(rng.choice([0.7, 0.9, 0.97])), float(rng.uniform(0, 0.05)), 75.0)
    cut, pitch = str(rng.choice(OUTLINES)), float(rng.uniform(14, 34))
    angle, rays = float(rng.uniform(0, np.pi)), bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        wobble = turbulence(site.rng, site.size, 5, site.unit * 4)
        x, y = grid(site.size)
        shape = outline(cut) * site.radius * 0.92 + site.centre
        body = warp(filled(site.size, [shape]), *wobble)
        edge = warp(stroked(site.size, [shape], site.unit * 2.6), *wobble)
        across = x * np.cos(angle) + y * np.sin(angle) + 0.03 * noise(site.rng, site.size, 5, 2)
        scribble = clip01(f32(np.sin(across * pitch * 6.3) * 2 + 1.6))
        mark = np.maximum(body * scribble * 0.92, edge)
        if rays:
            turns = np.arange(10) * 0.628
            ends = np.stack([np.cos(turns), np.sin(turns)], 1) * site.radius
            beams = [np.stack([d * 1.08, d * 1.4]) + site.centre for d in ends]
            mark = np.maximum(mark, warp(stroked(site.size, beams, site.unit * 2, closed=False), *wobble))
        tooth = clip01(1.15 + 0.35 * grain(site.rng, site.size, 0.7))
        wax = site.ramp.paint(f32(0.5 - 0.22 * edge), f32(x))
        return lerp(plain(site.size, sheet), wax, clip01(f32(mark * tooth)))

    return paint
