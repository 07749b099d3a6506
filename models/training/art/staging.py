"""What a deck fixes before any technique: ground, silhouettes and their layout, key of the tones, outline."""

from __future__ import annotations

from dataclasses import dataclass

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
    plain,
    turned,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Site
from models.training.art.stencils import OUTLINES, Points, cast, filled, outline, spots, stock, turn
from rules.crystalla.vocabulary import Crystal

GROUNDS = ("white", "black", "grey", "tint", "pattern", "own", "complement", "sky")
PLANS = ("whole", "one", "ring", "scatter", "tiling", "band", "corner", "clouds")
KEYS = ((0.24, 0.36), (0.42, 0.58), (0.62, 0.76))
_CRYSTALS = tuple(Crystal)


def silhouette(rng: Rng) -> Points:
    """A random closed outline (n, 2) in a box of about -1..1: stone, star, blob, shard, flower, pebble or prism."""
    kind, t = int(rng.integers(7)), np.linspace(0, 2 * np.pi, 72, endpoint=False)
    if kind == 0:
        return outline(str(rng.choice(OUTLINES)))
    if kind == 1:
        points = int(rng.integers(3, 10))
        radii = np.tile([1.0, float(rng.uniform(0.35, 0.8))], points)
        t = np.arange(2 * points) * np.pi / points - np.pi / 2
        return np.stack([np.cos(t) * radii, np.sin(t) * radii], 1)
    if kind == 2:
        lobes = sum(rng.uniform(-0.3, 0.3) / k * np.cos(k * t + rng.uniform(0, 6.3)) for k in range(2, 7))
        return np.stack([np.cos(t), np.sin(t)], 1) * (0.9 + np.asarray(lobes))[:, None]
    if kind == 3:
        sides = int(rng.integers(4, 9))
        t = (np.arange(sides) + rng.uniform(-0.35, 0.35, sides)) * 2 * np.pi / sides
        return np.stack([np.cos(t), np.sin(t)], 1) * rng.uniform(0.65, 1.1, (sides, 1))
    if kind == 4:
        radius = 1.0 - float(rng.uniform(0.1, 0.4)) * (0.5 + 0.5 * np.cos(t * int(rng.integers(3, 12))))
        return np.stack([np.sin(t), -np.cos(t)], 1) * radius[:, None]
    if kind == 5:
        power = float(rng.uniform(0.4, 1.4))
        x, y = np.cos(t), np.sin(t)
        wide = float(rng.uniform(0.6, 1.0))
        return np.stack([np.sign(x) * np.abs(x) ** power * wide, np.sign(y) * np.abs(y) ** power], 1)
    half, tip, foot = rng.uniform(0.3, 0.6), rng.uniform(0.3, 0.7), rng.uniform(0.7, 1.0)
    return np.array([(0, -1), (half, -tip), (half, tip), (0, foot), (-half, tip), (-half, -tip)], np.float64)


def bulge(cover: Field, reach_px: float) -> Field:
    """A rounded height in 0..1 over what is covered, full at `reach_px` from its edge."""
    depth = cv2.distanceTransform((cover > 0.5).astype(np.uint8), cv2.DIST_L2, 5)
    return blur(f32(np.sqrt(1.0 - (1.0 - np.minimum(depth / max(reach_px, 1.0), 1.0)) ** 2)), reach_px * 0.12)


def strokes(rng: Rng, size: int, angle: float, fine: float) -> Field:
    """Streaks of a dry tool in 0..1 along an angle in radians, about `fine` of them across the card."""
    rough = noise(rng, round(size * 1.5), fine * 1.5, 2, 14.0)
    move = cv2.getRotationMatrix2D((size * 0.75, size * 0.75), float(np.degrees(angle)), 1.0)
    move[:, 2] -= size * 0.25
    return f32(cv2.warpAffine(rough, move, (size, size), borderMode=cv2.BORDER_REFLECT))


