"""Families of what animals wear: peacock eyes, feathers, butterfly wings, scales."""

from __future__ import annotations

import numpy as np

from models.training.art.backdrops import (
    any_colour,
    backdrop,
    local,
    make_key,
    make_laying,
)
from models.training.art.fields import (
    Image,
    Rng,
    f32,
    lerp,
    noise,
    plain,
    ramp_between,
    tint,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site


def plumage(rng: Rng) -> Painter:
    """Eyes of a peacock, barbs of feathers or a butterfly's wings, gem-coloured between darker or paler zones."""
    kind = str(rng.choice(["eyes", "barbs", "wing"]))
    return {"eyes": _eyes, "barbs": _barbs, "wing": _wing}[kind](rng)


def _eyes(rng: Rng) -> Painter:
    ground, key = backdrop(rng, ("black", "white", "own", "complement", "grey")), make_key(rng)
    second, across, slim = (
        any_colour(rng, (0.1, 0.92), 0.08),
        float(rng.uniform(2.2, 6.0)),
        float(rng.uniform(0.75, 1.35)),
    )
    swap, barbs, rings = bool(rng.random() < 0.4), float(rng.uniform(0, 0.25)), float(rng.uniform(0.35, 0.6))

    def paint(site: Site) -> Image:
        u, v = local(site)
        a, b = u * across * 0.5 + 0.5, v * across * 0.4
        row = np.floor(b)
        a = a + 0.5 * (row % 2)
        px, py = (a - np.floor(a) - 0.5) * 2 / slim, (b - row - 0.55) * 2
        dist = np.hypot(px, py * (0.8 - 0.25 * py) + 0.1)
        hairs = wave(f32(np.arctan2(py + 1.2, px) * 12)) * barbs
        eye = ramp_between(f32(dist), 0.95, 0.85)
        zone = ramp_between(f32(dist), rings + 0.04, rings - 0.04)
        pupil = ramp_between(f32(np.hypot(px, py - 0.2)), 0.26, 0.2)
        art = site.ramp.paint(key(f32(0.62 - 0.3 * dist + hairs - 0.12 * (dist > 0.8))), f32(dist))
        other = plain(site.size, second)
        inner = lerp(other, art, zone) if swap else lerp(art, other, zone * (1 - pupil))
        scene = tint(ground(site), f32(0.85 + hairs))
        return lerp(scene, inner, eye)

    return paint


def _barbs(rng: Rng) -> Painter:
    ground, key, laying = backdrop(rng), make_key(rng), make_laying(rng)
    count, slim, fine = int(rng.choice([1, 2, 3, 5])), float(rng.uniform(0.2, 0.45)), float(rng.uniform(9, 26))
    fan, base = float(rng.uniform(0.35, 0.9)), float(rng.uniform(0, 0.9))
    bars, shaft = float(rng.choice([0.0, 0.0, 3.0, 6.0])), any_colour(rng, (0.1, 0.95), 0.05)

    def paint(site: Site) -> Image:
        u, v = local(site)
        v = f32(v - base)
        scene = ground(site)
        start = float(site.rng.uniform(-0.4, 0.4))
        for k in range(count):
            angle = start + (k - (count - 1) / 2) * fan - np.pi / 2
            along = f32((u * np.cos(angle) + v * np.sin(angle) + 1.0 - 0.9 * base) / 2)
            side = f32(v * np.cos(angle) - u * np.sin(angle) + 0.25 * (along - 0.5) ** 2)
            ragged = 0.04 * noise(site.rng, site.size, 14, 2)
            half = slim * np.sqrt(np.clip(along * 1.05 - 0.1, 0, 1)) * (1.05 - along**3) + ragged
            cover = ramp_between(f32(np.abs(side) - half), 0.02, -0.02) * ((along > 0.1) & (along < 1.0))
            hairs = wave(f32(along * fine - np.abs(side) * fine * 0.8))
            band = 0.3 * (wave(f32(along * bars - np.abs(side))) > 0.5) if bars else np.zeros_like(along)
            art = site.ramp.paint(key(f32(0.36 + 0.25 * hairs + band + 0.15 * np.sign(side))), along)
            scene = laying.lay(site, scene, art, f32(cover))
            quill = ramp_between(np.abs(side), 0.035, 0.015) * (along > -0.1) * (along < 0.95)
            scene = lerp(scene, shaft, f32(quill))
        return scene

    return paint


def _wing(rng: Rng) -> Painter:
    ground, key = backdrop(rng), make_key(rng)
    ink, dots = (
        any_colour(rng, (0.08, 0.25) if rng.random() < 0.75 else (0.85, 0.97), 0.05),
        any_colour(rng, (0.6, 0.98), 0.06),
    )
    veins, ring, wide = int(rng.integers(5, 12)), float(rng.choice([-1.0, 0.4, 0.55])), float(rng.uniform(0.05, 0.16))
    lobes, hind, whole = float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.6, 1.0)), bool(rng.random() < 0.3)

    def paint(site: Site) -> Image:
        u, v = local(site)
        u = np.abs(u) + 0.02
        radius, angle = np.hypot(u, v), np.arctan2(v, u)
        upper = np.clip(np.cos((angle + 0.6) * 1.1), 0.05, 1) ** lobes * 1.12
        lower = np.clip(np.cos((angle - 0.85) * 1.7), 0.05, 1) ** lobes * hind
        edge = np.maximum(upper, lower) + 0.03 * np.cos(angle * veins * 2)
        inside = f32(radius / edge * (0.62 if whole else 1.0))
        ray = wave(f32(angle * veins / np.pi + 0.35 * radius))
        cell = ramp_between(f32(ray * radius), wide * 0.9, wide * 1.5) * ramp_between(inside, 0.84, 0.8)
        cell = cell * ramp_between(np.abs(f32(inside - ring)), 0.02, 0.05)
        spots = ramp_between(f32(np.hypot(inside - 0.91, (1 - ray) * 0.3)), 0.05, 0.03)
        body = ramp_between(f32(np.hypot(u / 0.1, v / 0.5)), 1.05, 0.95)
        tone = 0.4 + 0.3 * inside + 0.1 * noise(site.rng, site.size, 8, 2)
        wing = lerp(lerp(plain(site.size, ink), dots, spots), site.ramp.paint(key(f32(tone)), inside), f32(cell))
        return lerp(lerp(ground(site), wing, ramp_between(inside, 1.02, 0.98)), ink, body)

    return paint


