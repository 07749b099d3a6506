"""Families seen through lenses and screens: airbrushed chrome, thin sections, specimens on velvet, holograms."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

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
    normal,
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
from models.training.art.staging import Scheme, bulge, fixed, make_scheme, ranked, rim, sparkles
from models.training.art.stencils import cast, filled, outline


def chrome(rng: Rng) -> Painter:
    """Airbrushed chrome that mirrors a horizon, on a plain ground or before a sun, stripes and a glowing grid."""
    scheme = make_scheme(rng, ("one", "one", "ring", "scatter", "tiling", "clouds", "band", "whole"))
    scheme = replace(scheme, level=0.7 * scheme.level + 0.15, span=0.2 + scheme.span)
    scene, horizon = str(rng.choice(["plain", "plain", "grid", "sun", "both"])), float(rng.uniform(0.35, 0.65))
    glow_gem, glints = bool(rng.random() < 0.6), int(rng.choice([0, 0, 2, 5]))
    round_px, waves = float(rng.uniform(4, 20)), float(rng.uniform(0.3, 1.6))
    knots = np.sort(rng.uniform(0.05, 0.95, 4))
    tones = np.array([0.75, 0.35, 0.98, 0.06, 0.55, 0.85])
    neon = fixed(rng)

    def paint(site: Site) -> Image:
        sheet = scheme.sheet(site)
        glow = site.ramp.at(scheme.level) if glow_gem else neon
        if scene in ("sun", "both"):
            sheet = lerp(sheet, glow, _sunset(site, horizon))
        if scene in ("grid", "both"):
            sheet = lerp(sheet, glow, _floor(site, horizon))
        cover = scheme.cover(site)
        body = bulge(cover, site.unit * round_px) + 0.35 * noise(site.rng, site.size, 3, 2)
        slope = cv2.Scharr(blur(f32(body), site.unit), cv2.CV_32F, 0, 1) * (site.unit * 0.5)
        mirror = f32(0.5 + 0.45 * np.tanh(slope * waves * 2) + 0.35 * (grid(site.size)[1] - 0.5))
        tone = f32(np.interp(mirror, [0.0, *knots, 1.0], tones))
        metal = site.ramp.paint(scheme.tone(blur(tone, 0.5)), f32(mirror))
        picture = scheme.mount(site, sheet, metal, cover)
        return lerp(picture, colour(1.0, 0.0, 0.0), sparkles(site, glints, site.unit * 6)) if glints else picture

    return paint


def _sunset(site: Site, horizon: float) -> Field:
    """A disc with slits that widen downwards, in 0..1."""
    y = grid(site.size)[1]
    disc = filled(site.size, [outline("round") * site.radius * 0.9 + np.array([site.centre[0], horizon * site.size])])
    slit = wave(f32(y * 16)) > np.clip(1.3 - (y - horizon + 0.25) * 2.2, 0.25, 1.0)
    return f32(disc * (1 - slit) * (0.35 + 0.65 * clip01(1.3 - y)))


def _floor(site: Site, horizon: float) -> Field:
    """A grid that runs to a horizon, in 0..1."""
    x, y = grid(site.size)
    below = np.maximum(y - horizon, 1e-3)
    columns = np.abs(((x - site.centre[0] / site.size) / below * 1.2 + 0.5) % 1 - 0.5) * below * site.size
    rows = np.abs((0.8 / below + 0.5) % 1 - 0.5) * below**2 * site.size * 1.2
    line = np.maximum(clip01(f32(1.5 - columns)), clip01(f32(1.4 - rows)))
    return f32(line * (y > horizon) * clip01(f32(below * 8)))


def thin_section(rng: Rng) -> Painter:
    """A slice of rock in polarised light: grains that differ in shade, twin stripes, cleavage, opaque grains."""
    scheme = make_scheme(rng, ("whole", "one", "clouds", "band"))
    count, stretch = int(rng.integers(12, 220)), float(rng.choice([1.0, 1.0, 2.2]))
    share, shades = float(rng.choice([0.3, 0.5, 0.8, 1.0])), float(rng.uniform(0.4, 1.2))
    twins, cleave = float(rng.uniform(0, 0.6)), float(rng.uniform(0, 0.5))
    seam, seam_ink = float(rng.uniform(0.3, 1.6)), float(rng.choice([0.12, 0.12, 0.9]))
    crossed, view = bool(rng.random() < 0.5), bool(rng.random() < 0.3)

    def paint(site: Site) -> Image:
        labels, edge = cells(scatter(site.rng, count), site.size)
        if stretch > 1:
            labels = cv2.resize(labels[: round(site.size / stretch)], edge.shape, interpolation=cv2.INTER_NEAREST)
            edge = cv2.resize(edge[: round(site.size / stretch)], edge.shape)
        draws = [site.rng.random(int(labels.max()) + 1, dtype=np.float32)[labels] for _ in range(5)]
        u = turned(site.size, 0.0)
        along = f32(u[0] * np.cos(draws[0] * 6.3) + u[1] * np.sin(draws[0] * 6.3))
        stripes = (wave(f32(along * (6 + 20 * draws[1]))) > 0.5) * (draws[2] < twins) * 0.3
        cracks = clip01(f32(1 - wave(f32(along * 22 + draws[1])) * 6)) * (draws[4] < cleave)
        speckle = 0.06 * grain(site.rng, site.size, 0.8) + 0.25 * (noise(site.rng, site.size, 9, 3) - 0.5)
        tone = 0.5 + shades * (draws[1] - 0.5) + stripes + speckle - 0.4 * cracks
        gem = site.ramp.paint(scheme.tone(f32(tone)), f32(draws[3]))
        matrix = plain(site.size, scheme.tint) * (0.35 + 1.1 * draws[1] if crossed else 0.8 + 0.3 * speckle)[..., None]
        chosen = f32(ranked(site.rng, labels) < share)
        if share > 0.7:
            chosen = chosen * scheme.cover(site)
        rock = lerp(f32(clip01(matrix)), gem, chosen)
        rock = lerp(
            rock,
            colour(seam_ink, 0.01, 60.0),
            clip01(f32(seam * site.unit * min(1.0, 6 / count**0.5) - edge + 0.5)) * np.float32(0.8),
        )
        return _eyepiece(site, rock) if view else rock

    return paint


def _eyepiece(site: Site, rock: Image) -> Image:
    x, y = grid(site.size)
    away = np.hypot(x * site.size - site.centre[0], y * site.size - site.centre[1])
    return lerp(rock, colour(0.06, 0.0, 0.0), clip01(f32(away - site.radius * 1.12) * 0.4))


def velvet(rng: Rng) -> Painter:
    """A mineral photographed close up on cloth: rough rock or crystals of noise, glitter, shallow depth of field."""
    scheme = make_scheme(rng, ("one", "one", "one", "ring", "scatter", "corner", "whole"))
    rough, ridged = float(rng.uniform(3, 11)), bool(rng.random() < 0.5)
    faceted, lamp = float(rng.choice([0.0, 0.4, 0.9])), float(rng.uniform(-3.1, 0))
    glitter, defocus = float(rng.uniform(0.0, 1.2)), float(rng.uniform(0.5, 4.5))
    focus, host = float(rng.uniform(0.2, 0.8)), float(rng.choice([0.0, 0.0, 0.35, 0.6]))
    nap, hard = float(rng.uniform(0.05, 0.4)), float(rng.uniform(4, 14))
    spare, ragged = fixed(rng), float(rng.uniform(1, 7))

    def paint(site: Site) -> Image:
        cover = warp(scheme.cover(site), *turbulence(site.rng, site.size, 9, site.unit * ragged))
        height = _rock(site, rough, ridged, faceted) + 0.8 * bulge(cover, site.unit * 16)
        light = relief(f32(height), site.unit * hard, lamp)
        tone = f32(0.5 + 0.4 * light + 0.3 * (normal(height) - 0.5))
        sparkle = clip01(grain(site.rng, site.size, 0.5) - 2.0 + light * 0.8) * np.float32(glitter)
        stone = site.ramp.paint(scheme.tone(f32(tone + sparkle)), noise(site.rng, site.size, 4, 2))
        if host:
            other = tint(plain(site.size, spare), f32(0.6 + 0.5 * light))
            patch = noise(site.rng, site.size, 3, 3)
            limit = float(np.quantile(patch[cover * site.mask > 0.5], host)) if np.any(cover * site.mask > 0.5) else 0.0
            stone = lerp(stone, other, clip01(f32(limit - patch) * 8))
        pile = noise(site.rng, site.size, 40, 2, 3.0) - 0.5 + 0.6 * (noise(site.rng, site.size, 3, 2) - 0.5)
        cloth = cast(tint(scheme.sheet(site), f32(1 + nap * 2 * pile)), cover, site.unit * 4, 0.6)
        sharp = f32(clip01(scheme.mount(site, cloth, stone, cover) + sparkle[..., None] * 0.5 * cover[..., None]))
        far = clip01(f32(np.abs(grid(site.size)[1] - focus) * 2.2 - 0.25))
        return lerp(sharp, blur(sharp, defocus * site.unit * 0.7), far)

    return paint


def _rock(site: Site, rough: float, ridged: bool, faceted: float) -> Field:
    """A height field in about 0..1: lumps or ridges, broken into flat facets by a share."""
    lumps = noise(site.rng, site.size, rough, 4)
    if ridged:
        lumps = f32(1 - np.abs(2 * lumps - 1))
    if not faceted:
        return lumps
    labels, edge = cells(scatter(site.rng, int(rough**2)), site.size)
    lean = site.rng.uniform(-1, 1, (2, int(labels.max()) + 1)).astype(np.float32)
    x, y = grid(site.size)
    planes = (lean[0][labels] * x + lean[1][labels] * y) * rough * 0.5 + np.minimum(edge / site.unit, 6) * 0.06
    return f32(lumps * (1 - faceted) + faceted * planes)


def hologram(rng: Rng) -> Painter:
    """Lines of light: scanned ridges, contour maps, scan lines or a wire mesh of the motif, with glow and glitches."""
    scheme = make_scheme(rng, grounds=("black", "black", "tint", "white", "own", "complement", "sky"))
    kind, lines = str(rng.choice(["ridges", "contours", "scan", "mesh"])), float(rng.uniform(9, 30))
    wide, glow = float(rng.uniform(0.25, 0.6)), float(rng.uniform(0.0, 1.3))
    tall, bumps = float(rng.uniform(0.05, 0.22)), float(rng.uniform(2, 6))
    glitch, fill = float(rng.choice([0.0, 0.0, 1.0])), float(rng.choice([0.0, 0.25, 0.6, 0.9]))
    frame = bool(rng.random() < 0.25)

    def paint(site: Site) -> Image:
        cover = scheme.cover(site)
        height = 0.7 * bulge(cover, site.unit * 18) + 0.6 * noise(site.rng, site.size, bumps, 2)
        if glitch:
            height, cover = (_torn(site, f32(f)) for f in (height, cover))
        strength = _traced(site, scheme, kind, f32(height), (lines, wide, tall))
        strength = f32(strength * np.maximum(cover, 0.45 if scheme.ground == "black" else 0.0))
        if frame:
            box = outline("round") * site.radius + site.centre
            strength = np.maximum(strength, rim(filled(site.size, [box]), site.unit))
        halo = blur(strength, site.unit * 3) * np.float32(glow)
        tone = scheme.tone(f32(0.35 + 0.4 * strength + 0.3 * normal(f32(height))))
        light = site.ramp.paint(tone, clip01(f32(grid(site.size)[1] + 0.2 * height)))
        body = lerp(scheme.sheet(site), light, f32(cover * fill * 0.8))
        shown = lerp(lerp(body, light, clip01(halo)), site.ramp.at(_apart(scheme)), strength)
        if scheme.light() or scheme.edge == "line":
            return lerp(shown, colour(0.2 if scheme.light() else 0.9, 0.02, 265.0), rim(cover, site.unit) * 0.6)
        return shown

    return paint


def _apart(scheme: Scheme) -> float:
    """Tone of the lines: bright on dark grounds, deep on light ones."""
    return max(0.1, scheme.level - 0.12) if scheme.light() else float(np.clip(scheme.level + 0.15, 0.58, 0.88))


def _torn(site: Site, field: Field) -> Field:
    """The field with a few strips slid sideways."""
    out = field.copy()
    for top in site.rng.integers(0, site.size, 5):
        strip = slice(int(top), int(top) + max(2, round(site.unit * 5)))
        out[strip] = np.roll(field[strip], int(site.rng.integers(-14, 15)), 1)
    return out


def _traced(site: Site, scheme: Scheme, kind: str, height: Field, how: tuple[float, float, float]) -> Field:
    """Where lines of light run over a height field, in 0..1."""
    lines, wide, tall = how
    u, v = turned(site.size, scheme.angle if kind != "ridges" else 0.0)
    if kind == "contours":
        phase, steep = height * lines * 0.5, lines * 0.5
    elif kind == "ridges":
        phase, steep = (v + tall * height * 1.6) * lines, lines
    elif kind == "scan":
        phase, steep = v * lines * 1.6, lines * 1.6
    else:
        bent = (f32((f + tall * height) * lines * 0.7) for f in (u, v))
        return f32(np.maximum(*(clip01(f32((wide * 0.5 - wave(f)) * site.size / lines * 0.8 + 0.5)) for f in bent)))
    limit = wide * (0.4 + 0.9 * normal(height)) if kind == "scan" else wide * 0.7
    return clip01(f32((limit - wave(f32(phase))) * site.size / steep * 0.5 + 0.5))
