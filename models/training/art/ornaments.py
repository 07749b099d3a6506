"""Families of growing and woven ornament: fruiting vines, interlace, translucent gels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from models.training.art.backdrops import (
    STYLES,
    Backdrop,
    Key,
    any_colour,
    backdrop,
    gems,
    local,
    make_key,
    make_laying,
    silhouettes,
)
from models.training.art.fields import (
    Field,
    Image,
    Rng,
    blur,
    cells,
    clip01,
    f32,
    grid,
    lerp,
    noise,
    ramp_between,
    relief,
    scatter,
    spread,
    tint,
    turned,
    wave,
)
from models.training.art.site import Painter, Site
from models.training.art.stencils import Points, filled, outline, stroked, turn


def gem_vines(rng: Rng) -> Painter:
    """Curling vines with leaves or blossoms, gems hanging on them as fruit."""
    ground, key, laying = backdrop(rng), make_key(rng), make_laying(rng)
    stem, leaf = any_colour(rng, (0.1, 0.9), 0.1), any_colour(rng, (0.15, 0.9), 0.1)
    count, curl, wide = int(rng.integers(4, 9)), float(rng.uniform(0.5, 2.6)), float(rng.uniform(0.8, 2.4))
    size, leaves, broad = float(rng.uniform(0.14, 0.34)), int(rng.integers(0, 9)), float(rng.uniform(0.25, 0.6))
    even, style, shapes = bool(rng.random() < 0.5), str(rng.choice(STYLES)), silhouettes(rng)
    coloured, rooted = bool(rng.random() < 0.3), bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        root = np.asarray(site.corner if rooted else site.centre)
        lines = _tendrils(site, root, count, curl, even)
        scene = ground(site)
        mark = stroked(site.size, lines, wide * site.unit, closed=False)
        foliage = filled(site.size, _leaves(site, lines, leaves, broad)) if leaves else np.zeros_like(mark)
        scene = lerp(lerp(scene, stem, mark), leaf, foliage * 0.95)
        fruit = shapes[site.crystal] * max(size, 0.22 * rooted) * site.radius
        tone, cover = gems(site, [fruit + line[-1] for line in lines], style)
        if coloured:
            cover = np.maximum(cover, np.maximum(foliage, mark))
        return laying.lay(site, scene, site.ramp.paint(key(tone), noise(site.rng, site.size, 3, 1)), f32(cover))

    return paint


def _tendrils(site: Site, root: Any, count: int, curl: float, even: bool) -> list[Points]:
    """Curved stems from a root, px (40, 2) each, their last points where fruit hangs."""
    t = np.linspace(0, 1, 40)
    aim = np.arctan2(*(np.asarray(site.centre) - root)[::-1])
    fan = np.linspace(-0.75, 0.75, count) if np.hypot(*(np.asarray(site.centre) - root)) > 1 else None
    headings = aim + fan if fan is not None else np.arange(count) * 2 * np.pi / count + site.rng.uniform(0, 6)
    far = site.radius * (2.1 if fan is not None else 0.95)
    curl = min(curl, 0.9) if fan is not None else curl
    lines = []
    for k, heading in enumerate(headings):
        bend = curl * (np.sign(k - (count - 1) / 2) if even else site.rng.uniform(-1, 1))
        reach = far * (0.72 + 0.28 * (-1) ** k if even else site.rng.uniform(0.4, 1.05))
        path = heading + bend * (t - 0.45) * 1.6
        steps = np.stack([np.cos(path), np.sin(path)], 1) * reach / len(t)
        lines.append(np.asarray(root) + np.cumsum(steps, 0))
    return lines


def _leaves(site: Site, lines: Sequence[Points], count: int, broad: float) -> list[Points]:
    found = []
    for line in lines:
        for k in range(count):
            at = 4 + k * 32 // count
            angle = float(np.arctan2(*(line[at + 1] - line[at])[::-1])) + (0.9 if k % 2 else -0.9)
            blade = (
                (outline("marquise") * [broad * 1.6, 1.0] + [0.0, -1.0]) * site.radius * site.rng.uniform(0.09, 0.14)
            )
            found.append(turn(blade, angle + np.pi / 2) + line[at])
    return found


def knotwork(rng: Rng) -> Painter:
    """Bands in the gem's colour woven over and under: knots, plaits or scrolls on any ground."""
    ground, key, laying = backdrop(rng), make_key(rng), make_laying(rng)
    kind, wide = str(rng.choice(["knot", "knot", "plait", "scroll"])), float(rng.uniform(0.2, 0.42))
    if kind == "plait":
        return _plait(rng, ground, key, wide)
    lobes, turns = [(3, 2), (5, 2), (4, 3), (5, 3), (7, 3), (8, 3), (7, 4)][int(rng.integers(7))]
    depth, rim, groove = float(rng.uniform(0.3, 0.6)), float(rng.uniform(0.1, 0.35)), bool(rng.random() < 0.5)
    scroll, tiles = kind == "scroll", float(rng.choice([1.0, 1.0, 1.7, 0.5]))
    lobes, turns = (lobes, turns) if tiles > 0.5 else (3, 2)

    def paint(site: Site) -> Image:
        t = np.linspace(0, 2 * np.pi * turns, 240)
        reach = site.radius * tiles * 0.95
        radius = reach * (1 + depth * np.cos(lobes * t / turns)) / (1 + depth)
        height = np.sin(lobes * t / turns + 0.5)
        if scroll:
            radius, height = reach * np.abs(np.sin(t * lobes / turns / 2)) ** 0.7, t
        knot = np.stack([np.cos(t) * radius, np.sin(t) * radius], 1)
        places = (
            [np.asarray(site.centre)]
            if tiles >= 1
            else site.centre + np.array([[-1, -1], [1, -1], [-1, 1], [1, 1], [0, 0]]) * reach
        )
        thick = max(3.2 * site.unit, reach * wide * (0.75 if turns < 3 else 2.6 / (lobes + turns)))
        tone, cover = np.full_like(site.mask, 0.5), np.zeros_like(site.mask)
        for place in places:
            _weave(tone, cover, knot + place, height, thick, rim, groove)
        cover = blur(cover, 0.45)
        tone = tone + 0.22 * relief(blur(tone, thick * 0.12), thick) + 0.1 * (noise(site.rng, site.size, 5, 2) - 0.5)
        return laying.lay(site, ground(site), site.ramp.paint(key(f32(tone)), f32(local(site)[0] * 0.3 + 0.4)), cover)

    return paint


