"""Families of cloth: batik and tie-dye, patchwork."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import (
    Field,
    Image,
    Rng,
    cells,
    clip01,
    f32,
    grid,
    lerp,
    noise,
    relief,
    scatter,
    tint,
    turned,
    wave,
)
from models.training.art.palette import colour
from models.training.art.site import Painter, Site
from models.training.art.staging import fixed, make_scheme, ranked, rim

Labels = npt.NDArray[Any]


def batik(rng: Rng) -> Painter:
    """Dyed cloth: tie-dye spirals, rings, folds and stripes, or wax-resist motifs with crackle."""
    scheme = make_scheme(rng)
    kind = str(rng.choice(["spiral", "rings", "fold", "stripes", "wax", "wax", "wax"]))
    turns, twist = int(rng.integers(2, 9)), float(rng.uniform(-7, 7))
    pitch, bleed, third = float(rng.uniform(1.5, 6)), float(rng.uniform(0.05, 0.35)), fixed(rng)
    thirds, weave, crack = float(rng.choice([0.0, 0.0, 0.2])), float(rng.uniform(0, 0.12)), float(rng.uniform(0, 0.9))

    def paint(site: Site) -> Image:
        rough = noise(site.rng, site.size, 7, 3)
        if kind == "wax":
            height = f32(scheme.cover(site) - 0.5 + (rough - 0.5) * bleed)
        else:
            height = f32(wave(_folds(site, kind, turns, twist, pitch, bleed)) - 1 + scheme.share)
        dyed = clip01(f32(height / (0.05 + bleed * 0.6) + 0.5))
        x, y = grid(site.size)
        thread = np.sin(x * site.size * 1.6) * np.sin(y * site.size * 1.6) * weave
        pool = 0.5 + 0.8 * (rough - 0.5) + 0.3 * rim(dyed, site.unit * 3) + thread
        cloth = tint(scheme.sheet(site), f32(1 + thread))
        picture = scheme.mount(site, cloth, site.ramp.paint(scheme.tone(f32(pool)), f32(rough)), dyed)
        if thirds:
            picture = lerp(picture, third, clip01(f32((thirds - np.abs(height + 0.35)) * 6)) * np.float32(0.8))
        if kind == "wax" and crack > 0.2:
            _, far = cells(scatter(site.rng, 60), site.size)
            veins = clip01(f32(1.2 - far + (rough - 0.5) * 2)) * np.float32(crack)
            picture = lerp(
                picture, site.ramp.at(0.25) if crack > 0.55 else third, f32(veins * (0.35 + 0.65 * (1 - dyed)))
            )
        return picture

    return paint


def _folds(site: Site, kind: str, turns: int, twist: float, pitch: float, bleed: float) -> Field:
    """Phase of a folded and dyed cloth; whole numbers are the palest."""
    rough = noise(site.rng, site.size, 6, 3) * (0.3 + bleed * 2)
    x, y = grid(site.size)
    dx, dy = x - site.centre[0] / site.size, y - site.centre[1] / site.size
    radius = np.hypot(dx, dy)
    if kind == "spiral":
        return f32(turns * np.arctan2(dy, dx) / (2 * np.pi) + twist * radius + rough)
    if kind == "rings":
        return f32(radius * pitch * 1.8 + rough)
    if kind == "fold":
        return f32((np.abs(dx) * (1 if twist > 0 else -1) + np.abs(dy)) * pitch * 1.3 + rough)
    return f32(turned(site.size, twist)[0] * pitch + rough)


def quilt(rng: Rng) -> Painter:
    """Patchwork of plain and printed cloth in squares, triangles, bricks, rings or scraps, some patches neutral."""
    scheme, spare = make_scheme(rng, ("whole",)), fixed(rng)
    kind = str(rng.choice(["squares", "triangles", "bricks", "rings", "scraps", "star"]))
    across, share = float(rng.uniform(2.5, 8)), float(rng.choice([0.35, 0.6, 0.85, 1.0]))
    puff, stitch = float(rng.uniform(0.0, 0.8)), float(rng.choice([0.0, 0.5, 0.9]))
    prints, angle = float(rng.choice([0.0, 0.5, 1.0])), float(rng.choice([0.0, np.pi / 4]))
    second = float(rng.choice([0.0, 0.15]))

    def paint(site: Site) -> Image:
        labels, edge = _patches(site, kind, across, angle)
        draw = [ranked(site.rng, labels) for _ in range(4)]
        cloth, strength = _prints(site, draw[1], draw[2]), np.float32(prints * 0.4)
        padded = clip01(edge / (site.unit * 5))
        fold = relief(f32(np.sqrt(padded) + 0.15 * noise(site.rng, site.size, 14, 2)), site.unit * 3)
        shade = f32(1 + puff * (0.5 * fold - 0.25 * (1 - padded)))
        gem = site.ramp.paint(scheme.tone(f32(0.5 + 0.9 * (draw[0] - 0.5) + strength * (cloth - 0.5))), draw[3])
        gem = lerp(gem, site.ramp.at(0.9 if scheme.level < 0.5 else 0.2), f32(cloth * (draw[3] < prints * 0.5)))
        plain_cloth = lerp(scheme.sheet(site), spare, f32(cloth * strength + (draw[3] < second)).clip(0, 1))
        sewn = tint(lerp(plain_cloth, gem, f32(draw[2] < share)), shade)
        seam = clip01(1.2 * site.unit - edge) * 0.4
        thread = clip01(1 - np.abs(edge - 3 * site.unit)) * (
            wave(f32(grid(site.size)[0] * 22 + grid(site.size)[1] * 22)) > 0.4
        )
        sewn = lerp(f32(clip01(sewn)), colour(0.1, 0.01, 60.0), f32(seam))
        return lerp(sewn, colour(0.95 if scheme.level < 0.6 else 0.25, 0.02, 80.0), f32(thread * stitch))

    return paint


def _patches(site: Site, kind: str, across: float, angle: float) -> tuple[Labels, Field]:
    """A number for each patch, and the distance to its seam in px."""
    if kind == "scraps":
        labels, edge = cells(scatter(site.rng, round(across**2 * 1.3)), site.size)
        return labels, edge
    u, v = (f * across + 30 for f in turned(site.size, angle))
    if kind == "rings":
        side = np.maximum(np.abs(u % 2 - 1), np.abs(v % 2 - 1)) * 3
        labels = (
            np.floor(side) + 7 * np.floor(u / 2) + 53 * np.floor(v / 2) + 17 * (np.abs(u % 2 - 1) > np.abs(v % 2 - 1))
        )
    else:
        row, shifted = (
            np.floor(v),
            u * (0.5 if kind == "bricks" else 1.0) + (np.floor(v) % 2) * 0.5 * (kind == "bricks"),
        )
        labels = np.floor(shifted) * 7 + row * 53
        if kind in ("triangles", "star"):
            flip = (np.floor(u) + np.floor(v)) % 2 if kind == "star" else 0
            labels = labels + 211 * ((u % 1) > np.where(flip, 1 - v % 1, v % 1))
    at = np.unique(labels, return_inverse=True)[1]
    whole = at.reshape(labels.shape).astype(np.int32)
    inside = np.ones(whole.shape, np.uint8)
    inside[:, 1:] &= whole[:, 1:] == whole[:, :-1]
    inside[1:] &= whole[1:] == whole[:-1]
    return whole, f32(cv2.distanceTransform(inside, cv2.DIST_L2, 3))


def _prints(site: Site, pick: Field, fine: Field) -> Field:
    """A printed pattern in 0..1, of another kind and scale in each patch."""
    x, y = grid(site.size)
    pitch = np.rint(10 + 14 * fine)
    a, b = wave(f32(x * pitch)), wave(f32(y * pitch))
    dots, stripes, check = a + b > 1.3, a > 0.5, (a > 0.5) ^ (b > 0.5)
    blots = noise(site.rng, site.size, 16, 2) > 0.6
    return f32(np.select([pick < 0.25, pick < 0.45, pick < 0.6, pick < 0.75], [dots, stripes, check, blots], 0))
