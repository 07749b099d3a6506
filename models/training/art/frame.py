"""Everything of a printing that is not the art: border, cut line, flower parts, finish of the print, pieces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from models.training.art.fields import Field, Image, Rng, clip01, f32, grain, lerp, noise, plain
from models.training.art.palette import colour
from models.training.art.shape import Shape
from models.training.art.site import Family
from rules.crystalla.vocabulary import Crystal, Segment

GOLD = colour(0.74, 0.11, 85.0)
WHITE, BLACK = colour(0.97, 0.005, 90.0), colour(0.13, 0.01, 280.0)


@dataclass(frozen=True, slots=True)
class Finish:
    """How the printed sheet bends every colour: gamma, black and white points as BGR, tooth of the paper."""

    gamma: float
    black: Image
    white: Image
    tooth: Field

    def apply(self, image: Image) -> Image:
        """The image as printed, BGR 0..1."""
        inked = cv2.pow(f32(clip01(image)), self.gamma)
        return clip01(self.black + inked * (self.white - self.black) + self.tooth[..., None])


def make_finish(rng: Rng, size: int) -> Finish:
    """A random press and paper, from glossy and deep to soft and yellowed."""
    black = f32(rng.uniform(0.0, 0.10) * np.array([1.0, 0.95, 0.9]) * rng.uniform(0.8, 1.2, 3))
    yellowing = rng.uniform(0.0, 0.09) if rng.random() < 0.4 else 0.0
    white = f32(rng.uniform(0.93, 1.0) - yellowing * np.array([1.0, 0.3, 0.0]))
    tooth = grain(rng, size, float(rng.uniform(0.0, 1.2))) * np.float32(rng.uniform(0.0, 0.022))
    return Finish(float(rng.uniform(0.85, 1.18)), black, white, f32(tooth))


@dataclass(frozen=True, slots=True)
class Flower:
    """How a deck marks rubies (half flower) and emeralds (quarter flower)."""

    petals: int
    reach: float
    ink: Image
    opacity: float
    outline: bool
    ruby_place: str


def make_flower(rng: Rng) -> Flower:
    """Random flower parts: petals, size in card widths, ink, where rubies carry theirs."""
    inks = (WHITE, GOLD, BLACK, colour(0.9, 0.09, 20.0), colour(0.35, 0.09, float(rng.uniform(0, 360))))
    return Flower(
        petals=int(rng.integers(2, 5)),
        reach=float(rng.uniform(0.13, 0.24)),
        ink=inks[int(rng.integers(len(inks)))],
        opacity=float(rng.uniform(0.35, 1.0)),
        outline=bool(rng.random() < 0.4),
        ruby_place=str(rng.choice(["middle", "edge", "other-edge", "cut"])),
    )


def draw_flower(image: Image, flower: Flower, crystal: Crystal, segment: Segment, shape: Shape) -> Image:
    """The art with the flower part of a ruby or emerald segment laid over it."""
    size = shape.size
    canvas = np.zeros((size * 2, size * 2), np.uint8)
    if crystal is Crystal.EMERALD:
        at, heading, sweep = _emerald_place(shape, segment)
    else:
        at, heading, sweep = _ruby_place(flower, shape, segment)
    _petals(canvas, flower, at, heading, sweep)
    mark = f32(cv2.resize(canvas, (size, size), interpolation=cv2.INTER_AREA)) / np.float32(255.0)
    return lerp(image, flower.ink, mark * np.float32(flower.opacity))


def _emerald_place(shape: Shape, segment: Segment) -> tuple[tuple[float, float], float, float]:
    edge = shape.border
    if segment is Segment.LARGE:
        return (edge, 1.0 - edge), -np.pi / 4, np.pi / 2
    return (1.0 - edge, edge), 3 * np.pi / 4, np.pi / 2


def _ruby_place(flower: Flower, shape: Shape, segment: Segment) -> tuple[tuple[float, float], float, float]:
    edge = shape.border
    large = segment is Segment.LARGE
    middle = shape.cut[len(shape.cut) // 2]
    if flower.ruby_place == "cut":
        return (float(middle[0]), float(middle[1])), (3 * np.pi / 4 if large else -np.pi / 4), np.pi
    if flower.ruby_place == "middle":
        return ((0.33, 0.66) if large else (0.8, 0.22)), (3 * np.pi / 4 if large else -np.pi / 4), np.pi
    if (flower.ruby_place == "edge") == large:
        return ((edge, 0.55) if large else (1.0 - edge, 0.45)), (0.0 if large else np.pi), np.pi
    return ((0.45, 1.0 - edge) if large else (0.55, edge)), (-np.pi / 2 if large else np.pi / 2), np.pi


def _petals(
    canvas: np.ndarray[Any, np.dtype[np.uint8]],
    flower: Flower,
    at: tuple[float, float],
    heading: float,
    sweep: float,
) -> None:
    size = canvas.shape[0]
    count = flower.petals if sweep < 2 else flower.petals + 1
    width = sweep / count
    for k in range(count):
        angle = heading - sweep / 2 + (k + 0.5) * width
        middle = np.array(at) + flower.reach * 0.5 * np.array([np.cos(angle), np.sin(angle)])
        centre = (round(middle[0] * size), round(middle[1] * size))
        axes = (round(flower.reach * 0.5 * size), max(1, round(flower.reach * 0.5 * np.sin(width / 2) * size)))
        thickness = max(2, size // 90) if flower.outline else -1
        cv2.ellipse(canvas, centre, axes, float(np.degrees(angle)), 0, 360, 255, thickness, cv2.LINE_AA)


@dataclass(frozen=True, slots=True)
class Frame:
    """What the border and the cut line add to each pixel, and how much of each segment's art shows there."""

    base: Image
    large: Image
    small: Image

    def mount(self, large: Image, small: Image) -> Image:
        """Both segments' art joined through their shares of each pixel, the border and the cut drawn."""
        return f32(self.base + large * self.large + small * self.small)


