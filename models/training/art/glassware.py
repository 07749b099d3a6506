"""Families of shining bodies: rendered solids, bottles and snow globes."""

from __future__ import annotations

import cv2
import numpy as np

from models.training.art.backdrops import (
    Backdrop,
    any_colour,
    away,
    backdrop,
    gem,
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
    clip01,
    f32,
    grain,
    lerp,
    noise,
    plain,
    ramp_between,
    tint,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Sketch
from models.training.art.stencils import Points, cast, filled, outline, spots, stroked, turn

Look = tuple[float, float, float, float]
"""Contrast of the mirrored room, light of the window, waviness and softness of the horizon."""


def rendered_solids(rng: Rng) -> Painter:
    """Ray-traced look: sphere, ring, cube or prism with a mirrored horizon, window light and a caustic shadow."""
    ground, key = backdrop(rng), make_key(rng, 0.4, 0.64)
    kind = str(rng.choice(["sphere", "sphere", "ring", "cube", "prism"]))
    count, reach = int(rng.choice([1, 1, 2, 3, 5])), float(rng.uniform(0.75, 1.0))
    look = (
        float(rng.choice([-1, 1]) * rng.uniform(0.25, 0.9)),
        float(rng.uniform(0, 0.5)),
        float(rng.uniform(0.2, 5)),
        float(rng.uniform(0.05, 0.6)),
    )
    floor, checks, dark = bool(rng.random() < 0.5), float(rng.choice([0.0, 4.0])), float(rng.uniform(0.25, 0.7))
    caustic, clear = float(rng.uniform(0, 0.9)), float(rng.choice([0.0, 0.0, 0.35]))

    def paint(site: Site) -> Image:
        u, v = local(site)
        scene = ground(site)
        if floor:
            far = np.maximum(v + 0.15, 0.02)
            tiles = f32((np.floor(u * checks / far) + np.floor(checks * 1.5 / far)) % 2) if checks else np.zeros_like(u)
            scene = tint(scene, f32(1 - (0.25 + 0.3 * tiles) * ramp_between(v, -0.17, -0.13)))
        size = site.radius * reach * 0.9 / count**0.45
        for place in spots(site, count, size * 1.8):
            tone, cover = _solid(site, kind, place, size, look)
            moved = cv2.warpAffine(
                cover,
                np.array(
                    [[1, 0.25, size * 0.1 - 0.25 * place[1]], [0, 0.45, place[1] * 0.55 + size * 0.62]], np.float32
                ),
                cover.shape[::-1],
            )
            shade = blur(f32(moved), site.unit * 2.5)
            scene = lerp(scene, scene * np.float32(1 - dark), shade)
            scene = lerp(scene, site.ramp.at(0.72, 0.4), clip01(shade**4) * np.float32(caustic))
            art = site.ramp.paint(key(tone), f32(0.4 + 0.4 * v))
            rim = clip01(f32(cover - 0.8 * blur(cover, site.unit * 2.5)) * 2)
            scene = lerp(scene, art, f32(cover * clip01(1 - clear + rim)))
        return scene

    return paint


def _solid(site: Site, kind: str, place: Points, size: float, look: Look) -> tuple[Field, Field]:
    """Tone and cover of one solid; look: contrast of the mirrored room, window light, waviness, softness."""
    if kind in ("cube", "prism"):
        return _block(site, kind, place, size)
    x, y = away(site, place)
    x, y = x / size, y / size
    radius = np.hypot(x, y)
    if kind == "ring":
        y = y * 1.35
        radius = np.hypot(x, y)
        off = (radius - 0.68) / 0.3
        nx, ny = off * x / np.maximum(radius, 1e-3), off * y / np.maximum(radius, 1e-3)
        bulge = np.abs(off)
    else:
        nx, ny, bulge = x, y, radius
    cover = ramp_between(f32(bulge), 1.0, 1.0 - 2.5 / size)
    contrast, window, waves, soft = look
    nz = np.sqrt(np.clip(1 - nx**2 - ny**2, 0, 1))
    horizon = ramp_between(f32(ny + 0.12 * np.sin(nx * waves * 2) + 0.1), soft, -soft)
    lower = clip01(f32(0.6 * ny + 0.3 * nx)) * 0.8
    tone = 0.3 + contrast * (horizon * (0.35 + 0.5 * ny + 0.4) * 0.8 + lower * 0.7) + 0.25 * (nz - 0.6)
    light = clip01(f32(-0.55 * nx - 0.6 * ny + 0.58 * nz))
    return f32(tone + 0.5 * light**24 + window * (light > 0.9) * (np.abs(nx + 0.5) > 0.03)), cover


def _block(site: Site, kind: str, place: Points, size: float) -> tuple[Field, Field]:
    a = float(site.rng.uniform(0.25, 1.3))
    sides = 4 if kind == "cube" else 3
    t = a + np.arange(sides + 1) * 2 * np.pi / sides
    high = 0.62 if kind == "cube" else 0.8
    top = np.stack([np.cos(t) * 0.8, np.sin(t) * 0.3 - high], 1) * size + place
    foot = top + [0.0, 1.45 * high * size]
    sketch = Sketch.blank(site.size)
    for k in np.argsort(np.sin((t[:-1] + t[1:]) / 2)).tolist():
        face = np.array([top[k], top[k + 1], foot[k + 1], foot[k]])
        light = 0.45 - 0.25 * float(np.cos((t[k] + t[k + 1]) / 2))
        sketch.facet(face, light - 0.12, light + 0.15, (0.3, 1.0))
    sketch.facet(top[:-1], 0.62, 0.82, (1.0, 0.4))
    return sketch.render(0.5)


PROFILES: dict[str, list[tuple[float, float]]] = {
    "flask": [(0.14, -1.0), (0.14, -0.4), (0.4, -0.1), (0.72, 0.55), (0.72, 0.85), (0.6, 0.95)],
    "round": [(0.16, -1.0), (0.16, -0.45), (0.5, -0.25), (0.7, 0.2), (0.62, 0.6), (0.35, 0.9)],
    "vial": [(0.2, -1.0), (0.24, -0.75), (0.3, -0.6), (0.32, 0.7), (0.2, 0.92)],
    "jar": [(0.4, -0.85), (0.42, -0.7), (0.62, -0.5), (0.64, 0.8), (0.56, 0.92)],
    "urn": [(0.3, -0.95), (0.15, -0.6), (0.55, -0.25), (0.45, 0.3), (0.18, 0.65), (0.4, 0.92)],
}
"""Half widths and heights of bottles from mouth to foot, in -1..1."""


def bottled(rng: Rng) -> Painter:
    """Potions, phials and snow globes filled with liquid of the gem's colour or with gems."""
    ground, key, laying = backdrop(rng), make_key(rng), make_laying(rng)
    if rng.random() < 0.25:
        return _globe(rng, ground)
    names, mixed = list(PROFILES), bool(rng.random() < 0.5)
    first, count, level = str(rng.choice(names)), int(rng.choice([1, 1, 2, 3, 5])), float(rng.uniform(-0.55, 0.35))
    glass, cork = float(rng.uniform(0.05, 0.4)), any_colour(rng, (0.3, 0.8), 0.08)
    bubbles, shine, tilt = int(rng.integers(0, 14)), float(rng.uniform(0.2, 0.8)), float(rng.uniform(0, 0.25))

    def paint(site: Site) -> Image:
        scene, size = ground(site), site.radius * 0.98 / count**0.42
        for place in spots(site, count, size * 1.5):
            half = PROFILES[str(site.rng.choice(names)) if mixed else first]
            shape = _bottle(half, float(site.rng.uniform(-tilt, tilt))) * size + place
            body = filled(site.size, [shape])
            x, y = away(site, place)
            surface = level + site.rng.uniform(-0.1, 0.1) + 0.04 * np.cos(x / size * 5)
            liquid = f32(body * ramp_between(f32(y / size - surface), -0.03, 0.03))
            inner = blur(body, size * 0.12)
            tone = 0.25 + 0.4 * inner + 0.15 * (noise(site.rng, site.size, 6, 2) - 0.5) + 0.12 * y / size
            foam = site.rng.uniform(-0.5, 0.8, (bubbles, 2)) * size + place
            tone = tone + 0.2 * stroked(site.size, [outline("round") * size * 0.06 + spot for spot in foam], 0.8)
            stopper = np.array([[-0.17, -1.2], [0.17, -1.2], [0.14, -0.88], [-0.14, -0.88]]) * size + place
            scene = lerp(scene, cork, filled(site.size, [stopper]) * (half[0][0] < 0.25))
            scene = lerp(cast(scene, body, site.unit * 2, 0.3), colour(0.93, 0.01, 220.0), body * np.float32(glass))
            scene = laying.lay(site, scene, site.ramp.paint(key(f32(tone)), f32(y / site.size + 0.5)), liquid)
            ink = colour(0.15, 0.01, 250.0) if float(scene.mean()) > 0.4 else colour(0.93, 0.01, 220.0)
            scene = lerp(scene, ink, stroked(site.size, [shape], site.unit * 1.3))
            gleam = (
                ramp_between(np.abs(f32(x / size + 0.3)), 0.07, 0.03)
                * blur(body, 1.0) ** 3
                * (np.abs(y / size - 0.2) < 0.4)
            )
            scene = lerp(scene, plain(site.size, 0.98), f32(gleam * shine))
        return scene

    return paint


def _bottle(half: list[tuple[float, float]], angle: float) -> Points:
    profile = np.array(half)
    rows = np.linspace(profile[0, 1], profile[-1, 1], 40)
    wide = np.interp(rows, profile[:, 1], profile[:, 0])
    wide = cv2.blur(wide[:, None], (1, 5), borderType=cv2.BORDER_REPLICATE)[:, 0]
    return turn(np.concatenate([np.stack([wide, rows], 1), np.stack([-wide, rows], 1)[::-1]]), angle)


def _globe(rng: Rng, ground: Backdrop) -> Painter:
    base, key, laying = any_colour(rng, (0.15, 0.8), 0.1), make_key(rng), make_laying(rng)
    filled_up, shapes, flakes = bool(rng.random() < 0.5), silhouettes(rng), float(rng.uniform(1.8, 3.0))
    air = any_colour(rng, (0.15, 0.95), 0.06)

    def paint(site: Site) -> Image:
        u, v = local(site)
        ball = ramp_between(f32(np.hypot(u, v + 0.15)), 0.84, 0.8)
        stand = np.array([[-0.5, 0.55], [0.5, 0.55], [0.66, 0.95], [-0.66, 0.95]])
        foot = filled(site.size, [stand * site.radius + site.centre])
        scene = lerp(cast(ground(site), np.maximum(ball, foot), site.unit * 2), base, foot)
        stone = (shapes[site.crystal] * 0.5 - [0, 0.1]) * site.radius + site.centre
        tone, cover = gem(site, stone, "facet")
        liquid = site.ramp.paint(key(f32(0.5 - 0.3 * v + 0.1 * (noise(site.rng, site.size, 6, 2) - 0.5))))
        inside = liquid if filled_up else plain(site.size, air)
        inside = laying.lay(site, inside, site.ramp.paint(key(f32(tone + 0.15 * filled_up)), 0.3), cover)
        snow = ramp_between(f32(v - 0.35 - 0.08 * np.sin(u * 5)), -0.02, 0.02)
        whirl = clip01(grain(site.rng, site.size, 0.8) - np.float32(flakes))
        inside = lerp(inside, colour(0.95, 0.01, 240.0), np.maximum(snow * 0.9, whirl))
        shine = ramp_between(f32(np.abs(np.hypot(u, v + 0.15) - 0.66)), 0.06, 0.02) * ((u < -0.1) & (v < -0.25)) * 0.7
        rim = ramp_between(f32(np.hypot(u, v + 0.15)), 0.74, 0.84) * 0.6
        scene = lerp(scene, inside, ball)
        scene = lerp(scene, colour(0.6, 0.02, 230.0), rim * ball)
        return lerp(scene, plain(site.size, 0.98), f32(shine))

    return paint
