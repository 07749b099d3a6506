"""What scenes and ornaments share: grounds of many kinds, a deck's tone key, own silhouettes, laying motifs down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import cv2
import numpy as np

from models.training.art.fields import (
    Field,
    Image,
    Rng,
    blur,
    clip01,
    f32,
    grid,
    lerp,
    noise,
    normal,
    plain,
    ramp_between,
    relief,
    turned,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Site
from models.training.art.stencils import OUTLINES, Points, cast, facet, filled, outline, stock, turn
from rules.crystalla.vocabulary import Crystal

Backdrop: TypeAlias = Callable[[Site], Image]
Silhouettes: TypeAlias = dict[Crystal | None, Points]
"""Outline of each crystal's motif in a box of -1..1."""
KINDS = ("white", "black", "pattern", "own", "own", "complement", "sky", "grey")
STYLES = ("facet", "facet", "dome", "flat", "rings")


def local(site: Site) -> tuple[Field, Field]:
    """x and y in inscribed radii from the segment's middle."""
    x, y = grid(site.size)
    return f32((x * site.size - site.centre[0]) / site.radius), f32((y * site.size - site.centre[1]) / site.radius)


def away(site: Site, place: Any) -> tuple[Field, Field]:
    """x and y in px from a place."""
    u, v = local(site)
    return (
        f32(u * site.radius + site.centre[0] - place[0]),
        f32(v * site.radius + site.centre[1] - place[1]),
    )


def any_colour(rng: Rng, light: tuple[float, float], chroma: float = 0.12) -> Any:
    """A random colour of any hue, BGR, its lightness within the range."""
    return colour(float(rng.uniform(*light)), float(rng.uniform(0, chroma)), float(rng.uniform(0, 360)))


@dataclass(frozen=True, slots=True)
class Key:
    """A deck's tone bias: middle and gain, so that whole decks are pale or deep."""

    middle: float
    gain: float

    def __call__(self, tone: Field) -> Field:
        """The tone (middle 0.5) moved to this deck's key."""
        return f32(self.middle + (tone - 0.5) * self.gain)


def make_key(rng: Rng, low: float = 0.32, high: float = 0.68) -> Key:
    """A random key, from deep to pale and from flat to contrasty."""
    return Key(float(rng.uniform(low, high)), float(rng.uniform(0.55, 1.25)))


def silhouette(rng: Rng) -> Points:
    """A random outline in -1..1: a cut stone, a polygon, a star, a shard or a blossom."""
    kind = str(rng.choice(["cut", "cut", "polygon", "star", "shard", "blossom"]))
    if kind == "cut":
        return outline(str(rng.choice(OUTLINES)))
    sides = int(rng.integers(4, 9))
    if kind == "polygon":
        return _polar(np.ones(sides), float(rng.uniform(0, 1)))
    if kind == "star":
        return _polar(np.tile([1.0, float(rng.uniform(0.4, 0.75))], sides), float(rng.uniform(0, 1)))
    if kind == "shard":
        slim = float(rng.uniform(0.25, 0.5))
        corners = [(0, -1), (slim, -0.55), (slim * 0.9, 0.7), (slim * 0.2, 1), (-slim, 0.8), (-slim * 0.8, -0.4)]
        return turn(np.array(corners, np.float64), float(rng.uniform(-0.5, 0.5)))
    t = np.linspace(0, 2 * np.pi, 60, endpoint=False)
    return _polar(0.78 + 0.22 * np.cos(t * sides), 0.0)


def _polar(radii: Any, start: float) -> Points:
    t = start + np.arange(len(radii)) * 2 * np.pi / len(radii)
    return np.stack([np.sin(t) * radii, -np.cos(t) * radii], 1)


def silhouettes(rng: Rng) -> Silhouettes:
    """One outline for a whole deck, or one of its own for each crystal."""
    keys: list[Crystal | None] = [None, *Crystal]
    if rng.random() < 0.45:
        return dict.fromkeys(keys, silhouette(rng))
    return {key: silhouette(rng) for key in keys}


def gem(site: Site, shape: Points, style: str, lamp: float = -2.3) -> tuple[Field, Field]:
    """Tone (middle 0.5) and cover of one motif in px, shaded in one of STYLES."""
    if style == "facet":
        return facet(site, shape, float(site.rng.uniform(0.4, 0.65)), lamp)
    cover = filled(site.size, [shape])
    if style == "flat":
        return f32(0.5 + 0.1 * (shape[:, 1].mean() / site.size - grid(site.size)[1])), cover
    inside = f32(cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 3))
    depth = inside / max(float(inside.max()), 1.0)
    if style == "rings":
        return f32(0.32 + 0.36 * wave(depth * 2.5)), cover
    dome = f32(np.sqrt(clip01(depth * (2 - depth))))
    shine = relief(blur(dome, site.unit), max(float(inside.max()), 1.0) * 1.2, lamp)
    return f32(0.46 + 0.34 * shine + 0.25 * clip01(shine * 3 - 1.8)), cover


def gems(site: Site, shapes: Sequence[Points], style: str, lamp: float = -2.3) -> tuple[Field, Field]:
    """Tone and cover of several motifs, later ones on top."""
    tone, cover = np.full_like(site.mask, 0.5), np.zeros_like(site.mask)
    for shape in shapes:
        more, over = gem(site, shape, style, lamp)
        tone, cover = f32(tone + (more - tone) * over), f32(np.maximum(cover, over))
    return tone, cover


