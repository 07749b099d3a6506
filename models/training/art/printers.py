"""Families of printed and drawn pictures: riso, linocut, comic ink, stippled plates, charcoal with coloured pencil."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import (
    Field,
    Image,
    Rng,
    blur,
    clip01,
    f32,
    grain,
    grid,
    lerp,
    noise,
    relief,
    turbulence,
    turned,
    warp,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.sketch import study
from models.training.art.staging import (
    PLANS,
    Scheme,
    bulge,
    fixed,
    inked,
    make_scheme,
    rim,
    screen,
    strokes,
)
from models.training.art.stencils import stroked


def _shift(field: Field, dx: float, dy: float) -> Field:
    move = np.array([[1, 0, dx], [0, 1, dy]], np.float32)
    return f32(cv2.warpAffine(field, move, field.shape[::-1], borderMode=cv2.BORDER_REPLICATE))


def _drawing(site: Site, scheme: Scheme, prisms: int, whole: bool) -> tuple[Field, Field]:
    """Tone and cover of the subject: crystals when `prisms` > 0, else the scheme's motif as a rounded body."""
    if prisms:
        return study(site, prisms * 5 if whole else prisms, 0.5, whole)
    cover = scheme.cover(site)
    body = bulge(cover, site.unit * 14)
    rough = noise(site.rng, site.size, 7, 3)
    return f32(clip01(0.5 + 0.5 * relief(f32(body + 0.2 * rough), site.unit * 9) + 0.2 * (rough - 0.5))), cover


def riso(rng: Rng) -> Painter:
    """Two inks out of register on rough paper, one of them in the gem's colour, screened, lined or grainy."""
    scheme, second = make_scheme(rng, PLANS, ("white", "white", "black", "tint", "grey")), fixed(rng)
    kinds = ("dots", "lines", "cross", "grain")
    kind, other = str(rng.choice(kinds)), str(rng.choice(kinds))
    pitch, angle, slip = float(rng.uniform(2.2, 6.5)), float(rng.uniform(0, 3.1)), rng.uniform(-2.4, 2.4, 2)
    solid, dusty = float(rng.uniform(0.0, 0.9)), float(rng.uniform(0.05, 0.35))
    prisms, extra = int(rng.choice([0, 0, 0, 0, 5, 9])), float(rng.uniform(0.1, 0.8))

    def paint(site: Site) -> Image:
        tone, cover = _drawing(site, scheme, prisms, extra > 0.45)
        first = inked(
            f32(solid + (1 - solid) * (1 - tone)), screen(site.size, pitch * site.unit, angle, kind, site.rng)
        )
        speck = clip01(1 - dusty * clip01(grain(site.rng, site.size, 0.6) - 0.6))
        shade = inked(
            f32((0.62 - tone) * 1.8 * extra), screen(site.size, pitch * site.unit, angle + 0.8, other, site.rng)
        )
        lines = np.maximum(rim(cover, site.unit * scheme.wide), shade * cover)
        lines = _shift(lines, slip[0] * site.unit, slip[1] * site.unit) * np.float32(0.9)
        sheet = scheme.sheet(site)
        printed = lerp(sheet, site.ramp.at(scheme.level), f32(cover * first * speck))
        ground_mean, ink = float(np.mean(sheet)), second
        if abs(float(ink.mean()) - ground_mean) < 0.25:
            ink = colour(0.15, 0.02, 270.0) if ground_mean > 0.45 else colour(0.95, 0.02, 90.0)
        return lerp(printed, ink, f32(lines * speck))

    return paint


def linocut(rng: Rng) -> Painter:
    """A block cut with gouges and printed dark or white over flat patches of the gem's colour."""
    scheme = make_scheme(rng, PLANS, ("white", "white", "grey", "tint", "own", "sky"))
    flow, pitch = str(rng.choice(["contour", "straight", "rays", "swirl"])), float(rng.uniform(2.6, 7.0))
    weight, slip = float(rng.uniform(0.18, 0.48)), rng.uniform(-2.5, 2.5, 2)
    level = float(rng.choice([0.12, 0.25] if scheme.light() else [0.12, 0.97, 0.97]))
    ink = colour(level, 0.03, float(rng.uniform(0, 360)))
    block = bool(rng.random() < 0.45)
    prisms = int(rng.choice([0, 0, 0, 0, 0, 6, 10]))

    def paint(site: Site) -> Image:
        tone, cover = _drawing(site, scheme, prisms, weight > 0.4)
        field = _flow(site, scheme, flow, cover)
        cut = wave(f32(field * 100 / pitch))
        dark = np.where(cover > 0.5, weight + 0.9 * (0.5 - tone), 0.95 if block else -0.2)
        chatter = 0.1 * grain(site.rng, site.size, 0.8)
        black = clip01(f32((dark - cut + chatter) * 3 + 0.3))
        black = np.maximum(black, rim(cover, site.unit * 2.2))
        under = _shift(cover, slip[0] * site.unit, slip[1] * site.unit)
        tint = site.ramp.paint(scheme.tone(f32(0.5 + 0.5 * (noise(site.rng, site.size, 5, 2) - 0.5))), 0.1)
        return lerp(lerp(scheme.sheet(site), tint, under), ink, f32(black * 0.95))

    return paint


