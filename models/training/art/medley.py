"""Decks that join the techniques of several families: far more printings than anyone could draw one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from models.training.art.fields import Field, Image, Rng, f32
from models.training.art.palette import Gamut, Hue, Ramp
from models.training.art.site import Painter, Site
from rules.crystalla.vocabulary import Crystal

Technique = Callable[[Rng], Painter]
CRYSTALS = tuple(Crystal)


def medley(techniques: Sequence[Technique]) -> Technique:
    """The technique of a deck that joins three of the given ones in one of five ways."""

    def technique(rng: Rng) -> Painter:
        chosen = rng.choice(len(techniques), 3, replace=False)
        painters = [techniques[int(index)](rng) for index in chosen]
        return JOINTS[int(rng.integers(len(JOINTS)))](rng, painters)

    return technique


def _assorted(rng: Rng, painters: list[Painter]) -> Painter:
    """Each crystal has a technique of its own, the same on all its cards."""
    whose = rng.integers(len(painters), size=len(CRYSTALS) + 1)

    def paint(site: Site) -> Image:
        return painters[whose[CRYSTALS.index(site.crystal) if site.crystal else -1]](site)

    return paint


def _veiled(rng: Rng, painters: list[Painter]) -> Painter:
    """One technique shines through another."""
    share = np.float32(rng.uniform(0.3, 0.7))

    def paint(site: Site) -> Image:
        return f32(painters[0](site) * share + painters[1](site) * (1 - share))

    return paint


def _relief(rng: Rng, painters: list[Painter]) -> Painter:
    """The colours of one technique, blurred, carry the fine drawing of another."""
    strength, blur = np.float32(rng.uniform(0.4, 1.1)), float(rng.uniform(3, 12))

    def paint(site: Site) -> Image:
        wash = cv2.GaussianBlur(painters[0](site), (0, 0), blur * site.unit)
        drawing = painters[1](site).mean(-1, keepdims=True)
        coarse = cv2.GaussianBlur(drawing, (0, 0), 8 * site.unit)[..., None]
        return f32(np.clip(wash + strength * (drawing - coarse), 0, 1))

    return paint


def _torn(rng: Rng, painters: list[Painter]) -> Painter:
    """Patches of one technique over another, perhaps over plain ground."""
    ground, cells, share = _ground(rng, painters[0]), int(rng.integers(3, 9)), float(rng.uniform(0.35, 0.6))
    edge = float(rng.uniform(2, 30))

    def paint(site: Site) -> Image:
        noise = cv2.resize(f32(site.rng.random((cells, cells))), (site.size, site.size), interpolation=cv2.INTER_CUBIC)
        return _lay(ground(site), painters[1](site), f32(np.clip((noise - share) * edge + 0.5, 0, 1)))

    return paint


@dataclass(frozen=True, slots=True)
class _Window:
    """The outline of a picture in the middle of a segment, in radii of the segment's inscribed circle."""

    corners: int
    reach: float
    notch: float
    soft: float
    outline: float
    ink: float

    def mask(self, site: Site, turn: float, scale: float) -> Field:
        """1 within the outline, 0 without."""
        angles = np.arange(2 * self.corners) * np.pi / self.corners + turn
        reach = np.where(np.arange(2 * self.corners) % 2, self.notch, 1.0) * self.reach * scale * site.radius
        points = np.column_stack([np.cos(angles), np.sin(angles)]) * reach[:, None] + site.centre
        out = np.zeros((site.size, site.size), np.float32)
        cv2.fillPoly(out, [np.rint(points * 16).astype(np.int32)], 1.0, cv2.LINE_AA, 4)
        return f32(cv2.GaussianBlur(out, (0, 0), self.soft * site.unit)) if self.soft > 0 else out


def _framed(rng: Rng, painters: list[Painter]) -> Painter:
    """A picture of the gem on ground that may say nothing of it."""
    ground = _ground(rng, painters[0])
    corners = int(rng.integers(2, 9))
    notch = float(rng.uniform(0.55, 1.0)) if corners > 2 else float(rng.uniform(0.6, 0.9))
    soft = float(rng.choice([0.0, rng.uniform(0.5, 5)]))
    window = _Window(
        corners, float(rng.uniform(0.65, 1.15)), notch, soft, float(rng.choice([0, 1.2, 2.5])), float(rng.random())
    )
    steady = rng.random() < 0.6
    turn, spread = float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0, 0.2))

    def paint(site: Site) -> Image:
        angle = turn if steady else float(site.rng.uniform(0, 2 * np.pi))
        scale = 1 + spread * float(site.rng.uniform(-1, 1))
        out = ground(site)
        if window.outline:
            rim = replace(window, reach=window.reach + window.outline * site.unit / site.radius, soft=0.4)
            out = _lay(out, np.full_like(out, window.ink), rim.mask(site, angle, scale))
        return _lay(out, painters[1](site), window.mask(site, angle, scale))

    return paint


def _ground(rng: Rng, painter: Painter) -> Painter:
    """What lies behind: the gem's own colours, those darkened or bleached, or one neutral for the whole deck."""
    kind = str(rng.choice(["own", "dark", "pale", "neutral", "plain"], p=[0.2, 0.15, 0.15, 0.25, 0.25]))
    amount = np.float32(rng.uniform(0.35, 0.8))
    neutral = _neutral(rng)
    tone = float(rng.uniform(0.1, 0.95))

    def paint(site: Site) -> Image:
        if kind == "plain":
            return f32(np.broadcast_to(neutral.at(tone), (site.size, site.size, 3)).copy())
        if kind == "neutral":
            return painter(replace(site, ramp=neutral))
        image = painter(site)
        if kind == "dark":
            return f32(image * (1 - amount))
        return f32(image + (1 - image) * amount) if kind == "pale" else image

    return paint


def _neutral(rng: Rng) -> Ramp:
    """Paper, slate, wood, velvet: a dull ramp that belongs to no gem."""
    dull = Gamut(contrast=float(rng.uniform(0.2, 0.7)))
    middle = float(rng.uniform(0.12, 0.92))
    hue = Hue(float(rng.uniform(40, 280)), float(rng.uniform(0, 0.035)), middle * 0.4, middle, min(1.0, middle + 0.3))
    table = dull.bend(hue).table()
    return Ramp(table, table)


def _lay(below: Image, above: Image, mask: Field) -> Image:
    return f32(below * (1 - mask[..., None]) + above * mask[..., None])


JOINTS: tuple[Callable[[Rng, list[Painter]], Painter], ...] = (_assorted, _veiled, _relief, _torn, _framed, _framed)
