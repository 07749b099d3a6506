"""A random printing of Crystalla: its art is fixed once made, each texture painted when first asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

from models.training.art.fields import Field, Image, Rng, f32
from models.training.art.frame import Finish, Flower, Frame, draw_flower, make_finish, make_flower, make_frame
from models.training.art.palette import Ramp, make_ramps, neutral_ramp
from models.training.art.pieces import PieceLook, make_piece_look
from models.training.art.shape import Shape, inscribed, make_shape
from models.training.art.site import Family, Painter, Site
from rules.crystalla.vocabulary import Crystal, Segment

Bgra: TypeAlias = npt.NDArray[np.uint8]
"""uint8 (size, size, 4)."""
CRYSTALS = tuple(Crystal)
SEGMENTS = tuple(Segment)
FLOWERING = (Crystal.RUBY, Crystal.EMERALD)


@dataclass(frozen=True, slots=True)
class Looks:
    """What a deck fixed when it was made; `seed` gives every texture a generator of its own."""

    seed: int
    painter: Painter
    ramps: dict[Crystal, Ramp]
    back_ramp: Ramp
    frame: Frame
    finish: Finish
    flower: Flower | None
    piece: PieceLook


@dataclass(frozen=True, slots=True)
class Deck:
    """One random printing in canonical orientation (CR-58): the large segment owns the bottom-left corner."""

    family: str
    size_px: int
    shape: Shape = field(repr=False)
    looks: Looks = field(repr=False)
    _painted: dict[tuple[Crystal, Segment], Image] = field(default_factory=dict, repr=False, compare=False)

    @property
    def large_mask(self) -> Field:
        """Where the large segment is, border left out: float32 (size, size) in 0..1."""
        return self.shape.large

    @property
    def small_mask(self) -> Field:
        """Where the small segment is, border left out: float32 (size, size) in 0..1."""
        return self.shape.small

    def face(self, large: Crystal, small: Crystal) -> Bgra:
        """The card's face, uint8 BGRA (size, size, 4), transparent outside its round corners."""
        art = [self._texture(large, Segment.LARGE), self._texture(small, Segment.SMALL)]
        return bgra(self.looks.frame.mount(art[0], art[1]), self.shape.card)

    def piece(self, segment: Segment, crystal: Crystal) -> Bgra:
        """A crystal piece drawn in place on the card, uint8 BGRA (size, size, 4), the rest transparent."""
        image, alpha = self.looks.piece.draw(
            self._texture(crystal, segment), self.looks.ramps[crystal], segment, self.shape
        )
        return bgra(image, alpha)

    def back(self) -> Bgra:
        """The card's back, uint8 BGRA (size, size, 4)."""
        everywhere = np.ones_like(self.shape.card)
        rng = self._rng(len(CRYSTALS), 0)
        art = self.looks.painter(_site(None, Segment.LARGE, self.looks.back_ramp, rng, everywhere))
        art = _emblem(art, self.looks.back_ramp, rng)
        return bgra(self.looks.finish.apply(art), self.shape.card)

    def _texture(self, crystal: Crystal, segment: Segment) -> Image:
        key = (crystal, segment)
        if key not in self._painted:
            self._painted[key] = self._paint(crystal, segment)
        return self._painted[key]

    def _paint(self, crystal: Crystal, segment: Segment) -> Image:
        rng = self._rng(CRYSTALS.index(crystal), SEGMENTS.index(segment))
        art = self.looks.painter(_site(crystal, segment, self.looks.ramps[crystal], rng, self.shape.mask(segment)))
        if self.looks.flower is not None and crystal in FLOWERING:
            art = draw_flower(art, self.looks.flower, crystal, segment, self.shape)
        return self.looks.finish.apply(art)

    def _rng(self, crystal: int, segment: int) -> Rng:
        return np.random.default_rng((self.looks.seed, crystal, segment))


def make_deck_of(family: str, how: Family, rng: Rng, size_px: int) -> Deck:
    """A random deck of a family, wholly determined by the generator's state."""
    shape = make_shape(rng, size_px, how.borders, how.radii)
    ramps = make_ramps(rng, how.gamut)
    finish = make_finish(rng, size_px)
    looks = Looks(
        seed=int(rng.integers(2**62)),
        painter=how.technique(rng),
        ramps=ramps,
        back_ramp=neutral_ramp(rng),
        frame=make_frame(rng, how, shape, finish),
        finish=finish,
        flower=make_flower(rng) if rng.random() < how.flowers else None,
        piece=make_piece_look(rng, shape),
    )
    return Deck(family, size_px, shape, looks)


def bgra(image: Image, alpha: Field) -> Bgra:
    """BGR 0..1 and alpha 0..1 as one uint8 image."""
    joined = np.empty((*alpha.shape, 4), np.uint8)
    joined[..., :3] = np.clip(image, 0.0, 1.0) * np.float32(255.0) + np.float32(0.5)
    joined[..., 3] = alpha * np.float32(255.0) + np.float32(0.5)
    return joined


def _site(crystal: Crystal | None, segment: Segment, ramp: Ramp, rng: Rng, mask: Field) -> Site:
    centre, radius = inscribed(mask)
    return Site(mask.shape[0], crystal, segment, ramp, rng, mask, centre, radius)


def _emblem(art: Image, ramp: Ramp, rng: Rng) -> Image:
    """A symmetric badge in the middle of the back, so that no back passes for a face."""
    size = art.shape[0]
    canvas: npt.NDArray[Any] = np.clip(art * 255.0, 0, 255).astype(np.uint8)
    sides, turn = int(rng.integers(4, 9)), float(rng.uniform(0, np.pi))
    angles = np.arange(sides) * 2 * np.pi / sides + turn
    for reach, tone in ((0.34, 0.15), (0.30, 0.85), (0.27, 0.35), (0.14, 0.75)):
        points = np.stack([np.cos(angles), np.sin(angles)], -1) * reach * size + size / 2
        ink = [float(v) * 255.0 for v in ramp.at(tone)]
        cv2.fillConvexPoly(canvas, np.rint(points * 16).astype(np.int32), ink, cv2.LINE_AA, 4)
    return f32(canvas) / np.float32(255.0)
