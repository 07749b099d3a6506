"""Families of made things: gearwork with lenses, plasma."""

from __future__ import annotations

import numpy as np

from models.training.art.backdrops import (
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
    lerp,
    noise,
    plain,
    ramp_between,
    relief,
    tint,
    turbulence,
    warp,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.stencils import Points, cast, filled, outline, spots, stroked, turn


def gearwork(rng: Rng) -> Painter:
    """Cogwheels of brass, copper, steel or enamel around lenses of gem; or enamelled wheels themselves."""
    ground, key, laying = (
        backdrop(rng, ("black", "grey", "pattern", "white", "own", "sky")),
        make_key(rng),
        make_laying(rng),
    )
    metal = colour(float(rng.uniform(0.3, 0.85)), float(rng.choice([0.005, 0.06, 0.1])), float(rng.uniform(45, 95)))
    count, teeth, depth = int(rng.integers(1, 8)), int(rng.integers(8, 22)), float(rng.uniform(0.1, 0.25))
    lens, spokes, enamel = (
        float(rng.uniform(0.35, 0.75)),
        int(rng.choice([0, 4, 5, 6])),
        float(rng.choice([0.0, 0.3, 1.0])),
    )
    shapes, round_lens, style = (
        silhouettes(rng),
        bool(rng.random() < 0.5),
        str(rng.choice(["dome", "dome", "facet", "rings"])),
    )

    def paint(site: Site) -> Image:
        scene, tone, cover = ground(site), np.full_like(site.mask, 0.5), np.zeros_like(site.mask)
        size = site.radius * 0.95 / count**0.42
        for place in spots(site, count, size * 1.25):
            reach = size * float(site.rng.uniform(0.8, 1.1))
            wheel = _wheel(site, place, reach, (teeth, depth, lens, spokes))
            shine = 0.5 + 0.4 * relief(blur(wheel, 0.8), 3.0) + 0.12 * np.sin(7 * np.arctan2(*away(site, place)[::-1]))
            if site.rng.random() < enamel:
                tone, cover = f32(tone + (shine * 0.8 + 0.1 - tone) * wheel), f32(np.maximum(cover, wheel))
            else:
                scene = lerp(
                    cast(scene, wheel, site.unit * 1.5), tint(plain(site.size, metal), f32(0.55 + shine)), wheel
                )
                cover = f32(cover * (1 - wheel))
            shape = outline("round") if round_lens else shapes[site.crystal]
            more, over = gem(site, shape * reach * lens * 0.85 + place, style)
            tone, cover = f32(tone + (more - tone) * over), f32(np.maximum(cover, over))
        return laying.lay(site, scene, site.ramp.paint(key(tone), noise(site.rng, site.size, 3, 1)), cover)

    return paint


def _wheel(site: Site, place: Points, reach: float, build: tuple[int, float, float, int]) -> Field:
    """Cover of a cogwheel; build: teeth, their depth, share of the lens, spokes."""
    teeth, depth, lens, spokes = build
    t = np.arange(teeth * 4) * 2 * np.pi / (teeth * 4) + site.rng.uniform(0, 1)
    radii = np.tile([1.0, 1.0, 1 - depth, 1 - depth], teeth) * reach
    body = filled(site.size, [np.stack([np.cos(t), np.sin(t)], 1) * radii[:, None] + place])
    inner = (1 - depth) * 0.82
    if not spokes or lens * 1.15 > inner:
        return body
    x, y = away(site, place)
    radius, angle = np.hypot(x, y) / reach, np.arctan2(y, x)
    hole = (radius < inner) & (radius > lens) & (wave(f32(angle * spokes / (2 * np.pi))) > 0.3)
    return f32(body * (1 - blur(f32(hole), 0.5)))


def plasma(rng: Rng) -> Painter:
    """Lightning, orbs and rings of energy in the gem's colour, glowing on dark or burnt on light."""
    kinds = ("black", "black", "sky", "complement", "white", "own", "grey")
    ground, key = backdrop(rng, kinds), make_key(rng, 0.42, 0.6)
    bolts, rough, forks = int(rng.integers(2, 10)), float(rng.uniform(0.08, 0.3)), bool(rng.random() < 0.6)
    orb, rings, glow = float(rng.choice([0.0, 0.35, 0.6, 0.8])), int(rng.choice([0, 0, 1, 3])), float(rng.uniform(2, 8))
    fill, hot, wide = float(rng.uniform(0.0, 0.8)), float(rng.uniform(0.1, 0.6)), float(rng.uniform(0.8, 2.4))
    inward = bool(rng.random() < 0.35)

    def paint(site: Site) -> Image:
        u, v = local(site)
        lines = [_bolt(site, k / bolts, rough, inward) for k in range(bolts)]
        if forks:
            lines += [turn(line[8:] - line[8], site.rng.uniform(0.4, 0.9)) * 0.5 + line[8] for line in lines]
        core = stroked(site.size, lines, wide * site.unit, closed=False)
        circles = [outline("round") * site.radius * (0.95 - 0.2 * k) + site.centre for k in range(rings)]
        if rings:
            core = np.maximum(
                core,
                warp(stroked(site.size, circles, wide * site.unit), *turbulence(site.rng, site.size, 5, 2 * site.unit)),
            )
        smoke = noise(site.rng, site.size, 4, 4)
        ball = (
            ramp_between(f32(np.hypot(u, v)), orb + 0.1, orb - 0.25) * (0.6 + 0.5 * smoke) if orb else np.zeros_like(u)
        )
        halo = clip01(blur(core, glow * site.unit) * 3.0) + ball + fill * ramp_between(smoke, 0.35, 0.8)
        power = clip01(f32(halo + core))
        tone = 0.3 + 0.28 * clip01(f32(halo)) + hot * np.maximum(core, ball**3 * 0.7)
        return lerp(ground(site), site.ramp.paint(key(f32(tone)), smoke), clip01(power * 1.3))

    return paint


def _bolt(site: Site, turn_share: float, rough: float, inward: bool) -> Points:
    """A jagged line (17, 2) in px from the segment's middle outward, or across it."""
    t = np.linspace(0, 1, 17)
    angle = 2 * np.pi * turn_share + site.rng.uniform(-0.4, 0.4)
    jitter = np.cumsum(site.rng.normal(0, 0.45, 17)) * rough * np.minimum(1, 4 * t)
    far = float(site.rng.uniform(0.9, 2.0))
    along = 1.6 - t * 1.2 if inward else t * far
    path = np.stack([along, jitter + site.rng.uniform(-0.5, 0.5, 17) * rough], 1)
    return turn(path, angle) * site.radius + np.asarray(site.centre)
