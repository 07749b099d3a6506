"""Learns from a copy's lessons where the general networks are wrong about it, and corrects them there only.

The networks' logits are the prior mean of a Gaussian process over segment tokens, fitted to the lessons' labels
(Rasmussen and Williams, Gaussian Processes for Machine Learning, 2006, chapter 3, with independent functions per
crystal). A segment that resembles none that was taught keeps the networks' answer, so crystals that no lesson shows
lose nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from rules.crystalla.vocabulary import Crystal

Floats = npt.NDArray[np.floating]

CRYSTALS = tuple(Crystal)
TUNED: Mapping[str, float] = {"teach_narrowness": 1.0, "teach_noise": 0.03, "taught_sure": 0.934}
"""What `models.training.calibrate_teaching` found best on validation copies; the manifest's numbers go before."""
ROUNDS = 20


@dataclass(frozen=True, slots=True, eq=False)
class Taught:
    """What a copy's lessons change; `tokens` (m, TOKEN), `weights` (m, 7), `spread` of the tokens (squared)."""

    tokens: Floats
    weights: Floats
    spread: float
    narrowness: float

    def shift(self, tokens: Floats) -> Floats:
        """What to add to the tempered crystal logits (n, 7) of segments with these tokens (n, TOKEN)."""
        kernel = np.exp(-self.narrowness / self.spread * _squares_apart(tokens, self.tokens))
        return np.asarray(kernel @ self.weights)


def learn(tokens: Floats, logits: Floats, labels: npt.NDArray[np.intp], numbers: Mapping[str, float]) -> Taught | None:
    """Fit to taught segments: tokens (m, TOKEN), tempered logits (m, 7) of the networks, labels (m,) as in CRYSTALS.

    None when nothing was taught. `numbers` holds `teach_narrowness` and `teach_noise`.
    """
    if not len(labels):
        return None
    apart = _squares_apart(tokens, tokens)
    spread = float(apart.mean()) + 1e-6
    kernel = np.exp(-numbers["teach_narrowness"] / spread * apart)
    noise = numbers["teach_noise"]
    wanted = np.eye(len(CRYSTALS))[labels]
    # Newton's steps with the largest curvature that a softmax can have, so that each step is safe.
    step = np.linalg.inv(kernel / 4 + noise * np.eye(len(labels)))
    weights = np.zeros_like(wanted)
    for _ in range(ROUNDS):
        weights += step @ (wanted - softmax(logits + kernel @ weights) - noise * weights)
    return Taught(tokens, weights, spread, numbers["teach_narrowness"])


def softmax(logits: Floats) -> Floats:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))


def _squares_apart(these: Floats, those: Floats) -> Floats:
    return np.asarray(((these[:, None] - those[None]) ** 2).sum(axis=-1))
