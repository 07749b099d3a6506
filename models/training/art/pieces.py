"""How a deck's crystal pieces look when they lie on a segment (CR-04)."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from models.training.art.fields import Field, Image, Rng, clip01, f32, grid, lerp, ramp_between
from models.training.art.frame import BLACK, GOLD, WHITE
from models.training.art.palette import Ramp, colour
from models.training.art.shape import Shape
from rules.crystalla.vocabulary import Segment

RIMS = ("none", "dark", "white", "gold", "own", "bevel")


@dataclass(frozen=True, slots=True)
class PieceLook:
    """Whether pieces reach the card's edge, how far they fall short (card widths), their face and rim."""

    whole: bool
    shrink: float
    face: str
    rim: str
    rim_width: float
    gain: float
    wood: Field

    def draw(self, art: Image, ramp: Ramp, segment: Segment, shape: Shape) -> tuple[Image, Field]:
        """The piece's picture, BGR 0..1, and its alpha."""
        base = shape.outer_mask(segment) if self.whole else shape.mask(segment)
        depth = _depth(base) / np.float32(shape.size)
        alpha = np.minimum(base, ramp_between(depth, self.shrink - 0.003, self.shrink + 0.003))
        return self._rimmed(self._face(art, ramp), ramp, depth - self.shrink), f32(alpha)

    def _face(self, art: Image, ramp: Ramp) -> Image:
        if self.face == "art":
            return clip01(0.5 + (art - 0.5) * self.gain)
        if self.face == "tinted":
            return clip01(0.55 * art + 0.45 * ramp.at(0.5))
        return ramp.paint(0.5 + (self.wood - 0.5) * (0.3 if self.face == "plain" else 0.7), 0.3)

    def _rimmed(self, image: Image, ramp: Ramp, depth: Field) -> Image:
        if self.rim == "none":
            return image
        edge = 1.0 - ramp_between(depth, self.rim_width * 0.8, self.rim_width)
        if self.rim == "bevel":
            return _bevelled(image, depth, self.rim_width * 1.6)
        ink = {"dark": BLACK, "white": WHITE, "gold": GOLD, "own": ramp.at(0.2)}[self.rim]
        return lerp(image, ink, edge)


def make_piece_look(rng: Rng, shape: Shape) -> PieceLook:
    """A random make of pieces: printed like the cards, tinted, plain or marbled; rim; a hair small or not."""
    x, y = grid(shape.size)
    angle = float(rng.uniform(0, np.pi))
    stripes = np.sin((x * np.cos(angle) + y * np.sin(angle)) * float(rng.uniform(3, 40)) + 3 * np.sin(5 * x + 4 * y))
    return PieceLook(
        whole=bool(shape.border < 0.02 or rng.random() < 0.6),
        shrink=float(rng.choice([0.0, float(rng.uniform(0.0, 0.03))])),
        face=str(rng.choice(["art", "tinted", "plain", "marbled"], p=[0.6, 0.15, 0.15, 0.1])),
        rim=str(rng.choice(RIMS)),
        rim_width=float(rng.uniform(0.01, 0.04)),
        gain=float(rng.uniform(0.75, 1.3)),
        wood=f32(0.5 + 0.5 * stripes),
    )


def _depth(mask: Field) -> Field:
    """Distance of each pixel to the outside of the mask, px; outside the canvas counts as outside."""
    solid = np.pad((mask > 0.5).astype(np.uint8), 1)
    return f32(cv2.distanceTransform(solid, cv2.DIST_L2, 5)[1:-1, 1:-1])


def _bevelled(image: Image, depth: Field, width: float) -> Image:
    slope = clip01(1.0 - depth / np.float32(width))
    soft = cv2.GaussianBlur(depth, (0, 0), 1.0)
    dx, dy = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    light = (dx + dy) / np.maximum(np.hypot(dx, dy), np.float32(1e-6)) * slope * 0.7
    lit = lerp(image, colour(1.0, 0.0, 0.0), clip01(f32(light)) * 0.6)
    return lerp(lit, colour(0.05, 0.0, 0.0), clip01(f32(-light)) * 0.6)
