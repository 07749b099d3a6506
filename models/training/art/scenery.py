"""Families of fantasy places: a vale of crystals, a sunken reef, islands in the night sky, shrines, lava."""

from __future__ import annotations

import numpy as np

from models.training.art.backdrops import (
    any_colour,
    backdrop,
    gem,
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
    grain,
    lerp,
    noise,
    plain,
    ramp_between,
    relief,
    scatter,
    spread,
    tint,
    turbulence,
    warp,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import Prisms, Sketch
from models.training.art.stencils import filled, neutral, outline, spots, stroked


def _thicket(site: Site, count: int, tall: float, slim: float, lean: float) -> tuple[Field, Field]:
    """Tone and cover of crystals that stand in a row below the segment's middle, the tallest rearmost."""
    rng, centre = site.rng, np.asarray(site.centre)
    length = np.sort(rng.uniform(0.35, 1.0, count))[::-1] * tall * site.radius
    aside = rng.permutation(np.linspace(-0.75, 0.75, count)) + rng.normal(0, 0.1, count)
    feet = centre + np.stack([aside, rng.uniform(0.7, 0.95, count)], 1) * site.radius
    prisms = Prisms(
        feet=feet,
        heading=-np.pi / 2 + aside * lean + rng.normal(0, 0.12, count),
        length=length,
        width=length * slim * rng.uniform(0.7, 1.3, count),
        tip=rng.uniform(0.15, 0.4, count),
        skew=rng.uniform(-0.6, 0.6, count),
    )
    sketch = Sketch.blank(site.size)
    prisms.draw(sketch, rng, -2.2, 0.45)
    return sketch.render(0.5)


def crystal_vale(rng: Rng) -> Painter:
    """A fantasy landscape with hills and fog, great crystals glowing in the foreground."""
    sky, key, laying = (
        backdrop(rng, ("sky", "sky", "own", "complement", "white", "black")),
        make_key(rng),
        make_laying(rng),
    )
    hills, near = int(rng.integers(0, 5)), any_colour(rng, (0.12, 0.6), 0.09)
    count, tall, slim = int(rng.integers(2, 13)), float(rng.uniform(0.8, 1.9)), float(rng.uniform(0.14, 0.34))
    lean, mist, moon = float(rng.uniform(0, 0.9)), float(rng.uniform(0, 0.8)), float(rng.uniform(0.0, 0.5))
    standing, shapes, rim = bool(rng.random() < 0.6), silhouettes(rng), float(rng.uniform(0, 0.4))

    def paint(site: Site) -> Image:
        v = local(site)[1]
        scene = sky(site)
        if moon > 0.15:
            place = np.asarray(site.centre) + site.rng.uniform(-0.6, -0.2, 2) * site.radius
            disc = filled(site.size, [outline("round") * moon * site.radius + place])
            scene = lerp(scene, colour(0.93, 0.03, 90.0), blur(disc, 0.8) * 0.85)
        for k in range(hills):
            crest = noise(site.rng, site.size, 5 - k * 0.5, 4)[0] * 0.7
            below = ramp_between(v - (-0.5 + 1.2 * (k + 1) / hills - crest[None]), -0.02, 0.02)
            scene = lerp(scene, near, below * np.float32((k + 1) / hills * 0.9))
        if standing:
            tone, cover = _thicket(site, count, tall, slim, lean)
        else:
            places = spots(site, 1 + count // 3, site.radius * 0.9)
            size = site.radius * 0.8 / (1 + count // 3) ** 0.4
            tone, cover = gems(site, [shapes[site.crystal] * size + p for p in places], "facet")
        edge = clip01(relief(blur(cover, 0.8), 3.0)) * rim
        art = site.ramp.paint(key(f32(tone + edge)), noise(site.rng, site.size, 3, 2))
        scene = laying.lay(site, scene, art, cover)
        fog = ramp_between(v + 0.7 * noise(site.rng, site.size, 6, 3, 4.0), 0.9, 1.5) * np.float32(mist)
        return lerp(scene, plain(site.size, near * 0.3 + 0.65), fog)

    return paint


def sunken_reef(rng: Rng) -> Painter:
    """Crystals under water: shafts of light, a net of caustics, bubbles rising."""
    water, key, laying = (
        backdrop(rng, ("sky", "own", "black", "complement", "grey", "white")),
        make_key(rng),
        make_laying(rng),
    )
    sea = colour(float(rng.uniform(0.2, 0.85)), float(rng.uniform(0.03, 0.12)), float(rng.uniform(185, 265)))
    wet = float(rng.choice([0.0, 0.6, 0.9]))
    net, width, shafts = float(rng.uniform(3, 9)), float(rng.uniform(0.05, 0.14)), float(rng.uniform(0, 0.5))
    bubbles, everywhere = int(rng.integers(0, 28)), bool(rng.random() < 0.3)
    count, shapes, low = int(rng.integers(3, 14)), silhouettes(rng), bool(rng.random() < 0.6)

    def paint(site: Site) -> Image:
        u, v = local(site)
        scene = lerp(water(site), plain(site.size, sea), (0.45 + 0.55 * ramp_between(v, 1.2, -1.2)) * np.float32(wet))
        web = _caustics(site.rng, site.size, net, width)
        beam = noise(site.rng, site.size, 14, 2)[0]
        fan = np.interp(u / (v + 3.4), np.linspace(-1.2, 1.2, site.size), beam)
        light = clip01(f32(fan * 2.4 - 1.0)) * ramp_between(v, 1.3, -1.3) * shafts + web * 0.3 * ramp_between(
            v, -0.6, 1.0
        )
        scene = lerp(scene, plain(site.size, 0.97), clip01(f32(light)))
        if everywhere:
            tone, cover = f32(0.42 + 0.4 * web), f32(np.ones_like(v))
        elif low:
            tone, cover = _thicket(site, count, 1.5, 0.26, 0.7)
        else:
            size = site.radius * 0.85 / (count // 3 + 1) ** 0.45
            places = spots(site, count // 3 + 1, size * 1.7)
            tone, cover = gems(site, [shapes[site.crystal] * size + p for p in places], "dome")
        art = site.ramp.paint(key(f32(tone + 0.25 * web + 0.1 * light)), web)
        return _bubbled(site, laying.lay(site, scene, art, cover), bubbles)

    return paint


def _caustics(rng: Rng, size: int, net: float, width: float) -> Field:
    """A bright net of light, 0..1."""
    first, second = noise(rng, size, net, 2), noise(rng, size, net * 1.3, 2)
    return f32(clip01(1 - np.minimum(np.abs(first - 0.5), np.abs(second - 0.5)) / np.float32(width)))


def _bubbled(site: Site, scene: Image, count: int) -> Image:
    for spot in site.rng.uniform(0, site.size, (count, 2)):
        size = float(site.rng.uniform(0.8, 3.2)) * site.unit
        ball = outline("round") * size + spot
        mark = np.maximum(
            stroked(site.size, [ball], 0.8) * 0.8, filled(site.size, [ball * 0.3 + (spot - size * 0.4) * 0.7])
        )
        scene = lerp(scene, colour(0.98, 0.005, 220.0), f32(mark * 0.85))
    return scene


def sky_islands(rng: Rng) -> Painter:
    """Floating islands in a night sky: rock with gems on top, or islands that are gems themselves."""
    kinds = ("black", "black", "sky", "sky", "own", "complement")
    sky, key, laying = backdrop(rng, kinds), make_key(rng, 0.38, 0.68), make_laying(rng)
    rock, turf = any_colour(rng, (0.2, 0.85), 0.05), any_colour(rng, (0.2, 0.9), 0.12)
    count, stars, haze = int(rng.choice([1, 2, 3, 5])), float(rng.uniform(1.9, 3.0)), float(rng.choice([0.0, 0.3, 0.8]))
    solid, shapes, style = bool(rng.random() < 0.4), silhouettes(rng), str(rng.choice(["facet", "dome"]))
    hover, deep = float(rng.uniform(0.3, 0.75)), float(rng.uniform(0.5, 1.3))

    def paint(site: Site) -> Image:
        scene = sky(site)
        mist = ramp_between(noise(site.rng, site.size, 3, 4), 0.45, 0.85) * np.float32(haze)
        scene = lerp(scene, site.ramp.paint(f32(0.25 + 0.4 * mist), mist), mist)
        scene = lerp(scene, plain(site.size, 0.97), clip01(grain(site.rng, site.size, 0.5) - np.float32(stars)))
        size = site.radius * 0.85 / count**0.45
        tone, cover = np.full_like(site.mask, 0.5), np.zeros_like(site.mask)
        for place in spots(site, count, size * 1.5):
            top = place + np.array([0.0, size * 0.25])
            land, cap = _island(site, top, size, deep)
            rough = relief(noise(site.rng, site.size, 12, 3), 6)
            if solid:
                tone, cover = f32(np.where(land > 0, 0.45 + 0.35 * rough + 0.2 * cap, tone)), np.maximum(cover, land)
            else:
                scene = lerp(scene, tint(plain(site.size, rock), f32(0.8 + 0.5 * rough)), land)
                scene = lerp(scene, turf, cap)
            shape = shapes[site.crystal] * size * 0.5
            more, over = gem(site, shape + top - [0, size * hover], style)
            tone, cover = f32(tone + (more - tone) * over), f32(np.maximum(cover, over))
        return laying.lay(site, scene, site.ramp.paint(key(tone), noise(site.rng, site.size, 3, 1)), f32(cover))

    return paint


def _island(site: Site, top: np.ndarray, size: float, deep: float) -> tuple[Field, Field]:
    """Cover of an island's body and of the turf on it."""
    along = np.linspace(-1, 1, 15)
    jag = site.rng.uniform(0.7, 1.2, 15) * (1 - np.abs(along) ** 1.6) * deep
    body = np.concatenate([np.stack([along, jag], 1), [[0.9, -0.1], [0.3, -0.16], [-0.4, -0.14], [-0.9, -0.08]]])
    cap = np.concatenate([np.stack([along, 0.06 + site.rng.uniform(0, 0.12, 15)], 1), body[15:]])
    return filled(site.size, [body * size + top]), filled(site.size, [cap * size + top])


def shrine(rng: Rng) -> Painter:
    """A niche in a temple wall, a gem on a pedestal within, columns, steps and beams of light."""
    wall, inside, stone = backdrop(rng, ("pattern", "white", "grey", "black", "own", "sky")), neutral(rng), neutral(rng)
    key, laying, shapes = make_key(rng), make_laying(rng), silhouettes(rng)
    power, reach, style = (
        float(rng.choice([1.0, 2.0, 4.0])),
        float(rng.uniform(0.65, 1.0)),
        str(rng.choice(["facet", "facet", "dome"])),
    )
    rays, blocks = int(rng.choice([0, 0, 9, 16])), float(rng.choice([0.0, 5.0, 9.0]))
    size, lit, tinted = float(rng.uniform(0.26, 0.5)), float(rng.uniform(0, 0.7)), bool(rng.random() < 0.35)
    columns = bool(rng.random() < 0.5)

    def paint(site: Site) -> Image:
        u, v = local(site)
        scene = tint(wall(site), f32(0.9 + 0.2 * _masonry(u, v, blocks)))
        spring = -0.15
        over = np.where(
            v < spring, np.abs(u / reach) ** power + np.abs((v - spring) / 0.85) ** max(power, 1.3), np.abs(u / reach)
        )
        niche = ramp_between(f32(over), 1.02, 0.98) * ramp_between(v, 0.96, 0.92)
        frame = ramp_between(f32(over), 1.24, 1.2) * ramp_between(v, 1.06, 1.02)
        trim = site.ramp.paint(key(f32(0.5 + 0.3 * (wave(f32(over * 9)) - 0.5)))) if tinted else plain(site.size, stone)
        scene = lerp(lerp(scene, colour(0.1, 0.01, 60.0), blur(frame, site.unit) * 0.7), trim, frame)
        hollow = lerp(inside, site.ramp.at(0.5), clip01(f32(1.1 - np.hypot(u, v + 0.05))) * np.float32(lit))
        if rays:
            hollow = lerp(
                hollow, site.ramp.at(0.75), wave(f32(np.arctan2(v, u) * rays / 6.283)) * np.float32(lit * 0.6)
            )
        scene = lerp(scene, hollow, f32(niche))
        scene = lerp(scene, tint(plain(site.size, stone), f32(1.0 - 0.5 * np.abs(u + 0.1))), _pedestal(u, v, columns))
        centre = np.asarray(site.centre) + [0.0, (0.5 - size) * site.radius * 0.95]
        tone, cover = gem(site, shapes[site.crystal] * size * site.radius + centre, style)
        return laying.lay(site, scene, site.ramp.paint(key(tone), 0.2), cover)

    return paint


def _masonry(u: Field, v: Field, blocks: float) -> Field:
    """0 at the joints of a wall, 1 on its blocks."""
    if blocks == 0:
        return f32(np.ones_like(u))
    row = np.floor(v * blocks)
    joint = np.minimum(wave(f32(v * blocks)), wave(f32(u * blocks * 0.5 + row * 0.5)) * 2)
    return ramp_between(f32(joint), 0.05, 0.2)


def _pedestal(u: Field, v: Field, columns: bool) -> Field:
    half = np.where(v < 0.6, 0.36, np.where(v < 0.85, 0.24, 0.44))
    foot = (np.abs(u) < half) & (v > 0.5) & (v < 0.98)
    if columns:
        foot |= (np.abs(np.abs(u) - 1.12) < 0.1) & (v > -0.4) | (np.abs(np.abs(u) - 1.12) < 0.16) & (
            np.abs(v + 0.4) < 0.07
        )
    return blur(f32(foot), 0.5)


def lava_veins(rng: Rng) -> Painter:
    """Cracked rock, glass or ice with veins that glow in the gem's colour, or gem slabs parted by cracks."""
    count, bend = float(rng.uniform(14, 120)), float(rng.uniform(0, 7))
    rock, inverse = (
        backdrop(rng, ("black", "black", "grey", "white", "pattern", "complement")),
        bool(rng.random() < 0.3),
    )
    width, glow, key = float(rng.uniform(0.6, 2.4)), float(rng.uniform(0.0, 0.8)), make_key(rng, 0.38, 0.7)
    embers, pools, bevel = (
        float(rng.uniform(2.2, 4.0)),
        float(rng.choice([0.0, 0.0, 0.15, 0.5])),
        float(rng.uniform(1, 7)),
    )

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, round(count)), site.size)
        edge = warp(edge, *turbulence(site.rng, site.size, 7, bend * site.unit))
        worn = 0.5 + noise(site.rng, site.size, 4, 2)
        gap = f32(width * site.unit * worn)
        vein = ramp_between(edge, gap + 1, gap - 0.6)
        flat = spread(labels, site.rng)
        if pools > 0:
            vein = np.maximum(vein, blur(f32(flat < pools), 0.6))
        rough = relief(f32(noise(site.rng, site.size, 9, 4) + np.minimum(edge, 4) * 0.06), bevel)
        body = tint(rock(site), f32(0.82 + 0.35 * rough + 0.2 * flat))
        heat = clip01(blur(f32(vein), site.unit * 4) * 1.4)
        if inverse:
            art = site.ramp.paint(key(f32(0.4 + 0.3 * rough + 0.25 * flat)), flat)
            return lerp(art, body, f32(vein))
        body = lerp(body, site.ramp.at(0.45), heat * np.float32(glow))
        vein = np.maximum(vein, clip01(grain(site.rng, site.size, 0.7) - np.float32(embers)))
        core = clip01(f32(1.2 - edge / (gap + 0.5)))
        return lerp(body, site.ramp.paint(key(f32(0.28 + 0.5 * core * worn + 0.15 * heat)), heat), f32(vein))

    return paint
