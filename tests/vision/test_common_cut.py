"""All cards of a display show one cut: each gets it back as it lies."""

from __future__ import annotations

import numpy as np

from vision.crystalla.common_cut import CUT_PX, common_cut


def _upright() -> np.ndarray:
    below = np.tri(CUT_PX, dtype=np.float32)
    return np.stack([np.zeros_like(below), 4 * below, 4 * (1 - below)])


def test_cards_that_agree_keep_their_masks_however_they_lie() -> None:
    turns = [0, 1, 2, 3, 1]
    masks = np.stack([np.rot90(_upright(), -turn, (1, 2)) for turn in turns])
    assert np.array_equal(common_cut(masks, turns), masks)


def test_a_card_that_shows_nothing_gets_the_cut_of_the_others_as_it_lies() -> None:
    blank = np.zeros((3, CUT_PX, CUT_PX), np.float32)
    cut = common_cut(np.stack([_upright(), np.rot90(_upright(), -1, (1, 2)), blank]), [0, 1, 3])
    assert np.array_equal(cut[2].argmax(axis=0), np.rot90(_upright(), -3, (1, 2)).argmax(axis=0))