def sparkles(site: Site, count: int, reach_px: float) -> Field:
    """Four-pointed glints at random places of the segment, in 0..1."""
    x, y = grid(site.size)
    light = np.zeros_like(x)
    rows, columns = np.nonzero(site.mask > 0.5)
    for pick in site.rng.integers(0, max(len(rows), 1), count):
        dx, dy = np.abs(x * site.size - columns[pick]), np.abs(y * site.size - rows[pick])
        reach = reach_px * float(site.rng.uniform(0.4, 1.0))
        light = np.maximum(light, np.exp(-((np.sqrt(dx) + np.sqrt(dy)) ** 2) / reach))
    return f32(light)


def complement(bgr: Image) -> Image:
    """A muted colour of the opposite hue that is dark beside a light one and light beside a dark one."""
    other = bgr.max() + bgr.min() - bgr
    mean = float(other.mean())
    other = mean + (other - mean) * 0.6
    return f32(np.clip(other * (0.4 if mean > 0.5 else 1.0) + (0.0 if mean > 0.5 else 0.42), 0, 0.96))


@dataclass(frozen=True, slots=True)
class Scheme:
    """One deck's ground, layout, key and outline; techniques fill it in their own way."""

    seed: int
    ground: str
    tint: Image
    other: Image
    depth: float
    pitch: float
    angle: float
    plan: str
    share: float
    """About the share of the segment that the motif covers."""
    count: int
    own: bool
    """Whether each crystal has a silhouette of its own."""
    negative: bool
    level: float
    span: float
    edge: str
    wide: float

    def drawing(self, site: Site) -> Rng:
        """A generator for what is the same on all cards of a deck, or of a crystal where each has its own."""
        index = _CRYSTALS.index(site.crystal) if self.own and site.crystal is not None else len(_CRYSTALS)
        return np.random.default_rng((self.seed, index))

    def shape(self, site: Site) -> Points:
        """The silhouette of the site's crystal in a box of -1..1."""
        return silhouette(self.drawing(site))

    def shapes(self, site: Site) -> list[Points]:
        """The motif's outlines in px; a plan without outlines gives one in the middle."""
        unit, count = self.shape(site), self.count
        if self.plan == "ring":
            turns = np.arange(count) * 2 * np.pi / count + self.angle
            places = [np.array([np.cos(t), np.sin(t)]) * site.radius * 0.72 + site.centre for t in turns]
            size = min(site.radius * 2.1 / count, site.radius * 0.5)
            ring = [turn(unit, -t) * size + p for t, p in zip(turns, places, strict=True)]
            return [*ring, unit * site.radius * 0.36 + np.asarray(site.centre)]
        if self.plan == "scatter":
            size = site.size * (self.share / (3 * count)) ** 0.5 * 0.8
            places = list(spots(site, count, size * 1.5))
            turns = site.rng.uniform(0, 6.3, len(places)) * (self.depth > 0.12)
            sizes = size * site.rng.uniform(0.7, 1.3, len(places))
            return [turn(unit, t) * s + p for t, s, p in zip(turns, sizes, places, strict=True)]
        if self.plan == "tiling":
            step = site.size / (2 + count % 7)
            line = np.arange(0.25, 3 + count % 7) * step
            size = step * (0.32 + 0.28 * self.share)
            return [unit * size + (x + (step / 2) * (k % 2), y) for k, y in enumerate(line) for x in line - step / 2]
        reach = site.radius * (0.62 + 0.75 * self.share)
        return [turn(unit, float(site.rng.uniform(-0.3, 0.3))) * reach + site.centre]

    def cover(self, site: Site) -> Field:
        """Where the motif lies: float32 (size, size) in 0..1."""
        found = self._cover(site)
        return f32(1.0 - found) if self.negative else found

    def _cover(self, site: Site) -> Field:
        size, soft = site.size, float(site.size)
        if self.plan == "whole":
            return np.ones((size, size), np.float32)
        rough = noise(site.rng, size, 2.5 + self.pitch / 3, 3)
        if self.plan == "band":
            along = turned(size, self.angle)[0] + (rough - 0.5) * self.depth
            return clip01((self.share - wave(f32(along * (1 + self.count % 5)))) * (soft / 6))
        if self.plan == "corner":
            x, y = grid(size)
            far = np.hypot(x - site.corner[0] / size, y - site.corner[1] / size) + (rough - 0.5) * 0.5
            return clip01(f32(0.3 + 0.75 * self.share - far) * soft)
        if self.plan == "clouds":
            return clip01((rough - float(np.quantile(rough[site.mask > 0.5], 1 - self.share))) * (soft / 5))
        return filled(size, self.shapes(site))

    def tone(self, field: Field) -> Field:
        """Tones of the ramp in the deck's key for a drawing in 0..1."""
        return clip01(f32(self.level + self.span * (field - 0.5) * 2.0))

    def sheet(self, site: Site) -> Image:
        """The ground under the motif."""
        if self.ground == "own":
            far = 0.2 if self.level > 0.45 else 0.74
            return site.ramp.paint(f32(far + 0.2 * (noise(site.rng, site.size, 5, 3) - 0.5)), 0.3)
        if self.ground == "complement":
            gem = site.ramp.at(self.level)
            dull = float(np.ptp(gem)) < 0.13
            return stock(site.rng, site.size, self.tint if dull else complement(gem), self.depth)
        if self.ground == "sky":
            along = turned(site.size, self.angle)[0] * 0.8 + 0.2 * noise(site.rng, site.size, 4, 3)
            return lerp(self.tint, self.other, clip01(along))
        if self.ground == "pattern":
            return self._pattern(site)
        return stock(site.rng, site.size, self.tint, self.depth)

    def _pattern(self, site: Site) -> Image:
        u, v = turned(site.size, self.angle)
        a, b = wave(f32(u * self.pitch)), wave(f32(v * self.pitch))
        kinds = (a, np.maximum(a, b), a * b, np.abs(a - b), f32(a > b))
        mark = clip01(f32(kinds[self.count % len(kinds)] - 0.5) * (site.size / self.pitch / 2) + 0.5)
        return lerp(plain(site.size, self.tint), self.other, mark * np.float32(0.35 + self.depth))

    def light(self) -> bool:
        """Whether pale gems lie on pale ground unless something bounds them."""
        return self.ground not in ("own", "complement") and float(np.mean(self.tint)) > 0.5

    def mount(self, site: Site, sheet: Image, art: Image, cover: Field) -> Image:
        """The art laid on the ground with the deck's outline or shadow."""
        if self.edge in ("shadow", "both"):
            sheet = cast(sheet, cover, site.unit * (1 + self.wide), 0.5)
        both = lerp(sheet, art, cover)
        if self.edge not in ("line", "both"):
            return both
        ink = colour(0.16 if self.light() else 0.93, 0.015, 270.0)
        return lerp(both, ink, rim(cover, site.unit * self.wide) * np.float32(0.85))