@dataclass(frozen=True, slots=True)
class Laying:
    """How a deck lays motifs on the ground: shadow, halo in the gem's colour, outline that parts like from like."""

    shadow: float
    halo: float
    line: float
    gold: bool

    def lay(self, site: Site, back: Image, art: Image, cover: Field) -> Image:
        """The art over the ground where cover is 1."""
        scene = cast(back, cover, site.unit * 2, self.shadow) if self.shadow > 0 else back
        if self.halo > 0:
            shine = clip01(blur(cover, site.unit * 5) * 1.5) * np.float32(self.halo)
            scene = lerp(scene, site.ramp.at(0.62, 0.3), shine)
        if self.line > 0:
            wide = 2 * max(1, round(self.line * site.unit)) + 1
            ring = cv2.dilate(cover, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
            scene = lerp(scene, self._ink(back), f32(ring))
        return lerp(scene, art, cover)

    def _ink(self, back: Image) -> Any:
        if self.gold:
            return colour(0.72, 0.11, 85.0)
        return colour(0.12, 0.01, 270.0) if float(back.mean()) > 0.42 else colour(0.95, 0.01, 90.0)


def make_laying(rng: Rng) -> Laying:
    """Shadow, halo or outline, often two of them, never none."""
    shadow, halo = float(rng.choice([0.0, 0.35, 0.6])), float(rng.choice([0.0, 0.0, rng.uniform(0.3, 0.9)]))
    line = float(rng.choice([0.0, rng.uniform(0.6, 1.0), rng.uniform(1.0, 1.8)]))
    bare = shadow + halo + line == 0
    return Laying(shadow, halo, 0.8 if bare else line, bool(rng.random() < 0.15))


def backdrop(rng: Rng, kinds: Sequence[str] = KINDS) -> Backdrop:
    """A random ground; a sky is the same two colours on every card, `own` and `complement` follow the gem."""
    kind = str(rng.choice(list(kinds)))
    if kind in ("own", "complement"):
        return _following(rng, kind == "own")
    if kind == "pattern":
        return _patterned(rng)
    if kind == "sky":
        return _sky(rng)
    light = {"white": (0.9, 0.99), "black": (0.06, 0.2), "grey": (0.35, 0.8)}[kind]
    tint, depth = any_colour(rng, light, 0.02), float(rng.uniform(0.0, 0.2))
    return lambda site: stock(site.rng, site.size, tint, depth)


def _following(rng: Rng, own: bool) -> Backdrop:
    level, span = float(rng.choice([0.1, 0.2, 0.35, 0.8, 0.92])), float(rng.uniform(0.02, 0.14))
    cells, angle = float(rng.uniform(2, 9)), float(rng.uniform(0, 2 * np.pi))

    def paint(site: Site) -> Image:
        along = normal(turned(site.size, angle)[0]) + noise(site.rng, site.size, cells, 3) - 1
        art = site.ramp.paint(f32(level + span * along), f32(0.5 + 0.5 * along))
        if own:
            return art
        grey = art.mean(-1, keepdims=True)
        return f32(clip01(grey - 0.9 * (art - grey)))

    return paint


def _patterned(rng: Rng) -> Backdrop:
    first, second = any_colour(rng, (0.1, 0.95), 0.03), any_colour(rng, (0.1, 0.95), 0.03)
    kind, pitch = str(rng.choice(["stripes", "checks", "dots", "weave", "rays", "planks"])), float(rng.uniform(6, 22))
    angle, contrast = float(rng.choice([0.0, np.pi / 4, rng.uniform(0, np.pi)])), float(rng.uniform(0.15, 1.0))

    def paint(site: Site) -> Image:
        u, v = (f32(f * pitch) for f in turned(site.size, angle))
        if kind == "rays":
            a, b = local(site)
            field = wave(f32(np.arctan2(b, a) * round(pitch) / (2 * np.pi)))
        elif kind == "planks":
            field = f32(noise(site.rng, site.size, pitch, 2, 12.0) * 0.6 + 0.4 * (wave(v * 0.5) > 0.1))
        else:
            a, b = wave(u), wave(v)
            field = {"stripes": a, "checks": f32((a - 0.5) * (b - 0.5) * 8 + 0.5)}.get(kind, f32(a * b + (1 - a) * 0.2))
            field = f32(np.hypot(a - 0.5, b - 0.5) * 4 - 0.8) if kind == "dots" else field
        return lerp(first, second, ramp_between(field, 0.3, 0.7) * np.float32(contrast))

    return paint


def _sky(rng: Rng) -> Backdrop:
    top, foot = any_colour(rng, (0.12, 0.9)), any_colour(rng, (0.25, 0.95))
    clouds, stretch = float(rng.choice([0.0, 0.3, 0.7])), float(rng.uniform(1, 5))

    def paint(site: Site) -> Image:
        v = local(site)[1]
        sky = lerp(top, foot, ramp_between(v, -1.4, 1.2))
        puffs = ramp_between(noise(site.rng, site.size, 7, 4, stretch), 0.45, 0.8) * np.float32(clouds)
        return lerp(sky, plain(site.size, foot * 0.4 + 0.55), puffs)

    return paint
