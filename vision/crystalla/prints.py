"""Compares segments with pictures of a known printing, by their pattern alone.

Prints of another copy resemble none of the pictures.
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
from vision.crystalla.crop import CROP_PX, Image
from vision.crystalla.pattern import Patterns, likeness, patterns_of
from vision.errors import ModelError, Reason

Floats = npt.NDArray[np.float32]

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
    """Pictures of one printing: the cards' patterns, and whose crystals (2, n) they show, large and small."""

    patterns: Patterns
    crystals: npt.NDArray[np.intp]

    @classmethod
    def of(cls, cards: Iterable[tuple[Image, Crystal, Crystal]]) -> Print:
        """From upright crops (CROP_PX, CROP_PX, 3), at least one, with their large and small crystal."""
        crops, *named = zip(*cards, strict=True)
        return cls(patterns_of(crops), np.array([[CRYSTALS.index(one) for one in part] for part in named], np.intp))

    def likeness(self, crop: Image) -> Floats:
        """(2, 7): how much the large and the small segment of an upright crop look like each crystal, 0 to 1."""
        out = np.zeros((len(Segment), len(CRYSTALS)), np.float32)
        for row, crystals, alike in zip(out, self.crystals, likeness(crop, self.patterns), strict=True):
            np.maximum.at(row, crystals, alike)
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
