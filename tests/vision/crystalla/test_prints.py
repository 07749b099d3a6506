"""Comparison with a known print: its pattern is recognised through haze and lamps, other prints are not."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from rules.crystalla.vocabulary import Crystal
from vision.crystalla.crop import CROP_PX
from vision.crystalla.prints import SAME_PRINT, SPRITE, Print, reference_print
from vision.errors import ModelError
from vision.onnx import models_folder

Image = npt.NDArray[np.uint8]
CRYSTALS = list(Crystal)


def card(crystal: Crystal) -> Image:
    """The upright crop of a card of our deck that shows one crystal twice."""
    sprite = cv2.imread(str(models_folder() / SPRITE))
    assert sprite is not None
    return np.asarray(np.split(sprite, len(CRYSTALS), axis=1)[CRYSTALS.index(crystal)], np.uint8)


def hazy(crop: Image) -> Image:
    """Nine tenths of the light are a reflection that grows across the card, under a warm lamp."""
    ramp = np.linspace(0.6, 0.9, CROP_PX)[None, :, None]
    light = crop * (0.6, 0.8, 1.0) * (1 - ramp) + 235 * ramp
    return np.clip(light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("crystal", CRYSTALS)
def test_the_pattern_is_recognised_through_haze_and_a_shift(crystal: Crystal) -> None:
    shifted = np.roll(hazy(card(crystal)), (3, -2), axis=(0, 1))
    alike = reference_print(models_folder()).likeness(shifted)
    assert alike.shape == (2, 7)
    assert [CRYSTALS[int(row.argmax())] for row in alike] == [crystal, crystal]
    assert alike.max() > 0.5


def test_what_is_no_print_of_ours_resembles_none() -> None:
    rng = np.random.default_rng(3)
    blotches = np.asarray(cv2.GaussianBlur(rng.integers(0, 256, (CROP_PX, CROP_PX, 3), np.uint8), (0, 0), 2))
    stretched = np.clip((blotches.astype(int) - 128) * 4 + 128, 0, 255).astype(np.uint8)
    assert reference_print(models_folder()).likeness(stretched).max() < SAME_PRINT


def test_a_plain_or_burnt_card_resembles_none() -> None:
    for level in (0, 128, 255):
        plain = np.full((CROP_PX, CROP_PX, 3), level, np.uint8)
        assert reference_print(models_folder()).likeness(plain).max() == 0


def test_a_print_knows_no_crystal_that_it_does_not_show() -> None:
    known = Print.of([(card(Crystal.RUBY), Crystal.RUBY, Crystal.CITRINE)])
    alike = known.likeness(card(Crystal.RUBY))
    assert alike.min(axis=0).max() == 0
    assert alike[0, CRYSTALS.index(Crystal.RUBY)] > 0.9
    assert alike[1, CRYSTALS.index(Crystal.CITRINE)] > 0.9


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=SPRITE):
        reference_print(tmp_path)