def _flow(site: Site, scheme: Scheme, kind: str, cover: Field) -> Field:
    """A field whose level lines the gouge follows, in card sides."""
    rough = (noise(site.rng, site.size, 4, 2) - 0.5) * 0.12
    x, y = grid(site.size)
    dx, dy = x - site.centre[0] / site.size, y - site.centre[1] / site.size
    if kind == "contour":
        inside = (cover > 0.5).astype(np.uint8)
        depth = cv2.distanceTransform(inside, cv2.DIST_L2, 5) - cv2.distanceTransform(1 - inside, cv2.DIST_L2, 5)
        return f32(np.clip(depth, -site.size, site.size) / site.size + rough * 0.5)
    if kind == "straight":
        return f32(turned(site.size, scheme.angle + 0.5)[0] + rough)
    angle = np.arctan2(dy, dx) / (2 * np.pi)
    if kind == "rays":
        return f32(np.rint(scheme.pitch + 16) * angle / 20 + rough * 0.2)
    return f32(np.hypot(dx, dy) + angle * 0.2 + rough)


def comic(rng: Rng) -> Painter:
    """Comic-book ink: flat colour, black contours and shadow, speed lines, dots and bursts behind the motif."""
    scheme = make_scheme(rng, ("one", "one", "ring", "scatter", "clouds", "corner", "band"))
    scheme = replace(scheme, share=max(scheme.share, 0.35))
    shadow = float(rng.uniform(0.1, 0.26 if scheme.plan == "one" else 0.15))
    count, hole = int(rng.integers(24, 110)), float(rng.uniform(0.2, 0.9))
    backdrop = str(rng.choice(["gem-lines", "lines", "dots", "burst", "none"]))
    thick, steps = float(rng.uniform(1.0, 3.2)), int(rng.integers(1, 4))
    prisms = int(rng.choice([0, 0, 0, 5, 8]))

    def paint(site: Site) -> Image:
        tone, cover = _drawing(site, scheme, prisms, False)
        scene = _backdrop(site, scheme, backdrop, count, hole)
        flat = scheme.tone(f32(np.rint(clip01(f32((tone - 0.5) * 1.6 + 0.5)) * steps) / steps))
        picture = lerp(scene, site.ramp.paint(flat, 0.0), cover)
        black = np.maximum(rim(cover, site.unit * thick), cover * clip01(f32((shadow - tone) * site.size / 6)))
        bends = f32(np.abs(cv2.Laplacian(blur(tone, 0.7), cv2.CV_32F)))
        edges = cover * clip01(f32(bends * 5 - 0.25)) * 0.8
        shine = cover * clip01(f32((tone - 0.9) * 14))
        picture = lerp(picture, colour(0.13, 0.01, 270.0), f32(np.maximum(black, edges)))
        return lerp(picture, colour(0.99, 0.0, 0.0), shine)

    return paint


def _backdrop(site: Site, scheme: Scheme, kind: str, count: int, hole: float) -> Image:
    sheet = scheme.sheet(site)
    x, y = grid(site.size)
    dx, dy = x * site.size - site.centre[0], y * site.size - site.centre[1]
    radius, angle = f32(np.hypot(dx, dy) / site.radius), f32(np.arctan2(dy, dx) / (2 * np.pi) + 0.5)
    ink = colour(0.15 if scheme.light() else 0.95, 0.01, 270.0)
    if kind == "dots":
        dots = inked(clip01(radius * 0.45), screen(site.size, site.unit * 5, 0.6, "dots", site.rng))
        return lerp(sheet, ink, dots * np.float32(0.7))
    if kind == "burst":
        star = clip01((1.25 + 0.35 * wave(f32(angle * 13)) - radius) * 20)
        return lerp(lerp(sheet, ink, clip01(blur(star, site.unit) * 3)), _burst(site, scheme), star)
    if kind == "none":
        return sheet
    line: npt.NDArray[np.float32] = site.rng.random(count, dtype=np.float32)
    starts = hole + line[np.minimum((angle * count).astype(int), count - 1)] * 1.2
    streak = clip01(f32((radius - starts) * 0.9 - np.abs((angle * count) % 1 - 0.5)) * 6)
    return lerp(sheet, site.ramp.at(scheme.level) if kind == "gem-lines" else ink, streak)


def _burst(site: Site, scheme: Scheme) -> Image:
    """A pale or dark sheet colour behind a burst, apart from the gem's own tone."""
    return colour(0.96, 0.02, 90.0) if float(site.ramp.at(scheme.level).mean()) < 0.6 else colour(0.3, 0.02, 260.0)


