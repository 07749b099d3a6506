"""What a copy's lessons tell the display network: labelled segments that it reads beside those of a photo.

The network learned in training, on decks that had lessons and decks that had none, how much a segment that resembles a
taught one says (`models/training/nets.py: DisplayNet`; learning within the context as in Garnelo et al., Conditional
Neural Processes, 2018). Nothing is fitted here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.common_print import Named
from vision.crystalla.crop import Image

Floats = npt.NDArray[np.float32]
CRYSTALS = tuple(Crystal)
DISPLAY, FIRST_LESSON = 1, 2
"""Numbers of the photos that segments are from, as the network knows them."""


@dataclass(frozen=True, slots=True, eq=False)
class Embedded:
    """The cards of one photo as a lesson keeps them and the card network sees them."""

    tokens: Floats
    """(2 n, TOKEN): the large and the small segment of each in turn."""
    crystals: Sequence[Crystal | None]
    """What these are, None for unknown."""
    crops: Sequence[Image]
    """The cards' upright crops (CROP_PX, CROP_PX, 3)."""


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """All labelled segments of a copy's lessons, and the cards that they are of."""

    tokens: Floats
    """(m, TOKEN)"""
    photos: Floats
    """(m,): FIRST_LESSON for the segments of the first lesson, one more for those of the next."""
    labels: Floats
    """(m, 7): one-hot in the order of CRYSTALS."""
    named: Named

    def fitting(self, upright: Sequence[Image]) -> Taught | None:
        """What those lessons teach that a display of these upright crops, at least one, is of the same copy as."""
        named = self.named.fitting(upright)
        if named is None:
            return None
        kept = np.isin(self.photos - FIRST_LESSON, named.lessons)
        return Taught(self.tokens[kept], self.photos[kept], self.labels[kept], named)

    def beside(self, tokens: Floats) -> dict[str, Floats]:
        """The network's inputs for a photo's segments (n, TOKEN), these first."""
        alone = untaught(tokens)
        ours = {"tokens": self.tokens, "photo": self.photos, "labels": self.labels}
        return {name: np.concatenate([alone[name], told[None]], axis=1) for name, told in ours.items()}


def taught_by(lessons: Sequence[Embedded]) -> Taught | None:
    """What lessons teach; None when no crystal is known."""
    told = [
        (token, number, CRYSTALS.index(crystal))
        for number, lesson in enumerate(lessons, FIRST_LESSON)
        for token, crystal in zip(lesson.tokens, lesson.crystals, strict=True)
        if crystal is not None
    ]
    if not told:
        return None
    tokens, photos, labels = zip(*told, strict=True)
    return Taught(
        np.stack(tokens),
        np.array(photos, np.float32),
        np.eye(len(CRYSTALS), dtype=np.float32)[list(labels)],
        Named.of([(lesson.crops, _places(lesson.crystals)) for lesson in lessons]),
    )


def named_by(taught: Taught | None) -> Named | None:
    """The cards that lessons named, None without lessons."""
    return None if taught is None else taught.named


def untaught(tokens: Floats) -> dict[str, Floats]:
    """The network's inputs for a photo's segments (n, TOKEN) of a copy without lessons."""
    return {
        "tokens": tokens[None],
        "photo": np.full((1, len(tokens)), DISPLAY, np.float32),
        "labels": np.zeros((1, len(tokens), len(CRYSTALS)), np.float32),
    }


def _places(crystals: Sequence[Crystal | None]) -> list[tuple[int, int]]:
    """By card, the places in CRYSTALS of what its segments are, -1 for unknown."""
    places = [-1 if crystal is None else CRYSTALS.index(crystal) for crystal in crystals]
    return list(zip(places[::2], places[1::2], strict=True))