def make_frame(rng: Rng, family: Family, shape: Shape, finish: Finish) -> Frame:
    """A random border and cut line out of the family's kinds."""
    ground = _ground(rng, str(rng.choice(family.grounds)), shape.size)
    cut = str(rng.choice(family.cuts))
    ink = {"dark": BLACK, "white": WHITE, "gold": GOLD, "none": _either(rng), "gap": ground}[cut]
    low, high = (0.015, 0.035) if cut == "gap" else (0.004, 0.022)
    faint = float(rng.uniform(0.2, 0.5)) if cut == "none" else 1.0
    line = shape.line(float(rng.uniform(low, high)) * shape.size) * np.float32(faint)
    inner = np.minimum(line, shape.large + shape.small)
    outlined = cut != "gap" and shape.border > 0.012 and rng.random() < 0.5
    drawn = np.maximum(inner, _outline(shape)) if outlined else inner
    return _framed(finish.apply(ground), drawn, finish.apply(ink + 0.0 * ground), shape)


def _either(rng: Rng) -> Image:
    """Ink of a cut that is barely drawn: without any, a card of one crystal would have no way up."""
    return WHITE if rng.random() < 0.5 else BLACK


def _framed(ground: Image, line: Field, ink: Image, shape: Shape) -> Frame:
    free = 1.0 - line
    base = ground * ((1.0 - shape.large - shape.small) * free)[..., None] + ink * line[..., None]
    large, small = (np.repeat((mask * free)[..., None], 3, 2) for mask in (shape.large, shape.small))
    return Frame(f32(base), f32(large), f32(small))


def _outline(shape: Shape) -> Field:
    field = (shape.large + shape.small).astype(np.float32)
    grown = cv2.dilate(field, np.ones((3, 3), np.uint8))
    return clip01(grown - cv2.erode(field, np.ones((3, 3), np.uint8)))


def _ground(rng: Rng, kind: str, size: int) -> Image:
    if kind == "white":
        return plain(size, colour(float(rng.uniform(0.9, 0.99)), float(rng.uniform(0, 0.02)), 85.0))
    if kind == "black":
        return plain(size, colour(float(rng.uniform(0.08, 0.25)), float(rng.uniform(0, 0.03)), 270.0))
    tint = colour(float(rng.uniform(0.2, 0.85)), float(rng.uniform(0.01, 0.12)), float(rng.uniform(0, 360)))
    if kind == "colour":
        return plain(size, tint)
    other = colour(float(rng.uniform(0.15, 0.9)), float(rng.uniform(0.01, 0.08)), float(rng.uniform(0, 360)))
    return lerp(tint, other, noise(rng, size, float(rng.uniform(4, 30)), 3, float(rng.choice([1.0, 6.0]))))
