"""Compares segments with pictures of a known printing, by their pattern alone.

A reflection adds light and takes contrast, a lamp scales the channels, yet what is light and what is dark in the print
stays. So the measure is the normalised cross-correlation (Lewis, Fast Normalized Cross-Correlation, 1995) of each
channel without its low frequencies and with the same contrast everywhere, largest over small shifts. Prints of another
copy resemble none of the pictures.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Crystal, Segment
from vision.crystalla.crop import CARD_PX, CROP_PX, Image
from vision.errors import ModelError, Reason

Floats = npt.NDArray[np.float32]

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
SAME_PRINT, OTHER_PRINT = 0.25, 0.22
"""A display is of the known print from the first median likeness of its segments; a card of it is not below the second.

Of 377 displays of our deck one has a lower median, of 144 of invented art none has more than 0.24; of 3,732 cards of
our deck 1 % are below the second, of 771 pieces of table beside them half are below 0.19.
"""
A_CARD = 0.33
"""Whose two segments both resemble the known print as much is one of its cards, whatever the networks say.

Nine in ten of our deck are, none of 1,480 cards of invented art (at most 0.29) or of those pieces of table (0.27).
"""
CRYSTALS = tuple(Crystal)
SPRITE = "crystalla-reference-print.png"


@dataclass(frozen=True, slots=True, eq=False)
class Print:
    """Pictures of one printing: per segment the patterns (3, k, pixels), and whose crystal each shows.

    Each channel of a pattern has mean 0 and length 1.
    """

    patterns: tuple[Floats, Floats]
    crystals: tuple[npt.NDArray[np.intp], npt.NDArray[np.intp]]

    @classmethod
    def of(cls, cards: Iterable[tuple[Image, Crystal, Crystal]]) -> Print:
        """From upright crops (CROP_PX, CROP_PX, 3), at least one, with their large and small crystal."""
        found: tuple[list[tuple[Floats, int]], ...] = ([], [])
        for crop, *named in cards:
            pattern = _pattern(crop)[:, MARGIN_PX:-MARGIN_PX, MARGIN_PX:-MARGIN_PX]
            for part, area, crystal in zip(found, _areas(), named, strict=True):
                part.append((_unit(pattern[:, area]), CRYSTALS.index(crystal)))
        large, small = (np.stack([pixels for pixels, _ in part], 1) for part in found)
        of_large, of_small = (np.array([crystal for _, crystal in part], np.intp) for part in found)
        return cls((large, small), (of_large, of_small))

    def likeness(self, crop: Image) -> Floats:
        """(2, 7): how much the large and the small segment of an upright crop look like each crystal, 0 to 1."""
        pattern = _pattern(crop).reshape(3, -1)
        out = np.zeros((len(Segment), len(CRYSTALS)), np.float32)
        for row, shifted, pictures, crystals in zip(out, _shifted(), self.patterns, self.crystals, strict=True):
            windows = pattern.take(shifted, axis=1)
            alike = (windows @ pictures.swapaxes(1, 2) / _spread(windows)).mean(axis=0)
            np.maximum.at(row, crystals, alike.max(axis=0))
        return out


@cache
def reference_print(folder: Path) -> Print:
    """Our own printed deck, from the sprite in `folder`; raises ModelError when it is missing or damaged."""
    path = folder / SPRITE
    sprite = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if sprite is None or sprite.shape != (CROP_PX, CROP_PX * len(CRYSTALS), 3):
        raise ModelError(Reason.NETWORK_UNREADABLE, path=repr(str(path)), problem="no such picture")
    cards = np.split(np.asarray(sprite, np.uint8), len(CRYSTALS), axis=1)
    return Print.of((card, crystal, crystal) for card, crystal in zip(cards, CRYSTALS, strict=True))


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
