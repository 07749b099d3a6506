"""Corners of the piles tapped by hand where the table is not found by itself, and how well they fit."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.geometry import FloatArray
from server.live.snapshot import Corners
from vision.crystalla.table_reading import Layout, MiddleLayout, MiddleReading

USUAL_SHARE = 0.94
"""Side of a card by the distance of two piles, before any was read."""
ALLOWED = 0.25
"""The piles may lie off by so much of a card's side."""
LEAST_PILES = 4
"""With fewer piles read nothing is mended and nothing measured."""


@dataclass(frozen=True, slots=True)
class Fit:
    """Tapped corners against the piles that were read: root mean square distance of card corners, in pixels.

    `residual_px` is None when too few piles were read to tell.
    """

    middle: MiddleLayout
    residual_px: float | None
    limit_px: float

    @property
    def fits(self) -> bool:
        """Whether the corners may be used."""
        return self.residual_px is None or self.residual_px <= self.limit_px


def middle_at(corners: Corners, grid: tuple[int, int]) -> MiddleLayout:
    """The piles inside four corners: far left as seat 0 sees it, far right, near right, near left."""
    rows, columns = grid
    margin = USUAL_SHARE / 2
    right, near = columns - 1 + margin, rows - 1 + margin
    outer = np.array([(-margin, -margin), (right, -margin), (right, near), (-margin, near)], dtype=np.float32)
    grid_to_photo = cv2.getPerspectiveTransform(outer, np.asarray(corners, dtype=np.float32))
    return MiddleLayout(rows, columns, np.asarray(grid_to_photo, dtype=float), USUAL_SHARE)


def measure(middle: MiddleLayout, read: MiddleReading | None) -> Fit:
    """How far the piles as read lie from where the corners put them, and the layout mended by them."""
    tops = [] if read is None else [(pile.place, pile.top.quad.array()) for pile in read.piles if pile.top is not None]
    sides = [_side(middle.quad_at(place)) for place in middle.places]
    limit = ALLOWED * float(np.median(sides))
    if len(tops) < LEAST_PILES:
        return Fit(middle, None, limit)
    distances = [_distance(middle.quad_at(place), quad) for place, quad in tops]
    residual = float(np.sqrt(np.mean(np.square(distances))))
    if residual > limit:
        return Fit(middle, residual, limit)
    places = np.array([(col, row) for (row, col), _ in tops], dtype=float)
    mended, _ = cv2.findHomography(places, np.array([quad.mean(axis=0) for _, quad in tops]))
    share = float(np.median([_side(quad) for _, quad in tops]) / np.median(sides)) * middle.card_share
    return Fit(replace(middle, grid_to_photo=np.asarray(mended, dtype=float), card_share=share), residual, limit)


def _side(quad: FloatArray) -> float:
    return float(np.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))))


def _distance(wanted: FloatArray, found: FloatArray) -> float:
    """Root mean square distance of corners; which corner is a card's first means nothing here."""
    turns = (np.roll(found, turn, axis=0) - wanted for turn in range(4))
    return min(float(np.sqrt(np.mean(np.sum(off * off, axis=1)))) for off in turns)


def with_middle(layout: Layout, middle: MiddleLayout) -> Layout:
    """A layout with its piles elsewhere; open pieces are looked for anew around them."""
    return replace(layout, middle=middle, open=())
