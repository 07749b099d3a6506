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

Floats = npt.NDArray[np.float32]
CRYSTALS = tuple(Crystal)
DISPLAY, FIRST_LESSON = 1, 2
"""Numbers of the photos that segments are from, as the network knows them."""


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """All labelled segments of a copy's lessons."""

    tokens: Floats
    """(m, TOKEN)"""
    photos: Floats
    """(m,): FIRST_LESSON for the segments of the first lesson, one more for those of the next."""
    labels: Floats
    """(m, 7): one-hot in the order of CRYSTALS."""

    def beside(self, tokens: Floats) -> dict[str, Floats]:
        """The network's inputs for a photo's segments (n, TOKEN), these first."""
        return {
            "tokens": np.concatenate([tokens, self.tokens])[None],
            "photo": np.concatenate([np.full(len(tokens), DISPLAY, np.float32), self.photos])[None],
            "labels": np.concatenate([np.zeros((len(tokens), len(CRYSTALS)), np.float32), self.labels])[None],
        }


def taught_by(lessons: Sequence[tuple[Floats, Sequence[Crystal | None]]]) -> Taught | None:
    """What lessons teach, each its segments' tokens (n, TOKEN) and their crystals, None for unknown.

    None when no crystal is known.
    """
    told = [
        (token, number, CRYSTALS.index(crystal))
        for number, (tokens, crystals) in enumerate(lessons, FIRST_LESSON)
        for token, crystal in zip(tokens, crystals, strict=True)
        if crystal is not None
    ]
    if not told:
        return None
    tokens, photos, labels = zip(*told, strict=True)
    return Taught(np.stack(tokens), np.array(photos, np.float32), np.eye(len(CRYSTALS), dtype=np.float32)[list(labels)])


def untaught(tokens: Floats) -> dict[str, Floats]:
    """The network's inputs for a photo's segments (n, TOKEN) of a copy without lessons."""
    return Taught(tokens[:0], np.zeros(0, np.float32), np.zeros((0, len(CRYSTALS)), np.float32)).beside(tokens)