def stipple_plate(rng: Rng) -> Painter:
    """A scientific plate: the specimen in fine dots of ink with a colour wash that need not fill it."""
    scheme = make_scheme(rng, ("one", "one", "scatter", "ring", "whole", "clouds"), ("white", "white", "tint", "black"))
    per_side, blot = int(rng.integers(55, 110)), int(rng.choice([2, 2, 3]))
    wash, slip = float(rng.uniform(0.45 if scheme.light() else 0.75, 1.0)), rng.uniform(-3, 3, 2)
    prisms, gem_ink, plate = int(rng.choice([0, 0, 0, 0, 4, 8])), bool(rng.random() < 0.35), bool(rng.random() < 0.5)
    ink = colour(float(rng.uniform(0.1, 0.35)), float(rng.uniform(0, 0.07)), float(rng.uniform(0, 360)))

    def paint(site: Site) -> Image:
        tone, cover = _drawing(site, scheme, prisms, False)
        pale = scheme.light()
        dark = (
            cover * clip01(f32((0.75 - tone) * 1.3)) + 0.06 * cover if pale else cover * clip01(f32(tone * 1.4 - 0.25))
        )
        dots = np.maximum(_stipple(site, f32(dark), per_side, blot), rim(cover, site.unit * 0.7) * 0.8)
        pool = warp(_shift(cover, *(slip * site.unit)), *turbulence(site.rng, site.size, 6, site.unit * 2.5))
        pigment = noise(site.rng, site.size, 5, 4) * 0.7 + 0.3 * (1 - rim(pool, site.unit * 2))
        tint = site.ramp.paint(scheme.tone(f32(pigment * 0.7 + tone * 0.3)), 0.2)
        sheet = lerp(scheme.sheet(site), tint, pool * np.float32(wash))
        if plate:
            box = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * site.radius * 1.02 + site.centre
            dots = np.maximum(dots, stroked(site.size, [box], site.unit * 0.8))
        pen = site.ramp.at(0.25 if pale else 0.8) if gem_ink else (ink if pale else colour(0.9, 0.01, 90.0))
        return lerp(sheet, pen, f32(dots))

    return paint


def _stipple(site: Site, dark: Field, per_side: int, blot: int) -> Field:
    """Dots of ink, the more the darker: float32 (size, size) in 0..1."""
    line = (np.arange(per_side) + 0.5) / per_side
    spots = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    spots = np.clip(spots + site.rng.uniform(-0.6, 0.6, spots.shape) / per_side, 0, 0.999)
    at = (spots * site.size).astype(int)
    kept = site.rng.random(len(at)) < dark[at[:, 1], at[:, 0]]
    fine = (spots[kept] * site.size * 2).astype(int)
    canvas = np.zeros((site.size * 2, site.size * 2), np.uint8)
    canvas[fine[:, 1], fine[:, 0]] = 255
    canvas = cv2.dilate(canvas, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (blot, blot)))
    return f32(cv2.resize(canvas, (site.size, site.size), interpolation=cv2.INTER_AREA)) / np.float32(255)


def charcoal(rng: Rng) -> Painter:
    """Charcoal and white chalk on toned paper, with coloured pencil on the subject, around it or in accents."""
    scheme = make_scheme(rng, ("one", "one", "scatter", "clouds", "ring"), ("white", "grey", "tint", "black", "sky"))
    prisms, whole = int(rng.choice([0, 0, 0, 5, 9])), bool(rng.random() < 0.35)
    place = str(rng.choice(["body", "body", "halo", "accent"]))
    amount = float(rng.uniform(0.55, 1.15)) + (0.0 if place == "body" else 0.4)
    angle, fine = float(rng.uniform(0, np.pi)), float(rng.uniform(30, 80))
    coal, chalk = float(rng.uniform(0.35, 1.15)), float(rng.uniform(0.0, 0.8))
    smudge = float(rng.uniform(0.0, 0.5))

    def paint(site: Site) -> Image:
        tone, cover = _drawing(site, scheme, prisms, whole)
        hair, cross = (strokes(site.rng, site.size, angle + k, fine) for k in (0.0, 0.9))
        tooth = 0.25 * grain(site.rng, site.size, 0.6)
        field = {
            "body": cover,
            "halo": clip01(blur(cover, site.unit * 8) * 3) * (1.2 - 0.9 * cover),
            "accent": cover * clip01((noise(site.rng, site.size, 3, 2) - 0.42) * 7),
        }[place]
        pencil = clip01(f32(field * amount + (cross - 0.5) * 0.9 + tooth - 0.15)) * clip01(field * 3)
        dirty = scheme.sheet(site) * (1 - smudge * 0.5 * blur(cover, site.unit * 5))[..., None]
        sheet = lerp(f32(dirty), site.ramp.paint(scheme.tone(tone), 0.1), f32(pencil))
        black = clip01(f32((0.5 - tone) * 2.2 + (hair - 0.55) + tooth)) * cover * coal
        black = np.maximum(black, rim(cover, site.unit * 1.4) * clip01(0.9 + tooth * 2))
        white = clip01(f32((tone - 0.66) * 2.5 + (hair - 0.55) + tooth)) * cover * chalk
        drawn = lerp(sheet, colour(0.15, 0.005, 60.0), clip01(f32(black)))
        return lerp(drawn, colour(0.97, 0.005, 90.0), clip01(f32(white)))

    return paint