def rim(cover: Field, width_px: float) -> Field:
    """A line of about this width along the edge of what is covered, in 0..1."""
    soft = blur(cover, max(0.5, width_px * 0.5))
    return clip01(f32((soft * (1 - soft)) * 6.5 - 0.25))


def make_scheme(rng: Rng, plans: tuple[str, ...] = PLANS, grounds: tuple[str, ...] = GROUNDS) -> Scheme:
    """A random scheme out of these plans and grounds; a pale ground always gets an outline or a shadow."""
    ground, plan = str(rng.choice(grounds)), str(rng.choice(plans))
    tint, other = _pair(rng, ground)
    pale = float(np.mean(tint)) > 0.5
    edges = ("line", "shadow", "both") if pale else ("line", "shadow", "none", "none")
    negative = bool(plan != "whole" and rng.random() < 0.22)
    dim = not pale and ground not in ("own", "complement") and rng.random() < 0.8
    return Scheme(
        seed=int(rng.integers(2**31)),
        ground=ground,
        tint=tint,
        other=other,
        depth=float(rng.uniform(0.02, 0.25)),
        pitch=float(rng.uniform(4, 26)),
        angle=float(rng.choice([0.0, np.pi / 2, np.pi / 4, rng.uniform(0, np.pi)])),
        plan=plan,
        share=float(rng.uniform(0.18, 0.55 if negative else 0.8)),
        count=int(rng.integers(4, 26) if plan == "scatter" else rng.integers(3, 12)),
        own=bool(rng.random() < 0.5),
        negative=negative,
        level=float(rng.uniform(*KEYS[int(rng.integers(1 if dim else 0, len(KEYS)))])),
        span=float(rng.uniform(0.12, 0.36)),
        edge=str(rng.choice(edges)),
        wide=float(rng.uniform(0.5, 2.2)),
    )


