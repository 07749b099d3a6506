"""What is light and what is dark in the print of a card's two segments, and how much two prints are alike in that.

A reflection adds light and takes contrast, a lamp scales the channels, yet what is light and what is dark in the print
stays. So the measure is the normalised cross-correlation (Lewis, Fast Normalized Cross-Correlation, 1995) of each
channel without its low frequencies and with the same contrast everywhere, largest over small shifts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

from vision.crystalla.crop import CARD_PX, CROP_PX, Image

Floats = npt.NDArray[np.float32]
Patterns = tuple[Floats, Floats]
"""Of the large and of the small segments (3, n, pixels) of n cards; each channel has mean 0 and length 1."""

MARGIN_PX = (CROP_PX - CARD_PX) // 2
REACH_PX, STEP_PX = 4, 2
"""The largest shift that is tried either way, and how far apart the shifts are."""
COARSE_PX = 5.0
"""What is wider than about this says more of the lamp than of the print; contrast is evened out over as much."""
BURNT = 250
SAME_PX = 1e-3
"""Variance of pixels that are all the same but for rounding."""
NOISE = 2.0
"""Grey levels of contrast below which a pattern is not much more than noise."""
EDGE, BOW = 0.06, 0.28
"""Left out along the card's edges, and beside its diagonal, where the cut may be bowed; in card sides."""


def patterns_of(crops: Sequence[Image]) -> Patterns:
    """The patterns of upright crops (CROP_PX, CROP_PX, 3), at least one."""
    inside = [_pattern(crop)[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX] for crop in crops]
    large, small = (_unit(np.stack([pattern[:, area] for pattern in inside], axis=1)) for area in _areas())
    return large, small


def likeness(crop: Image, patterns: Patterns) -> Floats:
    """(2, n): how much the large and the small segment of an upright crop look like those of n cards, -1 to 1."""
    pattern = _pattern(crop).reshape(3, -1)
    out = []
    for shifted, pictures in zip(_shifted(), patterns, strict=True):
        windows = pattern.take(shifted, axis=1)
        out.append((windows @ pictures.swapaxes(1, 2) / _spread(windows)).mean(axis=0).max(axis=0))
    return np.stack(out)


def _pattern(crop: Image) -> Floats:
    """(3, h, w): the crop without low frequencies, as strong in haze as beside it; 0 where a lamp burnt it white."""
    pixels = crop.astype(np.float32)
    fine = pixels - cv2.GaussianBlur(pixels, (0, 0), COARSE_PX)
    fine /= np.sqrt(cv2.GaussianBlur(fine * fine, (0, 0), COARSE_PX)) + NOISE
    fine[cv2.inRange(crop, (BURNT,) * 3, (255,) * 3) > 0] = 0
    return np.asarray(fine.transpose(2, 0, 1), np.float32)


def _unit(pixels: Floats) -> Floats:
    """Pixels (..., n) without their mean and of length 1, unless all are nearly the same."""
    return np.asarray((pixels - pixels.mean(axis=-1, keepdims=True)) / _spread(pixels), np.float32)


def _spread(pixels: Floats) -> Floats:
    """Lengths (..., 1) of pixels (..., n) without their mean; never 0."""
    count = pixels.shape[-1]
    squares = np.einsum("...i,...i->...", pixels, pixels) - pixels.mean(axis=-1) ** 2 * count
    return np.asarray(np.sqrt(np.maximum(squares, SAME_PX)), np.float32)[..., None]


@cache
def _areas() -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
    """Which pixels (CARD_PX, CARD_PX) of an upright card are the large and the small segment's, whatever the bow."""
    y, x = (np.mgrid[:CARD_PX, :CARD_PX] + 0.5) / CARD_PX
    inner = (np.minimum(x, y) > EDGE) & (np.maximum(x, y) < 1 - EDGE)
    return inner & (y > x), inner & (x > y + BOW)


@cache
def _shifted() -> tuple[npt.NDArray[np.intp], ...]:
    """The places (shifts, pixels) of both areas in a crop as one row of pixels, by every shift that is tried."""
    starts = range(MARGIN_PX - REACH_PX, MARGIN_PX + REACH_PX + 1, STEP_PX)
    shifts = np.array([y * CROP_PX + x for y in starts for x in starts])
    areas = (np.ravel_multi_index(np.nonzero(area), (CROP_PX, CROP_PX)) for area in _areas())
    return tuple(shifts[:, None] + area for area in areas)
