"""Logits as probabilities."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Logits = npt.NDArray[Any]


def softmax(logits: Logits) -> Logits:
    """Probabilities along the last axis."""
    shifted = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=-1, keepdims=True))


def log_softmax(logits: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    """Log probabilities along the last axis."""
    above = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(above - np.log(np.exp(above).sum(axis=-1, keepdims=True)), np.float32)
