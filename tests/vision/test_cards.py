"""Looks at single cards: glare is told from print at each turn of the card, and no side is the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.crystalla.cards import Look, _clipped, look, look_round
from vision.crystalla.crop import CROP_PX
from vision.crystalla.fine_copy import crops_of
from vision.crystalla.kin import compared_by_kin
from vision.image import Photo, load_photo
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


def _sample_looks() -> tuple[Network, Photo, list[Look]]:
    photo = load_photo(SAMPLE)
    quads = [card.corners.array() * photo.scale for card in load_truth(truth_path(SAMPLE)).cards if card.corners]
    network = Network(read_manifest()["crystalla-cards"])
    return network, photo, look(network, photo.bgr, quads)


def _round(network: Network, photo: Photo, looks: list[Look], beside: Sequence[Look] = ()) -> list[Look]:
    return look_round(network, crops_of(photo.bgr, [one.corners for one in (*looks, *beside)]), looks, beside)


def test_a_card_whose_cut_is_hidden_is_read_by_the_cut_of_the_others() -> None:
    network, photo, looks = _sample_looks()
    hidden = replace(looks[0], masks=np.zeros_like(looks[0].masks))
    alone, *_ = _round(network, photo, [hidden])
    beside, *_ = _round(network, photo, [hidden], looks[1:])
    whole, *_ = _round(network, photo, looks)
    assert np.abs(beside.tokens - whole.tokens).mean() < 0.3 * np.abs(alone.tokens - whole.tokens).mean()


def test_a_thing_that_may_be_a_card_is_one_beside_its_kin_and_none_where_it_is_another() -> None:
    network, photo, looks = _sample_looks()
    kin = Network(read_manifest()["crystalla-kin"])
    table = look(network, photo.bgr, [looks[0].corners * 0.4])  # a piece of the table
    maybe = [replace(looks[0], is_card=0.2), replace(table[0], is_card=0.2)]
    card, other, *_ = compared_by_kin(kin, network, photo.bgr, [*maybe, *looks[1:]])
    assert card.is_card > 0.7
    assert other.is_card < 0.5


def test_looking_round_does_not_depend_on_the_side_one_began_with() -> None:
    network, photo, looks = _sample_looks()
    first = _round(network, photo, looks)
    turned = [np.roll(seen.corners, -1, axis=0) for seen in looks]
    again = _round(network, photo, look(network, photo.bgr, turned))
    assert len(first) == 12
    assert [one.rotation.argmax() for one in first] == [(other.rotation.argmax() + 1) % 4 for other in again]
    for one, other in zip(first, again, strict=True):
        assert np.abs(one.tokens - other.tokens).mean() < 0.3 * np.abs(one.tokens).mean()
