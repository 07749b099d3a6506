"""One printing shows each crystal of a size by one picture, so cards with the same crystal have the same pattern.

How likely a likeness of two patterns is between the same and between other crystals was fitted on validation copies of
seven invented families. Each segment then hears from all others of its size, and from those that lessons named, what
they show and how much it looks like them (mean field: Krähenbühl and Koltun, Efficient Inference in Fully Connected
CRFs, 2011). A card's turn is the one in which both its segments look like another's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from vision.crystalla.crop import Image
from vision.crystalla.pattern import Patterns, likeness, patterns_of
from vision.logits import softmax

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.intp]

SLOPE, LEVEL = 12.0, 0.5
"""The log odds that two segments show the same crystal grow by SLOPE per likeness, from nothing at LEVEL."""
LEAST, MOST = -2.2, 5.0
"""Pairs of validation copies are no further from even, however like or unlike they look."""
WITNESSES = 2
"""A turn is believed for the mean of so many of the most alike."""
BESIDE, NAMED = 0.17, 0.43
"""What a segment of the same display and one of a lesson weigh: they err together, so less than 1."""
TRIED_LESSONS = 2
"""The weight was chosen with one and two lessons; more share that of two."""
ROUNDS = 4
FITS = 0.38
"""Median likeness to a lesson's best from which a photo is of the lesson's copy.

Of 87 validation photos all exceed it with a lesson of their copy, 2 with one of another copy.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """The cards of a copy's lessons: upright crops, crystals (m, 2) or -1 for unknown, lessons (m,) by number."""

    patterns: Patterns
    crystals: Places
    lessons: Places

    @classmethod
    def of(cls, lessons: Sequence[tuple[Sequence[Image], Sequence[tuple[int, int]]]]) -> Named:
        """From each lesson's crops and their crystals, one card at least."""
        crops = [crop for some, _ in lessons for crop in some]
        crystals = [pair for _, some in lessons for pair in some]
        numbers = [number for number, (some, _) in enumerate(lessons) for _ in some]
        return cls(patterns_of(crops), np.array(crystals, np.intp), np.array(numbers, np.intp))

    def fitting(self, upright: Sequence[Image]) -> Named | None:
        """The cards of those lessons that a display of these crops, at least one, is of the same copy as."""
        alike = np.stack([likeness(crop, self.patterns) for crop in upright])
        numbers = np.unique(self.lessons)
        fit = [number for number in numbers if np.median(alike[:, :, self.lessons == number].max(axis=2)) >= FITS]
        kept = np.isin(self.lessons, fit)
        if not kept.any():
            return None
        large, small = (patterns[:, kept] for patterns in self.patterns)
        return Named((large, small), self.crystals[kept], self.lessons[kept])


def turned_together(crops: Image, turns: Floats, named: Named | None, doubtful: Sequence[int]) -> Floats:
    """The log odds of the turns (n, 4) of one display's cards; the doubtful ones are compared with all others.

    `crops` (n, CROP_PX, CROP_PX, 3) are of their quads, `turns` the log probabilities that each shows by itself.
    """
    out = turns.copy()
    if not doubtful:
        return out
    upright = [np.rot90(crop, int(turn)) for crop, turn in zip(crops, turns.argmax(axis=1), strict=True)]
    patterns, trust = patterns_of(upright), np.exp(turns.max(axis=1))
    fitting = None if named is None else named.fitting(upright)
    for index in doubtful:
        others = np.where(np.arange(len(crops)) == index, 0, trust)
        for turn in range(4):
            crop = np.rot90(crops[index], turn)
            heard = _messages(likeness(crop, patterns), others)
            if fitting is not None:
                told = _messages(likeness(crop, fitting.patterns), np.ones(len(fitting.lessons), np.float32))
                heard = np.concatenate([heard, told], axis=1)
            out[index, turn] += np.sort(heard, axis=1)[:, -WITNESSES:].mean(axis=1).sum()
    return out


def crystals_together(logits: Floats, upright: Sequence[Image], named: Named | None) -> Floats:
    """The crystals' logits (n, 2, 7) of one display's cards after each was compared with all others.

    `upright` are their crops (CROP_PX, CROP_PX, 3), at least one; `named` are of lessons that fit them.
    """
    patterns = patterns_of(upright)
    beside = np.stack([likeness(crop, patterns) for crop in upright])
    weights = BESIDE * (1 - np.eye(len(upright)))
    known = np.zeros((0, 2, logits.shape[2]))
    if named is not None:
        alike = np.stack([likeness(crop, named.patterns) for crop in upright])
        beside = np.concatenate([beside, alike], axis=2)
        weight = NAMED * min(1.0, TRIED_LESSONS / len(np.unique(named.lessons)))
        weights = np.concatenate([weights, np.full(alike.shape[::2], weight)], axis=1)
        known = np.eye(logits.shape[2])[named.crystals] * (named.crystals >= 0)[:, :, None]
    same = np.expm1(np.clip(SLOPE * (beside - LEVEL), LEAST, MOST))
    out = logits
    for _ in range(ROUNDS):
        shown = np.concatenate([softmax(out), known])
        heard = np.log1p(np.einsum("ikj,jkc->ikjc", same, shown))
        out = np.asarray(logits + np.einsum("ij,ikjc->ikc", weights, heard), np.float32)
    return out


def best_likeness(crops: Image, turns: Floats, things: Sequence[int], cards: Sequence[int]) -> Floats:
    """By thing, how much both its segments look like other cards', in the turn in which they do most: 0 to 2.

    `crops` (n, CROP_PX, CROP_PX, 3) are of their quads, `turns` (n, 4) the odds of their turns; `things` and `cards`
    say which of them are to be compared with which, two cards at least.
    """
    patterns = patterns_of([np.rot90(crops[index], int(turns[index].argmax())) for index in cards])
    best = []
    for index in things:
        others = np.array(cards) != index
        turned = (likeness(np.rot90(crops[index], turn), patterns)[:, others] for turn in range(4))
        best.append(max(0.0, *(alike.max(axis=1).sum() for alike in turned)))
    return np.array(best, np.float32)


def _messages(alike: Floats, trust: Floats) -> Floats:
    """What likenesses (2, m) to cards that are upright with these probabilities (m,) say for a turn: (2, m)."""
    return np.asarray(np.log1p(trust * np.expm1(np.clip(SLOPE * (alike - LEVEL), LEAST, MOST))), np.float32)