def _weave(tone: Field, cover: Field, path: Points, height: Any, thick: float, rim: float, groove: bool) -> None:
    """Draws a band along a path, high pieces over low ones, into tone and cover."""
    pixels = np.rint(path * 16).astype(np.int32)
    last = len(path) - 1
    for k in np.argsort(height[:-1], kind="stable").tolist():
        piece, longer = pixels[k : k + 2], pixels[max(0, k - 3) : min(last, k + 4) + 1]
        cv2.polylines(tone, [piece], False, 0.12, round(thick * (1 + rim)), cv2.LINE_AA, 4)
        cv2.polylines(cover, [piece], False, 1.0, round(thick * (1 + rim)), cv2.LINE_AA, 4)
        cv2.polylines(tone, [longer], False, 0.45, max(1, round(thick)), cv2.LINE_AA, 4)
        cv2.polylines(tone, [longer], False, 0.72 if groove else 0.52, max(1, round(thick * 0.4)), cv2.LINE_AA, 4)


def _plait(rng: Rng, ground: Backdrop, key: Key, wide: float) -> Painter:
    pitch, angle = float(rng.uniform(4, 11)), float(rng.choice([0.0, np.pi / 4, rng.uniform(0, np.pi)]))
    sway, fray, two = float(rng.uniform(0, 0.3)), float(rng.uniform(0, 0.3)), bool(rng.random() < 0.3)

    def paint(site: Site) -> Image:
        a, b = (f32(f * pitch) for f in turned(site.size, angle))
        a, b = f32(a + sway * np.sin(b * np.pi)), f32(b + sway * np.sin(a * np.pi))
        across, down = np.abs(a - np.rint(a)), np.abs(b - np.rint(b))
        over = (np.rint(a) + np.rint(b)) % 2 == 0
        first, second = across < wide, down < wide
        top = first & (over | ~second)
        off = np.where(top, across, down) / wide
        run = np.where(top, b - np.rint(b), a - np.rint(a))
        tone = 0.72 - 0.5 * off**2 - 0.5 * run**2 * (top != over) + fray * (wave(f32(off * 4)) - 0.5)
        cover = f32(first | second) if not two else f32(top)
        back = tint(ground(site), f32(1 - 0.35 * (second & ~top)))
        edge = f32((off > 0.86) * cover)
        art = site.ramp.paint(key(f32(tone - 0.4 * edge)), f32(top * 0.5))
        return lerp(back, art, blur(cover, 0.4))

    return paint


def gels(rng: Rng) -> Painter:
    """Translucent sheets, cells and lenses laid over each other, darker or lighter where they overlap."""
    ground, key = backdrop(rng, ("white", "white", "black", "grey", "own", "pattern", "sky")), make_key(rng, 0.4, 0.6)
    layers, count = int(rng.integers(2, 5)), float(rng.uniform(6, 34))
    share, alpha = float(rng.uniform(0.3, 0.85)), float(rng.uniform(0.6, 0.95))
    step, edge, cellular = (
        float(rng.choice([-1, 1]) * rng.uniform(0.1, 0.28)),
        float(rng.uniform(0, 0.3)),
        bool(rng.random() < 0.55),
    )
    shapes, soft, seam = silhouettes(rng), float(rng.uniform(0.4, 2.0)), float(rng.choice([0.0, 0.9]))

    def paint(site: Site) -> Image:
        scene, depth, sheen = ground(site), np.zeros_like(site.mask), np.zeros_like(site.mask)
        for k in range(layers):
            if cellular:
                labels, inner = cells(scatter(site.rng, round(count / (k + 1))), site.size)
                sheet = f32(spread(labels, site.rng) < share) * ramp_between(inner, 0.3, 1.2)
            else:
                size = site.radius * site.rng.uniform(0.3, 0.8)
                places = site.rng.uniform(0, site.size, (max(5, round(count / 3)), 2))
                sheet = filled(
                    site.size, [turn(shapes[site.crystal], site.rng.uniform(-3, 3)) * size + p for p in places]
                )
            depth = f32(depth + sheet)
            sheen = f32(sheen + relief(blur(sheet, soft), 3.0) * edge)
        x, y = grid(site.size)
        tone = 0.5 + step * (depth - 0.5 * layers) + sheen + 0.12 * (x - y)
        art = site.ramp.paint(key(f32(tone)), f32(depth / layers))
        rim = clip01(4 * (depth - blur(depth, 1.0)))
        scene = lerp(scene, site.ramp.at(0.2), rim * np.float32(seam))
        return lerp(scene, art, clip01(depth) * np.float32(alpha))

    return paint