def dragon_scales(rng: Rng) -> Painter:
    """Overlapping scales of a dragon or a fish, bossed and glossy, all gem or mixed with other scales."""
    key, across, keel = make_key(rng), float(rng.uniform(2.2, 7.5)), float(rng.choice([0.0, 0.15, 0.3]))
    power, gloss, swell = float(rng.uniform(1.2, 2.6)), float(rng.uniform(0.1, 0.5)), float(rng.uniform(-0.3, 0.5))
    angle, share = float(rng.choice([0.0, np.pi, rng.uniform(0, 6.3)])), float(rng.choice([1.0, 1.0, 0.6, 0.35]))
    other, rim = backdrop(rng, ("black", "white", "grey", "complement")), float(rng.uniform(0.04, 0.2))
    gold = bool(rng.random() < 0.25)

    def paint(site: Site) -> Image:
        u, v = local(site)
        bulge = 1 + swell * (u * u + v * v) * 0.3
        u, v = (u * np.cos(angle) - v * np.sin(angle)) * bulge, (u * np.sin(angle) + v * np.cos(angle)) * bulge
        row = np.floor(v * across)
        best, which = np.full_like(u, 9.0), np.zeros_like(u)
        height, middle = np.zeros_like(u), np.zeros_like(u)
        for step in range(3):
            at = row - 1 + step
            px = u * across * 0.62 + 0.5 * (at % 2)
            column = np.floor(px)
            px, py = (px - column - 0.5) * 2, v * across - at
            off = np.abs(px) ** power + np.clip(py / 1.75, 0, 9) ** power
            inside = (off < 1) & (py > -0.5) & (best > 8)
            best, which = np.where(inside, off, best), np.where(inside, column * 7.31 + at * 3.17, which)
            height, middle = np.where(inside, py, height), np.where(inside, px, middle)
        each = f32((np.sin(which * 12.9898) * 43758.547) % 1.0)
        tone = 0.42 + 0.16 * height - 0.2 * middle * gloss * 2 + 0.16 * (each - 0.5) - 0.3 * (best > 1 - rim)
        tone = (
            tone
            + keel * ramp_between(np.abs(f32(middle)), 0.16, 0.04)
            + gloss * 0.6 * ramp_between(f32(np.hypot(middle + 0.3, height - 0.6)), 0.3, 0.0)
        )
        art = site.ramp.paint(key(f32(tone)), each)
        art = lerp(art, colour(0.74, 0.11, 85.0), f32((best > 1 - rim) * 0.9)) if gold else art
        if share == 1.0:
            return art
        return lerp(tint(other(site), f32(0.5 + tone)), art, f32(each < share))

    return paint
