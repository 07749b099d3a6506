"""One printing has one cut: where its two segments meet shows better in all cards of a display than in each alone."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

CUT_PX = 20
TRUST = 0.7
"""How much the cut that all cards show together weighs beside what each shows; the rest is left to a card's own."""


def common_cut(masks: Floats, turns: Sequence[int]) -> Floats:
    """The mean (n, 3, CUT_PX, CUT_PX) of all cards' masks, laid back on each card by its turn; n at least one.

    `masks` (n, 3, CUT_PX, CUT_PX) are logits of neither, large and small; `turns` are clockwise quarters.
    """
    upright = [np.rot90(mask, turn, (1, 2)) for mask, turn in zip(masks, turns, strict=True)]
    together = np.mean(upright, axis=0)
    return np.stack([np.rot90(together, -turn, (1, 2)) for turn in turns])
