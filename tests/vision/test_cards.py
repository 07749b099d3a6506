"""Looks at single cards: glare is told from print at each turn of the card, and no side is the first."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from vision.crystalla.cards import _clipped, look, look_round
from vision.crystalla.crop import CROP_PX
from vision.image import load_photo
from vision.onnx import Network, read_manifest
from vision.truth import load_truth, truth_path

SAMPLE = Path(__file__).resolve().parents[2] / "sample_images" / "crystalla" / "001.jpg"


@pytest.mark.parametrize("rotation", range(4))
def test_glare_over_the_large_segment_is_found_at_the_cards_own_turn(rotation: int) -> None:
    crop = np.full((CROP_PX, CROP_PX, 3), 90, np.uint8)
    crop[np.tri(CROP_PX, dtype=bool)] = 255  # canonical: the large segment owns the bottom-left corner
    shares = _clipped(np.ascontiguousarray(np.rot90(crop, -rotation)))
    large, small = shares[rotation]
    assert large > 0.95
    assert small < 0.05


def test_a_bright_print_is_no_glare() -> None:
    crop = np.full((CROP_PX, CROP_PX, 3), (240, 250, 255), np.uint8)
    assert _clipped(crop).max() == 0


def test_looking_round_does_not_depend_on_the_side_one_began_with() -> None:
    photo = load_photo(SAMPLE)
    quads = [card.corners.array() / photo.scale for card in load_truth(truth_path(SAMPLE)).cards if card.corners]
    network = Network(read_manifest()["crystalla-cards"])
    first = look_round(network, photo.bgr, look(network, photo.bgr, quads))
    turned = [np.roll(quad, -1, axis=0) for quad in quads]
    again = look_round(network, photo.bgr, look(network, photo.bgr, turned))
    assert len(first) == 12
    assert [one.rotation.argmax() for one in first] == [(other.rotation.argmax() + 1) % 4 for other in again]
    for one, other in zip(first, again, strict=True):
        assert np.abs(one.tokens - other.tokens).mean() < 0.3 * np.abs(one.tokens).mean()
