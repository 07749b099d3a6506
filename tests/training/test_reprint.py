"""What another press changes on photographed cards, and what it leaves."""

from __future__ import annotations

import numpy as np
import pytest

from models.training.dataset import CROP
from models.training.reprint import new_press

SEEDS = range(12)


def photo() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """A card with both segments, one with a piece on its large segment, and something that is no card."""
    crops = np.random.default_rng(1).random((3, 80, 80, 3)).astype(np.float32)
    labels = np.zeros((3, 20, 20), np.uint8)
    labels[:, 4:16, 4:10], labels[:, 4:16, 10:16] = 1, 2
    records = np.zeros(3, CROP)
    records["kind"], records["piece_large"] = (1, 1, 2), (0, 1, 0)
    return crops, labels, records


@pytest.mark.parametrize("seed", SEEDS)
def test_only_segments_are_printed_otherwise(seed: int) -> None:
    crops, labels, records = photo()
    out = new_press(np.random.default_rng(seed)).printed(crops, labels, records)
    assert out.shape == crops.shape and out.min() >= 0 and out.max() <= 1
    assert np.array_equal(out[:, :14], crops[:, :14])
    assert not np.array_equal(out[0, 20:60, 20:60], crops[0, 20:60, 20:60])


@pytest.mark.parametrize("seed", SEEDS)
def test_pieces_and_what_is_no_card_stay(seed: int) -> None:
    crops, labels, records = photo()
    out = new_press(np.random.default_rng(seed)).printed(crops, labels, records)
    assert np.array_equal(out[1, 20:60, 18:36], crops[1, 20:60, 18:36])
    assert np.array_equal(out[2], crops[2])


@pytest.mark.parametrize("seed", SEEDS)
def test_a_deck_is_printed_the_same_on_every_photo_however_its_cards_are_turned(seed: int) -> None:
    crops, labels, records = photo()
    press = new_press(np.random.default_rng(seed))
    upright = press.printed(crops[:1], labels[:1], records[:1])
    turned = records[:1].copy()
    turned["rotation"] = 1
    crop, label = np.rot90(crops[0], -1), np.rot90(labels[0], -1)
    out = press.printed(np.ascontiguousarray(crop)[None], np.ascontiguousarray(label)[None], turned)
    assert np.allclose(np.rot90(out[0], 1), upright[0], atol=0.02)
