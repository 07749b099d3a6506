"""Families of handcraft: folded paper, glazed tiles, plasticine."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

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
    plain,
    relief,
    scatter,
    tint,
    turbulence,
    turned,
    warp,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch
from models.training.art.staging import Scheme, bulge, fixed, make_scheme, rim
from models.training.art.stencils import Points, cast

Labels = npt.NDArray[Any]


def origami(rng: Rng) -> Painter:
    """Folded paper: a whole creased sheet, or stars and stones folded from one, its back of another colour."""
    scheme = make_scheme(rng, ("whole", "whole", "one", "one", "ring", "scatter", "tiling"))
    fold, across = str(rng.choice(["crumple", "pleat", "diamond"])), int(rng.integers(3, 10))
    lamp, steep = float(rng.uniform(-np.pi, np.pi)), float(rng.uniform(0.2, 0.6))
    reverse, back = float(rng.choice([0.0, 0.0, 0.2, 0.4])), fixed(rng)
    core, crease = float(rng.uniform(0.0, 0.6)), float(rng.uniform(0.0, 0.5))

    def paint(site: Site) -> Image:
        if scheme.plan == "whole":
            facets = _creases(site, fold, across)
        else:
            facets = np.concatenate([_folded(shape, core) for shape in scheme.shapes(site)])
        sketch, turned_over = Sketch.blank(site.size), Sketch.blank(site.size)
        edge = facets[:, 1] - facets[:, 0]
        facing = np.cos(np.arctan2(edge[:, 1], edge[:, 0]) - lamp) * np.where(np.arange(len(facets)) % 2, 1.0, 0.6)
        light = 0.5 + steep * facing + site.rng.uniform(-0.12, 0.12, len(facets))
        sketch.facets(facets, light - 0.07, light + 0.07, (0.6, 0.8))
        odd = site.rng.random(len(facets)) < reverse
        turned_over.facets(facets, np.where(odd, 1.0, 0.0), np.where(odd, 1.0, 0.0))
        tone, cover = sketch.render(0.5)
        ridge = clip01(np.abs(cv2.Laplacian(tone, cv2.CV_32F)) * 4) * np.float32(crease)
        fibre = 0.03 * grain(site.rng, site.size, 0.7)
        paper = site.ramp.paint(scheme.tone(f32(tone + fibre + ridge)), 0.15)
        other = tint(plain(site.size, back), f32(0.75 + 0.5 * (tone - 0.3)))
        return scheme.mount(site, scheme.sheet(site), lerp(paper, other, turned_over.render(0.0)[0]), cover)

    return paint


def _creases(site: Site, fold: str, across: int) -> Points:
    """Triangles (n, 3, 2) in px that tile the canvas."""
    line = np.arange(-1, across + 2) / across * site.size
    knots = np.stack(np.meshgrid(line, line), -1).astype(np.float64)
    step = site.size / across
    if fold == "crumple":
        knots += site.rng.uniform(-0.42, 0.42, knots.shape) * step
    elif fold == "pleat":
        knots[:, 1::2, 1] += step * 0.5
    else:
        knots[1::2, :, 0] += step * 0.5
    a, b, c, d = knots[:-1, :-1], knots[:-1, 1:], knots[1:, 1:], knots[1:, :-1]
    return np.concatenate([np.stack([a, b, c], 2).reshape(-1, 3, 2), np.stack([c, d, a], 2).reshape(-1, 3, 2)])


def _folded(shape: Points, core: float) -> Points:
    """A silhouette in px as triangles (n, 3, 2) about its middle, with an inner ring when `core` > 0.15."""
    rough = cv2.approxPolyDP(shape.astype(np.float32)[:, None], float(np.ptp(shape[:, 0])) * 0.035, True)
    points = rough[:, 0].astype(np.float64)
    following, middle = np.roll(points, -1, 0), np.broadcast_to(points.mean(0), points.shape)
    outer = np.stack([points, following, middle], 1)
    if core < 0.15:
        half = (points + following) / 2
        return np.concatenate([np.stack([points, half, middle], 1), np.stack([half, following, middle], 1)])
    inner = middle + (outer[:, :2].mean(1) - middle) * core
    return np.concatenate([outer, np.stack([inner, np.roll(inner, -1, 0), middle], 1)])


def azulejo(rng: Rng) -> Painter:
    """Glazed tiles of mirrored ornament, with crackle, gloss, grout and perhaps a second glaze."""
    scheme, second = make_scheme(rng, ("whole",), ("white", "white", "black", "grey", "tint", "own")), fixed(rng)
    across, mode = float(rng.uniform(1.6, 6.5)), str(rng.choice(["turned", "mirrored", "random", "same"]))
    share, extra = float(rng.uniform(0.2, 0.75)), float(rng.choice([0.0, 0.0, 0.1, 0.25]))
    crackle, gloss = float(rng.choice([0.0, 0.2, 0.45])), float(rng.uniform(0.1, 0.9))
    grout, gap = colour(float(rng.choice([0.25, 0.6, 0.9])), 0.015, 80.0), float(rng.uniform(0.4, 1.8))
    solid = bool(rng.random() < 0.15)

    def paint(site: Site) -> Image:
        step = max(8, round(site.size / across))
        drawn = _laid(site, _ornament(scheme, site, step), mode)
        limit, far = np.quantile(drawn, 1 - share), np.quantile(drawn, extra)
        mark = clip01(f32((drawn - limit) * step * 0.6 + 0.5))
        if solid:
            mark = np.ones_like(mark)
        pool = noise(site.rng, site.size, 6, 3)
        glaze = site.ramp.paint(scheme.tone(f32(0.5 + 0.7 * (pool - 0.5) + 0.25 * rim(mark, site.unit * 2))), 0.2)
        base = lerp(scheme.sheet(site), second, clip01(f32((far - drawn) * step * 0.6)))
        if scheme.edge != "none":
            base = lerp(base, colour(0.2 if scheme.light() else 0.85, 0.02, 265.0), rim(mark, site.unit) * 0.7)
        tiles = lerp(base, glaze, mark)
        return _glazed(site, tiles, step, (crackle, gloss, gap), grout)

    return paint


def _ornament(scheme: Scheme, site: Site, step: int) -> Field:
    """A quarter-symmetric drawing on one tile, as a height field."""
    rng = scheme.drawing(site)
    x, y = grid(step)
    corner, middle = np.hypot(x, y), np.hypot(x - 0.5, y - 0.5)
    angle = np.arctan2(y - 0.5, x - 0.5)
    petals = int(rng.integers(1, 4)) * 4
    waves = (
        np.cos(corner * rng.uniform(6, 16)),
        np.cos(middle * rng.uniform(8, 20) + rng.uniform(0.3, 1.2) * np.cos(petals * angle)),
        np.cos((x - y) * rng.uniform(4, 12)),
        np.cos((x + y) * rng.uniform(4, 12)) * np.cos((x - y) * rng.uniform(4, 12)),
        np.cos(np.maximum(np.abs(x - 0.5), np.abs(y - 0.5)) * rng.uniform(8, 24)),
    )
    weights = rng.uniform(-1, 1, len(waves)) * (rng.random(len(waves)) < 0.6)
    weights[int(rng.integers(len(waves)))] = 1.0
    return f32(sum(w * f for w, f in zip(weights, waves, strict=True)))


def _laid(site: Site, tile: Field, mode: str) -> Field:
    """Tiles laid over the canvas, turned or mirrored about each other."""
    count = site.size // tile.shape[0] + 2
    turns = site.rng.integers(0, 4, (count, count))
    rows = []
    for r in range(count):
        line = []
        for c in range(count):
            if mode == "mirrored":
                line.append(tile[:: 1 - 2 * (r % 2), :: 1 - 2 * (c % 2)])
            else:
                k = {"turned": (r % 2) * 3 + (c % 2) * (1 - 2 * (r % 2)), "random": int(turns[r, c])}.get(mode, 0)
                line.append(np.rot90(tile, k))
        rows.append(line)
    return f32(np.block(rows)[: site.size, : site.size])


def _glazed(site: Site, tiles: Image, step: int, how: tuple[float, float, float], grout: Image) -> Image:
    """Crackle, gloss and grout over tiles of this many px."""
    crackle, gloss, gap = how
    x, y = grid(site.size)
    u, v = (x * site.size / step) % 1.0, (y * site.size / step) % 1.0
    edge = f32(np.minimum(np.minimum(u, 1 - u), np.minimum(v, 1 - v)) * step)
    if crackle > 0:
        _, far = cells(scatter(site.rng, int(site.rng.integers(60, 240))), site.size)
        tiles = lerp(tiles, colour(0.4, 0.03, 60.0), clip01(1.1 - far) * np.float32(crackle))
    pillow = clip01(edge / (site.unit * 5))
    shine = clip01(f32(1 - np.hypot(u - 0.3, v - 0.25) * 4)) ** 2 * np.float32(gloss * 0.55)
    lit = tint(tiles, f32(1 + 0.4 * gloss * relief(pillow, 3))) + shine[..., None]
    return lerp(f32(clip01(lit)), grout, clip01(f32(gap * site.unit - edge + 0.5)))


def plasticine(rng: Rng) -> Painter:
    """Modelling clay: balls, coils, pressed cakes or cut shapes with thumb prints, softly lit from one side."""
    scheme = make_scheme(rng)
    kind = str(rng.choice(["balls", "balls", "pressed", "coils", "shape", "shape"]))
    count, spare = int(rng.integers(5, 45)), fixed(rng)
    odd, prints = float(rng.choice([0.0, 0.0, 0.25, 0.5])), float(rng.uniform(0.0, 0.08))
    lamp, soft = float(rng.uniform(-3.1, 0)), float(rng.uniform(3, 12))
    gloss, twist = float(rng.uniform(0.0, 0.6)), float(rng.uniform(-3, 3))
    depth = (3.5 if kind == "balls" else 1.0) * float(rng.uniform(5, 8))

    def paint(site: Site) -> Image:
        if kind == "shape":
            cover = warp(scheme.cover(site), *turbulence(site.rng, site.size, 4, site.unit * 2))
            height, mix = bulge(cover, site.unit * soft), np.ones_like(cover)
        else:
            height, mix, cover = _lumps(site, kind, count, twist)
        dents = noise(site.rng, site.size, 5, 2)
        thumb = warp(wave(f32(turned(site.size, twist)[0] * 26)), *turbulence(site.rng, site.size, 3, site.unit * 9))
        body = f32(height + 0.12 * dents + prints * thumb * clip01((dents - 0.45) * 5))
        light = relief(blur(body, site.unit * 0.6), site.unit * depth, lamp)
        shade = f32(0.5 + 0.45 * light + 0.25 * (height - 0.6) + clip01((light - 0.7) * 3) * np.float32(gloss))
        clay = site.ramp.paint(scheme.tone(f32(shade + 0.3 * (mix - 0.5))), 0.1)
        if odd:
            clay = lerp(clay, tint(plain(site.size, spare), f32(0.55 + 0.7 * shade)), f32(mix < odd))
        ground = tint(scheme.sheet(site), f32(1 + 0.12 * relief(dents, 6)))
        return f32(clip01(lerp(cast(ground, cover, site.unit * 2.5), clay, cover)))

    return paint


def _lumps(site: Site, kind: str, count: int, twist: float) -> tuple[Field, Field, Field]:
    """Height of balls, pressed cakes or coils, an even share in 0..1 for each lump, and where clay lies."""
    everywhere = np.ones_like(site.mask)
    if kind == "coils":
        phase = _coil(site, count, twist)
        return f32(np.sqrt(clip01(wave(phase)))), f32((np.floor(phase) * 0.618) % 1.0), everywhere
    points = scatter(site.rng, count)
    labels, far = cells(points, site.size)
    mix = f32((labels * 0.618) % 1.0)
    reach = site.size / count**0.5 * 0.45
    if kind == "pressed":
        return f32(np.sqrt(1 - (1 - np.minimum(far / reach, 1)) ** 2)), mix, everywhere
    seeds = np.ones((site.size, site.size), np.uint8)
    at = (points * site.size).astype(int)
    at = at[((at >= 0) & (at < site.size)).all(1)]
    seeds[at[:, 1], at[:, 0]] = 0
    away = cv2.distanceTransform(seeds, cv2.DIST_L2, 5)
    return f32(np.sqrt(np.clip(1 - (away / reach) ** 2, 0, 1))), mix, clip01(f32(reach - away))


def _coil(site: Site, count: int, twist: float) -> Field:
    """Phase of a rope laid in rings, rows or a spiral; each whole number starts another round."""
    x, y = grid(site.size)
    dx, dy = x - site.centre[0] / site.size, y - site.centre[1] / site.size
    phase = np.hypot(dx, dy) if twist > 0 else turned(site.size, twist)[0] + 2
    phase = phase * (5 + count * 0.25) + (noise(site.rng, site.size, 3, 2) - 0.5) * 0.8
    return f32(phase + np.arctan2(dy, dx) / (2 * np.pi) + 1 if twist > 1 else phase)