def _pair(rng: Rng, ground: str) -> tuple[Image, Image]:
    """Two colours of a ground that all crystals of the deck share."""
    hue, near = float(rng.uniform(0, 360)), float(rng.uniform(-70, 70))
    if ground == "white":
        light, chroma = float(rng.uniform(0.9, 0.985)), float(rng.uniform(0, 0.025))
    elif ground == "black":
        light, chroma = float(rng.uniform(0.08, 0.24)), float(rng.uniform(0, 0.04))
    elif ground in ("grey", "pattern"):
        light, chroma = float(rng.choice([0.2, 0.45, 0.65, 0.85])), float(rng.uniform(0, 0.02))
    else:
        light = float(rng.uniform(0.2, 0.6 if ground == "complement" else 0.9))
        chroma = float(rng.uniform(0.03, 0.11))
    second = float(np.clip(light + rng.choice([-0.35, -0.2, 0.2, 0.35]), 0.1, 0.96))
    return colour(light, chroma, hue), colour(second, chroma, hue + near)


def fixed(rng: Rng) -> Image:
    """A spare colour that does not change with the crystal: black, white, navy, sepia, gold or any muted hue."""
    spare = (
        colour(0.14, 0.01, 270.0),
        colour(0.96, 0.01, 90.0),
        colour(0.3, 0.09, 265.0),
        colour(0.4, 0.06, 55.0),
        colour(0.74, 0.1, 85.0),
        colour(float(rng.uniform(0.3, 0.85)), float(rng.uniform(0.02, 0.1)), float(rng.uniform(0, 360))),
    )
    return spare[int(rng.choice(len(spare), p=[0.3, 0.18, 0.12, 0.1, 0.08, 0.22]))]


def screen(size: int, pitch_px: float, angle: float, kind: str, rng: Rng) -> Field:
    """Thresholds in 0..1 of a print screen: "dots", "lines", "cross" or "grain"."""
    if kind == "grain":
        return clip01(f32(0.5 + 0.28 * grain(rng, size, 0.5)))
    u, v = turned(size, angle)
    a, b = wave(f32(u * size / pitch_px)), wave(f32(v * size / pitch_px))
    if kind == "lines":
        return a
    return f32((a + b) / 2) if kind == "dots" else np.minimum(a, b)


def ranked(rng: Rng, labels: npt.NDArray[np.int32]) -> Field:
    """A shuffled even share in 0..1 for each label: below s lies a share s of the labels."""
    count = int(labels.max()) + 1
    return f32(rng.permutation(count)[labels] / count)


def inked(value: Field, threshold: Field, sharp: float = 5.0) -> Field:
    """Where a screen with these thresholds prints a value: float32 in 0..1."""
    return clip01(f32((value - threshold) * sharp + 0.5))
